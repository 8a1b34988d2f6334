package rig

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// blocked returns the discs of three and more blades that groups left out
// because they would strike something when they turn, and that would be rotors
// otherwise. Their role stays Default; the reason says what is struck.
func (f *finder) blocked(cands []candidate, groups []rotorSet) []rotorSet {
	owner := map[int]int{}
	for g := range groups {
		for _, i := range groups[g].pieces {
			owner[i] = g
		}
	}
	var out []rotorSet
	h := f.hullWithout(groups)
	main := biggest(groups, Rotor)
	for _, c := range cands {
		if c.clear >= 0.25 || c.round || c.fit.Order < 3 || c.fit.Correlation < 0.9 || c.fit.Contrast < 0.5 {
			continue
		}
		free := true
		for _, i := range c.pieces {
			_, taken := owner[i]
			free = free && !taken
		}
		if !free {
			continue
		}
		g := rotorSet{candidate: c}
		g.score += 0.5 * c.fit.Correlation // as if nothing stood in the way
		f.decideMain(&g, &h)
		if g.role == Default {
			g.reason = ""
			f.decideSide(&g, &h, main, groups)
		}
		if g.role == Default {
			continue
		}
		_, at := f.struck(c.pieces, &c.fit)
		if at < 0 {
			continue
		}
		g.strikes = called(f.m, f.pieces[at].node)
		g.reason = fmt.Sprintf("perhaps a %s: a %s, but it would strike %s", g.kind, g.blades(), g.strikes)
		g.role, g.conf = Default, 0.45
		g.pieces = append(g.pieces, f.fromOwnNodes(&g, f.company(&g, owner))...)
		for _, i := range g.pieces {
			owner[i] = len(groups) + len(out)
		}
		out = append(out, g)
	}
	return out
}

// noteStrikes says of each disc that was left out what it would strike.
func (p *Parts) noteStrikes(sets []rotorSet) {
	for g := range sets {
		if sets[g].strikes == "" {
			continue
		}
		var rows []int
		for i := range p.Parts {
			if p.Parts[i].Guess == Default && within(p.Parts[i].geo.pieces, sets[g].pieces) {
				rows = append(rows, i)
			}
		}
		if len(rows) > 0 {
			p.found = append(p.found, Finding{Severity: scene.Warning, Code: "ROTOR_STRIKES", Message: sets[g].reason,
				Cause: "the disc that its blades sweep cuts into another part", Fix: "mark it as a rotor by hand if it turns all the same", Parts: rows})
		}
	}
}

// straighten looks at two-blade rotors whose blades are mirror images: then
// their shape says how they are set, not how the axle stands, for a bar may lean
// about its own length. A round hub or mast in their middle tells; without one
// the confidence falls.
func (f *finder) straighten(groups []rotorSet) {
	for n := range groups {
		g := &groups[n]
		if g.role == Default || g.round || g.fit.Order != 2 || !f.mirrored(g) {
			continue
		}
		axis, at, ok := f.roundHub(g)
		if !ok && g.kind == "propeller" && !g.hinted {
			g.role, g.conf, g.reason = Default, 0.45, "perhaps a propeller: a bar of two blades, axle along the hull, but it has no twist and no hub, so that it may be a rail as well"
			continue
		}
		if !ok && g.kind == "main rotor" && !g.hinted && g.conf < 0.75 && f.solidity(g) > broadBar {
			g.role, g.conf, g.reason = Default, 0.45, "perhaps a main rotor: a bar of two blades, but broad, without twist or hub, so that it may be a wing as well"
			continue
		}
		if !ok {
			g.conf = max(g.conf-0.2, takeConf)
			g.reason += "; the blades are mirror images and there is no round hub, so the axle's lean about their length is a guess"
			continue
		}
		off := degrees(math.Acos(min(math.Abs(axis.Dot(g.fit.Axle)), 1)))
		if off < 0.2 {
			continue
		}
		if axis.Dot(g.fit.Axle) < 0 {
			axis = axis.Mul(-1)
		}
		g.fit.Center = at.Add(axis.Mul(g.fit.Center.Sub(at).Dot(axis)))
		g.fit.Axle = axis
		g.conf = max(g.conf-0.05, takeConf)
		g.reason += fmt.Sprintf("; the blades are mirror images, the axle is the hub's, %.1f deg from the blades' own", off)
	}
}

// bars are the pieces of a rotor that reach beyond half its radius.
func (f *finder) bars(g *rotorSet) (out []tri, area float64) {
	for _, i := range g.pieces {
		if _, r := radial(&f.pieces[i], g.fit.Center, g.fit.Axle); r > 0.5*g.fit.Radius {
			out = append(out, f.pieces[i].tris...)
			area += f.pieces[i].area
		}
	}
	return out, area
}

// mirrored reports whether the blades are the same seen in a mirror across
// their length.
func (f *finder) mirrored(g *rotorSet) bool {
	tris, area := f.bars(g)
	s := newSurface(tris)
	if s == nil {
		return false
	}
	along := s.axes[0]
	hit, all := 0, 0
	for _, v := range spread(tris, area, 500) {
		all++
		q := v.p.Sub(along.Mul(2 * v.p.Sub(g.fit.Center).Dot(along)))
		if _, _, d, ok := s.nearest(q.Sub(s.origin).Mul(1 / s.scale)); ok && d*s.scale < 0.001*g.fit.Radius {
			hit++
		}
	}
	return all > 0 && float64(hit) > 0.95*float64(all)
}

// roundHub finds the largest piece in a rotor's middle that is round about an
// axis near the axle, and that axis with the piece's middle.
func (f *finder) roundHub(g *rotorSet) (axis, at mgl64.Vec3, ok bool) {
	best := 0.0
	for _, i := range f.use {
		p := &f.pieces[i]
		s := p.spread
		if s[0] == 0 || p.area <= best || offLine(p.centroid, g.fit.Center, g.fit.Axle) > 0.05*g.fit.Radius ||
			math.Abs(p.centroid.Sub(g.fit.Center).Dot(g.fit.Axle)) > 0.4*g.fit.Radius {
			continue
		}
		a := p.axes[2]
		switch {
		case s[0]-s[1] < 0.02*s[0] && s[1]-s[2] > 0.1*s[1]:
		case s[1]-s[2] < 0.02*s[1] && s[0]-s[1] > 0.1*s[0]:
			a = p.axes[0]
		default:
			continue
		}
		if math.Abs(a.Dot(g.fit.Axle)) < math.Cos(25*math.Pi/180) {
			continue
		}
		if _, r := radial(p, p.centroid, a); r > 0.35*g.fit.Radius {
			continue
		}
		best, axis, at, ok = p.area, a, p.centroid, true
	}
	return axis, at, ok
}
