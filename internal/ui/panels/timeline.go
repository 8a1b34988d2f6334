package panels

import (
	"fmt"
	"math"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/lab"
	"donorlab/internal/ui"
)

// timeline is the state of the row below the picture.
type timeline struct {
	fps  float64 // frame grid that was chosen; 0 is the clip's own
	hold timeHold
	from float64 // where a range began to be drawn, seconds
}

// timeHold says what a drag on the ruler does.
type timeHold uint8

const (
	timeNothing timeHold = iota
	timeScrub
	timeFrom  // the range's start
	timeTo    // its end
	timeRange // a new range is drawn
)

// speeds are the playback rates on offer, forwards or backwards.
var speeds = []float64{0.1, 0.25, 0.5, 1, 2, 4}

// grids are the frame grids on offer, frames a second; 0 is the clip's own.
var grids = []float64{0, 24, 30, 60}

// grid is the frame grid of steps and ruler, frames a second.
func (a *App) grid() float64 {
	if a.time.fps > 0 {
		return a.time.fps
	}
	return a.s.FPS()
}

// timelinePanel is the clip, the transport buttons, and the ruler with frame
// numbers, keys and the loop range.
func (a *App) timelinePanel() {
	if a.s.WorldShown() {
		a.flightStrip()
		return
	}
	if a.s.WalkShown() {
		a.walk.timeline(a)
		return
	}
	clock := a.s.Clock()
	duration, fps := a.s.Duration(), a.grid()
	gap := func() { imgui.SameLineV(0, a.px(3)) }
	a.clipChoice()
	imgui.SameLine()
	from, to := clock.Range(duration)
	if a.transport("time/start", iconStart, false, "To the start of the range") {
		clock.Seek(from, duration)
	}
	gap()
	if a.transport("time/back", iconBack, false, "One frame back (,)") {
		clock.StepFrames(-1, fps, duration)
	}
	gap()
	if a.transport("time/reverse", iconReverse, clock.Playing && clock.Rate() < 0, "Play backwards") {
		a.play(-1)
	}
	gap()
	if a.transport("time/play", iconPlay, clock.Playing && clock.Rate() > 0, "Play or pause (Space)") {
		a.play(1)
	}
	gap()
	if a.transport("time/on", iconOn, false, "One frame on (.)") {
		clock.StepFrames(1, fps, duration)
	}
	gap()
	if a.transport("time/end", iconEnd, false, "To the end of the range") {
		clock.Seek(to, duration)
	}
	imgui.SameLine()
	a.speedChoice()
	imgui.SameLineV(0, a.px(4))
	a.modeChoice()
	imgui.SameLineV(0, a.px(4))
	a.gridChoice()
	imgui.SameLine()
	imgui.AlignTextToFramePadding()
	if duration > 0 {
		a.mono(fmt.Sprintf("frame %5.1f / %.0f  %6.2f / %.2f s", clock.Time*fps, duration*fps, clock.Time, duration))
	} else {
		a.dim("rest pose: nothing to play")
	}
	a.ruler(duration, fps)
}

// play plays in a direction, or pauses where it already does.
func (a *App) play(direction float64) {
	c := a.s.Clock()
	if c.Playing && c.Rate()*direction > 0 {
		c.Playing = false
		return
	}
	c.Speed = math.Abs(c.Rate()) * direction
	c.Playing = true
}

func (a *App) speedChoice() {
	clock := a.s.Clock()
	sign := math.Copysign(1, clock.Rate())
	imgui.SetNextItemWidth(a.px(78))
	if imgui.BeginCombo("##speed", fmt.Sprintf("%g×", clock.Rate())) {
		for _, v := range speeds {
			if imgui.SelectableV(fmt.Sprintf("%g×", v), v == math.Abs(clock.Rate()), 0, imgui.Vec2{}) {
				clock.Speed = v * sign
			}
			a.named(fmt.Sprintf("time/speed/%g", v), true)
		}
		imgui.EndCombo()
	}
	a.named("time/speed", true)
	a.tip("Playback speed; the button left of Play runs backwards")
}

func (a *App) modeChoice() {
	clock := a.s.Clock()
	imgui.SetNextItemWidth(a.px(102))
	if imgui.BeginCombo("##mode", clock.Mode.String()) {
		for _, m := range []lab.LoopMode{lab.Loop, lab.PingPong, lab.Once} {
			if imgui.SelectableV(m.String(), m == clock.Mode, 0, imgui.Vec2{}) {
				clock.Mode = m
			}
			a.named("time/mode/"+m.String(), true)
		}
		imgui.EndCombo()
	}
	a.named("time/mode", true)
	a.tip("What happens at the end of the range")
}

func (a *App) gridChoice() {
	name := func(v float64) string {
		if v == 0 {
			return fmt.Sprintf("%g fps, as the clip", a.s.FPS())
		}
		return fmt.Sprintf("%g fps", v)
	}
	imgui.SetNextItemWidth(a.px(84))
	if imgui.BeginCombo("##grid", fmt.Sprintf("%g fps", a.grid())) {
		for _, v := range grids {
			if imgui.SelectableV(name(v), v == a.time.fps, 0, imgui.Vec2{}) {
				a.time.fps = v
			}
			a.named(fmt.Sprintf("time/grid/%g", v), true)
		}
		imgui.EndCombo()
	}
	a.named("time/grid", true)
	a.tip("Frames a second of the ruler and of single steps; it does not change the clip")
}

// clipChoice picks the base pose of the preview.
func (a *App) clipChoice() {
	ref := a.s.Clip()
	var own []string
	var long []float64 // seconds
	if f := a.view.frame; f != nil {
		for i := range f.Model.Animations {
			own = append(own, clipName(f.Model.Animations[i].Name, i))
			long = append(long, f.Model.Animations[i].Duration())
		}
	}
	label := "Clip: automatic"
	switch {
	case ref.Kind == lab.ClipAuto && len(own) > 0 && a.view.frame.Show != lab.ShowGame:
		label = "Auto: " + own[0]
	case ref.Kind == lab.ClipRest:
		label = "Rest pose"
	case ref.Kind == lab.ClipOwn && ref.Index < len(own):
		label = own[ref.Index]
	case ref.Kind == lab.ClipDonor:
		label = "Donor's clip, by index"
	}
	imgui.SetNextItemWidth(a.px(190))
	if imgui.BeginCombo("##clip", fit(label, a.px(155))) {
		choose := func(name, text string, c lab.ClipRef) {
			if imgui.SelectableV(text, c == ref, 0, imgui.Vec2{}) {
				a.s.SetClip(c)
			}
			a.named("time/clip/"+name, true)
		}
		choose("auto", "Automatic", lab.ClipRef{})
		choose("rest", "Rest pose", lab.ClipRef{Kind: lab.ClipRest})
		for i, n := range own {
			choose(n, fmt.Sprintf("%s   %.2f s##%d", n, long[i], i), lab.ClipRef{Kind: lab.ClipOwn, Index: i})
		}
		if a.s.Work().Donor != nil {
			choose("donor", "Donor's clip, by index", lab.ClipRef{Kind: lab.ClipDonor})
		}
		imgui.EndCombo()
	}
	a.named("time/clip", true)
}

func clipName(name string, i int) string {
	if name == "" {
		return fmt.Sprintf("clip %d", i)
	}
	return name
}

// icon is a sign on a transport button, drawn, so that no font can lack it.
type icon uint8

const (
	iconStart icon = iota
	iconBack
	iconReverse
	iconPlay
	iconOn
	iconEnd
)

// transport is a button with a sign; on shows it held down, with the pause sign
// for the two that play.
func (a *App) transport(name string, sign icon, on bool, tip string) bool {
	p := a.c.Palette()
	if on {
		imgui.PushStyleColor(imgui.StyleColorButton, ui.Fade(p.Accent, 0.55))
		imgui.PushStyleColor(imgui.StyleColorButtonHovered, ui.Fade(p.Accent, 0.7))
	}
	w := a.px(28)
	if sign == iconPlay || sign == iconReverse {
		w = a.px(38)
	}
	at := imgui.CursorScreenPos()
	hit := imgui.ButtonV("##"+name, imgui.Vec2{X: w, Y: imgui.FrameHeight()})
	if on {
		imgui.PopStyleColorV(2)
	}
	a.named(name, true)
	a.tip(tip)
	a.sign(sign, on, imgui.Vec2{X: at.X + w/2, Y: at.Y + imgui.FrameHeight()/2})
	return hit
}

// sign draws a transport sign about a point.
func (a *App) sign(s icon, on bool, c imgui.Vec2) {
	list := imgui.WindowDrawList()
	col := imgui.PackedColorFromVec4(a.c.Palette().Text)
	k := a.px(5)
	bar := func(x float32) {
		list.AddRectFilled(imgui.Vec2{X: c.X + x - a.px(1.2), Y: c.Y - k}, imgui.Vec2{X: c.X + x + a.px(1.2), Y: c.Y + k}, col)
	}
	arrow := func(x, dir float32) {
		list.AddTriangleFilled(imgui.Vec2{X: c.X + x - dir*k*0.8, Y: c.Y - k}, imgui.Vec2{X: c.X + x + dir*k*0.9, Y: c.Y},
			imgui.Vec2{X: c.X + x - dir*k*0.8, Y: c.Y + k}, col)
	}
	switch {
	case on:
		bar(-a.px(3))
		bar(a.px(3))
	case s == iconStart:
		bar(-k * 0.9)
		arrow(k*0.3, -1)
	case s == iconEnd:
		arrow(-k*0.3, 1)
		bar(k * 0.9)
	case s == iconBack:
		arrow(-k*0.3, -1)
		bar(k * 0.9)
	case s == iconOn:
		bar(-k * 0.9)
		arrow(k*0.3, 1)
	case s == iconReverse:
		arrow(0, -1)
	default:
		arrow(0, 1)
	}
}
