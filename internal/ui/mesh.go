package ui

import (
	"image"
	"math"
	"unsafe"

	"github.com/inkyblackness/imgui-go/v4"
)

// Mesh is one of imgui's draw lists, copied out of C memory.
type Mesh struct {
	Vertices []MeshVertex
	Indices  []uint16
	Commands []Command // in drawing order
}

// MeshVertex is a corner in pixels, a texture coordinate from 0 to 1, and a
// colour, not premultiplied, sRGB as it goes to the screen. Its layout is
// imgui's ImDrawVert.
type MeshVertex struct {
	X, Y       float32
	U, V       float32
	R, G, B, A uint8
}

// Command draws Count indices from First, three a triangle, each added to
// Base, within Clip, with a texture that modulates the colour.
type Command struct {
	First, Count int
	Base         int
	Clip         image.Rectangle
	Texture      imgui.TextureID
}

// meshes copies the draw data. User callbacks are left out: panels have none.
func meshes(data imgui.DrawData) []Mesh {
	if !data.Valid() {
		return nil
	}
	var out []Mesh
	for _, list := range data.CommandLists() {
		m := Mesh{}
		if p, n := list.VertexBuffer(); n > 0 {
			m.Vertices = append(m.Vertices, unsafe.Slice((*MeshVertex)(p), n/int(unsafe.Sizeof(MeshVertex{})))...)
		}
		if p, n := list.IndexBuffer(); n > 0 {
			m.Indices = append(m.Indices, unsafe.Slice((*uint16)(p), n/2)...)
		}
		for _, cmd := range list.Commands() {
			if cmd.HasUserCallback() || cmd.ElementCount() == 0 {
				continue
			}
			r := cmd.ClipRect()
			m.Commands = append(m.Commands, Command{
				First: cmd.IndexOffset(), Count: cmd.ElementCount(), Base: cmd.VertexOffset(),
				Clip:    image.Rect(floor(r.X), floor(r.Y), ceil(r.Z), ceil(r.W)),
				Texture: cmd.TextureID(),
			})
		}
		out = append(out, m)
	}
	return out
}

func floor(x float32) int { return int(math.Floor(clampCoordinate(x))) }
func ceil(x float32) int  { return int(math.Ceil(clampCoordinate(x))) }

// clampCoordinate keeps imgui's "no clipping" rectangles in the range of int.
func clampCoordinate(x float32) float64 { return math.Max(-1e6, math.Min(1e6, float64(x))) }
