package lab

import (
	"context"

	"donorlab/internal/rig"
	"donorlab/internal/scene"
)

// ProbeAuto is Probe for a model of which nobody has said what its rig is for:
// rig.Auto decides. The recipe comes back with the target that was found; the one
// that was given stays as it is, and nil means the defaults.
func ProbeAuto(ctx context.Context, m *scene.Model, recipe *rig.Recipe, stripNames bool, r Report) (*rig.Parts, *rig.Recipe, error) {
	if recipe == nil {
		recipe = rig.NewRecipe()
	}
	c := recipe.Clone()
	c.Target = rig.Auto
	p, err := Probe(ctx, m, c, stripNames, r)
	return p, settled(c, p), err
}

// settled is a recipe whose target is no longer left to Probe, which has decided.
func settled(r *rig.Recipe, p *rig.Parts) *rig.Recipe {
	if r == nil || p == nil || r.Target != rig.Auto {
		return r
	}
	c := r.Clone()
	c.Target = p.Target
	return c
}

// SetTarget says what the rig is for; rig.Auto lets Probe decide. The parts are
// guessed anew, which ends as one undo step.
func (s *Session) SetTarget(t rig.Target) *Job {
	name := "Rig for clips of its own"
	switch t {
	case rig.DonorGunship:
		name = "Rig for the donor's clip"
	case rig.Auto:
		name = "Find out what the rig is for"
	}
	return s.editAndProbe(name, func(r *rig.Recipe) { r.Target = t })
}
