package lab

import (
	"context"
	"fmt"
	"slices"

	"donorlab/internal/rig"
	"donorlab/internal/scene"
)

// Reload starts to load the open model's file again. Camera, selection, hidden
// nodes, clip, time, marks, recipe, entry and the steps that can be undone stay; a
// rig that was generated is generated anew. A file that cannot be read leaves all
// as it is.
func (s *Session) Reload() *Job {
	if s.doc.Source == nil {
		return s.refuse("reload", nothingOpen("load again"))
	}
	if !s.doc.seen.There {
		return s.refuse("reload", &scene.Problem{Code: "NOT_A_FILE", File: s.doc.Ref, Message: "the open model was not read from a file of its own, so it cannot be loaded again", Remedy: "open the sample or the pack again"})
	}
	return s.reload(true)
}

// reload is Reload; without force, a file whose bytes are the same is left alone.
func (s *Session) reload(force bool) *Job {
	s.watch.main, s.watch.other = false, false
	old, w := s.doc, s.work
	rigged := s.generatedRig()
	return s.start("reload", "Loading "+old.Ref+" again", func(ctx context.Context, r Report) (func(), error) {
		d, err := loadSeen(ctx, old.Ref, r)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			return func() { s.reloadFailed(err) }, nil
		}
		if !force && d.Source.Source.SHA256 == old.Source.Source.SHA256 {
			return func() { s.watch.told = false }, nil
		}
		a, err := again(ctx, d.Source, w.Recipe, rigged, r)
		if err != nil {
			return nil, err
		}
		return func() {
			if s.doc.Source == old.Source {
				s.reloaded(d, a)
			}
		}, nil
	})
}

// generatedRig is the rig that the work has, or that can be redone or undone to.
func (s *Session) generatedRig() *Rigged {
	if r := s.work.Rigged; r != nil && r.Rig != nil {
		return r
	}
	for i := len(s.hist.steps) - 1; i >= 0; i-- {
		for _, w := range []*Work{s.hist.steps[i].after, s.hist.steps[i].before} {
			if w.Rigged != nil && w.Rigged.Rig != nil {
				return w.Rigged
			}
		}
	}
	return nil
}

// reloadFailed tells once that a changed file cannot be read: programs that save
// in several steps would fill the log.
func (s *Session) reloadFailed(err error) {
	if s.watch.told {
		return
	}
	s.watch.told = true
	p := *AsProblem(err)
	p.Severity = scene.Warning
	p.Message = "the file has changed, but cannot be read now: " + p.Message
	p.Remedy = "what was open stays; it is loaded as soon as the file is whole again"
	s.Say(p)
}

// anew is what is worked out again of a reloaded model.
type anew struct {
	parts *rig.Parts // nil where nothing could be probed
	own   *Rigged    // the model's own skeleton; nil for none
	rig   *Rigged    // generated; nil for none
	notes []scene.Problem
}

// again works out parts and rigs of a reloaded model. What fails is told of and
// left out; the error is only ctx's.
func again(ctx context.Context, m *scene.Model, recipe *rig.Recipe, rigged *Rigged, r Report) (anew, error) {
	var a anew
	probe := func(rec *rig.Recipe) *rig.Parts {
		p, err := Probe(ctx, m, rec, false, r)
		if err != nil && ctx.Err() == nil {
			a.notes = append(a.notes, soften(err))
		}
		return p
	}
	if recipe != nil {
		a.parts = probe(recipe)
	}
	if len(m.Skins) > 0 {
		own, err := OwnRig(m)
		if err != nil {
			a.notes = append(a.notes, soften(err))
		}
		a.own = own
	}
	if rigged != nil && rigged.recipe != nil && a.parts != nil {
		rec, parts := rigged.recipe, a.parts
		if !parts.MadeFor(rec) {
			parts = probe(rec)
		}
		if parts != nil {
			g, err := GenerateRig(ctx, m, applied(parts, rec), rec, r)
			if err != nil && ctx.Err() == nil {
				a.notes = append(a.notes, soften(err))
			}
			a.rig = g
		}
	}
	return a, ctx.Err()
}

// reloaded puts a reloaded model in place of the one that is open.
func (s *Session) reloaded(d Document, a anew) {
	before := s.shownNow()
	old := s.doc
	oldParts, selected := s.work.Parts, s.selected
	hadBake := s.work.Baked != nil
	s.doc = d
	s.rework(a, len(old.Source.Skins) == 0)
	s.frame = frameCache{aspect: s.frame.aspect}
	s.selected = s.work.Parts.Match(oldParts, selected)
	s.hidden = sameNodes(old.Source, s.hidden, d.Source)
	s.findAgain(before)
	s.watch.told, s.watch.stale = false, false
	for _, p := range d.Source.Warnings {
		if !slices.ContainsFunc(old.Source.Warnings, func(q scene.Problem) bool { return q.Error() == p.Error() }) {
			s.Say(p)
		}
	}
	for _, p := range a.notes {
		s.Say(p)
	}
	text := fmt.Sprintf("Loaded %s again: %d triangles, %d nodes", d.Source.Name, d.Source.TriangleCount(), len(d.Source.Nodes))
	if hadBake {
		text += "; bake the clip again"
	}
	s.Note(text)
}

// rework gives every state of the work, also those that can be undone to, the
// parts and rigs of the reloaded model. Marks find their parts by shape.
func (s *Session) rework(a anew, skinIsNew bool) {
	done := map[*Work]*Work{nil: nil}
	each := func(w *Work) *Work {
		if n, ok := done[w]; ok {
			return n
		}
		n := *w
		n.Parts, n.Baked = nil, nil
		if a.parts != nil && w.Recipe != nil {
			n.Parts = applied(a.parts, w.Recipe)
		}
		switch {
		case w.Rigged != nil && w.Rigged.Rig != nil:
			n.Rigged = a.rig
		case w.Rigged != nil || skinIsNew:
			n.Rigged = a.own
		}
		n.Hand = w.Hand.kept(w.Rigged, n.Rigged)
		done[w] = &n
		return &n
	}
	s.work, s.saved, s.recovery.kept = each(s.work), each(s.saved), each(s.recovery.kept)
	for i := range s.hist.steps {
		st := &s.hist.steps[i]
		st.before, st.after = each(st.before), each(st.after)
	}
}

// shown is what is named by numbers of the shown model, as names.
type shown struct{ clip, bone string }

func (s *Session) shownNow() (v shown) {
	e := s.evaluator()
	if e == nil {
		return v
	}
	m := e.Model()
	if s.clip.Kind == ClipOwn && s.clip.Index >= 0 && s.clip.Index < len(m.Animations) {
		v.clip = m.Animations[s.clip.Index].Name
	}
	if n := jointNode(m, s.bone-1); n >= 0 {
		v.bone = m.Nodes[n].Name
	}
	return v
}

// findAgain finds clip and bone by name, the clip by its number where the name is
// gone. The time stays, within the clip.
func (s *Session) findAgain(v shown) {
	e := s.evaluator()
	if e == nil {
		return
	}
	m := e.Model()
	if s.clip.Kind == ClipOwn {
		if i := slices.IndexFunc(m.Animations, func(a scene.Animation) bool { return a.Name == v.clip }); i >= 0 {
			s.clip.Index = i
		} else if s.clip.Index >= len(m.Animations) {
			s.clip = ClipRef{}
		}
	}
	if s.bone > 0 {
		s.bone = 0
		for j := 0; len(m.Skins) > 0 && j < len(m.Skins[0].Joints); j++ {
			if m.Nodes[m.Skins[0].Joints[j]].Name == v.bone {
				s.bone = j + 1
				break
			}
		}
	}
	s.hovering = false
	if d := s.Duration(); d > 0 && s.clock.Time > d {
		s.clock.Time = d
	}
}

// sameNodes carries marks on nodes over to another version of a model: to the
// node of the same place and name, else to the only one of that name.
func sameNodes(old *scene.Model, marked map[int]bool, m *scene.Model) map[int]bool {
	var out map[int]bool
	for i := range old.Nodes {
		if !marked[i] {
			continue
		}
		at := -1
		if i < len(m.Nodes) && m.Nodes[i].Name == old.Nodes[i].Name {
			at = i
		} else {
			for k := range m.Nodes {
				if m.Nodes[k].Name == old.Nodes[i].Name {
					if at >= 0 { // two of that name: it cannot be told which
						at = -1
						break
					}
					at = k
				}
			}
		}
		if at >= 0 {
			if out == nil {
				out = map[int]bool{}
			}
			out[at] = true
		}
	}
	return out
}
