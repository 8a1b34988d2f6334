package gltfio

import (
	"encoding/base64"
	"errors"
	"fmt"
	"image"
	"runtime"
	"strings"
	"testing"
	"time"

	"donorlab/internal/house/racing"
	"donorlab/internal/scene"
)

// mesh is a document with one triangle whose accessor 0, view 0 and buffer 0 a
// case may change.
func meshDoc(accessor, view, buffer, more string) string {
	return fmt.Sprintf(`{"nodes":[{"mesh":0}],"scenes":[{"nodes":[0]}],"scene":0,"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"accessors":[{%s}],"bufferViews":[{%s}],"buffers":[{%s}]%s}`, accessor, view, buffer, more)
}

const (
	goodAccessor = `"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"`
	goodView     = `"buffer":0,"byteLength":36`
	goodBuffer   = `"byteLength":36`
)

// TestRefused lists documents that must be refused, with the code and the
// pointer that the user is shown.
func TestRefused(t *testing.T) {
	deep := strings.Repeat(`[`, 5000) + strings.Repeat(`]`, 5000)
	for _, c := range []struct {
		name, doc     string
		code, pointer string
	}{
		{"not json", `{"asset":{"version":"2.0"},`, "INVALID_JSON", ""},
		{"trailing text", `{"asset":{"version":"2.0"}} x`, "INVALID_JSON", ""},
		{"bad escape", `{"asset":{"version":"2.0"},"nodes":[{"name":"\q"}]}`, "INVALID_JSON", "/nodes/0/name"},
		{"deep extras", `{"asset":{"version":"2.0"},"extras":` + deep + `}`, "LIMIT_JSON_DEPTH", "*"},
		{"deep unknown key", `{"asset":{"version":"2.0"},"what":` + deep + `}`, "LIMIT_JSON_DEPTH", "*"},
		{"no version", `{"asset":{}}`, "UNDEFINED_PROPERTY", "/asset"},
		{"no asset", `{"nodes":[],"extras":{"asset":0}}`, "UNDEFINED_PROPERTY", ""},
		{"version 1", `{"asset":{"version":"1.0"}}`, "UNKNOWN_ASSET_MAJOR_VERSION", "/asset/version"},
		{"draco", `{"extensionsRequired":["KHR_draco_mesh_compression"]}`, "EXTENSION_REQUIRED", "/extensionsRequired/0"},
		{"basisu", `{"extensionsRequired":["KHR_texture_basisu"]}`, "EXTENSION_REQUIRED", "/extensionsRequired/0"},
		{"scene out of range", `{"scene":2,"scenes":[{}]}`, "UNRESOLVED_REFERENCE", "/scene"},
		{"scene is a string", `{"scene":"a"}`, "TYPE_MISMATCH", "/scene"},
		{"node is null", `{"nodes":[null]}`, "TYPE_MISMATCH", "/nodes/0"},
		{"index is a fraction", `{"nodes":[{"mesh":0.5}]}`, "TYPE_MISMATCH", "/nodes/0/mesh"},
		{"negative index", `{"nodes":[{"mesh":-1}]}`, "VALUE_NOT_IN_RANGE", "/nodes/0/mesh"},
		{"huge number", `{"nodes":[{"translation":[1e999,0,0]}]}`, "VALUE_NOT_IN_RANGE", "/nodes/0/translation/0"},
		{"short vector", `{"nodes":[{"translation":[1,2]}]}`, "ARRAY_LENGTH_NOT_IN_LIST", "/nodes/0/translation"},
		{"self child", `{"nodes":[{"children":[0]}]}`, "NODE_LOOP", "/nodes/0/children/0"},
		{"cycle", `{"nodes":[{"children":[1]},{"children":[2]},{"children":[0]}]}`, "NODE_LOOP", "/nodes/0"},
		{"cycle below a root", `{"nodes":[{},{"children":[2]},{"children":[1]}]}`, "NODE_LOOP", "/nodes/1"},
		{"two parents", `{"nodes":[{"children":[2]},{"children":[2]},{}]}`, "NODE_PARENT_OVERRIDE", "/nodes/1/children/0"},
		{"child out of range", `{"nodes":[{"children":[7]}]}`, "UNRESOLVED_REFERENCE", "/nodes/0/children/0"},
		{"light out of range", `{"nodes":[{"extensions":{"KHR_lights_punctual":{"light":0}}}]}`, "UNRESOLVED_REFERENCE", "/nodes/0/extensions/KHR_lights_punctual/light"},
		{"light without type", `{"extensions":{"KHR_lights_punctual":{"lights":[{}]}}}`, "UNDEFINED_PROPERTY", "/extensions/KHR_lights_punctual/lights/0"},
		{"skin without joints", `{"skins":[{}]}`, "UNDEFINED_PROPERTY", "/skins/0"},
		{"joint out of range", `{"nodes":[{}],"skins":[{"joints":[1]}]}`, "UNRESOLVED_REFERENCE", "/skins/0/joints/0"},
		{"accessor out of range", meshDoc(goodAccessor, goodView, goodBuffer, `,"skins":[{"joints":[0],"inverseBindMatrices":9}]`), "UNRESOLVED_REFERENCE", "/skins/0/inverseBindMatrices"},
		{"IBM of wrong type", meshDoc(goodAccessor, goodView, goodBuffer, `,"skins":[{"joints":[0],"inverseBindMatrices":0}]`), "SKIN_IBM_INVALID_FORMAT", "/skins/0/inverseBindMatrices"},
		{"view out of range", meshDoc(strings.Replace(goodAccessor, `View":0`, `View":1`, 1), goodView, goodBuffer, ""), "UNRESOLVED_REFERENCE", "/accessors/0/bufferView"},
		{"buffer out of range", meshDoc(goodAccessor, `"buffer":1,"byteLength":36`, goodBuffer, ""), "UNRESOLVED_REFERENCE", "/bufferViews/0/buffer"},
		{"view past buffer", meshDoc(goodAccessor, `"buffer":0,"byteLength":40`, goodBuffer, ""), "BUFFER_VIEW_TOO_LONG", "/bufferViews/0"},
		{"view offset past buffer", meshDoc(goodAccessor, `"buffer":0,"byteLength":36,"byteOffset":4294967295`, goodBuffer, ""), "BUFFER_VIEW_TOO_LONG", "/bufferViews/0"},
		{"empty view", meshDoc(goodAccessor, `"buffer":0,"byteLength":0`, goodBuffer, ""), "VALUE_NOT_IN_RANGE", "/bufferViews/0/byteLength"},
		{"offset past view", meshDoc(goodAccessor+`,"byteOffset":4`, goodView, goodBuffer, ""), "ACCESSOR_TOO_LONG", "/accessors/0"},
		{"offset far past view", meshDoc(goodAccessor+`,"byteOffset":4294967288`, goodView, goodBuffer, ""), "ACCESSOR_TOO_LONG", "/accessors/0"},
		{"count too large", meshDoc(`"bufferView":0,"componentType":5126,"count":4294967295,"type":"VEC3"`, goodView, goodBuffer, ""), "ACCESSOR_TOO_LONG", "/accessors/0"},
		{"count negative", meshDoc(`"bufferView":0,"componentType":5126,"count":-3,"type":"VEC3"`, goodView, goodBuffer, ""), "VALUE_NOT_IN_RANGE", "/accessors/0/count"},
		{"huge count, no view", meshDoc(`"componentType":5126,"count":4000000000,"type":"VEC3"`, goodView, goodBuffer, ""), "LIMIT_MEMORY", "/accessors/0"},
		{"huge sparse accessor", meshDoc(`"componentType":5126,"count":4000000000,"type":"VEC3","sparse":{"count":1,"indices":{"bufferView":0,"componentType":5125},"values":{"bufferView":0}}`, goodView, goodBuffer, ""), "LIMIT_MEMORY", "/accessors/0"},
		{"sparse index out of range", meshDoc(`"componentType":5126,"count":3,"type":"VEC3","sparse":{"count":1,"indices":{"bufferView":0,"byteOffset":12,"componentType":5125},"values":{"bufferView":0}}`, goodView, goodBuffer, ""), "ACCESSOR_SPARSE_INDEX_OOB", "/accessors/0/sparse/indices"},
		{"sparse count", meshDoc(`"componentType":5126,"count":3,"type":"VEC3","sparse":{"count":4,"indices":{"bufferView":0,"componentType":5121},"values":{"bufferView":0}}`, goodView, goodBuffer, ""), "ACCESSOR_SPARSE_COUNT_OUT_OF_RANGE", "/accessors/0/sparse/count"},
		{"sparse values past view", meshDoc(`"componentType":5126,"count":3,"type":"VEC3","sparse":{"count":3,"indices":{"bufferView":0,"componentType":5121},"values":{"bufferView":0,"byteOffset":4}}`, goodView, goodBuffer, ""), "ACCESSOR_TOO_LONG", "/accessors/0/sparse/values"},
		{"sparse index type", meshDoc(`"componentType":5126,"count":3,"type":"VEC3","sparse":{"count":1,"indices":{"bufferView":0,"componentType":5126},"values":{"bufferView":0}}`, goodView, goodBuffer, ""), "VALUE_NOT_IN_LIST", "/accessors/0/sparse/indices/componentType"},
		{"small stride", meshDoc(goodAccessor, goodView+`,"byteStride":8`, goodBuffer, ""), "ACCESSOR_SMALL_BYTESTRIDE", "/accessors/0"},
		{"component type", meshDoc(`"bufferView":0,"componentType":5130,"count":3,"type":"VEC3"`, goodView, goodBuffer, ""), "VALUE_NOT_IN_LIST", "/accessors/0/componentType"},
		{"element type", meshDoc(`"bufferView":0,"componentType":5126,"count":3,"type":"VEC9"`, goodView, goodBuffer, ""), "VALUE_NOT_IN_LIST", "/accessors/0/type"},
		{"positions of wrong type", meshDoc(`"bufferView":0,"componentType":5126,"count":3,"type":"VEC2"`, goodView, goodBuffer, ""), "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT", "/meshes/0/primitives/0/attributes/POSITION"},
		{"buffer without data", meshDoc(goodAccessor, `"buffer":1,"byteLength":36`, goodBuffer+`},{"byteLength":36`, ""), "BUFFER_MISSING_DATA", "/buffers/1"},
		{"bad base64", meshDoc(goodAccessor, goodView, `"byteLength":36,"uri":"data:application/octet-stream;base64,!!!!"`, ""), "INVALID_URI", "/buffers/0/uri"},
		{"uri up", meshDoc(goodAccessor, goodView, `"byteLength":36,"uri":"../x.bin"`, ""), "URI_OUTSIDE", "/buffers/0/uri"},
		{"uri up, escaped", meshDoc(goodAccessor, goodView, `"byteLength":36,"uri":"a/%2e%2e/%2E%2E/x.bin"`, ""), "URI_OUTSIDE", "/buffers/0/uri"},
		{"uri up, backslash", meshDoc(goodAccessor, goodView, `"byteLength":36,"uri":"..\\x.bin"`, ""), "URI_OUTSIDE", "/buffers/0/uri"},
		{"uri absolute", meshDoc(goodAccessor, goodView, `"byteLength":36,"uri":"/etc/passwd"`, ""), "URI_OUTSIDE", "/buffers/0/uri"},
		{"uri with drive", meshDoc(goodAccessor, goodView, `"byteLength":36,"uri":"C:\\x.bin"`, ""), "URI_OUTSIDE", "/buffers/0/uri"},
		{"uri http", meshDoc(goodAccessor, goodView, `"byteLength":36,"uri":"http://x/x.bin"`, ""), "URI_OUTSIDE", "/buffers/0/uri"},
		{"material out of range", `{"meshes":[{"primitives":[{"attributes":{},"material":0}]}]}`, "UNRESOLVED_REFERENCE", "/meshes/0/primitives/0/material"},
		{"mode", `{"meshes":[{"primitives":[{"attributes":{},"mode":7}]}]}`, "VALUE_NOT_IN_LIST", "/meshes/0/primitives/0/mode"},
		{"texture out of range", `{"materials":[{"normalTexture":{"index":3}}]}`, "UNRESOLVED_REFERENCE", "/materials/0/normalTexture/index"},
		{"image out of range", `{"textures":[{"source":3}]}`, "UNRESOLVED_REFERENCE", "/textures/0/source"},
		{"channel's sampler", `{"nodes":[{}],"animations":[{"samplers":[],"channels":[{"sampler":0,"target":{"node":0,"path":"scale"}}]}]}`, "UNRESOLVED_REFERENCE", "/animations/0/channels/0/sampler"},
		{"meshopt garbage", meshDoc(goodAccessor, `"buffer":0,"byteLength":36,"extensions":{"EXT_meshopt_compression":{"buffer":0,"byteLength":36,"byteStride":12,"count":3,"mode":"ATTRIBUTES"}}`, goodBuffer, ""), "MESHOPT_INVALID", "/bufferViews/0/extensions/EXT_meshopt_compression"},
		{"meshopt bomb", meshDoc(`"bufferView":0,"componentType":5126,"count":357913941,"type":"VEC3"`, `"buffer":0,"byteLength":4294967292,"extensions":{"EXT_meshopt_compression":{"buffer":0,"byteLength":36,"byteStride":12,"count":357913941,"mode":"ATTRIBUTES"}}`, goodBuffer, ""), "MESHOPT_INVALID", "/bufferViews/0/extensions/EXT_meshopt_compression"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := ReadBytes("bad.glb", glb(c.doc, triangle), Options{})
			p := wantProblem(t, m, err)
			if p.Code != c.code || p.Pointer != c.pointer && c.pointer != "*" {
				t.Errorf("got %s at %q (%s), want %s at %q", p.Code, p.Pointer, p.Message, c.code, c.pointer)
			}
			if p.File != "bad.glb" || p.Remedy == "" || p.Message == "" {
				t.Errorf("file %q, message %q, remedy %q", p.File, p.Message, p.Remedy)
			}
		})
	}
}

// wantProblem fails unless a load was refused as the package promises.
func wantProblem(t *testing.T, m *scene.Model, err error) *scene.Problem {
	t.Helper()
	var p *scene.Problem
	if !errors.As(err, &p) || m != nil {
		t.Fatalf("got model %v and error %v, want a *scene.Problem alone", m != nil, err)
	}
	if p.Code == "INTERNAL" {
		t.Fatalf("the loader failed: %v", p)
	}
	return p
}

// TestContainers checks files whose frame is wrong, with and without JSON.
func TestContainers(t *testing.T) {
	good := glb(meshDoc(goodAccessor, goodView, goodBuffer, ""), triangle)
	change := func(f func(b []byte) []byte) []byte { return f(append([]byte(nil), good...)) }
	for _, c := range []struct {
		name string
		file []byte
		code string // of the refusal or the warning; empty for neither
		ok   bool
	}{
		{"good", good, "", true},
		{"empty", nil, "FILE_EMPTY", false},
		{"magic only", []byte("glTF"), "GLB_UNEXPECTED_END_OF_HEADER", false},
		{"version 1", change(func(b []byte) []byte { b[4] = 1; return b }), "GLB_VERSION", false},
		{"cut off", good[:len(good)-5], "GLB_LENGTH_MISMATCH", false},
		{"longer than it says", append(append([]byte(nil), good...), 1, 2, 3), "GLB_LENGTH_MISMATCH", true},
		{"chunk too big", change(func(b []byte) []byte { b[15] = 0x7F; return b }), "GLB_CHUNK_TOO_BIG", false},
		{"chunk of 4 GiB", change(func(b []byte) []byte { b[12], b[13], b[14], b[15] = 255, 255, 255, 255; return b }), "GLB_CHUNK_TOO_BIG", false},
		{"first chunk BIN", change(func(b []byte) []byte { copy(b[16:], "BIN\x00"); return b }), "GLB_UNEXPECTED_FIRST_CHUNK", false},
		{"FBX", []byte("Kaydara FBX Binary  "), "NOT_GLTF", false},
		{"HTML", []byte("<!DOCTYPE html>"), "NOT_GLTF", false},
		{"BOM", append([]byte("\xEF\xBB\xBF"), `{"asset":{"version":"2.0"}}`...), "JSON_BOM", true},
		{"NUL padding", []byte("{\"asset\":{\"version\":\"2.0\"}}\x00\x00"), "", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := ReadBytes("x.glb", c.file, Options{})
			if !c.ok {
				if p := wantProblem(t, m, err); p.Code != c.code {
					t.Errorf("got %v, want %s", p, c.code)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if codes(m) != c.code {
				t.Errorf("warnings %q, want %q", codes(m), c.code)
			}
		})
	}
}

// TestTruncated cuts a file with everything in it at every length.
func TestTruncated(t *testing.T) {
	full, err := Encode(everything())
	if err != nil {
		t.Fatal(err)
	}
	step := 1
	if racing.On {
		step = 17
	}
	for n := 0; n < len(full); n += step {
		if m, err := ReadBytes("cut.glb", full[:n:n], Options{}); err == nil {
			t.Fatalf("cut at %d of %d bytes it loads: %d nodes", n, len(full), len(m.Nodes))
		} else {
			wantProblem(t, m, err)
		}
	}
}

// TestMemoryBounded loads small files that ask for a lot. TotalAlloc counts all
// that was ever allocated, so it is never below the peak.
func TestMemoryBounded(t *testing.T) {
	many := func(one string, n int) string {
		if racing.On {
			n = (n + 19) / 20
		}
		return strings.Repeat(one+",", n-1) + one
	}
	accs := many(`{"componentType":5121,"count":1000000,"type":"VEC4"}`, 400)
	prims := make([]string, 400)
	for i := range prims {
		prims[i] = fmt.Sprintf(`{"attributes":{"POSITION":400,"JOINTS_0":%d,"WEIGHTS_0":%d}}`, i, i)
	}
	join := func(n int, format string, args func(i int) []any) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, args(i)...)
		}
		return b.String()
	}
	sets := join(20_000, `"JOINTS_%d":0,"WEIGHTS_%d":0,`, func(i int) []any { return []any{i, i} }) + `"_END":0`
	chain := join(19_999, `{"children":[%d]},`, func(i int) []any { return []any{i + 1} }) + `{}`
	picture := "data:image/png;base64," + base64.StdEncoding.EncodeToString(encodePNG(t, image.NewGray(image.Rect(0, 0, 2048, 2048))))
	for name, doc := range map[string]string{
		"nodes":       `{"nodes":[` + many(`{}`, 600_000) + `]}`,
		"empty lists": `{"animations":[` + many(`{"channels":[],"samplers":[]}`, 100_000) + `]}`,
		"children":    `{"nodes":[{"children":[` + many(`0`, 600_000) + `]}]}`,
		"extras":      `{"nodes":[{"extras":[` + many(`[]`, 600_000) + `]}]}`,
		"strings":     `{"extensionsUsed":[` + many(`""`, 600_000) + `]}`,
		"zeros":       `{"meshes":[{"primitives":[` + many(strings.Join(prims, ","), 4) + `]}],"accessors":[` + accs + `,{"componentType":5126,"count":1000000,"type":"VEC3"}]}`,
		"shared":      `{"meshes":[{"primitives":[` + many(`{"attributes":{"POSITION":0,"NORMAL":0},"indices":1}`, 20_000) + `]}],"accessors":[{"componentType":5126,"count":3000,"type":"VEC3"},{"componentType":5125,"count":900000,"type":"SCALAR"}]}`,
		"instances":   `{"nodes":[` + many(`{"mesh":0}`, 50_000) + `],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"accessors":[{"componentType":5126,"count":900000,"type":"VEC3"}]}`,
		"joint sets":  `{"meshes":[{"primitives":[{"attributes":{"POSITION":1,` + sets + `}}]}],"accessors":[{"componentType":5121,"count":3,"type":"VEC4"},{"componentType":5126,"count":3,"type":"VEC3"}]}`,
		"skins":       `{"nodes":[` + chain + `],"skins":[` + many(`{"joints":[19999],"skeleton":0}`, 20_000) + `]}`,
		"pictures":    `{"images":[` + many(`{"uri":"`+picture+`"}`, 400) + `]}`,
		"warnings":    `{"nodes":[` + many(`{"rotation":[0,0,0,9]}`, 100_000) + `]}`,
		"targets":     `{"meshes":[{"primitives":[{"attributes":{"POSITION":0},"targets":[` + many(`{"POSITION":0}`, 20_000) + `]}]}],"accessors":[{"componentType":5126,"count":10000,"type":"VEC3"}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			file := glb(doc, nil)
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			start := cpuTime()
			m, err := ReadBytes("big.glb", file, Options{})
			took := cpuTime() - start
			runtime.ReadMemStats(&after)
			used := int64(after.TotalAlloc - before.TotalAlloc)
			// Pictures leave garbage behind; TestImagesReduced samples their peak.
			if limit := 10*int64(len(file)) + 256<<20; used > limit && name != "pictures" {
				t.Errorf("%d MiB for a file of %d KiB", used>>20, len(file)>>10)
			}
			if took > 5*time.Second && !racing.On {
				t.Errorf("took %v of processor time", took)
			}
			if err != nil {
				wantProblem(t, m, err)
			} else if len(m.Warnings) > maxWarnings+1 {
				t.Errorf("%d warnings", len(m.Warnings))
			}
			t.Logf("%d KiB: %d MiB in %v, error %v", len(file)>>10, used>>20, took.Round(time.Millisecond), err)
		})
	}
}
