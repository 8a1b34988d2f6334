package lab_test

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"donorlab/internal/house/corpus"
	"donorlab/internal/lab"
	"donorlab/internal/samples"
	"donorlab/internal/scene"
	"donorlab/internal/scene/gltfio"
)

// TestVideoCutShort stops a second, shorter run over a whole clip: a folder that
// holds pictures of two runs must not have the clip.json of a whole one.
func TestVideoCutShort(t *testing.T) {
	o := lab.VideoOptions{WalkShots: lab.WalkShots{Width: 16, Height: 16, Workers: 1}, Dir: t.TempDir(), Names: []string{"idle"}, FPS: 10}
	if _, err := lab.Video(context.Background(), samples.Walker(), o, nil); err != nil {
		t.Fatal(err)
	}
	whole := filepath.Join(o.Dir, "walker", "idle", "clip.json")
	if _, err := os.Stat(whole); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	o.FPS = 5
	_, err := lab.Video(ctx, samples.Walker(), o, func(lab.Progress) { cancel() })
	p := lab.AsProblem(err)
	if err == nil || p.Code != "CANCELLED" || strings.Contains(p.Message, "nothing was changed") {
		t.Errorf("a run cut short says %v", err)
	}
	if _, err := os.Stat(whole); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("clip.json of the first run is still there: %v", err)
	}
}

func TestVideoRefusesRates(t *testing.T) {
	for _, o := range []lab.VideoOptions{{FPS: -1}, {FPS: 1e6}, {FPS: math.NaN()}, {Rate: -1}, {Rate: math.NaN()}} {
		o.Dir = filepath.Join(t.TempDir(), "new")
		if _, err := lab.Video(context.Background(), samples.Walker(), o, nil); err == nil || lab.AsProblem(err).Code != "BAD_FPS" {
			t.Errorf("%g and %g pictures a second: %v", o.FPS, o.Rate, err)
		}
		if _, err := os.Stat(o.Dir); err == nil {
			t.Error("a folder was made for a refused job")
		}
	}
}

// TestStripsOnSlope holds the sample, and a short-legged body that crouches onto
// its own feet, to the limit of skate on a slope.
func TestStripsOnSlope(t *testing.T) {
	bodies := []*scene.Model{samples.Walker()}
	if path, ok := corpus.Find("humanoids/Knight.glb"); ok {
		m, err := gltfio.Read(t.Context(), path, gltfio.Options{})
		if err != nil {
			t.Fatal(err)
		}
		bodies = append(bodies, m)
	} else {
		t.Logf("no %s: only the sample is judged", path)
	}
	for _, m := range bodies {
		rep, _ := walkInto(t, m, lab.StripsOptions{WalkShots: lab.WalkShots{Width: 8, Height: 8, MSAA: 1, Ground: "slope"}, NoSheet: true,
			Names: []string{"walk_*", "run_back", "sprint_forward", "startStop", "jump*", "crouch*"}})
		for _, s := range rep.Strips {
			if s.WorstSkateMm > 0.1 || s.WorstMissMm > 1 {
				t.Errorf("%s, %s: a planted foot slid %.3f mm, its leg is short by %.3f mm", m.Name, s.Name, s.WorstSkateMm, s.WorstMissMm)
			}
		}
	}
}

// TestVideoEncodeWhole has an ffmpeg that writes half a film and fails: the film
// that was there stays, and nothing half written is left.
func TestVideoEncodeWhole(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "ffmpeg")
	script := "#!/bin/sh\nfor last; do :; done\necho half > \"$last\"\nexit $FAIL\n"
	if err := os.WriteFile(program, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("FFMPEG", program)
	rep := &lab.VideoReport{Avatar: "a", Clips: []lab.ClipReport{{Name: "idle", FPS: 60, Pictures: "%05d.png", Sound: "footsteps.wav"}}}
	film := filepath.Join(dir, "a", "idle.mp4")
	if err := os.MkdirAll(filepath.Dir(film), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(film, []byte("before"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ fail, want string }{{"1", "before"}, {"0", "half\n"}} {
		t.Setenv("FAIL", c.fail)
		err := lab.EncodeVideo(context.Background(), dir, rep, nil)
		if (err != nil) != (c.fail == "1") {
			t.Errorf("exit %s: %v", c.fail, err)
		}
		data, _ := os.ReadFile(film)
		entries, _ := os.ReadDir(filepath.Dir(film))
		if string(data) != c.want || len(entries) != 1 {
			t.Errorf("exit %s: the film holds %q, beside %d files", c.fail, data, len(entries)-1)
		}
	}
}
