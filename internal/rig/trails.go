package rig

import (
	"fmt"
	"math"
	"sort"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// trailFit is a howitzer's trail leg ready to be spread.
type trailFit struct {
	hinge int
	sign  float64 // +1 where a positive turn about the axle goes outward
}

// trailTestDeg is the turn by which the outward side is found (spec).
const trailTestDeg = 5

// fitTrails finds each leg's hinge: at the end of the leg that is nearest the
// body, about the vertical. Trail_00 and on: the left side first, each side from
// the front.
func (g *generator) fitTrails() {
	legs := g.legs()
	if len(legs) == 0 {
		return
	}
	fwd, left := g.facing()
	isLeg := map[int]bool{}
	for _, l := range legs {
		for _, i := range l {
			isLeg[i] = true
		}
	}
	var rest []int
	for _, i := range g.drawn() {
		if !isLeg[i] {
			rest = append(rest, i)
		}
	}
	body := g.box(rest)
	middle := body.Center()
	if body.Empty() {
		all := []int{}
		for _, l := range legs {
			all = append(all, l...)
		}
		middle = g.box(all).Center()
	}
	type one struct {
		h        Hinge
		side, at float64
	}
	var list []one
	for _, parts := range legs {
		tris := g.rigTris(parts)
		line, ok := fitTube(tris)
		if !ok {
			g.note(scene.Warning, "TRAIL_WITHOUT_LENGTH", "a trail has no length: where its hinge is cannot be told, and it rides with the body", "", "mark the leg's long part as Trail", parts...)
			continue
		}
		lo, hi := spanOf(tris, line)
		a, b := line.p.Add(line.d.Mul(lo)), line.p.Add(line.d.Mul(hi))
		if flat(b.Sub(middle)).Len() < flat(a.Sub(middle)).Len() {
			a, b = b, a
		}
		h := Hinge{Role: Trail, Kind: "trail", Parts: parts, Center: a, Tip: b, Axle: mgl64.Vec3{0, 1, 0}, Radius: b.Sub(a).Len(), Order: 1,
			Confidence: line.sure, Reason: fmt.Sprintf("leg of %.2f m, hinge at the end nearest the body", b.Sub(a).Len())}
		mid := a.Add(b).Mul(0.5).Sub(middle)
		side := 0.0
		if x := mid.Dot(left); math.Abs(x) > 0.02*h.Radius {
			side = math.Copysign(1, -x)
		}
		list = append(list, one{h, side, mid.Dot(fwd)})
	}
	sort.SliceStable(list, func(a, b int) bool {
		if list[a].side != list[b].side {
			return list[a].side < list[b].side
		}
		return list[a].at > list[b].at
	})
	for _, o := range list {
		k := g.addHinge(o.h)
		h := &g.hinges[k]
		g.kin.trails = append(g.kin.trails, trailFit{hinge: k, sign: outward(h, middle, left)})
	}
}

// outward is the sign of a small turn that takes a leg's end away from the
// middle plane.
func outward(h *Hinge, middle, left mgl64.Vec3) float64 {
	off := func(deg float64) float64 {
		p := turned(h.Axle, deg*math.Pi/180).Mul3x1(h.Tip.Sub(h.Center)).Add(h.Center)
		// From the side on which the leg's hinge or, in the middle, its end is.
		side := h.Center.Sub(middle).Dot(left)
		if math.Abs(side) < 0.02*h.Radius {
			side = h.Tip.Sub(middle).Dot(left)
		}
		return math.Copysign(1, side) * p.Sub(middle).Dot(left)
	}
	if off(trailTestDeg) >= off(-trailTestDeg) {
		return 1
	}
	return -1
}

// legs groups the parts marked Trail: parts whose bounds touch are one leg; a
// group that reaches to both sides of the middle is parted there.
func (g *generator) legs() [][]int {
	parts := g.solid(Trail)
	if len(parts) == 0 {
		return nil
	}
	_, left := g.facing()
	pad := 0.005 * g.box(g.drawn()).Diagonal()
	group := make([]int, len(parts))
	for i := range group {
		group[i] = i
	}
	var find func(i int) int
	find = func(i int) int {
		if group[i] != i {
			group[i] = find(group[i])
		}
		return group[i]
	}
	// The plane between the legs: of all trails together.
	middle := g.box(parts).Center()
	side := func(i int) int {
		b := g.box([]int{i})
		x, half := b.Center().Sub(middle).Dot(left), math.Abs(b.Size().Dot(mgl64.Vec3{math.Abs(left[0]), 0, math.Abs(left[2])}))/2
		switch {
		case x > 0.5*half:
			return 1
		case x < -0.5*half:
			return -1
		}
		return 0
	}
	for i := range parts {
		for j := range i {
			a, b := g.box(parts[i:i+1]), g.box(parts[j:j+1])
			touch := true
			for k := range 3 {
				touch = touch && a.Min[k]-pad <= b.Max[k] && b.Min[k]-pad <= a.Max[k]
			}
			if touch && side(parts[i])*side(parts[j]) >= 0 {
				group[find(i)] = find(j)
			}
		}
	}
	at := map[int]int{}
	var out [][]int
	for i := range parts {
		r := find(i)
		n, ok := at[r]
		if !ok {
			n = len(out)
			at[r] = n
			out = append(out, nil)
		}
		out[n] = append(out[n], parts[i])
	}
	return out
}
