package lab

import (
	"errors"
	"io/fs"
	"os"
	"syscall"

	"donorlab/internal/scene"
)

// fileProblem says in plain words what the system's error about a file means
// and what to do. file may be empty.
func fileProblem(file string, err error) *scene.Problem {
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
		p.Code, p.Message = "READ_ONLY", "the disk is read-only"
		p.Remedy = "choose another folder; nothing was changed"
	case errors.Is(err, fs.ErrPermission):
		p.Code, p.Message = "NO_PERMISSION", "the system does not allow it"
		p.Remedy = "choose a folder that you may write to, or change its permissions"
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		p.Code, p.Message = "DISK_FULL", "the disk is full"
		p.Remedy = "free some space and save again; the file that was there is unchanged"
	case errors.Is(err, syscall.EISDIR):
		p.Code, p.Message = "IS_FOLDER", "is a folder, not a file"
		p.Remedy = "name a file in it"
	case errors.Is(err, syscall.ENOTDIR):
		p.Code, p.Message = "NOT_A_FOLDER", "part of the path is a file, not a folder"
		p.Remedy = "choose another folder"
	}
	return p
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
