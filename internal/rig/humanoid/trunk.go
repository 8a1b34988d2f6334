package humanoid

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// both returns the bone of a slot on both sides.
func (f *finder) both(s Slot) (int, int) { return f.slot[s.On(Left)], f.slot[s.On(Right)] }

// hipJoints returns the middle of the hip joints and the legs' length as far
// as they are known.
func (f *finder) hipJoints() (mid mgl64.Vec3, length float64) {
	n := 0.0
	for side := range Side(2) {
		u, l := f.slot[LeftUpperLeg.On(side)], f.slot[LeftLowerLeg.On(side)]
		if u < 0 {
			continue
		}
		mid = mid.Add(f.bones[u].pos)
		if l >= 0 {
			length = max(length, 2*f.dist(u, l))
		}
		n++
	}
	if n > 0 {
		mid = mid.Mul(1 / n)
	}
	return mid, length
}

// findHips takes the bone that carries both legs and the trunk, or the nearest
// one above it that is called hips. Where that bone is far from the hip joints
// (rigs whose legs hang from the root) it is the one called hips, or the first
// of the trunk.
func (f *finder) findHips() {
	ul, ur := f.both(LeftUpperLeg)
	head := f.slot[Head]
	if head < 0 {
		head = f.armsAt()
	}
	var named []int
	for _, b := range f.called(-1, partHips) {
		if f.side(b) < 0 || f.bones[b].label.side == 0 {
			named = append(named, b)
		}
	}
	if ul < 0 || ur < 0 {
		f.why[Hips] = "there are not two legs to carry"
		if len(named) > 0 {
			f.named(Hips, named[0])
		}
		return
	}
	mid, length := f.hipJoints()
	near := func(b int) bool { return f.bones[b].pos.Sub(mid).Len() < .8*length }
	at := f.common(ul, ur)
	if at >= 0 && head >= 0 {
		at = f.common(at, head)
	}
	if at == ul || at == ur {
		at = -1
	}
	for b := at; b >= 0; b = f.bones[b].parent {
		if f.bones[b].label.part == partHips && near(b) {
			f.named(Hips, b)
			return
		}
	}
	if at >= 0 && near(at) {
		f.judged(Hips, at, "carries both legs and the trunk", partBody)
		return
	}
	for _, b := range append(named, f.called(-1, partBody)...) {
		if near(b) && !f.within(b, ul) && !f.within(b, ur) {
			f.named(Hips, b)
			return
		}
	}
	// The first bone of the way to the head that lies near the hip joints.
	best := -1
	for b := head; b >= 0 && b != at; b = f.bones[b].parent {
		if near(b) {
			best = b
		}
	}
	if best >= 0 {
		f.put(Hips, best, ByShape, "the trunk's bone nearest to the hip joints")
		return
	}
	if at >= 0 { // far off, but everything hangs from it
		f.put(Hips, at, ByShape, "carries both legs, though it lies far from the hip joints")
		return
	}
	f.why[Hips] = "no bone carries both legs"
}

// armsAt is the bone that both arms hang from, -1 for none.
func (f *finder) armsAt() int {
	root := func(side Side) int {
		if b := f.slot[LeftShoulder.On(side)]; b >= 0 {
			return b
		}
		return f.slot[LeftUpperArm.On(side)]
	}
	a, b := root(Left), root(Right)
	switch {
	case a >= 0 && b >= 0:
		return f.common(a, b)
	case a >= 0:
		return f.bones[a].parent
	case b >= 0:
		return f.bones[b].parent
	}
	return -1
}

// findHead takes the bone called head, or follows the middle up to the top.
func (f *finder) findHead() {
	taken := func(b int) bool {
		for _, s := range [...]Slot{LeftUpperLeg, RightUpperLeg, LeftUpperArm, RightUpperArm} {
			if f.slot[s] >= 0 && f.within(b, f.slot[s]) {
				return true
			}
		}
		return false
	}
	for _, b := range f.called(-1, partHead) {
		if !taken(b) {
			f.named(Head, b)
			break
		}
	}
	if f.slot[Head] < 0 {
		f.headByShape(taken)
	}
	head := f.slot[Head]
	if head < 0 {
		return
	}
	for _, b := range f.called(-1, partNeck) {
		if b != head && f.within(head, b) {
			f.named(Neck, b)
			return
		}
	}
	// Between the arms and the head, over the shoulders.
	arms := f.armsAt()
	neck := -1
	for b := f.bones[head].parent; b >= 0 && b != arms && !f.carriesLimb(b) && f.overShoulders(b); b = f.bones[b].parent {
		neck = b
	}
	switch {
	case neck >= 0 && arms >= 0:
		f.put(Neck, neck, ByShape, "between the shoulders and the head")
	default:
		f.why[Neck] = "no bone lies between the shoulders and the head"
	}
}

// carriesLimb reports whether a leg or an arm hangs from a bone.
func (f *finder) carriesLimb(b int) bool {
	for _, s := range [...]Slot{LeftUpperLeg, RightUpperLeg, LeftUpperArm, RightUpperArm} {
		if f.slot[s] >= 0 && f.within(f.slot[s], b) {
			return true
		}
	}
	return false
}

func (f *finder) carriesLeg(b int) bool {
	l, r := f.both(LeftUpperLeg)
	return l >= 0 && f.within(l, b) || r >= 0 && f.within(r, b)
}

// overShoulders reports whether a bone lies as high as the arms' roots, with
// some room.
func (f *finder) overShoulders(b int) bool {
	l, r := f.both(LeftUpperArm)
	for _, u := range [...]int{l, r} {
		if u >= 0 && f.tall(b) < f.tall(u)-.06*f.height {
			return false
		}
	}
	return true
}

// headByShape goes up from where the arms hang, or else from where the legs
// do, to the highest end in the middle. Of that way the head is the bone that
// most of the mesh follows, the upper one of two alike (bodies of boxes have as
// many vertices to each); without a mesh the last one, less an exporter's end
// bone.
func (f *finder) headByShape(taken func(int) bool) {
	at := f.armsAt()
	if ul, ur := f.both(LeftUpperLeg); at < 0 && ul >= 0 && ur >= 0 {
		at = f.common(ul, ur)
	}
	if at < 0 {
		f.why[Head] = "neither arms nor legs were found to go up from"
		return
	}
	var path []int
	for b := at; ; {
		next, top := -1, math.Inf(-1)
		for _, k := range f.bones[b].kids {
			if taken(k) || f.carriesLimb(k) || f.bones[k].idle || math.Abs(f.lat(f.bones[k].pos)) > .08*f.height || f.paired(k) {
				continue
			}
			if t := f.crown(k); t > top {
				next, top = k, t
			}
		}
		if next < 0 || top < f.tall(b) {
			break
		}
		path = append(path, next)
		b = next
	}
	for len(path) > 0 && !f.overShoulders(path[0]) {
		path = path[1:]
	}
	if len(path) == 0 {
		f.why[Head] = "nothing rises over the shoulders"
		return
	}
	head := len(path) - 1
	if len(f.places) > 0 {
		most := f.bones[path[0]].verts
		head = 0
		for i, b := range path {
			if n := f.bones[b].verts; n > 0 && n >= most {
				head, most = i, n
			}
		}
	} else if head > 0 && f.leafEnds() {
		head--
	}
	f.judged(Head, path[head], "the top of the middle", partHead)
}

// paired reports whether a bone off the middle has a like one beside it on the
// other side, as horns and ears have.
func (f *finder) paired(b int) bool {
	p := f.bones[b].parent
	if p < 0 || math.Abs(f.lat(f.bones[b].pos)) < .01*f.height {
		return false
	}
	for _, k := range f.bones[p].kids {
		if k != b && f.bones[k].size == f.bones[b].size && f.lat(f.bones[k].pos)*f.lat(f.bones[b].pos) < 0 && f.mirrored(k, b) {
			return true
		}
	}
	return false
}

// crown is the height of a subtree's highest joint or end.
func (f *finder) crown(a int) float64 {
	hi := math.Inf(-1)
	f.each(a, func(b int) {
		hi = max(hi, f.tall(b))
		for _, e := range f.bones[b].ends {
			hi = max(hi, f.h(e))
		}
	})
	return hi
}

// leafEnds reports whether chains end with a bone that only says where the
// last one ends: so do both feet then.
func (f *finder) leafEnds() bool {
	for side := range Side(2) {
		toes := f.slot[LeftToes.On(side)]
		if toes < 0 || len(f.bones[toes].kids) == 0 {
			return false
		}
	}
	return true
}

// splitTrunk names the bones from the hips up to where the arms hang.
func (f *finder) splitTrunk() {
	hips := f.slot[Hips]
	for _, s := range [...]Slot{Spine, Chest, UpperChest} {
		f.why[s] = "the trunk has no bone for it"
	}
	if hips < 0 {
		f.trunkByName()
		return
	}
	chain := f.trunk(hips)
	at, count := [partRoot + 1]int{}, [partRoot + 1]int{}
	for i := len(chain) - 1; i >= 0; i-- {
		p := f.bones[chain[i]].label.part
		at[p], count[p] = i, count[p]+1
	}
	first := func(p part) int {
		if count[p] == 0 {
			return -1
		}
		return at[p]
	}
	n := len(chain)
	chest, upper := first(partChest), first(partUpperChest)
	if chest < 0 && count[partTorso] == 1 {
		chest = first(partTorso)
	}
	switch {
	case n == 0:
		return
	case chest >= 0:
		f.named(Chest, chain[chest])
		if upper > chest {
			f.named(UpperChest, chain[upper])
		} else if chest < n-1 {
			f.put(UpperChest, chain[n-1], ByShape, "the arms hang from it")
		}
		spine := first(partSpine)
		switch {
		case spine >= 0 && spine < chest:
			f.named(Spine, chain[spine])
		case chest > 0:
			f.put(Spine, chain[0], ByShape, "the first of the trunk above the hips")
		}
		return
	}
	rest := chain[:0:0]
	for _, b := range chain {
		if p := f.bones[b].label.part; p != partHips {
			rest = append(rest, b)
		}
	}
	if len(rest) == 0 {
		rest = chain
	}
	n = len(rest)
	f.judged(Spine, rest[0], "the first of the trunk above the hips", partSpine)
	if n > 1 {
		f.judged(Chest, rest[n/2], "the arms hang from it", partSpine)
	}
	if n > 2 {
		f.how[Chest], f.why[Chest] = ByShape, "the middle of the trunk"
		f.judged(UpperChest, rest[n-1], "the arms hang from it", partUpperChest)
	}
}

// trunk is the way from the hips, itself left out, to where the arms hang, or
// to what lies under the shoulders where they hang lower.
func (f *finder) trunk(hips int) []int {
	top := f.armsAt()
	low := top < 0 || top == hips || !f.within(top, hips) || f.carriesLeg(top)
	if low {
		top = f.slot[Neck]
		if top < 0 {
			top = f.slot[Head]
		}
		if top >= 0 {
			top = f.bones[top].parent
		}
	}
	var chain []int
	for b := top; b >= 0 && b != hips; b = f.bones[b].parent {
		if b != f.slot[Neck] && b != f.slot[Head] && !f.carriesLeg(b) { // arms may hang from the neck, or from where the legs do
			chain = append([]int{b}, chain...)
		}
	}
	if !f.within(top, hips) { // the trunk hangs elsewhere: only what lies over the hips counts
		for len(chain) > 0 && f.tall(chain[0]) < f.tall(hips) {
			chain = chain[1:]
		}
	}
	return chain
}

// trunkByName fills what the names say where no hips were found.
func (f *finder) trunkByName() {
	for _, p := range [...]struct {
		s Slot
		p part
	}{{Spine, partSpine}, {Chest, partChest}, {UpperChest, partUpperChest}} {
		if l := f.called(-1, p.p); len(l) > 0 {
			f.named(p.s, l[0])
		}
	}
}

// findEyes goes by the names alone: what else lies in pairs on a head may be
// ears or horns.
func (f *finder) findEyes() {
	for side := range Side(2) {
		s := LeftEye.On(side)
		f.why[s] = "no bone on that side is called an eye"
		for _, b := range f.called(int(side), partEye) {
			if head := f.slot[Head]; head >= 0 && f.within(b, head) {
				f.named(s, b)
				break
			}
		}
	}
}

// countLegs looks for more than two legs: other like chains that reach the
// ground, well before or behind the hip joints.
func (f *finder) countLegs() {
	ul, ur := f.both(LeftUpperLeg)
	if ul < 0 || ur < 0 {
		return
	}
	mid, length := f.hipJoints()
	rise := f.h(mid) - f.low
	f.pairs(func(a, b int) {
		if f.four || f.bones[a].size < 2 || f.bones[a].idle || !f.mirrored(a, b) {
			return
		}
		for _, r := range [2]int{a, b} {
			if f.within(r, ul) || f.within(r, ur) || f.within(ul, r) || f.within(ur, r) {
				return
			}
			t := f.tip(r)
			away := math.Abs(f.bones[r].pos.Sub(mid).Dot(f.ahead))
			if t-f.low > .25*rise || f.tall(r)-t < .4*rise || away < .4*min(length, rise) {
				return
			}
		}
		f.four = true
	})
}
