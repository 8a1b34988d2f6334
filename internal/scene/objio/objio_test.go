package objio

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"donorlab/internal/scene"

	"github.com/go-gl/mathgl/mgl32"
)

// folder makes a file system of texts.
func folder(files map[string]string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}

func load(t *testing.T, files map[string]string) *scene.Model {
	t.Helper()
	m, err := ReadFS(context.Background(), folder(files), "m.obj", Options{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func loadText(t *testing.T, text string) *scene.Model {
	t.Helper()
	return load(t, map[string]string{"m.obj": text})
}

func only(t *testing.T, m *scene.Model) *scene.Primitive {
	t.Helper()
	if len(m.Meshes) != 1 || len(m.Meshes[0].Primitives) != 1 {
		t.Fatalf("%d meshes", len(m.Meshes))
	}
	return &m.Meshes[0].Primitives[0]
}

func codes(m *scene.Model) string {
	var out []string
	for _, w := range m.Warnings {
		out = append(out, w.Code)
	}
	return strings.Join(out, " ")
}

// A square of two textured triangles: four vertices, v turned over.
func TestSquare(t *testing.T) {
	m := loadText(t, "\xef\xbb\xbf# a square\r\nv 0 0 0\r\nv 2 0 0\r\nv 2 1 0\r\nv 0 1 0\r\nvt 0 0\r\nvt 1 0\r\nvt 1 0.75\r\nvt 0 1\r\nvn 0 0 2\r\nf 1/1/1 2/2/1 3/3/1\r\nf 1/1/1 3/3/1 4/4/1\r\n")
	p := only(t, m)
	want := []mgl32.Vec3{{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {0, 1, 0}}
	if fmt.Sprint(p.Positions) != fmt.Sprint(want) {
		t.Errorf("positions %v, want %v", p.Positions, want)
	}
	if got, want := fmt.Sprint(p.UV0), fmt.Sprint([]mgl32.Vec2{{0, 1}, {1, 1}, {1, 0.25}, {0, 0}}); got != want {
		t.Errorf("UVs %v, want %v", got, want)
	}
	if got, want := fmt.Sprint(p.Indices), "[0 1 2 0 2 3]"; got != want {
		t.Errorf("indices %v, want %v", got, want)
	}
	for _, n := range p.Normals {
		if n != (mgl32.Vec3{0, 0, 1}) {
			t.Errorf("normal %v, want 0 0 1", n)
		}
	}
	if p.MadeNormals || codes(m) != "" {
		t.Errorf("MadeNormals %v, warnings %q", p.MadeNormals, codes(m))
	}
	if m.Name != "m" || m.Nodes[0].Name != "m" {
		t.Errorf("model %q, node %q", m.Name, m.Nodes[0].Name)
	}
	if mat := m.Materials[p.Material.Or(-1)]; mat.Metallic != 0 || mat.BaseColor != (mgl32.Vec4{0.8, 0.8, 0.8, 1}) {
		t.Errorf("a face without a material got %+v", mat)
	}
}

func TestNegativeAndForwardIndices(t *testing.T) {
	// The same triangle by numbers from the end, and by numbers that come later.
	for _, text := range []string{
		"v 9 9 9\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\n",
		"f 2 3 4\nv 9 9 9\nv 0 0 0\nv 1 0 0\nv 0 1 0\n",
		"v 9 9 9\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 2 \\\n 3 \\\r\n 4\n",
		"v 9 9 9\rv 0 0 0\rv 1 0 0\rv 0 1 0\rf 2 3 4",
		"v 9 9 9\nv 0 0 0 1\nv 1 0 0 1.0\nv 0 1 0\nf\t2\t3 4 # the corners\n",
	} {
		p := only(t, loadText(t, text))
		if want := "[[0 0 0] [1 0 0] [0 1 0]]"; fmt.Sprint(p.Positions) != want {
			t.Errorf("%q: %v, want %s", text, p.Positions, want)
		}
		if !p.MadeNormals || p.Normals[0] != (mgl32.Vec3{0, 0, 1}) {
			t.Errorf("%q: normals %v", text, p.Normals)
		}
	}
}

// A cube of quads: 8 corners in one smoothing group share a normal along the
// diagonal; without groups each face has its own four vertices.
func TestSmoothingGroups(t *testing.T) {
	cube := "v -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nv -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1\n%sf 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\n%sf 3 4 8 7\nf 2 3 7 6\nf 1 5 8 4\n"
	p := only(t, loadText(t, fmt.Sprintf(cube, "s 1\n", "")))
	if len(p.Positions) != 8 || len(p.Indices) != 36 || p.MadeNormals {
		t.Errorf("smooth: %d vertices, %d indices, made %v; want 8, 36, false", len(p.Positions), len(p.Indices), p.MadeNormals)
	}
	s := float32(1 / math.Sqrt(3))
	for i, v := range p.Positions {
		if want := v.Mul(s); p.Normals[i].Sub(want).Len() > 1e-6 {
			t.Errorf("corner %v has normal %v, want %v", v, p.Normals[i], want)
		}
	}
	p = only(t, loadText(t, fmt.Sprintf(cube, "", "")))
	if len(p.Positions) != 24 || !p.MadeNormals {
		t.Errorf("flat: %d vertices, made %v; want 24, true", len(p.Positions), p.MadeNormals)
	}
	for i, v := range p.Positions {
		if n := p.Normals[i]; v.Dot(n) != 1 {
			t.Errorf("corner %v has normal %v: not that of one of its faces", v, n)
		}
	}
	// Three faces in group 1 (back, front, bottom), three off: 8 shared corners and 12 of their own.
	p = only(t, loadText(t, fmt.Sprintf(cube, "s 1\n", "s off\n")))
	if len(p.Positions) != 20 {
		t.Errorf("half smooth: %d vertices, want 20", len(p.Positions))
	}
	// Corner 1 is in group 1 at back (-Z) and bottom (-Y).
	n := p.Normals[3]
	if want := (mgl32.Vec3{0, -float32(math.Sqrt2) / 2, -float32(math.Sqrt2) / 2}); p.Positions[3] != (mgl32.Vec3{-1, -1, -1}) || n.Sub(want).Len() > 1e-6 {
		t.Errorf("half smooth: corner %v has normal %v, want %v", p.Positions[3], n, want)
	}
	// Groups 1 and 2 do not mix.
	p = only(t, loadText(t, "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\ns 1\nf 1 2 3\ns 4294967295\nf 1 4 2\n"))
	if p.Normals[0] != (mgl32.Vec3{0, 0, 1}) || len(p.Positions) != 6 {
		t.Errorf("two groups: normal %v, %d vertices; want 0 0 1 and 6", p.Normals[0], len(p.Positions))
	}
}

// The triangles of a polygon cover it once: their areas, all of one sign, add up
// to the polygon's own by the shoelace formula.
func TestTriangulation(t *testing.T) {
	star := func(points int, in float64) (out []mgl32.Vec2) {
		for i := range 2 * points {
			r := 1.0
			if i%2 == 1 {
				r = in
			}
			s, c := math.Sincos(math.Pi * float64(i) / float64(points))
			out = append(out, mgl32.Vec2{float32(r * c), float32(r * s)})
		}
		return out
	}
	for name, ring := range map[string][]mgl32.Vec2{
		"square":    {{0, 0}, {1, 0}, {1, 1}, {0, 1}},
		"arrow":     {{0, 0}, {2, -1}, {0.5, 0}, {2, 1}}, // a fan from corner 1 would leave the polygon
		"L":         {{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}},
		"comb":      {{0, 0}, {7, 0}, {7, 3}, {6, 3}, {6, 1}, {5, 1}, {5, 3}, {4, 3}, {4, 1}, {3, 1}, {3, 3}, {2, 3}, {2, 1}, {1, 1}, {1, 3}, {0, 3}},
		"collinear": {{0, 0}, {1, 0}, {2, 0}, {2, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}},
		// a square with a square hole, joined by a bridge that is walked twice
		"hole":     {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 0}, {1, 1}, {1, 3}, {3, 3}, {3, 1}, {1, 1}},
		"star":     star(5, 0.4),
		"big star": star(300, 0.7),
	} {
		for turn := 0; turn < len(ring); turn += 1 + len(ring)/20 {
			r := append(append([]mgl32.Vec2{}, ring[turn:]...), ring[:turn]...)
			checkCover(t, fmt.Sprintf("%s from corner %d", name, turn), r)
		}
	}
}

func checkCover(t *testing.T, name string, ring []mgl32.Vec2) {
	t.Helper()
	for _, plane := range []func(mgl32.Vec2) mgl32.Vec3{
		func(v mgl32.Vec2) mgl32.Vec3 { return mgl32.Vec3{v[0], v[1], 5} },
		func(v mgl32.Vec2) mgl32.Vec3 { return mgl32.Vec3{v[1], -3, v[0]} },
		func(v mgl32.Vec2) mgl32.Vec3 { return mgl32.Vec3{v[0], v[0] + v[1], v[1]} },
	} {
		p := polygon{work: 1e9}
		var pos []mgl32.Vec3
		for _, v := range ring {
			pos = append(pos, plane(v))
		}
		n := newell(pos)
		tris, ok := p.triangulate(pos, n)
		if !ok || p.tangled || len(tris) != len(ring)-2 {
			t.Fatalf("%s: ok %v, tangled %v, %d triangles of %d corners", name, ok, p.tangled, len(tris), len(ring))
		}
		total := mgl32.Vec3{float32(n[0]), float32(n[1]), float32(n[2])}.Len()
		sum := float32(0)
		for _, k := range tris {
			f := newell([]mgl32.Vec3{pos[k[0]], pos[k[1]], pos[k[2]]})
			along := float32((f[0]*n[0] + f[1]*n[1] + f[2]*n[2]) / float64(total))
			if along < -1e-4 {
				t.Fatalf("%s: triangle %v is turned over", name, k)
			}
			sum += along
		}
		if math.Abs(float64(sum-total)) > 1e-4*float64(total) {
			t.Fatalf("%s: the triangles have %g of area, the polygon %g", name, sum, total)
		}
	}
}

func TestTangledPolygonEnds(t *testing.T) {
	m := loadText(t, "v 0 0 0\nv 2 2 0\nv 2 0 0\nv 0 1 0\nf 1 2 3 4\n")
	if codes(m) != "OBJ_POLYGON_TANGLED" || m.TriangleCount() != 2 {
		t.Errorf("warnings %q, %d triangles", codes(m), m.TriangleCount())
	}
}

func TestObjectsAndGroups(t *testing.T) {
	tri := "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
	tree := func(m *scene.Model) string {
		var b strings.Builder
		for i := range m.Nodes {
			n := &m.Nodes[i]
			prims := 0
			if k, ok := n.Mesh.Get(); ok {
				prims = len(m.Meshes[k].Primitives)
			}
			fmt.Fprintf(&b, "%s<%d %d; ", n.Name, n.Parent.Or(-1), prims)
		}
		return b.String()
	}
	for _, c := range []struct{ text, want string }{
		{"f 1 2 3\n", "m<-1 1; "},
		{"o body\nf 1 2 3\no wheel\nf 1 2 3\no wheel\nf 1 2 3\n", "body<-1 1; wheel<-1 1; wheel<-1 1; "},
		{"g a\nf 1 2 3\ng b  c\nf 1 2 3\ng a\nf 1 2 3\n", "a<-1 1; b c<-1 1; "},
		{"o car\nf 1 2 3\ng door\nf 1 2 3\n", "car<-1 0; car<0 1; door<0 1; "},
		{"o car\ng skin\nf 1 2 3\n", "car<-1 1; "},
		{"o empty\ng\nusemtl x\no car\nusemtl x\nf 1 2 3\nusemtl y\nf 1 2 3\nusemtl x\nf 1 2 3\nl 1 2\n", "car<-1 3; "},
	} {
		m := loadText(t, tri+c.text)
		if got := tree(m); got != c.want {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
	}
}

func TestLinesAndPoints(t *testing.T) {
	m := loadText(t, "v 0 0 0\nv 1 0 0\nv 0 1 0\nl 1/1 2/1 3/1 1/1\nvt 0.5 0.5\np 1 3\n")
	l, p := &m.Meshes[0].Primitives[0], &m.Meshes[0].Primitives[1]
	if l.Topology != scene.Lines || fmt.Sprint(l.Indices) != "[0 1 1 2 2 0]" || len(l.Normals) != 0 {
		t.Errorf("lines %v %v", l.Topology, l.Indices)
	}
	if p.Topology != scene.Points || fmt.Sprint(p.Positions) != "[[0 0 0] [0 1 0]]" {
		t.Errorf("points %v %v", p.Topology, p.Positions)
	}
}

// sRGB 0.5 is 0.21404114 in linear light (IEC 61966-2-1).
func TestVertexColors(t *testing.T) {
	p := only(t, loadText(t, "v 0 0 0\nv 1 0 0 0.5 0 1\nv 0 1 0 1 1 1\nf 1 2 3\n"))
	want := []mgl32.Vec4{{1, 1, 1, 1}, {0.21404114, 0, 1, 1}, {1, 1, 1, 1}}
	for i := range want {
		if p.Colors[i].Sub(want[i]).Len() > 1e-6 {
			t.Errorf("colour %d is %v, want %v", i, p.Colors[i], want[i])
		}
	}
	m := loadText(t, "v 0 0 0 255 0 0\nv 1 0 0 0 255 0\nv 0 1 0 0 0 255\nf 1 2 3\n")
	if got := fmt.Sprint(only(t, m).Colors); got != "[[1 0 0 1] [0 1 0 1] [0 0 1 1]]" || codes(m) != "OBJ_COLORS" {
		t.Errorf("bytes: %v, %s", got, codes(m))
	}
	if p := only(t, loadText(t, "v 0 0 0 1 1 1\nv 1 0 0 1 1 1\nv 0 1 0 1 1 1\nf 1 2 3\n")); p.Colors != nil {
		t.Error("white colours were kept")
	}
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct{ text, code, at string }{
		{"v 0 0 0\nf 1 2 3\n", "INDEX_OUT_OF_RANGE", "line 2"},
		{"v 0 0 0\nv 1 0 0\nv 0 1 0\n\nf 1 2 0\n", "INDEX_OUT_OF_RANGE", "line 5"},
		{"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 -4\n", "INDEX_OUT_OF_RANGE", "line 4"},
		{"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1/1 2/1 3/1\n", "INDEX_OUT_OF_RANGE", "line 4"},
		{"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1//1 2//1 3//1\n", "INDEX_OUT_OF_RANGE", "line 4"},
		{"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1/1/1/1 2 3\n", "FACE_INVALID", "line 4"},
		{"v 0 0 0\nvt 0 0\nvn 0 1 0\nf 1/1/1/1 1 1\n", "FACE_INVALID", "line 4"},
		{"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 99999999999999999999\n", "NUMBER_INVALID", "line 4"},
		{"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4000000000\n", "INDEX_OUT_OF_RANGE", "line 4"},
		{"v 0 0 0\nf a b c\n", "NUMBER_INVALID", "line 2"},
		{"v 0 0\n", "NUMBER_MISSING", "line 1"},
		{"v 0 nan 0\n", "NUMBER_INVALID", "line 1"},
		{"v 0 inf 0\n", "NUMBER_INVALID", "line 1"},
		{"v 0 1e39 0\n", "NUMBER_INVALID", "line 1"},
		{"v 0 1e400 0\n", "NUMBER_INVALID", "line 1"},
		{"v 0 0x10 0\n", "NUMBER_INVALID", "line 1"},
		{"#\nv 0,5 0 0\n", "NUMBER_INVALID", "line 2"},
		{"", "OBJ_EMPTY", ""},
		{"# nothing\n\n", "OBJ_EMPTY", ""},
		{"Hello there.\nThis is a letter.\n", "NOT_OBJ", ""},
		{"L\x01\x05\x00\x00\x00", "NOT_OBJ", "line 1"},
		{"\xff\xfev\x00 \x000\x00", "TEXT_ENCODING", "line 1"},
	} {
		_, err := ReadFS(context.Background(), folder(map[string]string{"m.obj": c.text}), "m.obj", Options{})
		var p *scene.Problem
		if !errors.As(err, &p) || p.Code != c.code || p.Pointer != c.at || p.File != "m.obj" || p.Message == "" || p.Remedy == "" {
			t.Errorf("%q: %v, want %s at %q", c.text, err, c.code, c.at)
		}
	}
}

func TestOddLinesAreWarnedOf(t *testing.T) {
	tri := "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"
	for _, c := range []struct{ more, codes string }{
		{"f 1 2\n", "OBJ_FACE_SHORT"},
		{"f\n", "OBJ_FACE_SHORT"},
		{"l 1\n", "OBJ_FACE_SHORT"},
		{"f 1 1 2\nf 1 2 2\n", "OBJ_DEGENERATE"},
		{"cstype bspline\ncurv 0 1 1 2 3\n", "OBJ_FREEFORM"},
		{"call other.obj\n", "OBJ_CALL"},
		{"hello world\n", "OBJ_UNKNOWN"},
		{"s soft\n", "OBJ_SMOOTHING"},
		{"lod 3\nshadow_obj x\n", ""},
		{"v 9000 0 0\nf 1 2 4\n", "UNITS_GUESS"},
		{"v 900 0 0\nf 1 2 4\n", "UNITS_GUESS"},
		{"v 90 0 0\nf 1 2 4\n", ""},
	} {
		m := loadText(t, tri+c.more)
		if got := codes(m); got != c.codes {
			t.Errorf("%q: warnings %q, want %q", c.more, got, c.codes)
		}
		if m.TriangleCount() < 1 {
			t.Errorf("%q: the good triangle is gone", c.more)
		}
	}
	m := loadText(t, tri+strings.Repeat("f 1 2\n", 50))
	if n := len(m.Warnings); n != perCode+1 || m.Warnings[perCode].Code != "MORE_WARNINGS" {
		t.Errorf("%d warnings, the last %+v", n, m.Warnings[n-1])
	}
}

func TestUnitsGuessNamesTheUnit(t *testing.T) {
	for size, want := range map[string]string{"1400": "centimetres", "14000": "millimetres"} {
		m := loadText(t, "v 0 0 0\nv "+size+" 0 0\nv 0 1 0\nf 1 2 3\n")
		if len(m.Warnings) != 1 || m.Warnings[0].Severity != scene.Info || !strings.Contains(m.Warnings[0].Message, want) {
			t.Errorf("%s long: %+v, want %s", size, m.Warnings, want)
		}
	}
}

// A file that would unfold into far more memory than it has bytes is refused
// with the line, not swallowed.
func TestBoundedMemory(t *testing.T) {
	l := newLoader(context.Background(), Options{}, 100)
	l.mem.left = 4096
	_, err := l.load(strings.NewReader("v 0 0 0\n"+strings.Repeat("p 1\n", 4000)), "m.obj", "m.obj")
	var p *scene.Problem
	if !errors.As(err, &p) || p.Code != "LIMIT_MEMORY" || !strings.HasPrefix(p.Pointer, "line ") {
		t.Errorf("got %v", err)
	}
	l = newLoader(context.Background(), Options{}, 100)
	l.mem.left = 64 << 10
	if _, err = l.load(strings.NewReader(strings.Repeat("o x\n", 4000)), "m.obj", "m.obj"); !errors.As(err, &p) || p.Code != "LIMIT_MEMORY" {
		t.Errorf("objects: got %v", err)
	}
	// All that was taken is given back but for what the model holds.
	l = newLoader(context.Background(), Options{}, 1<<20)
	before := l.mem.left
	m, err := l.load(strings.NewReader("v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\ns 1\n"+strings.Repeat("f 1/1 2/1 3/1\n", 5000)), "m.obj", "m.obj")
	if err != nil {
		t.Fatal(err)
	}
	prim := only(t, m)
	held := int64(4*len(prim.Indices) + (12+12+8)*len(prim.Positions))
	if used := before - l.mem.left; used < held || used > held+held/4+8192 {
		t.Errorf("%d bytes are still charged for a model of %d", used, held)
	}
}

func TestLimits(t *testing.T) {
	_, err := ReadBytes("m.obj", []byte("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"), Options{MaxBytes: 8})
	var p *scene.Problem
	if !errors.As(err, &p) || p.Code != "LIMIT_FILE_SIZE" {
		t.Errorf("got %v", err)
	}
	_, err = ReadBytes("m.obj", append([]byte("v 0 0 0\n# "), bytes.Repeat([]byte("x"), maxLine+readChunk)...), Options{})
	if !errors.As(err, &p) || p.Code != "LIMIT_LINE" || p.Pointer != "line 2" {
		t.Errorf("long line: got %v", err)
	}
	// A concave polygon takes more tests than are left: refused, not sat out.
	l := newLoader(context.Background(), Options{}, 1<<20)
	if err := l.parse(strings.NewReader("v 0 0 0\nv 2 -1 0\nv 0.5 0 0\nv 2 1 0\nf 1 2 3 4\n")); err != nil {
		t.Fatal(err)
	}
	b := &builder{l: l, smoothAt: make([]int32, 4), vertexAt: make([]int32, 4)}
	b.poly.work = 1
	if p := b.object([]int{0}); p == nil || p.Code != "LIMIT_POLYGON" || p.Pointer != "line 5" {
		t.Errorf("long work: got %v", p)
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := ReadFS(ctx, folder(map[string]string{"m.obj": strings.Repeat("v 0 0 0\n", 20000)}), "m.obj", Options{})
	var p *scene.Problem
	if !errors.As(err, &p) || p.Code != "CANCELLED" || !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestNumbers(t *testing.T) {
	for text, want := range map[string]float64{
		"0": 0, "-0.5": -0.5, "+2": 2, "1e-5": 1e-5, "1E+3": 1000, "3.": 3, ".25": 0.25, "123456789.123456789": 123456789.123456789,
		"0.1": 0.1, "0.30000000000000004441": 0.30000000000000004441, "1e-30": 1e-30, "9007199254740993": 9007199254740993, "-1.5e2": -150, "1e-400": 0,
		"00000000000000000000000000000000012": 12,
	} {
		if got, ok := number([]byte(text)); !ok || got != want {
			t.Errorf("%s reads as %v (%v)", text, got, ok)
		}
	}
	for _, text := range []string{"", "-", ".", "e5", "1e", "1e+", "1_0", "0x1", "1.2.3", "nan", "1,5", "--1", "1e39"} {
		if v, ok := number([]byte(text)); ok {
			t.Errorf("%q passed as %v", text, v)
		}
	}
}

// Source and determinism: the same bytes give the same model, with the file's hash.
func TestSource(t *testing.T) {
	m := loadText(t, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
	const want = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"
	if m.Source.Bytes != int64(len(want)) || m.Source.Path != "m.obj" {
		t.Errorf("source %+v", m.Source)
	}
	// printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' | sha256sum
	if got := fmt.Sprintf("%x", m.Source.SHA256); got != sourceSum {
		t.Errorf("hash %s, want %s", got, sourceSum)
	}
}

const sourceSum = "697b00ab13410c52a542d2e9c63711fcc04e9cbf6c0d3439a9b43cc812e6e713"

func encode(t testing.TB, w, h int, at func(x, y int) color.NRGBA) string {
	t.Helper()
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.SetNRGBA(x, y, at(x, y))
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
