package clip

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// Slerp turns from a to b by the shorter way at constant speed; t is 0..1. Both
// must be unit length, and so is the result.
func Slerp(a, b mgl64.Quat, t float64) mgl64.Quat {
	d := a.W*b.W + a.V[0]*b.V[0] + a.V[1]*b.V[1] + a.V[2]*b.V[2]
	sign := 1.0
	if d < 0 {
		d, sign = -d, -1
	}
	var wa, wb float64
	if x := d - 1; x > -0.02 {
		// Keys are mostly near each other: a series is three times as fast there.
		wa, wb = sineRatio(1-t, x), sineRatio(t, x)
	} else {
		// atan2 keeps its accuracy where acos(d) loses half the digits;
		// sin((1-t)x)/sin(x) = cos(tx) - cos(x) sin(tx)/sin(x) saves a sine.
		s := math.Sqrt(1 - d*d)
		st, ct := math.Sincos(t * math.Atan2(s, d))
		wb = st / s
		wa = ct - d*wb
	}
	wb *= sign
	return mgl64.Quat{
		W: wa*a.W + wb*b.W,
		V: mgl64.Vec3{wa*a.V[0] + wb*b.V[0], wa*a.V[1] + wb*b.V[1], wa*a.V[2] + wb*b.V[2]},
	}
}

// sineRatio is sin(t*angle)/sin(angle) by its series in x = cos(angle)-1, whose
// terms follow each other by (t^2-i^2)/(i(2i+1)) x (D. Eberly, "A Fast and
// Accurate Algorithm for Computing SLERP"). For x > -0.02 it is good to 1e-14.
func sineRatio(t, x float64) float64 {
	q := t * t
	f := 1 + (q-36)*x*(1.0/78)
	f = 1 + (q-25)*x*(1.0/55)*f
	f = 1 + (q-16)*x*(1.0/36)*f
	f = 1 + (q-9)*x*(1.0/21)*f
	f = 1 + (q-4)*x*(1.0/10)*f
	f = 1 + (q-1)*x*(1.0/3)*f
	return t * f
}

// unit returns q at length 1, the identity for a zero or non-finite one.
func unit(q mgl64.Quat) mgl64.Quat {
	n := q.W*q.W + q.V[0]*q.V[0] + q.V[1]*q.V[1] + q.V[2]*q.V[2]
	var s float64
	if e := n - 1; e > -1e-6 && e < 1e-6 {
		s = 1 - e/2 // one step of Newton's: float32 keys are no further off
	} else if !(n > 0) || math.IsInf(n, 0) {
		return mgl64.QuatIdent()
	} else {
		s = 1 / math.Sqrt(n)
	}
	return mgl64.Quat{W: q.W * s, V: mgl64.Vec3{q.V[0] * s, q.V[1] * s, q.V[2] * s}}
}

// rotationVector returns axis times angle of a unit quaternion, the angle in
// 0..pi.
func rotationVector(q mgl64.Quat) mgl64.Vec3 {
	if q.W < 0 {
		q = mgl64.Quat{W: -q.W, V: q.V.Mul(-1)}
	}
	s := q.V.Len()
	if s < 1e-300 {
		return mgl64.Vec3{}
	}
	return q.V.Mul(2 * math.Atan2(s, q.W) / s)
}

// angleBetween is the angle of the rotation from a to b, 0..pi.
func angleBetween(a, b mgl64.Quat) float64 {
	return rotationVector(scene.MulQuat(scene.ConjQuat(a), b)).Len()
}

// Compose puts a delta on a rest: rest * delta, property by property, which is
// the matrix product wherever the rest's scale is uniform or the delta does not
// turn. It is how the target game composes a clip's channel.
func Compose(rest, delta scene.TRS) scene.TRS {
	r := unit(rest.R)
	return scene.TRS{
		T: rest.T.Add(scene.RotateVec(r, mgl64.Vec3{rest.S[0] * delta.T[0], rest.S[1] * delta.T[1], rest.S[2] * delta.T[2]})),
		R: unit(scene.MulQuat(r, delta.R)),
		S: mgl64.Vec3{rest.S[0] * delta.S[0], rest.S[1] * delta.S[1], rest.S[2] * delta.S[2]},
	}
}

// Delta is the inverse of Compose: Compose(rest, Delta(rest, pose)) = pose. A
// scale of zero in the rest gives a delta without scale or motion on that axis.
func Delta(rest, pose scene.TRS) scene.TRS {
	r := scene.ConjQuat(unit(rest.R))
	t := scene.RotateVec(r, pose.T.Sub(rest.T))
	d := scene.TRS{R: unit(scene.MulQuat(r, unit(pose.R)))}
	for k := range 3 {
		if rest.S[k] == 0 {
			d.S[k] = 1
			continue
		}
		d.T[k] = t[k] / rest.S[k]
		d.S[k] = pose.S[k] / rest.S[k]
	}
	return d
}
