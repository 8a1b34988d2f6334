package pack_test

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"

	"donorlab/internal/atomicfile"
	"donorlab/internal/house/faultfs"
	"donorlab/internal/pack"
	"donorlab/internal/scene"
)

const pngMagic = "\x89PNG\r\n\x1a\n"

func spec(text string) pack.Spec {
	e := pack.NewEntry()
	e.ResourceName, e.PawnDescription = "Stealth Helicopter", "Era6_Common_Gunships_01"
	e.TurnRate, e.UseDonorClip, e.Recipe = 180, true, "heli.recipe.json"
	e.TurretBone, e.SoundFile = "rotor", "engine.wav"
	return pack.Spec{
		Pack: pack.NewPack("test"),
		Items: []pack.Item{{
			Entry: e, Model: []byte("glTF model " + text), Clip: []byte("glTF clip " + text),
			Thumbnail: []byte(pngMagic + text), Bones: []string{"Root", "Body", "MainRotor", "TailRotor"},
		}},
		Extra: []atomicfile.Content{{Path: "sounds/engine.wav", Data: []byte("RIFF")}},
	}
}

func export(t *testing.T, s pack.Spec, dir string) *pack.Result {
	t.Helper()
	res, err := pack.Export(context.Background(), s, dir)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func open(t *testing.T, name string) *pack.Opened {
	t.Helper()
	o, err := pack.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := o.Close(); err != nil {
			t.Error(err)
		}
	})
	return o
}

func code(err error) string {
	var p *scene.Problem
	if errors.As(err, &p) {
		return p.Code
	}
	return fmt.Sprint(err)
}

func codes(ps []scene.Problem) string {
	var out []string
	for _, p := range ps {
		out = append(out, p.Code+" "+p.File+p.Pointer)
	}
	return strings.Join(out, "; ")
}

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestExportAndOpen(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "pack")
	res := export(t, spec("1"), dir)
	want := []string{"clips/Stealth_Helicopter.glb", "manifest.json", "models/Stealth_Helicopter.glb", "pack.json", "sounds/engine.wav", "thumbnails/Stealth_Helicopter.png"}
	for _, name := range []string{dir, filepath.Join(dir, "pack.json"), res.Zip} {
		o := open(t, name)
		if !slices.Equal(o.Files(), want) {
			t.Errorf("%s holds %v, want %v", name, o.Files(), want)
		}
		if len(o.Problems) > 0 || len(o.Notes) > 0 {
			t.Errorf("%s: problems %v, notes %v", name, o.Problems, o.Notes)
		}
		e := o.Pack.Find("Stealth Helicopter")
		if e == nil || e.TurnRate != 180 || !e.UseDonorClip || e.ModelFile != want[2] || e.ClipFile != want[0] || e.Thumbnail != want[5] {
			t.Fatalf("%s: entry %+v", name, e)
		}
		if e.Recipe != "" || strings.Contains(string(o.Pack.Encode()), "recipe") {
			t.Error("the lab's own fields are in the pack")
		}
		model, err := o.ReadFile(e.ModelFile)
		if err != nil || string(model) != "glTF model 1" || e.Skel != pack.ContentGUID(model) || e.Clip != pack.ContentGUID([]byte("glTF clip 1")) {
			t.Errorf("%s: model %q, %v, ids %v %v", name, model, err, e.Skel, e.Clip)
		}
		if f := o.Validate(func(*pack.Entry) []string { return []string{"Body"} }); codes(f) != "BONE_UNKNOWN /models/0/turretBone" {
			t.Errorf("%s: findings %s", name, codes(f))
		}
		if f := o.Validate(nil); len(f) != 0 {
			t.Errorf("%s: findings %s although bones are unknown", name, codes(f))
		}
	}
	if len(res.Findings) != 0 || res.Backup != "" {
		t.Errorf("result %+v", res)
	}
	for _, f := range res.Files {
		data := readFile(t, filepath.Join(dir, f.Path))
		sum := sha256.Sum256(data)
		if f.SHA256 != hex.EncodeToString(sum[:]) || f.Bytes != int64(len(data)) {
			t.Errorf("%s: sum %+v is wrong", f.Path, f)
		}
	}
	sum := sha256.Sum256(readFile(t, res.Zip))
	if res.ZipSum.SHA256 != hex.EncodeToString(sum[:]) || res.ZipSum.Path != "pack.zip" {
		t.Errorf("the archive's sum %+v is wrong", res.ZipSum)
	}
}

// manifest.json and pack.json are JSON that other programs read.
func TestExportIsPlainJSON(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "pack")
	export(t, spec("1"), dir)
	var m struct {
		Version int
		ModID   string
		Files   []struct {
			Path, SHA256 string
			Bytes        int
		}
	}
	if err := json.Unmarshal(readFile(t, filepath.Join(dir, "manifest.json")), &m); err != nil || m.Version != 1 || m.ModID != "test" || len(m.Files) != 5 || m.Files[0].Bytes != 11 {
		t.Errorf("manifest %+v, %v", m, err)
	}
	var p struct {
		SchemaVersion int
		WaterLevel    float64
		Models        []map[string]any
	}
	if err := json.Unmarshal(readFile(t, filepath.Join(dir, "pack.json")), &p); err != nil || p.SchemaVersion != 1 || p.WaterLevel != 0.16 || len(p.Models) != 1 {
		t.Fatalf("pack %+v, %v", p, err)
	}
	if x := p.Models[0]; x["turnRate"] != 180.0 || x["scale"] != 1.0 || len(x["skel"].([]any)) != 4 {
		t.Errorf("entry %v", x)
	}
}

// The archive has the folder's very files, uncompressed, and other programs read it.
func TestZip(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "pack")
	res := export(t, spec("1"), dir)
	r, err := zip.OpenReader(res.Zip)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	if len(r.File) != len(res.Files) {
		t.Fatalf("%d files in the archive, %d in the folder", len(r.File), len(res.Files))
	}
	for _, f := range r.File {
		rc, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if _, err := b.ReadFrom(rc); err != nil { // checks the CRC too
			t.Errorf("%s: %v", f.Name, err)
		}
		if !bytes.Equal(b.Bytes(), readFile(t, filepath.Join(dir, f.Name))) || f.Method != zip.Store || f.Mode().Perm() != 0o644 {
			t.Errorf("%s differs from the folder's, or is compressed (%d) or %v", f.Name, f.Method, f.Mode())
		}
	}
}

func TestExportTwiceGivesTheSameBytes(t *testing.T) {
	root := t.TempDir()
	a, b := filepath.Join(root, "a", "pack"), filepath.Join(root, "b", "pack")
	if err := errors.Join(os.Mkdir(filepath.Dir(a), 0o755), os.Mkdir(filepath.Dir(b), 0o755)); err != nil {
		t.Fatal(err)
	}
	ra, rb := export(t, spec("1"), a), export(t, spec("1"), b)
	if !reflect.DeepEqual(ra.Files, rb.Files) || ra.ZipSum != rb.ZipSum {
		t.Errorf("two exports differ:\n%v\n%v", ra.Files, rb.Files)
	}
	if again := export(t, spec("1"), a); !reflect.DeepEqual(ra.Files, again.Files) || ra.ZipSum != again.ZipSum {
		t.Error("an export over an earlier one differs")
	}
	if names := list(t, filepath.Dir(a)); names != "pack pack.zip" {
		t.Errorf("left behind: %s", names)
	}
	// Pinned, so that another Go release that writes another archive is noticed.
	const want = "05e3fa31df0fdf1ce6a2a71140f97a4f5760c1c9ccbcc7eac2e59c60a9e190fa"
	if ra.ZipSum.SHA256 != want {
		t.Errorf("the archive's SHA-256 is %s, want %s", ra.ZipSum.SHA256, want)
	}
}

func list(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

func TestExportRefusals(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(s *pack.Spec)
		want   string
	}{
		{"nothing", func(s *pack.Spec) { s.Items = nil }, "PACK_EMPTY"},
		{"no model", func(s *pack.Spec) { s.Items[0].Model = nil }, "MODEL_MISSING"},
		{"no entry", func(s *pack.Spec) { s.Items[0].Entry = nil }, "MODEL_MISSING"},
		{"no glb", func(s *pack.Spec) { s.Items[0].Model = []byte("PK") }, "ASSET_INVALID"},
		{"no png", func(s *pack.Spec) { s.Items[0].Thumbnail = []byte("JFIF") }, "ASSET_INVALID"},
		{"no pawn", func(s *pack.Spec) { s.Items[0].Entry.PawnDescription = "" }, "PAWN_EMPTY"},
		{"no name", func(s *pack.Spec) { s.Items[0].Entry.ResourceName = "" }, "RESOURCE_NAME_EMPTY"},
		{"the same twice", func(s *pack.Spec) { s.Items = append(s.Items, s.Items[0]) }, "FILE_TWICE"},
		{"twice but for case", func(s *pack.Spec) {
			s.Extra = append(s.Extra, atomicfile.Content{Path: "Sounds/ENGINE.wav"})
		}, "FILE_TWICE"},
		{"a way out", func(s *pack.Spec) { s.Extra[0].Path = "../x" }, "PATH_UNSAFE"},
		{"an absolute path", func(s *pack.Spec) { s.Extra[0].Path = "/x" }, "PATH_UNSAFE"},
		{"a drive", func(s *pack.Spec) { s.Extra[0].Path = "c:x" }, "PATH_UNSAFE"},
		{"our own name", func(s *pack.Spec) { s.Extra[0].Path = "Manifest.json" }, "FILE_TWICE"},
	} {
		root := t.TempDir()
		s := spec("1")
		c.change(&s)
		_, err := pack.Export(context.Background(), s, filepath.Join(root, "pack"))
		if code(err) != c.want {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
		if left := list(t, root); left != "" {
			t.Errorf("%s: left %s", c.name, left)
		}
	}
}

func TestNamesOfEveryKindBecomeFiles(t *testing.T) {
	for _, name := range []string{"..", "a/b", `a\b`, "C:x", "ünï", ".hidden", strings.Repeat("x", 500), "a\x00b"} {
		s := spec("1")
		s.Items[0].Entry.ResourceName = name
		dir := filepath.Join(t.TempDir(), "pack")
		export(t, s, dir)
		o := open(t, dir)
		if e := o.Pack.Models[0]; e.ResourceName != name || !o.Has(e.ModelFile) {
			t.Errorf("%q: entry %q with %q of %v", name, e.ResourceName, e.ModelFile, o.Files())
		}
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// A folder or an archive that is not ours is never replaced.
func TestExportSparesOtherFiles(t *testing.T) {
	for _, c := range []struct {
		name   string
		before func(dir string)
		want   string
	}{
		{"a file", func(dir string) { write(t, dir, "x") }, "NOT_A_FOLDER"},
		{"a folder with files", func(dir string) { write(t, dir+"/letter.txt", "x") }, "FOLDER_NOT_A_PACK"},
		{"another tool's pack", func(dir string) { write(t, dir+"/pack.json", `{"schemaVersion":1}`) }, "FOLDER_NOT_A_PACK"},
		{"our pack with a stranger", func(dir string) { export(t, spec("1"), dir); write(t, dir+"/sounds/new.wav", "x") }, "FOLDER_HAS_OTHER_FILES"},
		{"an archive", func(dir string) { write(t, dir+".zip", "x") }, "ZIP_NOT_A_PACK"},
	} {
		root := t.TempDir()
		dir := filepath.Join(root, "pack")
		c.before(dir)
		before := snapshot(t, root)
		_, err := pack.Export(context.Background(), spec("2"), dir)
		if code(err) != c.want {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
		if after := snapshot(t, root); !reflect.DeepEqual(before, after) {
			t.Errorf("%s: %v became %v", c.name, before, after)
		}
	}
}

// snapshot maps every file below root that is not hidden to its content.
func snapshot(t *testing.T, root string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(root, func(p string, d os.DirEntry, err error) error {
		rel, _ := filepath.Rel(root, p)
		if err == nil && d.IsDir() && strings.HasPrefix(rel, ".") && rel != "." {
			return filepath.SkipDir
		}
		if err != nil || d.IsDir() || strings.HasPrefix(rel, ".") {
			return err
		}
		data, err := os.ReadFile(p)
		out[rel] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// What a person changed by hand in an export is kept when it is replaced.
func TestExportKeepsHandWork(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "pack")
	export(t, spec("1"), dir)
	write(t, dir+"/.DS_Store", "x") // a desktop's dropping is nobody's work
	edited := strings.Replace(string(readFile(t, dir+"/pack.json")), `"turnRate": 180`, `"turnRate": 90`, 1)
	write(t, dir+"/pack.json", edited)
	if o := open(t, dir); codes(o.Problems) != "FILE_CHANGED pack.json" || o.Pack.Models[0].TurnRate != 90 {
		t.Errorf("problems %s", codes(o.Problems))
	}
	res := export(t, spec("2"), dir)
	if res.Backup != dir+".bak" || string(readFile(t, dir+".bak/pack.json")) != edited {
		t.Errorf("the changed export is not kept: %+v", res)
	}
	if o := open(t, dir); len(o.Problems) != 0 {
		t.Errorf("problems %v", o.Problems)
	}
}

// Whatever step fails, the export before is untouched; whenever the process
// dies, the folder and the archive are each the old or the new one, whole.
func TestExportOnABadDisk(t *testing.T) {
	for _, kill := range []bool{false, true} {
		for at := 1; ; at += 3 { // each third step: package atomicfile tries them all
			root := t.TempDir()
			dir := filepath.Join(root, "pack")
			export(t, spec("1"), dir)
			before := snapshot(t, root)
			f := &faultfs.FS{Inner: atomicfile.Disk{}, At: at, Err: syscall.ENOSPC, Kill: kill}
			s := spec("2")
			s.FS = f
			_, err := pack.Export(context.Background(), s, dir)
			if f.Steps < at {
				if err != nil || at < 30 {
					t.Fatalf("after %d steps: %v", f.Steps, err)
				}
				break
			}
			if err != nil && !kill && (code(err) != "DISK_FULL" || !reflect.DeepEqual(snapshot(t, root), before)) {
				t.Errorf("step %d: %v, and the disk changed", at, err)
			}
			for _, name := range []string{dir, dir + ".zip"} {
				if o := open(t, name); len(o.Problems) != 0 || len(o.Files()) != 6 {
					t.Errorf("kill %v, step %d: %s is not whole: %v", kill, at, name, o.Problems)
				}
			}
		}
	}
}

func TestExportStopsWhenCancelled(t *testing.T) {
	root := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := pack.Export(ctx, spec("1"), filepath.Join(root, "pack")); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if left := list(t, root); left != "" {
		t.Errorf("left %s", left)
	}
}

// A pack without a mod id takes the folder's name, and the caller's pack is not changed.
func TestExportNamesThePack(t *testing.T) {
	s := spec("1")
	s.Pack = pack.NewPack("")
	res := export(t, s, filepath.Join(t.TempDir(), "my helis"))
	if res.Pack.ModID != "my_helis" || s.Pack.ModID != "" || len(s.Pack.Models) != 0 || s.Items[0].Entry.ModelFile != "" {
		t.Errorf("mod id %q; the caller's %+v", res.Pack.ModID, s.Pack)
	}
}
