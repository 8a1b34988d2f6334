package draw

import (
	"image"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// mappedQuad is a square from -1 to 1 with two UV sets and a material whose maps
// all use one texture, as refs say.
func mappedQuad(base, normal, occlusion scene.TexRef) *scene.Model {
	mat := scene.DefaultMaterial()
	mat.BaseColorTex, mat.NormalTex, mat.OcclusionTex = base, normal, occlusion
	p := scene.Primitive{
		Positions: []mgl32.Vec3{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}},
		Normals:   []mgl32.Vec3{{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}},
		UV0:       []mgl32.Vec2{{0, 1}, {1, 1}, {1, 0}, {0, 0}},
		UV1:       []mgl32.Vec2{{0.5, 0}, {0.5, 0.25}, {1, 0.25}, {1, 0}},
		Indices:   []uint32{0, 1, 2, 0, 2, 3},
		Material:  scene.Some(0),
	}
	return &scene.Model{
		Meshes: []scene.Mesh{{Primitives: []scene.Primitive{p}}}, Materials: []scene.Material{mat},
		Nodes: []scene.Node{{Local: scene.Identity(), Mesh: scene.Some(0)}}, Roots: []int{0},
		Textures: []scene.Texture{{Image: scene.Some(0)}}, Images: []scene.Image{{Pixels: image.NewNRGBA(image.Rect(0, 0, 4, 4))}},
	}
}

var (
	onFirst = scene.TexRef{Texture: scene.Some(0), Scale: 1}
	onOther = scene.TexRef{Texture: scene.Some(0), Scale: 1, UV: 1}
)

// TestWarnings: only a map that is left out is worth a word.
func TestWarnings(t *testing.T) {
	turned := onFirst
	turned.Xform, turned.Tiling, turned.Turn = true, mgl32.Vec2{1, 1}, 1
	if w := Prepare(mappedQuad(onFirst, turned, onOther)).Warnings(); len(w) != 0 {
		t.Errorf("warnings %+v", w)
	}
	m := mappedQuad(onFirst, onFirst, onOther)
	p := &m.Meshes[0].Primitives[0]
	p.Colors = []mgl32.Vec4{{1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}, {1, 1, 1, 1}}
	m.Meshes[0].Primitives = append(m.Meshes[0].Primitives, *p)
	w := Prepare(m).Warnings()
	if len(w) != 1 || w[0].Pointer != "/materials/0/occlusionTexture" || w[0].Code != "MAP_UV_DIFFERS" {
		t.Errorf("warnings %+v", w)
	}
	m = mappedQuad(onFirst, onFirst, onOther)
	m.Meshes[0].Primitives[0].UV1 = nil
	if w := Prepare(m).Warnings(); len(w) != 1 {
		t.Errorf("without the second set: warnings %+v", w)
	}
}

// TestRelativeMap: from the first map's coordinate the other map's is found again.
func TestRelativeMap(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	random := func(uv uint8) scene.TexRef {
		f := func() float32 { return rng.Float32()*4 - 2 }
		return scene.TexRef{UV: uv, Xform: true, Offset: mgl32.Vec2{f(), f()}, Tiling: mgl32.Vec2{0.3 + rng.Float32(), -0.3 - rng.Float32()}, Turn: f()}
	}
	apply := func(m [6]float64, x, y float64) (float64, float64) {
		return m[0]*x + m[1]*y + m[2], m[3]*x + m[4]*y + m[5]
	}
	for range 200 {
		first, r := random(0), random(uint8(rng.IntN(2)))
		x, y := rng.Float64()*3-1, rng.Float64()*3-1
		got := relativeMap(r, first)
		if got.Second != (r.UV == 1) {
			t.Fatal("wrong set")
		}
		u, v := x, y
		if !got.Second {
			u, v = apply(textureMatrix(first), x, y)
		}
		m := [6]float64{}
		for k := range m {
			m[k] = float64(got.M[k])
		}
		u, v = apply(m, u, v)
		if wu, wv := apply(textureMatrix(r), x, y); math.Abs(u-wu)+math.Abs(v-wv) > 1e-4 {
			t.Fatalf("%+v from %+v: %v %v, want %v %v", r, first, u, v, wu, wv)
		}
	}
	flat := random(0)
	flat.Tiling = mgl32.Vec2{}
	if relativeMap(random(0), flat) != identityMap {
		t.Error("a squashed first map has no way back")
	}
}

// TestCarry: the second coordinate and tangents travel in the vertices' colour,
// and give way to tints.
func TestCarry(t *testing.T) {
	cam := scene.Camera{Distance: 5, Ortho: true}
	l := frameOf([]Item{{Prepared: Prepare(mappedQuad(onFirst, onFirst, onOther))}}, cam, Options{})
	s := l.Batches[0].Surface
	if s.Carry != CarryUV || s.Occlusion == nil || s.Maps == nil || !s.Maps[MapOcclusion].Second || s.Maps[MapNormal].Second || s.Color != (mgl32.Vec3{1, 1, 1}) {
		t.Fatalf("surface %+v", s)
	}
	for i, v := range l.Vertices[:4] {
		if want := (mappedQuad(onFirst, onFirst, onOther).Meshes[0].Primitives[0].UV1[i]); v.R != want[0] || v.G != want[1] || v.A != 1 {
			t.Errorf("vertex %d carries %v %v, alpha %v; want %v", i, v.R, v.G, v.A, want)
		}
	}
	l = frameOf([]Item{{Prepared: Prepare(mappedQuad(onFirst, onFirst, onFirst))}}, cam, Options{})
	s = l.Batches[0].Surface
	if s.Carry != CarryTangent || s.Maps != nil {
		t.Fatalf("surface %+v", s)
	}
	if v := l.Vertices[0]; v.R != 1 || v.G != 0 || v.B != 0 {
		t.Errorf("tangent %v %v %v, want X", v.R, v.G, v.B)
	}
	l = frameOf([]Item{{Prepared: Prepare(mappedQuad(onFirst, onFirst, onOther)), PartTint: map[Part]Tint{{}: {1, 0, 0, 1}}}}, cam, Options{})
	if v := l.Vertices[0]; l.Batches[0].Surface.Carry != CarryColor || v.R != 1 || v.G != 0 {
		t.Errorf("tinted: carries %v, colour %v %v", l.Batches[0].Surface.Carry, v.R, v.G)
	}
}

// TestShadesCarry: vertex colours that are shades of one hue leave the second
// coordinate room; those that are alike all over leave it to tangents too.
func TestShadesCarry(t *testing.T) {
	cam := scene.Camera{Distance: 5, Ortho: true}
	m := mappedQuad(onFirst, onFirst, onOther)
	m.Materials[0].BaseColor = mgl32.Vec4{1, 0.5, 0.5, 1}
	p := &m.Meshes[0].Primitives[0]
	p.Colors = []mgl32.Vec4{{0.4, 0.2, 0.8, 1}, {0.2, 0.1, 0.4, 0.5}, {0.1, 0.05, 0.2, 1}, {0, 0, 0, 1}}
	prepared := Prepare(m)
	if w := prepared.Warnings(); len(w) != 0 {
		t.Errorf("warnings %+v", w)
	}
	l := frameOf([]Item{{Prepared: prepared}}, cam, Options{})
	s := l.Batches[0].Surface
	if s.Carry != CarryUVShade || !s.Carry.Second() || s.Occlusion == nil || s.Color != (mgl32.Vec3{0.4, 0.1, 0.4}) {
		t.Fatalf("surface %+v", s)
	}
	for i, v := range l.Vertices[:4] {
		if want := p.UV1[i]; v.R != want[0] || v.G != want[1] || v.A != p.Colors[i][3] || abs(v.B-[]float32{1, 0.5, 0.25, 0}[i]) > 1e-6 {
			t.Errorf("vertex %d carries %v %v %v, alpha %v", i, v.R, v.G, v.B, v.A)
		}
	}
	// A tint takes the room, and covers the colours as far as it covers.
	l = frameOf([]Item{{Prepared: prepared, PartTint: map[Part]Tint{{}: {1, 0, 0, 0.5}}}}, cam, Options{})
	if v := l.Vertices[1]; l.Batches[0].Surface.Carry != CarryColor || abs(v.R-0.6) > 1e-6 || abs(v.G-0.025) > 1e-6 || abs(v.B-0.1) > 1e-6 {
		t.Errorf("tinted: carries %v, colour %v %v %v", l.Batches[0].Surface.Carry, v.R, v.G, v.B)
	}

	m = mappedQuad(onFirst, onFirst, onFirst)
	p = &m.Meshes[0].Primitives[0]
	p.Colors = []mgl32.Vec4{{0.5, 1, 1, 0.5}, {0.5, 1, 1, 0.5}, {0.5, 1, 1, 0.5}, {0.5, 1, 1, 0.5}}
	l = frameOf([]Item{{Prepared: Prepare(m)}}, cam, Options{})
	if s := l.Batches[0].Surface; s.Carry != CarryTangent || s.Color != (mgl32.Vec3{0.5, 1, 1}) || l.Vertices[2].A != 0.5 {
		t.Errorf("surface %+v, alpha %v", s, l.Vertices[2].A)
	}
	p.Colors[1][0] = 1
	if l = frameOf([]Item{{Prepared: Prepare(m)}}, cam, Options{}); l.Batches[0].Surface.Carry != CarryColor || l.Vertices[1].R != 1 || l.Vertices[0].R != 0.5 {
		t.Error("colours that differ must stay colours where there is no second coordinate")
	}
	for _, c := range [][]mgl32.Vec4{nil, {{}}, {{float32(math.NaN()), 0, 0, 1}}, {{1, 0, 0, 1}, {0, 1, 0, 1}}, {{1e9, 0, 0, 1}}} {
		if hue, shades, plain := oneHue(c); shades != nil || plain || hue != (mgl32.Vec3{1, 1, 1}) {
			t.Errorf("%v has hue %v, shades %v", c, hue, shades)
		}
	}
}

// TestMirroredSeamIsSplit: two squares side by side share an edge at which the
// texture is mirrored, as models that were made by halves have. Each side's
// tangents are its own, everything else of a doubled vertex is the same.
func TestMirroredSeamIsSplit(t *testing.T) {
	m := mappedQuad(onFirst, onFirst, onFirst)
	p := &m.Meshes[0].Primitives[0]
	p.Positions = []mgl32.Vec3{{-1, -1, 0}, {0, -1, 0}, {0, 1, 0}, {-1, 1, 0}, {1, -1, 0}, {1, 1, 0}}
	p.UV0 = []mgl32.Vec2{{0, 1}, {1, 1}, {1, 0}, {0, 0}, {0, 1}, {0, 0}}
	p.UV1 = nil
	p.Normals = slices.Repeat([]mgl32.Vec3{{0, 0, 1}}, 6)
	p.Indices = []uint32{0, 1, 2, 0, 2, 3, 1, 4, 5, 1, 5, 2}
	p.Targets = []scene.Target{{Positions: make([]mgl32.Vec3, 6)}}
	for i := range p.Targets[0].Positions {
		p.Targets[0].Positions[i] = mgl32.Vec3{0, 0, float32(i)}
	}
	whole := *p
	d := splitMirrored(p, p.UV0)
	if len(d.Positions) != 8 || len(d.Normals) != 8 || len(d.UV0) != 8 || d.UV1 != nil || len(d.Targets[0].Positions) != 8 || d.Targets[0].Normals != nil {
		t.Fatalf("split into %+v", d)
	}
	if !slices.Equal(d.Indices, []uint32{0, 6, 7, 0, 7, 3, 1, 4, 5, 1, 5, 2}) {
		t.Errorf("indices %v", d.Indices)
	}
	for n, v := range map[int]int{6: 1, 7: 2} {
		if d.Positions[n] != p.Positions[v] || d.UV0[n] != p.UV0[v] || d.Targets[0].Positions[n] != p.Targets[0].Positions[v] {
			t.Errorf("vertex %d does not double %d", n, v)
		}
	}
	if !slices.Equal(whole.Indices, p.Indices) || len(p.Targets[0].Positions) != 6 {
		t.Error("the model was changed")
	}
	for i, got := range tangentsOf(d, d.UV0) {
		want := mgl32.Vec3{1, 0, 0}
		if d.Positions[i][0] > 0 || i == 1 || i == 2 {
			want[0] = -1
		}
		if got != want {
			t.Errorf("tangent %d is %v, want %v", i, got, want)
		}
	}
	l := frameOf([]Item{{Prepared: Prepare(m), Weights: [][]float32{{1}}}}, scene.Camera{Distance: 5, Ortho: true}, Options{})
	if len(l.Vertices) != 8 || len(l.Triangles) != 4 {
		t.Errorf("%d vertices, %d triangles", len(l.Vertices), len(l.Triangles))
	}
	for _, tri := range l.Triangles {
		if a, b, c := l.Vertices[tri.A].R, l.Vertices[tri.B].R, l.Vertices[tri.C].R; a != b || b != c {
			t.Errorf("a triangle's tangents are %v, %v, %v", a, b, c)
		}
	}
	p.Tangents = make([]mgl32.Vec4, 6)
	if splitMirrored(p, p.UV0) != p {
		t.Error("the file's own tangents are for its own vertices")
	}
}

// TestTangents: made ones on a plane are the direction of growing u, whatever
// the UVs' mirroring; the file's go before; no UVs, no tangent.
func TestTangents(t *testing.T) {
	p := mappedQuad(onFirst, onFirst, onFirst).Meshes[0].Primitives[0]
	check := func(what string, got []mgl32.Vec3, want mgl32.Vec3) {
		t.Helper()
		for i := range got {
			if got[i].Sub(want).Len() > 1e-5 {
				t.Errorf("%s: tangent %d is %v, want %v", what, i, got[i], want)
			}
		}
	}
	check("plain", tangentsOf(&p, p.UV0), mgl32.Vec3{1, 0, 0})
	mirrored := make([]mgl32.Vec2, 4)
	for i, v := range p.UV0 {
		mirrored[i] = mgl32.Vec2{-3 * v[0], 2 * v[1]}
	}
	check("mirrored", tangentsOf(&p, mirrored), mgl32.Vec3{-1, 0, 0})
	check("no area of UV", tangentsOf(&p, make([]mgl32.Vec2, 4)), mgl32.Vec3{})
	p.Tangents = []mgl32.Vec4{{0, 1, 0, 1}, {0, 1, 0, 1}, {0, 1, 0, 1}, {0, 1, 0, 1}}
	check("the file's", tangentsOf(&p, p.UV0), mgl32.Vec3{0, 1, 0})

	// A bent strip: in the fold, the mean of both sides, by angle.
	fold := scene.Primitive{
		Positions: []mgl32.Vec3{{-1, 0, 0}, {0, 0, 0}, {0, 1, 0}, {0, 0, -1}},
		Normals:   []mgl32.Vec3{{0, 0, 1}, {0.70710677, 0, 0.70710677}, {0.70710677, 0, 0.70710677}, {1, 0, 0}},
		Indices:   []uint32{0, 1, 2, 1, 3, 2},
	}
	uv := []mgl32.Vec2{{0, 0}, {1, 0}, {1, -1}, {2, 0}}
	got := tangentsOf(&fold, uv)
	want := mgl32.Vec3{0.70710677, 0, -0.70710677}
	if got[1].Sub(want).Len() > 1e-5 || got[2].Sub(want).Len() > 1e-5 || got[0].Sub(mgl32.Vec3{1, 0, 0}).Len() > 1e-5 {
		t.Errorf("fold: %v", got)
	}
}

// TestTangentsArePosed: skinned tangents turn with their joints.
func TestTangentsArePosed(t *testing.T) {
	m := mappedQuad(onFirst, onFirst, onFirst)
	p := &m.Meshes[0].Primitives[0]
	p.Joints, p.Weights = make([][4]uint16, 4), [][4]float32{{1}, {1}, {1}, {0.5, 0.5}}
	p.Joints[3] = [4]uint16{0, 1}
	turn := scene.Identity()
	turn.R = mgl64.QuatRotate(math.Pi/2, mgl64.Vec3{0, 0, 1})
	m.Nodes = append(m.Nodes, scene.Node{Local: turn}, scene.Node{Local: turn})
	m.Roots = []int{0, 1, 2}
	m.Nodes[0].Skin = scene.Some(0)
	m.Skins = []scene.Skin{{Joints: []int{1, 2}, InverseBind: []mgl64.Mat4{mgl64.Ident4(), mgl64.Ident4()}}}
	l := frameOf([]Item{{Prepared: Prepare(m)}}, scene.Camera{Distance: 5, Ortho: true}, Options{})
	for i, v := range l.Vertices[:4] {
		if (mgl32.Vec3{v.R, v.G, v.B}).Sub(mgl32.Vec3{0, 1, 0}).Len() > 1e-5 {
			t.Errorf("vertex %d: tangent %v %v %v, want Y", i, v.R, v.G, v.B)
		}
	}
}
