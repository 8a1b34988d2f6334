package world

import "math"

// World is a Map made ready for look-ups. It never changes.
type World struct {
	doc       *Map
	radius    float64 // circumradius
	inverse   float64 // of the radius
	water     float64
	lo        Hex // corner of the cell table
	nq, nr    int
	cells     []int32 // tile by cell, -1 for none
	free      []uint8 // by cell, see measureFree
	tiles     []tile
	districts []district
	names     []string // the distinct definition names, in order of the districts
	order     []int32  // districts by the time they appear
	box       [4]float64
	low, high float64 // of all ground and water
	colliders bool
}

// tile is a tile's surface: a fan of six triangles from its centre to its
// corners.
type tile struct {
	x, z     float64    // centre
	height   float64    // of the ground at the centre
	corner   [6]float64 // of the ground at the corners
	district int32      // on it, -1 for none
}

// district is a District with what stands on it.
type district struct {
	x, z    float64
	tile    int32
	name    int32 // into names
	built   bool
	appear  float64
	blocks  []block
	highest float64 // of the blocks' tops, world height
}

// Build makes a World of a map. The error is that of Check.
func Build(m *Map) (*World, error) { return build(m, true) }

// BuildBare makes a World whose ground has no colliders, as where the game
// reports none: the ground is then read from the tiles' elevation.
func BuildBare(m *Map) (*World, error) { return build(m, false) }

func build(m *Map, colliders bool) (*World, error) {
	if err := m.Check(); err != nil {
		return nil, err
	}
	w := &World{doc: m, radius: m.TileRadius, inverse: 1 / m.TileRadius, water: m.WaterLevel, colliders: colliders}
	lo, hi := m.Tiles[0].Hex, m.Tiles[0].Hex
	for _, t := range m.Tiles {
		lo = Hex{min(lo.Q, t.Q), min(lo.R, t.R)}
		hi = Hex{max(hi.Q, t.Q), max(hi.R, t.R)}
	}
	w.lo, w.nq, w.nr = lo, hi.Q-lo.Q+1, hi.R-lo.R+1
	w.cells = make([]int32, w.nq*w.nr)
	for i := range w.cells {
		w.cells[i] = -1
	}
	w.tiles = make([]tile, len(m.Tiles))
	w.box = [4]float64{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for i, t := range m.Tiles {
		cx, cz := t.center()
		w.cells[w.cell(t.Hex)] = int32(i)
		p := &w.tiles[i]
		*p = tile{x: cx * w.radius, z: cz * w.radius, height: t.Height, district: -1}
		w.box = [4]float64{min(w.box[0], p.x), min(w.box[1], p.z), max(w.box[2], p.x), max(w.box[3], p.z)}
	}
	w.low, w.high = m.WaterLevel, m.WaterLevel
	for i, t := range m.Tiles {
		w.levelCorners(i, t.Hex, m.CliffStep)
		w.low, w.high = min(w.low, t.Height), max(w.high, t.Height) // corners are means of tiles
	}
	w.addDistricts(m)
	return w, nil
}

// cell returns the index in cells of a tile inside the table.
func (w *World) cell(h Hex) int { return (h.R-w.lo.R)*w.nq + h.Q - w.lo.Q }

// tileAt returns the tile's index, or -1 where the map has none.
func (w *World) tileAt(h Hex) int32 {
	q, r := h.Q-w.lo.Q, h.R-w.lo.R
	if uint(q) >= uint(w.nq) || uint(r) >= uint(w.nr) {
		return -1
	}
	return w.cells[r*w.nq+q]
}

// levelCorners gives tile i the heights of its corners: the mean of the tiles
// that meet there and are joined to it by slopes rather than cliffs. All tiles
// that are so joined get the same height, so that a slope has no seam.
func (w *World) levelCorners(i int, h Hex, cliff float64) {
	p := &w.tiles[i]
	for k := range 6 {
		a, b := w.tileAt(h.Neighbour(k-1)), w.tileAt(h.Neighbour(k))
		ha, hb := math.NaN(), math.NaN() // NaN is joined to nothing
		if a >= 0 {
			ha = w.tiles[a].height
		}
		if b >= 0 {
			hb = w.tiles[b].height
		}
		slope := func(x, y float64) bool { return math.Abs(x-y) < cliff }
		ja, jb := slope(p.height, ha), slope(p.height, hb)
		if slope(ha, hb) {
			ja, jb = ja || jb, ja || jb
		}
		p.corner[k] = meanOf(p.height, ha, ja, hb, jb)
	}
}

// meanOf adds in rising order, so that the three tiles of a corner get the same
// bits.
func meanOf(own, a float64, withA bool, b float64, withB bool) float64 {
	switch {
	case withA && withB:
		lo, hi := min(own, a, b), max(own, a, b)
		mid := max(min(own, a), min(max(own, a), b))
		return (lo + mid + hi) / 3
	case withA:
		return (own + a) / 2
	case withB:
		return (own + b) / 2
	}
	return own
}

// Map returns the document that the world was made of. It must not be changed.
func (w *World) Map() *Map { return w.doc }

// Spacing is how far the centres of neighbouring tiles lie apart, units.
func (w *World) Spacing() float64 { return w.radius * sqrt3 }

// Apothem is the distance from a tile's centre to its edges, units.
func (w *World) Apothem() float64 { return w.radius * sqrt3 / 2 }

// WaterLevel is the height of the water's surface, units.
func (w *World) WaterLevel() float64 { return w.water }

// Extent returns the smallest and largest x and z of the tiles' centres.
func (w *World) Extent() (minX, minZ, maxX, maxZ float64) {
	return w.box[0], w.box[1], w.box[2], w.box[3]
}

// TileAt returns the tile below a place. ok is false off the map, and for a
// place that is not finite.
func (w *World) TileAt(x, z float64) (h Hex, ok bool) {
	h, ok = w.hexOf(x, z)
	return h, ok && w.tileAt(h) >= 0
}

// hexOf is hexAt with the map's size; ok is false far off any map, where the
// coordinates would not be exact.
func (w *World) hexOf(x, z float64) (Hex, bool) {
	x, z = x*w.inverse, z*w.inverse
	if !(math.Abs(x) < farOut && math.Abs(z) < farOut) {
		return Hex{}, false
	}
	return hexAt(x, z), true
}

// index returns the index of the tile below a place, or -1.
func (w *World) index(x, z float64) int32 {
	h, ok := w.hexOf(x, z)
	if !ok {
		return -1
	}
	return w.tileAt(h)
}

// Center returns a tile's centre, whether the map has the tile or not.
func (w *World) Center(h Hex) (x, z float64) {
	x, z = h.center()
	return x * w.radius, z * w.radius
}

// Clamp returns the place itself where a tile is below it, else the centre of
// the nearest tile. inside says which. A place that is not finite goes to the
// first tile.
func (w *World) Clamp(x, z float64) (cx, cz float64, inside bool) {
	if w.index(x, z) >= 0 {
		return x, z, true
	}
	best, at := math.Inf(1), 0
	for i := range w.tiles {
		if d := math.Hypot(w.tiles[i].x-x, w.tiles[i].z-z); d < best {
			best, at = d, i
		}
	}
	return w.tiles[at].x, w.tiles[at].z, false
}
