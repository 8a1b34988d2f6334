package flight

import (
	"encoding/json"
	"fmt"

	"donorlab/internal/flight/jsonfile"
	"donorlab/internal/flight/world"
)

// Run is a recorded flight in one file: the map, the orders and the settings
// over time. Flown again it gives the same bytes.
type Run struct {
	Ticks  int
	From   int // steps before the part that was recorded; what is exported begins there
	Map    *world.Map
	Orders *Orders
	Squad  Squad
	Dials  []Change // rising by tick, the first at 0

	extra jsonfile.Extra
}

var runKind = jsonfile.Kind{Code: "RUN", What: "recorded run", MaxBytes: 64 << 20, Version: 1,
	Remedy: "record the run again, or fly its orders with labctl fly"}

const (
	maxTicks   = int(maxSeconds) * Rate
	maxChanges = 1 << 16
)

type runFile struct {
	Version int               `json:"version"`
	Ticks   int               `json:"ticks"`
	From    int               `json:"from"`
	Squad   Squad             `json:"squad"`
	Dials   []json.RawMessage `json:"dials"`
	Orders  json.RawMessage   `json:"orders"`
	Map     json.RawMessage   `json:"map"`
}

// Record returns the flight so far as a Run.
func (f *Flight) Record() *Run {
	r := &Run{Ticks: f.env.tick, Map: f.w.Map(), Orders: f.orders.Clone(), Squad: f.squad}
	for _, c := range f.dials {
		r.Dials = append(r.Dials, Change{c.Tick, c.Settings.Clone()})
	}
	return r
}

// DecodeRun reads a recorded run. The error is a *scene.Problem without a file
// name.
func DecodeRun(data []byte) (*Run, error) {
	var f runFile
	extra, err := runKind.Decode(data, "", &f)
	if err != nil {
		return nil, err
	}
	if err := runKind.CheckVersion(f.Version); err != nil {
		return nil, err
	}
	if f.Ticks < 0 || f.Ticks > maxTicks {
		return nil, runKind.Problem("BAD_FIELD", "/ticks", "the run has %d steps; it must have between 0 and %d", f.Ticks, maxTicks)
	}
	if f.From < 0 || f.From > f.Ticks {
		return nil, runKind.Problem("BAD_FIELD", "/from", "the recording begins after %d of %d steps", f.From, f.Ticks)
	}
	if err := f.Squad.check(); err != nil {
		return nil, err
	}
	if len(f.Dials) > maxChanges {
		return nil, runKind.Problem("TOO_LARGE", "/dials", "there are %d changes of settings; %d is the most", len(f.Dials), maxChanges)
	}
	if f.Map == nil || f.Orders == nil {
		return nil, runKind.Problem("BAD_FIELD", "", "there is no map or there are no orders in it: this is no recorded run")
	}
	r := &Run{Ticks: f.Ticks, From: f.From, Squad: f.Squad, extra: extra}
	if r.Map, err = world.Decode(f.Map); err != nil {
		return nil, err
	}
	if r.Orders, err = DecodeOrders(f.Orders); err != nil {
		return nil, err
	}
	for i, raw := range f.Dials {
		var c Change
		if _, err := runKind.Decode(raw, fmt.Sprintf("/dials/%d", i), &c); err != nil {
			return nil, err
		}
		r.Dials = append(r.Dials, c)
	}
	if len(r.Dials) == 0 {
		return nil, runKind.Problem("BAD_FIELD", "/dials", "the run has no settings")
	}
	return r, nil
}

// Encode returns the run's file.
func (r *Run) Encode() []byte {
	dials := make([][]byte, len(r.Dials))
	for i := range r.Dials {
		dials[i] = jsonfile.Value(&r.Dials[i])
	}
	return jsonfile.File([]jsonfile.Field{
		{Key: "version", Value: jsonfile.Value(runKind.Version)},
		{Key: "ticks", Value: jsonfile.Value(r.Ticks)},
		{Key: "from", Value: jsonfile.Value(r.From)},
		{Key: "squad", Value: jsonfile.Value(r.Squad)},
		{Key: "dials", Value: jsonfile.List(dials)},
		{Key: "orders", Value: r.Orders.Encode()},
		{Key: "map", Value: r.Map.Encode()},
	}, r.extra)
}

// Start returns the run's flight at its start, ready to be flown for Ticks
// steps.
func (r *Run) Start() (*Flight, error) {
	w, err := world.Build(r.Map)
	if err != nil {
		return nil, err
	}
	return r.StartIn(w)
}

// StartIn is Start in a world that was made of the run's map before.
func (r *Run) StartIn(w *world.World) (*Flight, error) {
	return newFlight(w, r.Orders, r.Dials, r.Squad)
}
