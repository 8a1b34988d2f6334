package panels

import (
	"fmt"
	"math"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/ui"
)

// strip is the ruler's place on the screen and in time.
type strip struct {
	rect
	duration float64 // seconds
}

// x is where a time is drawn.
func (s strip) at(t float64) float32 { return s.x + s.w*float32(t/s.duration) }

// time is what lies under a place, within the clip.
func (s strip) time(x float32) float64 {
	return math.Max(0, math.Min(s.duration, float64((x-s.x)/s.w)*s.duration))
}

// ruler draws frames, keys and the loop range, and moves the clock and the
// range while they are dragged.
func (a *App) ruler(duration, fps float64) {
	p := a.c.Palette()
	at, size := imgui.CursorScreenPos(), imgui.ContentRegionAvail()
	if size.X < 10 || size.Y < 6 {
		return
	}
	imgui.InvisibleButtonV("##scrub", size, imgui.ButtonFlagsMouseButtonLeft|imgui.ButtonFlagsMouseButtonRight)
	a.named("time/scrub", duration > 0)
	list := imgui.WindowDrawList()
	end := imgui.Vec2{X: at.X + size.X, Y: at.Y + size.Y}
	list.AddRectFilledV(at, end, imgui.PackedColorFromVec4(p.Frame), a.px(3), 0)
	if duration <= 0 {
		a.time.hold = timeNothing
		return
	}
	// The ends stay clear of the rounded corners, so that both can be grabbed.
	pad := a.px(8)
	s := strip{rect{at.X + pad, at.Y, size.X - 2*pad, size.Y}, duration}
	a.rulerMouse(s, fps, imgui.IsItemHovered(), imgui.IsItemActive())
	a.drawRange(s)
	a.drawFrames(s, fps)
	a.drawKeys(s)
	x := s.at(a.s.Clock().Time)
	list.AddLineV(imgui.Vec2{X: x, Y: s.y}, imgui.Vec2{X: x, Y: s.y + s.h}, imgui.PackedColorFromVec4(p.Accent), a.px(2))
	list.AddTriangleFilled(imgui.Vec2{X: x - a.px(5), Y: s.y}, imgui.Vec2{X: x + a.px(5), Y: s.y}, imgui.Vec2{X: x, Y: s.y + a.px(6)}, imgui.PackedColorFromVec4(p.Accent))
}

// rulerMouse scrubs, and drags the range and its ends.
func (a *App) rulerMouse(s strip, fps float64, hovered, active bool) {
	clock, t := a.s.Clock(), &a.time
	m := imgui.MousePos()
	now := s.time(m.X)
	snapped := math.Min(math.Round(now*fps)/fps, s.duration)
	from, to := clock.Range(s.duration)
	near := a.rangeEnd(s, m, from, to)
	if hovered && near != timeNothing || t.hold == timeFrom || t.hold == timeTo {
		imgui.SetMouseCursor(imgui.MouseCursorResizeEW)
	}
	if hovered && imgui.IsMouseClicked(1) {
		clock.From, clock.To = 0, 0
	}
	if hovered && imgui.IsMouseClicked(0) {
		t.hold = timeScrub
		if near != timeNothing {
			t.hold = near
		}
		if imgui.CurrentIO().KeyShiftPressed() {
			t.hold, t.from = timeRange, snapped
		}
	}
	if !active || !imgui.IsMouseDown(0) {
		t.hold = timeNothing
		return
	}
	least := 1 / fps
	switch t.hold {
	case timeScrub:
		clock.Playing = false
		clock.Seek(now, s.duration)
	case timeFrom:
		clock.From, clock.To = math.Max(0, math.Min(snapped, to-least)), to
	case timeTo:
		clock.From, clock.To = from, math.Max(snapped, from+least)
	case timeRange:
		if lo, hi := math.Min(t.from, snapped), math.Max(t.from, snapped); hi-lo >= least*0.99 {
			clock.From, clock.To = lo, hi
		}
	}
	if clock.From == 0 && clock.To >= s.duration {
		clock.To = 0 // the whole clip
	}
}

// rangeEnd is the end of the range under the mouse. The playhead's own grip, the
// lower part of the ruler, is left to scrubbing.
func (a *App) rangeEnd(s strip, m imgui.Vec2, from, to float64) timeHold {
	if m.Y > s.y+s.h*0.55 {
		return timeNothing
	}
	reach := a.px(6)
	dFrom, dTo := m.X-s.at(from), m.X-s.at(to)
	switch {
	case dTo > -reach && dTo < reach && dTo > -dFrom:
		return timeTo
	case dFrom > -reach && dFrom < reach:
		return timeFrom
	case dTo > -reach && dTo < reach:
		return timeTo
	}
	return timeNothing
}

// drawRange darkens what is outside the loop range and draws its ends.
func (a *App) drawRange(s strip) {
	p := a.c.Palette()
	list := imgui.WindowDrawList()
	from, to := a.s.Clock().Range(s.duration)
	x0, x1 := s.at(from), s.at(to)
	top, h := s.y, s.h*0.5
	shade := imgui.PackedColorFromVec4(ui.Fade(p.Ground, 0.55))
	if from > 0 {
		list.AddRectFilled(imgui.Vec2{X: s.x - a.px(8), Y: top}, imgui.Vec2{X: x0, Y: top + s.h}, shade)
	}
	if to < s.duration {
		list.AddRectFilled(imgui.Vec2{X: x1, Y: top}, imgui.Vec2{X: s.x + s.w + a.px(8), Y: top + s.h}, shade)
	}
	col := ui.Fade(p.Accent, 0.55)
	if from > 0 || to < s.duration {
		col = p.Accent
	}
	c := imgui.PackedColorFromVec4(col)
	list.AddRectFilled(imgui.Vec2{X: x0, Y: top}, imgui.Vec2{X: x1, Y: top + a.px(2.5)}, c)
	k := a.px(6)
	list.AddTriangleFilled(imgui.Vec2{X: x0, Y: top}, imgui.Vec2{X: x0 + k, Y: top}, imgui.Vec2{X: x0, Y: top + h}, c)
	list.AddTriangleFilled(imgui.Vec2{X: x1 - k, Y: top}, imgui.Vec2{X: x1, Y: top}, imgui.Vec2{X: x1, Y: top + h}, c)
	for _, e := range []struct {
		name string
		x    float32
	}{{"time/from", x0 + a.px(1)}, {"time/to", x1 - a.px(1)}} {
		a.widgets = append(a.widgets, Widget{e.name, e.x - a.px(2), top + a.px(2), a.px(4), h * 0.8, true, ""})
	}
}

// rulerSteps returns how many frames lie between ticks and between labels, so
// that ticks are at least a few pixels and labels more than their own width
// apart. perFrame and labelWidth are pixels.
func rulerSteps(perFrame, labelWidth, tickGap float64) (tick, label int) {
	if !(perFrame > 0) {
		return 0, 0
	}
	next := func(least float64) int {
		for decade := 1; decade < 1e9; decade *= 10 {
			for _, k := range []int{1, 2, 5} {
				if float64(k*decade)*perFrame >= least {
					return k * decade
				}
			}
		}
		return 1e9
	}
	tick = next(tickGap)
	label = next(labelWidth)
	for label%tick != 0 { // 5 and 2: the labels stand on ticks
		label = next(float64(label)*perFrame + perFrame/2)
	}
	return tick, label
}

// drawFrames draws the ticks of the frame grid and their numbers.
func (a *App) drawFrames(s strip, fps float64) {
	p := a.c.Palette()
	list := imgui.WindowDrawList()
	frames := int(math.Round(s.duration * fps))
	perFrame := float64(s.w) / math.Max(s.duration*fps, 1)
	imgui.PushFont(a.c.Fonts().Small)
	defer imgui.PopFont()
	width := imgui.CalcTextSize(fmt.Sprint(frames), false, 0).X
	tick, label := rulerSteps(perFrame, float64(width+a.px(12)), float64(a.px(5)))
	if tick == 0 {
		return
	}
	small := imgui.PackedColorFromVec4(p.Line)
	strong := imgui.PackedColorFromVec4(p.Dim)
	bottom := s.y + s.h
	for f := 0; f <= frames; f += tick {
		x := s.x + float32(float64(f)*perFrame)
		if f%label != 0 {
			list.AddLineV(imgui.Vec2{X: x, Y: bottom - s.h*0.2}, imgui.Vec2{X: x, Y: bottom}, small, 1)
			continue
		}
		list.AddLineV(imgui.Vec2{X: x, Y: bottom - s.h*0.34}, imgui.Vec2{X: x, Y: bottom}, strong, 1)
		text := fmt.Sprint(f)
		w := imgui.CalcTextSize(text, false, 0).X
		left := max(s.x-a.px(6), min(x-w/2, s.x+s.w+a.px(6)-w))
		list.AddText(imgui.Vec2{X: left, Y: s.y + a.px(5)}, strong, text)
	}
}

// drawKeys draws where the clip has keys: those of the selected bone, or all.
func (a *App) drawKeys(s strip) {
	times := a.s.KeyTimes(a.s.SelectedBone())
	list := imgui.WindowDrawList()
	col := imgui.PackedColorFromVec4(a.c.Palette().Warn)
	y := s.y + s.h - a.px(5)
	k := a.px(3)
	last := float32(-1e9)
	for _, t := range times {
		x := s.at(math.Min(t, s.duration))
		if x-last < a.px(2) { // a dense clip is a band of ticks, not ten thousand
			continue
		}
		last = x
		list.AddTriangleFilled(imgui.Vec2{X: x, Y: y - k}, imgui.Vec2{X: x + k*0.8, Y: y}, imgui.Vec2{X: x - k*0.8, Y: y}, col)
		list.AddTriangleFilled(imgui.Vec2{X: x - k*0.8, Y: y}, imgui.Vec2{X: x + k*0.8, Y: y}, imgui.Vec2{X: x, Y: y + k}, col)
	}
}
