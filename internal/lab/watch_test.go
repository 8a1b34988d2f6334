package lab

import (
	"context"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/rig"
	"donorlab/internal/scene"
	"donorlab/internal/scene/gltfio"
	"donorlab/internal/watch"
)

// watched is a session over files of a test's own, which it looks at by the
// session's ticks alone.
type watched struct {
	*Session
	t   *testing.T
	dir string
}

func newWatched(t *testing.T) *watched {
	s := New(Options{ConfigDir: t.TempDir(), CacheDir: t.TempDir(), Watch: watch.Options{Inline: true, NoNotify: true}})
	t.Cleanup(func() { s.Close() })
	s.Clock().Playing = false
	return &watched{s, t, t.TempDir()}
}

// write saves a file; each save has a time of its own, whatever the disk's clock.
func (w *watched) write(name string, data []byte) string {
	w.t.Helper()
	path := filepath.Join(w.dir, name)
	before, _ := os.Stat(path)
	if err := os.WriteFile(path, data, 0o644); err != nil {
		w.t.Fatal(err)
	}
	if before != nil {
		later := before.ModTime().Add(time.Second)
		if err := os.Chtimes(path, later, later); err != nil {
			w.t.Fatal(err)
		}
	}
	return path
}

func (w *watched) open(path string) {
	w.t.Helper()
	do(w.t, w.Session, w.Open(path))
	w.Step()
}

// pass lets two seconds of ticks go by, then what was started end.
func (w *watched) pass() {
	w.t.Helper()
	for range 120 {
		w.Step()
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	if err := w.Idle(ctx); err != nil {
		w.t.Fatal(err)
	}
}

// said counts the log's lines that have a text.
func (w *watched) said(text string) (n int) {
	for _, m := range w.Log() {
		if strings.Contains(m.Error(), text) {
			n++
		}
	}
	return n
}

// toy is boxes side by side with two clips that move the last one.
func toy(clips []string, boxes ...string) *scene.Model {
	m := &scene.Model{Name: "toy"}
	for i, name := range boxes {
		size := float32(1)
		for _, c := range name { // every name has a shape of its own
			size += float32(c%7) / 3
		}
		m.Roots = append(m.Roots, i)
		n := scene.Node{Name: name, Local: scene.Identity(), Mesh: scene.Some(i)}
		n.Local.T = mgl64.Vec3{float64(12 * i), 0, 0}
		m.Nodes = append(m.Nodes, n)
		m.Meshes = append(m.Meshes, scene.Mesh{Name: name, Primitives: []scene.Primitive{box(size, 1, 2*size)}})
	}
	for _, c := range clips {
		m.Animations = append(m.Animations, scene.Animation{Name: c, Channels: []scene.Channel{{
			Node: len(boxes) - 1, Path: scene.Translation, Times: []float32{0, 1}, Values: []float32{0, 0, 0, 0, 1, 0}}}})
	}
	return m
}

func box(x, y, z float32) scene.Primitive {
	var p scene.Primitive
	for i := range 8 {
		p.Positions = append(p.Positions, mgl32.Vec3{x * float32(i&1), y * float32(i>>1&1), z * float32(i>>2&1)})
	}
	for _, f := range [][4]uint32{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}} {
		p.Indices = append(p.Indices, f[0], f[1], f[2], f[0], f[2], f[3])
	}
	return p
}

func glb(t *testing.T, m *scene.Model) []byte {
	t.Helper()
	data, err := gltfio.Encode(m)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func partNamed(s *Session, name string) int {
	return slices.IndexFunc(s.Work().Parts.Parts, func(p rig.Part) bool { return p.Name == name })
}

func TestReloadKeepsWhatTheUserSet(t *testing.T) {
	w := newWatched(t)
	path := w.write("toy.glb", glb(t, toy([]string{"walk", "turn"}, "hull", "door", "mast")))
	w.open(path)
	w.Mark(rig.Wheel, partNamed(w.Session, "door"))
	w.Mark(rig.Turret, partNamed(w.Session, "mast"))
	w.Select(partNamed(w.Session, "mast"), partNamed(w.Session, "hull"))
	w.SetClip(ClipRef{Kind: ClipOwn, Index: 1})
	w.Clock().Seek(0.25, 1)
	w.Session.hidden = map[int]bool{1: true}
	w.View().Camera.AzimuthDeg = 123
	camera, undo := w.View().Camera, w.UndoName()
	before := w.Doc().Source

	w.write("toy.glb", glb(t, toy([]string{"idle", "turn", "walk"}, "new", "hull", "door", "mast")))
	w.pass()

	m := w.Doc().Source
	if m == before || len(m.Nodes) != 4 {
		t.Fatalf("not loaded again: %d nodes", len(m.Nodes))
	}
	if w.View().Camera != camera {
		t.Errorf("camera %+v, was %+v", w.View().Camera, camera)
	}
	var names []string
	for _, i := range w.Selected() {
		names = append(names, w.Work().Parts.Parts[i].Name)
	}
	if fmt.Sprint(names) != "[mast hull]" {
		t.Errorf("selected %v, want mast and hull", names)
	}
	if c := w.Clip(); c.Kind != ClipOwn || m.Animations[c.Index].Name != "turn" || w.Clock().Time != 0.25 {
		t.Errorf("clip %+v at %g, want turn at 0.25", c, w.Clock().Time)
	}
	if fmt.Sprint(w.Session.hidden) != "map[2:true]" {
		t.Errorf("hidden nodes %v, want the door's, now 2", w.Session.hidden)
	}
	for name, role := range map[string]rig.Role{"door": rig.Wheel, "mast": rig.Turret} {
		if p := w.Work().Parts.Parts[partNamed(w.Session, name)]; p.Role != role || !p.ByHand {
			t.Errorf("%s is %s (by hand %v), want %s", name, p.Role, p.ByHand, role)
		}
	}
	if w.UndoName() != undo || !w.Unsaved() {
		t.Errorf("undo %q, was %q; unsaved %v", w.UndoName(), undo, w.Unsaved())
	}
	w.Undo()
	mast := w.Work().Parts.Parts[partNamed(w.Session, "mast")]
	door := w.Work().Parts.Parts[partNamed(w.Session, "door")]
	if len(w.Work().Parts.Parts) != 4 || mast.ByHand || !door.ByHand {
		t.Errorf("after undo: %d parts, mast by hand %v, door %v", len(w.Work().Parts.Parts), mast.ByHand, door.ByHand)
	}
	if w.Frame() == nil || w.Frame().Problem != nil {
		t.Errorf("the frame after it: %+v", w.Frame())
	}
}

func TestReloadKeepsTheLastGoodModel(t *testing.T) {
	w := newWatched(t)
	whole := glb(t, toy(nil, "hull", "door"))
	w.open(w.write("toy.glb", whole))
	good := w.Doc().Source
	for n, part := range [][]byte{whole[:len(whole)/2], whole[:len(whole)/3], []byte("junk")} {
		w.write("toy.glb", part)
		w.pass()
		if w.Doc().Source != good {
			t.Fatalf("half file %d replaced the model", n)
		}
	}
	if n := w.said("cannot be read now"); n != 1 {
		t.Errorf("said %d times that the file cannot be read", n)
	}
	w.write("toy.glb", nil) // cleared before it is written
	w.pass()
	if err := os.Remove(filepath.Join(w.dir, "toy.glb")); err != nil {
		t.Fatal(err)
	}
	w.pass()
	if w.Doc().Source != good || w.said("cannot be read now") != 1 {
		t.Error("a cleared or deleted file was taken for a change")
	}
	w.write("toy.glb", glb(t, toy(nil, "hull", "door", "mast")))
	w.pass()
	if len(w.Doc().Source.Nodes) != 3 {
		t.Error("the whole file was not loaded")
	}
	w.write("toy.glb", whole[:40])
	w.pass()
	if n := w.said("cannot be read now"); n != 2 {
		t.Errorf("the next damage was told of %d times in all, want 2", n)
	}
}

func TestSameBytesAreNotLoadedAgain(t *testing.T) {
	w := newWatched(t)
	data := glb(t, toy(nil, "hull"))
	w.open(w.write("toy.glb", data))
	good, lines := w.Doc().Source, len(w.Log())
	w.write("toy.glb", data)
	w.pass()
	if w.Doc().Source != good || len(w.Log()) != lines {
		t.Errorf("loaded again, or %d more lines in the log", len(w.Log())-lines)
	}
}

// A save between the reading and the first look is not missed.
func TestChangeWhileItWasOpened(t *testing.T) {
	w := newWatched(t)
	path := w.write("toy.glb", glb(t, toy(nil, "hull")))
	do(t, w.Session, w.Open(path))
	w.write("toy.glb", glb(t, toy(nil, "hull", "door")))
	w.pass()
	if len(w.Doc().Source.Nodes) != 2 {
		t.Error("the change was missed")
	}
}

func TestWatchSwitch(t *testing.T) {
	w := newWatched(t)
	w.open(w.write("toy.glb", glb(t, toy(nil, "hull"))))
	w.Settings().SetWatch(false)
	w.pass()
	w.write("toy.glb", glb(t, toy(nil, "hull", "door")))
	w.pass()
	if len(w.Doc().Source.Nodes) != 1 {
		t.Error("loaded again although it was switched off")
	}
	w.Settings().SetWatch(true)
	w.pass()
	if len(w.Doc().Source.Nodes) != 2 {
		t.Error("not loaded after it was switched on")
	}
}

func onePixel(t *testing.T, c color.NRGBA) []byte {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, 1, 1))
	img.SetNRGBA(0, 0, c)
	var b strings.Builder
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return []byte(b.String())
}

// The buffer and the texture of a .gltf, and the material file and texture of an
// .obj, are watched, too: also one that was not there at first.
func TestNamedFilesAreWatched(t *testing.T) {
	const triangle = "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA" // (0,0,0) (1,0,0) (0,1,0)
	bin, err := base64.StdEncoding.DecodeString(triangle)
	if err != nil {
		t.Fatal(err)
	}
	w := newWatched(t)
	w.write("t.bin", bin)
	red := color.NRGBA{255, 0, 0, 255}
	w.open(w.write("m.gltf", []byte(`{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":0}]}],"materials":[{"emissiveTexture":{"index":0}}],"textures":[{"source":0}],
"images":[{"uri":"t.png"}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}],
"bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36,"uri":"t.bin"}]}`)))
	if !w.Doc().Source.Images[0].Missing {
		t.Fatal("the image is there already")
	}
	w.write("t.png", onePixel(t, red))
	w.pass()
	if img := w.Doc().Source.Images[0]; img.Missing || img.Pixels.NRGBAAt(0, 0) != red {
		t.Errorf("the image that came later was not loaded: %+v", img)
	}
	bin[39-8] = 0x40 // the last vertex's height, 1, becomes 2 + something
	w.write("t.bin", bin)
	before := w.Doc().Source
	w.pass()
	if w.Doc().Source == before {
		t.Error("a change of the buffer was missed")
	}

	w = newWatched(t)
	w.write("m.mtl", []byte("newmtl x\nKd 1 0 0\n"))
	w.open(w.write("m.obj", []byte("mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl x\nf 1 2 3\n")))
	w.write("m.mtl", []byte("newmtl x\nKd 0 1 0\n"))
	w.pass()
	if got := w.Doc().Source.Materials[0].BaseColor; got != (mgl32.Vec4{0, 1, 0, 1}) {
		t.Errorf("the material is %v, want green", got)
	}
}

// A rig that was generated is generated anew from the new file, in every state
// that can be undone to; the bake is dropped and the log says so.
func TestReloadMakesTheRigAgain(t *testing.T) {
	w := newWatched(t)
	x := sampleWork()
	if x.err != nil {
		t.Fatal(x.err)
	}
	w.open(w.write("heli.glb", glb(t, x.m)))
	do(t, w.Session, w.Generate())
	rigged := w.Work().Rigged
	changed := *x.m
	changed.Nodes = slices.Clone(x.m.Nodes)
	changed.Nodes = append(changed.Nodes, scene.Node{Name: "marker", Local: scene.Identity()})
	changed.Roots = append(slices.Clone(x.m.Roots), len(changed.Nodes)-1)
	w.write("heli.glb", glb(t, &changed))
	w.pass()
	r := w.Work().Rigged
	if r == nil || r == rigged || len(r.Rig.Bones) != len(rigged.Rig.Bones) {
		t.Fatalf("the rig was not made again: %+v", r)
	}
	if w.said("Loaded heli again") != 1 {
		t.Error("the log does not tell of it")
	}
	w.Undo()
	if w.Work().Rigged != nil {
		t.Error("undo did not take the rig back")
	}
	w.Redo()
	if w.Work().Rigged != r {
		t.Error("redo did not bring the new rig")
	}
	var s strings.Builder
	for _, st := range w.Stations() {
		fmt.Fprint(&s, st.State, " ")
	}
	if f := w.Frame(); f == nil || f.Problem != nil {
		t.Errorf("frame %+v, stations %s", f, s.String())
	}
}

// A sample and a model out of a pack have no file of their own to watch.
func TestReloadOfWhatHasNoFile(t *testing.T) {
	w := newWatched(t)
	if j := w.Reload(); j.Err() == nil {
		t.Error("nothing was open")
	}
	x := sampleWork()
	if x.err != nil {
		t.Fatal(x.err)
	}
	for _, ref := range []string{SampleHelicopter, w.dir} { // a pack that is a folder
		w.opened(ref, x.m, x.w, nil)
		w.pass()
		w.write("new", []byte("changes the folder"))
		w.pass()
		if w.said("cannot be read") != 0 || w.Doc().Source != x.m {
			t.Errorf("%s was loaded again", ref)
		}
		if j := w.Reload(); AsProblem(j.Err()) == nil || AsProblem(j.Err()).Code != "NOT_A_FILE" {
			t.Errorf("%s: %v", ref, j.Err())
		}
	}
}
