package panels

import (
	"math"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/lab"
	"donorlab/internal/scene"
	"donorlab/internal/scene/draw"
	"donorlab/internal/ui"
)

// textureDonor is the texture of the donor's own small view.
const textureDonor = ui.TextureView + 2

// modelWidget is a model in a small view of its own within a panel: it turns
// slowly, plays its clip, and can be dragged round.
type modelWidget struct {
	widget  draw.Widget
	builder draw.Builder
	list    draw.List
	of      *scene.Model
	eval    *lab.Evaluator
	ortho   bool
	still   bool // it does not turn
	azimuth float64
	tilt    float64
	tick    uint64 // of the session, of the last frame
	clock   float64
	frames  int // since the picture was made
}

// turnDeg is how fast a widget's model goes round, degrees a second.
const turnDeg = 24

// set shows another model, posed by its clip; nil shows none.
func (w *modelWidget) set(m *scene.Model, clip lab.ClipRef) {
	if w.of == m {
		return
	}
	w.of, w.eval, w.clock = m, nil, 0
	w.azimuth, w.tilt = 40, 15
	if m == nil {
		w.widget = draw.Widget{}
		return
	}
	e, err := lab.NewEvaluator(m, clip, nil)
	if err != nil {
		e, _ = lab.NewEvaluator(m, lab.ClipRef{Kind: lab.ClipRest}, nil)
	}
	w.eval = e
	w.widget = draw.Widget{Prepared: draw.Prepare(m), Shadow: true}
}

// due reports whether the picture is to be made anew: fifteen times a second, and
// less often where the window is slow. It is not what is worked at.
func (w *modelWidget) due(a *App) bool {
	const ticks, slow, frames = 4, 30, 4
	w.frames++
	if a.s.Tick() < w.tick+ticks || a.fps < slow && w.frames < frames {
		return false
	}
	w.frames = 0
	return true
}

// show draws the model, height pixels high and as wide as the panel.
func (w *modelWidget) show(a *App, name string, texture imgui.TextureID, height float32) {
	if w.of == nil {
		return
	}
	at := imgui.CursorScreenPos()
	size := imgui.Vec2{X: float32(math.Floor(float64(imgui.ContentRegionAvail().X))), Y: float32(math.Floor(float64(height)))}
	if size.X < 8 || size.Y < 8 {
		return
	}
	imgui.InvisibleButton("##"+name, size)
	if !imgui.IsItemVisible() {
		return
	}
	a.named(name, true)
	a.tip("Drag to turn it, right-click for its own turning")
	if imgui.IsItemActive() {
		d := imgui.CurrentIO().MouseDelta()
		w.azimuth -= float64(d.X/a.c.Scale()) * 0.5
		w.tilt = math.Max(-89, math.Min(89, w.tilt+float64(d.Y/a.c.Scale())*0.5))
		w.still = w.still || d.X != 0 || d.Y != 0
	}
	if imgui.IsItemHovered() && imgui.IsMouseClicked(1) {
		w.still = !w.still
	}
	if w.list.Width != int(size.X) || w.list.Height != int(size.Y) || w.due(a) {
		w.frame(a, a.s.Tick(), int(size.X), int(size.Y))
	}
	a.out.Views = append(a.out.Views, ui.View{Texture: texture, List: &w.list})
	imgui.WindowDrawList().AddImage(texture, at, at.Plus(size))
}

// frame makes the picture of a tick.
func (w *modelWidget) frame(a *App, tick uint64, width, height int) {
	if passed := tick - w.tick; passed < 60 {
		dt := float64(passed) * lab.TickSeconds
		if !w.still {
			w.azimuth = math.Remainder(w.azimuth+turnDeg*dt, 360)
		}
		if a.s.Clock().Playing {
			w.clock += dt
		}
	}
	w.tick = tick
	if d := w.eval.Duration(); d > 0 {
		w.clock = math.Mod(w.clock, d)
	}
	p := w.eval.At(w.clock)
	w.widget.World, w.widget.Weights = p.World, p.Morphs
	w.widget.AzimuthDeg, w.widget.ElevationDeg, w.widget.Ortho = w.azimuth, w.tilt, w.ortho
	w.widget.SpinDeg = turnDeg // so that the model is as large from every side
	w.widget.Backdrop = draw.BackdropStudio
	if a.c.Palette().Light {
		w.widget.Backdrop = draw.BackdropLight
	}
	w.widget.Frame(&w.builder, &w.list, width, height, 0)
}

// donorView is the donor in the Animation tab.
func (a *App) donorView(d *lab.Donor) {
	if !a.section("anim/view", "The donor", true) {
		return
	}
	w := &a.donor
	clip := lab.ClipRef{}
	if c, err := lab.FindClip(d.Model, d.Clip.Clip); err == nil {
		clip = c
	}
	w.set(d.Model, clip)
	w.show(a, "anim/donorview", textureDonor, a.px(150))
	turns := !w.still
	if a.check("anim/turns", "Turns", &turns, "The view goes round slowly") {
		w.still = !turns
	}
	imgui.SameLine()
	a.check("anim/ortho", "Parallel", &w.ortho, "No perspective")
}

// fitMiddle shortens text to a width in pixels in its middle, so that the numbers at
// the end of names, which tell them apart, stay.
func fitMiddle(text string, width float32) string {
	if imgui.CalcTextSize(text, false, 0).X <= width {
		return text
	}
	r := []rune(text)
	short := func(n int) string { // of n letters
		tail := n / 2
		return string(r[:n-tail]) + "…" + string(r[len(r)-tail:])
	}
	lo, hi := 0, len(r)-1
	for lo < hi {
		if mid := (lo + hi + 1) / 2; imgui.CalcTextSize(short(mid), false, 0).X <= width {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	return short(lo)
}
