package lab

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// RecipeFile is a recipe on disk.
type RecipeFile struct {
	Path string
	When time.Time // last written
}

// RecipeFiles lists the recipes in a model's folder, the newest first. A folder
// that cannot be read has none, and so has a sample.
func RecipeFiles(model string) []RecipeFile {
	if model == "" || IsSample(model) {
		return nil
	}
	dir := filepath.Dir(model)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var out []RecipeFile
	for _, e := range entries {
		if e.IsDir() || !strings.HasSuffix(strings.ToLower(e.Name()), ".recipe.json") {
			continue
		}
		if info, err := e.Info(); err == nil {
			out = append(out, RecipeFile{filepath.Join(dir, e.Name()), info.ModTime()})
		}
	}
	slices.SortStableFunc(out, func(a, b RecipeFile) int { return b.When.Compare(a.When) })
	return out
}
