package lab

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"donorlab/internal/scene"
	"donorlab/internal/scene/convert"
	scenedraw "donorlab/internal/scene/draw"
	"donorlab/internal/scene/raster"
)

// Bounds of the thumbnails that the list of models shows.
const (
	ThumbSize    = 160       // pixels along each side
	thumbsKept   = 300       // in memory: 100 KiB each
	thumbsStored = 800       // in the cache folder
	thumbFile    = 256 << 20 // bytes of a model that is still read for one
	thumbVersion = "1"       // of how they are drawn; another one makes all anew
)

// ModelThumb is a small picture of a model file, over a transparent ground.
type ModelThumb struct {
	Image   *image.NRGBA   // nil while it is being made, and when it cannot be
	Problem *scene.Problem // why it cannot be
}

// thumbKey tells a file from what it was before.
type thumbKey struct {
	ref     string
	size    int64
	changed time.Time
}

type thumbEntry struct {
	ModelThumb
	used uint64 // tick
}

// thumbs makes thumbnails one at a time, off the session's goroutine.
type thumbs struct {
	mu   sync.Mutex
	done map[thumbKey]*thumbEntry
	busy bool
	wait sync.WaitGroup
}

// ModelThumb returns the picture of a model file or sample whose size and time
// of change are those given (zero for a sample), and begins to make it if need
// be: one at a time, on one processor, and only while no job runs. Call it in each
// frame for what is seen: what is no longer asked for is not made.
func (s *Session) ModelThumb(ref string, size int64, changed time.Time) ModelThumb {
	t := &s.thumbs
	k := thumbKey{ref, size, changed}
	t.mu.Lock()
	defer t.mu.Unlock()
	if e := t.done[k]; e != nil {
		e.used = s.tick
		return e.ModelThumb
	}
	if t.busy || len(s.queue.jobs()) > 0 {
		return ModelThumb{}
	}
	t.busy = true
	t.wait.Add(1)
	tick := s.tick
	dir := cacheDir(s.opt.CacheDir)
	go func() {
		defer t.wait.Done()
		e := &thumbEntry{used: tick}
		img, err := makeThumb(s.ctx, ref, dir)
		e.Image, e.Problem = img, AsProblem(err)
		t.mu.Lock()
		defer t.mu.Unlock()
		t.busy = false
		t.keep(k, e)
	}()
	return ModelThumb{}
}

// FinishThumb waits for the picture that is being made, if one is: for tests and
// for programs without a window.
func (s *Session) FinishThumb() { s.thumbs.wait.Wait() }

// keep stores an entry; of too many, that which was not asked for the longest goes.
func (t *thumbs) keep(k thumbKey, e *thumbEntry) {
	if t.done == nil {
		t.done = map[thumbKey]*thumbEntry{}
	}
	for len(t.done) >= thumbsKept {
		var oldest thumbKey
		first := true
		for k, e := range t.done {
			if first || e.used < t.done[oldest].used {
				oldest, first = k, false
			}
		}
		delete(t.done, oldest)
	}
	t.done[k] = e
}

// makeThumb takes the picture from the cache folder, or draws it and puts it
// there. A mistake of ours on the way is a Problem.
func makeThumb(ctx context.Context, ref, dir string) (img *image.NRGBA, err error) {
	defer func() {
		if p := recover(); p != nil {
			img, err = nil, Crash(p)
		}
	}()
	if IsSample(ref) {
		return drawThumb(ctx, ref)
	}
	hash, err := thumbHash(ctx, ref)
	if err != nil {
		return nil, err
	}
	if dir == "" {
		return drawThumb(ctx, ref)
	}
	name := filepath.Join(dir, "thumbs", hash+".png")
	if img := readThumb(name); img != nil {
		return img, nil
	}
	if img, err = drawThumb(ctx, ref); err != nil {
		return nil, err
	}
	if data, err := EncodePNG(img); err == nil && writeFile(name, data) == nil {
		pruneThumbs(filepath.Dir(name))
	} // a full disk costs the cache, not the picture
	return img, nil
}

// thumbHash names a picture by the file's content and, where a format keeps most
// of a model beside it, by the state of its folder.
func thumbHash(ctx context.Context, ref string) (string, error) {
	format := extension(ref)
	if convert.Handles(format) {
		return "", &scene.Problem{Severity: scene.Info, Code: "NO_THUMBNAIL", File: ref, Message: "a picture needs the model to be converted", Remedy: "open it"}
	}
	f, err := os.Open(ref)
	if err != nil {
		return "", fileProblem(ref, err)
	}
	defer f.Close()
	h := sha256.New()
	io.WriteString(h, thumbVersion)
	if n, err := io.Copy(h, io.LimitReader(f, thumbFile+1)); err != nil {
		return "", fileProblem(ref, err)
	} else if n > thumbFile {
		return "", &scene.Problem{Severity: scene.Info, Code: "NO_THUMBNAIL", File: ref, Message: "the file is too large for a small picture", Remedy: "open it"}
	}
	if format != "glb" {
		entries, err := os.ReadDir(filepath.Dir(ref))
		if err != nil {
			return "", fileProblem(ref, err)
		}
		for _, e := range entries {
			if info, err := e.Info(); err == nil {
				fmt.Fprintf(h, "%s %d %d\n", e.Name(), info.Size(), info.ModTime().UnixNano())
			}
		}
	}
	if err := ctx.Err(); err != nil {
		return "", AsProblem(err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// drawThumb draws a model at rest on one processor.
func drawThumb(ctx context.Context, ref string) (*image.NRGBA, error) {
	if !IsSample(ref) {
		head, err := readHead(ref)
		if err != nil {
			return nil, fileProblem(ref, err)
		}
		if format, _ := formatOf(extension(ref), head); convert.Handles(format) {
			return nil, &scene.Problem{Severity: scene.Info, Code: "NO_THUMBNAIL", File: ref, Message: "a picture needs the model to be converted", Remedy: "open it"}
		}
	}
	m, err := Load(ctx, ref, nil)
	if err != nil {
		return nil, err
	}
	w := scenedraw.Widget{Prepared: scenedraw.Prepare(m), Backdrop: scenedraw.BackdropClear, Threads: 1}
	return raster.Thumbnail(&w, ThumbSize, ThumbSize, 0), nil
}

// readThumb reads a stored picture; nil where there is none that is whole.
func readThumb(name string) *image.NRGBA {
	data, err := readSmall(name)
	if err != nil {
		return nil
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil || img.Bounds() != image.Rect(0, 0, ThumbSize, ThumbSize) {
		return nil
	}
	if n, ok := img.(*image.NRGBA); ok {
		return n
	}
	n := image.NewNRGBA(img.Bounds())
	draw.Draw(n, n.Rect, img, image.Point{}, draw.Src)
	return n
}

// pruneThumbs deletes the oldest pictures, a quarter of all, where there are too many.
func pruneThumbs(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) <= thumbsStored {
		return
	}
	when := map[string]time.Time{}
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			when[e.Name()] = info.ModTime()
		}
	}
	slices.SortFunc(entries, func(x, y os.DirEntry) int { return when[x.Name()].Compare(when[y.Name()]) })
	for _, e := range entries[:thumbsStored/4] {
		_ = os.Remove(filepath.Join(dir, e.Name())) // another lab may have been quicker
	}
}
