package samples

import "github.com/go-gl/mathgl/mgl64"

// Label says what a triangle belongs to.
type Label uint8

const (
	LabelBody  Label = iota // airframe, canopy, crew, struts: moves with the body
	LabelMain               // main rotor: blades, hub, the mast that turns with it
	LabelMain2              // second main rotor of a coaxial (upper) or tandem (rear) machine
	LabelTail               // tail fan or tail rotor
	LabelWheel              // tyre and rim
	LabelGun                // gun turret and barrels
)

// String names the label.
func (l Label) String() string {
	return [...]string{"body", "main rotor", "second main rotor", "tail rotor", "wheel", "gun"}[l]
}

// RotorTruth describes one rotor in model space, metres.
type RotorTruth struct {
	Label  Label
	Hub    mgl64.Vec3 // where the blade axes meet
	Axis   mgl64.Vec3 // unit; a main rotor's points up its mast, a tail rotor's has X >= 0
	Radius float64    // hub to blade tip
	Blades int
	Nodes  []int // nodes that hold only this rotor; empty in a merged mesh
}

// WheelTruth describes one wheel in model space, metres.
type WheelTruth struct {
	Center mgl64.Vec3
	Axle   mgl64.Vec3 // unit, X >= 0
	Radius float64
	Nodes  []int
}

// GunTruth describes the chin gun in model space, metres.
type GunTruth struct {
	Pivot  mgl64.Vec3 // where the turret turns
	Muzzle mgl64.Vec3 // centre of the barrels' front end
	Nodes  []int
}

// Truth is what a maker knows about its model.
type Truth struct {
	Rotors []RotorTruth // main rotors first, the tail rotor last
	Wheels []WheelTruth
	Gun    GunTruth
	// Front and Up are the model's own directions in model space: +Z and +Y
	// unless the variant is turned.
	Front, Up mgl64.Vec3
	// Labels has one label a triangle: by node, primitive of the node's mesh,
	// triangle. Nodes without a mesh have none.
	Labels [][][]Label
}

// Rotor returns the rotor with the given label and whether there is one.
func (t *Truth) Rotor(l Label) (RotorTruth, bool) {
	for _, r := range t.Rotors {
		if r.Label == l {
			return r, true
		}
	}
	return RotorTruth{}, false
}
