package flight

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"donorlab/internal/flight/jsonfile"
	"donorlab/internal/flight/world"
	"donorlab/internal/scene"
)

// What an Order does.
const (
	DoMove     = "move"     // fly to the points, one after the other; Append adds them to the way already set
	DoStop     = "stop"     // stay where you are
	DoTeleport = "teleport" // be at the first point at once, facing YawDeg
	DoKeys     = "keys"     // keyboard flight, from now on: Forward and Turn, -1 to 1
	DoSpeed    = "speed"    // fly at another speed
	DoCombat   = "combat"   // in combat (On) or not
	DoFire     = "fire"     // raise the gun; with a point, once the pawn faces it
)

// Limits of an orders file.
const (
	maxOrders    = 1 << 16
	maxPoints    = 1 << 17
	maxSeconds   = 24 * 3600.0
	maxSpeed     = 1000.0
	maxPlace     = 1e6
	curveSamples = 8
)

// Orders are a scripted flight: what a pawn is told, and when.
type Orders struct {
	Name    string
	Seconds float64 // how long the flight is shown; 0 leaves it to the caller
	Start   Start
	Engine  Engine
	List    []Order // by rising time

	extra jsonfile.Extra
}

// Start is where a pawn begins.
type Start struct {
	X      float64 `json:"x"`
	Z      float64 `json:"z"`
	YawDeg float64 `json:"yawDeg"`
}

// Engine is how the game itself moves the unit.
type Engine struct {
	Speed      float64 `json:"speed"`      // units a second
	Cruise     float64 `json:"cruise"`     // units above the tile's elevation
	ClimbRate  float64 `json:"climbRate"`  // units a second in which the altitude follows a new tile; 0 is at once
	KeyTurnDeg float64 `json:"keyTurnDeg"` // degrees a second in keyboard flight
}

// DefaultEngine is a helicopter of the game.
func DefaultEngine() Engine { return Engine{Speed: 3.5, Cruise: 1.5, ClimbRate: 6, KeyTurnDeg: 90} }

// Point is a place on the plane: x, z.
type Point [2]float64

// Order is one thing a pawn is told.
type Order struct {
	AtS     float64 `json:"at"` // seconds since the start; counted to the nearest step
	Do      string  `json:"do"`
	Points  []Point `json:"points,omitempty"`
	Append  bool    `json:"append,omitempty"`
	Curve   bool    `json:"curve,omitempty"` // a smooth curve through the points in place of corners
	YawDeg  float64 `json:"yawDeg,omitempty"`
	Forward float64 `json:"forward,omitempty"`
	Turn    float64 `json:"turn,omitempty"` // positive is left
	Speed   float64 `json:"speed,omitempty"`
	On      bool    `json:"on,omitempty"`

	extra jsonfile.Extra
}

var ordersKind = jsonfile.Kind{Code: "ORDERS", What: "orders file", MaxBytes: 16 << 20, Version: 1,
	Remedy: "mend the orders file, or start from a shipped one"}

type ordersFile struct {
	Version int               `json:"version"`
	Name    string            `json:"name"`
	Seconds float64           `json:"seconds"`
	Start   Start             `json:"start"`
	Engine  *Engine           `json:"engine"`
	Orders  []json.RawMessage `json:"orders"`
}

// DecodeOrders reads an orders file. Orders are sorted by time. The error is a
// *scene.Problem without a file name.
func DecodeOrders(data []byte) (*Orders, error) {
	var f ordersFile
	extra, err := ordersKind.Decode(data, "", &f)
	if err != nil {
		return nil, err
	}
	if err := ordersKind.CheckVersion(f.Version); err != nil {
		return nil, err
	}
	return f.orders(extra)
}

func (f *ordersFile) orders(extra jsonfile.Extra) (*Orders, error) {
	if len(f.Orders) > maxOrders {
		return nil, ordersKind.Problem("TOO_LARGE", "/orders", "there are %d orders; %d is the most", len(f.Orders), maxOrders)
	}
	o := &Orders{Name: f.Name, Seconds: f.Seconds, Start: f.Start, Engine: DefaultEngine(), extra: extra}
	if f.Engine != nil {
		o.Engine = *f.Engine
	}
	for i, raw := range f.Orders {
		var d Order
		x, err := ordersKind.Decode(raw, fmt.Sprintf("/orders/%d", i), &d)
		if err != nil {
			return nil, err
		}
		d.extra = x
		o.List = append(o.List, d)
	}
	if err := o.Check(); err != nil {
		return nil, err
	}
	slices.SortStableFunc(o.List, func(a, b Order) int {
		switch {
		case a.AtS < b.AtS:
			return -1
		case a.AtS > b.AtS:
			return 1
		}
		return 0
	})
	return o, nil
}

// Encode returns the orders' file, one order a line. The orders must pass
// Check.
func (o *Orders) Encode() []byte {
	return jsonfile.File([]jsonfile.Field{
		{Key: "version", Value: jsonfile.Value(ordersKind.Version)},
		{Key: "name", Value: jsonfile.Value(o.Name)},
		{Key: "seconds", Value: jsonfile.Value(o.Seconds)},
		{Key: "start", Value: jsonfile.Value(o.Start)},
		{Key: "engine", Value: jsonfile.Value(o.Engine)},
		{Key: "orders", Value: o.list()},
	}, o.extra)
}

func (o *Orders) list() []byte {
	items := make([][]byte, len(o.List))
	for i := range o.List {
		items[i] = jsonfile.Object(&o.List[i], o.List[i].extra)
	}
	return jsonfile.List(items)
}

// Clone returns a copy whose list can be appended to.
func (o *Orders) Clone() *Orders {
	c := *o
	c.List = slices.Clone(o.List)
	return &c
}

// Check reports the first order that cannot be flown, as a *scene.Problem.
func (o *Orders) Check() error {
	if !within(o.Seconds, 0, maxSeconds) {
		return ordersKind.Problem("BAD_FIELD", "/seconds", "the flight lasts %v s; it must lie between 0 and %v", o.Seconds, maxSeconds)
	}
	if !within(o.Start.X, -maxPlace, maxPlace) || !within(o.Start.Z, -maxPlace, maxPlace) || !within(o.Start.YawDeg, -maxPlace, maxPlace) {
		return ordersKind.Problem("BAD_FIELD", "/start", "the start is no place: %v", o.Start)
	}
	if e := &o.Engine; !within(e.Speed, 0, maxSpeed) || !within(e.Cruise, -limit, limit) || !within(e.ClimbRate, 0, limit) || !within(e.KeyTurnDeg, 0, limit) {
		return ordersKind.Problem("BAD_FIELD", "/engine", "the engine's numbers are out of bounds: %v", *e)
	}
	points := 0
	for i := range o.List {
		if err := o.List[i].check(fmt.Sprintf("/orders/%d", i)); err != nil {
			return err
		}
		points += len(o.List[i].Points)
	}
	if points > maxPoints || len(o.List) > maxOrders {
		return ordersKind.Problem("TOO_LARGE", "/orders", "%d orders with %d points are too many; %d and %d are the most", len(o.List), points, maxOrders, maxPoints)
	}
	return nil
}

func (d *Order) check(ptr string) error {
	if !within(d.AtS, 0, maxSeconds) {
		return ordersKind.Problem("BAD_FIELD", ptr+"/at", "the order's time is %v s; it must lie between 0 and %v", d.AtS, maxSeconds)
	}
	for i, p := range d.Points {
		if !within(p[0], -maxPlace, maxPlace) || !within(p[1], -maxPlace, maxPlace) {
			return ordersKind.Problem("BAD_FIELD", fmt.Sprintf("%s/points/%d", ptr, i), "%v is no place on the plane", p)
		}
	}
	if !within(d.YawDeg, -maxPlace, maxPlace) || !within(d.Speed, 0, maxSpeed) || !within(d.Forward, -1, 1) || !within(d.Turn, -1, 1) {
		return ordersKind.Problem("BAD_FIELD", ptr, "a number of the order is out of bounds: yaw %v, speed %v, forward %v, turn %v", d.YawDeg, d.Speed, d.Forward, d.Turn)
	}
	switch d.Do {
	case DoMove:
		if len(d.Points) == 0 {
			return ordersKind.Problem("BAD_FIELD", ptr+"/points", "a move needs a point to go to")
		}
	case DoTeleport:
		if len(d.Points) != 1 {
			return ordersKind.Problem("BAD_FIELD", ptr+"/points", "a teleport needs one point")
		}
	case DoFire:
		if len(d.Points) > 1 {
			return ordersKind.Problem("BAD_FIELD", ptr+"/points", "there can be one target")
		}
	case DoStop, DoKeys, DoSpeed, DoCombat:
	default:
		return ordersKind.Problem("UNKNOWN_ORDER", ptr+"/do", "there is no order %q; there are move, stop, teleport, keys, speed, combat and fire", d.Do)
	}
	return nil
}

func within(x, lo, hi float64) bool { return x >= lo && x <= hi } // false for a NaN

// Fit returns the orders with every place on the map: what lies off it goes to
// the middle of the nearest tile, and a warning says so for each order.
func (o *Orders) Fit(w *world.World) (*Orders, []scene.Problem) {
	out := o.Clone()
	var warnings []scene.Problem
	if x, z, inside := w.Clamp(o.Start.X, o.Start.Z); !inside {
		warnings = append(warnings, offMap("/start", "the start", Point{o.Start.X, o.Start.Z}, Point{x, z}))
		out.Start.X, out.Start.Z = x, z
	}
	for i := range out.List {
		d, moved := out.List[i].fit(w)
		if moved != nil {
			warnings = append(warnings, offMap(fmt.Sprintf("/orders/%d/points/%d", i, moved.index), "the order to "+d.Do, moved.from, moved.to))
		}
		out.List[i] = d
	}
	return out, warnings
}

type movedPoint struct {
	index    int
	from, to Point
}

func (d Order) fit(w *world.World) (Order, *movedPoint) {
	var first *movedPoint
	for i, p := range d.Points {
		x, z, inside := w.Clamp(p[0], p[1])
		if inside || d.Do == DoFire {
			continue
		}
		if first == nil {
			first = &movedPoint{i, p, Point{x, z}}
			d.Points = slices.Clone(d.Points)
		}
		d.Points[i] = Point{x, z}
	}
	return d, first
}

func offMap(ptr, what string, from, to Point) scene.Problem {
	return scene.Problem{Severity: scene.Warning, Code: "ORDERS_OFF_MAP", Pointer: ptr,
		Message: fmt.Sprintf("%s leads to x %.6g, z %.6g, which is off the map; it goes to the nearest tile, at %.6g, %.6g", what, from[0], from[1], to[0], to[1]),
		Remedy:  "correct the place, or add tiles to the map"}
}

// script is orders made ready to be flown.
type script struct {
	events []event
	points []Point // of all moves, in their order
}

type event struct {
	tick     int
	do       string
	from, to int // of points
	order    Order
}

func tickOf(atS float64) int { return int(math.Round(atS * Rate)) }

func (s *script) add(d Order) {
	e := event{tick: tickOf(d.AtS), do: d.Do, from: len(s.points), order: d}
	if d.Do == DoMove {
		s.points = appendWay(s.points, d.Points, d.Curve)
	}
	e.to = len(s.points)
	s.events = append(s.events, e)
}

// appendWay adds the points, or a Catmull-Rom curve through them.
func appendWay(way, points []Point, curve bool) []Point {
	if !curve || len(points) < 3 {
		return append(way, points...)
	}
	at := func(i int) Point { return points[max(0, min(i, len(points)-1))] }
	for i := range len(points) - 1 {
		a, b, c, d := at(i-1), at(i), at(i+1), at(i+2)
		for k := range curveSamples {
			t := float64(k) / curveSamples
			var p Point
			for n := range p {
				p[n] = 0.5 * (2*b[n] + t*(c[n]-a[n]+t*(2*a[n]-5*b[n]+4*c[n]-d[n]+t*(3*(b[n]-c[n])+d[n]-a[n]))))
			}
			way = append(way, p)
		}
	}
	return append(way, points[len(points)-1])
}
