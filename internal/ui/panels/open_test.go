package panels_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"donorlab/internal/lab"
	"donorlab/internal/ui"
)

// A folder tree for the dialog: small.glb and large.glb in models, a hidden
// file, and a home with a Downloads folder.
func dialogTree(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	t.Setenv("HOME", filepath.Join(dir, "home"))
	for _, d := range []string{"home/Downloads", "models/sub"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, size := range map[string]int{"alpha.glb": 9000, "beta.glb": 10, "gamma.glb": 500, ".secret.glb": 1, "notes.txt": 3} {
		path := filepath.Join(dir, "models", name)
		if err := os.WriteFile(path, make([]byte, size), 0o644); err != nil {
			t.Fatal(err)
		}
		when := time.Date(2020, 1, 1+size%7, 12, 0, 0, 0, time.UTC)
		if err := os.Chtimes(path, when, when); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// The dialog by keys alone: typing filters, arrows pick, Enter opens, Backspace
// goes up.
func TestOpenDialogByKeys(t *testing.T) {
	dir := dialogTree(t)
	s, a, st := stage(t, 1280, 720, 1)
	s.Settings().LastDir = filepath.Join(dir, "models")
	st.Ticks(3)
	chord(st, ui.KeyO)
	st.Ticks(3)
	shoot(t, st, "720_open_places")
	if has(a, "file/.secret.glb") || has(a, "file/notes.txt") || !has(a, "file/alpha.glb") {
		t.Fatal("the list is not of the models that can be seen")
	}
	st.Type("amm")
	st.Ticks(2)
	if has(a, "file/alpha.glb") || !has(a, "file/gamma.glb") {
		t.Error("typing did not filter")
	}
	for range 3 {
		st.Press(ui.KeyBackspace)
	}
	st.Ticks(2)
	if got := a.Report().Path; got != filepath.Join(dir, "models") || !has(a, "file/alpha.glb") {
		t.Errorf("emptying the filter went to %s", got)
	}
	st.Press(ui.KeyBackspace)
	st.Ticks(3)
	if got := a.Report().Path; got != dir {
		t.Fatalf("Backspace went to %s", got)
	}
	st.Press(ui.KeyDown) // home
	st.Press(ui.KeyDown) // models
	st.Press(ui.KeyEnter)
	st.Ticks(3)
	if got := a.Report().Path; got != filepath.Join(dir, "models") {
		t.Fatalf("two down and Enter went to %s", got)
	}
	st.Press(ui.KeyDown) // sub
	st.Press(ui.KeyDown) // alpha
	st.Press(ui.KeyDown) // beta
	st.Press(ui.KeyEnter)
	st.Ticks(2)
	for _, j := range s.Jobs() {
		<-j.Done()
	}
	st.Ticks(2)
	if m, _ := s.Status(); filepath.Base(m.File) != "beta.glb" {
		t.Errorf("Enter opened %q (%s)", m.File, m.Message)
	}
}

// Columns sort, hidden files show, places lead there, a sample opens, and what
// may not be read is named.
func TestOpenDialogList(t *testing.T) {
	dir := dialogTree(t)
	s, a, st := stage(t, 1280, 720, 1)
	s.Settings().LastDir = filepath.Join(dir, "models")
	st.Ticks(20)
	chord(st, ui.KeyO)
	st.Ticks(3)
	row := func(name string) float32 { _, y := place(t, a, "file/"+name); return y }
	press(t, a, st, "dialog/sort/size")
	st.Ticks(20)
	if !(row("beta.glb") < row("gamma.glb") && row("gamma.glb") < row("alpha.glb") && row("sub") < row("beta.glb")) {
		t.Error("not sorted by size, folders first")
	}
	press(t, a, st, "dialog/sort/size")
	st.Ticks(20)
	if !(row("alpha.glb") < row("gamma.glb") && row("sub") < row("alpha.glb")) {
		t.Error("a second click does not turn the order round")
	}
	press(t, a, st, "dialog/hidden")
	st.Ticks(3)
	if !has(a, "file/.secret.glb") || !s.Settings().Hidden {
		t.Error("hidden files are not listed")
	}
	press(t, a, st, "place/Downloads")
	st.Ticks(3)
	if got := a.Report().Path; got != filepath.Join(dir, "home", "Downloads") {
		t.Errorf("Downloads is %s", got)
	}
	press(t, a, st, "dialog/path")
	chord(st, ui.KeyA)
	st.Type(filepath.Join(dir, "nowhere"))
	st.Press(ui.KeyEnter)
	st.Ticks(3)
	if !has(a, "dialog/trouble") {
		t.Error("a folder that is not there is not named")
	}
	shoot(t, st, "720_open_trouble")
	st.Ticks(20)
	press(t, a, st, "place/Donor gunship")
	finish(t, s, st)
	if s.Doc().Ref != lab.SampleDonor {
		t.Errorf("the sample's place opened %q", s.Doc().Ref)
	}
}

// A folder is made for an export, and the dialog comes back to it.
func TestNewFolder(t *testing.T) {
	dir := dialogTree(t)
	s, a, st := loaded(t)
	s.Settings().LastDirs = map[string]string{"save": dir}
	chord(st, ui.KeyS)
	st.Ticks(3)
	press(t, a, st, "dialog/new")
	st.Ticks(3)
	st.Type("a:b")
	st.Ticks(2)
	if w := widgetNamed(t, a, "dialog/make"); w.Enabled {
		t.Error("a:b is taken for a name")
	}
	for range 3 {
		st.Press(ui.KeyBackspace)
	}
	st.Type("packs")
	st.Ticks(2)
	shoot(t, st, "720_open_newfolder")
	press(t, a, st, "dialog/make")
	st.Ticks(3)
	if got := a.Report().Path; got != filepath.Join(dir, "packs") {
		t.Fatalf("the dialog is at %s", got)
	}
	press(t, a, st, "dialog/ok")
	st.Ticks(2)
	if left, _ := os.ReadDir(filepath.Join(dir, "packs")); len(left) != 1 {
		m, _ := s.Status()
		t.Fatalf("saved %d files: %s", len(left), m.Message)
	}
	if got := s.Settings().LastDirs["save"]; got != filepath.Join(dir, "packs") {
		t.Errorf("the next save begins at %s", got)
	}
}
