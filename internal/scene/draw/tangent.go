package draw

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// tangentKey names the corners that share a tangent: those alike in place,
// normal and texture coordinate, on triangles whose texture is mirrored alike.
type tangentKey struct {
	p, n     mgl32.Vec3
	uv       mgl32.Vec2
	mirrored bool
}

// tangentsOf returns a primitive's tangents: the file's, or else ones made as
// MikkTSpace makes them, which is what normal maps are baked for: each
// triangle's direction of growing u, laid into the plane across the vertex
// normal, weighed by the triangle's angle at the vertex. Vertices between
// mirrored and plain triangles are doubled before, see splitMirrored; one that
// is not takes the side that weighs more. A vertex without any is zero: the
// normal stays as it is.
// (Morten S. Mikkelsen, "Simulation of Wrinkled Surfaces Revisited", 2008.)
func tangentsOf(s *scene.Primitive, uv []mgl32.Vec2) []mgl32.Vec3 {
	out := make([]mgl32.Vec3, len(s.Positions))
	if len(s.Tangents) > 0 {
		for i, t := range s.Tangents {
			out[i] = t.Vec3()
		}
		return out
	}
	if len(s.Normals) == 0 {
		return out
	}
	at := make(map[tangentKey]int32, len(s.Positions))
	var sums []tangentSum
	places := make([][2]int32, len(s.Positions)) // into sums plus one: plain, mirrored
	for t := 0; t+2 < len(s.Indices); t += 3 {
		tri := s.Indices[t : t+3]
		along, mirrored, ok := growingU(s, uv, tri)
		if !ok {
			continue
		}
		side := 0
		if mirrored {
			side = 1
		}
		for k, v := range tri {
			place := &places[v][side]
			if *place == 0 {
				key := tangentKey{s.Positions[v], s.Normals[v], uv[v], mirrored}
				if at[key] == 0 {
					sums = append(sums, tangentSum{})
					at[key] = int32(len(sums))
				}
				*place = at[key]
			}
			sums[*place-1].add(s, tri, k, along)
		}
	}
	for v := range out {
		var best tangentSum
		for _, i := range places[v] {
			if i > 0 && sums[i-1].weight > best.weight {
				best = sums[i-1]
			}
		}
		if n := best.t.Len(); n > 0 {
			for k := range 3 {
				out[v][k] = snap32(best.t[k]/n, 1<<20)
			}
		}
	}
	return out
}

// tangentSum adds up the directions at a vertex.
type tangentSum struct {
	t      mgl64.Vec3
	weight float64
}

// growingU is the unit direction on a triangle in which u grows, and whether
// its texture is mirrored.
func growingU(s *scene.Primitive, uv []mgl32.Vec2, tri []uint32) (along mgl64.Vec3, mirrored, ok bool) {
	a, b, c := tri[0], tri[1], tri[2]
	d1, d2 := wide(s.Positions[b]).Sub(wide(s.Positions[a])), wide(s.Positions[c]).Sub(wide(s.Positions[a]))
	u1, v1 := float64(uv[b][0])-float64(uv[a][0]), float64(uv[b][1])-float64(uv[a][1])
	u2, v2 := float64(uv[c][0])-float64(uv[a][0]), float64(uv[c][1])-float64(uv[a][1])
	area := u1*v2 - u2*v1
	along = d1.Mul(v2).Sub(d2.Mul(v1))
	if area < 0 {
		along = along.Mul(-1)
	}
	n := along.Len()
	if area == 0 || !(n > 0) || math.IsInf(n, 0) {
		return along, false, false
	}
	return along.Mul(1 / n), area < 0, true
}

// add adds a triangle's direction at its corner k.
func (t *tangentSum) add(s *scene.Primitive, tri []uint32, k int, along mgl64.Vec3) {
	at, next, last := wide(s.Positions[tri[k]]), wide(s.Positions[tri[(k+1)%3]]), wide(s.Positions[tri[(k+2)%3]])
	n := wide(s.Normals[tri[k]])
	across := func(v mgl64.Vec3) mgl64.Vec3 {
		v = v.Sub(n.Mul(n.Dot(v)))
		if l := v.Len(); l > 0 {
			return v.Mul(1 / l)
		}
		return mgl64.Vec3{}
	}
	e, f := across(next.Sub(at)), across(last.Sub(at))
	w := math.Acos(min(max(e.Dot(f), -1), 1))
	if v := across(along); w-w == 0 && v.Dot(v) > 0 {
		t.t = t.t.Add(v.Mul(w))
		t.weight += w
	}
}

func wide(v mgl32.Vec3) mgl64.Vec3 { return mgl64.Vec3{float64(v[0]), float64(v[1]), float64(v[2])} }

// carry puts what the surface's vertices carry in place of a colour into a run
// of the list's vertices.
func (j *job) carry(out []Vertex, from int, ortho bool) {
	p := j.inst.prim
	for i := range out {
		o := &out[i]
		q := o.Q
		if ortho {
			q = 1
		}
		var c mgl32.Vec3
		switch j.surface.Carry {
		case CarryUV:
			c = p.second[from+i].Vec3(0)
		case CarryUVShade:
			c = p.second[from+i].Vec3(p.shades[from+i])
		default:
			c = j.tangent(from + i)
		}
		o.R, o.G, o.B = float32(c[0]*q), float32(c[1]*q), float32(c[2]*q)
	}
}

// tangent is vertex i's tangent, posed.
func (j *job) tangent(i int) (d mgl32.Vec3) {
	t := &j.inst.prim.tangents[i]
	m := &j.mat
	if j.mats != nil {
		v := &j.verts[i]
		m = &j.mats[v.j[0]]
		if v.w[1] != 0 {
			var sum mat34
			for k, w := range v.w {
				if w == 0 {
					break
				}
				a := &j.mats[v.j[k]]
				for r := range sum {
					sum[r] += float32(w * a[r])
				}
			}
			m = &sum
		}
	}
	for r := range d {
		d[r] = float32(m[4*r]*t[0]) + float32(m[4*r+1]*t[1]) + float32(m[4*r+2]*t[2])
	}
	return d
}
