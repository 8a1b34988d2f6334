package draw

import "github.com/go-gl/mathgl/mgl32"

// corner is a vertex on its way through the clipper: view-space position and
// the attributes from U on, not multiplied by anything.
type corner struct {
	pos mgl32.Vec3
	att [9]float32
}

// clipper holds a polygon and the one that is made of it. A triangle cut by
// five planes has at most eight corners.
type clipper struct{ a, b [8]corner }

// clip cuts a triangle at the near plane and the guard band and appends what is
// left, as a fan with new vertices (Sutherland and Hodgman).
func (b *scratch) clip(t Triangle) {
	c := &b.poly
	for k, v := range [3]uint32{t.A, t.B, t.C} {
		c.a[k] = b.cornerOf(v)
	}
	b.cutPolygon(t)
}

// cutPolygon does clip's work on the triangle in poly.a.
func (b *scratch) cutPolygon(t Triangle) {
	c := &b.poly
	src, dst, n := &c.a, &c.b, 3
	for _, pl := range b.lens.clipPlanes() {
		m := 0
		for k := range n {
			p, q := &src[k], &src[(k+1)%n]
			dp, dq := planeDistance(&pl, &p.pos), planeDistance(&pl, &q.pos)
			if dp >= 0 && m < len(dst) {
				dst[m] = *p
				m++
			}
			if (dp >= 0) != (dq >= 0) && m < len(dst) {
				// From the inner end, so that an edge shared by two triangles is cut alike.
				if dp >= 0 {
					dst[m] = between(p, q, dp/(dp-dq))
				} else {
					dst[m] = between(q, p, dq/(dq-dp))
				}
				m++
			}
		}
		src, dst, n = dst, src, m
		if n < 3 {
			return
		}
	}
	first := uint32(len(b.list.Vertices))
	for k := range n {
		b.addCorner(&src[k])
	}
	for k := 2; k < n; k++ {
		t.A, t.B, t.C = first, first+uint32(k)-1, first+uint32(k)
		b.list.Triangles = append(b.list.Triangles, t)
	}
}

func planeDistance(pl *[4]float32, v *mgl32.Vec3) float32 {
	return float32(pl[0]*v[0]) + float32(pl[1]*v[1]) + float32(pl[2]*v[2]) + pl[3]
}

func between(p, q *corner, t float32) (r corner) {
	for k := range r.pos {
		r.pos[k] = p.pos[k] + float32((q.pos[k]-p.pos[k])*t)
	}
	for k := range r.att {
		r.att[k] = p.att[k] + float32((q.att[k]-p.att[k])*t)
	}
	return r
}

// cornerOf takes a list vertex back to what it was before projection.
func (b *scratch) cornerOf(i uint32) corner {
	v := &b.list.Vertices[i]
	q := float32(1)
	if !b.lens.ortho {
		q = 1 / v.Q
	}
	return corner{b.view[i], [9]float32{
		float32(v.U * q), float32(v.V * q), float32(v.R * q), float32(v.G * q), float32(v.B * q),
		float32(v.A * q), float32(v.NX * q), float32(v.NY * q), float32(v.NZ * q),
	}}
}

// addCorner projects a corner and appends it to the list.
func (b *scratch) addCorner(c *corner) uint32 {
	p := c.pos
	p[2] = max(p[2], b.lens.near) // the cut may land a rounding error before the plane
	x, y, q := b.lens.project(&p)
	m := float32(1)
	if !b.lens.ortho {
		m = q
	}
	a := &c.att
	b.list.Vertices = append(b.list.Vertices, Vertex{
		X: x, Y: y, Q: q,
		U: float32(a[0] * m), V: float32(a[1] * m),
		R: float32(a[2] * m), G: float32(a[3] * m), B: float32(a[4] * m), A: float32(a[5] * m),
		NX: float32(a[6] * m), NY: float32(a[7] * m), NZ: float32(a[8] * m),
	})
	b.view = append(b.view, p)
	return uint32(len(b.list.Vertices) - 1)
}
