package scene

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl64"
)

// LocalMatrix returns the node's rest transform relative to its parent.
func (n *Node) LocalMatrix() mgl64.Mat4 {
	if n.Matrix != nil {
		return *n.Matrix
	}
	return n.Local.Mat4()
}

// Pose is the local transform of every node of a Model, by node index. A node
// whose Matrix is set keeps it whatever its pose says: glTF forbids animating one.
type Pose []TRS

// RestPose returns the pose that the file gives.
func (m *Model) RestPose() Pose {
	p := make(Pose, len(m.Nodes))
	for i := range m.Nodes {
		p[i] = m.Nodes[i].Local
	}
	return p
}

// ParentsFirst returns all node indices so that each comes after its parent,
// depth first, roots and siblings in the file's order.
func (m *Model) ParentsFirst() []int {
	out := make([]int, 0, len(m.Nodes))
	stack := make([]int, 0, 64)
	for r := range m.Nodes {
		if m.Nodes[r].Parent != 0 {
			continue
		}
		stack = append(stack, r)
		for len(stack) > 0 {
			i := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			out = append(out, i)
			for k := len(m.Nodes[i].Children) - 1; k >= 0; k-- {
				stack = append(stack, m.Nodes[i].Children[k])
			}
		}
	}
	return out
}

// World returns every node's matrix to model space under a pose, or at rest
// when pose is nil. order is ParentsFirst's answer, or nil to have it worked
// out; dst is reused when it is long enough.
func (m *Model) World(dst []mgl64.Mat4, pose Pose, order []int) []mgl64.Mat4 {
	if order == nil {
		order = m.ParentsFirst()
	}
	if cap(dst) < len(m.Nodes) {
		dst = make([]mgl64.Mat4, len(m.Nodes))
	}
	dst = dst[:len(m.Nodes)]
	for _, i := range order {
		n := &m.Nodes[i]
		var local mgl64.Mat4
		switch {
		case n.Matrix != nil:
			local = *n.Matrix
		case pose != nil:
			local = pose[i].Mat4()
		default:
			local = n.Local.Mat4()
		}
		if p, ok := n.Parent.Get(); ok {
			dst[i] = MulAffine(&dst[p], &local)
		} else {
			dst[i] = local
		}
	}
	return dst
}

// InScene reports, for each node, whether it is reachable from Roots.
func (m *Model) InScene() []bool {
	in := make([]bool, len(m.Nodes))
	stack := append([]int(nil), m.Roots...)
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if in[i] {
			continue
		}
		in[i] = true
		stack = append(stack, m.Nodes[i].Children...)
	}
	return in
}

// JointMatrices returns world(joint) * inverseBind for each joint of a skin.
func (m *Model) JointMatrices(skin int, world []mgl64.Mat4) []mgl64.Mat4 {
	s := &m.Skins[skin]
	out := make([]mgl64.Mat4, len(s.Joints))
	for j, n := range s.Joints {
		out[j] = world[n]
		if j < len(s.InverseBind) {
			out[j] = world[n].Mul4(s.InverseBind[j])
		}
	}
	return out
}

// TriangleCount counts the triangles that the scene draws, each instance once.
func (m *Model) TriangleCount() int {
	n := 0
	in := m.InScene()
	for i := range m.Nodes {
		mesh, ok := m.Nodes[i].Mesh.Get()
		if !ok || !in[i] {
			continue
		}
		for k := range m.Meshes[mesh].Primitives {
			if p := &m.Meshes[mesh].Primitives[k]; p.Topology == Triangles {
				n += len(p.Indices) / 3
			}
		}
	}
	return n
}

// VertexCount counts the vertices that the scene draws, each instance once.
func (m *Model) VertexCount() int {
	n := 0
	in := m.InScene()
	for i := range m.Nodes {
		if mesh, ok := m.Nodes[i].Mesh.Get(); ok && in[i] {
			for k := range m.Meshes[mesh].Primitives {
				n += len(m.Meshes[mesh].Primitives[k].Positions)
			}
		}
	}
	return n
}

// Check verifies the invariants that Model promises: indices in range, the
// graph a forest whose Parent and Children agree, vertex slices of one length,
// joints within their skin. It returns a *Problem for the first breach.
func (m *Model) Check() error {
	bad := func(ptr, format string, args ...any) error {
		return &Problem{Code: "MODEL_INVALID", Pointer: ptr, Message: fmt.Sprintf(format, args...)}
	}
	in := func(x Index, n int) bool { return x >= 0 && int(x) <= n }
	reached := 0
	for i := range m.Nodes {
		n := &m.Nodes[i]
		ptr := fmt.Sprintf("/nodes/%d", i)
		if !in(n.Mesh, len(m.Meshes)) || !in(n.Skin, len(m.Skins)) || !in(n.Parent, len(m.Nodes)) || !in(n.Light, len(m.Lights)) {
			return bad(ptr, "mesh, skin, light or parent index out of range")
		}
		for _, c := range n.Children {
			if c < 0 || c >= len(m.Nodes) || m.Nodes[c].Parent.Or(-1) != i {
				return bad(ptr, "child %d does not name this node as its parent", c)
			}
		}
	}
	reached = len(m.ParentsFirst())
	if reached != len(m.Nodes) {
		return bad("/nodes", "the node graph has a cycle or a node listed twice")
	}
	for _, r := range m.Roots {
		if r < 0 || r >= len(m.Nodes) {
			return bad("/scenes", "root %d out of range", r)
		}
	}
	for i := range m.Skins {
		s := &m.Skins[i]
		if len(s.InverseBind) != len(s.Joints) {
			return bad(fmt.Sprintf("/skins/%d", i), "%d joints but %d inverse binds", len(s.Joints), len(s.InverseBind))
		}
		for _, j := range s.Joints {
			if j < 0 || j >= len(m.Nodes) {
				return bad(fmt.Sprintf("/skins/%d/joints", i), "joint %d out of range", j)
			}
		}
	}
	for i := range m.Meshes {
		for k := range m.Meshes[i].Primitives {
			if err := m.Meshes[i].Primitives[k].check(len(m.Materials)); err != "" {
				return bad(fmt.Sprintf("/meshes/%d/primitives/%d", i, k), "%s", err)
			}
		}
	}
	for i := range m.Animations {
		for k := range m.Animations[i].Channels {
			c := &m.Animations[i].Channels[k]
			w := c.Width() * len(c.Times)
			if c.Interp == CubicSpline {
				w *= 3
			}
			if c.Node < 0 || c.Node >= len(m.Nodes) || len(c.Values) != w {
				return bad(fmt.Sprintf("/animations/%d/channels/%d", i, k), "node out of range, or keys and values differ in number")
			}
		}
	}
	return nil
}

func (p *Primitive) check(materials int) string {
	n := len(p.Positions)
	for _, l := range []int{len(p.Normals), len(p.Tangents), len(p.UV0), len(p.UV1), len(p.Colors), len(p.Joints), len(p.Weights)} {
		if l != 0 && l != n {
			return "vertex attributes differ in length"
		}
	}
	for _, i := range p.Indices {
		if int(i) >= n {
			return fmt.Sprintf("vertex index %d out of range", i)
		}
	}
	if p.Material < 0 || int(p.Material) > materials {
		return "material out of range"
	}
	return ""
}
