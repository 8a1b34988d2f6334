package raster

import (
	"donorlab/internal/scene/draw"
)

// samplePlaces are the four samples of a pixel, in 1/256 pixel from its corner:
// a rotated grid, no two in one row or column.
var samplePlaces = [4][2]int32{{96, 32}, {224, 96}, {32, 160}, {160, 224}}

// tile is one worker's scratch: depth and triangle by sample, and colours.
type tile struct {
	r       *Rasterizer
	x, y    int // first pixel
	w, h    int
	touched bool // something of the tile has been drawn, and depth and ids are its own
	depth   [tileSize * tileSize]float32
	ids     [tileSize * tileSize]uint32     // triangle index + 1
	depth4  [tileSize * tileSize][4]float32 // the same of four samples
	ids4    [tileSize * tileSize][4]uint32
	color   [tileSize * tileSize][3]float32
	alpha   [tileSize * tileSize]float32 // how much of the colour, which is multiplied by it, there is; only with List.Clear
	parted  [tileSize * tileSize]layers  // of pixels that are split
	split   [tileSize * tileSize]bool
	splits  bool // some are
	shaded  shadeCache
	places  [draw.MaxFragments]uint16 // pixel of each fragment that waits, or elsewhere
	mixed   []mixed                   // pixels that wait for several fragments
	over    [tileSize]layered         // pixels of a row that wait for a triangle over them
	overs   int

	tied    [2]uint32 // the last two triangles that were equally deep
	tiedWon bool      // and whether the first of them showed
}

func (t *tile) begin(r *Rasterizer) {
	t.r = r
	t.tied = [2]uint32{}
	t.shaded.begin(r)
}

// draw makes one tile of the picture.
func (t *tile) draw(r *Rasterizer, tx, ty int) {
	t.x, t.y = tx*tileSize, ty*tileSize
	t.w, t.h = min(tileSize, r.list.Width-t.x), min(tileSize, r.list.Height-t.y)
	index := ty*r.tilesX + tx
	empty := true
	for i := range r.chunks {
		if c := &r.chunks[i]; c.start[index] != c.start[index+1] {
			empty = false
			break
		}
	}
	if empty {
		t.fillBackground()
		return
	}
	t.touched = false
	chunk, at := t.visibility(index)
	if !t.touched && chunk == len(r.chunks) {
		// The boxes of long triangles reach far beyond the triangles.
		t.fillBackground()
		return
	}
	t.touch()
	if r.msaa {
		t.resolve4()
	} else {
		t.resolve1()
	}
	t.composite(index, chunk, at)
	t.write()
}

// touch clears depth and triangles before the first of the tile is drawn.
func (t *tile) touch() {
	switch {
	case t.touched:
	case t.r.msaa:
		clear(t.depth4[:])
		clear(t.ids4[:])
	default:
		clear(t.depth[:])
		clear(t.ids[:])
	}
	t.touched = true
}

// visibility draws the opaque and masked triangles and returns the place in the
// bins where the others begin.
func (t *tile) visibility(index int) (chunk, at int) {
	r := t.r
	for i := range r.chunks {
		c := &r.chunks[i]
		for k := c.start[index]; k < c.start[index+1]; k++ {
			id := c.refs[k]
			s := &r.setups[id]
			b := &r.list.Batches[s.batch]
			switch {
			case b.Kind >= draw.Blend:
				return i, int(k)
			case b.Kind == draw.Mask:
				t.masked(s, id, b)
			case r.msaa:
				t.solid4(s, id)
			default:
				t.solid1(s, id)
			}
		}
	}
	return len(r.chunks), 0
}

// area returns the part of the tile that the triangle may cover, in pixels of
// the tile, or ok false where its edges miss it.
func (t *tile) area(s *setup) (x0, y0, x1, y1 int) {
	return max(int(s.x0)-t.x, 0), max(int(s.y0)-t.y, 0), min(int(s.x1)-t.x, t.w-1), min(int(s.y1)-t.y, t.h-1)
}

// misses reports whether some edge has the whole rectangle of nx by ny steps outside.
func (g *edges) misses(nx, ny int) bool {
	for k := range 3 {
		if g.e[k]+max(g.dx[k], 0)*int64(nx)+max(g.dy[k], 0)*int64(ny) < 0 {
			return true
		}
	}
	return false
}

// solid1 draws an opaque triangle with one sample a pixel.
func (t *tile) solid1(s *setup, id uint32) {
	x0, y0, x1, y1 := t.area(s)
	g := s.at(int32((t.x+x0)<<subBits+sub/2), int32((t.y+y0)<<subBits+sub/2))
	if g.misses(x1-x0, y1-y0) {
		return
	}
	t.touch()
	p := g.spans()
	n := x1 - x0 + 1
	qx := s.qx
	id++
	for y := y0; y <= y1; y++ {
		from, to := p.next(n)
		if from >= to {
			continue
		}
		row := s.q0 + float32(s.qy*float32(int32(t.y+y)-s.py))
		o := y*tileSize + x0
		depth := t.depth[o+from : o+to]
		ids := t.ids[o+from:][:len(depth)]
		fx := float32(int32(t.x+x0+from) - s.px)
		for x := range depth {
			if q := row + float32(qx*fx); q >= depth[x] {
				if q > depth[x] || t.wins(id, ids[x]) {
					depth[x] = q
					ids[x] = id
				}
			}
			fx++
		}
	}
}

// sampleSteps are what a triangle's edge functions and Q add up to from a
// pixel's corner (edges) or centre (Q) to each sample.
type sampleSteps struct {
	e [4][3]int64
	q [4]float32
}

func (s *setup) samples() (p sampleSteps) {
	for k, o := range samplePlaces {
		for c := range 3 {
			n := c + 1
			if n == 3 {
				n = 0
			}
			p.e[k][c] = int64(s.x[n]-s.x[c])*int64(o[1]) - int64(s.y[n]-s.y[c])*int64(o[0])
		}
		p.q[k] = float32(s.qx*(float32(o[0]-sub/2)/sub)) + float32(s.qy*(float32(o[1]-sub/2)/sub))
	}
	return p
}

// bounds returns the rows' spans of pixels with some sample inside, or a few
// more, and of those with all.
func (p *sampleSteps) bounds(g *edges) (some, all spans) {
	var most, least [3]int64 // what a sample adds to an edge function
	for c := range 3 {
		most[c] = max(p.e[0][c], p.e[1][c], p.e[2][c], p.e[3][c])
		least[c] = min(p.e[0][c], p.e[1][c], p.e[2][c], p.e[3][c])
	}
	pixel := g.spans()
	return pixel.moved(&most), pixel.moved(&least)
}

// solid4 draws an opaque triangle with four samples a pixel.
func (t *tile) solid4(s *setup, id uint32) {
	x0, y0, x1, y1 := t.area(s)
	g := s.at(int32((t.x+x0)<<subBits), int32((t.y+y0)<<subBits))
	if g.misses(x1-x0+1, y1-y0+1) {
		return
	}
	t.touch()
	p := s.samples()
	some, all := p.bounds(&g)
	n := x1 - x0 + 1
	id++
	for y := y0; y <= y1; y++ {
		from, to := some.next(n)
		a, b := all.next(n)
		if from < to {
			if a >= b {
				a, b = to, to
			}
			row := s.q0 + float32(s.qy*float32(int32(t.y+y)-s.py))
			at := [4]float32{row + p.q[0], row + p.q[1], row + p.q[2], row + p.q[3]}
			t.edge4(s, &g, &p, &at, id, y, x0, from, a)
			t.inside4(s, &at, id, y, x0+a, x0+b)
			t.edge4(s, &g, &p, &at, id, y, x0, b, to)
		}
		for c := range 3 {
			g.e[c] += g.dy[c]
		}
	}
}

// inside4 draws pixels from..to of row y, all of whose samples are inside; at
// is Q at the set-up's column by sample.
func (t *tile) inside4(s *setup, at *[4]float32, id uint32, y, from, to int) {
	o := y * tileSize
	depth := t.depth4[o+from : o+to]
	ids := t.ids4[o+from:][:len(depth)]
	fx := float32(int32(t.x+from) - s.px)
	q0, q1, q2, q3, qx := at[0], at[1], at[2], at[3], s.qx
	for x := range depth {
		d, i, step := &depth[x], &ids[x], float32(qx*fx)
		if q := q0 + step; q >= d[0] && (q > d[0] || t.wins(id, i[0])) {
			d[0], i[0] = q, id
		}
		if q := q1 + step; q >= d[1] && (q > d[1] || t.wins(id, i[1])) {
			d[1], i[1] = q, id
		}
		if q := q2 + step; q >= d[2] && (q > d[2] || t.wins(id, i[2])) {
			d[2], i[2] = q, id
		}
		if q := q3 + step; q >= d[3] && (q > d[3] || t.wins(id, i[3])) {
			d[3], i[3] = q, id
		}
		fx++
	}
}

// edge4 draws pixels from..to, counted from x0, of row y, of which some samples
// may be inside; g is at x0.
func (t *tile) edge4(s *setup, g *edges, p *sampleSteps, at *[4]float32, id uint32, y, x0, from, to int) {
	for x := from; x < to; x++ {
		k := int64(x)
		e0, e1, e2 := g.e[0]+g.dx[0]*k, g.e[1]+g.dx[1]*k, g.e[2]+g.dx[2]*k
		o := y*tileSize + x0 + x
		d, i := &t.depth4[o], &t.ids4[o]
		step := float32(s.qx * float32(int32(t.x+x0+x)-s.px))
		for k := range p.e {
			f := &p.e[k]
			if (e0+f[0])|(e1+f[1])|(e2+f[2]) < 0 {
				continue
			}
			if q := at[k] + step; q >= d[k] && (q > d[k] || t.wins(id, i[k])) {
				d[k], i[k] = q, id
			}
		}
	}
}

// masked draws a triangle whose alpha is tested at every sample.
func (t *tile) masked(s *setup, id uint32, b *draw.Batch) {
	t.covered(s, func(x, y, o, k int, q float32) {
		depth, shown := &t.depth[o], &t.ids[o]
		if t.r.msaa {
			depth, shown = &t.depth4[o][k], &t.ids4[o][k]
		}
		if q < *depth || q == *depth && !t.wins(id+1, *shown) {
			return
		}
		sx, sy := float32(0.5), float32(0.5)
		if t.r.msaa {
			sx, sy = float32(samplePlaces[k][0])/sub, float32(samplePlaces[k][1])/sub
		}
		if t.shaded.alpha(id, float32(x)+sx, float32(y)+sy) >= b.Surface.AlphaCutoff {
			*depth, *shown = q, id+1
		}
	})
}

// covered calls f for each sample k inside the triangle, pixel by pixel: its
// pixel in the picture, its place o in the tile's buffers, and Q.
func (t *tile) covered(s *setup, f func(x, y, o, k int, q float32)) {
	x0, y0, x1, y1 := t.area(s)
	planes := 1
	var p sampleSteps
	c := int32(sub / 2)
	if t.r.msaa {
		planes, p, c = 4, s.samples(), 0
	}
	g := s.at(int32((t.x+x0)<<subBits)+c, int32((t.y+y0)<<subBits)+c)
	if g.misses(x1-x0+1, y1-y0+1) {
		return
	}
	t.touch()
	n := x1 - x0 + 1
	pixel := g.spans()
	var rows [4]spans
	for k := range planes {
		rows[k] = pixel.moved(&p.e[k])
	}
	for y := y0; y <= y1; y++ {
		var from, to [4]int
		lo, hi := n, 0
		for k := range planes {
			from[k], to[k] = rows[k].next(n)
			if from[k] < to[k] {
				lo, hi = min(lo, from[k]), max(hi, to[k])
			}
		}
		row := s.q0 + float32(s.qy*float32(int32(t.y+y)-s.py))
		for x := lo; x < hi; x++ {
			fx := float32(int32(t.x+x0+x) - s.px)
			for k := range planes {
				if x >= from[k] && x < to[k] {
					f(t.x+x0+x, t.y+y, y*tileSize+x0+x, k, row+p.q[k]+float32(s.qx*fx))
				}
			}
		}
	}
}
