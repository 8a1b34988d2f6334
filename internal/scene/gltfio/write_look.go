package gltfio

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"image/png"
	"math"

	"donorlab/internal/scene"

	"github.com/go-gl/mathgl/mgl32"
)

// images embeds each image with the bytes of the file that it came from. One
// that was made in memory is encoded as PNG, and so is the stand-in for one that
// is missing: an export shows what the preview showed.
func (g *writer) images() (jsonList, error) {
	var out jsonList
	for i := range g.m.Images {
		img := &g.m.Images[i]
		data, mime := img.Encoded, ""
		if f, ok := sniff(data); ok && !img.Missing {
			mime = f.mime
		} else {
			pix := img.Pixels
			if img.Missing || pix == nil || pix.Rect.Empty() {
				pix = magenta()
			}
			var b bytes.Buffer
			if err := png.Encode(&b, pix); err != nil {
				return out, &scene.Problem{Code: "IMAGE_NOT_WRITTEN", Pointer: fmt.Sprintf("/images/%d", i), Message: "the image cannot be encoded as PNG", Err: err}
			}
			data, mime = b.Bytes(), "image/png"
		}
		key := contentKey{sha256.Sum256(data), "image"}
		view, ok := g.byContent[key]
		if !ok {
			view = g.view(data, 0)
			g.byContent[key] = view
		}
		var o jsonObject
		o.name(img.Name)
		o.int("bufferView", view)
		o.str("mimeType", mime)
		out.add(o.done())
	}
	return out, nil
}

func (g *writer) textures() jsonList {
	var out jsonList
	g.sampler = make(map[string]int)
	for i := range g.m.Textures {
		t := &g.m.Textures[i]
		var o jsonObject
		if image, ok := t.Image.Get(); ok && image < len(g.m.Images) {
			if f, ok := sniff(g.m.Images[image].Encoded); ok && f.mime == "image/webp" && !g.m.Images[image].Missing {
				g.extension("EXT_texture_webp", true)
				var src, ext jsonObject
				src.int("source", image)
				ext.raw("EXT_texture_webp", src.done())
				o.raw("extensions", ext.done())
			} else {
				o.int("source", image)
			}
		}
		if s := samplerOf(t); string(s) != "{}" {
			k, ok := g.sampler[string(s)]
			if !ok {
				k = g.samples.n
				g.sampler[string(s)] = k
				g.samples.add(s)
			}
			o.int("sampler", k)
		}
		out.add(o.done())
	}
	return out
}

func samplerOf(t *scene.Texture) []byte {
	wrap := map[scene.Wrap]int{scene.Clamp: 33071, scene.Mirror: 33648}
	var o jsonObject
	if t.Nearest {
		o.int("magFilter", 9728)
	}
	if v, ok := wrap[t.WrapS]; ok {
		o.int("wrapS", v)
	}
	if v, ok := wrap[t.WrapT]; ok {
		o.int("wrapT", v)
	}
	return o.done()
}

func (g *writer) materials() jsonList {
	var out jsonList
	for i := range g.m.Materials {
		out.add(g.material(&g.m.Materials[i]))
	}
	return out
}

func (g *writer) material(m *scene.Material) []byte {
	var o, pbr, ext jsonObject
	o.name(m.Name)
	if m.BaseColor != (mgl32.Vec4{1, 1, 1, 1}) {
		pbr.floats32("baseColorFactor", m.BaseColor[:])
	}
	g.texRef(&pbr, "baseColorTexture", &m.BaseColorTex, "")
	if m.Metallic != 1 {
		pbr.float32("metallicFactor", m.Metallic)
	}
	if m.Roughness != 1 {
		pbr.float32("roughnessFactor", m.Roughness)
	}
	g.texRef(&pbr, "metallicRoughnessTexture", &m.MetalRoughTex, "")
	if p := pbr.done(); string(p) != "{}" {
		o.raw("pbrMetallicRoughness", p)
	}
	g.texRef(&o, "normalTexture", &m.NormalTex, "scale")
	g.texRef(&o, "occlusionTexture", &m.OcclusionTex, "strength")
	g.texRef(&o, "emissiveTexture", &m.EmissiveTex, "")
	if m.Emissive != (mgl32.Vec3{}) {
		e, strength := m.Emissive, float32(1)
		if top := max(e[0], e[1], e[2]); top > 1 {
			// A power of two divides without rounding.
			strength = float32(math.Exp2(math.Ceil(math.Log2(float64(top)))))
			e = e.Mul(1 / strength)
		}
		o.floats32("emissiveFactor", e[:])
		if strength != 1 {
			var s jsonObject
			s.float32("emissiveStrength", strength)
			g.extension("KHR_materials_emissive_strength", false)
			ext.raw("KHR_materials_emissive_strength", s.done())
		}
	}
	switch m.AlphaMode {
	case scene.Mask:
		o.str("alphaMode", "MASK")
		if m.AlphaCutoff != 0.5 {
			o.float32("alphaCutoff", m.AlphaCutoff)
		}
	case scene.Blend:
		o.str("alphaMode", "BLEND")
	}
	if m.DoubleSided {
		o.bool("doubleSided")
	}
	if m.Unlit {
		g.extension("KHR_materials_unlit", false)
		ext.raw("KHR_materials_unlit", []byte("{}"))
	}
	if e := ext.done(); string(e) != "{}" {
		o.raw("extensions", e)
	}
	o.extras(m.Extras)
	return o.done()
}

// texRef writes a texture reference; scale is the name of its factor, if it has one.
func (g *writer) texRef(o *jsonObject, key string, t *scene.TexRef, scale string) {
	i, ok := t.Texture.Get()
	if !ok || i >= len(g.m.Textures) {
		return
	}
	var r jsonObject
	r.int("index", i)
	if t.UV != 0 {
		r.int("texCoord", int(t.UV))
	}
	if scale != "" && t.Scale != 1 {
		r.float32(scale, t.Scale)
	}
	if t.Xform {
		var x, ext jsonObject
		if t.Offset != (mgl32.Vec2{}) {
			x.floats32("offset", t.Offset[:])
		}
		if t.Turn != 0 {
			x.float32("rotation", t.Turn)
		}
		if t.Tiling != (mgl32.Vec2{1, 1}) {
			x.floats32("scale", t.Tiling[:])
		}
		g.extension("KHR_texture_transform", false)
		ext.raw("KHR_texture_transform", x.done())
		r.raw("extensions", ext.done())
	}
	o.raw(key, r.done())
}
