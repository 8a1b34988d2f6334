package gait

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// substep moves the clock by h seconds to a body at next. ago is how far before
// the tick's end that is.
func (c *Clock) substep(h float64, next mgl64.Vec3, yaw, ago float64, m *Motion, legs *Legs, pr *Preferences, ground Terrain) {
	c.yaw = yaw
	flat := mgl64.Vec3{c.actual[0], 0, c.actual[2]}
	// The middle of the step stands for it: half the smoothing before, half after.
	half := toward(h/2, pr.VelocitySmoothing)
	c.velocity = c.velocity.Add(flat.Sub(c.velocity).Mul(half))
	c.tune(legs, pr)
	c.advance(h, flat, next, ago, m, legs, pr, ground)
	c.velocity = c.velocity.Add(flat.Sub(c.velocity).Mul(half))
}

// advance is a substep at the gait that tune has found.
func (c *Clock) advance(h float64, flat, next mgl64.Vec3, ago float64, m *Motion, legs *Legs, pr *Preferences, ground Terrain) {
	start := c.body

	up := m.Airborne || m.Flying
	switch {
	case up && c.drive != airborne:
		c.takeOff()
	case !up && c.drive == airborne:
		c.land(next, ago, legs, ground)
	}
	c.flying = m.Flying
	if c.drive == airborne {
		c.impact = 0
		if !m.Flying {
			c.impact = max(0, -c.actual[1])
		}
		c.body = next
		c.carryFeet(h, legs)
		return
	}
	moves := math.Hypot(flat[0], flat[2]) > standSpeed*c.scale
	back := moves && c.drive == walking && flat.Dot(c.velocity) < reverseAngle*flat.Len()*c.Speed
	switch {
	case moves && (c.drive != walking || back && !c.reversed):
		c.setOff(flat.Len(), ago+h, flat, pr, ground)
	case !moves && c.drive == walking:
		c.stop(ago+h, pr, ground)
	}
	c.reversed = back

	// Within the substep, from event to event.
	for left, n := h, 0; left > 0 && n < mostEvents; n++ {
		d := left
		event, lifts := -1, false
		for i := range c.Feet {
			if at, lift := c.due(i); at < d {
				d, event, lifts = max(at, 0), i, lift
			}
		}
		t := 1 - (left-d)/h
		c.body = start.Add(next.Sub(start).Mul(t))
		if c.drive == walking {
			c.Phase += c.Rate * d
			c.Strides += c.Rate * d
			c.Phase -= math.Floor(c.Phase)
		}
		left -= d
		for i := range c.Feet {
			c.swing(i, d, event == i && !lifts, legs, pr, ground)
		}
		if event < 0 {
			break
		}
		// The phase is set to what the event says, so that rounding cannot make it
		// happen twice.
		if lifts {
			if p := c.phase(event); p < c.Stance {
				c.setPhase(event, c.Stance)
			}
			c.liftFoot(event, pr)
		} else {
			if c.drive == walking {
				c.setPhase(event, 0)
			}
			c.plant(event, ago+left, 0, ground)
		}
	}
	c.body = next
	if c.drive == walking {
		c.liftEarly(legs, pr)
	} else if legs.Drawn {
		c.stepHome(legs, pr)
	}
}

// due is in how many seconds a foot next lifts or lands, and which.
func (c *Clock) due(foot int) (at float64, lift bool) {
	f := &c.Feet[foot]
	if c.drive != walking {
		if f.Planted {
			return math.Inf(1), false
		}
		return f.left, false
	}
	if !(c.Rate > 1e-9) {
		return math.Inf(1), false
	}
	p := c.phase(foot)
	if !f.Planted {
		return (1 - p) / c.Rate, false
	}
	if p < c.Stance {
		return (c.Stance - p) / c.Rate, true
	}
	return 0, true
}

// swing moves a foot that is in the air by d seconds; lands says that this brings
// it down.
//
// It follows a cubic from where and how fast it is to where it is to land. Where
// that place stays, each replanning goes on along the same curve, whatever the
// step; where the body speeds up, turns or stops, the curve bends without a jump
// in place or speed.
func (c *Clock) swing(foot int, d float64, lands bool, legs *Legs, pr *Preferences, ground Terrain) {
	f := &c.Feet[foot]
	f.settle *= 1 - toward(d, residualTau)
	if f.Planted {
		if ground == nil {
			f.Place[1] = c.body[1] // the ground that nobody told is under the body
		}
		return
	}
	r := f.left
	var ahead, end mgl64.Vec3
	target := f.lift
	if c.drive == walking {
		p := c.phase(foot) - c.Rate*d // at the beginning of d
		if p < 0 {
			p++
		}
		r = math.Inf(1)
		if c.Rate > 1e-9 {
			r = (1 - p) / c.Rate
		}
		ahead = c.dir.Mul(c.ahead * min(1, flatLen(c.actual)/max(c.Speed, 1e-12)))
		k := carry * clamp((pr.WalkStance-c.Stance)/max(pr.WalkStance-carryAt, 0.01), 0, 1)
		end = mgl64.Vec3{c.actual[0] * k, 0, c.actual[2] * k}
		target = c.liftHeight(pr)
	} else {
		f.left = max(0, f.left-d)
	}
	if !(r > d) && !lands {
		r = d + 1e-6
	}
	far := min(r, 1.5)
	// The body is at the end of d already.
	to := c.body.Add(c.coast(max(0, far-d), pr))
	yaw := c.yaw + clamp(c.yawRate*max(0, far-d), -0.8, 0.8)
	if c.drive != walking {
		to = c.body
	}
	to = c.rest(foot, legs, to, yaw).Add(turned(ahead, c.bend(max(0, far-d))))
	to = c.keepApart(foot, to, legs, pr)
	to[1], _ = groundAt(ground, to, c.body[1])
	if f.Swing == 0 {
		f.groundAt = to[1]
	}
	f.groundAt += (to[1] - f.groundAt) * toward(d, sinkTau)

	f.lift += (target - f.lift) * toward(d, 0.05)
	f.Next = to
	if lands || d >= r {
		f.Place[0], f.Place[2], f.Yaw, f.Swing = to[0], to[2], yaw, 1
		return
	}
	tau := d / r
	was := f.Swing
	f.Swing += (1 - f.Swing) * tau
	f.Place[0], f.velocity[0] = hermite(f.Place[0], f.velocity[0], to[0], end[0], r, tau)
	f.Place[2], f.velocity[2] = hermite(f.Place[2], f.velocity[2], to[2], end[2], r, tau)
	var dy float64
	dy, f.turn = hermite(0, f.turn, wrap(yaw-f.Yaw), 0, r, tau)
	f.Yaw += dy
	f.sink(was, d, ground, c.body[1])
	f.Height = f.lift*arc(f.Swing) + f.settle
}

// coast is how far the body will have gone in some time: at the speed that it has,
// and where it is slowing down, by as much as it has slowed down of late.
func (c *Clock) coast(seconds float64, pr *Preferences) mgl64.Vec3 {
	flat := mgl64.Vec3{c.actual[0], 0, c.actual[2]}
	v := flatLen(c.actual)
	slower := (c.Speed - v) / max(pr.VelocitySmoothing, 1e-3) // m/s^2: the smoothing lags by its time
	if !(slower > 0) || !(v > 0) || flat.Dot(c.velocity) <= 0 {
		return c.along(flat, seconds)
	}
	t := min(seconds, v/slower)
	return c.along(flat, (v*t-slower*t*t/2)/v)
}

// along is the way that a velocity makes in some time, on the bend that it is on.
func (c *Clock) along(flat mgl64.Vec3, seconds float64) mgl64.Vec3 {
	half := c.bend(seconds) / 2
	if math.Abs(half) < 1e-6 {
		return flat.Mul(seconds)
	}
	return turned(flat, half).Mul(seconds * math.Sin(half) / half)
}

// bend is the angle by which the way turns in some time, at most a right angle.
func (c *Clock) bend(seconds float64) float64 {
	return clamp(c.veer*seconds, -math.Pi/2, math.Pi/2)
}

// flatLen is the length of a vector's level part.
func flatLen(v mgl64.Vec3) float64 { return math.Hypot(v[0], v[2]) }

// sink moves the foot's base height from the ground where it was towards the
// ground where it is going: early where that is higher, late where it is lower.
func (f *Foot) sink(was, d float64, ground Terrain, body float64) {
	ease := func(u float64) float64 {
		if f.groundAt > f.Place[1] {
			return smooth(u / 0.6)
		}
		return smooth((u - 0.3) / 0.7)
	}
	if a, b := ease(was), ease(f.Swing); a < 1 {
		f.Place[1] += (f.groundAt - f.Place[1]) * (b - a) / (1 - a)
	} else {
		f.Place[1] += (f.groundAt - f.Place[1]) * toward(d, 0.02)
	}
	under, n := groundAt(ground, f.Place, body)
	f.rise += (max(0, under-f.Place[1]) - f.rise) * toward(d, 0.02)
	k := toward(d, 0.05)
	f.Normal = f.Normal.Mul(1 - k).Add(n.Mul(k))
	if l := f.Normal.Len(); l > 1e-6 {
		f.Normal = f.Normal.Mul(1 / l)
	}
}

// hermite goes the share tau along the cubic from x at speed v to y at speed w in r
// seconds, and returns place and speed there.
func hermite(x, v, y, w, r, tau float64) (float64, float64) {
	if math.IsInf(r, 0) {
		return x, 0
	}
	t2, t3 := tau*tau, tau*tau*tau
	p := x + v*r*(t3-2*t2+tau) + (y-x)*(3*t2-2*t3) + w*r*(t3-t2)
	s := v*(3*t2-4*tau+1) + (y-x)/r*(6*tau-6*t2) + w*(3*t2-2*tau)
	return p, s
}

// arc is the height of a swing at u, at most 1: level at both ends, highest two
// fifths along, when the heel is drawn up behind.
func arc(u float64) float64 {
	v := 1 - u
	return u * u * v * v * v / 0.03456
}

// liftHeight is how high the gait lifts a foot now, metres.
func (c *Clock) liftHeight(pr *Preferences) float64 {
	walk := c.Blend.Walk + c.Blend.Run
	return c.leg * lerp(pr.WalkLift*max(lowLift, walk), pr.RunLift, c.Blend.Run*lerp(1, 0.6, c.Blend.Sideways()))
}

// keepApart moves a foot's goal outward where it would come down across the other
// foot, or nearer to it than the clearance.
func (c *Clock) keepApart(foot int, to mgl64.Vec3, legs *Legs, pr *Preferences) mgl64.Vec3 {
	o := &c.Feet[1-foot]
	if !o.Planted {
		return to
	}
	sign := 1.0
	if foot == Right {
		sign = -1
	}
	s, k := math.Sincos(c.yaw)
	gap := ((to[0]-o.Place[0])*k - (to[2]-o.Place[2])*s) * sign
	width := math.Abs(legs.Rest[Left][0] - legs.Rest[Right][0])
	least := min(pr.StepClearance*c.leg+legs.Width, width)
	if gap >= least {
		return to
	}
	return to.Add(level(sign*(least-gap), 0, c.yaw))
}

// liftFoot takes a planted foot off the ground.
func (c *Clock) liftFoot(foot int, pr *Preferences) {
	f := &c.Feet[foot]
	f.Planted, f.Swing, f.turn, f.home = false, 0, 0, false
	f.Lifts++
	f.rise = 0
	k := 0.0
	if c.drive == walking {
		k = carry * clamp((pr.WalkStance-c.Stance)/max(pr.WalkStance-carryAt, 0.01), 0, 1)
		f.lift = c.liftHeight(pr)
	}
	f.velocity = mgl64.Vec3{c.actual[0] * k, 0, c.actual[2] * k}
}

// plant puts a foot down where it is.
func (c *Clock) plant(foot int, ago, impact float64, ground Terrain) {
	f := &c.Feet[foot]
	was := f.Place[1] + f.Height + f.rise
	f.Place[1], f.Normal = groundAt(ground, f.Place, c.body[1])
	f.settle = clamp(was-f.Place[1], -0.5*c.leg, 0.5*c.leg)
	f.Planted, f.Swing, f.rise = true, 0, 0
	f.velocity, f.turn = mgl64.Vec3{}, 0
	f.Next = f.Place
	f.Plants++
	c.Steps++
	c.lastPlant = foot
	if !f.home {
		c.lastBeat = foot
	}
	f.home = false
	if c.count < len(c.events) {
		c.events[c.count] = Footstep{Foot: foot, Place: f.Place, Speed: math.Hypot(c.actual[0], c.actual[2]), Impact: impact, Ago: ago}
		c.count++
	}
}

// setOff begins to walk, or begins anew where the body turned back: the foot that
// is in the air goes on; else the one that is farther behind lifts, of two that
// stand alike the one on the side of travel, and straight ahead the one that was
// not put down last. All by what every body has, steps home apart: a foot that is
// on one goes on with it as its first step, or is put down where it is.
func (c *Clock) setOff(flat, ago float64, way mgl64.Vec3, pr *Preferences, ground Terrain) {
	again := c.drive == walking
	if again {
		c.standBy(pr)
	}
	c.drive = walking
	// Not the Stance: that has the legs' own reach in it. Past it a foot lifts at once.
	stance := c.freeStance(pr)
	air, u := -1, 0.0
	for i := range c.Feet {
		f := &c.Feet[i]
		if f.Planted || f.home {
			continue
		}
		v := 0.0
		if again {
			v = (c.phase(i) - stance) / (1 - stance)
		} else if f.from > 0 { // of one that its legs had lifted early, other bodies know nothing
			v = f.from + (1-f.from)*(1-f.left/max(f.total, 1e-9))
		}
		if v > u {
			air, u = i, v
		}
	}
	if air >= 0 {
		c.setPhase(air, min(stance+u*(1-stance), 1-1e-9))
		return
	}
	d := way.Mul(1 / max(flat, 1e-12))
	side := level(pr.StandInLegLength*c.scale*0.05, 0, c.yaw).Dot(d)
	score := [2]float64{side - c.stood[Left].Dot(d), -side - c.stood[Right].Dot(d)}
	score[1-c.lastBeat] += 1e-3 * pr.StandInLegLength * c.scale
	best := Left
	if score[Right] > score[Left] {
		best = Right
	}
	if o := &c.Feet[1-best]; !o.Planted {
		c.plant(1-best, ago, 0, ground)
	}
	c.Feet[best].home = false
	c.setPhase(best, stance)
}

// freeStance is the share of a stride that a foot would be planted for, could all
// legs reach.
func (c *Clock) freeStance(pr *Preferences) float64 {
	return clamp(lerp(pr.WalkStance, pr.RunStance, c.Blend.Run), 0.05, 0.95)
}

// standBy notes where the feet of a walk stand against their rest, by the phase
// alone: a foot in the air is at its rest, where a stop lands it.
func (c *Clock) standBy(pr *Preferences) {
	stance := c.freeStance(pr)
	for i := range c.stood {
		c.stood[i] = mgl64.Vec3{}
		if p := c.phase(i); p < stance {
			c.stood[i] = c.dir.Mul(c.Stride * (stance/2 - p))
		}
	}
}

// stop ends a walk: the foot in the air lands at its rest and no other is lifted. Of
// two in the air the one that would land first is put down at once, so that one
// foot is always down.
func (c *Clock) stop(ago float64, pr *Preferences, ground Terrain) {
	c.standBy(pr)
	c.drive = standing
	if !c.Feet[Left].Planted && !c.Feet[Right].Planted {
		first := Left
		if c.Feet[Right].Swing > c.Feet[Left].Swing {
			first = Right
		}
		c.plant(first, ago, 0, ground)
	}
	for i := range c.Feet {
		if f := &c.Feet[i]; !f.Planted {
			stance := c.freeStance(pr)
			f.from = max(0, (c.phase(i)-stance)/(1-stance))
			f.total = max(pr.SettleSeconds, 1e-3) * min(1, 1.25*(1-f.from)+0.25)
			f.left = f.total
		}
	}
}

// liftEarly lifts a planted foot that the body has left as far as it reaches. The
// beat stays: it lands when it would have landed.
func (c *Clock) liftEarly(legs *Legs, pr *Preferences) {
	for i := range c.Feet {
		f := &c.Feet[i]
		if !f.Planted {
			continue
		}
		off := f.Place.Sub(c.rest(i, legs, c.body, c.yaw))
		behind := -(off[0]*c.dir[0] + off[2]*c.dir[2])
		limit := c.reach
		if legs.Behind > 0 {
			limit = min(limit, legs.Behind)
		}
		if behind > limit*(1+1e-9) || math.Hypot(off[0], off[2]) > 1.2*max(c.reach, pr.StanceReach*c.leg) ||
			math.Abs(wrap(f.Yaw-c.yaw)) > twistLimit {
			c.liftFoot(i, pr)
		}
	}
}

// stepHome lifts, of a standing pawn, the planted foot that is farthest from its
// rest, if that is past the tolerance and no foot is in the air.
func (c *Clock) stepHome(legs *Legs, pr *Preferences) {
	if !c.Feet[Left].Planted || !c.Feet[Right].Planted {
		return
	}
	worst, score := -1, 1.0
	for i := range c.Feet {
		f := &c.Feet[i]
		off := f.Place.Sub(c.rest(i, legs, c.body, c.yaw))
		far := math.Hypot(off[0], off[2]) / max(pr.SettleTolerance*c.leg, 1e-6)
		twist := wrap(c.yaw - f.Yaw)
		far = max(far, math.Abs(twist)/settleTwist)
		if far > 1 && (twist > 0) == (i == Left) {
			far += 1e-6 // of two turned alike, the one on the side of the turn
		}
		if far > score {
			worst, score = i, far
		}
	}
	if worst >= 0 {
		c.liftFoot(worst, pr)
		f := &c.Feet[worst]
		f.home = true
		f.left, f.lift = max(pr.SettleStepSeconds, 1e-3), pr.SettleStepLift*c.leg
	}
}

// takeOff takes both feet off the ground: the body carries them from here.
func (c *Clock) takeOff() {
	c.drive = airborne
	s, k := math.Sincos(c.yaw)
	for i := range c.Feet {
		f := &c.Feet[i]
		if f.Planted {
			f.Lifts++
		}
		f.Planted, f.Swing, f.home = false, 0, false
		d := f.Place.Sub(c.body)
		f.air = mgl64.Vec2{d[0]*k - d[2]*s, d[0]*s + d[2]*k}
	}
}

// carryFeet keeps the feet with a body in the air, each coming to its place under
// it; a running jump keeps them one ahead of the other.
func (c *Clock) carryFeet(h float64, legs *Legs) {
	split := footSplit * c.leg * c.Blend.Run * (c.Blend.Forward - c.Blend.Back)
	if c.flying {
		split = 0
	}
	first := c.lastBeat // it pushed off: it trails
	for i := range c.Feet {
		f := &c.Feet[i]
		want := legs.Rest[i]
		if i == first {
			want[1] -= split
		} else {
			want[1] += split
		}
		f.air = f.air.Add(want.Sub(f.air).Mul(toward(h, airFootTau)))
		f.Place = c.body.Add(level(f.air[0], f.air[1], c.yaw))
		f.Yaw += wrap(c.yaw-f.Yaw) * toward(h, airFootTau)
		f.velocity = mgl64.Vec3{}
		f.Height *= 1 - toward(h, residualTau)
		f.settle, f.rise = 0, 0
		f.Normal = mgl64.Vec3{0, 1, 0}
	}
}

// land puts the feet down: both, or at a run the one that is ahead, while the
// other goes on into its next step.
func (c *Clock) land(body mgl64.Vec3, ago float64, legs *Legs, ground Terrain) {
	c.landed = true
	c.body = body
	moves := math.Hypot(c.actual[0], c.actual[2]) > standSpeed*c.scale
	impact := c.impact
	lead, score := Left, math.Inf(-1)
	for i := range c.Feet {
		f := &c.Feet[i]
		f.Height = 0
		if s := f.Place.Sub(body).Dot(c.dir); s > score {
			lead, score = i, s
		}
	}
	c.drive = standing
	c.stood = [2]mgl64.Vec3{}
	if !moves {
		c.plant(Left, ago, impact, ground)
		c.plant(Right, ago, impact, ground)
		return
	}
	c.drive = walking
	c.setPhase(lead, 0)
	c.plant(lead, ago, impact, ground)
	o := &c.Feet[1-lead]
	if c.Stance >= 0.5 {
		c.plant(1-lead, ago, impact, ground)
	} else {
		o.Swing = (0.5 - c.Stance) / (1 - c.Stance)
		o.lift = 0
		o.velocity = mgl64.Vec3{c.actual[0], 0, c.actual[2]}
		o.groundAt, _ = groundAt(ground, o.Place, body[1])
	}
}

// place fills in what the feet show of themselves.
func (c *Clock) place(legs *Legs, pr *Preferences) {
	for i := range c.Feet {
		f := &c.Feet[i]
		f.Rest = c.rest(i, legs, c.body, c.yaw)
		f.Phase = c.phase(i)
		if f.Planted {
			f.Height = f.settle
			f.Next = f.Place
		}
	}
}
