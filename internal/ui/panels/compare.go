package panels

import (
	"math"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/lab"
	"donorlab/internal/scene/draw"
	"donorlab/internal/ui"
)

// compareView is the split picture: left of the divider A, what is being worked
// at; right of it B, what it is held against, by the same camera.
type compareView struct {
	list     draw.List // of B
	on       bool
	split    float32 // share of the width that is A's
	at       float32 // the divider, pixels of the window
	near     bool    // the mouse is on it
	dragging bool
}

// textureCompared is the texture of B's picture.
const textureCompared = ui.TextureView + 1

// layer draws B over the right part of the picture, with the divider. It runs
// before the picture's own mouse.
func (c *compareView) layer(a *App, out *ui.Output, at, size imgui.Vec2) {
	c.on = a.s.BuildCompared(&c.list, a.view.w, a.view.h) != nil
	if !c.on {
		c.near, c.dragging = false, false
		return
	}
	if c.split == 0 {
		c.split = 0.5
	}
	c.mouse(a, at, size)
	c.at = float32(math.Round(float64(at.X + size.X*c.split)))
	out.Views = append(out.Views, ui.View{Texture: textureCompared, List: &c.list})
	list := imgui.WindowDrawList()
	u := (c.at - at.X) / size.X
	white := imgui.PackedColorFromVec4(imgui.Vec4{X: 1, Y: 1, Z: 1, W: 1})
	list.AddImageV(textureCompared, imgui.Vec2{X: c.at, Y: at.Y}, at.Plus(size), imgui.Vec2{X: u}, imgui.Vec2{X: 1, Y: 1}, white)
}

// mouse drags the divider. It looks at the mouse itself, as the splitters do: the
// picture's own button lies below.
func (c *compareView) mouse(a *App, at, size imgui.Vec2) {
	m := imgui.MousePos()
	reach := a.px(5)
	if !c.dragging {
		c.near = imgui.IsWindowHovered() && a.view.hold == holdNothing && m.X > c.at-reach && m.X < c.at+reach && m.Y > at.Y && m.Y < at.Y+size.Y && !a.view.bar.has(m)
		c.dragging = c.near && imgui.IsMouseClicked(0)
	}
	if !c.near {
		return
	}
	imgui.SetMouseCursor(imgui.MouseCursorResizeEW)
	if c.dragging {
		c.split = clamp((m.X-at.X)/size.X, 0.02, 0.98)
		if !imgui.IsMouseDown(0) {
			c.dragging, c.near = false, false
		}
	}
}

// over reports whether a place of the picture is B's: what is there is not what
// is worked at, so it cannot be picked.
func (c *compareView) over(a *App, x float64) bool {
	return c.on && float32(x)+a.view.x >= c.at
}

// marks draws the divider and names the halves, over all else in the picture.
func (c *compareView) marks(a *App, at, size imgui.Vec2) {
	if !c.on {
		return
	}
	p := a.viewPalette()
	list := imgui.WindowDrawList()
	col := p.Text
	if c.near {
		col = p.AccentHot
	}
	ink := imgui.PackedColorFromVec4(ui.Fade(col, 0.9))
	list.AddLineV(imgui.Vec2{X: c.at, Y: at.Y}, imgui.Vec2{X: c.at, Y: at.Y + size.Y}, ink, a.px(1.5))
	mid := imgui.Vec2{X: c.at, Y: at.Y + size.Y/2}
	list.AddCircleFilledV(mid, a.px(9), imgui.PackedColorFromVec4(ui.Fade(p.Panel, 0.95)), 24)
	list.AddCircleV(mid, a.px(9), ink, 24, a.px(1.5))
	for _, s := range []float32{-1, 1} {
		x := mid.X + s*a.px(2.5)
		list.AddLineV(imgui.Vec2{X: x, Y: mid.Y - a.px(3.5)}, imgui.Vec2{X: x + s*a.px(3), Y: mid.Y}, ink, a.px(1.3))
		list.AddLineV(imgui.Vec2{X: x + s*a.px(3), Y: mid.Y}, imgui.Vec2{X: x, Y: mid.Y + a.px(3.5)}, ink, a.px(1.3))
	}
	a.spot("view/divider", float64(c.at-a.view.x), float64(size.Y/2))
	_, name := a.s.Compared()
	_, shown := a.s.Shown()
	left := "A  " + shown.String()
	y := at.Y + a.px(44)
	c.label(a, left, c.at-a.px(14), y, true)
	c.label(a, "B  "+name, c.at+a.px(14), y, false)
}

// label writes a half's name beside the divider.
func (c *compareView) label(a *App, text string, x, y float32, right bool) {
	p := a.viewPalette()
	size := imgui.CalcTextSize(text, false, 0)
	if right {
		x -= size.X
	}
	pad := a.px(5)
	list := imgui.WindowDrawList()
	list.AddRectFilledV(imgui.Vec2{X: x - pad, Y: y - a.px(2)}, imgui.Vec2{X: x + size.X + pad, Y: y + size.Y + a.px(2)},
		imgui.PackedColorFromVec4(ui.Fade(p.Panel, 0.85)), a.px(3), 0)
	list.AddText(imgui.Vec2{X: x, Y: y}, imgui.PackedColorFromVec4(p.Text), text)
}

// comparisons are what the preview can be held against, for the menu and the panel.
var comparisons = []lab.Against{lab.AgainstNothing, lab.AgainstRest, lab.AgainstSource, lab.AgainstRig, lab.AgainstGame}

// compareItems issues the choices; it is called within a menu or a combo.
func (a *App) compareItems(name string) {
	now, _ := a.s.Compared()
	for _, w := range comparisons {
		why := a.s.WhyNoCompare(w)
		if imgui.MenuItemV(w.String(), "", w == now, why == "") {
			a.s.Compare(w)
		}
		a.named(name+"/"+w.String(), why == "")
		a.tip(why)
	}
	if imgui.MenuItemV("Another model…", "", now == lab.AgainstModel, a.s.Doc().Source != nil) {
		a.open.show(a, purposeCompare)
	}
	a.named(name+"/model", true)
}

// compareMenu is the View menu's part.
func (a *App) compareMenu() {
	open := imgui.BeginMenu("Compare with")
	a.named("menu/View/Compare", true)
	if open {
		a.compareItems("menu/View/Compare")
		imgui.EndMenu()
	}
}
