package panels_test

import (
	"math"
	"os"
	"testing"

	"donorlab/internal/house/corpus"
	"donorlab/internal/lab"
	"donorlab/internal/ui"
	"donorlab/internal/ui/panels"
	"donorlab/internal/ui/softdraw"
)

// walker is a stage with the sample on its feet in the Walk tab.
func walker(t *testing.T) (*lab.Session, *panels.App, *softdraw.Stage) {
	t.Helper()
	s, a, st := stage(t, 1280, 720, 1)
	if err := s.Wait(t.Context(), s.Open(lab.SampleWalker)); err != nil {
		t.Fatal(err)
	}
	st.Ticks(3)
	press(t, a, st, "tab/Walk")
	st.Ticks(2)
	press(t, a, st, "walk/start")
	st.Ticks(30)
	return s, a, st
}

func TestWalkTab(t *testing.T) {
	s, a, st := walker(t)
	if !s.WalkShown() || s.WalkMotion().Position.Len() < 0.1 {
		t.Fatal("Walk does not walk")
	}
	for _, n := range []string{"walk/drive", "walk/plots", "time/state/Run", "walk/steps", "walk/plot/speed"} {
		if !has(a, n) {
			t.Errorf("%s is not on the screen", n)
		}
	}
	press(t, a, st, "time/state/Run")
	st.Ticks(60)
	if r := s.WalkTrace(); r[len(r)-1].Speed < 4.5 {
		t.Errorf("Run goes %.2f m/s", r[len(r)-1].Speed)
	}
	press(t, a, st, "time/state/Jump")
	st.Ticks(10)
	if !s.WalkMotion().Airborne {
		t.Error("Jump does not jump")
	}
	press(t, a, st, "time/state/Crouch")
	if s.WalkPlan().Crouch != 1 {
		t.Error("Crouch does not crouch")
	}
	press(t, a, st, "time/state/Crouch")
	if s.WalkPlan().Crouch != 0 {
		t.Error("a second Crouch does not stand up")
	}
	choice(t, a, st, "walk/drives", "Script")
	press(t, a, st, "walk/stop")
	if st.Ticks(2); s.WalkShown() || !has(a, "time/clip") {
		t.Error("the clip's timeline is not back")
	}
}

// Keys walk against the camera; Space jumps and does not pause; letters of roles do
// not mark; a gamepad does the same.
func TestWalkKeys(t *testing.T) {
	s, _, st := walker(t)
	s.WalkPlan().Free = true
	s.View().Camera.AzimuthDeg = 0 // it looks along -Z
	from := s.WalkMotion().Position
	st.Input.Keys = []ui.Key{ui.KeyW}
	st.Ticks(90)
	if d := s.WalkMotion().Position.Sub(from); d[2] > -1 {
		t.Errorf("W goes %v", d)
	}
	st.Press(ui.KeySpace)
	st.Ticks(4)
	if !s.WalkMotion().Airborne || !s.Clock().Playing {
		t.Error("Space does not jump")
	}
	st.Input.Keys = nil
	st.Press(ui.KeyN)
	if !s.WalkPlan().Fly {
		t.Error("N is no noclip")
	}
	st.Press(ui.KeyN)
	st.Ticks(120)
	from = s.WalkMotion().Position
	st.Input.Pad = ui.Pad{LeftX: 1, Run: true}
	st.Ticks(60)
	// Looking along -Z, the right is +X... the camera's right: -Z cross up.
	if d := s.WalkMotion().Position.Sub(from); d[0] < 1.5 || math.Abs(d[2]) > 2 {
		t.Errorf("the stick to the right goes %v", d)
	}
	st.Input.Pad = ui.Pad{}
	if s.UndoName() != "" {
		t.Errorf("driving has edited the work: %s", s.UndoName())
	}
}

// A slider of the preferences is in force at the next tick and undone in one step.
func TestWalkPreferences(t *testing.T) {
	s, a, st := walker(t)
	for _, n := range []string{"walk/drive", "walk/plots", "walk/prefs"} {
		press(t, a, st, n)
		st.Ticks(2)
	}
	press(t, a, st, "walk/group/Speed")
	st.Ticks(2)
	w := widgetNamed(t, a, "walk/pref/locomotionWalkSpeed")
	st.Drag(w.X+w.W*0.2, w.Y+w.H/2, w.X+w.W*0.7, w.Y+w.H/2)
	st.Ticks(2)
	now := s.WalkPrefs().WalkSpeed
	if now < 5 {
		t.Errorf("the walk speed is %.2f m/s", now)
	}
	s.Undo()
	st.Ticks(2)
	if got := s.WalkPrefs().WalkSpeed; got != 1.6 {
		t.Errorf("one undo leaves %.2f m/s", got)
	}
}

// The rig map is shown, and a slot is set by hand; what cannot walk says why.
func TestWalkRigMap(t *testing.T) {
	s, a, st := walker(t)
	for _, n := range []string{"walk/drive", "walk/plots", "walk/bones"} {
		press(t, a, st, n)
		st.Ticks(2)
	}
	choice(t, a, st, "walk/bone/hips", "none")
	if s.WhyNoWalk() == "" {
		t.Fatal("it walks without hips")
	}
	st.Ticks(2)
	if !has(a, "walk/sample") {
		t.Error("no way out is shown")
	}
	s.Undo()
	if why := s.WhyNoWalk(); why != "" {
		t.Error(why)
	}
}

// TestWalkShots draws the Walk tab for people to look at.
func TestWalkShots(t *testing.T) {
	if os.Getenv("LAB_SHOTS") == "" {
		t.Skip("pictures to look at: LAB_SHOTS says where to put them")
	}
	model := lab.SampleWalker
	if name := os.Getenv("LAB_WALKER"); name != "" {
		model = corpus.Path(t, "humanoids/"+name)
	}
	for _, size := range []struct {
		name  string
		w, h  int
		scale float32
	}{{"720", 1280, 720, 1}, {"1440", 2560, 1440, 2}} {
		s, a, st := stage(t, size.w, size.h, size.scale)
		s.Open(model)
		finish(t, s, st)
		press(t, a, st, "tab/Walk")
		st.Ticks(3)
		shoot(t, st, size.name+"_walk_before")
		press(t, a, st, "walk/start")
		st.Ticks(100)
		press(t, a, st, "walk/state/Run")
		st.Ticks(60)
		st.Move(600, 300)
		st.Ticks(5)
		shoot(t, st, size.name+"_walk_run")
		if size.scale == 1 {
			p := s.WalkPlan()
			for _, g := range []string{lab.WalkSteps, lab.WalkSlope, "plains"} {
				p.Ground, p.Speed = g, 1.6
				st.Ticks(150)
				shoot(t, st, "walk_"+g)
			}
			p.Ground, p.Beside = "", lab.BesidePreset
			s.FrameAll(0)
			st.Ticks(100)
			shoot(t, st, "walk_beside")
			p.Beside = lab.BesideNothing
			s.View().Look.Crowd = 100
			s.FrameAll(0)
			st.Ticks(60)
			shoot(t, st, "walk_crowd")
			s.View().Look.Crowd = 0
			s.FrameAll(0)
		}
		press(t, a, st, "walk/drive")
		st.Ticks(3)
		shoot(t, st, size.name+"_walk_plots")
		press(t, a, st, "walk/plots")
		st.Ticks(2)
		for _, n := range []string{"prefs", "presets", "clips", "bones"} {
			press(t, a, st, "walk/"+n)
			st.Ticks(3)
			shoot(t, st, size.name+"_walk_"+n)
			press(t, a, st, "walk/"+n)
			st.Ticks(3)
		}
	}
}
