package draw

import (
	"fmt"
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
	surfaces  []*Surface
	bounds    scene.Box
	size      float64 // diagonal at rest, or 1
	triangles int     // of all instances
	bones     []int   // joints of all skins in node order, or all nodes
	lampNodes []int   // nodes of the scene that have a light
	warnings  []scene.Problem
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
		rank[s] = i
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

// makeSurfaces makes one surface a material, and one more for primitives that
// have none.
func (p *Prepared) makeSurfaces() {
	cache := textureCache{p.model, map[texKey]*Texture{}}
	for i := range p.model.Materials {
		p.surfaces = append(p.surfaces, newSurface(&p.model.Materials[i], &cache))
		p.warnMaps(i)
	}
	def := scene.DefaultMaterial()
	// glTF's default is fully metallic; as a picture of "no material" that is a
	// dark mirror, so viewers draw it as plain matt white.
	def.Metallic, def.Roughness = 0, 0.7
	def.BaseColor = mgl32.Vec4{0.8, 0.8, 0.8, 1}
	p.surfaces = append(p.surfaces, newSurface(&def, &cache))
}

func newSurface(m *scene.Material, cache *textureCache) *Surface {
	s := &Surface{Material: m, Unlit: m.Unlit, AlphaCutoff: m.AlphaCutoff}
	set := surfaceUV(m)
	tex := func(r scene.TexRef, srgb bool) *Texture {
		// A vertex has room for one UV set: maps on the other set are left out.
		if r.UV != set.UV {
			return nil
		}
		return cache.get(r, srgb)
	}
	s.BaseColor = tex(m.BaseColorTex, true)
	s.Emissive = tex(m.EmissiveTex, true)
	if !m.Unlit {
		s.MetalRough = tex(m.MetalRoughTex, false)
		s.Normal = tex(m.NormalTex, false)
		s.Occlusion = tex(m.OcclusionTex, false)
	}
	return s
}

// Warnings says what the picture leaves out of the model: texture maps whose UV
// set or transform differs from that of their material's first map.
func (p *Prepared) Warnings() []scene.Problem { return p.warnings }

func (p *Prepared) warnMaps(material int) {
	m := &p.model.Materials[material]
	set := surfaceUV(m)
	for _, r := range []struct {
		ref  scene.TexRef
		name string
	}{
		{m.NormalTex, "normalTexture"}, {m.MetalRoughTex, "pbrMetallicRoughness/metallicRoughnessTexture"},
		{m.EmissiveTex, "emissiveTexture"}, {m.OcclusionTex, "occlusionTexture"},
	} {
		if _, ok := r.ref.Texture.Get(); !ok {
			continue
		}
		why := ""
		switch {
		case r.ref.UV != set.UV:
			why = "lies on another UV set than the material's first map and is left out of the picture"
		case r.ref.Xform != set.Xform || r.ref.Xform && (r.ref.Offset != set.Offset || r.ref.Tiling != set.Tiling || r.ref.Turn != set.Turn):
			why = "has another texture transform than the material's first map and is drawn with that one's"
		default:
			continue
		}
		p.warnings = append(p.warnings, scene.Problem{Severity: scene.Warning, Code: "MAP_UV_DIFFERS",
			Pointer: fmt.Sprintf("/materials/%d/%s", material, r.name), Message: "the map " + why,
			Remedy: "put all maps of the material on one UV set with one transform"})
	}
}

// surfaceUV picks the texture reference whose UV set and transform the
// vertices carry: that of the first map there is, base colour before others.
func surfaceUV(m *scene.Material) scene.TexRef {
	for _, r := range []scene.TexRef{m.BaseColorTex, m.NormalTex, m.MetalRoughTex, m.EmissiveTex, m.OcclusionTex} {
		if _, ok := r.Texture.Get(); ok {
			return r
		}
	}
	return scene.TexRef{}
}

func (p *Prepared) makePrim(d *prim, s *scene.Primitive, weights []float32) {
	m := p.surfaces[s.Material.Or(len(p.surfaces)-1)]
	mat := m.Material
	*d = prim{index: s.Indices, topology: s.Topology, kind: Kind(mat.AlphaMode), twoSided: mat.DoubleSided,
		base: mat.BaseColor, surface: m, source: s, weights: weights, sides: new(edgeSet)}
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
	ref := surfaceUV(mat)
	uv := s.UV0
	if ref.UV == 1 {
		uv = s.UV1
	}
	if len(uv) > 0 {
		d.uv = transformUV(uv, ref)
	}
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

// transformUV applies KHR_texture_transform: scale, then turn, then offset.
func transformUV(uv []mgl32.Vec2, r scene.TexRef) []mgl32.Vec2 {
	if !r.Xform {
		return uv
	}
	sin, cos := math.Sincos(float64(r.Turn))
	out := make([]mgl32.Vec2, len(uv))
	for i, v := range uv {
		x, y := float64(v[0])*float64(r.Tiling[0]), float64(v[1])*float64(r.Tiling[1])
		out[i] = mgl32.Vec2{
			snap32(cos*x+sin*y+float64(r.Offset[0]), 1<<20),
			snap32(cos*y-sin*x+float64(r.Offset[1]), 1<<20),
		}
	}
	return out
}

// snap32 rounds to a multiple of 1/n, to shed differences in the last bits
// between machines.
func snap32(v, n float64) float32 { return float32(math.Round(v*n) / n) }
