package flight

import (
	"math"
	"strconv"
	"strings"
	"testing"
)

// TestCSV: the contract's columns come first, and places are the registry's: a
// pawn at lab x 3, height 2 + 1.5, z 7, is at x -3, y 7, z 3.5 there.
func TestCSV(t *testing.T) {
	const contract = "time,x,y,z,yawDeg,targetYawDeg,bankDeg,pitchDeg,offset,hug,cliff,ground,district,state,"
	if !strings.HasPrefix(CSVHeader, contract) {
		t.Errorf("header %s", CSVHeader)
	}
	w := field(t, 6, city(1, 0, "Extension_Base_Food"))
	o := &Orders{Start: Start{X: 3, Z: 7, YawDeg: 90}, Engine: Engine{Speed: 1, Cruise: 2}}
	f := fly(t, w, o, Settings{Position: [3]float64{0, 0, 1.5}, Hug: Hug{Drop: -2, Ease: 6, Lookahead: 1}})
	f.Seek(3)
	names := strings.Split(strings.TrimSpace(CSVHeader), ",")
	row := strings.Split(strings.TrimSuffix(string(f.Trace(0).AppendCSV(nil, w, 0)), "\n"), ",")
	if len(row) != len(names) {
		t.Fatalf("%d columns, %d names", len(row), len(names))
	}
	got := map[string]string{}
	for i, n := range names {
		got[n] = row[i]
	}
	for n, want := range map[string]string{
		"time": "0.050000", "x": "-3.000000", "y": "7.000000", "z": "3.200000", "yawDeg": "90.000000", "targetYawDeg": "90.000000",
		"bankDeg": "0.000000", "pitchDeg": "0.000000", "offset": "-0.300000", "hug": "-2.000000", "cliff": "0.000000", "ground": "0.000000",
		"district": "", "state": "hover", "engineZ": "2.000000", "positionZ": "1.500000", "scale": "1.000000", "clearance": "3.200000",
		"radius": "3.810512", "event": "", "eventDistance": "",
	} {
		if got[n] != want {
			t.Errorf("%s: %q, want %q", n, got[n], want)
		}
	}
	for _, c := range []struct {
		x    float64
		want string
	}{{-1e-9, "0.000000"}, {math.NaN(), ""}, {math.Inf(-1), ""}, {-0.5e-6, "0.000000"}, {-0.6e-6, "-0.000001"}, {1234.5, "1234.500000"}} {
		if got := string(appendFixed(nil, c.x)); got != c.want {
			t.Errorf("%v is written %q", c.x, got)
		}
	}
	for i := range 200 { // whatever it is near, no negative zero
		x := -1e-6 * float64(i) / 100
		if s := string(appendFixed(nil, x)); strings.HasPrefix(s, "-") {
			if v, _ := strconv.ParseFloat(s, 64); v == 0 {
				t.Errorf("%v is written %s", x, s)
			}
		}
	}
}
