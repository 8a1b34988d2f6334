package draw

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// TestWidgetShowsAll: at any time the whole model is in the picture, and a
// standing one fills it.
func TestWidgetShowsAll(t *testing.T) {
	long := triangleModel(1)
	long.Meshes[0].Primitives[0].Positions = []mgl32.Vec3{{-20, 0, 0}, {20, 0, 0}, {0, 3, 0.5}}
	far := triangleModel(2)
	far.Nodes[0].Local.T = mgl64.Vec3{300, -20, 5}
	for name, m := range map[string]*scene.Model{"small": triangleModel(0.01), "long": long, "far": far, "skinned": worm(12, 7, 5, false)} {
		for _, w := range []Widget{{}, {Ortho: true}, {SpinDeg: 36}, {SpinDeg: -36, Ortho: true, ElevationDeg: 60}, {AzimuthDeg: 90, Ortho: true, Place: mgl64.Scale3D(3, 3, 3)}} {
			w.Prepared = Prepare(m)
			const width, height = 160, 100
			for k := range 10 {
				seconds := float64(k)
				cam := w.Camera(width, height, seconds)
				pr := NewProjector(cam, width, height)
				most := 0.0
				place := w.Place
				if place == (mgl64.Mat4{}) {
					place = mgl64.Ident4()
				}
				m.EachVertex(m.World(nil, nil, nil), func(_, _, _ int, p mgl64.Vec3) {
					x, y, _, ok := pr.Point(place.Mul4x1(p.Vec4(1)).Vec3())
					reach := max(math.Abs(x/width-0.5), math.Abs(y/height-0.5)) * 2
					if !ok || reach > 1 {
						t.Fatalf("%s, %+v at %v s: a vertex is at %v %v", name, w, seconds, x, y)
					}
					most = max(most, reach)
				})
				if w.SpinDeg == 0 && name != "skinned" && most < 0.6 {
					t.Errorf("%s, ortho %v: the model takes %.2f of the picture", name, w.Ortho, most)
				}
			}
			if a, b := w.Camera(width, height, 0), w.Camera(width, height, 2.5); a.Distance != b.Distance || a.Target != b.Target {
				t.Errorf("%s: the camera moves nearer or farther", name)
			}
		}
	}
}

// TestWidgetOfNothing: without a model, and of a file with no mesh.
func TestWidgetOfNothing(t *testing.T) {
	var b Builder
	var l List
	(&Widget{}).Frame(&b, &l, 32, 32, 1)
	if l.Width != 32 || len(l.Triangles) != 0 {
		t.Errorf("list %+v", l)
	}
	m := worm(12, 7, 5, false)
	m.Meshes, m.Skins = nil, nil
	m.Nodes = m.Nodes[:len(m.Nodes)-1]
	m.Roots = m.Roots[:1]
	(&Widget{Prepared: Prepare(m), Shadow: true}).Frame(&b, &l, 64, 64, 0)
	if len(l.Triangles) == 0 {
		t.Error("a skeleton alone is not shown")
	}
}
