package main

import (
	"flag"
	"strings"

	"donorlab/internal/lab"
)

// lookNotes explains the flags of lookFlags in --help.
const lookNotes = "Backdrops: studio, dark, light, clear (transparent where nothing is drawn).\n" +
	"Modes: file (what each material says), solid (alpha ignored), alpha-tested (cut out at the material's threshold), " +
	"before-water and after-water (blended, below or over the water).\n" +
	"Marks: mass (centre of mass), rests (joints' axes at rest), checker (UVs)."

// lookFlags adds the flags of a picture's light, backdrop, water and crowd. The
// answer reads them once they are parsed.
func lookFlags(fs *flag.FlagSet) func(verb string) (lab.Look, error) {
	exposure := fs.Float64("exposure", 0, "`EV` stops brighter, -10 to 10")
	backdrop := fs.String("backdrop", "studio", "what lies behind: `studio|dark|light|clear`")
	water := fs.Float64("water", 0, "a water plane at this `LEVEL`, metres; without the flag there is none")
	mode := fs.String("mode", "file", "how alpha is treated: `file|solid|alpha-tested|before-water|after-water`")
	crowd := fs.Int("crowd", 1, "`COPIES` of the model, 1 to 100")
	spacing := fs.Float64("spacing", 0, "`metres` from copy to copy; 0 is by the model's size")
	spread := fs.Float64("spread", 0, "how far skinned copies are apart in time: `0..1` of the clip")
	heat := fs.Int("heat", -1, "colours for the weights of this `JOINT` of the first skin; -1 is off")
	marks := fs.String("marks", "", "`LIST` of mass, rests, checker")
	return func(verb string) (lab.Look, error) {
		l := lab.Look{Exposure: *exposure, Water: isSet(fs, "water"), WaterLevel: *water, Crowd: *crowd,
			Spacing: *spacing, Spread: *spread, Heat: *heat >= 0, HeatBone: max(*heat, 0)}
		for name, v := range map[string]float64{"exposure": *exposure, "water": *water, "spacing": *spacing, "spread": *spread} {
			if err := finite(verb, name, v); err != nil {
				return l, err
			}
		}
		var ok bool
		if l.Backdrop, ok = lab.ParseBackdrop(*backdrop); !ok || l.Backdrop == lab.BackdropAuto {
			return l, badUse(verb, "--backdrop is studio, dark, light or clear, not %q", *backdrop)
		}
		if l.Mode, ok = lab.ParseMode(*mode); !ok {
			return l, badUse(verb, "--mode is one of %s, not %q", strings.Join(lab.ModeNames(), ", "), *mode)
		}
		switch {
		case *exposure < -10 || *exposure > 10:
			return l, badUse(verb, "--exposure is -10 to 10 stops")
		case *crowd < 1 || *crowd > lab.MaxCrowd:
			return l, badUse(verb, "--crowd is 1 to %d copies", lab.MaxCrowd)
		case *spacing < 0:
			return l, badUse(verb, "--spacing is 0 or more metres")
		case *spread < 0 || *spread > 1:
			return l, badUse(verb, "--spread is 0 to 1 of the clip")
		}
		err := parseMarks(verb, *marks, &l)
		return l, err
	}
}

func parseMarks(verb, list string, l *lab.Look) error {
	for _, name := range strings.Split(list, ",") {
		switch strings.TrimSpace(name) {
		case "":
		case "mass":
			l.MassCenter = true
		case "rests":
			l.RestFrames = true
		case "checker":
			l.Checker = true
		default:
			return badUse(verb, "--marks: there is no %q; there are mass, rests, checker", name)
		}
	}
	return nil
}
