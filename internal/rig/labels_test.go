package rig

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/house/corpus"
	"donorlab/internal/house/racing"
	"donorlab/internal/samples"
	"donorlab/internal/scene"
	"donorlab/internal/scene/gltfio"
)

type vehicleTruth struct {
	Rest     Role            `json:"rest"`
	Roles    map[string]Role `json:"roles"`
	Prefixes map[string]Role `json:"prefixes"`
	Front    *mgl64.Vec3     `json:"front"`
}

func (v *vehicleTruth) of(name string) Role {
	if r, ok := v.Roles[name]; ok {
		return r
	}
	name, _, _ = strings.Cut(name, "#")
	if r, ok := v.Roles[name]; ok {
		return r
	}
	for p, r := range v.Prefixes {
		if strings.HasPrefix(name, p) {
			return r
		}
	}
	return v.Rest
}

// The roles that the targets hold for, of every table.
var heldRoles = []Role{Rotor, TailRotor, Wheel}

func hold(t *testing.T, what string, all *tally) {
	t.Helper()
	for _, r := range heldRoles {
		if all.recall(r) < 0.9 || all.precision(r) < 0.95 {
			t.Errorf("%s: %s: recall %.3f (0.9 is the least), precision %.3f (0.95 is the least)", what, r, all.recall(r), all.precision(r))
		}
	}
}

// Every vehicle of the corpus against the labels made by hand, with names and
// without.
func TestCorpusLabels(t *testing.T) {
	racing.Plain(t)
	raw, err := os.ReadFile(filepath.Join("testdata", "vehicles.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Vehicles map[string]*vehicleTruth
		Refused  map[string]string
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob(filepath.Join(corpus.Path(t, "vehicles"), "*.gl*"))
	seen := 0
	for _, strip := range []bool{false, true} {
		var all tally
		for _, path := range files {
			name := filepath.Base(path)
			m, err := gltfio.Read(context.Background(), path, gltfio.Options{})
			if code, refused := file.Refused[name]; refused {
				var p *scene.Problem
				if !errors.As(err, &p) || p.Code != code {
					t.Errorf("%s: %v, want %s", name, err, code)
				}
				continue
			}
			truth := file.Vehicles[name]
			if err != nil || truth == nil {
				t.Errorf("%s: no label, or not read: %v", name, err)
				continue
			}
			seen++
			p := mustProbe(t, m, ProbeOptions{StripNames: strip, Target: General})
			named := mustProbe(t, m, ProbeOptions{Target: General})
			helpers := map[int]bool{}
			for i := range named.Parts {
				if named.Parts[i].Helper {
					helpers[named.Parts[i].Nodes[0]] = true
				}
			}
			for i := range p.Parts {
				q := &p.Parts[i]
				if helpers[q.Nodes[0]] {
					continue
				}
				want := truth.of(q.Name)
				all.row(want, q.Guess)
				if q.Guess != want {
					t.Logf("%s, names stripped %v: %s is %s (%.2f, %s), want %s: %s", name, strip, q.Name, q.Guess, q.Confidence, q.Kind, want, q.Reason)
				}
			}
			if truth.Front != nil && p.Forward.Sub(*truth.Front).Len() > 0.1 {
				t.Errorf("%s: faces %.2f (%s), want %.2f", name, p.Forward, p.ForwardWhy, *truth.Front)
			}
		}
		t.Logf("corpus, names stripped %v\n%s", strip, all.table())
		hold(t, "corpus, names stripped "+strconv.FormatBool(strip), &all)
	}
	if seen != 2*len(file.Vehicles) {
		t.Errorf("%d of %d labelled vehicles were there", seen/2, len(file.Vehicles))
	}
}

// The samples as a general vehicle: their wheels and gun too.
func TestSampleLabels(t *testing.T) {
	m, truth := samples.StealthHelicopter(), samples.StealthTruth()
	role := map[samples.Label]Role{samples.LabelMain: Rotor, samples.LabelMain2: Rotor, samples.LabelTail: TailRotor, samples.LabelWheel: Wheel, samples.LabelGun: Edgecase}
	for _, strip := range []bool{false, true} {
		p := mustProbe(t, m, ProbeOptions{StripNames: strip, Target: General})
		all := judgeRows(p, func(node, prim, tri int) Role { return role[truth.Labels[node][prim][tri]] }, func(q *Part, want Role) {
			t.Logf("names stripped %v: %s is %s (%.2f, %s), want %s: %s", strip, q.Name, q.Guess, q.Confidence, q.Kind, want, q.Reason)
		})
		t.Logf("sample, names stripped %v\n%s", strip, all.table())
		hold(t, "sample", &all)
	}
}

// Generated vehicles that classification was not developed on: the seeds from 1
// to 99 are for development. LAB_FLEET_SEEDS=n judges n machines of each kind.
func TestFleet(t *testing.T) {
	racing.Plain(t)
	n := 2
	if s := os.Getenv("LAB_FLEET_SEEDS"); s != "" {
		v, err := strconv.Atoi(s)
		if err != nil || v < 1 {
			t.Fatalf("LAB_FLEET_SEEDS=%q is no number of machines", s)
		}
		n = v
	}
	var seeds []uint64
	for i := range n {
		seeds = append(seeds, 1000+uint64(i)*17)
	}
	for _, strip := range []bool{true, false} {
		if !strip {
			seeds = seeds[:1+len(seeds)/4]
		}
		all := judgeFleet(t, seeds, strip)
		t.Logf("fleet, %d machines of each of %d kinds, names stripped %v\n%s", len(seeds), len(fleetKinds), strip, all.table())
		hold(t, "fleet, names stripped "+strconv.FormatBool(strip), &all)
	}
}
