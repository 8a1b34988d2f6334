package panels

import (
	"fmt"
	"math"
	"strconv"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/ui"
)

// Okabe and Ito's colours, told apart by colour-blind eyes. On the light ground
// the two pale ones are darkened.
var okabe = [...]imgui.Vec4{
	{X: 0.902, Y: 0.624, Z: 0, W: 1},     // orange
	{X: 0.337, Y: 0.706, Z: 0.914, W: 1}, // sky blue
	{X: 0, Y: 0.620, Z: 0.451, W: 1},     // bluish green
	{X: 0.941, Y: 0.894, Z: 0.259, W: 1}, // yellow
	{X: 0, Y: 0.447, Z: 0.698, W: 1},     // blue
	{X: 0.835, Y: 0.369, Z: 0, W: 1},     // vermillion
	{X: 0.800, Y: 0.475, Z: 0.655, W: 1}, // reddish purple
}

const (
	inkOrange = iota
	inkSky
	inkGreen
	inkYellow
	inkBlue
	inkRed
	inkPurple
)

// ink is one of okabe that can be seen on the panel's ground.
func (a *App) ink(i int) imgui.Vec4 {
	c := okabe[i]
	switch light := a.c.Palette().Light; {
	case light && (i == inkYellow || i == inkOrange):
		c.X, c.Y, c.Z = c.X*0.78, c.Y*0.78, c.Z*0.78
	case light && i == inkSky:
		c.X, c.Y, c.Z = c.X*0.7, c.Y*0.8, c.Z*0.85
	case !light && i == inkBlue:
		c = imgui.Vec4{X: 0.2, Y: 0.56, Z: 0.85, W: 1}
	}
	return c
}

// plot is a rectangle of the screen with two axes.
type plot struct {
	a              *App
	list           imgui.DrawList
	lo, hi         imgui.Vec2 // of the inner area, pixels
	x0, x1, y0, y1 float64    // at its left, right, bottom and top
}

// axis says how an axis is written.
type axis struct {
	unit string
	most int // ticks
	deg  bool
}

// newPlot lays a plot into a rectangle of the screen, with room for the numbers
// on its left and, with below, under it.
func (a *App) newPlot(lo, hi imgui.Vec2, below bool) plot {
	p := plot{a: a, list: imgui.WindowDrawList()}
	p.lo = imgui.Vec2{X: lo.X + a.px(34), Y: lo.Y}
	p.hi = imgui.Vec2{X: hi.X - a.px(6), Y: hi.Y}
	if below {
		p.hi.Y -= a.px(15)
	}
	return p
}

// ranged sets the axes; the vertical one gets some air, and at least so much reach.
func (p *plot) ranged(x0, x1, y0, y1, least float64) {
	if x1 <= x0 {
		x1 = x0 + 1
	}
	if !(y1 >= y0) { // nothing was seen
		y0, y1 = 0, 0
	}
	if d := least - (y1 - y0); d > 0 {
		y0, y1 = y0-d/2, y1+d/2
	}
	air := (y1 - y0) * 0.07
	p.x0, p.x1, p.y0, p.y1 = x0, x1, y0-air, y1+air
}

func (p *plot) x(v float64) float32 {
	return p.lo.X + float32((v-p.x0)/(p.x1-p.x0))*(p.hi.X-p.lo.X)
}

func (p *plot) y(v float64) float32 {
	v = math.Max(p.y0-(p.y1-p.y0), math.Min(p.y1+(p.y1-p.y0), v))
	return p.hi.Y - float32((v-p.y0)/(p.y1-p.y0))*(p.hi.Y-p.lo.Y)
}

func (p *plot) at(x, y float64) imgui.Vec2 { return imgui.Vec2{X: p.x(x), Y: p.y(y)} }

// ground fills the inner area and draws the grid with its numbers. The x axis is
// written where its unit is not empty.
func (p *plot) ground(x, y axis) {
	a, pal := p.a, p.a.c.Palette()
	p.list.AddRectFilled(p.lo, p.hi, imgui.PackedColorFromVec4(pal.Ground))
	line := imgui.PackedColorFromVec4(ui.Fade(pal.Line, 0.55))
	text := imgui.PackedColorFromVec4(pal.Dim)
	imgui.PushFont(a.c.Fonts().Small)
	defer imgui.PopFont()
	high := imgui.TextLineHeight()
	step := niceStep(p.y1-p.y0, y.most, y.deg)
	for v := math.Ceil(p.y0/step) * step; v <= p.y1; v += step {
		py := p.y(v)
		p.list.AddLineV(imgui.Vec2{X: p.lo.X, Y: py}, imgui.Vec2{X: p.hi.X, Y: py}, line, 1)
		s := tickText(v, step)
		at := imgui.Vec2{X: p.lo.X - imgui.CalcTextSize(s, false, 0).X - a.px(4), Y: py - high/2}
		if at.Y >= p.lo.Y-high*0.4 && at.Y+high <= p.hi.Y+high*0.4 {
			p.list.AddText(at, text, s)
		}
	}
	step = niceStep(p.x1-p.x0, x.most, false)
	right := p.lo.X
	unit := imgui.CalcTextSize(x.unit, false, 0).X
	for v := math.Ceil(p.x0/step) * step; v <= p.x1; v += step {
		px := p.x(v)
		p.list.AddLineV(imgui.Vec2{X: px, Y: p.lo.Y}, imgui.Vec2{X: px, Y: p.hi.Y}, line, 1)
		if x.unit == "" {
			continue
		}
		s := tickText(v, step)
		w := imgui.CalcTextSize(s, false, 0).X
		l := max(p.lo.X, px-w/2)
		if l >= right && l+w < p.hi.X-unit-a.px(6) {
			p.list.AddText(imgui.Vec2{X: l, Y: p.hi.Y + a.px(1)}, text, s)
			right = l + w + a.px(6)
		}
	}
	if x.unit != "" {
		p.list.AddText(imgui.Vec2{X: p.hi.X - unit, Y: p.hi.Y + a.px(1)}, text, x.unit)
	}
}

// frame draws the edge over what was plotted.
func (p *plot) frame() {
	p.list.AddRectV(p.lo, p.hi, imgui.PackedColorFromVec4(p.a.c.Palette().Line), 0, 0, 1)
}

// niceStep is a step of 1, 2 or 5 (of 45 or 90 for degrees) that divides a reach
// into some ticks.
func niceStep(reach float64, most int, deg bool) float64 {
	if deg {
		for _, s := range []float64{5, 15, 45, 90, 180, 360} {
			if reach/s <= float64(most) {
				return s
			}
		}
	}
	raw := math.Max(reach/float64(max(most, 1)), 1e-9)
	base := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, k := range []float64{1, 2, 5} {
		if base*k >= raw*0.999 {
			return base * k
		}
	}
	return base * 10
}

// tickText writes a number with as many places as its step asks for.
func tickText(v, step float64) string {
	places := 0
	if step < 1 {
		places = int(math.Ceil(-math.Log10(step) - 1e-9))
	}
	s := strconv.FormatFloat(v, 'f', places, 64)
	if s == "-0" {
		s = "0"
	}
	return s
}

// curve draws a function of x at each of the plot's columns; ok false is a gap.
func (p *plot) curve(col imgui.Vec4, width float32, f func(x float64) (y float64, ok bool)) {
	packed := imgui.PackedColorFromVec4(col)
	var last imgui.Vec2
	have := false
	p.columns(func(x float64, px float32) {
		y, ok := f(x)
		at := imgui.Vec2{X: px, Y: p.y(y)}
		if ok && have {
			p.list.AddLineV(last, at, packed, p.a.px(width))
		}
		last, have = at, ok
	})
}

// band fills what lies between two functions.
func (p *plot) band(col imgui.Vec4, f func(x float64) (y0, y1 float64, ok bool)) {
	packed := imgui.PackedColorFromVec4(col)
	w := float32(columnPixels)
	left := float32(math.Floor(float64(p.lo.X))) - p.lo.X // whole pixels: bands do not overlap
	p.columns(func(x float64, px float32) {
		y0, y1, ok := f(x)
		if !ok || y0 == y1 {
			return
		}
		l := px + left - w/2
		a, b := p.y(max(y0, y1)), p.y(min(y0, y1))
		p.list.AddRectFilled(imgui.Vec2{X: max(l, p.lo.X), Y: a}, imgui.Vec2{X: min(l+w, p.hi.X), Y: b}, packed)
	})
}

// columnPixels is how far the samples of a plot lie apart.
const columnPixels = 2

// columns visits the plot's columns: the value and the pixel of each.
func (p *plot) columns(visit func(x float64, px float32)) {
	wide := float64(p.hi.X - p.lo.X)
	for at := 0.0; at <= wide; at += columnPixels {
		visit(p.x0+(p.x1-p.x0)*at/wide, p.lo.X+float32(at))
	}
}

// clip keeps what follows within the plot until the returned function is called.
func (p *plot) clip() (done func()) {
	p.list.PushClipRectV(p.lo, p.hi, true)
	return p.list.PopClipRect
}

// legend writes a title and the entries behind it, as many as there is room for.
// It returns the y below.
func (a *App) legend(at imgui.Vec2, right float32, title string, entries []legendEntry) float32 {
	list, pal := imgui.WindowDrawList(), a.c.Palette()
	imgui.PushFont(a.c.Fonts().Small)
	defer imgui.PopFont()
	h := imgui.TextLineHeight()
	list.AddText(at, imgui.PackedColorFromVec4(pal.Text), title)
	x := at.X + imgui.CalcTextSize(title, false, 0).X + a.px(10)
	for _, e := range entries {
		w := imgui.CalcTextSize(e.text, false, 0).X
		if x+a.px(12)+w > right {
			break
		}
		mid := at.Y + h/2
		list.AddRectFilled(imgui.Vec2{X: x, Y: mid - a.px(e.high)}, imgui.Vec2{X: x + a.px(9), Y: mid + a.px(e.high)}, imgui.PackedColorFromVec4(e.ink))
		list.AddText(imgui.Vec2{X: x + a.px(12), Y: at.Y}, imgui.PackedColorFromVec4(pal.Dim), e.text)
		x += a.px(12) + w + a.px(9)
	}
	return at.Y + h + a.px(2)
}

// legendEntry is a colour with its name; high is half its height: a line or a patch.
type legendEntry struct {
	ink  imgui.Vec4
	high float32
	text string
}

// signed writes a figure with its sign, and 0 plainly.
func signed(v float64) string {
	if math.Abs(v) < 0.005 {
		return "0"
	}
	return fmt.Sprintf("%+.2f", v)
}
