package raster_test

import (
	"bufio"
	"flag"
	"fmt"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
	"donorlab/internal/scene/draw"
	"donorlab/internal/scene/raster"
)

var update = flag.Bool("update", false, "write testdata/golden anew")

// goldenScene is a picture whose every bit is kept.
type goldenScene struct {
	name  string
	items func() []draw.Item
	cam   scene.Camera
	opt   draw.Options
	msaa  int
}

const goldenW, goldenH = 240, 160

// goldens are made of procedural meshes only, so that no file can change them.
func goldens() []goldenScene {
	near := scene.Camera{AzimuthDeg: 30, ElevationDeg: 25, Distance: 4}
	front := scene.Camera{Distance: 5, ElevationDeg: 10}
	one := func(m *scene.Model) func() []draw.Item {
		return func() []draw.Item { return []draw.Item{{Prepared: draw.Prepare(m)}} }
	}
	ground := draw.Options{Grid: true, Shadow: true, Axes: true, GroundY: -1}
	tex, texCam := texturedTorus(60, 24)
	list := []goldenScene{
		{"textured", one(tex), texCam, draw.Options{}, 1},
		{"textured4", one(tex), texCam, draw.Options{}, 4},
		{"metals", one(metals()), scene.Camera{Distance: 9, ElevationDeg: 8}, ground, 4},
		{"mask", one(leaves()), near, ground, 4},
		{"blend", one(glasses()), near, ground, 1},
		{"maps", one(mapped()), front, draw.Options{}, 4},
		{"mirrored", one(mirrored()), scene.Camera{Distance: 7, ElevationDeg: 30, AzimuthDeg: -20}, ground, 4},
		{"near", one(tex), scene.Camera{Target: mgl64.Vec3{0, 0.3, 0}, AzimuthDeg: 10, ElevationDeg: 5, Distance: 0.9, FovYDeg: 80}, ground, 1},
		{"ortho", func() []draw.Item {
			return []draw.Item{{Prepared: draw.Prepare(tex), Wire: true, Bounds: true}}
		}, scene.Camera{AzimuthDeg: 40, ElevationDeg: 35, Distance: 5, Ortho: true}, ground, 4},
		{"bones", func() []draw.Item {
			m := snake()
			pose := m.RestPose()
			for i := range m.Skins[0].Joints {
				pose[i].R = mgl64.QuatRotate(0.35, mgl64.Vec3{0.2, 0.1, 1}.Normalize())
			}
			return []draw.Item{{Prepared: draw.Prepare(m), World: m.World(nil, pose, nil), Bones: true, BoneAxes: true, Selected: []int{2}}}
		}, scene.Camera{Target: mgl64.Vec3{-0.7, 0.6, 0}, Distance: 4.5, AzimuthDeg: 15}, draw.Options{Grid: true, Shadow: true}, 4},
		{"clay", func() []draw.Item {
			m := metals()
			it := draw.Item{Prepared: draw.Prepare(m), Clay: true, NodeTint: make([]draw.Tint, len(m.Nodes)), Outline: []draw.Part{{Node: 1}}}
			it.NodeTint[1], it.NodeTint[3] = draw.Tint{0.9, 0.3, 0.05, 1}, draw.Tint{0.1, 0.3, 0.9, 0.6}
			return []draw.Item{it}
		}, scene.Camera{Distance: 9, ElevationDeg: 8}, draw.Options{}, 4},
		{"far", func() []draw.Item {
			m := metals()
			for i := range m.Nodes {
				m.Nodes[i].Local.T = m.Nodes[i].Local.T.Add(mgl64.Vec3{30000, 200, -50000})
			}
			return []draw.Item{{Prepared: draw.Prepare(m)}}
		}, scene.Camera{Target: mgl64.Vec3{30000, 200, -50000}, Distance: 9, ElevationDeg: 8}, draw.Options{Grid: true, Shadow: true, GroundY: 199}, 4},
		{"lines", one(linesAndPoints()), front, draw.Options{}, 4},
		{"crowd", func() []draw.Item {
			p := draw.Prepare(tex)
			var items []draw.Item
			for i := range 12 {
				items = append(items, draw.Item{Prepared: p, Place: mgl64.Translate3D(float64(i%4)*3, 0, float64(i/4)*-3)})
			}
			return items
		}, scene.Camera{Target: mgl64.Vec3{4, 0, -3}, AzimuthDeg: 25, ElevationDeg: 30, Distance: 16}, ground, 4},
	}
	list = append(list, viewerGoldens()...)
	for i := range list {
		list[i].opt.Width, list[i].opt.Height = goldenW, goldenH
	}
	return list
}

// metals is five balls from glossy metal to matt paint.
func metals() *scene.Model {
	var prims []scene.Primitive
	var at []scene.TRS
	var mats []scene.Material
	for i := range 5 {
		p := torus(36, 24, 0.02, 0.8)
		p.Material = scene.Some(i)
		prims = append(prims, p)
		at = append(at, move(float64(i)*1.75-3.5, 0, 0))
		f := float32(i) / 4
		mats = append(mats, paint(0.75, 0.55-0.3*f, 0.3-0.1*f, 1, 1-f, 0.1+0.7*f))
	}
	return model(prims, at, mats)
}

// leaves is crossed squares with round holes.
func leaves() *scene.Model {
	img := image.NewNRGBA(image.Rect(0, 0, 64, 64))
	for y := range 64 {
		for x := range 64 {
			d := math.Hypot(float64(x%16)-7.5, float64(y%16)-7.5)
			a := uint8(255)
			if d < 5 {
				a = 0
			}
			copy(img.Pix[img.PixOffset(x, y):], []uint8{uint8(60 + x), 150, 60, a})
		}
	}
	mat := paint(1, 1, 1, 1, 0, 0.8)
	mat.BaseColorTex, mat.AlphaMode, mat.DoubleSided = ref(0), scene.Mask, true
	p := quad()
	p.Material = scene.Some(0)
	turned := scene.Identity()
	turned.R = mgl64.QuatRotate(math.Pi/2, mgl64.Vec3{0, 1, 0})
	return model([]scene.Primitive{p, p}, []scene.TRS{scene.Identity(), turned}, []scene.Material{mat}, img)
}

// glasses is three clear squares about a solid ring.
func glasses() *scene.Model {
	ring := torus(40, 16, 0.7, 0.25)
	ring.Material = scene.Some(3)
	prims, at := []scene.Primitive{ring}, []scene.TRS{scene.Identity()}
	mats := []scene.Material{paint(0.9, 0.1, 0.1, 0.4, 0, 0.2), paint(0.1, 0.8, 0.2, 0.4, 0, 0.2), paint(0.1, 0.3, 0.9, 0.4, 0, 0.2), paint(0.8, 0.8, 0.8, 1, 0, 0.5)}
	for i := range 3 {
		mats[i].AlphaMode, mats[i].DoubleSided = scene.Blend, true
		p := quad()
		p.Material = scene.Some(i)
		t := move(float64(1-i)*0.7, float64(i-1)*0.2, float64(i-1)*0.6)
		t.S = mgl64.Vec3{0.8, 0.8, 1}
		prims, at = append(prims, p), append(at, t)
	}
	return model(prims, at, mats)
}

// mapped is a square with every map that a material can have.
func mapped() *scene.Model {
	const n = 128
	base := checker(n, 4, [4]uint8{180, 140, 90, 255}, [4]uint8{90, 110, 160, 255})
	orm, normal, glow := image.NewNRGBA(base.Rect), image.NewNRGBA(base.Rect), image.NewNRGBA(base.Rect)
	for y := range n {
		for x := range n {
			o := base.PixOffset(x, y)
			// Domes of 32 pixels.
			fx, fy := float64(x%32)/15.5-1, float64(y%32)/15.5-1
			nz := math.Sqrt(max(1-0.5*(fx*fx+fy*fy), 0.1))
			k := 1 / math.Sqrt(0.5*fx*fx+0.5*fy*fy+nz*nz)
			copy(normal.Pix[o:], []uint8{uint8(127.5 + 127.5*fx*0.7*k), uint8(127.5 - 127.5*fy*0.7*k), uint8(127.5 + 127.5*nz*k), 255})
			copy(orm.Pix[o:], []uint8{uint8(255 - x), uint8(2 * y), uint8(255 * (x / 64)), 255})
			if (x/8+y/8)%8 == 0 {
				copy(glow.Pix[o:], []uint8{0, 255, 120, 255})
			}
		}
	}
	mat := paint(1, 1, 1, 1, 1, 1)
	mat.BaseColorTex, mat.MetalRoughTex, mat.OcclusionTex, mat.NormalTex, mat.EmissiveTex = ref(0), ref(1), ref(1), ref(2), ref(3)
	mat.Emissive = mgl32.Vec3{0.6, 0.6, 0.6}
	p := quad()
	p.Material = scene.Some(0)
	return model([]scene.Primitive{p}, []scene.TRS{scene.Identity()}, []scene.Material{mat}, base, orm, normal, glow)
}

// mirrored is a ring cut open, twice, once through a mirror and once two-sided.
func mirrored() *scene.Model {
	p := torus(30, 16, 0.8, 0.3)
	p.Indices = p.Indices[:len(p.Indices)*3/4]
	p.Material = scene.Some(0)
	q := p
	q.Material = scene.Some(1)
	mats := []scene.Material{paint(0.7, 0.3, 0.2, 1, 0, 0.4), paint(0.2, 0.4, 0.7, 1, 0, 0.4)}
	mats[1].DoubleSided = true
	a, b := move(-1.3, 0, 0), move(1.3, 0, 0)
	a.S = mgl64.Vec3{-1, 1, 0.7}
	return model([]scene.Primitive{p, q}, []scene.TRS{a, b}, mats)
}

// snake is a tube of ten joints along Y with smooth weights.
func snake() *scene.Model {
	p := scene.Primitive{Material: scene.Some(0)}
	const rings, sides, joints = 40, 14, 10
	for i := range rings + 1 {
		y := float64(i) / rings * 2
		for j := range sides + 1 {
			s, c := math.Sincos(2 * math.Pi * float64(j) / sides)
			p.Positions = append(p.Positions, mgl32.Vec3{float32(0.15 * s), float32(y), float32(0.15 * c)})
			p.Normals = append(p.Normals, mgl32.Vec3{float32(s), 0, float32(c)})
			at := min(y/2*joints, joints-1.001)
			k := uint16(at)
			f := float32(at - float64(k))
			p.Joints = append(p.Joints, [4]uint16{k, min(k+1, joints-1)})
			p.Weights = append(p.Weights, [4]float32{1 - f, f})
		}
	}
	for i := range uint32(rings) {
		for j := range uint32(sides) {
			a, b := i*(sides+1)+j, (i+1)*(sides+1)+j
			p.Indices = append(p.Indices, a, a+1, b+1, a, b+1, b)
		}
	}
	m := &scene.Model{Meshes: []scene.Mesh{{Primitives: []scene.Primitive{p}}}, Materials: []scene.Material{paint(0.35, 0.5, 0.25, 1, 0, 0.4)}}
	var skin scene.Skin
	for k := range joints {
		n := scene.Node{Local: move(0, 2.0/joints, 0)}
		if k == 0 {
			n.Local = scene.Identity()
		} else {
			n.Parent = scene.Some(k - 1)
		}
		if k+1 < joints {
			n.Children = []int{k + 1}
		}
		m.Nodes = append(m.Nodes, n)
		skin.Joints = append(skin.Joints, k)
		skin.InverseBind = append(skin.InverseBind, mgl64.Translate3D(0, -2.0*float64(k)/joints, 0))
	}
	m.Skins = []scene.Skin{skin}
	m.Nodes = append(m.Nodes, scene.Node{Local: scene.Identity(), Mesh: scene.Some(0), Skin: scene.Some(0)})
	m.Roots = []int{0, joints}
	return m
}

// linesAndPoints is a spiral in lines and its corners in points.
func linesAndPoints() *scene.Model {
	l := scene.Primitive{Topology: scene.Lines, Material: scene.Some(0)}
	d := scene.Primitive{Topology: scene.Points, Material: scene.Some(1)}
	for i := range 60 {
		s, c := math.Sincos(float64(i) / 5)
		r := float64(i) / 60
		l.Positions = append(l.Positions, mgl32.Vec3{float32(r * c), float32(r * s), float32(r - 0.5)})
		if i > 0 {
			l.Indices = append(l.Indices, uint32(i-1), uint32(i))
		}
		d.Indices = append(d.Indices, uint32(i))
	}
	d.Positions = l.Positions
	return model([]scene.Primitive{l, d}, []scene.TRS{scene.Identity(), scene.Identity()}, []scene.Material{paint(0.9, 0.7, 0.1, 1, 0, 1), paint(1, 1, 1, 1, 0, 1)})
}

const goldenDir = "testdata/golden"

// TestGolden draws each scene and compares its pixel hash with the one that is
// kept. Run with -update after a change that is meant to be seen, and look at
// the pictures. TestGoldenWithFMA expects the same hashes under GOAMD64=v3.
func TestGolden(t *testing.T) {
	want := readHashes(t)
	got := map[string]string{}
	for _, g := range goldens() {
		img, _ := picture(g.items(), g.cam, g.opt, raster.Options{MSAA: g.msaa})
		hash := raster.PixelHash(img)
		got[g.name] = hash
		if *update {
			writePNG(t, filepath.Join(goldenDir, g.name+".png"), img)
			continue
		}
		if want[g.name] == hash {
			continue
		}
		dir, err := os.MkdirTemp("", "golden-")
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(dir, g.name+".png")
		writePNG(t, file, img)
		t.Errorf("%s: hash %s, want %s; %s; the new picture is %s", g.name, hash, want[g.name], difference(img, g.name), file)
	}
	if !*update {
		if len(want) != len(got) {
			t.Errorf("%d hashes are kept for %d scenes", len(want), len(got))
		}
		return
	}
	names := make([]string, 0, len(got))
	for n := range got {
		names = append(names, n)
	}
	slices.Sort(names)
	var b strings.Builder
	for _, n := range names {
		fmt.Fprintf(&b, "%s %s\n", got[n], n)
	}
	if err := os.WriteFile(filepath.Join(goldenDir, "hashes.txt"), []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

func readHashes(t *testing.T) map[string]string {
	m := map[string]string{}
	f, err := os.Open(filepath.Join(goldenDir, "hashes.txt"))
	if err != nil {
		if *update {
			if err := os.MkdirAll(goldenDir, 0o755); err != nil {
				t.Fatal(err)
			}
			return m
		}
		t.Fatal(err)
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		if hash, name, ok := strings.Cut(s.Text(), " "); ok {
			m[name] = hash
		}
	}
	return m
}

func writePNG(t *testing.T, file string, img image.Image) {
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, img); err != nil {
		t.Fatal(err)
	}
}

// difference says how far a picture is from the kept one.
func difference(img *image.NRGBA, name string) string {
	f, err := os.Open(filepath.Join(goldenDir, name+".png"))
	if err != nil {
		return err.Error()
	}
	defer f.Close()
	old, err := png.Decode(f)
	if err != nil || old.Bounds() != img.Bounds() {
		return "the kept picture has another size"
	}
	pixels, worst := 0, uint32(0)
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			r0, g0, b0, _ := old.At(x, y).RGBA()
			r1, g1, b1, _ := img.At(x, y).RGBA()
			d := uint32(0)
			for _, p := range [][2]uint32{{r0, r1}, {g0, g1}, {b0, b1}} {
				d = max(d, max(p[0], p[1])-min(p[0], p[1]))
			}
			if d > 0 {
				pixels++
				worst = max(worst, d>>8)
			}
		}
	}
	return fmt.Sprintf("%d pixels differ, by up to %d levels", pixels, worst)
}
