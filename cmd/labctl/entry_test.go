package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"donorlab/internal/lab"
	"donorlab/internal/pack"
)

// What a demo leaves can be built again: the same pack from its entry alone.
func TestDemoLeavesItsEntry(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "demo")
	a := ctl("demo", "--out", out, "--size", "64x36", "--quiet")
	entry := filepath.Join(out, "helicopter.entry.json")
	if a.code != 0 || !strings.Contains(a.out, " in "+filepath.Join(out, "pictures")+"\n") || !strings.Contains(a.out, entry) {
		t.Errorf("exit %d, or the text does not say where pictures and entry are:\n%s%s", a.code, a.out, a.errout)
	}
	data, err := os.ReadFile(filepath.Join(out, "report.json"))
	if err != nil {
		t.Fatal(err)
	}
	var m map[string]any
	if err := json.Unmarshal(data, &m); err != nil {
		t.Fatal(err)
	}
	if m["entry"] != "helicopter.entry.json" || m["recipe"] != "helicopter.recipe.json" {
		t.Errorf("entry %v, recipe %v", m["entry"], m["recipe"])
	}
	built := object(t, 0, "pack", "build", entry, "-o", filepath.Join(dir, "again"))
	sums := func(m map[string]any) map[string]string {
		s := map[string]string{}
		each(t, m, "files", func(o map[string]any) { s[o["path"].(string)] = o["sha256"].(string) })
		return s
	}
	want, got := sums(m), sums(built)
	for path, sum := range want {
		if strings.HasPrefix(path, "models/") || strings.HasPrefix(path, "clips/") || strings.HasPrefix(path, "thumbnails/") {
			if got[path] != sum {
				t.Errorf("%s was built differently", path)
			}
		}
	}
}

func TestEntryFaults(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) string {
		t.Helper()
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return name
	}
	empty := put("empty.entry.json", `{"version":1}`)
	e := object(t, exitRefused, "pack", "build", empty, "-o", filepath.Join(dir, "p"))["error"].(map[string]any)
	text := e["message"].(string)
	for _, f := range []string{"resourceName", "pawnDescription", "modelFile"} {
		if !strings.Contains(text, f) {
			t.Errorf("%q does not name %s", text, f)
		}
	}
	if e["file"] != empty || e["code"] != "FIELDS_MISSING" || e["remedy"] == "" {
		t.Errorf("%v", e)
	}
	typo := put("typo.entry.json", `{"version":1,"resourceName":"A","pawnDescription":"A_01","modelFile":"`+lab.SampleDonor+`","model_file":"x"}`)
	a := ctl("pack", "build", typo, "-o", filepath.Join(dir, "p"))
	if a.code != 0 || !strings.Contains(a.errout, `"model_file"`) || !strings.Contains(a.errout, "modelFile") {
		t.Errorf("exit %d, nothing about the field that is not known:\n%s", a.code, a.errout)
	}
	if e, notes, err := pack.ParseEntry("x", []byte(entryExample)); err != nil || len(notes)+len(e.Unknown) > 0 || e.ModelFile == "" {
		t.Errorf("the example of --help is no entry: %v %v", err, notes)
	}
	if a := ctl("pack", "build", "--help"); !strings.Contains(a.out, entryExample) {
		t.Error("--help has no example")
	}
	doc, err := os.ReadFile(filepath.Join("..", "..", "docs", "formats.md"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(doc), strings.ReplaceAll(entryExample, "\n  ", "\n")[2:]) {
		t.Error("docs/formats.md has another example")
	}
}

func TestInspectBeginsWithItsAnswer(t *testing.T) {
	a := ctl("inspect", filepath.Join(t.TempDir(), "nope.glb"), lab.SampleDonor, lab.SampleDonor)
	if a.code != exitRefused || strings.HasPrefix(a.out, "\n") || strings.Count(a.out, "\n\n") != 1 {
		t.Errorf("exit %d:\n%s", a.code, a.out)
	}
}
