package panels_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"donorlab/internal/dials"
	"donorlab/internal/flight"
	"donorlab/internal/flight/world"
	"donorlab/internal/lab"
	"donorlab/internal/ui"
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

// A slider writes its file, the file moves the slider, and a right-click hands the
// key back.
func TestDialSliderAndFile(t *testing.T) {
	s, a, st := flying(t, 1280, 720, 1)
	dir := t.TempDir()
	path := filepath.Join(dir, dials.TurnEaseFile)
	if err := os.WriteFile(path, []byte("# mine\nhover=120 # quick\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := s.OpenDials(dir); err != nil {
		t.Fatal(err)
	}
	press(t, a, st, "fly/page/Dials")
	settled := func(want float64) func() bool {
		return func() bool { return s.Feel().TurnRate.Num == want }
	}
	wait(t, st, "the file's rate", settled(120))
	if from := s.Feel().TurnRate.From; from != dials.TurnEaseFile+" hover" {
		t.Errorf("the rate comes from %q", from)
	}
	w := widgetNamed(t, a, "dial/hover")
	st.Drag(w.X+w.W*0.2, w.Y+w.H/2, w.X+w.W*0.5, w.Y+w.H/2)
	got := s.Feel().TurnRate.Num
	if got < 340 || got > 380 { // the middle of 0 to 720
		t.Errorf("the slider in its middle gives %v deg/s, want about 360", got)
	}
	read := func() string {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	want := "# mine\nhover=" + dials.FormatNumber(got) + " # quick\n"
	wait(t, st, "the slider's value in the file", func() bool { return read() == want })

	if err := os.WriteFile(path, []byte("# theirs\nhover=90\nbank=soft\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	wait(t, st, "the file's new rate", settled(90))
	if !has(a, "dials/"+dials.TurnEaseFile+"/problem0") {
		t.Error("the bad line is not shown")
	}
	if v := widgetNamed(t, a, "dial/hover").Value; v != "90" {
		t.Errorf("the slider shows %s, want 90", v)
	}
	if f := s.Flight().Settings().TurnRateDeg; f != 90 {
		t.Errorf("the flight turns at %v deg/s, want 90", f)
	}
	x, y := place(t, a, "dial/hover")
	st.Move(x, y)
	st.Input.Buttons[1] = true
	st.Tick()
	st.Input.Buttons[1] = false
	st.Tick()
	wait(t, st, "the key taken out", func() bool { return !strings.Contains(read(), "hover=") && strings.Contains(read(), "# theirs") })
}

// wait ticks until something is so; the files are looked at by a goroutine that
// takes its own time.
func wait(t *testing.T, st *softdraw.Stage, what string, ok func() bool) {
	t.Helper()
	for range 200_000 {
		if st.Tick(); ok() {
			st.Ticks(2)
			return
		}
		runtime.Gosched()
	}
	t.Fatalf("waited in vain for %s", what)
}

// A click on the ground orders the unit there, Shift+click adds to its way, and the
// letters fly while the picture has the keyboard.
func TestOrdersByHand(t *testing.T) {
	s, a, st := flying(t, 1280, 720, 1)
	s.PlayFlight(true)
	w := widgetNamed(t, a, "view")
	last := func() flight.Order {
		list := s.FlightRun().Orders.List
		return list[len(list)-1]
	}
	x, y := w.X+w.W*0.75, w.Y+w.H*0.6
	st.Click(x, y)
	if o := last(); o.Do != flight.DoMove || o.Append || len(o.Points) != 1 {
		t.Fatalf("a click ordered %+v", o)
	}
	to := last().Points[0]
	if _, ok := s.World().TileAt(to[0], to[1]); !ok {
		t.Errorf("the click's place %v is off the map", to)
	}
	st.Input.Keys = []ui.Key{ui.KeyLeftShift}
	st.Click(x+40, y)
	st.Input.Keys = nil
	if o := last(); o.Do != flight.DoMove || !o.Append {
		t.Errorf("Shift+click ordered %+v", o)
	}
	for _, c := range []struct {
		key           ui.Key
		forward, turn float64
	}{{ui.KeyW, 1, 0}, {ui.KeyA, 0, 1}, {ui.KeyRight, 0, -1}} {
		st.Input.Keys = []ui.Key{c.key}
		st.Ticks(2)
		if o := last(); o.Do != flight.DoKeys || o.Forward != c.forward || o.Turn != c.turn {
			t.Errorf("key %d ordered %+v, want forward %v, turn %v", c.key, o, c.forward, c.turn)
		}
		st.Input.Keys = nil
		st.Ticks(2)
		if o := last(); o.Do != flight.DoKeys || o.Forward != 0 || o.Turn != 0 {
			t.Errorf("key %d let go: %+v", c.key, o)
		}
	}
	if len(s.Selected()) != 0 {
		t.Error("the keys or clicks selected parts")
	}
}

// The brush raises the tiles under it as one undo step; a district is placed and
// removed by a click.
func TestWorldBrush(t *testing.T) {
	s, a, st := flying(t, 1280, 720, 1)
	press(t, a, st, "fly/page/World")
	press(t, a, st, "world/tool/Raise")
	st.Ticks(2)
	before := s.Map()
	w := widgetNamed(t, a, "view")
	x, y := w.X+w.W*0.75, w.Y+w.H*0.6
	st.Drag(x, y, x+30, y+4)
	var changed []world.Hex
	for _, tile := range s.Map().Tiles {
		if was, _ := before.TileAt(tile.Hex); tile.Height > was.Height {
			changed = append(changed, tile.Hex)
		} else if tile.Height < was.Height {
			t.Errorf("tile %v was lowered", tile.Hex)
		}
	}
	if len(changed) == 0 {
		t.Fatal("nothing was raised")
	}
	if !s.MapUnsaved() || s.Flight().World().Map() != s.Map() {
		t.Error("the map does not count as changed, or is not what is flown over")
	}
	s.Undo()
	if !s.Map().Equal(before) {
		t.Error("one undo does not take the stroke back")
	}
	press(t, a, st, "world/tool/District")
	st.Ticks(2)
	st.Move(x, y)
	n := len(s.Map().Districts)
	st.Input.Keys = []ui.Key{ui.KeyLeftCtrl}
	st.Click(x, y)
	st.Input.Keys = nil
	gone := n - len(s.Map().Districts)
	st.Click(x, y)
	if got := len(s.Map().Districts); got != n-gone+1 || gone > 1 {
		t.Errorf("%d districts, %d after Ctrl+click, %d after a click", n, n-gone, got)
	}
}

// The placement's handles write the entry's position, in the unit's own frame, as
// one undo step; the picture and the flight follow.
func TestPlaceHandles(t *testing.T) {
	s, a, st := flying(t, 1280, 720, 1)
	press(t, a, st, "fly/page/Place")
	st.Ticks(3)
	before := s.Work().Entry.Position
	x, y := place(t, a, "place/Y")
	st.Drag(x, y, x, y-60)
	after := s.Work().Entry.Position
	if !(after.Z > before.Z+0.1) || after.X != before.X || after.Y != before.Y {
		t.Errorf("dragging the arrow that points up moved the offset from %+v to %+v", before, after)
	}
	if at, ok := s.Placement(); !ok || len(at.Problems) != 0 || !has(a, "place/tile/Keel / top") {
		t.Errorf("the placement is not read out: %+v", at.Problems)
	}
	s.Undo()
	if s.Work().Entry.Position != before {
		t.Errorf("one undo gives %+v, want %+v", s.Work().Entry.Position, before)
	}
}

// With the tab the world comes and goes; the pin keeps it.
func TestWorldFollowsTheTab(t *testing.T) {
	s, a, st := flying(t, 1280, 720, 1)
	if !s.WorldShown() {
		t.Fatal("the tab does not show the world")
	}
	press(t, a, st, "tab/Factory")
	st.Ticks(2)
	if s.WorldShown() {
		t.Error("the world stays with another tab")
	}
	press(t, a, st, "tab/Flight")
	st.Ticks(2)
	if !s.WorldShown() {
		t.Error("the world does not come back")
	}
	tick := s.Flight().Tick()
	s.PlayFlight(false)
	st.Press(ui.KeyPeriod)
	if got := s.Flight().Tick(); got != tick+1 {
		t.Errorf("the step key goes from %d to %d", tick, got)
	}
	st.Press(ui.KeySpace)
	if !s.Flying() {
		t.Error("the space bar does not let it fly")
	}
	press(t, a, st, "fly/play")
	if r := a.Report().Flight; r.Runs || r.Picture == "" || s.Flying() {
		t.Errorf("the button does not hold it: %+v", r)
	}
}
