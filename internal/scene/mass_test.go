package scene_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// wedge is a right tetrahedron with legs of one at the origin.
func wedge() scene.Primitive {
	return scene.Primitive{
		Positions: []mgl32.Vec3{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
		Indices:   []uint32{0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3},
	}
}

func TestMass(t *testing.T) {
	m := &scene.Model{Meshes: []scene.Mesh{{Primitives: []scene.Primitive{wedge()}}}, Roots: []int{0}}
	n := scene.Node{Local: scene.Identity(), Mesh: scene.Some(0)}
	n.Local.T = mgl64.Vec3{100, -50, 7}
	m.Nodes = []scene.Node{n}
	near := func(what string, got, want mgl64.Vec3) {
		t.Helper()
		if got.Sub(want).Len() > 1e-9 {
			t.Errorf("%s: centre %v, want %v", what, got, want)
		}
	}
	sum := m.Mass(nil)
	c, ok := sum.Center()
	if !ok || !sum.Closed() || math.Abs(sum.Volume()-1.0/6) > 1e-9 || math.Abs(sum.Area()-(1.5+math.Sqrt(3)/2)) > 1e-9 {
		t.Errorf("closed %v, volume %v, area %v", sum.Closed(), sum.Volume(), sum.Area())
	}
	near("tetrahedron", c, mgl64.Vec3{100.25, -49.75, 7.25})

	// A mirror turns the winding, not the volume.
	m.Nodes[0].Local.S = mgl64.Vec3{-2, 1, 1}
	sum = m.Mass(nil)
	c, _ = sum.Center()
	near("mirrored", c, mgl64.Vec3{99.5, -49.75, 7.25})
	if math.Abs(sum.Volume()-1.0/3) > 1e-9 {
		t.Errorf("mirrored volume %v", sum.Volume())
	}

	// Without its slope it is a skin of three unit triangles.
	m.Nodes[0].Local.S = mgl64.Vec3{1, 1, 1}
	m.Meshes[0].Primitives[0].Indices = m.Meshes[0].Primitives[0].Indices[:9]
	sum = m.Mass(nil)
	c, _ = sum.Center()
	if sum.Closed() || sum.Volume() != 0 {
		t.Error("an open mesh counts as closed")
	}
	near("open", c, mgl64.Vec3{100 + 2.0/9, -50 + 2.0/9, 7 + 2.0/9})

	// A tube without ends is open, although its area vectors cancel.
	var tube scene.Mass
	for k := range 4 {
		at := func(i int, y float64) mgl64.Vec3 {
			s, c := math.Sincos(float64(i) * math.Pi / 2)
			return mgl64.Vec3{s, y, c}
		}
		tube.Add(at(k, 3), at(k, 1), at(k+1, 1))
		tube.Add(at(k, 3), at(k+1, 1), at(k+1, 3))
	}
	c, _ = tube.Center()
	if tube.Closed() {
		t.Error("a tube counts as closed")
	}
	near("tube", c, mgl64.Vec3{0, 2, 0})

	var none scene.Mass
	none.Add(mgl64.Vec3{}, mgl64.Vec3{}, mgl64.Vec3{1, 0, 0})
	none.Add(mgl64.Vec3{}, mgl64.Vec3{math.NaN(), 0, 0}, mgl64.Vec3{1, 0, 0})
	if _, ok := none.Center(); ok {
		t.Error("a mesh without area has a centre")
	}
}
