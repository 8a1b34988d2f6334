package lab

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"donorlab/internal/dials"
	"donorlab/internal/scene"
)

// ShipDials writes the commented dial files that the lab ships into the config
// folder, those that are not there yet. The folder is made.
func (s *Session) ShipDials() error {
	dir := s.Dials().Dir()
	if dir == "" {
		return s.Fail(&scene.Problem{Code: "DIAL_NO_FOLDER", Message: "there is no config folder", Remedy: "choose the folder first"})
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return s.Fail(fileProblem(dir, err))
	}
	for _, spec := range dials.Game() {
		path, text := filepath.Join(dir, spec.File), spec.ShippedText()
		if _, err := os.Lstat(path); text == nil || !errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err := WriteFile(path, text); err != nil {
			return s.Fail(err)
		}
	}
	s.Note("Dial files: " + dir)
	return nil
}

func (s *Session) SaveRunCSV(path string) {}
func (s *Session) SaveRunFrames(dir string) {}
