package rig_test

import (
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/clip"
	"donorlab/internal/rig"
	"donorlab/internal/scene"
)

func turned(deg float64, axis mgl64.Vec3) mgl64.Quat {
	return mgl64.QuatRotate(deg*math.Pi/180, axis.Normalize())
}

func trs(t mgl64.Vec3, r mgl64.Quat, scale float64) scene.TRS {
	return scene.TRS{T: t, R: r, S: mgl64.Vec3{scale, scale, scale}}
}

// tree makes a model from nodes with their parents (-1 for none).
func tree(parents []int, nodes ...scene.Node) *scene.Model {
	m := &scene.Model{Nodes: nodes}
	for i, p := range parents {
		if p < 0 {
			m.Roots = append(m.Roots, i)
			continue
		}
		m.Nodes[i].Parent = scene.Some(p)
		m.Nodes[p].Children = append(m.Nodes[p].Children, i)
	}
	return m
}

// bind gives the model one skin of the joints, bound at rest, and a mesh of a
// point each.
func bind(m *scene.Model, joints ...int) {
	world := m.World(nil, nil, nil)
	s := scene.Skin{Name: "rig", Joints: joints}
	p := scene.Primitive{Topology: scene.Points}
	for k, j := range joints {
		inv, ok := scene.InverseAffine(world[j])
		if !ok {
			inv = mgl64.Ident4()
		}
		s.InverseBind = append(s.InverseBind, inv)
		v := scene.Position(world[j]).Add(mgl64.Vec3{.3, .2, .1})
		p.Positions = append(p.Positions, mgl32.Vec3{float32(v[0]), float32(v[1]), float32(v[2])})
		p.Indices = append(p.Indices, uint32(k))
		p.Normals = append(p.Normals, mgl32.Vec3{0, 1, 0}) // or the reader makes some
		p.Joints = append(p.Joints, [4]uint16{uint16(k)})
		p.Weights = append(p.Weights, [4]float32{1})
	}
	m.Skins = append(m.Skins, s)
	m.Meshes = append(m.Meshes, scene.Mesh{Primitives: []scene.Primitive{p}})
	m.Roots = append(m.Roots, len(m.Nodes))
	m.Nodes = append(m.Nodes, scene.Node{Name: "skinned", Local: scene.Identity(), Mesh: scene.Some(len(m.Meshes) - 1), Skin: scene.Some(len(m.Skins) - 1)})
}

func mustRebase(t *testing.T, m *scene.Model) (*scene.Model, rig.RebaseReport) {
	t.Helper()
	out, rep, err := rig.Rebase(m)
	if err != nil {
		t.Fatal(err)
	}
	checkRebased(t, m, out)
	checkTwice(t, out)
	return out, rep
}

func named(t *testing.T, m *scene.Model, name string) int {
	t.Helper()
	for i := range m.Nodes {
		if m.Nodes[i].Name == name {
			return i
		}
	}
	t.Fatalf("there is no node %q", name)
	return -1
}

// TestRebaseExporterArmature is the rig that Blender exports: an armature of -90
// deg about X and a scale of 100, a facing rotation on the root, and a rotor
// whose authored axle frame must survive.
func TestRebaseExporterArmature(t *testing.T) {
	mast := mgl64.Vec3{.1, .2, 1}.Normalize() // Z is up below the armature
	m := tree([]int{-1, 0, 1, 2},
		scene.Node{Name: "Armature", Local: trs(mgl64.Vec3{1, 0, 0}, turned(-90, mgl64.Vec3{1, 0, 0}), 100)},
		scene.Node{Name: "Root", Local: trs(mgl64.Vec3{0, 0, .01}, turned(180, mgl64.Vec3{0, 0, 1}), 1)},
		scene.Node{Name: "Body", Local: trs(mgl64.Vec3{0, 0, .02}, turned(15, mgl64.Vec3{1, 0, 0}), 1)},
		scene.Node{Name: "Rotor", Local: trs(mgl64.Vec3{0, .005, .01}, mgl64.QuatBetweenVectors(mgl64.Vec3{0, 1, 0}, mast), 1)})
	bind(m, 1, 2, 3)
	before := m.World(nil, nil, nil)
	out, rep := mustRebase(t, m)
	if !rep.Changed || len(out.Nodes) != len(m.Nodes)-1 {
		t.Errorf("changed %v, %d nodes: the armature carries nothing and goes", rep.Changed, len(out.Nodes))
	}
	root, body, rotor := named(t, out, "Root"), named(t, out, "Body"), named(t, out, "Rotor")
	for _, n := range []int{root, body} {
		if out.Nodes[n].Local.R != mgl64.QuatIdent() {
			t.Errorf("%s has rest rotation %v", out.Nodes[n].Name, out.Nodes[n].Local.R)
		}
	}
	if out.Nodes[root].Parent != 0 || len(out.Roots) != 2 {
		t.Errorf("the root's parent is %d, roots %v", out.Nodes[root].Parent, out.Roots)
	}
	axle := scene.LinearPart(before[3]).Col(1).Normalize()
	if d := out.Nodes[rotor].Local.R.Rotate(mgl64.Vec3{0, 1, 0}).Sub(axle).Len(); d > 1e-12 {
		t.Errorf("the rotor's local Y is %g off its axle", d)
	}
	if d := rep.After.Bones[0].World.T.Sub(scene.Position(before[1])).Len(); d > 1e-12 {
		t.Errorf("the root moved by %g", d)
	}
}

// TestRebaseKeepsAttachments hangs things on joints: a mesh of the joint itself,
// a still child with a mesh, a child that a clip moves, a node with a mesh
// between two joints, and one that sheared.
func TestRebaseKeepsAttachments(t *testing.T) {
	t.Run("uniform", func(t *testing.T) {
		// Nothing shears, so the motion is as good as the sampling.
		if rep := rebaseAttachments(t, mgl64.Vec3{2, 2, 2}); rep.MaxClipMove > 2e-3 {
			t.Errorf("the clip is kept to %g only", rep.MaxClipMove)
		}
	})
	t.Run("stretched", func(t *testing.T) {
		// Below a stretched joint a turn shears, which a TRS cannot: it must be told.
		rep := rebaseAttachments(t, mgl64.Vec3{2, 1, .5})
		if rep.MaxClipMove < 1e-2 || len(rep.Findings) != 1 || rep.Findings[0].Code != "CLIP_APPROXIMATE" {
			t.Errorf("the clip is kept to %g, which cannot be; findings %v", rep.MaxClipMove, rep.Findings)
		}
	})
}

func rebaseAttachments(t *testing.T, scale mgl64.Vec3) rig.RebaseReport {
	t.Helper()
	pt := scene.Mesh{Primitives: []scene.Primitive{{Positions: []mgl32.Vec3{{0, 0, 0}, {1, 2, 3}, {-1, 0, 2}}, Indices: []uint32{0, 1, 2},
		Normals: []mgl32.Vec3{{0, 1, 0}, {0, 1, 0}, {0, 1, 0}}}}}
	mesh := func(n string, l scene.TRS) scene.Node { return scene.Node{Name: n, Local: l, Mesh: scene.Some(0)} }
	stretched := trs(mgl64.Vec3{0, 1, 0}, turned(40, mgl64.Vec3{0, 1, 1}), 1)
	stretched.S = scale
	m := tree([]int{-1, 0, 0, 0, 0, 4, 5},
		mesh("top", stretched),
		mesh("still", trs(mgl64.Vec3{0, 0, 1}, turned(30, mgl64.Vec3{1, 0, 0}), 1)),
		mesh("moving", trs(mgl64.Vec3{0, 2, 0}, mgl64.QuatIdent(), 1)),
		scene.Node{Name: "socket", Local: scene.Identity()},
		mesh("between", trs(mgl64.Vec3{1, 0, 0}, turned(70, mgl64.Vec3{1, 2, 0}), 3)),
		scene.Node{Name: "gone", Local: trs(mgl64.Vec3{0, 0, 0}, turned(10, mgl64.Vec3{0, 1, 0}), 1)},
		scene.Node{Name: "leaf", Local: trs(mgl64.Vec3{0, 1, 0}, turned(20, mgl64.Vec3{1, 0, 0}), 1)})
	m.Meshes = []scene.Mesh{pt}
	bind(m, 0, 6)
	m.Animations = []scene.Animation{{Name: "a", Channels: []scene.Channel{
		{Node: 2, Path: scene.Translation, Times: []float32{0, 1}, Values: []float32{0, 2, 0, 3, 3, 3}},
		{Node: 5, Path: scene.Rotation, Times: []float32{0, 1}, Values: []float32{0, 0, 0, 1, 0, .6, 0, .8}},
	}}}
	out, rep := mustRebase(t, m)
	for i := range out.Nodes {
		if out.Nodes[i].Name == "gone" {
			t.Error("a node between joints that carries nothing was kept")
		}
	}
	if p := out.Nodes[named(t, out, "leaf")].Parent.Or(-1); p != named(t, out, "top") {
		t.Errorf("the leaf is below node %d", p)
	}
	named(t, out, "socket")
	for _, at := range []float64{0, .3, .77, 1} {
		a := vertices(m, m.World(nil, clip.Sample(m, 0, at, nil), nil))
		b := vertices(out, out.World(nil, clip.Sample(out, 0, at, nil), nil))
		if d := farthest(t, a, b); d > 1e-5+rep.MaxClipMove {
			t.Errorf("at %v something is %g off (reported %g)", at, d, rep.MaxClipMove)
		}
	}
	return rep
}

// TestRebaseCommonRoot has two top joints under an armature: the skin needs a
// common root afterwards.
func TestRebaseCommonRoot(t *testing.T) {
	m := tree([]int{-1, 0, 0}, scene.Node{Name: "Armature", Local: trs(mgl64.Vec3{0, 1, 0}, turned(-90, mgl64.Vec3{1, 0, 0}), .01)},
		scene.Node{Name: "left", Local: trs(mgl64.Vec3{10, 0, 0}, mgl64.QuatIdent(), 1)},
		scene.Node{Name: "right", Local: trs(mgl64.Vec3{-10, 0, 0}, turned(9, mgl64.Vec3{1, 0, 0}), 1)})
	bind(m, 1, 2)
	m.Skins[0].Skeleton = scene.Some(0)
	out, _ := mustRebase(t, m)
	l, r := out.Nodes[named(t, out, "left")].Parent, out.Nodes[named(t, out, "right")].Parent
	if l == 0 || l != r || out.Nodes[l-1].Local != scene.Identity() {
		t.Errorf("the top joints are below %d and %d", l, r)
	}
	if out.Skins[0].Skeleton != 0 {
		t.Errorf("the skeleton hint is still %d", out.Skins[0].Skeleton)
	}
}

// TestRebaseClipKeys re-expresses a clip under a turned, scaled armature: the
// keys stay as many and of the same kind, and the motion is exact.
func TestRebaseClipKeys(t *testing.T) {
	m := tree([]int{-1, 0, 1}, scene.Node{Name: "Armature", Local: trs(mgl64.Vec3{0, 1, 0}, turned(-90, mgl64.Vec3{1, 0, 0}), 100)},
		scene.Node{Name: "hip", Local: trs(mgl64.Vec3{0, 0, .01}, turned(50, mgl64.Vec3{1, 1, 0}), 1)},
		scene.Node{Name: "leg", Local: trs(mgl64.Vec3{0, .02, 0}, turned(-20, mgl64.Vec3{0, 1, 1}), 1)})
	bind(m, 1, 2)
	q := func(qs ...mgl64.Quat) (out []float32) {
		for _, x := range qs {
			out = append(out, float32(x.V[0]), float32(x.V[1]), float32(x.V[2]), float32(x.W))
		}
		return out
	}
	m.Animations = []scene.Animation{{Channels: []scene.Channel{
		{Node: 1, Path: scene.Rotation, Times: []float32{0, .4, 1}, Values: q(turned(50, mgl64.Vec3{1, 1, 0}), turned(80, mgl64.Vec3{1, 0, 0}), turned(-70, mgl64.Vec3{0, 0, 1}))},
		{Node: 1, Path: scene.Translation, Interp: scene.CubicSpline, Times: []float32{0, 1}, Values: []float32{0, 0, 0, 0, 0, .01, .1, .2, 0, .05, 0, 0, .02, .03, .04, 0, 0, 0}},
		{Node: 2, Path: scene.Rotation, Interp: scene.Step, Times: []float32{0, .5}, Values: q(turned(3, mgl64.Vec3{1, 0, 0}), turned(80, mgl64.Vec3{1, 0, 0}))},
	}}}
	out, rep := mustRebase(t, m)
	if got := out.Animations[0].Channels; len(got) != 3 {
		t.Fatalf("%d channels", len(got))
	}
	for k, c := range out.Animations[0].Channels {
		if was := m.Animations[0].Channels[k]; len(c.Times) != len(was.Times) || c.Interp != was.Interp || c.Path != was.Path {
			t.Errorf("channel %d has other keys", k)
		}
	}
	if rep.MaxClipMove > 1e-5 {
		t.Errorf("the motion is %g off", rep.MaxClipMove)
	}
}

// TestRebaseOddRests must not fail on rests that flatten space, and refuses what
// is no number.
func TestRebaseOddRests(t *testing.T) {
	flat := trs(mgl64.Vec3{0, 1, 0}, turned(33, mgl64.Vec3{1, 0, 0}), 0)
	m := tree([]int{-1, 0, 1}, scene.Node{Name: "a", Local: trs(mgl64.Vec3{}, turned(90, mgl64.Vec3{0, 0, 1}), 1)},
		scene.Node{Name: "flat", Local: flat}, scene.Node{Name: "c", Local: trs(mgl64.Vec3{1, 0, 0}, mgl64.QuatIdent(), 1)})
	bind(m, 0, 1, 2)
	m.Animations = []scene.Animation{{Channels: []scene.Channel{{Node: 1, Path: scene.Scale, Times: []float32{0, 1}, Values: []float32{0, 0, 0, 1, 1, 1}}}}}
	_, rep := mustRebase(t, m)
	if len(rep.Findings) == 0 || rep.Findings[0].Code != "FLAT_REST" {
		t.Errorf("findings: %v", rep.Findings)
	}
	m.Nodes[0].Local.T[1] = math.NaN()
	if _, _, err := rig.Rebase(m); err == nil || !strings.Contains(err.Error(), "REST_NOT_FINITE") {
		t.Errorf("got %v", err)
	}
	if _, _, err := rig.Rebase(&scene.Model{}); err == nil || !strings.Contains(err.Error(), "NO_SKELETON") {
		t.Errorf("got %v", err)
	}
}

func TestRestDump(t *testing.T) {
	stale := mgl64.Quat{W: .5, V: mgl64.Vec3{-.5, -.5, -.5}}
	m := tree([]int{-1, 0, 1, 1}, scene.Node{Name: "Root", Local: scene.Identity()},
		scene.Node{Name: "Body", Local: trs(mgl64.Vec3{0, 1.5, 0}, mgl64.QuatIdent(), 1)},
		scene.Node{Name: "Rotor", Local: trs(mgl64.Vec3{0, 1, 0}, stale, 1)},
		scene.Node{Name: "Tail", Local: trs(mgl64.Vec3{0, 0, -4}, stale.Scale(-1), 1)})
	bind(m, 0, 1, 2, 3)
	d := rig.RestDump(m)
	want := "[Rest] 1 Body parent=0\n" +
		"[Rest]   local T=(0.0000, 1.5000, 0.0000) R=(0.0000, 0.0000, 0.0000, 1.0000) S=(1.0000, 1.0000, 1.0000)\n" +
		"[Rest]   world T=(0.0000, 1.5000, 0.0000) R=(0.0000, 0.0000, 0.0000, 1.0000) S=(1.0000, 1.0000, 1.0000)\n" +
		"[Rest]   bind  T=(0.0000, -1.5000, 0.0000) R=(0.0000, 0.0000, 0.0000, 1.0000) S=(1.0000, 1.0000, 1.0000)\n"
	if !strings.Contains(d.Text(), want) {
		t.Errorf("got\n%swant in it\n%s", d.Text(), want)
	}
	if got := d.StaleBones(); len(got) != 2 || got[0] != 2 || got[1] != 3 {
		t.Errorf("stale bones %v", got)
	}
	if got := rig.RestDump(&scene.Model{}); got.Bones == nil || len(got.Bones) != 0 {
		t.Errorf("a model without a skin: %v", got)
	}
}
