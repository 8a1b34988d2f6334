package lab

import (
	"context"
	"fmt"

	"donorlab/internal/rig"
	"donorlab/internal/scene"
)

// Subject says what a picture shows.
type Subject struct {
	Model   *scene.Model
	Clip    string // name or number of its own clip; "" means the first
	Rest    bool   // no clip: the rest pose
	Donor   *Donor // wear the donor's clip, as the game would show it; Clip and Rest do not count then
	Roles   bool   // parts are found, so that they can be tinted by role
	Helpers bool   // collision helpers are drawn, too
}

// Studio makes the studio that takes the subject's pictures. The notes say what
// was left out or changed on the way.
func (s Subject) Studio(ctx context.Context, r Report) (*Studio, []scene.Problem, error) {
	m := s.Model
	if s.Donor != nil {
		if len(m.Skins) == 0 {
			return nil, nil, NoSkeleton(m)
		}
		own, err := OwnRig(m)
		if err != nil {
			return nil, nil, err
		}
		var notes []scene.Problem
		if own.Report.Changed {
			notes = append(notes, scene.Problem{Severity: scene.Info, Code: "REBASED", File: m.Source.Path,
				Message: "the rests were rebased for the picture, as the game does it", Remedy: "see labctl rebase"})
		}
		st, err := NewRigStudio(own, ClipRef{}, s.Donor)
		return st, notes, err
	}
	c := ClipRef{Kind: ClipRest}
	if !s.Rest {
		var err error
		if c, err = FindClip(m, s.Clip); err != nil {
			return nil, nil, err
		}
	}
	// Parts are needed for tints, and to know collision helpers; a model with a
	// skeleton has no such helpers of its own.
	var parts *rig.Parts
	var notes []scene.Problem
	if s.Roles || (len(m.Skins) == 0 && !s.Helpers) {
		p, err := Probe(ctx, m, nil, false, r)
		switch {
		case ctx.Err() != nil:
			return nil, nil, AsProblem(ctx.Err())
		case err != nil:
			notes = append(notes, scene.Problem{Severity: scene.Info, Code: "NO_PARTS", File: m.Source.Path,
				Message: fmt.Sprintf("parts were not told apart: %s", AsProblem(err).Message)})
		default:
			parts = p
			if !s.Helpers {
				notes = append(notes, helperNote(p)...)
			}
		}
	}
	st, err := NewStudio(m, parts, c, s.Roles, s.Helpers)
	return st, notes, err
}
