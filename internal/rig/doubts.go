package rig

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// Doubts about the model as a whole: where it faces, which way is up, how large
// it is. Each comes with the figures that set it right.

// hullLie is how the hull lies: its middle and its longest direction, which need
// not be level.
type hullLie struct {
	centroid mgl64.Vec3 // of the area
	long     mgl64.Vec3 // unit; zero where there is no hull
	lo, hi   float64    // extent along long, metres
}

func (f *finder) lie(h *hull, rotors []rotorSet) hullLie {
	if h.area == 0 {
		return hullLie{}
	}
	skip := map[int]bool{}
	for g := range rotors {
		for _, i := range rotors[g].pieces {
			skip[i] = true
		}
	}
	l := hullLie{centroid: h.centroid, long: h.axes[0], lo: math.Inf(1), hi: math.Inf(-1)}
	for _, i := range f.use {
		if skip[i] {
			continue
		}
		for _, t := range f.pieces[i].tris {
			for _, v := range t {
				d := v.Dot(l.long)
				l.lo, l.hi = min(l.lo, d), max(l.hi, d)
			}
		}
	}
	return l
}

// awayDeg is how far a model may face from +Z before it is said: below it a
// lopsided tail looks the same.
const awayDeg = 10.0

// Sizes of vehicles, metres: the longest side that is not doubted, and what a
// factor should bring a doubtful one near to.
const (
	vehicleMin, vehicleMax = 0.8, 400.0
	vehicleUsual           = 10.0
)

// doubts says what is doubtful about the whole model when it is rigged under
// the orientation o.
func doubts(p *Parts, o Orientation) []Finding {
	var out []Finding
	turn := o.Mat3().Mul3(p.Orientation.Mat3().Transpose())
	if f, ok := scaleDoubt(p); ok {
		out = append(out, f)
	}
	if f, ok := uprightDoubt(p, o, turn); ok {
		return append(out, f) // where it faces cannot be told before
	}
	if f, ok := leansDoubt(p, o, turn); ok {
		if out = append(out, f); f.Code == "NOT_UPRIGHT" {
			return out
		}
	}
	if f, ok := facingDoubt(p, o, turn); ok {
		out = append(out, f)
	}
	return out
}

// facingDoubt compares where the model faces with +Z, where the game's front is.
func facingDoubt(p *Parts, o Orientation, turn mgl64.Mat3) (Finding, bool) {
	why, sev := p.ForwardWhy, scene.Warning
	switch why {
	case whyTail:
	case whyHull:
		sev = scene.Info // the thin end may be the nose
	case whyGun:
	case whyLine:
		sev = scene.Info // the other way round is as likely
	default:
		return Finding{}, false
	}
	fwd := flat(turn.Mul3x1(p.Forward))
	if fwd.Len() < 0.5 {
		return Finding{}, false
	}
	away := math.Atan2(fwd[0], fwd[2]) * 180 / math.Pi
	if math.Abs(away) <= awayDeg {
		return Finding{}, false
	}
	// Rounded first, so that 179.99 and -179.99 give the same answer.
	back := wrapDeg(-math.Round(10*away) / 10)
	sy, cy := sinCosDeg(back)
	to := orientationOf(mgl64.Mat3{cy, 0, -sy, 0, 1, 0, sy, 0, cy}.Mul3(o.Mat3()))
	verb, astern := "fly ", "tail first"
	if p.Target == General {
		verb, astern = "move ", "backwards"
	}
	flies := verb + "askew"
	switch a := math.Abs(away); {
	case a > 135:
		flies = verb + astern
	case a > 45:
		flies = verb + "sideways"
	}
	return Finding{Severity: sev, Code: "FACES_AWAY",
		Message: fmt.Sprintf("the model faces %.0f deg away from +Z and will %s", math.Abs(away), flies),
		Cause:   "the game's front is +Z; the model's was found " + why,
		Fix:     to.words(), Repair: to.repair()}, true
}

// uprightDoubt finds a helicopter that lies on its side or has Z up: what looks
// like a propeller is as wide as only a main rotor is, and turns about an axle
// across the hull or has a tail rotor beside it.
func uprightDoubt(p *Parts, o Orientation, turn mgl64.Mat3) (Finding, bool) {
	var disc, tail *Hub
	for n := range p.Hubs {
		switch h := &p.Hubs[n]; {
		case !p.live(h): // marked otherwise
		case h.Role == Rotor && h.Kind == "main rotor":
			return Finding{}, false
		case h.Role == Rotor && (disc == nil || h.Radius > disc.Radius):
			disc = h
		case h.Role == TailRotor && tail == nil:
			tail = h
		}
	}
	for n := range p.Hubs {
		// Two of a size are propellers, unless they stand on one axle.
		if h := &p.Hubs[n]; disc != nil && h.Role == Rotor && p.live(h) && h.Radius > 0.5*disc.Radius &&
			(lineAngleDeg(h.Axle, disc.Axle) > 10 || offLine(h.Center, disc.Center, disc.Axle) > 0.2*disc.Radius) {
			return Finding{}, false
		}
	}
	length := p.lie.hi - p.lie.lo
	if disc == nil || !(length > 0) || disc.Radius <= 0.25*length {
		return Finding{}, false
	}
	rise := disc.Center.Sub(p.lie.centroid).Dot(disc.Axle)
	across := math.Abs(disc.Axle.Dot(p.lie.long)) < 0.5 && math.Abs(rise) > 0.05*length
	beside := tail != nil && tail.Radius < 0.5*disc.Radius && lineAngleDeg(tail.Axle, disc.Axle) > 45
	if !across && !beside {
		return Finding{}, false
	}
	up := disc.Axle
	if rise < 0 {
		up = up.Mul(-1)
	}
	var fwd mgl64.Vec3
	if beside {
		fwd = disc.Center.Sub(tail.Center)
	} else if fwd = p.lie.long; disc.Center.Dot(fwd) < (p.lie.lo+p.lie.hi)/2 {
		fwd = fwd.Mul(-1) // the boom is behind the rotor
	}
	up, fwd = upright(turn.Mul3x1(up), turn.Mul3x1(fwd))
	if fwd.Len() == 0 {
		return Finding{}, false
	}
	to := orientationOf(mgl64.Mat3FromCols(up.Cross(fwd), up, fwd).Transpose().Mul3(o.Mat3())).rounded()
	off := math.Acos(max(-1, min(1, up[1]))) * 180 / math.Pi
	return Finding{Severity: scene.Warning, Code: "NOT_UPRIGHT", Parts: disc.Parts,
		Message: fmt.Sprintf("the model does not stand upright: its main rotor's axle is %.0f deg off vertical, so that it was taken for a propeller", off),
		Cause:   fmt.Sprintf("+Y is up here; a disc of %.2f m radius on a hull %.2f m long is a main rotor. Files with Z up look like this", disc.Radius, length),
		Fix:     to.words(), Repair: to.repair()}, true
}

// live reports whether any of a rotor's parts still has its role.
func (p *Parts) live(h *Hub) bool {
	for _, i := range h.Parts {
		if p.Parts[i].Role == h.Role {
			return true
		}
	}
	return false
}

// upright makes two directions square, and takes the model's own axes for them
// where they are near: a mast's lean is no part of how the model lies.
func upright(up, fwd mgl64.Vec3) (u, f mgl64.Vec3) {
	up = axisNear(up.Normalize())
	fwd = fwd.Sub(up.Mul(fwd.Dot(up)))
	if fwd.Len() < 1e-9 {
		return up, mgl64.Vec3{}
	}
	fwd = axisNear(fwd.Normalize())
	fwd = fwd.Sub(up.Mul(fwd.Dot(up)))
	if fwd.Len() < 1e-9 {
		return up, mgl64.Vec3{}
	}
	return up, fwd.Normalize()
}

// axisNear is the coordinate axis within 15 degrees of a unit vector, or itself.
func axisNear(v mgl64.Vec3) mgl64.Vec3 {
	for k := range 3 {
		if math.Abs(v[k]) > math.Cos(15*math.Pi/180) {
			var a mgl64.Vec3
			a[k] = math.Copysign(1, v[k])
			return a
		}
	}
	return v
}

// scaleDoubt finds models that were written in other units than metres.
func scaleDoubt(p *Parts) (Finding, bool) {
	if p.Bounds.Empty() {
		return Finding{}, false
	}
	s := p.Bounds.Size()
	long := max(s[0], s[1], s[2])
	if !(long > 0) || long >= vehicleMin && long <= vehicleMax {
		return Finding{}, false
	}
	best, off := 0.0, math.Inf(1)
	for e := -9; e <= 9; e++ {
		// Powers of ten are metric units, and 2.54 between them inches. The
		// plainer one wins where both fit about as well.
		for _, m := range []float64{1, 2.54} {
			f := m * math.Pow(10, float64(e))
			d := math.Abs(math.Log(long * f / vehicleUsual))
			if m != 1 {
				d += 0.7
			}
			if d < off-1e-9 {
				best, off = f, d
			}
		}
	}
	return Finding{Severity: scene.Warning, Code: "SCALE_DOUBTFUL",
		Message: fmt.Sprintf("the model is %s long, which no vehicle is", metres(long)),
		Cause:   "glTF counts in metres; it looks as if the model was written in another unit",
		Fix:     fmt.Sprintf("set Scale to %.4g (recipe modelScale), which makes it %s long; leave it if it is meant so", best*scaleOf(p.Scale), metres(long*best)),
		Repair:  &Repair{Title: fmt.Sprintf("Scale by %.4g", best), Scale: best * scaleOf(p.Scale)}}, true
}

func metres(v float64) string {
	if v < 1 {
		return fmt.Sprintf("%.3g mm", 1000*v)
	}
	return fmt.Sprintf("%.4g m", v)
}

// repair sets an orientation.
func (o Orientation) repair() *Repair {
	return &Repair{Title: fmt.Sprintf("Turn it: yaw %g, pitch %g, roll %g", o.YawDeg, o.PitchDeg, o.RollDeg), Orientation: &o}
}

// leansDoubt finds a vehicle whose wheels stand on another plane than the level
// one: one with Z up, or exported tilted.
func leansDoubt(p *Parts, o Orientation, turn mgl64.Mat3) (Finding, bool) {
	if !p.upSure {
		return Finding{}, false
	}
	up := turn.Mul3x1(p.up)
	off := degrees(math.Acos(max(-1, min(1, up[1]))))
	if off < 2 {
		return Finding{}, false
	}
	fwd := turn.Mul3x1(p.ahead)
	fwd = fwd.Sub(up.Mul(fwd.Dot(up)))
	if off > 30 {
		up, fwd = upright(up, fwd)
	} else if fwd.Len() > 0 {
		fwd = fwd.Normalize()
	}
	if fwd.Len() == 0 {
		return Finding{}, false
	}
	to := orientationOf(mgl64.Mat3FromCols(up.Cross(fwd), up, fwd).Transpose().Mul3(o.Mat3()))
	if off > 30 {
		to = to.rounded()
	}
	sev, code := scene.Info, "LEANS"
	msg := fmt.Sprintf("the plane on which the wheels stand is %.0f deg off level", off)
	if off > 30 {
		sev, code, msg = scene.Warning, "NOT_UPRIGHT", fmt.Sprintf("the model does not stand upright: its wheels stand on a plane %.0f deg off level", off)
	}
	return Finding{Severity: sev, Code: code, Message: msg, Cause: "+Y is up here; files with Z up look like this, and models that were exported in a pose",
		Fix: to.words(), Repair: to.repair()}, true
}

// words says where to set an orientation.
func (o Orientation) words() string {
	if o.PitchDeg == 0 && o.RollDeg == 0 {
		return fmt.Sprintf("set Orientation yaw %g (recipe modelRot.yawDeg) and press Generate rig", o.YawDeg)
	}
	return fmt.Sprintf("set Orientation yaw %g, pitch %g, roll %g (recipe modelRot.yawDeg, pitchDeg, rollDeg) and press Generate rig", o.YawDeg, o.PitchDeg, o.RollDeg)
}

// orientationOf is the orientation whose Mat3 is a rotation, to a thousandth of
// a degree, with the yaw 0 where yaw and roll turn about the same axis.
//
// With p = -pitch, the matrix is Rz(roll)*Rx(p)*Ry(yaw), whose last row is
// (-sin yaw cos p, sin p, cos yaw cos p) and whose second column is
// (-sin roll cos p, cos roll cos p, sin p).
func orientationOf(m mgl64.Mat3) Orientation {
	p := math.Asin(max(-1, min(1, m.At(2, 1))))
	var y, r float64
	if math.Abs(m.At(2, 1)) > 1-1e-9 {
		r = math.Atan2(m.At(1, 0), m.At(0, 0))
	} else {
		y, r = math.Atan2(-m.At(2, 0), m.At(2, 2)), math.Atan2(-m.At(0, 1), m.At(1, 1))
	}
	deg := func(a float64) float64 { return wrapDeg(math.Round(a*180/math.Pi*1000) / 1000) }
	return Orientation{YawDeg: deg(y), PitchDeg: deg(-p), RollDeg: deg(r)}
}

// rounded gives whole degrees, which is all that a guess is good for.
func (o Orientation) rounded() Orientation {
	return Orientation{wrapDeg(math.Round(o.YawDeg)), wrapDeg(math.Round(o.PitchDeg)), wrapDeg(math.Round(o.RollDeg))}
}

// wrapDeg brings an angle into (-180, 180], without a negative zero.
func wrapDeg(d float64) float64 {
	d = math.Mod(d, 360)
	if d > 180 {
		d -= 360
	} else if d <= -180 {
		d += 360
	}
	return d + 0
}
