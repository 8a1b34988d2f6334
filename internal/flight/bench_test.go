package flight

import (
	"fmt"
	"math"
	"testing"

	"donorlab/assets"
	"donorlab/internal/flight/world"
)

// shippedWorld builds one of the maps that the lab ships.
func shippedWorld(t testing.TB, name string) (*world.World, *Orders) {
	t.Helper()
	data, ok := assets.Map(name)
	if !ok {
		t.Fatal("no map ", name)
	}
	m, err := world.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	w, err := world.Build(m)
	if err != nil {
		t.Fatal(err)
	}
	data, _ = assets.MapOrders(name)
	o, err := DecodeOrders(data)
	if err != nil {
		t.Fatal(err)
	}
	return w, o
}

// tour is orders that cross a map to and fro, over its towns.
func tour(w *world.World) *Orders {
	minX, minZ, maxX, maxZ := w.Extent()
	o := &Orders{Engine: DefaultEngine(), Start: Start{X: 0, Z: 0}}
	way := Order{Do: DoMove}
	for i := range 40 {
		a := float64(i) * 2.4
		r := 0.2 + 0.6*math.Mod(float64(i)*goldenShare, 1)
		way.Points = append(way.Points, Point{(minX+maxX)/2 + r*math.Cos(a)*(maxX-minX)/2, (minZ+maxZ)/2 + r*math.Sin(a)*(maxZ-minZ)/2})
	}
	o.List = []Order{way}
	return o
}

// BenchmarkPawns flies 10,000 pawns for 60 s of game time over each shipped map,
// with every stage of the default settings, on one core. The aim is 2 million
// pawn-ticks a second and no allocation.
func BenchmarkPawns(b *testing.B) {
	for _, name := range assets.MapNames() {
		b.Run(name, func(b *testing.B) {
			w, _ := shippedWorld(b, name)
			s := Defaults()
			s.MoveTiltDeg = 8
			f, err := New(w, tour(w), s, Squad{Count: 10000, Spacing: 0.02})
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			ticks, cpu := 0, cpuTime()
			for b.Loop() {
				f.Step()
				if ticks++; ticks%3600 == 0 { // 60 s
					b.StopTimer()
					f.restart()
					b.StartTimer()
				}
			}
			done := float64(ticks) * float64(f.Count())
			b.ReportMetric(done/b.Elapsed().Seconds()/1e6, "Mpawnticks/s")
			if cpu := cpuTime() - cpu; cpu > 0 { // the figure of a machine that does other work too
				b.ReportMetric(done/cpu.Seconds()/1e6, "Mpawnticks/cpu-s")
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

// TestStepDoesNotAllocate counts over more than a scan's 3 s, in all shipped
// maps, with districts that stream in.
func TestStepDoesNotAllocate(t *testing.T) {
	for _, name := range assets.MapNames() {
		w, o := shippedWorld(t, name)
		s := Defaults()
		s.Beyond = Beyond{LookaheadS: 1.7, WindSpeed: 1, Drift: 0.2, TurnRadius: 2, WholeTile: true}
		for k, set := range []Settings{Defaults(), s} {
			f, err := New(w, o, set, Squad{Count: 20})
			if err != nil {
				t.Fatal(err)
			}
			if n := testing.AllocsPerRun(900, f.Step); n != 0 {
				t.Errorf("%s, settings %d: %v allocations a step", name, k, n)
			}
		}
	}
}

func ExampleSquad_Slot() {
	for k := range 3 {
		p := Squad{Spacing: 10}.Slot(k, 0)
		fmt.Printf("%.0f %.0f\n", p[0], p[1])
	}
	// Output:
	// 0 0
	// 8 -6
	// -8 -6
}
