package pack_test

import (
	"context"
	"path/filepath"
	"testing"

	"donorlab/internal/house/oracle"
	"donorlab/internal/pack"
	"donorlab/internal/samples"
	"donorlab/internal/scene/gltfio"
)

// What comes out of a pack, folder or archive, is the model that went in, and
// the Khronos validator accepts it.
func TestExportedModelsAreValid(t *testing.T) {
	glb, err := gltfio.Encode(samples.DonorGunship())
	if err != nil {
		t.Fatal(err)
	}
	s := spec("1")
	s.Items[0].Model, s.Items[0].Clip = glb, nil
	res, err := pack.Export(context.Background(), s, filepath.Join(t.TempDir(), "pack"))
	if err != nil {
		t.Fatal(err)
	}
	oracle.ValidFiles(t, filepath.Join(res.Dir, res.Pack.Models[0].ModelFile))
	for _, name := range []string{res.Dir, res.Zip} {
		o := open(t, name)
		e := o.Pack.Models[0]
		data, err := o.ReadFile(e.ModelFile)
		if err != nil {
			t.Fatal(err)
		}
		m, err := gltfio.ReadBytes(e.ModelFile, data, gltfio.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(m.Skins) != 1 || len(m.Skins[0].Joints) != 4 || len(m.Animations) == 0 {
			t.Errorf("%s: %d skins and %d clips came back", name, len(m.Skins), len(m.Animations))
		}
		if e.ClipFile != "" || e.Clip != e.Skel || e.Skel != pack.ContentGUID(data) {
			t.Errorf("%s: a clip inside the model has file %q and id %v, the model %v", name, e.ClipFile, e.Clip, e.Skel)
		}
	}
}
