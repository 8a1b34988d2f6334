package panels

import (
	"image"
	"os"
	"path/filepath"
	"time"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/lab"
	"donorlab/internal/ui"
)

// The actions behind menus, keys and buttons, and why one cannot be done now.

func (a *App) generate() { a.s.Generate() }

func (a *App) whyNoGenerate() string { return a.blocked(lab.StationGenerate) }
func (a *App) whyNoBake() string     { return a.blocked(lab.StationBake) }
func (a *App) whyNoExport() string   { return a.blocked(lab.StationExport) }

// blocked is the reason why a station cannot be worked at, "" if it can.
func (a *App) blocked(station int) string {
	st := a.s.Stations()[station]
	if st.State == lab.Blocked {
		return st.Reason
	}
	return ""
}

// whyNoSave says why recipe and entry cannot be written beside the model.
func (a *App) whyNoSave() string {
	if a.s.Doc().Source == nil {
		return "open a model first"
	}
	return ""
}

// A failed save says so in the status line and leaves the work unsaved.

func (a *App) saveRecipe() {
	if path, _ := a.s.SavePath(); path == "" {
		a.open.show(a, purposeSaveRecipe)
	} else {
		_ = a.s.SaveRecipe(path)
	}
}

func (a *App) saveEntry() {
	if _, path := a.s.SavePath(); path == "" {
		a.open.show(a, purposeSaveEntry)
	} else {
		_ = a.s.SaveEntry(path)
	}
}

// exportPack asks for a folder.
func (a *App) exportPack() {
	a.showTab(tabFactory)
	a.open.show(a, purposeExport)
}

// savePicture writes the preview as a PNG beside the model, or into the current
// folder for a sample.
func (a *App) savePicture() {
	dir := "."
	if ref := a.s.Doc().Ref; !lab.IsSample(ref) {
		dir = filepath.Dir(ref)
	}
	base := a.s.Doc().Source.Name
	path := ""
	for i := 1; ; i++ {
		path = filepath.Join(dir, base+numbered(i)+".png")
		if _, err := os.Stat(path); err != nil {
			break
		}
	}
	a.s.SavePicture(path, a.view.w, a.view.h)
}

func numbered(i int) string {
	return "_" + string([]rune{rune('0' + i/100%10), rune('0' + i/10%10), rune('0' + i%10)})
}

func (a *App) copyText(text string) {
	a.c.Clipboard().SetText(text)
	a.s.Note("Copied to the clipboard")
}

// windows are what floats over the regions: dialogs, messages, help.
func (a *App) windows() {
	defer a.edge()()
	a.open.window(a)
	a.logWindow()
	a.helpWindow()
	a.recoveryWindow()
}

// recoveryWindow offers what an earlier session left unsaved.
func (a *App) recoveryWindow() {
	if len(a.recovered) == 0 {
		return
	}
	w := a.px(520)
	imgui.SetNextWindowPosV(imgui.Vec2{X: (float32(a.in.Width) - w) / 2, Y: float32(a.in.Height) / 4}, imgui.ConditionAppearing, imgui.Vec2{})
	imgui.SetNextWindowSize(imgui.Vec2{X: w})
	flags := imgui.WindowFlagsNoCollapse | imgui.WindowFlagsNoSavedSettings | imgui.WindowFlagsAlwaysAutoResize
	if imgui.BeginV("Unsaved work was found", nil, flags) {
		r := a.recovered[0]
		imgui.PushTextWrapPos()
		imgui.Text(r.Ref)
		imgui.PopTextWrapPos()
		if !r.When.IsZero() {
			a.dimf("kept %s", r.When.Local().Format(time.DateTime))
		}
		if a.button("recover/yes", "Take it up again", buttonLook{accent: true}) {
			a.s.Recover(r)
			a.recovered = nil
		}
		imgui.SameLine()
		if a.button("recover/later", "Later", buttonLook{tip: "Ask again at the next start"}) {
			a.recovered = nil
		}
		imgui.SameLine()
		if a.button("recover/no", "Discard it", buttonLook{}) {
			a.s.Fail(a.s.DiscardRecovered(r))
			a.recovered = a.recovered[1:]
		}
	}
	imgui.End()
}

// helpWindow says what to do first and lists the keys.
func (a *App) helpWindow() {
	if !a.help {
		return
	}
	w, h := min(a.px(620), float32(a.in.Width)*0.9), min(a.px(520), float32(a.in.Height)*0.9)
	imgui.SetNextWindowPosV(imgui.Vec2{X: (float32(a.in.Width) - w) / 2, Y: (float32(a.in.Height) - h) / 2}, imgui.ConditionAppearing, imgui.Vec2{})
	imgui.SetNextWindowSizeV(imgui.Vec2{X: w, Y: h}, imgui.ConditionAppearing)
	if imgui.BeginV("First steps and keys", &a.help, imgui.WindowFlagsNoCollapse|imgui.WindowFlagsNoSavedSettings) {
		a.heading("From a model to a pack")
		for _, t := range []string{
			"1  Drop a .glb or .gltf on the window. Its parts are found and each is given a role by its shape.",
			"2  Look at the colours (Tab). Wrong? Click the part, press its letter: R main rotor, L tail rotor, B body, I ignore.",
			"3  Generate rig (Ctrl+G). The file you opened is never changed.",
			"4  Model Factory: tick Use donor animation clip. Watch the rotors turn in their own discs.",
			"5  Export pack (Ctrl+E).",
		} {
			a.colored(a.c.Palette().Text, t)
		}
		a.heading("In the picture")
		for _, t := range []string{
			"Drag: orbit.  Shift+drag, middle or right drag: pan.  Wheel: zoom.  Arrow keys, + and −: the same, after a click into the picture.",
			"Click: select a part; Ctrl+click: add or take away; double-click: go there; Esc: clear.  Ctrl+drag: a box that adds, Alt+drag or the Box button: a box that selects anew; it takes what is seen.",
			"Cube in the corner: click a face, an edge or a corner to look from there; drag it to orbit.",
			"Move and Turn over the picture: handles on the selected rotor's centre and axle; Ctrl snaps, Esc takes the drag back.",
			"Timeline: drag to scrub; drag the ends of the bright bar, or Shift+drag, for a loop range; right-click for the whole clip.",
		} {
			a.dim(t)
		}
		a.heading("Keys")
		if imgui.BeginTableV("##keys", 2, imgui.TableFlagsRowBg, imgui.Vec2{}, 0) {
			imgui.TableSetupColumnV("", imgui.TableColumnFlagsWidthFixed, a.px(110), 0)
			imgui.TableSetupColumnV("", imgui.TableColumnFlagsWidthStretch, 0, 0)
			for _, c := range a.commands() {
				if k := c.keyText(); k != "" {
					imgui.TableNextRow()
					imgui.TableNextColumn()
					imgui.Text(k)
					imgui.TableNextColumn()
					imgui.Text(c.name)
				}
			}
			imgui.EndTable()
		}
	}
	imgui.End()
	if imgui.IsKeyPressedV(int(ui.KeyEscape), false) {
		a.help = false
	}
}

// pictures hands still images to the host under texture IDs.
type pictures struct {
	list []ui.Picture
}

// use returns a texture for an image in this tick.
func (p *pictures) use(img *image.NRGBA) imgui.TextureID {
	id := ui.TexturePicture + imgui.TextureID(len(p.list))
	p.list = append(p.list, ui.Picture{Texture: id, Image: img})
	return id
}

func (p *pictures) take() []ui.Picture {
	out := p.list
	p.list = nil
	return out
}
