package oracle

import (
	"os"
	"path/filepath"
	"testing"
)

// The judge must tell a good file from a bad one, or a pass means nothing.
func TestKhronosTellsGoodFromBad(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		f := filepath.Join(dir, name)
		if err := os.WriteFile(f, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return f
	}
	good := write("good.gltf", `{"asset":{"version":"2.0"}}`)
	bad := write("bad.gltf", `{"asset":{"version":"2.0"},"scene":3}`)
	r := Khronos(t, good, bad)
	if len(r[0].Errors) != 0 {
		t.Errorf("good file: errors %v", r[0].Errors)
	}
	if len(r[1].Errors) != 1 || r[1].Errors[0].Pointer != "/scene" {
		t.Errorf("bad file: errors %v, want one at /scene", r[1].Errors)
	}
}
