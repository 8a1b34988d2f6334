package corpus

import (
	"os"
	"path/filepath"
	"testing"
)

// A relative LAB_CORPUS means the same in every package.
func TestFind(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", "..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ set, name, want string }{
		{"", "vehicles/heli.glb", filepath.Join(root, "..", "shared", "corpus", "vehicles", "heli.glb")},
		{"internal", "house/corpus/corpus.go", filepath.Join(root, "internal", "house", "corpus", "corpus.go")},
		{root, "go.mod", filepath.Join(root, "go.mod")},
	} {
		t.Setenv("LAB_CORPUS", c.set)
		got, ok := Find(c.name)
		_, err := os.Stat(c.want)
		if got != c.want || ok != (err == nil) {
			t.Errorf("LAB_CORPUS=%q: %s, %v; want %s, %v", c.set, got, ok, c.want, err == nil)
		}
	}
	t.Setenv("LAB_CORPUS", root)
	if got, ok := Find("no such file"); ok {
		t.Errorf("%s is there", got)
	}
}
