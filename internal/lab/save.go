package lab

import (
	"encoding/json"
	"os"
	"path/filepath"

	"donorlab/internal/rig"
)

// writeFile replaces a file in one step: a temporary file beside it, fsync,
// rename. The folder is made when it is not there. On any error the file that
// was there is unchanged and nothing half written is left.
func writeFile(name string, data []byte) error {
	dir := filepath.Dir(name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fileProblem(name, err)
	}
	f, err := os.CreateTemp(dir, "."+filepath.Base(name)+".*")
	if err != nil {
		return fileProblem(name, err)
	}
	tmp := f.Name()
	_, err = f.Write(data)
	if err == nil {
		err = f.Chmod(0o644)
	}
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(tmp, name)
	}
	if err != nil {
		os.Remove(tmp)
		return fileProblem(name, err)
	}
	return nil
}

// savedWork is what of the work is saved: decisions, not what is made from them.
type savedWork struct {
	Recipe *rig.Recipe     `json:"recipe,omitempty"`
	Entry  json.RawMessage `json:"entry,omitempty"`
	Donor  string          `json:"donor,omitempty"`
	Clip   string          `json:"donorClip,omitempty"`
	Rigged bool            `json:"rigged,omitempty"` // a rig was generated: make it again
}

func saveWork(w *Work) savedWork {
	out := savedWork{Recipe: w.Recipe, Rigged: w.Rigged != nil && w.Rigged.Rig != nil}
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
