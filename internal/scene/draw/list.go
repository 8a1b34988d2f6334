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
	BaseColor   *Texture        // nil for none; always sampled at the vertices' U, V
	MetalRough  *Texture
	Normal      *Texture
	Occlusion   *Texture
	Emissive    *Texture
	Unlit       bool // colour as it is: overlays, grid, KHR_materials_unlit
	AlphaCutoff float32

	Carry Carry            // what the vertices' R, G, B hold
	Color mgl32.Vec3       // linear base colour factor, where Carry is not CarryColor
	Maps  *[MapCount]MapUV // where each map lies; nil means that all lie at U, V
}

// Carry says what R, G and B of a surface's vertices hold: most surfaces have
// one colour all over, and the three numbers are free for something else.
type Carry uint8

const (
	CarryColor   Carry = iota // the base colour
	CarryUV                   // R, G: a second texture coordinate; the base colour is Surface.Color
	CarryTangent              // world-space direction in which u of the normal map grows, of any length; the base colour is Surface.Color
	CarryUVShade              // R, G: a second texture coordinate; the base colour is Surface.Color times B
)

// Second reports whether R and G are a second texture coordinate.
func (c Carry) Second() bool { return c == CarryUV || c == CarryUVShade }

// The maps of a surface, by number.
const (
	MapBase = iota
	MapMetalRough
	MapNormal
	MapOcclusion
	MapEmissive
	MapCount
)

// MapUV is a map's texture coordinate as an affine function of one of the
// vertices' two: u' = M[0]*u + M[1]*v + M[2], v' = M[3]*u + M[4]*v + M[5].
type MapUV struct {
	Second bool // of the second coordinate, see CarryUV; else of U, V
	M      [6]float32
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
	Copy    int32  // which of Item.Places, from 0
	ID      uint32 // of the source triangle, stable from frame to frame, shared by the pieces that clipping makes; 0 is grid and overlays
}

// List is one frame in screen space. The zero List draws nothing.
type List struct {
	Width, Height int
	Ortho         bool
	Vertices      []Vertex
	Triangles     []Triangle
	Batches       []Batch // in drawing order: Opaque, Mask, Blend (before the water, the water, after it), Overlay
	View          View
	Light         Light
	Lamps         []Lamp        // at most MaxLamps, shining in addition to Light
	Background    [2]mgl32.Vec3 // linear colour at the top and at the bottom
	Clear         bool          // captures: where nothing is drawn the picture is transparent, and Background is not seen
}

// View is the camera as the sinks need it, to rebuild positions and directions.
type View struct {
	Eye             mgl32.Vec3
	Right, Up, Back mgl32.Vec3 // world-space axes of the view
	TanHalfX        float32    // tan of half the horizontal field of view; ortho: half the width in metres
	TanHalfY        float32
	Near, Far       float32
}
