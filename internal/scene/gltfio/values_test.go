package gltfio

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"donorlab/internal/scene"

	"github.com/go-gl/mathgl/mgl32"
)

// object builds a document of one primitive from its attributes: name, accessor
// JSON without view and offset, data. Further accessors follow in order.
type object struct {
	attrs, accs, views []string
	bin                []byte
	more               string // of the primitive
	top                string // of the document
	node               string // of the node
}

func (o *object) accessor(json string, b []byte) int {
	for len(o.bin)%4 != 0 {
		o.bin = append(o.bin, 0)
	}
	o.views = append(o.views, fmt.Sprintf(`{"buffer":0,"byteOffset":%d,"byteLength":%d}`, len(o.bin), len(b)))
	o.accs = append(o.accs, fmt.Sprintf(`{"bufferView":%d,%s}`, len(o.views)-1, json))
	o.bin = append(o.bin, b...)
	return len(o.accs) - 1
}

func (o *object) attr(name, json string, b []byte) {
	o.attrs = append(o.attrs, fmt.Sprintf("%q:%d", name, o.accessor(json, b)))
}

func (o *object) glb() []byte {
	return glb(fmt.Sprintf(`{"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0%s},{"children":[2,3,4,5,6,7,8]},{},{},{},{},{},{},{}],"meshes":[{"primitives":[{"attributes":{%s}%s}]}],"accessors":[%s],"bufferViews":[%s],"buffers":[{"byteLength":%d}]%s}`,
		o.node, strings.Join(o.attrs, ","), o.more, strings.Join(o.accs, ","), strings.Join(o.views, ","), len(o.bin), o.top), o.bin)
}

func (o *object) prim(t *testing.T) (*scene.Primitive, *scene.Model) {
	t.Helper()
	m := read(t, o.glb())
	return &m.Meshes[0].Primitives[0], m
}

func triangleObject() *object {
	o := new(object)
	o.attr("POSITION", `"componentType":5126,"count":3,"type":"VEC3"`, triangle)
	return o
}

// TestNormalised checks integer attributes against the specification's table.
func TestNormalised(t *testing.T) {
	o := triangleObject()
	o.attr("NORMAL", `"componentType":5120,"normalized":true,"count":3,"type":"VEC3"`, data([]int8{127, 0, 0, -128, 0, 0, 0, 0, -127}))
	o.attr("TEXCOORD_0", `"componentType":5121,"normalized":true,"count":3,"type":"VEC2"`, data([]uint8{0, 255, 51, 102, 128, 1}))
	o.attr("TEXCOORD_1", `"componentType":5123,"normalized":true,"count":3,"type":"VEC2"`, data([]uint16{0, 65535, 13107, 26214, 1, 2}))
	o.attr("COLOR_0", `"componentType":5121,"normalized":true,"count":3,"type":"VEC4"`, data([]uint8{255, 0, 0, 255, 0, 51, 0, 102, 0, 0, 0, 0}))
	// A signed byte VEC3 is three bytes: the view above is not padded, so this
	// file is only read right if elements follow each other closely.
	p, m := o.prim(t)
	if want := []mgl32.Vec3{{1, 0, 0}, {-1, 0, 0}, {0, 0, -1}}; !reflect.DeepEqual(p.Normals, want) {
		t.Errorf("normals %v", p.Normals)
	}
	if p.UV0[0] != (mgl32.Vec2{0, 1}) || !near(p.UV0[1][0], 0.2, 1e-7) || !near(p.UV0[1][1], 0.4, 1e-7) {
		t.Errorf("UV0 %v", p.UV0)
	}
	if p.UV1[0] != (mgl32.Vec2{0, 1}) || !near(p.UV1[1][0], 0.2, 1e-7) || !near(p.UV1[1][1], 0.4, 1e-7) {
		t.Errorf("UV1 %v", p.UV1)
	}
	if p.Colors[0] != (mgl32.Vec4{1, 0, 0, 1}) || !near(p.Colors[1][1], 0.2, 1e-7) {
		t.Errorf("colours %v", p.Colors)
	}
	if !strings.Contains(codes(m), "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT") {
		t.Errorf("byte normals without KHR_mesh_quantization: warnings %q", codes(m))
	}
}

// TestStrideAndRGB: interleaved data, and RGB colours become opaque.
func TestStrideAndRGB(t *testing.T) {
	o := new(object)
	rows := floats(0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1)
	o.views = []string{fmt.Sprintf(`{"buffer":0,"byteLength":%d,"byteStride":24}`, len(rows))}
	o.bin = rows
	o.accs = []string{`{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}`, `{"bufferView":0,"byteOffset":12,"componentType":5126,"count":3,"type":"VEC3"}`}
	o.attrs = []string{`"POSITION":0`, `"COLOR_0":1`}
	p, _ := o.prim(t)
	if want := []mgl32.Vec3{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}; !reflect.DeepEqual(p.Positions, want) {
		t.Errorf("positions %v", p.Positions)
	}
	if want := []mgl32.Vec4{{1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}}; !reflect.DeepEqual(p.Colors, want) {
		t.Errorf("colours %v", p.Colors)
	}
}

// TestSparse: with a base and without one.
func TestSparse(t *testing.T) {
	for _, base := range []bool{true, false} {
		o := new(object)
		o.accessor(`"componentType":5126,"count":3,"type":"VEC3"`, triangle)
		idx := o.accessor(`"componentType":5123,"count":2,"type":"SCALAR"`, data([]uint16{0, 2}))
		val := o.accessor(`"componentType":5126,"count":2,"type":"VEC3"`, floats(7, 8, 9, 4, 5, 6))
		view := ""
		if base {
			view = `"bufferView":0,`
		}
		o.accs = append(o.accs, fmt.Sprintf(`{%s"componentType":5126,"count":3,"type":"VEC3","sparse":{"count":2,"indices":{"bufferView":%d,"componentType":5123},"values":{"bufferView":%d}}}`, view, idx, val))
		o.attrs = []string{`"POSITION":3`}
		p, m := o.prim(t)
		want := []mgl32.Vec3{{7, 8, 9}, {0, 0, 0}, {4, 5, 6}}
		if base {
			want[1] = mgl32.Vec3{1, 0, 0}
		}
		if !reflect.DeepEqual(p.Positions, want) || codes(m) != "" {
			t.Errorf("base %v: %v, warnings %q", base, p.Positions, codes(m))
		}
	}
}

// TestTopology unrolls each mode; expected lists follow the specification's
// figures for five vertices.
func TestTopology(t *testing.T) {
	for _, c := range []struct {
		mode int
		topo scene.Topology
		want []uint32
	}{
		{0, scene.Points, []uint32{0, 1, 2, 3, 4}},
		{1, scene.Lines, []uint32{0, 1, 2, 3}},
		{2, scene.Lines, []uint32{0, 1, 1, 2, 2, 3, 3, 4, 4, 0}},
		{3, scene.Lines, []uint32{0, 1, 1, 2, 2, 3, 3, 4}},
		{4, scene.Triangles, []uint32{0, 1, 2}},
		{5, scene.Triangles, []uint32{0, 1, 2, 1, 3, 2, 2, 3, 4}},
		{6, scene.Triangles, []uint32{1, 2, 0, 2, 3, 0, 3, 4, 0}},
	} {
		o := new(object)
		flat := floats(0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1)
		o.attr("POSITION", `"componentType":5126,"count":5,"type":"VEC3"`, floats(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 2, 0))
		o.attr("NORMAL", `"componentType":5126,"count":5,"type":"VEC3"`, flat)
		o.more = fmt.Sprintf(`,"mode":%d`, c.mode)
		p, m := o.prim(t)
		if p.Topology != c.topo || !reflect.DeepEqual(p.Indices, c.want) {
			t.Errorf("mode %d: %v %v, want %v", c.mode, p.Topology, p.Indices, c.want)
		}
		if odd := c.mode == 1 || c.mode == 4; odd != (codes(m) == "MESH_PRIMITIVE_INCOMPATIBLE_MODE") {
			t.Errorf("mode %d: warnings %q", c.mode, codes(m))
		}
	}
}

// TestFlatNormals: without normals each triangle gets its own, in index order,
// and every other attribute follows.
func TestFlatNormals(t *testing.T) {
	o := new(object)
	o.attr("POSITION", `"componentType":5126,"count":4,"type":"VEC3"`, floats(0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2))
	o.attr("TEXCOORD_0", `"componentType":5126,"count":4,"type":"VEC2"`, floats(0, 0, 1, 1, 2, 2, 3, 3))
	idx := o.accessor(`"componentType":5121,"count":9,"type":"SCALAR"`, []byte{0, 1, 2, 0, 3, 1, 2, 2, 2})
	o.more = fmt.Sprintf(`,"indices":%d`, idx)
	p, _ := o.prim(t)
	if !p.MadeNormals || len(p.Positions) != 9 || len(p.Indices) != 9 {
		t.Fatalf("%+v", p)
	}
	want := []mgl32.Vec3{{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 1, 0}, {0, 1, 0}, {0, 1, 0}}
	if !reflect.DeepEqual(p.Normals[:6], want) {
		t.Errorf("normals %v", p.Normals)
	}
	if n := p.Normals[8].Len(); !near(n, 1, 1e-6) {
		t.Errorf("a triangle without area has a normal of length %v", n)
	}
	if p.UV0[4] != (mgl32.Vec2{3, 3}) || p.Positions[5] != (mgl32.Vec3{2, 0, 0}) {
		t.Errorf("attributes do not follow: %v %v", p.UV0, p.Positions)
	}
}

// TestMendedNormals: a normal without direction is made from the faces, one that
// is too long is scaled.
func TestMendedNormals(t *testing.T) {
	o := triangleObject()
	o.attr("NORMAL", `"componentType":5126,"count":3,"type":"VEC3"`, floats(0, 0, 0, 0, 0, 5, 1, 0, 0))
	p, m := o.prim(t)
	if want := []mgl32.Vec3{{0, 0, 1}, {0, 0, 1}, {1, 0, 0}}; !reflect.DeepEqual(p.Normals, want) || p.MadeNormals {
		t.Errorf("normals %v", p.Normals)
	}
	if codes(m) != "ACCESSOR_VECTOR3_NON_UNIT ACCESSOR_VECTOR3_NON_UNIT" {
		t.Errorf("warnings %q", codes(m))
	}
}

func skinned(j0, w0, j1, w1 []byte, weights string) *object {
	o := triangleObject()
	o.attr("JOINTS_0", `"componentType":5121,"count":3,"type":"VEC4"`, j0)
	o.attr("WEIGHTS_0", weights, w0)
	if j1 != nil {
		o.attr("JOINTS_1", `"componentType":5121,"count":3,"type":"VEC4"`, j1)
		o.attr("WEIGHTS_1", weights, w1)
	}
	o.top = `,"skins":[{"joints":[1,2,3,4,5,6,7,8]}]`
	return o
}

// TestEightInfluences: the four largest stay, scaled to sum to 1, and the
// warning says how much was lost.
func TestEightInfluences(t *testing.T) {
	w := `"componentType":5126,"count":3,"type":"VEC4"`
	o := skinned(
		[]byte{0, 1, 2, 3, 0, 0, 0, 0, 1, 1, 0, 0}, floats(.1, .2, .05, .15, 1, 0, 0, 0, .5, .25, .25, 0),
		[]byte{4, 5, 6, 7, 0, 0, 0, 0, 0, 0, 0, 0}, floats(.3, .1, .06, .04, 0, 0, 0, 0, 0, 0, 0, 0), w)
	p, m := o.prim(t)
	if want := [4]uint16{4, 1, 3, 0}; p.Joints[0] != want {
		t.Errorf("joints %v, want %v (of two equal weights the first)", p.Joints[0], want)
	}
	for k, want := range []float32{.4, .26666668, .2, .13333334} {
		if !near(p.Weights[0][k], want, 1e-6) {
			t.Errorf("weight %d is %v, want %v", k, p.Weights[0][k], want)
		}
	}
	if p.Joints[1] != [4]uint16{} || p.Weights[1] != [4]float32{1} {
		t.Errorf("vertex 1: %v %v", p.Joints[1], p.Weights[1])
	}
	if p.Joints[2] != [4]uint16{1, 0} || p.Weights[2] != [4]float32{.75, .25} {
		t.Errorf("a joint named twice: %v %v", p.Joints[2], p.Weights[2])
	}
	if codes(m) != "WEIGHTS_REDUCED" || !strings.Contains(m.Warnings[0].Message, "25.0 %") {
		t.Errorf("warnings %v", m.Warnings)
	}
}

// TestWeightsSum: what does not sum to 1 is scaled; zero, negative and NaN
// weights are told.
func TestWeightsSum(t *testing.T) {
	nan := float32(math.NaN())
	o := skinned([]byte{0, 1, 0, 0, 3, 2, 0, 0, 5, 6, 0, 0}, floats(2, 2, 0, 0, 0, 0, 0, 0, -1, nan, 0, 0), nil, nil, `"componentType":5126,"count":3,"type":"VEC4"`)
	p, m := o.prim(t)
	if p.Weights[0] != [4]float32{.5, .5} || p.Weights[1] != [4]float32{1} || p.Weights[2] != [4]float32{1} || p.Joints[1] != [4]uint16{} {
		t.Errorf("%v %v", p.Joints, p.Weights)
	}
	if codes(m) != "ACCESSOR_INVALID_WEIGHT WEIGHTS_ZERO ACCESSOR_WEIGHTS_NON_NORMALIZED" {
		t.Errorf("warnings %v", m.Warnings)
	}
	// Bytes: thirds sum to 255 and come out as 1 to a float's last bit.
	o = skinned([]byte{0, 1, 2, 0, 0, 1, 2, 0, 0, 1, 2, 0}, []byte{85, 85, 85, 0, 1, 2, 252, 0, 100, 100, 55, 0}, nil, nil, `"componentType":5121,"normalized":true,"count":3,"type":"VEC4"`)
	p, m = o.prim(t)
	for v, w := range p.Weights {
		if sum := float64(w[0]) + float64(w[1]) + float64(w[2]) + float64(w[3]); math.Abs(sum-1) > 1.5e-7 {
			t.Errorf("vertex %d sums to 1%+g", v, sum-1)
		}
	}
	if codes(m) != "" {
		t.Errorf("warnings %q", codes(m))
	}
}

// TestJointOutOfRange: a vertex that hangs on a joint which the skin lacks.
func TestJointOutOfRange(t *testing.T) {
	for _, c := range []struct {
		weight byte
		ok     bool
	}{{255, false}, {0, true}} {
		o := skinned([]byte{0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, []byte{255 - c.weight, c.weight, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0}, nil, nil, `"componentType":5121,"normalized":true,"count":3,"type":"VEC4"`)
		o.top = `,"skins":[{"joints":[0]}]`
		o.node = `,"skin":0`
		m, err := ReadBytes("x.glb", o.glb(), Options{})
		if c.ok {
			if err != nil {
				t.Error(err)
			}
			continue
		}
		if p := wantProblem(t, m, err); p.Code != "ACCESSOR_JOINTS_INDEX_OOB" {
			t.Error(p)
		}
	}
}

// TestNotQuiteGiven: what the library's structs cannot tell from "not given", or
// have no value for, is warned of all the same, by what the file says.
func TestNotQuiteGiven(t *testing.T) {
	zeros := "[" + strings.Repeat("0,", 15) + "0]"
	unit := "[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]"
	for _, c := range []struct{ doc, code, pointer, says string }{
		{`"nodes":[{"matrix":` + zeros + `}]`, "NODE_MATRIX_NON_AFFINE", "/nodes/0/matrix", "last row"},
		{`"nodes":[{"matrix":` + unit + `,"translation":[0,0,0]}]`, "NODE_MATRIX_TRS", "/nodes/0", "the matrix counts"},
		{`"nodes":[{"rotation":[0,0,0,0]}]`, "ROTATION_NON_UNIT", "/nodes/0/rotation", "no direction"},
		{`"materials":[{"alphaMode":"GLASS"}]`, "VALUE_NOT_IN_LIST", "/materials/0/alphaMode", `"GLASS"`},
		{`"textures":[{"source":0,"sampler":0}],"samplers":[{"wrapT":5}],"images":[{"uri":"data:,"}]`, "VALUE_NOT_IN_LIST", "/samplers/0/wrapT", "mode 5 "},
		{`"images":[{"uri":""}]`, "INVALID_URI", "/images/0/uri", "empty"},
		{`"accessors":[{"componentType":70000,"count":1,"type":"SCALAR"}]`, "VALUE_NOT_IN_LIST", "/accessors/0/componentType", "70000"},
		{`"accessors":[{"componentType":5126,"count":1,"type":"VEC5"}]`, "VALUE_NOT_IN_LIST", "/accessors/0/type", `"VEC5"`},
	} {
		m := read(t, []byte(`{"asset":{"version":"2.0"},`+c.doc+`}`))
		found := false
		for _, w := range m.Warnings {
			found = found || w.Code == c.code && w.Pointer == c.pointer && strings.Contains(w.Message, c.says)
		}
		if !found {
			t.Errorf("%s: warnings %v", c.doc, m.Warnings)
		}
	}
	o := glb(meshDoc(goodAccessor, goodView, `"uri":"","byteLength":36`, ""), triangle)
	if _, err := ReadBytes("m.glb", o, Options{}); err == nil || !strings.Contains(err.Error(), "INVALID_URI") {
		t.Errorf("an empty URI in a GLB: %v", err)
	}
}
