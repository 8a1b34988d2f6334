package panels

import (
	"path/filepath"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/lab"
	"donorlab/internal/scene"
)

// emptyView teaches what to do while nothing is open: what to drop here, which
// sample to try, what was open before.
func (a *App) emptyView(at, size imgui.Vec2) {
	width := min(a.px(450), size.X-a.px(24))
	recent := a.s.Settings().Recent
	recent = recent[:min(len(recent), 5)]
	height := a.px(230) + float32(len(recent))*imgui.FrameHeightWithSpacing()
	imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + (size.X-width)/2, Y: at.Y + max(a.px(20), (size.Y-height)/2)})
	imgui.BeginChildV("##empty", imgui.Vec2{X: width, Y: min(height, size.Y-a.px(40))}, false, imgui.WindowFlagsNoBackground)
	p := a.viewPalette()
	imgui.PushStyleColor(imgui.StyleColorText, p.Text)
	imgui.PushFont(a.c.Fonts().Bold)
	imgui.Text("Drop a model here")
	imgui.PopFont()
	a.colored(p.Text, "A .glb, .gltf or .obj is read as it is, a .fbx or .blend through Blender or assimp where one is installed.")
	if a.button("empty/open", "Open…", buttonLook{accent: true, tip: "Ctrl+O"}) {
		a.open.show(a, purposeOpen)
	}
	imgui.Dummy(imgui.Vec2{Y: a.px(4)})
	a.colored(p.Text, "Or begin with one that is here already:")
	for _, s := range lab.Samples() {
		if a.button("empty/"+s.Ref, s.Name, buttonLook{tip: s.About}) {
			a.openModel(s.Ref)
		}
		imgui.SameLine()
		imgui.AlignTextToFramePadding()
		imgui.Text(fit(s.About, imgui.ContentRegionAvail().X))
	}
	if len(recent) > 0 {
		imgui.Dummy(imgui.Vec2{Y: a.px(4)})
		a.colored(p.Text, "Or go on with one of these:")
	}
	for _, r := range recent {
		if a.button("recent/"+r, filepath.Base(r), buttonLook{tip: r}) {
			a.openAny(r)
		}
	}
	imgui.PopStyleColor()
	imgui.EndChild()
}

// welcome greets who starts the lab for the first time; a click shows the first
// steps.
func (a *App) welcome() {
	set := a.s.Settings()
	if set.Window != nil || len(set.Recent) > 0 {
		return
	}
	a.toasts.list = append(a.toasts.list, toast{ends: a.s.Tick() + toastTicksBad, help: true,
		Message: lab.Message{Problem: scene.Problem{Severity: scene.Info, Message: "New here? F1 shows the way from a model to a pack, in five steps"}}})
}
