package lab

import (
	"context"
	"fmt"
	"math"

	"donorlab/internal/clip"
	"donorlab/internal/rig"
	"donorlab/internal/scene"
)

// Bake samples a clip onto a rebased rig: the donor's clip if donor is not nil,
// else the rig's own clip c. It samples what the preview draws: both go through
// Evaluator. The zero BakeOptions take 30 samples a second; the clip's name is
// the motion's own when opt has none.
func Bake(ctx context.Context, r *Rigged, c ClipRef, donor *Donor, opt clip.BakeOptions) (*Baked, error) {
	return bakePosed(ctx, r, c, donor, opt, nil)
}

// bakePosed is Bake with a hand pose on the clip.
func bakePosed(ctx context.Context, r *Rigged, c ClipRef, donor *Donor, opt clip.BakeOptions, hand HandPose) (*Baked, error) {
	if err := ctx.Err(); err != nil {
		return nil, AsProblem(err)
	}
	if donor != nil {
		c = ClipRef{Kind: ClipDonor}
	}
	e, err := newEvaluator(r.Rebased, c, donor)
	if err != nil {
		return nil, err
	}
	e.SetHand(hand, r.Rebased)
	if e.Source() == nil {
		return nil, &scene.Problem{Code: "NO_CLIP", File: r.Model.Source.Path, Message: "there is no clip to bake",
			Remedy: "give a donor, or a model with an animation"}
	}
	if opt.Name == "" {
		opt.Name = e.ClipName()
	}
	opt.Loop = opt.Loop || donor != nil
	a, rep, err := clip.Bake(r.Rebased, e.Source(), opt)
	if err != nil {
		return nil, withFile(r.Model.Source.Path, err)
	}
	if len(hand) > 0 {
		a, rep = closer(r.Rebased, e.Source(), opt, a, rep)
	}
	b := &Baked{Model: clip.WithClips(r.Rebased, a), Clip: a.Name, Report: rep, rigged: r, donor: donor, opt: opt, sampled: true, hand: hand}
	b.Findings = bakeDoubts(r.Rebased, rep, opt)
	switch {
	case len(hand) == 0:
	case e.sampler != nil:
		b.plain = clip.WithClips(r.Rebased, r.Rebased.Animations[e.own])
	case e.base == nil:
		b.plain = clip.WithClips(r.Rebased)
	default:
		a, _, err := clip.Bake(r.Rebased, e.base, opt)
		if err != nil {
			return nil, withFile(r.Model.Source.Path, err)
		}
		b.plain = clip.WithClips(r.Rebased, a)
	}
	return b, nil
}

// bakeDoubts says that a clip is further off than it may be. Keys alone do not do
// that: the bake adds as many as it takes. Files hold 32-bit floats, and far from
// the origin those are coarse.
func bakeDoubts(m *scene.Model, rep clip.BakeReport, opt clip.BakeOptions) []rig.Finding {
	limit := opt.MaxErrorMm
	if limit == 0 {
		limit = bakeErrorMm
	}
	if limit < 0 || rep.MaxErrorMm <= limit {
		return nil
	}
	f := rig.Finding{Severity: scene.Warning, Code: "BAKE_ERROR",
		Message: fmt.Sprintf("the baked clip is up to %.3g mm off, more than the %.3g mm that it may be", rep.MaxErrorMm, limit),
		Cause:   fmt.Sprintf("at %.4g samples a second the straight lines between the samples cut the motion short", rep.Rate),
		Fix:     "bake at a higher rate, or allow a larger error"}
	far := 0.0
	box := m.Bounds()
	for k := range 3 {
		far = max(far, math.Abs(box.Min[k]), math.Abs(box.Max[k]))
	}
	// A vertex and its bone's place are each rounded, so a few steps add up.
	if step := 1000 * far * 0x1p-23; !box.Empty() && far > 10*box.Diagonal() && step > limit/4 {
		f.Cause = fmt.Sprintf("the model reaches %.0f m from the origin, where a file's 32-bit floats come in steps of %.2g mm", far, step)
		f.Fix = "move the model to the origin in the modelling program, then rig and bake it again"
	}
	return []rig.Finding{f}
}

// problems are the bake's findings as messages for the log, the status line and an
// export.
func (b *Baked) problems() []scene.Problem {
	var out []scene.Problem
	for _, f := range b.Findings {
		text := f.Message
		if f.Cause != "" {
			text += ": " + f.Cause
		}
		out = append(out, scene.Problem{Severity: f.Severity, Code: f.Code, File: b.rigged.Model.Source.Path, Message: text, Remedy: f.Fix})
	}
	return out
}

// closer bakes again at a higher rate where the bake is too far off: a bone that
// was moved off a turning joint goes round a circle, which straight lines between
// the clip's own keys cut short. The error falls with the square of the rate.
// What is asked for may be out of reach: the best stays, and its report says how
// far off it is.
func closer(m *scene.Model, src clip.Source, opt clip.BakeOptions, a scene.Animation, rep clip.BakeReport) (scene.Animation, clip.BakeReport) {
	limit := opt.MaxErrorMm
	if limit == 0 {
		limit = bakeErrorMm
	}
	for range 3 {
		if limit < 0 || rep.MaxErrorMm <= limit {
			break
		}
		opt.Rate = rep.Rate * math.Ceil(1.2*math.Sqrt(rep.MaxErrorMm/limit))
		finer, report, err := clip.Bake(m, src, opt)
		if err != nil || report.MaxErrorMm >= rep.MaxErrorMm {
			break
		}
		a, rep = finer, report
	}
	return a, rep
}

// bakeErrorMm is clip.Bake's own limit where none is given.
const bakeErrorMm = 0.1

// bare is the model with the clip without the hand pose, on which the preview
// puts the pose as it is now: never twice.
func (b *Baked) bare() *scene.Model {
	if b.plain != nil {
		return b.plain
	}
	return b.Model
}

// Bake starts to bake the clip that the entry asks for onto the rig: the
// donor's where "Use donor animation clip" is ticked, else the rig's own. It is
// an undo step.
func (s *Session) Bake() *Job {
	w := s.work
	if w.Rigged == nil {
		return s.refuse("bake", &scene.Problem{Code: "NO_RIG", Message: "there is no rig to bake onto", Remedy: "press Generate rig first"})
	}
	return s.start("bake", "Baking", func(ctx context.Context, r Report) (func(), error) {
		b, err := bakeFor(ctx, w)
		if err != nil {
			return nil, err
		}
		return func() {
			if s.work.Rigged != w.Rigged {
				return // another rig was made meanwhile
			}
			s.edit("Bake "+b.Clip, "", func(n *Work) { n.Baked = b })
			s.Note(fmt.Sprintf("Baked %q: %d frames, %d keys, at most %.3f mm off", b.Clip, b.Report.Frames, b.Report.Keys, b.Report.MaxErrorMm))
			for _, p := range b.problems() {
				s.Say(p)
			}
		}, nil
	})
}

// bakeFor bakes what the work's entry asks for.
func bakeFor(ctx context.Context, w *Work) (*Baked, error) {
	var donor *Donor
	if w.Entry != nil && w.Entry.UseDonorClip {
		if w.Donor == nil {
			return nil, &scene.Problem{Code: "NO_DONOR", Message: "the entry uses the donor's clip, but no donor is loaded", Remedy: "open a donor in the Animation Lab"}
		}
		donor = w.Donor
	}
	r, c := w.Rigged, ClipRef{}
	if donor == nil && len(r.Rebased.Animations) == 0 {
		return spinFor(ctx, w)
	}
	if donor == nil && w.Entry != nil && w.Entry.AnimClip != "" {
		ref, err := FindClip(r.Rebased, w.Entry.AnimClip)
		if err != nil {
			return nil, err
		}
		c = ref
	}
	return bakePosed(ctx, r, c, donor, clipOptions(w.Entry), w.Hand)
}

// spinFor makes the rig's own spin clip: every rotor turns about the axle that
// Generate authored (main rotors local Y, tail rotors local X).
// With a hand pose the turning rotors are sampled with it.
func spinFor(ctx context.Context, w *Work) (*Baked, error) {
	r := w.Rigged
	spins, opt := spinsOf(r, w.Recipe)
	if len(spins) == 0 && len(w.Hand) > 0 {
		o := clipOptions(w.Entry)
		o.Name = "Pose"
		return bakePosed(ctx, r, ClipRef{Kind: ClipRest}, nil, o, w.Hand)
	}
	if len(spins) == 0 {
		return nil, &scene.Problem{Code: "NO_CLIP", File: r.Model.Source.Path, Message: "there is no clip to bake and no rotor to spin",
			Remedy: "tick Use donor animation clip, or mark the rotors and press Generate rig"}
	}
	a, err := clip.SpinClip(r.Rebased, spins, opt)
	if err != nil {
		return nil, AsProblem(err)
	}
	if len(w.Hand) > 0 {
		turning := *r
		turning.Rebased = clip.WithClips(r.Rebased, a)
		o := clipOptions(w.Entry)
		o.Name, o.Loop = a.Name, true
		b, err := bakePosed(ctx, &turning, ClipRef{Kind: ClipOwn}, nil, o, w.Hand)
		if err != nil {
			return nil, err
		}
		b.rigged = r
		return b, nil
	}
	keys := 0
	for i := range a.Channels {
		keys += len(a.Channels[i].Times)
	}
	return &Baked{Model: clip.WithClips(r.Rebased, a), Clip: a.Name, rigged: r,
		Report: clip.BakeReport{Frames: opt.Frames + 1, Keys: keys, Channels: len(a.Channels), Rate: clip.DefaultFPS}}, nil
}
