package objio

import (
	"path"
	"strings"
)

// mapKeys are the statements that name an image, by what they are for. Programs
// write them in any case.
var mapKeys = map[string]string{
	"map_kd": "color", "map_ke": "glow", "map_emissive": "glow", "map_d": "alpha", "map_opacity": "alpha",
	"map_bump": "bump", "bump": "bump", "norm": "normal", "map_kn": "normal", "map_normal": "normal",
	"map_pr": "rough", "map_pm": "metal", "map_ks": "", "map_ns": "", "map_ka": "", "refl": "", "map_refl": "",
	"disp": "", "map_disp": "", "decal": "", "map_aat": "", "map_ps": "", "map_tr": "", "map_orm": "", "map_rma": "",
}

// mapDef is an image with its options.
type mapDef struct {
	name     string // as the file has it, with slashes
	file     string // of the statement
	line     int
	offset   [2]float64 // -o
	tiling   [2]float64 // -s
	bump     float64    // -bm
	clamp    bool
	channel  byte       // -imfchan: r g b m l z; 0 where the file is silent
	range0   [2]float64 // -mm base gain
	hasXform bool
}

// optionArgs are the options of a map and how many arguments they have at most;
// those of -o, -s and -t may be fewer.
var optionArgs = map[string]int{
	"-blendu": 1, "-blendv": 1, "-bm": 1, "-boost": 1, "-cc": 1, "-clamp": 1, "-imfchan": 1, "-mm": 2,
	"-o": 3, "-s": 3, "-t": 3, "-texres": 1, "-type": 1, "-colorspace": 1,
}

// setMap reads a map statement: options first, then the file's name, which may
// have spaces.
func (l *loader) setMap(m *mtl, key string, f fields, line int) {
	if key == "" {
		return
	}
	d := &mapDef{file: m.file, line: line, tiling: [2]float64{1, 1}, bump: 1, range0: [2]float64{0, 1}}
	for {
		at := f
		w := f.next()
		max, known := optionArgs[strings.ToLower(string(w))]
		if !known {
			f = at
			break
		}
		f = d.option(strings.ToLower(string(w)), max, f)
	}
	d.name = path.Clean(slashes(text(f.b)))
	if d.name == "." {
		l.warn("MTL_MAP_EMPTY", m.file, line, "the line names no image", remedyExport)
		return
	}
	if m.maps == nil {
		m.maps = map[string]*mapDef{}
	}
	// A normal map counts for more than a bump map of the same surface.
	m.maps[key] = d
}

// option takes an option's arguments off the line.
func (d *mapDef) option(name string, most int, f fields) fields {
	var v [3]float64
	n := 0
	for ; n < most; n++ {
		at := f
		w := f.next()
		x, ok := number(w)
		switch name {
		case "-clamp":
			d.clamp = string(w) == "on"
		case "-imfchan":
			if len(w) > 0 {
				d.channel = w[0] | 0x20
			}
		case "-o", "-s", "-t", "-mm", "-bm":
			if !ok {
				return d.numbers(name, v, n, at)
			}
			v[n] = x
		}
	}
	return d.numbers(name, v, n, f)
}

func (d *mapDef) numbers(name string, v [3]float64, n int, f fields) fields {
	if n == 0 {
		return f
	}
	switch name {
	case "-o":
		d.offset, d.hasXform = [2]float64{v[0], v[1]}, true
	case "-s":
		d.tiling, d.hasXform = [2]float64{v[0], 1}, true
		if n > 1 {
			d.tiling[1] = v[1]
		}
	case "-bm":
		d.bump = v[0]
	case "-mm":
		d.range0[0] = v[0]
		if n > 1 {
			d.range0[1] = v[1]
		}
	}
	return f
}
