package lab

import (
	"context"

	"donorlab/internal/clip"
	"donorlab/internal/gait/contacts"
	"donorlab/internal/scene"
)

// GaitAnswer is what the feet of a clip do, and how they were found.
type GaitAnswer struct {
	contacts.Report
	Warnings []scene.Problem      `json:"warnings"`
	Lock     *contacts.LockReport `json:"lock,omitempty"`
	NewClip  string               `json:"newClip,omitempty"` // of the foot lock
}

// Gait finds the contacts, cadence, stride and foot skate of one of a model's
// own clips. bones may be nil: they are found then. The error is a
// *scene.Problem.
func Gait(ctx context.Context, m *scene.Model, c ClipRef, bones *Bones) (*GaitAnswer, error) {
	opt, bones, err := gaitOptions(ctx, m, c, bones)
	if err != nil {
		return nil, err
	}
	r, err := contacts.Analyse(m, c.Index, opt)
	if err != nil {
		return nil, withFile(m.Source.Path, err)
	}
	a := &GaitAnswer{Report: r, Warnings: []scene.Problem{}}
	a.warn(bones)
	return a, nil
}

// FootLock returns the model with one more clip, in which the feet of the given
// one do not slide while they are down. The error is a *scene.Problem.
func FootLock(ctx context.Context, m *scene.Model, c ClipRef, bones *Bones, opt contacts.LockOptions) (*scene.Model, *GaitAnswer, error) {
	look, bones, err := gaitOptions(ctx, m, c, bones)
	if err != nil {
		return nil, nil, err
	}
	r, err := contacts.Analyse(m, c.Index, look)
	if err != nil {
		return nil, nil, withFile(m.Source.Path, err)
	}
	opt.Options = look
	out, rep, err := contacts.Lock(m, c.Index, opt)
	if err != nil {
		return nil, nil, withFile(m.Source.Path, err)
	}
	a := &GaitAnswer{Report: r, Warnings: []scene.Problem{}, Lock: &rep, NewClip: out.Name}
	a.warn(bones)
	if len(rep.Unlockable) > 0 {
		a.Warnings = append(a.Warnings, scene.Problem{Severity: scene.Warning, Code: "FOOT_UNLOCKABLE", File: m.Source.Path,
			Message: "feet that do not hang from two bones were left as they are", Remedy: "set the leg's bones by hand"})
	}
	if rep.After > 1 && rep.Before > 1 {
		a.Warnings = append(a.Warnings, scene.Problem{Severity: scene.Warning, Code: "SKATE_LEFT", File: m.Source.Path,
			Message: "feet still slide by more than a millimetre: the leg does not reach, or the bound on how far a joint may move is too small",
			Remedy:  "raise the bound, or lower the hips in the clip"})
	}
	clips := append(append([]scene.Animation(nil), m.Animations...), out)
	return clip.WithClips(m, clips...), a, nil
}

func gaitOptions(ctx context.Context, m *scene.Model, c ClipRef, bones *Bones) (contacts.Options, *Bones, error) {
	if err := ctx.Err(); err != nil {
		return contacts.Options{}, nil, AsProblem(err)
	}
	if c.Kind != ClipOwn {
		return contacts.Options{}, nil, &scene.Problem{Code: "NO_CLIP", File: m.Source.Path, Message: "there is no clip whose feet could be looked at",
			Remedy: "give a model with an animation, and name it"}
	}
	if bones == nil {
		var err error
		if bones, err = FindBones(m, ""); err != nil {
			return contacts.Options{}, nil, err
		}
	}
	return contacts.Options{Bones: &bones.Map}, bones, nil
}

// warn tells what was odd about the bones of a body that walks; of other models
// the lowest chains are the feet, whatever a body's map says.
func (a *GaitAnswer) warn(b *Bones) {
	if ok, _ := b.Map.Walkable(); ok {
		a.Warnings = append(a.Warnings, b.Problems...)
	}
}
