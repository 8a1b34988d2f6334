package rig

import (
	"strings"

	"donorlab/internal/scene"
)

// guessByName is the spec's table of names, with guns, tracks and trails beside
// it, which the spec leaves to the user: a name only raises or lowers confidence.
// ok is false where the name says nothing.
func guessByName(name string) (r Role, ok bool) {
	s := strings.ToLower(name)
	has := func(words ...string) bool {
		for _, w := range words {
			if strings.Contains(s, w) {
				return true
			}
		}
		return false
	}
	switch {
	case has("fantail", "fenestron"), has("tail") && has("rotor", "prop"):
		return TailRotor, true
	case has("rotor", "helix", "blade", "propeller"):
		return Rotor, true
	case has("steering"): // a steering wheel turns with nobody's axle
		return Default, false
	case has("wheel", "tyre", "tire"):
		return Wheel, true
	case has("turret") && has("gun", "barrel"): // of the one or of the other
		return Default, false
	case has("turret"):
		return Turret, true
	case has("muzzle"):
		return Muzzle, true
	case has("gun", "barrel", "cannon", "howitzer"):
		return Gun, true
	case has("caterpillar", "track", "tread"):
		return Caterpillar, true
	case has("trail") && !has("trailer"):
		return Trail, true
	}
	return Default, false
}

// nameOf returns what a node is called: its own name, or its mesh's.
func nameOf(m *scene.Model, node int) string {
	if n := m.Nodes[node].Name; n != "" {
		return n
	}
	if k, ok := m.Nodes[node].Mesh.Get(); ok {
		return m.Meshes[k].Name
	}
	return ""
}

// hintOf looks at the names of a node, its mesh and its extras.
func hintOf(m *scene.Model, node int) (Role, bool) {
	if r, ok := guessByName(m.Nodes[node].Name); ok {
		return r, true
	}
	if k, ok := m.Nodes[node].Mesh.Get(); ok {
		if r, ok := guessByName(m.Meshes[k].Name); ok {
			return r, true
		}
	}
	if d := extraString(m.Nodes[node].Extras, "data"); d != "" {
		return guessByName(d)
	}
	return Default, false
}

func (f *finder) nameSaysRotor(set []int) bool {
	for _, i := range set {
		if r, ok := hintOf(f.m, f.pieces[i].node); !ok || r != Rotor && r != TailRotor {
			return false
		}
	}
	return len(set) > 0
}
