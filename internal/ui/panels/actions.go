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

// playOrPause is the space bar: of the flight while the world is shown.
func (a *App) playOrPause() {
	if a.s.WorldShown() {
		a.s.PlayFlight(!a.s.Flying())
		return
	}
	c := a.s.Clock()
	c.Playing = !c.Playing
}

// frameStep goes by frames of the clip, or by steps of the flight.
func (a *App) frameStep(by int) {
	if a.s.WorldShown() && a.s.Flight() != nil {
		a.stepFlight(by)
		return
	}
	a.s.Clock().StepFrames(by, a.grid(), a.s.Duration())
}

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
	a.aboutWindow()
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
