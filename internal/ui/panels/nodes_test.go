package panels

import (
	"fmt"
	"testing"

	"donorlab/internal/scene"
)

// forest is a model of n nodes, ten children each.
func forest(n int) *scene.Model {
	m := &scene.Model{Nodes: make([]scene.Node, n), Roots: []int{0}}
	for i := range m.Nodes {
		m.Nodes[i].Name = fmt.Sprintf("node_%d", i)
		m.Nodes[i].Local = scene.Identity()
		if i > 0 {
			p := (i - 1) / 10
			m.Nodes[i].Parent = scene.Some(p)
			m.Nodes[p].Children = append(m.Nodes[p].Children, i)
		}
	}
	return m
}

// Rows follow the file's order, depth first; search shows what matches with the
// way to it; only unfolded nodes show their children.
func TestNodeRows(t *testing.T) {
	var tree nodeTree
	tree.load(forest(1000))
	tree.flatten()
	if len(tree.rows) != 11 || tree.rows[0].node != 0 || tree.rows[1].node != 1 || tree.rows[1].depth != 1 {
		t.Fatalf("folded: %v", tree.rows)
	}
	if f := tree.facts[0]; f.nodes != 999 {
		t.Errorf("%d nodes below the root", f.nodes)
	}
	tree.open[2], tree.dirty = true, true
	tree.flatten()
	if len(tree.rows) != 21 || tree.rows[3].node != 21 || tree.rows[3].depth != 2 {
		t.Errorf("with node 2 unfolded: %v", tree.rows)
	}
	tree.filter = "_999"
	tree.flatten()
	want := []int{0, 9, 99, 999} // (i-1)/10 upwards
	if len(tree.rows) != len(want) {
		t.Fatalf("search: %v", tree.rows)
	}
	for i, r := range tree.rows {
		if r.node != want[i] || r.match != (i == 3) {
			t.Errorf("search, row %d: %+v, want node %d", i, r, want[i])
		}
	}
	tree.filter = ""
	tree.reveal = 999
	if tree.revealed() != 999 || !tree.open[9] || !tree.open[99] {
		t.Error("the way to a revealed node stays folded")
	}
}

// BenchmarkNodeRows is what unfolding or searching costs in a file of 100,000
// nodes, all unfolded; a frame without a change costs nothing of it.
func BenchmarkNodeRows(b *testing.B) {
	var tree nodeTree
	tree.load(forest(100000))
	for i := range tree.model.Nodes {
		tree.open[i] = true
	}
	for b.Loop() {
		tree.dirty = true
		tree.flatten()
	}
	if len(tree.rows) != 100000 {
		b.Fatalf("%d rows", len(tree.rows))
	}
}
