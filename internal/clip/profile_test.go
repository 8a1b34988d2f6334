package clip_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"donorlab/internal/clip"
	"donorlab/internal/scene"
)

// TestProfileRoundTrip checks that everything, unknown fields included, comes
// back, and that the bytes settle.
func TestProfileRoundTrip(t *testing.T) {
	in := `{"z":{"b":[1, 2]},"version":1,"fps":24.5,"clip":"a \"b\" ä","joints":["r","b"],"note":null}`
	p, err := clip.ParseProfile("x", []byte(in))
	if err != nil {
		t.Fatal(err)
	}
	if p.FPS != 24.5 || p.Clip != `a "b" ä` || !reflect.DeepEqual(p.Joints, []string{"r", "b"}) || len(p.Unknown) != 2 {
		t.Errorf("%+v", p)
	}
	a, err := p.Encode()
	if err != nil {
		t.Fatal(err)
	}
	q, err := clip.ParseProfile("x", a)
	if err != nil {
		t.Fatal(err)
	}
	if b, _ := q.Encode(); string(a) != string(b) {
		t.Errorf("bytes do not settle:\n%s\n%s", a, b)
	}
	if !strings.Contains(string(a), `"z"`) || !strings.Contains(string(a), `"note": null`) {
		t.Errorf("unknown fields are lost: %s", a)
	}
}

func TestProfileRefuses(t *testing.T) {
	for _, c := range []struct{ in, pointer string }{
		{``, ""}, {`[]`, ""}, {`{`, ""}, {`{} x`, ""}, {"{\"version\":1,\"a\":\"\xff\"}", ""}, {`{"version":1,"version":1}`, ""},
		{`{}`, "/version"}, {`{"version":2}`, "/version"}, {`{"version":0}`, "/version"}, {`{"version":1.5}`, "/version"}, {`{"version":"1"}`, "/version"},
		{`{"version":1,"fps":0}`, "/fps"}, {`{"version":1,"fps":-3}`, "/fps"}, {`{"version":1,"fps":1e9}`, "/fps"}, {`{"version":1,"fps":"30"}`, "/fps"},
		{`{"version":1,"clip":3}`, "/clip"}, {`{"version":1,"clip":"` + strings.Repeat("x", 600) + `"}`, "/clip"},
		{`{"version":1,"joints":"a"}`, "/joints"}, {`{"version":1,"joints":["a",""]}`, "/joints/1"}, {`{"version":1,"joints":["a","a"]}`, "/joints/1"},
		{`{"version":1,"x":"` + strings.Repeat("x", 1<<20) + `"}`, ""},
	} {
		_, err := clip.ParseProfile("x.donor.json", []byte(c.in))
		var p *scene.Problem
		if !errors.As(err, &p) || p.Pointer != c.pointer || p.Remedy == "" || p.File == "" {
			t.Errorf("%.60s: %v", c.in, err)
		}
	}
	if p, err := clip.ParseProfile("x", []byte(`{"version":1,"FPS":24}`)); err != nil || p.FPS != 0 || len(p.Unknown) != 1 {
		t.Errorf("names of fields are exact: %v %+v", err, p)
	}
}

func TestProfileFiles(t *testing.T) {
	dir := t.TempDir()
	donor := filepath.Join(dir, "gun.ship.glb")
	if p, err := clip.LoadProfile(donor); p != nil || err != nil {
		t.Errorf("no profile gives %v, %v", p, err)
	}
	data, err := (&clip.Profile{FPS: 25}).Encode()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "gun.ship.donor.json"), data, 0o600); err != nil {
		t.Fatal(err)
	}
	if p, err := clip.LoadProfile(donor); err != nil || p.FPS != 25 {
		t.Errorf("%+v, %v", p, err)
	}
	folder := filepath.Join(dir, "f.glb")
	if err := os.Mkdir(clip.ProfilePath(folder), 0o700); err != nil {
		t.Fatal(err)
	}
	var p *scene.Problem
	if _, err := clip.LoadProfile(folder); !errors.As(err, &p) || p.Code != "FILE_UNREADABLE" {
		t.Errorf("a folder for a file: %v", err)
	}
}

func FuzzProfile(f *testing.F) {
	for _, s := range []string{`{"version":1}`, `{"version":1,"fps":24,"clip":"a","joints":["b"],"x":[{}]}`, `{"version":1,"fps":1e400}`, `[`, `{"a":1}{`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := clip.ParseProfile("x", data)
		if err != nil {
			var q *scene.Problem
			if !errors.As(err, &q) {
				t.Fatalf("not a Problem: %v", err)
			}
			return
		}
		out, err := p.Encode()
		if err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
		back, err := clip.ParseProfile("x", out)
		if err != nil {
			t.Fatalf("what was written cannot be read: %v\n%s", err, out)
		}
		if again, _ := back.Encode(); string(again) != string(out) {
			t.Fatalf("bytes do not settle:\n%s\n%s", out, again)
		}
	})
}
