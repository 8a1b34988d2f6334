// Package corpus finds the folder of real models that tests may read. It is not
// part of the repository, and tests must pass without it.
package corpus

import (
	"os"
	"path/filepath"
	"testing"
)

// Find returns the path of a file or folder of the corpus, and whether it is
// there. The corpus is where LAB_CORPUS says, else ../shared/corpus; a relative
// path counts from the root of the module, wherever the test runs.
func Find(name string) (path string, ok bool) {
	root := os.Getenv("LAB_CORPUS")
	if root == "" {
		root = filepath.Join("..", "shared", "corpus")
	}
	if !filepath.IsAbs(root) {
		root = filepath.Join(module(), root)
	}
	path = filepath.Join(root, filepath.FromSlash(name))
	_, err := os.Stat(path)
	return path, err == nil
}

// Path is Find for a test that has nothing to do without the file: it is
// skipped, and says why.
func Path(t testing.TB, name string) string {
	t.Helper()
	path, ok := Find(name)
	if !ok {
		t.Skipf("no %s: the corpus is not part of the repository; LAB_CORPUS says where it is", path)
	}
	return path
}

// module is the folder of the nearest go.mod above the working folder, which
// for a test is its package's.
func module() string {
	dir, err := os.Getwd()
	if err != nil {
		return "."
	}
	for d := dir; ; d = filepath.Dir(d) {
		if _, err := os.Stat(filepath.Join(d, "go.mod")); err == nil {
			return d
		}
		if d == filepath.Dir(d) {
			return dir
		}
	}
}
