package ui

// trickle lets the pointer arrive before a button goes down. imgui decides what
// is hovered once a tick, and some widgets answer a press only if they were
// hovered in the tick before: at a low frame rate, or with a pen or a program
// at the mouse, a move and a press in one tick would be lost. The press is
// handed over a tick later, at the place where it happened.
type trickle struct {
	x, y    float32
	buttons [3]bool
	late    *press
}

type press struct {
	x, y    float32
	buttons [3]bool
}

// order changes the mouse of a tick's input so that moves come before presses.
func (t *trickle) order(in *Input) {
	if p := t.late; p != nil {
		t.late = nil
		in.MouseX, in.MouseY = p.x, p.y
		for i := range in.Buttons {
			in.Buttons[i] = in.Buttons[i] || p.buttons[i]
		}
	} else if in.MouseX != t.x || in.MouseY != t.y {
		var p press
		for i := range in.Buttons {
			if in.Buttons[i] && !t.buttons[i] {
				p.buttons[i] = true
				in.Buttons[i] = false
			}
		}
		if p.buttons != [3]bool{} {
			p.x, p.y = in.MouseX, in.MouseY
			t.late = &p
		}
	}
	t.x, t.y, t.buttons = in.MouseX, in.MouseY, in.Buttons
}
