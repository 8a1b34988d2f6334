package lab

import (
	"context"
	"image"
	"math"
	"runtime"
	"sync"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/gait"
	"donorlab/internal/picfile"
	"donorlab/internal/scene"
	"donorlab/internal/scene/draw"
	"donorlab/internal/scene/raster"
)

// What a walker is seen with, as shares of its height.
const (
	walkerFov     = 26.0 // degrees: long enough not to bend a body's proportions
	walkerTall    = 1.5  // of the picture, in heights of the body
	walkerRise    = 0.5  // of the body, at which the camera aims
	walkerHeadway = 0.12 // of a rise that the camera does not follow, so that a jump is seen
	walkerMarks   = 14   // footprints that are shown
)

// WalkShots say how a walker is captured. The zero WalkShots walk by the
// default preferences on flat ground.
type WalkShots struct {
	Prefs   *gait.Preferences // nil means the defaults
	Ground  string            // one of GroundNames; "" is flat
	Width   int               // pixels of a picture
	Height  int
	MSAA    int // 1 or 4; zero means 1
	Format  picfile.Format
	Workers int    // pictures under way at a time; zero means one a processor
	Saved   string // file of bones that were set by hand; "" is the one beside the model
}

// walkStage is a model on a floor, ready to be walked and photographed. It does
// not change, and goroutines share it.
type walkStage struct {
	model    *scene.Model
	avatar   string
	prepared *draw.Prepared
	rig      *gait.Rig
	order    []int
	rest     scene.Pose
	prefs    gait.Preferences
	ground   walkGround
	pace     float64
	height   float64 // of the body, metres
	wide     float64 // of the body at rest with all that it holds, metres
	lift     float64 // by which what has no legs is raised to stand on the ground
	cell     float64 // side of a check of the floor, metres
	floor    *draw.Prepared
	prints   [2]*draw.Prepared
	sole     [2]float64 // length and width of a footprint, metres
	shot     Shot
	format   picfile.Format
	workers  int
	problems []scene.Problem
	bare     bool // there is no mesh: the bones are drawn
}

// newWalkStage finds the bones and builds the floor.
func newWalkStage(m *scene.Model, o WalkShots, width, height int) (*walkStage, error) {
	shot, err := Shot{Width: orInt(o.Width, width), Height: orInt(o.Height, height), MSAA: orInt(o.MSAA, 1)}.normal()
	if err != nil {
		return nil, err
	}
	if o.Workers < 0 || o.Workers > maxWorkers {
		return nil, &scene.Problem{Code: "BAD_WORKERS", Message: "there are 1 to 64 workers", Remedy: "leave --workers out for one a processor"}
	}
	s := &walkStage{model: m, avatar: avatarName(m), shot: shot, format: o.Format, workers: o.Workers, prefs: gait.Defaults(), order: m.ParentsFirst(), rest: m.RestPose()}
	if o.Prefs != nil {
		s.prefs = *o.Prefs
	}
	if s.ground, err = parseGround(o.Ground); err != nil {
		return nil, err
	}
	bones, err := FindBones(m, o.Saved)
	if err != nil {
		return nil, err
	}
	s.rig = gait.NewRig(m, &bones.Map)
	s.problems = append(s.problems, bones.Problems...)
	s.prepared, s.bare = draw.Prepare(m), m.TriangleCount() == 0
	box := s.prepared.Bounds()
	size := box.Size()
	s.height, s.pace = s.rig.Height, gait.PaceFor(s.rig.Leg, &s.prefs)
	s.wide = walkerWide(box)
	if !s.rig.Legged {
		s.problems = append(s.problems, scene.Problem{Severity: scene.Warning, Code: "NO_LEGS", File: m.Source.Path,
			Message: "the model stays in its bind pose: " + s.rig.Why + "; its stride clock runs and footsteps are heard",
			Remedy:  "labctl bones shows what was found; --set SLOT=NODE --save sets a bone by hand"})
		s.height, s.pace = size[1], 1
		s.lift = -box.Min[1]
	}
	if !(s.height > 1e-6) || math.IsInf(s.height, 0) {
		s.height = 1
	}
	if !(s.lift-s.lift == 0) {
		s.lift = 0
	}
	if !(s.wide-s.wide == 0) {
		s.wide = 0
	}
	s.cell = 0.5 * step125(s.height/1.8)
	s.floor = draw.Prepare(floorModel(s.cell))
	s.sole = [2]float64{0.155 * s.height, 0.058 * s.height}
	s.prints[gait.Left] = draw.Prepare(printModel(s.sole, [3]float32{0.02, 0.30, 0.62}))
	s.prints[gait.Right] = draw.Prepare(printModel(s.sole, [3]float32{0.70, 0.26, 0.01}))
	return s, nil
}

// walkerWide is the width of a picture's middle that holds a body however it is
// turned, with a sword held out to one side: twice the farthest from its middle
// line along an axis.
func walkerWide(box scene.Box) float64 {
	far := 0.0
	for _, axis := range [...]int{0, 2} {
		far = max(far, math.Abs(box.Min[axis]), math.Abs(box.Max[axis]))
	}
	return 2 * far
}

func orInt(v, other int) int {
	if v == 0 {
		return other
	}
	return v
}

// step125 is the nearest of 1, 2 and 5 times a power of ten.
func step125(x float64) float64 {
	if !(x > 1e-9) || x > 1e9 {
		return 1
	}
	base := math.Pow(10, math.Floor(math.Log10(x)))
	best := base
	for _, k := range []float64{2, 5, 10} {
		if math.Abs(math.Log(x/(k*base))) < math.Abs(math.Log(x/best)) {
			best = k * base
		}
	}
	return best
}

// pawn is a fresh one that wears the model.
func (s *walkStage) pawn() *gait.Pawn {
	p := gait.NewPawn(s.rig)
	pr := s.prefs
	p.Prefs, p.Pace = &pr, s.pace
	if s.ground.terrain != nil {
		p.Terrain = s.ground.terrain
	}
	return p
}

// still is one picture to draw: all of it was simulated, and nothing depends on
// another.
type still struct {
	index  int
	world  []mgl64.Mat4
	place  mgl64.Mat4
	cam    scene.Camera
	prints [2][]mgl64.Mat4
	file   string // where it goes; "" for nowhere
	cell   int    // of the contact sheet, -1 for none
}

// walkCamera follows a pawn from a fixed side of the world. lag is how many
// seconds it is behind: 0 holds the pawn in the middle.
type walkCamera struct {
	azimuth, lag float64
	at, drift    mgl64.Vec3
	began        bool
}

// follow goes on by dt to where the body is. The way is critically damped, so
// that neither a start nor a stop jerks the picture.
func (c *walkCamera) follow(dt float64, at mgl64.Vec3) {
	if !c.began || !(c.lag > 0) {
		c.at, c.began = at, true
		return
	}
	// Exact for a body that stands still during dt.
	w := 2 / c.lag
	e := math.Exp(-w * dt)
	off := c.at.Sub(at)
	k := c.drift.Add(off.Mul(w)).Mul(dt)
	c.drift = c.drift.Sub(k.Mul(w)).Mul(e)
	c.at = at.Add(off.Add(k).Mul(e))
}

// camera is where the picture is taken from.
func (s *walkStage) camera(c *walkCamera) scene.Camera {
	tall := walkerTall * s.height
	if s.wide > 0 {
		tall = max(tall, 1.3*s.wide*float64(s.shot.Height)/float64(s.shot.Width))
	}
	ground := s.ground.height(c.at)
	rise := max(0, c.at[1]-ground-walkerHeadway*s.height)
	target := mgl64.Vec3{c.at[0], ground + rise + walkerRise*s.height, c.at[2]}
	return scene.Camera{Target: target, AzimuthDeg: c.azimuth, ElevationDeg: 9, FovYDeg: walkerFov,
		Distance: tall / 2 / math.Tan(walkerFov/2*math.Pi/180)}
}

// pose fills a still from a pawn after a tick.
func (s *walkStage) pose(st *still, p *gait.Pawn, scratch scene.Pose, cam scene.Camera, tr *tracker) scene.Pose {
	scratch = append(scratch[:0], s.rest...)
	scratch = p.Pose(scratch)
	st.world = s.model.World(st.world, scratch, s.order)
	st.place = p.Place()
	if s.lift != 0 {
		st.place = mgl64.Translate3D(0, s.lift, 0).Mul4(st.place)
	}
	st.cam = cam
	for i := range st.prints {
		st.prints[i] = append(st.prints[i][:0], tr.prints[i]...)
	}
	return scratch
}

// walkArtist is one goroutine's tools.
type walkArtist struct {
	stage   *walkStage
	threads int
	builder draw.Builder
	list    draw.List
	sink    raster.Rasterizer
	encoder picfile.Encoder
	canvas  *image.NRGBA
	items   []draw.Item
}

// paint draws a still over the whole of the canvas.
func (a *walkArtist) paint(st *still) {
	s := a.stage
	a.items = append(a.items[:0],
		draw.Item{Prepared: s.prepared, World: st.world, Place: st.place, Bones: s.bare},
		draw.Item{Prepared: s.floor, Place: s.ground.floorPlace(st.cam.Target, s.cell), NoShadow: true})
	for i := range st.prints {
		if len(st.prints[i]) > 0 {
			a.items = append(a.items, draw.Item{Prepared: s.prints[i], Places: st.prints[i], NoShadow: true})
		}
	}
	opt := draw.Options{Width: s.shot.Width, Height: s.shot.Height, Threads: a.threads, Shadow: s.ground.flat(), Background: &walkBackdrop}
	a.builder.Frame(&a.list, a.items, st.cam, opt)
	a.sink.Draw(a.canvas, &a.list, raster.Options{MSAA: s.shot.MSAA, Threads: a.threads})
}

// film draws what make simulates: one goroutine makes the stills in order, the
// artists draw and keep each, in any order. total is for the progress.
func (s *walkStage) film(ctx context.Context, total int, label string, r Report, produce func(next func() *still, emit func(*still) error) error, keep func(a *walkArtist, st *still) error) error {
	procs := runtime.GOMAXPROCS(0)
	n := max(min(orInt(s.workers, procs), max(total, 1)), 1)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	todo, free := make(chan *still, 2*n), make(chan *still, 4*n)
	for range cap(free) {
		free <- &still{}
	}
	var wait sync.WaitGroup
	var mu sync.Mutex
	done := 0
	guard := func(f func() error) {
		defer wait.Done()
		defer func() {
			if p := recover(); p != nil {
				cancel(Crash(p))
			}
		}()
		if err := f(); err != nil {
			cancel(err)
		}
	}
	for range n {
		wait.Add(1)
		go guard(func() error {
			a := &walkArtist{stage: s, threads: max(procs/n, 1), canvas: image.NewNRGBA(image.Rect(0, 0, s.shot.Width, s.shot.Height))}
			for st := range todo {
				if ctx.Err() != nil {
					continue // what is left is thrown away
				}
				a.paint(st)
				if err := keep(a, st); err != nil {
					return err
				}
				free <- st
				mu.Lock()
				done++
				r.Say(label, done, total)
				mu.Unlock()
			}
			return nil
		})
	}
	wait.Add(1)
	go guard(func() error {
		defer close(todo)
		index := 0
		next := func() *still {
			select {
			case st := <-free:
				st.file, st.cell = "", -1
				return st
			case <-ctx.Done():
				return &still{cell: -1}
			}
		}
		return produce(next, func(st *still) error {
			st.index = index
			index++
			select {
			case todo <- st:
				return nil
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		})
	})
	wait.Wait()
	if err := context.Cause(ctx); err != nil {
		return AsProblem(err)
	}
	return nil
}
