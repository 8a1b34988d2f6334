package rig

import (
	"math"
	"sort"

	"github.com/go-gl/mathgl/mgl64"
)

// segment is where a triangle meets a plane.
type segment struct{ a, b mgl64.Vec3 }

// section cuts triangles with the plane through p across the unit vector n.
func section(tris []tri, p, n mgl64.Vec3) (out []segment) {
	for i := range tris {
		var h [3]float64
		for k := range 3 {
			h[k] = tris[i][k].Sub(p).Dot(n)
		}
		var at [2]mgl64.Vec3
		found := 0
		for k := range 3 {
			a, b := h[k], h[(k+1)%3]
			if (a < 0) != (b < 0) && found < 2 {
				at[found] = tris[i][k].Add(tris[i][(k+1)%3].Sub(tris[i][k]).Mul(a / (a - b)))
				found++
			}
		}
		if found == 2 {
			out = append(out, segment{at[0], at[1]})
		}
	}
	return out
}

// tubeLine is the axis of a long shape.
type tubeLine struct {
	p, d  mgl64.Vec3 // a point on it, its unit direction
	thick [2]float64 // mean distance of the surface from it near the low and the high end
	sure  float64    // 0..1: share of the length whose cuts lie about the axis
}

const tubeCuts = 48

// fitTube finds the axis of a tube: a line through the middles of its cuts. A
// breech block or a sight that hangs on one side has its own cuts off the line,
// and the fit gives way to the greater number of cuts (weights 1/distance, so
// that it minimises distances, not their squares). A cut's middle is that of its
// outline, which for a round tube lies on the axis however it is cut into
// triangles. ok is false where the shape has no length.
func fitTube(tris []tri) (out tubeLine, ok bool) {
	m := measure(tris)
	d := m.axes[0]
	out = tubeLine{p: m.centroid, d: d}
	lo, hi := spanOf(tris, out)
	if !(hi-lo > 0) || m.area == 0 || m.spread[0] < 1.3*m.spread[1] {
		return out, false
	}
	type cut struct {
		c mgl64.Vec3
		r float64
	}
	for range 4 {
		lo, hi = spanOf(tris, out)
		var cuts []cut
		for k := range tubeCuts {
			at := out.p.Add(out.d.Mul(lo + (float64(k)+0.5)/tubeCuts*(hi-lo)))
			var sum mgl64.Vec3
			length, far := 0.0, 0.0
			list := section(tris, at, out.d)
			for _, s := range list {
				l := s.b.Sub(s.a).Len()
				sum = sum.Add(s.a.Add(s.b).Mul(l / 2))
				length += l
			}
			if length == 0 {
				continue
			}
			c := sum.Mul(1 / length)
			for _, s := range list {
				far += s.a.Sub(c).Len() * s.b.Sub(s.a).Len() / length
			}
			cuts = append(cuts, cut{c, far})
		}
		if len(cuts) < 4 {
			return out, true // a shape without cuts keeps its principal axis
		}
		rs := make([]float64, len(cuts))
		for i := range cuts {
			rs[i] = cuts[i].r
		}
		thin := median(rs)
		w := make([]float64, len(cuts))
		for i := range w {
			w[i] = 1 / (1 + (cuts[i].r/max(thin, 1e-12))*(cuts[i].r/max(thin, 1e-12)))
		}
		line := out
		for range 12 {
			var c mgl64.Vec3
			sum := 0.0
			for i := range cuts {
				c = c.Add(cuts[i].c.Mul(w[i]))
				sum += w[i]
			}
			c = c.Mul(1 / sum)
			var cov mgl64.Mat3
			for i := range cuts {
				e := cuts[i].c.Sub(c)
				for a := range 3 {
					for b := range 3 {
						cov[3*a+b] += w[i] * e[a] * e[b]
					}
				}
			}
			_, vec := symmetricEigen(cov)
			line.p, line.d = c, vec[0]
			if line.d.Dot(out.d) < 0 {
				line.d = line.d.Mul(-1)
			}
			for i := range cuts {
				slim := cuts[i].r / max(thin, 1e-12)
				w[i] = 1 / (1 + slim*slim) / (offLine(cuts[i].c, line.p, line.d) + 0.01*thin + 1e-12)
			}
		}
		good, n := 0, len(cuts)/6+1
		out.thick = [2]float64{}
		for i := range cuts {
			if offLine(cuts[i].c, line.p, line.d) < 0.1*thin {
				good++
			}
			if i < n {
				out.thick[0] += cuts[i].r / float64(n)
			}
			if i >= len(cuts)-n {
				out.thick[1] += cuts[i].r / float64(n)
			}
		}
		out.sure = float64(good) / float64(len(cuts))
		out.p, out.d = line.p, line.d
	}
	return out, true
}

// spanOf is the extent of the corners along a tube, from its point.
func spanOf(tris []tri, t tubeLine) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for i := range tris {
		for _, v := range tris[i] {
			x := v.Sub(t.p).Dot(t.d)
			lo, hi = min(lo, x), max(hi, x)
		}
	}
	return lo, hi
}

// median is the middle of the values; the list is not changed.
func median(list []float64) float64 {
	if len(list) == 0 {
		return 0
	}
	s := append([]float64{}, list...)
	sort.Float64s(s)
	return s[len(s)/2]
}
