package world

import "math"

// GroundSource says how a ground height was found.
type GroundSource uint8

const (
	GroundNone GroundSource = iota // there is no tile: the height means nothing
	GroundTile                     // no collider was hit: the tile's own elevation
	GroundRay                      // the lowest hit of a downward ray
)

// String returns "none", "tile" or "ray".
func (s GroundSource) String() string {
	switch s {
	case GroundTile:
		return "tile"
	case GroundRay:
		return "ray"
	}
	return "none"
}

// HitKind says what a downward ray met.
type HitKind uint8

const (
	HitTerrain HitKind = iota
	HitWater
	HitBuilding
	HitUnit // the game's layer 10 and Presentation* names: skipped when ground is looked for
)

// Hit is one thing below a place.
type Hit struct {
	Kind   HitKind
	Height float64
}

// Unit is another unit's collider: an upright cylinder.
type Unit struct{ X, Z, Radius, Top float64 }

// Ray appends everything that a downward ray at a place meets, from the top
// down, for the districts that are there at a time in seconds. The bed of a
// water tile has no collider: its surface is the lowest hit.
func (w *World) Ray(x, z, timeS float64, units []Unit, hits []Hit) []Hit {
	first := len(hits)
	for _, u := range units {
		if math.Hypot(x-u.X, z-u.Z) <= u.Radius {
			hits = append(hits, Hit{HitUnit, u.Top})
		}
	}
	if i := w.index(x, z); i >= 0 && w.colliders {
		h := w.surface(i, x, z)
		if d := w.tiles[i].district; d >= 0 && w.districts[d].appear <= timeS {
			for k := range w.districts[d].blocks {
				// What the slope buries is no roof, and must not become the ground.
				if b := &w.districts[d].blocks[k]; b.top > max(h, w.water) && b.over(x, z) {
					hits = append(hits, Hit{HitBuilding, b.top})
				}
			}
		}
		if h < w.water {
			hits = append(hits, Hit{HitWater, w.water})
		} else {
			hits = append(hits, Hit{HitTerrain, h})
		}
	}
	// Few hits: insertion keeps it free of allocation.
	for i := first + 1; i < len(hits); i++ {
		for j := i; j > first && hits[j].Height > hits[j-1].Height; j-- {
			hits[j], hits[j-1] = hits[j-1], hits[j]
		}
	}
	return hits
}

// Ground returns the height of the ground at a place, as the game's plugin
// reads it: the lowest hit of a downward ray that is no unit, so neither roofs
// nor the unit's own collider count; failing that, the tile's elevation. Water
// counts with its surface.
func (w *World) Ground(x, z float64) (height float64, from GroundSource) {
	i := w.index(x, z)
	switch {
	case i < 0:
		return 0, GroundNone
	case !w.colliders:
		return max(w.tiles[i].height, w.water), GroundTile
	}
	return max(w.surface(i, x, z), w.water), GroundRay
}

// Elevation returns the elevation of the tile below a place, or of the water on
// it: what the engine's own altitude follows.
func (w *World) Elevation(x, z float64) (height float64, ok bool) {
	i := w.index(x, z)
	if i < 0 {
		return 0, false
	}
	return max(w.tiles[i].height, w.water), true
}

// Top returns the height of the highest thing at a place that is no unit: a
// roof, the ground or the water, for the districts that are there at a time in
// seconds.
func (w *World) Top(x, z, timeS float64) (height float64, ok bool) {
	i := w.index(x, z)
	if i < 0 {
		return 0, false
	}
	h := max(w.surface(i, x, z), w.water)
	if d := w.tiles[i].district; d >= 0 {
		if p := &w.districts[d]; p.appear <= timeS && p.highest > h {
			for k := range p.blocks {
				if b := &p.blocks[k]; b.top > h && b.over(x, z) {
					h = b.top
				}
			}
		}
	}
	return h, true
}

// surface is the height of tile i's ground at a place on it: linear over the
// triangle of its centre and two corners.
func (w *World) surface(i int32, x, z float64) float64 {
	t := &w.tiles[i]
	x, z = (x-t.x)*w.inverse, (z-t.z)*w.inverse
	// The sector is where both neighbouring corners have positive weights;
	// corners k and k+3 lie on one line through the centre.
	const c, s = 0.8660254037844386, 0.5 // corner 1
	// Side of the lines through corners 0/3, 1/4 and 2/5.
	l0 := c*z + s*x
	l1 := c*z - s*x
	l2 := -x
	var k int
	switch {
	case l0 >= 0 && l1 < 0:
		k = 0
	case l1 >= 0 && l2 < 0:
		k = 1
	case l2 >= 0 && l0 >= 0:
		k = 2
	case l0 < 0 && l1 >= 0:
		k = 3
	case l1 < 0 && l2 >= 0:
		k = 4
	default:
		k = 5
	}
	n := k + 1
	if n == 6 {
		n = 0
	}
	ca, cb := &corners[k], &corners[n]
	const det = 0.8660254037844386 // cross of two neighbouring corners
	u := (x*cb[1] - z*cb[0]) * (1 / det)
	v := (ca[0]*z - ca[1]*x) * (1 / det)
	return t.height + u*(t.corner[k]-t.height) + v*(t.corner[n]-t.height)
}

// Spot is what lies below a place on the plane.
type Spot struct {
	Elevation float64      // of the tile, or of the water on it: what the engine's altitude follows
	Ground    float64      // as Ground returns it
	Source    GroundSource // of Ground; GroundNone off the map, where the heights mean nothing
	District  int32        // number of the district on the tile, -1 for none
	Middle    float64      // distance to the tile's centre, units
}

// At returns what lies below a place, with the district that had streamed in at
// a time in seconds: TileAt, Ground, Elevation and DistrictAt in one look-up.
func (w *World) At(x, z, timeS float64) Spot {
	i := w.index(x, z)
	if i < 0 {
		return Spot{District: -1}
	}
	t := &w.tiles[i]
	s := Spot{Elevation: max(t.height, w.water), Source: GroundTile, District: t.district, Middle: length(x-t.x, z-t.z)}
	s.Ground = s.Elevation
	if w.colliders {
		s.Ground, s.Source = max(w.surface(i, x, z), w.water), GroundRay
	}
	if s.District >= 0 && w.districts[s.District].appear > timeS {
		s.District = -1
	}
	return s
}

// length is math.Hypot without its care for numbers that are out of bounds
// here.
func length(x, z float64) float64 { return math.Sqrt(x*x + z*z) }
