package raster_test

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
	"donorlab/internal/scene/draw"
)

// viewerGoldens are the viewer's modes, lamps, backdrops and marks.
func viewerGoldens() []goldenScene {
	one := func(m *scene.Model, it draw.Item) func() []draw.Item {
		return func() []draw.Item {
			it.Prepared = draw.Prepare(m)
			return []draw.Item{it}
		}
	}
	near := scene.Camera{AzimuthDeg: 30, ElevationDeg: 25, Distance: 4}
	sea := &draw.Water{Level: -0.2}
	tex, _ := texturedTorus(60, 24)
	return []goldenScene{
		{"water", one(glasses(), draw.Item{}), near, draw.Options{Grid: true, Shadow: true, GroundY: -1, Water: sea}, 4},
		{"underwater", one(glasses(), draw.Item{}), scene.Camera{AzimuthDeg: 30, ElevationDeg: -15, Distance: 4}, draw.Options{Water: &draw.Water{Level: 0.3}}, 1},
		{"modes", modes, scene.Camera{AzimuthDeg: 15, ElevationDeg: 14, Distance: 9}, draw.Options{Water: &draw.Water{Level: 0}}, 4},
		{"modes1", modes, scene.Camera{AzimuthDeg: 15, ElevationDeg: 14, Distance: 9}, draw.Options{Water: &draw.Water{Level: 0}}, 1},
		{"copies", func() []draw.Item {
			small, _ := texturedTorus(30, 12)
			it := draw.Item{Prepared: draw.Prepare(small)}
			for i := range 64 {
				it.Places = append(it.Places, mgl64.Translate3D(float64(i%8)*2.6, 0, float64(i/8)*-2.6).Mul4(mgl64.HomogRotate3DY(float64(i))))
			}
			return []draw.Item{it}
		}, scene.Camera{Target: mgl64.Vec3{9, 0, -9}, AzimuthDeg: 25, ElevationDeg: 30, Distance: 34}, draw.Options{Shadow: true, GroundY: -0.5}, 4},
		{"snakes", snakes, scene.Camera{Target: mgl64.Vec3{0, 0.8, -1}, ElevationDeg: 20, Distance: 8}, draw.Options{Shadow: true, Grid: true}, 4},
		{"lamps", one(lampRow(), draw.Item{}), scene.Camera{Distance: 9, ElevationDeg: 8}, draw.Options{Backdrop: draw.BackdropDark}, 4},
		{"ownmaps", one(ownMaps(), draw.Item{}), scene.Camera{Distance: 5, ElevationDeg: 10}, draw.Options{}, 4},
		{"bumps", one(bumps(), draw.Item{}), scene.Camera{Distance: 4, ElevationDeg: 35, AzimuthDeg: 20}, draw.Options{}, 4},
		{"clear", one(glasses(), draw.Item{}), near, draw.Options{Backdrop: draw.BackdropClear, Shadow: true, GroundY: -1}, 4},
		{"light", one(metals(), draw.Item{}), scene.Camera{Distance: 9, ElevationDeg: 8}, draw.Options{Backdrop: draw.BackdropLight, Exposure: -0.7, Shadow: true, GroundY: -0.8}, 4},
		{"marks", func() []draw.Item {
			m := snake()
			pose := m.RestPose()
			for i := range m.Skins[0].Joints {
				pose[i].R = mgl64.QuatRotate(0.15, mgl64.Vec3{0, 0, 1})
			}
			return []draw.Item{{Prepared: draw.Prepare(m), World: m.World(nil, pose, nil), RestFrames: true, MassCenter: true, Normals: true}}
		}, scene.Camera{Target: mgl64.Vec3{0, 0.9, 0}, Distance: 5, AzimuthDeg: 15, ElevationDeg: 15}, draw.Options{Grid: true, GridLabels: true}, 4},
		{"checker", one(tex, draw.Item{Checker: true, Hover: []draw.Part{{}}}), near, draw.Options{}, 1},
	}
}

// modes is one glass ring in each of a game's rendering modes, half in water.
func modes() []draw.Item {
	m := glasses()
	ring := torus(40, 16, 0.7, 0.25)
	ring.Material = scene.Some(0)
	m.Meshes = []scene.Mesh{{Primitives: []scene.Primitive{ring}}}
	m.Nodes, m.Roots = []scene.Node{{Local: scene.Identity(), Mesh: scene.Some(0)}}, []int{0}
	m.Nodes[0].Local.R = mgl64.QuatRotate(math.Pi/2, mgl64.Vec3{1, 0, 0})
	p := draw.Prepare(m)
	var items []draw.Item
	for i, mode := range []draw.Mode{draw.ModeTransparentAfterWater, draw.ModeTransparentBeforeWater, draw.ModeSolid, draw.ModeAlphaThreshold, draw.ModeMaterial} {
		items = append(items, draw.Item{Prepared: p, Mode: mode, Place: mgl64.Translate3D(float64(i)*2-4, 0.1, 0)})
	}
	return items
}

// snakes is a crowd of one skinned model, each with a pose of its own.
func snakes() []draw.Item {
	m := snake()
	p := draw.Prepare(m)
	var items []draw.Item
	for i := range 16 {
		pose := m.RestPose()
		for k := range m.Skins[0].Joints {
			pose[k].R = mgl64.QuatRotate(0.04*float64(i)-0.3, mgl64.Vec3{0.3, 0, 1}.Normalize())
		}
		items = append(items, draw.Item{Prepared: p, World: m.World(nil, pose, nil), Place: mgl64.Translate3D(float64(i%4)*1.4-2.1, 0, float64(i/4)*-1.4+1)})
	}
	return items
}

// lampRow is the metals with a lamp of each kind.
func lampRow() *scene.Model {
	m := metals()
	m.Lights = []scene.Light{
		{Kind: scene.Directional, Color: mgl32.Vec3{0.3, 0.4, 1}, Intensity: 1.5},
		{Kind: scene.Point, Color: mgl32.Vec3{1, 0.5, 0.2}, Intensity: 4, Range: 6},
		{Kind: scene.Spot, Color: mgl32.Vec3{0.3, 1, 0.4}, Intensity: 30, InnerCone: 0.1, OuterCone: 0.25},
	}
	for i, at := range []mgl64.Vec3{{0, 0, 0}, {-2.6, 1.2, 1}, {3, 0, 5}} {
		n := scene.Node{Local: scene.Identity(), Light: scene.Some(i)}
		n.Local.T = at
		if i == 0 {
			n.Local.R = mgl64.QuatRotate(-math.Pi/3, mgl64.Vec3{1, 0, 0})
		}
		m.Roots = append(m.Roots, len(m.Nodes))
		m.Nodes = append(m.Nodes, n)
	}
	return m
}

// ownMaps is the square with every map, each at a coordinate of its own.
func ownMaps() *scene.Model {
	m := mapped()
	p := &m.Meshes[0].Primitives[0]
	for _, v := range p.UV0 {
		p.UV1 = append(p.UV1, mgl32.Vec2{v[1] * 0.5, v[0]})
	}
	mat := &m.Materials[0]
	mat.MetalRoughTex.Xform, mat.MetalRoughTex.Tiling, mat.MetalRoughTex.Turn = true, mgl32.Vec2{2, 2}, 0.5
	mat.NormalTex.Xform, mat.NormalTex.Tiling = true, mgl32.Vec2{2, 1}
	mat.OcclusionTex.UV, mat.EmissiveTex.UV = 1, 1
	return m
}

// bumps is a coarse ring with a normal map: tangents that changed from triangle
// to triangle would show as facets.
func bumps() *scene.Model {
	m := mapped()
	ring := torus(14, 8, 0.8, 0.45)
	ring.Material = scene.Some(0)
	m.Meshes[0].Primitives[0] = ring
	mat := &m.Materials[0]
	mat.BaseColorTex, mat.MetalRoughTex, mat.OcclusionTex, mat.EmissiveTex = scene.TexRef{}, scene.TexRef{}, scene.TexRef{}, scene.TexRef{}
	mat.Emissive, mat.Metallic, mat.Roughness = mgl32.Vec3{}, 0, 0.35
	return m
}
