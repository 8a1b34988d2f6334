package rig

import (
	"math"
)

// Repair is a fix that is certain enough for a button: changes of the recipe,
// each of them absent where its field is zero. It names parts by identity, so
// that it is good for as long as the file is.
type Repair struct {
	Title       string       `json:"title"`                 // for the button, without full stop: "Ignore 12 interior parts"
	Marks       []Mark       `json:"marks,omitempty"`       // roles to set as if by hand
	Hub         *HubOverride `json:"hub,omitempty"`         // to put over a fitted hub or wheel
	Splits      []Identity   `json:"splits,omitempty"`      // parts to split into loose pieces, for the next Probe
	Scale       float64      `json:"scale,omitempty"`       // new Recipe.Scale
	Orientation *Orientation `json:"orientation,omitempty"` // new Recipe.Orientation
}

// Apply returns a copy of the recipe with the repair made; r itself is not
// changed, and nil counts as NewRecipe. Applying a repair twice is the same as
// applying it once.
func (f *Repair) Apply(r *Recipe) *Recipe {
	if r == nil {
		r = NewRecipe()
	}
	out := r.Clone()
	if f == nil {
		return out
	}
	for _, m := range f.Marks {
		out.SetMark(&Part{ID: m.Part, Name: m.Name}, m.Role)
	}
	for _, id := range f.Splits {
		out.SetSplit(&Part{ID: id}, true)
	}
	if f.Hub != nil {
		o := *f.Hub
		o.Center, o.Axle = cloneVec(o.Center), cloneVec(o.Axle)
		out.SetOverride(o)
	}
	if f.Scale > 0 && !math.IsInf(f.Scale, 0) {
		out.Scale = f.Scale
	}
	if f.Orientation != nil {
		out.Orientation = *f.Orientation
	}
	return out
}

// marksOf are marks that give parts a role, for a Repair.
func (p *Parts) marksOf(role Role, parts []int) []Mark {
	out := make([]Mark, 0, len(parts))
	for _, i := range parts {
		out = append(out, Mark{Part: p.Parts[i].ID, Name: p.Parts[i].Name, Role: role})
	}
	return out
}
