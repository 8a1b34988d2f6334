package lab

import (
	"fmt"
	"image"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"donorlab/internal/dials"
	"donorlab/internal/scene/draw"
	"donorlab/internal/scene/raster"
)

// BenchmarkDialToFrame measures the time from the last write of a dial file to
// the end of the first frame in which the flight shows it, with frames of a small
// window drawn at 60 a second by the wall clock.
func BenchmarkDialToFrame(b *testing.B) {
	x := sampleWork()
	if x.err != nil {
		b.Fatal(x.err)
	}
	s := New(Options{ConfigDir: b.TempDir(), CacheDir: b.TempDir()})
	defer s.Close()
	s.opened(SampleHelicopter, x.m, x.w, nil)
	dir := b.TempDir()
	if err := s.OpenDials(dir); err != nil {
		b.Fatal(err)
	}
	s.ShowWorld(true)
	file := filepath.Join(dir, dials.TurnEaseFile)
	var list draw.List
	img := image.NewNRGBA(image.Rect(0, 0, 320, 180))
	start, steps := time.Now(), 0
	frame := func() {
		for target := int(time.Since(start).Seconds() * 60); steps < target; steps++ {
			s.Step()
		}
		s.BuildList(&list, 320, 180)
		raster.Draw(img, &list, raster.Options{MSAA: 1})
		next := start.Add(time.Duration(steps+1) * time.Second / 60)
		time.Sleep(time.Until(next))
	}
	for range 30 {
		frame()
	}
	var took []time.Duration
	for i := 0; b.Loop(); i++ {
		rate := float64(20 + i%500)
		if err := os.WriteFile(file, fmt.Appendf(nil, "hover=%g\n", rate), 0o644); err != nil {
			b.Fatal(err)
		}
		wrote := time.Now()
		for s.Flight().Settings().TurnRateDeg != rate {
			if time.Since(wrote) > 10*time.Second {
				b.Fatalf("hover=%g never arrived", rate)
			}
			frame()
		}
		took = append(took, time.Since(wrote))
		for range 7 + i%5 { // not in step with the frames or with the file's quiet
			frame()
		}
	}
	slices.Sort(took)
	ms := func(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
	b.ReportMetric(ms(took[len(took)/2]), "ms-median")
	b.ReportMetric(ms(took[len(took)*99/100]), "ms-p99")
}
