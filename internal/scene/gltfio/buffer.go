package gltfio

import (
	"fmt"

	"donorlab/internal/scene"
)

// bufferState is a buffer's data once it was asked for, or why there is none.
// Buffers, views and accessors are resolved on first use and remembered, so that
// what nothing uses cannot make a file unreadable, and what is used a million
// times is checked once.
type bufferState struct {
	done bool
	data []byte
	p    *scene.Problem
}

// viewState is a buffer view's bytes, decompressed where need be.
type viewState struct {
	done bool
	data []byte
	p    *scene.Problem
}

// buffer returns the bytes of buffer i, which must be in range.
func (l *loader) buffer(i int) ([]byte, *scene.Problem) {
	s := &l.buffers[i]
	if !s.done {
		s.done = true
		s.data, s.p = l.openBuffer(i)
	}
	return s.data, s.p
}

func (l *loader) openBuffer(i int) ([]byte, *scene.Problem) {
	def := l.doc.Buffers[i]
	ptr := fmt.Sprintf("/buffers/%d", i)
	var data []byte
	var p *scene.Problem
	hasURI := def.URI != "" || l.doc.given(ptr+"/uri")
	switch {
	case !hasURI && i == 0 && l.glb:
		if l.bin == nil {
			return nil, problem("BUFFER_MISSING_GLB_DATA", ptr, "the buffer has no URI and the GLB has no binary chunk", remedyExport)
		}
		data = l.bin
	case !hasURI:
		return nil, problem("BUFFER_MISSING_DATA", ptr, "the buffer has no URI, so no data", remedyExport)
	case isDataURI(def.URI):
		data, _, p = l.dataURI(ptr+"/uri", def.URI)
	default:
		data, _, p = l.external(ptr+"/uri", def.URI)
	}
	if p != nil {
		return nil, p
	}
	switch n := len(data); {
	case n < def.ByteLength:
		l.warn("BUFFER_BYTE_LENGTH_MISMATCH", ptr, fmt.Sprintf("the buffer says it has %d bytes, its data has %d", def.ByteLength, n), remedyExport)
	case n > def.ByteLength+3 || n > def.ByteLength && hasURI:
		if l.glb && i == 0 {
			l.warn("GLB_CHUNK_TOO_BIG", ptr, fmt.Sprintf("the buffer says it has %d bytes, the binary chunk has %d", def.ByteLength, n), remedyExport)
		}
	}
	return data, nil
}

// view returns the bytes of buffer view i, checking the index first. at is the
// pointer of the property that names it.
func (l *loader) view(i int, at string) ([]byte, *scene.Problem) {
	if i < 0 || i >= len(l.views) {
		return nil, unresolved(at, "bufferViews", i, len(l.views))
	}
	s := &l.views[i]
	if !s.done {
		s.done = true
		s.data, s.p = l.openView(i)
	}
	return s.data, s.p
}

func (l *loader) openView(i int) ([]byte, *scene.Problem) {
	def := l.doc.BufferViews[i]
	ptr := fmt.Sprintf("/bufferViews/%d", i)
	if def.ByteLength == 0 {
		return nil, problem("VALUE_NOT_IN_RANGE", ptr+"/byteLength", "the view has no bytes", remedyExport)
	}
	if def.ByteStride != 0 && (def.ByteStride < 4 || def.ByteStride > 252 || def.ByteStride%4 != 0) {
		l.warn("VALUE_NOT_IN_RANGE", ptr+"/byteStride", fmt.Sprintf("a stride of %d bytes; glTF wants a multiple of 4 from 4 to 252", def.ByteStride), remedyExport)
	}
	if m, ok := def.Extensions[extMeshopt].(*meshoptDef); ok {
		return l.openMeshopt(def, m, ptr)
	}
	return l.slice(def.Buffer, def.ByteOffset, def.ByteLength, ptr)
}

// slice returns a range of a buffer after checking it.
func (l *loader) slice(buffer, offset, length int, ptr string) ([]byte, *scene.Problem) {
	if buffer >= len(l.buffers) {
		return nil, unresolved(ptr+"/buffer", "buffers", buffer, len(l.buffers))
	}
	data, p := l.buffer(buffer)
	if p != nil {
		return nil, p
	}
	// Both are below 2^32, so the sum does not overflow.
	if end := int64(offset) + int64(length); end > int64(len(data)) {
		return nil, problem("BUFFER_VIEW_TOO_LONG", ptr, fmt.Sprintf("the view ends at byte %d, its buffer at %d", end, len(data)), "the buffer's file was cut off or belongs to another model; export again")
	}
	if end := offset + length; end > l.doc.Buffers[buffer].ByteLength {
		l.warn("BUFFER_VIEW_TOO_LONG", ptr, fmt.Sprintf("the view ends at byte %d, after the %d bytes that its buffer declares", end, l.doc.Buffers[buffer].ByteLength), remedyExport)
	}
	return data[offset : offset+length : offset+length], nil
}

// unresolved is the refusal of an index that is out of range.
func unresolved(ptr, list string, i, n int) *scene.Problem {
	return problem("UNRESOLVED_REFERENCE", ptr, fmt.Sprintf("%s %d is named, but the file has %d", list, i, n), remedyExport)
}

// checkUnused resolves what nothing asked for, and warns where it is broken.
// Missing files of unused buffers are left alone.
func (l *loader) checkUnused() *scene.Problem {
	for i := range l.accessors {
		if l.accessors[i].done || l.dropped > 0 {
			continue
		}
		if _, p := l.accessor(i, ""); p != nil && p.Code != "CANCELLED" {
			l.warn(p.Code, p.Pointer, p.Message+" (nothing uses it)", p.Remedy)
		}
	}
	return nil
}
