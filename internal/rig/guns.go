package rig

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// barrel is a slender set of pieces that may be a gun's barrel.
type barrel struct {
	pieces []int
	mid    mgl64.Vec3
	along  mgl64.Vec3 // unit, towards the muzzle
	half   float64    // of its length, metres
	r      float64    // radius
	round  bool
	base   []int // pieces that a ray into the breech meets, nearest first
	conf   float64
	why    string
	turret bool
}

const maxTubes = 64

// findGuns looks for barrels, for the turrets that carry them and for what is
// on both.
func (v *vehicle) findGuns() {
	tubes := v.tubes()
	hull := v.hullPiece()
	for k := range tubes {
		v.judgeTube(&tubes[k], hull)
	}
	sort.SliceStable(tubes, func(a, b int) bool { return tubes[a].conf > tubes[b].conf })
	turrets := map[int]int{} // base piece -> group
	ahead := 0.0
	for k := range tubes {
		t := &tubes[k]
		if slices.ContainsFunc(t.pieces, func(i int) bool { return !v.free(i) }) {
			continue
		}
		if h, ok := v.hint(t.pieces); ok && h == Gun {
			t.conf = min(t.conf+0.1, 0.98)
			t.why += ", and its name agrees"
		}
		if t.conf < takeRole {
			if t.conf > 0.4 {
				v.put(t.pieces, say{role: Default, kind: "perhaps a gun", conf: 1 - t.conf, why: "perhaps a gun: " + t.why + ", but it is not clear enough"})
			}
			continue
		}
		v.put(t.pieces, say{role: Gun, kind: "gun", conf: t.conf, why: t.why + ": gun", group: v.newGroup()})
		v.onBarrel(t)
		ahead += t.along.Dot(v.st.fwd) * t.half
		if t.turret {
			b := t.base[0]
			if turrets[b] == 0 {
				turrets[b] = v.newGroup()
				v.takeTurret(b, turrets[b], t.conf)
			}
		}
	}
	total := 0.0
	for k := range tubes {
		if tubes[k].conf >= takeRole {
			total += tubes[k].half
		}
	}
	if total > 0 && math.Abs(ahead) > 0.6*total {
		if ahead < 0 {
			v.st.fwd, v.st.left = v.st.fwd.Mul(-1), v.st.left.Mul(-1)
			v.st.mid = -v.st.mid
		}
		v.st.fwdWhy = whyGun
	}
}

// hullPiece is the piece with the most surface that is no wheel or track, -1 for
// none.
func (v *vehicle) hullPiece() int {
	best := -1
	for _, i := range v.f.use {
		if v.free(i) && (best < 0 || v.f.pieces[i].area > v.f.pieces[best].area) {
			best = i
		}
	}
	return best
}

// tubes lists slender nodes and pieces, the longest first.
func (v *vehicle) tubes() (out []barrel) {
	add := func(set []int) {
		list := make([]moments, len(set))
		box := scene.EmptyBox()
		for k, i := range set {
			list[k] = v.f.pieces[i].moments
			box = box.Union(v.f.pieces[i].bounds)
		}
		m := combine(list)
		s := m.spread
		if m.area == 0 || s[0] < 1.5*s[1] || s[2] < 0.6*s[1] || box.Diagonal() < 0.03*v.f.size {
			return
		}
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, i := range set {
			for t := range v.f.pieces[i].tris {
				for _, p := range v.f.pieces[i].tris[t] {
					d := p.Sub(m.centroid).Dot(m.axes[0])
					lo, hi = min(lo, d), max(hi, d)
				}
			}
		}
		r, ok := v.f.outline(set, m.axes[0], m.centroid)
		if !ok && s[0] < 3*s[1] {
			return
		}
		t := barrel{pieces: set, along: m.axes[0], mid: m.centroid.Add(m.axes[0].Mul((lo + hi) / 2)), half: (hi - lo) / 2, round: ok, r: s[1] * 1.4}
		if ok {
			t.mid = r.center
			t.r = min(t.r, r.r)
		}
		if t.half > 2.2*t.r && t.half > 0.018*v.st.length {
			out = append(out, t)
		}
	}
	nodes := make([]int, 0, len(v.f.byNode))
	for n := range v.f.byNode {
		nodes = append(nodes, n)
	}
	sort.Ints(nodes)
	for _, n := range nodes {
		set := v.f.byNode[n]
		if slices.ContainsFunc(set, func(i int) bool { return !v.free(i) }) {
			continue
		}
		if len(set) > 1 && len(set) < 40 {
			add(set)
		}
	}
	for _, i := range v.f.use {
		if v.free(i) {
			add([]int{i})
		}
	}
	sort.SliceStable(out, func(a, b int) bool { return out[a].half > out[b].half*(1+1e-9) })
	return out[:min(len(out), maxTubes)]
}

// meeting is a piece that a ray meets, and how far off.
type meeting struct {
	piece int
	at    float64
}

// meets lists the pieces that a ray meets within a distance, each at its
// farthest and nearest point first, without the tube's own.
func (v *vehicle) meets(from, dir mgl64.Vec3, far float64, own []int) (out []meeting) {
	tree := v.f.tree()
	near := 0.0
	for range 32 {
		d, hit := tree.cast(from, dir, near, far, false)
		if hit < 0 {
			break
		}
		if i := int(tree.owner[hit]); !slices.Contains(own, i) && !v.skip[i] {
			out = append(out, meeting{i, d})
		}
		near = d + 1e-9*v.f.size
	}
	return out
}

// met is meets without the distances, each piece once.
func (v *vehicle) met(from, dir mgl64.Vec3, far float64, own []int) (out []int) {
	for _, m := range v.meets(from, dir, far, own) {
		if !slices.Contains(out, m.piece) {
			out = append(out, m.piece)
		}
	}
	return out
}

// ahead looks from a tube's middle along one of its ways: what carries it there,
// and whether something stands before that end. What the tube pierces, such as a
// shield, stands before nothing.
func (v *vehicle) ahead(t *barrel, dir mgl64.Vec3) (base []int, blocked bool) {
	u, w := across(dir)
	o := 0.8 * t.r
	for n, off := range [5]mgl64.Vec3{{}, u.Mul(o), u.Mul(-o), w.Mul(o), w.Mul(-o)} { // the axis itself may pass through an open mount
		for _, m := range v.meets(t.mid.Add(off), dir, pick(n == 0, 4, 1.6)*t.half, t.pieces) {
			if v.sleeve(t, m.piece) {
				continue
			}
			if m.at < 2.2*t.half && !slices.Contains(base, m.piece) {
				base = append(base, m.piece)
			}
			blocked = blocked || m.at > 0.97*t.half && n == 0
		}
		if n == 0 && len(base) > 0 {
			break
		}
	}
	return base, blocked
}

// judgeTube tells which end of a tube is the muzzle, what carries it and how
// likely it is a gun.
func (v *vehicle) judgeTube(t *barrel, hull int) {
	s := &v.st
	var ends [2][]int
	var shut [2]bool
	for k, sign := range [2]float64{1, -1} {
		ends[k], shut[k] = v.ahead(t, t.along.Mul(sign))
	}
	free := btoi(!shut[0]) + btoi(!shut[1])
	breech := 0
	switch {
	case free == 0:
		t.conf, t.why = 0, "a tube with something before both ends"
		return
	case free == 1 && !shut[0]:
		breech = 1
	case free == 2 && len(ends[0]) > 0 != (len(ends[1]) > 0):
		breech = btoi(len(ends[1]) > 0)
		free = 1
	case free == 2:
		breech = v.thickEnd(t)
	}
	if breech == 0 {
		t.along = t.along.Mul(-1)
	}
	t.base = ends[breech]
	level := t.along.Dot(s.up)
	_, height, _ := s.at(t.mid)
	left, _, _ := s.at(t.mid)
	area := 0.0
	for _, i := range t.pieces {
		area += v.f.pieces[i].area
	}
	conf := 0.35
	why := fmt.Sprintf("a tube %.3g m long", 2*t.half)
	if t.round {
		conf += 0.15
		why = "round, " + why
	}
	if t.half > 5*t.r {
		conf += 0.1
	}
	conf += pick(free == 1, 0.15, 0.05)
	if free == 1 {
		why += ", one end free"
	}
	best := -1
	for _, i := range t.base {
		if v.turretLike(i, hull, t) && (best < 0 || v.f.pieces[i].area > v.f.pieces[best].area) {
			best = i
		}
	}
	if best >= 0 {
		t.base = []int{best}
		t.turret = true
		conf += 0.15
		why += ", the other in a turret"
		if 2*t.r > 0.5*math.Sqrt(v.f.pieces[best].area/6) { // a boiler before its cab
			conf -= 0.7
		}
	}
	ahead := math.Abs(t.along.Dot(s.fwd))
	switch {
	case ahead > 0.85 || math.Abs(level) > 0.1 && flatAlong(t.along, s) > 0.9:
		conf += 0.1
		why += ", along the vehicle"
	case !t.turret:
		conf -= 0.3
	}
	if math.Abs(left) < 0.06*s.width+0.5*t.r {
		conf += 0.05
	}
	wheels := len(v.wheels)
	switch {
	case math.Abs(level) > 0.86:
		conf -= 0.8 // a mast
	case math.Abs(level) > 0.5 && (t.turret || wheels != 2):
		conf -= 0.2
	}
	if height < 0.35*s.height && !t.turret {
		conf -= 0.35
	}
	if len(v.skip) > 0 {
		// A boom, a nacelle, a canopy's frame; a chin gun has a small mount.
		chin := t.turret && t.round && t.r < 0.02*v.f.size && v.f.pieces[t.base[0]].area < 0.05*v.f.area
		conf -= pick(chin, 0.2, 0.6)
	}
	if !t.turret { // a pole, a frame
		conf -= pick(t.round, pick(area > 0.25*v.f.area, 0, 0.1), 0.25)
	}
	if !t.turret && !s.byWheels && len(v.belts) == 0 {
		conf -= 0.3 // a bowsprit, a boom, a pitot
	}
	if free == 2 && wheels > 2 {
		conf -= 0.25 // a load, a pipe
	}
	if area > 0.25*v.f.area {
		conf += 0.15
	}
	if t.r > 0.3*s.width && !t.turret || 2*t.half < 0.12*s.length && !t.turret {
		conf -= 0.4
	}
	t.conf, t.why = min(max(conf, 0), 0.95), why
}

// flatAlong is how well a direction, seen from above, lies along the vehicle.
func flatAlong(d mgl64.Vec3, s *stance) float64 {
	l := d.Sub(s.up.Mul(d.Dot(s.up)))
	if l.Len() < 1e-9 {
		return 0
	}
	return math.Abs(l.Normalize().Dot(s.fwd))
}

// thickEnd tells which end of a tube is the breech, as 0 for the one along and 1
// for the other: the one nearer the rest of the model, or, where both are as
// near, the thicker.
func (v *vehicle) thickEnd(t *barrel) int {
	var far [2]float64
	rest := scene.EmptyBox()
	for _, i := range v.f.use {
		if !slices.Contains(t.pieces, i) && !v.skip[i] {
			rest = rest.Union(v.f.pieces[i].bounds)
		}
	}
	for _, i := range t.pieces {
		for n := range v.f.pieces[i].tris {
			for _, p := range v.f.pieces[i].tris[n] {
				if d := p.Sub(t.mid).Dot(t.along); math.Abs(d) > 0.8*t.half {
					k := btoi(d < 0)
					far[k] = max(far[k], offLine(p, t.mid, t.along))
				}
			}
		}
	}
	if !rest.Empty() {
		a, b := t.mid.Add(t.along.Mul(t.half)).Sub(rest.Center()).Len(), t.mid.Sub(t.along.Mul(t.half)).Sub(rest.Center()).Len()
		if math.Abs(a-b) > 0.3*t.half {
			return btoi(a > b)
		}
	}
	return btoi(far[1] > far[0])
}

// turretLike reports whether a piece may turn with a tube: compact seen from
// above, smaller than the hull and standing on top of something.
func (v *vehicle) turretLike(i, hull int, t *barrel) bool {
	if i == hull && len(v.f.use) > 3 || !v.free(i) || v.says[i].role == Turret {
		return v.says[i].role == Turret
	}
	s := &v.st
	p := &v.f.pieces[i]
	lo, hi := s.box(p)
	long, wide, high := hi[2]-lo[2], hi[0]-lo[0], hi[1]-lo[1]
	open := !slices.ContainsFunc(v.met(p.centroid, s.up, 2*v.f.size, []int{i}), func(k int) bool { return v.f.pieces[k].area > 0.5*p.area })
	return open && v.f.areaOf(t.pieces) < 1.5*p.area && 2*t.half > 0.45*max(long, wide) && lo[1] > 0.2*s.height && max(long, wide) < 0.72*s.length && min(long, wide) > 0.3*max(long, wide) &&
		p.area < 0.6*v.f.area && max(long, wide) > 1.2*t.r && max(long, wide, high) > 0.25*t.half
}

// box is a piece's extent in the stance's frame: left, up, fwd.
func (s *stance) box(p *piece) (lo, hi [3]float64) {
	for k := range 3 {
		lo[k], hi[k] = math.Inf(1), math.Inf(-1)
	}
	for t := range p.tris {
		for _, q := range p.tris[t] {
			a, b, c := s.at(q)
			for k, d := range [3]float64{a, b, c} {
				lo[k], hi[k] = min(lo[k], d), max(hi[k], d)
			}
		}
	}
	return lo, hi
}

// sleeve reports whether a piece is round about a barrel: a muzzle brake, an
// evacuator.
func (v *vehicle) sleeve(t *barrel, i int) bool {
	p := &v.f.pieces[i]
	if offLine(p.centroid, t.mid, t.along) > 0.4*t.r {
		return false
	}
	for n := range p.tris {
		for _, q := range p.tris[n] {
			if offLine(q, t.mid, t.along) > 2.6*t.r || math.Abs(q.Sub(t.mid).Dot(t.along)) > 1.4*t.half {
				return false
			}
		}
	}
	return true
}

// onBarrel takes what is round the barrel: sleeves, and at its tip the muzzle.
func (v *vehicle) onBarrel(t *barrel) {
	for _, i := range v.f.use {
		p := &v.f.pieces[i]
		if !v.free(i) || p.area == 0 || offLine(p.centroid, t.mid, t.along) > 0.4*t.r {
			continue
		}
		lo, hi, far := math.Inf(1), math.Inf(-1), 0.0
		for n := range p.tris {
			for _, q := range p.tris[n] {
				d := q.Sub(t.mid).Dot(t.along)
				lo, hi, far = min(lo, d), max(hi, d), max(far, offLine(q, t.mid, t.along))
			}
		}
		if far > 2.6*t.r || lo < -0.75*t.half || hi > 1.35*t.half {
			continue
		}
		s := say{role: Gun, kind: "gun sleeve", conf: 0.65, why: "round about the barrel: moves with the gun"}
		if lo > 0.7*t.half {
			s = say{role: Muzzle, kind: "muzzle", conf: 0.7, why: "round about the barrel at its free end: muzzle"}
		}
		v.put([]int{i}, s)
	}
}

// takeTurret takes a turret and what stands on it.
func (v *vehicle) takeTurret(base, group int, conf float64) {
	s := &v.st
	p := &v.f.pieces[base]
	why := "stands on the hull and carries a gun"
	if h, ok := v.hint([]int{base}); ok {
		if h == Turret {
			conf += 0.1
			why += ", and its name agrees"
		} else {
			conf -= 0.05
			why += ", though its name says " + h.String()
		}
	}
	own := []int{base}
	// The rest of its node, where that is no more than a turret.
	if mates := v.f.byNode[p.node]; len(mates) < 60 && v.f.areaOf(mates) < 0.6*v.f.area && !slices.ContainsFunc(mates, func(i int) bool {
		lo, _ := s.box(&v.f.pieces[i])
		return lo[1] < 0.15*s.height
	}) {
		own = mates
	}
	v.put(own, say{role: Turret, kind: "turret", conf: min(conf, 0.95), why: why + ": turret", group: group})
	lo, hi := s.box(p)
	hull := v.hullPiece()
	for _, i := range v.f.use {
		q := &v.f.pieces[i]
		if !v.free(i) || i == hull {
			continue
		}
		a, b := s.box(q)
		in := true
		for _, k := range [2]int{0, 2} {
			m := (a[k] + b[k]) / 2
			in = in && m > lo[k]-0.02*(hi[k]-lo[k]) && m < hi[k]+0.02*(hi[k]-lo[k]) && b[k]-a[k] < 1.3*(hi[k]-lo[k])
		}
		if in && a[1] > lo[1]+0.12*(hi[1]-lo[1]) {
			kind := "on the turret"
			if v.lidLike(q) {
				kind = "hatch"
			}
			v.put([]int{i}, say{role: Turret, kind: kind, conf: 0.65, why: "stands on the turret and turns with it", group: group, with: true})
		}
	}
}

// lidLike reports whether a piece is a flat lid that lies level.
func (v *vehicle) lidLike(p *piece) bool {
	return p.spread[2] < 0.3*p.spread[1] && p.spread[1] > 0.5*p.spread[0] && math.Abs(p.axes[2].Dot(v.st.up)) > 0.9 && p.bounds.Diagonal() < 0.2*v.f.size
}
