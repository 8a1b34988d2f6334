package pack

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"slices"
	"sort"
	"strings"

	"donorlab/internal/atomicfile"
	"donorlab/internal/scene"
)

// Names of files that every export has.
const (
	PackFile     = "pack.json"
	ManifestFile = "manifest.json"
)

// Limits of a pack's content.
const (
	maxPackFiles     = 4096
	maxPackFileBytes = 512 << 20
	maxPackBytes     = 1 << 30
)

// ManifestVersion is the version of manifest.json that this release writes.
const ManifestVersion = 1

// FileSum is one file of an export.
type FileSum struct {
	Path   string `json:"path"` // relative, with '/'
	SHA256 string `json:"sha256"`
	Bytes  int64  `json:"bytes"`
}

// Manifest lists every file of an export but itself, by path.
type Manifest struct {
	ModID string
	Files []FileSum
}

func sumOf(path string, data []byte) FileSum {
	sum := sha256.Sum256(data)
	return FileSum{Path: path, SHA256: hex.EncodeToString(sum[:]), Bytes: int64(len(data))}
}

func makeManifest(modID string, files []atomicfile.Content) *Manifest {
	m := &Manifest{ModID: modID}
	for _, f := range files {
		m.Files = append(m.Files, sumOf(f.Path, f.Data))
	}
	sort.Slice(m.Files, func(i, k int) bool { return m.Files[i].Path < m.Files[k].Path })
	return m
}

// Find returns the sum of a file by its path.
func (m *Manifest) Find(path string) (FileSum, bool) {
	for _, f := range m.Files {
		if f.Path == path {
			return f, true
		}
	}
	return FileSum{}, false
}

// Encode returns the manifest as JSON; the same manifest gives the same bytes.
func (m *Manifest) Encode() []byte {
	w := &writer{}
	w.open('{')
	w.key("version")
	w.value(ManifestVersion)
	w.key("modId")
	w.value(m.ModID)
	w.key("files")
	w.open('[')
	for _, f := range m.Files {
		w.item()
		w.open('{')
		w.key("path")
		w.value(f.Path)
		w.key("bytes")
		w.value(int(f.Bytes))
		w.key("sha256")
		w.value(f.SHA256)
		w.close('}')
	}
	w.close(']')
	w.close('}')
	return w.end()
}

// ParseManifest reads a manifest.json and checks that its paths stay inside the
// pack, none stands twice, and its sums have the right form.
func ParseManifest(name string, data []byte) (*Manifest, error) {
	r := &reader{file: name}
	root, err := r.parse(data)
	if err != nil {
		return nil, err
	}
	_, rest := r.version(root, "version", ManifestVersion)
	m := &Manifest{}
	for _, x := range rest {
		switch x.key {
		case "modId":
			m.ModID = r.string(x.val, "/modId")
		case "files":
			m.Files = r.fileSums(x.val)
		}
	}
	if r.err != nil {
		return nil, r.err
	}
	return m, nil
}

func (r *reader) fileSums(n *node) []FileSum {
	var out []FileSum
	seen := map[string]bool{}
	for i, x := range r.list(n, "/files") {
		at := fmt.Sprintf("/files/%d", i)
		var f FileSum
		for _, m := range r.members(x, at) {
			switch m.key {
			case "path":
				f.Path = r.string(m.val, at+"/path")
			case "bytes":
				f.Bytes = int64(r.int(m.val, at+"/bytes"))
			case "sha256":
				f.SHA256 = r.string(m.val, at+"/sha256")
			}
		}
		if err := checkPath(f.Path); err != "" {
			r.fail("PATH_UNSAFE", at+"/path", "do not use this pack: get it again from its author", "%s", err)
		}
		if raw, err := hex.DecodeString(f.SHA256); err != nil || len(raw) != sha256.Size {
			r.fail("FIELD_TYPE", at+"/sha256", "export the pack again", "a SHA-256 is 64 hexadecimal digits")
		}
		if f.Bytes < 0 || f.Bytes > maxPackFileBytes {
			r.fail("FIELD_RANGE", at+"/bytes", "export the pack again", "%d is no size that a file of a pack may have", f.Bytes)
		}
		if seen[strings.ToLower(f.Path)] {
			r.fail("JSON_DUPLICATE", at+"/path", "export the pack again", "%q stands twice", f.Path)
		}
		seen[strings.ToLower(f.Path)] = true
		out = append(out, f)
	}
	return out
}

// checkPath says what is wrong with a path inside a pack, or nothing. It is
// stricter than one system: a pack goes to others.
func checkPath(p string) string {
	switch {
	case !fs.ValidPath(p) || p == ".":
		return fmt.Sprintf("%q leaves the pack's folder or is no relative path with '/'", p)
	case strings.ContainsAny(p, "\\:*?\"<>|\x00") || strings.ContainsFunc(p, func(c rune) bool { return c < ' ' }):
		return fmt.Sprintf("%q has a character that file names on some systems may not have", p)
	case slices.ContainsFunc(strings.Split(p, "/"), func(s string) bool { return isDevice(s) || strings.TrimRight(s, ". ") != s }):
		return fmt.Sprintf("%q has a name that is a device on Windows, or ends in a dot or a space", p)
	case len(p) > 1024:
		return fmt.Sprintf("%.40q... is longer than 1024 bytes", p)
	}
	return ""
}

// problem is the short form of a refusal.
func problem(code, file, pointer, message, remedy string) *scene.Problem {
	return &scene.Problem{Code: code, File: file, Pointer: pointer, Message: message, Remedy: remedy}
}
