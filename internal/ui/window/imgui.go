package window

import (
	"image"
	"math"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/ui"
)

// painter draws imgui's meshes and keeps the textures that they refer to.
type painter struct {
	stills   map[imgui.TextureID]still
	views    map[imgui.TextureID]*ebiten.Image
	vertices []ebiten.Vertex
	indices  []uint32
}

// still is an uploaded picture and where it came from.
type still struct {
	from  *image.NRGBA
	image *ebiten.Image
}

func newPainter() *painter {
	return &painter{stills: map[imgui.TextureID]still{}, views: map[imgui.TextureID]*ebiten.Image{}}
}

// prepare makes the textures of a frame and frees those that it does not list.
func (p *painter) prepare(atlas *image.NRGBA, out *ui.Output) {
	keep := map[imgui.TextureID]bool{ui.TextureFont: true}
	p.upload(ui.TextureFont, atlas)
	for _, pic := range out.Pictures {
		keep[pic.Texture] = true
		p.upload(pic.Texture, pic.Image)
	}
	for id, s := range p.stills {
		if !keep[id] {
			s.image.Deallocate()
			delete(p.stills, id)
		}
	}
	for _, v := range out.Views {
		if v.List == nil || v.List.Width <= 0 || v.List.Height <= 0 {
			continue
		}
		keep[v.Texture] = true
		p.views[v.Texture] = sized(p.views[v.Texture], v.List.Width, v.List.Height)
	}
	for id, img := range p.views {
		if !keep[id] {
			img.Deallocate()
			delete(p.views, id)
		}
	}
}

func (p *painter) upload(id imgui.TextureID, from *image.NRGBA) {
	if old, ok := p.stills[id]; ok {
		if old.from == from {
			return
		}
		old.image.Deallocate()
		delete(p.stills, id)
	}
	if from == nil || from.Rect.Empty() {
		return
	}
	w, h := from.Rect.Dx(), from.Rect.Dy()
	pix := make([]uint8, 4*w*h)
	for y := range h {
		src := from.Pix[y*from.Stride:][:4*w]
		for i := 0; i < len(src); i += 4 { // Ebitengine's pixels are premultiplied
			a := uint32(src[i+3])
			d := pix[4*y*w+i:][:4]
			d[0] = uint8((uint32(src[i])*a + 127) / 255)
			d[1] = uint8((uint32(src[i+1])*a + 127) / 255)
			d[2] = uint8((uint32(src[i+2])*a + 127) / 255)
			d[3] = uint8(a)
		}
	}
	img := ebiten.NewImageWithOptions(image.Rect(0, 0, w, h), &ebiten.NewImageOptions{Unmanaged: true})
	img.WritePixels(pix)
	p.stills[id] = still{from, img}
}

// draw draws the meshes over dst, command by command: each gets only the
// vertices that it uses, or Ebitengine would copy the whole list each time.
func (p *painter) draw(dst *ebiten.Image, meshes []ui.Mesh) {
	for i := range meshes {
		m := &meshes[i]
		for _, cmd := range m.Commands {
			texture := p.stills[cmd.Texture].image
			if v := p.views[cmd.Texture]; v != nil {
				texture = v
			}
			clip := cmd.Clip.Intersect(dst.Bounds())
			if texture == nil || clip.Empty() {
				continue
			}
			part := dst.SubImage(clip).(*ebiten.Image)
			for first := cmd.First; first < cmd.First+cmd.Count; {
				n, plain := p.run(m, cmd, first, texture)
				op := &ebiten.DrawTrianglesOptions{Filter: ebiten.FilterLinear, DisableMipmaps: true}
				if plain {
					op.Filter = ebiten.FilterNearest
				}
				p.load(m, cmd, first, n, texture)
				part.DrawTriangles32(p.vertices, p.indices, texture, op)
				first += n
			}
		}
	}
}

// run returns how many indices from first on are drawn alike, and whether they
// are plain: large areas that need no filter, because they show one texel or
// the texture pixel for pixel. Filtering them is what a processor that plays
// GPU would spend most of its time on. Small things are filtered, plain or not,
// so that the calls stay few.
func (p *painter) run(m *ui.Mesh, cmd ui.Command, first int, texture *ebiten.Image) (n int, plain bool) {
	w, h := float32(texture.Bounds().Dx()), float32(texture.Bounds().Dy())
	for k := first; k+2 < cmd.First+cmd.Count; k += 3 {
		a, b, c := &m.Vertices[cmd.Base+int(m.Indices[k])], &m.Vertices[cmd.Base+int(m.Indices[k+1])], &m.Vertices[cmd.Base+int(m.Indices[k+2])]
		alike := plainTriangle(a, b, c, w, h)
		if k == first {
			plain = alike
		}
		if alike != plain {
			break
		}
		n += 3
	}
	if n == 0 {
		n = cmd.First + cmd.Count - first // an unfinished triangle: there is none, but an endless loop is worse
	}
	return n, plain
}

// plainArea is what counts as large, pixels.
const plainArea = 4096

func plainTriangle(a, b, c *ui.MeshVertex, w, h float32) bool {
	x1, y1, x2, y2 := b.X-a.X, b.Y-a.Y, c.X-a.X, c.Y-a.Y
	if area := x1*y2 - x2*y1; area < 2*plainArea && area > -2*plainArea {
		return false
	}
	u1, v1, u2, v2 := (b.U-a.U)*w, (b.V-a.V)*h, (c.U-a.U)*w, (c.V-a.V)*h
	if u1 == 0 && v1 == 0 && u2 == 0 && v2 == 0 {
		return true
	}
	// Pixel for pixel: shifted by whole texels at most.
	near := func(x, y float32) bool { return x-y < 0.01 && y-x < 0.01 }
	shiftX, shiftY := a.U*w-a.X, a.V*h-a.Y
	whole := func(x float32) bool { return near(x, float32(math.Round(float64(x)))) }
	return near(u1, x1) && near(u2, x2) && near(v1, y1) && near(v2, y2) && whole(shiftX) && whole(shiftY)
}

// load fills the buffers with n indices of a command from first on.
func (p *painter) load(m *ui.Mesh, cmd ui.Command, first, n int, texture *ebiten.Image) {
	indices := m.Indices[first : first+n]
	low, high := indices[0], indices[0]
	for _, i := range indices {
		low, high = min(low, i), max(high, i)
	}
	p.indices = p.indices[:0]
	for _, i := range indices {
		p.indices = append(p.indices, uint32(i-low))
	}
	w, h := float32(texture.Bounds().Dx()), float32(texture.Bounds().Dy())
	p.vertices = p.vertices[:0]
	for _, v := range m.Vertices[cmd.Base+int(low) : cmd.Base+int(high)+1] {
		p.vertices = append(p.vertices, ebiten.Vertex{
			DstX: v.X, DstY: v.Y, SrcX: v.U * w, SrcY: v.V * h,
			ColorR: float32(v.R) / 255, ColorG: float32(v.G) / 255, ColorB: float32(v.B) / 255, ColorA: float32(v.A) / 255,
		})
	}
}
