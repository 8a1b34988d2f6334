package rig

import (
	"math"
	"slices"
	"sort"

	"github.com/go-gl/mathgl/mgl64"
)

// stance is how a vehicle stands: the directions of its own frame, as its
// wheels, its guns and its symmetry tell them.
type stance struct {
	up, left, fwd mgl64.Vec3 // unit, square; model space
	ground        float64    // support height: the least v . up of the model, metres
	height        float64    // extent along up, metres
	length        float64    // extent along fwd
	width         float64    // extent along left
	mid           float64    // the middle plane: v . left
	byWheels      bool       // up and left are the wheels'
	fwdWhy        string     // how the front was told; empty: its line is known, its sense is not
}

// at is a point in the stance's own frame: left of the middle, above the ground,
// forward of the origin.
func (s *stance) at(v mgl64.Vec3) (left, up, fwd float64) {
	return v.Dot(s.left) - s.mid, v.Dot(s.up) - s.ground, v.Dot(s.fwd)
}

// cloud is a set of points spread over the model, for questions about its whole
// shape.
type cloud struct {
	at   []mgl64.Vec3
	of   []int // piece of each
	lo   mgl64.Vec3
	cell float64
	full map[[3]int16]struct{}
}

const cloudPoints = 4000

// spreadAll makes the cloud of the pieces that are not skipped.
func (f *finder) spreadAll(skip map[int]bool) *cloud {
	c := &cloud{lo: f.bounds.Min, cell: f.size / 36, full: map[[3]int16]struct{}{}}
	area := 0.0
	for _, i := range f.use {
		if !skip[i] {
			area += f.pieces[i].area
		}
	}
	if area == 0 || !(c.cell > 0) || math.IsInf(c.cell, 0) {
		return c
	}
	for _, i := range f.use {
		if n := int(math.Ceil(cloudPoints * f.pieces[i].area / area)); !skip[i] && f.pieces[i].area > 0 {
			for _, s := range spread(f.pieces[i].tris, f.pieces[i].area, n) {
				c.at, c.of = append(c.at, s.p), append(c.of, i)
				k := c.key(s.p)
				for x := int16(-1); x <= 1; x++ {
					for y := int16(-1); y <= 1; y++ {
						for z := int16(-1); z <= 1; z++ {
							c.full[[3]int16{k[0] + x, k[1] + y, k[2] + z}] = struct{}{}
						}
					}
				}
			}
		}
	}
	return c
}

func (c *cloud) key(p mgl64.Vec3) (k [3]int16) {
	for i := range 3 {
		k[i] = int16(max(min(math.Floor((p[i]-c.lo[i])/c.cell), 30000), -30000))
	}
	return k
}

// mirrored is the share of the cloud that a mirror square to dir, in the middle
// of the cloud's extent, brings near the cloud.
func (c *cloud) mirrored(dir mgl64.Vec3) (share, mid float64) {
	if len(c.at) == 0 {
		return 0, 0
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, p := range c.at {
		d := p.Dot(dir)
		lo, hi = min(lo, d), max(hi, d)
	}
	// The middle of the extent, and the middle of the mass: a gun to one side
	// spoils the first, a load the second.
	mean := 0.0
	for _, p := range c.at {
		mean += p.Dot(dir) / float64(len(c.at))
	}
	for _, m := range [2]float64{(lo + hi) / 2, mean} {
		hit := 0
		for _, p := range c.at {
			if _, ok := c.full[c.key(p.Sub(dir.Mul(2*(p.Dot(dir)-m))))]; ok {
				hit++
			}
		}
		if s := float64(hit) / float64(len(c.at)); s > share+1e-9 {
			share, mid = s, m
		}
	}
	return share, mid
}

// outline2 is the convex hull of all corners seen along a direction.
type outline2 struct {
	u, v mgl64.Vec3
	at   [][2]float64 // counter-clockwise
}

func (f *finder) hullAlong(u, v mgl64.Vec3, skip map[int]bool) outline2 {
	var pts [][2]float64
	for _, i := range f.use {
		if skip[i] {
			continue
		}
		for t := range f.pieces[i].tris {
			for _, p := range f.pieces[i].tris[t] {
				pts = append(pts, [2]float64{p.Dot(u), p.Dot(v)})
			}
		}
	}
	return outline2{u, v, convex(pts)}
}

// convex is Andrew's monotone chain over points that survive a first sieve: what
// lies inside the quadrilateral of the extremes is no corner.
func convex(pts [][2]float64) [][2]float64 {
	if len(pts) < 4 {
		return pts
	}
	var ext [4][2]float64
	for k, d := range [4][2]float64{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}} {
		best := math.Inf(-1)
		for _, p := range pts {
			if s := d[0]*p[0] + d[1]*p[1]; s > best {
				best, ext[k] = s, p
			}
		}
	}
	turn := func(a, b, c [2]float64) float64 { return (b[0]-a[0])*(c[1]-a[1]) - (b[1]-a[1])*(c[0]-a[0]) }
	keep := pts[:0:0]
	for _, p := range pts {
		if turn(ext[0], ext[1], p) <= 0 || turn(ext[1], ext[2], p) <= 0 || turn(ext[2], ext[3], p) <= 0 || turn(ext[3], ext[0], p) <= 0 {
			keep = append(keep, p)
		}
	}
	sort.Slice(keep, func(a, b int) bool {
		return keep[a][0] < keep[b][0] || keep[a][0] == keep[b][0] && keep[a][1] < keep[b][1]
	})
	var h [][2]float64
	half := func(list [][2]float64) {
		base := len(h)
		for _, p := range list {
			for len(h) > base+1 && turn(h[len(h)-2], h[len(h)-1], p) <= 0 {
				h = h[:len(h)-1]
			}
			h = append(h, p)
		}
		h = h[:max(len(h)-1, 0)]
	}
	half(keep)
	slices.Reverse(keep)
	half(keep)
	return h
}

// lowest is the least value over the outline in a direction of its plane.
func (o *outline2) lowest(du, dv float64) float64 {
	m := math.Inf(1)
	for _, p := range o.at {
		m = min(m, p[0]*du+p[1]*dv)
	}
	return m
}

// rollers is a set of round things with one axle direction that stand on the
// model's support plane.
type rollers struct {
	axle, up mgl64.Vec3
	ground   float64
	touch    []int // into rounds
	weight   float64
}

// couldRoll reports whether a round thing has a wheel's size and shape.
func (f *finder) couldRoll(r *round) bool {
	return r.r > 0.008*f.size && r.r < 0.42*f.size && r.w < 3*r.r
}

// standing finds the wheels: of all axle directions and all ways to put the
// model down, the one in which the most round things stand on the ground. Ways
// near upright are preferred; upright leaves no others.
func (f *finder) standing(list []round, skip map[int]bool, c *cloud, upright bool) (rollers, bool) {
	var groups [][]int
	for i := range list {
		if !f.couldRoll(&list[i]) {
			continue
		}
		n := slices.IndexFunc(groups, func(g []int) bool {
			return math.Abs(list[g[0]].axle.Dot(list[i].axle)) > math.Cos(8*math.Pi/180)
		})
		if n < 0 {
			groups = append(groups, []int{i})
		} else {
			groups[n] = append(groups[n], i)
		}
	}
	sort.SliceStable(groups, func(a, b int) bool { return len(groups[a]) > len(groups[b]) })
	var best rollers
	for _, g := range groups[:min(len(groups), 8)] {
		if r := f.standGroup(list, g, skip, c, upright); r.weight > best.weight*(1+1e-9) {
			best = r
		}
	}
	return best, best.weight > 0
}

// standGroup puts a model down on the wheels of one axle direction.
func (f *finder) standGroup(list []round, g []int, skip map[int]bool, c *cloud, upright bool) rollers {
	axle := f.meanAxle(list, g)
	up := mgl64.Vec3{0, 1, 0}
	level := math.Abs(axle[1]) < 0.5
	if upright && math.Abs(axle[1]) > 0.3 {
		return rollers{}
	}
	if !level {
		up = mgl64.Vec3{0, 0, 1}
	}
	up = up.Sub(axle.Mul(up.Dot(axle))).Normalize()
	along := axle.Cross(up)
	hull := f.hullAlong(along, up, skip)
	// A wheel's axle is square to the plane about which the machine is alike; an
	// engine's or a barrel's lies in it.
	sym, _ := c.mirrored(axle)
	other, _ := c.mirrored(along)
	if sym < 0.55 || sym < other-0.12 {
		return rollers{}
	}
	type step struct {
		deg    int
		touch  []int
		weight float64
		ground float64
	}
	try := func(deg int) step {
		s, co := sinCosDeg(float64(deg))
		h := hull.lowest(-s, co) // the direction up turned by deg about the axle: up*cos - along*sin
		st := step{deg: deg, ground: h}
		for _, i := range g {
			r := &list[i]
			y := -s*r.center.Dot(along) + co*r.center.Dot(up)
			if y-r.r <= h+0.4*r.r {
				st.touch = append(st.touch, i)
				st.weight += r.r
			}
		}
		return st
	}
	best := try(0)
	from, to := 0, 0
	better := func(s step, share float64) bool { return share*s.weight > best.weight*(1+1e-6) }
	search := func(a, b int, share float64) {
		for d := a; d <= b; d++ {
			if s := try(d); better(s, share) {
				best, from, to = s, d, d
			} else if s.weight == best.weight && d == to+1 {
				to = d
			}
		}
	}
	if level {
		// The nearest to upright of the best; where upright is not among them, the
		// middle of their range.
		for d := 1; d <= 25; d++ {
			for _, s := range [2]int{d, -d} {
				if st := try(s); better(st, 0.9) {
					best, from, to = st, s, s
				}
			}
		}
		for d := from - 1; d >= -26 && from != 0 && try(d).weight >= best.weight; d-- {
			from = d
		}
		for d := to + 1; d <= 26 && to != 0 && try(d).weight >= best.weight; d++ {
			to = d
		}
		if best.deg != 0 {
			best = try((from + to) / 2)
		}
	}
	if len(best.touch) < 2 && !upright {
		rest := try(best.deg)
		best.weight *= 0.5
		search(65, 295, 0.6)
		if best.weight <= 0.5*rest.weight {
			best = rest
		} else {
			best = try((from + to) / 2)
			best.weight *= 0.6
		}
	}
	if !level {
		best.weight *= 0.6
	}
	s, co := sinCosDeg(float64(best.deg))
	// Wheels that share an axle or a line with another count for more: a lone one
	// may be a lamp that happens to be low.
	out := rollers{axle: axle, up: up.Mul(co).Sub(along.Mul(s)), ground: best.ground, touch: best.touch, weight: best.weight}
	if len(best.touch) == 1 {
		out.weight *= 0.3
	}
	return out
}

// meanAxle is the mean direction of a group's axles.
func (f *finder) meanAxle(list []round, g []int) mgl64.Vec3 {
	var sum mgl64.Vec3
	for _, i := range g {
		a := list[i].axle
		if a.Dot(list[g[0]].axle) < 0 {
			a = a.Mul(-1)
		}
		sum = sum.Add(a.Mul(list[i].r))
	}
	return axisNearDeg(sum.Normalize(), 1.5)
}

// axisNearDeg is the coordinate axis within some degrees of a unit vector, or
// itself.
func axisNearDeg(v mgl64.Vec3, deg float64) mgl64.Vec3 {
	for k := range 3 {
		if math.Abs(v[k]) > math.Cos(deg*math.Pi/180) {
			var a mgl64.Vec3
			a[k] = math.Copysign(1, v[k])
			return a
		}
	}
	return v
}

// stand settles the model's own frame: by its wheels where it stands on some,
// else upright, with the middle plane about which it is most alike.
func (f *finder) stand(list []round, skip map[int]bool, upright bool) (stance, rollers) {
	c := f.spreadAll(skip)
	w, ok := f.standing(list, skip, c, upright)
	s := stance{up: mgl64.Vec3{0, 1, 0}, left: mgl64.Vec3{1, 0, 0}}
	if ok {
		s.up, s.left, s.byWheels = w.up, w.axle, len(w.touch) > 1
	} else {
		best := -1.0
		h := f.hullWithout(nil)
		for _, d := range []mgl64.Vec3{{1, 0, 0}, {0, 0, 1}, {h.long[2], 0, -h.long[0]}, {h.long[0], 0, h.long[2]}} {
			m, _ := c.mirrored(d)
			// Of two that are as good, the one across the length.
			if m += 0.1 * math.Abs(d[0]*h.long[2]-d[2]*h.long[0]); m > best+0.05 {
				best, s.left = m, d
			}
		}
	}
	s.fwd = s.left.Cross(s.up).Normalize()
	if s.fwd.Dot(front) < -1e-6 || math.Abs(s.fwd.Dot(front)) <= 1e-6 && s.fwd[0] < 0 {
		s.fwd = s.fwd.Mul(-1)
	}
	s.left = s.up.Cross(s.fwd)
	_, s.mid = c.mirrored(s.left)
	s.measure(f, skip)
	return s, w
}

// measure fills the extents.
func (s *stance) measure(f *finder, skip map[int]bool) {
	var lo, hi [3]float64
	for k := range 3 {
		lo[k], hi[k] = math.Inf(1), math.Inf(-1)
	}
	for _, i := range f.use {
		if skip[i] {
			continue
		}
		for t := range f.pieces[i].tris {
			for _, p := range f.pieces[i].tris[t] {
				for k, d := range [3]float64{p.Dot(s.up), p.Dot(s.fwd), p.Dot(s.left)} {
					lo[k], hi[k] = min(lo[k], d), max(hi[k], d)
				}
			}
		}
	}
	s.ground, s.height, s.length, s.width = lo[0], hi[0]-lo[0], hi[1]-lo[1], hi[2]-lo[2]
}
