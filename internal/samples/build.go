package samples

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// mirrorX is the reflection that Variant.Mirrored builds with.
var mirrorX = mgl64.Scale3D(-1, 1, 1)

// zUpRoot is the rotation that turns Z-up data to Y up: -90 degrees about X.
func zUpRoot() mgl64.Quat { return mgl64.Quat{W: math.Sqrt2 / 2, V: vec{-math.Sqrt2 / 2, 0, 0}} }

// zUpData is its inverse as an exact matrix: what the data go through.
func zUpData() mgl64.Mat4 {
	return mgl64.Mat4{1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1}
}

// frame is where the variant stands: turned, scaled, then moved away.
func (v Variant) frame() scene.TRS {
	t := scene.Identity()
	t.R = aboutY(v.YawDeg)
	t.T = vec{v.FarMetres, 0, v.FarMetres}
	if v.Size != 0 {
		t.S = vec{v.Size, v.Size, v.Size}
	}
	return t
}

// maker collects a model while parts are turned into nodes.
type maker struct {
	m      *scene.Model
	v      Variant
	labels [][][]Label
	meshes map[*shape]int // meshes made so far, for parts that share one
	meshed [][][]Label    // labels by mesh
}

// build makes the model of an assembly.
func (v Variant) build(a *assembly) (*scene.Model, Truth) {
	k := &maker{m: &scene.Model{Name: a.name, Materials: palette()}, v: v, meshes: map[*shape]int{}}
	t := a.truth
	var node []int // by part; -1 for a part without a node of its own
	switch {
	case v.Merged || v.OneSurface:
		node = k.merged(a)
	case v.Flat:
		node = k.flat(a)
	default:
		node = k.tree(a)
	}
	if k.paints(matBody) {
		addLivery(k.m)
	}
	k.dropUnused()
	if v.StripNames {
		k.stripNames()
	}
	t.place(v.frame(), node)
	t.Labels = k.labels
	return k.m, t
}

// node appends a node.
func (k *maker) node(name string, parent int, local scene.TRS) int {
	n := scene.Node{Name: name, Local: local}
	i := len(k.m.Nodes)
	if parent >= 0 {
		n.Parent = scene.Some(parent)
		k.m.Nodes[parent].Children = append(k.m.Nodes[parent].Children, i)
	} else {
		k.m.Roots = append(k.m.Roots, i)
	}
	k.m.Nodes = append(k.m.Nodes, n)
	k.labels = append(k.labels, nil)
	return i
}

// mesh gives a node the mesh of a shape; parts that share a shape share it.
func (k *maker) mesh(node int, name string, s *shape, share *shape) {
	i, ok := k.meshes[share]
	if !ok || share == nil {
		prims, labels := s.primitives()
		i = len(k.m.Meshes)
		k.m.Meshes = append(k.m.Meshes, scene.Mesh{Name: name, Primitives: prims})
		k.meshed = append(k.meshed, labels)
		if share != nil {
			k.meshes[share] = i
		}
	}
	k.m.Nodes[node].Mesh = scene.Some(i)
	k.labels[node] = k.meshed[i]
}

// tree keeps the assembly's hierarchy under one root.
func (k *maker) tree(a *assembly) []int {
	root := k.v.frame()
	if k.v.ZUp {
		root.R = root.R.Mul(zUpRoot())
	}
	k.node(a.name, -1, root)
	nodes := make([]int, len(a.parts))
	for i, p := range a.parts {
		parent, local, data := 0, p.at, mgl64.Ident4()
		if p.parent >= 0 {
			parent = nodes[p.parent]
		}
		if k.v.ZUp {
			local = turnedLocal(local)
			data = zUpData()
		}
		if k.v.Mirrored {
			if p.parent >= 0 {
				local.T[0] = -local.T[0]
				local.R.V[1], local.R.V[2] = -local.R.V[1], -local.R.V[2]
			} else {
				local.S[0] = -local.S[0]
			}
			data = mirrorX.Mul4(data)
		}
		nodes[i] = k.node(p.name, parent, local)
		if p.shape == nil {
			continue
		}
		s := p.shape
		if data != mgl64.Ident4() {
			if _, ok := k.meshes[s]; !ok {
				s = s.moved(data)
			}
		}
		k.mesh(nodes[i], p.name, s, p.shape)
	}
	return nodes
}

// turnedLocal is a local transform in a space whose axes are turned by zUpData.
func turnedLocal(t scene.TRS) scene.TRS {
	t.T = vec{t.T[0], -t.T[2], t.T[1]}
	t.R.V = vec{t.R.V[0], -t.R.V[2], t.R.V[1]}
	return t
}

// base is a node's local transform and what its data must go through so that
// both together show model-space points under the variant's frame.
func (k *maker) base() (local scene.TRS, data mgl64.Mat4) {
	local, data = scene.Identity(), k.v.frame().Mat4()
	if k.v.ZUp {
		local.R = zUpRoot()
		data = zUpData().Mul4(data)
	}
	if k.v.Mirrored {
		local.S[0] = -1
		data = mirrorX.Mul4(data)
	}
	return local, data
}

// flat makes every part a root with its vertices in model space.
func (k *maker) flat(a *assembly) []int {
	world := a.world()
	local, data := k.base()
	nodes := make([]int, len(a.parts))
	for i, p := range a.parts {
		nodes[i] = -1
		if p.shape == nil {
			continue
		}
		nodes[i] = k.node(p.name, -1, local)
		k.mesh(nodes[i], p.name, p.shape.moved(data.Mul4(world[i])), nil)
	}
	return nodes
}

// merged makes one node of everything.
func (k *maker) merged(a *assembly) []int {
	world := a.world()
	local, data := k.base()
	all := newShape(matBody, LabelBody)
	nodes := make([]int, len(a.parts))
	for i, p := range a.parts {
		nodes[i] = -1
		if p.shape != nil {
			all.merge(p.shape, data.Mul4(world[i]))
		}
	}
	if k.v.OneSurface {
		for i := range all.faces {
			all.faces[i].mat = matPanel
		}
	}
	k.mesh(k.node(a.name, -1, local), a.name, all, nil)
	return nodes
}

// paints reports whether any facet has the material.
func (k *maker) paints(m material) bool {
	for i := range k.m.Meshes {
		for j := range k.m.Meshes[i].Primitives {
			if k.m.Meshes[i].Primitives[j].Material == scene.Some(int(m)) {
				return true
			}
		}
	}
	return false
}

// dropUnused removes materials that no primitive uses.
func (k *maker) dropUnused() {
	used := make([]bool, len(k.m.Materials))
	each := func(f func(p *scene.Primitive)) {
		for i := range k.m.Meshes {
			for j := range k.m.Meshes[i].Primitives {
				f(&k.m.Meshes[i].Primitives[j])
			}
		}
	}
	each(func(p *scene.Primitive) { used[p.Material.Or(0)] = true })
	to := make([]int, len(used))
	var kept []scene.Material
	textured := false
	for i, u := range used {
		if u {
			to[i] = len(kept)
			kept = append(kept, k.m.Materials[i])
			textured = textured || k.m.Materials[i].BaseColorTex.Texture != 0
		}
	}
	k.m.Materials = kept
	if !textured {
		k.m.Textures, k.m.Images = nil, nil
	}
	each(func(p *scene.Primitive) { p.Material = scene.Some(to[p.Material.Or(0)]) })
}

func (k *maker) stripNames() {
	k.m.Name = ""
	for i := range k.m.Nodes {
		k.m.Nodes[i].Name = ""
	}
	for i := range k.m.Meshes {
		k.m.Meshes[i].Name = ""
	}
	for i := range k.m.Materials {
		k.m.Materials[i].Name = ""
	}
}

// place moves the truth into the variant's frame and its part indices to nodes.
func (t *Truth) place(f scene.TRS, node []int) {
	m := f.Mat4()
	point := func(p vec) vec { return m.Mul4x1(p.Vec4(1)).Vec3() }
	dir := func(d vec) vec { return scene.RotationMat3(f.R).Mul3x1(d) }
	level := func(d vec) vec {
		if d = dir(d); d[0] < -1e-9 {
			return d.Mul(-1)
		}
		return d
	}
	nodes := func(parts []int) []int {
		var out []int
		for _, p := range parts {
			if node[p] >= 0 {
				out = append(out, node[p])
			}
		}
		return out
	}
	t.Front, t.Up = dir(t.Front), dir(t.Up)
	for i := range t.Rotors {
		r := &t.Rotors[i]
		r.Hub, r.Radius, r.Nodes = point(r.Hub), r.Radius*f.S[0], nodes(r.Nodes)
		if r.Label == LabelTail {
			r.Axis = level(r.Axis)
		} else {
			r.Axis = dir(r.Axis)
		}
	}
	for i := range t.Wheels {
		w := &t.Wheels[i]
		w.Center, w.Axle, w.Radius, w.Nodes = point(w.Center), level(w.Axle), w.Radius*f.S[0], nodes(w.Nodes)
	}
	t.Gun = GunTruth{Pivot: point(t.Gun.Pivot), Muzzle: point(t.Gun.Muzzle), Nodes: nodes(t.Gun.Nodes)}
}
