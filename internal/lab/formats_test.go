package lab

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"donorlab/internal/scene"
)

func TestFormatOf(t *testing.T) {
	for _, c := range []struct {
		ext, head, want string
		lies            bool
	}{
		{"glb", "glTF\x02\x00\x00\x00", "glb", false},
		{"gltf", `{"asset":{"version":"2.0"}}`, "glb", false},
		{"obj", "# Blender\nmtllib a.mtl\n", "obj", false},
		{"obj", "glTF\x02\x00\x00\x00", "glb", true},
		{"obj", "Kaydara FBX Binary  \x00", "fbx", true},
		{"fbx", "; FBX 7.4.0 project file", "fbx", false},
		{"glb", "\n# made by hand\nv 0 0 0\n", "obj", true},
		{"glb", "mtllib a.mtl\r\nv 0 0 0\r\n", "obj", true},
		{"glb", "v for vendetta\n", "glb", false},
		{"glb", "o", "glb", false},
		{"glb", "", "glb", false},
		{"fbx", "BLENDER-v300", "blend", true},
		{"blend", "\x28\xb5\x2f\xfd", "blend", false}, // compressed: the ending counts
		{"stl", "ply\nformat ascii 1.0\n", "ply", true},
		{"xml", "<?xml version=\"1.0\"?>\n<COLLADA xmlns=", "dae", true},
		{"", "v 0 0 0\n", "obj", false},
	} {
		if got, lies := formatOf(c.ext, []byte(c.head)); got != c.want || lies != c.lies {
			t.Errorf(".%s with %q: %s, lies %v; want %s, %v", c.ext, c.head, got, lies, c.want, c.lies)
		}
	}
}

func TestLoadByBytesAndEnding(t *testing.T) {
	dir := t.TempDir()
	const triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"
	for name, lies := range map[string]bool{"a.obj": false, "B.OBJ": false, "c.glb": true, "noending": false} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(triangle), 0o644); err != nil {
			t.Fatal(err)
		}
		m, err := Load(context.Background(), path, nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		told := len(m.Warnings) == 1 && m.Warnings[0].Code == "EXTENSION_LIES"
		if m.TriangleCount() != 1 || told != lies {
			t.Errorf("%s: %d triangles, warnings %+v", name, m.TriangleCount(), m.Warnings)
		}
	}
	t.Setenv("PATH", dir) // no converter there
	path := filepath.Join(dir, "Tank.FBX")
	if err := os.WriteFile(path, []byte("Kaydara FBX Binary  \x00"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := Load(context.Background(), path, nil)
	var p *scene.Problem
	if !errors.As(err, &p) || p.Code != "CONVERTER_MISSING" || p.File != path {
		t.Errorf("without a converter: %v", err)
	}
}

func TestIsModelFile(t *testing.T) {
	for name, want := range map[string]bool{"a.glb": true, "A.GLTF": true, "x/y.Obj": true, "t.fbx": true, "t.blend": true, "t.recipe.json": false, "glb": false, "t.png": false} {
		if IsModelFile(name) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}
