package draw

import (
	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// Tint is a linear RGB colour and, last, how much of it replaces a surface's
// own base colour: 0 leaves it, 1 paints it over. The base colour texture still
// multiplies; set Item.Clay where the tint alone should speak.
type Tint = mgl32.Vec4

// Part names one primitive of one node.
type Part struct{ Node, Primitive int }

// Item is one model in the picture. Only Prepared is needed; the zero value of
// every other field means the plain model at rest at the origin.
type Item struct {
	Prepared *Prepared
	World    []mgl64.Mat4 // node to model space, as scene.Model.World gives it; nil means at rest
	Place    mgl64.Mat4   // model to world space; the zero matrix means identity
	Places   []mgl64.Mat4 // not nil: one copy of the posed model at each, in place of Place
	Mode     Mode         // how alpha is treated; zero leaves it to the materials
	Weights  [][]float32  // morph weights by node; nil, or an empty entry, means the model's own
	NoShadow bool         // casts no contact shadow: a floor of its own, or marks on it
	Hidden   []bool       // by node: not drawn (its children are); nil means none

	NodeTint []Tint        // by node; a skinned vertex takes that of the joint that weighs most; nil means none
	PartTint map[Part]Tint // goes before NodeTint
	Clay     bool          // draw matt grey clay in place of materials, so that tints read

	Checker  bool        // draw a checker in place of textures, to judge UVs; Clay goes before it
	HeatNode scene.Index // joint whose weights colour the vertices, blue 0 over green to red 1, on clay; none means off

	Bones      bool // stick from each joint to its children, octahedral, over everything
	BoneAxes   bool // local X, Y, Z of each joint in red, green, blue
	Wire       bool // edges of all triangles, hidden lines removed
	Normals    bool // a short line along every vertex normal
	RestFrames bool // each joint's axes at rest, thin, joined to where the joint is now
	Bounds     bool // box of the posed model
	MassCenter bool // marker at the posed model's centre of mass; see scene.Mass
	Outline    []Part
	Hover      []Part // outlined, too, in another colour
	BoneNodes  []int  // nodes that Bones and BoneAxes show; nil means all joints of all skins, or all nodes where there is no skin
	Selected   []int  // nodes whose bone is drawn highlighted
}

// Mode is how a game draws a whole model: it goes before what the materials say.
// The order of drawing is ModeSolid, ModeAlphaThreshold,
// ModeTransparentBeforeWater, the water, ModeTransparentAfterWater; in each,
// models without a skin come before those with one.
type Mode uint8

const (
	ModeMaterial               Mode = iota // each material's own alpha mode; what blends is put before or after the water by the side on which it lies
	ModeSolid                              // opaque, alpha ignored
	ModeAlphaThreshold                     // drawn where alpha reaches the material's cutoff
	ModeTransparentBeforeWater             // blended, the water goes over it
	ModeTransparentAfterWater              // blended over the water
)

// Backdrop is what lies behind the models.
type Backdrop uint8

const (
	BackdropStudio Backdrop = iota // a soft grey gradient
	BackdropDark                   // plain and dark
	BackdropLight                  // plain and light
	BackdropClear                  // transparent, in captures; the window shows the studio's
)

// Options are a frame's settings. Width and Height are needed.
type Options struct {
	Width, Height int
	Light         *Light         // nil means Studio(camera)
	Exposure      float64        // stops, on top of the light's own exposure; zero leaves it
	NoLamps       bool           // leave out the models' own lights
	LampScale     float64        // factor on the models' own lights; zero means one that keeps them from washing the picture out, 1 at most
	Backdrop      Backdrop       // what lies behind; zero is the studio
	Background    *[2]mgl32.Vec3 // linear colour at top and bottom in place of the Backdrop's
	Water         *Water         // nil means none
	GridLabels    bool           // distances from the origin beside the grid's axes, metres
	Grid          bool           // ground grid, one line a step, every tenth stronger, fading with distance
	GridStep      float64        // metres; zero means a power of ten chosen from the camera's distance
	GroundY       float64        // height of grid and shadow, metres
	Shadow        bool           // soft contact shadow of all items on the ground
	Axes          bool           // gizmo of the world's axes in the lower left corner
	LineWidth     float32        // pixels, of overlays; zero means 1.5
	Threads       int            // zero means GOMAXPROCS; the List is the same for any
}

// Builder makes Lists. It keeps its buffers, so that frames after the first
// need no memory. One goroutine may use a Builder at a time. The zero Builder
// is ready.
type Builder struct {
	scratch
}

// Frame fills list with one picture of the items. What list held before is
// overwritten and its memory reused. A picture of zero size, or of no items, is
// an empty list with its header filled in.
func (b *Builder) Frame(list *List, items []Item, cam scene.Camera, opt Options) {
	b.frame(list, items, cam, opt)
}

// Projector maps world space to the pixels of one camera and picture size.
type Projector struct {
	view           mgl64.Mat4
	fx, fy, cx, cy float64
	near, far      float64
	ortho          bool
}

// NewProjector returns the projection that Frame uses for the same camera and
// size in pixels.
func NewProjector(cam scene.Camera, width, height int) Projector {
	near, far := cam.Planes()
	tx, ty := halfExtent(cam, width, height)
	return Projector{
		view: cam.View(), near: near, far: far, ortho: cam.Ortho,
		fx: float64(width) / 2 / tx, fy: float64(height) / 2 / ty,
		cx: float64(width) / 2, cy: float64(height) / 2,
	}
}

// Point returns a world-space point's place in pixels and its distance in metres along the
// view axis. ok is false where it lies before the near plane, and x and y mean
// nothing then.
func (p *Projector) Point(w mgl64.Vec3) (x, y, depth float64, ok bool) {
	v := p.view.Mul4x1(w.Vec4(1))
	depth = -v[2]
	if !(depth >= p.near) {
		return 0, 0, depth, false
	}
	if p.ortho {
		return p.cx + p.fx*v[0], p.cy - p.fy*v[1], depth, true
	}
	return p.cx + p.fx*v[0]/depth, p.cy - p.fy*v[1]/depth, depth, true
}

// Ray returns the world-space line under a pixel coordinate: origin and unit
// direction away from the viewer.
func (p *Projector) Ray(x, y float64) (origin, dir mgl64.Vec3) {
	inv, _ := scene.InverseAffine(p.view)
	u, v := (x-p.cx)/p.fx, (p.cy-y)/p.fy
	if p.ortho {
		o := inv.Mul4x1(mgl64.Vec4{u, v, 0, 1}).Vec3()
		return o, inv.Mul4x1(mgl64.Vec4{0, 0, -1, 0}).Vec3()
	}
	return scene.Position(inv), inv.Mul4x1(mgl64.Vec4{u, v, -1, 0}).Vec3().Normalize()
}
