package ui_test

import (
	"testing"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/ui"
)

// Text can be read in both themes: WCAG AA asks for 4.5:1.
func TestContrast(t *testing.T) {
	white, black := imgui.Vec4{X: 1, Y: 1, Z: 1, W: 1}, imgui.Vec4{W: 1}
	if c := ui.Contrast(white, black); c < 20.99 || c > 21.01 {
		t.Fatalf("white on black is %.2f:1, want 21:1", c)
	}
	grey := imgui.Vec4{X: 0x76 / 255., Y: 0x76 / 255., Z: 0x76 / 255., W: 1} // the known lightest grey that passes on white
	if c := ui.Contrast(white, grey); c < 4.5 || c > 4.6 {
		t.Fatalf("#767676 on white is %.2f:1, want 4.54:1", c)
	}
	for name, p := range map[string]ui.Palette{"dark": ui.Dark(), "light": ui.Light()} {
		type pair struct {
			name   string
			ink    imgui.Vec4
			ground imgui.Vec4
		}
		pairs := []pair{{"on accent", p.OnAccent, p.Accent}, {"on accent, hovered", p.OnAccent, p.AccentHot}, {"text on hovered frame", p.Text, p.FrameHot},
			{"text on pressed frame", p.Text, p.FrameOn}}
		for _, g := range []struct {
			name string
			v    imgui.Vec4
		}{{"ground", p.Ground}, {"panel", p.Panel}, {"frame", p.Frame}} {
			pairs = append(pairs, pair{"text on " + g.name, p.Text, g.v}, pair{"dim on " + g.name, p.Dim, g.v})
		}
		for _, ink := range []struct {
			name string
			v    imgui.Vec4
		}{{"accent", p.Accent}, {"warning", p.Warn}, {"error", p.Bad}, {"good", p.Good}} {
			pairs = append(pairs, pair{ink.name + " on panel", ink.v, p.Panel})
		}
		for _, c := range pairs {
			if got := ui.Contrast(c.ink, c.ground); got < 4.5 {
				t.Errorf("%s: %s has %.2f:1", name, c.name, got)
			}
		}
	}
}

// blank is an app without panels.
type blank struct{ see func(c *ui.Context) }

func (b blank) Frame(c *ui.Context, _ ui.Input) ui.Output { b.see(c); return ui.Output{} }

// A style takes effect with the next tick: zoom on top of the host's scale,
// with another atlas, and the palette without one.
func TestStyleIsAppliedLive(t *testing.T) {
	c := ui.NewContext(1, nil)
	defer c.Close()
	var scale float32
	var light bool
	app := blank{func(c *ui.Context) { scale, light = c.Scale(), c.Palette().Light }}
	in := ui.Input{Width: 300, Height: 200, Scale: 2}
	c.Tick(app, in)
	if scale != 2 || light {
		t.Fatalf("scale %g, light %v", scale, light)
	}
	atlas := c.Atlas()
	c.SetStyle(ui.Style{Light: true})
	c.Tick(app, in)
	if !light || c.Atlas() != atlas {
		t.Errorf("light %v, atlas made anew %v", light, c.Atlas() != atlas)
	}
	c.SetStyle(ui.Style{Light: true, Zoom: 1.5})
	c.Tick(app, in)
	if scale != 3 || !light || c.Atlas() == atlas {
		t.Errorf("scale %g, light %v", scale, light)
	}
}
