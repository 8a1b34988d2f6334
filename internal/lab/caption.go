package lab

import (
	"image"
	"image/color"

	"golang.org/x/image/font"
	"golang.org/x/image/font/inconsolata"
	"golang.org/x/image/math/fixed"
)

// captionSize is the whole factor by which a picture's caption is enlarged.
func captionSize(height int) int { return max((height+160)/320, 1) }

// letterWidth and letterHeight are those of the caption's font, in pixels.
const letterWidth, letterHeight = 8, 16

// caption writes the first of the texts that fits into the lower left corner of
// a part of an image, white on a dark shade that takes what lies below to a
// quarter. Nothing is written where none fits, so that no caption is ever cut.
func caption(img *image.NRGBA, at image.Rectangle, texts ...string) {
	at = at.Intersect(img.Rect)
	size := captionSize(at.Dy())
	pad := 4 * size
	for _, text := range texts {
		n := len([]rune(text))
		box := image.Rect(0, 0, n*letterWidth*size+2*pad, letterHeight*size+pad)
		box = box.Add(image.Pt(at.Min.X+pad, at.Max.Y-pad-box.Dy()))
		if n == 0 || !box.Inset(-pad).In(at) {
			continue
		}
		shade(img, box)
		letters(img, box.Min.Add(image.Pt(pad, pad/2)), text, size)
		return
	}
}

// shade darkens a part of an image.
func shade(img *image.NRGBA, box image.Rectangle) {
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			p := img.Pix[img.PixOffset(x, y):][:4]
			// The corners are left out, which rounds them.
			if (x == box.Min.X || x == box.Max.X-1) && (y == box.Min.Y || y == box.Max.Y-1) {
				continue
			}
			for k := range 3 {
				p[k] = uint8((int(p[k]) + 3*20) / 4)
			}
			p[3] = max(p[3], 192)
		}
	}
}

// letters writes one line, its upper left corner at p.
func letters(img *image.NRGBA, p image.Point, text string, size int) {
	face := inconsolata.Regular8x16
	mask := image.NewAlpha(image.Rect(0, 0, len([]rune(text))*letterWidth, letterHeight))
	d := font.Drawer{Dst: mask, Src: image.NewUniform(color.Alpha{255}), Face: face, Dot: fixed.P(0, face.Ascent-1)}
	d.DrawString(text)
	for y := range mask.Rect.Dy() * size {
		for x := range mask.Rect.Dx() * size {
			a := int(mask.AlphaAt(x/size, y/size).A)
			if a == 0 {
				continue
			}
			q := img.Pix[img.PixOffset(p.X+x, p.Y+y):][:4]
			for k := range 3 {
				q[k] = uint8((int(q[k])*(255-a) + 240*a + 127) / 255)
			}
			q[3] = max(q[3], uint8(a))
		}
	}
}
