package lab

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"donorlab/internal/gait/contacts"
	"donorlab/internal/scene"
)

// clipFeet is the last look at the feet of a clip.
type clipFeet struct {
	model  *scene.Model
	clip   int
	bones  *Bones
	answer *GaitAnswer
	err    error
}

// stagedModel is the model whose clips the Walk tab looks at: the rig's, else the
// source.
func (s *Session) stagedModel() *scene.Model {
	if e := s.evaluator(); e != nil {
		if r := s.work.Rigged; r != nil && (e.Model() == r.Model || e.Model() == r.Rebased) {
			return e.Model()
		}
	}
	return s.doc.Source
}

// FeetClip is the clip that LookAtFeet and LockFeet are about: the one that the
// timeline plays, -1 where that is none of the model's own.
func (s *Session) FeetClip() (clip int, name string) {
	m := s.stagedModel()
	if m == nil || len(m.Animations) == 0 {
		return -1, ""
	}
	i := 0
	switch s.clip.Kind {
	case ClipOwn:
		i = s.clip.Index
	case ClipAuto:
	default:
		return -1, ""
	}
	if i >= len(m.Animations) {
		return -1, ""
	}
	if name = m.Animations[i].Name; name == "" {
		name = fmt.Sprintf("clip %d", i)
	}
	return i, name
}

// bonesOn is the rig map on a stage's model.
func (s *Session) bonesOn(m *scene.Model) *Bones {
	b := s.WalkBones()
	if b == nil {
		return nil
	}
	out := *b
	out.Map = b.mapOn(s.doc.Source, m)
	return &out
}

// LookAtFeet starts to find the contacts, cadence, stride and skate of the clip that
// the timeline plays. Feet has the answer.
func (s *Session) LookAtFeet() *Job {
	m := s.stagedModel()
	i, _ := s.FeetClip()
	if i < 0 {
		return s.refuse("feet", noFeetClip())
	}
	by, b := s.WalkBones(), s.bonesOn(m)
	return s.start("feet", "Looking at the feet", func(ctx context.Context, r Report) (func(), error) {
		a, err := Gait(ctx, m, ClipRef{Kind: ClipOwn, Index: i}, b)
		if ctx.Err() != nil {
			return nil, AsProblem(ctx.Err())
		}
		return func() { s.walk.feet = clipFeet{m, i, by, a, err}; s.Fail(err) }, nil
	})
}

func noFeetClip() *scene.Problem {
	return &scene.Problem{Code: "NO_CLIP", Message: "no clip of the model's own is played", Remedy: "choose one in the timeline"}
}

// Feet is the answer of LookAtFeet, nil before it, or where the clip, the model or the
// bones are others by now.
func (s *Session) Feet() *GaitAnswer {
	k := &s.walk.feet
	if i, _ := s.FeetClip(); k.answer == nil || i != k.clip || k.model != s.stagedModel() || k.bones != s.WalkBones() {
		return nil
	}
	return k.answer
}

// LockFeet starts to make a clip in which the feet of the one that plays do not slide
// while they are down, and plays that. The rig gets it as one undo step; the file
// that was opened is not changed. maxMoveMm is how far a joint may be moved: 0 is a
// twelfth of the leg.
func (s *Session) LockFeet(maxMoveMm float64) *Job {
	i, name := s.FeetClip()
	if i < 0 {
		return s.refuse("feet", noFeetClip())
	}
	return s.addClip("feet", "Foot lock of "+name, func(ctx context.Context, m *scene.Model, b *Bones) (*scene.Model, string, error) {
		out, a, err := FootLock(ctx, m, ClipRef{Kind: ClipOwn, Index: i}, b, contacts.LockOptions{MaxMoveMm: maxMoveMm})
		if err != nil {
			return nil, "", err
		}
		return out, fmt.Sprintf("%s: skate %.1f mm became %.2f mm, no joint moved by more than %.1f mm", a.NewClip, a.Lock.Before, a.Lock.After, a.Lock.MaxMoveMm), nil
	})
}

// BakeWalkClip starts to bake one stride of the built-in walk as a clip of the rig, as
// one undo step, and plays it. Prefs nil are those in force.
func (s *Session) BakeWalkClip(opt WalkOptions) *Job {
	if opt.Prefs == nil {
		p := *s.WalkPrefs()
		opt.Prefs = &p
	}
	return s.addClip("bakewalk", "Walk clip", func(ctx context.Context, m *scene.Model, b *Bones) (*scene.Model, string, error) {
		out, a, err := BakeWalk(ctx, m, b, opt)
		if err != nil {
			return nil, "", err
		}
		return out, fmt.Sprintf("%s: %.2f s, %d keys, off by %.2f mm at most", a.Clip, a.Duration, a.Keys, max(a.MaxErrorMm, a.JointErrorMm)), nil
	})
}

// addClip starts a job that puts one more clip, at the end, on the rig.
func (s *Session) addClip(kind, name string, make func(context.Context, *scene.Model, *Bones) (*scene.Model, string, error)) *Job {
	rigged := s.work.Rigged
	if rigged == nil {
		return s.refuse(kind, &scene.Problem{Code: "NO_RIG", Message: "there is no rig to put a clip on", Remedy: "open a model with a skeleton, or generate one"})
	}
	m := rigged.Model
	b := s.bonesOn(m)
	return s.start(kind, name, func(ctx context.Context, r Report) (func(), error) {
		out, text, err := make(ctx, m, b)
		if err != nil {
			return nil, err
		}
		rebased, rep, err := Rebase(out)
		if err != nil {
			return nil, err
		}
		return func() {
			if s.work.Rigged != rigged {
				s.Say(scene.Problem{Severity: scene.Warning, Code: "RIG_CHANGED", Message: "the clip was left: the rig is another one by now", Remedy: "do it again"})
				return
			}
			s.edit(name, "", func(w *Work) {
				g := *rigged
				g.Model, g.Rebased, g.Report = out, rebased, rep
				w.Rigged = &g
			})
			s.show = ShowRig
			s.SetClip(ClipRef{Kind: ClipOwn, Index: len(out.Animations) - 1})
			s.ShowWalk(false)
			s.clock.Playing = true
			s.Note(text)
		}, nil
	})
}

// ClipPath is where ExportClips writes when nothing else is said: beside the model as
// <model>_Walk.glb. It is "" for a sample.
func (s *Session) ClipPath() string {
	ref := s.doc.Ref
	if ref == "" || IsSample(ref) {
		return ""
	}
	return strings.TrimSuffix(ref, filepath.Ext(ref)) + "_Walk.glb"
}

// ExportClips starts to write the rig with all its clips, those that were made here
// too, as a .glb.
func (s *Session) ExportClips(path string) *Job {
	g := s.work.Rigged
	if g == nil {
		return s.refuse("clips", &scene.Problem{Code: "NO_RIG", Message: "there is no rig to write", Remedy: "open a model with a skeleton"})
	}
	if path == "" {
		return s.refuse("clips", &scene.Problem{Code: "NO_PATH", Message: "a sample has no folder to write beside", Remedy: "give a file"})
	}
	if err := CheckSave(path, KindModel, append([]string{s.doc.Ref}, s.doc.Files...)...); err != nil {
		return s.refuse("clips", AsProblem(err))
	}
	return s.start("clips", "Writing "+filepath.Base(path), func(ctx context.Context, r Report) (func(), error) {
		if err := WriteModel(path, g.Model); err != nil {
			return nil, err
		}
		return func() { s.Note("Written: " + path) }, nil
	})
}
