package main

import (
	"context"
	"flag"
	"fmt"
	"io"

	"donorlab/internal/lab"
	"donorlab/internal/rig"
	"donorlab/internal/scene"
)

// marked are the flags that say what parts are to be found and marked by.
type marked struct {
	verb           string
	fs             *flag.FlagSet
	recipe, target *string
	strip          *bool
}

// markedNotes explains them in --help.
const markedNotes = "Roles come from shape first; names are a hint, and --strip-names ignores them all. " +
	"With --recipe the marks of that file lie over the guesses, found again by shape where the model is another one; a recipe beside the model is not read.\n" +
	"--target donor keeps guns, turrets and wheels on the body, since the donor's clip drives bones by index; general gives each role bones of its own; " +
	"auto is donor where there is a main rotor, else general. Without the flag the recipe decides, and without a recipe auto.\n"

func markedFlags(verb string, fs *flag.FlagSet) *marked {
	return &marked{verb: verb, fs: fs,
		recipe: fs.String("recipe", "", "marks, orientation, hubs and settings from this `FILE`; none means the guesses"),
		target: fs.String("target", "", "what the rig is for: `donor|general|auto`"),
		strip:  fs.Bool("strip-names", false, "ignore all names and extras when guessing"),
	}
}

// check refuses a target that there is not, before anything is read.
func (f *marked) check() error {
	switch *f.target {
	case "", "auto", "donor", "general":
		return nil
	}
	return badUse(f.verb, "--target is donor, general or auto, not %q", *f.target)
}

// load loads a model and its recipe, and finds the parts.
func (f *marked) load(ctx context.Context, e *env, file string) (*scene.Model, *rig.Parts, *rig.Recipe, error) {
	m, _, err := e.load(ctx, file)
	if err != nil {
		return nil, nil, nil, err
	}
	r := rig.NewRecipe()
	if *f.recipe != "" {
		var notes []scene.Problem
		r, notes, err = lab.LoadRecipe(*f.recipe)
		e.warnings(notes)
		if err != nil {
			return nil, nil, nil, err
		}
	}
	want := *f.target
	if want == "" && *f.recipe == "" {
		want = "auto"
	}
	var p *rig.Parts
	switch want {
	case "auto":
		p, r, err = lab.ProbeAuto(ctx, m, r, *f.strip, e.report())
	case "donor":
		r.Target = rig.DonorGunship
	case "general":
		r.Target = rig.General
	}
	if p == nil && err == nil {
		p, err = lab.Probe(ctx, m, r, *f.strip, e.report())
	}
	return m, p, r, err
}

func probeVerb() *verb {
	return &verb{
		name: "probe", args: "FILE... [--strip-names] [--recipe R] [--target donor|general|auto]", about: "parts and guessed roles", min: 1, max: -1,
		example: "labctl probe heli.glb --json\nlabctl probe car.glb --strip-names --target general\nlabctl probe --json models/*.glb",
		notes:   markedNotes + filesNotes,
		flags: func(fs *flag.FlagSet) func(context.Context, *env, []string) error {
			f := markedFlags("probe", fs)
			return func(ctx context.Context, e *env, files []string) error {
				if err := f.check(); err != nil {
					return err
				}
				return e.files(ctx, files, func(ctx context.Context, e *env, i int) error {
					_, p, _, err := f.load(ctx, e, files[i])
					if err != nil {
						return err
					}
					e.judge(p.Findings)
					rep := lab.ReportParts(p)
					rep.File = files[i]
					return e.result(rep, func(w io.Writer) {
						if len(files) > 1 {
							fmt.Fprintf(w, "%s\n", files[i])
						}
						partsText(w, e, p)
					})
				})
			}
		},
	}
}

func partsText(w io.Writer, e *env, p *rig.Parts) {
	for i := range p.Parts {
		q := &p.Parts[i]
		by := fmt.Sprintf("%3.0f %%", q.Confidence*100)
		if q.ByHand {
			by = "by hand"
		}
		fmt.Fprintf(w, "%3d %-24s %6d v  %-11s %-7s %s\n", q.Index, q.Name, q.Vertices, q.Role, by, q.Reason)
	}
	for _, h := range p.Hubs {
		fmt.Fprintf(w, "%s: %d blades, radius %.3f m, centre (%.3f, %.3f, %.3f), axle (%.4f, %.4f, %.4f)\n", h.Kind, h.Blades, h.Radius,
			h.Center[0], h.Center[1], h.Center[2], h.Axle[0], h.Axle[1], h.Axle[2])
	}
	fmt.Fprintf(w, "for the target %s\n", p.Target)
	e.findings(w, p.Findings)
}

func verifyVerb() *verb {
	return &verb{
		name: "verify", args: "FILE... [--recipe R] [--target donor|general|auto]", about: "what is doubtful in the marks", min: 1, max: -1,
		example: "labctl verify heli.glb --recipe heli.recipe.json\nlabctl verify --json --strict models/*.glb",
		notes:   markedNotes + filesNotes,
		flags: func(fs *flag.FlagSet) func(context.Context, *env, []string) error {
			f := markedFlags("verify", fs)
			return func(ctx context.Context, e *env, files []string) error {
				if err := f.check(); err != nil {
					return err
				}
				return e.files(ctx, files, func(ctx context.Context, e *env, i int) error {
					_, p, _, err := f.load(ctx, e, files[i])
					if err != nil {
						return err
					}
					list := lab.Verify(p)
					e.judge(list)
					answer := map[string]any{"file": files[i], "target": p.Target, "findings": list}
					return e.result(answer, func(w io.Writer) {
						if len(files) > 1 {
							fmt.Fprintf(w, "%s\n", files[i])
						}
						if len(list) == 0 {
							fmt.Fprintln(w, "nothing is doubtful")
						}
						e.findings(w, list)
					})
				})
			}
		},
	}
}

// rigFlags are the flags of rig.
type rigFlags struct {
	*marked
	out, outDir, save, donor, order *string
}

func rigVerb() *verb {
	return &verb{
		name: "rig", args: "FILE... [-o OUT.glb | --out-dir DIR] [--recipe R] [--save-recipe R] [--target donor|general|auto] [--donor D.glb]",
		about: "Generate rig", min: 1, max: -1,
		example: "labctl rig heli.glb -o heli_rigged.glb\nlabctl rig heli.glb -o out.glb --recipe heli.recipe.json --json\n" +
			"labctl rig --recipe trucks.recipe.json --out-dir rigged --json trucks/*.glb",
		notes: "Without -o a model's rig goes to <model>_Spin.glb in DIR, which is made where it is not there, or beside the model. No model is ever replaced.\n" +
			markedNotes + "With --donor the result is also checked against that donor's channels.\n" + filesNotes,
		flags: func(fs *flag.FlagSet) func(context.Context, *env, []string) error {
			f := &rigFlags{marked: markedFlags("rig", fs),
				out:    fs.String("o", "", "the rigged model goes to this `FILE`"),
				outDir: fs.String("out-dir", "", "the rigged models go into this `DIR`, as <model>_Spin.glb"),
				save:   fs.String("save-recipe", "", "save the recipe that was used to this `FILE`"),
				donor:  fs.String("donor", "", "check the rig against the clip of this `FILE`"),
				order:  fs.String("bone-order", "donor", "`donor|name`: name sorts sibling bones by name, as some exporters do"),
			}
			return f.run
		},
	}
}

// check refuses flags that contradict each other.
func (f *rigFlags) check(files []string) error {
	if err := f.marked.check(); err != nil {
		return err
	}
	if *f.order != "donor" && *f.order != "name" {
		return badUse("rig", "--bone-order is donor or name, not %q", *f.order)
	}
	if *f.out != "" && *f.outDir != "" {
		return badUse("rig", "-o and --out-dir both say where the result goes: give one of them")
	}
	if len(files) > 1 && *f.out != "" {
		return badUse("rig", "-o names one file, but there are %d models: give --out-dir DIR", len(files))
	}
	if len(files) > 1 && *f.save != "" {
		return badUse("rig", "--save-recipe names one file, but there are %d models", len(files))
	}
	for _, file := range files {
		if *f.out == "" && lab.SpinPath(file, *f.outDir) == "" {
			return badUse("rig", "%s has no folder of its own: say where the result goes with -o FILE or --out-dir DIR", file)
		}
	}
	return nil
}

func (f *rigFlags) run(ctx context.Context, e *env, files []string) error {
	if err := f.check(files); err != nil {
		return err
	}
	for _, file := range files {
		e.guard.Model(file, false)
	}
	e.guard.Input(*f.recipe)
	e.guard.Donor(*f.donor)
	outs, errs := []string{*f.out}, []error{nil}
	if *f.out == "" {
		outs, errs = lab.SpinPaths(files, *f.outDir)
	}
	if *f.outDir != "" {
		if err := lab.MakeFolder(*f.outDir); err != nil {
			return writing(err)
		}
	}
	return e.files(ctx, files, func(ctx context.Context, e *env, i int) error {
		if errs[i] != nil {
			return errs[i]
		}
		return f.one(ctx, e, files[i], outs[i], len(files) > 1)
	})
}

// one rigs one model.
func (f *rigFlags) one(ctx context.Context, e *env, file, out string, several bool) error {
	e.guard.Output(out, lab.KindModel, "-o")
	e.guard.Output(*f.save, lab.KindRecipe, "--save-recipe")
	if err := e.guard.Check(); err != nil {
		return err
	}
	m, parts, r, err := f.load(ctx, e, file)
	if err != nil {
		return err
	}
	var d *lab.Donor
	if *f.donor != "" {
		if d, err = e.donor(ctx, *f.donor, ""); err != nil {
			return err
		}
	}
	g, err := lab.GenerateRigBy(ctx, m, parts, r, rig.GenerateOptions{SortByName: *f.order == "name"}, e.report())
	if err != nil {
		return err
	}
	rep := lab.ReportRig(g.Rig)
	rep.File, rep.Out, rep.Target = file, out, r.Target
	if d != nil {
		rep.Findings = lab.WithContract(rep.Findings, lab.Check(g, d).Findings)
	}
	if *f.save != "" {
		if err := writing(lab.SaveRecipe(*f.save, file, lab.RecipeOf(parts, r))); err != nil {
			return err
		}
	}
	if err := writing(lab.WriteRig(out, g, m)); err != nil {
		return err
	}
	e.judge(rep.Findings)
	return e.result(rep, func(w io.Writer) {
		if several {
			fmt.Fprintf(w, "%s\n", file)
		}
		for _, b := range rep.Bones {
			what := fmt.Sprintf("%s, %d parts", b.Role, len(b.Parts))
			switch len(b.Parts) {
			case 0:
				what = "carries others"
			case 1:
				what = b.Role.String() + ", 1 part"
			}
			fmt.Fprintf(w, "bone %d %-12s parent %2d  %s\n", b.Index, b.Name, b.Parent, what)
		}
		fmt.Fprintf(w, "%d triangles in %s\n", rep.Triangles, out)
		e.findings(w, rep.Findings)
	})
}
