package samples

import "donorlab/internal/scene"

// Layout says which rotors a Variant has.
type Layout uint8

const (
	Fantail   Layout = iota // one main rotor and the canted fan
	Coaxial                 // two main rotors on one mast, no fan in the ring
	Tandem                  // a main rotor fore and one aft, no fan in the ring
	NoTailFan               // one main rotor only, as NOTAR machines
)

// Variant describes a helicopter that differs from StealthHelicopter in how it
// was built or in how its file is put together. The zero Variant is the sample
// itself. All switches can be combined.
type Variant struct {
	Layout     Layout
	MainBlades int  // zero means 5
	FanBlades  int  // zero means 10
	Flat       bool // all parts are roots whose vertices are already in model space
	Merged     bool // one node, one mesh, a primitive a material, vertices in model space
	OneSurface bool // as Merged, and a single primitive with one material
	Mirrored   bool // every part's mesh is mirrored and its node has scale -1 on X, which shows the same thing
	StripNames bool // no node, mesh or material has a name
	ZUp        bool // vertices are Z up under a root that turns them, as a Blender export has it
	// FarMetres moves the whole machine along +X and +Z. Where the vertices are
	// in model space (Flat, Merged), float32 leaves them a grid of 1 mm at 1e4.
	FarMetres float64
	// YawDeg turns the machine about Y, right-handed: 90 faces +X.
	YawDeg float64
	// Size scales the machine about the ground point below its origin; zero means 1.
	Size float64
}

// Build makes the model and its truth.
func (v Variant) Build() (*scene.Model, Truth) {
	return v.build(stealthAssembly(v))
}
