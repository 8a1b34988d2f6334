package lab

import (
	"context"
	"fmt"

	"donorlab/internal/pack"
	"donorlab/internal/rig"
	"donorlab/internal/scene"
)

// Open starts to load a model and, where it comes with a skeleton, rebase that.
// What is open stays open until the load has succeeded. A recipe and an entry
// that lie beside the file are used. The session needs a donor to fly by: the
// one that comes with the lab is loaded where none is yet.
//
// The model is shown as soon as it is loaded; its parts are then found by a
// second job of kind "probe". Idle waits for both.
func (s *Session) Open(ref string) *Job {
	donor := s.work.Donor
	return s.start("open", "Loading "+ref, func(ctx context.Context, r Report) (func(), error) {
		d, err := loadSeen(ctx, ref, r)
		if err != nil {
			return nil, err
		}
		m := d.Source
		w, notes, err := FirstLook(ref, m)
		if err != nil {
			return nil, err
		}
		w.Donor, notes = donorFor(ctx, ref, w.Entry, donor, notes)
		return func() {
			s.opened(ref, m, w, notes)
			s.doc = d
			s.findParts()
		}, nil
	})
}

// findParts starts to find the parts of what was just opened. It is no undo
// step: every state of the work that has no parts yet gets them, with the marks
// of its own recipe.
func (s *Session) findParts() {
	m, rec := s.doc.Source, s.work.Recipe
	s.start("probe", "Finding parts", func(ctx context.Context, r Report) (func(), error) {
		parts, err := Probe(ctx, m, rec, false, r)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return func() {
			switch {
			case s.doc.Source != m:
			case err != nil:
				s.Say(soften(err))
			default:
				s.fillParts(parts)
				for _, p := range helperNote(parts) {
					s.Say(p)
				}
				if s.view.Camera == s.framed { // helpers are hidden now; not against the user's own view
					s.FrameAll(0)
				}
			}
		}, nil
	})
}

// fillParts gives the parts to every state of the work that has none.
func (s *Session) fillParts(parts *rig.Parts) {
	done := map[*Work]*Work{}
	fill := func(w *Work) *Work {
		if w == nil || w.Parts != nil || w.Recipe == nil {
			return w
		}
		if n := done[w]; n != nil {
			return n
		}
		n := *w
		n.Recipe = settled(w.Recipe, parts)
		n.Parts = applied(parts, n.Recipe)
		done[w] = &n
		return &n
	}
	s.work, s.saved = fill(s.work), fill(s.saved)
	for i := range s.hist.steps {
		st := &s.hist.steps[i]
		st.before, st.after = fill(st.before), fill(st.after)
	}
	s.recovery.kept = fill(s.recovery.kept)
}

// donorFor is the donor that an entry asks for, else the one in use, else the
// embedded one. A donor that cannot be loaded is told of; the work opens
// without it.
func donorFor(ctx context.Context, ref string, e *pack.Entry, have *Donor, notes []scene.Problem) (*Donor, []scene.Problem) {
	want, clipName := SampleDonor, ""
	if e != nil && e.Donor != "" {
		want, clipName = resolveFrom(ref, e.Donor), e.DonorClip
	} else if have != nil {
		return have, notes
	}
	if have != nil && have.Ref == want && (clipName == "" || have.Clip.Clip == clipName) {
		return have, notes
	}
	d, err := LoadDonor(ctx, want, clipName, nil)
	if err != nil {
		p := *AsProblem(err)
		p.Severity = scene.Warning
		return have, append(notes, p)
	}
	return d, notes
}

// opened takes a loaded model in.
func (s *Session) opened(ref string, m *scene.Model, w *Work, notes []scene.Problem) {
	s.doc = Document{Ref: ref, Source: m}
	if old := s.work; old.Map != nil || old.Orders != nil { // the world stays, unless another one was recovered
		c := *w
		if c.Map == nil {
			c.Map = old.Map
		}
		if c.Orders == nil {
			c.Orders = old.Orders
		}
		w = &c
	}
	s.work, s.saved = w, w
	s.hist.clear()
	s.selected, s.bone, s.hovering, s.hidden = nil, 0, false, nil
	s.frame = frameCache{aspect: s.frame.aspect}
	s.clip, s.show = ClipRef{}, ShowAuto
	s.clock.Time = 0
	s.exported = nil
	s.FrameAll(0)
	s.framed = s.view.Camera
	s.watch.stale = false
	s.settings.Remember(ref)
	for _, p := range m.Warnings {
		s.Say(p)
	}
	for _, p := range notes {
		s.Say(p)
	}
	s.Note(fmt.Sprintf("Opened %s: %d triangles, %d nodes", m.Name, m.TriangleCount(), len(m.Nodes)))
}

// Mark gives the parts a role by hand, and their mirrored partners where the recipe
// says that marks are mirrored.
func (s *Session) Mark(role rig.Role, parts ...int) {
	if valid := s.mirrored(s.validParts(parts)); len(valid) > 0 {
		s.edit("Mark "+s.partsName(valid)+" as "+role.String(), "",
			func(w *Work) { w.Recipe, w.Parts = marked(w.Recipe, w.Parts, role, valid) })
	}
}

// Unmark gives the parts their guessed roles back.
func (s *Session) Unmark(parts ...int) {
	if valid := s.mirrored(s.validParts(parts)); len(valid) > 0 {
		s.edit("Unmark "+s.partsName(valid), "",
			func(w *Work) { w.Recipe, w.Parts = unmarked(w.Recipe, w.Parts, valid) })
	}
}

// mirrored adds the mirrored partners where marks are mirrored.
func (s *Session) mirrored(parts []int) []int {
	if len(parts) == 0 || s.work.Recipe == nil || !s.work.Recipe.MirrorMarks {
		return parts
	}
	return s.work.Parts.WithMirrors(parts)
}

func (s *Session) validParts(parts []int) []int {
	if s.work.Parts == nil {
		return nil
	}
	var valid []int
	for _, p := range parts {
		if p >= 0 && p < len(s.work.Parts.Parts) {
			valid = append(valid, p)
		}
	}
	return valid
}

func (s *Session) partsName(parts []int) string {
	if len(parts) == 1 {
		return s.work.Parts.Parts[parts[0]].Name
	}
	return fmt.Sprintf("%d parts", len(parts))
}

// SetOrientation turns the model. The preview turns at once; parts are measured
// and the rig is made anew only at the next Generate. A drag is one undo step.
func (s *Session) SetOrientation(o rig.Orientation) {
	if s.work.Recipe == nil || s.work.Recipe.Orientation == o {
		return
	}
	s.EditRecipe("Orientation", "orientation", func(r *rig.Recipe) { r.Orientation = o })
}

// SetScale sets the factor on all of the file's lengths. The preview shows it at
// once; parts are measured and the rig is made by it at the next Generate. A drag
// is one undo step.
func (s *Session) SetScale(k float64) {
	if s.work.Recipe == nil || !(k > 0) || scaleOf(s.work.Recipe) == k {
		return
	}
	s.EditRecipe("Scale", "scale", func(r *rig.Recipe) { r.Scale = k })
}

// SetHub overrides figures of a fitted hub; an override that overrides nothing
// gives the hub back to the fit.
func (s *Session) SetHub(o rig.HubOverride) {
	s.EditRecipe(fmt.Sprintf("Axle of %s %d", o.Role, o.Hub+1), fmt.Sprintf("hub %d %d", o.Role, o.Hub),
		func(r *rig.Recipe) { r.SetOverride(o) })
}

// EditRecipe changes any other field of the recipe; name is for the undo menu,
// and edits with the same non-empty key that follow each other are one step
// until EndEdit. Marks are set with Mark.
func (s *Session) EditRecipe(name, key string, change func(*rig.Recipe)) {
	if s.work.Recipe == nil {
		return
	}
	s.edit(name, key, func(w *Work) {
		w.Recipe = w.Recipe.Clone()
		change(w.Recipe)
	})
}

// SetEntry changes a field of the registry entry by its JSON key; see
// pack.Fields. A drag is one undo step.
func (s *Session) SetEntry(key string, value any) error {
	if s.work.Entry == nil {
		return nil
	}
	e := s.work.Entry.Clone()
	if err := e.Set(key, value); err != nil {
		return s.Fail(err)
	}
	if have, _ := s.work.Entry.Get(key); have == value {
		return nil
	}
	name := key
	if f, ok := pack.Field(key); ok {
		name = f.Label
	}
	s.edit(name, "entry "+key, func(w *Work) { w.Entry = e })
	return nil
}

// ResetEntry gives a field of the entry its default again.
func (s *Session) ResetEntry(key string) error {
	f, ok := pack.Field(key)
	if !ok {
		return s.SetEntry(key, nil)
	}
	s.EndEdit()
	defer s.EndEdit()
	return s.SetEntry(key, f.Default)
}

// UseDonorClip reports whether "Use donor animation clip" is ticked.
func (s *Session) UseDonorClip() bool { return s.work.Entry != nil && s.work.Entry.UseDonorClip }

// SetUseDonorClip ticks or unticks "Use donor animation clip". Ticking it also
// sets its usual companions where they still have their defaults: the donor's
// effects are silenced and copies keep in step.
func (s *Session) SetUseDonorClip(on bool) {
	if s.work.Entry == nil || s.work.Entry.UseDonorClip == on {
		return
	}
	name := "Use donor animation clip"
	if !on {
		name = "Do not use donor animation clip"
	}
	s.edit(name, "", func(w *Work) {
		w.Entry = w.Entry.Clone()
		DonorCompanions(w.Entry, on)
	})
}

// DonorCompanions sets useDonorClip and, when it goes on, the fields that
// usually go with it where they still have their defaults.
func DonorCompanions(e *pack.Entry, on bool) {
	e.UseDonorClip = on
	if !on {
		return
	}
	for _, c := range []struct {
		key   string
		value any
	}{
		{"silenceDonorVfx", true}, {"animPhaseSpread", 0.0}, {"animated", true}, {"convertRig", true}, {"keepTranslations", true},
	} {
		if e.IsDefault(c.key) {
			e.Set(c.key, c.value) // keys and types are the table's own; a test sets each
		}
	}
}

// Generate starts "Generate rig": probes again where orientation or target
// changed, makes the rig, rebases it. The rig is an undo step.
func (s *Session) Generate() *Job {
	w, m := s.work, s.doc.Source
	if m == nil || w.Recipe == nil {
		return s.refuse("generate", nothingOpen("rig"))
	}
	return s.start("generate", "Generating rig", func(ctx context.Context, r Report) (func(), error) {
		parts := w.Parts
		if !parts.MadeFor(w.Recipe) {
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
		if w.Rigged != nil && w.Rigged.Rig != nil {
			rigged.Changes = rig.Diff(w.Rigged.Rig, rigged.Rig)
		}
		return func() {
			if s.doc.Source != m {
				return // another model was opened meanwhile
			}
			s.edit("Generate rig", "", func(n *Work) {
				n.Hand = n.Hand.kept(n.Rigged, rigged)
				n.Rigged, n.Baked = rigged, nil
				if n.Parts == w.Parts {
					n.Parts = parts
				}
			})
			s.Note(fmt.Sprintf("Rig generated: %d bones, %d triangles%s", len(rigged.Rig.Bones), rigged.Rig.Triangles, findingsText(rigged.Rig.Findings)))
		}, nil
	})
}

// OpenDonor starts to load a donor; clipName "" means its first clip. It is an
// undo step.
func (s *Session) OpenDonor(ref, clipName string) *Job {
	return s.start("donor", "Loading donor "+ref, func(ctx context.Context, r Report) (func(), error) {
		d, err := LoadDonor(ctx, ref, clipName, r)
		if err != nil {
			return nil, err
		}
		return func() {
			s.edit("Donor "+d.Model.Name, "", func(w *Work) {
				w.Donor = d
				if w.Entry == nil {
					return
				}
				w.Entry = w.Entry.Clone()
				w.Entry.Donor, w.Entry.DonorClip = ref, d.Clip.Clip
				if ref == SampleDonor {
					w.Entry.Donor, w.Entry.DonorClip = "", ""
				}
			})
			for _, p := range d.Clip.Problems {
				s.Say(p)
			}
			s.Note(fmt.Sprintf("Donor %s: clip %q, %d channels", d.Model.Name, d.Clip.Clip, d.Clip.Channels()))
		}, nil
	})
}

func nothingOpen(todo string) *scene.Problem {
	return &scene.Problem{Code: "NOTHING_OPEN", Message: "there is no model to " + todo, Remedy: "open a model, or the sample"}
}
