package main

import (
	"context"
	"flag"
	"fmt"
	"io"

	"donorlab/internal/lab"
)

func inspectVerb() *verb {
	return &verb{
		name: "inspect", args: "FILE...", about: "what is in a model", min: 1, max: -1,
		example: "labctl inspect heli.glb\nlabctl inspect --json *.glb",
		notes:   filesNotes,
		flags: func(fs *flag.FlagSet) func(context.Context, *env, []string) error {
			return func(ctx context.Context, e *env, files []string) error {
				return e.files(ctx, files, func(ctx context.Context, e *env, i int) error {
					m, err := lab.Load(ctx, files[i], nil)
					if err != nil {
						return err
					}
					e.warned = e.warned || len(m.Warnings) > 0
					r := lab.Inspect(m)
					return e.result(r, func(w io.Writer) { inspectText(w, &r) })
				})
			}
		},
	}
}

func inspectText(w io.Writer, r *lab.Inspection) {
	fmt.Fprintf(w, "%s\n", r.File)
	fmt.Fprintf(w, "  %d triangles, %d vertices, %d nodes, %d meshes, %d materials, %d images\n",
		r.Triangles, r.Vertices, r.Nodes, r.Meshes, r.Materials, r.Images)
	for i, s := range r.Skins {
		fmt.Fprintf(w, "  skin %d %s: %d joints\n", i, s.Name, s.Joints)
	}
	for i, a := range r.Animations {
		fmt.Fprintf(w, "  clip %d %q: %.3f s, %d channels\n", i, a.Name, a.Duration, a.Channels)
	}
	if b := r.Bounds; b != nil {
		fmt.Fprintf(w, "  from (%.3f, %.3f, %.3f) to (%.3f, %.3f, %.3f) m\n", b.Min[0], b.Min[1], b.Min[2], b.Max[0], b.Max[1], b.Max[2])
	}
	for _, p := range r.Warnings {
		fmt.Fprintf(w, "  %s: %s\n", p.Severity, problemText(&p))
	}
}
