package draw

import (
	"bytes"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

var testCam = scene.Camera{Target: mgl64.Vec3{0, 0.5, 0}, AzimuthDeg: 20, ElevationDeg: 10, Distance: 3}

// triangleModel is one node with one triangle at z = 0 that faces +Z.
func triangleModel(size float32) *scene.Model {
	return &scene.Model{
		Meshes: []scene.Mesh{{Primitives: []scene.Primitive{{
			Positions: []mgl32.Vec3{{-size, -size, 0}, {size, -size, 0}, {0, size, 0}},
			Normals:   []mgl32.Vec3{{0, 0, 1}, {0, 0, 1}, {0, 0, 1}},
			Indices:   []uint32{0, 1, 2},
		}}}},
		Nodes: []scene.Node{{Local: scene.Identity(), Mesh: scene.Some(0)}},
		Roots: []int{0},
	}
}

func frameOf(items []Item, cam scene.Camera, opt Options) *List {
	if opt.Width == 0 {
		opt.Width, opt.Height = 320, 200
	}
	var b Builder
	l := new(List)
	b.Frame(l, items, cam, opt)
	return l
}

// TestSkinningMatchesScene holds the fast vertex loops against the plain
// float64 definition in package scene.
func TestSkinningMatchesScene(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		name   string
		single bool
		change func(m *scene.Model, pose scene.Pose)
	}{
		{"four joints", false, nil},
		{"one joint", true, nil},
		{"uneven scale", false, func(m *scene.Model, p scene.Pose) { p[3].S = mgl64.Vec3{2, 0.5, 1.5} }},
		{"mirrored", false, func(m *scene.Model, p scene.Pose) { p[0].S = mgl64.Vec3{-1, 1, 1} }},
		{"random weights", false, func(m *scene.Model, p scene.Pose) {
			pr := &m.Meshes[0].Primitives[0]
			for i := range pr.Weights {
				var sum float32
				for k := range 4 {
					pr.Weights[i][k] = float32(rng.IntN(3)) * rng.Float32()
					pr.Joints[i][k] = uint16(rng.IntN(len(m.Skins[0].Joints)))
					sum += pr.Weights[i][k]
				}
				if sum == 0 {
					pr.Weights[i], sum = [4]float32{1}, 1
				}
				for k := range 4 {
					pr.Weights[i][k] /= sum
				}
			}
		}},
		{"no skin", false, func(m *scene.Model, p scene.Pose) { m.Nodes[len(m.Nodes)-1].Skin = 0; p[len(p)-1].T[1] = 0.2 }},
		{"far away", false, func(m *scene.Model, p scene.Pose) { p[0].T = mgl64.Vec3{4000, 30, -7000} }},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := worm(20, 7, 9, c.single)
			pose := bend(m, 0.2)
			if c.change != nil {
				c.change(m, pose)
			}
			world := m.World(nil, pose, nil)
			box := scene.EmptyBox()
			m.EachVertex(world, func(_, _, _ int, p mgl64.Vec3) { box = box.Add(p) })
			cam := testCam.Frame(box, 1.6)
			var b Builder
			var l List
			b.Frame(&l, []Item{{Prepared: Prepare(m), World: world}}, cam, Options{Width: 320, Height: 200})
			worst := 0.0
			m.EachVertex(world, func(_, _, v int, want mgl64.Vec3) {
				rel := b.lens.world(&b.view[v])
				for k := range 3 {
					worst = max(worst, math.Abs(float64(rel[k])+b.lens.eye[k]-want[k]))
				}
			})
			// Far out the definition itself is no better than float32 weights allow.
			limit := 1e-5*box.Diagonal() + 4*box.Center().Len()/(1<<24)
			if !(worst <= limit) {
				t.Errorf("a vertex is %g m from where scene.VertexPosition puts it, limit %g", worst, limit)
			}
		})
	}
}

// TestNormals holds posed normals against the inverse transpose in float64.
func TestNormals(t *testing.T) {
	m := triangleModel(1)
	n := mgl32.Vec3{0.6, 0, 0.8}
	for i := range 3 {
		m.Meshes[0].Primitives[0].Normals[i] = n
	}
	m.Nodes[0].Local = scene.TRS{R: mgl64.QuatRotate(0.7, mgl64.Vec3{1, 2, 3}.Normalize()), S: mgl64.Vec3{1, 3, -0.4}}
	m.Materials = []scene.Material{scene.DefaultMaterial()}
	m.Materials[0].DoubleSided = true
	m.Meshes[0].Primitives[0].Material = scene.Some(0)
	lin := scene.LinearPart(m.Nodes[0].LocalMatrix())
	want := lin.Inv().Transpose().Mul3x1(mgl64.Vec3{0.6, 0, 0.8}).Normalize()
	l := frameOf([]Item{{Prepared: Prepare(m)}}, testCam, Options{})
	v := l.Vertices[0]
	got := mgl64.Vec3{float64(v.NX / v.Q), float64(v.NY / v.Q), float64(v.NZ / v.Q)}
	if d := got.Sub(want).Len(); d > 1e-5 {
		t.Errorf("normal %v, want %v", got, want)
	}
}

func TestSkinnedMeshIgnoresItsNode(t *testing.T) {
	m := worm(20, 7, 9, false)
	plain := frameOf([]Item{{Prepared: Prepare(m)}}, testCam, Options{})
	m2 := worm(20, 7, 9, false)
	m2.Nodes[len(m2.Nodes)-1].Local = scene.TRS{T: mgl64.Vec3{5, 6, 7}, R: mgl64.QuatRotate(1, mgl64.Vec3{0, 0, 1}), S: mgl64.Vec3{-2, 3, 1}}
	moved := frameOf([]Item{{Prepared: Prepare(m2)}}, testCam, Options{})
	if len(plain.Triangles) == 0 || !reflect.DeepEqual(plain.Vertices, moved.Vertices) || !reflect.DeepEqual(plain.Triangles, moved.Triangles) {
		t.Error("the transform of a skinned mesh's node changed the picture")
	}
}

func TestWinding(t *testing.T) {
	front := scene.Camera{Distance: 5}
	back := scene.Camera{Distance: 5, AzimuthDeg: 180}
	for _, c := range []struct {
		name        string
		scale       mgl64.Vec3
		twoSided    bool
		front, back int
	}{
		{"plain", mgl64.Vec3{1, 1, 1}, false, 1, 0},
		{"mirrored in x", mgl64.Vec3{-1, 1, 1}, false, 1, 0},
		{"mirrored in z", mgl64.Vec3{1, 1, -1}, false, 0, 1},
		{"turned by two mirrors", mgl64.Vec3{-1, 1, -1}, false, 0, 1},
		{"two-sided", mgl64.Vec3{1, 1, 1}, true, 1, 1},
	} {
		m := triangleModel(1)
		m.Materials = []scene.Material{scene.DefaultMaterial()}
		m.Materials[0].DoubleSided = c.twoSided
		m.Meshes[0].Primitives[0].Material = scene.Some(0)
		m.Nodes[0].Local.S = c.scale
		for _, ortho := range []bool{false, true} {
			f, b := front, back
			f.Ortho, b.Ortho = ortho, ortho
			lf, lb := frameOf([]Item{{Prepared: Prepare(m)}}, f, Options{}), frameOf([]Item{{Prepared: Prepare(m)}}, b, Options{})
			if len(lf.Triangles) != c.front || len(lb.Triangles) != c.back {
				t.Errorf("%s, ortho %v: %d triangles from the front and %d from behind, want %d and %d", c.name, ortho, len(lf.Triangles), len(lb.Triangles), c.front, c.back)
			}
			// Whatever is seen has a normal that looks at the eye.
			for _, l := range []*List{lf, lb} {
				for _, tri := range l.Triangles {
					v := l.Vertices[tri.A]
					if v.NX*l.View.Back[0]+v.NY*l.View.Back[1]+v.NZ*l.View.Back[2] <= 0 {
						t.Errorf("%s: normal points away from the eye", c.name)
					}
				}
			}
		}
	}
}

// TestClipping looks along a huge floor that passes under and behind the eye.
func TestClipping(t *testing.T) {
	m := triangleModel(1)
	p := &m.Meshes[0].Primitives[0]
	p.Positions = []mgl32.Vec3{{-1e5, 0, 1e5}, {1e5, 0, 1e5}, {0, 0, -1e5}}
	p.Indices = []uint32{0, 1, 2}
	for i := range p.Normals {
		p.Normals[i] = mgl32.Vec3{0, 1, 0}
	}
	for _, ortho := range []bool{false, true} {
		cam := scene.Camera{Distance: 5, ElevationDeg: 10, Near: 0.1, Far: 1e6, Ortho: ortho}
		l := frameOf([]Item{{Prepared: Prepare(m)}}, cam, Options{})
		if len(l.Triangles) < 1 {
			t.Fatalf("ortho %v: the floor is gone", ortho)
		}
		for _, tri := range l.Triangles {
			if tri.ID != l.Triangles[0].ID {
				t.Error("pieces of one triangle have different IDs")
			}
			for _, i := range []uint32{tri.A, tri.B, tri.C} {
				v := l.Vertices[i]
				const over = guardPixels + 2
				if !(v.Q > 0 && v.Q <= 1) || !(v.X >= -over && v.X <= 320+over && v.Y >= -over && v.Y <= 200+over) {
					t.Errorf("ortho %v: vertex %+v lies outside the guard band or before the near plane", ortho, v)
				}
			}
		}
	}
}

func TestBadGeometry(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	m := triangleModel(1)
	p := &m.Meshes[0].Primitives[0]
	good := len(p.Indices)
	for _, bad := range []mgl32.Vec3{{nan, 0, 0}, {0, inf, 0}, {0, 0, -inf}, {3e38, 3e38, 3e38}} {
		p.Positions = append(p.Positions, bad)
		p.Normals = append(p.Normals, mgl32.Vec3{nan, 0, 1})
		p.Indices = append(p.Indices, 0, 1, uint32(len(p.Positions)-1))
	}
	p.Indices = append(p.Indices, 0, 0, 1, 2, 2, 2) // no area
	l := frameOf([]Item{{Prepared: Prepare(m)}}, testCam, Options{Grid: true, Shadow: true, Axes: true})
	n := 0
	for _, tri := range l.Triangles {
		if tri.Node == 0 {
			n++
		}
	}
	if n != good/3 {
		t.Errorf("%d triangles drawn, want only the sound one", n)
	}
	w := m.World(nil, nil, nil)
	w[0][12] = math.NaN()
	l = frameOf([]Item{{Prepared: Prepare(m), World: w, Wire: true, Bounds: true, Bones: true, BoneAxes: true, Outline: []Part{{0, 0}}}}, testCam, Options{Shadow: true})
	for _, tri := range l.Triangles {
		if tri.Node >= 0 {
			t.Error("a node at NaN was drawn")
		}
	}
}

func TestEmpty(t *testing.T) {
	for _, opt := range []Options{{}, {Width: 10}, {Width: 10, Height: 10}} {
		var b Builder
		var l List
		b.Frame(&l, nil, scene.Camera{}, opt)
		b.Frame(&l, []Item{{}}, scene.Camera{}, opt)
		if len(l.Triangles) != 0 || len(l.Batches) != 0 {
			t.Error("something was drawn from nothing")
		}
	}
	l := frameOf([]Item{{Prepared: Prepare(&scene.Model{}), Bones: true, Wire: true, Bounds: true}}, testCam, Options{})
	if len(l.Triangles) != 0 {
		t.Error("something was drawn from an empty model")
	}
}

func TestBounds(t *testing.T) {
	m := worm(10, 5, 4, false)
	if got, want := Prepare(m).Bounds(), m.Bounds(); got != want {
		t.Errorf("%v, want %v", got, want)
	}
	bare := &scene.Model{Nodes: []scene.Node{{Local: scene.TRS{T: mgl64.Vec3{1, 2, 3}, S: mgl64.Vec3{1, 1, 1}}}, {Local: scene.Identity()}}, Roots: []int{0, 1}}
	if got, want := Prepare(bare).Bounds(), (scene.Box{Max: mgl64.Vec3{1, 2, 3}}); got != want {
		t.Errorf("a bare skeleton has bounds %v, want %v", got, want)
	}
}

func TestThreadsAndFramesAgree(t *testing.T) {
	m := worm(120, 60, 20, false)
	item := Item{Prepared: Prepare(m), World: m.World(nil, bend(m, 0.1), nil), Bones: true}
	opt := Options{Width: 320, Height: 200, Grid: true, Shadow: true}
	opt.Threads = 1
	one := frameOf([]Item{item}, testCam, opt)
	for _, n := range []int{2, 5} {
		opt.Threads = n
		if l := frameOf([]Item{item}, testCam, opt); !reflect.DeepEqual(one, l) {
			t.Errorf("%d threads make another list than one", n)
		}
	}
	var b Builder
	var l List
	b.Frame(&l, []Item{item, item}, scene.Camera{Distance: 1}, opt)
	b.Frame(&l, []Item{item}, testCam, opt)
	if !reflect.DeepEqual(one, &l) {
		t.Error("a reused Builder and List make another list than new ones")
	}
}

func TestNoMemoryPerFrame(t *testing.T) {
	m := worm(60, 30, 20, false)
	items := []Item{{Prepared: Prepare(m), World: m.World(nil, bend(m, 0.1), nil)}}
	var b Builder
	var l List
	for _, threads := range []int{1, 2} {
		opt := Options{Width: 320, Height: 200, Grid: true, Shadow: true, Axes: true, Threads: threads}
		b.Frame(&l, items, testCam, opt)
		if n := testing.AllocsPerRun(20, func() { b.Frame(&l, items, testCam, opt) }); n > float64(threads-1) {
			t.Errorf("%d threads: %v allocations a frame", threads, n)
		}
	}
}

func TestProjectorAgreesWithFrame(t *testing.T) {
	m := triangleModel(1)
	for _, ortho := range []bool{false, true} {
		cam := testCam
		cam.Ortho = ortho
		l := frameOf([]Item{{Prepared: Prepare(m)}}, cam, Options{})
		p := NewProjector(cam, 320, 200)
		for i, v := range m.Meshes[0].Primitives[0].Positions {
			w := mgl64.Vec3{float64(v[0]), float64(v[1]), float64(v[2])}
			x, y, depth, ok := p.Point(w)
			if !ok || math.Abs(x-float64(l.Vertices[i].X)) > 5e-3 || math.Abs(y-float64(l.Vertices[i].Y)) > 5e-3 {
				t.Errorf("ortho %v: point %v at %v, %v; the list has %v, %v", ortho, w, x, y, l.Vertices[i].X, l.Vertices[i].Y)
			}
			o, d := p.Ray(x, y)
			if off := w.Sub(o).Cross(d).Len(); off > 1e-9*depth+1e-9 {
				t.Errorf("ortho %v: the ray through a point's pixel misses it by %g", ortho, off)
			}
		}
	}
}

func TestHiddenTintClayAndIDs(t *testing.T) {
	m := triangleModel(0.5)
	m.Nodes = append(m.Nodes, scene.Node{Local: scene.Identity(), Mesh: scene.Some(0)})
	m.Roots = []int{0, 1}
	p := Prepare(m)
	cam := scene.Camera{Distance: 5, Ortho: true}
	all := frameOf([]Item{{Prepared: p}}, cam, Options{})
	part := frameOf([]Item{{Prepared: p, Hidden: []bool{true}}}, cam, Options{})
	if len(all.Triangles) != 2 || len(part.Triangles) != 1 || part.Triangles[0].Node != 1 {
		t.Fatalf("hiding node 0 left %+v of %+v", part.Triangles, all.Triangles)
	}
	if part.Triangles[0].ID != all.Triangles[1].ID || all.Triangles[0].ID == all.Triangles[1].ID || all.Triangles[0].ID == 0 {
		t.Error("IDs are not stable or not distinct")
	}
	red, green := Tint{1, 0, 0, 1}, Tint{0, 1, 0, 0.5}
	l := frameOf([]Item{{Prepared: p, Clay: true, NodeTint: []Tint{{}, red}, PartTint: map[Part]Tint{{0, 0}: green}}}, cam, Options{})
	v0, v1 := l.Vertices[l.Triangles[0].A], l.Vertices[l.Triangles[1].A]
	if want := (mgl32.Vec4{clayColor[0] / 2, clayColor[1]/2 + 0.5, clayColor[2] / 2, 1}); (mgl32.Vec4{v0.R, v0.G, v0.B, v0.A}).Sub(want).Len() > 1e-6 {
		t.Errorf("half tinted part is %v %v %v, want %v", v0.R, v0.G, v0.B, want)
	}
	if v1.R != 1 || v1.G != 0 || v1.B != 0 {
		t.Errorf("tinted node is %v %v %v", v1.R, v1.G, v1.B)
	}
	// A second item's IDs do not clash with the first's.
	two := frameOf([]Item{{Prepared: p}, {Prepared: p}}, cam, Options{})
	seen := map[uint32]bool{}
	for _, tri := range two.Triangles {
		if seen[tri.ID] {
			t.Error("two items share a triangle ID")
		}
		seen[tri.ID] = true
	}
}

func TestJointTint(t *testing.T) {
	m := worm(20, 7, 9, true)
	tints := make([]Tint, len(m.Nodes))
	tints[m.Skins[0].Joints[2]] = Tint{0, 0, 1, 1}
	l := frameOf([]Item{{Prepared: Prepare(m), NodeTint: tints}}, testCam, Options{})
	blue, other := 0, 0
	for i, j := range m.Meshes[0].Primitives[0].Joints {
		v := l.Vertices[i]
		isBlue := v.R == 0 && v.G == 0 && v.B > 0
		if isBlue != (j[0] == 2) {
			t.Fatalf("vertex %d of joint %d: blue is %v", i, j[0], isBlue)
		}
		if isBlue {
			blue++
		} else {
			other++
		}
	}
	if blue == 0 || other == 0 {
		t.Error("the test has lost its subject")
	}
}

func TestMorph(t *testing.T) {
	m := triangleModel(1)
	m.Meshes[0].Primitives[0].Targets = []scene.Target{{Positions: []mgl32.Vec3{{1, 0, 0}, {}, {}}}, {Positions: []mgl32.Vec3{{0, 2, 0}, {}, {}}}}
	m.Meshes[0].Weights = []float32{0.5, 0}
	cam := scene.Camera{Distance: 5, Ortho: true, FovYDeg: 60}
	p := Prepare(m)
	pr := NewProjector(cam, 320, 200)
	for _, c := range []struct {
		name    string
		node    []float32
		weights [][]float32
		want    mgl64.Vec3
	}{
		{"mesh default", nil, nil, mgl64.Vec3{-0.5, -1, 0}},
		{"node", []float32{0, 0.5}, nil, mgl64.Vec3{-1, 0, 0}},
		{"item", []float32{1, 1}, [][]float32{{1, 0.25}}, mgl64.Vec3{0, -0.5, 0}},
	} {
		m.Nodes[0].Weights = c.node
		l := frameOf([]Item{{Prepared: p, Weights: c.weights}}, cam, Options{})
		x, y, _, _ := pr.Point(c.want)
		if v := l.Vertices[0]; math.Abs(float64(v.X)-x) > 1e-3 || math.Abs(float64(v.Y)-y) > 1e-3 {
			t.Errorf("%s: vertex at %v, %v, want %v, %v", c.name, v.X, v.Y, x, y)
		}
	}
}

func TestBlendIsSortedFarToNear(t *testing.T) {
	m := triangleModel(1)
	m.Materials = []scene.Material{scene.DefaultMaterial()}
	m.Materials[0].AlphaMode = scene.Blend
	m.Meshes[0].Primitives[0].Material = scene.Some(0)
	m.Nodes, m.Roots = nil, nil
	for i, z := range []float64{0.3, -2, 1, -0.5} {
		at := scene.Identity()
		at.T[2] = z
		m.Nodes = append(m.Nodes, scene.Node{Local: at, Mesh: scene.Some(0)})
		m.Roots = append(m.Roots, i)
	}
	l := frameOf([]Item{{Prepared: Prepare(m)}}, scene.Camera{Distance: 5}, Options{})
	var order []int32
	for _, tri := range l.Triangles {
		order = append(order, tri.Node)
	}
	if !reflect.DeepEqual(order, []int32{1, 3, 0, 2}) {
		t.Errorf("drawn in the order %v", order)
	}
	for _, b := range l.Batches {
		if b.Kind != Blend {
			t.Errorf("batch %+v", b)
		}
	}
}

func TestBatchesTileTheList(t *testing.T) {
	m := worm(20, 7, 9, false)
	l := frameOf([]Item{{Prepared: Prepare(m), Bones: true, Wire: true, Bounds: true}}, testCam, Options{Grid: true, Shadow: true, Axes: true})
	at, kind := 0, Opaque
	for _, b := range l.Batches {
		if b.First != at || b.Count <= 0 || b.Kind < kind || b.Surface == nil {
			t.Fatalf("batch %+v does not follow %d, kind %d", b, at, kind)
		}
		at, kind = b.First+b.Count, b.Kind
	}
	if at != len(l.Triangles) || kind != Overlay {
		t.Errorf("batches end at %d of %d, kind %d", at, len(l.Triangles), kind)
	}
}

// TestSnap says what snapping is for: matrices that rounding errors have moved
// apart come out the same, and none moves far.
func TestSnap(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	exact := mgl64.Ident4()
	exact[12], exact[13], exact[14] = 1.5, -0.25, 3
	for range 200 {
		m := exact
		for i := range m {
			if i%4 != 3 {
				m[i] += (rng.Float64() - 0.5) * 2e-7
			}
		}
		if snapAffine(m, 5) != snapAffine(exact, 5) {
			t.Fatalf("%v did not snap to the exact matrix", m)
		}
	}
	turn := scene.TRS{T: mgl64.Vec3{0.1, 0.2, 0.3}, R: mgl64.QuatRotate(1, mgl64.Vec3{0, 1, 0}), S: mgl64.Vec3{100, 100, 100}}.Mat4()
	snapped := snapAffine(turn, 5)
	for i := range turn {
		if math.Abs(turn[i]-snapped[i]) > 1e-4 {
			t.Errorf("element %d moved from %v to %v", i, turn[i], snapped[i])
		}
	}
}

func TestPrepareSharesNothingMutable(t *testing.T) {
	m := worm(10, 5, 4, false)
	before := bytes.Clone([]byte{byte(len(m.Nodes)), byte(len(m.Meshes))})
	p := Prepare(m)
	frameOf([]Item{{Prepared: p, Wire: true}}, testCam, Options{})
	if !bytes.Equal(before, []byte{byte(len(m.Nodes)), byte(len(m.Meshes))}) || p.Model() != m {
		t.Error("drawing changed the model")
	}
}

// TestOrthoIsNotCut: looking closely with a parallel projection puts the eye
// inside the model; what is before it and behind it is drawn all the same.
func TestOrthoIsNotCut(t *testing.T) {
	p := Prepare(worm(20, 11, 4, false))
	cam := scene.Camera{Target: mgl64.Vec3{0, 0.5, 0}, Distance: 3, ElevationDeg: 60, FovYDeg: 35, Ortho: true}
	want := len(frameOf([]Item{{Prepared: p}}, cam, Options{}).Triangles)
	// As wide a picture with the eye a centimetre from the middle.
	cam.FovYDeg = 2 * 180 / math.Pi * math.Atan(math.Tan(cam.FovY()/2)*cam.Distance/0.01)
	cam.Distance = 0.01
	if got := len(frameOf([]Item{{Prepared: p}}, cam, Options{}).Triangles); got != want || want == 0 {
		t.Errorf("%d triangles, want %d", got, want)
	}
}
