package lab

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"math"
	"time"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/dials"
	"donorlab/internal/flight"
	"donorlab/internal/flight/world"
	"donorlab/internal/pack"
	"donorlab/internal/scene"
	"donorlab/internal/scene/draw"
	"donorlab/internal/scene/raster"
)

// Flyer is a unit that flies: its entry, the model that it wears, and by what
// category it turns.
type Flyer struct {
	Entry    *pack.Entry
	Category dials.Category
	Why      string // the category

	source string // SHA-256 of the model's file
	bare   bool   // its bones are the source's, not the game's
	eval   *Evaluator
	again  func() (*Evaluator, error)
	dress  dress
}

// LoadFlyer loads the unit of an entry file, or the sample helicopter with ""; the
// notes say what was odd. With dressed the model is made ready to be drawn, as it
// is exported: rigged, rebased, and with its clip or the donor's; else only its
// parts are found. All that is read is told to g, which may be nil.
func LoadFlyer(ctx context.Context, path string, dressed bool, g *Guard, r Report) (*Flyer, []scene.Problem, error) {
	var m *scene.Model
	var w *Work
	var notes []scene.Problem
	var err error
	if path == "" {
		if m, err = Load(ctx, SampleHelicopter, r); err != nil {
			return nil, nil, err
		}
		if w, _, err = First(ctx, SampleHelicopter, m, r); err != nil {
			return nil, nil, err
		}
		e := w.Entry.Clone()
		DonorCompanions(e, true)
		w.Entry = e
		if w.Donor, err = LoadDonor(ctx, SampleDonor, "", r); err != nil {
			return nil, nil, err
		}
	} else if m, w, notes, err = openEntry(ctx, path, g, r); err != nil {
		return nil, notes, err
	}
	f := &Flyer{Entry: w.Entry, source: sourceSHA(m)}
	f.Category, f.Why = GuessCategory(w)
	if !dressed {
		return f, notes, nil
	}
	if w.Rigged == nil || len(rigStale(w)) > 0 {
		if w.Parts == nil { // First has told why, as a warning: here it is in the way
			if w.Parts, err = Probe(ctx, m, w.Recipe, false, r); err != nil {
				return nil, notes, err
			}
		}
		if w.Rigged, err = GenerateRig(ctx, m, w.Parts, w.Recipe, r); err != nil {
			return nil, notes, err
		}
	}
	shown, donor := w.Rigged.Rebased, w.Donor
	if !w.Entry.UseDonorClip {
		donor = nil
		n, err := upToDate(ctx, m, w, r)
		switch {
		case err == nil:
			w, shown = n, n.Baked.Model
		case AsProblem(err).Code != "NO_CLIP": // a model that does not move flies at rest
			return nil, notes, err
		}
	}
	return f, notes, f.wear(w.Rigged, shown, donor)
}

// wear gives the unit its model.
func (f *Flyer) wear(r *Rigged, m *scene.Model, donor *Donor) (err error) {
	f.again = func() (*Evaluator, error) { return newEvaluator(m, ClipRef{}, donor) }
	f.eval, err = f.again()
	f.dress = dressRig(r.Rig, draw.Prepare(m))
	return err
}

// FlightStudio takes pictures and films of a recorded run: the same picture for
// the same step, whatever was drawn before. One goroutine may use it at a time.
type FlightStudio struct {
	run    *flight.Run
	world  *world.World
	flyer  *Flyer
	ghost  *flight.Settings // nil for none
	flight *flight.Flight
	second *flight.Flight
	eval   *Evaluator
	trail  trail
	props  *props

	builder draw.Builder
	list    draw.List
	sink    raster.Rasterizer
}

// NewFlightStudio makes a studio for a run flown by a unit that was loaded
// dressed. ghost are the settings of a second unit on the same orders, nil for
// none.
func NewFlightStudio(run *flight.Run, f *Flyer, ghost *flight.Settings) (*FlightStudio, error) {
	w, err := world.Build(run.Map)
	if err != nil {
		return nil, err
	}
	p := &props{}
	p.ready(w)
	s := &FlightStudio{run: run, world: w, flyer: f, ghost: ghost, props: p, eval: f.eval}
	return s, s.begin()
}

// begin puts the flight at its start.
func (s *FlightStudio) begin() error {
	f, err := s.run.StartIn(s.world)
	if err != nil {
		return err
	}
	s.flight, s.trail = f, trail{}
	s.trail.step(f.Trace(0))
	if s.ghost == nil {
		return nil
	}
	s.second, err = f.Ghost(*s.ghost)
	return err
}

func (s *FlightStudio) fork() (FilmSource, error) {
	e, err := s.flyer.again()
	if err != nil {
		return nil, err
	}
	n := &FlightStudio{run: s.run, world: s.world, flyer: s.flyer, ghost: s.ghost, props: s.props, eval: e}
	return n, n.begin()
}

func (s *FlightStudio) duration() float64 { return float64(s.run.Ticks) * flight.DT }

func (s *FlightStudio) clipName() string { return s.eval.ClipName() }

// cameras are angles and distance from the leader's nose, and follow it, or stand
// still where the shot's camera has a target of its own.
func (s *FlightStudio) cameras(o Shot, orbitDeg float64, frames int) func(k int) scene.Camera {
	cam := scene.Camera{AzimuthDeg: trailAzimuthDeg, ElevationDeg: trailElevationDeg, Distance: trailDistance}
	if o.Camera != nil {
		far := cam.Distance
		cam = *o.Camera
		if cam.Distance == 0 {
			cam.Distance = far
		}
	}
	return func(k int) scene.Camera {
		c := cam
		c.AzimuthDeg += orbitDeg * float64(k) / float64(max(frames, 1))
		return c
	}
}

// seek flies to the step of a time, from the start where that lies behind.
func (s *FlightStudio) seek(t float64) {
	tick := min(max(int(math.Round(t*flight.Rate)), 0), s.run.Ticks)
	if tick < s.flight.Tick() {
		s.flight.Seek(0)
		if s.second != nil {
			s.second.Seek(0)
		}
		s.trail = trail{}
		s.trail.step(s.flight.Trace(0))
	}
	for s.flight.Tick() < tick {
		s.flight.Step()
		s.trail.step(s.flight.Trace(0))
		if s.second != nil {
			s.second.Step()
		}
	}
}

func (s *FlightStudio) paint(img *image.NRGBA, o Shot, cam scene.Camera, threads int) {
	s.seek(o.Time)
	e := s.flyer.Entry
	d := pawnDrawer{eval: s.eval, dress: &s.flyer.dress, overlays: o.Overlays, gunAxis: e.GunElevAxis, bare: s.flyer.bare}
	d.overlays.Grid, d.overlays.Roles = false, false
	d.fit = fitSize(movedBox(s.eval.Model().Bounds(), d.dress.place), e.Size)
	items := d.squad(nil, s.flight, nil)
	radius := blobShare * e.Size * e.Scale
	if s.second != nil {
		d.overlays = Overlays{}
		items = d.squad(items, s.second, &ghostTint)
		items = s.props.blobs(items, s.second, radius)
	}
	var ahead []flight.AheadPoint
	var way []flight.Point
	if !o.NoPath {
		ahead = s.flight.Ahead(0, aheadS, aheadEvery, nil)
		way = waypoints(s.flight)
	}
	items = s.props.scenery(items, s.flight, ahead, way, !o.NoGround, radius)
	opt := draw.Options{Width: o.Width, Height: o.Height, Threads: threads}
	o.Look.apply(&opt, false)
	worldOptions(&opt, o.Look.Backdrop)
	if cam.Target == (mgl64.Vec3{}) {
		// On a grid, so that a last bit that another processor rounds otherwise is not
		// seen.
		for k := range 3 {
			cam.Target[k] = math.Round(s.trail.at[k]*1024) / 1024
		}
		cam.AzimuthDeg += math.Round(s.trail.yawDeg*256) / 256
	}
	s.builder.Frame(&s.list, items, cam, opt)
	s.sink.Draw(img, &s.list, raster.Options{MSAA: o.MSAA, Threads: threads})
}

// Shot takes a picture of the flight, o.Time seconds after its start. The
// camera's azimuth is from the leader's nose. now is the clock for Took; nil
// leaves it zero.
func (s *FlightStudio) Shot(ctx context.Context, o Shot, now func() time.Time) (*Picture, error) {
	return o.take(ctx, now, func(img *image.NRGBA, o Shot) { s.paint(img, o, s.cameras(o, 0, 1)(0), 0) })
}

// Target is a point that a camera can stand still by: a little above the ground
// at a place of the plane. ok is false off the map.
func (s *FlightStudio) Target(p flight.Point) (at mgl64.Vec3, ok bool) {
	h, from := s.world.Ground(p[0], p[1])
	return mgl64.Vec3{p[0], h + 1, p[1]}, from != world.GroundNone
}

// InputHash sums up all that the pictures of the flight depend on, apart from how
// they are taken.
func (s *FlightStudio) InputHash() string {
	h := sha256.New()
	h.Write(s.run.Encode())
	fmt.Fprintf(h, "\nmodel %s entry %s", s.flyer.source, s.flyer.Entry.Encode())
	if d := s.eval.donor; d != nil {
		fmt.Fprintf(h, " donor %q at %g", d.Clip, d.FPS)
	}
	if s.ghost != nil {
		fmt.Fprintf(h, " ghost %+v", *s.ghost)
	}
	return hex.EncodeToString(h.Sum(nil))
}
