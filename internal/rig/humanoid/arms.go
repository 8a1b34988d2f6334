package humanoid

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// arm is an arm that is being looked at: bones, -1 for none.
type arm struct{ shoulder, upper, lower, hand int }

// findArms finds both arms: by their names, else the pair of chains over the
// hips that reaches furthest and furthest aside (see spread).
func (f *finder) findArms() {
	a, b := f.armPair()
	for side, root := range [2]int{a, b} {
		r := f.namedArm(side)
		if (r.upper < 0 || r.lower < 0) && root >= 0 {
			r = f.armChain(root)
		}
		if r.upper < 0 {
			f.why[LeftUpperArm.On(Side(side))] = "no chain of bones reaches out over the hips on that side"
			continue
		}
		why := [...]string{"a short first bone of the arm", "the upper bone of a chain that reaches out over the hips",
			"below the elbow of that chain", "the end of the lower arm"}
		parts := [...]part{partShoulder, partUpperArm, partLowerArm, partHand}
		also := [...]part{partCollar, partArm, partLowerArm, partWrist}
		for k, b := range [...]int{r.shoulder, r.upper, r.lower, r.hand} {
			s := (LeftShoulder + Slot(k)).On(Side(side))
			f.judged(s, b, why[k], parts[k], also[k])
			if b < 0 {
				f.why[s] = "the arm has no bone for it"
			} else if k == 1 && f.bones[b].label.part == partShoulder {
				f.named(s, b)
			}
		}
	}
}

// namedArm reads one arm from the names. A "shoulder" is the upper arm where a
// collar is named as well or nothing else could be.
func (f *finder) namedArm(side int) arm {
	r := arm{-1, -1, -1, -1}
	lower := f.called(side, partLowerArm)
	collars, shoulders := f.called(side, partCollar), f.called(side, partShoulder)
	for _, l := range [...][]int{f.called(side, partUpperArm), f.called(side, partArm), shoulders} {
		if len(l) == 0 {
			continue
		}
		if len(lower) > 0 {
			r.upper = f.bestAbove(l, lower)
			r.lower = f.below(lower, r.upper, true)
			for _, b := range l { // of two shoulders in a row the lower one is the arm
				if f.bones[b].label.part == partShoulder && f.within(r.lower, b) && f.within(b, r.upper) {
					r.upper = b
				}
			}
		} else if c := f.armChain(l[0]); c.lower >= 0 {
			if r.upper, r.lower = l[0], c.lower; c.upper != l[0] && f.bones[l[0]].label.part == partShoulder {
				r.shoulder, r.upper = l[0], c.upper
			}
			r.hand = c.hand
		}
		break
	}
	if r.upper < 0 || r.lower < 0 {
		return arm{-1, -1, -1, -1}
	}
	for _, c := range append(collars, shoulders...) {
		if c != r.upper && f.within(r.upper, c) {
			r.shoulder = c
			break
		}
	}
	hands := f.called(side, partHand)
	if h := f.below(hands, r.lower, false); h >= 0 {
		r.hand = f.central(h, hands)
	} else if h := f.below(f.called(side, partWrist), r.lower, false); h >= 0 {
		r.hand = h
	} else if r.hand < 0 || !f.within(r.hand, r.lower) {
		r.hand = f.handBelow(r.lower)
	}
	return r
}

// central returns, of the siblings of h in a list (rigs with a palm for each
// finger), the one that lies most in the middle of them with their fingers.
func (f *finder) central(h int, hands []int) int {
	var sum mgl64.Vec3
	var like []int
	for _, b := range hands {
		if f.bones[b].parent == f.bones[h].parent {
			like = append(like, b)
			sum = sum.Add(f.centroid(b))
		}
	}
	best := math.Inf(1)
	for _, b := range like {
		if d := f.centroid(b).Sub(sum.Mul(1 / float64(len(like)))).Len(); d < best-1e-6*f.height {
			best, h = d, b
		}
	}
	return h
}

// handBelow takes the lower arm's child that most hangs from.
func (f *finder) handBelow(lower int) int {
	best := -1
	for _, k := range f.bones[lower].kids {
		if f.bones[k].idle || f.dist(k, lower) < .01*f.height {
			continue
		}
		if best < 0 || f.bones[k].size > f.bones[best].size {
			best = k
		}
	}
	if best < 0 {
		return -1
	}
	var like []int
	for _, k := range f.bones[lower].kids {
		if !f.bones[k].idle && f.dist(k, best) < .01*f.height {
			like = append(like, k)
		}
	}
	return f.central(best, like)
}

// armPair returns the roots of the chains that are the arms by their shape, of
// side 0 and 1.
func (f *finder) armPair() (int, int) {
	ul, ur := f.both(LeftUpperLeg)
	hip := f.low
	if ul >= 0 && ur >= 0 {
		mid, _ := f.hipJoints()
		hip = f.h(mid)
	}
	floor := hip + .3*(f.low+f.height-hip)
	ra, rb, best := -1, -1, 0.0
	try := func(a, b int) {
		for _, r := range [2]int{a, b} {
			for _, l := range [2]int{ul, ur} {
				if l >= 0 && (f.within(r, l) || f.within(l, r)) {
					return
				}
			}
		}
		if (f.reach(a)+f.reach(b))/2 <= .1*f.height {
			return
		}
		if d := f.spread(a) + f.spread(b); d > best {
			ra, rb, best = a, b, d
		}
	}
	f.pairs(func(a, b int) {
		if f.bones[a].size >= 2 && !f.bones[a].idle && f.tall(a) >= floor && f.mirrored(a, b) {
			try(a, b)
		}
	})
	f.unlike(floor, try)
	if ra >= 0 && f.side(ra) == 1 {
		ra, rb = rb, ra
	}
	return ra, rb
}

// unlike calls g with siblings over a height that pairs leaves out, of which one
// holds something: all joints of the lesser one have a counterpart.
func (f *finder) unlike(floor float64, g func(a, b int)) {
	const most = 64 // joints of a chain: a sword is few
	for p := range f.bones {
		kids := f.bones[p].kids
		if len(kids) > 16 {
			continue
		}
		for i, a := range kids {
			for _, b := range kids[i+1:] {
				lo, hi := a, b
				if f.bones[lo].size > f.bones[hi].size {
					lo, hi = b, a
				}
				n, m := f.bones[lo].size, f.bones[hi].size
				if n < 3 || m > most || n*4 >= m*3 || f.tall(a) < floor || f.bones[a].idle || f.bones[b].idle {
					continue
				}
				if f.reflected(lo, hi) {
					g(a, b)
				}
			}
		}
	}
}

// reflected reports whether every joint below a, itself included, has one below
// b at its mirrored place.
func (f *finder) reflected(a, b int) bool {
	if math.Abs(f.lat(f.bones[a].pos)) < .01*f.height {
		return false
	}
	all := true
	f.each(a, func(x int) {
		p := f.bones[x].pos
		want, found := p.Sub(f.across.Mul(2*f.lat(p))), false
		f.each(b, func(y int) {
			found = found || f.bones[y].pos.Sub(want).Len() < .02*f.height
		})
		all = all && found
	})
	return all
}

// spread is how much like an arm a chain lies: how far it reaches, up to a long
// arm's share of the height, times how far aside it gets. Reach alone would take
// the sides of a cape, that hang close to the middle and lower than any hand.
func (f *finder) spread(a int) float64 {
	aside := 0.0
	f.each(a, func(b int) {
		aside = max(aside, math.Abs(f.lat(f.bones[b].pos)))
		for _, e := range f.bones[b].ends {
			aside = max(aside, math.Abs(f.lat(e)))
		}
	})
	return min(f.reach(a), .4*f.height) * aside
}

// reach is how far the furthest joint or end of a subtree lies from its root.
func (f *finder) reach(a int) float64 {
	far := 0.0
	f.each(a, func(b int) {
		far = max(far, f.dist(a, b))
		for _, e := range f.bones[b].ends {
			far = max(far, e.Sub(f.bones[a].pos).Len())
		}
	})
	return far
}

// outward follows a chain from its root to its furthest end.
func (f *finder) outward(root int) []int {
	path := []int{root}
	for b := root; ; {
		next, far := -1, 0.0
		for _, k := range f.bones[b].kids {
			if f.bones[k].idle {
				continue
			}
			if d := f.dist(b, k) + f.reach(k); next < 0 || d > far*1.001 {
				next, far = k, d
			}
		}
		if next < 0 {
			return path
		}
		path = append(path, next)
		b = next
	}
}

// armChain tells the bones of an arm apart by their places: upper and lower arm
// of about one length, the hand where the fingers part or near the end, and a
// short first bone is the shoulder.
func (f *finder) armChain(root int) arm {
	path := f.outward(root)
	r := arm{-1, -1, -1, -1}
	switch len(path) {
	case 0, 1:
		return r
	case 2:
		r.upper, r.lower = path[0], path[1]
		return r
	}
	if len(path) == 3 && f.dist(path[0], path[1]) < .45*f.dist(path[1], path[2]) {
		r.shoulder, r.upper, r.lower = path[0], path[1], path[2]
		return r
	}
	whole := 0.0
	for i := range path[1:] {
		whole += f.dist(path[i], path[i+1])
	}
	best := math.Inf(1)
	for j := 1; j+1 < len(path); j++ {
		i := 0
		if j > 1 && f.dist(path[0], path[1]) < .8*f.dist(path[1], path[j]) {
			i = 1
		}
		for k := j + 1; k < len(path); k++ {
			up, low := f.dist(path[i], path[j]), f.dist(path[j], path[k])
			if up < .01*f.height || low < .01*f.height {
				continue
			}
			cost := math.Abs(math.Log(up/low)) + 1 - (up+low)/whole
			if f.fingers(path[k]) {
				cost -= .5
			}
			if cost < best {
				best = cost
				r = arm{-1, path[i], path[j], path[k]}
				if i == 1 {
					r.shoulder = path[0]
				}
			}
		}
	}
	if r.hand >= 0 && f.bones[r.hand].parent == r.lower {
		r.hand = f.central(r.hand, f.near(r.hand))
	}
	return r
}

// fingers reports whether chains part from a bone as fingers do from a hand.
func (f *finder) fingers(b int) bool {
	n := 0
	for _, k := range f.bones[b].kids {
		if !f.bones[k].idle {
			n++
		}
	}
	return n >= 2
}

// near lists the siblings of a bone that lie at the same place, itself included.
func (f *finder) near(b int) []int {
	var out []int
	if p := f.bones[b].parent; p >= 0 {
		for _, k := range f.bones[p].kids {
			if !f.bones[k].idle && f.dist(k, b) < .01*f.height {
				out = append(out, k)
			}
		}
	}
	return out
}
