package flight

import (
	"testing"
)

// TestScanText has the words that the seed asks the log for.
func TestScanText(t *testing.T) {
	late := city(3, 0, "Extension_Base_Money")
	late.AppearS = 2
	w := field(t, 6, city(0, 0, "Extension_Base_Food"), city(-1, 0, "Exploitation"), city(1, 0, "Extension_Base_Food"), late)
	f := fly(t, w, &Orders{Engine: DefaultEngine()}, Settings{Hug: DefaultHug()})
	want := "0.000 s scan: 3 districts; lifted for: Extension_Base_Food x2; passed over: Exploitation; tile spacing 6.93, measured; match radius 3.81"
	if got := f.ScanText(); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	f.Seek(200)
	s := DefaultHug()
	s.Radius = 6
	if err := f.Set(Settings{Hug: s}); err != nil {
		t.Fatal(err)
	}
	want = "3.000 s scan: 4 districts; lifted for: Extension_Base_Food x2, Extension_Base_Money; passed over: Exploitation; tile spacing 6.93, measured; match radius 6.00, from the dial"
	if got := f.ScanText(); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	lone := fly(t, field(t, 6, city(-4, 0, "Ruin"), city(4, 0, "Ruin")), &Orders{}, Settings{})
	want = "0.000 s scan: 2 districts; lifted for: Ruin x2; tile spacing 6.93, the map's own (districts are 55.43 apart in the median, which is no tile's); match radius 3.81"
	if got := lone.ScanText(); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// TestFromTile: a pawn at rest over a tile's centre, facing left, with an offset
// of (-0.5, 0.5, 1.5), is just that from the centre in its own frame, and half a
// unit to the left and half a unit back in the world's.
func TestFromTile(t *testing.T) {
	w := field(t, 4)
	x, z := w.Center(w.Map().Tiles[20].Hex)
	o := &Orders{Start: Start{X: x, Z: z, YawDeg: 90}}
	f := fly(t, w, o, Settings{Position: [3]float64{-0.5, 0.5, 1.5}})
	for range 2 { // at the start, and after a step
		m, ok := f.Trace(0).FromTile(w)
		if !ok {
			t.Fatal("off the map")
		}
		for i, want := range []float64{-0.5, 0.5, 1.5} {
			near(t, "in its own frame", m.Facing[i], want, 1e-9)
		}
		for i, want := range []float64{0.5, 1.5, -0.5} {
			near(t, "in the world's", m.World[i], want, 1e-9)
		}
		near(t, "over the plane", m.Plane, 0.7071067811865476, 1e-9)
		f.Step()
	}
}
