package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"donorlab/internal/scene"
)

// AsProblem says what went wrong with a disk, for a person. what is a verb
// phrase such as "write the file". A nil error gives nil, and an error that is a
// *scene.Problem already is returned as it is.
func AsProblem(what, name string, err error) error {
	if err == nil {
		return nil
	}
	var p *scene.Problem
	if errors.As(err, &p) {
		return err
	}
	p = &scene.Problem{File: name, Err: err}
	set := func(code, message, remedy string) {
		p.Code, p.Message, p.Remedy = code, fmt.Sprintf("cannot %s: %s", what, message), remedy
	}
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		set("DISK_FULL", "the disk is full", "free some space or choose another folder; what was there before is untouched")
	case errors.Is(err, syscall.EROFS):
		set("DISK_READ_ONLY", "the disk is read-only", "choose a folder on another disk")
	case errors.Is(err, fs.ErrPermission):
		set("NOT_PERMITTED", "you may not write there", "choose another folder, or change its permissions")
	case errors.Is(err, syscall.ENOTDIR):
		set("NOT_A_FOLDER", "a part of the path is a file, not a folder", "correct the path")
	case errors.Is(err, fs.ErrNotExist):
		set("FOLDER_MISSING", "its folder does not exist", "make the folder or correct the path")
	case errors.Is(err, syscall.ENAMETOOLONG):
		set("NAME_TOO_LONG", "the name is too long", "choose a shorter name")
	default:
		set("WRITE_FAILED", err.Error(), "try again or choose another folder; what was there before is untouched")
	}
	return p
}
