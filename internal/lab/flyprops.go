package lab

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"donorlab/internal/scene"
)

// dotModel is a point of the path: an octahedron of radius 1.
func dotModel() *scene.Model {
	b := propBuilder{}
	b.spindle(mgl32.Vec3{}, 1, 1, 1, 4)
	return b.model("path", mgl32.Vec4{1, 1, 1, 1})
}

// pinModel marks a waypoint: a mast with a diamond on it, its foot at the origin.
func pinModel() *scene.Model {
	b := propBuilder{}
	b.spindle(mgl32.Vec3{0, 0.02, 0}, 0.05, 0.02, 2.6, 6)
	b.spindle(mgl32.Vec3{0, 2.9, 0}, 0.28, 0.4, 0.4, 6)
	return b.model("waypoint", mgl32.Vec4{1, 0.62, 0.05, 1})
}

// propBuilder gathers triangles.
type propBuilder struct {
	pos []mgl32.Vec3
	idx []uint32
}

// spindle adds a ring with a point below and one above: heights down and up from
// the ring's middle, of so many sides.
func (b *propBuilder) spindle(mid mgl32.Vec3, radius, down, up float32, sides int) {
	n := uint32(len(b.pos))
	b.pos = append(b.pos, mid.Sub(mgl32.Vec3{0, down, 0}), mid.Add(mgl32.Vec3{0, up, 0}))
	for k := range sides {
		s, c := math.Sincos(2 * math.Pi * float64(k) / float64(sides))
		b.pos = append(b.pos, mid.Add(mgl32.Vec3{radius * float32(s), 0, radius * float32(c)}))
	}
	for k := range uint32(sides) {
		this, next := n+2+k, n+2+(k+1)%uint32(sides)
		b.idx = append(b.idx, n+1, this, next, n, next, this)
	}
}

// model makes an unlit model of one colour.
func (b *propBuilder) model(name string, color mgl32.Vec4) *scene.Model {
	m := scene.DefaultMaterial()
	m.Name, m.BaseColor, m.Unlit, m.DoubleSided = name, color, true, true
	normals := make([]mgl32.Vec3, len(b.pos))
	for i := range normals {
		normals[i] = mgl32.Vec3{0, 1, 0}
	}
	return &scene.Model{Name: name, Materials: []scene.Material{m}, Roots: []int{0},
		Nodes: []scene.Node{{Name: name, Local: scene.Identity(), Mesh: scene.Some(0)}},
		Meshes: []scene.Mesh{{Name: name, Primitives: []scene.Primitive{{
			Indices: b.idx, Positions: b.pos, Normals: normals, Material: scene.Some(0)}}}}}
}

// tileModel is a pointy-top hexagon of circumradius 1, its top at height 0.
func tileModel() *scene.Model {
	b := propBuilder{}
	const thick = 0.04
	for _, y := range []float32{0, -thick} {
		b.pos = append(b.pos, mgl32.Vec3{0, y, 0})
		for k := range 6 {
			s, c := math.Sincos(math.Pi / 3 * float64(k))
			b.pos = append(b.pos, mgl32.Vec3{float32(s), y, float32(c)})
		}
	}
	for k := range uint32(6) {
		a, c := 1+k, 1+(k+1)%6
		b.idx = append(b.idx, 0, a, c, a, a+7, c, c, a+7, c+7)
	}
	m := b.model("tile", mgl32.Vec4{0.20, 0.27, 0.13, 1})
	m.Materials[0].Unlit, m.Materials[0].Metallic, m.Materials[0].Roughness = false, 0, 1
	return m
}
