package drive_test

import (
	"encoding/json"
	"image/png"
	"os"
	"path/filepath"
	"testing"
)

// The window opens as large as it was closed, in the theme that was chosen.
func TestWindowIsRemembered(t *testing.T) {
	lab := build(t, "cmd/lab")
	config, cache := t.TempDir(), t.TempDir()
	name := filepath.Join(config, "settings.json")
	if err := os.WriteFile(name, []byte(`{"version":1,"theme":"light","uiScale":1.25}`), 0o644); err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) {
		t.Helper()
		args = append([]string{"-config", config, "-cache", cache, "-sink", "go", "-exit-after", "12"}, args...)
		if out, err := onDisplay(t, "1400x900", lab, args...); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	run("-size", "900x620")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var set struct {
		Window struct{ Width, Height int }
	}
	if err := json.Unmarshal(data, &set); err != nil || set.Window.Width != 900 || set.Window.Height != 620 {
		t.Fatalf("the settings after a window of 900 by 620: %s %v", data, err)
	}
	shot := filepath.Join(config, "shot.png")
	run("-shot", shot, "-shot-after", "10")
	f, err := os.Open(shot)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	if s := img.Bounds().Size(); s.X != 900 || s.Y != 620 {
		t.Errorf("the next window is %v", s)
	}
	if r, _, _, _ := img.At(4, 300).RGBA(); r>>8 < 200 {
		t.Errorf("the panel at the left is %v in the light theme", img.At(4, 300))
	}
}
