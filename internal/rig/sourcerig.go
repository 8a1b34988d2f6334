package rig

import (
	"context"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// keepsBones reports whether the recipe asks for the skeleton that the model
// came with: the rows of such a model are bones, and marks apply to them.
func (g *generator) keepsBones() bool {
	return g.recipe != nil && g.recipe.UseSourceRig && g.p.Target == General && g.p.bones && len(g.m.Skins) > 0
}

// generateSource hangs hinges on the bones of the source: nothing of the model
// changes but its orientation and scale, as a node above all others.
func (g *generator) generateSource(ctx context.Context) (*Rig, error) {
	m := *g.m
	m.Nodes = append([]scene.Node{}, g.m.Nodes...)
	if g.orient != (Orientation{}) || scaleOf(g.p.Scale) != 1 {
		top := scene.Node{Name: "Orientation", Local: scene.Identity(), Children: append([]int{}, g.m.Roots...)}
		top.Local.R = scene.QuatFromMat3(g.orient.Mat3())
		s := scaleOf(g.p.Scale)
		top.Local.S = mgl64.Vec3{s, s, s}
		for _, r := range m.Roots {
			m.Nodes[r].Parent = scene.Some(len(m.Nodes))
		}
		m.Roots = []int{len(m.Nodes)}
		m.Nodes = append(m.Nodes, top)
	}
	r := &Rig{Model: &m, Hubs: g.hubs, Triangles: m.TriangleCount(), kin: g.kin}
	g.kin.source = true
	at := g.sourceBones(r)
	if len(r.Bones) > MaxBones {
		g.note(scene.Error, "TOO_MANY_BONES", fmt.Sprintf("the model's own skeleton has %d bones; %d is the most", len(r.Bones), MaxBones),
			"the target engine's index wall", "generate a new rig instead of keeping the model's bones")
	}
	if len(m.Skins) > 1 {
		g.note(scene.Info, "SEVERAL_SKINS", fmt.Sprintf("the model has %d skins; the bones of the first come first", len(m.Skins)), "", "a target that takes one skin needs a generated rig")
	}
	g.hangOnSource(r, at)
	for _, role := range []Role{Caterpillar, Ignore} {
		var parts []int
		for _, i := range g.having(role) {
			if !g.p.Parts[i].Helper {
				parts = append(parts, i)
			}
		}
		if len(parts) > 0 {
			g.note(scene.Info, "ROLE_RIDES", fmt.Sprintf("%s marked %s, which has no effect on the model's own bones", count(len(parts), "part is", "parts are"), role),
				"the model's own bones are kept", "generate a new rig for it to count", parts...)
		}
	}
	return r, ctx.Err()
}

// joint names a bone of the source: its skin and its place in that.
type joint struct{ skin, place int }

// sourceBones lists the joints of the skins as bones, each once, and says which
// bone a node is.
func (g *generator) sourceBones(r *Rig) map[int]int {
	at := map[int]int{}
	for s := range r.Model.Skins {
		for k, n := range r.Model.Skins[s].Joints {
			if _, ok := at[n]; !ok {
				at[n] = len(g.kin.joints)
				g.kin.joints = append(g.kin.joints, joint{s, k})
			}
		}
	}
	for b, j := range g.kin.joints {
		n := r.Model.Skins[j.skin].Joints[j.place]
		parent := -1
		for p, ok := r.Model.Nodes[n].Parent.Get(); ok && parent < 0; p, ok = r.Model.Nodes[p].Parent.Get() {
			if k, is := at[p]; is {
				parent = k
			}
		}
		r.Bones = append(r.Bones, Bone{Index: b, Name: r.Model.Nodes[n].Name, Parent: parent, Role: Default, Node: n, Parts: []int{}})
	}
	for i := range g.p.Parts {
		if b, ok := at[g.p.Parts[i].DominantBone]; ok && g.p.Parts[i].DominantBone >= 0 {
			bone := &r.Bones[b]
			bone.Parts = append(bone.Parts, i)
			if role := g.p.Parts[i].Role; bone.Role == Default || role.Hinged() && !bone.Role.Hinged() {
				bone.Role = role
			}
		}
	}
	return at
}

// hangOnSource gives every bone of a hinge's parts that hinge: about the bone's
// own axis nearest the fitted axle, with its sign, through the bone's own place.
// Of bones below each other only the upper one turns.
func (g *generator) hangOnSource(r *Rig, at map[int]int) {
	world := r.Model.World(nil, nil, nil)
	first := make([][]int, len(g.hinges))
	var out []Hinge
	counts := map[Role]int{}
	for k := range g.hinges {
		h := g.hinges[k]
		turns := map[int][]int{}
		var order []int
		for _, i := range h.Parts {
			b, ok := at[g.p.Parts[i].DominantBone]
			if !ok || g.p.Parts[i].DominantBone < 0 {
				g.note(scene.Warning, "PART_WITHOUT_BONE", fmt.Sprintf("%s is marked %s, but no bone of the model's own holds it", g.p.Parts[i].Name, h.Role),
					"its vertices follow no joint", "generate a new rig instead of keeping the model's bones", i)
				continue
			}
			if turns[b] == nil {
				order = append(order, b)
			}
			turns[b] = append(turns[b], i)
		}
		for _, b := range order {
			if below(r, b, turns) {
				continue
			}
			one := h
			one.N, one.Bone, one.Parts = counts[h.Role], b, turns[b]
			counts[h.Role]++
			w := world[r.Bones[b].Node]
			one.Center = scene.Position(w)
			var off float64
			one.Axle, off = nearestAxis(scene.LinearPart(w), h.Axle)
			one.Reason += fmt.Sprintf("; about the bone's own axis, %.3g deg off it", off)
			if off > 10 {
				g.note(scene.Warning, "BONE_AXIS_OFF", fmt.Sprintf("no axis of the bone %s lies along its %s's axle: the nearest is %.0f deg off", r.Bones[b].Name, one.Kind, off),
					"the bone was not made to turn it", "generate a new rig instead of keeping the model's bones", turns[b]...)
			}
			if d := offLine(one.Center, h.Center, h.Axle); (h.Role == Wheel || h.Role == Rotor || h.Role == TailRotor) && d > 0.03*h.Radius {
				g.note(scene.Warning, "BONE_OFF_HUB", fmt.Sprintf("the bone %s lies %.3g m beside the axle of its %s, which will wobble", r.Bones[b].Name, d, one.Kind),
					"the bone was placed elsewhere", "generate a new rig instead of keeping the model's bones", turns[b]...)
			}
			first[k] = append(first[k], len(out))
			out = append(out, one)
		}
	}
	var wheels []wheelFit
	for _, w := range g.kin.wheels {
		for _, k := range first[w.hinge] {
			w.hinge = k
			wheels = append(wheels, w)
		}
	}
	g.kin.wheels = wheels
	var trails []trailFit
	for _, t := range g.kin.trails {
		for _, k := range first[t.hinge] {
			trails = append(trails, trailFit{hinge: k, sign: t.sign})
		}
	}
	g.kin.trails = trails
	if f := g.kin.gun; f != nil {
		if list := first[f.hinge]; len(list) > 0 {
			f.hinge, f.slide = list[0], 0
		} else {
			g.kin.gun = nil
		}
	}
	g.hinges = out
}

// below reports whether a bone hangs on another of the set.
func below(r *Rig, b int, set map[int][]int) bool {
	for p, n := r.Bones[b].Parent, 0; p >= 0 && n < len(r.Bones); p, n = r.Bones[p].Parent, n+1 {
		if set[p] != nil {
			return true
		}
	}
	return false
}

// nearestAxis is the column of a frame, either way, that lies nearest a
// direction, and the angle between them in degrees.
func nearestAxis(frame mgl64.Mat3, dir mgl64.Vec3) (mgl64.Vec3, float64) {
	best, out := -1.0, dir
	for k := range 3 {
		c := frame.Col(k)
		l := c.Len()
		if !(l > 0) {
			continue
		}
		if s := c.Dot(dir) / l; math.Abs(s) > best+1e-9 {
			best = math.Abs(s)
			out = c.Mul(math.Copysign(1/l, s))
		}
	}
	if best < 0 {
		return dir, 0
	}
	return out, math.Atan2(out.Cross(dir).Len(), out.Dot(dir)) * 180 / math.Pi
}
