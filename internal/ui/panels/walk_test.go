package panels_test

import (
	"os"
	"testing"

	"donorlab/internal/house/corpus"
	"donorlab/internal/lab"
)

// TestWalkShots draws the Walk tab for people to look at.
func TestWalkShots(t *testing.T) {
	if os.Getenv("LAB_SHOTS") == "" {
		t.Skip("pictures to look at: LAB_SHOTS says where to put them")
	}
	model := corpus.Path(t, "humanoids/"+env("LAB_WALKER", "KnightCharacter.glb"))
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
		st.Ticks(200)
		shoot(t, st, size.name+"_walk")
		press(t, a, st, "walk/state/Run")
		st.Ticks(100)
		shoot(t, st, size.name+"_walk_run")
		if size.scale == 1 {
			p := s.WalkPlan()
			for _, g := range []string{lab.WalkSteps, lab.WalkSlope, "plains"} {
				p.Ground, p.Speed = g, 1.6
				st.Ticks(150)
				shoot(t, st, "walk_"+g)
			}
			p.Ground, p.Beside = "", lab.BesideClip
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
		for _, n := range []string{"walk/drive", "walk/plots"} {
			press(t, a, st, n)
			st.Ticks(2)
		}
		for _, n := range []string{"prefs", "presets", "clips", "bones"} {
			press(t, a, st, "walk/"+n)
			st.Ticks(3)
			if n == "prefs" {
				press(t, a, st, "walk/group/Feet")
			}
			if n == "clips" {
				press(t, a, st, "walk/look")
				finish(t, s, st)
			}
			st.Ticks(3)
			shoot(t, st, size.name+"_walk_"+n)
			press(t, a, st, "walk/"+n)
			st.Ticks(3)
		}
	}
}

func env(name, def string) string {
	if v := os.Getenv(name); v != "" {
		return v
	}
	return def
}
