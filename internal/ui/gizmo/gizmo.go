package gizmo

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// Handle is a part of a gizmo that can be grabbed.
type Handle uint8

// The handles. A plane is named by the two axes along which it moves.
const (
	None Handle = iota
	AxisX
	AxisY
	AxisZ
	PlaneYZ // moves in the plane whose normal is X
	PlaneZX
	PlaneXY
	Center // moves in the plane of the screen
	RingX  // turns about X
	RingY
	RingZ
	RingView // turns about the line of sight
)

// String returns the handle's name as the read-out shows it.
func (h Handle) String() string {
	return [...]string{"", "X", "Y", "Z", "YZ", "ZX", "XY", "screen", "X", "Y", "Z", "screen"}[h%12]
}

// Axis returns which local axis the handle goes by: 0, 1, 2 for X, Y, Z (for a
// plane its normal), -1 for none.
func (h Handle) Axis() int {
	switch {
	case h >= AxisX && h <= AxisZ:
		return int(h - AxisX)
	case h >= PlaneYZ && h <= PlaneXY:
		return int(h - PlaneYZ)
	case h >= RingX && h <= RingZ:
		return int(h - RingX)
	}
	return -1
}

// Turns reports whether the handle turns rather than moves.
func (h Handle) Turns() bool { return h >= RingX && h <= RingView }

func (h Handle) isAxis() bool  { return h >= AxisX && h <= AxisZ }
func (h Handle) isPlane() bool { return h >= PlaneYZ && h <= PlaneXY }

// Mode is what a gizmo does.
type Mode uint8

// Translate is the zero value.
const (
	Translate Mode = iota
	Rotate
)

// Gizmo is a set of handles at a place. The zero Gizmo moves along the world's
// axes from the origin.
type Gizmo struct {
	Mode   Mode
	Origin mgl64.Vec3 // world space, metres
	Axes   mgl64.Mat3 // columns are the handles' axes, orthonormal; the zero matrix means the world's
	Size   float64    // length of an arrow and radius of a ring, pixels; zero means 84
	Reach  float64    // how near the mouse must be, pixels; zero means 7
	Hide   [3]bool    // axes about which there is nothing to turn, or along which nothing to move
}

const (
	defaultSize  = 84
	defaultReach = 7

	shaftFrom  = 0.16 // of the size: where an arrow's shaft begins
	headFrom   = 0.80 // where its head begins
	headWide   = 0.075
	planeFrom  = 0.30
	planeTo    = 0.52
	viewRing   = 1.18 // radius of the screen ring
	centerDisc = 0.11
	segments   = 72

	// An arrow is offered while its angle to the line of sight has at least this
	// sine, a plane while its normal's has this cosine; they fade in up to twice that.
	minSine   = 0.12
	minCosine = 0.12
	// A ring is turned by its plane down to this cosine, else by its tangent.
	ringCosine = 0.22
)

func (g *Gizmo) axis(k int) mgl64.Vec3 {
	if g.Axes == (mgl64.Mat3{}) {
		var a mgl64.Vec3
		a[k] = 1
		return a
	}
	return g.Axes.Col(k)
}

func (g *Gizmo) size() float64 {
	if g.Size > 0 {
		return g.Size
	}
	return defaultSize
}

func (g *Gizmo) reach() float64 {
	if g.Reach > 0 {
		return g.Reach
	}
	return defaultReach
}

// handles lists what the mode offers, in no order of depth.
func (g *Gizmo) handles() []Handle {
	if g.Mode == Rotate {
		return []Handle{RingX, RingY, RingZ, RingView}
	}
	return []Handle{AxisX, AxisY, AxisZ, PlaneYZ, PlaneZX, PlaneXY, Center}
}

// Strength returns how clearly a handle is to be drawn, from 0 (not at all, and
// it cannot be grabbed) to 1: an arrow that points at the viewer and a plane
// seen from its edge are of no use.
func (g *Gizmo) Strength(v *View, h Handle) float64 {
	k := h.Axis()
	if k < 0 {
		return 1
	}
	cos := math.Abs(g.axis(k).Dot(v.toEye(g.Origin)))
	switch {
	case h.isAxis():
		if g.Hide[k] {
			return 0
		}
		return fade(math.Sqrt(math.Max(0, 1-cos*cos)), minSine)
	case h.isPlane():
		if g.Hide[(k+1)%3] || g.Hide[(k+2)%3] {
			return 0
		}
		return fade(cos, minCosine)
	case g.Hide[k]:
		return 0
	}
	return 1
}

// fade is 0 below least, 1 from twice that on.
func fade(x, least float64) float64 { return math.Max(0, math.Min(1, (x-least)/least)) }

// Shape is one piece of a gizmo's picture.
type Shape struct {
	Handle   Handle
	Points   [][2]float64 // pixels
	Fill     bool         // a convex polygon to fill; else a line from point to point
	Strength float64      // opacity, 0 to 1
	Depth    float64      // metres from the viewer
}

// Shapes returns the picture, far to near. It is nil where the gizmo is behind
// the viewer.
func (g *Gizmo) Shapes(v *View) []Shape {
	if _, _, ok := v.Pixel(g.Origin); !ok {
		return nil
	}
	unit := v.PixelSize(g.Origin) * g.size()
	var out []Shape
	for _, h := range g.handles() {
		s := g.Strength(v, h)
		if s <= 0 {
			continue
		}
		switch {
		case h.isAxis():
			out = append(out, g.arrow(v, h, unit, s)...)
		case h.isPlane():
			out = append(out, g.plane(v, h, unit, s))
		case h == Center:
			out = append(out, g.disc(v, unit))
		default:
			out = append(out, g.ring(v, h, unit)...)
		}
	}
	sortShapes(out)
	return out
}

// sortShapes puts far ones first; those of equal depth keep their order.
func sortShapes(s []Shape) {
	for i := 1; i < len(s); i++ {
		for k := i; k > 0 && s[k].Depth > s[k-1].Depth; k-- {
			s[k], s[k-1] = s[k-1], s[k]
		}
	}
}

// project turns world-space points into pixels; points before the near plane
// are left out.
func project(v *View, pts ...mgl64.Vec3) [][2]float64 {
	out := make([][2]float64, 0, len(pts))
	for _, p := range pts {
		if x, y, ok := v.Pixel(p); ok {
			out = append(out, [2]float64{x, y})
		}
	}
	return out
}

func (g *Gizmo) arrow(v *View, h Handle, unit, strength float64) []Shape {
	a := g.axis(h.Axis())
	at := func(t float64) mgl64.Vec3 { return g.Origin.Add(a.Mul(t * unit)) }
	depth := v.Depth(at(0.6))
	shaft := Shape{Handle: h, Points: project(v, at(shaftFrom), at(headFrom)), Strength: strength, Depth: depth}
	side := a.Cross(v.toEye(at(headFrom)))
	if side.Len() < 1e-9 {
		return []Shape{shaft}
	}
	side = side.Normalize().Mul(headWide * unit)
	base := at(headFrom)
	head := Shape{Handle: h, Fill: true, Strength: strength, Depth: depth,
		Points: project(v, base.Add(side), at(1), base.Sub(side))}
	return []Shape{shaft, head}
}

func (g *Gizmo) planeCorners(h Handle, unit float64) [4]mgl64.Vec3 {
	k := h.Axis()
	a, b := g.axis((k+1)%3).Mul(unit), g.axis((k+2)%3).Mul(unit)
	at := func(s, t float64) mgl64.Vec3 { return g.Origin.Add(a.Mul(s)).Add(b.Mul(t)) }
	return [4]mgl64.Vec3{at(planeFrom, planeFrom), at(planeTo, planeFrom), at(planeTo, planeTo), at(planeFrom, planeTo)}
}

func (g *Gizmo) plane(v *View, h Handle, unit, strength float64) Shape {
	c := g.planeCorners(h, unit)
	return Shape{Handle: h, Fill: true, Points: project(v, c[:]...), Strength: strength, Depth: v.Depth(c[0].Add(c[2]).Mul(0.5))}
}

// disc is the screen handle in the middle.
func (g *Gizmo) disc(v *View, unit float64) Shape {
	s := Shape{Handle: Center, Fill: true, Strength: 1, Depth: v.Depth(g.Origin)}
	for i := range 20 {
		a := float64(i) / 20 * 2 * math.Pi
		p := v.right.Mul(math.Cos(a)).Add(v.up.Mul(math.Sin(a))).Mul(centerDisc * unit)
		s.Points = append(s.Points, project(v, g.Origin.Add(p))...)
	}
	return s
}

// ringAxes returns a ring's axle, two axes of its plane and its radius, metres.
func (g *Gizmo) ringAxes(v *View, h Handle, unit float64) (axle, a, b mgl64.Vec3, r float64) {
	if h == RingView {
		axle = v.toEye(g.Origin)
		a = v.up.Cross(axle).Normalize()
		return axle, a, axle.Cross(a), unit * viewRing
	}
	k := h.Axis()
	return g.axis(k), g.axis((k + 1) % 3), g.axis((k + 2) % 3), unit
}

// ring is a circle; the half behind the middle is drawn faintly, as a shape of
// its own.
func (g *Gizmo) ring(v *View, h Handle, unit float64) []Shape {
	_, a, b, r := g.ringAxes(v, h, unit)
	eye := v.toEye(g.Origin)
	depth := v.Depth(g.Origin)
	if h == RingView {
		depth += 2 * r // under the others
	}
	var out []Shape
	var run *Shape
	for i := range segments + 1 {
		t := float64(i) / segments * 2 * math.Pi
		d := a.Mul(math.Cos(t)).Add(b.Mul(math.Sin(t)))
		front := h == RingView || d.Dot(eye) > -behind
		p := project(v, g.Origin.Add(d.Mul(r)))
		if run == nil || (run.Strength == 1) != front {
			s := Shape{Handle: h, Strength: 1, Depth: depth}
			if !front {
				s.Strength, s.Depth = 0.25, depth+r
			}
			if run != nil && len(run.Points) > 0 {
				s.Points = append(s.Points, run.Points[len(run.Points)-1])
			}
			out = append(out, s)
			run = &out[len(out)-1]
		}
		run.Points = append(run.Points, p...)
	}
	return out
}

// behind is how far, as a sine, a ring's point may lie behind the middle and
// still count as the front half: so that a ring seen face on is whole.
const behind = 0.06

// Pick returns the handle under a pixel, None for none. Of several the one
// whose line is nearest wins, the middle first.
func (g *Gizmo) Pick(v *View, x, y float64) Handle {
	at := [2]float64{x, y}
	best, bestFar := None, math.Inf(1)
	for _, s := range g.Shapes(v) {
		if s.Strength < 0.3 {
			continue
		}
		var far float64
		switch {
		case s.Handle == Center && s.Fill && inside(s.Points, at):
			return Center
		case s.Fill && inside(s.Points, at):
			far = g.reach() / 2 // a line that is really near goes before the area
		case s.Fill:
			continue
		default:
			far = farFromLine(s.Points, at)
		}
		if far <= g.reach() && far < bestFar {
			best, bestFar = s.Handle, far
		}
	}
	return best
}

// inside reports whether a convex polygon, wound either way, holds a point.
func inside(poly [][2]float64, p [2]float64) bool {
	pos, neg := false, false
	for i := range poly {
		a, b := poly[i], poly[(i+1)%len(poly)]
		c := (b[0]-a[0])*(p[1]-a[1]) - (b[1]-a[1])*(p[0]-a[0])
		pos, neg = pos || c > 0, neg || c < 0
	}
	return len(poly) > 2 && !(pos && neg)
}

// farFromLine is a point's distance to the nearest segment.
func farFromLine(line [][2]float64, p [2]float64) float64 {
	best := math.Inf(1)
	for i := 0; i+1 < len(line); i++ {
		a, b := line[i], line[i+1]
		dx, dy := b[0]-a[0], b[1]-a[1]
		t := 0.0
		if n := dx*dx + dy*dy; n > 0 {
			t = math.Max(0, math.Min(1, ((p[0]-a[0])*dx+(p[1]-a[1])*dy)/n))
		}
		best = math.Min(best, math.Hypot(a[0]+t*dx-p[0], a[1]+t*dy-p[1]))
	}
	return best
}
