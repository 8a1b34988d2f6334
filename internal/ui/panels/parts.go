package panels

import (
	"fmt"
	"slices"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/lab"
	"donorlab/internal/rig"
	"donorlab/internal/ui"
)

// partList is the left side's list of parts.
type partList struct {
	filter   string
	role     int // show only this role, plus one; 0 shows all
	sort     partOrder
	rows     []int // part indices that pass the filter, in the order shown
	cursor   int   // part that the keyboard stands on
	anchor   int   // where a Shift range began
	scrollTo int   // part to bring into view, plus nothing: -1 for none
}

type partOrder uint8

const (
	byIndex partOrder = iota
	byName
	bySize
	byRole
)

func (o partOrder) String() string { return [...]string{"file order", "name", "size", "role"}[o] }

func (a *App) leftPanel() {
	if imgui.BeginTabBar("##lefttabs") {
		if a.leftTabItem("Parts", 0) {
			a.leftTab = 0
			imgui.EndTabItem()
		}
		a.named("left/parts", true)
		if a.leftTabItem("Nodes", 2) {
			a.leftTab = 2
			imgui.EndTabItem()
		}
		a.named("left/nodes", true)
		if a.leftTabItem("Models", 3) {
			a.leftTab = 3
			imgui.EndTabItem()
		}
		a.named("left/models", true)
		if a.s.Work().Rigged != nil {
			if a.leftTabItem("Bones", 1) {
				a.leftTab = 1
				imgui.EndTabItem()
			}
			a.named("left/bones", true)
		} else if a.leftTab == 1 {
			a.leftTab = 0
		}
		imgui.EndTabBar()
	}
	a.leftWant = 0
	switch a.leftTab {
	case 1:
		a.boneList()
		return
	case 2:
		a.nodes.show(a)
		return
	case 3:
		a.models.show(a)
		return
	}
	parts := a.s.Work().Parts
	if parts == nil {
		a.dim("The parts of the opened model are listed here, each with the role that was guessed from its shape.")
		return
	}
	a.parts.show(a, parts)
}

// leftTabItem is one tab of the left side; it is switched to where that was asked for.
func (a *App) leftTabItem(label string, number int) bool {
	flags := imgui.TabItemFlags(0)
	if a.leftWant == number+1 {
		flags = imgui.TabItemFlagsSetSelected
	}
	return imgui.BeginTabItemV(label, nil, flags)
}

func (l *partList) show(a *App, parts *rig.Parts) {
	l.filters(a, parts)
	l.rows = l.pick(parts)
	a.dimf("%d of %d parts, by %s", len(l.rows), len(parts.Parts), l.sort)
	legend := imgui.TextLineHeightWithSpacing()*2 + a.px(6)
	flags := imgui.TableFlagsRowBg | imgui.TableFlagsScrollY | imgui.TableFlagsBordersInnerV
	if imgui.BeginTableV("##parts", 3, flags, imgui.Vec2{Y: imgui.ContentRegionAvail().Y - legend}, 0) {
		imgui.TableSetupScrollFreeze(0, 1)
		imgui.TableSetupColumnV("Part", imgui.TableColumnFlagsWidthStretch, 0, 0)
		imgui.TableSetupColumnV("Role", imgui.TableColumnFlagsWidthFixed, a.px(78), 0)
		imgui.TableSetupColumnV("Sure", imgui.TableColumnFlagsWidthFixed, a.px(34), 0)
		imgui.TableHeadersRow()
		l.table(a, parts)
		imgui.EndTable()
	}
	l.keys(a, parts)
	l.legend(a)
}

// filters is the text box, the role filter and the order.
func (l *partList) filters(a *App, parts *rig.Parts) {
	imgui.SetNextItemWidth(-a.px(112))
	imgui.InputTextWithHint("##filter", "Filter by name", &l.filter)
	a.named("parts/filter", true)
	imgui.SameLineV(0, a.px(4))
	imgui.SetNextItemWidth(-1)
	label := "All roles"
	if l.role > 0 {
		label = rig.Role(l.role - 1).String()
	}
	if imgui.BeginCombo("##role", label) {
		if imgui.Selectable("All roles") {
			l.role = 0
		}
		counts := parts.Counts()
		for _, r := range rig.Roles() {
			if counts[r] > 0 && imgui.Selectable(fmt.Sprintf("%s (%d)##%d", r, counts[r], r)) {
				l.role = int(r) + 1
			}
		}
		imgui.Separator()
		for o := byIndex; o <= byRole; o++ {
			if imgui.SelectableV("Sort by "+o.String(), l.sort == o, 0, imgui.Vec2{}) {
				l.sort = o
			}
		}
		imgui.EndCombo()
	}
	a.named("parts/role", true)
}

// pick returns the part indices that pass the filter, sorted.
func (l *partList) pick(parts *rig.Parts) []int {
	rows := l.rows[:0]
	text := strings.ToLower(l.filter)
	for i := range parts.Parts {
		p := &parts.Parts[i]
		if text != "" && !strings.Contains(strings.ToLower(p.Name), text) {
			continue
		}
		if l.role > 0 && p.Role != rig.Role(l.role-1) {
			continue
		}
		rows = append(rows, i)
	}
	key := func(i, j int) int { return 0 }
	p := parts.Parts
	switch l.sort {
	case byName:
		key = func(i, j int) int { return strings.Compare(p[i].Name, p[j].Name) }
	case bySize:
		key = func(i, j int) int {
			if d := p[j].Size.Len() - p[i].Size.Len(); d != 0 {
				if d > 0 {
					return 1
				}
				return -1
			}
			return 0
		}
	case byRole:
		key = func(i, j int) int { return int(p[i].Role) - int(p[j].Role) }
	}
	slices.SortStableFunc(rows, key)
	return rows
}

// table issues the visible rows only: a model may have ten thousand parts.
func (l *partList) table(a *App, parts *rig.Parts) {
	pal := a.c.Palette()
	chosen := map[int]bool{}
	for _, i := range a.s.Selected() {
		chosen[i] = true
	}
	if at := slices.Index(l.rows, l.scrollTo); l.scrollTo >= 0 && at >= 0 {
		row := imgui.TextLineHeight() + 2*imgui.CurrentStyle().CellPadding().Y
		imgui.SetScrollY(float32(at)*row - imgui.WindowHeight()/2)
	}
	l.scrollTo = -1
	var clip imgui.ListClipper
	clip.Begin(len(l.rows))
	for clip.Step() {
		for at := clip.DisplayStart; at < clip.DisplayEnd; at++ {
			i := l.rows[at]
			p := &parts.Parts[i]
			imgui.TableNextRow()
			imgui.TableNextColumn()
			imgui.PushIDInt(i)
			w := imgui.ContentRegionAvail().X
			if imgui.SelectableV(fit(p.Name, w)+"##row", chosen[i], imgui.SelectableFlagsSpanAllColumns, imgui.Vec2{}) {
				l.click(a, at)
			}
			imgui.PopID()
			a.named(fmt.Sprintf("part/%d", i), true)
			a.tip(partTip(p))
			imgui.TableNextColumn()
			a.roleChip(p.Role, p.ByHand)
			imgui.TableNextColumn()
			switch {
			case p.ByHand:
				imgui.PushStyleColor(imgui.StyleColorText, pal.Accent)
				imgui.Text("hand")
				imgui.PopStyleColor()
			default:
				imgui.PushStyleColor(imgui.StyleColorText, pal.Dim)
				imgui.Text(fmt.Sprintf("%.0f%%", p.Confidence*100))
				imgui.PopStyleColor()
			}
		}
	}
}

func partTip(p *rig.Part) string {
	t := fmt.Sprintf("%s\n%s vertices, %.3g × %.3g × %.3g m", p.Name, thousands(p.Vertices), p.Size[0], p.Size[1], p.Size[2])
	if p.Reason != "" {
		t += fmt.Sprintf("\nGuessed %s: %s", p.Guess, p.Reason)
	}
	if p.ByHand {
		t += "\nMarked by hand."
	}
	return t
}

// roleChip is a colour and a role's name.
func (a *App) roleChip(r rig.Role, byHand bool) {
	red, green, blue := lab.RoleColor(r)
	a.dot(imgui.Vec4{X: float32(red) / 255, Y: float32(green) / 255, Z: float32(blue) / 255, W: 1})
	imgui.SameLineV(0, a.px(2))
	imgui.Text(roleShort(r))
}

// roleShort is a role's name where room is tight.
func roleShort(r rig.Role) string {
	switch r {
	case rig.TailRotor:
		return "Tail"
	case rig.Caterpillar:
		return "Track"
	case rig.Default:
		return "?"
	case rig.Edgecase:
		return "Edge"
	}
	return r.String()
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
		a.s.Select(i)
		l.anchor = i
	}
	if imgui.IsMouseDoubleClicked(0) {
		a.view.frameSelection(a)
	}
}

// keys moves with the arrows and marks with letters, wherever the mouse is
// unless text is typed: click a part in the picture, then press R.
func (l *partList) keys(a *App, parts *rig.Parts) {
	io := imgui.CurrentIO()
	if io.WantTextInput() || io.KeyCtrlPressed() || io.KeyAltPressed() || io.KeySuperPressed() {
		return
	}
	move := 0
	if imgui.IsWindowFocusedV(imgui.FocusedFlagsRootAndChildWindows) {
		if imgui.IsKeyPressed(int(ui.KeyDown)) {
			move = 1
		}
		if imgui.IsKeyPressed(int(ui.KeyUp)) {
			move = -1
		}
	}
	if move != 0 && len(l.rows) > 0 {
		l.step(a, move)
	}
	for _, r := range rig.Roles() {
		if k := r.Letter(); k != 0 && len(a.s.Selected()) > 0 && imgui.IsKeyPressedV(int(ui.KeyA)+int(k-'A'), false) {
			l.mark(a, r)
			return
		}
	}
}

func (l *partList) step(a *App, by int) {
	at := slices.Index(l.rows, l.cursor)
	at = max(0, min(at+by, len(l.rows)-1))
	l.cursor, l.anchor, l.scrollTo = l.rows[at], l.rows[at], l.rows[at]
	a.s.Select(l.cursor)
}

// mark gives the selection a role. A single part that is marked from the list
// hands the selection on to the next row, so that a whole list is worked
// through with letters alone.
func (l *partList) mark(a *App, r rig.Role) {
	sel := slices.Clone(a.s.Selected())
	a.s.Mark(r, sel...)
	if len(sel) == 1 && slices.Contains(l.rows, sel[0]) && imgui.IsWindowFocusedV(imgui.FocusedFlagsRootAndChildWindows) {
		l.cursor = sel[0]
		l.step(a, 1)
	}
}

// legend says which letter marks what; each is a button, too.
func (l *partList) legend(a *App) {
	imgui.PushFont(a.c.Fonts().Small)
	imgui.PushStyleVarVec2(imgui.StyleVarItemSpacing, imgui.Vec2{X: a.px(3), Y: a.px(3)})
	imgui.PushStyleVarVec2(imgui.StyleVarFramePadding, imgui.Vec2{X: a.px(4), Y: a.px(1)})
	right := imgui.WindowPos().X + imgui.WindowContentRegionMax().X
	why := ""
	if len(a.s.Selected()) == 0 {
		why = "select a part first, here or in the picture"
	}
	for n, r := range []rig.Role{rig.Rotor, rig.TailRotor, rig.Body, rig.Gun, rig.Turret, rig.Wheel, rig.Caterpillar, rig.Ignore, rig.Edgecase, rig.Default} {
		label := fmt.Sprintf("%c %s", r.Letter(), roleShort(r))
		if n > 0 {
			imgui.SameLine()
			if imgui.CursorScreenPos().X+imgui.CalcTextSize(label, false, 0).X+a.px(8) > right {
				imgui.Dummy(imgui.Vec2{})
			}
		}
		if a.button("mark/"+r.String(), label, buttonLook{why: why, tip: "Mark the selection as " + r.String() + ", key " + string(r.Letter())}) {
			a.s.Mark(r, a.s.Selected()...)
		}
	}
	imgui.PopStyleVarV(2)
	imgui.PopFont()
}

// boneList is the tree of the rig's joints.
func (a *App) boneList() {
	r := a.s.Work().Rigged
	if r == nil || len(r.Model.Skins) == 0 {
		a.dim("The shown model has no skeleton.")
		return
	}
	m := r.Model
	joint := map[int]int{}
	for j, n := range m.Skins[0].Joints {
		joint[n] = j
	}
	depth := func(n int) int {
		d := 0
		for p, ok := m.Nodes[n].Parent.Get(); ok; p, ok = m.Nodes[p].Parent.Get() {
			if _, is := joint[p]; is {
				d++
			}
		}
		return d
	}
	bones := a.s.Bones()
	a.dimf("%d bones; channel i of a donor's clip drives bone i", len(m.Skins[0].Joints))
	for j, n := range m.Skins[0].Joints {
		label := fmt.Sprintf("%s%d  %s", strings.Repeat("    ", depth(n)), j, m.Nodes[n].Name)
		var b *rig.Bone
		if j < len(bones) {
			b = &bones[j]
			red, green, blue := lab.RoleColor(b.Role)
			a.dot(imgui.Vec4{X: float32(red) / 255, Y: float32(green) / 255, Z: float32(blue) / 255, W: 1})
			imgui.SameLineV(0, a.px(4))
		}
		if imgui.SelectableV(fmt.Sprintf("%s##bone%d", label, j), j == a.s.SelectedBone(), 0, imgui.Vec2{}) {
			a.s.SelectBone(j)
		}
		a.named(fmt.Sprintf("bone/%d", j), true)
		if b != nil {
			a.tip(fmt.Sprintf("Bone %d, role %s, %d parts. Click selects its parts.", j, b.Role, len(b.Parts)))
		}
	}
	a.handFields(m)
}
