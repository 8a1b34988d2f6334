package scene

import (
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
)

// The short forms agree with mgl64's.
func TestQuatAgrees(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	unit := func() mgl64.Quat {
		return mgl64.Quat{W: r.NormFloat64(), V: mgl64.Vec3{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}}.Normalize()
	}
	for range 1000 {
		a, b, v := unit(), unit(), unit().V
		if got, want := MulQuat(a, b), a.Mul(b); got.Sub(want).Len() > 1e-15 {
			t.Fatalf("%v times %v: %v, want %v", a, b, got, want)
		}
		if got := MulQuat(a, ConjQuat(a)); got.Sub(mgl64.QuatIdent()).Len() > 1e-15 {
			t.Fatalf("%v and back: %v", a, got)
		}
		if got, want := RotateVec(a, v), a.Rotate(v); got.Sub(want).Len() > 1e-15 {
			t.Fatalf("%v turns %v to %v, want %v", a, v, got, want)
		}
	}
}
