package pack

import (
	"fmt"
	"sort"
	"strings"
)

// Source is a pack to merge, and where it came from, for the report.
type Source struct {
	Pack *Pack
	From string
}

// MergedEntry is an entry that won, and the pack that it came from.
type MergedEntry struct {
	Entry *Entry
	ModID string
}

// Merged is the registry that a game would have with several packs.
type Merged struct {
	Order   []string // mod ids in the order in which they load
	Entries []MergedEntry
	// Report tells every decision, one line each.
	Report []string
}

// Text returns the report as one text.
func (m *Merged) Text() string { return strings.Join(m.Report, "\n") + "\n" }

func (m *Merged) say(format string, args ...any) {
	m.Report = append(m.Report, fmt.Sprintf(format, args...))
}

// Merge puts packs together, in the order given but for what they ask.
//
//   - A second pack with the same mod id is skipped, and so is one without any.
//   - A pack whose dependsOn names a pack that is not there, or was skipped, is skipped.
//   - A pack loads after those that its dependsOn and loadAfter name; otherwise
//     the order given stands. Where packs wait for each other in a ring, the
//     first of them in the order given goes first.
//   - Entries are told apart by pawn. A declared override wins, whichever of the
//     two loads first; otherwise the first loaded wins.
//   - Disabled entries never take part.
//
// Mod ids are compared without regard to case.
func Merge(sources []Source) *Merged {
	m := &Merged{}
	present := m.dropTwice(sources)
	present = m.dropUnmet(present)
	ordered := m.order(present)
	owner := map[string]int{} // pawn -> index in m.Entries
	for _, s := range ordered {
		m.Order = append(m.Order, s.Pack.ModID)
		m.say("load %s (%s): %d entries", s.Pack.ModID, s.From, len(s.Pack.Models))
		for _, e := range s.Pack.Models {
			m.add(owner, ordered, s.Pack, e)
		}
	}
	m.unusedOverrides(ordered)
	m.say("%d packs loaded, %d skipped, %d entries", len(ordered), len(sources)-len(ordered), len(m.Entries))
	return m
}

func modKey(id string) string { return strings.ToLower(strings.TrimSpace(id)) }

func (m *Merged) dropTwice(sources []Source) []Source {
	var out []Source
	first := map[string]string{}
	for _, s := range sources {
		key := modKey(s.Pack.ModID)
		switch from, twice := first[key]; {
		case key == "":
			m.say("skip the pack in %s: it has no mod id", s.From)
		case twice:
			m.say("skip %s in %s: the same mod id was already found in %s", s.Pack.ModID, s.From, from)
		default:
			first[key] = s.From
			out = append(out, s)
		}
	}
	return out
}

// dropUnmet skips packs whose dependencies are missing until none is left: a
// skipped pack takes those that need it with it.
func (m *Merged) dropUnmet(sources []Source) []Source {
	for {
		have := map[string]bool{}
		for _, s := range sources {
			have[modKey(s.Pack.ModID)] = true
		}
		var out []Source
		for _, s := range sources {
			missing := ""
			for _, d := range s.Pack.DependsOn {
				if !have[modKey(d)] {
					missing = d
					break
				}
			}
			if missing == "" {
				out = append(out, s)
			} else {
				m.say("skip %s: it depends on %q, which is not loaded", s.Pack.ModID, missing)
			}
		}
		if len(out) == len(sources) {
			return out
		}
		sources = out
	}
}

// order sorts stably: of the packs that wait for nothing, the first given is next.
func (m *Merged) order(sources []Source) []Source {
	index := map[string]int{}
	for i, s := range sources {
		index[modKey(s.Pack.ModID)] = i
	}
	waits := make([]map[int]bool, len(sources))
	for i, s := range sources {
		waits[i] = map[int]bool{}
		for _, list := range [][]string{s.Pack.DependsOn, s.Pack.LoadAfter} {
			for _, d := range list {
				if k, ok := index[modKey(d)]; ok && k != i {
					waits[i][k] = true
				}
			}
		}
	}
	done := make([]bool, len(sources))
	var out []Source
	for len(out) < len(sources) {
		next, ring := -1, -1
		for i := range sources {
			if done[i] {
				continue
			}
			if ring < 0 && inRing(i, waits, done) {
				ring = i
			}
			if ready(waits[i], done) {
				next = i
				break
			}
		}
		if next < 0 {
			next = ring
			m.say("%s waits for packs that wait for it: it goes first because it was given first", sources[next].Pack.ModID)
		}
		done[next] = true
		out = append(out, sources[next])
	}
	return out
}

func ready(waits map[int]bool, done []bool) bool {
	for k := range waits {
		if !done[k] {
			return false
		}
	}
	return true
}

// inRing reports whether pack i waits, through others that are not done, for itself.
func inRing(i int, waits []map[int]bool, done []bool) bool {
	seen := make([]bool, len(waits))
	stack := []int{i}
	for len(stack) > 0 {
		k := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for d := range waits[k] {
			if d == i {
				return true
			}
			if !done[d] && !seen[d] {
				seen[d] = true
				stack = append(stack, d)
			}
		}
	}
	return false
}

func (m *Merged) add(owner map[string]int, packs []Source, p *Pack, e *Entry) {
	pawn := identity(e)
	switch {
	case e.Disabled:
		m.say("  leave out %s of %s: it is disabled", label(e), p.ModID)
		return
	case pawn == "":
		m.say("  leave out %s of %s: it names no pawn", label(e), p.ModID)
		return
	}
	i, taken := owner[pawn]
	if !taken {
		owner[pawn] = len(m.Entries)
		m.Entries = append(m.Entries, MergedEntry{e, p.ModID})
		m.say("  add %s for %s", label(e), pawn)
		return
	}
	held := &m.Entries[i]
	switch {
	case modKey(held.ModID) == modKey(p.ModID):
		m.say("  leave out %s: %s names %s twice, and the first one wins", label(e), p.ModID, pawn)
	case overrides(p, held.ModID, pawn) && overrides(packOf(packs, held.ModID), p.ModID, pawn):
		m.say("  leave out %s of %s: it and %s override each other for %s, and the first loaded wins", label(e), p.ModID, held.ModID, pawn)
	case overrides(p, held.ModID, pawn):
		m.say("  %s of %s replaces %s of %s for %s: a declared override", label(e), p.ModID, label(held.Entry), held.ModID, pawn)
		*held = MergedEntry{e, p.ModID}
	case overrides(packOf(packs, held.ModID), p.ModID, pawn):
		m.say("  leave out %s of %s: %s overrides it for %s", label(e), p.ModID, held.ModID, pawn)
	default:
		m.say("  leave out %s of %s: %s loaded first for %s, and no override is declared", label(e), p.ModID, held.ModID, pawn)
	}
}

func label(e *Entry) string {
	if e.ResourceName == "" {
		return "an entry without a name"
	}
	return e.ResourceName
}

func overrides(p *Pack, victim, pawn string) bool {
	for _, o := range p.Overrides {
		if modKey(o.ModID) == modKey(victim) && strings.TrimSpace(o.PawnDescription) == pawn {
			return true
		}
	}
	return false
}

func packOf(packs []Source, modID string) *Pack {
	for _, s := range packs {
		if modKey(s.Pack.ModID) == modKey(modID) {
			return s.Pack
		}
	}
	return &Pack{}
}

// unusedOverrides tells of declared overrides that name nothing.
func (m *Merged) unusedOverrides(packs []Source) {
	var lines []string
	for _, s := range packs {
		for _, o := range s.Pack.Overrides {
			victim := packOf(packs, o.ModID)
			found := false
			for _, e := range victim.Models {
				found = found || !e.Disabled && identity(e) == strings.TrimSpace(o.PawnDescription)
			}
			if !found {
				lines = append(lines, fmt.Sprintf("  %s overrides %s of %q, which has no such entry", s.Pack.ModID, o.PawnDescription, o.ModID))
			}
		}
	}
	sort.Strings(lines)
	m.Report = append(m.Report, lines...)
}
