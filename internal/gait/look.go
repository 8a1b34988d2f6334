package gait

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/rig/humanoid"
	"donorlab/internal/scene"
)

// Limits of looking, radians: ours. They are those of a person who looks without
// turning the trunk, with something left over.
const (
	lookHeadYaw   = 62 * degree
	lookHeadUp    = 35 * degree
	lookHeadDown  = 30 * degree
	lookEyeYaw    = 24 * degree
	lookEyePitch  = 15 * degree
	lookGiveUp    = 115 * degree // beyond this nobody looks round
	lookHeadShare = 0.75         // of the angle that the head makes; the eyes make the rest
	lookTau       = 0.13         // s in which the head turns
	eyeTau        = 0.03
	lookNeck      = 0.4 // of the head's turn that is in the neck
)

// look is where head and eyes are turned, radians against the trunk.
type look struct {
	yaw, pitch       float64 // of the head
	eyeYaw, eyePitch float64 // of the eyes against the head
}

// poseHead holds the head steady on the trunk and turns it and the eyes to what
// there is to look at. Eyes come last in the order of a pose; they are bones of the
// head alone, so that posing them here or after the springs is the same.
func (p *Pawn) poseHead(dt float64, chest, head angles) {
	r, k := p.rig, &p.look
	neck, top := r.slot[humanoid.Neck], r.slot[humanoid.Head]
	head.yaw = chest.yaw * 0.25
	base := chest.mix(head, 0.5)
	for _, j := range [...]int{neck, top} {
		if j >= 0 {
			p.turn[j] = base.turn()
			p.carry(j)
		}
	}
	if top < 0 {
		return
	}
	yaw, pitch, ok := p.aim(p.at[top])
	var wantYaw, wantPitch float64
	if ok {
		wantYaw = clamp(yaw*lookHeadShare, -lookHeadYaw, lookHeadYaw)
		wantPitch = clamp(pitch*lookHeadShare, -lookHeadUp, lookHeadDown)
	}
	t := toward(dt, lookTau)
	k.yaw += (wantYaw - k.yaw) * t
	k.pitch += (wantPitch - k.pitch) * t
	full := head.add(angles{yaw: k.yaw, pitch: k.pitch})
	if neck >= 0 {
		p.turn[neck] = base.add(angles{yaw: k.yaw * lookNeck, pitch: k.pitch * lookNeck}).turn()
		p.carry(neck)
	}
	p.turn[top] = full.turn()
	p.carry(top)

	if ok {
		wantYaw = clamp(wrap(yaw-full.yaw), -lookEyeYaw, lookEyeYaw)
		wantPitch = clamp(pitch-full.pitch, -lookEyePitch, lookEyePitch)
	} else {
		wantYaw, wantPitch = 0, 0
	}
	t = toward(dt, eyeTau)
	k.eyeYaw += (wantYaw - k.eyeYaw) * t
	k.eyePitch += (wantPitch - k.eyePitch) * t
	for _, s := range [...]humanoid.Slot{humanoid.LeftEye, humanoid.RightEye} {
		if j := r.slot[s]; j >= 0 {
			p.turn[j] = scene.MulQuat(p.turn[top], angles{yaw: k.eyeYaw, pitch: k.eyePitch}.turn())
			p.carry(j)
		}
	}
}

// aim is the direction from the head to what is looked at, against the body.
func (p *Pawn) aim(from mgl64.Vec3) (yaw, pitch float64, ok bool) {
	if !p.move.Looks || !finite(p.move.LookAt) {
		return 0, 0, false
	}
	d := p.move.LookAt.Sub(p.world(from))
	flat := math.Hypot(d[0], d[2])
	if flat < 1e-6 && math.Abs(d[1]) < 1e-6 {
		return 0, 0, false
	}
	yaw = wrap(math.Atan2(d[0], d[2]) - p.move.Yaw)
	if math.Abs(yaw) > lookGiveUp {
		return 0, 0, false
	}
	return yaw, -math.Atan2(d[1], flat), true
}
