package draw

import (
	"math"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// worm is a tube of n rings of m along Y with joints at every tenth ring, each
// vertex bound to four of them; single binds each to one.
func worm(n, m, joints int, single bool) *scene.Model {
	var p scene.Primitive
	for i := range n + 1 {
		y := float64(i) / float64(n)
		for j := range m + 1 {
			s, c := math.Sincos(2 * math.Pi * float64(j) / float64(m))
			p.Positions = append(p.Positions, mgl32.Vec3{float32(0.1 * s), float32(y), float32(0.1 * c)})
			p.Normals = append(p.Normals, mgl32.Vec3{float32(s), 0, float32(c)})
			at := y * float64(joints-4)
			k := uint16(at)
			f := float32(at - float64(k))
			p.Joints = append(p.Joints, [4]uint16{k, k + 1, k + 2, k + 3})
			if single {
				p.Weights = append(p.Weights, [4]float32{1})
			} else {
				p.Weights = append(p.Weights, [4]float32{0.5 - 0.3*f, 0.3, 0.2, 0.3 * f})
			}
		}
	}
	for i := range n {
		for j := range m {
			a, b := uint32(i*(m+1)+j), uint32((i+1)*(m+1)+j)
			p.Indices = append(p.Indices, a, a+1, b+1, a, b+1, b)
		}
	}
	mod := &scene.Model{Meshes: []scene.Mesh{{Primitives: []scene.Primitive{p}}}}
	var skin scene.Skin
	for k := range joints {
		t := scene.Identity()
		t.T = mgl64.Vec3{0, 1 / float64(joints), 0}
		if k == 0 {
			t.T = mgl64.Vec3{}
		}
		node := scene.Node{Local: t}
		if k > 0 {
			node.Parent = scene.Some(k - 1)
		}
		if k+1 < joints {
			node.Children = []int{k + 1}
		}
		mod.Nodes = append(mod.Nodes, node)
		skin.Joints = append(skin.Joints, k)
		skin.InverseBind = append(skin.InverseBind, mgl64.Translate3D(0, -float64(k)/float64(joints), 0))
	}
	mod.Skins = []scene.Skin{skin}
	mod.Nodes = append(mod.Nodes, scene.Node{Local: scene.Identity(), Mesh: scene.Some(0), Skin: scene.Some(0)})
	mod.Roots = []int{0, joints}
	return mod
}

// bend turns every joint of a worm a little.
func bend(m *scene.Model, angle float64) scene.Pose {
	pose := m.RestPose()
	for k := range m.Skins[0].Joints {
		pose[k].R = mgl64.QuatRotate(angle, mgl64.Vec3{0.3, 0.1, 1}.Normalize())
	}
	return pose
}

func BenchmarkSkin(b *testing.B) {
	for _, single := range []bool{false, true} {
		name := "4joints"
		if single {
			name = "1joint"
		}
		b.Run(name, func(b *testing.B) {
			m := worm(249, 99, 67, single)
			p := Prepare(m)
			world := m.World(nil, bend(m, 0.03), nil)
			var s scratch
			s.worlds = [][]mgl64.Mat4{world}
			s.addJob(&Item{Prepared: p}, 0, 0, &p.instances[0], Opaque, 0)
			j := &s.jobs[0]
			j.mats = s.mats[j.matAt : j.matAt+j.matN]
			var buf posedBuffer
			n := len(j.verts)
			best := time.Hour
			for b.Loop() {
				start := time.Now()
				for f := 0; f < n; f += chunk {
					src := j.verts[f:min(f+chunk, n)]
					poseSkinned(buf[:len(src)], src, j.mats)
				}
				best = min(best, time.Since(start))
			}
			b.ReportMetric(float64(best.Nanoseconds())/float64(n), "best-ns/vertex")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/vertex")
		})
	}
}

func BenchmarkFrontEnd(b *testing.B) {
	for _, threads := range []int{1, 2} {
		b.Run([]string{"", "1thread", "2threads"}[threads], func(b *testing.B) {
			m := worm(249, 99, 67, false)
			item := Item{Prepared: Prepare(m), World: m.World(nil, bend(m, 0.03), nil)}
			cam := scene.Camera{Target: mgl64.Vec3{0, 0.5, 0}, AzimuthDeg: 20, ElevationDeg: 10, Distance: 3}
			var builder Builder
			var l List
			b.ReportAllocs()
			best := time.Hour
			for b.Loop() {
				start := time.Now()
				builder.Frame(&l, []Item{item}, cam, Options{Width: 1280, Height: 720, Threads: threads})
				best = min(best, time.Since(start))
			}
			b.ReportMetric(float64(best.Microseconds())/1000, "best-ms/frame")
			b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(b.N), "ms/frame")
			b.ReportMetric(float64(len(l.Triangles)), "triangles")
		})
	}
}
