package panels

import (
	"fmt"
	"image"
	"math"
	"time"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/lab"
	"donorlab/internal/scene"
	"donorlab/internal/scene/draw"
	"donorlab/internal/ui"
	"donorlab/internal/ui/gizmo"
)

// viewport is the live preview's state. None of it is undoable.
type viewport struct {
	list   draw.List
	frame  *lab.Frame
	source *scene.Model // that was open in the tick before
	w, h   int          // of the picture, pixels
	x, y   float32      // its top left corner, pixels
	bar    rect         // the tool bar over it, as in the tick before

	hold    hold // what the pressed mouse button does
	button  int  // that is pressed
	moved   float32
	grabbed bool            // the host holds the pointer
	boxing  bool            // the next drag is a box, from the tool bar's button
	box     image.Rectangle // being drawn, pixels of the picture; not in order
	side    gizmo.Side      // of the cube, under the mouse

	glide     gizmo.Glide
	turntable bool
	greeting  bool // the turntable runs only until the user does something
	stats     bool // figures in the corner are hidden

	over  over
	hub   hubDrag
	tools gizmoTools
	clock stopwatch

	guides   guides
	measured measured // of the model that is shown
}

// hold says what a pressed mouse button does in the picture.
type hold uint8

const (
	holdNothing hold = iota
	holdOrbit
	holdPan
	holdBox
	holdCube
	holdGizmo
	holdPaint // a brush on the map
	holdPlace // the placement's handles
)

const (
	clickSlack  = 4    // pixels that still count as a click
	orbitDegree = 0.35 // degrees a pixel at scale 1
	zoomNotch   = 0.88 // distance factor a wheel notch
	glideSteps  = 12   // 0.2 s
)

func (a *App) viewPanel(out *ui.Output) {
	v := &a.view
	at := imgui.CursorScreenPos()
	size := imgui.ContentRegionAvail()
	v.x, v.y, v.w, v.h = at.X, at.Y, int(size.X), int(size.Y)
	if v.w < 8 || v.h < 8 {
		return
	}
	if src := a.s.Doc().Source; src != nil && src != v.source {
		v.glide = gizmo.Glide{}
		if v.source == nil { // it was framed before the picture had a size
			a.s.FrameAll(v.aspect())
		}
		v.source = src
	}
	v.clock.start(a.now)
	v.frame = a.s.BuildList(&v.list, v.w, v.h)
	v.clock.stop(a.now)
	out.Grab = v.grab(a)
	out.Views = append(out.Views, ui.View{Texture: ui.TextureView, List: &v.list})
	imgui.WindowDrawList().AddImage(ui.TextureView, at, at.Plus(size))
	if !a.s.WorldShown() {
		a.compare.layer(a, out, at, size)
	}
	imgui.SetCursorScreenPos(at)
	imgui.InvisibleButtonV("##view", size, imgui.ButtonFlagsMouseButtonLeft|imgui.ButtonFlagsMouseButtonRight|imgui.ButtonFlagsMouseButtonMiddle)
	imgui.SetItemAllowOverlap()
	a.named("view", true)
	// imgui calls the picture hovered under its tool bar, too.
	hovered, active := imgui.IsItemHovered() && !v.bar.has(imgui.MousePos()) && !a.compare.near, imgui.IsItemActive()
	if a.s.WorldShown() {
		v.worldView(a, at, size, imgui.IsItemHovered() && !v.bar.has(imgui.MousePos()), active)
		return
	}
	if a.s.Doc().Source == nil {
		v.hold = holdNothing
		a.emptyView(at, size)
		return
	}
	view := gizmo.NewView(a.s.View().Camera, v.w, v.h)
	v.mouse(a, &view, hovered, active)
	if imgui.IsWindowFocused() && v.hold == holdNothing {
		v.keys(a)
	}
	v.guides.draw(a, &view)
	a.boneNames(&view)
	a.drawHub(&view)
	a.drawCube(&view)
	a.drawBox()
	a.compare.marks(a, at, size)
	a.viewTools(at)
	a.viewNotes(at, size)
}

// step is one tick of 1/60 s: the camera's own movement.
func (v *viewport) step(a *App) {
	cam := &a.s.View().Camera
	if v.glide.Active() {
		*cam = v.glide.Next()
	} else if v.turntable && v.hold == holdNothing {
		cam.AzimuthDeg = math.Mod(cam.AzimuthDeg+turntableDeg, 360)
	}
}

// turntableDeg is how far the turntable goes in a tick: once round in 18 s.
const turntableDeg = 1.0 / 3

// lookFrom turns the camera to the angles, in a moment.
func (v *viewport) lookFrom(a *App, az, el float64) {
	cam := a.s.View().Camera
	to := v.target(cam)
	to.AzimuthDeg, to.ElevationDeg = az, el
	v.glideTo(cam, to)
}

// target is where the camera is going, or stands.
func (v *viewport) target(cam scene.Camera) scene.Camera {
	if v.glide.Active() {
		return v.glide.To
	}
	return cam
}

func (v *viewport) glideTo(from, to scene.Camera) {
	v.glide = gizmo.NewGlide(from, to, glideSteps)
}

// frameSelection moves the camera to the selected parts, or to the whole model
// where nothing is selected.
func (v *viewport) frameSelection(a *App) {
	if a.s.WorldShown() {
		a.flight.trail(a, true)
		return
	}
	v.framing(a, func() { a.s.FrameSelected(v.aspect()) })
}

// showPart moves the camera to the selected parts, but no nearer than that it can
// be told where on the model they are, and round to their side of the model where
// it stands on the other.
func (v *viewport) showPart(a *App) {
	v.framing(a, func() {
		a.s.FrameSelected(v.aspect())
		cam := &a.s.View().Camera
		b := a.s.Bounds()
		cam.Distance = max(cam.Distance, b.Diagonal()*0.8)
		out := cam.Target.Sub(b.Center())
		if math.Hypot(out[0], out[2]) < b.Diagonal()*0.08 {
			return // in the middle: no side is its own
		}
		const most = 45 // degrees off the direct look
		side := math.Atan2(out[0], out[2]) * 180 / math.Pi
		if off := math.Remainder(cam.AzimuthDeg-side, 360); math.Abs(off) > most {
			cam.AzimuthDeg = math.Remainder(side+math.Copysign(most, off), 360)
		}
	})
}

// frameAll moves the camera to see the whole model.
func (v *viewport) frameAll(a *App) {
	if a.s.WorldShown() {
		a.flight.trail(a, true)
		return
	}
	v.framing(a, func() { a.s.FrameAll(v.aspect()) })
}

// framing glides to where a function puts the camera.
func (v *viewport) framing(a *App, put func()) {
	cam := &a.s.View().Camera
	if a.s.WalkShown() { // what moves is not glided to
		v.glide = gizmo.Glide{}
		put()
		return
	}
	from := *cam
	*cam = v.target(from)
	put()
	to := *cam
	*cam = from
	v.glideTo(from, to)
}

// aspect is the picture's width over its height.
func (v *viewport) aspect() float64 {
	if v.h == 0 {
		return 16.0 / 9
	}
	return float64(v.w) / float64(v.h)
}

// stopwatch measures how long the front end takes for a picture, with a clock
// that was passed in. It tells a mean over half a second, so that the figure
// can be read.
type stopwatch struct {
	began time.Time
	sum   time.Duration
	n     int
	mean  time.Duration // 0 before the first
}

const stopwatchFrames = 30

func (w *stopwatch) start(now func() time.Time) {
	if now != nil {
		w.began = now()
	}
}

func (w *stopwatch) stop(now func() time.Time) {
	if now == nil {
		return
	}
	w.sum += now().Sub(w.began)
	if w.n++; w.n >= stopwatchFrames || w.mean == 0 {
		w.mean = w.sum / time.Duration(w.n)
		w.sum, w.n = 0, 0
	}
}

// viewNotes writes the model's figures and what is to be known of the picture.
func (a *App) viewNotes(at, size imgui.Vec2) {
	p := a.viewPalette()
	line := imgui.TextLineHeight() * 1.15
	y := at.Y + size.Y - a.px(10)
	put := func(text string, col imgui.Vec4) {
		y -= line
		w := imgui.CalcTextSize(text, false, 0).X
		a.shadowText(imgui.Vec2{X: at.X + size.X - w - a.px(12), Y: y}, col, text)
	}
	f := a.view.frame
	if f == nil {
		return
	}
	if !a.view.stats {
		a.figures(f, put)
	}
	if n := a.s.HiddenNodes(); n > 0 && f.Show == lab.ShowSource {
		put(fmt.Sprintf("%s hidden (Nodes tab)", plural(n, "node")), p.Warn)
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

// figures are the statistics in the corner.
func (a *App) figures(f *lab.Frame, put func(string, imgui.Vec4)) {
	p := a.viewPalette()
	last := ""
	if ms := a.view.clock.mean; ms > 0 {
		last = fmt.Sprintf(", front end %.1f ms", float64(ms.Microseconds())/1000)
	}
	for i, text := range a.view.measured.lines(f.Whole()) {
		if i == 0 {
			text += last
		}
		put(text, p.Dim)
	}
}

// measured keeps the lines about a model's size as long as the model is the
// same: they take a walk over all vertices.
type measured struct {
	of   *scene.Model
	text []string
}

// lines returns size and counts, from the bottom line up.
func (c *measured) lines(m *scene.Model) []string {
	if c.of == m {
		return c.text
	}
	s := m.Bounds().Size()
	joints := 0
	for i := range m.Skins {
		joints += len(m.Skins[i].Joints)
	}
	stats := fmt.Sprintf("%s triangles, %s vertices", thousands(m.TriangleCount()), thousands(m.VertexCount()))
	if joints > 0 {
		stats += fmt.Sprintf(", %d bones", joints)
	}
	*c = measured{m, []string{fmt.Sprintf("%.3g × %.3g × %.3g m", s[0], s[1], s[2]), stats + ", " + plural(len(m.Materials), "material")}}
	return c.text
}

// plural writes a count with its noun.
func plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return thousands(n) + " " + noun
}

// shadowText writes over the picture, with a dark edge so that it can be read
// on anything.
func (a *App) shadowText(at imgui.Vec2, col imgui.Vec4, text string) {
	list := imgui.WindowDrawList()
	list.AddText(imgui.Vec2{X: at.X + 1, Y: at.Y + 1}, imgui.PackedColorFromVec4(ui.Fade(a.viewPalette().Ground, 0.8*col.W)), text)
	list.AddText(at, imgui.PackedColorFromVec4(col), text)
}

// thousands writes a count with thin gaps: 12 345.
func thousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + " " + s[i:]
	}
	return s
}
