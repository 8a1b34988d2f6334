package panels_test

import (
	"slices"
	"strconv"
	"testing"

	"donorlab/internal/lab"
	"donorlab/internal/ui"
)

// The tree lists the file's nodes; an eye hides a node and what is below it in
// the picture, without an undo step; a click selects its parts; search keeps
// the way to what it finds.
func nodes(t *testing.T, s *lab.Session) {
	a, st := opened(t, s)
	press(t, a, st, "left/nodes")
	st.Ticks(2)
	shoot(t, st, "h11_nodes")
	m := s.Doc().Source
	node := -1
	for i := range m.Nodes {
		if _, ok := m.Nodes[i].Mesh.Get(); ok && has(a, "node/"+strconv.Itoa(i)) {
			node = i
			break
		}
	}
	if node < 0 {
		t.Fatal("no node with a mesh is listed")
	}
	n := strconv.Itoa(node)
	full := len(st.Tick().Views[0].List.Triangles)
	press(t, a, st, "node/"+n+"/eye")
	if less := len(st.Tick().Views[0].List.Triangles); less >= full {
		t.Errorf("%d triangles without node %d, %d with it", less, node, full)
	}
	if itself, _ := s.NodeHidden(node); !itself || s.UndoName() != "" {
		t.Errorf("hidden: %v, undo offers %q", itself, s.UndoName())
	}
	press(t, a, st, "nodes/showall")
	if again := len(st.Tick().Views[0].List.Triangles); again < full {
		t.Errorf("%d triangles with all shown, %d before", again, full)
	}
	press(t, a, st, "node/"+n)
	if len(s.Selected()) == 0 {
		t.Error("a click on a node selects nothing")
	}
	first := slices.Clone(s.Selected())
	st.Press(ui.KeyDown)
	st.Ticks(2)
	if slices.Equal(s.Selected(), first) || len(s.Selected()) == 0 {
		t.Errorf("the arrow key went from %v to %v", first, s.Selected())
	}
	root := strconv.Itoa(m.Roots[0])
	press(t, a, st, "node/"+root+"/fold")
	st.Ticks(2)
	if has(a, "node/"+n) {
		t.Error("a folded node shows its children")
	}
	press(t, a, st, "node/"+root)
	st.Press(ui.KeyRight)
	st.Ticks(2)
	if !has(a, "node/"+n) {
		t.Error("the right arrow does not unfold")
	}
	x, y := place(t, a, "nodes/filter")
	st.Click(x, y)
	st.Type(m.Nodes[node].Name)
	st.Ticks(2)
	if !has(a, "node/"+n) {
		t.Error("search does not find the node by its name")
	}
	st.Type(" no such node")
	st.Ticks(2)
	if has(a, "node/"+n) {
		t.Error("search finds what is not there")
	}
}
