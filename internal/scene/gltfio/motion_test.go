package gltfio

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"donorlab/internal/scene"

	"github.com/go-gl/mathgl/mgl64"
)

// clip builds a file with one animated node and one channel.
func clipFile(node, path, interpolation, input, output string, times, values []byte) []byte {
	o := new(object)
	in := o.accessor(input, times)
	out := o.accessor(output, values)
	o.node = node
	o.attr("POSITION", `"componentType":5126,"count":3,"type":"VEC3"`, triangle)
	o.more = `,"targets":[{"POSITION":2},{"POSITION":2}]`
	o.top = fmt.Sprintf(`,"animations":[{"channels":[{"sampler":0,"target":{"node":0,"path":%q}}],"samplers":[{"input":%d,"output":%d,"interpolation":%q}]}]`, path, in, out, interpolation)
	return o.glb()
}

const (
	scalar3 = `"componentType":5126,"count":3,"type":"SCALAR"`
	scalar1 = `"componentType":5126,"count":1,"type":"SCALAR"`
)

// TestChannels: what is read, what is mended and what is left out.
func TestChannels(t *testing.T) {
	t012 := floats(0, 1, 2)
	vec3 := func(n int) string { return fmt.Sprintf(`"componentType":5126,"count":%d,"type":"VEC3"`, n) }
	vec4 := func(n int) string { return fmt.Sprintf(`"componentType":5126,"count":%d,"type":"VEC4"`, n) }
	nines := floats(0, 1, 2, 3, 4, 5, 6, 7, 8)
	next := math.Nextafter32(1, 2)
	nan := float32(math.NaN())
	for _, c := range []struct {
		name, node, path, interp, input, output string
		times, values                           []byte
		warn                                    string
		want                                    *scene.Channel
	}{
		{name: "linear", path: "translation", interp: "LINEAR", input: scalar3, output: vec3(3), times: t012, values: nines,
			want: &scene.Channel{Times: []float32{0, 1, 2}, Values: []float32{0, 1, 2, 3, 4, 5, 6, 7, 8}}},
		{name: "step", path: "scale", interp: "STEP", input: scalar3, output: vec3(3), times: t012, values: nines,
			want: &scene.Channel{Path: scene.Scale, Interp: scene.Step, Times: []float32{0, 1, 2}, Values: []float32{0, 1, 2, 3, 4, 5, 6, 7, 8}}},
		{name: "shorts", path: "rotation", interp: "LINEAR", input: scalar1, output: `"componentType":5122,"normalized":true,"count":1,"type":"VEC4"`, times: floats(0), values: data([]int16{0, -32768, 0, 0}),
			want: &scene.Channel{Path: scene.Rotation, Times: []float32{0}, Values: []float32{0, -1, 0, 0}}},
		{name: "weights", path: "weights", interp: "LINEAR", input: scalar3, output: `"componentType":5121,"normalized":true,"count":6,"type":"SCALAR"`, times: t012, values: []byte{0, 255, 255, 0, 0, 0},
			want: &scene.Channel{Path: scene.MorphWeights, Times: []float32{0, 1, 2}, Values: []float32{0, 1, 1, 0, 0, 0}}},
		{name: "spline of one key", path: "translation", interp: "CUBICSPLINE", input: scalar1, output: vec3(3), times: floats(0), values: nines, warn: "ANIMATION_SAMPLER_INPUT_ACCESSOR_TOO_FEW_ELEMENTS",
			want: &scene.Channel{Interp: scene.Step, Times: []float32{0}, Values: []float32{3, 4, 5}}},
		{name: "jump", path: "translation", interp: "LINEAR", input: scalar3, output: vec3(3), times: floats(0, 1, 1), values: nines, warn: "ACCESSOR_ANIMATION_INPUT_NON_INCREASING",
			want: &scene.Channel{Times: []float32{0, 1, next}, Values: []float32{0, 1, 2, 3, 4, 5, 6, 7, 8}}},
		{name: "long quaternion", path: "rotation", interp: "LINEAR", input: scalar1, output: vec4(1), times: floats(0), values: floats(0, 2, 0, 0), warn: "ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION",
			want: &scene.Channel{Path: scene.Rotation, Times: []float32{0}, Values: []float32{0, 1, 0, 0}}},
		{name: "falling", path: "translation", interp: "LINEAR", input: scalar3, output: vec3(3), times: floats(0, 2, 1), values: nines, warn: "ANIMATION_INPUT_INVALID"},
		{name: "falling after a jump", path: "translation", interp: "LINEAR", input: scalar3, output: vec3(3), times: floats(1, 1, .5), values: nines, warn: "ANIMATION_INPUT_INVALID"},
		{name: "NaN key", path: "translation", interp: "LINEAR", input: scalar3, output: vec3(3), times: floats(0, nan, 1), values: nines, warn: "ANIMATION_INPUT_INVALID"},
		{name: "NaN value", path: "translation", interp: "LINEAR", input: scalar1, output: vec3(1), times: floats(0), values: floats(0, nan, 1), warn: "ACCESSOR_INVALID_FLOAT"},
		{name: "too few values", path: "translation", interp: "LINEAR", input: scalar3, output: vec3(2), times: t012, values: nines, warn: "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT"},
		{name: "wrong type", path: "rotation", interp: "LINEAR", input: scalar3, output: vec3(3), times: t012, values: nines, warn: "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT"},
		{name: "unknown path", path: "pointer", interp: "LINEAR", input: scalar3, output: vec3(3), times: t012, values: nines, warn: "VALUE_NOT_IN_LIST"},
		{name: "unknown interpolation", path: "scale", interp: "CATMULLROM", input: scalar3, output: vec3(3), times: t012, values: nines, warn: "VALUE_NOT_IN_LIST"},
		{name: "sheared node", node: `,"matrix":[1,0,0,0,0.5,1,0,0,0,0,1,0,0,0,0,1]`, path: "scale", interp: "LINEAR", input: scalar3, output: vec3(3), times: t012, values: nines, warn: "ANIMATION_CHANNEL_TARGET_NODE_MATRIX"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := read(t, clipFile(c.node, c.path, c.interp, c.input, c.output, c.times, c.values))
			if codes(m) != c.warn {
				t.Errorf("warnings %v, want %q", m.Warnings, c.warn)
			}
			got := m.Animations[0].Channels
			if c.want == nil {
				if len(got) != 0 {
					t.Errorf("kept: %+v", got)
				}
			} else if len(got) != 1 || !reflect.DeepEqual(got[0], *c.want) {
				t.Errorf("got %+v, want %+v", got, *c.want)
			}
		})
	}
}

// TestDuplicateTarget: of two channels for one property the first counts, and a
// channel without a node is left out.
func TestDuplicateTarget(t *testing.T) {
	file := clipFile("", "scale", "LINEAR", scalar1, `"componentType":5126,"count":1,"type":"VEC3"`, floats(0), floats(1, 2, 3))
	text := string(file[20:])
	text = text[:strings.LastIndex(text, "}]}]}")+5]
	one := `{"sampler":0,"target":{"node":0,"path":"scale"}}`
	text = strings.Replace(text, one, one+","+one+`,{"sampler":0,"target":{"path":"scale"}}`, 1)
	m := read(t, glb(text, append(floats(0), append(floats(1, 2, 3), triangle...)...)))
	if codes(m) != "ANIMATION_DUPLICATE_TARGETS ANIMATION_CHANNEL_NO_TARGET" || len(m.Animations[0].Channels) != 1 {
		t.Errorf("%q, %d channels", codes(m), len(m.Animations[0].Channels))
	}
}

// TestNodeMatrix: a matrix that a TRS can hold becomes one, a sheared one stays.
func TestNodeMatrix(t *testing.T) {
	m := read(t, glb(`{"nodes":[{"matrix":[0,0,-2,0,0,3,0,0,4,0,0,0,5,6,7,1]},{"matrix":[1,0,0,0,0.5,1,0,0,0,0,1,0,0,0,0,1]},{"matrix":[-1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}]}`, nil))
	n := m.Nodes
	off := n[0].Local.Mat4().Sub(mgl64.Mat4{0, 0, -2, 0, 0, 3, 0, 0, 4, 0, 0, 0, 5, 6, 7, 1})
	for _, d := range off {
		if n[0].Matrix != nil || math.Abs(d) > 1e-14 {
			t.Fatalf("node 0: %+v", n[0])
		}
	}
	if n[1].Matrix == nil || n[1].LocalMatrix()[4] != 0.5 {
		t.Errorf("node 1: %+v", n[1])
	}
	if n[2].Matrix != nil || n[2].Local.S[0] != -1 {
		t.Errorf("node 2: %+v", n[2])
	}
	if codes(m) != "SCENE_MISSING" || len(m.Roots) != 3 {
		t.Errorf("warnings %q, roots %v", codes(m), m.Roots)
	}
}

// TestScenes: the default scene is shown, and of several that is said.
func TestScenes(t *testing.T) {
	m := read(t, glb(`{"scene":1,"scenes":[{"nodes":[0]},{"nodes":[1,2,1]}],"nodes":[{},{},{}]}`, nil))
	if !reflect.DeepEqual(m.Roots, []int{1, 2}) || codes(m) != "SCENES_SEVERAL DUPLICATE_ELEMENTS" {
		t.Errorf("roots %v, warnings %q", m.Roots, codes(m))
	}
	m = read(t, glb(`{"scenes":[{"nodes":[1]}],"nodes":[{"name":"a","children":[1]},{"name":"a"}]}`, nil))
	if !reflect.DeepEqual(m.Roots, []int{1}) || codes(m) != "SCENE_NON_ROOT_NODE" || m.Nodes[0].Name != m.Nodes[1].Name {
		t.Errorf("roots %v, warnings %q", m.Roots, codes(m))
	}
}
