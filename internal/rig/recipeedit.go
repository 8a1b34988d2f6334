package rig

import (
	"encoding/json"
	"fmt"
	"slices"
)

// Edits of the part list by hand: splits, merges, hidden parts and marks of
// mirrored partners. They count from the next Probe on, except marks and
// hiding, which Parts.Apply puts into effect at once.

func cloneIdentities(in []Identity) []Identity {
	out := append([]Identity{}, in...)
	for i := range out {
		out[i].Path = append([]int{}, out[i].Path...)
	}
	return out
}

// SetMarkMirrored is SetMark for a part and, where the recipe's MirrorMarks is
// set, for its mirrored partner.
func (r *Recipe) SetMarkMirrored(p *Parts, part int, role Role) {
	r.SetMark(&p.Parts[part], role)
	if k := p.Parts[part].Mirror; r.MirrorMarks && k >= 0 {
		r.SetMark(&p.Parts[k], role)
	}
}

// WithMirrors returns parts and their mirrored partners, rising, each once.
func (p *Parts) WithMirrors(parts []int) []int {
	var out []int
	for _, i := range parts {
		out = append(out, i)
		if k := p.Parts[i].Mirror; k >= 0 {
			out = append(out, k)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// SetHidden hides a part in the lab or shows it again.
func (r *Recipe) SetHidden(p *Part, hidden bool) {
	r.Hidden = slices.DeleteFunc(slices.Clone(r.Hidden), func(id Identity) bool { return id.same(p.ID) })
	if hidden {
		r.Hidden = append(r.Hidden, p.ID)
	}
}

// SetSplit asks for a part's node to be shown in loose pieces, or no more.
func (r *Recipe) SetSplit(p *Part, split bool) {
	whole := p.ID
	whole.Primitive, whole.Piece, whole.Joint, whole.Fingerprint = -1, -1, -1, Fingerprint{}
	r.Splits = slices.DeleteFunc(slices.Clone(r.Splits), func(id Identity) bool { return slices.Equal(id.Path, whole.Path) })
	if split {
		r.Splits = append(r.Splits, whole)
	}
}

// AddMerge makes parts one row. Merges that any of them is in are taken up. It
// reports false for fewer than two parts.
func (r *Recipe) AddMerge(p *Parts, parts []int) bool {
	parts = slices.Clone(parts)
	slices.Sort(parts)
	parts = slices.Compact(parts)
	if len(parts) < 2 {
		return false
	}
	m := Merge{Name: p.Parts[parts[0]].Name}
	keep := make([]Merge, 0, len(r.Merges)+1)
	for _, o := range r.Merges {
		if !slices.ContainsFunc(parts, func(i int) bool { return o.has(p.Parts[i].ID) }) {
			keep = append(keep, o)
		}
	}
	for _, i := range parts {
		whole := []Identity{p.Parts[i].ID}
		for _, o := range r.Merges {
			if o.has(p.Parts[i].ID) {
				whole = o.Parts
			}
		}
		m.Parts = append(m.Parts, whole...)
	}
	r.Merges = append(keep, m)
	return true
}

// ClearMerge takes the merge apart that a part is or is in. It reports whether
// there was one.
func (r *Recipe) ClearMerge(p *Part) bool {
	n := len(r.Merges)
	r.Merges = slices.DeleteFunc(slices.Clone(r.Merges), func(o Merge) bool { return o.has(p.ID) })
	return len(r.Merges) < n
}

func (m *Merge) has(id Identity) bool {
	return slices.ContainsFunc(m.Parts, func(o Identity) bool { return o.same(id) })
}

// UnmarshalJSON reads an identity; fields that are missing take the value that
// says "all".
func (id *Identity) UnmarshalJSON(b []byte) error {
	type plain Identity
	s := plain{Primitive: -1, Piece: -1, Joint: -1}
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	if len(s.Path) > maxPathDepth {
		return fmt.Errorf("a part's path has %d steps; %d is the most", len(s.Path), maxPathDepth)
	}
	*id = Identity(s)
	return nil
}

// edits counts the identities in splits, merges and hidden parts.
func (r *Recipe) edits() int {
	n := len(r.Splits) + len(r.Hidden)
	for i := range r.Merges {
		n += 1 + len(r.Merges[i].Parts)
	}
	return n
}
