package rig

import (
	"fmt"
	"sort"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// turn takes what was measured under the parts' orientation to the rig's.
func (g *generator) turn() mgl64.Mat3 {
	return g.orient.Mat3().Mul3(g.p.Orientation.Mat3().Transpose())
}

func (g *generator) turnedPoint(v mgl64.Vec3) mgl64.Vec3 { return g.turn().Mul3x1(v) }

// nodesAt returns the model's meshes under an orientation, by node. They are
// made once.
func (g *generator) nodesAt(o Orientation) map[int]*nodeMesh {
	if at, ok := g.nodes[o]; ok {
		return at
	}
	byNode := map[int]*nodeMesh{}
	nodes := meshNodes(g.m, o, g.p.Scale)
	for i := range nodes {
		byNode[nodes[i].node] = &nodes[i]
	}
	if g.nodes == nil {
		g.nodes = map[Orientation]map[int]*nodeMesh{}
	}
	g.nodes[o] = byNode
	return byNode
}

// tris returns a part's triangles in the space that the parts were measured in.
func (g *generator) tris(parts []int) (out [][3]mgl64.Vec3) {
	byNode := g.nodesAt(g.p.Orientation)
	for _, i := range parts {
		for _, c := range g.p.Parts[i].geo.chunks {
			idx := g.m.Meshes[g.m.Nodes[c.Node].Mesh-1].Primitives[c.Primitive].Indices
			at := byNode[c.Node].prims[c.Primitive]
			for _, t := range c.Triangles {
				out = append(out, [3]mgl64.Vec3{at[idx[3*t]], at[idx[3*t+1]], at[idx[3*t+2]]})
			}
		}
	}
	return out
}

// centroid is the middle of the area of some parts, or of all bounds where they
// have none.
func (g *generator) centroid(parts []int) mgl64.Vec3 {
	if len(parts) == 0 {
		return g.p.Bounds.Center()
	}
	list := make([]tri, 0, 64)
	for _, t := range g.tris(parts) {
		list = append(list, tri(t))
	}
	return measure(list).centroid
}

// middle is the centre of the parts' common bounds.
func (g *generator) middle(parts []int) mgl64.Vec3 {
	b := scene.EmptyBox()
	for _, i := range parts {
		b = b.Union(g.p.Parts[i].Bounds)
	}
	return b.Center()
}

// rotors settles which rotors there are under the roles that count: those that
// Probe found, as far as their parts still are rotors, and new ones for parts
// that were marked by hand. They come out in the rig's orientation, main rotors
// first, each role from the largest down, with the recipe's overrides applied.
func (g *generator) rotors() []Hub {
	var out []Hub
	taken := map[int]bool{}
	for _, role := range []Role{Rotor, TailRotor} {
		for n := range g.p.Hubs {
			h := g.p.Hubs[n]
			h.Parts = nil
			for _, i := range g.p.Hubs[n].Parts {
				if g.p.Parts[i].Role == role {
					h.Parts = append(h.Parts, i)
					taken[i] = true
				}
			}
			if len(h.Parts) == 0 {
				continue
			}
			if h.Role != role {
				h.Role, h.Kind = role, kindOf(role)
			}
			out = append(out, h)
		}
		var loose []int
		for _, i := range g.having(role) {
			if !taken[i] {
				loose = append(loose, i)
			}
		}
		out = g.adopt(out, role, loose)
	}
	sort.SliceStable(out, func(a, b int) bool {
		x, y := &out[a], &out[b]
		if x.Role != y.Role {
			return x.Role < y.Role
		}
		if px, py := x.Kind == "propeller", y.Kind == "propeller"; px != py {
			return py
		}
		return x.Radius > y.Radius*(1+1e-9)
	})
	turn := g.turn()
	seen := map[Role]int{}
	for n := range out {
		h := &out[n]
		h.Center = turn.Mul3x1(h.Center)
		h.Axle = pointed(h.Role, turn.Mul3x1(h.Axle).Normalize(), turn.Mul3x1(g.p.Forward))
		k := hingeOf(h)
		k.N = seen[h.Role]
		seen[h.Role]++
		g.overrideHinge(&k)
		h.Center, h.Axle, h.Reason = k.Center, k.Axle, k.Reason
		g.hinges = append(g.hinges, k)
	}
	return out
}

func kindOf(role Role) string {
	if role == TailRotor {
		return "tail rotor"
	}
	return "main rotor"
}

// adopt gives parts that were marked by hand to the rotor in whose disc they
// lie, and makes rotors of the others: one for all of them if they turn about
// one axle, else one each.
func (g *generator) adopt(hubs []Hub, role Role, loose []int) []Hub {
	var rest []int
	for _, i := range loose {
		home := -1
		for n := range hubs {
			h := &hubs[n]
			d := g.p.Parts[i].Center.Sub(h.Center)
			along := d.Dot(h.Axle)
			if h.Role == role && offLine(g.p.Parts[i].Center, h.Center, h.Axle) < h.Radius && along < 0.5*h.Radius && along > -0.5*h.Radius {
				home = n
				break
			}
		}
		if home >= 0 {
			hubs[home].Parts = append(hubs[home].Parts, i)
			sort.Ints(hubs[home].Parts)
		} else {
			rest = append(rest, i)
		}
	}
	if len(rest) == 0 {
		return hubs
	}
	all, good := g.fitByHand(role, rest)
	if good || len(rest) == 1 {
		return append(hubs, all)
	}
	var each []Hub
	var bad []int
	for _, i := range rest {
		if h, ok := g.fitByHand(role, []int{i}); ok {
			each = append(each, h)
		} else {
			bad = append(bad, i)
		}
	}
	if len(each) == 0 {
		return append(hubs, all)
	}
	hubs = append(hubs, each...)
	if len(bad) > 0 {
		h, _ := g.fitByHand(role, bad)
		hubs = append(hubs, h)
	}
	return hubs
}

// fitByHand fits parts that the user calls a rotor. Where nothing about them
// repeats, the axis of least spread stands in, and a finding says so.
func (g *generator) fitByHand(role Role, parts []int) (h Hub, good bool) {
	tris := g.tris(parts)
	fit, ok := FitAxle(tris, mgl64.Vec3{0, 1, 0})
	h = Hub{Role: role, Kind: kindOf(role), Parts: append([]int(nil), parts...), Blades: fit.Order, Fit: fit, Confidence: 1, Reason: "marked by hand"}
	if good = ok && fit.Correlation >= 0.7 && fit.Order != 1; !good {
		list := make([]tri, len(tris))
		for i := range tris {
			list[i] = tri(tris[i])
		}
		m := measure(list)
		fit.Axle, fit.Center = m.axes[2], m.centroid
		h.Reason += ", axle by least spread"
		g.note(scene.Warning, "AXLE_DOUBTFUL", fmt.Sprintf("the axle of the %s is a guess", h.Kind),
			"its parts repeat themselves about no axle", "mark all of its blades, or set axle and hub by hand", parts...)
	}
	h.Center, h.Axle, h.Radius = fit.Center, fit.Axle, fit.Radius
	return h, good
}
