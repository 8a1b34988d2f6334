package dials

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"donorlab/internal/atomicfile"
	"donorlab/internal/scene"
	"donorlab/internal/watch"
)

// edit is a change of one key that is to be written.
type edit struct {
	key, value string
	unset      bool
}

func (e edit) apply(s *Spec, text []byte) ([]byte, error) {
	if e.unset {
		return Unset(s, text, e.key)
	}
	return Set(s, text, e.key, e.value)
}

// errand is what is to be done with a file, away from the folder's owner: it may
// take long on a network drive.
type errand struct {
	spec  *Spec
	path  string
	edits []edit
	full  bool // it is believed to have something in it
}

// found is what came of an errand.
type found struct {
	there  bool
	text   []byte     // what was in the file before our own writing, up to MaxSize+1 bytes
	sign   watch.Sign // of it
	steady bool       // nobody wrote while it was read
	fault  error      // it could not be read; there and text mean nothing
	wrote  []byte     // what we wrote, nil if nothing
	failed error      // why we could not write
}

// tries is how often a file that is changed under our hands is begun with again.
const tries = 5

// run reads the file and, where there are edits, writes it with them.
func (e errand) run() (f found) {
	for range tries {
		f = e.read()
		if f.fault != nil || !f.steady {
			continue
		}
		if len(e.edits) == 0 {
			return f
		}
		if e.full && len(f.text) == 0 {
			f.steady = false // somebody is about to write it anew: what is in it would be lost
			return f
		}
		done := false
		if done, f = e.write(f); done {
			return f
		}
	}
	return f
}

// read reads the file, bounded.
func (e errand) read() (f found) {
	f.sign = watch.OnDisk(e.path)
	f.steady = true
	info, err := os.Stat(e.path)
	if errors.Is(err, fs.ErrNotExist) {
		return f
	}
	if err == nil && !info.Mode().IsRegular() {
		f.fault = &scene.Problem{Code: "DIAL_UNREADABLE", File: e.path, Message: "there is a folder or a device of that name, not a file", Remedy: "move it away"}
		return f
	}
	if err == nil {
		f.text, err = readBounded(e.path)
	}
	if errors.Is(err, fs.ErrNotExist) {
		f.steady = false // it went in this moment
		return f
	}
	if err != nil {
		f.fault = &scene.Problem{Code: "DIAL_UNREADABLE", File: e.path, Message: "the file cannot be read; the values before it stay", Remedy: "look whether another program locks it, and at its permissions", Err: err}
		return f
	}
	f.there = true
	f.steady = f.sign == watch.OnDisk(e.path) && (f.sign.Size == int64(len(f.text)) || len(f.text) > MaxSize)
	return f
}

func readBounded(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, MaxSize+1))
}

// write puts the edits into what was read. done is false where another program
// wrote meanwhile, whose words would be lost.
func (e errand) write(f found) (done bool, _ found) {
	text := f.text
	for _, ed := range e.edits {
		next, err := ed.apply(e.spec, text)
		if err != nil {
			f.failed = err
			return true, f
		}
		text = next
	}
	if string(text) == string(f.text) && f.there {
		f.wrote = text // it says so already
		return true, f
	}
	// One folder is made, not a way of them: the one above may be a drive that is
	// not connected.
	if err := os.Mkdir(filepath.Dir(e.path), 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		f.failed = atomicfile.AsProblem("make the folder", filepath.Dir(e.path), err)
		return true, f
	}
	tx := atomicfile.Begin(atomicfile.Options{})
	if err := tx.File(e.path, text); err != nil {
		tx.Abort()
		f.failed = err
		return true, f
	}
	if watch.OnDisk(e.path) != f.sign {
		tx.Abort()
		f.steady = false
		return false, f
	}
	if err := tx.Commit(); err != nil {
		f.failed = err
		return true, f
	}
	f.wrote = text
	return true, f
}
