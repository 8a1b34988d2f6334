package pack

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"donorlab/internal/scene"
)

// Opened is a pack that was read from a folder or an archive. Close it.
type Opened struct {
	Path     string // the folder or the archive
	Pack     *Pack
	Manifest *Manifest // nil where the pack has none, as packs of other tools
	// Problems are findings about the files: changed, missing, without a manifest.
	// The pack is still there to look at.
	Problems []scene.Problem
	Notes    []scene.Problem // what was read differently than it stands in pack.json

	fsys  fs.FS
	files []string // every file's path, sorted
	close func() error
}

// Open reads a pack from a folder, its pack.json, or a .zip, and compares its
// files with the manifest. Nothing outside the folder or archive is read, and
// nothing is unpacked. Errors are *scene.Problem.
func Open(name string) (*Opened, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, &scene.Problem{Code: "PACK_NOT_FOUND", File: name, Message: "there is no such pack", Remedy: "check the path", Err: err}
	}
	switch {
	case info.IsDir():
		return openFolder(name)
	case filepath.Base(name) == PackFile:
		return openFolder(filepath.Dir(name))
	}
	r, err := zip.OpenReader(name)
	if err != nil {
		return nil, notZip(name, err)
	}
	return openZip(name, &r.Reader, r.Close)
}

func notZip(name string, err error) error {
	return &scene.Problem{Code: "ZIP_NOT_READABLE", File: name, Message: "this is no zip archive that can be read: " + err.Error(), Remedy: "get the file again, or open the folder instead", Err: err}
}

func openFolder(name string) (*Opened, error) {
	root, err := os.OpenRoot(name) // follows no link out of the folder
	if err != nil {
		return nil, notReadable(name, err)
	}
	o := &Opened{Path: name, fsys: root.FS(), close: root.Close}
	return o.checked(o.listFolder)
}

func openZip(name string, r *zip.Reader, close func() error) (*Opened, error) {
	o := &Opened{Path: name, fsys: r, close: close}
	return o.checked(func() error { return o.listZip(r) })
}

// checked lists and loads the files, and lets go of them after an error.
func (o *Opened) checked(list func() error) (*Opened, error) {
	err := list()
	if err == nil {
		err = o.load()
	}
	if err != nil {
		_ = o.Close()
		return nil, err
	}
	return o, nil
}

func notReadable(name string, err error) error {
	return &scene.Problem{Code: "PACK_NOT_READABLE", File: name, Message: "the folder cannot be read: " + err.Error(), Remedy: "check its permissions", Err: err}
}

func (o *Opened) tooLarge() error {
	return problem("PACK_TOO_LARGE", o.Path, "", fmt.Sprintf("a pack has at most %d files, %d MiB each and %d MiB in all", maxPackFiles, maxPackFileBytes>>20, maxPackBytes>>20), "check that this is the right folder or archive")
}

func (o *Opened) listFolder() error {
	err := fs.WalkDir(o.fsys, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if strings.Count(p, "/") > maxJSONDepth {
				return o.tooLarge()
			}
			return nil
		}
		if !d.Type().IsRegular() {
			return problem("PATH_UNSAFE", o.Path, "", fmt.Sprintf("%q is a link or a device, not a file", p), "put the file itself there")
		}
		o.files = append(o.files, p)
		if len(o.files) > maxPackFiles {
			return o.tooLarge()
		}
		return nil
	})
	var p *scene.Problem
	if err != nil && !errors.As(err, &p) {
		return notReadable(o.Path, err)
	}
	slices.Sort(o.files)
	return err
}

func (o *Opened) listZip(r *zip.Reader) error {
	if len(r.File) > 2*maxPackFiles { // folders count too
		return o.tooLarge()
	}
	seen := map[string]bool{}
	var total uint64
	for _, f := range r.File {
		name := strings.TrimSuffix(f.Name, "/")
		if msg := checkPath(name); msg != "" {
			return problem("PATH_UNSAFE", o.Path, "", msg, "do not unpack this archive: get it again from its author")
		}
		if seen[strings.ToLower(name)] {
			return problem("FILE_TWICE", o.Path, "", fmt.Sprintf("the archive has %q twice", name), "get it again from its author")
		}
		seen[strings.ToLower(name)] = true
		if strings.HasSuffix(f.Name, "/") {
			continue
		}
		if !f.Mode().IsRegular() {
			return problem("PATH_UNSAFE", o.Path, "", fmt.Sprintf("%q is a link or a device, not a file", name), "do not unpack this archive: get it again from its author")
		}
		total += f.UncompressedSize64
		if f.UncompressedSize64 > maxPackFileBytes || total > maxPackBytes {
			return o.tooLarge()
		}
		o.files = append(o.files, name)
	}
	slices.Sort(o.files)
	return o.enterOnlyFolder()
}

// enterOnlyFolder goes into the folder that holds all of an archive, as when a
// person zipped the pack's folder.
func (o *Opened) enterOnlyFolder() error {
	if len(o.files) == 0 || slices.Contains(o.files, PackFile) {
		return nil
	}
	top, _, ok := strings.Cut(o.files[0], "/")
	if !ok || !slices.Contains(o.files, top+"/"+PackFile) {
		return nil
	}
	var inside []string
	for _, f := range o.files {
		rest, ok := strings.CutPrefix(f, top+"/")
		if !ok {
			return nil
		}
		inside = append(inside, rest)
	}
	sub, err := fs.Sub(o.fsys, top)
	if err != nil {
		return problem("PATH_UNSAFE", o.Path, "", err.Error(), "get the archive again from its author")
	}
	o.fsys, o.files = sub, inside
	return nil
}

func (o *Opened) load() error {
	if !o.Has(PackFile) {
		return problem("PACK_JSON_MISSING", o.Path, "", "there is no pack.json, so this is no pack", "choose the folder that holds pack.json")
	}
	data, err := o.ReadFile(PackFile)
	if err != nil {
		return err
	}
	if o.Pack, o.Notes, err = ParsePack(PackFile, data); err != nil {
		return err
	}
	named := o.entryFiles()
	if !o.Has(ManifestFile) {
		o.found(scene.Warning, "MANIFEST_MISSING", ManifestFile, "the pack has no manifest, so its files cannot be checked", "export it with the lab to add one")
		return nil
	}
	if data, err = o.ReadFile(ManifestFile); err != nil {
		return err
	}
	if o.Manifest, err = ParseManifest(ManifestFile, data); err != nil {
		return err
	}
	return o.verify(named)
}

// entryFiles looks for the files that the entries name, with or without a
// manifest, and returns all of those names.
func (o *Opened) entryFiles() (named map[string]bool) {
	named = map[string]bool{}
	found := func(s scene.Severity, code, ptr, message, remedy string) {
		o.Problems = append(o.Problems, scene.Problem{Severity: s, Code: code, File: PackFile, Pointer: ptr, Message: message, Remedy: remedy})
	}
	if len(o.Pack.Models) == 0 {
		found(scene.Warning, "PACK_EMPTY", "/models", "the pack has no entries, so it does nothing", "export it with at least one model")
	}
	for i, e := range o.Pack.Models {
		at := fmt.Sprintf("/models/%d/", i)
		for _, f := range []struct{ key, path, code, what string }{
			{"modelFile", e.ModelFile, "MODEL_MISSING", "model"}, {"clipFile", e.ClipFile, "FILE_MISSING", "clip"}, {"thumbnail", e.Thumbnail, "FILE_MISSING", "thumbnail"},
		} {
			switch {
			case f.path == "":
				// An entry may name an asset that was baked into the game by its id alone.
				if f.key == "modelFile" && e.Skel.IsZero() {
					found(scene.Error, f.code, at+f.key, "the entry names neither a model's file nor an asset id", "export the pack again")
				}
			case checkPath(f.path) != "":
				found(scene.Error, "PATH_UNSAFE", at+f.key, checkPath(f.path), "put the file into the pack's folder and name it by its path there")
			case !o.Has(f.path):
				found(scene.Error, f.code, at+f.key, fmt.Sprintf("the entry's %s %q is not in the pack", f.what, f.path), "export the pack again, or put the file there")
			}
			named[f.path] = true
		}
	}
	return named
}

func (o *Opened) found(s scene.Severity, code, file, message, remedy string) {
	o.Problems = append(o.Problems, scene.Problem{Severity: s, Code: code, File: file, Message: message, Remedy: remedy})
}

// verify compares the files with the manifest, and the entries with the files.
// named are files whose absence the entries have told already.
func (o *Opened) verify(named map[string]bool) error {
	users := map[string][]int{}
	for i, e := range o.Pack.Models {
		users[e.ModelFile] = append(users[e.ModelFile], i)
	}
	var total int64
	for _, want := range o.Manifest.Files {
		if !o.Has(want.Path) {
			if named[want.Path] {
				continue
			}
			o.found(scene.Error, "FILE_MISSING", want.Path, "the manifest lists this file, and it is not there", "export the pack again")
			continue
		}
		sum, n, err := o.hash(want.Path)
		if err != nil {
			return err
		}
		if total += n; n > maxPackFileBytes || total > maxPackBytes {
			return o.tooLarge() // an archive can lie about its sizes
		}
		if n != want.Bytes || !strings.EqualFold(hex.EncodeToString(sum[:]), want.SHA256) {
			o.found(scene.Error, "FILE_CHANGED", want.Path, "the file is not what the manifest says", "export the pack again, or get it again from its author")
			continue
		}
		for _, i := range users[want.Path] {
			if e := o.Pack.Models[i]; !e.Skel.IsZero() && e.Skel != hashGUID(sum) {
				o.Problems = append(o.Problems, scene.Problem{Severity: scene.Warning, Code: "ASSET_ID_STALE", File: PackFile, Pointer: fmt.Sprintf("/models/%d/skel", i), Message: want.Path + " has another asset id than the entry says", Remedy: "export the pack again"})
			}
		}
	}
	if _, ok := o.Manifest.Find(PackFile); !ok {
		o.found(scene.Error, "FILE_UNLISTED", PackFile, "the manifest does not list pack.json", "export the pack again")
	}
	return nil
}

// strays are the files that are not of the export.
func (o *Opened) strays() []string {
	var out []string
	for _, f := range o.files {
		base := f[strings.LastIndex(f, "/")+1:]
		if _, ok := o.Manifest.Find(f); !ok && f != ManifestFile && !slices.Contains(droppings, base) {
			out = append(out, f)
		}
	}
	return out
}

// Files returns the path of every file in the pack, sorted.
func (o *Opened) Files() []string { return o.files }

// Has reports whether the pack has a file.
func (o *Opened) Has(path string) bool {
	_, ok := slices.BinarySearch(o.files, path)
	return ok
}

// ReadFile returns one file's bytes.
func (o *Opened) ReadFile(path string) ([]byte, error) {
	f, err := o.fsys.Open(path)
	if err != nil {
		return nil, o.unreadable(path, err)
	}
	defer func() { _ = f.Close() }()
	data, err := io.ReadAll(io.LimitReader(f, maxPackFileBytes+1))
	if err != nil {
		return nil, o.unreadable(path, err)
	}
	if len(data) > maxPackFileBytes {
		return nil, o.tooLarge()
	}
	return data, nil
}

func (o *Opened) hash(path string) (sum [sha256.Size]byte, n int64, err error) {
	f, err := o.fsys.Open(path)
	if err != nil {
		return sum, 0, o.unreadable(path, err)
	}
	defer func() { _ = f.Close() }()
	h := sha256.New()
	n, err = io.Copy(h, io.LimitReader(f, maxPackFileBytes+1))
	if err != nil {
		return sum, 0, o.unreadable(path, err)
	}
	h.Sum(sum[:0])
	return sum, n, nil
}

func (o *Opened) unreadable(path string, err error) error {
	return &scene.Problem{Code: "FILE_NOT_READABLE", File: path, Message: "the pack's file cannot be read: " + err.Error(), Remedy: "get the pack again from its author", Err: err}
}

// Validate runs the validator with what the pack's own files tell. bones gives
// the bone names of an entry's model, or nil where they are not known; a nil
// function knows none.
func (o *Opened) Validate(bones func(*Entry) []string) []scene.Problem {
	if bones == nil {
		bones = func(*Entry) []string { return nil }
	}
	return ValidatePack(o.Pack, packContext(o.Has, bones))
}

// Close lets go of the folder or archive.
func (o *Opened) Close() error { return o.close() }
