package raster

import (
	"math/rand/v2"
	"testing"

	"donorlab/internal/scene/draw"
)

// TestSpansAreExact compares spans with testing each pixel's edge functions, of
// triangles from a speck to the largest that are drawn, with level and upright
// edges and corners on pixel centres among them.
func TestSpansAreExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 14))
	inside := 0
	for range 20000 {
		size := float32(uint(1) << rng.IntN(15))
		var v [3]draw.Vertex
		for k := range v {
			v[k] = draw.Vertex{X: 400 + size*(rng.Float32()-0.5)*2, Y: 300 + size*(rng.Float32()-0.5)*2, Q: 0.5}
			if rng.IntN(3) == 0 {
				v[k].X, v[k].Y = float32(int(v[k].X))+0.5, float32(int(v[k].Y))+0.5
			}
			if k > 0 && rng.IntN(4) == 0 {
				v[k].Y = v[0].Y
			}
			if k > 0 && rng.IntN(4) == 0 {
				v[k].X = v[0].X
			}
		}
		l := &draw.List{Width: 800, Height: 600, Vertices: v[:]}
		var s setup
		if !s.init(l, &draw.Triangle{A: 0, B: 1, C: 2}, true) {
			continue
		}
		x0, y0 := int32(384+rng.IntN(32)), int32(288+rng.IntN(32))
		g := s.at(x0<<subBits, y0<<subBits)
		p := s.samples()
		some, all := p.bounds(&g)
		pixel := g.spans()
		var samples [4]spans
		for k := range samples {
			samples[k] = pixel.moved(&p.e[k])
		}
		n := 1 + rng.IntN(tileSize)
		for y := range int32(8) {
			var from, to [4]int
			for k := range samples {
				from[k], to[k] = samples[k].next(n)
			}
			a, b := some.next(n)
			c, d := all.next(n)
			for x := range n {
				covered := 0
				for k, o := range samplePlaces {
					h := s.at((x0+int32(x))<<subBits+o[0], (y0+y)<<subBits+o[1])
					in := h.e[0] >= 0 && h.e[1] >= 0 && h.e[2] >= 0
					if in {
						covered++
					}
					if in != (x >= from[k] && x < to[k]) {
						t.Fatalf("triangle %v, pixel %d, %d, sample %d: inside is %v, the span %d..%d of %d", v, int(x0)+x, y0+y, k, in, from[k], to[k], n)
					}
				}
				if covered > 0 && !(x >= a && x < b) || (covered == 4) != (x >= c && x < d) {
					t.Fatalf("triangle %v, pixel %d, %d: %d samples are inside, some in %d..%d, all in %d..%d", v, int(x0)+x, y0+y, covered, a, b, c, d)
				}
				inside += covered
			}
		}
	}
	if inside < 1e5 {
		t.Errorf("only %d samples lay inside", inside)
	}
}
