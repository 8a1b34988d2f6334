package rig

import (
	"context"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// layout is what primitives must have in common to become one.
type layout struct {
	material scene.Index
	topology scene.Topology
	attrs    uint8 // bits: normals, tangents, UV0, UV1, colours
}

func layoutOf(p *scene.Primitive) layout {
	l := layout{material: p.Material, topology: p.Topology}
	for bit, n := range []int{len(p.Normals), len(p.Tangents), len(p.UV0), len(p.UV1), len(p.Colors)} {
		if n > 0 {
			l.attrs |= 1 << bit
		}
	}
	return l
}

// bake puts everything that is not ignored into one mesh in model space: a
// primitive for each material, the source's order of nodes and triangles kept.
func (g *generator) bake(ctx context.Context) (*scene.Mesh, error) {
	owners, corners := g.owners()
	turn := placed(g.orient, g.p.Scale)
	world := g.m.World(nil, nil, nil)
	in := g.m.InScene()
	out := &scene.Mesh{Name: "Mesh"}
	at := map[layout]int{}
	morphs := false
	for n := range g.m.Nodes {
		mesh, ok := g.m.Nodes[n].Mesh.Get()
		if !ok || !in[n] {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var joints []mgl64.Mat4
		if s, ok := g.m.Nodes[n].Skin.Get(); ok {
			joints = g.m.JointMatrices(s, world)
			for j := range joints {
				joints[j] = turn.Mul4(joints[j])
			}
		}
		for k := range g.m.Meshes[mesh].Primitives {
			src := &g.m.Meshes[mesh].Primitives[k]
			bones := owners[chunkKey{n, k}]
			if bones == nil {
				continue
			}
			morphs = morphs || len(src.Targets) > 0
			key := layoutOf(src)
			i, ok := at[key]
			if !ok {
				i = len(out.Primitives)
				at[key] = i
				out.Primitives = append(out.Primitives, scene.Primitive{Topology: src.Topology, Material: src.Material, MadeNormals: true, Extras: src.Extras})
			}
			pour(&out.Primitives[i], src, bones, corners[chunkKey{n, k}], turn.Mul4(world[n]), joints)
		}
	}
	if morphs {
		g.note(scene.Info, "MORPHS_DROPPED", "morph targets were left out: the rig shows the shape at rest", "", "")
	}
	if len(g.m.Animations) > 0 {
		g.note(scene.Info, "CLIPS_DROPPED", fmt.Sprintf("%s left out: the nodes that they move are gone", count(len(g.m.Animations), "clip of the source was", "clips of the source were")), "", "")
	}
	return out, nil
}

type chunkKey struct{ node, primitive int }

// owners says, for every primitive that is drawn, which bone each of its
// elements (triangles, lines, points) follows; -1 leaves one out. Primitives
// that are left out altogether are not in the map. Of the primitives with parts
// of a track, corners has a bone for every corner, -1 for the triangle's own.
func (g *generator) owners() (out, corners map[chunkKey][]int32) {
	out, corners = map[chunkKey][]int32{}, map[chunkKey][]int32{}
	whole := map[int]int{} // node -> bone of the part that is all of it
	for i := range g.p.Parts {
		q := &g.p.Parts[i]
		if q.geo.whole {
			for _, n := range q.Nodes {
				whole[n] = g.boneOf[i]
			}
		}
		own := g.corners[i]
		for _, c := range q.geo.chunks {
			if g.boneOf[i] < 0 {
				continue
			}
			key := chunkKey{c.Node, c.Primitive}
			if out[key] == nil {
				n := len(g.m.Meshes[g.m.Nodes[c.Node].Mesh-1].Primitives[c.Primitive].Indices) / 3
				out[key] = make([]int32, n)
				for t := range out[key] {
					out[key][t] = -1
				}
			}
			for _, t := range c.Triangles {
				out[key][t] = int32(g.boneOf[i])
			}
			if len(own) == 0 {
				continue
			}
			if corners[key] == nil {
				corners[key] = make([]int32, 3*len(out[key]))
				for t := range corners[key] {
					corners[key][t] = -1
				}
			}
			for k, t := range c.Triangles {
				copy(corners[key][3*t:3*t+3], own[3*k:3*k+3])
			}
			own = own[3*len(c.Triangles):]
		}
	}
	in := g.m.InScene()
	for n := range g.m.Nodes {
		mesh, ok := g.m.Nodes[n].Mesh.Get()
		if !ok || !in[n] {
			continue
		}
		for k := range g.m.Meshes[mesh].Primitives {
			p := &g.m.Meshes[mesh].Primitives[k]
			if p.Topology == scene.Triangles || len(p.Indices) == 0 {
				continue
			}
			bone, ok := whole[n]
			if !ok {
				bone = 1
			}
			if bone < 0 {
				continue
			}
			list := make([]int32, len(p.Indices)/perElement(p.Topology))
			for i := range list {
				list[i] = int32(bone)
			}
			out[chunkKey{n, k}] = list
		}
	}
	return out, corners
}

func perElement(t scene.Topology) int {
	switch t {
	case scene.Lines:
		return 2
	case scene.Points:
		return 1
	}
	return 3
}

// pour appends the elements of src to dst in model space. A vertex that two
// bones need is written twice. A mirroring transform turns the triangles round,
// so that their fronts stay fronts.
func pour(dst, src *scene.Primitive, bones, corners []int32, node mgl64.Mat4, joints []mgl64.Mat4) {
	per := perElement(src.Topology)
	mirrored := joints == nil && scene.LinearPart(node).Det() < 0
	made := map[uint64]uint32{}
	for e, bone := range bones {
		if bone < 0 {
			continue
		}
		var idx [3]uint32
		for c := range per {
			v := src.Indices[e*per+c]
			bone := bone
			if corners != nil && corners[3*e+c] >= 0 {
				bone = corners[3*e+c]
			}
			key := uint64(v)<<32 | uint64(bone)
			i, ok := made[key]
			if !ok {
				i = uint32(len(dst.Positions))
				made[key] = i
				appendVertex(dst, src, int(v), uint16(bone), node, joints)
			}
			idx[c] = i
		}
		flip := mirrored
		if joints != nil {
			flip = scene.LinearPart(vertexMatrix(src, int(src.Indices[e*per]), node, joints)).Det() < 0
		}
		if flip && per == 3 {
			idx[1], idx[2] = idx[2], idx[1]
		}
		dst.Indices = append(dst.Indices, idx[:per]...)
	}
	dst.MadeNormals = dst.MadeNormals && src.MadeNormals
}

// vertexMatrix is the matrix that takes one vertex to model space.
func vertexMatrix(p *scene.Primitive, v int, node mgl64.Mat4, joints []mgl64.Mat4) mgl64.Mat4 {
	if joints == nil || len(p.Joints) == 0 || len(p.Weights) == 0 {
		return node
	}
	var sum mgl64.Mat4
	for k, w := range p.Weights[v] {
		if w != 0 && int(p.Joints[v][k]) < len(joints) {
			sum = sum.Add(joints[p.Joints[v][k]].Mul(float64(w)))
		}
	}
	return sum
}

func appendVertex(dst, src *scene.Primitive, v int, bone uint16, node mgl64.Mat4, joints []mgl64.Mat4) {
	at := scene.VertexPosition(src, v, node, joints)
	dst.Positions = append(dst.Positions, vec32of(at))
	l := scene.LinearPart(vertexMatrix(src, v, node, joints))
	sign := 1.0
	if l.Det() < 0 {
		sign = -1
	}
	if len(src.Normals) > 0 {
		dst.Normals = append(dst.Normals, vec32of(normalBy(l, vec64(src.Normals[v]), sign)))
	}
	if len(src.Tangents) > 0 {
		t := src.Tangents[v]
		d := l.Mul3x1(mgl64.Vec3{float64(t[0]), float64(t[1]), float64(t[2])})
		if n := d.Len(); n > 0 {
			d = d.Mul(1 / n)
		} else {
			d = mgl64.Vec3{1, 0, 0}
		}
		dst.Tangents = append(dst.Tangents, vec32of(d).Vec4(t[3]*float32(sign)))
	}
	if len(src.UV0) > 0 {
		dst.UV0 = append(dst.UV0, src.UV0[v])
	}
	if len(src.UV1) > 0 {
		dst.UV1 = append(dst.UV1, src.UV1[v])
	}
	if len(src.Colors) > 0 {
		dst.Colors = append(dst.Colors, src.Colors[v])
	}
	dst.Joints = append(dst.Joints, [4]uint16{bone})
	dst.Weights = append(dst.Weights, [4]float32{1})
}

// normalBy turns a normal by the inverse transpose of l, which is its cofactor
// matrix up to a positive factor and the sign of the determinant.
func normalBy(l mgl64.Mat3, n mgl64.Vec3, sign float64) mgl64.Vec3 {
	a, b, c := l.Col(0), l.Col(1), l.Col(2)
	r := b.Cross(c).Mul(n[0]).Add(c.Cross(a).Mul(n[1])).Add(a.Cross(b).Mul(n[2])).Mul(sign)
	s := r.Len()
	if s == 0 || math.IsInf(s, 0) || math.IsNaN(s) {
		return mgl64.Vec3{0, 1, 0}
	}
	return r.Mul(1 / s)
}

func vec32of(v mgl64.Vec3) mgl32.Vec3 {
	return mgl32.Vec3{float32(v[0]), float32(v[1]), float32(v[2])}
}

// assemble builds the rigged model: bones first, the mesh's node last, both
// roots, so that no transform but the bones' acts on the mesh.
func (g *generator) assemble(mesh *scene.Mesh) *Rig {
	m := &scene.Model{
		Name: g.m.Name, Materials: g.m.Materials, Textures: g.m.Textures, Images: g.m.Images,
		Meshes: []scene.Mesh{*mesh},
	}
	r := &Rig{Model: m, Hubs: g.hubs}
	skin := scene.Skin{Name: "Skin", Skeleton: scene.Some(0)}
	for b, p := range g.bones {
		n := scene.Node{Name: p.name, Local: scene.Identity()}
		n.Local.T = p.at
		if p.parent >= 0 {
			n.Parent = scene.Some(p.parent)
			n.Local.T = p.at.Sub(g.bones[p.parent].at)
			m.Nodes[p.parent].Children = append(m.Nodes[p.parent].Children, b)
		}
		n.Local.R = scene.QuatFromMat3(p.frame)
		m.Nodes = append(m.Nodes, n)
		skin.Joints = append(skin.Joints, b)
		parts := p.parts
		if parts == nil {
			parts = []int{}
		}
		r.Bones = append(r.Bones, Bone{Index: b, Name: p.name, Parent: p.parent, Role: p.role, Node: b, Parts: parts})
	}
	world := m.World(nil, nil, nil)
	for b := range g.bones {
		inv, _ := scene.InverseAffine(world[b]) // rotation and translation only: always invertible
		skin.InverseBind = append(skin.InverseBind, inv)
	}
	m.Skins = []scene.Skin{skin}
	m.Nodes = append(m.Nodes, scene.Node{Name: "Mesh", Local: scene.Identity(), Mesh: scene.Some(0), Skin: scene.Some(0)})
	m.Roots = []int{0, len(m.Nodes) - 1}
	for i := range mesh.Primitives {
		if mesh.Primitives[i].Topology == scene.Triangles {
			r.Triangles += len(mesh.Primitives[i].Indices) / 3
		}
	}
	g.noteFar()
	return r
}

// noteFar warns where float32 is too coarse for the place the model is at.
func (g *generator) noteFar() {
	far := 0.0
	for k := range 3 {
		far = max(far, math.Abs(g.p.Bounds.Min[k]), math.Abs(g.p.Bounds.Max[k]))
	}
	if step := far * 0x1p-23; step > 2e-5*sizeOf(g.p.Bounds) {
		g.note(scene.Warning, "FAR_FROM_ORIGIN", fmt.Sprintf("the model lies %.0f m from the origin, where coordinates come in steps of %.2g mm", far, 1000*step),
			"files hold coordinates as 32-bit floats", "move the model to the origin in the modelling program")
	}
}
