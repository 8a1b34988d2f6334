package objio

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// polygon triangulates faces. It is reused, so that a face costs no memory.
type polygon struct {
	x, y       []float64 // the corners in the plane of the face
	prev, next []int32   // the corners that are left, as a ring
	reflex     []bool
	out        [][3]int32
	work       int64 // tests that ear clipping may still make in this load
	tangled    bool  // the last face had no ear at some point: it crosses itself
}

// newell is twice the polygon's area along its normal (Newell's sum), right for
// concave and for not quite flat polygons.
func newell(p []mgl32.Vec3) [3]float64 {
	var n [3]float64
	o := p[0]
	q := func(i int) (x, y, z float64) { // relative to a corner: far from the origin nothing is lost
		return float64(p[i][0]) - float64(o[0]), float64(p[i][1]) - float64(o[1]), float64(p[i][2]) - float64(o[2])
	}
	ax, ay, az := q(len(p) - 1)
	for i := range p {
		bx, by, bz := q(i)
		n[0] += float64(ay*bz) - float64(az*by)
		n[1] += float64(az*bx) - float64(ax*bz)
		n[2] += float64(ax*by) - float64(ay*bx)
		ax, ay, az = bx, by, bz
	}
	return n
}

// unit returns the direction of v, or zero where it has none.
func unit(v [3]float64) mgl32.Vec3 {
	big := max(math.Abs(v[0]), math.Abs(v[1]), math.Abs(v[2]))
	if !(big > 0) || math.IsInf(big, 0) {
		return mgl32.Vec3{}
	}
	x, y, z := v[0]/big, v[1]/big, v[2]/big
	n := math.Sqrt(float64(x*x) + float64(y*y) + float64(z*z))
	return mgl32.Vec3{float32(x / n), float32(y / n), float32(z / n)}
}

// triangulate cuts a polygon with the given corners and Newell normal into
// triangles of corner numbers: a fan where it is convex, ears where it is not.
// It reports false when the work that a load may take is used up.
func (g *polygon) triangulate(p []mgl32.Vec3, normal [3]float64) ([][3]int32, bool) {
	n := len(p)
	g.out, g.tangled = g.out[:0], false
	if n == 3 {
		g.out = append(g.out, [3]int32{0, 1, 2})
		return g.out, true
	}
	g.flatten(p, normal)
	if g.convex(n) {
		for i := 1; i+1 < n; i++ {
			g.out = append(g.out, [3]int32{0, int32(i), int32(i + 1)})
		}
		return g.out, true
	}
	return g.out, g.clip(n)
}

// flatten projects the corners along the normal's largest component, so that
// the polygon runs counter-clockwise.
func (g *polygon) flatten(p []mgl32.Vec3, normal [3]float64) {
	g.x, g.y = g.x[:0], g.y[:0]
	axis := 0
	for k := 1; k < 3; k++ {
		if math.Abs(normal[k]) > math.Abs(normal[axis]) {
			axis = k
		}
	}
	u, v := (axis+1)%3, (axis+2)%3
	if normal[axis] < 0 {
		u, v = v, u
	}
	for i := range p {
		g.x = append(g.x, float64(p[i][u])-float64(p[0][u]))
		g.y = append(g.y, float64(p[i][v])-float64(p[0][v]))
	}
}

// cross is twice the area of the triangle a, b, c: positive when it turns left.
func (g *polygon) cross(a, b, c int32) float64 {
	ux, uy := g.x[b]-g.x[a], g.y[b]-g.y[a]
	vx, vy := g.x[c]-g.x[a], g.y[c]-g.y[a]
	return float64(ux*vy) - float64(uy*vx)
}

// convex reports whether a fan from corner 0 covers the polygon just once: no
// corner turns right, and no triangle of the fan is turned over (which a star
// that winds twice would have).
func (g *polygon) convex(n int) bool {
	for i := range int32(n) {
		if g.cross((i+int32(n)-1)%int32(n), i, (i+1)%int32(n)) < 0 {
			return false
		}
	}
	for i := int32(1); i+1 < int32(n); i++ {
		if g.cross(0, i, i+1) < 0 {
			return false
		}
	}
	return true
}

// clip cuts ears: a corner that turns left and whose triangle holds no corner
// that turns right. A polygon that crosses itself runs out of ears; then the
// next corner is cut all the same, so that it ends.
func (g *polygon) clip(n int) bool {
	g.prev, g.next, g.reflex = g.prev[:0], g.next[:0], g.reflex[:0]
	for i := range int32(n) {
		g.prev = append(g.prev, (i+int32(n)-1)%int32(n))
		g.next = append(g.next, (i+1)%int32(n))
	}
	for i := range int32(n) {
		g.reflex = append(g.reflex, g.cross(g.prev[i], i, g.next[i]) < 0)
	}
	at, tried := int32(0), 0
	for left := n; left > 3; {
		force := tried >= left
		ear, ok := g.ear(at)
		if !ok {
			return false
		}
		if !ear && !force {
			at = g.next[at]
			tried++
			continue
		}
		g.tangled = g.tangled || force && !ear
		a, c := g.prev[at], g.next[at]
		g.out = append(g.out, [3]int32{a, at, c})
		g.next[a], g.prev[c] = c, a
		g.reflex[a] = g.cross(g.prev[a], a, c) < 0
		g.reflex[c] = g.cross(a, c, g.next[c]) < 0
		// Going on two corners further keeps the triangles from becoming a fan of
		// slivers.
		at, tried = g.next[c], 0
		left--
	}
	// All ears turn left; what is left over makes up for the crossings.
	g.tangled = g.tangled || g.cross(g.prev[at], at, g.next[at]) < 0
	g.out = append(g.out, [3]int32{g.prev[at], at, g.next[at]})
	return true
}

// ear reports whether the corner at can be cut off.
func (g *polygon) ear(at int32) (ear, ok bool) {
	a, c := g.prev[at], g.next[at]
	if g.reflex[at] {
		g.work--
		return false, g.work > 0
	}
	for i := g.next[c]; i != a; i = g.next[i] {
		g.work--
		if !g.reflex[i] || g.same(i, a) || g.same(i, at) || g.same(i, c) {
			continue
		}
		if g.cross(a, at, i) >= 0 && g.cross(at, c, i) >= 0 && g.cross(c, a, i) >= 0 {
			return false, g.work > 0
		}
	}
	return true, g.work > 0
}

// same reports whether two corners lie on one point, as where a bridge leads to
// a hole and back.
func (g *polygon) same(i, j int32) bool { return g.x[i] == g.x[j] && g.y[i] == g.y[j] }
