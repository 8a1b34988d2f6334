package panels_test

import (
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"donorlab/internal/lab"
	"donorlab/internal/ui/panels"
	"donorlab/internal/ui/softdraw"
)

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

func TestShots(t *testing.T) {
	sizes := []struct {
		name  string
		w, h  int
		scale float32
	}{{"720", 1280, 720, 1}, {"1080", 1920, 1080, 1}, {"4k", 3840, 2160, 2}}
	if os.Getenv("LAB_SHOTS") == "" {
		sizes = sizes[:1] // the large ones are for people to look at
	}
	for _, size := range sizes {
		s, a, st := stage(t, size.w, size.h, size.scale)
		st.Ticks(3)
		shoot(t, st, size.name+"_empty")
		s.Open(lab.SampleHelicopter)
		s.OpenDonor(lab.SampleDonor, "")
		finish(t, s, st)
		shoot(t, st, size.name+"_vehicle")
		press(t, a, st, "vehicle/generate")
		finish(t, s, st)
		shoot(t, st, size.name+"_rig")
		for _, tab := range []string{"Animation", "Factory", "Instruments"} {
			press(t, a, st, "tab/"+tab)
			st.Ticks(3)
			shoot(t, st, size.name+"_"+tab)
		}
	}
}
