package main

import (
	"context"
	"flag"
	"fmt"
	"io"

	"donorlab/internal/lab"
)

const framesNotes = "The frames are at FROM, FROM+1/fps ... before TO, which is the clip's end when left out; past its end a clip starts again.\n" +
	"They are named frame_000000.png and so on; frames.json lists them once all are there.\n" +
	"Run it again and it goes on where it was stopped. A folder with frames of another job is refused unless --force is given.\n" +
	"--shard i/n draws the i-th of n parts, i from 1: give every task of a job array its own i and the same --out. A frame's bytes do not depend on shard or workers.\n" +
	"A video: labctl frames M.glb --out - --format raw --fps 60 --size 1280x720 | \\\n" +
	"  ffmpeg -f rawvideo -pixel_format rgba -video_size 1280x720 -framerate 60 -i - -pix_fmt yuv420p m.mp4\n" +
	"or from a folder: ffmpeg -framerate 60 -i DIR/frame_%06d.png -pix_fmt yuv420p m.mp4\n" +
	"--preview alone draws no frames; a .gif has at most 25 a second, an .apng 30.\n"

// framesFlags are the flags of frames.
type framesFlags struct {
	*capture
	out, format, shard, preview, previewSize *string
	fps, from, to, orbit                     *float64
	workers                                  *int
	force, rest                              *bool
}

func framesVerb() *verb {
	return &verb{
		name:  "frames",
		args:  "FILE --out DIR --fps 60 [--from A --to B] [--shard i/n] [--workers N] [--format png|raw] [--preview P.gif|P.apng] [--force]",
		about: "numbered frames of a film, a raw stream, or an animated preview", min: 1, max: 1,
		example: "labctl frames fox.glb --clip Run --out run --fps 60 --png fast\nlabctl frames heli_rigged.glb --donor sample:donor --out fly --fps 60 --shard 2/8\n" +
			"labctl frames heli.glb --orbit 360 --to 4 --fps 25 --preview round.gif",
		notes: framesNotes + captureNotes,
		flags: func(fs *flag.FlagSet) func(context.Context, *env, []string) error {
			f := &framesFlags{capture: captureFlags("frames", fs, "1280x720", "the clip, by `NAME|INDEX`; without it the first, if there is one"),
				out:         fs.String("out", "", "the frames go into this `DIR`; - is the standard output"),
				format:      fs.String("format", "png", "`png|raw`: raw is R, G, B, A by rows"),
				shard:       fs.String("shard", "", "only part `i/n`"),
				preview:     fs.String("preview", "", "an animation that loops goes to this `FILE`: .gif or .apng"),
				previewSize: fs.String("preview-size", "", "`WIDTHxHEIGHT` of the preview; without it 480 pixels wide"),
				fps:         fs.Float64("fps", 60, "frames a second"),
				from:        fs.Float64("from", 0, "`seconds` into the clip"),
				to:          fs.Float64("to", 0, "`seconds` into the clip; without it the clip's end"),
				orbit:       fs.Float64("orbit", 0, "`degrees` that the camera turns over the film"),
				workers:     fs.Int("workers", 0, "frames under way at a time, at most 64; 0 is one a processor"),
				force:       fs.Bool("force", false, "delete frames of another job in the folder"),
				rest:        fs.Bool("rest", false, "at rest, though the model has clips"),
			}
			fs.StringVar(f.out, "o", "", "the same as --out")
			return f.run
		},
	}
}

// film reads what is to be filmed.
func (f *framesFlags) film() (film lab.Film, err error) {
	film = lab.Film{FPS: *f.fps, From: *f.from, OrbitDeg: *f.orbit}
	if isSet(f.fs, "to") {
		film.To = f.to
	}
	if err := finite("frames", "orbit", *f.orbit); err != nil {
		return film, err
	}
	if isSet(f.fs, "shard") {
		if film.Shard, err = parseShard("frames", *f.shard); err != nil {
			return film, err
		}
	}
	if *f.preview != "" && isSet(f.fs, "shard") {
		return film, badUse("frames", "--preview shows the whole film: give it without --shard, in a run of its own")
	}
	film.Shot, err = f.shot()
	return film, err
}

func (f *framesFlags) run(ctx context.Context, e *env, args []string) error {
	if *f.out == "" && *f.preview == "" {
		return badUse("frames", "--out DIR is missing: say where the frames go, or give --preview FILE")
	}
	film, err := f.film()
	if err != nil {
		return err
	}
	opt := lab.FramesOptions{Dir: *f.out, Workers: *f.workers, Force: *f.force}
	if opt.Format, err = f.capture.format(*f.format); err != nil {
		return err
	}
	if toStdout(*f.out) {
		opt.Dir, opt.Stream = "", e.stdout
	}
	var kind lab.PreviewKind
	width, height := 0, 0
	if *f.preview != "" {
		if kind, err = lab.PreviewKindOf(*f.preview); err != nil {
			return err
		}
		if *f.previewSize != "" {
			if width, height, err = parseSize("frames", *f.previewSize); err != nil {
				return err
			}
		}
	}
	e.guard.Output(*f.out, lab.KindFrames, "--out")
	e.guard.Output(*f.preview, lab.KindPreview, "--preview")
	st, inputs, err := f.scene(ctx, e, args[0], *f.rest)
	if err != nil {
		return err
	}
	opt.Inputs = inputs
	answer := struct {
		*lab.FramesReport
		Preview *lab.PreviewReport `json:"preview,omitempty"`
	}{}
	if *f.out != "" {
		if answer.FramesReport, err = lab.Frames(ctx, st, film, opt, e.report()); err != nil {
			return writing(err)
		}
	}
	if *f.preview != "" {
		var data []byte
		if data, answer.Preview, err = lab.PreviewFilm(ctx, st, film, kind, width, height, e.report()); err != nil {
			return err
		}
		if err := writing(lab.WriteFile(*f.preview, data)); err != nil {
			return err
		}
		if answer.FramesReport == nil { // the contract's two fields are always there
			answer.FramesReport = &lab.FramesReport{Frames: answer.Preview.Frames, FPS: answer.Preview.FPS, Width: answer.Preview.Width, Height: answer.Preview.Height}
		}
	}
	return e.result(answer, func(w io.Writer) {
		if r := answer.FramesReport; *f.out != "" {
			fmt.Fprintf(w, "%s: %d frames, %d drawn now, %d were there, %g a second\n", *f.out, r.Frames, r.Drawn, r.Kept, r.FPS)
		}
		if p := answer.Preview; p != nil {
			fmt.Fprintf(w, "%s: %d frames of %dx%d, %.3g a second, %d bytes\n", *f.preview, p.Frames, p.Width, p.Height, p.FPS, p.Bytes)
		}
	})
}
