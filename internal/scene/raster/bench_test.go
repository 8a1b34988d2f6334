package raster_test

import (
	"donorlab/internal/samples"
	"image"
	"testing"
	"time"

	"donorlab/internal/scene/draw"
	"donorlab/internal/scene/raster"
)

// BenchmarkShade measures the cost of one shaded pixel on one thread, in
// pictures small enough to finish between two interruptions.
func BenchmarkShade(b *testing.B) {
	for _, name := range []string{"plain", "textured"} {
		b.Run(name, func(b *testing.B) {
			mod, cam := texturedTorus(60, 30)
			if name == "plain" {
				mod.Materials[0] = paint(0.5, 0.3, 0.2, 1, 0.3, 0.5)
			}
			var builder draw.Builder
			var l draw.List
			builder.Frame(&l, []draw.Item{{Prepared: draw.Prepare(mod)}}, cam, draw.Options{Width: 320, Height: 180})
			img := image.NewNRGBA(image.Rect(0, 0, 320, 180))
			var r raster.Rasterizer
			var ids raster.IDs
			r.Draw(img, &l, raster.Options{IDs: &ids})
			n := 0
			for _, id := range ids.Triangle {
				if id != 0 {
					n++
				}
			}
			best := time.Hour
			for b.Loop() {
				start := time.Now()
				r.Draw(img, &l, raster.Options{Threads: 1})
				best = min(best, time.Since(start))
			}
			b.ReportMetric(float64(best.Nanoseconds())/float64(n), "best-ns/pixel")
			b.ReportMetric(float64(n), "pixels")
		})
	}
}

// BenchmarkSample720 is a whole frame of the sample at 1280x720, filling about a
// quarter of the picture, front end and rasteriser, buffers kept.
func BenchmarkSample720(b *testing.B) {
	m := samples.StealthHelicopter()
	w := draw.Widget{Prepared: draw.Prepare(m), SpinDeg: 40}
	for _, msaa := range []int{1, 4} {
		b.Run(string(rune('0'+msaa))+"x", func(b *testing.B) {
			var builder draw.Builder
			var l draw.List
			var r raster.Rasterizer
			img := image.NewNRGBA(image.Rect(0, 0, 1280, 720))
			best, leastCPU, n := time.Hour, time.Hour, 0
			b.ReportAllocs()
			for b.Loop() {
				start, cpu := time.Now(), cpuTime()
				w.Frame(&builder, &l, 1280, 720, float64(n%30)/30)
				r.Draw(img, &l, raster.Options{MSAA: msaa})
				best, leastCPU = min(best, time.Since(start)), min(leastCPU, cpuTime()-cpu)
				n++
			}
			b.ReportMetric(float64(best.Microseconds())/1000, "best-ms/frame")
			b.ReportMetric(float64(leastCPU.Microseconds())/1000, "best-cpu-ms/frame")
			b.ReportMetric(float64(len(l.Triangles)), "triangles")
		})
	}
}
