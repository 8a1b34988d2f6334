package lab

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
	"donorlab/internal/scene/draw"
)

// Look is how the picture is taken, apart from the camera and the overlays:
// light, what lies behind, water, and the crowd. It is not undoable. The zero
// Look is one model as its file has it, in the studio.
type Look struct {
	Exposure float64  // stops (EV)
	Backdrop Backdrop // zero follows the window's theme; pictures take the studio
	Mode     draw.Mode

	Water      bool
	WaterLevel float64 // metres above the world's origin

	Crowd   int     // copies in the picture, 1 to MaxCrowd; zero means 1
	Spacing float64 // metres from copy to copy; zero means 1.2 of the model's width or length
	Spread  float64 // skinned copies: the k-th is frac(k*0.618034)*Spread of the clip ahead, 0 to 1

	MassCenter bool // a mark at the centre of mass
	RestFrames bool // each joint's axes at rest, thin
	Checker    bool // a checker in place of textures
	Heat       bool // the weights of one joint as colours
	HeatBone   int  // that joint of the first skin; the preview takes the selected bone where there is one
}

// MaxCrowd is the most copies that are drawn. A large model is drawn fewer
// times: never more than crowdTriangles in all.
const (
	MaxCrowd       = 100
	crowdTriangles = 4_000_000
)

// Backdrop is what lies behind the models.
type Backdrop uint8

// The backdrops.
const (
	BackdropAuto   Backdrop = iota // the studio or, with the light theme, its light relative
	BackdropStudio                 // a soft grey gradient
	BackdropDark                   // plain and dark
	BackdropLight                  // plain and light
	BackdropClear                  // transparent in saved pictures
)

var backdropNames = []string{"theme", "studio", "dark", "light", "clear"}

// String is the name that settings and labctl use.
func (b Backdrop) String() string { return backdropNames[int(b)%len(backdropNames)] }

// ParseBackdrop reads a name that String writes.
func ParseBackdrop(name string) (Backdrop, bool) {
	i := slices.Index(backdropNames, name)
	return Backdrop(max(i, 0)), i >= 0
}

var modeNames = []string{"file", "solid", "alpha-tested", "before-water", "after-water"}

// ModeNames lists the rendering modes as labctl names them, in the order of
// draw.Mode.
func ModeNames() []string { return slices.Clone(modeNames) }

// ParseMode reads one of ModeNames.
func ParseMode(name string) (draw.Mode, bool) {
	i := slices.Index(modeNames, name)
	return draw.Mode(max(i, 0)), i >= 0
}

// lightStudio is the studio's gradient for a light window, linear: top, bottom.
var lightStudio = [2]mgl32.Vec3{{0.66, 0.69, 0.73}, {0.40, 0.415, 0.44}}

// apply puts what concerns the whole picture into a frame's options. light says
// that the window's theme is light.
func (l *Look) apply(opt *draw.Options, light bool) {
	opt.Exposure = l.Exposure
	switch l.Backdrop {
	case BackdropDark:
		opt.Backdrop = draw.BackdropDark
	case BackdropLight:
		opt.Backdrop = draw.BackdropLight
	case BackdropClear:
		opt.Backdrop = draw.BackdropClear
	case BackdropAuto:
		if light {
			opt.Background = &lightStudio
		}
	}
	if l.Water {
		opt.Water = &draw.Water{Level: l.WaterLevel}
	}
}

// dress puts what concerns one model into its item.
func (l *Look) dress(it *draw.Item, m *scene.Model) {
	it.Mode = l.Mode
	it.MassCenter, it.RestFrames, it.Checker = l.MassCenter, l.RestFrames, l.Checker
	if n := jointNode(m, l.HeatBone); l.Heat && n >= 0 {
		it.HeatNode = scene.Some(n)
	}
}

// copies is how many times a model is drawn.
func (l *Look) copies(m *scene.Model) int {
	n := max(1, min(l.Crowd, MaxCrowd))
	if t := m.TriangleCount(); n > 1 && t > 0 {
		n = max(1, min(n, crowdTriangles/t))
	}
	return n
}

// phase is how far into the clip copy k is when the first is at t, both in
// seconds.
func (l *Look) phase(k int, t, duration float64) float64 {
	const golden = 0.618034
	_, f := math.Modf(float64(k) * golden)
	return math.Mod(t+f*l.Spread*duration, duration)
}

// offset is the place of copy k on a grid of a spacing: the first in the
// middle, the others round it in square rings.
func offset(k int, spacing float64) mgl64.Vec3 {
	if k == 0 {
		return mgl64.Vec3{}
	}
	ring := int(math.Ceil((math.Sqrt(float64(k+1)) - 1) / 2))
	i := k - (2*ring-1)*(2*ring-1) // 0 to 8*ring-1 along the ring
	side, at := i/(2*ring), i%(2*ring)-ring+1
	x, z := [4]int{at, ring, -at, -ring}[side], [4]int{ring, -at, -ring, at}[side]
	return mgl64.Vec3{float64(x) * spacing, 0, float64(z) * spacing}
}

// crowd adds the other copies of the model to a frame's items, of which there
// is one: at one pose, or, skinned and with a spread, each at its own. poses are
// those of phased.
func (l *Look) crowd(items []draw.Item, m *scene.Model, poses []copyPose, spacing float64) []draw.Item {
	n := l.copies(m)
	if n == 1 {
		return items
	}
	first := items[0]
	other := first
	other.Outline, other.Hover, other.Selected = nil, nil, nil
	other.Bounds, other.Normals, other.MassCenter, other.RestFrames = false, false, false, false
	at := func(k int) mgl64.Mat4 {
		o := offset(k, spacing)
		return mgl64.Translate3D(o[0], o[1], o[2]).Mul4(placeOf(&first))
	}
	if poses == nil {
		other.Places = make([]mgl64.Mat4, n-1)
		for k := range other.Places {
			other.Places[k] = at(k + 1)
		}
		return append(items, other)
	}
	for k, p := range poses {
		other.World, other.Weights, other.Place = p.world, p.weights, at(k+1)
		items = append(items, other)
	}
	return items
}

func placeOf(it *draw.Item) mgl64.Mat4 {
	if it.Place == (mgl64.Mat4{}) {
		return mgl64.Ident4()
	}
	return it.Place
}

// copyPose is one copy's pose.
type copyPose struct {
	world   []mgl64.Mat4
	weights [][]float32
}

// phased poses the copies after the first, where each has its own time: nil
// where all are alike. It leaves the evaluator at another time.
func (l *Look) phased(e *Evaluator, t float64) []copyPose {
	n, d := l.copies(e.Model()), e.Duration()
	if n == 1 || l.Spread == 0 || d <= 0 || len(e.Model().Skins) == 0 {
		return nil
	}
	out := make([]copyPose, n-1)
	for k := range out {
		p := e.At(l.phase(k+1, t, d))
		out[k] = copyPose{slices.Clone(p.World), p.Morphs}
	}
	return out
}

// spacing is the distance from copy to copy over a model's bounds.
func (l *Look) spacing(b scene.Box) float64 {
	if l.Spacing > 0 {
		return l.Spacing
	}
	if b.Empty() {
		return 1
	}
	s := b.Size()
	return math.Max(1.2*math.Max(s[0], s[2]), 1e-3)
}

// crowdPoints are what a fitted camera must see of all copies.
func (l *Look) crowdPoints(points []mgl64.Vec3, m *scene.Model, spacing float64) []mgl64.Vec3 {
	n := l.copies(m)
	if n == 1 {
		return points
	}
	corners := boxPoints(boundsOf(points))
	out := slices.Clone(points)
	for k := 1; k < n; k++ {
		o := offset(k, spacing)
		for _, p := range corners {
			out = append(out, p.Add(o))
		}
	}
	return out
}
