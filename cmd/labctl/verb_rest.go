package main

import (
	"context"
	"flag"
	"fmt"
	"io"

	"donorlab/internal/lab"
	"donorlab/internal/rig"
)

func restVerb() *verb {
	return &verb{
		name: "rest", args: "FILE", about: "the rest dump: local, world and bind of every bone", min: 1, max: 1,
		example: "labctl rest heli_rigged.glb",
		flags: func(fs *flag.FlagSet) func(context.Context, *env, []string) error {
			return func(ctx context.Context, e *env, args []string) error {
				m, err := lab.Load(ctx, args[0], e.report())
				if err != nil {
					return err
				}
				e.warnings(m.Warnings)
				r := rig.RestDump(m)
				if len(r.Bones) == 0 {
					return lab.NoSkeleton(m)
				}
				return e.result(r, func(w io.Writer) { io.WriteString(w, r.Text()) })
			}
		},
	}
}

func rebaseVerb() *verb {
	return &verb{
		name: "rebase", args: "FILE -o OUT.glb", about: "the rest rebase that a donor's clip needs", min: 1, max: 1,
		example: "labctl rebase heli_rigged.glb -o heli_rebased.glb --json",
		notes:   "Bones with bones below them lose their rest rotation, leaves keep their axle frames, and no vertex moves. Rebasing twice is rebasing once.",
		flags: func(fs *flag.FlagSet) func(context.Context, *env, []string) error {
			out := fs.String("o", "", "the rebased model goes to this `FILE`")
			return func(ctx context.Context, e *env, args []string) error {
				if err := output("rebase", *out); err != nil {
					return err
				}
				e.guard.Model(args[0], false)
				e.guard.Output(*out, lab.KindModel, "-o")
				if err := e.guard.Check(); err != nil {
					return err
				}
				m, _, err := e.load(ctx, args[0])
				if err != nil {
					return err
				}
				b, rep, err := lab.Rebase(m)
				if err != nil {
					return err
				}
				if err := writing(lab.WriteModel(*out, b)); err != nil {
					return err
				}
				e.judge(rep.Findings)
				return e.result(rep, func(w io.Writer) {
					if !rep.Changed {
						fmt.Fprintln(w, "the rests are as a donor's clip needs them already")
					} else {
						fmt.Fprintf(w, "rebased; no vertex moved by more than %.3g m\nbefore:\n%safter:\n%s", rep.MaxVertexMove, rep.Before.Text(), rep.After.Text())
					}
					e.findings(w, rep.Findings)
				})
			}
		},
	}
}
