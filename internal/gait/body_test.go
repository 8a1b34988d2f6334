package gait_test

import (
	"math"
	"math/rand/v2"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// bodyOptions are the ways in which files differ.
type bodyOptions struct {
	scale    float64
	twist    bool
	armature bool
	face     float64 // radians that the model is turned about up
}

// makeBody is a person of bones, 0.82 m of leg, in a T pose. scale scales it; twist turns
// every bone's own axes another way; armature hangs it below a node that lies down
// and is a hundred times as big, as FBX files have it; mirror says which side is
// called left in the file.
func makeBody(o bodyOptions) *scene.Model {
	if o.scale == 0 {
		o.scale = 1
	}
	type b struct {
		name, parent string
		at           mgl64.Vec3
	}
	bones := []b{
		{"Hips", "", mgl64.Vec3{0, .93, 0}}, {"Spine", "Hips", mgl64.Vec3{0, 1.05, 0}}, {"Chest", "Spine", mgl64.Vec3{0, 1.2, 0}},
		{"UpperChest", "Chest", mgl64.Vec3{0, 1.35, 0}}, {"Neck", "UpperChest", mgl64.Vec3{0, 1.5, 0}}, {"Head", "Neck", mgl64.Vec3{0, 1.6, .02}},
		{"HeadTop", "Head", mgl64.Vec3{0, 1.8, .02}},
	}
	for _, s := range []struct {
		n string
		k float64
	}{{"Left", 1}, {"Right", -1}} {
		v := func(x, y, z float64) mgl64.Vec3 { return mgl64.Vec3{s.k * x, y, z} }
		bones = append(bones,
			b{s.n + "Eye", "Head", v(.03, 1.68, .1)},
			b{s.n + "Shoulder", "UpperChest", v(.04, 1.44, 0)}, b{s.n + "UpperArm", s.n + "Shoulder", v(.17, 1.44, 0)},
			b{s.n + "LowerArm", s.n + "UpperArm", v(.45, 1.44, -.01)}, b{s.n + "Hand", s.n + "LowerArm", v(.71, 1.44, 0)},
			b{s.n + "UpperLeg", "Hips", v(.1, .9, 0)}, b{s.n + "LowerLeg", s.n + "UpperLeg", v(.1, .49, .01)},
			b{s.n + "Foot", s.n + "LowerLeg", v(.1, .08, 0)}, b{s.n + "Toes", s.n + "Foot", v(.1, .02, .13)})
	}
	m := &scene.Model{Name: "body"}
	index := map[string]int{}
	world := []mgl64.Mat4{}
	root := mgl64.HomogRotate3DY(o.face).Mul4(mgl64.Scale3D(o.scale, o.scale, o.scale))
	if o.armature {
		t := scene.TRS{R: mgl64.QuatRotate(-math.Pi/2, mgl64.Vec3{1, 0, 0}), S: mgl64.Vec3{100, 100, 100}}
		m.Nodes = append(m.Nodes, scene.Node{Name: "Armature", Local: t})
		m.Roots = []int{0}
		world = append(world, t.Mat4())
	}
	r := rand.New(rand.NewPCG(11, 12))
	for _, x := range bones {
		at := mgl64.TransformCoordinate(x.at, root)
		turn := mgl64.QuatIdent()
		if o.twist {
			turn = mgl64.Quat{W: r.NormFloat64(), V: mgl64.Vec3{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}}.Normalize()
		}
		unit := 1.0
		if o.armature {
			unit = 100
		}
		w := scene.TRS{T: at, R: turn, S: mgl64.Vec3{unit, unit, unit}}.Mat4()
		n := scene.Node{Name: x.name}
		up := mgl64.Ident4()
		parent := -1
		if x.parent != "" {
			parent = index[x.parent]
		} else if o.armature {
			parent = 0
		}
		if parent >= 0 {
			up = world[parent]
			n.Parent = scene.Some(parent)
			m.Nodes[parent].Children = append(m.Nodes[parent].Children, len(m.Nodes))
		} else {
			m.Roots = append(m.Roots, len(m.Nodes))
		}
		inv, _ := scene.InverseAffine(up)
		n.Local, _ = scene.Decompose(inv.Mul4(w))
		index[x.name] = len(m.Nodes)
		m.Nodes = append(m.Nodes, n)
		world = append(world, w)
	}
	var joints []int
	for i := range m.Nodes {
		if m.Nodes[i].Name != "Armature" {
			joints = append(joints, i)
		}
	}
	bind := make([]mgl64.Mat4, len(joints))
	for i, j := range joints {
		bind[i], _ = scene.InverseAffine(world[j])
	}
	m.Skins = []scene.Skin{{Joints: joints, InverseBind: bind}}
	return m
}
