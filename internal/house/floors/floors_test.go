package main

import (
	"reflect"
	"strings"
	"testing"
)

func TestParseTable(t *testing.T) {
	got, err := ParseTable("| floor | package | owns |\n|---|---|---|\n| 0 | `a`, `b/c` | x |\n| 12 | `d` | y |\n| other | table | here |\n")
	want := map[string]int{"a": 0, "b/c": 0, "d": 12}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
	for _, bad := range []string{"", "| 1 | a | x |", "| 1 | `a` | x |\n| 2 | `a` | x |"} {
		if got, err := ParseTable(bad); err == nil {
			t.Errorf("ParseTable(%q) = %v, want an error", bad, got)
		}
	}
}

func TestCheck(t *testing.T) {
	floors := map[string]int{"low": 1, "mid": 2, "twin": 2, "internal/samples": 4, "internal/ui/window": 7}
	all := func(change func(p map[string]*Package)) []Package {
		p := map[string]*Package{}
		for name := range floors {
			p[name] = &Package{ImportPath: "m/" + name}
		}
		change(p)
		var out []Package
		for _, x := range p {
			out = append(out, *x)
		}
		return out
	}
	cases := []struct {
		name   string
		change func(p map[string]*Package)
		want   string // part of the only fault; empty for none
	}{
		{"down is fine", func(p map[string]*Package) { p["mid"].Imports = []string{"m/low", "fmt"} }, ""},
		{"up", func(p map[string]*Package) { p["low"].Imports = []string{"m/mid"} }, "low imports mid"},
		{"sideways", func(p map[string]*Package) { p["mid"].Imports = []string{"m/twin"} }, "mid imports twin"},
		{"a test sideways", func(p map[string]*Package) { p["mid"].TestImports = []string{"m/twin"} }, ""},
		{"a test up", func(p map[string]*Package) { p["low"].XTestImports = []string{"m/twin"} }, "low (test) imports twin"},
		{"a test of the samples", func(p map[string]*Package) { p["low"].XTestImports = []string{"m/internal/samples"} }, ""},
		{"no row", func(p map[string]*Package) { p["new"] = &Package{ImportPath: "m/new"} }, "new has no row"},
		{"no package", func(p map[string]*Package) { delete(p, "twin") }, "twin has a row"},
		{"Ebitengine", func(p map[string]*Package) { p["mid"].Imports = []string{"github.com/hajimehoshi/ebiten/v2"} }, "mid imports github.com"},
		{"Ebitengine in its place", func(p map[string]*Package) {
			p["internal/ui/window"].Imports = []string{"github.com/hajimehoshi/ebiten/v2"}
		}, ""},
	}
	for _, c := range cases {
		got := Check("m", floors, all(c.change))
		if c.want == "" && len(got) != 0 || c.want != "" && (len(got) != 1 || !strings.Contains(got[0], c.want)) {
			t.Errorf("%s: faults %q, want %q", c.name, got, c.want)
		}
	}
}
