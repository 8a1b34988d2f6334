package lab

import (
	"context"
	"image"
	"io"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"donorlab/internal/house/corpus"
	"donorlab/internal/picfile"
	"donorlab/internal/scene"
	"donorlab/internal/scene/raster"
)

// flying is the sample with its rig, flown by the sample donor.
func flying(t testing.TB) *Studio {
	t.Helper()
	ctx := context.Background()
	m, err := Load(ctx, SampleHelicopter, nil)
	if err != nil {
		t.Fatal(err)
	}
	w, _, err := First(ctx, SampleHelicopter, m, nil)
	if err != nil {
		t.Fatal(err)
	}
	rigged, err := GenerateRig(ctx, m, w.Parts, w.Recipe, nil)
	if err != nil {
		t.Fatal(err)
	}
	d, err := LoadDonor(ctx, SampleDonor, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	st, err := NewRigStudio(rigged, ClipRef{}, d)
	if err != nil {
		t.Fatal(err)
	}
	return st
}

// quarter is the shot in which the sample fills about a quarter of a 1280x720
// picture, from the front left.
func quarter(b *testing.B, st *Studio, msaa int) Shot {
	b.Helper()
	o, err := Shot{MSAA: msaa, NoGround: true}.normal()
	if err != nil {
		b.Fatal(err)
	}
	cam := DefaultView().Camera
	cam.AzimuthDeg, cam.ElevationDeg, cam.Distance = 55, 35, 0
	o.Camera = &cam
	cam = st.aim(o)
	cam.Distance *= quarterZoom
	img := image.NewNRGBA(image.Rect(0, 0, o.Width, o.Height))
	st.paint(img, o, cam, 0)
	var ids raster.IDs
	st.sink.Draw(img, &st.list, raster.Options{IDs: &ids})
	n := 0
	for _, id := range ids.Triangle {
		if id != 0 {
			n++
		}
	}
	b.Logf("the sample covers %.1f %% of the picture, %d triangles in the list", 100*float64(n)/float64(len(ids.Triangle)), len(st.list.Triangles))
	o.NoGround = false
	return o
}

// quarterZoom brings the fitted camera so near that the sample covers a quarter.
const quarterZoom = 1.0

// walking is a skinned, textured humanoid of the corpus playing a clip.
func walking(b *testing.B) *Studio {
	b.Helper()
	m, err := Load(context.Background(), corpus.Path(b, "humanoids/Knight.glb"), nil)
	if err != nil {
		b.Fatal(err)
	}
	clip := slices.IndexFunc(m.Animations, func(a scene.Animation) bool { return a.Name == "Walking_A" })
	st, err := NewStudio(m, nil, ClipRef{Kind: ClipOwn, Index: clip}, false, false)
	if err != nil {
		b.Fatal(err)
	}
	return st
}

// benchmarkFrames reports what one frame of a film costs: drawn, encoded as a
// PNG and passed on.
func benchmarkFrames(b *testing.B, st *Studio, o Shot, toDisk bool) {
	frames, best, least := 0, time.Hour, time.Hour
	total := cpuTime()
	for b.Loop() {
		start, cpu := time.Now(), cpuTime()
		to := 1.0
		f := Film{Shot: o, FPS: 30, To: &to}
		opt := FramesOptions{Stream: io.Discard, Format: picfile.PNGFast}
		if toDisk {
			opt = FramesOptions{Dir: filepath.Join(b.TempDir(), "f"), Format: picfile.PNGFast}
		}
		r, err := Frames(context.Background(), st, f, opt, nil)
		if err != nil {
			b.Fatal(err)
		}
		frames += r.Frames
		n := time.Duration(r.Frames)
		best, least = min(best, time.Since(start)/n), min(least, (cpuTime()-cpu)/n)
	}
	// The means say little on a machine that others use too.
	b.ReportMetric(float64(best.Microseconds())/1000, "best-ms/frame")
	b.ReportMetric(float64(least.Microseconds())/1000, "best-cpu-ms/frame")
	b.ReportMetric(float64((cpuTime()-total).Microseconds())/1000/float64(frames), "cpu-ms/frame")
	b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(frames), "ms/frame")
}

// plainShot is a humanoid's capture: one sample a pixel, the fitted camera.
func plainShot(b *testing.B) Shot {
	b.Helper()
	o, err := Shot{MSAA: 1}.normal()
	if err != nil {
		b.Fatal(err)
	}
	return o
}

func BenchmarkFrames1x(b *testing.B) {
	st := flying(b)
	benchmarkFrames(b, st, quarter(b, st, 1), false)
}

func BenchmarkFrames4x(b *testing.B) {
	st := flying(b)
	benchmarkFrames(b, st, quarter(b, st, 4), false)
}

func BenchmarkFramesDisk(b *testing.B) {
	st := flying(b)
	benchmarkFrames(b, st, quarter(b, st, 1), true)
}

func BenchmarkFramesHumanoid(b *testing.B) { benchmarkFrames(b, walking(b), plainShot(b), false) }
