package rig

import (
	"math"
	"slices"
	"sort"

	"github.com/go-gl/mathgl/mgl64"
)

// round is a set of pieces that is round about an axis: a wheel, a hatch, a
// lamp, a drum.
type round struct {
	pieces []int
	axle   mgl64.Vec3 // unit, either sign
	center mgl64.Vec3 // on the axle, at the middle of its width
	r, w   float64    // radius, and extent along the axle, metres
	rim    float64    // least over greatest radius of the outline: 1 is a circle, 0.87 a hexagon
	ring   bool       // nothing is near the axle
}

// roundMin is the least rim of what counts as round: a hexagon has 0.87, a
// square 0.71.
const roundMin = 0.84

// rounds finds what is round among single pieces and whole nodes, the widest
// first; of things that share an axle and a place only the outermost.
func (f *finder) rounds(skip map[int]bool) []round {
	var all []round
	add := func(set []int) {
		r, ok := f.roundOf(set)
		if !ok {
			return
		}
		if len(set) > 1 && r.w > 1.5*r.r { // two wheels on one axle are no drum
			for _, i := range set {
				if o, ok := f.roundOf([]int{i}); ok && o.r > 0.9*r.r && o.w < 0.6*r.w && r.holds(&o) {
					return
				}
			}
		}
		all = append(all, r)
	}
	nodes := make([]int, 0, len(f.byNode))
	for n := range f.byNode {
		nodes = append(nodes, n)
	}
	sort.Ints(nodes)
	for _, n := range nodes {
		set := f.byNode[n]
		if len(set) > 1 && len(set) <= maxRotorPieces && !slices.ContainsFunc(set, func(i int) bool { return skip[i] }) {
			add(set)
		}
		for _, i := range set {
			if !skip[i] {
				add([]int{i})
			}
		}
	}
	sort.SliceStable(all, func(a, b int) bool { return all[a].r > all[b].r*(1+1e-9) })
	var out []round
	for _, c := range all {
		inner := slices.ContainsFunc(out, func(o round) bool { return o.holds(&c) })
		if !inner {
			out = append(out, c)
		}
	}
	return out
}

// holds reports whether another round thing is part of this one: on its axle and
// no farther along it than beside it.
func (r *round) holds(o *round) bool {
	d := o.center.Sub(r.center)
	h := d.Dot(r.axle)
	return math.Abs(o.axle.Dot(r.axle)) > 0.97 && d.Sub(r.axle.Mul(h)).Len() < 0.15*r.r && math.Abs(h) < 0.5*(r.w+o.w)+0.05*r.r
}

// roundOf tests whether a set of pieces is round about one of its principal axes
// or a coordinate axis.
func (f *finder) roundOf(set []int) (round, bool) {
	list := make([]moments, len(set))
	for k, i := range set {
		list[k] = f.pieces[i].moments
	}
	m := combine(list)
	if m.area == 0 || m.spread[0] == 0 {
		return round{}, false
	}
	if len(set) == 1 && ballLike(&f.pieces[set[0]]) {
		return round{}, false
	}
	best, found := round{}, false
	tried := make([]mgl64.Vec3, 0, 5)
	for _, a := range [5]mgl64.Vec3{m.axes[2], m.axes[0], {1, 0, 0}, {0, 1, 0}, {0, 0, 1}} {
		if slices.ContainsFunc(tried, func(o mgl64.Vec3) bool { return math.Abs(o.Dot(a)) > 0.9998 }) {
			continue
		}
		tried = append(tried, a)
		u, v := across(a)
		cu, cv := m.cov.Mul3x1(u), m.cov.Mul3x1(v)
		x, y, xy := u.Dot(cu), v.Dot(cv), u.Dot(cv)
		if math.Hypot(x-y, 2*xy) > 0.22*(x+y) || x+y == 0 {
			continue
		}
		r, ok := f.outline(set, a, m.centroid)
		if ok && (!found || r.rim > best.rim+0.02) {
			best, found = r, true
		}
	}
	if found {
		best.pieces = slices.Clone(set)
	}
	return best, found
}

// outline measures the rim of a set seen along an axis.
func (f *finder) outline(set []int, a, c mgl64.Vec3) (round, bool) {
	u, v := across(a)
	// The middle of the extents in sixteen directions: a hub or a valve on one
	// side does not shift it.
	const dirs = 16
	var lo, hi [dirs]float64
	var du [dirs]mgl64.Vec3
	for k := range dirs {
		s, co := math.Sincos(math.Pi * float64(k) / dirs)
		du[k] = u.Mul(co).Add(v.Mul(s))
		lo[k], hi[k] = math.Inf(1), math.Inf(-1)
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, i := range set {
		for t := range f.pieces[i].tris {
			for _, p := range f.pieces[i].tris[t] {
				d := p.Sub(c)
				h := d.Dot(a)
				low, high = min(low, h), max(high, h)
				for k := range dirs {
					e := d.Dot(du[k])
					lo[k], hi[k] = min(lo[k], e), max(hi[k], e)
				}
			}
		}
	}
	narrow, wide := math.Inf(1), 0.0
	var shift mgl64.Vec3
	for k := range dirs {
		narrow, wide = min(narrow, hi[k]-lo[k]), max(wide, hi[k]-lo[k])
		shift = shift.Add(du[k].Mul((lo[k] + hi[k]) / dirs))
	}
	if wide == 0 || narrow < 0.86*wide {
		return round{}, false
	}
	mid := c.Add(shift)
	var far [dirs]float64
	r := 0.0
	core, area := 0.0, 0.0
	for _, i := range set {
		for t := range f.pieces[i].tris {
			w := &f.pieces[i].tris[t]
			inner := math.Inf(1)
			for k := range 3 {
				for s := range 4 {
					p := w[k].Add(w[(k+1)%3].Sub(w[k]).Mul(float64(s) / 4)).Sub(mid)
					x, y := p.Dot(u), p.Dot(v)
					d := math.Hypot(x, y)
					n := min(int((math.Atan2(y, x)+math.Pi)/(2*math.Pi)*dirs), dirs-1)
					far[n] = max(far[n], d)
					r, inner = max(r, d), min(inner, d)
				}
			}
			s := w[1].Sub(w[0]).Cross(w[2].Sub(w[0])).Len()
			if area += s; inner < 0.3*wide/2 {
				core += s
			}
		}
	}
	rim := 1.0
	for _, d := range far {
		rim = min(rim, d/max(r, 1e-300))
	}
	out := round{axle: a, center: mid.Add(a.Mul((low + high) / 2)), r: r, w: high - low, rim: rim, ring: core < 0.02*area}
	return out, rim >= roundMin
}

// polygon reports whether a disc's corners are those of one solid or ring with
// few sides: its outline has no gaps, as it would between blades.
func (f *finder) polygon(set []int, fit *Fit) bool {
	u, v := across(fit.Axle)
	bins := 8 * fit.Order
	for _, i := range set {
		p := &f.pieces[i]
		if _, r := radial(p, fit.Center, fit.Axle); r < 0.9*fit.Radius {
			continue
		}
		far := make([]float64, bins)
		for t := range p.tris {
			w := &p.tris[t]
			for k := range 3 {
				for s := range 24 {
					q := w[k].Add(w[(k+1)%3].Sub(w[k]).Mul(float64(s) / 24)).Sub(fit.Center)
					x, y := q.Dot(u), q.Dot(v)
					n := min(int((math.Atan2(y, x)+math.Pi)/(2*math.Pi)*float64(bins)), bins-1)
					far[n] = max(far[n], math.Hypot(x, y))
				}
			}
		}
		if slices.Min(far) > 0.75*fit.Radius {
			return true
		}
	}
	return false
}
