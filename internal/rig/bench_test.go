package rig

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/samples"
)

func BenchmarkProbe(b *testing.B) {
	m := samples.StealthHelicopter()
	for b.Loop() {
		if _, err := Probe(context.Background(), m, ProbeOptions{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(m.TriangleCount()), "triangles")
}

// large is a helicopter of 200 parts and more than 100,000 vertices: smooth
// bodies, tubes and plates around a real rotor.
func large() *kit {
	k, _ := heliSpec{main: 5, tail: 10, tailKind: "fan", cantDeg: 20, stubWings: true}.build()
	for i := range 180 {
		var profile [][2]float64
		for j := range 8 {
			a := math.Pi * float64(j) / 7
			profile = append(profile, [2]float64{0.2 * math.Sin(a), 0.3 * math.Cos(a)})
		}
		x, y, z := 0.7*math.Sin(float64(i)), 1.2+0.5*math.Cos(1.7*float64(i)), 2-float64(i)*0.03
		k.add(fmt.Sprintf("part%d", i), Body, lathe(14+i%5, profile...).moved(mgl64.Scale3D(1, 0.4+float64(i%7)/5, 1)).at(x, y, z))
	}
	return k
}

func BenchmarkProbeLarge(b *testing.B) {
	m := large().m
	for b.Loop() {
		if _, err := Probe(context.Background(), m, ProbeOptions{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(m.VertexCount()), "vertices")
}

func BenchmarkFitAxle(b *testing.B) {
	k, _ := samples.Rotor(5, 6, mgl64.Vec3{0.1, 1, 0}, true)
	p := mustProbe(b, k, ProbeOptions{})
	var tris [][3]mgl64.Vec3
	g := &generator{m: k, p: p}
	for i := range p.Parts {
		tris = append(tris, g.tris([]int{i})...)
	}
	b.ResetTimer()
	for b.Loop() {
		FitAxle(tris)
	}
}
