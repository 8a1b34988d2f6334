package panels_test

import (
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"donorlab/internal/lab"
	"donorlab/internal/rig"
	"donorlab/internal/ui"
	"donorlab/internal/ui/panels"
	"donorlab/internal/ui/softdraw"
)

func stage(t *testing.T, w, h int, scale float32) (*lab.Session, *panels.App, *softdraw.Stage) {
	t.Helper()
	s := lab.New(lab.Options{ConfigDir: t.TempDir(), CacheDir: t.TempDir()})
	a := panels.New(s)
	st := softdraw.New(a, w, h, scale)
	t.Cleanup(func() {
		st.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s, a, st
}

// finish lets running jobs end and shows their result.
func finish(t *testing.T, s *lab.Session, st *softdraw.Stage) {
	t.Helper()
	for _, j := range s.Jobs() {
		if err := s.Wait(t.Context(), j); err != nil {
			t.Fatal(err)
		}
	}
	st.Ticks(3)
}

// press clicks the middle of a widget by its name.
func press(t *testing.T, a *panels.App, st *softdraw.Stage, name string) {
	t.Helper()
	for _, w := range a.Widgets() {
		if w.Name == name {
			if !w.Enabled {
				t.Fatalf("%s is dead", name)
			}
			st.Click(w.X+w.W/2, w.Y+w.H/2)
			return
		}
	}
	t.Fatalf("there is no widget %q on the screen", name)
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

func widgetNamed(t *testing.T, a *panels.App, name string) panels.Widget {
	t.Helper()
	for _, w := range a.Widgets() {
		if w.Name == name {
			return w
		}
	}
	t.Fatalf("there is no widget %q on the screen", name)
	return panels.Widget{}
}

// chord presses a key with Ctrl held.
func chord(st *softdraw.Stage, k ui.Key) { st.Press(ui.KeyLeftCtrl, k) }

// choice opens a combo and presses one of its entries.
func choice(t *testing.T, a *panels.App, st *softdraw.Stage, combo, entry string) {
	t.Helper()
	press(t, a, st, combo)
	st.Ticks(2)
	press(t, a, st, combo+"/"+entry)
	st.Ticks(20)
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

// gunship is a stage with the rigged sample, whose clip is paused at a moment.
func gunship(t *testing.T) (*lab.Session, *panels.App, *softdraw.Stage) {
	t.Helper()
	s, a, st := stage(t, 1280, 720, 1)
	s.Open(lab.SampleDonor)
	if err := s.Idle(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.Clock().Playing, s.Clock().Time = false, 0.31
	st.Ticks(3)
	return s, a, st
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

// shoot writes what a stage shows into LAB_SHOTS, for people to look at; without
// it nothing is written.
func shoot(t *testing.T, st *softdraw.Stage, name string) {
	t.Helper()
	dir := os.Getenv("LAB_SHOTS")
	if dir == "" {
		return
	}
	f, err := os.Create(filepath.Join(dir, name+".png"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, st.Picture()); err != nil {
		t.Fatal(err)
	}
}
