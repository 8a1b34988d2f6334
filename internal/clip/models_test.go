package clip_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

var (
	xAxis = mgl64.Vec3{1, 0, 0}
	yAxis = mgl64.Vec3{0, 1, 0}
)

func turn(deg float64, axis mgl64.Vec3) mgl64.Quat {
	return mgl64.QuatRotate(deg*math.Pi/180, axis.Normalize())
}

func at(x, y, z float64) scene.TRS {
	t := scene.Identity()
	t.T = mgl64.Vec3{x, y, z}
	return t
}

// bone is one joint of a model made by skeleton.
type bone struct {
	name   string
	parent int
	rest   scene.TRS
}

// skeleton makes a model whose joints are the bones, in order, with one cross of
// vertices a bone, a metre across, that follows it.
func skeleton(bones ...bone) *scene.Model {
	m := &scene.Model{Name: "test"}
	var joints []int
	for i, b := range bones {
		n := scene.Node{Name: b.name, Local: b.rest}
		if b.parent >= 0 {
			n.Parent = scene.Some(b.parent)
			m.Nodes[b.parent].Children = append(m.Nodes[b.parent].Children, i)
		} else {
			m.Roots = append(m.Roots, i)
		}
		m.Nodes = append(m.Nodes, n)
		joints = append(joints, i)
	}
	world := m.World(nil, nil, nil)
	p := scene.Primitive{}
	s := scene.Skin{Name: "rig", Joints: joints}
	for i := range joints {
		inv, ok := scene.InverseAffine(world[i])
		if !ok {
			inv = mgl64.Ident4()
		}
		s.InverseBind = append(s.InverseBind, inv)
		c := scene.Position(world[i])
		for _, d := range []mgl64.Vec3{{.5, 0, 0}, {-.5, 0, 0}, {0, .5, 0}, {0, -.5, 0}, {0, 0, .5}, {0, 0, -.5}} {
			v := c.Add(d)
			p.Indices = append(p.Indices, uint32(len(p.Positions)))
			p.Positions = append(p.Positions, mgl32.Vec3{float32(v[0]), float32(v[1]), float32(v[2])})
			p.Joints = append(p.Joints, [4]uint16{uint16(i)})
			p.Weights = append(p.Weights, [4]float32{1})
		}
	}
	m.Skins = []scene.Skin{s}
	m.Meshes = []scene.Mesh{{Primitives: []scene.Primitive{p}}}
	m.Roots = append(m.Roots, len(m.Nodes))
	m.Nodes = append(m.Nodes, scene.Node{Name: "mesh", Local: scene.Identity(), Mesh: scene.Some(0), Skin: scene.Some(0)})
	return m
}

// rotations keys a node's rotation once a frame, linear.
func rotations(node int, fps float64, frames int, at func(f int) mgl64.Quat) scene.Channel {
	c := scene.Channel{Node: node, Path: scene.Rotation}
	for f := range frames + 1 {
		q := at(f)
		c.Times = append(c.Times, float32(float64(f)/fps))
		c.Values = append(c.Values, float32(q.V[0]), float32(q.V[1]), float32(q.V[2]), float32(q.W))
	}
	return c
}

func translations(node int, fps float64, frames int, at func(f int) mgl64.Vec3) scene.Channel {
	c := scene.Channel{Node: node, Path: scene.Translation}
	for f := range frames + 1 {
		v := at(f)
		c.Times = append(c.Times, float32(float64(f)/fps))
		c.Values = append(c.Values, float32(v[0]), float32(v[1]), float32(v[2]))
	}
	return c
}

// gunship is a donor with the seed's channels: 1 bobs and rocks, 2 spins 18
// deg a frame about local Y, 3 spins 36 about local X, for 20 frames.
func gunship() *scene.Model {
	m := skeleton(bone{"Dummy_Root", -1, at(0, 0, 0)}, bone{"Base", 0, at(0, 1, 0)},
		bone{"Helix", 1, at(0, 1.5, 0)}, bone{"Helix_back", 1, at(.2, 1, -5)})
	m.Animations = []scene.Animation{{Name: "fly", Channels: []scene.Channel{
		rotations(1, 30, 20, func(f int) mgl64.Quat { return turn(2*math.Sin(float64(f)*math.Pi/10), xAxis) }),
		translations(1, 30, 20, func(f int) mgl64.Vec3 {
			return mgl64.Vec3{0, 1 + 0.1*math.Sin(float64(f)*math.Pi/10), 0}
		}),
		rotations(2, 30, 20, func(f int) mgl64.Quat { return turn(float64(18*f%360), yAxis) }),
		rotations(3, 30, 20, func(f int) mgl64.Quat { return turn(float64(36*f%360), xAxis) }),
	}}}
	return m
}

// angleDeg is the angle between two orientations.
func angleDeg(a, b mgl64.Quat) float64 {
	d := a.Normalize().Conjugate().Mul(b.Normalize())
	return 2 * math.Atan2(d.V.Len(), math.Abs(d.W)) * 180 / math.Pi
}

func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s: got %v, want %v within %v", what, got, want, tol)
	}
}

func nearVec(t *testing.T, what string, got, want mgl64.Vec3, tol float64) {
	t.Helper()
	if !(got.Sub(want).Len() <= tol) {
		t.Errorf("%s: got %v, want %v within %v", what, got, want, tol)
	}
}
