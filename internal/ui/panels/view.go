package panels

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"
	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/lab"
	"donorlab/internal/scene"
	"donorlab/internal/scene/draw"
	"donorlab/internal/ui"
)

// viewport is the live preview's state.
type viewport struct {
	list   draw.List
	frame  *lab.Frame
	framed *scene.Model
	drag   int     // mouse button that drags, plus one; 0 none
	moved  float32 // pixels since the button went down: a click stays under clickSlack
	w, h   int     // of the picture, pixels
	x, y   float32 // its top left corner, pixels

	statsOf *scene.Model
	stats   []string // of statsOf; see statistics
}

const (
	clickSlack  = 4    // pixels that still count as a click
	orbitDegree = 0.35 // degrees a pixel at scale 1
	zoomNotch   = 0.88 // distance factor a wheel notch
)

func (a *App) viewPanel(out *ui.Output) {
	v := &a.view
	at := imgui.CursorScreenPos()
	size := imgui.ContentRegionAvail()
	v.x, v.y, v.w, v.h = at.X, at.Y, int(size.X), int(size.Y)
	if v.w < 8 || v.h < 8 {
		return
	}
	if src := a.s.Doc().Source; src != nil && src != v.framed {
		v.framed = src
		a.s.FrameAll(v.aspect())
	}
	v.frame = a.s.BuildList(&v.list, v.w, v.h)
	out.Views = append(out.Views, ui.View{Texture: ui.TextureView, List: &v.list})
	imgui.WindowDrawList().AddImage(ui.TextureView, at, at.Plus(size))
	imgui.SetCursorScreenPos(at)
	imgui.InvisibleButtonV("##view", size, imgui.ButtonFlagsMouseButtonLeft|imgui.ButtonFlagsMouseButtonRight|imgui.ButtonFlagsMouseButtonMiddle)
	imgui.SetItemAllowOverlap()
	a.named("view", true)
	v.mouse(a, imgui.IsItemHovered(), imgui.IsItemActive())
	if a.s.Doc().Source == nil {
		a.emptyView(at, size)
		return
	}
	a.viewTools(at)
	a.viewNotes(at, size)
}

// mouse turns drags and the wheel into camera moves, and a click into a
// selection.
func (v *viewport) mouse(a *App, hovered, active bool) {
	cam := &a.s.View().Camera
	io := imgui.CurrentIO()
	if hovered {
		if _, wheel := io.MouseWheel(); wheel != 0 {
			v.zoom(cam, float64(wheel))
		}
	}
	for b := range 3 {
		if hovered && imgui.IsMouseClicked(b) {
			v.drag, v.moved = b+1, 0
		}
	}
	if v.drag == 0 {
		return
	}
	if active {
		d := io.MouseDelta()
		v.moved += float32(math.Hypot(float64(d.X), float64(d.Y)))
		if v.moved > clickSlack {
			if v.drag == 1 && !io.KeyShiftPressed() {
				v.orbit(cam, d, a.c.Scale())
			} else {
				v.pan(cam, d)
			}
		}
	}
	if imgui.IsMouseReleased(v.drag - 1) {
		if v.drag == 1 && v.moved <= clickSlack {
			m := imgui.MousePos()
			a.clickView(float64(m.X-v.x), float64(m.Y-v.y), io.KeyCtrlPressed() || io.KeyShiftPressed())
		}
		v.drag = 0
	}
}

func (v *viewport) orbit(cam *scene.Camera, d imgui.Vec2, scale float32) {
	cam.AzimuthDeg = math.Mod(cam.AzimuthDeg-float64(d.X/scale)*orbitDegree, 360)
	cam.ElevationDeg = math.Max(-90, math.Min(90, cam.ElevationDeg+float64(d.Y/scale)*orbitDegree))
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
func (v *viewport) zoom(cam *scene.Camera, notches float64) {
	cam.Distance = math.Max(1e-3, math.Min(1e6, cam.Distance*math.Pow(zoomNotch, notches)))
	cam.Near, cam.Far = 0, 0
}

func (v *viewport) lookFrom(a *App, az, el float64) {
	cam := &a.s.View().Camera
	cam.AzimuthDeg, cam.ElevationDeg = az, el
}

// frameSelection moves the camera to the selected parts, or to the whole model
// where nothing is selected.
func (v *viewport) frameSelection(a *App) {
	a.s.FrameSelected(v.aspect())
}

// aspect is the picture's width over its height.
func (v *viewport) aspect() float64 {
	if v.h == 0 {
		return 16.0 / 9
	}
	return float64(v.w) / float64(v.h)
}

// clickView selects what is under the mouse.
func (a *App) clickView(x, y float64, extend bool) {
	hit, ok := a.s.Pick(a.view.frame, &a.view.list, x, y)
	if !ok {
		if !extend {
			a.s.Select()
		}
		return
	}
	if hit.Part >= 0 {
		if extend {
			a.s.ToggleSelected(hit.Part)
		} else {
			a.s.Select(hit.Part)
		}
		a.parts.scrollTo = hit.Part
		return
	}
	if r := a.s.Work().Rigged; r != nil && r.Rig != nil && hit.Bone >= 0 && hit.Bone < len(r.Rig.Bones) {
		a.s.Select(r.Rig.Bones[hit.Bone].Parts...)
		a.s.Note(fmt.Sprintf("Bone %d %s, role %s", hit.Bone, r.Rig.Bones[hit.Bone].Name, r.Rig.Bones[hit.Bone].Role))
	}
}

// emptyView teaches what to do while nothing is open.
func (a *App) emptyView(at, size imgui.Vec2) {
	imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + size.X/2 - a.px(150), Y: at.Y + size.Y/2 - a.px(60)})
	imgui.BeginGroup()
	imgui.PushFont(a.c.Fonts().Bold)
	imgui.Text("Drop a .glb or .gltf file here")
	imgui.PopFont()
	a.dim("or begin with one that is here already:")
	if a.button("empty/open", "Open…", buttonLook{}) {
		a.open.show(a, purposeOpen)
	}
	for _, s := range lab.Samples() {
		if a.button("empty/"+s.Ref, s.Name, buttonLook{tip: s.About}) {
			a.openModel(s.Ref)
		}
	}
	imgui.EndGroup()
}

// viewTools is the row of switches over the picture.
func (a *App) viewTools(at imgui.Vec2) {
	imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + a.px(8), Y: at.Y + a.px(8)})
	chosen, actual := a.s.Shown()
	imgui.SetNextItemWidth(a.px(178))
	label := chosen.String()
	if chosen == lab.ShowAuto {
		label = "Auto: " + actual.String()
	}
	if imgui.BeginCombo("##show", fit(label, a.px(145))) {
		for _, s := range []lab.Show{lab.ShowAuto, lab.ShowSource, lab.ShowRig, lab.ShowGame} {
			if imgui.SelectableV(s.String(), s == chosen, 0, imgui.Vec2{}) {
				a.s.SetShow(s)
			}
			a.named("view/show/"+s.String(), true)
		}
		imgui.EndCombo()
	}
	a.named("view/show", true)
	a.tip("Which stage of the work is shown. “As the game shows it” is the rebased rig with the donor's channels bound by index, right or wrong.")
	o := &a.s.View().Overlays
	for _, t := range []struct {
		label, tip string
		on         *bool
	}{
		{"Roles", "Colour every part by its role (Tab)", &o.Roles},
		{"Bones", "Joints and the lines between them", &o.Bones},
		{"Axes", "Each bone's local axes: X red, Y green, Z blue", &o.Axes},
		{"Wire", "Triangle edges", &o.Wire},
		{"Grid", "Ground grid in metres", &o.Grid},
	} {
		imgui.SameLineV(0, a.px(4))
		a.toggle("view/"+t.label, t.label, t.on, t.tip)
	}
	imgui.SameLineV(0, a.px(4))
	if a.button("view/frame", "Frame", buttonLook{tip: "Show the whole model (Home); F frames the selection"}) {
		a.s.FrameAll(a.view.aspect())
	}
}

// toggle is a button that stays down.
func (a *App) toggle(name, label string, on *bool, tip string) {
	p := a.c.Palette()
	n := 0
	if *on {
		imgui.PushStyleColor(imgui.StyleColorButton, ui.Fade(p.Accent, 0.55))
		imgui.PushStyleColor(imgui.StyleColorButtonHovered, ui.Fade(p.Accent, 0.7))
		n = 2
	} else {
		imgui.PushStyleColor(imgui.StyleColorButton, ui.Fade(p.Frame, 0.85))
		n = 1
	}
	if imgui.Button(label + "##" + name) {
		*on = !*on
	}
	imgui.PopStyleColorV(n)
	a.named(name, true)
	a.tip(tip)
}

// viewNotes writes the model's figures and what is to be known of the picture.
func (a *App) viewNotes(at, size imgui.Vec2) {
	p := a.c.Palette()
	list := imgui.WindowDrawList()
	line := imgui.TextLineHeight() * 1.15
	y := at.Y + size.Y - a.px(10)
	put := func(text string, col imgui.Vec4) {
		y -= line
		w := imgui.CalcTextSize(text, false, 0).X
		x := at.X + size.X - w - a.px(12)
		list.AddText(imgui.Vec2{X: x + 1, Y: y + 1}, imgui.PackedColorFromVec4(ui.Fade(p.Ground, 0.8)), text)
		list.AddText(imgui.Vec2{X: x, Y: y}, imgui.PackedColorFromVec4(col), text)
	}
	f := a.view.frame
	if f == nil {
		return
	}
	for _, text := range a.view.statistics(f.Model) {
		put(text, p.Dim)
	}
	if f.Show != lab.ShowSource {
		for _, why := range a.s.RigStale() {
			put("Stale rig: "+why, p.Warn)
		}
	}
	if f.Problem != nil {
		put(f.Problem.Message, p.Warn)
	}
}

// statistics are the lines about a model's size, from the bottom up. They take
// a walk over all vertices, so they are kept as long as the model is the same.
func (v *viewport) statistics(m *scene.Model) []string {
	if v.statsOf == m {
		return v.stats
	}
	s := m.Bounds().Size()
	joints := 0
	for i := range m.Skins {
		joints += len(m.Skins[i].Joints)
	}
	counts := fmt.Sprintf("%s triangles, %s vertices", thousands(m.TriangleCount()), thousands(m.VertexCount()))
	if joints > 0 {
		counts += fmt.Sprintf(", %d bones", joints)
	}
	v.statsOf, v.stats = m, []string{fmt.Sprintf("%.3g × %.3g × %.3g m", s[0], s[1], s[2]), counts}
	return v.stats
}

// thousands writes a count with thin gaps: 12 345.
func thousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + " " + s[i:]
	}
	return s
}
