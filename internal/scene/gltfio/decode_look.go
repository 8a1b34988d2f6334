package gltfio

// This file decodes meshes and materials.

func (r *jsonReader) meshDef(m *meshDef) {
	has := false
	r.object(func(key []byte) {
		switch string(key) {
		case "name":
			m.name = r.str()
		case "primitives":
			has = true
			m.primitives = list(r, 450, r.primitiveDef)
		case "weights":
			m.weights = r.floats32()
		case "extras":
			m.extras = r.raw()
			m.names = targetNames(m.extras, r.bud)
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
	r.object(func(key []byte) {
		if string(key) == "targetNames" {
			names = r.names()
		}
	})
	if r.err != nil {
		return nil
	}
	return names
}

func (r *jsonReader) attributes() []attribute {
	var out []attribute
	r.object(func(key []byte) {
		if !r.bud.take(64 + int64(len(key))) {
			r.fail("LIMIT_JSON", "the JSON describes more objects than a file of this size may have", "")
			return
		}
		out = append(out, attribute{string(key), r.index()})
	})
	return out
}

func (r *jsonReader) primitiveDef(p *primitiveDef) {
	*p = primitiveDef{indices: none, material: none, mode: 4}
	r.object(func(key []byte) {
		switch string(key) {
		case "attributes":
			p.hasAttributes = true
			p.attributes = r.attributes()
		case "indices":
			p.indices = r.index()
		case "material":
			p.material = r.index()
		case "mode":
			p.mode = r.size()
		case "targets":
			p.targets = list(r, 150, func(t *[]attribute) { *t = r.attributes() })
		case "extras":
			p.extras = r.raw()
		case "extensions":
			r.object(func(ext []byte) { p.draco = p.draco || string(ext) == "KHR_draco_mesh_compression" })
		}
	})
	if r.err == nil && !p.hasAttributes {
		r.missing("attributes")
	}
}

func (r *jsonReader) texRef(t *texRefDef) {
	*t = texRefDef{texture: none, scale: 1, tiling: [2]float64{1, 1}}
	r.object(func(key []byte) {
		switch string(key) {
		case "index":
			t.texture = r.index()
		case "texCoord":
			t.uv = r.index()
		case "scale", "strength":
			t.scale = r.number()
		case "extensions":
			r.object(func(ext []byte) {
				if string(ext) == "KHR_texture_transform" {
					t.xform = true
					r.texTransform(t)
				}
			})
		}
	})
	if r.err == nil && t.texture == none {
		r.missing("index")
	}
}

func (r *jsonReader) texTransform(t *texRefDef) {
	uv := none
	r.object(func(key []byte) {
		switch string(key) {
		case "offset":
			r.numbers(t.offset[:])
		case "scale":
			r.numbers(t.tiling[:])
		case "rotation":
			t.turn = r.number()
		case "texCoord":
			uv = r.index()
		}
	})
	if uv != none {
		t.uv = uv
	}
}

func (r *jsonReader) materialDef(m *materialDef) {
	no := texRefDef{texture: none, scale: 1, tiling: [2]float64{1, 1}}
	*m = materialDef{
		baseColor: [4]float64{1, 1, 1, 1}, metallic: 1, roughness: 1, cutoff: 0.5, alphaMode: "OPAQUE",
		emissiveStrength: 1, baseTex: no, mrTex: no, normalTex: no, occlusionTex: no, emissiveTex: no,
	}
	r.object(func(key []byte) {
		switch string(key) {
		case "name":
			m.name = r.str()
		case "pbrMetallicRoughness":
			r.metalRough(m)
		case "normalTexture":
			r.texRef(&m.normalTex)
		case "occlusionTexture":
			r.texRef(&m.occlusionTex)
		case "emissiveTexture":
			r.texRef(&m.emissiveTex)
		case "emissiveFactor":
			r.numbers(m.emissive[:])
		case "alphaMode":
			m.alphaMode = r.str()
		case "alphaCutoff":
			m.cutoff = r.number()
		case "doubleSided":
			m.doubleSided = r.boolean()
		case "extras":
			m.extras = r.raw()
		case "extensions":
			r.materialExtensions(m)
		}
	})
}

func (r *jsonReader) metalRough(m *materialDef) {
	r.object(func(key []byte) {
		switch string(key) {
		case "baseColorFactor":
			r.numbers(m.baseColor[:])
		case "baseColorTexture":
			r.texRef(&m.baseTex)
		case "metallicFactor":
			m.metallic = r.number()
		case "roughnessFactor":
			m.roughness = r.number()
		case "metallicRoughnessTexture":
			r.texRef(&m.mrTex)
		}
	})
}

func (r *jsonReader) materialExtensions(m *materialDef) {
	r.object(func(ext []byte) {
		switch string(ext) {
		case "KHR_materials_unlit":
			m.unlit = true
		case "KHR_materials_emissive_strength":
			r.object(func(key []byte) {
				if string(key) == "emissiveStrength" {
					m.emissiveStrength = r.number()
				}
			})
		case "KHR_materials_pbrSpecularGlossiness":
			g := &specularGlossDef{diffuse: [4]float64{1, 1, 1, 1}, glossiness: 1, diffuseTex: texRefDef{texture: none}}
			m.specularGloss = g
			r.object(func(key []byte) {
				switch string(key) {
				case "diffuseFactor":
					r.numbers(g.diffuse[:])
				case "glossinessFactor":
					g.glossiness = r.number()
				case "diffuseTexture":
					r.texRef(&g.diffuseTex)
				}
			})
		}
	})
}
