package rig

import "math"

// pitchFit is the period of a track's links along a straight run.
type pitchFit struct {
	pitch float64 // smallest period, metres; 0: none was found
	match float64 // autocorrelation at the pitch, 0..1
}

// Figures of the search (spec), in metres for a vehicle of ordinary size. The
// spec also calls the largest period that is 0.85 as good the physical link; of
// an even track that is the largest multiple of the pitch in range, so it is not
// used: links that are loose pieces are told by that.
const (
	pitchFrom, pitchTo, pitchStep = 0.04, 0.5, 0.002
	pitchStrong                   = 0.3
	pitchAsGood                   = 0.95 // of the best: the smallest such period is the pitch
)

// runPoint is a point of a straight run: how far along it, how far outside the
// path, how far across it, metres. It is a vertex, or one of many that are
// spread over the area.
type runPoint struct {
	along, out, across float64
	area               bool
}

// pitchOf looks for the period of vertices along a run, and of the surface: a
// band may have its vertices twice as often as its grousers. unit scales the
// figures of the search. Points count in bands of height and width, so that two
// rows of bolts half a link apart do not halve the pitch. The smallest period is then
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
	var dev [2 * bands * bands][]float64
	for k := range dev {
		dev[k] = make([]float64, n)
	}
	for _, p := range points {
		k := band(p.out, lo.out, hi.out)*bands + band(p.across, lo.across, hi.across)
		if p.area {
			k += bands * bands
		}
		// Shared between two bins.
		x := (p.along - lo.along) / step
		i := int(x)
		f := x - float64(i)
		dev[k][min(i, n-1)] += 1 - f
		dev[k][min(i+1, n-1)] += f
	}
	// Vertices are smoothed over a step to each side, the surface over two
	// centimetres, and each counts half; a surface that is even but for the grain
	// of its points does not count.
	for kind, wide := range [2]int{1, 5} {
		list := dev[kind*bands*bands : (kind+1)*bands*bands]
		energy, noise := 0.0, 0.0
		for k := range list {
			mean := 0.0
			for _, x := range list[k] {
				mean += x / float64(n)
			}
			list[k] = smoothed(list[k], wide)
			for i := range list[k] {
				list[k][i] -= mean
				energy += list[k][i] * list[k][i]
			}
			noise += mean / float64(2*wide+1) * float64(n)
		}
		if energy == 0 || kind == 1 && energy < 3*noise {
			for k := range list {
				clear(list[k])
			}
			continue
		}
		for k := range list {
			for i := range list[k] {
				list[k][i] /= math.Sqrt(energy)
			}
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
		if peak(lag) && r[lag] >= pitchAsGood*best {
			out.pitch, out.match = float64(lag), r[lag]
			break
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
	out.pitch = p * step
	return out
}

// smoothed is the mean over a window of so many places to each side; beyond the
// ends it is cut off.
func smoothed(list []float64, wide int) []float64 {
	out := make([]float64, len(list))
	for i := range list {
		s, n := 0.0, 0
		for k := max(i-wide, 0); k <= min(i+wide, len(list)-1); k++ {
			s += list[k]
			n++
		}
		out[i] = s / float64(n)
	}
	return out
}
