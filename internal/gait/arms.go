package gait

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/rig/humanoid"
	"donorlab/internal/scene"
)

// Numbers of the arms that are ours, radians where nothing else is said.
const (
	idleElbow     = 11 * degree
	armIn         = 18 * degree // that a bent forearm turns inward, walking
	armInRun      = 26 * degree
	wristRoom     = 0.05        // leg lengths between the trunk and a hanging wrist
	handRoom      = 0.14        // leg lengths between the middle and a wrist held ahead
	armWithTrunk  = 0.45        // share of the trunk's pitch that the arms go along with: the rest of them hangs
	swingElbow    = 0.25        // of a forward swing that the elbow bends more
	swingAhead    = 0.62        // of a swing that is made ahead: shoulders swing further back
	swingBack     = 0.9         // of a swing that is made back
	shoulderSwing = 0.16        // of a swing that the collar bone makes
	crouchForward = 26 * degree // that crouched arms are held ahead
	crouchElbow   = 34 * degree
	airOut        = 24 * degree
	airElbow      = 32 * degree
	riseSwing     = 24 * degree // that a rise throws the arms up ahead
	fallOut       = 22 * degree
	floatElbow    = 24 * degree
)

// armPose is one arm, radians: forward, out from the side, the elbow's bend, the turn
// inward of the forearm, and the lift of the shoulder.
type armPose struct{ swing, out, elbow, in, lift float64 }

func (a armPose) add(b armPose, w float64) armPose {
	return armPose{a.swing + b.swing*w, a.out + b.out*w, a.elbow + b.elbow*w, a.in + b.in*w, a.lift + b.lift*w}
}

// poseTrunk turns the spine, evenly from the pelvis to the chest.
func (p *Pawn) poseTrunk(pelvis, chest angles) {
	r := p.rig
	slots := [...]humanoid.Slot{humanoid.Spine, humanoid.Chest, humanoid.UpperChest}
	n := 0
	for _, s := range slots {
		if r.slot[s] >= 0 {
			n++
		}
	}
	i := 0
	for _, s := range slots {
		if j := r.slot[s]; j >= 0 {
			i++
			p.turn[j] = pelvis.mix(chest, float64(i)/float64(n)).turn()
			p.carry(j)
		}
	}
}

// poseArms hangs the arms from whatever they were at rest, and swings them against
// the legs.
func (p *Pawn) poseArms(chest angles, n *now) {
	b, r := &p.body, p.rig
	hold := angles{pitch: chest.pitch * armWithTrunk, yaw: chest.yaw, roll: chest.roll * 0.6}.turn()
	for side := range r.arms {
		a := &r.arms[side]
		if a.shoulder >= 0 {
			p.turn[a.shoulder] = p.turn[r.joints[a.shoulder].body]
		}
		if a.upper < 0 {
			p.stiffArm(side)
			continue
		}
		pose := armPose{}
		pose = pose.add(p.walkArm(side, n), b.w[onGround])
		pose = pose.add(p.airArm(side), b.w[inAir])
		pose = pose.add(p.floatArm(side, n), b.w[inFloat])
		pose = p.flailArm(side, pose)
		pose.out = max(pose.out, a.out)
		pose.in = min(pose.in, a.in) * a.free
		mirror := 1.0
		if side == Right {
			mirror = -1
		}
		if a.shoulder >= 0 {
			c := p.turn[r.joints[a.shoulder].body]
			p.turn[a.shoulder] = scene.MulQuat(c, scene.MulQuat(aboutY(-mirror*shoulderSwing*pose.swing), aboutZ(mirror*pose.lift)))
			p.carry(a.shoulder)
		}
		s, k := math.Sincos(pose.out)
		hang := arcTo(a.dir, mgl64.Vec3{mirror * s, -k, 0})
		swing := scene.MulQuat(hold, aboutX(-pose.swing))
		// The upper arm rolls a little with the forearm's turn inward.
		roll := aboutY(-mirror * pose.in * 0.5)
		p.turn[a.upper] = scene.MulQuat(swing, scene.MulQuat(roll, hang))
		p.carry(a.upper)
		if a.lower < 0 {
			p.follow(a.hand)
			continue
		}
		ks, kc := math.Sincos(-mirror * pose.in)
		hinge := mgl64.Vec3{-kc, 0, ks}
		down := mgl64.Vec3{mirror * s, -k, 0}
		hinge = hinge.Sub(down.Mul(hinge.Dot(down))).Normalize()
		p.turn[a.lower] = scene.MulQuat(swing, scene.MulQuat(about(hinge, pose.elbow), scene.MulQuat(roll, scene.MulQuat(hang, a.straight))))
		p.carry(a.lower)
		p.follow(a.hand)
	}
}

// stiffArm lets an arm that cannot be told from its rest pose go with the trunk.
func (p *Pawn) stiffArm(side int) {
	a := &p.rig.arms[side]
	for _, j := range [...]int{a.shoulder, a.lower, a.hand} {
		if j >= 0 {
			p.follow(j)
		}
	}
	on := humanoid.Side(side)
	if j := p.rig.slot[humanoid.LeftUpperArm.On(on)]; j >= 0 {
		p.follow(j)
		if a.lower >= 0 {
			p.follow(a.lower)
		}
		if a.hand >= 0 {
			p.follow(a.hand)
		}
	}
}

// follow turns a joint as the one that carries it.
func (p *Pawn) follow(j int) {
	if j < 0 {
		return
	}
	p.turn[j] = p.turn[p.rig.joints[j].body]
	p.carry(j)
}

// walkArm is an arm on the ground.
func (p *Pawn) walkArm(side int, n *now) armPose {
	b, pr := &p.body, p.Prefs
	swing := -pr.ArmSwing * degree * n.split
	if side == Right {
		swing = -swing
	}
	swing = armArc(swing)
	breath := math.Sin(2 * math.Pi * b.time / max(pr.BreathPeriod, 0.05))
	a := armPose{
		swing: swing + 2*degree*n.Walk,
		out:   pr.ArmOut*degree + 0.6*degree*breath*n.Idle,
		elbow: n.Idle*idleElbow + n.Walk*pr.WalkElbow*degree + n.Run*pr.RunElbow*degree,
		in:    armIn*(1-n.Run) + armInRun*n.Run,
		lift:  0.5 * degree * breath,
	}
	a.elbow += swingElbow * max(0, swing) * (n.Walk + n.Run)
	// A running arm goes further back at the shoulder, since its elbow is bent.
	a.swing -= 10 * degree * n.Run
	a.swing += crouchForward * b.crouch
	a.elbow += crouchElbow * b.crouch * (1 - n.Run)
	a.out += 5 * degree * b.crouch
	land := p.landing()
	a.out += 40 * degree * land
	a.swing -= 55 * degree * land
	a.elbow += 60 * degree * land
	return a
}

// armArc makes less of the forward half of a swing than of the backward one,
// rounded between, so that the arm does not change speed as it passes the side.
func armArc(swing float64) float64 {
	const mean, half = (swingAhead + swingBack) / 2, (swingBack - swingAhead) / 2
	return mean*swing - half*(math.Sqrt(swing*swing+0.03)-math.Sqrt(0.03))
}

// airArm is an arm in a jump: thrown up with the rise, out to balance in the fall.
func (p *Pawn) airArm(side int) armPose {
	b, pr := &p.body, p.Prefs
	x := clamp(b.rise/max(pr.JumpSpeed, 0.1), -1, 1)
	a := armPose{out: airOut, elbow: airElbow, in: armIn, swing: riseSwing * smooth(max(0, x)), lift: 4 * degree}
	a.out += fallOut * smooth(-x)
	a.swing -= 8 * degree * smooth(-x)
	if side != p.Clock.lastPlant {
		a.swing -= 14 * degree // against the leg that is ahead
	} else {
		a.swing += 8 * degree
	}
	return a
}

// floatArm is an arm that treads water.
func (p *Pawn) floatArm(side int, n *now) armPose {
	b, pr := &p.body, p.Prefs
	t := 2*math.Pi*b.float/max(pr.FloatPeriod, 0.05)*0.5 + 1.9*float64(side)
	drift := pr.FloatArmDrift * degree
	return armPose{
		out:   pr.FloatArmOut*degree + drift*math.Sin(t),
		swing: drift*math.Sin(t*2+0.7)*0.8 - 0.35*n.flight[1],
		elbow: floatElbow + drift*0.6*math.Sin(t+2),
		in:    armIn,
	}
}

// flailArm lays the flail over an arm.
func (p *Pawn) flailArm(side int, a armPose) armPose {
	b, pr := &p.body, p.Prefs
	w := smooth(b.flail)
	if w == 0 {
		return a
	}
	s, k := math.Sincos(2 * math.Pi * (b.windmill + 0.5*float64(side)))
	a.swing += w * pr.FlailArmSwing * degree * s
	a.out += w * pr.FlailArmRaise * degree * (1 + 0.5*k)
	a.lift += w * pr.FlailArmRaise * degree * 0.35
	a.elbow += w * pr.FlailElbow * degree * (0.5 - 0.5*s)
	return a
}
