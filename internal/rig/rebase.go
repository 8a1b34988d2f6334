package rig

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// RebaseReport says what the rest rebase did.
type RebaseReport struct {
	Changed       bool    `json:"changed"`
	MaxVertexMove float64 `json:"maxVertexMove"` // largest move of a vertex at rest, metres, the binds rounded as a file stores them
	MaxClipMove   float64 `json:"maxClipMove"`   // the same in the model's own clips, at keys and between
	Before        Rests   `json:"before"`
	After         Rests   `json:"after"`
	// Findings says what could not be kept exactly.
	Findings []Finding `json:"findings"`
}

// Rebase returns the model with rests as a donor's clip needs them: a joint with
// joints below it has no rest rotation, a leaf keeps its world rotation (an
// axle frame), no joint has a scale, and no other node stands between joints.
// World positions stay, and the picture does: for every joint
//
//	IBM' = W'^-1 * W * IBM
//
// in float64, where W is the joint's world rest, and W' has its position, the
// identity or (leaf) the rotation of W's polar decomposition, and scale 1.
// Reflections and shear go into the bind. It holds for any rest and any bind,
// also where the two differ.
//
// What hangs on joints without being one keeps its place in the world, and the
// model's own clips are re-expressed on the new rests; keys are kept as they
// are wherever that is exact.
//
// A model that is so already is returned itself, with Changed false, so doing
// it twice is doing it once. m is not changed. The error is a *scene.Problem.
func Rebase(m *scene.Model) (*scene.Model, RebaseReport, error) {
	rep := RebaseReport{Findings: []Finding{}}
	if len(m.Skins) == 0 {
		return nil, rep, &scene.Problem{Code: "NO_SKELETON", File: m.Source.Path, Message: "the model has no skeleton to rebase",
			Remedy: "press Generate rig first"}
	}
	if err := m.Check(); err != nil {
		return nil, rep, err
	}
	r := newRebaser(m)
	for i, w := range r.world {
		for _, v := range w {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, rep, &scene.Problem{Code: "REST_NOT_FINITE", File: m.Source.Path, Pointer: fmt.Sprintf("/nodes/%d", i),
					Message: fmt.Sprintf("the rest transform of %q is not a finite number", m.Nodes[i].Name), Remedy: "export the model again"}
			}
		}
	}
	rep.Before = RestDump(m)
	if r.done() {
		rep.After = rep.Before
		return m, rep, nil
	}
	r.rests()
	r.reparent()
	r.attachments()
	r.binds()
	r.clips()
	r.skeletonHints()
	r.sweep()
	rep.Changed = true
	rep.After = RestDump(r.out)
	rep.MaxVertexMove = r.vertexMove()
	rep.MaxClipMove = r.clipMove()
	if size := m.Bounds().Diagonal(); rep.MaxClipMove > 1e-3*size {
		r.findings = append(r.findings, Finding{Severity: scene.Warning, Code: "CLIP_APPROXIMATE",
			Message: fmt.Sprintf("the model's own clips are up to %.3g m off after the rebase", rep.MaxClipMove),
			Cause:   "a bone turns below one whose scale is not the same on all axes, which shears it; a rest without scale cannot do that",
			Fix:     "apply the scales in the source model and export it again; a donor's clip is not affected"})
	}
	rep.Findings = append(rep.Findings, r.findings...)
	return r.out, rep, nil
}

// rebaser is a rebase under way. Slices are by node of the source model unless
// they say otherwise; the new model's nodes have the same numbers, with new
// ones behind, until sweep.
type rebaser struct {
	m     *scene.Model
	out   *scene.Model
	order []int
	world []mgl64.Mat4

	joint    []bool
	above    []int   // nearest joint above, -1 for none
	between  [][]int // nodes from above (or the scene's root) down to the joint, both left out
	inner    []bool  // has a joint somewhere below
	animated []bool  // some clip moves it

	rest  []scene.TRS  // new local rest of joints
	fix   []mgl64.Mat4 // of joints: W'^-1 * W
	unfix []mgl64.Mat4 // its inverse
	flat  []bool       // fix cannot be inverted: the rest flattens space

	home     []int // where the mesh of a node went; itself but for joints
	number   []int // new number of each node of out before sweep, -1 for dropped
	findings []Finding
}

func newRebaser(m *scene.Model) *rebaser {
	n := len(m.Nodes)
	r := &rebaser{m: m, order: m.ParentsFirst(), joint: make([]bool, n), above: make([]int, n), between: make([][]int, n),
		inner: make([]bool, n), animated: make([]bool, n), home: make([]int, n)}
	r.world = m.World(nil, nil, r.order)
	for i := range m.Skins {
		for _, j := range m.Skins[i].Joints {
			r.joint[j] = true
		}
	}
	for i := range m.Animations {
		for _, c := range m.Animations[i].Channels {
			if c.Path != scene.MorphWeights && m.Nodes[c.Node].Matrix == nil && len(c.Times) > 0 {
				r.animated[c.Node] = true
			}
		}
	}
	for i := range r.home {
		r.home[i] = i
	}
	for _, i := range r.order {
		r.above[i] = -1
		if !r.joint[i] {
			continue
		}
		for p, ok := m.Nodes[i].Parent.Get(); ok; p, ok = m.Nodes[p].Parent.Get() {
			if r.joint[p] {
				r.above[i] = p
				r.inner[p] = true
				break
			}
			r.between[i] = append(r.between[i], p)
		}
		slices.Reverse(r.between[i])
	}
	return r
}

// done reports whether the model is as Rebase would leave it.
func (r *rebaser) done() bool {
	for i := range r.m.Nodes {
		if !r.joint[i] {
			continue
		}
		n := &r.m.Nodes[i]
		if n.Matrix != nil || n.Local.S != (mgl64.Vec3{1, 1, 1}) {
			return false
		}
		if r.inner[i] && n.Local.R != mgl64.QuatIdent() {
			return false
		}
		if math.Abs(n.Local.R.Len()-1) > 1e-6 {
			return false
		}
		if r.above[i] >= 0 && len(r.between[i]) > 0 {
			return false
		}
	}
	for _, g := range r.groups() {
		if !g.stays {
			return false
		}
	}
	for s := range r.m.Skins {
		for _, b := range r.m.Skins[s].InverseBind {
			if b[3] != 0 || b[7] != 0 || b[11] != 0 || b[15] != 1 {
				return false
			}
		}
	}
	return true
}

// rests works out the new local rest of every joint.
func (r *rebaser) rests() {
	n := len(r.m.Nodes)
	r.rest = make([]scene.TRS, n)
	r.fix, r.unfix, r.flat = make([]mgl64.Mat4, n), make([]mgl64.Mat4, n), make([]bool, n)
	for i := range r.fix {
		r.fix[i], r.unfix[i] = mgl64.Ident4(), mgl64.Ident4()
	}
	for _, i := range r.order {
		if !r.joint[i] {
			continue
		}
		t := scene.Identity()
		lin := scene.LinearPart(r.world[i])
		turn := mgl64.Ident3()
		if !r.inner[i] {
			turn, _ = scene.Polar(lin)
			t.R = scene.QuatFromMat3(turn)
			turn = scene.RotationMat3(t.R)
		}
		t.T = scene.Position(r.world[i])
		if p := r.above[i]; p >= 0 {
			t.T = t.T.Sub(scene.Position(r.world[p]))
		}
		r.rest[i] = t
		// W' has W's position, so the translation of W'^-1 * W is exactly zero.
		r.fix[i] = scene.Affine(turn.Transpose().Mul3(lin), mgl64.Vec3{})
		if nearIdentity(r.fix[i]) {
			r.fix[i] = mgl64.Ident4()
		}
		var ok bool
		if r.unfix[i], ok = scene.InverseAffine(r.fix[i]); !ok {
			r.flat[i] = true
			r.findings = append(r.findings, Finding{Severity: scene.Warning, Code: "FLAT_REST",
				Message: fmt.Sprintf("the rest of bone %q has a scale of zero", r.m.Nodes[i].Name),
				Cause:   "a scale of zero cannot be undone, so a clip that grows the bone loses that",
				Fix:     "give the bone a scale in the source model and export it again"})
		}
	}
}

// nearIdentity says that a matrix is the identity but for float64 rounding.
func nearIdentity(m mgl64.Mat4) bool {
	id := mgl64.Ident4()
	for i := range m {
		if math.Abs(m[i]-id[i]) > 1e-14 {
			return false
		}
	}
	return true
}

// group is top joints that a skin holds together: they need a common root.
type group struct {
	tops  []int
	name  string
	stays bool // what is above them changes nothing and stays
}

// groups sorts the top joints into groups, in parents-first order.
func (r *rebaser) groups() []group {
	top := make([]int, len(r.m.Nodes)) // of every joint
	lead := map[int]int{}              // union-find over tops
	find := func(i int) int {
		for lead[i] != i {
			i = lead[i]
		}
		return i
	}
	var tops []int
	for _, i := range r.order {
		if !r.joint[i] {
			continue
		}
		top[i] = i
		if r.above[i] >= 0 {
			top[i] = top[r.above[i]]
			continue
		}
		lead[i] = i
		tops = append(tops, i)
	}
	for s := range r.m.Skins {
		for _, j := range r.m.Skins[s].Joints {
			lead[find(top[j])] = find(top[r.m.Skins[s].Joints[0]])
		}
	}
	var out []group
	at := map[int]int{}
	for _, t := range tops {
		l := find(t)
		if _, ok := at[l]; !ok {
			at[l] = len(out)
			out = append(out, group{})
		}
		out[at[l]].tops = append(out[at[l]].tops, t)
	}
	for g := range out {
		out[g].stays = r.groupStays(out[g].tops)
		out[g].name = r.groupName(out[g].tops, top)
	}
	return out
}

// groupStays says that every node above the tops is the identity and never
// moves, and that they have one root.
func (r *rebaser) groupStays(tops []int) bool {
	root := -1
	for _, t := range tops {
		if len(tops) > 1 && len(r.between[t]) == 0 {
			return false
		}
		for k, b := range r.between[t] {
			if r.animated[b] || r.m.Nodes[b].LocalMatrix() != mgl64.Ident4() {
				return false
			}
			if k == 0 {
				if root >= 0 && root != b {
					return false
				}
				root = b
			}
		}
	}
	return true
}

func (r *rebaser) groupName(tops, top []int) string {
	for s := range r.m.Skins {
		if sk := &r.m.Skins[s]; len(sk.Joints) > 0 && sk.Name != "" && slices.Contains(tops, top[sk.Joints[0]]) {
			return sk.Name
		}
	}
	return "Skeleton"
}

// reparent makes the new model's node list and hangs every joint on the joint
// above it; what stood between is left with what else it carries, or dropped.
func (r *rebaser) reparent() {
	out := *r.m
	out.Nodes = slices.Clone(r.m.Nodes)
	for i := range out.Nodes {
		out.Nodes[i].Children = slices.Clone(out.Nodes[i].Children)
	}
	out.Roots = slices.Clone(r.m.Roots)
	r.out = &out
	in := r.m.InScene()
	for _, i := range r.order {
		if !r.joint[i] {
			continue
		}
		out.Nodes[i].Local, out.Nodes[i].Matrix = r.rest[i], nil
		if p := r.above[i]; p >= 0 && len(r.between[i]) > 0 {
			r.detach(i)
			kids := out.Nodes[p].Children
			at := slices.Index(kids, r.between[i][0]) + 1
			out.Nodes[p].Children = slices.Insert(kids, at, i)
			out.Nodes[i].Parent = scene.Some(p)
		}
	}
	for _, g := range r.groups() {
		if g.stays {
			continue
		}
		parent := -1
		if len(g.tops) > 1 {
			parent = r.add(scene.Node{Name: g.name, Local: scene.Identity()})
		}
		for _, t := range g.tops {
			r.detach(t)
			if parent >= 0 {
				r.hang(t, parent)
			}
			if root := t; in[t] {
				if parent >= 0 {
					root = parent
				}
				if !slices.Contains(out.Roots, root) {
					out.Roots = append(out.Roots, root)
				}
			}
		}
	}
}

// add appends a node to the new model and returns its number.
func (r *rebaser) add(n scene.Node) int {
	r.out.Nodes = append(r.out.Nodes, n)
	return len(r.out.Nodes) - 1
}

// hang makes child the last child of parent, in the new model.
func (r *rebaser) hang(child, parent int) {
	r.out.Nodes[parent].Children = append(r.out.Nodes[parent].Children, child)
	r.out.Nodes[child].Parent = scene.Some(parent)
}

// detach takes a node off its parent, or off the scene's roots.
func (r *rebaser) detach(i int) {
	drop := func(s []int) []int { return slices.DeleteFunc(s, func(k int) bool { return k == i }) }
	if p, ok := r.out.Nodes[i].Parent.Get(); ok {
		r.out.Nodes[p].Children = drop(r.out.Nodes[p].Children)
	}
	r.out.Nodes[i].Parent = 0
	r.out.Roots = drop(r.out.Roots)
}

// empty says that a node that stood between joints carries nothing now.
func (r *rebaser) empty(i int) bool {
	n := &r.out.Nodes[i]
	return len(n.Children) == 0 && n.Mesh == 0 && len(n.Extras) == 0
}
