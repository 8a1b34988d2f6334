package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// Camera looks from an orbit around a target. Angles are degrees because they
// are what a user types: AzimuthDeg 0 looks at the model's front (from +Z),
// positive moves the eye towards the model's left (+X); ElevationDeg positive
// looks down from above.
type Camera struct {
	Target       mgl64.Vec3
	AzimuthDeg   float64
	ElevationDeg float64
	Distance     float64 // metres from eye to target
	FovYDeg      float64 // vertical; zero means 35
	Near, Far    float64 // metres; zero means chosen from Distance: of a parallel projection the near plane then lies far behind the eye
	Ortho        bool    // parallel projection, as high at the target as the perspective one
}

// Eye returns the camera's position.
func (c Camera) Eye() mgl64.Vec3 {
	a, e := c.AzimuthDeg*math.Pi/180, c.ElevationDeg*math.Pi/180
	dir := mgl64.Vec3{math.Sin(a) * math.Cos(e), math.Sin(e), math.Cos(a) * math.Cos(e)}
	return c.Target.Add(dir.Mul(c.Distance))
}

// View returns the matrix from world to view space (right, up, backwards). It
// is well defined straight above and below too.
func (c Camera) View() mgl64.Mat4 {
	a, e := c.AzimuthDeg*math.Pi/180, c.ElevationDeg*math.Pi/180
	right := mgl64.Vec3{math.Cos(a), 0, -math.Sin(a)}
	back := mgl64.Vec3{math.Sin(a) * math.Cos(e), math.Sin(e), math.Cos(a) * math.Cos(e)}
	up := back.Cross(right)
	eye := c.Eye()
	return mgl64.Mat4{
		right[0], up[0], back[0], 0,
		right[1], up[1], back[1], 0,
		right[2], up[2], back[2], 0,
		-right.Dot(eye), -up.Dot(eye), -back.Dot(eye), 1,
	}
}

// FovY returns the vertical field of view in radians.
func (c Camera) FovY() float64 {
	if c.FovYDeg == 0 {
		return 35 * math.Pi / 180
	}
	return c.FovYDeg * math.Pi / 180
}

// orthoReach is how far before and behind the eye a parallel projection sees,
// in distances to the target: however near the eye comes when a user looks
// closely, nothing is cut off.
const orthoReach = 200

// Planes returns the near and far distances in metres.
func (c Camera) Planes() (near, far float64) {
	near, far = c.Near, c.Far
	if c.Ortho {
		reach := max(c.Distance, 1e-6) * orthoReach
		if near == 0 {
			near = -reach
		}
		if far == 0 {
			far = max(reach, near+reach)
		}
		return near, far
	}
	if near == 0 {
		near = max(c.Distance/200, 1e-6)
	}
	if far == 0 {
		far = max(c.Distance*50, near*2)
	}
	return near, far
}

// Frame returns the camera moved so that the whole box is seen in a picture of
// the given aspect (width over height), whatever the angles, with a margin.
func (c Camera) Frame(b Box, aspect float64) Camera {
	c.Target = b.Center()
	r := b.Diagonal() / 2
	if r == 0 || b.Empty() {
		r = 1
	}
	half := c.FovY() / 2
	if aspect < 1 {
		half = math.Atan(math.Tan(half) * aspect)
	}
	c.Distance = 1.05 * r / math.Sin(half)
	c.Near, c.Far = 0, 0
	return c
}
