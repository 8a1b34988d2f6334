package rig

import (
	"context"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/house/racing"
	"donorlab/internal/scene"
)

// Shapes that no modeller means but files hold: each ends in a part list and a
// rig, without a panic and in bounded time.
func TestOddModels(t *testing.T) {
	nan := float32(math.NaN())
	cases := map[string]func(k *kit){
		"one triangle":     func(k *kit) { k.add("t", Body, soup{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}) },
		"no area":          func(k *kit) { k.add("t", Body, soup{{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}}) },
		"one point thrice": func(k *kit) { k.add("t", Body, soup{{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}}) },
		"one vertex": func(k *kit) {
			k.add("t", Body, soup{{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}})
			p := &k.m.Meshes[0].Primitives[0]
			p.Positions, p.Normals, p.Indices = p.Positions[:1], p.Normals[:1], []uint32{0, 0, 0}
		},
		"all interior": func(k *kit) { // nested shells, each seen only by the next
			for i := range 4 {
				k.add("t", Body, box(1+float64(i), 1+float64(i), 1+float64(i)))
			}
		},
		"no volume": func(k *kit) {
			k.add("a", Body, box(1, 0, 3))
			k.add("b", Body, box(0, 0, 3))
			k.add("c", Body, cylinder(12, 1, 0).aimed(mgl64.Vec3{1, 0, 0}))
		},
		"3,000 nodes": func(k *kit) {
			for i := range 3000 {
				k.add("t", Body, box(0.01, 0.01, 0.02).at(float64(i%100)*0.05, float64(i/100%10)*0.05, float64(i/1000)*0.05))
			}
		},
		"one cube": func(k *kit) { k.add("t", Body, box(1, 1, 1)) },
		"NaN among good": func(k *kit) {
			k.add("t", Body, box(1, 2, 3))
			p := &k.m.Meshes[0].Primitives[0]
			p.Positions[0] = mgl32.Vec3{nan, 0, 0}
		},
		"infinite": func(k *kit) {
			k.add("a", Body, box(1, 2, 3))
			k.add("t", Body, box(1, 2, 3))
			k.m.Meshes[1].Primitives[0].Positions[3] = mgl32.Vec3{float32(math.Inf(1)), 0, 0}
		},
		"flattened node": func(k *kit) {
			k.add("a", Body, box(1, 2, 3))
			k.m.Nodes[0].Local.S = mgl64.Vec3{1, 0, 1}
		},
		"huge": func(k *kit) { k.add("a", Body, box(1e30, 1e30, 1e30)) },
		"tiny": func(k *kit) { k.add("a", Body, box(1e-20, 1e-20, 1e-20)) },
		"10,000 loose pieces": func(k *kit) {
			var all soup
			for i := range 10_000 {
				all = append(all, box(0.01, 0.01, 0.02).at(float64(i%100)*0.05, float64(i/100%10)*0.05, float64(i/1000)*0.05)...)
			}
			k.add("t", Body, all)
		},
		"600 equal bars": func(k *kit) {
			var all soup
			for i := range 600 {
				all = append(all, box(0.02, 0.03, 0.4).moved(mgl64.HomogRotate3DY(float64(i))).at(float64(i%20)*0.3, 1, float64(i/20)*0.3)...)
			}
			k.add("t", Body, all)
		},
	}
	for name, fill := range cases {
		t.Run(name, func(t *testing.T) {
			k := newKit()
			fill(k)
			p, err := Probe(context.Background(), k.m, ProbeOptions{Target: Auto, Interior: true})
			if err != nil {
				var bad *scene.Problem
				if !asProblem(err, &bad) || bad.Remedy == "" {
					t.Fatalf("refused without a remedy: %v", err)
				}
				return
			}
			if len(p.Parts) > maxRows+2 && len(k.m.Nodes) == 1 {
				t.Errorf("%d rows", len(p.Parts))
			}
			for i := range p.Parts {
				q := &p.Parts[i]
				if q.Reason == "" || q.Confidence < 0 || q.Confidence > 1 || q.Center != q.Center {
					t.Errorf("part %d: %+v", i, *q)
				}
			}
			if _, err := Generate(context.Background(), k.m, p, nil, GenerateOptions{}); err != nil {
				var bad *scene.Problem
				if !asProblem(err, &bad) || bad.Remedy == "" {
					t.Errorf("no rig, and no remedy: %v", err)
				}
			}
		})
	}
}

func asProblem(err error, p **scene.Problem) bool {
	q, ok := err.(*scene.Problem)
	*p = q
	return ok
}

// Two cars in one file: each has its wheels, and one press keeps one of them.
func TestTwoModels(t *testing.T) {
	a, b := fleetVehicle("car", 21, 0), fleetVehicle("car", 22, 0)
	k := &kit{m: a.model, labels: make([]Role, len(a.model.Nodes))}
	for i := range b.model.Nodes {
		n := b.model.Nodes[i]
		k.m.Meshes = append(k.m.Meshes, b.model.Meshes[n.Mesh-1])
		n.Mesh = scene.Some(len(k.m.Meshes) - 1)
		n.Local.T = mgl64.Vec3{4, 0, 1}
		k.m.Nodes = append(k.m.Nodes, n)
		k.m.Roots = append(k.m.Roots, len(k.m.Nodes)-1)
	}
	p := mustProbe(t, k.m, ProbeOptions{Target: Auto, StripNames: true})
	rows := p.Counts()[Wheel]
	r := repairOf(t, p.Findings, "SEVERAL_MODELS").Apply(nil)
	p.Apply(r)
	if s := p.Counts(); rows < 8 || s[Wheel] < 4 || s[Ignore] < 10 {
		t.Errorf("%d rows of wheels, then %d with %d ignored", rows, s[Wheel], s[Ignore])
	}
	for _, kind := range racing.Thin(fleetKinds, 8) {
		v := fleetVehicle(kind, 31, 0)
		if q := mustProbe(t, v.model, ProbeOptions{Target: Auto, StripNames: true}); hasFinding(q.Findings, "SEVERAL_MODELS") {
			t.Errorf("%s is taken for two", kind)
		}
	}
}
