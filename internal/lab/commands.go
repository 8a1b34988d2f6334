package lab

import (
	"context"
	"fmt"

	"donorlab/internal/rig"
	"donorlab/internal/scene"
)

// Open starts to load a model, probe it and, where it comes with a skeleton,
// rebase that. What is open stays open until the load has succeeded. A recipe
// that lies beside the file is used.
func (s *Session) Open(ref string) *Job {
	return s.start("open", "Loading "+ref, func(ctx context.Context, r Report) (func(), error) {
		m, err := Load(ctx, ref, r)
		if err != nil {
			return nil, err
		}
		w, notes, err := firstWork(ctx, ref, m, r)
		if err != nil {
			return nil, err
		}
		return func() { s.opened(ref, m, w, notes) }, nil
	})
}

// opened takes a loaded model in.
func (s *Session) opened(ref string, m *scene.Model, w *Work, notes []scene.Problem) {
	w.Donor = s.work.Donor
	s.doc = Document{Ref: ref, Source: m}
	s.work, s.saved = w, w
	s.hist.clear()
	s.selected = nil
	s.frame = frameCache{}
	s.clip, s.show = ClipRef{}, ShowAuto
	s.clock.Time = 0
	s.FrameAll(16.0 / 9)
	s.settings.Remember(ref)
	for _, p := range m.Warnings {
		s.Say(p)
	}
	for _, p := range notes {
		s.Say(p)
	}
	s.Note(fmt.Sprintf("Opened %s: %d triangles, %d nodes", m.Name, m.TriangleCount(), len(m.Nodes)))
}

// Mark gives the parts a role by hand.
func (s *Session) Mark(role rig.Role, parts ...int) {
	w := s.work
	if w.Parts == nil {
		return
	}
	var valid []int
	for _, p := range parts {
		if p >= 0 && p < len(w.Parts.Parts) {
			valid = append(valid, p)
		}
	}
	if len(valid) == 0 {
		return
	}
	name := fmt.Sprintf("Mark %d parts as %s", len(valid), role)
	if len(valid) == 1 {
		name = fmt.Sprintf("Mark %s as %s", w.Parts.Parts[valid[0]].Name, role)
	}
	s.edit(name, "", func(w *Work) { w.Recipe, w.Parts = marked(w.Recipe, w.Parts, role, valid) })
}

// SetOrientation turns the model. The preview turns at once; parts are measured
// and the rig is made anew only at the next Generate. A drag is one undo step.
func (s *Session) SetOrientation(o rig.Orientation) {
	if s.work.Recipe == nil || s.work.Recipe.Orientation == o {
		return
	}
	s.edit("Orientation", "orientation", func(w *Work) {
		r := *w.Recipe
		r.Orientation = o
		w.Recipe = &r
	})
}

// SetHub overrides figures of a fitted hub; a nil override gives it back to the
// fit. index is the n-th hub of the role, from 0.
func (s *Session) SetHub(role rig.Role, index int, o *rig.HubOverride) {
	if s.work.Recipe == nil {
		return
	}
	s.edit(fmt.Sprintf("Hub of %s %d", role, index), fmt.Sprintf("hub %d %d", role, index), func(w *Work) {
		r := *w.Recipe
		r.HubOverrides = nil
		for _, h := range w.Recipe.HubOverrides {
			if h.Role != role || h.Hub != index {
				r.HubOverrides = append(r.HubOverrides, h)
			}
		}
		if o != nil {
			h := *o
			h.Role, h.Hub = role, index
			r.HubOverrides = append(r.HubOverrides, h)
		}
		w.Recipe = &r
	})
}

// EditRecipe changes any other field of the recipe; name is for the undo menu,
// and edits with the same key that follow each other are one step until EndEdit.
func (s *Session) EditRecipe(name, key string, change func(*rig.Recipe)) {
	if s.work.Recipe == nil {
		return
	}
	s.edit(name, key, func(w *Work) {
		r := *w.Recipe
		change(&r)
		w.Recipe = &r
	})
}

// Generate starts "Generate rig": probes again where orientation or target
// changed, makes the rig, rebases it. The rig is an undo step.
func (s *Session) Generate() *Job {
	w, m := s.work, s.doc.Source
	if m == nil || w.Recipe == nil {
		return s.refuse("generate", &scene.Problem{Code: "NOTHING_OPEN", Message: "there is no model to rig", Remedy: "open a model, or the sample"})
	}
	return s.start("generate", "Generating rig", func(ctx context.Context, r Report) (func(), error) {
		parts := w.Parts
		if parts == nil || parts.Orientation != w.Recipe.Orientation || parts.Target != w.Recipe.Target {
			p, err := Probe(ctx, m, w.Recipe, false, r)
			if err != nil {
				return nil, err
			}
			parts = p
		}
		rigged, err := GenerateRig(ctx, m, parts, w.Recipe, r)
		if err != nil {
			return nil, err
		}
		return func() {
			if s.doc.Source != m {
				return // another model was opened meanwhile
			}
			s.edit("Generate rig", "", func(n *Work) {
				n.Rigged, n.Baked = rigged, nil
				if n.Parts == w.Parts {
					n.Parts = parts
				}
			})
			s.Note(fmt.Sprintf("Rig generated: %d bones, %d triangles", len(rigged.Rig.Bones), rigged.Rig.Triangles))
		}, nil
	})
}

// OpenDonor starts to load a donor; clipName "" means its first clip. It is an
// undo step.
func (s *Session) OpenDonor(ref, clipName string) *Job {
	return s.start("donor", "Loading donor "+ref, func(ctx context.Context, r Report) (func(), error) {
		m, err := Load(ctx, ref, r)
		if err != nil {
			return nil, err
		}
		d, err := NewDonor(ref, m, clipName)
		if err != nil {
			return nil, err
		}
		return func() {
			s.edit("Donor "+m.Name, "", func(w *Work) { w.Donor = d })
			for _, p := range d.Clip.Problems {
				s.Say(p)
			}
			s.Note(fmt.Sprintf("Donor %s: clip %q, %d channels", m.Name, d.Clip.Clip, d.Clip.Channels()))
		}, nil
	})
}
