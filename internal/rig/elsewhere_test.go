package rig

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/clip"
	"donorlab/internal/house/oracle"
	"donorlab/internal/scene"
	"donorlab/internal/scene/gltfio"
)

//go:embed testdata/motion.mjs
var motionThree []byte

//go:embed testdata/motion.py
var motionBlender []byte

// motionTimes are fractions of a clip's length; none is between two keys of a
// track's link, where programs differ in how they go from one to the next.
var motionTimes = []string{"0", "0.2", "0.6", "1"}

// exported are rigs of every kind with their own clips, before and after the
// rebase, as files.
func exported(t *testing.T) map[string]string {
	t.Helper()
	gun, _, _ := howitzer(8)
	tank, _ := trackSpec{pitch: 0.2}.build()
	heli, _ := heliSpec{main: 4, tail: 8, tailKind: "fan", cantDeg: 15}.build()
	dir := t.TempDir()
	out := map[string]string{}
	for _, k := range []struct {
		name   string
		kit    *kit
		change func(*Recipe)
	}{
		{"car", carKit(0.31, 0.42, 5), nil},
		{"howitzer", gun, func(r *Recipe) { r.GunPivot, r.RecoilDist, r.GunDeployElev, r.WaveEnabled = 0.3, 0.2, 25, true }},
		{"tank", tank, nil},
		{"heli", heli, nil},
	} {
		g, r := generalRig(t, k.kit, k.change)
		rebased, _, err := Rebase(g.Model)
		if err != nil {
			t.Fatal(err)
		}
		for what, m := range map[string]*scene.Model{"rig": g.Model, "rebased": rebased} {
			clips, _ := OwnClips(g, m, r)
			if len(clips) == 0 {
				t.Fatalf("%s has no clips", k.name)
			}
			b, err := gltfio.Encode(clip.WithClips(m, clips...))
			if err != nil {
				t.Fatal(err)
			}
			name := k.name + " " + what
			out[name] = filepath.Join(dir, k.name+"_"+what+".glb")
			if err := os.WriteFile(out[name], b, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	return out
}

// motionOf is what a program says: vertices at rest and at motionTimes of each
// clip, by the clip's name.
type motionOf struct {
	rest  []mgl64.Vec3
	clips map[string][][]mgl64.Vec3
}

// ourMotion is what the lab's own evaluator says; every is how many vertices of
// each primitive are taken, 0 for all.
func ourMotion(t *testing.T, file string, every int) motionOf {
	t.Helper()
	m, err := gltfio.Read(t.Context(), file, gltfio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	places := func(world []mgl64.Mat4) (out []mgl64.Vec3) {
		joints := m.JointMatrices(0, world)
		for _, p := range m.Meshes[0].Primitives {
			step := 1
			if every > 0 {
				step = max(1, len(p.Positions)/every)
			}
			for v := 0; v < len(p.Positions); v += step {
				out = append(out, joints[p.Joints[v][0]].Mul4x1(vec64(p.Positions[v]).Vec4(1)).Vec3())
			}
		}
		return out
	}
	out := motionOf{places(m.World(nil, nil, nil)), map[string][][]mgl64.Vec3{}}
	for i := range m.Animations {
		a := &m.Animations[i]
		for _, s := range motionTimes {
			var f float64
			if _, err := fmt.Sscan(s, &f); err != nil {
				t.Fatal(err)
			}
			out.clips[a.Name] = append(out.clips[a.Name], places(placesAt(t, m, a, f*a.Duration())))
		}
	}
	return out
}

// sameMotion compares two programs' answers.
func sameMotion(t *testing.T, name string, got, want motionOf, tol float64) {
	t.Helper()
	near := func(what string, a, b []mgl64.Vec3) {
		if len(a) != len(b) {
			t.Errorf("%s, %s: %d vertices, want %d", name, what, len(a), len(b))
			return
		}
		worst := 0.0
		for i := range a {
			worst = max(worst, a[i].Sub(b[i]).Len())
		}
		if !(worst <= tol) {
			t.Errorf("%s, %s: a vertex is %.3g m off", name, what, worst)
		}
	}
	near("rest", got.rest, want.rest)
	if len(got.clips) != len(want.clips) {
		t.Errorf("%s: %d clips, want %d", name, len(got.clips), len(want.clips))
	}
	for c, times := range want.clips {
		if len(got.clips[c]) != len(times) {
			t.Errorf("%s: clip %s is missing", name, c)
			continue
		}
		for i := range times {
			near(c+" at "+motionTimes[i], got.clips[c][i], times[i])
		}
	}
}

func vectors(list [][3]float64) (out []mgl64.Vec3) {
	for _, v := range list {
		out = append(out, mgl64.Vec3(v))
	}
	return out
}

// The Khronos validator finds no error in what is written, and three.js shows
// the same rest and the same clips as the lab.
func TestRigInThree(t *testing.T) {
	oracle.Modules(t)
	for name, file := range exported(t) {
		oracle.ValidFiles(t, file)
		var said struct {
			Rest  [][3]float64
			Clips []struct {
				Name string
				At   [][][3]float64
			}
		}
		if err := json.Unmarshal(oracle.Node(t, motionThree, append([]string{file}, motionTimes...)...), &said); err != nil {
			t.Fatal(err)
		}
		got := motionOf{vectors(said.Rest), map[string][][]mgl64.Vec3{}}
		for _, c := range said.Clips {
			for _, at := range c.At {
				got.clips[c.Name] = append(got.clips[c.Name], vectors(at))
			}
		}
		sameMotion(t, name, got, ourMotion(t, file, 200), 2e-5)
	}
}

// Blender imports the same rest and the same clips.
func TestRigInBlender(t *testing.T) {
	program := os.Getenv("LAB_BLENDER")
	if program == "" {
		var err error
		if program, err = exec.LookPath("blender"); err != nil {
			t.Skip("Blender is not installed, which is optional: apt-get install blender, or set LAB_BLENDER")
		}
	}
	script := filepath.Join(t.TempDir(), "motion.py")
	if err := os.WriteFile(script, motionBlender, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, file := range exported(t) {
		args := append([]string{"--background", "--factory-startup", "--python-exit-code", "3", "--python", script, "--", file}, motionTimes...)
		out, err := exec.Command(program, args...).CombinedOutput()
		at := bytes.LastIndex(out, []byte("\nMOTION "))
		if err != nil || at < 0 {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
		line, _, _ := bytes.Cut(out[at+8:], []byte("\n"))
		var said struct {
			Rest  [][3]float64
			Clips map[string][][][3]float64
		}
		if err := json.Unmarshal(line, &said); err != nil {
			t.Fatal(err)
		}
		got := motionOf{vectors(said.Rest), map[string][][]mgl64.Vec3{}}
		for c, times := range said.Clips {
			// The importer writes the armature's name behind the clip's.
			c, _, _ = strings.Cut(c, "_")
			for _, p := range times {
				got.clips[c] = append(got.clips[c], vectors(p))
			}
		}
		want := ourMotion(t, file, 0)
		// The importer puts vertices that are alike together and orders them its own
		// way: each side's vertices are compared with the nearest of the other.
		same := func(what string, a, b []mgl64.Vec3) {
			if d := max(farFrom(a, b), farFrom(b, a)); !(d <= 1e-4) {
				t.Errorf("%s, %s: a vertex is %.3g m off", name, what, d)
			}
		}
		same("rest", got.rest, want.rest)
		for c, times := range want.clips {
			if len(got.clips[c]) != len(times) {
				t.Errorf("%s: clip %s has %d times", name, c, len(got.clips[c]))
				continue
			}
			for i := range times {
				same(c+" at "+motionTimes[i], got.clips[c][i], times[i])
			}
		}
	}
}

// farFrom is how far any of a is from the nearest of b.
func farFrom(a, b []mgl64.Vec3) (worst float64) {
	s := slices.Clone(b)
	slices.SortFunc(s, func(p, q mgl64.Vec3) int {
		switch {
		case p[0] < q[0]:
			return -1
		case p[0] > q[0]:
			return 1
		}
		return 0
	})
	for _, p := range a {
		i, _ := slices.BinarySearchFunc(s, p[0], func(q mgl64.Vec3, x float64) int {
			switch {
			case q[0] < x:
				return -1
			case q[0] > x:
				return 1
			}
			return 0
		})
		best := math.Inf(1)
		for k := i; k < len(s) && s[k][0]-p[0] < best; k++ {
			best = min(best, s[k].Sub(p).Len())
		}
		for k := i - 1; k >= 0 && p[0]-s[k][0] < best; k-- {
			best = min(best, s[k].Sub(p).Len())
		}
		worst = max(worst, best)
	}
	return worst
}
