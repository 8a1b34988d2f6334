package samples

import (
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
	return &scene.Model{Name: "rotor"}, RotorTruth{}
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
	return &scene.Model{Name: "wheel"}, WheelTruth{}
}

// Wheel makes a wheel at the origin.
func Wheel(radius, width float64, spokes int, axle mgl64.Vec3) (*scene.Model, WheelTruth) {
	return WheelSpec{Radius: radius, Width: width, Spokes: spokes, Axle: axle}.Build()
}
