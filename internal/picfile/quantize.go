package picfile

import (
	"cmp"
	"image"
	"slices"
)

// maxColors leaves one of a GIF's 256 colours for "as before".
const maxColors = 255

// quantizer takes colours to the nearest of a palette.
type quantizer struct {
	colors [][3]uint8
	spread int            // of the dither, in levels
	near   [1 << 18]int16 // the nearest colour by six bits a channel; -1: not looked for yet
}

// cell is one of the histogram's cells of five bits a channel: how many pixels
// fall in it, and the sum of their colours.
type cell struct {
	n   int
	sum [3]int
}

func (c *cell) mean(k int) int { return c.sum[k] / c.n }

// newQuantizer chooses the palette for all frames, of so many colours at most, by
// median cut. Fewer than all are not dithered.
func newQuantizer(frames []*image.NRGBA, most int) *quantizer {
	var grid [1 << 15]cell
	// About a million pixels say enough of a film. An odd step meets all columns.
	total := 0
	for _, f := range frames {
		total += f.Rect.Dx() * f.Rect.Dy()
	}
	step := total>>20 | 1
	next := 0
	for _, f := range frames {
		for y := range f.Rect.Dy() {
			p := row(f, y)
			for ; next < len(p)/4; next += step {
				c := p[4*next:]
				g := &grid[int(c[0]>>3)<<10|int(c[1]>>3)<<5|int(c[2]>>3)]
				g.n++
				g.sum[0] += int(c[0])
				g.sum[1] += int(c[1])
				g.sum[2] += int(c[2])
			}
			next -= len(p) / 4
		}
	}
	var cells []*cell
	for i := range grid {
		if grid[i].n > 0 {
			cells = append(cells, &grid[i])
		}
	}
	q := &quantizer{}
	for i := range q.near {
		q.near[i] = -1
	}
	width := 0
	boxes := medianCut(cells, most)
	for _, b := range boxes {
		q.colors = append(q.colors, b.color())
		width += b.size[b.longest]
	}
	if q.spread = max(width/len(boxes), 1); most < maxColors {
		q.spread = 0
	}
	return q
}

// box is a set of cells, and how far they reach along each channel.
type box struct {
	cells   []*cell
	n       int
	size    [3]int
	longest int
}

func newBox(cells []*cell) box {
	b := box{cells: cells}
	lo, hi := [3]int{255, 255, 255}, [3]int{}
	for _, c := range cells {
		b.n += c.n
		for k := range 3 {
			lo[k], hi[k] = min(lo[k], c.mean(k)), max(hi[k], c.mean(k))
		}
	}
	for k := range 3 {
		b.size[k] = hi[k] - lo[k]
		if b.size[k] > b.size[b.longest] {
			b.longest = k
		}
	}
	return b
}

// weight says how much a box wants to be cut: by its pixels, but small bright
// things that are far from everything else count for more than their share.
func (b *box) weight() int { return b.size[b.longest] * b.size[b.longest] * isqrt(b.n) }

// isqrt is the whole square root.
func isqrt(n int) int {
	r := 0
	for bit := 1 << 30; bit > 0; bit >>= 1 {
		if t := r | bit; t <= n/t {
			r = t
		}
	}
	return max(r, 1)
}

func (b *box) color() (c [3]uint8) {
	var sum [3]int
	for _, e := range b.cells {
		for k := range 3 {
			sum[k] += e.sum[k]
		}
	}
	for k := range 3 {
		c[k] = uint8((sum[k] + b.n/2) / b.n)
	}
	return c
}

// medianCut cuts the box that wants it most until there are enough.
func medianCut(cells []*cell, most int) []box {
	boxes := []box{newBox(cells)}
	for len(boxes) < most {
		best := 0
		for i := range boxes {
			if boxes[i].weight() > boxes[best].weight() {
				best = i
			}
		}
		b := boxes[best]
		if b.weight() == 0 {
			break // every box is one colour
		}
		k := b.longest
		slices.SortStableFunc(b.cells, func(x, y *cell) int { return cmp.Compare(x.mean(k), y.mean(k)) })
		half, at := 0, 0
		for at < len(b.cells)-1 {
			half += b.cells[at].n
			at++
			if 2*half >= b.n {
				break
			}
		}
		boxes[best] = newBox(b.cells[:at])
		boxes = append(boxes, newBox(b.cells[at:]))
	}
	return boxes
}

// bayer is the ordered dither of 8 by 8 pixels: 0 to 63, each once, spread as
// evenly as can be.
var bayer = func() (t [8][8]int) {
	for y := range t {
		for x := range t[y] {
			for bit := range 3 {
				a, b := x>>bit&1, y>>bit&1
				t[y][x] |= (a ^ b) << (2*(2-bit) + 1)
				t[y][x] |= b << (2 * (2 - bit))
			}
		}
	}
	return t
}()

// apply writes the palette index of each pixel.
func (q *quantizer) apply(dst []uint8, img *image.NRGBA) {
	w := img.Rect.Dx()
	for y := range img.Rect.Dy() {
		p := row(img, y)
		for x := range w {
			d := (2*bayer[y&7][x&7] - 63) * q.spread / 128
			r, g, b := level(int(p[4*x])+d), level(int(p[4*x+1])+d), level(int(p[4*x+2])+d)
			dst[y*w+x] = q.find(r, g, b)
		}
	}
}

func level(v int) int { return min(max(v, 0), 255) }

// find is the nearest colour; green counts most and blue least, as for the eye.
func (q *quantizer) find(r, g, b int) uint8 {
	key := r>>2<<12 | g>>2<<6 | b>>2
	if n := q.near[key]; n >= 0 {
		return uint8(n)
	}
	r, g, b = r&^3+2, g&^3+2, b&^3+2
	best, least := 0, 1<<30
	for i, c := range q.colors {
		x, y, z := r-int(c[0]), g-int(c[1]), b-int(c[2])
		if d := 3*x*x + 4*y*y + 2*z*z; d < least {
			best, least = i, d
		}
	}
	q.near[key] = int16(best)
	return uint8(best)
}
