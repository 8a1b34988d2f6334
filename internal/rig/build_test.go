package rig

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// soup is a triangle list that tests build shapes from, in float64.
type soup []tri

func (s soup) moved(m mgl64.Mat4) soup {
	out := make(soup, len(s))
	for i, t := range s {
		for k := range 3 {
			out[i][k] = m.Mul4x1(t[k].Vec4(1)).Vec3()
		}
	}
	return out
}

func (s soup) at(x, y, z float64) soup { return s.moved(mgl64.Translate3D(x, y, z)) }

// aimed turns a shape whose axle is +Y so that the axle is dir.
func (s soup) aimed(dir mgl64.Vec3) soup {
	d := dir.Normalize()
	if d.Sub(mgl64.Vec3{0, -1, 0}).Len() < 1e-9 {
		return s.moved(mgl64.HomogRotate3DX(math.Pi))
	}
	return s.moved(mgl64.QuatBetweenVectors(mgl64.Vec3{0, 1, 0}, d).Mat4())
}

func join(list ...soup) (out soup) {
	for _, s := range list {
		out = append(out, s...)
	}
	return out
}

// hexa makes a solid from eight corners: 0-3 one end, 4-7 the other, each a loop.
func hexa(c [8]mgl64.Vec3) soup {
	quad := func(a, b, d, e int) soup { return soup{{c[a], c[b], c[d]}, {c[a], c[d], c[e]}} }
	return join(quad(3, 2, 1, 0), quad(4, 5, 6, 7), quad(0, 1, 5, 4), quad(1, 2, 6, 5), quad(2, 3, 7, 6), quad(3, 0, 4, 7))
}

func box(x, y, z float64) soup {
	x, y, z = x/2, y/2, z/2
	return hexa([8]mgl64.Vec3{{-x, -y, -z}, {x, -y, -z}, {x, y, -z}, {-x, y, -z}, {-x, -y, z}, {x, -y, z}, {x, y, z}, {-x, y, z}})
}

// taper is a box along Z whose ends have their own sizes and heights.
func taper(z0, w0, h0, y0, z1, w1, h1, y1 float64) soup {
	f := func(z, w, h, y float64) [4]mgl64.Vec3 {
		return [4]mgl64.Vec3{{-w / 2, y - h/2, z}, {w / 2, y - h/2, z}, {w / 2, y + h/2, z}, {-w / 2, y + h/2, z}}
	}
	a, b := f(z0, w0, h0, y0), f(z1, w1, h1, y1)
	return hexa([8]mgl64.Vec3{a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]})
}

// lathe turns a profile of (radius, height) about Y.
func lathe(n int, profile ...[2]float64) (out soup) {
	p := func(i int, q [2]float64) mgl64.Vec3 {
		s, c := math.Sincos(2 * math.Pi * float64(i%n) / float64(n))
		return mgl64.Vec3{q[0] * c, q[1], -q[0] * s}
	}
	for k := 0; k+1 < len(profile); k++ {
		for i := range n {
			a, b := p(i, profile[k]), p(i+1, profile[k])
			c, d := p(i+1, profile[k+1]), p(i, profile[k+1])
			for _, t := range []tri{{a, b, c}, {a, c, d}} {
				if t[1].Sub(t[0]).Cross(t[2].Sub(t[0])).Len() > 1e-14 {
					out = append(out, t)
				}
			}
		}
	}
	return out
}

func cylinder(n int, r, h float64) soup {
	return lathe(n, [2]float64{0, -h / 2}, [2]float64{r, -h / 2}, [2]float64{r, h / 2}, [2]float64{0, h / 2})
}

func tube(n int, r0, r1, h float64) soup {
	return lathe(n, [2]float64{r0, -h / 2}, [2]float64{r1, -h / 2}, [2]float64{r1, h / 2}, [2]float64{r0, h / 2}, [2]float64{r0, -h / 2})
}

// bladeSpec describes one blade that lies along +X about the axle Y.
type bladeSpec struct {
	r0, r1, chord, thick float64
	pitchDeg, coneDeg    float64
	droop                float64 // metres that the tip hangs, growing with the square
	cuts                 int     // sections along the span; zero means 4
	offset               float64 // shift of the blade across its span, as lead-lag
}

func (b bladeSpec) build() (out soup) {
	cuts := b.cuts
	if cuts == 0 {
		cuts = 4
	}
	ring := func(k int) [4]mgl64.Vec3 {
		t := float64(k) / float64(cuts)
		r := b.r0 + (b.r1-b.r0)*t
		y := r*math.Tan(b.coneDeg*math.Pi/180) - b.droop*t*t
		s, c := math.Sincos(b.pitchDeg * math.Pi / 180)
		f := func(z, h float64) mgl64.Vec3 { return mgl64.Vec3{r, y + c*h + s*z, b.offset + c*z - s*h} }
		return [4]mgl64.Vec3{f(-b.chord/2, -b.thick/2), f(b.chord/2, -b.thick/2), f(b.chord/2, b.thick/2), f(-b.chord/2, b.thick/2)}
	}
	quad := func(a, b, c, d mgl64.Vec3) { out = append(out, tri{a, b, c}, tri{a, c, d}) }
	for k := range cuts {
		a, c := ring(k), ring(k+1)
		for i := range 4 {
			quad(a[i], c[i], c[(i+1)%4], a[(i+1)%4])
		}
	}
	a, c := ring(0), ring(cuts)
	quad(a[0], a[1], a[2], a[3])
	quad(c[3], c[2], c[1], c[0])
	return out
}

// wheelOf repeats a shape n times about Y.
func wheelOf(n int, s soup, phaseDeg float64) (out []soup) {
	for k := range n {
		out = append(out, s.moved(mgl64.HomogRotate3DY(2*math.Pi*float64(k)/float64(n)+phaseDeg*math.Pi/180)))
	}
	return out
}

// kit assembles a model, one node a part.
type kit struct {
	m      *scene.Model
	labels []Role // by node
}

func newKit() *kit { return &kit{m: &scene.Model{Name: "kit"}} }

// add makes a root node with the shape in model space and its true role.
func (k *kit) add(name string, role Role, s soup) int {
	k.m.Meshes = append(k.m.Meshes, scene.Mesh{Name: name, Primitives: []scene.Primitive{primitive(s)}})
	k.m.Nodes = append(k.m.Nodes, scene.Node{Name: name, Local: scene.Identity(), Mesh: scene.Some(len(k.m.Meshes) - 1)})
	k.m.Roots = append(k.m.Roots, len(k.m.Nodes)-1)
	k.labels = append(k.labels, role)
	return len(k.m.Nodes) - 1
}

// primitive makes flat-shaded triangles: no vertex is shared.
func primitive(s soup) scene.Primitive {
	var p scene.Primitive
	for _, t := range s {
		n := faceNormal(t)
		for c := range 3 {
			p.Indices = append(p.Indices, uint32(len(p.Positions)))
			p.Positions = append(p.Positions, vec32(t[c]))
			p.Normals = append(p.Normals, vec32(n))
		}
	}
	return p
}

// merged puts all parts of a kit into one mesh of one node, and says for every
// triangle which role it truly has.
func (k *kit) merged() (*kit, []Role) {
	out := newKit()
	var all scene.Primitive
	var roles []Role
	for i := range k.m.Nodes {
		p := &k.m.Meshes[k.m.Nodes[i].Mesh-1].Primitives[0]
		base := uint32(len(all.Positions))
		all.Positions = append(all.Positions, p.Positions...)
		all.Normals = append(all.Normals, p.Normals...)
		for _, v := range p.Indices {
			all.Indices = append(all.Indices, base+v)
		}
		for range len(p.Indices) / 3 {
			roles = append(roles, k.labels[i])
		}
	}
	out.m.Meshes = []scene.Mesh{{Name: "all", Primitives: []scene.Primitive{all}}}
	out.m.Nodes = []scene.Node{{Name: "all", Local: scene.Identity(), Mesh: scene.Some(0)}}
	out.m.Roots = []int{0}
	out.labels = []Role{Default}
	return out, roles
}

// under puts everything below one node with the given transform.
func (k *kit) under(t scene.TRS) *kit {
	m := *k.m
	m.Nodes = append([]scene.Node{}, k.m.Nodes...)
	root := len(m.Nodes)
	var kids []int
	for i := range m.Nodes {
		if m.Nodes[i].Parent == 0 {
			m.Nodes[i].Parent = scene.Some(root)
			kids = append(kids, i)
		}
	}
	m.Nodes = append(m.Nodes, scene.Node{Name: "top", Local: t, Children: kids})
	m.Roots = []int{root}
	return &kit{&m, append(append([]Role{}, k.labels...), Default)}
}

func vec32(v mgl64.Vec3) mgl32.Vec3 {
	return mgl32.Vec3{float32(v[0]), float32(v[1]), float32(v[2])}
}

func trisOf(s soup) [][3]mgl64.Vec3 {
	out := make([][3]mgl64.Vec3, len(s))
	for i := range s {
		out[i] = s[i]
	}
	return out
}

// degBetween is the angle between two lines, without regard to sign.
func degBetween(a, b mgl64.Vec3) float64 {
	return math.Atan2(a.Cross(b).Len(), math.Abs(a.Dot(b))) * 180 / math.Pi
}

// offAxis is how far point p is from the line through c along a.
func offAxis(p, c, a mgl64.Vec3) float64 {
	d := p.Sub(c)
	return d.Sub(a.Mul(d.Dot(a))).Len()
}
