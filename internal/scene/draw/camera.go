package draw

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// guardPixels is how far outside the picture a triangle may reach before it is
// clipped at the sides: few triangles are, and fixed-point coordinates stay small.
const guardPixels = 4096

// lens is a camera as the vertex loops need it.
type lens struct {
	eye            mgl64.Vec3 // snapped
	right, up, bk  mgl32.Vec3
	tx, ty         float32 // half extent: tangents, or metres when ortho
	gx, gy         float32 // the same for the guard band
	fx, fy, cx, cy float32
	near, far      float32
	ortho          bool
	focus          float32 // ortho: the target's distance as a share of what is seen
}

// halfExtent returns the tangents of half the field of view or, for a parallel
// projection, half the picture's size in metres.
func halfExtent(cam scene.Camera, width, height int) (x, y float64) {
	y = math.Tan(cam.FovY() / 2)
	if cam.Ortho {
		y *= cam.Distance
	}
	return y * float64(width) / float64(height), y
}

func newLens(cam scene.Camera, width, height int) lens {
	near, far := cam.Planes()
	tx, ty := halfExtent(cam, width, height)
	view := cam.View()
	// The eye moves in steps far below a pixel, so that a camera framed on two
	// poses which differ by rounding errors is one camera.
	_, e := math.Frexp(cam.Distance)
	step := math.Ldexp(1, e-18)
	eye := cam.Eye()
	for k := range eye {
		eye[k] = snapTo(eye[k], step)
	}
	row := func(r int) mgl32.Vec3 {
		return mgl32.Vec3{snap32(view[r], 1<<22), snap32(view[r+4], 1<<22), snap32(view[r+8], 1<<22)}
	}
	l := lens{
		eye: eye, right: row(0), up: row(1), bk: row(2),
		tx: snapFloat(tx), ty: snapFloat(ty), near: snapFloat(near), far: snapFloat(far),
		cx: float32(width) / 2, cy: float32(height) / 2, ortho: cam.Ortho,
	}
	l.focus = snapFloat(cam.Distance / (far - near))
	l.fx, l.fy = l.cx/l.tx, l.cy/l.ty
	l.gx = float32(l.tx * (1 + guardPixels/l.cx))
	l.gy = float32(l.ty * (1 + guardPixels/l.cy))
	return l
}

// snapFloat keeps 20 bits of a number.
func snapFloat(v float64) float32 {
	_, e := math.Frexp(v)
	return float32(snapTo(v, math.Ldexp(1, e-20)))
}

func (l *lens) fill(v *View) {
	*v = View{
		Eye:   mgl32.Vec3{float32(l.eye[0]), float32(l.eye[1]), float32(l.eye[2])},
		Right: l.right, Up: l.up, Back: l.bk,
		TanHalfX: l.tx, TanHalfY: l.ty, Near: l.near, Far: l.far,
	}
}

// toView turns an eye-relative position into right, up and distance ahead.
func (l *lens) toView(p *[3]float32) mgl32.Vec3 {
	return mgl32.Vec3{
		float32(l.right[0]*p[0]) + float32(l.right[1]*p[1]) + float32(l.right[2]*p[2]),
		float32(l.up[0]*p[0]) + float32(l.up[1]*p[1]) + float32(l.up[2]*p[2]),
		-(float32(l.bk[0]*p[0]) + float32(l.bk[1]*p[1]) + float32(l.bk[2]*p[2])),
	}
}

// point takes a world-space point to view space.
func (l *lens) point(w mgl64.Vec3) mgl32.Vec3 {
	p := [3]float32{float32(w[0] - l.eye[0]), float32(w[1] - l.eye[1]), float32(w[2] - l.eye[2])}
	return l.toView(&p)
}

// direction takes a world-space direction to view space.
func (l *lens) direction(w mgl64.Vec3) mgl32.Vec3 {
	p := [3]float32{float32(w[0]), float32(w[1]), float32(w[2])}
	return l.toView(&p)
}

// Bits of where a view-space point lies.
const (
	outLeft = 1 << iota
	outRight
	outBelow
	outAbove
	outNear
	outGuard // of any side
	outBad   // not a finite number
)

const outFrustum = outLeft | outRight | outBelow | outAbove | outNear

// outcode classifies a view-space point.
func (l *lens) outcode(v *mgl32.Vec3) (c uint8) {
	x, y, d := v[0], v[1], v[2]
	if s := x - x + (y - y) + (d - d); s != 0 {
		return outBad
	}
	e := d
	if l.ortho {
		e = 1
	}
	bx, by := float32(l.tx*e), float32(l.ty*e)
	if x < -bx {
		c |= outLeft
	}
	if x > bx {
		c |= outRight
	}
	if y < -by {
		c |= outBelow
	}
	if y > by {
		c |= outAbove
	}
	if d < l.near {
		return c | outNear
	}
	if c != 0 {
		if ax, ay := float32(l.gx*e), float32(l.gy*e); abs(x) > ax || abs(y) > ay {
			c |= outGuard
		}
	}
	return c
}

// project gives a point's pixel and Q; d must not be before the near plane.
func (l *lens) project(v *mgl32.Vec3) (x, y, q float32) {
	if l.ortho {
		q = max(1-(v[2]-l.near)/(l.far-l.near), 1e-6)
		return l.cx + float32(l.fx*v[0]), l.cy - float32(l.fy*v[1]), q
	}
	i := 1 / v[2]
	return l.cx + float32(l.fx*float32(v[0]*i)), l.cy - float32(l.fy*float32(v[1]*i)), float32(l.near * i)
}

// lift brings a depth nearer by a factor: by that share of the distance from the
// eye or, with a parallel projection, of the target's.
func (l *lens) lift(q, factor float32) float32 {
	if l.ortho {
		return min(q+float32((factor-1)*l.focus), 1)
	}
	return min(float32(q*factor), 1)
}

// clipPlanes are near and the four sides of the guard band, as a*x + b*y + c*d +
// e >= 0 inside.
func (l *lens) clipPlanes() [5][4]float32 {
	if l.ortho {
		return [5][4]float32{{0, 0, 1, -l.near}, {1, 0, 0, l.gx}, {-1, 0, 0, l.gx}, {0, 1, 0, l.gy}, {0, -1, 0, l.gy}}
	}
	return [5][4]float32{{0, 0, 1, -l.near}, {1, 0, l.gx, 0}, {-1, 0, l.gx, 0}, {0, 1, l.gy, 0}, {0, -1, l.gy, 0}}
}

// misses reports whether a primitive's box, moved by m, lies wholly outside the
// picture on one side.
func (l *lens) misses(p *prim, m *mat34) bool {
	all := uint8(outFrustum)
	for k := range 8 {
		c := p.low
		for i := range c {
			if k>>i&1 == 1 {
				c[i] = p.high[i]
			}
		}
		w := [3]float32{
			float32(m[0]*c[0]) + float32(m[1]*c[1]) + float32(m[2]*c[2]) + m[3],
			float32(m[4]*c[0]) + float32(m[5]*c[1]) + float32(m[6]*c[2]) + m[7],
			float32(m[8]*c[0]) + float32(m[9]*c[1]) + float32(m[10]*c[2]) + m[11],
		}
		v := l.toView(&w)
		code := l.outcode(&v)
		if code&outBad != 0 {
			return false
		}
		all &= code
	}
	return all != 0
}
