package panels

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/rig"
	"donorlab/internal/ui"
)

// partList is the left side's list of parts.
type partList struct {
	filter partFilter
	more   bool // the filters by figures are unfolded
	by     partColumn
	down   bool // largest first

	rows    []int // part indices that pass the filter, in the order shown
	rowsFor rowsKey

	cursor   int     // part that the keyboard stands on
	anchor   int     // where a Shift range began
	scrollTo int     // part to bring into view; -1 for none
	focused  bool    // the list has the keyboard
	footer   float32 // height of what is below the table, pixels, of the tick before
}

// rowsKey says what rows were made for.
type rowsKey struct {
	parts    *rig.Parts
	filter   partFilter
	minVerts int
	by       partColumn
	down     bool
}

// partColumn is a column of the list.
type partColumn int

const (
	colName partColumn = iota
	colVerts
	colSize
	colRole
	colSure
	colSeen
	colOrder // none: as in the file
)

// columns are the list's, from left to right. Those that are hidden at first are
// shown by the menu of the heading's right click, as imgui has it.
var columns = [...]struct {
	name, tip string
	width     float32 // design units; 0 takes what is left
	hidden    bool
}{
	colName:  {"Part", "The node's name; #n is a loose piece of its mesh", 0, false},
	colVerts: {"Verts", "Vertices", 42, false},
	colSize:  {"Side m", "Longest side, metres", 46, true},
	colRole:  {"Role", "What it does", 62, false},
	colSure:  {"Sure", "How sure the guess is", 36, false},
	colSeen:  {"Seen", "Seen from outside, or inside", 50, true},
}

func (l *partList) show(a *App, parts *rig.Parts) {
	l.filters(a, parts)
	l.focused = imgui.IsWindowFocusedV(imgui.FocusedFlagsRootAndChildWindows)
	l.refresh(a)
	l.countLine(a, parts)
	flags := imgui.TableFlagsRowBg | imgui.TableFlagsScrollY | imgui.TableFlagsBordersInnerV | imgui.TableFlagsSortable |
		imgui.TableFlagsSortTristate | imgui.TableFlagsHideable | imgui.TableFlagsResizable | imgui.TableFlagsNoSavedSettings
	height := max(imgui.ContentRegionAvail().Y-l.footer, a.px(60))
	imgui.PushStyleVarVec2(imgui.StyleVarCellPadding, imgui.Vec2{X: a.px(3), Y: imgui.CurrentStyle().CellPadding().Y})
	defer imgui.PopStyleVar()
	if imgui.BeginTableV("##parts", len(columns), flags, imgui.Vec2{Y: height}, 0) {
		l.headings(a)
		l.refresh(a)
		l.table(a, parts)
		imgui.EndTable()
	}
	top := imgui.CursorPosY()
	l.detail(a, parts)
	l.legend(a)
	l.editRow(a, parts)
	l.footer = imgui.CursorPosY() - top + 2*imgui.CurrentStyle().ItemSpacing().Y
}

// countLine says how many parts are listed, and offers to list all.
func (l *partList) countLine(a *App, parts *rig.Parts) {
	imgui.AlignTextToFramePadding()
	a.dimf("%d of %s", len(l.rows), plural(len(parts.Parts), "part"))
	if !l.filter.narrow() && !l.filterOn(a) {
		return
	}
	imgui.SameLine()
	if a.button("parts/clear", "List all", buttonLook{tip: "Clear every filter"}) {
		l.filter.clear()
		a.s.EditRecipe("List all parts", "", func(r *rig.Recipe) { r.MinVerts = 1 })
	}
}

// headings are the columns' heads: a click sorts, a second one turns the order
// round, a third gives the file's order back.
func (l *partList) headings(a *App) {
	imgui.TableSetupScrollFreeze(0, 1)
	for _, c := range columns {
		flags := imgui.TableColumnFlagsWidthFixed
		if c.width == 0 {
			flags = imgui.TableColumnFlagsWidthStretch | imgui.TableColumnFlagsNoHide
		}
		if c.hidden {
			flags |= imgui.TableColumnFlagsDefaultHide
		}
		imgui.TableSetupColumnV(c.name, flags, a.px(c.width), 0)
	}
	imgui.PushFont(a.c.Fonts().Small)
	defer imgui.PopFont()
	imgui.TableNextRowV(imgui.TableRowFlagsHeaders, 0)
	for i, c := range columns {
		if !imgui.TableSetColumnIndex(i) {
			continue
		}
		imgui.TableHeader(c.name)
		a.named("parts/sort/"+c.name, true)
		a.tip(c.tip + ". Click sorts by it; right-click chooses columns.")
	}
	specs := imgui.TableGetSortSpecs()
	if !specs.SpecsDirty() {
		return
	}
	specs.ClearSpecsDirty()
	l.by, l.down = colOrder, false
	if s := specs.Specs(); len(s) > 0 {
		l.by, l.down = partColumn(s[0].ColumnIndex), s[0].SortDirection == imgui.SortDirectionDescending
	}
}

// refresh makes the rows anew where something has changed: a model may have ten
// thousand parts.
func (l *partList) refresh(a *App) {
	w := a.s.Work()
	if w.Parts == nil {
		l.rows, l.rowsFor = nil, rowsKey{}
		return
	}
	key := rowsKey{w.Parts, l.filter, 1, l.by, l.down}
	if w.Recipe != nil {
		key.minVerts = w.Recipe.MinVerts
	}
	if key == l.rowsFor {
		return
	}
	l.rowsFor = key
	l.rows = l.rows[:0]
	text := strings.ToLower(l.filter.text)
	for i := range w.Parts.Parts {
		if l.filter.passes(&w.Parts.Parts[i], text, key.minVerts) {
			l.rows = append(l.rows, i)
		}
	}
	if l.by >= colOrder {
		return
	}
	p := w.Parts.Parts
	slices.SortStableFunc(l.rows, func(i, j int) int {
		c := comparePart(l.by, &p[i], &p[j])
		if l.down {
			return -c
		}
		return c
	})
}

// comparePart orders two parts by a column.
func comparePart(by partColumn, p, q *rig.Part) int {
	switch by {
	case colName:
		return strings.Compare(p.Name, q.Name)
	case colVerts:
		return cmp.Compare(p.Vertices, q.Vertices)
	case colSize:
		return cmp.Compare(longest(p), longest(q))
	case colRole:
		return cmp.Compare(p.Role, q.Role)
	case colSure:
		return cmp.Compare(sureness(p), sureness(q))
	case colSeen:
		return cmp.Compare(p.Visibility, q.Visibility)
	}
	return 0
}

// sureness orders by the last but one column: what was marked by hand is surest.
func sureness(p *rig.Part) float64 {
	if p.ByHand {
		return 2
	}
	return p.Confidence
}

// table issues the visible rows only.
func (l *partList) table(a *App, parts *rig.Parts) {
	chosen := map[int]bool{}
	for _, i := range a.s.Selected() {
		chosen[i] = true
	}
	row := imgui.TextLineHeight() + 2*imgui.CurrentStyle().CellPadding().Y
	if at := slices.Index(l.rows, l.scrollTo); l.scrollTo >= 0 && at >= 0 {
		imgui.SetScrollY(float32(at)*row - imgui.WindowHeight()/2)
	}
	l.scrollTo = -1
	if len(l.rows) == 0 {
		imgui.TableNextRow()
		imgui.TableNextColumn()
		a.dim("No part passes the filter.")
	}
	var clip imgui.ListClipper
	clip.Begin(len(l.rows))
	for clip.Step() {
		for at := clip.DisplayStart; at < clip.DisplayEnd; at++ {
			l.row(a, parts, at, chosen[l.rows[at]])
		}
	}
}

// row is one part's line.
func (l *partList) row(a *App, parts *rig.Parts, at int, chosen bool) {
	pal := a.c.Palette()
	i := l.rows[at]
	p := &parts.Parts[i]
	imgui.TableNextRow()
	imgui.TableNextColumn()
	imgui.PushIDInt(i)
	w := imgui.ContentRegionAvail().X
	dimmed := p.Hidden || p.Role == rig.Ignore
	if dimmed {
		imgui.PushStyleColor(imgui.StyleColorText, pal.Dim)
	}
	if imgui.SelectableV(fitMiddle(p.Name, w)+"##row", chosen, imgui.SelectableFlagsSpanAllColumns, imgui.Vec2{}) {
		l.click(a, at)
	}
	if dimmed {
		imgui.PopStyleColor()
	}
	imgui.PopID()
	a.named(fmt.Sprintf("part/%d", i), true)
	a.tip(partTip(parts, p))
	figure := func(col partColumn, text string, color imgui.Vec4) {
		if imgui.TableSetColumnIndex(int(col)) {
			imgui.PushFont(a.c.Fonts().Small)
			imgui.SetCursorPos(imgui.CursorPos().Plus(imgui.Vec2{Y: a.px(2)}))
			imgui.PushStyleColor(imgui.StyleColorText, color)
			imgui.Text(text)
			imgui.PopStyleColor()
			imgui.PopFont()
		}
	}
	figure(colVerts, thousands(p.Vertices), pal.Dim)
	figure(colSize, fmt.Sprintf("%.3g", longest(p)), pal.Dim)
	if imgui.TableSetColumnIndex(int(colRole)) {
		a.roleChip(p.Role, p.ByHand)
	}
	if p.ByHand {
		figure(colSure, "hand", pal.Accent)
	} else {
		figure(colSure, fmt.Sprintf("%.0f%%", p.Confidence*100), pal.Dim)
	}
	figure(colSeen, seenWord(p.Visibility), pal.Dim)
}

func seenWord(v rig.Visibility) string {
	switch v {
	case rig.External:
		return "outside"
	case rig.Interior:
		return "inside"
	}
	return "?"
}

func (l *partList) click(a *App, at int) {
	io := imgui.CurrentIO()
	i := l.rows[at]
	l.cursor = i
	switch {
	case io.KeyShiftPressed():
		from := max(slices.Index(l.rows, l.anchor), 0)
		lo, hi := min(from, at), max(from, at)
		a.s.Select(l.rows[lo : hi+1]...)
	case io.KeyCtrlPressed():
		a.s.ToggleSelected(i)
		l.anchor = i
	default:
		l.goTo(a, i)
	}
}

// goTo selects one part and takes the camera there.
func (l *partList) goTo(a *App, part int) {
	l.cursor, l.anchor = part, part
	a.s.Select(part)
	a.view.showPart(a)
}

// keys moves with the arrows while the list has the keyboard, and marks with
// letters wherever the mouse is unless text is typed: click a part in the picture,
// then press R. It works with the list hidden, too.
func (l *partList) keys(a *App) {
	focused := l.focused
	defer func() { l.focused = false }() // until the list is shown again
	io := imgui.CurrentIO()
	if a.s.Work().Parts == nil || a.s.WalkShown() || a.open.open || io.WantTextInput() || io.KeyCtrlPressed() || io.KeyAltPressed() || io.KeySuperPressed() {
		return
	}
	if focused && len(l.rows) > 0 {
		if imgui.IsKeyPressed(int(ui.KeyDown)) {
			l.step(a, 1)
		}
		if imgui.IsKeyPressed(int(ui.KeyUp)) {
			l.step(a, -1)
		}
	}
	for _, r := range rig.Roles() {
		if k := r.Letter(); k != 0 && len(a.s.Selected()) > 0 && imgui.IsKeyPressedV(int(ui.KeyA)+int(k-'A'), false) {
			l.mark(a, r)
			return
		}
	}
}

// step goes to the next row or the one before; with Shift the range grows.
func (l *partList) step(a *App, by int) {
	at := slices.Index(l.rows, l.cursor)
	at = max(0, min(at+by, len(l.rows)-1))
	l.cursor, l.scrollTo = l.rows[at], l.rows[at]
	if imgui.CurrentIO().KeyShiftPressed() {
		from := max(slices.Index(l.rows, l.anchor), 0)
		a.s.Select(l.rows[min(from, at) : max(from, at)+1]...)
		return
	}
	l.goTo(a, l.cursor)
}

// mark gives the selection a role and, from the list, hands the selection on to the
// next row, so that a whole list is worked through with letters alone: always
// where one part was marked, and where all that was marked has left the filter.
func (l *partList) mark(a *App, r rig.Role) {
	sel := slices.Clone(a.s.Selected())
	before := slices.Clone(l.rows)
	a.s.Mark(r, sel...)
	l.refresh(a)
	last := -1 // the last of them in the list as it was
	left := false
	for at, i := range before {
		if slices.Contains(sel, i) {
			last = at
			left = left || slices.Contains(l.rows, i)
		}
	}
	if !l.focused || last < 0 || len(sel) > 1 && left {
		return
	}
	for _, i := range before[last+1:] {
		if slices.Contains(l.rows, i) {
			l.scrollTo = i
			l.goTo(a, i)
			return
		}
	}
	if len(l.rows) > 0 && !left { // it was the last one
		l.scrollTo = l.rows[len(l.rows)-1]
		l.goTo(a, l.scrollTo)
	}
}
