package gltfio

import (
	"bytes"
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"donorlab/internal/house/corpus"
	"donorlab/internal/house/racing"
	"donorlab/internal/scene"
)

// glb packs JSON and binary data into a GLB. The JSON may leave out asset.
func glb(text string, bin []byte) []byte {
	if !strings.Contains(text, `"asset"`) {
		text = `{"asset":{"version":"2.0"},` + strings.TrimPrefix(text, "{")
	}
	for len(text)%4 != 0 {
		text += " "
	}
	for len(bin)%4 != 0 {
		bin = append(bin, 0)
	}
	var b []byte
	le := binary.LittleEndian
	total := 20 + len(text)
	if len(bin) > 0 {
		total += 8 + len(bin)
	}
	b = le.AppendUint32(b, glbMagic)
	b = le.AppendUint32(b, 2)
	b = le.AppendUint32(b, uint32(total))
	b = le.AppendUint32(b, uint32(len(text)))
	b = le.AppendUint32(b, chunkJSON)
	b = append(b, text...)
	if len(bin) > 0 {
		b = le.AppendUint32(b, uint32(len(bin)))
		b = le.AppendUint32(b, chunkBIN)
		b = append(b, bin...)
	}
	return b
}

// data packs numbers: float32, uint8, int8, uint16, int16 and uint32, or []byte.
func data(v ...any) []byte {
	var b bytes.Buffer
	for _, x := range v {
		if f, ok := x.(float64); ok {
			x = float32(f)
		}
		if err := binary.Write(&b, binary.LittleEndian, x); err != nil {
			panic(err)
		}
	}
	return b.Bytes()
}

func floats(v ...float32) []byte { return data(v) }

var triangle = floats(0, 0, 0, 1, 0, 0, 0, 1, 0)

// read reads a GLB that must load.
func read(t *testing.T, b []byte) *scene.Model {
	t.Helper()
	m, err := ReadBytes("test.glb", b, Options{})
	if err != nil {
		t.Fatalf("refused: %v", err)
	}
	return m
}

// codes lists the codes of a model's warnings.
func codes(m *scene.Model) string {
	var s []string
	for _, w := range m.Warnings {
		s = append(s, w.Code)
	}
	return strings.Join(s, " ")
}

// models lists the glTF files below a corpus folder; under the race detector a
// quarter of them, which exercises the same goroutines.
func models(t testing.TB, sub string) []string {
	dir, ok := corpus.Find(sub)
	if !ok {
		t.Logf("no corpus at %s: nothing is read from it", dir)
		return nil
	}
	var out []string
	err := filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
		if ext := filepath.Ext(p); err == nil && (ext == ".glb" || ext == ".gltf") {
			out = append(out, p)
		}
		return err
	})
	if err != nil || len(out) == 0 {
		t.Fatalf("no models below %s: %v", dir, err)
	}
	return racing.Thin(out, 4)
}

func near(a, b float32, eps float64) bool { return math.Abs(float64(a)-float64(b)) <= eps }
