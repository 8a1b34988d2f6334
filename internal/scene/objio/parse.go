package objio

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"donorlab/internal/scene"
	"donorlab/internal/scene/gltfio"

	"github.com/go-gl/mathgl/mgl32"
)

// geometry is the file's own tables and what refers to them.
type geometry struct {
	pos     []mgl32.Vec3
	colors  []mgl32.Vec4 // sRGB as in the file; nil while no vertex had one
	bright  float32      // the largest colour component: more than 1 means bytes
	uv      []mgl32.Vec2 // as in the file: v upwards
	normals []mgl32.Vec3 // unit length; zero where the file's has no direction
	objects []object
	groups  []string // names, as Group's number in a batch
	batches []batch
	faces   int
}

// object is what follows an "o", or all that comes before the first.
type object struct{ name string }

// batch is what one object, group and material have of one topology.
type batch struct {
	key     batchKey
	elems   []element
	corners []corner
}

type batchKey struct {
	object, group, material int32
	kind                    scene.Topology
}

// element is a face, a polyline or a set of points: corners [start, start+n).
type element struct {
	start, n int32
	smooth   uint32 // smoothing group, 0 for none
	line     int32
}

// corner refers to a position, a texture coordinate and a normal; -1 is none.
type corner struct{ v, t, n int32 }

// state is what the lines so far have set.
type state struct {
	object, group, material int32
	smooth                  uint32
	batches                 map[batchKey]int
	groupNo, materialNo     map[string]int32
	line                    int
	alien                   int // statements that OBJ does not have
}

// parse reads the whole file.
func (l *loader) parse(r io.Reader) *scene.Problem {
	l.state = state{material: -1, batches: map[batchKey]int{}, groupNo: map[string]int32{"": 0}, materialNo: map[string]int32{}}
	l.geo.objects = []object{{}}
	l.geo.groups = []string{""}
	s := newLines(io.TeeReader(&counter{r, l}, l.sum))
	for {
		line, err := s.next()
		l.state.line = s.first
		switch {
		case err == io.EOF:
			return l.parsed()
		case errors.Is(err, errLongLine):
			return problem("LIMIT_LINE", s.first, fmt.Sprintf("the line has more than %d bytes", maxLine), "this is hardly an OBJ file; if it is, split its longest face")
		case err != nil:
			return gltfio.FileProblem("", err)
		}
		if s.n&0x3FFF == 0 {
			if p := l.cancelled(); p != nil {
				return p
			}
			if l.size > 0 {
				l.opt.Report(0.5*min(1, float64(l.read)/float64(l.size)), "reading")
			}
		}
		if s.n <= 64 {
			if p := binary(line, s.first); p != nil {
				return p
			}
		}
		if p := l.statement(line); p != nil {
			return p
		}
	}
}

// counter counts the bytes of the main file and holds them to the limit, should
// it grow while it is read.
type counter struct {
	r io.Reader
	l *loader
}

func (c *counter) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.l.read += int64(n)
	if c.l.read > c.l.opt.Limit() {
		return n, errors.New("it grew past the limit while it was read")
	}
	return n, err
}

// parsed is the end of the file: was it an OBJ at all?
func (l *loader) parsed() *scene.Problem {
	if len(l.geo.pos) == 0 && len(l.geo.batches) == 0 {
		if l.state.alien > 0 {
			return problem("NOT_OBJ", 0, "the file is text, but none of it is OBJ", "check that it is a Wavefront OBJ file")
		}
		return problem("OBJ_EMPTY", 0, "the file has no vertices and no faces", "export the model again; the export was empty or was cut off")
	}
	return nil
}

// binary refuses what is no text: compiled .obj files have the same ending.
func binary(line []byte, n int) *scene.Problem {
	if bytes.HasPrefix(line, []byte("\xff\xfe")) || bytes.HasPrefix(line, []byte("\xfe\xff")) {
		return problem("TEXT_ENCODING", n, "the file is UTF-16", "save it as UTF-8")
	}
	if bytes.IndexByte(line, 0) >= 0 {
		return problem("NOT_OBJ", n, "the file is not text, so it is no Wavefront OBJ", "check the file: compilers' object files end in .obj, too")
	}
	return nil
}

// statement reads one line.
func (l *loader) statement(line []byte) *scene.Problem {
	f := fields{line}
	word := f.next()
	if word == nil {
		return nil
	}
	switch string(word) {
	case "v":
		return l.vertex(f)
	case "vt":
		return l.texCoord(f)
	case "vn":
		return l.normal(f)
	case "f", "fo":
		return l.element(f, scene.Triangles, 1)
	case "l":
		return l.element(f, scene.Lines, 2)
	case "p":
		return l.element(f, scene.Points, 1)
	case "o":
		return l.setObject(text(f.b))
	case "g":
		return l.setGroup(text(f.b))
	case "s":
		return l.setSmooth(f)
	case "usemtl":
		return l.setMaterial(text(f.b))
	case "mtllib":
		return l.addLibrary(text(f.b))
	case "vp", "cstype", "deg", "curv", "curv2", "surf", "parm", "trim", "hole", "scrv", "sp", "end", "con", "bmat", "step", "bzp", "bsp", "cdc", "cdp", "res":
		l.once("OBJ_FREEFORM", "", l.state.line, "free-form curves and surfaces are not shown", "turn them into polygons in the modelling program and export again")
	case "call", "csh":
		l.once("OBJ_CALL", "", l.state.line, "the file wants another file or a program to be run; that is not done", "export it as one file")
	case "mg", "bevel", "c_interp", "d_interp", "lod", "usemap", "maplib", "shadow_obj", "trace_obj", "ctech", "stech":
		// Hints for other programs' renderers.
	default:
		l.state.alien++
		l.once("OBJ_UNKNOWN", "", l.state.line, fmt.Sprintf("%q is no statement of OBJ; lines like it are left out", clip(text(word))), "")
	}
	return nil
}

// text turns the rest of a line into a name: trimmed, without quotes, as UTF-8.
// What is no UTF-8 is read as Latin-1.
func text(b []byte) string {
	s := strings.TrimSpace(string(b))
	if n := len(s); n >= 2 && s[0] == '"' && s[n-1] == '"' {
		s = s[1 : n-1]
	}
	if utf8.ValidString(s) {
		return s
	}
	out := make([]rune, len(s))
	for i := range len(s) {
		out[i] = rune(s[i])
	}
	return string(out)
}

// numbers reads up to len(dst) numbers; the line may have more.
func (l *loader) numbers(f fields, what string, dst []float64, need int) (int, *scene.Problem) {
	n := 0
	for n < len(dst) {
		w := f.next()
		if w == nil {
			break
		}
		v, ok := number(w)
		if !ok {
			remedy := remedyExport
			if bytes.IndexByte(w, ',') >= 0 {
				remedy = "the exporter wrote decimal commas; export again with a decimal point (an English number format)"
			}
			return 0, problem("NUMBER_INVALID", l.state.line, fmt.Sprintf("%q is no number that a %s can have", clip(text(w)), what), remedy)
		}
		dst[n] = v
		n++
	}
	if n < need {
		return 0, problem("NUMBER_MISSING", l.state.line, fmt.Sprintf("a %s needs %d numbers, here are %d", what, need, n), "the file was cut off or damaged; export it again")
	}
	return n, nil
}

// vertex reads x y z, then w, or r g b, or r g b a, or w r g b. The weight w is
// for curves only.
func (l *loader) vertex(f fields) *scene.Problem {
	var v [7]float64
	n, p := l.numbers(f, "vertex", v[:], 3)
	if p != nil {
		return p
	}
	g := &l.geo
	if !push(&l.mem, &g.pos, mgl32.Vec3{float32(v[0]), float32(v[1]), float32(v[2])}) {
		return tooMuch(l.state.line)
	}
	if n >= 6 && g.colors == nil {
		g.colors = make([]mgl32.Vec4, 0, len(g.pos))
		if !l.mem.take(16 * int64(len(g.pos))) {
			return tooMuch(l.state.line)
		}
		for range len(g.pos) - 1 {
			g.colors = append(g.colors, mgl32.Vec4{1, 1, 1, 1})
		}
	}
	if g.colors == nil {
		return nil
	}
	c := mgl32.Vec4{1, 1, 1, 1}
	if n >= 6 {
		c = mgl32.Vec4{float32(v[3]), float32(v[4]), float32(v[5]), 1}
		if n == 7 {
			c[3] = float32(v[6])
		}
		g.bright = max(g.bright, c[0], c[1], c[2])
	}
	if !push(&l.mem, &g.colors, c) {
		return tooMuch(l.state.line)
	}
	return nil
}

func (l *loader) texCoord(f fields) *scene.Problem {
	var v [2]float64
	if _, p := l.numbers(f, "texture coordinate", v[:], 1); p != nil {
		return p
	}
	if !push(&l.mem, &l.geo.uv, mgl32.Vec2{float32(v[0]), float32(v[1])}) {
		return tooMuch(l.state.line)
	}
	return nil
}

func (l *loader) normal(f fields) *scene.Problem {
	var v [3]float64
	if _, p := l.numbers(f, "normal", v[:], 3); p != nil {
		return p
	}
	if !push(&l.mem, &l.geo.normals, unit(v)) {
		return tooMuch(l.state.line)
	}
	return nil
}

// nameCost is what one more object, group, material or batch is charged: the
// nodes, meshes and map entries that come of it.
const nameCost = 1024

func (l *loader) setObject(name string) *scene.Problem {
	l.state.group = 0
	if !l.mem.take(nameCost + int64(len(name))) {
		return tooMuch(l.state.line)
	}
	l.geo.objects = append(l.geo.objects, object{name})
	l.state.object = int32(len(l.geo.objects) - 1)
	return nil
}

func (l *loader) setGroup(name string) *scene.Problem {
	name = strings.Join(strings.Fields(name), " ")
	no, ok := l.state.groupNo[name]
	if !ok {
		if !l.mem.take(nameCost + int64(len(name))) {
			return tooMuch(l.state.line)
		}
		no = int32(len(l.geo.groups))
		l.geo.groups = append(l.geo.groups, name)
		l.state.groupNo[name] = no
	}
	l.state.group = no
	return nil
}

func (l *loader) setSmooth(f fields) *scene.Problem {
	w := f.next()
	switch string(w) {
	case "off", "":
		l.state.smooth = 0
		return nil
	case "on":
		l.state.smooth = 1
		return nil
	}
	v, ok := integer(w)
	if !ok {
		l.warn("OBJ_SMOOTHING", "", l.state.line, fmt.Sprintf("the smoothing group %q is no number; it is taken as off", clip(text(w))), remedyExport)
		v = 0
	}
	l.state.smooth = uint32(v)
	return nil
}

func (l *loader) setMaterial(name string) *scene.Problem {
	no, ok := l.state.materialNo[name]
	if !ok {
		if !l.mem.take(nameCost + int64(len(name))) {
			return tooMuch(l.state.line)
		}
		no = int32(len(l.lib.used))
		l.lib.used = append(l.lib.used, use{name: name, line: l.state.line})
		l.state.materialNo[name] = no
	}
	l.state.material = no
	return nil
}

// batch returns the batch that elements of a kind go into now.
func (l *loader) batch(kind scene.Topology) *batch {
	k := batchKey{l.state.object, l.state.group, l.state.material, kind}
	if n := len(l.geo.batches); n > 0 && l.geo.batches[n-1].key == k {
		return &l.geo.batches[n-1]
	}
	i, ok := l.state.batches[k]
	if !ok {
		if !l.mem.take(nameCost) {
			return nil
		}
		i = len(l.geo.batches)
		l.geo.batches = append(l.geo.batches, batch{key: k})
		l.state.batches[k] = i
	}
	return &l.geo.batches[i]
}

// element reads the corners of a face, a line or points.
func (l *loader) element(f fields, kind scene.Topology, least int) *scene.Problem {
	b := l.batch(kind)
	if b == nil {
		return tooMuch(l.state.line)
	}
	start := len(b.corners)
	for {
		w := f.next()
		if w == nil {
			break
		}
		c, p := l.corner(w)
		if p != nil {
			return p
		}
		if !push(&l.mem, &b.corners, c) {
			return tooMuch(l.state.line)
		}
	}
	n := len(b.corners) - start
	if kind == scene.Triangles && n > 0 && n < 3 {
		l.warn("OBJ_FACE_SHORT", "", l.state.line, fmt.Sprintf("a face with %d corners has no area; it is left out", n), remedyExport)
		b.corners = b.corners[:start]
		return nil
	}
	if n < least {
		l.warn("OBJ_FACE_SHORT", "", l.state.line, "the line names too few vertices; it is left out", remedyExport)
		b.corners = b.corners[:start]
		return nil
	}
	if !push(&l.mem, &b.elems, element{int32(start), int32(n), l.state.smooth, int32(l.state.line)}) {
		return tooMuch(l.state.line)
	}
	l.geo.faces++
	return nil
}

// cornerParts names what the numbers of a corner refer to.
var cornerParts = [3]string{"vertex", "texture coordinate", "normal"}

// corner reads v, v/t, v//n or v/t/n.
func (l *loader) corner(w []byte) (corner, *scene.Problem) {
	g := &l.geo
	have := [3]int{len(g.pos), len(g.uv), len(g.normals)}
	at := [3]int32{-1, -1, -1}
	for k := range at {
		i := bytes.IndexByte(w, '/')
		word := w
		if i >= 0 {
			word = w[:i]
		}
		if len(word) > 0 || k == 0 { // else v//n, or a slash at the end
			no, ok := reference(word, have[k])
			if !ok {
				return corner{}, l.badReference(word, cornerParts[k], have[k])
			}
			at[k] = no
		}
		if i < 0 {
			return corner{at[0], at[1], at[2]}, nil
		}
		w = w[i+1:]
	}
	return corner{}, problem("FACE_INVALID", l.state.line, "a corner has more than vertex/texture/normal", remedyExport)
}

// reference turns an index, counted from 1 or backwards from the end, into one
// from 0. One that lies ahead is checked when all is read.
func reference(word []byte, have int) (int32, bool) {
	v, ok := integer(word)
	switch {
	case !ok || v == 0 || v > 1<<31-1:
		return 0, false
	case v > 0:
		return int32(v - 1), true
	case v+int64(have) < 0:
		return 0, false
	}
	return int32(v + int64(have)), true
}

func (l *loader) badReference(word []byte, what string, have int) *scene.Problem {
	v, ok := integer(word)
	if !ok {
		return problem("NUMBER_INVALID", l.state.line, fmt.Sprintf("%q is no number of a %s", clip(text(word)), what), remedyExport)
	}
	if v == 0 {
		return problem("INDEX_OUT_OF_RANGE", l.state.line, fmt.Sprintf("%s 0 is named, but they are counted from 1", what), remedyExport)
	}
	return outOfRange(l.state.line, what, v, have)
}

func outOfRange(line int, what string, v int64, have int) *scene.Problem {
	return problem("INDEX_OUT_OF_RANGE", line, fmt.Sprintf("%s %d is named, but there are %d", what, v, have), "the file was cut off or put together wrongly; export it again")
}
