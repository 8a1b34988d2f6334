// Package faultfs is a disk that fails, or a process that dies, at a chosen
// step of a save: run a save once to count its steps, then once for each step.
package faultfs

import (
	"errors"
	"io/fs"

	"donorlab/internal/atomicfile"
)

// ErrKilled is what every step answers after the process "died".
var ErrKilled = errors.New("faultfs: the process was killed")

// FS passes everything on to a real FS and counts the steps that change
// something. At step At (from 1; 0 is never) it fails with Err; a write first
// writes half. After that it goes on working, or, with Kill, refuses everything.
type FS struct {
	Inner atomicfile.FS
	At    int
	Err   error
	Kill  bool

	// NoExchange and NoLink make the FS one that lacks these.
	NoExchange, NoLink bool

	// Steps counts the steps so far.
	Steps int
	dead  bool
}

func (f *FS) step() error {
	if f.dead {
		return ErrKilled
	}
	f.Steps++
	if f.Steps == f.At {
		if f.Kill {
			f.dead = true
			return ErrKilled
		}
		return f.Err
	}
	return nil
}

// Create makes a new file.
func (f *FS) Create(name string, perm fs.FileMode) (atomicfile.File, error) {
	if err := f.step(); err != nil {
		return nil, err
	}
	file, err := f.Inner.Create(name, perm)
	if err != nil {
		return nil, err
	}
	return &handle{file, f}, nil
}

// Mkdir makes one folder.
func (f *FS) Mkdir(name string, perm fs.FileMode) error {
	if err := f.step(); err != nil {
		return err
	}
	return f.Inner.Mkdir(name, perm)
}

// Rename gives a file another name.
func (f *FS) Rename(from, to string) error {
	if err := f.step(); err != nil {
		return err
	}
	return f.Inner.Rename(from, to)
}

// Exchange swaps two names.
func (f *FS) Exchange(a, b string) error {
	if f.NoExchange {
		return errors.ErrUnsupported
	}
	if err := f.step(); err != nil {
		return err
	}
	return f.Inner.Exchange(a, b)
}

// Link gives a file a second name.
func (f *FS) Link(from, to string) error {
	if f.NoLink {
		return errors.ErrUnsupported
	}
	if err := f.step(); err != nil {
		return err
	}
	return f.Inner.Link(from, to)
}

// RemoveAll removes a file or folder.
func (f *FS) RemoveAll(name string) error {
	if err := f.step(); err != nil {
		return err
	}
	return f.Inner.RemoveAll(name)
}

// Exists reports whether there is anything of that name.
func (f *FS) Exists(name string) bool { return f.Inner.Exists(name) }

// Perm returns a file's permissions.
func (f *FS) Perm(name string) fs.FileMode { return f.Inner.Perm(name) }

// Open opens a file for reading.
func (f *FS) Open(name string) (atomicfile.File, error) { return f.Inner.Open(name) }

// SyncDir flushes a folder.
func (f *FS) SyncDir(name string) error {
	if err := f.step(); err != nil {
		return err
	}
	return f.Inner.SyncDir(name)
}

type handle struct {
	atomicfile.File
	fs *FS
}

func (h *handle) Write(p []byte) (int, error) {
	if h.fs.dead {
		return 0, ErrKilled
	}
	if err := h.fs.step(); err != nil {
		n, _ := h.File.Write(p[:len(p)/2])
		return n, err
	}
	return h.File.Write(p)
}

func (h *handle) Sync() error {
	if err := h.fs.step(); err != nil {
		return err
	}
	return h.File.Sync()
}

// Close closes the real file whatever was injected, so that tests leak none.
func (h *handle) Close() error {
	err := h.fs.step()
	if e := h.File.Close(); err == nil {
		err = e
	}
	return err
}
