package contacts

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/clip"
	"donorlab/internal/scene"
)

// Cycle is a motion that repeats, such as one stride of a made walk, as if on a
// treadmill.
type Cycle interface {
	// Duration of one cycle in seconds.
	Duration() float64
	// Pose writes the pose at time t of the cycle, 0..Duration, into pose, which
	// holds the rest. The pose at Duration is that at 0.
	Pose(t float64, pose scene.Pose)
	// Travel is how far the body gets in one cycle: level, model space, metres.
	Travel() mgl64.Vec3
}

// CycleOptions say how a cycle becomes a clip.
type CycleOptions struct {
	Name       string  // empty means "Cycle"
	Rate       float64 // samples a second, up to 16 times as many where the motion turns corners; zero means 60
	MaxErrorMm float64 // how far a vertex or a joint may be from the cycle; zero means 0.5, negative keeps every key
	Cycles     int     // how many in a row; zero means 1
	// RootMotion has Root carry the body along. Without it the clip stays in place.
	RootMotion bool
	Root       int // the node that carries it: the hips, or a bone above them
}

// CycleReport says what a bake made: the vertices' error is clip.BakeReport's.
type CycleReport struct {
	clip.BakeReport
	JointErrorMm float64 `json:"jointErrorMm"` // largest distance of a joint from the cycle, seen at the samples and halfway
}

// DefaultErrorMm is the error of a baked cycle where nobody says otherwise.
const DefaultErrorMm = .5

// maxCycles is how many cycles one clip may hold.
const maxCycles = 1000

// BakeCycle samples a cycle into a clip with as few keys as the error allows,
// judged at the vertices and, for skeletons without a mesh too, at the joints.
// A clip in place closes exactly. The error is a *scene.Problem.
func BakeCycle(m *scene.Model, c Cycle, opt CycleOptions) (scene.Animation, CycleReport, error) {
	bad := func(message, remedy string) error {
		return &scene.Problem{Code: "CYCLE_INVALID", File: m.Source.Path, Message: message, Remedy: remedy}
	}
	if d := c.Duration(); !(d > 0) || math.IsInf(d, 0) {
		return scene.Animation{}, CycleReport{}, bad("the cycle has no duration", "give it a speed and a cadence above 0")
	}
	if opt.Cycles < 0 || opt.Cycles > maxCycles {
		return scene.Animation{}, CycleReport{}, bad("a clip holds 1 to 1000 cycles", "ask for fewer")
	}
	src := cycleSource{c: c, n: float64(max(1, opt.Cycles)), root: -1}
	if opt.RootMotion {
		if opt.Root < 0 || opt.Root >= len(m.Nodes) || m.Nodes[opt.Root].Matrix != nil {
			return scene.Animation{}, CycleReport{}, bad("there is no node that could carry the body along", "choose the hips or a bone above them")
		}
		src.root = opt.Root
		src.way = c.Travel()
		if p, ok := m.Nodes[opt.Root].Parent.Get(); ok {
			inv, ok := scene.InverseAffine(m.World(nil, nil, nil)[p])
			if !ok {
				return scene.Animation{}, CycleReport{}, bad("the bone that should carry the body along is squashed flat", "choose a bone above it")
			}
			src.way = scene.LinearPart(inv).Mul3x1(src.way)
		}
	}
	if opt.Name == "" {
		opt.Name = "Cycle"
	}
	if opt.Rate == 0 {
		opt.Rate = 60
	}
	if opt.MaxErrorMm == 0 {
		opt.MaxErrorMm = DefaultErrorMm
	}
	bake := clip.BakeOptions{Name: opt.Name, Rate: opt.Rate, MaxErrorMm: -1, Loop: !opt.RootMotion}
	try := func() (scene.Animation, CycleReport, error) {
		a, r, err := clip.Bake(m, src, bake)
		if err != nil {
			return scene.Animation{}, CycleReport{}, err
		}
		return a, CycleReport{BakeReport: r, JointErrorMm: jointError(m, src, a, max(r.Rate, 4*opt.Rate)) * 1000}, nil
	}
	if opt.MaxErrorMm < 0 {
		return try()
	}
	// A foot that is lifted turns a corner, which samples far apart cut: half the
	// error may be theirs, the rest is for the keys that are left out.
	a, rep, err := try()
	for err == nil && rep.JointErrorMm > .5*opt.MaxErrorMm && bake.Rate < most*opt.Rate {
		bake.Rate *= 2
		a, rep, err = try()
	}
	bake.MaxErrorMm = opt.MaxErrorMm
	for i := 0; err == nil && i < 10; i++ {
		b, r, err := try()
		if err != nil || r.JointErrorMm <= opt.MaxErrorMm {
			return b, r, err
		}
		bake.MaxErrorMm *= max(1e-4, min(.7, .9*opt.MaxErrorMm/r.JointErrorMm))
	}
	return a, rep, err // every sample: nothing less will do
}

// most is how many times more samples than asked for are taken where the motion
// turns corners.
const most = 16

// cycleSource plays a cycle some times over, and moves its root along.
type cycleSource struct {
	c    Cycle
	n    float64
	root int
	way  mgl64.Vec3 // of one cycle, in the units of the root's parent
}

func (s cycleSource) Duration() float64 { return s.n * s.c.Duration() }

func (s cycleSource) Pose(t float64, pose scene.Pose) {
	d := s.c.Duration()
	turns := math.Min(math.Floor(t/d), s.n)
	u := t - turns*d
	if turns == s.n {
		u = 0
	}
	s.c.Pose(u, pose)
	if s.root >= 0 {
		pose[s.root].T = pose[s.root].T.Add(s.way.Mul(t / d))
	}
}

// jointError is how far, in metres, any node's origin is from the cycle under a
// clip, at the samples and halfway between them.
func jointError(m *scene.Model, src cycleSource, a scene.Animation, rate float64) float64 {
	s, err := clip.NewSampler(clip.WithClips(m, a), 0)
	if err != nil {
		return math.Inf(1)
	}
	order := m.ParentsFirst()
	var want, got []mgl64.Mat4
	worst := 0.0
	d := src.Duration()
	for k := 0; float64(k)/(2*rate) <= d; k++ {
		t := float64(k) / (2 * rate)
		p, q := m.RestPose(), m.RestPose()
		src.Pose(t, p)
		s.Pose(t, q)
		want, got = m.World(want, p, order), m.World(got, q, order)
		for n := range want {
			worst = max(worst, scene.Position(want[n]).Sub(scene.Position(got[n])).Len())
		}
	}
	return worst
}
