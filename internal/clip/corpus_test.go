package clip_test

import (
	"context"
	"math"
	"path/filepath"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/clip"
	"donorlab/internal/house/corpus"
	"donorlab/internal/scene"
	"donorlab/internal/scene/gltfio"
)

// animated are corpus files with skins and clips of many makers.
var animated = []string{"creatures/Fox.glb", "creatures/Horse.glb", "creatures/Spider.glb", "creatures/bird-animations.glb",
	"humanoids/boxman.glb", "humanoids/Knight.glb", "humanoids/mannequiny.glb", "vehicles/Tank3.glb", "vehicles/George.glb"}

func eachAnimated(t *testing.T, f func(t *testing.T, m *scene.Model)) {
	dir := corpus.Path(t, "")
	for _, name := range animated {
		t.Run(filepath.Base(name), func(t *testing.T) {
			m, err := gltfio.Read(context.Background(), filepath.Join(dir, filepath.FromSlash(name)), gltfio.Options{})
			if err != nil {
				t.Fatal(err)
			}
			f(t, m)
		})
	}
}

// TestDonorOfAnyFile makes donors of real files and wears them on themselves:
// the pose is rest * local(0)^-1 * local(t), as matrices, and the decoder does
// not stumble.
func TestDonorOfAnyFile(t *testing.T) {
	eachAnimated(t, func(t *testing.T, m *scene.Model) {
		d := donor(t, m)
		b, err := d.Bind(m, 0)
		if err != nil {
			t.Fatal(err)
		}
		first := clip.Sample(m, 0, 0, nil)
		pose := m.RestPose()
		for _, u := range []float64{0, .2, .55, .9} {
			at := u * d.Duration
			now := clip.Sample(m, 0, at, nil)
			b.Pose(at, pose)
			for c := range d.Channels() {
				n := d.Node(c)
				inv, ok := scene.InverseAffine(first[n].Mat4())
				if !ok {
					continue
				}
				want := m.Nodes[n].Local.Mat4().Mul4(inv).Mul4(now[n].Mat4())
				got := pose[n].Mat4()
				// Scales such as 1.0001, 1, 0.9998 shear under a turn, which the
				// game's composition property by property does not show.
				slack := 0.0
				for _, s := range []mgl64.Vec3{m.Nodes[n].Local.S, first[n].S, now[n].S} {
					slack = max(slack, 4*math.Abs(s[0]/s[1]-1), 4*math.Abs(s[0]/s[2]-1))
				}
				for k := range want {
					if math.Abs(got[k]-want[k]) > (1e-6+slack)*(1+math.Abs(want[k])) {
						t.Fatalf("channel %d %s at %v: got %v, want %v", c, d.Joints[c], at, got, want)
					}
				}
			}
		}
		for _, c := range d.Decode() {
			for _, v := range []float64{c.DegreesPerFrame, c.AxisSpreadDeg, c.SwingDeg, c.Axis.Len()} {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					t.Errorf("channel %d: %+v", c.Index, c)
				}
			}
		}
	})
}

// TestBakeAnyFile bakes the first clip of real files and holds the reported
// error against the vertices.
func TestBakeAnyFile(t *testing.T) {
	eachAnimated(t, func(t *testing.T, m *scene.Model) {
		s, err := clip.NewSampler(m, 0)
		if err != nil {
			t.Fatal(err)
		}
		size := m.Bounds().Diagonal()
		allowed := size // a thousandth of the model's size, in mm
		anim, rep, err := clip.Bake(m, s, clip.BakeOptions{MaxErrorMm: allowed})
		if err != nil {
			t.Fatal(err)
		}
		out := clip.WithClips(m, anim)
		worst := 0.0
		for f := 0; f < rep.Frames; f += 3 {
			at := float64(f) / rep.Rate
			a, b := m.World(nil, clip.Sample(m, 0, at, nil), nil), out.World(nil, clip.Sample(out, 0, at, nil), nil)
			was := map[int][]mgl64.Vec3{}
			m.EachVertex(a, func(n, _, _ int, p mgl64.Vec3) { was[n] = append(was[n], p) })
			next := map[int]int{}
			m.EachVertex(b, func(n, _, _ int, p mgl64.Vec3) {
				worst = max(worst, p.Sub(was[n][next[n]]).Len()*1000)
				next[n]++
			})
		}
		if worst > allowed || worst > rep.MaxErrorMm*1.0001 {
			t.Errorf("%v mm allowed, %v reported, %v found", allowed, rep.MaxErrorMm, worst)
		}
		// All these clips have linear keys or jumps: sampled there, nothing is lost
		// between but a vertex's way on its arc.
		if rep.MaxErrorMm > 1.2*allowed {
			t.Errorf("%v mm allowed, %v off between samples", allowed, rep.MaxErrorMm)
		}
		keys := 0
		for _, c := range m.Animations[0].Channels {
			keys += len(c.Times)
		}
		t.Logf("%d keys became %d; %.3g mm allowed, %.3g off at most", keys, rep.Keys, allowed, rep.MaxErrorMm)
	})
}
