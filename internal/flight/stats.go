package flight

import "math"

// Stats are the extremes of a flight over its steps and pawns.
type Stats struct {
	MinClearance float64 // least height over what lay below, units; +Inf where nothing did
	Closest      Spot    // where that was

	// The skyline is the height at which a built tile is to be crossed: hug
	// offset 0. Shortfall is how far below it a pawn was within the inscribed
	// circle of a tile whose district counts.
	Shortfall float64
	Worst     Spot
	// Corner is the same over the rest of such a tile: its corners lie outside
	// the automatic match radius, which is the game's rule (Beyond.WholeTile is
	// the cure).
	Corner float64

	Climbs, Descends, Cliffs int // transitions
	MaxBankDeg, MaxErrorDeg  float64
}

// Spot is a moment of a flight.
type Spot struct {
	Tick     int
	Pawn     int
	X, Z     float64
	District int // that was below, -1 for none
}

func newStats() Stats {
	return Stats{MinClearance: math.Inf(1), Closest: Spot{District: -1}, Worst: Spot{District: -1}}
}

func (s *Stats) add(t *Trace, k int) {
	if t.Clearance < s.MinClearance {
		s.MinClearance = t.Clearance
		s.Closest = t.spot(k)
	}
	if t.Over && t.Offset < 0 {
		switch short := -t.Offset; {
		case t.Middle > t.Radius || t.Middle > t.Inner:
			s.Corner = max(s.Corner, short)
		case short > s.Shortfall:
			s.Shortfall = short
			s.Worst = t.spot(k)
		}
	}
	switch t.Event.Kind {
	case Climb:
		s.Climbs++
	case Descend:
		s.Descends++
	case CliffAhead:
		s.Cliffs++
	}
	s.MaxBankDeg = max(s.MaxBankDeg, math.Abs(t.BankDeg))
	s.MaxErrorDeg = max(s.MaxErrorDeg, math.Abs(t.ErrorDeg))
}

func (t *Trace) spot(k int) Spot {
	f := t.Final()
	return Spot{t.Tick, k, f[0], f[2], t.District}
}
