package draw

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"donorlab/internal/scene"
)

// TestLampMatchesKey: a directional lamp lights as the key light does.
func TestLampMatchesKey(t *testing.T) {
	dir := mgl32.Vec3{0.48, 0.64, 0.6}
	with, without := NewShader(Light{KeyDir: dir, Key: mgl32.Vec3{1, 0.5, 0.2}}), NewShader(Light{KeyDir: dir})
	lamp := []Lamp{{Dir: dir.Mul(-1), Color: mgl32.Vec3{1, 0.5, 0.2}, ConeOffset: 1}}
	for _, c := range []struct{ metal, rough float32 }{{0, 1}, {1, 0.2}, {0.5, 0}, {1, 1}} {
		for _, n := range []mgl32.Vec3{{0, 1, 0}, {0, 0, 1}, {0.6, 0, 0.8}, {-1, 0, 0}} {
			v := mgl32.Vec3{0, 0.6, 0.8}
			r, g, b := shadeOne(&with, 0.7, 0.4, 0.2, n[0], n[1], n[2], v[0], v[1], v[2], c.metal, c.rough, 1, 0, 0, 0)
			add := without.Lamps(lamp, mgl32.Vec3{0.7, 0.4, 0.2}, n, v, mgl32.Vec3{9, 9, 9}, c.metal, c.rough)
			x, y, z := shadeOne(&without, 0.7, 0.4, 0.2, n[0], n[1], n[2], v[0], v[1], v[2], c.metal, c.rough, 1, add[0], add[1], add[2])
			if d := (mgl32.Vec3{r - x, g - y, b - z}).Len(); !(d < 1e-4) {
				t.Errorf("metal %v rough %v normal %v: key %v %v %v, lamp %v %v %v", c.metal, c.rough, n, r, g, b, x, y, z)
			}
		}
	}
}

// TestPointAndSpot: inverse square, the end of the range, and the cone, against
// numbers worked out by hand from the extension's formulas.
func TestPointAndSpot(t *testing.T) {
	s := NewShader(Light{})
	chalk := func(l Lamp, p mgl32.Vec3) float64 {
		// Black, rough and seen at a right angle: what is left is the highlight; white
		// chalk less that is albedo/pi of the light.
		n, v := mgl32.Vec3{0, 1, 0}, mgl32.Vec3{0, 1, 0}
		white := s.Lamps([]Lamp{l}, mgl32.Vec3{1, 1, 1}, n, v, p, 0, 1)
		black := s.Lamps([]Lamp{l}, mgl32.Vec3{}, n, v, p, 0, 1)
		return float64(white[0]-black[0]) * math.Pi
	}
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-4*max(want, 1) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	bulb := Lamp{Point: true, Pos: mgl32.Vec3{0, 2, 0}, Dir: mgl32.Vec3{0, -1, 0}, Color: mgl32.Vec3{8, 8, 8}, ConeOffset: 1}
	near("2 m below", chalk(bulb, mgl32.Vec3{}), 2)
	near("4 m below", chalk(bulb, mgl32.Vec3{0, -2, 0}), 0.5)
	near("beside, 45 degrees", chalk(bulb, mgl32.Vec3{2, 0, 0}), 1*math.Sqrt(0.5))
	bulb.InvRange = 1.0 / 4
	near("half of the range", chalk(bulb, mgl32.Vec3{}), 2*(1-1.0/16))
	near("past the range", chalk(bulb, mgl32.Vec3{0, -2.5, 0}), 0)
	spot := bulb
	spot.InvRange = 0
	in, out := math.Cos(0.2), math.Cos(0.6)
	spot.ConeScale, spot.ConeOffset = float32(1/(in-out)), float32(-out/(in-out))
	near("on the axis", chalk(spot, mgl32.Vec3{}), 2)
	near("outside the cone", chalk(spot, mgl32.Vec3{2, 0, 0}), 0)
	x := 2 * math.Tan(0.4)
	share := (math.Cos(0.4) - out) / (in - out)
	near("in the cone's rim", chalk(spot, mgl32.Vec3{float32(x), 0, 0}), 8/(4+x*x)*math.Cos(0.4)*share*share)
	bulb.Pos = mgl32.Vec3{}
	if v := chalk(bulb, mgl32.Vec3{}); v-v != 0 {
		t.Errorf("a lamp on the surface: %v", v)
	}
}

// TestLampsInList: nodes place lamps; the strongest are kept and, when they are
// far too strong, dimmed together.
func TestLampsInList(t *testing.T) {
	m := triangleModel(1)
	for i := range 12 {
		m.Lights = append(m.Lights, scene.Light{Kind: scene.Point, Color: mgl32.Vec3{1, 1, 1}, Intensity: float32(i + 1)})
		n := scene.Node{Local: scene.Identity(), Light: scene.Some(i)}
		n.Local.T[2] = 3
		m.Roots = append(m.Roots, len(m.Nodes))
		m.Nodes = append(m.Nodes, n)
	}
	cam := scene.Camera{Distance: 5}
	l := frameOf([]Item{{Prepared: Prepare(m)}}, cam, Options{LampScale: 1})
	if len(l.Lamps) != MaxLamps || l.Lamps[0].Color[0] != 12 || l.Lamps[7].Color[0] != 5 {
		t.Fatalf("lamps %+v", l.Lamps)
	}
	if p := l.Lamps[0].Pos; p.Sub(mgl32.Vec3{0, 0, -2}).Len() > 1e-4 {
		t.Errorf("the lamp is at %v from the eye", p)
	}
	l = frameOf([]Item{{Prepared: Prepare(m)}}, cam, Options{})
	sum := float32(0)
	for i := range l.Lamps {
		sum += l.Lamps[i].Color[0] / 9
	}
	if math.Abs(float64(sum)-brightLamp) > 0.01 {
		t.Errorf("lamps give %v at the middle, want %v", sum, brightLamp)
	}
	if l = frameOf([]Item{{Prepared: Prepare(m)}}, cam, Options{NoLamps: true}); len(l.Lamps) != 0 {
		t.Error("lamps that were not asked for")
	}
}

// TestExposure is in stops.
func TestExposure(t *testing.T) {
	l := frameOf(nil, scene.Camera{Distance: 5}, Options{Exposure: 1.5})
	if e := l.Light.Exposure; math.Abs(float64(e)-math.Exp2(1.5)) > 1e-5 {
		t.Errorf("exposure %v", e)
	}
}
