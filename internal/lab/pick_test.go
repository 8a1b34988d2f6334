package lab

import (
	"fmt"
	"image"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
	"donorlab/internal/scene/draw"
	"donorlab/internal/scene/raster"
)

// Picking and hiding, over one session whose parts are found once.
func TestPick(t *testing.T) {
	s := New(Options{ConfigDir: t.TempDir(), CacheDir: t.TempDir()})
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	s.Open(SampleHelicopter)
	if err := s.Idle(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		run  func(*testing.T, *Session)
	}{{"hiding", hideNode}, {"box", pickBox}, {"bone", pickBone}, {"is what is drawn", pickIsWhatIsDrawn}} {
		t.Run(c.name, func(t *testing.T) {
			for s.Undo() {
			}
			s.view = DefaultView()
			s.SetClip(ClipRef{})
			s.FrameAll(400.0 / 260)
			c.run(t, s)
		})
	}
}

// seen is the session's picture.
func seen(s *Session, width, height int) (*draw.List, *Frame) {
	l := &draw.List{}
	return l, s.BuildList(l, width, height)
}

// What is picked is what the rasteriser draws at that pixel, from several sides,
// whether source or rig. Where two triangles are equally near either will do,
// and at silhouettes the rasteriser's sub-pixel grid may decide otherwise: under
// half a percent.
func pickIsWhatIsDrawn(t *testing.T, s *Session) {
	const w, h = 400, 260
	l, _ := seen(s, w, h)
	check := func(name string) {
		var ids raster.IDs
		img := image.NewNRGBA(image.Rect(0, 0, w, h))
		tried, wrong, over := 0, 0, 0
		for az := 0.0; az < 360; az += 70 {
			s.View().Camera.AzimuthDeg, s.View().Camera.ElevationDeg = az, az/6-10
			f := s.BuildList(l, w, h)
			raster.Draw(img, l, raster.Options{IDs: &ids})
			r := rand.New(rand.NewPCG(1, uint64(az)))
			for range 900 {
				x, y := r.IntN(w), r.IntN(h)
				tri, drawn := ids.At(l, x, y)
				hit, ok := s.Pick(f, l, float64(x)+r.Float64(), float64(y)+r.Float64())
				tried++
				if drawn {
					over++
				}
				if ok != drawn || ok && (hit.Node != int(tri.Node) || hit.Part != f.hit(tri, bary{1. / 3, 1. / 3, 1. / 3}).Part) {
					wrong++
				}
			}
		}
		if over < tried/20 {
			t.Fatalf("%s: only %d of %d pixels show the model", name, over, tried)
		}
		if wrong*200 > tried {
			t.Errorf("%s: %d of %d pixels differ from the picture", name, wrong, tried)
		}
	}
	check("source")
	s.Generate()
	if err := s.Idle(t.Context()); err != nil {
		t.Fatal(err)
	}
	check("rig")
}

// On a rig the bone under the mouse is that of the part that was there on the
// source.
func pickBone(t *testing.T, s *Session) {
	const w, h = 400, 260
	l, f := seen(s, w, h)
	parts := map[image.Point]int{}
	for y := 0; y < h; y += 3 {
		for x := 0; x < w; x += 3 {
			if hit, ok := s.Pick(f, l, float64(x), float64(y)); ok && hit.Part >= 0 {
				parts[image.Pt(x, y)] = hit.Part
			}
		}
	}
	s.Generate()
	if err := s.Idle(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.SetClip(ClipRef{Kind: ClipRest})
	f = s.BuildList(l, w, h)
	bones := map[int]int{} // of parts
	for _, b := range s.Work().Rigged.Rig.Bones {
		for _, p := range b.Parts {
			bones[p] = b.Index
		}
	}
	seenBones := map[int]int{}
	wrong := 0
	for at, p := range parts {
		hit, ok := s.Pick(f, l, float64(at.X), float64(at.Y))
		if !ok || hit.Bone != bones[p] {
			wrong++
			continue
		}
		seenBones[hit.Bone]++
	}
	if wrong*100 > len(parts) {
		t.Errorf("%d of %d pixels have another bone than their part", wrong, len(parts))
	}
	if len(seenBones) < 3 {
		t.Errorf("only the bones %v were seen", seenBones)
	}
	// A box takes the same bones.
	_, boxed := s.PickBox(f, l, image.Rect(0, 0, w, h))
	for b := range seenBones {
		if !slices.Contains(boxed, b) {
			t.Errorf("the box lacks bone %d: %v", b, boxed)
		}
	}
}

// A box takes each part of which a pixel is seen in it, and no other.
func pickBox(t *testing.T, s *Session) {
	const w, h = 400, 260
	l, f := seen(s, w, h)
	box := image.Rect(150, 100, 230, 150)
	want := map[int]bool{}
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			if hit, ok := s.Pick(f, l, float64(x), float64(y)); ok {
				want[hit.Part] = true
			}
		}
	}
	got, bones := s.PickBox(f, l, box)
	if len(bones) != 0 {
		t.Errorf("bones %v on a model without", bones)
	}
	for _, p := range got {
		if !want[p] {
			t.Errorf("part %d is not seen in the box", p)
		}
	}
	if missing := len(want) - len(got); missing > 0 {
		t.Errorf("%d of %d seen parts were not taken", missing, len(want))
	}
	if p, _ := s.PickBox(f, l, image.Rect(-50, -50, 0, 0)); p != nil {
		t.Errorf("outside the picture it takes %v", p)
	}
}

// A hole of a cut-out is not hit: what lies behind is.
func TestPickThroughHoles(t *testing.T) {
	tex := &draw.Texture{Levels: []draw.Level{{W: 2, H: 1, Pix: []uint8{255, 255, 255, 0, 255, 255, 255, 255}}}}
	mask := &draw.Surface{AlphaCutoff: 0.5, BaseColor: tex, Material: &scene.Material{}}
	plain := &draw.Surface{Material: &scene.Material{}}
	v := func(x, y, q, u float32) draw.Vertex { return draw.Vertex{X: x, Y: y, Q: q, U: u * q, V: 0, A: q} }
	l := &draw.List{Width: 100, Height: 100,
		Vertices: []draw.Vertex{
			v(0, 0, 0.5, 0), v(100, 0, 0.5, 1), v(100, 100, 0.5, 1), v(0, 100, 0.5, 0), // before, its left half a hole
			v(0, 0, 0.2, 0), v(100, 0, 0.2, 0), v(100, 100, 0.2, 0), v(0, 100, 0.2, 0), // behind
		},
		Triangles: []draw.Triangle{{A: 4, B: 5, C: 6, Node: 1}, {A: 4, B: 6, C: 7, Node: 1}, {A: 0, B: 1, C: 2, Node: 0}, {A: 0, B: 2, C: 3, Node: 0}},
		Batches:   []draw.Batch{{Kind: draw.Opaque, Surface: plain, First: 0, Count: 2}, {Kind: draw.Mask, Surface: mask, First: 2, Count: 2}},
	}
	m := &scene.Model{Nodes: make([]scene.Node, 2)}
	f := &Frame{Model: m, dress: dress{prepared: draw.Prepare(m)}}
	var s Session
	for _, q := range []struct {
		x    float64
		node int
	}{{20, 1}, {80, 0}} {
		if hit, ok := s.Pick(f, l, q.x, 40); !ok || hit.Node != q.node {
			t.Errorf("at %v: node %d, want %d", q.x, hit.Node, q.node)
		}
	}
	if _, ok := s.Pick(f, l, -1, 40); ok {
		t.Error("something is hit outside the picture")
	}
}

// Hiding a node takes it and all below it out of the picture, and only there.
func hideNode(t *testing.T, s *Session) {
	l, _ := seen(s, 320, 200)
	count := func() int { s.BuildList(l, 320, 200); return len(l.Triangles) }
	all := count()
	root := s.Doc().Source.Roots[0]
	s.HideNode(root, true)
	if n := count(); n*2 > all {
		t.Errorf("%d triangles with the root hidden, %d before", n, all)
	}
	child := s.Doc().Source.Nodes[root].Children[0]
	if itself, above := s.NodeHidden(child); itself || !above {
		t.Errorf("the child is hidden itself: %v, from above: %v", itself, above)
	}
	if s.UndoName() != "" || s.Unsaved() {
		t.Error("hiding is an edit")
	}
	s.HideNode(root, false)
	if n := count(); n != all || s.HiddenNodes() != 0 {
		t.Errorf("%d triangles with all shown again, %d before", n, all)
	}
	s.HideNode(-1, true)
	s.HideNode(1<<30, true)
	if s.HiddenNodes() != 0 {
		t.Error("what is no node was hidden")
	}
}

// ball is a model of about n triangles.
func ball(n int) *scene.Model {
	side := 1
	for side*side*2 < n {
		side++
	}
	var p scene.Primitive
	for i := range side + 1 {
		for j := range side + 1 {
			u, v := float64(i)/float64(side)*6.283, (float64(j)/float64(side)-0.5)*3.1415
			d := mgl64.AnglesToQuat(u, v, 0, mgl64.YXZ).Rotate(mgl64.Vec3{0, 0, 1})
			p.Positions = append(p.Positions, mgl32.Vec3{float32(d[0]), float32(d[1]), float32(d[2])})
		}
	}
	at := func(i, j int) uint32 { return uint32(i*(side+1) + j) }
	for i := range side {
		for j := range side {
			p.Indices = append(p.Indices, at(i, j), at(i+1, j), at(i+1, j+1), at(i, j), at(i+1, j+1), at(i, j+1))
		}
	}
	p.Normals = p.Positions
	return &scene.Model{Nodes: []scene.Node{{Mesh: scene.Some(0), Local: scene.Identity()}}, Roots: []int{0},
		Meshes: []scene.Mesh{{Primitives: []scene.Primitive{p}}}, Materials: []scene.Material{}}
}

// BenchmarkPick is what the mouse over the picture costs a frame.
func BenchmarkPick(b *testing.B) {
	for _, n := range []int{50000, 500000} {
		m := ball(n)
		var build draw.Builder
		l := &draw.List{}
		prepared := draw.Prepare(m)
		build.Frame(l, []draw.Item{{Prepared: prepared}}, scene.Camera{Distance: 4}, draw.Options{Width: 1280, Height: 720})
		f := &Frame{Model: m, dress: dress{prepared: prepared}}
		var s Session
		b.Run(fmt.Sprintf("%dk", n/1000), func(b *testing.B) {
			for b.Loop() {
				if _, ok := s.Pick(f, l, 640, 360); !ok {
					b.Fatal("nothing is hit")
				}
			}
		})
	}
}
