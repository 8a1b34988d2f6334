package panels

import (
	"fmt"
	"math"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/flight"
)

// numbersPage is what each stage adds right now, and the flight's log.
func (p *flightPanel) numbersPage(a *App) {
	f := a.s.Flight()
	t := f.Trace(0)
	p.stages(a, t)
	p.facts(a, t)
	p.events(a)
}

// stageTips say what a stage is, in the order of flight.Trace.Stages.
var stageTips = [9]string{
	"The game's own: along the orders, facing at once where it goes, at the tile's elevation plus the cruise height. Its place, then its heading.",
	"The entry's position offset, once: x and y turned with the facing that is shown, z up",
	"The entry's combatZ while in combat, in and out over 2 s",
	"Terrain hug: the drop or the skyline, and the cliff ahead, eased",
	"Wind and hover drift; the lab's own, off unless asked for",
	"Turn ease: what is left of the heading error, and the bank",
	"Nose down while it moves",
	"The gun bone's elevation",
	"The entry's scale on the model's size",
}

// stages is the table of the stack.
func (p *flightPanel) stages(a *App, t *flight.Trace) {
	const flags = imgui.TableFlagsRowBg | imgui.TableFlagsSizingFixedFit
	if !imgui.BeginTableV("##stages", 6, flags, imgui.Vec2{}, 0) {
		return
	}
	imgui.TableSetupColumnV("stage", imgui.TableColumnFlagsWidthFixed, a.px(62), 0)
	for i, h := range []string{"left", "up", "fwd", "yaw°", "tilt"} {
		imgui.TableSetupColumnV(h, imgui.TableColumnFlagsWidthFixed, a.px([]float32{43, 40, 43, 36, 48}[i]), 0)
	}
	imgui.TableHeadersRow()
	cell := func(text string, zero bool) {
		imgui.TableNextColumn()
		if zero {
			imgui.PushStyleColor(imgui.StyleColorText, a.c.Palette().Dim)
			text = "·"
		}
		pad := imgui.ContentRegionAvail().X - imgui.CalcTextSize(text, false, 0).X
		imgui.SetCursorPos(imgui.Vec2{X: imgui.CursorPosX() + max(0, pad), Y: imgui.CursorPosY()})
		imgui.Text(text)
		if zero {
			imgui.PopStyleColor()
		}
	}
	number := func(v float64) { cell(fmt.Sprintf("%.2f", v), math.Abs(v) < 0.005) }
	for i, s := range t.Stages() {
		imgui.TableNextRow()
		imgui.TableNextColumn()
		imgui.Text(s.Name)
		a.tip(stageTips[i])
		number(s.Move[0])
		number(s.Move[1])
		number(s.Move[2])
		cell(fmt.Sprintf("%.0f", s.YawDeg), math.Abs(s.YawDeg) < 0.05)
		switch {
		case s.BankDeg != 0:
			cell(fmt.Sprintf("%.1f°b", s.BankDeg), math.Abs(s.BankDeg) < 0.05)
		case s.PitchDeg != 0:
			cell(fmt.Sprintf("%.1f°p", s.PitchDeg), math.Abs(s.PitchDeg) < 0.05)
		case s.GunDeg != 0:
			cell(fmt.Sprintf("%.1f°g", s.GunDeg), false)
		case s.Factor != 0 && s.Factor != 1:
			cell(fmt.Sprintf("×%.2f", s.Factor), false)
		default:
			cell("", true)
		}
	}
	at := t.Final()
	imgui.TableNextRow()
	imgui.TableNextColumn()
	imgui.PushFont(a.c.Fonts().Bold)
	imgui.Text("final")
	imgui.PopFont()
	for _, v := range at {
		cell(fmt.Sprintf("%.2f", v), false)
	}
	cell(fmt.Sprintf("%.0f", t.YawDeg), false)
	cell("", true)
	imgui.EndTable()
	p.small(a, "Units of the lab's frame: left, up, forward of the world. b bank, p pitch, g gun, degrees.")
}

// facts are the rest of a step's numbers.
func (p *flightPanel) facts(a *App, t *flight.Trace) {
	w := a.s.Flight().World()
	name := func(d int) string {
		if d < 0 {
			return "none"
		}
		return w.District(d).Name
	}
	row := func(label, text string) {
		a.label(label, false)
		imgui.Text(fit(text, imgui.ContentRegionAvail().X))
		a.tip(text)
	}
	row("Ground below", fmt.Sprintf("%.2f units, by %s", t.Ground, t.GroundSource))
	row("District below", name(t.District))
	row("District at lead point", name(t.ProbeDistrict))
	row("Match radius", fmt.Sprintf("%.2f units", t.Radius))
	row("Hug wants", fmt.Sprintf("%s for districts, %s for cliffs", signed(t.Hug), signed(t.Cliff)))
	row("To face", fmt.Sprintf("%.1f°, error %.1f°", t.TargetYawDeg, t.ErrorDeg))
	if !math.IsInf(t.Clearance, 0) {
		row("Over what is below", fmt.Sprintf("%.2f units", t.Clearance))
	}
	st := a.s.Flight().Stats()
	row("Extremes so far", fmt.Sprintf("bank %.1f°, error %.1f°, %d climbs, %d sinks, %d cliffs", st.MaxBankDeg, st.MaxErrorDeg, st.Climbs, st.Descends, st.Cliffs))
}

// events is the log, newest first.
func (p *flightPanel) events(a *App) {
	log := a.s.FlightLog()
	a.heading(fmt.Sprintf("Log (%d)", len(log)))
	if len(log) == 0 {
		a.dim("Scans of the districts, and every climb and sink with the distance that decided it, will stand here.")
	}
	const most = 80
	for i := len(log) - 1; i >= max(0, len(log)-most); i-- {
		e := &log[i]
		a.mono(fmt.Sprintf("%6.2f", float64(e.Tick)*flight.DT))
		imgui.SameLineV(0, a.px(6))
		a.colored(a.c.Palette().Text, e.Text)
	}
	if len(log) > 0 && a.button("fly/copylog", "Copy", buttonLook{tip: "The whole log as text"}) {
		text := ""
		for _, e := range log {
			text += fmt.Sprintf("%.2f %s\n", float64(e.Tick)*flight.DT, e.Text)
		}
		a.copyText(text)
	}
}
