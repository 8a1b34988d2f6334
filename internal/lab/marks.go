package lab

import (
	"slices"

	"donorlab/internal/rig"
)

// marked returns recipe and parts with the role given by hand to the parts.
// Neither argument is changed.
func marked(recipe *rig.Recipe, parts *rig.Parts, role rig.Role, which []int) (*rig.Recipe, *rig.Parts) {
	r, p := *recipe, *parts
	r.Marks = slices.Clone(recipe.Marks)
	p.Parts = slices.Clone(parts.Parts)
	for _, i := range which {
		q := &p.Parts[i]
		q.Role, q.ByHand = role, true
		m := rig.Mark{Part: q.ID, Name: q.Name, Role: role}
		at := slices.IndexFunc(r.Marks, func(o rig.Mark) bool { return samePart(o.Part, q.ID) })
		if at >= 0 {
			r.Marks[at] = m
		} else {
			r.Marks = append(r.Marks, m)
		}
	}
	return &r, &p
}

// unmarked returns recipe and parts with the parts' guesses back.
func unmarked(recipe *rig.Recipe, parts *rig.Parts, which []int) (*rig.Recipe, *rig.Parts) {
	r, p := *recipe, *parts
	r.Marks = slices.Clone(recipe.Marks)
	p.Parts = slices.Clone(parts.Parts)
	for _, i := range which {
		q := &p.Parts[i]
		q.Role, q.ByHand = q.Guess, false
		r.Marks = slices.DeleteFunc(r.Marks, func(o rig.Mark) bool { return samePart(o.Part, q.ID) })
	}
	return &r, &p
}

// samePart reports whether two identities name the same place in a file.
func samePart(a, b rig.Identity) bool {
	return a.Primitive == b.Primitive && a.Piece == b.Piece && a.Joint == b.Joint && slices.Equal(a.Path, b.Path)
}
