package panels

import (
	"runtime/debug"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/lab"
	"donorlab/internal/ui"
)

// othersWork is something of others that is in the program.
type othersWork struct {
	module  string // Go module path; "" for what is no module
	name    string
	licence string
	what    string
}

// othersWorks are all modules of go.mod, and what comes with them.
var othersWorks = []othersWork{
	{"", "Go Regular, Go Bold, Go Mono", "BSD 3-clause", "the typefaces, by Bigelow & Holmes for the Go project, under its licence"},
	{"", "Dear ImGui 1.85", "MIT", "panels, by Omar Cornut and others"},
	{"github.com/inkyblackness/imgui-go/v4", "imgui-go", "BSD 3-clause", "Dear ImGui for Go"},
	{"github.com/hajimehoshi/ebiten/v2", "Ebitengine", "Apache 2.0", "window, input, GPU"},
	{"github.com/go-gl/mathgl", "mathgl", "BSD 3-clause", "vectors and matrices"},
	{"github.com/fsnotify/fsnotify", "fsnotify", "BSD 3-clause", "changed files"},
	{"github.com/jezek/xgb", "xgb", "BSD 3-clause", "the X11 clipboard"},
	{"golang.org/x/image", "x/image", "BSD 3-clause", "WebP, BMP, fonts"},
	{"golang.org/x/sys", "x/sys", "BSD 3-clause", "the operating system"},
	{"golang.org/x/sync", "x/sync", "BSD 3-clause", "used by Ebitengine"},
	{"github.com/ebitengine/purego", "purego", "Apache 2.0", "used by Ebitengine"},
	{"github.com/ebitengine/hideconsole", "hideconsole", "Apache 2.0", "used by Ebitengine"},
	{"github.com/ebitengine/gomobile", "gomobile", "BSD 3-clause", "used by Ebitengine"},
	{"github.com/qmuntal/gltf", "qmuntal/gltf", "BSD 2-clause", "judge in tests, not in the program"},
	{"gonum.org/v1/gonum", "Gonum", "BSD 3-clause", "numerics"},
}

// versions are those of the modules in this program, as the build knows them.
func versions() map[string]string {
	out := map[string]string{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, d := range info.Deps {
			if d.Replace != nil {
				d = d.Replace
			}
			out[d.Path] = d.Version
		}
	}
	return out
}

// aboutWindow says which lab this is and what of others is in it.
func (a *App) aboutWindow() {
	if !a.about {
		return
	}
	w, h := min(a.px(620), float32(a.in.Width)*0.9), min(a.px(470), float32(a.in.Height)*0.9)
	imgui.SetNextWindowPosV(imgui.Vec2{X: (float32(a.in.Width) - w) / 2, Y: (float32(a.in.Height) - h) / 2}, imgui.ConditionAppearing, imgui.Vec2{})
	imgui.SetNextWindowSizeV(imgui.Vec2{X: w, Y: h}, imgui.ConditionAppearing)
	if imgui.BeginV("About Donor Lab", &a.about, imgui.WindowFlagsNoCollapse|imgui.WindowFlagsNoSavedSettings) {
		a.aboutBody()
	}
	imgui.End()
	if imgui.IsKeyPressedV(int(ui.KeyEscape), false) {
		a.about = false
	}
}

func (a *App) aboutBody() {
	v := lab.Version()
	line := "Donor Lab " + v.Version
	if v.Commit != "" {
		line += " (" + v.Commit[:min(10, len(v.Commit))] + ")"
	}
	a.heading(line)
	a.named("about/version", true)
	a.dim(v.Go + ", " + v.Platform)
	a.colored(a.c.Palette().Text, "Rigs vehicles for donor clips. © 2026 the Donor Lab contributors, MIT licence. The sample models are the lab's own.")
	if a.button("about/copy", "Copy", buttonLook{tip: "Put these lines on the clipboard, for a report"}) {
		a.copyText(aboutText())
	}
	a.heading("In it, with thanks")
	if !imgui.BeginTableV("##works", 4, imgui.TableFlagsRowBg, imgui.Vec2{}, 0) {
		return
	}
	imgui.TableSetupColumnV("", imgui.TableColumnFlagsWidthStretch, 1, 0)
	imgui.TableSetupColumnV("", imgui.TableColumnFlagsWidthFixed, a.px(74), 0)
	imgui.TableSetupColumnV("", imgui.TableColumnFlagsWidthFixed, a.px(92), 0)
	imgui.TableSetupColumnV("", imgui.TableColumnFlagsWidthStretch, 1.3, 0)
	have := versions()
	for _, o := range othersWorks {
		imgui.TableNextRow()
		imgui.TableNextColumn()
		imgui.PushTextWrapPos()
		imgui.Text(o.name)
		imgui.PopTextWrapPos()
		a.named("about/"+o.name, true)
		a.tip(o.module)
		imgui.TableNextColumn()
		ver := have[o.module]
		imgui.Text(fit(ver, imgui.ContentRegionAvail().X))
		a.tip(ver)
		imgui.TableNextColumn()
		imgui.Text(o.licence)
		imgui.TableNextColumn()
		a.dim(o.what)
	}
	imgui.EndTable()
}

// aboutText is the box's content as plain text.
func aboutText() string {
	v := lab.Version()
	var b strings.Builder
	b.WriteString("Donor Lab " + v.Version + " " + v.Commit + "\n" + v.Go + " " + v.Platform + "\n")
	have := versions()
	for _, o := range othersWorks {
		b.WriteString(strings.TrimRight(o.name+" "+have[o.module], " ") + ", " + o.licence + "\n")
	}
	return b.String()
}
