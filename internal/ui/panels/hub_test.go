package panels_test

import (
	"math"
	"slices"
	"testing"

	"donorlab/internal/lab"
	"donorlab/internal/rig"
	"donorlab/internal/ui"
	"donorlab/internal/ui/panels"
)

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
