package rig

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// seam says by which turns a wheel comes to look as it did: where a loop of it
// may be closed.
type seam struct {
	order int     // n of 360/n; 0: round, any turn does; 1: only whole turns
	match float64 // correlation at that step, 0..1
}

// stepDeg is the smallest turn that closes a loop, 0 for any.
func (s seam) stepDeg() float64 {
	if s.order == 0 {
		return 0
	}
	return 360 / float64(s.order)
}

// Figures of the seam (spec): the rim is what lies farther out than 0.45 of the
// radius, orders 2 to 24 are tried, and one needs a correlation of 0.4. Upstream
// takes the smallest order that is 0.8 as good as the best, which is 2 for 4, 6
// and 8 spokes; this takes the largest that is 0.9 as good.
const (
	rimFrom    = 0.45
	seamMatch  = 0.4
	seamAsGood = 0.9
	seamBins   = 720
	seamRings  = 8
	seamPoints = 24000
)

// seamOf correlates the rim with itself turned. Points are spread over the
// surface by area where upstream takes vertices: so a finely cut tyre does not
// outweigh the spokes, and no tessellation makes an order of its own.
func seamOf(tris []tri, c, a mgl64.Vec3, r float64) seam {
	area := 0.0
	for _, t := range tris {
		area += t[1].Sub(t[0]).Cross(t[2].Sub(t[0])).Len() / 2
	}
	if !(r > 0) || !(area > 0) {
		return seam{order: 1}
	}
	u, v := across(a)
	var h [seamRings][seamBins]float64
	total := 0.0
	for _, s := range spread(tris, area, seamPoints) {
		d := s.p.Sub(c)
		x, y := d.Dot(u), d.Dot(v)
		l := math.Hypot(x, y) / r
		if l <= rimFrom {
			continue
		}
		ring := min(int((l-rimFrom)/(1-rimFrom)*seamRings), seamRings-1)
		at := (math.Atan2(y, x)/(2*math.Pi) + 1) * seamBins
		h[ring][int(at)%seamBins]++
		total++
	}
	if total < 200 {
		return seam{order: 1}
	}
	// Smoothed over five bins (2.5 degrees), less the ring's mean. A round ring
	// scatters by chance alone: what the points' own grain makes, and a little for
	// polygons that stand for a circle. Only rings with more than that count.
	var auto [seamBins]float64
	total = 0
	for k := range seamRings {
		mean, energy := 0.0, 0.0
		for _, x := range h[k] {
			mean += x / seamBins
		}
		var dev [seamBins]float64
		for i := range seamBins {
			sum := 0.0
			for j := -2; j <= 2; j++ {
				sum += h[k][(i+j+seamBins)%seamBins] / 5
			}
			dev[i] = sum - mean
			energy += dev[i] * dev[i]
		}
		noise := mean / 5 * seamBins
		if energy < 3*noise+0.01*mean*mean*seamBins {
			continue
		}
		total += max(energy-noise, energy/4)
		for s := range seamBins {
			for i := range seamBins {
				j := i + s
				if j >= seamBins {
					j -= seamBins
				}
				auto[s] += dev[i] * dev[j]
			}
		}
	}
	if total == 0 {
		return seam{order: 0, match: 1}
	}
	for s := range auto {
		auto[s] /= total
	}
	at := func(deg float64) float64 {
		x := deg / 360 * seamBins
		i := int(x)
		f := x - float64(i)
		return auto[i%seamBins]*(1-f) + auto[(i+1)%seamBins]*f
	}
	var score [maxOrder + 1]float64
	best := 0.0
	for n := 2; n <= maxOrder; n++ {
		score[n] = math.Inf(1)
		for k := 1; k <= n/2; k++ { // the rest mirror these
			score[n] = min(score[n], at(360*float64(k)/float64(n)))
		}
		best = max(best, score[n])
	}
	if best < seamMatch {
		return seam{order: 1, match: best}
	}
	for n := maxOrder; n >= 2; n-- {
		if score[n] >= seamAsGood*best {
			return seam{order: n, match: min(score[n], 1)}
		}
	}
	return seam{order: 1, match: best}
}
