package world

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// Blob returns a soft dark disc of radius 1 that lies on the plane: drawn below
// a pawn, a little above Top, it shows how high the pawn flies.
func Blob() *scene.Model {
	m := scene.DefaultMaterial()
	m.Name, m.Metallic, m.Roughness, m.AlphaMode, m.Unlit, m.DoubleSided = "shadow", 0, 1, scene.Blend, true, true
	var s sculpt
	up := mgl64.Vec3{0, 1, 0}
	const sides = 32
	// Rings of falling darkness; the last is clear.
	rings := []struct {
		r     float64
		alpha float32
	}{{0, 0.5}, {0.45, 0.42}, {0.75, 0.18}, {1, 0}}
	for _, ring := range rings {
		for k := range sides {
			a := 2 * math.Pi * float64(k) / sides
			s.vertex(mgl64.Vec3{ring.r * math.Cos(a), 0, ring.r * math.Sin(a)}, up, color{})
			s.col[len(s.col)-1][3] = ring.alpha
		}
	}
	for i := range len(rings) - 1 {
		for k := range sides {
			a, b := uint32(i*sides+k), uint32(i*sides+(k+1)%sides)
			c, d := a+sides, b+sides
			s.idx = append(s.idx, a, d, c)
			if i > 0 { // the first ring is a point
				s.idx = append(s.idx, a, b, d)
			}
		}
	}
	return &scene.Model{
		Name: "shadow", Materials: []scene.Material{m}, Roots: []int{0},
		Nodes: []scene.Node{{Name: "shadow", Local: scene.Identity(), Mesh: scene.Some(0)}},
		Meshes: []scene.Mesh{{Name: "shadow", Primitives: []scene.Primitive{{
			Indices: s.idx, Positions: s.pos, Normals: s.nrm, Colors: s.col, Material: scene.Some(0)}}}},
	}
}
