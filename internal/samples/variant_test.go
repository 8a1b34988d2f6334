package samples_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/samples"
	"donorlab/internal/scene"
)

// TestTruthAngles compares the sample's truth with what the brief asks for.
func TestTruthAngles(t *testing.T) {
	tr := samples.StealthTruth()
	main, ok := tr.Rotor(samples.LabelMain)
	tail, ok2 := tr.Rotor(samples.LabelTail)
	if !ok || !ok2 || len(tr.Rotors) != 2 {
		t.Fatalf("rotors: %+v", tr.Rotors)
	}
	deg := func(a, b mgl64.Vec3) float64 { return math.Acos(a.Dot(b)) * 180 / math.Pi }
	if a := deg(main.Axis, mgl64.Vec3{0, 1, 0}); math.Abs(a-3) > 1e-9 || main.Axis[2] <= 0 {
		t.Errorf("mast leans %v degrees towards %v", a, main.Axis)
	}
	if a := deg(tail.Axis, mgl64.Vec3{1, 0, 0}); math.Abs(a-20) > 1e-9 {
		t.Errorf("fan is canted by %v degrees", a)
	}
	if main.Blades != 5 || tail.Blades != 10 {
		t.Errorf("%d and %d blades, want 5 and 10", main.Blades, tail.Blades)
	}
	if len(tr.Wheels) != 3 || len(tr.Gun.Nodes) != 2 {
		t.Errorf("%d wheels, %d gun parts", len(tr.Wheels), len(tr.Gun.Nodes))
	}
	for _, w := range tr.Wheels {
		if w.Center[1] != w.Radius {
			t.Errorf("wheel at %v of radius %v does not touch the ground", w.Center, w.Radius)
		}
	}
}

func variants() []samples.Variant {
	return []samples.Variant{
		{},
		{MainBlades: 2, Flat: true},
		{Flat: true, FarMetres: 1e4},
		{Flat: true, Mirrored: true, ZUp: true},
		{Mirrored: true},
		{Mirrored: true, ZUp: true, YawDeg: 70, Size: 0.01},
		{ZUp: true, StripNames: true},
		{Merged: true},
		{Merged: true, Mirrored: true, FarMetres: 1e4},
		{OneSurface: true, ZUp: true, StripNames: true, YawDeg: -90},
		{Layout: samples.Coaxial, MainBlades: 3},
		{Layout: samples.Coaxial, Merged: true},
		{Layout: samples.Tandem, MainBlades: 3, Mirrored: true},
		{Layout: samples.NoTailFan, Size: 100},
	}
}

// bodyOf sums, over the facets of one label in model space, the area, the
// area's centre, the signed volume and the largest distance from a point.
type bodyOf struct {
	area, volume float64
	center       mgl64.Vec3
	reach        float64
	facets       int
}

func measure(t *testing.T, m *scene.Model, tr samples.Truth, l samples.Label, from mgl64.Vec3) bodyOf {
	t.Helper()
	var b bodyOf
	world := m.World(nil, nil, nil)
	for i := range m.Nodes {
		mesh, ok := m.Nodes[i].Mesh.Get()
		if !ok {
			continue
		}
		inside := scene.LinearPart(world[i]).Det() < 0
		for k := range m.Meshes[mesh].Primitives {
			p := &m.Meshes[mesh].Primitives[k]
			if len(tr.Labels[i][k]) != len(p.Indices)/3 {
				t.Fatalf("node %d, primitive %d: %d labels for %d facets", i, k, len(tr.Labels[i][k]), len(p.Indices)/3)
			}
			at := func(v uint32) mgl64.Vec3 {
				return scene.VertexPosition(p, int(v), world[i], nil).Sub(from)
			}
			for f, label := range tr.Labels[i][k] {
				if label != l {
					continue
				}
				x, y, z := at(p.Indices[3*f]), at(p.Indices[3*f+1]), at(p.Indices[3*f+2])
				if inside { // a reflection turns the facet over, and the renderer back
					y, z = z, y
				}
				area := y.Sub(x).Cross(z.Sub(x)).Len() / 2
				b.facets++
				b.area += area
				b.volume += x.Dot(y.Cross(z)) / 6
				b.center = b.center.Add(x.Add(y).Add(z).Mul(area / 3))
				b.reach = math.Max(b.reach, math.Max(x.Len(), math.Max(y.Len(), z.Len())))
			}
		}
	}
	b.center = b.center.Mul(1 / b.area)
	return b
}

// TestVariants checks that each variant shows what its truth says: a rotor's
// area is centred on its axis (it has n equal blades), its blades reach its
// radius, its named nodes hold nothing else, and its facets face outward.
func TestVariants(t *testing.T) {
	plain, plainTruth := samples.Variant{}.Build()
	for _, v := range variants() {
		t.Run(fmt.Sprintf("%+v", v), func(t *testing.T) {
			m, tr := v.Build()
			if err := m.Check(); err != nil {
				t.Fatal(err)
			}
			size := v.Size
			if size == 0 {
				size = 1
			}
			tol := 2e-4 * size
			if v.FarMetres != 0 {
				tol += 2e-3
			}
			for _, r := range tr.Rotors {
				b := measure(t, m, tr, r.Label, r.Hub)
				off := b.center.Sub(r.Axis.Mul(b.center.Dot(r.Axis)))
				if off.Len() > tol {
					t.Errorf("%v: its area's centre is %v m off the axis", r.Label, off.Len())
				}
				if math.Abs(b.reach-r.Radius) > 0.12*r.Radius {
					t.Errorf("%v: reaches %v m, radius %v", r.Label, b.reach, r.Radius)
				}
				if b.volume <= 0 {
					t.Errorf("%v: encloses %v m³", r.Label, b.volume)
				}
				onlyLabel(t, tr, r.Nodes, r.Label)
			}
			for _, l := range []samples.Label{samples.LabelWheel, samples.LabelGun} {
				was := measure(t, plain, plainTruth, l, plainTruth.Gun.Pivot)
				is := measure(t, m, tr, l, tr.Gun.Pivot)
				if is.facets != was.facets && v.FarMetres == 0 {
					t.Errorf("%v: %d facets, want %d", l, is.facets, was.facets)
				}
				if math.Abs(is.volume/(size*size*size)-was.volume) > 0.05*was.volume {
					t.Errorf("%v: encloses %v m³, want %v", l, is.volume/(size*size*size), was.volume)
				}
			}
			onlyLabel(t, tr, tr.Gun.Nodes, samples.LabelGun)
			for _, n := range m.Nodes {
				if v.StripNames && n.Name != "" {
					t.Errorf("a node is still called %q", n.Name)
				}
			}
			if flat := v.Merged || v.OneSurface; flat && (len(m.Nodes) != 1 || v.OneSurface && len(m.Meshes[0].Primitives) != 1) {
				t.Errorf("%d nodes, %d primitives", len(m.Nodes), len(m.Meshes[0].Primitives))
			}
		})
	}
}

func onlyLabel(t *testing.T, tr samples.Truth, nodes []int, l samples.Label) {
	t.Helper()
	for _, n := range nodes {
		for _, p := range tr.Labels[n] {
			for _, got := range p {
				if got != l {
					t.Fatalf("node %d is said to be %v only, but holds %v", n, l, got)
				}
			}
		}
	}
}

func TestSynthetic(t *testing.T) {
	up := mgl64.Vec3{0.2, 1, -0.1}
	spec := samples.RotorSpec{Blades: 3, Radius: 4, Axis: up, Hub: mgl64.Vec3{1, 2, 3}, OneBlade: 2}
	m, tr := spec.Build()
	if err := m.Check(); err != nil {
		t.Fatal(err)
	}
	if len(tr.Nodes) != 4 || len(m.Nodes) != 4 {
		t.Fatalf("%d nodes, want hub and three blades", len(m.Nodes))
	}
	count := func(n int) int { return len(m.Meshes[m.Nodes[n].Mesh.Or(0)].Primitives[0].Indices) }
	if count(2) < 30*count(1) || count(1) != count(3) {
		t.Errorf("corners by blade: %d, %d, %d", count(1), count(2), count(3))
	}
	if d := tr.Axis.Sub(up.Normalize()).Len(); d > 1e-12 {
		t.Errorf("axis %v", tr.Axis)
	}
	// Every blade's tip is at the radius and in the disc.
	world := m.World(nil, nil, nil)
	for _, n := range tr.Nodes[1:] {
		var far mgl64.Vec3
		p := &m.Meshes[m.Nodes[n].Mesh.Or(0)].Primitives[0]
		for v := range p.Positions {
			if d := scene.VertexPosition(p, v, world[n], nil).Sub(tr.Hub); d.Len() > far.Len() {
				far = d
			}
		}
		if math.Abs(far.Len()-4) > 0.02 || math.Abs(far.Dot(tr.Axis)) > 0.05 {
			t.Errorf("blade %d ends at %v from the hub", n, far)
		}
	}
	if joined, _ := (samples.RotorSpec{Joined: true, Mast: true}).Build(); len(joined.Nodes) != 1 {
		t.Errorf("a joined rotor has %d nodes", len(joined.Nodes))
	}
	w, wt := samples.Wheel(0.5, 0.2, 6, mgl64.Vec3{-1, 0, 0})
	if s := w.Bounds().Size(); math.Abs(s[0]-0.2) > 1e-4 || math.Abs(s[1]-1) > 1e-4 || wt.Axle[0] != 1 {
		t.Errorf("wheel of %v, axle %v", s, wt.Axle)
	}
}
