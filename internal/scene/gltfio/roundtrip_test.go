package gltfio

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"donorlab/internal/house/oracle"
	"donorlab/internal/house/racing"
	"donorlab/internal/scene"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

// everything returns a Model that uses every field which a file can carry.
func everything() *scene.Model {
	shear := mgl64.Mat4{1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1}
	shearLocal, _ := scene.Decompose(shear)
	ibm := scene.Affine(scene.RotationMat3(mgl64.Quat{W: 0.6, V: mgl64.Vec3{0.8, 0, 0}}), mgl64.Vec3{0.25, -0.5, 4})
	for i := range ibm {
		ibm[i] = float64(float32(ibm[i]))
	}
	full := scene.Primitive{
		Indices:   []uint32{0, 1, 2, 2, 1, 3},
		Positions: []mgl32.Vec3{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0.5}},
		Normals:   []mgl32.Vec3{{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 1, 0}},
		Tangents:  []mgl32.Vec4{{1, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 0, -1}, {1, 0, 0, -1}},
		UV0:       []mgl32.Vec2{{0, 0}, {1, 0}, {0, 1}, {-3.5, 7}},
		UV1:       []mgl32.Vec2{{0.1, 0}, {1, 0}, {0, 1}, {1, 1}},
		Colors:    []mgl32.Vec4{{1, 0, 0, 1}, {0, 1, 0, 0.5}, {0, 0, 1, 1}, {1, 1, 1, 0}},
		Joints:    [][4]uint16{{0}, {1}, {0, 1}, {1, 0}},
		Weights:   [][4]float32{{1}, {1}, {0.25, 0.75}, {0.5, 0.5}},
		Material:  scene.Some(1),
		Targets: []scene.Target{
			{Name: "up", Positions: []mgl32.Vec3{{}, {0, 1, 0}, {}, {}}, Normals: make([]mgl32.Vec3, 4)},
			{Name: "side", Positions: []mgl32.Vec3{{1, 0, 0}, {}, {}, {}}, Tangents: make([]mgl32.Vec3, 4)},
		},
		Extras: []byte(`{"part":1}`),
	}
	lines := scene.Primitive{Topology: scene.Lines, Indices: []uint32{0, 1}, Positions: []mgl32.Vec3{{0, 0, 0}, {0, 5, 0}}}
	points := scene.Primitive{Topology: scene.Points, Indices: []uint32{0}, Positions: []mgl32.Vec3{{1e-20, -1e20, 3}}}
	img := image.NewNRGBA(image.Rect(0, 0, 2, 1))
	copy(img.Pix, []byte{255, 0, 0, 255, 0, 0, 255, 128})
	mat := scene.DefaultMaterial()
	mat.Name, mat.BaseColor, mat.Metallic, mat.Roughness = "steel", mgl32.Vec4{0.1, 0.2, 0.3, 0.9}, 0.25, 0.75
	mat.Emissive = mgl32.Vec3{3.7, 0.1, 0} // past 1: KHR_materials_emissive_strength
	mat.AlphaMode, mat.AlphaCutoff, mat.DoubleSided, mat.Unlit = scene.Mask, 0.3, true, true
	mat.BaseColorTex = scene.TexRef{Texture: scene.Some(0), Scale: 1, Tiling: mgl32.Vec2{2, 0.5}, Offset: mgl32.Vec2{0.25, 0}, Turn: 0.5, Xform: true}
	mat.NormalTex = scene.TexRef{Texture: scene.Some(1), UV: 1, Scale: 0.5, Tiling: mgl32.Vec2{1, 1}}
	mat.OcclusionTex = scene.TexRef{Texture: scene.Some(1), Scale: 0.25, Tiling: mgl32.Vec2{1, 1}}
	mat.Extras = []byte(`["x"]`)
	return &scene.Model{
		Nodes: []scene.Node{
			{Name: "root", Local: scene.TRS{T: mgl64.Vec3{1, 2, 3}, R: mgl64.Quat{W: 0.6, V: mgl64.Vec3{0, 0.8, 0}}, S: mgl64.Vec3{1, -2, 0.1}}, Children: []int{1, 2}, Extras: []byte(`{"a":[1,2,null]}`)},
			{Name: "same", Parent: scene.Some(0), Local: scene.Identity(), Children: []int{3}, Light: scene.Some(1)},
			{Name: "same", Parent: scene.Some(0), Local: scene.TRS{R: mgl64.QuatIdent()}}, // scaled to nothing
			{Name: "joint \"ü\"\n", Parent: scene.Some(1), Local: scene.Identity()},
			{Name: "", Local: scene.Identity(), Mesh: scene.Some(0), Skin: scene.Some(0), Weights: []float32{0.5, 1}},
			{Name: "sheared", Local: shearLocal, Matrix: &shear, Mesh: scene.Some(1)},
			{Name: "not in the scene", Local: scene.Identity(), Mesh: scene.Some(1)},
		},
		Roots:     []int{0, 4, 5},
		Meshes:    []scene.Mesh{{Name: "full", Primitives: []scene.Primitive{full}, Weights: []float32{0, 0.25}, Extras: []byte(`{"targetNames":["up","side"],"k":true}`)}, {Name: "thin", Primitives: []scene.Primitive{lines, points}}},
		Skins:     []scene.Skin{{Name: "skin", Joints: []int{1, 3}, InverseBind: []mgl64.Mat4{ibm, mgl64.Ident4()}, Skeleton: scene.Some(0)}},
		Materials: []scene.Material{scene.DefaultMaterial(), mat},
		Textures:  []scene.Texture{{Image: scene.Some(0), WrapS: scene.Clamp, WrapT: scene.Mirror, Nearest: true}, {Image: scene.Some(0)}},
		Lights: []scene.Light{
			{Name: "sun", Color: mgl32.Vec3{1, 1, 1}, Intensity: 1},
			{Kind: scene.Spot, Color: mgl32.Vec3{1, 0.5, 0.25}, Intensity: 40, Range: 12, InnerCone: 0.2, OuterCone: 0.6, Extras: []byte(`{"a":1}`)},
			{Name: "bulb", Kind: scene.Point, Color: mgl32.Vec3{0, 1, 1}, Intensity: 0.5},
		},
		Images: []scene.Image{{Name: "two pixels", MIME: "image/png", Pixels: img}},
		Animations: []scene.Animation{{Name: "clip", Extras: []byte(`1`), Channels: []scene.Channel{
			{Node: 1, Path: scene.Translation, Times: []float32{0, 0.5}, Values: []float32{0, 0, 0, 1, 2, 3}},
			{Node: 1, Path: scene.Rotation, Interp: scene.Step, Times: []float32{0, 0.5}, Values: []float32{0, 0, 0, 1, 0, 0, -1, 0}},
			{Node: 3, Path: scene.Scale, Interp: scene.CubicSpline, Times: []float32{0.25, 1.5}, Values: make([]float32, 18)},
			{Node: 4, Path: scene.MorphWeights, Times: []float32{0, 1}, Values: []float32{0, 1, 1, 0}},
		}}},
	}
}

// parts are the fields of a Model that a file carries, by name.
func parts(m *scene.Model) map[string]any {
	return map[string]any{"nodes": m.Nodes, "roots": m.Roots, "meshes": m.Meshes, "skins": m.Skins, "materials": m.Materials, "lights": m.Lights, "textures": m.Textures, "animations": m.Animations}
}

// TestRoundTripEverything: what was written is what is read, to the last bit.
func TestRoundTripEverything(t *testing.T) {
	m := everything()
	b, err := Encode(m)
	if err != nil {
		t.Fatal(err)
	}
	got := read(t, b)
	if w := codes(got); w != "" {
		t.Errorf("warnings %s", w)
	}
	want := parts(m)
	for name, v := range parts(got) {
		if !reflect.DeepEqual(v, want[name]) {
			t.Errorf("%s\n got %+v\nwant %+v", name, v, want[name])
		}
	}
	if i := got.Images[0]; i.Name != "two pixels" || !bytes.Equal(i.Pixels.Pix, m.Images[0].Pixels.Pix) || i.Missing {
		t.Errorf("image %+v", i)
	}
	again, err := Encode(got)
	if err != nil || !bytes.Equal(b, again) {
		t.Errorf("written again the bytes differ (%v)", err)
	}
	same, err := Encode(everything())
	if err != nil || !bytes.Equal(b, same) {
		t.Errorf("an equal Model gives other bytes (%v)", err)
	}
}

// TestRoundTripCorpus does the same with real files, and checks that images keep
// their own bytes.
func TestRoundTripCorpus(t *testing.T) {
	for _, sub := range []string{"vehicles", "creatures", "humanoids", "features", "assetgen/Positive"} {
		for _, path := range models(t, sub) {
			m, err := Read(t.Context(), path, Options{})
			if err != nil {
				continue // TestCorpus judges refusals
			}
			b, err := Encode(m)
			if err != nil {
				t.Errorf("%s: %v", path, err)
				continue
			}
			got, err := ReadBytes(path, b, Options{})
			if err != nil {
				t.Errorf("%s: written, then refused: %v", path, err)
				continue
			}
			for i := range m.Meshes {
				for k := range m.Meshes[i].Primitives {
					m.Meshes[i].Primitives[k].MadeNormals = false // they are the file's own now
				}
			}
			want := parts(m)
			for name, v := range parts(got) {
				if !reflect.DeepEqual(v, want[name]) {
					t.Errorf("%s: %s differ", path, name)
				}
			}
			for i := range m.Images {
				if !m.Images[i].Missing && !bytes.Equal(m.Images[i].Encoded, got.Images[i].Encoded) {
					t.Errorf("%s: image %d has other bytes", path, i)
				}
			}
			if again, err := Encode(got); err != nil || !bytes.Equal(b, again) {
				t.Errorf("%s: written again the bytes differ (%v)", path, err)
			}
		}
	}
}

// TestWriteRefuses: a Model that would make a bad file is not written.
func TestWriteRefuses(t *testing.T) {
	nan := everything()
	nan.Meshes[0].Primitives[0].Positions[1][2] = float32(math.NaN())
	loop := everything()
	loop.Nodes[0].Parent = scene.Some(3)
	loop.Nodes[3].Children = []int{0}
	joints := everything()
	joints.Skins[0].Joints, joints.Skins[0].InverseBind = nil, nil
	key := everything()
	key.Animations[0].Channels[0].Values[4] = float32(math.Inf(1))
	for name, m := range map[string]*scene.Model{"NaN": nan, "loop": loop, "no joints": joints, "infinite key": key} {
		if b, err := Encode(m); err == nil || b != nil {
			t.Errorf("%s: written", name)
		} else if p, ok := err.(*scene.Problem); !ok || p.Code != "MODEL_INVALID" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// failing is a writer that takes so many bytes.
type failing int

func (f *failing) Write(b []byte) (int, error) {
	if *f -= failing(len(b)); *f < 0 {
		return 0, io.ErrShortWrite
	}
	return len(b), nil
}

// TestWriteFails: wherever the disk is full, Write says so; nothing that a JSON
// text cannot hold gets into a file.
func TestWriteFails(t *testing.T) {
	m := everything()
	b, err := Encode(m)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{0, 11, 30, len(b) / 2, len(b) - 1} {
		room := failing(n)
		if err := Write(&room, m, WriteOptions{}); err != io.ErrShortWrite {
			t.Errorf("full after %d bytes: %v", n, err)
		}
	}
	room := failing(len(b))
	if err := Write(&room, m, WriteOptions{}); err != nil {
		t.Error(err)
	}
	m.Materials[1].Roughness = float32(math.NaN())
	var p *scene.Problem
	if _, err := Encode(m); !errors.As(err, &p) || p.Code != "MODEL_INVALID" {
		t.Errorf("NaN in a material: %v", err)
	}
}

// TestWriteOdd: values that the library's encoder takes for "not given", or
// writes in its own way, come back as they were.
func TestWriteOdd(t *testing.T) {
	m := everything()
	m.Nodes[0].Name = "a<b>&c\u2028\xff"
	m.Nodes[0].Extras = []byte(`{"html":"<&>"}`)
	m.Materials[1].BaseColorTex.Tiling = mgl32.Vec2{}
	m.Materials[1].NormalTex.Scale, m.Materials[1].Metallic, m.Materials[1].AlphaCutoff = 0, 0, 0
	m.Materials[0].BaseColor = mgl32.Vec4{}
	b, err := Encode(m)
	if err != nil {
		t.Fatal(err)
	}
	got := read(t, b)
	if n := got.Nodes[0].Name; n != "a<b>&c\u2028\uFFFD" {
		t.Errorf("name %q", n)
	}
	var v struct{ HTML string }
	if err := json.Unmarshal(got.Nodes[0].Extras, &v); err != nil || v.HTML != "<&>" {
		t.Errorf("extras %s (%v)", got.Nodes[0].Extras, err)
	}
	if !reflect.DeepEqual(got.Materials, m.Materials) {
		t.Errorf("materials\n got %+v\nwant %+v", got.Materials, m.Materials)
	}
}

// TestWriteBindRow: inverse binds are rounded once, and their last row is exact.
func TestWriteBindRow(t *testing.T) {
	m := everything()
	b := mgl64.Ident4()
	b[3], b[15], b[12], b[5] = 1e-9, 1+1e-9, 1.0/3, 0.1
	m.Skins[0].InverseBind[0] = b
	data, err := Encode(m)
	if err != nil {
		t.Fatal(err)
	}
	got := read(t, data).Skins[0].InverseBind[0]
	want := mgl64.Ident4()
	want[12], want[5] = float64(float32(1.0/3)), float64(float32(0.1))
	if got != want {
		t.Errorf("got %v", got)
	}
}

// TestWriteValid: the Khronos validator finds no error in what is written from
// the corpus, and no warning that it does not have of the source too.
func TestWriteValid(t *testing.T) {
	dir := t.TempDir()
	var sources, files []string
	add := func(m *scene.Model) {
		b, err := Encode(m)
		if err != nil {
			t.Fatalf("%s: %v", m.Source.Path, err)
		}
		files = append(files, filepath.Join(dir, fmt.Sprintf("%d.glb", len(files))))
		if err := os.WriteFile(files[len(files)-1], b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if !racing.On {
		for _, sub := range []string{"vehicles", "creatures", "humanoids", "features", "assetgen/Positive"} {
			for _, path := range models(t, sub) {
				if m, err := Read(t.Context(), path, Options{}); err == nil {
					sources = append(sources, path)
					add(m)
				}
			}
		}
	}
	add(everything())
	reports := oracle.Khronos(t, append(sources, files...)...)
	for i, r := range reports[len(sources):] {
		// It has a material that is unlit and glows beyond 1 at once.
		known, name := map[string]bool{"MULTIPLE_EXTENSIONS": true}, "everything"
		if i < len(sources) {
			known, name = make(map[string]bool), sources[i]
			for _, x := range append(reports[i].Errors, reports[i].Warnings...) {
				known[x.Code] = true
			}
		}
		for _, x := range append(r.Errors, r.Warnings...) {
			if !known[x.Code] {
				t.Errorf("%s: %s %s: %s", name, x.Code, x.Pointer, x.Message)
			}
		}
	}
	t.Logf("%d files", len(files))
}
