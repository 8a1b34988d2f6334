package scene_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

func randomQuat(r *rand.Rand) mgl64.Quat {
	return mgl64.Quat{W: r.NormFloat64(), V: mgl64.Vec3{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}}.Normalize()
}

func far(a, b mgl64.Mat4) float64 {
	d := 0.0
	for i := range a {
		d = max(d, math.Abs(a[i]-b[i]))
	}
	return d
}

// A quarter turn about +Y takes +X to -Z: the handedness that all else rests on.
func TestRotationHandedness(t *testing.T) {
	q := mgl64.QuatRotate(math.Pi/2, mgl64.Vec3{0, 1, 0})
	m := scene.TRS{R: q, S: mgl64.Vec3{1, 1, 1}}.Mat4()
	got := m.Mul4x1(mgl64.Vec4{1, 0, 0, 1}).Vec3()
	if got.Sub(mgl64.Vec3{0, 0, -1}).Len() > 1e-15 {
		t.Errorf("quarter turn about Y takes X to %v, want -Z", got)
	}
}

func TestZeroQuatIsNoRotation(t *testing.T) {
	if m := (scene.TRS{S: mgl64.Vec3{1, 1, 1}}).Mat4(); m != mgl64.Ident4() {
		t.Errorf("got %v", m)
	}
}

func TestDecomposeRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		in := scene.TRS{
			T: mgl64.Vec3{r.NormFloat64() * 100, r.NormFloat64(), r.NormFloat64()},
			R: randomQuat(r),
			S: mgl64.Vec3{math.Exp(r.NormFloat64() * 3), math.Exp(r.NormFloat64() * 3), math.Exp(r.NormFloat64() * 3)},
		}
		if r.IntN(3) == 0 {
			in.S[r.IntN(3)] *= -1
		}
		m := in.Mat4()
		out, exact := scene.Decompose(m)
		if !exact {
			t.Fatalf("%+v: a TRS did not decompose exactly", in)
		}
		size := in.S.Len() + in.T.Len()
		if d := far(m, out.Mat4()); d > 1e-9*size {
			t.Fatalf("%+v -> %+v: matrices differ by %g", in, out, d)
		}
	}
}

func TestDecomposeSaysWhenThereIsShear(t *testing.T) {
	shear := scene.Affine(mgl64.Mat3{1, 0, 0, 0.5, 1, 0, 0, 0, 1}, mgl64.Vec3{})
	if _, exact := scene.Decompose(shear); exact {
		t.Error("a shear passed as a TRS")
	}
}

func TestInverseAffine(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		s := math.Exp(r.NormFloat64() * 6) // down to 1e-8: models in micrometres exist
		a := scene.TRS{T: mgl64.Vec3{r.NormFloat64(), r.NormFloat64(), 5}.Mul(s), R: randomQuat(r), S: mgl64.Vec3{s, s * 2, -s}}.Mat4()
		inv, ok := scene.InverseAffine(a)
		if !ok {
			t.Fatalf("scale %g: not inverted", s)
		}
		// the last column is a difference of terms as large as the translation
		if d := far(a.Mul4(inv), mgl64.Ident4()); d > 1e-12*(1+scene.Position(a).Len()) {
			t.Fatalf("scale %g: A*inv(A) differs from identity by %g", s, d)
		}
		if inv[3] != 0 || inv[7] != 0 || inv[11] != 0 || inv[15] != 1 {
			t.Fatalf("last row %v", inv.Row(3))
		}
	}
	if _, ok := scene.InverseAffine(scene.Affine(mgl64.Mat3{1, 0, 0, 0, 1, 0, 0, 0, 0}, mgl64.Vec3{})); ok {
		t.Error("a flat matrix was inverted")
	}
}

func TestPolar(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 1000 {
		rot := scene.RotationMat3(randomQuat(r))
		// a symmetric positive stretch
		q := scene.RotationMat3(randomQuat(r))
		d := mgl64.Diag3(mgl64.Vec3{math.Exp(r.NormFloat64()), math.Exp(r.NormFloat64()), math.Exp(r.NormFloat64())})
		s := q.Mul3(d).Mul3(q.Transpose())
		got, stretch := scene.Polar(rot.Mul3(s))
		for i := range got {
			if math.Abs(got[i]-rot[i]) > 1e-10 || math.Abs(stretch[i]-s[i]) > 1e-9 {
				t.Fatalf("polar of R*S: R off by %g, S off by %g", got[i]-rot[i], stretch[i]-s[i])
			}
		}
		mirrored, _ := scene.Polar(rot.Mul3(mgl64.Diag3(mgl64.Vec3{-1, 1, 1})))
		if math.Abs(mirrored.Det()-1) > 1e-12 {
			t.Fatalf("determinant %g of a mirrored matrix's rotation", mirrored.Det())
		}
	}
}

func TestQuatFromMat3(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 2000 {
		q := randomQuat(r)
		if q.W < 0 {
			q = mgl64.Quat{W: -q.W, V: q.V.Mul(-1)}
		}
		g := scene.QuatFromMat3(scene.RotationMat3(q))
		if d := math.Hypot(g.W-q.W, g.V.Sub(q.V).Len()); d > 1e-12 {
			t.Fatalf("%v came back as %v", q, g)
		}
	}
}
