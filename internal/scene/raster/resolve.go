package raster

import (
	"math"

	"donorlab/internal/scene/draw"
)

// encodeSteps is the sRGB table's length; between its entries is a straight line.
const encodeSteps = 4096

// encodeTable is the sRGB curve times 255, snapped so that all machines hold the same.
var encodeTable = func() (t [encodeSteps + 2]float32) {
	for i := range t {
		x := min(float64(i)/encodeSteps, 1)
		t[i] = float32(math.Round(draw.LinearToSRGB(x)*255*(1<<14)) / (1 << 14))
	}
	return t
}()

// encode takes linear light, 0 to 1, to an sRGB level, 0 to 255, not rounded.
// What is outside, or not a number, is taken to the nearer end or to zero.
func encode(v float32) float32 {
	if !(v > 0) {
		return 0
	}
	if v > 1 {
		v = 1
	}
	f := float32(v * encodeSteps)
	i := int(int32(f))
	a, b := encodeTable[i], encodeTable[i+1]
	return a + float32((b-a)*(f-float32(i)))
}

// fillBackground writes a tile that nothing touches.
func (t *tile) fillBackground() {
	r := t.r
	for y := range t.h {
		copy(t.target(y), r.rows[t.y+y].bytes[:])
		if r.ids != nil {
			o := (t.y+y)*r.ids.Width + t.x
			clear(r.ids.Triangle[o : o+t.w])
		}
	}
}

// toByte rounds a level, which encode and mixing keep between 0 and 255.
func toByte(v float32) uint8 { return uint8(int32(v + 0.5)) }

// target is the tile's row y in the image, cut off where the image ends.
func (t *tile) target(y int) []uint8 {
	d := t.r.dst
	if t.y+y >= d.Rect.Dy() || t.x >= d.Rect.Dx() {
		return nil
	}
	o := (t.y+y)*d.Stride + 4*t.x
	return d.Pix[o : o+4*min(t.w, d.Rect.Dx()-t.x)]
}

// resolve1 shades each pixel's triangle.
func (t *tile) resolve1() {
	r := t.r
	for y := range t.h {
		bg := &r.rows[t.y+y]
		o := y * tileSize
		ids := t.ids[o : o+t.w]
		colors := t.color[o : o+t.w]
		last, e := uint32(0), (*shadeSetup)(nil)
		if r.list.Clear {
			for x, id := range ids {
				t.alpha[o+x] = float32(min(id, 1))
			}
		}
		for x, id := range ids {
			if id == 0 {
				colors[x] = bg.encoded
				continue
			}
			if id != last {
				last, e = id, t.shaded.get(id-1)
			}
			t.whole(e, o+x, float32(t.x+x)+0.5, float32(t.y+y)+0.5)
		}
		t.writeIDs(y)
	}
	t.place()
}

// elsewhere stands in tile.places for a fragment that is only part of a pixel.
const elsewhere = 1 << 15

// whole shades a place on a triangle for the whole of pixel o.
func (t *tile) whole(e *shadeSetup, o int, x, y float32) {
	t.places[t.shaded.frag.N] = uint16(o)
	t.shaded.add(e, x, y)
	if t.shaded.frag.N > draw.MaxFragments-len(samplePlaces) {
		t.place()
	}
}

// mixed is a pixel whose samples show several triangles, or the ground: parts
// of them, each a fragment, or -1 for the ground, with its share.
type mixed struct {
	place int
	parts int
	part  [4]int
	share [4]float32
}

// place shades the fragments that wait and puts their colours where they belong.
func (t *tile) place() {
	n := t.shaded.frag.N
	f := t.shaded.finish()
	for i, o := range t.places[:n] {
		if o < elsewhere {
			t.color[o] = [3]float32{encode(f.R[i]), encode(f.G[i]), encode(f.B[i])}
		}
	}
	for i := range t.mixed {
		t.mix(&t.mixed[i], f)
	}
	t.mixed = t.mixed[:0]
}

// mix averages a pixel's parts.
func (t *tile) mix(m *mixed, f *draw.Fragments) {
	var sum [3]float32
	share := float32(0)
	for k, p := range m.part[:m.parts] {
		c := t.r.rows[t.y+m.place/tileSize].linear
		if p >= 0 {
			share += m.share[k]
			c = [3]float32{f.R[p], f.G[p], f.B[p]}
		}
		for i := range sum {
			sum[i] += float32(c[i] * m.share[k])
		}
	}
	t.alpha[m.place] = share
	if t.r.list.Clear {
		// The colour of what is there, not of the air about it.
		k := 1 / share
		t.color[m.place] = [3]float32{float32(encode(float32(sum[0]*k)) * share), float32(encode(float32(sum[1]*k)) * share), float32(encode(float32(sum[2]*k)) * share)}
		return
	}
	t.color[m.place] = [3]float32{encode(sum[0]), encode(sum[1]), encode(sum[2])}
}

// resolve4 shades each triangle of a pixel once, in the middle of its samples,
// and averages by samples in linear light.
func (t *tile) resolve4() {
	r := t.r
	for y := range t.h {
		bg := &r.rows[t.y+y]
		last, e := uint32(0), (*shadeSetup)(nil)
		for x := range t.w {
			o := y*tileSize + x
			id := &t.ids4[o]
			px, py := float32(t.x+x), float32(t.y+y)
			if id[0] == id[1] && id[0] == id[2] && id[0] == id[3] {
				t.alpha[o] = 1
				if id[0] == 0 {
					t.color[o] = bg.encoded
					t.alpha[o] = 0
					continue
				}
				if id[0] != last {
					last, e = id[0], t.shaded.get(id[0]-1)
				}
				t.whole(e, o, px+0.5, py+0.5)
				continue
			}
			last = 0 // what follows may put others in its place in the cache
			t.parts(id, o, px, py)
		}
		t.writeIDs(y)
	}
	t.place()
}

// parts shades the triangles of a pixel whose samples differ.
func (t *tile) parts(id *[4]uint32, o int, px, py float32) {
	t.mixed = append(t.mixed, mixed{place: o})
	m := &t.mixed[len(t.mixed)-1]
	left := 15
	for k := range 4 {
		if left>>k&1 == 0 {
			continue
		}
		n, sx, sy := float32(0), int32(0), int32(0)
		for j := k; j < 4; j++ {
			if id[j] == id[k] {
				left &^= 1 << j
				n++
				sx += samplePlaces[j][0]
				sy += samplePlaces[j][1]
			}
		}
		m.part[m.parts], m.share[m.parts] = -1, n*0.25
		if id[k] != 0 {
			i := t.shaded.frag.N
			m.part[m.parts] = i
			t.places[i] = elsewhere
			t.shaded.add(t.shaded.get(id[k]-1), px+float32(sx)/(n*sub), py+float32(sy)/(n*sub))
		}
		m.parts++
	}
	if t.shaded.frag.N > draw.MaxFragments-len(samplePlaces) {
		t.place()
	}
}

// writeIDs copies a row of triangle numbers out, those of loose triangles left out.
func (t *tile) writeIDs(y int) {
	ids := t.r.ids
	if ids == nil {
		return
	}
	dst := ids.Triangle[(t.y+y)*ids.Width+t.x:][:t.w]
	if t.r.msaa {
		for x := range dst {
			dst[x] = t.ids4[y*tileSize+x][0]
		}
	} else {
		copy(dst, t.ids[y*tileSize:])
	}
	for x, id := range dst {
		if id != 0 && t.r.list.Triangles[id-1].Node < 0 {
			dst[x] = 0
		}
	}
}

// write rounds the tile's colours into the image.
func (t *tile) write() {
	for y := range t.h {
		row := t.target(y)
		colors := t.color[y*tileSize:][:tileSize]
		for x := 0; 4*x+4 <= len(row); x++ {
			c := &colors[x]
			p := row[4*x:][:4]
			p[0], p[1], p[2], p[3] = toByte(c[0]), toByte(c[1]), toByte(c[2]), 255
		}
		if t.r.list.Clear {
			t.clearRow(row, y)
		}
	}
}

// clearRow writes a row again with its alpha; an image's colours are not
// multiplied by it.
func (t *tile) clearRow(row []uint8, y int) {
	for x := 0; 4*x+4 <= len(row); x++ {
		c, a := &t.color[y*tileSize+x], t.alpha[y*tileSize+x]
		p := row[4*x:][:4]
		k := float32(0)
		if a > 0 {
			k = 1 / a
		}
		for i := range c {
			p[i] = toByte(min(float32(c[i]*k), 255))
		}
		p[3] = toByte(min(float32(a*255), 255))
	}
}
