package flight

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/flight/world"
)

// TestEngine: the base is the engine's own: it faces at once where it goes, and
// covers speed times time.
func TestEngine(t *testing.T) {
	w := field(t, 8)
	o := &Orders{Engine: Engine{Speed: 3, Cruise: 2}, List: []Order{moveTo(0, Point{6, 0}, Point{6, -9})}}
	f := fly(t, w, o, Settings{})
	f.Seek(60)
	tr := f.Trace(0)
	near(t, "x after 1 s", tr.Engine[0], 3, 1e-9)
	near(t, "yaw to +X", tr.YawDeg, 90, 1e-12)
	if tr.State != Move {
		t.Errorf("state %v", tr.State)
	}
	f.Seek(121) // 6 units are 2 s; the next step goes the other way
	near(t, "yaw after the corner", f.Trace(0).YawDeg, 180, 1e-9)
	near(t, "z", f.Trace(0).Engine[2], -0.05, 1e-9)
	f.Seek(60 * 6)
	tr = f.Trace(0)
	near(t, "x at the end", tr.Engine[0], 6, 1e-12)
	near(t, "z at the end", tr.Engine[2], -9, 1e-12)
	if tr.State != Hover || tr.Speed != 0 {
		t.Errorf("at the end: %v at %v u/s", tr.State, tr.Speed)
	}
}

// TestTurnInFlight: through the whole stack, an order behind a pawn at 90
// degrees a second is turned to in 120 steps, to the left, while the engine goes
// its way at once.
func TestTurnInFlight(t *testing.T) {
	w := field(t, 13)
	o := &Orders{Engine: Engine{Speed: 3}, List: []Order{moveTo(0, Point{0, -60})}}
	f := fly(t, w, o, Settings{TurnRateDeg: 90, TurnBankDeg: 6})
	f.Step()
	near(t, "first step", f.Trace(0).YawDeg, 1.5, 1e-9)
	near(t, "bank, left wing down", f.Trace(0).BankDeg, -0.8, 1e-9)
	near(t, "the engine is off at once", f.Trace(0).Engine[2], -0.05, 1e-12)
	f.Seek(119)
	near(t, "after 119 steps", f.Trace(0).YawDeg, 178.5, 1e-6)
	f.Seek(120)
	near(t, "after 120 steps", f.Trace(0).YawDeg, 180, 0)
	near(t, "error", f.Trace(0).ErrorDeg, 0, 0)
}

// TestTeleport: a pawn that is suddenly elsewhere faces its target, level.
func TestTeleport(t *testing.T) {
	w := field(t, 8)
	o := &Orders{Engine: Engine{Speed: 3, Cruise: 2}, List: []Order{
		moveTo(0, Point{0, -30}),
		{AtS: 0.5, Do: DoTeleport, Points: []Point{{20, 10}}, YawDeg: -120},
	}}
	f := fly(t, w, o, Settings{TurnRateDeg: 90, TurnBankDeg: 6, MoveTiltDeg: 10})
	f.Seek(30)
	if f.Trace(0).BankDeg == 0 || f.Trace(0).PitchDeg == 0 {
		t.Fatal("not turning before the teleport")
	}
	f.Step()
	tr := f.Trace(0)
	if tr.Event.Kind != Teleport || tr.YawDeg != -120 || tr.BankDeg != 0 || tr.PitchDeg != 0 || tr.State != Hover {
		t.Errorf("after the teleport: %+v", tr)
	}
	near(t, "x", tr.Engine[0], 20, 0)
	near(t, "height", tr.Engine[1], 2, 0)
}

// TestSigns looks at the placement's matrix: forward is +Z, left is +X.
func TestSigns(t *testing.T) {
	for _, c := range []struct {
		name            string
		yaw, bank, tilt float64
		part            mgl64.Vec4
		want            func(v mgl64.Vec4) bool
	}{
		{"yaw left", 90, 0, 0, mgl64.Vec4{0, 0, 1, 0}, func(v mgl64.Vec4) bool { return v[0] > 0.99 }},
		{"bank: right wing down", 0, 20, 0, mgl64.Vec4{-1, 0, 0, 0}, func(v mgl64.Vec4) bool { return v[1] < -0.3 }},
		{"pitch: nose up", 0, 0, 20, mgl64.Vec4{0, 0, 1, 0}, func(v mgl64.Vec4) bool { return v[1] > 0.3 }},
		{"banked in a left turn", 90, 20, 0, mgl64.Vec4{-1, 0, 0, 0}, func(v mgl64.Vec4) bool { return v[1] < -0.3 && v[2] > 0.9 }},
	} {
		tr := Trace{YawDeg: c.yaw, BankDeg: c.bank, PitchDeg: c.tilt, Scale: 1}
		if v := tr.Matrix().Mul4x1(c.part); !c.want(v) {
			t.Errorf("%s: %v", c.name, v)
		}
	}
	if v := (&Trace{Scale: 2}).Matrix().Mul4x1(mgl64.Vec4{1, 1, 1, 0}); v != (mgl64.Vec4{2, 2, 2, 0}) {
		t.Errorf("scale: %v", v)
	}
	if r := ToRegistry(mgl64.Vec3{1, 2, 3}); r != [3]float64{-1, 3, 2} || FromRegistry(r) != (mgl64.Vec3{1, 2, 3}) {
		t.Errorf("registry frame: %v", r)
	}
}

// TestTilt: 8 degrees nose down at 60 degrees a second is 1 degree a step; up
// again the same way.
func TestTilt(t *testing.T) {
	w := field(t, 8)
	o := &Orders{Engine: Engine{Speed: 3}, List: []Order{moveTo(0, Point{0, 3})}}
	f := fly(t, w, o, Settings{MoveTiltDeg: 8})
	for step, want := range map[int]float64{1: -1, 5: -5, 8: -8, 60: -8} {
		f.Seek(step)
		near(t, "pitch", f.Trace(0).PitchDeg, want, 1e-9)
	}
	f.Seek(64) // it arrives at step 60
	near(t, "pitch after the stop", f.Trace(0).PitchDeg, -4, 1e-9)
	f.Seek(90)
	near(t, "level again", f.Trace(0).PitchDeg, 0, 0)
	slow := fly(t, w, &Orders{Engine: Engine{Speed: 0.5}, List: []Order{moveTo(0, Point{0, 3})}}, Settings{MoveTiltDeg: 8})
	slow.Seek(60)
	near(t, "at 0.5 units a second it does not count as moving", slow.Trace(0).PitchDeg, 0, 0)
}

// TestCombat: a combat height of -1 is reached in 2 s, half of it in 1 s.
func TestCombat(t *testing.T) {
	o := &Orders{List: []Order{{Do: DoCombat, On: true}, {AtS: 3, Do: DoCombat}}}
	f := fly(t, field(t, 3), o, Settings{CombatZ: -1})
	for _, c := range []struct {
		tick int
		want float64
	}{{60, -0.5}, {120, -1}, {180, -1}, {210, -0.75}, {300, 0}} {
		f.Seek(c.tick)
		near(t, "combat height", f.Trace(0).Combat, c.want, 1e-9)
	}
}

// TestGun: 1 s up, 1 s held, 1 s down, and with a target only once it is faced
// to within 8 degrees: 90 degrees at 90 a second are left to 8 after 55 steps.
func TestGun(t *testing.T) {
	gun := Gun{ElevDeg: 30, RiseS: 1, HoldS: 1, FallS: 1}
	f := fly(t, field(t, 3), &Orders{List: []Order{{Do: DoFire}}}, Settings{Gun: gun})
	for _, c := range []struct {
		tick int
		want float64
	}{{31, 15}, {61, 30}, {121, 30}, {151, 15}, {200, 0}} {
		f.Seek(c.tick)
		near(t, "elevation", f.Trace(0).GunDeg, c.want, 1e-6)
	}
	f = fly(t, field(t, 3), &Orders{List: []Order{{Do: DoFire, Points: []Point{{10, 0}}}}}, Settings{Gun: gun, TurnRateDeg: 90})
	for f.Trace(0).GunDeg == 0 {
		f.Step()
		if f.Tick() > 300 {
			t.Fatal("never fires")
		}
	}
	if left := f.Trace(0).ErrorDeg; left > 8 || f.Tick() < 55 {
		t.Errorf("fires at step %d with %v degrees left", f.Tick(), left)
	}
}

// TestPivot: half a turn at 180 degrees a second and 0.1 s are 1.1 s, 66 steps
// on the spot; not while it flies, not for a smaller turn, and at most 4 s.
func TestPivot(t *testing.T) {
	w := field(t, 13)
	held := func(o *Orders, s Settings, from int) int {
		f := fly(t, w, o, s)
		f.Seek(from)
		n := 0
		for f.Step(); f.Trace(0).State == Pivot; f.Step() {
			n++
		}
		return n
	}
	back := &Orders{Engine: Engine{Speed: 3}, List: []Order{moveTo(0, Point{0, -30})}}
	pivot := Settings{TurnRateDeg: 180, PivotDeg: 90}
	if n := held(back, pivot, 0); n != 66 {
		t.Errorf("half a turn: %d steps on the spot, want 66", n)
	}
	slow := pivot
	slow.TurnRateDeg = 10
	if n := held(back, slow, 0); n != 240 {
		t.Errorf("a slow turn: %d steps, want 240", n)
	}
	off := pivot
	off.PivotDeg = 0
	if n := held(back, off, 0); n != 0 {
		t.Errorf("pivot off: %d", n)
	}
	aside := &Orders{Engine: Engine{Speed: 3}, List: []Order{moveTo(0, Point{30, 40})}}
	if n := held(aside, pivot, 0); n != 0 {
		t.Errorf("a turn of 37 degrees: %d", n)
	}
	turnBack := &Orders{Engine: Engine{Speed: 3}, List: []Order{moveTo(0, Point{0, 30}), moveTo(2, Point{0, -30})}}
	if n := held(turnBack, pivot, 120); n != 0 {
		t.Errorf("while flying: %d", n)
	}
	brief := &Orders{Engine: Engine{Speed: 3}, List: []Order{moveTo(0, Point{0, 3}), moveTo(1.9, Point{0, -30})}}
	if n := held(brief, pivot, 114); n != 0 {
		t.Errorf("after standing 0.9 s: %d", n)
	}
	rested := &Orders{Engine: Engine{Speed: 3}, List: []Order{moveTo(0, Point{0, 3}), moveTo(2.1, Point{0, -30})}}
	if n := held(rested, pivot, 126); n != 66 {
		t.Errorf("after standing 1.1 s: %d", n)
	}
}

// TestKeys flies by keyboard: forward at the speed, turning at the engine's
// rate; the map's rim holds it.
func TestKeys(t *testing.T) {
	w := field(t, 3)
	o := &Orders{Engine: Engine{Speed: 6, Cruise: 1, KeyTurnDeg: 90}, List: []Order{
		{Do: DoKeys, Turn: 1}, {AtS: 1, Do: DoKeys, Forward: 1}, {AtS: 2, Do: DoStop}, {AtS: 3, Do: DoKeys, Forward: 1},
	}}
	f := fly(t, w, o, Settings{})
	f.Seek(60)
	near(t, "yaw after a second of left", f.Trace(0).YawDeg, 90, 1e-9)
	f.Seek(120)
	near(t, "x after a second ahead", f.Trace(0).Engine[0], 6, 1e-9)
	f.Seek(180)
	near(t, "x after the stop", f.Trace(0).Engine[0], 6, 1e-9)
	f.Seek(60 * 30)
	if x := f.Trace(0).Engine[0]; x < 20 || x > 25 {
		t.Errorf("against the rim: x %v", x)
	}
}

// TestTurnRadius: no step bends more than speed over radius, and every point is
// reached, also one beside the pawn, inside its turning circle.
func TestTurnRadius(t *testing.T) {
	w := field(t, 13)
	points := []Point{{0, 30}, {1, 31}, {-3, 29}, {30, 0}, {30, -4}, {-20, -20}}
	for _, radius := range []float64{0.5, 3, 8} {
		o := &Orders{Engine: Engine{Speed: 5}, List: []Order{moveTo(0, points...)}}
		f := fly(t, w, o, Settings{Beyond: Beyond{TurnRadius: radius}})
		yaw, next := 0.0, 0
		for f.Step(); f.Trace(0).State != Hover; f.Step() {
			tr := f.Trace(0)
			if bend := math.Abs(ShortestDeg(yaw, tr.TargetYawDeg)); bend > mgl64.RadToDeg(5*DT/radius)+1e-6 {
				t.Fatalf("radius %v: a step bends by %v degrees", radius, bend)
			}
			yaw = tr.TargetYawDeg
			for next < len(points) && math.Hypot(points[next][0]-tr.Engine[0], points[next][1]-tr.Engine[2]) <= 5*DT {
				next++
			}
			if f.Tick() > 120*Rate {
				t.Fatalf("radius %v: circles for ever before point %d", radius, next)
			}
		}
		if next != len(points) {
			t.Errorf("radius %v: came by %d of %d points", radius, next, len(points))
		}
	}
}

// TestWind: with 3 of 5 units a second across, the nose is asin(3/5) into it.
// Drift is seeded and bounded, and 0 without it.
func TestWind(t *testing.T) {
	w := field(t, 13)
	o := &Orders{Engine: Engine{Speed: 5}, Start: Start{Z: -60}, List: []Order{moveTo(0, Point{0, 60})}}
	f := fly(t, w, o, Settings{Beyond: Beyond{WindSpeed: 3, WindDeg: 90}}) // blows to the left, +X
	f.Seek(60)
	near(t, "nose", f.Trace(0).YawDeg, -36.8699, 1e-4)
	if f.Trace(0).Drift != (mgl64.Vec3{}) {
		t.Errorf("drift %v without any asked for", f.Trace(0).Drift)
	}
	path := func(seed uint64, k int) []mgl64.Vec3 {
		f, err := New(w, &Orders{}, Settings{Beyond: Beyond{Drift: 0.5, Seed: seed}}, Squad{Count: 2})
		if err != nil {
			t.Fatal(err)
		}
		var out []mgl64.Vec3
		for range 600 {
			f.Step()
			d := f.Trace(k).Drift
			if math.Abs(d[0]) > 0.5 || math.Abs(d[1]) > 0.2 || math.Abs(d[2]) > 0.5 {
				t.Fatalf("drift %v", d)
			}
			out = append(out, d)
		}
		return out
	}
	a, b, c, d := path(1, 0), path(1, 0), path(2, 0), path(1, 1)
	for i := range a {
		if a[i] != b[i] {
			t.Fatal("the same seed drifts otherwise")
		}
	}
	if a[100] == c[100] || a[100] == d[100] {
		t.Error("another seed or another copy drifts the same way")
	}
}

// TestStagesAddUp: in a busy flight the stages' moves add up to the final place.
func TestStagesAddUp(t *testing.T) {
	w, o := shippedWorld(t, "cliffs")
	s := Defaults()
	s.CombatZ, s.MoveTiltDeg, s.Beyond.Drift = -0.5, 6, 0.2
	f, err := New(w, o, s, Squad{Count: 3})
	if err != nil {
		t.Fatal(err)
	}
	for range 40 * Rate {
		f.Step()
		for k := range f.Count() {
			tr := f.Trace(k)
			var sum mgl64.Vec3
			for _, st := range tr.Stages() {
				sum = sum.Add(st.Move)
			}
			if sum.Sub(tr.Final()).Len() > 1e-9 {
				t.Fatalf("step %d pawn %d: %v, not %v", tr.Tick, k, sum, tr.Final())
			}
		}
	}
}

// TestSquad: copies fly parallel paths, each over its own ground.
func TestSquad(t *testing.T) {
	w := field(t, 8, city(0, 0, "Extension_A"))
	o := &Orders{Engine: Engine{Speed: 3, Cruise: 1.5}, Start: Start{X: -40, YawDeg: 90}, List: []Order{moveTo(0, Point{40, 0})}}
	f, err := New(w, o, Settings{Hug: DefaultHug(), PhaseSpread: 0.5}, Squad{Count: 5, Spacing: 6})
	if err != nil {
		t.Fatal(err)
	}
	f.Seek(13 * Rate)
	lead := f.Trace(0).Engine
	for k := range 5 {
		slot := Squad{Count: 5, Spacing: 6}.Slot(k, 90)
		near(t, "x", f.Trace(k).Engine[0]-lead[0], slot[0], 1e-9)
		near(t, "z", f.Trace(k).Engine[2]-lead[2], slot[1], 1e-9)
	}
	if f.Trace(0).Hug != 0 || f.Trace(4).Hug == 0 {
		t.Errorf("hug of the leader over the town %v, of the last beside it %v", f.Trace(0).Hug, f.Trace(4).Hug)
	}
	near(t, "phase of copy 1", f.Phase(1), 0.309017, 1e-9)
}

// TestBare: without colliders the ground is the tiles' elevation, and the
// anticipation still works.
func TestBare(t *testing.T) {
	w, _ := stairs(t)
	bare, err := world.BuildBare(w.Map())
	if err != nil {
		t.Fatal(err)
	}
	o := &Orders{Engine: Engine{Speed: 4, Cruise: 1.5}, Start: Start{X: -30}, List: []Order{moveTo(0, Point{30, 0})}}
	f := fly(t, bare, o, Settings{Hug: DefaultHug()})
	for range 600 {
		f.Step()
	}
	if f.Trace(0).GroundSource != world.GroundTile || f.Stats().Cliffs != 1 {
		t.Errorf("source %v, %d cliffs", f.Trace(0).GroundSource, f.Stats().Cliffs)
	}
}
