package samples

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

type vec = mgl64.Vec3

// grid is how many steps a metre has. Every coordinate is rounded to it.
const grid = 65536

// snap rounds x to the grid. Halves are pushed up a little first, so that a
// value that sits on a tie by construction, and comes out an ulp higher or
// lower on a machine that fuses products, rounds the same way.
func snap(x float64) float64 {
	n := math.Floor(math.Abs(x)*grid + 0.5 + 1e-5)
	if n == 0 {
		return 0 // never -0
	}
	return math.Copysign(n/grid, x)
}

func snapVec(p vec) vec { return vec{snap(p[0]), snap(p[1]), snap(p[2])} }

// face is one triangle, counter-clockwise seen from outside.
type face struct {
	v     [3]int
	mat   material
	group int     // smoothing group; faces of group 0 are flat
	tone  float64 // brightness of the vertex colour
	label Label
	uv    [3][2]float32 // set by unwrap
}

// shape is a mesh under construction. mat, tone and label are the pen: what the
// next faces get.
type shape struct {
	pos    []vec
	faces  []face
	mat    material
	tone   float64
	label  Label
	groups int // smoothing groups given out so far
}

// plain is the tone of ordinary skin. Vertex colours must not exceed 1, so what
// is lighter than the skin has a tone between plain and 1.
const plain = 0.875

func newShape(m material, l Label) *shape {
	s := &shape{label: l}
	s.use(m)
	return s
}

// use changes the pen's material, and its tone to the ordinary one.
func (s *shape) use(m material) {
	s.mat, s.tone = m, 1
	if m == matBody {
		s.tone = plain
	}
}

// newGroup returns a smoothing group that nobody else has.
func (s *shape) newGroup() int {
	s.groups++
	return s.groups
}

// add stores a point and returns its index.
func (s *shape) add(p vec) int {
	s.pos = append(s.pos, snapVec(p))
	return len(s.pos) - 1
}

func (s *shape) addAll(ps []vec) []int {
	ix := make([]int, len(ps))
	for i, p := range ps {
		ix[i] = s.add(p)
	}
	return ix
}

// tri adds a triangle unless two of its corners coincide or all three lie on a line.
func (s *shape) tri(a, b, c, group int) {
	if s.distance2(a, b) == 0 || s.distance2(b, c) == 0 || s.distance2(c, a) == 0 {
		return
	}
	n := s.pos[b].Sub(s.pos[a]).Cross(s.pos[c].Sub(s.pos[a]))
	if n.Len() < 1e-8 {
		return
	}
	if s.tone > 1 {
		panic("samples: a tone above 1")
	}
	s.faces = append(s.faces, face{v: [3]int{a, b, c}, mat: s.mat, group: group, tone: s.tone, label: s.label})
}

// quad adds two triangles, cut along the shorter diagonal.
func (s *shape) quad(a, b, c, d, group int) {
	if s.distance2(b, d) < s.distance2(a, c) {
		s.tri(a, b, d, group)
		s.tri(b, c, d, group)
		return
	}
	s.tri(a, b, c, group)
	s.tri(a, c, d, group)
}

// distance2 is the squared distance in grid steps: whole numbers, so that a
// comparison has one answer on every machine.
func (s *shape) distance2(a, b int) int64 {
	var sum int64
	for k := range 3 {
		d := int64(s.pos[a][k]*grid) - int64(s.pos[b][k]*grid)
		sum += d * d
	}
	return sum
}

// fan closes a convex outline with flat triangles.
func (s *shape) fan(ring []int) {
	for i := 1; i+1 < len(ring); i++ {
		s.tri(ring[0], ring[i], ring[i+1], 0)
	}
}

// polygon adds a flat, convex, one-sided face. Corners are counter-clockwise
// seen from the front.
func (s *shape) polygon(ps ...vec) { s.fan(s.addAll(ps)) }

// volume is six times the signed volume of the faces from the given one on.
func (s *shape) volume(from int) float64 {
	v := 0.0
	if from >= len(s.faces) {
		return 0
	}
	o := s.pos[s.faces[from].v[0]]
	for _, f := range s.faces[from:] {
		a, b, c := s.pos[f.v[0]].Sub(o), s.pos[f.v[1]].Sub(o), s.pos[f.v[2]].Sub(o)
		v += a.Dot(b.Cross(c))
	}
	return v
}

// outward turns the faces from the given one on inside out if they enclose a
// negative volume. Makers of closed solids end with it and so need not care
// which way their outlines run.
func (s *shape) outward(from int) {
	if s.volume(from) < 0 {
		s.flip(from)
	}
}

func (s *shape) flip(from int) {
	for i := from; i < len(s.faces); i++ {
		f := &s.faces[i]
		f.v[1], f.v[2] = f.v[2], f.v[1]
		f.uv[1], f.uv[2] = f.uv[2], f.uv[1]
	}
}

// merge adds a copy of o, moved by m. A reflection keeps the outside outside.
func (s *shape) merge(o *shape, m mgl64.Mat4) {
	base, first := len(s.pos), len(s.faces)
	for _, p := range o.pos {
		s.add(m.Mul4x1(p.Vec4(1)).Vec3())
	}
	for _, f := range o.faces {
		for k := range f.v {
			f.v[k] += base
		}
		if f.group != 0 {
			f.group += s.groups
		}
		s.faces = append(s.faces, f)
	}
	s.groups += o.groups
	if m.Mat3().Det() < 0 {
		s.flip(first)
	}
}

// both adds o as it is, which is the left one, and mirrored to the right.
func (s *shape) both(o *shape) {
	s.merge(o, mgl64.Ident4())
	s.merge(o, mgl64.Scale3D(-1, 1, 1))
}

// moved returns a copy of s under a transform, with the winding kept outward.
func (s *shape) moved(m mgl64.Mat4) *shape {
	c := newShape(s.mat, s.label)
	c.merge(s, m)
	return c
}

// normal is the unit normal of a face, and twice its area.
func (s *shape) normal(f face) (vec, float64) {
	a, b, c := s.pos[f.v[0]], s.pos[f.v[1]], s.pos[f.v[2]]
	n := b.Sub(a).Cross(c.Sub(a))
	l := n.Len()
	return n.Mul(1 / l), l
}
