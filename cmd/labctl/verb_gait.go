package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"donorlab/internal/gait/contacts"
	"donorlab/internal/lab"
	"donorlab/internal/rig/humanoid"
	"donorlab/internal/scene"
)

func gaitVerb() *verb {
	return &verb{
		name: "gait", args: "FILE --clip C [--lock -o OUT.glb] | --bake SPEED[,DEG] -o OUT.glb", about: "contacts, cadence, stride and foot skate of a clip; foot lock; the made walk as a clip", min: 1, max: 1,
		example: "labctl gait walker.glb --clip Walk\nlabctl gait walker.glb --clip Walk --lock -o steady.glb --max-move 30\nlabctl gait walker.glb --bake 1.6,90 -o sidestep.glb --root-motion",
		notes: "Feet are the mapped body's, or else the ends of the lowest chains. A clip in place is judged on ground that moves at one speed, that of the feet while\n" +
			"they are down. A contact that runs over the end of a loop ends past the clip's duration. --lock writes the model with one more clip, in which a\n" +
			"foot is held to the ground while it is down; no joint moves further than --max-move. --bake writes the model with one stride of the built-in walk as one more clip.",
		flags: func(fs *flag.FlagSet) func(context.Context, *env, []string) error {
			name := fs.String("clip", "", "the clip, by `NAME|INDEX`; the first where it is not given")
			lock := fs.Bool("lock", false, "mend the skate")
			out := fs.String("o", "", "the model with the mended clip goes to this `FILE`")
			move := fs.Float64("max-move", 0, "how far the lock may move a joint, `mm`; 0 is a twelfth of the leg, negative no limit")
			as := fs.String("name", "", "the mended clip's `NAME`")
			bake := fs.String("bake", "", "the built-in walk at `SPEED[,DEG]`: m/s, and degrees to the left of ahead")
			root := fs.Bool("root-motion", false, "the baked walk gets along; else it stays in place")
			maxErr := fs.Float64("max-error", .5, "how far a joint or vertex of the baked walk may be off, `mm`; negative keeps every key")
			bones := fs.String("bones", "", "bones set by hand, in this `FILE`; else the .bones.json beside the model")
			return func(ctx context.Context, e *env, args []string) error {
				writes := *lock || *bake != ""
				switch {
				case *lock && *bake != "":
					return badUse("gait", "--lock and --bake make two clips: ask for one at a time")
				case writes:
					if err := output("gait", *out); err != nil {
						return err
					}
				case isSet(fs, "o") || isSet(fs, "max-move") || isSet(fs, "name") || *root || isSet(fs, "max-error"):
					return badUse("gait", "-o and --name need --lock or --bake, --max-move needs --lock, --root-motion and --max-error need --bake")
				}
				if err := finite("gait", "max-move", *move); err != nil {
					return err
				}
				if err := finite("gait", "max-error", *maxErr); err != nil {
					return err
				}
				walk := lab.WalkOptions{RootMotion: *root, MaxErrorMm: *maxErr, Name: *as}
				if *bake != "" {
					speed, toward, has := strings.Cut(*bake, ",")
					var err1, err2 error
					walk.Speed, err1 = strconv.ParseFloat(strings.TrimSpace(speed), 64)
					if has {
						walk.TowardDeg, err2 = strconv.ParseFloat(strings.TrimSpace(toward), 64)
					}
					if err1 != nil || err2 != nil {
						return badUse("gait", "--bake is SPEED or SPEED,DEG: m/s and degrees, such as 1.6,90; not %q", *bake)
					}
				}
				e.guard.Model(args[0], false)
				if *bones != "" {
					e.guard.Input(*bones)
				}
				if writes {
					e.guard.Output(*out, lab.KindModel, "-o")
				}
				if err := e.guard.Check(); err != nil {
					return err
				}
				m, _, err := e.load(ctx, args[0])
				if err != nil {
					return err
				}
				b, err := lab.FindBones(m, *bones)
				if err != nil {
					return err
				}
				if *bake != "" {
					walked, a, err := lab.BakeWalk(ctx, m, b, walk)
					if err != nil {
						return err
					}
					if err := writing(lab.WriteModel(*out, walked)); err != nil {
						return err
					}
					e.warnings(append(a.Warnings, b.Problems...))
					return e.result(a, func(w io.Writer) {
						fmt.Fprintf(w, "%q: one stride of %.3f m in %.3f s, %d keys, joints at most %.3f mm off\n", a.Clip, a.Stride, a.Duration, a.Keys, a.JointErrorMm)
					})
				}
				c, err := lab.FindClip(m, *name)
				if err != nil {
					return err
				}
				if !*lock {
					a, err := lab.Gait(ctx, m, c, b)
					if err != nil {
						return err
					}
					e.warnings(a.Warnings)
					return e.result(a, func(w io.Writer) { gaitText(w, a) })
				}
				locked, a, err := lab.FootLock(ctx, m, c, b, contacts.LockOptions{Name: *as, MaxMoveMm: *move})
				if err != nil {
					return err
				}
				if err := writing(lab.WriteModel(*out, locked)); err != nil {
					return err
				}
				e.warnings(a.Warnings)
				return e.result(a, func(w io.Writer) { gaitText(w, a) })
			}
		},
	}
}

func gaitText(w io.Writer, a *lab.GaitAnswer) {
	where := "gets along by itself"
	if a.InPlace {
		where = "walks in place"
	} else if a.Speed == 0 {
		where = "stays where it is"
	}
	fmt.Fprintf(w, "%q: %.3f s, %s, %.3f m/s over the ground\n", a.Clip, a.Duration, where, a.Speed)
	if a.Cadence > 0 {
		fmt.Fprintf(w, "cadence %.3f strides/s, stride %.3f m, down %.0f %% of the time, skate %.2f mm at worst\n", a.Cadence, a.Stride, a.DutyFactor*100, a.SkateMm)
	} else {
		fmt.Fprintf(w, "no foot is put down twice; down %.0f %% of the time, skate %.2f mm at worst\n", a.DutyFactor*100, a.SkateMm)
	}
	for _, f := range a.Feet {
		fmt.Fprintf(w, "  %s (node %d): down %.0f %%, skate %.2f mm", f.Name, f.Node, f.DutyFactor*100, f.SkateMm)
		for _, c := range f.Contacts {
			fmt.Fprintf(w, "  %.3f-%.3f s", c.From, c.To)
		}
		fmt.Fprintln(w)
	}
	if l := a.Lock; l != nil {
		fmt.Fprintf(w, "locked as %q: skate %.2f -> %.2f mm, no joint moved by more than %.2f mm, %d keys\n", a.NewClip, l.Before, l.After, l.MaxMoveMm, l.Keys)
	}
}

func bonesVerb() *verb {
	return &verb{
		name: "bones", args: "FILE [--set SLOT=NODE ... --save]", about: "which node is which bone of a body, and why", min: 1, max: 1,
		example: "labctl bones walker.glb\nlabctl bones walker.glb --set leftFoot=Foot_L --set leftToes=none --save",
		notes: "Found by names, or by the skeleton's shape where names say nothing; left and right are measured. --set gives a slot to a node, by its name or number,\n" +
			"or to none; --save keeps that in the .bones.json beside the model, which every verb that walks the model reads.",
		flags: func(flags *flag.FlagSet) func(context.Context, *env, []string) error {
			var sets []string
			flags.Func("set", "`SLOT=NODE`: the node of a slot, by name or number, or none; may be given again", func(s string) error {
				sets = append(sets, s)
				return nil
			})
			save := flags.Bool("save", false, "keep what is set by hand")
			strip := flags.Bool("strip-names", false, "ignore all names")
			file := flags.String("bones", "", "bones set by hand, in this `FILE`; else the .bones.json beside the model")
			return func(ctx context.Context, e *env, args []string) error {
				m, err := lab.Load(ctx, args[0], e.report())
				if err != nil {
					return err
				}
				e.warnings(m.Warnings)
				if *save && *file == "" && lab.IsSample(args[0]) {
					return badUse("bones", "--save needs a file beside which to save, or --bones FILE")
				}
				load := *file
				if *save && load != "" { // it may be new
					if _, err := os.Stat(load); errors.Is(err, fs.ErrNotExist) {
						load = ""
					}
				}
				b, err := lab.FindBones(m, load)
				if err != nil {
					return err
				}
				for _, s := range sets {
					slot, node, err := boneSet(m, s)
					if err != nil {
						return err
					}
					if b, err = b.SetBone(m, slot, node); err != nil {
						return err
					}
				}
				if *save {
					path := *file
					if path == "" {
						path = humanoid.SavedPath(args[0])
					}
					if err := writing(b.Write(path)); err != nil {
						return err
					}
				}
				if *strip {
					bare := *m
					bare.Nodes = append([]scene.Node(nil), m.Nodes...)
					for i := range bare.Nodes {
						bare.Nodes[i].Name = ""
					}
					over, _ := b.Saved.Resolve(m)
					b.Map, b.Problems = humanoid.Find(&bare, humanoid.MainSkin(m), over)
				}
				a := b.Answer(m)
				e.warnings(a.Warnings)
				return e.result(a, func(w io.Writer) { bonesText(w, &a) })
			}
		},
	}
}

// boneSet reads SLOT=NODE.
func boneSet(m *scene.Model, s string) (humanoid.Slot, int, error) {
	key, val, ok := strings.Cut(s, "=")
	slot, known := humanoid.ParseSlot(strings.TrimSpace(key))
	if !ok || !known {
		return 0, 0, badUse("bones", "--set is SLOT=NODE, such as leftFoot=Foot_L, with a slot as labctl bones lists them; not %q", s)
	}
	val = strings.TrimSpace(val)
	if val == "none" || val == "-1" {
		return slot, -1, nil
	}
	found := -1
	for i := range m.Nodes {
		if m.Nodes[i].Name == val {
			if found >= 0 {
				return 0, 0, badUse("bones", "more than one node is called %q: give its number", val)
			}
			found = i
		}
	}
	if n, err := strconv.Atoi(val); found < 0 && err == nil && n >= 0 && n < len(m.Nodes) {
		found = n
	}
	if found < 0 {
		return 0, 0, badUse("bones", "the model has no node %q", val)
	}
	return slot, found, nil
}

func bonesText(w io.Writer, a *lab.BonesAnswer) {
	if a.Walkable {
		fmt.Fprintf(w, "can walk: legs of %.3f m, hip joints %.3f m over the ground; faces %.3g by %s\n", a.LegLength, a.HipHeight, a.Forward, a.Facing)
	} else {
		fmt.Fprintf(w, "cannot walk: %s\n", a.Why)
	}
	for _, b := range a.Bones {
		if b.Node < 0 {
			fmt.Fprintf(w, "%-14s -      %s\n", b.Slot, b.Why)
			continue
		}
		loose := ""
		if b.Detached {
			loose = ", hangs elsewhere"
		}
		fmt.Fprintf(w, "%-14s %-6d %q by %s: %s%s\n", b.Slot, b.Node, b.Name, b.How, b.Why, loose)
	}
}
