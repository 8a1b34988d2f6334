package lab

import (
	"context"
	"fmt"
	"slices"

	"donorlab/internal/rig"
	"donorlab/internal/scene"
)

// AcceptGuesses makes marks of all guesses, so that no later probe guesses
// otherwise; what is undecided stays so. It is one undo step.
func (s *Session) AcceptGuesses() {
	var which []int
	if s.work.Parts != nil {
		for i := range s.work.Parts.Parts {
			if p := &s.work.Parts.Parts[i]; !p.ByHand && p.Role != rig.Default {
				which = append(which, i)
			}
		}
	}
	if len(which) == 0 {
		s.Note("There is no guess to accept: every part was marked by hand or is undecided")
		return
	}
	s.edit(fmt.Sprintf("Accept %s", count(len(which), "guess", "guesses")), "", func(w *Work) {
		w.Recipe = w.Recipe.Clone()
		for _, i := range which {
			w.Recipe.SetMark(&w.Parts.Parts[i], w.Parts.Parts[i].Role)
		}
		w.Parts = applied(w.Parts, w.Recipe)
	})
}

// HideParts hides parts in the lab, or shows them again; they are rigged and
// exported all the same. It is an undo step, and saved.
func (s *Session) HideParts(hide bool, parts ...int) {
	valid := s.validParts(parts)
	if len(valid) == 0 || s.work.Recipe == nil {
		return
	}
	verb := "Hide "
	if !hide {
		verb = "Show "
	}
	s.edit(verb+s.partsName(valid), "", func(w *Work) {
		w.Recipe = w.Recipe.Clone()
		for _, i := range valid {
			w.Recipe.SetHidden(&w.Parts.Parts[i], hide)
		}
		w.Parts = applied(w.Parts, w.Recipe)
	})
}

// HiddenParts are the parts that were hidden by hand.
func (s *Session) HiddenParts() []int {
	var out []int
	if s.work.Parts != nil {
		for i := range s.work.Parts.Parts {
			if s.work.Parts.Parts[i].Hidden {
				out = append(out, i)
			}
		}
	}
	return out
}

// SplitParts lists the loose pieces of the parts' meshes instead of the parts, or,
// with split false, makes whole again the meshes that the parts are pieces of.
// The parts are found anew, which ends as one undo step.
func (s *Session) SplitParts(split bool, parts ...int) *Job {
	list := s.partsAt(parts)
	name := "Split "
	if !split {
		name = "Put together "
	}
	return s.editParts(name, list, func(r *rig.Recipe) {
		for i := range list {
			r.SetSplit(&list[i], split)
		}
	})
}

// MergeParts makes one part of several. The parts are found anew, which ends as
// one undo step.
func (s *Session) MergeParts(parts ...int) *Job {
	p, valid := s.work.Parts, s.validParts(parts)
	if len(valid) < 2 {
		return s.editParts("Merge ", nil, nil)
	}
	return s.editParts("Merge ", s.partsAt(valid), func(r *rig.Recipe) { r.AddMerge(p, valid) })
}

// UnmergeParts takes apart what was merged by hand. The parts are found anew, which
// ends as one undo step.
func (s *Session) UnmergeParts(parts ...int) *Job {
	list := s.partsAt(parts)
	return s.editParts("Take apart ", list, func(r *rig.Recipe) {
		for i := range list {
			r.ClearMerge(&list[i])
		}
	})
}

// partsAt are copies of parts, which outlive the list that they come from.
func (s *Session) partsAt(which []int) (out []rig.Part) {
	for _, i := range s.validParts(which) {
		out = append(out, s.work.Parts.Parts[i])
	}
	return out
}

// editParts is editAndProbe for a change of some parts, and selects afterwards
// what has taken their place.
func (s *Session) editParts(verb string, list []rig.Part, change func(*rig.Recipe)) *Job {
	if len(list) == 0 {
		return s.refuse("probe", &scene.Problem{Code: "NO_SELECTION", Severity: scene.Info,
			Message: "there are not enough parts selected for that", Remedy: "select parts first, in the list or in the picture"})
	}
	name := list[0].Name
	if len(list) > 1 {
		name = fmt.Sprintf("%d parts", len(list))
	}
	return s.editAndProbe(verb+name, change)
}

// editAndProbe changes the recipe in a way that changes the list of parts, too,
// and finds the parts anew. Recipe and parts change together when the parts are
// there, as one undo step; what was changed meanwhile stays.
func (s *Session) editAndProbe(name string, change func(*rig.Recipe)) *Job {
	m := s.doc.Source
	if m == nil || s.work.Recipe == nil {
		return s.refuse("probe", nothingOpen("change the parts of"))
	}
	want := s.work.Recipe.Clone()
	change(want)
	return s.start("probe", "Finding parts", func(ctx context.Context, r Report) (func(), error) {
		parts, err := Probe(ctx, m, want, false, r)
		if err != nil {
			return nil, err
		}
		return func() {
			if s.doc.Source != m {
				return
			}
			rec := s.work.Recipe.Clone()
			change(rec)
			rec = settled(rec, parts)
			if !parts.MadeFor(rec) {
				s.Note("The parts were not taken in: orientation or scale changed meanwhile")
				return
			}
			old, selected := s.work.Parts, s.selected
			s.edit(name, "", func(w *Work) { w.Recipe, w.Parts = rec, applied(parts, rec) })
			s.reselect(old, selected)
		}, nil
	})
}

// reselect selects in a new list of parts what shows the triangles of the parts
// that were selected in an old one.
func (s *Session) reselect(old *rig.Parts, selected []int) {
	s.selected = sameShown(s.work.Parts, old, selected)
}

// sameShown are the parts of a list that show what some parts of an earlier list of
// the same file showed: the same part, or the one that it was merged into, or its
// pieces.
func sameShown(now, then *rig.Parts, which []int) []int {
	var out []int
	if now == nil || then == nil {
		return nil
	}
	add := func(i int) {
		if !slices.Contains(out, i) {
			out = append(out, i)
		}
	}
	for _, k := range which {
		if k < 0 || k >= len(then.Parts) {
			continue
		}
		o := &then.Parts[k]
		at := slices.IndexFunc(now.Parts, func(q rig.Part) bool { return sameID(&q.ID, &o.ID) && q.Merged == o.Merged })
		if at >= 0 {
			add(at)
			continue
		}
		for i := range now.Parts {
			q := &now.Parts[i]
			pieces := q.ID.Piece != -1 && o.ID.Piece != -1 || q.ID.Joint >= 0 || o.ID.Joint >= 0
			if sameID(&q.ID, &o.ID) || (!pieces || q.Merged || o.Merged) && slices.ContainsFunc(q.Nodes, func(n int) bool { return slices.Contains(o.Nodes, n) }) {
				add(i)
			}
		}
	}
	return out
}

// sameID reports whether two identities name one part of one file.
func sameID(a, b *rig.Identity) bool {
	return a.Primitive == b.Primitive && a.Piece == b.Piece && a.Joint == b.Joint && slices.Equal(a.Path, b.Path)
}

// Repair does what a finding's Fix button says, as one undo step. Where it turns or
// scales the model, the parts are measured anew for it.
func (s *Session) Repair(f *rig.Repair) {
	if f == nil || s.work.Recipe == nil {
		return
	}
	if next := f.Apply(s.work.Recipe); s.work.Parts != nil && !s.work.Parts.MadeFor(next) {
		s.editAndProbe(f.Title, func(r *rig.Recipe) { *r = *f.Apply(r) })
		return
	}
	s.edit(f.Title, "", func(w *Work) {
		w.Recipe = f.Apply(w.Recipe)
		if w.Parts != nil {
			w.Parts = applied(w.Parts, w.Recipe)
		}
	})
}

// count is a number with its noun.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
