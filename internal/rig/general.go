package rig

import (
	"context"
	"fmt"
	"math"
	"sort"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// kin is what a general rig knows about its moving parts beyond bones and
// hinges: what its own clips are made from.
type kin struct {
	wheels []wheelFit
	gun    *gunFit
	trails []trailFit
	tracks []*trackFit
	wave   bool       // RootHull is there
	size   mgl64.Vec3 // of the model's bounds, in the orientation of the rig
	source bool       // the bones are the source's own
	joints []joint    // of those, by bone
}

// branch is a planned bone with what hangs on it.
type branch struct {
	planned
	kids []*branch
}

func (b *branch) hang(k ...*branch) *branch {
	b.kids = append(b.kids, k...)
	return b
}

// planGeneral lists the bones of a rig without a channel contract: Root,
// RootHull where the hull rocks, Body, and below it what turns. Bones go depth
// first, siblings in the donor's order (MainRotor, TailRotor) and then by name.
func (g *generator) planGeneral() {
	root := &branch{planned: planned{name: "Root", role: Default, frame: mgl64.Ident3()}}
	top := root
	if g.kin.wave {
		c := g.box(g.drawn()).Center()
		top = &branch{planned: planned{name: "RootHull", role: Default, at: snap(mgl64.Vec3{c[0], 0, c[2]}), frame: mgl64.Ident3()}}
		root.hang(top)
	}
	body := &branch{planned: planned{name: "Body", role: Body, frame: mgl64.Ident3()}}
	top.hang(body)
	g.hangRotors(body)
	for i := range g.kin.wheels {
		w := &g.kin.wheels[i]
		h := &g.hinges[w.hinge]
		body.hang(&branch{planned: planned{name: fmt.Sprintf("Wheel_%02d", i), role: Wheel, parts: h.Parts, at: snap(h.Center), frame: mainFrame(h.Axle), hinge: w.hinge + 1}})
	}
	for i := range g.kin.trails {
		t := &g.kin.trails[i]
		h := &g.hinges[t.hinge]
		body.hang(&branch{planned: planned{name: fmt.Sprintf("Trail_%02d", i), role: Trail, parts: h.Parts, at: snap(h.Center), frame: legFrame(h.Axle, h.Tip.Sub(h.Center)), hinge: t.hinge + 1}})
	}
	g.hangGun(body)
	g.hangTracks(body)
	moving := map[int]bool{}
	var mark func(b *branch)
	mark = func(b *branch) {
		for _, i := range b.parts {
			moving[i] = true
		}
		for _, k := range b.kids {
			mark(k)
		}
	}
	mark(root)
	for _, i := range g.onBelt {
		moving[i] = true
	}
	for i := range g.p.Parts {
		if g.p.Parts[i].Role != Ignore && !moving[i] {
			body.parts = append(body.parts, i)
		}
	}
	body.at = snap(g.turnedPoint(g.centroid(body.parts)))
	g.bones = nil
	g.flatten(root, -1)
	g.linkBones()
}

// flatten numbers the tree's bones. A bone with others below it gets no rest
// rotation: it would turn the axes of all that is below, and Rebase would take
// it away again.
func (g *generator) flatten(b *branch, parent int) {
	b.parent = parent
	if len(b.kids) > 0 {
		b.frame = mgl64.Ident3()
	}
	at := len(g.bones)
	g.bones = append(g.bones, b.planned)
	rank := func(k *branch) int {
		if g.opt.SortByName {
			return 2
		}
		switch k.name {
		case "MainRotor":
			return 0
		case "TailRotor":
			return 1
		}
		return 2
	}
	sort.SliceStable(b.kids, func(x, y int) bool {
		p, q := b.kids[x], b.kids[y]
		if rank(p) != rank(q) {
			return rank(p) < rank(q)
		}
		return p.name < q.name
	})
	for _, k := range b.kids {
		g.flatten(k, at)
	}
}

// hangRotors makes a bone for every rotor and propeller.
func (g *generator) hangRotors(body *branch) {
	n := map[Role]int{}
	for i := range g.hubs {
		h := &g.hubs[i]
		name, frame := "MainRotor", mainFrame(h.Axle)
		if h.Role == TailRotor {
			name, frame = "TailRotor", tailFrame(h.Axle)
		}
		n[h.Role]++
		if n[h.Role] > 1 {
			name = fmt.Sprintf("%s_%d", name, n[h.Role])
		}
		b := hubBone(name, *h, frame)
		b.hinge = i + 1
		body.hang(&branch{planned: b})
	}
}

// fitGeneral finds wheels, turret, gun, trails and tracks. Rotors were found
// before; their hinges come first.
func (g *generator) fitGeneral(ctx context.Context) error {
	g.kin = &kin{size: g.box(g.drawn()).Size()}
	g.kin.wave = g.recipe != nil && g.recipe.WaveEnabled && !g.keepsBones()
	if err := g.fitWheels(ctx); err != nil {
		return err
	}
	g.fitTurretAndGun()
	g.fitTrails()
	if err := ctx.Err(); err != nil {
		return err
	}
	if g.keepsBones() {
		return nil
	}
	return g.fitTracks(ctx)
}

// drawn lists the parts that are not left out.
func (g *generator) drawn() (out []int) {
	for i := range g.p.Parts {
		if g.p.Parts[i].Role != Ignore {
			out = append(out, i)
		}
	}
	return out
}

// solid lists the parts of a role that have some extent; the others are told of
// and ride with the body.
func (g *generator) solid(role Role) []int {
	var out, flat []int
	for _, i := range g.having(role) {
		if b := g.box([]int{i}); b.Empty() || !(b.Diagonal() > 0) || math.IsInf(b.Diagonal(), 0) {
			flat = append(flat, i)
			continue
		}
		out = append(out, i)
	}
	if len(flat) > 0 {
		g.note(scene.Warning, "PART_WITHOUT_EXTENT", fmt.Sprintf("%s marked %s but a point or not a number, and rides with the body", count(len(flat), "part is", "parts are"), role),
			"nothing can be fitted to a shape without extent", "mark it as Ignore, or mend it in the modelling program", flat...)
	}
	return out
}

// rigTris returns the parts' triangles in the orientation of the rig. What is
// not a finite number is left out.
func (g *generator) rigTris(parts []int) (out []tri) {
	at := g.nodesAt(g.orient)
	for _, i := range parts {
		for _, c := range g.p.Parts[i].geo.chunks {
			idx := g.m.Meshes[g.m.Nodes[c.Node].Mesh-1].Primitives[c.Primitive].Indices
			v := at[c.Node].prims[c.Primitive]
			for _, t := range c.Triangles {
				x := tri{v[idx[3*t]], v[idx[3*t+1]], v[idx[3*t+2]]}
				if finite(x[0]) && finite(x[1]) && finite(x[2]) {
					out = append(out, x)
				}
			}
		}
	}
	return out
}

func finite(v mgl64.Vec3) bool {
	return !math.IsNaN(v[0]+v[1]+v[2]) && !math.IsInf(v[0]+v[1]+v[2], 0)
}

// box is the bounds of parts in the orientation of the rig.
func (g *generator) box(parts []int) scene.Box {
	b := scene.EmptyBox()
	if g.boxes == nil {
		g.boxes = make([]*scene.Box, len(g.p.Parts))
	}
	for _, i := range parts {
		if g.boxes[i] == nil {
			one := scene.EmptyBox()
			for _, t := range g.rigTris([]int{i}) {
				one = one.Add(t[0]).Add(t[1]).Add(t[2])
			}
			g.boxes[i] = &one
		}
		if !g.boxes[i].Empty() {
			b = b.Union(*g.boxes[i])
		}
	}
	return b
}

// facing is where the rig faces, and its left; both level unit vectors. It is
// what Probe guessed, until the axles of wheels or the breadth of tracks show
// that this is across.
func (g *generator) facing() (fwd, left mgl64.Vec3) {
	up := mgl64.Vec3{0, 1, 0}
	if g.front != (mgl64.Vec3{}) {
		return g.front, up.Cross(g.front)
	}
	fwd = flat(g.turnedPoint(g.p.Forward))
	if l := fwd.Len(); !(l > 1e-6) || math.IsInf(l, 0) {
		fwd = front
	}
	fwd = fwd.Normalize()
	return fwd, up.Cross(fwd)
}

// faceAcross turns the facing where the axles, given without regard to their
// sign, lie along what was taken for the front: the front is then across them,
// to +Z or, failing that, +X. All wheels so turn one way even where the guess is
// wrong.
func (g *generator) faceAcross(axles []mgl64.Vec3, parts []int) {
	_, left := g.facing()
	var m mgl64.Mat3
	for _, a := range axles {
		if a = flat(a); a.Len() > 0.7 {
			a = a.Normalize()
			for i := range 3 {
				for j := range 3 {
					m[3*i+j] += a[i] * a[j]
				}
			}
		}
	}
	val, vec := symmetricEigen(m)
	if !(val[0] > 0.5) || val[0] < 0.8*(val[0]+val[1]+val[2]) || math.Abs(vec[0].Dot(left)) > 0.7 {
		return
	}
	d := vec[0].Cross(mgl64.Vec3{0, 1, 0}).Normalize()
	if d[2] < -0.1 || math.Abs(d[2]) <= 0.1 && d[0] < 0 {
		d = d.Mul(-1)
	}
	g.front = d
	g.note(scene.Warning, "FACING_ACROSS", "the axles lie along what was taken for the front, so the front was taken to be across them",
		"the model's facing is a guess: "+g.p.ForwardWhy, "turn the model by Orientation until its nose is at +Z; if it rolls backward, turn it by 180 deg", parts...)
}

// addHinge takes a fitted hinge in, with the recipe's override, and returns its
// place. N counts the role's hinges in the order in which they are added.
func (g *generator) addHinge(h Hinge) int {
	for i := range g.hinges {
		if g.hinges[i].Role == h.Role {
			h.N++
		}
	}
	h.Bone = -1
	h.FittedCenter, h.FittedAxle = h.Center, h.Axle
	g.overrideHinge(&h)
	g.hinges = append(g.hinges, h)
	return len(g.hinges) - 1
}

// orderHinges gives every hinge its bone and puts them in the bones' order.
func (g *generator) orderHinges() {
	moved := make([]int, len(g.hinges))
	var out []Hinge
	for b := range g.bones {
		p := &g.bones[b]
		for i := range g.hinges {
			h := &g.hinges[i]
			mine := p.hinge == i+1
			if g.kin == nil { // the donor's bones: rotors only
				mine = h.Bone < 0 && h.Role == p.role && len(h.Parts) > 0 && len(p.parts) > 0 && h.Parts[0] == p.parts[0]
			}
			if mine {
				h.Bone = b
				moved[i] = len(out)
				out = append(out, *h)
			}
		}
	}
	g.hinges = out
	if g.kin == nil {
		return
	}
	for i := range g.kin.wheels {
		g.kin.wheels[i].hinge = moved[g.kin.wheels[i].hinge]
	}
	for i := range g.kin.trails {
		g.kin.trails[i].hinge = moved[g.kin.trails[i].hinge]
	}
	if g.kin.gun != nil {
		g.kin.gun.hinge = moved[g.kin.gun.hinge]
	}
}

// noteGeneral tells of bones that carry nothing and chains that are too long.
func (g *generator) noteGeneral(r *Rig) {
	b := r.Budget()
	if len(b.Empty) > 0 && !g.kin.source {
		names := ""
		for k, i := range b.Empty {
			if k > 0 {
				names += ", "
			}
			names += r.Bones[i].Name
		}
		g.note(scene.Info, "ZERO_WEIGHT_BONES", fmt.Sprintf("no vertex follows %s: %s", count(len(b.Empty), "bone", "bones"), names),
			"they only carry other bones", "keep them in the export: a tool that drops bones without weights shifts the indices of those behind")
	}
	if b.Depth > MaxDepth {
		g.note(scene.Error, "CHAIN_TOO_DEEP", fmt.Sprintf("the longest chain has %d bones; %d is the most", b.Depth, MaxDepth), "the target engine stops there", "mark some of the parts as Body")
	}
}

// legFrame is a trail leg's rest rotation: Z along the hinge's axle, Y from the
// hinge along the leg.
func legFrame(axle, along mgl64.Vec3) mgl64.Mat3 {
	y := along.Sub(axle.Mul(along.Dot(axle)))
	if y.Len() < 1e-9 {
		y, _ = across(axle)
	}
	y = y.Normalize()
	return mgl64.Mat3FromCols(y.Cross(axle), y, axle)
}
