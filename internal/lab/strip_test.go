package lab

import (
	"context"
	"image"
	"image/color"
	"math"
	"testing"

	"donorlab/internal/scene"
)

func strip(t *testing.T, o Strip) (*Picture, *StripReport) {
	t.Helper()
	p, r, err := studio(t).Strip(context.Background(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p, r
}

// The cells lie on a grid with the same space everywhere, and each is the shot
// of its time and side.
func TestStripLayout(t *testing.T) {
	cam := scene.Camera{AzimuthDeg: 30, ElevationDeg: 20}
	o := Strip{Shot: Shot{Width: 60, Height: 40, MSAA: 1, Camera: &cam}, Times: []float64{0, 0.2, 0.3}, Turntable: 2, Plain: true}
	p, r := strip(t, o)
	const gap = 2
	if r.Columns != 3 || r.Rows != 2 || r.Width != 3*60+4*gap || r.Height != 2*40+3*gap || p.Image.Rect.Dx() != r.Width || p.Image.Rect.Dy() != r.Height {
		t.Fatalf("%+v", r)
	}
	if len(r.PixelHash) != 64 || r.PixelHash != p.Hash {
		t.Errorf("hash %q", r.PixelHash)
	}
	covered := image.NewAlpha(p.Image.Rect)
	for k, c := range r.Cells {
		if c.X != gap+k%3*(60+gap) || c.Y != gap+k/3*(40+gap) {
			t.Errorf("cell %d at %d,%d", k, c.X, c.Y)
		}
		if c.Time != o.Times[k%3] || c.Azimuth == nil || *c.Azimuth != []float64{30, 210}[k/3] || math.Abs(c.Frame-30*c.Time) > 1e-9 {
			t.Errorf("cell %d: %+v", k, c)
		}
		for y := range 40 {
			for x := range 60 {
				covered.SetAlpha(c.X+x, c.Y+y, color.Alpha{1})
			}
		}
	}
	for y := range r.Height {
		for x := range r.Width {
			if in := covered.AlphaAt(x, y).A == 1; !in && p.Image.NRGBAAt(x, y) != (color.NRGBA{24, 26, 30, 255}) {
				t.Fatalf("pixel %d,%d between the cells is %v", x, y, p.Image.NRGBAAt(x, y))
			}
		}
	}
	// One side: the very picture that a shot takes.
	o.Turntable, o.Times = 0, []float64{0.2}
	p, r = strip(t, o)
	shot := o.Shot
	shot.Time = 0.2
	want, err := studio(t).Shot(context.Background(), shot, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Cells[0].Azimuth != nil {
		t.Error("one side has no azimuth of its own")
	}
	for y := range 40 {
		for x := range 60 {
			if p.Image.NRGBAAt(gap+x, gap+y) != want.Image.NRGBAAt(x, y) {
				t.Fatalf("pixel %d,%d differs from the shot's", x, y)
			}
		}
	}
}

// A caption is written whole inside its cell or not at all.
func TestCaptions(t *testing.T) {
	for _, size := range [][2]int{{480, 270}, {200, 120}, {120, 90}, {100, 60}, {60, 40}, {40, 200}, {9, 9}, {1, 1}, {1280, 720}} {
		o := Strip{Shot: Shot{Width: size[0], Height: size[1], MSAA: 1}, Times: []float64{0, 0.123}, Plain: true}
		plain, r := strip(t, o)
		o.Plain = false
		told, _ := strip(t, o)
		var changed image.Rectangle
		white := 0
		for y := range r.Height {
			for x := range r.Width {
				if plain.Image.NRGBAAt(x, y) == told.Image.NRGBAAt(x, y) {
					continue
				}
				changed = changed.Union(image.Rect(x, y, x+1, y+1))
				if told.Image.NRGBAAt(x, y).G > 220 {
					white++
				}
				in := false
				for _, c := range r.Cells {
					in = in || image.Pt(x, y).In(image.Rect(c.X+2, c.Y+2, c.X+size[0]-2, c.Y+size[1]-2))
				}
				if !in {
					t.Fatalf("%v: the caption reaches %d,%d, the edge of its cell or beyond", size, x, y)
				}
			}
		}
		switch large := size[0] >= 60 && size[1] >= 60; {
		case large && white < 40:
			t.Errorf("%v: %d bright pixels of captions in %v", size, white, changed)
		case size[0] < 20 && !changed.Empty():
			t.Errorf("%v: something was written in %v", size, changed)
		}
	}
	if got := (&StripCell{Time: 0.5, Frame: 15}).words(true)[0]; got != "0.500 s · frame 15" {
		t.Errorf("caption %q", got)
	}
	az := 22.5
	if got := (&StripCell{Azimuth: &az}).words(false)[0]; got != "azimuth 22.5°" {
		t.Errorf("caption %q", got)
	}
}

// Without times, what spins is seen at another phase in each picture, whatever
// the number of its blades; what does not move is seen from eight sides.
func TestStripChoosesTimes(t *testing.T) {
	o := Strip{Shot: Shot{Width: 40, Height: 30, MSAA: 1}}
	_, r := strip(t, o)
	if len(r.Cells) != 8 || r.Columns != 4 || r.Cells[0].Time != 0 {
		t.Fatalf("%+v", r)
	}
	const perFrame = 18.0
	for blades := 1; blades <= 6; blades++ {
		for k := 1; k < 8; k++ {
			_, f := math.Modf((r.Cells[k].Frame - r.Cells[k-1].Frame) * perFrame * float64(blades) / 360)
			if d := min(f, 1-f); d < 0.04 {
				t.Errorf("%d blades seem to stand still from frame %g to %g", blades, r.Cells[k-1].Frame, r.Cells[k].Frame)
			}
		}
	}
	for k := range r.Cells {
		if even := 10 * float64(k); math.Abs(r.Cells[k].Frame-even) > 2.6 || r.Cells[k].Frame >= 80 {
			t.Errorf("cell %d is at frame %g, far from %g", k, r.Cells[k].Frame, even)
		}
	}
	still := spinner()
	still.Animations = nil
	st, _, err := Subject{Model: still, Rest: true, Helpers: true}.Studio(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	_, r, err = st.Strip(context.Background(), o, nil)
	if err != nil || len(r.Cells) != 8 || r.Cells[2].Azimuth == nil || *r.Cells[2].Azimuth != 130 {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestStripsThatCannotBe(t *testing.T) {
	many := make([]float64, 401)
	for name, o := range map[string]Strip{
		"sides":   {Turntable: 401},
		"minus":   {Turntable: -1},
		"times":   {Times: many},
		"product": {Times: many[:30], Turntable: 30},
		"nan":     {Times: []float64{math.NaN()}},
		"before":  {Times: []float64{-1}},
		"columns": {Columns: -2},
		"large":   {Shot: Shot{Width: 4000, Height: 4000}, Turntable: 100},
		"size":    {Shot: Shot{Width: -1, Height: 10}},
	} {
		if _, _, err := studio(t).Strip(context.Background(), o, nil); AsProblem(err) == nil || AsProblem(err).Remedy == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestColumns(t *testing.T) {
	for n, want := range map[int]int{1: 1, 4: 4, 5: 3, 6: 3, 8: 4, 9: 3, 10: 5, 12: 4, 15: 5, 16: 4, 24: 4, 36: 6, 13: 4} {
		if got := columns(n); got != want {
			t.Errorf("%d cells in %d columns, not %d", n, got, want)
		}
	}
}
