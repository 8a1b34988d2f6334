package panels

import (
	"fmt"
	"slices"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/lab"
	"donorlab/internal/rig"
	"donorlab/internal/scene"
	"donorlab/internal/ui"
)

// nodeTree is the left side's tree of the file's nodes.
type nodeTree struct {
	filter string
	open   map[int]bool // unfolded nodes
	reveal int          // node to unfold to and bring into view; -1 for none

	model  *scene.Model
	facts  []nodeFact // by node
	parts  *rig.Parts
	partOf [][]int // parts by node

	rows    []nodeRow
	rowsFor string // the filter that rows were made for
	dirty   bool
	cursor  int // node that was clicked last
}

// nodeFact is what a row says of a node; worked out once.
type nodeFact struct {
	own, all int // triangles of its mesh, and with all below
	joint    int // of the first skin, -1 for none
	nodes    int // below
}

// nodeRow is one visible line of the tree.
type nodeRow struct {
	node, depth int
	match       bool // not only an ancestor of one that matches
}

// load works out what does not change while a model is open.
func (t *nodeTree) load(m *scene.Model) {
	*t = nodeTree{model: m, open: map[int]bool{}, filter: t.filter, reveal: -1, dirty: true, cursor: -1}
	t.facts = make([]nodeFact, len(m.Nodes))
	for i := range t.facts {
		t.facts[i].joint = -1
	}
	if len(m.Skins) > 0 {
		for j, n := range m.Skins[0].Joints {
			t.facts[n].joint = j
		}
	}
	order := m.ParentsFirst()
	for _, n := range slices.Backward(order) {
		f := &t.facts[n]
		if mesh, ok := m.Nodes[n].Mesh.Get(); ok {
			for k := range m.Meshes[mesh].Primitives {
				if p := &m.Meshes[mesh].Primitives[k]; p.Topology == scene.Triangles {
					f.own += len(p.Indices) / 3
				}
			}
		}
		f.all += f.own
		if p, ok := m.Nodes[n].Parent.Get(); ok {
			t.facts[p].all += f.all
			t.facts[p].nodes += f.nodes + 1
		}
	}
	// A file's wrapping nodes are unfolded, so that something is seen at once.
	for _, r := range m.Roots {
		for n := r; ; {
			t.open[n] = true
			if len(m.Nodes[n].Children) != 1 {
				break
			}
			n = m.Nodes[n].Children[0]
		}
	}
}

// flatten makes the rows. It is done only when something changed: a file may
// have a hundred thousand nodes.
func (t *nodeTree) flatten() {
	if !t.dirty && t.rowsFor == t.filter {
		return
	}
	t.dirty, t.rowsFor = false, t.filter
	t.rows = t.rows[:0]
	m := t.model
	text := strings.ToLower(t.filter)
	var keep []bool
	if text != "" {
		keep = make([]bool, len(m.Nodes))
		for i := range m.Nodes {
			if !strings.Contains(strings.ToLower(m.Nodes[i].Name), text) {
				continue
			}
			for n, ok := i, true; ok && !keep[n]; n, ok = m.Nodes[n].Parent.Get() {
				keep[n] = true
			}
		}
	}
	type item struct{ node, depth int }
	var stack []item
	for _, r := range slices.Backward(m.Roots) {
		stack = append(stack, item{r, 0})
	}
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if keep != nil && !keep[at.node] {
			continue
		}
		match := text == "" || strings.Contains(strings.ToLower(m.Nodes[at.node].Name), text)
		t.rows = append(t.rows, nodeRow{at.node, at.depth, match})
		if text == "" && !t.open[at.node] {
			continue
		}
		for _, c := range slices.Backward(m.Nodes[at.node].Children) {
			stack = append(stack, item{c, at.depth + 1})
		}
	}
}

func (t *nodeTree) show(a *App) {
	m := a.s.Doc().Source
	if m == nil {
		a.dim("The nodes of the opened file are listed here, as the file has them.")
		return
	}
	if t.model != m {
		t.load(m)
	}
	t.link(a.s.Work().Parts)
	t.keys(a)
	imgui.SetNextItemWidth(-1)
	imgui.InputTextWithHint("##nodefilter", "Search nodes", &t.filter)
	a.named("nodes/filter", true)
	scroll := t.revealed()
	t.flatten()
	_, shown := a.s.Shown()
	why := ""
	if shown != lab.ShowSource {
		why = "The picture shows the rig; choose Source over it to hide nodes"
	}
	t.summary(a, why)
	flags := imgui.TableFlagsRowBg | imgui.TableFlagsScrollY
	if imgui.BeginTableV("##nodes", 3, flags, imgui.ContentRegionAvail(), 0) {
		imgui.TableSetupColumnV("", imgui.TableColumnFlagsWidthFixed, a.px(20), 0)
		imgui.TableSetupColumnV("Node", imgui.TableColumnFlagsWidthStretch, 0, 0)
		imgui.TableSetupColumnV("Triangles", imgui.TableColumnFlagsWidthFixed, a.px(52), 0)
		t.table(a, why, scroll)
		imgui.EndTable()
	}
}

// keys moves along the rows with up and down; left and right fold and unfold.
func (t *nodeTree) keys(a *App) {
	io := imgui.CurrentIO()
	if io.WantTextInput() || io.KeyCtrlPressed() || !imgui.IsWindowFocusedV(imgui.FocusedFlagsRootAndChildWindows) {
		return
	}
	at := slices.IndexFunc(t.rows, func(r nodeRow) bool { return r.node == t.cursor })
	if at < 0 {
		return
	}
	to := at
	switch {
	case imgui.IsKeyPressed(int(ui.KeyDown)):
		to = min(at+1, len(t.rows)-1)
	case imgui.IsKeyPressed(int(ui.KeyUp)):
		to = max(at-1, 0)
	case imgui.IsKeyPressed(int(ui.KeyRight)) && !t.open[t.cursor]:
		t.open[t.cursor], t.dirty = true, true
	case imgui.IsKeyPressed(int(ui.KeyLeft)) && t.open[t.cursor]:
		t.open[t.cursor], t.dirty = false, true
	}
	if to != at {
		t.reveal = t.rows[to].node
		t.click(a, t.reveal)
	}
}

// link finds the parts of each node anew when there are others.
func (t *nodeTree) link(parts *rig.Parts) {
	if t.parts == parts && t.partOf != nil {
		return
	}
	t.parts = parts
	t.partOf = make([][]int, len(t.model.Nodes))
	if parts == nil {
		return
	}
	for i := range parts.Parts {
		for _, n := range parts.Parts[i].Nodes {
			if n < len(t.partOf) {
				t.partOf[n] = append(t.partOf[n], i)
			}
		}
	}
}

// revealed unfolds the tree down to the node that is to be seen and returns it,
// -1 for none.
func (t *nodeTree) revealed() int {
	n := t.reveal
	t.reveal = -1
	if n < 0 || n >= len(t.model.Nodes) {
		return -1
	}
	t.cursor = n
	for p, ok := t.model.Nodes[n].Parent.Get(); ok; p, ok = t.model.Nodes[p].Parent.Get() {
		if !t.open[p] {
			t.open[p] = true
			t.dirty = true
		}
	}
	return n
}

func (t *nodeTree) summary(a *App, why string) {
	if t.filter != "" {
		n := 0
		for _, r := range t.rows {
			if r.match {
				n++
			}
		}
		a.dimf("%s of %s", plural(n, "node"), thousands(len(t.model.Nodes)))
	} else {
		a.dimf("%s, %s", plural(len(t.model.Nodes), "node"), meshes(len(t.model.Meshes)))
	}
	if a.s.HiddenNodes() > 0 {
		if a.button("nodes/showall", "Show all nodes", buttonLook{why: why}) {
			a.s.ShowAllNodes()
		}
	}
}

func meshes(n int) string {
	if n == 1 {
		return "1 mesh"
	}
	return thousands(n) + " meshes"
}

// table issues the rows that are seen.
func (t *nodeTree) table(a *App, why string, scroll int) {
	row := imgui.TextLineHeight() + 2*imgui.CurrentStyle().CellPadding().Y
	if scroll >= 0 {
		for i, r := range t.rows {
			if r.node == scroll {
				imgui.SetScrollY(float32(i)*row - imgui.WindowHeight()/2)
			}
		}
	}
	chosen := map[int]bool{}
	for _, p := range a.s.Selected() {
		chosen[p] = true
	}
	var clip imgui.ListClipper
	clip.BeginV(len(t.rows), row)
	for clip.Step() {
		for i := clip.DisplayStart; i < clip.DisplayEnd && i < len(t.rows); i++ {
			imgui.TableNextRow()
			imgui.PushIDInt(t.rows[i].node)
			t.row(a, t.rows[i], why, chosen)
			imgui.PopID()
		}
	}
}

// row is one node: its eye, its place in the tree with its name, its triangles.
func (t *nodeTree) row(a *App, r nodeRow, why string, chosen map[int]bool) {
	p := a.c.Palette()
	n := &t.model.Nodes[r.node]
	f := &t.facts[r.node]
	imgui.TableNextColumn()
	t.eye(a, r.node, why)
	imgui.TableNextColumn()
	x := imgui.CursorScreenPos()
	line := imgui.TextLineHeight()
	indent := min(float32(r.depth)*a.px(11), a.px(132))
	fold := rect{x.X + indent, x.Y, a.px(13), line}
	selected := r.node == t.cursor && len(chosen) == 0
	for _, i := range t.partOf[r.node] {
		selected = selected || chosen[i]
	}
	imgui.SetCursorScreenPos(imgui.Vec2{X: x.X + indent + a.px(30), Y: x.Y})
	name := n.Name
	if name == "" {
		name = fmt.Sprintf("node %d", r.node)
	}
	if !r.match {
		imgui.PushStyleColor(imgui.StyleColorText, p.Dim)
	}
	hit := imgui.SelectableV(fit(name, imgui.ContentRegionAvail().X)+"##row", selected, 0, imgui.Vec2{})
	if !r.match {
		imgui.PopStyleColor()
	}
	a.named(fmt.Sprintf("node/%d", r.node), true)
	a.tip(t.tipOf(r.node))
	if hit {
		t.click(a, r.node)
	}
	t.fold(a, r.node, fold)
	t.icon(a, r.node, imgui.Vec2{X: x.X + indent + a.px(15), Y: x.Y})
	imgui.TableNextColumn()
	count := f.own
	imgui.PushStyleColor(imgui.StyleColorText, p.Dim)
	if count == 0 && !t.open[r.node] {
		count = f.all
	}
	if count > 0 {
		text := short(count)
		imgui.SetCursorPos(imgui.Vec2{X: imgui.CursorPosX() + max(0, imgui.ContentRegionAvail().X-imgui.CalcTextSize(text, false, 0).X), Y: imgui.CursorPosY()})
		imgui.Text(text)
	} else {
		imgui.Text("")
	}
	imgui.PopStyleColor()
}

// short writes a count in few letters: 950, 12.3k, 1.2M.
func short(n int) string {
	switch {
	case n >= 1e6:
		return fmt.Sprintf("%.1fM", float64(n)/1e6)
	case n >= 1e4:
		return fmt.Sprintf("%.1fk", float64(n)/1e3)
	}
	return fmt.Sprint(n)
}

func (t *nodeTree) tipOf(node int) string {
	m := t.model
	n, f := &m.Nodes[node], &t.facts[node]
	text := fmt.Sprintf("%s\nnode %d", n.Name, node)
	if mesh, ok := n.Mesh.Get(); ok {
		text += fmt.Sprintf(", mesh %q, %s", m.Meshes[mesh].Name, plural(f.own, "triangle"))
	}
	if _, ok := n.Skin.Get(); ok {
		text += ", skinned"
	}
	if f.joint >= 0 {
		text += fmt.Sprintf(", joint %d", f.joint)
	}
	if f.nodes > 0 {
		text += fmt.Sprintf("\n%s below, %s in all", plural(f.nodes, "node"), plural(f.all, "triangle"))
	}
	return text
}

// eye shows or hides a node with all below it.
func (t *nodeTree) eye(a *App, node int, why string) {
	p := a.c.Palette()
	itself, above := a.s.NodeHidden(node)
	line := imgui.TextLineHeight()
	at := imgui.CursorScreenPos()
	if imgui.InvisibleButton("##eye", imgui.Vec2{X: a.px(18), Y: line}) && why == "" {
		a.s.HideNode(node, !itself)
	}
	a.named(fmt.Sprintf("node/%d/eye", node), why == "")
	tip := "Hide this node and all below it; it is not saved"
	if itself {
		tip = "Show this node again"
	} else if above {
		tip = "Hidden with a node above it"
	}
	if why != "" {
		tip = why
	}
	col := ui.Fade(p.Text, 0.75)
	if itself || above || why != "" {
		col = ui.Fade(p.Dim, 0.45)
	}
	if imgui.IsItemHovered() && why == "" {
		col = p.Accent
	}
	a.tip(tip)
	list := imgui.WindowDrawList()
	c := imgui.Vec2{X: at.X + a.px(9), Y: at.Y + line/2}
	pc := imgui.PackedColorFromVec4(col)
	// An almond of four lines, with a pupil while it is open.
	l, r := imgui.Vec2{X: c.X - a.px(6), Y: c.Y}, imgui.Vec2{X: c.X + a.px(6), Y: c.Y}
	for _, dy := range []float32{-3.5, 3.5} {
		if itself && dy < 0 {
			continue
		}
		top := imgui.Vec2{X: c.X - a.px(2.5), Y: c.Y + a.px(dy)}
		top2 := imgui.Vec2{X: c.X + a.px(2.5), Y: c.Y + a.px(dy)}
		list.AddLineV(l, top, pc, a.px(1.2))
		list.AddLineV(top, top2, pc, a.px(1.2))
		list.AddLineV(top2, r, pc, a.px(1.2))
	}
	if !itself {
		list.AddCircleFilledV(c, a.px(1.8), pc, 10)
	}
}

// fold is the triangle that unfolds a node.
func (t *nodeTree) fold(a *App, node int, r rect) {
	if len(t.model.Nodes[node].Children) == 0 || t.filter != "" {
		return
	}
	imgui.SetCursorScreenPos(imgui.Vec2{X: r.x, Y: r.y})
	if imgui.InvisibleButton("##fold", imgui.Vec2{X: r.w, Y: r.h}) {
		t.open[node] = !t.open[node]
		t.dirty = true
	}
	a.named(fmt.Sprintf("node/%d/fold", node), true)
	col := a.c.Palette().Dim
	if imgui.IsItemHovered() {
		col = a.c.Palette().Accent
	}
	c := imgui.Vec2{X: r.x + r.w/2, Y: r.y + r.h/2}
	k := a.px(3.6)
	p, q, s := imgui.Vec2{X: c.X - k*0.7, Y: c.Y - k}, imgui.Vec2{X: c.X + k, Y: c.Y}, imgui.Vec2{X: c.X - k*0.7, Y: c.Y + k}
	if t.open[node] {
		p, q, s = imgui.Vec2{X: c.X - k, Y: c.Y - k*0.7}, imgui.Vec2{X: c.X + k, Y: c.Y - k*0.7}, imgui.Vec2{X: c.X, Y: c.Y + k}
	}
	imgui.WindowDrawList().AddTriangleFilled(p, q, s, imgui.PackedColorFromVec4(col))
}

// icon says what a node is: a mesh a filled square, skinned with a ring, a joint
// a diamond, anything else a small ring.
func (t *nodeTree) icon(a *App, node int, at imgui.Vec2) {
	p := a.c.Palette()
	list := imgui.WindowDrawList()
	n := &t.model.Nodes[node]
	c := imgui.Vec2{X: at.X + a.px(6), Y: at.Y + imgui.TextLineHeight()/2}
	k := a.px(3.6)
	_, mesh := n.Mesh.Get()
	_, skin := n.Skin.Get()
	switch {
	case mesh:
		col := imgui.PackedColorFromVec4(p.Good)
		list.AddRectFilledV(imgui.Vec2{X: c.X - k, Y: c.Y - k}, imgui.Vec2{X: c.X + k, Y: c.Y + k}, col, a.px(1), 0)
		if skin {
			list.AddRectV(imgui.Vec2{X: c.X - k*1.6, Y: c.Y - k*1.6}, imgui.Vec2{X: c.X + k*1.6, Y: c.Y + k*1.6}, imgui.PackedColorFromVec4(p.Warn), a.px(2), 0, a.px(1))
		}
	case t.facts[node].joint >= 0:
		col := imgui.PackedColorFromVec4(p.Warn)
		w, e := imgui.Vec2{X: c.X - k*1.1, Y: c.Y}, imgui.Vec2{X: c.X + k*1.1, Y: c.Y}
		list.AddTriangleFilled(imgui.Vec2{X: c.X, Y: c.Y - k*1.4}, e, w, col)
		list.AddTriangleFilled(w, e, imgui.Vec2{X: c.X, Y: c.Y + k*1.4}, col)
	default:
		list.AddCircleV(c, k*0.8, imgui.PackedColorFromVec4(p.Dim), 12, a.px(1.2))
	}
}

// click selects the parts of a node and of all below it, or its bone.
func (t *nodeTree) click(a *App, node int) {
	io := imgui.CurrentIO()
	t.cursor = node
	var parts []int
	stack := []int{node}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		parts = append(parts, t.partOf[n]...)
		stack = append(stack, t.model.Nodes[n].Children...)
	}
	switch j := t.facts[node].joint; {
	case len(parts) == 0 && j >= 0:
		a.s.SelectBone(j)
	case io.KeyCtrlPressed() || io.KeyShiftPressed():
		a.s.Select(append(append([]int{}, a.s.Selected()...), parts...)...)
	default:
		a.s.Select(parts...)
	}
	if len(parts) > 0 {
		a.parts.scrollTo = slices.Min(parts)
	}
	if imgui.IsMouseDoubleClicked(0) {
		a.view.frameSelection(a)
	}
}
