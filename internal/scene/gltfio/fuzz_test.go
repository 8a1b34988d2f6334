package gltfio

import (
	"bytes"
	"context"
	"errors"
	"image"
	"testing"

	"donorlab/internal/scene"
)

// seeds are small files of our own that reach every part of the loader.
func seeds(f testing.TB) [][]byte {
	full, err := Encode(everything())
	if err != nil {
		f.Fatal(err)
	}
	strip := triangleObject()
	strip.more = `,"mode":5`
	sparse := new(object)
	sparse.accessor(`"componentType":5126,"count":3,"type":"VEC3"`, triangle)
	sparse.accessor(`"componentType":5123,"count":2,"type":"SCALAR"`, data([]uint16{0, 2}))
	sparse.accs = append(sparse.accs, `{"componentType":5126,"count":3,"type":"VEC3","sparse":{"count":2,"indices":{"bufferView":1,"componentType":5123},"values":{"bufferView":0}}}`)
	sparse.attrs = []string{`"POSITION":2`}
	w := `"componentType":5121,"normalized":true,"count":3,"type":"VEC4"`
	eight := skinned([]byte{0, 1, 2, 3, 0, 0, 0, 0, 1, 1, 0, 0}, bytes.Repeat([]byte{32}, 12), []byte{4, 5, 6, 7, 0, 0, 0, 0, 0, 0, 0, 0}, bytes.Repeat([]byte{31}, 12), w)
	eight.node = `,"skin":0`
	quantized := new(object)
	quantized.attr("POSITION", `"componentType":5122,"normalized":true,"count":3,"type":"VEC3"`, data([]int16{0, 0, 0, 32767, 0, 0, 0, 32767, 0}))
	quantized.top = `,"extensionsUsed":["KHR_mesh_quantization"],"extensionsRequired":["KHR_mesh_quantization"]`
	var pic bytes.Buffer
	pic.Write(encodePNG(f, image.NewGray(image.Rect(0, 0, 2, 2))))
	return [][]byte{
		full, strip.glb(), sparse.glb(), eight.glb(), quantized.glb(), imageFile("image/png", pic.Bytes()), imageFile("image/webp", tinyWebP()),
		clipFile("", "rotation", "CUBICSPLINE", `"componentType":5126,"count":2,"type":"SCALAR"`, `"componentType":5126,"count":6,"type":"VEC4"`, floats(0, 1), floats(make([]float32, 24)...)),
		glb(meshDoc(goodAccessor, `"buffer":1,"byteLength":36,"extensions":{"EXT_meshopt_compression":{"buffer":0,"byteLength":49,"byteStride":12,"count":3,"mode":"ATTRIBUTES","filter":"EXPONENTIAL"}}`, `"byteLength":49},{"byteLength":36,"extensions":{"EXT_meshopt_compression":{"fallback":true}}`, ""),
			append([]byte{0xA0, 1, 0x80}, make([]byte, 14+32)...)),
		[]byte(`{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"children":[1],"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]},{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],"bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]}`),
	}
}

// readSmall reads with a small memory budget, so that a fuzzer does not spend
// its time on clearing memory.
func readSmall(file []byte) (*scene.Model, error) {
	l := &loader{ctx: context.Background(), base: 2 << 20}
	return l.load("fuzz.glb", "fuzz", file)
}

// judge is what must hold for any bytes at all: a refusal is a Problem that is
// not our own fault, and what loads can be written, read again and written to
// the same bytes.
func judge(t *testing.T, file []byte) {
	m, err := readSmall(file)
	if err != nil {
		var p *scene.Problem
		if !errors.As(err, &p) || p.Code == "INTERNAL" || p.Message == "" {
			t.Fatalf("refused with %v", err)
		}
		return
	}
	if len(m.Warnings) > maxWarnings+1 {
		t.Fatalf("%d warnings", len(m.Warnings))
	}
	for i := range m.Images {
		if m.Images[i].Pixels == nil {
			t.Fatalf("image %d has no pixels", i)
		}
	}
	m.Bounds()
	out, err := Encode(m)
	if err != nil {
		var p *scene.Problem
		if errors.As(err, &p) && p.Code == "MODEL_INVALID" {
			return // a number that float32 cannot hold came about
		}
		t.Fatalf("loads, but is not written: %v", err)
	}
	again, err := readSmall(out)
	if err != nil {
		var p *scene.Problem
		if errors.As(err, &p) && p.Code[:5] == "LIMIT" {
			return // what was shared or sparse in the file takes its full size now
		}
		t.Fatalf("written, then refused: %v", err)
	}
	// The first write may leave out what glTF cannot hold; from then on nothing
	// may change.
	second, err := Encode(again)
	if err != nil {
		t.Fatal(err)
	}
	third, err := readSmall(second)
	if err != nil {
		t.Fatalf("written twice, then refused: %v", err)
	}
	if last, err := Encode(third); err != nil || !bytes.Equal(second, last) {
		t.Fatalf("not stable when written again (%v)\n%.6000q\n%.6000q\nfile %.6000q", err, second, last, file)
	}
}

// FuzzRead feeds whole files: .glb and .gltf.
func FuzzRead(f *testing.F) {
	for _, s := range seeds(f) {
		f.Add(s)
	}
	f.Fuzz(judge)
}

// FuzzDocument feeds the JSON and the binary chunk apart, so that the frame is
// always right and the fuzzer gets to the accessors.
func FuzzDocument(f *testing.F) {
	for _, s := range seeds(f) {
		l := &loader{m: new(scene.Model)}
		if c, p := l.split(s); p == nil {
			f.Add(string(c.text), c.bin)
		}
	}
	f.Fuzz(func(t *testing.T, text string, bin []byte) {
		judge(t, glb(text, bin))
	})
}

// FuzzMeshopt feeds the decompressors alone: any answer but a panic is right.
func FuzzMeshopt(f *testing.F) {
	f.Add([]byte{0xA0, 1, 0x80, 0, 0, 0}, uint16(16), uint8(1))
	f.Add([]byte{0xE1, 0xF0, 0x10, 0xFF, 0xFF, 14, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, uint16(9), uint8(1))
	f.Add([]byte{0xD1, 20, 4, 0, 0, 0, 0}, uint16(2), uint8(4))
	f.Fuzz(func(t *testing.T, src []byte, count uint16, words uint8) {
		stride := 4 * (1 + int(words)%64)
		dst := make([]byte, int(count)*stride)
		if meshoptAttributes(dst, src, int(count), stride) {
			for _, name := range []string{"OCTAHEDRAL", "QUATERNION", "EXPONENTIAL"} {
				if validFilter(name, true, stride) {
					meshoptFilter(dst, name, stride)
				}
			}
		}
		for _, size := range []int{2, 4} {
			meshoptIndices(make([]byte, int(count)*size), src, int(count), size)
			n := int(count) / 3 * 3
			meshoptTriangles(make([]byte, n*size), src, n, size)
		}
	})
}

// TestSeedsLoad: a seed that is refused teaches the fuzzer little.
func TestSeedsLoad(t *testing.T) {
	for i, s := range seeds(t) {
		if _, err := ReadBytes("seed", s, Options{}); err != nil {
			t.Errorf("seed %d: %v", i, err)
		}
		judge(t, s)
	}
}
