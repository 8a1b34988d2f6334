package lab

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image/gif"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"donorlab/internal/picfile"
	"donorlab/internal/scene"
)

// spinner is a flat bar that turns about Y by 360 degrees in 20 frames of 1/30
// second, four times over.
func spinner() *scene.Model {
	p := scene.Primitive{
		Positions: []mgl32.Vec3{{-2, 0, -0.3}, {2, 0, -0.3}, {2, 0.4, 0.3}, {-2, 0.2, 0.3}, {0, 1, 0}},
		Indices:   []uint32{0, 3, 4, 3, 2, 4, 2, 1, 4, 1, 0, 4, 0, 1, 2, 0, 2, 3},
	}
	for range p.Positions {
		p.Normals = append(p.Normals, mgl32.Vec3{0, 1, 0})
	}
	m := &scene.Model{Name: "spinner", Meshes: []scene.Mesh{{Primitives: []scene.Primitive{p}}}, Roots: []int{0}}
	m.Nodes = []scene.Node{{Name: "Bar", Local: scene.Identity(), Mesh: scene.Some(0)}}
	c := scene.Channel{Path: scene.Rotation}
	for f := range 81 {
		c.Times = append(c.Times, float32(f)/30)
		s, co := math.Sincos(float64(f) * 9 * math.Pi / 180)
		c.Values = append(c.Values, 0, float32(s), 0, float32(co))
	}
	m.Animations = []scene.Animation{{Name: "Spin", Channels: []scene.Channel{c}}}
	return m
}

func studio(t testing.TB) *Studio {
	t.Helper()
	st, _, err := Subject{Model: spinner(), Helpers: true}.Studio(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return st
}

// little is a film of 12 small frames.
func little() Film {
	to := 0.4
	return Film{Shot: Shot{Width: 48, Height: 27, MSAA: 4}, FPS: 30, To: &to}
}

// files reads all frames of a folder.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	list, err := filepath.Glob(filepath.Join(dir, "frame_*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		out[filepath.Base(f)] = string(data)
	}
	return out
}

func film(t *testing.T, f Film, opt FramesOptions) *FramesReport {
	t.Helper()
	r, err := Frames(context.Background(), studio(t), f, opt, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The frames of all shards together are those of the whole, byte for byte, and
// so are those drawn by other numbers of workers and processors, and those of a
// stream.
func TestFramesAreTheSameHoweverTheyAreMade(t *testing.T) {
	whole := filepath.Join(t.TempDir(), "whole")
	r := film(t, little(), FramesOptions{Dir: whole, Format: picfile.PNGFast})
	if r.Frames != 12 || r.Total != 12 || r.Drawn != 12 || !r.Complete {
		t.Errorf("report %+v", r)
	}
	want := files(t, whole)
	if len(want) != 12 || want["frame_000000.png"] == want["frame_000001.png"] {
		t.Fatalf("%d frames", len(want))
	}
	parts := filepath.Join(t.TempDir(), "parts")
	sum := 0
	for i := 1; i <= 5; i++ {
		f := little()
		f.Shard = Shard{i, 5}
		r := film(t, f, FramesOptions{Dir: parts, Format: picfile.PNGFast, Workers: i})
		sum += r.Frames
		if r.Complete != (i == 5) {
			t.Errorf("after shard %d: complete is %v", i, r.Complete)
		}
	}
	if got := files(t, parts); sum != 12 || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("the shards' %d frames differ from the whole", sum)
	}
	for _, procs := range []int{1, 2} {
		func() {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
			dir := t.TempDir()
			film(t, little(), FramesOptions{Dir: dir, Format: picfile.PNGFast})
			if fmt.Sprint(files(t, dir)) != fmt.Sprint(want) {
				t.Errorf("on %d processors the frames differ", procs)
			}
		}()
	}
	var stream, raw bytes.Buffer
	film(t, little(), FramesOptions{Stream: &stream, Format: picfile.PNGFast, Workers: 4})
	film(t, little(), FramesOptions{Stream: &raw, Format: picfile.Raw, Workers: 3})
	all := ""
	for k := range 12 {
		all += want[fileName(k, picfile.PNGFast)]
	}
	if stream.String() != all {
		t.Error("the stream differs from the files")
	}
	if raw.Len() != 12*48*27*4 {
		t.Errorf("%d raw bytes", raw.Len())
	}
	img, err := png.Decode(strings.NewReader(want["frame_000007.png"]))
	if err != nil {
		t.Fatal(err)
	}
	for i := range 48 * 27 {
		p := raw.Bytes()[4*(7*48*27+i):]
		r, g, b, _ := img.At(i%48, i/48).RGBA()
		if byte(r>>8) != p[0] || byte(g>>8) != p[1] || byte(b>>8) != p[2] || p[3] != 255 {
			t.Fatalf("raw pixel %d of frame 7 differs from the PNG", i)
		}
	}
}

// A frame is the shot at its time.
func TestAFrameIsAShot(t *testing.T) {
	f := little()
	f.From = 0.1
	dir := t.TempDir()
	film(t, f, FramesOptions{Dir: dir, Format: picfile.PNGSmall})
	o := f.Shot
	o.Time = 0.1 + 5.0/30
	p, err := studio(t).Shot(context.Background(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	want, err := p.Encode(picfile.PNGSmall)
	if err != nil {
		t.Fatal(err)
	}
	if files(t, dir)["frame_000005.png"] != string(want) {
		t.Error("frame 5 is not the shot at 0.2667 s")
	}
}

// A job that was killed goes on: whole frames are kept, and those that are cut
// off or missing are drawn again.
func TestFramesGoOn(t *testing.T) {
	dir := t.TempDir()
	opt := FramesOptions{Dir: dir}
	film(t, little(), opt)
	want := files(t, dir)
	at := func(k int) string { return filepath.Join(dir, fileName(k, picfile.PNGDefault)) }
	whole := want["frame_000004.png"]
	for name, data := range map[string]string{at(2): "", at(4): whole[:len(whole)/2], filepath.Join(dir, ".frame_000007.png.new-1"): "half"} {
		if err := os.WriteFile(name, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{at(7), at(11), filepath.Join(dir, "frames.json")} {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.Stat(at(0))
	if err != nil {
		t.Fatal(err)
	}
	r := film(t, little(), opt)
	if r.Drawn != 4 || r.Kept != 8 || !r.Complete {
		t.Errorf("report %+v", r)
	}
	if fmt.Sprint(files(t, dir)) != fmt.Sprint(want) {
		t.Error("the frames differ from those of one run")
	}
	if again, _ := os.Stat(at(0)); !os.SameFile(kept, again) {
		t.Error("a frame that was there was written again")
	}
	var m manifest
	data, err := os.ReadFile(filepath.Join(dir, "frames.json"))
	if err != nil || json.Unmarshal(data, &m) != nil {
		t.Fatal("no manifest: ", err)
	}
	if m.Frames != 12 || m.FPS != 30 || m.Clip != "Spin" || len(m.Files) != 12 || m.Files[3].File != "frame_000003.png" || math.Abs(m.Files[3].Time-0.1) > 1e-12 {
		t.Errorf("manifest %+v", m)
	}
}

// Cancelling leaves whole frames only, and the job can go on.
func TestFramesCanBeCancelled(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	_, err := Frames(ctx, studio(t), little(), FramesOptions{Dir: dir}, func(p Progress) {
		if p.Done == 3 {
			cancel()
		}
	})
	if p := AsProblem(err); p == nil || p.Code != "CANCELLED" {
		t.Fatalf("error %v", err)
	}
	n := len(files(t, dir))
	if n < 3 || n > 6 {
		t.Errorf("%d frames after a cancel at the third", n)
	}
	if r := film(t, little(), FramesOptions{Dir: dir}); r.Kept != n || !r.Complete {
		t.Errorf("%d frames were there, report %+v", n, r)
	}
}

// A folder with another job's frames is refused, and with force only frames go.
func TestFramesOfAnotherJob(t *testing.T) {
	dir := t.TempDir()
	film(t, little(), FramesOptions{Dir: dir, Format: picfile.PNGFast})
	note := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(note, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	short := little()
	*short.To = 0.2
	orbit := little()
	orbit.OrbitDeg = 90
	for name, c := range map[string]struct {
		f   Film
		opt FramesOptions
	}{
		"size":   {Film{Shot: Shot{Width: 32, Height: 18}, FPS: 30, To: little().To}, FramesOptions{Dir: dir, Format: picfile.PNGFast}},
		"range":  {short, FramesOptions{Dir: dir, Format: picfile.PNGFast}},
		"orbit":  {orbit, FramesOptions{Dir: dir, Format: picfile.PNGFast}},
		"format": {little(), FramesOptions{Dir: dir, Format: picfile.Raw}},
		"inputs": {little(), FramesOptions{Dir: dir, Format: picfile.PNGFast, Inputs: "another model"}},
	} {
		_, err := Frames(context.Background(), studio(t), c.f, c.opt, nil)
		if p := AsProblem(err); p == nil || p.Code != "OTHER_FRAMES" || p.Remedy == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if len(files(t, dir)) != 12 {
		t.Error("a refused job changed the folder")
	}
	r := film(t, short, FramesOptions{Dir: dir, Format: picfile.PNGFast, Force: true})
	if r.Frames != 6 || len(files(t, dir)) != 6 {
		t.Errorf("after --force: %d frames, %+v", len(files(t, dir)), r)
	}
	if data, err := os.ReadFile(note); string(data) != "mine" {
		t.Errorf("the notes beside the frames: %q, %v", data, err)
	}
	loose := t.TempDir()
	if err := os.WriteFile(filepath.Join(loose, "frame_000000.png"), []byte("from elsewhere"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Frames(context.Background(), studio(t), little(), FramesOptions{Dir: loose}, nil); AsProblem(err) == nil || AsProblem(err).Code != "OTHER_FRAMES" {
		t.Errorf("frames of unknown origin: %v", err)
	}
}

func TestFilmRanges(t *testing.T) {
	at := func(v float64) *float64 { return &v }
	nan := math.NaN()
	for _, c := range []struct {
		f    Film
		dur  float64
		want string // a code, or "total first-end"
	}{
		{Film{FPS: 60}, 2, "120 0-120"},
		{Film{FPS: 60}, 0, "1 0-1"},
		{Film{FPS: 30}, float64(float32(80.0 / 30)), "80 0-80"}, // a little above, as files have it
		{Film{FPS: 24, From: 0.5, To: at(1.5)}, 2, "24 0-24"},
		{Film{FPS: 30, To: at(0.1)}, 2, "3 0-3"}, // 0.1*30 is above 3
		{Film{FPS: 10, To: at(0.01)}, 2, "1 0-1"},
		{Film{FPS: 10, To: at(7)}, 2, "70 0-70"},
		{Film{FPS: 10, Shard: Shard{1, 3}}, 1, "10 0-3"},
		{Film{FPS: 10, Shard: Shard{2, 3}}, 1, "10 3-6"},
		{Film{FPS: 10, Shard: Shard{3, 3}}, 1, "10 6-10"},
		{Film{FPS: 10, Shard: Shard{1, 40}}, 1, "10 0-0"}, // more shards than frames
		{Film{FPS: 10, Shard: Shard{3, 2}}, 1, "BAD_SHARD"},
		{Film{FPS: 10, Shard: Shard{0, 2}}, 1, "BAD_SHARD"},
		{Film{FPS: 10, Shard: Shard{-1, -1}}, 1, "BAD_SHARD"},
		{Film{}, 1, "BAD_FPS"},
		{Film{FPS: -1}, 1, "BAD_FPS"},
		{Film{FPS: nan}, 1, "BAD_FPS"},
		{Film{FPS: math.Inf(1)}, 1, "BAD_FPS"},
		{Film{FPS: 10, From: 1, To: at(1)}, 2, "BAD_RANGE"},
		{Film{FPS: 10, From: 3}, 2, "BAD_RANGE"},
		{Film{FPS: 10, From: -1}, 2, "BAD_RANGE"},
		{Film{FPS: 10, From: nan}, 2, "BAD_RANGE"},
		{Film{FPS: 10, To: at(nan)}, 2, "BAD_RANGE"},
		{Film{FPS: 10, To: at(math.Inf(1))}, 2, "BAD_RANGE"},
		{Film{FPS: 1000, To: at(1e6)}, 2, "TOO_MANY_FRAMES"},
		{Film{FPS: 1000, To: at(1e300)}, 2, "TOO_MANY_FRAMES"},
	} {
		s, err := c.f.span(c.dur)
		got := fmt.Sprintf("%d %d-%d", s.total, s.first, s.end)
		if err != nil {
			got = AsProblem(err).Code
		}
		if got != c.want {
			t.Errorf("%+v of %g s: %s, not %s", c.f, c.dur, got, c.want)
		}
	}
	s := span{from: 1.9, fps: 10, duration: 2}
	if a, b := s.time(1), s.time(2); a != 2 || math.Abs(b-0.1) > 1e-12 {
		t.Errorf("past the end: %g, %g", a, b)
	}
	if _, err := Frames(context.Background(), studio(t), little(), FramesOptions{Stream: io.Discard, Workers: 1000}, nil); AsProblem(err) == nil || AsProblem(err).Code != "BAD_WORKERS" {
		t.Errorf("1000 workers: %v", err)
	}
}

// broken takes a few bytes, as a pipe whose reader went away.
type broken struct{ left int }

func (b *broken) Write(p []byte) (int, error) {
	if b.left--; b.left < 0 {
		return 0, errors.New("broken pipe")
	}
	return len(p), nil
}

func TestAStreamThatBreaks(t *testing.T) {
	_, err := Frames(context.Background(), studio(t), little(), FramesOptions{Stream: &broken{4}, Format: picfile.Raw, Workers: 3}, nil)
	if p := AsProblem(err); p == nil || p.Code != "WRITE_FAILED" {
		t.Errorf("error %v", err)
	}
}

// From every side of an orbit the whole model stays in the picture.
func TestOrbitSeesTheWhole(t *testing.T) {
	st := studio(t)
	o, err := Shot{Width: 64, Height: 36}.normal()
	if err != nil {
		t.Fatal(err)
	}
	cams := st.cameras(o, 360, 24)
	for k := range 24 {
		cam := cams(k)
		if cams(0).Distance != cam.Distance || cams(0).Target != cam.Target {
			t.Fatalf("frame %d: another circle", k)
		}
		if clear := clearOf(cam, st.points, 64.0/36); clear > cam.Distance*1.0001 {
			t.Errorf("frame %d: distance %g, needed %g", k, cam.Distance, clear)
		}
	}
	if d := cams(6).AzimuthDeg - cams(0).AzimuthDeg; d != 90 {
		t.Errorf("a quarter of the film turns by %g degrees", d)
	}
}

// A preview has the film's length and repeats; its bytes are always the same.
func TestPreviews(t *testing.T) {
	f := little()
	f.FPS = 60 // 24 frames
	for _, kind := range []PreviewKind{PreviewGIF, PreviewAPNG} {
		data, r, err := PreviewFilm(context.Background(), studio(t), f, kind, 0, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		again, _, err := PreviewFilm(context.Background(), studio(t), f, kind, 0, 0, nil)
		if err != nil || !bytes.Equal(data, again) {
			t.Errorf("kind %d: other bytes the second time, %v", kind, err)
		}
		if r.Width != 48 || r.Height != 27 || r.Bytes != len(data) || r.Frames != []int{8, 12}[kind] {
			t.Errorf("kind %d: %+v", kind, r)
		}
		if kind == PreviewAPNG {
			img, err := png.Decode(bytes.NewReader(data))
			if err != nil || img.Bounds().Dx() != 48 || !bytes.Contains(data, []byte("acTL")) {
				t.Errorf("the APNG's first picture: %v", err)
			}
			continue
		}
		g, err := gif.DecodeAll(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		total := 0
		for _, d := range g.Delay {
			total += d
		}
		if len(g.Image) != 8 || total != 40 || g.LoopCount != 0 {
			t.Errorf("GIF: %d frames, %d hundredths, loop %d", len(g.Image), total, g.LoopCount)
		}
	}
	if _, err := PreviewKindOf("a.mp4"); err == nil {
		t.Error("an mp4 was taken for a preview")
	}
	long := little()
	*long.To = 10000
	if _, _, err := PreviewFilm(context.Background(), studio(t), long, PreviewGIF, 480, 270, nil); AsProblem(err) == nil || AsProblem(err).Code != "PREVIEW_TOO_LARGE" {
		t.Errorf("a preview of hours: %v", err)
	}
}
