package lab

import (
	"context"
	"math"
	"testing"

	"donorlab/internal/gait/contacts"
	"donorlab/internal/house/corpus"
)

// TestBakeWalk: the built-in walk as a clip is, measured from outside, a walk at
// the speed asked for, whose feet stay where they are put.
func TestBakeWalk(t *testing.T) {
	m, err := Load(context.Background(), corpus.Path(t, "humanoids/mannequiny.glb"), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, root := range []bool{false, true} {
		for _, toward := range []float64{0, 90, 180} {
			out, a, err := BakeWalk(context.Background(), m, nil, WalkOptions{Speed: 1.6, TowardDeg: toward, RootMotion: root, MaxErrorMm: .5})
			if err != nil {
				t.Fatal(err)
			}
			if len(out.Animations) != len(m.Animations)+1 || a.JointErrorMm > .5 || a.MaxErrorMm > .5 || len(a.Warnings) > 0 {
				t.Errorf("%d clips, %+v", len(out.Animations), a)
			}
			r, err := contacts.Analyse(out, len(out.Animations)-1, contacts.Options{})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("toward %.0f: %d keys of %d samples, off %.2f mm; cadence %.3f stride %.3f speed %.3f skate %.2f mm", toward, a.Keys, a.Frames*a.Channels, a.JointErrorMm, r.Cadence, r.Stride, r.Speed, r.SkateMm)
			// The heel that is measured is the mesh's; the walk rolls over its own, a little apart.
			if !r.Loops || r.InPlace == root || math.Abs(r.Speed-1.6) > .03 || math.Abs(r.Stride-a.Stride) > .02*a.Stride || r.SkateMm > 30 {
				t.Errorf("toward %.0f root %v: %+v", toward, root, r)
			}
		}
	}
	// An error that cannot be kept is said, and not only a figure.
	if _, a, err := BakeWalk(context.Background(), m, nil, WalkOptions{Speed: 1.6, MaxErrorMm: 1e-9}); err != nil || len(a.Warnings) != 1 || a.Warnings[0].Code != "BAKE_ERROR" {
		t.Errorf("%+v, %v", a, err)
	}
	for _, speed := range []float64{0, -1, math.NaN(), 1e6} {
		if _, _, err := BakeWalk(context.Background(), m, nil, WalkOptions{Speed: speed}); err == nil {
			t.Error("speed", speed)
		}
	}
}
