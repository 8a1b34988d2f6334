package raster_test

import (
	"image"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
	"donorlab/internal/scene/draw"
	"donorlab/internal/scene/raster"
)

// TestOrderDoesNotShow: triangles that lie in one plane, one over the other,
// give one picture in whatever order and in whatever primitives they come.
func TestOrderDoesNotShow(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	var tris []scene.Primitive
	mats := []scene.Material{paint(1, 1, 1, 1, 0, 0.5)}
	for i := range 40 {
		q := quad()
		x, y := float32(rng.IntN(8))/8-0.5, float32(rng.IntN(8))/8-0.5
		for k := range q.Positions {
			q.Positions[k] = q.Positions[k].Mul(0.5).Add(mgl32.Vec3{x, y, 0})
		}
		q.Material = scene.Some(0)
		for range q.Positions {
			q.Colors = append(q.Colors, mgl32.Vec4{float32(i%5) / 4, float32(i%7) / 6, float32(i%3) / 2, 1})
		}
		for half := range 2 {
			p := q
			p.Indices = q.Indices[3*half : 3*half+3]
			tris = append(tris, p)
		}
	}
	// Straight on, all depths are the same to the last bit; at a slant some are.
	for _, cam := range []scene.Camera{{Distance: 3}, {Distance: 3, Ortho: true}, {Distance: 3, ElevationDeg: 10, AzimuthDeg: 25}} {
		for _, msaa := range []int{1, 4} {
			want := ""
			for range 5 {
				m := model(tris, make([]scene.TRS, len(tris)), mats)
				for i := range m.Nodes {
					m.Nodes[i].Local = scene.Identity()
				}
				img, _ := picture([]draw.Item{{Prepared: draw.Prepare(m)}}, cam, draw.Options{Width: 200, Height: 150}, raster.Options{MSAA: msaa})
				got := raster.PixelHash(img)
				if want == "" {
					want = got
				}
				if got != want {
					t.Fatalf("%+v %dx: another order, another picture", cam, msaa)
				}
				rng.Shuffle(len(tris), func(i, j int) { tris[i], tris[j] = tris[j], tris[i] })
			}
		}
	}
}

// TestGoldensOnAnyNumberOfThreads: all kept scenes, front end and rasteriser.
func TestGoldensOnAnyNumberOfThreads(t *testing.T) {
	for _, g := range goldens() {
		hashes := map[int]string{}
		for _, n := range []int{1, 2, 5} {
			g.opt.Threads = n
			img, _ := picture(g.items(), g.cam, g.opt, raster.Options{MSAA: g.msaa, Threads: n})
			hashes[n] = raster.PixelHash(img)
		}
		if hashes[1] != hashes[2] || hashes[1] != hashes[5] {
			t.Errorf("%s: %v", g.name, hashes)
		}
	}
}

// over lays a picture that may be clear over one colour.
func over(img *image.NRGBA, bg uint8) *image.NRGBA {
	out := image.NewNRGBA(img.Rect)
	for i := 0; i < len(img.Pix); i += 4 {
		a := float64(img.Pix[i+3]) / 255
		for c := range 3 {
			out.Pix[i+c] = uint8(math.Round(float64(img.Pix[i+c])*a + float64(bg)*(1-a)))
		}
		out.Pix[i+3] = 255
	}
	return out
}

// TestClear: a clear picture laid over a plain colour is the picture drawn on
// that colour, but for edges, which are averaged in linear light in one and by
// the layer's alpha in the other.
func TestClear(t *testing.T) {
	items := []draw.Item{{Prepared: draw.Prepare(glasses())}}
	cam := scene.Camera{AzimuthDeg: 30, ElevationDeg: 25, Distance: 4}
	gray := draw.SRGBToLinear(100.0 / 255)
	bg := [2]mgl32.Vec3{{float32(gray), float32(gray), float32(gray)}, {float32(gray), float32(gray), float32(gray)}}
	for _, msaa := range []int{1, 4} {
		opt := draw.Options{Width: 160, Height: 120, Shadow: true, GroundY: -1, Backdrop: draw.BackdropClear}
		clear, _ := picture(items, cam, opt, raster.Options{MSAA: msaa})
		opt.Backdrop, opt.Background = draw.BackdropStudio, &bg
		plain, _ := picture(items, cam, opt, raster.Options{MSAA: msaa})
		laid := over(clear, 100)
		empty, full, off, worst := 0, 0, 0, 0
		for i := 0; i < len(laid.Pix); i += 4 {
			switch clear.Pix[i+3] {
			case 0:
				empty++
			case 255:
				full++
			}
			d := 0
			for c := range 3 {
				d = max(d, int(absDiff(laid.Pix[i+c], plain.Pix[i+c])))
			}
			if d > 2 {
				off++
			}
			worst = max(worst, d)
		}
		limit := 0
		if msaa > 1 {
			limit = len(laid.Pix) / 4 / 30
		}
		if empty < 2000 || full < 500 || off > limit || worst > 60 {
			t.Errorf("%dx: %d clear pixels, %d full, %d differ, worst %d", msaa, empty, full, off, worst)
		}
	}
}

// TestNoSeams: over an even ground, water changes smoothly from pixel to pixel,
// with any number of samples: the edges between its triangles do not show.
func TestNoSeams(t *testing.T) {
	for _, msaa := range []int{1, 4} {
		opt := draw.Options{Width: 300, Height: 200, Backdrop: draw.BackdropLight, Water: &draw.Water{}}
		img, _ := picture(nil, scene.Camera{Distance: 6, ElevationDeg: 14}, opt, raster.Options{MSAA: msaa})
		for y := 100; y < 200; y++ {
			for x := 2; x < 298; x++ {
				l, m, r := img.Pix[img.PixOffset(x-2, y)+1], img.Pix[img.PixOffset(x, y)+1], img.Pix[img.PixOffset(x+2, y)+1]
				if d := int(m) - (int(l)+int(r))/2; d > 2 || d < -2 {
					t.Fatalf("%dx: a seam at %d, %d: %d between %d and %d", msaa, x, y, m, l, r)
				}
			}
		}
	}
}

// TestLampReachesPixels: a spot over a plane lights a round spot where it
// points, with both projections.
func TestLampReachesPixels(t *testing.T) {
	p := quad()
	p.Material = scene.Some(0)
	m := model([]scene.Primitive{p}, []scene.TRS{scene.Identity()}, []scene.Material{paint(0.5, 0.5, 0.5, 1, 0, 1)})
	m.Lights = []scene.Light{{Kind: scene.Spot, Color: mgl32.Vec3{1, 0, 0}, Intensity: 8, InnerCone: 0.12, OuterCone: 0.13}}
	m.Nodes = append(m.Nodes, scene.Node{Local: move(0.4, 0.3, 2), Light: scene.Some(0)})
	m.Roots = append(m.Roots, 1)
	for _, ortho := range []bool{false, true} {
		cam := scene.Camera{AzimuthDeg: 20, ElevationDeg: 15, Distance: 4, Ortho: ortho}
		opt := draw.Options{Width: 200, Height: 160, Light: &draw.Light{Sky: mgl32.Vec3{0.2, 0.2, 0.2}, Ground: mgl32.Vec3{0.2, 0.2, 0.2}}}
		img, _ := picture([]draw.Item{{Prepared: draw.Prepare(m)}}, cam, opt, raster.Options{})
		pr := draw.NewProjector(cam, opt.Width, opt.Height)
		red := func(x, y float64) int {
			px, py, _, _ := pr.Point(mgl64.Vec3{x, y, 0})
			o := img.PixOffset(int(px), int(py))
			return int(img.Pix[o]) - int(img.Pix[o+1])
		}
		r := 2 * math.Tan(0.12)
		if red(0.4, 0.3) < 50 || red(0.4+0.8*r, 0.3) < 50 || red(0.4, 0.3-0.8*r) < 50 {
			t.Errorf("ortho %v: the spot is not where the lamp points", ortho)
		}
		if red(0.4+1.3*r, 0.3) > 2 || red(0.4, 0.3+1.3*r) > 2 || red(-0.5, -0.5) > 2 {
			t.Errorf("ortho %v: light outside the cone", ortho)
		}
	}
}

// TestThumbnail fills its picture and stands for itself.
func TestThumbnail(t *testing.T) {
	w := draw.Widget{Prepared: draw.Prepare(metals()), Backdrop: draw.BackdropClear, SpinDeg: 30}
	a, b := raster.Thumbnail(&w, 96, 64, 1), raster.Thumbnail(&w, 96, 64, 1)
	if raster.PixelHash(a) != raster.PixelHash(b) || raster.PixelHash(a) == raster.PixelHash(raster.Thumbnail(&w, 96, 64, 2)) {
		t.Error("a thumbnail is one picture for one time")
	}
	full := 0
	for i := 3; i < len(a.Pix); i += 4 {
		if a.Pix[i] == 255 {
			full++
		}
	}
	if full < 96*64/20 || full > 96*64*9/10 {
		t.Errorf("%d pixels of the model", full)
	}
	if img := raster.Thumbnail(&draw.Widget{}, 0, -4, 0); !img.Rect.Empty() {
		t.Error("no size, yet a picture")
	}
}

// TestShadesWithSecondSet: a map on the second UV set of a mesh with vertex
// colours of one hue looks as it does on the first set, where colours are carried.
func TestShadesWithSecondSet(t *testing.T) {
	picture := func(second, ortho bool) *image.NRGBA {
		m := mapped()
		p := &m.Meshes[0].Primitives[0]
		p.UV1 = p.UV0
		for i := range p.Positions {
			s := float32(i%4) / 3
			p.Colors = append(p.Colors, mgl32.Vec4{s, 0.75 * s, 0.5 * s, 1})
		}
		if second {
			m.Materials[0].OcclusionTex.UV, m.Materials[0].EmissiveTex.UV = 1, 1
		}
		prepared := draw.Prepare(m)
		if w := prepared.Warnings(); len(w) != 0 {
			t.Errorf("warnings %+v", w)
		}
		var b draw.Builder
		var l draw.List
		b.Frame(&l, []draw.Item{{Prepared: prepared}}, scene.Camera{Distance: 4, AzimuthDeg: 30, ElevationDeg: 20, Ortho: ortho}, draw.Options{Width: 200, Height: 150})
		if got := l.Batches[0].Surface.Carry == draw.CarryUVShade; got != second {
			t.Errorf("second set %v, carries shades: %v", second, got)
		}
		return drawList(&l, raster.Options{})
	}
	for _, ortho := range []bool{false, true} {
		a, b := picture(false, ortho), picture(true, ortho)
		seen := map[[4]uint8]bool{}
		for i := range a.Pix {
			if d := int(a.Pix[i]) - int(b.Pix[i]); d < -2 || d > 2 {
				t.Fatalf("ortho %v, byte %d: %d with colours, %d with shades", ortho, i, a.Pix[i], b.Pix[i])
			}
			seen[[4]uint8(b.Pix[i&^3:][:4])] = true
		}
		if len(seen) < 500 {
			t.Errorf("only %d colours: the square is not to be seen", len(seen))
		}
	}
}

// TestGlassHasNoSeam: within a clear, unlit square the edge between its two
// triangles does not show.
func TestGlassHasNoSeam(t *testing.T) {
	p := quad()
	p.Material = scene.Some(0)
	mat := paint(0.9, 0.2, 0.1, 0.5, 0, 1)
	mat.AlphaMode, mat.Unlit = scene.Blend, true
	m := model([]scene.Primitive{p}, []scene.TRS{scene.Identity()}, []scene.Material{mat})
	for _, msaa := range []int{1, 4} {
		img, _ := picture([]draw.Item{{Prepared: draw.Prepare(m)}}, scene.Camera{Distance: 4, AzimuthDeg: 10, ElevationDeg: 5},
			draw.Options{Width: 120, Height: 120, Backdrop: draw.BackdropLight}, raster.Options{MSAA: msaa})
		want := img.NRGBAAt(60, 40)
		for y := 40; y < 80; y++ {
			for x := 40; x < 80; x++ {
				if got := img.NRGBAAt(x, y); absDiff(got.R, want.R) > 1 || absDiff(got.G, want.G) > 1 || absDiff(got.B, want.B) > 1 {
					t.Fatalf("%dx: %v at %d, %d, beside %v", msaa, got, x, y, want)
				}
			}
		}
	}
}
