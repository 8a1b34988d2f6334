package gltfio

import (
	"encoding/binary"
	"fmt"
	"math"

	"donorlab/internal/scene"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
)

// componentSize returns a component type's bytes, 0 for an unknown type.
func componentSize(t gltf.ComponentType) int {
	switch t {
	case gltf.ComponentByte, gltf.ComponentUbyte:
		return 1
	case gltf.ComponentShort, gltf.ComponentUshort:
		return 2
	case gltf.ComponentUint, gltf.ComponentFloat:
		return 4
	}
	return 0
}

func componentName(t gltf.ComponentType) string {
	switch t {
	case gltf.ComponentByte:
		return "signed bytes"
	case gltf.ComponentUbyte:
		return "bytes"
	case gltf.ComponentShort:
		return "signed shorts"
	case gltf.ComponentUshort:
		return "shorts"
	case gltf.ComponentUint:
		return "32-bit integers"
	}
	return "floats"
}

// elementLayout returns how many components an element has, and how many bytes
// it takes: each column of a matrix starts at a multiple of four.
func elementLayout(kind gltf.AccessorType, size int) (components, bytes int) {
	column := func(n int) int { return (n*size + 3) &^ 3 }
	switch kind {
	case gltf.AccessorScalar:
		return 1, size
	case gltf.AccessorVec2:
		return 2, 2 * size
	case gltf.AccessorVec3:
		return 3, 3 * size
	case gltf.AccessorVec4:
		return 4, 4 * size
	case gltf.AccessorMat2:
		return 4, 2 * column(2)
	case gltf.AccessorMat3:
		return 9, 3 * column(3)
	case gltf.AccessorMat4:
		return 16, 4 * column(4)
	}
	return 0, 0
}

// accessorState is an accessor whose ranges were checked: element i lies at
// data[i*stride:] and may be read without further thought.
type accessorState struct {
	done       bool
	p          *scene.Problem
	ptr        string
	kind       gltf.AccessorType
	component  gltf.ComponentType
	normalized bool
	count      int
	comps      int
	size       int    // bytes of one element
	stride     int    //
	data       []byte // nil means all zeros
	sparseAt   []uint32
	sparseData []byte // element k at k*size
}

// accessor returns accessor i checked; at is the pointer of the property that
// names it, used when the index itself is wrong.
func (l *loader) accessor(i int, at string) (*accessorState, *scene.Problem) {
	if i < 0 || i >= len(l.accessors) {
		return nil, unresolved(at, "accessors", i, len(l.accessors))
	}
	a := &l.accessors[i]
	if !a.done {
		a.done = true
		a.p = l.openAccessor(i, a)
	}
	return a, a.p
}

func (l *loader) openAccessor(i int, a *accessorState) *scene.Problem {
	def := l.doc.Accessors[i]
	a.ptr = fmt.Sprintf("/accessors/%d", i)
	a.kind, a.component, a.normalized, a.count = def.Type, def.ComponentType, def.Normalized, def.Count
	cs := componentSize(def.ComponentType)
	if cs == 0 {
		return problem("VALUE_NOT_IN_LIST", a.ptr+"/componentType", fmt.Sprintf("the component type %s does not exist", l.doc.odd[a.ptr+"/componentType"]), remedyExport)
	}
	a.comps, a.size = elementLayout(def.Type, cs)
	if a.comps == 0 {
		return problem("VALUE_NOT_IN_LIST", a.ptr+"/type", fmt.Sprintf("the type %q does not exist", l.doc.odd[a.ptr+"/type"]), remedyExport)
	}
	if a.normalized && (a.component == gltf.ComponentFloat || a.component == gltf.ComponentUint) {
		a.normalized = false
		l.warn("ACCESSOR_NORMALIZED_INVALID", a.ptr+"/normalized", "only bytes and shorts can be normalised; the values are taken as they stand", remedyExport)
	}
	a.stride = a.size
	if def.BufferView != nil {
		if p := l.locate(def, a, cs); p != nil {
			return p
		}
	}
	if def.Sparse != nil {
		return l.openSparse(def.Sparse, a)
	}
	return nil
}

// locate checks the accessor's range in its buffer view and points a.data at it.
func (l *loader) locate(def *gltf.Accessor, a *accessorState, cs int) *scene.Problem {
	data, p := l.view(*def.BufferView, a.ptr+"/bufferView")
	if p != nil {
		return p
	}
	view := l.doc.BufferViews[*def.BufferView]
	if s := view.ByteStride; s != 0 {
		if a.stride = s; s < a.size {
			return problem("ACCESSOR_SMALL_BYTESTRIDE", a.ptr, fmt.Sprintf("the view's stride of %d bytes is less than the %d bytes of one element", s, a.size), remedyExport)
		}
	}
	if def.ByteOffset%cs != 0 {
		l.warn("ACCESSOR_OFFSET_ALIGNMENT", a.ptr+"/byteOffset", fmt.Sprintf("the offset %d is not a multiple of %d", def.ByteOffset, cs), remedyExport)
	} else if (def.ByteOffset+view.ByteOffset)%cs != 0 {
		l.warn("ACCESSOR_TOTAL_OFFSET_ALIGNMENT", a.ptr, fmt.Sprintf("the data does not start at a multiple of %d bytes", cs), remedyExport)
	}
	if a.count == 0 {
		return nil
	}
	// offset and count are below 2^32, the stride too: no overflow in 64 bits
	// only because the stride is bounded by the view's own length here.
	if a.stride > len(data) && a.count > 1 {
		return l.tooLong(a, int64(def.ByteOffset)+int64(a.stride), len(data))
	}
	end := int64(def.ByteOffset) + int64(a.size)
	if a.count > 1 {
		if int64(a.count-1) > int64(len(data))/int64(a.stride) {
			return l.tooLong(a, end+int64(a.count-1), len(data))
		}
		end += int64(a.stride) * int64(a.count-1)
	}
	if end > int64(len(data)) {
		return l.tooLong(a, end, len(data))
	}
	a.data = data[def.ByteOffset:]
	return nil
}

func (l *loader) tooLong(a *accessorState, end int64, have int) *scene.Problem {
	return problem("ACCESSOR_TOO_LONG", a.ptr, fmt.Sprintf("%d elements end after at least %d bytes, but the view has %d", a.count, end, have), "the file is damaged or its exporter is faulty; export again")
}

// vector is what an attribute's element becomes.
type vector interface {
	~[2]float32 | ~[3]float32 | ~[4]float32
}

// vectors reads a checked accessor that has as many components as V. first is
// the index of the first element with a NaN or an infinity, or -1.
func vectors[V vector](l *loader, a *accessorState) (out []V, first int, p *scene.Problem) {
	var v V
	if !l.bud.take(int64(a.count) * int64(len(v)) * 4) {
		return nil, 0, l.tooMuch(a.ptr, fmt.Sprintf("an accessor of %d elements", a.count))
	}
	out = make([]V, a.count)
	first = -1
	if a.data != nil {
		if a.component == gltf.ComponentFloat {
			first = floatVectors(out, a.data, a.stride)
		} else {
			cs := componentSize(a.component)
			for i := range out {
				b := a.data[i*a.stride:]
				for k := 0; k < len(v); k++ {
					out[i][k] = component(b[k*cs:], a.component, a.normalized)
				}
			}
		}
	}
	cs := componentSize(a.component)
	for n, at := range a.sparseAt {
		b := a.sparseData[n*a.size:]
		for k := 0; k < len(v); k++ {
			x := component(b[k*cs:], a.component, a.normalized)
			out[at][k] = x
			if x-x != 0 && first < 0 {
				first = int(at)
			}
		}
	}
	return out, first, nil
}

// floatVectors is the fast path: float32 straight from the buffer. first is the
// first element with a NaN or an infinity, or -1.
func floatVectors[V vector](out []V, data []byte, stride int) (first int) {
	if out, ok := any(out).([]mgl32.Vec3); ok {
		return floatVec3(out, data, stride)
	}
	var v V
	n := len(v)
	special := uint32(0)
	for i := range out {
		b := data[i*stride:][:n*4]
		for k := 0; k < n; k++ {
			bits := binary.LittleEndian.Uint32(b[k*4:])
			out[i][k] = math.Float32frombits(bits)
			special |= notFinite(bits)
		}
	}
	if special == 0 {
		return -1
	}
	for i := range out {
		for k := 0; k < n; k++ {
			if x := out[i][k]; x-x != 0 {
				return i
			}
		}
	}
	return -1
}

// floatVec3 is floatVectors unrolled for what a model has most of.
func floatVec3(out []mgl32.Vec3, data []byte, stride int) (first int) {
	special := uint32(0)
	for i := range out {
		b := data[i*stride:][:12]
		x, y, z := binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint32(b[4:]), binary.LittleEndian.Uint32(b[8:])
		out[i] = mgl32.Vec3{math.Float32frombits(x), math.Float32frombits(y), math.Float32frombits(z)}
		special |= notFinite(x) | notFinite(y) | notFinite(z)
	}
	if special == 0 {
		return -1
	}
	for i, v := range out {
		if v[0]-v[0] != 0 || v[1]-v[1] != 0 || v[2]-v[2] != 0 {
			return i
		}
	}
	return -1
}

// notFinite is 1 for the bits of a NaN or an infinity, whose exponent is all
// ones, and 0 for any other float32.
func notFinite(bits uint32) uint32 { return (bits>>23&0xFF + 1) >> 8 }

// component reads one number. Normalised integers are mapped to -1..1 or 0..1
// by glTF's formulas (3.6.2.2 of the specification).
func component(b []byte, t gltf.ComponentType, normalized bool) float32 {
	switch t {
	case gltf.ComponentFloat:
		return math.Float32frombits(binary.LittleEndian.Uint32(b))
	case gltf.ComponentUint:
		return float32(binary.LittleEndian.Uint32(b))
	case gltf.ComponentByte:
		v := float32(int8(b[0]))
		if normalized {
			return max(v/127, -1)
		}
		return v
	case gltf.ComponentUbyte:
		v := float32(b[0])
		if normalized {
			return v / 255
		}
		return v
	case gltf.ComponentShort:
		v := float32(int16(binary.LittleEndian.Uint16(b)))
		if normalized {
			return max(v/32767, -1)
		}
		return v
	}
	v := float32(binary.LittleEndian.Uint16(b))
	if normalized {
		return v / 65535
	}
	return v
}

// flat reads a checked accessor of any type as count*comps numbers, matrices
// column by column.
func (l *loader) flat(a *accessorState) (out []float32, first int, p *scene.Problem) {
	if !l.bud.take(int64(a.count) * int64(a.comps) * 4) {
		return nil, 0, l.tooMuch(a.ptr, fmt.Sprintf("an accessor of %d elements", a.count))
	}
	out = make([]float32, a.count*a.comps)
	first = -1
	put := func(i int, b []byte) {
		cs := componentSize(a.component)
		rows, column := a.comps, 0
		switch a.kind {
		case gltf.AccessorMat2:
			rows, column = 2, a.size/2
		case gltf.AccessorMat3:
			rows, column = 3, a.size/3
		case gltf.AccessorMat4:
			rows, column = 4, a.size/4
		}
		for k := range a.comps {
			x := component(b[k/rows*column+k%rows*cs:], a.component, a.normalized)
			out[i*a.comps+k] = x
			if x-x != 0 && first < 0 {
				first = i
			}
		}
	}
	switch {
	case a.data == nil:
	case a.component == gltf.ComponentFloat && a.stride == a.size:
		data := a.data[:len(out)*4]
		for i := range out {
			bits := binary.LittleEndian.Uint32(data[i*4:])
			out[i] = math.Float32frombits(bits)
			if bits&0x7F800000 == 0x7F800000 && first < 0 {
				first = i / a.comps
			}
		}
	default:
		for i := range a.count {
			put(i, a.data[i*a.stride:])
		}
	}
	for n, at := range a.sparseAt {
		put(int(at), a.sparseData[n*a.size:])
	}
	return out, first, nil
}

// integers reads a checked accessor of unsigned whole numbers as count*comps
// values, and the largest of them.
func (l *loader) integers(a *accessorState) (out []uint32, largest uint32, p *scene.Problem) {
	if !l.bud.take(int64(a.count) * int64(a.comps) * 4) {
		return nil, 0, l.tooMuch(a.ptr, fmt.Sprintf("an accessor of %d elements", a.count))
	}
	out = make([]uint32, a.count*a.comps)
	packed := a.stride == a.size
	switch {
	case a.data == nil:
	case packed && a.component == gltf.ComponentUshort:
		data := a.data[:2*len(out)]
		for i := range out {
			v := uint32(binary.LittleEndian.Uint16(data[2*i:]))
			out[i] = v
			largest = max(largest, v)
		}
	case packed && a.component == gltf.ComponentUint:
		data := a.data[:4*len(out)]
		for i := range out {
			v := binary.LittleEndian.Uint32(data[4*i:])
			out[i] = v
			largest = max(largest, v)
		}
	default:
		for i := range a.count {
			b := a.data[i*a.stride:]
			for k := range a.comps {
				out[i*a.comps+k] = unsigned(b, k, a.component)
			}
		}
	}
	for n, at := range a.sparseAt {
		for k := range a.comps {
			out[int(at)*a.comps+k] = unsigned(a.sparseData[n*a.size:], k, a.component)
		}
	}
	if !packed || a.component == gltf.ComponentUbyte || a.sparseAt != nil {
		for _, v := range out {
			largest = max(largest, v)
		}
	}
	return out, largest, nil
}

// unsigned reads the k-th component of an element of u8, u16 or u32.
func unsigned(b []byte, k int, t gltf.ComponentType) uint32 {
	switch t {
	case gltf.ComponentUbyte:
		return uint32(b[k])
	case gltf.ComponentUshort:
		return uint32(binary.LittleEndian.Uint16(b[2*k:]))
	}
	return binary.LittleEndian.Uint32(b[4*k:])
}
