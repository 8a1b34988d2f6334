package panels

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"
	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/scene"
	"donorlab/internal/ui"
	"donorlab/internal/ui/gizmo"
)

// guides are what is drawn over the picture to judge a model's size and how it
// lies. They are a matter of view: neither saved nor undoable.
type guides struct {
	man, ruler bool
	level      bool    // a level cross through the model's middle
	water      bool    // a level grid at waterAt
	waterAt    float64 // metres above the world's origin

	boundsOf *scene.Model // that box is of
	place    mgl64.Mat4
	box      scene.Box
}

// manHeight is the reference man's, metres.
const manHeight = 1.85

// bounds is the box of what is shown, at rest, kept while it stays the same.
func (g *guides) bounds(a *App) scene.Box {
	f := a.view.frame
	if f.Model != g.boundsOf || f.Place != g.place {
		g.boundsOf, g.place, g.box = f.Model, f.Place, a.s.Bounds()
	}
	return g.box
}

// draw draws the guides that are switched on.
func (g *guides) draw(a *App, view *gizmo.View) {
	if a.view.frame == nil || !(g.man || g.ruler || g.level || g.water) {
		return
	}
	b := g.bounds(a)
	if b.Empty() {
		return
	}
	p := guidePen{a: a, view: view}
	c, size := b.Center(), b.Size()
	if g.level {
		p.color = imgui.Vec4{X: 1, Y: 0.72, Z: 0.25, W: 0.9}
		for k := range 3 {
			if k == 1 {
				continue
			}
			var d mgl64.Vec3
			d[k] = size[k]*0.65 + 0.05*size.Len()
			p.line(c.Sub(d), c.Add(d))
		}
	}
	if g.water {
		g.waterGrid(&p, b)
	}
	if g.ruler {
		g.rulers(&p, b)
	}
	if g.man {
		p.color = imgui.Vec4{X: 0.36, Y: 0.66, Z: 0.86, W: 1}
		p.man(mgl64.Vec3{b.Max[0] + 0.12*size[0] + 0.45, b.Min[1], c[2] + 0.3*size[2]})
	}
}

// waterGrid is a level grid of round steps at a height.
func (g *guides) waterGrid(p *guidePen, b scene.Box) {
	p.color = imgui.Vec4{X: 0.3, Y: 0.65, Z: 1, W: 0.5}
	size := b.Size()
	step := roundStep(max(size[0], size[2]) / 8)
	pad := 0.15 * max(size[0], size[2])
	x0, x1 := math.Floor((b.Min[0]-pad)/step)*step, math.Ceil((b.Max[0]+pad)/step)*step
	z0, z1 := math.Floor((b.Min[2]-pad)/step)*step, math.Ceil((b.Max[2]+pad)/step)*step
	for x := x0; x <= x1+step/2; x += step {
		p.line(mgl64.Vec3{x, g.waterAt, z0}, mgl64.Vec3{x, g.waterAt, z1})
	}
	for z := z0; z <= z1+step/2; z += step {
		p.line(mgl64.Vec3{x0, g.waterAt, z}, mgl64.Vec3{x1, g.waterAt, z})
	}
}

// rulers measure length, width and height along the box's edges.
func (g *guides) rulers(p *guidePen, b scene.Box) {
	p.color = imgui.Vec4{X: 0.95, Y: 0.95, Z: 0.98, W: 0.85}
	lo, hi := b.Min, b.Max
	off := 0.04 * b.Diagonal()
	for _, r := range []struct {
		from, to, tick mgl64.Vec3
		name           string
	}{
		{mgl64.Vec3{hi[0] + off, lo[1], lo[2]}, mgl64.Vec3{hi[0] + off, lo[1], hi[2]}, mgl64.Vec3{off * 0.4, 0, 0}, "long"},
		{mgl64.Vec3{lo[0], lo[1], hi[2] + off}, mgl64.Vec3{hi[0], lo[1], hi[2] + off}, mgl64.Vec3{0, 0, off * 0.4}, "wide"},
		{mgl64.Vec3{hi[0] + off, lo[1], hi[2] + off}, mgl64.Vec3{hi[0] + off, hi[1], hi[2] + off}, mgl64.Vec3{off * 0.4, 0, 0}, "high"},
	} {
		p.line(r.from, r.to)
		length := r.to.Sub(r.from).Len()
		if step := roundStep(length / 10); length > 0 && step > 0 {
			dir := r.to.Sub(r.from).Normalize()
			for n := 0; float64(n)*step <= length*1.0001; n++ {
				at := r.from.Add(dir.Mul(float64(n) * step))
				t := r.tick
				if n%5 == 0 {
					t = t.Mul(1.8)
				}
				p.line(at, at.Add(t))
			}
		}
		p.text(r.from.Add(r.to).Mul(0.5), metres(length)+" "+r.name)
	}
}

// metres writes a length so that three figures of it are seen.
func metres(v float64) string {
	switch {
	case v >= 0.1 || v == 0:
		return fmt.Sprintf("%.3g m", v)
	case v >= 0.001:
		return fmt.Sprintf("%.3g cm", v*100)
	}
	return fmt.Sprintf("%.3g mm", v*1000)
}

// roundStep is the 1, 2 or 5 times a power of ten at or above a length.
func roundStep(v float64) float64 {
	if !(v > 0) {
		return 1
	}
	d := math.Pow(10, math.Floor(math.Log10(v)))
	for _, k := range []float64{1, 2, 5} {
		if k*d >= v*0.9999 {
			return k * d
		}
	}
	return 10 * d
}

// guidePen draws in the preview's world.
type guidePen struct {
	a     *App
	view  *gizmo.View
	color imgui.Vec4
}

// line draws a straight line in pieces, so that only what lies before the camera
// is seen.
func (p *guidePen) line(from, to mgl64.Vec3) {
	const pieces = 12
	v := &p.a.view
	list := imgui.WindowDrawList()
	col := imgui.PackedColorFromVec4(p.color)
	for i := range pieces {
		a := from.Add(to.Sub(from).Mul(float64(i) / pieces))
		b := from.Add(to.Sub(from).Mul(float64(i+1) / pieces))
		x0, y0, ok0 := p.view.Pixel(a)
		x1, y1, ok1 := p.view.Pixel(b)
		if ok0 && ok1 && math.Abs(x0)+math.Abs(y0)+math.Abs(x1)+math.Abs(y1) < 1e6 {
			list.AddLineV(imgui.Vec2{X: v.x + float32(x0), Y: v.y + float32(y0)}, imgui.Vec2{X: v.x + float32(x1), Y: v.y + float32(y1)}, col, p.a.px(1.3))
		}
	}
}

func (p *guidePen) text(at mgl64.Vec3, text string) {
	x, y, ok := p.view.Pixel(at)
	if !ok || x < 0 || y < 0 || x > float64(p.a.view.w) || y > float64(p.a.view.h) {
		return
	}
	pal := p.a.viewPalette()
	size := imgui.CalcTextSize(text, false, 0)
	lo := imgui.Vec2{X: p.a.view.x + float32(x) + p.a.px(5), Y: p.a.view.y + float32(y) - size.Y/2}
	imgui.WindowDrawList().AddRectFilledV(imgui.Vec2{X: lo.X - p.a.px(3), Y: lo.Y}, imgui.Vec2{X: lo.X + size.X + p.a.px(3), Y: lo.Y + size.Y},
		imgui.PackedColorFromVec4(ui.Fade(pal.Ground, 0.6)), p.a.px(3), 0)
	imgui.WindowDrawList().AddText(lo, imgui.PackedColorFromVec4(pal.Text), text)
}

// manShape is the outline of a standing man as convex pieces, each a list of points
// across and up, for a height of 1.
var manShape = [][][2]float64{
	{{-0.045, 0.87}, {-0.06, 0.93}, {-0.04, 0.985}, {0, 1}, {0.04, 0.985}, {0.06, 0.93}, {0.045, 0.87}}, // head
	{{-0.025, 0.83}, {0.025, 0.83}, {0.025, 0.88}, {-0.025, 0.88}},                                      // neck
	{{-0.09, 0.5}, {0.09, 0.5}, {0.125, 0.8}, {0.09, 0.835}, {-0.09, 0.835}, {-0.125, 0.8}},             // trunk
	{{-0.09, 0.52}, {0.0, 0.52}, {-0.02, 0.02}, {-0.075, 0.02}},                                         // legs
	{{0.0, 0.52}, {0.09, 0.52}, {0.075, 0.02}, {0.02, 0.02}},
	{{-0.08, 0}, {-0.015, 0}, {-0.015, 0.03}, {-0.08, 0.03}}, // feet
	{{0.015, 0}, {0.08, 0}, {0.08, 0.03}, {0.015, 0.03}},
	{{-0.125, 0.81}, {-0.165, 0.45}, {-0.135, 0.45}, {-0.095, 0.78}}, // arms
	{{0.125, 0.81}, {0.165, 0.45}, {0.135, 0.45}, {0.095, 0.78}},
}

// man is a flat figure that faces the camera, with its height beside it.
func (p *guidePen) man(feet mgl64.Vec3) {
	az := p.a.s.View().Camera.AzimuthDeg * math.Pi / 180
	right := mgl64.Vec3{math.Cos(az), 0, -math.Sin(az)}
	v := &p.a.view
	for _, piece := range manShape {
		var at []imgui.Vec2
		for _, q := range piece {
			x, y, ok := p.view.Pixel(feet.Add(right.Mul(q[0] * manHeight)).Add(mgl64.Vec3{0, q[1] * manHeight, 0}))
			if !ok || math.Abs(x)+math.Abs(y) > 1e6 {
				return
			}
			at = append(at, imgui.Vec2{X: v.x + float32(x), Y: v.y + float32(y)})
		}
		for i := 1; i+1 < len(at); i++ {
			p.a.fillTriangle(at[0], at[i], at[i+1], p.color)
		}
	}
	p.text(feet.Add(mgl64.Vec3{0, manHeight * 1.06, 0}), fmt.Sprintf("%.2f m", manHeight))
	x, y, _ := p.view.Pixel(feet.Add(mgl64.Vec3{0, manHeight / 2, 0}))
	p.a.spot("guide/man", x, y)
}

// fillTriangle fills a triangle whichever way it winds.
func (a *App) fillTriangle(p, q, r imgui.Vec2, col imgui.Vec4) {
	if (q.X-p.X)*(r.Y-p.Y)-(q.Y-p.Y)*(r.X-p.X) < 0 {
		q, r = r, q
	}
	imgui.WindowDrawList().AddTriangleFilled(p, q, r, imgui.PackedColorFromVec4(col))
}
