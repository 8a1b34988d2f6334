package panels_test

import (
	"fmt"
	"testing"

	"donorlab/internal/lab"
	"donorlab/internal/scene"
)

// Errors and finished work show for some seconds of the session's own time,
// three at most; a click opens the log, which has them all.
func TestToasts(t *testing.T) {
	s, a, st := stage(t, 1280, 720, 1)
	s.Note("Opened")
	st.Ticks(9*60 + 5)
	if has(a, "toast/0") {
		t.Fatal("a toast stays for ever")
	}
	s.Note("not worth a toast")
	st.Ticks(2)
	if has(a, "toast/0") {
		t.Fatal("a passing note is a toast")
	}
	for i := range 5 {
		s.Say(scene.Problem{Severity: scene.Warning, Code: "TEST", Message: fmt.Sprintf("warning %d", i), Remedy: "do something about it that takes a sentence to say"})
	}
	if err := s.Wait(t.Context(), s.OpenDonor(lab.SampleDonor, "")); err != nil {
		t.Fatal(err)
	}
	s.Fail(&scene.Problem{Code: "BROKEN", File: "/models/heli.glb", Message: "the file ends in the middle of a number", Remedy: "export it again"})
	st.Ticks(3)
	shoot(t, st, "720_toasts")
	if !has(a, "toast/2") || has(a, "toast/3") {
		t.Fatal("there are not three toasts")
	}
	st.Ticks(5*60 + 5)
	if !has(a, "toast/0") || has(a, "toast/2") {
		t.Error("the finished work's toast should be gone by now, the error's not")
	}
	press(t, a, st, "toast/0")
	st.Ticks(3)
	shoot(t, st, "720_log")
	if has(a, "toast/0") || !has(a, "log/0") {
		t.Error("a click on a toast does not open the log")
	}
}
