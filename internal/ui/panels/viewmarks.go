package panels

import (
	"fmt"
	"math"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/lab"
	"donorlab/internal/scene"
	"donorlab/internal/ui"
	"donorlab/internal/ui/gizmo"
)

// over is what the mouse is over in the picture.
type over struct {
	hit   lab.Hit
	ok    bool
	rests int  // ticks that the mouse has not moved
	twice bool // the press was the second of a double click
	key   overKey
}

// overKey says what the last answer was for: it is asked again only when
// something changed.
type overKey struct {
	x, y   float64
	camera scene.Camera
	time   float64
	model  *scene.Model
	hidden int
}

// tipTicks is how long the mouse rests before a text appears: 0.3 s.
const tipTicks = 18

// hover finds what the mouse is over, outlines it, and after a moment says what
// it is.
func (a *App) hover(inside bool, x, y float64) {
	o := &a.view.over
	f := a.view.frame
	if !inside || f == nil {
		o.ok, o.rests, o.key = false, 0, overKey{}
		a.s.SetHover(lab.Hit{}, false)
		return
	}
	key := overKey{x, y, a.s.View().Camera, f.Posed.Time, f.Model, a.s.HiddenNodes()}
	if key.x != o.key.x || key.y != o.key.y {
		o.rests = 0
	}
	o.rests++
	if key != o.key {
		o.hit, o.ok = a.s.Pick(f, &a.view.list, x, y)
		o.key = key
	}
	a.s.SetHover(o.hit, o.ok)
	if o.ok && o.rests > tipTicks {
		a.overTip(f)
	}
}

// overTip says what the mouse is over.
func (a *App) overTip(f *lab.Frame) {
	h := a.view.over.hit
	text := ""
	parts := a.s.Work().Parts
	switch {
	case h.Part >= 0 && parts != nil && h.Part < len(parts.Parts):
		p := &parts.Parts[h.Part]
		text = fmt.Sprintf("%s\n%s", p.Name, p.Role)
		if p.ByHand {
			text += ", marked by hand"
		} else if p.Reason != "" {
			text += fmt.Sprintf(", %.0f%% sure: %s", p.Confidence*100, p.Reason)
		}
	case h.Bone >= 0:
		text = boneText(a, h.Bone, f.Model)
	case h.Node >= 0 && h.Node < len(f.Model.Nodes):
		text = f.Model.Nodes[h.Node].Name
	}
	if text == "" {
		return
	}
	imgui.BeginTooltip()
	imgui.PushTextWrapPosV(a.px(300))
	imgui.Text(text)
	imgui.PopTextWrapPos()
	imgui.EndTooltip()
}

// boneNames writes the bones' names beside their joints, near ones first; a name
// that would cover another is left out.
func (a *App) boneNames(view *gizmo.View) {
	f := a.view.frame
	if f == nil || !a.s.View().Overlays.Names {
		return
	}
	p := a.c.Palette()
	imgui.PushFont(a.c.Fonts().Small)
	defer imgui.PopFont()
	joints := f.Joints()
	const most = 400 // names, of which few would fit anyway
	if len(joints) > most {
		joints = joints[:most]
	}
	depth := func(i int) float64 {
		if joints[i].Index == a.s.SelectedBone() {
			return 0
		}
		return view.Depth(joints[i].At)
	}
	order := make([]int, len(joints))
	for i := range order {
		order[i] = i
		for k := i; k > 0 && depth(order[k]) < depth(order[k-1]); k-- {
			order[k], order[k-1] = order[k-1], order[k]
		}
	}
	var taken []rect
	for _, i := range order {
		j := &joints[i]
		x, y, ok := view.Pixel(j.At)
		if !ok || x < 0 || y < 0 || x > float64(a.view.w) || y > float64(a.view.h) {
			continue
		}
		text := fmt.Sprintf("%d %s", j.Index, j.Name)
		size := imgui.CalcTextSize(text, false, 0)
		r := rect{a.view.x + float32(x) + a.px(7), a.view.y + float32(y) - size.Y/2, size.X, size.Y}
		if overlaps(taken, r) {
			continue
		}
		taken = append(taken, r)
		col := p.Text
		if j.Index == a.s.SelectedBone() {
			col = p.AccentHot
		}
		list := imgui.WindowDrawList()
		list.AddRectFilledV(imgui.Vec2{X: r.x - a.px(3), Y: r.y - a.px(1)}, imgui.Vec2{X: r.x + r.w + a.px(3), Y: r.y + r.h + a.px(1)},
			imgui.PackedColorFromVec4(ui.Fade(p.Ground, 0.55)), a.px(3), 0)
		list.AddText(imgui.Vec2{X: r.x, Y: r.y}, imgui.PackedColorFromVec4(col), text)
	}
}

func overlaps(taken []rect, r rect) bool {
	for _, t := range taken {
		if r.x < t.x+t.w && t.x < r.x+r.w && r.y < t.y+t.h && t.y < r.y+r.h {
			return true
		}
	}
	return false
}

// drawBox draws the rectangle that is being dragged.
func (a *App) drawBox() {
	v := &a.view
	if v.hold != holdBox || v.moved <= clickSlack {
		return
	}
	p := a.c.Palette()
	r := v.box.Canon()
	lo := imgui.Vec2{X: v.x + float32(r.Min.X), Y: v.y + float32(r.Min.Y)}
	hi := imgui.Vec2{X: v.x + float32(r.Max.X), Y: v.y + float32(r.Max.Y)}
	list := imgui.WindowDrawList()
	list.AddRectFilled(lo, hi, imgui.PackedColorFromVec4(ui.Fade(p.Accent, 0.15)))
	list.AddRectV(lo, hi, imgui.PackedColorFromVec4(p.AccentHot), 0, 0, a.px(1))
}

// cube is the orientation cube's place: the picture's upper right corner.
func (a *App) cube() gizmo.Cube {
	half := float64(a.px(25))
	return gizmo.Cube{X: float64(a.view.w) - half*1.9, Y: half * 1.9, Size: half}
}

// cubeReach is how far the cube goes from its middle at most, pixels.
func (a *App) cubeReach() float64 { return float64(a.px(25)) * math.Sqrt(3) }

// axisColors are those of X, Y and Z on handles.
var axisColors = [3]imgui.Vec4{{X: 0.95, Y: 0.33, Z: 0.33, W: 1}, {X: 0.50, Y: 0.82, Z: 0.28, W: 1}, {X: 0.36, Y: 0.60, Z: 1, W: 1}}

// drawCube draws the orientation cube, its faces named.
func (a *App) drawCube(view *gizmo.View) {
	v := &a.view
	p := ui.Dark() // the cube is dark on any ground
	list := imgui.WindowDrawList()
	c := a.cube()
	at := func(q [2]float64) imgui.Vec2 { return imgui.Vec2{X: v.x + float32(q[0]), Y: v.y + float32(q[1])} }
	for _, f := range c.Faces(view) {
		shade := float32(0.62 + 0.38*f.Facing)
		ground := imgui.Vec4{X: 0.30 * shade, Y: 0.33 * shade, Z: 0.37 * shade, W: 0.92}
		a.fillQuad(at(f.Corners[0]), at(f.Corners[1]), at(f.Corners[2]), at(f.Corners[3]), ground)
	}
	if v.side != (gizmo.Side{}) {
		for _, q := range c.Highlight(view, v.side) {
			a.fillQuad(at(q[0]), at(q[1]), at(q[2]), at(q[3]), p.Accent)
		}
	}
	edge := imgui.PackedColorFromVec4(ui.Fade(p.Ground, 0.9))
	for _, f := range c.Faces(view) {
		for i := range 4 {
			list.AddLineV(at(f.Corners[i]), at(f.Corners[(i+1)%4]), edge, a.px(1.2))
		}
		if f.Facing > 0.25 {
			ink := imgui.PackedColorFromVec4(ui.Fade(p.Text, float32(math.Min(1, f.Facing*1.6))))
			for _, l := range f.Strokes() {
				list.AddLineV(at([2]float64{l[0], l[1]}), at([2]float64{l[2], l[3]}), ink, a.px(1.1))
			}
		}
		x, y := f.At(0, 0)
		a.spot("view/cube/"+f.Side.Name(), x, y)
	}
	a.spot("view/cube", c.X, c.Y)
	if v.side != (gizmo.Side{}) {
		imgui.BeginTooltip()
		imgui.Text(v.side.Name())
		imgui.EndTooltip()
	}
}

// spot records a place of the picture that can be clicked, for tests.
func (a *App) spot(name string, x, y float64) {
	r := a.px(4)
	a.widgets = append(a.widgets, Widget{name, a.view.x + float32(x) - r, a.view.y + float32(y) - r, 2 * r, 2 * r, true, ""})
}

// fillQuad fills a convex quadrangle.
func (a *App) fillQuad(p, q, r, s imgui.Vec2, col imgui.Vec4) {
	list := imgui.WindowDrawList()
	c := imgui.PackedColorFromVec4(col)
	// imgui fills triangles that wind clockwise on the screen without a seam.
	if (q.X-p.X)*(r.Y-p.Y)-(q.Y-p.Y)*(r.X-p.X) < 0 {
		q, s = s, q
	}
	list.AddTriangleFilled(p, q, r, c)
	list.AddTriangleFilled(p, r, s, c)
}
