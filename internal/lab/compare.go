package lab

import (
	"context"
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
	"donorlab/internal/scene/draw"
)

// Against says what the preview is held against, side by side.
type Against uint8

const (
	AgainstNothing Against = iota
	AgainstRest            // the shown stage without its clip
	AgainstSource          // the file as it was loaded
	AgainstRig             // what Generate made
	AgainstGame            // what the game would show
	AgainstModel           // another model, see OpenCompared
)

// String returns the name for a menu.
func (a Against) String() string {
	return [...]string{"Nothing", "The rest pose", "Source", "Rig", "As the game shows it", "Another model"}[a%6]
}

// side is the other half of a comparison: B, while the preview is A.
type side struct {
	with  Against
	cache shownCache // B's own
	model *scene.Model
	ref   string
	view  *sourceView // of model
	bare  bool        // B is being made, and without the hand pose
}

// Compare holds the preview against something, or ends that with
// AgainstNothing. What cannot be shown now (see WhyNoCompare) is refused with a
// message.
func (s *Session) Compare(with Against) {
	if why := s.WhyNoCompare(with); why != "" {
		s.Say(scene.Problem{Severity: scene.Warning, Code: "NO_COMPARE", Message: "nothing to compare with: " + why})
		return
	}
	if with != AgainstModel {
		s.side.model, s.side.view = nil, nil
	}
	s.side.with, s.side.cache = with, shownCache{}
}

// Compared returns what the preview is held against, AgainstNothing where that
// is not there any more, and its name.
func (s *Session) Compared() (Against, string) {
	w := s.side.with
	if s.WhyNoCompare(w) != "" {
		return AgainstNothing, ""
	}
	if w == AgainstModel {
		return w, s.side.model.Name
	}
	return w, w.String()
}

// WhyNoCompare says why the preview cannot be held against something now, "" if
// it can.
func (s *Session) WhyNoCompare(with Against) string {
	switch {
	case with == AgainstNothing:
		return ""
	case s.doc.Source == nil:
		return "open a model first"
	case s.walk.shown:
		return "a walker is compared in the Walk tab (Beside it)"
	case with == AgainstModel && s.side.model == nil:
		return "choose the other model first"
	case (with == AgainstRig || with == AgainstGame) && s.work.Rigged == nil:
		return "generate the rig first"
	case with == AgainstGame && s.work.Donor == nil:
		return "choose a donor first"
	}
	return ""
}

// OpenCompared starts to load a model to hold the preview against. One is kept
// at a time.
func (s *Session) OpenCompared(ref string) *Job {
	return s.start("compare", "Loading "+ref, func(ctx context.Context, r Report) (func(), error) {
		m, err := Load(ctx, ref, r)
		if err != nil {
			return nil, err
		}
		return func() {
			s.side = side{with: AgainstModel, model: m, ref: ref, view: newSourceView(m, nil)}
			s.Note("Compared with " + m.Name)
		}, nil
	})
}

// BuildCompared fills list with the other half of the comparison, by the
// preview's camera and time, and returns nil where there is none. The clip of
// another length goes round at its own.
func (s *Session) BuildCompared(list *draw.List, width, height int) *Frame {
	with, _ := s.Compared()
	if with == AgainstNothing {
		return nil
	}
	var f *Frame
	s.aside(with, func() {
		ground := 0.0
		if with == AgainstModel {
			f = s.otherModel()
			ground = s.frame.ground
		} else {
			f = s.FrameAt(wrapTime(s.clock.Time, s.Duration()))
			ground = s.groundY()
		}
		s.frame.builder.Frame(list, f.items, s.view.Camera, s.options(width, height, true, ground))
	})
	return f
}

// aside runs f with B's stage in place of A's, each with caches of its own.
func (s *Session) aside(with Against, f func()) {
	show, clip, hovering := s.show, s.clip, s.hovering
	s.frame.shownCache, s.side.cache = s.side.cache, s.frame.shownCache
	defer func() {
		s.show, s.clip, s.hovering = show, clip, hovering
		s.frame.shownCache, s.side.cache = s.side.cache, s.frame.shownCache
		s.side.bare = false
	}()
	s.hovering, s.side.bare = false, with == AgainstRest
	switch with {
	case AgainstRest:
		s.clip = ClipRef{Kind: ClipRest}
	case AgainstSource:
		s.show = ShowSource
	case AgainstRig:
		s.show = ShowRig
	case AgainstGame:
		s.show = ShowGame
	}
	f()
}

// otherModel is a frame of the model that was opened to compare with.
func (s *Session) otherModel() *Frame {
	c, m := &s.frame.shownCache, s.side.model
	if c.eval == nil || c.eval.Model() != m {
		e, err := NewEvaluator(m, ClipRef{}, nil)
		if err != nil {
			e, _ = NewEvaluator(m, ClipRef{Kind: ClipRest}, nil)
		}
		c.eval = e
	}
	e := c.eval
	f := &Frame{Show: ShowSource, Model: m, Place: mgl64.Ident4(), Duration: e.Duration(), FPS: e.FPS()}
	f.Posed = e.At(wrapTime(s.clock.Time, e.Duration()))
	f.dress = dressSource(s.side.view, nil, s.prepare(m), f.Place, true)
	f.items = []draw.Item{f.dress.item(m, f.Posed, s.view.Overlays, nil)}
	s.view.Look.dress(&f.items[0], m)
	if c.groundOf != m {
		c.groundOf, c.ground = m, restGround(e, &f.dress)
		f.Posed = e.At(wrapTime(s.clock.Time, e.Duration()))
	}
	return f
}

// wrapTime is a time within a clip of another length, seconds.
func wrapTime(t, duration float64) float64 {
	if duration <= 0 || t <= duration {
		return t
	}
	return math.Mod(t, duration)
}
