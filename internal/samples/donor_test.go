package samples_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/samples"
	"donorlab/internal/scene"
)

// TestDonorSkeleton checks fact 4 of the donor contract: identity rests, world
// translations, binds of the pure negative world position.
func TestDonorSkeleton(t *testing.T) {
	m := samples.DonorGunship()
	if len(m.Skins) != 1 {
		t.Fatalf("%d skins, want 1", len(m.Skins))
	}
	s := m.Skins[0]
	world := m.World(nil, nil, nil)
	parents := []int{-1, 0, 1, 1}
	for j, name := range []string{"Dummy_Root", "Base", "Helix", "Helix_back"} {
		n := m.Nodes[s.Joints[j]]
		if n.Name != name {
			t.Errorf("joint %d is %q, want %q", j, n.Name, name)
		}
		if n.Local.R != mgl64.QuatIdent() || n.Local.S != (mgl64.Vec3{1, 1, 1}) || n.Matrix != nil {
			t.Errorf("%s: rest is not a pure move: %+v", name, n.Local)
		}
		want := scene.Index(0)
		if parents[j] >= 0 {
			want = scene.Some(s.Joints[parents[j]])
		}
		if n.Parent != want {
			t.Errorf("%s: parent %d, want %d", name, n.Parent, want)
		}
		p := scene.Position(world[s.Joints[j]])
		if p != samples.DonorJointPosition(j) {
			t.Errorf("%s stands at %v, want %v", name, p, samples.DonorJointPosition(j))
		}
		if got := s.InverseBind[j]; got != mgl64.Translate3D(-p[0], -p[1], -p[2]) {
			t.Errorf("%s: inverse bind %v is not the negative of %v", name, got, p)
		}
	}
	if len(s.Joints) != 4 {
		t.Errorf("%d joints, want 4", len(s.Joints))
	}
}

func TestDonorWeights(t *testing.T) {
	m := samples.DonorGunship()
	var count [4]int
	boxes := [4]scene.Box{scene.EmptyBox(), scene.EmptyBox(), scene.EmptyBox(), scene.EmptyBox()}
	for _, p := range m.Meshes[0].Primitives {
		for v := range p.Positions {
			if p.Weights[v] != [4]float32{1} {
				t.Fatalf("weights %v, want one bone", p.Weights[v])
			}
			j := p.Joints[v][0]
			count[j]++
			boxes[j] = boxes[j].Add(wide(p.Positions[v]))
		}
	}
	if count[0] != 0 || count[1] == 0 || count[2] == 0 || count[3] == 0 {
		t.Errorf("vertices by bone: %v, want none for the root and some for the others", count)
	}
	// A rotor's box is centred on its hub across the axle.
	main, tail := boxes[2].Center(), boxes[3].Center()
	hub, back := samples.DonorJointPosition(samples.JointHelix), samples.DonorJointPosition(samples.JointHelixBack)
	if d := math.Hypot(main[0]-hub[0], main[2]-hub[2]); d > 1e-3 {
		t.Errorf("main rotor is %v m off its bone", d)
	}
	if d := math.Hypot(tail[1]-back[1], tail[2]-back[2]); d > 1e-3 {
		t.Errorf("tail rotor is %v m off its bone", d)
	}
}

// TestDonorClip reads the clip frame by frame: the measured channels of the seed.
func TestDonorClip(t *testing.T) {
	m := samples.DonorGunship()
	if len(m.Animations) != 1 || m.Animations[0].Name != "Fly" {
		t.Fatalf("clips: %d", len(m.Animations))
	}
	rest := m.RestPose()
	paths := map[int]int{}
	for _, c := range m.Animations[0].Channels {
		paths[c.Node]++
		w := c.Width()
		if len(c.Times) != samples.DonorFrames+1 || c.Interp != scene.Linear {
			t.Fatalf("node %d: %d keys, interpolation %d", c.Node, len(c.Times), c.Interp)
		}
		for f, at := range c.Times {
			if math.Abs(float64(at)-float64(f)/30) > 1e-6 {
				t.Fatalf("key %d at %v s", f, at)
			}
		}
		first, last := c.Values[:w], c.Values[len(c.Values)-w:]
		for k := range w {
			if first[k] != last[k] {
				t.Errorf("node %d: last key %v, first %v", c.Node, last, first)
			}
		}
		switch name := m.Nodes[c.Node].Name; {
		case name == "Helix":
			checkSpin(t, &c, mgl64.Vec3{0, 1, 0}, 18)
		case name == "Helix_back":
			checkSpin(t, &c, mgl64.Vec3{1, 0, 0}, 36)
		case name == "Base" && c.Path == scene.Translation:
			checkBob(t, &c, rest[c.Node].T)
		case name == "Base" && c.Path == scene.Rotation:
			checkSway(t, &c)
		default:
			t.Errorf("unexpected channel of %s, path %d", name, c.Path)
		}
	}
	joints := m.Skins[0].Joints
	if paths[joints[0]] != 0 || paths[joints[1]] != 2 || paths[joints[2]] != 1 || paths[joints[3]] != 1 {
		t.Errorf("channels by node: %v", paths)
	}
}

func key(c *scene.Channel, f int) mgl64.Quat {
	v := c.Values[4*f : 4*f+4]
	return mgl64.Quat{V: mgl64.Vec3{float64(v[0]), float64(v[1]), float64(v[2])}, W: float64(v[3])}
}

// checkSpin wants the identity first and the same turn about axis at every step.
func checkSpin(t *testing.T, c *scene.Channel, axis mgl64.Vec3, degPerFrame float64) {
	t.Helper()
	if key(c, 0) != mgl64.QuatIdent() {
		t.Errorf("first key %v, want the identity", key(c, 0))
	}
	for f := range samples.DonorFrames {
		a, b := key(c, f), key(c, f+1)
		if math.Abs(b.Len()-1) > 1e-6 {
			t.Fatalf("frame %d: length %v", f+1, b.Len())
		}
		if a.Dot(b) < 0 {
			t.Fatalf("frame %d: the quaternion changes sign", f+1)
		}
		d := a.Conjugate().Mul(b)
		deg := 2 * math.Atan2(d.V.Dot(axis), d.W) * 180 / math.Pi
		if math.Abs(deg-degPerFrame) > 1e-4 {
			t.Fatalf("frame %d: %v degrees, want %v", f, deg, degPerFrame)
		}
		if off := d.V.Sub(axis.Mul(d.V.Dot(axis))).Len(); off > 1e-6 {
			t.Fatalf("frame %d: turns about another axis too (%v)", f, off)
		}
	}
}

func checkBob(t *testing.T, c *scene.Channel, rest mgl64.Vec3) {
	t.Helper()
	var most, step float64
	for f := range c.Times {
		d := wide([3]float32(c.Values[3*f : 3*f+3])).Sub(rest)
		if f == 0 && d.Len() != 0 {
			t.Errorf("frame 0 is %v off the rest", d)
		}
		most = math.Max(most, math.Abs(d[1]))
		if f > 0 {
			step = math.Max(step, wide([3]float32(c.Values[3*f:3*f+3])).Sub(wide([3]float32(c.Values[3*f-3:3*f]))).Len())
		}
	}
	if most < 0.05 || most > 0.15 || step > 0.02 {
		t.Errorf("bob of %v m, largest step %v m", most, step)
	}
}

func checkSway(t *testing.T, c *scene.Channel) {
	t.Helper()
	var most float64
	for f := range c.Times {
		q := key(c, f)
		if f == 0 && q != mgl64.QuatIdent() {
			t.Errorf("frame 0 is %v, want the identity", q)
		}
		most = math.Max(most, 2*math.Acos(math.Min(math.Abs(q.W), 1))*180/math.Pi)
	}
	if most < 0.5 || most > 3 {
		t.Errorf("sways by %v degrees", most)
	}
}
