package scene

import (
	"encoding/json"
	"image"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

// Index is an optional index into one of a Model's slices. The zero Index
// refers to nothing, so that the zero Node and the zero Primitive work.
type Index int32

// Some returns the Index that refers to element i, which must not be negative.
func Some(i int) Index { return Index(i + 1) }

// Get returns the element's position and whether there is one.
func (x Index) Get() (int, bool) { return int(x) - 1, x > 0 }

// Or returns the element's position, or def if the Index refers to nothing.
func (x Index) Or(def int) int {
	if x <= 0 {
		return def
	}
	return int(x) - 1
}

// Model is everything a file holds. Every index in it is in range and the node
// graph is a forest: gltfio checks both before it hands a Model out, and Check
// does so again for models made in memory.
type Model struct {
	Name       string      // the file's base name, without extension
	Source     Source      // where it came from
	Nodes      []Node      // in the file's order; a node's index is its identity
	Roots      []int       // root nodes of the scene that is shown
	Meshes     []Mesh      //
	Skins      []Skin      //
	Materials  []Material  //
	Textures   []Texture   //
	Images     []Image     //
	Animations []Animation //
	Lights     []Light     // KHR_lights_punctual; a node places one
	Warnings   []Problem   // what was odd, but could be loaded
}

// Source says which file a Model was read from. The zero Source is a model made
// in memory.
type Source struct {
	Path   string   // as it was opened
	SHA256 [32]byte // of the main file's bytes
	Bytes  int64    // the main file's size
}

// Node is one transform in the graph, perhaps with a mesh.
type Node struct {
	Name     string
	Parent   Index // none for a root
	Children []int
	Local    TRS             // local transform at rest; used unless Matrix is set
	Matrix   *mgl64.Mat4     // set only where the file's matrix has shear, which a TRS cannot hold
	Mesh     Index           // mesh that the node draws
	Skin     Index           // skin that deforms the mesh; the node's own transform is then ignored
	Weights  []float32       // morph weights; empty means the mesh's own
	Light    Index           // lamp at the node; it shines along the node's -Z
	Extras   json.RawMessage // as in the file; nil for none
}

// Mesh is a list of primitives, each with one material.
type Mesh struct {
	Name       string
	Primitives []Primitive
	Weights    []float32 // default morph weights, one a target
	Extras     json.RawMessage
}

// Topology says how Indices are grouped.
type Topology uint8

// Strips, fans and loops are turned into lists when a file is read.
const (
	Triangles Topology = iota // three indices each, counter-clockwise is the front
	Lines                     // two each
	Points                    // one each
)

// Primitive is a piece of a mesh. All vertex slices are either empty or as long
// as Positions. Positions and normals are in mesh space.
type Primitive struct {
	Topology  Topology
	Indices   []uint32 // never empty for a drawable primitive; made when the file has none
	Positions []mgl32.Vec3
	Normals   []mgl32.Vec3 // unit length; made by gltfio when the file has none
	Tangents  []mgl32.Vec4 // w is the bitangent's sign; empty unless the file has them
	UV0, UV1  []mgl32.Vec2
	Colors    []mgl32.Vec4 // linear RGBA
	Joints    [][4]uint16  // indices into Skin.Joints
	Weights   [][4]float32 // sum to 1
	Material  Index        // none means the default material
	Targets   []Target     // morph targets

	// MadeNormals says that Normals are not the file's own.
	MadeNormals bool
	Extras      json.RawMessage
}

// Target is one morph target: displacements that are added, scaled by its weight.
type Target struct {
	Name      string
	Positions []mgl32.Vec3
	Normals   []mgl32.Vec3
	Tangents  []mgl32.Vec3
}

// Skin binds a mesh's vertices to nodes. Joint j moves a vertex by
// world(Joints[j]) * InverseBind[j].
type Skin struct {
	Name        string
	Joints      []int        // node indices, in the file's order: clips of donors bind by it
	InverseBind []mgl64.Mat4 // as long as Joints; identity where the file has none
	Skeleton    Index        // the file's hint of the common root
}

// AlphaMode says how a material's alpha is used.
type AlphaMode uint8

const (
	Opaque AlphaMode = iota
	Mask             // drawn where alpha >= AlphaCutoff
	Blend            // over what lies behind
)

// Material is glTF's metallic-roughness model. Use DefaultMaterial for one
// with glTF's defaults: the zero Material is black.
type Material struct {
	Name          string
	BaseColor     mgl32.Vec4 // linear RGBA factor
	BaseColorTex  TexRef     // sRGB
	Metallic      float32    // 0..1
	Roughness     float32    // 0..1
	MetalRoughTex TexRef     // linear; G roughness, B metallic
	NormalTex     TexRef     // linear; Scale is the normal scale
	OcclusionTex  TexRef     // linear; Scale is the strength
	Emissive      mgl32.Vec3 // linear RGB factor, with KHR_materials_emissive_strength multiplied in
	EmissiveTex   TexRef     // sRGB
	AlphaMode     AlphaMode
	AlphaCutoff   float32 // for Mask
	DoubleSided   bool
	Unlit         bool // KHR_materials_unlit
	Extras        json.RawMessage
}

// DefaultMaterial returns glTF's default: white, fully metallic and rough.
func DefaultMaterial() Material {
	return Material{BaseColor: mgl32.Vec4{1, 1, 1, 1}, Metallic: 1, Roughness: 1, AlphaCutoff: 0.5}
}

// TexRef is a material's use of a texture. The zero TexRef uses none.
type TexRef struct {
	Texture Index
	UV      uint8      // which UV set, 0 or 1
	Scale   float32    // normal scale or occlusion strength; 1 where the file is silent
	Offset  mgl32.Vec2 // KHR_texture_transform; applied only where Xform is set
	Tiling  mgl32.Vec2
	Turn    float32 // radians, counter-clockwise
	Xform   bool
}

// Texture pairs an image with a sampler.
type Texture struct {
	Image        Index
	WrapS, WrapT Wrap
	Nearest      bool // magnification filter is NEAREST
}

// Wrap is a texture coordinate's behaviour outside 0..1.
type Wrap uint8

const (
	Repeat Wrap = iota
	Clamp
	Mirror
)

// Image is a picture. Encoded keeps the file's own bytes, so that an export
// writes them unchanged.
type Image struct {
	Name    string
	URI     string // relative path where the image was outside the file
	MIME    string // image/png, image/jpeg, image/webp
	Encoded []byte
	Pixels  *image.NRGBA // decoded, sRGB bytes as stored; never nil: a missing image is magenta
	Missing bool         // Pixels are a stand-in
}

// Interpolation between two keys.
type Interpolation uint8

const (
	Linear Interpolation = iota
	Step
	CubicSpline // three values a key: in-tangent, value, out-tangent
)

// Path names the property that a channel animates.
type Path uint8

const (
	Translation  Path = iota // 3 numbers, metres
	Rotation                 // 4 numbers, quaternion x, y, z, w
	Scale                    // 3 numbers
	MorphWeights             // one number a target
)

// Animation is a clip: channels of keys.
type Animation struct {
	Name     string
	Channels []Channel
	Extras   json.RawMessage
}

// Channel animates one property of one node. Times are seconds, strictly rising.
type Channel struct {
	Node   int
	Path   Path
	Interp Interpolation
	Times  []float32
	Values []float32 // Width numbers a key (three times that for CubicSpline)
}

// Width is how many numbers one value of the channel has.
func (c *Channel) Width() int {
	switch c.Path {
	case Rotation:
		return 4
	case MorphWeights:
		if n := len(c.Times); n > 0 {
			w := len(c.Values) / n
			if c.Interp == CubicSpline {
				w /= 3
			}
			return w
		}
		return 0
	}
	return 3
}

// Duration is the time of the last key of any channel, in seconds.
func (a *Animation) Duration() float64 {
	var d float32
	for i := range a.Channels {
		if t := a.Channels[i].Times; len(t) > 0 {
			d = max(d, t[len(t)-1])
		}
	}
	return float64(d)
}
