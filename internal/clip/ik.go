package clip

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// Limb is a chain of two bones, a leg or an arm, as it stands at rest, made
// ready to be solved. NewLimb makes one; it does not change afterwards and may
// be shared.
//
// All places and directions are in one space, any that is right-handed and
// evenly scaled; lengths are in its units.
type Limb struct {
	// Upper and Lower are the bones' lengths.
	Upper, Lower float64

	// Soft is the share of the stretched limb's length over which it straightens
	// gently instead of at full speed: a target inside the last Soft of the reach is
	// not quite met, and one beyond is approached for ever. Zero reaches every
	// target exactly until the limb is straight.
	Soft float64

	restUpper, restLower mgl64.Quat // conjugates of the bones' frames at rest
	restDir              mgl64.Vec3 // root to end at rest, unit
	restHinge            mgl64.Vec3 // unit, across restDir
}

// LimbPose is a solved limb.
type LimbPose struct {
	Mid, End mgl64.Vec3 // where the knee and the ankle are

	// UpperTurn and LowerTurn turn each bone from rest: a bone whose orientation
	// at rest is R is at Turn * R.
	UpperTurn, LowerTurn mgl64.Quat

	Miss float64 // how far End is from the target
}

// NewLimb measures a limb at rest: the hip, the knee, the ankle, and the
// direction pole in which the knee bends. Where pole says nothing (zero, or
// along the limb), the knee's own place off the line from hip to ankle does.
// ok is false for a bone without length and for places that are no numbers.
func NewLimb(root, mid, end, pole mgl64.Vec3) (l Limb, ok bool) {
	upper, lower := mid.Sub(root), end.Sub(mid)
	l = Limb{Upper: upper.Len(), Lower: lower.Len()}
	total := l.Upper + l.Lower
	if !(l.Upper > 1e-9*total) || !(l.Lower > 1e-9*total) || math.IsInf(total, 0) {
		return Limb{}, false
	}
	dir, dok := norm(end.Sub(root))
	if !dok {
		dir = upper.Mul(1 / l.Upper) // folded flat: the upper bone is as good a line as any
	}
	l.restDir = dir
	hinge, hok := norm(pole.Cross(dir))
	if !hok {
		if hinge, hok = norm(upper.Cross(dir)); !hok {
			hinge = anyAcross(dir)
		}
	}
	l.restHinge = hinge
	l.restUpper = boneFrame(upper.Mul(1/l.Upper), hinge).Conjugate()
	l.restLower = boneFrame(lower.Mul(1/l.Lower), hinge).Conjugate()
	return l, true
}

// Length is the limb's length when it is straight.
func (l *Limb) Length() float64 { return l.Upper + l.Lower }

// Solve bends the limb so that its end comes to target, with the root at root
// and the knee on the side of pole. It is the law of cosines in the plane of
// root, target and pole; each bone then gets a whole frame, its direction and the
// hinge across it, so that no bone rolls about itself and the knee never changes
// sides, as it may when bones are turned by the shortest arc.
//
// A target out of reach is pointed at, straight or, with Soft, almost; one closer
// than the limb folds is taken as far as it folds. A target that is no number
// gives the limb at rest, moved to root. Solve does not allocate.
func (l *Limb) Solve(root, target, pole mgl64.Vec3) LimbPose {
	want := target.Sub(root)
	d := want.Len()
	if !(d < math.MaxFloat64) {
		want, d = l.restDir.Mul(l.Length()), l.Length()
		target = root.Add(want)
	}
	dir := l.restDir
	if d > 1e-12*l.Length() {
		dir = want.Mul(1 / d)
	}
	hinge, ok := norm(pole.Cross(dir))
	if !ok {
		if hinge, ok = norm(l.restHinge.Sub(dir.Mul(l.restHinge.Dot(dir)))); !ok {
			hinge = anyAcross(dir)
		}
	}
	reach := l.clampReach(d)
	// Heron's formula keeps the knee's height over the line exact where the limb
	// is nearly straight and 1 - cos^2 has no digits left.
	a, b := l.Upper, l.Lower
	var along, over float64
	if reach > 1e-12*l.Length() {
		along = (a*a - b*b + reach*reach) / (2 * reach)
		area := (a + b + reach) * (b + reach - a) * (a + reach - b) * (a + b - reach)
		if area > 0 {
			over = math.Sqrt(area) / (2 * reach)
		}
	} else {
		over = a
	}
	side := dir.Cross(hinge) // towards the pole, unit
	rel := dir.Mul(along).Add(side.Mul(over))
	end := dir.Mul(reach)
	var p LimbPose
	p.Mid, p.End = root.Add(rel), root.Add(end)
	p.Miss = p.End.Sub(target).Len()
	// Both bones' frames are the line's, turned about the hinge they share.
	line := basis(hinge, dir)
	p.UpperTurn = scene.MulQuat(aboutX(line, along/a, -over/a), l.restUpper)
	p.LowerTurn = scene.MulQuat(aboutX(line, (reach-along)/b, over/b), l.restLower)
	return p
}

// aboutX is q turned about its own X by the angle of cosine c and sine s, by half
// angles, which need no trigonometry.
func aboutX(q mgl64.Quat, c, s float64) mgl64.Quat {
	var w, x float64
	if c >= 0 {
		w = math.Sqrt((1 + c) / 2)
		x = s / (2 * w)
	} else {
		x = math.Copysign(math.Sqrt((1-c)/2), s)
		w = s / (2 * x)
	}
	return mgl64.Quat{W: q.W*w - q.V[0]*x, V: mgl64.Vec3{
		q.W*x + q.V[0]*w, q.V[1]*w + q.V[2]*x, q.V[2]*w - q.V[1]*x}}
}

// basis is the orientation whose X is x and whose Y is y, both unit length and
// square to each other.
func basis(x, y mgl64.Vec3) mgl64.Quat {
	m20 := x[2]
	z := x.Cross(y)
	switch m00, m11, m22 := x[0], y[1], z[2]; {
	case m00+m11+m22 > 0:
		s := math.Sqrt(m00 + m11 + m22 + 1)
		k := 0.5 / s
		return mgl64.Quat{W: s / 2, V: mgl64.Vec3{(y[2] - z[1]) * k, (z[0] - m20) * k, (x[1] - y[0]) * k}}
	case m00 > m11 && m00 > m22:
		s := math.Sqrt(1 + m00 - m11 - m22)
		k := 0.5 / s
		return mgl64.Quat{W: (y[2] - z[1]) * k, V: mgl64.Vec3{s / 2, (y[0] + x[1]) * k, (z[0] + m20) * k}}
	case m11 > m22:
		s := math.Sqrt(1 + m11 - m00 - m22)
		k := 0.5 / s
		return mgl64.Quat{W: (z[0] - m20) * k, V: mgl64.Vec3{(y[0] + x[1]) * k, s / 2, (z[1] + y[2]) * k}}
	default:
		s := math.Sqrt(1 + m22 - m00 - m11)
		k := 0.5 / s
		return mgl64.Quat{W: (x[1] - y[0]) * k, V: mgl64.Vec3{(z[0] + m20) * k, (z[1] + y[2]) * k, s / 2}}
	}
}

// clampReach returns the distance from root to end that the limb takes for a target
// at distance d.
func (l *Limb) clampReach(d float64) float64 {
	total := l.Length()
	if low := math.Abs(l.Upper - l.Lower); d < low {
		return low
	}
	if soft := l.Soft * total; soft > 0 && d > total-soft {
		return total - soft*math.Exp((total-soft-d)/soft)
	}
	return math.Min(d, total)
}

// boneFrame is the orientation whose X is the hinge and whose Y runs along the
// bone. dir must be unit length; hinge is made square to it.
func boneFrame(dir, hinge mgl64.Vec3) mgl64.Quat {
	x, ok := norm(hinge.Sub(dir.Mul(hinge.Dot(dir))))
	if !ok {
		x = anyAcross(dir)
	}
	return basis(x, dir)
}

// norm returns v at length 1, and false where it has none to speak of.
func norm(v mgl64.Vec3) (mgl64.Vec3, bool) {
	n := v.Dot(v)
	if !(n > 1e-24) || math.IsInf(n, 0) {
		return mgl64.Vec3{}, false
	}
	return v.Mul(1 / math.Sqrt(n)), true
}

// anyAcross returns a unit vector square to dir, always the same one.
func anyAcross(dir mgl64.Vec3) mgl64.Vec3 {
	axis := mgl64.Vec3{1, 0, 0}
	if math.Abs(dir[0]) > 0.7 {
		axis = mgl64.Vec3{0, 0, 1}
	}
	v, _ := norm(axis.Sub(dir.Mul(axis.Dot(dir))))
	return v
}
