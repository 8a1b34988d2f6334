package main

import (
	"image"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"donorlab/internal/samples"
	"donorlab/internal/scene"
	"donorlab/internal/scene/draw"
)

// shot is one list and its name.
type shot struct {
	name string
	list *draw.List
}

// frame makes the list of a model from a direction.
func frame(name string, m *scene.Model, cam scene.Camera, w, h int, item draw.Item, opt draw.Options) shot {
	item.Prepared = draw.Prepare(m)
	opt.Width, opt.Height = w, h
	list := new(draw.List)
	new(draw.Builder).Frame(list, []draw.Item{item}, cam, opt)
	return shot{name, list}
}

// views are a model from several sides, near and far, with what the window puts
// over it.
func views(name string, m *scene.Model, w, h int) []shot {
	box := m.Bounds()
	aspect := float64(w) / float64(h)
	cam := func(az, el, zoom float64) scene.Camera {
		c := scene.Camera{AzimuthDeg: az, ElevationDeg: el}.Frame(box, aspect)
		c.Distance *= zoom
		return c
	}
	flat := cam(90, 0, 1)
	flat.Ortho = true
	return []shot{
		frame(name+"-front", m, cam(35, 18, 0.8), w, h, draw.Item{}, draw.Options{}),
		frame(name+"-near", m, cam(-130, 30, 0.3), w, h, draw.Item{}, draw.Options{}),
		frame(name+"-below", m, cam(200, -35, 1), w, h, draw.Item{}, draw.Options{}),
		frame(name+"-ortho", m, flat, w, h, draw.Item{}, draw.Options{}),
		frame(name+"-studio", m, cam(35, 18, 0.9), w, h, draw.Item{Bones: true, BoneAxes: true}, draw.Options{Grid: true, Shadow: true, Axes: true, GroundY: box.Min[1]}),
		frame(name+"-clay", m, cam(60, 10, 0.9), w, h, draw.Item{Clay: true, Wire: true}, draw.Options{}),
	}
}

func sample(w, h int) []shot {
	return views("sample", samples.StealthHelicopter(), w, h)
}

// handMade are scenes that a wrong sink cannot get right: crossing quads, for
// which no order of painting exists; cut-outs, glass over crossings, textures
// near and far.
func handMade(w, h int) []shot {
	cam := scene.Camera{AzimuthDeg: 20, ElevationDeg: 15, Distance: 6}
	low := scene.Camera{AzimuthDeg: 10, ElevationDeg: 6, Distance: 6}
	return []shot{
		frame("crossing", fan(scene.Opaque, nil), cam, w, h, draw.Item{}, draw.Options{}),
		frame("cutout", fan(scene.Mask, holes()), cam, w, h, draw.Item{}, draw.Options{}),
		frame("glass", fan(scene.Blend, holes()), cam, w, h, draw.Item{}, draw.Options{}),
		frame("textures", fan(scene.Opaque, holes()), cam, w, h, draw.Item{}, draw.Options{}),
		frame("maps", fullMaps(), cam, w, h, draw.Item{}, draw.Options{}),
		frame("maps-ortho", fullMaps(), scene.Camera{AzimuthDeg: 20, ElevationDeg: 15, Distance: 6, Ortho: true}, w, h, draw.Item{}, draw.Options{}),
		frame("own-maps", ownMaps(), cam, w, h, draw.Item{}, draw.Options{}),
		frame("own-maps-ortho", ownMaps(), scene.Camera{AzimuthDeg: 20, ElevationDeg: 15, Distance: 6, Ortho: true}, w, h, draw.Item{}, draw.Options{}),
		frame("shaded-maps", shadedMaps(), cam, w, h, draw.Item{}, draw.Options{}),
		frame("lamps", lamps(), cam, w, h, draw.Item{}, draw.Options{Backdrop: draw.BackdropDark, Exposure: 0.5}),
		frame("lamps-ortho", lamps(), scene.Camera{AzimuthDeg: 20, ElevationDeg: 15, Distance: 6, Ortho: true}, w, h, draw.Item{}, draw.Options{}),
		frame("water", fan(scene.Blend, nil), low, w, h, draw.Item{}, draw.Options{Water: &draw.Water{}, Grid: true, GroundY: -1.2}),
		frame("floor", floor(false), low, w, h, draw.Item{}, draw.Options{}),
		frame("nearest", floor(true), low, w, h, draw.Item{}, draw.Options{}),
	}
}

// fan is six quads through one axis, every second one of the alpha mode and
// with the texture.
func fan(mode scene.AlphaMode, texture *image.NRGBA) *scene.Model {
	m := &scene.Model{Name: "fan"}
	if texture != nil {
		m.Images = []scene.Image{{Pixels: texture}}
		m.Textures = []scene.Texture{{Image: scene.Some(0)}}
	}
	for i := range 6 {
		mat := scene.DefaultMaterial()
		mat.BaseColor = mgl32.Vec4{0.3 + 0.1*float32(i), 0.5, 0.9 - 0.15*float32(i), 1}
		mat.Metallic, mat.Roughness, mat.DoubleSided = float32(i)/5, 0.2+0.1*float32(i), true
		if i%2 == 0 {
			mat.AlphaMode = mode
			if mode == scene.Blend {
				mat.BaseColor[3] = 0.6
			}
			if texture != nil {
				mat.BaseColorTex = scene.TexRef{Texture: scene.Some(0), Scale: 1}
			}
		}
		s, c := math.Sincos(float64(i) * math.Pi / 6)
		x, z := float32(c)*1.6, float32(s)*1.6
		m.Materials = append(m.Materials, mat)
		addQuad(m, i, [4]mgl32.Vec3{{-x, -1.2, -z}, {x, -1.2, z}, {x, 1.2, z + 0.5}, {-x, 1.2, -z - 0.5}}, 3)
	}
	return m
}

// fullMaps are quads with all five textures of a material.
func fullMaps() *scene.Model {
	m := fan(scene.Opaque, holes())
	m.Images = append(m.Images, scene.Image{Pixels: waves()})
	m.Textures = append(m.Textures, scene.Texture{Image: scene.Some(1)})
	data := scene.TexRef{Texture: scene.Some(1), Scale: 0.8}
	for i := range m.Materials {
		mat := &m.Materials[i]
		mat.NormalTex, mat.MetalRoughTex, mat.OcclusionTex = data, data, data
		mat.Emissive = mgl32.Vec3{0.2, 0.1, 0.05}
		mat.EmissiveTex = scene.TexRef{Texture: scene.Some(0), Scale: 1}
	}
	return m
}

// ownMaps are quads whose maps lie at coordinates of their own: another
// transform, another UV set.
func ownMaps() *scene.Model {
	m := fullMaps()
	for i := range m.Meshes {
		p := &m.Meshes[i].Primitives[0]
		for _, v := range p.UV0 {
			p.UV1 = append(p.UV1, mgl32.Vec2{v[1]*0.4 + 0.1, v[0]*0.3 + v[1]*0.1})
		}
		mat := &m.Materials[i]
		mat.BaseColorTex.Xform, mat.BaseColorTex.Tiling, mat.BaseColorTex.Turn = true, mgl32.Vec2{0.7, 0.5}, 0.3
		mat.MetalRoughTex.Xform, mat.MetalRoughTex.Tiling, mat.MetalRoughTex.Offset = true, mgl32.Vec2{0.5, 0.25}, mgl32.Vec2{0.2, 0.1}
		if i%3 > 0 {
			mat.OcclusionTex.UV = 1
		}
		if i%3 > 1 {
			mat.NormalTex.UV = 1
		}
	}
	return m
}

// shadedMaps is ownMaps with vertex colours of one hue, so that shade and second
// coordinate travel together.
func shadedMaps() *scene.Model {
	m := ownMaps()
	for i := range m.Meshes {
		p := &m.Meshes[i].Primitives[0]
		for k := range p.Positions {
			t := 0.3 + 0.7*float32(k%3)/2
			p.Colors = append(p.Colors, mgl32.Vec4{t, 0.8 * t, 0.6 * t, 1})
		}
	}
	return m
}

// lamps is the fan lit by a lamp of each kind.
func lamps() *scene.Model {
	m := fullMaps()
	m.Lights = []scene.Light{
		{Kind: scene.Directional, Color: mgl32.Vec3{0.3, 0.5, 1}, Intensity: 1},
		{Kind: scene.Point, Color: mgl32.Vec3{1, 0.4, 0.2}, Intensity: 3, Range: 4},
		{Kind: scene.Spot, Color: mgl32.Vec3{0.4, 1, 0.4}, Intensity: 20, InnerCone: 0.2, OuterCone: 0.4},
	}
	for i, at := range [][3]float64{{0, 0, 0}, {0.8, 0.4, 1}, {0.3, 0.5, 3}} {
		n := scene.Node{Local: scene.Identity(), Light: scene.Some(i)}
		n.Local.T = at
		m.Roots = append(m.Roots, len(m.Nodes))
		m.Nodes = append(m.Nodes, n)
	}
	return m
}

// waves is a smooth normal map.
func waves() *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, 64, 64))
	for y := range 64 {
		for x := range 64 {
			s, c := math.Sincos(float64(x) * math.Pi / 16)
			n := mgl32.Vec3{float32(s) * 0.5, float32(c*math.Sin(float64(y)*math.Pi/16)) * 0.5, 1}.Normalize()
			p := img.Pix[img.PixOffset(x, y):][:4]
			for k := range 3 {
				p[k] = uint8((n[k]*0.5+0.5)*255 + 0.5)
			}
			p[3] = 255
		}
	}
	return img
}

// floor is a large textured square seen at a low angle: all mip levels show. With
// nearest, a coordinate that is off by its last bit may fall on the next texel:
// there the sinks can only agree in all but a few pixels.
func floor(nearest bool) *scene.Model {
	m := &scene.Model{Name: "floor"}
	m.Images = []scene.Image{{Pixels: holes()}}
	m.Textures = []scene.Texture{{Image: scene.Some(0)}, {Image: scene.Some(0), WrapS: scene.Mirror, WrapT: scene.Clamp}, {Image: scene.Some(0), WrapS: scene.Clamp, WrapT: scene.Mirror}}
	for i := range m.Textures {
		m.Textures[i].Nearest = nearest
	}
	for i, x := range []float32{-6, -2, 2} {
		mat := scene.DefaultMaterial()
		mat.Metallic, mat.DoubleSided = 0, true
		mat.BaseColorTex = scene.TexRef{Texture: scene.Some(i), Scale: 1}
		m.Materials = append(m.Materials, mat)
		addQuad(m, i, [4]mgl32.Vec3{{x, -1, 4}, {x + 4, -1, 4}, {x + 4, -1, -40}, {x, -1, -40}}, 6)
	}
	return m
}

// addQuad adds a node with a quad whose texture repeats n times.
func addQuad(m *scene.Model, material int, p [4]mgl32.Vec3, n float32) {
	normal := p[1].Sub(p[0]).Cross(p[3].Sub(p[0])).Normalize()
	m.Meshes = append(m.Meshes, scene.Mesh{Primitives: []scene.Primitive{{
		Indices:   []uint32{0, 1, 2, 0, 2, 3},
		Positions: p[:],
		Normals:   []mgl32.Vec3{normal, normal, normal, normal},
		UV0:       []mgl32.Vec2{{0, n}, {n, n}, {n, 0}, {0, 0}},
		Material:  scene.Some(material),
	}}})
	m.Roots = append(m.Roots, len(m.Nodes))
	m.Nodes = append(m.Nodes, scene.Node{Local: scene.Identity(), Mesh: scene.Some(len(m.Meshes) - 1)})
}

// holes is a checkered texture of a size that is no power of two, with round
// transparent holes.
func holes() *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, 100, 76))
	for y := range 76 {
		for x := range 100 {
			p := img.Pix[img.PixOffset(x, y):][:4]
			p[0], p[1], p[2], p[3] = 235, 225, uint8(60+x), 255
			if (x/10+y/10)%2 == 0 {
				p[0], p[1], p[2] = 40, uint8(60+y), 90
			}
			if math.Hypot(float64(x%25)-12, float64(y%19)-9) < 6 {
				p[3] = 30
			}
		}
	}
	return img
}
