package raster

// spans finds, row by row, which pixels lie inside a triangle. It is exact: the
// same pixels as by testing each.
//
// An edge function that grows along the row bounds the pixels from the left, at
// ceil(-e/dx), one that falls from the right, before floor(e/-dx)+1. Both are
// the whole part of (whole number + 1/2) / |dx|, whose distance from the next
// whole number is at least 1/(2*|dx|), 2^-33 or more. Edge functions are below
// 2^50, so float64 holds the numerator exactly, and multiplying by the rounded
// 1/|dx| is off by less than 2^-45 where the result is below 64, which is all
// that matters in a tile.
type spans struct {
	v, dy [3]float64 // numerators, those of edges to the left first, and what they grow by from row to row
	inv   [3]float64 // 1/|dx|
	edge  [3]uint8   // which edge it is
	two   bool       // two edges lie to the left, else one
}

// spans begins at the row of g.
func (g *edges) spans() (p spans) {
	left, right := 0, 2
	for k := range 3 {
		e, dx, dy := float64(g.e[k]), float64(g.dx[k]), float64(g.dy[k])
		if dx > 0 {
			p.v[left], p.dy[left], p.inv[left], p.edge[left] = dx-e-0.5, -dy, 1/dx, uint8(k)
			left++
			continue
		}
		inv := float64(2 * tileSize) // a level edge: all of the row, or nothing
		if dx < 0 {
			inv = -1 / dx
		}
		p.v[right], p.dy[right], p.inv[right], p.edge[right] = e-dx+0.5, dy, inv, uint8(k)
		right--
	}
	p.two = left == 2
	return p
}

// moved is p for a sample at which the edge functions are greater by e.
func (p *spans) moved(e *[3]int64) spans {
	q := *p
	q.v[0] -= float64(e[p.edge[0]])
	if p.two {
		q.v[1] -= float64(e[p.edge[1]])
	} else {
		q.v[1] += float64(e[p.edge[1]])
	}
	q.v[2] += float64(e[p.edge[2]])
	return q
}

// next returns the part from..to (exclusive) of the row's n pixels, n being 64
// at most, that is inside, 0, 0 where none is, and goes on to the next row.
func (p *spans) next(n int) (from, to int) {
	a, b, c := int(p.v[0]*p.inv[0]), int(p.v[1]*p.inv[1]), int(p.v[2]*p.inv[2])
	p.v[0] += p.dy[0]
	p.v[1] += p.dy[1]
	p.v[2] += p.dy[2]
	from, to = max(a, 0), min(c, n)
	if p.two {
		from = max(from, b)
	} else {
		to = min(to, b)
	}
	if from >= to {
		return 0, 0
	}
	return from, to
}
