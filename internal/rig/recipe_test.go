package rig

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"donorlab/internal/scene"
)

// The integers are saved in files: they must never change.
func TestRolesAreStable(t *testing.T) {
	want := []string{"Body", "Wheel", "Turret", "Ignore", "Default", "Edgecase", "Caterpillar", "Gun", "Rotor", "TailRotor", "Trail", "Muzzle", "Cradle"}
	for i, r := range Roles() {
		if int(r) != i || r.String() != want[i] {
			t.Errorf("role %d is %s, want %s", i, r, want[i])
		}
		if back, ok := ParseRole(strings.ToLower(r.String())); !ok || back != r {
			t.Errorf("%s is read as %s", r, back)
		}
	}
	if len(Roles()) != len(want) {
		t.Errorf("%d roles, want %d", len(Roles()), len(want))
	}
}

func TestRecipeRoundTrip(t *testing.T) {
	k, _ := heliSpec{main: 4, tail: 4}.build()
	p := mustProbe(t, k.m, ProbeOptions{StripNames: true})
	r := NewRecipe()
	r.SrcFile, r.Frames, r.Orientation.YawDeg = "a/heli.glb", 20, 90
	r.SetMark(&p.Parts[2], Gun)
	r.SetMark(&p.Parts[3], Wheel)
	r.SetMark(&p.Parts[3], Turret) // replaces
	r.SetOverride(HubOverride{Role: TailRotor, Axle: &[3]float64{1, 0, 0}, Flip: true})
	a, err := r.Encode()
	if err != nil {
		t.Fatal(err)
	}
	back, notes, err := DecodeRecipe(a)
	if err != nil || len(notes) != 0 {
		t.Fatalf("notes %v, error %v", notes, err)
	}
	b, _ := back.Encode()
	if string(a) != string(b) {
		t.Errorf("written again it differs:\n%s\n%s", a, b)
	}
	back.unknown, r.unknown = nil, nil
	if !reflect.DeepEqual(back, r) {
		t.Errorf("got %+v\nwant %+v", back, r)
	}
	if !strings.Contains(string(a), `"role": 7`) || !strings.Contains(string(a), `"roleName": "Gun"`) {
		t.Errorf("roles are not saved as integers with names:\n%s", a)
	}
	if !r.ClearMark(&p.Parts[2]) || r.ClearMark(&p.Parts[2]) || len(r.Marks) != 1 {
		t.Error("a mark is not taken away once")
	}
}

func TestRecipeDefaultsAndNotes(t *testing.T) {
	r, notes, err := DecodeRecipe([]byte(`{"version":1,"frames":30,"parts":[],"somebodyElse":{"a":[1,2]}}`))
	if err != nil {
		t.Fatal(err)
	}
	want := NewRecipe()
	want.Frames = 30
	r2 := *r
	r2.unknown = nil
	if !reflect.DeepEqual(&r2, want) {
		t.Errorf("got %+v, want the defaults and 30 frames", r2)
	}
	if len(notes) != 1 || notes[0].Code != "RECIPE_DEFAULTS" || !strings.Contains(notes[0].Message, "rockPitchDeg") || strings.Contains(notes[0].Message, "frames,") && !strings.Contains(notes[0].Message, "rockFrames,") {
		t.Errorf("notes %v", notes)
	}
	b, _ := r.Encode()
	if !strings.Contains(string(b), `"somebodyElse"`) {
		t.Errorf("an unknown field was lost:\n%s", b)
	}
	cases := []struct{ text, code string }{
		{`{"parts":[]}`, "RECIPE_MIGRATED"},
		{`{"version":1,"frames":1000}`, "RECIPE_RANGE"},
		{`{"version":1,"gunPivot":-3}`, "RECIPE_RANGE"},
	}
	for _, c := range cases {
		_, notes, err := DecodeRecipe([]byte(c.text))
		found := false
		for _, n := range notes {
			found = found || n.Code == c.code
		}
		if err != nil || !found {
			t.Errorf("%s: notes %v, error %v, want %s", c.text, notes, err, c.code)
		}
	}
}

func TestRecipeRefusals(t *testing.T) {
	cases := []struct{ text, code string }{
		{``, "RECIPE_NOT_JSON"}, {`null`, "RECIPE_NOT_JSON"}, {`[]`, "RECIPE_NOT_JSON"}, {`{"version":1} x`, "RECIPE_NOT_JSON"},
		{`{"version":2}`, "RECIPE_NEWER"}, {`{"version":"x"}`, "RECIPE_BAD_FIELD"}, {`{"version":-1}`, "RECIPE_BAD_FIELD"},
		{`{"version":1,"frames":"many"}`, "RECIPE_BAD_FIELD"}, {`{"version":1,"frames":1.5}`, "RECIPE_BAD_FIELD"},
		{`{"version":1,"parts":[{"role":99,"part":{}}]}`, "RECIPE_BAD_FIELD"}, {`{"version":1,"parts":[{"part":{}}]}`, "RECIPE_BAD_FIELD"},
		{`{"version":1,"hubs":[{"role":0}]}`, "RECIPE_BAD_FIELD"}, {`{"version":1,"hubs":[{"role":8,"axle":[0,0,0]}]}`, "RECIPE_BAD_FIELD"},
		{`{"version":1,"target":"moon"}`, "RECIPE_BAD_FIELD"}, {`{"version":1,"degrees":1e999}`, "RECIPE_BAD_FIELD"},
		{strings.Repeat(" ", maxRecipeBytes+1), "RECIPE_TOO_LARGE"},
	}
	for _, c := range cases {
		_, _, err := DecodeRecipe([]byte(c.text))
		var p *scene.Problem
		if !errors.As(err, &p) || p.Code != c.code || p.Remedy == "" {
			t.Errorf("%.60q: %v, want %s with a remedy", c.text, err, c.code)
		}
	}
}

// Marks find their parts again after the file was changed: moved nodes, new
// order, a part gone; what is gone is reported.
func TestMarksFollowParts(t *testing.T) {
	k, _ := heliSpec{main: 4, tail: 4}.build()
	p := mustProbe(t, k.m, ProbeOptions{})
	r := NewRecipe()
	want := map[string]Role{"hull": Edgecase, "gun": Gun, "canopy": Turret}
	for i := range p.Parts {
		if role, ok := want[p.Parts[i].Name]; ok {
			r.SetMark(&p.Parts[i], role)
		}
	}
	other, _ := heliSpec{main: 4, tail: 4}.build()
	other.m.Source.SHA256[0] = 1
	other.m.Nodes = append([]scene.Node{}, other.m.Nodes...)
	other.m.Roots = nil
	for i := len(other.m.Nodes) - 1; i >= 0; i-- { // another order, and everything moved
		if other.m.Nodes[i].Name == "canopy" {
			continue
		}
		other.m.Nodes[i].Local.T[0] += 3
		other.m.Roots = append(other.m.Roots, i)
	}
	q := mustProbe(t, other.m, ProbeOptions{Recipe: r})
	for i := range q.Parts {
		got := q.Parts[i]
		role, ok := want[got.Name]
		if ok != got.ByHand || ok && got.Role != role {
			t.Errorf("%s is %s, by hand %v", got.Name, got.Role, got.ByHand)
		}
	}
	if !hasFinding(q.Findings, "MARK_UNMATCHED") {
		t.Errorf("the lost canopy is not reported: %v", q.Findings)
	}
	// A second probe of the same file keeps the marks.
	q = mustProbe(t, k.m, ProbeOptions{Recipe: r})
	for i := range q.Parts {
		if role, ok := want[q.Parts[i].Name]; ok && (q.Parts[i].Role != role || !q.Parts[i].ByHand) {
			t.Errorf("second probe: %s is %s", q.Parts[i].Name, q.Parts[i].Role)
		}
	}
}

func TestVerifyFindings(t *testing.T) {
	k, _ := heliSpec{main: 4, tail: 4}.build()
	p := mustProbe(t, k.m, ProbeOptions{})
	if hasFinding(p.Findings, "NO_MAIN_ROTOR") || hasFinding(p.Findings, "NO_TAIL_ROTOR") {
		t.Errorf("a whole helicopter: %v", p.Findings)
	}
	r := NewRecipe()
	for _, i := range p.Hubs[0].Parts[:1] {
		r.SetMark(&p.Parts[i], Body)
	}
	r.SetMark(&p.Parts[0], Default)
	p.Apply(r)
	got := Verify(p)
	for _, code := range []string{"ROTOR_INCOMPLETE", "UNDECIDED"} {
		if !hasFinding(got, code) {
			t.Errorf("no %s in %v", code, got)
		}
	}
	for _, f := range got {
		if f.Message == "" || strings.HasSuffix(f.Message, ".") {
			t.Errorf("message %q", f.Message)
		}
	}
}

func FuzzRecipe(f *testing.F) {
	b, _ := NewRecipe().Encode()
	f.Add(b)
	f.Add([]byte(`{"version":1,"parts":[{"role":8,"part":{"path":[0,1],"piece":2,"fingerprint":{"vertices":3}}}],"hubs":[{"role":9,"axle":[1,0,0]}],"x":[]}`))
	f.Add([]byte(`{"version":1,"modelRot":{"yawDeg":90},"boneParts":[{"role":"Rotor","part":{"joint":1}}]}`))
	k := newKit()
	k.add("a", Body, box(1, 2, 3))
	k.add("b", Body, box(1, 1, 4).at(3, 0, 0))
	p, err := Probe(context.Background(), k.m, ProbeOptions{})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, _, err := DecodeRecipe(data)
		if err != nil {
			var bad *scene.Problem
			if !errors.As(err, &bad) {
				t.Fatalf("not a problem: %v", err)
			}
			return
		}
		out, err := r.Encode()
		if err != nil || !json.Valid(out) {
			t.Fatalf("cannot be written: %v", err)
		}
		again, _, err := DecodeRecipe(out)
		if err != nil {
			t.Fatalf("cannot be read again: %v", err)
		}
		if b, _ := again.Encode(); string(b) != string(out) {
			t.Fatalf("written twice it differs")
		}
		if _, err := Generate(context.Background(), k.m, p, r, GenerateOptions{}); err != nil {
			var bad *scene.Problem
			if !errors.As(err, &bad) {
				t.Fatalf("not a problem: %v", err)
			}
		}
	})
}
