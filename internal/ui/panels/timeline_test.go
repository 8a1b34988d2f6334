package panels_test

import (
	"math"
	"slices"
	"testing"

	"donorlab/internal/lab"
)

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
