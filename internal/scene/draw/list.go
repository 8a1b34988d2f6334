package draw

import (
	"github.com/go-gl/mathgl/mgl32"

	"donorlab/internal/scene"
)

// Vertex is one corner after projection and clipping. With a perspective
// camera every attribute below Q is multiplied by Q, so that a sink
// interpolates linearly over the screen and divides by the interpolated Q.
// With List.Ortho, nothing is multiplied and a sink does not divide.
//
// The layout fits Ebitengine's vertex: Src = U, V; Color = R, G, B, A; Custom =
// Q, NX, NY, NZ. The view-space position is rebuilt from X, Y and Q.
type Vertex struct {
	X, Y       float32 // pixels
	Q          float32 // perspective: near/w, so 1 at the near plane and falling to near/far; ortho: 1 - depth share, likewise 1 at near
	U, V       float32 // texture coordinates of the batch's UV set
	R, G, B, A float32 // linear colour: vertex colour times base colour factor times tint
	NX, NY, NZ float32 // unit normal in world space
}

// Kind is a batch's place in the drawing order and its treatment of alpha.
type Kind uint8

const (
	Opaque  Kind = iota // depth tested and written, alpha ignored
	Mask                // as Opaque, where alpha >= AlphaCutoff
	Blend               // depth tested, not written, triangles sorted far to near
	Overlay             // drawn last, over everything, in order; no depth test; alpha blended
)

// Surface is all that a sink needs to shade a batch.
type Surface struct {
	Material    *scene.Material // factors already in the vertex colour are not applied again
	BaseColor   *Texture        // nil for none
	MetalRough  *Texture
	Normal      *Texture
	Occlusion   *Texture
	Emissive    *Texture
	Unlit       bool // colour as it is: overlays, grid, KHR_materials_unlit
	AlphaCutoff float32
}

// Texture is an image prepared for sampling; made once per model and shared by
// all lists, so that a sink may cache by pointer.
type Texture struct {
	Levels       []Level // mip chain, full size first
	WrapS, WrapT scene.Wrap
	Nearest      bool
	SRGB         bool // the texels are sRGB-encoded
}

// Level is one mip level, RGBA 8 bit, not premultiplied.
type Level struct {
	W, H int
	Pix  []uint8 // 4*W*H bytes
}

// Batch is a run of triangles of one surface. Within Opaque and Mask the order
// does not matter.
type Batch struct {
	Kind    Kind
	Surface *Surface
	First   int // first triangle, an index into List.Triangles
	Count   int
}

// Triangle has three vertex indices and the thing that it came from, for
// picking and for comparing sinks.
type Triangle struct {
	A, B, C uint32
	Node    int32  // index of the model's node, -1 for grid and overlays
	Part    int32  // index within the node's mesh of the primitive
	Item    int32  // index of the Item that it came from, -1 for grid and overlays
	ID      uint32 // of the source triangle, stable from frame to frame, shared by the pieces that clipping makes; 0 is grid and overlays
}

// List is one frame in screen space. The zero List draws nothing.
type List struct {
	Width, Height int
	Ortho         bool
	Vertices      []Vertex
	Triangles     []Triangle
	Batches       []Batch // in drawing order: Opaque, Mask, Blend, Overlay
	View          View
	Light         Light
	Background    [2]mgl32.Vec3 // linear colour at the top and at the bottom
}

// View is the camera as the sinks need it, to rebuild positions and directions.
type View struct {
	Eye             mgl32.Vec3
	Right, Up, Back mgl32.Vec3 // world-space axes of the view
	TanHalfX        float32    // tan of half the horizontal field of view; ortho: half the width in metres
	TanHalfY        float32
	Near, Far       float32
}
