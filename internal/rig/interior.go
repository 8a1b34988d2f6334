package rig

import (
	"context"
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/go-gl/mathgl/mgl64"
)

// interiorSamples is how many vertices of a part are looked out from.
const interiorSamples = 30

// lookouts are the directions that a vertex looks in beside its normal: six axes
// and eight diagonals of a cube.
var lookouts = func() (out [14]mgl64.Vec3) {
	n := 0
	for k := range 3 {
		for _, s := range [2]float64{1, -1} {
			out[n][k] = s
			n++
		}
	}
	d := 1 / math.Sqrt(3)
	for k := range 8 {
		out[n] = mgl64.Vec3{pick(k&1 == 0, d, -d), pick(k&2 == 0, d, -d), pick(k&4 == 0, d, -d)}
		n++
	}
	return out
}()

// seen finds out which parts can be seen from outside: one ray that gets out,
// from up to thirty of a part's vertices along the normal and fourteen fixed
// directions, makes it external. The rays start max(1e-4, 1e-3 * extent) off
// the vertex, where extent is the model's longest side, metres. Helper shapes
// and what was set aside neither block rays nor are tested.
func (p *Parts) seen(ctx context.Context, f *finder, step func(done, total int)) error {
	tree := f.tree()
	s := f.bounds.Size()
	eps := max(1e-4, 1e-3*max(s[0], s[1], s[2]))
	counts := make(map[int]bool, len(f.use))
	for _, i := range f.use {
		counts[i] = true
	}
	var next atomic.Int64
	var mu sync.Mutex
	var wg sync.WaitGroup
	done := 0
	for range min(runtime.GOMAXPROCS(0), len(p.Parts)) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(p.Parts) {
					return
				}
				if q := &p.Parts[i]; counts[q.geo.pieces[0]] {
					q.Visibility = f.visibility(tree, q.geo.pieces, eps)
				}
				mu.Lock()
				done++
				step(done, len(p.Parts))
				mu.Unlock()
			}
		}()
	}
	wg.Wait()
	return ctx.Err()
}

func (f *finder) visibility(tree *bvh, set []int, eps float64) Visibility {
	total := 0
	for _, i := range set {
		total += 3 * len(f.pieces[i].tris)
	}
	if total == 0 {
		return NotTested
	}
	// Corners at even steps; a step that shares no factor with three goes round
	// the corners of the triangles too.
	stride := max(total/interiorSamples, 1)
	if stride > 1 && stride%3 == 0 {
		stride--
	}
	at := 0
	for _, i := range set {
		tris := f.pieces[i].tris
		for n := 3 * len(tris); at < n; at += stride {
			t := &tris[at/3]
			v := t[at%3]
			nrm := faceNormal(*t)
			if !tree.blocked(v.Add(nrm.Mul(eps)), nrm) {
				return External
			}
			for _, d := range lookouts {
				if !tree.blocked(v.Add(d.Mul(eps)), d) {
					return External
				}
			}
		}
		at -= 3 * len(tris)
	}
	return Interior
}

// tree is the model's BVH, built at the first call. Calls must not overlap.
func (f *finder) tree() *bvh {
	if f.rays == nil {
		f.rays = newBVH(f.pieces, f.use)
	}
	return f.rays
}
