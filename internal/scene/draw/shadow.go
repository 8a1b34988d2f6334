package draw

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"donorlab/internal/scene"
)

// shadowCells is the shadow map's side; shadowMargin of them on each side are
// left free for the blur.
const (
	shadowCells  = 48
	shadowMargin = 8
	shadowBlur   = 2 // radius of each of three box blurs, in cells
	shadowStep   = 2 // cells a quad of the mesh is wide: after the blur straight lines over two are two levels off at most
	shadowAlpha  = 0.62
	shadowLeast  = 0.006 // strength below which a spot is left out: half a level on the studio's ground, at most one on white
)

// shadowMap is how much of the sky each spot of the ground misses: a map of the
// model seen from above, where parts count less the higher they hang, blurred.
type shadowMap struct {
	cell, tmp [shadowCells * shadowCells]float32
	x0, z0    float32 // world position of the first cell's corner, relative to the eye
	dx, dz    float32 // size of a cell
	reach     float32 // height at which a part casts nothing
	ground    float32 // relative to the eye
}

// shadow appends the contact shadow of all items that cast one as a mesh on the
// ground.
func (b *scratch) shadow(groundY float64) {
	s := &b.ground
	s.ground = float32(groundY - b.lens.eye[1])
	lo, hi := mgl32.Vec2{math.MaxFloat32, math.MaxFloat32}, mgl32.Vec2{-math.MaxFloat32, -math.MaxFloat32}
	top := float32(0)
	for i := range b.jobs {
		j := &b.jobs[i]
		if b.items[j.item].NoShadow {
			continue
		}
		for k := range j.verts {
			if b.code[j.first+k]&outBad != 0 {
				continue
			}
			w := &b.rel[j.first+k]
			lo[0], hi[0] = min(lo[0], w[0]), max(hi[0], w[0])
			lo[1], hi[1] = min(lo[1], w[2]), max(hi[1], w[2])
			top = max(top, w[1]-s.ground)
		}
	}
	spanX, spanZ := hi[0]-lo[0], hi[1]-lo[1]
	size := max(spanX, spanZ, top)
	if !(size > 0) || size > 1e9 || lo[0] > hi[0] {
		return
	}
	s.reach = float32(size * 0.5)
	// Square cells, so that the blur is as wide both ways.
	const inner = shadowCells - 2*shadowMargin
	c := max(spanX, spanZ) / inner
	c = max(c, size/1000)
	s.dx, s.dz = c, c
	s.x0 = float32(0.5*(lo[0]+hi[0])) - float32(c*(shadowCells/2))
	s.z0 = float32(0.5*(lo[1]+hi[1])) - float32(c*(shadowCells/2))
	clear(s.cell[:])
	for i := range b.jobs {
		if j := &b.jobs[i]; j.kind != Blend && j.inst.prim.topology == scene.Triangles && !b.items[j.item].NoShadow {
			b.castShadow(j)
		}
	}
	for range 3 {
		s.blur()
	}
	b.shadowMesh()
}

// castShadow marks the cells under a job's triangles.
func (b *scratch) castShadow(j *job) {
	s := &b.ground
	idx := j.inst.prim.index
	ix, iz, ir := 1/s.dx, 1/s.dz, 1/s.reach
	for t := 0; t+2 < len(idx); t += 3 {
		var p [3]mgl32.Vec3 // cell coordinates and strength
		bad := uint8(0)
		for k := range 3 {
			v := j.first + int(idx[t+k])
			bad |= b.code[v]
			w := &b.rel[v]
			h := w[1] - s.ground
			p[k] = mgl32.Vec3{float32((w[0] - s.x0) * ix), float32((w[2] - s.z0) * iz), 1 - float32(abs(h)*ir)}
		}
		if bad&outBad == 0 {
			s.splat(&p)
		}
	}
}

// splat marks the cells whose centre a triangle covers, and at least the one
// under its middle, with the triangle's greatest strength.
func (s *shadowMap) splat(p *[3]mgl32.Vec3) {
	strength := max(p[0][2], p[1][2], p[2][2])
	if !(strength > 0) {
		return
	}
	strength = min(strength, 1)
	mx, mz := (p[0][0]+p[1][0]+p[2][0])/3, (p[0][1]+p[1][1]+p[2][1])/3
	s.mark(int(mx), int(mz), strength)
	x0, x1 := min(p[0][0], p[1][0], p[2][0]), max(p[0][0], p[1][0], p[2][0])
	z0, z1 := min(p[0][1], p[1][1], p[2][1]), max(p[0][1], p[1][1], p[2][1])
	if x1-x0 < 1 && z1-z0 < 1 {
		return
	}
	for z := max(int(z0), 0); z <= min(int(z1), shadowCells-1); z++ {
		for x := max(int(x0), 0); x <= min(int(x1), shadowCells-1); x++ {
			px, pz := float32(x)+0.5, float32(z)+0.5
			var pos, neg bool
			for k := range 3 {
				a, c := &p[k], &p[(k+1)%3]
				e := float32((c[0]-a[0])*(pz-a[1])) - float32((c[1]-a[1])*(px-a[0]))
				pos, neg = pos || e > 0, neg || e < 0
			}
			if !(pos && neg) {
				s.mark(x, z, strength)
			}
		}
	}
}

func (s *shadowMap) mark(x, z int, v float32) {
	if x >= 0 && z >= 0 && x < shadowCells && z < shadowCells {
		c := &s.cell[z*shadowCells+x]
		*c = max(*c, v)
	}
}

// blur takes the mean over a square, rows first, then columns.
func (s *shadowMap) blur() {
	const n, r = shadowCells, shadowBlur
	pass := func(dst, src *[n * n]float32, step, line int) {
		for l := range n {
			for i := range n {
				var sum float32
				for k := max(i-r, 0); k <= min(i+r, n-1); k++ {
					sum += src[l*line+k*step]
				}
				dst[l*line+i*step] = sum / (2*r + 1)
			}
		}
	}
	pass(&s.tmp, &s.cell, 1, n)
	pass(&s.cell, &s.tmp, n, 1)
}

// shadowMesh appends a quad between every four cell centres, shadowStep apart,
// where it is not as good as clear.
func (b *scratch) shadowMesh() {
	const n = shadowCells
	s := &b.ground
	from := len(b.list.Triangles)
	for z := 0; z+shadowStep < n; z += shadowStep {
		for x := 0; x+shadowStep < n; x += shadowStep {
			if s.clearOver(x, z) {
				continue
			}
			u, w := x+shadowStep, z+shadowStep
			c00, c10, c11, c01 := s.corner(&b.lens, x, z), s.corner(&b.lens, u, z), s.corner(&b.lens, u, w), s.corner(&b.lens, x, w)
			b.groundTriangle(&c00, &c01, &c11)
			b.groundTriangle(&c00, &c11, &c10)
		}
	}
	b.batch(Blend, unlitSurface, from)
}

// clearOver reports whether no corner of the quad that begins at a cell's centre
// has a shadow to be seen.
func (s *shadowMap) clearOver(x, z int) bool {
	i := z*shadowCells + x
	return max(s.cell[i], s.cell[i+shadowStep], s.cell[i+shadowStep*shadowCells], s.cell[i+shadowStep*(shadowCells+1)]) < shadowLeast
}

func (s *shadowMap) corner(l *lens, x, z int) corner {
	p := [3]float32{s.x0 + float32((float32(x)+0.5)*s.dx), s.ground, s.z0 + float32((float32(z)+0.5)*s.dz)}
	c := corner{pos: l.toView(&p)}
	c.att[5] = float32(min(s.cell[z*shadowCells+x], 1) * shadowAlpha)
	return c
}

// groundTriangle appends one triangle of something flat, clipped only where it must be.
func (b *scratch) groundTriangle(p, q, r *corner) {
	cp, cq, cr := b.lens.outcode(&p.pos), b.lens.outcode(&q.pos), b.lens.outcode(&r.pos)
	if cp&cq&cr&outFrustum != 0 || (cp|cq|cr)&outBad != 0 {
		return
	}
	t := Triangle{Node: -1, Part: -1, Item: -1}
	if (cp|cq|cr)&(outNear|outGuard) == 0 {
		b.loose(b.addCorner(p), b.addCorner(q), b.addCorner(r))
		return
	}
	b.poly.a[0], b.poly.a[1], b.poly.a[2] = *p, *q, *r
	b.cutPolygon(t)
}
