package raster

import (
	"donorlab/internal/scene"
	"donorlab/internal/scene/draw"
)

// texPoint is a texture coordinate with its derivatives over one pixel.
type texPoint struct{ u, v, ux, uy, vx, vy float32 }

// sample filters a texture as draw's comment on sampling says; the colour is
// linear, the alpha as it is.
func sample(t *draw.Texture, p *texPoint) (r, g, b, a float32) {
	l0 := &t.Levels[0]
	if t.Nearest {
		return nearest(t, l0, p)
	}
	w, h := float32(l0.W), float32(l0.H)
	ax, bx := float32(p.ux*w), float32(p.vx*h)
	ay, by := float32(p.uy*w), float32(p.vy*h)
	rho := max(float32(ax*ax)+float32(bx*bx), float32(ay*ay)+float32(by*by))
	lod := float32(0.5*draw.Log2(rho)) + draw.LODBias
	top := len(t.Levels) - 1
	if !(lod > 0) {
		return bilinear(t, l0, p)
	}
	if lod >= float32(top) {
		return bilinear(t, &t.Levels[top], p)
	}
	i := int(lod)
	m := float32(2*(lod-float32(i))) - 0.5
	if m <= 0 {
		return bilinear(t, &t.Levels[i], p)
	}
	if m >= 1 {
		return bilinear(t, &t.Levels[i+1], p)
	}
	r, g, b, a = bilinear(t, &t.Levels[i], p)
	r1, g1, b1, a1 := bilinear(t, &t.Levels[i+1], p)
	return r + float32((r1-r)*m), g + float32((g1-g)*m), b + float32((b1-b)*m), a + float32((a1-a)*m)
}

// floor32 is the integer at or below v, which must be within int32.
func floor32(v float32) int {
	i := int(int32(v))
	if float32(i) > v {
		i--
	}
	return i
}

// tame keeps a coordinate in texels within what an integer holds; NaN becomes 0.
func tame(v float32) float32 {
	if v > -1e9 && v < 1e9 {
		return v
	}
	return 0
}

// wrap maps a texel's index into the level; sides that are powers of two wrap
// by mask.
func wrap(i, n int, w scene.Wrap) int {
	if uint(i) < uint(n) {
		return i
	}
	return wrapOutside(i, n, w)
}

func wrapOutside(i, n int, w scene.Wrap) int {
	if w == scene.Repeat && n&(n-1) == 0 {
		return i & (n - 1)
	}
	return draw.WrapCoord(i, n, w)
}

func nearest(t *draw.Texture, l *draw.Level, p *texPoint) (r, g, b, a float32) {
	x := wrap(floor32(tame(float32(p.u*float32(l.W)))), l.W, t.WrapS)
	y := wrap(floor32(tame(float32(p.v*float32(l.H)))), l.H, t.WrapT)
	c := l.Pix[4*(y*l.W+x):][:4]
	d := decoder(t)
	return d[c[0]], d[c[1]], d[c[2]], draw.Byte[c[3]]
}

func decoder(t *draw.Texture) *[256]float32 {
	if t.SRGB {
		return &draw.Decode8
	}
	return &draw.Byte
}

func bilinear(t *draw.Texture, l *draw.Level, p *texPoint) (r, g, b, a float32) {
	u := tame(float32(p.u*float32(l.W)) - 0.5)
	v := tame(float32(p.v*float32(l.H)) - 0.5)
	x0, y0 := floor32(u), floor32(v)
	fx, fy := u-float32(x0), v-float32(y0)
	if t.WrapS == scene.Repeat {
		x0 = wrap(x0, l.W, scene.Repeat)
	}
	if t.WrapT == scene.Repeat {
		y0 = wrap(y0, l.H, scene.Repeat)
	}
	var c0, c1 []uint8 // the upper two texels and the lower two
	if uint(x0) < uint(l.W-1) && uint(y0) < uint(l.H-1) {
		o := 4 * (y0*l.W + x0)
		c0, c1 = l.Pix[o:o+8], l.Pix[o+4*l.W:][:8]
	} else {
		c := edgeTexels(t, l, x0, y0)
		c0, c1 = c[:8], c[8:]
	}
	d := decoder(t)
	r = mix4(d[c0[0]], d[c0[4]], d[c1[0]], d[c1[4]], fx, fy)
	g = mix4(d[c0[1]], d[c0[5]], d[c1[1]], d[c1[5]], fx, fy)
	b = mix4(d[c0[2]], d[c0[6]], d[c1[2]], d[c1[6]], fx, fy)
	if c0[3]&c0[7]&c1[3]&c1[7] == 255 {
		return r, g, b, 1
	}
	d = &draw.Byte
	return r, g, b, mix4(d[c0[3]], d[c0[7]], d[c1[3]], d[c1[7]], fx, fy)
}

// edgeTexels gathers four texels of which some lie beyond the level's edge.
func edgeTexels(t *draw.Texture, l *draw.Level, x0, y0 int) (c [16]uint8) {
	x1, y1 := wrap(x0+1, l.W, t.WrapS), wrap(y0+1, l.H, t.WrapT)
	x0, y0 = wrap(x0, l.W, t.WrapS), wrap(y0, l.H, t.WrapT)
	copy(c[0:4], l.Pix[4*(y0*l.W+x0):])
	copy(c[4:8], l.Pix[4*(y0*l.W+x1):])
	copy(c[8:12], l.Pix[4*(y1*l.W+x0):])
	copy(c[12:16], l.Pix[4*(y1*l.W+x1):])
	return c
}

func mix4(a, b, c, d, fx, fy float32) float32 {
	a += float32((b - a) * fx)
	c += float32((d - c) * fx)
	return a + float32((c-a)*fy)
}
