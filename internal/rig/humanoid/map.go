package humanoid

import (
	"fmt"
	"strings"

	"github.com/go-gl/mathgl/mgl64"
)

// Slot names one bone of a body.
type Slot uint8

// The slots. The names in files and in JSON are those of String. A limb's
// slots lie in the same order on both sides; see On.
const (
	Hips       Slot = iota // carries the legs and the spine
	Spine                  // lowest bone of the trunk above the hips
	Chest                  // carries the shoulders, unless there is an UpperChest
	UpperChest             // carries the shoulders where the trunk has three bones or more
	Neck
	Head
	LeftEye
	LeftShoulder // collar bone
	LeftUpperArm
	LeftLowerArm
	LeftHand
	LeftUpperLeg
	LeftLowerLeg
	LeftFoot // turns about the ankle
	LeftToes // turns about the ball
	RightEye
	RightShoulder
	RightUpperArm
	RightLowerArm
	RightHand
	RightUpperLeg
	RightLowerLeg
	RightFoot
	RightToes
	SlotCount // how many slots there are
)

// Side is a side of the body, by its own left and right.
type Side uint8

// The sides; they index Rest.Legs.
const (
	Left Side = iota
	Right
)

// String returns "left" or "right".
func (s Side) String() string {
	if s == Left {
		return "left"
	}
	return "right"
}

var slotNames = [SlotCount]string{"hips", "spine", "chest", "upperChest", "neck", "head",
	"leftEye", "leftShoulder", "leftUpperArm", "leftLowerArm", "leftHand",
	"leftUpperLeg", "leftLowerLeg", "leftFoot", "leftToes",
	"rightEye", "rightShoulder", "rightUpperArm", "rightLowerArm", "rightHand",
	"rightUpperLeg", "rightLowerLeg", "rightFoot", "rightToes"}

// String returns the slot's name as in JSON: "leftUpperLeg".
func (s Slot) String() string {
	if s < SlotCount {
		return slotNames[s]
	}
	return fmt.Sprintf("Slot(%d)", uint8(s))
}

// MarshalText writes the slot's name.
func (s Slot) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// ParseSlot finds a slot by its name, ignoring case.
func ParseSlot(name string) (Slot, bool) {
	for i, n := range slotNames {
		if strings.EqualFold(n, name) {
			return Slot(i), true
		}
	}
	return 0, false
}

// On returns the slot's counterpart on the given side: LeftFoot.On(Right) is
// RightFoot. A slot of the middle is returned as it is.
func (s Slot) On(side Side) Slot {
	const step = RightEye - LeftEye
	switch {
	case s < LeftEye || s >= SlotCount:
		return s
	case s < RightEye && side == Right:
		return s + step
	case s >= RightEye && side == Left:
		return s - step
	}
	return s
}

// Parent returns the slot that carries this one on a body whose slots are all
// there, and false for the hips.
func (s Slot) Parent() (Slot, bool) {
	switch s.On(Left) {
	case Hips:
		return Hips, false
	case Spine, LeftUpperLeg:
		return Hips, true
	case Neck, LeftShoulder:
		return UpperChest, true
	case LeftEye:
		return Head, true
	}
	return s - 1, true
}

// How says what a bone was recognised by.
type How uint8

// Ways to recognise a bone, the weakest first.
const (
	Missing How = iota // there is no such bone
	ByShape            // the tree and the rest pose
	ByName             // its name, and the shape does not object
	ByHand             // the user said so
)

// String returns the way as the window and JSON show it.
func (h How) String() string {
	switch h {
	case ByShape:
		return "shape"
	case ByName:
		return "name"
	case ByHand:
		return "hand"
	}
	return "missing"
}

// MarshalText writes the way's name.
func (h How) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// Bone is what one slot was filled with.
type Bone struct {
	Node int    // the node's index, -1 where How is Missing
	How  How    //
	Why  string // half a sentence for the user: what was matched, or why nothing was
	// Detached says that the node does not hang below the bone that carries it
	// on a body, as in rigs whose feet are children of the root: who poses the
	// body has to carry it along, by setting its local transform from the
	// model-space transform that it should have.
	Detached bool
	Pos      mgl64.Vec3 // the joint at rest, model space
}

// Leg is one leg at rest. Lengths in metres, places in model space.
type Leg struct {
	Thigh, Shin float64    // hip joint to knee, knee to ankle
	Hip         mgl64.Vec3 // the hip joint: the upper leg's origin
	Knee        mgl64.Vec3 // the lower leg's origin
	Ankle       mgl64.Vec3 // the foot's origin, or where one would be (see FootInShin)
	Ball        mgl64.Vec3 // the toes' origin, or a guess: where the foot bends
	Sole        mgl64.Vec3 // on the ground, straight below the ankle
	AnkleHeight float64    // of the ankle over the sole
	Heel, Toe   float64    // how far the sole reaches behind and ahead of the ankle; measured on the mesh where there is one
	// FootInShin marks a leg without a foot bone whose lower leg carries the
	// foot's mesh: Ankle is then a place on the lower leg, and turning the foot
	// is turning the lower leg.
	FootInShin bool
}

// Length is the leg's length stretched out, from hip joint to ankle.
func (l *Leg) Length() float64 { return l.Thigh + l.Shin }

// Rest is how the body stands at rest, in model space.
type Rest struct {
	Up, Forward, Left mgl64.Vec3 // unit length, a right-handed frame: Left = Up x Forward
	FacingWhy         string     // what Forward was read from
	Legs              [2]Leg     // by Side; whole where Walkable
	LegLength         float64    // mean of both legs' Length: the unit of locomotion's distances
	HipHeight         float64    // mean height of the hip joints over the ground
	Ground            float64    // height of the sole along Up
	Height            float64    // from the ground to the top of the mesh, or to the topmost bone
	// Scale is how many metres of model space one unit of the hips' own local
	// translation is: 0.01 below a x0.01 armature, 1 mostly.
	Scale float64
}

// Map says which nodes of a model are which bones of a body. Find makes one;
// in the zero Map every bone is missing.
type Map struct {
	Skin  int // the skin whose joints were looked through, -1 for all nodes of the scene
	Bones [SlotCount]Bone
	Rest  Rest
	// FourLegs says that other limbs stand on the ground as well: no body for a
	// two-legged walk.
	FourLegs bool
}

// Node returns the node of a slot, -1 where the bone is missing.
func (m *Map) Node(s Slot) int {
	if s >= SlotCount || m.Bones[s].How == Missing {
		return -1
	}
	return m.Bones[s].Node
}

// Has reports whether the slot's bone was found.
func (m *Map) Has(s Slot) bool { return m.Node(s) >= 0 }

// Carrier returns the nearest slot above s that has a bone, and false where
// there is none.
func (m *Map) Carrier(s Slot) (Slot, bool) {
	for {
		p, ok := s.Parent()
		if !ok {
			return s, false
		}
		if m.Has(p) {
			return p, true
		}
		s = p
	}
}

// Walkable reports whether the body can walk: hips, and on both sides an upper
// leg, a lower leg and a foot of more than no length. A lower leg that carries
// the foot's mesh counts as having a foot. why says what is missing, as half a
// sentence for the user, and is empty where ok.
func (m *Map) Walkable() (ok bool, why string) {
	if m.FourLegs {
		return false, "the body stands on more than two legs"
	}
	if !m.Has(Hips) {
		return false, "no hips were found: " + m.reason(Hips)
	}
	for _, side := range []Side{Left, Right} {
		leg := &m.Rest.Legs[side]
		for _, s := range []Slot{LeftUpperLeg, LeftLowerLeg, LeftFoot} {
			s = s.On(side)
			if !m.Has(s) && !(s.On(Left) == LeftFoot && leg.FootInShin) {
				return false, fmt.Sprintf("the %s leg has no %s: %s", side, limbWord[s.On(Left)], m.reason(s))
			}
		}
		if !(leg.Thigh > 0 && leg.Shin > 0) || leg.Length() > maxLength {
			return false, fmt.Sprintf("the %s leg has a bone without length", side)
		}
	}
	return true, ""
}

// maxLength is the longest leg, in metres, that is believed: far past any
// model, far from where float64 runs out.
const maxLength = 1e9

var limbWord = map[Slot]string{LeftUpperLeg: "upper leg", LeftLowerLeg: "lower leg", LeftFoot: "foot"}

func (m *Map) reason(s Slot) string {
	if w := m.Bones[s].Why; w != "" {
		return w
	}
	return "nothing was looked for"
}
