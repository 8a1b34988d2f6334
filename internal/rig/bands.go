package rig

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"donorlab/internal/scene"
)

// band is a track: one closed band, or its links.
type band struct {
	pieces      []int
	links       bool
	side        float64 // of its middle, along left
	w           float64 // extent along left
	lo, hi      float64 // along fwd
	bottom, top float64 // above the ground
	outline     [][2]float64
	conf        float64
	why         string
}

// findBelts looks for tracks: bands seen from the side, one left and one right.
func (v *vehicle) findBelts() {
	var cands []band
	try := func(set []int, links bool) {
		if b, ok := v.beltOf(set, links); ok {
			cands = append(cands, b)
		}
	}
	nodes := make([]int, 0, len(v.f.byNode))
	for n := range v.f.byNode {
		nodes = append(nodes, n)
	}
	sort.Ints(nodes)
	for _, n := range nodes {
		set := slices.DeleteFunc(slices.Clone(v.f.byNode[n]), func(i int) bool { return !v.free(i) })
		for _, i := range set {
			try([]int{i}, false)
		}
		if len(set) > 1 && len(set) == len(v.f.byNode[n]) {
			try(set, false)
		}
	}
	for _, set := range v.linkSets() {
		try(set, true)
	}
	// A belt has its mirror image; the widest of those in one place counts.
	sort.SliceStable(cands, func(a, b int) bool { return len(cands[a].pieces) > len(cands[b].pieces) })
	for k := range cands {
		b := &cands[k]
		taken := slices.ContainsFunc(v.belts, func(o band) bool {
			return slices.ContainsFunc(b.pieces, func(i int) bool { return slices.Contains(o.pieces, i) })
		})
		twin := slices.ContainsFunc(cands, func(o band) bool {
			tol := 0.06 * (b.hi - b.lo)
			return math.Abs(o.side+b.side) < tol && math.Abs(o.lo-b.lo) < tol && math.Abs(o.hi-b.hi) < tol && math.Abs(o.top-b.top) < tol
		})
		if !taken && twin {
			v.belts = append(v.belts, *b)
		}
	}
	for k := range v.belts {
		b := &v.belts[k]
		n := 0
		for i := range v.wheels {
			if b.around(&v.st, &v.wheels[i].round) {
				n++
			}
		}
		if n >= 2 {
			b.conf += 0.15
			b.why += fmt.Sprintf(", around %d wheels", n)
		}
		if h, ok := v.hint(b.pieces); ok && h == Caterpillar {
			b.conf += 0.1
			b.why += ", and its name agrees"
		}
		s := say{role: Caterpillar, kind: "track", conf: min(b.conf, 0.98), why: b.why + ": track", group: v.newGroup()}
		if b.links {
			s.kind = "track link"
		}
		v.put(b.pieces, s)
	}
}

// linkSets gathers like small pieces on one side of the middle, ten and more:
// what may be the links of a track.
func (v *vehicle) linkSets() [][]int {
	var small []int
	for _, i := range v.f.use {
		if p := &v.f.pieces[i]; v.free(i) && p.area > 0 && p.bounds.Diagonal() < 0.25*v.f.size {
			small = append(small, i)
		}
	}
	if len(small) < 20 || len(small) > maxRingPieces {
		return nil
	}
	byArea(v.f.pieces, small)
	used := map[int]bool{}
	var out [][]int
	for _, i := range small {
		if used[i] {
			continue
		}
		p := &v.f.pieces[i]
		l, _, _ := v.st.at(p.centroid)
		wide := func(q *piece) (lo, hi float64) {
			lo, hi = math.Inf(1), math.Inf(-1)
			for t := range q.tris {
				for _, c := range q.tris[t] {
					d := c.Dot(v.st.left)
					lo, hi = min(lo, d), max(hi, d)
				}
			}
			return lo, hi
		}
		plo, phi := wide(p)
		if math.Abs(l) < 0.1*v.st.width {
			continue
		}
		var set []int
		for _, k := range small {
			q := &v.f.pieces[k]
			ql, _, _ := v.st.at(q.centroid)
			if used[k] || ql*l <= 0 || math.Abs(ql-l) > 0.2*(phi-plo) || !spreadsLike(p, q, 0.15) ||
				q.area < 0.6*p.area || q.area > 1.7*p.area {
				continue
			}
			set = append(set, k)
		}
		if len(set) >= 10 {
			for _, k := range set {
				used[k] = true
			}
			sort.Ints(set)
			out = append(out, set)
		}
	}
	return out
}

// spreadsLike compares two pieces' spreads within a share of the largest.
func spreadsLike(a, b *piece, tol float64) bool {
	for k := range 3 {
		if math.Abs(a.spread[k]-b.spread[k]) > tol*a.spread[0] {
			return false
		}
	}
	return true
}

// beltOf tests whether a set is a closed band seen from the side: long, narrow,
// off the middle, on the ground, and all of it near its outline, top and bottom.
func (v *vehicle) beltOf(set []int, links bool) (b band, ok bool) {
	if len(set) == 1 && len(v.f.pieces[set[0]].tris) < 24 {
		return b, false
	}
	box := scene.EmptyBox()
	area := 0.0
	for _, i := range set {
		area += v.f.pieces[i].area
		box = box.Union(v.f.pieces[i].bounds)
	}
	if area == 0 || box.Diagonal() < 0.3*v.f.size {
		return b, false
	}
	var lo, hi [3]float64
	for k := range 3 {
		lo[k], hi[k] = math.Inf(1), math.Inf(-1)
	}
	var pts [][2]float64
	for _, i := range set {
		for t := range v.f.pieces[i].tris {
			for _, p := range v.f.pieces[i].tris[t] {
				l, u, f := v.st.at(p)
				for k, d := range [3]float64{l, u, f} {
					lo[k], hi[k] = min(lo[k], d), max(hi[k], d)
				}
				pts = append(pts, [2]float64{f, u})
			}
		}
	}
	long, high, wide := hi[2]-lo[2], hi[1]-lo[1], hi[0]-lo[0]
	b = band{pieces: set, links: links, side: (lo[0] + hi[0]) / 2, w: wide, lo: lo[2], hi: hi[2], bottom: lo[1], top: hi[1]}
	if long < 1.6*high || wide > 0.4*long || long < 0.3*v.st.length || math.Abs(b.side) < 0.6*wide || lo[1] > 0.1*v.st.height || lo[0]*hi[0] < 0 {
		return b, false
	}
	b.outline = convex(pts)
	near, all := 0, 0
	const bins = 10
	var top, bottom [bins]bool
	var list []sample
	for _, i := range set {
		list = append(list, spread(v.f.pieces[i].tris, v.f.pieces[i].area, max(600*int(math.Ceil(100*v.f.pieces[i].area/area))/100, 4))...)
	}
	for _, s := range list {
		_, u, f := v.st.at(s.p)
		all++
		if b.depth(f, u) < 0.24*high {
			near++
		}
		k := max(min(int((f-lo[2])/long*bins), bins-1), 0)
		if u > lo[1]+0.6*high {
			top[k] = true
		} else if u < lo[1]+0.4*high {
			bottom[k] = true
		}
	}
	gaps := 0
	for k := 1; k < bins-1; k++ {
		gaps += btoi(!top[k]) + btoi(!bottom[k])
	}
	share := float64(near) / float64(max(all, 1))
	if share < 0.85 || gaps > 1 {
		return b, false
	}
	b.conf = 0.6 + 0.15*btof(links) + 0.1*btof(share > 0.93)
	b.why = fmt.Sprintf("a band %.3g m long on the ground, closed seen from the side, one on each side", long)
	if links {
		b.why = fmt.Sprintf("one of %d like links in a closed band on the ground, one band on each side", len(set))
	}
	return b, true
}

func btof(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// depth is how deep a point lies inside the belt's outline, negative outside.
func (b *band) depth(f, u float64) float64 {
	d := math.Inf(1)
	for k := range b.outline {
		p, q := b.outline[k], b.outline[(k+1)%len(b.outline)]
		ex, ey := q[0]-p[0], q[1]-p[1]
		if l := math.Hypot(ex, ey); l > 0 {
			d = min(d, (ex*(u-p[1])-ey*(f-p[0]))/l)
		}
	}
	return d
}

// around reports whether a round thing lies inside the belt.
func (b *band) around(s *stance, r *round) bool {
	l, u, f := s.at(r.center)
	return math.Abs(l-b.side) < 0.5*(b.w+r.w) && b.depth(f, u) > 0.6*r.r
}

func (v *vehicle) beltAround(r *round) *band {
	for k := range v.belts {
		if v.belts[k].around(&v.st, r) {
			return &v.belts[k]
		}
	}
	return nil
}

// beltKind names a wheel by its place in the belt.
func beltKind(b *band, r *round, up, fwd float64) string {
	reach := 1.6*r.r + 0.08*(b.hi-b.lo)
	switch {
	case fwd < b.lo+reach || fwd > b.hi-reach:
		return "sprocket or idler"
	case up > (b.bottom+b.top)/2:
		return "return roller"
	}
	return "road wheel"
}
