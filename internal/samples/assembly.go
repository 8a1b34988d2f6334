package samples

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// part is one node of a machine: its shape in the node's own space.
type part struct {
	name   string
	parent int // index of a part before it, -1 for a child of the root
	at     scene.TRS
	shape  *shape // nil for a node without mesh; parts may share one
}

// assembly is a machine before it becomes a model.
type assembly struct {
	name  string
	parts []part
	truth Truth // Nodes hold part indices until the model is made
}

// add appends a part and returns its index.
func (a *assembly) add(name string, parent int, at scene.TRS, s *shape) int {
	if s != nil {
		s.unwrap()
	}
	a.parts = append(a.parts, part{name, parent, at, s})
	return len(a.parts) - 1
}

// at is a transform that only moves.
func at(p vec) scene.TRS {
	t := scene.Identity()
	t.T = snapVec(p)
	return t
}

// world returns each part's matrix to model space.
func (a *assembly) world() []mgl64.Mat4 {
	w := make([]mgl64.Mat4, len(a.parts))
	for i, p := range a.parts {
		w[i] = p.at.Mat4()
		if p.parent >= 0 {
			w[i] = w[p.parent].Mul4(w[i])
		}
	}
	return w
}

// creaseCos is the cosine of the angle beyond which two facets do not smooth
// each other, even in one group.
var creaseCos = math.Cos(56.3 * math.Pi / 180)

// corner identifies a vertex: facets that agree in all of it share one.
type corner struct {
	pos, normal [3]float32
	uv          [2]float32
	tone        float32
	label       Label // so that a vertex has one bone
}

// primitives turns a shape into one primitive for each material that it uses,
// in the order of materials, and the labels of their triangles.
func (s *shape) primitives() ([]scene.Primitive, [][]Label) {
	normals := s.cornerNormals()
	var prims []scene.Primitive
	var labels [][]Label
	for m := range material(materialCount) {
		var p scene.Primitive
		var l []Label
		seen := map[corner]uint32{}
		toned := false
		for i, f := range s.faces {
			if f.mat != m {
				continue
			}
			for k, v := range f.v {
				c := corner{f32(s.pos[v]), f32(normals[i][k]), f.uv[k], float32(f.tone), f.label}
				toned = toned || f.tone != 1
				ix, ok := seen[c]
				if !ok {
					ix = uint32(len(p.Positions))
					seen[c] = ix
					p.Positions = append(p.Positions, c.pos)
					p.Normals = append(p.Normals, c.normal)
					p.UV0 = append(p.UV0, c.uv)
					p.Colors = append(p.Colors, mgl32.Vec4{c.tone, c.tone, c.tone, 1})
				}
				p.Indices = append(p.Indices, ix)
			}
			l = append(l, f.label)
		}
		if len(p.Indices) == 0 {
			continue
		}
		if !toned {
			p.Colors = nil
		}
		if m != matBody { // the only one with a texture
			p.UV0 = nil
		}
		p.Material = scene.Some(int(m))
		prims = append(prims, p)
		labels = append(labels, l)
	}
	return prims, labels
}

// cornerNormals returns a unit normal for each corner of each face: the mean,
// weighted by area and angle, of the facets at that point that are in the same
// group and within the crease.
func (s *shape) cornerNormals() [][3]vec {
	type key struct {
		p     vec
		group int
	}
	type share struct {
		unit   vec
		weight float64
	}
	at := map[key][]share{}
	for _, f := range s.faces {
		if f.group == 0 {
			continue
		}
		n, area := s.normal(f)
		for k, v := range f.v {
			e1 := s.pos[f.v[(k+1)%3]].Sub(s.pos[v]).Normalize()
			e2 := s.pos[f.v[(k+2)%3]].Sub(s.pos[v]).Normalize()
			angle := math.Acos(min(max(e1.Dot(e2), -1), 1))
			g := key{s.pos[v], f.group}
			at[g] = append(at[g], share{n, area * angle})
		}
	}
	out := make([][3]vec, len(s.faces))
	for i, f := range s.faces {
		n, _ := s.normal(f)
		for k, v := range f.v {
			sum := vec{}
			for _, c := range at[key{s.pos[v], f.group}] {
				if f.group != 0 && c.unit.Dot(n) > creaseCos {
					sum = sum.Add(c.unit.Mul(c.weight))
				}
			}
			if sum.Len() == 0 {
				sum = n
			}
			out[i][k] = snapVec(sum.Normalize())
		}
	}
	return out
}

func f32(v vec) [3]float32 { return [3]float32{float32(v[0]), float32(v[1]), float32(v[2])} }
