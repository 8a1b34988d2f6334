package humanoid

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// leg is a leg that is being looked at: bones, -1 for none.
type leg struct{ upper, lower, foot, toes int }

// findLegs finds both legs: by their names, where those make sense on both
// sides; else the pair of chains that comes nearest to the ground.
func (f *finder) findLegs() {
	var byName, byShape [2]leg
	both := true
	for side := range byName {
		byName[side] = f.namedLeg(side)
		both = both && byName[side].upper >= 0 && byName[side].lower >= 0
	}
	a, b := f.legPair()
	for side, root := range [2]int{a, b} {
		byShape[side] = leg{-1, -1, -1, -1}
		if root >= 0 {
			byShape[side] = f.legChain(root)
		}
	}
	for side := range byName {
		l, first := byName[side], LeftUpperLeg.On(Side(side))
		if !both && byShape[side].upper >= 0 {
			l = byShape[side]
		}
		if l.upper < 0 && l.lower < 0 {
			f.why[first] = "no chain of bones reaches the ground on that side"
			if a < 0 {
				f.why[first] = "no two like chains of bones reach the ground"
			}
			continue
		}
		f.putLeg(Side(side), l)
	}
	for side := range Side(2) {
		if l := f.slot[LeftLowerLeg.On(side)]; l >= 0 && f.slot[LeftUpperLeg.On(side)] >= 0 {
			f.findFoot(side)
		}
	}
	f.legged = true
	for side := range Side(2) {
		ok := f.slot[LeftUpperLeg.On(side)] >= 0 && f.slot[LeftLowerLeg.On(side)] >= 0
		f.legged = f.legged && ok && (f.slot[LeftFoot.On(side)] >= 0 || f.inShin[side])
	}
}

func (f *finder) putLeg(side Side, l leg) {
	why := [...]string{"the upper bone of a chain that reaches the ground", "below the knee of a chain that reaches the ground",
		"the joint over the sole", "ahead of the foot's joint"}
	parts := [...]part{partUpperLeg, partLowerLeg, partFoot, partToes}
	for k, b := range [...]int{l.upper, l.lower, l.foot, l.toes} {
		f.judged((LeftUpperLeg + Slot(k)).On(side), b, why[k], parts[k], partLeg, partSideHip, partAnkle)
	}
}

// judged fills a slot, and says that the name agrees where it does.
func (f *finder) judged(s Slot, b int, why string, parts ...part) {
	if b < 0 {
		return
	}
	for _, p := range parts {
		if f.bones[b].label.part == p {
			f.named(s, b)
			return
		}
	}
	f.put(s, b, ByShape, why)
}

// namedLeg reads one leg from the names. A "leg" is the upper one beside a
// shin and the lower one beside a thigh; "LeftHip" is a thigh beside a knee.
func (f *finder) namedLeg(side int) leg {
	l := leg{-1, -1, -1, -1}
	upper, lower, legs := f.called(side, partUpperLeg), f.called(side, partLowerLeg), f.called(side, partLeg)
	switch {
	case len(upper) > 0 && len(lower) > 0:
		l.upper = f.bestAbove(upper, lower)
		l.lower = f.below(lower, l.upper, true)
	case len(upper) > 0 && len(legs) > 0 && f.below(legs, upper[0], false) >= 0:
		l.upper, l.lower = upper[0], f.below(legs, upper[0], false)
	case len(lower) > 0 && len(legs) > 0:
		l.upper = f.bestAbove(legs, lower)
		l.lower = f.below(lower, l.upper, true)
	case len(lower) > 0:
		if hips := f.called(side, partSideHip); len(hips) > 0 {
			l.upper = f.bestAbove(hips, lower)
			l.lower = f.below(lower, l.upper, true)
		}
	case len(upper) > 0:
		if c := f.legChain(upper[0]); c.lower >= 0 {
			l.upper, l.lower = upper[0], c.lower
		}
	case len(legs) > 1:
		l = f.legChain(legs[0])
	}
	if l.upper < 0 || l.lower < 0 {
		return leg{-1, -1, -1, -1}
	}
	return l
}

// bestAbove returns the first bone of one list that carries one of the other,
// else the first.
func (f *finder) bestAbove(uppers, lowers []int) int {
	for _, u := range uppers {
		if f.below(lowers, u, false) >= 0 {
			return u
		}
	}
	return uppers[0]
}

// legPair returns the roots of the two chains that are the legs by their
// shape, of side 0 and 1: mirrored, two bones or more long, hanging down by a
// seventh of the body or more, and reaching lower than any other such pair. What
// names call an arm is none.
func (f *finder) legPair() (int, int) {
	ra, rb, best := -1, -1, math.Inf(1)
	f.pairs(func(a, b int) {
		if f.bones[a].size < 2 || f.bones[a].idle || !f.mirrored(a, b) {
			return
		}
		reach := 0.0
		for _, r := range [2]int{a, b} {
			t := f.tip(r)
			if f.tall(r)-t < f.height/7 || t-f.low > .35*f.height || f.namedAsArm(r) {
				return
			}
			reach += t / 2
		}
		if reach < best-.01*f.height {
			ra, rb, best = a, b, reach
		}
	})
	if ra >= 0 && f.side(ra) == 1 {
		ra, rb = rb, ra
	}
	return ra, rb
}

func (f *finder) namedAsArm(root int) bool {
	arm := false
	f.each(root, func(b int) {
		switch f.bones[b].label.part {
		case partArm, partUpperArm, partLowerArm, partHand, partWrist, partCollar, partFinger:
			arm = true
		}
	})
	return arm
}

// tip is the height of a subtree's lowest joint or end.
func (f *finder) tip(a int) float64 {
	lo := math.Inf(1)
	f.each(a, func(b int) {
		lo = min(lo, f.tall(b))
		for _, e := range f.bones[b].ends {
			lo = min(lo, f.h(e))
		}
	})
	return lo
}

// legChain tells the bones of a leg apart by their places. Of all choices of
// hip joint, knee and ankle along the chain it takes that of a thigh and shin
// of about one length, the ankle low, the shin steep and the foot not.
func (f *finder) legChain(root int) leg {
	path := f.descend(root)
	// A bone that leads from the middle out to the hip joint is no thigh.
	for len(path) > 3 && f.steep(path[0], path[1]) < .5 {
		path = path[1:]
	}
	l := leg{-1, -1, -1, -1}
	switch len(path) {
	case 0, 1:
		return l
	case 2:
		l.upper, l.lower = path[0], path[1]
		return l
	}
	l.upper = path[0]
	top := f.tall(l.upper)
	best := math.Inf(1)
	for j := 1; j+1 < len(path); j++ {
		for k := j + 1; k < len(path); k++ {
			thigh := f.dist(path[0], path[j])
			shin := f.dist(path[j], path[k])
			if thigh < .02*f.height || shin < .02*f.height {
				continue
			}
			cost := math.Abs(math.Log(thigh / shin))
			cost += 1.5 * (f.tall(path[k]) - f.low) / (top - f.low)
			cost += 5 * max(0, .9-f.steep(path[k-1], path[k]))
			if k+1 < len(path) && f.steep(path[k], path[k+1]) > .85 && f.dist(path[k], path[k+1]) > .1*shin {
				cost += .5
			}
			if cost < best {
				best, l.lower, l.foot = cost, path[j], path[k]
			}
		}
	}
	if l.lower < 0 {
		return leg{-1, -1, -1, -1}
	}
	return l
}

// descend follows a chain from its root to its lowest end; of feet that branch
// it takes the toe that lies furthest out.
func (f *finder) descend(root int) []int {
	path := []int{root}
	for b := root; ; {
		next, low, far := -1, 0.0, 0.0
		for _, k := range f.bones[b].kids {
			if f.bones[k].idle {
				continue
			}
			t, d := f.tip(k), f.flat(f.bones[k].pos.Sub(f.bones[b].pos)).Len()
			near := math.Abs(t-low) < .03*f.height
			if next < 0 || !near && t < low || near && (f.bones[k].size > f.bones[next].size || f.bones[k].size == f.bones[next].size && d > far) {
				next, low, far = k, t, d
			}
		}
		if next < 0 {
			return path
		}
		path = append(path, next)
		b = next
	}
}

func (f *finder) dist(a, b int) float64 { return f.bones[a].pos.Sub(f.bones[b].pos).Len() }

// steep is the cosine between a bone and straight down; 1 for one without length.
func (f *finder) steep(a, b int) float64 {
	d := f.bones[b].pos.Sub(f.bones[a].pos)
	if d.Len() < 1e-4*f.height {
		return 1
	}
	return -f.h(d) / d.Len()
}

func (f *finder) flat(v mgl64.Vec3) mgl64.Vec3 { return v.Sub(f.up.Mul(f.h(v))) }

// findFoot finds the foot and the toes of a leg. A foot that follows its leg
// by constraint, as in rigs made for inverse kinematics, hangs elsewhere; a
// lower leg whose mesh stands on the ground has its foot in it.
func (f *finder) findFoot(side Side) {
	upper, lower := f.slot[LeftUpperLeg.On(side)], f.slot[LeftLowerLeg.On(side)]
	slot := LeftFoot.On(side)
	called := f.called(int(side), partFoot, partAnkle)
	foot := -1
	for _, b := range called { // of an ankle and a foot in one leg the ankle carries the other
		if b != lower && f.within(b, lower) && (foot < 0 || f.bones[b].depth < f.bones[foot].depth) {
			foot = b
		}
	}
	if foot < 0 {
		for _, b := range called {
			if f.underKnee(b, upper, lower) {
				foot = b
				break
			}
		}
	}
	if foot >= 0 {
		f.named(slot, foot)
	}
	if f.slot[slot] < 0 && len(f.bones[lower].kids) > 0 {
		if c := f.ankleBelow(upper, lower); c >= 0 {
			f.put(slot, c, ByShape, "the joint over the sole")
		}
	}
	if f.slot[slot] < 0 {
		f.looseFoot(side, upper, lower)
	}
	if foot = f.slot[slot]; foot < 0 {
		f.shinFoot(side, upper, lower)
		return
	}
	if toes := f.below(f.called(int(side), partToes), foot, false); toes >= 0 {
		f.named(LeftToes.On(side), toes)
		return
	}
	// By shape: the child that lies furthest out, not above the ankle.
	toes, far := -1, .04*f.height
	for _, k := range f.bones[foot].kids {
		d := f.bones[k].pos.Sub(f.bones[foot].pos)
		out := math.Abs(d.Dot(f.ahead))
		if !f.bones[k].idle && f.h(d) < .3*out && out > far {
			toes, far = k, out
		}
	}
	if toes >= 0 {
		f.put(LeftToes.On(side), toes, ByShape, "the bone ahead of the foot's joint")
	} else if f.why[LeftToes.On(side)] == "" {
		f.why[LeftToes.On(side)] = "nothing lies ahead of the foot's joint"
	}
}

// ankleBelow looks for the ankle among what hangs from a lower leg.
func (f *finder) ankleBelow(upper, lower int) int {
	path := f.descend(lower)
	best, cost := -1, math.Inf(1)
	for k := 1; k < len(path); k++ {
		shin := f.dist(lower, path[k])
		if shin < .02*f.height {
			continue
		}
		c := math.Abs(math.Log(f.dist(upper, lower)/shin)) + 5*max(0, .9-f.steep(path[k-1], path[k])) +
			1.5*(f.tall(path[k])-f.low)/(f.tall(upper)-f.low)
		if c < cost {
			best, cost = path[k], c
		}
	}
	return best
}

// underKnee reports whether a bone lies where the foot of a leg may be.
func (f *finder) underKnee(b, upper, lower int) bool {
	thigh := f.dist(upper, lower)
	d := f.bones[b].pos.Sub(f.bones[lower].pos)
	return f.h(d) < -.25*thigh && f.flat(d).Len() < .5*thigh+.2*-f.h(d)+.02*f.height
}

// looseFoot looks for a foot that does not hang from its leg: nearest to where
// the shin ends, low, and best with mesh of its own.
func (f *finder) looseFoot(side Side, upper, lower int) {
	want := f.bones[lower].pos.Sub(f.up.Mul(f.tall(lower) - f.low))
	if e := f.bones[lower].ends; len(e) > 0 {
		want = e[0]
	}
	thigh := f.dist(upper, lower)
	best, cost := -1, .7*thigh
	for b := range f.bones {
		l := f.bones[b].label.part
		if l != partNone && l != partFoot && l != partAnkle || f.within(b, lower) || f.within(lower, b) ||
			f.side(b) != int(side) || !f.underKnee(b, upper, lower) {
			continue
		}
		c := f.bones[b].pos.Sub(want).Len()
		if f.bones[b].verts == 0 && len(f.places) > 0 {
			c += .3 * thigh
		}
		if c < cost {
			best, cost = b, c
		}
	}
	f.judged(LeftFoot.On(side), best, "lies where the lower leg ends, though it hangs elsewhere", partFoot, partAnkle)
}

// shinFoot marks a lower leg whose mesh reaches the ground.
func (f *finder) shinFoot(side Side, upper, lower int) {
	slot := LeftFoot.On(side)
	f.why[slot] = "no bone lies where the lower leg ends"
	lo, _, n := f.extent(func(b int) bool { return b == lower }, f.h)
	if n == 0 {
		return
	}
	ground, top, _ := f.extent(func(int) bool { return true }, f.h)
	if f.tall(lower)-lo > .4*f.dist(upper, lower) && lo-ground < .1*(top-ground) {
		f.inShin[side] = true
		f.why[LeftToes.On(side)] = "the foot has no bone of its own"
		f.why[slot] = fmt.Sprintf("the foot is part of the lower leg %q", f.bones[lower].name)
	}
}
