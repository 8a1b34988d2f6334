package gltfio

import (
	"math"

	"donorlab/internal/scene"

	"github.com/go-gl/mathgl/mgl32"
)

// flatNormals gives a primitive without normals one a triangle, as glTF asks:
// each triangle gets three vertices of its own, in the order of the indices.
func (l *loader) flatNormals(p *scene.Primitive, ptr string) *scene.Problem {
	n := len(p.Indices)
	per := int64(12 + 12 + 4)
	for _, a := range []struct{ have, size int }{{len(p.UV0), 8}, {len(p.UV1), 8}, {len(p.Colors), 16}, {len(p.Joints), 8}, {len(p.Weights), 16}} {
		if a.have > 0 {
			per += int64(a.size)
		}
	}
	for t := range p.Targets {
		per += 12 * int64(min(len(p.Targets[t].Positions), 1)+min(len(p.Targets[t].Normals), 1)+min(len(p.Targets[t].Tangents), 1))
	}
	if !l.bud.take(int64(n) * per) {
		return l.tooMuch(ptr, "the primitive with its own normals")
	}
	idx := p.Indices
	p.Positions = spread(p.Positions, idx)
	p.UV0, p.UV1 = spread(p.UV0, idx), spread(p.UV1, idx)
	p.Colors = spread(p.Colors, idx)
	p.Joints, p.Weights = spread(p.Joints, idx), spread(p.Weights, idx)
	for t := range p.Targets {
		g := &p.Targets[t]
		g.Positions, g.Normals, g.Tangents = spread(g.Positions, idx), spread(g.Normals, idx), spread(g.Tangents, idx)
	}
	p.Indices = make([]uint32, n)
	p.Normals = make([]mgl32.Vec3, n)
	p.MadeNormals = true
	for i := range p.Indices {
		p.Indices[i] = uint32(i)
	}
	for i := 0; i+2 < n; i += 3 {
		f := faceNormal(p.Positions[i], p.Positions[i+1], p.Positions[i+2])
		u, ok := unitVec(f)
		if !ok {
			u = mgl32.Vec3{0, 1, 0} // a triangle without area is never seen
		}
		p.Normals[i], p.Normals[i+1], p.Normals[i+2] = u, u, u
	}
	return nil
}

// spread lays the elements out in the order of the indices.
func spread[T any](in []T, idx []uint32) []T {
	if len(in) == 0 {
		return nil
	}
	out := make([]T, len(idx))
	for i, k := range idx {
		out[i] = in[k]
	}
	return out
}

// faceNormal is twice the triangle's area along its normal, in float64.
func faceNormal(a, b, c mgl32.Vec3) [3]float64 {
	ux, uy, uz := float64(b[0])-float64(a[0]), float64(b[1])-float64(a[1]), float64(b[2])-float64(a[2])
	vx, vy, vz := float64(c[0])-float64(a[0]), float64(c[1])-float64(a[1]), float64(c[2])-float64(a[2])
	return [3]float64{
		float64(uy*vz) - float64(uz*vy),
		float64(uz*vx) - float64(ux*vz),
		float64(ux*vy) - float64(uy*vx),
	}
}

func unitVec(f [3]float64) (mgl32.Vec3, bool) {
	big := max(math.Abs(f[0]), math.Abs(f[1]), math.Abs(f[2]))
	if big == 0 || math.IsInf(big, 0) || math.IsNaN(big) {
		return mgl32.Vec3{}, false
	}
	x, y, z := f[0]/big, f[1]/big, f[2]/big
	n := math.Sqrt(float64(x*x) + float64(y*y) + float64(z*z))
	return mgl32.Vec3{float32(x / n), float32(y / n), float32(z / n)}, true
}

// mendNormals gives vertices whose normal has no direction the area-weighted
// mean of their triangles' normals.
func (l *loader) mendNormals(p *scene.Primitive, ptr string) *scene.Problem {
	if !l.bud.take(int64(len(p.Normals))*(12+24) + int64(len(p.Indices))*4) {
		return l.tooMuch(ptr, "the primitive's normals")
	}
	sums := make([][3]float64, len(p.Normals))
	for i := 0; i+2 < len(p.Indices); i += 3 {
		a, b, c := p.Indices[i], p.Indices[i+1], p.Indices[i+2]
		f := faceNormal(p.Positions[a], p.Positions[b], p.Positions[c])
		for _, v := range [3]uint32{a, b, c} {
			for k := range 3 {
				sums[v][k] += f[k]
			}
		}
	}
	p.Normals = append([]mgl32.Vec3(nil), p.Normals...)
	for v := range p.Normals {
		if p.Normals[v] != (mgl32.Vec3{}) {
			continue
		}
		u, ok := unitVec(sums[v])
		if !ok {
			u = mgl32.Vec3{0, 1, 0}
		}
		p.Normals[v] = u
	}
	l.bud.give(int64(len(p.Normals)) * 24)
	return nil
}
