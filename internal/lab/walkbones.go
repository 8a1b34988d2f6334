package lab

import (
	"fmt"

	"donorlab/internal/rig/humanoid"
	"donorlab/internal/scene"
)

// bonesKept is the open model's rig map.
type bonesKept struct {
	source *scene.Model
	of     *scene.Model
	edit   *humanoid.Saved // of the work that now is of
	now    *Bones
	file   *humanoid.Saved // that lies beside the model
}

// WalkBones is the rig map of the open model with what was set by hand, nil with no
// model open. It must not be changed: use SetWalkBone.
func (s *Session) WalkBones() *Bones {
	src := s.doc.Source
	if src == nil {
		return nil
	}
	k := &s.walk.bones
	if k.of != src {
		*k = bonesKept{source: k.source, of: src}
		b, err := FindBones(src, s.bonesPath(false))
		if err != nil {
			s.Fail(err)
			b = &Bones{}
			b.Map, b.Problems = humanoid.Find(src, humanoid.MainSkin(src), nil)
		}
		k.now, k.file = b, b.Saved
	}
	if want := s.work.Bones; k.edit != want {
		k.edit = want
		saved := want
		if saved == nil {
			saved = k.file
		}
		over, problems := saved.Resolve(src)
		b := &Bones{Saved: saved}
		b.Map, b.Problems = humanoid.Find(src, humanoid.MainSkin(src), over)
		b.Problems = append(problems, b.Problems...)
		k.now = b
	}
	return k.now
}

// mapOn is the map on the model that is shown: a view of the source has its nodes,
// another stage its own.
func (b *Bones) mapOn(src, m *scene.Model) humanoid.Map {
	if m == src || len(m.Nodes) == len(src.Nodes) && m.Source.Path == src.Source.Path && sameTree(m, src) {
		return b.Map
	}
	over, _ := b.Saved.Resolve(m)
	out, _ := humanoid.Find(m, humanoid.MainSkin(m), over)
	return out
}

func sameTree(a, b *scene.Model) bool {
	for i := range a.Nodes {
		if a.Nodes[i].Name != b.Nodes[i].Name || a.Nodes[i].Local != b.Nodes[i].Local || a.Nodes[i].Parent != b.Nodes[i].Parent {
			return false
		}
	}
	return true
}

// SetWalkBone sets a slot of the rig map to a node of the open model, or to none for
// -1, as one undo step. SaveWalkBones writes it.
func (s *Session) SetWalkBone(slot humanoid.Slot, node int) error {
	b := s.WalkBones()
	if b == nil {
		return s.Fail(&scene.Problem{Code: "NO_MODEL", Message: "no model is open", Remedy: "open one first"})
	}
	out, err := b.SetBone(s.doc.Source, slot, node)
	if err != nil {
		return s.Fail(err)
	}
	name := "none"
	if node >= 0 {
		name = s.doc.Source.Nodes[node].Name
	}
	s.edit(fmt.Sprintf("Bone %s is %s", slot, name), "", func(w *Work) { w.Bones = out.Saved })
	return nil
}

// FindWalkBone gives a slot back to what is found by itself, as one undo step.
func (s *Session) FindWalkBone(slot humanoid.Slot) {
	b := s.WalkBones()
	if b == nil || b.Saved == nil {
		return
	}
	if _, ok := b.Saved.Bones[slot]; !ok {
		return
	}
	out := *b.Saved
	out.Bones = map[humanoid.Slot]humanoid.Ref{}
	for k, v := range b.Saved.Bones {
		if k != slot {
			out.Bones[k] = v
		}
	}
	s.edit(fmt.Sprintf("Bone %s is found again", slot), "", func(w *Work) { w.Bones = &out })
}

// bonesPath is the file with the bones set by hand: that which the entry names, else,
// with beside, the one beside the model. It is empty for none.
func (s *Session) bonesPath(beside bool) string {
	if e := s.work.Entry; e != nil && e.Bones != "" && !IsSample(s.doc.Ref) {
		return resolveFrom(s.doc.Ref, e.Bones)
	}
	if !beside || s.doc.Ref == "" || IsSample(s.doc.Ref) {
		return ""
	}
	return humanoid.SavedPath(s.doc.Ref)
}

// WhyNoSaveBones says why the bones set by hand cannot be written now, "" if they
// can.
func (s *Session) WhyNoSaveBones() string {
	switch {
	case s.doc.Source == nil:
		return "open a model first"
	case IsSample(s.doc.Ref):
		return "a sample has no folder: open a file"
	case s.work.Bones == nil || s.work.Bones == s.walk.bones.file:
		return "nothing was set by hand since the file was read"
	}
	return ""
}

// SaveWalkBones writes what was set by hand to the file beside the model, or to that
// which the entry names.
func (s *Session) SaveWalkBones() error {
	if why := s.WhyNoSaveBones(); why != "" {
		return s.Fail(&scene.Problem{Code: "NO_SAVE", Message: "the bones were not saved: " + why})
	}
	path := s.bonesPath(true)
	b := s.WalkBones()
	if err := b.Write(path); err != nil {
		return s.Fail(err)
	}
	s.walk.bones.file = s.work.Bones
	s.Note("Bones set by hand: " + path)
	return nil
}
