package samples

import "donorlab/internal/scene"

// StealthHelicopter returns the sample that the lab opens with: a stealth
// scout in loose parts, without rig or clip, wheels on the ground at y = 0.
func StealthHelicopter() *scene.Model {
	m, _ := Variant{}.Build()
	m.Name = "stealth_helicopter"
	return m
}

// StealthTruth returns what is true of StealthHelicopter.
func StealthTruth() Truth {
	_, t := Variant{}.Build()
	return t
}

// The donor gunship's joints, in skin order: clip channels bind to bones by it.
const (
	JointDummyRoot = iota // root; no track, no weights
	JointBase             // body, child of Dummy_Root
	JointHelix            // main rotor, child of Base
	JointHelixBack        // tail rotor, child of Base
)

// The donor clip's measured motion.
const (
	DonorFrames       = 60   // frames in the loop; key DonorFrames equals key 0
	DonorFPS          = 30.0 // frames a second
	DonorMainDegFrame = 18.0 // Helix about local Y
	DonorTailDegFrame = 36.0 // Helix_back about local X
)

// DonorGunship returns the donor: one skinned mesh on the bones Dummy_Root >
// Base > Helix and Helix_back, rest rotations and scales the identity, binds
// the pure negative world position, and the clip "Fly".
func DonorGunship() *scene.Model {
	return &scene.Model{Name: "donor_gunship"}
}
