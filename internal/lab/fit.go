package lab

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// FitCamera returns the camera moved, its angles kept, so that the whole box is
// seen in a picture of the given aspect (width over height), as large as it
// can be with a margin of 6 %. The box is snapped to a grid of a 512th of its
// size first, so that models which differ by rounding get the same camera.
func FitCamera(c scene.Camera, b scene.Box, aspect float64) scene.Camera {
	b = snapBox(b)
	if b.Empty() || b.Diagonal() == 0 {
		return c.Frame(b, aspect)
	}
	c.Target = b.Center()
	view := c.View()
	right := mgl64.Vec3{view[0], view[4], view[8]}
	up := mgl64.Vec3{view[1], view[5], view[9]}
	back := mgl64.Vec3{view[2], view[6], view[10]}
	tanY := math.Tan(c.FovY()/2) / 1.06
	tanX := tanY * aspect
	d := 0.0
	for i := range 8 {
		p := b.Min
		for k := range 3 {
			if i>>k&1 == 1 {
				p[k] = b.Max[k]
			}
		}
		v := p.Sub(c.Target)
		x, y, z := math.Abs(v.Dot(right)), math.Abs(v.Dot(up)), v.Dot(back)
		if c.Ortho {
			z = 0
		}
		d = max(d, x/tanX+z, y/tanY+z)
	}
	c.Distance, c.Near, c.Far = d, 0, 0
	return c
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

// visibleBounds is the box of what is drawn at rest: hidden nodes are left out
// unless nothing else is there. place goes on top of the model.
func visibleBounds(m *scene.Model, hidden []bool, place mgl64.Mat4) scene.Box {
	b, all := scene.EmptyBox(), scene.EmptyBox()
	m.EachVertex(m.World(nil, nil, nil), func(n, _, _ int, p mgl64.Vec3) {
		q := place.Mul4x1(p.Vec4(1)).Vec3()
		all = all.Add(q)
		if hidden == nil || !hidden[n] {
			b = b.Add(q)
		}
	})
	if b.Empty() {
		return all
	}
	return b
}
