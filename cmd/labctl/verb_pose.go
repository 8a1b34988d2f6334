package main

import (
	"context"
	"flag"
	"fmt"
	"io"

	"donorlab/internal/lab"
)

func poseVerb() *verb {
	return &verb{
		name: "pose", args: "FILE [--clip NAME|INDEX --time T]", about: "every node's world matrix at a time", min: 1, max: 1,
		example: "labctl pose donor.glb --clip Fly --time 0.5 --json",
		notes:   "Without --clip: the rest pose. Matrices are column-major, to model space.",
		flags: func(fs *flag.FlagSet) func(context.Context, *env, []string) error {
			clip := fs.String("clip", "", "the clip, by `NAME|INDEX`")
			at := fs.Float64("time", 0, "`seconds` into the clip")
			return func(ctx context.Context, e *env, args []string) error {
				m, err := lab.Load(ctx, args[0], e.report())
				if err != nil {
					return err
				}
				e.warnings(m.Warnings)
				c := lab.ClipRef{Kind: lab.ClipRest}
				if isSet(fs, "clip") {
					if c, err = lab.FindClip(m, *clip); err != nil {
						return err
					}
				} else if isSet(fs, "time") {
					return badUse("pose", "--time needs --clip")
				}
				if err := finite("pose", "time", *at); err != nil {
					return err
				}
				r, err := lab.Pose(m, c, *at)
				if err != nil {
					return err
				}
				return e.result(r, func(w io.Writer) {
					for _, n := range r.Nodes {
						fmt.Fprintf(w, "%d %s\n  %v\n", n.Index, n.Name, n.World)
					}
				})
			}
		},
	}
}
