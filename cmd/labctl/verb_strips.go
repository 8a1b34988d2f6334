package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"

	"donorlab/internal/lab"
	"donorlab/internal/picfile"
	"donorlab/internal/scene"
)

// walkFlags are the flags of strips and video.
type walkFlags struct {
	verb                                string
	fs                                  *flag.FlagSet
	out, size, ground, png, bones, dial *string
	msaa, workers                       *int
	sets                                []string
}

// walkNotes explain them in --help.
const walkNotes = "No clips are needed: a body with hips and two legs walks by its preferences, at a fixed step, with its springs. Another model stays in its bind pose.\n" +
	"--set KEY=VALUE sets one preference, as locomotionWalkSpeed=1.4; client.anim. may stand before the key, and client.render.msaa=1 asks for 4 samples.\n" +
	"--dials FILE reads many from a locomotion.txt. The grounds are flat, and slope, which rises 10 degrees.\n" +
	"Footprints are blue where the left foot was put down and orange for the right. docs/walk.md explains the CSV.\n"

func newWalkFlags(verb string, fs *flag.FlagSet, size, msaa string) *walkFlags {
	n, _ := strconv.Atoi(msaa)
	w := &walkFlags{verb: verb, fs: fs,
		out:     fs.String("out", "", "all goes into this `DIR`"),
		size:    fs.String("size", size, "`WIDTHxHEIGHT` of a picture in pixels"),
		ground:  fs.String("map", "flat", "what is walked on: `flat|slope`"),
		png:     fs.String("png", "fast", "how PNGs are compressed: `fast|small|default`"),
		bones:   fs.String("bones", "", "bones set by hand, in this `FILE`; else the .bones.json beside the model"),
		dial:    fs.String("dials", "", "preferences from this `FILE`, a locomotion.txt"),
		msaa:    fs.Int("msaa", n, "samples a pixel: 1 or 4"),
		workers: fs.Int("workers", 0, "pictures under way at a time, at most 64; 0 is one a processor"),
	}
	fs.StringVar(w.out, "o", "", "the same as --out")
	fs.Func("set", "`KEY=VALUE` of a preference; may be given again", func(s string) error {
		w.sets = append(w.sets, s)
		return nil
	})
	return w
}

// options reads the flags. The model's and the dial file's names must have been
// told to e.guard.
func (w *walkFlags) options() (o lab.WalkShots, err error) {
	if *w.out == "" {
		return o, badUse(w.verb, "--out DIR is missing: say where the pictures go")
	}
	if toStdout(*w.out) {
		return o, badUse(w.verb, "--out is a folder: there are many files")
	}
	o = lab.WalkShots{Ground: *w.ground, MSAA: *w.msaa, Workers: *w.workers, Saved: *w.bones}
	if o.MSAA != 1 && o.MSAA != 4 {
		return o, badUse(w.verb, "--msaa is 1 or 4")
	}
	if o.Width, o.Height, err = parseSize(w.verb, *w.size); err != nil {
		return o, err
	}
	if o.Format, err = picfile.ParsePNG(*w.png); err != nil {
		return o, err
	}
	var text strings.Builder
	for _, s := range w.sets {
		key, val, ok := strings.Cut(s, "=")
		if !ok {
			return o, badUse(w.verb, "--set is KEY=VALUE, such as locomotionWalkSpeed=1.4, not %q", s)
		}
		key, val = strings.TrimSpace(key), strings.TrimSpace(val)
		if strings.EqualFold(key, "client.render.msaa") {
			switch val {
			case "0", "false", "off":
				o.MSAA = 1
			case "1", "true", "on", "4":
				o.MSAA = 4
			default:
				return o, badUse(w.verb, "client.render.msaa is 0 or 1, not %q", val)
			}
			continue
		}
		fmt.Fprintf(&text, "%s=%s\n", key, val)
	}
	o.Prefs, err = lab.WalkPreferences(*w.dial, text.String())
	return o, err
}

// model loads what walks.
func (w *walkFlags) model(ctx context.Context, e *env, file string) (*scene.Model, error) {
	e.guard.Model(file, false)
	if *w.bones != "" {
		e.guard.Input(*w.bones)
	}
	if *w.dial != "" {
		e.guard.Input(*w.dial)
	}
	e.guard.Output(*w.out, lab.KindFrames, "--out")
	if err := e.guard.Check(); err != nil {
		return nil, err
	}
	m, _, err := e.load(ctx, file)
	return m, err
}

// names reads a flag's list. A flag that is given must name something: an empty
// list is a slip, such as a variable of a script that is not set, and not all.
func (w *walkFlags) names(flag, list string) (out []string, err error) {
	for _, n := range strings.Split(list, ",") {
		if n = strings.TrimSpace(n); n != "" {
			out = append(out, n)
		}
	}
	if len(out) == 0 && isSet(w.fs, flag) {
		return nil, badUse(w.verb, "--%s names nothing; leave it out for all", flag)
	}
	return out, nil
}

func stripsVerb() *verb {
	return &verb{
		name: "strips", args: "FILE --out DIR [--strip NAMES] [--size 480x480] [--msaa 1|4] [--set KEY=VALUE ...] [--map flat|slope]",
		about: "a walker's motions as rows of pictures and CSV, with foot skate", min: 1, max: 1,
		example: "labctl strips sample:walker --out strips\nlabctl strips robot.glb --out strips --strip 'walk_*,startStop' --set locomotionWalkSpeed=1.4",
		notes: "Strips: " + strings.Join(lab.StripNames(), ", ") + ".\nA name that ends in * stands for all that begin so.\n" +
			"Files: AVATAR_anim_STRIP_NN.png, AVATAR_anim_STRIP.csv (a line a tick, 60 a second) and AVATAR_anim_sheet.png, all of them small.\n" + walkNotes,
		flags: func(fs *flag.FlagSet) func(context.Context, *env, []string) error {
			list := fs.String("strip", "", "`NAMES` of strips, with commas; without it all")
			noSheet := fs.Bool("no-sheet", false, "leave out the contact sheet")
			w := newWalkFlags("strips", fs, "480x480", "4")
			return func(ctx context.Context, e *env, args []string) error {
				o, err := w.options()
				if err != nil {
					return err
				}
				chosen, err := w.names("strip", *list)
				if err != nil {
					return err
				}
				m, err := w.model(ctx, e, args[0])
				if err != nil {
					return err
				}
				rep, err := lab.Strips(ctx, m, lab.StripsOptions{WalkShots: o, Dir: *w.out, Names: chosen, NoSheet: *noSheet}, e.report())
				if err != nil {
					return writing(err)
				}
				e.warnings(rep.Warnings)
				return e.result(rep, func(out io.Writer) {
					for i := range rep.Strips {
						s := &rep.Strips[i]
						fmt.Fprintf(out, "%-18s %2d pictures  worst skate %.4f mm  leg short by %.3f mm, %.3f mm in the air  %d footsteps, %d plants\n", s.Name, s.Frames, s.WorstSkateMm, s.WorstMissMm, s.WorstReachMm, s.Footsteps, s.Plants)
					}
				})
			}
		},
	}
}
