package gltfio

import (
	"fmt"

	"donorlab/internal/scene"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
)

// attributeCache keeps what was read, by accessor: many files let hundreds of
// primitives share one vertex buffer, and the Model's slices are shared then.
type attributeCache struct {
	vec2    map[int]*vecEntry[mgl32.Vec2]
	vec3    map[vecKey]*vecEntry[mgl32.Vec3]
	vec4    map[vecKey]*vecEntry[mgl32.Vec4]
	indices map[indexKey]*indexEntry
	skins   map[string]*skinEntry

	// maxJoint is the largest joint that a primitive names, by mesh and
	// primitive; -1 for one without joints.
	maxJoint [][]int
}

// use says what an attribute is for, as far as its checks depend on it.
type use uint8

const (
	usePosition use = iota
	useNormal
	useTangent
	useColor
	useDelta // of a morph target
)

type vecKey struct {
	acc int
	use use
}

type vecEntry[V vector] struct {
	v     []V
	zeros bool // a normal without direction is among them
}

// buildMeshes reads all meshes.
func (l *loader) buildMeshes() *scene.Problem {
	l.cache = attributeCache{
		vec2: make(map[int]*vecEntry[mgl32.Vec2]), vec3: make(map[vecKey]*vecEntry[mgl32.Vec3]), vec4: make(map[vecKey]*vecEntry[mgl32.Vec4]),
		indices: make(map[indexKey]*indexEntry), skins: make(map[string]*skinEntry), maxJoint: make([][]int, len(l.doc.Meshes)),
	}
	l.m.Meshes = make([]scene.Mesh, len(l.doc.Meshes))
	for i := range l.doc.Meshes {
		if err := l.ctx.Err(); err != nil {
			return &scene.Problem{Code: "CANCELLED", Message: "the load was cancelled", Err: err}
		}
		if p := l.buildMesh(i); p != nil {
			return p
		}
	}
	return nil
}

func (l *loader) buildMesh(i int) *scene.Problem {
	def, m := l.doc.Meshes[i], &l.m.Meshes[i]
	ptr := fmt.Sprintf("/meshes/%d", i)
	m.Name, m.Extras = def.Name, rawExtras(def.Extras)
	m.Primitives = make([]scene.Primitive, len(def.Primitives))
	l.cache.maxJoint[i] = make([]int, len(def.Primitives))
	targets, names := 0, targetNames(m.Extras, l.bud)
	for k := range def.Primitives {
		l.cache.maxJoint[i][k] = -1
		at := fmt.Sprintf("%s/primitives/%d", ptr, k)
		if p := l.buildPrimitive(def.Primitives[k], names, &m.Primitives[k], &l.cache.maxJoint[i][k], at); p != nil {
			return p
		}
		targets = max(targets, len(m.Primitives[k].Targets))
	}
	for k := range m.Primitives {
		p := &m.Primitives[k]
		if len(p.Targets) == targets {
			continue
		}
		if len(p.Positions) > 0 {
			l.warn("MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT", fmt.Sprintf("%s/primitives/%d", ptr, k), fmt.Sprintf("%d morph targets where another primitive has %d; the missing ones move nothing", len(p.Targets), targets), remedyExport)
		}
		if !l.bud.take(int64(targets) * 120) {
			return l.tooMuch(ptr, "the morph targets")
		}
		p.Targets = append(p.Targets, make([]scene.Target, targets-len(p.Targets))...)
	}
	m.Weights = l.morphWeights(single(def.Weights), targets, ptr+"/weights", "MESH_INVALID_WEIGHTS_COUNT")
	return nil
}

// morphWeights brings a list of weights to one a target.
func (l *loader) morphWeights(w []float32, targets int, ptr, code string) []float32 {
	if len(w) == 0 || len(w) == targets {
		return w
	}
	l.warn(code, ptr, fmt.Sprintf("%d weights for %d morph targets", len(w), targets), remedyExport)
	if len(w) > targets {
		return w[:targets:targets]
	}
	return append(w[:len(w):len(w)], make([]float32, targets-len(w))...)
}

// maxDrawn bounds the vertices and indices of all primitives together, and of all
// that the nodes draw: sharing lets a small file ask for any number of them.
const maxDrawn = 1 << 27

func tooManyVertices(ptr string) *scene.Problem {
	return problem("LIMIT_GEOMETRY", ptr, fmt.Sprintf("the model draws more than %d million vertices, counting each use of shared ones", maxDrawn>>20), "leave out repeated parts, or split the model")
}

func (l *loader) buildPrimitive(def *gltf.Primitive, names []string, p *scene.Primitive, maxJoint *int, ptr string) *scene.Problem {
	p.Extras = rawExtras(def.Extras)
	if def.Mode == unknown {
		return problem("VALUE_NOT_IN_LIST", ptr+"/mode", fmt.Sprintf("the mode %s does not exist", l.doc.odd[ptr+"/mode"]), remedyExport)
	}
	p.Topology = topologyOf(def.Mode)
	if def.Material != nil {
		if *def.Material >= len(l.m.Materials) {
			return unresolved(ptr+"/material", "materials", *def.Material, len(l.m.Materials))
		}
		p.Material = scene.Some(*def.Material)
	}
	acc, ok := def.Attributes["POSITION"]
	if !ok {
		l.warn("MESH_PRIMITIVE_NO_POSITION", ptr+"/attributes", "the primitive has no positions, so nothing of it is shown", remedyExport)
		return nil
	}
	if _, draco := def.Extensions[extDraco]; draco {
		if acc < len(l.doc.Accessors) && l.doc.Accessors[acc].BufferView == nil && l.doc.Accessors[acc].Sparse == nil {
			return problem("EXTENSION_REQUIRED", ptr+"/extensions/"+extDraco, "the mesh is compressed with "+extDraco+", which the lab does not have", extensionRemedy[extDraco])
		}
	}
	pos, q := l.vec3(acc, usePosition, "POSITION", ptr)
	if q != nil {
		return q
	}
	p.Positions = pos.v
	l.checkUVs(def, p.Material, ptr)
	idx, q := l.primitiveIndices(def, len(p.Positions), ptr)
	if q != nil {
		return q
	}
	p.Indices = idx
	if l.drawn += int64(len(p.Positions)) + int64(len(idx)); l.drawn > maxDrawn {
		return tooManyVertices(ptr)
	}
	zeros, q := l.surface(def, p, ptr)
	if q != nil {
		return q
	}
	if q := l.skinning(def, p, maxJoint, ptr); q != nil {
		return q
	}
	if q := l.targets(def, names, p, ptr); q != nil {
		return q
	}
	if p.Topology != scene.Triangles || len(p.Positions) == 0 {
		return nil
	}
	switch {
	case len(p.Normals) == 0:
		return l.flatNormals(p, ptr)
	case zeros:
		return l.mendNormals(p, ptr)
	}
	return nil
}

// checkUVs warns where the material's textures want coordinates that the
// primitive lacks: all of it then shows one texel.
func (l *loader) checkUVs(def *gltf.Primitive, material scene.Index, ptr string) {
	i, ok := material.Get()
	if !ok {
		return
	}
	for k := range neededUVs(&l.m.Materials[i]) {
		if _, ok := def.Attributes[fmt.Sprintf("TEXCOORD_%d", k)]; !ok {
			l.warn("MESH_PRIMITIVE_TOO_FEW_TEXCOORDS", ptr+"/material", fmt.Sprintf("the material's textures use UV set %d, which the primitive does not have", k), "unwrap the mesh and export again")
		}
	}
}

// neededUVs is how many UV sets a material's textures need: glTF numbers them
// without a gap.
func neededUVs(m *scene.Material) int {
	n := 0
	for _, t := range []*scene.TexRef{&m.BaseColorTex, &m.MetalRoughTex, &m.NormalTex, &m.OcclusionTex, &m.EmissiveTex} {
		if t.Texture > 0 {
			n = max(n, int(t.UV)+1)
		}
	}
	return n
}

// surface reads normals, tangents, texture coordinates and colours. zeros says
// that a normal has no direction.
func (l *loader) surface(def *gltf.Primitive, p *scene.Primitive, ptr string) (zeros bool, q *scene.Problem) {
	if acc, ok := def.Attributes["NORMAL"]; ok {
		e, q := l.vec3(acc, useNormal, "NORMAL", ptr)
		if q != nil {
			return false, q
		}
		p.Normals, zeros = e.v, e.zeros
	}
	if acc, ok := def.Attributes["TANGENT"]; ok {
		e, q := l.vec4(acc, useTangent, "TANGENT", ptr)
		if q != nil {
			return false, q
		}
		// Tangents without normals mean nothing; the specification says so too.
		if len(p.Normals) > 0 {
			p.Tangents = e.v
		}
	}
	for k, dst := range []*[]mgl32.Vec2{&p.UV0, &p.UV1} {
		name := fmt.Sprintf("TEXCOORD_%d", k)
		if acc, ok := def.Attributes[name]; ok {
			e, q := l.vec2(acc, name, ptr)
			if q != nil {
				return false, q
			}
			*dst = e.v
		}
	}
	if acc, ok := def.Attributes["COLOR_0"]; ok {
		e, q := l.vec4(acc, useColor, "COLOR_0", ptr)
		if q != nil {
			return false, q
		}
		p.Colors = e.v
	}
	n := len(p.Positions)
	for _, c := range []struct {
		name string
		n    int
	}{{"NORMAL", len(p.Normals)}, {"TANGENT", len(p.Tangents)}, {"TEXCOORD_0", len(p.UV0)}, {"TEXCOORD_1", len(p.UV1)}, {"COLOR_0", len(p.Colors)}} {
		if c.n != 0 && c.n != n {
			return false, unequal(ptr, c.name, c.n, n)
		}
	}
	return zeros, nil
}

func unequal(ptr, name string, n, want int) *scene.Problem {
	return problem("MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT", ptr+"/attributes/"+name, fmt.Sprintf("%d values for %d vertices", n, want), remedyExport)
}

// targets reads the morph targets.
func (l *loader) targets(def *gltf.Primitive, names []string, p *scene.Primitive, ptr string) *scene.Problem {
	if len(def.Targets) == 0 {
		return nil
	}
	p.Targets = make([]scene.Target, len(def.Targets))
	for t := range def.Targets {
		dst := &p.Targets[t]
		if t < len(names) {
			dst.Name = names[t]
		}
		for _, a := range []struct {
			name string
			dst  *[]mgl32.Vec3
		}{{"POSITION", &dst.Positions}, {"NORMAL", &dst.Normals}, {"TANGENT", &dst.Tangents}} {
			acc, ok := def.Targets[t][a.name]
			if !ok {
				continue
			}
			at := fmt.Sprintf("%s/targets/%d", ptr, t)
			e, q := l.vec3At(acc, useDelta, a.name, at+"/"+a.name)
			if q != nil {
				return q
			}
			if len(e.v) != len(p.Positions) {
				return problem("MESH_PRIMITIVE_MORPH_TARGET_INVALID_ATTRIBUTE_COUNT", at+"/"+a.name, fmt.Sprintf("%d values for %d vertices", len(e.v), len(p.Positions)), remedyExport)
			}
			*a.dst = e.v
		}
	}
	return nil
}

// checkSkinned checks each use of a skin by a node, now that both are read.
func (l *loader) checkSkinned() *scene.Problem {
	var drawn int64
	sizes := make([]int64, len(l.m.Meshes))
	for i := range l.m.Meshes {
		for k := range l.m.Meshes[i].Primitives {
			sizes[i] += int64(len(l.m.Meshes[i].Primitives[k].Positions)) + int64(len(l.m.Meshes[i].Primitives[k].Indices))
		}
	}
	type pair struct{ mesh, skin int }
	checked := make(map[pair]bool)
	for i := range l.m.Nodes {
		n := &l.m.Nodes[i]
		mesh, ok := n.Mesh.Get()
		if !ok {
			if len(n.Weights) > 0 {
				l.warn("UNSATISFIED_DEPENDENCY", fmt.Sprintf("/nodes/%d/weights", i), "the node has morph weights but no mesh; they are left out", remedyExport)
				n.Weights = nil
			}
			continue
		}
		if drawn += sizes[mesh]; drawn > maxDrawn {
			return tooManyVertices(fmt.Sprintf("/nodes/%d/mesh", i))
		}
		targets := 0
		if ps := l.m.Meshes[mesh].Primitives; len(ps) > 0 {
			targets = len(ps[0].Targets)
		}
		n.Weights = l.morphWeights(n.Weights, targets, fmt.Sprintf("/nodes/%d/weights", i), "NODE_WEIGHTS_INVALID")
		skin, ok := n.Skin.Get()
		if !ok {
			continue
		}
		skinned, done := checked[pair{mesh, skin}]
		if !done {
			var p *scene.Problem
			if skinned, p = l.fits(mesh, skin); p != nil {
				return p
			}
			checked[pair{mesh, skin}] = skinned
		}
		if !skinned {
			l.warn("NODE_SKIN_WITH_NON_SKINNED_MESH", fmt.Sprintf("/nodes/%d/skin", i), "the node has a skin, but its mesh has no joints; the skin is left out", remedyExport)
			n.Skin = 0
		}
	}
	return nil
}

// fits reports whether a mesh has joints at all, and refuses one that names
// joints which the skin lacks.
func (l *loader) fits(mesh, skin int) (skinned bool, p *scene.Problem) {
	have := len(l.m.Skins[skin].Joints)
	for k, top := range l.cache.maxJoint[mesh] {
		skinned = skinned || top >= 0
		if top >= have {
			return false, problem("ACCESSOR_JOINTS_INDEX_OOB", fmt.Sprintf("/meshes/%d/primitives/%d/attributes/JOINTS_0", mesh, k), fmt.Sprintf("a vertex hangs on joint %d, but skin %d has %d joints", top, skin, have), "bind the mesh again and export")
		}
	}
	return skinned, nil
}
