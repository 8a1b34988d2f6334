package rig

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// attachments keeps what hangs on joints without being one in its place in the
// world: meshes of joints move to a node of their own, still nodes get a new
// local transform, and moving ones go below a still node that undoes the change.
func (r *rebaser) attachments() {
	dropped := make([]bool, len(r.m.Nodes))
	stood := make([]bool, len(r.m.Nodes))
	for i := range r.between {
		for _, b := range r.between[i] {
			stood[b] = true
		}
	}
	for k := len(r.order) - 1; k >= 0; k-- {
		if i := r.order[k]; stood[i] && r.empty(i) {
			r.detach(i)
			dropped[i] = true
		}
	}
	for _, i := range r.order {
		if !r.joint[i] || r.fix[i] == mgl64.Ident4() {
			continue
		}
		var moving []int
		for _, c := range slices.Clone(r.out.Nodes[i].Children) {
			switch {
			case c >= len(r.m.Nodes) || r.joint[c]:
			case r.animated[c]:
				moving = append(moving, c)
			default:
				n := &r.out.Nodes[c]
				n.Local, n.Matrix = exactTRS(r.fix[i].Mul4(n.LocalMatrix()))
			}
		}
		r.moveMesh(i)
		if len(moving) == 0 {
			continue
		}
		h := scene.Node{Name: r.m.Nodes[i].Name + " rest"}
		h.Local, h.Matrix = exactTRS(r.fix[i])
		helper := r.add(h)
		r.hang(helper, i)
		for _, c := range moving {
			r.detach(c)
			r.hang(c, helper)
		}
	}
	r.number = make([]int, len(r.out.Nodes))
	next := 0
	for i := range r.number {
		r.number[i] = next
		if i < len(dropped) && dropped[i] {
			r.number[i] = -1
			continue
		}
		next++
	}
}

// moveMesh gives a joint's rigid mesh a node of its own, where it was.
func (r *rebaser) moveMesh(i int) {
	n := &r.out.Nodes[i]
	if n.Mesh == 0 || n.Skin != 0 {
		return
	}
	h := scene.Node{Name: n.Name + " mesh", Mesh: n.Mesh, Weights: n.Weights}
	n.Mesh, n.Weights = 0, nil
	h.Local, h.Matrix = exactTRS(r.fix[i])
	r.home[i] = r.add(h)
	r.hang(r.home[i], i)
}

// exactTRS splits a matrix into a TRS where that loses nothing but rounding;
// otherwise it is kept as it is.
func exactTRS(m mgl64.Mat4) (scene.TRS, *mgl64.Mat4) {
	t, _ := scene.Decompose(m)
	back := t.Mat4()
	big, worst := 0.0, 0.0
	for k := range 12 {
		big = max(big, math.Abs(m[k]))
		worst = max(worst, math.Abs(m[k]-back[k]))
	}
	if worst <= 1e-12*big {
		return t, nil
	}
	return scene.Identity(), &m
}

// binds puts what the rests lost into the inverse binds.
func (r *rebaser) binds() {
	r.out.Skins = slices.Clone(r.m.Skins)
	for s := range r.out.Skins {
		sk := &r.out.Skins[s]
		sk.InverseBind = slices.Clone(sk.InverseBind)
		for k, j := range sk.Joints {
			b := sk.InverseBind[k]
			b = scene.Affine(scene.LinearPart(b), scene.Position(b))
			if r.fix[j] != mgl64.Ident4() {
				b = r.fix[j].Mul4(b)
				b[3], b[7], b[11], b[15] = 0, 0, 0, 1
			}
			sk.InverseBind[k] = b
		}
	}
}

// skeletonHints keeps each skin's hint where it still is above all its joints.
func (r *rebaser) skeletonHints() {
	for s := range r.out.Skins {
		sk := &r.out.Skins[s]
		root, ok := sk.Skeleton.Get()
		if !ok {
			continue
		}
		for _, j := range sk.Joints {
			under := false
			for n, ok := j, true; ok; n, ok = r.out.Nodes[n].Parent.Get() {
				under = under || n == root
			}
			if !under {
				sk.Skeleton = 0
				break
			}
		}
	}
}

// sweep leaves the dropped nodes out and renumbers the rest.
func (r *rebaser) sweep() {
	o := r.out
	if !slices.Contains(r.number, -1) {
		return
	}
	nodes := make([]scene.Node, 0, len(o.Nodes))
	for i := range o.Nodes {
		if r.number[i] < 0 {
			continue
		}
		n := o.Nodes[i]
		if p, ok := n.Parent.Get(); ok {
			n.Parent = scene.Some(r.number[p])
		}
		for k, c := range n.Children {
			n.Children[k] = r.number[c]
		}
		nodes = append(nodes, n)
	}
	o.Nodes = nodes
	for k, i := range o.Roots {
		o.Roots[k] = r.number[i]
	}
	for s := range o.Skins {
		sk := &o.Skins[s]
		sk.Joints = slices.Clone(sk.Joints)
		for k, j := range sk.Joints {
			sk.Joints[k] = r.number[j]
		}
		if root, ok := sk.Skeleton.Get(); ok {
			sk.Skeleton = scene.Some(r.number[root])
		}
	}
	for a := range o.Animations {
		kept := o.Animations[a].Channels[:0:0]
		for _, c := range o.Animations[a].Channels {
			if c.Node = r.number[c.Node]; c.Node >= 0 {
				kept = append(kept, c)
			}
		}
		o.Animations[a].Channels = kept
	}
}

// vertexMove measures how far the rebase moved any vertex of the rest, with the
// new binds rounded to the float32 that a file holds.
func (r *rebaser) vertexMove() float64 {
	was, is := r.world, r.out.World(nil, nil, nil)
	in := r.m.InScene()
	worst := 0.0
	for i := range r.m.Nodes {
		mesh, ok := r.m.Nodes[i].Mesh.Get()
		if !ok || !in[i] {
			continue
		}
		// Both pictures are linear in the vertex, so their difference is one
		// matrix a joint, and a weighted sum of those a vertex.
		node := is[r.number[r.home[i]]].Sub(was[i])
		var joints []mgl64.Mat4
		if s, ok := r.m.Nodes[i].Skin.Get(); ok {
			joints = r.m.JointMatrices(s, was)
			for k, b := range r.out.Skins[s].InverseBind {
				joints[k] = is[r.out.Skins[s].Joints[k]].Mul4(rounded(b)).Sub(joints[k])
			}
		}
		for k := range r.m.Meshes[mesh].Primitives {
			p := &r.m.Meshes[mesh].Primitives[k]
			if joints == nil && still(node) {
				continue
			}
			for v := range p.Positions {
				worst = max(worst, scene.VertexPosition(p, v, node, joints).Len())
			}
		}
	}
	return worst
}

func still(m mgl64.Mat4) bool { return m == mgl64.Mat4{} }

// rounded is the matrix as a file's float32 accessor gives it back.
func rounded(m mgl64.Mat4) mgl64.Mat4 {
	for i := range m {
		m[i] = float64(float32(m[i]))
	}
	return m
}
