package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"

	"donorlab/internal/lab"
)

func videoVerb() *verb {
	return &verb{
		name: "video", args: "FILE --out DIR [--clip NAMES] [--fps 60] [--encode] [--size 1280x720] [--msaa 1|4] [--set KEY=VALUE ...] [--map flat|slope]",
		about: "a walker's clips as numbered pictures, with trace and footsteps", min: 1, max: 1,
		example: "labctl video sample:walker --out film --clip walk,jump\nlabctl video robot.glb --out film --encode\n" +
			"labctl video sample:walker --out docs/walk --only-preview gif --preview-fps 12 --preview-colors 40 --size 192x120 --msaa 4",
		notes: "Clips: " + strings.Join(lab.TakeNames(), ", ") + ".\n" +
			"Files: DIR/AVATAR/CLIP/00000.png and on, trace.csv with a line a picture, footsteps.wav, and clip.json, which comes last.\n" +
			"--encode makes DIR/AVATAR/CLIP.mp4 with ffmpeg, from the PATH or $FFMPEG; nothing else needs it. By hand:\n" +
			"  ffmpeg -framerate 60 -i CLIP/%05d.png -i CLIP/footsteps.wav -c:v libx264 -pix_fmt yuv420p -crf 16 -c:a aac -shortest CLIP.mp4\n" +
			"--only-preview writes no pictures but DIR/CLIP.gif or .png, small films that loop.\n" + walkNotes,
		flags: func(fs *flag.FlagSet) func(context.Context, *env, []string) error {
			list := fs.String("clip", "", "`NAMES` of clips, with commas; without it all")
			fps := fs.Float64("fps", 60, "pictures a second, which is also how often the pawn is ticked")
			encode := fs.Bool("encode", false, "make films with ffmpeg")
			preview := fs.String("only-preview", "", "only small films: `gif|apng`")
			rate := fs.Float64("preview-fps", 0, "most pictures a second of a small film; 0 is as many as its format plays")
			colors := fs.Int("preview-colors", 255, "`N` colours of a GIF; fewer make small files")
			w := newWalkFlags("video", fs, "1280x720", "1")
			return func(ctx context.Context, e *env, args []string) error {
				shots, err := w.options()
				if err != nil {
					return err
				}
				if err := finite("video", "fps", *fps); err != nil {
					return err
				}
				if isSet(fs, "fps") && *fps == 0 {
					return badUse("video", "--fps is how many pictures a second, 5 to 1000, not 0")
				}
				chosen, err := w.names("clip", *list)
				if err != nil {
					return err
				}
				if isSet(fs, "preview-fps") && *preview == "" {
					return badUse("video", "--preview-fps needs --only-preview")
				}
				o := lab.VideoOptions{WalkShots: shots, Dir: *w.out, Names: chosen, FPS: *fps}
				if *preview != "" {
					if *encode {
						return badUse("video", "--encode needs the pictures that --only-preview leaves out")
					}
					if o.Kind, err = lab.PreviewKindOf("." + *preview); err != nil {
						return badUse("video", "--only-preview is gif or apng, not %q", *preview)
					}
					if err := finite("video", "preview-fps", *rate); err != nil {
						return err
					}
					if *colors < 2 || *colors > 255 {
						return badUse("video", "--preview-colors is 2 to 255")
					}
					o.Rate, o.Colors = *rate, *colors
					o.NoFiles, o.Preview = true, *w.out
				}
				m, err := w.model(ctx, e, args[0])
				if err != nil {
					return err
				}
				rep, err := lab.Video(ctx, m, o, e.report())
				if err != nil {
					return writing(err)
				}
				e.warnings(rep.Warnings)
				if *encode {
					if err := lab.EncodeVideo(ctx, *w.out, rep, e.report()); err != nil {
						return working(err)
					}
				}
				return e.result(rep, func(out io.Writer) {
					for i := range rep.Clips {
						c := &rep.Clips[i]
						fmt.Fprintf(out, "%-10s %4d pictures, %5.1f s  worst skate %.4f mm  %d footsteps, %d plants\n", c.Name, c.Frames, c.Seconds, c.WorstSkateMm, c.Footsteps, c.Plants)
					}
				})
			}
		},
	}
}
