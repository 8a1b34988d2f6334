package rig

// Match finds the parts of an earlier probe again, for a selection that is to
// outlive a reload: by place and shape as a mark is matched, and where the shape
// has changed by place and name. The answer has no entry for what is gone; no
// part is found twice.
func (p *Parts) Match(earlier *Parts, which []int) []int {
	if p == nil || earlier == nil {
		return nil
	}
	taken := make([]bool, len(p.Parts))
	var out []int
	for _, i := range which {
		if i < 0 || i >= len(earlier.Parts) {
			continue
		}
		old := &earlier.Parts[i]
		m := Mark{Part: old.ID, Name: old.Name}
		at := p.findExact(m, taken)
		if at < 0 {
			at = p.findByShape(m, taken)
		}
		for k := 0; at < 0 && k < len(p.Parts); k++ {
			if q := &p.Parts[k]; !taken[k] && q.Name == old.Name && q.ID.same(old.ID) {
				at = k
			}
		}
		if at >= 0 {
			taken[at] = true
			out = append(out, at)
		}
	}
	return out
}
