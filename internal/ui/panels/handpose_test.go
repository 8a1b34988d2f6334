package panels_test

import (
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/lab"
	"donorlab/internal/rig"
	"donorlab/internal/scene"
	"donorlab/internal/ui"
	"donorlab/internal/ui/panels"
	"donorlab/internal/ui/softdraw"
)

func boneNow(t *testing.T, s *lab.Session, joint int) mgl64.Mat4 {
	t.Helper()
	m, ok := s.Frame().BoneNow(joint)
	if !ok {
		t.Fatalf("there is no bone %d", joint)
	}
	return m
}

// The handles stand on the moving bone; a drag along the world's Y raises it by
// as much as was dragged, as one step, and the clock stands still meanwhile.
func handMove(t *testing.T, s *lab.Session, a *panels.App, st *softdraw.Stage) {
	press(t, a, st, "view/overlays")
	st.Ticks(2)
	press(t, a, st, "overlay/world")
	st.Click(640, 600) // outside the menu: it closes
	st.Ticks(2)
	press(t, a, st, "bone/2")
	st.Ticks(2)
	press(t, a, st, "view/move")
	st.Ticks(2)
	before := boneNow(t, s, 2)
	_, steps := s.History()
	x, y := place(t, a, "gizmo/Y")
	st.Drag(x, y, x, y-60)
	after := boneNow(t, s, 2)
	off := scene.Position(after).Sub(scene.Position(before))
	if !(off[1] > 0.1) || math.Hypot(off[0], off[2]) > 1e-9 || scene.LinearPart(after) != scene.LinearPart(before) {
		t.Errorf("it went by %v", off)
	}
	if _, done := s.History(); done != steps+1 {
		t.Errorf("the drag is %d steps", done-steps)
	}
	st.Ticks(2)
	shoot(t, st, "h17_move")

	s.Clock().Playing = true
	st.Ticks(3)
	x, y = place(t, a, "gizmo/Y")
	st.Move(x, y)
	st.Input.Buttons[0] = true
	st.Ticks(2)
	held := s.Clock().Time
	st.Input.MouseY -= 40
	st.Ticks(9)
	if s.Clock().Time != held || s.Clock().Playing {
		t.Error("the clock runs while the bone is held")
	}
	st.Input.Buttons[0] = false
	st.Ticks(3)
	if s.Clock().Time == held || !s.Clock().Playing {
		t.Error("the clock does not run again")
	}
	if _, done := s.History(); done != steps+2 {
		t.Errorf("the two drags are %d steps", done-steps)
	}
}

// A ring turns the bone about its place.
func handTurn(t *testing.T, s *lab.Session, a *panels.App, st *softdraw.Stage) {
	press(t, a, st, "bone/1")
	st.Ticks(2)
	press(t, a, st, "view/turn")
	st.Ticks(2)
	before := boneNow(t, s, 1)
	var ring string
	for _, w := range a.Widgets() {
		if len(w.Name) > 6 && w.Name[:6] == "gizmo/" {
			ring = w.Name
			break
		}
	}
	x, y := place(t, a, ring)
	st.Drag(x, y, x+40, y-30)
	after := boneNow(t, s, 1)
	if scene.Position(after).Sub(scene.Position(before)).Len() > 1e-9 {
		t.Error("turning moved it")
	}
	if d := s.Work().Hand.Of(1); d.IsZero() || d.T != (mgl64.Vec3{}) {
		t.Errorf("the ring %s did %v", ring, d)
	}
	st.Ticks(2)
	shoot(t, st, "h17_turn")
	press(t, a, st, "tab/Instruments")
	st.Ticks(2)
	shoot(t, st, "h17_stack")
	press(t, a, st, "tab/Vehicle")
	press(t, a, st, "hand/resetall")
	if len(s.Work().Hand) != 0 {
		t.Error("Reset all left something")
	}
}

// Esc takes a drag back while the button is down.
func handEscape(t *testing.T, s *lab.Session, a *panels.App, st *softdraw.Stage) {
	press(t, a, st, "bone/1")
	st.Ticks(2)
	press(t, a, st, "view/move")
	st.Ticks(2)
	x, y := place(t, a, "gizmo/Y")
	in := &st.Input
	in.MouseX, in.MouseY = x, y
	st.Ticks(2)
	in.Buttons[0] = true
	st.Ticks(2)
	in.MouseY -= 50
	st.Ticks(2)
	if len(s.Work().Hand) == 0 {
		t.Fatal("the drag did nothing")
	}
	shoot(t, st, "h17_drag")
	st.Press(ui.KeyEscape)
	if len(s.Work().Hand) != 0 {
		t.Error("Esc left the pose")
	}
	in.Buttons[0] = false
	st.Ticks(2)
	if len(s.Work().Hand) != 0 || s.ChosenBone() != 1 {
		t.Errorf("after the release: %v, bone %d", s.Work().Hand, s.ChosenBone())
	}
}

// The figures under the list pose the bone, a drag of one is a step; Reset.
func handFigures(t *testing.T, s *lab.Session, a *panels.App, st *softdraw.Stage) {
	press(t, a, st, "bone/3")
	st.Ticks(2)
	_, steps := s.History()
	x, y := place(t, a, "hand/turnX")
	st.Drag(x, y, x+20, y)
	d := s.Work().Hand.Of(3)
	if v := d.TurnDeg(); !(v[0] > 5) || math.Abs(v[1])+math.Abs(v[2]) > 1e-9 || d.T != (mgl64.Vec3{}) {
		t.Errorf("the slider turned it by %v", v)
	}
	x, y = place(t, a, "hand/moveZ")
	st.Drag(x, y, x+20, y)
	if d = s.Work().Hand.Of(3); !(d.T[2] > 0.1) || d.T[0] != 0 {
		t.Errorf("the slider moved it by %v", d.T)
	}
	if _, done := s.History(); done != steps+2 {
		t.Errorf("the two drags are %d steps", done-steps)
	}
	st.Ticks(2)
	shoot(t, st, "h17_figures")
	press(t, a, st, "hand/reset")
	if len(s.Work().Hand) != 0 {
		t.Error("Reset left the pose")
	}
	s.SetShow(lab.ShowSource)
	st.Ticks(3)
	if has(a, "hand/turnX") {
		t.Error("the source's bones can be posed")
	}
	s.SetShow(lab.ShowAuto)
}

// On a rig the handles of a rotor hub stand where the moving bone has carried
// it, and a drag moves it by as much at rest.
func hubOnARig(t *testing.T, s *lab.Session, a *panels.App, st *softdraw.Stage) {
	s.SetHand(1, lab.HandDelta{T: mgl64.Vec3{0, 2, 0}, R: mgl64.QuatRotate(0.6, mgl64.Vec3{0, 1, 0})})
	s.EndEdit()
	at := hubOf(t, s, rig.TailRotor)
	hub := s.Work().Parts.Hubs[at]
	bone := slices.IndexFunc(s.Work().Rigged.Rig.Bones, func(b rig.Bone) bool { return slices.Contains(b.Parts, hub.Parts[0]) })
	st.Ticks(2)
	press(t, a, st, "view/move")
	st.Ticks(2)
	shoot(t, st, "h17_hub")
	motion := s.Frame().BoneMotion(bone)
	x, y := place(t, a, "gizmo/Y")
	st.Drag(x, y, x+30, y-40)
	o := s.Work().Recipe.Override(rig.TailRotor, 0)
	if o == nil || o.Center == nil {
		t.Fatal("the drag changed nothing")
	}
	moved := mgl64.Vec3(*o.Center).Sub(hub.Center)
	if world := scene.LinearPart(motion).Mul3x1(moved); !(moved.Len() > 0.05) || math.Abs(world.Len()-moved.Len()) > 1e-6 ||
		moved.Len() > 3 {
		t.Errorf("the centre went by %v at rest", moved)
	}
	s.Undo()
	s.Undo()
}
