package world

import (
	"math"
	"sort"
)

// block is one building: an upright box, turned about the vertical.
type block struct {
	x, z     float64 // middle
	cos, sin float64 // of its turn
	hx, hz   float64 // half sizes
	base     float64 // world height of its foot
	top      float64 // and of its roof
	look     blockLook
}

func (b *block) over(x, z float64) bool {
	x, z = x-b.x, z-b.z
	return math.Abs(b.cos*x+b.sin*z) <= b.hx && math.Abs(b.cos*z-b.sin*x) <= b.hz
}

func (w *World) addDistricts(m *Map) {
	index := map[string]int32{}
	w.districts = make([]district, len(m.Districts))
	w.order = make([]int32, len(m.Districts))
	for i := range m.Districts {
		d := &m.Districts[i]
		n, ok := index[d.Name]
		if !ok {
			n = int32(len(w.names))
			index[d.Name] = n
			w.names = append(w.names, d.Name)
		}
		t := w.tileAt(d.Hex)
		w.tiles[t].district = int32(i)
		p := &w.districts[i]
		*p = district{x: w.tiles[t].x, z: w.tiles[t].z, tile: t, name: n, built: Built(d.Name), appear: d.AppearS, highest: math.Inf(-1)}
		p.blocks = w.raise(d, t)
		for k := range p.blocks {
			p.highest = max(p.highest, p.blocks[k].top)
		}
		w.order[i] = int32(i)
	}
	sort.SliceStable(w.order, func(a, b int) bool {
		return w.districts[w.order[a]].appear < w.districts[w.order[b]].appear
	})
	w.measureFree()
}

// measureFree fills free: for each cell, how many steps away the nearest tile
// with a district is, at most maxRings. Within a box of axial coordinates the
// shortest way stays in the box, so the cells off the map are walked too.
func (w *World) measureFree() {
	w.free = make([]uint8, len(w.cells))
	for i := range w.free {
		w.free[i] = maxRings
	}
	var front []Hex
	for i := range w.doc.Districts {
		h := w.doc.Districts[i].Hex
		w.free[w.cell(h)] = 0
		front = append(front, h)
	}
	for steps := uint8(1); steps < maxRings && len(front) > 0; steps++ {
		var next []Hex
		for _, h := range front {
			for k := range 6 {
				n := h.Neighbour(k)
				if q, r := n.Q-w.lo.Q, n.R-w.lo.R; uint(q) < uint(w.nq) && uint(r) < uint(w.nr) && w.free[w.cell(n)] > steps {
					w.free[w.cell(n)] = steps
					next = append(next, n)
				}
			}
		}
		front = next
	}
}

// freeAt is free for any tile, 0 outside the table.
func (w *World) freeAt(h Hex) int {
	q, r := h.Q-w.lo.Q, h.R-w.lo.R
	if uint(q) >= uint(w.nq) || uint(r) >= uint(w.nr) {
		return 0
	}
	return int(w.free[r*w.nq+q])
}

// Names returns the distinct definition names of the districts. Filter masks
// and the Name of District are by this list. The caller may not change it.
func (w *World) Names() []string { return w.names }

// DistrictCount is how many districts the map has, those that have not streamed
// in yet included.
func (w *World) DistrictCount() int { return len(w.districts) }

// DistrictInfo is what there is to know of a district by its number.
type DistrictInfo struct {
	Name    string
	Tile    Hex
	X, Z    float64
	Built   bool    // carries buildings
	AppearS float64 // when it streams in, seconds
}

// District returns district i, 0 to DistrictCount-1: the map's order.
func (w *World) District(i int) DistrictInfo {
	d := &w.districts[i]
	return DistrictInfo{w.names[d.name], w.doc.Districts[i].Hex, d.x, d.z, d.built, d.appear}
}

// DistrictAt returns the number of the district whose tile is below a place and
// that is there at a time in seconds, or -1.
func (w *World) DistrictAt(x, z, timeS float64) int {
	i := w.index(x, z)
	if i < 0 {
		return -1
	}
	d := w.tiles[i].district
	if d < 0 || w.districts[d].appear > timeS {
		return -1
	}
	return int(d)
}

// Mask says, for each name of Names, whether districts of that name count.
type Mask []bool

// Nearest returns the nearest district that counts and had appeared at a time
// in seconds, of those within a reach in units, and its distance; -1 if there
// is none. It does not allocate.
func (w *World) Nearest(x, z, timeS, reach float64, mask Mask) (number int, distance float64) {
	h, ok := w.hexOf(x, z)
	if !ok {
		return -1, math.Inf(1)
	}
	best, at := math.Inf(1), int32(-1)
	look := func(h Hex) {
		t := w.tileAt(h)
		if t < 0 {
			return
		}
		d := w.tiles[t].district
		if d < 0 {
			return
		}
		p := &w.districts[d]
		if p.appear > timeS || !mask[p.name] {
			return
		}
		dx, dz := x-p.x, z-p.z
		if q := dx*dx + dz*dz; q < best || (q == best && d < at) {
			best, at = q, d
		}
	}
	ring := max(1, w.freeAt(h))
	if ring == 1 {
		look(h) // a tile is the Voronoi cell of its centre: if its district counts, no other is nearer
	}
	for first := ring; at < 0 || ring > first; ring++ {
		// No centre of a ring is nearer than this to a place in the middle tile.
		nearest := w.radius * (1.5*float64(ring) - 1)
		if nearest > reach || nearest*nearest > best || ring > maxRings {
			break
		}
		w.ring(h, ring, look)
	}
	best = math.Sqrt(best)
	if at < 0 || best > reach {
		return -1, math.Inf(1)
	}
	return int(at), best
}

// NearestTile is Nearest by the districts' tiles in place of their centres: the
// distance is that to the hexagon, 0 on it.
func (w *World) NearestTile(x, z, timeS, reach float64, mask Mask) (number int, distance float64) {
	h, ok := w.hexOf(x, z)
	if !ok {
		return -1, math.Inf(1)
	}
	best, at := math.Inf(1), int32(-1)
	a := w.Apothem()
	look := func(h Hex) {
		t := w.tileAt(h)
		if t < 0 {
			return
		}
		d := w.tiles[t].district
		if d < 0 {
			return
		}
		p := &w.districts[d]
		if p.appear > timeS || !mask[p.name] {
			return
		}
		if q := max(0, edgeDistance(x-p.x, z-p.z, a)); q < best || (q == best && d < at) {
			best, at = q, d
		}
	}
	ring := max(1, w.freeAt(h))
	if ring == 1 {
		look(h)
	}
	for first := ring; at < 0 || ring > first; ring++ {
		nearest := w.radius * (1.5*float64(ring) - 2) // of a ring's hexagons
		if nearest > reach || nearest >= best || ring > maxRings {
			break
		}
		w.ring(h, ring, look)
	}
	if at < 0 || best > reach {
		return -1, math.Inf(1)
	}
	return int(at), best
}

// maxRings bounds a search by rings; farther reaches than that see no further.
const maxRings = 64

// ring calls f for the 6*k tiles that lie k steps from h.
func (w *World) ring(h Hex, k int, f func(Hex)) {
	at := Hex{h.Q + k*neighbours[4].Q, h.R + k*neighbours[4].R}
	for side := range 6 {
		for range k {
			f(at)
			at = Hex{at.Q + neighbours[side].Q, at.R + neighbours[side].R}
		}
	}
}

// NameOf returns the index in Names of a district's name.
func (w *World) NameOf(number int) int { return int(w.districts[number].name) }
