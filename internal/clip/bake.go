package clip

import "donorlab/internal/scene"

// Source is motion that can be put on a model: a Sampler of its own clip, or a
// Binding of a donor's.
type Source interface {
	// Duration in seconds.
	Duration() float64
	// Pose writes what moves at time t into pose, which holds the rest.
	Pose(t float64, pose scene.Pose)
}

// BakeOptions say how motion becomes keys.
type BakeOptions struct {
	Name       string  // the new clip's name; empty means "Bake"
	Rate       float64 // samples a second; zero means 30
	MaxErrorMm float64 // how far a vertex may be from the sampled motion; zero means 0.1, negative keeps every key
	Loop       bool    // the last key is made equal to the first
	// RotationsOnly leaves out translations and scales, as engines with one
	// skeleton for many bodies want. Not for donor clips: they bob.
	RotationsOnly bool
}

// BakeReport says what a bake made.
type BakeReport struct {
	Frames     int     `json:"frames"`     // samples taken, the first and the last included
	Keys       int     `json:"keys"`       // in all channels together
	Channels   int     `json:"channels"`   // that were written
	Dropped    int     `json:"dropped"`    // tracks that never leave the rest
	MaxErrorMm float64 `json:"maxErrorMm"` // largest distance of any vertex between the motion and the baked clip
}
