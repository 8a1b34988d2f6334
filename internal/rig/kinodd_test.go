package rig

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// A model with bones keeps them where the recipe says so: skin and meshes are
// the source's, marks apply to bones, and each marked bone turns about its own
// axis nearest the axle, by the wheel's rolling contact.
func TestSourceRigKept(t *testing.T) {
	made, _ := generalRig(t, carKit(0.31, 0.42, 5), nil)
	src := *made.Model
	p := mustProbe(t, &src, ProbeOptions{Target: General})
	if !p.Rigged {
		t.Fatal("a rigged model is not told as one")
	}
	r := NewRecipe()
	r.Target, r.UseSourceRig = General, true
	for _, turn := range []Orientation{{}, {YawDeg: 90}} {
		r.Orientation = turn
		for i := range p.Parts {
			if strings.HasPrefix(p.Parts[i].Name, "Wheel") {
				r.SetMark(&p.Parts[i], Wheel)
			}
		}
		g := mustGenerate(t, &src, p, r, GenerateOptions{})
		if !reflect.DeepEqual(g.Model.Skins, src.Skins) || !reflect.DeepEqual(g.Model.Meshes, src.Meshes) {
			t.Fatal("skin or meshes changed")
		}
		if len(g.Hinges) != 4 || len(g.Bones) != len(src.Skins[0].Joints) {
			t.Fatalf("%d hinges, %d bones", len(g.Hinges), len(g.Bones))
		}
		rebased, _, err := Rebase(g.Model)
		if err != nil {
			t.Fatal(err)
		}
		for _, on := range []*scene.Model{g.Model, rebased} {
			clips, _ := OwnClips(g, on, r)
			if len(clips) != 1 {
				t.Fatalf("%d clips", len(clips))
			}
			world := on.World(nil, nil, nil)
			for _, w := range g.Rolls(r) {
				h := g.Hinges[w.Hinge]
				node := on.Skins[0].Joints[h.Bone]
				if deg := turnOf(t, on, &clips[0], node, h.Axle); math.Abs(deg-w.Degrees) > 0.05 {
					t.Errorf("%s turns by %.3f deg, want %.3f", g.Bones[h.Bone].Name, deg, w.Degrees)
				}
				own := false
				for k := range 3 {
					own = own || degBetween(scene.LinearPart(world[node]).Col(k), h.Axle) < 0.01
				}
				if !own {
					t.Errorf("%v is no axis of the bone's own", h.Axle)
				}
			}
		}
	}
}

// Marks on shapes that nothing can be fitted to end in a rig and in words.
func TestKinOdd(t *testing.T) {
	nan := math.NaN()
	dot := soup{{mgl64.Vec3{1, 1, 1}, mgl64.Vec3{1, 1, 1}, mgl64.Vec3{1, 1, 1}}}
	line := soup{{mgl64.Vec3{1, 1, 1}, mgl64.Vec3{1, 1, 2}, mgl64.Vec3{1, 1, 3}}}
	sheet := soup{{mgl64.Vec3{1, 1, 1}, mgl64.Vec3{1, 1, 2}, mgl64.Vec3{1, 2, 1}}}
	broken := soup{{mgl64.Vec3{nan, 1, 1}, mgl64.Vec3{1, math.Inf(1), 2}, mgl64.Vec3{1, 2, 1}}}
	for name, shape := range map[string]soup{"dot": dot, "line": line, "sheet": sheet, "broken": broken, "half": append(append(soup{}, broken...), box(1, 1, 1)...)} {
		for _, role := range []Role{Wheel, Turret, Gun, Muzzle, Cradle, Trail, Caterpillar, Rotor} {
			t.Run(fmt.Sprintf("%s %s", name, role), func(t *testing.T) {
				k := newKit()
				k.add("hull", Body, box(2, 1, 4))
				k.add("odd", role, shape)
				p, err := Probe(context.Background(), k.m, ProbeOptions{Target: General})
				if err != nil {
					return // refused in words
				}
				r := NewRecipe()
				r.Target, r.RecoilDist, r.GunDeployElev, r.WaveEnabled = General, 0.3, 20, true
				for i := range p.Parts {
					r.SetMark(&p.Parts[i], k.labels[p.Parts[i].Nodes[0]])
				}
				g, err := Generate(context.Background(), k.m, p, r, GenerateOptions{})
				if err != nil {
					return
				}
				clips, _ := OwnClips(g, nil, r)
				for _, a := range clips {
					for _, c := range a.Channels {
						for _, v := range c.Values {
							if v != v || math.IsInf(float64(v), 0) {
								t.Fatalf("%s has a key that is not a number", a.Name)
							}
						}
					}
				}
				for _, n := range g.Model.Nodes {
					if l := n.Local; !finite(l.T) || math.IsNaN(l.R.W+l.R.V[0]+l.R.V[1]+l.R.V[2]) {
						t.Fatalf("bone %s rests at %v", n.Name, l)
					}
				}
			})
		}
	}
}

// No wheels, no clip; too many wheels are refused with what asks for the bones.
func TestKinNoneAndTooMany(t *testing.T) {
	k := newKit()
	k.add("hull", Body, box(2, 1, 4))
	g, r := generalRig(t, k, nil)
	if clips, f := OwnClips(g, nil, r); len(clips) != 0 || len(f) != 0 || len(g.Bones) != 2 {
		t.Errorf("%d clips, %v, %d bones", len(clips), f, len(g.Bones))
	}
	for i := range 130 {
		k.add("w", Wheel, box(0.1, 0.5, 0.5).at(2, 0, float64(i)))
	}
	p, r := markedKit(t, k)
	_, err := Generate(context.Background(), k.m, p, r, GenerateOptions{})
	var problem *scene.Problem
	if e, ok := err.(*scene.Problem); ok {
		problem = e
	}
	if problem == nil || problem.Code != "TOO_MANY_BONES" || !strings.Contains(problem.Message, "wheels 130") {
		t.Errorf("got %v", err)
	}
}

// Two runs give the same rig and the same clips, whatever the processors do.
func TestKinDeterministic(t *testing.T) {
	k, _ := trackSpec{pitch: 0.2}.build()
	p, r := markedKit(t, k)
	a := mustGenerate(t, k.m, p, r, GenerateOptions{})
	b := mustGenerate(t, k.m, p, r, GenerateOptions{})
	ca, _ := OwnClips(a, nil, r)
	cb, _ := OwnClips(b, nil, r)
	if !reflect.DeepEqual(a.Model, b.Model) || !reflect.DeepEqual(a.Hinges, b.Hinges) || !reflect.DeepEqual(ca, cb) || len(ca) != 1 {
		t.Error("two runs differ")
	}
	if d := Diff(a, b); len(d) != 0 {
		t.Error(d)
	}
}

// Names that lie: facing along the axles is set right, so that all wheels turn
// one way.
func TestFacingAcross(t *testing.T) {
	k := carKit(0.3, 0.3, 6)
	p, r := markedKit(t, k)
	p.Forward = mgl64.Vec3{1, 0, 0}
	g := mustGenerate(t, k.m, p, r, GenerateOptions{})
	for _, h := range g.Hinges {
		if h.Axle[0] < 0.99 {
			t.Errorf("axle %v", h.Axle)
		}
	}
	if !hasFinding(g.Findings, "FACING_ACROSS") {
		t.Error("not told")
	}
}

// Diff tells bones that come, go and carry other vertices.
func TestDiff(t *testing.T) {
	k := carKit(0.3, 0.4, 5)
	p, r := markedKit(t, k)
	a := mustGenerate(t, k.m, p, r, GenerateOptions{})
	last := -1
	for i := range p.Parts {
		if k.labels[p.Parts[i].Nodes[0]] == Wheel {
			last = i
		}
	}
	r2 := r.Clone()
	r2.SetMark(&p.Parts[last], Body)
	b := mustGenerate(t, k.m, p, r2, GenerateOptions{})
	var said []string
	for _, c := range Diff(a, b) {
		said = append(said, c.Name+" "+c.Change)
	}
	if want := "[Body moved Wheel_03 removed]"; fmt.Sprint(said) != want {
		t.Errorf("%v, want %v", said, want)
	}
	if d := Diff(b, a); len(d) != 2 || d[1].Change != "added" || d[0].Vertices >= 0 {
		t.Errorf("%v", d)
	}
	if d := Diff(nil, a); len(d) != len(a.Bones) || Diff(a, nil)[0].Change != "removed" {
		t.Errorf("%v", d)
	}
}

// 100,000 vertices in 200 parts: tyres, hull, a turret with its gun.
func BenchmarkGenerateGeneral(b *testing.B) {
	k := carKit(0.4, 0.4, 5)
	for i := range 190 {
		k.add("p", Body, lathe(28, [2]float64{0, -0.1}, [2]float64{0.1, -0.05}, [2]float64{0.12, 0}, [2]float64{0.1, 0.05}, [2]float64{0, 0.1}).at(float64(i%10)*0.1-0.5, 1, float64(i/10)*0.2-2))
	}
	k.add("turret", Turret, cylinder(60, 0.5, 0.4).at(0, 1.5, 0))
	k.add("gun", Gun, cylinder(40, 0.06, 2).aimed(mgl64.Vec3{0, 0, 1}).at(0, 1.5, 1.4))
	n := 0
	for i := range k.m.Meshes {
		n += len(k.m.Meshes[i].Primitives[0].Positions)
	}
	p, r := markedKit(b, k)
	b.ResetTimer()
	for b.Loop() {
		if _, err := Generate(context.Background(), k.m, p, r, GenerateOptions{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(n), "vertices")
}
