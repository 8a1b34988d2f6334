package gltfio

import (
	"encoding/binary"
	"fmt"
	"math"

	"donorlab/internal/scene"

	"github.com/go-gl/mathgl/mgl32"
)

// Component types are the GL enums that glTF uses.
const (
	typeS8  = 5120
	typeU8  = 5121
	typeS16 = 5122
	typeU16 = 5123
	typeU32 = 5125
	typeF32 = 5126
)

// componentSize returns a component type's bytes, 0 for an unknown type.
func componentSize(t int) int {
	switch t {
	case typeS8, typeU8:
		return 1
	case typeS16, typeU16:
		return 2
	case typeU32, typeF32:
		return 4
	}
	return 0
}

func componentName(t int) string {
	switch t {
	case typeS8:
		return "signed bytes"
	case typeU8:
		return "bytes"
	case typeS16:
		return "signed shorts"
	case typeU16:
		return "shorts"
	case typeU32:
		return "32-bit integers"
	}
	return "floats"
}

// elementLayout returns how many components an element has, and how many bytes
// it takes: each column of a matrix starts at a multiple of four.
func elementLayout(kind string, size int) (components, bytes int) {
	column := func(n int) int { return (n*size + 3) &^ 3 }
	switch kind {
	case "SCALAR":
		return 1, size
	case "VEC2":
		return 2, 2 * size
	case "VEC3":
		return 3, 3 * size
	case "VEC4":
		return 4, 4 * size
	case "MAT2":
		return 4, 2 * column(2)
	case "MAT3":
		return 9, 3 * column(3)
	case "MAT4":
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
	kind       string
	component  int
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
	def := &l.doc.accessors[i]
	a.ptr = fmt.Sprintf("/accessors/%d", i)
	a.kind, a.component, a.normalized, a.count = def.kind, def.component, def.normalized, def.count
	cs := componentSize(def.component)
	if cs == 0 {
		return problem("VALUE_NOT_IN_LIST", a.ptr+"/componentType", fmt.Sprintf("the component type %d does not exist", def.component), remedyExport)
	}
	a.comps, a.size = elementLayout(def.kind, cs)
	if a.comps == 0 {
		return problem("VALUE_NOT_IN_LIST", a.ptr+"/type", fmt.Sprintf("the type %q does not exist", clip(def.kind)), remedyExport)
	}
	if a.normalized && (a.component == typeF32 || a.component == typeU32) {
		a.normalized = false
		l.warn("ACCESSOR_NORMALIZED_INVALID", a.ptr+"/normalized", "only bytes and shorts can be normalised; the values are taken as they stand", remedyExport)
	}
	a.stride = a.size
	if def.view != none {
		if p := l.locate(def, a, cs); p != nil {
			return p
		}
	}
	if def.sparse != nil {
		return l.openSparse(def.sparse, a)
	}
	return nil
}

// locate checks the accessor's range in its buffer view and points a.data at it.
func (l *loader) locate(def *accessorDef, a *accessorState, cs int) *scene.Problem {
	data, p := l.view(def.view, a.ptr+"/bufferView")
	if p != nil {
		return p
	}
	if s := l.doc.views[def.view].stride; s != 0 {
		if a.stride = s; s < a.size {
			return problem("ACCESSOR_SMALL_BYTESTRIDE", a.ptr, fmt.Sprintf("the view's stride of %d bytes is less than the %d bytes of one element", s, a.size), remedyExport)
		}
	}
	if def.offset%cs != 0 {
		l.warn("ACCESSOR_OFFSET_ALIGNMENT", a.ptr+"/byteOffset", fmt.Sprintf("the offset %d is not a multiple of %d", def.offset, cs), remedyExport)
	} else if (def.offset+l.doc.views[def.view].offset)%cs != 0 {
		l.warn("ACCESSOR_TOTAL_OFFSET_ALIGNMENT", a.ptr, fmt.Sprintf("the data does not start at a multiple of %d bytes", cs), remedyExport)
	}
	if a.count == 0 {
		return nil
	}
	// offset and count are below 2^32, the stride too: no overflow in 64 bits
	// only because the stride is bounded by the view's own length here.
	if a.stride > len(data) && a.count > 1 {
		return l.tooLong(a, int64(def.offset)+int64(a.stride), len(data))
	}
	end := int64(def.offset) + int64(a.size)
	if a.count > 1 {
		if int64(a.count-1) > int64(len(data))/int64(a.stride) {
			return l.tooLong(a, end+int64(a.count-1), len(data))
		}
		end += int64(a.stride) * int64(a.count-1)
	}
	if end > int64(len(data)) {
		return l.tooLong(a, end, len(data))
	}
	a.data = data[def.offset:]
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
		if a.component == typeF32 {
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
func component(b []byte, t int, normalized bool) float32 {
	switch t {
	case typeF32:
		return math.Float32frombits(binary.LittleEndian.Uint32(b))
	case typeU32:
		return float32(binary.LittleEndian.Uint32(b))
	case typeS8:
		v := float32(int8(b[0]))
		if normalized {
			return max(v/127, -1)
		}
		return v
	case typeU8:
		v := float32(b[0])
		if normalized {
			return v / 255
		}
		return v
	case typeS16:
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
		case "MAT2":
			rows, column = 2, a.size/2
		case "MAT3":
			rows, column = 3, a.size/3
		case "MAT4":
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
	case a.component == typeF32 && a.stride == a.size:
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
	case packed && a.component == typeU16:
		data := a.data[:2*len(out)]
		for i := range out {
			v := uint32(binary.LittleEndian.Uint16(data[2*i:]))
			out[i] = v
			largest = max(largest, v)
		}
	case packed && a.component == typeU32:
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
	if !packed || a.component == typeU8 || a.sparseAt != nil {
		for _, v := range out {
			largest = max(largest, v)
		}
	}
	return out, largest, nil
}

// unsigned reads the k-th component of an element of u8, u16 or u32.
func unsigned(b []byte, k, t int) uint32 {
	switch t {
	case typeU8:
		return uint32(b[k])
	case typeU16:
		return uint32(binary.LittleEndian.Uint16(b[2*k:]))
	}
	return binary.LittleEndian.Uint32(b[4*k:])
}
