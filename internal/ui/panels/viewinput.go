package panels

import (
	"fmt"
	"image"
	"math"

	"github.com/go-gl/mathgl/mgl64"
	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/lab"
	"donorlab/internal/scene"
	"donorlab/internal/ui"
	"donorlab/internal/ui/gizmo"
)

// mouse turns what the mouse does in the picture into camera moves, selections
// and drags of handles.
func (v *viewport) mouse(a *App, view *gizmo.View, hovered, active bool) {
	x, y := v.pointer()
	side, onCube := a.cube().Pick(view, x, y)
	v.side = gizmo.Side{}
	if hovered && v.hold == holdNothing && onCube {
		v.side = side
	}
	v.hub.hover = gizmo.None
	if hovered && !onCube && (v.hold == holdNothing) {
		v.hub.hover = a.handleUnder(view, x, y)
	}
	if hovered {
		v.scroll(a)
	}
	for b := range 3 {
		if hovered && v.hold == holdNothing && imgui.IsMouseClicked(b) {
			v.press(a, view, b, x, y, onCube)
		}
	}
	a.hover(hovered && v.hold == holdNothing && !a.compare.over(a, x) && !onCube && v.hub.hover == gizmo.None, x, y)
	if v.hold == holdNothing {
		return
	}
	if active {
		v.dragTo(a, view, x, y)
	}
	if imgui.IsMouseReleased(v.button) || !active && !imgui.IsMouseDown(v.button) {
		v.release(a, view, x, y)
	}
}

// pointer is the mouse's place in the picture, pixels.
func (v *viewport) pointer() (x, y float64) {
	m := imgui.MousePos()
	return float64(m.X - v.x), float64(m.Y - v.y)
}

// scroll zooms; with the trackpad setting it orbits, and zooms with Ctrl.
func (v *viewport) scroll(a *App) {
	io := imgui.CurrentIO()
	wx, wy := io.MouseWheel()
	if wx == 0 && wy == 0 {
		return
	}
	cam := &a.s.View().Camera
	v.glide = gizmo.Glide{}
	if a.s.Settings().ScrollOrbits && !io.KeyCtrlPressed() {
		const degrees = 8 // a notch
		orbit(cam, float64(wx)*degrees, -float64(wy)*degrees)
		return
	}
	zoom(cam, float64(wy))
}

// press begins what a button does.
func (v *viewport) press(a *App, view *gizmo.View, b int, x, y float64, onCube bool) {
	io := imgui.CurrentIO()
	v.button, v.moved = b, 0
	v.over.twice = imgui.IsMouseDoubleClicked(b)
	switch {
	case b != 0:
		v.hold = holdPan
	case onCube:
		v.hold = holdCube
	case v.hub.hover != gizmo.None:
		v.hold = holdGizmo
		a.grabHub(view, x, y)
	case v.boxing || io.KeyCtrlPressed() || io.KeyAltPressed():
		v.hold = holdBox
		p := image.Pt(int(x), int(y))
		v.box = image.Rectangle{Min: p, Max: p}
	case io.KeyShiftPressed():
		v.hold = holdPan
	default:
		v.hold = holdOrbit
	}
}

// dragTo goes on with what the button does.
func (v *viewport) dragTo(a *App, view *gizmo.View, x, y float64) {
	d := imgui.CurrentIO().MouseDelta()
	v.moved += float32(math.Hypot(float64(d.X), float64(d.Y)))
	cam := &a.s.View().Camera
	switch {
	case v.hold == holdGizmo:
		a.dragHub(view, x, y)
	case v.moved <= clickSlack:
	case v.hold == holdBox:
		v.box.Max = image.Pt(int(x), int(y))
	case v.hold == holdPan:
		v.glide = gizmo.Glide{}
		v.pan(cam, d)
	default:
		v.glide = gizmo.Glide{}
		k := float64(orbitDegree / a.c.Scale())
		orbit(cam, -float64(d.X)*k, float64(d.Y)*k)
	}
}

// release ends it: a press that did not move is a click.
func (v *viewport) release(a *App, view *gizmo.View, x, y float64) {
	io := imgui.CurrentIO()
	extend := io.KeyCtrlPressed() || io.KeyShiftPressed()
	click := v.moved <= clickSlack
	hold := v.hold
	v.hold = holdNothing
	switch {
	case hold == holdGizmo:
		a.dropHub()
	case hold == holdCube && click:
		if s, ok := a.cube().Pick(view, x, y); ok {
			az, el := s.Angles(a.s.View().Camera.AzimuthDeg)
			v.lookFrom(a, az, el)
		}
	case hold == holdBox && !click:
		v.boxing = false
		a.selectBox(v.box.Canon(), extend)
	case click && v.button == 0 && a.s.WalkShown() && io.KeyAltPressed():
		v.boxing = false
		a.walkClick(x, y)
	case click && v.button == 0:
		v.boxing = false
		a.clickView(x, y, extend)
	}
}

// escape takes back what is going on, or clears the selection.
func (a *App) escape() {
	v := &a.view
	switch {
	case v.hold == holdGizmo:
		a.cancelHub()
		v.hold = holdNothing
	case v.hold == holdPlace:
		a.flight.cancelPlace(a)
		v.hold = holdNothing
	case v.hold != holdNothing || v.boxing:
		v.hold, v.boxing = holdNothing, false
	default:
		a.s.Select()
	}
}

// orbit turns the camera about its target, degrees.
func orbit(cam *scene.Camera, az, el float64) {
	cam.AzimuthDeg = math.Mod(cam.AzimuthDeg+az, 360)
	cam.ElevationDeg = math.Max(-90, math.Min(90, cam.ElevationDeg+el))
}

// pan moves the target so that what is under the mouse stays under it.
func (v *viewport) pan(cam *scene.Camera, d imgui.Vec2) {
	perPixel := 2 * math.Tan(cam.FovY()/2) * cam.Distance / float64(v.h)
	m := cam.View()
	right, up := mgl64.Vec3{m[0], m[4], m[8]}, mgl64.Vec3{m[1], m[5], m[9]}
	cam.Target = cam.Target.Add(right.Mul(-float64(d.X) * perPixel)).Add(up.Mul(float64(d.Y) * perPixel))
}

// zoom moves the eye towards the target, within bounds that keep the numbers
// sound.
func zoom(cam *scene.Camera, notches float64) {
	cam.Distance = math.Max(1e-3, math.Min(1e6, cam.Distance*math.Pow(zoomNotch, notches)))
	cam.Near, cam.Far = 0, 0
}

// keyOrbitDeg and keyZoom are what one press of a key does; a held key repeats.
const (
	keyOrbitDeg = 7.5
	keyZoom     = 1.5 // notches
)

// keys are those of the picture while it has the keyboard.
func (v *viewport) keys(a *App) {
	io := imgui.CurrentIO()
	if io.WantTextInput() || io.KeyCtrlPressed() || io.KeyAltPressed() || io.KeySuperPressed() {
		return
	}
	cam := a.s.View().Camera
	to := v.target(cam)
	before := to
	for _, k := range []struct {
		key    ui.Key
		az, el float64
		notch  float64
	}{
		{ui.KeyLeft, -keyOrbitDeg, 0, 0}, {ui.KeyRight, keyOrbitDeg, 0, 0},
		{ui.KeyUp, 0, keyOrbitDeg, 0}, {ui.KeyDown, 0, -keyOrbitDeg, 0},
		{ui.KeyEqual, 0, 0, keyZoom}, {ui.KeyMinus, 0, 0, -keyZoom},
	} {
		if !imgui.IsKeyPressed(int(k.key)) {
			continue
		}
		if k.notch != 0 {
			zoom(&to, k.notch)
			continue
		}
		orbit(&to, k.az, k.el)
	}
	if to != before {
		v.glideTo(cam, to)
	}
}

// clickView selects what is under the mouse; a second click goes there.
func (a *App) clickView(x, y float64, extend bool) {
	hit, ok := a.s.Pick(a.view.frame, &a.view.list, x, y)
	ok = ok && !a.compare.over(a, x)
	switch {
	case !ok && !extend:
		a.s.Select()
	case !ok:
	case hit.Part >= 0 && extend:
		a.s.ToggleSelected(hit.Part)
	case hit.Part >= 0:
		a.s.Select(hit.Part)
	case hit.Bone >= 0:
		a.clickBone(hit.Bone, extend)
	}
	if ok && hit.Part >= 0 {
		a.parts.scrollTo = hit.Part
	}
	if ok && hit.Node >= 0 && a.view.frame.Show == lab.ShowSource {
		a.nodes.reveal = hit.Node
	}
	if a.view.over.twice && !extend {
		a.view.frameSelection(a)
	}
}

// clickBone selects a bone; with extend its parts are added to the selection.
func (a *App) clickBone(joint int, extend bool) {
	if bones := a.s.Bones(); extend && joint < len(bones) {
		a.s.Select(append(append([]int{}, a.s.Selected()...), bones[joint].Parts...)...)
		return
	}
	a.s.SelectBone(joint)
	if f := a.view.frame; f != nil {
		a.s.Note(boneText(a, joint, f.Model))
	}
}

// boneText says in a line what a bone is.
func boneText(a *App, joint int, m *scene.Model) string {
	name := ""
	if len(m.Skins) > 0 && joint < len(m.Skins[0].Joints) {
		name = m.Nodes[m.Skins[0].Joints[joint]].Name
	}
	t := fmt.Sprintf("Bone %d %s", joint, name)
	if bones := a.s.Bones(); joint < len(bones) {
		b := &bones[joint]
		t += fmt.Sprintf(", role %s, %s", b.Role, plural(len(b.Parts), "part"))
	}
	return t
}

// selectBox selects what is seen within a rectangle of the picture.
func (a *App) selectBox(box image.Rectangle, extend bool) {
	parts, bones := a.s.PickBox(a.view.frame, &a.view.list, box)
	if len(parts) == 0 { // a rig: the parts that follow the bones
		rig := a.s.Bones()
		for _, j := range bones {
			if j < len(rig) {
				parts = append(parts, rig[j].Parts...)
			}
		}
	}
	if extend {
		parts = append(append([]int{}, a.s.Selected()...), parts...)
	}
	a.s.Select(parts...)
	if n := len(a.s.Selected()); n > 0 {
		a.parts.scrollTo = a.s.Selected()[0]
		a.s.Note(plural(n, "part") + " selected")
	}
}

// grabEdge is how near the window's edge, in pixels, a drag of the camera takes
// hold of the pointer.
const grabEdge = 6

// grab reports whether the host is to take hold of the pointer: so that an orbit
// or a pan does not end at the screen's edge.
func (v *viewport) grab(a *App) bool {
	if v.hold != holdOrbit && v.hold != holdPan && v.hold != holdCube || v.moved <= clickSlack {
		v.grabbed = false
		return false
	}
	m := imgui.MousePos()
	edge := a.px(grabEdge)
	v.grabbed = v.grabbed || m.X < edge || m.Y < edge || m.X > float32(a.in.Width)-edge || m.Y > float32(a.in.Height)-edge
	return v.grabbed
}
