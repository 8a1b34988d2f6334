package rig

import (
	"fmt"
	"math"
	"sort"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// hubs turns the accepted rotors into Hubs: main rotors first, each role from
// the largest down, and points their axles.
func (p *Parts) hubs(f *finder, sets []rotorSet) {
	rowOf := map[int]int{}
	for i := range p.Parts {
		for _, k := range p.Parts[i].geo.pieces {
			rowOf[k] = i
		}
	}
	var taken []*rotorSet
	for g := range sets {
		if sets[g].role != Default {
			taken = append(taken, &sets[g])
		}
	}
	sort.SliceStable(taken, func(a, b int) bool {
		x, y := taken[a], taken[b]
		if x.role != y.role {
			return x.role < y.role
		}
		if x.kind != y.kind {
			return x.kind == "main rotor"
		}
		return x.fit.Radius > y.fit.Radius*(1+1e-9)
	})
	p.guessForward(f, taken)
	for n, g := range taken {
		h := Hub{Role: g.role, Kind: g.kind, Center: g.fit.Center, Axle: pointed(g.role, g.fit.Axle, p.Forward), Radius: g.fit.Radius,
			Blades: g.fit.Order, Fit: g.fit, Confidence: g.conf, Reason: g.reason}
		if g.round {
			h.Blades = 0
		}
		if g.role == TailRotor && f.shrouded(g) {
			h.Kind = "fan"
		}
		seen := map[int]bool{}
		for _, k := range g.pieces {
			if i := rowOf[k]; !seen[i] {
				seen[i] = true
				h.Parts = append(h.Parts, i)
			}
		}
		sort.Ints(h.Parts)
		for _, i := range h.Parts {
			p.Parts[i].Hub = n
		}
		p.Hubs = append(p.Hubs, h)
	}
}

// shrouded reports whether something stands around the tips: a fan in a ring.
func (f *finder) shrouded(g *rotorSet) bool {
	mine := map[int]bool{}
	for _, i := range g.pieces {
		mine[i] = true
	}
	var sector [12]bool
	u, v := across(g.fit.Axle)
	for _, i := range f.use {
		if mine[i] {
			continue
		}
		for _, t := range f.pieces[i].tris {
			d := t[0].Add(t[1]).Add(t[2]).Mul(1.0 / 3).Sub(g.fit.Center)
			h := d.Dot(g.fit.Axle)
			if r := d.Sub(g.fit.Axle.Mul(h)).Len(); math.Abs(h) < 0.6*g.fit.Radius && r > 0.95*g.fit.Radius && r < 1.35*g.fit.Radius {
				a := math.Atan2(d.Dot(v), d.Dot(u)) + math.Pi
				sector[min(int(a/(2*math.Pi)*12), 11)] = true
			}
		}
	}
	n := 0
	for _, s := range sector {
		if s {
			n++
		}
	}
	return n >= 9
}

// pointed gives an axle its sign: main rotors up, or forward where the axle is
// level; tail rotors to the model's left, or up where the axle is vertical.
// Mirrored models and turned ones so get mirrored and turned axles.
func pointed(role Role, axle, forward mgl64.Vec3) mgl64.Vec3 {
	up := mgl64.Vec3{0, 1, 0}
	left := up.Cross(forward)
	order := []mgl64.Vec3{up, forward, left}
	if role == TailRotor {
		order = []mgl64.Vec3{left, up, forward}
	} else if math.Abs(axle[1]) < 0.5 {
		order = []mgl64.Vec3{forward, up, left}
	}
	for _, d := range order {
		switch s := axle.Dot(d); {
		case s > 1e-6:
			return axle
		case s < -1e-6:
			return axle.Mul(-1)
		}
	}
	return axle
}

// How guessForward came to know.
const (
	whyTail = "away from the tail rotor"
	whyHull = "away from the thinner end of the hull"
	whyGun  = "the way that its gun points"
	whyLine = "along its wheels' rows; which end is the front is a guess"
	whyFin  = "away from the fin"
)

// guessForward finds where the model faces: away from the tail rotor, square to
// its axle; without one, away from the thinner end of the hull.
func (p *Parts) guessForward(f *finder, taken []*rotorSet) {
	p.Forward, p.ForwardWhy = front, "assumed +Z, as glTF models face"
	var all []rotorSet
	var main, tail *rotorSet
	for _, g := range taken {
		all = append(all, *g)
		if g.role == Rotor && g.kind == "main rotor" && main == nil {
			main = g
		}
		if g.role == TailRotor && tail == nil {
			tail = g
		}
	}
	h := f.hullWithout(all)
	p.lie = f.lie(&h, all)
	if tail != nil {
		from := h.centroid
		if main != nil {
			from = main.fit.Center
		}
		back := flat(tail.fit.Center.Sub(from))
		dir := flat(tail.fit.Axle).Cross(mgl64.Vec3{0, 1, 0})
		if dir.Len() < 0.5 { // the axle is nearly vertical
			dir = back
		}
		if dir.Len() > 0 && back.Len() > 0 {
			if dir.Dot(back) > 0 {
				dir = dir.Mul(-1)
			}
			p.Forward, p.ForwardWhy = dir.Normalize(), whyTail
			return
		}
	}
	if main == nil && f.v != nil {
		p.forwardOf(f.v)
		return
	}
	if h.area == 0 || h.length == 0 || h.length < 1.3*crossLength(f, &h) {
		return
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	for k := range 8 {
		v := mgl64.Vec3{pick(k&1 != 0, h.bounds.Max[0], h.bounds.Min[0]), 0, pick(k&4 != 0, h.bounds.Max[2], h.bounds.Min[2])}
		lo, hi = min(lo, v.Dot(h.long)), max(hi, v.Dot(h.long))
	}
	if len(taken) == 0 || main == nil {
		return
	}
	if lean := h.centroid.Dot(h.long) - (lo+hi)/2; math.Abs(lean) > 0.04*h.length {
		p.Forward, p.ForwardWhy = h.long, whyHull
		if lean < 0 {
			p.Forward = h.long.Mul(-1)
		}
	}
}

// forwardOf takes the front from the vehicle's own frame.
func (p *Parts) forwardOf(v *vehicle) {
	s := &v.st
	switch {
	case s.fwdWhy != "":
		p.Forward, p.ForwardWhy = s.fwd, s.fwdWhy
	case s.byWheels && math.Abs(s.fwd.Dot(front)) < math.Cos(awayDeg*math.Pi/180):
		p.Forward, p.ForwardWhy = s.fwd, whyLine
	}
	if d := flat(p.Forward); d.Len() > 0.5 {
		p.Forward = d.Normalize()
	} else {
		p.Forward, p.ForwardWhy = front, "assumed +Z, as glTF models face"
	}
	p.up, p.ahead, p.upSure = s.up, s.fwd, s.byWheels && len(v.wheels) >= 3
}

func crossLength(f *finder, h *hull) float64 {
	side := mgl64.Vec3{h.long[2], 0, -h.long[0]}
	s := h.bounds.Size()
	return math.Abs(side[0])*s[0] + math.Abs(side[2])*s[2]
}

func pick(b bool, x, y float64) float64 {
	if b {
		return x
	}
	return y
}

// guess gives every row its role, confidence and reason.
func (p *Parts) guess(f *finder, sets []rotorSet, ignored map[int]string) {
	almost := map[int]*rotorSet{} // rows of rotors that were not clear enough
	for g := range sets {
		if s := &sets[g]; s.role == Default && s.reason != "" && f.areaOf(s.pieces) < 0.6*f.area {
			for i := range p.Parts {
				if within(p.Parts[i].geo.pieces, s.pieces) {
					almost[i] = s
				}
			}
		}
	}
	h := f.hullWithout(accepted(sets))
	for i := range p.Parts {
		q := &p.Parts[i]
		switch why := ignored[q.Nodes[0]]; {
		case why != "":
			q.Guess, q.Confidence, q.Helper = Ignore, 0.95, true
			q.Reason = "collision or helper shape: " + why
		case q.Hub >= 0:
			p.guessSpinning(q)
		case almost[i] != nil && almost[i].conf > 0.35 && !f.v.sure(q.geo.pieces):
			q.Guess, q.Confidence, q.Reason = Default, 1-almost[i].conf, almost[i].reason
		default:
			p.guessStill(f, q, &h)
		}
	}
}

func accepted(sets []rotorSet) (out []rotorSet) {
	for _, s := range sets {
		if s.role != Default {
			out = append(out, s)
		}
	}
	return out
}

func within(a, b []int) bool {
	have := map[int]bool{}
	for _, i := range b {
		have[i] = true
	}
	for _, i := range a {
		if !have[i] {
			return false
		}
	}
	return len(a) > 0
}

func (p *Parts) guessSpinning(q *Part) {
	h := &p.Hubs[q.Hub]
	axle := h.Axle
	q.Guess, q.Confidence, q.Axis = h.Role, h.Confidence, &axle
	q.Kind, q.Symmetry = h.Kind, h.Blades
	q.Reason = h.Reason
	if len(h.Parts) > 1 {
		q.Reason = fmt.Sprintf("part of the %s (%s)", h.Kind, h.Reason)
	}
}

// guessStill judges a part that no rotor took, by what its pieces were
// recognised as.
func (p *Parts) guessStill(f *finder, q *Part, h *hull) {
	w := f.v.sayOf(q.geo.pieces)
	role, conf, why := w.role, w.conf, w.why
	q.Kind, q.Axis = w.kind, w.axle
	if w.kind == "" {
		role, conf, why = f.plainRole(q, h)
		if role == Body && conf >= 0.9 {
			q.Kind = "hull"
		}
	}
	if w.axle != nil {
		q.Symmetry = 0
	}
	hint, hinted := Default, false
	if f.names {
		hint, hinted = hintOf(f.m, q.Nodes[0])
	}
	switch {
	case hinted && (hint == Rotor || hint == TailRotor) && conf >= 0.9: // a name does not outweigh a plain shape
		why += fmt.Sprintf(", though its name says %s", hint)
	case hinted && (hint == Rotor || hint == TailRotor) && role == Body:
		q.Guess, q.Confidence = Default, 0.5
		q.Reason = fmt.Sprintf("its name says %s, but it has no rotor's shape: mark it by hand if it turns", hint)
		return
	case hinted && hint == role && w.kind == "":
		conf = min(conf+0.2, 0.98)
		why += ", and its name agrees"
	case p.Target == General && hinted && hint != role && role == Body && w.kind == "" && conf < 0.9:
		// Shape says nothing: what the name says is worth a look, not a role.
		role, conf, why = Default, 0.5, fmt.Sprintf("its name says %s, but its shape says nothing: mark it by hand if it is one", lower(hint))
	}
	if p.Target == DonorGunship && (role == Wheel || role == Gun || role == Turret || role == Caterpillar || role == Trail || role == Muzzle) {
		why = fmt.Sprintf("%s: %s, but the donor's clip has no channel for it, so it rides with the body", why, lower(role))
		role = Body
	}
	q.Guess, q.Confidence, q.Reason = role, conf, why
}

func lower(r Role) string {
	switch r {
	case Wheel:
		return "a wheel"
	case Gun:
		return "a gun"
	case Turret:
		return "a turret"
	case Caterpillar:
		return "a track"
	case Trail:
		return "a trail"
	case Muzzle:
		return "a muzzle"
	}
	return r.String()
}

// sayOf is what most of a row's surface was recognised as: four fifths, or all
// the rest is unrecognised and less than a third.
func (v *vehicle) sayOf(pieces []int) say {
	type share struct {
		area float64
		best int
	}
	by := map[Role]*share{}
	total := 0.0
	var order []Role
	for _, i := range pieces {
		a := v.f.pieces[i].area
		total += a
		w := &v.says[i]
		if w.kind == "" {
			continue
		}
		s := by[w.role]
		if s == nil {
			s = &share{best: i}
			by[w.role] = s
			order = append(order, w.role)
		}
		if s.area += a; a > v.f.pieces[s.best].area {
			s.best = i
		}
	}
	for _, r := range order {
		if s := by[r]; s.area >= pick(r == Body || r == Default, 0.8, 0.66)*total && total > 0 {
			return v.says[s.best]
		}
	}
	return say{role: Default}
}

// sure reports whether pieces were recognised as something that moves.
func (v *vehicle) sure(pieces []int) bool {
	w := v.sayOf(pieces)
	return w.group > 0 && w.role != Body && w.role != Default
}

// plainRole is the role of a part in which nothing was recognised.
func (f *finder) plainRole(q *Part, h *hull) (Role, float64, string) {
	area := f.areaOf(q.geo.pieces)
	if area == 0 {
		return Body, 0.5, "no surface to tell it by"
	}
	share := area / max(f.area, 1e-300)
	switch {
	case share > 0.25:
		return Body, 0.9, fmt.Sprintf("hull: %.0f %% of the surface", 100*share)
	case q.Size.Len() > 0.4*f.size:
		return Body, 0.75, "large and repeats itself about no axle"
	}
	return Body, 0.6, "nothing in its shape or place says that it turns or aims"
}

// sizeOf is the length that tolerances of a model refer to.
func sizeOf(b scene.Box) float64 { return max(b.Diagonal(), 1e-12) }
