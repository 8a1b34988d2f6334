package lab

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/flight"
	"donorlab/internal/flight/world"
	"donorlab/internal/scene"
	"donorlab/internal/scene/draw"
)

// FlyView says how the world is shown. It is not undoable.
type FlyView struct {
	Free    bool // the camera stays where it is put; else it trails the leader
	NoPath  bool // the path ahead and the waypoints are left out
	NoBlobs bool // no shadows below the units
}

// flyScene is what draws a flight.
type flyScene struct {
	view     FlyView
	camera   scene.Camera // of the view that is not shown now
	trail    trail
	props    props
	tile     *draw.Prepared // for the model alone, see View.OnTile
	tileBlob *draw.Prepared
}

// FlyView returns how the world is shown; change it freely.
func (s *Session) FlyView() *FlyView { return &s.fly.scene.view }

// props are what stands in a world, made ready to draw.
type props struct {
	land      *draw.Prepared
	landOf    *world.World
	blob, dot *draw.Prepared
	pin       *draw.Prepared
}

func (p *props) ready(w *world.World) {
	if p.landOf != w {
		p.landOf, p.land = w, draw.Prepare(w.Mesh())
	}
	if p.blob == nil {
		p.blob, p.dot, p.pin = draw.Prepare(world.Blob()), draw.Prepare(dotModel()), draw.Prepare(pinModel())
	}
}

// trail is a camera that flies behind a pawn: a function of the steps alone.
type trail struct {
	set    bool
	at     mgl64.Vec3 // looked at
	yawDeg float64    // eased heading
	shown  float64    // heading that the camera has followed already
}

// step follows a pawn by one step.
func (c *trail) step(t *flight.Trace) {
	at := t.Final()
	if !c.set || t.Event.Kind == flight.Teleport {
		*c = trail{set: true, at: at, yawDeg: t.YawDeg}
		return
	}
	const turnS, moveS = 1.4, 0.35 // time constants
	c.yawDeg += flight.ShortestDeg(c.yawDeg, t.YawDeg) * (flight.DT / turnS)
	c.at = c.at.Add(at.Sub(c.at).Mul(flight.DT / moveS))
}

// trailAzimuthDeg is from where the trailing camera looks, from the nose: behind
// and to the right, so that bank, tilt and height all show.
const (
	trailAzimuthDeg   = 180 + 34
	trailElevationDeg = 17
	trailDistance     = 19
)

// frameWorld puts the camera where the flight is seen.
func (s *Session) frameWorld() {
	if !s.fly.shown {
		s.fly.scene.camera = scene.Camera{}
		return
	}
	f := s.Flight()
	if f == nil {
		return
	}
	k := &s.fly.scene
	if !k.trail.set {
		k.trail.step(f.Trace(0))
	}
	s.view.Camera = scene.Camera{Target: k.trail.at, AzimuthDeg: k.trail.yawDeg + trailAzimuthDeg, ElevationDeg: trailElevationDeg, Distance: trailDistance}
	k.trail.shown = k.trail.yawDeg
}

// followPawn moves the preview's camera along with the leader; what the user
// turned and zoomed stays.
func (s *Session) followPawn() {
	k := &s.fly.scene
	if k.view.Free || !k.trail.set {
		return
	}
	s.view.Camera.Target = k.trail.at
	s.view.Camera.AzimuthDeg += flight.ShortestDeg(k.trail.shown, k.trail.yawDeg)
	k.trail.shown = k.trail.yawDeg
}

// buildWorld fills list with the world's picture.
func (s *Session) buildWorld(list *draw.List, width, height int) *Frame {
	f, items := s.worldFrame()
	opt := draw.Options{Width: width, Height: height}
	s.view.Look.apply(&opt, s.settings.Light())
	worldOptions(&opt, s.view.Look.Backdrop)
	s.frame.builder.Frame(list, items, s.view.Camera, opt)
	return f
}

// worldOptions puts a picture of a world into daylight.
func worldOptions(opt *draw.Options, b Backdrop) {
	opt.Light = world.Daylight()
	opt.Water = nil // the map's own
	if b == BackdropAuto {
		opt.Background = world.Sky()
	}
}

// worldFrame evaluates the world at the flight's step. The frame is nil where no
// model is open: the world is there all the same.
func (s *Session) worldFrame() (*Frame, []draw.Item) {
	k := &s.fly
	fl := s.Flight()
	if fl == nil {
		return nil, nil
	}
	k.scene.props.ready(fl.World())
	var items []draw.Item
	var f *Frame
	if e := s.evaluator(); e != nil {
		f = &Frame{Show: s.resolveShow(), Model: e.Model(), Place: mgl64.Ident4(), Duration: e.Duration(), FPS: e.FPS()}
		if f.Show == ShowSource {
			f.whole = s.doc.Source
		}
		f.dress = s.dress(f.Show, f.Model)
		var selected func(int) bool
		if len(s.selected) > 0 {
			selected = s.isSelected
		}
		p := pawnDrawer{eval: e, dress: &f.dress, fit: s.sizeFit(f.Model, f.dress.place), overlays: s.view.Overlays, selected: selected}
		p.overlays.Grid, p.bare = false, f.Show == ShowSource
		if s.work.Entry != nil {
			p.gunAxis = s.work.Entry.GunElevAxis
		}
		items = p.squad(items, fl, nil)
		f.pawns = len(items)
		f.Place = items[0].Place
		if k.ghost != nil {
			p.overlays, p.selected = Overlays{}, nil
			items = p.squad(items, k.ghost, &ghostTint)
		}
		f.Posed = p.at(fl, 0)
		f.items = items[:f.pawns]
		s.highlight(f)
	}
	var ahead []flight.AheadPoint
	var way []flight.Point
	if !k.scene.view.NoPath {
		ahead, way = s.FlightAhead(), waypoints(fl)
	}
	items = k.scene.props.scenery(items, fl, ahead, way, !k.scene.view.NoBlobs, s.blobRadius())
	if k.ghost != nil && !k.scene.view.NoBlobs {
		items = k.scene.props.blobs(items, k.ghost, s.blobRadius())
	}
	return f, items
}

// ghostTint is laid over the ghost.
var ghostTint = draw.Tint{0.10, 0.42, 0.95, 0.85}

// sizeFit scales a model so that its longest side is what the entry's size says.
// place is applied before.
func (s *Session) sizeFit(m *scene.Model, place mgl64.Mat4) float64 {
	c := &s.frame
	if c.boxOf != m {
		c.boxOf, c.box = m, m.Bounds()
	}
	size := 5.0
	if s.work.Entry != nil {
		size = s.work.Entry.Size
	}
	return fitSize(movedBox(c.box, place), size)
}

// fitSize is the factor that makes the longest side of a box so many units long.
func fitSize(b scene.Box, size float64) float64 {
	if b.Empty() || !(size > 0) {
		return 1
	}
	d := b.Size()
	if long := max(d[0], d[1], d[2]); long > 0 && size/long < math.Inf(1) {
		return size / long
	}
	return 1
}

// movedBox is the box of a box's corners after a placement; scales and quarter
// turns keep it exact.
func movedBox(b scene.Box, place mgl64.Mat4) scene.Box {
	if place == mgl64.Ident4() {
		return b
	}
	out := scene.EmptyBox()
	for _, p := range boxPoints(b) {
		out = out.Add(mgl64.TransformCoordinate(p, place))
	}
	return out
}

// blobShare is how wide a unit's shadow is, as a share of the unit's length.
const blobShare = 0.32

// blobRadius is how wide the open unit's shadow is, units.
func (s *Session) blobRadius() float64 {
	size := 5.0
	if e := s.work.Entry; e != nil {
		size = e.Size * e.Scale
	}
	return blobShare * size
}

// pawnDrawer draws the units of a flight: the model as the preview poses it, then
// placed by the flight.
type pawnDrawer struct {
	eval     *Evaluator
	dress    *dress
	fit      float64 // scale before the flight's placement
	gunAxis  int     // of the entry, about which a shot raises the gun
	bare     bool    // the source's bones are not the game's: nothing turns them
	overlays Overlays
	selected func(part int) bool
}

// at poses the model as copy k wears it at the flight's step.
func (d *pawnDrawer) at(f *flight.Flight, k int) *Posed {
	t := float64(f.Tick()) * flight.DT
	if dur := d.eval.Duration(); dur > 0 {
		t = math.Mod(t+f.Phase(k)*dur, dur)
	}
	d.turn(f, k)
	return d.eval.At(t)
}

// turn puts what the game turns at run time on the evaluator.
func (d *pawnDrawer) turn(f *flight.Flight, k int) {
	if d.bare {
		return
	}
	d.eval.SetTrims(f.Trims())
	d.eval.SetGun(GunTurn{On: f.RaisesGun(), Axis: d.gunAxis, Deg: f.Trace(k).GunDeg})
}

// squad appends an item for every unit, the leader first.
func (d *pawnDrawer) squad(items []draw.Item, f *flight.Flight, tint *draw.Tint) []draw.Item {
	m := d.eval.Model()
	n := min(f.Count(), MaxCrowd)
	if t := m.TriangleCount(); t > 0 {
		n = max(1, min(n, crowdTriangles/t))
	}
	fit := mgl64.Scale3D(d.fit, d.fit, d.fit)
	for k := range n {
		p := d.at(f, k)
		it := d.dress.item(m, p, d.overlays, d.selected)
		it.World = slices.Clone(p.World) // the next pose takes its place
		it.Place = f.Trace(k).Matrix().Mul4(fit).Mul4(d.dress.place)
		if tint != nil {
			it.Clay = true
			it.NodeTint = slices.Repeat([]draw.Tint{*tint}, len(m.Nodes))
		}
		items = append(items, it)
	}
	return items
}

// scenery appends the land, shadows, the path ahead and the waypoints.
func (p *props) scenery(items []draw.Item, f *flight.Flight, ahead []flight.AheadPoint, way []flight.Point, blobs bool, radius float64) []draw.Item {
	now := float64(f.Tick()) * flight.DT
	items = append(items, draw.Item{Prepared: p.land, Hidden: f.World().Hidden(now)})
	if blobs {
		items = p.blobs(items, f, radius)
	}
	items = p.path(items, ahead)
	return p.pins(items, f.World(), way, now)
}

// blobs appends a shadow below every unit.
func (p *props) blobs(items []draw.Item, f *flight.Flight, radius float64) []draw.Item {
	var places []mgl64.Mat4
	for k := range min(f.Count(), MaxCrowd) {
		t := f.Trace(k)
		if math.IsInf(t.Clearance, 0) {
			continue
		}
		at := t.Final()
		// Higher units cast a wider, but no darker shadow.
		r := radius * (1 + 0.04*max(t.Clearance, 0))
		places = append(places, mgl64.Translate3D(at[0], t.Top+0.06, at[2]).Mul4(mgl64.Scale3D(r, 1, r)))
	}
	if len(places) == 0 {
		return items
	}
	return append(items, draw.Item{Prepared: p.blob, Places: places})
}

// pathTints are the path's dots: on the way, and where the hug climbs or sinks.
var pathTints = [...]draw.Tint{{1, 1, 1, 1}, {1, 0.45, 0.05, 1}, {0.1, 0.75, 1, 1}}

// path appends the dots of the path ahead.
func (p *props) path(items []draw.Item, ahead []flight.AheadPoint) []draw.Item {
	var places [len(pathTints)][]mgl64.Mat4
	last := -1.0
	for i := range ahead {
		a := &ahead[i]
		kind, size := 0, 0.07
		switch a.Event.Kind {
		case flight.Climb, flight.CliffAhead:
			kind, size = 1, 0.2
		case flight.Descend, flight.CliffPassed:
			kind, size = 2, 0.2
		default:
			if a.Way-last < 0.6 {
				continue
			}
			last = a.Way
		}
		at := a.Final()
		places[kind] = append(places[kind], mgl64.Translate3D(at[0], at[1], at[2]).Mul4(mgl64.Scale3D(size, size, size)))
	}
	for kind, list := range places {
		if len(list) > 0 {
			items = append(items, draw.Item{Prepared: p.dot, Places: list, NodeTint: []draw.Tint{pathTints[kind]}})
		}
	}
	return items
}

// pins appends the waypoints.
func (p *props) pins(items []draw.Item, w *world.World, way []flight.Point, timeS float64) []draw.Item {
	var places []mgl64.Mat4
	for _, at := range way {
		if top, ok := w.Top(at[0], at[1], timeS); ok {
			places = append(places, mgl64.Translate3D(at[0], top, at[1]))
		}
	}
	if len(places) == 0 {
		return items
	}
	return append(items, draw.Item{Prepared: p.pin, Places: places})
}
