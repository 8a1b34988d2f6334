package rig

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// Orientation turns a model before anything of it is measured: yaw first, then
// pitch, then roll, each about a fixed world axis through the origin. The zero
// Orientation leaves the model as it is.
//
// The spec's world matrix is Rx*Ry*Rz in a frame with X forward, Y left and Z
// up; with our axes (forward +Z, left +X, up +Y) that is
// Rz(roll) * Rx(-pitch) * Ry(yaw), where pitch is negated so that positive is
// nose up, as everywhere in the lab.
type Orientation struct {
	YawDeg   float64 `json:"yawDeg"`   // right-handed about up: positive turns the nose to the model's left
	PitchDeg float64 `json:"pitchDeg"` // positive is nose up
	RollDeg  float64 `json:"rollDeg"`  // positive is right wing down
}

// Mat3 returns the rotation that the orientation stands for. Quarter turns are
// exact.
func (o Orientation) Mat3() mgl64.Mat3 {
	sy, cy := sinCosDeg(o.YawDeg)
	sp, cp := sinCosDeg(-o.PitchDeg)
	sr, cr := sinCosDeg(o.RollDeg)
	yaw := mgl64.Mat3{cy, 0, -sy, 0, 1, 0, sy, 0, cy}
	pitch := mgl64.Mat3{1, 0, 0, 0, cp, sp, 0, -sp, cp}
	roll := mgl64.Mat3{cr, sr, 0, -sr, cr, 0, 0, 0, 1}
	return roll.Mul3(pitch).Mul3(yaw)
}

// Mat4 returns Mat3 as an affine matrix.
func (o Orientation) Mat4() mgl64.Mat4 { return scene.Affine(o.Mat3(), mgl64.Vec3{}) }

// sinCosDeg is exact at multiples of 90 degrees, so that turning a model four
// times gives it back unchanged.
func sinCosDeg(deg float64) (s, c float64) {
	d := math.Mod(deg, 360)
	if d < 0 {
		d += 360
	}
	switch d {
	case 0:
		return 0, 1
	case 90:
		return 1, 0
	case 180:
		return 0, -1
	case 270:
		return -1, 0
	}
	return math.Sincos(d * math.Pi / 180)
}
