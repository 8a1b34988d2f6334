package atomicfile

import (
	"io"
	"io/fs"
	"os"
)

// FS is what a save asks of a disk. The zero Options use the real one; tests
// use one that fails (package faultfs).
type FS interface {
	Create(name string, perm fs.FileMode) (File, error) // fails where the file exists
	Mkdir(name string, perm fs.FileMode) error
	Rename(from, to string) error   // replaces a file at once
	Exchange(a, b string) error     // swaps two names at once; errors.ErrUnsupported where the system cannot
	Link(from, to string) error     // a second name for a file
	RemoveAll(name string) error    // no error where there is nothing
	Exists(name string) bool        // does not follow a link
	Perm(name string) fs.FileMode   // of an existing file; 0 where there is none
	Open(name string) (File, error) // to read
	SyncDir(name string) error      // makes renames inside the folder last
}

// File is an open file of an FS.
type File interface {
	io.ReadWriter
	Sync() error
	Close() error
}

// Disk is the real file system.
type Disk struct{}

// Create makes a new file and opens it for writing.
func (Disk) Create(name string, perm fs.FileMode) (File, error) {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
	if err != nil {
		return nil, err
	}
	return f, nil
}

// Mkdir makes one folder.
func (Disk) Mkdir(name string, perm fs.FileMode) error { return os.Mkdir(name, perm) }

// Rename gives a file another name, replacing what had it.
func (Disk) Rename(from, to string) error { return os.Rename(from, to) }

// Exchange swaps two names.
func (Disk) Exchange(a, b string) error { return exchange(a, b) }

// Link gives a file a second name.
func (Disk) Link(from, to string) error { return os.Link(from, to) }

// RemoveAll removes a file, or a folder with all that is in it.
func (Disk) RemoveAll(name string) error { return os.RemoveAll(name) }

// Exists reports whether there is anything of that name.
func (Disk) Exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// Perm returns the permissions of a file.
func (Disk) Perm(name string) fs.FileMode {
	info, err := os.Stat(name)
	if err != nil {
		return 0
	}
	return info.Mode().Perm()
}

// Open opens a file for reading.
func (Disk) Open(name string) (File, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	return f, nil
}
