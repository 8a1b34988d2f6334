package gait

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// Numbers of the legs that are ours.
const (
	legReach    = 0.985 // share of its length to which a leg is pulled before the hips come down
	peelReach   = 0.972 // the same before the heel comes up
	peelMost    = 67 * degree
	crouchReach = 0.28          // of how far a foot is left behind, less at a full crouch
	stretchDrop = 0.105         // leg lengths that the hips may come down for a foot left behind
	footWidth   = 0.11          // leg lengths
	leftWeight  = 0.3           // of a swing in which the hips forget the foot that left
	stepWeight  = 0.7           // of a swing in which, at its end, they come down for the one that lands
	riseTau     = 0.07          // s in which the hips come up from a foot that has left
	lowerTau    = 0.045         // s in which they go down for a foot that will soon be out of reach
	sinkMore    = 0.025         // leg lengths that they go down for it at most
	sinkAhead   = 0.06          // s of that soon
	peelSpeed   = 1500 * degree // a second, at most
	crouchPeel  = 30 * degree   // that the heel comes up more in a crouched walk
	legSoft     = 0.006         // clip.Limb.Soft: inside what legReach leaves
	heelShare   = 0.7           // of the foot roll that the heel strikes with
	kickPitch   = 62 * degree
	pitchTau    = 0.022 // s
	offsetTau   = 0.06  // s in which a foot forgets where it was when the way to be changed
	lowestHips  = 0.2   // of the leg's length: the hips never come lower
)

// placeFeet finds where each sole's point is to be, and how the foot is turned,
// before roll.
func (p *Pawn) placeFeet(dt, scale float64, n *now) {
	b, c := &p.body, &p.Clock
	s, k := math.Sincos(-c.yaw)
	way := onGround
	if p.move.Flying {
		way = inFloat
	} else if p.move.Airborne {
		way = inAir
	}
	for i := range b.feet {
		f, cf := &b.feet[i], &c.Feet[i]
		d := cf.Place.Sub(c.body)
		if cf.Planted {
			d = d.Add(cf.Normal.Mul(cf.settle)) // it comes down square to the ground: along it, it would slide
		} else {
			d[1] += cf.Height + cf.rise
		}
		ground := mgl64.Vec3{d[0]*k + d[2]*s, d[1], d[2]*k - d[0]*s}.Mul(1 / scale)
		var to mgl64.Vec3
		switch way {
		case onGround:
			to = ground
		case inAir:
			to = p.airFoot(i, ground, n)
		default:
			to = p.floatFoot(i, n)
		}
		if f.placed && way != f.way {
			f.offset = f.sole.Sub(to)
		}
		f.way = way
		nw := cf.Normal
		f.normal = mgl64.Vec3{nw[0]*k + nw[2]*s, nw[1], nw[2]*k - nw[0]*s}
		f.offset = f.offset.Mul(1 - toward(dt, offsetTau))
		if cf.Planted {
			f.offset = f.normal.Mul(f.offset.Dot(f.normal)) // as above
		}
		f.sole, f.placed = to.Add(f.offset), true
		f.yaw = wrap(cf.Yaw - c.yaw)
		if way != onGround {
			// The clock's feet are where they are drawn, so that they land there; its own
			// notion of where the body carries them stays.
			w := p.world(f.sole)
			cf.Place[0], cf.Place[2] = w[0], w[2]
		}
	}
}

// airFoot is a foot of a jump: pulled up at take-off, kept up through the rise,
// reaching down in the fall.
func (p *Pawn) airFoot(foot int, ground mgl64.Vec3, n *now) mgl64.Vec3 {
	b, pr, l := &p.body, p.Prefs, p.rig.Leg
	x := b.rise / max(pr.JumpSpeed, 0.1)
	tuck := lerp(pr.ApexTuck, pr.TakeoffTuck, smooth(x))
	if x < 0 {
		tuck = lerp(pr.ApexTuck, pr.FallTuck, smooth(-x))
	}
	tuck *= smooth(b.airTime / max(pr.TuckSeconds, 1e-3))
	tuck += pr.CrouchAirTuck * b.crouch
	to := mgl64.Vec3{ground[0], tuck * l, ground[2]}
	// Tucked feet come forward a little, one more than the other: no two legs jump
	// alike.
	lead := 0.04 - 0.1*b.crouch
	if foot != p.Clock.lastPlant {
		lead += 0.1
		to[1] += 0.12 * tuck * l
	}
	to[2] += lead * tuck * l
	kick := pr.FlailLegKick * l * math.Sin(2*math.Pi*(b.windmill+0.5*float64(foot)+0.5))
	to[2] += kick * smooth(b.flail)
	return to
}

// floatFoot is a foot that treads water.
func (p *Pawn) floatFoot(foot int, n *now) mgl64.Vec3 {
	b, pr, l := &p.body, p.Prefs, p.rig.Leg
	t := 2 * math.Pi * (b.float/max(pr.FloatPeriod, 0.05) - pr.FloatLegPhase*float64(foot))
	rest := p.rig.feet[foot]
	return mgl64.Vec3{
		rest[0] - pr.FloatTrail*l*n.flight[0],
		l * (pr.FloatTuck + 0.05*math.Sin(t+1.1)),
		rest[1] + l*(pr.FloatKick*math.Sin(t)-pr.FloatTrail*n.flight[1]-0.1),
	}
}

// rollFeet pitches the feet, raises the heel of a foot that the body leaves
// behind, and brings the hips down until no leg is pulled straight. at is where the
// hips would be; it returns where they are.
func (p *Pawn) rollFeet(dt, scale float64, at, rest mgl64.Vec3, turn mgl64.Quat, n *now) mgl64.Vec3 {
	b, c := &p.body, &p.Clock
	reach := legReach * p.rig.Leg
	drop, soon := 0.0, 0.0
	ahead := smooth(2 * n.Forward) // a step sideways does not go off the toes
	for i := range b.feet {
		f, lg := &b.feet[i], &p.rig.legs[i]
		hip := at.Add(scene.RotateVec(turn, lg.hip.Sub(rest)))
		want := p.footPitch(dt, i, n)
		if !b.started {
			f.pitch, f.want = want, want
		}
		tau := pitchTau
		if f.way != onGround {
			tau = 3 * pitchTau
		}
		f.pitch = follow(f.pitch, f.want, want, dt, tau)
		f.want = want
		base := scene.MulQuat(arcTo(mgl64.Vec3{0, 1, 0}, f.normal), aboutY(f.yaw))
		if f.way != onGround {
			base = aboutY(f.yaw)
		}
		pitch := f.pitch
		if cf := &c.Feet[i]; cf.Planted && n.amount > 0 {
			peel := lg.peel(scene.RotateVec(scene.ConjQuat(base), hip.Sub(f.sole)), peelReach*lg.limb.Length())
			leaving := smooth((cf.Phase/max(c.Stance, 1e-3) - 0.15) / 0.35)
			if !c.Moving() {
				leaving = b.moving
			}
			peel = min(peel, peelMost) * n.amount * leaving * ahead
			if !f.lifting {
				f.peel = clamp(f.pitch, 0, peelMost)
			}
			f.peel += clamp(peel-f.peel, -peelSpeed*dt, peelSpeed*dt)
			if f.peel > max(pitch, 0) {
				pitch = f.peel
				f.pitch, f.want = pitch, pitch
			}
			f.lifted, f.lifting = pitch, true
		} else if !cf.Planted && f.lifting {
			// The heel came up until it lifted, some time after the last tick.
			f.lifting = false
			if f.way == onGround && c.Rate > 1e-9 {
				since := min(dt, cf.Swing*(1-c.Stance)/c.Rate)
				then := f.anchor.Sub(c.body.Sub(c.actual.Mul(since))).Mul(1 / scale)
				then = turned(then, -c.yaw)
				if then[1] = f.sole[1]; n.amount > 0 {
					peel := lg.peel(scene.RotateVec(scene.ConjQuat(base), hip.Sub(then)), peelReach*lg.limb.Length())
					// As above, no heel that is not up: a step back leaves off it, toes raised.
					if peel = min(peel, peelMost, f.lifted+peelSpeed*dt) * n.amount * ahead; peel > max(f.lifted, 0) {
						f.lifted = peel
					}
				}
				f.pitch = f.lifted
				want = p.footPitch(0, i, n)
				f.pitch = follow(f.pitch, f.lifted, want, since, pitchTau)
				f.want = want
				pitch = f.pitch
			}
		}
		f.ankle = f.sole.Add(scene.RotateVec(base, lg.rolled(pitch)))
		f.base, f.turn = base, scene.MulQuat(base, aboutX(pitch+f.extra))
		// How much lower the hips have to be for this leg.
		q := hip.Sub(f.ankle)
		r := min(reach, legReach*lg.limb.Length())
		flat := q[0]*q[0] + q[2]*q[2]
		over := q[1] - math.Sqrt(max(r*r-flat, 0))
		if cf := &c.Feet[i]; cf.Planted && c.Moving() && c.Rate > 1e-9 {
			// The same a moment on, or when it lifts: so the hips are on their way down.
			s := min(sinkAhead, max(0, (c.Stance-cf.Phase)/c.Rate)) / scale
			v := turned(c.actual, -c.yaw)
			if math.Abs(v[1]) > flatLen(v) {
				v[1] = 0 // a stair, and not a slope
			}
			x, y, z := q[0]+v[0]*s, q[1]+v[1]*s, q[2]+v[2]*s
			soon = smoothMax(soon, y-math.Sqrt(max(r*r-x*x-z*z, 0)), 0.03*p.rig.Leg)
		}
		// A foot in the air is not worth going down for: its leg reaches after it.
		if cf := &c.Feet[i]; !cf.Planted && f.way == onGround {
			// What it asks for fades to where smoothMax no longer sees it: fading to nought
			// would round the other leg's ask up at once.
			none := -0.03 * p.rig.Leg
			over = lerp(none, max(over, none), smooth(1-cf.Swing/leftWeight))
			w := smooth((cf.Swing-1)/stepWeight + 1)
			if c.Moving() {
				// Where it will be when it lands, and not the way there, which swings wider.
				q = hip.Sub(p.landsAt(i, scale).Add(scene.RotateVec(base, lg.rolled(pitch))))
			}
			over = max(over, lerp(none, max(none, q[1]-math.Sqrt(max(r*r-q[0]*q[0]-q[2]*q[2], 0))), w))
		}
		drop = smoothMax(drop, over, 0.03*p.rig.Leg)
	}
	// Down at once, since a planted foot has to be reached; up in its own time.
	// Not much lower, though: a heel that comes up, or a foot that lifts, may spare it.
	want := max(drop, min(soon, drop+sinkMore*p.rig.Leg))
	if !b.started {
		b.sink, b.sinkWant = want, want
	}
	tau := riseTau
	if want > b.sink {
		tau = lowerTau
	}
	b.sink = max(drop, follow(b.sink, b.sinkWant, want, dt, tau))
	b.sinkWant, drop = want, b.sink
	lowest := lowestHips * p.rig.Leg
	ground := min(b.feet[Left].sole[1], b.feet[Right].sole[1])
	at[1] -= clamp(drop, 0, max(0, at[1]-ground-lowest))
	at[1] += p.footRoom(at, rest, turn)
	return at
}

// footRoom is how much higher the hips have to be so that no planted foot is
// nearer to its hip than a leg may fold: pushed away from it, as a foot in the
// air is, it would slide, or sink into a slope. A foot that is about to land
// counts in time, and a body that comes out of the air as it comes to its feet.
// No planted foot is put out of reach for it.
func (p *Pawn) footRoom(at, rest mgl64.Vec3, turn mgl64.Quat) float64 {
	b := &p.body
	fold := p.Prefs.MinLegFold * p.rig.Leg
	room, most := 0.0, math.Inf(1)
	for i := range b.feet {
		f, cf := &b.feet[i], &p.Clock.Feet[i]
		if f.way != onGround {
			continue
		}
		q := at.Add(scene.RotateVec(turn, p.rig.legs[i].hip.Sub(rest))).Sub(f.ankle)
		flat := q[0]*q[0] + q[2]*q[2]
		need := max(p.Prefs.MinFootBelowHip*p.rig.Leg, math.Sqrt(max(fold*fold-flat, 0))) - q[1]
		if cf.Planted { // and has to reach
			r := legReach * min(p.rig.Leg, p.rig.legs[i].limb.Length())
			most = min(most, math.Sqrt(max(r*r-flat, 0))-q[1])
		} else {
			need *= smooth((cf.Swing-1)/stepWeight + 1)
		}
		room = max(room, need)
	}
	return clamp(room*min(1, 2*b.w[onGround]), 0, max(0, most))
}

// landsAt is where a swinging foot's sole will be when it lands, body's frame.
func (p *Pawn) landsAt(foot int, scale float64) mgl64.Vec3 {
	c := &p.Clock
	at := turned(c.dir, -c.yaw).Mul(c.ahead * min(1, flatLen(c.actual)/max(c.Speed, 1e-12)))
	r, out := p.legs.Rest[foot], c.spread
	if foot == Right {
		out = -out
	}
	return mgl64.Vec3{at[0] + r[0] + out, c.Feet[foot].Next[1] - c.body[1], at[2] + r[1]}.Mul(1 / scale)
}

// smoothMax is the greater of two, rounded where they are within k of each other,
// and never less than either.
func smoothMax(a, b, k float64) float64 {
	h := max(0, k-math.Abs(a-b)) / k
	return max(a, b) + h*h*k/4
}

// follow eases y after a target that went straight from a to b in dt: exact for any
// dt.
func follow(y, a, b, dt, tau float64) float64 {
	if !(dt > 0) {
		return y
	}
	lag := (b - a) / dt * tau
	return b - lag + (y-a+lag)*math.Exp(-dt/tau)
}

// rolled is where the ankle is over the sole's point when the foot is pitched: about
// the joint of the toes as the heel comes up, or the ground under the ball where
// there is none, and about the heel as the toes do. About the ground below their
// joint, toes that stand flat would be pushed ahead, and into the ground.
func (l *leg) rolled(pitch float64) mgl64.Vec3 {
	pivot, up := l.ball, l.bend
	if pitch < 0 {
		pivot, up = -l.heel, 0
	}
	s, c := math.Sincos(pitch)
	h := l.height - up
	return mgl64.Vec3{0, up + h*c + pivot*s, pivot - pivot*c + h*s}
}

// peel is the least pitch about the ball that brings the ankle within reach of the
// hip, in the foot's own frame with the sole's point as origin.
func (l *leg) peel(hip mgl64.Vec3, reach float64) float64 {
	behind := hip[2] / (0.12 * l.limb.Length())
	if behind <= 0 {
		return 0
	}
	y, z := hip[1]-l.bend, hip[2]-l.ball
	r, far := math.Hypot(l.ball, l.height-l.bend), math.Hypot(y, z)
	if r < 1e-9 || far < 1e-9 {
		return 0
	}
	m := (hip[0]*hip[0] + far*far + r*r - reach*reach) / 2 / (far * r)
	beta, alpha := math.Atan2(z, y), math.Atan2(-l.ball, l.height-l.bend)
	need := beta - alpha
	if m < 1 {
		need -= math.Acos(max(m, -1))
	}
	return max(0, need) * min(1, behind)
}

// footPitch is the roll of a foot by its place in the stride: the heel strikes, the
// sole is down, the heel comes up, and in the air the toes hang and come up again.
func (p *Pawn) footPitch(dt float64, foot int, n *now) float64 {
	c, f := &p.Clock, &p.body.feet[foot]
	cf := &c.Feet[foot]
	full := p.Prefs.FootRoll * degree * n.amount * (n.Forward + 0.6*n.Back + 0.25*n.Sideways())
	sign := 1.0
	if n.fore < 0 {
		sign = lerp(1, -1, -n.fore)
	}
	up := full * sign
	if n.fore > 0 {
		up += crouchPeel * p.body.crouch * n.amount * n.fore
	}
	strike := -heelShare * full * sign * lerp(1, 0.5, n.Run)
	was := f.extra
	f.extra = 0
	w := p.body.w
	switch {
	case f.way != onGround:
		air := 0.0
		if f.way == inAir {
			air = 22*degree*smooth(p.body.airTime/0.15) - 14*degree*smooth(-p.body.rise/max(p.Prefs.JumpSpeed, 0.1))
		} else {
			air = 32 * degree
		}
		f.lifted = f.pitch
		f.extra = was * (1 - toward(dt, 0.07))
		return air
	case cf.Planted:
		if !c.Moving() {
			return 0
		}
		q := cf.Phase / max(c.Stance, 1e-3)
		return strike*(1-smooth(q/0.2)) + up*smooth((q-0.62)/0.38)
	}
	u := cf.Swing
	lift := cf.Height / (0.42 * p.legs.Length)
	f.extra = kickPitch * clamp(lift, 0, 1.2) * lerp(0.25, 1, clamp(0.5+0.5*n.fore, 0, 1)) * n.amount * w[onGround]
	if !c.Moving() {
		strike = 0
	}
	return f.lifted*(1-smooth(u/0.6)) + strike*smooth((u-0.55)/0.45)
}
