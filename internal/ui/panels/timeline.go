package panels

import (
	"fmt"
	"math"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/lab"
)

// speeds are the playback rates on offer.
var speeds = []float64{-1, 0.1, 0.25, 0.5, 1, 2, 4}

// timelinePanel is the clip, the transport buttons, and the scrubber with frame
// numbers.
func (a *App) timelinePanel() {
	s, clock := a.s, a.s.Clock()
	duration, fps := s.Duration(), s.FPS()
	a.clipChoice()
	imgui.SameLine()
	if a.button("time/start", "|<", buttonLook{tip: "To the start"}) {
		clock.Seek(0, duration)
	}
	imgui.SameLineV(0, a.px(3))
	if a.button("time/back", "<", buttonLook{tip: "One frame back (,)"}) {
		clock.StepFrames(-1, fps, duration)
	}
	imgui.SameLineV(0, a.px(3))
	label := "Play "
	if clock.Playing {
		label = "Pause"
	}
	if a.button("time/play", label, buttonLook{tip: "Play or pause (Space)"}) {
		clock.Playing = !clock.Playing
	}
	imgui.SameLineV(0, a.px(3))
	if a.button("time/on", ">", buttonLook{tip: "One frame on (.)"}) {
		clock.StepFrames(1, fps, duration)
	}
	imgui.SameLine()
	imgui.SetNextItemWidth(a.px(84))
	if imgui.BeginCombo("##speed", fmt.Sprintf("%g×", clock.Rate())) {
		for _, v := range speeds {
			if imgui.SelectableV(fmt.Sprintf("%g×", v), v == clock.Rate(), 0, imgui.Vec2{}) {
				clock.Speed = v
			}
		}
		imgui.EndCombo()
	}
	a.named("time/speed", true)
	a.tip("Playback speed; -1× plays backwards")
	imgui.SameLine()
	imgui.SetNextItemWidth(a.px(104))
	if imgui.BeginCombo("##mode", clock.Mode.String()) {
		for _, m := range []lab.LoopMode{lab.Loop, lab.PingPong, lab.Once} {
			if imgui.SelectableV(m.String(), m == clock.Mode, 0, imgui.Vec2{}) {
				clock.Mode = m
			}
		}
		imgui.EndCombo()
	}
	a.named("time/mode", true)
	imgui.SameLine()
	if duration > 0 {
		imgui.AlignTextToFramePadding()
		a.mono(fmt.Sprintf("frame %5.1f / %.0f   %5.2f s / %.2f s", clock.Time*fps, duration*fps, clock.Time, duration))
	} else {
		imgui.AlignTextToFramePadding()
		a.dim("rest pose: nothing to play")
	}
	a.scrubber(duration, fps)
}

// clipChoice picks the base pose of the preview.
func (a *App) clipChoice() {
	ref := a.s.Clip()
	var own []string
	if f := a.view.frame; f != nil {
		for i := range f.Model.Animations {
			own = append(own, clipName(f.Model.Animations[i].Name, i))
		}
	}
	label := "Clip: automatic"
	switch {
	case ref.Kind == lab.ClipRest:
		label = "Rest pose"
	case ref.Kind == lab.ClipOwn && ref.Index < len(own):
		label = own[ref.Index]
	case ref.Kind == lab.ClipDonor:
		label = "Donor's clip, by index"
	}
	imgui.SetNextItemWidth(a.px(190))
	if imgui.BeginCombo("##clip", fit(label, a.px(155))) {
		choose := func(text string, c lab.ClipRef) {
			if imgui.SelectableV(text, c == ref, 0, imgui.Vec2{}) {
				a.s.SetClip(c)
			}
		}
		choose("Automatic", lab.ClipRef{})
		choose("Rest pose", lab.ClipRef{Kind: lab.ClipRest})
		for i, n := range own {
			choose(fmt.Sprintf("%s##%d", n, i), lab.ClipRef{Kind: lab.ClipOwn, Index: i})
		}
		if a.s.Work().Donor != nil {
			choose("Donor's clip, by index", lab.ClipRef{Kind: lab.ClipDonor})
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

// scrubber draws the ruler of frames and moves the clock while it is dragged.
func (a *App) scrubber(duration, fps float64) {
	p := a.c.Palette()
	at, size := imgui.CursorScreenPos(), imgui.ContentRegionAvail()
	if size.X < 10 || size.Y < 6 {
		return
	}
	imgui.InvisibleButton("##scrub", size)
	a.named("time/scrub", duration > 0)
	list := imgui.WindowDrawList()
	bar := imgui.Vec2{X: at.X + size.X, Y: at.Y + size.Y}
	list.AddRectFilledV(at, bar, imgui.PackedColorFromVec4(p.Frame), a.px(3), 0)
	if duration <= 0 {
		return
	}
	if imgui.IsItemActive() {
		t := float64((imgui.MousePos().X-at.X)/size.X) * duration
		a.s.Clock().Playing = false
		a.s.Clock().Seek(math.Max(0, math.Min(duration, t)), duration)
	}
	frames := int(math.Round(duration * fps))
	step := 1
	for float32(frames)/float32(step) > size.X/a.px(7) {
		step *= 5
	}
	imgui.PushFont(a.c.Fonts().Small)
	for f := 0; f <= frames; f += step {
		x := at.X + size.X*float32(f)/float32(max(frames, 1))
		major := f%(step*5) == 0
		h := size.Y * 0.22
		if major {
			h = size.Y * 0.45
		}
		list.AddLineV(imgui.Vec2{X: x, Y: bar.Y - h}, imgui.Vec2{X: x, Y: bar.Y}, imgui.PackedColorFromVec4(p.Line), 1)
		if major && x < bar.X-a.px(24) {
			list.AddText(imgui.Vec2{X: x + a.px(3), Y: at.Y}, imgui.PackedColorFromVec4(p.Dim), fmt.Sprint(f))
		}
	}
	imgui.PopFont()
	x := at.X + size.X*float32(a.s.Clock().Time/duration)
	list.AddLineV(imgui.Vec2{X: x, Y: at.Y}, imgui.Vec2{X: x, Y: bar.Y}, imgui.PackedColorFromVec4(p.Accent), a.px(2))
}
