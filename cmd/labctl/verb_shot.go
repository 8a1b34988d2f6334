package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"time"

	"donorlab/internal/lab"
)

func shotVerb() *verb {
	return &verb{
		name: "shot", args: "FILE -o P.png [--size 1280x720] [--clip C] [--time T] [--donor D.glb] [--camera AZ,EL[,DIST]] [--msaa 1|4] [--overlay LIST] [--exposure EV] [--backdrop B] [--water LEVEL] [--mode M] [--crowd N]",
		about: "one picture by the Go rasteriser", min: 1, max: 1,
		example: "labctl shot heli.glb -o heli.png --camera 40,15 --overlay roles,grid\nlabctl shot heli_rigged.glb -o fly.png --donor sample:donor --time 0.42\nlabctl shot wolf.glb -o herd.png --clip Walk --crowd 64 --spread 1 --water 0.3 --exposure 0.5",
		notes: "With --donor the model is rebased and wears the donor's clip channel by channel, as the game would show it; --clip then names the donor's clip.\n" +
			"Camera: azimuth 0 looks at the front, positive goes to the model's left; elevation is positive from above; without a distance the model is fitted.\n" +
			"Overlays: bones, axes, roles, wire, grid, bounds. Collision helpers are left out unless --helpers is given.\n" +
			lookNotes,
		flags: func(fs *flag.FlagSet) func(context.Context, *env, []string) error {
			out := fs.String("o", "", "the picture goes to this `FILE`")
			size := fs.String("size", "1280x720", "`WIDTHxHEIGHT` in pixels")
			name := fs.String("clip", "", "the clip, by `NAME|INDEX`; without it and --donor: the rest pose")
			at := fs.Float64("time", 0, "`seconds` into the clip")
			donor := fs.String("donor", "", "wear the clip of this `FILE`")
			camera := fs.String("camera", "40,15", "`AZ,EL[,DIST]` in degrees and metres")
			msaa := fs.Int("msaa", 4, "samples a pixel: 1 or 4")
			overlay := fs.String("overlay", "", "`LIST` of overlays")
			helpers := fs.Bool("helpers", false, "draw collision helpers too")
			look := lookFlags(fs)
			return func(ctx context.Context, e *env, args []string) error {
				if err := output("shot", *out); err != nil {
					return err
				}
				o := lab.Shot{Time: *at, MSAA: *msaa}
				var err error
				if o.Width, o.Height, err = parseSize("shot", *size); err != nil {
					return err
				}
				if o.Camera, err = parseCamera("shot", *camera); err != nil {
					return err
				}
				if o.Overlays, err = parseOverlays("shot", *overlay); err != nil {
					return err
				}
				if o.Look, err = look("shot"); err != nil {
					return err
				}
				if err := finite("shot", "time", *at); err != nil {
					return err
				}
				if isSet(fs, "time") && !isSet(fs, "clip") && *donor == "" {
					return badUse("shot", "--time needs --clip or --donor")
				}
				subject := lab.Subject{Clip: *name, Rest: !isSet(fs, "clip"), Helpers: *helpers}
				if subject.Model, err = lab.Load(ctx, args[0], e.report()); err != nil {
					return err
				}
				e.warnings(subject.Model.Warnings)
				if *donor != "" {
					if subject.Donor, err = lab.LoadDonor(ctx, *donor, *name, e.report()); err != nil {
						return err
					}
				}
				studio, notes, err := subject.Studio(ctx, e.report())
				e.warnings(notes)
				if err != nil {
					return err
				}
				pic, err := studio.Shot(ctx, o, e.now)
				if err != nil {
					return err
				}
				png, err := pic.PNG()
				if err != nil {
					return working(err)
				}
				if err := writing(lab.WriteFile(*out, png)); err != nil {
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
