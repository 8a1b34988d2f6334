package draw

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"donorlab/internal/scene"
)

// surfaceSet is one material's surface in the variants that a primitive may
// have; those that the material has no use for are nil.
type surfaceSet struct {
	plain   *Surface // carries colours; maps on another UV set than the first map's are left out
	second  *Surface // carries the other UV set
	tangent *Surface // carries tangents for the normal map
	uv      uint8    // the UV set of the first map
}

// makeSurfaces makes one set a material, and one more for primitives that have
// none.
func (p *Prepared) makeSurfaces() {
	cache := textureCache{p.model, map[texKey]*Texture{}}
	for i := range p.model.Materials {
		p.surfaces = append(p.surfaces, newSurfaces(&p.model.Materials[i], &cache))
	}
	def := scene.DefaultMaterial()
	// glTF's default is fully metallic; as a picture of "no material" that is a
	// dark mirror, so viewers draw it as plain matt white.
	def.Metallic, def.Roughness = 0, 0.7
	def.BaseColor = mgl32.Vec4{0.8, 0.8, 0.8, 1}
	p.surfaces = append(p.surfaces, newSurfaces(&def, &cache))
}

// mapRefs are a material's maps by number.
func mapRefs(m *scene.Material) [MapCount]scene.TexRef {
	return [MapCount]scene.TexRef{MapBase: m.BaseColorTex, MapMetalRough: m.MetalRoughTex, MapNormal: m.NormalTex,
		MapOcclusion: m.OcclusionTex, MapEmissive: m.EmissiveTex}
}

func newSurfaces(m *scene.Material, cache *textureCache) (s surfaceSet) {
	first := surfaceUV(m)
	s.uv = first.UV
	s.plain = newSurface(m, cache, false)
	if full := newSurface(m, cache, true); full.maps() != s.plain.maps() {
		full.Carry, full.Color = CarryUV, m.BaseColor.Vec3()
		s.second = full
	}
	if r := m.NormalTex; s.plain.Normal != nil && (!r.Xform || r.Turn == 0 && r.Tiling[0] > 0 && r.Tiling[1] > 0) {
		t := *s.plain
		t.Carry, t.Color = CarryTangent, m.BaseColor.Vec3()
		s.tangent = &t
	}
	return s
}

// maps are the surface's textures by number.
func (s *Surface) maps() [MapCount]*Texture {
	return [MapCount]*Texture{s.BaseColor, s.MetalRough, s.Normal, s.Occlusion, s.Emissive}
}

// newSurface makes a material's surface, with the maps that lie on another UV
// set than the first one's, or without.
func newSurface(m *scene.Material, cache *textureCache, both bool) *Surface {
	s := &Surface{Material: m, Unlit: m.Unlit, AlphaCutoff: m.AlphaCutoff}
	first := surfaceUV(m)
	refs := mapRefs(m)
	var maps [MapCount]MapUV
	differ := false
	tex := func(number int, srgb bool) *Texture {
		r := refs[number]
		if r.UV != first.UV && !both {
			return nil
		}
		t := cache.get(r, srgb)
		maps[number] = relativeMap(r, first)
		differ = differ || t != nil && maps[number] != identityMap
		return t
	}
	s.BaseColor = tex(MapBase, true)
	s.Emissive = tex(MapEmissive, true)
	if !m.Unlit {
		s.MetalRough = tex(MapMetalRough, false)
		s.Normal = tex(MapNormal, false)
		s.Occlusion = tex(MapOcclusion, false)
	}
	if differ {
		s.Maps = &maps
	}
	return s
}

// identityMap lies at U, V as they are.
var identityMap = MapUV{M: [6]float32{1, 0, 0, 0, 1, 0}}

// relativeMap is where a map lies when the vertices carry the first map's
// transformed coordinate and, second, the other set as it is. The first map's
// transform may squash everything to a line: then there is no way back from it,
// and the map lies where the first one does.
func relativeMap(r, first scene.TexRef) MapUV {
	a := textureMatrix(r)
	if r.UV != first.UV {
		return MapUV{Second: true, M: snapMatrix(a)}
	}
	b := textureMatrix(first)
	det := b[0]*b[4] - b[1]*b[3]
	if a == b || math.Abs(det) < 1e-12 {
		return identityMap
	}
	// a times the inverse of b.
	i := [6]float64{b[4] / det, -b[1] / det, 0, -b[3] / det, b[0] / det, 0}
	i[2] = -(i[0]*b[2] + i[1]*b[5])
	i[5] = -(i[3]*b[2] + i[4]*b[5])
	return MapUV{M: snapMatrix([6]float64{
		a[0]*i[0] + a[1]*i[3], a[0]*i[1] + a[1]*i[4], a[0]*i[2] + a[1]*i[5] + a[2],
		a[3]*i[0] + a[4]*i[3], a[3]*i[1] + a[4]*i[4], a[3]*i[2] + a[4]*i[5] + a[5],
	})}
}

// textureMatrix is KHR_texture_transform as rows: scale, then turn, then offset.
func textureMatrix(r scene.TexRef) [6]float64 {
	if !r.Xform {
		return [6]float64{1, 0, 0, 0, 1, 0}
	}
	sin, cos := math.Sincos(float64(r.Turn))
	x, y := float64(r.Tiling[0]), float64(r.Tiling[1])
	return [6]float64{cos * x, sin * y, float64(r.Offset[0]), -sin * x, cos * y, float64(r.Offset[1])}
}

func snapMatrix(m [6]float64) (s [6]float32) {
	for k := range m {
		s[k] = snap32(m[k], 1<<20)
	}
	return s
}

// surfaceUV picks the texture reference whose UV set and transform the
// vertices carry: that of the first map there is, base colour before others.
func surfaceUV(m *scene.Material) scene.TexRef {
	for _, r := range []scene.TexRef{m.BaseColorTex, m.NormalTex, m.MetalRoughTex, m.EmissiveTex, m.OcclusionTex} {
		if _, ok := r.Texture.Get(); ok {
			return r
		}
	}
	return scene.TexRef{}
}

// placeMaps chooses a primitive's surface and gives it the texture coordinates
// and tangents that it carries.
func (p *Prepared) placeMaps(d *prim, s *scene.Primitive, set *surfaceSet, material int) {
	first, other := s.UV0, s.UV1
	if set.uv == 1 {
		first, other = other, first
	}
	if len(first) > 0 {
		d.uv = transformUV(first, surfaceUV(set.plain.Material))
	}
	hue, shades, plain := oneHue(d.colors)
	if plain {
		// The same colour all over is a factor, and leaves the room to others.
		for k := range d.base {
			d.base[k] = float32(d.base[k] * d.colors[0][k])
		}
		d.colors, shades = nil, nil
	}
	switch triangles := s.Topology == scene.Triangles; {
	case set.second != nil && triangles && len(other) > 0 && (d.colors == nil || shades != nil):
		d.surface, d.second, d.shades = p.inHue(set.second, hue, shades != nil), other, shades
	case set.tangent != nil && triangles && d.colors == nil && len(first) > 0:
		d.surface, d.tangents = p.inHue(set.tangent, hue, false), tangentsOf(s, d.uv)
	}
	if set.second != nil && d.second == nil {
		p.warnMaps(material)
	}
}

// hueTolerance is how far a vertex colour may be from a multiple of the one hue,
// linear: less than a level of eight bits.
const hueTolerance = 1.0 / 512

// oneHue finds the colour of which all colours are multiples, by the shades 0 to
// 1: often baked ambient light, which is grey. It is white where there are none.
// shades is nil where they are of several hues; plain says that all are equal,
// alpha too.
func oneHue(colors []mgl32.Vec4) (hue mgl32.Vec3, shades []float32, plain bool) {
	white := mgl32.Vec3{1, 1, 1}
	if len(colors) == 0 {
		return white, nil, false
	}
	for _, c := range colors {
		if h := c.Vec3(); max(h[0], h[1], h[2]) > max(hue[0], hue[1], hue[2]) {
			hue = h
		}
	}
	long := float32(hue[0]*hue[0]) + float32(hue[1]*hue[1]) + float32(hue[2]*hue[2])
	if !(long > 0 && long < 1e6) {
		return white, nil, false
	}
	plain = true
	shades = make([]float32, len(colors))
	for i, c := range colors {
		plain = plain && c == colors[0]
		t := (float32(c[0]*hue[0]) + float32(c[1]*hue[1]) + float32(c[2]*hue[2])) / long
		for k := range hue {
			if d := c[k] - float32(hue[k]*t); !(abs(d) <= hueTolerance) {
				return white, nil, false
			}
		}
		shades[i] = t
	}
	return hue, shades, plain
}

// inHue is a surface that carries something else than colours, for a primitive
// whose vertex colours are shades of a hue.
func (p *Prepared) inHue(s *Surface, hue mgl32.Vec3, shaded bool) *Surface {
	if hue == (mgl32.Vec3{1, 1, 1}) && !shaded {
		return s
	}
	t := *s
	for k := range t.Color {
		t.Color[k] = float32(t.Color[k] * hue[k])
	}
	if shaded {
		t.Carry = CarryUVShade
	}
	p.colored = append(p.colored, &t)
	return &t
}

// Warnings says what the picture leaves out of the model: maps on a second UV
// set of meshes that have no such set, or vertex colours of several hues besides.
func (p *Prepared) Warnings() []scene.Problem { return p.warnings }

func (p *Prepared) warnMaps(material int) {
	names := [MapCount]string{MapMetalRough: "pbrMetallicRoughness/metallicRoughnessTexture", MapNormal: "normalTexture",
		MapOcclusion: "occlusionTexture", MapEmissive: "emissiveTexture"}
	set := &p.surfaces[material]
	full, plain := set.second.maps(), set.plain.maps()
	for k := range full {
		at := fmt.Sprintf("/materials/%d/%s", material, names[k])
		if full[k] == plain[k] || p.warned[at] {
			continue
		}
		if p.warned == nil {
			p.warned = map[string]bool{}
		}
		p.warned[at] = true
		p.warnings = append(p.warnings, scene.Problem{Severity: scene.Warning, Code: "MAP_UV_DIFFERS", Pointer: at,
			Message: "the map lies on another UV set than the material's first map, and a mesh that uses it lacks that set, or has vertex colours of several hues too: the map is left out of the picture there",
			Remedy:  "put all maps of the material on one UV set, or bake the vertex colours into the base colour"})
	}
}

// transformUV applies KHR_texture_transform.
func transformUV(uv []mgl32.Vec2, r scene.TexRef) []mgl32.Vec2 {
	if !r.Xform {
		return uv
	}
	m := textureMatrix(r)
	out := make([]mgl32.Vec2, len(uv))
	for i, v := range uv {
		x, y := float64(v[0]), float64(v[1])
		out[i] = mgl32.Vec2{snap32(m[0]*x+m[1]*y+m[2], 1<<20), snap32(m[3]*x+m[4]*y+m[5], 1<<20)}
	}
	return out
}
