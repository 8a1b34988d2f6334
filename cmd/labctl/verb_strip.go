package main

import (
	"context"
	"flag"
	"fmt"
	"io"

	"donorlab/internal/lab"
)

func stripVerb() *verb {
	return &verb{
		name: "strip", args: "FILE -o P.png [--times a,b,c] [--turntable N] [--columns N] [--size 480x270] [--clip C] [--donor D.glb] [--camera AZ,EL[,DIST]]",
		about: "a contact sheet: several times, several sides, or both", min: 1, max: 1,
		example: "labctl strip fox.glb -o run.png --clip Run\nlabctl strip heli.glb -o round.png --turntable 8\n" +
			"labctl strip heli_rigged.glb -o sheet.png --donor sample:donor --times 0,0.21,0.47 --turntable 3",
		notes: "Without --times and --turntable: eight times of the clip at which nothing that spins seems to stand still, or eight sides of a model that does not move.\n" +
			"With both, every side has a row of its own. --size is that of one picture. --turntable begins at the camera's azimuth, 0 where none is given.\n" + captureNotes,
		flags: func(fs *flag.FlagSet) func(context.Context, *env, []string) error {
			out := fs.String("o", "", "the sheet goes to this `FILE`; - is the standard output")
			times := fs.String("times", "", "`LIST` of seconds into the clip")
			turntable := fs.Int("turntable", 0, "from `N` sides")
			columns := fs.Int("columns", 0, "pictures in a row; 0 chooses")
			plain := fs.Bool("plain", false, "no captions")
			c := captureFlags("strip", fs, "480x270", "the clip, by `NAME|INDEX`; without it the first, or the rest pose for --turntable alone")
			return func(ctx context.Context, e *env, args []string) error {
				if err := output("strip", *out); err != nil {
					return err
				}
				o := lab.Strip{Turntable: *turntable, Columns: *columns, Plain: *plain}
				var err error
				if o.Shot, err = c.shot(); err != nil {
					return err
				}
				if isSet(fs, "times") {
					if o.Times, err = parseTimes("strip", *times); err != nil {
						return err
					}
				}
				if isSet(fs, "turntable") && *turntable < 1 {
					return badUse("strip", "--turntable is the number of sides, 1 or more")
				}
				if isSet(fs, "turntable") && !isSet(fs, "camera") {
					o.Camera.AzimuthDeg = 0
				}
				format, err := c.format("")
				if err != nil {
					return err
				}
				e.guard.Output(*out, lab.KindPicture, "-o")
				st, _, err := c.scene(ctx, e, args[0], isSet(fs, "turntable") && !isSet(fs, "times"))
				if err != nil {
					return err
				}
				pic, rep, err := st.Strip(ctx, o, e.report())
				if err != nil {
					return err
				}
				if err := e.picture(*out, pic, format); err != nil {
					return err
				}
				return e.result(rep, func(w io.Writer) {
					fmt.Fprintf(w, "%s: %d pictures in %d rows, %dx%d, pixels %s\n", *out, len(rep.Cells), rep.Rows, rep.Width, rep.Height, rep.PixelHash[:16])
				})
			}
		},
	}
}
