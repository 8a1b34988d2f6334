package main

import (
	"context"
	"flag"
	"fmt"
	"io"

	"donorlab/internal/clip"
	"donorlab/internal/lab"
	"donorlab/internal/rig"
)

func decodeVerb() *verb {
	return &verb{
		name: "decode", args: "FILE [--clip C]", about: "what each channel of a clip does", min: 1, max: 1,
		example: "labctl decode sample:donor\nlabctl decode donor.glb --clip Fly --json",
		flags: func(fs *flag.FlagSet) func(context.Context, *env, []string) error {
			name := fs.String("clip", "", "the clip, by `NAME|INDEX`; the first where it is not given")
			return func(ctx context.Context, e *env, args []string) error {
				d, err := lab.LoadDonor(ctx, args[0], *name, e.report())
				if err != nil {
					return err
				}
				e.warnings(d.Model.Warnings)
				e.warnings(d.Clip.Problems)
				r := lab.Decode(d)
				return e.result(r, func(w io.Writer) {
					fmt.Fprintf(w, "clip %q of %s: %d frames at %g a second\n", r.Clip, r.Donor, r.Frames, r.FPS)
					for _, c := range r.Channels {
						fmt.Fprintf(w, "%2d %-16s %-11s", c.Index, c.Bone, c.Kind)
						if c.DegreesPerFrame != 0 {
							fmt.Fprintf(w, " about (%.3f, %.3f, %.3f), %.2f deg a frame", c.Axis[0], c.Axis[1], c.Axis[2], c.DegreesPerFrame)
						}
						fmt.Fprintln(w)
					}
				})
			}
		},
	}
}

func checkVerb() *verb {
	return &verb{
		name: "check", args: "FILE [--donor D.glb]", about: "the donor contract and the failure catalogue", min: 1, max: 1,
		example: "labctl check heli_rigged.glb --donor donor.glb\nlabctl check heli_rigged.glb --json",
		notes:   "FILE is a model with a skeleton. Without --donor the gunship that comes with the lab. The answer ok:false is no failure of the check: use --strict for exit code 4.",
		flags: func(fs *flag.FlagSet) func(context.Context, *env, []string) error {
			donor := fs.String("donor", lab.SampleDonor, "the donor's `FILE`")
			name := fs.String("clip", "", "the donor's clip, by `NAME|INDEX`")
			return func(ctx context.Context, e *env, args []string) error {
				m, err := lab.Load(ctx, args[0], e.report())
				if err != nil {
					return err
				}
				e.warnings(m.Warnings)
				d, err := lab.LoadDonor(ctx, *donor, *name, e.report())
				if err != nil {
					return err
				}
				r, err := lab.CheckModel(m, d)
				if err != nil {
					return err
				}
				e.judge(r.Findings)
				return e.result(r, func(w io.Writer) { checkText(w, e, &r) })
			}
		},
	}
}

func bakeVerb() *verb {
	return &verb{
		name: "bake", args: "FILE -o OUT.glb [--clip C] [--rate 30] [--donor D.glb]", about: "a clip sampled onto the rig", min: 1, max: 1,
		example: "labctl bake heli_rigged.glb -o heli_fly.glb --donor sample:donor\nlabctl bake walker.glb -o walker30.glb --clip Walk --rate 30",
		notes:   "With --donor its clip is worn channel by channel on the rebased rig, and --clip names the donor's clip. A model without clips of its own wears the gunship's.",
		flags: func(fs *flag.FlagSet) func(context.Context, *env, []string) error {
			out := fs.String("o", "", "the result goes to this `FILE`")
			name := fs.String("clip", "", "the clip, by `NAME|INDEX`; the first where it is not given")
			rate := fs.Float64("rate", 30, "samples a `second`")
			maxErr := fs.Float64("max-error", 0.1, "how far a vertex may be off, `mm`; negative keeps every key")
			donor := fs.String("donor", "", "wear the clip of this `FILE`")
			return func(ctx context.Context, e *env, args []string) error {
				if err := output("bake", *out); err != nil {
					return err
				}
				if !(*rate > 0) || *rate > 1000 {
					return badUse("bake", "--rate is a number of samples a second from above 0 to 1000")
				}
				if err := finite("bake", "max-error", *maxErr); err != nil {
					return err
				}
				e.guard.Model(args[0], false)
				e.guard.Donor(*donor)
				e.guard.Output(*out, lab.KindModel, "-o")
				if err := e.guard.Check(); err != nil {
					return err
				}
				m, _, err := e.load(ctx, args[0])
				if err != nil {
					return err
				}
				r, err := lab.OwnRig(m)
				if err != nil {
					return err
				}
				if *donor == "" && len(m.Animations) == 0 {
					*donor = lab.SampleDonor
				}
				var d *lab.Donor
				c := lab.ClipRef{}
				if *donor != "" {
					if d, err = e.donor(ctx, *donor, *name); err != nil {
						return err
					}
				} else if c, err = lab.FindClip(r.Rebased, *name); err != nil {
					return err
				}
				b, err := lab.Bake(ctx, r, c, d, clip.BakeOptions{Rate: *rate, MaxErrorMm: *maxErr})
				if err != nil {
					return err
				}
				if err := writing(lab.WriteModel(*out, b.Model)); err != nil {
					return err
				}
				e.judge(b.Findings)
				return e.result(b.Answer(), func(w io.Writer) {
					fmt.Fprintf(w, "%q: %d frames, %d keys, at most %.4f mm off\n", b.Clip, b.Report.Frames, b.Report.Keys, b.Report.MaxErrorMm)
					e.findings(w, b.Findings)
				})
			}
		},
	}
}

func checkText(w io.Writer, e *env, r *rig.ContractReport) {
	fmt.Fprintln(w, "channel  donor bone        drives            axis error")
	for _, b := range r.Bindings {
		drives, off := b.Bone, ""
		if b.BoneIndex < 0 {
			drives = "(nothing)"
		}
		if b.AxisErrorDeg != nil {
			off = fmt.Sprintf("%.3f deg", *b.AxisErrorDeg)
		}
		fmt.Fprintf(w, "%7d  %-16s  %-16s  %s\n", b.Channel, b.DonorBone, drives, off)
	}
	for _, c := range r.Clauses {
		mark := string(c.State)
		if c.State == rig.Broken {
			mark = "BROKEN"
		}
		fmt.Fprintf(w, "%-12s  %s\n", mark, c.Text)
	}
	e.findings(w, r.Findings)
	fmt.Fprintf(w, "the donor contract: %s\nok: %v\n", r.State, r.OK)
}
