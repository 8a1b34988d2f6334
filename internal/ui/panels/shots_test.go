package panels_test

import (
	"os"
	"testing"

	"donorlab/internal/lab"
)

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
