package gltfio

import (
	"fmt"

	"donorlab/internal/scene"

	"github.com/go-gl/mathgl/mgl32"
)

// buildMaterials makes textures and materials. Images come later.
func (l *loader) buildMaterials() *scene.Problem {
	l.m.Textures = make([]scene.Texture, len(l.doc.textures))
	for i := range l.doc.textures {
		if p := l.buildTexture(i); p != nil {
			return p
		}
	}
	l.m.Materials = make([]scene.Material, len(l.doc.materials))
	for i := range l.doc.materials {
		if p := l.buildMaterial(i); p != nil {
			return p
		}
	}
	return nil
}

func (l *loader) buildTexture(i int) *scene.Problem {
	def, t := &l.doc.textures[i], &l.m.Textures[i]
	ptr := fmt.Sprintf("/textures/%d", i)
	source, at := def.source, ptr+"/source"
	if def.webp != none {
		source, at = def.webp, ptr+"/extensions/EXT_texture_webp/source"
	}
	switch {
	case source >= len(l.doc.images):
		return unresolved(at, "images", source, len(l.doc.images))
	case source != none:
		t.Image = scene.Some(source)
	case def.basisu:
		l.warn("IMAGE_UNSUPPORTED", ptr, "the texture has a KTX2 image only, which is not read; it is left out", extensionRemedy["KHR_texture_basisu"])
	default:
		l.warn("TEXTURE_EMPTY", ptr, "the texture names no image; it is left out", remedyExport)
	}
	if def.sampler == none {
		return nil
	}
	if def.sampler >= len(l.doc.samplers) {
		return unresolved(ptr+"/sampler", "samplers", def.sampler, len(l.doc.samplers))
	}
	s := l.doc.samplers[def.sampler]
	ptr = fmt.Sprintf("/samplers/%d", def.sampler)
	t.WrapS, t.WrapT = l.wrap(s.wrapS, ptr+"/wrapS"), l.wrap(s.wrapT, ptr+"/wrapT")
	t.Nearest = s.mag == 9728
	return nil
}

func (l *loader) wrap(v int, ptr string) scene.Wrap {
	switch v {
	case 33071:
		return scene.Clamp
	case 33648:
		return scene.Mirror
	case 0, 10497:
	default:
		l.warn("VALUE_NOT_IN_LIST", ptr, fmt.Sprintf("the wrapping mode %d does not exist; the texture repeats", v), remedyExport)
	}
	return scene.Repeat
}

func (l *loader) buildMaterial(i int) *scene.Problem {
	def, m := &l.doc.materials[i], &l.m.Materials[i]
	ptr := fmt.Sprintf("/materials/%d", i)
	*m = scene.DefaultMaterial()
	m.Name, m.DoubleSided, m.Unlit, m.Extras = def.name, def.doubleSided, def.unlit, def.extras
	m.BaseColor = mgl32.Vec4{l.unit(def.baseColor[0], ptr), l.unit(def.baseColor[1], ptr), l.unit(def.baseColor[2], ptr), l.unit(def.baseColor[3], ptr)}
	m.Metallic, m.Roughness = l.unit(def.metallic, ptr), l.unit(def.roughness, ptr)
	strength := min(max(def.emissiveStrength, 0), 1<<20)
	for k := range 3 {
		m.Emissive[k] = float32(float64(l.unit(def.emissive[k], ptr)) * strength)
	}
	switch def.alphaMode {
	case "OPAQUE":
	case "MASK":
		m.AlphaMode = scene.Mask
		m.AlphaCutoff = float32(min(max(def.cutoff, 0), 1e6))
	case "BLEND":
		m.AlphaMode = scene.Blend
	default:
		l.warn("VALUE_NOT_IN_LIST", ptr+"/alphaMode", fmt.Sprintf("the alpha mode %q does not exist; the material is opaque", clip(def.alphaMode)), remedyExport)
	}
	for _, ref := range []struct {
		dst *scene.TexRef
		def *texRefDef
		at  string
	}{
		{&m.BaseColorTex, &def.baseTex, "/pbrMetallicRoughness/baseColorTexture"},
		{&m.MetalRoughTex, &def.mrTex, "/pbrMetallicRoughness/metallicRoughnessTexture"},
		{&m.NormalTex, &def.normalTex, "/normalTexture"},
		{&m.OcclusionTex, &def.occlusionTex, "/occlusionTexture"},
		{&m.EmissiveTex, &def.emissiveTex, "/emissiveTexture"},
	} {
		if p := l.texRef(ref.dst, ref.def, ptr+ref.at); p != nil {
			return p
		}
	}
	if g := def.specularGloss; g != nil {
		return l.specularGloss(m, g, ptr+"/extensions/KHR_materials_pbrSpecularGlossiness")
	}
	return nil
}

// specularGloss shows the retired specular-glossiness model as a dielectric of
// the same diffuse colour, which is right for all but bare metal.
func (l *loader) specularGloss(m *scene.Material, g *specularGlossDef, ptr string) *scene.Problem {
	l.warn("EXTENSION_APPROXIMATED", ptr, "the material is specular-glossiness; its diffuse colour and gloss are shown, its highlights nearly", "npx @gltf-transform/cli metalrough IN.glb OUT.glb turns it into metallic-roughness")
	m.BaseColor = mgl32.Vec4{l.unit(g.diffuse[0], ptr), l.unit(g.diffuse[1], ptr), l.unit(g.diffuse[2], ptr), l.unit(g.diffuse[3], ptr)}
	m.Metallic, m.Roughness = 0, 1-l.unit(g.glossiness, ptr)
	m.MetalRoughTex = scene.TexRef{}
	return l.texRef(&m.BaseColorTex, &g.diffuseTex, ptr+"/diffuseTexture")
}

// unit brings a factor into 0..1, with a warning where it was not.
func (l *loader) unit(v float64, ptr string) float32 {
	if v < 0 || v > 1 {
		l.warn("VALUE_NOT_IN_RANGE", ptr, fmt.Sprintf("a factor of %.6g; it must be between 0 and 1", v), remedyExport)
	}
	return float32(min(max(v, 0), 1))
}

func (l *loader) texRef(dst *scene.TexRef, def *texRefDef, ptr string) *scene.Problem {
	if def.texture == none {
		return nil
	}
	if def.texture >= len(l.m.Textures) {
		return unresolved(ptr+"/index", "textures", def.texture, len(l.m.Textures))
	}
	uv := def.uv
	if uv > 1 {
		l.warn("TEXCOORD_SET", ptr+"/texCoord", fmt.Sprintf("the texture uses UV set %d; sets 0 and 1 are read, and 0 is shown", uv), "move the map to UV set 0 or 1")
		uv = 0
	}
	f := func(v float64) float32 { return float32(min(max(v, -1e9), 1e9)) }
	*dst = scene.TexRef{Texture: scene.Some(def.texture), UV: uint8(uv), Scale: f(def.scale), Tiling: mgl32.Vec2{1, 1}}
	if def.xform {
		dst.Xform = true
		dst.Offset = mgl32.Vec2{f(def.offset[0]), f(def.offset[1])}
		dst.Tiling = mgl32.Vec2{f(def.tiling[0]), f(def.tiling[1])}
		dst.Turn = f(def.turn)
	}
	return nil
}
