package draw

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"donorlab/internal/scene"
)

func TestHeat(t *testing.T) {
	m := worm(40, 7, 9, false)
	joint := 4
	l := frameOf([]Item{{Prepared: Prepare(m), HeatNode: scene.Some(m.Skins[0].Joints[joint])}}, testCam, Options{})
	p := &m.Meshes[0].Primitives[0]
	hot := 0
	for i := range p.Positions {
		var w float32
		for k, j := range p.Joints[i] {
			if int(j) == joint {
				w += p.Weights[i][k]
			}
		}
		v, want := l.Vertices[i], heatColor(w)
		if d := (mgl32.Vec3{v.R / v.Q, v.G / v.Q, v.B / v.Q}).Sub(want.Vec3()).Len(); d > 1e-4 {
			t.Fatalf("vertex %d with weight %g has colour off by %g", i, w, d)
		}
		if w > 0.3 {
			hot++
		}
	}
	if hot == 0 {
		t.Error("no vertex hangs on the joint: the test has lost its subject")
	}
	// A rigid node is all or nothing.
	tri := triangleModel(1)
	for node, want := range []mgl32.Vec4{heatColor(1), heatColor(0)} {
		tri.Nodes = append(tri.Nodes, scene.Node{Local: scene.Identity()})
		l := frameOf([]Item{{Prepared: Prepare(tri), HeatNode: scene.Some(node)}}, scene.Camera{Distance: 5, Ortho: true}, Options{})
		if v := l.Vertices[0]; v.R != want[0] || v.B != want[2] {
			t.Errorf("node %d: colour %v %v", node, v.R, v.B)
		}
	}
}

// TestNormalLines measures the lines on the screen.
func TestNormalLines(t *testing.T) {
	m := triangleModel(1)
	for _, ortho := range []bool{false, true} {
		cam := scene.Camera{Distance: 5, AzimuthDeg: 90, Ortho: ortho} // the normals run along the picture
		p := Prepare(m)
		l := frameOf([]Item{{Prepared: p, Normals: true}}, cam, Options{})
		lo, hi := float32(math.Inf(1)), float32(math.Inf(-1))
		for _, b := range l.Batches {
			for _, tri := range l.Triangles[b.First : b.First+b.Count] {
				for _, i := range []uint32{tri.A, tri.B, tri.C} {
					lo, hi = min(lo, l.Vertices[i].X), max(hi, l.Vertices[i].X)
				}
			}
		}
		pr := NewProjector(cam, 320, 200)
		x0, _, _, _ := pr.Point([3]float64{0, 1, 0})
		x1, _, _, _ := pr.Point([3]float64{0, 1, p.size / 50})
		if want := math.Abs(x1 - x0); math.Abs(float64(hi-lo)-want) > 0.3*want+1 {
			t.Errorf("ortho %v: lines are %g pixels long, want about %g", ortho, hi-lo, want)
		}
	}
}

func TestCheckerReplacesTextures(t *testing.T) {
	m := triangleModel(1)
	m.Materials = []scene.Material{scene.DefaultMaterial()}
	m.Materials[0].AlphaMode = scene.Blend
	m.Meshes[0].Primitives[0].Material = scene.Some(0)
	l := frameOf([]Item{{Prepared: Prepare(m), Checker: true}}, scene.Camera{Distance: 5}, Options{})
	if len(l.Batches) != 1 || l.Batches[0].Kind != Opaque || l.Batches[0].Surface.BaseColor == nil {
		t.Errorf("batches %+v", l.Batches)
	}
}
