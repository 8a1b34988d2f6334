package contacts

import (
	"math"
	"sort"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/rig/humanoid"
	"donorlab/internal/scene"
)

// foot is a foot whose motion is looked at.
type foot struct {
	node   int
	leg    limb
	points []point
	size   float64 // metres: the leg's length, the unit of all tolerances
}

// limb is the chain that carries a foot; -1 where there is none.
type limb struct {
	upper, lower, end int
	loose             bool // the end does not hang from the lower bone
}

// point is a place on a sole that may touch the ground, fixed to a node.
type point struct {
	node  int
	local mgl64.Vec3 // in the node's own space
}

// body is a model with its feet.
type body struct {
	m     *scene.Model
	order []int
	rest  []mgl64.Mat4
	up    mgl64.Vec3
	feet  []foot
	root  int // what stands for the whole body's place: the hips, or the top of the skeleton
}

func newBody(m *scene.Model, bones *humanoid.Map) *body {
	b := &body{m: m, order: m.ParentsFirst(), up: mgl64.Vec3{0, 1, 0}, root: -1}
	b.rest = m.World(nil, nil, b.order)
	if bones == nil {
		found, _ := humanoid.Find(m, humanoid.MainSkin(m), nil)
		bones = &found
	}
	if ok, _ := bones.Walkable(); ok {
		b.humanFeet(bones)
	} else {
		b.lowFeet()
	}
	return b
}

// fix attaches a model-space place to a node as it is at rest.
func (b *body) fix(node int, p mgl64.Vec3) (point, bool) {
	inv, ok := scene.InverseAffine(b.rest[node])
	if !ok {
		return point{}, false
	}
	return point{node, inv.Mul4x1(p.Vec4(1)).Vec3()}, true
}

// humanFeet takes the feet of a body whose bones are known: three points of
// each sole, heel and ball on the foot, the tip on the toes where there are any.
func (b *body) humanFeet(h *humanoid.Map) {
	r := &h.Rest
	b.up, b.root = r.Up, h.Node(humanoid.Hips)
	for side := range humanoid.Side(2) {
		l := &r.Legs[side]
		f := foot{size: r.LegLength, node: h.Node(humanoid.LeftFoot.On(side))}
		f.leg = limb{upper: h.Node(humanoid.LeftUpperLeg.On(side)), lower: h.Node(humanoid.LeftLowerLeg.On(side)), end: f.node}
		f.leg.loose = f.node >= 0 && h.Bones[humanoid.LeftFoot.On(side)].Detached
		if f.node < 0 {
			f.node = f.leg.lower
		}
		toes := f.node
		if n := h.Node(humanoid.LeftToes.On(side)); n >= 0 {
			toes = n
		}
		f.add(b, f.node, l.Sole.Sub(r.Forward.Mul(l.Heel)))
		f.add(b, f.node, l.Sole.Add(r.Forward.Mul(.65*l.Toe)))
		f.add(b, toes, l.Sole.Add(r.Forward.Mul(l.Toe)))
		if len(f.points) > 0 {
			b.feet = append(b.feet, f)
		}
	}
}

func (f *foot) add(b *body, node int, p mgl64.Vec3) {
	if q, ok := b.fix(node, p); ok {
		f.points = append(f.points, q)
	}
}

// lowFeet takes the ends of chains that are lowest: of the bones with mesh near
// the ground those with nothing such below them, or without a mesh the lowest
// leaves. Several ends of one bone are one foot.
func (b *body) lowFeet() {
	m := b.m
	owner, places := b.mesh()
	low, high := math.Inf(1), math.Inf(-1)
	for _, p := range places {
		low, high = min(low, p[1]), max(high, p[1])
	}
	joint := b.joints()
	if len(places) == 0 {
		for n := range m.Nodes {
			if joint[n] {
				h := b.rest[n][13]
				low, high = min(low, h), max(high, h)
			}
		}
	}
	height := high - low
	if !(height > 0) || math.IsInf(height, 0) {
		return
	}
	touches := make([]bool, len(m.Nodes))
	for i, p := range places {
		if p[1] < low+.05*height && b.rest[owner[i]][13] < low+.45*height {
			touches[owner[i]] = true
		}
	}
	if len(places) == 0 {
		for n := range m.Nodes {
			touches[n] = joint[n] && b.rest[n][13] < low+.08*height
		}
	}
	below := make([]bool, len(m.Nodes))
	for i := len(b.order) - 1; i >= 0; i-- {
		n := b.order[i]
		if p, ok := m.Nodes[n].Parent.Get(); ok && (touches[n] || below[n]) {
			below[p] = true
		}
	}
	size := height / 2
	ends := map[int][]int{}
	for n := range m.Nodes {
		if !touches[n] || below[n] {
			continue
		}
		at := n
		if p, ok := m.Nodes[n].Parent.Get(); ok && touches[p] && joint[p] { // toes of one foot
			at = p
		}
		ends[at] = append(ends[at], n)
	}
	nodes := make([]int, 0, len(ends))
	for n := range ends {
		nodes = append(nodes, n)
	}
	sort.Ints(nodes)
	for _, n := range nodes {
		f := foot{node: n, size: size, leg: b.chain(n, joint)}
		part := map[int]bool{n: true}
		for _, e := range ends[n] {
			part[e] = true
		}
		b.solePoints(&f, part, owner, places, low+.05*height)
		if len(f.points) > 0 && len(b.feet) < 64 {
			b.feet = append(b.feet, f)
		}
	}
	for _, n := range b.order {
		if joint[n] {
			b.root = n
			break
		}
	}
}

// solePoints takes the outermost four of the low vertices of a foot, or its
// joint where it has no mesh.
func (b *body) solePoints(f *foot, part map[int]bool, owner []int, places []mgl64.Vec3, under float64) {
	var far [4]int
	for k := range far {
		far[k] = -1
	}
	dirs := [4]mgl64.Vec3{{1, 0, 0}, {-1, 0, 0}, {0, 0, 1}, {0, 0, -1}}
	for i, p := range places {
		if !part[owner[i]] || p[1] > under {
			continue
		}
		for k, d := range dirs {
			if far[k] < 0 || p.Dot(d) > places[far[k]].Dot(d) {
				far[k] = i
			}
		}
	}
	for k, i := range far {
		if i >= 0 && (k == 0 || i != far[k-1]) {
			f.add(b, owner[i], places[i])
		}
	}
	if len(f.points) == 0 {
		f.add(b, f.node, scene.Position(b.rest[f.node]))
	}
}

// chain is the limb of three joints that ends with a foot.
func (b *body) chain(end int, joint []bool) limb {
	l := limb{-1, -1, end, false}
	lower, ok := b.m.Nodes[end].Parent.Get()
	if !ok || !joint[lower] {
		return l
	}
	upper, ok := b.m.Nodes[lower].Parent.Get()
	if !ok || !joint[upper] || b.dist(end, lower) < 1e-9 || b.dist(lower, upper) < 1e-9 {
		return l
	}
	l.upper, l.lower = upper, lower
	return l
}

func (b *body) dist(x, y int) float64 {
	return scene.Position(b.rest[x]).Sub(scene.Position(b.rest[y])).Len()
}

// joints marks the joints of all skins, or every node of a model without skins.
func (b *body) joints() []bool {
	out := make([]bool, len(b.m.Nodes))
	for i := range b.m.Skins {
		for _, j := range b.m.Skins[i].Joints {
			out[j] = true
		}
	}
	if len(b.m.Skins) == 0 {
		copy(out, b.m.InScene())
	}
	return out
}

// mesh returns every drawn vertex at rest with the node that it mostly follows.
func (b *body) mesh() (owner []int, places []mgl64.Vec3) {
	m := b.m
	in := m.InScene()
	for n := range m.Nodes {
		k, ok := m.Nodes[n].Mesh.Get()
		if !ok || !in[n] {
			continue
		}
		var joints []mgl64.Mat4
		skin, skinned := m.Nodes[n].Skin.Get()
		if skinned {
			joints = m.JointMatrices(skin, b.rest)
		}
		for pi := range m.Meshes[k].Primitives {
			p := &m.Meshes[k].Primitives[pi]
			for v := range p.Positions {
				o := n
				if skinned && len(p.Joints) > 0 {
					best := float32(0)
					for c, j := range p.Joints[v] {
						if w := p.Weights[v][c]; w > best && int(j) < len(m.Skins[skin].Joints) {
							o, best = m.Skins[skin].Joints[j], w
						}
					}
				}
				owner = append(owner, o)
				places = append(places, scene.VertexPosition(p, v, b.rest[n], joints))
			}
		}
	}
	return owner, places
}
