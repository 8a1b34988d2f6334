package gltfio

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"donorlab/internal/scene"
)

// Options says how a file is read. The zero Options are right for most uses.
type Options struct {
	// Progress is told how far the load has come, from 0 to 1, and what is being
	// done ("images"). It is called from the goroutine that called Read. May be nil.
	Progress func(done float64, what string)

	// MaxBytes is the most that the file and the files it names may have together.
	// Zero means 1 GiB.
	MaxBytes int64

	// Named is told of each file beside the model that is read or looked for, as a
	// slash-separated path: for who watches them. Called like Progress. May be nil.
	Named func(path string)
}

// Read loads the .gltf or .glb file at path with the buffers and images that it
// names, which must lie in the same folder or below it (a symbolic link that
// leads out is not followed). An error is a *scene.Problem; one that was
// cancelled has the code CANCELLED and wraps ctx's error.
func Read(ctx context.Context, path string, opt Options) (*scene.Model, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("it is not a regular file")
	}
	if err != nil {
		return nil, unreadable(path, err)
	}
	limit := opt.limit()
	if info.Size() > limit {
		return nil, tooLarge(path, limit)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	defer f.Close()
	opt.report(0, "reading")
	data, err := readAll(ctx, f, info.Size(), limit)
	if err != nil {
		return nil, unreadable(path, err)
	}
	dir := filepath.Dir(path)
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, unreadable(dir, err)
	}
	defer root.Close()
	l := &loader{ctx: ctx, opt: opt, fsys: root.FS(), dir: ".", room: limit - int64(len(data))}
	return l.load(path, strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)), data)
}

// ReadFS is Read on a file system; name is slash-separated and relative to its root.
func ReadFS(ctx context.Context, fsys fs.FS, name string, opt Options) (*scene.Model, error) {
	limit := opt.limit()
	opt.report(0, "reading")
	data, err := readRegular(ctx, fsys, name, limit)
	if err != nil {
		var tooBig *sizeError
		if errors.As(err, &tooBig) {
			return nil, tooLarge(name, limit)
		}
		return nil, unreadable(name, err)
	}
	l := &loader{ctx: ctx, opt: opt, fsys: fsys, dir: path.Dir(name), room: limit - int64(len(data))}
	return l.load(name, strings.TrimSuffix(path.Base(name), path.Ext(name)), data)
}

// ReadBytes reads a self-contained file (a .glb, or a .gltf whose buffers are
// data URIs) from memory. name is used in messages and for the Model's name.
// The Model keeps references into data, which must not be changed afterwards.
func ReadBytes(name string, data []byte, opt Options) (*scene.Model, error) {
	if limit := opt.limit(); int64(len(data)) > limit {
		return nil, tooLarge(name, limit)
	}
	l := &loader{ctx: context.Background(), opt: opt}
	return l.load(name, strings.TrimSuffix(path.Base(filepath.ToSlash(name)), path.Ext(name)), data)
}

func (o Options) limit() int64 {
	if o.MaxBytes == 0 {
		return 1 << 30
	}
	return o.MaxBytes
}

func (o Options) report(done float64, what string) {
	if o.Progress != nil {
		o.Progress(done, what)
	}
}

func (o Options) named(path string) {
	if o.Named != nil {
		o.Named(path)
	}
}

func unreadable(file string, err error) *scene.Problem {
	p := &scene.Problem{Code: "FILE_UNREADABLE", File: file, Message: "the file cannot be read", Err: err}
	switch {
	case errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded):
		p.Code, p.Message = "CANCELLED", "the load was cancelled"
	case errors.Is(err, fs.ErrNotExist):
		p.Code, p.Message, p.Remedy = "FILE_MISSING", "there is no such file", "check the path"
	case errors.Is(err, fs.ErrPermission):
		p.Message, p.Remedy = "reading the file is not permitted", "check its permissions"
	default:
		var pe *fs.PathError
		if errors.As(err, &pe) {
			err = pe.Err
		}
		p.Message += ": " + err.Error()
		p.Remedy = "check that it is a file, and that the disk is in order"
	}
	return p
}

func tooLarge(file string, limit int64) *scene.Problem {
	return &scene.Problem{Code: "LIMIT_FILE_SIZE", File: file, Message: fmt.Sprintf("the file is larger than the limit of %d bytes", limit), Remedy: "raise the limit, or split the model"}
}

func problem(code, pointer, message, remedy string) *scene.Problem {
	return &scene.Problem{Code: code, Pointer: pointer, Message: message, Remedy: remedy}
}

// loader is one load. It is not reused.
type loader struct {
	ctx  context.Context
	opt  Options
	fsys fs.FS  // nil for a file in memory
	dir  string // the model's folder in fsys
	room int64  // bytes that external files may still have
	size int64  // of the main file and of those that it names, as they are read
	base int64  // what any file may allocate, besides its size; zero means budgetFlat

	bud *budget
	doc *document
	bin []byte
	glb bool
	m   *scene.Model

	beside  bool // images of another format's model: also those that glTF does not allow
	warned  map[string]int
	dropped int

	tree      *tree
	files     map[string]*externalFile
	folded    int   // how often a folder was searched for a name in other case
	pixels    int64 // of all images so far
	drawn     int64 // vertices and indices of all primitives so far
	buffers   []bufferState
	views     []viewState
	accessors []accessorState
	cache     attributeCache
	quantized bool
}

// load is the load edge: whatever a file does, one Problem or one Model comes out.
func (l *loader) load(file, name string, data []byte) (m *scene.Model, err error) {
	defer func() {
		if r := recover(); r != nil {
			m, err = nil, &scene.Problem{Code: "INTERNAL", File: file, Message: fmt.Sprintf("the loader failed: %v", r), Remedy: "this is a fault of the lab; please report it with the file"}
		}
	}()
	sum := make(chan [32]byte, 1)
	go func() { sum <- sha256.Sum256(data) }()
	l.size = int64(len(data))
	if l.base == 0 {
		l.base = budgetFlat
	}
	l.bud = newBudget(l.base, int64(len(data)))
	l.m = &scene.Model{Name: name}
	if p := l.run(data); p != nil {
		p.File = file
		return nil, p
	}
	l.m.Source = scene.Source{Path: file, SHA256: <-sum, Bytes: int64(len(data))}
	for i := range l.m.Warnings {
		l.m.Warnings[i].File = file
	}
	return l.m, nil
}

func (l *loader) run(data []byte) *scene.Problem {
	c, p := l.split(data)
	if p != nil {
		return p
	}
	l.bin, l.glb = c.bin, c.glb
	l.opt.report(0.1, "JSON")
	if l.doc, p = decodeDocument(c.text, l.bud); p != nil {
		return p
	}
	l.buffers = make([]bufferState, len(l.doc.Buffers))
	l.views = make([]viewState, len(l.doc.BufferViews))
	l.accessors = make([]accessorState, len(l.doc.Accessors))
	stages := []struct {
		done float64
		what string
		run  func() *scene.Problem
	}{
		{0.15, "checking", l.checkAsset},
		{0.15, "nodes", l.buildNodes},
		{0.2, "scenes", l.buildScene},
		{0.2, "materials", l.buildMaterials},
		{0.25, "lights", l.buildLights},
		{0.25, "meshes", l.buildMeshes},
		{0.5, "skins", l.buildSkins},
		{0.5, "skins", l.checkSkinned},
		{0.55, "animations", l.buildAnimations},
		{0.7, "images", l.buildImages},
		{0.95, "checking", l.checkUnused},
	}
	for _, s := range stages {
		if err := l.ctx.Err(); err != nil {
			return &scene.Problem{Code: "CANCELLED", Message: "the load was cancelled", Err: err}
		}
		l.opt.report(s.done, s.what)
		if p := s.run(); p != nil {
			return p
		}
	}
	if err := l.m.Check(); err != nil {
		// The checks above are meant to leave nothing for this one.
		return problem("INTERNAL", "", err.Error(), "this is a fault of the lab; please report it with the file")
	}
	l.finishWarnings()
	l.opt.report(1, "done")
	return nil
}

// maxWarnings bounds the list that a user must read, and perCode what one kind
// may take of it.
const (
	maxWarnings = 400
	perCode     = 20
)

// warn adds a warning to the model. After perCode of one kind only their number
// is kept.
func (l *loader) warn(code, pointer, message, remedy string) {
	if l.warned == nil {
		l.warned = make(map[string]int)
	}
	l.warned[code]++
	if l.warned[code] > perCode || len(l.m.Warnings) >= maxWarnings {
		l.dropped++
		return
	}
	l.m.Warnings = append(l.m.Warnings, scene.Problem{Severity: scene.Warning, Code: code, Pointer: pointer, Message: message, Remedy: remedy})
}

func (l *loader) finishWarnings() {
	if l.dropped > 0 {
		l.m.Warnings = append(l.m.Warnings, scene.Problem{Severity: scene.Warning, Code: "MORE_WARNINGS", Message: fmt.Sprintf("%d more warnings like these are not listed", l.dropped)})
	}
}

// tooMuch is the refusal of a file that wants more memory than its size allows.
func (l *loader) tooMuch(pointer, what string) *scene.Problem {
	return problem("LIMIT_MEMORY", pointer, what+" would take far more memory than a file of this size should need", "the file is damaged or hostile; if not, split the model")
}
