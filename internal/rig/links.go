package rig

import "math"

// pitchFit is the period of a track's links along a straight run.
type pitchFit struct {
	pitch float64 // smallest period, metres; 0: none was found
	link  float64 // largest period looked for that still fits, metres: the physical link
	match float64 // autocorrelation at the pitch, 0..1
}

// Figures of the search (spec), in metres for a vehicle of ordinary size.
const (
	pitchFrom, pitchTo, pitchStep = 0.04, 0.5, 0.002
	pitchStrong                   = 0.3
	pitchAsGood                   = 0.95 // of the best: the smallest such period is the pitch
	linkAsGood                    = 0.85 // of the best: the largest such period is the physical link
)

// runPoint is a vertex of a straight run: how far along it, how far outside the
// path, how far across it, metres.
type runPoint struct{ along, out, across float64 }

// pitchOf looks for the period of vertices along a run. unit scales the figures
// of the search. Points count in bands of height and width, so that two rows of
// bolts half a link apart do not halve the pitch. The smallest period is then
// followed over as many links as the run has, which makes it that much more
// exact than the search's step.
func pitchOf(points []runPoint, unit float64) (out pitchFit) {
	if len(points) < 8 {
		return out
	}
	lo, hi := points[0], points[0]
	for _, p := range points {
		lo.along, hi.along = min(lo.along, p.along), max(hi.along, p.along)
		lo.out, hi.out = min(lo.out, p.out), max(hi.out, p.out)
		lo.across, hi.across = min(lo.across, p.across), max(hi.across, p.across)
	}
	step := pitchStep * unit
	length := hi.along - lo.along
	n := int(length/step) + 1
	if n < 8 || n > 1<<16 {
		return out
	}
	const bands = 3
	band := func(x, a, b float64) int {
		if b-a < 1e-9*length {
			return 0
		}
		return min(int((x-a)/(b-a)*bands), bands-1)
	}
	var dev [bands * bands][]float64
	for k := range dev {
		dev[k] = make([]float64, n)
	}
	for _, p := range points {
		d := dev[band(p.out, lo.out, hi.out)*bands+band(p.across, lo.across, hi.across)]
		// Shared between two bins, and smoothed over a step to each side.
		x := (p.along - lo.along) / step
		i := int(x)
		f := x - float64(i)
		for k, w := range [4]float64{0.5 * (1 - f), 1, 1, 0.5 * f} {
			if j := i + k - 1; j >= 0 && j < n {
				d[j] += w / 3
			}
		}
	}
	for k := range dev {
		mean := 0.0
		for _, x := range dev[k] {
			mean += x / float64(n)
		}
		for i := range dev[k] {
			dev[k][i] -= mean
		}
	}
	// Correlation of the run with itself moved, over where both are.
	auto := func(lag int) float64 {
		xy, xx, yy := 0.0, 0.0, 0.0
		for k := range dev {
			d := dev[k]
			for i := 0; i+lag < n; i++ {
				xy += d[i] * d[i+lag]
				xx += d[i] * d[i]
				yy += d[i+lag] * d[i+lag]
			}
		}
		if xx == 0 || yy == 0 {
			return 0
		}
		return xy / math.Sqrt(xx*yy)
	}
	from, to := int(pitchFrom*unit/step), min(int(pitchTo*unit/step), n*2/3)
	if from+2 > to {
		return out
	}
	r := make([]float64, to+2)
	best := 0.0
	for lag := max(from-1, 1); lag <= to+1 && lag < n; lag++ {
		r[lag] = auto(lag)
		if lag >= from && lag <= to {
			best = max(best, r[lag])
		}
	}
	if best < pitchStrong {
		return out
	}
	peak := func(lag int) bool { return r[lag] >= r[lag-1] && r[lag] >= r[lag+1] && r[lag] > 0 }
	for lag := max(from, 2); lag <= to; lag++ {
		if !peak(lag) {
			continue
		}
		if out.pitch == 0 && r[lag] >= pitchAsGood*best {
			out.pitch, out.match = float64(lag), r[lag]
		}
		if r[lag] >= linkAsGood*best {
			out.link = float64(lag)
		}
	}
	if out.pitch == 0 {
		return pitchFit{}
	}
	// Followed over more and more links; each time the window is what half a
	// step's error can have grown to.
	p := out.pitch
	for m := 1; float64(m)*p < 0.75*float64(n); m++ {
		mid := float64(m) * p
		wide := 1 + int(0.2*p)
		if m > 1 {
			wide = 2
		}
		top, at := -1.0, 0
		for lag := int(mid+0.5) - wide; lag <= int(mid+0.5)+wide; lag++ {
			if lag > 1 && lag < n-1 {
				if v := auto(lag); v > top {
					top, at = v, lag
				}
			}
		}
		if top < 0.5*out.match {
			break
		}
		a, b, c := auto(at-1), top, auto(at+1)
		x := float64(at)
		if den := a - 2*b + c; den < 0 {
			x += min(max(0.5*(a-c)/den, -0.5), 0.5)
		}
		p = x / float64(m)
	}
	out.link = math.Max(math.Round(out.link/p), 1) * p * step
	out.pitch = p * step
	return out
}
