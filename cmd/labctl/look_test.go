package main

import (
	"path/filepath"
	"testing"

	"donorlab/internal/lab"
)

// Each flag of the picture's light, water, mode and crowd changes the picture,
// and the same flags give the same picture; wrong values are wrong use.
func TestShotLook(t *testing.T) {
	dir := t.TempDir()
	n := 0
	shot := func(code int, flags ...string) any {
		t.Helper()
		n++
		args := append([]string{"shot", lab.SampleDonor, "-o", filepath.Join(dir, "p.png"), "--size", "160x120", "--clip", "Fly", "--time", "0.4", "--msaa", "1"}, flags...)
		return object(t, code, args...)["pixelHash"]
	}
	seen := map[any]string{shot(0): "no flag"}
	for _, flags := range [][]string{
		{"--exposure", "1"}, {"--backdrop", "dark"}, {"--backdrop", "clear"}, {"--water", "1.2"}, {"--mode", "before-water", "--water", "1.2"},
		{"--crowd", "9"}, {"--crowd", "9", "--spread", "1"}, {"--crowd", "9", "--spacing", "40"}, {"--heat", "2"}, {"--marks", "mass"}, {"--marks", "rests,checker"},
	} {
		h := shot(0, flags...)
		if other, twice := seen[h]; twice {
			t.Errorf("%v gives the picture of %s", flags, other)
		}
		seen[h] = flags[0] + " " + flags[1]
	}
	if _, same := seen[shot(0, "--crowd", "9", "--spread", "1")]; !same {
		t.Error("the same flags gave another picture")
	}
	for _, flags := range [][]string{{"--exposure", "11"}, {"--backdrop", "theme"}, {"--mode", "wet"}, {"--crowd", "0"}, {"--crowd", "101"},
		{"--spread", "2"}, {"--spacing", "-1"}, {"--water", "NaN"}, {"--marks", "tail"}} {
		shot(2, flags...)
	}
}
