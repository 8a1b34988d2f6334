package gait_test

import (
	"math"
	"testing"

	"donorlab/internal/gait"
	"donorlab/internal/house/corpus"
	"donorlab/internal/scene"
)

// TestNoJump: in a steady gait in any direction no bone is turned in no time. What
// moves, turns less the shorter the tick; what jumps does not.
func TestNoJump(t *testing.T) {
	m, rig := load(t, corpus.Path(t, "humanoids/mannequiny.glb"))
	pr := gait.Defaults()
	pr.BreathAngle, pr.SwayAmount = 0, 0
	for _, speed := range []float64{.8, 1.6, 5.08} {
		for deg := 0.0; deg < 360; deg += 45 {
			coarse, _ := largestTurn(m, rig, &pr, speed, deg, 1./1920)
			fine, where := largestTurn(m, rig, &pr, speed, deg, 1./7680)
			t.Logf("%.2f m/s toward %3.0f: %.3f deg in 0.52 ms, %.3f in 0.13 ms (%s)", speed, deg, coarse, fine, where)
			if fine > .35 {
				t.Errorf("%.2f m/s toward %.0f: %s jumps by %.2f degrees in an eighth of a millisecond, %.2f in a half", speed, deg, where, fine, coarse)
			}
		}
	}
}

// largestTurn is the largest turn of any bone in one tick of a stride of a steady
// gait, degrees, and which bone it is.
func largestTurn(m *scene.Model, rig *gait.Rig, pr *gait.Preferences, speed, deg, dt float64) (worst float64, where string) {
	p := gait.NewPawn(rig)
	p.Prefs, p.Scale = pr, 1
	s, c := math.Sincos(deg * math.Pi / 180)
	var at gait.Motion
	step := func(dt float64) {
		at.Position[0] += speed * s * dt
		at.Position[2] += speed * c * dt
		p.Tick(dt, at)
	}
	p.Tick(0, at)
	for range 5 * gait.Rate {
		step(1. / gait.Rate)
	}
	for range 40 { // what the shorter tick changes has settled
		step(dt)
	}
	last, pose := p.Pose(m.RestPose()), m.RestPose()
	for end := p.Clock.Strides + 1; p.Clock.Strides < end; {
		step(dt)
		pose = p.Pose(pose)
		for n := range pose {
			q := pose[n].R.Mul(last[n].R.Conjugate())
			if a := 2 * math.Asin(math.Min(1, q.V.Len())) * 180 / math.Pi; a > worst {
				worst, where = a, m.Nodes[n].Name
			}
		}
		copy(last, pose)
	}
	return worst, where
}
