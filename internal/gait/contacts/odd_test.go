package contacts_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/gait/contacts"
	"donorlab/internal/rig/humanoid"
	"donorlab/internal/scene"
)

// TestOddClips: whatever the clip and the rig, a clear word or finite numbers.
func TestOddClips(t *testing.T) {
	base := walk{speed: 1, cadence: 1, duty: .6, strides: 1}
	nan := float32(math.NaN())
	for name, change := range map[string]func(*scene.Model){
		"plain": func(*scene.Model) {},
		"no clip": func(m *scene.Model) {
			m.Animations = nil
		},
		"one key": func(m *scene.Model) {
			for i := range m.Animations[0].Channels {
				c := &m.Animations[0].Channels[i]
				c.Times, c.Values = c.Times[:1], c.Values[:c.Width()]
			}
		},
		"no channels": func(m *scene.Model) { m.Animations[0].Channels = nil },
		"keys that are no numbers": func(m *scene.Model) {
			for i := range m.Animations[0].Channels {
				m.Animations[0].Channels[i].Values[5] = nan
			}
		},
		"all keys no numbers": func(m *scene.Model) {
			for i := range m.Animations[0].Channels {
				v := m.Animations[0].Channels[i].Values
				for k := range v {
					v[k] = nan
				}
			}
		},
		"flat":      func(m *scene.Model) { m.Nodes[0].Local.S = mgl64.Vec3{1, 0, 1} },
		"huge":      func(m *scene.Model) { m.Nodes[0].Local.S = mgl64.Vec3{1e9, 1e9, 1e9} },
		"tiny":      func(m *scene.Model) { m.Nodes[0].Local.S = mgl64.Vec3{1e-6, 1e-6, 1e-6} },
		"mirrored":  func(m *scene.Model) { m.Nodes[0].Local.S = mgl64.Vec3{-1, 1, 1} },
		"no skin":   func(m *scene.Model) { m.Skins = nil },
		"no joints": func(m *scene.Model) { m.Skins[0] = scene.Skin{} },
		"one leg": func(m *scene.Model) {
			m.Skins[0].Joints = m.Skins[0].Joints[:8]
			m.Skins[0].InverseBind = m.Skins[0].InverseBind[:8]
		},
		"thigh without length": func(m *scene.Model) { m.Nodes[6].Local.T = mgl64.Vec3{} },
		"an hour long": func(m *scene.Model) {
			for i := range m.Animations[0].Channels {
				ts := m.Animations[0].Channels[i].Times
				for k := range ts {
					ts[k] *= 3600
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			m := base.model(t)
			change(m)
			r, err := contacts.Analyse(m, 0, contacts.Options{})
			problem(t, err)
			if err == nil {
				if _, err := json.Marshal(r); err != nil { // JSON has no NaN
					t.Error(err, r)
				}
			}
			for _, rate := range []float64{-1, math.Inf(1), math.NaN(), 1e9} {
				if name == "plain" {
					if _, err := contacts.Analyse(m, 0, contacts.Options{Rate: rate}); err != nil {
						t.Error(rate, err)
					}
				}
			}
			_, rep, err := contacts.Lock(m, 0, contacts.LockOptions{Options: contacts.Options{Rate: 60}})
			problem(t, err)
			if err == nil {
				if _, err := json.Marshal(rep); err != nil {
					t.Error(err, rep)
				}
				if rep.MaxMoveMm > rep.LimitMm {
					t.Error(rep)
				}
			}
		})
	}
	m := base.model(t)
	if _, err := contacts.Analyse(m, 7, contacts.Options{}); err == nil {
		t.Error("a clip that is not there")
	}
	var none humanoid.Map // a map that knows nothing: the lowest chains are the feet
	if r, err := contacts.Analyse(m, 0, contacts.Options{Bones: &none}); err != nil || len(r.Feet) != 2 || r.Cadence != 1 {
		t.Errorf("%+v %v", r, err)
	}
}

func problem(t *testing.T, err error) {
	t.Helper()
	if err == nil {
		return
	}
	if p, ok := err.(*scene.Problem); !ok || p.Code == "" || p.Message == "" {
		t.Errorf("not a problem: %v", err)
	}
}
