package lab

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// TestWalkerWide has a body of 1 m with a sword held out 1.4 m to one side: the
// picture is at least 2.8 m wide, whichever way it is turned.
func TestWalkerWide(t *testing.T) {
	box := scene.Box{Min: mgl64.Vec3{-1.4, 0, -0.2}, Max: mgl64.Vec3{0.4, 1, 0.3}}
	if got := walkerWide(box); math.Abs(got-2.8) > 1e-12 {
		t.Errorf("%g, want 2.8", got)
	}
	s := &walkStage{height: 1, wide: walkerWide(box), shot: Shot{Width: 100, Height: 100}, ground: walkGround{}}
	cam := s.camera(&walkCamera{})
	seen := 2 * cam.Distance * math.Tan(walkerFov/2*math.Pi/180)
	if seen < 2.8 {
		t.Errorf("the picture holds %.2f m, the body 2.8 m", seen)
	}
}
