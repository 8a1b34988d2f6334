package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// TRS is a transform: scale, then rotate, then translate. A zero R counts as no
// rotation; a zero S really is a scale of zero, so start from Identity.
type TRS struct {
	T mgl64.Vec3
	R mgl64.Quat // {W, V}; unit length
	S mgl64.Vec3
}

// Identity is the transform that changes nothing.
func Identity() TRS {
	return TRS{R: mgl64.QuatIdent(), S: mgl64.Vec3{1, 1, 1}}
}

// Mat4 returns the transform as a matrix whose last row is exactly 0, 0, 0, 1.
// It is RotationMat3 written out: poses are made of it, one a node and frame.
func (t TRS) Mat4() mgl64.Mat4 {
	x, y, z, w := t.R.V[0], t.R.V[1], t.R.V[2], t.R.W
	k := 0.0
	if n := w*w + (x*x + y*y + z*z); n != 0 {
		k = 2 / n
	}
	s := &t.S
	return mgl64.Mat4{
		(1 - k*(y*y+z*z)) * s[0], k * (x*y + z*w) * s[0], k * (x*z - y*w) * s[0], 0,
		k * (x*y - z*w) * s[1], (1 - k*(x*x+z*z)) * s[1], k * (y*z + x*w) * s[1], 0,
		k * (x*z + y*w) * s[2], k * (y*z - x*w) * s[2], (1 - k*(x*x+y*y)) * s[2], 0,
		t.T[0], t.T[1], t.T[2], 1,
	}
}

// rotation is the 3x3 matrix of a unit quaternion, column-major. A quaternion
// that is a little off unit length is normalised, a zero one is the identity.
func rotation(q mgl64.Quat) mgl64.Mat3 {
	n := q.W*q.W + q.V.Dot(q.V)
	if n == 0 {
		return mgl64.Ident3()
	}
	s := 2 / n
	x, y, z, w := q.V[0], q.V[1], q.V[2], q.W
	return mgl64.Mat3{
		1 - s*(y*y+z*z), s * (x*y + z*w), s * (x*z - y*w),
		s * (x*y - z*w), 1 - s*(x*x+z*z), s * (y*z + x*w),
		s * (x*z + y*w), s * (y*z - x*w), 1 - s*(x*x+y*y),
	}
}

// RotationMat3 returns the rotation matrix of q, normalising it first.
func RotationMat3(q mgl64.Quat) mgl64.Mat3 { return rotation(q) }

// QuatFromMat3 returns the unit quaternion, with W >= 0, of a rotation matrix
// (Shepperd's method: divide by the largest component).
func QuatFromMat3(m mgl64.Mat3) mgl64.Quat {
	m00, m10, m20 := m[0], m[1], m[2]
	m01, m11, m21 := m[3], m[4], m[5]
	m02, m12, m22 := m[6], m[7], m[8]
	var q mgl64.Quat
	switch tr := m00 + m11 + m22; {
	case tr > 0:
		s := 2 * math.Sqrt(tr+1)
		q = mgl64.Quat{W: s / 4, V: mgl64.Vec3{(m21 - m12) / s, (m02 - m20) / s, (m10 - m01) / s}}
	case m00 > m11 && m00 > m22:
		s := 2 * math.Sqrt(1+m00-m11-m22)
		q = mgl64.Quat{W: (m21 - m12) / s, V: mgl64.Vec3{s / 4, (m01 + m10) / s, (m02 + m20) / s}}
	case m11 > m22:
		s := 2 * math.Sqrt(1+m11-m00-m22)
		q = mgl64.Quat{W: (m02 - m20) / s, V: mgl64.Vec3{(m01 + m10) / s, s / 4, (m12 + m21) / s}}
	default:
		s := 2 * math.Sqrt(1+m22-m00-m11)
		q = mgl64.Quat{W: (m10 - m01) / s, V: mgl64.Vec3{(m02 + m20) / s, (m12 + m21) / s, s / 4}}
	}
	if q.W < 0 {
		q = mgl64.Quat{W: -q.W, V: q.V.Mul(-1)}
	}
	return q.Normalize()
}

// LinearPart returns the upper left 3x3 of an affine matrix.
func LinearPart(m mgl64.Mat4) mgl64.Mat3 {
	return mgl64.Mat3{m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]}
}

// Affine builds a matrix from its linear part and translation; the last row is
// exactly 0, 0, 0, 1.
func Affine(l mgl64.Mat3, t mgl64.Vec3) mgl64.Mat4 {
	return mgl64.Mat4{l[0], l[1], l[2], 0, l[3], l[4], l[5], 0, l[6], l[7], l[8], 0, t[0], t[1], t[2], 1}
}

// MulAffine is a * b for two matrices whose last rows are 0, 0, 0, 1, which it
// takes for granted: half the work of a general product, and the same bits.
func MulAffine(a, b *mgl64.Mat4) mgl64.Mat4 {
	return mgl64.Mat4{
		a[0]*b[0] + a[4]*b[1] + a[8]*b[2], a[1]*b[0] + a[5]*b[1] + a[9]*b[2], a[2]*b[0] + a[6]*b[1] + a[10]*b[2], 0,
		a[0]*b[4] + a[4]*b[5] + a[8]*b[6], a[1]*b[4] + a[5]*b[5] + a[9]*b[6], a[2]*b[4] + a[6]*b[5] + a[10]*b[6], 0,
		a[0]*b[8] + a[4]*b[9] + a[8]*b[10], a[1]*b[8] + a[5]*b[9] + a[9]*b[10], a[2]*b[8] + a[6]*b[9] + a[10]*b[10], 0,
		a[0]*b[12] + a[4]*b[13] + a[8]*b[14] + a[12], a[1]*b[12] + a[5]*b[13] + a[9]*b[14] + a[13], a[2]*b[12] + a[6]*b[13] + a[10]*b[14] + a[14], 1,
	}
}

// Position returns the translation of an affine matrix.
func Position(m mgl64.Mat4) mgl64.Vec3 { return mgl64.Vec3{m[12], m[13], m[14]} }

// InverseAffine inverts an affine matrix and says whether it could be: not
// where it flattens space.
func InverseAffine(m mgl64.Mat4) (mgl64.Mat4, bool) {
	l := LinearPart(m)
	d := l.Det()
	if d == 0 || math.IsNaN(d) || math.IsInf(d, 0) {
		return mgl64.Ident4(), false
	}
	li := l.Inv()
	// mathgl returns the zero matrix for determinants under its own epsilon, which
	// a model at scale 0.001 reaches: scale up first.
	if li == (mgl64.Mat3{}) || math.Abs(d) < 1e-6 {
		s := 0.0
		for _, v := range l {
			s = max(s, math.Abs(v))
		}
		if s == 0 || l.Mul(1/s).Det() == 0 {
			return mgl64.Ident4(), false
		}
		li = inverse3(l.Mul(1 / s)).Mul(1 / s)
	}
	t := li.Mul3x1(Position(m)).Mul(-1)
	return Affine(li, t), true
}

func inverse3(m mgl64.Mat3) mgl64.Mat3 {
	d := m.Det()
	a, b, c := m.Col(0), m.Col(1), m.Col(2)
	r0, r1, r2 := b.Cross(c).Mul(1/d), c.Cross(a).Mul(1/d), a.Cross(b).Mul(1/d)
	return mgl64.Mat3FromRows(r0, r1, r2)
}

// Polar splits a 3x3 matrix into the nearest proper rotation and the stretch
// that is left: m = R * stretch. A reflection goes into the stretch, so that R
// always has determinant +1 (Higham's iteration on the averaged inverse
// transpose). A singular matrix gives the identity rotation.
func Polar(m mgl64.Mat3) (r mgl64.Mat3, stretch mgl64.Mat3) {
	d := m.Det()
	scale := 0.0
	for _, v := range m {
		scale = max(scale, math.Abs(v))
	}
	if scale == 0 || math.Abs(d) < 1e-12*scale*scale*scale || math.IsNaN(d) {
		return mgl64.Ident3(), m
	}
	r = m.Mul(1 / scale)
	for range 64 {
		next := r.Add(inverse3(r).Transpose()).Mul(0.5)
		diff := 0.0
		for i := range next {
			diff = max(diff, math.Abs(next[i]-r[i]))
		}
		r = next
		if diff < 1e-15 {
			break
		}
	}
	if d < 0 {
		r = r.Mul(-1)
	}
	return r, r.Transpose().Mul3(m)
}

// Decompose splits an affine matrix into a TRS. exact is false where shear is
// left over (more than 1e-5 of the largest entry), which a TRS cannot hold. A
// reflection becomes a negative scale on X.
func Decompose(m mgl64.Mat4) (t TRS, exact bool) {
	l := LinearPart(m)
	cols := [3]mgl64.Vec3{l.Col(0), l.Col(1), l.Col(2)}
	t.T = Position(m)
	t.S = mgl64.Vec3{cols[0].Len(), cols[1].Len(), cols[2].Len()}
	if l.Det() < 0 {
		t.S[0] = -t.S[0]
	}
	if t.S[0] == 0 || t.S[1] == 0 || t.S[2] == 0 {
		t.R = mgl64.QuatIdent()
		return t, l == mgl64.Mat3{}
	}
	n := mgl64.Mat3FromCols(cols[0].Mul(1/t.S[0]), cols[1].Mul(1/t.S[1]), cols[2].Mul(1/t.S[2]))
	r, _ := Polar(n)
	t.R = QuatFromMat3(r)
	back := LinearPart(t.Mat4())
	big, worst := 0.0, 0.0
	for i := range l {
		big = max(big, math.Abs(l[i]))
		worst = max(worst, math.Abs(l[i]-back[i]))
	}
	return t, worst <= 1e-5*big
}
