package lab

import (
	"cmp"
	"math"
	"slices"

	"donorlab/internal/rig"
	"donorlab/internal/scene/draw"
)

// Selected returns the indices of the selected parts, in the order they were
// selected. The selection is not undoable.
func (s *Session) Selected() []int { return s.selected }

// Select replaces the selection; indices that are no part are left out. No bone
// is selected then.
func (s *Session) Select(parts ...int) {
	s.selected, s.bone = nil, 0
	for _, p := range parts {
		s.addSelected(p)
	}
}

// ToggleSelected adds a part to the selection or takes it out (Ctrl+click).
func (s *Session) ToggleSelected(part int) {
	if i := slices.Index(s.selected, part); i >= 0 {
		s.selected = slices.Delete(slices.Clone(s.selected), i, i+1)
		return
	}
	s.addSelected(part)
}

// addSelected ignores what is no part, or selected already.
func (s *Session) addSelected(part int) {
	if s.work.Parts == nil || part < 0 || part >= len(s.work.Parts.Parts) || s.isSelected(part) {
		return
	}
	s.selected = append(slices.Clone(s.selected), part)
}

// SelectBone selects a joint of the shown model's first skin and, where the rig
// was generated, the parts that follow it; -1 selects none.
func (s *Session) SelectBone(joint int) {
	s.Select()
	if joint < 0 {
		return
	}
	s.bone = joint + 1
	if bones := s.Bones(); joint < len(bones) {
		for _, p := range bones[joint].Parts {
			s.addSelected(p)
		}
	}
}

// Bones are those of the rig that Generate made, in skin order, their Parts
// numbered as the list of parts is now; nil where there is none. The slice must
// not be changed.
func (s *Session) Bones() []rig.Bone {
	r, p := s.work.Rigged, s.work.Parts
	if r == nil || r.Rig == nil {
		return nil
	}
	if r.parts == p || p == nil {
		return r.Rig.Bones
	}
	c := &s.frame
	if c.bonesOf == r && c.bonesBy == p {
		return c.bones
	}
	c.bonesOf, c.bonesBy, c.bones = r, p, r.Rig.Bones
	if !sameCut(r.parts, p) { // merged, split or read anew since
		c.bones = slices.Clone(r.Rig.Bones)
		for i := range c.bones {
			c.bones[i].Parts = sameShown(p, r.parts, c.bones[i].Parts)
		}
	}
	return c.bones
}

// SelectedBone returns the selected joint of the shown model's first skin: the
// one chosen by SelectBone, else the one that all selected parts follow, else -1.
func (s *Session) SelectedBone() int {
	if s.bone > 0 {
		return s.bone - 1
	}
	if len(s.selected) == 0 {
		return -1
	}
	for _, b := range s.Bones() {
		if slices.Contains(b.Parts, s.selected[0]) {
			for _, p := range s.selected {
				if !slices.Contains(b.Parts, p) {
					return -1
				}
			}
			return b.Index
		}
	}
	return -1
}

func (s *Session) isSelected(part int) bool { return slices.Contains(s.selected, part) }

// sortParts orders by node, then primitive.
func sortParts(p []draw.Part) {
	slices.SortFunc(p, func(a, b draw.Part) int {
		return cmp.Or(cmp.Compare(a.Node, b.Node), cmp.Compare(a.Primitive, b.Primitive))
	})
}

func pow24(v float32) float32 { return float32(math.Pow(float64(v), 2.4)) }
