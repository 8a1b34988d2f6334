package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// Mass adds up a mesh's triangles to find its centre of mass. The zero Mass is
// an empty mesh.
type Mass struct {
	some   bool
	origin mgl64.Vec3 // first corner; all sums are about it
	volume float64    // six times, signed
	moment mgl64.Vec3 // of volume, 24 times
	area   float64    // twice
	shell  mgl64.Vec3 // moment of area, six times
	flux   mgl64.Mat3 // integral of place times normal, six times
}

// Add adds a triangle, counter-clockwise from outside.
func (m *Mass) Add(a, b, c mgl64.Vec3) {
	n := b.Sub(a).Cross(c.Sub(a))
	area := n.Len()
	if area-area != 0 {
		return
	}
	if !m.some {
		m.some, m.origin = true, a
	}
	a, b, c = a.Sub(m.origin), b.Sub(m.origin), c.Sub(m.origin)
	sum := a.Add(b).Add(c)
	v := a.Dot(b.Cross(c))
	m.volume += v
	m.moment = m.moment.Add(sum.Mul(v))
	m.area += area
	m.shell = m.shell.Add(sum.Mul(area))
	for i := range 3 {
		for j := range 3 {
			m.flux[3*j+i] += sum[i] * n[j]
		}
	}
}

// closedShare is how far the flux of a closed mesh may be from what it must be,
// as a share of its volume.
const closedShare = 5e-3

// Closed reports whether the triangles seem to enclose a volume. By the
// divergence theorem the integral of place times normal over a closed surface
// is its volume times the identity; over one with a hole it is not.
func (m *Mass) Closed() bool {
	if !(math.Abs(m.volume) > 1e-6*math.Pow(m.area, 1.5)) {
		return false
	}
	for i := range 3 {
		for j := range 3 {
			want := 0.0
			if i == j {
				want = m.volume
			}
			if math.Abs(m.flux[3*j+i]-want) > closedShare*math.Abs(m.volume) {
				return false
			}
		}
	}
	return true
}

// Center returns the centre of mass: of an even filling where the mesh is
// Closed, else of an even skin. ok is false for a mesh without area.
func (m *Mass) Center() (c mgl64.Vec3, ok bool) {
	if m.Closed() {
		return m.origin.Add(m.moment.Mul(1 / (4 * m.volume))), true
	}
	if !(m.area > 0) {
		return c, false
	}
	return m.origin.Add(m.shell.Mul(1 / (3 * m.area))), true
}

// Volume is the enclosed volume, cubic metres, or 0 where the mesh is not Closed.
func (m *Mass) Volume() float64 {
	if !m.Closed() {
		return 0
	}
	return math.Abs(m.volume) / 6
}

// Area is the surface's, square metres.
func (m *Mass) Area() float64 { return m.area / 2 }

// Mass adds up what the scene draws with the nodes at world, which is World's
// answer, at rest when nil. Morph targets are left at zero.
func (m *Model) Mass(world []mgl64.Mat4) (sum Mass) {
	if world == nil {
		world = m.World(nil, nil, nil)
	}
	in := m.InScene()
	for n := range m.Nodes {
		mesh, ok := m.Nodes[n].Mesh.Get()
		if !ok || !in[n] {
			continue
		}
		for k := range m.Meshes[mesh].Primitives {
			p := &m.Meshes[mesh].Primitives[k]
			if p.Topology != Triangles {
				continue
			}
			at := m.massPoints(n, p, world)
			_, skinned := m.Nodes[n].Skin.Get()
			flip := !(skinned && len(p.Joints) > 0) && world[n].Mat3().Det() < 0
			for t := 0; t+2 < len(p.Indices); t += 3 {
				a, b, c := at[p.Indices[t]], at[p.Indices[t+1]], at[p.Indices[t+2]]
				if flip {
					b, c = c, b
				}
				sum.Add(a, b, c)
			}
		}
	}
	return sum
}

// massPoints places a primitive's vertices in model space.
func (m *Model) massPoints(node int, p *Primitive, world []mgl64.Mat4) []mgl64.Vec3 {
	var joints []mgl64.Mat4
	if s, ok := m.Nodes[node].Skin.Get(); ok {
		joints = m.JointMatrices(s, world)
	}
	out := make([]mgl64.Vec3, len(p.Positions))
	for v := range out {
		out[v] = VertexPosition(p, v, world[node], joints)
	}
	return out
}
