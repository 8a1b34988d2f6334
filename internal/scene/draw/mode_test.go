package draw

import (
	"math"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// shelf is a model of one small triangle at a height.
func shelf(y float64, mode scene.AlphaMode) *Prepared {
	m := triangleModel(0.3)
	m.Nodes[0].Local.T[1] = y
	mat := scene.DefaultMaterial()
	mat.AlphaMode, mat.DoubleSided = mode, true
	m.Materials = []scene.Material{mat}
	m.Meshes[0].Primitives[0].Material = scene.Some(0)
	return Prepare(m)
}

// order lists the items that a list draws, in order, -2 standing for the water.
func order(l *List) (out []int) {
	for _, b := range l.Batches {
		for _, t := range l.Triangles[b.First : b.First+b.Count] {
			k := int(t.Item)
			if b.Surface == waterSurface {
				k = -2
			}
			if len(out) == 0 || out[len(out)-1] != k {
				out = append(out, k)
			}
		}
	}
	return out
}

func same(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// TestModes: opaque, alpha-tested, blended before the water, the water, blended
// after it, whatever the order of the items and the materials.
func TestModes(t *testing.T) {
	p := shelf(0, scene.Blend)
	items := []Item{
		{Prepared: p, Mode: ModeTransparentAfterWater},
		{Prepared: p, Mode: ModeTransparentBeforeWater},
		{Prepared: p, Mode: ModeAlphaThreshold},
		{Prepared: p, Mode: ModeSolid},
	}
	cam := scene.Camera{Distance: 5, ElevationDeg: 20}
	l := frameOf(items, cam, Options{Water: &Water{Level: -1}})
	if got := order(l); !same(got, []int{3, 2, 1, -2, 0}) {
		t.Errorf("order %v", got)
	}
	for i, want := range []Kind{Opaque, Mask, Blend, Blend, Blend} {
		if l.Batches[i].Kind != want {
			t.Errorf("batch %d is of kind %v", i, l.Batches[i].Kind)
		}
	}
	if got := order(frameOf(items, cam, Options{})); !same(got, []int{3, 2, 1, 0}) {
		t.Errorf("without water: %v", got)
	}
}

// TestWaterSides: what blends by its material goes before the water when it is
// beyond it.
func TestWaterSides(t *testing.T) {
	items := []Item{{Prepared: shelf(1, scene.Blend)}, {Prepared: shelf(-1, scene.Blend)}}
	for _, c := range []struct {
		elevation float64
		want      []int
	}{{40, []int{1, -2, 0}}, {-40, []int{0, -2, 1}}} {
		l := frameOf(items, scene.Camera{Distance: 6, ElevationDeg: c.elevation}, Options{Water: &Water{}})
		if got := order(l); !same(got, c.want) {
			t.Errorf("from %v degrees: %v, want %v", c.elevation, got, c.want)
		}
	}
	// At any height and through any camera, water is finite and within the list.
	for _, cam := range []scene.Camera{{Distance: 5}, {Distance: 5, Ortho: true, ElevationDeg: 90}, {Distance: 1e-3, ElevationDeg: -90}, {Distance: 1e6, ElevationDeg: 10}} {
		l := frameOf(nil, cam, Options{Water: &Water{Level: 0}})
		for _, v := range l.Vertices {
			if s := v.X + v.Y + v.Q + v.A; s-s != 0 {
				t.Fatalf("camera %+v: vertex %+v", cam, v)
			}
		}
	}
}

// TestRigidBeforeSkinned: within a mode, models without a skin come first.
func TestRigidBeforeSkinned(t *testing.T) {
	skinned := Prepare(worm(6, 3, 3, false))
	l := frameOf([]Item{{Prepared: skinned}, {Prepared: shelf(0, scene.Opaque)}, {Prepared: skinned, Place: mgl64.Translate3D(1, 0, 0)}, {Prepared: shelf(0, scene.Mask)}}, scene.Camera{Distance: 5}, Options{})
	if got := order(l); !same(got, []int{1, 0, 2, 3}) {
		t.Errorf("order %v", got)
	}
}

// crowd is n places in rows of eight.
func crowd(n int, gap float64) (p []mgl64.Mat4) {
	for i := range n {
		p = append(p, mgl64.Translate3D(float64(i%8)*gap, 0, float64(i/8)*-gap))
	}
	return p
}

// TestCopies: an item with places draws what as many items would, in one batch
// a surface, and copies out of sight cost nothing.
func TestCopies(t *testing.T) {
	for _, p := range []*Prepared{shelf(0, scene.Opaque), Prepare(worm(6, 3, 3, false))} {
		places := crowd(24, 2)
		cam := scene.Camera{Target: mgl64.Vec3{7, 0, -2}, Distance: 9, ElevationDeg: 30}
		one := frameOf([]Item{{Prepared: p, Places: places}}, cam, Options{})
		var items []Item
		for _, m := range places {
			items = append(items, Item{Prepared: p, Place: m})
		}
		many := frameOf(items, cam, Options{})
		if len(one.Batches) != 1 || len(one.Triangles) != len(many.Triangles) || len(one.Triangles) == 0 {
			t.Fatalf("%d batches, %d triangles of %d", len(one.Batches), len(one.Triangles), len(many.Triangles))
		}
		for i := range one.Triangles {
			a, b := one.Triangles[i], many.Triangles[i]
			if a.Copy != b.Item || a.Item != 0 || one.Vertices[a.A] != many.Vertices[b.A] || one.Vertices[a.B] != many.Vertices[b.B] {
				t.Fatalf("triangle %d: %+v and %+v", i, a, b)
			}
		}
	}
	p := shelf(0, scene.Opaque)
	l := frameOf([]Item{{Prepared: p, Places: []mgl64.Mat4{mgl64.Translate3D(500, 0, 0), mgl64.Translate3D(0, 0, 500)}}}, scene.Camera{Distance: 5}, Options{})
	if len(l.Vertices) != 0 {
		t.Errorf("%d vertices of copies that are not seen", len(l.Vertices))
	}
	if l := frameOf([]Item{{Prepared: p, Places: []mgl64.Mat4{}}}, scene.Camera{Distance: 5}, Options{}); len(l.Triangles) != 0 {
		t.Error("no places, yet something is drawn")
	}
}

// TestMillionNodes: a file with nothing but nodes is drawn, bones and all, in
// bounded time and with a bounded list.
func TestMillionNodes(t *testing.T) {
	const n = 1_000_000
	m := &scene.Model{Nodes: make([]scene.Node, n), Roots: []int{0}}
	for i := range m.Nodes {
		m.Nodes[i].Local = scene.Identity()
		m.Nodes[i].Local.T[0] = 1e-4
		if i > 0 {
			m.Nodes[i].Parent = scene.Some((i - 1) / 2)
		}
		for c := 2*i + 1; c <= 2*i+2 && c < n; c++ {
			m.Nodes[i].Children = append(m.Nodes[i].Children, c)
		}
	}
	p := Prepare(m)
	l := frameOf([]Item{{Prepared: p, Bones: true, BoneAxes: true, RestFrames: true, Bounds: true, MassCenter: true, Selected: []int{n - 1, 3}}}, scene.Camera{Distance: 2}, Options{Grid: true, Shadow: true})
	if len(l.Triangles) == 0 || len(l.Triangles) > 2_000_000 {
		t.Errorf("%d triangles", len(l.Triangles))
	}
}

// BenchmarkCrowd is the front end on 64 rigid copies of a model of heli.glb's
// size (9,000 triangles), and on 16 skinned models with poses of their own.
func BenchmarkCrowd(b *testing.B) {
	run := func(name string, items []Item) {
		b.Run(name, func(b *testing.B) {
			cam := scene.Camera{Target: mgl64.Vec3{7, 0, -7}, ElevationDeg: 25, Distance: 26}
			var builder Builder
			var l List
			best := time.Hour
			b.ReportAllocs()
			for b.Loop() {
				start := time.Now()
				builder.Frame(&l, items, cam, Options{Width: 1280, Height: 720})
				best = min(best, time.Since(start))
			}
			b.ReportMetric(float64(best.Microseconds())/1000, "best-ms/frame")
			b.ReportMetric(float64(len(l.Triangles)), "triangles")
			b.ReportMetric(float64(len(l.Batches)), "batches")
		})
	}
	rigid := worm(99, 45, 2, true)
	rigid.Skins, rigid.Nodes[len(rigid.Nodes)-1].Skin = nil, 0
	run("64rigid", []Item{{Prepared: Prepare(rigid), Places: crowd(64, 2)}})
	m := worm(99, 45, 30, false)
	p := Prepare(m)
	var items []Item
	for i, place := range crowd(16, 2) {
		items = append(items, Item{Prepared: p, World: m.World(nil, bend(m, 0.01*float64(i)), nil), Place: place})
	}
	run("16skinned", items)
}

// TestMassMark: the marker sits where scene.Mass says.
func TestMassMark(t *testing.T) {
	p := Prepare(worm(20, 11, 4, false))
	var b Builder
	l := new(List)
	cam := scene.Camera{Target: mgl64.Vec3{0, 0.5, 0}, Distance: 4, AzimuthDeg: 30}
	b.Frame(l, []Item{{Prepared: p, MassCenter: true}}, cam, Options{Width: 320, Height: 200})
	sum := p.model.Mass(nil)
	want, ok := sum.Center()
	if !ok {
		t.Fatal("no mass")
	}
	pr := NewProjector(cam, 320, 200)
	x, y, _, _ := pr.Point(want)
	last := l.Batches[len(l.Batches)-1]
	if last.Kind != Overlay {
		t.Fatal("no marker")
	}
	var sx, sy float64
	n := 0.0
	for _, tri := range l.Triangles[last.First : last.First+last.Count] {
		for _, v := range []uint32{tri.A, tri.B, tri.C} {
			sx, sy, n = sx+float64(l.Vertices[v].X), sy+float64(l.Vertices[v].Y), n+1
		}
	}
	if math.Hypot(sx/n-x, sy/n-y) > 1 {
		t.Errorf("marker at %v %v, centre of mass at %v %v", sx/n, sy/n, x, y)
	}
}
