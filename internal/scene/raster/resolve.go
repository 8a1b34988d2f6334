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
		e := &r.rows[t.y+y].encoded
		c := [4]uint8{toByte(e[0]), toByte(e[1]), toByte(e[2]), 255}
		if r.list.Clear {
			c[3] = 0
		}
		row := t.target(y)
		for done := copy(row, c[:]); done > 0 && done < len(row); {
			done += copy(row[done:], row[:done])
		}
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
		for x, id := range ids {
			t.alpha[o+x] = 1
			if id == 0 {
				colors[x] = bg.encoded
				t.alpha[o+x] = 0
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
				r, g, b, _ := t.shaded.pixel(id[0]-1, px+0.5, py+0.5)
				t.color[o] = [3]float32{encode(r), encode(g), encode(b)}
				continue
			}
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

// composite lays blended triangles, tested against depth, and overlays over the
// colours, in the list's order.
func (t *tile) composite(index, chunk, at int) {
	r := t.r
	for i := chunk; i < len(r.chunks); i++ {
		c := &r.chunks[i]
		k := int(c.start[index])
		if i == chunk {
			k = at
		}
		for ; k < int(c.start[index+1]); k++ {
			id := c.refs[k]
			t.over(&r.setups[id], id, r.list.Batches[r.setups[id].batch].Kind == draw.Overlay)
		}
	}
}

// over lays one triangle over the tile's colours. A pixel that it covers in part
// takes that share of it.
func (t *tile) over(s *setup, id uint32, overlay bool) {
	r := t.r
	x0, y0, x1, y1 := t.area(s)
	c := int32(sub / 2)
	if r.msaa {
		c = 0
	}
	g := s.at(int32((t.x+x0)<<subBits)+c, int32((t.y+y0)<<subBits)+c)
	if g.misses(x1-x0+1, y1-y0+1) {
		return
	}
	pick := !overlay && r.ids != nil && r.list.Triangles[id].Node >= 0
	if r.msaa {
		if f := r.list.Batches[s.batch].Surface; f != nil && f.Soft {
			t.overSoft(s, id, x0, y0, x1, y1)
			return
		}
		t.over4(s, &g, id, overlay, pick, x0, y0, x1, y1)
		return
	}
	e := t.shaded.get(id)
	n := x1 - x0 + 1
	for y := y0; y <= y1; y++ {
		from, to := span(g.e[0], g.e[1], g.e[2], g.dx[0], g.dx[1], g.dx[2], n)
		row := s.q0 + float32(s.qy*float32(int32(t.y+y)-s.py))
		for x := x0 + from; x < x0+to; x++ {
			o := y*tileSize + x
			if !overlay && row+float32(s.qx*float32(int32(t.x+x)-s.px)) < t.depth[0][o] {
				continue
			}
			if t.blend(e, o, float32(t.x+x)+0.5, float32(t.y+y)+0.5, 1) && pick {
				r.ids.Triangle[(t.y+y)*r.ids.Width+t.x+x] = id + 1
			}
		}
		for k := range 3 {
			g.e[k] += g.dy[k]
		}
	}
}

// overSoft is over4 for soft surfaces: a pixel is covered as its centre is, and
// only depth is tested sample by sample.
func (t *tile) overSoft(s *setup, id uint32, x0, y0, x1, y1 int) {
	g := s.at(int32((t.x+x0)<<subBits)+sub/2, int32((t.y+y0)<<subBits)+sub/2)
	p := s.samples()
	e := t.shaded.get(id)
	n := x1 - x0 + 1
	for y := y0; y <= y1; y++ {
		from, to := span(g.e[0], g.e[1], g.e[2], g.dx[0], g.dx[1], g.dx[2], n)
		row := s.q0 + float32(s.qy*float32(int32(t.y+y)-s.py))
		for x := x0 + from; x < x0+to; x++ {
			o := y*tileSize + x
			q := row + float32(s.qx*float32(int32(t.x+x)-s.px))
			hits := 0
			for k := range 4 {
				if q+p.q[k] >= t.depth[k][o] {
					hits++
				}
			}
			if hits > 0 {
				t.blend(e, o, float32(t.x+x)+0.5, float32(t.y+y)+0.5, float32(hits)*0.25)
			}
		}
		for k := range 3 {
			g.e[k] += g.dy[k]
		}
	}
}

// over4 is over with four samples a pixel.
func (t *tile) over4(s *setup, g *edges, id uint32, overlay, pick bool, x0, y0, x1, y1 int) {
	r := t.r
	p := s.samples()
	e := t.shaded.get(id)
	n := x1 - x0 + 1
	var reach [3]int64 // the most that any sample adds to an edge function
	for c := range 3 {
		reach[c] = max(p.e[0][c], p.e[1][c], p.e[2][c], p.e[3][c])
	}
	for y := y0; y <= y1; y++ {
		from, to := span(g.e[0]+reach[0], g.e[1]+reach[1], g.e[2]+reach[2], g.dx[0], g.dx[1], g.dx[2], n)
		a0, a1, a2 := g.e[0]+g.dx[0]*int64(from), g.e[1]+g.dx[1]*int64(from), g.e[2]+g.dx[2]*int64(from)
		for k := range 3 {
			g.e[k] += g.dy[k]
		}
		row := s.q0 + float32(s.qy*float32(int32(t.y+y)-s.py))
		for x := from; x < to; x++ {
			o := y*tileSize + x0 + x
			q := float32(s.qx * float32(int32(t.x+x0+x)-s.px))
			hits, sx, sy, first := int32(0), int32(0), int32(0), false
			for k := range 4 {
				f := &p.e[k]
				if (a0+f[0])|(a1+f[1])|(a2+f[2]) < 0 || !overlay && row+p.q[k]+q < t.depth[k][o] {
					continue
				}
				hits++
				sx += samplePlaces[k][0]
				sy += samplePlaces[k][1]
				first = first || k == 0
			}
			a0 += g.dx[0]
			a1 += g.dx[1]
			a2 += g.dx[2]
			if hits == 0 {
				continue
			}
			px, py := float32(t.x+x0+x), float32(t.y+y)
			if hits == 4 {
				px, py = px+0.5, py+0.5
			} else {
				px, py = px+float32(sx)/float32(hits*sub), py+float32(sy)/float32(hits*sub)
			}
			if t.blend(e, o, px, py, float32(float32(hits)*0.25)) && pick && first {
				r.ids.Triangle[(t.y+y)*r.ids.Width+t.x+x0+x] = id + 1
			}
		}
	}
}

// blend lays a share of a triangle's colour at a place on the screen over the
// tile's colour o, and says whether there was any.
func (t *tile) blend(e *shadeSetup, o int, x, y, share float32) bool {
	d := &t.color[o]
	if e.flat {
		b, c, iq := t.shaded.weights(e, x, y)
		a := float32(clamp01(float32(e.a.at(b, c)*iq)) * share)
		d[0] += float32((e.level[0] - d[0]) * a)
		d[1] += float32((e.level[1] - d[1]) * a)
		d[2] += float32((e.level[2] - d[2]) * a)
		t.alpha[o] += float32((1 - t.alpha[o]) * a)
		return a != 0
	}
	r, g, b, a := t.shaded.shade(e, x, y)
	a = float32(clamp01(a) * share)
	if a == 0 {
		return false
	}
	d[0] += float32((encode(r) - d[0]) * a)
	d[1] += float32((encode(g) - d[1]) * a)
	d[2] += float32((encode(b) - d[2]) * a)
	t.alpha[o] += float32((1 - t.alpha[o]) * a)
	return true
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
