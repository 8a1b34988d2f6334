package rig

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl64"
)

// figures fills what the part list shows beside role and size: thinness,
// roundness and the mirrored partner.
func (p *Parts) figures(f *finder) {
	all := make([]moments, len(p.Parts))
	for i := range p.Parts {
		q := &p.Parts[i]
		list := make([]moments, len(q.geo.pieces))
		for k, n := range q.geo.pieces {
			list[k] = f.pieces[n].moments
		}
		all[i] = combine(list)
		s := all[i].spread
		if s[0] > 0 {
			q.Thinness = round6(s[2] / s[0])
			q.Round = round6(max(s[1]/s[0], s[2]/max(s[1], 1e-300)))
		}
	}
	p.countRounds(f)
	p.mirrors(f, all)
}

// countRounds counts in every row the round things that could each turn about
// an axle of its own: the wheels of a mesh that holds them all.
func (p *Parts) countRounds(f *finder) {
	rowOf := make(map[int]int, len(f.pieces))
	for i := range p.Parts {
		for _, k := range p.Parts[i].geo.pieces {
			rowOf[k] = i
		}
	}
	most := make([]float64, len(p.Parts))
	for k := range f.v.round { // the widest first
		r := &f.v.round[k]
		i, ok := rowOf[r.pieces[0]]
		if !ok || len(r.pieces) == len(p.Parts[i].geo.pieces) || slices.ContainsFunc(r.pieces, func(k int) bool { return rowOf[k] != i }) {
			continue
		}
		if most[i] = max(most[i], r.r); r.r > 0.4*most[i] && r.w < 2*r.r {
			p.Parts[i].rounds++
		}
	}
}

// mirrors finds for every part the one that is its image across the vehicle's
// middle plane: the same area, spread and height, and each other's best match.
func (p *Parts) mirrors(f *finder, all []moments) {
	st := &f.v.st
	tol := 0.02 * f.size
	best := make([]int, len(p.Parts))
	flip := mirrorAcross(st.left)
	if !(tol > 0) || math.IsInf(tol, 0) {
		return
	}
	cells := map[[3]int64][]int{} // of the size tol, so that what is near is in the cells around
	cellOf := func(v mgl64.Vec3) (c [3]int64) {
		for k := range 3 {
			c[k] = int64(math.Floor((v[k] - f.bounds.Min[k]) / tol))
		}
		return c
	}
	for i := range all {
		if all[i].area > 0 && p.Parts[i].Guess != Ignore {
			c := cellOf(all[i].centroid)
			cells[c] = append(cells[c], i)
		}
	}
	for i := range p.Parts {
		best[i] = -1
		m := &all[i]
		l := m.centroid.Dot(st.left) - st.mid
		if m.area == 0 || p.Parts[i].Guess == Ignore {
			continue
		}
		want := m.centroid.Sub(st.left.Mul(2 * l))
		near := tol
		at := cellOf(want)
		for n := range int64(27) {
			for _, k := range cells[[3]int64{at[0] + n%3 - 1, at[1] + n/3%3 - 1, at[2] + n/9 - 1}] {
				o := &all[k]
				if k == i || math.Abs(o.area-m.area) > 0.06*m.area {
					continue
				}
				if d := o.centroid.Sub(want).Len(); d < near && math.Abs(l) > 0.25*d && covClose(flip.Mul3(m.cov).Mul3(flip), o.cov, 0.1) {
					near, best[i] = d, k
				}
			}
		}
	}
	for i, k := range best {
		if k >= 0 && best[k] == i {
			p.Parts[i].Mirror = k
		}
	}
}

// mirrorAcross is the reflection across the plane square to a unit vector.
func mirrorAcross(n mgl64.Vec3) mgl64.Mat3 {
	m := mgl64.Ident3()
	for i := range 3 {
		for k := range 3 {
			m.Set(i, k, m.At(i, k)-2*n[i]*n[k])
		}
	}
	return m
}
