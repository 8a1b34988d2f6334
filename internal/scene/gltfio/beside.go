package gltfio

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"strconv"
	"strings"

	"donorlab/internal/scene"

	"github.com/qmuntal/gltf"
)

// What readers of other formats share with this one: where their limits lie and
// how files beside the model are found, so that a texture is read alike
// whichever format names it.

// ImageFile is an image that a model of another format names.
type ImageFile struct {
	Path    string // slash-separated and relative to the folder; not a URI
	File    string // the file that names it, for warnings; empty for the model itself
	Pointer string // where in that file: "line 12"
}

// Limit is the most bytes that the file and what it names may have.
func (o Options) Limit() int64 { return o.limit() }

// Report tells Progress, where there is one.
func (o Options) Report(done float64, what string) { o.report(done, what) }

// MemoryFor is how many bytes a load may allocate for a file of that size.
func MemoryFor(fileBytes int64) int64 { return budgetTimes*fileBytes + budgetFlat }

// FileProblem says in plain words why a file cannot be read. A context's error
// becomes the code CANCELLED.
func FileProblem(file string, err error) *scene.Problem { return unreadable(file, err) }

// TooLarge refuses a file of more than limit bytes.
func TooLarge(file string, limit int64) *scene.Problem { return tooLarge(file, limit) }

// FindFile looks for a file below fsys and returns its name as it is on disk.
// With fold it is found also where only the case of its name differs, for which
// whole folders are read.
func FindFile(fsys fs.FS, name string, fold bool) (string, bool) {
	if !fs.ValidPath(name) {
		return "", false
	}
	if info, err := fs.Stat(fsys, name); err == nil {
		return name, info.Mode().IsRegular()
	}
	if !fold {
		return "", false
	}
	found, ok := foldName(fsys, name)
	if !ok {
		return "", false
	}
	info, err := fs.Stat(fsys, found)
	return found, err == nil && info.Mode().IsRegular()
}

// ReadFile reads a regular file of at most limit bytes below fsys. opt.Named
// hears of it, also when it is not there.
func ReadFile(ctx context.Context, fsys fs.FS, name string, limit int64, opt Options) ([]byte, *scene.Problem) {
	opt.named(name)
	data, err := readRegular(ctx, fsys, name, limit)
	var tooBig *sizeError
	switch {
	case err == nil:
		return data, nil
	case errors.As(err, &tooBig):
		return nil, tooLarge(name, limit)
	}
	return nil, unreadable(name, err)
}

// ReadImages finds and decodes images below the folder dir of fsys as a glTF's
// are, and BMP and TGA, too: a missing or broken one is magenta and warned of, one
// that needs too much memory is halved. room is how many bytes their files may still have together,
// memory how many may be allocated. The images are as many as the files.
func ReadImages(ctx context.Context, fsys fs.FS, dir string, files []ImageFile, room, memory int64, opt Options) ([]scene.Image, []scene.Problem, error) {
	l := &loader{ctx: ctx, opt: opt, fsys: fsys, dir: dir, room: room, bud: new(budget), m: new(scene.Model), doc: new(document)}
	l.bud.left.Store(memory)
	l.beside = true
	for _, f := range files {
		parts := strings.Split(f.Path, "/")
		for i := range parts {
			parts[i] = url.PathEscape(parts[i])
		}
		// The leading dot keeps a colon in a name from looking like a scheme.
		l.doc.Images = append(l.doc.Images, &gltf.Image{URI: "./" + strings.Join(parts, "/")})
	}
	p := l.buildImages()
	at := func(q *scene.Problem) {
		rest, ok := strings.CutPrefix(q.Pointer, "/images/")
		n, _, _ := strings.Cut(rest, "/")
		if i, err := strconv.Atoi(n); ok && err == nil && i < len(files) {
			q.File, q.Pointer = files[i].File, files[i].Pointer
		}
	}
	if p != nil {
		at(p)
		return nil, nil, p
	}
	l.finishWarnings()
	for i := range l.m.Warnings {
		w := &l.m.Warnings[i]
		name := ""
		if rest, ok := strings.CutPrefix(w.Pointer, "/images/"); ok {
			n, _, _ := strings.Cut(rest, "/")
			if k, err := strconv.Atoi(n); err == nil && k < len(files) {
				name = files[k].Path
			}
		}
		if name != "" && !strings.Contains(w.Message, clip(name)) {
			w.Message = fmt.Sprintf("%q: %s", clip(name), w.Message)
		}
		at(w)
	}
	for i := range l.m.Images {
		if img := &l.m.Images[i]; img.MIME == bmpFormat.mime || img.MIME == tgaFormat.mime {
			img.MIME, img.Encoded = "", nil
		}
	}
	return l.m.Images, l.m.Warnings, nil
}
