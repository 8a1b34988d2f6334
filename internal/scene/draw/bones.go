package draw

import (
	"cmp"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// maxBones is how many nodes of an item are drawn as bones: past that nothing
// could be told apart, and a file of a million nodes must not stop the picture.
const maxBones = 4096

// bone is one bone to draw: from a joint to a child, or a stub.
type bone struct {
	node     int
	a, z     mgl64.Vec3
	depth    float32
	selected bool
}

// shownBones are the nodes that an item's bone overlays show, those that are
// selected first, and a mark for each node that is one of them.
func (b *scratch) shownBones(it *Item) []int {
	m := it.Prepared.model
	all := it.BoneNodes
	if all == nil {
		all = it.Prepared.bones
	}
	b.isBone = grow(b.isBone, len(m.Nodes))
	clear(b.isBone)
	b.bone = b.bone[:0]
	for _, list := range [...][]int{nil, all} {
		if list == nil {
			// Of the selected nodes only those that are shown.
			if len(all) <= maxBones || len(it.Selected) == 0 {
				continue
			}
			for _, n := range all {
				if n >= 0 && n < len(m.Nodes) {
					b.isBone[n] = true
				}
			}
			for _, n := range it.Selected {
				if n >= 0 && n < len(m.Nodes) && b.isBone[n] {
					list = append(list, n)
				}
			}
			clear(b.isBone)
		}
		for _, n := range list {
			if n >= 0 && n < len(m.Nodes) && !b.isBone[n] && len(b.bone) < maxBones {
				b.isBone[n] = true
				b.bone = append(b.bone, n)
			}
		}
	}
	return b.bone
}

// bones draws an octahedron from each joint to each of its children that is
// shown, a short stub along local Y from a joint that has none, and the joints' axes.
func (b *scratch) bones(it *Item, copy int, world []mgl64.Mat4, width float32) {
	from := len(b.list.Triangles)
	m := it.Prepared.model
	shown := b.shownBones(it)
	place := func(n int) mgl64.Mat4 { return it.placed(copy, world[n]) }
	stub := it.Prepared.size * 0.06
	if it.RestFrames {
		b.restFrames(it, copy, shown, world, stub*0.8, width)
	}
	if it.Bones {
		list := b.boneList[:0]
		for _, n := range shown {
			mat := place(n)
			head := scene.Position(mat)
			sel := slices.Contains(it.Selected, n)
			ends := 0
			for _, c := range m.Nodes[n].Children {
				if !b.isBone[c] || len(list) >= 2*maxBones {
					continue
				}
				if tail := scene.Position(place(c)); tail.Sub(head).Len() > 1e-6*it.Prepared.size {
					list = append(list, bone{n, head, tail, 0, sel})
					ends++
				}
			}
			if ends == 0 {
				up := mgl64.Vec3{mat[4], mat[5], mat[6]}
				if d := up.Len(); d > 0 && !math.IsInf(d, 0) {
					list = append(list, bone{n, head, head.Add(up.Mul(stub / d)), 0, sel})
				}
			}
		}
		for i := range list {
			list[i].depth = b.lens.point(list[i].a)[2] + b.lens.point(list[i].z)[2]
		}
		slices.SortStableFunc(list, func(x, y bone) int { return cmp.Compare(y.depth, x.depth) })
		for i := range list {
			b.octahedron(&list[i], it.Prepared.size, width)
		}
		b.boneList = list
	}
	if it.BoneAxes {
		for _, n := range shown {
			b.frameAxes(place(n), stub, width, 1)
		}
	}
	b.batch(Overlay, unlitSurface, from)
}

// restFrames draws the axes of joints at rest, and a thread from there to where
// each joint is now.
func (b *scratch) restFrames(it *Item, copy int, shown []int, world []mgl64.Mat4, size float64, width float32) {
	b.rest = it.Prepared.model.World(b.rest, nil, it.Prepared.order)
	c := mgl32.Vec4{0.9, 0.85, 0.6, 0.6}
	for _, n := range shown {
		rest := it.placed(copy, b.rest[n])
		b.frameAxes(rest, size, width*0.6, 0.7)
		p, q := scene.Position(rest), scene.Position(it.placed(copy, world[n]))
		if p.Sub(q).Len() > 1e-6*it.Prepared.size {
			b.line(b.lens.point(p), b.lens.point(q), c, c, width*0.5, false, 1)
		}
	}
}

// octahedron draws one bone, thickest a tenth of the way along.
func (b *scratch) octahedron(o *bone, size float64, width float32) {
	d := o.z.Sub(o.a)
	n := d.Len()
	if !(n > 0) || math.IsInf(n, 0) {
		return
	}
	side := mgl64.Vec3{1, 0, 0}
	if math.Abs(d[0]) > 0.9*n {
		side = mgl64.Vec3{0, 0, 1}
	}
	r := min(0.10*n, 0.02*size)
	u := d.Cross(side).Normalize().Mul(r)
	v := d.Cross(u).Normalize().Mul(r)
	mid := o.a.Add(d.Mul(min(0.1, r/n)))
	a, z := b.lens.point(o.a), b.lens.point(o.z)
	ring := [4]mgl32.Vec3{
		b.lens.point(mid.Add(u)), b.lens.point(mid.Add(v)), b.lens.point(mid.Sub(u)), b.lens.point(mid.Sub(v)),
	}
	c := boneColor
	if o.selected {
		c = boneSelected
	}
	for k := range 4 {
		p, q := ring[k], ring[(k+1)%4]
		shade := []float32{1, 0.72, 0.5, 0.8}[k]
		f := mgl32.Vec4{float32(c[0] * shade), float32(c[1] * shade), float32(c[2] * shade), c[3]}
		b.facet(a, q, p, f)
		b.facet(z, p, q, f)
	}
	for k := range 4 {
		b.line(ring[k], z, boneEdge, boneEdge, width*0.5, false, 1)
		b.line(ring[k], a, boneEdge, boneEdge, width*0.5, false, 1)
		b.line(ring[k], ring[(k+1)%4], boneEdge, boneEdge, width*0.5, false, 1)
	}
}

// facet draws a triangle of a convex solid over everything where it faces the
// eye; before the near plane it is left out.
func (b *scratch) facet(p, q, r mgl32.Vec3, c mgl32.Vec4) {
	cp, cq, cr := b.lens.outcode(&p), b.lens.outcode(&q), b.lens.outcode(&r)
	if (cp|cq|cr)&(outBad|outNear|outGuard) != 0 || cp&cq&cr != 0 {
		return
	}
	x0, y0, _ := b.lens.project(&p)
	x1, y1, _ := b.lens.project(&q)
	x2, y2, _ := b.lens.project(&r)
	if float32((x1-x0)*(y2-y0))-float32((x2-x0)*(y1-y0)) >= 0 {
		return
	}
	b.loose(b.flat(x0, y0, 1, c), b.flat(x1, y1, 1, c), b.flat(x2, y2, 1, c))
}

// frameAxes draws a joint's local axes, size metres long.
func (b *scratch) frameAxes(m mgl64.Mat4, size float64, width, alpha float32) {
	o := scene.Position(m)
	p := b.lens.point(o)
	for k := range 3 {
		d := mgl64.Vec3{m[4*k], m[4*k+1], m[4*k+2]}
		n := d.Len()
		if !(n > 0) || math.IsInf(n, 0) {
			continue
		}
		c := axisColors[k]
		c[3] = float32(c[3] * alpha)
		b.line(p, b.lens.point(o.Add(d.Mul(size/n))), c, c, width*1.3, false, 1)
	}
}
