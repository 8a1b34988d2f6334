package gltfio

import (
	"encoding/binary"
	"fmt"

	"donorlab/internal/scene"

	"github.com/qmuntal/gltf"
)

// This file and meshopt_filter.go decode EXT_meshopt_compression, written from
// the extension's specification (appendices A and B).

// openMeshopt decompresses a buffer view.
func (l *loader) openMeshopt(def *gltf.BufferView, m *meshoptDef, ptr string) ([]byte, *scene.Problem) {
	ptr += "/extensions/" + extMeshopt
	bad := func(format string, args ...any) *scene.Problem {
		return problem("MESHOPT_INVALID", ptr, fmt.Sprintf(format, args...), "compress the model again with gltfpack, or export it without compression")
	}
	src, p := l.slice(m.buffer, m.offset, m.length, ptr)
	if p != nil {
		return nil, p
	}
	attributes := m.mode == "ATTRIBUTES"
	switch {
	case m.mode != "ATTRIBUTES" && m.mode != "TRIANGLES" && m.mode != "INDICES":
		return nil, bad("the mode %q is not known", clip(m.mode))
	case attributes && (m.stride < 4 || m.stride > 256 || m.stride%4 != 0):
		return nil, bad("a stride of %d bytes; it must be a multiple of 4, at most 256", m.stride)
	case !attributes && m.stride != 2 && m.stride != 4:
		return nil, bad("indices of %d bytes; they must have 2 or 4", m.stride)
	case m.mode == "TRIANGLES" && m.count%3 != 0:
		return nil, bad("%d indices are not whole triangles", m.count)
	case def.ByteStride != 0 && def.ByteStride != m.stride:
		return nil, bad("the stride is %d bytes here, %d in the view", m.stride, def.ByteStride)
	case int64(m.count)*int64(m.stride) < int64(def.ByteLength):
		return nil, bad("%d elements of %d bytes do not fill the view's %d bytes", m.count, m.stride, def.ByteLength)
	case !validFilter(m.filter, attributes, m.stride):
		return nil, bad("the filter %q does not go with the mode %s and a stride of %d", clip(m.filter), m.mode, m.stride)
	}
	// The densest coding has two header bits for 16 bytes of an attribute, or one
	// byte for a triangle of 4-byte indices: a shorter source cannot be whole.
	size := int64(m.count) * int64(m.stride)
	if size/64 > int64(len(src))+64 {
		return nil, bad("%d bytes cannot hold %d elements", len(src), m.count)
	}
	if !l.bud.take(size) {
		return nil, l.tooMuch(ptr, "the decompressed view")
	}
	dst := make([]byte, size)
	var ok bool
	switch m.mode {
	case "ATTRIBUTES":
		ok = meshoptAttributes(dst, src, m.count, m.stride)
	case "TRIANGLES":
		ok = meshoptTriangles(dst, src, m.count, m.stride)
	default:
		ok = meshoptIndices(dst, src, m.count, m.stride)
	}
	if !ok {
		return nil, bad("the compressed data is damaged")
	}
	meshoptFilter(dst, m.filter, m.stride)
	return dst[:def.ByteLength:def.ByteLength], nil
}

// meshoptAttributes decodes mode 0. dst has count*stride bytes.
func meshoptAttributes(dst, src []byte, count, stride int) bool {
	tail := max(stride, 32)
	if len(src) < 1+tail || src[0] != 0xA0 {
		return false
	}
	// The tail holds the baseline, padded in front to 32 bytes.
	last := append([]byte(nil), src[len(src)-stride:]...)
	src = src[1 : len(src)-tail]
	blockMax := min((8192/stride)&^15, 256)
	var deltas [256]byte
	for start := 0; start < count; start += blockMax {
		n := min(blockMax, count-start)
		groups := (n + 15) / 16
		for k := range stride {
			var ok bool
			if src, ok = meshoptDeltas(deltas[:groups*16], src, groups); !ok {
				return false
			}
			v := last[k]
			at := start*stride + k
			for i := range n {
				d := deltas[i]
				v += d>>1 ^ -(d & 1)
				dst[at] = v
				at += stride
			}
			last[k] = v
		}
	}
	return len(src) == 0
}

// meshoptDeltas unpacks one data block: the zigzag deltas of one byte of up to
// 256 elements. It returns what is left of src.
func meshoptDeltas(out, src []byte, groups int) ([]byte, bool) {
	head := (groups + 3) / 4
	if len(src) < head {
		return nil, false
	}
	modes := src[:head]
	src = src[head:]
	for g := range groups {
		o := out[g*16 : g*16+16]
		bits := 0
		switch modes[g/4] >> (g % 4 * 2) & 3 {
		case 0:
			clear(o)
			continue
		case 3:
			if len(src) < 16 {
				return nil, false
			}
			copy(o, src)
			src = src[16:]
			continue
		case 1:
			bits = 2
		case 2:
			bits = 4
		}
		packed := bits * 2
		if len(src) < packed {
			return nil, false
		}
		sentinel := byte(1)<<bits - 1
		extra := packed
		for i := range o {
			d := src[i*bits/8] >> (8 - bits - i*bits%8) & sentinel
			if d == sentinel {
				if extra >= len(src) {
					return nil, false
				}
				d = src[extra]
				extra++
			}
			o[i] = d
		}
		src = src[extra:]
	}
	return src, true
}

// uleb reads an unsigned LEB128 number of up to 32 bits.
func uleb(src []byte) (v uint32, rest []byte, ok bool) {
	for i := 0; i < 5 && i < len(src); i++ {
		v |= uint32(src[i]&0x7F) << (7 * i)
		if src[i] < 0x80 {
			return v, src[i+1:], true
		}
	}
	return 0, nil, false
}

func zigzag(v uint32) uint32 { return v>>1 ^ -(v & 1) }

func putIndex(dst []byte, i, stride int, v uint32) {
	if stride == 2 {
		binary.LittleEndian.PutUint16(dst[2*i:], uint16(v))
	} else {
		binary.LittleEndian.PutUint32(dst[4*i:], v)
	}
}

// meshoptIndices decodes mode 2.
func meshoptIndices(dst, src []byte, count, stride int) bool {
	if len(src) < 5 || src[0] != 0xD1 {
		return false
	}
	src = src[1 : len(src)-4]
	var last [2]uint32
	for i := range count {
		v, rest, ok := uleb(src)
		if !ok {
			return false
		}
		src = rest
		last[v&1] += zigzag(v >> 1)
		putIndex(dst, i, stride, last[v&1])
	}
	return len(src) == 0
}

// triangles is the state of the mode 1 decoder.
type triangles struct {
	edges       [16][2]uint32
	verts       [16]uint32
	edgeAt      uint32 // pushes so far
	vertAt      uint32
	next, last  uint32
	data        []byte
	outOfData   bool
	dst         []byte
	stride, pos int
}

func (t *triangles) edge(x byte) (a, b uint32) {
	e := t.edges[(t.edgeAt-1-uint32(x))&15]
	return e[0], e[1]
}
func (t *triangles) pushEdge(a, b uint32) {
	t.edges[t.edgeAt&15] = [2]uint32{a, b}
	t.edgeAt++
}
func (t *triangles) vert(x byte) uint32 { return t.verts[(t.vertAt-1-uint32(x))&15] }
func (t *triangles) pushVert(v uint32) {
	t.verts[t.vertAt&15] = v
	t.vertAt++
}
func (t *triangles) fresh() uint32 {
	t.next++
	return t.next - 1
}
func (t *triangles) explicit() uint32 {
	v, rest, ok := uleb(t.data)
	if !ok {
		t.outOfData = true
		return 0
	}
	t.data = rest
	t.last += zigzag(v)
	return t.last
}
func (t *triangles) emit(a, b, c uint32) {
	putIndex(t.dst, t.pos, t.stride, a)
	putIndex(t.dst, t.pos+1, t.stride, b)
	putIndex(t.dst, t.pos+2, t.stride, c)
	t.pos += 3
}

// meshoptTriangles decodes mode 1.
func meshoptTriangles(dst, src []byte, count, stride int) bool {
	n := count / 3
	if len(src) < 1+n+16 || src[0] != 0xE1 {
		return false
	}
	codes, aux := src[1:1+n], src[len(src)-16:]
	t := triangles{data: src[1+n : len(src)-16], dst: dst, stride: stride}
	for _, code := range codes {
		if code < 0xF0 {
			t.sharedEdge(code>>4, code&15)
		} else {
			t.newTriangle(code&15, aux)
		}
		if t.outOfData {
			return false
		}
	}
	return len(t.data) == 0
}

// sharedEdge decodes a triangle on a recent edge; y says what its third vertex is.
func (t *triangles) sharedEdge(x, y byte) {
	a, b := t.edge(x)
	var c uint32
	push := true
	switch {
	case y == 0:
		c = t.fresh()
	case y < 0xD:
		c, push = t.vert(y), false
	case y == 0xD:
		t.last--
		c = t.last
	case y == 0xE:
		t.last++
		c = t.last
	default:
		c = t.explicit()
	}
	t.pushEdge(c, b)
	t.pushEdge(a, c)
	if push {
		t.pushVert(c)
	}
	t.emit(a, b, c)
}

// newTriangle decodes a triangle with three vertices of its own.
func (t *triangles) newTriangle(y byte, aux []byte) {
	var zw byte
	if y < 0xE {
		zw = aux[y]
	} else {
		if len(t.data) == 0 {
			t.outOfData = true
			return
		}
		zw = t.data[0]
		t.data = t.data[1:]
		if zw == 0 {
			t.next = 0
		}
	}
	var a uint32
	if y == 0xF {
		a = t.explicit()
	} else {
		a = t.fresh()
	}
	// All FIFO reads come before the pushes.
	pick := func(s byte) uint32 {
		switch {
		case s == 0:
			return t.fresh()
		case s < 0xF:
			return t.vert(s - 1)
		}
		if y < 0xE { // the table may not hold this; there is no data for it
			t.outOfData = true
			return 0
		}
		return t.explicit()
	}
	z, w := zw>>4, zw&15
	b := pick(z)
	c := pick(w)
	t.pushEdge(b, a)
	t.pushEdge(c, b)
	t.pushEdge(a, c)
	t.pushVert(a)
	if z == 0 || z == 0xF {
		t.pushVert(b)
	}
	if w == 0 || w == 0xF {
		t.pushVert(c)
	}
	t.emit(a, b, c)
}
