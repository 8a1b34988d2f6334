package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"time"

	"donorlab/internal/lab"
	"donorlab/internal/picfile"
)

func shotVerb() *verb {
	return &verb{
		name: "shot", args: "FILE -o P.png [--size 1280x720] [--clip C] [--time T] [--donor D.glb] [--camera AZ,EL[,DIST]] [--msaa 1|4] [--overlay LIST] [--exposure EV] [--backdrop B] [--water LEVEL] [--mode M] [--crowd N]",
		about: "one picture by the Go rasteriser", min: 1, max: 1,
		example: "labctl shot heli.glb -o heli.png --camera 40,15 --overlay roles,grid\nlabctl shot heli_rigged.glb -o fly.png --donor sample:donor --time 0.42\nlabctl shot wolf.glb -o herd.png --clip Walk --crowd 64 --spread 1 --water 0.3 --exposure 0.5",
		notes:   "-o - writes the picture to the standard output, --format raw its pixels: R, G, B, A by rows.\n" + captureNotes,
		flags: func(fs *flag.FlagSet) func(context.Context, *env, []string) error {
			out := fs.String("o", "", "the picture goes to this `FILE`; - is the standard output")
			at := fs.Float64("time", 0, "`seconds` into the clip")
			raw := fs.String("format", "png", "`png|raw`")
			c := captureFlags("shot", fs, "1280x720", "the clip, by `NAME|INDEX`; without it and --donor: the rest pose")
			return func(ctx context.Context, e *env, args []string) error {
				if err := output("shot", *out); err != nil {
					return err
				}
				o, err := c.shot()
				if err != nil {
					return err
				}
				o.Time = *at
				if err := finite("shot", "time", *at); err != nil {
					return err
				}
				if isSet(fs, "time") && !isSet(fs, "clip") && *c.donor == "" {
					return badUse("shot", "--time needs --clip or --donor")
				}
				format, err := c.format(*raw)
				if err != nil {
					return err
				}
				kind := lab.KindPicture
				if format == picfile.Raw {
					kind = lab.KindPixels
				}
				e.guard.Output(*out, kind, "-o")
				studio, _, err := c.scene(ctx, e, args[0], true)
				if err != nil {
					return err
				}
				pic, err := studio.Shot(ctx, o, e.now)
				if err != nil {
					return err
				}
				if err := e.picture(*out, pic, format); err != nil {
					return err
				}
				ms := float64(pic.Took) / float64(time.Millisecond)
				return e.result(map[string]any{"width": o.Width, "height": o.Height, "pixelHash": pic.Hash, "ms": ms}, func(w io.Writer) {
					fmt.Fprintf(w, "%s: %dx%d, %.1f ms, pixels %s\n", *out, o.Width, o.Height, ms, pic.Hash[:16])
				})
			}
		},
	}
}
