package world

import "math"

// Hex is a tile's axial coordinates.
type Hex struct{ Q, R int }

// neighbours are the six steps to the next tiles. Step k leads across the edge
// between corners k and k+1 of corner().
var neighbours = [6]Hex{{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}}

// Neighbour returns the tile across edge k, 0 to 5, counter-clockwise from +X
// towards +Z.
func (h Hex) Neighbour(k int) Hex {
	n := neighbours[((k%6)+6)%6]
	return Hex{h.Q + n.Q, h.R + n.R}
}

// Distance is how many steps from tile to tile lie between two tiles.
func (h Hex) Distance(o Hex) int {
	dq, dr := h.Q-o.Q, h.R-o.R
	return (abs(dq) + abs(dr) + abs(dq+dr)) / 2
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// center returns the tile's centre for circumradius 1.
func (h Hex) center() (x, z float64) {
	return math.Sqrt(3) * (float64(h.Q) + float64(h.R)/2), 1.5 * float64(h.R)
}

// hexAt returns the tile that holds a place, for circumradius 1.
func hexAt(x, z float64) Hex {
	// Exact cube rounding: the coordinate that was rounded by most is made of
	// the other two.
	r := z / 1.5
	q := x/math.Sqrt(3) - r/2
	s := -q - r
	rq, rr, rs := math.Round(q), math.Round(r), math.Round(s)
	dq, dr, ds := math.Abs(rq-q), math.Abs(rr-r), math.Abs(rs-s)
	switch {
	case dq > dr && dq > ds:
		rq = -rr - rs
	case dr > ds:
		rr = -rq - rs
	}
	return Hex{int(rq), int(rr)}
}

// corners are the six corners of a hexagon of circumradius 1, counter-clockwise
// from +X towards +Z. Corner k and k+1 bound edge k.
var corners = [6][2]float64{
	{math.Sqrt(3) / 2, -0.5}, {math.Sqrt(3) / 2, 0.5}, {0, 1},
	{-math.Sqrt(3) / 2, 0.5}, {-math.Sqrt(3) / 2, -0.5}, {0, -1},
}

// edgeDistance is how far a place lies from the hexagon of apothem a round the
// origin: negative inside, by the distance to the nearest edge's line; outside,
// the distance to the hexagon itself.
func edgeDistance(x, z, a float64) float64 {
	const c, s = 0.5, 0.8660254037844386
	// The edges' normals are at 0, 60 and 120 degrees and their opposites.
	d0, d1, d2 := math.Abs(x), math.Abs(c*x+s*z), math.Abs(-c*x+s*z)
	d := max(d0, d1, d2) - a
	if d <= 0 {
		return d
	}
	// Outside: fold into one sector, where the nearest point is on the edge
	// at normal 0 or at its corner.
	half := a / math.Sqrt(3)
	along := math.Abs(z)
	switch max(d0, d1, d2) {
	case d1:
		along = math.Abs(-s*x + c*z)
	case d2:
		along = math.Abs(-s*x - c*z)
	}
	if along <= half {
		return d
	}
	return math.Hypot(d, along-half)
}
