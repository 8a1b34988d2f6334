package ui

import (
	"image"
	"math"

	"github.com/inkyblackness/imgui-go/v4"
)

// Context is imgui with the lab's fonts and style, at one scale at a time.
type Context struct {
	imgui *imgui.Context
	scale float32
	clip  Clipboard
	fonts Fonts
	atlas *image.NRGBA
	down  [KeyCount]bool
	mouse trickle

	palette Palette // of what is on the screen
	style   Style
}

// Style is how the user likes the window. The zero Style is the dark theme at
// the monitor's own scale.
type Style struct {
	Light bool    // the light theme
	Zoom  float32 // of type and panels, on top of the host's scale; zero means 1
}

// zoom is Zoom within bounds that leave something to see.
func (s Style) zoom() float32 {
	if !(s.Zoom > 0) {
		return 1
	}
	return min(max(s.Zoom, 0.5), 4)
}

func (s Style) palette() Palette {
	if s.Light {
		return Light()
	}
	return Dark()
}

// SetStyle changes theme and scale from the next Tick on.
func (c *Context) SetStyle(s Style) { c.style = s }

// NewContext makes a Context for a display scale (zero means 1). A nil
// clipboard means one of its own, which other programs do not see. Call Close
// when done.
func NewContext(scale float32, clip Clipboard) *Context {
	return NewContextIn(Style{}, scale, clip)
}

// NewContextIn is NewContext with a style to begin with, so that the fonts are
// not made twice at the start.
func NewContextIn(style Style, scale float32, clip Clipboard) *Context {
	if clip == nil {
		clip = &pocket{}
	}
	if scale <= 0 {
		scale = 1
	}
	c := &Context{clip: clip, palette: style.palette(), style: style}
	c.rebuild(scale * style.zoom())
	return c
}

// Close frees imgui's memory. The Context cannot be used afterwards.
func (c *Context) Close() {
	if c.imgui != nil {
		_ = c.imgui.SetCurrent()
		imgui.CurrentIO().SetClipboard(nil)
		c.imgui.Destroy()
		c.imgui = nil
	}
}

// Scale returns pixels a design unit, Style's zoom included: multiply fixed
// sizes by it.
func (c *Context) Scale() float32 { return c.scale }

// Fonts returns the faces for imgui.PushFont. They change with the scale: do
// not keep them from one Frame to the next.
func (c *Context) Fonts() Fonts { return c.fonts }

// Clipboard returns the clipboard that imgui uses.
func (c *Context) Clipboard() Clipboard { return c.clip }

// Palette returns the colours of the theme.
func (c *Context) Palette() Palette { return c.palette }

// Atlas returns the picture of TextureFont. It is another pointer after a
// change of scale.
func (c *Context) Atlas() *image.NRGBA { return c.atlas }

// rebuild makes a new imgui context: imgui-go cannot clear a font atlas. The
// lab keeps layout and selection itself, so only scroll positions are lost.
func (c *Context) rebuild(scale float32) {
	if scale <= 0 {
		scale = 1
	}
	c.Close()
	c.imgui = imgui.CreateContext(nil) //lint:ignore SA1019 the bindings are what the lab is built on; that they are no longer tended is known
	_ = c.imgui.SetCurrent()
	c.scale = scale
	c.down = [KeyCount]bool{}
	io := imgui.CurrentIO()
	io.SetIniFilename("")
	io.SetClipboard(c.clip)
	io.SetConfigFlags(imgui.ConfigFlagsNavEnableKeyboard)
	io.SetBackendFlags(imgui.BackendFlagsHasMouseCursors | imgui.BackendFlagsRendererHasVtxOffset)
	for _, m := range navigation {
		io.KeyMap(m[0], m[1])
	}
	c.fonts, c.atlas = loadFonts(io, scale)
	applySizes(scale)
	applyColors(c.palette)
}

// Tick runs one frame of the app: it feeds imgui, calls app.Frame and returns
// what it asked for with imgui's meshes. The meshes are valid until the next
// Tick.
func (c *Context) Tick(app App, in Input) (Output, []Mesh) {
	if in.Scale <= 0 {
		in.Scale = 1
	}
	if in.Delta <= 0 {
		in.Delta = 1.0 / 60
	}
	if scale := in.Scale * c.style.zoom(); scale != c.scale {
		c.rebuild(scale)
	}
	c.mouse.order(&in)
	_ = c.imgui.SetCurrent()
	if c.style.Light != c.palette.Light {
		c.palette = c.style.palette()
		applyColors(c.palette)
	}
	io := imgui.CurrentIO()
	io.SetDisplaySize(imgui.Vec2{X: float32(in.Width), Y: float32(in.Height)})
	io.SetDeltaTime(float32(in.Delta))
	if in.MouseOutside {
		io.SetMousePosition(imgui.Vec2{X: -math.MaxFloat32, Y: -math.MaxFloat32})
	} else {
		io.SetMousePosition(imgui.Vec2{X: in.MouseX, Y: in.MouseY})
	}
	for i, down := range in.Buttons {
		io.SetMouseButtonDown(i, down)
	}
	io.AddMouseWheelDelta(in.Wheel[0], in.Wheel[1])
	c.feedKeys(io, in.Keys, in.Unfocused)
	if in.Text != "" {
		io.AddInputCharacters(in.Text)
	}
	imgui.NewFrame()
	out := app.Frame(c, in)
	out.Cursor = imgui.MouseCursor()
	imgui.Render()
	return out, meshes(imgui.RenderedDrawData())
}

// pocket is a clipboard within the program.
type pocket struct{ text string }

func (p *pocket) Text() (string, error) { return p.text, nil }
func (p *pocket) SetText(s string)      { p.text = s }
