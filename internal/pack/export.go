package pack

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"donorlab/internal/atomicfile"
	"donorlab/internal/scene"
)

// Spec is what an export is made of.
type Spec struct {
	// Pack gives the pack's own fields; its Models are replaced by the items'
	// entries. A pack without a mod id takes the folder's name.
	Pack  *Pack
	Items []Item
	// Extra are further files, such as sounds/engine.wav and skins/grey.png.
	Extra []atomicfile.Content

	FS atomicfile.FS // nil means the disk
}

// Item is one model of an export. All bytes are files as they will be written.
type Item struct {
	Entry     *Entry
	Model     []byte   // the rebased model, a GLB
	Clip      []byte   // its baked clip on the same skeleton, a GLB; nil where the clip is in Model
	Thumbnail []byte   // a PNG
	Bones     []string // the model's bone names, for the validator; nil where they are not known
}

// Result says what an export wrote.
type Result struct {
	Dir      string          // the folder
	Zip      string          // the archive beside it
	Files    []FileSum       // every file in both, manifest.json too, by path
	ZipSum   FileSum         // of the archive
	Pack     *Pack           // as written
	Findings []scene.Problem // the validator's, none of them an error
	Backup   string          // where the export before is kept, if files in it had been changed by hand
}

// Export writes the folder dir and the archive dir.zip with pack.json, the
// models, clips and thumbnails, and manifest.json. The same spec gives the same
// bytes. Both are complete before either is put in its place, and a failure
// leaves the export that was there untouched. A folder that is neither empty nor
// an earlier export is refused.
func Export(ctx context.Context, spec Spec, dir string) (*Result, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, atomicfile.AsProblem("find the folder", dir, err)
	}
	changed, err := checkTarget(dir)
	if err != nil {
		return nil, err
	}
	if spec.Pack == nil {
		spec.Pack = NewPack("")
	}
	if spec.Pack.ModID == "" {
		p := *spec.Pack
		p.ModID = fileName(filepath.Base(dir))
		spec.Pack = &p
	}
	files, written, findings, err := Build(spec)
	if err != nil {
		return nil, err
	}
	archive, err := zipBytes(files)
	if err != nil {
		return nil, &scene.Problem{Code: "ZIP_FAILED", File: dir + ".zip", Message: "cannot make the archive: " + err.Error(), Err: err}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	res := &Result{Dir: dir, Zip: dir + ".zip", Pack: written, Findings: findings, ZipSum: sumOf(filepath.Base(dir)+".zip", archive)}
	for _, f := range files {
		res.Files = append(res.Files, sumOf(f.Path, f.Data))
	}
	if changed {
		res.Backup = dir + ".bak"
	}
	tx := atomicfile.Begin(atomicfile.Options{FS: spec.FS, Backup: changed})
	err = tx.Dir(dir, files)
	if err == nil {
		err = tx.File(res.Zip, archive)
	}
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		tx.Abort()
		return nil, err
	}
	if err := tx.Commit(); err != nil {
		return nil, err
	}
	return res, nil
}

// Build makes an export's files in memory, sorted by path, with the pack that
// they hold and the validator's findings. A finding at error level is refused.
func Build(spec Spec) ([]atomicfile.Content, *Pack, []scene.Problem, error) {
	if len(spec.Items) == 0 {
		return nil, nil, nil, problem("PACK_EMPTY", "", "", "there is no model to export", "add an entry first")
	}
	p := *spec.Pack
	p.Models = nil
	files := append([]atomicfile.Content(nil), spec.Extra...)
	bones := map[*Entry][]string{}
	for i, it := range spec.Items {
		e, itemFiles, err := buildItem(it, i)
		if err != nil {
			return nil, nil, nil, err
		}
		p.Models = append(p.Models, e)
		files = append(files, itemFiles...)
		bones[e] = it.Bones
	}
	findings := ValidatePack(&p, contentContext(files, func(e *Entry) []string { return bones[e] }))
	for i := range findings {
		if findings[i].Severity == scene.Error {
			return nil, nil, nil, &findings[i]
		}
	}
	files = append(files, atomicfile.Content{Path: PackFile, Data: p.Encode()})
	if err := checkFiles(files); err != nil {
		return nil, nil, nil, err
	}
	files = append(files, atomicfile.Content{Path: ManifestFile, Data: makeManifest(p.ModID, files).Encode()})
	sort.Slice(files, func(i, k int) bool { return files[i].Path < files[k].Path })
	return files, &p, findings, nil
}

// buildItem names an item's files and puts their names and ids into a copy of
// its entry.
func buildItem(it Item, i int) (*Entry, []atomicfile.Content, error) {
	at := fmt.Sprintf("/models/%d", i)
	if it.Entry == nil || len(it.Model) == 0 {
		return nil, nil, problem("MODEL_MISSING", "", at, "the entry has no rebased model", "generate the rig first")
	}
	e := it.Entry.Clone()
	name := fileName(e.ResourceName)
	var files []atomicfile.Content
	put := func(folder, ext, magic string, data []byte) (string, error) {
		path := folder + "/" + name + ext
		if !strings.HasPrefix(string(data[:min(len(data), len(magic))]), magic) {
			return "", problem("ASSET_INVALID", path, at, "the bytes are no "+ext+" file", "this is a fault of the lab: please report it")
		}
		files = append(files, atomicfile.Content{Path: path, Data: data})
		return path, nil
	}
	var err error
	if e.ModelFile, err = put("models", ".glb", "glTF", it.Model); err != nil {
		return nil, nil, err
	}
	e.Skel = ContentGUID(it.Model)
	e.ClipFile, e.Clip = "", e.Skel
	if it.Clip != nil {
		if e.ClipFile, err = put("clips", ".glb", "glTF", it.Clip); err != nil {
			return nil, nil, err
		}
		e.Clip = ContentGUID(it.Clip)
	}
	e.Thumbnail = ""
	if it.Thumbnail != nil {
		if e.Thumbnail, err = put("thumbnails", ".png", "\x89PNG\r\n\x1a\n", it.Thumbnail); err != nil {
			return nil, nil, err
		}
	}
	return e, files, nil
}

// checkFiles refuses unsafe names, names that differ only in case (one file on
// some systems), and sizes that Open would refuse.
func checkFiles(files []atomicfile.Content) error {
	seen := map[string]bool{ManifestFile: true}
	total := 0
	for _, f := range files {
		if msg := checkPath(f.Path); msg != "" {
			return problem("PATH_UNSAFE", f.Path, "", msg, "rename the file")
		}
		low := strings.ToLower(f.Path)
		if seen[low] {
			return problem("FILE_TWICE", f.Path, "", fmt.Sprintf("two files of the pack would be %q", f.Path), "give the models different resource names")
		}
		seen[low] = true
		total += len(f.Data)
		if len(f.Data) > maxPackFileBytes || total > maxPackBytes || len(seen) > maxPackFiles {
			return problem("PACK_TOO_LARGE", f.Path, "", fmt.Sprintf("a pack has at most %d files, %d MiB each and %d MiB in all", maxPackFiles, maxPackFileBytes>>20, maxPackBytes>>20), "split the pack or reduce the models")
		}
	}
	return nil
}

// contentContext answers the validator from a pack's own files; what the game
// knows stays unknown.
func contentContext(files []atomicfile.Content, bones func(*Entry) []string) Context {
	have := map[string]bool{}
	for _, f := range files {
		have[strings.ToLower(f.Path)] = true
	}
	return packContext(func(path string) bool { return have[strings.ToLower(path)] }, bones)
}

func packContext(has func(path string) bool, bones func(*Entry) []string) Context {
	return Context{
		SoundExists: func(f string) Answer { return Known(has("sounds/" + f)) },
		SkinExists:  func(f string) Answer { return Known(has("skins/" + f)) },
		BoneMatches: func(e *Entry, part string) Answer {
			names := bones(e)
			if names == nil {
				return Unknown
			}
			for _, n := range names {
				if strings.Contains(strings.ToLower(n), strings.ToLower(part)) {
					return Yes
				}
			}
			return No
		},
	}
}

// fileName makes a name that every system takes as a file's: letters, digits,
// '-', '_' and '.', not beginning with a dot.
func fileName(s string) string {
	s = strings.Map(func(c rune) rune {
		if c < 128 && (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("-_.", c)) {
			return c
		}
		return '_'
	}, strings.TrimSpace(s))
	s = strings.TrimRight(strings.TrimLeft(s, "."), ".")
	if s == "" {
		s = "model"
	}
	if isDevice(s) {
		s = "_" + s
	}
	return s[:min(len(s), 100)]
}

// checkName says why a name cannot be a file's on some system, or nothing.
func checkName(s string) string {
	switch {
	case strings.ContainsAny(s, "/\\:*?\"<>|") || strings.ContainsFunc(s, func(c rune) bool { return c < ' ' || c == 0x7f }):
		return fmt.Sprintf("%q has a character that file names may not have", s)
	case strings.TrimSpace(s) == "": // has a finding of its own
		return ""
	case strings.TrimRight(s, ". ") != s:
		return fmt.Sprintf("%q ends in a dot or a space, which Windows drops", s)
	case isDevice(s):
		return fmt.Sprintf("%q is a device on Windows", s)
	}
	return ""
}

// isDevice reports whether Windows takes a file's name for a device, whatever
// its ending.
func isDevice(name string) bool {
	base, _, _ := strings.Cut(name, ".")
	base = strings.ToUpper(strings.TrimRight(base, " "))
	switch base {
	case "CON", "PRN", "AUX", "NUL":
		return true
	}
	return len(base) == 4 && (base[:3] == "COM" || base[:3] == "LPT") && base[3] >= '0' && base[3] <= '9'
}

// droppings are files that desktops leave in folders by themselves.
var droppings = []string{".DS_Store", "Thumbs.db", "desktop.ini", ".directory"}

// checkTarget refuses to replace what is not an export of ours. changed says
// that an export is there in which files were changed by hand since.
func checkTarget(dir string) (changed bool, err error) {
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return false, atomicfile.AsProblem("look at the folder", dir, err)
	case !info.IsDir():
		return false, problem("NOT_A_FOLDER", dir, "", "there is a file of that name, and an export is a folder", "choose another name")
	default:
		if changed, err = checkFolder(dir); err != nil {
			return false, err
		}
	}
	archive := dir + ".zip"
	if _, err := os.Stat(archive); err == nil {
		o, err := Open(archive)
		if err != nil || o.Manifest == nil {
			if o != nil {
				_ = o.Close()
			}
			return false, problem("ZIP_NOT_A_PACK", archive, "", "there is a file of that name which is no export of the lab, and it would be replaced", "move it or choose another folder name")
		}
		changed = changed || len(o.Problems) > 0
		if err := o.Close(); err != nil {
			return false, atomicfile.AsProblem("look at the archive", archive, err)
		}
	}
	return changed, nil
}

func checkFolder(dir string) (changed bool, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return false, atomicfile.AsProblem("look at the folder", dir, err)
	}
	if len(entries) == 0 {
		return false, nil
	}
	o, err := Open(dir)
	if err != nil || o.Manifest == nil {
		if o != nil {
			_ = o.Close()
		}
		return false, problem("FOLDER_NOT_A_PACK", dir, "", "the folder has files in it and is no export of the lab", "choose an empty or a new folder")
	}
	strays, changed := o.strays(), len(o.Problems) > 0
	if err := o.Close(); err != nil {
		return false, atomicfile.AsProblem("look at the folder", dir, err)
	}
	if len(strays) > 0 {
		return false, problem("FOLDER_HAS_OTHER_FILES", dir, "", fmt.Sprintf("the folder has %d files that are not of the export, such as %s, and they would be lost", len(strays), strays[0]), "move them, or choose another folder")
	}
	return changed, nil
}
