package gltfio

import (
	"fmt"

	"donorlab/internal/scene"

	"github.com/qmuntal/gltf"
)

// topologyOf is what a glTF primitive mode becomes.
func topologyOf(mode gltf.PrimitiveMode) scene.Topology {
	switch mode {
	case gltf.PrimitivePoints:
		return scene.Points
	case gltf.PrimitiveLines, gltf.PrimitiveLineLoop, gltf.PrimitiveLineStrip:
		return scene.Lines
	}
	return scene.Triangles
}

// indexKey is what a list of indices depends on: the accessor, or the number of
// vertices where there is none.
type indexKey struct {
	acc, vertices int
	mode          gltf.PrimitiveMode
}

type indexEntry struct {
	list    []uint32
	largest uint32
}

// primitiveIndices returns a primitive's indices as a plain list, made where the
// file has none. The slice may be shared.
func (l *loader) primitiveIndices(def *gltf.Primitive, vertices int, ptr string) ([]uint32, *scene.Problem) {
	key := indexKey{indexAt(def.Indices), 0, def.Mode}
	if def.Indices == nil {
		key.vertices = vertices
	}
	e := l.cache.indices[key]
	if e == nil {
		var p *scene.Problem
		if e, p = l.readIndices(def, vertices, ptr); p != nil {
			return nil, p
		}
		l.cache.indices[key] = e
	}
	if len(e.list) > 0 && int64(e.largest) >= int64(vertices) {
		return nil, problem("ACCESSOR_INDEX_OOB", ptr+"/indices", fmt.Sprintf("vertex %d is named, but the primitive has %d", e.largest, vertices), remedyExport)
	}
	return e.list, nil
}

func (l *loader) readIndices(def *gltf.Primitive, vertices int, ptr string) (*indexEntry, *scene.Problem) {
	e := new(indexEntry)
	var p *scene.Problem
	if def.Indices == nil {
		if !l.bud.take(int64(vertices) * 4) {
			return nil, l.tooMuch(ptr, "the primitive")
		}
		e.list = make([]uint32, vertices)
		for i := range e.list {
			e.list[i] = uint32(i)
		}
		e.largest = uint32(max(vertices-1, 0))
	} else {
		a, q := l.accessor(*def.Indices, ptr+"/indices")
		if q != nil {
			return nil, q
		}
		if a.kind != gltf.AccessorScalar || a.component != gltf.ComponentUbyte && a.component != gltf.ComponentUshort && a.component != gltf.ComponentUint {
			return nil, problem("MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT", ptr+"/indices", fmt.Sprintf("the indices are %s of %s; they must be SCALAR of bytes, shorts or 32-bit integers", a.kind, componentName(a.component)), remedyExport)
		}
		if e.list, e.largest, p = l.integers(a); p != nil {
			return nil, p
		}
	}
	n := len(e.list)
	if whole := map[gltf.PrimitiveMode]int{gltf.PrimitiveLines: n &^ 1, gltf.PrimitiveTriangles: n / 3 * 3}; n > 0 {
		if w, ok := whole[def.Mode]; ok && w != n {
			l.warn("MESH_PRIMITIVE_INCOMPATIBLE_MODE", ptr, fmt.Sprintf("%d indices are not whole lines or triangles; the rest is left out", n), remedyExport)
			e.list = e.list[:w:w]
		}
	}
	if e.list, p = l.unroll(e.list, def.Mode, ptr); p != nil {
		return nil, p
	}
	return e, nil
}

// unroll turns strips, fans and loops into lists. The orders are those of
// section 3.7.2.1 of the glTF specification.
func (l *loader) unroll(in []uint32, mode gltf.PrimitiveMode, ptr string) ([]uint32, *scene.Problem) {
	if mode == gltf.PrimitivePoints || mode == gltf.PrimitiveLines || mode == gltf.PrimitiveTriangles {
		return in, nil
	}
	if !l.bud.take(int64(len(in)) * 12) {
		return nil, l.tooMuch(ptr, "the primitive")
	}
	n := len(in)
	var out []uint32
	switch mode {
	case gltf.PrimitiveLineLoop, gltf.PrimitiveLineStrip:
		out = make([]uint32, 0, 2*n)
		for i := 1; i < n; i++ {
			out = append(out, in[i-1], in[i])
		}
		if mode == gltf.PrimitiveLineLoop && n > 2 {
			out = append(out, in[n-1], in[0])
		}
	case gltf.PrimitiveTriangleStrip:
		out = make([]uint32, 0, 3*n)
		for i := 0; i+2 < n; i++ {
			out = append(out, in[i], in[i+1+i%2], in[i+2-i%2])
		}
	case gltf.PrimitiveTriangleFan:
		out = make([]uint32, 0, 3*n)
		for i := 1; i+1 < n; i++ {
			out = append(out, in[i], in[i+1], in[0])
		}
	}
	return out, nil
}
