package rig

import (
	"math"
	"sort"

	"github.com/go-gl/mathgl/mgl64"
)

// Fit is an axle fitted to a shape by its rotational symmetry.
type Fit struct {
	Axle        mgl64.Vec3 `json:"axle"`        // unit; either sign
	Center      mgl64.Vec3 `json:"center"`      // on the axle, at the middle of the blades
	Radius      float64    `json:"radius"`      // farthest corner from the axle, metres
	Thickness   float64    `json:"thickness"`   // extent along the axle, metres
	Order       int        `json:"order"`       // n of the n-fold symmetry; 0: round, 1: none
	Correlation float64    `json:"correlation"` // 0..1: share of the surface that a turn by 360/n brings onto itself
	ResidualDeg float64    `json:"residualDeg"` // how far the turned shape is off, seen as a tilt
	Depth       float64    `json:"depth"`       // extent along the axle of the outer half, without mast and hub, metres
	Contrast    float64    `json:"contrast"`    // 0..1: how much less of the outer half fits after half a step; near 1 for blades, 0 for a ring
}

const (
	maxOrder   = 24   // largest symmetry looked for
	coarse     = 160  // samples while searching
	fine       = 700  // samples while refining
	fitTol     = 0.02 // of the radius: closer counts as the same place
	orderSlack = 0.94 // of the best: an order that fits as well as this competes
)

// FitAxle finds the axle about which the triangles (three corners each, model
// space, metres) repeat themselves. It starts from the area-weighted moments,
// which no tessellation can tilt, and refines them by how well the shape comes
// to lie on itself when turned by 360/n. Of the orders that fit about equally
// well it takes the largest. ok is false where the triangles have no area.
//
// hints are directions to try beside the principal axes; they need not be unit.
func FitAxle(tris [][3]mgl64.Vec3, hints ...mgl64.Vec3) (fit Fit, ok bool) {
	list := make([]tri, len(tris))
	for i := range tris {
		list[i] = tri(tris[i])
	}
	s := newSurface(list)
	if s == nil {
		return Fit{Axle: mgl64.Vec3{0, 1, 0}, Order: 1}, false
	}
	f := newFitter(s)
	return f.best(hints), true
}

// fitter looks for symmetries of one surface. Lengths are in its unit.
type fitter struct {
	s       *surface
	few     []sample
	many    []sample
	corners []mgl64.Vec3
	quick   bool // what is round is not worth refining
}

func newFitter(s *surface) *fitter {
	f := &fitter{s: s, few: shuffled(s.samples(coarse)), many: s.samples(fine)}
	f.corners = make([]mgl64.Vec3, 0, 3*len(s.tris))
	for _, t := range s.tris {
		f.corners = append(f.corners, t[0], t[1], t[2])
	}
	return f
}

// shuffled spreads a list so that every beginning of it covers the whole: the
// order is that of the golden ratio's multiples.
func shuffled(list []sample) []sample {
	idx := make([]int, len(list))
	for i := range idx {
		idx[i] = i
	}
	sort.SliceStable(idx, func(a, b int) bool {
		return frac(float64(idx[a])*0.6180339887498949) < frac(float64(idx[b])*0.6180339887498949)
	})
	out := make([]sample, len(list))
	for k, i := range idx {
		out[k] = list[i]
	}
	return out
}

// axis is a candidate: a line with a symmetry about it.
type axis struct {
	a, c  mgl64.Vec3 // direction (unit) and a point, in the surface's unit
	n     int        // order
	match float64    // share of samples that come to lie within fitTol
	rms   float64    // of the better three quarters, for the refined ones
	r     float64    // radius
	h     float64    // thickness
}

// best returns the fit of the most convincing axis.
func (f *fitter) best(hints []mgl64.Vec3) Fit {
	var cands []axis
	for _, d := range f.directions(hints) {
		if a := f.order(d, mgl64.Vec3{}); a.n > 1 {
			cands = append(cands, a)
		}
	}
	if len(cands) == 0 {
		return f.result(axis{a: f.s.axes[2], n: 1})
	}
	sort.SliceStable(cands, func(a, b int) bool { return f.promise(cands[a]) > f.promise(cands[b]) })
	if f.quick && f.roundish(cands[0]) {
		return f.result(cands[0])
	}
	var top axis
	score := -1.0
	for _, a := range cands[:min(len(cands), 3)] {
		a = f.refine(a)
		if b := f.order(a.a, a.c); b.n > a.n && b.match >= a.match-0.02 {
			b.rms = a.rms
			a = f.refine(b)
		}
		if v := f.plausible(a); v > score {
			top, score = a, v
		}
	}
	return f.result(top)
}

// directions lists the axes worth trying, each once.
func (f *fitter) directions(hints []mgl64.Vec3) []mgl64.Vec3 {
	var out []mgl64.Vec3
	add := func(d mgl64.Vec3) {
		l := d.Len()
		if l == 0 || math.IsNaN(l) || math.IsInf(l, 0) {
			return
		}
		d = d.Mul(1 / l)
		for _, o := range out {
			if math.Abs(o.Dot(d)) > 0.9998 { // 1.1 degrees
				return
			}
		}
		out = append(out, d)
	}
	for _, d := range hints {
		add(d)
	}
	add(f.s.axes[2])
	add(f.s.axes[1])
	add(f.s.axes[0])
	return out
}

// promise is plausible before refinement, when rms is not known.
func (f *fitter) promise(a axis) float64 {
	a.r, a.h = f.extent(a.a, a.c)
	return f.plausible(a)
}

// roundish reports whether the shape is as much itself after part of a step as
// after a whole one: a wheel, a tube, a cap.
func (f *fitter) roundish(x axis) bool {
	if x.match < 0.9 {
		return false
	}
	step := 2 * math.Pi / float64(x.n)
	return f.match(f.few, x.a, x.c, step/2, 2*fitTol, 0) > 0.85*x.match && f.match(f.few, x.a, x.c, 0.382*step, 2*fitTol, 0) > 0.85*x.match
}

// plausible ranks axes of one shape: how well it repeats, how flat the shape is
// across the axle (a rotor turns about its short axis, not about its span),
// and, between axes that are alike in that, the higher order.
func (f *fitter) plausible(a axis) float64 {
	flat := 1.0
	if a.r > 0 {
		flat = 1 / (1 + a.h/(2*a.r))
	}
	return a.match * flat * (1 - 6*min(a.rms, 0.1)) * (1 + 0.01*float64(min(a.n, 12)))
}

// turned returns the rotation by angle about the unit vector a (Rodrigues).
func turned(a mgl64.Vec3, angle float64) mgl64.Mat3 {
	s, c := math.Sincos(angle)
	k := 1 - c
	x, y, z := a[0], a[1], a[2]
	return mgl64.Mat3{
		c + k*x*x, k*x*y + s*z, k*x*z - s*y,
		k*x*y - s*z, c + k*y*y, k*y*z + s*x,
		k*x*z + s*y, k*y*z - s*x, c + k*z*z,
	}
}

// match is the share of the samples that a turn by angle brings within tol of
// the surface. Counting ends, with too low a figure, once it cannot reach floor.
func (f *fitter) match(list []sample, a, c mgl64.Vec3, angle, tol, floor float64) float64 {
	r := turned(a, angle)
	hit, left := 0, len(list)-int(floor*float64(len(list)))
	for i := range list {
		p := r.Mul3x1(list[i].p.Sub(c)).Add(c)
		if _, _, d, ok := f.s.nearest(p); ok && d <= tol {
			hit++
		} else if left--; left < 0 {
			break
		}
	}
	return float64(hit) / float64(max(len(list), 1))
}

// order finds the symmetry about a line: of all n that fit about as well as the
// best, the largest.
func (f *fitter) order(a, c mgl64.Vec3) axis {
	out := axis{a: a, c: c, n: 1}
	var score [maxOrder + 1]float64
	best := 0.0
	last := maxOrder
	if f.lopsided(a) {
		last = 2
	}
	for n := 2; n <= last; n++ {
		// Twice the tolerance: the line is not refined yet.
		score[n] = f.steps(a, c, n)
		best = max(best, score[n])
	}
	if best < 0.5 {
		return out
	}
	for n := maxOrder; n >= 2; n-- {
		if score[n] >= orderSlack*best {
			out.n, out.match = n, score[n]
			break
		}
	}
	return out
}

// lopsided reports whether the shape spreads so much more in one direction
// across a than in the other that no symmetry beyond a half turn is possible.
// Three and more equal blades spread alike; a quarter is left for what else
// may hang on them.
func (f *fitter) lopsided(a mgl64.Vec3) bool {
	u, v := across(a)
	cu, cv := f.s.cov.Mul3x1(u), f.s.cov.Mul3x1(v)
	x, y, xy := u.Dot(cu), v.Dot(cv), u.Dot(cv)
	return math.Hypot(x-y, 2*xy) > 0.25*(x+y)
}

// steps is the worst match over the turns by one step, two, and half of them:
// a wrong order near the right one is soon out of step.
func (f *fitter) steps(a, c mgl64.Vec3, n int) float64 {
	worst, last := 1.0, 0
	for _, m := range [3]int{max(n/2, 1), min(2, n/2), 1} {
		if m == last || m == 0 {
			continue
		}
		last = m
		if f.match(f.few[:len(f.few)/4], a, c, 2*math.Pi*float64(m)/float64(n), 2*fitTol, 0.3) < 0.3 {
			return 0
		}
		worst = min(worst, f.match(f.few, a, c, 2*math.Pi*float64(m)/float64(n), 2*fitTol, 0.5))
		if worst < 0.5 {
			break
		}
	}
	return worst
}

// refine turns and shifts the axis so that the shape turned by one step lies on
// itself as well as it can: Gauss-Newton on the distances to the surface, with
// the worst quarter left out, so that a pitch link or a hook on one side does
// not tilt the axle.
func (f *fitter) refine(x axis) axis {
	angles := []float64{2 * math.Pi / float64(x.n)}
	if x.n >= 5 {
		angles = append(angles, 2*math.Pi*float64(x.n/2)/float64(x.n))
	}
	for round := range 14 {
		limit, list := reach, f.few
		if round >= 4 {
			limit, list = max(3*x.rms, 1e-4), f.many
		}
		step, rms, ok := f.newton(list, x, angles, limit)
		if !ok {
			break
		}
		x.rms = rms
		u, v := across(x.a)
		x.c = x.c.Add(u.Mul(step[2])).Add(v.Mul(step[3]))
		x.a = x.a.Sub(v.Mul(step[0])).Add(u.Mul(step[1])).Normalize() // w x a, with u x a = -v and v x a = u
		if round >= 4 && math.Abs(step[0])+math.Abs(step[1])+math.Abs(step[2])+math.Abs(step[3]) < 1e-6 {
			break
		}
	}
	x.match = f.match(f.many, x.a, x.c, angles[0], fitTol, 0)
	x.r, x.h = f.extent(x.a, x.c)
	return x
}

// across returns two unit vectors that span the plane across a.
func across(a mgl64.Vec3) (u, v mgl64.Vec3) {
	k := 0
	for i := 1; i < 3; i++ {
		if math.Abs(a[i]) < math.Abs(a[k]) {
			k = i
		}
	}
	var e mgl64.Vec3
	e[k] = 1
	u = a.Cross(e).Normalize()
	return u, a.Cross(u)
}

// newton makes one step. The unknowns are a turn of the axle about u and about
// v (radians) and a shift of the line along u and v (units).
func (f *fitter) newton(list []sample, x axis, angles []float64, limit float64) (step [4]float64, rms float64, ok bool) {
	u, v := across(x.a)
	var ata [4][4]float64
	var atb [4]float64
	sum, count := 0.0, 0
	for _, ang := range angles {
		r := turned(x.a, ang)
		for i := range list {
			p := list[i].p.Sub(x.c)
			rp := r.Mul3x1(p)
			q, t, d, near := f.s.nearest(rp.Add(x.c))
			if !near || d > limit {
				continue
			}
			e := rp.Add(x.c).Sub(q)
			n := faceNormal(f.s.tris[t])
			if d > 1e-12 {
				n = e.Mul(1 / d)
			}
			// d(Rp)/dw = w x Rp - R (w x p) for a small turn w of the axle.
			du := u.Cross(rp).Sub(r.Mul3x1(u.Cross(p)))
			dv := v.Cross(rp).Sub(r.Mul3x1(v.Cross(p)))
			j := [4]float64{n.Dot(du), n.Dot(dv), n.Dot(u.Sub(r.Mul3x1(u))), n.Dot(v.Sub(r.Mul3x1(v)))}
			res := n.Dot(e)
			for a := range 4 {
				for b := range 4 {
					ata[a][b] += j[a] * j[b]
				}
				atb[a] -= j[a] * res
			}
			sum += res * res
			count++
		}
	}
	if count < 16 {
		return step, 0, false
	}
	rms = math.Sqrt(sum / float64(count))
	for k := range 4 {
		ata[k][k] += 1e-9 * float64(count) // a direction that nothing fixes stays put
	}
	step, ok = solve4(ata, atb)
	for k := range 4 {
		step[k] = min(max(step[k], -0.1), 0.1)
	}
	return step, rms, ok
}

func faceNormal(t tri) mgl64.Vec3 {
	n := t[1].Sub(t[0]).Cross(t[2].Sub(t[0]))
	if l := n.Len(); l > 0 {
		return n.Mul(1 / l)
	}
	return mgl64.Vec3{0, 1, 0}
}

// solve4 is Gaussian elimination with partial pivoting.
func solve4(a [4][4]float64, b [4]float64) (x [4]float64, ok bool) {
	for i := range 4 {
		p := i
		for k := i + 1; k < 4; k++ {
			if math.Abs(a[k][i]) > math.Abs(a[p][i]) {
				p = k
			}
		}
		if a[p][i] == 0 || math.IsNaN(a[p][i]) {
			return x, false
		}
		a[i], a[p] = a[p], a[i]
		b[i], b[p] = b[p], b[i]
		for k := i + 1; k < 4; k++ {
			m := a[k][i] / a[i][i]
			for j := i; j < 4; j++ {
				a[k][j] -= m * a[i][j]
			}
			b[k] -= m * b[i]
		}
	}
	for i := 3; i >= 0; i-- {
		x[i] = b[i]
		for j := i + 1; j < 4; j++ {
			x[i] -= a[i][j] * x[j]
		}
		x[i] /= a[i][i]
	}
	return x, true
}

// extent is the radius of the corners about a line and their extent along it.
func (f *fitter) extent(a, c mgl64.Vec3) (r, h float64) {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, p := range f.corners {
		d := p.Sub(c)
		t := d.Dot(a)
		lo, hi = min(lo, t), max(hi, t)
		r = max(r, d.Sub(a.Mul(t)).Len())
	}
	return r, hi - lo
}

// result puts a candidate into model space.
func (f *fitter) result(x axis) Fit {
	x.r, x.h = f.extent(x.a, x.c)
	fit := Fit{Axle: x.a, Order: x.n, Correlation: x.match, Radius: x.r * f.s.scale, Thickness: x.h * f.s.scale}
	outer := f.outer(x)
	if x.n > 1 {
		fit.Contrast = f.contrast(x, outer)
		if x.n > 12 && fit.Contrast < 0.1 || fit.Contrast < 0.02 {
			fit.Order = 0
		}
	}
	if x.r > 0 {
		fit.ResidualDeg = math.Atan(x.rms/(0.6*x.r)) * 180 / math.Pi
	}
	// The middle of the blades along the axle: the mean of the outer surface.
	if len(outer) > 0 {
		h := make([]float64, len(outer))
		mid := 0.0
		for i, p := range outer {
			h[i] = p.p.Sub(x.c).Dot(x.a)
			mid += h[i] / float64(len(outer))
		}
		x.c = x.c.Add(x.a.Mul(mid))
		sort.Float64s(h)
		fit.Depth = (h[len(h)-1-len(h)/50] - h[len(h)/50]) * f.s.scale
	}
	fit.Center = f.s.origin.Add(x.c.Mul(f.s.scale))
	return fit
}

// outer returns the samples in the outer half of the disc.
func (f *fitter) outer(x axis) []sample {
	var out []sample
	for _, s := range f.many {
		d := s.p.Sub(x.c)
		if d.Sub(x.a.Mul(d.Dot(x.a))).Len() > 0.5*x.r {
			out = append(out, s)
		}
	}
	return out
}

// contrast compares a turn by a whole step with turns by parts of it, in the
// outer half: blades come to lie in the gaps, a ring stays a ring.
func (f *fitter) contrast(x axis, outer []sample) float64 {
	if len(outer) == 0 {
		return 0
	}
	step := 2 * math.Pi / float64(x.n)
	whole := f.match(outer, x.a, x.c, step, fitTol/2, 0)
	part := min(f.match(outer, x.a, x.c, step/2, fitTol/2, 0), f.match(outer, x.a, x.c, 0.382*step, fitTol/2, 0))
	return max(whole-part, 0)
}
