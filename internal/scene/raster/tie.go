package raster

import (
	"cmp"

	"donorlab/internal/scene/draw"
)

// wins is Rasterizer.wins; the answer for the pair before is kept, since ties
// come in runs.
func (t *tile) wins(id, old uint32) bool {
	if old == 0 {
		return true
	}
	if p := [2]uint32{id, old}; p != t.tied {
		t.tied, t.tiedWon = p, t.r.wins(id, old)
	}
	return t.tiedWon
}

// wins says which of two triangles, both numbered from 1, shows where they are
// equally deep to the last bit. The answer hangs on the triangles themselves,
// not on their order in the list, so that a model whose triangles were put in
// another order, or into other primitives, gives the same picture. Of two that
// are alike in every corner the later one wins. 0 is no triangle.
func (r *Rasterizer) wins(id, old uint32) bool {
	l := r.list
	a, b := &l.Triangles[id-1], &l.Triangles[old-1]
	p, q := firstCorners(l, a), firstCorners(l, b)
	for k := range p {
		if c := compareVertices(&l.Vertices[p[k]], &l.Vertices[q[k]]); c != 0 {
			return c > 0
		}
	}
	return id > old
}

// firstCorners returns a triangle's corners from the least one on, in order.
func firstCorners(l *draw.List, t *draw.Triangle) [3]uint32 {
	a, b, c := t.A, t.B, t.C
	for range 2 {
		if compareVertices(&l.Vertices[b], &l.Vertices[a]) < 0 || compareVertices(&l.Vertices[c], &l.Vertices[a]) < 0 {
			a, b, c = b, c, a
		}
	}
	return [3]uint32{a, b, c}
}

func compareVertices(a, b *draw.Vertex) int {
	if a.X != b.X {
		return cmp.Compare(a.X, b.X)
	}
	if a.Y != b.Y {
		return cmp.Compare(a.Y, b.Y)
	}
	return cmp.Or(
		cmp.Compare(a.Q, b.Q),
		cmp.Compare(a.NX, b.NX), cmp.Compare(a.NY, b.NY), cmp.Compare(a.NZ, b.NZ),
		cmp.Compare(a.U, b.U), cmp.Compare(a.V, b.V),
		cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B), cmp.Compare(a.A, b.A),
	)
}
