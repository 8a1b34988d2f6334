package panels

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"
	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/flight"
	"donorlab/internal/flight/world"
	"donorlab/internal/lab"
	"donorlab/internal/ui"
	"donorlab/internal/ui/gizmo"
)

// tileUnder is the tile below the mouse.
type tileUnder struct {
	ok   bool
	at   mgl64.Vec3 // on the ground
	tile world.Hex
}

// worldView is the hand in the world, with what is drawn over its picture.
func (v *viewport) worldView(a *App, at, size imgui.Vec2, hovered, active bool) {
	view := gizmo.NewView(a.s.View().Camera, v.w, v.h)
	p := &a.flight
	p.look(a, &view, hovered)
	v.worldMouse(a, &view, hovered, active)
	p.fly(a)
	p.outline(a, &view)
	p.drawPlace(a, &view)
	a.drawCube(&view)
	a.worldTools(at)
	a.worldNotes(at, size)
}

// look finds the tile under the mouse.
func (p *flightPanel) look(a *App, view *gizmo.View, hovered bool) {
	p.under = tileUnder{}
	w := a.s.World()
	if w == nil || !hovered {
		return
	}
	x, y := a.view.pointer()
	p.under.at, p.under.tile, p.under.ok = w.Pick(view.Ray(x, y))
	if !p.under.ok && p.page == flyWorld && p.brush.tool == brushTiles {
		p.under.tile, p.under.at, p.under.ok = p.beside(w, view, x, y)
	}
}

// beside is the tile that a place off the map would have: on the plane at the
// water's height.
func (p *flightPanel) beside(w *world.World, view *gizmo.View, x, y float64) (world.Hex, mgl64.Vec3, bool) {
	o, d := view.Ray(x, y)
	t := (w.WaterLevel() - o[1]) / d[1]
	if !(t > 0) || math.IsInf(t, 0) {
		return world.Hex{}, mgl64.Vec3{}, false
	}
	at := o.Add(d.Mul(t))
	h := hexAt(w, at[0], at[2])
	return h, at, true
}

// hexAt is the tile of the grid at a place, on the map or not: the centre that is
// nearest of those about the axial coordinates.
func hexAt(w *world.World, x, z float64) world.Hex {
	r := w.Spacing() / math.Sqrt(3)
	fr := z / (1.5 * r)
	fq := x/(r*math.Sqrt(3)) - fr/2
	best, far := world.Hex{}, math.Inf(1)
	for dq := -1; dq <= 1; dq++ {
		for dr := -1; dr <= 1; dr++ {
			h := world.Hex{Q: int(math.Round(fq)) + dq, R: int(math.Round(fr)) + dr}
			cx, cz := w.Center(h)
			if d := math.Hypot(cx-x, cz-z); d < far {
				best, far = h, d
			}
		}
	}
	return best
}

// worldMouse turns what the mouse does into camera moves, orders, brush strokes
// and drags of the placement's handles.
func (v *viewport) worldMouse(a *App, view *gizmo.View, hovered, active bool) {
	p := &a.flight
	x, y := v.pointer()
	side, onCube := a.cube().Pick(view, x, y)
	v.side = gizmo.Side{}
	v.over.ok = false
	if hovered && v.hold == holdNothing && onCube {
		v.side = side
	}
	if v.hold == holdNothing {
		p.drag.hover = gizmo.None
		if g, ok := p.placeGizmo(a); ok && hovered && !onCube {
			p.drag.hover = g.Pick(view, x, y)
		}
	}
	if hovered {
		v.scroll(a)
	}
	for b := range 3 {
		if hovered && v.hold == holdNothing && imgui.IsMouseClicked(b) {
			p.press(a, view, b, x, y, onCube)
		}
	}
	if v.hold == holdNothing {
		return
	}
	if active {
		p.dragTo(a, view, x, y)
	}
	if imgui.IsMouseReleased(v.button) || !active && !imgui.IsMouseDown(v.button) {
		p.release(a, view, x, y)
	}
}

// press begins what a button does in the world.
func (p *flightPanel) press(a *App, view *gizmo.View, b int, x, y float64, onCube bool) {
	v := &a.view
	io := imgui.CurrentIO()
	v.button, v.moved = b, 0
	switch {
	case b != 0:
		v.hold = holdPan
	case onCube:
		v.hold = holdCube
	case p.drag.hover != gizmo.None:
		v.hold = holdPlace
		p.grab(a, view, x, y)
	case p.painting() && !io.KeyShiftPressed() && p.under.ok:
		v.hold = holdPaint
		p.brush.begin()
		p.paint(a)
	case io.KeyShiftPressed():
		v.hold = holdPan
	default:
		v.hold = holdOrbit
	}
}

// dragTo goes on with what the button does.
func (p *flightPanel) dragTo(a *App, view *gizmo.View, x, y float64) {
	v := &a.view
	d := imgui.CurrentIO().MouseDelta()
	v.moved += float32(math.Hypot(float64(d.X), float64(d.Y)))
	cam := &a.s.View().Camera
	switch {
	case v.hold == holdPlace:
		p.dragPlace(a, view, x, y)
	case v.hold == holdPaint:
		p.paint(a)
	case v.moved <= clickSlack:
	case v.hold == holdPan:
		v.glide = gizmo.Glide{}
		a.s.FlyView().Free = true // the place is the hand's now
		v.pan(cam, d)
	default:
		v.glide = gizmo.Glide{}
		k := float64(orbitDegree / a.c.Scale())
		orbit(cam, -float64(d.X)*k, float64(d.Y)*k)
	}
}

// release ends it: a press that did not move is a click.
func (p *flightPanel) release(a *App, view *gizmo.View, x, y float64) {
	v := &a.view
	click := v.moved <= clickSlack
	hold := v.hold
	v.hold = holdNothing
	switch {
	case hold == holdPlace:
		p.dropPlace(a)
	case hold == holdPaint:
		a.s.EndEdit()
	case hold == holdCube && click:
		if s, ok := a.cube().Pick(view, x, y); ok {
			az, el := s.Angles(a.s.View().Camera.AzimuthDeg)
			v.lookFrom(a, az, el)
		}
	case click && v.button == 0 && p.under.ok && !p.painting():
		p.clickGround(a, imgui.CurrentIO().KeyShiftPressed())
	}
}

// clickGround gives the order that a click stands for.
func (p *flightPanel) clickGround(a *App, add bool) {
	at := flight.Point{p.under.at[0], p.under.at[2]}
	switch p.click {
	case clickTeleport:
		_ = a.s.FlyOrder(flight.Order{Do: flight.DoTeleport, Points: []flight.Point{at}, YawDeg: a.s.Flight().Trace(0).YawDeg})
	case clickFire:
		_ = a.s.FlyOrder(flight.Order{Do: flight.DoFire, Points: []flight.Point{at}})
	default:
		_ = a.s.FlyTo(at[0], at[1], add)
	}
}

// fly is keyboard flight while the picture has the keyboard.
func (p *flightPanel) fly(a *App) {
	io := imgui.CurrentIO()
	p.keyed = imgui.IsWindowFocused() && !a.open.open && !io.WantTextInput()
	forward, turn := 0.0, 0.0
	if p.keyed && !io.KeyCtrlPressed() && !io.KeyAltPressed() && !io.KeySuperPressed() {
		held := func(x, y ui.Key) float64 {
			if imgui.IsKeyDown(int(x)) || imgui.IsKeyDown(int(y)) {
				return 1
			}
			return 0
		}
		forward = held(ui.KeyW, ui.KeyUp) - held(ui.KeyS, ui.KeyDown)
		turn = held(ui.KeyA, ui.KeyLeft) - held(ui.KeyD, ui.KeyRight)
	}
	if forward != 0 || turn != 0 {
		a.s.PlayFlight(true)
	}
	a.s.FlyKeys(forward, turn)
}

// outline draws the tiles that the brush reaches, or the one under the mouse.
func (p *flightPanel) outline(a *App, view *gizmo.View) {
	if !p.under.ok || a.view.hold == holdOrbit || a.view.hold == holdPan {
		return
	}
	w := a.s.World()
	if !p.painting() {
		p.hexLine(a, view, w, p.under.tile, ui.Fade(imgui.Vec4{X: 1, Y: 1, Z: 1, W: 1}, 0.5))
		return
	}
	reach := p.brush.reach()
	for q := -reach; q <= reach; q++ {
		for r := -reach; r <= reach; r++ {
			h := world.Hex{Q: p.under.tile.Q + q, R: p.under.tile.R + r}
			if h.Distance(p.under.tile) <= reach {
				p.hexLine(a, view, w, h, a.ink(inkOrange))
			}
		}
	}
}

// hexLine draws a tile's edge on the ground.
func (p *flightPanel) hexLine(a *App, view *gizmo.View, w *world.World, h world.Hex, col imgui.Vec4) {
	cx, cz := w.Center(h)
	y := w.WaterLevel()
	if e, ok := w.Elevation(cx, cz); ok {
		y = e
	}
	r := w.Spacing() / math.Sqrt(3) * 0.985
	list := imgui.WindowDrawList()
	var last imgui.Vec2
	drawn := false
	for k := range 7 {
		s, c := math.Sincos(math.Pi/6 + math.Pi/3*float64(k))
		px, py, ok := view.Pixel(mgl64.Vec3{cx + r*c, y + 0.05, cz + r*s})
		at := imgui.Vec2{X: a.view.x + float32(px), Y: a.view.y + float32(py)}
		if ok && drawn {
			list.AddLineV(last, at, imgui.PackedColorFromVec4(col), a.px(1.6))
		}
		last, drawn = at, ok
	}
}

// worldTools is the row of switches over the world's picture.
func (a *App) worldTools(at imgui.Vec2) {
	v, p := &a.view, &a.flight
	imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + a.px(8), Y: at.Y + a.px(8)})
	imgui.PushStyleVarVec2(imgui.StyleVarFramePadding, imgui.Vec2{X: a.px(7), Y: a.px(4)})
	defer imgui.PopStyleVar()
	v.bar = rect{x: at.X, y: at.Y}
	right := at.X + float32(a.cube().X-a.cubeReach())
	gap := func(next string) {
		hi := imgui.ItemRectMax()
		v.bar.w, v.bar.h = max(v.bar.w, hi.X-at.X+a.px(4)), max(v.bar.h, hi.Y-at.Y+a.px(4))
		if next != "" && hi.X+a.px(4+14)+imgui.CalcTextSize(next, false, 0).X <= right {
			imgui.SameLineV(0, a.px(4))
		} else if next != "" {
			imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + a.px(8), Y: hi.Y + a.px(4)})
		}
	}
	a.showChoice()
	gap("Trail")
	f := a.s.FlyView()
	trails := !f.Free
	if a.tool("view/trail", "Trail", &trails, "", "The camera flies behind the unit (F9). Panning lets go of it.") != !f.Free || trails == f.Free {
		p.trail(a, trails)
	}
	gap("Path")
	path := !f.NoPath
	a.tool("view/path", "Path", &path, "", "The next 8 s of the way: orange where it climbs, blue where it sinks")
	f.NoPath = !path
	gap("Roles")
	a.toggle("view/Roles", "Roles", &a.s.View().Overlays.Roles, "Colour every part by its role (Tab)")
	gap("Bones")
	a.toggle("view/Bones", "Bones", &a.s.View().Overlays.Bones, "Joints and the lines between them")
	gap("Frame")
	if a.button("view/frame", "Frame", buttonLook{tip: "Go to the unit and trail it (Home or F)"}) {
		p.trail(a, true)
	}
	gap("Model")
	if a.button("view/model", "Model", buttonLook{tip: "Back to the model alone (F6)"}) {
		a.s.ShowWorld(false)
	}
	gap("")
}

// worldNotes writes how the keys fly, what lies under the mouse, and the flight's
// figures over the picture.
func (a *App) worldNotes(at, size imgui.Vec2) {
	p := &a.flight
	pal := a.viewPalette()
	hint := "Click into the picture, then W A S D or the arrow keys fly"
	switch {
	case p.painting():
		hint = p.brush.hint()
	case p.keyed:
		hint = "W A S D or arrows: fly    click: " + map[clickKind]string{clickMove: "go there, Shift+click: then there", clickTeleport: "teleport", clickFire: "fire at"}[p.click]
	}
	x, y := at.X+a.px(10), at.Y+a.view.bar.h+a.px(6)
	a.plate(imgui.Vec2{X: x, Y: y}, hint, pal.Text)
	if p.under.ok {
		a.plate(imgui.Vec2{X: x, Y: y + imgui.TextLineHeight() + a.px(9)}, p.tileText(a), pal.Text)
	}
	line := imgui.TextLineHeight() * 1.15
	y = at.Y + size.Y - a.px(10)
	put := func(text string, col imgui.Vec4) {
		y -= line
		w := imgui.CalcTextSize(text, false, 0).X
		a.plate(imgui.Vec2{X: at.X + size.X - w - a.px(14), Y: y - a.px(2)}, text, col)
		y -= a.px(3)
	}
	f := a.s.Flight()
	if f == nil {
		return
	}
	t, st := f.Trace(0), f.Stats()
	if st.Shortfall > 0.005 {
		put(fmt.Sprintf("reached a city %.2f units below its skyline", st.Shortfall), pal.Warn)
	}
	if !math.IsInf(t.Clearance, 0) {
		text := fmt.Sprintf("%.2f over what is below", t.Clearance)
		if !math.IsInf(st.MinClearance, 0) {
			text += fmt.Sprintf(", least %.2f", st.MinClearance)
		}
		col := pal.Text
		if st.MinClearance < 0 {
			col = pal.Warn
		}
		put(text, col)
	}
	if _, kind := a.s.Ghost(); kind != lab.GhostNone {
		put("blue: "+kind.String(), pal.Text)
	}
	if a.view.frame != nil && a.view.frame.Problem != nil {
		put(a.view.frame.Problem.Message, pal.Warn)
	}
	if a.view.frame == nil {
		put("No model is open: open one to see it fly", pal.Warn)
	}
}

// plate writes a line over the picture on a ground of its own, since the world is
// of all colours.
func (a *App) plate(at imgui.Vec2, text string, col imgui.Vec4) {
	list := imgui.WindowDrawList()
	s := imgui.CalcTextSize(text, false, 0)
	list.AddRectFilledV(imgui.Vec2{X: at.X - a.px(5), Y: at.Y - a.px(2)}, imgui.Vec2{X: at.X + s.X + a.px(5), Y: at.Y + s.Y + a.px(3)},
		imgui.PackedColorFromVec4(ui.Fade(a.viewPalette().Ground, 0.72)), a.px(3), 0)
	list.AddText(at, imgui.PackedColorFromVec4(col), text)
}

// tileText says what lies under the mouse.
func (p *flightPanel) tileText(a *App) string {
	h := p.under.tile
	m := a.s.Map()
	t, ok := m.TileAt(h)
	if !ok {
		return fmt.Sprintf("tile %d, %d: none", h.Q, h.R)
	}
	text := fmt.Sprintf("tile %d, %d   height %.2f", h.Q, h.R, t.Height)
	if t.Height < m.WaterLevel {
		text += ", water"
	}
	if d, ok := m.DistrictAt(h); ok {
		text += "   " + d.Name
		if d.AppearS > 0 {
			text += fmt.Sprintf(" from %g s", d.AppearS)
		}
	}
	return text
}
