package softdraw_test

import (
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/ui"
	"donorlab/internal/ui/softdraw"
)

// sheet is an App with one of each kind of widget.
type sheet struct {
	clicks int
	value  float32
	tick   bool
	text   string
	pic    *image.NRGBA
	last   ui.Input
}

func (s *sheet) Frame(c *ui.Context, in ui.Input) ui.Output {
	s.last = in
	k := c.Scale()
	imgui.SetNextWindowPos(imgui.Vec2{})
	imgui.SetNextWindowSize(imgui.Vec2{X: float32(in.Width), Y: float32(in.Height)})
	imgui.BeginV("sheet", nil, imgui.WindowFlagsNoDecoration|imgui.WindowFlagsNoMove)
	imgui.Text("Rotor hub \u2192 18.0\u00b0 per frame, caf\u00e9 \u03b8")
	imgui.PushFont(c.Fonts().Mono)
	imgui.Text("bone 2  0.707 -0.707 \u2713")
	imgui.PopFont()
	if imgui.ButtonV("Generate rig", imgui.Vec2{X: 140 * k}) {
		s.clicks++
	}
	imgui.Checkbox("Use donor animation clip", &s.tick)
	imgui.SliderFloat("speed", &s.value, 0, 10)
	imgui.InputText("filter", &s.text)
	imgui.Image(ui.TexturePicture, imgui.Vec2{X: 64 * k, Y: 64 * k})
	imgui.End()
	return ui.Output{Pictures: []ui.Picture{{Texture: ui.TexturePicture, Image: s.pic}}}
}

func quarters() *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, 64, 64))
	for y := range 64 {
		for x := range 64 {
			img.SetNRGBA(x, y, color.NRGBA{R: uint8(x / 32 * 255), G: uint8(y / 32 * 255), B: 128, A: 255})
		}
	}
	return img
}

func save(t *testing.T, name string, img image.Image) {
	t.Helper()
	dir := os.Getenv("LAB_PICTURES")
	if dir == "" {
		return
	}
	f, err := os.Create(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, img); err != nil {
		t.Fatal(err)
	}
}

// light counts pixels as light as text within a rectangle.
func light(img *image.NRGBA, r image.Rectangle) (n int) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if img.NRGBAAt(x, y).G > 0xa0 {
				n++
			}
		}
	}
	return n
}

// count returns how many pixels have a colour, and their bounds.
func count(img *image.NRGBA, want color.NRGBA) (n int, box image.Rectangle) {
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			if img.NRGBAAt(x, y) == want {
				n++
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return n, box
}

// A picture shown at its own size comes out pixel for pixel, at whole and at
// doubled scale; text and panels draw around it.
func TestPictureAndText(t *testing.T) {
	for _, scale := range []float32{1, 2} {
		app := &sheet{pic: quarters()}
		s := softdraw.New(app, int(400*scale), int(300*scale), scale)
		defer s.Close()
		s.Ticks(3)
		img := s.Picture()
		save(t, map[float32]string{1: "sheet1.png", 2: "sheet2.png"}[scale], img)
		for _, c := range []color.NRGBA{{0, 0, 128, 255}, {255, 0, 128, 255}, {0, 255, 128, 255}, {255, 255, 128, 255}} {
			n, box := count(img, c)
			if want := 32 * 32; scale == 1 && n != want {
				t.Errorf("scale %v: %d pixels of %v, want %d", scale, n, c, want)
			}
			if w := box.Dx(); w < int(31*scale) || w > int(32*scale) {
				t.Errorf("scale %v: quarter of %v is %v", scale, c, box)
			}
		}
		if n := light(img, image.Rect(0, 0, int(400*scale), int(46*scale))); n < 200 {
			t.Errorf("scale %v: only %d light pixels in the two lines of text", scale, n)
		}
		if n, _ := count(img, color.NRGBA{0x20, 0x23, 0x27, 255}); n < 40000 {
			t.Errorf("scale %v: only %d pixels of the panel's ground", scale, n)
		}
	}
}

// Synthetic input reaches the widgets as a user's would.
func TestInput(t *testing.T) {
	app := &sheet{pic: quarters()}
	s := softdraw.New(app, 400, 300, 1)
	defer s.Close()
	s.Ticks(3)
	s.Click(60, 66)
	if app.clicks != 1 {
		t.Errorf("clicks = %d, want 1", app.clicks)
	}
	s.Click(20, 94)
	if !app.tick {
		t.Error("the check box is not ticked")
	}
	s.Drag(20, 122, 150, 122)
	if app.value < 3 || app.value > 9 {
		t.Errorf("slider at %v after a drag to its middle", app.value)
	}
	s.Click(100, 150)
	s.Type("tail")
	if app.text != "tail" {
		t.Errorf("text = %q", app.text)
	}
	// A click that begins and ends between two ticks arrives as one tick down.
	s.Move(60, 66)
	s.Input.Buttons[0] = true
	s.Tick()
	s.Input.Buttons[0] = false
	s.Ticks(2)
	if app.clicks != 2 {
		t.Errorf("clicks = %d after a fast click, want 2", app.clicks)
	}
	save(t, "input.png", s.Picture())
}

// Copy and paste go through the context's clipboard with the control key.
func TestClipboard(t *testing.T) {
	app := &sheet{pic: quarters(), text: "main rotor"}
	s := softdraw.New(app, 400, 300, 1)
	defer s.Close()
	s.Ticks(3)
	s.Click(100, 150)
	s.Press(ui.KeyLeftCtrl, ui.KeyA)
	s.Press(ui.KeyLeftCtrl, ui.KeyX)
	if app.text != "" {
		t.Fatalf("text = %q after select all and cut", app.text)
	}
	s.Press(ui.KeyLeftCtrl, ui.KeyV)
	s.Press(ui.KeyLeftCtrl, ui.KeyV)
	if want := "main rotormain rotor"; app.text != want {
		t.Errorf("text = %q, want %q", app.text, want)
	}
}

// Two triangles that share an edge cover each pixel once: no seam, no double
// blending, wherever the edge lies.
func TestFillRule(t *testing.T) {
	white := image.NewNRGBA(image.Rect(0, 0, 1, 1))
	white.SetNRGBA(0, 0, color.NRGBA{255, 255, 255, 255})
	for _, shift := range []float32{0, 0.25, 0.5, 0.77} {
		dst := image.NewNRGBA(image.Rect(0, 0, 40, 40))
		for i := 3; i < len(dst.Pix); i += 4 {
			dst.Pix[i] = 255
		}
		v := func(x, y float32) ui.MeshVertex {
			return ui.MeshVertex{X: x + shift, Y: y + shift, R: 255, G: 255, B: 255, A: 128}
		}
		mesh := ui.Mesh{
			Vertices: []ui.MeshVertex{v(5, 5), v(35, 5), v(35, 35), v(5, 35), v(17, 21)},
			Indices:  []uint16{0, 1, 4, 2, 1, 4, 2, 3, 4, 0, 3, 4}, // mixed winding on purpose
			Commands: []ui.Command{{Count: 12, Clip: dst.Rect, Texture: 1}},
		}
		softdraw.Draw(dst, []ui.Mesh{mesh}, func(imgui.TextureID) *image.NRGBA { return white })
		n, _ := count(dst, color.NRGBA{128, 128, 128, 255})
		bare, _ := count(dst, color.NRGBA{0, 0, 0, 255})
		if n != 900 || bare != 700 {
			t.Errorf("shift %v: %d pixels once, %d bare; want 900 and 700", shift, n, bare)
		}
	}
}
