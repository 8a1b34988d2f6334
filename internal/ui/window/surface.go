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
	u["Carry"], u["Color"] = int(f.Carry), vec(f.Color)
	program := shaders.Program{Unlit: f.Unlit, Lamps: s.lamps && !f.Unlit}
	switch {
	case data.image != nil || f.Emissive != nil && !f.Unlit:
		program.Maps = shaders.FullMaps
	case f.BaseColor != nil:
		program.Maps = shaders.BaseMap
	}
	if f.Maps != nil && program.Maps == shaders.FullMaps {
		program.Maps = shaders.OwnMaps
		var rows [8 * (texCount - 1)]float32
		for k := texBase + 1; k < texCount; k++ {
			m := &f.Maps[k]
			second := float32(0)
			if m.Second {
				second = 1
			}
			copy(rows[8*(k-1):], []float32{m.M[0], m.M[1], m.M[2], second, m.M[3], m.M[4], m.M[5], 0})
		}
		u["MapRows"] = rows[:]
	}
	return program
}

// setLamps sets the uniforms of the list's lamps.
func (s *sink) setLamps(lamps []draw.Lamp) {
	var pos, dir, color [4 * draw.MaxLamps]float32
	var offset [draw.MaxLamps]float32
	lamps = lamps[:min(len(lamps), draw.MaxLamps)]
	for i := range lamps {
		l := &lamps[i]
		copy(pos[4*i:], []float32{l.Pos[0], l.Pos[1], l.Pos[2], float32(b2i(l.Point))})
		copy(dir[4*i:], []float32{l.Dir[0], l.Dir[1], l.Dir[2], l.InvRange * l.InvRange})
		copy(color[4*i:], []float32{l.Color[0], l.Color[1], l.Color[2], l.ConeScale})
		offset[i] = l.ConeOffset
	}
	u := s.uniforms
	s.lamps = len(lamps) > 0
	u["LampCount"] = len(lamps)
	u["LampPos"], u["LampDir"], u["LampColor"], u["LampOffset"] = pos[:], dir[:], color[:], offset[:]
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
