package lab

import (
	"fmt"
	"slices"

	"donorlab/internal/rig"
	"donorlab/internal/scene"
)

// findingsCache keeps the answer of Findings.
type findingsCache struct {
	of   *Work
	list []rig.Finding
}

// Findings is all that there is to say about parts and rig as they stand: what
// Generate said while its rig is fresh; else what the probe found and what is
// doubtful in the marks now. The slice must not be changed.
func (s *Session) Findings() []rig.Finding {
	c := &s.frame.findings
	if c.of == s.work {
		return c.list
	}
	c.of = s.work
	switch g := s.work.Rigged; {
	case g != nil && g.Rig != nil && len(rigStale(s.work)) == 0:
		c.list = g.Rig.Findings
	case s.work.Parts == nil:
		c.list = nil
	default:
		c.list = append(probeNotes(s.work.Parts), s.Verify()...)
	}
	return c.list
}

// probeNotes are the findings of a list of parts that Verify does not make.
func probeNotes(p *rig.Parts) []rig.Finding {
	verify := rig.Verify(p)
	return slices.DeleteFunc(slices.Clone(p.Findings), func(f rig.Finding) bool {
		return slices.ContainsFunc(verify, func(g rig.Finding) bool { return f.Code == g.Code && f.Message == g.Message })
	})
}

// findingsText says how many errors and warnings there are, for the end of a line.
func findingsText(list []rig.Finding) string {
	bad, doubtful := 0, 0
	for _, f := range list {
		switch f.Severity {
		case scene.Error:
			bad++
		case scene.Warning:
			doubtful++
		}
	}
	switch {
	case bad > 0:
		return fmt.Sprintf("; %s and %s to look at", count(bad, "error", "errors"), count(doubtful, "warning", "warnings"))
	case doubtful > 0:
		return fmt.Sprintf("; %s to look at", count(doubtful, "warning", "warnings"))
	}
	return "; nothing is doubtful"
}
