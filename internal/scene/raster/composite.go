package raster

import "donorlab/internal/scene/draw"

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
			t.lay(&r.setups[id], id, r.list.Batches[r.setups[id].batch].Kind == draw.Overlay)
		}
	}
	if r.msaa {
		t.joinSamples()
	}
}

// layers is what lies over the colour of a pixel whose samples differ: by
// sample the sum of the layers' light, each dimmed by those over it, and what
// they let through. Two triangles that meet within a pixel share its samples
// among them, so that no seam shows.
type layers [4]struct {
	light   [3]float32
	through float32
}

// lay lays one triangle over the tile's colours. A pixel that it covers in part
// takes that share of it.
func (t *tile) lay(s *setup, id uint32, overlay bool) {
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
		t.layWith4(s, &g, id, overlay, pick, x0, y0, x1, y1)
		return
	}
	e := t.shaded.get(id)
	n := x1 - x0 + 1
	spans := g.spans()
	for y := y0; y <= y1; y++ {
		from, to := spans.next(n)
		row := s.q0 + float32(s.qy*float32(int32(t.y+y)-s.py))
		if e.flat && !pick {
			t.flatRow(s, e, y, x0+from, x0+to, row, overlay)
			from = to
		}
		for x := x0 + from; x < x0+to; x++ {
			o := y*tileSize + x
			if overlay || !(row+float32(s.qx*float32(int32(t.x+x)-s.px)) < t.depth[o]) {
				t.layer(e, o, float32(t.x+x)+0.5, float32(t.y+y)+0.5, 1)
			}
		}
		t.lay1(e, id, pick)
	}
}

// layWith4 is lay with four samples a pixel.
func (t *tile) layWith4(s *setup, g *edges, id uint32, overlay, pick bool, x0, y0, x1, y1 int) {
	p := s.samples()
	e := t.shaded.get(id)
	n := x1 - x0 + 1
	some, all := p.bounds(g)
	for y := y0; y <= y1; y++ {
		from, to := some.next(n)
		a, b := all.next(n)
		row := s.q0 + float32(s.qy*float32(int32(t.y+y)-s.py))
		if e.flat && !pick {
			// Pixels all of whose samples lie in the triangle.
			if a < b {
				t.row4(s, g, &p, e, id, y, x0, from, a, row, overlay, pick)
				t.flatRow4(s, &p, e, y, x0+a, x0+b, row, overlay)
				from = b
			}
		}
		t.row4(s, g, &p, e, id, y, x0, from, to, row, overlay, pick)
		for k := range g.e {
			g.e[k] += g.dy[k]
		}
	}
}

// row4 lays a triangle over pixels from..to, counted from x0, of row y, sample
// by sample; g is at x0.
func (t *tile) row4(s *setup, g *edges, p *sampleSteps, e *shadeSetup, id uint32, y, x0, from, to int, row float32, overlay, pick bool) {
	a0, a1, a2 := g.e[0]+g.dx[0]*int64(from), g.e[1]+g.dx[1]*int64(from), g.e[2]+g.dx[2]*int64(from)
	for x := from; x < to; x++ {
		o := y*tileSize + x0 + x
		q := float32(s.qx * float32(int32(t.x+x0+x)-s.px))
		depth := &t.depth4[o]
		mask := uint8(0)
		for k := range p.e {
			f := &p.e[k]
			if (a0+f[0])|(a1+f[1])|(a2+f[2]) < 0 || !overlay && row+p.q[k]+q < depth[k] {
				continue
			}
			mask |= 1 << k
		}
		a0 += g.dx[0]
		a1 += g.dx[1]
		a2 += g.dx[2]
		if mask != 0 {
			sx, sy := middle(mask)
			t.layer(e, o, float32(t.x+x0+x)+sx, float32(t.y+y)+sy, mask)
		}
	}
	t.lay4(e, id, pick)
}

// middle is the mean place of the samples in mask, in pixels from the pixel's corner.
func middle(mask uint8) (x, y float32) {
	if mask == 15 {
		return 0.5, 0.5
	}
	hits, sx, sy := int32(0), int32(0), int32(0)
	for k, p := range samplePlaces {
		if mask>>k&1 != 0 {
			hits++
			sx += p[0]
			sy += p[1]
		}
	}
	return float32(sx) / float32(hits*sub), float32(sy) / float32(hits*sub)
}

// layered is a pixel that waits for a triangle's colour to be laid over it.
type layered struct {
	place uint16
	mask  uint8 // its samples
	alpha float32
}

// layer notes that a triangle is to be laid over pixel o, or the samples of it
// that are in mask, with its colour at a place on the screen. Those of a row are
// shaded together.
func (t *tile) layer(e *shadeSetup, o int, x, y float32, mask uint8) {
	a := float32(0)
	if e.flat {
		wb, wc, iq := t.shaded.weights(e, x, y)
		a = float32(e.a.at(wb, wc) * iq)
	} else {
		a = t.shaded.add(e, x, y)
	}
	t.over[t.overs] = layered{uint16(o), mask, clamp01(a)}
	t.overs++
}

// noted returns what layer noted since the last call, with the colours.
func (t *tile) noted(e *shadeSetup) ([]layered, *draw.Fragments) {
	n := t.overs
	t.overs = 0
	if e.flat {
		return t.over[:n], nil
	}
	return t.over[:n], t.shaded.finish()
}

// shown is the encoded colour of the i-th of what noted returned.
func (e *shadeSetup) shown(f *draw.Fragments, i int) [3]float32 {
	if e.flat {
		return e.level
	}
	return [3]float32{encode(f.R[i]), encode(f.G[i]), encode(f.B[i])}
}

// lay1 lays a row of triangle id over the tile's colours.
func (t *tile) lay1(e *shadeSetup, id uint32, pick bool) {
	over, f := t.noted(e)
	for i := range over {
		l := &over[i]
		if l.alpha == 0 {
			continue
		}
		c := e.shown(f, i)
		t.cover(int(l.place), &c, l.alpha)
		if pick {
			t.picked(int(l.place), id)
		}
	}
}

// lay4 is lay1 with four samples a pixel.
func (t *tile) lay4(e *shadeSetup, id uint32, pick bool) {
	over, f := t.noted(e)
	for i := range over {
		l := &over[i]
		if l.alpha == 0 {
			continue
		}
		t.blend4(int(l.place), e.shown(f, i), l.alpha, l.mask)
		if pick && l.mask&1 != 0 {
			t.picked(int(l.place), id)
		}
	}
}

// picked notes that the tile's pixel o shows triangle id.
func (t *tile) picked(o int, id uint32) {
	ids := t.r.ids
	ids.Triangle[(t.y+o/tileSize)*ids.Width+t.x+o%tileSize] = id + 1
}

func (t *tile) cover(o int, c *[3]float32, a float32) {
	d := &t.color[o]
	d[0] += float32((c[0] - d[0]) * a)
	d[1] += float32((c[1] - d[1]) * a)
	d[2] += float32((c[2] - d[2]) * a)
	t.alpha[o] += float32((1 - t.alpha[o]) * a)
}

// blend4 lays a colour over the samples of pixel o that are in mask.
func (t *tile) blend4(o int, c [3]float32, a float32, mask uint8) {
	if !t.split[o] {
		if mask == 15 {
			t.cover(o, &c, a)
			return
		}
		t.split[o], t.splits = true, true
		for k := range t.parted[o] {
			t.parted[o][k].light, t.parted[o][k].through = [3]float32{}, 1
		}
	}
	for k := range t.parted[o] {
		if mask>>k&1 == 0 {
			continue
		}
		s := &t.parted[o][k]
		for i := range s.light {
			s.light[i] += float32((c[i] - s.light[i]) * a)
		}
		s.through = float32(s.through * (1 - a))
	}
}

// joinSamples lays the layers of pixels whose samples differ over their colours.
func (t *tile) joinSamples() {
	if !t.splits {
		return
	}
	t.splits = false
	for o, split := range t.split {
		if !split {
			continue
		}
		t.split[o] = false
		l := &t.parted[o]
		through := float32(0.25 * (l[0].through + l[1].through + l[2].through + l[3].through))
		for i := range 3 {
			light := float32(0.25 * (l[0].light[i] + l[1].light[i] + l[2].light[i] + l[3].light[i]))
			t.color[o][i] = float32(t.color[o][i]*through) + light
		}
		t.alpha[o] = float32(t.alpha[o]*through) + (1 - through)
	}
}
