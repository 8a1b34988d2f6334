package lab

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// fitMargin is the share of a picture's half that stays free round the subject.
const fitMargin = 0.07

// FitCamera returns the camera moved, its angles kept, so that all points (world
// space, metres) are seen in a picture of the given aspect (width over height),
// as large as they can be with a small margin. Target and distance are snapped
// to a grid of a 4096th of the subject's size, so that models which differ by
// rounding get the same camera. Without points it looks at the origin from 10 m.
func FitCamera(c scene.Camera, points []mgl64.Vec3, aspect float64) scene.Camera {
	b := scene.EmptyBox()
	for _, p := range points {
		b = b.Add(p)
	}
	size := b.Diagonal()
	c.Near, c.Far = 0, 0
	if b.Empty() || size == 0 || math.IsInf(size, 0) || math.IsNaN(size) {
		c.Target, c.Distance = b.Center(), 10
		return c
	}
	view := c.View()
	right := mgl64.Vec3{view[0], view[4], view[8]}
	up := mgl64.Vec3{view[1], view[5], view[9]}
	back := mgl64.Vec3{view[2], view[6], view[10]}
	tanY := math.Tan(c.FovY()/2) * (1 - fitMargin)
	tanX := tanY * aspect
	// The eye must be at least as far along each of the frustum's four sides as
	// the outermost point: with the eye at e, |x - ex| <= tan * (ez - z). Each side
	// gives one bound; left and right together give ex and ez, and so do top and
	// bottom. The farther ez of the two holds for both.
	inf := math.Inf(1)
	xl, xr, yl, yr, near := inf, -inf, inf, -inf, -inf
	for _, p := range points {
		if p != p {
			continue
		}
		x, y, z := p.Dot(right), p.Dot(up), p.Dot(back)
		near = max(near, z)
		if c.Ortho {
			z = 0
		}
		xl, xr = min(xl, x-tanX*z), max(xr, x+tanX*z)
		yl, yr = min(yl, y-tanY*z), max(yr, y+tanY*z)
	}
	ez := max((xr-xl)/(2*tanX), (yr-yl)/(2*tanY))
	mid := b.Center().Dot(back)
	dist := ez - mid
	if c.Ortho {
		dist = ez
	}
	// Never so near that the near plane cuts the subject.
	dist = max(dist, (near-mid)*1.02+size*0.01)
	step := math.Exp2(math.Floor(math.Log2(size)) - 12)
	target := right.Mul((xl + xr) / 2).Add(up.Mul((yl + yr) / 2)).Add(back.Mul(mid))
	for k := range 3 {
		c.Target[k] = math.Round(target[k]/step) * step
	}
	c.Distance = math.Ceil(dist/step) * step
	return c
}

// clearOf is the distance from its target at which a camera sees all points,
// with FitCamera's margin.
func clearOf(c scene.Camera, points []mgl64.Vec3, aspect float64) float64 {
	view := c.View()
	right := mgl64.Vec3{view[0], view[4], view[8]}
	up := mgl64.Vec3{view[1], view[5], view[9]}
	back := mgl64.Vec3{view[2], view[6], view[10]}
	tanY := math.Tan(c.FovY()/2) * (1 - fitMargin)
	dist := 0.0
	for _, p := range points {
		p = p.Sub(c.Target)
		if p != p {
			continue
		}
		z := p.Dot(back)
		if c.Ortho {
			z = 0
		}
		dist = max(dist, z+max(math.Abs(p.Dot(right))/aspect, math.Abs(p.Dot(up)))/tanY)
	}
	return dist
}

// boxPoints are the corners of a box, none for an empty one.
func boxPoints(b scene.Box) []mgl64.Vec3 {
	if b.Empty() {
		return nil
	}
	var out []mgl64.Vec3
	for i := range 8 {
		p := b.Min
		for k := range 3 {
			if i>>k&1 == 1 {
				p[k] = b.Max[k]
			}
		}
		out = append(out, p)
	}
	return out
}

// snapBox rounds a box's sides to a grid of a 512th of the power of two at or
// below its diagonal.
func snapBox(b scene.Box) scene.Box {
	d := b.Diagonal()
	if b.Empty() || d == 0 || math.IsInf(d, 0) || math.IsNaN(d) {
		return b
	}
	step := math.Exp2(math.Floor(math.Log2(d)) - 9)
	for k := range 3 {
		b.Min[k] = math.Round(b.Min[k]/step) * step
		b.Max[k] = math.Round(b.Max[k]/step) * step
	}
	return b
}

// cloudLimit is about how many posed vertices are looked at, besides those at
// rest, to fit a camera; a larger model is thinned out.
const cloudLimit = 60000

// visiblePoints are the places of the vertices that are drawn, in the preview's
// world, at rest and at some times of the clip. Hidden nodes are left out unless
// nothing else is there.
func visiblePoints(e *Evaluator, hidden []bool, place mgl64.Mat4) []mgl64.Vec3 {
	m := e.Model()
	times := []float64{}
	if d := e.Duration(); d > 0 {
		// Thirteenths meet no blade's symmetry.
		for k := range 6 {
			times = append(times, d*float64(k)/13*2)
		}
	}
	thin := m.VertexCount()*len(times)/cloudLimit + 1
	take := func(all bool) (out []mgl64.Vec3) {
		i := 0
		add := func(world []mgl64.Mat4, stride int) {
			m.EachVertex(world, func(n, _, _ int, p mgl64.Vec3) {
				if !all && hidden != nil && hidden[n] {
					return
				}
				if i++; i%stride == 0 {
					out = append(out, place.Mul4x1(p.Vec4(1)).Vec3())
				}
			})
		}
		add(m.World(nil, nil, nil), 1)
		for _, t := range times {
			add(e.At(t).World, thin)
		}
		return out
	}
	if out := take(false); len(out) > 0 {
		return out
	}
	if out := take(true); len(out) > 0 {
		return out
	}
	return jointPoints(m, m.World(nil, nil, nil), place)
}

// jointPoints are where the joints of a model stand, and the tips of the bones at
// the ends, which are drawn about as long as the bones before them: all that a
// model without a mesh has to be seen of.
func jointPoints(m *scene.Model, world []mgl64.Mat4, place mgl64.Mat4) (out []mgl64.Vec3) {
	at := func(node int) mgl64.Vec3 { return place.Mul4(world[node]).Col(3).Vec3() }
	for _, s := range m.Skins {
		for _, j := range s.Joints {
			out = append(out, at(j))
			for _, c := range m.Nodes[j].Children {
				if len(m.Nodes[c].Children) == 0 {
					out = append(out, at(c).Mul(2).Sub(at(j)))
				}
			}
		}
	}
	return out
}

// boundsOf is the box of points.
func boundsOf(points []mgl64.Vec3) scene.Box {
	b := scene.EmptyBox()
	for _, p := range points {
		b = b.Add(p)
	}
	return b
}
