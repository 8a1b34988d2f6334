package lab

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"donorlab/internal/atomicfile"
)

// One fault has one code, whether a file is read or written, and a remedy that
// fits what was tried.
func TestFileProblems(t *testing.T) {
	for _, cause := range []error{fs.ErrPermission, syscall.EROFS, syscall.ENOSPC, syscall.ENOTDIR} {
		err := &fs.PathError{Op: "open", Path: "x", Err: cause}
		read, write := fileProblem("x", err), AsProblem(atomicfile.AsProblem("write the file", "x", err))
		if read.Code != write.Code || read.Remedy == "" {
			t.Errorf("%v: %s and %s, remedy %q", cause, read.Code, write.Code, read.Remedy)
		}
	}
	if p := fileProblem("x", fs.ErrPermission); strings.Contains(p.Remedy, "write") {
		t.Errorf("who may not read is told to %s", p.Remedy)
	}
	if p := fileProblem("x", errors.New("odd")); p.Code == "" || p.Remedy == "" {
		t.Errorf("%+v", p)
	}
	known := tooLarge("y")
	if p := fileProblem("x", known); p != known {
		t.Errorf("%v became %v", known, p)
	}
}

func TestRecipeMustBeAFile(t *testing.T) {
	big := filepath.Join(t.TempDir(), "big.json")
	if err := os.WriteFile(big, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(big, smallFile+1); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"/dev/zero": "NOT_A_FILE", t.TempDir(): "IS_FOLDER", big: "FILE_TOO_LARGE", big + "x": "NOT_FOUND"} {
		_, _, err := LoadRecipe(path)
		p := AsProblem(err)
		if p == nil || p.Code != want || p.File != path || p.Message == "" || p.Remedy == "" {
			t.Errorf("%s: %+v, want %s", path, p, want)
		}
	}
}

// Figures are the file's, though the view splits the model into its parts.
func TestFrameCountsTheFile(t *testing.T) {
	s := New(Options{})
	do(t, s, s.Open(SampleHelicopter))
	s.SetShow(ShowSource)
	f, m := s.Frame(), s.Doc().Source
	if f.Whole() != m || f.Whole().VertexCount() != m.VertexCount() {
		t.Errorf("%d vertices are told of %d", f.Whole().VertexCount(), m.VertexCount())
	}
	if f.Model.VertexCount() < m.VertexCount() {
		t.Error("the view has lost vertices")
	}
	do(t, s, s.Generate())
	s.SetShow(ShowRig)
	if f := s.Frame(); f.Whole() != f.Model {
		t.Error("a rig is not split")
	}
}
