package panels

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl64"
	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/lab"
	"donorlab/internal/rig"
	"donorlab/internal/scene"
	"donorlab/internal/ui"
	"donorlab/internal/ui/gizmo"
)

// gizmoTools says which handles are shown on a selected bone or rotor hub.
type gizmoTools struct {
	move, turn bool // at most one
	world      bool // along the world's axes, not the thing's own
}

// hubDrag is a hub or a bone that is being dragged.
type hubDrag struct {
	hover gizmo.Handle
	drag  *gizmo.Drag
	start rig.HubOverride // before
	from  placedHub
	bone  heldBone
	text  string // read-out
	done  bool   // something was changed
	plays bool   // the clock ran, and runs again afterwards
}

// placedHub is a hinge as the preview's world has it: a rotor's hub, a wheel's
// axle, a turret's ring, a gun's trunnions, a trail's pin.
type placedHub struct {
	index  int // into Session.Hinges
	hub    rig.Hinge
	motion mgl64.Mat4 // from rest to where the shown rig's bone has carried it
}

// now is where the hinge is drawn.
func (h *placedHub) now() (center, axle mgl64.Vec3) {
	return mgl64.TransformCoordinate(h.hub.Center, h.motion), scene.LinearPart(h.motion).Mul3x1(h.hub.Axle).Normalize()
}

// chosenHub is the hinge that all selected parts turn about.
func (a *App) chosenHub() (placedHub, bool) {
	sel := a.s.Selected()
	if len(sel) == 0 {
		return placedHub{}, false
	}
	for n, h := range a.s.Hinges() {
		if slices.Contains(h.Parts, sel[0]) {
			for _, i := range sel {
				if !slices.Contains(h.Parts, i) {
					return placedHub{}, false
				}
			}
			return placedHub{n, h, a.hubMotion(&h)}, true
		}
	}
	return placedHub{}, false
}

// hubMotion is what the bone that carries a hinge's parts has done to it on a rig;
// on the source nothing moves.
func (a *App) hubMotion(h *rig.Hinge) mgl64.Mat4 {
	f := a.view.frame
	if f == nil || f.Show == lab.ShowSource || len(h.Parts) == 0 {
		return mgl64.Ident4()
	}
	for _, b := range a.s.Bones() {
		if slices.Contains(b.Parts, h.Parts[0]) {
			return f.BoneMotion(b.Index)
		}
	}
	return mgl64.Ident4()
}

// whyNoGizmo says why there are no handles to show, "" if there are.
func (a *App) whyNoGizmo() string {
	if _, ok := a.chosenBone(); ok {
		return ""
	}
	if _, ok := a.chosenHub(); !ok {
		return "select a part that turns first, such as a rotor or a wheel, or on a rig a bone"
	}
	return ""
}

// hubGizmo is the gizmo of the chosen hub.
func (a *App) hubGizmo() (gizmo.Gizmo, placedHub, bool) {
	t := &a.view.tools
	h, ok := a.chosenHub()
	if !ok || !t.move && !t.turn {
		return gizmo.Gizmo{}, h, false
	}
	g := a.newGizmo()
	g.Origin, _ = h.now()
	if !t.world {
		var along int
		g.Axes, along = hubAxes(h)
		g.Hide[along] = t.turn // about its own axle it looks the same
	}
	return g, h, true
}

// newGizmo has the handles that are switched on.
func (a *App) newGizmo() gizmo.Gizmo {
	g := gizmo.Gizmo{Size: float64(a.px(78)), Reach: float64(a.px(7))}
	if a.view.tools.turn {
		g.Mode = gizmo.Rotate
	}
	return g
}

// shownGizmo is the one that is shown: the chosen bone's, else the chosen hub's.
func (a *App) shownGizmo() (gizmo.Gizmo, bool) {
	if g, _, ok := a.boneGizmo(); ok {
		return g, true
	}
	g, _, ok := a.hubGizmo()
	return g, ok
}

// hubAxes are the axes of a hinge's handles and which of them is the axle: X of a
// tail rotor, Y of the others.
func hubAxes(h placedHub) (axes mgl64.Mat3, along int) {
	along = 1
	_, axle := h.now()
	other := mgl64.Vec3{1, 0, 0}
	if h.hub.Role == rig.TailRotor {
		along, other = 0, mgl64.Vec3{0, 1, 0}
	}
	if math.Abs(axle.Dot(other)) > 0.95 {
		other = mgl64.Vec3{0, 0, 1}
	}
	other = other.Sub(axle.Mul(other.Dot(axle))).Normalize()
	if along == 1 {
		return mgl64.Mat3FromCols(other, axle, other.Cross(axle)), along
	}
	return mgl64.Mat3FromCols(axle, other, axle.Cross(other)), along
}

// handleUnder is the handle under the mouse.
func (a *App) handleUnder(view *gizmo.View, x, y float64) gizmo.Handle {
	g, ok := a.shownGizmo()
	if !ok {
		return gizmo.None
	}
	return g.Pick(view, x, y)
}

// grabHub takes hold of a handle of the bone or hub. The clock stands still
// meanwhile: the thing is not to run away from under the hand.
func (a *App) grabHub(view *gizmo.View, x, y float64) {
	d := &a.view.hub
	if g, b, ok := a.boneGizmo(); ok {
		d.bone, d.drag = b, g.Grab(view, d.hover, x, y)
	} else if g, h, ok := a.hubGizmo(); ok {
		d.bone, d.from, d.drag = heldBone{joint: -1}, h, g.Grab(view, d.hover, x, y)
		d.start = overrideOf(a.s.Work().Recipe, h.hub.Role, h.hub.N)
	} else {
		return
	}
	d.done, d.text = false, ""
	d.plays = a.s.Clock().Playing
	a.s.Clock().Playing = false
	a.s.EndEdit() // what follows is one step of its own
}

// snap is what Ctrl rounds drags to.
func (a *App) snap() gizmo.Snap {
	if !imgui.CurrentIO().KeyCtrlPressed() {
		return gizmo.Snap{}
	}
	move, turn := a.snapSteps()
	return gizmo.Snap{Move: move, Turn: turn * math.Pi / 180}
}

// snapSteps are the steps of Ctrl, metres and degrees.
func (a *App) snapSteps() (move, turnDeg float64) {
	move, turnDeg = a.s.Settings().SnapMove, a.s.Settings().SnapTurnDeg
	if move <= 0 {
		move = 0.1
	}
	if turnDeg <= 0 {
		turnDeg = 5
	}
	return move, turnDeg
}

func (a *App) dragHub(view *gizmo.View, x, y float64) {
	d := &a.view.hub
	if d.drag == nil {
		return
	}
	c := d.drag.To(view, x, y, a.snap())
	d.text = d.drag.Text(c)
	if c.Move == (mgl64.Vec3{}) && c.Angle == 0 && !d.done {
		return
	}
	d.done = true
	if d.bone.joint >= 0 {
		a.s.SetHand(d.bone.joint, d.bone.dragged(d.drag.Handle, c))
		return
	}
	o := d.start
	center, axle := d.from.now()
	back := d.from.motion.Inv()
	if d.drag.Handle.Turns() {
		if o.Flip { // the recipe's axle is the one before it is turned round
			axle = axle.Mul(-1)
		}
		v := [3]float64(scene.LinearPart(back).Mul3x1(c.Turn.Rotate(axle)).Normalize())
		o.Axle = &v
	} else {
		v := [3]float64(mgl64.TransformCoordinate(center.Add(c.Move), back))
		o.Center = &v
	}
	a.s.SetHub(o)
}

func (a *App) dropHub() {
	d := &a.view.hub
	if d.drag != nil && d.plays {
		a.s.Clock().Playing = true
	}
	d.drag, d.text = nil, ""
	a.s.EndEdit()
}

// cancelHub puts the bone or hub back to where the drag began.
func (a *App) cancelHub() {
	if d := &a.view.hub; d.drag != nil && d.done {
		a.s.EndEdit()
		a.s.Undo()
	}
	a.dropHub()
}

// drawHub draws the chosen hub's disc and axle, and the handles of the chosen
// bone or hub.
func (a *App) drawHub(view *gizmo.View) {
	g, ok := a.shownGizmo()
	if !ok {
		return
	}
	v := &a.view
	at := func(p [2]float64) imgui.Vec2 { return imgui.Vec2{X: v.x + float32(p[0]), Y: v.y + float32(p[1])} }
	if _, bone := a.chosenBone(); !bone {
		h, _ := a.chosenHub()
		a.drawHinge(view, h)
	}
	held := gizmo.None
	if v.hub.drag != nil {
		held = v.hub.drag.Handle
	}
	names := map[gizmo.Handle]bool{}
	for _, s := range g.Shapes(view) {
		if held != gizmo.None && s.Handle != held {
			continue
		}
		a.drawShape(s, at, s.Handle == v.hub.hover || s.Handle == held)
		if s.Strength > 0.3 && len(s.Points) > 1 && (!names[s.Handle] || s.Fill) {
			names[s.Handle] = true
			m := s.Points[len(s.Points)/2]
			if s.Fill {
				m = middle(s.Points)
			}
			a.spot("gizmo/"+s.Handle.String(), m[0], m[1])
		}
	}
	if v.hub.text != "" {
		x, y, _ := view.Pixel(g.Origin)
		a.readOut(at([2]float64{x, y}), v.hub.text)
	}
}

func middle(points [][2]float64) (m [2]float64) {
	for _, p := range points {
		m[0] += p[0] / float64(len(points))
		m[1] += p[1] / float64(len(points))
	}
	return m
}

// drawShape draws one piece of a gizmo.
func (a *App) drawShape(s gizmo.Shape, at func([2]float64) imgui.Vec2, hot bool) {
	list := imgui.WindowDrawList()
	col := a.c.Palette().Text
	if k := s.Handle.Axis(); k >= 0 {
		col = axisColors[k]
	}
	if hot {
		col = imgui.Vec4{X: 1, Y: 0.86, Z: 0.25, W: 1}
	}
	col = ui.Fade(col, float32(s.Strength))
	if !s.Fill {
		w := a.px(2.2)
		if hot {
			w = a.px(3.2)
		}
		for i := 0; i+1 < len(s.Points); i++ {
			list.AddLineV(at(s.Points[i]), at(s.Points[i+1]), imgui.PackedColorFromVec4(col), w)
		}
		return
	}
	body := col
	if s.Handle >= gizmo.PlaneYZ && s.Handle <= gizmo.Center {
		body = ui.Fade(col, 0.35)
	}
	for i := 1; i+1 < len(s.Points); i++ {
		list.AddTriangleFilled(at(s.Points[0]), at(s.Points[i]), at(s.Points[i+1]), imgui.PackedColorFromVec4(body))
	}
	if body != col {
		for i := range s.Points {
			list.AddLineV(at(s.Points[i]), at(s.Points[(i+1)%len(s.Points)]), imgui.PackedColorFromVec4(col), a.px(1.2))
		}
	}
}

// drawHinge draws a hinge's axle in its role's colour, with the disc of what turns
// round or the arm of what swings.
func (a *App) drawHinge(view *gizmo.View, h placedHub) {
	list := imgui.WindowDrawList()
	r, g, b := lab.RoleColor(h.hub.Role)
	col := imgui.PackedColorFromVec4(imgui.Vec4{X: float32(r) / 255, Y: float32(g) / 255, Z: float32(b) / 255, W: 0.8})
	axes, along := hubAxes(h)
	center, axle := h.now()
	u, w := axes.Col((along+1)%3).Mul(h.hub.Radius), axes.Col((along+2)%3).Mul(h.hub.Radius)
	line := func(p, q mgl64.Vec3) {
		x0, y0, ok0 := view.Pixel(p)
		x1, y1, ok1 := view.Pixel(q)
		if ok0 && ok1 {
			list.AddLineV(imgui.Vec2{X: a.view.x + float32(x0), Y: a.view.y + float32(y0)},
				imgui.Vec2{X: a.view.x + float32(x1), Y: a.view.y + float32(y1)}, col, a.px(1.4))
		}
	}
	reach := axle.Mul(h.hub.Radius * 0.4)
	line(center.Sub(reach), center.Add(reach))
	if h.hub.Tip != (mgl64.Vec3{}) {
		line(center, mgl64.TransformCoordinate(h.hub.Tip, h.motion))
		return
	}
	const n = 64
	rim := func(i int) mgl64.Vec3 {
		t := float64(i) / n * 2 * math.Pi
		return center.Add(u.Mul(math.Cos(t))).Add(w.Mul(math.Sin(t)))
	}
	for i := range n {
		line(rim(i), rim(i+1))
	}
}

// readOut writes figures beside what is dragged.
func (a *App) readOut(at imgui.Vec2, text string) {
	p := a.c.Palette()
	imgui.PushFont(a.c.Fonts().Mono)
	size := imgui.CalcTextSize(text, false, 0)
	lo := imgui.Vec2{X: at.X + a.px(16), Y: at.Y + a.px(16)}
	lo.X = min(lo.X, a.view.x+float32(a.view.w)-size.X-a.px(14))
	hi := imgui.Vec2{X: lo.X + size.X + a.px(12), Y: lo.Y + size.Y + a.px(8)}
	list := imgui.WindowDrawList()
	list.AddRectFilledV(lo, hi, imgui.PackedColorFromVec4(ui.Fade(p.Ground, 0.85)), a.px(4), 0)
	list.AddText(imgui.Vec2{X: lo.X + a.px(6), Y: lo.Y + a.px(4)}, imgui.PackedColorFromVec4(p.Text), text)
	imgui.PopFont()
}
