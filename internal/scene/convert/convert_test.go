//go:build unix

package convert

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"donorlab/internal/scene"
	"donorlab/internal/scene/gltfio"

	"github.com/go-gl/mathgl/mgl32"
)

// bench is a folder with a source file and with programs that play Blender and
// assimp; PATH leads to nothing else.
type bench struct {
	t          *testing.T
	dir, tmp   string
	said       []string
	onProgress func(what string)
}

// The head of a fake: it finds its arguments as the real one would.
const (
	likeBlender = "#!/bin/sh\nwhile [ \"$1\" != -- ]; do shift; done\nin=$2 ext=$3 out=$4 token=$5\n"
	likeAssimp  = "#!/bin/sh\nin=$2 out=$3\n"
)

func newBench(t *testing.T, programs map[string]string) *bench {
	b := &bench{t: t, dir: t.TempDir(), tmp: t.TempDir()}
	bin := t.TempDir()
	for name, text := range programs {
		b.write(filepath.Join(bin, name), text, 0o755)
	}
	t.Setenv("PATH", bin)
	t.Setenv("BENCH", b.dir)
	data, err := gltfio.Encode(&scene.Model{
		Nodes: []scene.Node{{Name: "n", Local: scene.Identity(), Mesh: scene.Some(0)}}, Roots: []int{0},
		Meshes: []scene.Mesh{{Primitives: []scene.Primitive{{Positions: []mgl32.Vec3{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, Indices: []uint32{0, 1, 2}}}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	b.write(filepath.Join(b.dir, "good.glb"), string(data), 0o644)
	b.write(filepath.Join(b.dir, "tank.fbx"), "source", 0o644)
	return b
}

func (b *bench) write(path, text string, mode os.FileMode) {
	b.t.Helper()
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		b.t.Fatal(err)
	}
}

// read converts tank.fbx and checks that no file is left behind.
func (b *bench) read(ctx context.Context, ext string) (*scene.Model, error) {
	b.t.Helper()
	opt := Options{TempDir: b.tmp}
	opt.Progress = func(done float64, what string) {
		b.said = append(b.said, what)
		if b.onProgress != nil {
			b.onProgress(what)
		}
	}
	m, err := Read(ctx, filepath.Join(b.dir, "tank.fbx"), ext, opt)
	if left, e := os.ReadDir(b.tmp); e != nil || len(left) > 0 {
		b.t.Errorf("left in the temporary folder: %v (%v)", left, e)
	}
	return m, err
}

func code(err error) string {
	var p *scene.Problem
	if errors.As(err, &p) {
		return p.Code
	}
	return fmt.Sprint(err)
}

func TestSuccess(t *testing.T) {
	b := newBench(t, map[string]string{"blender": likeBlender + `echo "Blender 4.2"
echo "DONORLAB STEP importing"
[ "$ext" = fbx ] || exit 7
/bin/cat "$in" > "$BENCH/was"
/bin/cp "$BENCH/good.glb" "$out"
echo "DONORLAB DONE $token"
echo "Blender quit"
`})
	m, err := b.read(context.Background(), "fbx")
	if err != nil {
		t.Fatal(err)
	}
	if was, _ := os.ReadFile(filepath.Join(b.dir, "was")); string(was) != "source" {
		t.Errorf("the program was given %q", was)
	}
	if m.Name != "tank" || m.Source.SHA256 != sha256.Sum256([]byte("source")) || m.Source.Bytes != 6 || m.Source.Path != filepath.Join(b.dir, "tank.fbx") {
		t.Errorf("%q, source %+v: want the file's own", m.Name, m.Source)
	}
	if n := len(m.Warnings); n != 1 || m.Warnings[0].Code != "CONVERTED" || m.Warnings[0].Severity != scene.Info {
		t.Errorf("warnings %+v", m.Warnings)
	}
	if all := strings.Join(b.said, "; "); !strings.Contains(all, "Blender: importing") {
		t.Errorf("progress: %s", all)
	}
}

// Neither exit code 0 nor a file nor the marker alone is a success, and what is
// written must stand gltfio's checks.
func TestFailures(t *testing.T) {
	for name, c := range map[string]struct{ body, code, words string }{
		"crash with exit code 0":   {"/bin/cp \"$BENCH/good.glb\" \"$out\"\necho 'Error: the mesh is odd'\nexit 0\n", "CONVERSION_FAILED", "ended before it was done: Error: the mesh is odd"},
		"exit code":                {"echo 'RuntimeError: boom'\necho 'Blender quit'\nexit 1\n", "CONVERSION_FAILED", "RuntimeError: boom"},
		"marker without a file":    {"echo \"DONORLAB DONE $token\"\n", "CONVERSION_FAILED", "without writing a file"},
		"marker of another run":    {"/bin/cp \"$BENCH/good.glb\" \"$out\"\necho DONORLAB DONE 0123456789abcdef\n", "CONVERSION_FAILED", "ended before it was done"},
		"marker within a line":     {"/bin/cp \"$BENCH/good.glb\" \"$out\"\necho \"x DONORLAB DONE $token\"\n", "CONVERSION_FAILED", "ended before it was done"},
		"junk":                     {"echo junk > \"$out\"\necho \"DONORLAB DONE $token\"\n", "CONVERSION_FAILED", "cannot be used"},
		"killed":                   {"kill -9 $$\n", "CONVERSION_FAILED", "killed"},
		"marker, then a bad end":   {"/bin/cp \"$BENCH/good.glb\" \"$out\"\necho \"DONORLAB DONE $token\"\nexit 11\n", "CONVERSION_FAILED", "exit status 11"},
		"NumPy is not installed":   {"echo \"ModuleNotFoundError: No module named 'numpy'\"\nexit 1\n", "CONVERSION_FAILED", "numpy"},
		"marker without a newline": {"/bin/cp \"$BENCH/good.glb\" \"$out\"\nprintf %s \"DONORLAB DONE $token\"\n", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, map[string]string{"blender": likeBlender + c.body})
			_, err := b.read(context.Background(), "fbx")
			if c.code == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			var p *scene.Problem
			if !errors.As(err, &p) || p.Code != c.code || !strings.Contains(p.Message, c.words) || p.Remedy == "" || p.File == "" {
				t.Fatalf("got %v, want %s with %q", err, c.code, c.words)
			}
			var tool *ToolError
			if !errors.As(err, &tool) {
				t.Error("the program's output is not in the error")
			}
		})
	}
}

// A cancel ends the whole process group: the pipe that the program and its child
// hold open comes to its end.
func TestHangAndCancel(t *testing.T) {
	b := newBench(t, map[string]string{"blender": likeBlender + `exec 3>"$BENCH/alive"
/bin/sleep 100000 &
echo "DONORLAB STEP importing"
wait
`})
	fifo := filepath.Join(b.dir, "alive")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := os.OpenFile(fifo, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	b.onProgress = func(what string) {
		if what == "Blender: importing" {
			cancel()
		}
	}
	_, err = b.read(ctx, "fbx")
	if code(err) != "CANCELLED" || !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if data, err := io.ReadAll(r); err != nil || len(data) > 0 {
		t.Errorf("the pipe gave %q, %v", data, err)
	}
}

func TestCancelledBefore(t *testing.T) {
	b := newBench(t, map[string]string{"blender": likeBlender + "echo > \"$BENCH/ran\"\n"})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := b.read(ctx, "fbx"); code(err) != "CANCELLED" {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(filepath.Join(b.dir, "ran")); err == nil {
		t.Error("the program was started all the same")
	}
}

func TestOutputFloodIsBounded(t *testing.T) {
	b := newBench(t, map[string]string{"blender": likeBlender + `/usr/bin/yes "a long and tiresome line" | /usr/bin/head -c 8000000
/usr/bin/head -c 8000000 /dev/zero
echo
echo "Error: too much" >&2
exit 3
`})
	_, err := b.read(context.Background(), "fbx")
	var tool *ToolError
	if !errors.As(err, &tool) || len(tool.Output) > keptOutput || !strings.HasSuffix(tool.Output, "Error: too much\n") {
		t.Fatalf("%d bytes of output were kept", len(tool.Output))
	}
	if n := len(err.Error()); n > 1000 {
		t.Errorf("the message has %d bytes", n)
	}
	o := &output{say: func(string) {}, marker: "end"}
	for range 1000 {
		o.Write(make([]byte, 1<<16))
	}
	o.Write([]byte("\nend\nmore"))
	if cap(o.tail) > 4*keptOutput || cap(o.line) > 4*keptLine || !o.marked() {
		t.Errorf("%d and %d bytes are held, marked %v", cap(o.tail), cap(o.line), o.marked())
	}
}

func TestFallsBackAndPrefers(t *testing.T) {
	good := likeAssimp + "[ \"$1\" = export ] || exit 9\necho \"$in\" > \"$BENCH/was\"\n/bin/cp \"$BENCH/good.glb\" \"$out\"\n"
	b := newBench(t, map[string]string{"blender": likeBlender + "exit 1\n", "assimp": good})
	m, err := b.read(context.Background(), "fbx")
	if err != nil || !strings.Contains(m.Warnings[0].Message, "by assimp") {
		t.Errorf("after Blender failed: %v", err)
	}
	// STL goes to assimp first; the file's name lies, so it is given another.
	if _, err := b.read(context.Background(), "stl"); err != nil {
		t.Error(err)
	}
	if was, _ := os.ReadFile(filepath.Join(b.dir, "was")); !strings.HasSuffix(strings.TrimSpace(string(was)), ".stl") {
		t.Errorf("assimp was given %q", was)
	}
	b = newBench(t, map[string]string{"blender": likeBlender + "echo Error: first; exit 1\n", "assimp": likeAssimp + "echo Error: second; exit 1\n"})
	if _, err := b.read(context.Background(), "fbx"); !strings.Contains(err.Error(), "first") || !strings.Contains(err.Error(), "second") {
		t.Errorf("both failed: %v", err)
	}
	if _, err := b.read(context.Background(), "blend"); strings.Contains(err.Error(), "second") {
		t.Errorf("assimp was asked for a .blend: %v", err)
	}
}

func TestNothingInstalled(t *testing.T) {
	b := newBench(t, nil)
	for _, ext := range Extensions() {
		_, err := b.read(context.Background(), ext)
		var p *scene.Problem
		if !errors.As(err, &p) || p.Code != "CONVERTER_MISSING" || !strings.Contains(p.Remedy, ByHand("tank.fbx", ext, "tank.glb")) || !strings.Contains(p.Remedy, "free") {
			t.Errorf("%s: %v", ext, err)
		}
	}
	if _, err := b.read(context.Background(), "max"); code(err) != "FORMAT_UNKNOWN" {
		t.Errorf("got %v", err)
	}
	if _, err := Read(context.Background(), filepath.Join(b.dir, "gone.fbx"), "fbx", Options{}); code(err) != "FILE_MISSING" {
		t.Errorf("got %v", err)
	}
	if _, err := Read(context.Background(), b.dir, "fbx", Options{}); code(err) != "FILE_UNREADABLE" {
		t.Errorf("got %v", err)
	}
	if _, err := Read(context.Background(), filepath.Join(b.dir, "tank.fbx"), "fbx", Options{Options: gltfio.Options{MaxBytes: 3}}); code(err) != "LIMIT_FILE_SIZE" {
		t.Errorf("got %v", err)
	}
}

// The command for the user's shell survives any name: the shell itself is asked.
func TestByHandQuotes(t *testing.T) {
	for _, name := range []string{"a.stl", "my tank.stl", "it's $(a) \"b\" `c`.stl"} {
		out, err := exec.Command("/bin/sh", "-c", "set -- "+strings.TrimPrefix(ByHand(name, "stl", "o.glb"), "assimp ")+"; printf '%s|' \"$@\"").Output()
		if want := "export|" + name + "|o.glb|"; err != nil || string(out) != want {
			t.Errorf("%s: the shell sees %q (%v), want %q", name, out, err, want)
		}
	}
	if got, want := ByHand("a.blend", "blend", "a.glb"), `blender -b a.blend --python-expr 'import bpy; bpy.ops.export_scene.gltf(filepath="a.glb")'`; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}
