// Package softdraw draws imgui's meshes in pure Go, so that panels have
// pictures in plain tests, without a display and the same on every machine.
// Stage is the whole host: feed it input, get the window's picture.
//
// Blending is straight alpha over, on sRGB values as a window does it, with
// bilinear sampling and the top-left fill rule.
package softdraw

import (
	"image"
	"math"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/ui"
)

// Textures finds the picture of a texture ID; nil draws nothing.
type Textures func(imgui.TextureID) *image.NRGBA

// Draw draws the meshes over dst, whose origin is the window's top left corner.
func Draw(dst *image.NRGBA, meshes []ui.Mesh, textures Textures) {
	for i := range meshes {
		m := &meshes[i]
		for _, cmd := range m.Commands {
			clip := cmd.Clip.Intersect(dst.Rect)
			tex := textures(cmd.Texture)
			if clip.Empty() || tex == nil {
				continue
			}
			p := painter{dst: dst, clip: clip, tex: tex}
			for k := cmd.First; k+2 < cmd.First+cmd.Count; k += 3 {
				p.triangle(
					&m.Vertices[cmd.Base+int(m.Indices[k])],
					&m.Vertices[cmd.Base+int(m.Indices[k+1])],
					&m.Vertices[cmd.Base+int(m.Indices[k+2])])
			}
		}
	}
}

// painter draws triangles of one command.
type painter struct {
	dst  *image.NRGBA
	clip image.Rectangle
	tex  *image.NRGBA
}

// sub is how many steps a pixel is cut into for the edge functions: corners are
// snapped to them, so that the fill rule is decided in integers.
const sub = 256

// edge is the line from one corner to another; at gives twice the signed area
// with a point, in sub-pixel units, positive inside.
type edge struct {
	a, b, c int64
	bias    int64 // 0 where the edge owns its pixels (top or left), else -1
}

func newEdge(x0, y0, x1, y1 int64) edge {
	e := edge{a: y0 - y1, b: x1 - x0, c: x0*y1 - x1*y0}
	if !(y1 < y0 || (y1 == y0 && x1 > x0)) {
		e.bias = -1
	}
	return e
}

func (e edge) at(x, y int64) int64 { return e.a*x + e.b*y + e.c }

func snap(v float32) int64 {
	return int64(math.Round(math.Max(-1e6, math.Min(1e6, float64(v))) * sub))
}

func (p *painter) triangle(a, b, c *ui.MeshVertex) {
	ax, ay, bx, by, cx, cy := snap(a.X), snap(a.Y), snap(b.X), snap(b.Y), snap(c.X), snap(c.Y)
	area := (bx-ax)*(cy-ay) - (by-ay)*(cx-ax)
	if area == 0 {
		return
	}
	if area < 0 { // imgui winds either way; y is down, so positive is clockwise on the screen
		b, c = c, b
		bx, by, cx, cy = cx, cy, bx, by
		area = -area
	}
	box := image.Rect(
		int(min(ax, bx, cx)/sub)-1, int(min(ay, by, cy)/sub)-1,
		int(max(ax, bx, cx)/sub)+2, int(max(ay, by, cy)/sub)+2).Intersect(p.clip)
	ea, eb, ec := newEdge(bx, by, cx, cy), newEdge(cx, cy, ax, ay), newEdge(ax, ay, bx, by)
	flat := a.U == b.U && a.U == c.U && a.V == b.V && a.V == c.V
	var solid [4]float32
	if flat {
		solid = p.sample(a.U, a.V)
	}
	inv := 1 / float32(area)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		sy := int64(y)*sub + sub/2
		row := p.dst.PixOffset(box.Min.X, y)
		for x := box.Min.X; x < box.Max.X; x, row = x+1, row+4 {
			sx := int64(x)*sub + sub/2
			wa, wb, wc := ea.at(sx, sy), eb.at(sx, sy), ec.at(sx, sy)
			if wa+ea.bias < 0 || wb+eb.bias < 0 || wc+ec.bias < 0 {
				continue
			}
			u, v, w := float32(wa)*inv, float32(wb)*inv, float32(wc)*inv
			texel := solid
			if !flat {
				texel = p.sample(u*a.U+v*b.U+w*c.U, u*a.V+v*b.V+w*c.V)
			}
			over(p.dst.Pix[row:row+4:row+4], [4]float32{
				texel[0] * mix(u, v, w, a.R, b.R, c.R),
				texel[1] * mix(u, v, w, a.G, b.G, c.G),
				texel[2] * mix(u, v, w, a.B, b.B, c.B),
				texel[3] * mix(u, v, w, a.A, b.A, c.A) / 255,
			})
		}
	}
}

func mix(u, v, w float32, a, b, c uint8) float32 {
	return float32(u*float32(a)) + float32(v*float32(b)) + float32(w*float32(c))
}

// sample returns the texture at a coordinate from 0 to 1, bilinear, clamped at
// the border, as factors from 0 to 1. Colour is weighted by alpha so that a
// transparent texel does not bleed.
func (p *painter) sample(u, v float32) [4]float32 {
	w, h := p.tex.Rect.Dx(), p.tex.Rect.Dy()
	fx, fy := float32(u*float32(w))-0.5, float32(v*float32(h))-0.5
	x0, y0 := int(math.Floor(float64(fx))), int(math.Floor(float64(fy)))
	tx, ty := fx-float32(x0), fy-float32(y0)
	var sum [4]float32
	for j := 0; j < 2; j++ {
		for i := 0; i < 2; i++ {
			k := (1 - tx)
			if i == 1 {
				k = tx
			}
			if j == 1 {
				k *= ty
			} else {
				k *= 1 - ty
			}
			x, y := min(max(x0+i, 0), w-1), min(max(y0+j, 0), h-1)
			t := p.tex.Pix[y*p.tex.Stride+4*x:]
			alpha := k * float32(t[3]) / 255
			sum[0] += float32(alpha * float32(t[0]) / 255)
			sum[1] += float32(alpha * float32(t[1]) / 255)
			sum[2] += float32(alpha * float32(t[2]) / 255)
			sum[3] += alpha
		}
	}
	if sum[3] > 0 {
		for i := range 3 {
			sum[i] /= sum[3]
		}
	}
	return sum
}

// over blends colour (0 to 255) with alpha (0 to 1) over an opaque or
// transparent pixel.
func over(dst []uint8, c [4]float32) {
	if c[3] <= 0 {
		return
	}
	below := float32(dst[3]) / 255 * (1 - c[3])
	alpha := c[3] + below
	for i := range 3 {
		dst[i] = uint8((float32(c[i]*c[3])+float32(float32(dst[i])*below))/alpha + 0.5)
	}
	dst[3] = uint8(alpha*255 + 0.5)
}
