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

// captionBox is the place of a caption of so many letters in the lower left
// corner of a part of an image.
func captionBox(at image.Rectangle, letters int) image.Rectangle {
	size := captionSize(at.Dy())
	pad := 4 * size
	box := image.Rect(0, 0, letters*letterWidth*size+2*pad, letterHeight*size+pad)
	return box.Add(image.Pt(at.Min.X+pad, at.Max.Y-pad-box.Dy()))
}

// captionFits reports whether a caption takes at most four fifths of a picture's
// width and a third of its height.
func captionFits(at image.Rectangle, text string) bool {
	box := captionBox(at, len([]rune(text)))
	return 5*box.Dx() <= 4*at.Dx() && 3*box.Dy() <= at.Dy()
}

// caption writes a text into the lower left corner of a part of an image, white
// on a dark shade that takes what lies below to a quarter. It writes nothing
// where the text does not fit, so that no caption is ever cut.
func caption(img *image.NRGBA, at image.Rectangle, text string) {
	if at = at.Intersect(img.Rect); text == "" || !captionFits(at, text) {
		return
	}
	size := captionSize(at.Dy())
	box := captionBox(at, len([]rune(text)))
	shade(img, box)
	letters(img, box.Min.Add(image.Pt(4*size, 2*size)), text, size)
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
