package flight

import (
	"bytes"
	"math"
	"testing"

	"donorlab/internal/flight/world"
)

// field returns a flat map of tiles of circumradius 4 within n steps of the
// middle, with districts put on it.
func field(t testing.TB, n int, districts ...world.District) *world.World {
	t.Helper()
	m := &world.Map{Name: "field", TileRadius: 4, WaterLevel: -1, CliffStep: 1.5, Districts: districts}
	for q := -n; q <= n; q++ {
		for r := -n; r <= n; r++ {
			if (world.Hex{Q: q, R: r}).Distance(world.Hex{}) <= n {
				m.Tiles = append(m.Tiles, world.Tile{Hex: world.Hex{Q: q, R: r}})
			}
		}
	}
	w, err := world.Build(m)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func city(q, r int, name string) world.District {
	return world.District{Hex: world.Hex{Q: q, R: r}, Name: name}
}

func fly(t testing.TB, w *world.World, o *Orders, s Settings) *Flight {
	t.Helper()
	f, err := New(w, o, s, Squad{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func moveTo(atS float64, points ...Point) Order { return Order{AtS: atS, Do: DoMove, Points: points} }

func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// TestOffsetOnce: registry (-0.5, 0.5, 1.5) is half a unit to the left, half a
// unit forward and 1.5 up, added once, and turned with the facing.
func TestOffsetOnce(t *testing.T) {
	w := field(t, 6)
	s := Settings{Position: [3]float64{-0.5, 0.5, 1.5}}
	for _, c := range []struct{ yaw, x, z float64 }{
		{0, 0.5, 0.5},   // faces +Z: left is +X, forward +Z
		{90, 0.5, -0.5}, // faces +X: left is -Z, forward +X
		{180, -0.5, -0.5},
		{-90, -0.5, 0.5},
	} {
		f := fly(t, w, &Orders{Start: Start{X: 1, Z: 2, YawDeg: c.yaw}, Engine: Engine{Speed: 1, Cruise: 3}}, s)
		for range 10 {
			f.Step()
		}
		p := f.Trace(0).Final()
		near(t, "x", p[0], 1+c.x, 1e-9)
		near(t, "z", p[2], 2+c.z, 1e-9)
		near(t, "height", p[1], 3+1.5, 1e-9) // the engine's cruise height and the offset, once
		m := f.Trace(0).Matrix()
		near(t, "matrix height", m[13], 4.5, 1e-9)
	}
}

// TestThread flies from end to end: a city in the way, the drop before and
// behind it, the same bytes twice.
func TestThread(t *testing.T) {
	w := field(t, 8, city(0, 0, "Extension_Base_CityCenter"), city(1, 0, "Extension_Base_Food"), city(-3, 0, "Exploitation"))
	o := &Orders{Start: Start{X: -40, YawDeg: 90}, Engine: DefaultEngine(), List: []Order{moveTo(0, Point{40, 0})}}
	csv := func() []byte {
		f := fly(t, w, o, Defaults())
		b := []byte(CSVHeader)
		for range 1200 {
			f.Step()
			b = f.Trace(0).AppendCSV(b, w, 0)
		}
		if st := f.Stats(); st.Climbs != 1 || st.Descends != 2 && st.Descends != 1 || st.Shortfall > 1e-9 {
			t.Errorf("stats %+v", st)
		}
		return b
	}
	a, b := csv(), csv()
	if !bytes.Equal(a, b) {
		t.Error("two runs differ")
	}
	lines := bytes.Split(a, []byte("\n"))
	for _, l := range lines[:len(lines)-1] {
		if bytes.Count(l, []byte(",")) != bytes.Count(lines[0], []byte(",")) {
			t.Fatalf("line with other columns than the header: %s", l)
		}
	}
}
