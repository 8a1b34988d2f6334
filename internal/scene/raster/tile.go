package raster

import (
	"donorlab/internal/scene/draw"
)

// samplePlaces are the four samples of a pixel, in 1/256 pixel from its corner:
// a rotated grid, no two in one row or column.
var samplePlaces = [4][2]int32{{96, 32}, {224, 96}, {32, 160}, {160, 224}}

// tile is one worker's scratch: depth and triangle by sample, and colours.
type tile struct {
	r      *Rasterizer
	x, y   int // first pixel
	w, h   int
	depth  [4][tileSize * tileSize]float32
	ids    [4][tileSize * tileSize]uint32 // triangle index + 1
	color  [tileSize * tileSize][3]float32
	alpha  [tileSize * tileSize]float32 // how much of the colour, which is multiplied by it, there is; only with List.Clear
	lay    [tileSize * tileSize]layers  // of pixels that are split
	split  [tileSize * tileSize]bool
	splits bool // some are
	shaded shadeCache

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
	planes := 1
	if r.msaa {
		planes = 4
	}
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
	for k := range planes {
		clear(t.depth[k][:])
		clear(t.ids[k][:])
	}
	chunk, at := t.visibility(index)
	if r.msaa {
		t.resolve4()
	} else {
		t.resolve1()
	}
	t.composite(index, chunk, at)
	t.write()
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

// narrow is the width in pixels up to which testing each pixel beats working
// out a row's span by division.
const narrow = 8

// span returns the part from..to (exclusive) of a row of n pixels that is
// inside, given the edge functions at its first pixel. It is exact: the same
// pixels as by testing each.
func span(e0, e1, e2, dx0, dx1, dx2 int64, n int) (from, to int) {
	lo, hi := int64(0), int64(n)
	for k := range 3 {
		e, dx := e0, dx0
		switch k {
		case 1:
			e, dx = e1, dx1
		case 2:
			e, dx = e2, dx2
		}
		switch {
		case e < 0:
			if dx <= 0 {
				return 0, 0
			}
			lo = max(lo, (dx-1-e)/dx)
		case dx < 0:
			hi = min(hi, e/-dx+1)
		}
	}
	if lo >= hi {
		return 0, 0
	}
	return int(lo), int(hi)
}

// solid1 draws an opaque triangle with one sample a pixel.
func (t *tile) solid1(s *setup, id uint32) {
	x0, y0, x1, y1 := t.area(s)
	g := s.at(int32((t.x+x0)<<subBits+sub/2), int32((t.y+y0)<<subBits+sub/2))
	if g.misses(x1-x0, y1-y0) {
		return
	}
	t.plane(0, s, &g, 0, id, x0, y0, x1, y1)
}

// plane draws an opaque triangle into one sample's depth. The edge functions
// are those of the sample in the area's upper left pixel; dq is what Q differs
// by from the pixel's centre.
func (t *tile) plane(k int, s *setup, g *edges, dq float32, id uint32, x0, y0, x1, y1 int) {
	e0, e1, e2 := g.e[0], g.e[1], g.e[2]
	dx0, dx1, dx2 := g.dx[0], g.dx[1], g.dx[2]
	fx0 := float32(int32(t.x+x0) - s.px)
	qx := s.qx
	n := x1 - x0 + 1
	id++
	for y := y0; y <= y1; y++ {
		row := s.q0 + float32(s.qy*float32(int32(t.y+y)-s.py)) + dq
		o := y*tileSize + x0
		if n > narrow {
			from, to := span(e0, e1, e2, dx0, dx1, dx2, n)
			depth := t.depth[k][o+from : o+to]
			ids := t.ids[k][o+from : o+to]
			fx := fx0 + float32(int32(from))
			for x := range depth {
				if q := row + float32(qx*fx); q >= depth[x] {
					if q == depth[x] && !t.wins(id, ids[x]) {
						fx++
						continue
					}
					depth[x] = q
					ids[x] = id
				}
				fx++
			}
		} else {
			a0, a1, a2 := e0, e1, e2
			depth := t.depth[k][o : o+n]
			ids := t.ids[k][o : o+n]
			fx := fx0
			for x := range depth {
				if a0|a1|a2 >= 0 {
					if q := row + float32(qx*fx); q >= depth[x] && (q > depth[x] || t.wins(id, ids[x])) {
						depth[x] = q
						ids[x] = id
					}
				}
				fx++
				a0 += dx0
				a1 += dx1
				a2 += dx2
			}
		}
		e0 += g.dy[0]
		e1 += g.dy[1]
		e2 += g.dy[2]
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

// solid4 draws an opaque triangle with four samples a pixel.
func (t *tile) solid4(s *setup, id uint32) {
	x0, y0, x1, y1 := t.area(s)
	g := s.at(int32((t.x+x0)<<subBits), int32((t.y+y0)<<subBits))
	if g.misses(x1-x0+1, y1-y0+1) {
		return
	}
	p := s.samples()
	for k := range 4 {
		h := g
		for c := range 3 {
			h.e[c] += p.e[k][c]
		}
		t.plane(k, s, &h, p.q[k], id, x0, y0, x1, y1)
	}
}

// masked draws a triangle whose alpha is tested at every sample.
func (t *tile) masked(s *setup, id uint32, b *draw.Batch) {
	t.covered(s, func(x, y, o, k int, q float32) {
		if q < t.depth[k][o] || q == t.depth[k][o] && !t.wins(id+1, t.ids[k][o]) {
			return
		}
		sx, sy := float32(0.5), float32(0.5)
		if t.r.msaa {
			sx, sy = float32(samplePlaces[k][0])/sub, float32(samplePlaces[k][1])/sub
		}
		if t.shaded.alpha(id, float32(x)+sx, float32(y)+sy) >= b.Surface.AlphaCutoff {
			t.depth[k][o] = q
			t.ids[k][o] = id + 1
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
	n := x1 - x0 + 1
	for y := y0; y <= y1; y++ {
		var from, to [4]int
		lo, hi := n, 0
		for k := range planes {
			e := &p.e[k]
			from[k], to[k] = span(g.e[0]+e[0], g.e[1]+e[1], g.e[2]+e[2], g.dx[0], g.dx[1], g.dx[2], n)
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
		for c := range 3 {
			g.e[c] += g.dy[c]
		}
	}
}
