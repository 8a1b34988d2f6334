package lab

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"donorlab/internal/rig"
	"donorlab/internal/scene/gltfio"
)

// A saved rig says what it was made of; a change of marks, of the model's file or of
// Generate itself is told, and what is of no matter is not.
func TestRigFile(t *testing.T) {
	ctx := t.Context()
	dir := t.TempDir()
	file := filepath.Join(dir, "toy.glb")
	if err := WriteModel(file, toy(nil, "hull", "door", "mast")); err != nil {
		t.Fatal(err)
	}
	s := New(Options{ConfigDir: t.TempDir(), CacheDir: t.TempDir()})
	defer s.Close()
	open := func() {
		t.Helper()
		s.Open(file)
		if err := s.Idle(ctx); err != nil {
			t.Fatal(err)
		}
	}
	open()
	if err := s.SaveRig(""); err == nil {
		t.Error("a rig was saved where there is none")
	}
	s.Mark(rig.Turret, partNamed(s, "mast"))
	if err := s.Wait(ctx, s.Generate()); err != nil {
		t.Fatal(err)
	}
	if err := s.SaveRig(""); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "toy_Spin.glb")
	if why := s.RigFileStale(); why != "" || !s.HasRigFile() || s.RigPath() != out {
		t.Errorf("just saved: %q, there %v, at %s", why, s.HasRigFile(), s.RigPath())
	}
	if _, err := gltfio.Read(ctx, out, gltfio.Options{}); err != nil {
		t.Error(err)
	}
	st, ok := ReadRigStamp(out)
	if !ok || st.Generator != GeneratorVersion || st.Source != sourceSHA(s.Doc().Source) || len(st.Recipe) != 64 {
		t.Errorf("stamp %+v, %v", st, ok)
	}
	s.EditRecipe("filter", "", func(r *rig.Recipe) { r.MinVerts = 30 })
	if why := s.RigFileStale(); why != "" {
		t.Errorf("a filter of the list: %q", why)
	}
	s.Mark(rig.Body, partNamed(s, "mast"))
	if why := s.RigFileStale(); !strings.Contains(why, "marks") {
		t.Errorf("another mark: %q", why)
	}
	s.Undo()
	if err := s.SaveRecipe(""); err != nil {
		t.Fatal(err)
	}
	// Opened again, the file is found and still true; with another model file not.
	open()
	if why := s.RigFileStale(); why != "" || !s.HasRigFile() {
		t.Errorf("opened again: %q, there %v", why, s.HasRigFile())
	}
	if err := WriteModel(file, toy(nil, "hull", "door", "masts")); err != nil {
		t.Fatal(err)
	}
	open()
	if why := s.RigFileStale(); !strings.Contains(why, "earlier version of the model") {
		t.Errorf("another model file: %q", why)
	}
	// Of an earlier Generate.
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	old := bytes.Replace(data, []byte(`"generator":1`), []byte(`"generator":0`), 1)
	if bytes.Equal(old, data) {
		t.Fatal("no stamp in the file")
	}
	if err := os.WriteFile(out, old, 0o644); err != nil {
		t.Fatal(err)
	}
	open()
	if why := s.RigFileStale(); !strings.Contains(why, "version 0") {
		t.Errorf("an earlier Generate: %q", why)
	}
	for name, text := range map[string]string{"empty.glb": "", "short.glb": "glTF\x02\x00\x00\x00\xff\xff\xff\xff\xff\xff\xff\x00JSON{", "text.glb": strings.Repeat("x", 100)} {
		at := filepath.Join(dir, name)
		if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, ok := ReadRigStamp(at); ok {
			t.Errorf("%s has a stamp", name)
		}
	}
	if err := s.SaveRig(file); err == nil {
		t.Error("the model itself was replaced")
	}
}
