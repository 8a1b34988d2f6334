package panels_test

import (
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"donorlab/internal/lab"
	"donorlab/internal/rig"
	"donorlab/internal/ui"
	"donorlab/internal/ui/panels"
	"donorlab/internal/ui/softdraw"
)

// The picture, the tree and the timeline under the hand: one session, whose
// parts are found once, put back to its start for each, under a new window.
func TestUnderTheHand(t *testing.T) {
	s := lab.New(lab.Options{ConfigDir: t.TempDir(), CacheDir: t.TempDir()})
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	s.Open(lab.SampleHelicopter)
	if err := s.Idle(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		run  func(*testing.T, *lab.Session)
	}{
		{"hover and click", hoverAndClick}, {"box", boxSelect}, {"hub gizmo", hubGizmo}, {"gizmo needs a rotor", gizmoNeedsARotor},
		{"nodes", nodes}, {"timeline", timelineRow}, {"overlays", overlays},
	} {
		t.Run(c.name, func(t *testing.T) { c.run(t, s) })
	}
}

// opened is a new window of 1280 by 720 over the session as it was opened, its
// clock paused.
func opened(t *testing.T, s *lab.Session) (*panels.App, *softdraw.Stage) {
	t.Helper()
	for s.Undo() {
	}
	s.Select()
	s.ShowAllNodes()
	s.SetClip(lab.ClipRef{})
	*s.View(), *s.Clock() = lab.DefaultView(), lab.Clock{}
	a := panels.New(s)
	st := softdraw.New(a, 1280, 720, 1)
	t.Cleanup(st.Close)
	st.Ticks(3)
	return a, st
}

// loaded is a stage with the sample helicopter, whose parts nobody waits for.
func loaded(t *testing.T) (*lab.Session, *panels.App, *softdraw.Stage) {
	t.Helper()
	s, a, st := stage(t, 1280, 720, 1)
	if err := s.Wait(t.Context(), s.Open(lab.SampleHelicopter)); err != nil {
		t.Fatal(err)
	}
	for _, j := range s.Jobs() {
		j.Cancel()
	}
	s.Clock().Playing = false
	st.Ticks(3)
	return s, a, st
}

// place is the middle of a widget.
func place(t *testing.T, a *panels.App, name string) (x, y float32) {
	t.Helper()
	for _, w := range a.Widgets() {
		if w.Name == name {
			return w.X + w.W/2, w.Y + w.H/2
		}
	}
	t.Fatalf("there is no widget %q on the screen", name)
	return 0, 0
}

func has(a *panels.App, name string) bool {
	return slices.ContainsFunc(a.Widgets(), func(w panels.Widget) bool { return w.Name == name })
}

// hubOf selects the parts of the first hub of a role and returns its index.
func hubOf(t *testing.T, s *lab.Session, role rig.Role) int {
	t.Helper()
	for i, h := range s.Work().Parts.Hubs {
		if h.Role == role {
			s.Select(h.Parts...)
			return i
		}
	}
	t.Fatalf("no hub of role %s", role)
	return -1
}

// A click on the cube's face turns the camera there within 0.2 s, exactly; a
// drag of the cube orbits.
func TestCubeTurnsTheCamera(t *testing.T) {
	s, a, st := loaded(t)
	x, y := place(t, a, "view/cube/Top")
	st.Click(x, y)
	if s.View().Camera.ElevationDeg > 89 {
		t.Error("the camera jumped")
	}
	st.Ticks(13)
	if c := s.View().Camera; c.ElevationDeg != 90 {
		t.Errorf("after 0.2 s the camera is at %v, %v", c.AzimuthDeg, c.ElevationDeg)
	}
	st.Press(ui.Key1)
	st.Ticks(13)
	x, y = place(t, a, "view/cube/Front")
	before := s.View().Camera
	st.Drag(x, y, x+60, y)
	after := s.View().Camera
	if after.AzimuthDeg == before.AzimuthDeg || after.Target != before.Target {
		t.Errorf("a drag of the cube went from %+v to %+v", before, after)
	}
}

// The keys of the picture: views, their opposites, orbit, zoom, turntable.
func TestCameraKeys(t *testing.T) {
	s, a, st := loaded(t)
	angles := func() [2]float64 { c := s.View().Camera; return [2]float64{c.AzimuthDeg, c.ElevationDeg} }
	for _, k := range []struct {
		keys []ui.Key
		want [2]float64
	}{
		{[]ui.Key{ui.Key1}, [2]float64{0, 0}},
		{[]ui.Key{ui.Key3}, [2]float64{90, 0}},
		{[]ui.Key{ui.Key7}, [2]float64{0, 90}},
		{[]ui.Key{ui.KeyLeftCtrl, ui.Key1}, [2]float64{180, 0}},
		{[]ui.Key{ui.KeyLeftCtrl, ui.Key3}, [2]float64{-90, 0}},
		{[]ui.Key{ui.KeyLeftCtrl, ui.Key7}, [2]float64{0, -90}},
	} {
		st.Press(k.keys...)
		st.Ticks(13)
		if got := angles(); got != k.want {
			t.Errorf("keys %v: %v, want %v", k.keys, got, k.want)
		}
	}
	st.Press(ui.Key1)
	st.Ticks(13)
	vx, vy := place(t, a, "view")
	st.Click(vx+200, vy+200) // the ground: the picture has the keyboard
	st.Press(ui.KeyRight)
	st.Press(ui.KeyUp)
	st.Ticks(13)
	if got := angles(); got != [2]float64{7.5, 7.5} {
		t.Errorf("after right and up: %v", got)
	}
	far := s.View().Camera.Distance
	st.Press(ui.KeyEqual)
	st.Ticks(13)
	if d := s.View().Camera.Distance; !(d < far) {
		t.Errorf("plus went from %v to %v m", far, d)
	}
	st.Press(ui.KeyF4)
	st.Ticks(30)
	if got := angles(); math.Abs(got[0]-7.5-10) > 1 {
		t.Errorf("half a second of turntable: %v", got)
	}
}

// With the trackpad setting, scrolling orbits and Ctrl+scroll zooms.
func TestScroll(t *testing.T) {
	s, a, st := loaded(t)
	x, y := place(t, a, "view")
	st.Move(x, y)
	before := s.View().Camera
	st.Input.Wheel = [2]float32{0, 1}
	st.Tick()
	if c := s.View().Camera; !(c.Distance < before.Distance) || c.AzimuthDeg != before.AzimuthDeg {
		t.Errorf("a notch away went to %+v", c)
	}
	s.Settings().ScrollOrbits = true
	before = s.View().Camera
	st.Input.Wheel = [2]float32{1, 0}
	st.Tick()
	if c := s.View().Camera; c.Distance != before.Distance || c.AzimuthDeg == before.AzimuthDeg {
		t.Errorf("with the setting a notch went to %+v", c)
	}
}

// The mouse over a part outlines it at once and names it after a moment; the
// part found is the one that the picture shows there.
func hoverAndClick(t *testing.T, s *lab.Session) {
	a, st := opened(t, s)
	x, y := place(t, a, "view")
	bare := len(st.Tick().Views[0].List.Triangles)
	st.Move(x, y-20)
	st.Ticks(2)
	if n := len(st.Tick().Views[0].List.Triangles); n <= bare {
		t.Errorf("nothing is outlined: %d triangles with the mouse over, %d without", n, bare)
	}
	st.Ticks(25)
	shoot(t, st, "h11_hover")
	st.Click(x, y-20)
	if len(s.Selected()) != 1 {
		t.Fatalf("a click selected %v", s.Selected())
	}
	first := s.Selected()[0]
	st.Input.Keys = []ui.Key{ui.KeyLeftCtrl}
	st.Click(x, y-20)
	st.Input.Keys = nil
	if len(s.Selected()) != 0 {
		t.Errorf("Ctrl+click left %v", s.Selected())
	}
	// Double click: select and go there.
	st.Ticks(30)
	before := s.View().Camera
	st.Click(x, y-20)
	st.Click(x, y-20)
	st.Ticks(14)
	if got := s.Selected(); len(got) != 1 || got[0] != first || s.View().Camera.Target == before.Target {
		t.Errorf("double click: selected %v, camera %+v", got, s.View().Camera)
	}
	st.Press(ui.KeyEscape)
	if len(s.Selected()) != 0 {
		t.Error("Esc does not clear")
	}
}

// A box selects what is seen in it, with Ctrl it adds; Esc while it is drawn
// takes it back.
func boxSelect(t *testing.T, s *lab.Session) {
	a, st := opened(t, s)
	st.Press(ui.Key3)
	st.Ticks(13)
	x, y := place(t, a, "view")
	press(t, a, st, "view/box")
	st.Drag(x-300, y-220, x+300, y+220)
	all := len(s.Selected())
	if all < 10 {
		t.Fatalf("a box round everything selected %d parts", all)
	}
	st.Input.Keys = []ui.Key{ui.KeyLeftAlt}
	st.Drag(x-30, y-20, x+10, y+20)
	few := slices.Clone(s.Selected())
	if len(few) == 0 || len(few) >= all {
		t.Fatalf("a small box selected %d parts of %d", len(few), all)
	}
	st.Input.Keys = []ui.Key{ui.KeyLeftCtrl}
	st.Drag(x-200, y-100, x-120, y+100)
	if got := s.Selected(); len(got) <= len(few) || !slices.Equal(got[:len(few)], few) {
		t.Errorf("Ctrl did not add: %v, then %v", few, got)
	}
	st.Input.Keys = nil
	kept := slices.Clone(s.Selected())
	press(t, a, st, "view/box")
	st.Move(x-300, y-200)
	st.Input.Buttons[0] = true
	st.Tick()
	st.Move(x, y)
	shoot(t, st, "h11_box")
	st.Press(ui.KeyEscape)
	st.Input.Buttons[0] = false
	st.Ticks(2)
	if !slices.Equal(s.Selected(), kept) {
		t.Errorf("Esc: %v, want %v", s.Selected(), kept)
	}
}

// Dragging an arrow moves the hub along it as one undo step; undo puts it back;
// Ctrl snaps; Esc takes a drag back; a ring tilts the axle.
func hubGizmo(t *testing.T, s *lab.Session) {
	a, st := opened(t, s)
	if has(a, "gizmo/Y") {
		t.Error("there are handles with nothing selected")
	}
	at := hubOf(t, s, rig.Rotor)
	hub := s.Work().Parts.Hubs[at]
	st.Ticks(2)
	press(t, a, st, "view/move")
	st.Ticks(2)
	shoot(t, st, "h11_move")
	override := func() *rig.HubOverride { return s.Work().Recipe.Override(rig.Rotor, 0) }
	x, y := place(t, a, "gizmo/Y")
	st.Drag(x, y, x, y-60)
	o := override()
	if o == nil || o.Center == nil {
		t.Fatal("the drag changed nothing")
	}
	moved := [3]float64(*o.Center)
	off, along := 0.0, 0.0
	for k := range 3 {
		d := moved[k] - hub.Center[k]
		along += d * hub.Axle[k]
		off += d * d
	}
	if !(along > 0.1) || math.Abs(math.Sqrt(off)-along) > 1e-9 {
		t.Errorf("it went %v m, %v of them along the axle", math.Sqrt(off), along)
	}
	if names, done := s.History(); done != 1 {
		t.Errorf("the drag is %d steps: %v", done, names)
	}
	st.Press(ui.KeyLeftCtrl, ui.KeyZ)
	if override() != nil {
		t.Error("undo left the override")
	}
	st.Ticks(2)

	st.Input.Keys = []ui.Key{ui.KeyLeftCtrl}
	x, y = place(t, a, "gizmo/Y")
	st.Drag(x, y, x, y-60)
	st.Input.Keys = nil
	if o = override(); o == nil {
		t.Fatal("the snapped drag changed nothing")
	}
	along = 0
	for k := range 3 {
		along += (o.Center[k] - hub.Center[k]) * hub.Axle[k]
	}
	if r := math.Remainder(along, 0.1); along < 0.05 || math.Abs(r) > 1e-9 {
		t.Errorf("Ctrl moved it %v m", along)
	}
	snapped := *o.Center

	x, y = place(t, a, "gizmo/X")
	st.Move(x, y)
	st.Input.Buttons[0] = true
	st.Tick()
	st.Move(x+40, y+5)
	st.Tick()
	shoot(t, st, "h11_drag")
	if *override().Center == snapped {
		t.Error("the X arrow did not move it")
	}
	st.Press(ui.KeyEscape)
	st.Input.Buttons[0] = false
	st.Ticks(2)
	if o = override(); o == nil || *o.Center != snapped {
		t.Error("Esc did not take the drag back")
	}

	press(t, a, st, "view/turn")
	st.Ticks(2)
	shoot(t, st, "h11_turn")
	if has(a, "gizmo/Y") {
		t.Error("there is a ring about the axle itself")
	}
	x, y = place(t, a, "gizmo/Z")
	st.Drag(x, y, x+25, y+25)
	o = override()
	if o == nil || o.Axle == nil {
		t.Fatal("the ring changed nothing")
	}
	dot := 0.0
	for k := range 3 {
		dot += o.Axle[k] * hub.Axle[k]
	}
	if deg := math.Acos(min(dot, 1)) * 180 / math.Pi; deg < 2 || deg > 90 || *o.Center != snapped {
		t.Errorf("the ring tilted the axle by %v degrees, the centre is at %v", deg, *o.Center)
	}
}

// Handles need a rotor: before one is selected the buttons are dead.
func gizmoNeedsARotor(t *testing.T, s *lab.Session) {
	a, st := opened(t, s)
	dead := func(name string) bool {
		return slices.ContainsFunc(a.Widgets(), func(w panels.Widget) bool { return w.Name == name && !w.Enabled })
	}
	if !dead("view/move") || !dead("view/turn") {
		t.Error("Move and Turn live with nothing selected")
	}
	hubOf(t, s, rig.TailRotor)
	st.Ticks(2)
	if dead("view/move") || dead("view/turn") {
		t.Error("Move and Turn are dead with the tail rotor selected")
	}
}

// The tree lists the file's nodes; an eye hides a node and what is below it in
// the picture, without an undo step; a click selects its parts; search keeps
// the way to what it finds.
func nodes(t *testing.T, s *lab.Session) {
	a, st := opened(t, s)
	press(t, a, st, "left/nodes")
	st.Ticks(2)
	shoot(t, st, "h11_nodes")
	m := s.Doc().Source
	node := -1
	for i := range m.Nodes {
		if _, ok := m.Nodes[i].Mesh.Get(); ok && has(a, "node/"+strconv.Itoa(i)) {
			node = i
			break
		}
	}
	if node < 0 {
		t.Fatal("no node with a mesh is listed")
	}
	n := strconv.Itoa(node)
	full := len(st.Tick().Views[0].List.Triangles)
	press(t, a, st, "node/"+n+"/eye")
	if less := len(st.Tick().Views[0].List.Triangles); less >= full {
		t.Errorf("%d triangles without node %d, %d with it", less, node, full)
	}
	if itself, _ := s.NodeHidden(node); !itself || s.UndoName() != "" {
		t.Errorf("hidden: %v, undo offers %q", itself, s.UndoName())
	}
	press(t, a, st, "nodes/showall")
	if again := len(st.Tick().Views[0].List.Triangles); again < full {
		t.Errorf("%d triangles with all shown, %d before", again, full)
	}
	press(t, a, st, "node/"+n)
	if len(s.Selected()) == 0 {
		t.Error("a click on a node selects nothing")
	}
	first := slices.Clone(s.Selected())
	st.Press(ui.KeyDown)
	st.Ticks(2)
	if slices.Equal(s.Selected(), first) || len(s.Selected()) == 0 {
		t.Errorf("the arrow key went from %v to %v", first, s.Selected())
	}
	root := strconv.Itoa(m.Roots[0])
	press(t, a, st, "node/"+root+"/fold")
	st.Ticks(2)
	if has(a, "node/"+n) {
		t.Error("a folded node shows its children")
	}
	press(t, a, st, "node/"+root)
	st.Press(ui.KeyRight)
	st.Ticks(2)
	if !has(a, "node/"+n) {
		t.Error("the right arrow does not unfold")
	}
	x, y := place(t, a, "nodes/filter")
	st.Click(x, y)
	st.Type(m.Nodes[node].Name)
	st.Ticks(2)
	if !has(a, "node/"+n) {
		t.Error("search does not find the node by its name")
	}
	st.Type(" no such node")
	st.Ticks(2)
	if has(a, "node/"+n) {
		t.Error("search finds what is not there")
	}
}

// The transport, the frame grid and the loop range.
func timelineRow(t *testing.T, s *lab.Session) {
	a, st := opened(t, s)
	s.Generate()
	if err := s.Idle(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.SetUseDonorClip(true)
	s.Clock().Playing = false
	st.Ticks(3)
	d := s.Duration()
	if d <= 0 {
		t.Fatal("nothing to play")
	}
	clock := s.Clock()
	press(t, a, st, "time/reverse")
	if !clock.Playing || clock.Rate() != -1 {
		t.Errorf("backwards: playing %v at %v", clock.Playing, clock.Rate())
	}
	press(t, a, st, "time/reverse")
	if clock.Playing {
		t.Error("a second press does not pause")
	}
	press(t, a, st, "time/play")
	if !clock.Playing || clock.Rate() != 1 {
		t.Errorf("forwards: playing %v at %v", clock.Playing, clock.Rate())
	}
	press(t, a, st, "time/play")

	fps := s.FPS()
	x0, y0 := place(t, a, "time/from")
	x1, y1 := place(t, a, "time/to")
	st.Drag(x0, y0, x0+(x1-x0)/4, y0)
	st.Drag(x1, y1, x1-(x1-x0)/4, y1)
	for _, q := range []struct {
		what      string
		got, want float64
	}{{"the range's start", clock.From, d / 4}, {"its end", clock.To, d * 3 / 4}} {
		if math.Abs(q.got-q.want) > 1.5/fps || math.Abs(q.got*fps-math.Round(q.got*fps)) > 1e-9 {
			t.Errorf("%s is at %v s, want about %v on the frame grid", q.what, q.got, q.want)
		}
	}
	shoot(t, st, "h11_timeline")
	press(t, a, st, "time/end")
	if clock.Time != clock.To {
		t.Errorf("the end of the range is %v, the clock at %v", clock.To, clock.Time)
	}
	st.Move(x0+(x1-x0)/2, y0)
	st.Input.Buttons[1] = true
	st.Tick()
	st.Input.Buttons[1] = false
	st.Tick()
	if clock.From != 0 || clock.To != 0 {
		t.Errorf("right-click left the range %v to %v", clock.From, clock.To)
	}
	press(t, a, st, "time/grid")
	st.Ticks(2)
	press(t, a, st, "time/grid/24")
	clock.Seek(0, d)
	press(t, a, st, "time/on")
	if math.Abs(clock.Time-1.0/24) > 1e-9 {
		t.Errorf("a frame of 24 a second went to %v s", clock.Time)
	}
	// Keys: the donor's clip keys every frame it was sampled at; fewer of one bone.
	all, rotor := s.KeyTimes(-1), s.KeyTimes(2)
	if len(all) < 2 || len(rotor) < 2 || len(rotor) > len(all) || !slices.IsSorted(all) {
		t.Errorf("%d keys in all, %d of the main rotor", len(all), len(rotor))
	}
}

// The tool bar fits beside the cube, and the transport in its row, at 1280 by 720.
func TestToolsFit(t *testing.T) {
	_, a, st := loaded(t)
	st.Ticks(2)
	var view panels.Widget
	for _, w := range a.Widgets() {
		if w.Name == "view" {
			view = w
		}
	}
	if view.W < 640 {
		t.Errorf("the picture is %v pixels wide", view.W)
	}
	cx, _ := place(t, a, "view/cube")
	for _, w := range a.Widgets() {
		tool := strings.HasPrefix(w.Name, "view/") && !strings.HasPrefix(w.Name, "view/cube")
		if tool && (w.X+w.W > cx-40 || w.Y > view.Y+40) {
			t.Errorf("%s ends at %v, the cube begins at %v", w.Name, w.X+w.W, cx-40)
		}
		if strings.HasPrefix(w.Name, "time/") && w.X+w.W > 1280 {
			t.Errorf("%s ends at %v", w.Name, w.X+w.W)
		}
	}
}

// Everything drawn over the model, the menu of it, and bone names; and the
// picture's cost by a clock that is passed in.
func overlays(t *testing.T, s *lab.Session) {
	a, st := opened(t, s)
	now := time.Unix(0, 0)
	a.SetClock(func() time.Time { now = now.Add(2 * time.Millisecond); return now })
	s.Generate()
	if err := s.Idle(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.Clock().Playing = false
	st.Ticks(3)
	press(t, a, st, "view/overlays")
	st.Ticks(2)
	for _, n := range []string{"names", "axes"} {
		press(t, a, st, "overlay/"+n)
	}
	if o := s.View().Overlays; !o.Names || !o.Axes {
		t.Errorf("the menu's boxes did nothing: %+v", o)
	}
	shoot(t, st, "h11_overlays")
	st.Press(ui.KeyEscape)
	press(t, a, st, "view/Bones")
	st.Ticks(2)
	shoot(t, st, "h11_names")
	if os.Getenv("LAB_SHOTS") == "" {
		return
	}
	s2, a2, st2 := stage(t, 2560, 1440, 2)
	s2.Open(lab.SampleHelicopter)
	if err := s2.Idle(t.Context()); err != nil {
		t.Fatal(err)
	}
	hubOf(t, s2, rig.TailRotor)
	st2.Ticks(3)
	press(t, a2, st2, "view/turn")
	press(t, a2, st2, "left/nodes")
	st2.Ticks(3)
	shoot(t, st2, "h11_scale2")
}

// An orbit that reaches the window's edge asks the host to hold the pointer,
// and lets go of it with the button; a click at the edge does not.
func TestOrbitGoesOnBeyondTheEdge(t *testing.T) {
	s, a, st := loaded(t)
	x, y := place(t, a, "view")
	st.Move(x, y+100)
	st.Input.Buttons[0] = true
	st.Tick()
	st.Move(x+50, y+100)
	if st.Tick().Grab {
		t.Error("the pointer is held in the middle of the window")
	}
	st.Move(1279, y+100)
	if !st.Tick().Grab {
		t.Error("the pointer is not held at the edge")
	}
	before := s.View().Camera.AzimuthDeg
	st.Move(1500, y+100)
	if out := st.Tick(); !out.Grab || s.View().Camera.AzimuthDeg == before {
		t.Errorf("beyond the edge: held %v, azimuth %v", out.Grab, s.View().Camera.AzimuthDeg)
	}
	st.Input.Buttons[0] = false
	st.Ticks(2)
	if st.Tick().Grab {
		t.Error("the pointer is held without a button")
	}
}
