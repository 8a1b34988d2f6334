package objio

import (
	"image"
	"math"
	"path"
	"strings"

	"donorlab/internal/scene"
)

// MTL keeps in images of their own what glTF keeps in channels of one. Here they
// are put together.

// made adds an image that was put together in memory.
func (d *dresser) made(name string, w, h int) (*image.NRGBA, int, bool) {
	if !d.l.mem.take(4 * int64(w) * int64(h)) {
		return nil, 0, false
	}
	pix := image.NewNRGBA(image.Rect(0, 0, w, h))
	d.l.m.Images = append(d.l.m.Images, scene.Image{Name: name, Pixels: pix})
	return pix, len(d.l.m.Images) - 1, true
}

func stem(name string) string {
	return strings.TrimSuffix(path.Base(name), path.Ext(name))
}

// level reads one channel of a pixel as MTL names them: r, g, b, m (matte: the
// alpha), l (luminance, Rec. 709 weights) or z, which is taken as l.
func level(px []byte, channel byte) int {
	switch channel {
	case 'r':
		return int(px[0])
	case 'g':
		return int(px[1])
	case 'b':
		return int(px[2])
	case 'm':
		return int(px[3])
	}
	return (int(px[0])*54 + int(px[1])*183 + int(px[2])*19 + 128) / 256
}

// scalar is a map's value at a pixel: base + gain * level, as -mm says.
func (m *mapDef) scalar(px []byte, channel byte) byte {
	v := float64(level(px, channel))
	if m.range0 != [2]float64{0, 1} {
		v = m.range0[0]*255 + m.range0[1]*v
	}
	return byte(min(max(v, 0), 255) + 0.5)
}

// pixel is the pixel of src that lies at x, y of a picture of w by h.
func pixel(src *image.NRGBA, x, y, w, h int) []byte {
	i := y*src.Rect.Dy()/h*src.Stride + x*src.Rect.Dx()/w*4
	return src.Pix[i : i+4 : i+4]
}

// alpha brings map_d in: it is the colour image's own alpha, or a picture that is
// put into a copy of it.
func (d *dresser) alpha(mat *scene.Material, def *mtl) *scene.Problem {
	m, im, ok := d.image(def, "alpha")
	if !ok {
		return nil
	}
	src := d.l.m.Images[im].Pixels
	base, baseImage, hasBase := d.image(def, "color")
	channel := m.channel
	if channel == 0 {
		// The same picture for both means its alpha, if it has one.
		channel = 'l'
		if hasBase && baseImage == im || !opaque(src) {
			channel = 'm'
		}
	}
	pix := src
	if !(hasBase && baseImage == im && channel == 'm' && m.range0 == [2]float64{0, 1}) {
		w, h := src.Rect.Dx(), src.Rect.Dy()
		name := stem(m.name) + "_alpha"
		if hasBase {
			w, h = d.l.m.Images[baseImage].Pixels.Rect.Dx(), d.l.m.Images[baseImage].Pixels.Rect.Dy()
			name = stem(base.name) + "_alpha"
		}
		out, at, ok := d.made(name, w, h)
		if !ok {
			return tooMuch(0)
		}
		for y := range h {
			for x := range w {
				px := out.Pix[y*out.Stride+4*x:][:4]
				px[0], px[1], px[2] = 255, 255, 255
				if hasBase {
					copy(px, pixel(d.l.m.Images[baseImage].Pixels, x, y, w, h)[:3])
				}
				px[3] = m.scalar(pixel(src, x, y, w, h), channel)
			}
		}
		pix = out
		if hasBase {
			m = base
		}
		mat.BaseColorTex = d.ref(m, at)
	}
	if opaque(pix) {
		return nil
	}
	if mat.BaseColor[3] == 0 { // the map says what is seen; exporters write d 0 beside it
		mat.BaseColor[3] = 1
	}
	if mat.AlphaMode = scene.Blend; mat.BaseColor[3] == 1 && cutOut(pix) {
		mat.AlphaMode, mat.AlphaCutoff = scene.Mask, 0.5
	}
	return nil
}

func opaque(m *image.NRGBA) bool {
	for i := 3; i < len(m.Pix); i += 4 {
		if m.Pix[i] != 255 {
			return false
		}
	}
	return true
}

// cutOut reports whether an image's alpha is all or nothing but for soft edges:
// less than a tenth of the pixels lie between.
func cutOut(m *image.NRGBA) bool {
	soft := 0
	for i := 3; i < len(m.Pix); i += 4 {
		if a := m.Pix[i]; a > 16 && a < 239 {
			soft++
		}
	}
	return soft*10 < len(m.Pix)/4
}

// metalRough puts roughness into green and metal into blue.
func (d *dresser) metalRough(mat *scene.Material, def *mtl) *scene.Problem {
	rough, ri, hasRough := d.image(def, "rough")
	metal, mi, hasMetal := d.image(def, "metal")
	if !hasRough && !hasMetal {
		return nil
	}
	lead, li := rough, ri
	if !hasRough {
		lead, li = metal, mi
	}
	size := d.l.m.Images[li].Pixels.Rect
	w, h := size.Dx(), size.Dy()
	out, at, ok := d.made(stem(lead.name)+"_metal_rough", w, h)
	if !ok {
		return tooMuch(0)
	}
	for y := range h {
		for x := range w {
			px := out.Pix[y*out.Stride+4*x:][:4]
			px[0], px[1], px[2], px[3] = 255, 255, 255, 255
			if hasRough {
				px[1] = rough.scalar(pixel(d.l.m.Images[ri].Pixels, x, y, w, h), rough.channel)
			}
			if hasMetal {
				px[2] = metal.scalar(pixel(d.l.m.Images[mi].Pixels, x, y, w, h), metal.channel)
			}
		}
	}
	if hasRough {
		mat.Roughness = 1
	}
	if hasMetal {
		mat.Metallic = 1
	}
	mat.MetalRoughTex = d.ref(lead, at)
	return nil
}

// relief brings a normal or bump map in. Many programs call a normal map bump,
// so that the picture decides which it is.
func (d *dresser) relief(mat *scene.Material, def *mtl) *scene.Problem {
	m, im, ok := d.image(def, "normal")
	isNormal := ok
	if !ok {
		if m, im, ok = d.image(def, "bump"); !ok {
			return nil
		}
		isNormal = looksNormal(d.l.m.Images[im].Pixels)
	}
	if isNormal {
		mat.NormalTex = d.ref(m, im)
		mat.NormalTex.Scale = limit(m.bump)
		return nil
	}
	src := d.l.m.Images[im].Pixels
	out, at, ok := d.made(stem(m.name)+"_normal", src.Rect.Dx(), src.Rect.Dy())
	if !ok {
		return tooMuch(0)
	}
	slopes(out, src, m)
	mat.NormalTex = d.ref(m, at)
	return nil
}

// looksNormal reports whether a picture is a normal map: on the whole it points
// out of the surface, so that blue stands well above red and green, which are
// about half.
func looksNormal(m *image.NRGBA) bool {
	var sum [3]int64
	n := int64(len(m.Pix) / 4)
	for i := 0; i+3 < len(m.Pix); i += 4 {
		for k := range 3 {
			sum[k] += int64(m.Pix[i+k])
		}
	}
	if n == 0 {
		return false
	}
	r, g, b := sum[0]/n, sum[1]/n, sum[2]/n
	return r > 90 && r < 165 && g > 90 && g < 165 && b > 180
}

// slopes turns heights into normals, by central differences that wrap round. A
// step from black to white between neighbours is a slope of 2 at -bm 1.
func slopes(out, src *image.NRGBA, m *mapDef) {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	height := func(x, y int) float64 {
		x, y = (x+w)%w, (y+h)%h
		return float64(level(src.Pix[y*src.Stride+4*x:][:4], m.channel)) / 255
	}
	for y := range h {
		for x := range w {
			dx := (height(x+1, y) - height(x-1, y)) * m.bump
			dy := (height(x, y-1) - height(x, y+1)) * m.bump // upwards, as green counts
			n := 1 / math.Sqrt(float64(dx*dx)+float64(dy*dy)+1)
			px := out.Pix[y*out.Stride+4*x:][:4]
			px[0], px[1], px[2], px[3] = signed(-dx*n), signed(-dy*n), signed(n), 255
		}
	}
}

// signed stores -1..1 in a byte.
func signed(v float64) byte { return byte(min(max(math.Round((v+1)*127.5), 0), 255)) }
