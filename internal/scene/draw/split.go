package draw

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"donorlab/internal/scene"
)

// splitMirrored returns the primitive with every vertex doubled that lies
// between triangles whose texture is mirrored and ones whose texture is not:
// their tangents differ, and MikkTSpace gives each side its own. The mirrored
// side takes the new vertices, which come last. Without any, it returns s.
func splitMirrored(s *scene.Primitive, uv []mgl32.Vec2) *scene.Primitive {
	if len(uv) < len(s.Positions) || len(s.Normals) == 0 || len(s.Tangents) > 0 || s.Topology != scene.Triangles {
		return s
	}
	const plain, mirrored = 1, 2
	sides := make([]uint8, len(s.Positions))
	flips := make([]bool, len(s.Indices)/3)
	for t := range flips {
		tri := s.Indices[3*t : 3*t+3]
		_, flip, ok := growingU(s, uv, tri)
		if !ok {
			continue
		}
		flips[t] = flip
		side := uint8(plain)
		if flip {
			side = mirrored
		}
		for _, v := range tri {
			sides[v] |= side
		}
	}
	var from []uint32 // which vertex each new one doubles
	twin := make([]uint32, len(sides))
	for v, side := range sides {
		if side == plain|mirrored {
			twin[v] = uint32(len(sides) + len(from))
			from = append(from, uint32(v))
		}
	}
	if len(from) == 0 {
		return s
	}
	d := *s
	d.Positions, d.Normals = doubled(s.Positions, from), doubled(s.Normals, from)
	d.UV0, d.UV1, d.Colors = doubled(s.UV0, from), doubled(s.UV1, from), doubled(s.Colors, from)
	d.Joints, d.Weights = doubled(s.Joints, from), doubled(s.Weights, from)
	d.Targets = slices.Clone(s.Targets)
	for i := range d.Targets {
		t := &d.Targets[i]
		t.Positions, t.Normals, t.Tangents = doubled(t.Positions, from), doubled(t.Normals, from), doubled(t.Tangents, from)
	}
	d.Indices = slices.Clone(s.Indices)
	for t, flip := range flips {
		for k := 3 * t; flip && k < 3*t+3; k++ {
			if n := twin[d.Indices[k]]; n > 0 {
				d.Indices[k] = n
			}
		}
	}
	return &d
}

// doubled returns a with copies of some of its values added. What a primitive
// does not have stays empty.
func doubled[T any](a []T, from []uint32) []T {
	if len(a) == 0 {
		return nil
	}
	out := make([]T, len(a), len(a)+len(from))
	copy(out, a)
	for _, v := range from {
		if int(v) < len(a) {
			out = append(out, a[v])
		}
	}
	return out
}
