package lab

import (
	"context"
	"testing"

	"donorlab/internal/picfile"
	"donorlab/internal/samples"
)

// BenchmarkVideo films one second of the clip run at 1280x720 without AA, with
// files. 60 pictures a second on two cores are 33 ms of processor time a picture.
func BenchmarkVideo(b *testing.B) {
	m := samples.Walker()
	frames := 0
	start := cpuTime()
	for b.Loop() {
		rep, err := Video(context.Background(), m, VideoOptions{Dir: b.TempDir(), Names: []string{"startStop"}, WalkShots: WalkShots{Format: picfile.PNGFast}}, nil)
		if err != nil {
			b.Fatal(err)
		}
		frames += rep.Clips[0].Frames
	}
	b.ReportMetric((cpuTime()-start).Seconds()*1000/float64(frames), "cpu-ms/frame")
	b.ReportMetric(float64(frames)/b.Elapsed().Seconds(), "frames/s")
}
