package rig

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// moments are the area-weighted moments of a surface: they depend on its shape,
// not on how it is cut into triangles.
type moments struct {
	area     float64       // square metres
	centroid mgl64.Vec3    // of the area
	cov      mgl64.Mat3    // second central moment over area, square metres
	spread   mgl64.Vec3    // square roots of cov's eigenvalues, largest first, metres
	axes     [3]mgl64.Vec3 // unit eigenvectors in the same order, right-handed
}

// measure integrates over the triangles. With A the area and s the sum of the
// corners, the second moment of a triangle is A/12 (sum of v v^T + s s^T). It is
// taken about the first corner, then about the centroid, so that a model far
// from the origin loses nothing.
func measure(tris []tri) (m moments) {
	m.axes = [3]mgl64.Vec3{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	if len(tris) == 0 {
		return m
	}
	o := tris[0][0]
	var sum mgl64.Vec3
	var sum2 [6]float64 // xx xy xz yy yz zz
	for _, t := range tris {
		a, b, c := t[0].Sub(o), t[1].Sub(o), t[2].Sub(o)
		area := b.Sub(a).Cross(c.Sub(a)).Len() / 2
		if area == 0 {
			continue
		}
		s := a.Add(b).Add(c)
		m.area += area
		sum = sum.Add(s.Mul(area / 3))
		w := area / 12
		n := 0
		for i := range 3 {
			for j := i; j < 3; j++ {
				sum2[n] += w * (a[i]*a[j] + b[i]*b[j] + c[i]*c[j] + s[i]*s[j])
				n++
			}
		}
	}
	if m.area == 0 { // lines and points: the corners stand in
		for _, t := range tris {
			m.centroid = m.centroid.Add(t[0].Add(t[1]).Add(t[2]).Mul(1 / float64(3*len(tris))))
		}
		return m
	}
	d := sum.Mul(1 / m.area)
	m.centroid = o.Add(d)
	n := 0
	for i := range 3 {
		for j := i; j < 3; j++ {
			v := sum2[n]/m.area - d[i]*d[j]
			m.cov[3*i+j], m.cov[3*j+i] = v, v
			n++
		}
	}
	m.eigen()
	return m
}

// combine adds surfaces up without going through their triangles again.
func combine(list []moments) (m moments) {
	m.axes = [3]mgl64.Vec3{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	if len(list) == 0 {
		return m
	}
	o := list[0].centroid
	var sum mgl64.Vec3
	for _, s := range list {
		m.area += s.area
		sum = sum.Add(s.centroid.Sub(o).Mul(s.area))
	}
	if m.area == 0 {
		m.centroid = o
		return m
	}
	m.centroid = o.Add(sum.Mul(1 / m.area))
	for _, s := range list {
		d := s.centroid.Sub(m.centroid)
		for i := range 3 {
			for j := range 3 {
				m.cov[3*i+j] += s.area / m.area * (s.cov[3*i+j] + d[i]*d[j])
			}
		}
	}
	m.eigen()
	return m
}

// eigen fills spread and axes from cov.
func (m *moments) eigen() {
	val, vec := symmetricEigen(m.cov)
	for k := range 3 {
		m.spread[k] = math.Sqrt(max(val[k], 0))
	}
	m.axes = vec
}

// symmetricEigen returns the eigenvalues, largest first, and unit eigenvectors
// of a symmetric matrix: cyclic Jacobi turns until nothing is left beside the
// diagonal.
func symmetricEigen(a mgl64.Mat3) (val mgl64.Vec3, vec [3]mgl64.Vec3) {
	v := mgl64.Ident3()
	for range 32 {
		if off := a.At(0, 1)*a.At(0, 1) + a.At(0, 2)*a.At(0, 2) + a.At(1, 2)*a.At(1, 2); off == 0 ||
			off < 1e-40*(a.At(0, 0)*a.At(0, 0)+a.At(1, 1)*a.At(1, 1)+a.At(2, 2)*a.At(2, 2)) {
			break
		}
		for p := range 2 {
			for q := p + 1; q < 3; q++ {
				apq := a.At(p, q)
				if apq == 0 {
					continue
				}
				theta := (a.At(q, q) - a.At(p, p)) / (2 * apq)
				t := 1 / (math.Abs(theta) + math.Sqrt(theta*theta+1))
				if theta < 0 {
					t = -t
				}
				c := 1 / math.Sqrt(t*t+1)
				s := t * c
				j := mgl64.Ident3()
				j.Set(p, p, c)
				j.Set(q, q, c)
				j.Set(p, q, s)
				j.Set(q, p, -s)
				a = j.Transpose().Mul3(a).Mul3(j)
				v = v.Mul3(j)
			}
		}
	}
	order := [3]int{0, 1, 2}
	for i := range 2 {
		for j := range 2 - i {
			if a.At(order[j], order[j]) < a.At(order[j+1], order[j+1]) {
				order[j], order[j+1] = order[j+1], order[j]
			}
		}
	}
	for k, c := range order {
		val[k] = a.At(c, c)
		vec[k] = v.Col(c)
	}
	vec[2] = vec[0].Cross(vec[1])
	return val, vec
}
