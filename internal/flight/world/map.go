package world

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"donorlab/internal/flight/jsonfile"
	"donorlab/internal/scene"
)

// Limits of a map. A map of the game has some thousand tiles.
const (
	MaxTiles    = 1 << 16
	MaxHeight   = 200.0 // units, up and down
	maxCoord    = 4096  // |q| and |r|
	maxCells    = 1 << 20
	maxNameLen  = 128
	maxRadius   = 1000.0
	minRadius   = 0.1
	maxAppearS  = 86400.0
	defaultR    = 4.0
	defaultStep = 1.5
)

// Map is the document: what is in a map file. Change it only by its methods,
// which return a new Map and share what did not change, so that an undo is an
// older pointer.
type Map struct {
	Name       string
	TileRadius float64 // circumradius of a tile, units
	WaterLevel float64 // units; ground below it is under water
	CliffStep  float64 // neighbours whose heights differ by this or more, units, meet at a cliff; less is a slope
	Tiles      []Tile
	Districts  []District

	extra jsonfile.Extra
}

// Tile is one hexagon and the height of its centre.
type Tile struct {
	Hex
	Height float64 // units

	extra jsonfile.Extra
}

// District is what stands on a tile, under the game's definition name:
// Extension_* has buildings, Exploitation* (fields, vineyards, mines) and Ruin*
// are flat.
type District struct {
	Hex
	Name    string
	AppearS float64 // when it streams in, seconds; 0 is there from the start

	extra jsonfile.Extra
}

// Built reports whether a definition name is of the kind that carries
// buildings. Only Extension_* does.
func Built(name string) bool { return strings.HasPrefix(name, "Extension_") }

// mapKind describes map files.
var mapKind = jsonfile.Kind{Code: "MAP", What: "map", MaxBytes: 16 << 20, Version: 1,
	Remedy: "mend the map file, go back to its backup, or start from one of the shipped maps"}

// Check reports the first thing that is wrong with a map, as a *scene.Problem:
// no tiles, tiles or districts over each other, a district off the tiles,
// numbers that are not finite or out of bounds. A map that passes can be built.
func (m *Map) Check() error {
	switch {
	case !(m.TileRadius >= minRadius && m.TileRadius <= maxRadius):
		return mapKind.Problem("BAD_FIELD", "/tileRadius", "the tile radius is %v; it must lie between %v and %v units", m.TileRadius, minRadius, maxRadius)
	case !(math.Abs(m.WaterLevel) <= MaxHeight):
		return mapKind.Problem("BAD_FIELD", "/waterLevel", "the water level is %v; it must lie within %v units", m.WaterLevel, MaxHeight)
	case !(m.CliffStep > 0 && m.CliffStep <= MaxHeight):
		return mapKind.Problem("BAD_FIELD", "/cliffStep", "the cliff step is %v; it must be above 0 and at most %v units", m.CliffStep, MaxHeight)
	case len(m.Name) > maxNameLen || !utf8.ValidString(m.Name):
		return mapKind.Problem("BAD_FIELD", "/name", "the name is longer than %d bytes, or no text", maxNameLen)
	case len(m.Tiles) == 0:
		return mapKind.Problem("NO_TILES", "/tiles", "the map has no tiles")
	case len(m.Tiles) > MaxTiles:
		return mapKind.Problem("TOO_LARGE", "/tiles", "the map has %d tiles; %d is the most", len(m.Tiles), MaxTiles)
	case len(m.Districts) > len(m.Tiles):
		return mapKind.Problem("TOO_LARGE", "/districts", "the map has %d districts, but only %d tiles to put them on", len(m.Districts), len(m.Tiles))
	}
	at := make(map[Hex]int, len(m.Tiles))
	lo, hi := m.Tiles[0].Hex, m.Tiles[0].Hex
	for i := range m.Tiles {
		t := &m.Tiles[i]
		ptr := fmt.Sprintf("/tiles/%d", i)
		if abs(t.Q) > maxCoord || abs(t.R) > maxCoord {
			return mapKind.Problem("BAD_FIELD", ptr, "tile %d, %d lies too far out; q and r go up to %d", t.Q, t.R, maxCoord)
		}
		if !(math.Abs(t.Height) <= MaxHeight) {
			return mapKind.Problem("BAD_FIELD", ptr+"/h", "the height of tile %d, %d is %v; it must lie within %v units", t.Q, t.R, t.Height, MaxHeight)
		}
		if j, twice := at[t.Hex]; twice {
			return mapKind.Problem("TILES_OVERLAP", ptr, "tile %d, %d stands twice: entries %d and %d of the list", t.Q, t.R, j, i)
		}
		at[t.Hex] = i
		lo = Hex{min(lo.Q, t.Q), min(lo.R, t.R)}
		hi = Hex{max(hi.Q, t.Q), max(hi.R, t.R)}
	}
	if cells := (hi.Q - lo.Q + 1) * (hi.R - lo.R + 1); cells > maxCells {
		return mapKind.Problem("TOO_SPREAD", "/tiles", "the tiles lie too far apart: %d by %d cells", hi.Q-lo.Q+1, hi.R-lo.R+1)
	}
	on := make(map[Hex]int, len(m.Districts))
	for i := range m.Districts {
		d := &m.Districts[i]
		ptr := fmt.Sprintf("/districts/%d", i)
		if err := checkDistrict(d, ptr); err != nil {
			return err
		}
		if _, ok := at[d.Hex]; !ok {
			return mapKind.Problem("DISTRICT_OFF_MAP", ptr, "%s stands at %d, %d, where there is no tile", d.Name, d.Q, d.R)
		}
		if j, twice := on[d.Hex]; twice {
			return mapKind.Problem("DISTRICTS_OVERLAP", ptr, "%s and %s stand on the same tile %d, %d", m.Districts[j].Name, d.Name, d.Q, d.R)
		}
		on[d.Hex] = i
	}
	return nil
}

func checkDistrict(d *District, ptr string) error {
	switch {
	case d.Name == "" || len(d.Name) > maxNameLen || !utf8.ValidString(d.Name) || strings.ContainsAny(d.Name, ",\n\r\t\""):
		return mapKind.Problem("BAD_FIELD", ptr+"/name", "a district needs a name of at most %d bytes, without commas, quotes and line ends", maxNameLen)
	case !(d.AppearS >= 0 && d.AppearS <= maxAppearS):
		return mapKind.Problem("BAD_FIELD", ptr+"/appearS", "%s appears at %v s; it must lie between 0 and %v", d.Name, d.AppearS, maxAppearS)
	}
	return nil
}

// asProblem is for callers that hand problems out in lists.
func asProblem(err error) scene.Problem {
	if p, ok := err.(*scene.Problem); ok {
		return *p
	}
	return scene.Problem{Code: "MAP_BAD", Message: err.Error(), Err: err}
}
