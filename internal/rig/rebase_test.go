package rig_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/clip"
	"donorlab/internal/rig"
	"donorlab/internal/scene"
	"donorlab/internal/scene/gltfio"
)

// randomOptions say how wild a random skeleton is.
type randomOptions struct {
	uniform bool // scales are the same on all axes, so that clips can be kept exactly
	mirror  bool // some are negative
	steps   bool // some channels jump
}

func randomQuat(r *rand.Rand) mgl64.Quat {
	return mgl64.Quat{W: r.NormFloat64(), V: mgl64.Vec3{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}}.Normalize()
}

func randomVec(r *rand.Rand, size float64) mgl64.Vec3 {
	return mgl64.Vec3{r.NormFloat64() * size, r.NormFloat64() * size, r.NormFloat64() * size}
}

func randomScale(r *rand.Rand, o randomOptions) mgl64.Vec3 {
	s := math.Exp(r.NormFloat64() * 0.7)
	v := mgl64.Vec3{s, s, s}
	for k := range 3 {
		if !o.uniform {
			v[k] *= math.Exp(r.NormFloat64() * 0.4)
		}
		if o.mirror && !o.uniform && r.IntN(4) == 0 {
			v[k] = -v[k]
		}
	}
	if o.mirror && o.uniform && r.IntN(3) == 0 {
		v = v.Mul(-1)
	}
	return v
}

// randomRig makes a forest of nodes with random rests, some of them joints, some
// between joints, some with meshes of their own; two skins that share joints and
// whose binds differ from the rests; and a clip of all kinds of channels.
func randomRig(r *rand.Rand, o randomOptions) *scene.Model {
	m := &scene.Model{Name: "random"}
	n := 5 + r.IntN(12)
	for i := range n {
		t := scene.TRS{T: randomVec(r, 2), R: randomQuat(r), S: randomScale(r, o)}
		if r.IntN(6) == 0 {
			t.R = mgl64.QuatIdent()
		}
		node := scene.Node{Name: fmt.Sprintf("n%d", i), Local: t}
		if p := r.IntN(i + 1); i > 0 && p < i {
			node.Parent = scene.Some(p)
			m.Nodes[p].Children = append(m.Nodes[p].Children, i)
		} else {
			m.Roots = append(m.Roots, i)
		}
		m.Nodes = append(m.Nodes, node)
	}
	for range 2 {
		s := scene.Skin{Name: "skin"}
		for i := range n {
			if r.IntN(3) > 0 || len(s.Joints) == 0 {
				s.Joints = append(s.Joints, i)
				bind := scene.TRS{T: randomVec(r, 2), R: randomQuat(r), S: mgl64.Vec3{1, 1, 1}.Mul(math.Exp(r.NormFloat64()))}.Mat4()
				if r.IntN(2) == 0 { // the rest is the bind, as exporters do
					bind, _ = scene.InverseAffine(m.World(nil, nil, nil)[i])
				}
				s.InverseBind = append(s.InverseBind, bind)
			}
		}
		r.Shuffle(len(s.Joints), func(a, b int) {
			s.Joints[a], s.Joints[b] = s.Joints[b], s.Joints[a]
			s.InverseBind[a], s.InverseBind[b] = s.InverseBind[b], s.InverseBind[a]
		})
		m.Skins = append(m.Skins, s)
	}
	for s := range m.Skins {
		m.Meshes = append(m.Meshes, scene.Mesh{Primitives: []scene.Primitive{randomMesh(r, len(m.Skins[s].Joints))}})
		m.Roots = append(m.Roots, len(m.Nodes))
		m.Nodes = append(m.Nodes, scene.Node{Name: "skinned", Local: scene.Identity(), Mesh: scene.Some(s), Skin: scene.Some(s)})
	}
	m.Meshes = append(m.Meshes, scene.Mesh{Primitives: []scene.Primitive{randomMesh(r, 0)}})
	for i := range n {
		if r.IntN(4) == 0 {
			m.Nodes[i].Mesh = scene.Some(2)
		}
	}
	m.Animations = []scene.Animation{randomClip(r, n, o)}
	return m
}

func randomMesh(r *rand.Rand, joints int) scene.Primitive {
	p := scene.Primitive{}
	for i := range 30 {
		v := randomVec(r, 1)
		p.Positions = append(p.Positions, mgl32.Vec3{float32(v[0]), float32(v[1]), float32(v[2])})
		p.Indices = append(p.Indices, uint32(i))
		// A file without normals gets some when it is read: then the bytes differ.
		p.Normals = append(p.Normals, mgl32.Vec3{0, 1, 0})
		if joints > 0 {
			w := r.Float32()
			p.Joints = append(p.Joints, [4]uint16{uint16(r.IntN(joints)), uint16(r.IntN(joints))})
			p.Weights = append(p.Weights, [4]float32{w, 1 - w})
		}
	}
	return p
}

func randomClip(r *rand.Rand, nodes int, o randomOptions) scene.Animation {
	a := scene.Animation{Name: "clip"}
	for i := range nodes {
		for _, path := range []scene.Path{scene.Translation, scene.Rotation, scene.Scale} {
			if r.IntN(3) > 0 {
				continue
			}
			c := scene.Channel{Node: i, Path: path, Interp: scene.Interpolation(r.IntN(3))}
			if !o.steps && c.Interp == scene.Step {
				c.Interp = scene.Linear
			}
			t := r.Float32() * .2
			for range 2 + r.IntN(4) {
				c.Times = append(c.Times, t)
				t += .1 + r.Float32()*.4
				vals := 1
				if c.Interp == scene.CubicSpline {
					vals = 3
				}
				for k := range vals {
					var v []float64
					switch path {
					case scene.Rotation:
						q := randomQuat(r)
						if c.Interp == scene.CubicSpline {
							// A spline between far quaternions may pass near zero, where
							// the direction is all rounding.
							q = mgl64.QuatSlerp(mgl64.QuatIdent(), q, .3)
						}
						v = []float64{q.V[0], q.V[1], q.V[2], q.W}
					case scene.Scale:
						s := randomScale(r, randomOptions{uniform: o.uniform})
						v = s[:]
					default:
						s := randomVec(r, 1)
						v = s[:]
					}
					for _, x := range v {
						if vals == 3 && k != 1 {
							x *= .2
						}
						c.Values = append(c.Values, float32(x))
					}
				}
			}
			a.Channels = append(a.Channels, c)
		}
	}
	return a
}

// vertices returns where everything drawn is, by mesh and then in its order, so
// that two models with other nodes can be compared.
func vertices(m *scene.Model, world []mgl64.Mat4) map[string][]mgl64.Vec3 {
	out := map[string][]mgl64.Vec3{}
	m.EachVertex(world, func(node, _, _ int, p mgl64.Vec3) {
		name := m.Nodes[node].Name
		if len(name) > 5 && name[len(name)-5:] == " mesh" {
			name = name[:len(name)-5]
		}
		out[name] = append(out[name], p)
	})
	return out
}

// farthest compares two pictures; it fails where they hold other things.
func farthest(t *testing.T, a, b map[string][]mgl64.Vec3) float64 {
	t.Helper()
	worst := 0.0
	if len(a) != len(b) {
		t.Errorf("%d things are drawn, before it were %d", len(b), len(a))
	}
	for name, v := range a {
		if len(v) != len(b[name]) {
			t.Errorf("%s has %d vertices, before it were %d", name, len(b[name]), len(v))
			continue
		}
		for i := range v {
			worst = max(worst, v[i].Sub(b[name][i]).Len())
		}
	}
	return worst
}

// tolerance is what a vertex may move: 1e-5 of the model's size, or 4 ulp of
// the largest coordinate as float32.
func tolerance(m *scene.Model) float64 {
	b, big := scene.EmptyBox(), 0.0
	m.EachVertex(m.World(nil, nil, nil), func(_, _, _ int, p mgl64.Vec3) { b = b.Add(p) })
	if b.Empty() {
		return 1e-6
	}
	for k := range 3 {
		big = max(big, math.Abs(b.Min[k]), math.Abs(b.Max[k]))
	}
	ulp := float64(math.Nextafter32(float32(big), math.MaxFloat32)) - float64(float32(big))
	return max(1e-5*b.Diagonal(), 4*ulp)
}

// checkRebased holds the laws of the rests of a rebased model against the model
// before.
func checkRebased(t *testing.T, m, out *scene.Model) {
	t.Helper()
	if err := out.Check(); err != nil {
		t.Fatal(err)
	}
	before, after := m.World(nil, nil, nil), out.World(nil, nil, nil)
	tol := tolerance(m)
	if d := farthest(t, vertices(m, before), vertices(out, after)); d > tol {
		t.Errorf("a vertex moved by %g, more than %g", d, tol)
	}
	joint := map[int]bool{}
	for s := range out.Skins {
		for _, j := range out.Skins[s].Joints {
			joint[j] = true
		}
	}
	inner := map[int]bool{}
	for j := range joint {
		if p, ok := out.Nodes[j].Parent.Get(); ok && joint[p] {
			inner[p] = true
		} else if ok && out.Nodes[p].LocalMatrix() != mgl64.Ident4() {
			t.Errorf("joint %q is below %q, which is no joint and not the identity", out.Nodes[j].Name, out.Nodes[p].Name)
		}
	}
	for s := range out.Skins {
		for k, j := range out.Skins[s].Joints {
			was, is := before[m.Skins[s].Joints[k]], after[j]
			if out.Nodes[j].Name != m.Nodes[m.Skins[s].Joints[k]].Name {
				t.Fatalf("joint %d of skin %d is another one", k, s)
			}
			at := scene.Position(was)
			if d := scene.Position(is).Sub(at).Len(); d > 1e-12*(1+at.Len()) {
				t.Errorf("joint %q moved by %g", out.Nodes[j].Name, d)
			}
			want := mgl64.Ident3()
			if !inner[j] {
				want, _ = scene.Polar(scene.LinearPart(was))
			}
			if d := distance3(scene.LinearPart(is), want); d > 1e-12 {
				t.Errorf("joint %q: world rest is %g off what it should be", out.Nodes[j].Name, d)
			}
			b := out.Skins[s].InverseBind[k]
			if b[3] != 0 || b[7] != 0 || b[11] != 0 || b[15] != 1 {
				t.Errorf("joint %q: the bind's last row is %v", out.Nodes[j].Name, b.Row(3))
			}
		}
	}
}

func distance3(a, b mgl64.Mat3) float64 {
	worst := 0.0
	for i := range a {
		worst = max(worst, math.Abs(a[i]-b[i]))
	}
	return worst
}

// checkTwice rebases again, in memory and through a file: nothing may change.
func checkTwice(t *testing.T, out *scene.Model) {
	t.Helper()
	again, rep, err := rig.Rebase(out)
	if err != nil || rep.Changed || rep.MaxVertexMove != 0 || again != out {
		t.Errorf("a second rebase: changed %v, moved %v, %v", rep.Changed, rep.MaxVertexMove, err)
	}
	once, err := gltfio.Encode(out)
	if err != nil {
		t.Fatal(err)
	}
	back, err := gltfio.ReadBytes("x.glb", once, gltfio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	again, rep, err = rig.Rebase(back)
	if err != nil || rep.Changed {
		t.Errorf("a second rebase of the file: changed %v, %v", rep.Changed, err)
		return
	}
	twice, err := gltfio.Encode(again)
	if err != nil || string(once) != string(twice) {
		t.Errorf("the bytes of a second rebase differ (%v)", err)
	}
}

// loaded is the model as it comes from a file, with weights in the reader's order.
func loaded(t *testing.T, m *scene.Model) *scene.Model {
	t.Helper()
	b, err := gltfio.Encode(m)
	if err != nil {
		t.Fatal(err)
	}
	if m, err = gltfio.ReadBytes("x.glb", b, gltfio.Options{}); err != nil {
		t.Fatal(err)
	}
	return m
}

// TestRebaseRandom checks the laws on random skeletons of every kind.
func TestRebaseRandom(t *testing.T) {
	for _, o := range []randomOptions{{uniform: true}, {uniform: true, mirror: true}, {}, {mirror: true}, {mirror: true, steps: true}} {
		t.Run(fmt.Sprintf("%+v", o), func(t *testing.T) {
			for seed := range 40 {
				m := loaded(t, randomRig(rand.New(rand.NewPCG(uint64(seed), 7)), o))
				out, rep, err := rig.Rebase(m)
				if err != nil {
					t.Fatal(seed, err)
				}
				if !rep.Changed || rep.MaxVertexMove > tolerance(m) {
					t.Errorf("seed %d: changed %v, moved %v", seed, rep.Changed, rep.MaxVertexMove)
				}
				checkRebased(t, m, out)
				checkTwice(t, out)
				if t.Failed() {
					t.Fatalf("seed %d", seed)
				}
			}
		})
	}
}

// TestRebaseClips plays the clips of random skeletons before and after. With
// uniform scales, where no shear can arise, the motion must be the same;
// otherwise no vertex may be further off than the report says.
func TestRebaseClips(t *testing.T) {
	for _, o := range []randomOptions{{uniform: true}, {uniform: true, mirror: true}, {uniform: true, steps: true}, {}, {mirror: true}} {
		t.Run(fmt.Sprintf("%+v", o), func(t *testing.T) {
			for seed := range 25 {
				m := randomRig(rand.New(rand.NewPCG(uint64(seed), 11)), o)
				out, rep, err := rig.Rebase(m)
				if err != nil {
					t.Fatal(seed, err)
				}
				size := 0.0
				worst := 0.0
				for at := 0.0; at < 2.5; at += 0.023 {
					a := m.World(nil, clip.Sample(m, 0, at, nil), nil)
					b := out.World(nil, clip.Sample(out, 0, at, nil), nil)
					va := vertices(m, a)
					for _, v := range va {
						for _, p := range v {
							size = max(size, p.Len())
						}
					}
					worst = max(worst, farthest(t, va, vertices(out, b)))
				}
				switch {
				case o.uniform && worst > 2e-3*size:
					t.Errorf("seed %d: a vertex is %g off, of a size of %g; reported %g", seed, worst, size, rep.MaxClipMove)
				case worst > 1.1*rep.MaxClipMove+1e-5*size:
					t.Errorf("seed %d: a vertex is %g off, reported %g", seed, worst, rep.MaxClipMove)
				}
			}
		})
	}
}
