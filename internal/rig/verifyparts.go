package rig

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// The spec's figures for wheels and turrets are in units of a vehicle about
// seven metres long; here they are shares of the model's longest side, so that
// they hold at any scale.
const (
	offMiddle  = 0.15 / 7 // a wheel nearer the middle plane needs no partner
	twinNear   = 0.2 / 7  // how far a partner may be from the mirror image
	strayShare = 0.5      // of the largest wheel: a smaller cluster is stray
	turretFar  = 1.5 / 7  // of a turret's part from the turret's centroid
	axleOffDeg = 5.0      // between the axles of wheels on both sides
)

// wheelGroup is one wheel as Verify sees it: the parts that Generate will hang
// on one bone.
type wheelGroup struct {
	parts  []int
	center mgl64.Vec3
	size   float64     // largest dimension, metres
	axle   *mgl64.Vec3 // nil: not known
	hinge  int         // Hinge.N, -1 before Generate
}

// wheelGroups clusters the parts marked Wheel: by the hinges that Generate made
// of them, or, before there are any, as the spec clusters: sorted by size, a
// part joins the anchor whose centre is within three quarters of the anchor's
// size.
func (p *Parts) wheelGroups(hinges []Hinge) (out []wheelGroup) {
	for n := range hinges {
		h := &hinges[n]
		if h.Role != Wheel || len(h.Parts) == 0 {
			continue
		}
		g := wheelGroup{parts: h.Parts, center: h.Center, hinge: h.N}
		g.axle = &hinges[n].Axle
		for _, i := range h.Parts {
			s := p.Parts[i].Size
			g.size = max(g.size, s[0], s[1], s[2])
		}
		out = append(out, g)
	}
	if hinges != nil {
		return out
	}
	var list []int
	big := func(i int) float64 { s := p.Parts[i].Size; return max(s[0], s[1], s[2]) }
	for i := range p.Parts {
		if p.Parts[i].Role == Wheel && !p.Parts[i].Bounds.Empty() {
			list = append(list, i)
		}
	}
	sort.SliceStable(list, func(a, b int) bool { return big(list[a]) > big(list[b]) })
	for _, i := range list {
		home, near := -1, math.Inf(1)
		for n := range out {
			anchor := &p.Parts[out[n].parts[0]]
			d := p.Parts[i].Center.Sub(out[n].center)
			l := d.Len()
			if l > clusterReach*out[n].size || l >= near {
				continue
			}
			if a := anchor.Axis; a != nil && big(i) >= equalSize*out[n].size && d.Sub(a.Mul(d.Dot(*a))).Len() > equalOff*out[n].size {
				continue // overlapping road wheels are two
			}
			home, near = n, l
		}
		if home >= 0 {
			out[home].parts = append(out[home].parts, i)
		} else {
			out = append(out, wheelGroup{parts: []int{i}, center: p.Parts[i].Center, size: big(i), axle: p.Parts[i].Axis, hinge: -1})
		}
	}
	return out
}

// verifyWheels says what is doubtful about wheels.
func (p *Parts) verifyWheels(hinges []Hinge) (out []Finding) {
	groups := p.wheelGroups(hinges)
	if len(groups) == 0 {
		return nil
	}
	var all []int
	words := make([]string, 0, len(groups))
	biggest := 0.0
	for n := range groups {
		g := &groups[n]
		all = append(all, g.parts...)
		biggest = max(biggest, g.size)
		words = append(words, fmt.Sprintf("%s (%s, %s)", p.Parts[g.parts[0]].Name, count(len(g.parts), "part", "parts"), metres(g.size)))
	}
	slices.Sort(all)
	const most = 12
	if len(words) > most {
		words = append(words[:most], fmt.Sprintf("and %d more", len(words)-most))
	}
	out = append(out, Finding{Severity: scene.Info, Code: "WHEELS", Parts: all,
		Message: fmt.Sprintf("%s: %s", count(len(groups), "wheel", "wheels"), strings.Join(words, ", "))})
	rollers := map[string]bool{"return roller": true, "sprocket or idler": true}
	for n := range groups {
		if g := &groups[n]; g.size < strayShare*biggest && !rollers[p.Parts[g.parts[0]].Kind] && !p.standsAsWheel(g) {
			out = append(out, Finding{Severity: scene.Warning, Code: "STRAY_WHEEL", Parts: g.parts,
				Message: fmt.Sprintf("the wheel at %s is less than half as large as the largest (%s against %s)", p.Parts[g.parts[0]].Name, metres(g.size), metres(biggest)),
				Cause:   "a nut, a hub or another small round part is marked Wheel, but no wheel is close to it", Fix: "mark it as Body, unless it is a wheel that turns by itself"})
		}
	}
	out = append(out, p.lonelyWheels(groups)...)
	out = append(out, p.crookedAxles(groups)...)
	return append(out, p.insideWheels(groups)...)
}

// verifyTogether finds parts marked Wheel that hold several wheels: on one bone
// they would turn about one axle and sweep round it.
func (p *Parts) verifyTogether() (out []Finding) {
	for i := range p.Parts {
		q := &p.Parts[i]
		if q.Role != Wheel || q.rounds < 2 || q.geo == nil || q.Merged || q.ID.Piece != -1 || q.ID.Joint >= 0 {
			continue
		}
		out = append(out, Finding{Severity: scene.Warning, Code: "WHEELS_TOGETHER", Parts: []int{i},
			Message: fmt.Sprintf("%s holds %d wheels and would turn as one", q.Name, q.rounds),
			Cause:   "a part has one axle; its loose pieces can have one each", Fix: "split it into loose pieces: each keeps the mark",
			Repair: &Repair{Title: fmt.Sprintf("Split %s into its loose pieces", q.Name), Splits: []Identity{q.ID}}})
	}
	return out
}

// standsAsWheel reports whether the shape, not a mark, says that a group is a
// wheel on the ground: a tractor's front wheels are small, but no nuts.
func (p *Parts) standsAsWheel(g *wheelGroup) bool {
	q := &p.Parts[g.parts[0]]
	return q.Guess == Wheel && q.Kind == "road wheel"
}

// lonelyWheels are off the middle and have no partner on the other side.
func (p *Parts) lonelyWheels(groups []wheelGroup) (out []Finding) {
	size := p.longest()
	left := p.acrossAxis(groups)
	mid := p.middleOf(groups, left)
	for n := range groups {
		g := &groups[n]
		d := g.center.Dot(left) - mid
		if math.Abs(d) <= offMiddle*size || groupTwin(groups, n, left, mid, twinNear*size) >= 0 {
			continue
		}
		out = append(out, Finding{Severity: scene.Warning, Code: "WHEEL_WITHOUT_PARTNER", Parts: g.parts,
			Message: fmt.Sprintf("the wheel at %s has no partner on the other side", p.Parts[g.parts[0]].Name),
			Cause:   "the wheel there is not marked, or this is no wheel", Fix: "mark its partner with W, or this part as Body"})
	}
	return out
}

func groupTwin(groups []wheelGroup, n int, left mgl64.Vec3, mid, tol float64) int {
	g := &groups[n]
	want := g.center.Sub(left.Mul(2 * (g.center.Dot(left) - mid)))
	best, near := -1, tol
	for k := range groups {
		if d := groups[k].center.Sub(want).Len(); k != n && d <= near {
			best, near = k, d
		}
	}
	return best
}

// acrossAxis is the direction across the vehicle: the axle with which the most
// others agree.
func (p *Parts) acrossAxis(groups []wheelGroup) mgl64.Vec3 {
	best, most := mgl64.Vec3{}, 0
	for n := range groups {
		a := groups[n].axle
		if a == nil {
			continue
		}
		agree := 0
		var sum mgl64.Vec3
		for k := range groups {
			if b := groups[k].axle; b != nil && lineAngleDeg(*a, *b) < 3 {
				agree++
				sum = sum.Add(b.Mul(math.Copysign(1, a.Dot(*b))))
			}
		}
		if agree > most {
			best, most = sum.Normalize(), agree
		}
	}
	if most == 0 {
		if p.Forward.Len() > 0.5 {
			return mgl64.Vec3{0, 1, 0}.Cross(p.Forward).Normalize()
		}
		return mgl64.Vec3{1, 0, 0}
	}
	return axisNearDeg(best, 3)
}

// middleOf is the middle plane: that which gives the most wheels a partner, of
// the middles of the bounds and of the wheels.
func (p *Parts) middleOf(groups []wheelGroup, left mgl64.Vec3) float64 {
	lo, hi := math.Inf(1), math.Inf(-1)
	for n := range groups {
		d := groups[n].center.Dot(left)
		lo, hi = min(lo, d), max(hi, d)
	}
	best, found := 0.0, -1
	for _, m := range []float64{p.Bounds.Center().Dot(left), (lo + hi) / 2} {
		n := 0
		for k := range groups {
			n += btoi(groupTwin(groups, k, left, m, twinNear*p.longest()) >= 0)
		}
		if n > found {
			best, found = m, n
		}
	}
	return best
}

func (p *Parts) longest() float64 {
	if p.Bounds.Empty() {
		return 1
	}
	s := p.Bounds.Size()
	return max(s[0], s[1], s[2], 1e-12)
}

// crookedAxles are those of wheels that do not agree with the partner's. Where
// the partner's is the one that agrees with most, the repair takes its mirror
// image.
func (p *Parts) crookedAxles(groups []wheelGroup) (out []Finding) {
	left := p.acrossAxis(groups)
	mid := p.middleOf(groups, left)
	off := func(a *mgl64.Vec3) float64 { return lineAngleDeg(*a, left) }
	for n := range groups {
		g := &groups[n]
		if g.axle == nil {
			continue
		}
		k := groupTwin(groups, n, left, mid, twinNear*p.longest())
		if k < 0 || groups[k].axle == nil {
			continue
		}
		flip := mirrorAcross(left)
		want := flip.Mul3x1(*groups[k].axle)
		if want.Dot(*g.axle) < 0 {
			want = want.Mul(-1)
		}
		apart := lineAngleDeg(want, *g.axle)
		if apart <= axleOffDeg || off(g.axle) < off(groups[k].axle)+0.5*axleOffDeg {
			continue
		}
		f := Finding{Severity: scene.Warning, Code: "AXLES_DISAGREE", Parts: append(slices.Clone(g.parts), groups[k].parts...),
			Message: fmt.Sprintf("the axle of the wheel at %s is %.0f deg off its partner's", p.Parts[g.parts[0]].Name, apart),
			Cause:   "one of the two was fitted to parts that do not turn with the wheel, or stands turned",
			Fix:     "set the axle by hand, or take the partner's"}
		if g.hinge >= 0 {
			a := [3]float64(want)
			f.Repair = &Repair{Title: "Take the partner's axle", Hub: &HubOverride{Role: Wheel, Hub: g.hinge, Axle: &a}}
		}
		out = append(out, f)
	}
	return out
}

// insideWheels are parts that lie within a wheel's volume and are not marked to
// turn with it.
func (p *Parts) insideWheels(groups []wheelGroup) (out []Finding) {
	for n := range groups {
		g := &groups[n]
		if g.axle == nil {
			continue
		}
		anchor := &p.Parts[g.parts[0]]
		var in []int
		for i := range p.Parts {
			q := &p.Parts[i]
			if q.Role == Wheel || q.Role == Ignore || q.Bounds.Empty() || q.ByHand {
				continue
			}
			far := 0.0
			along := 0.0
			for k := range 8 {
				c := mgl64.Vec3{pick(k&1 != 0, q.Bounds.Max[0], q.Bounds.Min[0]), pick(k&2 != 0, q.Bounds.Max[1], q.Bounds.Min[1]), pick(k&4 != 0, q.Bounds.Max[2], q.Bounds.Min[2])}
				d := c.Sub(g.center)
				h := d.Dot(*g.axle)
				far, along = max(far, d.Sub(g.axle.Mul(h)).Len()), max(along, math.Abs(h))
			}
			thick := math.Abs(g.axle[0])*anchor.Size[0] + math.Abs(g.axle[1])*anchor.Size[1] + math.Abs(g.axle[2])*anchor.Size[2]
			if far < 0.5*g.size && along < 0.6*thick {
				in = append(in, i)
			}
		}
		if len(in) > 0 {
			out = append(out, Finding{Severity: scene.Warning, Code: "INSIDE_WHEEL", Parts: in,
				Message: fmt.Sprintf("%s inside the wheel at %s and will stand still while it turns", count(len(in), "part lies", "parts lie"), anchor.Name),
				Cause:   "hubs, spokes and nuts turn with the wheel; a brake stands still, but nobody sees it",
				Fix:     "mark them as Wheel",
				Repair:  &Repair{Title: "Mark them as Wheel", Marks: p.marksOf(Wheel, in)}})
		}
	}
	return out
}

// verifySeen says which parts nobody sees.
func (p *Parts) verifySeen() []Finding {
	var in []int
	tested := 0
	for i := range p.Parts {
		q := &p.Parts[i]
		if q.Visibility != NotTested && q.Role != Ignore {
			tested++
			if q.Visibility == Interior && !q.ByHand {
				in = append(in, i)
			}
		}
	}
	if len(in) == 0 {
		return nil
	}
	f := Finding{Severity: scene.Info, Code: "INTERIOR", Parts: in,
		Message: fmt.Sprintf("%s not seen from outside", count(len(in), "part is", "parts are")),
		Cause:   "no ray from its surface gets out of the model", Fix: "mark them as Ignore, unless a door or a hatch shows them",
		Repair: &Repair{Title: fmt.Sprintf("Ignore %s", count(len(in), "interior part", "interior parts")), Marks: p.marksOf(Ignore, in)}}
	if len(in) == tested {
		f.Severity, f.Repair = scene.Warning, nil
		f.Message = "no part is seen from outside"
		f.Cause = "something closed stands around the whole model, or its faces are turned inside out and closed"
		f.Fix = "mark the shell around it as Ignore, or leave it out when the model is exported"
	}
	return []Finding{f}
}

// verifyTurret finds parts marked Turret that are far from the rest of it.
func (p *Parts) verifyTurret() []Finding {
	var all, far []int
	var sum mgl64.Vec3
	weight := 0.0
	for i := range p.Parts {
		if q := &p.Parts[i]; q.Role == Turret && !q.Bounds.Empty() {
			w := max(q.Size.Len(), 1e-12)
			sum, weight = sum.Add(q.Center.Mul(w)), weight+w
			all = append(all, i)
		}
	}
	if len(all) < 2 {
		return nil
	}
	mid := sum.Mul(1 / weight)
	var near []int
	for _, i := range all {
		if p.Parts[i].Center.Sub(mid).Len() > turretFar*p.longest() {
			far = append(far, i)
		} else {
			near = append(near, i)
		}
	}
	// What is built on to it turns with it, however far it reaches.
	pad := 0.005 * p.longest()
	for k := 0; k < len(near); k++ {
		far = slices.DeleteFunc(far, func(i int) bool {
			if !boxesTouch(p.Parts[i].Bounds, p.Parts[near[k]].Bounds, pad) {
				return false
			}
			near = append(near, i)
			return true
		})
	}
	if len(far) == 0 {
		return nil
	}
	return []Finding{{Severity: scene.Warning, Code: "TURRET_FAR", Parts: far,
		Message: fmt.Sprintf("%s far from the middle of the turret, though marked as one", count(len(far), "part is", "parts are")),
		Cause:   "all parts marked Turret turn about one ring; a second turret cannot turn by itself", Fix: "mark them as Body, or as what they are"}}
}

// boxesTouch reports whether two boxes are no farther apart than pad.
func boxesTouch(a, b scene.Box, pad float64) bool {
	for k := range 3 {
		if a.Min[k] > b.Max[k]+pad || b.Min[k] > a.Max[k]+pad {
			return false
		}
	}
	return true
}
