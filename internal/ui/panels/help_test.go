package panels_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"donorlab/internal/lab"
	"donorlab/internal/ui"
	"donorlab/internal/ui/panels"
	"donorlab/internal/ui/softdraw"
)

// F1 shows the help and Esc closes it.
func TestHelp(t *testing.T) {
	_, a, st := loaded(t)
	st.Press(ui.KeyF1)
	st.Ticks(3)
	shoot(t, st, "720_help")
	if !has(a, "help/Frame all") && !has(a, "help/Open…") {
		t.Error("the keys are not listed")
	}
	st.Press(ui.KeyEscape)
	st.Ticks(2)
	if has(a, "help/Open…") {
		t.Error("Esc did not close the help")
	}
}

// Every key in the help's table does what its line says, or says why not: pressed
// on a rigged model, each changes what it should.
func TestHelpIsTrue(t *testing.T) {
	s, a, st := gunship(t)
	v := s.View()
	look := func(az, el float64) func() bool {
		return func() bool {
			st.Ticks(14)
			return v.Camera.AzimuthDeg == az && v.Camera.ElevationDeg == el
		}
	}
	shown := func(name string) func() bool { return func() bool { st.Ticks(3); return has(a, name) } }
	escape := func() { st.Press(ui.KeyEscape); st.Ticks(3) }
	at := s.Clock().Time
	for _, c := range []struct {
		line string
		keys []ui.Key
		does func() bool
		back func()
	}{
		{"Open…", []ui.Key{ui.KeyLeftCtrl, ui.KeyO}, shown("dialog/ok"), escape},
		{"Save recipe", []ui.Key{ui.KeyLeftCtrl, ui.KeyS}, shown("dialog/new"), escape},
		{"Save entry settings", []ui.Key{ui.KeyLeftCtrl, ui.KeyLeftShift, ui.KeyS}, shown("dialog/new"), escape},
		{"Front", []ui.Key{ui.Key1}, look(0, 0), nil},
		{"Left side", []ui.Key{ui.Key3}, look(90, 0), nil},
		{"Top", []ui.Key{ui.Key7}, look(0, 90), nil},
		{"Back", []ui.Key{ui.KeyLeftCtrl, ui.Key1}, look(180, 0), nil},
		{"Right side", []ui.Key{ui.KeyLeftCtrl, ui.Key3}, look(-90, 0), nil},
		{"Bottom", []ui.Key{ui.KeyLeftCtrl, ui.Key7}, look(0, -90), nil},
		{"Parallel projection", []ui.Key{ui.Key5}, func() bool { return v.Camera.Ortho }, func() { v.Camera.Ortho = false }},
		{"Roles as colours", []ui.Key{ui.KeyTab}, func() bool { return v.Overlays.Roles }, nil},
		{"Hide the left side", []ui.Key{ui.KeyLeftBracket}, func() bool { st.Ticks(2); return !has(a, "left/parts") }, func() { st.Press(ui.KeyLeftBracket) }},
		{"Hide the right side", []ui.Key{ui.KeyRightBracket}, func() bool { st.Ticks(2); return !has(a, "tab/Factory") }, func() { st.Press(ui.KeyRightBracket) }},
		{"Larger type", []ui.Key{ui.KeyLeftCtrl, ui.KeyEqual}, func() bool { return s.Settings().Zoom() == 1.25 }, nil},
		{"Smaller type", []ui.Key{ui.KeyLeftCtrl, ui.KeyMinus}, func() bool { return s.Settings().Zoom() == 1 }, nil},
		{"One frame on", []ui.Key{ui.KeyPeriod}, func() bool { return s.Clock().Time > at }, nil},
		{"One frame back", []ui.Key{ui.KeyComma}, func() bool { return s.Clock().Time < at+0.02 }, nil},
		{"Play or pause", []ui.Key{ui.KeySpace}, func() bool { return s.Clock().Playing }, func() { s.Clock().Playing = false }},
		{"Select all parts", []ui.Key{ui.KeyLeftCtrl, ui.KeyA}, func() bool { return len(s.Selected()) == len(s.Work().Parts.Parts) }, nil},
		{"Hide the selected parts", []ui.Key{ui.KeyH}, func() bool { return len(s.HiddenParts()) == len(s.Work().Parts.Parts) }, func() { st.Press(ui.KeyH) }},
		{"Clear the selection", []ui.Key{ui.KeyEscape}, func() bool { return len(s.Selected()) == 0 }, nil},
		{"Frame all", []ui.Key{ui.KeyHome}, func() bool { st.Ticks(14); d := v.Camera.Distance; s.FrameAll(0); return v.Camera.Distance == d }, nil},
		{"Turntable", []ui.Key{ui.KeyF4}, func() bool { az := v.Camera.AzimuthDeg; st.Ticks(5); return v.Camera.AzimuthDeg != az }, func() { st.Press(ui.KeyF4) }},
		{"Bake the clip", []ui.Key{ui.KeyLeftCtrl, ui.KeyB}, func() bool { _ = s.Idle(t.Context()); return s.Work().Baked != nil }, nil},
		{"Undo Bake", []ui.Key{ui.KeyLeftCtrl, ui.KeyZ}, func() bool { return s.Work().Baked == nil }, nil},
		{"Redo Bake", []ui.Key{ui.KeyLeftCtrl, ui.KeyY}, func() bool { return s.Work().Baked != nil }, nil},
		{"Search", []ui.Key{ui.KeyLeftCtrl, ui.KeyP}, func() bool { st.Ticks(2); return a.Report().Typing }, escape},
		{"First steps and keys", []ui.Key{ui.KeyF1}, shown("help/Open…"), escape},
	} {
		st.Press(c.keys...)
		if !c.does() {
			t.Errorf("%s: keys %v did nothing of it", c.line, c.keys)
		}
		if c.back != nil {
			c.back()
			st.Ticks(2)
		}
	}
}

// The about box names every module of go.mod, with the versions of the build.
func TestAbout(t *testing.T) {
	s, a, st := loaded(t)
	press(t, a, st, "menu/Help")
	st.Ticks(2)
	press(t, a, st, "menu/Help/About Donor Lab")
	st.Ticks(3)
	shoot(t, st, "720_about")
	press(t, a, st, "about/copy")
	text := panels.AboutText()
	if !strings.Contains(text, lab.Version().Version) || !strings.Contains(text, "Go Regular") {
		t.Errorf("copied: %s", text)
	}
	mod, err := os.ReadFile("../../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?m)^\t(\S+) v`).FindAllStringSubmatch(string(mod), -1) {
		if !panels.NamesModule(m[1]) {
			t.Errorf("the about box does not name %s", m[1])
		}
	}
	_ = s
}

// With nothing open the window says what to do, and lists what was open before;
// who starts for the first time is greeted.
func TestEmptyState(t *testing.T) {
	s, a, st := stage(t, 1280, 720, 1)
	st.Ticks(3)
	shoot(t, st, "720_first_run")
	if !has(a, "toast/0") || !has(a, "empty/open") {
		t.Fatal("no greeting, or nothing to open")
	}
	press(t, a, st, "toast/0")
	st.Ticks(3)
	if !has(a, "help/Open…") {
		t.Error("the greeting does not lead to the help")
	}
	s.Settings().Recent = []string{"/models/apache.glb"}
	s.Settings().Theme = "light"
	b := panels.New(s)
	later := softdraw.New(b, 1280, 720, 1)
	defer later.Close()
	later.Ticks(3)
	shoot(t, later, "720_empty_light")
	if has(b, "toast/0") || !has(b, "recent//models/apache.glb") {
		t.Error("who has been here is greeted again, or finds no recent files")
	}
}

// Tabs are found again where they were left.
func TestTabsAreRemembered(t *testing.T) {
	s, a, st := loaded(t)
	press(t, a, st, "tab/Instruments")
	press(t, a, st, "left/models")
	st.Ticks(3)
	b := panels.New(s)
	next := softdraw.New(b, 1280, 720, 1)
	defer next.Close()
	next.Ticks(4)
	if got := b.Report().Tab; got != "Instruments" || !has(b, "models/up") {
		t.Errorf("the next window shows %s", got)
	}
}
