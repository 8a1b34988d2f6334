package lab

import "donorlab/internal/scene"

// UndoSteps is how many commands can be undone.
const UndoSteps = 256

// step is one undoable change: the work before and after it. Work is immutable
// and shares what did not change, so a step costs little.
type step struct {
	name          string // for the menu: "Mark 3 parts as Rotor"
	key           string // steps with the same non-empty key, one after the other, become one
	before, after *Work
}

// historyBytes is about how much the rigs of the undo history may hold. With more
// the oldest steps go, but never the last few.
const (
	historyBytes = 1 << 30
	historyLeast = 8
)

// history is the undo stack. steps[:at] can be undone, steps[at:] redone.
type history struct {
	steps []step
	at    int
	open  bool // the newest step may still grow
}

// do records a change. What could be redone is gone.
func (h *history) do(s step) {
	h.steps = h.steps[:h.at]
	if n := len(h.steps); h.open && s.key != "" && n > 0 && h.steps[n-1].key == s.key {
		h.steps[n-1].after = s.after
		h.steps[n-1].name = s.name
		return
	}
	h.steps = append(h.steps, s)
	if over := len(h.steps) - UndoSteps; over > 0 {
		// A fresh array, so that the dropped steps' models can be collected.
		h.steps = append([]step(nil), h.steps[over:]...)
	}
	h.at = len(h.steps)
	h.open = true
	h.slim(historyBytes)
}

// slim drops the oldest steps while the rigs in the history hold more than the
// budget.
func (h *history) slim(budget int) {
	seen := map[*Rigged]bool{}
	total := 0
	for i := len(h.steps) - 1; i >= 0; i-- {
		for _, w := range []*Work{h.steps[i].after, h.steps[i].before} {
			if w.Rigged != nil && !seen[w.Rigged] {
				seen[w.Rigged] = true
				total += modelBytes(w.Rigged.Model)
			}
		}
		if total > budget && len(h.steps)-i > historyLeast {
			h.steps = append([]step(nil), h.steps[i+1:]...)
			h.at = len(h.steps)
			return
		}
	}
}

// modelBytes is about how much a model's vertices and indices hold.
func modelBytes(m *scene.Model) int {
	n := 0
	for i := range m.Meshes {
		for k := range m.Meshes[i].Primitives {
			p := &m.Meshes[i].Primitives[k]
			n += 80*len(p.Positions) + 4*len(p.Indices)
		}
	}
	return n
}

// seal ends coalescing: the next change is a step of its own, whatever its key.
func (h *history) seal() { h.open = false }

func (h *history) undo() (step, bool) {
	if h.at == 0 {
		return step{}, false
	}
	h.at--
	h.open = false
	return h.steps[h.at], true
}

func (h *history) redo() (step, bool) {
	if h.at == len(h.steps) {
		return step{}, false
	}
	h.at++
	h.open = false
	return h.steps[h.at-1], true
}

func (h *history) clear() { *h = history{} }

// UndoName returns the name of the change that Undo would take back, for the
// menu, or "" when there is none.
func (s *Session) UndoName() string {
	if s.hist.at == 0 {
		return ""
	}
	return s.hist.steps[s.hist.at-1].name
}

// RedoName returns the name of the change that Redo would do again, or "".
func (s *Session) RedoName() string {
	if s.hist.at == len(s.hist.steps) {
		return ""
	}
	return s.hist.steps[s.hist.at].name
}

// History returns the names of all steps, oldest first, and how many of them
// are done: names[:done] can be undone, names[done:] redone.
func (s *Session) History() (names []string, done int) {
	for _, st := range s.hist.steps {
		names = append(names, st.name)
	}
	return names, s.hist.at
}

// Undo takes back the last change and reports whether there was one.
func (s *Session) Undo() bool {
	st, ok := s.hist.undo()
	if ok {
		s.restore(st.before)
		s.Note("Undone: " + st.name)
	}
	return ok
}

// Redo does the last undone change again and reports whether there was one.
func (s *Session) Redo() bool {
	st, ok := s.hist.redo()
	if ok {
		s.restore(st.after)
		s.Note("Done again: " + st.name)
	}
	return ok
}

// EndEdit ends a drag: the widget was let go, so the next change of the same
// value is an undo step of its own.
func (s *Session) EndEdit() { s.hist.seal() }
