package lab

import (
	"fmt"
	"path/filepath"
	"slices"

	"donorlab/internal/flight"
	"donorlab/internal/flight/world"
	"donorlab/internal/scene"
	"donorlab/internal/scene/draw"
)

// Against what a flight is held: a second one on the same orders.
type Ghost uint8

const (
	GhostNone   Ghost = iota
	GhostSnap         // the same, with the engine's instant turns
	GhostEngine       // the engine alone: its turns and its altitude, with the position offset
	GhostKept         // the settings as they were when this was chosen
)

// String returns the name for a menu.
func (g Ghost) String() string {
	return [...]string{"Nothing", "Instant turns", "The game alone", "The settings of before"}[g%4]
}

// FlyEvent is a line of a flight's log.
type FlyEvent struct {
	Tick int
	Text string
}

const (
	traceTicks = 30 * flight.Rate // of the newest steps that are kept for plots
	flyLogMost = 500
	aheadS     = 8.0 // seconds of the path ahead
	aheadEvery = 4   // steps between its points
	keepUpMost = 16  // steps of a flight in one tick, when it is played fast
)

// flyState is the world and what flies in it.
type flyState struct {
	shown   bool
	playing bool
	speed   float64 // 0 means 1
	owed    float64

	mapRef, ordersRef string
	mapsOnDisk        onDisk[world.Map]
	ordersOnDisk      onDisk[flight.Orders]
	askedOrders       *flight.Orders // of OrdersUnsaved's last answer
	askedOf           int
	askedAnswer       bool
	first             *world.Map // of the lab's own, once it is needed
	firstOrders       *flight.Orders
	built             *world.World
	builtOf           *world.Map
	feel              FlyFeel
	want              flight.Settings // by dials and entry
	feelOf            feelKey
	feelMade          bool
	stale             bool // the feel is to be settled anew
	apply             bool // want is to be given to the flight
	fault             string
	flight            *flight.Flight
	squad             flight.Squad
	script            *flight.Orders // that flight started with
	live              bool           // orders were given besides
	recording         recording
	ghost             *flight.Flight
	ghostKind         Ghost
	kept              flight.Settings
	trace, ghostTrace []flight.Trace // up to twice traceTicks; the newest are at the end
	log               []FlyEvent
	seen              int // districts of the last scan in the log
	cliffs            cliffWatch
	ahead             []flight.AheadPoint
	aheadOf           *flight.Flight
	aheadAt           int
	keys              [2]float64

	scene flyScene
}

func (s *Session) startFlying() { s.fly.playing = true }

// ShowWorld shows the flight in its world in place of the model alone, or ends
// that. The camera of each is kept.
func (s *Session) ShowWorld(on bool) {
	k := &s.fly
	if k.shown == on {
		return
	}
	s.ShowWalk(false)
	k.shown = on
	other := k.scene.camera
	k.scene.camera = s.view.Camera
	if other != (scene.Camera{}) {
		s.view.Camera = other
		return
	}
	s.frameWorld()
}

// WorldShown reports whether the world is shown.
func (s *Session) WorldShown() bool { return s.fly.shown }

// Flight returns the flight that runs, nil where there is no world to fly over.
// It must be told by the session's own commands, or it is not shown right.
func (s *Session) Flight() *flight.Flight {
	k, w := &s.fly, s.World()
	if w == nil {
		return nil
	}
	s.refreshFeel()
	switch script := s.script(); {
	case k.flight == nil || k.script != script:
		s.newFlight(script)
	case k.flight.World() != w:
		s.moveFlight(w)
	}
	return k.flight
}

// newFlight starts a flight with orders.
func (s *Session) newFlight(script *flight.Orders) {
	k := &s.fly
	k.script = script
	set := k.want
	if err := set.Check(); err != nil {
		s.flyFault(err)
		set = flight.Settings{Scale: 1}
		if k.flight != nil {
			set = k.flight.Settings()
		}
	}
	f, err := flight.New(k.built, script, set, k.squad)
	if err != nil {
		s.Fail(err) // and the last good flight goes on
		return
	}
	k.flight, k.live, k.apply = f, false, true
	k.recording.from = 0
	k.keys = [2]float64{}
	s.restartTrace()
	s.newGhost()
}

// moveFlight flies what was flown in a changed world, up to the same step.
func (s *Session) moveFlight(w *world.World) {
	k := &s.fly
	r := k.flight.Record()
	r.Map = w.Map()
	f, err := r.StartIn(w)
	if err != nil {
		s.Fail(err)
		return
	}
	k.flight = f
	s.retrace(r.Ticks)
	s.newGhost()
}

// restartTrace forgets what was flown.
func (s *Session) restartTrace() {
	k := &s.fly
	k.trace, k.ghostTrace, k.log, k.seen = k.trace[:0], k.ghostTrace[:0], k.log[:0], 0
	k.aheadOf, k.cliffs = nil, cliffWatch{}
	k.scene.trail = trail{}
}

// retrace flies a flight that stands at its start up to a step.
func (s *Session) retrace(tick int) {
	s.restartTrace()
	for s.fly.flight.Tick() < tick {
		s.flyStep()
	}
	s.Recording() // may begin earlier now
}

// stepFlight moves the flight by one tick of the session.
func (s *Session) stepFlight() {
	k := &s.fly
	if !k.shown || s.Flight() == nil {
		return
	}
	if k.apply {
		k.apply = false
		if err := k.flight.Set(k.want); err != nil {
			s.flyFault(err)
		} else {
			k.fault = ""
			k.aheadOf = nil // the path ahead is another, also while the flight is held
			s.ghostSettings()
		}
	}
	if !k.playing {
		return
	}
	k.owed += s.FlightSpeed()
	for n := 0; k.owed >= 1 && n < keepUpMost; n++ {
		k.owed--
		s.flyStep()
	}
	k.owed = min(k.owed, 1)
	s.followPawn()
}

// flyFault tells once that the settings cannot be flown.
func (s *Session) flyFault(err error) {
	p := *AsProblem(err)
	if p.Message != s.fly.fault {
		s.fly.fault = p.Message
		s.Say(p)
	}
}

// flyStep flies one step and keeps what it did.
func (s *Session) flyStep() {
	k := &s.fly
	k.flight.Step()
	t := k.flight.Trace(0)
	k.trace = keepTrace(k.trace, t)
	if n := k.flight.Survey().Districts; n != k.seen {
		k.seen = n
		s.flyLog(t.Tick, k.flight.ScanText())
	}
	if t.Event.Kind != flight.NoEvent {
		s.flyLog(t.Tick, t.Text(k.flight.World()))
	}
	if hit, began := k.cliffs.see(k.flight); began {
		s.flyLog(t.Tick, hit.Text())
	}
	if k.ghost != nil {
		k.ghost.Step()
		k.ghostTrace = keepTrace(k.ghostTrace, k.ghost.Trace(0))
	}
	k.scene.trail.step(t)
}

func keepTrace(list []flight.Trace, t *flight.Trace) []flight.Trace {
	if len(list) >= 2*traceTicks {
		list = list[:copy(list, list[len(list)-traceTicks:])]
	}
	return append(list, *t)
}

func (s *Session) flyLog(tick int, text string) {
	k := &s.fly
	if len(k.log) >= flyLogMost {
		k.log = k.log[:copy(k.log, k.log[len(k.log)-flyLogMost/2:])]
	}
	k.log = append(k.log, FlyEvent{tick, text})
}

// FlightTrace returns what the newest steps did to the leader, oldest first, at
// most 30 s: the values of every stage, for plots. It is valid until the next
// Step and must not be changed.
func (s *Session) FlightTrace() []flight.Trace { return newestTrace(s.fly.trace) }

// GhostTrace is FlightTrace of the ghost, empty without one.
func (s *Session) GhostTrace() []flight.Trace { return newestTrace(s.fly.ghostTrace) }

func newestTrace(t []flight.Trace) []flight.Trace { return t[max(0, len(t)-traceTicks):] }

// FlightLog returns the flight's log, oldest first: scans with the districts
// seen, and every climb and descend with the distance that decided it.
func (s *Session) FlightLog() []FlyEvent { return s.fly.log }

// FlightAhead returns the path of the next 8 s of the leader as it will be flown:
// the profile. It is worked out anew four times a second and after each order,
// and must not be changed.
func (s *Session) FlightAhead() []flight.AheadPoint {
	k, f := &s.fly, s.Flight()
	if f == nil {
		return nil
	}
	if k.aheadOf != f || f.Tick() < k.aheadAt || f.Tick() >= k.aheadAt+flight.Rate/4 {
		k.ahead = f.Ahead(0, aheadS, aheadEvery, k.ahead[:0])
		k.aheadOf, k.aheadAt = f, f.Tick()
	}
	return k.ahead
}

// FlightSpeed is how fast the flight is played: 1 is the game's own speed.
func (s *Session) FlightSpeed() float64 {
	if s.fly.speed == 0 {
		return 1
	}
	return s.fly.speed
}

// SetFlightSpeed plays the flight faster or slower, from 0.05 to 16.
func (s *Session) SetFlightSpeed(v float64) {
	if v > 0 {
		s.fly.speed = min(max(v, 0.05), keepUpMost)
	}
}

// Flying reports whether the flight runs, and PlayFlight starts or stops it.
func (s *Session) Flying() bool { return s.fly.playing }

// PlayFlight lets the flight run, or holds it.
func (s *Session) PlayFlight(on bool) { s.fly.playing, s.fly.owed = on, 0 }

// RestartFlight flies the script anew from its start. Orders that were given
// live are forgotten; see KeepOrders.
func (s *Session) RestartFlight() {
	s.fly.flight = nil
	s.Flight()
}

// SeekFlight goes to a number of steps of the flight, orders given live
// included. It can look ahead, too: what was not flown yet is flown.
func (s *Session) SeekFlight(tick int) {
	k := &s.fly
	if s.Flight() == nil {
		return
	}
	tick = min(max(tick, 0), maxFlightTicks)
	if tick < k.flight.Tick() {
		k.flight.Seek(0)
		if k.ghost != nil {
			k.ghost.Seek(0)
		}
		s.retrace(tick)
		return
	}
	for k.flight.Tick() < tick {
		s.flyStep()
	}
}

// maxFlightTicks bounds a flight: an hour of game time.
const maxFlightTicks = 3600 * flight.Rate

// FlyOrder gives a live order: see flight.Flight.Order. One that leads off the map
// is refused with a message, and the last one stays.
func (s *Session) FlyOrder(o flight.Order) error {
	k, f := &s.fly, s.Flight()
	if f == nil {
		return s.Fail(&scene.Problem{Code: "NO_WORLD", Message: "there is no world to fly over", Remedy: "open a map"})
	}
	if err := f.Order(o); err != nil {
		return s.Fail(err)
	}
	if k.ghost != nil {
		s.Fail(k.ghost.Order(o))
	}
	k.live, k.aheadOf = true, nil
	if o.Do != flight.DoKeys {
		k.keys = [2]float64{}
	}
	return nil
}

// FlyTo orders the unit to a place on the plane; add appends it to the way that
// is already set.
func (s *Session) FlyTo(x, z float64, add bool) error {
	return s.FlyOrder(flight.Order{Do: flight.DoMove, Points: []flight.Point{{x, z}}, Append: add})
}

// FlyKeys is keyboard flight: forward and turn from -1 to 1, positive left. Call
// it in each frame; nothing is ordered while nothing changes.
func (s *Session) FlyKeys(forward, turn float64) {
	now := [2]float64{forward, turn}
	if s.fly.keys == now {
		return
	}
	if s.FlyOrder(flight.Order{Do: flight.DoKeys, Forward: forward, Turn: turn}) == nil {
		s.fly.keys = now
	}
}

// Squad returns the formation, and SetSquad chooses it; the flight starts anew.
func (s *Session) Squad() flight.Squad { return s.fly.squad }

// SetSquad chooses the formation that flies. The flight starts anew.
func (s *Session) SetSquad(q flight.Squad) error {
	q.Count = min(max(q.Count, 1), MaxCrowd)
	if s.World() != nil {
		if _, err := flight.New(s.fly.built, s.script(), flight.Settings{Scale: 1}, q); err != nil {
			return s.Fail(err)
		}
	}
	s.fly.squad = q
	s.RestartFlight()
	return nil
}

// Ghost returns the second flight, nil without one, and of what kind it is.
func (s *Session) Ghost() (*flight.Flight, Ghost) { return s.fly.ghost, s.fly.ghostKind }

// SetGhost flies a second unit beside the first on the same orders.
func (s *Session) SetGhost(g Ghost) {
	s.fly.ghostKind = g
	if f := s.Flight(); f != nil {
		s.fly.kept = f.Settings()
		s.newGhost()
	}
}

// newGhost makes the ghost anew for the flight as it stands.
func (s *Session) newGhost() {
	k := &s.fly
	k.ghost, k.ghostTrace = nil, k.ghostTrace[:0]
	if k.ghostKind == GhostNone {
		return
	}
	g, err := k.flight.Ghost(k.ghostSettings())
	if err != nil {
		s.Fail(err)
		return
	}
	k.ghost = g
}

// ghostSettings are those of the ghost beside the flight's.
func (k *flyState) ghostSettings() flight.Settings { return k.ghostOf(k.flight.Settings()) }

func (k *flyState) ghostOf(set flight.Settings) flight.Settings {
	switch k.ghostKind {
	case GhostSnap:
		return set.Snap()
	case GhostEngine:
		return flight.Settings{Position: set.Position, Scale: set.Scale, PhaseSpread: set.PhaseSpread}
	}
	return k.kept
}

// ghostSettings brings the ghost's settings after the flight's.
func (s *Session) ghostSettings() {
	if k := &s.fly; k.ghost != nil {
		s.Fail(k.ghost.Set(k.ghostSettings()))
	}
}

// FlightRun returns the flight so far as a recorded run.
func (s *Session) FlightRun() *flight.Run {
	if f := s.Flight(); f != nil {
		return f.Record()
	}
	return nil
}

// SaveRun writes the flight so far to a file that labctl replay flies again,
// byte for byte: the map, the orders and the settings over time.
func (s *Session) SaveRun(path string) error { return s.saveRun(path, 0) }

func (s *Session) saveRun(path string, from int) error {
	r := s.FlightRun()
	if r == nil {
		return s.Fail(&scene.Problem{Code: "NO_WORLD", Message: "there is no flight to record", Remedy: "open a map"})
	}
	r.From = from
	if err := CheckSave(path, KindJSON, s.flyInputs()...); err != nil {
		return s.Fail(err)
	}
	if err := WriteFile(path, r.Encode()); err != nil {
		return s.Fail(err)
	}
	s.Note(fmt.Sprintf("Saved %.1f s of flight to %s", float64(r.Ticks-r.From)*flight.DT, path))
	return nil
}

// OpenRun opens a recorded run: its map and orders, as one undo step, flown to
// its end with its own settings. The dials take over with the next change.
func (s *Session) OpenRun(path string) error {
	r, err := LoadRun(path)
	if err != nil {
		return s.Fail(err)
	}
	f, err := r.Start()
	if err != nil {
		return s.Fail(withFile(path, err))
	}
	k := &s.fly
	k.mapsOnDisk.add(r.Map)
	k.ordersOnDisk.add(r.Orders)
	s.edit("Run "+filepath.Base(path), "", func(w *Work) { w.Map, w.Orders = r.Map, r.Orders })
	k.built, k.builtOf = f.World(), r.Map
	k.flight, k.script, k.squad, k.live, k.apply = f, r.Orders, r.Squad, false, false
	s.retrace(r.Ticks)
	s.newGhost()
	return nil
}

// World heights and places for panels.

// FromTile is where the leader is from the middle of the tile below it.
func (s *Session) FromTile() (flight.FromTile, bool) {
	if f := s.Flight(); f != nil {
		return f.Trace(0).FromTile(f.World())
	}
	return flight.FromTile{}, false
}

// WorldAt returns the place of the ground under a pixel of the last BuildList of
// a size; ok is false over the sky and off the map.
func (s *Session) WorldAt(x, y float64, width, height int) (p flight.Point, ok bool) {
	w := s.World()
	if w == nil || width <= 0 || height <= 0 {
		return p, false
	}
	proj := draw.NewProjector(s.view.Camera, width, height)
	origin, dir := proj.Ray(x, y)
	// Step along the ray until it is below the ground, then halve.
	top := world.MaxHeight
	if dir[1] >= 0 && origin[1] > top {
		return p, false
	}
	below := func(t float64) bool {
		at := origin.Add(dir.Mul(t))
		h, from := w.Ground(at[0], at[2])
		return from != world.GroundNone && at[1] <= h
	}
	step := w.Spacing() / 16
	for t := 0.0; t < 600*w.Spacing(); t += step {
		if !below(t) {
			continue
		}
		lo, hi := t-step, t
		for range 30 {
			if mid := (lo + hi) / 2; below(mid) {
				hi = mid
			} else {
				lo = mid
			}
		}
		at := origin.Add(dir.Mul(hi))
		return flight.Point{at[0], at[2]}, true
	}
	return p, false
}

// waypoints are the points of the orders that are still to come, the next first.
func waypoints(f *flight.Flight) []flight.Point {
	now := float64(f.Tick()) * flight.DT
	var out []flight.Point
	for _, o := range slices.Backward(f.Record().Orders.List) {
		if o.Do != flight.DoMove {
			continue
		}
		out = append(slices.Clone(o.Points), out...)
		if o.AtS <= now && !o.Append {
			break
		}
	}
	return out
}
