package lab

import (
	"context"
	"errors"
	"fmt"

	"donorlab/internal/rig"
	"donorlab/internal/scene"
)

// OwnRig is a model that came with its skeleton, and what the game makes of it.
func OwnRig(m *scene.Model) (*Rigged, error) {
	return &Rigged{Model: m, Rebased: m}, nil
}

// firstWork is the work that a freshly loaded model starts with: its recipe
// from beside the file if there is one, its parts, its own skeleton if it has
// one. A model that cannot be probed (no mesh) opens all the same.
func firstWork(ctx context.Context, ref string, m *scene.Model, r Report) (*Work, []scene.Problem, error) {
	w := &Work{Recipe: rig.NewRecipe()}
	var notes []scene.Problem
	parts, err := Probe(ctx, m, w.Recipe, false, r)
	if err != nil {
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		p := *AsProblem(err)
		p.Severity = scene.Warning
		notes = append(notes, p)
	}
	w.Parts = parts
	if len(m.Skins) > 0 {
		own, err := OwnRig(m)
		var p *scene.Problem
		if errors.As(err, &p) {
			notes = append(notes, *p)
		} else {
			w.Rigged = own
			notes = append(notes, scene.Problem{Severity: scene.Info, Code: "OWN_RIG",
				Message: fmt.Sprintf("the model has a skeleton of its own with %d joints", len(m.Skins[0].Joints)),
				Remedy:  "fly it as it is, or press Generate rig to make a new one"})
		}
	}
	return w, notes, nil
}

// UseDonorClip reports whether "Use donor animation clip" is ticked.
func (s *Session) UseDonorClip() bool { return false }
