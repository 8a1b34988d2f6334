package flight

import (
	"fmt"
	"math"
	"reflect"
	"slices"

	"donorlab/internal/dials"
	"donorlab/internal/flight/world"
	"donorlab/internal/scene"
)

// Squad is a formation of copies that fly the same orders, each from its own
// place. The zero Squad is a single pawn.
type Squad struct {
	Count   int     `json:"count"`   // 0 means 1
	Spacing float64 `json:"spacing"` // units between neighbours; 0 means 3
}

// MaxCount is the largest squadron.
const MaxCount = 1 << 14

// Slot returns the place of copy k in the formation: a wedge behind the leader,
// copies alternately to the left and to the right. It is fixed in the world, so
// that the copies fly parallel paths.
func (q Squad) Slot(k int, yawDeg float64) Point {
	if k == 0 {
		return Point{}
	}
	spacing := q.Spacing
	if spacing == 0 {
		spacing = 3
	}
	rank := float64((k + 1) / 2)
	side := 1.0
	if k%2 == 0 {
		side = -1
	}
	lx, lz := side*rank*spacing*0.8, -rank*spacing*0.6
	s, c := math.Sincos(yawDeg * (math.Pi / 180))
	return Point{lx*c + lz*s, lz*c - lx*s}
}

func (q Squad) count() int { return max(q.Count, 1) }

func (q Squad) check() error {
	if q.Count < 0 || q.Count > MaxCount || !within(q.Spacing, 0, limit) {
		return &scene.Problem{Code: "SQUAD_RANGE", Pointer: "/squad",
			Message: fmt.Sprintf("a squadron of %d copies %v units apart cannot be flown", q.Count, q.Spacing),
			Remedy:  fmt.Sprintf("use at most %d copies", MaxCount)}
	}
	return nil
}

// Flight flies orders through a world step by step, and records what it was
// told. It belongs to one goroutine.
type Flight struct {
	w      *world.World
	orders *Orders // the recording: live orders are added
	squad  Squad
	dials  []Change // settings by time, rising; the first is at tick 0

	surveyor world.Surveyor
	env      env
	pawns    []pawn
	stats    Stats
	seen     int
	script   script
}

// Change is settings that come into effect before a step.
type Change struct {
	Tick     int      `json:"tick"` // steps done before it
	Settings Settings `json:"settings"`
}

// New makes a flight at its start. Orders that lead off the map go to its
// nearest tile; Orders.Fit tells which. The error is a *scene.Problem of the
// first bad order or setting.
func New(w *world.World, o *Orders, s Settings, q Squad) (*Flight, error) {
	return newFlight(w, o, []Change{{0, s}}, q)
}

func newFlight(w *world.World, o *Orders, dials []Change, q Squad) (*Flight, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	if err := q.check(); err != nil {
		return nil, err
	}
	if len(dials) == 0 || dials[0].Tick != 0 {
		return nil, runKind.Problem("BAD_FIELD", "/dials", "the settings at the start are missing")
	}
	for i := range dials {
		if err := dials[i].Settings.Check(); err != nil {
			return nil, err
		}
		if i > 0 && dials[i].Tick < dials[i-1].Tick {
			return nil, runKind.Problem("BAD_FIELD", fmt.Sprintf("/dials/%d/tick", i), "the settings are not in the order of time")
		}
	}
	fitted, _ := o.Fit(w)
	f := &Flight{w: w, orders: fitted, squad: q}
	for _, d := range fitted.List {
		f.script.add(d)
	}
	f.env = env{w: w, apothem: w.Apothem(), engine: fitted.Engine, script: &f.script}
	f.dials = append(f.dials, dials...)
	f.restart()
	return f, nil
}

// restart goes back to the start and keeps the recording.
func (f *Flight) restart() {
	f.pawns = make([]pawn, f.squad.count())
	for k := range f.pawns {
		f.pawns[k] = newPawn(k, f.squad.Slot(k, f.orders.Start.YawDeg), f.orders)
	}
	f.seen = 0
	f.env.tick, f.env.timeS = 0, 0
	f.env.set = tune(f.w, f.dials[0].Settings)
	f.env.survey = f.surveyor.Scan(f.w, 0)
	for k := range f.pawns {
		f.pawns[k].begin(&f.env)
	}
	f.stats = newStats()
}

// Tick is how many steps were done.
func (f *Flight) Tick() int { return f.env.tick }

// World returns the world that is flown through.
func (f *Flight) World() *world.World { return f.w }

// Count is how many pawns fly.
func (f *Flight) Count() int { return len(f.pawns) }

// Trace returns what the last step did to pawn k. It is overwritten by the next
// step.
func (f *Flight) Trace(k int) *Trace { return &f.pawns[k].trace }

// Phase returns where in its clip copy k starts, as a share of the clip.
func (f *Flight) Phase(k int) float64 { return Phase(k, f.env.set.PhaseSpread) }

// Survey returns the last scan of the districts.
func (f *Flight) Survey() world.Survey { return f.env.survey }

// Settings returns those in effect.
func (f *Flight) Settings() Settings { return f.env.set.Settings.Clone() }

// Trims returns the bone trims in effect. They must not be changed.
func (f *Flight) Trims() []dials.Trim { return f.env.set.Trims }

// Engine returns the engine's own motion, as the orders give it.
func (f *Flight) Engine() Engine { return f.env.engine }

// RaisesGun reports whether the settings raise the gun at a shot.
func (f *Flight) RaisesGun() bool { return f.env.set.Gun.ElevDeg != 0 }

// Radius returns the match radius in effect, units.
func (f *Flight) Radius() float64 {
	if r := f.env.set.Hug.Radius; r != 0 {
		return r
	}
	return f.env.survey.Radius
}

// Forecast tells whether the hug keeps up at the orders' speed.
func (f *Flight) Forecast() Forecast {
	return f.env.set.Forecast(f.pawns[0].speed, f.Radius(), f.w.Apothem())
}

// Stats returns what was measured so far over all pawns.
func (f *Flight) Stats() Stats { return f.stats }

// Set brings settings into effect from the next step on, and records it. Bad
// ones are refused, and the last good ones stay.
func (f *Flight) Set(s Settings) error {
	if err := s.Check(); err != nil {
		return err
	}
	if reflect.DeepEqual(s, f.env.set.Settings) {
		return nil
	}
	at := len(f.dials)
	for at > 1 && f.dials[at-1].Tick > f.env.tick { // after a Seek back: what was set later is given up
		at--
	}
	if at > 1 && f.dials[at-1].Tick == f.env.tick { // a slider sends several in one step
		at--
	}
	if at >= maxChanges {
		return runKind.Problem("TOO_LARGE", "/dials", "the settings were changed %d times in one flight, which is the most", at)
	}
	f.dials = append(f.dials[:at:at], Change{f.env.tick, s.Clone()})
	f.seen = len(f.dials)
	f.env.set = tune(f.w, s)
	return nil
}

// Order gives an order now, and records it. Its time is set to now. One that is
// bad or leads off the map is refused, and the last good ones stay. An order that
// moves the pawn ends what the script had in store; the others leave it.
func (f *Flight) Order(d Order) error {
	d.AtS = float64(f.env.tick) * DT
	d.extra = nil
	if err := d.check("/order"); err != nil {
		return err
	}
	if len(f.orders.List) >= maxOrders || len(f.script.points)+len(d.Points)*curveSamples > maxPoints*curveSamples {
		return ordersKind.Problem("TOO_LARGE", "", "there are too many orders in one flight")
	}
	if _, moved := d.fit(f.w); moved != nil {
		p := offMap("/order", "the order to "+d.Do, moved.from, moved.to)
		p.Severity = scene.Error
		p.Message = fmt.Sprintf("x %.6g, z %.6g is off the map", moved.from[0], moved.from[1])
		p.Remedy = "choose a place on the map; the last order stays"
		return &p
	}
	at := len(f.orders.List)
	for at > 0 && tickOf(f.orders.List[at-1].AtS) > f.env.tick {
		at--
	}
	switch d.Do {
	case DoMove, DoStop, DoTeleport, DoKeys:
		// Taking the stick ends the script.
		if at < len(f.script.events) {
			f.script.points = f.script.points[:f.script.events[at].from]
		}
		f.script.events = f.script.events[:at]
		f.orders.List = append(f.orders.List[:at:at], d)
		f.script.add(d)
	default:
		f.orders.List = slices.Insert(slices.Clone(f.orders.List), at, d)
		f.script.add(d)
		last := len(f.script.events) - 1
		e := f.script.events[last]
		copy(f.script.events[at+1:], f.script.events[at:last])
		f.script.events[at] = e
	}
	return nil
}

// Step flies one step of DT seconds. It does not allocate, but where settings
// change in a replay.
func (f *Flight) Step() {
	e := &f.env
	for f.seen < len(f.dials) && f.dials[f.seen].Tick <= e.tick {
		if f.seen > 0 {
			e.set = tune(f.w, f.dials[f.seen].Settings)
		}
		f.seen++
	}
	if e.tick%scanSteps == 0 {
		e.survey = f.scan(e)
	}
	e.tick++
	e.timeS = float64(e.tick) * DT
	for i := range f.pawns {
		p := &f.pawns[i]
		p.step(e)
		f.stats.add(&p.trace, i)
	}
}

// scanSteps is how many steps lie between two scans of the districts.
const scanSteps = int(world.ScanEveryS * Rate)

// scan looks through the districts again. Nothing is measured where none
// streamed in meanwhile.
func (f *Flight) scan(e *env) world.Survey {
	now := float64(e.tick) * DT
	if f.w.Seen(now) == e.survey.Districts {
		s := e.survey
		s.TimeS = now
		return s
	}
	return f.surveyor.Scan(f.w, now)
}

// Seek goes to a number of steps, from the start where that lies behind. The
// recording stays whole.
func (f *Flight) Seek(tick int) {
	if tick < f.env.tick {
		f.restart()
	}
	for f.env.tick < tick {
		f.Step()
	}
}

// Ghost returns a second flight at the same step, with the same orders and
// other settings all along: to be shown beside this one.
func (f *Flight) Ghost(s Settings) (*Flight, error) {
	g, err := New(f.w, f.orders, s, f.squad)
	if err != nil {
		return nil, err
	}
	g.Seek(f.env.tick)
	return g, nil
}

// Snap returns settings with the facing as the engine has it: no eased turns
// and no bank. It is the usual ghost.
func (s Settings) Snap() Settings {
	s = s.Clone()
	s.TurnRateDeg, s.TurnBankDeg = 0, 0
	return s
}
