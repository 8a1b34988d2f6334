package clip

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// shell is what one node carries: the corners of the box of its vertices, in
// the node's own space. A vertex moves no further than the corners of a box
// that holds it, and a vertex with several joints no further than the worst.
type shell struct {
	node    int
	corners [8]mgl64.Vec3
}

// SkinBoxes returns, for each joint of a skin, the box in mesh space of the
// vertices that it moves, over all meshes with that skin; empty for none.
// Morph targets are left out.
func SkinBoxes(m *scene.Model, skin int) []scene.Box {
	boxes := make([]scene.Box, len(m.Skins[skin].Joints))
	for j := range boxes {
		boxes[j] = scene.EmptyBox()
	}
	done := make([]bool, len(m.Meshes))
	for i := range m.Nodes {
		mesh, ok := m.Nodes[i].Mesh.Get()
		if s, is := m.Nodes[i].Skin.Get(); !ok || !is || s != skin || done[mesh] {
			continue
		}
		done[mesh] = true
		for k := range m.Meshes[mesh].Primitives {
			p := &m.Meshes[mesh].Primitives[k]
			for v := range min(len(p.Joints), len(p.Weights), len(p.Positions)) {
				q := p.Positions[v]
				for c, w := range p.Weights[v] {
					if j := int(p.Joints[v][c]); w != 0 && j < len(boxes) {
						boxes[j] = boxes[j].Add(mgl64.Vec3{float64(q[0]), float64(q[1]), float64(q[2])})
					}
				}
			}
		}
	}
	return boxes
}

// BoxCorners returns the eight corners of a box.
func BoxCorners(b scene.Box) [8]mgl64.Vec3 {
	var out [8]mgl64.Vec3
	for i := range out {
		for k := range 3 {
			out[i][k] = b.Min[k]
			if i>>k&1 == 1 {
				out[i][k] = b.Max[k]
			}
		}
	}
	return out
}

// shells returns what every joint and every node with a rigid mesh carries.
func shells(m *scene.Model) []shell {
	var out []shell
	for s := range m.Skins {
		for j, b := range SkinBoxes(m, s) {
			if b.Empty() {
				continue
			}
			sh := shell{node: m.Skins[s].Joints[j]}
			for i, c := range BoxCorners(b) {
				sh.corners[i] = m.Skins[s].InverseBind[j].Mul4x1(c.Vec4(1)).Vec3()
			}
			out = append(out, sh)
		}
	}
	for i := range m.Nodes {
		mesh, ok := m.Nodes[i].Mesh.Get()
		if !ok || m.Nodes[i].Skin != 0 {
			continue
		}
		b := scene.EmptyBox()
		for k := range m.Meshes[mesh].Primitives {
			for _, q := range m.Meshes[mesh].Primitives[k].Positions {
				b = b.Add(mgl64.Vec3{float64(q[0]), float64(q[1]), float64(q[2])})
			}
		}
		if !b.Empty() {
			out = append(out, shell{node: i, corners: BoxCorners(b)})
		}
	}
	return out
}

// tolerances gives each track the change in its own unit that moves the
// farthest thing below its node by MaxErrorMm at rest.
func (b *baker) tolerances() {
	world := b.m.World(nil, nil, b.order)
	box := scene.EmptyBox()
	points := make([][]mgl64.Vec3, len(b.m.Nodes))
	for i := range b.shells {
		sh := &b.shells[i]
		for _, c := range sh.corners {
			p := world[sh.node].Mul4x1(c.Vec4(1)).Vec3()
			box = box.Add(p)
			points[sh.node] = append(points[sh.node], p)
		}
	}
	// A bone that carries nothing is judged at a shell of 1 % of the model's size.
	least := max(box.Diagonal()*0.01, 1e-6)
	boxes := make([]scene.Box, len(b.m.Nodes))
	for i := range boxes {
		boxes[i] = scene.EmptyBox()
		for _, p := range points[i] {
			boxes[i] = boxes[i].Add(p)
		}
	}
	for k := len(b.order) - 1; k >= 0; k-- {
		if p, ok := b.m.Nodes[b.order[k]].Parent.Get(); ok {
			boxes[p] = boxes[p].Union(boxes[b.order[k]])
		}
	}
	tol := b.opt.MaxErrorMm / 1000
	for i := range b.tracks {
		tr := &b.tracks[i]
		reach := least
		if bx := boxes[tr.node]; !bx.Empty() {
			at := scene.Position(world[tr.node])
			for _, c := range BoxCorners(bx) {
				reach = max(reach, c.Sub(at).Len())
			}
		}
		switch tr.path {
		case scene.Translation:
			scale := 1.0
			if p, ok := b.m.Nodes[tr.node].Parent.Get(); ok {
				l := scene.LinearPart(world[p])
				scale = max(l.Col(0).Len(), l.Col(1).Len(), l.Col(2).Len(), 1e-12)
			}
			tr.tol = tol / scale
		default:
			tr.tol = tol / reach
		}
	}
}

// reduce chooses the keys: as few as the error allows, by splitting each track
// where it strays furthest from the straight line, with smaller tolerances
// until the error measured at the vertices is small enough.
func (b *baker) reduce() {
	if b.opt.MaxErrorMm < 0 || len(b.at) < 3 {
		return
	}
	allowed := b.opt.MaxErrorMm / 1000
	for factor := 1.0; factor > 1e-4; {
		for i := range b.tracks {
			b.tracks[i].choose(b.at, b.tracks[i].tol*factor)
		}
		worst, err := b.deviation(b.animation(nil), false)
		if err == nil && worst <= allowed {
			return
		}
		factor *= max(0.05, min(0.8, 0.9*allowed/worst))
	}
	for i := range b.tracks {
		b.tracks[i].keep = nil
	}
}

// choose marks the samples to keep so that each one left out is within tol of
// the line between its kept neighbours, and no two neighbours are further
// apart than 120 deg (Douglas and Peucker's splitting).
func (tr *baked) choose(at []float64, tol float64) {
	n := len(at)
	tr.keep = make([]bool, n)
	tr.keep[0] = true
	if tr.constant(tol) {
		// One key says it all; glTF holds it for ever.
		return
	}
	tr.keep[n-1] = true
	turned := make([]float64, n) // angle run through since the first sample
	for f := 1; f < n && tr.path == scene.Rotation; f++ {
		turned[f] = turned[f-1] + angleBetween(tr.quats[f-1], tr.quats[f])
	}
	type span struct{ a, b int }
	for stack := []span{{0, n - 1}}; len(stack) > 0; {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if s.b-s.a < 2 {
			continue
		}
		split, worst := (s.a+s.b)/2, math.Inf(1)
		if turned[s.b]-turned[s.a] <= maxBakeStep {
			split, worst = tr.worst(at, s.a, s.b)
		}
		if worst > tol {
			tr.keep[split] = true
			stack = append(stack, span{s.a, split}, span{split, s.b})
		}
	}
}

func (tr *baked) constant(tol float64) bool {
	for f := 1; f < len(tr.quats); f++ {
		if angleBetween(tr.quats[0], tr.quats[f]) > tol {
			return false
		}
	}
	for f := 1; f < len(tr.vecs); f++ {
		if tr.vecs[f].Sub(tr.vecs[0]).Len() > tol {
			return false
		}
	}
	return true
}

// worst finds the sample between a and b that strays furthest from the line.
func (tr *baked) worst(at []float64, a, b int) (int, float64) {
	split, worst := a+1, -1.0
	for f := a + 1; f < b; f++ {
		u := (at[f] - at[a]) / (at[b] - at[a])
		var e float64
		if tr.path == scene.Rotation {
			e = angleBetween(Slerp(tr.quats[a], tr.quats[b], u), tr.quats[f])
		} else {
			e = tr.vecs[a].Mul(1 - u).Add(tr.vecs[b].Mul(u)).Sub(tr.vecs[f]).Len()
		}
		if e > worst {
			split, worst = f, e
		}
	}
	return split, worst
}

// deviation is the largest distance in metres that anything the model draws is
// away from the source's motion under the baked clip, at the samples and, if
// between is set, halfway between them.
func (b *baker) deviation(a scene.Animation, between bool) (float64, error) {
	s, err := NewSampler(WithClips(b.m, a), 0)
	if err != nil {
		return 0, err
	}
	want, got := b.m.RestPose(), b.m.RestPose()
	var wantWorld, gotWorld []mgl64.Mat4
	worst := 0.0
	look := func(t, from float64) {
		b.src.Pose(from, want)
		s.Pose(t, got)
		wantWorld = b.m.World(wantWorld, want, b.order)
		gotWorld = b.m.World(gotWorld, got, b.order)
		for i := range b.shells {
			sh := &b.shells[i]
			d := wantWorld[sh.node].Sub(gotWorld[sh.node])
			for _, c := range sh.corners {
				worst = max(worst, d.Mul4x1(c.Vec4(1)).Vec3().Len())
			}
		}
	}
	last := len(b.at) - 1
	for f, t := range b.at {
		from := t
		if b.opt.Loop && f == last {
			from = b.at[0]
		}
		look(t, from)
		if between && f > 0 && !(b.opt.Loop && f == last) {
			mid := (b.at[f-1] + t) / 2
			look(mid, mid)
		}
	}
	return worst, nil
}
