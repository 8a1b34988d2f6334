package window

import (
	"image"
	"os"
	"path/filepath"
	"runtime"

	"github.com/hajimehoshi/ebiten/v2"

	"donorlab/internal/scene/draw"
	"donorlab/internal/scene/raster"
)

// Sink names who draws the 3D pictures.
type Sink int

const (
	AutoSink Sink = iota // KageSink where there is a GPU, else GoSink
	KageSink
	GoSink
)

// viewer draws a list over an image of its size, n by n samples a pixel.
type viewer interface {
	draw(dst *ebiten.Image, l *draw.List, n int)
	sweep()
}

func newViewer(s Sink) viewer {
	if s == GoSink || s == AutoSink && software() {
		return &goSink{}
	}
	return newSink()
}

// software reports whether OpenGL is surely done by the processor. Then the Go
// sink, made for it, is several times faster than a shader.
func software() bool {
	if v := os.Getenv("LIBGL_ALWAYS_SOFTWARE"); v != "" && v != "0" && v != "false" {
		return true
	}
	if runtime.GOOS != "linux" {
		return false
	}
	for _, pattern := range []string{"/dev/dri/renderD*", "/dev/dri/card*", "/dev/nvidia[0-9]*", "/dev/dxg", "/dev/mali*", "/dev/kgsl*"} {
		if found, _ := filepath.Glob(pattern); len(found) > 0 {
			return false
		}
	}
	return true
}

// goSink draws lists with the Go rasteriser and uploads the picture.
type goSink struct {
	r   raster.Rasterizer
	img *image.NRGBA
}

func (s *goSink) draw(dst *ebiten.Image, l *draw.List, n int) {
	if l == nil || l.Width <= 0 || l.Height <= 0 {
		return
	}
	if s.img == nil || s.img.Rect.Dx() != l.Width || s.img.Rect.Dy() != l.Height {
		s.img = image.NewNRGBA(image.Rect(0, 0, l.Width, l.Height))
	}
	s.r.Draw(s.img, l, raster.Options{MSAA: n * n})
	dst.WritePixels(s.img.Pix) // opaque, so premultiplied or not is the same
}

func (s *goSink) sweep() {}
