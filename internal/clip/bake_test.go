package clip_test

import (
	"errors"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/clip"
	"donorlab/internal/scene"
)

// TestBakeDonor bakes the donor's clip onto a rig with other axle frames and
// plays the result: it must be the composed motion, close its loop and keep
// every step in reach.
func TestBakeDonor(t *testing.T) {
	d := donor(t, gunship())
	m, _, _ := rig()
	b, err := d.Bind(m, 0)
	if err != nil {
		t.Fatal(err)
	}
	anim, rep, err := clip.Bake(m, b, clip.BakeOptions{Name: "fly", Loop: true})
	if err != nil {
		t.Fatal(err)
	}
	if rep.Frames != 21 || rep.Rate != 30 || rep.Channels != 4 || rep.MaxErrorMm > 0.1 || len(anim.Channels) != 4 {
		t.Errorf("%+v", rep)
	}
	if all := 4 * 21; rep.Keys >= all {
		t.Errorf("%d keys of %d are left: nothing was reduced", rep.Keys, all)
	}
	out := clip.WithClips(m, anim)
	pose := m.RestPose()
	for f := range 21 {
		at := float64(f) / 30
		got := clip.Sample(out, 0, at, nil)
		b.Pose(at, pose)
		for i := range pose {
			near(t, "turn", angleDeg(got[i].R, pose[i].R), 0, 0.02)
			nearVec(t, "place", got[i].T, pose[i].T, 1e-4)
		}
	}
	for _, c := range anim.Channels {
		if c.Times[0] != 0 || c.Times[len(c.Times)-1] != float32(b.Duration()) {
			t.Errorf("keys run from %v to %v", c.Times[0], c.Times[len(c.Times)-1])
		}
		checkQuats(t, c)
	}
}

// checkQuats checks unit length, sign continuity, the largest step and the
// closing of a loop.
func checkQuats(t *testing.T, c scene.Channel) {
	t.Helper()
	if c.Path != scene.Rotation {
		return
	}
	var qs []mgl64.Quat
	for k := 0; k < len(c.Values); k += 4 {
		qs = append(qs, mgl64.Quat{W: float64(c.Values[k+3]), V: mgl64.Vec3{float64(c.Values[k]), float64(c.Values[k+1]), float64(c.Values[k+2])}})
	}
	for k, q := range qs {
		near(t, "length", q.Len(), 1, 1e-6)
		if k > 0 {
			if q.Dot(qs[k-1]) < 0 {
				t.Errorf("node %d key %d: the sign flips", c.Node, k)
			}
			if a := angleDeg(q, qs[k-1]); a > 120.001 {
				t.Errorf("node %d key %d: a step of %v deg", c.Node, k, a)
			}
		}
	}
	near(t, "loop", angleDeg(qs[0], qs[len(qs)-1]), 0, 1e-4)
}

// TestBakeError bakes at several allowances: the error that is reported must be
// the true one and within what was allowed, and a smaller one needs more keys.
func TestBakeError(t *testing.T) {
	m := skeleton(bone{"a", -1, at(0, 0, 0)}, bone{"b", 0, at(0, 1, 0)}, bone{"c", 1, at(0, 1, 0)})
	wave := func(k float64) func(int) mgl64.Quat {
		return func(f int) mgl64.Quat { return turn(25*math.Sin(k*float64(f)/15), mgl64.Vec3{k, 1, 0}) }
	}
	m.Animations = []scene.Animation{{Channels: []scene.Channel{
		rotations(0, 30, 90, wave(1)), rotations(1, 30, 90, wave(2)), rotations(2, 30, 90, wave(3)),
	}}}
	s, err := clip.NewSampler(m, 0)
	if err != nil {
		t.Fatal(err)
	}
	last := 0
	for _, mm := range []float64{50, 5, .5, -1} {
		anim, rep, err := clip.Bake(m, s, clip.BakeOptions{MaxErrorMm: mm})
		if err != nil {
			t.Fatal(err)
		}
		if rep.Keys <= last {
			t.Errorf("%v mm takes %d keys, the coarser one %d", mm, rep.Keys, last)
		}
		last = rep.Keys
		worst := 0.0
		out := clip.WithClips(m, anim)
		for f := range 91 {
			at := float64(f) / 30
			a, b := m.World(nil, clip.Sample(m, 0, at, nil), nil), m.World(nil, clip.Sample(out, 0, at, nil), nil)
			m.EachVertex(a, func(_, _, v int, p mgl64.Vec3) {
				prim := &m.Meshes[0].Primitives[0]
				q := scene.VertexPosition(prim, v, mgl64.Ident4(), m.JointMatrices(0, b))
				worst = max(worst, p.Sub(q).Len()*1000)
			})
		}
		if mm > 0 && worst > mm {
			t.Errorf("%v mm allowed, a vertex is %v mm off", mm, worst)
		}
		if worst > rep.MaxErrorMm+1e-9 {
			t.Errorf("reported %v mm, a vertex is %v mm off", rep.MaxErrorMm, worst)
		}
	}
	if last != 3*91 {
		t.Errorf("all keys are %d, want %d", last, 3*91)
	}
}

// TestBakeFastSpin bakes a spin of 200 deg a sample: at the rate asked for it
// would run backwards.
func TestBakeFastSpin(t *testing.T) {
	m := skeleton(bone{"a", -1, at(0, 0, 0)})
	m.Animations = []scene.Animation{{Channels: []scene.Channel{rotations(0, 120, 120, func(f int) mgl64.Quat {
		return turn(50*float64(f), yAxis)
	})}}}
	s, _ := clip.NewSampler(m, 0)
	anim, rep, err := clip.Bake(m, s, clip.BakeOptions{Rate: 30})
	if err != nil || rep.Rate < 60 {
		t.Fatalf("%v, rate %v", err, rep.Rate)
	}
	ch, _ := clip.Decode(clip.WithClips(m, anim), 0, clip.DecodeOptions{FPS: 30})
	near(t, "speed", ch[0].DegreesPerFrame, 200, 0.1)
}

func TestBakeDropsWhatStaysAtRest(t *testing.T) {
	m := skeleton(bone{"a", -1, at(0, 0, 0)}, bone{"b", 0, at(0, 1, 0)}, bone{"c", 1, at(0, 1, 0)})
	m.Animations = []scene.Animation{{Channels: []scene.Channel{
		rotations(0, 30, 30, func(int) mgl64.Quat { return turn(1e-7, xAxis) }),
		translations(1, 30, 30, func(int) mgl64.Vec3 { return mgl64.Vec3{0, 1, 0} }),
		rotations(2, 30, 30, func(int) mgl64.Quat { return turn(30, xAxis) }),
		translations(2, 30, 30, func(f int) mgl64.Vec3 { return mgl64.Vec3{float64(f), 1, 0} }),
	}}}
	s, _ := clip.NewSampler(m, 0)
	anim, rep, err := clip.Bake(m, s, clip.BakeOptions{})
	if err != nil || len(anim.Channels) != 2 || rep.Keys != 3 {
		t.Errorf("%v, %d channels, %+v: want a constant turn of one key and a straight line of two", err, len(anim.Channels), rep)
	}
	anim, rep, err = clip.Bake(m, s, clip.BakeOptions{RotationsOnly: true})
	if err != nil || len(anim.Channels) != 1 || anim.Channels[0].Path != scene.Rotation || rep.MaxErrorMm > .1 {
		t.Errorf("rotations only: %v, %+v", err, rep)
	}
}

func TestBakeRefusesAges(t *testing.T) {
	m := one(scene.Channel{Path: scene.Translation, Times: []float32{0, 3e38}, Values: []float32{0, 0, 0, 1, 1, 1}})
	s, _ := clip.NewSampler(m, 0)
	var p *scene.Problem
	if _, _, err := clip.Bake(m, s, clip.BakeOptions{}); !errors.As(err, &p) || p.Code != "CLIP_TOO_LONG" {
		t.Errorf("got %v", err)
	}
	if _, _, err := clip.Bake(m, s, clip.BakeOptions{Rate: math.NaN()}); !errors.As(err, &p) {
		t.Errorf("a rate that is no number: %v", err)
	}
}

// TestSpinClip turns a canted rotor once round its authored axle.
func TestSpinClip(t *testing.T) {
	m, mast, fan := rig()
	anim, err := clip.SpinClip(m, []clip.Spin{{Node: 2}, {Node: 3, Axis: xAxis, Degrees: 720}}, clip.SpinOptions{Frames: 20})
	if err != nil {
		t.Fatal(err)
	}
	out := clip.WithClips(m, anim)
	for f := range 21 {
		pose := clip.Sample(out, 0, float64(f)/30, nil)
		near(t, "main", angleDeg(pose[2].R, turn(-18*float64(f), mast).Mul(m.Nodes[2].Local.R)), 0, 1e-3)
		near(t, "tail", angleDeg(pose[3].R, turn(36*float64(f), fan).Mul(m.Nodes[3].Local.R)), 0, 1e-3)
	}
	for _, c := range anim.Channels {
		if len(c.Times) != 21 {
			t.Errorf("%d keys, want one a frame", len(c.Times))
		}
		checkQuats(t, c)
	}
	for _, s := range []clip.Spin{{Node: 99}, {Node: 2, Degrees: 180 * 20}} {
		if _, err := clip.SpinClip(m, []clip.Spin{s}, clip.SpinOptions{Frames: 20}); err == nil {
			t.Errorf("%+v was made", s)
		}
	}
}
