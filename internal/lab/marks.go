package lab

import (
	"slices"

	"donorlab/internal/rig"
)

// marked returns recipe and parts with the role given by hand to the parts.
// Neither argument is changed.
func marked(recipe *rig.Recipe, parts *rig.Parts, role rig.Role, which []int) (*rig.Recipe, *rig.Parts) {
	r := recipe.Clone()
	for _, i := range which {
		r.SetMark(&parts.Parts[i], role)
	}
	return r, applied(parts, r)
}

// unmarked returns recipe and parts with the guesses of the parts back.
func unmarked(recipe *rig.Recipe, parts *rig.Parts, which []int) (*rig.Recipe, *rig.Parts) {
	r := recipe.Clone()
	for _, i := range which {
		r.ClearMark(&parts.Parts[i])
	}
	return r, applied(parts, r)
}

// applied returns the parts with a recipe's marks put in, and what is doubtful
// about them then.
func applied(parts *rig.Parts, r *rig.Recipe) *rig.Parts {
	p := *parts
	notes := probeNotes(parts)
	p.Parts = slices.Clone(parts.Parts)
	p.Apply(r)
	p.Findings = append(notes, rig.Verify(&p)...)
	return &p
}
