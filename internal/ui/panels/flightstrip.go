package panels

import (
	"fmt"
	"math"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/flight"
	"donorlab/internal/ui"
)

// The strip below the picture while the world is shown: transport, the flight's
// time, and three plots side by side.

// flightSpeeds are the playback rates on offer.
var flightSpeeds = []float64{0.1, 0.25, 0.5, 1, 2, 4, 8, 16}

// plotWindows are the lengths of the plots over time on offer, seconds.
var plotWindows = []float64{10, 5, 20, 30}

// stripHeight is the height of the row below the picture, in design units.
func (a *App) stripHeight() float32 {
	if !a.s.WorldShown() {
		return timelineHeight
	}
	if a.flight.narrow {
		return timelineHeight - 10
	}
	room := float32(a.in.Height) / a.c.Scale()
	return max(timelineHeight, min(250, room*0.3))
}

// flightStrip issues the row.
func (a *App) flightStrip() {
	p, f := &a.flight, a.s.Flight()
	if f == nil {
		a.dim("no world: choose a map in the Flight tab")
		return
	}
	gap := func() { imgui.SameLineV(0, a.px(3)) }
	if a.transport("fly/start", iconStart, false, "To the start; the recording stays") {
		a.s.SeekFlight(0)
	}
	gap()
	if a.transport("fly/back", iconBack, false, "One step of 1/60 s back (,)") {
		a.stepFlight(-1)
	}
	gap()
	if a.transport("fly/play", iconPlay, a.s.Flying(), "Fly or hold (Space)") {
		a.s.PlayFlight(!a.s.Flying())
	}
	gap()
	if a.transport("fly/on", iconOn, false, "One step on (.)") {
		a.stepFlight(1)
	}
	imgui.SameLine()
	imgui.SetNextItemWidth(a.px(78))
	if imgui.BeginCombo("##flyspeed", fmt.Sprintf("%g×", a.s.FlightSpeed())) {
		for _, v := range flightSpeeds {
			if imgui.SelectableV(fmt.Sprintf("%g×", v), v == a.s.FlightSpeed(), 0, imgui.Vec2{}) {
				a.s.SetFlightSpeed(v)
			}
			a.named(fmt.Sprintf("fly/rate/%g", v), true)
		}
		imgui.EndCombo()
	}
	a.named("fly/rate", true)
	a.tip("How fast the flight is played")
	imgui.SameLine()
	p.scrub(a)
	imgui.SameLine()
	t := f.Trace(0)
	imgui.AlignTextToFramePadding()
	a.mono(fmt.Sprintf("%6.2f s  %-5s %4.1f u/s", float64(f.Tick())*flight.DT, t.State, t.Speed))
	imgui.SameLine()
	plots := !p.narrow
	if a.check("fly/plots", "Plots", &plots, "Altitude, heading and the path ahead (F10)") {
		p.narrow = !plots
	}
	if !p.narrow {
		imgui.SameLineV(0, a.px(4))
		imgui.SetNextItemWidth(a.px(66))
		if imgui.BeginCombo("##flywindow", fmt.Sprintf("%g s", plotWindows[p.window])) {
			for i, v := range plotWindows {
				if imgui.SelectableV(fmt.Sprintf("%g s", v), i == p.window, 0, imgui.Vec2{}) {
					p.window = i
				}
			}
			imgui.EndCombo()
		}
		a.named("fly/window", true)
		a.tip("How much of the flight the two plots over time show")
		p.plots(a)
	}
}

// stepFlight goes by single steps, and holds.
func (a *App) stepFlight(by int) {
	a.s.PlayFlight(false)
	a.s.SeekFlight(a.s.Flight().Tick() + by)
}

// scrub is the flight's time as a slider.
func (p *flightPanel) scrub(a *App) {
	f := a.s.Flight()
	// The slider's end is held while it is dragged.
	end := max(int(a.s.Script().Seconds*flight.Rate), f.Tick(), flight.Rate)
	if r := float64(f.Tick()) / float64(end); r > 0.97 {
		end += end / 4
	}
	tick := int32(f.Tick())
	imgui.SetNextItemWidth(max(a.px(60), imgui.ContentRegionAvail().X-a.px(400)))
	if imgui.SliderIntV("##flyscrub", &tick, 0, int32(end), "", imgui.SliderFlagsNoInput) {
		a.s.PlayFlight(false)
		a.s.SeekFlight(int(tick))
	}
	a.named("fly/scrub", true)
	a.tip("Drag to any moment of the flight; what was not flown yet is flown")
}

// plots issues the three.
func (p *flightPanel) plots(a *App) {
	at := imgui.CursorScreenPos()
	size := imgui.ContentRegionAvail()
	if size.Y < a.px(40) {
		return
	}
	gap := a.px(10)
	w := (size.X - 2*gap) / 3
	imgui.Dummy(size)
	for i, draw := range []func(*App, imgui.Vec2, imgui.Vec2){p.altitudePlot, p.headingPlot, p.profilePlot} {
		lo := imgui.Vec2{X: at.X + float32(i)*(w+gap), Y: at.Y}
		hi := imgui.Vec2{X: lo.X + w, Y: at.Y + size.Y}
		draw(a, lo, hi)
		a.widgets = append(a.widgets, Widget{[]string{"fly/altitude", "fly/heading", "fly/profile"}[i], lo.X, lo.Y, w, size.Y, true, ""})
	}
}

// altParts are what stacks up to the pawn's height.
type altParts struct{ engine, position, combat, hug, drift float64 }

func partsOf(t *flight.Trace) altParts {
	return altParts{t.Engine[1], t.Position[1], t.Combat, t.Offset, t.Drift[1]}
}

// sums are the heights after each stage: the engine's first, the final last.
func (p altParts) sums() [5]float64 {
	s := [5]float64{p.engine}
	for i, v := range []float64{p.position, p.combat, p.hug, p.drift} {
		s[i+1] = s[i] + v
	}
	return s
}

// stackInks are the colours of the position offset, combat height, hug and drift.
var stackInks = [4]int{inkPurple, inkRed, inkOrange, inkYellow}

// timeSpan is the time that the plots over time show, seconds, and the trace in it.
func (p *flightPanel) timeSpan(a *App) (from, to float64, trace []flight.Trace) {
	trace = a.s.FlightTrace()
	to = float64(a.s.Flight().Tick()) * flight.DT
	from = max(0, to-plotWindows[p.window])
	to = max(to, from+plotWindows[p.window])
	for len(trace) > 0 && float64(trace[0].Tick)*flight.DT < from {
		trace = trace[1:]
	}
	return from, to, trace
}

// traceAt returns the step at a time in seconds. The steps of a trace follow each
// other.
func traceAt(trace []flight.Trace, at float64) (*flight.Trace, bool) {
	if len(trace) == 0 {
		return nil, false
	}
	i := int(math.Round(at*flight.Rate)) - trace[0].Tick
	if i < 0 || i >= len(trace) {
		return nil, false
	}
	return &trace[i], true
}

// altitudePlot stacks what each stage adds to the height, over time, on the ground
// below.
func (p *flightPanel) altitudePlot(a *App, lo, hi imgui.Vec2) {
	from, to, trace := p.timeSpan(a)
	last := altParts{}
	y0, y1 := math.Inf(1), math.Inf(-1)
	for i := range trace {
		t := &trace[i]
		last = partsOf(t)
		y0 = min(y0, t.Ground)
		for _, v := range last.sums() {
			y0, y1 = min(y0, v), max(y1, v)
		}
	}
	names := []string{"position", "combat", "hug", "drift"}
	var entries []legendEntry
	entries = append(entries, legendEntry{a.ink(inkSky), 1, fmt.Sprintf("game %.2f", last.engine)})
	for i, v := range []float64{last.position, last.combat, last.hug, last.drift} {
		if i > 1 && v == 0 && names[i] == "drift" {
			continue
		}
		entries = append(entries, legendEntry{a.ink(stackInks[i]), 4, names[i] + " " + signed(v)})
	}
	entries = append(entries, legendEntry{a.c.Palette().Text, 1, fmt.Sprintf("= %.2f", last.sums()[4])})
	lo.Y = a.legend(lo, hi.X, "Altitude, units", entries)
	g := a.newPlot(lo, hi, true)
	g.ranged(from, to, y0, y1, 2)
	g.ground(axis{unit: "s", most: 6}, axis{most: 4})
	done := g.clip()
	earth := ui.Fade(a.c.Palette().Dim, 0.30)
	g.band(earth, func(x float64) (float64, float64, bool) {
		t, ok := traceAt(trace, x)
		if !ok {
			return 0, 0, false
		}
		return g.y0, t.Ground, true
	})
	for k, ink := range stackInks {
		g.band(ui.Fade(a.ink(ink), 0.55), func(x float64) (float64, float64, bool) {
			t, ok := traceAt(trace, x)
			if !ok {
				return 0, 0, false
			}
			s := partsOf(t).sums()
			return s[k], s[k+1], true
		})
	}
	g.curve(a.ink(inkSky), 1.5, func(x float64) (float64, bool) {
		t, ok := traceAt(trace, x)
		if !ok {
			return 0, false
		}
		return t.Engine[1], true
	})
	if ghost := a.s.GhostTrace(); len(ghost) > 0 {
		g.curve(ui.Fade(a.ink(inkBlue), 0.9), 1, func(x float64) (float64, bool) {
			t, ok := traceAt(ghost, x)
			if !ok {
				return 0, false
			}
			return t.Final()[1], true
		})
	}
	g.curve(a.c.Palette().Text, 2, func(x float64) (float64, bool) {
		t, ok := traceAt(trace, x)
		if !ok {
			return 0, false
		}
		return t.Final()[1], true
	})
	done()
	g.frame()
}

// unrolled are headings without jumps at half a turn: each is the one before it and
// the shortest turn from there.
func unrolled(trace []flight.Trace, yaw func(*flight.Trace) float64, start float64) []float64 {
	out := make([]float64, len(trace))
	for i := range trace {
		v := yaw(&trace[i])
		out[i] = start + flight.ShortestDeg(start, v)
		start = out[i]
	}
	return out
}

// headingPlot shows where the unit faces, where it is to face, and its bank.
func (p *flightPanel) headingPlot(a *App, lo, hi imgui.Vec2) {
	from, to, trace := p.timeSpan(a)
	var yaw, target, ghost []float64
	bankMost, now := 5.0, flight.Trace{}
	y0, y1 := math.Inf(1), math.Inf(-1)
	if len(trace) > 0 {
		now = trace[len(trace)-1]
		yaw = unrolled(trace, func(t *flight.Trace) float64 { return t.YawDeg }, 0)
		target = make([]float64, len(trace))
		for i := range trace { // beside the heading, never a turn away
			target[i] = yaw[i] + trace[i].ErrorDeg
			bankMost = max(bankMost, math.Abs(trace[i].BankDeg))
			y0, y1 = min(y0, yaw[i], target[i]), max(y1, yaw[i], target[i])
		}
	}
	gt := a.s.GhostTrace()
	for len(gt) > 0 && len(trace) > 0 && gt[0].Tick < trace[0].Tick {
		gt = gt[1:]
	}
	entries := []legendEntry{{a.c.Palette().Text, 1, fmt.Sprintf("faces %.0f°", now.YawDeg)}, {a.ink(inkOrange), 1, fmt.Sprintf("to face %.0f°", now.TargetYawDeg)}}
	if len(gt) > 0 && len(yaw) > 0 {
		ghost = unrolled(gt, func(t *flight.Trace) float64 { return t.YawDeg }, yaw[0])
		for _, v := range ghost {
			y0, y1 = min(y0, v), max(y1, v)
		}
		entries = append(entries, legendEntry{a.ink(inkBlue), 1, "ghost"})
	}
	entries = append(entries, legendEntry{a.ink(inkGreen), 3, "bank " + plainDeg(now.BankDeg)})
	lo.Y = a.legend(lo, hi.X, "Heading, °", entries)
	split := lo.Y + (hi.Y-a.px(15)-lo.Y)*0.62
	g := a.newPlot(lo, imgui.Vec2{X: hi.X, Y: split}, false)
	g.ranged(from, to, y0, y1, 60)
	g.ground(axis{most: 6}, axis{most: 4, deg: true})
	done := g.clip()
	series := func(list []float64, of []flight.Trace) func(float64) (float64, bool) {
		return func(x float64) (float64, bool) {
			if len(list) == 0 {
				return 0, false
			}
			i := int(math.Round(x*flight.Rate)) - of[0].Tick
			if i < 0 || i >= len(list) {
				return 0, false
			}
			return list[i], true
		}
	}
	g.curve(a.ink(inkBlue), 1.2, series(ghost, gt))
	g.curve(a.ink(inkOrange), 1.4, series(target, trace))
	g.curve(a.c.Palette().Text, 2, series(yaw, trace))
	done()
	g.frame()

	b := a.newPlot(imgui.Vec2{X: lo.X, Y: split + a.px(5)}, hi, true)
	b.ranged(from, to, -bankMost, bankMost, 0)
	b.ground(axis{unit: "s", most: 6}, axis{most: 3})
	done = b.clip()
	b.band(ui.Fade(a.ink(inkGreen), 0.6), func(x float64) (float64, float64, bool) {
		t, ok := traceAt(trace, x)
		if !ok {
			return 0, 0, false
		}
		return 0, t.BankDeg, true
	})
	if len(gt) > 0 {
		b.curve(a.ink(inkBlue), 1.2, func(x float64) (float64, bool) {
			t, ok := traceAt(gt, x)
			if !ok {
				return 0, false
			}
			return t.BankDeg, true
		})
	}
	done()
	b.frame()
	imgui.PushFont(a.c.Fonts().Small)
	b.list.AddText(imgui.Vec2{X: b.lo.X + a.px(4), Y: b.lo.Y + a.px(1)}, imgui.PackedColorFromVec4(a.c.Palette().Dim), "bank, °  right wing down is positive")
	imgui.PopFont()
}

// plainDeg writes an angle without a sign on 0.
func plainDeg(v float64) string {
	if math.Abs(v) < 0.05 {
		v = 0
	}
	return fmt.Sprintf("%.1f°", v)
}

// shortDistrict is a definition name without what all of its kind have in common.
func shortDistrict(name string) string {
	for _, cut := range []string{"Extension_Base_", "Extension_", "Exploitation_"} {
		if rest, ok := strings.CutPrefix(name, cut); ok && rest != "" {
			return rest
		}
	}
	return name
}

// profilePlot is the path of the next seconds from the side: ground, districts,
// altitude, the lead point, and where the hug climbs and sinks.
func (p *flightPanel) profilePlot(a *App, lo, hi imgui.Vec2) {
	ahead, w := a.s.FlightAhead(), a.s.Flight().World()
	now := a.s.Flight().Trace(0)
	pal := a.c.Palette()
	lo.Y = a.legend(lo, hi.X, "Path ahead, units", []legendEntry{{pal.Text, 1, "unit"}, {ui.Fade(a.ink(inkPurple), 0.6), 4, "district"},
		{a.ink(inkOrange), 3, "climbs"}, {a.ink(inkSky), 3, "sinks"}, {a.ink(inkGreen), 1, "lead point"}})
	y0, y1, way := now.Ground, now.Final()[1], 4.0
	for i := range ahead {
		y0, y1, way = min(y0, ahead[i].Ground), max(y1, ahead[i].Final()[1], ahead[i].Top), max(way, ahead[i].Way)
	}
	g := a.newPlot(lo, hi, true)
	g.ranged(0, way, y0, y1+0.5, 3)
	g.ground(axis{unit: "units", most: 6}, axis{most: 4})
	done := g.clip()
	at := pathAt(ahead)
	g.band(ui.Fade(pal.Dim, 0.30), func(x float64) (float64, float64, bool) {
		t, ok := at(x)
		if !ok {
			return 0, 0, false
		}
		return g.y0, t.Ground, true
	})
	g.band(ui.Fade(a.ink(inkPurple), 0.5), func(x float64) (float64, float64, bool) {
		t, ok := at(x)
		if !ok || t.District < 0 {
			return 0, 0, false
		}
		return t.Ground, max(t.Top, t.Ground+(g.y1-g.y0)*0.02), true
	})
	g.curve(ui.Fade(a.ink(inkSky), 0.9), 1, func(x float64) (float64, bool) {
		t, ok := at(x)
		if !ok {
			return 0, false
		}
		return t.Engine[1], true
	})
	g.curve(pal.Text, 2, func(x float64) (float64, bool) {
		t, ok := at(x)
		if !ok {
			return 0, false
		}
		return t.Final()[1], true
	})
	imgui.PushFont(a.c.Fonts().Small)
	defer imgui.PopFont()
	p.leadPoint(a, &g, now)
	p.names(a, &g, ahead, func(i int) string { return shortDistrict(w.District(i).Name) })
	p.transitions(a, &g, ahead)
	done()
	g.frame()
	if len(ahead) == 0 || ahead[len(ahead)-1].Way < 0.1 {
		text := "it stands: give it an order"
		s := imgui.CalcTextSize(text, false, 0)
		g.list.AddText(imgui.Vec2{X: (g.lo.X + g.hi.X - s.X) / 2, Y: g.lo.Y + a.px(4)}, imgui.PackedColorFromVec4(pal.Dim), text)
	}
}

// pathAt returns the path by the way flown. The way never goes back.
func pathAt(ahead []flight.AheadPoint) func(way float64) (*flight.AheadPoint, bool) {
	i := 0
	return func(way float64) (*flight.AheadPoint, bool) {
		if len(ahead) == 0 || way > ahead[len(ahead)-1].Way {
			return nil, false
		}
		if i >= len(ahead) || ahead[i].Way > way {
			i = 0
		}
		for i+1 < len(ahead) && ahead[i+1].Way <= way {
			i++
		}
		return &ahead[i], true
	}
}

// leadPoint marks how far ahead the hug looks.
func (p *flightPanel) leadPoint(a *App, g *plot, now *flight.Trace) {
	d := now.Probe.Sub(now.Engine)
	far := math.Hypot(d[0], d[2])
	if far < 1e-6 || far > g.x1 {
		return
	}
	col := imgui.PackedColorFromVec4(a.ink(inkGreen))
	x := g.x(far)
	for y := g.lo.Y; y < g.hi.Y; y += a.px(6) {
		g.list.AddLineV(imgui.Vec2{X: x, Y: y}, imgui.Vec2{X: x, Y: min(y+a.px(3), g.hi.Y)}, col, a.px(1.2))
	}
	g.list.AddCircleFilledV(g.at(far, now.Probe[1]), a.px(3.2), col, 12)
}

// names writes the districts' names where they begin, as far as there is room.
func (p *flightPanel) names(a *App, g *plot, ahead []flight.AheadPoint, name func(int) string) {
	col := imgui.PackedColorFromVec4(a.c.Palette().Text)
	free := g.lo.X
	for i := 0; i < len(ahead); {
		d, j := ahead[i].District, i
		for j < len(ahead) && ahead[j].District == d {
			j++
		}
		if d >= 0 {
			l, r := g.x(ahead[i].Way), g.hi.X
			if j < len(ahead) {
				r = g.x(ahead[j].Way)
			}
			text := fit(name(d), r-l+a.px(14))
			if w := imgui.CalcTextSize(text, false, 0).X; l >= free && r-l > a.px(16) {
				g.list.AddText(imgui.Vec2{X: l + a.px(2), Y: g.hi.Y - imgui.TextLineHeight() - a.px(1)}, col, text)
				free = l + w + a.px(6)
			}
		}
		i = j
	}
}

// transitions marks where the hug begins to climb or to sink, with the distance
// that decides it.
func (p *flightPanel) transitions(a *App, g *plot, ahead []flight.AheadPoint) {
	free := g.lo.X
	for i := range ahead {
		e := &ahead[i]
		up, ink := float32(-1), inkOrange
		switch e.Event.Kind {
		case flight.Climb, flight.CliffAhead:
		case flight.Descend, flight.CliffPassed:
			up, ink = 1, inkSky
		default:
			continue
		}
		col := imgui.PackedColorFromVec4(a.ink(ink))
		c := g.at(e.Way, e.Final()[1])
		k := a.px(4.5)
		g.list.AddTriangleFilled(imgui.Vec2{X: c.X - k, Y: c.Y - up*k}, imgui.Vec2{X: c.X + k, Y: c.Y - up*k}, imgui.Vec2{X: c.X, Y: c.Y + up*k}, col)
		text := fmt.Sprintf("%.1f", e.Event.Distance)
		switch e.Event.Kind {
		case flight.CliffAhead:
			text = "cliff " + text
		case flight.CliffPassed:
			text = "top"
		}
		w := imgui.CalcTextSize(text, false, 0).X
		if x := c.X + k + a.px(1); x >= free && x+w < g.hi.X {
			g.list.AddText(imgui.Vec2{X: x, Y: max(g.lo.Y, c.Y-imgui.TextLineHeight()-a.px(1))}, imgui.PackedColorFromVec4(a.c.Palette().Text), text)
			free = x + w + a.px(4)
		}
	}
}
