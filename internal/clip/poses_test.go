package clip_test

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed"
	"encoding/json"
	"flag"
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"

	"donorlab/internal/clip"
	"donorlab/internal/house/corpus"
	"donorlab/internal/house/oracle"
	"donorlab/internal/scene"
	"donorlab/internal/scene/gltfio"
)

var update = flag.Bool("update", false, "write testdata/poses.json.gz anew, from three.js")

//go:embed testdata/poses.mjs
var posesScript []byte

//go:embed testdata/poses.json.gz
var posesStored []byte

// posed are corpus files of many makers and the clips of theirs that are
// compared, by index; poseTimes are fractions of a clip's length.
var posed = []struct {
	file  string
	clips []int
}{
	{"creatures/Bee.glb", []int{0, 1, 3}},
	{"creatures/Fox.glb", []int{0, 1, 2}},
	{"creatures/Manta_ray.glb", []int{0}},
	{"creatures/Horse.glb", []int{2, 9}},
	{"creatures/Snake.glb", []int{0, 2, 3}},
	{"creatures/Spider.glb", []int{1, 4}},
	{"creatures/Trex.glb", []int{0, 3, 5}},
	{"creatures/bird-animations.glb", []int{0, 2}},
	{"features/gltfpack_Fox_quant.glb", []int{0, 2}},
	{"humanoids/Knight.glb", []int{7, 70}},
	{"humanoids/KnightCharacter.glb", []int{1, 6, 11}},
	{"humanoids/boxman.glb", []int{0, 12, 33}},
	{"humanoids/mannequiny.glb", []int{3, 9}},
	{"vehicles/Tank3.glb", []int{0, 3}},
}

var poseTimes = []float64{0, 0.21, 0.5, 0.83, 1}

// clipPoses is three.js's answer about one clip: for each of poseTimes, the
// joints' world matrices by node, column by column without the last row.
type clipPoses struct {
	Clip   int                   `json:"clip"`
	Length float64               `json:"length"`
	Poses  []map[int][12]float64 `json:"poses"`
}

// TestPosesStored compares joint world matrices with what three.js 0.187 said,
// as it is stored in testdata: it runs without Node.
func TestPosesStored(t *testing.T) {
	if *update {
		t.Skip("the stored answers are being written anew")
	}
	comparePoses(t, corpus.Path(t, ""), storedPoses(t))
}

// TestPosesThree asks the three.js that is installed, and checks that what is
// stored is what it says.
func TestPosesThree(t *testing.T) {
	dir := corpus.Path(t, "")
	type job struct {
		File  string    `json:"file"`
		Clips []int     `json:"clips"`
		At    []float64 `json:"at"`
	}
	var jobs []job
	for _, p := range posed {
		jobs = append(jobs, job{filepath.Join(dir, filepath.FromSlash(p.file)), p.clips, poseTimes})
	}
	text, err := json.Marshal(jobs)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "jobs.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	answer := oracle.Node(t, posesScript, file)
	var live [][]clipPoses
	if err := json.Unmarshal(answer, &live); err != nil {
		t.Fatal(err)
	}
	comparePoses(t, dir, live)
	if *update {
		var b bytes.Buffer
		z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
		if _, err := z.Write(answer); err != nil || z.Close() != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("testdata/poses.json.gz", b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	for i, clips := range storedPoses(t) {
		for k, c := range clips {
			for n, pose := range c.Poses {
				for node, want := range pose {
					got := live[i][k].Poses[n][node]
					for e := range want {
						// Another processor may round another way.
						if math.Abs(got[e]-want[e]) > 1e-5*max(1, math.Abs(want[e])) {
							t.Fatalf("%s: what is stored for clip %d is not what three.js says; run this test with -update", posed[i].file, c.Clip)
						}
					}
				}
			}
		}
	}
}

func storedPoses(t *testing.T) (stored [][]clipPoses) {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(posesStored))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &stored); err != nil {
		t.Fatal(err)
	}
	if len(stored) != len(posed) {
		t.Fatalf("answers about %d files are stored, %d are asked for", len(stored), len(posed))
	}
	return stored
}

// comparePoses checks every joint at every time, to 1e-4 of the model's size in
// its place and of the matrix's own size in its axes.
func comparePoses(t *testing.T, dir string, answers [][]clipPoses) {
	total := 0
	for i, p := range posed {
		t.Run(filepath.Base(p.file), func(t *testing.T) {
			m, err := gltfio.Read(context.Background(), filepath.Join(dir, filepath.FromSlash(p.file)), gltfio.Options{})
			if err != nil {
				t.Fatal(err)
			}
			size, slack := sizeOf(m, m.World(nil, nil, nil)), offUnit(m)
			if slack > 1e-4 {
				t.Fatalf("the file's rotations are off by %g: it is no fair judge", slack)
			}
			joints := make(map[int]bool)
			for _, s := range m.Skins {
				for _, j := range s.Joints {
					joints[j] = true
				}
			}
			if len(answers[i]) != len(p.clips) {
				t.Fatalf("answers about %d clips, want %d", len(answers[i]), len(p.clips))
			}
			n, worst := 0, 0.0
			for k, c := range answers[i] {
				if c.Clip != p.clips[k] || len(c.Poses) != len(poseTimes) {
					t.Fatalf("the answer is about clip %d at %d times", c.Clip, len(c.Poses))
				}
				if d := length(m, c.Clip); math.Abs(d-c.Length) > 1e-6 {
					t.Errorf("clip %d lasts %g s, three.js says %g", c.Clip, d, c.Length)
				}
				for at, pose := range c.Poses {
					if len(pose) != len(joints) {
						t.Fatalf("%d joints, three.js says %d", len(joints), len(pose))
					}
					world := m.World(nil, clip.Sample(m, c.Clip, poseTimes[at]*c.Length, nil), nil)
					for node, want := range pose {
						got := world[node]
						n++
						axes := 0.0
						for e := range 9 {
							axes = max(axes, math.Abs(want[e]))
						}
						for e, v := range want {
							unit := size
							if e < 9 {
								unit = axes
							}
							off := math.Abs(got[e/3*4+e%3]-v) / unit
							if worst = max(worst, off); off > 1e-4 {
								t.Fatalf("clip %d at %g s, node %d %q: got %v, three.js says %v", c.Clip, poseTimes[at]*c.Length, node, m.Nodes[node].Name, got, want)
							}
						}
					}
				}
			}
			t.Logf("%d joint matrices, at most %.2g of the model's size apart", n, worst)
			total += n
		})
	}
	if total < 4000 {
		t.Errorf("only %d joint matrices were compared", total)
	}
}

// length is the time of a clip's last key.
func length(m *scene.Model, anim int) float64 {
	end := 0.0
	for _, c := range m.Animations[anim].Channels {
		end = max(end, float64(c.Times[len(c.Times)-1]))
	}
	return end
}
