package humanoid

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// bone is one node that may fill a slot, in a tree of only such nodes.
type bone struct {
	node   int
	parent int   // bone, -1 for a root
	kids   []int // bones, in the file's order
	ends   []mgl64.Vec3
	pos    mgl64.Vec3
	depth  int
	size   int        // bones of its subtree, itself included
	sum    mgl64.Vec3 // of their places
	label  label
	name   string
	verts  int  // vertices that follow it most
	idle   bool // called a helper, and nothing below it is called a part of a body
}

// skeleton is what the finder works on: bones parents first, and the mesh's
// vertices with the bone that each mostly follows.
type skeleton struct {
	bones   []bone
	byNode  map[int]int
	places  []mgl64.Vec3 // of vertices at rest, model space
	owner   []int32      // bone of each, parallel to places
	bad     int          // nodes left out because their rest is not finite
	skipped int          // nodes left out because there are too many
}

// maxBones is how many nodes are looked through: ten times a full body with
// fingers, face, hair and clothes.
const maxBones = 8192

// newSkeleton collects the bones. With a skin they are its joints, those of
// the skins that share its tree, and the nodes between them; without one every
// node of the scene. Nodes below a bone that are none are its ends.
func newSkeleton(m *scene.Model, skin int) *skeleton {
	s := &skeleton{byNode: map[int]int{}}
	order := m.ParentsFirst()
	world := m.World(nil, nil, order)
	take := candidates(m, skin)
	for _, n := range order {
		p := scene.Position(world[n])
		finite := finiteVec(p)
		up := s.above(m, n)
		if !take[n] {
			// An exporter's "_end" nodes say where the last bone ends.
			if pn, ok := m.Nodes[n].Parent.Get(); ok && take[pn] && finite && up >= 0 && s.bones[up].node == pn {
				if _, mesh := m.Nodes[n].Mesh.Get(); !mesh {
					s.bones[up].ends = append(s.bones[up].ends, p)
				}
			}
			continue
		}
		switch {
		case !finite:
			s.bad++
			continue
		case len(s.bones) == maxBones:
			s.skipped++
			continue
		}
		b := bone{node: n, parent: up, pos: p, size: 1, sum: p, name: m.Nodes[n].Name, label: readName(m.Nodes[n].Name)}
		i := len(s.bones)
		if up >= 0 {
			b.depth = s.bones[up].depth + 1
			s.bones[up].kids = append(s.bones[up].kids, i)
		}
		s.bones = append(s.bones, b)
		s.byNode[n] = i
	}
	speaks := make([]bool, len(s.bones))
	for i := len(s.bones) - 1; i >= 0; i-- {
		s.bones[i].idle = s.bones[i].label.part == partHelper && !speaks[i]
		if p := s.bones[i].parent; p >= 0 {
			s.bones[p].size += s.bones[i].size
			s.bones[p].sum = s.bones[p].sum.Add(s.bones[i].sum)
			speaks[p] = speaks[p] || speaks[i] || s.bones[i].label.part > partFinger
		}
	}
	s.dress(m, world)
	return s
}

// candidates marks the nodes that may be bones.
func candidates(m *scene.Model, skin int) []bool {
	if skin < 0 || skin >= len(m.Skins) {
		return m.InScene()
	}
	take := make([]bool, len(m.Nodes))
	root := func(n int) int {
		for {
			p, ok := m.Nodes[n].Parent.Get()
			if !ok {
				return n
			}
			n = p
		}
	}
	roots := map[int]bool{}
	for _, j := range m.Skins[skin].Joints {
		take[j] = true
		roots[root(j)] = true
	}
	for i := range m.Skins { // meshes of one body may have a skin each
		if i == skin || !sharesJoint(m, i, take) {
			continue
		}
		for _, j := range m.Skins[i].Joints {
			if roots[root(j)] {
				take[j] = true
			}
		}
	}
	// Nodes between two joints carry the lower one.
	order := m.ParentsFirst()
	below := make([]bool, len(m.Nodes)) // a joint lies below
	for i := len(order) - 1; i >= 0; i-- {
		n := order[i]
		if p, ok := m.Nodes[n].Parent.Get(); ok && (take[n] || below[n]) {
			below[p] = true
		}
	}
	under := make([]bool, len(m.Nodes)) // a joint lies above
	for _, n := range order {
		if p, ok := m.Nodes[n].Parent.Get(); ok {
			under[n] = under[p] || take[p]
		}
		if under[n] && below[n] {
			take[n] = true
		}
	}
	return take
}

func sharesJoint(m *scene.Model, skin int, take []bool) bool {
	for _, j := range m.Skins[skin].Joints {
		if take[j] {
			return true
		}
	}
	return false
}

// above returns the nearest bone above a node, -1 for none.
func (s *skeleton) above(m *scene.Model, n int) int {
	for {
		p, ok := m.Nodes[n].Parent.Get()
		if !ok {
			return -1
		}
		if b, ok := s.byNode[p]; ok {
			return b
		}
		n = p
	}
}

// dress finds the mesh that each bone moves: a vertex belongs to the joint with
// the most weight, or to the bone that its rigid mesh hangs from.
func (s *skeleton) dress(m *scene.Model, world []mgl64.Mat4) {
	in := m.InScene()
	for n := range m.Nodes {
		k, ok := m.Nodes[n].Mesh.Get()
		if !ok || !in[n] {
			continue
		}
		var joints []mgl64.Mat4
		skin, skinned := m.Nodes[n].Skin.Get()
		if skinned {
			joints = m.JointMatrices(skin, world)
		}
		hang, own := s.byNode[n]
		if !own {
			hang = s.above(m, n)
		}
		for pi := range m.Meshes[k].Primitives {
			p := &m.Meshes[k].Primitives[pi]
			for v := range p.Positions {
				b := hang
				if skinned && len(p.Joints) > 0 {
					b = s.strongest(m, skin, p, v)
				}
				if b < 0 {
					continue
				}
				at := scene.VertexPosition(p, v, world[n], joints)
				if !finiteVec(at) {
					continue
				}
				s.bones[b].verts++
				s.places = append(s.places, at)
				s.owner = append(s.owner, int32(b))
			}
		}
	}
}

func (s *skeleton) strongest(m *scene.Model, skin int, p *scene.Primitive, v int) int {
	best, w := -1, float32(0)
	for k, j := range p.Joints[v] {
		if x := p.Weights[v][k]; x > w && int(j) < len(m.Skins[skin].Joints) {
			best, w = m.Skins[skin].Joints[j], x
		}
	}
	if best < 0 {
		return -1
	}
	if b, ok := s.byNode[best]; ok {
		return b
	}
	return s.above(m, best)
}

// extent returns the least and the largest value of f over the vertices of the
// given bones, and how many there are.
func (s *skeleton) extent(of func(b int) bool, f func(mgl64.Vec3) float64) (lo, hi float64, n int) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for i, p := range s.places {
		if of(int(s.owner[i])) {
			x := f(p)
			lo, hi = min(lo, x), max(hi, x)
			n++
		}
	}
	return lo, hi, n
}

// within reports whether b is a or lies below it.
func (s *skeleton) within(b, a int) bool {
	for ; b >= 0; b = s.bones[b].parent {
		if b == a {
			return true
		}
	}
	return false
}

// common returns the lowest bone that holds both, -1 for none.
func (s *skeleton) common(a, b int) int {
	for ; a >= 0; a = s.bones[a].parent {
		if s.within(b, a) {
			return a
		}
	}
	return -1
}

// each calls f with the bones of a's subtree, parents first.
func (s *skeleton) each(a int, f func(b int)) {
	f(a)
	for _, k := range s.bones[a].kids {
		s.each(k, f)
	}
}

// centroid is the mean place of a subtree's joints, without the first where
// there are more: that one may lie on the middle.
func (s *skeleton) centroid(a int) mgl64.Vec3 {
	b := &s.bones[a]
	if b.size == 1 {
		return b.pos
	}
	return b.sum.Sub(b.pos).Mul(1 / float64(b.size-1))
}

func finiteVec(v mgl64.Vec3) bool {
	for _, x := range v {
		if math.IsNaN(x) || math.Abs(x) > 1e12 {
			return false
		}
	}
	return true
}
