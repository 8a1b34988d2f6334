package world

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// Pick returns where a line of sight meets the ground or the water first, as a
// click in a view does. dir need not have unit length. ok is false where it
// meets neither.
func (w *World) Pick(origin, dir mgl64.Vec3) (at mgl64.Vec3, tile Hex, ok bool) {
	l := dir.Len()
	if !(l > 0) || math.IsInf(l, 0) {
		return at, tile, false
	}
	dir = dir.Mul(1 / l)
	near, far := w.sight(origin, dir)
	below := func(t float64) bool {
		p := origin.Add(dir.Mul(t))
		g, from := w.Ground(p[0], p[2])
		return from != GroundNone && p[1] <= g
	}
	// Steps of a quarter tile find every tile; halving finds the place.
	step := w.radius / 4
	if near > far || near+step == near { // misses, or so far off that a step is lost in rounding
		return at, tile, false
	}
	for t := near; ; t += step {
		t = min(t, far)
		if below(t) {
			lo, hi := max(near, t-step), t
			if t == near {
				lo = t
			}
			for range 48 {
				if mid := (lo + hi) / 2; below(mid) {
					hi = mid
				} else {
					lo = mid
				}
			}
			at = origin.Add(dir.Mul(hi))
			tile, ok = w.TileAt(at[0], at[2])
			return at, tile, ok
		}
		if !(t < far) {
			return at, tile, false
		}
	}
}

// sight cuts a line to the box that holds all ground; near above far where it
// misses that.
func (w *World) sight(origin, dir mgl64.Vec3) (near, far float64) {
	lo := mgl64.Vec3{w.box[0] - w.radius, w.low - 1e-6, w.box[1] - w.radius}
	hi := mgl64.Vec3{w.box[2] + w.radius, w.high + 1e-6, w.box[3] + w.radius}
	near, far = 0, math.Inf(1)
	for i := range 3 {
		if dir[i] == 0 {
			if !(origin[i] >= lo[i] && origin[i] <= hi[i]) {
				return 1, 0
			}
			continue
		}
		a, b := (lo[i]-origin[i])/dir[i], (hi[i]-origin[i])/dir[i]
		near, far = max(near, min(a, b)), min(far, max(a, b))
	}
	if math.IsInf(far, 0) || math.IsNaN(near+far) {
		return 1, 0
	}
	return near, far
}
