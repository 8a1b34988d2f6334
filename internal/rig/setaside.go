package rig

import (
	"fmt"
	"math"
	"regexp"
	"sort"
	"strconv"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// aside says why a piece does not count when rotors are looked for and sizes
// taken, although it is no helper shape.
type aside struct {
	code string // of the finding
	why  string // in words
}

// Codes of what is set aside; each is a Finding's code.
const (
	codeOutlier = "OUTLIER_PART"
	codeScenery = "SCENERY"
	codeLOD     = "LOD_COPIES"
)

// setAside finds what would spoil the measures of the rest: grounds and skies,
// specks far off, and second copies of parts in the same place.
func setAside(m *scene.Model, pieces []piece, use []int, names bool) map[int]aside {
	out := map[int]aside{}
	rest := scenery(pieces, use, out)
	rest = strays(pieces, rest, out)
	copies(m, pieces, rest, names, out)
	return out
}

// scenery takes away up to eight pieces that are much larger than all the rest:
// a flat piece under everything, or a shell around it.
func scenery(pieces []piece, use []int, out map[int]aside) []int {
	rest := append([]int(nil), use...)
	byExtent := append([]int(nil), use...)
	sort.SliceStable(byExtent, func(a, b int) bool {
		return pieces[byExtent[a]].bounds.Diagonal() > pieces[byExtent[b]].bounds.Diagonal()
	})
	for _, i := range byExtent[:min(len(byExtent), 8)] {
		others := without(rest, i)
		if len(others) == 0 {
			break
		}
		p := &pieces[i]
		main, _ := cluster(pieces, others)
		c, size := main.Center(), main.Size()
		ratio := p.bounds.Diagonal() / max(main.Diagonal(), 1e-300)
		around := inside(p.bounds.Min, p.bounds.Max, main.Min, 0) && inside(p.bounds.Min, p.bounds.Max, main.Max, 0)
		under := p.bounds.Max[1] < main.Min[1]+0.05*size[1] && p.bounds.Min[0] < c[0] && p.bounds.Max[0] > c[0] &&
			p.bounds.Min[2] < c[2] && p.bounds.Max[2] > c[2]
		switch flat := p.bounds.Size()[1] < 0.05*p.bounds.Diagonal(); {
		case under && flat && ratio > 1.4:
			out[i] = aside{codeScenery, fmt.Sprintf("a ground %.1f times as wide as the model that stands on it", ratio)}
		case around && ratio > 4:
			out[i] = aside{codeScenery, fmt.Sprintf("a shell %.0f times as large as all that is inside it", ratio)}
		default:
			continue
		}
		rest = others
	}
	return rest
}

func without(list []int, i int) []int {
	out := make([]int, 0, len(list))
	for _, k := range list {
		if k != i {
			out = append(out, k)
		}
	}
	return out
}

// cluster grows from the piece with the most surface over all that is nearer
// than half the size reached so far, and returns its bounds and members.
func cluster(pieces []piece, use []int) (scene.Box, map[int]bool) {
	order := append([]int(nil), use...)
	byArea(pieces, order)
	in := map[int]bool{order[0]: true}
	box := pieces[order[0]].bounds
	for grown := true; grown; {
		grown = false
		for _, i := range order {
			if !in[i] && gap(box, pieces[i].bounds) <= 0.5*box.Diagonal() {
				in[i] = true
				box = box.Union(pieces[i].bounds)
				grown = true
			}
		}
	}
	return box, in
}

// gap is the distance between two boxes, 0 where they meet.
func gap(a, b scene.Box) float64 {
	var d mgl64.Vec3
	for k := range 3 {
		d[k] = max(a.Min[k]-b.Max[k], b.Min[k]-a.Max[k], 0)
	}
	return d.Len()
}

// strays takes away what is far from the rest and little of the surface. Where
// much is far off there are two models, and both are kept.
func strays(pieces []piece, use []int, out map[int]aside) []int {
	if len(use) < 2 {
		return use
	}
	box, in := cluster(pieces, use)
	near, far := 0.0, 0.0
	for _, i := range use {
		if in[i] {
			near += pieces[i].area
		} else {
			far += pieces[i].area
		}
	}
	if len(in) == len(use) || far > 0.2*near {
		return use
	}
	rest := use[:0:0]
	for _, i := range use {
		if in[i] {
			rest = append(rest, i)
			continue
		}
		out[i] = aside{codeOutlier, fmt.Sprintf("%.1f times the model's size away from it", gap(box, pieces[i].bounds)/max(box.Diagonal(), 1e-300))}
	}
	return rest
}

var lodName = regexp.MustCompile(`(?i)lod[-_ ]?([0-9])`)

// lodOf is the level that a node's name, or that of a node above it, gives it;
// -1 where none does.
func lodOf(m *scene.Model, node int) int {
	for n := node; ; {
		if s := lodName.FindStringSubmatch(m.Nodes[n].Name); s != nil {
			v, _ := strconv.Atoi(s[1])
			return v
		}
		p, ok := m.Nodes[n].Parent.Get()
		if !ok {
			return -1
		}
		n = p
	}
}

// shapeOf is what the copies of a node are told by.
type shapeOf struct {
	node  int
	tris  []tri
	m     moments
	box   scene.Box
	level int // by name, -1 for none
}

// copies takes away nodes that have the shape and the place of another with
// more detail, or of an earlier one with as much.
func copies(m *scene.Model, pieces []piece, use []int, names bool, out map[int]aside) {
	byNode := map[int][]int{}
	var nodes []int
	for _, i := range use {
		n := pieces[i].node
		if byNode[n] == nil {
			nodes = append(nodes, n)
		}
		byNode[n] = append(byNode[n], i)
	}
	if len(nodes) < 2 {
		return
	}
	list := make([]shapeOf, len(nodes))
	for k, n := range nodes {
		s := shapeOf{node: n, box: scene.EmptyBox(), level: -1}
		var mo []moments
		for _, i := range byNode[n] {
			mo = append(mo, pieces[i].moments)
			s.box = s.box.Union(pieces[i].bounds)
			s.tris = append(s.tris, pieces[i].tris...)
		}
		s.m = combine(mo)
		if names {
			s.level = lodOf(m, n)
		}
		list[k] = s
	}
	// The best first: a lower level by name, then more triangles.
	order := make([]int, len(list))
	for k := range order {
		order[k] = k
	}
	sort.SliceStable(order, func(a, b int) bool {
		x, y := &list[order[a]], &list[order[b]]
		if lx, ly := max(x.level, 0), max(y.level, 0); lx != ly {
			return lx < ly
		}
		return len(x.tris) > len(y.tris)
	})
	gone := wholeCopies(list)
	for _, k := range gone.keys() {
		for _, i := range byNode[list[k].node] {
			out[i] = aside{codeLOD, gone[k]}
		}
	}
	for a, x := range order {
		if gone[x] != "" {
			continue
		}
		for _, y := range order[a+1:] {
			if gone[y] != "" || !copyOf(&list[y], &list[x]) {
				continue
			}
			gone[y] = fmt.Sprintf("a copy of %s in the same place", called(m, list[x].node))
			for _, i := range byNode[list[y].node] {
				out[i] = aside{codeLOD, gone[y]}
			}
		}
	}
}

// reasons says of entries of a list why they are copies.
type reasons map[int]string

// keys are the entries in rising order.
func (r reasons) keys() []int {
	out := make([]int, 0, len(r))
	for k := range r {
		out = append(out, k)
	}
	sort.Ints(out)
	return out
}

// wholeCopies finds the copies that are no part's but the whole model's: levels
// by name that fill the same box as the first, and one node that has the shape
// of all others together.
func wholeCopies(list []shapeOf) reasons {
	out := reasons{}
	level := map[int]*shapeOf{}
	last := 0
	for k := range list {
		n := max(list[k].level, 0)
		if level[n] == nil {
			level[n] = &shapeOf{box: scene.EmptyBox(), level: n}
		}
		level[n].box = level[n].box.Union(list[k].box)
		last = max(last, n)
	}
	for n := 1; n <= last && level[0] != nil; n++ {
		if level[n] == nil || !sameBox(level[0].box, level[n].box, 0.06) {
			continue
		}
		for k := range list {
			if list[k].level == n {
				out[k] = fmt.Sprintf("its name says level of detail %d, in the place of level 0", n)
			}
		}
	}
	if len(out) > 0 || len(list) < 3 {
		return out
	}
	all := scene.EmptyBox()
	for k := range list {
		all = all.Union(list[k].box)
	}
	for k := range list {
		if !sameBox(list[k].box, all, 0.02) {
			continue
		}
		rest := shapeOf{box: scene.EmptyBox(), level: -1}
		var mo []moments
		for n := range list {
			if n != k {
				rest.tris = append(rest.tris, list[n].tris...)
				rest.box = rest.box.Union(list[n].box)
				mo = append(mo, list[n].m)
			}
		}
		rest.m = combine(mo)
		one := list[k]
		one.level = -1
		switch {
		case len(one.tris) <= len(rest.tris) && copyOf(&one, &rest):
			out[k] = "a copy of all other parts together in the same place"
		case len(one.tris) > len(rest.tris) && copyOf(&rest, &one):
			for n := range list {
				if n != k {
					out[n] = "a coarser copy of a part of the whole model in the same place"
				}
			}
		default:
			continue
		}
		break
	}
	return out
}

// sameBox reports whether two boxes are alike in each axis within a share of
// their extent there.
func sameBox(a, b scene.Box, tol float64) bool {
	d := a.Diagonal()
	sa, sb := a.Size(), b.Size()
	for k := range 3 {
		if math.Abs(a.Min[k]-b.Min[k])+math.Abs(a.Max[k]-b.Max[k]) > tol*(max(sa[k], sb[k])+0.05*d) {
			return false
		}
	}
	return true
}

func called(m *scene.Model, node int) string {
	if s := nameOf(m, node); s != "" {
		return strconv.Quote(s)
	}
	return fmt.Sprintf("node %d", node)
}

// copyOf reports whether y is x again, as fine or coarser: the same box, the
// same moments, and each lies on the other's surface. Without levels in the
// names, coarser means three quarters of the triangles or fewer; what has
// nearly as many must be the same to a thousandth, for else it may be the inside
// of a wall.
func copyOf(y, x *shapeOf) bool {
	if x.m.area == 0 || y.m.area == 0 {
		return false
	}
	tol, surface := 0.001, 0.0005
	switch {
	case x.level >= 0 && y.level > x.level || x.level < 0 && y.level > 0:
		tol, surface = 0.06, 0.03
	case 4*len(y.tris) <= 3*len(x.tris) && len(y.tris) > 12:
		tol, surface = 0.02, 0.01
	}
	d := x.box.Diagonal()
	if !sameBox(x.box, y.box, tol) {
		return false
	}
	if y.m.centroid.Sub(x.m.centroid).Len() > tol*d || !covClose(x.m.cov, y.m.cov, 4*tol) {
		return false
	}
	return liesOn(x, y, surface*d) && liesOn(y, x, surface*d)
}

// liesOn reports whether nine tenths of x's surface are within tol of y's.
func liesOn(x, y *shapeOf, tol float64) bool {
	s := newSurface(y.tris)
	if s == nil {
		return false
	}
	hit, all := 0, 0
	for _, v := range spread(x.tris, x.m.area, 300) {
		all++
		if _, _, d, ok := s.nearest(v.p.Sub(s.origin).Mul(1 / s.scale)); ok && d*s.scale <= tol {
			hit++
		}
	}
	return 10*hit >= 9*all
}

// ignoreAside guesses Ignore for rows of nothing but pieces set aside, and says
// so in one finding a kind.
func (p *Parts) ignoreAside(off map[int]aside) {
	rows := map[string][]int{}
	for i := range p.Parts {
		q := &p.Parts[i]
		if q.Guess == Ignore || len(q.geo.pieces) == 0 {
			continue
		}
		first, all := off[q.geo.pieces[0]]
		for _, k := range q.geo.pieces {
			_, is := off[k]
			all = all && is
		}
		if !all {
			continue
		}
		q.Guess, q.Confidence, q.Reason = Ignore, 0.85, first.why
		rows[first.code] = append(rows[first.code], i)
	}
	for _, k := range []struct{ code, what, cause string }{
		{codeLOD, "copies of other parts are left out of picture and rig", "the file holds each of them again in the same place, as fine or coarser (levels of detail)"},
		{codeOutlier, "parts far from the rest are left out of picture and rig", "lights, cameras and forgotten pieces often lie far off, and spoil the model's size"},
		{codeScenery, "grounds or skies around the model are left out of picture and rig", "they are larger than the model itself"},
	} {
		if list := rows[k.code]; len(list) > 0 {
			p.Findings = append(p.Findings, Finding{Severity: scene.Info, Code: k.code, Message: fmt.Sprintf("%d %s", len(list), k.what),
				Cause: k.cause, Fix: "mark one as Body (press B) if it should be seen", Parts: list})
		}
	}
}
