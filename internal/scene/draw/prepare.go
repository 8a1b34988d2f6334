package draw

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"donorlab/internal/scene"
)

// Prepared is a model made ready to draw: textures with their mip chains,
// vertices laid out for skinning, surfaces. It does not change after Prepare
// and may be shared by goroutines and items.
type Prepared struct {
	model     *scene.Model
	order     []int // parents first
	prims     []prim
	instances []instance
	surfaces  []surfaceSet // by material, and last that of primitives without one
	colored   []*Surface   // variants for primitives whose vertex colours went into Surface.Color
	bounds    scene.Box
	size      float64 // diagonal at rest, or 1
	triangles int     // of all instances
	bones     []int   // joints of all skins in node order, or all nodes
	lampNodes []int   // nodes of the scene that have a light
	warnings  []scene.Problem
	warned    map[string]bool
}

// skinVertex is one vertex as the skinning loop reads it: 48 bytes in a row.
type skinVertex struct {
	p, n [3]float32
	w    [4]float32
	j    [4]uint16
}

// prim is one primitive ready to draw, shared by all nodes that draw its mesh.
type prim struct {
	verts    []skinVertex
	uv       []mgl32.Vec2 // nil for none
	second   []mgl32.Vec2 // second texture coordinate, where the surface carries one
	shades   []float32    // what the base colour is multiplied by, where the surface carries it
	tangents []mgl32.Vec3 // where the surface carries one
	colors   []mgl32.Vec4 // nil for none
	dominant []uint16     // joint that weighs most, by vertex; nil where unweighted
	index    []uint32     // three a triangle, two a line, one a point
	topology scene.Topology
	low      [3]float32 // the positions' box
	high     [3]float32
	joints   int // one more than the largest joint index
	kind     Kind
	twoSided bool
	base     mgl32.Vec4
	surface  *Surface
	plain    *Surface // the same that carries colours
	source   *scene.Primitive
	weights  []float32 // the mesh's morph weights
	sides    *edgeSet
}

// instance is one primitive at one node.
type instance struct {
	node, part int
	prim       *prim
	skin       int    // -1 for none
	firstID    uint32 // of its first triangle, from 1
}

// claySurface is what Item.Clay draws with.
var claySurface = &Surface{Material: &scene.Material{BaseColor: mgl32.Vec4{1, 1, 1, 1}, Roughness: 0.62}}

// clayColor is clay where no tint covers it.
var clayColor = mgl32.Vec4{0.42, 0.43, 0.45, 1}

// unlitSurface is for grid, shadow, lines and gizmos.
var unlitSurface = &Surface{Material: &scene.Material{BaseColor: mgl32.Vec4{1, 1, 1, 1}, Roughness: 1, Unlit: true}, Unlit: true}

// Prepare does once what every frame would repeat. It holds on to m, which must
// not change afterwards.
func Prepare(m *scene.Model) *Prepared {
	p := &Prepared{model: m, order: m.ParentsFirst(), size: 1}
	p.bounds = m.Bounds()
	if p.bounds.Empty() {
		for _, w := range m.World(nil, nil, p.order) {
			p.bounds = p.bounds.Add(scene.Position(w))
		}
	}
	if d := p.bounds.Diagonal(); d > 0 && !math.IsInf(d, 0) {
		p.size = d
	}
	p.makeSurfaces()
	first := make([]int, len(m.Meshes)+1)
	for i := range m.Meshes {
		first[i+1] = first[i] + len(m.Meshes[i].Primitives)
	}
	p.prims = make([]prim, first[len(m.Meshes)])
	for i := range m.Meshes {
		for k := range m.Meshes[i].Primitives {
			p.makePrim(&p.prims[first[i]+k], &m.Meshes[i].Primitives[k], m.Meshes[i].Weights)
		}
	}
	id := uint32(1)
	for n, in := range m.InScene() {
		if _, ok := m.Nodes[n].Light.Get(); ok && in {
			p.lampNodes = append(p.lampNodes, n)
		}
		mesh, ok := m.Nodes[n].Mesh.Get()
		if !ok || !in {
			continue
		}
		for k := range m.Meshes[mesh].Primitives {
			pr := &p.prims[first[mesh]+k]
			inst := instance{node: n, part: k, prim: pr, skin: -1, firstID: id}
			if s, ok := m.Nodes[n].Skin.Get(); ok && pr.dominant != nil {
				inst.skin = s
			}
			p.instances = append(p.instances, inst)
			id += uint32(pr.count())
		}
	}
	p.triangles = int(id - 1)
	rank := make(map[*Surface]int, len(p.surfaces))
	for i, s := range p.surfaces {
		for k, f := range [...]*Surface{s.plain, s.second, s.tangent} {
			rank[f] = 3*i + k
		}
	}
	for i, f := range p.colored {
		rank[f] = 3*len(p.surfaces) + i
	}
	// Instances of one surface side by side make few, long batches.
	slices.SortStableFunc(p.instances, func(a, b instance) int {
		if a.prim.kind != b.prim.kind {
			return int(a.prim.kind) - int(b.prim.kind)
		}
		return rank[a.prim.surface] - rank[b.prim.surface]
	})
	p.findBones()
	return p
}

// Model returns the model that was prepared.
func (p *Prepared) Model() *scene.Model { return p.model }

// Bounds returns the box, in model space at rest, of what the scene draws or, in
// a file with no mesh, of its nodes: what a camera should frame.
func (p *Prepared) Bounds() scene.Box { return p.bounds }

// count is how many triangles, lines or points the primitive has.
func (p *prim) count() int {
	switch p.topology {
	case scene.Lines:
		return len(p.index) / 2
	case scene.Points:
		return len(p.index)
	}
	return len(p.index) / 3
}

func (p *Prepared) findBones() {
	if len(p.model.Skins) == 0 {
		for i := range p.model.Nodes {
			p.bones = append(p.bones, i)
		}
		return
	}
	for i := range p.model.Skins {
		p.bones = append(p.bones, p.model.Skins[i].Joints...)
	}
	slices.Sort(p.bones)
	p.bones = slices.Compact(p.bones)
}

func (p *Prepared) makePrim(d *prim, s *scene.Primitive, weights []float32) {
	number := s.Material.Or(len(p.surfaces) - 1)
	set := &p.surfaces[number]
	m := set.plain
	mat := m.Material
	if set.tangent != nil {
		uv := s.UV0
		if set.uv == 1 {
			uv = s.UV1
		}
		s = splitMirrored(s, uv)
	}
	*d = prim{index: s.Indices, topology: s.Topology, kind: Kind(mat.AlphaMode), twoSided: mat.DoubleSided,
		base: mat.BaseColor, surface: m, plain: m, source: s, weights: weights, sides: new(edgeSet)}
	if s.Topology != scene.Triangles {
		d.kind = Opaque
	}
	inf := float32(math.Inf(1))
	d.low, d.high = [3]float32{inf, inf, inf}, [3]float32{-inf, -inf, -inf}
	for _, q := range s.Positions {
		for k := range q {
			// A position that is no number is never drawn.
			if q[k]-q[k] == 0 {
				d.low[k], d.high[k] = min(d.low[k], q[k]), max(d.high[k], q[k])
			}
		}
	}
	d.verts = make([]skinVertex, len(s.Positions))
	for i := range d.verts {
		v := &d.verts[i]
		v.p = s.Positions[i]
		if len(s.Normals) > 0 {
			v.n = s.Normals[i]
		}
	}
	if len(s.Joints) > 0 && len(s.Weights) > 0 {
		d.dominant = make([]uint16, len(d.verts))
		for i := range d.verts {
			d.verts[i].bind(s.Joints[i], s.Weights[i])
			d.dominant[i] = d.verts[i].j[0]
			for k, w := range d.verts[i].w {
				if w != 0 {
					d.joints = max(d.joints, int(d.verts[i].j[k])+1)
				}
			}
		}
	}
	if len(s.Colors) > 0 {
		d.colors = s.Colors
	}
	p.placeMaps(d, s, set, number)
}

// bind puts the influences in falling order of weight, so that the first one
// alone decides the fast path; zero weights get joint 0.
func (v *skinVertex) bind(j [4]uint16, w [4]float32) {
	for a := 1; a < 4; a++ {
		for b := a; b > 0 && abs(w[b]) > abs(w[b-1]); b-- {
			w[b], w[b-1] = w[b-1], w[b]
			j[b], j[b-1] = j[b-1], j[b]
		}
	}
	for k := range w {
		if w[k] == 0 {
			j[k] = 0
		}
	}
	v.w, v.j = w, j
}

// snap32 rounds to a multiple of 1/n, to shed differences in the last bits
// between machines.
func snap32(v, n float64) float32 { return float32(math.Round(v*n) / n) }
