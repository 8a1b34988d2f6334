package lab

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/clip"
	"donorlab/internal/rig"
	"donorlab/internal/samples"
	"donorlab/internal/scene"
)

// rigOf is what Generate makes of a model, and the sample donor.
func rigOf(t *testing.T, m *scene.Model) (*Rigged, *Donor) {
	t.Helper()
	ctx := context.Background()
	r := rig.NewRecipe()
	p, err := Probe(ctx, m, r, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	g, err := GenerateRigBy(ctx, m, p, r, rig.GenerateOptions{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	d, err := LoadDonor(ctx, SampleDonor, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	return g, d
}

// placed is the sample under a node that moves and turns it.
func placed(t scene.TRS) *scene.Model { return under(samples.StealthHelicopter(), t) }

// under is a model under a node that moves and turns it.
func under(of *scene.Model, t scene.TRS) *scene.Model {
	m := *of
	m.Nodes = append([]scene.Node{}, m.Nodes...)
	root := len(m.Nodes)
	for _, n := range m.Roots {
		m.Nodes[n].Parent = scene.Some(root)
	}
	m.Nodes = append(m.Nodes, scene.Node{Name: "place", Local: t, Children: m.Roots})
	m.Roots = []int{root}
	return &m
}

// A clip that is further off than it may be says so, and why.
func TestBakeError(t *testing.T) {
	far := scene.Identity()
	far.T = mgl64.Vec3{50000, 0, 0}
	near, d := rigOf(t, placed(scene.Identity()))
	away, _ := rigOf(t, placed(far))
	for _, c := range []struct {
		name  string
		g     *Rigged
		limit float64
		fix   string // "" for no finding
	}{
		{"at the origin", near, 0, ""},
		{"50 km away", away, 0, "move the model to the origin"},
		{"50 km away, as far off as it will", away, -1, ""},
		{"a limit out of reach", near, 1e-7, "allow a larger error"},
	} {
		b, err := Bake(context.Background(), c.g, ClipRef{}, d, clip.BakeOptions{MaxErrorMm: c.limit})
		if err != nil {
			t.Fatal(err)
		}
		if c.fix == "" {
			if len(b.Findings) != 0 || len(b.Answer().Findings) != 0 || b.Answer().Findings == nil {
				t.Errorf("%s: %v", c.name, b.Findings)
			}
			continue
		}
		if len(b.Findings) != 1 || b.Findings[0].Code != "BAKE_ERROR" || b.Findings[0].Severity != scene.Warning || !strings.Contains(b.Findings[0].Fix, c.fix) {
			t.Errorf("%s: %.4g mm off: %v", c.name, b.Report.MaxErrorMm, b.Findings)
		}
	}
}

// A rig that faces backwards is said to, once, and its fan is not called
// backwards beside that.
func TestCheckOfARigThatFacesAway(t *testing.T) {
	away := scene.Identity()
	away.R = mgl64.QuatRotate(mgl64.DegToRad(180), mgl64.Vec3{0, 1, 0})
	g, d := rigOf(t, placed(away))
	r := Check(g, d)
	if r.State != rig.Holds {
		t.Errorf("%s: %v", r.State, r.Findings)
	}
	n := 0
	for _, f := range g.Rig.Findings {
		if f.Code == "FACES_AWAY" {
			n++
			if !strings.Contains(f.Fix, "yaw 180 ") {
				t.Error(f)
			}
		}
	}
	if n != 1 {
		t.Errorf("FACES_AWAY is said %d times: %v", n, g.Rig.Findings)
	}
}

// An export passes on that its clip is further off than it may be: in the window
// and in the pack that an entry asks for.
func TestExportPassesBakeErrorOn(t *testing.T) {
	ctx := t.Context()
	dir := t.TempDir()
	far := scene.Identity()
	far.T = mgl64.Vec3{50000, 0, 0}
	file, entry := filepath.Join(dir, "far.glb"), filepath.Join(dir, "far.entry.json")
	if err := WriteModel(file, under(toy(nil, "hull", "blade"), far)); err != nil {
		t.Fatal(err)
	}
	told := func(list []scene.Problem) bool {
		return slices.ContainsFunc(list, func(p scene.Problem) bool {
			return p.Code == "BAKE_ERROR" && p.Severity == scene.Warning && strings.Contains(p.Remedy, "origin")
		})
	}
	s := New(Options{ConfigDir: t.TempDir(), CacheDir: t.TempDir()})
	defer s.Close()
	s.Open(file)
	if err := s.Idle(ctx); err != nil {
		t.Fatal(err)
	}
	s.Mark(rig.Rotor, partNamed(s, "blade"))
	s.SetUseDonorClip(true)
	if err := s.Wait(ctx, s.ExportPack(filepath.Join(dir, "Pack"))); err != nil {
		t.Fatal(err)
	}
	if r := s.Exported(); r == nil || !told(r.Findings) {
		t.Errorf("Export pack tells %v", r)
	}
	if !slices.ContainsFunc(s.Log(), func(m Message) bool { return m.Code == "BAKE_ERROR" }) {
		t.Error("the log does not say it")
	}
	if err := s.SaveRecipe(""); err != nil {
		t.Fatal(err)
	}
	if err := s.SaveEntry(entry); err != nil {
		t.Fatal(err)
	}
	if _, notes, err := BuildEntry(ctx, entry, nil, nil); err != nil || !told(notes) {
		t.Errorf("labctl pack build tells %v, error %v", notes, err)
	}
}
