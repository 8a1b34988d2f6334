package lab

import (
	"context"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/clip"
	"donorlab/internal/gait"
	"donorlab/internal/gait/contacts"
	"donorlab/internal/rig/humanoid"
	"donorlab/internal/scene"
)

// WalkOptions say which made walk becomes a clip.
type WalkOptions struct {
	Speed      float64 // m/s over the ground, above 0
	TowardDeg  float64 // direction of travel against the facing: 0 ahead, 90 to the left, 180 back
	RootMotion bool    // the clip gets along; else it stays in place
	MaxErrorMm float64 // see contacts.CycleOptions
	Name       string  // empty means "Walk 1.6 m/s" or the like
	Prefs      *gait.Preferences
}

// WalkAnswer is what a baked walk is like, as labctl prints it.
type WalkAnswer struct {
	Clip string `json:"clip"`
	contacts.CycleReport
	Duration float64 `json:"duration"` // of the one stride that the clip holds
	Cadence  float64 `json:"cadence"`
	Stride   float64 `json:"stride"`

	Warnings []scene.Problem `json:"warnings"`
}

// walkSteps is into how many ticks a stride is divided, 2.3 ms each at a walk. The
// samples of the clip fall on them, bakeSplit ticks apart or less: between, they
// would cut the corners of heels that come up.
const (
	walkSteps = 512
	bakeSplit = 8
)

// BakeWalk returns the model with one more clip: one stride of the built-in
// locomotion at a steady speed and direction, which loops. Breath and sway, whose
// periods are no stride's, are left out. bones may be nil: they are found then.
// The error is a *scene.Problem.
func BakeWalk(ctx context.Context, m *scene.Model, bones *Bones, opt WalkOptions) (*scene.Model, *WalkAnswer, error) {
	bad := func(code, message, remedy string) error {
		return &scene.Problem{Code: code, File: m.Source.Path, Message: message, Remedy: remedy}
	}
	if !(opt.Speed > 0) || opt.Speed > 1e3 || math.IsNaN(opt.TowardDeg) || math.IsInf(opt.TowardDeg, 0) {
		return nil, nil, bad("BAD_ARGUMENT", "a walk has a speed above 0 and up to 1000 m/s, and a direction in degrees", "give a speed such as 1.6")
	}
	if bones == nil {
		var err error
		if bones, err = FindBones(m, ""); err != nil {
			return nil, nil, err
		}
	}
	if ok, why := bones.Map.Walkable(); !ok {
		return nil, nil, bad("NOT_WALKABLE", "the model cannot walk: "+why, "set the bones by hand")
	}
	c, err := recordWalk(ctx, m, bones, opt)
	if err != nil {
		return nil, nil, err
	}
	if opt.Name == "" {
		opt.Name = fmt.Sprintf("Walk %.3g m/s", opt.Speed)
		if opt.TowardDeg != 0 {
			opt.Name += fmt.Sprintf(" %.3g deg", opt.TowardDeg)
		}
	}
	a, rep, err := contacts.BakeCycle(m, c, contacts.CycleOptions{Name: opt.Name, MaxErrorMm: opt.MaxErrorMm, Rate: walkSteps / bakeSplit / c.Duration(), RootMotion: opt.RootMotion, Root: carrierOf(m, &bones.Map)})
	if err != nil {
		return nil, nil, withFile(m.Source.Path, err)
	}
	out := clip.WithClips(m, append(append([]scene.Animation(nil), m.Animations...), a)...)
	w := &WalkAnswer{Clip: a.Name, CycleReport: rep, Duration: c.Duration(), Cadence: 1 / c.Duration(), Stride: opt.Speed * c.Duration(), Warnings: []scene.Problem{}}
	bound := opt.MaxErrorMm
	if bound == 0 {
		bound = contacts.DefaultErrorMm
	}
	if off := max(rep.JointErrorMm, rep.MaxErrorMm); bound > 0 && !(off <= bound) {
		w.Warnings = append(w.Warnings, scene.Problem{Severity: scene.Warning, Code: "BAKE_ERROR", File: m.Source.Path,
			Message: fmt.Sprintf("the clip is up to %.3g mm off the walk, more than the %.3g mm asked for, with every sample kept", off, bound),
			Remedy:  "allow a larger error, or ask for a slower walk"})
	}
	return out, w, nil
}

// recordedWalk is one stride, tick by tick; the last pose is the first.
type recordedWalk struct {
	poses  []scene.Pose
	period float64
	way    mgl64.Vec3
}

func (c *recordedWalk) Duration() float64  { return c.period }
func (c *recordedWalk) Travel() mgl64.Vec3 { return c.way }

func (c *recordedWalk) Pose(t float64, pose scene.Pose) {
	u := max(0, min(t/c.period, 1)) * float64(len(c.poses)-1)
	i := min(int(u), len(c.poses)-2)
	u -= float64(i)
	a, b := c.poses[i], c.poses[i+1]
	for n := range pose {
		pose[n].T = a[n].T.Mul(1 - u).Add(b[n].T.Mul(u))
		pose[n].R = a[n].R
		if a[n].R != b[n].R {
			pose[n].R = clip.Slerp(a[n].R.Normalize(), b[n].R.Normalize(), u)
		}
		pose[n].S = a[n].S.Mul(1 - u).Add(b[n].S.Mul(u))
	}
}

// recordWalk walks a pawn until it is steady, then takes one stride down.
func recordWalk(ctx context.Context, m *scene.Model, bones *Bones, opt WalkOptions) (*recordedWalk, error) {
	prefs := gait.Defaults()
	if opt.Prefs != nil {
		prefs = *opt.Prefs
	}
	prefs.BreathAngle, prefs.SwayAmount = 0, 0
	p := gait.NewPawn(gait.NewRig(m, &bones.Map))
	p.Prefs, p.Scale = &prefs, 1
	a := opt.TowardDeg * math.Pi / 180
	velocity := mgl64.Vec3{math.Sin(a), 0, math.Cos(a)}.Mul(opt.Speed) // of a body that faces +Z
	var at mgl64.Vec3
	step := func(dt float64) {
		at = at.Add(velocity.Mul(dt))
		p.Tick(dt, gait.Motion{Position: at})
	}
	p.Tick(1./gait.Rate, gait.Motion{})
	for range 20 * gait.Rate { // springs and smoothing have settled by then
		step(1. / gait.Rate)
	}
	if err := ctx.Err(); err != nil {
		return nil, AsProblem(err)
	}
	if !(p.Clock.Rate > 0) || math.IsInf(p.Clock.Rate, 0) {
		return nil, &scene.Problem{Code: "NOT_WALKING", File: m.Source.Path, Message: "at that speed no step is made", Remedy: "give a higher speed"}
	}
	c := &recordedWalk{period: 1 / p.Clock.Rate}
	dt := c.period / walkSteps
	for i, last := 0, p.Clock.Phase; i < 2*walkSteps; i++ { // begin as the left foot is put down
		step(dt)
		if p.Clock.Phase < last {
			break
		}
		last = p.Clock.Phase
	}
	from := at
	for i := range walkSteps + 1 {
		if i > 0 {
			step(dt)
		}
		c.poses = append(c.poses, p.Pose(m.RestPose()))
	}
	c.close()
	c.way = at.Sub(from)
	if inv, ok := scene.InverseAffine(p.Place()); ok {
		c.way = scene.LinearPart(inv).Mul3x1(c.way)
	}
	return c, nil
}

// close spreads what the stride ends off its beginning over the whole of it, so
// that the loop has no jump.
func (c *recordedWalk) close() {
	last := len(c.poses) - 1
	for n := range c.poses[0] {
		off := c.poses[0][n].T.Sub(c.poses[last][n].T)
		a, b := c.poses[0][n].R, c.poses[last][n].R
		turn := mgl64.QuatIdent()
		if a != b {
			turn = a.Normalize().Mul(b.Normalize().Conjugate())
		}
		for i := 1; i < last; i++ {
			u := float64(i) / float64(last)
			c.poses[i][n].T = c.poses[i][n].T.Add(off.Mul(u))
			if a != b {
				c.poses[i][n].R = clip.Slerp(mgl64.QuatIdent(), turn, u).Mul(c.poses[i][n].R)
			}
		}
	}
	c.poses[last] = c.poses[0]
}

// carrierOf is the lowest node that carries every bone of a body, -1 for none:
// the hips, unless feet or arms hang elsewhere.
func carrierOf(m *scene.Model, b *humanoid.Map) int {
	under := func(n, a int) bool {
		for {
			if n == a {
				return true
			}
			p, ok := m.Nodes[n].Parent.Get()
			if !ok {
				return false
			}
			n = p
		}
	}
next:
	for n := b.Node(humanoid.Hips); n >= 0; n = m.Nodes[n].Parent.Or(-1) {
		for s := range humanoid.SlotCount {
			if k := b.Node(s); k >= 0 && !under(k, n) {
				continue next
			}
		}
		return n
	}
	return -1
}
