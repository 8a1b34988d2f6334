package panels_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"donorlab/assets"
	"donorlab/internal/lab"
	"donorlab/internal/rig"
	"donorlab/internal/ui"
	"donorlab/internal/ui/panels"
	"donorlab/internal/ui/softdraw"
)

// The work on the sample, station by station, with the mouse and the keys
// alone; the steps build on each other as they do for a user.
func TestWorkOnTheSample(t *testing.T) {
	s, a, st := stage(t, 1280, 720, 1)
	s.Open(lab.SampleHelicopter)
	finish(t, s, st)
	finish(t, s, st)

	t.Run("a letter marks, Ctrl+Z takes it back", func(t *testing.T) {
		press(t, a, st, "part/0")
		if got := s.Selected(); len(got) != 1 || got[0] != 0 {
			t.Fatalf("a click on the first row selected %v", got)
		}
		before := s.Work().Parts.Parts[0].Role
		st.Press(ui.KeyG)
		if got := s.Work().Parts.Parts[0].Role; got != rig.Gun {
			t.Fatalf("after G the role is %s", got)
		}
		if got := s.Selected(); len(got) != 1 || got[0] != 1 {
			t.Errorf("marking in the list went on to %v, want the next row", got)
		}
		chord(st, ui.KeyZ)
		if got := s.Work().Parts.Parts[0].Role; got != before {
			t.Errorf("after undo the role is %s, want %s", got, before)
		}
		chord(st, ui.KeyY)
		if got := s.Work().Parts.Parts[0].Role; got != rig.Gun {
			t.Errorf("after redo the role is %s", got)
		}
		chord(st, ui.KeyZ)
	})

	t.Run("letters typed into a text field mark nothing", func(t *testing.T) {
		press(t, a, st, "part/0")
		press(t, a, st, "parts/filter")
		st.Type("rotor")
		st.Press(ui.KeyG)
		for i, p := range s.Work().Parts.Parts {
			if p.ByHand {
				t.Fatalf("part %d was marked %s while a filter was typed", i, p.Role)
			}
		}
		st.Ticks(2)
		if has(a, "part/0") {
			t.Error("the fuselage passes the filter \"rotor\"")
		}
		press(t, a, st, "parts/filter")
		chord(st, ui.KeyA)
		st.Press(ui.KeyBackspace)
		st.Press(ui.KeyEscape)
	})

	t.Run("the search box runs a command", func(t *testing.T) {
		before := s.View().Overlays.Wire
		chord(st, ui.KeyP)
		st.Ticks(2)
		st.Type("wiref")
		st.Ticks(2)
		shoot(t, st, "720_palette")
		st.Press(ui.KeyEnter)
		st.Ticks(2)
		if s.View().Overlays.Wire == before {
			t.Error("Wireframe was not switched")
		}
		s.View().Overlays.Wire = before
	})

	t.Run("orientation: drag, one undo step, right-click for the default", func(t *testing.T) {
		press(t, a, st, "vehicle/orientation")
		st.Ticks(2)
		w := widgetNamed(t, a, "vehicle/yaw")
		st.Drag(w.X+w.W*0.5, w.Y+w.H/2, w.X+w.W*0.75, w.Y+w.H/2)
		turned := s.Work().Recipe.Orientation.YawDeg
		if turned < 60 || turned > 120 {
			t.Fatalf("a drag to three quarters of -180..180 gave %g deg", turned)
		}
		chord(st, ui.KeyZ)
		if got := s.Work().Recipe.Orientation.YawDeg; got != 0 {
			t.Errorf("one undo of the drag left %g deg", got)
		}
		chord(st, ui.KeyY)
		w = widgetNamed(t, a, "vehicle/yaw")
		st.Move(w.X+w.W/2, w.Y+w.H/2)
		st.Input.Buttons[1] = true
		st.Tick()
		st.Input.Buttons[1] = false
		st.Ticks(2)
		if got := s.Work().Recipe.Orientation.YawDeg; got != 0 {
			t.Errorf("after a right click the yaw is %g deg", got)
		}
		press(t, a, st, "vehicle/orientation")
	})

	t.Run("generate, tick the donor's clip, see the game's view", func(t *testing.T) {
		if w := widgetNamed(t, a, "vehicle/generate"); !w.Enabled {
			t.Fatal("Generate rig is dead")
		}
		chord(st, ui.KeyG)
		finish(t, s, st)
		if s.Work().Rigged == nil {
			t.Fatal("no rig")
		}
		press(t, a, st, "tab/Factory")
		st.Ticks(2)
		press(t, a, st, "factory/useDonorClip")
		st.Ticks(2)
		if _, shown := s.Shown(); shown != lab.ShowGame || !s.Work().Entry.UseDonorClip {
			t.Fatalf("shown is %s, useDonorClip %v", shown, s.Work().Entry.UseDonorClip)
		}
		if !s.Clock().Playing || s.Duration() <= 0 {
			t.Error("nothing plays")
		}
	})

	t.Run("a mark after Generate makes the rig stale, and says why", func(t *testing.T) {
		s.Mark(rig.Gun, 0)
		st.Ticks(2)
		if why := s.RigStale(); len(why) == 0 || !strings.Contains(why[0], "Gun") {
			t.Errorf("stale reasons: %q", why)
		}
		chord(st, ui.KeyZ)
		if why := s.RigStale(); len(why) != 0 {
			t.Errorf("after undo the rig is still stale: %q", why)
		}
	})

	t.Run("an entry's field: changed, marked, undone", func(t *testing.T) {
		w := widgetNamed(t, a, "field/turnRate")
		before := s.Work().Entry.TurnRate
		st.Drag(w.X+2, w.Y+w.H/2, w.X+w.W*0.6, w.Y+w.H/2)
		if s.Work().Entry.TurnRate == before {
			t.Fatal("the slider did nothing")
		}
		chord(st, ui.KeyZ)
		if got := s.Work().Entry.TurnRate; got != before {
			t.Errorf("one undo of the drag left %g, want %g", got, before)
		}
	})
}

// Everything that can be clicked lies within the window, at the smallest size
// that is promised and at twice the scale, on every tab.
func TestWidgetsLieInTheWindow(t *testing.T) {
	for _, size := range []struct {
		w, h  int
		scale float32
	}{{1280, 720, 1}, {1920, 1080, 1.5}} {
		s, a, st := stage(t, size.w, size.h, size.scale)
		s.Open(lab.SampleDonor) // comes with a rig: nothing to wait for
		finish(t, s, st)
		for _, tab := range []string{"Vehicle", "Animation", "Factory", "Instruments"} {
			press(t, a, st, "tab/"+tab)
			st.Ticks(2)
			for _, w := range a.Widgets() {
				if w.W <= 0 || w.H <= 0 || w.X < 0 || w.Y < 0 || w.X+w.W > float32(size.w)+1 || w.Y > float32(size.h) {
					t.Errorf("%dx%d, %s: %s lies at %g, %g, %g wide, %g high", size.w, size.h, tab, w.Name, w.X, w.Y, w.W, w.H)
				}
			}
			if v := widgetNamed(t, a, "view"); v.W < float32(size.w)*0.49 {
				t.Errorf("the preview is %g of %d pixels wide, want half", v.W, size.w)
			}
		}
	}
}

// The Open dialog goes into folders, opens a model by a double click, and keeps
// what was open when a file is refused.
func TestOpenDialog(t *testing.T) {
	s, a, st := stage(t, 1280, 720, 1)
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "models"), 0o755); err != nil {
		t.Fatal(err)
	}
	good, bad := filepath.Join(dir, "models", "gunship.glb"), filepath.Join(dir, "models", "broken.glb")
	if err := os.WriteFile(good, assets.DonorGunship(), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(bad, []byte("glTF, they said"), 0o644); err != nil {
		t.Fatal(err)
	}
	s.Settings().LastDir = dir
	st.Ticks(20) // imgui takes a click in the first 0.3 s for the second of a pair
	double := func(name string) {
		w := widgetNamed(t, a, name)
		st.Click(w.X+w.W/2, w.Y+w.H/2)
		st.Click(w.X+w.W/2, w.Y+w.H/2)
		st.Ticks(2)
	}
	chord(st, ui.KeyO)
	st.Ticks(3)
	double("file/models")
	shoot(t, st, "720_open")
	double("file/gunship.glb")
	finish(t, s, st)
	if src := s.Doc().Source; src == nil || s.Doc().Ref != good {
		t.Fatalf("open is %q, want %s", s.Doc().Ref, good)
	}
	chord(st, ui.KeyO)
	st.Ticks(3)
	double("file/broken.glb")
	for _, j := range s.Jobs() {
		<-j.Done()
	}
	st.Ticks(3)
	if s.Doc().Ref != good {
		t.Errorf("a refused file replaced what was open: %q", s.Doc().Ref)
	}
	m, _ := s.Status()
	if m.File != bad || m.Remedy == "" {
		t.Errorf("the refusal names file %q and remedy %q", m.File, m.Remedy)
	}
	chord(st, ui.KeyO)
	st.Ticks(2)
	st.Press(ui.KeyEscape)
	st.Ticks(2)
	if has(a, "dialog/ok") {
		t.Error("Esc did not close the dialog")
	}
}

// Work that was not saved is offered at the next start and taken up as it was.
func TestRecoveryIsOffered(t *testing.T) {
	config, cache := t.TempDir(), t.TempDir()
	first := lab.New(lab.Options{ConfigDir: config, CacheDir: cache})
	if err := first.Wait(t.Context(), first.Open(lab.SampleDonor)); err != nil {
		t.Fatal(err)
	}
	if err := first.SetEntry("turnRate", 123.0); err != nil {
		t.Fatal(err)
	}
	if err := first.KeepNow(); err != nil {
		t.Fatal(err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	s := lab.New(lab.Options{ConfigDir: config, CacheDir: cache})
	defer s.Close()
	a := panels.New(s)
	st := softdraw.New(a, 1280, 720, 1)
	defer st.Close()
	st.Ticks(3)
	shoot(t, st, "720_recovery")
	press(t, a, st, "recover/yes")
	finish(t, s, st)
	if e := s.Work().Entry; e == nil || e.TurnRate != 123 {
		t.Fatalf("recovered entry: %+v", e)
	}
	if !s.Unsaved() {
		t.Error("recovered work counts as saved")
	}
	if has(a, "recover/yes") {
		t.Error("the offer is still there")
	}
}
