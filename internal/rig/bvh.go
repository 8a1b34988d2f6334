package rig

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// bvh is a tree of boxes over triangles, for rays. It is not changed after it
// was built, so any number of goroutines may use it.
type bvh struct {
	tris  []tri
	owner []int32 // of each triangle, as the builder gave it
	nodes []bvhNode
}

// bvhNode is a leaf where count > 0, with triangles from first on; else its
// children are first and first+1.
type bvhNode struct {
	lo, hi       mgl64.Vec3
	first, count int32
}

const (
	bvhLeaf = 4
	bvhBins = 12
)

// newBVH builds the tree over the triangles of the pieces in use, by binned
// surface area (Wald 2007).
func newBVH(pieces []piece, use []int) *bvh {
	b := &bvh{}
	for _, i := range use {
		for _, t := range pieces[i].tris {
			b.tris = append(b.tris, t)
			b.owner = append(b.owner, int32(i))
		}
	}
	if len(b.tris) == 0 {
		return b
	}
	mid := make([]mgl64.Vec3, len(b.tris))
	for i, t := range b.tris {
		mid[i] = t[0].Add(t[1]).Add(t[2]).Mul(1.0 / 3)
	}
	b.nodes = append(b.nodes, bvhNode{count: int32(len(b.tris))})
	for todo := []int{0}; len(todo) > 0; {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		nd := &b.nodes[n]
		b.bound(nd)
		at := b.cut(nd, mid)
		if at < 0 {
			continue
		}
		left := bvhNode{first: nd.first, count: int32(at) - nd.first}
		right := bvhNode{first: int32(at), count: nd.first + nd.count - int32(at)}
		nd.first, nd.count = int32(len(b.nodes)), 0
		todo = append(todo, len(b.nodes), len(b.nodes)+1)
		b.nodes = append(b.nodes, left, right)
	}
	return b
}

func (b *bvh) bound(n *bvhNode) {
	n.lo, n.hi = mgl64.Vec3{math.Inf(1), math.Inf(1), math.Inf(1)}, mgl64.Vec3{math.Inf(-1), math.Inf(-1), math.Inf(-1)}
	for i := n.first; i < n.first+n.count; i++ {
		for _, v := range b.tris[i] {
			for k := range 3 {
				n.lo[k], n.hi[k] = min(n.lo[k], v[k]), max(n.hi[k], v[k])
			}
		}
	}
}

// cut orders a leaf's triangles so that those before the returned number go
// left; -1 keeps the leaf.
func (b *bvh) cut(n *bvhNode, mid []mgl64.Vec3) int {
	if n.count <= bvhLeaf {
		return -1
	}
	lo, hi := mgl64.Vec3{math.Inf(1), math.Inf(1), math.Inf(1)}, mgl64.Vec3{math.Inf(-1), math.Inf(-1), math.Inf(-1)}
	for i := n.first; i < n.first+n.count; i++ {
		for k := range 3 {
			lo[k], hi[k] = min(lo[k], mid[i][k]), max(hi[k], mid[i][k])
		}
	}
	axis := 0
	for k := range 3 {
		if hi[k]-lo[k] > hi[axis]-lo[axis] {
			axis = k
		}
	}
	if !(hi[axis] > lo[axis]) {
		return -1 // all in one place
	}
	bin := func(i int32) int {
		return max(min(int((mid[i][axis]-lo[axis])/(hi[axis]-lo[axis])*bvhBins), bvhBins-1), 0)
	}
	var boxes [bvhBins]scene.Box
	var num [bvhBins]int
	for k := range boxes {
		boxes[k] = scene.EmptyBox()
	}
	for i := n.first; i < n.first+n.count; i++ {
		k := bin(i)
		num[k]++
		for _, v := range b.tris[i] {
			boxes[k] = boxes[k].Add(v)
		}
	}
	var right [bvhBins]float64
	acc, c := scene.EmptyBox(), 0
	for k := bvhBins - 1; k > 0; k-- {
		acc, c = acc.Union(boxes[k]), c+num[k]
		right[k] = halfArea(acc) * float64(c)
	}
	best, split := math.Inf(1), 1
	acc, c = scene.EmptyBox(), 0
	for k := 0; k < bvhBins-1; k++ {
		acc, c = acc.Union(boxes[k]), c+num[k]
		if cost := halfArea(acc)*float64(c) + right[k+1]; c > 0 && c < int(n.count) && cost < best {
			best, split = cost, k+1
		}
	}
	i, j := n.first, n.first+n.count-1
	for i <= j {
		if bin(i) < split {
			i++
			continue
		}
		b.tris[i], b.tris[j] = b.tris[j], b.tris[i]
		b.owner[i], b.owner[j] = b.owner[j], b.owner[i]
		mid[i], mid[j] = mid[j], mid[i]
		j--
	}
	if i == n.first || i == n.first+n.count {
		return -1
	}
	return int(i)
}

func halfArea(b scene.Box) float64 {
	if b.Empty() {
		return 0
	}
	s := b.Size()
	return s[0]*s[1] + s[1]*s[2] + s[2]*s[0]
}

// blocked reports whether a ray meets any triangle.
func (b *bvh) blocked(from, dir mgl64.Vec3) bool {
	_, hit := b.cast(from, dir, 0, math.Inf(1), true)
	return hit >= 0
}

// cast returns the nearest triangle that a ray meets between two distances (in
// lengths of dir), or any where that is enough, and how far off it is; -1 for
// none.
func (b *bvh) cast(from, dir mgl64.Vec3, near, far float64, any bool) (t float64, hit int) {
	hit = -1
	if len(b.nodes) == 0 {
		return far, hit
	}
	var inv mgl64.Vec3
	for k := range 3 {
		inv[k] = 1 / dir[k]
	}
	var stack [96]int32
	top := 1
	for top > 0 {
		top--
		n := &b.nodes[stack[top]]
		t0, t1 := near, far
		for k := range 3 {
			if dir[k] == 0 {
				if from[k] < n.lo[k] || from[k] > n.hi[k] {
					t1 = math.Inf(-1)
				}
				continue
			}
			a, c := (n.lo[k]-from[k])*inv[k], (n.hi[k]-from[k])*inv[k]
			if a > c {
				a, c = c, a
			}
			t0, t1 = max(t0, a), min(t1, c)
		}
		if !(t0 <= t1) {
			continue
		}
		if n.count == 0 {
			if top+2 > len(stack) {
				continue // deeper than any model that fits in memory makes it
			}
			stack[top], stack[top+1] = n.first, n.first+1
			top += 2
			continue
		}
		for i := n.first; i < n.first+n.count; i++ {
			if d, ok := meets(from, dir, &b.tris[i]); ok && d > near && d < far {
				if any {
					return d, int(i)
				}
				far, hit = d, int(i)
			}
		}
	}
	return far, hit
}

// meets is the test of Möller and Trumbore (1997), both sides.
func meets(from, dir mgl64.Vec3, t *tri) (float64, bool) {
	e1, e2 := sub(&t[1], &t[0]), sub(&t[2], &t[0])
	p := dir.Cross(e2)
	det := dot(&e1, &p)
	if det == 0 {
		return 0, false
	}
	s := sub(&from, &t[0])
	u := dot(&s, &p) / det
	if !(u >= 0 && u <= 1) {
		return 0, false
	}
	q := s.Cross(e1)
	v := dot(&dir, &q) / det
	if !(v >= 0 && u+v <= 1) {
		return 0, false
	}
	return dot(&e2, &q) / det, true
}
