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
		ids := t.ids[0][o : o+t.w]
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
			r, g, b, _ := t.shaded.shade(e, float32(t.x+x)+0.5, float32(t.y+y)+0.5)
			colors[x] = [3]float32{encode(r), encode(g), encode(b)}
		}
		t.writeIDs(y)
	}
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
			id := [4]uint32{t.ids[0][o], t.ids[1][o], t.ids[2][o], t.ids[3][o]}
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
				r, g, b, _ := t.shaded.shade(e, px+0.5, py+0.5)
				t.color[o] = [3]float32{encode(r), encode(g), encode(b)}
				continue
			}
			last = 0 // what follows may put others in its place in the cache
			var sum [3]float32
			share := float32(0)
			done := [4]bool{}
			for k := range 4 {
				if done[k] {
					continue
				}
				n, sx, sy := float32(0), int32(0), int32(0)
				for m := k; m < 4; m++ {
					if id[m] == id[k] {
						done[m] = true
						n++
						sx += samplePlaces[m][0]
						sy += samplePlaces[m][1]
					}
				}
				c := bg.linear
				if id[k] != 0 {
					share += float32(n * 0.25)
					c[0], c[1], c[2], _ = t.shaded.pixel(id[k]-1, px+float32(sx)/(n*sub), py+float32(sy)/(n*sub))
				}
				for i := range sum {
					sum[i] += float32(c[i] * (n * 0.25))
				}
			}
			t.alpha[o] = share
			if r.list.Clear {
				// The colour of what is there, not of the air about it.
				k := 1 / share
				t.color[o] = [3]float32{float32(encode(float32(sum[0]*k)) * share), float32(encode(float32(sum[1]*k)) * share), float32(encode(float32(sum[2]*k)) * share)}
				continue
			}
			t.color[o] = [3]float32{encode(sum[0]), encode(sum[1]), encode(sum[2])}
		}
		t.writeIDs(y)
	}
}

// writeIDs copies a row of triangle numbers out, those of loose triangles left out.
func (t *tile) writeIDs(y int) {
	ids := t.r.ids
	if ids == nil {
		return
	}
	dst := ids.Triangle[(t.y+y)*ids.Width+t.x:][:t.w]
	copy(dst, t.ids[0][y*tileSize:])
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
