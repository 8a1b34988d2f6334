package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"donorlab/assets"
)

// TestWrite writes the made assets into an empty folder and compares them with the
// embedded ones; nothing else may be left there.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	if err := write(dir); err != nil {
		t.Fatal(err)
	}
	names, err := fs.Glob(assets.FS, "*.glb")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		want, err := assets.FS.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s: other bytes than are embedded; run make assets", name)
		}
	}
	left, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(left) != len(names) {
		t.Errorf("%d files were written, %d are embedded", len(left), len(names))
	}
	if write(filepath.Join(dir, "missing")) == nil {
		t.Error("a folder that is not there was no error")
	}
}
