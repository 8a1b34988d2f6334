// Command gen writes the lab's own models. `make assets` runs it from the top
// of the repository.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"donorlab/internal/samples"
	"donorlab/internal/scene/gltfio"
)

func main() {
	dir := flag.String("dir", "assets", "folder that the models are written to")
	flag.Parse()
	if err := write(*dir); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

// write writes every asset into dir, each by way of a temporary file.
func write(dir string) error {
	for _, a := range samples.Assets() {
		data, err := gltfio.Encode(a.Model())
		if err != nil {
			return fmt.Errorf("%s: %w", a.File, err)
		}
		path := filepath.Join(dir, a.File)
		if err := os.WriteFile(path+".tmp", data, 0o644); err != nil {
			return err
		}
		if err := os.Rename(path+".tmp", path); err != nil {
			return err
		}
		fmt.Printf("%s: %d bytes\n", path, len(data))
	}
	return nil
}
