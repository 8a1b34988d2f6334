package rig

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"sort"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// wheelFit is a wheel ready to be hung and rolled.
type wheelFit struct {
	hinge int     // in generator.hinges, then in Rig.Hinges
	kind  string  // "wheel", "sprocket" or "idler"
	r     float64 // rolling radius about the axle as used, metres
	seam  seam
	track int // of the belt that runs round it, -1 for none
}

// Figures of the clustering (spec).
const (
	clusterReach = 0.75 // of the anchor's largest dimension: a part whose centre lies nearer belongs to it
	// A part nearly as large as the anchor whose centre is off the anchor's by
	// more than this is a wheel of its own: the spec's reach alone would fuse
	// the overlapping road wheels of a tank.
	equalSize, equalOff = 0.8, 0.25
)

// cluster is the parts of one wheel. The first is the anchor.
type wheelCluster struct {
	parts []int
	hub   *Hub // that Probe found, nil for none
}

// clusterWheels groups the parts marked Wheel: sorted by their largest bounding
// dimension, a part joins the nearest anchor within reach, else is an anchor.
func (g *generator) clusterWheels() []wheelCluster {
	parts := g.solid(Wheel)
	var out []wheelCluster
	taken := map[int]bool{}
	for n := range g.p.Hubs {
		h := &g.p.Hubs[n]
		if h.Role != Wheel {
			continue
		}
		c := wheelCluster{hub: h}
		for _, i := range h.Parts {
			if g.p.Parts[i].Role == Wheel && !taken[i] && !g.box([]int{i}).Empty() {
				c.parts = append(c.parts, i)
				taken[i] = true
			}
		}
		if len(c.parts) > 0 {
			out = append(out, c)
		}
	}
	dim := func(i int) float64 {
		s := g.box([]int{i}).Size()
		return max(s[0], s[1], s[2])
	}
	sort.SliceStable(parts, func(a, b int) bool { return dim(parts[a]) > dim(parts[b]) })
	for _, i := range parts {
		if taken[i] {
			continue
		}
		c := g.box([]int{i}).Center()
		home, near := -1, math.Inf(1)
		for n := range out {
			anchor := out[n].parts[0]
			ab := g.box([]int{anchor})
			d, big := ab.Center().Sub(c), dim(anchor)
			if l := d.Len(); l <= clusterReach*big && l < near {
				// Across the thinnest extent, which stands in for the axle.
				s := ab.Size()
				k := 0
				for j := 1; j < 3; j++ {
					if s[j] < s[k] {
						k = j
					}
				}
				d[k] = 0
				if dim(i) >= equalSize*big && d.Len() > equalOff*big {
					continue
				}
				home, near = n, l
			}
		}
		if home >= 0 {
			out[home].parts = append(out[home].parts, i)
		} else {
			out = append(out, wheelCluster{parts: []int{i}})
		}
	}
	return out
}

// fitWheels makes the wheels' hinges: Wheel_00 and on, the left side first,
// each side from the front.
func (g *generator) fitWheels(ctx context.Context) error {
	clusters := g.clusterWheels()
	if len(clusters) == 0 {
		return nil
	}
	_, left := g.facing()
	g.nodesAt(g.orient) // filled before it is shared
	tris := make([][]tri, len(clusters))
	for n := range clusters {
		tris[n] = g.rigTris(clusters[n].parts)
	}
	type one struct {
		h    Hinge
		w    wheelFit
		side int
		at   float64
	}
	list := make([]one, len(clusters))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(clusters)) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for ctx.Err() == nil {
				n := int(next.Add(1)) - 1
				if n >= len(clusters) {
					return
				}
				list[n].h = g.fitWheel(&clusters[n], tris[n], left)
			}
		}()
	}
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return err
	}
	axles := make([]mgl64.Vec3, len(list))
	for n := range list {
		axles[n] = list[n].h.Axle
	}
	g.faceAcross(axles, g.having(Wheel))
	fwd, left := g.facing()
	all := g.box(g.having(Wheel))
	width := all.Size().Dot(absVec(left))
	middle := all.Center()
	for n := range list {
		o := &list[n]
		o.h.Axle = pointed(TailRotor, o.h.Axle, fwd) // to the model's left: a positive turn rolls forward
		o.w = wheelFit{kind: o.h.Kind, track: -1}
		d := o.h.Center.Sub(middle)
		switch x := d.Dot(left); {
		case x > 0.02*width:
			o.side = 0
		case x >= -0.02*width:
			o.side = 1
		default:
			o.side = 2
		}
		o.at = d.Dot(fwd)
	}
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(a, b int) bool {
		x, y := &list[order[a]], &list[order[b]]
		if x.side != y.side {
			return x.side < y.side
		}
		return x.at > y.at
	})
	for _, n := range order {
		o := &list[n]
		k := g.addHinge(o.h)
		h := &g.hinges[k]
		o.w.hinge = k
		o.w.r = farthest(tris[n], h.Center, h.Axle)
		o.w.seam = seamOf(tris[n], h.Center, h.Axle, o.w.r)
		h.Order = o.w.seam.order
		g.kin.wheels = append(g.kin.wheels, o.w)
		if h.Confidence < 0.5 {
			g.note(scene.Warning, "AXLE_DOUBTFUL", fmt.Sprintf("the axle of wheel %d (%s) is a guess: %s", h.N, g.p.Parts[h.Parts[0]].Name, h.Reason),
				"its parts repeat themselves about no axle", "set axle and hub by hand, or choose the axle X, Y or Z for all wheels", h.Parts...)
		}
	}
	return nil
}

// fitWheel finds one wheel's axle and hub.
func (g *generator) fitWheel(c *wheelCluster, tris []tri, left mgl64.Vec3) Hinge {
	parts := append([]int{}, c.parts...)
	sort.Ints(parts)
	h := Hinge{Role: Wheel, Kind: g.wheelKind(c), Parts: parts}
	anchor := g.box(c.parts[:1])
	h.Center = anchor.Center()
	choice := 0
	if g.recipe != nil {
		choice = g.recipe.AxisChoice
	}
	switch {
	case choice >= 1 && choice <= 3:
		h.Axle[choice-1] = 1
		h.Confidence, h.Reason = 1, "axle along "+"XYZ"[choice-1:choice]+" by hand, hub in the middle of the largest part"
	case c.hub != nil && c.hub.Fit.Correlation >= 0.8:
		turn := g.turn()
		h.Center, h.Axle = turn.Mul3x1(c.hub.Center), turn.Mul3x1(c.hub.Axle).Normalize()
		h.Confidence, h.Reason = c.hub.Confidence, c.hub.Reason
	default:
		if fit, ok := fitRound(tris, left); ok {
			h.Axle = fit.Axle
			h.Center = fit.Center.Add(fit.Axle.Mul(h.Center.Sub(fit.Center).Dot(fit.Axle)))
			h.Confidence = min(1, fit.Correlation)
			h.Reason = fmt.Sprintf("axle by %d-fold symmetry, %.0f %% of it alike", fit.Order, 100*fit.Correlation)
			if fit.Order == 0 {
				h.Reason = "axle by roundness"
			}
			break
		}
		s := g.box(c.parts).Size()
		k := 0
		for j := 1; j < 3; j++ {
			if s[j] < s[k] {
				k = j
			}
		}
		h.Axle[k] = 1
		h.Confidence, h.Reason = 0.4, "axle by the thinnest extent, hub in the middle of the largest part"
		if big := max(s[0], s[1], s[2]); s[k] > 0.9*big {
			h.Confidence = 0.2
			h.Reason += "; it is thin nowhere"
		}
	}
	h.Radius = farthest(tris, h.Center, h.Axle)
	return h
}

// wheelKind is the kind that Probe or, failing that, a name says.
func (g *generator) wheelKind(c *wheelCluster) string {
	say := func(s string) string {
		s = strings.ToLower(s)
		for _, k := range []string{"sprocket", "idler"} {
			if strings.Contains(s, k) {
				return k
			}
		}
		return ""
	}
	if c.hub != nil {
		if k := say(c.hub.Kind); k != "" {
			return k
		}
	}
	for _, i := range c.parts {
		if k := say(g.p.Parts[i].Name); k != "" {
			return k
		}
	}
	return "wheel"
}

// fitRound finds the axle of a shape that is as good as the same in three or
// more directions about it: a wheel, a drum, a roller. Unlike FitAxle it does
// not prefer what is flat, so that a drum turns about its length; of axes that
// fit alike the hint wins. ok is false where nothing repeats well enough.
func fitRound(tris []tri, hint mgl64.Vec3) (fit Fit, ok bool) {
	s := newSurface(tris)
	if s == nil {
		return fit, false
	}
	f := newFitter(s)
	type cand struct {
		a     axis
		score float64
	}
	var list []cand
	for _, d := range f.directions([]mgl64.Vec3{hint}) {
		if a := f.order(d, mgl64.Vec3{}); a.n >= 3 && a.match > 0.6 {
			list = append(list, cand{a, a.match + 0.02*math.Abs(d.Dot(hint)) + 0.004*float64(min(a.n, 12))})
		}
	}
	sort.SliceStable(list, func(a, b int) bool { return list[a].score > list[b].score })
	for _, c := range list[:min(len(list), 2)] {
		a := f.refine(c.a)
		if a.match < 0.75 {
			continue
		}
		return f.result(a), true
	}
	// Two-fold shapes: a wheel with two spokes and no rim.
	b := f.best([]mgl64.Vec3{hint})
	return b, b.Order >= 2 && b.Correlation >= 0.85 && b.Thickness < b.Radius
}

// farthest is the distance of the farthest corner from a line.
func farthest(tris []tri, c, a mgl64.Vec3) (r float64) {
	for i := range tris {
		for _, v := range tris[i] {
			r = max(r, offLine(v, c, a))
		}
	}
	return r
}
