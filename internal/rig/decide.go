package rig

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// hull is what is left when the rotors are taken away.
type hull struct {
	moments
	bounds scene.Box
	long   mgl64.Vec3 // horizontal unit vector along its length
	length float64    // metres along long
	height float64
}

func (f *finder) hullWithout(groups []rotorSet) hull {
	skip := map[int]bool{}
	for g := range groups {
		for _, i := range groups[g].pieces {
			skip[i] = true
		}
	}
	var list []moments
	h := hull{bounds: scene.EmptyBox(), long: mgl64.Vec3{0, 0, 1}}
	for _, i := range f.use {
		if !skip[i] {
			list = append(list, f.pieces[i].moments)
			h.bounds = h.bounds.Union(f.pieces[i].bounds)
		}
	}
	if len(list) == 0 {
		h.centroid = f.bounds.Center()
		return h
	}
	h.moments = combine(list)
	// The horizontal direction in which the area spreads most.
	xx, zz, xz := h.cov.At(0, 0), h.cov.At(2, 2), h.cov.At(0, 2)
	t := 0.5 * math.Atan2(2*xz, xx-zz)
	h.long = mgl64.Vec3{math.Cos(t), 0, math.Sin(t)}
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, i := range f.use {
		if skip[i] {
			continue
		}
		for _, t := range f.pieces[i].tris {
			for _, v := range t {
				d := v.Dot(h.long)
				lo, hi = min(lo, d), max(hi, d)
			}
		}
	}
	h.length = hi - lo
	h.height = h.bounds.Size()[1]
	return h
}

// reach is how far the hull goes from its centroid in a horizontal direction.
func (f *finder) reach(h *hull, dir mgl64.Vec3, groups []rotorSet) float64 {
	skip := map[int]bool{}
	for g := range groups {
		for _, i := range groups[g].pieces {
			skip[i] = true
		}
	}
	out := 0.0
	for _, i := range f.use {
		if skip[i] {
			continue
		}
		for _, t := range f.pieces[i].tris {
			for _, v := range t {
				out = max(out, v.Sub(h.centroid).Dot(dir))
			}
		}
	}
	return out
}

func flat(v mgl64.Vec3) mgl64.Vec3 { return mgl64.Vec3{v[0], 0, v[2]} }

func degrees(rad float64) float64 { return rad * 180 / math.Pi }

// tiltDeg is the angle between an axle and the vertical, 0..90.
func tiltDeg(a mgl64.Vec3) float64 { return degrees(math.Acos(min(math.Abs(a[1]), 1))) }

// decide gives every group a role by where it is and which way its axle
// points. Main rotors are settled first: they tell where the tail is.
func (f *finder) decide(groups []rotorSet) {
	h := f.hullWithout(groups)
	for g := range groups {
		f.decideMain(&groups[g], &h)
	}
	f.liftFans(groups, &h)
	dropFrames(groups)
	main := biggest(groups, Rotor)
	for g := range groups {
		if groups[g].role == Default {
			f.decideSide(&groups[g], &h, main, groups)
		}
	}
	f.dropStators(groups)
}

// liftFans takes upright fans that are too small or too low for a main rotor
// where there are two and more of a size side by side, free to turn.
func (f *finder) liftFans(groups []rotorSet, h *hull) {
	fan := func(g *rotorSet) bool {
		return g.role == Default && !g.round && tiltDeg(g.fit.Axle) < 20 && (g.fit.Order >= 3 || g.fit.Order == 2 && f.bladed(g)) &&
			g.score > 0.6 && g.clear > 0.5 && g.fit.Radius > 0.05*h.length
	}
	var take []int
	for a := range groups {
		if x := &groups[a]; fan(x) && f.touching(x) < 0.3 {
			for b := range groups {
				y := &groups[b]
				d := y.fit.Center.Sub(x.fit.Center)
				if a != b && (fan(y) || y.role == Rotor) && math.Abs(y.fit.Radius-x.fit.Radius) < 0.05*x.fit.Radius && y.fit.Order == x.fit.Order &&
					math.Abs(x.fit.Axle.Dot(y.fit.Axle)) > 0.97 && flat(d).Len() > 1.8*x.fit.Radius {
					take = append(take, a)
					break
				}
			}
		}
	}
	for _, a := range take {
		g := &groups[a]
		g.reason = ""
		f.settle(g, Rotor, "main rotor", 0.3+0.6*g.score, fmt.Sprintf("%s, axle %.0f deg off vertical, one of several of a size", g.blades(), tiltDeg(g.fit.Axle)), "")
	}
}

// dropFrames leaves out a disc of arms that carries rotors of its own: the frame
// of a drone.
func dropFrames(groups []rotorSet) {
	for a := range groups {
		x := &groups[a]
		carried := 0
		for b := range groups {
			y := &groups[b]
			off := offLine(y.fit.Center, x.fit.Center, x.fit.Axle)
			if a != b && y.role == Rotor && y.fit.Radius < 0.7*x.fit.Radius && math.Abs(x.fit.Axle.Dot(y.fit.Axle)) > 0.95 &&
				off > 0.4*x.fit.Radius && off < 1.15*x.fit.Radius {
				carried++
			}
		}
		if x.role == Rotor && carried >= 3 {
			x.role, x.conf, x.reason = Default, 0.3, fmt.Sprintf("arms that carry %d rotors: a frame", carried)
		}
	}
}

// dropStators leaves one of two tail rotors on one axle: vanes that hold the
// fan's gearbox reach into the ring, blades keep clear of it.
func (f *finder) dropStators(groups []rotorSet) {
	for a := range groups {
		for b := range groups {
			x, y := &groups[a], &groups[b]
			if a == b || x.role != TailRotor || y.role != TailRotor || math.Abs(x.fit.Axle.Dot(y.fit.Axle)) < 0.99 {
				continue
			}
			r := max(x.fit.Radius, y.fit.Radius)
			if x.fit.Center.Sub(y.fit.Center).Len() > r {
				continue
			}
			tx, ty := f.touching(x), f.touching(y)
			if tx > ty+0.1 || math.Abs(tx-ty) <= 0.1 && (x.fit.Order < y.fit.Order || x.fit.Order == y.fit.Order && x.score < y.score) {
				x.role, x.conf, x.reason = Default, 0.3, "vanes about the fan's axle that do not keep clear of the ring: they stand still"
			}
		}
	}
}

// touching is the share of a rotor's tips that lie against something that is
// not its own.
func (f *finder) touching(g *rotorSet) float64 {
	mine := map[int]bool{}
	for _, i := range g.pieces {
		mine[i] = true
	}
	var near []tri
	tol := 0.02 * g.fit.Radius
	for _, i := range f.use {
		if mine[i] || f.roundAbout(i, &g.fit) {
			continue
		}
		for _, t := range f.pieces[i].tris {
			c := t[0].Add(t[1]).Add(t[2]).Mul(1.0 / 3)
			if ball := max(t[0].Sub(c).Len(), t[1].Sub(c).Len(), t[2].Sub(c).Len()); c.Sub(g.fit.Center).Len() < 1.1*g.fit.Radius+ball {
				near = append(near, t)
			}
		}
	}
	tips, hits := 0, 0
	for _, s := range spread(f.trisOf(g.pieces), f.areaOf(g.pieces), 800) {
		if offLine(s.p, g.fit.Center, g.fit.Axle) < 0.93*g.fit.Radius {
			continue
		}
		tips++
		for k := range near {
			if closestOnTriangle(s.p, &near[k]).Sub(s.p).Len() < tol {
				hits++
				break
			}
		}
	}
	return float64(hits) / float64(max(tips, 1))
}

func biggest(groups []rotorSet, role Role) *rotorSet {
	var best *rotorSet
	for g := range groups {
		if groups[g].role == role && (best == nil || groups[g].fit.Radius > best.fit.Radius) {
			best = &groups[g]
		}
	}
	return best
}

func (g *rotorSet) blades() string {
	switch {
	case g.round:
		return "thin round disc"
	case g.uneven:
		return fmt.Sprintf("disc of %d blades at unequal angles", g.fit.Order)
	case g.fit.Order == 2:
		return "bar of two blades"
	}
	return fmt.Sprintf("disc of %d blades", g.fit.Order)
}

// solidity is the share of the disc that the blades cover, counting one side.
func (f *finder) solidity(g *rotorSet) float64 {
	return f.areaOf(g.pieces) / 2 / (math.Pi * g.fit.Radius * g.fit.Radius)
}

func (f *finder) decideMain(g *rotorSet, h *hull) {
	g.role = Default
	tilt := tiltDeg(g.fit.Axle)
	if tilt > 35 || h.area == 0 && tilt > 20 {
		return
	}
	at := g.fit.Center.Sub(h.centroid)
	conf := 0.35 + 0.65*g.score
	why := ""
	if tilt > 20 {
		conf -= 0.1
	}
	switch {
	case h.area == 0:
		conf -= 0.2
		why = "nothing else is there"
		if s := f.solidity(g); g.fit.Order == 2 && s > broadBar { // a ship is long as well
			conf -= min((s-broadBar)*8, 0.5)
		}
	case g.fit.Radius < 0.16*h.length:
		g.reason = fmt.Sprintf("%s, axle %.0f deg off vertical, but too small for a main rotor", g.blades(), tilt)
		return
	case at[1] < 0.02*h.height:
		g.reason = fmt.Sprintf("%s, axle %.0f deg off vertical, but not above the centre of mass", g.blades(), tilt)
		return
	}
	if g.round {
		conf -= 0.1
		if at[1] < 0.2*h.height || g.fit.Radius < 0.25*h.length {
			conf -= 0.3
		}
	}
	if g.fit.Order == 2 && h.area > 0 {
		conf += f.barDoubt(g, h)
	}
	f.settle(g, Rotor, "main rotor", conf, fmt.Sprintf("%s, axle %.0f deg off vertical, above the centre of mass", g.blades(), tilt), why)
}

// broadBar is the share of its disc that a rotor of two blades covers at most
// before it is doubted: those of real helicopters cover 3 to 7 %, wings more.
const broadBar = 0.13

// barDoubt lowers the confidence in a bar that may be a wing or a stabiliser:
// broad, square to the hull and away from the middle.
func (f *finder) barDoubt(g *rotorSet, h *hull) float64 {
	doubt := 0.0
	if s := f.solidity(g); s > broadBar {
		doubt -= min((s-broadBar)*8, 0.5)
	}
	off := flat(g.fit.Center.Sub(h.centroid)).Len()
	if off > 0.3*max(h.length, g.fit.Radius) {
		doubt -= 0.25
	}
	if g.fit.Radius < 0.3*h.length {
		doubt -= 0.25
	}
	return doubt
}

// settle lets names raise or lower the confidence, and takes the role where
// enough is left.
func (f *finder) settle(g *rotorSet, role Role, kind string, conf float64, reason, extra string) {
	hint, hinted := Default, false
	if f.names {
		hint, hinted = f.groupHint(g)
	}
	switch {
	case hinted && hint == role:
		conf += 0.12
		reason += ", and its name agrees"
	case hinted && (hint == Rotor || hint == TailRotor):
		conf -= 0.02
	case hinted:
		conf -= 0.25
		reason += ", though its name says " + hint.String()
	}
	if extra != "" {
		reason += ", " + extra
	}
	conf = min(max(conf, 0), 0.99)
	if conf < takeConf {
		if g.reason == "" {
			g.reason = "perhaps a " + kind + ": " + reason + ", but it is not clear enough"
		}
		g.conf = max(g.conf, conf)
		return
	}
	g.role, g.kind, g.conf, g.reason = role, kind, conf, reason+": "+kind
}

// groupHint is the role that the names of a rotorSet's nodes agree on.
func (f *finder) groupHint(g *rotorSet) (Role, bool) {
	role, found := Default, false
	for _, i := range g.pieces {
		if r, ok := hintOf(f.m, f.pieces[i].node); ok {
			if found && r != role {
				return Default, false
			}
			role, found = r, true
		}
	}
	return role, found
}

// decideSide looks at rotors whose axle is nearer the horizontal: tail rotors
// across the tail, propellers along the hull.
func (f *finder) decideSide(g *rotorSet, h *hull, main *rotorSet, groups []rotorSet) {
	tilt := tiltDeg(g.fit.Axle)
	if tilt < 40 || h.area == 0 {
		return
	}
	if f.spokes(g, h, groups) {
		g.reason = fmt.Sprintf("%s, but they are the spokes of a wheel", g.blades())
		return
	}
	from := h.centroid
	if main != nil {
		from = main.fit.Center
	}
	d := flat(g.fit.Center.Sub(from))
	dist := d.Len()
	if dist > 0 {
		d = d.Mul(1 / dist)
	}
	level := flat(g.fit.Axle)
	along := math.Abs(level.Dot(h.long)) / max(level.Len(), 1e-9)
	if main != nil && dist > 0.2*h.length {
		along = math.Abs(level.Dot(d)) / max(level.Len(), 1e-9)
	}
	ahead := false // the axle points at the middle of the hull, or the rotor has a twin beside it
	if main == nil {
		to := g.fit.Center.Sub(h.centroid)
		ahead = math.Abs(to.Dot(g.fit.Axle)) > 0.8*to.Len() || f.twin(g, groups)
	}
	share := g.fit.Center.Sub(h.centroid).Dot(d) / max(f.reach(h, d, groups), 1e-9)
	conf := 0.35 + 0.65*g.score
	switch {
	case along < 0.6 && !ahead:
		f.decideTail(g, h, main, dist, share, tilt, conf)
	case (along > 0.8 || ahead) && !g.round && (g.fit.Radius >= 0.05*h.length || main == nil && f.screw(g, h, share)):
		if main == nil {
			conf -= 0.05
		} else {
			conf -= 0.1
		}
		if g.fit.Order == 2 && !f.bladed(g) {
			conf -= 0.3
		}
		if in := f.boxedIn(g); in > 0.05 {
			conf -= min(2*in, 0.5)
		}
		f.settle(g, Rotor, "propeller", conf, fmt.Sprintf("%s, axle along the hull", g.blades()), "")
	}
}

// screw reports whether small blades may be a ship's screw: three and more that
// point along the hull, at its end, low, and free of what is round them. share
// is how far out they are, 1 at the hull's end.
func (f *finder) screw(g *rotorSet, h *hull, share float64) bool {
	level := flat(g.fit.Axle)
	along := math.Abs(level.Dot(h.long))
	low := g.fit.Center[1] < h.bounds.Min[1]+0.35*h.height && g.fit.Center[1] < h.centroid[1]
	return along > 0.93 && low && share > 0.75 && g.fit.Order >= 3 && g.fit.Radius > 0.006*h.length && f.touching(g) < 0.3
}

// spokes tells a wheel's spokes: they meet a rim and the rim stands on the
// ground, or another wheel has the same axle.
func (f *finder) spokes(g *rotorSet, h *hull, groups []rotorSet) bool {
	for k := range groups {
		o := &groups[k]
		if o != g && math.Abs(o.fit.Axle.Dot(g.fit.Axle)) > 0.98 && math.Abs(o.fit.Radius-g.fit.Radius) < 0.05*g.fit.Radius &&
			math.Abs(o.fit.Center.Sub(g.fit.Center).Dot(g.fit.Axle)) > g.fit.Radius && offLine(o.fit.Center, g.fit.Center, g.fit.Axle) < 0.2*g.fit.Radius {
			return true
		}
	}
	return g.fit.Center[1]-1.35*g.fit.Radius < h.bounds.Min[1]+0.05*h.height && f.shrouded(g) && f.touching(g) > 0.4
}

// twin reports whether another rotor of the same size has a parallel axle and
// the same place along it: propellers on both wings.
func (f *finder) twin(g *rotorSet, groups []rotorSet) bool {
	for k := range groups {
		o := &groups[k]
		d := o.fit.Center.Sub(g.fit.Center)
		if o != g && math.Abs(o.fit.Axle.Dot(g.fit.Axle)) > 0.98 && math.Abs(o.fit.Radius-g.fit.Radius) < 0.05*g.fit.Radius &&
			d.Len() > 1.5*g.fit.Radius && math.Abs(d.Dot(g.fit.Axle)) < 0.2*d.Len() {
			return true
		}
	}
	return false
}

func (f *finder) decideTail(g *rotorSet, h *hull, main *rotorSet, dist, share, tilt, conf float64) {
	if main == nil {
		conf -= 0.25
	} else if g.fit.Radius > 0.65*main.fit.Radius {
		conf -= 0.3
	}
	if g.fit.Radius < 0.02*h.length {
		conf -= 0.4
	}
	if g.fit.Order < 5 && !g.round && f.shrouded(g) && f.touching(g) > 0.4 {
		conf -= 0.5 // struts that hold something in the ring
	}
	if dist < 0.22*h.length || share < 0.5 {
		conf -= 0.35
	}
	if g.round { // a sheet counts only where a tail rotor must be
		conf -= 0.15
		if main == nil || dist < 0.35*h.length || g.fit.Center[1]-g.fit.Radius < h.bounds.Min[1]+0.1*h.height {
			conf -= 0.4
		}
	}
	if g.fit.Order == 2 && !f.bladed(g) {
		conf -= 0.1
		if s := f.solidity(g); s > 0.2 {
			conf -= min(s-0.2, 0.3)
		}
		if share < 0.75 {
			conf -= 0.2
		}
	}
	f.settle(g, TailRotor, "tail rotor", conf, fmt.Sprintf("%s, axle across the tail and %.0f deg off level, %s", g.blades(), 90-tilt,
		"behind the centre of mass"), "")
}

// boxedIn is how much stands before and behind a propeller, on the side where
// less does, as a share of its own area: a propeller pulls or pushes from an
// end of something.
func (f *finder) boxedIn(g *rotorSet) float64 {
	mine := map[int]bool{}
	for _, i := range g.pieces {
		mine[i] = true
	}
	var side [2]float64
	for _, i := range f.use {
		if mine[i] {
			continue
		}
		for _, t := range f.pieces[i].tris {
			mid := t[0].Add(t[1]).Add(t[2]).Mul(1.0 / 3)
			if offLine(mid, g.fit.Center, g.fit.Axle) > 0.8*g.fit.Radius {
				continue
			}
			area := t[1].Sub(t[0]).Cross(t[2].Sub(t[0])).Len() / 2
			switch h := mid.Sub(g.fit.Center).Dot(g.fit.Axle); {
			case h > 0.5*g.fit.Depth+0.15*g.fit.Radius:
				side[0] += area
			case h < -0.5*g.fit.Depth-0.15*g.fit.Radius:
				side[1] += area
			}
		}
	}
	return min(side[0], side[1]) / max(f.areaOf(g.pieces), 1e-300)
}

// bladed tells a two-blade rotor from a plain bar: it is thicker at the hub
// than along the blades, or its blades are set at an angle, so that a mirror
// through the axle does not give the same shape.
func (f *finder) bladed(g *rotorSet) bool {
	if len(g.pieces) > 2 || g.fit.Thickness > 1.6*g.fit.Depth {
		return true
	}
	s := newSurface(f.trisOf(g.pieces))
	if s == nil {
		return false
	}
	ft := newFitter(s)
	c := g.fit.Center.Sub(s.origin).Mul(1 / s.scale)
	spanDir := s.axes[0].Sub(g.fit.Axle.Mul(s.axes[0].Dot(g.fit.Axle))).Normalize()
	side := g.fit.Axle.Cross(spanDir)
	same := 0
	for _, p := range ft.many {
		d := p.p.Sub(c)
		q := c.Add(d.Sub(side.Mul(2 * d.Dot(side))))
		if _, _, e, ok := s.nearest(q); ok && e < 0.004 {
			same++
		}
	}
	return float64(same) < 0.7*float64(len(ft.many))
}
