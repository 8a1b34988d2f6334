package raster

import (
	"image"

	"donorlab/internal/scene/draw"
)

// Thumbnail draws a widget into a new picture of width by height pixels, four
// samples each, as it is seconds after its start. Use a Builder and a
// Rasterizer of your own where a widget turns at many frames a second.
func Thumbnail(w *draw.Widget, width, height int, seconds float64) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, max(width, 0), max(height, 0)))
	var b draw.Builder
	var l draw.List
	w.Frame(&b, &l, width, height, seconds)
	Draw(img, &l, Options{MSAA: 4, Threads: w.Threads})
	return img
}
