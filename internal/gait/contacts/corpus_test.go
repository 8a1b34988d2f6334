package contacts_test

import (
	"context"
	"path"
	"strings"
	"testing"

	"donorlab/internal/clip"
	"donorlab/internal/gait/contacts"
	"donorlab/internal/house/corpus"
	"donorlab/internal/scene"
	"donorlab/internal/scene/gltfio"
)

// sane is what a person who watched the clip says of it, with room. All these
// walk on a treadmill, and their feet slide on it as their makers left them.
type sane struct {
	file, clip string
	feet       int
	strides    float64 // in the clip
	duty       [2]float64
}

var watched = []sane{
	{"humanoids/Knight.glb", "Walking_A", 2, 1, [2]float64{.4, .75}},
	{"humanoids/Knight.glb", "Running_A", 2, 1, [2]float64{.08, .45}},
	{"humanoids/Knight.glb", "Running_Strafe_Left", 2, 1, [2]float64{.08, .45}},
	{"humanoids/KnightCharacter.glb", "Walking", 2, 1, [2]float64{.4, .75}},
	{"humanoids/KnightCharacter.glb", "Run", 2, 1, [2]float64{.08, .45}},
	{"humanoids/robot.glb", "Robot_Walking", 2, 1, [2]float64{.35, .75}},
	{"humanoids/robot.glb", "Robot_Running", 2, 1, [2]float64{.05, .45}},
	{"creatures/Fox.glb", "Walk", 4, 1, [2]float64{.25, .75}},
	{"creatures/Fox.glb", "Run", 4, 1, [2]float64{.05, .5}},
	{"creatures/Horse.glb", "Walk", 4, 1, [2]float64{.35, .75}},
	{"creatures/Trex.glb", "TRex_Walk", 2, 1, [2]float64{.35, .75}},
}

func read(t *testing.T, name string) *scene.Model {
	t.Helper()
	m, err := gltfio.Read(context.Background(), corpus.Path(t, name), gltfio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func find(t *testing.T, m *scene.Model, name string) int {
	t.Helper()
	for i := range m.Animations {
		if n := m.Animations[i].Name; n == name || strings.HasSuffix(n, "|"+name) {
			return i
		}
	}
	t.Fatalf("%s has no clip %q", m.Name, name)
	return -1
}

func TestCorpusClips(t *testing.T) {
	for _, w := range watched {
		t.Run(path.Base(w.file)+" "+w.clip, func(t *testing.T) {
			m := read(t, w.file)
			r, err := contacts.Analyse(m, find(t, m, w.clip), contacts.Options{})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%.2f s, loops %v, ground %.2f, speed %.2f, cadence %.2f, stride %.2f, duty %.2f, skate %.0f mm", r.Duration, r.Loops, r.GroundVelocity, r.Speed, r.Cadence, r.Stride, r.DutyFactor, r.SkateMm)
			if len(r.Feet) != w.feet {
				t.Errorf("%d feet, want %d", len(r.Feet), w.feet)
			}
			if !r.Loops || !r.InPlace {
				t.Error("loops", r.Loops, "in place", r.InPlace)
			}
			near(t, "strides", r.Cadence*r.Duration, w.strides, 1e-9)
			near(t, "stride", r.Stride, r.Speed/r.Cadence, 1e-9+.01*r.Stride)
			for _, f := range r.Feet {
				if f.DutyFactor < w.duty[0] || f.DutyFactor > w.duty[1] {
					t.Errorf("%s is down %.2f of the time: %v", f.Name, f.DutyFactor, f.Contacts)
				}
			}
		})
	}
}

// TestCorpusStanding: who stands does not walk, and slides by next to nothing.
func TestCorpusStanding(t *testing.T) {
	for _, c := range [][2]string{{"humanoids/Knight.glb", "Idle"}, {"creatures/Fox.glb", "Survey"}, {"creatures/Wolf.glb", "Idle"}, {"humanoids/robot.glb", "Robot_Wave"}} {
		m := read(t, c[0])
		r, err := contacts.Analyse(m, find(t, m, c[1]), contacts.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if r.InPlace || r.Cadence != 0 || r.Stride != 0 || r.DutyFactor < .97 || r.SkateMm > 5 {
			t.Errorf("%v: %+v", c, r)
		}
	}
}

// TestEveryCorpusClip finds nothing that it stumbles over, and tells the same
// twice.
func TestEveryCorpusClip(t *testing.T) {
	for _, name := range []string{"humanoids/boxman.glb", "humanoids/mannequiny.glb", "creatures/Spider.glb", "creatures/Snake.glb", "creatures/Tuna.glb", "vehicles/Tank3.glb", "creatures/bird-animations.glb"} {
		m := read(t, name)
		for a := range m.Animations {
			if a == 6 {
				break
			}
			r, err := contacts.Analyse(m, a, contacts.Options{Rate: 60})
			if err != nil {
				if p, ok := err.(*scene.Problem); !ok || p.Code != "NO_FEET" && p.Code != "CLIP_STILL" {
					t.Error(name, m.Animations[a].Name, err)
				}
				continue
			}
			for _, f := range r.Feet {
				for _, c := range f.Contacts {
					if !(c.From >= 0 && c.To > c.From && c.From < r.Duration && c.To < 2*r.Duration+1e-9 && c.SkateMm >= 0) {
						t.Errorf("%s %s: %+v", name, r.Clip, c)
					}
				}
			}
		}
	}
}

// TestCorpusLock mends the slide of walks made by hand.
func TestCorpusLock(t *testing.T) {
	for _, w := range watched {
		if w.feet > 2 || !strings.Contains(w.clip, "Walk") && w.clip != "Running_A" {
			continue
		}
		m := read(t, w.file)
		a := find(t, m, w.clip)
		out, rep, err := contacts.Lock(m, a, contacts.LockOptions{MaxMoveMm: -1})
		if err != nil {
			t.Fatal(err)
		}
		_, some, err := contacts.Lock(m, a, contacts.LockOptions{})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s %s: skate %.1f -> %.2f mm, joints moved %.1f mm, %d keys; within %.0f mm: %.1f", path.Base(w.file), w.clip, rep.Before, rep.After, rep.MaxMoveMm, rep.Keys, some.LimitMm, some.After)
		if rep.After > .35*rep.Before+1 {
			t.Errorf("%s %s: skate %.1f -> %.1f mm", w.file, w.clip, rep.Before, rep.After)
		}
		if some.MaxMoveMm > some.LimitMm || some.After > some.Before+.5 {
			t.Errorf("%s %s: moved %.1f of %.1f, skate %.1f -> %.1f", w.file, w.clip, some.MaxMoveMm, some.LimitMm, some.Before, some.After)
		}
		if err := clip.WithClips(m, out).Check(); err != nil {
			t.Error(err)
		}
	}
}
