package raster

import (
	"donorlab/internal/scene"
	"donorlab/internal/scene/draw"
)

// texPoint is a texture coordinate with its derivatives over one pixel.
type texPoint struct{ u, v, ux, uy, vx, vy float32 }

// sample filters a texture as draw's comment on sampling says; the colour is
// linear, the alpha as it is.
func sample(t *draw.Texture, p *texPoint) [4]float32 {
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
	a, b := bilinear(t, &t.Levels[i], p), bilinear(t, &t.Levels[i+1], p)
	for k := range a {
		a[k] += float32((b[k] - a[k]) * m)
	}
	return a
}

// floor32 is the integer at or below v, which must be within int32.
func floor32(v float32) int {
	i := int(v)
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
	if w == scene.Repeat && n&(n-1) == 0 {
		return i & (n - 1)
	}
	return draw.WrapCoord(i, n, w)
}

func nearest(t *draw.Texture, l *draw.Level, p *texPoint) [4]float32 {
	x := wrap(floor32(tame(float32(p.u*float32(l.W)))), l.W, t.WrapS)
	y := wrap(floor32(tame(float32(p.v*float32(l.H)))), l.H, t.WrapT)
	c := l.Pix[4*(y*l.W+x):][:4]
	d := decoder(t)
	return [4]float32{d[c[0]], d[c[1]], d[c[2]], draw.Byte[c[3]]}
}

func decoder(t *draw.Texture) *[256]float32 {
	if t.SRGB {
		return &draw.Decode8
	}
	return &draw.Byte
}

func bilinear(t *draw.Texture, l *draw.Level, p *texPoint) (out [4]float32) {
	u := tame(float32(p.u*float32(l.W)) - 0.5)
	v := tame(float32(p.v*float32(l.H)) - 0.5)
	x0, y0 := floor32(u), floor32(v)
	fx, fy := u-float32(x0), v-float32(y0)
	x1, y1 := wrap(x0+1, l.W, t.WrapS), wrap(y0+1, l.H, t.WrapT)
	x0, y0 = wrap(x0, l.W, t.WrapS), wrap(y0, l.H, t.WrapT)
	pix := l.Pix
	c00, c10 := pix[4*(y0*l.W+x0):][:4], pix[4*(y0*l.W+x1):][:4]
	c01, c11 := pix[4*(y1*l.W+x0):][:4], pix[4*(y1*l.W+x1):][:4]
	d := decoder(t)
	for k := range 4 {
		if k == 3 {
			d = &draw.Byte
		}
		a, b := d[c00[k]], d[c01[k]]
		a += float32((d[c10[k]] - a) * fx)
		b += float32((d[c11[k]] - b) * fx)
		out[k] = a + float32((b-a)*fy)
	}
	return out
}
