package raster

import (
	"math"

	"donorlab/internal/scene/draw"
)

const (
	tileSize  = 32   // pixels a side
	chunkSize = 2048 // triangles that are set up and sorted into tiles together
	subBits   = 8
	sub       = 1 << subBits // fixed-point steps a pixel
	reach     = 32000        // pixels; a corner farther out is not drawn
)

// setup is a triangle ready for coverage and depth. Corners are fixed point, in
// the order that makes the area positive.
type setup struct {
	x, y           [3]int32
	q0, qx, qy     float32 // Q at the first corner's pixel centre and its slopes a pixel
	px, py         int32   // the pixel that q0 belongs to
	x0, y0, x1, y1 int16   // pixels that it may cover, inclusive; x1 < x0 for none
	batch          int32
	swapped        bool // second and third corner are exchanged against the list
}

// bins holds one chunk's triangles by tile: those of tile t are
// refs[start[t]:start[t+1]], in the list's order.
type bins struct {
	start []int32
	refs  []uint32
}

// fixed rounds to the nearest 1/256 pixel.
func fixed(v float32) int32 { return int32(math.Floor(float64(v)*sub + 0.5)) }

// init makes the triangle's setup, or says that it covers nothing.
func (s *setup) init(l *draw.List, t *draw.Triangle, msaa bool) bool {
	n := uint32(len(l.Vertices))
	if t.A >= n || t.B >= n || t.C >= n {
		return false
	}
	a, b, c := &l.Vertices[t.A], &l.Vertices[t.B], &l.Vertices[t.C]
	for _, v := range [...]*draw.Vertex{a, b, c} {
		// Written so that NaN fails too.
		if !(v.X > -reach && v.X < reach && v.Y > -reach && v.Y < reach && v.Q > 0 && v.Q < 1e30) {
			return false
		}
	}
	ax, ay, bx, by, cx, cy := fixed(a.X), fixed(a.Y), fixed(b.X), fixed(b.Y), fixed(c.X), fixed(c.Y)
	area := int64(bx-ax)*int64(cy-ay) - int64(cx-ax)*int64(by-ay)
	if area == 0 {
		return false
	}
	s.swapped = area < 0
	if s.swapped {
		b, c, bx, by, cx, cy, area = c, b, cx, cy, bx, by, -area
	}
	s.x, s.y = [3]int32{ax, bx, cx}, [3]int32{ay, by, cy}
	// The first and last pixel whose centre (or any sample, which lie 32 to 224
	// steps into it) can be inside.
	lo, hi := int32(sub/2), int32(sub/2)
	if msaa {
		lo, hi = 32, 224
	}
	s.x0 = int16(max((min(ax, bx, cx)-hi+sub-1)>>subBits, 0))
	s.y0 = int16(max((min(ay, by, cy)-hi+sub-1)>>subBits, 0))
	s.x1 = int16(min((max(ax, bx, cx)-lo)>>subBits, int32(l.Width-1)))
	s.y1 = int16(min((max(ay, by, cy)-lo)>>subBits, int32(l.Height-1)))
	if s.x0 > s.x1 || s.y0 > s.y1 {
		return false
	}
	// Q is linear on the screen. Slopes in float64, from the snapped corners.
	inv := sub / float64(area)
	qb, qc := float64(b.Q-a.Q), float64(c.Q-a.Q)
	qx := float64(float64(qb*float64(cy-ay))-float64(qc*float64(by-ay))) * inv
	qy := float64(float64(qc*float64(bx-ax))-float64(qb*float64(cx-ax))) * inv
	s.px, s.py = ax>>subBits, ay>>subBits
	fx := float64(s.px<<subBits+sub/2-ax) / sub
	fy := float64(s.py<<subBits+sub/2-ay) / sub
	s.q0 = float32(float64(a.Q) + float64(qx*fx) + float64(qy*fy))
	s.qx, s.qy = float32(qx), float32(qy)
	return true
}

// setupChunk sets up the triangles of one chunk and sorts them into tiles.
func (r *Rasterizer) setupChunk(i int) {
	l := r.list
	from, to := i*chunkSize, min((i+1)*chunkSize, len(l.Triangles))
	b := &r.chunks[i]
	tiles := r.tilesX * r.tilesY
	b.start = grow(b.start, tiles+1)
	clear(b.start)
	for t := from; t < to; t++ {
		r.setups[t].x1, r.setups[t].x0 = -1, 0
	}
	total := 0
	for k := range l.Batches {
		bt := &l.Batches[k]
		for t := max(from, bt.First); t < min(to, bt.First+bt.Count); t++ {
			s := &r.setups[t]
			if !s.init(l, &l.Triangles[t], r.msaa) {
				s.x0, s.x1 = 0, -1
				continue
			}
			s.batch = int32(k)
			for ty := int(s.y0) / tileSize; ty <= int(s.y1)/tileSize; ty++ {
				for tx := int(s.x0) / tileSize; tx <= int(s.x1)/tileSize; tx++ {
					b.start[ty*r.tilesX+tx+1]++
					total++
				}
			}
		}
	}
	for t := range tiles {
		b.start[t+1] += b.start[t]
	}
	b.refs = grow(b.refs, total)
	// Filling moves each start to its end; they are moved back after.
	for t := from; t < to; t++ {
		s := &r.setups[t]
		if s.x1 < s.x0 {
			continue
		}
		for ty := int(s.y0) / tileSize; ty <= int(s.y1)/tileSize; ty++ {
			for tx := int(s.x0) / tileSize; tx <= int(s.x1)/tileSize; tx++ {
				p := &b.start[ty*r.tilesX+tx]
				b.refs[*p] = uint32(t)
				*p++
			}
		}
	}
	copy(b.start[1:], b.start[:tiles])
	b.start[0] = 0
}

// edges are a triangle's three edge functions at the sample in the upper left
// of a tile, with their steps. A sample is inside where all are >= 0.
type edges struct{ e, dx, dy [3]int64 }

// at evaluates the edge functions at a fixed-point position. One is taken off
// edges that are not top or left, so that a sample on one is outside.
func (s *setup) at(x, y int32) (g edges) {
	for k := range 3 {
		n := k + 1
		if n == 3 {
			n = 0
		}
		ex, ey := int64(s.x[n]-s.x[k]), int64(s.y[n]-s.y[k])
		g.e[k] = ex*int64(y-s.y[k]) - ey*int64(x-s.x[k])
		if !(ey < 0 || ey == 0 && ex > 0) {
			g.e[k]--
		}
		g.dx[k] = -ey << subBits
		g.dy[k] = ex << subBits
	}
	return g
}
