package rig

import (
	"math"
	"sort"
	"strconv"
	"strings"

	"github.com/go-gl/mathgl/mgl64"
)

// ring is a set of equal pieces that a turn about an axle carries onto each
// other: blades modelled one by one.
type ring struct {
	pieces []int
	axle   mgl64.Vec3 // unit; for a pair only a first guess
	center mgl64.Vec3
	n      int
}

const (
	maxRingPieces = 3000 // pieces that are looked at, largest first
	maxRingClass  = 400  // equal pieces: more are rivets, not blades
	sameShape     = 0.04 // relative difference of area and spread within a class
)

// classes groups pieces of equal shape, whatever their place and turn. Only
// groups of two and more are returned.
func classes(pieces []piece, use []int) [][]int {
	use = append([]int(nil), use...)
	byArea(pieces, use)
	if len(use) > maxRingPieces {
		use = use[:maxRingPieces]
	}
	var out [][]int
	var open []int // classes whose area may still match
	for _, i := range use {
		p := &pieces[i]
		if p.area == 0 {
			continue
		}
		keep := open[:0]
		found := -1
		for _, c := range open {
			first := &pieces[out[c][0]]
			if p.area < (1-sameShape)*first.area {
				continue
			}
			keep = append(keep, c)
			if found < 0 && alike(p, first) {
				found = c
			}
		}
		open = keep
		if found < 0 {
			found = len(out)
			out = append(out, nil)
			open = append(open, found)
		}
		out[found] = append(out[found], i)
	}
	many := out[:0]
	for _, c := range out {
		if len(c) > 1 {
			sort.Ints(c)
			many = append(many, c)
		}
	}
	return many
}

func alike(a, b *piece) bool {
	for k := range 3 {
		if math.Abs(a.spread[k]-b.spread[k]) > sameShape*max(a.spread[0], b.spread[0]) {
			return false
		}
	}
	return true
}

// findRings looks for rotors whose blades are pieces of their own.
func findRings(pieces []piece, use []int, size float64) []ring {
	seen := map[string]bool{}
	var out []ring
	add := func(r ring) {
		if key := setKey(r.pieces); !seen[key] {
			seen[key] = true
			out = append(out, r)
		}
	}
	for _, class := range classes(pieces, use) {
		if len(class) > maxRingClass {
			continue
		}
		for _, i := range class {
			near := neighbours(pieces, class, i)
			for a, j := range near {
				if r, ok := pairRing(pieces, i, j, size); ok {
					add(r)
				}
				for _, k := range near[a+1:] {
					if r, ok := circleRing(pieces, class, i, j, k, size); ok {
						add(r)
					}
				}
			}
		}
	}
	return out
}

func setKey(idx []int) string {
	s := append([]int(nil), idx...)
	sort.Ints(s)
	var b strings.Builder
	for _, i := range s {
		b.WriteString(strconv.Itoa(i))
		b.WriteByte(' ')
	}
	return b.String()
}

// neighbours returns the up to eight members of a class that are nearest to
// piece i: in a ring the two beside it are among them, also where a second
// rotor is close.
func neighbours(pieces []piece, class []int, i int) []int {
	const most = 8
	var near [most]int
	var dist [most]float64
	n := 0
	for _, j := range class {
		if j == i {
			continue
		}
		d := pieces[j].centroid.Sub(pieces[i].centroid).Len()
		if n == most && d >= dist[most-1] {
			continue
		}
		k := min(n, most-1)
		for ; k > 0 && dist[k-1] > d; k-- {
			near[k], dist[k] = near[k-1], dist[k-1]
		}
		near[k], dist[k] = j, d
		n = min(n+1, most)
	}
	return append([]int(nil), near[:n]...)
}

// circleRing tests whether i lies between its mates j and k on a circle of
// equally spaced pieces.
func circleRing(pieces []piece, class []int, i, j, k int, size float64) (r ring, ok bool) {
	p, q, s := pieces[i].centroid, pieces[j].centroid, pieces[k].centroid
	dj, dk := q.Sub(p), s.Sub(p)
	lj, lk := dj.Len(), dk.Len()
	if lj == 0 || math.Abs(lj-lk) > 0.04*lj {
		return r, false
	}
	// Circumcentre of a triangle in space.
	x := dj.Cross(dk)
	den := 2 * x.Dot(x)
	if den <= 1e-8*lj*lj*lj*lj {
		return r, false
	}
	to := dk.Cross(x).Mul(-lj * lj).Add(dj.Cross(x).Mul(lk * lk)).Mul(-1 / den)
	r.center = p.Add(to)
	rho := to.Len()
	step := 2 * math.Asin(min(lj/(2*rho), 1))
	r.n = int(math.Round(2 * math.Pi / step))
	if r.n < 3 || r.n > maxOrder || math.Abs(2*math.Pi/step-float64(r.n)) > 0.06*float64(r.n) {
		return r, false
	}
	if rho < 0.004*size {
		return r, false
	}
	r.axle = x.Normalize()
	arm := p.Sub(r.center)
	for m := range r.n {
		turn := turned(r.axle, 2*math.Pi*float64(m)/float64(r.n))
		at, d := nearestPiece(pieces, class, r.center.Add(turn.Mul3x1(arm)))
		if d > 0.06*rho || !carried(&pieces[i], &pieces[at], turn, 0.15) {
			return r, false
		}
		r.pieces = append(r.pieces, at)
	}
	sort.Ints(r.pieces)
	for m := 1; m < r.n; m++ {
		if r.pieces[m] == r.pieces[m-1] {
			return r, false
		}
	}
	lo, hi := radial(&pieces[i], r.center, r.axle)
	return r, hi-lo >= 0.3*hi && hi >= 0.01*size
}

func nearestPiece(pieces []piece, class []int, p mgl64.Vec3) (at int, d float64) {
	at, d = class[0], math.Inf(1)
	for _, i := range class {
		if l := pieces[i].centroid.Sub(p).Len(); l < d {
			at, d = i, l
		}
	}
	return at, d
}

// carried reports whether a turn takes the shape of a onto that of b, by their
// second moments, within a share of the larger.
func carried(a, b *piece, turn mgl64.Mat3, tol float64) bool {
	return covClose(turn.Mul3(a.cov).Mul3(turn.Transpose()), b.cov, tol)
}

func covClose(a, b mgl64.Mat3, tol float64) bool {
	big := max(a[0]+a[4]+a[8], b[0]+b[4]+b[8])
	for k := range 9 {
		if math.Abs(a[k]-b[k]) > tol*big {
			return false
		}
	}
	return true
}

// radial returns the least and greatest distance of a piece's corners from a
// line.
func radial(p *piece, c, a mgl64.Vec3) (lo, hi float64) {
	lo = math.Inf(1)
	for i := range p.tris {
		for _, v := range p.tris[i] {
			d := offLine(v, c, a)
			lo, hi = min(lo, d), max(hi, d)
		}
	}
	return lo, hi
}

// offLine is the distance of a point from the line through c along the unit
// vector a.
func offLine(p, c, a mgl64.Vec3) float64 {
	d := p.Sub(c)
	return d.Sub(a.Mul(d.Dot(a))).Len()
}

// pairRing tests whether two pieces are the two blades of a rotor: slender, in
// one line, root to root.
func pairRing(pieces []piece, i, j int, size float64) (r ring, ok bool) {
	a, b := &pieces[i], &pieces[j]
	if i > j || a.spread[0] < 2.2*a.spread[1] {
		return r, false
	}
	d := b.centroid.Sub(a.centroid)
	l := d.Len()
	if l < 0.02*size {
		return r, false
	}
	d = d.Mul(1 / l)
	if math.Abs(a.axes[0].Dot(d)) < 0.93 || math.Abs(b.axes[0].Dot(d)) < 0.93 || math.Abs(a.axes[0].Dot(b.axes[0])) < 0.9 {
		return r, false
	}
	mid := a.centroid.Add(b.centroid).Mul(0.5)
	half := math.Sqrt(3) * a.spread[0] // of a bar with that spread
	if inner := l/2 - half; inner > 0.35*(l/2+half) || inner < -0.1*half {
		return r, false
	}
	axle := a.axes[2]
	if e := b.axes[2]; axle.Dot(e) < 0 {
		axle = axle.Sub(e)
	} else {
		axle = axle.Add(e)
	}
	axle = axle.Sub(d.Mul(axle.Dot(d)))
	if axle.Len() < 1e-6 {
		return r, false
	}
	return ring{pieces: []int{i, j}, axle: axle.Normalize(), center: mid, n: 2}, true
}
