//go:build unix

package watch

import (
	"io/fs"
	"syscall"
)

// identity is the file's inode: a file that was moved into place has another one
// even where size and time are the same.
func identity(info fs.FileInfo) any {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return s.Ino
	}
	return nil
}
