package samples

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// sweep says how loft treats its rings. The zero sweep is an open tube with a
// crease along every line of the sweep and none across.
type sweep struct {
	caps   bool // close the first and the last ring, which must be convex
	loop   bool // join the last ring to the first
	open   bool // the rings are open lines, not closed outlines
	smooth bool // one smoothing group for all strips
	hard   bool // no smoothing at all: every facet is flat
	// paint, if set, is asked for material and tone of the facet between ring
	// i and i+1, corner k and k+1.
	paint func(i, k int) (material, float64)
}

// loft joins rings of equally many points by strips of quads. The outside is on
// the left of the ring's direction, looking along the sweep; with caps or loop
// the solid is turned outward whatever the direction is.
func (s *shape) loft(rings [][]vec, o sweep) {
	first := len(s.faces)
	ix := make([][]int, len(rings))
	for i, r := range rings {
		ix[i] = s.addAll(r)
	}
	n := len(rings[0])
	strips := n
	if o.open {
		strips--
	}
	whole := s.newGroup()
	pairs := len(rings) - 1
	if o.loop {
		pairs++
	}
	mat, tone := s.mat, s.tone
	for k := range strips {
		group := whole
		switch {
		case o.hard:
			group = 0
		case !o.smooth:
			group = s.newGroup()
		}
		for i := range pairs {
			if o.paint != nil {
				s.mat, s.tone = o.paint(i, k)
			}
			a, b := ix[i], ix[(i+1)%len(ix)]
			s.quad(a[k], b[k], b[(k+1)%n], a[(k+1)%n], group)
		}
	}
	s.mat, s.tone = mat, tone
	if o.caps {
		s.fan(ix[0])
		rev := make([]int, n)
		for k, v := range ix[len(ix)-1] {
			rev[n-1-k] = v
		}
		s.fan(rev)
	}
	if o.caps || o.loop {
		s.outward(first)
	}
}

// half completes the left half of an outline (from the bottom centre line to
// the top centre line) with its mirror image. Points on x = 0 are not doubled.
func half(left []vec) []vec {
	ring := append([]vec(nil), left...)
	for i := len(left) - 1; i >= 0; i-- {
		if p := left[i]; p[0] != 0 {
			ring = append(ring, vec{-p[0], p[1], p[2]})
		}
	}
	return ring
}

// turned is a point of a lathe's profile: how far along the axis, how far out.
type turned struct{ along, out float64 }

// lathe turns a profile about +Y into sides facets. The profile runs from
// bottom to top; where it does not end on the axis, it is capped. A ring
// profile (ring true) is closed in itself instead.
func (s *shape) lathe(profile []turned, sides int, ring, smooth bool) {
	first := len(s.faces)
	rings := make([][]vec, len(profile))
	for i, p := range profile {
		rings[i] = circle(p.out, p.along, sides)
	}
	s.loft(rings, sweep{caps: !ring, loop: ring, smooth: smooth})
	s.outward(first)
}

// circle is a ring about +Y at the given height.
func circle(r, y float64, sides int) []vec {
	ps := make([]vec, sides)
	for k := range ps {
		sin, cos := sinCosDeg(360 * float64(k) / float64(sides))
		ps[k] = vec{r * sin, y, r * cos}
	}
	return ps
}

// sinCosDeg takes degrees, so that quarter turns are exact.
func sinCosDeg(deg float64) (sin, cos float64) {
	switch deg = math.Mod(deg, 360); deg {
	case 0:
		return 0, 1
	case 90, -270:
		return 1, 0
	case 180, -180:
		return 0, -1
	case 270, -90:
		return -1, 0
	}
	return math.Sincos(deg * math.Pi / 180)
}

// ball is a sphere with the given facets around and from pole to pole.
func (s *shape) ball(r float64, sides, rows int) {
	p := make([]turned, rows+1)
	for i := range p {
		sin, cos := sinCosDeg(180 * float64(i) / float64(rows))
		p[i] = turned{-r * cos, r * sin}
	}
	p[0].out, p[rows].out = 0, 0
	s.lathe(p, sides, false, true)
}

// rod is a cylinder between two points, capped.
func (s *shape) rod(a, b vec, r float64, sides int) {
	s.cone(a, b, r, r, sides)
}

// cone is a rod whose radius goes from ra to rb.
func (s *shape) cone(a, b vec, ra, rb float64, sides int) {
	d := b.Sub(a)
	t := newShape(s.mat, s.label)
	t.tone = s.tone
	t.lathe([]turned{{0, ra}, {d.Len(), rb}}, sides, false, false)
	s.merge(t, placed(a, toY(d)))
}

// placed is a rotation followed by a move to p.
func placed(p vec, r mgl64.Mat4) mgl64.Mat4 {
	return mgl64.Translate3D(p[0], p[1], p[2]).Mul4(r)
}

// toY is a rotation that takes +Y to direction d. Its X axis stays level.
func toY(d vec) mgl64.Mat4 {
	y := d.Normalize()
	x := vec{0, 1, 0}.Cross(y)
	if x.Len() < 1e-6 {
		x = vec{1, 0, 0}
		if y[1] < 0 {
			return mgl64.Mat3FromCols(x, vec{0, -1, 0}, vec{0, 0, -1}).Mat4()
		}
		return mgl64.Ident4()
	}
	x = x.Normalize()
	return mgl64.Mat3FromCols(x, y, x.Cross(y)).Mat4()
}

// box is a cuboid given by its centre and its full size.
func (s *shape) box(c, size vec) {
	h := size.Mul(0.5)
	s.frustum(c.Sub(vec{0, h[1], 0}), h[0], h[2], c.Add(vec{0, h[1], 0}), h[0], h[2])
}

// frustum joins two level rectangles, given by centre and half extents in x and
// z, into a solid with flat sides.
func (s *shape) frustum(lo vec, lx, lz float64, hi vec, hx, hz float64) {
	rect := func(c vec, x, z float64) []vec {
		return []vec{c.Add(vec{x, 0, z}), c.Add(vec{x, 0, -z}), c.Add(vec{-x, 0, -z}), c.Add(vec{-x, 0, z})}
	}
	s.loft([][]vec{rect(lo, lx, lz), rect(hi, hx, hz)}, sweep{caps: true, hard: true})
}

// strip is a bar of rectangular section along a line of points. across is the
// direction in which its width w lies, as nearly as the line allows.
func (s *shape) strip(line []vec, w, h float64, across vec) {
	rings := make([][]vec, len(line))
	for i, p := range line {
		d := line[min(i+1, len(line)-1)].Sub(line[max(i-1, 0)]).Normalize()
		x := across.Sub(d.Mul(across.Dot(d))).Normalize().Mul(w / 2)
		y := d.Cross(x.Normalize()).Mul(h / 2)
		rings[i] = []vec{p.Add(x).Add(y), p.Sub(x).Add(y), p.Sub(x).Sub(y), p.Add(x).Sub(y)}
	}
	s.loft(rings, sweep{caps: true, hard: true})
}

// slab is a convex flat outline given a thickness along n (not normalised: its
// length is the thickness), half to each side.
func (s *shape) slab(outline []vec, n vec) {
	lo, hi := make([]vec, len(outline)), make([]vec, len(outline))
	for i, p := range outline {
		lo[i], hi[i] = p.Sub(n.Mul(0.5)), p.Add(n.Mul(0.5))
	}
	s.loft([][]vec{lo, hi}, sweep{caps: true, hard: true})
}
