package panels

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl64"
	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/flight"
	"donorlab/internal/pack"
	"donorlab/internal/ui/gizmo"
)

// placeDrag is a drag of the placement's handles.
type placeDrag struct {
	hover gizmo.Handle
	drag  *gizmo.Drag
	start pack.Vec3
	axes  mgl64.Mat3
	flies bool // it flew before: it holds still under the hand
	done  bool
	text  string
}

// placeGizmo is the set of handles on the leader: along its own right, up and
// forward, which are the axes of the entry's position.
func (p *flightPanel) placeGizmo(a *App) (gizmo.Gizmo, bool) {
	f := a.s.Flight()
	if p.page != flyPlace || a.tab != tabFlight || f == nil || a.s.Work().Entry == nil {
		return gizmo.Gizmo{}, false
	}
	g := gizmo.Gizmo{Size: float64(a.px(78)), Reach: float64(a.px(7))}
	t := f.Trace(0)
	g.Origin = t.Final()
	turn := mgl64.HomogRotate3DY(mgl64.DegToRad(t.YawDeg)).Mat3()
	g.Axes = turn
	return g, true
}

func (p *flightPanel) grab(a *App, view *gizmo.View, x, y float64) {
	g, ok := p.placeGizmo(a)
	if !ok {
		return
	}
	d := &p.drag
	d.drag = g.Grab(view, d.hover, x, y)
	d.start, d.axes, d.done, d.text = a.s.Work().Entry.Position, g.Axes, false, ""
	d.flies = a.s.Flying()
	a.s.PlayFlight(false)
	a.s.EndEdit()
}

// dragPlace writes the entry's position: the move in the unit's own right, forward
// and up. The lab's axes are left, up and forward.
func (p *flightPanel) dragPlace(a *App, view *gizmo.View, x, y float64) {
	d := &p.drag
	if d.drag == nil {
		return
	}
	c := d.drag.To(view, x, y, a.snap())
	d.text = d.drag.Text(c)
	if c.Move == (mgl64.Vec3{}) && !d.done {
		return
	}
	d.done = true
	own := flight.ToRegistry(d.axes.Transpose().Mul3x1(c.Move))
	v := pack.Vec3{X: d.start.X + own[0], Y: d.start.Y + own[1], Z: d.start.Z + own[2]}
	a.s.Fail(a.s.SetEntry("position", v))
}

func (p *flightPanel) dropPlace(a *App) {
	d := &p.drag
	if d.drag != nil && d.flies {
		a.s.PlayFlight(true)
	}
	d.drag, d.text = nil, ""
	a.s.EndEdit()
}

// drawPlace draws the handles.
func (p *flightPanel) drawPlace(a *App, view *gizmo.View) {
	g, ok := p.placeGizmo(a)
	if !ok {
		return
	}
	v := &a.view
	at := func(q [2]float64) imgui.Vec2 { return imgui.Vec2{X: v.x + float32(q[0]), Y: v.y + float32(q[1])} }
	held := gizmo.None
	if p.drag.drag != nil {
		held = p.drag.drag.Handle
	}
	names := map[gizmo.Handle]bool{}
	for _, s := range g.Shapes(view) {
		if held != gizmo.None && s.Handle != held {
			continue
		}
		a.drawShape(s, at, s.Handle == p.drag.hover || s.Handle == held)
		if s.Strength > 0.3 && len(s.Points) > 1 && (!names[s.Handle] || s.Fill) {
			names[s.Handle] = true
			m := s.Points[len(s.Points)/2]
			if s.Fill {
				m = middle(s.Points)
			}
			a.spot("place/"+s.Handle.String(), m[0], m[1])
		}
	}
	if p.drag.text != "" {
		x, y, _ := view.Pixel(g.Origin)
		a.readOut(at([2]float64{x, y}), p.drag.text)
	}
}

// placePage edits where the model sits, with what is measured there.
func (p *flightPanel) placePage(a *App) {
	e := a.s.Work().Entry
	if e == nil {
		a.dim("Open a model: its entry holds the offset.")
		return
	}
	a.dim("Offset of the model from the unit, in the unit's own frame. Drag the handles in the picture, or the numbers; the entry is written, and the pack exports the same.")
	pos := e.Position
	changed, done := false, false
	for _, k := range []struct {
		name, label, tip string
		v                *float64
	}{
		{"place/right", "Right", "x of position: to the unit's right", &pos.X},
		{"place/forward", "Forward", "y of position: along its nose", &pos.Y},
		{"place/up", "Up", "z of position: straight up, whatever the facing", &pos.Z},
	} {
		c, d := a.number(dial{name: k.name, label: k.label, unit: "units", format: "%.3f", min: -10, max: 10, tip: k.tip, key: "position of the entry"}, k.v)
		changed, done = changed || c, done || d
	}
	if changed {
		a.s.Fail(a.s.SetEntry("position", pos))
	}
	if done {
		a.s.EndEdit()
	}
	p.entryNumber(a, "size", 0.1, 20)
	p.entryNumber(a, "scale", 0.05, 10)
	p.onTile(a)
	p.measured(a)
}

// onTile is where the entry alone puts the model on a tile, and whether it would be
// put there twice.
func (p *flightPanel) onTile(a *App) {
	at, ok := a.s.Placement()
	if !ok {
		return
	}
	a.heading("On its tile, standing still")
	for _, pr := range at.Problems {
		a.dot(a.severityColor(pr.Severity))
		imgui.SameLineV(0, a.px(4))
		a.colored(a.c.Palette().Warn, pr.Message)
		a.named("place/problem", true)
		a.tip(pr.Remedy)
	}
	row := func(label, text, tip string) {
		a.label(label, false)
		a.mono(fit(text, imgui.ContentRegionAvail().X))
		a.named("place/tile/"+label, true)
		a.tip(tip)
	}
	row("Keel / top", fmt.Sprintf("%.2f / %.2f units", at.Keel, at.Top), "Heights of the model's lowest and highest point over the ground")
	row("From its middle", fmt.Sprintf("%.3f units", at.Plane), "Distance of the model's middle from the tile's, over the plane")
	r := at.OffsetRegistry
	row("Game's frame", fmt.Sprintf("%+.2f %+.2f %+.2f", r[0], r[1], r[2]), vector([3]string{"right", "forward", "up"}, r))
	row("glTF's frame", fmt.Sprintf("%+.2f %+.2f %+.2f", at.Offset[0], at.Offset[1], at.Offset[2]), vector([3]string{"left", "up", "forward"}, at.Offset))
	if a.check("place/still", "Show it on its tile, without the world", &a.s.View().OnTile, "The model alone as the entry places it, in place of the flight") && a.s.View().OnTile {
		a.s.ShowWorld(false)
	}
}

// vector writes a vector with the names of its axes.
func vector(names [3]string, v [3]float64) string {
	return fmt.Sprintf("%s %.3f  %s %.3f  %s %.3f", names[0], v[0], names[1], v[1], names[2], v[2])
}

// cancelPlace puts the model back to where the drag began.
func (p *flightPanel) cancelPlace(a *App) {
	if d := &p.drag; d.drag != nil && d.done {
		a.s.EndEdit()
		a.s.Undo()
	}
	p.dropPlace(a)
}

// measured is the seed's F8 instrument: where the model is from the middle of its
// tile, in both frames.
func (p *flightPanel) measured(a *App) {
	a.heading("In flight, now")
	m, ok := a.s.FromTile()
	if !ok {
		a.dim("The unit is not over a tile.")
		return
	}
	row := func(label, text, tip string) {
		a.label(label, false)
		a.mono(fit(text, imgui.ContentRegionAvail().X))
		a.named("place/"+label, true)
		a.tip(tip)
	}
	if keel, top, ok := a.s.PawnSpan(); ok {
		row("Keel / top", fmt.Sprintf("%.2f / %.2f units", keel, top), "Heights of the model's lowest and highest point above the ground below, level; below 0 the keel is in the ground")
	}
	row("From the tile", fmt.Sprintf("%.3f units", m.Plane), "Distance of the model's origin from the middle of the tile below, over the plane")
	w := flight.ToRegistry(m.World)
	row("World", fmt.Sprintf("%+.2f %+.2f %+.2f", w[0], w[1], w[2]), "Right, forward and up of the world, in the registry's frame, from the tile's middle at the ground there: "+vector([3]string{"right", "forward", "up"}, w))
	row("As it faces", fmt.Sprintf("%+.2f %+.2f %+.2f", m.Facing[0], m.Facing[1], m.Facing[2]), "Right, forward and up of the unit as it faces, from the tile's middle at the ground there: "+vector([3]string{"right", "forward", "up"}, m.Facing))
}
