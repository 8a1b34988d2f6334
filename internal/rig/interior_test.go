package rig

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
)

// A cube in a closed cube is interior, a cube in an open box is not, and what
// stands beside them is external.
func TestInterior(t *testing.T) {
	open := hexa([8]mgl64.Vec3{{9, -1, -1}, {11, -1, -1}, {11, 1, -1}, {9, 1, -1}, {9, -1, 1}, {11, -1, 1}, {11, 1, 1}, {9, 1, 1}})[2:] // without its rear end
	k := newKit()
	k.add("shell", Body, box(2, 2, 2))
	k.add("inner", Body, box(0.5, 0.5, 0.5))
	k.add("open", Body, open)
	k.add("in the open", Body, box(0.5, 0.5, 0.5).at(10, 0, 0))
	k.add("beside", Body, box(1, 1, 1).at(5, 0, 0))
	for _, scale := range []float64{1, 100, 0.03} {
		p := mustProbe(t, k.m, ProbeOptions{Interior: true, Scale: scale, Target: General})
		for i, want := range []Visibility{External, Interior, External, External, External} {
			if got := p.Parts[i].Visibility; got != want {
				t.Errorf("scale %g: %s is %s, want %s", scale, p.Parts[i].Name, got, want)
			}
		}
		for _, f := range p.Findings {
			if f.Code != "INTERIOR" {
				continue
			}
			if len(f.Parts) != 1 || f.Parts[0] != 1 || f.Repair == nil {
				t.Fatalf("scale %g: %+v", scale, f)
			}
			r := f.Repair.Apply(nil)
			p.Apply(r)
			if p.Parts[1].Role != Ignore || !p.Parts[1].ByHand {
				t.Errorf("repaired: %s", p.Parts[1].Role)
			}
		}
		if !hasFinding(p.Findings, "INTERIOR") {
			t.Errorf("scale %g: no word about the inner cube", scale)
		}
	}
	if p := mustProbe(t, k.m, ProbeOptions{}); p.Parts[0].Visibility != NotTested {
		t.Error("tested although it was not asked for")
	}
}

// The tree finds the same nearest triangle as looking at all of them.
func TestBVHAgrees(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	rnd := func(s float64) mgl64.Vec3 {
		return mgl64.Vec3{s * (r.Float64() - 0.5), s * (r.Float64() - 0.5), s * (r.Float64() - 0.5)}
	}
	var s soup
	for range 900 {
		c := rnd(10)
		s = append(s, tri{c.Add(rnd(1)), c.Add(rnd(1)), c.Add(rnd(1))})
	}
	for range 40 { // many in one place
		s = append(s, tri{{1, 1, 1}, {1.1, 1, 1}, {1, 1.1, 1}})
	}
	b := newBVH([]piece{{tris: s}}, []int{0})
	hits := 0
	for range 2000 {
		from, dir := rnd(14), rnd(2)
		far := math.Inf(1)
		for i := range s {
			if d, ok := meets(from, dir, &s[i]); ok && d > 0 && d < far {
				far = d
			}
		}
		got, hit := b.cast(from, dir, 0, math.Inf(1), false)
		if (hit >= 0) != !math.IsInf(far, 1) || hit >= 0 && math.Abs(got-far) > 1e-12*far {
			t.Fatalf("ray %v %v: %g, want %g", from, dir, got, far)
		}
		if b.blocked(from, dir) != (hit >= 0) {
			t.Fatal("blocked does not agree with cast")
		}
		hits += btoi(hit >= 0)
	}
	if hits < 200 {
		t.Errorf("only %d rays met anything", hits)
	}
}

// The interior test can be stopped, and the number of processors does not change
// its answer.
func TestInteriorStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	k := large()
	_, err := Probe(ctx, k.m, ProbeOptions{Interior: true, Progress: func(done, total int, what string) {
		if what == "looking out from every part" {
			cancel()
		}
	}})
	if err != context.Canceled {
		t.Errorf("%v, want %v", err, context.Canceled)
	}
}

func BenchmarkProbeInterior(b *testing.B) {
	m := large().m
	for b.Loop() {
		p, err := Probe(context.Background(), m, ProbeOptions{Interior: true, Target: General})
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(len(p.Parts)), "parts")
	}
	b.ReportMetric(float64(m.VertexCount()), "vertices")
}

func ExampleVisibility() {
	fmt.Println(External, Interior, NotTested, int(External), int(Interior), int(NotTested))
	// Output: external interior not tested 1 0 -1
}
