package atomicfile_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"donorlab/internal/atomicfile"
	"donorlab/internal/house/faultfs"
	"donorlab/internal/scene"
)

func put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o640); err != nil {
		t.Fatal(err)
	}
}

// tree lists every file below dir as path=content, hidden ones too.
func tree(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(p)
		rel, _ := filepath.Rel(dir, p)
		fmt.Fprintf(&b, "%s=%s\n", filepath.ToSlash(rel), data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestWriteKeepsTheFileBefore(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "x.json")
	for i, want := range []string{"x.json=1\n", "x.json=2\nx.json.bak=1\n", "x.json=3\nx.json.bak=2\n"} {
		if err := atomicfile.Write(name, []byte(fmt.Sprint(i+1)), atomicfile.Options{Backup: true}); err != nil {
			t.Fatal(err)
		}
		if got := tree(t, dir); got != want {
			t.Errorf("after save %d: %q, want %q", i+1, got, want)
		}
	}
}

func TestWriteFollowsALinkAndKeepsPermissions(t *testing.T) {
	dir := t.TempDir()
	real := filepath.Join(dir, "real", "x.json")
	put(t, real, "old")
	link := filepath.Join(dir, "link.json")
	if err := os.Symlink(real, link); err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.Write(link, []byte("new"), atomicfile.Options{}); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link became %v, %v", info, err)
	}
	info, err := os.Stat(real)
	if err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("permissions %v, %v, want 0640", info.Mode(), err)
	}
	if got := tree(t, filepath.Join(dir, "real")); got != "x.json=new\n" {
		t.Errorf("got %q", got)
	}
}

// save stages a folder and a file beside it, as an export does.
func save(fsys atomicfile.FS, dir, text string, backup bool) error {
	tx := atomicfile.Begin(atomicfile.Options{FS: fsys, Backup: backup})
	err := tx.Dir(filepath.Join(dir, "pack"), []atomicfile.Content{{Path: "a", Data: []byte(text)}, {Path: "sub/deep/b", Data: []byte(text)}})
	if err == nil {
		err = tx.File(filepath.Join(dir, "pack.zip"), []byte(text))
	}
	if err != nil {
		tx.Abort()
		return err
	}
	return tx.Commit()
}

func whole(text string) string {
	return "pack/a=" + text + "\npack/sub/deep/b=" + text + "\npack.zip=" + text + "\n"
}

// Whatever step fails, a save that answers with an error has changed nothing
// and left nothing behind (but hidden names where the failing step was the cleaning).
func TestFailureAtEachStepChangesNothing(t *testing.T) {
	for _, lacks := range []struct{ exchange, link bool }{{false, false}, {true, true}} {
		for _, before := range []string{"", "old"} {
			for at := 1; ; at++ {
				dir := t.TempDir()
				if before != "" {
					if err := save(atomicfile.Disk{}, dir, before, false); err != nil {
						t.Fatal(err)
					}
				}
				want := tree(t, dir)
				f := &faultfs.FS{Inner: atomicfile.Disk{}, At: at, Err: syscall.ENOSPC, NoExchange: lacks.exchange, NoLink: lacks.link}
				err := save(f, dir, "new", false)
				got := tree(t, dir)
				if err == nil {
					want = whole("new")
				} else {
					var p *scene.Problem
					if !errors.As(err, &p) || p.Code != "DISK_FULL" || p.Remedy == "" {
						t.Errorf("step %d: error %v, want DISK_FULL with a remedy", at, err)
					}
				}
				if visible(got) != visible(want) {
					t.Errorf("lacks %v, before %q, step %d, error %v:\n%swant\n%s", lacks, before, at, err, got, want)
				}
				if f.Steps < at { // the step was never reached: all were tried
					if at < 10 || err != nil {
						t.Fatalf("only %d steps were seen, error %v", at, err)
					}
					break
				}
			}
		}
	}
}

// A process that dies at any step leaves each target old or new, never in between.
func TestDeathAtEachStepLeavesOldOrNew(t *testing.T) {
	for _, before := range []string{"", "old"} {
		for at := 1; ; at++ {
			dir := t.TempDir()
			if before != "" {
				if err := save(atomicfile.Disk{}, dir, before, false); err != nil {
					t.Fatal(err)
				}
			}
			f := &faultfs.FS{Inner: atomicfile.Disk{}, At: at, Kill: true}
			err := save(f, dir, "new", true)
			folder, zip := visible(tree(t, filepath.Join(dir, "pack"))), read(filepath.Join(dir, "pack.zip"))
			if folder != "" && folder != "a=old\nsub/deep/b=old\n" && folder != "a=new\nsub/deep/b=new\n" {
				t.Errorf("before %q, step %d: the folder holds %q", before, at, folder)
			}
			if before != "" && folder == "" || zip != before && zip != "new" {
				t.Errorf("before %q, step %d: folder %q, zip %q", before, at, folder, zip)
			}
			if f.Steps < at {
				if err != nil {
					t.Fatal(err)
				}
				break
			}
		}
	}
}

func read(name string) string {
	data, err := os.ReadFile(name)
	if err != nil {
		return ""
	}
	return string(data)
}

// visible drops the hidden names that a dead process leaves, and the backups.
func visible(tree string) string {
	var b strings.Builder
	for _, line := range strings.SplitAfter(tree, "\n") {
		if !strings.HasPrefix(line, ".") && !strings.Contains(line, ".bak") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// Hidden names that an earlier, killed save left are not reused.
func TestStaleHiddenNames(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, ".x.new-1"), "stale")
	if err := atomicfile.Write(filepath.Join(dir, "x"), []byte("1"), atomicfile.Options{}); err != nil {
		t.Fatal(err)
	}
	if got, want := tree(t, dir), ".x.new-1=stale\nx=1\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestDirRefusesPathsThatLeaveIt(t *testing.T) {
	for _, p := range []string{"../x", "/x", "a/../../x", "", ".", `a\b`} {
		dir := t.TempDir()
		tx := atomicfile.Begin(atomicfile.Options{})
		if err := tx.Dir(filepath.Join(dir, "pack"), []atomicfile.Content{{Path: p, Data: []byte("x")}}); err == nil {
			t.Errorf("path %q was taken", p)
		}
		tx.Abort()
		if got := tree(t, dir); got != "" {
			t.Errorf("path %q left %q", p, got)
		}
	}
}

func TestAsProblem(t *testing.T) {
	for _, c := range []struct {
		err  error
		code string
	}{
		{syscall.ENOSPC, "DISK_FULL"}, {syscall.EROFS, "DISK_READ_ONLY"}, {syscall.EACCES, "NOT_PERMITTED"},
		{syscall.ENOENT, "FOLDER_MISSING"}, {syscall.EIO, "WRITE_FAILED"},
	} {
		var p *scene.Problem
		err := atomicfile.AsProblem("save", "f", &fs.PathError{Op: "open", Path: "f", Err: c.err})
		if !errors.As(err, &p) || p.Code != c.code || p.Severity != scene.Error || !errors.Is(err, c.err) {
			t.Errorf("%v: got %v, want %s", c.err, err, c.code)
		}
	}
	if atomicfile.AsProblem("save", "f", nil) != nil {
		t.Error("no error became one")
	}
}

// A folder that does not exist is named as such.
func TestWriteWithoutFolder(t *testing.T) {
	err := atomicfile.Write(filepath.Join(t.TempDir(), "no", "x"), nil, atomicfile.Options{})
	var p *scene.Problem
	if !errors.As(err, &p) || p.Code != "FOLDER_MISSING" {
		t.Errorf("got %v, want FOLDER_MISSING", err)
	}
}

// A device is written to and stays a device; a folder is no file.
func TestWriteToWhatIsNoFile(t *testing.T) {
	if err := atomicfile.Write(os.DevNull, []byte("x"), atomicfile.Options{Backup: true}); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Fatalf("%s became %v, %v", os.DevNull, info, err)
	}
	dir := t.TempDir()
	err := atomicfile.Write(dir, nil, atomicfile.Options{})
	var p *scene.Problem
	if !errors.As(err, &p) || p.Code != "NOT_A_FILE" {
		t.Errorf("a folder: got %v, want NOT_A_FILE", err)
	}
}
