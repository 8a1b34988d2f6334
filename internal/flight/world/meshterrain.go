package world

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

// Linear colours of the ground.
var (
	grassDark  = color{0.085, 0.16, 0.04}
	grassLight = color{0.16, 0.235, 0.065}
	dryGrass   = color{0.25, 0.24, 0.10}
	sand       = color{0.52, 0.43, 0.27}
	seaBed     = color{0.10, 0.17, 0.15}
	rockLight  = color{0.34, 0.30, 0.26}
	rockDark   = color{0.15, 0.13, 0.115}
	snow       = color{0.82, 0.84, 0.87}
	paving     = color{0.36, 0.33, 0.29}
	soil       = color{0.24, 0.17, 0.085}
	rubbleSoil = color{0.27, 0.24, 0.17}
	boardSide  = color{0.16, 0.12, 0.09}
)

func smooth(lo, hi, x float64) float32 {
	t := max(0, min(1, (x-lo)/(hi-lo)))
	return float32(t * t * (3 - 2*t))
}

// tileColor is the colour of a tile's ground at its centre.
func (w *World) tileColor(i int) color {
	t := &w.tiles[i]
	n := noiseOf(w.doc.Tiles[i].Hex, 3)
	above := t.height - w.water
	c := mix(grassDark, grassLight, float32(n.next()))
	c = mix(c, dryGrass, smooth(3, 7, above+n.between(-0.6, 0.6))*0.8)
	c = mix(c, rockLight, smooth(8, 13, above))
	c = mix(c, snow, smooth(14, 18, above))
	c = mix(sand, c, smooth(0.15, 0.6, above))
	c = mix(mix(seaBed, sand, smooth(-2.5, -0.2, above)), c, smooth(-0.1, 0.15, above))
	if d := t.district; d >= 0 {
		name := w.names[w.districts[d].name]
		switch {
		case w.districts[d].built:
			c = mix(c, paving, 0.85)
		case len(name) >= 4 && name[:4] == "Ruin":
			c = mix(c, rubbleSoil, 0.7)
		default:
			c = mix(c, soil, 0.6)
		}
	}
	return c
}

// terrain is every tile's fan, the cliffs between them, and the sides of the
// map's edge down to a common floor, so that it looks like a board.
func (w *World) terrain() sculpt {
	var s sculpt
	colors := make([]color, len(w.tiles))
	floor := math.Inf(1)
	for i := range w.tiles {
		colors[i] = w.tileColor(i)
		floor = min(floor, w.tiles[i].height)
	}
	floor = min(floor, w.water) - 1.2
	normals := w.smoothNormals()
	s.grow(10*len(w.tiles), 22*len(w.tiles))
	for i := range w.tiles {
		t := &w.tiles[i]
		h := w.doc.Tiles[i].Hex
		center := mgl64.Vec3{t.x, t.height, t.z}
		mid := s.vertex(center, normals[key(center)], colors[i])
		var at [6]uint32
		for k := range 6 {
			p := w.cornerPoint(int32(i), k)
			// Half of the colour is shared by the tiles that meet in a slope.
			sum, n := colors[i], float32(1)
			for _, nb := range [2]Hex{h.Neighbour(k - 1), h.Neighbour(k)} {
				if j := w.tileAt(nb); j >= 0 && math.Abs(w.tiles[j].height-t.height) < w.doc.CliffStep {
					sum, n = sum.Add(colors[j]), n+1
				}
			}
			at[k] = s.vertex(p, normals[key(p)], mix(colors[i], sum.Mul(1/n), 0.6))
		}
		for k := range 6 {
			s.idx = append(s.idx, mid, at[(k+1)%6], at[k])
			w.wall(&s, int32(i), h, k, floor)
		}
	}
	return s
}

// wall adds the drop across edge k of tile i: a cliff down to the neighbour, or
// the board's side.
func (w *World) wall(s *sculpt, i int32, h Hex, k int, floor float64) {
	n := (k + 1) % 6
	a, b := w.cornerPoint(i, k), w.cornerPoint(i, n)
	la, lb := a, b
	j := w.tileAt(h.Neighbour(k))
	top, foot := rockLight, rockDark
	if j >= 0 {
		// Corner k of this tile is corner k+4 of the neighbour, k+1 is k+3.
		la[1], lb[1] = w.tiles[j].corner[(k+4)%6], w.tiles[j].corner[(k+3)%6]
		if la[1] >= a[1] && lb[1] >= b[1] {
			return
		}
		la[1], lb[1] = min(la[1], a[1]), min(lb[1], b[1])
	} else {
		la[1], lb[1] = floor, floor
		top, foot = boardSide.Mul(1.3), boardSide.Mul(0.7)
	}
	// Strata: bands of the cliff, each a little lighter or darker.
	bands := 1
	if j >= 0 {
		bands = max(1, min(6, int(math.Ceil(max(a[1]-la[1], b[1]-lb[1])/0.9))))
	}
	grain := noiseOf(h, uint64(20+k))
	lerp := func(p, q mgl64.Vec3, t float64) mgl64.Vec3 { return p.Mul(1 - t).Add(q.Mul(t)) }
	for band := range bands {
		t0, t1 := float64(band)/float64(bands), float64(band+1)/float64(bands)
		tone := float32(grain.between(0.85, 1.12))
		c0, c1 := mix(top, foot, float32(t0)).Mul(tone), mix(top, foot, float32(t1)).Mul(tone)
		s.face([]mgl64.Vec3{lerp(a, la, t0), lerp(b, lb, t0), lerp(b, lb, t1), lerp(a, la, t1)}, c0, c0, c1, c1)
	}
}

// place is a point on a fine grid: vertices of two tiles that should be one
// have the same.
type place [3]int64

func key(p mgl64.Vec3) place {
	return place{int64(math.Round(p[0] * 4096)), int64(math.Round(p[1] * 4096)), int64(math.Round(p[2] * 4096))}
}

// smoothNormals are the fans' vertex normals, weighted by area, shared by the
// tiles that meet without a cliff.
func (w *World) smoothNormals() map[place]mgl64.Vec3 {
	out := make(map[place]mgl64.Vec3, 3*len(w.tiles))
	for i := range w.tiles {
		t := &w.tiles[i]
		c := mgl64.Vec3{t.x, t.height, t.z}
		for k := range 6 {
			a, b := w.cornerPoint(int32(i), k), w.cornerPoint(int32(i), (k+1)%6)
			n := b.Sub(c).Cross(a.Sub(c))
			for _, p := range [3]mgl64.Vec3{c, a, b} {
				out[key(p)] = out[key(p)].Add(n)
			}
		}
	}
	for k, n := range out {
		out[k] = n.Normalize() // never zero: every fan faces up
	}
	return out
}

// waterSheet lies over the tiles that have any ground below the water level.
func (w *World) waterSheet() sculpt {
	var s sculpt
	up := mgl64.Vec3{0, 1, 0}
	shallow, deep := color{2.2, 1.5, 1.35}, color{0.75, 0.85, 0.95}
	for i := range w.tiles {
		t := &w.tiles[i]
		low := t.height
		for _, c := range t.corner {
			low = min(low, c)
		}
		if low >= w.water {
			continue
		}
		shade := func(h float64) color { return mix(deep, shallow, smooth(-2.2, 0.1, h-w.water)) }
		mid := s.vertex(mgl64.Vec3{t.x, w.water, t.z}, up, shade(t.height))
		var at [6]uint32
		for k := range 6 {
			p := w.cornerPoint(int32(i), k)
			h := p[1]
			p[1] = w.water
			at[k] = s.vertex(p, up, shade(h))
		}
		for k := range 6 {
			s.idx = append(s.idx, mid, at[(k+1)%6], at[k])
		}
	}
	for i, c := range s.col {
		s.col[i] = mgl32.Vec4{min(c[0], 4), c[1], c[2], 1}
	}
	return s
}
