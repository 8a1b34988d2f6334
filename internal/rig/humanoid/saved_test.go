package humanoid_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"donorlab/internal/rig/humanoid"
	"donorlab/internal/scene"
)

func TestSavedComesBack(t *testing.T) {
	m := body(mixamo, plain)
	hips := node(t, m, "mixamorig:Hips")
	over := humanoid.Overrides{humanoid.Hips: hips, humanoid.LeftEye: -1, humanoid.LeftToes: node(t, m, "mixamorig:RightToeBase")}
	data, err := humanoid.Save(m, over).Encode()
	if err != nil {
		t.Fatal(err)
	}
	s, err := humanoid.ParseSaved("x.bones.json", data)
	if err != nil {
		t.Fatal(err)
	}
	again, err := s.Encode()
	if err != nil || !bytes.Equal(data, again) {
		t.Fatalf("%v\n%s\n%s", err, data, again)
	}
	got, problems := s.Resolve(m)
	if len(problems) > 0 || len(got) != len(over) {
		t.Fatal(got, problems)
	}
	for k, v := range over {
		if got[k] != v {
			t.Errorf("%s is node %d, was %d", k, got[k], v)
		}
	}
	found, _ := humanoid.Find(m, 0, got)
	if found.Bones[humanoid.LeftToes].How != humanoid.ByHand || found.Has(humanoid.RightToes) || found.Has(humanoid.LeftEye) {
		t.Error("the user's word does not go first")
	}

	// A new export has other indices, another root, and lost a bone.
	moved := body(mixamo, func(m *scene.Model) {
		m.Nodes[0].Name = "NewRoot"
	})
	if got, problems = s.Resolve(moved); got[humanoid.Hips] != node(t, moved, "mixamorig:Hips") || len(problems) != 0 {
		t.Error("not found by its name under another root", got, problems)
	}
	moved.Nodes[got[humanoid.LeftToes]].Name = "gone"
	if got, problems = s.Resolve(moved); len(problems) != 1 || problems[0].Code != "BONE_GONE" || len(got) != 2 {
		t.Error("a lost bone is not told", got, problems)
	}
}

func TestSavedRefuses(t *testing.T) {
	for text, pointer := range map[string]string{
		``: "", `[]`: "", `{}`: "/version", `{"version":2}`: "/version", `{"version":1.5}`: "/version", `{"version":"1"}`: "/version",
		`{"version":1,"version":1}`: "", `{"version":1} x`: "", "{\"version\":1,\"a\":\"\xff\"}": "",
		`{"version":1,"bones":[]}`:                                 "/bones",
		`{"version":1,"bones":{"hips":3}}`:                         "/bones/hips",
		`{"version":1,"bones":{"hips":{"path":"Hips"}}}`:           "/bones/hips",
		`{"version":1,"bones":{"hips":{"node":1}}}`:                "/bones/hips",
		`{"version":1,"bones":{"hips":{"path":"/a","node":-1}}}`:   "/bones/hips",
		`{"version":1,"bones":{"hips":{"path":"/a"},"hips":null}}`: "/bones",
		`{"version":1,"bones":{"hips":{"path":"/a","node":1.5}}}`:  "/bones/hips",
		`{"version":1,"x":"` + strings.Repeat("a", 1<<20) + `"}`:   "",
	} {
		_, err := humanoid.ParseSaved("x", []byte(text))
		var p *scene.Problem
		if !errors.As(err, &p) || p.Pointer != pointer || p.Remedy == "" {
			t.Errorf("%.60s: %v", text, err)
		}
	}
	s, err := humanoid.ParseSaved("x", []byte(`{"version":1,"mood":[1, 2],"bones":{"tail":{"a":1},"head":null}}`))
	if err != nil {
		t.Fatal(err)
	}
	out, err := s.Encode()
	if err != nil || !strings.Contains(string(out), `"mood": [1,2]`) || !strings.Contains(string(out), `"tail": {"a":1}`) {
		t.Errorf("unknown fields are lost: %v %s", err, out)
	}
}

func FuzzParseSaved(f *testing.F) {
	f.Add([]byte(`{"version":1,"bones":{"hips":{"path":"/Armature/a~1b","node":3},"head":null,"tail":[]},"more":{}}`))
	f.Add([]byte(`{"version":1}`))
	f.Add([]byte(`{"version":1e0,"bones":{"leftFoot":{"path":"/\u0000","node":0}}}`))
	m := body(mixamo, plain)
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := humanoid.ParseSaved("x", data)
		if err != nil {
			var p *scene.Problem
			if !errors.As(err, &p) {
				t.Fatalf("not a problem: %v", err)
			}
			return
		}
		out, err := s.Encode()
		if err != nil {
			t.Fatal(err)
		}
		again, err := humanoid.ParseSaved("x", out)
		if err != nil {
			t.Fatalf("cannot read what it wrote: %v\n%s", err, out)
		}
		if second, err := again.Encode(); err != nil || !bytes.Equal(out, second) {
			t.Fatalf("%v\n%s\n%s", err, out, second)
		}
		over, _ := s.Resolve(m)
		humanoid.Find(m, 0, over)
	})
}
