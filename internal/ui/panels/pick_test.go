package panels_test

import (
	"slices"
	"testing"

	"donorlab/internal/lab"
	"donorlab/internal/ui"
)

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
