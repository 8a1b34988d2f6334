package drive_test

import (
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// drag presses the left button at one place and lets it go at another, by way
// of some between.
func (d *desk) drag(x0, y0, x1, y1 float64) {
	d.t.Helper()
	const steps = 6
	at := func(k int) (string, string) {
		t := float64(k) / steps
		return strconv.Itoa(int(x0 + (x1-x0)*t)), strconv.Itoa(int(y0 + (y1-y0)*t))
	}
	x, y := at(0)
	args := []string{"mousemove", x, y, "sleep", "0.1", "mousedown", "1"}
	for k := 1; k <= steps; k++ {
		x, y = at(k)
		args = append(args, "sleep", "0.1", "mousemove", x, y)
	}
	d.xdotool(append(args, "sleep", "0.1", "mouseup", "1")...)
}

// The window under the hand: a part is picked by a click, the camera turned by
// the cube, a rotor's hub dragged by its handle and undone, the timeline
// scrubbed, and a changed file taken up by itself, the camera where it was.
func TestTheWindowUnderTheHand(t *testing.T) {
	model := filepath.Join(t.TempDir(), "heli.glb")
	copyFile(t, filepath.Join("..", "..", "..", "assets", "stealth_helicopter.glb"), model)
	d := openDesk(t, "1280x720", model)
	d.until("the model with its parts", func(s state) bool {
		_, part := s.widget("part/0")
		return s.Ref == model && !s.Busy && part
	})
	d.click("view")
	d.until("the part under the click", func(s state) bool { return s.Selected == 1 })

	d.click("view/cube/Left")
	d.until("the view from the left", func(s state) bool { return s.Azimuth == 90 })

	d.until("the fitted axles", func(s state) bool { _, ok := s.widget("hinge/0"); return ok })
	d.click("hinge/0")
	d.until("the rotor's parts", func(s state) bool { return s.Selected > 3 })
	d.click("view/move")
	s := d.until("the handles", func(s state) bool { _, ok := s.widget("gizmo/Y"); return ok })
	w, _ := s.widget("gizmo/Y")
	d.drag(w.X+w.W/2, w.Y+w.H/2, w.X+w.W/2, w.Y+w.H/2-50)
	d.until("the moved hub", func(s state) bool { return strings.Contains(s.Undo, "Axle of Rotor") })
	d.xdotool("key", "ctrl+z")
	d.until("the hub undone", func(s state) bool { return s.Undo == "" })

	d.click("vehicle/generate")
	d.until("the rig", func(s state) bool { return s.Rigged && !s.Busy })
	d.click("tab/Factory")
	d.click("factory/useDonorClip")
	s = d.until("the game's view", func(s state) bool {
		w, ok := s.widget("time/scrub")
		return s.Shows == "As the game shows it" && ok && w.Enabled
	})
	w, _ = s.widget("time/scrub")
	end := lastFrame
	d.drag(w.X+40, w.Y+w.H*0.8, w.X+w.W/2, w.Y+w.H*0.8)
	s = d.until("the middle of the clip", func(s state) bool { return math.Abs(s.Frame-end/2) < 1 })

	azimuth := s.Azimuth
	copyFile(t, filepath.Join("..", "..", "..", "assets", "donor_gunship.glb"), model)
	s = d.until("the changed file", func(s state) bool {
		return strings.Contains(s.Message, "again") || strings.Contains(s.Message, "Loaded")
	})
	if s.Azimuth != azimuth {
		t.Errorf("the camera turned from %v to %v when the file was loaded again", azimuth, s.Azimuth)
	}
}

// lastFrame is the last of the sample donor's clip.
const lastFrame = 80.0

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, data, 0o644); err != nil {
		t.Fatal(err)
	}
}
