package rig

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl64"
)

// say is what was recognised in a piece.
type say struct {
	role  Role
	kind  string // in words
	conf  float64
	why   string
	group int         // things that move as one have one number, from 1; 0: rides with the body
	axle  *mgl64.Vec3 // of what turns
	with  bool        // only because it is inside or on something of the group
}

// vehicle is what the pieces that no rotor took were recognised as.
type vehicle struct {
	f      *finder
	st     stance
	says   []say // by piece; kind "" and role Default: nothing
	groups int
	skip   map[int]bool // pieces of rotors
	wheels []wheel
	round  []round
	belts  []band

	upright bool // a main or tail rotor says that the model stands
}

// ductOf reports whether a round thing stands about a rotor's tips.
func ductOf(r *round, sets []rotorSet) bool {
	return slices.ContainsFunc(sets, func(g rotorSet) bool {
		return g.role != Default && math.Abs(g.fit.Axle.Dot(r.axle)) > 0.95 && offLine(r.center, g.fit.Center, g.fit.Axle) < 0.15*r.r &&
			math.Abs(r.center.Sub(g.fit.Center).Dot(g.fit.Axle)) < 0.6*r.w+0.2*r.r && g.fit.Radius > 0.6*r.r && g.fit.Radius < 1.1*r.r
	})
}

// dropSpokes gives up rotors that are inside wheels: of those that stand on the
// ground, another has the same size.
func (f *finder) dropSpokes(sets []rotorSet) {
	side := slices.ContainsFunc(sets, func(g rotorSet) bool { return g.kind != "main rotor" && (g.role != Default || g.reason != "") })
	if !side {
		return
	}
	skip := map[int]bool{}
	for g := range sets {
		if sets[g].kind == "main rotor" {
			for _, i := range sets[g].pieces {
				skip[i] = true
			}
		}
	}
	list := f.rounds(skip)
	_, w := f.stand(list, skip, len(skip) > 0)
	for g := range sets {
		x := &sets[g]
		if x.kind == "main rotor" {
			continue
		}
		for _, i := range w.touch {
			r := &list[i]
			mate := slices.ContainsFunc(w.touch, func(k int) bool { return k != i && math.Abs(list[k].r-r.r) < 0.2*r.r })
			if mate && math.Abs(x.fit.Axle.Dot(r.axle)) > 0.97 && offLine(x.fit.Center, r.center, r.axle) < 0.1*r.r &&
				math.Abs(x.fit.Center.Sub(r.center).Dot(r.axle)) < 0.6*r.w+0.1*r.r && x.fit.Radius < 1.03*r.r {
				x.role, x.kind, x.conf, x.reason = Default, "", 0, ""
			}
		}
	}
}

// wheel is one round thing that rolls, with all that is inside its rim.
type wheel struct {
	round
	kind   string
	ground bool // stands on it
	twin   int  // of its mirrored partner in vehicle.wheels, -1 for none
}

// takeRole is the confidence from which a part that turns or aims is taken for
// one; below it the part is left undecided.
const takeRole = 0.55

// recognise looks at everything but the rotors.
func (f *finder) recognise(sets []rotorSet) *vehicle {
	v := &vehicle{f: f, says: make([]say, len(f.pieces)), skip: map[int]bool{}}
	for i := range v.says {
		v.says[i].role = Default
	}
	for g := range sets {
		if sets[g].role != Default {
			for _, i := range sets[g].pieces {
				v.skip[i] = true
			}
		}
	}
	v.round = slices.DeleteFunc(f.rounds(v.skip), func(r round) bool { return ductOf(&r, sets) })
	for g := range sets {
		if sets[g].role == TailRotor || sets[g].role == Rotor && sets[g].kind == "main rotor" {
			v.upright = true
		}
	}
	var w rollers
	v.st, w = f.stand(v.round, v.skip, v.upright)
	v.findWheels(w)
	v.findBelts()
	v.raisedWheels()
	v.settleWheels()
	v.findGuns()
	v.findTrails()
	v.smallKinds()
	return v
}

func (v *vehicle) free(i int) bool { return !v.skip[i] && v.says[i].kind == "" }

// put says of pieces what they are; earlier words stay.
func (v *vehicle) put(pieces []int, s say) {
	for _, i := range pieces {
		if v.free(i) {
			v.says[i] = s
		}
	}
}

func (v *vehicle) newGroup() int { v.groups++; return v.groups }

// ownRows names the pieces that must not share a row with what moves otherwise.
// What is only inside a wheel or on a turret stays with its node, unless the
// wheel or the turret itself is of that node.
func (v *vehicle) ownRows(each func(piece, group int)) {
	type place struct{ node, group int }
	home := map[place]bool{}
	for i := range v.says {
		if w := &v.says[i]; w.group > 0 && !w.with {
			home[place{v.f.pieces[i].node, w.group}] = true
		}
	}
	for i := range v.says {
		w := &v.says[i]
		if w.group == 0 {
			continue
		}
		if home[place{v.f.pieces[i].node, w.group}] {
			each(i, w.group)
		} else if own := v.f.byNode[v.f.pieces[i].node]; len(own) > 1 {
			// Left to its node: no word of its own.
			if !slices.ContainsFunc(own, func(k int) bool { return v.says[k].role != w.role }) {
				continue
			}
			v.says[i] = say{role: Default}
		}
	}
}

// findWheels takes the round things that stand on the ground.
func (v *vehicle) findWheels(w rollers) {
	for _, i := range w.touch {
		v.wheels = append(v.wheels, wheel{round: v.round[i], kind: "road wheel", ground: true, twin: -1})
	}
	if !v.st.byWheels {
		return
	}
	// Steered wheels: level axle, on the ground, turned out of line.
	for i := range v.round {
		r := &v.round[i]
		if slices.Contains(w.touch, i) || !v.f.couldRoll(r) || math.Abs(r.axle.Dot(v.st.up)) > 0.2 || math.Abs(r.axle.Dot(v.st.left)) < 0.75 {
			continue
		}
		if _, up, _ := v.st.at(r.center); up-r.r < 0.3*r.r && v.likeAny(r) {
			v.wheels = append(v.wheels, wheel{round: *r, kind: "road wheel", ground: true, twin: -1})
		}
	}
}

// likeAny reports whether a ground wheel has about the radius.
func (v *vehicle) likeAny(r *round) bool {
	return slices.ContainsFunc(v.wheels, func(w wheel) bool { return w.ground && math.Abs(w.r-r.r) < 0.3*w.r })
}

// raisedWheels takes sprockets, idlers and return rollers: round, across, in the
// plane of a row of road wheels or inside a belt, and the same on both sides.
func (v *vehicle) raisedWheels() {
	if !v.st.byWheels && len(v.belts) == 0 {
		return
	}
	var more []wheel
	for i := range v.round {
		r := &v.round[i]
		if !v.f.couldRoll(r) || math.Abs(r.axle.Dot(v.st.left)) < 0.98 || v.isWheel(r) {
			continue
		}
		left, up, fwd := v.st.at(r.center)
		kind := ""
		if b := v.beltAround(r); b != nil {
			kind = beltKind(b, r, up, fwd)
		} else if len(v.belts) == 0 {
			kind = v.rowKind(r, left, up, fwd)
		}
		if kind == "" || v.twinOf(r, v.round) < 0 {
			continue
		}
		more = append(more, wheel{round: *r, kind: kind, twin: -1})
	}
	v.wheels = append(v.wheels, more...)
}

func (v *vehicle) isWheel(r *round) bool {
	return slices.ContainsFunc(v.wheels, func(w wheel) bool { return w.center.Sub(r.center).Len() < 0.02*w.r && w.r >= 0.98*r.r || w.holds(r) })
}

// rowKind names a raised wheel by the row of road wheels in whose plane it is:
// three and more of a size on its side.
func (v *vehicle) rowKind(r *round, left, up, fwd float64) string {
	n, mean, lo, hi := 0, 0.0, math.Inf(1), math.Inf(-1)
	for k := range v.wheels {
		w := &v.wheels[k]
		l, _, f := v.st.at(w.center)
		if !w.ground || l*left <= 0 || math.Abs(l-left) > 0.5*(w.w+r.w)+0.1*w.r {
			continue
		}
		n++
		mean += w.r
		lo, hi = min(lo, f), max(hi, f)
	}
	if n < 3 {
		return ""
	}
	mean /= float64(n)
	switch beyond := fwd < lo-0.3*mean || fwd > hi+0.3*mean; {
	case beyond && up < 3.2*mean && r.r < 1.6*mean && r.r > 0.4*mean && fwd > lo-4*mean && fwd < hi+4*mean:
		return "sprocket or idler"
	case !beyond && r.r < 0.75*mean && up > mean && up < 4*mean:
		return "return roller"
	}
	return ""
}

// twinOf finds the mirror image of a round thing, -1 for none.
func (v *vehicle) twinOf(r *round, list []round) int {
	l, u, f := v.st.at(r.center)
	if math.Abs(l) < 0.5*r.r && math.Abs(l) < 0.04*v.st.width {
		return -1
	}
	for k := range list {
		o := &list[k]
		a, b, c := v.st.at(o.center)
		if math.Abs(o.r-r.r) < 0.06*r.r && math.Abs(a+l) < 0.25*r.r+0.02*v.st.width && math.Abs(b-u) < 0.25*r.r && math.Abs(c-f) < 0.4*r.r && a*l < 0 {
			return k
		}
	}
	return -1
}

// settleWheels gives every wheel its confidence, its reason and its pieces.
func (v *vehicle) settleWheels() {
	names := func(w *wheel) (Role, bool) { return v.hint(w.pieces) }
	onGround := 0
	for k := range v.wheels {
		if v.wheels[k].ground {
			onGround++
		}
		for o := range v.wheels {
			if o != k && v.twinOf(&v.wheels[k].round, []round{v.wheels[o].round}) == 0 {
				v.wheels[k].twin = o
			}
		}
	}
	for k := range v.wheels {
		w := &v.wheels[k]
		left, up, _ := v.st.at(w.center)
		off := degrees(math.Acos(min(math.Abs(w.axle.Dot(v.st.left)), 1)))
		conf := 0.55
		why := fmt.Sprintf("round (radius %.3g m), axle %.0f deg off the cross axis", w.r, off)
		if w.ground {
			why += ", stands on the ground"
			if up-w.r < 0.15*w.r {
				conf += 0.05
			}
		} else {
			why += ", in the row of the road wheels"
		}
		switch {
		case w.twin >= 0:
			conf += 0.15
			why += ", with a partner on the other side"
		case math.Abs(left) < 0.3*w.r+0.03*v.st.width:
			conf += 0.05
			why += ", in the middle plane"
		default:
			conf -= 0.1
			why += ", without a partner on the other side"
		}
		if w.rim > 0.93 {
			conf += 0.05
		}
		switch {
		case w.ground && onGround >= 3:
			conf += 0.1
		case w.ground && onGround == 1:
			conf -= 0.2
		}
		if w.w > 1.6*w.r {
			conf -= 0.1
		}
		if w.ground && w.r < 0.02*v.f.size && onGround < 3 {
			conf -= 0.15
		}
		if h, ok := names(w); ok {
			if h == Wheel {
				conf += 0.1
				why += ", and its name agrees"
			} else {
				conf -= 0.1
				why += ", though its name says " + h.String()
			}
		}
		conf = min(max(conf, 0.05), 0.98)
		axle := w.axle
		if axle.Dot(v.st.left) < 0 {
			axle = axle.Mul(-1)
		}
		s := say{role: Wheel, kind: w.kind, conf: conf, why: why + ": " + w.kind, axle: &axle}
		if conf < takeRole {
			s = say{role: Default, kind: "perhaps a " + w.kind, conf: 1 - conf, why: "perhaps a " + w.kind + ": " + why + ", but it is not clear enough"}
		} else {
			s.group = v.newGroup()
		}
		v.put(w.pieces, s)
		if s.role == Wheel {
			in := s
			in.with = true
			in.why = fmt.Sprintf("inside the rim of a %s (%s)", w.kind, why)
			v.put(v.inside(w), in)
		}
	}
}

// inside lists the pieces that lie within a wheel's rim: hub, spokes, nuts,
// brake disc.
func (v *vehicle) inside(w *wheel) (out []int) {
	mine := map[int]bool{}
	for _, i := range w.pieces {
		mine[i] = true
	}
	pad := 0.12*w.w + 0.1*w.r
	for _, i := range v.f.use {
		p := &v.f.pieces[i]
		if mine[i] || !v.free(i) || !inside(p.bounds.Min, p.bounds.Max, w.center, 1.05*w.r+w.w) {
			continue
		}
		ok, over := true, 0.0
		for t := range p.tris {
			for _, q := range p.tris[t] {
				d := q.Sub(w.center)
				h := d.Dot(w.axle)
				if d.Sub(w.axle.Mul(h)).Len() > 1.02*w.r {
					ok = false
				}
				over = max(over, math.Abs(h)-w.w/2)
			}
		}
		// What reaches farther out must be a cap on the axle.
		if ok && (over < pad || over < 0.5*w.r && offLine(p.centroid, w.center, w.axle) < 0.1*w.r) {
			out = append(out, i)
		}
	}
	return out
}

// hint is the role that the names of pieces agree on.
func (v *vehicle) hint(pieces []int) (Role, bool) {
	if !v.f.names {
		return Default, false
	}
	return v.f.groupHint(&rotorSet{candidate: candidate{pieces: pieces}})
}
