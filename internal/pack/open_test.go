package pack_test

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"donorlab/internal/pack"
)

func TestOpenFindsWhatIsWrong(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(dir string)
		want   string
	}{
		{"nothing", func(string) {}, ""},
		{"changed", func(d string) { write(t, d+"/models/Stealth_Helicopter.glb", "glTF model 2") }, "FILE_CHANGED models/Stealth_Helicopter.glb"},
		{"longer", func(d string) { write(t, d+"/sounds/engine.wav", "RIFF.") }, "FILE_CHANGED sounds/engine.wav"},
		{"missing", func(d string) { _ = os.Remove(d + "/sounds/engine.wav") }, "FILE_MISSING sounds/engine.wav"},
		{"no manifest", func(d string) { _ = os.Remove(d + "/manifest.json") }, "MANIFEST_MISSING manifest.json"},
		{"an empty manifest", func(d string) { write(t, d+"/manifest.json", `{"version":1}`) }, "FILE_UNLISTED pack.json"},
	} {
		dir := filepath.Join(t.TempDir(), "pack")
		export(t, spec("1"), dir)
		c.change(dir)
		if got := codes(open(t, dir).Problems); got != c.want {
			t.Errorf("%s: problems %q, want %q", c.name, got, c.want)
		}
	}
}

func TestOpenRefusals(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(dir string)
		want   string
	}{
		{"no pack.json", func(d string) { _ = os.Remove(d + "/pack.json") }, "PACK_JSON_MISSING"},
		{"no JSON", func(d string) { write(t, d+"/pack.json", "{") }, "JSON_SYNTAX"},
		{"a newer pack", func(d string) { write(t, d+"/pack.json", `{"schemaVersion":9}`) }, "VERSION_TOO_NEW"},
		{"a newer manifest", func(d string) { write(t, d+"/manifest.json", `{"version":9}`) }, "VERSION_TOO_NEW"},
		{"a manifest that leads out", func(d string) {
			write(t, d+"/manifest.json", `{"version":1,"files":[{"path":"../../etc/passwd","bytes":1,"sha256":"`+strings.Repeat("0", 64)+`"}]}`)
		}, "PATH_UNSAFE"},
		{"a link that leads out", func(d string) {
			_ = os.Remove(d + "/sounds/engine.wav")
			_ = os.Symlink("/etc/passwd", d+"/sounds/engine.wav")
		}, "PATH_UNSAFE"},
		{"nothing at all", func(d string) { _ = os.RemoveAll(d) }, "PACK_NOT_FOUND"},
	} {
		dir := filepath.Join(t.TempDir(), "pack")
		export(t, spec("1"), dir)
		c.change(dir)
		o, err := pack.Open(dir)
		if code(err) != c.want || o != nil {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
}

// zipOf makes an archive, compressed, from name=content pairs.
func zipOf(t testing.TB, pairs ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, p := range pairs {
		name, text, _ := strings.Cut(p, "=")
		h := &zip.FileHeader{Name: name, Method: zip.Deflate}
		if text == "LINK" {
			h.SetMode(os.ModeSymlink | 0o777)
		}
		f, err := w.CreateHeader(h)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestOpenZipOfOthers(t *testing.T) {
	const p = `pack.json={"schemaVersion":1,"modId":"x"}`
	for _, c := range []struct {
		name  string
		pairs []string
		want  string // a code, or the files
	}{
		{"plain", []string{p, "sounds/a.wav=RIFF"}, "pack.json sounds/a.wav"},
		{"in a folder", []string{"Mod/" + p, "Mod/sounds/a.wav=RIFF"}, "pack.json sounds/a.wav"},
		{"in a folder with a neighbour", []string{"Mod/" + p, "Other/a=b"}, "PACK_JSON_MISSING"},
		{"out of the folder", []string{p, "../evil=x"}, "PATH_UNSAFE"},
		{"an absolute path", []string{p, "/evil=x"}, "PATH_UNSAFE"},
		{"backslashes", []string{p, `..\evil=x`}, "PATH_UNSAFE"},
		{"a drive", []string{p, "C:evil=x"}, "PATH_UNSAFE"},
		{"a link", []string{p, "link=LINK"}, "PATH_UNSAFE"},
		{"twice", []string{p, p}, "FILE_TWICE"},
		{"twice but for case", []string{p, "PACK.json={}"}, "FILE_TWICE"},
		{"empty", nil, "PACK_JSON_MISSING"},
	} {
		name := filepath.Join(t.TempDir(), "x.zip")
		write(t, name, string(zipOf(t, c.pairs...)))
		o, err := pack.Open(name)
		got := ""
		if err != nil {
			got = code(err)
		} else {
			got = strings.Join(o.Files(), " ")
			if err := o.Close(); err != nil {
				t.Error(err)
			}
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

// Entries are held against the files whether there is a manifest or not, and
// one that agrees with a broken pack hides nothing.
func TestOpenLooksForEntryFiles(t *testing.T) {
	edit := func(old, new string) func(string) {
		return func(d string) {
			data, err := os.ReadFile(d + "/pack.json")
			if err != nil || !bytes.Contains(data, []byte(old)) {
				t.Fatalf("%v, or no %s", err, old)
			}
			write(t, d+"/pack.json", strings.Replace(string(data), old, new, 1))
		}
	}
	model := `"models/Stealth_Helicopter.glb"`
	for _, c := range []struct {
		name   string
		change func(dir string)
		want   string
	}{
		{"nothing else", func(string) {}, ""},
		{"no model", func(d string) { _ = os.Remove(d + "/models/Stealth_Helicopter.glb") }, "MODEL_MISSING pack.json/models/0/modelFile"},
		{"a path that leaves", edit(model, `"../../secret.glb"`), "PATH_UNSAFE pack.json/models/0/modelFile"},
		{"an absolute path", edit(model, `"/etc/passwd"`), "PATH_UNSAFE pack.json/models/0/modelFile"},
		{"a backslash", edit(model, `"..\\x.glb"`), "PATH_UNSAFE pack.json/models/0/modelFile"},
		{"no clip", edit(`"clipFile":`, `"clipFile": "clips/none.glb", "was":`), "FILE_MISSING pack.json/models/0/clipFile"},
		{"no thumbnail", edit(`"thumbnail":`, `"thumbnail": "none.png", "was":`), "FILE_MISSING pack.json/models/0/thumbnail"},
		{"no entries", func(d string) { write(t, d+"/pack.json", `{"schemaVersion":1,"modId":"a","models":[]}`) }, "PACK_EMPTY pack.json/models"},
		{"an entry of nothing", func(d string) {
			write(t, d+"/pack.json", `{"schemaVersion":1,"modId":"a","models":[{"resourceName":"A","pawnDescription":"A_01"}]}`)
		}, "MODEL_MISSING pack.json/models/0/modelFile"},
	} {
		for _, manifest := range []bool{false, true} {
			dir := filepath.Join(t.TempDir(), "pack")
			export(t, spec("1"), dir)
			c.change(dir)
			want := c.want
			if !manifest {
				_ = os.Remove(dir + "/manifest.json")
				want = strings.TrimPrefix(want+"; MANIFEST_MISSING manifest.json", "; ")
			}
			got := codes(open(t, dir).Problems)
			// With its manifest a changed pack.json is told of, too.
			if got != want && !(manifest && got == want+"; FILE_CHANGED pack.json") {
				t.Errorf("%s, manifest %v: %q, want %q", c.name, manifest, got, want)
			}
		}
	}
}
