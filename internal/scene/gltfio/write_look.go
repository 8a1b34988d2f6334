package gltfio

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"image/png"
	"math"

	"donorlab/internal/scene"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/ext/lightspunctual"
	"github.com/qmuntal/gltf/ext/texturetransform"
	"github.com/qmuntal/gltf/ext/unlit"
)

// images embeds each image with the bytes of the file that it came from. One
// that was made in memory is encoded as PNG, and so is the stand-in for one that
// is missing: an export shows what the preview showed.
func (g *writer) images() error {
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
				return &scene.Problem{Code: "IMAGE_NOT_WRITTEN", Pointer: fmt.Sprintf("/images/%d", i), Message: "the image cannot be encoded as PNG", Err: err}
			}
			data, mime = b.Bytes(), "image/png"
		}
		key := contentKey{sha256.Sum256(data), "image"}
		view, ok := g.byContent[key]
		if !ok {
			view = g.view(data, gltf.TargetNone)
			g.byContent[key] = view
		}
		g.doc.Images = append(g.doc.Images, &gltf.Image{Name: img.Name, BufferView: gltf.Index(view), MimeType: mime})
	}
	return nil
}

// wraps are the library's names for ours.
var wraps = [...]gltf.WrappingMode{scene.Repeat: gltf.WrapRepeat, scene.Clamp: gltf.WrapClampToEdge, scene.Mirror: gltf.WrapMirroredRepeat}

func (g *writer) textures() {
	type look struct {
		s, t    scene.Wrap
		nearest bool
	}
	at := make(map[look]int)
	for i := range g.m.Textures {
		t := &g.m.Textures[i]
		out := new(gltf.Texture)
		if image, ok := t.Image.Get(); ok && image < len(g.m.Images) {
			if f, ok := sniff(g.m.Images[image].Encoded); ok && f.mime == "image/webp" && !g.m.Images[image].Missing {
				g.extension(extWebP, true)
				out.Extensions = gltf.Extensions{extWebP: textureWebP{image}}
			} else {
				out.Source = gltf.Index(image)
			}
		}
		if key := (look{t.WrapS, t.WrapT, t.Nearest}); key != (look{}) {
			k, ok := at[key]
			if !ok {
				k = len(g.doc.Samplers)
				at[key] = k
				s := &gltf.Sampler{WrapS: wraps[t.WrapS], WrapT: wraps[t.WrapT]}
				if t.Nearest {
					s.MagFilter = gltf.MagNearest
				}
				g.doc.Samplers = append(g.doc.Samplers, s)
			}
			out.Sampler = gltf.Index(k)
		}
		g.doc.Textures = append(g.doc.Textures, out)
	}
}

// alphaModes are the library's names for ours.
var alphaModes = [...]gltf.AlphaMode{scene.Opaque: gltf.AlphaOpaque, scene.Mask: gltf.AlphaMask, scene.Blend: gltf.AlphaBlend}

func (g *writer) material(m *scene.Material) *gltf.Material {
	out := &gltf.Material{Name: m.Name, AlphaMode: alphaModes[m.AlphaMode], DoubleSided: m.DoubleSided, Extras: extras(m.Extras)}
	ext := make(gltf.Extensions)
	pbr := gltf.PBRMetallicRoughness{BaseColorTexture: g.texRef(&m.BaseColorTex), MetallicRoughnessTexture: g.texRef(&m.MetalRoughTex)}
	if m.BaseColor != (mgl32.Vec4{1, 1, 1, 1}) {
		pbr.BaseColorFactor = (*[4]float64)(shortestAll(m.BaseColor[:]))
	}
	if m.Metallic != 1 {
		pbr.MetallicFactor = gltf.Float(shortest(m.Metallic))
	}
	if m.Roughness != 1 {
		pbr.RoughnessFactor = gltf.Float(shortest(m.Roughness))
	}
	if pbr.BaseColorFactor != nil || pbr.MetallicFactor != nil || pbr.RoughnessFactor != nil || pbr.BaseColorTexture != nil || pbr.MetallicRoughnessTexture != nil {
		out.PBRMetallicRoughness = &pbr
	}
	if r := g.texRef(&m.NormalTex); r != nil {
		out.NormalTexture = &gltf.NormalTexture{Index: &r.Index, TexCoord: r.TexCoord, Extensions: r.Extensions, Scale: unlessOne(m.NormalTex.Scale)}
	}
	if r := g.texRef(&m.OcclusionTex); r != nil {
		out.OcclusionTexture = &gltf.OcclusionTexture{Index: &r.Index, TexCoord: r.TexCoord, Extensions: r.Extensions, Strength: unlessOne(m.OcclusionTex.Scale)}
	}
	out.EmissiveTexture = g.texRef(&m.EmissiveTex)
	e := m.Emissive
	if top := max(e[0], e[1], e[2]); top > 1 {
		// A power of two divides without rounding.
		strength := float32(math.Exp2(math.Ceil(math.Log2(float64(top)))))
		e = e.Mul(1 / strength)
		g.extension(extEmissive, false)
		ext[extEmissive] = emissiveStrength{shortest(strength)}
	}
	out.EmissiveFactor = [3]float64(shortestAll(e[:]))
	if m.AlphaMode == scene.Mask {
		out.AlphaCutoff = gltf.Float(shortest(m.AlphaCutoff))
	}
	if m.Unlit {
		g.extension(unlit.ExtensionName, false)
		ext[unlit.ExtensionName] = unlit.Unlit{}
	}
	if len(ext) > 0 {
		out.Extensions = ext
	}
	return out
}

// unlessOne leaves out a factor that has its default. (The library would write
// it as 0 where it is 1.)
func unlessOne(v float32) *float64 {
	if v == 1 {
		return nil
	}
	return gltf.Float(shortest(v))
}

// texRef writes a texture reference, nil for none.
func (g *writer) texRef(t *scene.TexRef) *gltf.TextureInfo {
	i, ok := t.Texture.Get()
	if !ok || i >= len(g.m.Textures) {
		return nil
	}
	r := &gltf.TextureInfo{Index: i, TexCoord: int(t.UV)}
	if t.Xform {
		x := &texturetransform.TextureTranform{Rotation: shortest(t.Turn)}
		x.Offset = [2]float64(shortestAll(t.Offset[:]))
		x.Scale = [2]float64(shortestAll(t.Tiling[:]))
		if x.Scale == [2]float64{} {
			x.Scale[0] = almostZero
		}
		g.extension(texturetransform.ExtensionName, false)
		r.Extensions = gltf.Extensions{texturetransform.ExtensionName: x}
	}
	return r
}

// lights writes the lamps that nodes place, as the document's extension.
func (g *writer) lights() {
	if len(g.m.Lights) == 0 {
		return
	}
	kinds := [...]string{scene.Directional: lightspunctual.TypeDirectional, scene.Point: lightspunctual.TypePoint, scene.Spot: lightspunctual.TypeSpot}
	var list []lamp
	for i := range g.m.Lights {
		t := &g.m.Lights[i]
		l := &lightspunctual.Light{Name: t.Name, Type: kinds[t.Kind%scene.LightKind(len(kinds))], Intensity: unlessOne(t.Intensity)}
		if t.Color != (mgl32.Vec3{1, 1, 1}) {
			l.Color = (*[3]float64)(shortestAll(t.Color[:]))
		}
		if t.Range > 0 && t.Kind != scene.Directional {
			l.Range = gltf.Float(shortest(t.Range))
		}
		if t.Kind == scene.Spot {
			l.Spot = &lightspunctual.Spot{InnerConeAngle: shortest(t.InnerCone), OuterConeAngle: gltf.Float(shortest(t.OuterCone))}
		}
		list = append(list, lamp{l, extras(t.Extras)})
	}
	g.extension(extLights, false)
	g.doc.Extensions = gltf.Extensions{extLights: map[string]any{"lights": list}}
}
