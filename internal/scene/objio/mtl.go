package objio

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"donorlab/internal/scene"
	"donorlab/internal/scene/gltfio"
)

// library is the materials: which the model uses, and what its MTL files say.
type library struct {
	names []libName
	used  []use
	bare  bool // some faces have no material at all
	defs  map[string]*mtl
	files map[string]bool // that were read
}

// libName is the argument of one mtllib.
type libName struct {
	text string
	line int
}

// use is a name that usemtl gave.
type use struct {
	name  string
	line  int
	count int // primitives
}

// mtl is one newmtl as the file has it.
type mtl struct {
	name        string
	file        string // that it stands in
	line        int
	kd, ke      [3]float64
	hasKd       bool
	ns, d, tr   float64
	pr, pm      float64
	hasNs, hasD bool
	hasTr       bool
	hasPr       bool
	hasPm       bool
	illum       int64
	maps        map[string]*mapDef
}

func (l *loader) addLibrary(text string) *scene.Problem {
	if text == "" {
		return nil
	}
	if !l.mem.take(nameCost + int64(len(text))) {
		return tooMuch(l.state.line)
	}
	l.lib.names = append(l.lib.names, libName{text, l.state.line})
	return nil
}

// readLibraries reads the MTL files. A missing one is warned of; where the file
// beside the model with the model's own name is there, it serves instead.
func (l *loader) readLibraries() *scene.Problem {
	l.lib.defs = map[string]*mtl{}
	l.lib.files = map[string]bool{}
	if l.fsys == nil || len(l.lib.used) == 0 {
		return nil
	}
	for _, n := range l.lib.names {
		for _, name := range l.libraryFiles(n.text) {
			file, ok := l.find(l.dir, name)
			if !ok {
				own, there := l.find(l.dir, l.m.Name+".mtl")
				if !there || l.lib.files[own] {
					l.warn("MTL_MISSING", "", n.line, fmt.Sprintf("the material file %q is not there; its materials are grey", clip(name)), "put it beside the model, and its textures too")
					continue
				}
				l.warn("MTL_RENAMED", "", n.line, fmt.Sprintf("the material file %q is not there; %q beside the model was read instead", clip(name), clip(path.Base(own))), "name the right file in the mtllib line")
				file = own
			}
			if l.lib.files[file] {
				continue
			}
			l.lib.files[file] = true
			if p := l.readLibrary(file); p != nil {
				return p
			}
		}
	}
	return nil
}

// libraryFiles splits the argument of mtllib: the whole of it where such a file
// is there, for names with spaces, else the names between spaces, each of which
// ends in .mtl.
func (l *loader) libraryFiles(text string) []string {
	text = slashes(text)
	if _, ok := l.find(l.dir, text); ok || !strings.ContainsAny(text, " \t") {
		return []string{text}
	}
	var out []string
	var name []string
	for _, w := range strings.Fields(text) {
		name = append(name, w)
		if strings.EqualFold(path.Ext(w), ".mtl") {
			out = append(out, strings.Join(name, " "))
			name = nil
		}
	}
	if len(name) > 0 {
		out = append(out, strings.Join(name, " "))
	}
	return out
}

// slashes makes a path of a name as any system writes it.
func slashes(name string) string {
	return strings.ReplaceAll(strings.Trim(strings.TrimSpace(name), `"`), `\`, "/")
}

// maxFolded is how many names are looked for in other upper and lower case:
// each search reads whole folders.
const maxFolded = 64

// find looks for a file that the model names: below dir, or, where the path
// leads elsewhere (other people's drives), under its last name beside the model.
func (l *loader) find(dir, name string) (string, bool) {
	if l.fsys == nil || name == "" {
		return "", false
	}
	for _, try := range []string{path.Join(dir, name), path.Join(dir, path.Base(name)), path.Join(l.dir, path.Base(name))} {
		if path.IsAbs(name) && try == path.Join(dir, name) {
			continue
		}
		if file, ok := gltfio.FindFile(l.fsys, try, false); ok {
			return file, true
		}
		if l.folded++; l.folded > maxFolded {
			continue
		}
		if file, ok := gltfio.FindFile(l.fsys, try, true); ok {
			return file, true
		}
	}
	return "", false
}

func (l *loader) readLibrary(file string) *scene.Problem {
	data, p := gltfio.ReadFile(l.ctx, l.fsys, file, l.room, l.opt)
	switch {
	case p == nil:
	case p.Code == "CANCELLED":
		return p
	default:
		l.warn(p.Code, file, 0, p.Message+"; its materials are grey", p.Remedy)
		return nil
	}
	l.room -= int64(len(data))
	l.mem.give(gltfio.MemoryFor(int64(len(data))) - gltfio.MemoryFor(0))
	s := newLines(bytes.NewReader(data))
	var cur *mtl
	for {
		line, err := s.next()
		if err == io.EOF {
			return nil
		}
		if errors.Is(err, errLongLine) || bytes.IndexByte(line, 0) >= 0 {
			l.warn("MTL_INVALID", file, s.first, "the material file is not text from here on; the rest of it is left out", "check that it is an MTL file")
			return nil
		}
		f := fields{line}
		word := f.next()
		if word == nil {
			continue
		}
		if strings.EqualFold(string(word), "newmtl") {
			cur = nil
			name := text(f.b)
			if l.lib.defs[name] != nil {
				l.warn("MTL_DUPLICATE", file, s.first, fmt.Sprintf("the material %q is there twice; the first counts", clip(name)), "")
				continue
			}
			if !l.mem.take(nameCost + int64(len(name))) {
				return tooMuch(0)
			}
			cur = &mtl{name: name, file: file, line: s.first, illum: -1}
			l.lib.defs[name] = cur
			continue
		}
		if cur != nil {
			l.mtlStatement(cur, string(word), f, s.first)
		}
	}
}

// mtlStatement reads one line of a material. What is wrong with it is warned of:
// a material is no reason to refuse a model.
func (l *loader) mtlStatement(m *mtl, word string, f fields, line int) {
	scalar := func(dst *float64, has *bool) {
		w := f.next()
		for len(w) > 0 && w[0] == '-' && word == "d" && string(w) == "-halo" {
			w = f.next()
		}
		v, ok := number(w)
		if !ok {
			l.warn("MTL_NUMBER", m.file, line, fmt.Sprintf("%q is no number that %s can have", clip(text(w)), word), remedyExport)
			return
		}
		*dst, *has = v, true
	}
	switch word {
	case "Kd":
		m.hasKd = l.color(&m.kd, f, m, word, line) || m.hasKd
	case "Ke":
		l.color(&m.ke, f, m, word, line)
	case "Ns":
		scalar(&m.ns, &m.hasNs)
	case "d":
		scalar(&m.d, &m.hasD)
	case "Tr":
		scalar(&m.tr, &m.hasTr)
	case "Pr":
		scalar(&m.pr, &m.hasPr)
	case "Pm":
		scalar(&m.pm, &m.hasPm)
	case "illum":
		if v, ok := integer(f.next()); ok {
			m.illum = v
		}
	case "Ka", "Ks", "Tf", "Ni", "sharpness", "Ps", "Pc", "Pcr", "aniso", "anisor", "Km":
		// Light of the surroundings is the lab's own; highlights follow roughness
		// and metal; the rest has no counterpart in glTF's plain material.
	default:
		if key, ok := mapKeys[strings.ToLower(word)]; ok {
			l.setMap(m, key, f, line)
			return
		}
		l.once("MTL_UNKNOWN", m.file, line, fmt.Sprintf("%q is no statement of MTL; lines like it are left out", clip(word)), "")
	}
}

// color reads r g b, or one number for all three.
func (l *loader) color(dst *[3]float64, f fields, m *mtl, word string, line int) bool {
	var v [3]float64
	n := 0
	for ; n < 3; n++ {
		w := f.next()
		if w == nil {
			break
		}
		x, ok := number(w)
		if !ok {
			what := "no number"
			if s := string(w); s == "spectral" || s == "xyz" {
				what = "a way to give a colour that is not read"
			}
			l.warn("MTL_NUMBER", m.file, line, fmt.Sprintf("%s: %q is %s; the colour is left out", word, clip(text(w)), what), "give it as three numbers from 0 to 1")
			return false
		}
		v[n] = x
	}
	switch n {
	case 0:
		return false
	case 1:
		v[1], v[2] = v[0], v[0]
	}
	*dst = v
	return true
}
