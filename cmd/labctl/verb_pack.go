package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"path/filepath"

	"donorlab/internal/lab"
	"donorlab/internal/pack"
)

// entryExample is an X.entry.json with what most need. A test builds it.
const entryExample = `  {
    "version": 1,
    "resourceName": "Heli",
    "pawnDescription": "Era6_Common_Gunships_01",
    "modelFile": "heli.glb",
    "recipe": "heli.recipe.json",
    "useDonorClip": true
  }`

func packBuildVerb() *verb {
	return &verb{
		name: "pack build", args: "ENTRY.entry.json... -o DIR", about: "export a registry pack: a folder and a .zip", min: 1, max: -1,
		example: "labctl pack build heli.entry.json -o out/MyPack\nlabctl pack build *.entry.json -o out/MyPack --mod-id MyMod --json",
		notes: "Each entry names its model, and may name a recipe, a donor and a clip. Stations that are missing are run: probe, Generate rig, rebase, bake.\n\n" +
			"An entry is a JSON file; paths in it are relative to it. heli.entry.json:\n" + entryExample + "\n" +
			"The first four fields are needed; without useDonorClip a clip of the model's own is baked. labctl demo leaves an entry and its recipe in its folder, to begin with. docs/formats.md has all fields.",
		flags: func(fs *flag.FlagSet) func(context.Context, *env, []string) error {
			out := fs.String("o", "", "the pack goes to this `DIR`, and to DIR.zip")
			mod := fs.String("mod-id", "", "the pack's mod `ID`; the folder's name where it is not given")
			return func(ctx context.Context, e *env, args []string) error {
				if *out == "" {
					return badUse("pack build", "-o DIR is missing: say where the pack goes")
				}
				e.guard.Input(args...)
				e.guard.Output(*out, lab.KindPack, "-o")
				if err := e.guard.Check(); err != nil {
					return err
				}
				var items []pack.Item
				for _, a := range args {
					item, notes, err := lab.BuildEntry(ctx, a, &e.guard, e.report())
					e.warnings(notes)
					if err != nil {
						return err
					}
					items = append(items, item)
				}
				var p *pack.Pack
				if *mod != "" {
					p = pack.NewPack(*mod)
				}
				res, err := lab.ExportPack(ctx, p, items, *out)
				if err != nil {
					return writing(err)
				}
				e.warnings(res.Findings)
				return e.result(map[string]any{"dir": res.Dir, "zip": res.Zip, "files": res.Files, "zipSum": res.ZipSum}, func(w io.Writer) {
					for _, f := range res.Files {
						fmt.Fprintf(w, "%s %9d  %s\n", f.SHA256[:16], f.Bytes, f.Path)
					}
					fmt.Fprintf(w, "in %s and %s\n", res.Dir, filepath.Base(res.Zip))
				})
			}
		},
	}
}

func packValidateVerb() *verb {
	return &verb{
		name: "pack validate", args: "DIR|ZIP", about: "check a registry pack", min: 1, max: 1,
		example: "labctl pack validate out/MyPack\nlabctl pack validate out/MyPack.zip --json --strict",
		notes:   "Exit code 2 where there are errors, and 4 for warnings under --strict.",
		flags: func(fs *flag.FlagSet) func(context.Context, *env, []string) error {
			return func(ctx context.Context, e *env, args []string) error {
				r, err := lab.ValidatePack(ctx, args[0])
				if err != nil {
					return err
				}
				e.refused = len(r.Errors) > 0
				e.warned = e.warned || len(r.Warnings) > 0
				return e.result(r, func(w io.Writer) {
					for _, p := range r.Errors {
						fmt.Fprintln(w, "error:", problemText(&p))
					}
					for _, p := range r.Warnings {
						fmt.Fprintln(w, "warning:", problemText(&p))
					}
					fmt.Fprintf(w, "%s: %d models, %d files, %d errors, %d warnings\n", r.ModID, len(r.Models), len(r.Files), len(r.Errors), len(r.Warnings))
				})
			}
		},
	}
}
