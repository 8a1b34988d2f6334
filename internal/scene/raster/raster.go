// Package raster draws a draw.List into an image in pure Go. The picture is the
// same, to the last bit, for any number of threads and on any machine.
//
// The picture is cut into tiles. A tile first finds, for each sample, the
// nearest opaque triangle (a visibility buffer: depth and triangle number, no
// colour), then shades each pixel once, then lays blended triangles and
// overlays over it in the list's order. Coverage is exact: corners are snapped
// to 1/256 pixel and tested by integer edge functions under the top-left rule,
// so that triangles which share an edge cover each pixel once.
//
// Several samples of a pixel are averaged in linear light after the tone map.
// Blended colours and overlays are laid over in sRGB, as the window's GPU does,
// sample by sample.
package raster

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"image"
	"runtime"
	"sync"
	"sync/atomic"

	"donorlab/internal/scene/draw"
)

// Options are a picture's settings. The zero Options draw with one sample a
// pixel on all threads.
type Options struct {
	MSAA    int  // samples a pixel: 1 or 4; zero means 1, anything above 1 means 4
	Threads int  // zero means GOMAXPROCS; the picture is the same for any
	IDs     *IDs // filled when not nil
}

// IDs says what each pixel shows, for picking and for comparing sinks.
type IDs struct {
	Width, Height int
	Triangle      []uint32 // index into List.Triangles plus one, row by row; 0 is background. With MSAA it is that of the first sample. Overlays and grid leave no trace
}

// At returns the triangle of list that pixel x, y shows.
func (b *IDs) At(list *draw.List, x, y int) (draw.Triangle, bool) {
	if x < 0 || y < 0 || x >= b.Width || y >= b.Height {
		return draw.Triangle{}, false
	}
	i := b.Triangle[y*b.Width+x]
	if i == 0 || int(i) > len(list.Triangles) {
		return draw.Triangle{}, false
	}
	return list.Triangles[i-1], true
}

// Rasterizer draws lists and keeps its buffers from one to the next. One
// goroutine may use it at a time. The zero Rasterizer is ready.
type Rasterizer struct {
	list   *draw.List
	dst    *image.NRGBA
	ids    *IDs
	msaa   bool
	shader draw.Shader
	setups []setup
	chunks []bins
	tilesX int
	tilesY int
	rows   []rowColor

	stage   int
	next    atomic.Int64
	claimed atomic.Int64
	wait    sync.WaitGroup
	worker  func()
	tiles   []*tile
}

// rowColor is the background of one row, linear, encoded, and as a tile's row of
// pixels.
type rowColor struct {
	linear, encoded [3]float32
	bytes           [4 * tileSize]uint8
}

// Draw draws l over the whole of dst, which must be at least as large as the
// list; what lies outside the list's size is left alone. Where dst is smaller
// the picture is cut off.
func (r *Rasterizer) Draw(dst *image.NRGBA, l *draw.List, opt Options) {
	if l.Width <= 0 || l.Height <= 0 {
		return
	}
	r.list, r.dst, r.ids, r.msaa = l, dst, opt.IDs, opt.MSAA > 1
	r.shader = draw.NewShader(l.Light)
	if r.ids != nil {
		r.ids.Width, r.ids.Height = l.Width, l.Height
		r.ids.Triangle = grow(r.ids.Triangle, l.Width*l.Height)
	}
	r.tilesX = (l.Width + tileSize - 1) / tileSize
	r.tilesY = (l.Height + tileSize - 1) / tileSize
	r.background()
	r.setups = grow(r.setups, len(l.Triangles))
	n := (len(l.Triangles) + chunkSize - 1) / chunkSize
	for len(r.chunks) < n {
		r.chunks = append(r.chunks, bins{})
	}
	r.chunks = r.chunks[:n]
	r.run(stageSetup, n, opt.Threads)
	r.run(stageTiles, r.tilesX*r.tilesY, opt.Threads)
	r.list, r.dst, r.ids = nil, nil, nil
}

// Draw draws l with a Rasterizer of its own. Use a Rasterizer for many frames.
func Draw(dst *image.NRGBA, l *draw.List, opt Options) {
	var r Rasterizer
	r.Draw(dst, l, opt)
}

func (r *Rasterizer) background() {
	l := r.list
	r.rows = grow(r.rows, l.Height)
	for y := range r.rows {
		t := (float32(y) + 0.5) / float32(l.Height)
		if l.Clear {
			r.rows[y] = rowColor{}
			continue
		}
		for c := range 3 {
			v := l.Background[0][c] + float32((l.Background[1][c]-l.Background[0][c])*t)
			r.rows[y].linear[c] = v
			r.rows[y].encoded[c] = encode(v)
		}
		e := &r.rows[y].encoded
		pixel := [4]uint8{toByte(e[0]), toByte(e[1]), toByte(e[2]), 255}
		for x := 0; x < len(r.rows[y].bytes); x += 4 {
			*(*[4]uint8)(r.rows[y].bytes[x:]) = pixel
		}
	}
}

// grow returns s with length n, its memory reused where it is large enough.
func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/8)
	}
	return s[:n]
}

const (
	stageSetup = iota
	stageTiles
)

// run does a stage's tasks on several threads that end with it. Every task
// writes only places of its own, so the result does not depend on who does what.
func (r *Rasterizer) run(stage, tasks, threads int) {
	if threads <= 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	threads = max(min(threads, tasks), 1)
	for len(r.tiles) < threads {
		r.tiles = append(r.tiles, new(tile))
	}
	r.stage = stage
	r.next.Store(0)
	r.claimed.Store(0)
	if threads == 1 {
		r.work()
		return
	}
	if r.worker == nil {
		r.worker = func() { defer r.wait.Done(); r.work() }
	}
	r.wait.Add(threads)
	for range threads - 1 {
		go r.worker()
	}
	r.worker()
	r.wait.Wait()
}

func (r *Rasterizer) work() {
	t := r.tiles[r.claimed.Add(1)-1]
	if r.stage == stageTiles {
		t.begin(r)
	}
	for {
		i := int(r.next.Add(1) - 1)
		switch {
		case r.stage == stageSetup && i < len(r.chunks):
			r.setupChunk(i)
		case r.stage == stageTiles && i < r.tilesX*r.tilesY:
			t.draw(r, i%r.tilesX, i/r.tilesX)
		default:
			return
		}
	}
}

// PixelHash returns the SHA-256, in hex, of the image's width and height (32 bit
// little-endian each) and its pixels, R, G, B, A by rows.
func PixelHash(img *image.NRGBA) string {
	h := sha256.New()
	w, ht := img.Rect.Dx(), img.Rect.Dy()
	var size [8]byte
	binary.LittleEndian.PutUint32(size[0:], uint32(w))
	binary.LittleEndian.PutUint32(size[4:], uint32(ht))
	h.Write(size[:])
	for y := range ht {
		o := y * img.Stride
		h.Write(img.Pix[o : o+4*w])
	}
	return hex.EncodeToString(h.Sum(nil))
}
