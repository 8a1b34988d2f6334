package gizmo

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// Snap rounds what a drag gives. The zero Snap rounds nothing.
type Snap struct {
	Move float64 // metres along each axis, counted from where the drag began
	Turn float64 // radians
}

// Change is what a drag has done since it began.
type Change struct {
	Move  mgl64.Vec3 // world space, metres
	Along [3]float64 // Move along the gizmo's own axes
	Turn  mgl64.Quat // world space
	Angle float64    // radians about the ring's axis; goes on beyond a whole turn
}

// Point returns where a point of the dragged thing is now, if it was at p when
// the drag began.
func (c *Change) Point(p, origin mgl64.Vec3) mgl64.Vec3 {
	return origin.Add(c.Turn.Rotate(p.Sub(origin))).Add(c.Move)
}

// Drag is a handle that is held. Make it with Grab.
type Drag struct {
	Handle Handle

	g      Gizmo // as it was grabbed
	x0, y0 float64
	start  grip
	turned float64 // the last unsnapped angle, to count whole turns
}

// grip is a mouse position in terms of a handle.
type grip struct {
	at    mgl64.Vec3 // on the axis or plane, relative to the origin
	angle float64
}

// Grab begins a drag of a handle with the mouse at a pixel. The view must stay
// as it is until the drag ends.
func (g *Gizmo) Grab(v *View, h Handle, x, y float64) *Drag {
	d := &Drag{Handle: h, g: *g, x0: x, y0: y}
	d.start = d.grip(v, x, y)
	return d
}

// Origin returns where the gizmo was when it was grabbed.
func (d *Drag) Origin() mgl64.Vec3 { return d.g.Origin }

// To returns what the drag has done with the mouse at a pixel.
func (d *Drag) To(v *View, x, y float64, snap Snap) Change {
	c := Change{Turn: mgl64.QuatIdent()}
	now := d.grip(v, x, y)
	if d.Handle.Turns() {
		d.turn(v, now, snap, &c)
		return c
	}
	move := now.at.Sub(d.start.at)
	basis := d.basis(v)
	if snap.Move > 0 {
		var s mgl64.Vec3
		for _, b := range basis {
			s = s.Add(b.Mul(math.Round(move.Dot(b)/snap.Move) * snap.Move))
		}
		move = s
	}
	c.Move = move
	for k := range 3 {
		c.Along[k] = move.Dot(d.g.axis(k))
	}
	return c
}

// basis are the directions in which the handle moves.
func (d *Drag) basis(v *View) []mgl64.Vec3 {
	k := d.Handle.Axis()
	switch {
	case d.Handle.isAxis():
		return []mgl64.Vec3{d.g.axis(k)}
	case d.Handle.isPlane():
		return []mgl64.Vec3{d.g.axis((k + 1) % 3), d.g.axis((k + 2) % 3)}
	}
	return []mgl64.Vec3{v.right, v.up}
}

func (d *Drag) turn(v *View, now grip, snap Snap, c *Change) {
	axle, _, _, _ := d.g.ringAxes(v, d.Handle, 1)
	a := now.angle - d.start.angle
	// The nearest of the angles that differ by whole turns.
	a += 2 * math.Pi * math.Round((d.turned-a)/(2*math.Pi))
	d.turned = a
	if snap.Turn > 0 {
		a = math.Round(a/snap.Turn) * snap.Turn
	}
	c.Angle = a
	c.Turn = mgl64.QuatRotate(a, axle)
	if k := d.Handle.Axis(); k >= 0 {
		c.Along[k] = a
	}
}

func (d *Drag) grip(v *View, x, y float64) grip {
	switch {
	case d.Handle.isAxis():
		return grip{at: d.onAxis(v, x, y)}
	case d.Handle.isPlane():
		return grip{at: d.inPlane(v, d.g.axis(d.Handle.Axis()), x, y)}
	case d.Handle.Turns():
		return grip{angle: d.angle(v, x, y)}
	}
	return grip{at: d.inPlane(v, v.back, x, y)}
}

// farthest is how many times as far from the viewer as it was a drag may carry
// a thing: towards the horizon a pixel is worth ever more metres.
const farthest = 16

// onAxis returns the point of the axis that is drawn nearest to the mouse,
// relative to the origin. The foot of the perpendicular from the mouse to the
// axis' picture lies on the axis' picture, so the ray through it meets the axis.
func (d *Drag) onAxis(v *View, x, y float64) mgl64.Vec3 {
	o := d.g.Origin
	a := d.g.axis(d.Handle.Axis())
	unit := v.PixelSize(o) * d.g.size()
	ox, oy, ok := v.Pixel(o)
	if d.g.sine(v, a) < minSine || !ok {
		// It points at the viewer: up and down on the screen moves it.
		return a.Mul((d.y0 - y) * v.PixelSize(o))
	}
	// The direction of the axis' picture, from two points close to the origin.
	e := unit * 1e-3
	px, py, ok1 := v.Pixel(o.Add(a.Mul(e)))
	qx, qy, ok2 := v.Pixel(o.Sub(a.Mul(e)))
	dx, dy := px-qx, py-qy
	n := math.Hypot(dx, dy)
	if !ok1 || !ok2 || n == 0 {
		return mgl64.Vec3{}
	}
	dx, dy = dx/n, dy/n
	s := (x-ox)*dx + (y-oy)*dy
	// Where the axis runs away from the viewer its picture ends at a vanishing
	// point; where it comes, it passes the viewer. Both are kept off: along the axis
	// s = s1*t / (1 + k*t), t in units of e.
	depth := v.Depth(o)
	t := s / d.slope(v, a, dx, dy, ox, oy, e)
	k := 0.0
	if !v.ortho {
		k = -a.Dot(v.back) / depth // of depth a metre, as a share of the origin's
	}
	// t is what the drag would be in a parallel projection, metres; u what it is.
	low, high := math.Inf(-1), math.Inf(1)
	if k > 0 {
		low, high = -(1-1.0/farthest)/k, (farthest-1)/k
	} else if k < 0 {
		low, high = (farthest-1)/k, -(1-1.0/farthest)/k
	}
	u := t
	if k != 0 {
		// t = u/(1+k*u) rises with u; its values at the limits bound t.
		f := func(u float64) float64 { return u / (1 + k*u) }
		t = math.Max(f(low), math.Min(f(high), t))
		u = t / (1 - k*t)
	}
	return a.Mul(u)
}

// slope is how many pixels along its picture the axis goes a metre, at the
// origin.
func (d *Drag) slope(v *View, a mgl64.Vec3, dx, dy, ox, oy, e float64) float64 {
	px, py, _ := v.Pixel(d.g.Origin.Add(a.Mul(e)))
	qx, qy, _ := v.Pixel(d.g.Origin.Sub(a.Mul(e)))
	fp := (px-ox)*dx + (py-oy)*dy
	fq := (qx-ox)*dx + (qy-oy)*dy
	// f(t) = s1*t/(1+k*t): 1/f(e) - 1/f(-e) = 2/(s1*e), free of k.
	return 2 / (e * (1/fp - 1/fq))
}

// sine is that of the angle between an axis and the line of sight.
func (g *Gizmo) sine(v *View, a mgl64.Vec3) float64 {
	c := a.Dot(v.toEye(g.Origin))
	return math.Sqrt(math.Max(0, 1-c*c))
}

// inPlane returns where the mouse is on the plane through the origin, relative
// to it. Beyond the horizon, or farther away than is of use, it stays where the
// line from the grab to the mouse leaves what is of use.
func (d *Drag) inPlane(v *View, normal mgl64.Vec3, x, y float64) mgl64.Vec3 {
	if math.Abs(normal.Dot(v.toEye(d.g.Origin))) < minCosine/2 {
		normal = v.back // seen from its edge: in the plane of the screen, then onto the plane
	}
	limit := farthest * math.Max(v.Depth(d.g.Origin), 1e-9)
	at := func(s float64) (mgl64.Vec3, bool) {
		p, far, ok := v.onPlane(d.x0+(x-d.x0)*s, d.y0+(y-d.y0)*s, d.g.Origin, normal)
		return p, ok && (v.ortho || far > 0) && p.Sub(d.g.Origin).Len() < limit
	}
	p, ok := at(1)
	if !ok {
		lo, hi := 0.0, 1.0
		for range 48 {
			mid := (lo + hi) / 2
			if _, good := at(mid); good {
				lo = mid
			} else {
				hi = mid
			}
		}
		if p, ok = at(lo); !ok {
			return mgl64.Vec3{}
		}
	}
	p = p.Sub(d.g.Origin)
	if d.Handle.isPlane() {
		n := d.g.axis(d.Handle.Axis())
		p = p.Sub(n.Mul(p.Dot(n)))
	}
	return p
}

// angle returns the mouse's direction about the ring's axle, radians.
func (d *Drag) angle(v *View, x, y float64) float64 {
	axle, a, b, r := d.g.ringAxes(v, d.Handle, v.PixelSize(d.g.Origin)*d.g.size())
	if math.Abs(axle.Dot(v.toEye(d.g.Origin))) < ringCosine {
		return d.tangent(v, axle, a, b, r, x, y)
	}
	p, far, ok := v.onPlane(x, y, d.g.Origin, axle)
	if !ok {
		return d.start.angle
	}
	p = p.Sub(d.g.Origin)
	if far < 0 { // beyond the horizon the plane's picture comes from the other side
		p = p.Mul(-1)
	}
	return math.Atan2(p.Dot(b), p.Dot(a))
}

// tangent turns a ring seen from its edge: a pixel along the ring's picture, at
// the point nearest to where it was grabbed, is a pixel of the rim.
func (d *Drag) tangent(v *View, axle, a, b mgl64.Vec3, r, x, y float64) float64 {
	eye := v.toEye(d.g.Origin)
	best, bestFar := 0.0, math.Inf(1)
	for i := range segments {
		t := float64(i) / segments * 2 * math.Pi
		p := a.Mul(math.Cos(t)).Add(b.Mul(math.Sin(t)))
		if p.Dot(eye) < -behind {
			continue
		}
		if px, py, ok := v.Pixel(d.g.Origin.Add(p.Mul(r))); ok {
			if far := math.Hypot(px-d.x0, py-d.y0); far < bestFar {
				best, bestFar = t, far
			}
		}
	}
	// The front of the ring is where the tangent is seen full length.
	front := eye.Sub(axle.Mul(eye.Dot(axle))).Normalize()
	tangent := axle.Cross(front)
	dx, dy := tangent.Dot(v.right), -tangent.Dot(v.up)
	n := math.Hypot(dx, dy)
	return best + ((x-d.x0)*dx+(y-d.y0)*dy)/n/d.g.size()
}

// Text is the read-out of a change.
func (d *Drag) Text(c Change) string {
	if d.Handle.Turns() {
		return fmt.Sprintf("%s %+.1f°", d.Handle, c.Angle*180/math.Pi)
	}
	k := d.Handle.Axis()
	name := [...]string{"X", "Y", "Z"}
	switch {
	case d.Handle.isAxis():
		return fmt.Sprintf("%s %+.3f m", name[k], c.Along[k])
	case d.Handle.isPlane():
		i, j := (k+1)%3, (k+2)%3
		return fmt.Sprintf("%s %+.3f  %s %+.3f m", name[i], c.Along[i], name[j], c.Along[j])
	}
	return fmt.Sprintf("X %+.3f  Y %+.3f  Z %+.3f m", c.Along[0], c.Along[1], c.Along[2])
}
