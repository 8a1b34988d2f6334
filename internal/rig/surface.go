package rig

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// surface is a shape prepared for asking how far points lie from it. It is
// scaled so that the centroid is the origin and the farthest corner has
// distance 1; all lengths inside are in that unit.
type surface struct {
	origin mgl64.Vec3 // model space
	scale  float64    // metres per unit
	tris   []tri
	area   float64 // units squared
	moments

	balls []ball // bounding balls of tris: most triangles of a cell are dismissed by them
	dims  [3]int
	lo    mgl64.Vec3
	start []int32 // per cell, into list; one more than cells
	list  []int32 // triangle numbers
}

// reach is how far off, in units, a point is still measured.
const (
	reach = 0.05
	cell  = 0.08
)

type ball struct {
	c mgl64.Vec3
	r float64
}

// sample is a point of a surface with the area that it stands for.
type sample struct {
	p mgl64.Vec3
	n mgl64.Vec3 // unit normal of the triangle
	w float64    // share of the whole area
}

// newSurface prepares triangles in model space. It returns nil where they have
// no area.
func newSurface(tris []tri) *surface {
	m := measure(tris)
	if m.area == 0 {
		return nil
	}
	s := &surface{origin: m.centroid, tris: make([]tri, 0, len(tris))}
	for _, t := range tris {
		for _, v := range t {
			s.scale = max(s.scale, v.Sub(s.origin).Len())
		}
	}
	if s.scale == 0 || m.area < 1e-14*s.scale*s.scale {
		return nil
	}
	for _, t := range tris {
		var u tri
		for k := range 3 {
			u[k] = t[k].Sub(s.origin).Mul(1 / s.scale)
		}
		if u[1].Sub(u[0]).Cross(u[2].Sub(u[0])).Len() > 0 {
			s.tris = append(s.tris, u)
			c := u[0].Add(u[1]).Add(u[2]).Mul(1.0 / 3)
			s.balls = append(s.balls, ball{c, max(u[0].Sub(c).Len(), u[1].Sub(c).Len(), u[2].Sub(c).Len())})
		}
	}
	s.moments = measure(s.tris)
	s.area = s.moments.area
	s.index()
	return s
}

// index files every triangle under each cell that lies within reach of it, so
// that a query looks into one cell only.
func (s *surface) index() {
	lo, hi := mgl64.Vec3{1, 1, 1}, mgl64.Vec3{-1, -1, -1}
	for _, t := range s.tris {
		for _, v := range t {
			for k := range 3 {
				lo[k], hi[k] = min(lo[k], v[k]), max(hi[k], v[k])
			}
		}
	}
	for k := range 3 {
		lo[k] -= reach
		s.dims[k] = int((hi[k]+reach-lo[k])/cell) + 1
	}
	s.lo = lo
	count := make([]int32, s.dims[0]*s.dims[1]*s.dims[2]+1)
	s.eachCell(func(c, _ int) { count[c+1]++ })
	for i := 1; i < len(count); i++ {
		count[i] += count[i-1]
	}
	s.start = count
	s.list = make([]int32, count[len(count)-1])
	fill := append([]int32(nil), count[:len(count)-1]...)
	s.eachCell(func(c, t int) {
		s.list[fill[c]] = int32(t)
		fill[c]++
	})
}

func (s *surface) eachCell(f func(c, t int)) {
	half := cell * math.Sqrt(3) / 2
	for i, t := range s.tris {
		var a, b [3]int
		for k := range 3 {
			l, h := min(t[0][k], t[1][k], t[2][k])-reach, max(t[0][k], t[1][k], t[2][k])+reach
			a[k] = max(int((l-s.lo[k])/cell), 0)
			b[k] = min(int((h-s.lo[k])/cell), s.dims[k]-1)
		}
		small := (b[0]-a[0]+1)*(b[1]-a[1]+1)*(b[2]-a[2]+1) <= 27
		for z := a[2]; z <= b[2]; z++ {
			for y := a[1]; y <= b[1]; y++ {
				for x := a[0]; x <= b[0]; x++ {
					if !small {
						c := s.lo.Add(mgl64.Vec3{float64(x) + 0.5, float64(y) + 0.5, float64(z) + 0.5}.Mul(cell))
						if q := closestOnTriangle(c, &t); q.Sub(c).Len() > reach+half {
							continue
						}
					}
					f((z*s.dims[1]+y)*s.dims[0]+x, i)
				}
			}
		}
	}
}

// nearest returns the surface's point closest to p and its triangle, or ok =
// false where none lies within reach.
//
// It only reads what is finished before any goroutine starts, and it is called
// so often that under the race detector the search takes four times as long:
// hence norace, here and on the function that it calls. What shares work between
// goroutines is watched.
//
//go:norace
func (s *surface) nearest(p mgl64.Vec3) (q mgl64.Vec3, t int, d float64, ok bool) {
	var c [3]int
	for k := range 3 {
		x := (p[k] - s.lo[k]) / cell
		if !(x >= 0 && x < float64(s.dims[k])) {
			return q, 0, reach, false
		}
		c[k] = int(x)
	}
	n := (c[2]*s.dims[1]+c[1])*s.dims[0] + c[0]
	best, near := reach*reach, reach
	for _, i := range s.list[s.start[n]:s.start[n+1]] {
		b := &s.balls[i]
		x, y, z := b.c[0]-p[0], b.c[1]-p[1], b.c[2]-p[2]
		if l := b.r + near; x*x+y*y+z*z > l*l {
			continue
		}
		r := closestOnTriangle(p, &s.tris[i])
		x, y, z = r[0]-p[0], r[1]-p[1], r[2]-p[2]
		if dd := x*x + y*y + z*z; dd < best {
			best, near, q, t, ok = dd, math.Sqrt(dd), r, int(i), true
		}
	}
	return q, t, near, ok
}

// closestOnTriangle returns the triangle's point nearest to p, by the Voronoi
// region that p is in (Ericson, Real-Time Collision Detection, 5.1.5).
//
//go:norace
func closestOnTriangle(p mgl64.Vec3, t *tri) mgl64.Vec3 {
	a, b, c := &t[0], &t[1], &t[2]
	ab, ac, ap := sub(b, a), sub(c, a), sub(&p, a)
	d1, d2 := dot(&ab, &ap), dot(&ac, &ap)
	if d1 <= 0 && d2 <= 0 {
		return *a
	}
	bp := sub(&p, b)
	d3, d4 := dot(&ab, &bp), dot(&ac, &bp)
	if d3 >= 0 && d4 <= d3 {
		return *b
	}
	vc := d1*d4 - d3*d2
	if vc <= 0 && d1 >= 0 && d3 <= 0 {
		return a.Add(ab.Mul(d1 / (d1 - d3)))
	}
	cp := sub(&p, c)
	d5, d6 := dot(&ab, &cp), dot(&ac, &cp)
	if d6 >= 0 && d5 <= d6 {
		return *c
	}
	vb := d5*d2 - d1*d6
	if vb <= 0 && d2 >= 0 && d6 <= 0 {
		return a.Add(ac.Mul(d2 / (d2 - d6)))
	}
	va := d3*d6 - d5*d4
	if va <= 0 && d4-d3 >= 0 && d5-d6 >= 0 {
		bc := sub(c, b)
		return b.Add(bc.Mul((d4 - d3) / ((d4 - d3) + (d5 - d6))))
	}
	sum := va + vb + vc
	if sum == 0 {
		return *a
	}
	return a.Add(ab.Mul(vb / sum)).Add(ac.Mul(vc / sum))
}

func sub(a, b *mgl64.Vec3) mgl64.Vec3 { return mgl64.Vec3{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func dot(a, b *mgl64.Vec3) float64    { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

// samples spreads n points evenly over the area. Inside a triangle they follow
// a low-discrepancy sequence, so the same shape gives the same points.
func (s *surface) samples(n int) []sample { return spread(s.tris, s.area, n) }

func spread(tris []tri, area float64, n int) []sample {
	out := make([]sample, 0, n+1)
	step := area / float64(n)
	next, sum := step/2, 0.0
	k := 0
	for _, t := range tris {
		cr := t[1].Sub(t[0]).Cross(t[2].Sub(t[0]))
		l := cr.Len()
		sum += l / 2
		for next < sum && len(out) <= n {
			// R2 sequence: multiples of the plastic number's inverse powers.
			u := frac(0.5 + 0.7548776662466927*float64(k))
			v := frac(0.5 + 0.5698402909980532*float64(k))
			if u+v > 1 {
				u, v = 1-u, 1-v
			}
			k++
			p := t[0].Add(t[1].Sub(t[0]).Mul(u)).Add(t[2].Sub(t[0]).Mul(v))
			out = append(out, sample{p, cr.Mul(1 / l), 1 / float64(n)})
			next += step
		}
	}
	return out
}

func frac(x float64) float64 { return x - math.Floor(x) }
