package rig

import (
	"math"
	"slices"
	"sort"

	"github.com/go-gl/mathgl/mgl64"
)

// findTrails looks for the legs of a gun on two wheels: slender, a mirrored pair
// or one in the middle, from the axle back to the ground.
func (v *vehicle) findTrails() {
	ground := 0
	var axle mgl64.Vec3
	r := 0.0
	for k := range v.wheels {
		if w := &v.wheels[k]; w.ground {
			ground++
			axle = axle.Add(w.center)
			r = max(r, w.r)
		}
	}
	gun := slices.ContainsFunc(v.says, func(s say) bool { return s.role == Gun })
	if ground < 2 || ground > 4 || !gun || r == 0 {
		return
	}
	axle = axle.Mul(1 / float64(ground))
	_, axleUp, axleFwd := v.st.at(axle)
	type leg struct {
		i         int
		side, far float64
	}
	var legs []leg
	for _, i := range v.f.use {
		p := &v.f.pieces[i]
		if !v.free(i) || p.area == 0 || p.spread[0] < 2.5*p.spread[1] {
			continue
		}
		e := endsOf(p)
		near, far := e.at[0], e.at[1]
		if far.Sub(axle).Len() < near.Sub(axle).Len() {
			near, far = far, near
		}
		nl, nu, nf := v.st.at(near)
		fl, fu, ff := v.st.at(far)
		if e.length < 0.2*v.st.length || math.Abs(nf-axleFwd) > 1.6*r || fu > 0.75*axleUp || nu > axleUp+1.5*r || (ff-axleFwd)*1 > -r {
			continue
		}
		legs = append(legs, leg{i, (nl + fl) / 2, ff})
	}
	for _, l := range legs {
		twin := slices.ContainsFunc(legs, func(o leg) bool {
			return o.i != l.i && math.Abs(o.side+l.side) < 0.08*v.st.width && math.Abs(o.far-l.far) < 0.1*v.st.length
		})
		conf, why := 0.5, "a slender leg from the axle back to the ground"
		if twin {
			conf, why = 0.75, why+", with a partner on the other side"
		} else if math.Abs(l.side) < 0.08*v.st.width {
			conf, why = 0.65, why+", in the middle"
		}
		if conf >= takeRole {
			own := []int{l.i} // with its spade, where that is of the same node
			if mates := v.f.byNode[v.f.pieces[l.i].node]; len(mates) < 12 && v.f.areaOf(mates) < 2*v.f.pieces[l.i].area {
				own = mates
			}
			e := endsOf(&v.f.pieces[l.i])
			for _, i := range v.f.use { // in one mesh the spade is a piece of its own
				q := &v.f.pieces[i]
				k := btoi(e.at[1].Sub(axle).Len() > e.at[0].Sub(axle).Len())
				if v.free(i) && q.area < 0.6*v.f.pieces[l.i].area && q.centroid.Sub(e.at[k]).Len() < 0.12*e.length && !slices.Contains(own, i) {
					own = append(slices.Clone(own), i)
				}
			}
			v.put(own, say{role: Trail, kind: "trail leg", conf: conf, why: why + ": trail", group: v.newGroup()})
		}
	}
}

// smallKinds names what rides with the body: spare and steering wheels, hatches,
// lamps, doors, landing gear. Its role stays Body.
func (v *vehicle) smallKinds() {
	s := &v.st
	say1 := func(set []int, kind string, conf float64, why string) {
		v.put(set, say{role: Body, kind: kind, conf: conf, why: why + ": " + kind})
	}
	for k := range v.round {
		r := &v.round[k]
		if slices.ContainsFunc(r.pieces, func(i int) bool { return !v.free(i) }) || r.w > 1.2*r.r || r.r > 0.2*v.f.size {
			continue
		}
		_, up, fwd := s.at(r.center)
		like := v.likeAny(r) && math.Abs(v.meanRadius()-r.r) < 0.15*r.r
		switch tilt := math.Abs(r.axle.Dot(s.up)); {
		case like && r.w > 0.2*r.r:
			say1(r.pieces, "spare wheel", 0.7, "as large as the road wheels, but off the ground and out of their row")
		case r.ring && r.w < 0.6*r.r && s.byWheels && up > 0.3*s.height && tilt < 0.97 && math.Abs(r.axle.Dot(s.left)) < 0.4:
			say1(r.pieces, "steering wheel", 0.6, "a thin ring above the wheels, across the way that the driver looks")
		case tilt > 0.9 && r.w < 0.6*r.r && up > 0.4*s.height && r.r < 0.1*v.f.size:
			say1(r.pieces, "hatch", 0.6, "a round lid that lies level on top")
		case math.Abs(r.axle.Dot(s.fwd)) > 0.8 && r.r < 0.06*v.f.size && math.Abs(fwd-v.middle()) > 0.3*s.length:
			say1(r.pieces, "lamp", 0.55, "small and round, at an end, looking along the vehicle")
		}
	}
	units := v.units()
	for _, u := range units {
		if slices.ContainsFunc(u.pieces, func(i int) bool { return !v.free(i) }) {
			continue
		}
		lo, hi := u.lo, u.hi
		m := &u.moments
		high := hi[1] - lo[1]
		wide := max(hi[2]-lo[2], hi[0]-lo[0])
		plate := m.spread[2] < 0.25*m.spread[1] && m.spread[1] > 0.35*m.spread[0]
		switch {
		case v.lid(&u) && lo[1] > 0.4*s.height && v.covers(&u):
			say1(u.pieces, "hatch", 0.55, "a lid that lies level on something")
		case plate && math.Abs(m.axes[2].Dot(s.up)) < 0.4 && high > 0.18*s.height && wide > 0.06*s.length && wide < 0.4*s.length &&
			lo[1] > 0.04*s.height && (s.byWheels || len(v.skip) > 0) && v.outside(&u) && u.twin(units, v):
			say1(u.pieces, "door", 0.6, "an upright plate on the outside, with a partner on the other side")
		case len(v.skip) > 0 && s.byWheels && m.spread[0] > 2.5*m.spread[1] && v.overWheel(&u):
			say1(u.pieces, "gear", 0.6, "a strut down to a wheel: landing gear")
		}
	}
}

// unit is a node or a piece of one, measured in the stance's frame.
type unit struct {
	pieces []int
	moments
	lo, hi [3]float64
}

// units lists nodes of few pieces, then the pieces of the others.
func (v *vehicle) units() (out []unit) {
	nodes := make([]int, 0, len(v.f.byNode))
	for n := range v.f.byNode {
		nodes = append(nodes, n)
	}
	sort.Ints(nodes)
	add := func(set []int) {
		u := unit{pieces: set}
		list := make([]moments, len(set))
		for k := range 3 {
			u.lo[k], u.hi[k] = math.Inf(1), math.Inf(-1)
		}
		for k, i := range set {
			list[k] = v.f.pieces[i].moments
			lo, hi := v.st.box(&v.f.pieces[i])
			for a := range 3 {
				u.lo[a], u.hi[a] = min(u.lo[a], lo[a]), max(u.hi[a], hi[a])
			}
		}
		if u.moments = combine(list); u.area > 0 {
			out = append(out, u)
		}
	}
	for _, n := range nodes {
		if set := v.f.byNode[n]; len(set) > 1 && len(set) < 24 {
			add(set)
		}
	}
	for _, n := range nodes {
		for _, i := range v.f.byNode[n] {
			add([]int{i})
		}
	}
	return out
}

// lid reports whether a unit is a flat lid that lies level.
func (v *vehicle) lid(u *unit) bool {
	s := u.spread
	return s[2] < 0.3*s[1] && s[1] > 0.5*s[0] && math.Abs(u.axes[2].Dot(v.st.up)) > 0.9 && s[0] < 0.06*v.f.size && s[0] > 0.006*v.f.size
}

// covers reports whether something is close below a unit's middle and nothing
// above it.
func (v *vehicle) covers(u *unit) bool {
	below := v.met(u.centroid, v.st.up.Mul(-1), 0.06*v.f.size, u.pieces)
	return len(below) > 0 && len(v.met(u.centroid, v.st.up, v.f.size, u.pieces)) == 0
}

// twin reports whether another unit is the mirror image of this one.
func (u *unit) twin(units []unit, v *vehicle) bool {
	l, h, f := v.st.at(u.centroid)
	tol := 0.025 * v.f.size
	return slices.ContainsFunc(units, func(o unit) bool {
		a, b, c := v.st.at(o.centroid)
		return math.Abs(o.area-u.area) < 0.15*u.area && math.Abs(a+l) < tol && math.Abs(b-h) < tol && math.Abs(c-f) < tol && math.Abs(a-l) > tol
	})
}

func (v *vehicle) meanRadius() float64 {
	n, sum := 0, 0.0
	for k := range v.wheels {
		if v.wheels[k].ground {
			n++
			sum += v.wheels[k].r
		}
	}
	return sum / float64(max(n, 1))
}

// middle is the forward coordinate of the model's middle.
func (v *vehicle) middle() float64 { return v.f.bounds.Center().Dot(v.st.fwd) }

// outside reports whether an upright plate lies at a side or an end of the
// vehicle, facing out.
func (v *vehicle) outside(u *unit) bool {
	n := u.axes[2]
	if math.Abs(n.Dot(v.st.left)) > 0.8 {
		return math.Abs(u.lo[0]+u.hi[0])/2 > pick(len(v.skip) > 0, 0.08, 0.3)*v.st.width
	}
	return math.Abs(n.Dot(v.st.fwd)) > 0.8 && math.Abs((u.lo[2]+u.hi[2])/2-v.middle()) > 0.42*v.st.length
}

// overWheel reports whether a strut ends at a ground wheel's axle.
func (v *vehicle) overWheel(p *unit) bool {
	return slices.ContainsFunc(v.wheels, func(w wheel) bool {
		l, u, f := v.st.at(w.center)
		a, _, c := v.st.at(p.centroid)
		return w.ground && p.lo[1] < u+0.8*w.r && p.lo[1] > u-1.2*w.r && math.Hypot(a-l, c-f) < 2.5*w.r
	})
}
