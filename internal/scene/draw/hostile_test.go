package draw

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// TestHostileViews: numbers that are none, and sizes out of all measure, in
// every setting of the viewer, leave a list whose vertices are finite.
func TestHostileViews(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	m := mappedQuad(onFirst, onFirst, onOther)
	p := &m.Meshes[0].Primitives[0]
	p.UV1[2][0], p.Positions[1][0] = float32(nan), float32(inf)
	q := *p
	q.UV1, q.Tangents = nil, []mgl32.Vec4{{float32(nan)}, {0, 0, 0, 1}, {1, 0, 0, 1}, {float32(inf), 0, 0, 1}}
	q.Positions = []mgl32.Vec3{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {1, 1, 0}} // and one triangle without area
	m.Materials = append(m.Materials, m.Materials[0])
	m.Materials[1].OcclusionTex = scene.TexRef{}
	q.Material = scene.Some(1)
	m.Meshes[0].Primitives = append(m.Meshes[0].Primitives, q, scene.Primitive{})
	m.Lights = []scene.Light{{Kind: scene.Point, Color: mgl32.Vec3{1, float32(nan), 1}, Intensity: float32(inf)}, {Kind: scene.Spot, Color: mgl32.Vec3{1, 1, 1}, Intensity: 1e12}}
	m.Nodes[0].Light = scene.Some(0)
	m.Nodes = append(m.Nodes, scene.Node{Local: scene.Identity(), Light: scene.Some(1)})
	m.Roots = append(m.Roots, 1)
	prepared := Prepare(m)
	bad := mgl64.Ident4()
	bad[12], bad[5] = nan, inf
	for _, level := range []float64{0, nan, inf, 1e300} {
		for _, cam := range []scene.Camera{{Distance: 5}, {Distance: 5, Ortho: true, ElevationDeg: 90}, {Distance: nan}, {Distance: 1e30}, {Target: mgl64.Vec3{inf, 0, 0}, Distance: 1}} {
			items := []Item{
				{Prepared: prepared, Places: []mgl64.Mat4{bad, mgl64.Ident4(), {}, mgl64.Translate3D(1e30, 0, 0)}, Mode: ModeTransparentAfterWater, MassCenter: true, RestFrames: true, Bones: true, Bounds: true, Normals: true, Wire: true},
				{Prepared: prepared, Place: bad, Mode: ModeAlphaThreshold},
			}
			l := frameOf(items, cam, Options{Water: &Water{Level: level}, Exposure: level, Grid: true, GridLabels: true, Shadow: true, GroundY: level})
			for _, b := range l.Batches {
				for _, tri := range l.Triangles[b.First : b.First+b.Count] {
					for _, i := range []uint32{tri.A, tri.B, tri.C} {
						v := l.Vertices[i]
						if s := v.X + v.Y + v.Q; s-s != 0 {
							t.Fatalf("level %v, camera %+v: a triangle of item %d has the corner %+v", level, cam, tri.Item, v)
						}
					}
				}
			}
			if e := l.Light.Exposure; !(e > 0) || e-e != 0 {
				t.Fatalf("exposure %v", e)
			}
			w := Widget{Prepared: prepared, Place: bad, SpinDeg: 10}
			var b Builder
			w.Frame(&b, l, 64, 64, level)
		}
	}
}
