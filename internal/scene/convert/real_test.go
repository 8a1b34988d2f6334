package convert

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"donorlab/internal/scene"
)

// installed finds a real converter or skips: they are large, and `make deps` does
// not install them.
func installed(t *testing.T, name string) string {
	t.Helper()
	exe, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("%s is not installed here; the tests with stand-ins for it have run", name)
	}
	return exe
}

// A pyramid of 4 sides and a base of 2 triangles: 2 by 2 by 3 high.
const pyramid = `ply
format ascii 1.0
element vertex 5
property float x
property float y
property float z
element face 5
property list uchar int vertex_indices
end_header
-1 -1 0
1 -1 0
1 1 0
-1 1 0
0 0 3
4 0 3 2 1
3 0 1 4
3 1 2 4
3 2 3 4
3 3 0 4
`

func TestRealAssimp(t *testing.T) {
	installed(t, "assimp")
	path := filepath.Join(t.TempDir(), "pyramid.ply")
	if err := os.WriteFile(path, []byte(pyramid), 0o644); err != nil {
		t.Fatal(err)
	}
	m, err := Read(context.Background(), path, "ply", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if n, s := m.TriangleCount(), m.Bounds().Size(); n != 6 || s[0] != 2 || s[1] != 2 || s[2] != 3 {
		t.Errorf("%d triangles, size %v; want 6 and 2 2 3", n, s)
	}
}

// makeFiles is a script that makes a cube 2 wide, 4 deep, 6 high, with two clips
// of which only one is in use, and saves it as .blend and .fbx.
const makeFiles = `
import bpy, sys
out = sys.argv[sys.argv.index("--") + 1]
bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.ops.mesh.primitive_cube_add()
ob = bpy.context.object
ob.name = "Block"
ob.scale = (1, 2, 3)
bpy.ops.object.transform_apply(location=False, rotation=False, scale=True)
for name, axis in (("Slide", 0), ("Lift", 2)):
    ob.animation_data_create()
    act = bpy.data.actions.new(name)
    act.use_fake_user = True
    ob.animation_data.action = act
    for frame, v in ((0, 0.0), (24, 5.0)):
        ob.location = (0, 0, 0)
        ob.location[axis] = v
        ob.keyframe_insert("location", frame=frame)
act = bpy.data.actions["Slide"]
track = ob.animation_data.nla_tracks.new()
track.name = "Slide"
track.strips.new("Slide", 0, act)
track.mute = True
ob.location = (0, 0, 0)
bpy.ops.wm.save_as_mainfile(filepath=out + "/block.blend")
bpy.ops.export_scene.fbx(filepath=out + "/block.fbx")
print("MADE")
`

func TestRealBlender(t *testing.T) {
	exe := installed(t, "blender")
	dir := t.TempDir()
	script := filepath.Join(dir, "make.py")
	if err := os.WriteFile(script, []byte(makeFiles), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(exe, "-b", "--factory-startup", "--python-exit-code", "1", "-P", script, "--", dir).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "MADE") {
		t.Fatalf("this Blender could not make the test's own files: %v\n%s", err, out)
	}
	for _, ext := range []string{"blend", "fbx"} {
		m, err := Read(context.Background(), filepath.Join(dir, "block."+ext), ext, Options{})
		if err != nil {
			var tool *ToolError
			if errors.As(err, &tool) {
				t.Log(tool.Output)
			}
			t.Errorf("%s: %v", ext, err)
			continue
		}
		// Blender's Z is up; glTF's is Y: 2 wide, 6 high, 4 deep.
		size := m.Bounds().Size()
		for k, want := range [3]float64{2, 6, 4} {
			if d := size[k] - want; d > 1e-3 || d < -1e-3 {
				t.Errorf("%s: size %v, want 2 6 4", ext, size)
				break
			}
		}
		if m.TriangleCount() != 12 || m.Name != "block" {
			t.Errorf("%s: %q with %d triangles", ext, m.Name, m.TriangleCount())
		}
		names := clipNames(m)
		for _, want := range []string{"Slide", "Lift"} {
			if !slices.ContainsFunc(names, func(n string) bool { return strings.Contains(n, want) }) {
				t.Errorf("%s: clips %q, want one called %s", ext, names, want)
			}
		}
	}
}

func clipNames(m *scene.Model) (names []string) {
	for i := range m.Animations {
		names = append(names, m.Animations[i].Name)
	}
	return names
}
