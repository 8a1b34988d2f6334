package humanoid_test

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/house/corpus"
	"donorlab/internal/rig/humanoid"
	"donorlab/internal/scene"
	"donorlab/internal/scene/gltfio"
)

func read(t testing.TB, path string) *scene.Model {
	t.Helper()
	m, err := gltfio.Read(context.Background(), path, gltfio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// stripped returns the model with all names empty.
func stripped(m *scene.Model) *scene.Model {
	c := *m
	c.Nodes = append([]scene.Node(nil), m.Nodes...)
	for i := range c.Nodes {
		c.Nodes[i].Name = ""
	}
	return &c
}

// expectation is what a person who looked at the skeleton says.
type expectation struct {
	Walks      bool
	Skeleton   string
	Bones      map[string]string // by slot; a slot that is not there is to stay empty
	Stripped   map[string]string // where the shape alone says another bone, as well
	Detached   []string
	FootInShin bool
}

// TestCorpusHumanoids holds the finder to what was written down by hand, with
// the names and without.
func TestCorpusHumanoids(t *testing.T) {
	dir := corpus.Path(t, "humanoids")
	data, err := os.ReadFile("testdata/humanoids.json")
	if err != nil {
		t.Fatal(err)
	}
	var want map[string]expectation
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.glb"))
	if err != nil || len(files) == 0 {
		t.Fatal("no humanoids", err)
	}
	for _, file := range files {
		name := filepath.Base(file)
		exp, ok := want[name]
		if !ok {
			t.Errorf("%s is not in testdata/humanoids.json: write its bones down", name)
			continue
		}
		m := read(t, file)
		t.Run(name, func(t *testing.T) { compare(t, m, m, exp, nil) })
		t.Run(name+" stripped", func(t *testing.T) { compare(t, m, stripped(m), exp, exp.Stripped) })
	}
}

func compare(t *testing.T, named, m *scene.Model, exp expectation, also map[string]string) {
	got, problems := humanoid.Find(m, humanoid.MainSkin(m), nil)
	for _, p := range problems {
		if exp.Walks {
			t.Errorf("a problem with a good rig: %s", p.Error())
		}
	}
	if ok, why := got.Walkable(); ok != exp.Walks {
		t.Errorf("walkable %v (%s), want %v", ok, why, exp.Walks)
	}
	for s := range humanoid.SlotCount {
		want := exp.Bones[s.String()]
		if w, ok := also[s.String()]; ok {
			want = w
		}
		have := ""
		if n := got.Node(s); n >= 0 {
			have = named.Nodes[n].Name
		}
		if have != want {
			t.Errorf("%s is %q, want %q (%s)", s, have, want, got.Bones[s].Why)
		}
		if got.Bones[s].Why == "" {
			t.Errorf("%s does not say why", s)
		}
		if want := slices.Contains(exp.Detached, s.String()); got.Bones[s].Detached != want {
			t.Errorf("%s detached %v, want %v", s, got.Bones[s].Detached, want)
		}
	}
	if !exp.Walks {
		return
	}
	r := &got.Rest
	if r.Up != (mgl64.Vec3{0, 1, 0}) || r.Forward != (mgl64.Vec3{0, 0, 1}) || r.Left != (mgl64.Vec3{1, 0, 0}) {
		t.Errorf("stands up %v forward %v left %v: the corpus faces +Z", r.Up, r.Forward, r.Left)
	}
	for side, l := range r.Legs {
		if l.FootInShin != exp.FootInShin {
			t.Errorf("leg %d: foot in shin %v", side, l.FootInShin)
		}
		if (l.Hip[0] > 0) != (side == 0) || !(l.AnkleHeight >= 0) || !(l.Toe > 0) || !(l.Heel >= 0) || l.Thigh <= 0 || l.Shin <= 0 {
			t.Errorf("leg %d: %+v", side, l)
		}
		if h := l.Sole.Dot(r.Up); math.Abs(h-r.Ground) > .02*r.LegLength {
			t.Errorf("leg %d stands at %.4f, the ground is at %.4f", side, h, r.Ground)
		}
	}
	if r.HipHeight < .8*r.LegLength || r.HipHeight > 1.4*r.LegLength || r.Height < 1.3*r.HipHeight {
		t.Errorf("leg %.3f, hips at %.3f, height %.3f", r.LegLength, r.HipHeight, r.Height)
	}
}

// TestCreatures: what stands on four legs is told so, two legs of any animal
// may walk.
func TestCreatures(t *testing.T) {
	dir := corpus.Path(t, "")
	for name, four := range map[string]bool{"creatures/Fox.glb": true, "creatures/Wolf.glb": true, "creatures/Horse.glb": true,
		"creatures/Cow.glb": true, "creatures/ShibaInu.glb": true, "creatures/Spider.glb": true, "creatures/Trex.glb": false, "vehicles/George.glb": false} {
		for _, m := range []*scene.Model{read(t, filepath.Join(dir, name)), stripped(read(t, filepath.Join(dir, name)))} {
			got, _ := humanoid.Find(m, humanoid.MainSkin(m), nil)
			ok, why := got.Walkable()
			if got.FourLegs != four || ok == four {
				t.Errorf("%s (named %v): four legs %v, walkable %v %s", name, m.Nodes[0].Name != "", got.FourLegs, ok, why)
			}
		}
	}
}
