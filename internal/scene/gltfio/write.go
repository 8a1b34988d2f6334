package gltfio

import (
	"io"

	"donorlab/internal/scene"
)

// WriteOptions says how a Model is written. The zero WriteOptions are right.
type WriteOptions struct {
	// Generator goes into asset.generator. Empty means "Donor Lab".
	Generator string
}

// Write writes m as a .glb. The bytes depend on m alone. An error is a
// *scene.Problem for a Model that Check refuses, or w's error.
func Write(w io.Writer, m *scene.Model, opt WriteOptions) error {
	return problem("INTERNAL", "", "not there yet", "")
}

// Encode returns m as the bytes of a .glb file, by Write with zero options.
func Encode(m *scene.Model) ([]byte, error) {
	return nil, problem("INTERNAL", "", "not there yet", "")
}
