package objio

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"donorlab/internal/scene"
	"donorlab/internal/scene/gltfio"
)

// Options are gltfio's: progress, the most bytes, who hears of named files.
type Options = gltfio.Options

// Read loads the .obj file at name with the materials and images that it names,
// which must lie in the same folder or below it. An error is a *scene.Problem;
// one that was cancelled has the code CANCELLED and wraps ctx's error.
func Read(ctx context.Context, name string, opt Options) (*scene.Model, error) {
	info, err := os.Stat(name) // first: opening a pipe may never return
	if p := refused(info, err, name, opt); p != nil {
		return nil, p
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, gltfio.FileProblem(name, err)
	}
	defer f.Close()
	root, err := os.OpenRoot(filepath.Dir(name))
	if err != nil {
		return nil, gltfio.FileProblem(name, err)
	}
	defer root.Close()
	l := newLoader(ctx, opt, info.Size())
	l.fsys, l.dir, l.room = root.FS(), ".", opt.Limit()
	return l.load(f, filepath.ToSlash(name), name)
}

// ReadFS is Read on a file system; name is slash-separated and relative to its root.
func ReadFS(ctx context.Context, fsys fs.FS, name string, opt Options) (*scene.Model, error) {
	info, err := fs.Stat(fsys, name)
	if p := refused(info, err, name, opt); p != nil {
		return nil, p
	}
	f, err := fsys.Open(name)
	if err != nil {
		return nil, gltfio.FileProblem(name, err)
	}
	defer f.Close()
	l := newLoader(ctx, opt, info.Size())
	l.fsys, l.dir, l.room = fsys, path.Dir(name), opt.Limit()
	return l.load(f, name, name)
}

// ReadBytes reads a file from memory, without materials and images. name is
// used in messages and for the Model's name.
func ReadBytes(name string, data []byte, opt Options) (*scene.Model, error) {
	if int64(len(data)) > opt.Limit() {
		return nil, gltfio.TooLarge(name, opt.Limit())
	}
	l := newLoader(context.Background(), opt, int64(len(data)))
	l.room = opt.Limit()
	return l.load(bytes.NewReader(data), filepath.ToSlash(name), name)
}

// refused says why a file is not opened at all, nil if it may be.
func refused(info fs.FileInfo, err error, name string, opt Options) *scene.Problem {
	switch {
	case err != nil:
		return gltfio.FileProblem(name, err)
	case !info.Mode().IsRegular():
		return gltfio.FileProblem(name, errors.New("it is not a regular file"))
	case info.Size() > opt.Limit():
		return gltfio.TooLarge(name, opt.Limit())
	}
	return nil
}

// loader is one load. It is not reused.
type loader struct {
	ctx  context.Context
	opt  Options
	fsys fs.FS  // nil for a file in memory
	dir  string // the model's folder in fsys
	room int64  // bytes that files may still have
	size int64  // of the file, as far as is known
	mem  budget
	sum  hash.Hash
	read int64 // bytes of the main file so far

	folded int // names that were looked for in other case

	geo    geometry
	state  state
	lib    library
	m      *scene.Model
	warned map[string]int
	extra  int // warnings that are only counted
}

func newLoader(ctx context.Context, opt Options, size int64) *loader {
	return &loader{ctx: ctx, opt: opt, size: size, mem: budget{gltfio.MemoryFor(size)}, sum: sha256.New(), warned: map[string]int{}}
}

// load is the load edge: whatever a file does, one Problem or one Model comes out.
func (l *loader) load(r io.Reader, name, shown string) (m *scene.Model, err error) {
	defer func() {
		if r := recover(); r != nil {
			m, err = nil, &scene.Problem{Code: "INTERNAL", File: shown, Message: fmt.Sprintf("the loader failed: %v", r), Remedy: "this is a fault of the lab; please report it with the file"}
		}
	}()
	base := path.Base(name)
	l.m = &scene.Model{Name: strings.TrimSuffix(base, path.Ext(base))}
	if p := l.run(r); p != nil {
		if p.File == "" {
			p.File = shown
		}
		return nil, p
	}
	l.m.Source = scene.Source{Path: shown, Bytes: l.read}
	l.sum.Sum(l.m.Source.SHA256[:0])
	for i := range l.m.Warnings {
		if w := &l.m.Warnings[i]; w.File == "" {
			w.File = shown
		}
	}
	return l.m, nil
}

func (l *loader) run(r io.Reader) *scene.Problem {
	l.opt.Report(0, "reading")
	if p := l.parse(r); p != nil {
		return p
	}
	l.opt.Report(0.5, "materials")
	if p := l.readLibraries(); p != nil {
		return p
	}
	l.opt.Report(0.55, "meshes")
	if p := l.build(); p != nil {
		return p
	}
	l.opt.Report(0.8, "images")
	if p := l.dress(); p != nil {
		return p
	}
	l.guessUnits()
	if err := l.m.Check(); err != nil {
		// The checks above are meant to leave nothing for this one.
		return problem("INTERNAL", 0, err.Error(), "this is a fault of the lab; please report it with the file")
	}
	if l.extra > 0 {
		l.m.Warnings = append(l.m.Warnings, scene.Problem{Severity: scene.Warning, Code: "MORE_WARNINGS", Message: fmt.Sprintf("%d more warnings like these are not listed", l.extra)})
	}
	l.opt.Report(1, "done")
	return nil
}

// guessUnits tells of a size that metres can hardly be meant by. The lab's
// subjects are 0.1 to 100 m long; in centimetres and millimetres they are 100
// and 1000 times that.
func (l *loader) guessUnits() {
	size := l.m.Bounds().Size()
	long := max(size[0], size[1], size[2])
	unit, factor := "", ""
	switch {
	case long > 10000:
		unit, factor = "millimetres", "0.001"
	case long > 150:
		unit, factor = "centimetres", "0.01"
	default:
		return
	}
	l.m.Warnings = append(l.m.Warnings, scene.Problem{Severity: scene.Info, Code: "UNITS_GUESS",
		Message: fmt.Sprintf("the model is %.4g long; OBJ has no units, so these are taken as metres, but they look like %s", long, unit),
		Remedy:  "if so, export again with a scale of " + factor + "; the size in the entry sets the length in the game in any case"})
}

func (l *loader) cancelled() *scene.Problem {
	if err := l.ctx.Err(); err != nil {
		return &scene.Problem{Code: "CANCELLED", Message: "the load was cancelled", Err: err}
	}
	return nil
}

const remedyExport = "export the file again, or mend the line in a text editor"

// problem is a refusal; line 0 is the file as a whole.
func problem(code string, line int, message, remedy string) *scene.Problem {
	return &scene.Problem{Code: code, Pointer: place(line), Message: message, Remedy: remedy}
}

func place(line int) string {
	if line <= 0 {
		return ""
	}
	return fmt.Sprintf("line %d", line)
}

// maxWarnings bounds the list that a user must read, perCode what one kind may
// take of it.
const (
	maxWarnings = 400
	perCode     = 20
)

// warn adds a warning to the model. After perCode of one kind only their number
// is kept. file is empty for the .obj itself.
func (l *loader) warn(code, file string, line int, message, remedy string) {
	l.warned[code]++
	if l.warned[code] > perCode || len(l.m.Warnings) >= maxWarnings {
		l.extra++
		return
	}
	l.m.Warnings = append(l.m.Warnings, scene.Problem{Severity: scene.Warning, Code: code, File: file, Pointer: place(line), Message: message, Remedy: remedy})
}

// once is warn for what need be said only the first time.
func (l *loader) once(code, file string, line int, message, remedy string) {
	if l.warned[code] == 0 {
		l.warn(code, file, line, message, remedy)
	}
}

// tooMuch is the refusal of a file that wants more memory than its size allows.
func tooMuch(line int) *scene.Problem {
	return problem("LIMIT_MEMORY", line, "the model would take far more memory than a file of this size should need", "the file is damaged or hostile; if not, split the model")
}

// clip shortens a text for a message.
func clip(s string) string {
	if len(s) > 120 {
		return strings.ToValidUTF8(s[:120], "") + "..."
	}
	return s
}
