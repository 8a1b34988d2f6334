package drive_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"

	"donorlab/internal/house/xvfb"
	"donorlab/internal/pack"
)

// desk is the real window on a display of its own, driven by mouse and keys.
type desk struct {
	t      *testing.T
	env    []string // with its display
	report string
	watch  *fsnotify.Watcher
	dead   chan error
}

// widget and state are what lab -report writes.
type widget struct {
	Name       string
	X, Y, W, H float64
	Enabled    bool
	Value      string
}

type state struct {
	Ref, Message, Tab, Shows, Path string
	Busy, Rigged, Typing           bool
	Selected                       int
	Undo                           string
	Frame, Azimuth                 float64
	Flight                         struct {
		Shown, Runs   bool
		Turn, Drop    float64
		From, Picture string
	}
	Widgets []widget
}

func (s state) widget(name string) (widget, bool) {
	for _, w := range s.Widgets {
		if w.Name == name {
			return w, true
		}
	}
	return widget{}, false
}

// patience is how long the window may take for one step before the test gives
// up; it waits for events, so that a fast machine is not slowed.
const patience = 2 * time.Minute

// openDesk starts Xvfb and, on it, the lab with the arguments given.
func openDesk(t *testing.T, size string, args ...string) *desk {
	t.Helper()
	if _, err := exec.LookPath("xdotool"); err != nil {
		t.Fatal("xdotool is missing: make deps installs it")
	}
	lab := build(t, "cmd/lab")
	dir := t.TempDir()
	d := &desk{t: t, report: filepath.Join(dir, "report.json"), dead: make(chan error, 1)}
	d.env = append(os.Environ(), xvfb.Start(t, size)...)
	var err error
	if d.watch, err = fsnotify.NewWatcher(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.watch.Close() })
	if err := d.watch.Add(dir); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(lab, append([]string{"-report", d.report, "-size", size, "-scale", "1",
		"-config", filepath.Join(dir, "config"), "-cache", filepath.Join(dir, "cache")}, args...)...)
	cmd.Env = append(d.env, "LIBGL_ALWAYS_SOFTWARE=1")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	gone := make(chan struct{})
	go func() {
		d.dead <- cmd.Wait()
		close(gone)
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-gone
	})
	return d
}

// until waits for a state of the window that ok accepts.
func (d *desk) until(what string, ok func(state) bool) state {
	d.t.Helper()
	late := time.After(patience)
	var s state
	for {
		if data, err := os.ReadFile(d.report); err == nil && json.Unmarshal(data, &s) == nil && ok(s) {
			return s
		}
		select {
		case <-d.watch.Events:
		case err := <-d.watch.Errors:
			d.t.Fatal(err)
		case err := <-d.dead:
			d.t.Fatalf("the lab ended while the test waited for %s: %v", what, err)
		case <-late:
			d.t.Fatalf("waited in vain for %s; the last message was %q, tab %s, busy %v", what, s.Message, s.Tab, s.Busy)
		}
	}
}

// click waits for a widget to be there and alive, and clicks its middle.
func (d *desk) click(name string) {
	d.t.Helper()
	s := d.until("widget "+name, func(s state) bool {
		w, ok := s.widget(name)
		return ok && w.Enabled
	})
	w, _ := s.widget(name)
	d.xdotool("mousemove", strconv.Itoa(int(w.X+w.W/2)), strconv.Itoa(int(w.Y+w.H/2)), "click", "1")
}

func (d *desk) xdotool(args ...string) {
	d.t.Helper()
	cmd := exec.Command("xdotool", args...)
	cmd.Env = d.env
	if out, err := cmd.CombinedOutput(); err != nil {
		d.t.Fatalf("xdotool %v: %v\n%s", args, err, out)
	}
}

// The whole job by hand: the sample is there at once, Generate rig, Use donor
// animation clip, Export pack; then what was written is opened and checked.
func TestMainJobInTheWindow(t *testing.T) {
	d := openDesk(t, "1280x720")
	out := t.TempDir()
	d.until("the sample with its parts", func(s state) bool {
		w, ok := s.widget("vehicle/generate")
		_, part := s.widget("part/0")
		return s.Ref == "sample:helicopter" && !s.Busy && ok && w.Enabled && part
	})
	d.click("vehicle/generate")
	d.until("the rig", func(s state) bool { return s.Rigged && !s.Busy })
	d.click("tab/Factory")
	d.click("factory/useDonorClip")
	d.until("the game's view", func(s state) bool { return s.Shows == "As the game shows it" })
	d.click("factory/export")
	d.until("the dialog, its path selected", func(s state) bool { return s.Path != "" && s.Typing })
	d.xdotool("type", "--delay", "20", out)
	d.until("the typed path", func(s state) bool { return s.Path == out })
	d.xdotool("key", "Return")
	d.click("dialog/ok")
	done := d.until("the export", func(s state) bool { return strings.Contains(s.Message, "Exported") && !s.Busy })

	folders, err := filepath.Glob(filepath.Join(out, "*", pack.PackFile))
	if err != nil || len(folders) != 1 {
		t.Fatalf("exported %v (%v) into %s, want one pack; the lab said %q", folders, err, out, done.Message)
	}
	p, err := pack.Open(filepath.Dir(folders[0]))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if len(p.Pack.Models) != 1 || !p.Pack.Models[0].UseDonorClip {
		t.Errorf("the pack's entries are %+v, want one with useDonorClip", p.Pack.Models)
	}
	if len(p.Problems) != 0 {
		t.Errorf("the pack opens with problems: %v", p.Problems)
	}
	if zips, _ := filepath.Glob(filepath.Join(out, "*.zip")); len(zips) != 1 {
		t.Errorf("archives: %v, want one", zips)
	}
}
