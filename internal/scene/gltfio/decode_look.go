package gltfio

import (
	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/ext/lightspunctual"
	"github.com/qmuntal/gltf/ext/specular"
	"github.com/qmuntal/gltf/ext/texturetransform"
	"github.com/qmuntal/gltf/ext/unlit"
)

// This file decodes meshes, materials and lamps.

func (r *jsonReader) mesh(m *gltf.Mesh) {
	has := false
	r.object(func(key []byte) {
		switch string(key) {
		case "name":
			m.Name = r.str()
		case "primitives":
			has = true
			m.Primitives = list(r, 450, r.primitive)
		case "weights":
			m.Weights = r.floats()
		case "extras":
			m.Extras = r.raw()
		}
	})
	if r.err == nil && !has {
		r.missing("primitives")
	}
}

// targetNames reads the morph targets' names from a mesh's extras, where most
// exporters put them; anything else there is no fault.
func targetNames(extras []byte, bud *budget) []string {
	if len(extras) == 0 || extras[0] != '{' {
		return nil
	}
	r := &jsonReader{data: extras, bud: bud}
	var names []string
	r.property("targetNames", func() { names = r.names() })
	if r.err != nil {
		return nil
	}
	return names
}

func (r *jsonReader) attributes(dst *gltf.PrimitiveAttributes) {
	*dst = make(gltf.PrimitiveAttributes)
	r.object(func(key []byte) {
		if !r.bud.take(100 + int64(len(key))) {
			r.fail("LIMIT_JSON", "the JSON describes more objects than a file of this size may have", "")
			return
		}
		(*dst)[string(key)] = r.index()
	})
}

// primitiveModes are the modes of primitives, as files write them.
var primitiveModes = map[int]gltf.PrimitiveMode{0: gltf.PrimitivePoints, 1: gltf.PrimitiveLines, 2: gltf.PrimitiveLineLoop, 3: gltf.PrimitiveLineStrip,
	4: gltf.PrimitiveTriangles, 5: gltf.PrimitiveTriangleStrip, 6: gltf.PrimitiveTriangleFan}

func (r *jsonReader) primitive(p *gltf.Primitive) {
	r.object(func(key []byte) {
		switch string(key) {
		case "attributes":
			r.attributes(&p.Attributes)
		case "indices":
			p.Indices = r.ref()
		case "material":
			p.Material = r.ref()
		case "mode":
			p.Mode = code(r, primitiveModes)
		case "targets":
			r.array(func(int) {
				if !r.bud.take(300) {
					r.fail("LIMIT_JSON", "the JSON describes more objects than a file of this size may have", "")
					return
				}
				var t gltf.PrimitiveAttributes
				r.attributes(&t)
				p.Targets = append(p.Targets, t)
			})
		case "extras":
			p.Extras = r.raw()
		case "extensions":
			r.extensions(func(string) any { return nil }, &p.Extensions)
		}
	})
	if r.err == nil && p.Attributes == nil {
		r.missing("attributes")
	}
}

func (r *jsonReader) image(m *gltf.Image) {
	r.object(func(key []byte) {
		switch string(key) {
		case "name":
			m.Name = r.str()
		case "uri":
			m.URI = r.uri()
		case "mimeType":
			m.MimeType = r.str()
		case "bufferView":
			m.BufferView = r.ref()
		}
	})
}

func (r *jsonReader) sampler(s *gltf.Sampler) {
	r.object(func(key []byte) {
		switch string(key) {
		case "magFilter":
			if r.size() == 9728 { // NEAREST
				s.MagFilter = gltf.MagNearest
			}
		case "minFilter":
			r.size()
		case "wrapS":
			s.WrapS = code(r, wrappingModes)
		case "wrapT":
			s.WrapT = code(r, wrappingModes)
		}
	})
}

func (r *jsonReader) texture(t *gltf.Texture) {
	r.object(func(key []byte) {
		switch string(key) {
		case "source":
			t.Source = r.ref()
		case "sampler":
			t.Sampler = r.ref()
		case "extensions":
			r.extensions(func(ext string) any {
				if ext != extWebP {
					return nil
				}
				w := textureWebP{none}
				r.property("source", func() { w.Source = r.index() })
				return w
			}, &t.Extensions)
		}
	})
}

// texRef reads a texture reference and its factor, which has the given name; nil
// stands for one that is not given.
func (r *jsonReader) texRef(name string) (t *gltf.TextureInfo, factor *float64) {
	t = &gltf.TextureInfo{Index: none}
	r.object(func(key []byte) {
		switch string(key) {
		case "index":
			t.Index = r.index()
		case "texCoord":
			t.TexCoord = r.index()
		case name:
			if name != "" {
				factor = gltf.Float(r.number())
			}
		case "extensions":
			r.extensions(func(ext string) any {
				if ext != texturetransform.ExtensionName {
					return nil
				}
				return r.texTransform()
			}, &t.Extensions)
		}
	})
	if r.err == nil && t.Index == none {
		r.missing("index")
	}
	return t, factor
}

func (r *jsonReader) texTransform() *texturetransform.TextureTranform {
	x := &texturetransform.TextureTranform{Scale: texturetransform.DefaultScale}
	r.object(func(key []byte) {
		switch string(key) {
		case "offset":
			r.numbers(x.Offset[:])
		case "scale":
			r.numbers(x.Scale[:])
		case "rotation":
			x.Rotation = r.number()
		case "texCoord":
			x.TexCoord = r.ref()
		}
	})
	return x
}

// alphaModeValues are the alpha modes of materials, as files write them.
var alphaModeValues = map[string]gltf.AlphaMode{"OPAQUE": gltf.AlphaOpaque, "MASK": gltf.AlphaMask, "BLEND": gltf.AlphaBlend}

func (r *jsonReader) material(m *gltf.Material) {
	r.object(func(key []byte) {
		switch string(key) {
		case "name":
			m.Name = r.str()
		case "pbrMetallicRoughness":
			m.PBRMetallicRoughness = r.metalRough()
		case "normalTexture":
			t, f := r.texRef("scale")
			m.NormalTexture = &gltf.NormalTexture{Index: &t.Index, TexCoord: t.TexCoord, Extensions: t.Extensions, Scale: f}
		case "occlusionTexture":
			t, f := r.texRef("strength")
			m.OcclusionTexture = &gltf.OcclusionTexture{Index: &t.Index, TexCoord: t.TexCoord, Extensions: t.Extensions, Strength: f}
		case "emissiveTexture":
			m.EmissiveTexture, _ = r.texRef("")
		case "emissiveFactor":
			r.numbers(m.EmissiveFactor[:])
		case "alphaMode":
			m.AlphaMode = word(r, alphaModeValues)
		case "alphaCutoff":
			m.AlphaCutoff = gltf.Float(r.number())
		case "doubleSided":
			m.DoubleSided = r.boolean()
		case "extras":
			m.Extras = r.raw()
		case "extensions":
			r.extensions(r.materialExtension, &m.Extensions)
		}
	})
}

// four reads a colour with alpha.
func (r *jsonReader) four() *[4]float64 {
	v := &[4]float64{1, 1, 1, 1}
	r.numbers(v[:])
	return v
}

func (r *jsonReader) metalRough() *gltf.PBRMetallicRoughness {
	p := new(gltf.PBRMetallicRoughness)
	r.object(func(key []byte) {
		switch string(key) {
		case "baseColorFactor":
			p.BaseColorFactor = r.four()
		case "baseColorTexture":
			p.BaseColorTexture, _ = r.texRef("")
		case "metallicFactor":
			p.MetallicFactor = gltf.Float(r.number())
		case "roughnessFactor":
			p.RoughnessFactor = gltf.Float(r.number())
		case "metallicRoughnessTexture":
			p.MetallicRoughnessTexture, _ = r.texRef("")
		}
	})
	return p
}

func (r *jsonReader) materialExtension(ext string) any {
	switch ext {
	case unlit.ExtensionName:
		return unlit.Unlit(nil)
	case extEmissive:
		e := emissiveStrength{1}
		r.property("emissiveStrength", func() { e.Strength = r.number() })
		return e
	case specular.ExtensionName:
		g := new(specular.PBRSpecularGlossiness)
		r.object(func(key []byte) {
			switch string(key) {
			case "diffuseFactor":
				g.DiffuseFactor = r.four()
			case "glossinessFactor":
				g.GlossinessFactor = gltf.Float(r.number())
			case "diffuseTexture":
				g.DiffuseTexture, _ = r.texRef("")
			}
		})
		return g
	}
	return nil
}

func (r *jsonReader) lamp(d *lamp) {
	d.Light = new(lightspunctual.Light)
	r.object(func(key []byte) {
		switch string(key) {
		case "name":
			d.Name = r.str()
		case "type":
			d.Type = r.str()
		case "color":
			d.Color = &[3]float64{1, 1, 1}
			r.numbers(d.Color[:])
		case "intensity":
			d.Intensity = gltf.Float(r.number())
		case "range":
			d.Range = gltf.Float(r.number())
		case "spot":
			d.Spot = new(lightspunctual.Spot)
			r.object(func(key []byte) {
				switch string(key) {
				case "innerConeAngle":
					d.Spot.InnerConeAngle = r.number()
				case "outerConeAngle":
					d.Spot.OuterConeAngle = gltf.Float(r.number())
				}
			})
		case "extras":
			d.Extras = r.raw()
		}
	})
	if r.err == nil && d.Type == "" {
		r.missing("type")
	}
}
