package gltfio

import (
	"fmt"

	"donorlab/internal/scene"

	"github.com/qmuntal/gltf"
)

// openSparse checks the sparse part of an accessor and reads its indices. The
// base may have no buffer view: it is all zeros then.
func (l *loader) openSparse(def *gltf.Sparse, a *accessorState) *scene.Problem {
	ptr := a.ptr + "/sparse"
	if def.Count > a.count {
		return problem("ACCESSOR_SPARSE_COUNT_OUT_OF_RANGE", ptr+"/count", fmt.Sprintf("%d sparse values for %d elements", def.Count, a.count), remedyExport)
	}
	switch def.Indices.ComponentType {
	case gltf.ComponentUbyte, gltf.ComponentUshort, gltf.ComponentUint:
	default:
		return problem("VALUE_NOT_IN_LIST", ptr+"/indices/componentType", "sparse indices are bytes, shorts or 32-bit integers without sign, nothing else", remedyExport)
	}
	index, p := l.sparseRange(def.Indices.BufferView, def.Indices.ByteOffset, def.Count, componentSize(def.Indices.ComponentType), ptr+"/indices")
	if p != nil {
		return p
	}
	if a.sparseData, p = l.sparseRange(def.Values.BufferView, def.Values.ByteOffset, def.Count, a.size, ptr+"/values"); p != nil {
		return p
	}
	if !l.bud.take(int64(def.Count) * 4) {
		return l.tooMuch(ptr, "the sparse indices")
	}
	a.sparseAt = make([]uint32, def.Count)
	rising := true
	for k := range a.sparseAt {
		at := unsigned(index, k, def.Indices.ComponentType)
		if int64(at) >= int64(a.count) {
			return problem("ACCESSOR_SPARSE_INDEX_OOB", ptr+"/indices", fmt.Sprintf("sparse index %d is %d, but there are %d elements", k, at, a.count), remedyExport)
		}
		rising = rising && (k == 0 || at > a.sparseAt[k-1])
		a.sparseAt[k] = at
	}
	if !rising {
		l.warn("ACCESSOR_SPARSE_INDICES_NON_INCREASING", ptr+"/indices", "the sparse indices do not rise; the last value for an element counts", remedyExport)
	}
	return nil
}

// sparseRange returns count packed elements of a view after checking the range.
func (l *loader) sparseRange(view, offset, count, size int, ptr string) ([]byte, *scene.Problem) {
	data, p := l.view(view, ptr+"/bufferView")
	if p != nil {
		return nil, p
	}
	if end := int64(offset) + int64(count)*int64(size); end > int64(len(data)) {
		return nil, problem("ACCESSOR_TOO_LONG", ptr, fmt.Sprintf("%d sparse entries end at byte %d, the view has %d", count, end, len(data)), remedyExport)
	}
	return data[offset:], nil
}
