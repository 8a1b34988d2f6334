package gltfio

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"donorlab/internal/house/corpus"
	"donorlab/internal/scene"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

// grid is a skinned model of about 150 000 vertices and 300 000 triangles.
func grid() *scene.Model {
	const n = 388
	var p scene.Primitive
	for y := range n {
		for x := range n {
			p.Positions = append(p.Positions, mgl32.Vec3{float32(x), float32(y), float32(x*y%7) / 7})
			p.Normals = append(p.Normals, mgl32.Vec3{0, 0, 1})
			p.UV0 = append(p.UV0, mgl32.Vec2{float32(x) / n, float32(y) / n})
			p.Joints = append(p.Joints, [4]uint16{0, 1})
			p.Weights = append(p.Weights, [4]float32{0.25, 0.75})
			if x > 0 && y > 0 {
				i := uint32(y*n + x)
				p.Indices = append(p.Indices, i-n-1, i-n, i, i-n-1, i, i-1)
			}
		}
	}
	return &scene.Model{
		Nodes:  []scene.Node{{Local: scene.Identity(), Mesh: scene.Some(0), Skin: scene.Some(0)}, {Local: scene.Identity()}, {Local: scene.Identity()}},
		Roots:  []int{0, 1, 2},
		Meshes: []scene.Mesh{{Primitives: []scene.Primitive{p}}},
		Skins:  []scene.Skin{{Joints: []int{1, 2}, InverseBind: []mgl64.Mat4{mgl64.Ident4(), mgl64.Ident4()}}},
	}
}

// BenchmarkLoad reads a GLB of 150 000 vertices from disk, with its checksum,
// all accessors and all checks.
func BenchmarkLoad(b *testing.B) {
	file, err := Encode(grid())
	if err != nil {
		b.Fatal(err)
	}
	path := filepath.Join(b.TempDir(), "grid.glb")
	if err := os.WriteFile(path, file, 0o644); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(file)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read(b.Context(), path, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkLoadClips reads a file that is mostly JSON: 76 clips.
func BenchmarkLoadClips(b *testing.B) {
	data, err := os.ReadFile(corpus.Path(b, "humanoids/Knight.glb"))
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ReadBytes("Knight.glb", data, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkWriteClips writes the model of BenchmarkLoadClips.
func BenchmarkWriteClips(b *testing.B) {
	m, err := Read(b.Context(), corpus.Path(b, "humanoids/Knight.glb"), Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := Write(io.Discard, m, WriteOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkWrite writes the model of BenchmarkLoad.
func BenchmarkWrite(b *testing.B) {
	m := grid()
	file, err := Encode(m)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(file)))
	b.ReportAllocs()
	for b.Loop() {
		if err := Write(io.Discard, m, WriteOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}
