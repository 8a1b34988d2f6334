package gltfio

import (
	"context"
	"errors"
	"io"
	"io/fs"

	"donorlab/internal/scene"
)

// Options says how a file is read. The zero Options are right for most uses.
type Options struct {
	// Progress is told how far the load has come, from 0 to 1, and what is being
	// done ("images"). It is called from the goroutine that called Read. May be nil.
	Progress func(done float64, what string)

	// MaxBytes is the most that the file and the files it names may have together.
	// Zero means 1 GiB.
	MaxBytes int64
}

// WriteOptions says how a Model is written. The zero WriteOptions are right.
type WriteOptions struct {
	// Generator goes into asset.generator. Empty means "Donor Lab".
	Generator string
}

// Read loads the .gltf or .glb file at path with the buffers and images that it
// names, which must lie in the same folder or below it. An error is a
// *scene.Problem, or ctx's error when it was cancelled.
func Read(ctx context.Context, path string, opt Options) (*scene.Model, error) {
	return nil, errors.New("gltfio: not there yet")
}

// ReadFS is Read on a file system; name is slash-separated and relative to its root.
func ReadFS(ctx context.Context, fsys fs.FS, name string, opt Options) (*scene.Model, error) {
	return nil, errors.New("gltfio: not there yet")
}

// ReadBytes reads a self-contained file (a .glb, or a .gltf whose buffers are
// data URIs) from memory. name is used in messages and for the Model's name.
// The Model keeps references into data, which must not be changed afterwards.
func ReadBytes(name string, data []byte, opt Options) (*scene.Model, error) {
	return nil, errors.New("gltfio: not there yet")
}

// Write writes m as a .glb. The bytes depend on m alone. An error is a
// *scene.Problem for a Model that Check refuses, or w's error.
func Write(w io.Writer, m *scene.Model, opt WriteOptions) error {
	return errors.New("gltfio: not there yet")
}

// Encode returns m as the bytes of a .glb file, by Write with zero options.
func Encode(m *scene.Model) ([]byte, error) {
	return nil, errors.New("gltfio: not there yet")
}
