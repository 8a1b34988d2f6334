package scene_test

import (
	"errors"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

func node(parent int, t mgl64.Vec3, children ...int) scene.Node {
	n := scene.Node{Local: scene.Identity(), Children: children}
	n.Local.T = t
	if parent >= 0 {
		n.Parent = scene.Some(parent)
	}
	return n
}

// arm is a root at x=1, a child turned a quarter about Z at y=2, a grandchild
// at x=3 (so at y+3 in the world), and a triangle on the grandchild.
func arm() *scene.Model {
	m := &scene.Model{
		Nodes: []scene.Node{
			node(-1, mgl64.Vec3{1, 0, 0}, 1),
			node(0, mgl64.Vec3{0, 2, 0}, 2),
			node(1, mgl64.Vec3{3, 0, 0}),
		},
		Roots: []int{0},
		Meshes: []scene.Mesh{{Primitives: []scene.Primitive{{
			Positions: []mgl32.Vec3{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}},
			Indices:   []uint32{0, 1, 2},
		}}}},
	}
	m.Nodes[1].Local.R = mgl64.QuatRotate(math.Pi/2, mgl64.Vec3{0, 0, 1})
	m.Nodes[2].Mesh = scene.Some(0)
	return m
}

func TestWorldAndBounds(t *testing.T) {
	m := arm()
	if err := m.Check(); err != nil {
		t.Fatal(err)
	}
	w := m.World(nil, nil, nil)
	if p := scene.Position(w[2]); p.Sub(mgl64.Vec3{1, 5, 0}).Len() > 1e-12 {
		t.Errorf("grandchild at %v, want 1, 5, 0", p)
	}
	b := m.Bounds()
	want := scene.Box{Min: mgl64.Vec3{1, 5, 0}, Max: mgl64.Vec3{1, 6, 1}}
	if b.Min.Sub(want.Min).Len() > 1e-6 || b.Max.Sub(want.Max).Len() > 1e-6 {
		t.Errorf("bounds %v, want %v", b, want)
	}
	if m.TriangleCount() != 1 || m.VertexCount() != 3 {
		t.Errorf("%d triangles, %d vertices", m.TriangleCount(), m.VertexCount())
	}
}

func TestPoseReplacesLocals(t *testing.T) {
	m := arm()
	p := m.RestPose()
	p[0].T = mgl64.Vec3{10, 0, 0}
	if got := scene.Position(m.World(nil, p, nil)[2]); got.Sub(mgl64.Vec3{10, 5, 0}).Len() > 1e-12 {
		t.Errorf("posed grandchild at %v", got)
	}
	if m.Nodes[0].Local.T[0] != 1 {
		t.Error("posing changed the model")
	}
}

func TestCheckFindsBreaches(t *testing.T) {
	for name, breakIt := range map[string]func(*scene.Model){
		"cycle":         func(m *scene.Model) { m.Nodes[0].Parent = scene.Some(2); m.Nodes[2].Children = []int{0} },
		"foreign child": func(m *scene.Model) { m.Nodes[0].Children = []int{2} },
		"mesh range":    func(m *scene.Model) { m.Nodes[2].Mesh = scene.Some(1) },
		"vertex range":  func(m *scene.Model) { m.Meshes[0].Primitives[0].Indices[1] = 3 },
		"ragged":        func(m *scene.Model) { m.Meshes[0].Primitives[0].UV0 = make([]mgl32.Vec2, 2) },
		"root range":    func(m *scene.Model) { m.Roots = []int{3} },
		"joint range":   func(m *scene.Model) { m.Skins = []scene.Skin{{Joints: []int{9}, InverseBind: make([]mgl64.Mat4, 1)}} },
		"binds missing": func(m *scene.Model) { m.Skins = []scene.Skin{{Joints: []int{0}}} },
	} {
		m := arm()
		breakIt(m)
		var p *scene.Problem
		if err := m.Check(); !errors.As(err, &p) || p.Pointer == "" {
			t.Errorf("%s: got %v, want a Problem with a place", name, err)
		}
	}
}

// The camera at azimuth 0 looks at the front with the model's left on the right
// of the picture, and a framed box is wholly in view at any angle.
func TestCamera(t *testing.T) {
	c := scene.Camera{Distance: 10}
	if e := c.Eye(); e.Sub(mgl64.Vec3{0, 0, 10}).Len() > 1e-12 {
		t.Errorf("eye at %v", e)
	}
	if p := c.View().Mul4x1(mgl64.Vec4{1, 0, 0, 1}); math.Abs(p[0]-1) > 1e-12 || math.Abs(p[2]+10) > 1e-12 {
		t.Errorf("left of the model at %v in view space", p)
	}
	b := scene.Box{Min: mgl64.Vec3{-3, 0, -8}, Max: mgl64.Vec3{3, 4, 9}}
	for az := -180.0; az < 180; az += 15 {
		for el := -90.0; el <= 90; el += 15 {
			for _, aspect := range []float64{0.5, 1, 16.0 / 9} {
				c := scene.Camera{AzimuthDeg: az, ElevationDeg: el}.Frame(b, aspect)
				v := c.View()
				ty := math.Tan(c.FovY() / 2)
				for k := range 8 {
					p := b.Min
					for a := range 3 {
						if k>>a&1 == 1 {
							p[a] = b.Max[a]
						}
					}
					q := v.Mul4x1(p.Vec4(1))
					if math.Abs(q[0]) > -q[2]*ty*aspect || math.Abs(q[1]) > -q[2]*ty {
						t.Fatalf("az %g el %g aspect %g: corner %v is out of the picture", az, el, aspect, p)
					}
				}
			}
		}
	}
}

func TestProblemText(t *testing.T) {
	p := &scene.Problem{Code: "X", File: "a.glb", Pointer: "/nodes/1", Message: "is bad", Remedy: "mend it"}
	if got, want := p.Error(), "a.glb: /nodes/1: is bad [X]; mend it"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
