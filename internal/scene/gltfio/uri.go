package gltfio

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"path"
	"strings"

	"donorlab/internal/scene"
)

// isDataURI reports whether a URI carries its data itself.
func isDataURI(uri string) bool {
	return len(uri) >= 5 && strings.EqualFold(uri[:5], "data:")
}

// dataURI decodes a data URI (RFC 2397) and returns its data and media type.
func (l *loader) dataURI(ptr, uri string) ([]byte, string, *scene.Problem) {
	comma := strings.IndexByte(uri, ',')
	if comma < 0 {
		return nil, "", problem("INVALID_URI", ptr, "the data URI has no comma, so no data", remedyExport)
	}
	head := uri[5:min(comma, 5+256)]
	mime, params, _ := strings.Cut(head, ";")
	body := uri[comma+1:]
	if !l.bud.take(int64(len(body))) {
		return nil, "", l.tooMuch(ptr, "the data URI")
	}
	if !strings.HasSuffix(strings.ToLower(";"+params), ";base64") {
		text, err := url.PathUnescape(body)
		if err != nil {
			return nil, "", problem("INVALID_URI", ptr, "the data URI has a bad percent escape", remedyExport)
		}
		return []byte(text), mime, nil
	}
	body = strings.TrimRight(body, "= \r\n\t")
	for _, enc := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		out := make([]byte, enc.DecodedLen(len(body)))
		if n, err := enc.Decode(out, []byte(body)); err == nil {
			return out[:n:n], mime, nil
		}
	}
	return nil, "", problem("INVALID_URI", ptr, "the data URI is not valid base64", remedyExport)
}

// localName turns a URI into a slash-separated path below the model's folder.
// Anything that points elsewhere is refused.
func localName(ptr, s string) (string, *scene.Problem) {
	remedy := "put the file into the model's folder and name it by a relative path"
	if s == "" {
		return "", problem("INVALID_URI", ptr, "the URI is empty", remedy)
	}
	if i := strings.IndexAny(s, ":/\\?#"); i > 0 && s[i] == ':' {
		return "", problem("URI_OUTSIDE", ptr, fmt.Sprintf("%q is an absolute address; only files beside the model are read", clip(s)), remedy)
	}
	name, err := url.PathUnescape(s)
	if err != nil {
		name = s // a file name with a bare percent sign: taken as it stands
	}
	name = strings.ReplaceAll(name, "\\", "/")
	if strings.HasPrefix(name, "/") {
		return "", problem("URI_OUTSIDE", ptr, fmt.Sprintf("%q is an absolute path; only files beside the model are read", clip(s)), remedy)
	}
	if strings.IndexByte(name, 0) >= 0 || len(name) > 4096 {
		return "", problem("INVALID_URI", ptr, "the URI has a zero byte or is too long", remedy)
	}
	name = path.Clean(name)
	if !fs.ValidPath(name) || name == "." {
		return "", problem("URI_OUTSIDE", ptr, fmt.Sprintf("%q leads out of the model's folder", clip(s)), remedy)
	}
	return name, nil
}

// clip shortens a text for a message.
func clip(s string) string {
	if len(s) > 120 {
		return strings.ToValidUTF8(s[:120], "") + "..."
	}
	return s
}

// externalFile is a file beside the model once it was asked for: a model may
// name one file many times.
type externalFile struct {
	data []byte
	p    *scene.Problem
}

// external reads a file beside the model.
func (l *loader) external(ptr, uri string) ([]byte, string, *scene.Problem) {
	name, p := localName(ptr, uri)
	if p != nil {
		return nil, "", p
	}
	if l.fsys == nil {
		return nil, name, problem("FILE_MISSING", ptr, fmt.Sprintf("the file %q is wanted, but this model must carry all its data itself", clip(name)), "export it as .glb")
	}
	f := l.files[name]
	if f == nil {
		f = new(externalFile)
		f.data, f.p = l.openExternal(ptr, name)
		if l.files == nil {
			l.files = make(map[string]*externalFile)
		}
		l.files[name] = f
	}
	if f.p != nil {
		p := *f.p
		p.Pointer = ptr
		return nil, name, &p
	}
	return f.data, name, nil
}

// maxFolded is how many names are looked for in other upper and lower case:
// each search reads whole folders.
const maxFolded = 64

// openExternal reads a file. Where the name's case differs from the file's, as
// it may on the modder's own system, it is found with a warning.
func (l *loader) openExternal(ptr, name string) ([]byte, *scene.Problem) {
	full := path.Join(l.dir, name)
	l.opt.named(full)
	data, err := readRegular(l.ctx, l.fsys, full, l.room)
	if errors.Is(err, fs.ErrNotExist) && l.folded < maxFolded {
		l.folded++
		if other, ok := foldName(l.fsys, full); ok {
			if data, err = readRegular(l.ctx, l.fsys, other, l.room); err == nil {
				l.warn("FILE_NAME_CASE", ptr, fmt.Sprintf("%q was found as %q; upper and lower case differ", clip(name), clip(path.Base(other))), "give the file the same name in the model and on disk")
			}
		}
	}
	if err != nil {
		var tooBig *sizeError
		switch {
		case errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded):
			return nil, &scene.Problem{Code: "CANCELLED", Message: "the load was cancelled", Err: err}
		case errors.Is(err, fs.ErrNotExist):
			return nil, problem("FILE_MISSING", ptr, fmt.Sprintf("the file %q is not there", clip(name)), "put it beside the model at that path, or drop the whole folder; or export as .glb, which holds everything")
		case errors.As(err, &tooBig):
			return nil, problem("LIMIT_FILE_SIZE", ptr, fmt.Sprintf("the file %q is too large", clip(name)), "raise the limit, or split the model")
		}
		p := problem("FILE_UNREADABLE", ptr, fmt.Sprintf("the file %q cannot be read", clip(name)), "check its permissions, and that it is a file within the model's folder")
		p.Err = err
		return nil, p
	}
	l.size += int64(len(data))
	l.room -= int64(len(data))
	l.bud.give(int64(len(data)) * budgetTimes)
	return data, nil
}

// foldName looks for a file whose path differs from name in case only.
func foldName(fsys fs.FS, name string) (string, bool) {
	dir := "."
	for _, part := range strings.Split(name, "/") {
		entries, err := fs.ReadDir(fsys, dir)
		if err != nil {
			return "", false
		}
		found := ""
		for _, e := range entries { // sorted by name, so the choice is stable
			if e.Name() == part {
				found = part
				break
			}
			if found == "" && strings.EqualFold(e.Name(), part) {
				found = e.Name()
			}
		}
		if found == "" {
			return "", false
		}
		dir = path.Join(dir, found)
	}
	return dir, true
}

// sizeError says that a file is larger than allowed.
type sizeError struct{ size int64 }

func (e *sizeError) Error() string { return fmt.Sprintf("%d bytes are too many", e.size) }

// readRegular reads a whole regular file of at most limit bytes. Pipes and
// devices, which may never end, are refused before they are opened.
func readRegular(ctx context.Context, fsys fs.FS, name string, limit int64) ([]byte, error) {
	info, err := fs.Stat(fsys, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", name)
	}
	if info.Size() > limit {
		return nil, &sizeError{info.Size()}
	}
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readAll(ctx, f, info.Size(), limit)
}

// readAll reads r to its end in pieces, so that a cancel is heard. size is what
// is expected; a file that grows past limit while it is read is refused.
func readAll(ctx context.Context, r io.Reader, size, limit int64) ([]byte, error) {
	buf := make([]byte, 0, size+1)
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if len(buf) == cap(buf) {
			buf = append(buf, 0)[:len(buf)]
		}
		n, err := r.Read(buf[len(buf):min(cap(buf), len(buf)+4<<20)])
		buf = buf[:len(buf)+n]
		if int64(len(buf)) > limit {
			return nil, &sizeError{int64(len(buf))}
		}
		if err == io.EOF {
			return buf[:len(buf):len(buf)], nil
		}
		if err != nil {
			return nil, err
		}
	}
}
