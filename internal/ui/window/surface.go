package window

import (
	"github.com/hajimehoshi/ebiten/v2"

	"donorlab/internal/scene"
	"donorlab/internal/scene/draw"
	"donorlab/shaders"
)

// The places of a surface's textures in the shader's TexRect and TexInfo.
const (
	texBase = iota
	texMetalRough
	texNormal
	texOcclusion
	texEmissive
	texCount
)

// surface sets the uniforms and images of a surface and returns the program
// that draws it.
func (s *sink) surface(f *draw.Surface) shaders.Program {
	u := s.uniforms
	s.images = [2]*ebiten.Image{}
	var rect, info [4 * texCount]float32
	if f == nil {
		f = &draw.Surface{}
	}
	material := f.Material
	if material == nil {
		m := scene.DefaultMaterial()
		material = &m
	}
	u["Cutoff"] = f.AlphaCutoff
	u["MetalRough"] = []float32{material.Metallic, material.Roughness}
	u["Emissive"] = vec(material.Emissive)
	u["NormalScale"] = material.NormalTex.Scale
	u["OcclusionStrength"] = material.OcclusionTex.Scale
	colour := s.chain(chainKey{f.BaseColor, f.Emissive})
	data := s.chain(chainKey{f.MetalRough, f.Normal, f.Occlusion})
	if f.Unlit {
		data = s.chain(chainKey{})
	}
	s.images = [2]*ebiten.Image{colour.image, data.image}
	for place, from := range [texCount]struct {
		*chain
		i int
	}{{colour, 0}, {data, 0}, {data, 1}, {data, 2}, {colour, 1}} {
		copy(rect[4*place:], from.rect[from.i][:])
		copy(info[4*place:], from.info[from.i][:])
	}
	u["TexRect"], u["TexInfo"] = rect[:], info[:]
	program := shaders.Program{Unlit: f.Unlit}
	switch {
	case data.image != nil || f.Emissive != nil && !f.Unlit:
		program.Maps = shaders.FullMaps
	case f.BaseColor != nil:
		program.Maps = shaders.BaseMap
	}
	return program
}

// chain returns the image of a set of textures, uploaded on first use.
func (s *sink) chain(key chainKey) *chain {
	c := s.chains[key]
	if c == nil {
		c = newChain(key)
		s.chains[key] = c
	}
	c.used = true
	return c
}

// sweep frees the textures that were not drawn since the sweep before.
func (s *sink) sweep() {
	for key, c := range s.chains {
		if !c.used {
			if c.image != nil {
				c.image.Deallocate()
			}
			delete(s.chains, key)
		}
		c.used = false
	}
}
