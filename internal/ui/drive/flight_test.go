package drive_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"donorlab/internal/dials"
)

// Dials in the real window, beside another program: a slider that is moved is in
// the file, its comments kept; the file that is changed moves the slider and
// changes the picture, within the frames that follow.
func TestDialsInTheWindow(t *testing.T) {
	folder := t.TempDir()
	turn, hug := filepath.Join(folder, dials.TurnEaseFile), filepath.Join(folder, dials.HugTerrainFile)
	write := func(path, text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(turn, "# my turns\nhover=100 # mine\n")
	write(hug, "drop=-1\n")
	config := t.TempDir()
	write(filepath.Join(config, "settings.json"), `{"version":1,"flight":{"dials":`+quoted(folder)+`}}`)
	// The Go sink: without a graphics card a world takes it a fraction of the time.
	d := openDesk(t, "1280x720", "-config", config, "-sink", "go")
	d.until("the sample with its parts", func(s state) bool {
		_, part := s.widget("part/0")
		return s.Ref == "sample:helicopter" && !s.Busy && part
	})
	d.click("tab/Flight")
	d.until("the world in flight", func(s state) bool { return s.Flight.Shown && s.Flight.Runs && s.Flight.Turn == 100 })
	d.click("fly/page/Dials")
	d.until("the dials", func(s state) bool { _, ok := s.widget("dial/hover"); return ok })
	d.click("fly/play")
	d.until("the flight held", func(s state) bool { return !s.Flight.Runs && s.Flight.Picture != "" })

	s := d.until("the slider", func(s state) bool {
		w, ok := s.widget("dial/hover")
		return ok && w.Value == "100"
	})
	w, _ := s.widget("dial/hover")
	d.drag(w.X+w.W*0.25, w.Y+w.H/2, w.X+w.W*0.5, w.Y+w.H/2)
	s = d.until("the slider in its middle", func(s state) bool { return s.Flight.Turn > 300 && s.Flight.Turn < 420 })
	want := "# my turns\nhover=" + dials.FormatNumber(s.Flight.Turn) + " # mine\n"
	d.fileSays(turn, want)

	was := s.Flight.Picture
	write(turn, "# another program\nhover=45\n")
	write(hug, "drop=-0.4\n")
	s = d.until("the files' values on slider and picture", func(s state) bool {
		w, ok := s.widget("dial/hover")
		return ok && w.Value == "45" && s.Flight.Turn == 45 && s.Flight.Drop == -0.4 && s.Flight.Picture != was
	})
	if !strings.Contains(s.Flight.From, dials.TurnEaseFile) {
		t.Errorf("the turn rate comes from %q", s.Flight.From)
	}
}

// fileSays waits for a file's text. The window's report is written more often than
// the file, so that it wakes the test.
func (d *desk) fileSays(path, want string) {
	d.t.Helper()
	late := time.After(patience)
	if err := d.watch.Add(filepath.Dir(path)); err != nil {
		d.t.Fatal(err)
	}
	for {
		data, err := os.ReadFile(path)
		if err == nil && string(data) == want {
			return
		}
		select {
		case <-d.watch.Events:
		case err := <-d.dead:
			d.t.Fatalf("the lab ended: %v", err)
		case <-late:
			d.t.Fatalf("%s holds %q, want %q", path, data, want)
		}
	}
}

func quoted(s string) string { return `"` + strings.ReplaceAll(s, `\`, `\\`) + `"` }
