package flight

import "math"

const (
	maxTurnDT   = 0.1 // seconds: a longer step turns no further (spec)
	bankFullDeg = 45  // heading error at which the bank is full
	matchUnits  = 4.0 // a pawn farther than this from where it was is a teleport
	tiltRateDeg = 60.0
	movingSpeed = 0.5 // units a second above which a pawn counts as moving
	combatS     = 2.0
	pivotStillS = 1.0
	pivotExtraS = 0.1
	pivotMaxS   = 4.0
	smoothing   = 0.25
	cliffEvery  = 15
	cliffCap    = 12.0
	alignedDeg  = 8.0
	goldenShare = 0.618034
)

// Turn is the eased facing of a pawn. The zero Turn faces +Z, level.
type Turn struct{ YawDeg, BankDeg float64 }

// Toward turns by one step of dt seconds (at most 0.1 count) towards a heading,
// the shortest way and exactly half a turn to the left, at rateDeg degrees a
// second, and eases the bank: its goal is bankDeg times the heading error over
// 45 degrees, at most 1, right wing down in a right turn, and it moves at
// |bankDeg|*3 + 30 degrees a second. A rate of 0 is the engine's snap.
func (t Turn) Toward(targetDeg, rateDeg, bankDeg, dt float64) Turn {
	dt = min(dt, maxTurnDT)
	diff := ShortestDeg(t.YawDeg, targetDeg)
	if rateDeg <= 0 {
		diff = 0
		t.YawDeg = wrapDeg(targetDeg)
	} else if step := rateDeg * dt; math.Abs(diff) <= step+1e-9 {
		t.YawDeg = wrapDeg(targetDeg)
	} else {
		t.YawDeg = wrapDeg(t.YawDeg + math.Copysign(step, diff))
	}
	if bankDeg != 0 || t.BankDeg != 0 {
		want := -max(-1, min(1, diff/bankFullDeg)) * bankDeg
		t.BankDeg = toward(t.BankDeg, want, (math.Abs(bankDeg)*3+30)*dt)
	}
	return t
}

// ShortestDeg returns the turn from one heading to another, above -180 and up
// to 180 degrees. Half a turn is +180, to the left, also where rounding put it a
// hair to the other side.
func ShortestDeg(fromDeg, toDeg float64) float64 {
	d := wrapDeg(toDeg - fromDeg)
	if d < -180+1e-6 {
		d = 180
	}
	return d
}

// wrapDeg brings an angle into -180 (exclusive) to 180 degrees.
func wrapDeg(a float64) float64 {
	if a > -180 && a <= 180 {
		return a
	}
	a = math.Mod(a, 360)
	if a > 180 {
		a -= 360
	} else if a <= -180 {
		a += 360
	}
	return a
}

// toward moves x to a goal by at most step.
func toward(x, goal, step float64) float64 {
	if d := goal - x; math.Abs(d) > step {
		return x + math.Copysign(step, d)
	}
	return goal
}

// Phase returns where in the clip, as a share of spread, copy k of a squadron
// starts: frac(k * 0.618034) * spread.
func Phase(k int, spread float64) float64 {
	_, f := math.Modf(float64(k) * goldenShare)
	return f * spread
}

// length is math.Hypot without its care for numbers that are out of bounds
// here.
func length(x, z float64) float64 { return math.Sqrt(x*x + z*z) }
