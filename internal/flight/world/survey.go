package world

import (
	"math"
	"slices"
	"strings"
)

// SpacingSource says where a Survey's tile spacing comes from.
type SpacingSource uint8

const (
	SpacingNone     SpacingSource = iota // no district is there yet
	SpacingMeasured                      // the median distance of districts to their nearest neighbour
	SpacingGrid                          // the tiles' own: fewer than two districts, or the measure is not a tile's
)

// String returns "none", "measured" or "grid".
func (s SpacingSource) String() string {
	switch s {
	case SpacingMeasured:
		return "measured"
	case SpacingGrid:
		return "grid"
	}
	return "none"
}

const (
	// AutoShare is the automatic match radius as a share of the tile spacing:
	// "this district's own tile" (seed, Terrain hug).
	AutoShare = 0.55
	// FallbackRadius is the match radius where nothing could be measured (spec),
	// units.
	FallbackRadius = 3.0
	// ScanEveryS is how often the districts are looked through again, seconds.
	ScanEveryS = 3.0

	spacingTolerance = 0.1
)

// Survey is what a scan of the districts found.
//
// The game takes the median nearest-neighbour distance for the tile spacing as
// it is. That breaks with one district (none) and with cities that lie apart,
// each of one district (far too large). The lab knows its tiles: a measure that
// is not within a tenth of their spacing is set aside for it, and Measured still
// tells what the game would have taken.
type Survey struct {
	TimeS     float64       // when it was made, seconds
	Districts int           // how many had streamed in
	Measured  float64       // median nearest-neighbour distance, units; 0 with fewer than two districts
	Spacing   float64       // tile spacing in use, units; 0 without districts
	Source    SpacingSource // of Spacing
	Radius    float64       // automatic match radius, units
}

// Surveyor makes Surveys without allocating after its first. The zero Surveyor
// works.
type Surveyor struct {
	near []float64
}

// Seen returns how many districts have streamed in at a time in seconds.
func (w *World) Seen(timeS float64) int {
	lo, hi := 0, len(w.order)
	for lo < hi {
		if mid := (lo + hi) / 2; w.districts[w.order[mid]].appear <= timeS {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// Scan looks through the districts that are there at a time in seconds.
func (v *Surveyor) Scan(w *World, timeS float64) Survey {
	n := w.Seen(timeS)
	s := Survey{TimeS: timeS, Districts: n, Radius: FallbackRadius}
	if n == 0 {
		return s
	}
	if cap(v.near) < len(w.order) {
		v.near = make([]float64, 0, len(w.order))
	}
	v.near = v.near[:0]
	if n > 1 {
		for _, i := range w.order[:n] {
			v.near = append(v.near, w.neighbourDistance(i, n, timeS))
		}
		slices.Sort(v.near)
		s.Measured = v.near[n/2]
		if n%2 == 0 {
			s.Measured = (v.near[n/2-1] + v.near[n/2]) / 2
		}
	}
	s.Spacing, s.Source = w.Spacing(), SpacingGrid
	if math.Abs(s.Measured-s.Spacing) <= spacingTolerance*s.Spacing {
		s.Spacing, s.Source = s.Measured, SpacingMeasured
	}
	s.Radius = AutoShare * s.Spacing
	return s
}

// neighbourDistance is the distance of district i to the nearest other of the
// first n in order of appearance.
func (w *World) neighbourDistance(i int32, n int, timeS float64) float64 {
	p := &w.districts[i]
	h := w.doc.Districts[i].Hex
	best := math.Inf(1)
	const rings = 24
	for k := 1; k <= rings; k++ {
		if least := 1.5 * w.radius * float64(k); least >= best {
			return best
		}
		w.ring(h, k, func(h Hex) {
			if t := w.tileAt(h); t >= 0 {
				if d := w.tiles[t].district; d >= 0 && w.districts[d].appear <= timeS {
					best = min(best, math.Hypot(w.districts[d].x-p.x, w.districts[d].z-p.z))
				}
			}
		})
	}
	if best < 1.5*w.radius*rings {
		return best
	}
	for _, j := range w.order[:n] { // lonely districts are few: they do not fit on a map
		if j != i {
			best = min(best, math.Hypot(w.districts[j].x-p.x, w.districts[j].z-p.z))
		}
	}
	return best
}

// Mask compiles the lists of a dial file: with a list of only, a district counts
// if its name matches one of it; and not if it matches one of skip. An item
// matches a name that begins with it, upper or lower case; a star at its end
// changes nothing, empty items match nothing.
func (w *World) Mask(only, skip []string) Mask {
	m := make(Mask, len(w.names))
	for i, name := range w.names {
		m[i] = Counts(name, only, skip)
	}
	return m
}

// Counts says whether a definition name passes the two lists, as for Mask.
func Counts(name string, only, skip []string) bool {
	return (isEmpty(only) || matches(name, only)) && !matches(name, skip)
}

func isEmpty(list []string) bool {
	return !slices.ContainsFunc(list, func(s string) bool { return clean(s) != "" })
}

func matches(name string, list []string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(list, func(s string) bool {
		s = clean(s)
		return s != "" && strings.HasPrefix(name, s)
	})
}

func clean(s string) string { return strings.ToLower(strings.TrimSuffix(strings.TrimSpace(s), "*")) }
