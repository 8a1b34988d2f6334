package panels_test

import (
	"testing"

	"donorlab/internal/lab"
)

// The greeting turns the camera, and stops for good at the first click.
func TestGreeting(t *testing.T) {
	s, a, st := stage(t, 1280, 720, 1)
	s.Open(lab.SampleDonor)
	finish(t, s, st)
	a.Greet()
	before := s.View().Camera.AzimuthDeg
	st.Ticks(10)
	turned := s.View().Camera.AzimuthDeg
	if turned == before {
		t.Fatal("nothing moves")
	}
	st.Click(600, 700)
	stopped := s.View().Camera.AzimuthDeg
	st.Ticks(10)
	if got := s.View().Camera.AzimuthDeg; got != stopped {
		t.Errorf("the picture still turns after a click: %g, then %g", stopped, got)
	}
}
