package objio

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"testing"

	"donorlab/internal/scene"

	"github.com/go-gl/mathgl/mgl32"
)

const triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\n"

// material loads one triangle with the material x that the MTL text defines.
func material(t *testing.T, mtl string, files map[string]string) (*scene.Model, *scene.Material) {
	t.Helper()
	all := map[string]string{"m.obj": "mtllib m.mtl\n" + triangle + "usemtl x\nf 1/1 2/2 3/3\n", "m.mtl": "newmtl x\n" + mtl}
	for k, v := range files {
		all[k] = v
	}
	m := load(t, all)
	if len(m.Materials) != 1 {
		t.Fatalf("%d materials", len(m.Materials))
	}
	return m, &m.Materials[0]
}

func near(a, b float32) bool { return math.Abs(float64(a-b)) < 1e-6 }

// Ns 250 is roughness 0.5 as Blender writes it: 1 - sqrt(250/1000).
func TestMaterialFactors(t *testing.T) {
	for _, c := range []struct {
		mtl              string
		color            mgl32.Vec4
		rough, metal     float32
		mode             scene.AlphaMode
		unlit            bool
		red, green, blue float32
		codes            string
	}{
		{mtl: "Kd 0.25 0.5 1\nNs 250\nillum 2\nKs 1 1 1\nKa 1 1 1\nNi 1.45\n", color: mgl32.Vec4{0.25, 0.5, 1, 1}, rough: 0.5},
		{mtl: "Kd 0.5\n", color: mgl32.Vec4{0.5, 0.5, 0.5, 1}, rough: 1},
		{mtl: "Kd 1 0 0\nNs 250\nillum 1\n", color: mgl32.Vec4{1, 0, 0, 1}, rough: 1},
		{mtl: "Kd 1 0 0\nillum 0\n", color: mgl32.Vec4{1, 0, 0, 1}, rough: 1, unlit: true},
		{mtl: "Kd 1 1 1\nPr 0.25\nPm 1\nNs 10\nKe 2 1 0.5\n", color: mgl32.Vec4{1, 1, 1, 1}, rough: 0.25, metal: 1, red: 2, green: 1, blue: 0.5},
		{mtl: "Kd 1 1 1\nd 0.5\n", color: mgl32.Vec4{1, 1, 1, 0.5}, rough: 1, mode: scene.Blend},
		{mtl: "Kd 1 1 1\nd -halo 0.5\n", color: mgl32.Vec4{1, 1, 1, 0.5}, rough: 1, mode: scene.Blend},
		{mtl: "Kd 1 1 1\nTr 0.25\n", color: mgl32.Vec4{1, 1, 1, 0.75}, rough: 1, mode: scene.Blend},
		{mtl: "Kd 1 1 1\nd 1\nTr 1\n", color: mgl32.Vec4{1, 1, 1, 1}, rough: 1},
		{mtl: "Kd 1 1 1\nTr 1\n", color: mgl32.Vec4{1, 1, 1, 1}, rough: 1, codes: "MTL_INVISIBLE"},
		{mtl: "Kd 2 -1 0.5\n", color: mgl32.Vec4{1, 0, 0.5, 1}, rough: 1},
		{mtl: "Kd spectral file.rfl\n", color: mgl32.Vec4{0.8, 0.8, 0.8, 1}, rough: 1, codes: "MTL_NUMBER"},
		{mtl: "Kd a b c\nd x\nNs\n", color: mgl32.Vec4{0.8, 0.8, 0.8, 1}, rough: 1, codes: "MTL_NUMBER MTL_NUMBER MTL_NUMBER"},
		{mtl: "glitter 3\n", color: mgl32.Vec4{0.8, 0.8, 0.8, 1}, rough: 1, codes: "MTL_UNKNOWN"},
		{mtl: "Kd 1 0 0\nnewmtl x\nKd 0 1 0\n", color: mgl32.Vec4{1, 0, 0, 1}, rough: 1, codes: "MTL_DUPLICATE"},
	} {
		m, x := material(t, c.mtl, nil)
		if x.BaseColor != c.color || !near(x.Roughness, c.rough) || x.Metallic != c.metal || x.AlphaMode != c.mode || x.Unlit != c.unlit ||
			x.Emissive != (mgl32.Vec3{c.red, c.green, c.blue}) || !x.DoubleSided || x.Name != "x" {
			t.Errorf("%q: %+v", c.mtl, x)
		}
		if codes(m) != c.codes {
			t.Errorf("%q: warnings %q, want %q", c.mtl, codes(m), c.codes)
		}
	}
}

func TestLibraries(t *testing.T) {
	red, green := "newmtl a\nKd 1 0 0\n", "newmtl b\nKd 0 1 0\n"
	faces := triangle + "usemtl a\nf 1 2 3\nusemtl b\nf 1 2 3\n"
	for _, c := range []struct {
		lib, want string
		files     map[string]string
	}{
		{"mtllib one.mtl\nmtllib two.mtl\n", "", map[string]string{"one.mtl": red, "two.mtl": green}},
		{"mtllib one.mtl two.mtl\n", "", map[string]string{"one.mtl": red, "two.mtl": green}},
		{"mtllib my best one.mtl\n", "", map[string]string{"my best one.mtl": red + green}},
		{"mtllib my one.mtl two.mtl\n", "", map[string]string{"my one.mtl": red, "two.mtl": green}},
		{"mtllib \"my one.mtl\"\n", "", map[string]string{"my one.mtl": "\xef\xbb\xbf" + red + green}},
		{"mtllib .\\sub\\One.MTL\n", "", map[string]string{"sub/one.mtl": red + green}},
		{"mtllib C:\\Users\\me\\one.mtl\n", "", map[string]string{"one.mtl": red + green}},
		{"mtllib ../../one.mtl\n", "", map[string]string{"one.mtl": red + green}},
		{"mtllib old.mtl\n", "MTL_RENAMED", map[string]string{"m.mtl": red + green}},
		{"mtllib gone.mtl\n", "MTL_MISSING", nil},
		{"mtllib one.mtl\n", "MTL_UNDEFINED", map[string]string{"one.mtl": red}},
		{"", "", nil},
	} {
		all := map[string]string{"m.obj": c.lib + faces}
		for k, v := range c.files {
			all[k] = v
		}
		m := load(t, all)
		if codes(m) != c.want {
			t.Errorf("%q: warnings %q, want %q", c.lib, codes(m), c.want)
		}
		want := "[1 0 0 1] [0 1 0 1]"
		switch c.want {
		case "MTL_MISSING":
			want = "[0.8 0.8 0.8 1] [0.8 0.8 0.8 1]"
		case "MTL_UNDEFINED":
			want = "[1 0 0 1] [0.8 0.8 0.8 1]"
		}
		if c.lib == "" {
			want = "[0.8 0.8 0.8 1] [0.8 0.8 0.8 1]"
		}
		if got := fmt.Sprint(m.Materials[0].BaseColor, " ", m.Materials[1].BaseColor); got != want {
			t.Errorf("%q: %s, want %s", c.lib, got, want)
		}
	}
}

// checker is a picture of 2 by 2: red, green, blue, and white with some alpha.
func checker(t testing.TB, alpha uint8) string {
	return encode(t, 2, 2, func(x, y int) color.NRGBA {
		return []color.NRGBA{{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 255, alpha}}[2*y+x]
	})
}

func pixels(m *scene.Model, r scene.TexRef) *image.NRGBA {
	return m.Images[m.Textures[r.Texture.Or(-1)].Image.Or(-1)].Pixels
}

func TestColorMap(t *testing.T) {
	m, x := material(t, "Kd 0.8 0.8 0.8\nmap_Kd -clamp on -s 2 4 1 -o 0.25 0.5 my tex.png\n", map[string]string{"my tex.png": checker(t, 255)})
	if codes(m) != "" || x.BaseColor != (mgl32.Vec4{1, 1, 1, 1}) {
		t.Errorf("warnings %q, colour %v", codes(m), x.BaseColor)
	}
	// The OBJ point (0, 0) is scaled and moved to (0.25, 0.5): half-way up the
	// picture. In glTF it is (0, 1), to be mapped to (0.25, 0.5) from the top.
	r := x.BaseColorTex
	u, v := 0*r.Tiling[0]+r.Offset[0], 1*r.Tiling[1]+r.Offset[1]
	if !r.Xform || u != 0.25 || v != 0.5 || r.Tiling != (mgl32.Vec2{2, 4}) {
		t.Errorf("transform %+v takes (0, 1) to (%g, %g), want (0.25, 0.5)", r, u, v)
	}
	if w := m.Textures[0]; w.WrapS != scene.Clamp || w.WrapT != scene.Clamp {
		t.Errorf("texture %+v, want clamped", w)
	}
	if got := pixels(m, r).NRGBAAt(1, 0); got != (color.NRGBA{0, 255, 0, 255}) {
		t.Errorf("pixel %v", got)
	}
	_, x = material(t, "map_Kd -s 2 my.png\nKd 1 0.5 0.5\n", map[string]string{"my.png": checker(t, 255)})
	if x.BaseColor != (mgl32.Vec4{1, 0.5, 0.5, 1}) || x.BaseColorTex.Tiling != (mgl32.Vec2{2, 1}) {
		t.Errorf("a tint is kept: %v; tiling %v", x.BaseColor, x.BaseColorTex.Tiling)
	}
}

func TestImagesAreFound(t *testing.T) {
	for name, file := range map[string]string{
		"tex.png":                   "tex.png",
		"Textures\\Tex.PNG":         "textures/tex.png",
		"C:\\Users\\me\\tex 1.png":  "tex 1.png",
		"/home/me/tex.png":          "tex.png",
		"../../tex.png":             "tex.png",
		"50%25 grey.png":            "50%25 grey.png",
		"-bm 2 -blendu off tex.png": "tex.png",
	} {
		m, x := material(t, "map_Kd "+name+"\n", map[string]string{file: checker(t, 255)})
		if len(m.Images) != 1 || m.Images[0].Missing || x.BaseColorTex.Texture == 0 {
			t.Errorf("%s: images %+v, %s", name, m.Images, codes(m))
		}
	}
	for _, name := range []string{"gone.png", "../gone.png", "C:\\gone.png", "/gone.png"} {
		m, x := material(t, "\nmap_Kd "+name+"\n", nil)
		if codes(m) != "FILE_MISSING" || m.Warnings[0].File != "m.mtl" || m.Warnings[0].Pointer != "line 3" {
			t.Errorf("%s: %+v", name, m.Warnings)
			continue
		}
		if got := pixels(m, x.BaseColorTex).NRGBAAt(0, 0); got != (color.NRGBA{255, 0, 255, 255}) || !m.Images[0].Missing {
			t.Errorf("%s: %v, want magenta", name, got)
		}
	}
	// The MTL lies in a folder of its own, its images beside it.
	m := load(t, map[string]string{"m.obj": "mtllib mat/m.mtl\n" + triangle + "usemtl x\nf 1/1 2/2 3/3\n", "mat/m.mtl": "newmtl x\nmap_Kd t.png\n", "mat/t.png": checker(t, 255)})
	if codes(m) != "" || m.Images[0].Missing {
		t.Errorf("beside the MTL: %s", codes(m))
	}
}

func TestOneImageIsReadOnce(t *testing.T) {
	m, x := material(t, "map_Kd t.png\nmap_Ke t.png\nnewmtl y\nmap_Kd t.png\n", map[string]string{"t.png": checker(t, 255)})
	if len(m.Images) != 1 || len(m.Textures) != 1 || x.Emissive != (mgl32.Vec3{1, 1, 1}) || x.EmissiveTex != x.BaseColorTex {
		t.Errorf("%d images, %d textures, %+v", len(m.Images), len(m.Textures), x)
	}
}

func TestAlphaMaps(t *testing.T) {
	half := encode(t, 2, 2, func(x, y int) color.NRGBA { return color.NRGBA{128, 128, 128, 255} })
	hole := encode(t, 2, 2, func(x, y int) color.NRGBA {
		v := uint8(255 * x)
		return color.NRGBA{v, v, v, 255}
	})
	for _, c := range []struct {
		name, mtl string
		mode      scene.AlphaMode
		px        color.NRGBA // of the left upper corner
		images    int
	}{
		{"no map_d: the picture's alpha is not meant", "map_Kd c.png\n", scene.Opaque, color.NRGBA{255, 0, 0, 255}, 1},
		{"the picture's own", "map_Kd c.png\nmap_d c.png\n", scene.Mask, color.NRGBA{255, 0, 0, 255}, 1},
		{"another picture, all or nothing", "map_Kd c.png\nmap_d hole.png\n", scene.Mask, color.NRGBA{255, 0, 0, 0}, 1},
		{"another picture, half", "map_Kd c.png\nmap_d half.png\n", scene.Blend, color.NRGBA{255, 0, 0, 128}, 1},
		{"no colour map", "Kd 1 0 0\nd 0\nmap_d hole.png\n", scene.Mask, color.NRGBA{255, 255, 255, 0}, 1},
		{"a channel", "map_Kd c.png\nmap_d -imfchan g c.png\n", scene.Mask, color.NRGBA{255, 0, 0, 0}, 1},
		{"base and gain", "map_Kd c.png\nmap_d -mm 1 -1 hole.png\n", scene.Mask, color.NRGBA{255, 0, 0, 255}, 1},
		{"opaque", "map_Kd full.png\nmap_d full.png\n", scene.Opaque, color.NRGBA{255, 0, 0, 255}, 1},
	} {
		m, x := material(t, c.mtl, map[string]string{"c.png": checker(t, 0), "full.png": checker(t, 255), "half.png": half, "hole.png": hole})
		if x.AlphaMode != c.mode || len(m.Images) != c.images || x.BaseColor[3] != 1 {
			t.Errorf("%s: mode %d, %d images, %v", c.name, x.AlphaMode, len(m.Images), x.BaseColor)
		}
		if got := pixels(m, x.BaseColorTex).NRGBAAt(0, 0); got != c.px {
			t.Errorf("%s: pixel %v, want %v", c.name, got, c.px)
		}
	}
}

// Roughness goes to green, metal to blue; each of its own size.
func TestMetalRoughMaps(t *testing.T) {
	grey := func(w int, v uint8) string {
		return encode(t, w, w, func(x, y int) color.NRGBA { return color.NRGBA{v, v, v, 255} })
	}
	m, x := material(t, "Pr 0.1\nPm 0.2\nmap_Pr r.png\nmap_Pm m.png\n", map[string]string{"r.png": grey(4, 51), "m.png": grey(2, 204)})
	if got := pixels(m, x.MetalRoughTex); got.NRGBAAt(3, 3) != (color.NRGBA{255, 51, 204, 255}) || got.Rect.Dx() != 4 || x.Roughness != 1 || x.Metallic != 1 || len(m.Images) != 1 {
		t.Errorf("%v of %v, %+v, %d images", got.NRGBAAt(3, 3), got.Rect, x, len(m.Images))
	}
	m, x = material(t, "Pr 0.25\nmap_Pm m.png\n", map[string]string{"m.png": grey(2, 204)})
	if got := pixels(m, x.MetalRoughTex).NRGBAAt(0, 0); got != (color.NRGBA{255, 255, 204, 255}) || x.Roughness != 0.25 {
		t.Errorf("metal only: %v, roughness %v", got, x.Roughness)
	}
}

func TestBumpAndNormalMaps(t *testing.T) {
	flat := encode(t, 4, 4, func(x, y int) color.NRGBA { return color.NRGBA{128, 128, 255, 255} })
	// Heights that rise to the right by 51/255 = 0.2 a pixel, with a cliff at the seam.
	ramp := encode(t, 5, 2, func(x, y int) color.NRGBA { v := uint8(51 * x); return color.NRGBA{v, v, v, 255} })
	files := map[string]string{"n.png": flat, "h.png": ramp}
	m, x := material(t, "map_Bump -bm 0.5 n.png\n", files)
	if pixels(m, x.NormalTex).NRGBAAt(0, 0) != (color.NRGBA{128, 128, 255, 255}) || x.NormalTex.Scale != 0.5 {
		t.Errorf("a normal map called bump: %+v", x.NormalTex)
	}
	m, x = material(t, "bump h.png\nnorm n.png\n", files)
	if pixels(m, x.NormalTex).NRGBAAt(0, 0) != (color.NRGBA{128, 128, 255, 255}) || len(m.Images) != 1 {
		t.Error("the normal map must win over the bump map")
	}
	m, x = material(t, "bump h.png\n", files)
	// At x = 2: slope 0.4 over two pixels, so the normal is (-0.4, 0, 1)/sqrt(1.16).
	n := math.Sqrt(1.16)
	want := color.NRGBA{uint8(math.Round((1 - 0.4/n) * 127.5)), 128, uint8(math.Round((1 + 1/n) * 127.5)), 255}
	if got := pixels(m, x.NormalTex).NRGBAAt(2, 0); got != want {
		t.Errorf("heights give %v, want %v", got, want)
	}
}

// What is not a picture stays out without harm, and the warning says which.
func TestBrokenImage(t *testing.T) {
	m, x := material(t, "map_Kd t.png\nmap_d t.png\nmap_Pr t.png\nbump t.png\n", map[string]string{"t.png": "no picture"})
	if codes(m) != "IMAGE_UNRECOGNIZED_FORMAT" || m.Warnings[0].Pointer != "line 2" {
		t.Errorf("%+v", m.Warnings)
	}
	if !m.Images[0].Missing || x.AlphaMode != scene.Opaque || x.MetalRoughTex.Texture != 0 || x.NormalTex.Texture != 0 {
		t.Errorf("%+v", x)
	}
}

func TestLatin1Names(t *testing.T) {
	m := load(t, map[string]string{"m.obj": "mtllib m.mtl\no K\xe4fer\n" + triangle + "usemtl Gr\xfcn\nf 1 2 3\n", "m.mtl": "newmtl Gr\xfcn\nKd 0 1 0\n"})
	if m.Nodes[0].Name != "Käfer" || m.Materials[0].Name != "Grün" || m.Materials[0].BaseColor[1] != 1 {
		t.Errorf("%q, %+v", m.Nodes[0].Name, m.Materials[0])
	}
}
