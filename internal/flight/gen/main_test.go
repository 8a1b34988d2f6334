package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"donorlab/assets"
)

// TestWrite makes the files into an empty folder and compares them with the
// embedded ones.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	if err := write(dir); err != nil {
		t.Fatal(err)
	}
	names := assets.MapNames()
	if len(names) != len(shipped()) {
		t.Fatalf("assets name %d maps, %d are made", len(names), len(shipped()))
	}
	for i, name := range names {
		if shipped()[i].name != name {
			t.Errorf("map %d is %s here and %s in assets", i, shipped()[i].name, name)
		}
		for sub, read := range map[string]func(string) ([]byte, bool){"maps": assets.Map, "orders": assets.MapOrders} {
			want, ok := read(name)
			got, err := os.ReadFile(filepath.Join(dir, sub, name+".json"))
			if !ok || err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s/%s: other bytes than are embedded (%v %v); run make assets", sub, name, ok, err)
			}
		}
	}
}
