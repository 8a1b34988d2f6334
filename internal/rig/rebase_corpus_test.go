package rig_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"donorlab/internal/clip"
	"donorlab/internal/house/corpus"
	"donorlab/internal/rig"
	"donorlab/internal/scene"
	"donorlab/internal/scene/gltfio"
)

// TestRebaseCorpus holds the laws on every rigged file of the corpus, with its
// clips.
func TestRebaseCorpus(t *testing.T) {
	dir := corpus.Path(t, "")
	files, changed, clips := 0, 0, 0
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		ext := filepath.Ext(path)
		if err != nil || e.IsDir() || ext != ".glb" && ext != ".gltf" || strings.Contains(path, "malformed") {
			return err
		}
		m, err := gltfio.Read(context.Background(), path, gltfio.Options{})
		if err != nil || len(m.Skins) == 0 {
			return nil // not every file of the corpus is meant to load
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		t.Run(rel, func(t *testing.T) {
			files++
			out, rep, err := rig.Rebase(m)
			if err != nil {
				t.Fatal(err)
			}
			if rep.Changed {
				changed++
			}
			if tol := tolerance(m); rep.MaxVertexMove > tol {
				t.Errorf("a vertex moved by %g, more than %g", rep.MaxVertexMove, tol)
			}
			checkRebased(t, m, out)
			if again, rep, err := rig.Rebase(out); err != nil || rep.Changed || again != out {
				t.Errorf("a second rebase changed it (%v)", err)
			}
			clips += len(m.Animations)
			playBoth(t, m, out, rep)
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 30 {
		t.Errorf("only %d rigged files were found", files)
	}
	t.Logf("%d rigged files, %d changed by the rebase, %d clips", files, changed, clips)
}

// playBoth compares some times of up to four clips of a model before and after.
func playBoth(t *testing.T, m, out *scene.Model, rep rig.RebaseReport) {
	t.Helper()
	size := m.Bounds().Diagonal()
	for a := range m.Animations[:min(4, len(m.Animations))] {
		d := m.Animations[a].Duration()
		for k := range 7 {
			at := d * float64(k) / 6.3
			before := vertices(m, m.World(nil, clip.Sample(m, a, at, nil), nil))
			after := vertices(out, out.World(nil, clip.Sample(out, a, at, nil), nil))
			if w := farthest(t, before, after); w > rep.MaxClipMove*1.2+1e-5*size {
				t.Errorf("clip %d at %.3f: a vertex is %g off, reported %g", a, at, w, rep.MaxClipMove)
			}
		}
	}
	if rep.MaxClipMove > 0.005*size {
		t.Logf("clips are kept to %.2g of the model's size", rep.MaxClipMove/size)
	}
}
