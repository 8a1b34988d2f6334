package softdraw

import (
	"image"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/scene/draw"
	"donorlab/internal/scene/raster"
	"donorlab/internal/ui"
)

// Stage is a host without a window: it runs an App tick by tick and draws what
// the window would show. Make it with New; call Close when done.
type Stage struct {
	// Input is the state that each Tick starts from: size, scale, where the
	// mouse is and what is held down. Text, Wheel, Dropped and Close are cleared
	// after each tick.
	Input ui.Input

	app     ui.App
	context *ui.Context
	out     ui.Output
	meshes  []ui.Mesh
}

// New returns a stage for an app, in pixels.
func New(app ui.App, width, height int, scale float32) *Stage {
	return &Stage{
		Input:   ui.Input{Width: width, Height: height, Scale: scale, MouseOutside: true},
		app:     app,
		context: ui.NewContext(scale, nil),
	}
}

// Close frees imgui's memory.
func (s *Stage) Close() { s.context.Close() }

// Tick runs the app once and returns what it asked for.
func (s *Stage) Tick() ui.Output {
	s.out, s.meshes = s.context.Tick(s.app, s.Input)
	in := &s.Input
	in.Text, in.Wheel, in.Dropped, in.Close = "", [2]float32{}, nil, false
	return s.out
}

// Ticks runs the app n times: imgui needs two or three for a new layout to
// settle.
func (s *Stage) Ticks(n int) ui.Output {
	for range n {
		s.Tick()
	}
	return s.out
}

// Move puts the mouse somewhere and runs one tick.
func (s *Stage) Move(x, y float32) {
	s.Input.MouseX, s.Input.MouseY, s.Input.MouseOutside = x, y, false
	s.Tick()
}

// Click moves the mouse there, presses and releases the left button.
func (s *Stage) Click(x, y float32) {
	s.Move(x, y)
	s.Input.Buttons[0] = true
	s.Tick()
	s.Input.Buttons[0] = false
	s.Tick()
}

// Drag presses the left button at one point and releases it at another.
func (s *Stage) Drag(x0, y0, x1, y1 float32) {
	s.Move(x0, y0)
	s.Input.Buttons[0] = true
	s.Tick()
	const steps = 8
	for i := 1; i <= steps; i++ {
		t := float32(i) / steps
		s.Move(x0+(x1-x0)*t, y0+(y1-y0)*t)
	}
	s.Input.Buttons[0] = false
	s.Tick()
}

// Press holds keys down for one tick.
func (s *Stage) Press(keys ...ui.Key) {
	held := s.Input.Keys
	s.Input.Keys = append(append([]ui.Key{}, held...), keys...)
	s.Tick()
	s.Input.Keys = held
	s.Tick()
}

// Type enters text.
func (s *Stage) Type(text string) {
	s.Input.Text = text
	s.Tick()
}

// Picture draws the last tick.
func (s *Stage) Picture() *image.NRGBA {
	textures := map[imgui.TextureID]*image.NRGBA{ui.TextureFont: s.context.Atlas()}
	for _, p := range s.out.Pictures {
		textures[p.Texture] = p.Image
	}
	for _, v := range s.out.Views {
		textures[v.Texture] = view(v.List)
	}
	dst := image.NewNRGBA(image.Rect(0, 0, s.Input.Width, s.Input.Height))
	for i := 3; i < len(dst.Pix); i += 4 {
		dst.Pix[i] = 255
	}
	Draw(dst, s.meshes, func(id imgui.TextureID) *image.NRGBA { return textures[id] })
	return dst
}

func view(l *draw.List) *image.NRGBA {
	if l == nil || l.Width <= 0 || l.Height <= 0 {
		return nil
	}
	dst := image.NewNRGBA(image.Rect(0, 0, l.Width, l.Height))
	raster.Draw(dst, l, raster.Options{})
	return dst
}
