package lab

import (
	"context"

	"donorlab/internal/rig"
	"donorlab/internal/scene"
)

// ProbeAuto is Probe for a model of which nobody has said what its rig is for:
// one with a main rotor is for the donor gunship's clip, any other has wheels,
// turrets and guns of its own. The recipe comes back with that target; the one
// that was given stays as it is, and nil means the defaults.
func ProbeAuto(ctx context.Context, m *scene.Model, recipe *rig.Recipe, stripNames bool, r Report) (*rig.Parts, *rig.Recipe, error) {
	if recipe == nil {
		recipe = rig.NewRecipe()
	}
	c := recipe.Clone()
	c.Target = rig.DonorGunship
	p, err := Probe(ctx, m, c, stripNames, r)
	if err != nil || hasMainRotor(p) {
		return p, c, err
	}
	c.Target = rig.General
	p, err = Probe(ctx, m, c, stripNames, r)
	return p, c, err
}

// hasMainRotor reports whether a rotor lifts the machine: a propeller or a
// fan in a duct alone does not make it one that the gunship's clip fits.
func hasMainRotor(p *rig.Parts) bool {
	for i := range p.Hubs {
		h := &p.Hubs[i]
		if h.Role != rig.Rotor || h.Kind == "propeller" {
			continue
		}
		for _, part := range h.Parts {
			if p.Parts[part].Role == rig.Rotor {
				return true
			}
		}
	}
	for i := range p.Parts { // marked by hand, so that no hub was found
		if q := &p.Parts[i]; q.ByHand && q.Role == rig.Rotor && q.Hub < 0 {
			return true
		}
	}
	return false
}
