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
	DonorFrames       = 80   // frames in the loop; key DonorFrames equals key 0
	DonorFPS          = 30.0 // frames a second
	DonorMainDegFrame = 18.0 // Helix about local Y
	DonorTailDegFrame = 36.0 // Helix_back about local X
)

// DonorGunship returns the donor: one skinned mesh on the bones Dummy_Root >
// Base > Helix and Helix_back, rest rotations and scales the identity, binds
// the pure negative world position, and the clip "Fly".
func DonorGunship() *scene.Model {
	s := gunship()
	m := &scene.Model{Name: "donor_gunship", Materials: palette()}
	joints := donorSkeleton(m)
	prims, labels := s.primitives()
	for i := range prims {
		bind(&prims[i], labels[i])
	}
	m.Meshes = []scene.Mesh{{Name: "Gunship", Primitives: prims}}
	body := scene.Node{Name: "Gunship", Local: scene.Identity(), Mesh: scene.Some(0), Skin: scene.Some(0)}
	m.Roots = append(m.Roots, len(m.Nodes))
	m.Nodes = append(m.Nodes, body)
	m.Animations = []scene.Animation{donorClip(joints)}
	(&maker{m: m}).dropUnused()
	return m
}

// Asset is one file under assets/ and how its model is made.
type Asset struct {
	File  string
	Model func() *scene.Model
}

// Assets lists the files that `make assets` writes.
func Assets() []Asset {
	return []Asset{
		{"stealth_helicopter.glb", StealthHelicopter},
		{"donor_gunship.glb", DonorGunship},
		{"walker.glb", Walker},
	}
}
