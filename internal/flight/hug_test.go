package flight

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"donorlab/internal/flight/world"
	"donorlab/internal/house/racing"
)

// randomTown puts districts of all kinds on the inner tiles of a field, so that
// every path begins over open country.
func randomTown(t testing.TB, rng *rand.Rand) *world.World {
	var ds []world.District
	for q := -6; q <= 6; q++ {
		for r := -6; r <= 6; r++ {
			if (world.Hex{Q: q, R: r}).Distance(world.Hex{}) > 6 {
				continue
			}
			switch p := rng.Float64(); {
			case p < 0.2:
				ds = append(ds, city(q, r, []string{"Extension_Base_CityCenter", "Extension_Base_Industry", "Extension_ArtificialWonder_A", "Extension_Base_Food"}[rng.IntN(4)]))
			case p < 0.35:
				ds = append(ds, city(q, r, "Exploitation"))
			case p < 0.4:
				ds = append(ds, city(q, r, "Ruin"))
			}
		}
	}
	return field(t, 13, ds...)
}

// straight leads from rim to rim of the field.
func straight(rng *rand.Rand) []Point {
	a := rng.Float64() * 2 * math.Pi
	b := a + math.Pi + (rng.Float64()-0.5)*1.6
	const rim = 70
	return []Point{{rim * math.Cos(a), rim * math.Sin(a)}, {rim * math.Cos(b), rim * math.Sin(b)}}
}

// curved leads in from the rim along arcs of radius least or more.
func curved(rng *rand.Rand, least float64) []Point {
	a := rng.Float64() * 2 * math.Pi
	x, z := 70*math.Cos(a), 70*math.Sin(a)
	yaw := math.Atan2(-x, -z) + (rng.Float64()-0.5)*0.6
	way := []Point{{x, z}}
	const piece = 0.25
	for len(way) < 700 {
		bend := (rng.Float64()*2 - 1) / least
		for range 20 + rng.IntN(100) {
			yaw += bend * piece
			x, z = x+piece*math.Sin(yaw), z+piece*math.Cos(yaw)
			if math.Hypot(x, z) > 75 {
				return way
			}
			way = append(way, Point{x, z})
		}
	}
	return way
}

// flyWay flies a path to its end.
func flyWay(t testing.TB, w *world.World, way []Point, speed float64, s Settings) Stats {
	o := &Orders{Start: Start{X: way[0][0], Z: way[0][1]}, Engine: Engine{Speed: speed, Cruise: 1.5}, List: []Order{moveTo(0, way[1:]...)}}
	f := fly(t, w, o, s)
	for range 200 * Rate {
		f.Step()
		if f.Trace(0).State == Hover {
			break
		}
	}
	return f.Stats()
}

// TestSkyline: on random straight and curved paths, as long as the speed leaves
// the time to climb, the pawn is at skyline height (hug offset 0) wherever the
// tile below is built.
//
// The bound is the issue's, v <= (lookahead + radius - apothem) * ease / |drop|,
// less one step (the climb begins up to one late). It is exact for the tile's
// inscribed circle: the lead point is within the match radius when it is within
// radius - apothem of the circle. On a curve of radius R the lead point lies
// beside the path by at most lookahead^2/2R and what the smoothing of the
// direction (3 steps) adds, which is taken off the look-ahead. A single lead
// point must also not have passed the tile again (Forecast.Longest). With
// WholeTile the same holds for the whole hexagon; by the game's rule the corners
// lie outside the match radius (55 % of the spacing is 3.81 of 4 units), and how
// far they fall short is only told.
func TestSkyline(t *testing.T) {
	paths := 1000
	if racing.On || testing.Short() {
		paths = 100
	}
	rng := rand.New(rand.NewPCG(5, 8))
	var w *world.World
	least, corner, above, short, tried := math.Inf(1), 0.0, 0, 0, 0
	for i := range paths {
		if i%25 == 0 {
			w = randomTown(t, rng)
		}
		s := Settings{Position: [3]float64{0, 0, 1.5}, Hug: DefaultHug()}
		s.Hug.Drop = -0.5 - 2*rng.Float64()
		s.Hug.Ease = 1 + 7*rng.Float64()
		s.Beyond.WholeTile = i%3 == 2
		survey := new(world.Surveyor).Scan(w, 0)
		r, a := survey.Radius, w.Apothem()
		way, off, kind := straight(rng), 0.0, "straight"
		longest := s.Forecast(1, r, a).Longest
		if s.Beyond.WholeTile {
			longest = 2
		}
		if i%2 == 1 {
			const bend = 15
			way, kind = curved(rng, bend), "curved"
			longest = 2
			off = longest*longest/(2*bend) + longest*(3*8*DT+0.125)/bend
		}
		s.Hug.Lookahead = max(0.3+off, longest*rng.Float64())
		climbS := -s.Hug.Drop/s.Hug.Ease + DT
		most := min(8, (s.Hug.Lookahead+r-a-off)/climbS)
		speed := most * (0.25 + 0.75*rng.Float64())
		if i%4 < 2 {
			speed = most * 0.999999
		}
		st := flyWay(t, w, way, speed, s)
		if st.Shortfall > 1e-9 || (s.Beyond.WholeTile && st.Corner > 1e-9) {
			t.Errorf("path %d (%s, whole tile %v): short by %v (corners %v) at %v u/s of %v, hug %+v, at %+v", i, kind, s.Beyond.WholeTile, st.Shortfall, st.Corner, speed, most, s.Hug, st.Worst)
		}
		if !s.Beyond.WholeTile {
			corner = max(corner, st.Corner)
		}
		// 3 units over the ground in all: no roof is above 2.3, no ruin above 0.45.
		if want := min(3-2.3, 3+s.Hug.Drop-0.45); st.MinClearance < want-1e-9 {
			t.Errorf("path %d (%s): clearance %v, less than %v, at %+v", i, kind, st.MinClearance, want, st.Closest)
		}
		if i%20 == 0 { // the bound is one: half as fast again is too fast
			tried++
			if flyWay(t, w, way, 1.5*most, s).Shortfall > 1e-3 {
				short++
			}
		}
		least = min(least, st.MinClearance)
		if st.Climbs > 0 {
			above++
		}
	}
	if above < paths/2 {
		t.Errorf("only %d of %d paths crossed a town", above, paths)
	}
	if short < tried/4 {
		t.Errorf("above the bound only %d of %d paths fell short", short, tried)
	}
	t.Logf("%d paths, %d over towns: minimum clearance %.3f units; corners of tiles, by the game's match radius, up to %.3f short", paths, above, least, corner)
}

// TestShortfall: above the speed, through the middle of a lone tile. By hand, at
// 12 units a second with the shipped dials: radius 0.55*6.9282 = 3.8105, apothem
// 3.4641, so 1.8464 units or 0.15387 s are left to climb 0.6155 of 2 units:
// 1.3845 short. The cure is 12 * (2/4 + 1/60) - 0.3464 = 5.8536 units, or 0.5167 s.
func TestShortfall(t *testing.T) {
	w := field(t, 13, city(0, 0, "Extension_Base_CityCenter"))
	s := Settings{Position: [3]float64{0, 0, 1.5}, Hug: DefaultHug()}
	r, a := new(world.Surveyor).Scan(w, 0).Radius, w.Apothem()
	near(t, "largest speed", s.MaxSpeed(r, a), 3.6928, 1e-4)
	f := s.Forecast(12, r, a)
	near(t, "shortfall", f.Shortfall, 1.3845, 1e-4)
	near(t, "look-ahead that cures", f.Lookahead, 5.8536, 1e-4)
	near(t, "seconds that cure", f.Seconds, 0.51667, 1e-4)
	near(t, "longest look-ahead", f.Longest, 4.4900, 1e-3)

	way := []Point{{-60, 0}, {60, 0}}
	st := flyWay(t, w, way, 12, s)
	// Told at whole steps: up to a step late in sight, up to a step late inside.
	if st.Shortfall > f.Shortfall+s.Hug.Ease*DT || st.Shortfall < f.Shortfall-s.Hug.Ease*DT {
		t.Errorf("flown, it is short by %v; foreseen %v", st.Shortfall, f.Shortfall)
	}
	long := s
	long.Hug.Lookahead = f.Lookahead
	if st := flyWay(t, w, way, 12, long); st.Shortfall > 1e-9 {
		t.Errorf("with the look-ahead that cures it is short by %v", st.Shortfall)
	}
	soon := s
	soon.Beyond.LookaheadS = f.Seconds
	if got := soon.MaxSpeed(r, a); !math.IsInf(got, 1) {
		t.Errorf("with seconds that cure, the largest speed is %v", got)
	}
	if st := flyWay(t, w, way, 12, soon); st.Shortfall > 1e-9 {
		t.Errorf("with the seconds that cure it is short by %v", st.Shortfall)
	}
}

// TestSecondsClear: the look-ahead in seconds clears 12 units a second on paths
// that graze tiles as well as on those through their middle.
func TestSecondsClear(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for i := range 60 {
		w := randomTown(t, rng)
		s := Settings{Position: [3]float64{0, 0, 1.5}, Hug: DefaultHug()}
		s.Beyond.LookaheadS = 1.7
		s.Beyond.FastRise = i%2 == 0
		s.Beyond.WholeTile = i%3 == 0
		st := flyWay(t, w, straight(rng), 12, s)
		if st.Shortfall > 1e-9 || (s.Beyond.WholeTile && st.Corner > 1e-9) {
			t.Errorf("path %d: short by %v, corners %v, at %+v", i, st.Shortfall, st.Corner, st.Worst)
		}
	}
}

// TestFlatKinds: fields and ruins do not lift, whether they are skipped or only
// the built kind is asked for; without either list they do, as in the game.
func TestFlatKinds(t *testing.T) {
	w := field(t, 8, city(-2, 0, "Exploitation"), city(0, 0, "Ruin"), city(2, 0, "Exploitation"))
	way := []Point{{-40, 0}, {40, 0}}
	for _, c := range []struct {
		only, skip []string
		climbs     bool
	}{
		{nil, []string{"Exploitation", "Ruin"}, false},
		{[]string{"Extension_*"}, nil, false},
		{[]string{"extension"}, nil, false},
		{nil, nil, true},
		{nil, []string{""}, true},
		{[]string{" ", ""}, []string{"Exploitation"}, true}, // the ruin
	} {
		s := Settings{Hug: DefaultHug()}
		s.Hug.Only, s.Hug.Skip = c.only, c.skip
		if st := flyWay(t, w, way, 3, s); (st.Climbs > 0) != c.climbs {
			t.Errorf("only %q, skip %q: %d climbs", c.only, c.skip, st.Climbs)
		}
	}
}

// TestEvents: the log names the district and the distance that decided. At 3
// units a second, 0.05 a step, the lead point, 1.5 ahead, comes within 3.8105 of
// the tile's centre once the pawn is 5.31 before it; the pawn is farther than that
// behind it once it is more than 3.81 past.
func TestEvents(t *testing.T) {
	w := field(t, 8, city(0, 0, "Extension_Base_CityCenter"))
	o := &Orders{Start: Start{X: -40}, Engine: Engine{Speed: 3, Cruise: 1.5}, List: []Order{moveTo(0, Point{40, 0})}}
	f := fly(t, w, o, Settings{Hug: DefaultHug()})
	var got []string
	for range 1500 {
		f.Step()
		tr := f.Trace(0)
		if s := tr.Text(w); s != "" {
			got = append(got, s)
			switch tr.Event.Kind {
			case Climb:
				if x := tr.Engine[0]; x < -5.3105-1e-6 || x > -5.2605 || !tr.Event.AtProbe {
					t.Errorf("climbs at x %v: %s", x, s)
				}
			case Descend:
				if x := tr.Engine[0]; x < 3.8105 || x > 3.8605+1e-6 || tr.Event.AtProbe {
					t.Errorf("descends at x %v: %s", x, s)
				}
			}
		}
	}
	want := []string{
		"11.567 s climb: Extension_Base_CityCenter at 3.80 of radius 3.81, at the lead point",
		"14.617 s descend: the nearest, Extension_Base_CityCenter, is at 3.85, beyond radius 3.81, below",
	}
	if !slices.Equal(got, want) {
		t.Errorf("events: %q, want %q", got, want)
	}
}

// stairs is a map that is 1 high for x below the edge between tile -1 and 0, and
// 5 from there on.
func stairs(t testing.TB) (*world.World, float64) {
	m := &world.Map{TileRadius: 4, CliffStep: 1.5, WaterLevel: -5}
	for q := -12; q <= 12; q++ {
		for r := -2; r <= 2; r++ {
			h := 1.0
			if 2*q+r >= 0 {
				h = 5
			}
			m.Tiles = append(m.Tiles, world.Tile{Hex: world.Hex{Q: q, R: r}, Height: h})
		}
	}
	w, err := world.Build(m)
	if err != nil {
		t.Fatal(err)
	}
	return w, -w.Apothem()
}

// TestCliff: the climb starts before the edge by look-ahead over speed, at the
// latest a sampling (15 steps, 0.25 s) after that; without the cliff dial it
// does not start before the edge.
func TestCliff(t *testing.T) {
	w, edge := stairs(t)
	for _, c := range []struct{ look, speed, cliff float64 }{{1.5, 3, 1}, {3, 4, 1}, {6, 12, 1}, {3, 2, 0.5}, {1.5, 6, 2}, {3, 4, 0}} {
		for shift := range 15 { // against the sampling's beat
			s := Settings{Hug: DefaultHug()}
			s.Hug.Lookahead, s.Hug.Cliff = c.look, c.cliff
			start := -60 - float64(shift)*c.speed*DT
			o := &Orders{Start: Start{X: start}, Engine: Engine{Speed: c.speed, Cruise: 1.5, ClimbRate: 6}, List: []Order{moveTo(0, Point{60, 0})}}
			f := fly(t, w, o, s)
			first := math.Inf(1)
			arrive := (edge - start) / c.speed
			for f.Trace(0).Engine[0] < edge {
				f.Step()
				tr := f.Trace(0)
				if tr.Cliff > 0 && math.IsInf(first, 1) {
					first = float64(tr.Tick) * DT
					near(t, "the step up that is added", tr.Cliff, 4*c.cliff, 1e-9)
				}
				if tr.Offset < s.Hug.Drop-1e-9 {
					t.Fatalf("sinks below the drop: %v", tr.Offset)
				}
				if f.Tick() > 5000 {
					t.Fatal("does not arrive")
				}
			}
			if c.cliff == 0 {
				if first < arrive {
					t.Errorf("cliff=0: a climb %v s before the edge", arrive-first)
				}
				continue
			}
			lead := arrive - first
			if want := c.look / c.speed; lead > want+1e-9 || lead < want-0.25-DT {
				t.Errorf("%+v, shift %d: the climb starts %.4f s before the edge, want %.4f less up to 0.25", c, shift, lead, want)
			}
		}
	}
}

// TestCliffCap: a wall of 30 units is anticipated by 12.
func TestCliffCap(t *testing.T) {
	w, _ := stairs(t)
	m, err := w.Map().SetHeight(world.Hex{Q: 2, R: 0}, 1, 31)
	if err != nil {
		t.Fatal(err)
	}
	if w, err = world.Build(m); err != nil {
		t.Fatal(err)
	}
	o := &Orders{Start: Start{X: -40}, Engine: Engine{Speed: 4, Cruise: 1.5}, List: []Order{moveTo(0, Point{40, 0})}}
	f := fly(t, w, o, Settings{Hug: DefaultHug()})
	most := 0.0
	for range 1200 {
		f.Step()
		most = max(most, f.Trace(0).Cliff)
	}
	near(t, "largest anticipation", most, 12, 1e-12)
}

// TestNoDive: off the high ground, the pawn keeps its height while the ground
// below is still high: what lies lower ahead is not anticipated.
func TestNoDive(t *testing.T) {
	w, edge := stairs(t)
	for _, b := range []Beyond{{}, {LookaheadS: 1.7, FastRise: true}} {
		o := &Orders{Start: Start{X: 50}, Engine: Engine{Speed: 4, Cruise: 3.5, ClimbRate: 6}, List: []Order{moveTo(0, Point{-50, 0})}}
		f := fly(t, w, o, Settings{Hug: DefaultHug(), Beyond: b})
		for f.Trace(0).Engine[0]-4*DT > edge {
			f.Step()
			if tr := f.Trace(0); tr.Final()[1] < 5+3.5-2-1e-9 || tr.Cliff != 0 {
				t.Fatalf("at x %v it is at %v with cliff %v", tr.Engine[0], tr.Final()[1], tr.Cliff)
			}
		}
	}
}

// TestSinkHalf: with FastRise the offset rises at the ease and sinks at half of
// it: 4 and 2 units a second.
func TestSinkHalf(t *testing.T) {
	w := field(t, 8, city(0, 0, "Extension_Base_CityCenter"))
	o := &Orders{Start: Start{X: -40}, Engine: Engine{Speed: 3, Cruise: 1.5}, List: []Order{moveTo(0, Point{40, 0})}}
	f := fly(t, w, o, Settings{Hug: DefaultHug(), Beyond: Beyond{FastRise: true}})
	up, down, last := 0.0, 0.0, 0.0
	for range 1500 {
		f.Step()
		d := f.Trace(0).Offset - last
		last += d
		up, down = max(up, d), min(down, d)
	}
	near(t, "rise a step", up, 4*DT, 1e-9)
	near(t, "sink a step", down, -2*DT, 1e-9)
}

func TestPositiveDropWarns(t *testing.T) {
	s := Settings{Hug: DefaultHug()}
	if n := len(s.Warnings()); n != 0 {
		t.Errorf("%d warnings of the shipped hug", n)
	}
	s.Hug.Drop = 2
	if w := s.Warnings(); len(w) != 1 || w[0].Pointer != "/hug/drop" {
		t.Errorf("a positive drop: %v", w)
	}
	if err := s.Check(); err != nil {
		t.Errorf("a positive drop is only warned about: %v", err)
	}
}

// TestSpacing: one district, none, and cities far apart do not break the match
// radius; what the game would take is told.
func TestSpacing(t *testing.T) {
	const spacing = 6.928203230275509
	for _, c := range []struct {
		name     string
		ds       []world.District
		measured float64
		source   world.SpacingSource
		radius   float64
	}{
		{"none", nil, 0, world.SpacingNone, 3},
		{"one", []world.District{city(0, 0, "Extension_A")}, 0, world.SpacingGrid, 0.55 * spacing},
		{"two neighbours", []world.District{city(0, 0, "Extension_A"), city(1, 0, "Ruin")}, spacing, world.SpacingMeasured, 0.55 * spacing},
		{"two far apart", []world.District{city(-5, 0, "Extension_A"), city(5, 0, "Extension_A")}, 10 * spacing, world.SpacingGrid, 0.55 * spacing},
		{"a city and farms", []world.District{city(0, 0, "Extension_A"), city(1, 0, "Extension_A"), city(0, 1, "Extension_A"), city(-6, 0, "Extension_A"), city(5, -5, "Exploitation")}, spacing, world.SpacingMeasured, 0.55 * spacing},
	} {
		w := field(t, 8, c.ds...)
		s := new(world.Surveyor).Scan(w, 0)
		near(t, c.name+": measured", s.Measured, c.measured, 1e-9)
		near(t, c.name+": radius", s.Radius, c.radius, 1e-9)
		if s.Source != c.source || s.Districts != len(c.ds) {
			t.Errorf("%s: %+v", c.name, s)
		}
	}
}

// TestStreaming: a district that streams in at 4 s is seen by the scan at 6 s.
func TestStreaming(t *testing.T) {
	d := city(0, 0, "Extension_A")
	d.AppearS = 4
	w := field(t, 4, d)
	f := fly(t, w, &Orders{Engine: DefaultEngine()}, Settings{Hug: DefaultHug()})
	for f.Tick() < 8*Rate {
		f.Step()
		tr := f.Trace(0)
		if want := f.Tick() > 6*Rate; (tr.District >= 0) != want || (tr.Hug == 0) != want {
			t.Fatalf("step %d: district %d, hug %v", tr.Tick, tr.District, tr.Hug)
		}
	}
	if s := fmt.Sprint(f.Survey().TimeS); s != "6" {
		t.Errorf("last scan at %s s", s)
	}
}

// TestStepForecast: by hand, the shipped dials before a step of 4 at 3.5 units a
// second, cruise 1.5 and lift 1.5: 1 unit over the low ground; the look-ahead of
// 1.5 gives 0.4286 s less 16 steps, 0.1619 s, 0.6476 units: 2.3524 into the cliff.
// 3 units more need 0.75 s and the 16 steps, so 3.5583 units of look-ahead. Flown,
// it is no worse than foreseen, and with the cure it clears the edge.
func TestStepForecast(t *testing.T) {
	s := Settings{Position: [3]float64{0, 0, 1.5}, Hug: DefaultHug()}
	f := s.ForecastStep(4, 3.5, 1.5)
	near(t, "clearance", f.Clearance, -2.3524, 1e-4)
	near(t, "look-ahead", f.Lookahead, 3.5583, 1e-4)
	w, _ := stairs(t)
	for shift := range 15 {
		fly := func(s Settings) float64 {
			start := -50 - float64(shift)*3.5*DT
			fl, err := New(w, &Orders{Start: Start{X: start}, Engine: DefaultEngine(), List: []Order{moveTo(0, Point{50, 0})}}, s, Squad{})
			if err != nil {
				t.Fatal(err)
			}
			for range 30 * Rate {
				fl.Step()
			}
			return fl.Stats().MinClearance
		}
		if got := fly(s); got < f.Clearance-1e-9 {
			t.Errorf("shift %d: clearance %v, foreseen %v at worst", shift, got, f.Clearance)
		}
		cured := s
		cured.Hug.Lookahead = f.Lookahead
		if got := fly(cured); got < -1e-9 {
			t.Errorf("shift %d: with the cure %v", shift, got)
		}
	}
	s.Hug.Cliff = 0
	if f := s.ForecastStep(4, 3.5, 1.5); f.Clearance != -3 || !math.IsInf(f.Lookahead, 1) {
		t.Errorf("without the dial: %+v", f)
	}
}
