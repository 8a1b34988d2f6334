package gltfio

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"donorlab/internal/house/corpus"
	"donorlab/internal/scene"
)

// refusedByName are the corpus's good files that the lab cannot show, with the
// code that says why.
var refusedByName = map[string]string{
	"police-car_draco.gltf": "EXTENSION_REQUIRED",
	"Compatibility_04.gltf": "UNKNOWN_ASSET_MAJOR_VERSION", // minVersion 2.1: must be refused
	"Compatibility_05.gltf": "EXTENSION_REQUIRED",          // a made-up extension: must be refused
}

// TestCorpus: real files load, all but those that are refused by name.
func TestCorpus(t *testing.T) {
	for _, sub := range []string{"vehicles", "creatures", "humanoids", "features", "assetgen/Positive"} {
		for _, path := range models(t, sub) {
			m, err := Read(t.Context(), path, Options{})
			if code := refusedByName[filepath.Base(path)]; code != "" {
				if p := wantProblem(t, m, err); p.Code != code {
					t.Errorf("%s: %v", path, p)
				}
				continue
			}
			if err != nil {
				t.Errorf("refused: %v", err)
				continue
			}
			for i := range m.Images {
				if m.Images[i].Missing && filepath.Base(path) != "interpolation_test.gltf" {
					t.Errorf("%s: image %d is missing: %v", path, i, m.Warnings)
				}
			}
		}
	}
}

// TestMalformedCorpus: every bad file is refused or loaded with warnings, within
// 5 s and 10 times its size plus 256 MiB. Memory is TotalAlloc, all that was ever
// allocated, which is never below the peak. A file in which the validator finds
// no error must load.
func TestMalformedCorpus(t *testing.T) {
	refused, loaded := 0, 0
	for _, sub := range []string{"malformed", "assetgen/Negative"} {
		for _, path := range models(t, sub) {
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start := cpuTime()
			m, err := Read(t.Context(), path, Options{})
			took := cpuTime() - start
			runtime.ReadMemStats(&after)
			if used := int64(after.TotalAlloc - before.TotalAlloc); used > 10*info.Size()+256<<20 {
				t.Errorf("%s: %d bytes of memory for %d", path, used, info.Size())
			}
			if took > 5*time.Second {
				t.Errorf("%s took %v of processor time", path, took)
			}
			if err == nil {
				loaded++
				if _, err := Encode(m); err != nil {
					t.Errorf("%s loads but cannot be written: %v", path, err)
				}
				continue
			}
			refused++
			p := wantProblem(t, m, err)
			if p.Remedy == "" || p.Message == "" || p.File == "" {
				t.Errorf("%s: says too little: %+v", path, p)
			}
			if n, ok := validatorErrors(t, path); ok && n == 0 {
				t.Errorf("%s: refused (%v), but the validator finds no error", path, p)
			}
		}
	}
	t.Logf("%d refused, %d loaded", refused, loaded)
}

// validatorErrors is what the Khronos validator's report beside a file says.
func validatorErrors(t *testing.T, path string) (int, bool) {
	b, err := os.ReadFile(path + ".report.json")
	if err != nil {
		return 0, false
	}
	var report struct{ Issues struct{ NumErrors int } }
	if err := json.Unmarshal(b, &report); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return report.Issues.NumErrors, true
}

// TestMeshoptFox: gltfpack wrote the same fox with and without compression; both
// must give the same model, which tests our decoder against another's encoder.
func TestMeshoptFox(t *testing.T) {
	dir := corpus.Path(t, "features")
	packed, err := Read(t.Context(), filepath.Join(dir, "gltfpack_Fox_meshopt.glb"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	plain, err := Read(t.Context(), filepath.Join(dir, "gltfpack_Fox_quant.glb"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if w := codes(packed) + codes(plain); w != "" {
		t.Errorf("warnings %s", w)
	}
	a, b := packed.Bounds(), plain.Bounds()
	if d := a.Min.Sub(b.Min).Len() + a.Max.Sub(b.Max).Len(); d > 1e-3*a.Diagonal() {
		t.Errorf("bounds %v and %v", a, b)
	}
	if packed.TriangleCount() != plain.TriangleCount() || len(packed.Animations) != len(plain.Animations) {
		t.Error("other triangles or clips")
	}
	for i := range packed.Animations {
		for k := range packed.Animations[i].Channels {
			c, d := packed.Animations[i].Channels[k], plain.Animations[i].Channels[k]
			if len(c.Values) != len(d.Values) || c.Node != d.Node {
				t.Fatalf("clip %d channel %d differs in shape", i, k)
			}
			tolerance := 2e-3 // the filters' own rounding
			if c.Path == scene.Translation {
				tolerance = 0.05 // of a model 150 units long
			}
			if c.Path == scene.Rotation { // q and -q turn alike; the filter makes its largest component positive
				for n := 0; n < len(c.Values); n += 4 {
					dot := float32(0)
					for j := range 4 {
						dot += c.Values[n+j] * d.Values[n+j]
					}
					for j := range 4 {
						c.Values[n+j] = float32(math.Copysign(1, float64(dot))) * c.Values[n+j]
					}
				}
			}
			for n := range c.Values {
				if !near(c.Values[n], d.Values[n], tolerance) {
					t.Fatalf("clip %d channel %d value %d: %v and %v", i, k, n, c.Values[n], d.Values[n])
				}
			}
		}
	}
}

// TestReadPaths: escaped names, sub-folders, other case, links that lead out.
func TestReadPaths(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "model")
	if err := os.MkdirAll(filepath.Join(dir, "my data"), 0o755); err != nil {
		t.Fatal(err)
	}
	write := func(name string, b []byte) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	doc := func(uri string) []byte {
		return []byte(`{"asset":{"version":"2.0"},` + strings.TrimPrefix(meshDoc(goodAccessor, goodView, `"byteLength":36,"uri":"`+uri+`"`, ""), "{"))
	}
	write("my data/ä b.bin", triangle)
	write("100%.bin", triangle)
	if err := os.WriteFile(filepath.Join(root, "secret.bin"), triangle, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../secret.bin", filepath.Join(dir, "link.bin")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ uri, code string }{
		{"my%20data/%C3%A4%20b.bin", ""},
		{"my data/ä b.bin", ""},
		{"./my data/../my data/ä b.bin", ""},
		{`my data\\ä b.bin`, ""},
		{"100%.bin", ""},
		{"MY DATA/ä B.bin", "FILE_NAME_CASE"},
		{"none.bin", "FILE_MISSING"},
		{"my data", "FILE_UNREADABLE"},
		{"link.bin", "FILE_UNREADABLE"},
	} {
		write("m.gltf", doc(c.uri))
		m, err := Read(t.Context(), filepath.Join(dir, "m.gltf"), Options{})
		switch {
		case err != nil:
			if p := wantProblem(t, m, err); p.Code != c.code || p.Pointer != "/buffers/0/uri" {
				t.Errorf("%s: %v, want %q", c.uri, err, c.code)
			}
		case codes(m) != "SCENE" && codes(m) != c.code:
			t.Errorf("%s: warnings %q, want %q", c.uri, codes(m), c.code)
		case m.Name != "m" || m.Source.Bytes == 0 || m.Source.SHA256 == [32]byte{}:
			t.Errorf("%s: source %+v", c.uri, m.Source)
		}
	}
	if m, err := Read(t.Context(), dir, Options{}); wantProblem(t, m, err).Code != "FILE_UNREADABLE" {
		t.Errorf("a folder: %v", err)
	}
	if m, err := Read(t.Context(), filepath.Join(dir, "nothing.glb"), Options{}); wantProblem(t, m, err).Code != "FILE_MISSING" {
		t.Errorf("no file: %v", err)
	}
	if m, err := Read(t.Context(), "/dev/zero", Options{}); wantProblem(t, m, err).Code != "FILE_UNREADABLE" {
		t.Errorf("a device: %v", err)
	}
	write("m.gltf", doc("my data/ä b.bin"))
	if m, err := Read(t.Context(), filepath.Join(dir, "m.gltf"), Options{MaxBytes: 100}); wantProblem(t, m, err).Code != "LIMIT_FILE_SIZE" {
		t.Errorf("too large: %v", err)
	}
}
