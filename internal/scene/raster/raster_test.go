package raster_test

import (
	"image"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
	"donorlab/internal/scene/draw"
	"donorlab/internal/scene/raster"
)

var flatSurface = &draw.Surface{Material: &scene.Material{}, Unlit: true}

// flatList is a list of unlit triangles given by their pixels and Q.
func flatList(w, h int, kind draw.Kind, verts []draw.Vertex, tris [][3]uint32) *draw.List {
	l := &draw.List{Width: w, Height: h, Vertices: verts, Batches: []draw.Batch{{Kind: kind, Surface: flatSurface, Count: len(tris)}}}
	l.View = draw.View{Right: mgl32.Vec3{1, 0, 0}, Up: mgl32.Vec3{0, 1, 0}, Back: mgl32.Vec3{0, 0, 1}, TanHalfX: 1, TanHalfY: 1, Near: 1, Far: 100}
	for i, t := range tris {
		l.Triangles = append(l.Triangles, draw.Triangle{A: t[0], B: t[1], C: t[2], ID: uint32(i + 1)})
	}
	return l
}

func corner(x, y, q, r, g, b, a float32) draw.Vertex {
	return draw.Vertex{X: x, Y: y, Q: q, R: r * q, G: g * q, B: b * q, A: a * q}
}

func drawList(l *draw.List, opt raster.Options) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, l.Width, l.Height))
	raster.Draw(img, l, opt)
	return img
}

// TestSharedEdges covers the picture with a net of triangles whose corners lie
// anywhere, often on pixel centres and edges, half clear. A pixel that is
// covered twice or not at all has another colour than the rest.
func TestSharedEdges(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	const w, h, n = 150, 90, 14
	for trial := range 20 {
		var verts []draw.Vertex
		for j := range n + 1 {
			for i := range n + 1 {
				x, y := float32(i)*(w+20)/n-10, float32(j)*(h+20)/n-10
				x += (rng.Float32() - 0.5) * 4
				y += (rng.Float32() - 0.5) * 2
				switch rng.IntN(3) {
				case 0: // on a pixel's centre
					x, y = float32(math.Floor(float64(x)))+0.5, float32(math.Floor(float64(y)))+0.5
				case 1: // on a grid line
					x = float32(math.Floor(float64(x)))
				}
				verts = append(verts, corner(x, y, 0.5, 1, 1, 1, 0.5))
			}
		}
		var tris [][3]uint32
		for j := range uint32(n) {
			for i := range uint32(n) {
				a, b, c, d := j*(n+1)+i, j*(n+1)+i+1, (j+1)*(n+1)+i+1, (j+1)*(n+1)+i
				if (i+j)%2 == 0 {
					tris = append(tris, [3]uint32{a, b, c}, [3]uint32{a, d, c}) // both windings
				} else {
					tris = append(tris, [3]uint32{a, b, d}, [3]uint32{b, c, d})
				}
			}
		}
		for _, msaa := range []int{1, 4} {
			img := drawList(flatList(w, h, draw.Overlay, verts, tris), raster.Options{MSAA: msaa})
			for y := range h {
				for x := range w {
					got := img.NRGBAAt(x, y).R
					// Shares of one pixel are laid one over the other, so four samples leave less than half.
					ok := got == 128
					if msaa == 4 {
						ok = got >= 87 && got <= 128
					}
					if !ok {
						t.Fatalf("trial %d, %dx: pixel %d,%d is %d", trial, msaa, x, y, got)
					}
				}
			}
		}
	}
}

// TestSamplesCoveredOnce is TestSharedEdges for every sample: in an opaque
// white net on black no sample may be missed.
func TestSamplesCoveredOnce(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	const w, h = 64, 64
	for range 50 {
		mid := corner(rng.Float32()*w, rng.Float32()*h, 0.5, 1, 1, 1, 1)
		verts := []draw.Vertex{mid}
		for _, p := range [][2]float32{{-5, -5}, {w + 5, -5}, {w + 5, h + 5}, {-5, h + 5}} {
			verts = append(verts, corner(p[0], p[1], 0.5, 1, 1, 1, 1))
		}
		tris := [][3]uint32{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 1}}
		img := drawList(flatList(w, h, draw.Opaque, verts, tris), raster.Options{MSAA: 4})
		for i := 0; i < len(img.Pix); i++ {
			if img.Pix[i] != 255 {
				t.Fatalf("byte %d is %d: a sample was missed", i, img.Pix[i])
			}
		}
	}
}

// TestCoverage compares with the definition: a pixel whose centre is well inside
// is covered, one well outside is not.
func TestCoverage(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for range 200 {
		var p [3][2]float64
		var verts []draw.Vertex
		for k := range p {
			p[k] = [2]float64{rng.Float64()*140 - 20, rng.Float64()*140 - 20}
			verts = append(verts, corner(float32(p[k][0]), float32(p[k][1]), 0.5, 1, 1, 1, 1))
		}
		img := drawList(flatList(100, 100, draw.Opaque, verts, [][3]uint32{{0, 1, 2}}), raster.Options{})
		for y := range 100 {
			for x := range 100 {
				d := inside(p, float64(x)+0.5, float64(y)+0.5)
				if lit := img.NRGBAAt(x, y).R == 255; math.Abs(d) > 0.01 && lit != (d > 0) {
					t.Fatalf("pixel %d,%d of %v: lit %v, %.3f inside", x, y, p, lit, d)
				}
			}
		}
	}
}

// inside is the distance in pixels to the nearest side, negative outside.
func inside(p [3][2]float64, x, y float64) float64 {
	area := (p[1][0]-p[0][0])*(p[2][1]-p[0][1]) - (p[2][0]-p[0][0])*(p[1][1]-p[0][1])
	least := math.Inf(1)
	for k := range 3 {
		a, b := p[k], p[(k+1)%3]
		e := (b[0]-a[0])*(y-a[1]) - (b[1]-a[1])*(x-a[0])
		least = min(least, e*math.Copysign(1, area)/math.Hypot(b[0]-a[0], b[1]-a[1]))
	}
	return least
}

// TestCrossingQuads draws two squares that cut each other along a line known in
// closed form.
func TestCrossingQuads(t *testing.T) {
	red, green := paint(1, 0, 0, 1, 0, 1), paint(0, 1, 0, 1, 0, 1)
	red.Unlit, green.Unlit, red.DoubleSided, green.DoubleSided = true, true, true, true
	p, q := quad(), quad()
	p.Material, q.Material = scene.Some(0), scene.Some(1)
	tilt := scene.Identity()
	tilt.R = mgl64.QuatRotate(0.6, mgl64.Vec3{0, 1, 0})
	m := model([]scene.Primitive{p, q}, []scene.TRS{scene.Identity(), tilt}, []scene.Material{red, green})
	const w, h = 300, 200
	cam := scene.Camera{Distance: 4, ElevationDeg: 20, AzimuthDeg: 10}
	for _, ortho := range []bool{false, true} {
		cam.Ortho = ortho
		img, _ := picture([]draw.Item{{Prepared: draw.Prepare(m)}}, cam, draw.Options{Width: w, Height: h}, raster.Options{})
		pr := draw.NewProjector(cam, w, h)
		counts := map[bool]int{}
		for y := range h {
			for x := range w {
				o, d := pr.Ray(float64(x)+0.5, float64(y)+0.5)
				zr, okr := hitQuad(o, d, mgl64.Ident4())
				zg, okg := hitQuad(o, d, tilt.Mat4())
				if !okr || !okg || math.Abs(zr-zg) < 1e-3 {
					continue
				}
				c := img.NRGBAAt(x, y)
				if (c.R == 255) != (zr < zg) || (c.G == 255) != (zg < zr) {
					t.Fatalf("ortho %v: pixel %d,%d is %v; red at %.4f, green at %.4f", ortho, x, y, c, zr, zg)
				}
				counts[zr < zg]++
			}
		}
		if counts[true] < 500 || counts[false] < 500 {
			t.Errorf("only %v pixels compared", counts)
		}
	}
}

// hitQuad returns the distance along a ray to a placed quad, well inside it.
func hitQuad(o, d mgl64.Vec3, at mgl64.Mat4) (float64, bool) {
	inv, _ := scene.InverseAffine(at)
	o, d = inv.Mul4x1(o.Vec4(1)).Vec3(), inv.Mul4x1(d.Vec4(0)).Vec3()
	k := -o[2] / d[2]
	p := o.Add(d.Mul(k))
	return k, math.Abs(p[0]) < 0.99 && math.Abs(p[1]) < 0.99
}

// TestPerspective checks that colours run over a tilted square as over the thing
// itself, not over its picture.
func TestPerspective(t *testing.T) {
	p := quad()
	mat := paint(1, 1, 1, 1, 0, 1)
	mat.Unlit = true
	p.Material = scene.Some(0)
	for _, v := range p.Positions {
		p.Colors = append(p.Colors, mgl32.Vec4{(v[0] + 1) / 2, (v[1] + 1) / 2, 0.25, 1})
	}
	tilt := scene.Identity()
	tilt.R = mgl64.QuatRotate(1.2, mgl64.Vec3{1, 0, 0}.Normalize())
	m := model([]scene.Primitive{p}, []scene.TRS{tilt}, []scene.Material{mat})
	cam := scene.Camera{Distance: 2.2, AzimuthDeg: 30, ElevationDeg: -20}
	const w, h = 240, 180
	img, _ := picture([]draw.Item{{Prepared: draw.Prepare(m)}}, cam, draw.Options{Width: w, Height: h}, raster.Options{})
	pr := draw.NewProjector(cam, w, h)
	inv, _ := scene.InverseAffine(tilt.Mat4())
	n := 0
	for y := range h {
		for x := range w {
			o, d := pr.Ray(float64(x)+0.5, float64(y)+0.5)
			o, d = inv.Mul4x1(o.Vec4(1)).Vec3(), inv.Mul4x1(d.Vec4(0)).Vec3()
			at := o.Add(d.Mul(-o[2] / d[2]))
			if math.Abs(at[0]) > 0.98 || math.Abs(at[1]) > 0.98 {
				continue
			}
			c := img.NRGBAAt(x, y)
			for k, got := range []uint8{c.R, c.G} {
				want := draw.LinearToSRGB((at[k]+1)/2) * 255
				if math.Abs(float64(got)-want) > 0.8 {
					t.Fatalf("pixel %d,%d channel %d is %d, want %.2f", x, y, k, got, want)
				}
			}
			n++
		}
	}
	if n < 2000 {
		t.Errorf("only %d pixels compared", n)
	}
}

func TestBackgroundAndEmptyList(t *testing.T) {
	l := &draw.List{Width: 40, Height: 50, Background: [2]mgl32.Vec3{{0, 0, 0}, {1, 0.5, 0}}}
	img := drawList(l, raster.Options{})
	for y := range 50 {
		want := draw.LinearToSRGB((float64(y)+0.5)/50) * 255
		c := img.NRGBAAt(7, y)
		if math.Abs(float64(c.R)-want) > 0.6 || c.B != 0 || c.A != 255 {
			t.Errorf("row %d is %v, want red %.1f", y, c, want)
		}
	}
	raster.Draw(img, &draw.List{}, raster.Options{}) // must not touch the image, nor fail
	if img.NRGBAAt(0, 49).R == 0 {
		t.Error("a list of no size changed the image")
	}
	small := image.NewNRGBA(image.Rect(0, 0, 5, 5))
	raster.Draw(small, l, raster.Options{MSAA: 4})
}

// TestHostileLists feeds what no front end should make.
func TestHostileLists(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	good := []draw.Vertex{corner(1, 1, 0.5, 1, 1, 1, 1), corner(30, 1, 0.5, 1, 1, 1, 1), corner(1, 30, 0.5, 1, 1, 1, 1)}
	for _, bad := range []draw.Vertex{
		{X: nan, Y: 1, Q: 1}, {X: 1, Y: inf, Q: 1}, {X: 5, Y: 5, Q: nan}, {X: 5, Y: 5, Q: 0}, {X: 5, Y: 5, Q: -1}, {X: 1e9, Y: 5, Q: 1},
	} {
		for _, kind := range []draw.Kind{draw.Opaque, draw.Mask, draw.Blend, draw.Overlay} {
			verts := append(append([]draw.Vertex(nil), good...), bad)
			l := flatList(32, 32, kind, verts, [][3]uint32{{0, 1, 3}, {0, 0, 0}, {0, 1, 99}})
			for _, msaa := range []int{1, 4} {
				for i, v := range drawList(l, raster.Options{MSAA: msaa}).Pix {
					if want := uint8(0); i%4 != 3 && v != want {
						t.Fatalf("vertex %+v kind %d left a mark", bad, kind)
					}
				}
			}
		}
	}
	// Colours that are no numbers must not reach the image as anything but a level.
	good[0].R, good[1].G, good[2].A = nan, inf, nan
	for _, kind := range []draw.Kind{draw.Opaque, draw.Blend} {
		drawList(flatList(32, 32, kind, good, [][3]uint32{{0, 1, 2}}), raster.Options{})
	}
}

func TestMaskAndBlend(t *testing.T) {
	half := func(kind scene.AlphaMode, alpha float32) *image.NRGBA {
		p, back := quad(), quad()
		mat, bg := paint(1, 0, 0, alpha, 0, 1), paint(0, 0, 1, 1, 0, 1)
		mat.Unlit, bg.Unlit = true, true
		mat.AlphaMode = kind
		p.Material, back.Material = scene.Some(0), scene.Some(1)
		m := model([]scene.Primitive{p, back}, []scene.TRS{move(0, 0, 1), move(0, 0, 0)}, []scene.Material{mat, bg})
		img, _ := picture([]draw.Item{{Prepared: draw.Prepare(m)}}, scene.Camera{Distance: 5}, draw.Options{Width: 60, Height: 60}, raster.Options{})
		return img
	}
	for _, c := range []struct {
		name    string
		mode    scene.AlphaMode
		alpha   float32
		r, b, d uint8
	}{
		{"opaque ignores alpha", scene.Opaque, 0.2, 255, 0, 0},
		{"mask under its cutoff", scene.Mask, 0.4, 0, 255, 0},
		{"mask over its cutoff", scene.Mask, 0.6, 255, 0, 0},
		{"blend", scene.Blend, 0.25, 64, 191, 1},
	} {
		got := half(c.mode, c.alpha).NRGBAAt(30, 30)
		if absDiff(got.R, c.r) > c.d || absDiff(got.B, c.b) > c.d {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func absDiff(a, b uint8) uint8 {
	if a > b {
		return a - b
	}
	return b - a
}

// TestBlendIsHiddenBehindOpaque draws glass behind a wall.
func TestBlendIsHiddenBehindOpaque(t *testing.T) {
	glass, wall := paint(1, 0, 0, 0.5, 0, 1), paint(0, 0, 1, 1, 0, 1)
	glass.Unlit, wall.Unlit, glass.AlphaMode = true, true, scene.Blend
	p, q := quad(), quad()
	p.Material, q.Material = scene.Some(0), scene.Some(1)
	m := model([]scene.Primitive{p, q}, []scene.TRS{move(0, 0, -1), move(0, 0, 0)}, []scene.Material{glass, wall})
	for _, msaa := range []int{1, 4} {
		img, _ := picture([]draw.Item{{Prepared: draw.Prepare(m)}}, scene.Camera{Distance: 5}, draw.Options{Width: 60, Height: 60}, raster.Options{MSAA: msaa})
		if c := img.NRGBAAt(30, 30); c.R != 0 || c.B != 255 {
			t.Errorf("%dx: %v", msaa, c)
		}
	}
}

func TestSampling(t *testing.T) {
	p := quad()
	mat := paint(1, 1, 1, 1, 0, 1)
	mat.Unlit = true
	mat.BaseColorTex = ref(0)
	p.Material = scene.Some(0)
	// Four texels; the picture shows them 100 pixels wide each.
	img := image.NewNRGBA(image.Rect(0, 0, 2, 2))
	copy(img.Pix, []uint8{255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255})
	cam := scene.Camera{Distance: 1, Ortho: true, FovYDeg: 90}
	for _, nearest := range []bool{false, true} {
		m := model([]scene.Primitive{p}, []scene.TRS{scene.Identity()}, []scene.Material{mat}, img)
		m.Textures[0].Nearest = nearest
		m.Textures[0].WrapS, m.Textures[0].WrapT = scene.Clamp, scene.Clamp
		pic, _ := picture([]draw.Item{{Prepared: draw.Prepare(m)}}, cam, draw.Options{Width: 200, Height: 200}, raster.Options{})
		// The texels' own middles are pure in both filters.
		for _, c := range []struct {
			x, y    int
			r, g, b uint8
		}{{49, 49, 255, 0, 0}, {149, 49, 0, 255, 0}, {49, 149, 0, 0, 255}, {149, 149, 255, 255, 255}} {
			got := pic.NRGBAAt(c.x, c.y)
			if absDiff(got.R, c.r) > 24 || absDiff(got.G, c.g) > 24 || absDiff(got.B, c.b) > 24 {
				t.Errorf("nearest %v: pixel %d,%d is %v", nearest, c.x, c.y, got)
			}
		}
		// Half way between red and green: linear light gives 188 of each, nearest one of the two.
		got := pic.NRGBAAt(100, 30)
		if nearest && (got.R != 0 || got.G != 255) || !nearest && (absDiff(got.R, 188) > 3 || absDiff(got.G, 188) > 3) {
			t.Errorf("nearest %v: between texels %v", nearest, got)
		}
	}
	// Far away, a fine checker is its mean, not noise.
	far := p
	far.UV0 = []mgl32.Vec2{{0, 40}, {40, 40}, {40, 0}, {0, 0}}
	m := model([]scene.Primitive{far}, []scene.TRS{scene.Identity()}, []scene.Material{mat}, checker(64, 16, [4]uint8{0, 0, 0, 255}, [4]uint8{255, 255, 255, 255}))
	pic, _ := picture([]draw.Item{{Prepared: draw.Prepare(m)}}, cam, draw.Options{Width: 80, Height: 80}, raster.Options{})
	for y := range 60 {
		for x := range 60 {
			if c := pic.NRGBAAt(x+10, y+10).R; absDiff(c, 188) > 3 {
				t.Fatalf("a checker far below a pixel is %d, want its mean, 188", c)
			}
		}
	}
}

// TestNormalMap lights a flat square through a map that leans everywhere to one
// side, which must look like the square leaning so itself.
func TestNormalMap(t *testing.T) {
	lean := func(nx, ny float64) *image.NRGBA {
		img := image.NewNRGBA(image.Rect(0, 0, 4, 4))
		nz := math.Sqrt(1 - nx*nx - ny*ny)
		for i := range 16 {
			copy(img.Pix[4*i:], []uint8{uint8(math.Round((nx + 1) * 127.5)), uint8(math.Round((ny + 1) * 127.5)), uint8(math.Round((nz + 1) * 127.5)), 255})
		}
		return img
	}
	for _, n := range [][2]float64{{0.5, 0}, {-0.5, 0}, {0, 0.5}, {0, -0.5}, {0.3, -0.4}} {
		mat := paint(0.5, 0.5, 0.5, 1, 0, 0.8)
		plain := quad()
		plain.Material = scene.Some(0)
		// u runs right and v down the square, so the map's x is right and its y is up.
		for i := range plain.Normals {
			plain.Normals[i] = mgl32.Vec3{float32(n[0]), float32(n[1]), float32(math.Sqrt(1 - n[0]*n[0] - n[1]*n[1]))}
		}
		mapped := quad()
		mapped.Material = scene.Some(0)
		bumpy := mat
		bumpy.NormalTex = ref(0)
		cam := scene.Camera{Distance: 5}
		opt := draw.Options{Width: 80, Height: 80}
		want, _ := picture([]draw.Item{{Prepared: draw.Prepare(model([]scene.Primitive{plain}, []scene.TRS{scene.Identity()}, []scene.Material{mat}))}}, cam, opt, raster.Options{})
		got, _ := picture([]draw.Item{{Prepared: draw.Prepare(model([]scene.Primitive{mapped}, []scene.TRS{scene.Identity()}, []scene.Material{bumpy}, lean(n[0], n[1])))}}, cam, opt, raster.Options{})
		for i := range want.Pix {
			if absDiff(want.Pix[i], got.Pix[i]) > 2 {
				t.Fatalf("lean %v: byte %d is %d by the map and %d by the normal", n, i, got.Pix[i], want.Pix[i])
			}
		}
	}
}

func TestIDs(t *testing.T) {
	p, q := quad(), quad()
	m := model([]scene.Primitive{p, q}, []scene.TRS{move(-1.5, 0, 0), move(1.5, 0, 0)}, []scene.Material{scene.DefaultMaterial()})
	cam := scene.Camera{Distance: 8, Ortho: true}
	for _, msaa := range []int{1, 4} {
		ids := new(raster.IDs)
		_, l := picture(nil, cam, draw.Options{Width: 1, Height: 1}, raster.Options{})
		var b draw.Builder
		b.Frame(l, []draw.Item{{Prepared: draw.Prepare(m), Bounds: true}}, cam, draw.Options{Width: 200, Height: 100, Grid: true})
		raster.Draw(image.NewNRGBA(image.Rect(0, 0, 200, 100)), l, raster.Options{MSAA: msaa, IDs: ids})
		pr := draw.NewProjector(cam, 200, 100)
		for node, x := range []float64{-1.5, 1.5} {
			sx, sy, _, _ := pr.Point(mgl64.Vec3{x, 0.1, 0})
			if tri, ok := ids.At(l, int(sx), int(sy)); !ok || int(tri.Node) != node {
				t.Errorf("%dx: pixel of node %d shows %+v, %v", msaa, node, tri, ok)
			}
		}
		for _, p := range [][2]int{{100, 50}, {-1, 0}, {0, 100}, {5, 5}} {
			if tri, ok := ids.At(l, p[0], p[1]); ok {
				t.Errorf("%dx: nothing is at %v, but %+v", msaa, p, tri)
			}
		}
	}
}

func TestSameOnAnyNumberOfThreads(t *testing.T) {
	mod, cam := texturedTorus(60, 24)
	items := []draw.Item{{Prepared: draw.Prepare(mod), Bounds: true, Wire: true}}
	opt := draw.Options{Width: 333, Height: 222, Grid: true, Shadow: true, GroundY: -0.5}
	for _, msaa := range []int{1, 4} {
		var hashes []string
		for _, procs := range []int{1, 2} {
			old := runtime.GOMAXPROCS(procs)
			img, _ := picture(items, cam, opt, raster.Options{MSAA: msaa})
			runtime.GOMAXPROCS(old)
			hashes = append(hashes, raster.PixelHash(img))
		}
		img, _ := picture(items, cam, opt, raster.Options{MSAA: msaa, Threads: 7})
		hashes = append(hashes, raster.PixelHash(img))
		if hashes[0] != hashes[1] || hashes[0] != hashes[2] {
			t.Errorf("%dx: hashes %v with GOMAXPROCS 1, 2 and seven threads", msaa, hashes)
		}
	}
}

func TestReuseMakesTheSamePicture(t *testing.T) {
	mod, cam := texturedTorus(40, 16)
	_, big := picture([]draw.Item{{Prepared: draw.Prepare(mod)}}, cam, draw.Options{Width: 300, Height: 200}, raster.Options{})
	_, small := picture(nil, cam, draw.Options{Width: 90, Height: 40}, raster.Options{})
	var r raster.Rasterizer
	a, b := image.NewNRGBA(image.Rect(0, 0, 300, 200)), image.NewNRGBA(image.Rect(0, 0, 300, 200))
	r.Draw(a, big, raster.Options{MSAA: 4})
	r.Draw(image.NewNRGBA(image.Rect(0, 0, 90, 40)), small, raster.Options{})
	r.Draw(b, big, raster.Options{MSAA: 4})
	if raster.PixelHash(a) != raster.PixelHash(b) {
		t.Error("a used Rasterizer draws another picture")
	}
	if n := testing.AllocsPerRun(10, func() { r.Draw(b, big, raster.Options{Threads: 1}) }); n > 0 {
		t.Errorf("%v allocations a frame", n)
	}
}

func TestPixelHash(t *testing.T) {
	img := image.NewNRGBA(image.Rect(0, 0, 4, 3))
	img.Pix[20] = 7
	sub := image.NewNRGBA(image.Rect(0, 0, 9, 9)).SubImage(image.Rect(2, 2, 6, 5)).(*image.NRGBA)
	sub.Pix[sub.Stride+4] = 7
	if raster.PixelHash(img) != raster.PixelHash(sub) {
		t.Error("equal pixels with another stride have another hash")
	}
	turned := image.NewNRGBA(image.Rect(0, 0, 3, 4))
	copy(turned.Pix, img.Pix)
	if raster.PixelHash(img) == raster.PixelHash(turned) {
		t.Error("the size is not in the hash")
	}
	// Known value: 1x1, all zero: SHA-256 of 01000000 01000000 00000000.
	if got, want := raster.PixelHash(image.NewNRGBA(image.Rect(0, 0, 1, 1))), "7d450465ceb49083708a6970827f0e0b116ed285072a95b451e55f583f56da8d"; got != want {
		t.Errorf("hash %s, want %s", got, want)
	}
}

// TestSliverLeavesTilesAlone: a long thin triangle's box reaches over tiles that
// it does not touch. They are ground, and a buffer that was used before says so.
func TestSliverLeavesTilesAlone(t *testing.T) {
	full := []draw.Vertex{corner(-10, -10, 0.5, 1, 0, 0, 1), corner(600, -10, 0.5, 1, 0, 0, 1), corner(-10, 600, 0.5, 1, 0, 0, 1)}
	thin := []draw.Vertex{corner(0, 0, 0.5, 0, 1, 0, 1), corner(256, 255, 0.5, 0, 1, 0, 1), corner(255, 256, 0.5, 0, 1, 0, 1)}
	for _, kind := range []draw.Kind{draw.Opaque, draw.Mask} {
		for _, msaa := range []int{1, 4} {
			var r raster.Rasterizer
			var ids raster.IDs
			img := image.NewNRGBA(image.Rect(0, 0, 256, 256))
			opt := raster.Options{MSAA: msaa, IDs: &ids, Threads: 1}
			r.Draw(img, flatList(256, 256, kind, full, [][3]uint32{{0, 1, 2}}), opt)
			if ids.Triangle[200*256+20] != 1 || img.NRGBAAt(20, 200).R != 255 {
				t.Fatal("the picture is not full")
			}
			r.Draw(img, flatList(256, 256, kind, thin, [][3]uint32{{0, 1, 2}}), opt)
			for y := range 256 {
				for x := range 256 {
					on := x-y < 2 && y-x < 2
					if c, id := img.NRGBAAt(x, y), ids.Triangle[y*256+x]; !on && (c.R != 0 || c.G != 0 || id != 0) {
						t.Fatalf("kind %d, %d samples: pixel %d, %d is %v of triangle %d", kind, msaa, x, y, c, id)
					}
				}
			}
			if img.NRGBAAt(200, 200).G != 255 || ids.Triangle[200*256+200] != 1 {
				t.Errorf("kind %d, %d samples: the sliver is not to be seen", kind, msaa)
			}
		}
	}
}
