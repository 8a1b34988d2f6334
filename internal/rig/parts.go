package rig

import (
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// Fingerprint tells a part by its shape, so that a mark finds its part again
// when the mesh was exported anew. Lengths are metres in the node's own mesh
// space, so that moving or turning the node changes nothing.
type Fingerprint struct {
	Vertices int        `json:"vertices"`
	Size     [3]float64 `json:"size"`    // of the bounds, metres
	Center   [3]float64 `json:"center"`  // of the bounds, metres
	Moments  [3]float64 `json:"moments"` // square roots of the principal second moments of area per area, largest first, metres
}

// Identity is a part's name across saves and exports.
type Identity struct {
	Source      string      `json:"source"`    // SHA-256 of the model file, hexadecimal; empty for a model made in memory
	Path        []int       `json:"path"`      // place among the siblings from the root to the node
	Primitive   int         `json:"primitive"` // -1: all of the node's mesh
	Piece       int         `json:"piece"`     // ordinal of the loose piece; -1: not split
	Joint       int         `json:"joint"`     // skin joint whose vertices these are; -1: not split by joints
	Fingerprint Fingerprint `json:"fingerprint"`
}

// Part is one row of the part list: a node's mesh, or a loose piece of it.
type Part struct {
	Index      int         // place in Parts.Parts
	ID         Identity    //
	Name       string      // the node's name, with "#n" behind it for a loose piece
	Nodes      []int       // node indices; one, as long as nothing is merged by hand
	Vertices   int         //
	Triangles  int         //
	Bounds     scene.Box   // model space, after Orientation, metres
	Center     mgl64.Vec3  // of Bounds
	Size       mgl64.Vec3  // of Bounds
	Role       Role        // guessed, or the mark made by hand
	Guess      Role        // guessed, whatever was marked
	ByHand     bool        // Role is a mark of the user's
	Confidence float64     // 0..1 in Guess
	Reason     string      // in words, without full stop
	Axis       *mgl64.Vec3 // unit axle in model space, for what turns (rotors, wheels); nil for others
	Hub        int         // index into Parts.Hubs, -1 for none
	Helper     bool        // collision shape, trigger or the like: neither drawn nor rigged

	Kind         string     // what it was taken for, in words: "road wheel", "hatch", "door", "propeller"; empty where nothing was recognised
	Visibility   Visibility // whether it can be seen from outside; NotTested unless ProbeOptions.Interior was set
	Thinness     float64    // smallest over largest spread of the surface: 0 is a sheet or a rod, 1 a ball
	Round        float64    // 0..1: how alike the spreads across its axis of roundness are; 1 is a disc, a drum or a ring
	Symmetry     int        // order of the rotational symmetry about Axis: n blades or spokes, 0 round, 1 none known
	DominantBone int        // node of the skin joint that holds most of its vertices, -1 for none
	Mirror       int        // index of the part that is its mirror image across the model's middle, -1 for none
	Hidden       bool       // hidden by hand: not drawn in the lab, but rigged and exported
	Merged       bool       // several rows made one by hand

	geo    *geometry // shared, never changed after Probe
	rounds int       // how many round things of a size, side by side, it holds in loose pieces
}

// Visibility says whether a part can be seen from outside. The integers are the
// spec's.
type Visibility int8

// What the interior test found.
const (
	NotTested Visibility = iota - 1
	Interior             // every ray from its surface was blocked
	External             // at least one ray got out
)

// String returns the word for a filter or a table.
func (v Visibility) String() string {
	switch v {
	case Interior:
		return "interior"
	case External:
		return "external"
	}
	return "not tested"
}

// Geometry says which triangles of the source are the part's: for picking and
// tinting. It is nil for a part that is its nodes' whole meshes.
func (p *Part) Geometry() []Chunk {
	if p.geo == nil || p.geo.whole {
		return nil
	}
	return p.geo.chunks
}

// Chunk is a set of triangles of one primitive as one node draws it.
type Chunk struct {
	Node      int
	Primitive int      // in the node's mesh
	Triangles []uint32 // triangle numbers (Indices/3), rising
}

// Hub is one rotor: the parts that turn together about one axle.
type Hub struct {
	Role       Role       // Rotor or TailRotor
	Kind       string     // "main rotor", "tail rotor", "fan", "propeller", "blur disc"
	Parts      []int      // indices into Parts.Parts
	Center     mgl64.Vec3 // on the axle where the blades meet, model space, metres
	Axle       mgl64.Vec3 // unit, model space; main rotors upward, tail rotors to the model's left
	Radius     float64    // of the disc, metres
	Blades     int        // order of symmetry; 0: round
	Fit        Fit        // figures behind it
	Confidence float64    // 0..1
	Reason     string     //
}

// Parts is what Probe finds.
type Parts struct {
	Target      Target
	Orientation Orientation
	Scale       float64 // factor on the file's lengths, applied before anything was measured; 0 counts as 1
	Source      string  // SHA-256 of the model file, hexadecimal; empty for a model made in memory
	Parts       []Part
	Hubs        []Hub      // main rotors first, then tail rotors, larger ones first
	Bounds      scene.Box  // of the parts that are not ignored
	Forward     mgl64.Vec3 // guessed facing: horizontal unit vector
	ForwardWhy  string     // how it was guessed
	Rigged      bool       // 90 % of the vertices already follow a bone
	Findings    []Finding  // parts by index

	lie    hullLie    // how the hull lies
	up     mgl64.Vec3 // the vehicle's own up where its wheels tell it
	ahead  mgl64.Vec3 // its own front, square to up
	upSure bool
	bones  bool      // the rows of skinned meshes are bones
	edits  string    // splits and merges that the rows were made with
	found  []Finding // that only Probe can make; Verify says them for as long as a part of theirs is as guessed
}

// Hidden returns the nodes whose whole mesh is left out of the picture: helper
// shapes, parts whose role is Ignore, and parts hidden by hand.
func (p *Parts) Hidden() []int {
	var out []int
	for i := range p.Parts {
		if q := &p.Parts[i]; (q.Role == Ignore || q.Hidden) && q.geo != nil && q.geo.whole {
			out = append(out, q.Nodes...)
		}
	}
	return out
}

// Counts returns how many parts have each role.
func (p *Parts) Counts() [roleCount]int {
	var n [roleCount]int
	for i := range p.Parts {
		n[p.Parts[i].Role]++
	}
	return n
}
