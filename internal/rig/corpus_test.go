package rig

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"donorlab/internal/scene"
	"donorlab/internal/scene/gltfio"
)

// corpusDir is LAB_CORPUS, or ../shared/corpus beside the repository.
func corpusDir(t testing.TB) string {
	dir := os.Getenv("LAB_CORPUS")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "corpus")
	}
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no corpus: set LAB_CORPUS (%v)", err)
	}
	return dir
}

func loadCorpus(t testing.TB, name string) *scene.Model {
	t.Helper()
	m, err := gltfio.Read(context.Background(), filepath.Join(corpusDir(t), name), gltfio.Options{})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return m
}

// Every vehicle of the corpus can be probed; the table is for reading.
func TestProbeCorpusVehicles(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(corpusDir(t), "vehicles", "*.gl*"))
	for _, f := range files {
		m, err := gltfio.Read(context.Background(), f, gltfio.Options{})
		if err != nil {
			t.Logf("%s: not readable: %v", filepath.Base(f), err)
			continue
		}
		for _, target := range []Target{DonorGunship, General} {
			start := time.Now()
			p, err := Probe(context.Background(), m, ProbeOptions{StripNames: true, Target: target})
			if err != nil {
				t.Errorf("%s: %v", f, err)
				continue
			}
			t.Logf("%s: %d parts, %d triangles, %v, %d hubs, forward %.2f (%s)", filepath.Base(f), len(p.Parts), m.TriangleCount(), time.Since(start).Round(time.Millisecond), len(p.Hubs), p.Forward, p.ForwardWhy)
			for i := range p.Hubs {
				h := &p.Hubs[i]
				t.Logf("   HUB %s %v conf %.2f axle %.3f at %.3f R %.3f blades %d parts %v: %s", h.Role, h.Kind, h.Confidence, h.Axle, h.Center, h.Radius, h.Blades, h.Parts, h.Reason)
			}
			for i := range p.Parts {
				q := &p.Parts[i]
				if i < 60 && (target == General || q.Guess != Body) {
					t.Logf("   %3d %-22s %5d v %-9s %.2f %s", i, q.Name, q.Vertices, q.Guess, q.Confidence, q.Reason)
				}
			}
			for _, fd := range p.Findings {
				t.Logf("   ! %s", fd)
			}
		}
	}
}
