package main

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/lab"
	"donorlab/internal/scene"
)

// strider writes a body that walks in place, its feet sliding, and returns the file.
func strider(t *testing.T) string {
	t.Helper()
	m := &scene.Model{Name: "strider", Nodes: []scene.Node{{Name: "Hips", Local: scene.Identity()}}, Roots: []int{0}, Skins: []scene.Skin{{}}}
	m.Nodes[0].Local.T = mgl64.Vec3{0, 1, 0}
	add := func(name string, parent int, x, y, z float64) int {
		l := scene.Identity()
		l.T = mgl64.Vec3{x, y, z}
		i := len(m.Nodes)
		m.Nodes = append(m.Nodes, scene.Node{Name: name, Local: l, Parent: scene.Some(parent)})
		m.Nodes[parent].Children = append(m.Nodes[parent].Children, i)
		return i
	}
	head := add("Head", add("Chest", 0, 0, .3, 0), 0, .3, 0)
	var clip scene.Animation
	clip.Name = "Walk"
	for k, s := range []string{"Left", "Right"} {
		x := .1 - .2*float64(k)
		u := add(s+"UpLeg", 0, x, -.1, 0)
		l := add(s+"Leg", u, 0, -.42, .02)
		f := add(s+"Foot", l, 0, -.4, -.02)
		add(s+"Toe", f, 0, -.08, .15)
		// A stiff leg that swings to and fro, bent on its way to the front, p from 0 to pi.
		c := scene.Channel{Node: u, Path: scene.Rotation}
		b := scene.Channel{Node: l, Path: scene.Rotation}
		for i := range 61 {
			p := 2*math.Pi*float64(i)/60 + math.Pi*float64(k)
			turn := mgl64.QuatRotate(.35*math.Cos(p), mgl64.Vec3{1, 0, 0})
			bend := mgl64.QuatRotate(.9*max(0, math.Sin(p)), mgl64.Vec3{1, 0, 0})
			for _, x := range []struct {
				c *scene.Channel
				q mgl64.Quat
			}{{&c, turn}, {&b, bend}} {
				x.c.Times = append(x.c.Times, float32(i)/60)
				x.c.Values = append(x.c.Values, float32(x.q.V[0]), float32(x.q.V[1]), float32(x.q.V[2]), float32(x.q.W))
			}
		}
		clip.Channels = append(clip.Channels, c, b)
	}
	_ = head
	for i := range m.Nodes {
		m.Skins[0].Joints = append(m.Skins[0].Joints, i)
		inv := mgl64.Translate3D(-world(m, i)[0], -world(m, i)[1], -world(m, i)[2])
		m.Skins[0].InverseBind = append(m.Skins[0].InverseBind, inv)
	}
	m.Animations = []scene.Animation{clip}
	path := filepath.Join(t.TempDir(), "strider.glb")
	if err := lab.WriteModel(path, m); err != nil {
		t.Fatal(err)
	}
	return path
}

func world(m *scene.Model, i int) mgl64.Vec3 { return scene.Position(m.World(nil, nil, nil)[i]) }

func TestGaitVerb(t *testing.T) {
	path := strider(t)
	type answer struct {
		Feet []struct {
			Node     int
			Contacts []struct{ From, To float64 }
			SkateMm  float64
		}
		Cadence, Stride float64
		NewClip         string
		Lock            *struct{ SkateBeforeMm, SkateAfterMm, MaxMoveMm, LimitMm float64 }
	}
	var a answer
	got := ctl("gait", path, "--clip", "Walk", "--json", "--quiet")
	if got.code != 0 || json.Unmarshal([]byte(got.out), &a) != nil {
		t.Fatal(got.code, got.out, got.errout)
	}
	if len(a.Feet) != 2 || len(a.Feet[0].Contacts) != 1 || a.Cadence != 1 || a.Stride < .3 || a.Lock != nil {
		t.Fatalf("%+v", a)
	}
	out := filepath.Join(filepath.Dir(path), "locked.glb")
	got = ctl("gait", path, "--clip", "Walk", "--lock", "-o", out, "--max-move", "60", "--name", "Steady", "--json", "--quiet")
	if got.code != 0 || json.Unmarshal([]byte(got.out), &a) != nil {
		t.Fatal(got.code, got.out, got.errout)
	}
	if a.Lock == nil || a.NewClip != "Steady" || a.Lock.MaxMoveMm > 60 || a.Lock.SkateAfterMm > .5*a.Lock.SkateBeforeMm {
		t.Fatalf("%+v", a.Lock)
	}
	if text := ctl("gait", out, "--clip", "Steady", "--quiet"); text.code != 0 || !strings.Contains(text.out, "cadence 1.000 strides/s") {
		t.Fatal(text.out, text.errout)
	}
	for _, c := range []struct {
		args []string
		code string
	}{
		{[]string{"gait", path, "--clip", "Fly"}, "CLIP_NOT_FOUND"},
		{[]string{"gait", path, "--lock"}, "BAD_ARGUMENT"},
		{[]string{"strips", path, "--out", "no", "--strip", " ,"}, "BAD_ARGUMENT"},
		{[]string{"video", path, "--out", "no", "--clip", ""}, "BAD_ARGUMENT"},
		{[]string{"video", path, "--out", "no", "--fps", "0"}, "BAD_ARGUMENT"},
		{[]string{"gait", path, "-o", out}, "BAD_ARGUMENT"},
		{[]string{"gait", path, "--lock", "-o", path}, "OUTPUT_IS_INPUT"},
		{[]string{"gait", path, "--lock", "-o", out, "--max-move", "NaN"}, "BAD_ARGUMENT"},
		{[]string{"gait", path, "--bones", path + ".none"}, "FILE_UNREADABLE"},
		{[]string{"gait", filepath.Join(filepath.Dir(path), "none.glb")}, ""},
	} {
		got := ctl(append(c.args, "--json")...)
		if got.code != 2 || !strings.Contains(got.out, `"error"`) || !strings.Contains(got.out, c.code) {
			t.Errorf("%v: %d %s", c.args, got.code, got.out)
		}
	}
}

func TestBonesVerb(t *testing.T) {
	path := strider(t)
	var a lab.BonesAnswer
	read := func(args ...string) {
		t.Helper()
		a = lab.BonesAnswer{}
		got := ctl(append(args, "--json", "--quiet")...)
		var w struct {
			Walkable bool
			Bones    []struct {
				Slot, Name, How string
				Node            int
			}
		}
		if got.code != 0 || json.Unmarshal([]byte(got.out), &w) != nil {
			t.Fatal(got.code, got.out, got.errout)
		}
		a.Walkable = w.Walkable
		for _, b := range w.Bones {
			if b.Slot == "leftToes" {
				a.Why = b.Name + " " + b.How
			}
		}
	}
	read("bones", path)
	if !a.Walkable || a.Why != "LeftToe name" {
		t.Errorf("%+v", a)
	}
	read("bones", path, "--strip-names")
	if !a.Walkable || a.Why != "LeftToe shape" {
		t.Errorf("%+v", a)
	}
	read("bones", path, "--set", "leftToes=none", "--save")
	read("bones", path)
	if !a.Walkable || a.Why != " missing" {
		t.Errorf("not kept: %+v", a)
	}
	saved := strings.TrimSuffix(path, ".glb") + ".bones.json"
	if data, err := os.ReadFile(saved); err != nil || !strings.Contains(string(data), `"leftToes": null`) {
		t.Errorf("%v %s", err, data)
	}
	for _, args := range [][]string{{"--set", "tail=Head"}, {"--set", "head"}, {"--set", "head=Nobody"}, {"--set", "head=99"}} {
		if got := ctl(append([]string{"bones", path}, args...)...); got.code != 2 {
			t.Errorf("%v: %d %s", args, got.code, got.errout)
		}
	}
	if err := os.WriteFile(saved, []byte(`{"version":1,"bones":3}`), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, v := range []string{"bones", "gait"} {
		if got := ctl(v, path, "--json"); got.code != 2 || !strings.Contains(got.out, "BONES_INVALID") {
			t.Errorf("%s: %d %s", v, got.code, got.out)
		}
	}
}
