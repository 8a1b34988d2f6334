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

// loadForRig loads a model and, where one is named, its recipe. Without one the
// guesses count: a recipe beside the model is not read, so that a script's
// result does not depend on what else lies there.
func loadForRig(ctx context.Context, e *env, file, recipe string) (*scene.Model, *rig.Recipe, error) {
	m, _, err := e.load(ctx, file)
	if err != nil {
		return nil, nil, err
	}
	if recipe == "" {
		return m, rig.NewRecipe(), nil
	}
	r, notes, err := lab.LoadRecipe(recipe)
	e.warnings(notes)
	return m, r, err
}

func probeVerb() *verb {
	return &verb{
		name: "probe", args: "FILE [--strip-names] [--recipe R]", about: "parts and guessed roles", min: 1, max: 1,
		example: "labctl probe heli.glb --json\nlabctl probe heli.glb --strip-names",
		notes:   "Roles come from shape first; names are a hint. --strip-names ignores all names and extras.",
		flags: func(fs *flag.FlagSet) func(context.Context, *env, []string) error {
			strip := fs.Bool("strip-names", false, "ignore all names and extras")
			recipe := fs.String("recipe", "", "marks and orientation from this `FILE`")
			return func(ctx context.Context, e *env, args []string) error {
				m, r, err := loadForRig(ctx, e, args[0], *recipe)
				if err != nil {
					return err
				}
				p, err := lab.Probe(ctx, m, r, *strip, e.report())
				if err != nil {
					return err
				}
				e.judge(p.Findings)
				return e.result(lab.ReportParts(p), func(w io.Writer) { partsText(w, e, p) })
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
	e.findings(w, p.Findings)
}

func verifyVerb() *verb {
	return &verb{
		name: "verify", args: "FILE [--recipe R]", about: "what is doubtful in the marks", min: 1, max: 1,
		example: "labctl verify heli.glb --recipe heli.recipe.json",
		flags: func(fs *flag.FlagSet) func(context.Context, *env, []string) error {
			recipe := fs.String("recipe", "", "marks and orientation from this `FILE`; none means the guesses")
			return func(ctx context.Context, e *env, args []string) error {
				m, r, err := loadForRig(ctx, e, args[0], *recipe)
				if err != nil {
					return err
				}
				p, err := lab.Probe(ctx, m, r, false, e.report())
				if err != nil {
					return err
				}
				list := lab.Verify(p)
				e.judge(list)
				return e.result(map[string]any{"findings": list}, func(w io.Writer) {
					if len(list) == 0 {
						fmt.Fprintln(w, "nothing is doubtful")
					}
					e.findings(w, list)
				})
			}
		},
	}
}

func rigVerb() *verb {
	return &verb{
		name: "rig", args: "FILE -o OUT.glb [--recipe R] [--save-recipe R] [--donor D.glb]", about: "Generate rig", min: 1, max: 1,
		example: "labctl rig heli.glb -o heli_rigged.glb\nlabctl rig heli.glb -o out.glb --recipe heli.recipe.json --json",
		notes:   "With --recipe the marks of that file, else the guesses. With --donor the result is also checked against that donor's channels.",
		flags: func(fs *flag.FlagSet) func(context.Context, *env, []string) error {
			out := fs.String("o", "", "the rigged model goes to this `FILE`")
			recipe := fs.String("recipe", "", "marks, orientation and hubs from this `FILE`")
			save := fs.String("save-recipe", "", "save the recipe that was used to this `FILE`")
			donor := fs.String("donor", "", "check the rig against the clip of this `FILE`")
			strip := fs.Bool("strip-names", false, "ignore all names and extras when guessing")
			order := fs.String("bone-order", "donor", "`donor|name`: name sorts sibling bones by name, as some exporters do")
			return func(ctx context.Context, e *env, args []string) error {
				if err := output("rig", *out); err != nil {
					return err
				}
				if *order != "donor" && *order != "name" {
					return badUse("rig", "--bone-order is donor or name, not %q", *order)
				}
				e.guard.Model(args[0], false)
				e.guard.Input(*recipe)
				e.guard.Donor(*donor)
				e.guard.Output(*out, lab.KindModel, "-o")
				e.guard.Output(*save, lab.KindRecipe, "--save-recipe")
				if err := e.guard.Check(); err != nil {
					return err
				}
				m, r, err := loadForRig(ctx, e, args[0], *recipe)
				if err != nil {
					return err
				}
				var d *lab.Donor
				if *donor != "" {
					if d, err = e.donor(ctx, *donor, ""); err != nil {
						return err
					}
				}
				parts, err := lab.Probe(ctx, m, r, *strip, e.report())
				if err != nil {
					return err
				}
				g, err := lab.GenerateRigBy(ctx, m, parts, r, rig.GenerateOptions{SortByName: *order == "name"}, e.report())
				if err != nil {
					return err
				}
				rep := lab.ReportRig(g.Rig)
				if d != nil {
					rep.Findings = append(rep.Findings, lab.Check(g, d).Findings...)
				}
				if *save != "" {
					if err := writing(lab.SaveRecipe(*save, args[0], lab.RecipeOf(parts, r))); err != nil {
						return err
					}
				}
				if err := writing(lab.WriteModel(*out, g.Model)); err != nil {
					return err
				}
				e.judge(rep.Findings)
				return e.result(rep, func(w io.Writer) {
					for _, b := range rep.Bones {
						fmt.Fprintf(w, "bone %d %-12s parent %2d  %s, %d parts\n", b.Index, b.Name, b.Parent, b.Role, len(b.Parts))
					}
					fmt.Fprintf(w, "%d triangles in %s\n", rep.Triangles, *out)
					e.findings(w, rep.Findings)
				})
			}
		},
	}
}
