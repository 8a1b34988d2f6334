package main

import (
	"errors"
	"flag"
	"math"
	"strconv"
	"strings"

	"donorlab/internal/lab"
	"donorlab/internal/scene"
)

// errTold is an error that has been reported already.
var errTold = errors.New("told")

// isSet reports whether a flag was given.
func isSet(fs *flag.FlagSet, name string) bool {
	set := false
	fs.Visit(func(f *flag.Flag) { set = set || f.Name == name })
	return set
}

func finite(verb, name string, v float64) error {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return badUse(verb, "--%s must be a finite number", name)
	}
	return nil
}

// output refuses a missing -o.
func output(verb, o string) error {
	if o == "" {
		return badUse(verb, "-o FILE is missing: say where the result goes")
	}
	return nil
}

// parseSize reads "1280x720".
func parseSize(verb, s string) (w, h int, err error) {
	a, b, ok := strings.Cut(strings.ToLower(s), "x")
	w, err1 := strconv.Atoi(a)
	h, err2 := strconv.Atoi(b)
	if !ok || err1 != nil || err2 != nil || w < 1 || h < 1 {
		return 0, 0, badUse(verb, "--size is WIDTHxHEIGHT in pixels, such as 1280x720, not %q", s)
	}
	return w, h, nil
}

// parseCamera reads "AZ,EL" or "AZ,EL,DIST". Distance 0 means fitted.
func parseCamera(verb, s string) (*scene.Camera, error) {
	f := strings.Split(s, ",")
	bad := badUse(verb, "--camera is AZ,EL or AZ,EL,DIST: degrees, degrees, metres, such as 40,15; not %q", s)
	if len(f) != 2 && len(f) != 3 {
		return nil, bad
	}
	var v [3]float64
	for i, t := range f {
		x, err := strconv.ParseFloat(strings.TrimSpace(t), 64)
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
			return nil, bad
		}
		v[i] = x
	}
	if v[2] < 0 || (len(f) == 3 && v[2] == 0) || math.Abs(v[1]) > 90 {
		return nil, badUse(verb, "--camera: the elevation is -90 to 90 degrees and the distance above 0")
	}
	c := lab.DefaultView().Camera
	c.AzimuthDeg, c.ElevationDeg, c.Distance = v[0], v[1], v[2]
	return &c, nil
}

// parseOverlays reads a list of overlay names.
func parseOverlays(verb, s string) (o lab.Overlays, err error) {
	for _, name := range strings.Split(s, ",") {
		switch strings.TrimSpace(name) {
		case "":
		case "bones":
			o.Bones = true
		case "axes":
			o.Axes = true
		case "roles":
			o.Roles = true
		case "wire":
			o.Wire = true
		case "grid":
			o.Grid = true
		case "bounds":
			o.Bounds = true
		default:
			return o, badUse(verb, "there is no overlay %q; there are bones, axes, roles, wire, grid, bounds", name)
		}
	}
	return o, nil
}
