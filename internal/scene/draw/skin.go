package draw

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// mat34 is an affine matrix as the vertex loops read it: three rows of four.
type mat34 [12]float32

// posed is a vertex after posing: position relative to the eye, in world axes,
// and a normal of any length.
type posed struct{ p, n [3]float32 }

// snapAffine rounds an affine matrix to a grid much finer than a pixel and much
// coarser than rounding errors, so that matrices that should be equal are:
// a rest pose through any rig gives the identical picture, and all machines
// give the same. size is the model's.
func snapAffine(m mgl64.Mat4, size float64) mgl64.Mat4 {
	big := 0.0
	for _, c := range [...]int{0, 1, 2, 4, 5, 6, 8, 9, 10} {
		big = max(big, math.Abs(m[c]))
	}
	_, e := math.Frexp(big)
	lin := math.Ldexp(1, e-21)
	_, e = math.Frexp(size)
	tr := math.Ldexp(1, e-22)
	for c := range m {
		switch {
		case c%4 == 3:
		case c >= 12:
			m[c] = snapTo(m[c], tr)
		default:
			m[c] = snapTo(m[c], lin)
		}
	}
	return m
}

func snapTo(v, step float64) float64 { return math.Round(v/step) * step }

// layOut converts a matrix to float32 rows with its translation taken relative to the eye.
func layOut(m *mgl64.Mat4, eye mgl64.Vec3) mat34 {
	return mat34{
		float32(m[0]), float32(m[4]), float32(m[8]), float32(m[12] - eye[0]),
		float32(m[1]), float32(m[5]), float32(m[9]), float32(m[13] - eye[1]),
		float32(m[2]), float32(m[6]), float32(m[10]), float32(m[14] - eye[2]),
	}
}

// determinant is that of the linear part, in float64.
func determinant(m *mgl64.Mat4) float64 {
	return m[0]*(m[5]*m[10]-m[9]*m[6]) - m[4]*(m[1]*m[10]-m[9]*m[2]) + m[8]*(m[1]*m[6]-m[5]*m[2])
}

// keepsAngles reports whether the linear part is a rotation, perhaps mirrored,
// with one scale in all directions: then it maps normals as it is.
func keepsAngles(m *mgl64.Mat4) bool {
	a := mgl64.Vec3{m[0], m[1], m[2]}
	b := mgl64.Vec3{m[4], m[5], m[6]}
	c := mgl64.Vec3{m[8], m[9], m[10]}
	s := a.Dot(a)
	tol := 2e-3 * s
	return math.Abs(b.Dot(b)-s) <= tol && math.Abs(c.Dot(c)-s) <= tol &&
		math.Abs(a.Dot(b)) <= tol && math.Abs(a.Dot(c)) <= tol && math.Abs(b.Dot(c)) <= tol
}

// cofactors returns the matrix that maps normals: the inverse transpose up to a
// positive factor.
func cofactors(m *mat34) (c [9]float32) {
	c[0] = float32(m[5]*m[10]) - float32(m[6]*m[9])
	c[1] = float32(m[6]*m[8]) - float32(m[4]*m[10])
	c[2] = float32(m[4]*m[9]) - float32(m[5]*m[8])
	c[3] = float32(m[2]*m[9]) - float32(m[1]*m[10])
	c[4] = float32(m[0]*m[10]) - float32(m[2]*m[8])
	c[5] = float32(m[1]*m[8]) - float32(m[0]*m[9])
	c[6] = float32(m[1]*m[6]) - float32(m[2]*m[5])
	c[7] = float32(m[2]*m[4]) - float32(m[0]*m[6])
	c[8] = float32(m[0]*m[5]) - float32(m[1]*m[4])
	if float32(m[0]*c[0])+float32(m[1]*c[1])+float32(m[2]*c[2]) < 0 {
		for i := range c {
			c[i] = -c[i]
		}
	}
	return c
}

// poseRigid moves vertices by one matrix.
func poseRigid(dst []posed, src []skinVertex, m *mat34) {
	c := cofactors(m)
	dst = dst[:len(src)]
	for i := range src {
		v, d := &src[i], &dst[i]
		x, y, z := v.p[0], v.p[1], v.p[2]
		d.p[0] = float32(m[0]*x) + float32(m[1]*y) + float32(m[2]*z) + m[3]
		d.p[1] = float32(m[4]*x) + float32(m[5]*y) + float32(m[6]*z) + m[7]
		d.p[2] = float32(m[8]*x) + float32(m[9]*y) + float32(m[10]*z) + m[11]
		x, y, z = v.n[0], v.n[1], v.n[2]
		d.n[0] = float32(c[0]*x) + float32(c[1]*y) + float32(c[2]*z)
		d.n[1] = float32(c[3]*x) + float32(c[4]*y) + float32(c[5]*z)
		d.n[2] = float32(c[6]*x) + float32(c[7]*y) + float32(c[8]*z)
	}
}

// poseSkinned moves vertices by the weighted sum of their joints' matrices.
// Vertices come with their weights in falling order. Every joint of src must
// have its matrix in mats, and all must keep angles, so that the blended matrix serves for normals.
func poseSkinned(dst []posed, src []skinVertex, mats []mat34) {
	dst = dst[:len(src)]
	for i := range src {
		v, d := &src[i], &dst[i]
		a := &mats[v.j[0]]
		px, py, pz := v.p[0], v.p[1], v.p[2]
		nx, ny, nz := v.n[0], v.n[1], v.n[2]
		w0, w1 := v.w[0], v.w[1]
		if w0 == 1 && w1 == 0 {
			d.p[0] = float32(a[0]*px) + float32(a[1]*py) + float32(a[2]*pz) + a[3]
			d.p[1] = float32(a[4]*px) + float32(a[5]*py) + float32(a[6]*pz) + a[7]
			d.p[2] = float32(a[8]*px) + float32(a[9]*py) + float32(a[10]*pz) + a[11]
			d.n[0] = float32(a[0]*nx) + float32(a[1]*ny) + float32(a[2]*nz)
			d.n[1] = float32(a[4]*nx) + float32(a[5]*ny) + float32(a[6]*nz)
			d.n[2] = float32(a[8]*nx) + float32(a[9]*ny) + float32(a[10]*nz)
			continue
		}
		b := &mats[v.j[1]]
		w2, w3 := v.w[2], v.w[3]
		if w2 == 0 {
			for r := 0; r < 12; r += 4 {
				ar, br := (*[4]float32)(a[r:]), (*[4]float32)(b[r:])
				m0 := float32(w0*ar[0]) + float32(w1*br[0])
				m1 := float32(w0*ar[1]) + float32(w1*br[1])
				m2 := float32(w0*ar[2]) + float32(w1*br[2])
				m3 := float32(w0*ar[3]) + float32(w1*br[3])
				d.p[r>>2] = float32(m0*px) + float32(m1*py) + float32(m2*pz) + m3
				d.n[r>>2] = float32(m0*nx) + float32(m1*ny) + float32(m2*nz)
			}
			continue
		}
		c, e := &mats[v.j[2]], &mats[v.j[3]]
		m0 := float32(w0*a[0]) + float32(w1*b[0]) + float32(w2*c[0]) + float32(w3*e[0])
		m1 := float32(w0*a[1]) + float32(w1*b[1]) + float32(w2*c[1]) + float32(w3*e[1])
		m2 := float32(w0*a[2]) + float32(w1*b[2]) + float32(w2*c[2]) + float32(w3*e[2])
		m3 := float32(w0*a[3]) + float32(w1*b[3]) + float32(w2*c[3]) + float32(w3*e[3])
		d.p[0] = float32(m0*px) + float32(m1*py) + float32(m2*pz) + m3
		d.n[0] = float32(m0*nx) + float32(m1*ny) + float32(m2*nz)
		m0 = float32(w0*a[4]) + float32(w1*b[4]) + float32(w2*c[4]) + float32(w3*e[4])
		m1 = float32(w0*a[5]) + float32(w1*b[5]) + float32(w2*c[5]) + float32(w3*e[5])
		m2 = float32(w0*a[6]) + float32(w1*b[6]) + float32(w2*c[6]) + float32(w3*e[6])
		m3 = float32(w0*a[7]) + float32(w1*b[7]) + float32(w2*c[7]) + float32(w3*e[7])
		d.p[1] = float32(m0*px) + float32(m1*py) + float32(m2*pz) + m3
		d.n[1] = float32(m0*nx) + float32(m1*ny) + float32(m2*nz)
		m0 = float32(w0*a[8]) + float32(w1*b[8]) + float32(w2*c[8]) + float32(w3*e[8])
		m1 = float32(w0*a[9]) + float32(w1*b[9]) + float32(w2*c[9]) + float32(w3*e[9])
		m2 = float32(w0*a[10]) + float32(w1*b[10]) + float32(w2*c[10]) + float32(w3*e[10])
		m3 = float32(w0*a[11]) + float32(w1*b[11]) + float32(w2*c[11]) + float32(w3*e[11])
		d.p[2] = float32(m0*px) + float32(m1*py) + float32(m2*pz) + m3
		d.n[2] = float32(m0*nx) + float32(m1*ny) + float32(m2*nz)
	}
}

// poseSkinnedAny is poseSkinned for joints that scale unevenly or shear: the
// normal goes through the cofactors of the blended matrix.
func poseSkinnedAny(dst []posed, src []skinVertex, mats []mat34) {
	dst = dst[:len(src)]
	for i := range src {
		v, d := &src[i], &dst[i]
		var m mat34
		for k, w := range v.w {
			if w == 0 {
				break
			}
			a := &mats[v.j[k]]
			for r := range m {
				m[r] += float32(w * a[r])
			}
		}
		for r := range 3 {
			q := (*[4]float32)(m[4*r:])
			d.p[r] = float32(q[0]*v.p[0]) + float32(q[1]*v.p[1]) + float32(q[2]*v.p[2]) + q[3]
		}
		c := cofactors(&m)
		for r := range 3 {
			q := (*[3]float32)(c[3*r:])
			d.n[r] = float32(q[0]*v.n[0]) + float32(q[1]*v.n[1]) + float32(q[2]*v.n[2])
		}
	}
}
