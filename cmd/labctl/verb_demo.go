package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"path/filepath"

	"donorlab/internal/lab"
)

func demoVerb() *verb {
	return &verb{
		name: "demo", args: "[FILE] --out DIR", about: "the whole main job, with pictures and a report", min: 0, max: 1,
		example: "labctl demo --out demo\nlabctl demo heli.glb --out demo_heli",
		notes:   "Without FILE: the stealth helicopter that comes with the lab. DIR gets pack/, pack.zip, pictures/, report.md, report.json, and X.entry.json with X.recipe.json, from which pack build makes the pack.",
		flags: func(fs *flag.FlagSet) func(context.Context, *env, []string) error {
			out := fs.String("out", "", "everything goes into this `DIR`")
			fs.StringVar(out, "o", "", "the same as --out")
			size := fs.String("size", "1280x720", "`WIDTHxHEIGHT` of the pictures in pixels")
			return func(ctx context.Context, e *env, args []string) error {
				if *out == "" {
					return badUse("demo", "--out DIR is missing: say where the results go")
				}
				ref := lab.SampleHelicopter
				if len(args) == 1 {
					ref = args[0]
				}
				w, h, err := parseSize("demo", *size)
				if err != nil {
					return err
				}
				r, err := lab.Demo(ctx, ref, *out, lab.DemoOptions{Width: w, Height: h}, e.report())
				if err != nil {
					return writing(err)
				}
				e.judge(r.Findings)
				return e.result(r, func(w io.Writer) {
					for _, h := range r.Hubs {
						fmt.Fprintf(w, "%s: %d blades, radius %.2f m\n", h.Kind, h.Blades, h.Radius)
					}
					e.findings(w, r.Findings)
					fmt.Fprintf(w, "the donor contract: %s\n", r.Contract)
					fmt.Fprintf(w, "pack      %s and %s\npictures  %d in %s\nentry     %s\nreport    %s\n", r.Pack, r.Zip, len(r.Pictures), filepath.Join(*out, "pictures"), r.Entry, r.Report)
				})
			}
		},
	}
}
