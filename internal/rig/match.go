package rig

import (
	"math"
	"slices"
)

// same reports whether two identities name one part of one file. The
// fingerprint and the file itself are left out.
func (id Identity) same(o Identity) bool {
	return id.Primitive == o.Primitive && id.Piece == o.Piece && id.Joint == o.Joint && slices.Equal(id.Path, o.Path)
}

// distance says how unlike two shapes are: 0 for equal ones, 1 where a length
// differs by 2 % of the part's size or the vertex count by 2 %.
func (f Fingerprint) distance(o Fingerprint) float64 {
	size := 0.0
	for k := range 3 {
		size = max(size, math.Abs(f.Size[k]), math.Abs(o.Size[k]))
	}
	if size == 0 {
		size = 1
	}
	worst := 0.0
	for k := range 3 {
		worst = max(worst, math.Abs(f.Size[k]-o.Size[k])/size, math.Abs(f.Moments[k]-o.Moments[k])/size,
			math.Abs(f.Center[k]-o.Center[k])/size)
	}
	if n := max(f.Vertices, o.Vertices); n > 0 {
		worst = max(worst, math.Abs(float64(f.Vertices-o.Vertices))/float64(n))
	}
	if math.IsNaN(worst) {
		return math.Inf(1)
	}
	return worst / 0.02
}

// Apply sets the parts' roles to the guesses and then to the recipe's marks,
// and returns the marks for which no part was found. A mark finds its part by
// its place in the same file; where the file is another one, the shape must
// agree too, and a part that moved is found by its shape alone. A mark of a
// whole mesh that is split now counts for all of its pieces.
func (p *Parts) Apply(r *Recipe) (unmatched []Mark) {
	for i := range p.Parts {
		p.Parts[i].Role, p.Parts[i].ByHand, p.Parts[i].Hidden = p.Parts[i].Guess, false, false
	}
	if r == nil {
		return nil
	}
	p.hide(r.Hidden)
	marks := append(append([]Mark{}, r.Marks...), r.BoneMarks...)
	taken := make([]bool, len(p.Parts))
	set := func(i int, m Mark) {
		taken[i] = true
		p.Parts[i].Role, p.Parts[i].ByHand = m.Role, true
	}
	var rest []Mark
	for _, m := range marks {
		if i := p.findExact(m, taken); i >= 0 {
			set(i, m)
		} else {
			rest = append(rest, m)
		}
	}
	for _, m := range rest {
		if i := p.findByShape(m, taken); i >= 0 {
			set(i, m)
		} else if pieces := p.findPieces(m, taken); len(pieces) > 0 {
			for _, i := range pieces {
				set(i, m)
			}
		} else {
			unmatched = append(unmatched, m)
		}
	}
	return unmatched
}

// hide sets what was hidden by hand. A part that is gone needs no word: nothing
// of it is to be seen.
func (p *Parts) hide(ids []Identity) {
	taken := make([]bool, len(p.Parts))
	for _, id := range ids {
		m := Mark{Part: id}
		at := p.findExact(m, taken)
		if at < 0 {
			at = p.findByShape(m, taken)
		}
		if at >= 0 {
			taken[at], p.Parts[at].Hidden = true, true
		}
	}
}

func (p *Parts) findExact(m Mark, taken []bool) int {
	for i := range p.Parts {
		id := &p.Parts[i].ID
		if !taken[i] && id.same(m.Part) && (id.Source == m.Part.Source || id.Fingerprint.distance(m.Part.Fingerprint) <= 1) {
			return i
		}
	}
	return -1
}

func (p *Parts) findByShape(m Mark, taken []bool) int {
	best, at := 1.0, -1
	for i := range p.Parts {
		id := &p.Parts[i].ID
		if taken[i] || id.Joint != m.Part.Joint {
			continue
		}
		d := id.Fingerprint.distance(m.Part.Fingerprint)
		// Equal shapes, such as four wheels, are told apart by place and name.
		if !slices.Equal(id.Path, m.Part.Path) {
			d += 0.02
		}
		if p.Parts[i].Name != m.Name {
			d += 0.02
		}
		if d <= best {
			if d == best && at >= 0 {
				continue
			}
			best, at = d, i
		}
	}
	return at
}

func (p *Parts) findPieces(m Mark, taken []bool) (out []int) {
	if m.Part.Piece >= 0 || m.Part.Source != p.Source {
		return nil
	}
	for i := range p.Parts {
		if id := &p.Parts[i].ID; !taken[i] && id.Piece >= 0 && slices.Equal(id.Path, m.Part.Path) {
			out = append(out, i)
		}
	}
	return out
}
