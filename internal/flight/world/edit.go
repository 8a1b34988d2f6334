package world

import (
	"math"
	"slices"
)

// PaintHeight returns the map with the tiles within brush steps of the centre
// moved up (delta above 0) or down, in units: fully at the centre, less towards
// the brush's rim. Heights stay within MaxHeight. A centre off the map still
// paints what the brush reaches.
func (m *Map) PaintHeight(center Hex, brush int, delta float64) (*Map, error) {
	if !finite(delta) {
		return nil, mapKind.Problem("BAD_EDIT", "", "the height to paint is not a number")
	}
	return m.eachTile(center, brush, func(h, share float64) float64 { return h + delta*share })
}

// SetHeight returns the map with the tiles within brush steps of the centre at
// one height, units.
func (m *Map) SetHeight(center Hex, brush int, height float64) (*Map, error) {
	if !finite(height) {
		return nil, mapKind.Problem("BAD_EDIT", "", "the height to paint is not a number")
	}
	return m.eachTile(center, brush, func(float64, float64) float64 { return height })
}

func (m *Map) eachTile(center Hex, brush int, f func(height, share float64) float64) (*Map, error) {
	brush = max(brush, 0)
	out := *m
	out.Tiles = slices.Clone(m.Tiles)
	for i := range out.Tiles {
		t := &out.Tiles[i]
		if d := t.Distance(center); d <= brush {
			h := f(t.Height, 1-float64(d)/float64(brush+1))
			t.Height = math.Max(-MaxHeight, math.Min(MaxHeight, h))
		}
	}
	return &out, nil
}

// AddTile returns the map with one more tile.
func (m *Map) AddTile(at Hex, height float64) (*Map, error) {
	out := *m
	out.Tiles = append(slices.Clone(m.Tiles), Tile{Hex: at, Height: height})
	return checked(&out)
}

// RemoveTile returns the map without a tile and what stands on it. The last
// tile stays.
func (m *Map) RemoveTile(at Hex) (*Map, error) {
	i := slices.IndexFunc(m.Tiles, func(t Tile) bool { return t.Hex == at })
	if i < 0 {
		return nil, mapKind.Problem("BAD_EDIT", "", "there is no tile at %d, %d", at.Q, at.R)
	}
	out := *m
	out.Tiles = slices.Delete(slices.Clone(m.Tiles), i, i+1)
	out.Districts = slices.DeleteFunc(slices.Clone(m.Districts), func(d District) bool { return d.Hex == at })
	return checked(&out)
}

// PlaceDistrict returns the map with a district on a tile, in place of what
// stood there. appearS is when it streams in, seconds.
func (m *Map) PlaceDistrict(at Hex, name string, appearS float64) (*Map, error) {
	out := *m
	out.Districts = slices.Clone(m.Districts)
	d := District{Hex: at, Name: name, AppearS: appearS}
	if i := m.district(at); i >= 0 {
		d.extra = out.Districts[i].extra
		out.Districts[i] = d
	} else {
		out.Districts = append(out.Districts, d)
	}
	return checked(&out)
}

// NameDistrict returns the map with another definition name for a district.
func (m *Map) NameDistrict(at Hex, name string) (*Map, error) {
	i := m.district(at)
	if i < 0 {
		return nil, mapKind.Problem("BAD_EDIT", "", "no district stands at %d, %d", at.Q, at.R)
	}
	return m.PlaceDistrict(at, name, m.Districts[i].AppearS)
}

// RemoveDistrict returns the map without the district of a tile.
func (m *Map) RemoveDistrict(at Hex) (*Map, error) {
	i := m.district(at)
	if i < 0 {
		return nil, mapKind.Problem("BAD_EDIT", "", "no district stands at %d, %d", at.Q, at.R)
	}
	out := *m
	out.Districts = slices.Delete(slices.Clone(m.Districts), i, i+1)
	return &out, nil
}

// TileAt returns the tile at a place of the grid.
func (m *Map) TileAt(at Hex) (t Tile, ok bool) {
	if i := slices.IndexFunc(m.Tiles, func(t Tile) bool { return t.Hex == at }); i >= 0 {
		return m.Tiles[i], true
	}
	return t, false
}

// DistrictAt returns what stands on a tile, streamed in or not.
func (m *Map) DistrictAt(at Hex) (d District, ok bool) {
	if i := m.district(at); i >= 0 {
		return m.Districts[i], true
	}
	return d, false
}

func (m *Map) district(at Hex) int {
	return slices.IndexFunc(m.Districts, func(d District) bool { return d.Hex == at })
}

func checked(m *Map) (*Map, error) {
	if err := m.Check(); err != nil {
		p := asProblem(err)
		p.Remedy = "the map stays as it was"
		return nil, &p
	}
	return m, nil
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
