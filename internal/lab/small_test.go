package lab

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
	"donorlab/internal/scene/draw"
)

func TestClockLoops(t *testing.T) {
	c := Clock{Playing: true}
	for range 90 {
		c.Tick(TickSeconds, 1)
	}
	if math.Abs(c.Time-0.5) > 1e-9 {
		t.Fatalf("after 1.5 s of a 1 s loop: %v", c.Time)
	}
	c = Clock{Playing: true, Mode: Once, Time: 0.99}
	for range 3 {
		c.Tick(TickSeconds, 1)
	}
	if c.Time != 1 || c.Playing {
		t.Fatalf("once: %+v", c)
	}
	c = Clock{Playing: true, Speed: -1, Time: 0.1}
	for range 12 {
		c.Tick(TickSeconds, 1)
	}
	if math.Abs(c.Time-0.9) > 1e-9 {
		t.Fatalf("backwards: %v", c.Time)
	}
	c = Clock{Playing: true, From: 0.25, To: 0.5, Time: 0.49}
	for range 6 {
		c.Tick(TickSeconds, 1)
	}
	if c.Time < 0.25 || c.Time >= 0.5 {
		t.Fatalf("left its range: %v", c.Time)
	}
}

func TestClockPingPong(t *testing.T) {
	c := Clock{Playing: true, Mode: PingPong}
	last, turns, dir := 0.0, 0, 1.0
	for range 600 {
		c.Tick(TickSeconds, 1)
		if d := c.Time - last; d*dir < 0 {
			turns++
			dir = -dir
		}
		if c.Time < 0 || c.Time > 1 || math.Abs(c.Time-last) > TickSeconds+1e-9 {
			t.Fatalf("jumped from %v to %v", last, c.Time)
		}
		last = c.Time
	}
	if turns < 9 || turns > 10 {
		t.Fatalf("turned %d times in ten seconds", turns)
	}
}

func TestClockFrameStep(t *testing.T) {
	c := Clock{Playing: true, Time: 0.21}
	c.StepFrames(1, 30, 1)
	if c.Playing || math.Abs(c.Time-7.0/30) > 1e-12 {
		t.Fatalf("%+v", c)
	}
	c = Clock{}
	c.StepFrames(-1, 30, 1)
	if c.Time != 1 {
		t.Fatalf("back from the start: %v", c.Time)
	}
	c.StepFrames(1, 30, 1)
	if c.Time != 0 {
		t.Fatalf("on from the end: %v", c.Time)
	}
	c.Seek(math.NaN(), 1)
	c.Seek(5, 1)
	if c.Time != 1 {
		t.Fatalf("seek past the end: %v", c.Time)
	}
}

func TestFlightTimesDoNotStrobe(t *testing.T) {
	times := FlightTimes(5, 80.0/30, 30)
	// Degrees a frame and blades of the donor's rotors on the sample's.
	for _, r := range []struct{ degrees, blades float64 }{{18, 5}, {36, 10}, {36, 4}, {18, 4}, {18, 2}} {
		share := 360 / r.blades
		for i := range times {
			for k := range i {
				d := math.Mod((times[i]-times[k])*30*r.degrees, share) / share
				if d = math.Min(d, 1-d); d < 0.02 {
					t.Errorf("%v blades at %v deg: times %d and %d look alike (%.3f of a blade apart)", r.blades, r.degrees, k, i, d)
				}
			}
		}
	}
}

func TestFitCameraSeesEveryPoint(t *testing.T) {
	points := []mgl64.Vec3{{-5, 0, -7}, {5, 0, 7}, {0, 4, 0}, {1, 1, 12}, {-0.1, -2, 3}}
	for _, aspect := range []float64{0.5, 1, 16.0 / 9} {
		for az := 0.0; az < 360; az += 37 {
			for _, el := range []float64{-90, -20, 0, 35, 90} {
				for _, ortho := range []bool{false, true} {
					c := FitCamera(scene.Camera{AzimuthDeg: az, ElevationDeg: el, Ortho: ortho}, points, aspect)
					h := 720
					w := int(float64(h) * aspect)
					p := draw.NewProjector(c, w, h)
					side := 0.0
					for _, q := range points {
						x, y, _, ok := p.Point(q)
						if !ok {
							t.Fatalf("a point is before the near plane")
						}
						side = math.Max(side, math.Max(math.Abs(x/float64(w)-0.5), math.Abs(y/float64(h)-0.5))*2)
					}
					if side > 1 || side < 0.8 {
						t.Fatalf("aspect %v az %v el %v ortho %v: the outermost point is at %.3f of the half picture", aspect, az, el, ortho, side)
					}
				}
			}
		}
	}
}

func TestFitCameraIgnoresRounding(t *testing.T) {
	a := []mgl64.Vec3{{-5.1, 0, -7.3}, {5.2, 0, 7.1}, {0, 4.4, 0}}
	b := append([]mgl64.Vec3(nil), a...)
	for i := range b {
		b[i] = b[i].Add(mgl64.Vec3{3e-7, -2e-7, 1e-7})
	}
	cam := DefaultView().Camera
	if FitCamera(cam, a, 1.5) != FitCamera(cam, b, 1.5) {
		t.Fatal("points that differ by rounding give another camera")
	}
}

func TestSettingsKeepUnknownFields(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "settings.json")
	if err := os.WriteFile(name, []byte(`{"version":1,"theme":"light","later":{"a":[1,2]}}`), 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := LoadSettings(dir)
	if err != nil || s.Theme != "light" {
		t.Fatalf("%+v %v", s, err)
	}
	s.Remember("/x/heli.glb")
	s.Remember(SampleDonor)
	if err := SaveSettings(t.Context(), dir, s); err != nil {
		t.Fatal(err)
	}
	data, _ := os.ReadFile(name)
	if !strings.Contains(string(data), `"later"`) || !strings.Contains(string(data), "heli.glb") || strings.Contains(string(data), "sample:") {
		t.Fatalf("saved %s", data)
	}
}

func TestDamagedSettingsAreKeptAside(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "settings.json")
	if err := os.WriteFile(name, []byte(`{"version":`), 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := LoadSettings(dir)
	if p := AsProblem(err); p == nil || p.Code != "SETTINGS_DAMAGED" {
		t.Fatalf("%v", err)
	}
	if s.Version != SettingsVersion {
		t.Fatalf("%+v", s)
	}
	if _, err := os.Stat(name + ".bad"); err != nil {
		t.Fatal("the damaged file was not kept")
	}
}

func TestRoleColoursStayApart(t *testing.T) {
	for i := range roleSRGB {
		for k := range i {
			d := 0.0
			for c := range 3 {
				x := float64(roleSRGB[i][c]) - float64(roleSRGB[k][c])
				d += x * x
			}
			if math.Sqrt(d) < 30 {
				t.Errorf("roles %d and %d have nearly the same colour", i, k)
			}
		}
	}
}

func TestResourceName(t *testing.T) {
	for in, want := range map[string]string{"stealth_helicopter": "StealthHelicopter", "": "Model", "heli": "Heli", "a b-c.2": "ABC2", "日本": "日本"} {
		if got := resourceName(in); got != want {
			t.Errorf("%q became %q, not %q", in, got, want)
		}
	}
}

func TestHistoryBudget(t *testing.T) {
	big := func() *Work {
		m := &scene.Model{Meshes: []scene.Mesh{{Primitives: []scene.Primitive{{Indices: make([]uint32, 1000)}}}}}
		return &Work{Rigged: &Rigged{Model: m}}
	}
	var h history
	last := big()
	for range 40 {
		next := big()
		h.do(step{name: "x", before: last, after: next})
		last = next
	}
	h.slim(10 * 4000)
	if len(h.steps) != 9 || h.at != 9 || h.steps[8].after != last {
		t.Fatalf("%d steps are left of a budget of ten rigs", len(h.steps))
	}
	h.slim(0)
	if len(h.steps) != historyLeast {
		t.Fatalf("%d steps are left of no budget", len(h.steps))
	}
}
