package gizmo

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
	"donorlab/internal/scene/draw"
)

// View is a camera and a picture's size. Make it with NewView.
type View struct {
	p               draw.Projector
	right, up, back mgl64.Vec3 // world-space axes of the screen
	perPixel        float64    // metres a pixel at one metre's distance; ortho: at any
	ortho           bool
	width, height   int
}

// NewView returns the view that draw.Builder.Frame shows for the same camera
// and size in pixels.
func NewView(cam scene.Camera, width, height int) View {
	m := cam.View()
	v := View{
		p:     draw.NewProjector(cam, width, height),
		right: mgl64.Vec3{m[0], m[4], m[8]}, up: mgl64.Vec3{m[1], m[5], m[9]}, back: mgl64.Vec3{m[2], m[6], m[10]},
		ortho: cam.Ortho, width: width, height: height,
	}
	v.perPixel = 2 * math.Tan(cam.FovY()/2) / float64(max(height, 1))
	if cam.Ortho {
		v.perPixel *= cam.Distance
	}
	return v
}

// Pixel returns where a world-space point is drawn. ok is false before the near
// plane.
func (v *View) Pixel(w mgl64.Vec3) (x, y float64, ok bool) {
	x, y, _, ok = v.p.Point(w)
	return x, y, ok
}

// Depth returns a point's distance in metres along the view axis.
func (v *View) Depth(w mgl64.Vec3) float64 {
	_, _, d, _ := v.p.Point(w)
	return d
}

// PixelSize returns how many metres one pixel is at a point's distance.
func (v *View) PixelSize(at mgl64.Vec3) float64 {
	if v.ortho {
		return v.perPixel
	}
	return v.perPixel * math.Max(v.Depth(at), 1e-9)
}

// Ray returns the world-space line under a pixel.
func (v *View) Ray(x, y float64) (origin, dir mgl64.Vec3) { return v.p.Ray(x, y) }

// toEye returns the unit direction from a point to the viewer.
func (v *View) toEye(at mgl64.Vec3) mgl64.Vec3 {
	if v.ortho {
		return v.back
	}
	o, _ := v.p.Ray(0, 0)
	d := o.Sub(at)
	if d.Len() < 1e-12 {
		return v.back
	}
	return d.Normalize()
}

// onPlane returns where the ray under a pixel meets the plane through a point
// with a unit normal, and how far along the ray that is in metres, negative
// behind the viewer. ok is false where they are parallel.
func (v *View) onPlane(x, y float64, at, normal mgl64.Vec3) (hit mgl64.Vec3, far float64, ok bool) {
	o, d := v.p.Ray(x, y)
	den := d.Dot(normal)
	if math.Abs(den) < 1e-12 {
		return hit, 0, false
	}
	far = at.Sub(o).Dot(normal) / den
	return o.Add(d.Mul(far)), far, !math.IsInf(far, 0) && !math.IsNaN(far)
}
