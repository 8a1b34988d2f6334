package rig

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/house/corpus"
	"donorlab/internal/scene"
	"donorlab/internal/scene/gltfio"
)

func loadCorpus(t testing.TB, name string) *scene.Model {
	t.Helper()
	m, err := gltfio.Read(context.Background(), corpus.Path(t, name), gltfio.Options{})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return m
}

// corpusRotors says how many rotors each vehicle of the corpus has: main rotors
// and propellers, then tail rotors.
var corpusRotors = map[string][2]int{"heli.glb": {1, 1}, "airplane.glb": {1, 0}}

// Every vehicle of the corpus can be probed, with names and without, and only
// the helicopter and the aeroplane have rotors.
func TestProbeCorpusVehicles(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(corpus.Path(t, "vehicles"), "*.gl*"))
	for _, f := range files {
		name := filepath.Base(f)
		m, err := gltfio.Read(context.Background(), f, gltfio.Options{})
		if err != nil {
			var p *scene.Problem
			if !errors.As(err, &p) || p.Remedy == "" {
				t.Errorf("%s: refused without a remedy: %v", name, err)
			}
			continue
		}
		for _, strip := range []bool{false, true} {
			p, err := Probe(context.Background(), m, ProbeOptions{StripNames: strip, Target: General})
			if err != nil {
				t.Errorf("%s: %v", f, err)
				continue
			}
			var got [2]int
			for i := range p.Hubs {
				h := &p.Hubs[i]
				got[btoi(h.Role == TailRotor)]++
				t.Logf("%s strip %v: %s %s %.2f axle %.3f at %.3f R %.3f, %d blades, parts %v", name, strip, h.Role, h.Kind, h.Confidence, h.Axle, h.Center, h.Radius, h.Blades, h.Parts)
			}
			if got != corpusRotors[name] {
				t.Errorf("%s, strip %v: %v rotors, want %v", name, strip, got, corpusRotors[name])
			}
			for i := range p.Parts {
				if q := &p.Parts[i]; strip && i < 40 && q.Guess != Body {
					t.Logf("   %3d %-22s %5d v %-9s %.2f %s", i, q.Name, q.Vertices, q.Guess, q.Confidence, q.Reason)
				}
			}
		}
	}
}

// The corpus helicopter: rotors called Cube.004 and Cube.002 under turned
// empties, whose local X is the axle; collision shapes are left out.
func TestCorpusHelicopter(t *testing.T) {
	m := loadCorpus(t, filepath.Join("vehicles", "heli.glb"))
	world := m.World(nil, nil, nil)
	for _, strip := range []bool{false, true} {
		p := mustProbe(t, m, ProbeOptions{StripNames: strip})
		roles := map[string]Role{}
		for i := range p.Parts {
			roles[m.Nodes[p.Parts[i].Nodes[0]].Name] = p.Parts[i].Role
		}
		for name, want := range map[string]Role{"Cube.004": Rotor, "Cube.002": TailRotor, "Cube": Body, "door_L": Body, "Cube.006": Ignore, "Sphere.007": Ignore} {
			if roles[name] != want {
				t.Errorf("strip %v: %s is %s, want %s", strip, name, roles[name], want)
			}
		}
		for n, node := range []int{4, 2} {
			axle := world[node].Col(0).Vec3().Normalize()
			if d := degBetween(p.Hubs[n].Axle, axle); d > 0.5 {
				t.Errorf("strip %v: hub %d axle %.2f deg off", strip, n, d)
			}
			if d := offAxis(scene.Position(world[node]), p.Hubs[n].Center, p.Hubs[n].Axle); d > 0.02 {
				t.Errorf("strip %v: hub %d is %.3f m beside the axle", strip, n, d)
			}
		}
		if p.Hubs[0].Axle[1] < 0 || p.Hubs[1].Axle[0] < 0 {
			t.Errorf("axles point down or right: %v", p.Hubs)
		}
		if !hasFinding(p.Findings, "HELPERS_IGNORED") {
			t.Errorf("no note about the collision shapes: %v", p.Findings)
		}
		g := mustGenerate(t, m, p, nil, GenerateOptions{})
		if len(g.Bones) != 4 {
			t.Errorf("bones %v", g.Bones)
		}
	}
}

// The corpus helicopter as one mesh, which is what our own rig of it is: the
// rotors are found among its loose pieces, wherever it stands.
func TestCorpusHelicopterMerged(t *testing.T) {
	m := loadCorpus(t, filepath.Join("vehicles", "heli.glb"))
	g := mustGenerate(t, m, mustProbe(t, m, ProbeOptions{}), nil, GenerateOptions{})
	p := mustProbe(t, g.Model, ProbeOptions{StripNames: true})
	if !p.Rigged || !hasFinding(p.Findings, "ALREADY_RIGGED") {
		t.Error("the rig is not seen to be one")
	}
	bare := *g.Model
	bare.Skins = nil
	bare.Nodes = []scene.Node{{Local: scene.Identity(), Mesh: scene.Some(0)}}
	bare.Roots = []int{0}
	for _, tr := range []scene.TRS{
		scene.Identity(),
		{T: mgl64.Vec3{1e4, 0, -1e4}, R: mgl64.QuatRotate(2.2, mgl64.Vec3{0, 1, 0}), S: mgl64.Vec3{-0.01, 0.01, 0.01}},
		{R: mgl64.QuatRotate(-1.5, mgl64.Vec3{0, 1, 0}), S: mgl64.Vec3{100, 100, 100}},
	} {
		bare.Nodes[0].Local = tr
		q := mustProbe(t, &bare, ProbeOptions{StripNames: true})
		if len(q.Hubs) != 2 || q.Hubs[0].Role != Rotor || q.Hubs[1].Role != TailRotor {
			t.Fatalf("%+v: hubs %+v", tr, q.Hubs)
		}
		for n, axle := range []mgl64.Vec3{{0, 1, 0}, {1, 0, 0}} {
			want := scene.LinearPart(tr.Mat4()).Mul3x1(axle).Normalize()
			if d := degBetween(q.Hubs[n].Axle, want); d > 0.5 {
				t.Errorf("%+v: hub %d axle %.2f deg off", tr, n, d)
			}
		}
	}
}
