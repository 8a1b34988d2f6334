package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"donorlab/internal/house/corpus"
	"donorlab/internal/lab"
)

// answer is what one run of labctl did.
type answer struct {
	code        int
	out, errout string
}

// ctl runs labctl as main does.
func ctl(args ...string) answer {
	var out, errout bytes.Buffer
	code := run(context.Background(), args, &out, &errout)
	return answer{code, out.String(), errout.String()}
}

// object runs labctl with --json and returns the one object on stdout.
func object(t *testing.T, wantCode int, args ...string) map[string]any {
	t.Helper()
	a := ctl(append(args, "--json")...)
	if a.code != wantCode {
		t.Fatalf("labctl %s: exit %d, not %d\n%s%s", strings.Join(args, " "), a.code, wantCode, a.out, a.errout)
	}
	if strings.Count(a.out, "\n") != 1 || !strings.HasSuffix(a.out, "\n") {
		t.Fatalf("labctl %s: not exactly one line on stdout:\n%s", strings.Join(args, " "), a.out)
	}
	var m map[string]any
	if err := json.Unmarshal([]byte(a.out), &m); err != nil {
		t.Fatalf("labctl %s: %v\n%s", strings.Join(args, " "), err, a.out)
	}
	return m
}

func has(t *testing.T, m map[string]any, fields ...string) {
	t.Helper()
	for _, f := range fields {
		if v, ok := m[f]; !ok {
			t.Errorf("field %q is missing", f)
		} else if v == nil {
			t.Errorf("field %q is null", f)
		}
	}
}

// each calls f with every object of a list that must not be empty.
func each(t *testing.T, m map[string]any, list string, f func(o map[string]any)) {
	t.Helper()
	items, ok := m[list].([]any)
	if !ok || len(items) == 0 {
		t.Fatalf("%s is %v, not a list with something in it", list, m[list])
	}
	for _, i := range items {
		f(i.(map[string]any))
	}
}

// small is a helicopter of the corpus that is quick to probe, or the sample where
// there is no corpus.
func small(t *testing.T) string {
	t.Helper()
	f, ok := corpus.Find("vehicles/heli.glb")
	if !ok {
		t.Logf("no %s: the sample is used", f)
		return lab.SampleHelicopter
	}
	return f
}

// rigged is a helicopter rigged by labctl, in a folder of its own.
func rigged(t *testing.T) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "rigged.glb")
	object(t, 0, "rig", small(t), "-o", out)
	return out
}

func TestInspectContract(t *testing.T) {
	m := object(t, 0, "inspect", lab.SampleDonor)
	has(t, m, "triangles", "vertices", "nodes", "meshes", "materials", "skins", "animations", "bounds", "warnings")
	each(t, m, "skins", func(o map[string]any) {
		if o["joints"] != 4.0 {
			t.Errorf("joints: %v", o["joints"])
		}
	})
	each(t, m, "animations", func(o map[string]any) {
		has(t, o, "name", "duration", "channels")
		if o["name"] != "Fly" {
			t.Errorf("clip %v", o["name"])
		}
	})
	b := m["bounds"].(map[string]any)
	if len(b["min"].([]any)) != 3 || len(b["max"].([]any)) != 3 {
		t.Errorf("bounds %v", b)
	}
}

func TestInspectSeveral(t *testing.T) {
	none := filepath.Join(t.TempDir(), "none.glb")
	a := ctl("inspect", lab.SampleDonor, none, lab.SampleHelicopter, "--json")
	lines := strings.Split(strings.TrimSpace(a.out), "\n")
	if a.code != exitRefused || len(lines) != 3 {
		t.Fatalf("exit %d, %d lines\n%s", a.code, len(lines), a.out)
	}
	for i, want := range []string{"triangles", "error", "triangles"} {
		var m map[string]any
		if err := json.Unmarshal([]byte(lines[i]), &m); err != nil || m[want] == nil {
			t.Errorf("line %d has no %q: %s", i, want, lines[i])
		}
	}
}

func TestPoseContract(t *testing.T) {
	rest := object(t, 0, "pose", lab.SampleDonor)
	fly := object(t, 0, "pose", lab.SampleDonor, "--clip", "Fly", "--time", "0.25")
	byIndex := object(t, 0, "pose", "--time", "0.25", lab.SampleDonor, "--clip", "0")
	if fmt.Sprint(fly["nodes"]) != fmt.Sprint(byIndex["nodes"]) {
		t.Error("a clip by name and by index differ")
	}
	moved := 0
	want := 0
	each(t, rest, "nodes", func(o map[string]any) {
		has(t, o, "index", "name", "world")
		if o["index"] != float64(want) || len(o["world"].([]any)) != 16 {
			t.Errorf("node %v", o)
		}
		other := fly["nodes"].([]any)[want].(map[string]any)
		if fmt.Sprint(o["world"]) != fmt.Sprint(other["world"]) {
			moved++
		}
		want++
	})
	if moved < 3 {
		t.Errorf("the clip moved %d nodes", moved)
	}
}

func TestDecodeContract(t *testing.T) {
	m := object(t, 0, "decode", lab.SampleDonor)
	kinds, degrees := []any{}, []any{}
	each(t, m, "channels", func(o map[string]any) {
		has(t, o, "index", "bone", "kind", "axis", "degreesPerFrame", "translation")
		has(t, o["translation"].(map[string]any), "min", "max")
		kinds, degrees = append(kinds, o["kind"]), append(degrees, o["degreesPerFrame"])
	})
	if fmt.Sprint(kinds) != "[untracked mixed rotation rotation]" {
		t.Errorf("kinds %v", kinds)
	}
	for i, want := range map[int]float64{2: 18, 3: 36} {
		if got := degrees[i].(float64); got < want-0.01 || got > want+0.01 {
			t.Errorf("channel %d turns %v deg a frame, not %v", i, got, want)
		}
	}
}

func TestProbeContract(t *testing.T) {
	for _, flags := range [][]string{{}, {"--strip-names"}} {
		m := object(t, 0, append([]string{"probe", lab.SampleHelicopter}, flags...)...)
		roles := map[any]int{}
		each(t, m, "parts", func(o map[string]any) {
			has(t, o, "index", "nodes", "vertices", "role", "confidence", "reason", "center")
			if _, ok := o["name"]; !ok {
				t.Error("a part has no name field")
			}
			if _, ok := o["axis"]; !ok {
				t.Error("a part has no axis field")
			}
			roles[o["role"]]++
		})
		if roles["Rotor"] == 0 || roles["TailRotor"] == 0 || roles["Body"] == 0 {
			t.Errorf("flags %v: roles %v", flags, roles)
		}
	}
}

func TestRigRestRebaseCheck(t *testing.T) {
	dir := t.TempDir()
	out, recipe := filepath.Join(dir, "rig.glb"), filepath.Join(dir, "rig.recipe.json")
	m := object(t, 0, "rig", small(t), "-o", out, "--save-recipe", recipe, "--donor", lab.SampleDonor)
	has(t, m, "bones", "triangles", "findings")
	names := []any{}
	each(t, m, "bones", func(o map[string]any) {
		has(t, o, "index", "name", "parent", "role")
		names = append(names, o["role"])
	})
	if len(names) != 4 || names[2] != "Rotor" || names[3] != "TailRotor" {
		t.Errorf("bones %v", names)
	}
	with := filepath.Join(dir, "with.glb")
	object(t, 0, "rig", small(t), "-o", with, "--recipe", recipe)
	sameFile(t, out, with)

	rest := object(t, 0, "rest", out)
	each(t, rest, "bones", func(o map[string]any) {
		has(t, o, "index", "name", "parent", "local", "world", "bind")
		has(t, o["local"].(map[string]any), "t", "r", "s")
	})

	once, twice := filepath.Join(dir, "once.glb"), filepath.Join(dir, "twice.glb")
	r := object(t, 0, "rebase", out, "-o", once)
	has(t, r, "changed", "maxVertexMove", "before", "after")
	if r := object(t, 0, "rebase", once, "-o", twice); r["changed"] != false {
		t.Error("rebasing twice changed something")
	}
	sameFile(t, once, twice)

	c := object(t, 0, "check", once, "--donor", lab.SampleDonor)
	has(t, c, "ok", "bindings", "findings")
	if c["ok"] != true {
		t.Errorf("the contract does not hold: %v", c["findings"])
	}
	each(t, c, "bindings", func(o map[string]any) {
		has(t, o, "channel", "donorBone", "bone")
		if _, ok := o["axisErrorDeg"]; !ok {
			t.Error("a binding has no axisErrorDeg field")
		}
	})
}

func TestBakeContract(t *testing.T) {
	in := rigged(t)
	out := filepath.Join(filepath.Dir(in), "baked.glb")
	m := object(t, 0, "bake", in, "-o", out, "--donor", lab.SampleDonor, "--rate", "30")
	has(t, m, "frames", "keys", "maxErrorMm")
	if m["maxErrorMm"].(float64) > 0.2 {
		t.Errorf("baked with an error of %v mm", m["maxErrorMm"])
	}
	i := object(t, 0, "inspect", out)
	each(t, i, "animations", func(o map[string]any) {
		if o["name"] != "Fly" {
			t.Errorf("clip %v", o["name"])
		}
	})
	// The bake flies as the preview does: the same picture but for rounding.
	a := object(t, 0, "shot", in, "-o", filepath.Join(filepath.Dir(in), "a.png"), "--donor", lab.SampleDonor, "--time", "0", "--size", "320x180", "--camera", "40,15,30")
	b := object(t, 0, "shot", out, "-o", filepath.Join(filepath.Dir(in), "b.png"), "--clip", "Fly", "--time", "0", "--size", "320x180", "--camera", "40,15,30")
	if a["pixelHash"] != b["pixelHash"] {
		t.Error("at time 0 the baked clip and the worn clip give different pictures")
	}
}

func TestShotContract(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a.png"), filepath.Join(dir, "b.png")
	for _, p := range []string{a, b} {
		m := object(t, 0, "shot", small(t), "-o", p, "--size", "320x200", "--overlay", "roles,grid,axes,wire,bones", "--msaa", "1")
		has(t, m, "width", "height", "pixelHash", "ms")
		if m["width"] != 320.0 || m["height"] != 200.0 {
			t.Errorf("%v", m)
		}
	}
	sameFile(t, a, b)
}

func TestDemoContract(t *testing.T) {
	dir := t.TempDir()
	var hashes []string
	for _, d := range []string{"one", "two"} {
		out := filepath.Join(dir, d)
		m := object(t, 0, "demo", small(t), "--out", out, "--size", "320x180")
		has(t, m, "pack", "pictures", "findings")
		for _, p := range m["pictures"].([]any) {
			if _, err := os.Stat(p.(string)); err != nil {
				t.Error(err)
			}
		}
		if m["ok"] != true {
			t.Errorf("the contract does not hold: %v", m["findings"])
		}
		v := object(t, 0, "pack", "validate", m["pack"].(string))
		has(t, v, "errors", "warnings")
		hashes = append(hashes, tree(t, out))
	}
	if hashes[0] != hashes[1] {
		t.Error("two demos wrote different bytes")
	}
}

func TestPackBuildContract(t *testing.T) {
	dir := t.TempDir()
	entry := filepath.Join(dir, "heli.entry.json")
	model, err := filepath.Abs(small(t))
	if err != nil || lab.IsSample(small(t)) {
		model = small(t)
	}
	text := `{"version":1,"resourceName":"Heli","pawnDescription":"Heli_01","modelFile":` + fmt.Sprintf("%q", model) + `,"useDonorClip":true}`
	if err := os.WriteFile(entry, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	var trees []string
	for _, d := range []string{"x", "y"} {
		out := filepath.Join(dir, d, "MyPack")
		m := object(t, 0, "pack", "build", entry, "-o", out)
		each(t, m, "files", func(o map[string]any) { has(t, o, "path", "sha256", "bytes") })
		trees = append(trees, tree(t, filepath.Join(dir, d)))
	}
	if trees[0] != trees[1] {
		t.Error("two builds wrote different bytes")
	}
	pack := filepath.Join(dir, "x", "MyPack", "pack.json")
	data, err := os.ReadFile(pack)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(pack, bytes.Replace(data, []byte("Heli_01"), []byte("Heli_02"), 1), 0o644); err != nil {
		t.Fatal(err)
	}
	m := object(t, exitRefused, "pack", "validate", filepath.Join(dir, "x", "MyPack"))
	if len(m["errors"].([]any)) == 0 {
		t.Error("a changed file was not noticed")
	}
}

func TestVersion(t *testing.T) { has(t, object(t, 0, "version"), "version", "go", "platform") }

func TestBadArguments(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text.glb")
	if err := os.WriteFile(text, []byte("this is no model"), 0o644); err != nil {
		t.Fatal(err)
	}
	out, glb := filepath.Join(dir, "o.png"), filepath.Join(dir, "o.glb")
	for _, args := range [][]string{
		{"frobnicate"}, {"fly", "--seconds", "0"}, {"fly", "--map", "nowhere"}, {"fly", "--ghost", "x"}, {"fly", "--target", "1"}, {"replay"}, {"pack"}, {"pack", "burn"}, {"inspect"}, {"inspect", filepath.Join(dir, "none.glb")},
		{"inspect", dir}, {"inspect", text}, {"inspect", "sample:none"}, {"inspect", "--frob", lab.SampleDonor},
		{"pose", lab.SampleDonor, "--clip", "None"}, {"pose", lab.SampleDonor, "--clip", "Fly", "--time", "NaN"},
		{"pose", lab.SampleDonor, "--time", "1"}, {"pose", lab.SampleDonor, "--clip"},
		{}, {"--quiet"}, {"rig", lab.SampleHelicopter}, {"rig", lab.SampleHelicopter, "-o", glb, "--recipe", text},
		{"rig", lab.SampleHelicopter, "-o", glb, "--recipe", "/dev/zero"}, {"rig", lab.SampleHelicopter, "-o", out},
		{"rig", lab.SampleHelicopter, "-o", glb, "--donor", lab.SampleHelicopter},
		{"rest", lab.SampleHelicopter}, {"rebase", lab.SampleHelicopter, "-o", glb}, {"check", lab.SampleHelicopter},
		{"bake", lab.SampleDonor, "-o", glb, "--rate", "0"},
		{"shot", lab.SampleDonor}, {"shot", lab.SampleDonor, "-o", out, "--size", "0x9"}, {"shot", lab.SampleDonor, "-o", out, "--size", "999999x999999"},
		{"shot", lab.SampleDonor, "-o", out, "--msaa", "3"}, {"shot", lab.SampleDonor, "-o", out, "--camera", "a,b"},
		{"shot", lab.SampleDonor, "-o", out, "--overlay", "frob"}, {"shot", lab.SampleHelicopter, "-o", out, "--donor", lab.SampleDonor},
		{"shot", lab.SampleDonor, "-o", filepath.Join(dir, "no", "such", "o.png")},
		{"pack", "validate", dir}, {"pack", "validate", text}, {"pack", "build", text, "-o", filepath.Join(dir, "p")}, {"demo"},
		{"demo", text, "--out", filepath.Join(dir, "d")},
	} {
		m := object(t, exitRefused, args...)
		e, ok := m["error"].(map[string]any)
		if !ok {
			t.Errorf("%v: no error object: %v", args, m)
			continue
		}
		for _, f := range []string{"code", "file", "pointer", "message", "remedy"} {
			if _, ok := e[f].(string); !ok {
				t.Errorf("%v: the error has no %q", args, f)
			}
		}
		if e["code"] == "" || e["message"] == "" || e["remedy"] == "" {
			t.Errorf("%v: code, message or remedy is empty: %v", args, e)
		}
		if e["code"] == "INTERNAL" {
			t.Errorf("%v: %v", args, e)
		}
		plain := ctl(args...)
		if len(args) == 0 || args[0] == "--quiet" { // without --json that is a question for help
			continue
		}
		if plain.code != exitRefused || plain.out != "" || plain.errout == "" || strings.Contains(plain.errout, "goroutine") {
			t.Errorf("%v without --json: exit %d, stdout %q, stderr %q", args, plain.code, plain.out, plain.errout)
		}
	}
	if files, _ := filepath.Glob(filepath.Join(dir, "[op]*")); len(files) > 0 {
		t.Errorf("a refused verb left %v", files)
	}
	if _, err := os.Stat(filepath.Join(dir, "d")); err == nil {
		t.Error("a refused demo left its folder")
	}
}

func TestReadOnlyFolder(t *testing.T) {
	if os.Geteuid() == 0 {
		// Root may write everywhere; a file in the way of the folder refuses it too.
		dir := t.TempDir()
		file := filepath.Join(dir, "file")
		if err := os.WriteFile(file, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		m := object(t, exitRefused, "demo", "--out", filepath.Join(file, "demo"))
		has(t, m, "error")
		return
	}
	dir := filepath.Join(t.TempDir(), "ro")
	if err := os.Mkdir(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	m := object(t, exitFailed, "shot", lab.SampleDonor, "-o", filepath.Join(dir, "a.png"), "--size", "64x64")
	has(t, m, "error")
}

func TestHelp(t *testing.T) {
	for _, v := range verbs() {
		a := ctl(append(strings.Fields(v.name), "--help")...)
		if a.code != 0 || !strings.Contains(a.out, "example:") || !strings.Contains(a.out, "labctl "+v.name) {
			t.Errorf("%s --help: exit %d\n%s", v.name, a.code, a.out)
		}
		if v.about == "" || v.example == "" {
			t.Errorf("%s has no line about it, or no example", v.name)
		}
	}
	a := ctl("--help")
	for _, v := range verbs() {
		if a.code != 0 || !strings.Contains(a.out, v.name) {
			t.Errorf("--help does not name %s", v.name)
		}
	}
	if a := ctl("prob", "x"); !strings.Contains(a.errout, `"probe"`) {
		t.Errorf("no hint at probe: %s", a.errout)
	}
}

func TestQuiet(t *testing.T) {
	a := ctl("probe", small(t), "--quiet")
	if a.code != 0 || a.errout != "" {
		t.Errorf("exit %d, stderr %q", a.code, a.errout)
	}
}

// sameFile compares two files' bytes.
func sameFile(t *testing.T, a, b string) {
	t.Helper()
	x, err := os.ReadFile(a)
	if err != nil {
		t.Fatal(err)
	}
	y, err := os.ReadFile(b)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(x, y) {
		t.Errorf("%s and %s differ", filepath.Base(a), filepath.Base(b))
	}
}

// tree is every file below a folder with its bytes, as one text.
func tree(t *testing.T, root string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(p)
		rel, _ := filepath.Rel(root, p)
		fmt.Fprintf(&b, "%s %d %x\n", rel, len(data), data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}
