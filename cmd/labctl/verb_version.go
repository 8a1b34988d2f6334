package main

import (
	"context"
	"flag"
	"fmt"
	"io"

	"donorlab/internal/lab"
)

func versionVerb() *verb {
	return &verb{
		name: "version", args: "", about: "version, Go, platform", min: 0, max: 0,
		example: "labctl version --json",
		flags: func(fs *flag.FlagSet) func(context.Context, *env, []string) error {
			return func(ctx context.Context, e *env, args []string) error {
				v := lab.Version()
				return e.result(v, func(w io.Writer) {
					fmt.Fprintf(w, "labctl %s, %s, %s\n", v.Version, v.Go, v.Platform)
				})
			}
		},
	}
}
