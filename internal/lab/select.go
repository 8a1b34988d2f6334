package lab

import (
	"cmp"
	"math"
	"slices"

	"donorlab/internal/scene/draw"
)

// Selected returns the indices of the selected parts, in the order they were
// selected. The selection is not undoable.
func (s *Session) Selected() []int { return s.selected }

// Select replaces the selection; indices that are no part are left out.
func (s *Session) Select(parts ...int) {
	s.selected = nil
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

func (s *Session) isSelected(part int) bool { return slices.Contains(s.selected, part) }

// Hit is what lies under a pixel of the preview.
type Hit struct {
	Node int // of the shown model
	Part int // index into Parts; -1 where the shown model is a rig
	Bone int // joint of the first skin; -1 where the shown model has none
}

// sortParts orders by node, then primitive.
func sortParts(p []draw.Part) {
	slices.SortFunc(p, func(a, b draw.Part) int {
		return cmp.Or(cmp.Compare(a.Node, b.Node), cmp.Compare(a.Primitive, b.Primitive))
	})
}

func pow24(v float32) float32 { return float32(math.Pow(float64(v), 2.4)) }
