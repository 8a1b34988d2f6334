package lab

import (
	"fmt"
	"math"

	"donorlab/internal/flight"
)

// cliffWatch looks out for a leader that flies into higher ground.
type cliffWatch struct {
	ground [cliffMemory]float64 // below the engine's place, by step
	known  int
	below  bool
}

const cliffMemory = 3 * flight.Rate / 2 // steps: a terrace or two

// FlyCliff is a moment at which the leader was below the ground, and what would
// have cleared it. The zero FlyCliff is none.
type FlyCliff struct {
	Clearance  float64  `json:"clearance"` // units, below 0
	Time       float64  `json:"time"`      // seconds
	Step       float64  `json:"step"`      // units that the ground rose on the way there
	Lookahead  *float64 `json:"lookahead"` // units of look-ahead that clear it; null where none does
	LookaheadS *float64 `json:"lookaheadS"`
}

// see takes in a step of the leader. began is set at the first step below the
// ground; hit is set, with what was met, in each.
func (c *cliffWatch) see(f *flight.Flight) (hit FlyCliff, began bool) {
	t, w := f.Trace(0), f.World()
	if t.Event.Kind == flight.Teleport {
		*c = cliffWatch{}
	}
	c.ground[c.known%cliffMemory] = t.Ground
	c.known++
	at := t.Final()
	ground, _ := w.Ground(at[0], at[2])
	if !(at[1] < ground) {
		c.below = false
		return hit, false
	}
	began, c.below = !c.below, true
	low := math.Inf(1)
	for _, g := range c.ground[:min(c.known, cliffMemory)] {
		low = min(low, g)
	}
	hit = FlyCliff{Clearance: at[1] - ground, Time: float64(t.Tick) * flight.DT, Step: ground - low}
	set := f.Settings()
	if speed := t.Speed; speed > 0 && hit.Step > 0 {
		if s := set.ForecastStep(hit.Step, speed, f.Engine().Cruise); !math.IsInf(s.Lookahead, 0) {
			sec := s.Lookahead / speed
			hit.Lookahead, hit.LookaheadS = &s.Lookahead, &sec
		}
	}
	return hit, began
}

// Text tells it in words, with the cure.
func (c *FlyCliff) Text() string {
	text := fmt.Sprintf("%.3f s in the ground: %.2f units below it, where it rises by %.2f", c.Time, -c.Clearance, c.Step)
	if c.Lookahead == nil {
		return text + "; no look-ahead clears that: see drop, cliff and ease"
	}
	return text + fmt.Sprintf("; a look-ahead of %.1f units, or of %.2g s, clears it", math.Ceil(*c.Lookahead*10)/10, math.Ceil(*c.LookaheadS*100)/100)
}
