package humanoid

import (
	"fmt"
	"math"
	"sort"

	"donorlab/internal/scene"
)

// finish turns what was found into a Map, the user's word last.
func (f *finder) finish(skin int) (Map, []scene.Problem) {
	if skin < 0 {
		skin = -1
	}
	out := Map{Skin: skin}
	for s := range out.Bones {
		out.Bones[s].Node = -1
	}
	if len(f.bones) < 4 { // two legs of two bones
		f.say(scene.Warning, "NO_BONES", "", fmt.Sprintf("the model has no skeleton that could be a body: %d bones", len(f.bones)), "open a model with a skeleton")
		for s := range out.Bones {
			out.Bones[s].Why = "the model has no skeleton"
		}
		f.report()
		return out, f.problems
	}
	if f.up[1] != 1 {
		f.say(scene.Warning, "BODY_LIES", "", "the body does not stand upright: its up is not the model's +Y",
			"turn the model with Orientation; the walk takes the body's own up")
	}
	f.faceForward()
	f.override()
	f.checkSides()
	for s := range SlotCount {
		b := &out.Bones[s]
		b.How, b.Why = f.how[s], f.why[s]
		if i := f.slot[s]; i >= 0 {
			b.Node, b.Pos = f.bones[i].node, f.bones[i].pos
		} else if b.Why == "" {
			b.Why = "nothing fits"
		}
	}
	for s := range SlotCount {
		if c, ok := out.Carrier(s); ok && f.slot[s] >= 0 {
			out.Bones[s].Detached = !f.within(f.slot[s], f.slot[c])
		}
	}
	out.Rest = f.rest()
	out.FourLegs = f.four
	f.report()
	return out, f.problems
}

// override puts the user's word in.
func (f *finder) override() {
	slots := make([]Slot, 0, len(f.over))
	for s := range f.over {
		slots = append(slots, s)
	}
	sort.Slice(slots, func(i, j int) bool { return slots[i] < slots[j] })
	for _, s := range slots {
		if s >= SlotCount {
			continue
		}
		n := f.over[s]
		if n < 0 {
			f.slot[s], f.how[s], f.why[s] = -1, Missing, "left empty by hand"
			continue
		}
		b, ok := f.byNode[n]
		if !ok {
			f.say(scene.Warning, "BONE_UNKNOWN", "", fmt.Sprintf("node %d, set by hand for %s, is no bone of this skin", n, s),
				"choose another bone for "+s.String())
			continue
		}
		f.put(s, b, ByHand, fmt.Sprintf("set by hand to %q", f.bones[b].name))
		for t := range SlotCount { // one bone fills one slot: the user's word takes it away from a guess
			if _, hand := f.over[t]; t != s && f.slot[t] == b && !hand {
				f.slot[t], f.how[t], f.why[t] = -1, Missing, "its bone was set by hand for "+s.String()
			}
		}
	}
	if len(slots) > 0 {
		for s := LeftUpperLeg; s <= LeftFoot; s++ {
			if f.how[s] == ByHand || f.how[s.On(Right)] == ByHand {
				f.four = false // the user says which two are the legs
			}
		}
		for side := range Side(2) {
			if f.slot[LeftFoot.On(side)] >= 0 {
				f.inShin[side] = false
			} else if u, l := f.slot[LeftUpperLeg.On(side)], f.slot[LeftLowerLeg.On(side)]; u >= 0 && l >= 0 {
				f.inShin[side] = false
				f.shinFoot(side, u, l)
			}
		}
	}
}

// rest measures how the body stands.
func (f *finder) rest() Rest {
	r := Rest{Up: f.up, Forward: f.ahead, Left: f.across, FacingWhy: f.facing, Scale: 1}
	any := func(int) bool { return true }
	ground, top, meshed := f.extent(any, f.h)
	if meshed == 0 {
		ground, top = f.low, f.low+f.height
	}
	sole := math.Inf(1)
	n := 0
	for side := range Side(2) {
		l := &r.Legs[side]
		u, k := f.slot[LeftUpperLeg.On(side)], f.slot[LeftLowerLeg.On(side)]
		if u < 0 || k < 0 {
			continue
		}
		foot := f.slot[LeftFoot.On(side)]
		if foot < 0 && !f.inShin[side] {
			continue
		}
		l.FootInShin = f.inShin[side] && foot < 0
		l.Hip, l.Knee = f.bones[u].pos, f.bones[k].pos
		f.measureFoot(l, side, foot, k, ground)
		l.Thigh, l.Shin = l.Knee.Sub(l.Hip).Len(), l.Ankle.Sub(l.Knee).Len()
		sole = min(sole, f.h(l.Sole))
		r.LegLength += l.Length()
		r.HipHeight += f.h(l.Hip)
		n++
	}
	r.Ground = ground
	if n > 0 {
		r.Ground = sole
		r.LegLength /= float64(n)
		r.HipHeight = r.HipHeight/float64(n) - sole
	}
	r.Height = top - r.Ground
	if h := f.slot[Hips]; h >= 0 {
		node := f.bones[h].node
		if p, ok := f.m.Nodes[node].Parent.Get(); ok {
			w := f.m.World(nil, nil, nil)
			l := scene.LinearPart(w[p])
			if v := math.Cbrt(math.Abs(l.Det())); v > 0 && !math.IsInf(v, 0) {
				r.Scale = v
			}
		}
	}
	return r
}

// measureFoot finds the sole and the foot's length: on the foot's mesh, else
// from its joints and ends.
func (f *finder) measureFoot(l *Leg, side Side, foot, knee int, ground float64) {
	at := foot
	if l.FootInShin {
		at = knee
	}
	own := f.footMesh(at, side)
	if !l.FootInShin {
		own = func(b int) bool { return f.within(b, foot) }
	}
	low, _, n := f.extent(own, f.h)
	if n == 0 {
		low = f.low
		if foot >= 0 {
			low = f.tip(foot)
		}
		low = max(low, ground)
	}
	switch {
	case l.FootInShin: // where an ankle would be: a tenth of the shin over the sole
		d := f.h(l.Knee) - low
		l.Ankle = l.Knee.Sub(f.up.Mul(.9 * d))
	default:
		l.Ankle = f.bones[foot].pos
	}
	l.AnkleHeight = f.h(l.Ankle) - low
	l.Sole = l.Ankle.Sub(f.up.Mul(l.AnkleHeight))
	x := l.Ankle.Dot(f.ahead)
	cut := low + .5*max(0, l.AnkleHeight) + .1*math.Abs(f.h(l.Knee)-low)
	lo, hi := math.Inf(1), math.Inf(-1)
	for i, p := range f.places {
		if own(int(f.owner[i])) && f.h(p) <= cut {
			lo, hi = min(lo, p.Dot(f.ahead)), max(hi, p.Dot(f.ahead))
		}
	}
	toes := f.slot[LeftToes.On(side)]
	switch {
	case hi > lo:
		l.Toe, l.Heel = max(0, hi-x), max(0, x-lo)
	case foot >= 0:
		f.each(foot, func(b int) {
			l.Toe = max(l.Toe, f.bones[b].pos.Dot(f.ahead)-x)
			for _, e := range f.bones[b].ends {
				l.Toe = max(l.Toe, e.Dot(f.ahead)-x)
			}
		})
		if l.Toe == 0 { // a foot is about a quarter as long as its leg, a fifth of it heel
			l.Toe = .2 * l.Ankle.Sub(l.Hip).Len()
		}
		l.Heel = l.Toe / 4
	}
	if toes >= 0 {
		l.Ball = f.bones[toes].pos
	} else {
		l.Ball = l.Sole.Add(f.ahead.Mul(.65 * l.Toe))
	}
}

// report tells what is odd about the body as a whole.
func (f *finder) report() {
	if f.bad > 0 {
		f.say(scene.Warning, "REST_NOT_FINITE", "", fmt.Sprintf("%d nodes have a rest place that is no number; they were left out", f.bad), "mend the file's transforms")
	}
	if f.skipped > 0 {
		f.say(scene.Warning, "BONES_MANY", "", fmt.Sprintf("only the first %d nodes were looked through", maxBones), "choose the skin of the body")
	}
	if f.four {
		f.say(scene.Warning, "FOUR_LEGS", "", "the body stands on more than two legs", "use the quadruped walk")
	}
	for side := range Side(2) {
		u, l := f.slot[LeftUpperLeg.On(side)], f.slot[LeftLowerLeg.On(side)]
		if u < 0 || l < 0 || !f.within(l, u) {
			continue
		}
		for b := f.bones[l].parent; b >= 0 && b != u; b = f.bones[b].parent {
			a, c := f.bones[b].pos.Sub(f.bones[u].pos), f.bones[l].pos.Sub(f.bones[u].pos)
			if c.Len() > 0 && a.Sub(c.Mul(a.Dot(c)/c.Dot(c))).Len() > .1*c.Len() {
				f.say(scene.Warning, "LEG_OF_THREE", "", fmt.Sprintf("the %s leg bends at %q too, between %s and %s: the walk keeps that joint stiff", side, f.bones[b].name,
					LeftUpperLeg.On(side), LeftLowerLeg.On(side)), "set the slots by hand if another joint is the knee")
				break
			}
		}
	}
}
