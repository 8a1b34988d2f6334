package lab

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"donorlab/internal/dials"
	"donorlab/internal/flight"
)

// A recording that starts in the middle of a flight, with orders and dials in it,
// is flown again byte for byte, and its CSV begins where it was started.
func TestRecording(t *testing.T) {
	s := worldSession(t)
	if s.StopRecording("") == nil {
		t.Error("a recording that was not started was stopped")
	}
	for s.Flight().Tick() < 100 {
		s.Step()
	}
	if err := s.StartRecording(); err != nil {
		t.Fatal(err)
	}
	var shown []flight.Trace
	for s.Flight().Tick() < 400 {
		switch s.Flight().Tick() {
		case 150:
			if err := s.FlyTo(-20, 10, false); err != nil {
				t.Fatal(err)
			}
		case 250:
			if err := s.SetDialNumber(dials.TurnEaseFile, "hover", 33); err != nil {
				t.Fatal(err)
			}
		}
		s.Step()
		shown = append(shown, *s.Flight().Trace(0))
	}
	dir := t.TempDir()
	if s.StopRecording(filepath.Join(dir, "no", "such", "folder", "a.run.json")) == nil {
		t.Error("a recording was saved into a folder that is not there")
	}
	if from, on := s.Recording(); !on || from != 100 {
		t.Fatalf("after a save that failed: from %d, on %v", from, on)
	}
	path := filepath.Join(dir, "a.run.json")
	if err := s.StopRecording(path); err != nil {
		t.Fatal(err)
	}
	if _, on := s.Recording(); on {
		t.Error("the recording goes on")
	}
	run, err := LoadRun(path)
	if err != nil {
		t.Fatal(err)
	}
	if run.From != 100 || run.Ticks != 400 {
		t.Fatalf("recorded from %d to %d", run.From, run.Ticks)
	}
	f, err := run.Start()
	if err != nil {
		t.Fatal(err)
	}
	f.Seek(run.From)
	for i := range shown {
		f.Step()
		if *f.Trace(0) != shown[i] {
			t.Fatalf("step %d is flown otherwise:\n%+v\n%+v", f.Tick(), *f.Trace(0), shown[i])
		}
	}
	_, csv, err := Fly(t.Context(), FlyJob{Run: run, CSV: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(csv, []byte("\n")); n != 1+300 {
		t.Errorf("the CSV has %d lines", n)
	}
	if data, err := os.ReadFile(path); err != nil || !bytes.Equal(data, run.Encode()) {
		t.Errorf("the run is encoded otherwise the second time (%v)", err)
	}
	// A seek to before its start takes the recording along.
	if err := s.StartRecording(); err != nil {
		t.Fatal(err)
	}
	s.SeekFlight(50)
	s.SeekFlight(200)
	if from, on := s.Recording(); !on || from != 50 {
		t.Errorf("after seeks: from %d, on %v", from, on)
	}
}

// Maps and orders that no file holds are unsaved work, and are recovered.
func TestWorldIsUnsavedWork(t *testing.T) {
	cache, config := t.TempDir(), t.TempDir()
	x := sampleWork()
	s := New(Options{ConfigDir: config, CacheDir: cache})
	s.opened(SampleHelicopter, x.m, x.w, nil)
	if err := s.OpenMap("islands"); err != nil {
		t.Fatal(err)
	}
	if s.Unsaved() {
		t.Fatal("a shipped map counts as unsaved")
	}
	if err := s.EditMap("Paint", "", paintMiddle); err != nil {
		t.Fatal(err)
	}
	if err := s.EditScript("Slow", "", func(o *flight.Orders) { o.Engine.Speed = 1.25 }); err != nil {
		t.Fatal(err)
	}
	if !s.MapUnsaved() || !s.OrdersUnsaved() || !s.Unsaved() {
		t.Fatal("map and orders do not count as unsaved")
	}
	if err := s.KeepNow(); err != nil {
		t.Fatal(err)
	}
	want, speed := s.Map(), s.Script().Engine.Speed
	n := New(Options{ConfigDir: config, CacheDir: cache}) // the first one was killed
	defer n.Close()
	list := n.Recoverable()
	if len(list) != 1 {
		t.Fatalf("offered: %+v", list)
	}
	do(t, n, n.Recover(list[0]))
	if !n.Map().Equal(want) || n.Script().Engine.Speed != speed || !n.Unsaved() {
		t.Errorf("recovered: same map %v, speed %v, unsaved %v", n.Map().Equal(want), n.Script().Engine.Speed, n.Unsaved())
	}
	dir := t.TempDir()
	if err := n.SaveMap(filepath.Join(dir, "m.json")); err != nil {
		t.Fatal(err)
	}
	if !n.Unsaved() {
		t.Error("the orders are saved with the map")
	}
	if err := n.SaveOrders(filepath.Join(dir, "o.json")); err != nil {
		t.Fatal(err)
	}
	if n.MapUnsaved() || n.OrdersUnsaved() {
		t.Errorf("saved: map unsaved %v, orders unsaved %v", n.MapUnsaved(), n.OrdersUnsaved())
	}
}
