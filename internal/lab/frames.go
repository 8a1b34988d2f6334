package lab

import (
	"context"
	"image"
	"io"
	"runtime"
	"sync"

	"donorlab/internal/picfile"
	"donorlab/internal/scene"
)

// maxWorkers is the most goroutines that draw one film.
const maxWorkers = 64

// FramesOptions say where a film's frames go.
type FramesOptions struct {
	Dir     string    // the folder; it is made when it is not there. Not used with Stream
	Stream  io.Writer // all frames go here one after the other, in order
	Format  picfile.Format
	Workers int    // frames under way at a time; zero means one a processor
	Inputs  string // what else, apart from subject and Film, the pixels depend on: see InputHash
	Force   bool   // frames of another job in the folder are deleted
}

// FramesReport is what Frames did, as labctl prints it.
type FramesReport struct {
	Frames   int     `json:"frames"`          // of this shard
	FPS      float64 `json:"framesPerSecond"` //
	Total    int     `json:"total"`           // of the whole film
	First    int     `json:"first"`           // number of this shard's first frame
	Drawn    int     `json:"drawn"`           // now
	Kept     int     `json:"kept"`            // were there already
	Width    int     `json:"width"`
	Height   int     `json:"height"`
	Dir      string  `json:"dir,omitempty"`
	Complete bool    `json:"complete"` // all frames of the whole film are there, and frames.json
}

// Frames draws a film, or a shard of it. In a folder it goes on where an earlier
// run of the same job ended. The bytes of a frame do not depend on shard,
// workers or what was drawn before.
func Frames(ctx context.Context, st FilmSource, f Film, opt FramesOptions, r Report) (*FramesReport, error) {
	o, err := f.Shot.normal()
	if err != nil {
		return nil, err
	}
	f.Shot = o
	sp, err := f.span(st.duration())
	if err != nil {
		return nil, err
	}
	if opt.Workers < 0 || opt.Workers > maxWorkers {
		return nil, &scene.Problem{Code: "BAD_WORKERS", Message: "there are 1 to 64 workers", Remedy: "leave --workers out for one a processor"}
	}
	rep := &FramesReport{Frames: sp.end - sp.first, FPS: f.FPS, Total: sp.total, First: sp.first, Width: o.Width, Height: o.Height, Dir: opt.Dir}
	cams := st.cameras(o, f.OrbitDeg, sp.total)
	var todo []int
	var reel *reel
	if opt.Stream == nil {
		if reel, err = openReel(st, f, sp, cams(0), opt); err != nil {
			return nil, err
		}
		todo = reel.missing(sp.first, sp.end)
	} else {
		for k := sp.first; k < sp.end; k++ {
			todo = append(todo, k)
		}
	}
	rep.Drawn, rep.Kept = len(todo), rep.Frames-len(todo)
	c := crew{studio: st, shot: o, todo: todo, frame: func(k int) (float64, scene.Camera) { return sp.time(k), cams(k) }, workers: opt.Workers, label: "Drawing frames", report: r}
	err = c.run(ctx, func(w *artist, i, k int, img *image.NRGBA) error {
		data, err := w.encoder.Encode(img, opt.Format)
		if err != nil {
			return err
		}
		if opt.Stream == nil {
			return reel.write(k, data)
		}
		return c.inOrder(i, func() error {
			_, err := opt.Stream.Write(data)
			return streamProblem(err)
		})
	})
	if err != nil {
		return nil, err
	}
	if reel != nil {
		rep.Complete, err = reel.finish()
	}
	return rep, err
}

// streamProblem says why a pipe did not take the pictures.
func streamProblem(err error) error {
	if err == nil {
		return nil
	}
	return &scene.Problem{Code: "WRITE_FAILED", Message: "the pixels were not taken: " + err.Error(), Remedy: "see what the program at the other end says", Err: err}
}

// FilmSource is what films are made of: a Studio, or a FlightStudio.
type FilmSource interface {
	duration() float64 // seconds of the clip or the flight; 0 at rest
	clipName() string
	cameras(o Shot, orbitDeg float64, frames int) func(k int) scene.Camera
	// paint draws the shot, whose times never go back on one goroutine.
	paint(img *image.NRGBA, o Shot, cam scene.Camera, threads int)
	fork() (FilmSource, error) // another of the same, for another goroutine
}

// crew draws frames on several goroutines, each one frame at a time by itself:
// nothing waits for another within a frame.
type crew struct {
	studio  FilmSource
	shot    Shot
	frame   func(k int) (seconds float64, cam scene.Camera)
	todo    []int // numbers of the frames
	workers int
	label   string // of the progress
	report  Report

	mu    sync.Mutex
	next  int // place in todo of the next frame to draw
	done  int
	turn  int // place in todo of the next frame to pass on, see inOrder
	turns *sync.Cond
	err   error
}

// artist is one goroutine's tools.
type artist struct {
	studio  FilmSource
	canvas  *image.NRGBA
	encoder picfile.Encoder
}

// run draws all frames and calls each with every one, on the artists'
// goroutines; i is the place in todo, k the frame's number. The picture is
// drawn over after each returns. After an error the rest is left.
func (c *crew) run(ctx context.Context, each func(a *artist, i, k int, img *image.NRGBA) error) error {
	procs := runtime.GOMAXPROCS(0)
	n := c.workers
	if n == 0 {
		n = procs
	}
	n = max(min(n, len(c.todo)), 1)
	threads := max(procs/n, 1)
	c.turns = sync.NewCond(&c.mu)
	artists := []*artist{{studio: c.studio}}
	for len(artists) < n {
		st, err := c.studio.fork()
		if err != nil {
			return err
		}
		artists = append(artists, &artist{studio: st})
	}
	var wait sync.WaitGroup
	for _, a := range artists {
		wait.Add(1)
		go func() {
			defer wait.Done()
			defer func() {
				if p := recover(); p != nil {
					c.fail(Crash(p))
				}
			}()
			a.canvas = image.NewNRGBA(image.Rect(0, 0, c.shot.Width, c.shot.Height))
			for i := c.take(ctx); i >= 0; i = c.take(ctx) {
				k := c.todo[i]
				o := c.shot
				var cam scene.Camera
				o.Time, cam = c.frame(k)
				a.studio.paint(a.canvas, o, cam, threads)
				if err := each(a, i, k, a.canvas); err != nil {
					c.fail(err)
				}
				c.finished()
			}
		}()
	}
	wait.Wait()
	if c.err != nil {
		return AsProblem(c.err)
	}
	return nil
}

// take gives out the next frame, -1 when there is none or something failed.
func (c *crew) take(ctx context.Context) int {
	if err := ctx.Err(); err != nil {
		c.fail(err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil || c.next >= len(c.todo) {
		return -1
	}
	c.next++
	return c.next - 1
}

func (c *crew) finished() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done++
	c.report.Say(c.label, c.done, len(c.todo))
}

// fail keeps the first error and lets nobody wait any longer.
func (c *crew) fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		c.err = err
	}
	c.turns.Broadcast()
}

// inOrder waits until all frames before place i of todo have passed here, then
// does f.
func (c *crew) inOrder(i int, f func() error) error {
	c.mu.Lock()
	for c.turn != i && c.err == nil {
		c.turns.Wait()
	}
	failed := c.err != nil
	c.mu.Unlock()
	if failed {
		return nil
	}
	err := f()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.turn++
	c.turns.Broadcast()
	return err
}
