package flight

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"

	"donorlab/assets"
	"donorlab/internal/flight/world"
	"donorlab/internal/scene"
)

// csvOf flies on to a step and returns the lines on the way.
func csvOf(f *Flight, to int) []byte {
	var b []byte
	for f.Tick() < to {
		f.Step()
		for k := range f.Count() {
			b = f.Trace(k).AppendCSV(b, f.World(), k)
		}
	}
	return b
}

// record flies a shipped map by hand: orders and dials change on the way.
func record(t testing.TB, name string) (*Flight, []byte) {
	w, o := shippedWorld(t, name)
	f, err := New(w, o, Defaults(), Squad{Count: 2})
	if err != nil {
		t.Fatal(err)
	}
	b := csvOf(f, 100)
	list := len(f.orders.List)
	for _, d := range []Order{{Do: DoCombat, On: true}, {Do: DoSpeed, Speed: 5}, {Do: DoFire, Points: []Point{{3, 3}}}} {
		if err := f.Order(d); err != nil {
			t.Fatal(err)
		}
	}
	if len(f.orders.List) != list+3 {
		t.Fatal("orders that do not move the pawn ended the script")
	}
	b = append(b, csvOf(f, 200)...)
	if err := f.Order(Order{Do: DoMove, Append: true, Points: []Point{{30, 10}}}); err != nil {
		t.Fatal(err)
	}
	b = append(b, csvOf(f, 300)...)
	s := Defaults()
	s.Hug.Drop, s.TurnRateDeg = -1, 90
	for _, err := range []error{
		f.Order(Order{Do: DoMove, Points: []Point{{10, 10}, {-10, 20}}}),
		f.Set(s),
		f.Order(Order{Do: DoCombat, On: true}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	b = append(b, csvOf(f, 421)...)
	for _, look := range []float64{1, 0.5, 1.0 / 3, 1.0 / 3} { // a slider on its way
		s.Hug.Lookahead = look
		if err := f.Set(s); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Order(Order{Do: DoKeys, Forward: 0.7, Turn: -0.3}); err != nil {
		t.Fatal(err)
	}
	return f, append(b, csvOf(f, 700)...)
}

// TestReplay: a recorded run, through its file, gives the same bytes.
func TestReplay(t *testing.T) {
	for _, name := range assets.MapNames() {
		f, want := record(t, name)
		file := f.Record().Encode()
		r, err := DecodeRun(file)
		if err != nil {
			t.Fatal(err)
		}
		if again := r.Encode(); !bytes.Equal(again, file) {
			t.Errorf("%s: the run's file changes when it is read and written", name)
		}
		g, err := r.Start()
		if err != nil {
			t.Fatal(err)
		}
		if got := csvOf(g, r.Ticks); !bytes.Equal(got, want) {
			t.Errorf("%s: the replay differs: %d and %d bytes", name, len(got), len(want))
		}
		if g.Stats() != f.Stats() {
			t.Errorf("%s: other figures: %+v, %+v", name, g.Stats(), f.Stats())
		}
		if n := len(r.Dials); n != 3 {
			t.Errorf("%s: %d settings were recorded, want 3", name, n)
		}
		g.Seek(100)
		if got := csvOf(g, r.Ticks); !bytes.HasSuffix(want, got) || len(got) == 0 {
			t.Errorf("%s: after a Seek back the replay differs", name)
		}
	}
}

// TestSeekBackAndSet: a change after going back takes the place of later ones.
func TestSeekBackAndSet(t *testing.T) {
	f, _ := record(t, "plains")
	f.Seek(350)
	s := Defaults()
	s.Hug.Drop = -0.25
	if err := f.Set(s); err != nil {
		t.Fatal(err)
	}
	want := csvOf(f, 700)
	g, err := f.Record().Start()
	if err != nil {
		t.Fatal(err)
	}
	if got := csvOf(g, 700); !bytes.HasSuffix(got, want) {
		t.Error("the new recording differs from what was flown")
	}
	if f.Settings().Hug.Drop != -0.25 {
		t.Errorf("drop %v", f.Settings().Hug.Drop)
	}
}

// TestAhead: the profile is what then happens.
func TestAhead(t *testing.T) {
	w, o := shippedWorld(t, "islands")
	f, err := New(w, o, Defaults(), Squad{})
	if err != nil {
		t.Fatal(err)
	}
	f.Seek(200)
	before := f.Stats()
	ahead := f.Ahead(0, 20, 1, nil)
	if f.Tick() != 200 || f.Stats() != before || len(ahead) != 1200 {
		t.Fatalf("looking ahead moved the flight, or gave %d points", len(ahead))
	}
	way, events := 0.0, 0
	for i := range ahead {
		x, z := f.Trace(0).Engine[0], f.Trace(0).Engine[2]
		f.Step()
		tr := f.Trace(0)
		way += math.Hypot(tr.Engine[0]-x, tr.Engine[2]-z)
		if ahead[i].Trace != *tr {
			t.Fatalf("point %d: %+v, but flown %+v", i, ahead[i].Trace, *tr)
		}
		near(t, "way", ahead[i].Way, way, 1e-9)
		if tr.Event.Kind != NoEvent {
			events++
		}
	}
	if events == 0 {
		t.Error("no event on the way: choose another stretch")
	}
	f.Seek(200)
	few := 0
	for _, p := range f.Ahead(0, 20, 50, nil) {
		if p.Event.Kind != NoEvent {
			few++
		}
	}
	if few != events {
		t.Errorf("with points every 50 steps %d of %d events are told", few, events)
	}
}

// TestGhost: the engine's snap beside the eased turn, on the same orders.
func TestGhost(t *testing.T) {
	w, o := shippedWorld(t, "plains")
	f, err := New(w, o, Defaults(), Squad{})
	if err != nil {
		t.Fatal(err)
	}
	f.Seek(150)
	g, err := f.Ghost(f.Settings().Snap())
	if err != nil {
		t.Fatal(err)
	}
	differ := false
	for range 2000 {
		f.Step()
		g.Step()
		a, b := f.Trace(0), g.Trace(0)
		if a.Engine != b.Engine || a.Tick != b.Tick || a.TargetYawDeg != b.TargetYawDeg {
			t.Fatalf("step %d: the engines differ", a.Tick)
		}
		if b.YawDeg != b.TargetYawDeg || b.BankDeg != 0 {
			t.Fatalf("the ghost does not snap: %+v", b)
		}
		differ = differ || math.Abs(a.ErrorDeg) > 45
	}
	if !differ {
		t.Error("the two never differ")
	}
}

// TestOffMap: orders that lead off the map are named and bounded; live ones are
// refused and the last good one stays.
func TestOffMap(t *testing.T) {
	w := field(t, 3)
	o := &Orders{Start: Start{X: 1e5}, Engine: DefaultEngine(), List: []Order{moveTo(0, Point{5, 5}, Point{1e6, 0}, Point{0, -400})}}
	fitted, warnings := o.Fit(w)
	if len(warnings) != 2 || warnings[0].Pointer != "/start" || warnings[1].Pointer != "/orders/0/points/1" {
		t.Errorf("warnings %v", warnings)
	}
	if o.List[0].Points[1] != (Point{1e6, 0}) {
		t.Error("Fit changed the orders it was given")
	}
	for _, p := range fitted.List[0].Points {
		if _, ok := w.TileAt(p[0], p[1]); !ok {
			t.Errorf("%v is still off the map", p)
		}
	}
	f := fly(t, w, o, Defaults())
	for range 60 * Rate {
		f.Step()
		if _, ok := w.TileAt(f.Trace(0).Engine[0], f.Trace(0).Engine[2]); !ok {
			t.Fatal("it leaves the map")
		}
	}
	f = fly(t, w, &Orders{Engine: DefaultEngine()}, Defaults())
	if err := f.Order(moveTo(0, Point{10, 0})); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []Order{moveTo(0, Point{1e5, 0}), moveTo(0, Point{math.NaN(), 0}), moveTo(0), {Do: "dance"}, {Do: DoKeys, Turn: 7}} {
		if err := f.Order(bad); err == nil {
			t.Errorf("%+v was taken", bad)
		}
	}
	f.Seek(10 * Rate)
	near(t, "the last good order was flown", f.Trace(0).Engine[0], 10, 1e-9)
}

// TestNotANumber puts NaN, infinities and 1e30 into every number there is.
func TestNotANumber(t *testing.T) {
	w := field(t, 3)
	bads := []float64{math.NaN(), math.Inf(1), math.Inf(-1), 1e30, -1e30}
	for _, bad := range bads {
		for i := range (&Settings{}).numbers() {
			s := Defaults()
			setNumber(&s, i, bad)
			if i == 16 { // Samples is whole
				continue
			}
			if _, err := New(w, &Orders{}, s, Squad{}); err == nil {
				t.Errorf("%s = %v was taken", s.numbers()[i].key, bad)
			}
			f := fly(t, w, &Orders{}, Defaults())
			if f.Set(s) == nil || f.Settings().Hug.Drop != -2 {
				t.Errorf("%s = %v was set", s.numbers()[i].key, bad)
			}
		}
		for i, o := range []Orders{
			{Seconds: bad}, {Start: Start{X: bad}}, {Start: Start{Z: bad}}, {Start: Start{YawDeg: bad}},
			{Engine: Engine{Speed: bad}}, {Engine: Engine{Cruise: bad}}, {Engine: Engine{ClimbRate: bad}}, {Engine: Engine{KeyTurnDeg: bad}},
			{List: []Order{{AtS: bad, Do: DoStop}}}, {List: []Order{{Do: DoSpeed, Speed: bad}}}, {List: []Order{moveTo(0, Point{bad, 0})}}, {List: []Order{moveTo(0, Point{0, bad})}},
			{List: []Order{{Do: DoKeys, Forward: bad}}}, {List: []Order{{Do: DoKeys, Turn: bad}}}, {List: []Order{{Do: DoTeleport, Points: []Point{{0, 0}}, YawDeg: bad}}},
		} {
			if _, err := New(w, &o, Defaults(), Squad{}); err == nil {
				t.Errorf("orders %d with %v were taken", i, bad)
			}
		}
		if _, err := New(w, &Orders{}, Defaults(), Squad{Spacing: bad}); err == nil {
			t.Errorf("a spacing of %v was taken", bad)
		}
	}
}

// setNumber sets the i-th of Settings.numbers, by finding which field it is.
func setNumber(s *Settings, i int, to float64) {
	fields := []*float64{
		&s.Position[0], &s.Position[1], &s.Position[2], &s.Scale, &s.CombatZ, &s.TurnRateDeg, &s.TurnBankDeg, &s.PivotDeg,
		&s.MoveTiltDeg, &s.PhaseSpread, &s.Gun.ElevDeg, &s.Gun.RiseS, &s.Gun.HoldS, &s.Gun.FallS,
		&s.Hug.Drop, &s.Hug.Lookahead, &s.Hug.Ease, &s.Hug.Cliff, &s.Hug.Radius,
		&s.Beyond.LookaheadS, nil, &s.Beyond.TurnRadius, &s.Beyond.WindSpeed, &s.Beyond.WindDeg, &s.Beyond.Drift,
	}
	if fields[i] != nil {
		*fields[i] = to
	} else {
		s.Beyond.Samples = -1
	}
}

func TestDecodeOrders(t *testing.T) {
	for _, c := range []struct{ text, code, pointer string }{
		{``, "ORDERS_NOT_JSON", ""},
		{`[]`, "ORDERS_NOT_JSON", ""},
		{`{"version":1,`, "ORDERS_NOT_JSON", "line 1"},
		{`{"orders":[]}`, "ORDERS_NO_VERSION", "/version"},
		{`{"version":9}`, "ORDERS_NEWER", "/version"},
		{`{"version":1,"seconds":"long"}`, "ORDERS_BAD_FIELD", "/seconds"},
		{`{"version":1,"seconds":1e999}`, "ORDERS_BAD_FIELD", "/seconds"},
		{`{"version":1,"orders":[{"do":"move"}]}`, "ORDERS_BAD_FIELD", "/orders/0/points"},
		{`{"version":1,"orders":[{"do":"stop"},{"do":"jump"}]}`, "ORDERS_UNKNOWN_ORDER", "/orders/1/do"},
		{`{"version":1,"orders":[{"at":-1,"do":"stop"}]}`, "ORDERS_BAD_FIELD", "/orders/0/at"},
		{`{"version":1,"orders":[{"do":"move","points":[[1,2],[1e9,0]]}]}`, "ORDERS_BAD_FIELD", "/orders/0/points/1"},
		{`{"version":1,"orders":[7]}`, "ORDERS_NOT_JSON", "/orders/0"},
		{`{"version":1,"engine":{"speed":-3}}`, "ORDERS_BAD_FIELD", "/engine"},
		{strings.Repeat(" ", ordersKind.MaxBytes+1), "ORDERS_TOO_LARGE", ""},
	} {
		_, err := DecodeOrders([]byte(c.text))
		var p *scene.Problem
		if !errors.As(err, &p) {
			t.Errorf("%.60s: %v, want a problem", c.text, err)
			continue
		}
		if p.Code != c.code || p.Pointer != c.pointer || p.Remedy == "" {
			t.Errorf("%.60s: %s at %q (%s), want %s at %q", c.text, p.Code, p.Pointer, p.Message, c.code, c.pointer)
		}
	}
	text := `{"version":1,"note":{"by":"me"},"orders":[{"at":2,"do":"stop","why":[1, 2]},{"at":1,"do":"combat","on":true}]}`
	o, err := DecodeOrders([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if o.List[0].Do != DoCombat || o.Engine != DefaultEngine() {
		t.Errorf("orders %+v", o)
	}
	out := string(o.Encode())
	if !strings.Contains(out, `"note": {"by":"me"}`) || !strings.Contains(out, `"why":[1,2]`) {
		t.Errorf("unknown fields are lost: %s", out)
	}
}

func FuzzOrders(f *testing.F) {
	for _, name := range assets.MapNames() {
		data, _ := assets.MapOrders(name)
		f.Add(data)
	}
	f.Add([]byte(`{"version":1,"x":1,"orders":[{"do":"keys","forward":1},{"do":"teleport","points":[[3,3]]},{"do":"fire","points":[[0,1]]}]}`))
	m := &world.Map{TileRadius: 4, CliffStep: 1, Tiles: []world.Tile{{}, {Hex: world.Hex{Q: 1}}, {Hex: world.Hex{Q: 0, R: 1}, Height: 2}}}
	w, err := world.Build(m)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		o, err := DecodeOrders(data)
		if err != nil {
			return
		}
		again, err := DecodeOrders(o.Encode())
		if err != nil || !bytes.Equal(again.Encode(), o.Encode()) {
			t.Fatalf("does not come back: %v", err)
		}
		flyFinite(t, w, o, Defaults())
	})
}

// flyFinite flies some steps and checks that every number stays one.
func flyFinite(t *testing.T, w *world.World, o *Orders, s Settings) {
	fl, err := New(w, o, s, Squad{Count: 2})
	if err != nil {
		t.Fatal(err)
	}
	for range 120 {
		fl.Step()
		for k := range 2 {
			p := fl.Trace(k).Final()
			if sum := p[0] + p[1] + p[2] + fl.Trace(k).YawDeg + fl.Trace(k).BankDeg + fl.Trace(k).PitchDeg; math.IsNaN(sum) || math.IsInf(sum, 0) {
				t.Fatalf("step %d: %+v", fl.Tick(), *fl.Trace(k))
			}
		}
	}
}

func FuzzRun(f *testing.F) {
	// Small seeds: the fuzzer spends its time on making large ones smaller.
	f.Add([]byte(`{"version":1,"ticks":50,"squad":{"count":2},"dials":[{"tick":0,"settings":{"turnRateDeg":90,"hug":{"drop":-2,"ease":4,"skip":["Ruin"]}}},{"tick":9}],"orders":{"version":1,"orders":[{"do":"move","points":[[6,0]]}]},"map":{"version":1,"tiles":[{"q":0,"r":0},{"q":1,"r":0,"h":3}],"districts":[{"q":1,"r":0,"name":"Extension_A"}]}}`))
	f.Add([]byte(`{"version":1,"ticks":3,"dials":[{"tick":0}],"orders":{"version":1},"map":{"version":1,"tiles":[{"q":0,"r":0}]}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := DecodeRun(data)
		if err != nil {
			return
		}
		if again, err := DecodeRun(r.Encode()); err != nil || !bytes.Equal(again.Encode(), r.Encode()) {
			t.Fatalf("does not come back: %v", err)
		}
		fl, err := r.Start()
		if err != nil || fl.Count() > 100 {
			return
		}
		fl.Seek(min(r.Ticks, 60))
		p := fl.Trace(0).Final()
		if sum := p[0] + p[1] + p[2]; math.IsNaN(sum) || math.IsInf(sum, 0) {
			t.Fatalf("%+v", *fl.Trace(0))
		}
	})
}
