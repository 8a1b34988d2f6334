package world

import (
	"bytes"
	"encoding/json"
	"fmt"

	"donorlab/internal/flight/jsonfile"
)

// The file's shape. Pointers tell a missing number from a zero one.
type mapFile struct {
	Version    int               `json:"version"`
	Name       string            `json:"name"`
	TileRadius *float64          `json:"tileRadius"`
	WaterLevel float64           `json:"waterLevel"`
	CliffStep  *float64          `json:"cliffStep"`
	Tiles      []json.RawMessage `json:"tiles"`
	Districts  []json.RawMessage `json:"districts"`
}

type tileFile struct {
	Q *int    `json:"q"`
	R *int    `json:"r"`
	H float64 `json:"h"`
}

type districtFile struct {
	Q       *int    `json:"q"`
	R       *int    `json:"r"`
	Name    string  `json:"name"`
	AppearS float64 `json:"appearS,omitempty"`
}

// Decode reads a map file. The error is a *scene.Problem without a file name.
func Decode(data []byte) (*Map, error) {
	var f mapFile
	extra, err := mapKind.Decode(data, "", &f)
	if err != nil {
		return nil, err
	}
	if err := mapKind.CheckVersion(f.Version); err != nil {
		return nil, err
	}
	if len(f.Tiles) > MaxTiles || len(f.Districts) > MaxTiles {
		return nil, mapKind.Problem("TOO_LARGE", "/tiles", "the map has %d tiles and %d districts; %d is the most", len(f.Tiles), len(f.Districts), MaxTiles)
	}
	m := &Map{Name: f.Name, TileRadius: defaultR, WaterLevel: f.WaterLevel, CliffStep: defaultStep, extra: extra}
	if f.TileRadius != nil {
		m.TileRadius = *f.TileRadius
	}
	if f.CliffStep != nil {
		m.CliffStep = *f.CliffStep
	}
	m.Tiles = make([]Tile, len(f.Tiles))
	for i, raw := range f.Tiles {
		var t tileFile
		ptr := fmt.Sprintf("/tiles/%d", i)
		x, err := mapKind.Decode(raw, ptr, &t)
		if err != nil {
			return nil, err
		}
		if t.Q == nil || t.R == nil {
			return nil, mapKind.Problem("BAD_FIELD", ptr, "a tile needs q and r")
		}
		m.Tiles[i] = Tile{Hex{*t.Q, *t.R}, t.H, x}
	}
	for i, raw := range f.Districts {
		var d districtFile
		ptr := fmt.Sprintf("/districts/%d", i)
		x, err := mapKind.Decode(raw, ptr, &d)
		if err != nil {
			return nil, err
		}
		if d.Q == nil || d.R == nil {
			return nil, mapKind.Problem("BAD_FIELD", ptr, "a district needs q and r")
		}
		m.Districts = append(m.Districts, District{Hex{*d.Q, *d.R}, d.Name, d.AppearS, x})
	}
	if err := m.Check(); err != nil {
		return nil, err
	}
	return m, nil
}

// Encode returns the map's file: one tile and one district a line, in their
// order, fields that were not known when it was read included. The map must
// pass Check.
func (m *Map) Encode() []byte {
	tiles := make([][]byte, len(m.Tiles))
	for i := range m.Tiles {
		t := &m.Tiles[i]
		tiles[i] = jsonfile.Object(tileFile{&t.Q, &t.R, t.Height}, t.extra)
	}
	districts := make([][]byte, len(m.Districts))
	for i := range m.Districts {
		d := &m.Districts[i]
		districts[i] = jsonfile.Object(districtFile{&d.Q, &d.R, d.Name, d.AppearS}, d.extra)
	}
	return jsonfile.File([]jsonfile.Field{
		{Key: "version", Value: jsonfile.Value(mapKind.Version)},
		{Key: "name", Value: jsonfile.Value(m.Name)},
		{Key: "tileRadius", Value: jsonfile.Value(m.TileRadius)},
		{Key: "waterLevel", Value: jsonfile.Value(m.WaterLevel)},
		{Key: "cliffStep", Value: jsonfile.Value(m.CliffStep)},
		{Key: "districts", Value: jsonfile.List(districts)},
		{Key: "tiles", Value: jsonfile.List(tiles)},
	}, m.extra)
}

// Equal reports whether two maps have the same file.
func (m *Map) Equal(o *Map) bool { return m == o || bytes.Equal(m.Encode(), o.Encode()) }
