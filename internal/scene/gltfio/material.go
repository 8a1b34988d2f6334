package gltfio

import (
	"fmt"

	"donorlab/internal/scene"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/ext/specular"
	"github.com/qmuntal/gltf/ext/texturetransform"
	"github.com/qmuntal/gltf/ext/unlit"
)

// buildMaterials makes textures and materials. Images come later.
func (l *loader) buildMaterials() *scene.Problem {
	l.m.Textures = make([]scene.Texture, len(l.doc.Textures))
	for i := range l.doc.Textures {
		if p := l.buildTexture(i); p != nil {
			return p
		}
	}
	l.m.Materials = make([]scene.Material, len(l.doc.Materials))
	for i := range l.doc.Materials {
		if p := l.buildMaterial(i); p != nil {
			return p
		}
	}
	return nil
}

func (l *loader) buildTexture(i int) *scene.Problem {
	def, t := l.doc.Textures[i], &l.m.Textures[i]
	ptr := fmt.Sprintf("/textures/%d", i)
	source, at := indexAt(def.Source), ptr+"/source"
	if w, ok := def.Extensions[extWebP].(textureWebP); ok && w.Source != none {
		source, at = w.Source, ptr+"/extensions/"+extWebP+"/source"
	}
	_, basisU := def.Extensions[extBasisU]
	switch {
	case source >= len(l.doc.Images):
		return unresolved(at, "images", source, len(l.doc.Images))
	case source != none:
		t.Image = scene.Some(source)
	case basisU:
		l.warn("IMAGE_UNSUPPORTED", ptr, "the texture has a KTX2 image only, which is not read; it is left out", extensionRemedy[extBasisU])
	default:
		l.warn("TEXTURE_EMPTY", ptr, "the texture names no image; it is left out", remedyExport)
	}
	if def.Sampler == nil {
		return nil
	}
	if *def.Sampler >= len(l.doc.Samplers) {
		return unresolved(ptr+"/sampler", "samplers", *def.Sampler, len(l.doc.Samplers))
	}
	s := l.doc.Samplers[*def.Sampler]
	ptr = fmt.Sprintf("/samplers/%d", *def.Sampler)
	t.WrapS, t.WrapT = l.wrap(s.WrapS, ptr+"/wrapS"), l.wrap(s.WrapT, ptr+"/wrapT")
	t.Nearest = s.MagFilter == gltf.MagNearest
	return nil
}

func (l *loader) wrap(v gltf.WrappingMode, ptr string) scene.Wrap {
	switch v {
	case gltf.WrapClampToEdge:
		return scene.Clamp
	case gltf.WrapMirroredRepeat:
		return scene.Mirror
	case unknown:
		l.warn("VALUE_NOT_IN_LIST", ptr, fmt.Sprintf("the wrapping mode %s does not exist; the texture repeats", l.doc.odd[ptr]), remedyExport)
	}
	return scene.Repeat
}

func (l *loader) buildMaterial(i int) *scene.Problem {
	def, m := l.doc.Materials[i], &l.m.Materials[i]
	ptr := fmt.Sprintf("/materials/%d", i)
	*m = scene.DefaultMaterial()
	m.Name, m.DoubleSided, m.Extras = def.Name, def.DoubleSided, rawExtras(def.Extras)
	_, m.Unlit = def.Extensions[unlit.ExtensionName]
	pbr := def.PBRMetallicRoughness
	if pbr == nil {
		pbr = new(gltf.PBRMetallicRoughness)
	}
	m.BaseColor = l.color(pbr.BaseColorFactorOrDefault(), ptr)
	m.Metallic, m.Roughness = l.unit(pbr.MetallicFactorOrDefault(), ptr), l.unit(pbr.RoughnessFactorOrDefault(), ptr)
	strength := 1.0
	if e, ok := def.Extensions[extEmissive].(emissiveStrength); ok {
		strength = min(max(e.Strength, 0), 1<<20)
	}
	for k := range 3 {
		m.Emissive[k] = float32(float64(l.unit(def.EmissiveFactor[k], ptr)) * strength)
	}
	switch def.AlphaMode {
	case gltf.AlphaMask:
		m.AlphaMode = scene.Mask
		m.AlphaCutoff = float32(min(max(def.AlphaCutoffOrDefault(), 0), 1e6))
	case gltf.AlphaBlend:
		m.AlphaMode = scene.Blend
	case unknown:
		l.warn("VALUE_NOT_IN_LIST", ptr+"/alphaMode", fmt.Sprintf("the alpha mode %q does not exist; the material is opaque", l.doc.odd[ptr+"/alphaMode"]), remedyExport)
	}
	if p := l.materialTextures(def, pbr, m, ptr); p != nil {
		return p
	}
	if g, ok := def.Extensions[specular.ExtensionName].(*specular.PBRSpecularGlossiness); ok {
		return l.specularGloss(m, g, ptr+"/extensions/"+specular.ExtensionName)
	}
	return nil
}

func (l *loader) materialTextures(def *gltf.Material, pbr *gltf.PBRMetallicRoughness, m *scene.Material, ptr string) *scene.Problem {
	if p := l.texRef(&m.BaseColorTex, pbr.BaseColorTexture, 1, ptr+"/pbrMetallicRoughness/baseColorTexture"); p != nil {
		return p
	}
	if p := l.texRef(&m.MetalRoughTex, pbr.MetallicRoughnessTexture, 1, ptr+"/pbrMetallicRoughness/metallicRoughnessTexture"); p != nil {
		return p
	}
	if t := def.NormalTexture; t != nil {
		info := &gltf.TextureInfo{Index: *t.Index, TexCoord: t.TexCoord, Extensions: t.Extensions}
		if p := l.texRef(&m.NormalTex, info, t.ScaleOrDefault(), ptr+"/normalTexture"); p != nil {
			return p
		}
	}
	if t := def.OcclusionTexture; t != nil {
		info := &gltf.TextureInfo{Index: *t.Index, TexCoord: t.TexCoord, Extensions: t.Extensions}
		if p := l.texRef(&m.OcclusionTex, info, t.StrengthOrDefault(), ptr+"/occlusionTexture"); p != nil {
			return p
		}
	}
	return l.texRef(&m.EmissiveTex, def.EmissiveTexture, 1, ptr+"/emissiveTexture")
}

// specularGloss shows the retired specular-glossiness model as a dielectric of
// the same diffuse colour, which is right for all but bare metal.
func (l *loader) specularGloss(m *scene.Material, g *specular.PBRSpecularGlossiness, ptr string) *scene.Problem {
	l.warn("EXTENSION_APPROXIMATED", ptr, "the material is specular-glossiness; its diffuse colour and gloss are shown, its highlights nearly", "npx @gltf-transform/cli metalrough IN.glb OUT.glb turns it into metallic-roughness")
	diffuse, gloss := [4]float64{1, 1, 1, 1}, 1.0
	if g.DiffuseFactor != nil {
		diffuse = *g.DiffuseFactor
	}
	if g.GlossinessFactor != nil {
		gloss = *g.GlossinessFactor
	}
	m.BaseColor = l.color(diffuse, ptr)
	m.Metallic, m.Roughness = 0, 1-l.unit(gloss, ptr)
	m.MetalRoughTex = scene.TexRef{}
	return l.texRef(&m.BaseColorTex, g.DiffuseTexture, 1, ptr+"/diffuseTexture")
}

func (l *loader) color(c [4]float64, ptr string) mgl32.Vec4 {
	return mgl32.Vec4{l.unit(c[0], ptr), l.unit(c[1], ptr), l.unit(c[2], ptr), l.unit(c[3], ptr)}
}

// unit brings a factor into 0..1, with a warning where it was not.
func (l *loader) unit(v float64, ptr string) float32 {
	if v < 0 || v > 1 {
		l.warn("VALUE_NOT_IN_RANGE", ptr, fmt.Sprintf("a factor of %.6g; it must be between 0 and 1", v), remedyExport)
	}
	return float32(min(max(v, 0), 1))
}

func (l *loader) texRef(dst *scene.TexRef, def *gltf.TextureInfo, scale float64, ptr string) *scene.Problem {
	if def == nil {
		return nil
	}
	if def.Index >= len(l.m.Textures) {
		return unresolved(ptr+"/index", "textures", def.Index, len(l.m.Textures))
	}
	x, moved := def.Extensions[texturetransform.ExtensionName].(*texturetransform.TextureTranform)
	uv := def.TexCoord
	if moved && x.TexCoord != nil {
		uv = *x.TexCoord
	}
	if uv > 1 {
		l.warn("TEXCOORD_SET", ptr+"/texCoord", fmt.Sprintf("the texture uses UV set %d; sets 0 and 1 are read, and 0 is shown", uv), "move the map to UV set 0 or 1")
		uv = 0
	}
	f := func(v float64) float32 { return float32(min(max(v, -1e9), 1e9)) }
	*dst = scene.TexRef{Texture: scene.Some(def.Index), UV: uint8(uv), Scale: f(scale), Tiling: mgl32.Vec2{1, 1}}
	if moved {
		dst.Xform = true
		dst.Offset = mgl32.Vec2{f(x.Offset[0]), f(x.Offset[1])}
		dst.Tiling = mgl32.Vec2{f(x.Scale[0]), f(x.Scale[1])}
		dst.Turn = f(x.Rotation)
	}
	return nil
}
