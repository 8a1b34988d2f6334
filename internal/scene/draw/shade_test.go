package draw

import (
	"image"
	"math"
	"testing"

	"donorlab/internal/scene"
)

// shadeOne shades one fragment; the arguments are in the order of Fragments' fields.
func shadeOne(s *Shader, r, g, b, nx, ny, nz, vx, vy, vz, metal, rough, occ, er, eg, eb float32) (x, y, z float32) {
	f := new(Fragments)
	for i, p := range [...]*[MaxFragments]float32{&f.R, &f.G, &f.B, &f.NX, &f.NY, &f.NZ, &f.VX, &f.VY, &f.VZ, &f.Metal, &f.Rough, &f.Occ, &f.EmitR, &f.EmitG, &f.EmitB} {
		p[0] = [...]float32{r, g, b, nx, ny, nz, vx, vy, vz, metal, rough, occ, er, eg, eb}[i]
	}
	s.Shade(f, 0, 1)
	return f.R[0], f.G[0], f.B[0]
}

func TestLog2(t *testing.T) {
	for x := float32(1e-30); x < 1e30; x *= 1.037 {
		if d := math.Abs(float64(Log2(x)) - math.Log2(float64(x))); d > 0.002 {
			t.Fatalf("Log2(%g) is off by %g", x, d)
		}
	}
	if Log2(0) > -100 || Log2(-1) > -100 || Log2(float32(math.NaN())) > -100 {
		t.Error("what has no logarithm must give a very small level")
	}
}

func TestWrapCoord(t *testing.T) {
	for _, c := range []struct {
		w    scene.Wrap
		i, n int
		want int
	}{
		{scene.Repeat, -1, 5, 4}, {scene.Repeat, 5, 5, 0}, {scene.Repeat, -11, 5, 4},
		{scene.Clamp, -3, 5, 0}, {scene.Clamp, 9, 5, 4}, {scene.Clamp, 2, 5, 2},
		{scene.Mirror, -1, 5, 0}, {scene.Mirror, 5, 5, 4}, {scene.Mirror, 6, 5, 3}, {scene.Mirror, 10, 5, 0}, {scene.Mirror, -6, 5, 4},
	} {
		if got := WrapCoord(c.i, c.n, c.w); got != c.want {
			t.Errorf("WrapCoord(%d, %d, %d) = %d, want %d", c.i, c.n, c.w, got, c.want)
		}
	}
}

// TestToneMap checks the curve's defining points: dark greys lose what a
// dielectric reflects, the knee is smooth, bright light stays under white.
func TestToneMap(t *testing.T) {
	last := float32(-1)
	for x := float32(0); x < 50; x += 0.01 {
		r, g, b := ToneMap(x, x, x)
		if r != g || g != b {
			t.Fatalf("grey %g became %g, %g, %g", x, r, g, b)
		}
		if r < last || r > 1 {
			t.Fatalf("%g maps to %g after %g", x, r, last)
		}
		last = r
	}
	if r, _, _ := ToneMap(0.5, 0.5, 0.5); math.Abs(float64(r)-0.46) > 1e-6 {
		t.Errorf("0.5 maps to %g, want 0.46", r)
	}
	if r, _, b := ToneMap(20, 0.1, 0.1); !(r > 0.9 && b > 0.5) {
		t.Errorf("a glaring red stays %g, %g: it should go towards white", r, b)
	}
}

// TestShadeFurnace lights a white matt sphere by a surround of one: whatever
// the normal, it must send back about what it gets, and never more by much.
func TestShadeFurnace(t *testing.T) {
	s := NewShader(Light{Sky: [3]float32{0.5, 0.5, 0.5}, Ground: [3]float32{0.5, 0.5, 0.5}, KeyDir: [3]float32{0, 1, 0}})
	for _, metal := range []float32{0, 1} {
		for _, ny := range []float32{-1, -0.5, 0, 0.5, 1} {
			nz := float32(math.Sqrt(float64(1 - ny*ny)))
			r, _, _ := shadeOne(&s, 1, 1, 1, 0, ny, nz, 0, ny, nz, metal, 1, 1, 0, 0, 0)
			if r < 0.45 || r > 0.55 {
				t.Errorf("metal %g, normal %g: sends back %g of 0.5", metal, ny, r)
			}
		}
	}
}

// TestShadeStaysFinite tries corners of the parameter space.
func TestShadeStaysFinite(t *testing.T) {
	s := NewShader(Studio(scene.Camera{}))
	vals := []float32{0, 0.5, 1}
	for _, rough := range vals {
		for _, metal := range vals {
			for _, nz := range []float32{-1, 0, 1} {
				ny := float32(1)
				if nz != 0 {
					ny = 0
				}
				r, g, b := shadeOne(&s, 1, 0, 0.5, 0, ny, nz, 0, 0, 1, metal, rough, 1, 0, 0, 0)
				for _, v := range []float32{r, g, b} {
					if !(v >= 0 && v <= 1) {
						t.Errorf("rough %g metal %g nz %g gives %g", rough, metal, nz, v)
					}
				}
			}
		}
	}
}

func TestMipsAverageInLinearLight(t *testing.T) {
	img := image.NewNRGBA(image.Rect(0, 0, 2, 2))
	for i, v := range []uint8{0, 255, 255, 0} {
		copy(img.Pix[4*i:], []uint8{v, v, v, 255})
	}
	for _, c := range []struct {
		srgb bool
		want uint8
	}{{true, 188}, {false, 128}} { // sRGB of one half is 187.5
		tx := NewTexture(img, c.srgb)
		if len(tx.Levels) != 2 || tx.Levels[1].Pix[0] != c.want {
			t.Errorf("srgb %v: levels %d, value %d, want %d", c.srgb, len(tx.Levels), tx.Levels[len(tx.Levels)-1].Pix[0], c.want)
		}
	}
}

func TestMipsOfOddSizesAndAlpha(t *testing.T) {
	img := image.NewNRGBA(image.Rect(0, 0, 7, 3))
	for i := range 21 {
		copy(img.Pix[4*i:], []uint8{90, 140, 200, 255})
	}
	// A clear texel's colour must not bleed.
	copy(img.Pix, []uint8{255, 0, 255, 0})
	tx := NewTexture(img, true)
	var sizes [][2]int
	for _, l := range tx.Levels {
		sizes = append(sizes, [2]int{l.W, l.H})
		if len(l.Pix) != 4*l.W*l.H {
			t.Error("level of wrong length")
		}
	}
	if len(sizes) != 3 || sizes[1] != [2]int{3, 1} || sizes[2] != [2]int{1, 1} {
		t.Errorf("levels %v", sizes)
	}
	p := tx.Levels[2].Pix
	if p[0] < 89 || p[0] > 92 || p[1] < 138 || p[1] > 141 || p[3] < 238 || p[3] > 247 {
		t.Errorf("the last level is %v", p)
	}
	if NewTexture(image.NewNRGBA(image.Rectangle{}), true) != nil {
		t.Error("an image without pixels made a texture")
	}
}
