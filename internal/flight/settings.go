package flight

import (
	"fmt"
	"math"
	"slices"

	"donorlab/internal/dials"
	"donorlab/internal/flight/world"
	"donorlab/internal/scene"
)

// Rate is how many steps a second has, and DT their length in seconds.
const (
	Rate = 60
	DT   = 1.0 / Rate
)

// Settings are the values in effect for a pawn, after the dials' precedence was
// settled. The zero Settings leave the engine's own behaviour.
type Settings struct {
	Position    [3]float64 `json:"position"`    // registry frame: right, forward, up; units
	Scale       float64    `json:"scale"`       // of the model; 0 means 1
	CombatZ     float64    `json:"combatZ"`     // units, added while in combat
	TurnRateDeg float64    `json:"turnRateDeg"` // degrees a second; 0 is the engine's snap
	TurnBankDeg float64    `json:"turnBankDeg"` // largest roll into a turn; negative leans outwards
	PivotDeg    float64    `json:"pivotDeg"`    // smallest change of heading that is turned on the spot before a move; 0 is off
	MoveTiltDeg float64    `json:"moveTiltDeg"` // nose down while moving
	Gun         Gun        `json:"gun"`
	Hug         Hug        `json:"hug"`
	PhaseSpread float64    `json:"phaseSpread"` // of the clip, over a squadron's copies
	Beyond      Beyond     `json:"beyond"`

	Trims []dials.Trim `json:"trims,omitempty"` // turns of bones; they move no pawn, and are recorded with the rest
}

// Gun is the elevation of the gun bone at a shot.
type Gun struct {
	ElevDeg float64 `json:"elevDeg"` // 0 is off
	RiseS   float64 `json:"riseS"`   // seconds; 0 is at once
	HoldS   float64 `json:"holdS"`
	FallS   float64 `json:"fallS"`
}

// Hug is the terrain hug.
type Hug struct {
	Drop      float64  `json:"drop"`      // units, negative; 0 is off
	Lookahead float64  `json:"lookahead"` // units along the smoothed movement
	Ease      float64  `json:"ease"`      // units a second
	Cliff     float64  `json:"cliff"`     // share of a step up that is anticipated; 0 is off
	Radius    float64  `json:"radius"`    // match radius, units; 0 is 55 % of the measured tile spacing
	Only      []string `json:"only"`      // districts that count; none means all
	Skip      []string `json:"skip"`      // districts that do not
}

// Beyond are the lab's own additions to the game's rules. All are off in the
// zero value.
type Beyond struct {
	LookaheadS float64 `json:"lookaheadS"` // look ahead this many seconds too, and take the highest of several samples; 0 is off
	Samples    int     `json:"samples"`    // at least so many samples; 0 means 5; more are taken where they would lie too far apart to see every tile
	FastRise   bool    `json:"fastRise"`   // cliffs are sampled at every tick, and sinking goes at half the ease
	WholeTile  bool    `json:"wholeTile"`  // districts match by their hexagon's edge in place of their centre, so that corners count
	TurnRadius float64 `json:"turnRadius"` // smallest radius of the flown path, units; 0 lets it have corners
	WindSpeed  float64 `json:"windSpeed"`  // units a second; the nose is turned into it
	WindDeg    float64 `json:"windDeg"`    // the way it blows, as a yaw
	Drift      float64 `json:"drift"`      // units that a hovering pawn strays, and gusts push
	Seed       uint64  `json:"seed"`       // of drift and gusts
}

// Defaults returns the shipped dial values with the sample helicopter's entry:
// what a fresh lab flies.
func Defaults() Settings {
	return Settings{
		Position: [3]float64{-0.5, 0.5, 1.5}, Scale: 1,
		TurnRateDeg: 180, TurnBankDeg: 6,
		Gun: Gun{RiseS: 1, HoldS: 1, FallS: 1},
		Hug: DefaultHug(),
	}
}

// DefaultHug returns the hug of the shipped dial file (seed, Terrain hug).
func DefaultHug() Hug {
	return Hug{Drop: -2, Lookahead: 1.5, Ease: 4, Cliff: 1, Skip: []string{"Exploitation", "Ruin"}}
}

// Clone returns a copy that shares no list.
func (s Settings) Clone() Settings {
	s.Hug.Only, s.Hug.Skip, s.Trims = slices.Clone(s.Hug.Only), slices.Clone(s.Hug.Skip), slices.Clone(s.Trims)
	return s
}

// limit bounds every number of Settings: far beyond what is of use, and near
// enough that sums stay finite; the same as the dial files take.
const limit = 1e6

// number is one number of Settings with its place in the JSON.
type number struct {
	key   string
	value float64
	least float64
}

func (s *Settings) numbers() []number {
	neg := -float64(limit)
	return []number{
		{"position/0", s.Position[0], neg}, {"position/1", s.Position[1], neg}, {"position/2", s.Position[2], neg},
		{"scale", s.Scale, 0}, {"combatZ", s.CombatZ, neg},
		{"turnRateDeg", s.TurnRateDeg, 0}, {"turnBankDeg", s.TurnBankDeg, neg}, {"pivotDeg", s.PivotDeg, 0},
		{"moveTiltDeg", s.MoveTiltDeg, neg}, {"phaseSpread", s.PhaseSpread, 0},
		{"gun/elevDeg", s.Gun.ElevDeg, neg}, {"gun/riseS", s.Gun.RiseS, 0}, {"gun/holdS", s.Gun.HoldS, 0}, {"gun/fallS", s.Gun.FallS, 0},
		{"hug/drop", s.Hug.Drop, neg}, {"hug/lookahead", s.Hug.Lookahead, 0}, {"hug/ease", s.Hug.Ease, 0},
		{"hug/cliff", s.Hug.Cliff, 0}, {"hug/radius", s.Hug.Radius, 0},
		{"beyond/lookaheadS", s.Beyond.LookaheadS, 0}, {"beyond/samples", float64(s.Beyond.Samples), 0},
		{"beyond/turnRadius", s.Beyond.TurnRadius, 0}, {"beyond/windSpeed", s.Beyond.WindSpeed, 0},
		{"beyond/windDeg", s.Beyond.WindDeg, neg}, {"beyond/drift", s.Beyond.Drift, 0},
	}
}

// Check returns a *scene.Problem for the first value that cannot be flown: not
// a number, out of bounds, or negative where that means nothing.
func (s *Settings) Check() error {
	for _, n := range s.numbers() {
		if !(n.value >= n.least && n.value <= limit) {
			return &scene.Problem{Code: "SETTING_RANGE", Pointer: "/" + n.key,
				Message: fmt.Sprintf("%s is %v; it must lie between %v and %v", n.key, n.value, n.least, float64(limit)),
				Remedy:  "correct the value; the last good one stays"}
		}
	}
	for i, t := range s.Trims {
		if t.Bone == "" || t.Axis < 0 || t.Axis > 2 || !within(t.Deg, -180, 180) || i >= maxTrims {
			return &scene.Problem{Code: "SETTING_RANGE", Pointer: fmt.Sprintf("/trims/%d", i),
				Message: fmt.Sprintf("the trim %s=%v cannot be applied", t.Key(), t.Deg),
				Remedy:  fmt.Sprintf("name a bone, an axis from 0 to 2 and at most 180 deg, for at most %d bones", maxTrims)}
		}
	}
	return nil
}

// maxTrims is how many bones a run may trim; the game's file takes four.
const maxTrims = 64

// Warnings says what may be flown but is hardly meant: a drop that lifts, a
// bank without a rate, a hug without ease.
func (s *Settings) Warnings() []scene.Problem {
	var out []scene.Problem
	warn := func(ptr, message, remedy string) {
		out = append(out, scene.Problem{Severity: scene.Warning, Code: "SETTING_DOUBT", Pointer: ptr, Message: message, Remedy: remedy})
	}
	if s.Hug.Drop > 0 {
		warn("/hug/drop", fmt.Sprintf("the drop is %v, which lifts the unit over open ground", s.Hug.Drop), "a drop is negative, for example -2")
	}
	if s.Hug.Drop != 0 && s.Hug.Ease == 0 {
		warn("/hug/ease", "the ease is 0: the terrain hug never moves the unit", "the shipped value is 4")
	}
	if s.TurnBankDeg != 0 && s.TurnRateDeg == 0 {
		warn("/turnBankDeg", "the bank does nothing without a turn rate", "set a turn rate, for example 180")
	}
	return out
}

// tuned is Settings made ready for one world.
type tuned struct {
	Settings
	scale   float64
	samples int
	mask    world.Mask
}

func tune(w *world.World, s Settings) *tuned {
	t := &tuned{Settings: s.Clone(), scale: s.Scale, mask: w.Mask(s.Hug.Only, s.Hug.Skip)}
	if t.scale == 0 {
		t.scale = 1
	}
	if t.samples = s.Beyond.Samples; t.samples == 0 {
		t.samples = 5
	}
	return t
}

// MaxSpeed returns the fastest that a pawn can fly towards a built tile, through
// the middle of an edge, and still be at skyline height when it is over the
// tile: the way between the tile coming in sight and its edge, over the time
// that the climb takes. Infinite where nothing is dropped. radius and apothem
// are the match radius and the tile's apothem, units.
func (s *Settings) MaxSpeed(radius, apothem float64) float64 {
	if s.Hug.Drop >= 0 {
		return math.Inf(1)
	}
	climbS := -s.Hug.Drop / s.Hug.Ease
	if s.Beyond.LookaheadS >= climbS {
		return math.Inf(1)
	}
	v := (s.Hug.Lookahead + radius - apothem) / climbS
	if t := climbS - s.Beyond.LookaheadS; s.Beyond.LookaheadS > 0 && radius > apothem {
		v = max(v, (radius-apothem)/t)
	}
	return max(v, 0)
}

// Forecast says how far the hug falls short of the skyline at a speed.
type Forecast struct {
	MaxSpeed  float64 // units a second up to which it does not
	Shortfall float64 // units below the skyline on reaching the tile; 0 for none
	Lookahead float64 // units of look-ahead that cure it at this speed, a tick's way included
	Seconds   float64 // or, as the lab's look-ahead in seconds
	Longest   float64 // look-ahead above which a single lead point can have passed a tile before the pawn is there: then only seconds cure
}

// Forecast works out the shortfall at a speed in units a second, by the same
// sums as MaxSpeed.
func (s *Settings) Forecast(speed, radius, apothem float64) Forecast {
	f := Forecast{MaxSpeed: s.MaxSpeed(radius, apothem), Lookahead: s.Hug.Lookahead, Seconds: s.Beyond.LookaheadS}
	// A path that passes the tile's centre at b has the lead point in sight for a
	// chord 2*sqrt(r^2-b^2), and sqrt(r^2-b^2) - sqrt(a^2-b^2) to make good what it
	// sank after that. Their sum is least, at 2*sqrt(2)*sqrt(r^2-a^2), for a path
	// that grazes the inscribed circle.
	if radius > apothem {
		f.Longest = 2 * math.Sqrt2 * math.Sqrt(radius*radius-apothem*apothem)
	}
	if !(speed > f.MaxSpeed) {
		return f
	}
	drop := -s.Hug.Drop
	if s.Hug.Ease <= 0 {
		f.Shortfall = drop
		return f
	}
	ahead := max(s.Hug.Lookahead, s.Beyond.LookaheadS*speed)
	f.Shortfall = min(drop, max(0, drop-s.Hug.Ease*(ahead+radius-apothem)/speed))
	f.Seconds = drop/s.Hug.Ease + DT
	f.Lookahead = speed*f.Seconds - (radius - apothem)
	return f
}

// StepForecast says how a pawn meets a step up in the ground.
type StepForecast struct {
	Clearance float64 // units above the higher ground on reaching the edge, at worst; negative is into the cliff
	Lookahead float64 // units of look-ahead that bring it over the edge
}

// ForecastStep works out the worst that can happen before a step up of some
// units, at a speed in units a second and with the engine's cruise height: the
// climb begins when the lead point is over the edge, up to a sampling (15 steps)
// and a step later, and goes at the ease; the engine's own altitude only follows
// from the edge on.
func (s *Settings) ForecastStep(step, speed, cruise float64) StepForecast {
	above := cruise + s.Position[2]
	late := float64(cliffEvery+1) * DT
	if s.Beyond.FastRise {
		late = DT
	}
	if s.Hug.Drop == 0 || s.Hug.Cliff == 0 {
		return StepForecast{Clearance: above + s.Hug.Drop - step, Lookahead: math.Inf(1)}
	}
	above += s.Hug.Drop
	ahead := max(s.Hug.Lookahead, s.Beyond.LookaheadS*speed)
	rise := max(0, min(s.Hug.Ease*(ahead/speed-late), min(step, cliffCap)*s.Hug.Cliff))
	f := StepForecast{Clearance: above + rise - step, Lookahead: s.Hug.Lookahead}
	if need := step - above; need > rise {
		f.Lookahead = speed * (need/s.Hug.Ease + late)
		if need > min(step, cliffCap)*s.Hug.Cliff {
			f.Lookahead = math.Inf(1) // the cap or the dial holds it down
		}
	}
	return f
}
