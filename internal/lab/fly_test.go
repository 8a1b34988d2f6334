package lab

import (
	"fmt"
	"image"
	"os"
	"path/filepath"
	"testing"

	"donorlab/internal/dials"
	"donorlab/internal/flight"
	"donorlab/internal/scene/draw"
	"donorlab/internal/scene/raster"
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
