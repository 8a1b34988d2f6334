package scene

import (
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
)

// TestFastMatricesAreTheSame checks, bit for bit, that the two shortcuts of the
// frame loop give what the general functions give.
func TestFastMatricesAreTheSame(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	vec := func() mgl64.Vec3 { return mgl64.Vec3{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()} }
	for range 5000 {
		x := TRS{T: vec(), R: mgl64.Quat{W: r.NormFloat64(), V: vec()}, S: vec()}
		l := RotationMat3(x.R)
		for c := range 3 {
			for k := range 3 {
				l[3*c+k] *= x.S[c]
			}
		}
		if got, want := x.Mat4(), Affine(l, x.T); got != want {
			t.Fatalf("%v: got %v, want %v", x, got, want)
		}
		a, b := x.Mat4(), TRS{T: vec(), R: mgl64.Quat{W: 1, V: vec()}, S: vec()}.Mat4()
		if got, want := MulAffine(&a, &b), a.Mul4(b); got != want {
			t.Fatalf("got %v, want %v", got, want)
		}
	}
}
