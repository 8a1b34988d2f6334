package panels_test

import (
	"os"
	"testing"

	"donorlab/internal/dials"
	"donorlab/internal/lab"
	"donorlab/internal/ui/panels"
	"donorlab/internal/ui/softdraw"
)

// flying is a stage with the sample helicopter over the first map, some seconds
// into its orders, held.
func flying(t *testing.T, w, h int, scale float32) (*lab.Session, *panels.App, *softdraw.Stage) {
	t.Helper()
	s, a, st := stage(t, w, h, scale)
	if err := s.Wait(t.Context(), s.Open(lab.SampleHelicopter)); err != nil {
		t.Fatal(err)
	}
	for _, j := range s.Jobs() {
		j.Cancel()
	}
	st.Ticks(2)
	press(t, a, st, "tab/Flight")
	s.PlayFlight(false)
	s.SetCategory(dials.Hover, false)
	for _, d := range [][3]string{{dials.TurnEaseFile, "hover", "90"}, {dials.TurnEaseFile, "hoverbank", "12"}, {dials.HugTerrainFile, "drop", "-1"}} {
		if err := s.SetDial(d[0], d[1], d[2]); err != nil {
			t.Fatal(err)
		}
	}
	st.Ticks(2)
	s.RestartFlight()
	st.Ticks(2)
	s.SeekFlight(13 * 60)
	st.Ticks(3)
	return s, a, st
}

// The pages of the tab are there, at every size that people use, in both themes.
func TestFlightShots(t *testing.T) {
	sizes := []struct {
		name  string
		w, h  int
		scale float32
	}{{"720", 1280, 720, 1}, {"1440", 2560, 1440, 2}}
	themes := []string{"dark", "light"}
	if os.Getenv("LAB_SHOTS") == "" {
		sizes, themes = sizes[:1], themes[:1]
	}
	for _, size := range sizes {
		s, a, st := flying(t, size.w, size.h, size.scale)
		for _, theme := range themes {
			s.Settings().Theme = theme
			for page, needs := range map[string]string{"Fly": "fly/anew", "Dials": "dial/hover", "Numbers": "fly/profile", "World": "world/tool/Raise", "Place": "place/up"} {
				press(t, a, st, "fly/page/"+page)
				st.Move(float32(size.w)*0.3, float32(size.h)*0.45)
				st.Ticks(3)
				if !has(a, needs) {
					t.Errorf("%s at %s: %s is not there", page, size.name, needs)
				}
				shoot(t, st, "fly_"+size.name+"_"+theme+"_"+page)
			}
		}
	}
}
