package rig

import (
	"context"
	"math"
	"sort"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// tri is one triangle in model space.
type tri [3]mgl64.Vec3

// piece is a set of triangles that hang together: the smallest thing that the
// classifier looks at. It is made by gather and not changed afterwards.
type piece struct {
	node    int
	ordinal int // among the node's loose pieces, in the order of their first triangle
	joint   int // skin joint, -1 where the mesh is not split by joints
	chunks  []Chunk
	verts   int   // distinct vertices used
	tris    []tri // model space, oriented
	moments
	bounds scene.Box // model space
	local  Fingerprint
}

// placed takes the file's space to the one that everything is measured in:
// scaled, then turned. A scale of 0 counts as 1.
func placed(o Orientation, scale float64) mgl64.Mat4 {
	if scale == 0 || scale == 1 {
		return o.Mat4()
	}
	return scene.Affine(o.Mat3().Mul(scale), mgl64.Vec3{})
}

// nodeMesh is one node's mesh with every vertex in model space.
type nodeMesh struct {
	node  int
	world mgl64.Mat4 // oriented
	prims [][]mgl64.Vec3
}

// meshNodes returns the nodes of the shown scene that draw triangles, in the
// file's order, with their vertices in model space at rest.
func meshNodes(m *scene.Model, orient Orientation, scale float64) []nodeMesh {
	turn := placed(orient, scale)
	world := m.World(nil, nil, nil)
	in := m.InScene()
	var out []nodeMesh
	for i := range m.Nodes {
		mesh, ok := m.Nodes[i].Mesh.Get()
		if !ok || !in[i] {
			continue
		}
		nm := nodeMesh{node: i, world: turn.Mul4(world[i])}
		var joints []mgl64.Mat4
		if s, ok := m.Nodes[i].Skin.Get(); ok {
			joints = m.JointMatrices(s, world)
			for j := range joints {
				joints[j] = turn.Mul4(joints[j])
			}
		}
		drawn := false
		nm.prims = make([][]mgl64.Vec3, len(m.Meshes[mesh].Primitives))
		for k := range m.Meshes[mesh].Primitives {
			p := &m.Meshes[mesh].Primitives[k]
			if p.Topology != scene.Triangles || len(p.Indices) < 3 {
				continue
			}
			drawn = true
			nm.prims[k] = make([]mgl64.Vec3, len(p.Positions))
			for v := range p.Positions {
				nm.prims[k][v] = scene.VertexPosition(p, v, nm.world, joints)
			}
		}
		if drawn {
			out = append(out, nm)
		}
	}
	return out
}

// gather splits every node's mesh into loose pieces.
func gather(ctx context.Context, m *scene.Model, nodes []nodeMesh, byJoint func(node int) bool, step func(done int)) ([]piece, error) {
	var out []piece
	for i := range nodes {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		out = append(out, split(m, &nodes[i], byJoint(nodes[i].node))...)
		step(i + 1)
	}
	return out, nil
}

// split cuts one node's mesh into pieces that share no position, or, byJoint,
// into the triangles that follow one joint.
func split(m *scene.Model, nm *nodeMesh, byJoint bool) []piece {
	mesh := &m.Meshes[m.Nodes[nm.node].Mesh-1]
	group, base := weld(mesh)
	joint := func(k int, v uint32) int { return -1 }
	if _, ok := m.Nodes[nm.node].Skin.Get(); ok && byJoint {
		joint = func(k int, v uint32) int { return dominantJoint(&mesh.Primitives[k], v) }
	}
	type key struct {
		group int32
		joint int
	}
	at := map[key]int{}
	var out []piece
	for k := range mesh.Primitives {
		p := &mesh.Primitives[k]
		if nm.prims[k] == nil {
			continue
		}
		for t := 0; t+2 < len(p.Indices); t += 3 {
			a, b, c := p.Indices[t], p.Indices[t+1], p.Indices[t+2]
			id := key{group[base[k]+int(a)], joint(k, a)}
			if id.joint >= 0 {
				id.group = 0 // one row a bone, however many pieces follow it
			}
			n, ok := at[id]
			if !ok {
				n = len(out)
				at[id] = n
				out = append(out, piece{node: nm.node, ordinal: n, joint: id.joint})
			}
			q := &out[n]
			if l := len(q.chunks); l == 0 || q.chunks[l-1].Primitive != k {
				q.chunks = append(q.chunks, Chunk{Node: nm.node, Primitive: k})
			}
			ch := &q.chunks[len(q.chunks)-1]
			ch.Triangles = append(ch.Triangles, uint32(t/3))
			q.tris = append(q.tris, tri{nm.prims[k][a], nm.prims[k][b], nm.prims[k][c]})
		}
	}
	keep := out[:0]
	for i := range out {
		if out[i].finish(mesh) {
			out[i].ordinal = len(keep)
			keep = append(keep, out[i])
		}
	}
	return keep
}

// finish measures the piece; it reports false for one without a finite place.
func (q *piece) finish(mesh *scene.Mesh) bool {
	finite := q.tris[:0]
	q.bounds = scene.EmptyBox()
	for _, t := range q.tris {
		if s := t[0].Dot(t[0]) + t[1].Dot(t[1]) + t[2].Dot(t[2]); math.IsNaN(s) || math.IsInf(s, 0) {
			continue
		}
		finite = append(finite, t)
		for _, v := range t {
			q.bounds = q.bounds.Add(v)
		}
	}
	q.tris = finite
	if len(finite) == 0 {
		return false
	}
	q.moments = measure(q.tris)
	q.verts, q.local = localShape(mesh, q.chunks)
	return true
}

// localShape counts the vertices that a set of triangles uses and measures it
// in mesh space, where moving the node changes nothing.
func localShape(mesh *scene.Mesh, chunks []Chunk) (verts int, f Fingerprint) {
	var tris []tri
	box := scene.EmptyBox()
	for _, ch := range chunks {
		p := &mesh.Primitives[ch.Primitive]
		used := make(map[uint32]struct{}, len(ch.Triangles))
		for _, t := range ch.Triangles {
			var w tri
			for c := range 3 {
				v := p.Indices[3*t+uint32(c)]
				used[v] = struct{}{}
				w[c] = vec64(p.Positions[v])
				box = box.Add(w[c])
			}
			tris = append(tris, w)
		}
		verts += len(used)
	}
	s := measure(tris)
	f = Fingerprint{Vertices: verts, Size: round3(box.Size()), Center: round3(box.Center()), Moments: round3(s.spread)}
	return verts, f
}

// round3 keeps six significant digits, so that a recipe can be read and two
// machines write the same.
func round3(v mgl64.Vec3) (out [3]float64) {
	for k := range 3 {
		out[k] = round6(v[k])
	}
	return out
}

func round6(x float64) float64 {
	if x == 0 || math.IsNaN(x) || math.IsInf(x, 0) {
		return 0
	}
	e := math.Pow(10, 5-math.Floor(math.Log10(math.Abs(x))))
	if math.IsInf(e, 0) || e == 0 {
		return 0
	}
	return math.Round(x*e) / e
}

func vec64(v mgl32.Vec3) mgl64.Vec3 {
	return mgl64.Vec3{float64(v[0]), float64(v[1]), float64(v[2])}
}

// dominantJoint is the joint that holds most of a vertex, -1 for none.
func dominantJoint(p *scene.Primitive, v uint32) int {
	if len(p.Weights) == 0 || len(p.Joints) == 0 {
		return -1
	}
	best, w := -1, float32(0)
	for k := range 4 {
		if p.Weights[v][k] > w {
			best, w = int(p.Joints[v][k]), p.Weights[v][k]
		}
	}
	return best
}

// weld numbers the vertices of a mesh by the loose piece they belong to. Two
// vertices are one where they lie within a millionth of the mesh's size of each
// other, or within the grain of float32 at their distance from the origin:
// files repeat positions exactly along seams of normals and texture.
func weld(mesh *scene.Mesh) (group []int32, base []int) {
	base = make([]int, len(mesh.Primitives))
	n := 0
	box := scene.EmptyBox()
	far := 0.0
	for k := range mesh.Primitives {
		base[k] = n
		n += len(mesh.Primitives[k].Positions)
		for _, v := range mesh.Primitives[k].Positions {
			w := vec64(v)
			box = box.Add(w)
			far = max(far, math.Abs(w[0]), math.Abs(w[1]), math.Abs(w[2]))
		}
	}
	f := newForest(n)
	for k := range mesh.Primitives {
		p := &mesh.Primitives[k]
		if p.Topology != scene.Triangles {
			continue
		}
		for t := 0; t+2 < len(p.Indices); t += 3 {
			a := base[k] + int(p.Indices[t])
			f.join(a, base[k]+int(p.Indices[t+1]))
			f.join(a, base[k]+int(p.Indices[t+2]))
		}
	}
	tol := max(1e-6*box.Diagonal(), far*0x1p-24)
	if math.IsInf(tol, 0) || math.IsNaN(tol) {
		tol = 0
	}
	// Two lattices, half a cell apart: a pair that a cell wall divides in one is
	// together in the other.
	for _, shift := range []float64{0, 0.5} {
		first := make(map[[3]int64]int, n)
		for k := range mesh.Primitives {
			for v, q := range mesh.Primitives[k].Positions {
				c := latticeCell(q, tol, shift)
				if o, ok := first[c]; ok {
					f.join(o, base[k]+v)
				} else {
					first[c] = base[k] + v
				}
			}
		}
	}
	return f.labels(), base
}

func latticeCell(q mgl32.Vec3, tol, shift float64) (c [3]int64) {
	for a := range 3 {
		if tol == 0 {
			c[a] = int64(math.Float32bits(q[a] + 0)) // + 0 makes one zero of the two
			continue
		}
		c[a] = int64(math.Floor(float64(q[a])/tol + shift))
	}
	return c
}

// forest is a union-find over 0..n-1.
type forest []int32

func newForest(n int) forest {
	f := make(forest, n)
	for i := range f {
		f[i] = int32(i)
	}
	return f
}

func (f forest) root(i int) int32 {
	r := int32(i)
	for f[r] != r {
		f[r] = f[f[r]]
		r = f[r]
	}
	return r
}

// join puts the smaller root on top, so that the result does not depend on the
// order of joining.
func (f forest) join(a, b int) {
	ra, rb := f.root(a), f.root(b)
	if ra < rb {
		f[rb] = ra
	} else {
		f[ra] = rb
	}
}

func (f forest) labels() []int32 {
	for i := range f {
		f[i] = f.root(i)
	}
	return f
}

// byArea sorts piece numbers, largest area first, ties by number.
func byArea(pieces []piece, idx []int) {
	sort.SliceStable(idx, func(a, b int) bool { return pieces[idx[a]].area > pieces[idx[b]].area })
}
