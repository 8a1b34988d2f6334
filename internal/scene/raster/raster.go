// Package raster draws a draw.List into an image in pure Go. The picture is the
// same, to the last bit, for any number of threads and on any machine.
package raster

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"image"

	"donorlab/internal/scene/draw"
)

// Options are a picture's settings. The zero Options draw with one sample a
// pixel on all threads.
type Options struct {
	MSAA    int  // samples a pixel: 1 or 4; zero means 1
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
type Rasterizer struct{}

// Draw draws l over the whole of dst, which must be at least as large as the
// list; what lies outside the list's size is left alone.
func (r *Rasterizer) Draw(dst *image.NRGBA, l *draw.List, opt Options) {}

// Draw draws l with a Rasterizer of its own. Use a Rasterizer for many frames.
func Draw(dst *image.NRGBA, l *draw.List, opt Options) {
	var r Rasterizer
	r.Draw(dst, l, opt)
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
