package humanoid

import (
	"fmt"
	"math"
	"sort"
	"strings"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// Overrides are what the user said: which node fills a slot, or -1 where the
// slot is to stay empty.
type Overrides map[Slot]int

// Find finds a body's bones among the joints of a skin, or among all nodes of
// the scene where skin is -1; MainSkin chooses one. It believes a name that the
// shape of the skeleton does not contradict, and goes by the shape where names
// say nothing. Left and right are always measured: a model's left is where
// its front turned a quarter counter-clockwise looks. What the user said goes
// before both.
//
// Any model gives a Map; whether it can walk says Walkable. The problems tell
// what was odd: warnings, and infos about what was assumed.
func Find(m *scene.Model, skin int, over Overrides) (Map, []scene.Problem) {
	if skin >= len(m.Skins) {
		skin = -1
	}
	var best *finder
	for _, up := range []mgl64.Vec3{{0, 1, 0}, {0, 0, 1}, {0, 0, -1}, {1, 0, 0}, {-1, 0, 0}, {0, -1, 0}} {
		f := &finder{skeleton: newSkeletonOr(best, m, skin), m: m, up: up, over: over}
		f.solve()
		if best == nil || f.upright() && !best.upright() {
			best = f
		}
		if best.upright() || best.four || len(f.bones) == 0 {
			break
		}
	}
	return best.finish(skin)
}

func newSkeletonOr(f *finder, m *scene.Model, skin int) *skeleton {
	if f != nil {
		return f.skeleton
	}
	return newSkeleton(m, skin)
}

// MainSkin returns the skin with the most joints, the first of equals, or -1
// for a model without skins: the one to look for a body in.
func MainSkin(m *scene.Model) int {
	best := -1
	for i := range m.Skins {
		if best < 0 || len(m.Skins[i].Joints) > len(m.Skins[best].Joints) {
			best = i
		}
	}
	return best
}

// finder looks for a body standing along up. Sides are provisional while it
// works: side 0 is towards +across, and faceForward says which that is.
type finder struct {
	*skeleton
	m      *scene.Model
	up     mgl64.Vec3
	across mgl64.Vec3 // horizontal: the direction in which pairs of limbs lie apart
	ahead  mgl64.Vec3 // across x up: forward, if side 0 is left
	middle float64    // where along across the body's middle is
	low    float64    // height of the lowest and the highest joint or end
	height float64    // between them
	over   Overrides

	slot     [SlotCount]int // bone of each slot, -1; sides provisional
	how      [SlotCount]How
	why      [SlotCount]string
	inShin   [2]bool
	legged   bool // two whole legs were found
	four     bool // the arms' chains stand on the ground, too
	problems []scene.Problem

	facing string
}

func (f *finder) say(sev scene.Severity, code, pointer, message, remedy string) {
	f.problems = append(f.problems, scene.Problem{Severity: sev, Code: code, File: f.m.Source.Path, Pointer: pointer, Message: message, Remedy: remedy})
}

func (f *finder) put(s Slot, b int, how How, why string) {
	if b >= 0 {
		f.slot[s], f.how[s], f.why[s] = b, how, why
	}
}

// named is put for a bone that its name gave away.
func (f *finder) named(s Slot, b int) {
	if b >= 0 {
		f.put(s, b, ByName, fmt.Sprintf("named %q", f.bones[b].name))
	}
}

func (f *finder) h(p mgl64.Vec3) float64   { return p.Dot(f.up) }
func (f *finder) lat(p mgl64.Vec3) float64 { return p.Dot(f.across) - f.middle }
func (f *finder) tall(b int) float64       { return f.h(f.bones[b].pos) }

// upright reports whether the body was found standing along f.up: both thighs
// hang down.
func (f *finder) upright() bool {
	if !f.legged || f.slot[Hips] < 0 {
		return false
	}
	for side := range Side(2) {
		u, l := f.slot[LeftUpperLeg.On(side)], f.slot[LeftLowerLeg.On(side)]
		if f.steep(u, l) < .5 {
			return false
		}
	}
	return true
}

func (f *finder) solve() {
	for s := range f.slot {
		f.slot[s] = -1
	}
	if len(f.bones) == 0 {
		return
	}
	f.measure()
	f.findAcross()
	f.findLegs()
	f.findArms()
	f.findHead()
	f.findHips()
	f.splitTrunk()
	f.findEyes()
	f.countLegs()
}

// measure finds how tall the skeleton is.
func (f *finder) measure() {
	lo, hi := math.Inf(1), math.Inf(-1)
	for i := range f.bones {
		if f.bones[i].idle {
			continue
		}
		lo, hi = min(lo, f.tall(i)), max(hi, f.tall(i))
		for _, e := range f.bones[i].ends {
			lo, hi = min(lo, f.h(e)), max(hi, f.h(e))
		}
	}
	if hi >= lo {
		f.low, f.height = lo, hi-lo
	}
}

// findAcross finds the plane in which the body mirrors itself, among those
// halfway between two siblings that look alike: the one for which most of the
// joints off it have a counterpart. A body that mirrors itself in none gets the
// main axis of those siblings' distances.
func (f *finder) findAcross() {
	e1 := mgl64.Vec3{1, 0, 0}
	if math.Abs(f.up[0]) > .5 {
		e1 = mgl64.Vec3{0, 0, 1}
	}
	e2 := f.up.Cross(e1) // with up = Y: -Z
	type plane struct {
		turn, middle, weight float64
	}
	var planes []plane
	var xx, xy, yy float64
	f.pairs(func(a, b int) {
		ca, cb := f.centroid(a), f.centroid(b)
		d := ca.Sub(cb)
		x, y, w := d.Dot(e1), d.Dot(e2), float64(f.bones[a].size)
		xx, xy, yy = xx+w*x*x, xy+w*x*y, yy+w*y*y
		if n := math.Hypot(x, y); n > .02*f.height && math.Abs(f.h(d)) < .3*n {
			turn := snap(math.Atan2(y, x))
			axis := e1.Mul(math.Cos(turn)).Add(e2.Mul(math.Sin(turn)))
			planes = append(planes, plane{turn, ca.Add(cb).Mul(.5).Dot(axis), n * w})
		}
	})
	sort.SliceStable(planes, func(i, j int) bool { return planes[i].weight > planes[j].weight })
	turn, best := 0.0, 0.0
	for i, p := range planes {
		if i == 48 {
			break
		}
		axis := e1.Mul(math.Cos(p.turn)).Add(e2.Mul(math.Sin(p.turn)))
		if s := f.symmetry(axis, p.middle); s > best {
			turn, f.middle, best = p.turn, p.middle, s
		}
	}
	if best == 0 && xx+yy > 0 {
		turn = snap(math.Atan2(2*xy, xx-yy) / 2)
	}
	f.across = clean(e1.Mul(math.Cos(turn)).Add(e2.Mul(math.Sin(turn))))
	if f.across.Dot(e1) < -1e-9 || math.Abs(f.across.Dot(e1)) <= 1e-9 && f.across.Dot(e2) < 0 {
		f.across, f.middle = clean(f.across.Mul(-1)), -f.middle
	}
	f.ahead = clean(f.across.Cross(f.up))
}

// snap turns an angle to the next axis where it is near: models stand along the
// axes, hand-made ones a little off for lack of symmetry.
func snap(turn float64) float64 {
	const quarter = math.Pi / 2
	if near := math.Round(turn/quarter) * quarter; math.Abs(turn-near) < 6*math.Pi/180 {
		return near
	}
	return turn
}

// symmetry counts the joints off a plane that have a counterpart on its other
// side, less those that have none.
func (f *finder) symmetry(axis mgl64.Vec3, middle float64) float64 {
	const most = 512
	near := .05 * f.height
	sum := 0.0
	n := min(len(f.bones), most)
	for i := range n {
		if f.bones[i].idle {
			continue
		}
		p := f.bones[i].pos
		x := p.Dot(axis) - middle
		if math.Abs(x) < near {
			continue
		}
		q, has := p.Sub(axis.Mul(2*x)), false
		for j := 0; j < n && !has; j++ {
			has = f.bones[j].pos.Sub(q).Len() < near
		}
		if has {
			sum++
		} else {
			sum--
		}
	}
	return sum
}

// clean takes the rounding off a direction along an axis.
func clean(v mgl64.Vec3) mgl64.Vec3 {
	for i := range v {
		if math.Abs(v[i]) < 1e-12 {
			v[i] = 0
		}
	}
	if n := v.Len(); n > 0 && math.Abs(n-1) > 1e-15 {
		v = v.Mul(1 / n)
	}
	return v
}

// pairs calls g with siblings whose subtrees are alike in size.
func (f *finder) pairs(g func(a, b int)) {
	group := func(kids []int) {
		if len(kids) > 256 {
			kids = kids[:256]
		}
		for i, a := range kids {
			for _, b := range kids[i+1:] {
				x, y := f.bones[a].size, f.bones[b].size
				if min(x, y)*4 >= max(x, y)*3 {
					g(a, b)
				}
			}
		}
	}
	var roots []int
	for i := range f.bones {
		if f.bones[i].parent < 0 {
			roots = append(roots, i)
		}
	}
	group(roots)
	for i := range f.bones {
		group(f.bones[i].kids)
	}
}

// mirrored reports whether two subtrees lie on either side of the middle.
func (f *finder) mirrored(a, b int) bool {
	ca, cb := f.centroid(a), f.centroid(b)
	d := ca.Sub(cb)
	apart := math.Abs(d.Dot(f.across))
	slack := max(.12*f.height, .35*apart)
	return apart > .01*f.height && math.Abs(f.lat(ca)+f.lat(cb)) < slack &&
		math.Abs(d.Dot(f.up)) < slack && math.Abs(d.Dot(f.ahead)) < slack
}

// side returns 0 for a subtree on the +across side, 1 on the other, and -1
// where it lies in the middle.
func (f *finder) side(b int) int {
	x := f.lat(f.centroid(b))
	if math.Abs(x) < .002*f.height {
		x = f.lat(f.bones[b].pos)
	}
	switch {
	case x > .002*f.height:
		return 0
	case x < -.002*f.height:
		return 1
	}
	return -1
}

// called returns the bones of one side (-1: of the middle, which a bone off it
// may be called, too) whose names say the part, best first: deforming bones
// before a control rig's copies, then upper before lower, then by number.
func (f *finder) called(side int, parts ...part) []int {
	var out []int
	for _, p := range parts {
		from := len(out)
		for i := range f.bones {
			if l := &f.bones[i].label; l.part == p && (side < 0 || f.side(i) == side) {
				out = append(out, i)
			}
		}
		got := out[from:]
		sort.SliceStable(got, func(x, y int) bool {
			a, b := &f.bones[got[x]], &f.bones[got[y]]
			if a.label.rank != b.label.rank {
				return a.label.rank < b.label.rank
			}
			if a.depth != b.depth {
				return a.depth < b.depth
			}
			return a.label.number < b.label.number
		})
	}
	return out
}

// below returns the first of the bones that lies below a, or the first of all
// with loose set where none does; -1 for none.
func (f *finder) below(list []int, a int, loose bool) int {
	for _, b := range list {
		if b != a && f.within(b, a) {
			return b
		}
	}
	if loose && len(list) > 0 && list[0] != a {
		return list[0]
	}
	return -1
}

// list says names for a message, the first few.
func list(names []string) string {
	const most = 6
	if len(names) > most {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", len(names)-most)
	}
	return strings.Join(names, ", ")
}
