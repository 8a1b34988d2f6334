package lab

import (
	"errors"
	"io/fs"
	"os"
	"syscall"

	"donorlab/internal/scene"
)

// fileProblem says in plain words what the system's error about reading a file
// means and what to do; saving has atomicfile's words, and the same codes. An
// error that is a Problem already stays as it is. file may be empty.
func fileProblem(file string, err error) *scene.Problem {
	var known *scene.Problem
	if errors.As(err, &known) {
		return known
	}
	p := &scene.Problem{Code: "IO", File: file, Message: "could not be read or written: " + err.Error(), Err: err}
	var pe *fs.PathError
	if errors.As(err, &pe) {
		if file == "" {
			p.File = pe.Path
		}
		p.Message = "could not " + pe.Op + ": " + pe.Err.Error()
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		p.Code, p.Message = "NOT_FOUND", "there is no such file or folder"
		p.Remedy = "check the spelling and the folder"
	case errors.Is(err, syscall.EROFS):
		p.Code, p.Message = "DISK_READ_ONLY", "the disk is read-only"
		p.Remedy = "choose another folder; nothing was changed"
	case errors.Is(err, fs.ErrPermission):
		p.Code, p.Message = "NOT_PERMITTED", "you may not read it"
		p.Remedy = "change its permissions, or take a copy that you may read"
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		p.Code, p.Message = "DISK_FULL", "the disk is full"
		p.Remedy = "free some space and save again; the file that was there is unchanged"
	case errors.Is(err, syscall.EISDIR):
		p.Code, p.Message = "IS_FOLDER", "is a folder, not a file"
		p.Remedy = "name a file in it"
	case errors.Is(err, syscall.ENOTDIR):
		p.Code, p.Message = "NOT_A_FOLDER", "part of the path is a file, not a folder"
		p.Remedy = "choose another folder"
	default:
		p.Remedy = "check the file and the disk, and try again"
	}
	return p
}

// notAFile refuses a folder or a device where a file is wanted.
func notAFile(file string, info fs.FileInfo) *scene.Problem {
	if info.IsDir() {
		return &scene.Problem{Code: "IS_FOLDER", File: file, Message: "is a folder, not a file", Remedy: "name a file in it"}
	}
	return &scene.Problem{Code: "NOT_A_FILE", File: file, Message: "is a device, not a file", Remedy: "name a file on a disk"}
}

// tooLarge refuses one of the lab's own small files that cannot be one.
func tooLarge(file string) *scene.Problem {
	return &scene.Problem{Code: "FILE_TOO_LARGE", File: file,
		Message: "is far larger than any file of this kind",
		Remedy:  "choose the right file"}
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
