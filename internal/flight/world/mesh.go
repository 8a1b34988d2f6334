package world

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// The nodes of a world's model. One node for each district follows, in the
// map's order; see DistrictNode.
const (
	NodeTerrain = iota
	NodeWater
	NodeTrees
	firstDistrict
)

// DistrictNode is the node of the model that holds district i.
func DistrictNode(i int) int { return firstDistrict + i }

// Hidden returns, by node of the model, what had not streamed in at a time in
// seconds.
func (w *World) Hidden(timeS float64) []bool {
	out := make([]bool, firstDistrict+len(w.districts))
	for i := range w.districts {
		out[DistrictNode(i)] = w.districts[i].appear > timeS
	}
	return out
}

// The materials of a world's model.
const (
	matGround = iota
	matWater
	matWalls
)

// Mesh returns the world to be drawn: terrain, water, trees (which are only
// seen, never flown over) and the districts, each a node of its own.
func (w *World) Mesh() *scene.Model {
	ground, water, walls := scene.DefaultMaterial(), scene.DefaultMaterial(), scene.DefaultMaterial()
	ground.Name, ground.Metallic, ground.Roughness = "ground", 0, 0.95
	water.Name, water.Metallic, water.Roughness = "water", 0, 0.25
	water.BaseColor, water.AlphaMode, water.DoubleSided = mgl32.Vec4{0.03, 0.16, 0.2, 0.72}, scene.Blend, true
	walls.Name, walls.Metallic, walls.Roughness = "walls", 0, 0.8
	m := &scene.Model{Name: w.doc.Name, Materials: []scene.Material{matGround: ground, matWater: water, matWalls: walls}}
	m.Nodes = make([]scene.Node, 0, firstDistrict+len(w.districts))
	w.addNode(m, "terrain", matGround, w.terrain())
	w.addNode(m, "water", matWater, w.waterSheet())
	w.addNode(m, "trees", matWalls, w.trees())
	for i := range w.districts {
		d := &w.districts[i]
		h := w.doc.Districts[i].Hex
		var s sculpt
		for k := range d.blocks {
			s.block(&d.blocks[k], noiseOf(h, uint64(100+k)))
		}
		w.addNode(m, fmt.Sprintf("%s %d,%d", w.names[d.name], h.Q, h.R), matWalls, s)
	}
	return m
}

func (w *World) addNode(m *scene.Model, name string, material int, s sculpt) {
	n := scene.Node{Name: name, Local: scene.Identity()}
	if len(s.idx) > 0 {
		n.Mesh = scene.Some(len(m.Meshes))
		m.Meshes = append(m.Meshes, scene.Mesh{Name: name, Primitives: []scene.Primitive{{
			Indices: s.idx, Positions: s.pos, Normals: s.nrm, Colors: s.col, Material: scene.Some(material)}}})
	}
	m.Roots = append(m.Roots, len(m.Nodes))
	m.Nodes = append(m.Nodes, n)
}

// sculpt is a mesh under construction. Triangles are counter-clockwise from
// outside.
type sculpt struct {
	pos []mgl32.Vec3
	nrm []mgl32.Vec3
	col []mgl32.Vec4
	idx []uint32
}

type color = mgl32.Vec3

func (s *sculpt) vertex(p, n mgl64.Vec3, c color) uint32 {
	s.pos = append(s.pos, mgl32.Vec3{float32(p[0]), float32(p[1]), float32(p[2])})
	s.nrm = append(s.nrm, mgl32.Vec3{float32(n[0]), float32(n[1]), float32(n[2])})
	s.col = append(s.col, c.Vec4(1))
	return uint32(len(s.pos) - 1)
}

// face adds a flat convex polygon; a colour for each corner, or one for all.
func (s *sculpt) face(p []mgl64.Vec3, c ...color) {
	n := p[1].Sub(p[0]).Cross(p[2].Sub(p[0]))
	if l := n.Len(); l > 1e-12 {
		n = n.Mul(1 / l)
	} else if len(p) > 3 { // the first corners may coincide
		n = p[2].Sub(p[0]).Cross(p[3].Sub(p[0]))
		l := n.Len()
		if l <= 1e-12 {
			return
		}
		n = n.Mul(1 / l)
	} else {
		return
	}
	first := uint32(len(s.pos))
	for i := range p {
		s.vertex(p[i], n, c[min(i, len(c)-1)])
	}
	for i := 2; i < len(p); i++ {
		s.idx = append(s.idx, first, first+uint32(i-1), first+uint32(i))
	}
}

func mix(a, b color, t float32) color { return a.Mul(1 - t).Add(b.Mul(t)) }

// corner returns corner k of tile i, at the ground.
func (w *World) cornerPoint(i int32, k int) mgl64.Vec3 {
	t := &w.tiles[i]
	return mgl64.Vec3{t.x + w.radius*corners[k][0], t.corner[k], t.z + w.radius*corners[k][1]}
}

// grow makes room, so that large maps are not copied over and over.
func (s *sculpt) grow(vertices, indices int) {
	s.pos, s.nrm, s.col = slices.Grow(s.pos, vertices), slices.Grow(s.nrm, vertices), slices.Grow(s.col, vertices)
	s.idx = slices.Grow(s.idx, indices)
}

// woodTiles is how many tiles are looked at for trees at the most: on larger
// maps trees get sparser, as they get smaller in the picture.
const woodTiles = 6000

// trees are small firs on some of the open tiles.
func (w *World) trees() sculpt {
	type fir struct {
		foot   mgl64.Vec3
		height float64
		shade  float32
	}
	var firs []fir
	share := woodTiles / float64(len(w.tiles))
	for i, t := range w.doc.Tiles {
		p := &w.tiles[i]
		n := noiseOf(t.Hex, 7)
		// Neighbours agree on where woods are: a coarse cell decides.
		coarse := noiseOf(Hex{floorDiv(t.Q, 3), floorDiv(t.R, 3)}, 8)
		wood := coarse.next() < 0.3
		if p.district >= 0 || p.height < w.water+0.35 || p.height > w.water+9 || (!wood && n.next() > 0.08) {
			continue
		}
		if share < 1 && n.next() > share {
			continue
		}
		for range 5 + int(n.next()*7) {
			r, at := math.Sqrt(n.next())*0.8*w.Apothem(), n.between(0, 2*math.Pi)
			x, z := p.x+r*math.Cos(at), p.z+r*math.Sin(at)
			firs = append(firs, fir{mgl64.Vec3{x, w.surface(int32(i), x, z), z}, n.between(0.35, 0.7), float32(n.next())})
		}
	}
	var s sculpt
	s.grow(18*len(firs), 18*len(firs))
	for _, f := range firs {
		s.fir(f.foot, f.height, f.shade)
	}
	return s
}

func floorDiv(a, b int) int { return int(math.Floor(float64(a) / float64(b))) }

func (s *sculpt) fir(foot mgl64.Vec3, height float64, shade float32) {
	c := mix(color{0.035, 0.085, 0.035}, color{0.075, 0.13, 0.04}, shade)
	tip := foot.Add(mgl64.Vec3{0, height, 0})
	const sides = 6
	ring := func(k int) mgl64.Vec3 {
		a := 2 * math.Pi * float64(k) / sides
		return foot.Add(mgl64.Vec3{0.3 * height * math.Cos(a), 0.12 * height, 0.3 * height * math.Sin(a)})
	}
	for k := range sides {
		s.face([]mgl64.Vec3{ring(k + 1), ring(k), tip}, c.Mul(0.5), c.Mul(0.5), c.Mul(1.25))
	}
}
