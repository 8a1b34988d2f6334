package draw

import (
	"sync"

	"github.com/go-gl/mathgl/mgl32"

	"donorlab/internal/scene"
)

// lineBuffer is memory for edge overlays.
type lineBuffer struct{ away []bool }

// wireBias lifts depth-tested lines off the surface that they lie on, as a
// factor of Q.
const wireBias = 1 + 1.0/2048

// edge is a side that one or two triangles of a primitive share.
type edge struct {
	a, b   uint32
	t0, t1 int32 // triangles; t1 is -1 at an open border
}

// edgeSet is what is found out about a primitive when first asked for: its edges, its boxes.
type edgeSet struct {
	once sync.Once
	list []edge

	boxOnce sync.Once
	boxes   [][2][3]float32 // by joint, see jointBoxes
}

// edges returns each side of the primitive's triangles once. Vertices in one
// place count as one, so that seams of normals or texture are no borders.
func (p *prim) edges() []edge {
	p.sides.once.Do(func() {
		same := make(map[[3]float32]uint32, len(p.verts))
		weld := make([]uint32, len(p.verts))
		for i := range p.verts {
			k := p.verts[i].p
			if f, ok := same[k]; ok {
				weld[i] = f
			} else {
				same[k] = uint32(i)
				weld[i] = uint32(i)
			}
		}
		seen := make(map[[2]uint32]int, len(p.index))
		for t := 0; t+2 < len(p.index); t += 3 {
			for k := range 3 {
				a, b := weld[p.index[t+k]], weld[p.index[t+(k+1)%3]]
				if a == b {
					continue
				}
				if a > b {
					a, b = b, a
				}
				if e, ok := seen[[2]uint32{a, b}]; ok {
					if p.sides.list[e].t1 < 0 {
						p.sides.list[e].t1 = int32(t / 3)
					}
					continue
				}
				seen[[2]uint32{a, b}] = len(p.sides.list)
				p.sides.list = append(p.sides.list, edge{a, b, int32(t / 3), -1})
			}
		}
	})
	return p.sides.list
}

// cut shortens a view-space line to what lies inside the near plane and the
// guard band. ok is false where nothing does.
func (l *lens) cut(p, q mgl32.Vec3) (t0, t1 float32, ok bool) {
	t1 = 1
	cp, cq := l.outcode(&p), l.outcode(&q)
	if (cp|cq)&outBad != 0 || cp&cq&outFrustum != 0 {
		return 0, 0, false
	}
	if (cp|cq)&(outNear|outGuard) == 0 {
		return 0, 1, true
	}
	for _, pl := range l.clipPlanes() {
		dp, dq := planeDistance(&pl, &p), planeDistance(&pl, &q)
		switch {
		case dp < 0 && dq < 0:
			return 0, 0, false
		case dp < 0:
			t0 = max(t0, dp/(dp-dq))
		case dq < 0:
			t1 = min(t1, dp/(dp-dq))
		}
	}
	return t0, t1, t0 < t1
}

// line draws a view-space line of a width in pixels, soft at its sides. With
// depth it is tested against the picture, lifted by bias; without, it lies on top.
func (b *scratch) line(p, q mgl32.Vec3, cp, cq mgl32.Vec4, width float32, depth bool, bias float32) {
	t0, t1, ok := b.lens.cut(p, q)
	if !ok {
		return
	}
	dp, dc := q.Sub(p), cq.Sub(cp)
	if t1 < 1 {
		q, cq = along(p, dp, t1), cp.Add(dc.Mul(t1))
	}
	if t0 > 0 {
		p, cp = along(p, dp, t0), cp.Add(dc.Mul(t0))
	}
	p[2], q[2] = max(p[2], b.lens.near), max(q[2], b.lens.near)
	x0, y0, q0 := b.lens.project(&p)
	x1, y1, q1 := b.lens.project(&q)
	if !depth {
		q0, q1 = 1, 1
	} else {
		q0, q1 = b.lens.lift(q0, bias), b.lens.lift(q1, bias)
	}
	b.strip(x0, y0, q0, cp, x1, y1, q1, cq, width)
}

func along(p, d mgl32.Vec3, t float32) mgl32.Vec3 {
	return mgl32.Vec3{p[0] + float32(d[0]*t), p[1] + float32(d[1]*t), p[2] + float32(d[2]*t)}
}

// strip draws a line between two pixels as three bands, the outer two fading
// out over one pixel.
func (b *scratch) strip(x0, y0, q0 float32, c0 mgl32.Vec4, x1, y1, q1 float32, c1 mgl32.Vec4, width float32) {
	dx, dy := x1-x0, y1-y0
	n := float32(dx*dx) + float32(dy*dy)
	if !(n > 1e-6) {
		return
	}
	n = rsqrt(n)
	nx, ny := -float32(dy*n), float32(dx*n)
	if width < 1 {
		c0[3], c1[3] = float32(c0[3]*width), float32(c1[3]*width)
		width = 1
	}
	in, out := float32(0.5*width)-0.5, float32(0.5*width)+0.5
	z0, z1 := c0, c1
	z0[3], z1[3] = 0, 0
	var v [8]uint32
	offs := [4]float32{-out, -in, in, out}
	for k, o := range offs {
		a0, a1 := c0, c1
		if k == 0 || k == 3 {
			a0, a1 = z0, z1
		}
		v[2*k] = b.flat(x0+float32(nx*o), y0+float32(ny*o), q0, a0)
		v[2*k+1] = b.flat(x1+float32(nx*o), y1+float32(ny*o), q1, a1)
	}
	for k := range 3 {
		if k == 1 && in == 0 {
			continue
		}
		b.loose(v[2*k], v[2*k+1], v[2*k+3])
		b.loose(v[2*k], v[2*k+3], v[2*k+2])
	}
}

// flat appends an unlit vertex.
func (b *scratch) flat(x, y, q float32, c mgl32.Vec4) uint32 {
	m := q
	if b.lens.ortho {
		m = 1
	}
	b.list.Vertices = append(b.list.Vertices, Vertex{X: x, Y: y, Q: q,
		R: float32(c[0] * m), G: float32(c[1] * m), B: float32(c[2] * m), A: float32(c[3] * m)})
	b.view = append(b.view, mgl32.Vec3{})
	return uint32(len(b.list.Vertices) - 1)
}

// loose appends a triangle that belongs to no node.
func (b *scratch) loose(i, j, k uint32) {
	b.list.Triangles = append(b.list.Triangles, Triangle{A: i, B: j, C: k, Node: -1, Part: -1, Item: -1})
}

// linePrimitive draws a model's own lines and points, a pixel and a half wide.
func (b *scratch) linePrimitive(j *job) {
	p := j.inst.prim
	if p.topology == scene.Triangles {
		return
	}
	from := len(b.list.Triangles)
	col := func(i uint32) mgl32.Vec4 {
		c := j.vertexColor(int(i))
		c[3] = 1
		return c
	}
	at := func(i uint32) mgl32.Vec3 { return b.view[j.first+int(i)] }
	n := p.count()
	for k := range n {
		first := len(b.list.Triangles)
		if p.topology == scene.Lines {
			s, e := p.index[2*k], p.index[2*k+1]
			b.line(at(s), at(e), col(s), col(e), 1.5, true, wireBias)
		} else if v := at(p.index[k]); b.lens.outcode(&v) == 0 {
			x, y, q := b.lens.project(&v)
			c := col(p.index[k])
			b.strip(x-1.5, y, q, c, x+1.5, y, q, c, 3)
		}
		for t := first; t < len(b.list.Triangles); t++ {
			tri := &b.list.Triangles[t]
			tri.Node, tri.Part, tri.Item, tri.ID = int32(j.inst.node), int32(j.inst.part), j.item, j.firstID+uint32(k)
		}
	}
	b.batch(Opaque, unlitSurface, from)
}

// wire draws every edge of an item, hidden ones removed by depth.
func (b *scratch) wire(item int32, width float32) {
	from := len(b.list.Triangles)
	c := mgl32.Vec4{0.75, 0.85, 1, 0.3}
	for i := range b.jobs {
		j := &b.jobs[i]
		if j.item != item || j.inst.prim.topology != scene.Triangles {
			continue
		}
		for _, e := range j.inst.prim.edges() {
			b.line(b.view[j.first+int(e.a)], b.view[j.first+int(e.b)], c, c, width, true, wireBias)
		}
	}
	b.batch(Blend, unlitSurface, from)
}

// outline draws the silhouette of one part where it is seen: the edges between
// a triangle that faces the eye and one that does not, and open borders.
func (b *scratch) outline(item int32, part Part, c mgl32.Vec4, width float32) {
	from := len(b.list.Triangles)
	for i := range b.jobs {
		j := &b.jobs[i]
		if j.item != item || j.inst.node != part.Node || j.inst.part != part.Primitive || j.inst.prim.topology != scene.Triangles {
			continue
		}
		idx := j.inst.prim.index
		b.lines.away = grow(b.lines.away, len(idx)/3)
		f := uint32(j.first)
		for t := range b.lines.away {
			b.lines.away[t] = b.facesAway(f+idx[3*t], f+idx[3*t+1], f+idx[3*t+2])
		}
		for _, e := range j.inst.prim.edges() {
			if e.t1 < 0 || b.lines.away[e.t0] != b.lines.away[e.t1] {
				b.line(b.view[j.first+int(e.a)], b.view[j.first+int(e.b)], c, c, width, true, wireBias)
			}
		}
	}
	b.batch(Blend, unlitSurface, from)
}

// world takes a view-space point back to world space, relative to the eye.
func (l *lens) world(v *mgl32.Vec3) mgl32.Vec3 {
	var w mgl32.Vec3
	for k := range w {
		w[k] = float32(l.right[k]*v[0]) + float32(l.up[k]*v[1]) - float32(l.bk[k]*v[2])
	}
	return w
}
