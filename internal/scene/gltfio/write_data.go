package gltfio

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"

	"donorlab/internal/scene"

	"github.com/go-gl/mathgl/mgl32"
)

// contentKey identifies binary data by content and use. Equal data is written
// once, whether or not the Model's slices were shared: the file then depends on
// the Model's values alone.
type contentKey struct {
	sum  [32]byte
	kind string
}

const (
	targetVertices = 34962
	targetIndices  = 34963
)

// view appends bytes to the buffer, aligned to 4, and returns the view's index.
func (g *writer) view(data []byte, target int) int {
	for len(g.bin)%4 != 0 {
		g.bin = append(g.bin, 0)
	}
	var o jsonObject
	o.int("buffer", 0)
	if len(g.bin) > 0 {
		o.int("byteOffset", len(g.bin))
	}
	o.int("byteLength", len(data))
	if target != 0 {
		o.int("target", target)
	}
	g.bin = append(g.bin, data...)
	for len(g.bin)%4 != 0 {
		g.bin = append(g.bin, 0)
	}
	g.views.add(o.done())
	return g.views.n - 1
}

// accessor writes data as an accessor, or finds the one that holds the same.
func (g *writer) accessor(data []byte, kind string, component, count, target int, min, max []float32) int {
	key := contentKey{sha256.Sum256(data), fmt.Sprintf("%s %d %d %t", kind, component, target, min != nil)}
	if i, ok := g.byContent[key]; ok {
		return i
	}
	var o jsonObject
	o.int("bufferView", g.view(data, target))
	o.int("componentType", component)
	o.int("count", count)
	if min != nil {
		o.floats32("max", max)
		o.floats32("min", min)
	}
	o.str("type", kind)
	g.accessors.add(o.done())
	g.byContent[key] = g.accessors.n - 1
	return g.accessors.n - 1
}

// floatAccessor writes numbers, width an element, with their bounds where asked.
func (g *writer) floatAccessor(v []float32, kind string, width, target int, bounds bool) int {
	data := make([]byte, 4*len(v))
	for i, x := range v {
		binary.LittleEndian.PutUint32(data[4*i:], math.Float32bits(x))
	}
	var lo, hi []float32
	if bounds {
		lo, hi = append(lo, v[:width]...), append(hi, v[:width]...)
		for i, x := range v {
			k := i % width
			lo[k], hi[k] = min(lo[k], x), max(hi[k], x)
		}
	}
	return g.accessor(data, kind, typeF32, len(v)/width, target, lo, hi)
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
	return g.floatAccessor(flat, fmt.Sprintf("VEC%d", n), n, targetVertices, bounds)
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
		return g.accessor(data, "SCALAR", typeU16, len(idx), targetIndices, nil, nil)
	}
	data := make([]byte, 4*len(idx))
	for k, i := range idx {
		binary.LittleEndian.PutUint32(data[4*k:], i)
	}
	return g.accessor(data, "SCALAR", typeU32, len(idx), targetIndices, nil, nil)
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
		return g.accessor(data, "VEC4", typeU8, len(joints), targetVertices, nil, nil)
	}
	data := make([]byte, 0, 8*len(joints))
	for _, j := range joints {
		for _, x := range j {
			data = binary.LittleEndian.AppendUint16(data, x)
		}
	}
	return g.accessor(data, "VEC4", typeU16, len(joints), targetVertices, nil, nil)
}

func (g *writer) meshes() (jsonList, error) {
	var out jsonList
	g.meshAt = make([]int, len(g.m.Meshes))
	for i := range g.m.Meshes {
		m := &g.m.Meshes[i]
		g.meshAt[i] = none
		var prims jsonList
		targets := 0
		for k := range m.Primitives {
			p := &m.Primitives[k]
			if len(p.Positions) == 0 || len(p.Indices) == 0 {
				continue
			}
			o, err := g.primitive(p, fmt.Sprintf("/meshes/%d/primitives/%d", i, k))
			if err != nil {
				return out, err
			}
			targets = len(p.Targets)
			prims.add(o)
		}
		if prims.n == 0 {
			continue
		}
		var o jsonObject
		o.name(m.Name)
		o.list("primitives", prims)
		if len(m.Weights) > 0 && len(m.Weights) == targets {
			o.floats32("weights", m.Weights)
		}
		o.extras(meshExtras(m))
		g.meshAt[i] = out.n
		out.add(o.done())
	}
	return out, nil
}

// meshExtras adds the morph targets' names where the extras do not have them.
func meshExtras(m *scene.Mesh) []byte {
	if len(m.Primitives) == 0 || len(m.Extras) > 0 {
		return m.Extras
	}
	named := false
	var names jsonList
	for _, t := range m.Primitives[0].Targets {
		named = named || t.Name != ""
		names.add(quote(nil, t.Name))
	}
	if !named {
		return nil
	}
	var o jsonObject
	o.list("targetNames", names)
	return o.done()
}

func (g *writer) primitive(p *scene.Primitive, ptr string) ([]byte, error) {
	for i := range p.Positions {
		if v := &p.Positions[i]; v[0]-v[0] != 0 || v[1]-v[1] != 0 || v[2]-v[2] != 0 {
			return nil, problem("MODEL_INVALID", ptr+"/attributes/POSITION", fmt.Sprintf("the position of vertex %d is no number", i), "this is a fault of the lab; please report it")
		}
	}
	var o, attrs jsonObject
	attrs.int("POSITION", vectorAccessor(g, p.Positions, true))
	if len(p.Normals) > 0 {
		attrs.int("NORMAL", vectorAccessor(g, p.Normals, false))
	}
	if len(p.Tangents) > 0 {
		attrs.int("TANGENT", vectorAccessor(g, p.Tangents, false))
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
		attrs.int(fmt.Sprintf("TEXCOORD_%d", k), vectorAccessor(g, uv, false))
	}
	if len(p.Colors) > 0 {
		attrs.int("COLOR_0", vectorAccessor(g, p.Colors, false))
	}
	if len(p.Joints) > 0 && len(p.Weights) > 0 {
		attrs.int("JOINTS_0", g.jointAccessor(p.Joints))
		flat := make([]float32, 0, 4*len(p.Weights))
		for i := range p.Weights {
			flat = append(flat, p.Weights[i][:]...)
		}
		attrs.int("WEIGHTS_0", g.floatAccessor(flat, "VEC4", 4, targetVertices, false))
	}
	o.raw("attributes", attrs.done())
	o.int("indices", g.indexAccessor(p.Indices))
	if mat, ok := p.Material.Get(); ok {
		o.int("material", mat)
	}
	switch p.Topology {
	case scene.Points:
		o.int("mode", 0)
	case scene.Lines:
		o.int("mode", 1)
	}
	var targets jsonList
	for t := range p.Targets {
		targets.add(g.target(&p.Targets[t], len(p.Positions)))
	}
	o.list("targets", targets)
	o.extras(p.Extras)
	return o.done(), nil
}

// target writes a morph target; one that moves nothing still needs an attribute.
func (g *writer) target(t *scene.Target, vertices int) []byte {
	pos := t.Positions
	if len(pos) != vertices && len(t.Normals) != vertices && len(t.Tangents) != vertices {
		pos = make([]mgl32.Vec3, vertices)
	}
	var o jsonObject
	if len(pos) == vertices {
		o.int("POSITION", vectorAccessor(g, pos, true))
	}
	if len(t.Normals) == vertices {
		o.int("NORMAL", vectorAccessor(g, t.Normals, false))
	}
	if len(t.Tangents) == vertices {
		o.int("TANGENT", vectorAccessor(g, t.Tangents, false))
	}
	return o.done()
}
