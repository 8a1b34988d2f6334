package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"donorlab/internal/dials"
	"donorlab/internal/flight"
	"donorlab/internal/lab"
	"donorlab/internal/picfile"
)

const flyNotes = "What is left out is the shipped sample: the map plains with its orders, the stealth helicopter with its flight character.\n" +
	"--map and --orders take a file or plains, cliffs, islands; with a shipped map come its orders. Formats and the CSV's columns: docs/flight.md.\n" +
	"--dials reads the game's dial files (docs/dials.md): a live value goes before the entry's, or, for turn ease with --model-first, after it.\n" +
	"minClearance is the least height over what lay below; worst is the largest shortfall below the skyline over a built tile, with the place; forecast says what would cure it.\n" +
	"--record keeps map, orders and settings in one file that labctl replay flies again, byte for byte.\n" + filmNotes

const filmNotes = "The camera trails the unit: AZ is degrees from its nose, EL from the horizon, DIST metres.\n" +
	"Frames go on where they were stopped, can be shared out with --shard i/n, and do not depend on it. --frames - --format raw writes raw R, G, B, A to the standard output.\n" +
	"--ghost flies a second unit on the same orders, tinted: snap turns at once, engine is the game alone.\n"

// filmFlags are the flags of the pictures of a flight.
type filmFlags struct {
	verb                                                                            string
	fs                                                                              *flag.FlagSet
	csv, frames, preview, previewSize, size, camera, shard, png, raw, ghost, target *string
	fps, from, to, orbit                                                            *float64
	msaa, workers                                                                   *int
	force, noPath                                                                   *bool
}

func newFilmFlags(verb string, fs *flag.FlagSet) *filmFlags {
	return &filmFlags{verb: verb, fs: fs,
		csv:         fs.String("csv", "", "one line for every step goes into this `FILE`"),
		frames:      fs.String("frames", "", "numbered pictures go into this `DIR`; - is the standard output"),
		preview:     fs.String("preview", "", "an animation that loops goes to this `FILE`: .gif or .apng"),
		previewSize: fs.String("preview-size", "", "`WIDTHxHEIGHT` of the preview; without it 480 pixels wide"),
		size:        fs.String("size", "1280x720", "`WIDTHxHEIGHT` in pixels"),
		camera:      fs.String("camera", "214,17,19", "`AZ,EL[,DIST]` from the unit's nose, degrees and metres"),
		shard:       fs.String("shard", "", "only part `i/n` of the frames"),
		png:         fs.String("png", "default", "how PNGs are compressed: `fast|small|default`"),
		raw:         fs.String("format", "png", "`png|raw`: raw is R, G, B, A by rows"),
		ghost:       fs.String("ghost", "", "a second unit beside: `snap|engine`"),
		target:      fs.String("target", "", "the camera stands still and looks at `X,Y` (right, forward) on the ground; AZ is then the world's"),
		fps:         fs.Float64("fps", 60, "frames a second"),
		from:        fs.Float64("from", 0, "`seconds` into the flight of the first picture; without it where the recording begins"),
		to:          fs.Float64("to", 0, "`seconds` into the flight; without it the flight's end"),
		orbit:       fs.Float64("orbit", 0, "`degrees` that the camera turns round the unit over the film"),
		msaa:        fs.Int("msaa", 4, "samples a pixel: 1 or 4"),
		workers:     fs.Int("workers", 0, "frames under way at a time, at most 64; 0 is one a processor"),
		force:       fs.Bool("force", false, "delete frames of another job in the folder"),
		noPath:      fs.Bool("no-path", false, "leave out the path ahead and the waypoints"),
	}
}

// pictures reports whether any are asked for.
func (f *filmFlags) pictures() bool { return *f.frames != "" || *f.preview != "" }

// outputs tells the guard what will be written, after a look at the flags.
func (f *filmFlags) outputs(e *env) error {
	if *f.preview != "" {
		if _, err := lab.PreviewKindOf(*f.preview); err != nil {
			return err
		}
	}
	if *f.raw != "png" && *f.raw != "raw" {
		return badUse(f.verb, "--format is png or raw, not %q", *f.raw)
	}
	if _, err := f.film(); err != nil {
		return err
	}
	if _, err := f.ghostKind(); err != nil {
		return err
	}
	if *f.target != "" {
		if _, _, err := parsePlace(f.verb, *f.target); err != nil {
			return err
		}
	}
	e.guard.Output(*f.csv, lab.KindFile, "--csv")
	e.guard.Output(*f.frames, lab.KindFrames, "--frames")
	e.guard.Output(*f.preview, lab.KindPreview, "--preview")
	return nil
}

func (f *filmFlags) ghostKind() (lab.Ghost, error) {
	switch *f.ghost {
	case "":
		return lab.GhostNone, nil
	case "snap":
		return lab.GhostSnap, nil
	case "engine":
		return lab.GhostEngine, nil
	}
	return lab.GhostNone, badUse(f.verb, "--ghost is snap or engine, not %q", *f.ghost)
}

// film reads what is to be filmed.
func (f *filmFlags) film() (film lab.Film, err error) {
	film = lab.Film{FPS: *f.fps, From: *f.from, OrbitDeg: *f.orbit}
	if isSet(f.fs, "to") {
		film.To = f.to
	}
	if err := finite(f.verb, "orbit", *f.orbit); err != nil {
		return film, err
	}
	if *f.shard != "" {
		if film.Shard, err = parseShard(f.verb, *f.shard); err != nil {
			return film, err
		}
	}
	film.MSAA, film.NoPath = *f.msaa, *f.noPath
	if film.Width, film.Height, err = parseSize(f.verb, *f.size); err != nil {
		return film, err
	}
	film.Camera, err = parseCamera(f.verb, *f.camera)
	return film, err
}

// parsePlace reads "12,-30": right and forward.
func parsePlace(verb, s string) (x, y float64, err error) {
	a, b, ok := strings.Cut(s, ",")
	x, err1 := strconv.ParseFloat(strings.TrimSpace(a), 64)
	y, err2 := strconv.ParseFloat(strings.TrimSpace(b), 64)
	if !ok || err1 != nil || err2 != nil || math.IsNaN(x+y) || math.IsInf(x+y, 0) {
		return 0, 0, badUse(verb, "--target is X,Y: units to the right and forward, such as 12,-30; not %q", s)
	}
	return x, y, nil
}

// flyAnswer is what fly and replay print.
type flyAnswer struct {
	*lab.FlyReport
	Category string             `json:"category,omitempty"`
	Feel     []*dials.Effective `json:"feel,omitempty"`
	Frames   *lab.FramesReport  `json:"film,omitempty"`
	Preview  *lab.PreviewReport `json:"preview,omitempty"`
}

// run flies, draws and writes what was asked for. unit loads the flyer, dressed.
func (f *filmFlags) run(ctx context.Context, e *env, run *flight.Run, unit func() (*lab.Flyer, error), a *flyAnswer) error {
	rep, csv, err := lab.Fly(ctx, lab.FlyJob{Run: run, CSV: *f.csv != ""}, e.report())
	if err != nil {
		return err
	}
	a.FlyReport = rep
	var st *lab.FlightStudio
	if f.pictures() {
		u, err := unit()
		if err != nil {
			return err
		}
		g, _ := f.ghostKind()
		if st, err = lab.NewFlightStudio(run, u, lab.GhostSettings(g, run.Dials[0].Settings)); err != nil {
			return err
		}
	}
	if *f.csv != "" {
		if err := writing(lab.WriteFile(*f.csv, csv)); err != nil {
			return err
		}
	}
	film, err := f.film()
	if err != nil {
		return err
	}
	if !isSet(f.fs, "from") {
		film.From = float64(run.From) * flight.DT
	}
	if *f.target != "" && st != nil {
		x, y, err := parsePlace(f.verb, *f.target)
		if err != nil {
			return err
		}
		var ok bool
		if film.Camera.Target, ok = st.Target(flight.Point{0 - x, y}); !ok {
			return badUse(f.verb, "--target %s is off the map", *f.target)
		}
	}
	if *f.frames != "" {
		opt := lab.FramesOptions{Dir: *f.frames, Workers: *f.workers, Force: *f.force, Inputs: st.InputHash()}
		if opt.Format, err = picfile.ParsePNG(*f.png); err != nil {
			return err
		}
		if *f.raw == "raw" {
			opt.Format = picfile.Raw
		}
		if toStdout(*f.frames) {
			opt.Dir, opt.Stream = "", e.stdout
		}
		if a.Frames, err = lab.Frames(ctx, st, film, opt, e.report()); err != nil {
			return writing(err)
		}
	}
	if *f.preview == "" {
		return nil
	}
	width, height := 0, 0
	if *f.previewSize != "" {
		if width, height, err = parseSize(f.verb, *f.previewSize); err != nil {
			return err
		}
	}
	kind, err := lab.PreviewKindOf(*f.preview)
	if err != nil {
		return err
	}
	data, rp, err := lab.PreviewFilm(ctx, st, film, kind, width, height, e.report())
	if err != nil {
		return err
	}
	a.Preview = rp
	return writing(lab.WriteFile(*f.preview, data))
}

// text prints the answer in words.
func (f *filmFlags) text(w io.Writer, a *flyAnswer) {
	fmt.Fprintf(w, "%s over %s: %.2f s, %d steps", cmp.Or(a.Orders, "orders without a name"), cmp.Or(a.Map, "a map without a name"), a.Seconds, a.Ticks)
	if a.Pawns > 1 {
		fmt.Fprintf(w, ", %d units", a.Pawns)
	}
	fmt.Fprintln(w)
	if a.MinClearance != nil {
		fmt.Fprintf(w, "least clearance %.3f units at %.2f s", *a.MinClearance, a.Closest.Time)
		if a.Closest.District != "" {
			fmt.Fprintf(w, " over %s", a.Closest.District)
		}
		fmt.Fprintln(w)
	}
	if a.Cliff != nil {
		fmt.Fprintln(w, a.Cliff.Text())
	}
	if a.Worst.Shortfall > 0 {
		fmt.Fprintf(w, "%.3f units below the skyline at %.2f s over %s", a.Worst.Shortfall, a.Worst.Time, a.Worst.District)
		if a.Forecast.Shortfall > 0 {
			fmt.Fprintf(w, "; a look-ahead of %.3g units, or of %.3g s, cures it", a.Forecast.Lookahead, a.Forecast.LookaheadS)
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "%d climbs, %d descents, %d cliffs; bank up to %.1f deg\n", a.Climbs, a.Descends, a.Cliffs, a.MaxBankDeg)
	for _, v := range a.Feel {
		if v.Origin != dials.FromModel && v.Origin != dials.FromDial {
			continue
		}
		value := dials.FormatNumber(v.Num)
		if v.Words != nil {
			value = dials.FormatList(v.Words)
		}
		fmt.Fprintf(w, "%-16s %s %s, from %s", v.Name, value, v.Unit, v.From)
		for i, o := range v.Overrides {
			lead := ", over "
			if i == 0 {
				lead = "; overrides "
			}
			fmt.Fprintf(w, "%s%s %s", lead, o.From, dials.FormatNumber(o.Num))
		}
		fmt.Fprintln(w)
	}
	if r := a.Frames; r != nil {
		fmt.Fprintf(w, "%s: %d frames, %d drawn now, %d were there, %g a second\n", *f.frames, r.Frames, r.Drawn, r.Kept, r.FPS)
	}
	if p := a.Preview; p != nil {
		fmt.Fprintf(w, "%s: %d frames of %dx%d, %.3g a second, %d bytes\n", *f.preview, p.Frames, p.Width, p.Height, p.FPS, p.Bytes)
	}
}

func flyVerb() *verb {
	return &verb{
		name: "fly", args: "[--map M] [--entry E] [--orders O] [--seconds S] [--csv F] [--frames DIR] [--preview P.gif|P.apng] [--dials DIR] [--record RUN]",
		about: "a unit through a world at 60 steps a second", max: 0,
		example: "labctl fly --csv flight.csv\nlabctl fly --map cliffs --seconds 40 --frames out/cliffs --fps 30\n" +
			"labctl fly --entry heli.entry.json --map my.json --orders tour.json --dials BepInEx/config --json --record tour.run.json",
		notes: flyNotes,
		flags: func(fs *flag.FlagSet) func(context.Context, *env, []string) error {
			f := newFilmFlags("fly", fs)
			mapRef := fs.String("map", "", "the map: a `FILE`, or plains, cliffs, islands")
			entry := fs.String("entry", "", "the registry entry `FILE` of the unit")
			orders := fs.String("orders", "", "the orders: a `FILE`, or plains, cliffs, islands")
			seconds := fs.Float64("seconds", 0, "`seconds` of game time; without it what the orders say")
			dir := fs.String("dials", "", "the config `DIR` with the dial files")
			category := fs.String("category", "", "how the unit turns: `none|human|land|turret|hover|ship|plane`; without it by its rig")
			modelFirst := fs.Bool("model-first", false, "turn ease by the newer rule: entry, category dial, global rate")
			record := fs.String("record", "", "the run goes into this `FILE`")
			count := fs.Int("count", 1, "copies in the squadron")
			spacing := fs.Float64("spacing", 0, "`units` between them; 0 is 3")
			beyond := beyondFlags(fs)
			return func(ctx context.Context, e *env, _ []string) error {
				if isSet(fs, "seconds") && !(*seconds > 0) {
					return badUse("fly", "--seconds must be above 0")
				}
				if err := f.outputs(e); err != nil {
					return err
				}
				e.guard.Output(*record, lab.KindJSON, "--record")
				e.guard.Input(*entry)
				if *dir != "" {
					e.guard.Input(lab.DialFiles(*dir)...)
				}
				if !lab.IsShippedMap(*mapRef) {
					e.guard.Input(*mapRef)
				}
				if *orders == "" && lab.IsShippedMap(*mapRef) {
					*orders = *mapRef
				}
				if !lab.IsShippedMap(*orders) {
					e.guard.Input(*orders)
				}
				if err := e.guard.Check(); err != nil {
					return err
				}
				m, err := lab.LoadMap(*mapRef)
				if err != nil {
					return err
				}
				o, err := lab.LoadOrders(*orders)
				if err != nil {
					return err
				}
				u, notes, err := lab.LoadFlyer(ctx, *entry, f.pictures(), &e.guard, e.report())
				e.warnings(notes)
				if err != nil {
					return err
				}
				in := lab.FlyInput{Entry: u.Entry, Category: u.Category, Rules: dials.Rules{ModelFirst: *modelFirst}, Beyond: *beyond}
				if *category != "" {
					c, ok := dials.ParseCategory(*category)
					if !ok {
						return badUse("fly", "--category is one of none, human, land, turret, hover, ship, plane, not %q", *category)
					}
					in.Category = c
				}
				if *dir != "" {
					in.Turn, in.Hug, in.Trim, notes = lab.ReadDials(*dir)
					e.warnings(notes)
				}
				set, feel := lab.ResolveFlight(in)
				run, notes, err := lab.PlanRun(m, o, set, flight.Squad{Count: *count, Spacing: *spacing}, *seconds)
				if err != nil {
					return err
				}
				e.warnings(notes)
				a := &flyAnswer{Category: in.Category.String(), Feel: feel.All()}
				if err := f.run(ctx, e, run, func() (*lab.Flyer, error) { return u, nil }, a); err != nil {
					return err
				}
				if *record != "" {
					if err := writing(lab.WriteFile(*record, run.Encode())); err != nil {
						return err
					}
				}
				return e.result(a, func(w io.Writer) { f.text(w, a) })
			}
		},
	}
}

// beyondFlags are the lab's own additions.
func beyondFlags(fs *flag.FlagSet) *flight.Beyond {
	b := &flight.Beyond{}
	fs.Float64Var(&b.LookaheadS, "lookahead-seconds", 0, "look ahead by `seconds`, too, and take the highest of several samples")
	fs.BoolVar(&b.FastRise, "fast-rise", false, "rise at once, sink at half rate")
	fs.BoolVar(&b.WholeTile, "whole-tile", false, "districts count by their hexagon, corners included")
	fs.Float64Var(&b.TurnRadius, "turn-radius", 0, "smallest radius of the path, `units`")
	fs.Float64Var(&b.WindSpeed, "wind", 0, "wind, `units` a second")
	fs.Float64Var(&b.WindDeg, "wind-yaw", 0, "the way the wind blows, a yaw in `degrees`")
	fs.Float64Var(&b.Drift, "drift", 0, "`units` that a hovering unit strays")
	fs.Uint64Var(&b.Seed, "seed", 0, "of drift and gusts, a `number`")
	return b
}

func replayVerb() *verb {
	return &verb{
		name: "replay", args: "RUN [--csv F] [--frames DIR] [--preview P.gif|P.apng] [--entry E]",
		about: "a recorded run again, byte for byte", min: 1, max: 1,
		example: "labctl replay tour.run.json --csv again.csv\nlabctl replay tour.run.json --entry heli.entry.json --preview tour.gif --fps 25",
		notes:   "The settings are those of the run; --entry only says which model is drawn, the sample helicopter without it.\n" + strings.TrimSuffix(filmNotes, "\n"),
		flags: func(fs *flag.FlagSet) func(context.Context, *env, []string) error {
			f := newFilmFlags("replay", fs)
			entry := fs.String("entry", "", "the registry entry `FILE` of the unit that is drawn")
			return func(ctx context.Context, e *env, args []string) error {
				if err := f.outputs(e); err != nil {
					return err
				}
				e.guard.Input(args[0], *entry)
				if err := e.guard.Check(); err != nil {
					return err
				}
				run, err := lab.LoadRun(args[0])
				if err != nil {
					return err
				}
				a := &flyAnswer{}
				unit := func() (*lab.Flyer, error) {
					u, notes, err := lab.LoadFlyer(ctx, *entry, true, &e.guard, e.report())
					e.warnings(notes)
					return u, err
				}
				if err := f.run(ctx, e, run, unit, a); err != nil {
					return err
				}
				return e.result(a, func(w io.Writer) { f.text(w, a) })
			}
		},
	}
}
