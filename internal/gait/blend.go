package gait

import "math"

// Blend is how much of each anchor a pawn's motion is. Idle, Walk and Run sum to
// one, and so do Forward, Left, Back and Right.
type Blend struct {
	Idle, Walk, Run            float64
	Forward, Left, Back, Right float64
}

// Sideways is the share of the two sideways anchors.
func (b *Blend) Sideways() float64 { return b.Left + b.Right }

// blend mixes the anchors for a velocity against the body's facing, m/s at scale
// one: ahead and to the left positive.
func (p *Preferences) blend(forward, left float64) Blend {
	b := p.speeds(math.Hypot(forward, left))
	b.direct(math.Atan2(left, forward))
	return b
}

// direct sets the four directions for an angle in radians, 0 ahead and positive to
// the left. Each weight is linear in angle and nothing a quarter turn away.
func (b *Blend) direct(angle float64) {
	part := func(anchor float64) float64 {
		d := math.Abs(math.Remainder(angle-anchor, 2*math.Pi))
		return max(0, 1-d/(math.Pi/2))
	}
	b.Forward, b.Left, b.Back, b.Right = part(0), part(math.Pi/2), part(math.Pi), part(-math.Pi/2)
}

// speeds sets idle, walk and run for a speed in m/s at scale one.
func (p *Preferences) speeds(speed float64) (b Blend) {
	walk := p.ease(ramp(speed, 0, p.WalkSpeed))
	run := p.ease(ramp(speed, p.WalkSpeed, p.RunSpeed))
	b.Idle, b.Walk, b.Run = 1-walk, walk*(1-run), walk*run
	return b
}

// ease is GaitEase's mix of a straight line and a smoothstep.
func (p *Preferences) ease(x float64) float64 {
	return lerp(x, smooth(x), clamp(p.GaitEase, 0, 1))
}

// cadence is strides a second at a speed in m/s at scale one: straight lines
// between the four speeds, so that the stride, speed over cadence, rises all the
// way.
func (p *Preferences) cadence(speed float64) float64 {
	c := p.StartCadence
	c = lerp(c, p.WalkCadence, ramp(speed, 0, p.WalkSpeed))
	c = lerp(c, p.RunCadence, ramp(speed, p.WalkSpeed, p.RunSpeed))
	c = lerp(c, p.SprintCadence, ramp(speed, p.RunSpeed, p.SprintSpeed))
	return max(c, 0.05)
}

// ramp is 0 at a or before, 1 at b or after, and straight between.
func ramp(x, a, b float64) float64 {
	if !(b > a) {
		if x >= b {
			return 1
		}
		return 0
	}
	return clamp((x-a)/(b-a), 0, 1)
}

func smooth(x float64) float64 {
	x = clamp(x, 0, 1)
	return x * x * (3 - 2*x)
}

func lerp(a, b, t float64) float64 { return a + (b-a)*t }

// clamp also takes a NaN to lo.
func clamp(x, lo, hi float64) float64 {
	if x > hi {
		return hi
	}
	if x > lo {
		return x
	}
	return lo
}

// toward is the share of a difference that is made up in dt by something that
// makes up 63 % of it in tau: exact for any dt.
func toward(dt, tau float64) float64 {
	if !(tau > 1e-9) {
		return 1
	}
	return -math.Expm1(-dt / tau)
}

// wrap brings an angle into -pi..pi.
func wrap(a float64) float64 {
	if a > -math.Pi && a <= math.Pi {
		return a
	}
	return math.Remainder(a, 2*math.Pi)
}
