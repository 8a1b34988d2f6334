package clip_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/clip"
	"donorlab/internal/scene"
)

// humanoid is a chain-heavy skeleton of n joints with a clip that turns every
// joint and moves the first, at 30 keys a second for two seconds.
func humanoid(n int) *scene.Model {
	r := rand.New(rand.NewPCG(3, 4))
	var bones []bone
	for i := range n {
		p := i - 1
		if i%9 == 8 {
			p = i / 2
		}
		bones = append(bones, bone{"j", p, at(r.Float64(), r.Float64(), r.Float64())})
	}
	m := skeleton(bones...)
	a := scene.Animation{}
	for i := range n {
		axis := mgl64.Vec3{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
		a.Channels = append(a.Channels, rotations(i, 30, 60, func(f int) mgl64.Quat {
			return turn(40*math.Sin(float64(f+i)/5), axis)
		}))
	}
	a.Channels = append(a.Channels, translations(0, 30, 60, func(f int) mgl64.Vec3 { return mgl64.Vec3{0, float64(f) / 60, 0} }))
	m.Animations = []scene.Animation{a}
	return m
}

// BenchmarkPose is one frame of 67 joints: sampling alone, composing a donor's
// clip by index, and each with the world matrices behind it.
func BenchmarkPose(b *testing.B) {
	m := humanoid(67)
	s, err := clip.NewSampler(m, 0)
	if err != nil {
		b.Fatal(err)
	}
	d, err := clip.NewDonor(m, clip.DonorOptions{})
	if err != nil {
		b.Fatal(err)
	}
	bind, err := d.Bind(m, 0)
	if err != nil {
		b.Fatal(err)
	}
	order, pose := m.ParentsFirst(), m.RestPose()
	var world []mgl64.Mat4
	for _, c := range []struct {
		name   string
		src    clip.Source
		worlds bool
	}{{"sample", s, false}, {"compose", bind, false}, {"sample+world", s, true}, {"compose+world", bind, true}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			at := 0.0
			for b.Loop() {
				at = math.Mod(at+1.0/60, 2)
				c.src.Pose(at, pose)
				if c.worlds {
					world = m.World(world, pose, order)
				}
			}
		})
	}
}

// BenchmarkBake bakes two seconds of 67 joints.
func BenchmarkBake(b *testing.B) {
	m := humanoid(67)
	s, err := clip.NewSampler(m, 0)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, _, err := clip.Bake(m, s, clip.BakeOptions{Loop: true}); err != nil {
			b.Fatal(err)
		}
	}
}
