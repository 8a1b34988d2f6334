package ui

import "testing"

// A move and a press in one tick reach imgui as a move, then a press at that
// place, even if the button is up again by then and the pointer has gone on.
func TestMoveComesBeforePress(t *testing.T) {
	var tr trickle
	feed := func(x float32, down bool) (float32, bool) {
		in := Input{MouseX: x, Buttons: [3]bool{down}}
		tr.order(&in)
		return in.MouseX, in.Buttons[0]
	}
	for i, step := range []struct {
		x     float32
		down  bool
		wantX float32
		want  bool
	}{
		{10, false, 10, false},
		{50, true, 50, false}, // moved and pressed: only the move
		{90, false, 50, true}, // released and gone: the press, where it was
		{90, false, 90, false},
		{90, true, 90, true}, // a press without a move is not held back
		{95, true, 95, true}, // nor is a drag
		{95, false, 95, false},
	} {
		if x, down := feed(step.x, step.down); x != step.wantX || down != step.want {
			t.Errorf("tick %d: got %g %v, want %g %v", i, x, down, step.wantX, step.want)
		}
	}
}
