package rig

import (
	"math"
	"sort"

	"github.com/go-gl/mathgl/mgl64"
)

// barEnds are the two ends of a long piece.
type barEnds struct {
	at     [2]mgl64.Vec3 // the middle of each end's last tenth
	along  mgl64.Vec3    // unit, from the first end to the second
	length float64       // metres
}

// endsOf measures a piece along its longest axis.
func endsOf(p *piece) barEnds {
	a := p.axes[0]
	lo, hi := math.Inf(1), math.Inf(-1)
	for i := range p.tris {
		for _, v := range p.tris[i] {
			d := v.Sub(p.centroid).Dot(a)
			lo, hi = min(lo, d), max(hi, d)
		}
	}
	e := barEnds{along: a, length: hi - lo, at: [2]mgl64.Vec3{p.centroid.Add(a.Mul(lo)), p.centroid.Add(a.Mul(hi))}}
	for k, edge := range [2]float64{lo, hi} { // a drooping end is not on the axis
		var sum mgl64.Vec3
		n := 0
		for i := range p.tris {
			for _, v := range p.tris[i] {
				if math.Abs(v.Sub(p.centroid).Dot(a)-edge) < 0.1*e.length {
					sum = sum.Add(v)
					n++
				}
			}
		}
		if n > 0 {
			e.at[k] = sum.Mul(1 / float64(n))
		}
	}
	return e
}

// halfBlade reports whether a bar of one piece cannot turn about its own
// middle: one end is a root, against something that is round about no more than
// that end or beside the root of a bar like it, or both ends are held.
func (f *finder) halfBlade(i int) bool {
	p := &f.pieces[i]
	e := endsOf(p)
	var root [2]bool
	for k := range 2 {
		root[k] = f.rootMate(i, &e, k) || f.held(i, &e, k)
	}
	return root[0] || root[1]
}

// rootMate reports whether another bar of the same shape starts where end k of
// bar i is and goes another way.
func (f *finder) rootMate(i int, e *barEnds, k int) bool {
	p := &f.pieces[i]
	out := e.at[1-k].Sub(e.at[k]).Normalize()
	for _, j := range f.use {
		q := &f.pieces[j]
		if j == i || math.Abs(q.area-p.area) > sameShape*p.area || !alike(q, p) || q.centroid.Sub(p.centroid).Len() > 1.6*e.length {
			continue
		}
		o := endsOf(q)
		for n := range 2 {
			if o.at[n].Sub(e.at[k]).Len() > 0.3*e.length {
				continue
			}
			if way := o.at[1-n].Sub(o.at[n]).Normalize(); way.Dot(out) < math.Cos(20*math.Pi/180) {
				return true
			}
		}
	}
	return false
}

// held reports whether end k of a bar touches something that is not a bar like
// it and does not reach along it.
func (f *finder) held(i int, e *barEnds, k int) bool {
	p := &f.pieces[i]
	tol := 0.004 * e.length
	dir := e.along
	if k == 0 {
		dir = dir.Mul(-1)
	}
	mid := e.at[0].Add(e.at[1]).Mul(0.5)
	var near []mgl64.Vec3
	for _, s := range spread(p.tris, p.area, 400) {
		if s.p.Sub(mid).Dot(dir) > 0.42*e.length {
			near = append(near, s.p)
		}
	}
	for t := range p.tris {
		for _, v := range p.tris[t] {
			if v.Sub(mid).Dot(dir) > 0.42*e.length {
				near = append(near, v)
			}
		}
	}
	for _, j := range f.use {
		q := &f.pieces[j]
		if j == i {
			continue
		}
		if inside(q.bounds.Min, q.bounds.Max, e.at[k], 0.1*e.length) {
			for t := range q.tris {
				c := q.tris[t][0].Add(q.tris[t][1]).Add(q.tris[t][2]).Mul(1.0 / 3)
				ball := max(q.tris[t][0].Sub(c).Len(), q.tris[t][1].Sub(c).Len(), q.tris[t][2].Sub(c).Len())
				if c.Sub(e.at[k]).Len() > ball+0.2*e.length {
					continue
				}
				for _, v := range near {
					if closestOnTriangle(v, &q.tris[t]).Sub(v).Len() < tol {
						return true
					}
				}
			}
		}
	}
	return false
}

func inside(lo, hi, p mgl64.Vec3, pad float64) bool {
	for k := range 3 {
		if p[k] < lo[k]-pad || p[k] > hi[k]+pad {
			return false
		}
	}
	return true
}

// fan is a set of like blades about one axle that a ring does not explain: at
// unequal angles, or with one missing.
type fan struct {
	pieces []int
	axle   mgl64.Vec3
	center mgl64.Vec3
	turns  []float64 // angle of each piece from the first, radians
	even   bool      // the angles are equal and none is missing
}

const maxFanClass = 64 // like bars: more are rails, not blades

// findFans looks for three and more like bars whose roots share a point: their
// middles lie on a circle, they point at its centre, and a turn about its axis
// carries each onto the others.
func findFans(pieces []piece, use []int, size float64) []fan {
	seen := map[string]bool{}
	var out []fan
	for _, class := range classes(pieces, use) {
		if len(class) < 3 || len(class) > maxFanClass || pieces[class[0]].spread[0] < 2.2*pieces[class[0]].spread[1] {
			continue
		}
		for _, i := range class {
			near := neighbours(pieces, class, i)
			for a, j := range near {
				for _, k := range near[a+1:] {
					r, ok := fanOf(pieces, class, i, j, k, size)
					if !ok {
						continue
					}
					if key := setKey(r.pieces); !seen[key] {
						seen[key] = true
						out = append(out, r)
					}
				}
			}
		}
	}
	return out
}

// fanOf gathers the members of a class that belong to the circle through the
// middles of three.
func fanOf(pieces []piece, class []int, i, j, k int, size float64) (r fan, ok bool) {
	p := &pieces[i]
	dj, dk := pieces[j].centroid.Sub(p.centroid), pieces[k].centroid.Sub(p.centroid)
	x := dj.Cross(dk)
	if x.Len() < 0.02*dj.Len()*dk.Len() || x.Len() == 0 {
		return r, false
	}
	jj, kk := dj.Dot(dj), dk.Dot(dk)
	to := x.Cross(dj).Mul(kk).Add(dk.Cross(x).Mul(jj)).Mul(1 / (2 * x.Dot(x)))
	r.center, r.axle = p.centroid.Add(to), x.Normalize()
	rho := to.Len()
	half := math.Sqrt(3) * p.spread[0]
	if inner := rho - half; inner > 0.35*(rho+half) || inner < -0.1*half || rho < 0.01*size {
		return r, false
	}
	arm := p.centroid.Sub(r.center)
	side := r.axle.Cross(arm)
	for _, m := range class {
		q := &pieces[m]
		d := q.centroid.Sub(r.center)
		if math.Abs(d.Len()-rho) > 0.03*rho || math.Abs(d.Dot(r.axle)) > 0.03*rho || math.Abs(q.axes[0].Dot(d)) < 0.95*d.Len() {
			continue
		}
		turn := math.Atan2(d.Dot(side), d.Dot(arm))
		if !carried(p, q, turned(r.axle, turn), 0.05) {
			continue
		}
		r.pieces, r.turns = append(r.pieces, m), append(r.turns, turn)
	}
	if len(r.pieces) < 3 {
		return r, false
	}
	sorted := append([]float64(nil), r.turns...)
	sort.Float64s(sorted)
	r.even = true
	for n := range sorted {
		next := sorted[(n+1)%len(sorted)]
		if n+1 == len(sorted) {
			next += 2 * math.Pi
		}
		if next-sorted[n] < 8*math.Pi/180 {
			return r, false
		}
		if step := 2 * math.Pi / float64(len(sorted)); math.Abs(next-sorted[n]-step) > 0.06*step {
			r.even = false
		}
	}
	return r, true
}

// fit measures a fan as FitAxle does a shape: the correlation is the share of
// the blades' surface that comes to lie on the next blade when turned onto it.
func (r *fan) fit(f *finder) Fit {
	out := Fit{Axle: r.axle, Center: r.center, Order: len(r.pieces), Contrast: 1}
	lo, hi := math.Inf(1), math.Inf(-1)
	low, high := lo, hi
	for _, i := range r.pieces {
		_, far := radial(&f.pieces[i], r.center, r.axle)
		out.Radius = max(out.Radius, far)
	}
	for _, i := range r.pieces {
		for _, s := range spread(f.pieces[i].tris, f.pieces[i].area, 300) {
			h := s.p.Sub(r.center).Dot(r.axle)
			lo, hi = min(lo, h), max(hi, h)
			if offLine(s.p, r.center, r.axle) > 0.5*out.Radius {
				low, high = min(low, h), max(high, h)
			}
		}
	}
	out.Thickness, out.Depth = hi-lo, max(high-low, 0)
	out.Center = r.center.Add(r.axle.Mul((lo + hi) / 2))
	hit, all := 0, 0
	sum := 0.0
	for n, i := range r.pieces {
		m := (n + 1) % len(r.pieces)
		s := newSurface(f.pieces[r.pieces[m]].tris)
		if s == nil {
			return out
		}
		turn := turned(r.axle, r.turns[m]-r.turns[n])
		for _, v := range spread(f.pieces[i].tris, f.pieces[i].area, 200) {
			all++
			q := turn.Mul3x1(v.p.Sub(r.center)).Add(r.center).Sub(s.origin).Mul(1 / s.scale)
			if _, _, d, ok := s.nearest(q); ok && d*s.scale <= fitTol*out.Radius {
				hit++
				sum += d * d * s.scale * s.scale
			}
		}
	}
	if all > 0 && hit > 0 {
		out.Correlation = float64(hit) / float64(all)
		out.ResidualDeg = degrees(math.Sqrt(sum/float64(hit)) / out.Radius)
	}
	return out
}
