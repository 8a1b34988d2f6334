package scene

import "github.com/go-gl/mathgl/mgl64"

// MulQuat is the product of two quaternions: first b, then a. mgl64's goes
// through three vectors and takes twice as long.
func MulQuat(a, b mgl64.Quat) mgl64.Quat {
	return mgl64.Quat{
		W: a.W*b.W - a.V[0]*b.V[0] - a.V[1]*b.V[1] - a.V[2]*b.V[2],
		V: mgl64.Vec3{
			a.W*b.V[0] + b.W*a.V[0] + a.V[1]*b.V[2] - a.V[2]*b.V[1],
			a.W*b.V[1] + b.W*a.V[1] + a.V[2]*b.V[0] - a.V[0]*b.V[2],
			a.W*b.V[2] + b.W*a.V[2] + a.V[0]*b.V[1] - a.V[1]*b.V[0],
		},
	}
}

// ConjQuat is the inverse of a unit quaternion.
func ConjQuat(q mgl64.Quat) mgl64.Quat {
	return mgl64.Quat{W: q.W, V: mgl64.Vec3{-q.V[0], -q.V[1], -q.V[2]}}
}

// RotateVec turns v by a unit quaternion.
func RotateVec(q mgl64.Quat, v mgl64.Vec3) mgl64.Vec3 {
	u := q.V
	t := mgl64.Vec3{2 * (u[1]*v[2] - u[2]*v[1]), 2 * (u[2]*v[0] - u[0]*v[2]), 2 * (u[0]*v[1] - u[1]*v[0])}
	return mgl64.Vec3{
		v[0] + q.W*t[0] + u[1]*t[2] - u[2]*t[1],
		v[1] + q.W*t[1] + u[2]*t[0] - u[0]*t[2],
		v[2] + q.W*t[2] + u[0]*t[1] - u[1]*t[0],
	}
}
