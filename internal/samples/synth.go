package samples

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// RotorSpec describes a rotor on its own. Zero values have sensible meanings.
type RotorSpec struct {
	Blades    int        // zero means 4
	Radius    float64    // metres; zero means 5
	Chord     float64    // metres; zero means Radius/12
	Axis      mgl64.Vec3 // zero means +Y; need not be unit
	Hub       mgl64.Vec3 // model space
	PhaseDeg  float64    // turns the first blade about the axis
	ConingDeg float64    // blades rise by this angle, as under load; negative droops
	Mast      bool       // a shaft as long as the radius below the hub
	OneBlade  int        // if set, blade OneBlade (from 1) has forty times the vertices
	Joined    bool       // one node for all, else one a blade and one for the hub
}

// Build makes the rotor. Blades are boxes with a slight pitch.
func (s RotorSpec) Build() (*scene.Model, RotorTruth) {
	s = s.defaults()
	a := &assembly{name: "rotor"}
	hub := newShape(matMetal, LabelMain)
	r := s.Radius * 0.05
	hub.lathe([]turned{{-r, r}, {r, r}}, 24, false, false)
	if s.Mast {
		hub.lathe([]turned{{-s.Radius, r / 2}, {-r / 2, r / 2}}, 12, false, false)
	}
	rot := toY(s.Axis)
	if s.Joined {
		for i := range s.Blades {
			hub.merge(s.blade(i), spinY(s.angle(i)))
		}
	}
	t := RotorTruth{Label: LabelMain, Hub: s.Hub, Axis: s.Axis, Radius: s.Radius, Blades: s.Blades}
	put := func(name string, sh *shape, turn mgl64.Mat4) {
		t.Nodes = append(t.Nodes, a.add(name, -1, scene.Identity(), sh.moved(placed(s.Hub, rot).Mul4(turn))))
	}
	put("Hub", hub, mgl64.Ident4())
	for i := 0; i < s.Blades && !s.Joined; i++ {
		put(fmt.Sprintf("Blade_%d", i+1), s.blade(i), spinY(s.angle(i)))
	}
	m, _ := Variant{Flat: true}.build(a)
	return m, t
}

func (s RotorSpec) defaults() RotorSpec {
	if s.Blades == 0 {
		s.Blades = 4
	}
	if s.Radius == 0 {
		s.Radius = 5
	}
	if s.Chord == 0 {
		s.Chord = s.Radius / 12
	}
	if s.Axis == (mgl64.Vec3{}) {
		s.Axis = mgl64.Vec3{0, 1, 0}
	}
	s.Axis = s.Axis.Normalize()
	return s
}

func (s RotorSpec) angle(blade int) float64 {
	return s.PhaseDeg + 360*float64(blade)/float64(s.Blades)
}

// blade is one blade along +Z, coned, pitched by eight degrees.
func (s RotorSpec) blade(i int) *shape {
	pieces := 2
	if s.OneBlade == i+1 {
		pieces = 80
	}
	sin, cos := math.Sincos(s.ConingDeg * math.Pi / 180)
	ps, pc := math.Sincos(8 * math.Pi / 180)
	w, h := s.Chord/2, s.Chord*0.06
	var rings [][]vec
	for k := range pieces + 1 {
		r := s.Radius * (0.08 + 0.92*float64(k)/float64(pieces))
		var ring []vec
		for _, c := range [][2]float64{{w, -h}, {w, h}, {-w, h}, {-w, -h}} {
			x, y := c[0]*pc-c[1]*ps, c[0]*ps+c[1]*pc
			ring = append(ring, vec{x, y*cos + r*sin, r*cos - y*sin})
		}
		rings = append(rings, ring)
	}
	b := newShape(matBlade, LabelMain)
	b.loft(rings, sweep{caps: true, hard: true})
	return b
}

// Rotor makes a rotor with the hub at the origin, one node a blade.
func Rotor(blades int, radius float64, axis mgl64.Vec3, mast bool) (*scene.Model, RotorTruth) {
	return RotorSpec{Blades: blades, Radius: radius, Axis: axis, Mast: mast}.Build()
}

// WheelSpec describes a wheel on its own.
type WheelSpec struct {
	Radius float64    // metres; zero means 0.4
	Width  float64    // metres; zero means Radius/2
	Spokes int        // zero means a full disc
	Axle   mgl64.Vec3 // zero means +X; need not be unit
	Center mgl64.Vec3 // model space
	Sides  int        // corners of the tyre's outline; zero means 24
}

// Build makes the wheel as one node.
func (s WheelSpec) Build() (*scene.Model, WheelTruth) {
	s = s.defaults()
	w := newShape(matRubber, LabelWheel)
	h, r := s.Width/2, s.Radius
	if s.Spokes == 0 {
		w.lathe([]turned{{-h, r * 0.9}, {-h * 0.8, r}, {h * 0.8, r}, {h, r * 0.9}}, s.Sides, false, false)
	} else {
		w.lathe([]turned{{-h, r * 0.8}, {-h, r * 0.95}, {-h * 0.7, r}, {h * 0.7, r}, {h, r * 0.95}, {h, r * 0.8}}, s.Sides, true, false)
		w.use(matMetal)
		w.lathe([]turned{{-h, r * 0.15}, {h, r * 0.15}}, 12, false, false)
		for i := range s.Spokes {
			sin, cos := sinCosDeg(360 * float64(i) / float64(s.Spokes))
			w.cone(vec{r * 0.1 * sin, 0, r * 0.1 * cos}, vec{r * 0.85 * sin, 0, r * 0.85 * cos}, r*0.05, r*0.04, 8)
		}
	}
	a := &assembly{name: "wheel"}
	a.add("Wheel", -1, scene.Identity(), w.moved(placed(s.Center, toY(s.Axle))))
	m, _ := Variant{Flat: true}.build(a)
	t := WheelTruth{Center: s.Center, Axle: s.Axle, Radius: s.Radius, Nodes: []int{0}}
	if t.Axle[0] < 0 {
		t.Axle = t.Axle.Mul(-1)
	}
	return m, t
}

func (s WheelSpec) defaults() WheelSpec {
	if s.Radius == 0 {
		s.Radius = 0.4
	}
	if s.Width == 0 {
		s.Width = s.Radius / 2
	}
	if s.Axle == (mgl64.Vec3{}) {
		s.Axle = mgl64.Vec3{1, 0, 0}
	}
	s.Axle = s.Axle.Normalize()
	if s.Sides == 0 {
		s.Sides = 24
	}
	return s
}

// Wheel makes a wheel at the origin.
func Wheel(radius, width float64, spokes int, axle mgl64.Vec3) (*scene.Model, WheelTruth) {
	return WheelSpec{Radius: radius, Width: width, Spokes: spokes, Axle: axle}.Build()
}
