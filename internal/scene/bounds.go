package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// Box is an axis-aligned box. EmptyBox returns the box of nothing; the zero Box
// is the single point at the origin.
type Box struct{ Min, Max mgl64.Vec3 }

// EmptyBox contains no point.
func EmptyBox() Box {
	i := math.Inf(1)
	return Box{mgl64.Vec3{i, i, i}, mgl64.Vec3{-i, -i, -i}}
}

// Empty reports whether the box contains no point.
func (b Box) Empty() bool { return b.Min[0] > b.Max[0] }

// Add returns the box grown to hold p. A point with a NaN is left out.
func (b Box) Add(p mgl64.Vec3) Box {
	if p != p {
		return b
	}
	for k := range 3 {
		b.Min[k] = min(b.Min[k], p[k])
		b.Max[k] = max(b.Max[k], p[k])
	}
	return b
}

// Union returns the box that holds both.
func (b Box) Union(o Box) Box {
	if o.Empty() {
		return b
	}
	return b.Add(o.Min).Add(o.Max)
}

// Center returns the middle, or the origin for an empty box.
func (b Box) Center() mgl64.Vec3 {
	if b.Empty() {
		return mgl64.Vec3{}
	}
	return b.Min.Add(b.Max).Mul(0.5)
}

// Size returns the extent along each axis, zero for an empty box.
func (b Box) Size() mgl64.Vec3 {
	if b.Empty() {
		return mgl64.Vec3{}
	}
	return b.Max.Sub(b.Min)
}

// Diagonal is the length from corner to corner: "the model's size" where a
// tolerance is a share of it.
func (b Box) Diagonal() float64 { return b.Size().Len() }

// EachVertex calls f with the model-space position of every vertex that the
// scene draws, under the given world matrices (World's answer): skinned
// vertices go through their joints, others through their node. Morph targets
// are left out.
func (m *Model) EachVertex(world []mgl64.Mat4, f func(node, primitive, vertex int, p mgl64.Vec3)) {
	in := m.InScene()
	for i := range m.Nodes {
		mesh, ok := m.Nodes[i].Mesh.Get()
		if !ok || !in[i] {
			continue
		}
		var joints []mgl64.Mat4
		if s, ok := m.Nodes[i].Skin.Get(); ok {
			joints = m.JointMatrices(s, world)
		}
		for k := range m.Meshes[mesh].Primitives {
			p := &m.Meshes[mesh].Primitives[k]
			for v := range p.Positions {
				f(i, k, v, VertexPosition(p, v, world[i], joints))
			}
		}
	}
}

// VertexPosition places one vertex in model space: by its joints where joints
// is not nil and the primitive has weights, else by the node's matrix.
func VertexPosition(p *Primitive, v int, node mgl64.Mat4, joints []mgl64.Mat4) mgl64.Vec3 {
	q := p.Positions[v]
	x := mgl64.Vec4{float64(q[0]), float64(q[1]), float64(q[2]), 1}
	if joints == nil || len(p.Joints) == 0 || len(p.Weights) == 0 {
		return node.Mul4x1(x).Vec3()
	}
	var sum mgl64.Vec3
	for k, w := range p.Weights[v] {
		if w != 0 && int(p.Joints[v][k]) < len(joints) {
			sum = sum.Add(joints[p.Joints[v][k]].Mul4x1(x).Vec3().Mul(float64(w)))
		}
	}
	return sum
}

// Bounds returns the box of everything that the scene draws at rest.
func (m *Model) Bounds() Box {
	b := EmptyBox()
	m.EachVertex(m.World(nil, nil, nil), func(_, _, _ int, p mgl64.Vec3) { b = b.Add(p) })
	return b
}
