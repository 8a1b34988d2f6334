package lab

import "donorlab/internal/scene"

// HideNode hides a node of the source with all below it in the preview, or
// shows it again. It is a matter of view: neither saved nor undoable, and the
// rig takes no notice.
func (s *Session) HideNode(node int, hide bool) {
	if s.doc.Source == nil || node < 0 || node >= len(s.doc.Source.Nodes) {
		return
	}
	if !hide {
		delete(s.hidden, node)
		return
	}
	if s.hidden == nil {
		s.hidden = map[int]bool{}
	}
	s.hidden[node] = true
}

// ShowAllNodes takes back every HideNode.
func (s *Session) ShowAllNodes() { s.hidden = nil }

// NodeHidden reports whether a node itself was hidden, and whether it is not
// seen because one above it was.
func (s *Session) NodeHidden(node int) (itself, above bool) {
	if len(s.hidden) == 0 || s.doc.Source == nil {
		return false, false
	}
	nodes := s.doc.Source.Nodes
	itself = s.hidden[node]
	for p, ok := nodes[node].Parent.Get(); ok; p, ok = nodes[p].Parent.Get() {
		if s.hidden[p] {
			return itself, true
		}
	}
	return itself, false
}

// HiddenNodes is how many nodes were hidden by HideNode.
func (s *Session) HiddenNodes() int { return len(s.hidden) }

// hideToo adds what HideNode hid to the nodes that are hidden anyway.
func (s *Session) hideToo(hidden []bool, m *scene.Model) []bool {
	if len(s.hidden) == 0 {
		return hidden
	}
	out := make([]bool, len(m.Nodes))
	copy(out, hidden)
	var down func(n int)
	down = func(n int) {
		out[n] = true
		for _, c := range m.Nodes[n].Children {
			down(c)
		}
	}
	for n := range s.hidden {
		if n < len(m.Nodes) {
			down(n)
		}
	}
	return out
}
