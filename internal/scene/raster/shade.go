package raster

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"donorlab/internal/scene/draw"
)

// cacheSize is how many triangles' shading set-ups a worker keeps: enough for
// those that one row of a tile shares with the next.
const cacheSize = 128

// shadeCache turns pixels of triangles into colours.
type shadeCache struct {
	r       *Rasterizer
	entries [cacheSize]shadeSetup
	shader  draw.Shader
	frag    draw.Fragments // that wait to be shaded together
	done    int            // how many of them have been, or need not be
	view    draw.View
	ortho   bool
	point   texPoint // of the pixel at hand
	second  texPoint // the same of the second texture coordinate
	own     texPoint // of the map at hand
	halfX   float32  // pixels from the picture's left to its middle
	halfY   float32
	kx, ky  float32 // view-space slope of one pixel

	// The direction to the eye along a row, see toEye.
	eyeRow, eyeLen float32
	eyeDir         mgl32.Vec3
}

// varying is an attribute at the first corner and how it differs at the two
// others. Attributes come multiplied by Q.
type varying struct{ a, b, c float32 }

func (v *varying) at(b, c float32) float32 {
	return v.a + float32(v.b*b) + float32(v.c*c)
}

// shadeSetup is a triangle ready for shading: weights of its second and third
// corner as planes over the screen, and its attributes.
type shadeSetup struct {
	key            uint32 // triangle + 1
	x0, y0         float32
	b0, bx, by     float32
	c0, cx, cy     float32
	q, u, v        varying
	r, g, b, a     varying
	nx, ny, nz     varying
	qx, qy         float32 // slopes a pixel of Q and of U and V, multiplied by Q
	ux, uy, vx, vy float32
	u2, v2         [2]float32 // slopes of the second texture coordinate
	surface        *draw.Surface
	textured       bool
	even           bool       // all corners have one colour, apart from alpha: color
	color          [3]float32 //
	flat           bool       // even, unlit and without texture: level is color, encoded
	level          [3]float32 //
	evenAlpha      float32    // of a flat triangle: the alpha where it is the same all over, else negative
	t, bt          mgl32.Vec3 // directions in which u grows and v falls, world space
}

func (s *shadeCache) begin(r *Rasterizer) {
	s.r = r
	for i := range s.entries {
		s.entries[i].key = 0
	}
	l := r.list
	s.halfX, s.halfY = float32(l.Width)/2, float32(l.Height)/2
	s.shader, s.view, s.ortho = r.shader, l.View, l.Ortho
	s.eyeRow = -1
	s.kx, s.ky = l.View.TanHalfX/s.halfX, l.View.TanHalfY/s.halfY
}

// get returns the set-up of triangle id.
func (s *shadeCache) get(id uint32) *shadeSetup {
	if e := &s.entries[id%cacheSize]; e.key == id+1 {
		return e
	}
	return s.init(id)
}

// init makes the set-up of triangle id in its place in the cache.
func (s *shadeCache) init(id uint32) *shadeSetup {
	e := &s.entries[id%cacheSize]
	e.key = id + 1
	l := s.r.list
	t := &l.Triangles[id]
	g := &s.r.setups[id]
	a, b, c := &l.Vertices[t.A], &l.Vertices[t.B], &l.Vertices[t.C]
	if g.swapped {
		b, c = c, b
	}
	e.surface = l.Batches[g.batch].Surface
	// Weights are linear on the screen; from the snapped corners, as coverage is.
	x1, y1 := float64(g.x[1]-g.x[0]), float64(g.y[1]-g.y[0])
	x2, y2 := float64(g.x[2]-g.x[0]), float64(g.y[2]-g.y[0])
	inv := sub / (float64(x1*y2) - float64(x2*y1))
	bx, by := float64(y2*inv), -float64(x2*inv)
	cx, cy := -float64(y1*inv), float64(x1*inv)
	e.x0, e.y0 = float32(g.px)+0.5, float32(g.py)+0.5
	fx := float64(g.px<<subBits+sub/2-g.x[0]) / sub
	fy := float64(g.py<<subBits+sub/2-g.y[0]) / sub
	e.b0, e.bx, e.by = float32(float64(bx*fx)+float64(by*fy)), float32(bx), float32(by)
	e.c0, e.cx, e.cy = float32(float64(cx*fx)+float64(cy*fy)), float32(cx), float32(cy)
	e.q = varying{a.Q, b.Q - a.Q, c.Q - a.Q}
	e.r = varying{a.R, b.R - a.R, c.R - a.R}
	e.g = varying{a.G, b.G - a.G, c.G - a.G}
	e.b = varying{a.B, b.B - a.B, c.B - a.B}
	e.a = varying{a.A, b.A - a.A, c.A - a.A}
	e.nx = varying{a.NX, b.NX - a.NX, c.NX - a.NX}
	e.ny = varying{a.NY, b.NY - a.NY, c.NY - a.NY}
	e.nz = varying{a.NZ, b.NZ - a.NZ, c.NZ - a.NZ}
	f := e.surface
	e.textured = f.BaseColor != nil || f.MetalRough != nil || f.Normal != nil || f.Occlusion != nil || f.Emissive != nil
	if f.Carry == draw.CarryColor {
		e.even = s.findEven(e, a, b, c)
	} else {
		e.even, e.color = f.Carry != draw.CarryUVShade, f.Color
	}
	e.flat = e.even && e.surface.Unlit && !e.textured
	if e.flat {
		e.level = [3]float32{encode(e.color[0]), encode(e.color[1]), encode(e.color[2])}
		s.findEvenAlpha(e)
	}
	if !e.textured {
		return e
	}
	e.u = varying{a.U, b.U - a.U, c.U - a.U}
	e.v = varying{a.V, b.V - a.V, c.V - a.V}
	e.ux, e.uy = e.slopes(&e.u)
	e.vx, e.vy = e.slopes(&e.v)
	e.qx, e.qy = e.slopes(&e.q)
	if f.Carry.Second() {
		e.u2[0], e.u2[1] = e.slopes(&e.r)
		e.v2[0], e.v2[1] = e.slopes(&e.g)
	}
	if l.Ortho {
		e.qx, e.qy = 0, 0
	}
	if f.Normal != nil {
		s.tangents(e, a, b, c)
	}
	return e
}

// findEven says whether the corners have one colour, and notes it: so do those
// of most models, and of lines and shadows, where only alpha changes.
func (s *shadeCache) findEven(e *shadeSetup, a, b, c *draw.Vertex) bool {
	ia, ib, ic := 1/a.Q, 1/b.Q, 1/c.Q
	if s.ortho {
		ia, ib, ic = 1, 1, 1
	}
	pa, pb, pc := [3]float32{a.R, a.G, a.B}, [3]float32{b.R, b.G, b.B}, [3]float32{c.R, c.G, c.B}
	for k := range pa {
		v := float32(pa[k] * ia)
		if d := v - float32(pb[k]*ib); !(d < 1e-5 && d > -1e-5) {
			return false
		}
		if d := v - float32(pc[k]*ic); !(d < 1e-5 && d > -1e-5) {
			return false
		}
		e.color[k] = v
	}
	return true
}

func (e *shadeSetup) slopes(v *varying) (x, y float32) {
	return float32(v.b*e.bx) + float32(v.c*e.cx), float32(v.b*e.by) + float32(v.c*e.cy)
}

// place returns a list vertex's position in world space relative to the eye and
// the normal map's texture coordinate. With ortho the origin is the eye too.
func (s *shadeCache) place(f *draw.Surface, v *draw.Vertex) (p mgl32.Vec3, u, w float32) {
	l := s.r.list
	x, y := float32((v.X-s.halfX)*s.kx), float32((s.halfY-v.Y)*s.ky)
	q := 1 / v.Q
	d := float32(l.View.Near * q)
	if l.Ortho {
		d = l.View.Near + float32((1-v.Q)*(l.View.Far-l.View.Near))
		q = 1
	} else {
		x, y = float32(x*d), float32(y*d)
	}
	for k := range p {
		p[k] = float32(l.View.Right[k]*x) + float32(l.View.Up[k]*y) - float32(l.View.Back[k]*d)
	}
	at := texPoint{u: float32(v.U * q), v: float32(v.V * q)}
	if f.Maps != nil {
		m := &f.Maps[draw.MapNormal]
		if m.Second {
			at.u, at.v = float32(v.R*q), float32(v.G*q)
		}
		at = at.mapped(&m.M)
	}
	return p, at.u, at.v
}

// mapped is a texture coordinate taken through an affine map.
func (p *texPoint) mapped(m *[6]float32) texPoint {
	return texPoint{
		u:  float32(m[0]*p.u) + float32(m[1]*p.v) + m[2],
		v:  float32(m[3]*p.u) + float32(m[4]*p.v) + m[5],
		ux: float32(m[0]*p.ux) + float32(m[1]*p.vx),
		uy: float32(m[0]*p.uy) + float32(m[1]*p.vy),
		vx: float32(m[3]*p.ux) + float32(m[4]*p.vx),
		vy: float32(m[3]*p.uy) + float32(m[4]*p.vy),
	}
}

// at returns where a map other than the base colour's is sampled.
func (s *shadeCache) at(f *draw.Surface, number int) *texPoint {
	if f.Maps == nil {
		return &s.point
	}
	m := &f.Maps[number]
	if m.Second {
		s.own = s.second.mapped(&m.M)
	} else {
		s.own = s.point.mapped(&m.M)
	}
	return &s.own
}

// tangents finds the directions in which the texture runs over the triangle:
// position is an affine function of texture coordinate on it.
func (s *shadeCache) tangents(e *shadeSetup, a, b, c *draw.Vertex) {
	p0, u0, v0 := s.place(e.surface, a)
	p1, u1, v1 := s.place(e.surface, b)
	p2, u2, v2 := s.place(e.surface, c)
	u1, v1, u2, v2 = u1-u0, v1-v0, u2-u0, v2-v0
	k := float32(1)
	if float32(u1*v2)-float32(u2*v1) < 0 {
		k = -1
	}
	for i := range p0 {
		d1, d2 := p1[i]-p0[i], p2[i]-p0[i]
		e.t[i] = float32(k * (float32(d1*v2) - float32(d2*v1)))
		e.bt[i] = float32(k * (float32(d1*u2) - float32(d2*u1)))
	}
}

func clamp01(v float32) float32 {
	if !(v > 0) {
		return 0
	}
	if v > 1 {
		return 1
	}
	return v
}

// weights returns those of the second and third corner, and 1/Q.
func (s *shadeCache) weights(e *shadeSetup, x, y float32) (b, c, iq float32) {
	fx, fy := x-e.x0, y-e.y0
	b = clamp01(e.b0 + float32(e.bx*fx) + float32(e.by*fy))
	c = clamp01(e.c0 + float32(e.cx*fx) + float32(e.cy*fy))
	if s.ortho {
		return b, c, 1
	}
	return b, c, 1 / e.q.at(b, c)
}

// alpha returns a masked triangle's alpha at a place on the screen.
func (s *shadeCache) alpha(id uint32, x, y float32) float32 {
	e := s.get(id)
	b, c, iq := s.weights(e, x, y)
	a := float32(e.a.at(b, c) * iq)
	if tx := e.surface.BaseColor; tx != nil {
		p := e.point(b, c, iq)
		_, _, _, ta := sample(tx, &p)
		a = float32(a * ta)
	}
	return a
}

// point returns the texture coordinate and its derivatives.
func (e *shadeSetup) point(b, c, iq float32) (p texPoint) {
	p.u, p.v = float32(e.u.at(b, c)*iq), float32(e.v.at(b, c)*iq)
	p.ux = float32((e.ux - float32(p.u*e.qx)) * iq)
	p.uy = float32((e.uy - float32(p.u*e.qy)) * iq)
	p.vx = float32((e.vx - float32(p.v*e.qx)) * iq)
	p.vy = float32((e.vy - float32(p.v*e.qy)) * iq)
	return p
}

// secondPoint is point for the second texture coordinate.
func (e *shadeSetup) secondPoint(b, c, iq float32) (p texPoint) {
	p.u, p.v = float32(e.r.at(b, c)*iq), float32(e.g.at(b, c)*iq)
	p.ux = float32((e.u2[0] - float32(p.u*e.qx)) * iq)
	p.uy = float32((e.u2[1] - float32(p.u*e.qy)) * iq)
	p.vx = float32((e.v2[0] - float32(p.v*e.qx)) * iq)
	p.vy = float32((e.v2[1] - float32(p.v*e.qy)) * iq)
	return p
}

// add puts a place on a triangle among the fragments to be shaded, of which at
// least one more must have room, and returns its alpha. Its colour is there
// after finish: linear, tone mapped unless unlit, not multiplied by its alpha.
func (s *shadeCache) add(e *shadeSetup, x, y float32) (colA float32) {
	var colR, colG, colB float32
	frag := &s.frag
	i := frag.N & (draw.MaxFragments - 1)
	frag.N++
	// As in weights, written out for speed.
	fx, fy := x-e.x0, y-e.y0
	b := clamp01(e.b0 + float32(e.bx*fx) + float32(e.by*fy))
	c := clamp01(e.c0 + float32(e.cx*fx) + float32(e.cy*fy))
	iq := float32(1)
	if !s.ortho {
		iq = 1 / e.q.at(b, c)
	}
	colA = float32(e.a.at(b, c) * iq)
	if e.even {
		colR, colG, colB = e.color[0], e.color[1], e.color[2]
	} else if f := e.surface; f.Carry == draw.CarryUVShade {
		shade := float32(e.b.at(b, c) * iq)
		colR, colG, colB = float32(f.Color[0]*shade), float32(f.Color[1]*shade), float32(f.Color[2]*shade)
	} else {
		colR, colG, colB = float32(e.r.at(b, c)*iq), float32(e.g.at(b, c)*iq), float32(e.b.at(b, c)*iq)
	}
	f := e.surface
	if e.textured {
		s.point = e.point(b, c, iq)
		if f.Carry.Second() {
			s.second = e.secondPoint(b, c, iq)
		}
		if f.BaseColor != nil {
			tr, tg, tb, ta := sample(f.BaseColor, &s.point)
			colR, colG, colB, colA = float32(colR*tr), float32(colG*tg), float32(colB*tb), float32(colA*ta)
		}
	}
	if f.Unlit {
		s.shadeLit(i)
		s.done = i + 1
		frag.R[i], frag.G[i], frag.B[i] = colR, colG, colB
		return colA
	}
	nx, ny, nz := e.nx.at(b, c), e.ny.at(b, c), e.nz.at(b, c)
	if nn := float32(nx*nx) + float32(ny*ny) + float32(nz*nz); nn > 0 {
		nn = rsqrt(nn)
		nx, ny, nz = float32(nx*nn), float32(ny*nn), float32(nz*nn)
	}
	m := f.Material
	metal, rough, occ := m.Metallic, m.Roughness, float32(1)
	er, eg, eb := m.Emissive[0], m.Emissive[1], m.Emissive[2]
	shared := f.Occlusion == f.MetalRough && f.Maps == nil
	if f.MetalRough != nil {
		tr, tg, tb, _ := sample(f.MetalRough, s.at(f, draw.MapMetalRough))
		rough, metal = float32(rough*tg), float32(metal*tb)
		if shared {
			occ = 1 + float32(m.OcclusionTex.Scale*(tr-1))
		}
	}
	if f.Occlusion != nil && !shared {
		tr, _, _, _ := sample(f.Occlusion, s.at(f, draw.MapOcclusion))
		occ = 1 + float32(m.OcclusionTex.Scale*(tr-1))
	}
	if f.Emissive != nil {
		tr, tg, tb, _ := sample(f.Emissive, s.at(f, draw.MapEmissive))
		er, eg, eb = float32(er*tr), float32(eg*tg), float32(eb*tb)
	}
	if f.Normal != nil {
		t := e.t
		if f.Carry == draw.CarryTangent {
			t = mgl32.Vec3{e.r.at(b, c), e.g.at(b, c), e.b.at(b, c)}
		}
		nx, ny, nz = s.bump(e, &t, nx, ny, nz)
	}
	vx, vy, vz := s.toEye(x, y)
	if lamps := s.r.list.Lamps; len(lamps) > 0 {
		add := s.shader.Lamps(lamps[:min(len(lamps), draw.MaxLamps)], mgl32.Vec3{colR, colG, colB}, mgl32.Vec3{nx, ny, nz},
			mgl32.Vec3{vx, vy, vz}, s.position(x, y, e.q.at(b, c), vx, vy, vz), metal, rough)
		er, eg, eb = er+add[0], eg+add[1], eb+add[2]
	}
	frag.R[i], frag.G[i], frag.B[i] = colR, colG, colB
	frag.NX[i], frag.NY[i], frag.NZ[i] = nx, ny, nz
	frag.VX[i], frag.VY[i], frag.VZ[i] = vx, vy, vz
	frag.Metal[i], frag.Rough[i], frag.Occ[i] = metal, rough, occ
	frag.EmitR[i], frag.EmitG[i], frag.EmitB[i] = er, eg, eb
	return colA
}

// shadeLit shades the fragments that wait for it, up to the one before end.
func (s *shadeCache) shadeLit(end int) {
	if s.done < end {
		s.shader.Shade(&s.frag, s.done, end)
	}
	s.done = end
}

// finish shades all fragments and makes room: their colours stay until the next
// add.
func (s *shadeCache) finish() *draw.Fragments {
	s.shadeLit(s.frag.N)
	s.done, s.frag.N = 0, 0
	return &s.frag
}

func rsqrt(v float32) float32 { return 1 / float32(math.Sqrt(float64(v))) }

// bump turns a normal by the surface's normal map. The tangent is the direction
// in which u grows, made square to the normal; the other one is the side of
// their cross product on which v falls.
func (s *shadeCache) bump(e *shadeSetup, t *mgl32.Vec3, nx, ny, nz float32) (x, y, z float32) {
	d := float32(nx*t[0]) + float32(ny*t[1]) + float32(nz*t[2])
	tx, ty, tz := t[0]-float32(nx*d), t[1]-float32(ny*d), t[2]-float32(nz*d)
	tt := float32(tx*tx) + float32(ty*ty) + float32(tz*tz)
	if !(tt > 1e-30) {
		return nx, ny, nz
	}
	it := rsqrt(tt)
	bx := float32(ny*tz) - float32(nz*ty)
	by := float32(nz*tx) - float32(nx*tz)
	bz := float32(nx*ty) - float32(ny*tx)
	ib := it
	if float32(bx*e.bt[0])+float32(by*e.bt[1])+float32(bz*e.bt[2]) < 0 {
		ib = -it
	}
	mx, my, mz, _ := sample(e.surface.Normal, s.at(e.surface, draw.MapNormal))
	scale := e.surface.Material.NormalTex.Scale
	mx = float32((float32(2*mx) - 1) * float32(scale*it))
	my = float32((float32(2*my) - 1) * float32(scale*ib))
	mz = float32(2*mz) - 1
	x = float32(tx*mx) + float32(bx*my) + float32(nx*mz)
	y = float32(ty*mx) + float32(by*my) + float32(ny*mz)
	z = float32(tz*mx) + float32(bz*my) + float32(nz*mz)
	oo := float32(x*x) + float32(y*y) + float32(z*z)
	if !(oo > 1e-12) {
		return nx, ny, nz
	}
	oo = rsqrt(oo)
	return float32(x * oo), float32(y * oo), float32(z * oo)
}

// toEye returns the unit direction to the eye from a place on the screen.
func (s *shadeCache) toEye(px, py float32) (x, y, z float32) {
	w := &s.view
	if s.ortho {
		return w.Back[0], w.Back[1], w.Back[2]
	}
	if py != s.eyeRow {
		// What a row's pixels share.
		vy := float32((s.halfY - py) * s.ky)
		s.eyeRow, s.eyeLen = py, 1+float32(vy*vy)
		for k := range s.eyeDir {
			s.eyeDir[k] = w.Back[k] - float32(w.Up[k]*vy)
		}
	}
	vx := float32((px - s.halfX) * s.kx)
	n := rsqrt(s.eyeLen + float32(vx*vx))
	x = float32((s.eyeDir[0] - float32(w.Right[0]*vx)) * n)
	y = float32((s.eyeDir[1] - float32(w.Right[1]*vx)) * n)
	z = float32((s.eyeDir[2] - float32(w.Right[2]*vx)) * n)
	return x, y, z
}

// position returns the place seen at a pixel, relative to the eye in world
// axes, from its Q and the direction to the eye.
func (s *shadeCache) position(px, py, q, vx, vy, vz float32) mgl32.Vec3 {
	w := &s.view
	if !s.ortho {
		// v lies n = v.Back along the view axis for every unit of its length.
		n := float32(vx*w.Back[0]) + float32(vy*w.Back[1]) + float32(vz*w.Back[2])
		k := -w.Near / float32(q*n)
		return mgl32.Vec3{float32(vx * k), float32(vy * k), float32(vz * k)}
	}
	x, y := float32((px-s.halfX)*s.kx), float32((s.halfY-py)*s.ky)
	d := w.Near + float32((1-q)*(w.Far-w.Near))
	var p mgl32.Vec3
	for k := range p {
		p[k] = float32(w.Right[k]*x) + float32(w.Up[k]*y) - float32(w.Back[k]*d)
	}
	return p
}
