package main

import (
	"math"

	"donorlab/internal/flight/world"
)

// board returns the tiles of a rectangle of rows, centred on tile 0, 0, with
// heights from f, which gets a place in units.
func board(cols, rows int, radius float64, f func(x, z float64) float64) []world.Tile {
	var out []world.Tile
	for row := range rows {
		r := row - rows/2
		for col := range cols {
			q := col - cols/2 - floorHalf(r)
			x := radius * math.Sqrt(3) * (float64(q) + float64(r)/2)
			z := radius * 1.5 * float64(r)
			out = append(out, world.Tile{Hex: world.Hex{Q: q, R: r}, Height: coarse(f(x, z))})
		}
	}
	return out
}

func floorHalf(n int) int { return int(math.Floor(float64(n) / 2)) }

// coarse rounds to a twentieth of a unit; a hair is added so that a value on a
// tie rounds the same way on every machine.
func coarse(h float64) float64 {
	n := math.Round(h*20 + 1e-7)
	if n == 0 {
		return 0 // never -0
	}
	return n / 20
}

// hills is smooth noise from -1 to 1 with waves of about the given length.
func hills(x, z, length float64, seed uint64) float64 {
	x, z = x/length, z/length
	x0, z0 := math.Floor(x), math.Floor(z)
	fx, fz := x-x0, z-z0
	fx, fz = fx*fx*(3-2*fx), fz*fz*(3-2*fz)
	at := func(i, j float64) float64 { return lattice(int64(x0+i), int64(z0+j), seed) }
	a := at(0, 0)*(1-fx) + at(1, 0)*fx
	b := at(0, 1)*(1-fx) + at(1, 1)*fx
	return a*(1-fz) + b*fz
}

// lattice is a number from -1 to 1 for each lattice point (splitmix64).
func lattice(i, j int64, seed uint64) float64 {
	v := uint64(i)*0x9e3779b97f4a7c15 ^ uint64(j)*0xc2b2ae3d27d4eb4f ^ seed*0x165667b19e3779f9
	v = (v ^ v>>30) * 0xbf58476d1ce4e5b9
	v = (v ^ v>>27) * 0x94d049bb133111eb
	v ^= v >> 31
	return float64(v>>11)/(1<<52) - 1
}

// rise is 0 at lo, 1 at hi, and smooth between.
func rise(lo, hi, x float64) float64 {
	t := max(0, min(1, (x-lo)/(hi-lo)))
	return t * t * (3 - 2*t)
}

// town puts districts round a middle tile, ring by ring, on tiles that are dry.
// The first name goes to the middle. Each ring streams in a little later.
func town(m *world.Map, middle world.Hex, names []string, appearS, perRingS float64) {
	heights := map[world.Hex]float64{}
	for _, t := range m.Tiles {
		heights[t.Hex] = t.Height
	}
	taken := map[world.Hex]bool{}
	for _, d := range m.Districts {
		taken[d.Hex] = true
	}
	i := 0
	put := func(h world.Hex, ring int) {
		height, ok := heights[h]
		if i >= len(names) || !ok || height < m.WaterLevel+0.2 || taken[h] {
			return
		}
		if names[i] != "" {
			m.Districts = append(m.Districts, world.District{Hex: h, Name: names[i], AppearS: appearS + perRingS*float64(ring)})
		}
		i++
	}
	put(middle, 0)
	for ring := 1; ring <= 5; ring++ {
		at := world.Hex{Q: middle.Q, R: middle.R - ring}
		for side := range 6 {
			for range ring {
				put(at, ring)
				at = at.Neighbour(side)
			}
		}
	}
}
