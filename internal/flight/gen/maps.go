package main

import (
	"math"

	"donorlab/internal/flight"
	"donorlab/internal/flight/world"
)

const tileRadius = 4 // neighbouring centres 6.93 units apart, as measured in the game (seed)

// The definition names are the game's own (seed, Terrain hug) and others of
// their two kinds.
const (
	center    = "Extension_Base_CityCenter"
	food      = "Extension_Base_Food"
	industry  = "Extension_Base_Industry"
	money     = "Extension_Base_Money"
	science   = "Extension_Base_Science"
	harbour   = "Extension_Base_Harbour"
	kingdom   = "Extension_Era5_ZuluKingdom"
	wonder    = "Extension_ArtificialWonder_Era2_HangingGardens"
	farmland  = "Exploitation"
	oldStones = "Ruin"
)

func plains() *world.Map {
	m := &world.Map{Name: "Plains with a city", TileRadius: tileRadius, CliffStep: 1.5}
	m.Tiles = board(36, 30, tileRadius, func(x, z float64) float64 {
		h := 0.9 + 0.35*hills(x, z, 30, 1) + 0.25*hills(x, z, 13, 2)
		// Hills in the north-east and along the far edge.
		h += 4.5 * rise(70, 125, 0.8*x+z+18*hills(x, z, 25, 3)) * (0.75 + 0.35*hills(x, z, 17, 4))
		h += 2.2 * rise(60, 100, -z-0.25*x+12*hills(x, z, 22, 9))
		// A river from the north-west to a lake in the south.
		bed := math.Abs(x + 52 + 16*math.Sin(z/26) + 5*hills(x, z, 18, 5))
		h -= 2.6 * (1 - rise(2.5, 9, bed))
		h -= 2.8 * (1 - rise(14, 30, math.Hypot((x+62)*0.8, z-62)+5*hills(x, z, 12, 6)))
		return h
	})
	town(m, world.Hex{Q: 0, R: 0}, []string{
		center,
		industry, money, science, food, money, kingdom,
		food, industry, money, science, wonder, food, money, food, industry, science, money, food,
		farmland, "", farmland, farmland, "", food, farmland, "", farmland, "", "", farmland, farmland, "", farmland, "", farmland,
	}, 0, 0)
	town(m, world.Hex{Q: 8, R: 4}, []string{center, food, money, industry, farmland, "", food, "", farmland, "", farmland}, 4, 2.5)
	town(m, world.Hex{Q: -9, R: -5}, []string{food, farmland, farmland, "", farmland}, 1, 0)
	town(m, world.Hex{Q: 9, R: -9}, []string{oldStones, "", oldStones}, 0, 0)
	town(m, world.Hex{Q: -15, R: 8}, []string{oldStones}, 0, 0)
	return m
}

func plainsOrders() *flight.Orders {
	return &flight.Orders{
		Name: "Over the city and back", Seconds: 60, Engine: flight.DefaultEngine(),
		Start: flight.Start{X: -44, Z: -18, YawDeg: 90},
		List: []flight.Order{
			{AtS: 1, Do: flight.DoMove, Curve: true, Points: []flight.Point{{-30, -16}, {-14, -4}, {4, 2}, {22, 4}, {40, 18}, {48, 26}}},
			{AtS: 34, Do: flight.DoMove, Points: []flight.Point{{20, 20}}},
			{AtS: 42, Do: flight.DoCombat, On: true},
			{AtS: 44, Do: flight.DoFire, Points: []flight.Point{{6, 0}}},
			{AtS: 48, Do: flight.DoCombat},
			{AtS: 50, Do: flight.DoMove, Points: []flight.Point{{0, 0}, {-6, -26}}},
		},
	}
}

func cliffs() *world.Map {
	m := &world.Map{Name: "Cliffs", TileRadius: tileRadius, CliffStep: 1.5}
	m.Tiles = board(34, 28, tileRadius, func(x, z float64) float64 {
		// Plateaus: smooth ground cut into steps, so that the edges are cliffs.
		warp := 10*hills(x, z, 26, 11) + 4*hills(x, z, 11, 12)
		h := 0.8 + 0.3*hills(x, z, 15, 13)
		h += 3.6 * step(x+0.35*z+warp, 8)
		h += 3.4 * step(x-0.3*z+warp, 46)
		h += 4.2 * step(0.6*x-z+warp, 96)
		// Mesas in the west.
		h += 5.2 * step(-math.Hypot(x+62, z-28)+0.4*warp, -15)
		h += 3.8 * step(-math.Hypot(x+48, z+40)+0.4*warp, -11)
		// A canyon with a river through the plateau.
		bed := math.Abs(z - 14 - 14*math.Sin(x/30) + 3*hills(x, z, 14, 14))
		if bed < 7 {
			h = -1.4 + 0.5*hills(x, z, 9, 15)
		} else if bed < 11 {
			h = min(h, 1)
		}
		return h
	})
	town(m, world.Hex{Q: 10, R: -6}, []string{center, food, money, industry, food, science, money, farmland, "", farmland, food, "", farmland, "", farmland}, 0, 0)
	town(m, world.Hex{Q: -6, R: -2}, []string{food, farmland, "", farmland, farmland}, 2, 1)
	town(m, world.Hex{Q: -10, R: 7}, []string{oldStones, oldStones}, 0, 0)
	return m
}

// step is 0 below an edge and 1 above it, at once.
func step(x, edge float64) float64 {
	if x < edge {
		return 0
	}
	return 1
}

func cliffsOrders() *flight.Orders {
	return &flight.Orders{
		Name: "Up the cliffs", Seconds: 60, Engine: flight.DefaultEngine(),
		Start: flight.Start{X: -40, Z: -22, YawDeg: 90},
		List: []flight.Order{
			{AtS: 1, Do: flight.DoMove, Points: []flight.Point{{-10, -20}, {22, -24}, {62, -34}, {84, -38}}},
			{AtS: 44, Do: flight.DoMove, Points: []flight.Point{{50, -20}, {40, 4}}},
		},
	}
}

func islands() *world.Map {
	m := &world.Map{Name: "Islands", TileRadius: tileRadius, CliffStep: 1.8}
	type isle struct{ x, z, r, top float64 }
	isles := []isle{{-6, 4, 34, 2.2}, {58, -30, 24, 1.6}, {-66, -34, 22, 1.8}, {-58, 46, 20, 1.4}, {46, 48, 22, 1.7}, {92, 22, 13, 1.2}, {6, -62, 12, 1.1}}
	m.Tiles = board(36, 30, tileRadius, func(x, z float64) float64 {
		h := -2.6 + 0.5*hills(x, z, 20, 21)
		for _, i := range isles {
			d := math.Hypot(x-i.x, z-i.z) + 7*hills(x, z, 16, 22) + 3*hills(x, z, 8, 23)
			h = max(h, -2.4+(i.top+2.4+0.5*hills(x, z, 12, 24))*rise(i.r*1.1, i.r*0.55, d))
		}
		// A mountain on the main island, with a crater's rim.
		d := math.Hypot(x+18, z-16) + 3*hills(x, z, 10, 25)
		h += 13.5 * rise(24, 5, d) * (1 - 0.35*rise(5, 0, d))
		return h
	})
	town(m, world.Hex{Q: 1, R: -2}, []string{center, harbour, food, money, science, money, food, industry, "", food, wonder, "", harbour}, 0, 0)
	town(m, world.Hex{Q: 11, R: -5}, []string{center, food, money, harbour, farmland, food, "", farmland}, 5, 2)
	town(m, world.Hex{Q: -7, R: -6}, []string{food, farmland, farmland, "", harbour}, 0, 1)
	town(m, world.Hex{Q: 3, R: 8}, []string{kingdom, food, farmland, food}, 2, 2)
	town(m, world.Hex{Q: -12, R: 8}, []string{oldStones, "", oldStones}, 0, 0)
	return m
}

func islandsOrders() *flight.Orders {
	return &flight.Orders{
		Name: "From island to island", Seconds: 60, Engine: flight.DefaultEngine(),
		Start: flight.Start{X: -60, Z: -28, YawDeg: 60},
		List: []flight.Order{
			{AtS: 1, Do: flight.DoMove, Curve: true, Points: []flight.Point{{-44, -26}, {-24, -12}, {0, -8}, {24, -16}, {44, -26}, {60, -34}}},
			{AtS: 42, Do: flight.DoMove, Points: []flight.Point{{66, -18}, {58, 0}}},
		},
	}
}
