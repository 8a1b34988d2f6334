package world

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
)

// TestPick looks from above at places of the ground: the line meets the ground
// there, or before that in front of it, and is above all ground on its way.
func TestPick(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 2))
	w := shipped(t, "cliffs")
	for range 2000 {
		d := w.tiles[rng.IntN(len(w.tiles))]
		x, z := d.x+rng.NormFloat64(), d.z+rng.NormFloat64()
		y, from := w.Ground(x, z)
		if from == GroundNone {
			continue
		}
		eye := mgl64.Vec3{x + rng.NormFloat64()*60, 20 + rng.Float64()*80, z + rng.NormFloat64()*60}
		dir := mgl64.Vec3{x, y, z}.Sub(eye)
		at, tile, ok := w.Pick(eye, dir.Mul(0.1+rng.Float64()))
		if !ok {
			t.Fatalf("from %v to %v, %v, %v: nothing is met", eye, x, y, z)
		}
		way := at.Sub(eye).Len()
		if way > dir.Len()+1e-3 {
			t.Fatalf("from %v: %v lies behind %v, %v, %v", eye, at, x, y, z)
		}
		if h, ok := w.TileAt(at[0], at[2]); !ok || h != tile {
			t.Fatalf("%v is in %v, not %v", at, h, tile)
		}
		g, _ := w.Ground(at[0], at[2])
		if at[1] > g+1e-6 {
			t.Fatalf("%v floats over the ground at %v", at, g)
		}
		unit := dir.Normalize()
		for s := 0.0; s < way-1.1; s += 1.1 { // a step of the search may pass over less
			p := eye.Add(unit.Mul(s))
			if g, from := w.Ground(p[0], p[2]); from != GroundNone && p[1] < g-0.9 {
				t.Fatalf("from %v: %v is under the ground before %v", eye, p, at)
			}
		}
	}
	for _, c := range []struct{ o, d mgl64.Vec3 }{
		{mgl64.Vec3{0, 50, 0}, mgl64.Vec3{0, 1, 0}},
		{mgl64.Vec3{0, 50, 0}, mgl64.Vec3{1, 0, 0}},
		{mgl64.Vec3{0, 50, 0}, mgl64.Vec3{}},
		{mgl64.Vec3{0, 1e18, 0}, mgl64.Vec3{0, -1, 0}},
		{mgl64.Vec3{1e6, 50, 0}, mgl64.Vec3{0, -1, 0}},
		{mgl64.Vec3{0, 50, 0}, mgl64.Vec3{math.NaN(), -1, 0}},
		{mgl64.Vec3{0, math.Inf(1), 0}, mgl64.Vec3{0, -1, 0}},
		{mgl64.Vec3{0, 50, 0}, mgl64.Vec3{math.Inf(1), -1, 0}},
	} {
		if at, _, ok := w.Pick(c.o, c.d); ok {
			t.Errorf("from %v along %v something is met at %v", c.o, c.d, at)
		}
	}
	if at, _, ok := w.Pick(mgl64.Vec3{0, 1e9, 0}, mgl64.Vec3{0, -1, 0}); !ok || math.Abs(at[0]) > 1 {
		t.Errorf("from far above: %v %v", at, ok)
	}
}
