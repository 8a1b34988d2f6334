package contacts_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/clip"
	"donorlab/internal/gait/contacts"
	"donorlab/internal/scene"
)

// made is a cycle that is made of a clip's first stride.
type made struct {
	s   *clip.Sampler
	way mgl64.Vec3
}

func (c made) Duration() float64               { return c.s.Duration() }
func (c made) Pose(t float64, pose scene.Pose) { c.s.Pose(t, pose) }
func (c made) Travel() mgl64.Vec3              { return c.way }

func TestBakeCycle(t *testing.T) {
	for _, scale := range []float64{1, 10} {
		w := walk{speed: 1.3, cadence: .9, duty: .62, strides: 1, fps: 240, scale: scale}
		m := w.model(t)
		s, err := clip.NewSampler(m, 0)
		if err != nil {
			t.Fatal(err)
		}
		c := made{s, mgl64.Vec3{0, 0, 1.3 / .9 * scale}}
		keys := 0
		for _, limit := range []float64{5, 1} {
			for _, root := range []bool{false, true} {
				a, rep, err := contacts.BakeCycle(m, c, contacts.CycleOptions{MaxErrorMm: limit * scale, RootMotion: root, Root: 1, Cycles: 2})
				if err != nil {
					t.Fatal(err)
				}
				if rep.JointErrorMm > limit*scale {
					t.Errorf("a joint is %.3f mm off, allowed were %.3f", rep.JointErrorMm, limit*scale)
				}
				if limit == 5 && !root {
					keys = rep.Keys
				} else if limit == 1 && !root && rep.Keys <= keys {
					t.Errorf("%d keys for a fifth of the error, %d for all of it", rep.Keys, keys)
				}
				if rep.Keys > rep.Frames*rep.Channels/2 {
					t.Errorf("%d keys of %d samples: little was left out", rep.Keys, rep.Frames*rep.Channels)
				}
				out := clip.WithClips(m, a)
				if err := out.Check(); err != nil {
					t.Fatal(err)
				}
				first, last := m.World(nil, clip.Sample(out, 0, 0, nil), nil), m.World(nil, clip.Sample(out, 0, a.Duration(), nil), nil)
				for n := range first {
					d := scene.Position(last[n]).Sub(scene.Position(first[n]))
					want := mgl64.Vec3{}
					if root && n > 0 {
						want[2] = 2 * c.way[2]
					}
					if d.Sub(want).Len() > 2e-6*scale+2*limit*scale/1000*b2f(root) {
						t.Errorf("node %d ends %v from where it began, want %v", n, d, want)
					}
				}
				r, err := contacts.Analyse(out, 0, contacts.Options{})
				if err != nil {
					t.Fatal(err)
				}
				if limit == 1 {
					near(t, "stride", r.Stride, 1.3/.9*scale, .01*1.3/.9*scale)
					near(t, "cadence", r.Cadence, .9, .01)
					if r.InPlace == root {
						t.Error("in place", r.InPlace)
					}
				}
			}
		}
	}
}

func b2f(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

type still struct{ made }

func (still) Duration() float64 { return 0 }

func TestBakeCycleRefuses(t *testing.T) {
	m := walk{speed: 1, cadence: 1, duty: .6, strides: 1}.model(t)
	s, _ := clip.NewSampler(m, 0)
	c := made{s: s}
	for name, f := range map[string]func() error{
		"no duration": func() error { _, _, err := contacts.BakeCycle(m, still{c}, contacts.CycleOptions{}); return err },
		"no root": func() error {
			_, _, err := contacts.BakeCycle(m, c, contacts.CycleOptions{RootMotion: true, Root: -1})
			return err
		},
		"cycles": func() error { _, _, err := contacts.BakeCycle(m, c, contacts.CycleOptions{Cycles: 1e6}); return err },
		"rate": func() error {
			_, _, err := contacts.BakeCycle(m, c, contacts.CycleOptions{Rate: math.Inf(1)})
			return err
		},
	} {
		if p, ok := f().(*scene.Problem); !ok || p.Code == "" || p.Remedy == "" {
			t.Errorf("%s: %v", name, f())
		}
	}
}
