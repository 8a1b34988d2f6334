package rig

import (
	"math"
	"sort"

	"github.com/go-gl/mathgl/mgl64"
)

// pt is a point in a belt's plane: x upward, y to the front, so that a positive
// (counter-clockwise) way round is that of a belt that drives forward.
type pt [2]float64

func (p pt) sub(q pt) pt            { return pt{p[0] - q[0], p[1] - q[1]} }
func (p pt) add(q pt) pt            { return pt{p[0] + q[0], p[1] + q[1]} }
func (p pt) mul(s float64) pt       { return pt{p[0] * s, p[1] * s} }
func (p pt) len() float64           { return math.Hypot(p[0], p[1]) }
func (p pt) cross(q pt) float64     { return p[0]*q[1] - p[1]*q[0] }
func (p pt) dot(q pt) float64       { return p[0]*q[0] + p[1]*q[1] }
func lerp(a, b pt, t float64) pt    { return a.add(b.sub(a).mul(t)) }
func (p pt) out(tangent pt) float64 { return p[0]*tangent[1] - p[1]*tangent[0] }

// plane is where a belt lies.
type plane struct {
	o, n, e1, e2 mgl64.Vec3 // origin, axle (to the left), up, front; e1 x e2 = n
}

func (p *plane) in(v mgl64.Vec3) pt {
	d := v.Sub(p.o)
	return pt{d.Dot(p.e1), d.Dot(p.e2)}
}

func (p *plane) at(q pt) mgl64.Vec3 { return p.o.Add(p.e1.Mul(q[0])).Add(p.e2.Mul(q[1])) }

// pulley is a circle that a belt runs round.
type pulley struct {
	c pt
	r float64
}

// belt is a closed path of equally spaced points, counter-clockwise.
type belt struct {
	p      []pt
	length float64
	step   float64 // between neighbours
	start  []int32 // grid: a near sample for each cell
	lo     pt
	cell   float64
	dims   [2]int
}

// beltSamples is how many points a path has (spec).
const beltSamples = 512

// beltAround is the path of a belt round pulleys: their outer tangents and arcs,
// which is the convex hull of their circles.
func beltAround(list []pulley) *belt {
	var points []pt
	for _, c := range list {
		const n = 720
		for k := range n {
			s, co := math.Sincos(2 * math.Pi * float64(k) / n)
			points = append(points, pt{c.c[0] + c.r*co, c.c[1] + c.r*s})
		}
	}
	return beltOf(convexHull(points))
}

// convexHull is the convex hull, counter-clockwise (Andrew's monotone chain).
func convexHull(points []pt) []pt {
	p := append([]pt{}, points...)
	sort.Slice(p, func(a, b int) bool {
		if p[a][0] != p[b][0] {
			return p[a][0] < p[b][0]
		}
		return p[a][1] < p[b][1]
	})
	var out []pt
	for pass := range 2 {
		base := len(out)
		for k := range p {
			q := p[k]
			if pass == 1 {
				q = p[len(p)-1-k]
			}
			for len(out) >= base+2 && out[len(out)-1].sub(out[len(out)-2]).cross(q.sub(out[len(out)-1])) <= 0 {
				out = out[:len(out)-1]
			}
			out = append(out, q)
		}
		out = out[:len(out)-1]
	}
	return out
}

// beltOf spaces the points of a closed line equally. It returns nil for a line
// without length.
func beltOf(line []pt) *belt {
	n := len(line)
	if n < 3 {
		return nil
	}
	sum := make([]float64, n+1)
	for i := range n {
		sum[i+1] = sum[i] + line[(i+1)%n].sub(line[i]).len()
	}
	b := &belt{length: sum[n]}
	if !(b.length > 0) || math.IsInf(b.length, 0) {
		return nil
	}
	b.step = b.length / beltSamples
	k := 0
	for i := range beltSamples {
		s := b.step * float64(i)
		for k+1 < n && sum[k+1] <= s {
			k++
		}
		t := 0.0
		if d := sum[k+1] - sum[k]; d > 0 {
			t = (s - sum[k]) / d
		}
		b.p = append(b.p, lerp(line[k], line[(k+1)%n], t))
	}
	b.index()
	return b
}

// at is the place on the path at arc length s, taken round as often as needed.
func (b *belt) at(s float64) pt {
	x := s / b.step
	n := len(b.p)
	i := int(math.Floor(x))
	f := x - float64(i)
	i = ((i % n) + n) % n
	return lerp(b.p[i], b.p[(i+1)%n], f)
}

// chord is where a link of length l lies whose middle is at s: the middle
// between its ends on the path, and its direction.
func (b *belt) chord(s, l float64) (mid, dir pt) {
	p, q := b.at(s-l/2), b.at(s+l/2)
	d := q.sub(p)
	if n := d.len(); n > 0 {
		d = d.mul(1 / n)
	}
	return lerp(p, q, 0.5), d
}

// index files the sample nearest to each cell of a grid, so that a query looks
// at a few samples only.
func (b *belt) index() {
	lo, hi := b.p[0], b.p[0]
	for _, q := range b.p {
		for k := range 2 {
			lo[k], hi[k] = min(lo[k], q[k]), max(hi[k], q[k])
		}
	}
	pad := 0.1 * max(hi[0]-lo[0], hi[1]-lo[1])
	b.cell = max(hi[0]-lo[0]+2*pad, hi[1]-lo[1]+2*pad) / 56
	b.lo = pt{lo[0] - pad, lo[1] - pad}
	for k := range 2 {
		b.dims[k] = int((hi[k]+pad-b.lo[k])/b.cell) + 1
	}
	b.start = make([]int32, b.dims[0]*b.dims[1])
	for y := range b.dims[1] {
		for x := range b.dims[0] {
			c := pt{b.lo[0] + (float64(x)+0.5)*b.cell, b.lo[1] + (float64(y)+0.5)*b.cell}
			best, at := math.Inf(1), 0
			for i, q := range b.p {
				if d := q.sub(c).len(); d < best {
					best, at = d, i
				}
			}
			b.start[y*b.dims[0]+x] = int32(at)
		}
	}
}

// nearest is the arc length of the path's point nearest to p, and how far p lies
// outside it (negative: inside).
func (b *belt) nearest(p pt) (s, off float64) {
	n := len(b.p)
	x := min(max(int((p[0]-b.lo[0])/b.cell), 0), b.dims[0]-1)
	y := min(max(int((p[1]-b.lo[1])/b.cell), 0), b.dims[1]-1)
	at := int(b.start[y*b.dims[0]+x])
	wide := int(2*b.cell/b.step) + 4
	best := math.Inf(1)
	for k := -wide; k <= wide; k++ {
		i := ((at+k)%n + n) % n
		a, d := b.p[i], b.p[(i+1)%n].sub(b.p[i])
		t := 0.0
		if l := d.dot(d); l > 0 {
			t = min(max(p.sub(a).dot(d)/l, 0), 1)
		}
		e := p.sub(a.add(d.mul(t)))
		if l := e.len(); l < best {
			best = l
			s = (float64(i) + t) * b.step
			off = math.Copysign(l, e.out(d))
		}
	}
	return s, off
}

// fitted moves the path onto the middle of the points that lie along it, each
// with a weight, smoothed over a length. A stretch without points keeps the
// offset of its neighbours.
func (b *belt) fitted(points []pt, over float64) *belt {
	n := len(b.p)
	sum, weight := make([]float64, n), make([]float64, n)
	for _, p := range points {
		s, off := b.nearest(p)
		i := int(s/b.step+0.5) % n
		sum[i] += off
		weight[i]++
	}
	// Twice a window of that length: what repeats within it, as links do, leaves
	// no ripple.
	for range 2 {
		sum, weight = boxed(sum, over/b.step), boxed(weight, over/b.step)
	}
	var line []pt
	last := 0.0
	for i := range n {
		if weight[i] > 0 {
			last = sum[i] / weight[i]
			break
		}
	}
	for i := range n {
		if weight[i] > 1e-9 {
			last = sum[i] / weight[i]
		}
		t := b.p[(i+1)%n].sub(b.p[(i+n-1)%n])
		l := t.len()
		if l == 0 {
			continue
		}
		normal := pt{t[1] / l, -t[0] / l} // outward of a counter-clockwise path
		line = append(line, b.p[i].add(normal.mul(last)))
	}
	if f := beltOf(line); f != nil {
		return f
	}
	return b
}

// boxed is the mean of a closed list over a window of that many places, of which
// the outermost count by the share that is inside.
func boxed(list []float64, window float64) []float64 {
	n := len(list)
	window = min(max(window, 1), float64(n)/2)
	half := int((window - 1) / 2)
	rest := (window - float64(2*half+1)) / 2
	out := make([]float64, n)
	for i := range out {
		s := rest * (list[(i+half+1)%n] + list[(i+n-half-1)%n])
		for k := -half; k <= half; k++ {
			s += list[(i+k+n)%n]
		}
		out[i] = s / window
	}
	return out
}
