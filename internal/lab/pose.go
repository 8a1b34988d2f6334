package lab

import (
	"fmt"
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/clip"
	"donorlab/internal/scene"
)

// StageValue is what one stage of the pose stack put in, so that "applied but
// nothing happened" can be seen.
type StageValue struct {
	Stage   string // "Base pose", "Rotor trim", ...
	Value   string // in words: `donor clip "Fly", frame 12.0 of 60`
	Applied bool   // the stage is on
	Moved   int    // nodes whose local transform it changed
}

// Posed is a model at one time: the answer of the one evaluator that preview,
// pictures and export share.
type Posed struct {
	Time   float64 // seconds into the clip
	Pose   scene.Pose
	World  []mgl64.Mat4 // node to model space
	Morphs [][]float32  // morph weights by node; nil where none is animated
	Stages []StageValue
}

// Evaluator poses one model over time. It keeps its buffers: a Posed is valid
// until the next call of At. One goroutine may use it at a time.
type Evaluator struct {
	model   *scene.Model
	base    clip.Source // nil is the rest pose
	name    string      // of the base, in words
	clip    string      // the base clip's own name
	fps     float64
	sampler *clip.Sampler // base, where it is the model's own clip
	own     int           // that clip's index
	donor   *clip.Donor   // whose clip the base is, nil for none
	hand    handStage
	turn    turnStage

	order   []int
	rest    scene.Pose
	posed   Posed
	weights [][]float64
}

// NewEvaluator poses m by one of its own clips, by a donor's clip on its first
// skin, or, for ClipRest, not at all. ClipAuto means the donor's clip if donor
// is not nil, else the first clip, else rest. An error is a *scene.Problem.
func NewEvaluator(m *scene.Model, c ClipRef, donor *clip.Donor) (*Evaluator, error) {
	e := &Evaluator{model: m, order: m.ParentsFirst(), rest: m.RestPose(), name: "rest pose", fps: clip.DefaultFPS}
	kind := c.Kind
	if kind == ClipAuto {
		switch {
		case donor != nil && len(m.Skins) > 0:
			kind = ClipDonor
		case len(m.Animations) > 0:
			kind, c.Index = ClipOwn, 0
		default:
			kind = ClipRest
		}
	}
	switch kind {
	case ClipOwn:
		s, err := clip.NewSampler(m, c.Index)
		if err != nil {
			return nil, AsProblem(err)
		}
		e.base, e.sampler, e.own = s, s, c.Index
		e.clip = m.Animations[c.Index].Name
		e.name = fmt.Sprintf("own clip %q", e.clip)
		if s.Morphs() {
			e.weights = clip.RestWeights(m)
		}
	case ClipDonor:
		if donor == nil {
			return nil, &scene.Problem{Code: "NO_DONOR", Message: "no donor is loaded", Remedy: "open a donor in the Animation Lab, or give --donor"}
		}
		b, err := donor.Bind(m, 0)
		if err != nil {
			return nil, AsProblem(err)
		}
		e.base, e.fps, e.clip, e.donor = b, donor.FPS, donor.Clip, donor
		e.name = fmt.Sprintf("donor clip %q by index", donor.Clip)
	}
	return e, nil
}

// Model returns the model that is posed.
func (e *Evaluator) Model() *scene.Model { return e.model }

// Duration is the base clip's length in seconds, 0 at rest.
func (e *Evaluator) Duration() float64 {
	if e.base == nil {
		return 0
	}
	return e.base.Duration()
}

// ClipName is the base clip's name, "" at rest.
func (e *Evaluator) ClipName() string { return e.clip }

// FPS is the frame grid of the base clip: what "one frame" is.
func (e *Evaluator) FPS() float64 { return e.fps }

// Source is the base with the hand pose on it as clip.Bake takes it, so that a
// bake samples exactly what the preview draws; nil at rest.
func (e *Evaluator) Source() clip.Source {
	return clip.Shift(e.model, e.base, e.hand.offsets)
}

// handStage is the stage after the base pose.
type handStage struct {
	pose    HandPose
	rebased *scene.Model // whose axes pose is in
	offsets []clip.Offset
	frames  []mgl64.Mat4 // see jointFrames, of framed
	framed  *scene.Model
}

// SetHand puts a hand pose on the base; its deltas are in the axes of the
// joints of rebased, which may be the model itself.
func (e *Evaluator) SetHand(h HandPose, rebased *scene.Model) {
	if e.hand.rebased == rebased && slices.Equal(e.hand.pose, h) {
		return
	}
	e.hand.pose, e.hand.rebased, e.hand.offsets = h, rebased, nil
	e.turn.made = false // the axes may be others
	if len(h) > 0 {
		e.hand.offsets = h.offsets(e.model, e.handFrames())
	}
}

// handFrames are jointFrames to the rig in whose axes the hand pose is.
func (e *Evaluator) handFrames() []mgl64.Mat4 {
	s := &e.hand
	if s.rebased == nil {
		return nil
	}
	if s.framed != s.rebased {
		s.framed, s.frames = s.rebased, jointFrames(e.model, s.rebased)
	}
	return s.frames
}

// put composes the hand pose on the sampled one.
func (s *handStage) put(p *Posed) {
	if len(s.offsets) == 0 {
		return
	}
	for i := range s.offsets {
		o := &s.offsets[i]
		p.Pose[o.Node] = o.Apply(p.Pose[o.Node])
	}
	p.Stages = append(p.Stages, StageValue{Stage: "Hand pose", Applied: true, Moved: len(s.offsets),
		Value: bones(len(s.offsets)) + " posed by hand; a bake keeps it, no other file does"})
}

// At evaluates the stack at t seconds.
func (e *Evaluator) At(t float64) *Posed {
	p := &e.posed
	p.Time = t
	p.Pose = append(p.Pose[:0], e.rest...)
	base := StageValue{Stage: "Base pose", Value: e.name, Applied: true}
	if e.base != nil {
		e.base.Pose(t, p.Pose)
		for i := range p.Pose {
			if p.Pose[i] != e.rest[i] {
				base.Moved++
			}
		}
		base.Value = fmt.Sprintf("%s, frame %.1f of %.0f", e.name, t*e.fps, e.base.Duration()*e.fps)
	}
	p.Stages = append(p.Stages[:0], base)
	e.hand.put(p)
	e.turn.put(e, p)
	p.Morphs = nil
	if e.weights != nil {
		e.sampler.Weights(t, e.weights)
		p.Morphs = make([][]float32, len(e.weights))
		for i, w := range e.weights {
			for _, v := range w {
				p.Morphs[i] = append(p.Morphs[i], float32(v))
			}
		}
	}
	p.World = e.model.World(p.World, p.Pose, e.order)
	return p
}
