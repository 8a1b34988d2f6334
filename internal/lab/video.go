package lab

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"math"
	"os"
	"path/filepath"
	"slices"

	"donorlab/internal/atomicfile"
	"donorlab/internal/gait"
	"donorlab/internal/picfile"
	"donorlab/internal/scene"
)

// VideoOptions ask for the clips of a walker.
type VideoOptions struct {
	WalkShots
	Dir     string
	Names   []string // of the clips; none means all
	FPS     float64  // of pictures, and ticks; zero means 60
	Preview string   // folder for small films that loop, CLIP.gif or .png; "" for none
	Kind    PreviewKind
	Colors  int     // of GIFs, 2 to 255; zero means 255. Fewer make small files
	Rate    float64 // of previews, pictures a second; zero means as many as the format plays
	NoFiles bool    // only previews
}

// clipFile tells that a clip's folder is whole, and what it shows.
const clipFile = "clip.json"

// videoLag is how far behind a pawn the camera is, seconds.
const videoLag = 0.12

// ClipReport is what one clip shows: the content of its clip.json.
type ClipReport struct {
	Name     string  `json:"name"`
	About    string  `json:"about"`
	FPS      float64 `json:"framesPerSecond"`
	Frames   int     `json:"frames"`
	Width    int     `json:"width"`
	Height   int     `json:"height"`
	Seconds  float64 `json:"seconds"`
	Trace    string  `json:"trace"` // file in the clip's folder, a line a frame
	Sound    string  `json:"sound"` // file in the clip's folder: the footsteps
	Pictures string  `json:"pictures"`
	WalkFigures
}

// VideoReport is what Video made.
type VideoReport struct {
	Avatar   string          `json:"avatar"`
	Clips    []ClipReport    `json:"clips"`
	Legged   bool            `json:"legged"`
	Pace     float64         `json:"pace"`
	Ground   string          `json:"ground"`
	Previews []string        `json:"previews,omitempty"`
	Encoded  []string        `json:"encoded,omitempty"` // films made by ffmpeg
	Warnings []scene.Problem `json:"warnings"`
}

// TakeNames lists the clips in the order in which they are made.
func TakeNames() []string {
	pr := gait.Defaults()
	var out []string
	for _, t := range gait.Takes(&pr) {
		out = append(out, t.Name)
	}
	return out
}

// Video walks a model through clips and writes every picture of them, at one a
// tick: DIR/AVATAR/CLIP/00000.png and on, trace.csv with a line a picture,
// footsteps.wav and clip.json. A clip is lived through once, by one goroutine,
// while others draw. Two runs write the same bytes.
func Video(ctx context.Context, m *scene.Model, o VideoOptions, r Report) (*VideoReport, error) {
	if o.FPS == 0 {
		o.FPS = gait.Rate
	}
	if !(o.FPS >= 5 && o.FPS <= 1000) {
		return nil, &scene.Problem{Code: "BAD_FPS", Message: fmt.Sprintf("a clip of %g pictures a second cannot be made", o.FPS), Remedy: "give 5 to 1000, such as 60"}
	}
	if !(o.Rate >= 0) {
		return nil, &scene.Problem{Code: "BAD_FPS", Message: fmt.Sprintf("a small film of %g pictures a second cannot be made", o.Rate), Remedy: "give more than 0, such as 12, or leave it out"}
	}
	s, err := newWalkStage(m, o.WalkShots, 1280, 720)
	if err != nil {
		return nil, err
	}
	takes, err := chosen(gait.Takes(&s.prefs), func(t *gait.Take) string { return t.Name }, o.Names, "clip")
	if err != nil {
		return nil, err
	}
	rep := &VideoReport{Avatar: s.avatar, Legged: s.rig.Legged, Pace: s.pace, Ground: s.ground.name(), Warnings: append([]scene.Problem{}, s.problems...)}
	for i := range takes {
		c, err := s.take(ctx, &takes[i], o, r)
		if err != nil {
			return nil, err
		}
		rep.Clips = append(rep.Clips, *c)
		if o.Preview != "" {
			rep.Previews = append(rep.Previews, c.Name+o.ending())
		}
	}
	return rep, nil
}

func (o *VideoOptions) ending() string {
	if o.Kind == PreviewGIF {
		return ".gif"
	}
	return ".png"
}

// take makes one clip.
func (s *walkStage) take(ctx context.Context, t *gait.Take, o VideoOptions, r Report) (*ClipReport, error) {
	dt := 1 / o.FPS
	frames := max(int(math.Round(gait.Seconds(t.Moves)*o.FPS)), 1)
	c := &ClipReport{Name: t.Name, About: t.Doc, FPS: o.FPS, Frames: frames, Width: s.shot.Width, Height: s.shot.Height,
		Seconds: float64(frames) / o.FPS, Trace: "trace.csv", Sound: "footsteps.wav", Pictures: "%05d.png"}
	dir := filepath.Join(o.Dir, s.avatar, t.Name)
	if !o.NoFiles {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return nil, atomicfile.AsProblem("make the folder", dir, err)
		}
		if err := clearTake(dir, frames); err != nil {
			return nil, err
		}
	}
	most := o.Kind.rate()
	if o.Rate > 0 {
		most = min(most, o.Rate)
	}
	step := max(int(math.Ceil(o.FPS/most-1e-9)), 1)
	small := picfile.Animation{Rate: o.FPS / float64(step), Colors: o.Colors}
	if o.Preview != "" {
		n := (frames + step - 1) / step
		if n > previewPixels/(s.shot.Width*s.shot.Height) {
			return nil, &scene.Problem{Code: "PREVIEW_TOO_LARGE", Message: fmt.Sprintf("a preview of %d pictures of %d by %d pixels is too large", n, s.shot.Width, s.shot.Height), Remedy: "give a smaller --size"}
		}
		small.Frames = make([]*image.NRGBA, n)
	}
	tr := s.tracker()
	var steps soundTrack
	produce := func(next func() *still, emit func(*still) error) error {
		p := s.pawn()
		d := gait.Driver{Moves: t.Moves, Ground: p.Terrain, Pace: s.pace}
		cam := walkCamera{azimuth: t.AzimuthDeg, lag: videoLag}
		p.Tick(0, d.Step(0))
		var pose scene.Pose
		for k := range frames {
			if err := ctx.Err(); err != nil {
				return err
			}
			motion := d.Step(dt)
			cam.follow(dt, motion.Position)
			view := s.camera(&cam)
			motion.Looks, motion.LookAt = t.Looks, view.Eye()
			p.Tick(dt, motion)
			time := float64(k+1) * dt
			tr.see(p, time)
			for _, f := range p.Clock.Footsteps() {
				steps.add(time-f.Ago, f, s.prefs.SprintSpeed*s.pace)
			}
			if o.NoFiles && k%step != 0 {
				continue
			}
			pic := next()
			pose = s.pose(pic, p, pose, view, tr)
			pic.cell = k
			if err := emit(pic); err != nil {
				return err
			}
		}
		return nil
	}
	total := frames
	if o.NoFiles {
		total = len(small.Frames)
	}
	err := s.film(ctx, total, "Drawing "+t.Name, r, produce, func(a *walkArtist, st *still) error {
		if small.Frames != nil && st.cell%step == 0 {
			small.Frames[st.cell/step] = &image.NRGBA{Pix: slices.Clone(a.canvas.Pix), Stride: a.canvas.Stride, Rect: a.canvas.Rect}
		}
		if o.NoFiles {
			return nil
		}
		data, err := a.encoder.Encode(a.canvas, s.format)
		if err != nil {
			return err
		}
		return writeFrame(filepath.Join(dir, fmt.Sprintf(c.Pictures, st.cell)), data)
	})
	if err != nil {
		if o.NoFiles {
			return nil, err
		}
		return nil, cutShort(err, "the pictures in "+dir)
	}
	c.WalkFigures = tr.figs
	if !o.NoFiles {
		if err := c.write(dir, tr.csv, steps.wav(c.Seconds)); err != nil {
			return nil, err
		}
	}
	if o.Preview != "" {
		return c, o.writePreview(t.Name, &small)
	}
	return c, nil
}

// clearTake deletes the clip.json of a clip that was here before, for a folder that
// has one is whole, and the pictures by which it was longer: one clip's folder
// holds one clip.
func clearTake(dir string, frames int) error {
	if err := os.Remove(filepath.Join(dir, clipFile)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return atomicfile.AsProblem("delete", filepath.Join(dir, clipFile), err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fileProblem(dir, err)
	}
	for _, e := range entries {
		var k int
		if n, _ := fmt.Sscanf(e.Name(), "%d.png", &k); n == 1 && e.Name() == fmt.Sprintf("%05d.png", k) && k >= frames {
			if err := os.Remove(filepath.Join(dir, e.Name())); err != nil {
				return atomicfile.AsProblem("delete", filepath.Join(dir, e.Name()), err)
			}
		}
	}
	return nil
}

// write saves what goes with the pictures; clip.json comes last, so that where it
// is the clip is whole.
func (c *ClipReport) write(dir string, csv, wav []byte) error {
	if err := WriteFile(filepath.Join(dir, c.Trace), csv); err != nil {
		return err
	}
	if err := WriteFile(filepath.Join(dir, c.Sound), wav); err != nil {
		return err
	}
	data, err := json.MarshalIndent(c, "", " ")
	if err != nil {
		return AsProblem(err)
	}
	return WriteFile(filepath.Join(dir, clipFile), append(data, '\n'))
}

func (o *VideoOptions) writePreview(name string, a *picfile.Animation) error {
	if err := os.MkdirAll(o.Preview, 0o755); err != nil {
		return atomicfile.AsProblem("make the folder", o.Preview, err)
	}
	encode := a.APNG
	if o.Kind == PreviewGIF {
		encode = a.GIF
	}
	data, err := encode()
	if err != nil {
		return err
	}
	return WriteFile(filepath.Join(o.Preview, name+o.ending()), data)
}
