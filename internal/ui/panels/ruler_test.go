package panels

import "testing"

// Labels stand on ticks and are further apart than they are wide, whatever the
// scale; ticks do not run together.
func TestRulerSteps(t *testing.T) {
	for _, perFrame := range []float64{1e-7, 0.001, 0.03, 0.4, 1, 3.3, 7, 12, 40, 300} {
		for _, width := range []float64{18, 25, 60} {
			tick, label := rulerSteps(perFrame, width, 5)
			if tick < 1 || label < tick || label%tick != 0 {
				t.Errorf("%v pixels a frame: a tick every %d, a label every %d", perFrame, tick, label)
			}
			if float64(label)*perFrame < width && label < 1e9 {
				t.Errorf("%v pixels a frame: labels of %v pixels every %v", perFrame, width, float64(label)*perFrame)
			}
			if float64(tick)*perFrame < 5 && tick < 1e9 {
				t.Errorf("%v pixels a frame: ticks every %v pixels", perFrame, float64(tick)*perFrame)
			}
			if perFrame >= 1 && float64(label)*perFrame > 5*width+perFrame*5 {
				t.Errorf("%v pixels a frame: labels only every %v pixels", perFrame, float64(label)*perFrame)
			}
		}
	}
	if tick, _ := rulerSteps(0, 10, 5); tick != 0 {
		t.Error("a ruler of no width has ticks")
	}
}
