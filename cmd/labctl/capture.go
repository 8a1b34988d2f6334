package main

import (
	"context"
	"flag"
	"strconv"
	"strings"

	"donorlab/internal/lab"
	"donorlab/internal/picfile"
)

// capture are the flags that every verb with pictures has.
type capture struct {
	verb                                    string
	fs                                      *flag.FlagSet
	size, clip, donor, camera, overlay, png *string
	msaa                                    *int
	helpers                                 *bool
	look                                    func(verb string) (lab.Look, error)
}

// captureNotes explains them in --help.
const captureNotes = "With --donor the model is rebased and wears the donor's clip channel by channel, as the game would show it; --clip then names the donor's clip.\n" +
	"Camera: azimuth 0 looks at the front, positive goes to the model's left; elevation is positive from above; without a distance the model is fitted.\n" +
	"Overlays: bones, axes, roles, wire, grid, bounds. Collision helpers are left out unless --helpers is given.\n" +
	"--png fast writes quickest and largest, --png small takes its time; the pixels are the same.\n" + lookNotes

func captureFlags(verb string, fs *flag.FlagSet, size, clipAbout string) *capture {
	return &capture{verb: verb, fs: fs,
		size:    fs.String("size", size, "`WIDTHxHEIGHT` in pixels"),
		clip:    fs.String("clip", "", clipAbout),
		donor:   fs.String("donor", "", "wear the clip of this `FILE`"),
		camera:  fs.String("camera", "40,15", "`AZ,EL[,DIST]` in degrees and metres"),
		overlay: fs.String("overlay", "", "`LIST` of overlays"),
		png:     fs.String("png", "default", "how PNGs are compressed: `fast|small|default`"),
		msaa:    fs.Int("msaa", 4, "samples a pixel: 1 or 4"),
		helpers: fs.Bool("helpers", false, "draw collision helpers too"),
		look:    lookFlags(fs),
	}
}

// shot reads what says how a picture is taken.
func (c *capture) shot() (o lab.Shot, err error) {
	o.MSAA = *c.msaa
	if o.Width, o.Height, err = parseSize(c.verb, *c.size); err != nil {
		return o, err
	}
	if o.Camera, err = parseCamera(c.verb, *c.camera); err != nil {
		return o, err
	}
	if o.Overlays, err = parseOverlays(c.verb, *c.overlay); err != nil {
		return o, err
	}
	o.Look, err = c.look(c.verb)
	return o, err
}

// format reads how files are written. raw is the value of --format.
func (c *capture) format(raw string) (picfile.Format, error) {
	f, err := picfile.ParsePNG(*c.png)
	if err != nil {
		return f, err
	}
	switch strings.ToLower(raw) {
	case "png", "":
		return f, nil
	case "raw":
		if isSet(c.fs, "png") {
			return f, badUse(c.verb, "--png says how a PNG is written; --format raw writes none")
		}
		return picfile.Raw, nil
	}
	return f, badUse(c.verb, "--format is png or raw, not %q", raw)
}

// scene loads what the pictures show. Without --clip and --donor it is at rest
// where rest says so, else played by its first clip if it has one. inputs is a
// hash of all files that count. The outputs must have been told to e.guard.
func (c *capture) scene(ctx context.Context, e *env, file string, rest bool) (st *lab.Studio, inputs string, err error) {
	e.guard.Model(file, false)
	e.guard.Donor(*c.donor)
	if err := e.guard.Check(); err != nil {
		return nil, "", err
	}
	m, beside, err := e.load(ctx, file)
	if err != nil {
		return nil, "", err
	}
	overlays, err := parseOverlays(c.verb, *c.overlay)
	if err != nil {
		return nil, "", err
	}
	s := lab.Subject{Model: m, Clip: *c.clip, Helpers: *c.helpers, Roles: overlays.Roles}
	s.Rest = !isSet(c.fs, "clip") && (rest || len(m.Animations) == 0)
	if *c.donor != "" {
		if s.Donor, err = e.donor(ctx, *c.donor, *c.clip); err != nil {
			return nil, "", err
		}
	}
	st, notes, err := s.Studio(ctx, e.report())
	e.warnings(notes)
	if err != nil {
		return nil, "", err
	}
	return st, lab.InputHash(s, beside), nil
}

// toStdout says whether an output is the standard output.
func toStdout(o string) bool { return o == "-" }

// parseTimes reads "0,0.5,1".
func parseTimes(verb, s string) ([]float64, error) {
	var out []float64
	for _, f := range strings.Split(s, ",") {
		v, err := strconv.ParseFloat(strings.TrimSpace(f), 64)
		if err != nil {
			return nil, badUse(verb, "--times is a list of seconds, such as 0,0.25,0.5, not %q", s)
		}
		out = append(out, v)
	}
	return out, nil
}

// parseShard reads "2/8".
func parseShard(verb, s string) (lab.Shard, error) {
	a, b, ok := strings.Cut(s, "/")
	i, err1 := strconv.Atoi(a)
	n, err2 := strconv.Atoi(b)
	if !ok || err1 != nil || err2 != nil || n < 1 || i < 1 || i > n {
		return lab.Shard{}, badUse(verb, "--shard is i/n with i from 1 to n, such as 2/8, not %q", s)
	}
	return lab.Shard{Index: i, Count: n}, nil
}
