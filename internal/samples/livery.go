package samples

import (
	"bytes"
	"image"
	"image/color"
	"sync"

	"donorlab/internal/scene"
)

// The livery is one picture of four charts, one above the other: the machine
// seen from its left, its right, above and below, all at one scale.
const (
	liverySize  = 1024           // pixels, both ways
	chartHeight = liverySize / 4 // pixels
	liveryLong  = 14.4           // metres across a chart
	liveryNose  = 7.4            // z at the nose end
	sideTop     = 3.9            // y at the upper edge of the side charts
	topEdge     = 1.8            // |x| at the edges of the other two
)

type chart int

const (
	chartLeft chart = iota
	chartRight
	chartTop
	chartBottom
)

// chartOf picks the chart that faces a facet.
func chartOf(n vec) chart {
	switch {
	case n[1] > 0.8:
		return chartTop
	case n[1] < -0.8:
		return chartBottom
	case n[0] >= 0:
		return chartLeft
	}
	return chartRight
}

// spot is where a model-space point lies on a chart, in metres from its upper
// left corner. Left and below read from the nose, right from the tail.
func (c chart) spot(p vec) (x, y float64) {
	x = liveryNose - p[2]
	switch c {
	case chartLeft:
		return x, sideTop - p[1]
	case chartRight:
		return liveryLong - x, sideTop - p[1]
	case chartTop:
		return x, topEdge - p[0]
	}
	return x, topEdge + p[0]
}

// unwrap gives every facet its place in the livery. It is done once, in the
// part's own space, before variants move the part.
func (s *shape) unwrap() {
	for i := range s.faces {
		f := &s.faces[i]
		if f.mat != matBody {
			continue
		}
		n, _ := s.normal(*f)
		c := chartOf(n)
		for k, v := range f.v {
			x, y := c.spot(s.pos[v])
			f.uv[k] = [2]float32{float32(snap(x / liveryLong)), float32(snap(float64(c)/4 + float64(y/liveryLong)))}
		}
	}
}

// Ink is an index into the livery's palette: inkBase is the paint, steps of one
// lighter or darker around it.
const (
	inkBase    = 12 // middle of 0..24, dark to light
	inkLine    = 25 // panel joints
	inkEdge    = 26 // the lit edge beside a joint
	inkStencil = 27
	inkDim     = 28
	inkYellow  = 29
	inkRed     = 30
	inkCount   = 31
)

func liveryPalette() []color.NRGBA {
	p := make([]color.NRGBA, inkCount)
	for i := range 25 {
		g := uint8(56 + 2*i + i/3)
		p[i] = color.NRGBA{g + 1, g + 4, g, 255}
	}
	p[inkLine] = color.NRGBA{36, 38, 37, 255}
	p[inkEdge] = color.NRGBA{116, 120, 116, 255}
	p[inkStencil] = color.NRGBA{176, 180, 172, 255}
	p[inkDim] = color.NRGBA{138, 142, 146, 255}
	p[inkYellow] = color.NRGBA{190, 150, 40, 255}
	p[inkRed] = color.NRGBA{150, 52, 44, 255}
	return p
}

// canvas is the picture under the brush. Coordinates are pixels of a chart.
type canvas struct {
	pix []uint8
	c   chart
}

func (k *canvas) set(x, y int, ink uint8) {
	if x >= 0 && x < liverySize && y >= 0 && y < chartHeight {
		k.pix[(int(k.c)*chartHeight+y)*liverySize+x] = ink
	}
}

// pixel turns metres on a chart into pixels. The nudge keeps values that lie on
// a pixel's border by construction on one side of it.
func pixel(m float64) int { return int(m*liverySize/liveryLong+1000+1e-6) - 1000 }

// at is the pixel of a model-space point.
func (k *canvas) at(p vec) (int, int) {
	x, y := k.c.spot(p)
	return pixel(x), pixel(y)
}

func (k *canvas) rect(x0, y0, x1, y1 int, ink uint8) {
	for y := min(y0, y1); y <= max(y0, y1); y++ {
		for x := min(x0, x1); x <= max(x0, x1); x++ {
			k.set(x, y, ink)
		}
	}
}

// line draws from pixel to pixel in whole numbers (Bresenham's method).
func (k *canvas) line(x0, y0, x1, y1 int, ink uint8) {
	dx, dy := abs(x1-x0), -abs(y1-y0)
	sx, sy := sign(x1-x0), sign(y1-y0)
	for e := dx + dy; ; {
		k.set(x0, y0, ink)
		if x0 == x1 && y0 == y1 {
			return
		}
		if 2*e >= dy {
			e += dy
			x0 += sx
		} else {
			e += dx
			y0 += sy
		}
	}
}

func abs(i int) int { return max(i, -i) }

func sign(i int) int {
	switch {
	case i > 0:
		return 1
	case i < 0:
		return -1
	}
	return 0
}

// joint draws a panel joint between model-space points: a dark line with a lit
// one beside it.
func (k *canvas) joint(ps ...vec) {
	for i := 1; i < len(ps); i++ {
		x0, y0 := k.at(ps[i-1])
		x1, y1 := k.at(ps[i])
		ox, oy := 0, 1
		if abs(y1-y0) > abs(x1-x0) {
			ox, oy = 1, 0
		}
		k.line(x0+ox, y0+oy, x1+ox, y1+oy, inkEdge)
		k.line(x0, y0, x1, y1, inkLine)
	}
}

// rivets dots a line every few pixels.
func (k *canvas) rivets(a, b vec, step int) {
	x0, y0 := k.at(a)
	x1, y1 := k.at(b)
	n := max(abs(x1-x0), abs(y1-y0)) / step
	for i := 0; i <= n && n > 0; i++ {
		k.set(x0+(x1-x0)*i/n, y0+(y1-y0)*i/n, inkBase-7)
	}
}

// text writes with its upper left corner at a pixel, each dot size pixels wide.
// On the right-hand chart it still reads from left to right.
func (k *canvas) text(x, y, size int, s string, ink uint8) {
	for _, r := range s {
		for row, bits := range glyph(r) {
			for col := range 5 {
				if bits>>(4-col)&1 == 1 {
					k.rect(x+col*size, y+row*size, x+col*size+size-1, y+row*size+size-1, ink)
				}
			}
		}
		x += 6 * size
	}
}

// artwork is the finished picture: a palette index a pixel, and the PNG file.
type artwork struct {
	pix []uint8
	png []byte
}

// livery paints the picture once a process; it is never written to again.
var livery = sync.OnceValue(func() artwork {
	k := &canvas{pix: make([]uint8, liverySize*liverySize)}
	k.paint()
	return artwork{k.pix, encodePNG(k.pix, liverySize, liverySize, liveryPalette())}
})

// addLivery gives the body's material a copy of the picture.
func addLivery(m *scene.Model) {
	art, pal := livery(), liveryPalette()
	px := image.NewNRGBA(image.Rect(0, 0, liverySize, liverySize))
	for i, ink := range art.pix {
		c := pal[ink]
		copy(px.Pix[4*i:], []uint8{c.R, c.G, c.B, 255})
	}
	m.Images = append(m.Images, scene.Image{
		Name: "livery", MIME: "image/png", Encoded: bytes.Clone(art.png), Pixels: px,
	})
	m.Textures = append(m.Textures, scene.Texture{Image: scene.Some(len(m.Images) - 1), WrapS: scene.Clamp, WrapT: scene.Clamp})
	m.Materials[matBody].BaseColorTex = scene.TexRef{Texture: scene.Some(len(m.Textures) - 1), Scale: 1}
}
