package gait

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// Numbers of the knees and toes that are ours.
const (
	kneeOut    = 3 * degree  // that the knees point outward
	crouchOut  = 14 * degree // more at a full crouch
	toesFollow = 0.3         // of a swing after which the toes hang as the foot does
	toesMeet   = 0.4         // of a swing, its last, in which toes that hang come level with the ground
)

// poseLegs solves both legs from the hips to their feet.
func (p *Pawn) poseLegs(pelvis mgl64.Quat, pelvisYaw, scale float64) {
	b, r := &p.body, p.rig
	hips := r.legs[Left].upper
	hips = r.joints[hips].body
	for i := range b.feet {
		f, lg, cf := &b.feet[i], &r.legs[i], &p.Clock.Feet[i]
		hip := p.at[hips].Add(scene.RotateVec(pelvis, lg.hip.Sub(r.joints[hips].at)))
		target := p.tame(hip, f.ankle)
		out := kneeOut + crouchOut*b.crouch
		if i == Right {
			out = -out
		}
		hinge := scene.RotateVec(scene.MulQuat(pelvis, aboutY(0.5*wrap(f.yaw-pelvisYaw)+out)), mgl64.Vec3{1, 0, 0})
		s := lg.limb.Solve(hip, target, target.Sub(hip).Cross(hinge))
		f.miss = s.Miss
		p.turn[lg.upper], p.at[lg.upper] = s.UpperTurn, hip
		p.turn[lg.lower], p.at[lg.lower] = s.LowerTurn, s.Mid
		if lg.foot >= 0 {
			p.turn[lg.foot], p.at[lg.foot] = f.turn, s.End
		}
		if lg.toes >= 0 {
			pitch := f.pitch + f.extra
			if cf.Planted {
				pitch = max(f.pitch, f.peel)
			}
			bend := 0.0 // the toes stay down while the heel comes up
			if pitch > 0 {
				bend = -pitch
				if !cf.Planted {
					// A foot that comes down on its ball, as a step back does, has the toes level
					// with the ground by then.
					meets := 0.0
					if p.Clock.Moving() {
						meets = smooth((cf.Swing-1)/toesMeet + 1)
					}
					bend *= max(1-smooth(cf.Swing/toesFollow), meets)
				}
				if f.way != onGround {
					bend = 0
				}
			}
			p.turn[lg.toes] = scene.MulQuat(f.turn, aboutX(bend))
			p.carry(lg.toes)
		}
		p.measureSkate(i, s.End)
	}
}

// tame keeps a foot's target below its hip, and no nearer to it than the leg may
// fold.
func (p *Pawn) tame(hip, ankle mgl64.Vec3) mgl64.Vec3 {
	l := p.rig.Leg
	if top := hip[1] - p.Prefs.MinFootBelowHip*l; ankle[1] > top {
		ankle[1] = top
	}
	d := ankle.Sub(hip)
	least := p.Prefs.MinLegFold * l
	if n := d.Dot(d); n < least*least {
		// Straight down until it is far enough.
		flat := d[0]*d[0] + d[2]*d[2]
		ankle[1] = hip[1] - math.Sqrt(max(least*least-flat, 0))
	}
	return ankle
}

// measureSkate keeps how far a planted foot is from where it was put down, in the
// pose as it came out, and not as it was meant: it takes the point that the foot
// stands on, heel or ball, from the drawn joints, and asks where the sole of a flat
// foot that stands there would be. It is measured along the ground: a foot that comes
// down square to a slope does not slide.
func (p *Pawn) measureSkate(foot int, end mgl64.Vec3) {
	f, cf, lg := &p.body.feet[foot], &p.Clock.Feet[foot], &p.rig.legs[foot]
	if !cf.Planted {
		f.planted, f.skate = false, 0
		return
	}
	var stands, from mgl64.Vec3 // the point as drawn, and on a flat foot from its ankle
	switch {
	case lg.foot < 0:
		stands = end
	case lg.toes >= 0 && f.pitch >= 0:
		stands = p.at[lg.toes]
		from = p.rig.joints[lg.toes].at.Sub(p.rig.joints[lg.foot].at)
	default:
		from = mgl64.Vec3{0, -lg.height, lg.ball}
		if f.pitch < 0 {
			from[2] = -lg.heel
		}
		stands = p.at[lg.foot].Add(scene.RotateVec(p.turn[lg.foot], from))
	}
	from[1] += lg.height
	at := p.world(stands.Sub(scene.RotateVec(f.base, from)))
	if !f.planted || cf.Plants != f.plants {
		f.planted, f.plants = true, cf.Plants
		f.anchor, f.stood = p.world(f.sole), at
	}
	d := at.Sub(f.stood)
	f.skate = d.Sub(cf.Normal.Mul(d.Dot(cf.Normal))).Len()
}

// carry puts a joint where the one that carries it has it.
func (p *Pawn) carry(j int) {
	jo := &p.rig.joints[j]
	c := jo.body
	p.at[j] = p.at[c].Add(scene.RotateVec(p.turn[c], jo.at.Sub(p.rig.joints[c].at)))
}
