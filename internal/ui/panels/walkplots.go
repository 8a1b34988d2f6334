package panels

import (
	"fmt"
	"math"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/gait"
	"donorlab/internal/lab"
	"donorlab/internal/ui"
)

// plotSeconds is how much of the past plots show.
const plotSeconds = 6.0

// plotLine is one line of a plot.
type plotLine struct {
	name  string
	color imgui.Vec4
	of    func(*gait.Row) float64
}

// footVec is the colour of a foot.
func footVec(foot int) imgui.Vec4 {
	r, g, b := lab.FootColor(foot)
	return imgui.Vec4{X: float32(r) / 255, Y: float32(g) / 255, Z: float32(b) / 255, W: 1}
}

// The colours of weights, Okabe and Ito's.
var weightColors = [...]imgui.Vec4{
	{X: 0.62, Y: 0.64, Z: 0.67, W: 1}, // idle
	{X: 0.00, Y: 0.62, Z: 0.45, W: 1}, // walk
	{X: 0.94, Y: 0.89, Z: 0.26, W: 1}, // run
	{X: 0.80, Y: 0.47, Z: 0.65, W: 1}, // crouch
	{X: 0.84, Y: 0.37, Z: 0.00, W: 1}, // air
	{X: 0.34, Y: 0.71, Z: 0.91, W: 1}, // float
}

// plots show the last seconds of the walk.
func (w *walkPanel) plots(a *App) {
	rows := a.s.WalkTrace()
	if !a.s.WalkShown() || len(rows) == 0 {
		a.dim("Press Walk: phase, weights, feet and skate are plotted here, the newest at the right.")
		return
	}
	last := &rows[len(rows)-1]
	w.figures(a, last)
	text := a.c.Palette().Text
	w.plot(a, "speed", "Speed, m/s", rows, 0, 2, "%.2f", plotLine{"", text, func(r *gait.Row) float64 { return r.Speed }})
	w.plot(a, "phase", "Phase of the stride", rows, 1, 1, "%.2f", plotLine{"", text, func(r *gait.Row) float64 { return r.Phase }})
	w.plot(a, "weights", "Weights", rows, 1, 1, "",
		plotLine{"idle", weightColors[0], func(r *gait.Row) float64 { return r.Blend.Idle * r.Ground }},
		plotLine{"walk", weightColors[1], func(r *gait.Row) float64 { return r.Blend.Walk * r.Ground }},
		plotLine{"run", weightColors[2], func(r *gait.Row) float64 { return r.Blend.Run * r.Ground }},
		plotLine{"crouch", weightColors[3], func(r *gait.Row) float64 { return r.Crouch }},
		plotLine{"air", weightColors[4], func(r *gait.Row) float64 { return r.Air }},
		plotLine{"float", weightColors[5], func(r *gait.Row) float64 { return r.Float }})
	w.plot(a, "height", "Feet over the ground, cm", rows, 0, 5, "",
		plotLine{fmt.Sprintf("left %.1f", last.Height[0]*100), footVec(0), func(r *gait.Row) float64 { return r.Height[0] * 100 }},
		plotLine{fmt.Sprintf("right %.1f", last.Height[1]*100), footVec(1), func(r *gait.Row) float64 { return r.Height[1] * 100 }})
	worst := 0.0
	for i := range rows {
		worst = max(worst, rows[i].Skate[0], rows[i].Skate[1])
	}
	w.plot(a, "skate", fmt.Sprintf("Skate of planted feet, mm; worst %.4f", worst), rows, 0, 0.1, "",
		plotLine{"left", footVec(0), func(r *gait.Row) float64 { return r.Skate[0] }},
		plotLine{"right", footVec(1), func(r *gait.Row) float64 { return r.Skate[1] }})
}

// plot draws one plot. Its range is from 0 to fixed or, where that is 0, to what is
// largest, least at the least.
func (w *walkPanel) plot(a *App, name, title string, rows []gait.Row, fixed, least float64, format string, lines ...plotLine) {
	p := a.c.Palette()
	imgui.PushFont(a.c.Fonts().Small)
	defer imgui.PopFont()
	if format != "" {
		title += ": " + fmt.Sprintf(format, lines[0].of(&rows[len(rows)-1]))
	}
	imgui.PushStyleColor(imgui.StyleColorText, p.Dim)
	imgui.Text(title)
	imgui.PopStyleColor()
	if lines[0].name != "" {
		right := imgui.CursorScreenPos().X + imgui.ContentRegionAvail().X
		for _, l := range lines {
			if imgui.ItemRectMax().X+imgui.CalcTextSize(l.name, false, 0).X+a.px(9) <= right {
				imgui.SameLineV(0, a.px(7))
			}
			imgui.PushStyleColor(imgui.StyleColorText, a.onPanel(l.color))
			imgui.Text(l.name)
			imgui.PopStyleColor()
		}
	}
	at := imgui.CursorScreenPos()
	size := imgui.Vec2{X: float32(math.Floor(float64(imgui.ContentRegionAvail().X))), Y: a.px(34)}
	imgui.Dummy(size)
	a.named("walk/plot/"+name, true)
	if !imgui.IsItemVisible() {
		return
	}
	top := fixed
	if top == 0 {
		top = least
		for i := range rows {
			for _, l := range lines {
				top = max(top, l.of(&rows[i]))
			}
		}
	}
	if math.IsNaN(top) || math.IsInf(top, 0) {
		return
	}
	list := imgui.WindowDrawList()
	list.AddRectFilled(at, at.Plus(size), imgui.PackedColorFromVec4(ui.Fade(p.Frame, 0.5)))
	end := rows[len(rows)-1].Time
	x := func(t float64) float32 { return at.X + size.X*float32(1-(end-t)/plotSeconds) }
	y := func(v float64) float32 {
		return at.Y + size.Y - a.px(1) - (size.Y-a.px(3))*float32(max(0, min(v/top, 1)))
	}
	for s := math.Ceil(end - plotSeconds); s <= end; s++ {
		list.AddLineV(imgui.Vec2{X: x(s), Y: at.Y}, imgui.Vec2{X: x(s), Y: at.Y + size.Y}, imgui.PackedColorFromVec4(ui.Fade(p.Line, 0.8)), a.px(1))
	}
	from := 0
	for from < len(rows)-1 && rows[from].Time < end-plotSeconds {
		from++
	}
	const points = 120
	step := max(1, (len(rows)-from)/points)
	from += (step - from%step) % step // the same ticks from frame to frame
	for _, l := range lines {
		col := imgui.PackedColorFromVec4(a.onPanel(l.color))
		for i := from; i+step < len(rows); i += step {
			v0, v1 := l.of(&rows[i]), l.of(&rows[i+step])
			if name == "phase" && v1 < v0 {
				continue
			}
			list.AddLineV(imgui.Vec2{X: x(rows[i].Time), Y: y(v0)}, imgui.Vec2{X: x(rows[i+step].Time), Y: y(v1)}, col, a.px(1.4))
		}
	}
	for _, st := range a.s.Footsteps() {
		if st.Time >= end-plotSeconds {
			list.AddLineV(imgui.Vec2{X: x(st.Time), Y: at.Y + size.Y - a.px(5)}, imgui.Vec2{X: x(st.Time), Y: at.Y + size.Y},
				imgui.PackedColorFromVec4(a.onPanel(footVec(st.Foot))), a.px(2))
		}
	}
	label := fmt.Sprintf("%.3g", top)
	lw := imgui.CalcTextSize(label, false, 0).X
	list.AddText(imgui.Vec2{X: at.X + size.X - lw - a.px(3), Y: at.Y}, imgui.PackedColorFromVec4(ui.Fade(p.Dim, 0.9)), label)
}

// onPanel darkens a colour for the light theme, where it lies on white.
func (a *App) onPanel(c imgui.Vec4) imgui.Vec4 {
	if a.s.Settings().Light() {
		c.X, c.Y, c.Z = c.X*0.62, c.Y*0.62, c.Z*0.62
	}
	return c
}

// timeline is the row below the picture while a body walks.
func (w *walkPanel) timeline(a *App) {
	c := a.s.Clock()
	if a.transport("time/play", iconPlay, c.Playing, "Walk on, or hold (Space; by hand Space jumps)") {
		c.Playing = !c.Playing
		c.Speed = math.Abs(c.Rate())
	}
	imgui.SameLineV(0, a.px(3))
	if a.transport("time/on", iconOn, false, "Hold, and one tick on") {
		a.s.TickWalk()
	}
	imgui.SameLine()
	a.speedChoice()
	imgui.SameLine()
	w.stateButtons(a, "time/state/")
	imgui.SameLine()
	imgui.AlignTextToFramePadding()
	rows := a.s.WalkTrace()
	if len(rows) == 0 {
		a.dim("standing")
		return
	}
	last := &rows[len(rows)-1]
	a.mono(fit(fmt.Sprintf("%6.2f s  %4.1f m/s  %d steps", a.s.WalkTime(), last.Speed, last.Steps), imgui.ContentRegionAvail().X))
	w.ticks(a, rows)
}

// ticks draws the feet along the time: bars while they are down, ticks where they
// were put down.
func (w *walkPanel) ticks(a *App, rows []gait.Row) {
	p := a.c.Palette()
	at := imgui.CursorScreenPos()
	size := imgui.ContentRegionAvail()
	if size.X < 40 || size.Y < 12 {
		return
	}
	imgui.Dummy(size)
	a.named("walk/steps", true)
	a.tip("The left foot above, the right one below: bars while it is planted, ticks where it was put down. The newest is at the right.")
	list := imgui.WindowDrawList()
	list.AddRectFilled(at, at.Plus(size), imgui.PackedColorFromVec4(ui.Fade(p.Frame, 0.5)))
	const seconds = 10.0
	gutter := a.px(34)
	end := rows[len(rows)-1].Time
	x := func(t float64) float32 {
		return at.X + gutter + (size.X-gutter)*float32(max(0, 1-(end-t)/seconds))
	}
	imgui.PushFont(a.c.Fonts().Small)
	defer imgui.PopFont()
	text := imgui.TextLineHeight()
	lane := (size.Y - text) / 2
	for s := math.Ceil(end - seconds); s <= end; s++ {
		if s < 0 {
			continue
		}
		list.AddLineV(imgui.Vec2{X: x(s), Y: at.Y}, imgui.Vec2{X: x(s), Y: at.Y + size.Y}, imgui.PackedColorFromVec4(p.Line), a.px(1))
		label := fmt.Sprintf("%.0f s", s)
		if x(s)+imgui.CalcTextSize(label, false, 0).X+a.px(3) < at.X+size.X {
			list.AddText(imgui.Vec2{X: x(s) + a.px(3), Y: at.Y + size.Y - text}, imgui.PackedColorFromVec4(p.Dim), label)
		}
	}
	for foot, name := range [...]string{"left", "right"} {
		y := at.Y + lane*float32(foot)
		col := a.onPanel(footVec(foot))
		list.AddText(imgui.Vec2{X: at.X + a.px(3), Y: y + (lane-text)/2}, imgui.PackedColorFromVec4(col), name)
		bar := func(from, to float64) {
			list.AddRectFilled(imgui.Vec2{X: x(from), Y: y + lane*0.3}, imgui.Vec2{X: x(to), Y: y + lane*0.8}, imgui.PackedColorFromVec4(ui.Fade(col, 0.45)))
		}
		began := -1.0
		for i := range rows {
			r := &rows[i]
			if r.Time < end-seconds {
				continue
			}
			if r.Planted[foot] && began < 0 {
				began = r.Time
			}
			if !r.Planted[foot] && began >= 0 {
				bar(began, r.Time)
				began = -1
			}
		}
		if began >= 0 {
			bar(began, end)
		}
		for _, st := range a.s.Footsteps() {
			if st.Foot == foot && st.Time >= end-seconds {
				list.AddLineV(imgui.Vec2{X: x(st.Time), Y: y + lane*0.1}, imgui.Vec2{X: x(st.Time), Y: y + lane*0.95}, imgui.PackedColorFromVec4(col), a.px(2))
			}
		}
	}
}

// jumps reports whether Space belongs to the walker.
func (w *walkPanel) jumps(a *App) bool {
	return a.s.WalkShown() && a.s.WalkPlan().Drive == lab.WalkHand
}
