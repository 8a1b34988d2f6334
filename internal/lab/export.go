package lab

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"donorlab/internal/clip"
	"donorlab/internal/pack"
	"donorlab/internal/rig"
	"donorlab/internal/scene"
)

// exported remembers the last export, so that the station can say whether it is
// still true.
type exported struct {
	result *pack.Result
	rigged *Rigged
	entry  *pack.Entry
	donor  *Donor
	hand   HandPose
}

// ExportPack starts to export what is open as a pack of one model: a folder and
// a .zip beside it. Stations that are missing or stale are run on the way, and
// what they made is kept as one undo step.
func (s *Session) ExportPack(dir string) *Job {
	w, m := s.work, s.doc.Source
	if m == nil {
		return s.refuse("export", nothingOpen("export"))
	}
	if err := CheckSave(dir, KindPack, s.inputs()...); err != nil {
		return s.refuse("export", AsProblem(err))
	}
	return s.start("export", "Exporting pack", func(ctx context.Context, r Report) (func(), error) {
		n, err := upToDate(ctx, m, w, r)
		if err != nil {
			return nil, err
		}
		item, err := PackItem(ctx, n.Entry, n.Baked, r)
		if err != nil {
			return nil, err
		}
		r.Say("Writing "+dir, 0, 0)
		res, err := ExportPack(ctx, nil, []pack.Item{item}, dir)
		if err != nil {
			return nil, err
		}
		res.Findings = append(res.Findings, n.Baked.problems()...)
		if p := handFinding(n); p != nil {
			res.Findings = append(res.Findings, *p)
		}
		return func() {
			if s.work == w && (n.Rigged != w.Rigged || n.Baked != w.Baked) {
				s.edit("Generate and bake for export", "", func(k *Work) { k.Parts, k.Rigged, k.Baked, k.Hand = n.Parts, n.Rigged, n.Baked, n.Hand })
			}
			s.exported = &exported{result: res, rigged: n.Rigged, entry: n.Entry, donor: n.Donor, hand: n.Hand}
			for _, p := range res.Findings {
				s.Say(p)
			}
			s.Note(fmt.Sprintf("Exported %d files to %s and %s", len(res.Files), res.Dir, filepath.Base(res.Zip)))
		}, nil
	})
}

// Exported is what the last export of this session wrote; nil before.
func (s *Session) Exported() *pack.Result {
	if s.exported == nil {
		return nil
	}
	return s.exported.result
}

// ValidateEntry is the validator's answer about the entry that is open, with
// what the rig's bones tell.
func (s *Session) ValidateEntry() []scene.Problem {
	w := s.work
	if w.Entry == nil {
		return nil
	}
	ctx := pack.Context{}
	if w.Rigged != nil {
		names := boneNames(w.Rigged.Rebased)
		ctx.BoneMatches = func(_ *pack.Entry, part string) pack.Answer {
			for _, n := range names {
				if strings.Contains(strings.ToLower(n), strings.ToLower(part)) {
					return pack.Yes
				}
			}
			return pack.No
		}
	}
	return pack.Validate(w.Entry, ctx)
}

// OpenPack starts to open a pack, a folder or a .zip: the model of its entry
// resourceName ("" means the first) with the entry itself.
func (s *Session) OpenPack(path, resourceName string) *Job {
	donor := s.work.Donor
	return s.start("open", "Opening pack "+path, func(ctx context.Context, r Report) (func(), error) {
		m, e, notes, err := LoadFromPack(path, resourceName)
		if err != nil {
			return nil, err
		}
		w, more, err := FirstLook("", m)
		if err != nil {
			return nil, err
		}
		w.Entry = e
		notes = append(notes, more...)
		w.Donor, notes = donorFor(ctx, path, nil, donor, notes)
		return func() {
			s.opened(path, m, w, notes)
			s.findParts()
		}, nil
	})
}

// LoadFromPack reads one model and its entry out of a pack.
func LoadFromPack(path, resourceName string) (*scene.Model, *pack.Entry, []scene.Problem, error) {
	o, err := pack.Open(path)
	if err != nil {
		return nil, nil, nil, withFile(path, err)
	}
	defer o.Close()
	if len(o.Pack.Models) == 0 {
		return nil, nil, nil, &scene.Problem{Code: "PACK_EMPTY", File: path, Message: "the pack has no models", Remedy: "open another pack"}
	}
	e := o.Pack.Models[0]
	if resourceName != "" {
		if e = o.Pack.Find(resourceName); e == nil {
			return nil, nil, nil, &scene.Problem{Code: "NOT_FOUND", File: path, Message: fmt.Sprintf("the pack has no model %q", resourceName), Remedy: "choose one of its models"}
		}
	}
	m, err := packModel(o, e.ModelFile)
	if err != nil {
		return nil, nil, nil, withFile(path, err)
	}
	m.Name = e.ResourceName
	return m, e.Clone(), append(append([]scene.Problem{}, o.Notes...), o.Problems...), nil
}

// IsPack reports whether a path looks like a pack to open: a .zip, a pack.json,
// or a folder.
func IsPack(path string) bool {
	base := strings.ToLower(filepath.Base(path))
	return strings.HasSuffix(base, ".zip") || base == pack.PackFile || isDir(path)
}

// SaveRecipe writes the recipe beside the model, or to path where one is given.
func (s *Session) SaveRecipe(path string) error {
	if s.work.Recipe == nil {
		return s.Fail(nothingOpen("save a recipe of"))
	}
	if path == "" {
		path = rig.RecipePath(s.doc.Ref)
	}
	if err := CheckSave(path, KindRecipe, s.inputs()...); err != nil {
		return s.Fail(err)
	}
	if err := SaveRecipe(path, s.doc.Ref, s.work.Recipe); err != nil {
		return s.Fail(err)
	}
	s.savedNow(func(w *Work) { w.Recipe = s.work.Recipe })
	s.Note("Saved " + path)
	return nil
}

// SaveEntry writes the registry entry ("Save settings") beside the model, or to
// path where one is given.
func (s *Session) SaveEntry(path string) error {
	if s.work.Entry == nil {
		return s.Fail(nothingOpen("save settings of"))
	}
	if path == "" {
		path = pack.EntryFileName(s.doc.Ref)
	}
	if err := CheckSave(path, KindEntry, s.inputs()...); err != nil {
		return s.Fail(err)
	}
	e := s.work.Entry.Clone()
	e.ModelFile = relativeTo(path, s.doc.Ref)
	if err := SaveEntry(path, e); err != nil {
		return s.Fail(err)
	}
	s.savedNow(func(w *Work) { w.Entry = s.work.Entry })
	s.Note("Saved " + path)
	return nil
}

// SavePath proposes where Save writes: beside the model. A sample has no folder
// of its own, so "" is the answer and the window must ask.
func (s *Session) SavePath() (recipe, entry string) {
	if s.doc.Ref == "" || IsSample(s.doc.Ref) {
		return "", ""
	}
	return rig.RecipePath(s.doc.Ref), pack.EntryFileName(s.doc.Ref)
}

// savedNow records that part of the work is on disk now.
func (s *Session) savedNow(change func(*Work)) {
	w := *s.saved
	change(&w)
	s.saved = &w
}

// OpenRecipe loads a recipe for the open model and probes it again with it, as
// one undo step.
func (s *Session) OpenRecipe(path string) *Job {
	m := s.doc.Source
	if m == nil {
		return s.refuse("recipe", nothingOpen("use a recipe on"))
	}
	return s.start("recipe", "Loading "+path, func(ctx context.Context, r Report) (func(), error) {
		rec, notes, err := LoadRecipe(path)
		if err != nil {
			return nil, err
		}
		parts, err := Probe(ctx, m, rec, false, r)
		if err != nil {
			return nil, err
		}
		return func() {
			if s.doc.Source != m {
				return
			}
			s.edit("Load recipe "+filepath.Base(path), "", func(w *Work) { w.Recipe, w.Parts = rec, parts })
			for _, p := range notes {
				s.Say(p)
			}
			s.Note(fmt.Sprintf("Recipe %s: %d marks", filepath.Base(path), len(rec.Marks)+len(rec.BoneMarks)))
		}, nil
	})
}

// OpenEntry loads a registry entry for the open model, as one undo step.
func (s *Session) OpenEntry(path string) error {
	e, notes, err := LoadEntry(path)
	if err != nil {
		return s.Fail(err)
	}
	s.edit("Load settings "+filepath.Base(path), "", func(w *Work) { w.Entry = e })
	for _, p := range notes {
		s.Say(p)
	}
	return nil
}

// upToDate runs the stations that are missing or stale, up to the bake.
func upToDate(ctx context.Context, m *scene.Model, w *Work, r Report) (*Work, error) {
	n := *w // with the hand pose, as far as the rig keeps its bones
	if n.Rigged == nil || len(rigStale(&n)) > 0 {
		if !n.Parts.MadeFor(n.Recipe) {
			p, err := Probe(ctx, m, n.Recipe, false, r)
			if err != nil {
				return nil, err
			}
			n.Parts = p
		}
		g, err := GenerateRig(ctx, m, n.Parts, n.Recipe, r)
		if err != nil {
			return nil, err
		}
		n.Hand = n.Hand.kept(n.Rigged, g)
		n.Rigged, n.Baked = g, nil
	}
	if n.Baked == nil || bakeStale(&n) != "" {
		r.Say("Baking", 0, 0)
		b, err := bakeFor(ctx, &n)
		if err != nil {
			return nil, err
		}
		n.Baked = b
	}
	return &n, nil
}

// BakeStale says why the last bake is no longer true; "" while it is fresh or
// there is none.
func (s *Session) BakeStale() string { return bakeStale(s.work) }

// ExportStale says why the last export is no longer true; "" while it is, or
// before the first.
func (s *Session) ExportStale() string {
	x, w := s.exported, s.work
	switch {
	case x == nil:
		return ""
	case x.rigged != w.Rigged || len(s.RigStale()) > 0:
		return "the rig was changed after the export"
	case x.donor != w.Donor:
		return "another donor was chosen after the export"
	case !slices.Equal(x.hand, w.Hand):
		return "the hand pose was changed after the export"
	case w.Entry != nil && x.entry != w.Entry && !x.entry.Equal(w.Entry):
		return "the entry was changed after the export"
	}
	return ""
}

// clipOptions are the bake settings of an entry.
func clipOptions(e *pack.Entry) clip.BakeOptions {
	if e == nil {
		return clip.BakeOptions{}
	}
	return clip.BakeOptions{Rate: e.BakeRate}
}
