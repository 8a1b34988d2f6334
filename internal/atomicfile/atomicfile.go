// Package atomicfile saves files and folders so that the disk holds the old
// ones or the new ones whole, whatever fails and whenever the process dies:
// everything is written and flushed under a hidden name beside its target, then
// put in its place by one rename.
//
// A process that is killed can leave such a hidden name (".NAME.new-1") behind;
// it is not read by anything and can be deleted.
package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"donorlab/internal/scene"
)

// Options say how to save. The zero Options write to the real disk and keep no
// backup.
type Options struct {
	FS     FS          // nil means Disk
	Backup bool        // keep what was there before as NAME.bak
	Perm   fs.FileMode // of a new file; zero means 0644. A file that is replaced keeps its own.
}

// Write saves one file. A symbolic link is followed: the file that it names is
// replaced. A device or a pipe, such as /dev/stdout, is written to as it is.
// Errors are *scene.Problem.
func Write(name string, data []byte, opt Options) error {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return AsProblem("write to", name, stream(name, data))
	}
	tx := Begin(opt)
	if err := tx.File(name, data); err != nil {
		tx.Abort()
		return err
	}
	return tx.Commit()
}

// stream writes to what is no file on a disk.
func stream(name string, data []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

// Tx saves several files and folders together: all are staged first and put in
// place by Commit. An error at any step leaves every target as it was. Only a
// process that dies inside Commit can leave some new and some old, each whole.
type Tx struct {
	opt   Options
	fs    FS
	items []item
}

// item is one target. Before Commit its new content is at staged; afterwards
// what was there before is at old.
type item struct {
	target, staged, old string
	dir, placed         bool
}

// Begin starts a save.
func Begin(opt Options) *Tx {
	tx := &Tx{opt: opt, fs: opt.FS}
	if tx.fs == nil {
		tx.fs = Disk{}
	}
	if tx.opt.Perm == 0 {
		tx.opt.Perm = 0o644
	}
	return tx
}

// File stages the content of one file.
func (tx *Tx) File(name string, data []byte) error {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return &scene.Problem{Code: "NOT_A_FILE", File: name, Message: "there is a folder or a device of that name, not a file", Remedy: "choose another name"}
	}
	name = resolve(name)
	perm := tx.opt.Perm
	if tx.fs.Exists(name) {
		perm = tx.fs.Perm(name)
	}
	staged, err := tx.free(name, "new", func(n string) error { return tx.create(n, data, perm) })
	if err != nil {
		return AsProblem("write the file", name, err)
	}
	tx.items = append(tx.items, item{target: name, staged: staged})
	return nil
}

// Content is one file inside a folder. Its path is relative, with '/'.
type Content struct {
	Path string
	Data []byte
}

// Dir stages a folder that will hold exactly the given files.
func (tx *Tx) Dir(name string, files []Content) error {
	name = resolve(filepath.Clean(name))
	staged, err := tx.free(name, "new", func(n string) error { return tx.fs.Mkdir(n, 0o755) })
	if err != nil {
		return AsProblem("make the folder", name, err)
	}
	tx.items = append(tx.items, item{target: name, staged: staged, dir: true})
	return AsProblem("write the folder", name, tx.fill(staged, files))
}

func (tx *Tx) fill(root string, files []Content) error {
	made := map[string]bool{root: true}
	dirs := []string{root}
	for _, f := range files {
		if !fs.ValidPath(f.Path) || f.Path == "." || strings.Contains(f.Path, `\`) {
			return fmt.Errorf("%q is no path inside the folder", f.Path)
		}
		at := root
		parts := strings.Split(f.Path, "/")
		for _, p := range parts[:len(parts)-1] {
			at = filepath.Join(at, p)
			if made[at] {
				continue
			}
			if err := tx.fs.Mkdir(at, 0o755); err != nil {
				return err
			}
			made[at] = true
			dirs = append(dirs, at)
		}
		if err := tx.create(filepath.Join(at, parts[len(parts)-1]), f.Data, 0o644); err != nil {
			return err
		}
	}
	sort.Sort(sort.Reverse(sort.StringSlice(dirs))) // children before parents
	for _, d := range dirs {
		if err := tx.fs.SyncDir(d); err != nil {
			return err
		}
	}
	return nil
}

// Commit puts everything that was staged in its place. After an error nothing
// has changed.
func (tx *Tx) Commit() error {
	for i := range tx.items {
		if err := tx.place(&tx.items[i]); err != nil {
			err = AsProblem("put the file in its place", tx.items[i].target, err)
			tx.Abort()
			return err
		}
	}
	for i := range tx.items {
		if err := tx.fs.SyncDir(filepath.Dir(tx.items[i].target)); err != nil {
			err = AsProblem("flush the folder", filepath.Dir(tx.items[i].target), err)
			tx.Abort()
			return err
		}
	}
	for i := range tx.items {
		tx.retire(&tx.items[i])
	}
	tx.items = nil
	return nil
}

// Abort undoes what was placed and removes what was staged. It does nothing
// after Commit.
func (tx *Tx) Abort() {
	for i := len(tx.items) - 1; i >= 0; i-- {
		it := &tx.items[i]
		if it.placed {
			tx.unplace(it)
		}
		_ = tx.fs.RemoveAll(it.staged) // the target is safe; a hidden name that cannot be removed is only clutter
	}
	tx.items = nil
}

// place moves the staged content to the target and what was there to old.
func (tx *Tx) place(it *item) error {
	if !tx.fs.Exists(it.target) {
		err := tx.fs.Rename(it.staged, it.target)
		it.placed = err == nil
		return err
	}
	if !it.dir {
		return tx.placeFile(it)
	}
	err := tx.fs.Exchange(it.staged, it.target)
	if err == nil {
		it.old, it.placed = it.staged, true
		return nil
	}
	if !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	// Two renames: for a moment there is only the old folder, under its hidden name.
	old, err := tx.free(it.target, "old", func(n string) error { return tx.fs.Rename(it.target, n) })
	if err != nil {
		return err
	}
	if err := tx.fs.Rename(it.staged, it.target); err != nil {
		return errors.Join(err, tx.fs.Rename(old, it.target))
	}
	it.old, it.placed = old, true
	return nil
}

// placeFile gives what was there a second name first, so that it can come back.
func (tx *Tx) placeFile(it *item) error {
	old, err := tx.free(it.target, "old", func(n string) error {
		if err := tx.fs.Link(it.target, n); err == nil || errors.Is(err, fs.ErrExist) {
			return err
		}
		return tx.copy(it.target, n) // a disk without links
	})
	if err != nil {
		return err
	}
	if err := tx.fs.Rename(it.staged, it.target); err != nil {
		_ = tx.fs.RemoveAll(old)
		return err
	}
	it.old, it.placed = old, true
	return nil
}

func (tx *Tx) unplace(it *item) {
	switch {
	case it.old == "": // nothing was there before
		_ = tx.fs.RemoveAll(it.target)
	case !it.dir:
		_ = tx.fs.Rename(it.old, it.target)
	case it.old == it.staged:
		_ = tx.fs.Exchange(it.staged, it.target)
	default:
		if tx.fs.Rename(it.target, it.staged) == nil {
			_ = tx.fs.Rename(it.old, it.target)
		}
	}
}

// retire turns what was there before into the backup, or removes it. The save
// is complete by then, so a failure only leaves a hidden name.
func (tx *Tx) retire(it *item) {
	if it.old == "" {
		return
	}
	if !tx.opt.Backup {
		_ = tx.fs.RemoveAll(it.old)
		return
	}
	bak := it.target + ".bak"
	if it.dir && tx.fs.Exists(bak) && tx.fs.RemoveAll(bak) != nil {
		return
	}
	_ = tx.fs.Rename(it.old, bak)
}

// free calls use with hidden names beside the target until one is not taken.
func (tx *Tx) free(target, kind string, use func(name string) error) (string, error) {
	dir, base := filepath.Split(target)
	for i := 1; ; i++ {
		name := filepath.Join(dir, fmt.Sprintf(".%s.%s-%d", base, kind, i))
		if i < 1000 && tx.fs.Exists(name) {
			continue
		}
		err := use(name)
		if err == nil || i >= 1000 || !errors.Is(err, fs.ErrExist) {
			return name, err
		}
	}
}

// create writes and flushes a new file; after an error there is none.
func (tx *Tx) create(name string, data []byte, perm fs.FileMode) error {
	f, err := tx.fs.Create(name, perm)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		_ = tx.fs.RemoveAll(name)
	}
	return err
}

func (tx *Tx) copy(from, to string) error {
	f, err := tx.fs.Open(from)
	if err != nil {
		return err
	}
	data, err := io.ReadAll(f)
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		return err
	}
	return tx.create(to, data, tx.fs.Perm(from))
}

// resolve follows symbolic links, so that a save replaces the file and not the link.
func resolve(name string) string {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		return real
	}
	return name
}
