package lab

import (
	"encoding/json"
	"os"
	"path/filepath"

	"donorlab/internal/atomicfile"
	"donorlab/internal/scene"
	"donorlab/internal/scene/gltfio"
)

// writeFile saves one of the lab's own files whole or not at all. The folder is
// made when it is not there.
func writeFile(name string, data []byte) error {
	if err := MakeFolder(filepath.Dir(name)); err != nil {
		return err
	}
	return atomicfile.Write(name, data, atomicfile.Options{})
}

// MakeFolder makes a folder for results, and those above it, where it is not there.
func MakeFolder(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return atomicfile.AsProblem("make the folder", dir, err)
	}
	return nil
}

// WriteModel writes a model as a .glb, whole or not at all. The same model
// gives the same bytes.
func WriteModel(path string, m *scene.Model) error {
	data, err := gltfio.Encode(m)
	if err != nil {
		return withFile(path, err)
	}
	return atomicfile.Write(path, data, atomicfile.Options{})
}

// WriteFile saves a file that the user asked for, whole or not at all. The
// folder must be there.
func WriteFile(path string, data []byte) error {
	return atomicfile.Write(path, data, atomicfile.Options{})
}

// savedWork is what of the work is saved: decisions, not what is made from them.
type savedWork struct {
	Recipe json.RawMessage `json:"recipe,omitempty"`
	Entry  json.RawMessage `json:"entry,omitempty"`
	Donor  string          `json:"donor,omitempty"`
	Clip   string          `json:"donorClip,omitempty"`
	Rigged bool            `json:"rigged,omitempty"` // a rig was generated: make it again

	// In recovery files, where no other file holds them.
	Map    json.RawMessage `json:"map,omitempty"`
	Orders json.RawMessage `json:"orders,omitempty"`
}

func saveWork(w *Work) savedWork {
	out := savedWork{Rigged: w.Rigged != nil && w.Rigged.Rig != nil}
	if w.Recipe != nil {
		if data, err := w.Recipe.Encode(); err == nil {
			out.Recipe = data
		}
	}
	if w.Entry != nil {
		out.Entry = w.Entry.Encode()
	}
	if w.Donor != nil {
		out.Donor, out.Clip = w.Donor.Ref, w.Donor.Clip.Clip
	}
	return out
}

// sameSaved reports whether two works would be saved alike.
func sameSaved(a, b *Work) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || (a.Recipe == nil) != (b.Recipe == nil) || (a.Entry == nil) != (b.Entry == nil) {
		return false
	}
	if a.Entry != b.Entry && !a.Entry.Equal(b.Entry) {
		return false
	}
	if a.Recipe == b.Recipe {
		return true
	}
	x, err1 := a.Recipe.Encode()
	y, err2 := b.Recipe.Encode()
	return err1 == nil && err2 == nil && string(x) == string(y)
}
