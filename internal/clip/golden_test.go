package clip_test

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/clip"
	"donorlab/internal/house/corpus"
	"donorlab/internal/scene"
	"donorlab/internal/scene/gltfio"
)

// golden is what three.js says about one file.
type golden struct {
	File    string
	Clips   []struct{ Name string }
	Samples []struct {
		Clip      *string
		ClipIndex int
		T         float64
		Joints    []goldenNode
		Nodes     []goldenNode
		Verts     []struct {
			I int
			P [3]float64
		}
	}
}

type goldenNode struct {
	Node  int
	Name  string
	World [16]float64
}

func readGolden(t *testing.T, r io.Reader) golden {
	t.Helper()
	var g golden
	if err := json.NewDecoder(r).Decode(&g); err != nil {
		t.Fatal(err)
	}
	return g
}

// compare checks every node's world matrix of every sample, to 1e-4 of the
// model's size, and returns how many it looked at.
func compare(t *testing.T, m *scene.Model, g golden) int {
	t.Helper()
	order, n := m.ParentsFirst(), 0
	place, slack := sizeOf(m, m.World(nil, nil, order)), offUnit(m)
	for _, s := range g.Samples {
		pose := m.RestPose()
		if len(m.Animations) > 0 {
			pose = clip.Sample(m, s.ClipIndex, s.T, nil)
		}
		world := m.World(nil, pose, order)
		for _, want := range append(s.Joints, s.Nodes...) {
			n++
			got := world[want.Node]
			// The size that matters to a matrix: of what hangs on the node for its
			// axes, and of where it stands for its origin.
			scale := 1e-6
			for k := range 12 {
				scale = max(scale, math.Abs(want.World[k]))
			}
			for k, v := range want.World {
				tol := (1e-4 + slack) * scale
				if k >= 12 && k < 15 {
					tol = (1e-4 + slack) * place
				}
				if math.Abs(got[k]-v) > tol {
					t.Errorf("clip %d at %v, node %d %q: got %v, three.js says %v", s.ClipIndex, s.T, want.Node, want.Name, got, want.World)
					break
				}
			}
		}
	}
	return n
}

// offUnit is how far the file's rotation keys are off unit length, which the
// format forbids. three.js puts them into its matrices as they are, we make
// them unit length: a matrix then differs by twice as much.
func offUnit(m *scene.Model) float64 {
	worst := 0.0
	for a := range m.Animations {
		for _, c := range m.Animations[a].Channels {
			if c.Path != scene.Rotation || c.Interp == scene.CubicSpline {
				continue
			}
			for k := 0; k+3 < len(c.Values); k += 4 {
				l := 0.0
				for _, v := range c.Values[k : k+4] {
					l += float64(v) * float64(v)
				}
				worst = max(worst, math.Abs(l-1))
			}
		}
	}
	return worst
}

// sizeOf is the extent of what is drawn, or of the nodes where nothing is.
func sizeOf(m *scene.Model, world []mgl64.Mat4) float64 {
	b := scene.EmptyBox()
	m.EachVertex(world, func(_, _, _ int, p mgl64.Vec3) { b = b.Add(p) })
	if b.Empty() {
		for _, w := range world {
			b = b.Add(scene.Position(w))
		}
	}
	return max(b.Diagonal(), 1e-6)
}

// TestThreeJS compares three small models of our own with the answers of
// three.js 0.187 (AnimationMixer), which are stored beside them: linear keys
// with flipped signs under a turned and scaled parent, cubic splines and steps
// under non-uniform scales, and morph weights of a clip that starts late.
func TestThreeJS(t *testing.T) {
	for _, name := range []string{"linear", "cubic", "late"} {
		t.Run(name, func(t *testing.T) {
			m, err := gltfio.Read(context.Background(), filepath.Join("testdata", name+".gltf"), gltfio.Options{})
			if err != nil {
				t.Fatal(err)
			}
			f, err := os.Open(filepath.Join("testdata", name+".json"))
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			g := readGolden(t, f)
			if compare(t, m, g) == 0 {
				t.Error("nothing was compared")
			}
			for _, s := range g.Samples {
				compareVerts(t, m, s.T, func(i int) mgl64.Vec3 { return mgl64.Vec3(s.Verts[i].P) })
			}
		})
	}
}

// compareVerts checks the three vertices of the one mesh, morphs included.
func compareVerts(t *testing.T, m *scene.Model, at float64, want func(i int) mgl64.Vec3) {
	t.Helper()
	weights := clip.RestWeights(m)
	s, err := clip.NewSampler(m, 0)
	if err != nil {
		t.Fatal(err)
	}
	s.Weights(at, weights)
	world := m.World(nil, clip.Sample(m, 0, at, nil), nil)
	for n := range m.Nodes {
		if m.Nodes[n].Mesh == 0 {
			continue
		}
		p := &m.Meshes[0].Primitives[0]
		for i := range p.Positions {
			v := mgl64.Vec3{float64(p.Positions[i][0]), float64(p.Positions[i][1]), float64(p.Positions[i][2])}
			for k := range p.Targets {
				d := p.Targets[k].Positions[i]
				v = v.Add(mgl64.Vec3{float64(d[0]), float64(d[1]), float64(d[2])}.Mul(weights[n][k]))
			}
			got := world[n].Mul4x1(v.Vec4(1)).Vec3()
			nearVec(t, "vertex", got, want(i), 1e-5*max(1, got.Len()))
		}
	}
}

// TestThreeJSCorpus compares every file of the corpus that has an answer.
func TestThreeJSCorpus(t *testing.T) {
	dir := corpus.Path(t, "")
	files, nodes := 0, 0
	err := filepath.WalkDir(filepath.Join(dir, "golden"), func(path string, _ os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".json.gz") {
			return err
		}
		t.Run(strings.TrimSuffix(filepath.Base(path), ".json.gz"), func(t *testing.T) {
			f, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			z, err := gzip.NewReader(f)
			if err != nil {
				t.Fatal(err)
			}
			g := readGolden(t, z)
			m, err := gltfio.Read(context.Background(), filepath.Join(dir, filepath.FromSlash(g.File)), gltfio.Options{})
			if err != nil {
				t.Fatal(err)
			}
			files++
			nodes += compare(t, m, g)
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 50 {
		t.Errorf("only %d files were compared", files)
	}
	t.Logf("%d files, %d node matrices", files, nodes)
}
