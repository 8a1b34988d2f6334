package gait

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// Turns are rotations in the body's frame, from how a bone is at rest.

// angles is a turn as a person would say it, radians: nose down, to the left, and
// the left side up.
type angles struct{ pitch, yaw, roll float64 }

func (a angles) add(b angles) angles {
	return angles{a.pitch + b.pitch, a.yaw + b.yaw, a.roll + b.roll}
}

func (a angles) mul(k float64) angles { return angles{a.pitch * k, a.yaw * k, a.roll * k} }

func (a angles) mix(b angles, t float64) angles { return a.mul(1 - t).add(b.mul(t)) }

// turn is yaw of pitch of roll.
func (a angles) turn() mgl64.Quat {
	return scene.MulQuat(scene.MulQuat(aboutY(a.yaw), aboutX(a.pitch)), aboutZ(a.roll))
}

func aboutX(a float64) mgl64.Quat {
	s, c := math.Sincos(a / 2)
	return mgl64.Quat{W: c, V: mgl64.Vec3{s, 0, 0}}
}

func aboutY(a float64) mgl64.Quat {
	s, c := math.Sincos(a / 2)
	return mgl64.Quat{W: c, V: mgl64.Vec3{0, s, 0}}
}

func aboutZ(a float64) mgl64.Quat {
	s, c := math.Sincos(a / 2)
	return mgl64.Quat{W: c, V: mgl64.Vec3{0, 0, s}}
}

// about turns around a unit axis.
func about(axis mgl64.Vec3, a float64) mgl64.Quat {
	s, c := math.Sincos(a / 2)
	return mgl64.Quat{W: c, V: axis.Mul(s)}
}

// arcTo is the shortest turn from one unit vector to another. Of opposite ones it
// is a half turn about the axis ahead, as an arm goes from up to down.
func arcTo(a, b mgl64.Vec3) mgl64.Quat {
	w := 1 + a.Dot(b)
	v := a.Cross(b)
	if w < 1e-6 {
		ahead := mgl64.Vec3{0, 0, 1}
		v = ahead.Sub(a.Mul(ahead.Dot(a)))
		if v.Len() < 1e-3 {
			v = mgl64.Vec3{1, 0, 0}
		}
		w = 0
	}
	return unitQuat(mgl64.Quat{W: w, V: v})
}

// unitQuat returns q at length one, no turn where it has none.
func unitQuat(q mgl64.Quat) mgl64.Quat {
	n := q.W*q.W + q.V[0]*q.V[0] + q.V[1]*q.V[1] + q.V[2]*q.V[2]
	if !(n > 1e-20) || math.IsInf(n, 0) {
		return mgl64.QuatIdent()
	}
	k := 1 / math.Sqrt(n)
	return mgl64.Quat{W: q.W * k, V: mgl64.Vec3{q.V[0] * k, q.V[1] * k, q.V[2] * k}}
}

// blendQuat goes from a to b by the shorter way, at about even speed.
func blendQuat(a, b mgl64.Quat, t float64) mgl64.Quat {
	k := t
	if a.Dot(b) < 0 {
		k = -t
	}
	return unitQuat(mgl64.Quat{W: a.W*(1-t) + b.W*k, V: a.V.Mul(1 - t).Add(b.V.Mul(k))})
}

const degree = math.Pi / 180
