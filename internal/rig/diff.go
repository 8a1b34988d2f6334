package rig

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// BoneChange is one difference between two rigs.
type BoneChange struct {
	Name     string  `json:"name"`
	Change   string  `json:"change"`   // "added", "removed" or "moved"
	Old      int     `json:"old"`      // index in the old rig; -1: was not there
	New      int     `json:"new"`      // index in the new rig; -1: is gone
	Moved    float64 `json:"moved"`    // how far its rest position went, metres
	TurnDeg  float64 `json:"turnDeg"`  // how far its rest frame turned
	Parent   string  `json:"parent"`   // new parent's name, where that changed; else empty
	Parts    int     `json:"parts"`    // parts that follow it more (or, negative, fewer) than before
	Vertices int     `json:"vertices"` // the same for vertices
}

// String says the change in words.
func (c BoneChange) String() string {
	switch c.Change {
	case "added":
		return fmt.Sprintf("%s is new (bone %d)", c.Name, c.New)
	case "removed":
		return fmt.Sprintf("%s is gone (was bone %d)", c.Name, c.Old)
	}
	s := c.Name
	sep := ""
	add := func(format string, args ...any) {
		s += sep + " " + fmt.Sprintf(format, args...)
		sep = ","
	}
	if c.Moved > 0 {
		add("moved by %.4g m", c.Moved)
	}
	if c.TurnDeg > 0 {
		add("turned by %.3g deg", c.TurnDeg)
	}
	if c.Old != c.New {
		add("went from index %d to %d", c.Old, c.New)
	}
	if c.Parent != "" {
		add("hangs on %s now", c.Parent)
	}
	if c.Vertices != 0 {
		add("has %+d vertices", c.Vertices)
	}
	return s
}

// Steps that are no change: what two runs on the same shape may differ by.
const (
	diffMetres = 1e-6
	diffDeg    = 1e-3
)

// Diff says how the new rig's bones differ from the old one's: bones that were
// added, removed (by name), or moved, which includes a new index, a new parent
// and other vertices, since each of them changes what a clip drives. The new
// rig's order comes first, then what is gone. A nil rig has no bones.
func Diff(old, new *Rig) []BoneChange {
	out := []BoneChange{}
	was := diffBones(old)
	is := diffBones(new)
	at := map[string]int{}
	for i, b := range was {
		at[b.name] = i
	}
	kept := map[string]bool{}
	for i, b := range is {
		k, ok := at[b.name]
		if !ok {
			out = append(out, BoneChange{Name: b.name, Change: "added", Old: -1, New: i, Parts: b.parts, Vertices: b.vertices})
			continue
		}
		kept[b.name] = true
		a := was[k]
		c := BoneChange{Name: b.name, Change: "moved", Old: k, New: i, Parts: b.parts - a.parts, Vertices: b.vertices - a.vertices}
		if d := b.at.Sub(a.at).Len(); d > diffMetres || math.IsNaN(d) {
			c.Moved = d
		}
		if d := turnDeg(a.frame, b.frame); d > diffDeg {
			c.TurnDeg = d
		}
		if a.parent != b.parent {
			c.Parent = b.parent
		}
		if c.Moved != 0 || c.TurnDeg != 0 || c.Parent != "" || c.Vertices != 0 || c.Parts != 0 || k != i {
			out = append(out, c)
		}
	}
	for k, a := range was {
		if !kept[a.name] {
			out = append(out, BoneChange{Name: a.name, Change: "removed", Old: k, New: -1, Parts: -a.parts, Vertices: -a.vertices})
		}
	}
	return out
}

type diffBone struct {
	name, parent    string
	at              mgl64.Vec3
	frame           mgl64.Mat3
	parts, vertices int
}

func diffBones(r *Rig) []diffBone {
	if r == nil || r.Model == nil {
		return nil
	}
	world := r.Model.World(nil, nil, nil)
	verts := r.boneVertices()
	out := make([]diffBone, len(r.Bones))
	for i, b := range r.Bones {
		w := world[b.Node]
		out[i] = diffBone{name: b.Name, at: mgl64.Vec3{w[12], w[13], w[14]}, frame: mgl64.Mat3FromCols(w.Col(0).Vec3(), w.Col(1).Vec3(), w.Col(2).Vec3()),
			parts: len(b.Parts), vertices: verts[i]}
		if b.Parent >= 0 {
			out[i].parent = r.Bones[b.Parent].Name
		}
	}
	return out
}

// turnDeg is the angle between two rotations. It comes from the sine of half
// the angle, which is exact where the angle is small.
func turnDeg(a, b mgl64.Mat3) float64 {
	d := 0.0 // squared Frobenius norm of the difference: 8 sin^2(angle/2)
	for k := range 9 {
		d += (a[k] - b[k]) * (a[k] - b[k])
	}
	return 2 * math.Asin(min(math.Sqrt(d/8), 1)) * 180 / math.Pi
}
