package rig

import (
	"math"
	"sort"
)

// rotorSet is a rotor in the making: a candidate with everything that turns with
// it.
type rotorSet struct {
	candidate
	role   Role
	kind   string
	conf   float64
	reason string

	strikes string // what a disc that was left out would strike
}

const (
	takeScore = 0.45 // a candidate with less is not looked at
	takeConf  = 0.5  // a rotor with less is left undecided
)

// groups merges candidates that share an axle into rotors and lets each take
// up the hubs, caps and cuffs that turn with it. Rings of three and more blades
// go first: they say best where one rotor ends and a coaxial one begins.
func (f *finder) groups(cands []candidate) []rotorSet {
	sorted := append([]candidate(nil), cands...)
	sort.SliceStable(sorted, func(a, b int) bool {
		ra, rb := sorted[a].ring && sorted[a].fit.Order > 2, sorted[b].ring && sorted[b].fit.Order > 2
		return ra && !rb
	})
	var out []rotorSet
	owner := map[int]int{}
	for _, c := range sorted {
		if c.score < takeScore || c.clear < 0.25 {
			continue
		}
		shares := map[int]bool{}
		for _, p := range c.pieces {
			if g, ok := owner[p]; ok {
				shares[g] = true
			}
		}
		home := -1
		for g := range out {
			if sameHub(&out[g].fit, &c.fit, shares[g]) {
				if home < 0 || shares[g] {
					home = g
				}
			}
		}
		if len(shares) > 1 || len(shares) == 1 && (home < 0 || !shares[home]) {
			continue // another rotor has these pieces already
		}
		if home < 0 {
			out = append(out, rotorSet{candidate: c})
			home = len(out) - 1
		} else {
			out[home].take(c)
		}
		for _, p := range c.pieces {
			owner[p] = home
		}
	}
	for g := range out {
		for _, i := range f.fromOwnNodes(&out[g], f.company(&out[g], owner)) {
			owner[i] = g
			out[g].pieces = append(out[g].pieces, i)
		}
		sort.Ints(out[g].pieces)
	}
	return out
}

// sameHub reports whether two fits are of one rotor: the same line, and not a
// second disc above or below.
func sameHub(a, b *Fit, shared bool) bool {
	r := max(a.Radius, b.Radius)
	if math.Abs(a.Axle.Dot(b.Axle)) < math.Cos(5*math.Pi/180) || offLine(b.Center, a.Center, a.Axle) > 0.08*r {
		return false
	}
	apart := math.Abs(b.Center.Sub(a.Center).Dot(a.Axle))
	if shared {
		return true
	}
	if min(a.Radius, b.Radius) < 0.7*r {
		return apart < 0.35*r
	}
	return apart < 0.03*r+(a.Depth+b.Depth)/4
}

// take merges another candidate of the same rotor. The fit with the longer
// blades stays; of equals, the one with the clearer blades.
func (g *rotorSet) take(c candidate) {
	have := map[int]bool{}
	for _, p := range g.pieces {
		have[p] = true
	}
	for _, p := range c.pieces {
		if !have[p] {
			g.pieces = append(g.pieces, p)
		}
	}
	longer := c.fit.Radius > 1.05*g.fit.Radius
	if longer && !c.round || g.round && !c.round && c.fit.Radius > 0.8*g.fit.Radius {
		g.fit, g.score, g.clear, g.ring = c.fit, c.score, c.clear, c.ring
		g.round = false
	}
	g.hinted = g.hinted || c.hinted
}

// company lists the pieces that turn with a rotor although they are no blades:
// round about the axle (hub, cap, blur disc), carried onto one another by a step
// (cuffs, links), small and on the axle (a stabiliser bar), or in the same node
// and within the swept cylinder.
func (f *finder) company(g *rotorSet, owner map[int]int) []int {
	fit := &g.fit
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, i := range g.pieces {
		a, b := span(&f.pieces[i], fit)
		lo, hi = min(lo, a), max(hi, b)
	}
	if fit.Thickness > 3*fit.Depth { // a mast is part of it: the blades alone say where company may be
		lo, hi = -fit.Depth/2, fit.Depth/2
	}
	var near []int
	for _, i := range f.use {
		if _, taken := owner[i]; taken {
			continue
		}
		a, b := span(&f.pieces[i], fit)
		// What is round about the axle belongs if the disc cuts it, as a hub, or if
		// it is close to the blades' roots; farther off it may be a collar of the
		// hull.
		pad := 0.12 * fit.Radius
		if f.roundAbout(i, fit) {
			if pad = 0.04 * fit.Radius; a < 0.02*fit.Radius && b > -0.02*fit.Radius {
				pad = 0.35 * fit.Radius
			}
		}
		if a < lo-pad || b > hi+pad {
			continue
		}
		if _, r := radial(&f.pieces[i], fit.Center, fit.Axle); r <= 1.1*fit.Radius {
			near = append(near, i)
		}
	}
	var out []int
	for _, i := range near {
		if f.belongs(i, near, fit) {
			out = append(out, i)
		}
	}
	return append(out, f.nodeMates(g, out, owner)...)
}

// fromOwnNodes leaves out company from nodes that hold other things too, where
// the blades come from other nodes: a mast end that is part of the hull's mesh
// stays with the hull. In a merged mesh the blades themselves are from such a
// node.
func (f *finder) fromOwnNodes(g *rotorSet, more []int) []int {
	blades := map[int]bool{}
	mine := map[int]bool{}
	for _, i := range g.pieces {
		blades[f.pieces[i].node] = true
		mine[i] = true
	}
	for _, i := range more {
		mine[i] = true
	}
	out := more[:0]
	for _, i := range more {
		n := f.pieces[i].node
		all := true
		for _, k := range f.byNode[n] {
			all = all && mine[k]
		}
		if all || blades[n] {
			out = append(out, i)
		}
	}
	return out
}

func (f *finder) belongs(i int, near []int, fit *Fit) bool {
	p := &f.pieces[i]
	off := offLine(p.centroid, fit.Center, fit.Axle)
	_, r := radial(p, fit.Center, fit.Axle)
	if f.roundAbout(i, fit) {
		a, b := span(p, fit)
		return r <= fit.Radius || b-a < 0.05*fit.Radius // wider than the blades only as a sheet: a shroud stays
	}
	if off < 0.02*fit.Radius && r < 0.8*fit.Radius && (r < 0.3*fit.Radius || f.halfTurn(p, fit)) {
		return true
	}
	if r > fit.Radius || fit.Order < 2 {
		return false
	}
	turn := turned(fit.Axle, 2*math.Pi/float64(fit.Order))
	want := fit.Center.Add(turn.Mul3x1(p.centroid.Sub(fit.Center)))
	for _, j := range near {
		q := &f.pieces[j]
		if q.centroid.Sub(want).Len() < 0.02*fit.Radius && math.Abs(q.area-p.area) < 0.06*p.area && carried(p, q, turn, 0.1) {
			return true
		}
	}
	return false
}

// halfTurn reports whether the axle is a principal axis of the piece, as it is
// of a bar across the mast.
func (f *finder) halfTurn(p *piece, fit *Fit) bool {
	half := turned(fit.Axle, math.Pi)
	return covClose(half.Mul3(p.cov).Mul3(half.Transpose()), p.cov, 0.06)
}

// nodeMates returns what is left of nodes that are mostly this rotor, if all
// that is left of such a node lies within the cylinder that the rotor sweeps or
// close to the mast: the modeller put it in the rotor's object.
func (f *finder) nodeMates(g *rotorSet, more []int, owner map[int]int) []int {
	mine := map[int]bool{}
	area := map[int]float64{}
	for _, set := range [][]int{g.pieces, more} {
		for _, i := range set {
			mine[i] = true
			area[f.pieces[i].node] += f.pieces[i].area
		}
	}
	nodes := make([]int, 0, len(area))
	for n := range area {
		nodes = append(nodes, n)
	}
	sort.Ints(nodes)
	var out []int
	for _, n := range nodes {
		if area[n] < 0.5*f.areaOf(f.byNode[n]) {
			continue
		}
		var rest []int
		inside := true
		for _, i := range f.byNode[n] {
			if mine[i] {
				continue
			}
			_, taken := owner[i]
			a, b := span(&f.pieces[i], &g.fit)
			_, r := radial(&f.pieces[i], g.fit.Center, g.fit.Axle)
			flat := max(-a, b) < 0.25*g.fit.Radius
			if taken || r > 1.02*g.fit.Radius || !flat && r > 0.25*g.fit.Radius {
				inside = false
				break
			}
			rest = append(rest, i)
		}
		if inside {
			out = append(out, rest...)
		}
	}
	return out
}
