package lab

import (
	"fmt"
	"math"

	"donorlab/internal/picfile"
	"donorlab/internal/scene"
)

// Film asks for the frames of a film: pictures at even times.
type Film struct {
	Shot         // of each frame; its Time does not count
	FPS  float64 // frames a second, above 0, 1000 at most

	From     float64  // seconds into the clip of the first frame
	To       *float64 // seconds: the last frame is before it; nil means the clip's end
	OrbitDeg float64  // that the camera turns over the whole film, to the model's left

	Shard Shard
}

// Shard is one part of a film, for a job array: part Index, from 1, of Count.
// The zero Shard is the whole film.
type Shard struct{ Index, Count int }

// maxFrames is the most that six digits number.
const maxFrames = 1_000_000

// span is a Film worked out.
type span struct {
	total      int // frames of the whole film
	first, end int // frames of the shard: first to end-1
	from, fps  float64
	duration   float64 // of the clip; 0 at rest
}

// time is frame k's time. Past its end the clip starts again.
func (s *span) time(k int) float64 {
	t := s.from + float64(k)/s.fps
	if s.duration > 0 && t > s.duration {
		t = math.Mod(t, s.duration)
	}
	return t
}

// span works out a film's frames over a clip of the given duration, in seconds.
// A film holds the times From, From+1/FPS ... that are before To: of a loop,
// whose end equals its start, each picture once. Without To a subject that
// does not move gives one frame.
func (f *Film) span(duration float64) (span, error) {
	bad := func(code, remedy, format string, args ...any) (span, error) {
		return span{}, &scene.Problem{Code: code, Message: fmt.Sprintf(format, args...), Remedy: remedy}
	}
	if !(f.FPS > 0 && f.FPS <= 1000) {
		return bad("BAD_FPS", "give more than 0 and at most 1000, such as 60", "a film of %g frames a second cannot be made", f.FPS)
	}
	to := duration
	if f.To != nil {
		to = *f.To
	}
	if !(f.From >= 0) || math.IsInf(f.From, 0) || math.IsNaN(to) || math.IsInf(to, 0) {
		return bad("BAD_RANGE", "give times of 0 or more, in seconds", "the times %g to %g s are no range", f.From, to)
	}
	s := span{from: f.From, fps: f.FPS, duration: duration}
	// Files hold times as float32: a thousandth of a frame too long is not a frame more.
	switch n := math.Ceil((to-f.From)*f.FPS - 1e-3); {
	case f.To == nil && to == f.From:
		s.total = 1
	case to <= f.From:
		return bad("BAD_RANGE", fmt.Sprintf("the end must be after the start; the clip is %.4g s long", duration), "there are no frames from %g to %g s", f.From, to)
	case n > maxFrames:
		return bad("TOO_MANY_FRAMES", "give a shorter range or fewer frames a second", "%.0f frames are more than the million that can be numbered", n)
	default:
		s.total = max(int(n), 1)
	}
	s.end = s.total
	if f.Shard != (Shard{}) {
		i, n := f.Shard.Index, f.Shard.Count
		if n < 1 || n > maxFrames || i < 1 || i > n {
			return bad("BAD_SHARD", "give i/n with i from 1 to n, such as 2/8", "there is no part %d of %d", i, n)
		}
		s.first, s.end = s.total*(i-1)/n, s.total*i/n
	}
	return s, nil
}

// cameras returns the camera of every frame: one place for all, or a circle
// from which everything stays in the picture.
func (s *Studio) cameras(o Shot, orbit float64, frames int) func(k int) scene.Camera {
	if orbit == 0 {
		cam := s.aim(o)
		return func(int) scene.Camera { return cam }
	}
	angles := make([]float64, min(frames, 72))
	for i := range angles {
		angles[i] = orbit * float64(i) / float64(len(angles))
	}
	round := s.circle(o, angles)
	return func(k int) scene.Camera { return round(orbit * float64(k) / float64(frames)) }
}

// circle returns cameras on a circle round the subject's middle, by degrees from
// the shot's own azimuth. From each of the angles all of the subject is seen,
// unless the shot's camera has a distance of its own.
func (s *Studio) circle(o Shot, angles []float64) func(deg float64) scene.Camera {
	cam := DefaultView().Camera
	if o.Camera != nil {
		cam = *o.Camera
	}
	points := s.seen(o)
	box := snapBox(boundsOf(points))
	if !box.Empty() {
		cam.Target = box.Center()
	}
	if o.Camera == nil || cam.Distance == 0 {
		cam.Distance = 10
		if d := box.Diagonal(); !box.Empty() && d > 0 {
			far := 0.0
			for _, a := range angles {
				c := cam
				c.AzimuthDeg += a
				far = max(far, clearOf(c, points, float64(o.Width)/float64(o.Height)))
			}
			step := math.Exp2(math.Floor(math.Log2(d)) - 9)
			cam.Distance = math.Ceil(max(far, d*0.01)/step) * step
		}
	}
	return func(deg float64) scene.Camera {
		c := cam
		c.AzimuthDeg += deg
		return c
	}
}

// fileName is frame k's name.
func fileName(k int, f picfile.Format) string { return fmt.Sprintf("frame_%06d%s", k, f.Ext()) }
