package clip_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/clip"
	"donorlab/internal/scene"
)

// one makes a model of one node with one channel.
func one(c scene.Channel) *scene.Model {
	m := &scene.Model{Nodes: []scene.Node{{Local: at(7, 8, 9)}}, Roots: []int{0}}
	m.Animations = []scene.Animation{{Channels: []scene.Channel{c}}}
	return m
}

// TestSampleTranslation checks each interpolation against values worked out by
// hand from the formulas of the glTF specification.
func TestSampleTranslation(t *testing.T) {
	linear := scene.Channel{Path: scene.Translation, Times: []float32{1, 2, 4}, Values: []float32{0, 0, 0, 2, 4, 6, 4, 4, 4}}
	step := linear
	step.Interp = scene.Step
	// in-tangent, value, out-tangent a key; two seconds apart.
	cubic := scene.Channel{Path: scene.Translation, Interp: scene.CubicSpline, Times: []float32{0, 2},
		Values: []float32{9, 9, 9, 1, 0, 0, 1, 0, 2, 3, 0, -4, 5, 0, 0, 9, 9, 9}}
	for _, c := range []struct {
		name string
		ch   scene.Channel
		t    float64
		want mgl64.Vec3
	}{
		{"linear before", linear, 0, mgl64.Vec3{0, 0, 0}},
		{"linear at a key", linear, 2, mgl64.Vec3{2, 4, 6}},
		{"linear halfway", linear, 1.5, mgl64.Vec3{1, 2, 3}},
		{"linear second span", linear, 3, mgl64.Vec3{3, 4, 5}},
		{"linear after", linear, 9, mgl64.Vec3{4, 4, 4}},
		{"step before", step, -1, mgl64.Vec3{0, 0, 0}},
		{"step between", step, 1.999, mgl64.Vec3{0, 0, 0}},
		{"step at", step, 2, mgl64.Vec3{2, 4, 6}},
		{"step last", step, 4, mgl64.Vec3{4, 4, 4}},
		{"cubic start", cubic, 0, mgl64.Vec3{1, 0, 0}},
		// u=1/2: p0/2 + td*out/8 + p1/2 - td*in/8, td=2
		{"cubic middle", cubic, 1, mgl64.Vec3{.5 + .25 + 2.5 - .75, 0, .5 + 1}},
		{"cubic end", cubic, 2, mgl64.Vec3{5, 0, 0}},
		{"not a number", linear, math.NaN(), mgl64.Vec3{0, 0, 0}},
		{"infinite", linear, math.Inf(1), mgl64.Vec3{4, 4, 4}},
	} {
		pose := clip.Sample(one(c.ch), 0, c.t, nil)
		nearVec(t, c.name, pose[0].T, c.want, 1e-12)
		if pose[0].S != (mgl64.Vec3{1, 1, 1}) {
			t.Errorf("%s: scale changed to %v", c.name, pose[0].S)
		}
	}
}

// TestSampleRotation checks that rotations take the shorter way at constant
// speed whatever the signs of the keys, and come out at unit length.
func TestSampleRotation(t *testing.T) {
	for _, sign := range []float32{1, -1} {
		q := turn(100, yAxis)
		ch := scene.Channel{Path: scene.Rotation, Times: []float32{0, 1}, Values: []float32{0, 0, 0, 2,
			sign * float32(q.V[0]), sign * float32(q.V[1]), sign * float32(q.V[2]), sign * float32(q.W)}}
		for u := 0.0; u <= 1; u += 0.05 {
			got := clip.Sample(one(ch), 0, u, nil)[0].R
			near(t, "angle", angleDeg(got, turn(100*u, yAxis)), 0, 1e-5)
			near(t, "length", got.Len(), 1, 1e-12)
		}
	}
	// 190 deg one way are 170 the other.
	q := turn(190, yAxis)
	ch := scene.Channel{Path: scene.Rotation, Times: []float32{0, 1}, Values: []float32{0, 0, 0, 1,
		float32(q.V[0]), float32(q.V[1]), float32(q.V[2]), float32(q.W)}}
	near(t, "shorter way", angleDeg(clip.Sample(one(ch), 0, .5, nil)[0].R, turn(-85, yAxis)), 0, 1e-5)
}

// TestSlerp compares with turns made directly, at angles on both sides of where
// the series ends, to the last digits.
func TestSlerp(t *testing.T) {
	axis := mgl64.Vec3{1, -2, .5}.Normalize()
	base := turn(77, mgl64.Vec3{0, 1, 1})
	for _, deg := range []float64{0, 1e-9, 1e-4, .1, 1, 5, 10, 16, 22.9, 23.1, 30, 60, 90, 150, 179, 179.99} {
		for _, u := range []float64{0, .1, .25, .5, .8, 1} {
			got := clip.Slerp(base, base.Mul(turn(deg, axis)), u)
			want := base.Mul(turn(deg*u, axis))
			e := got.Sub(want)
			if d := math.Sqrt(e.W*e.W + e.V.Dot(e.V)); d > 1e-13/math.Cos(min(deg, 179.999)*math.Pi/360) {
				t.Errorf("%v deg at %v is %g off", deg, u, d)
			}
			near(t, "length", got.Len(), 1, 1e-13)
		}
	}
}

// TestChannelsKeepTheirOwnTimes has two channels of one node with other times
// and interpolations.
func TestChannelsKeepTheirOwnTimes(t *testing.T) {
	m := one(scene.Channel{Path: scene.Translation, Times: []float32{0, 1}, Values: []float32{0, 0, 0, 1, 0, 0}})
	m.Animations[0].Channels = append(m.Animations[0].Channels,
		scene.Channel{Path: scene.Scale, Interp: scene.Step, Times: []float32{.3, .6}, Values: []float32{2, 2, 2, 3, 3, 3}})
	pose := clip.Sample(m, 0, .5, nil)
	nearVec(t, "translation", pose[0].T, mgl64.Vec3{.5, 0, 0}, 1e-12)
	nearVec(t, "scale", pose[0].S, mgl64.Vec3{2, 2, 2}, 0)
}

// TestSamplerOrder asks one Sampler for times in random order and compares with
// fresh ones: the cursor must never change an answer.
func TestSamplerOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	c := scene.Channel{Path: scene.Translation}
	tm := float32(0)
	for range 50 {
		tm += rng.Float32() + 0.001
		c.Times = append(c.Times, tm)
		c.Values = append(c.Values, rng.Float32(), rng.Float32(), rng.Float32())
	}
	m := one(c)
	s, err := clip.NewSampler(m, 0)
	if err != nil {
		t.Fatal(err)
	}
	pose := m.RestPose()
	for i := range 3000 {
		at := rng.Float64()*float64(tm)*1.2 - 1
		if i%3 == 0 {
			at = float64(c.Times[rng.IntN(len(c.Times))])
		}
		s.Pose(at, pose)
		if want := clip.Sample(m, 0, at, nil); pose[0] != want[0] {
			t.Fatalf("time %v: %v, a fresh sampler says %v", at, pose[0], want[0])
		}
	}
}

// TestSamplerRefuses checks that a clip that does not fit is refused with a
// reason, and that channels glTF does not allow are left out.
func TestSamplerRefuses(t *testing.T) {
	good := scene.Channel{Path: scene.Translation, Times: []float32{0}, Values: []float32{1, 2, 3}}
	for name, m := range map[string]*scene.Model{
		"no clip":   {Nodes: make([]scene.Node, 1)},
		"no node":   one(scene.Channel{Node: 5, Path: scene.Translation, Times: []float32{0}, Values: []float32{1, 2, 3}}),
		"few value": one(scene.Channel{Path: scene.Rotation, Times: []float32{0, 1}, Values: []float32{1, 2, 3, 4}}),
	} {
		if _, err := clip.NewSampler(m, 0); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	m := one(good)
	x := mgl64.Ident4()
	m.Nodes[0].Matrix = &x
	if got := clip.Sample(m, 0, 0, nil)[0]; got != m.Nodes[0].Local {
		t.Errorf("a node with a matrix was animated: %v", got)
	}
	if got := clip.Sample(one(scene.Channel{Path: scene.Translation}), 0, 0, nil)[0].T; got != (mgl64.Vec3{7, 8, 9}) {
		t.Errorf("a channel without keys moved the node to %v", got)
	}
}

func TestFindAnimation(t *testing.T) {
	m := &scene.Model{Animations: []scene.Animation{{Name: "idle"}, {Name: "walk"}, {Name: "1"}}}
	for name, want := range map[string]int{"": 0, "walk": 1, "1": 2, "0": 0, "2": 2} {
		if got, err := clip.FindAnimation(m, name); err != nil || got != want {
			t.Errorf("%q: %d, %v, want %d", name, got, err, want)
		}
	}
	for _, name := range []string{"3", "run", "-1", "99999999999999999999999"} {
		if _, err := clip.FindAnimation(m, name); err == nil {
			t.Errorf("%q was found", name)
		}
	}
	if _, err := clip.FindAnimation(&scene.Model{}, ""); err == nil {
		t.Error("a model without clips has one")
	}
}

func TestWeights(t *testing.T) {
	m := one(scene.Channel{Path: scene.MorphWeights, Times: []float32{0, 2}, Values: []float32{0, 1, 1, 0}})
	m.Meshes = []scene.Mesh{{Weights: []float32{.25, .75}, Primitives: []scene.Primitive{{Targets: make([]scene.Target, 2)}}}}
	m.Nodes[0].Mesh = scene.Some(0)
	w := clip.RestWeights(m)
	if w[0][0] != .25 || w[0][1] != .75 {
		t.Errorf("rest weights %v", w)
	}
	s, err := clip.NewSampler(m, 0)
	if err != nil || !s.Morphs() {
		t.Fatal(err, "or no morphs")
	}
	s.Weights(.5, w)
	near(t, "first", w[0][0], .25, 1e-12)
	near(t, "second", w[0][1], .75, 1e-12)
	s.Weights(1.5, w[:0]) // a caller without room for it must not panic
}

func TestPlayModes(t *testing.T) {
	for _, c := range []struct {
		mode         clip.PlayMode
		played, want float64
	}{
		{clip.Loop, 0, 0}, {clip.Loop, 2.5, .5}, {clip.Loop, 2, 0}, {clip.Loop, -.5, 1.5}, {clip.Loop, -1e-18, 0},
		{clip.Once, 5, 2}, {clip.Once, 1, 1}, {clip.Once, -1, 0},
		{clip.PingPong, 1, 1}, {clip.PingPong, 2, 2}, {clip.PingPong, 3, 1}, {clip.PingPong, 4.5, .5}, {clip.PingPong, -1, 1},
		{clip.Reverse, 0, 0}, {clip.Reverse, .5, 1.5}, {clip.Reverse, 2.5, 1.5},
		{clip.Loop, math.Inf(1), 0}, {clip.Once, math.NaN(), 0},
	} {
		near(t, c.mode.String(), c.mode.Time(c.played, 2), c.want, 1e-12)
	}
	for _, d := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if got := clip.Loop.Time(3, d); got != 0 {
			t.Errorf("duration %v gives %v", d, got)
		}
	}
}
