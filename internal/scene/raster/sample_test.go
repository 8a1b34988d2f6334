package raster

import (
	"image"
	"testing"
	"time"

	"donorlab/internal/scene/draw"
)

// BenchmarkSample measures one filtered look-up.
func BenchmarkSample(b *testing.B) {
	img := image.NewNRGBA(image.Rect(0, 0, 256, 256))
	for i := range img.Pix {
		img.Pix[i] = uint8(i * 7)
		if i%4 == 3 {
			img.Pix[i] = 255
		}
	}
	t := draw.NewTexture(img, true)
	for _, c := range []struct {
		name string
		step float32
	}{{"onelevel", 0.5 / 256}, {"twolevels", 1.68 / 256}} {
		b.Run(c.name, func(b *testing.B) {
			best := time.Hour
			var sum float32
			for b.Loop() {
				start := time.Now()
				for i := range 2000 {
					p := texPoint{u: float32(i) * c.step, v: float32(i%50) * c.step, ux: c.step, vy: c.step}
					r, g, bl, a := sample(t, &p)
					sum += r + g + bl + a
				}
				best = min(best, time.Since(start))
			}
			b.ReportMetric(float64(best.Nanoseconds())/2000, "best-ns/sample")
			if sum == 0 {
				b.Fatal("black")
			}
		})
	}
}
