package panels

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/flight"
	"donorlab/internal/lab"
	"donorlab/internal/pack"
)

// ordersPage is what is flown, by whom, and beside what.
func (p *flightPanel) ordersPage(a *App) {
	p.maps(a)
	p.orders(a)
	p.squad(a)
	p.ghost(a)
	p.camera(a)
	p.recording(a)
}

// maps chooses the map.
func (p *flightPanel) maps(a *App) {
	m := a.s.Map()
	now := m.Name
	if a.s.MapUnsaved() {
		now = "• " + now
	}
	names := lab.MapNames()
	words := append(slices.Clone(names), "", "Open a map file…")
	tip := fmt.Sprintf("%s\n%s, %s", a.s.MapRef(), plural(len(m.Tiles), "tile"), plural(len(m.Districts), "district"))
	switch i := a.combo("fly/map", "Map", now, words, tip); {
	case i >= 0 && i < len(names):
		_ = a.s.OpenMap(names[i]) // the session has said why, if it failed
	case i == len(words)-1:
		a.open.show(a, purposeMap)
	}
}

// orders chooses the script and gives live orders.
func (p *flightPanel) orders(a *App) {
	names := lab.MapNames()
	words := make([]string, 0, len(names)+2)
	for _, n := range names {
		words = append(words, "Shipped: "+n)
	}
	words = append(words, "", "Open an orders file…")
	o := a.s.Script()
	now := o.Name
	if now == "" {
		now = "unnamed"
	}
	switch i := a.combo("fly/orders", "Orders", now, words, fmt.Sprintf("What is flown from the start: %s in %g s", plural(len(o.List), "order"), o.Seconds)); {
	case i >= 0 && i < len(names):
		_ = a.s.OpenOrders(names[i])
	case i == len(words)-1:
		a.open.show(a, purposeOrders)
	}
	if a.button("fly/anew", "Fly anew", buttonLook{tip: "Flies the orders from their start; orders given by hand are forgotten (F7)"}) {
		a.s.RestartFlight()
		a.s.PlayFlight(true)
	}
	imgui.SameLineV(0, a.px(4))
	if a.button("fly/keep", "Keep", buttonLook{tip: "Makes the orders given by hand part of the script, as one undo step"}) {
		a.s.KeepOrders()
	}
	imgui.SameLineV(0, a.px(4))
	why := ""
	if len(o.List) == 0 {
		why = "there are none"
	}
	if a.button("fly/none", "No orders", buttonLook{why: why, tip: "An empty script: fly by hand alone. Undo brings it back."}) {
		_ = a.s.EditScript("No orders", "", func(o *flight.Orders) { o.List = nil })
	}
	imgui.SameLineV(0, a.px(4))
	if a.button("fly/saveorders", "Save…", buttonLook{tip: "Writes script and live orders to an orders file"}) {
		a.open.show(a, purposeSaveOrders)
	}
	p.live(a)
}

// live gives orders now.
func (p *flightPanel) live(a *App) {
	a.heading("By hand")
	at := int(p.click)
	if a.segments("fly/click", clickNames, []string{"A click on the ground orders the unit there; Shift+click adds to its way", "A click puts the unit there at once: everything snaps",
		"A click raises the gun at that place, once the unit faces it"}, &at) {
		p.click = clickKind(at)
	}
	a.dim("Click into the picture: " + map[clickKind]string{clickMove: "it flies there; Shift+click adds to its way.", clickTeleport: "it is there at once.", clickFire: "it turns to that place and fires."}[p.click] +
		" W A S D or the arrow keys fly while the picture has the keyboard.")
	p.speedRow(a)
	order := func(o flight.Order) { _ = a.s.FlyOrder(o) }
	if a.button("fly/stop", "Stop", buttonLook{tip: "Stay where it is"}) {
		order(flight.Order{Do: flight.DoStop})
	}
	imgui.SameLineV(0, a.px(4))
	fight := p.inCombat(a)
	if a.tool("fly/combat", "Combat", &fight, "", "Adds the entry's combatZ, eased over 2 s") || fight != p.inCombat(a) {
		order(flight.Order{Do: flight.DoCombat, On: fight})
	}
	imgui.SameLineV(0, a.px(4))
	if a.button("fly/fire", "Fire", buttonLook{tip: "Raises the gun where the unit looks"}) {
		order(flight.Order{Do: flight.DoFire})
	}
}

// inCombat is whether the last order says so.
func (p *flightPanel) inCombat(a *App) bool {
	on := false
	p.soFar(a, func(o flight.Order) {
		if o.Do == flight.DoCombat {
			on = o.On
		}
	})
	return on
}

// soFar visits the orders that were given up to now, the oldest first.
func (p *flightPanel) soFar(a *App, visit func(flight.Order)) {
	r := a.s.FlightRun()
	if r == nil {
		return
	}
	now := float64(a.s.Flight().Tick()) * flight.DT
	for _, o := range r.Orders.List {
		if o.AtS <= now+flight.DT/2 {
			visit(o)
		}
	}
}

// speedRow is the unit's own speed. It is ordered when the slider is let go: an
// order a tick would fill the recording.
func (p *flightPanel) speedRow(a *App) {
	h := &p.speed
	if f := a.s.Flight(); h.of != f {
		h.of, h.v = f, a.s.Script().Engine.Speed
		p.soFar(a, func(o flight.Order) {
			if o.Do == flight.DoSpeed {
				h.v = o.Speed
			}
		})
	}
	_, done := a.number(dial{name: "fly/speed", label: "Speed", unit: "u/s", format: "%.1f", min: 0.5, max: 30, def: a.s.Script().Engine.Speed,
		tip: "How fast the game moves the unit. It is ordered when the slider is let go."}, &h.v)
	if done {
		h.v = math.Round(h.v*10) / 10
		_ = a.s.FlyOrder(flight.Order{Do: flight.DoSpeed, Speed: h.v})
	}
	if c := a.s.Flight().Forecast(); c.Shortfall > 0 {
		text := fmt.Sprintf("At this speed the hug reaches a city %.2f units below its skyline (it keeps up to %.2f u/s). ", c.Shortfall, c.MaxSpeed)
		if c.Lookahead <= c.Longest {
			text += fmt.Sprintf("A look-ahead of %.2f units or %.2f s cures it.", c.Lookahead, c.Seconds)
		} else {
			text += fmt.Sprintf("A look-ahead of %.2f s cures it (Dials, Beyond the game).", c.Seconds)
		}
		a.colored(a.c.Palette().Warn, text)
	}
}

// squad chooses the formation.
func (p *flightPanel) squad(a *App) {
	if !a.section("fly/squad", "Squadron", false) {
		return
	}
	q := a.s.Squad()
	n, gap := float64(max(q.Count, 1)), q.Spacing
	if gap == 0 {
		gap = 3
	}
	changed, _ := a.number(dial{name: "fly/count", label: "Units", format: "%.0f", min: 1, max: lab.MaxCrowd, def: 1, tip: "How many fly the same orders, in a wedge. The flight starts anew."}, &n)
	wider, _ := a.number(dial{name: "fly/spacing", label: "Spacing", unit: "units", format: "%.1f", min: 0.5, max: 20, def: 3, tip: "Between neighbours. The flight starts anew."}, &gap)
	if count := int(math.Round(n)); (changed && count != max(q.Count, 1)) || wider && gap != q.Spacing {
		_ = a.s.SetSquad(flight.Squad{Count: count, Spacing: gap})
	}
	p.entryNumber(a, "animPhaseSpread", 0, 1)
}

// entryNumber is a number of the registry entry, with the entry's own table for
// its words.
func (p *flightPanel) entryNumber(a *App, key string, lo, hi float64) {
	e := a.s.Work().Entry
	if e == nil {
		a.dim("Open a model: its entry holds " + key + ".")
		return
	}
	info, ok := pack.Field(key)
	v, is := e.Get(key)
	x, num := v.(float64)
	if !ok || !is || !num {
		return
	}
	def, _ := info.Default.(float64)
	unit := info.Unit
	if unit == "deg" {
		unit = "°"
	}
	changed, done := a.number(dial{name: "fly/" + key, label: info.Label, unit: unit, min: bound(info.Min, lo), max: bound(info.Max, hi), def: def, tip: info.Tip, key: key + " of the entry"}, &x)
	if changed {
		a.s.Fail(a.s.SetEntry(key, x))
	}
	if done {
		a.s.EndEdit()
	}
}

// ghost chooses what is flown beside.
func (p *flightPanel) ghost(a *App) {
	if !a.section("fly/ghost", "Ghost beside it", true) {
		return
	}
	_, kind := a.s.Ghost()
	var words []string
	for g := lab.GhostNone; g <= lab.GhostKept; g++ {
		words = append(words, g.String())
	}
	if i := a.combo("fly/ghostkind", "Beside it", kind.String(), words, "A second unit in blue on the same orders: the game's instant turns, the game alone, or the settings as they were when they were kept"); i >= 0 {
		a.s.SetGhost(lab.Ghost(i))
	}
	if a.button("fly/keepb", "Keep these settings as B", buttonLook{tip: "The ghost flies with the settings of now; change the dials and see both"}) {
		a.s.SetGhost(lab.GhostKept)
	}
}

// camera says from where the world is seen.
func (p *flightPanel) camera(a *App) {
	if !a.section("fly/camera", "Camera and marks", false) {
		return
	}
	v := a.s.FlyView()
	on := !v.Free
	if a.check("fly/trail", "Trail the unit", &on, "Flies behind the unit (F9). Panning lets go of it; Frame takes it up again.") {
		p.trail(a, on)
	}
	imgui.SameLine()
	path := !v.NoPath
	if a.check("fly/path", "Path", &path, "The next 8 s of the way: orange where it climbs, blue where it sinks") {
		v.NoPath = !path
	}
	imgui.SameLine()
	blobs := !v.NoBlobs
	if a.check("fly/blobs", "Shadows", &blobs, "A dark spot below each unit shows how high it flies") {
		v.NoBlobs = !blobs
	}
}

// replay returns what flies the recording again from its start.
func (p *flightPanel) replay(a *App) func() {
	return func() {
		a.s.SeekFlight(0)
		a.s.PlayFlight(true)
	}
}

// recording saves, opens and exports runs. A flight records itself from its start.
func (p *flightPanel) recording(a *App) {
	if !a.section("fly/record", "Recording", true) {
		return
	}
	if r := a.s.FlightRun(); r != nil {
		a.dimf("Every flight is recorded from its start: %.1f s, %s, %s.", float64(r.Ticks)*flight.DT, plural(len(r.Orders.List), "order"), plural(len(r.Dials)-1, "change")+" of settings")
	}
	if a.button("fly/rec", "● Record anew", buttonLook{tip: "From the start, with the script's orders"}) {
		a.s.RestartFlight()
		a.s.PlayFlight(true)
	}
	imgui.SameLineV(0, a.px(4))
	why := ""
	if !a.s.Flying() {
		why = "it stands still"
	}
	if a.button("fly/recstop", "■ Stop", buttonLook{why: why}) {
		a.s.PlayFlight(false)
	}
	imgui.SameLineV(0, a.px(4))
	if a.button("fly/replay", "Replay", buttonLook{tip: "From the start, with the orders given by hand and every change of a dial (F8)"}) {
		p.replay(a)()
	}
	for i, b := range []struct {
		name, label, tip string
		to               purpose
	}{
		{"fly/saverun", "Save run…", "Map, orders and settings over time in one file; labctl replay gives the same bytes again", purposeSaveRun},
		{"fly/openrun", "Open run…", "Flies a recorded run", purposeRun},
		{"fly/csv", "CSV…", "A line a step: place, heading, target, bank, every stage, probe, ground, district, state", purposeSaveCSV},
		{"fly/frames", "Frames…", "The run as pictures, one PNG a frame", purposeFrames},
	} {
		if i > 0 {
			imgui.SameLineV(0, a.px(4))
		}
		if a.button(b.name, b.label, buttonLook{tip: b.tip}) {
			a.open.show(a, b.to)
		}
	}
}

// savePlace is the file that a chosen path stands for: itself where it has the
// ending, else one of a default name in it.
func savePlace(path, name, ending string) string {
	if filepath.Ext(path) == filepath.Ext(ending) {
		return path
	}
	return filepath.Join(path, name+ending)
}

func (p *flightPanel) saveMap(a *App) {
	if lab.IsShippedMap(a.s.MapRef()) {
		a.open.show(a, purposeSaveMap)
		return
	}
	_ = a.s.SaveMap("")
}
