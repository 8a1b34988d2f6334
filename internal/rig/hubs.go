package rig

import (
	"context"
	"math"
	"runtime"
	"sort"
	"sync"
	"sync/atomic"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// candidate is a set of pieces that may be a rotor.
type candidate struct {
	pieces []int
	fit    Fit
	clear  float64 // 0..1: how free the swept disc is of everything else
	score  float64
	round  bool // a blur disc: flat and round, no blades
	ring   bool // blades are pieces of their own
	uneven bool // the blades are at unequal angles, or one is missing
	whole  int  // node whose whole mesh it is, -1
	hinted bool // a name says rotor
}

// finder looks for rotors among pieces.
type finder struct {
	m      *scene.Model
	pieces []piece
	use    []int // pieces that count: no helpers
	size   float64
	bounds scene.Box
	area   float64
	names  bool          // names may be looked at
	byNode map[int][]int // pieces of each node
	ctx    context.Context
	rays   *bvh     // see tree
	v      *vehicle // what the rest was recognised as; nil before decide
}

func newFinder(ctx context.Context, m *scene.Model, pieces []piece, use []int, names bool) *finder {
	f := &finder{m: m, pieces: pieces, use: use, names: names, byNode: map[int][]int{}, ctx: ctx}
	f.bounds = scene.EmptyBox()
	for _, i := range use {
		f.bounds = f.bounds.Union(pieces[i].bounds)
		f.area += pieces[i].area
		f.byNode[pieces[i].node] = append(f.byNode[pieces[i].node], i)
	}
	f.size = f.bounds.Diagonal()
	return f
}

// Bounds of what one probe fits, for models of thousands of equal pieces.
const (
	maxCandidates  = 96  // of rings and of wholes
	maxPairs       = 48  // of two equal bars
	maxRotorPieces = 400 // in one rotor
)

// trial is a candidate before it is fitted, with directions to try.
type trial struct {
	c     candidate
	hints []mgl64.Vec3
	fixed *Fit // measured already; nil: judge fits
}

// verdict is what judge said of a trial.
type verdict struct {
	c         candidate
	shape, ok bool
}

// candidates gathers every set of pieces that may turn about an axle, fitted
// and scored, best first. Rings of blades come first: a blade is a bar of its
// own, and two blades of four are a pair, so what a larger ring explains needs
// no second look. Of equal single pieces only one is fitted, unless it could
// be a rotor.
func (f *finder) candidates(step func(done, total int)) ([]candidate, error) {
	var rings, pairs []trial
	for _, r := range findRings(f.pieces, f.use, f.size) {
		t := trial{c: candidate{pieces: r.pieces, ring: true, whole: -1}, hints: []mgl64.Vec3{r.axle}}
		if len(r.pieces) == 2 {
			pairs = append(pairs, t)
		} else {
			rings = append(rings, t)
		}
	}
	known := map[string]bool{}
	for _, t := range rings {
		known[setKey(t.c.pieces)] = true
	}
	for _, r := range findFans(f.pieces, f.use, f.size) {
		if fit := r.fit(f); fit.Correlation > 0.7 && !known[setKey(r.pieces)] {
			rings = append(rings, trial{c: candidate{pieces: r.pieces, ring: true, uneven: !r.even, whole: -1}, fixed: &fit})
		}
	}
	bySize := func(list []trial, most int) []trial {
		sort.SliceStable(list, func(a, b int) bool { return f.areaOf(list[a].c.pieces) > f.areaOf(list[b].c.pieces) })
		return list[:min(len(list), most)]
	}
	rings, pairs = bySize(rings, maxCandidates), bySize(pairs, maxPairs)
	wholes := f.wholes()
	wholes = wholes[:min(len(wholes), maxCandidates)]
	done, total := 0, len(rings)+len(pairs)+len(wholes)
	var out []candidate
	run := func(list []trial) ([]verdict, error) {
		v, err := f.judgeAll(list, func() { done++; step(done, total) })
		for i := range v {
			if v[i].ok {
				out = append(out, v[i].c)
			}
		}
		return v, err
	}
	if _, err := run(rings); err != nil {
		return nil, err
	}
	ringed := map[int]bool{}
	explain := func(min int) {
		for _, c := range out {
			if c.ring && c.score > 0.6 && c.clear > 0.5 && c.fit.Order >= min {
				for _, k := range c.pieces {
					ringed[k] = true
				}
			}
		}
	}
	explain(3)
	var rest []trial
	for _, t := range pairs {
		if !ringed[t.c.pieces[0]] || !ringed[t.c.pieces[1]] {
			rest = append(rest, t)
		}
	}
	if _, err := run(rest); err != nil {
		return nil, err
	}
	explain(2)
	class := f.classOf()
	first := map[int]int{} // class -> index in lead
	var lead, later []trial
	up := []mgl64.Vec3{{0, 1, 0}}
	for _, c := range wholes {
		t := trial{c: c, hints: up}
		if len(c.pieces) == 1 {
			one := c.pieces[0]
			if ringed[one] {
				continue
			}
			if n := class[one]; n > 0 {
				if _, seen := first[n]; seen {
					later = append(later, t)
					continue
				}
				first[n] = len(lead)
			}
		}
		lead = append(lead, t)
	}
	got, err := run(lead)
	if err != nil {
		return nil, err
	}
	rest = nil
	for _, t := range later {
		if v := got[first[class[t.c.pieces[0]]]]; v.ok || v.shape {
			rest = append(rest, t)
		}
	}
	if _, err := run(rest); err != nil {
		return nil, err
	}
	step(total, total)
	sort.SliceStable(out, func(a, b int) bool { return out[a].score > out[b].score })
	return out, nil
}

// judgeAll judges trials on all processors; the verdicts are in the trials'
// order. tick is called after each, by one goroutine at a time.
func (f *finder) judgeAll(list []trial, tick func()) ([]verdict, error) {
	out := make([]verdict, len(list))
	var next atomic.Int64
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(list)) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for f.ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(list) {
					return
				}
				c, shape, ok := f.judge(&list[i])
				out[i] = verdict{c, shape, ok}
				mu.Lock()
				tick()
				mu.Unlock()
			}
		}()
	}
	wg.Wait()
	return out, f.ctx.Err()
}

// classOf numbers the classes of equal pieces from 1; pieces without an equal
// have 0.
func (f *finder) classOf() map[int]int {
	out := map[int]int{}
	for n, c := range classes(f.pieces, f.use) {
		for _, i := range c {
			out[i] = n + 1
		}
	}
	return out
}

func (f *finder) areaOf(set []int) (a float64) {
	for _, i := range set {
		a += f.pieces[i].area
	}
	return a
}

func (f *finder) trisOf(set []int) (out []tri) {
	for _, i := range set {
		out = append(out, f.pieces[i].tris...)
	}
	return out
}

// wholes lists single pieces, whole nodes and whole subtrees whose moments do
// not rule out a rotor.
func (f *finder) wholes() []candidate {
	var out []candidate
	seen := map[string]bool{}
	add := func(set []int, node int) {
		if len(set) == 0 || len(set) > maxRotorPieces || !f.maybe(set) {
			return
		}
		if key := setKey(set); !seen[key] {
			seen[key] = true
			out = append(out, candidate{pieces: set, whole: node})
		}
	}
	nodes := make([]int, 0, len(f.byNode))
	for n := range f.byNode {
		nodes = append(nodes, n)
	}
	sort.Ints(nodes)
	for _, n := range nodes {
		add(f.byNode[n], n)
	}
	for _, set := range f.subtrees() {
		add(set, -1)
	}
	sort.SliceStable(out, func(a, b int) bool { return f.areaOf(out[a].pieces) > f.areaOf(out[b].pieces) })
	var single []candidate
	for _, i := range f.use {
		if len(f.byNode[f.pieces[i].node]) > 1 && f.maybe([]int{i}) {
			single = append(single, candidate{pieces: []int{i}, whole: -1})
		}
	}
	sort.SliceStable(single, func(a, b int) bool { return f.areaOf(single[a].pieces) > f.areaOf(single[b].pieces) })
	return append(out, single...)
}

// subtrees returns the pieces below every node that has two to forty meshes
// under it: a rotor whose parts share a parent.
func (f *finder) subtrees() [][]int {
	under := make([][]int, len(f.m.Nodes))
	order := f.m.ParentsFirst()
	for k := len(order) - 1; k >= 0; k-- {
		n := order[k]
		under[n] = append(under[n], f.byNode[n]...)
		if p, ok := f.m.Nodes[n].Parent.Get(); ok && len(under[p]) <= maxRotorPieces {
			under[p] = append(under[p], under[n]...)
		}
	}
	var out [][]int
	for n := range under {
		own := len(f.byNode[n])
		if l := len(under[n]); l >= 2 && l > own && l <= maxRotorPieces && l < len(f.use) {
			set := append([]int(nil), under[n]...)
			sort.Ints(set)
			out = append(out, set)
		}
	}
	return out
}

// maybe rules out by moments what no rotor can be. A shape with three or more
// blades has two equal spreads; one with two is long, and long across its axle.
func (f *finder) maybe(set []int) bool {
	list := make([]moments, len(set))
	box := scene.EmptyBox()
	for k, i := range set {
		list[k] = f.pieces[i].moments
		box = box.Union(f.pieces[i].bounds)
	}
	m := combine(list)
	s := m.spread
	if m.area == 0 || s[0] == 0 || box.Diagonal() < 0.02*f.size {
		return false
	}
	if share := m.area / f.area; share > 0.5 && share < 0.999 && len(set) > 3 {
		return false // the hull; a model of nothing but a rotor is looked at as a whole
	}
	if s[0]-s[1] < 0.13*s[0] && s[2] < 0.8*s[1] {
		return true
	}
	if s[1]-s[2] < 0.08*s[1] && s[0] > 1.25*s[1] && len(set) > 1 { // a mast longer than the blades
		return true
	}
	if s[0] < 2.5*s[1] || math.Abs(m.axes[0][1]) > 0.7 && box.Diagonal() > 0.3*f.size {
		return false
	}
	// Two blades: alike on both sides of the middle.
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, i := range set {
		for _, t := range f.pieces[i].tris {
			for _, v := range t {
				d := v.Sub(m.centroid).Dot(m.axes[0])
				lo, hi = min(lo, d), max(hi, d)
			}
		}
	}
	if math.Abs(hi+lo) > 0.06*(hi-lo) {
		return false
	}
	return len(set) > 1 || f.barMaybe(set[0], hi)
}

// barMaybe looks closer at a bar of one piece, of which a model has many: struts,
// rails, barrels. A bar of two blades is broader than it is thick, is as long
// as a main rotor or stands off the middle, and can turn about its thin axis
// without striking what is around it.
func (f *finder) barMaybe(i int, half float64) bool {
	p := &f.pieces[i]
	if p.spread[1] < 0.06*p.spread[0] && p.spread[1] < 1.25*p.spread[2] {
		return false
	}
	mid := f.bounds.Center()
	off := p.centroid.Sub(mid)
	if (half < 0.1*f.size || off[1] < -0.05*f.size) && (half < 0.015*f.size || flat(off).Len() < 0.15*f.size) {
		return false
	}
	return f.clearance([]int{i}, &Fit{Axle: p.axes[2], Center: p.centroid, Radius: half}) > 0.1
}

// judge fits a candidate and scores it; ok is false for what is no rotor, and
// shape is, where that is so whatever stands around it.
func (f *finder) judge(t *trial) (out candidate, shape, ok bool) {
	c := t.c
	if t.fixed != nil {
		c.fit = *t.fixed
	} else {
		s := newSurface(f.trisOf(c.pieces))
		if s == nil {
			return c, false, false
		}
		ft := newFitter(s)
		ft.quick = true
		c.fit = ft.best(t.hints)
	}
	c.hinted = f.names && f.nameSaysRotor(c.pieces)
	fit := &c.fit
	if fit.Radius < 0.008*f.size || fit.Correlation < 0.7 {
		return c, false, false
	}
	if fit.Order == 0 || fit.Contrast < 0.12 {
		// A disc without blades counts only where it is a thin sheet.
		if fit.Thickness > 0.03*fit.Radius || len(c.pieces) > 2 || fit.Correlation < 0.9 {
			return c, false, false
		}
		c.round = true
	} else if fit.Order < 2 || fit.Contrast < 0.3 || fit.Depth > 0.75*fit.Radius {
		return c, false, false
	}
	if !c.round && fit.Order == 2 && edgeOn(f.trisOf(c.pieces), f.areaOf(c.pieces), fit) {
		return c, false, false
	}
	if !c.round && fit.Order == 2 && len(c.pieces) == 1 && f.halfBlade(c.pieces[0]) {
		return c, false, false
	}
	if !c.round && fit.Order >= 5 && f.polygon(c.pieces, fit) {
		return c, false, false
	}
	c.clear = f.clearance(c.pieces, fit)
	c.score = fit.Correlation * (0.5 + 0.5*c.clear) * (1 - 0.5*min(fit.Depth/fit.Radius, 1))
	if c.round {
		c.score *= 0.8
	} else {
		c.score *= 0.7 + 0.3*min(fit.Contrast/0.6, 1)
	}
	if c.ring {
		c.score *= 1.05
	}
	return c, true, true
}

// edgeOn reports whether a bar is deeper along its axle than broad in its disc:
// a wing seen along the flight, not a blade. Depth is taken section by section,
// so that droop and cone do not count.
func edgeOn(tris []tri, area float64, fit *Fit) bool {
	list := spread(tris, area, 600)
	arm := measure(tris).axes[0]
	arm = arm.Sub(fit.Axle.Mul(arm.Dot(fit.Axle)))
	if arm.Len() == 0 || area == 0 {
		return true
	}
	side := fit.Axle.Cross(arm.Normalize())
	const sections = 12
	var n, sum, sum2 [sections]float64
	broad, deep, all := 0.0, 0.0, 0.0
	for _, s := range list {
		d := s.p.Sub(fit.Center)
		out := math.Abs(d.Dot(arm.Normalize())) / fit.Radius
		if out > 0.4 {
			k := min(int((out-0.4)/0.6*sections), sections-1)
			h := d.Dot(fit.Axle)
			broad += d.Dot(side) * d.Dot(side)
			n[k], sum[k], sum2[k] = n[k]+1, sum[k]+h, sum2[k]+h*h
			all++
		}
	}
	for k := range sections {
		if n[k] > 0 {
			deep += max(sum2[k]-sum[k]*sum[k]/n[k], 0)
		}
	}
	return all == 0 || deep > 1.5*1.5*broad
}

// clearance is how free of other things the ring that a rotor sweeps is: 1
// where nothing is in it, 0 where a tenth of the rotor's own area or more is.
// Things that are round about the axle, such as a hub or a blur disc, do not
// count, nor does what is near the mast or beyond the tips.
func (f *finder) clearance(own []int, fit *Fit) float64 {
	clear, _ := f.struck(own, fit)
	return clear
}

// struck is clearance and the piece that most is struck of, -1 for none.
func (f *finder) struck(own []int, fit *Fit) (clear float64, most int) {
	const bins = 12
	mine := map[int]bool{}
	for _, i := range own {
		mine[i] = true
	}
	var lo, hi [bins]float64
	for k := range bins {
		lo[k], hi[k] = math.Inf(1), math.Inf(-1)
	}
	bin := func(r float64) int { return min(int(r/fit.Radius*bins), bins-1) }
	tris := f.trisOf(own)
	area := f.areaOf(own)
	if area == 0 {
		return 0, -1
	}
	for _, s := range spread(tris, area, 1500) {
		d := s.p.Sub(fit.Center)
		h := d.Dot(fit.Axle)
		b := bin(d.Sub(fit.Axle.Mul(h)).Len())
		lo[b], hi[b] = min(lo[b], h), max(hi[b], h)
	}
	low, high := math.Inf(1), math.Inf(-1)
	for k := 2; k < bins; k++ {
		low, high = min(low, lo[k]), max(high, hi[k])
	}
	pad := 0.004 * fit.Radius
	hit := 0.0
	var visit func(t tri, depth int)
	visit = func(t tri, depth int) {
		var h, r [3]float64
		for k := range 3 {
			d := t[k].Sub(fit.Center)
			h[k] = d.Dot(fit.Axle)
			r[k] = d.Sub(fit.Axle.Mul(h[k])).Len()
		}
		if max(h[0], h[1], h[2]) < low-pad || min(h[0], h[1], h[2]) > high+pad {
			return
		}
		edge := max(t[1].Sub(t[0]).Len(), t[2].Sub(t[1]).Len(), t[0].Sub(t[2]).Len())
		if min(r[0], r[1], r[2])-edge > fit.Radius {
			return
		}
		if edge > 0.06*fit.Radius && depth < 14 {
			for _, u := range halves(t) {
				visit(u, depth+1)
			}
			return
		}
		mid := t[0].Add(t[1]).Add(t[2]).Mul(1.0 / 3).Sub(fit.Center)
		mh := mid.Dot(fit.Axle)
		mr := mid.Sub(fit.Axle.Mul(mh)).Len()
		if mr < 0.3*fit.Radius || mr > 0.9*fit.Radius {
			return
		}
		if b := bin(mr); mh > lo[b]-pad && mh < hi[b]+pad {
			hit += t[1].Sub(t[0]).Cross(t[2].Sub(t[0])).Len() / 2
		}
	}
	most = -1
	top := 0.0
	for _, i := range f.use {
		if mine[i] || f.roundAbout(i, fit) {
			continue
		}
		before := hit
		for _, t := range f.pieces[i].tris {
			visit(t, 0)
		}
		if hit-before > top {
			top, most = hit-before, i
		}
	}
	return 1 - min(hit/area/0.1, 1), most
}

// halves cuts a triangle across its longest edge.
func halves(t tri) [2]tri {
	k, best := 0, -1.0
	for i := range 3 {
		if l := t[(i+1)%3].Sub(t[i]).Len(); l > best {
			k, best = i, l
		}
	}
	a, b, c := t[k], t[(k+1)%3], t[(k+2)%3]
	m := a.Add(b).Mul(0.5)
	return [2]tri{{a, m, c}, {m, b, c}}
}

// roundAbout reports whether a piece is the same in all directions about an
// axle, as far as its second moments tell, and no wider than the rotor.
func (f *finder) roundAbout(i int, fit *Fit) bool {
	p := &f.pieces[i]
	if offLine(p.centroid, fit.Center, fit.Axle) > 0.02*fit.Radius {
		return false
	}
	if _, hi := radial(p, fit.Center, fit.Axle); hi > 1.1*fit.Radius {
		return false
	}
	return covClose(turned(fit.Axle, 1).Mul3(p.cov).Mul3(turned(fit.Axle, -1)), p.cov, 0.05)
}

// span is the extent of a piece along an axle, relative to the hub.
func span(p *piece, fit *Fit) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for i := range p.tris {
		for _, v := range p.tris[i] {
			h := v.Sub(fit.Center).Dot(fit.Axle)
			lo, hi = min(lo, h), max(hi, h)
		}
	}
	return lo, hi
}
