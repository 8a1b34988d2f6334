package gait

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/rig/humanoid"
	"donorlab/internal/scene"
)

// A spring is a bone that nobody poses and that lags behind: tails, ears, hair,
// antennas. Its tip is a weight on a damped spring that pulls it to where the
// posed bone has it. The spring's motion is solved exactly over each step and not
// integrated, so that it is stable for any dt, and its target goes along the line
// from the last tick's place to this one's in steps of a hundredth of a second, so
// that it swings alike at any frame rate.
const (
	springHz      = 3.2         // undamped
	springDamping = 0.32        // of critical
	springSag     = 0.06        // of the bone's length that the tip hangs lower than posed
	springLimit   = 65 * degree // from the posed direction
	springStep    = 0.01        // s
)

// springWords are the words of names that make a node a spring.
var springWords = []string{"tail", "tails", "ear", "ears", "hair", "hairs", "antenna", "antennas", "antennae",
	"ponytail", "pigtail", "braid", "bangs", "fringe", "whisker", "whiskers", "cape", "cloak", "scarf",
	"ribbon", "tassel", "plume", "feather", "jiggle", "spring", "dangle", "wobble"}

// spring is one such bone, body's frame.
type spring struct {
	node   int
	above  int        // joint or spring that carries it, springs counted after joints; -1 for none
	at     mgl64.Vec3 // its origin at rest
	tip    mgl64.Vec3 // at rest
	parent mgl64.Quat // as joint.parent
	rest   mgl64.Quat
	local  scene.TRS
}

// bob is a spring's state: the tip, world space.
type bob struct {
	at, speed, target mgl64.Vec3
	started           bool
}

// findSprings lists the nodes that swing: named so or marked, below a posed bone, and
// carrying none.
func (r *Rig) findSprings(m *scene.Model, bones *humanoid.Map, world []mgl64.Mat4, marked []int) {
	index := map[int]int{}
	carries := map[int]bool{}
	for i, j := range r.joints {
		index[j.node] = i
		for n, guard := j.node, 0; guard <= len(m.Nodes); guard++ {
			carries[n] = true
			up, ok := m.Nodes[n].Parent.Get()
			if !ok {
				break
			}
			n = up
		}
	}
	joint := map[int]bool{}
	for _, s := range m.Skins {
		for _, j := range s.Joints {
			joint[j] = true
		}
	}
	swings := map[int]bool{}
	for _, n := range m.ParentsFirst() {
		node := &m.Nodes[n]
		up, ok := node.Parent.Get()
		if carries[n] || node.Matrix != nil || !ok {
			continue
		}
		named := (len(joint) == 0 || joint[n]) && namedSpring(node.Name)
		if !(named || swings[up] || slices.Contains(marked, n)) {
			continue
		}
		above := springCarrier(m, n, index)
		if above < 0 {
			continue
		}
		at := scene.Position(world[n])
		tip, ok := springTip(m, n, world, r.Leg)
		if !ok || !finite(at) || !finite(tip) {
			continue
		}
		rest := node.Local.R
		if rest.Len() < 1e-9 {
			rest = mgl64.QuatIdent()
		}
		swings[n] = true
		index[n] = len(r.joints) + len(r.spring)
		r.spring = append(r.spring, spring{node: n, above: above, at: at, tip: tip,
			parent: orientation(world[up]), rest: rest.Normalize(), local: node.Local})
	}
}

// springCarrier is the nearest joint or spring above a node.
func springCarrier(m *scene.Model, node int, index map[int]int) int {
	for range m.Nodes {
		up, ok := m.Nodes[node].Parent.Get()
		if !ok {
			return -1
		}
		if i, ok := index[up]; ok {
			return i
		}
		node = up
	}
	return -1
}

// springTip is where a bone ends: at its first child, or as far on as it is from its
// own parent.
func springTip(m *scene.Model, n int, world []mgl64.Mat4, leg float64) (mgl64.Vec3, bool) {
	at := scene.Position(world[n])
	for _, c := range m.Nodes[n].Children {
		if tip := scene.Position(world[c]); tip.Sub(at).Len() > 1e-4*leg {
			return tip, true
		}
	}
	up, ok := m.Nodes[n].Parent.Get()
	if !ok {
		return at, false
	}
	d := at.Sub(scene.Position(world[up]))
	if d.Len() < 1e-4*leg {
		return at, false
	}
	return at.Add(d), true
}

// namedSpring reports whether a word of a name says that it swings: "Ear_L" and
// "hairBack", but not "forearm" or "gear".
func namedSpring(name string) bool {
	var word []rune
	found := false
	flush := func() {
		if slices.Contains(springWords, strings.ToLower(string(word))) {
			found = true
		}
		word = word[:0]
	}
	var last rune
	for _, c := range name {
		if !unicode.IsLetter(c) || unicode.IsUpper(c) && unicode.IsLower(last) {
			flush()
		}
		if unicode.IsLetter(c) {
			word = append(word, c)
		}
		last = c
	}
	flush()
	return found
}

// swingSprings moves the springs behind the posed body.
func (p *Pawn) swingSprings(dt, scale float64) {
	r := p.rig
	n := max(1, int(math.Ceil(dt/springStep-1e-9)))
	h := dt / float64(n)
	// x'' = -w^2 x - 2 z w x': over h, with wd the damped frequency,
	// x = e^(-zwh) (x cos + (x' + zwx)/wd sin).
	const w = 2 * math.Pi * springHz
	wd := w * math.Sqrt(1-springDamping*springDamping)
	e := math.Exp(-springDamping * w * h)
	sin, cos := math.Sincos(wd * h)
	for i := range r.spring {
		s, b, me := &r.spring[i], &p.bobs[i], len(r.joints)+i
		up, at0 := p.turn[s.above], p.restAt(s.above)
		at := p.at[s.above].Add(scene.RotateVec(up, s.at.Sub(at0)))
		dir := scene.RotateVec(up, s.tip.Sub(s.at))
		long := dir.Len()
		p.at[me] = at
		target := p.world(at.Add(dir).Sub(mgl64.Vec3{0, springSag * long, 0}))
		far := target.Sub(b.target).Len()
		if !b.started || !finite(b.at) || !finite(b.speed) || far > 20*scale*(p.rig.Leg+dt) {
			*b = bob{at: target, target: target, started: true}
		}
		from := b.target
		for k := 1; k <= n && dt > 0; k++ {
			// The middle of the step stands for its target.
			t := from.Add(target.Sub(from).Mul((float64(k) - 0.5) / float64(n)))
			for a := range 3 {
				x, v := b.at[a]-t[a], b.speed[a]
				q := (v + springDamping*w*x) / wd
				b.at[a] = t[a] + e*(x*cos+q*sin)
				b.speed[a] = e * (v*cos - (w*x+springDamping*v)*w/wd*sin)
			}
		}
		b.target = target
		// Back onto the bone's length, and inside its cone.
		k := 1 / scale
		rel := b.at.Sub(p.world(at))
		local := level(rel[0]*k, rel[2]*k, -p.move.Yaw)
		local[1] = rel[1] * k
		p.turn[me] = up
		if l := local.Len(); l > 1e-9*long && long > 0 {
			arc := arcTo(dir.Mul(1/long), local.Mul(1/l))
			if angle := 2 * math.Acos(clamp(math.Abs(arc.W), 0, 1)); angle > springLimit {
				arc = blendQuat(mgl64.QuatIdent(), arc, springLimit/angle)
				b.speed = b.speed.Mul(0.5)
			}
			p.turn[me] = scene.MulQuat(arc, up)
			b.at = p.world(at.Add(scene.RotateVec(arc, dir)))
		}
	}
}

// restAt is where a joint or spring is at rest.
func (p *Pawn) restAt(i int) mgl64.Vec3 {
	if i < len(p.rig.joints) {
		return p.rig.joints[i].at
	}
	return p.rig.spring[i-len(p.rig.joints)].at
}

// poseSprings writes the springs' local transforms.
func (p *Pawn) poseSprings(dst scene.Pose) {
	for i := range p.rig.spring {
		s := &p.rig.spring[i]
		t := s.local
		if p.Prefs.Enabled {
			d := scene.MulQuat(scene.ConjQuat(p.turn[s.above]), p.turn[len(p.rig.joints)+i])
			t.R = unitQuat(scene.MulQuat(scene.MulQuat(scene.ConjQuat(s.parent), scene.MulQuat(d, s.parent)), s.rest))
		}
		dst[s.node] = t
	}
}
