package window

import (
	"image"

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
	op := &ebiten.DrawTrianglesOptions{Filter: ebiten.FilterLinear, DisableMipmaps: true}
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
			p.load(m, cmd, texture)
			dst.SubImage(clip).(*ebiten.Image).DrawTriangles32(p.vertices, p.indices, texture, op)
		}
	}
}

// load fills the buffers with a command's triangles.
func (p *painter) load(m *ui.Mesh, cmd ui.Command, texture *ebiten.Image) {
	indices := m.Indices[cmd.First : cmd.First+cmd.Count]
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
