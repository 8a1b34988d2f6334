package panels_test

import (
	"testing"

	"donorlab/internal/lab"
	"donorlab/internal/ui/panels"
	"donorlab/internal/ui/softdraw"
)

// The sample helicopter under the hand: one session, whose parts are found once,
// put back to its start for each, under a new window; then its rig, flown by the
// donor's clip, whose bones are posed by hand.
func TestHelicopter(t *testing.T) {
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
	opened(t, s)
	if err := s.Wait(t.Context(), s.Generate()); err != nil {
		t.Fatal(err)
	}
	s.SetUseDonorClip(true)
	for _, c := range []struct {
		name string
		run  func(*testing.T, *lab.Session, *panels.App, *softdraw.Stage)
	}{{"hand moves", handMove}, {"hand turns", handTurn}, {"hand escapes", handEscape}, {"hand by figures", handFigures}, {"hub on a rig", hubOnARig}} {
		t.Run(c.name, func(t *testing.T) {
			a, st := posing(t, s)
			c.run(t, s, a, st)
		})
	}
}

// posing is a new window over a rig with no hand pose, its list of bones shown and
// its clock paused at a moment.
func posing(t *testing.T, s *lab.Session) (*panels.App, *softdraw.Stage) {
	t.Helper()
	s.ResetHand(-1)
	s.Select()
	*s.View(), *s.Clock() = lab.DefaultView(), lab.Clock{Time: 0.31}
	s.View().Overlays.Bones = true
	a := panels.New(s)
	st := softdraw.New(a, 1280, 720, 1)
	t.Cleanup(st.Close)
	st.Ticks(2)
	s.FrameAll(0)
	st.Ticks(2)
	press(t, a, st, "left/bones")
	st.Ticks(2)
	return a, st
}
