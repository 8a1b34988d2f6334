package lab

import (
	"context"
	"fmt"
	"math"
	"path/filepath"

	"donorlab/internal/dials"
	"donorlab/internal/flight"
	"donorlab/internal/flight/world"
	"donorlab/internal/scene"
	"donorlab/internal/watch"
)

// maxCSVRows bounds a CSV: above a gigabyte nobody opens it.
const maxCSVRows = 4_000_000

// FlyJob asks for a flight without a window.
type FlyJob struct {
	Run *flight.Run // map, orders, squadron, settings over time, and how many steps
	CSV bool        // the lines of every step are wanted
}

// FlySpot is a moment of a flight.
type FlySpot struct {
	Shortfall float64 `json:"shortfall"` // units below the skyline; 0 for nowhere
	Tick      int     `json:"tick"`
	Time      float64 `json:"time"` // seconds
	Pawn      int     `json:"pawn"`
	X         float64 `json:"x"` // registry frame: right
	Y         float64 `json:"y"` // forward
	District  string  `json:"district"`
}

// FlyReport is what a flight met, as labctl prints it. Lengths are units, angles
// degrees. Places are in the registry's frame.
type FlyReport struct {
	Ticks        int             `json:"ticks"`
	Seconds      float64         `json:"seconds"`
	Pawns        int             `json:"pawns"`
	Map          string          `json:"map"`
	Orders       string          `json:"orders"`
	MinClearance *float64        `json:"minClearance"` // least height over what lay below; null where nothing did
	Closest      FlySpot         `json:"closest"`      // where that was
	Worst        FlySpot         `json:"worst"`        // the largest shortfall over the inscribed circle of a built tile
	Corner       float64         `json:"corner"`       // the same over the tiles' corners, which the game's match radius leaves out
	Climbs       int             `json:"climbs"`
	Descends     int             `json:"descends"`
	Cliffs       int             `json:"cliffs"`
	MaxBankDeg   float64         `json:"maxBankDeg"`
	MaxErrorDeg  float64         `json:"maxErrorDeg"`
	Forecast     FlyForecast     `json:"forecast"`
	Survey       FlySurvey       `json:"survey"`
	Cliff        *FlyCliff       `json:"cliff,omitempty"` // where the leader was deepest in the ground; absent for nowhere
	Settings     flight.Settings `json:"settings"`        // at the end
	Log          []FlyLine       `json:"log"`
}

// FlyForecast says whether the terrain hug keeps up at the flight's speed, and
// what cures it.
type FlyForecast struct {
	MaxSpeed   *float64 `json:"maxSpeed"` // units a second; null for any
	Shortfall  float64  `json:"shortfall"`
	Lookahead  float64  `json:"lookahead"`  // units that cure it
	LookaheadS float64  `json:"lookaheadS"` // or seconds
}

// FlySurvey is the last scan of the districts.
type FlySurvey struct {
	Districts int     `json:"districts"`
	Measured  float64 `json:"measured"` // median distance to the nearest neighbour
	Spacing   float64 `json:"spacing"`  // in use
	Radius    float64 `json:"radius"`   // match radius in use
}

// FlyLine is a line of the flight's log.
type FlyLine struct {
	Time float64 `json:"time"`
	Text string  `json:"text"`
}

// Fly flies a run to its end: what it met, and its CSV where that is asked for.
// The same run gives the same bytes.
func Fly(ctx context.Context, job FlyJob, r Report) (*FlyReport, []byte, error) {
	f, err := job.Run.Start()
	if err != nil {
		return nil, nil, AsProblem(err)
	}
	w, ticks := f.World(), job.Run.Ticks
	if rows := (ticks - job.Run.From) * f.Count(); job.CSV && rows > maxCSVRows {
		return nil, nil, &scene.Problem{Code: "CSV_TOO_LARGE", Message: fmt.Sprintf("a CSV of %d lines is more than %d", rows, maxCSVRows),
			Remedy: "fly for a shorter time or with fewer copies"}
	}
	rep := &FlyReport{Ticks: ticks, Seconds: float64(ticks) * flight.DT, Pawns: f.Count(), Map: job.Run.Map.Name, Orders: job.Run.Orders.Name, Log: []FlyLine{}}
	var csv []byte
	if job.CSV {
		csv = append(csv, flight.CSVHeader...)
	}
	seen, cliffs := 0, cliffWatch{}
	say := func(text string) {
		if len(rep.Log) < flyLogMost {
			rep.Log = append(rep.Log, FlyLine{float64(f.Tick()) * flight.DT, text})
		}
	}
	for f.Tick() < ticks {
		if f.Tick()%(10*flight.Rate) == 0 {
			if err := ctx.Err(); err != nil {
				return nil, nil, AsProblem(err)
			}
			r.Say("Flying", f.Tick(), ticks)
		}
		f.Step()
		if n := f.Survey().Districts; n != seen {
			seen = n
			say(f.ScanText())
		}
		if t := f.Trace(0); t.Event.Kind != flight.NoEvent {
			say(t.Text(w))
		}
		if hit, began := cliffs.see(f); hit.Clearance < 0 {
			if began {
				say(hit.Text())
			}
			if rep.Cliff == nil || hit.Clearance < rep.Cliff.Clearance {
				rep.Cliff = &hit
			}
		}
		for k := 0; job.CSV && f.Tick() > job.Run.From && k < f.Count(); k++ {
			csv = f.Trace(k).AppendCSV(csv, w, k)
		}
	}
	rep.measure(f)
	return rep, csv, nil
}

// measure puts the flight's figures in.
func (rep *FlyReport) measure(f *flight.Flight) {
	st, w := f.Stats(), f.World()
	spot := func(s flight.Spot, shortfall float64) FlySpot {
		out := FlySpot{Shortfall: shortfall, Tick: s.Tick, Time: float64(s.Tick) * flight.DT, Pawn: s.Pawn, X: 0 - s.X, Y: s.Z}
		if s.District >= 0 && s.District < w.DistrictCount() {
			out.District = w.District(s.District).Name
		}
		return out
	}
	if !math.IsInf(st.MinClearance, 0) {
		rep.MinClearance = &st.MinClearance
		rep.Closest = spot(st.Closest, 0)
	}
	if st.Shortfall > 0 {
		rep.Worst = spot(st.Worst, st.Shortfall)
	}
	rep.Corner = st.Corner
	rep.Climbs, rep.Descends, rep.Cliffs = st.Climbs, st.Descends, st.Cliffs
	rep.MaxBankDeg, rep.MaxErrorDeg = st.MaxBankDeg, st.MaxErrorDeg
	c := f.Forecast()
	rep.Forecast = FlyForecast{Shortfall: c.Shortfall, Lookahead: c.Lookahead, LookaheadS: c.Seconds}
	if !math.IsInf(c.MaxSpeed, 0) {
		rep.Forecast.MaxSpeed = &c.MaxSpeed
	}
	if math.IsInf(rep.Forecast.Lookahead, 0) || math.IsNaN(rep.Forecast.Lookahead) {
		rep.Forecast.Lookahead = 0
	}
	v := f.Survey()
	rep.Survey = FlySurvey{Districts: v.Districts, Measured: v.Measured, Spacing: v.Spacing, Radius: f.Radius()}
	rep.Settings = f.Settings()
}

// DialFiles are the paths of the game's dial files in a folder, whether they are
// there or not.
func DialFiles(dir string) []string {
	var out []string
	for _, spec := range dials.Game() {
		out = append(out, filepath.Join(dir, spec.File))
	}
	return out
}

// ReadDials reads the dial files of a folder once. The notes name every line that
// is not understood; the rest counts.
func ReadDials(dir string) (turn, hug, trim *dials.Values, notes []scene.Problem) {
	f := dials.Open(dir, dials.Options{Watch: watch.Options{Inline: true}})
	defer f.Close()
	f.Step(0)
	there := false
	for _, st := range f.States() {
		there = there || st.There
		for _, p := range st.Problems {
			q := *p
			if q.Severity == scene.Error {
				q.Severity = scene.Warning // the other lines count
			}
			notes = append(notes, q)
		}
	}
	if !there {
		notes = append(notes, scene.Problem{Severity: scene.Warning, Code: "NO_DIALS", File: dir, Message: "there are no dial files in this folder",
			Remedy: "their names are haf_turnease.txt and haf_hugterrain.txt; see docs/dials.md"})
	}
	return f.Values(dials.TurnEaseFile), f.Values(dials.HugTerrainFile), f.Values(dials.RotorTrimFile), notes
}

// PlanRun makes a run of a map, orders and settings that are flown for some
// seconds; 0 is what the orders say, and 60 where they say nothing. The notes tell
// of orders off the map and of settings that are hardly meant.
func PlanRun(m *world.Map, o *flight.Orders, s flight.Settings, q flight.Squad, seconds float64) (*flight.Run, []scene.Problem, error) {
	if seconds == 0 {
		seconds = o.Seconds
	}
	if seconds == 0 {
		seconds = 60
	}
	if !(seconds > 0 && seconds <= 3600) {
		return nil, nil, &scene.Problem{Code: "BAD_SECONDS", Message: fmt.Sprintf("a flight of %g s cannot be flown", seconds), Remedy: "give more than 0 and at most 3600 s"}
	}
	w, err := world.Build(m)
	if err != nil {
		return nil, nil, AsProblem(err)
	}
	if err := s.Check(); err != nil {
		return nil, nil, err
	}
	fitted, notes := o.Fit(w)
	notes = append(notes, s.Warnings()...)
	ticks := int(math.Round(seconds * flight.Rate))
	return &flight.Run{Ticks: max(ticks, 1), Map: m, Orders: fitted, Squad: q, Dials: []flight.Change{{Tick: 0, Settings: s}}}, notes, nil
}

// GhostSettings are those of a ghost of a kind beside settings.
func GhostSettings(g Ghost, s flight.Settings) *flight.Settings {
	k := flyState{ghostKind: g, kept: s}
	if g == GhostNone {
		return nil
	}
	out := k.ghostOf(s)
	return &out
}
