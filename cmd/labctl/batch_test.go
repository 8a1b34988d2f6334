package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"donorlab/assets"
	"donorlab/internal/house/corpus"
	"donorlab/internal/lab"
	"donorlab/internal/scene/gltfio"
)

// lines runs labctl with --json on several files and returns the objects.
func lines(t *testing.T, wantCode int, args ...string) []map[string]any {
	t.Helper()
	a := ctl(append(args, "--json")...)
	if a.code != wantCode {
		t.Fatalf("labctl %s: exit %d, not %d\n%s%s", strings.Join(args, " "), a.code, wantCode, a.out, a.errout)
	}
	var out []map[string]any
	for _, l := range strings.Split(strings.TrimSpace(a.out), "\n") {
		var m map[string]any
		if err := json.Unmarshal([]byte(l), &m); err != nil {
			t.Fatalf("%v in %s", err, l)
		}
		out = append(out, m)
	}
	return out
}

func code(m map[string]any) any {
	e, _ := m["error"].(map[string]any)
	return e["code"]
}

// A folder of models by one recipe: one line each in the order given, errors in
// their places, the worst exit code; nothing that was read is written, and a rig
// made in a batch has the bytes of one made alone.
func TestRigSeveral(t *testing.T) {
	dir := t.TempDir()
	at := func(n string) string { return filepath.Join(dir, n) }
	for _, n := range []string{"a.glb", "b.glb", "sub/a.glb"} {
		if err := os.MkdirAll(filepath.Dir(at(n)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at(n), assets.DonorGunship(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(at("bad.glb"), []byte("glTF, they said"), 0o644); err != nil {
		t.Fatal(err)
	}
	recipe := at("fleet.recipe.json")
	if err := os.WriteFile(recipe, []byte(`{"version":1,"target":"general","frames":20}`), 0o644); err != nil {
		t.Fatal(err)
	}
	got := lines(t, exitRefused, "rig", "--recipe", recipe, "--out-dir", at("out"), at("a.glb"), at("bad.glb"), at("b.glb"), at("sub/a.glb"), at("none.glb"))
	if len(got) != 5 {
		t.Fatalf("%d lines for 5 files", len(got))
	}
	for i, want := range []any{nil, "GLB_TRUNCATED", nil, "OUTPUTS_ARE_ONE", "NOT_FOUND"} {
		if c := code(got[i]); (c == nil) != (want == nil) || i != 1 && c != want {
			t.Errorf("line %d: %v, want %v", i, got[i], want)
		}
	}
	if got[0]["file"] != at("a.glb") || got[0]["out"] != filepath.Join(at("out"), "a_Spin.glb") || got[2]["file"] != at("b.glb") || got[0]["target"] != "general" {
		t.Errorf("files %v %v, target %v", got[0]["file"], got[2]["file"], got[0]["target"])
	}
	object(t, 0, "rig", at("a.glb"), "-o", at("alone.glb"), "--recipe", recipe)
	sameFile(t, at("alone.glb"), filepath.Join(at("out"), "a_Spin.glb"))
	if _, err := gltfio.Read(t.Context(), filepath.Join(at("out"), "b_Spin.glb"), gltfio.Options{}); err != nil {
		t.Error(err)
	}

	// Beside the models: a second run over the results replaces none of what it reads.
	lines(t, 0, "rig", at("a.glb"), at("b.glb"))
	again := lines(t, exitRefused, "rig", at("a.glb"), at("a_Spin.glb"))
	if code(again[0]) != "OUTPUT_IS_INPUT" || code(again[1]) != nil {
		t.Errorf("the second run: %v", again)
	}
	for _, args := range [][]string{
		{"rig", at("a.glb"), at("b.glb"), "-o", at("x.glb")}, {"rig", at("a.glb"), "-o", at("x.glb"), "--out-dir", dir},
		{"rig", at("a.glb"), at("b.glb"), "--save-recipe", at("x.json")}, {"rig", lab.SampleDonor},
		{"rig", at("a.glb"), "-o", at("x.glb"), "--target", "boat"},
	} {
		if c := code(object(t, exitRefused, args...)); c != "BAD_ARGUMENT" {
			t.Errorf("%v: %v", args, c)
		}
	}
}

// probe and verify of several files; what a file's warnings do under --strict is
// not lost among several.
func TestProbeAndVerifySeveral(t *testing.T) {
	none := filepath.Join(t.TempDir(), "none.glb")
	for _, verb := range []string{"probe", "verify"} {
		got := lines(t, exitRefused, verb, lab.SampleDonor, none, lab.SampleDonor)
		if len(got) != 3 || code(got[1]) != "NOT_FOUND" || got[0]["findings"] == nil || got[2]["file"] != lab.SampleDonor {
			t.Errorf("%s: %v", verb, got)
		}
		alone := object(t, 0, verb, lab.SampleDonor)
		a, _ := json.Marshal(alone)
		b, _ := json.Marshal(got[0])
		if string(a) != string(b) {
			t.Errorf("%s alone and among several differ:\n%s\n%s", verb, a, b)
		}
	}
	if a := ctl("verify", lab.SampleDonor, lab.SampleDonor, "--strict"); a.code != exitWarnings {
		t.Errorf("two models with warnings: exit %d\n%s", a.code, a.out)
	}
}

// The target is found out where nobody says it, and can be said.
func TestTarget(t *testing.T) {
	file := vehicle(t, "car.glb")
	wheels := func(m map[string]any) (n int) {
		each(t, m, "parts", func(o map[string]any) {
			if o["role"] == "Wheel" {
				n++
			}
		})
		return n
	}
	for _, c := range []struct {
		flags  []string
		target string
	}{{nil, "general"}, {[]string{"--target", "auto"}, "general"}, {[]string{"--target", "donor"}, "donor"}, {[]string{"--target", "general"}, "general"}} {
		m := object(t, 0, append([]string{"probe", file}, c.flags...)...)
		if m["target"] != c.target {
			t.Errorf("%v: target %v, want %s", c.flags, m["target"], c.target)
		}
		if n := wheels(m); (n > 0) != (c.target == "general") {
			t.Errorf("%v: %d wheels", c.flags, n)
		}
	}
	if m := object(t, 0, "probe", small(t)); m["target"] != "donor" {
		t.Errorf("a helicopter's target is %v", m["target"])
	}
}

// vehicle is a model of the corpus; without the corpus the test has nothing to look at.
func vehicle(t *testing.T, name string) string {
	t.Helper()
	return corpus.Path(t, "vehicles/"+name)
}

// What both Generate and the donor's contract see is said once.
func TestEmptyBoneIsSaidOnce(t *testing.T) {
	out := filepath.Join(t.TempDir(), "car.glb")
	m := object(t, 0, "rig", vehicle(t, "car.glb"), "-o", out, "--target", "donor", "--donor", lab.SampleDonor)
	bones := map[string]int{}
	each(t, m, "findings", func(o map[string]any) {
		if o["code"] == "EMPTY_BONE" {
			bones[o["message"].(string)]++
		}
	})
	if len(bones) != 2 {
		t.Errorf("a car has neither rotor: %v", bones)
	}
}
