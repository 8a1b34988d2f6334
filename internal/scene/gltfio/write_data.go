package gltfio

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"donorlab/internal/scene"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
)

// contentKey identifies binary data by content and use. Equal data is written
// once, whether or not the Model's slices were shared: the file then depends on
// the Model's values alone.
type contentKey struct {
	sum  [32]byte
	kind string
}

// view appends bytes to the buffer, aligned to 4, and returns the view's index.
func (g *writer) view(data []byte, target gltf.Target) int {
	align := func() {
		for len(g.bin)%4 != 0 {
			g.bin = append(g.bin, 0)
		}
	}
	align()
	g.doc.BufferViews = append(g.doc.BufferViews, &gltf.BufferView{ByteOffset: len(g.bin), ByteLength: len(data), Target: target})
	g.bin = append(g.bin, data...)
	align()
	return len(g.doc.BufferViews) - 1
}

// accessor writes data as an accessor, or finds the one that holds the same.
func (g *writer) accessor(data []byte, a gltf.Accessor, target gltf.Target) int {
	key := contentKey{sha256.Sum256(data), fmt.Sprintf("%v %v %d %t", a.Type, a.ComponentType, target, a.Min != nil)}
	i, ok := g.byContent[key]
	if !ok {
		i = len(g.doc.Accessors)
		g.byContent[key] = i
		a.BufferView = gltf.Index(g.view(data, target))
		g.doc.Accessors = append(g.doc.Accessors, &a)
	}
	return i
}

// floatAccessor writes the numbers of elements of a kind, with their bounds
// where asked.
func (g *writer) floatAccessor(v []float32, kind gltf.AccessorType, target gltf.Target, bounds bool) int {
	data := make([]byte, 4*len(v))
	for i, x := range v {
		binary.LittleEndian.PutUint32(data[4*i:], math.Float32bits(x))
	}
	width := kind.Components()
	a := gltf.Accessor{Type: kind, ComponentType: gltf.ComponentFloat, Count: len(v) / width}
	if bounds {
		lo, hi := slices.Clone(v[:width]), slices.Clone(v[:width])
		for i, x := range v {
			k := i % width
			lo[k], hi[k] = min(lo[k], x), max(hi[k], x)
		}
		a.Min, a.Max = shortestAll(lo), shortestAll(hi)
	}
	return g.accessor(data, a, target)
}

// vectorAccessor is floatAccessor for vectors.
func vectorAccessor[V vector](g *writer, v []V, bounds bool) int {
	var one V
	n := len(one)
	flat := make([]float32, 0, n*len(v))
	for i := range v {
		for k := 0; k < n; k++ {
			flat = append(flat, v[i][k])
		}
	}
	kind := [...]gltf.AccessorType{2: gltf.AccessorVec2, 3: gltf.AccessorVec3, 4: gltf.AccessorVec4}[n]
	return g.floatAccessor(flat, kind, gltf.TargetArrayBuffer, bounds)
}

// indexAccessor writes vertex indices as shorts where they fit; 65535 is kept
// free, since it means "restart" to graphics hardware.
func (g *writer) indexAccessor(idx []uint32) int {
	var largest uint32
	for _, i := range idx {
		largest = max(largest, i)
	}
	if largest < 65535 {
		data := make([]byte, 2*len(idx))
		for k, i := range idx {
			binary.LittleEndian.PutUint16(data[2*k:], uint16(i))
		}
		return g.accessor(data, gltf.Accessor{ComponentType: gltf.ComponentUshort, Count: len(idx)}, gltf.TargetElementArrayBuffer)
	}
	data := make([]byte, 4*len(idx))
	for k, i := range idx {
		binary.LittleEndian.PutUint32(data[4*k:], i)
	}
	return g.accessor(data, gltf.Accessor{ComponentType: gltf.ComponentUint, Count: len(idx)}, gltf.TargetElementArrayBuffer)
}

// jointAccessor writes joints as bytes where they fit.
func (g *writer) jointAccessor(joints [][4]uint16) int {
	wide := false
	for _, j := range joints {
		wide = wide || max(j[0], j[1], j[2], j[3]) > 255
	}
	if !wide {
		data := make([]byte, 0, 4*len(joints))
		for _, j := range joints {
			data = append(data, byte(j[0]), byte(j[1]), byte(j[2]), byte(j[3]))
		}
		return g.accessor(data, gltf.Accessor{Type: gltf.AccessorVec4, ComponentType: gltf.ComponentUbyte, Count: len(joints)}, gltf.TargetArrayBuffer)
	}
	data := make([]byte, 0, 8*len(joints))
	for _, j := range joints {
		for _, x := range j {
			data = binary.LittleEndian.AppendUint16(data, x)
		}
	}
	return g.accessor(data, gltf.Accessor{Type: gltf.AccessorVec4, ComponentType: gltf.ComponentUshort, Count: len(joints)}, gltf.TargetArrayBuffer)
}

func (g *writer) meshes() error {
	g.meshAt = make([]int, len(g.m.Meshes))
	for i := range g.m.Meshes {
		m := &g.m.Meshes[i]
		g.meshAt[i] = none
		out := &gltf.Mesh{Name: m.Name, Extras: extras(meshExtras(m))}
		for k := range m.Primitives {
			p := &m.Primitives[k]
			if len(p.Positions) == 0 || len(p.Indices) == 0 {
				continue
			}
			o, err := g.primitive(p, fmt.Sprintf("/meshes/%d/primitives/%d", i, k))
			if err != nil {
				return err
			}
			out.Primitives = append(out.Primitives, o)
		}
		n := len(out.Primitives)
		if n == 0 {
			continue
		}
		if len(m.Weights) == len(out.Primitives[n-1].Targets) {
			out.Weights = shortestAll(m.Weights)
		}
		g.meshAt[i] = len(g.doc.Meshes)
		g.doc.Meshes = append(g.doc.Meshes, out)
	}
	return nil
}

// meshExtras adds the morph targets' names where the extras do not have them.
func meshExtras(m *scene.Mesh) []byte {
	if len(m.Primitives) == 0 || len(m.Extras) > 0 {
		return m.Extras
	}
	named := false
	var names []string
	for _, t := range m.Primitives[0].Targets {
		named = named || t.Name != ""
		names = append(names, t.Name)
	}
	if !named {
		return nil
	}
	b, _ := json.Marshal(map[string][]string{"targetNames": names}) // strings: no error
	return b
}

// topologies are the library's names for ours.
var topologies = [...]gltf.PrimitiveMode{scene.Triangles: gltf.PrimitiveTriangles, scene.Lines: gltf.PrimitiveLines, scene.Points: gltf.PrimitivePoints}

func (g *writer) primitive(p *scene.Primitive, ptr string) (*gltf.Primitive, error) {
	for i := range p.Positions {
		if v := &p.Positions[i]; v[0]-v[0] != 0 || v[1]-v[1] != 0 || v[2]-v[2] != 0 {
			return nil, problem("MODEL_INVALID", ptr+"/attributes/POSITION", fmt.Sprintf("the position of vertex %d is no number", i), "this is a fault of the lab; please report it")
		}
	}
	at := gltf.PrimitiveAttributes{gltf.POSITION: vectorAccessor(g, p.Positions, true)}
	if len(p.Normals) > 0 {
		at[gltf.NORMAL] = vectorAccessor(g, p.Normals, false)
	}
	if len(p.Tangents) > 0 {
		at[gltf.TANGENT] = vectorAccessor(g, p.Tangents, false)
	}
	// UV sets are numbered without a gap, and those that the material wants must
	// be there: one that is missing is filled up with zeros.
	sets := 0
	if mat, ok := p.Material.Get(); ok {
		sets = neededUVs(&g.m.Materials[mat])
	}
	if len(p.UV0) > 0 {
		sets = max(sets, 1)
	}
	if len(p.UV1) > 0 {
		sets = 2
	}
	for k, uv := range [2][]mgl32.Vec2{p.UV0, p.UV1} {
		if k >= sets {
			break
		}
		if len(uv) == 0 {
			uv = make([]mgl32.Vec2, len(p.Positions))
		}
		at[fmt.Sprintf("TEXCOORD_%d", k)] = vectorAccessor(g, uv, false)
	}
	if len(p.Colors) > 0 {
		at[gltf.COLOR_0] = vectorAccessor(g, p.Colors, false)
	}
	if len(p.Joints) > 0 && len(p.Weights) > 0 {
		at[gltf.JOINTS_0] = g.jointAccessor(p.Joints)
		flat := make([]float32, 0, 4*len(p.Weights))
		for i := range p.Weights {
			flat = append(flat, p.Weights[i][:]...)
		}
		at[gltf.WEIGHTS_0] = g.floatAccessor(flat, gltf.AccessorVec4, gltf.TargetArrayBuffer, false)
	}
	out := &gltf.Primitive{Attributes: at, Indices: gltf.Index(g.indexAccessor(p.Indices)), Mode: topologies[p.Topology], Extras: extras(p.Extras)}
	if mat, ok := p.Material.Get(); ok {
		out.Material = gltf.Index(mat)
	}
	for t := range p.Targets {
		out.Targets = append(out.Targets, g.target(&p.Targets[t], len(p.Positions)))
	}
	return out, nil
}

// target writes a morph target; one that moves nothing still needs an attribute.
func (g *writer) target(t *scene.Target, vertices int) gltf.PrimitiveAttributes {
	pos := t.Positions
	if len(pos) != vertices && len(t.Normals) != vertices && len(t.Tangents) != vertices {
		pos = make([]mgl32.Vec3, vertices)
	}
	at := gltf.PrimitiveAttributes{}
	if len(pos) == vertices {
		at[gltf.POSITION] = vectorAccessor(g, pos, true)
	}
	if len(t.Normals) == vertices {
		at[gltf.NORMAL] = vectorAccessor(g, t.Normals, false)
	}
	if len(t.Tangents) == vertices {
		at[gltf.TANGENT] = vectorAccessor(g, t.Tangents, false)
	}
	return at
}
