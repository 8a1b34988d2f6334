package gltfio

import (
	"fmt"
	"math"

	"donorlab/internal/scene"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
)

// attributeAccessor returns the checked accessor of a vertex attribute of the
// given type. Integers count as normalised where only that makes sense.
func (l *loader) attributeAccessor(acc int, kind gltf.AccessorType, name, ptr string, core, normal bool) (*accessorState, *scene.Problem) {
	a, p := l.accessor(acc, ptr)
	if p != nil {
		return nil, p
	}
	if a.kind != kind || a.component == gltf.ComponentUint {
		return nil, problem("MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT", ptr, fmt.Sprintf("%s is %s of %s; it must be %s of floats", name, a.kind, componentName(a.component), kind), remedyExport)
	}
	if a.component == gltf.ComponentFloat {
		return a, nil
	}
	if normal && !a.normalized {
		l.warn("MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT", ptr, fmt.Sprintf("%s is of whole numbers that are not marked as normalised; they are taken as if", name), remedyExport)
		b := *a
		b.normalized = true
		return &b, nil
	}
	if !core && !l.quantized {
		l.warn("MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT", ptr, fmt.Sprintf("%s is of %s without KHR_mesh_quantization being declared", name, componentName(a.component)), remedyExport)
	}
	return a, nil
}

func (l *loader) vec2(acc int, name, ptr string) (*vecEntry[mgl32.Vec2], *scene.Problem) {
	if e := l.cache.vec2[acc]; e != nil {
		return e, nil
	}
	a, p := l.attributeAccessor(acc, gltf.AccessorVec2, name, ptr+"/attributes/"+name, true, false)
	if p != nil {
		return nil, p
	}
	v, first, p := vectors[mgl32.Vec2](l, a)
	if p != nil {
		return nil, p
	}
	l.mendFloats(first, len(v), a.ptr, name, func(i int) bool { return zeroBad(v[i][:]) })
	e := &vecEntry[mgl32.Vec2]{v: v}
	l.cache.vec2[acc] = e
	return e, nil
}

func (l *loader) vec3(acc int, u use, name, ptr string) (*vecEntry[mgl32.Vec3], *scene.Problem) {
	return l.vec3At(acc, u, name, ptr+"/attributes/"+name)
}

func (l *loader) vec3At(acc int, u use, name, ptr string) (*vecEntry[mgl32.Vec3], *scene.Problem) {
	if e := l.cache.vec3[vecKey{acc, u}]; e != nil {
		return e, nil
	}
	a, p := l.attributeAccessor(acc, gltf.AccessorVec3, name, ptr, false, u == useNormal)
	if p != nil {
		return nil, p
	}
	v, first, p := vectors[mgl32.Vec3](l, a)
	if p != nil {
		return nil, p
	}
	if first >= 0 && u == usePosition {
		return nil, problem("ACCESSOR_INVALID_FLOAT", a.ptr, fmt.Sprintf("the position of vertex %d is no number", first), "remove the broken vertices in the modelling program and export again")
	}
	l.mendFloats(first, len(v), a.ptr, name, func(i int) bool { return zeroBad(v[i][:]) })
	e := &vecEntry[mgl32.Vec3]{v: v}
	if u == useNormal {
		e.zeros = l.unitNormals(v, a)
	}
	l.cache.vec3[vecKey{acc, u}] = e
	return e, nil
}

func (l *loader) vec4(acc int, u use, name, ptr string) (*vecEntry[mgl32.Vec4], *scene.Problem) {
	if e := l.cache.vec4[vecKey{acc, u}]; e != nil {
		return e, nil
	}
	ptr += "/attributes/" + name
	kind := gltf.AccessorVec4
	if u == useColor && acc < len(l.doc.Accessors) && l.doc.Accessors[acc].Type == gltf.AccessorVec3 {
		kind = gltf.AccessorVec3
	}
	a, p := l.attributeAccessor(acc, kind, name, ptr, u == useColor, true)
	if p != nil {
		return nil, p
	}
	var v []mgl32.Vec4
	var first int
	if kind == gltf.AccessorVec3 {
		v, first, p = l.opaque(a)
	} else {
		v, first, p = vectors[mgl32.Vec4](l, a)
	}
	if p != nil {
		return nil, p
	}
	l.mendFloats(first, len(v), a.ptr, name, func(i int) bool { return zeroBad(v[i][:]) })
	if u == useTangent {
		l.unitTangents(v, a)
	} else {
		l.clampColors(v, a.ptr)
	}
	e := &vecEntry[mgl32.Vec4]{v: v}
	l.cache.vec4[vecKey{acc, u}] = e
	return e, nil
}

// opaque reads RGB colours as RGBA.
func (l *loader) opaque(a *accessorState) ([]mgl32.Vec4, int, *scene.Problem) {
	rgb, first, p := vectors[mgl32.Vec3](l, a)
	if p != nil {
		return nil, 0, p
	}
	if !l.bud.take(int64(len(rgb)) * 16) {
		return nil, 0, l.tooMuch(a.ptr, "the colours")
	}
	v := make([]mgl32.Vec4, len(rgb))
	for i, c := range rgb {
		v[i] = mgl32.Vec4{c[0], c[1], c[2], 1}
	}
	l.bud.give(int64(len(rgb)) * 12)
	return v, first, nil
}

// zeroBad sets the numbers that are none to zero and reports whether there were any.
func zeroBad(v []float32) bool {
	bad := false
	for k := range v {
		if v[k]-v[k] != 0 {
			v[k], bad = 0, true
		}
	}
	return bad
}

// mendFloats applies zero to the elements from first on and warns with their number.
func (l *loader) mendFloats(first, n int, ptr, name string, zero func(i int) bool) {
	if first < 0 {
		return
	}
	bad := 0
	for i := range n {
		if zero(i) {
			bad++
		}
	}
	l.warn("ACCESSOR_INVALID_FLOAT", ptr, fmt.Sprintf("%d values of %s are no numbers; they are taken as 0", bad, name), remedyExport)
}

// normalTolerance is how far a normal's length may be from 1 before it is worth
// a word; the Khronos validator's figure.
const normalTolerance = 0.00674

// unitNormals scales normals to length 1 where they are off by more than float32
// rounding, and reports whether one has no direction.
func (l *loader) unitNormals(v []mgl32.Vec3, a *accessorState) (zeros bool) {
	off, none := 0, 0
	for i := range v {
		x, y, z := float64(v[i][0]), float64(v[i][1]), float64(v[i][2])
		n2 := x*x + y*y + z*z
		if d := n2 - 1; d < 1e-5 && d > -1e-5 {
			continue
		}
		n := math.Sqrt(n2)
		if n < 1e-12 {
			none++
			v[i] = mgl32.Vec3{}
			continue
		}
		if math.Abs(n-1) > normalTolerance {
			off++
		}
		v[i] = mgl32.Vec3{float32(x / n), float32(y / n), float32(z / n)}
	}
	if off > 0 && a.component == gltf.ComponentFloat {
		l.warn("ACCESSOR_VECTOR3_NON_UNIT", a.ptr, fmt.Sprintf("%d normals are not of length 1; they are scaled", off), remedyExport)
	}
	if none > 0 {
		l.warn("ACCESSOR_VECTOR3_NON_UNIT", a.ptr, fmt.Sprintf("%d normals have no direction; they are made from the faces", none), "recalculate the normals in the modelling program")
	}
	return none > 0
}

// unitTangents scales tangents to length 1 and their handedness to 1 or -1.
func (l *loader) unitTangents(v []mgl32.Vec4, a *accessorState) {
	off := 0
	for i := range v {
		t := &v[i]
		n := math.Sqrt(float64(t[0])*float64(t[0]) + float64(t[1])*float64(t[1]) + float64(t[2])*float64(t[2]))
		if math.Abs(n-1) > 5e-6 {
			if math.Abs(n-1) > normalTolerance {
				off++
			}
			if n < 1e-12 {
				t[0], t[1], t[2] = 1, 0, 0
			} else {
				for k := range 3 {
					t[k] = float32(float64(t[k]) / n)
				}
			}
		}
		if t[3] != 1 && t[3] != -1 {
			if t[3] < 0 {
				t[3] = -1
			} else {
				t[3] = 1
			}
		}
	}
	if off > 0 && a.component == gltf.ComponentFloat {
		l.warn("ACCESSOR_TANGENT_NON_UNIT", a.ptr, fmt.Sprintf("%d tangents are not of length 1; they are scaled", off), remedyExport)
	}
}

// clampColors brings vertex colours into 0..1.
func (l *loader) clampColors(v []mgl32.Vec4, ptr string) {
	off := 0
	for i := range v {
		for k := range v[i] {
			if x := v[i][k]; x < 0 || x > 1 {
				v[i][k] = min(max(x, 0), 1)
				off++
			}
		}
	}
	if off > 0 {
		l.warn("ACCESSOR_NON_CLAMPED", ptr, fmt.Sprintf("%d colour values lie outside of 0..1; they are clamped", off), remedyExport)
	}
}
