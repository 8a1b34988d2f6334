package raster

// Triangles of one colour all over, whose alpha alone may vary, need no weights:
// alpha times Q and Q are planes over the screen. The contact shadow and the
// grid are made of them, and lie over most of the picture.

// flatLayer is the alpha of such a triangle along a row of pixels.
type flatLayer struct {
	a0, ax float32 // alpha times Q at the first pixel's column of the set-up, and its slope
	q0, qx float32 // Q likewise
	even   float32 // the alpha where it is the same all over, else negative
	ortho  bool
}

// flatLayer starts a row; row is Q at the set-up's column.
func (t *tile) flatLayer(s *setup, e *shadeSetup, y int, row float32) flatLayer {
	fy := float32(int32(t.y+y) - s.py)
	ax, ay := e.slopes(&e.a)
	a0 := e.a.at(e.b0, e.c0) + float32(ay*fy)
	return flatLayer{a0: a0, ax: ax, q0: row, qx: s.qx, even: e.evenAlpha, ortho: t.shaded.ortho}
}

// at is the alpha fx pixels right of the set-up's column, where Q is q.
func (f *flatLayer) at(fx, q float32) float32 {
	if f.even >= 0 {
		return f.even
	}
	a := f.a0 + float32(f.ax*fx)
	if !f.ortho {
		a /= q
	}
	return clamp01(a)
}

// flatRow lays a flat triangle over pixels from..to of the tile's row y.
func (t *tile) flatRow(s *setup, e *shadeSetup, y, from, to int, row float32, overlay bool) {
	f := t.flatLayer(s, e, y, row)
	o := y * tileSize
	colors := t.color[o+from : o+to]
	depth := t.depth[o+from:][:len(colors)]
	alpha := t.alpha[o+from:][:len(colors)]
	c0, c1, c2 := e.level[0], e.level[1], e.level[2]
	fx := float32(int32(t.x+from) - s.px)
	partial := t.r.list.Clear
	for x := range colors {
		q := f.q0 + float32(f.qx*fx)
		if overlay || !(q < depth[x]) {
			a := f.at(fx, q)
			d := &colors[x]
			d[0] += float32((c0 - d[0]) * a)
			d[1] += float32((c1 - d[1]) * a)
			d[2] += float32((c2 - d[2]) * a)
			if partial {
				alpha[x] += float32((1 - alpha[x]) * a)
			}
		}
		fx++
	}
}

// flatRow4 is flatRow with four samples a pixel, all of which lie in the triangle.
func (t *tile) flatRow4(s *setup, p *sampleSteps, e *shadeSetup, y, from, to int, row float32, overlay bool) {
	f := t.flatLayer(s, e, y, row)
	o := y * tileSize
	depth := t.depth4[o+from : o+to]
	q0, q1, q2, q3 := row+p.q[0], row+p.q[1], row+p.q[2], row+p.q[3]
	fx := float32(int32(t.x+from) - s.px)
	for x := range depth {
		d, q := &depth[x], float32(f.qx*fx)
		at := o + from + x
		if !t.split[at] && (overlay || !(q0+q < d[0] || q1+q < d[1] || q2+q < d[2] || q3+q < d[3])) {
			t.cover(at, &e.level, f.at(fx, f.q0+q))
			fx++
			continue
		}
		mask := uint8(0)
		for k := range 4 {
			if overlay || !(row+p.q[k]+q < d[k]) {
				mask |= 1 << k
			}
		}
		if mask != 0 {
			sx, sy := middle(mask)
			t.layer(e, at, float32(t.x+from+x)+sx, float32(t.y+y)+sy, mask)
		}
		fx++
	}
}

// findEvenAlpha notes a flat triangle's alpha where all corners have the same.
func (s *shadeCache) findEvenAlpha(e *shadeSetup) {
	e.evenAlpha = -1
	a, b, c := e.a.a, e.a.a+e.a.b, e.a.a+e.a.c
	if !s.ortho {
		a, b, c = a/e.q.a, b/(e.q.a+e.q.b), c/(e.q.a+e.q.c)
	}
	if d, f := b-a, c-a; d < 1e-5 && d > -1e-5 && f < 1e-5 && f > -1e-5 {
		e.evenAlpha = clamp01(a)
	}
}
