package gltfio

import (
	"path/filepath"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
)

// TestAgainstModeler compares vertex data and indices with what the library
// qmuntal/gltf reads from the same real files.
func TestAgainstModeler(t *testing.T) {
	compared := 0
	for _, sub := range []string{"vehicles", "creatures", "humanoids"} {
		for _, path := range models(t, sub) {
			if filepath.Base(path) == "police-car_draco.gltf" {
				continue
			}
			doc, err := gltf.Open(path)
			if err != nil {
				t.Fatalf("%s: the library refuses it: %v", path, err)
			}
			m, err := Read(t.Context(), path, Options{})
			if err != nil {
				t.Fatal(err)
			}
			for i := range doc.Meshes {
				for k, p := range doc.Meshes[i].Primitives {
					ours := &m.Meshes[i].Primitives[k]
					if ours.MadeNormals || p.Mode != gltf.PrimitiveTriangles {
						continue
					}
					compared++
					want, err := modeler.ReadPosition(doc, doc.Accessors[p.Attributes["POSITION"]], nil)
					same(t, path, "positions", ours.Positions, want, err)
					if uv, ok := p.Attributes["TEXCOORD_0"]; ok {
						want, err := modeler.ReadTextureCoord(doc, doc.Accessors[uv], nil)
						same(t, path, "texture coordinates", ours.UV0, want, err)
					}
					if p.Indices != nil {
						idx, err := modeler.ReadIndices(doc, doc.Accessors[*p.Indices], nil)
						if err != nil || len(idx) != len(ours.Indices) {
							t.Fatalf("%s: %d indices, want %d (%v)", path, len(ours.Indices), len(idx), err)
						}
						for n := range idx {
							if idx[n] != ours.Indices[n] {
								t.Fatalf("%s: index %d differs", path, n)
							}
						}
					}
					if nrm, ok := p.Attributes["NORMAL"]; ok {
						want, err := modeler.ReadNormal(doc, doc.Accessors[nrm], nil)
						if err != nil {
							t.Fatal(err)
						}
						for n := range want {
							if w := mgl32.Vec3(want[n]); w.Len() > 0.5 && ours.Normals[n].Sub(w.Normalize()).Len() > 1e-5 {
								t.Fatalf("%s: normal %d is %v, want %v", path, n, ours.Normals[n], w)
							}
						}
					}
				}
			}
		}
	}
	t.Logf("%d primitives compared", compared)
}

// same compares vectors of ours with arrays of the library's.
func same[V vector, W [2]float32 | [3]float32](t *testing.T, path, what string, got []V, want []W, err error) {
	t.Helper()
	if err != nil || len(got) != len(want) {
		t.Fatalf("%s: %d %s, want %d (%v)", path, len(got), what, len(want), err)
	}
	for i := range got {
		for k := 0; k < len(got[i]); k++ {
			if got[i][k] != want[i][k] {
				t.Fatalf("%s: %s %d is %v, want %v", path, what, i, got[i], want[i])
			}
		}
	}
}
