package pack

import (
	"archive/zip"
	"bytes"
	"errors"
	"io/fs"
	"testing"

	"donorlab/internal/atomicfile"
	"donorlab/internal/scene"
)

// checkRefusal fails unless an error is a Problem with a code and a remedy.
func checkRefusal(t *testing.T, err error) {
	t.Helper()
	var p *scene.Problem
	if !errors.As(err, &p) || p.Code == "" || p.Message == "" || p.Remedy == "" || p.Severity != scene.Error {
		t.Fatalf("refused without a code, a message and a remedy: %#v", err)
	}
}

// What is read can be saved, and read again as the same.
func FuzzParseEntry(f *testing.F) {
	for _, s := range []string{
		`{}`, `{"version":1,"resourceName":"A","pawnDescription":"P_01","position":{"x":1,"y":-2.5e-3,"z":0},"skel":[1,2,3,4]}`,
		`{"version":1,"position":[1,2,3],"x":{"y":[null,true,"\u2028"]},"turnRate":1e308}`, `{"version":2}`, `{"size":"5"}`, `[[[[`, "\xef\xbb\xbf{\"a\":1}",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		e, _, err := ParseEntry("x", data)
		if err != nil {
			checkRefusal(t, err)
			return
		}
		Validate(e, Context{})
		saved := e.Encode()
		again, notes, err := ParseEntry("x", saved)
		if err != nil || len(notes) > 0 {
			t.Fatalf("what was saved cannot be read: %v %v\n%s", err, notes, saved)
		}
		if string(again.Encode()) != string(saved) {
			t.Fatalf("saved twice, it differs:\n%s\n%s", saved, again.Encode())
		}
	})
}

func FuzzParsePack(f *testing.F) {
	for _, s := range []string{
		`{}`, `{"schemaVersion":1,"modId":"a","dependsOn":["b"],"loadAfter":[],"overrides":[{"modId":"b","pawnDescription":"P_01"}],"models":[{"resourceName":"A"}]}`,
		`{"schemaVersion":1,"unitScales":[{"match":"T","scale":1.5,"era":6,"trueSize":9,"note":""}],"eraGrid":[{"unitEra":1,"scales":[1,2]}],"formationThresholds":[{"threshold":1,"formation":"x"}],"waterLevel":0.16}`,
		`{"models":[{"models":[{}]}]}`, `{"schemaVersion":99}`, `{"models":null}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p, _, err := ParsePack("pack.json", data)
		if err != nil {
			checkRefusal(t, err)
			return
		}
		ValidatePack(p, Context{})
		Merge([]Source{{Pack: p, From: "x"}})
		saved := p.Encode()
		again, notes, err := ParsePack("pack.json", saved)
		if err != nil || len(notes) > 0 {
			t.Fatalf("what was saved cannot be read: %v %v\n%s", err, notes, saved)
		}
		if string(again.Encode()) != string(saved) {
			t.Fatalf("saved twice, it differs:\n%s\n%s", saved, again.Encode())
		}
	})
}

func FuzzParseManifest(f *testing.F) {
	f.Add([]byte(`{"version":1,"modId":"a","files":[{"path":"a/b","bytes":3,"sha256":"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"}]}`))
	f.Add([]byte(`{"version":1,"files":[{"path":"../b"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := ParseManifest("manifest.json", data)
		if err != nil {
			checkRefusal(t, err)
			return
		}
		for _, s := range m.Files {
			if checkPath(s.Path) != "" {
				t.Fatalf("path %q was taken", s.Path)
			}
		}
		if again, err := ParseManifest("manifest.json", m.Encode()); err != nil || string(again.Encode()) != string(m.Encode()) {
			t.Fatalf("what was saved cannot be read: %v", err)
		}
	})
}

func FuzzOpenZip(f *testing.F) {
	for _, files := range [][]atomicfile.Content{
		{{Path: PackFile, Data: []byte(`{"schemaVersion":1,"models":[{}]}`)}, {Path: ManifestFile, Data: []byte(`{"version":1,"files":[]}`)}},
		{{Path: "a/pack.json", Data: []byte(`{}`)}, {Path: "a/../x", Data: []byte("y")}},
	} {
		data, err := zipBytes(files)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte("PK\x05\x06"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			checkRefusal(t, notZip("x.zip", err))
			return
		}
		o, err := openZip("x.zip", r, func() error { return nil })
		if err != nil {
			checkRefusal(t, err)
			return
		}
		for _, p := range o.Files() {
			if !fs.ValidPath(p) {
				t.Fatalf("path %q", p)
			}
		}
	})
}
