package draw

import (
	"image"
	"math"

	"donorlab/internal/scene"
)

// texKey tells apart the uses of one texture: the same image may serve as
// colour (sRGB) and as data.
type texKey struct {
	texture int
	srgb    bool
}

// textureCache makes each texture of a model once.
type textureCache struct {
	model *scene.Model
	made  map[texKey]*Texture
}

func (c *textureCache) get(r scene.TexRef, srgb bool) *Texture {
	i, ok := r.Texture.Get()
	if !ok || i >= len(c.model.Textures) {
		return nil
	}
	k := texKey{i, srgb}
	if t, ok := c.made[k]; ok {
		return t
	}
	src := &c.model.Textures[i]
	var t *Texture
	if im, ok := src.Image.Get(); ok && im < len(c.model.Images) && c.model.Images[im].Pixels != nil {
		t = NewTexture(c.model.Images[im].Pixels, srgb)
	}
	if t != nil {
		t.WrapS, t.WrapT, t.Nearest = src.WrapS, src.WrapT, src.Nearest
	}
	c.made[k] = t
	return t
}

// NewTexture builds the mip chain of an image down to one texel, by box filter
// in linear light with colours weighted by their alpha. It returns nil for an
// image without pixels. The first level may share the image's memory.
func NewTexture(img *image.NRGBA, srgb bool) *Texture {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	if w <= 0 || h <= 0 {
		return nil
	}
	pix := img.Pix
	if img.Stride != 4*w || len(pix) < 4*w*h {
		pix = make([]uint8, 4*w*h)
		for y := range h {
			copy(pix[4*w*y:4*w*(y+1)], img.Pix[y*img.Stride:])
		}
	}
	t := &Texture{SRGB: srgb, Levels: []Level{{w, h, pix[:4*w*h]}}}
	for w > 1 || h > 1 {
		l := halve(t.Levels[len(t.Levels)-1], srgb)
		t.Levels = append(t.Levels, l)
		w, h = l.W, l.H
	}
	return t
}

// Decode8 are the linear values of the 256 sRGB bytes, snapped to 1/2^24 so that
// they are the same on every machine.
var Decode8 = func() (t [256]float32) {
	for i := range t {
		t[i] = float32(math.Round(SRGBToLinear(float64(i)/255)*(1<<24)) / (1 << 24))
	}
	return t
}()

// Byte are the 256 bytes as shares of 255.
var Byte = func() (t [256]float32) {
	for i := range t {
		t[i] = float32(i) / 255
	}
	return t
}()

// encodeSteps is fine enough that neighbouring bytes of the sRGB curve's steep
// start are told apart.
const encodeSteps = 1 << 13

var encode8 = func() (t [encodeSteps + 1]uint8) {
	for i := range t {
		t[i] = uint8(math.Round(LinearToSRGB(float64(i)/encodeSteps)*255*(1<<20))/(1<<20) + 0.5)
	}
	return t
}()

// halve makes the next level: each new texel is the mean of the texels under
// it, by exact shares where a side is odd.
func halve(src Level, srgb bool) Level {
	w, h := max(src.W/2, 1), max(src.H/2, 1)
	dst := Level{w, h, make([]uint8, 4*w*h)}
	decode := &Byte
	if srgb {
		decode = &Decode8
	}
	for y := range h {
		y0, y1 := span(y, src.H, h)
		for x := range w {
			x0, x1 := span(x, src.W, w)
			var r, g, b, a, sum, sumA float32
			for sy := y0; sy < y1; sy++ {
				wy := overlap(sy, y, src.H, h)
				for sx := x0; sx < x1; sx++ {
					k := float32(wy * overlap(sx, x, src.W, w))
					p := src.Pix[4*(sy*src.W+sx):][:4]
					al := float32(k * float32(p[3]))
					// A trace of weight keeps the colour of wholly transparent areas.
					ka := al + float32(k*(1.0/256))
					r += float32(ka * decode[p[0]])
					g += float32(ka * decode[p[1]])
					b += float32(ka * decode[p[2]])
					a += al
					sum += k
					sumA += ka
				}
			}
			d := dst.Pix[4*(y*w+x):][:4]
			d[0], d[1], d[2] = encode(r/sumA, srgb), encode(g/sumA, srgb), encode(b/sumA, srgb)
			d[3] = uint8(a/sum + 0.5)
		}
	}
	return dst
}

func encode(v float32, srgb bool) uint8 {
	if srgb {
		return encode8[int(float32(min(v, 1)*encodeSteps)+0.5)]
	}
	return uint8(float32(min(v, 1)*255) + 0.5)
}

// span returns the source texels under new texel i of n, from m.
func span(i, m, n int) (from, to int) { return i * m / n, ((i+1)*m + n - 1) / n }

// overlap is how much of source texel s lies under new texel i, in 1/n of a texel.
func overlap(s, i, m, n int) int {
	return min((s+1)*n, (i+1)*m) - max(s*n, i*m)
}
