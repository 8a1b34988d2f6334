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
	return sqrt3 * (float64(h.Q) + float64(h.R)/2), 1.5 * float64(h.R)
}

// hexAt returns the tile that holds a place, for circumradius 1. The place must
// lie within farOut of the origin.
func hexAt(x, z float64) Hex {
	// Exact cube rounding: the coordinate that was rounded by most is made of
	// the other two.
	r := z * (1 / 1.5)
	q := x*(1/sqrt3) - r*0.5
	s := -q - r
	rq, rr, rs := nearestInt(q), nearestInt(r), nearestInt(s)
	dq, dr, ds := math.Abs(float64(rq)-q), math.Abs(float64(rr)-r), math.Abs(float64(rs)-s)
	switch {
	case dq > dr && dq > ds:
		rq = -rr - rs
	case dr > ds:
		rr = -rq - rs
	}
	return Hex{rq, rr}
}

const (
	sqrt3  = 1.7320508075688772
	farOut = 1 << 20
)

// nearestInt rounds, for |x| up to 2*farOut; it is shorter than math.Round.
func nearestInt(x float64) int { return int(x+(4*farOut+0.5)) - 4*farOut }

// corners are the six corners of a hexagon of circumradius 1, counter-clockwise
// from +X towards +Z. Corner k and k+1 bound edge k.
var corners = [6][2]float64{
	{sqrt3 / 2, -0.5}, {sqrt3 / 2, 0.5}, {0, 1},
	{-sqrt3 / 2, 0.5}, {-sqrt3 / 2, -0.5}, {0, -1},
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
	half := a / sqrt3
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
