package gait

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/rig/humanoid"
)

// body is what the animation remembers from tick to tick. Lengths are metres of
// the model, angles radians.
type body struct {
	started        bool
	weights        [3]float64 // how far ground, air and float have taken over, each 0..1
	w              [3]float64 // the same, eased and summing to one
	moving         float64    // 1 while the phase advances, eased
	time           float64    // seconds lived, for breath, sway and float
	airTime        float64    // since the feet left the ground
	rise           float64    // vertical speed, m/s at scale one, eased
	crouch         float64
	phase          float64 // of the body's bob: the clock's, without its jumps
	step           float64 // height that the ground jumped by under the body, easing out
	lastY          float64
	land           float64 // depth of the last landing, leg lengths
	landAge        float64
	falling        float64    // seconds of fall
	flail          float64    // 0..1
	windmill       float64    // the flail's own clock, cycles
	float          float64    // the float's own clock, seconds
	flight         [2]float64 // flight velocity, left and ahead, m/s at scale one, eased
	feet           [2]footPose
	sink, sinkWant float64    // how far legs have the hips down
	hips           mgl64.Vec3 // where they are, body's frame
}

// Ways to be, by number: they cross-fade.
const (
	onGround = iota
	inAir
	inFloat
)

// footPose is one foot in the pose.
type footPose struct {
	pitch, want float64    // of the foot, toes down positive; what it is easing to
	lifted      float64    // pitch when it left the ground
	peel        float64    // pitch with which a planted foot reaches after the body
	extra       float64    // pitch about the ankle in the air
	offset      mgl64.Vec3 // what is left of where it was before the way to be changed
	sole        mgl64.Vec3 // where the sole's point is, body's frame
	yaw         float64    // against the body
	normal      mgl64.Vec3 // of the ground, body's frame
	ankle       mgl64.Vec3
	base, turn  mgl64.Quat // flat on the ground, and as it is
	lifting     bool       // it was planted
	way         int        // last tick's
	planted     bool       // last tick's
	placed      bool
	plants      int        // of the clock's foot when the anchor was set
	anchor      mgl64.Vec3 // where the sole was put down, world space
	stood       mgl64.Vec3 // where it was drawn then
	skate       float64    // metres of the world that it is drawn from there
	miss        float64    // metres of the model between foot and target after the leg's solve
}

// animate makes the pose.
func (p *Pawn) animate(dt, scale, pace float64) {
	b := &p.body
	p.weigh(dt, scale, pace)
	hipsRest := p.rig.joints[p.rig.slot[humanoid.Hips]].at
	gait := p.gait()
	trunk := p.trunk(&gait)
	p.placeFeet(dt, scale, &gait)
	p.split(&gait)
	pelvis, chest, head := trunk.pelvis, trunk.chest, trunk.head
	twist := -p.Prefs.PelvisTwist * degree * gait.split * b.w[onGround]
	pelvis.yaw += twist + 0.5*gait.feetYaw
	chest.yaw += twist*(1-p.Prefs.ChestCounter) + 0.35*gait.feetYaw
	turn := pelvis.turn()

	at := hipsRest.Add(p.hipOffset(&gait))
	at = p.rollFeet(dt, scale, at, hipsRest, turn, &gait)
	b.hips = at

	p.turn[p.rig.slot[humanoid.Hips]], p.at[p.rig.slot[humanoid.Hips]] = turn, at
	p.poseTrunk(pelvis, chest)
	p.poseHead(dt, chest, head)
	p.poseArms(chest, &gait)
	p.poseLegs(turn, pelvis.yaw, scale)
	b.started = true
}

// weigh moves the cross-fades and the clocks of their own.
func (p *Pawn) weigh(dt, scale, pace float64) {
	b, c, pr, m := &p.body, &p.Clock, p.Prefs, &p.move
	way := onGround
	switch {
	case m.Flying:
		way = inFloat
	case m.Airborne:
		way = inAir
	}
	if !b.started {
		*b = body{lastY: m.Position[1], crouch: m.Crouch}
		b.weights[way] = 1
		for i := range b.feet {
			b.feet[i].way = way
		}
	}
	b.time += dt
	b.time = math.Mod(b.time, 3600*pr.BreathPeriod*pr.SwayPeriod+1e-9)
	step := 1.0
	if pr.FadeSeconds > 1e-6 {
		step = dt / pr.FadeSeconds
	}
	sum := 0.0
	for i := range b.weights {
		if i == way {
			b.weights[i] = min(1, b.weights[i]+step)
		} else {
			b.weights[i] = max(0, b.weights[i]-step)
		}
		b.w[i] = smooth(b.weights[i])
		sum += b.w[i]
	}
	if sum <= 0 {
		b.w[way], sum = 1, 1
	}
	for i := range b.w {
		b.w[i] /= sum
	}
	moves := 0.0
	if c.Moving() {
		moves = 1
	}
	b.moving += (moves - b.moving) * toward(dt, 0.08)
	b.crouch = m.Crouch

	// The bob follows the clock's phase; where that is set anew, it catches up.
	b.phase += c.Rate * dt * moves
	b.phase += wrapUnit(c.Phase-b.phase) * toward(dt, 0.12*smooth(4*(1-c.Blend.Idle)))
	b.phase -= math.Floor(b.phase)
	if d := wrapUnit(c.Phase - b.phase); math.Abs(d) < 0.02 {
		b.phase += d
	}

	// A stair under the body lifts it at once; the pelvis takes its time.
	dy := m.Position[1] - b.lastY
	b.lastY = m.Position[1]
	level := math.Hypot(c.actual[0], c.actual[2]) * dt
	if way == onGround && b.feet[0].way == onGround && math.Abs(dy) > 1.2*level+1e-4*scale && math.Abs(dy) < p.legs.Length {
		b.step += (dy - math.Copysign(level, dy)) / scale
	}
	b.step *= 1 - toward(dt, 0.1)

	rise := c.actual[1] / pace
	if way == onGround {
		rise = 0
		b.airTime = 0
	} else {
		b.airTime += dt
	}
	b.rise += (rise - b.rise) * toward(dt, 0.04)

	b.landAge += dt
	if c.landed {
		for _, f := range c.Footsteps() {
			if f.Impact > 0 {
				b.land = min(pr.LandDrop*f.Impact/pace, pr.LandMaxDrop)
				b.landAge = 0
			}
		}
	}

	falls := way == inAir && c.actual[1]/pace < -pr.FlailFallSpeed
	if falls {
		b.falling += dt
	} else {
		b.falling = 0
	}
	if falls && b.falling > pr.FlailDelay {
		b.flail = min(1, b.flail+dt/max(pr.FlailRamp, 1e-3))
	} else {
		b.flail = max(0, b.flail-dt/max(pr.FlailRelease, 1e-3))
	}
	if b.flail > 0 {
		b.windmill += dt * pr.FlailFrequency
		b.windmill -= math.Floor(b.windmill)
	} else {
		b.windmill = 0
	}
	if b.w[inFloat] > 0 {
		b.float = math.Mod(b.float+dt, max(pr.FloatPeriod, 0.05)*210)
	}
	s, k := math.Sincos(c.yaw)
	left := (c.actual[0]*k - c.actual[2]*s) / pace
	ahead := (c.actual[0]*s + c.actual[2]*k) / pace
	t := toward(dt, 2*pr.VelocitySmoothing)
	b.flight[0] += (left - b.flight[0]) * t
	b.flight[1] += (ahead - b.flight[1]) * t
}

// wrapUnit brings a difference of phases into -0.5..0.5.
func wrapUnit(x float64) float64 { return x - math.Round(x) }

// now is one tick's gait, worked out once.
type now struct {
	Blend
	amount  float64 // walk and run together
	ratio   float64 // of the run's speed, at most 1
	split   float64 // left foot ahead of the right, leg lengths, while walking
	feetYaw float64 // mean heading of the feet against the body
	ahead   float64 // half a stance, metres of the model
	fore    float64 // 1 ahead, -1 back, 0 sideways
	flight  [2]float64
}

func (p *Pawn) gait() (n now) {
	c, pr, b := &p.Clock, p.Prefs, &p.body
	n.Blend = c.Blend
	n.amount = (c.Blend.Walk + c.Blend.Run) * b.w[onGround]
	n.ratio = ramp(c.Speed/c.scale, 0, pr.RunSpeed)
	n.ahead = c.ahead / p.scale()
	n.fore = n.Forward - n.Back
	speed := math.Hypot(b.flight[0], b.flight[1])
	if speed > 1e-9 {
		k := min(1, speed/max(pr.FloatLeanSpeed, 1e-3)) / speed
		n.flight = [2]float64{b.flight[0] * k, b.flight[1] * k}
	}
	return n
}

// split reads the feet for what the trunk and arms do with them.
func (p *Pawn) split(n *now) {
	b := &p.body
	d := (b.feet[Left].sole[2] - b.feet[Right].sole[2]) / p.rig.Leg
	n.split = d * n.amount
	n.feetYaw = clamp((b.feet[Left].yaw+b.feet[Right].yaw)/2, -1, 1) * b.w[onGround]
}

// trunkPose is the turns of the trunk that do not depend on the feet.
type trunkPose struct{ pelvis, chest, head angles }

// Shares of the trunk's pose that are ours.
const (
	pelvisLean   = 0.3   // share of a lean that the pelvis makes
	pelvisCrouch = 0.45  // share of a crouch's lean that it makes
	pelvisList   = 0.055 // radians by which it sinks on the side of the swinging leg
	weightShift  = 0.022 // leg lengths that the hips move over the standing leg
	airLean      = 0.12  // radians of lean at a full rise or fall
	crouchWalkUp = 0.4   // share of a crouch's depth that a walk takes back: a leg has to pass under the hips
	hipLead      = 0.2   // share of half a stance by which the hips are ahead of the feet's middle
)

// trunk leans the body.
func (p *Pawn) trunk(n *now) (t trunkPose) {
	b, pr := &p.body, p.Prefs
	g := b.w[onGround]
	lean := angles{
		pitch: (pr.ForwardLean*n.Forward - pr.BackLean*n.Back) * degree * n.ratio,
		roll:  -pr.SideLean * (n.Left - n.Right) * degree * n.ratio,
	}
	crouch := pr.CrouchLean * degree * b.crouch * (g + 0.35*b.w[inAir])
	breath := pr.BreathAngle * degree * math.Sin(2*math.Pi*b.time/max(pr.BreathPeriod, 0.05))
	air := airLean * clamp(-b.rise/max(pr.JumpSpeed, 0.1), -1, 0.4) * b.w[inAir] * -1
	float := angles{pitch: pr.FloatLean * degree * n.flight[1], roll: -pr.FloatLean * degree * n.flight[0]}
	landing := p.landing() * 1.1

	list := pelvisList * n.amount * math.Cos(2*math.Pi*(b.phase-n.standing(p)))
	t.pelvis = lean.mul(pelvisLean * g).add(angles{pitch: crouch*pelvisCrouch + landing*0.5 + air*0.5, roll: -list})
	t.pelvis = t.pelvis.add(float.mul(0.8 * b.w[inFloat]))
	t.chest = lean.mul(g).add(angles{pitch: crouch + landing + air - breath*(1-0.6*n.amount), roll: list * 0.4})
	t.chest = t.chest.add(float.mul(b.w[inFloat]))
	t.chest.roll += pr.SwayAmount * math.Sin(2*math.Pi*b.time/max(pr.SwayPeriod, 0.05)) * n.Idle * g
	steady := 1 - clamp(pr.HeadSteady, 0, 1)
	t.head = angles{pitch: t.chest.pitch * steady, roll: t.chest.roll * 0.3}
	return t
}

// standing is the phase at which the left leg stands under the body.
func (n *now) standing(p *Pawn) float64 { return p.Clock.Stance / 2 }

// landing is how deep a landing has the hips now, leg lengths: down in a fifth of
// the recovery, up again in the rest.
func (p *Pawn) landing() float64 {
	b := &p.body
	x := b.landAge / max(p.Prefs.LandRecover, 1e-3)
	if b.land <= 0 || x >= 1 {
		return 0
	}
	if x < 0.22 {
		return b.land * smooth(x/0.22)
	}
	return b.land * (1 - smooth((x-0.22)/0.78))
}

// hipOffset is where the hips are against rest, before the legs have had their say.
func (p *Pawn) hipOffset(n *now) mgl64.Vec3 {
	b, pr, l := &p.body, p.Prefs, p.rig.Leg
	g := b.w[onGround]
	drop := pr.IdleKnee * n.Idle * l
	// How low the hips must be for a leg half a stance ahead; between the two
	// such moments of a stride they come up again, more so at a walk.
	h := (p.rig.legs[Left].straightDrop + p.rig.legs[Right].straightDrop) / 2
	reach := legReach * p.rig.Leg
	side := n.Sideways()
	flat := math.Hypot(n.ahead*(1-side)*(1-hipLead), (n.ahead*side+max(0, p.Clock.spread)/p.scale())*0.8)
	need := max(0, h-math.Sqrt(max(reach*reach-flat*flat, 0.1*l*l))-0.02*l*n.amount)
	s := p.Clock.Stance
	apart := 0.5 + 0.5*math.Cos(4*math.Pi*(b.phase-0.03))
	walk := need*(0.7+0.3*apart) - pr.WalkBob*l*(1-apart)
	over := math.Cos(4 * math.Pi * (b.phase - s/2))
	run := need*0.65 + pr.RunCrouch*l + pr.RunBob*l*over
	drop += n.Walk*walk + n.Run*run
	drop += pr.CrouchHipDrop * l * b.crouch * (1 - crouchWalkUp*n.amount)
	drop *= g
	drop += p.landing() * l * (1 - 0.35*n.amount)
	off := mgl64.Vec3{0, -drop - b.step, 0}
	off[2] += n.fore * hipLead * n.ahead * n.amount
	off[2] -= pr.CrouchHipBack * l * b.crouch * g * (1 - 0.5*n.amount)
	// The weight is between the feet, wherever a stop has left them.
	mean := b.feet[Left].sole.Add(b.feet[Right].sole).Mul(0.5)
	share := lerp(0.5, 0.3, n.amount) * g
	off[0] += share * mean[0]
	off[2] += share * (mean[2] - (p.rig.feet[Left][1]+p.rig.feet[Right][1])/2)
	off[0] += pr.SwayAmount * l * math.Sin(2*math.Pi*b.time/max(pr.SwayPeriod, 0.05)) * n.Idle * g
	off[0] += weightShift * l * n.amount * (1 - 0.7*n.Run) * math.Cos(2*math.Pi*(b.phase-s/2))
	bob := 0.03 * l * math.Sin(2*math.Pi*b.float/max(pr.FloatPeriod, 0.05))
	off[1] += bob * b.w[inFloat]
	return off
}
