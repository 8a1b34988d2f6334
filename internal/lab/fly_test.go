package lab

import (
	"context"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"donorlab/internal/dials"
	"donorlab/internal/flight"
	"donorlab/internal/flight/world"
	"donorlab/internal/scene/draw"
	"donorlab/internal/scene/raster"
	"donorlab/internal/watch"
)

// worldSession shows the sample in the first shipped world, its entry as tests
// want it.
func worldSession(t *testing.T) *Session {
	t.Helper()
	s := openSample(t)
	t.Cleanup(func() { s.Close() })
	s.ShowWorld(true)
	if s.Flight() == nil {
		t.Fatal("there is no flight")
	}
	return s
}

// TestWorldShots writes pictures of the world as the window shows it into the
// folder LAB_SHOTS, for people to look at.
func TestWorldShots(t *testing.T) {
	dir := os.Getenv("LAB_SHOTS")
	if dir == "" {
		t.Skip("LAB_SHOTS is not set: nobody wants to look")
	}
	s := worldSession(t)
	do(t, s, s.Generate())
	s.SetUseDonorClip(true)
	s.SetGhost(GhostSnap)
	for _, name := range MapNames() {
		if err := s.OpenMap(name); err != nil {
			t.Fatal(err)
		}
		for _, second := range []int{2, 9, 16, 36} {
			for s.Flight().Tick() < second*flight.Rate {
				s.Step()
			}
			var l draw.List
			s.BuildList(&l, 1280, 720)
			img := image.NewNRGBA(image.Rect(0, 0, 1280, 720))
			raster.Draw(img, &l, raster.Options{MSAA: 4})
			data, err := EncodePNG(img)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("world-%s-%02d.png", name, second)), data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		for _, e := range s.FlightLog() {
			t.Log(e.Text)
		}
	}
}

// A value written to a dial file is in force, with its origin, and in the flight
// within a tick of being read.
func TestDialReachesTheFlight(t *testing.T) {
	s := worldSession(t)
	if err := s.SetDialNumber(dials.TurnEaseFile, "hover", 45); err != nil {
		t.Fatal(err)
	}
	s.Step()
	if got := s.Flight().Settings().TurnRateDeg; got != 45 {
		t.Fatalf("the flight turns at %v deg/s", got)
	}
	if f := s.Feel().TurnRate; f.Origin != dials.FromDial {
		t.Errorf("the turn rate comes from %v", f.Origin)
	}
	if !s.Undo() {
		t.Fatal("the dial cannot be undone")
	}
	s.Step()
	if got := s.Flight().Settings().TurnRateDeg; got == 45 {
		t.Error("undo left the dial as it was")
	}
	if !s.Redo() {
		t.Fatal("the dial cannot be redone")
	}
	s.Step()
	if got := s.Flight().Settings().TurnRateDeg; got != 45 {
		t.Errorf("after redo the flight turns at %v deg/s", got)
	}
}

// The world's picture is the same on every machine and in every run.
func TestWorldPixels(t *testing.T) {
	ctx := context.Background()
	u, _, err := LoadFlyer(ctx, "", true, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	m, err := LoadMap("cliffs")
	if err != nil {
		t.Fatal(err)
	}
	o, err := LoadOrders("cliffs")
	if err != nil {
		t.Fatal(err)
	}
	set, _ := ResolveFlight(FlyInput{Entry: u.Entry, Category: u.Category})
	run, _, err := PlanRun(m, o, set, flight.Squad{Count: 2}, 20)
	if err != nil {
		t.Fatal(err)
	}
	st, err := NewFlightStudio(run, u, GhostSettings(GhostSnap, set))
	if err != nil {
		t.Fatal(err)
	}
	shot := Shot{Width: 320, Height: 180, MSAA: 1, Time: 12.5}
	first, err := st.Shot(ctx, shot, nil)
	if err != nil {
		t.Fatal(err)
	}
	shot.Time = 3 // another, then back
	if _, err := st.Shot(ctx, shot, nil); err != nil {
		t.Fatal(err)
	}
	shot.Time = 12.5
	again, err := st.Shot(ctx, shot, nil)
	if err != nil {
		t.Fatal(err)
	}
	if first.Hash != again.Hash {
		t.Error("the same step is drawn otherwise the second time")
	}
	const golden = "20a92fe85cd4ddbcc919186bfc437ae0127bba63a253efe2907cb20958a3ee1c" // after a change that is meant to be seen: look at it with LAB_SHOTS, then take the new one
	if first.Hash != golden {
		t.Errorf("the world's pixels are %s", first.Hash)
	}
}

func paintMiddle(m *world.Map) (*world.Map, error) { return m.PaintHeight(world.Hex{}, 1, 0.5) }

// Map edits are undone and redone under a flight that goes on, and a map that
// cannot be opened leaves the last good one.
func TestMapEdits(t *testing.T) {
	s := worldSession(t)
	for s.Flight().Tick() < 300 {
		s.Step()
	}
	was, at := s.Map(), s.Flight().Tick()
	h := world.Hex{Q: 0, R: 0}
	for range 3 { // a stroke
		if err := s.EditMap("Paint height", "paint", paintMiddle); err != nil {
			t.Fatal(err)
		}
	}
	s.EndEdit()
	if err := s.EditMap("Place a district", "", func(m *world.Map) (*world.Map, error) {
		return m.PlaceDistrict(world.Hex{Q: 3, R: 1}, "Extension_Base_Food", 0)
	}); err != nil {
		t.Fatal(err)
	}
	x, z := s.World().Center(h)
	if g, _ := s.World().Ground(x, z); g < 1 {
		t.Errorf("the painted ground is at %v", g)
	}
	if s.Flight().Tick() != at || s.Flight().World() != s.World() {
		t.Error("the flight did not go on in the new world")
	}
	edited := s.Map()
	s.Undo()
	s.Undo()
	if s.Map() != was {
		t.Error("two undos do not bring the first map back")
	}
	s.Redo()
	s.Redo()
	if s.Map() != edited {
		t.Error("redo does not bring the edits back")
	}
	path := filepath.Join(t.TempDir(), "my.json")
	if err := s.SaveMap(path); err != nil || s.MapUnsaved() {
		t.Fatalf("saving: %v, unsaved %v", err, s.MapUnsaved())
	}
	if back, err := LoadMap(path); err != nil || !back.Equal(edited) {
		t.Errorf("the saved map is another: %v", err)
	}
	bad := filepath.Join(t.TempDir(), "bad.json")
	if err := os.WriteFile(bad, []byte(`{"version":1,"tiles":[]}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if s.OpenMap(bad) == nil || s.Map() != edited {
		t.Error("a bad map was taken")
	}
	if err := s.EditMap("Nothing", "", func(m *world.Map) (*world.Map, error) {
		return m.PlaceDistrict(world.Hex{Q: 9999, R: 0}, "Extension_Base_Food", 0)
	}); err == nil || s.Map() != edited {
		t.Error("a district off the map was taken")
	}
	if s.FlyTo(1e5, 0, false) == nil {
		t.Error("an order off the map was taken")
	}
}

// A file of another program is in force, with the ghost kept, within a tick of
// being read; deleting it hands control back; what was flown is recorded with
// the dials and flies again alike.
func TestDialFilesAndRuns(t *testing.T) {
	x := sampleWork()
	s := New(Options{ConfigDir: t.TempDir(), CacheDir: t.TempDir(), Watch: watch.Options{Inline: true}})
	defer s.Close()
	s.opened(SampleHelicopter, x.m, x.w, nil)
	dir := t.TempDir()
	if err := s.OpenDials(dir); err != nil {
		t.Fatal(err)
	}
	s.ShowWorld(true)
	s.SetGhost(GhostKept)
	file := filepath.Join(dir, dials.HugTerrainFile)
	until := func(what string, ok func() bool) {
		t.Helper()
		for range 180 {
			s.Step()
			if ok() {
				return
			}
		}
		t.Fatalf("%s: not within 3 s", what)
	}
	drop := func() float64 { return s.Flight().Settings().Hug.Drop }
	if err := os.WriteFile(file, []byte("# mine\ndrop=-1, lookahead=3\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	until("written", func() bool { return drop() == -1 })
	if f := s.Feel(); f.HugDrop.Origin != dials.FromDial || f.HugDrop.Overrides[0].Num != -2 || f.HugLookahead.Num != 3 {
		t.Errorf("the drop in force: %+v", f.HugDrop)
	}
	if g, _ := s.Ghost(); g.Settings().Hug.Drop != -2 {
		t.Errorf("the ghost drops %v", g.Settings().Hug.Drop)
	}
	// A slider writes the same file and leaves the comment.
	if err := s.SetDialNumber(dials.HugTerrainFile, "drop", -0.5); err != nil {
		t.Fatal(err)
	}
	until("slider", func() bool { data, _ := os.ReadFile(file); return strings.Contains(string(data), "# mine\ndrop=-0.5") })
	s.Undo()
	until("undone", func() bool { data, _ := os.ReadFile(file); return strings.Contains(string(data), "drop=-1") })
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	until("deleted", func() bool { return drop() == -2 && s.Feel().HugDrop.Origin == dials.FromModel })

	path := filepath.Join(t.TempDir(), "tour.run.json")
	if err := s.SaveRun(path); err != nil {
		t.Fatal(err)
	}
	run, err := LoadRun(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(run.Dials) < 4 {
		t.Errorf("%d changes were recorded", len(run.Dials))
	}
	f, err := run.Start()
	if err != nil {
		t.Fatal(err)
	}
	f.Seek(run.Ticks)
	if *f.Trace(0) != *s.Flight().Trace(0) {
		t.Error("the replay ends elsewhere")
	}
	if got := s.FlightTrace(); len(got) != run.Ticks || got[len(got)-1] != *f.Trace(0) {
		t.Errorf("%d steps in the trace, %d flown", len(got), run.Ticks)
	}
	// Opened in the lab, the run stands where it was saved.
	if err := s.OpenRun(path); err != nil {
		t.Fatal(err)
	}
	if *s.Flight().Trace(0) != *f.Trace(0) {
		t.Error("the opened run ends elsewhere")
	}
}

// The sample clears the shipped cliffs; with the shipped dials it does not, as in
// the game, and report and log name the cure, which does.
func TestCliffCure(t *testing.T) {
	m, err := LoadMap("cliffs")
	if err != nil {
		t.Fatal(err)
	}
	o, err := LoadOrders("cliffs")
	if err != nil {
		t.Fatal(err)
	}
	fly := func(lookahead float64) *FlyReport {
		t.Helper()
		set := flight.Defaults()
		set.Position = [3]float64{0, 0, 1.5}
		set.Hug.Lookahead = lookahead
		run, _, err := PlanRun(m, o, set, flight.Squad{}, 25)
		if err != nil {
			t.Fatal(err)
		}
		rep, _, err := Fly(t.Context(), FlyJob{Run: run}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return rep
	}
	bad := fly(1.5)
	if bad.Cliff == nil || bad.Cliff.Lookahead == nil {
		t.Fatalf("nothing was said: least clearance %v, %+v", *bad.MinClearance, bad.Cliff)
	}
	if !slices.ContainsFunc(bad.Log, func(l FlyLine) bool {
		return l.Text == bad.Cliff.Text() || strings.Contains(l.Text, "; a look-ahead of ")
	}) {
		t.Errorf("the log does not say: %+v", bad.Log)
	}
	if cured := fly(*bad.Cliff.Lookahead); cured.Cliff != nil || !(*cured.MinClearance >= 0) {
		t.Errorf("the cure %v does not: %v", *bad.Cliff.Lookahead, cured.Cliff)
	}
	x := sampleWork()
	if set, _ := ResolveFlight(FlyInput{Entry: x.w.Entry}); fly(set.Hug.Lookahead).Cliff != nil || set.Hug.Lookahead > set.Forecast(1, 0.55*6.9282, 3.4641).Longest {
		t.Errorf("the sample's look-ahead is %v", set.Hug.Lookahead)
	}
}
