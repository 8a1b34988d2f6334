package panels

import (
	"slices"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/lab"
)

// tab is one of the right side's tabs, by the name that is on it.
type tab string

// Tabs that others lead to.
const (
	tabNone    tab = ""
	tabVehicle tab = "Vehicle"
	tabFactory tab = "Factory"
)

// tabRow is a tab: a further one is a row of tabRows and no more.
type tabRow struct {
	name     tab
	tip      string
	stations []int      // lab stations that are worked at here
	show     func(*App) // issues its content
}

// tabRows are the right side's tabs from left to right.
func tabRows() []tabRow {
	return []tabRow{
		{tabVehicle, "Vehicle Lab: parts, roles, Generate rig", []int{lab.StationLoad, lab.StationMark, lab.StationGenerate}, func(a *App) { a.vehicle.show(a) }},
		{"Animation", "Animation Lab: the donor's channels, the contract, baking", []int{lab.StationFly, lab.StationBake}, (*App).animationTab},
		{tabFactory, "Model Factory: the registry entry and Export pack", []int{lab.StationEntry, lab.StationExport}, func(a *App) { a.factory.show(a) }},
		{tabFlight, "Worlds, flights and the dials that shape them", nil, func(a *App) { a.flight.show(a) }},
		{tabWalk, "A body with two legs walks without a clip: drive, preferences, plots, rig map", nil, func(a *App) { a.walk.show(a) }},
		{"Instruments", "The picture, the pose stack, rest dump, channel decoder", nil, func(a *App) { a.instr.show(a) }},
	}
}

func (a *App) showTab(t tab) { a.wantTab = t }

// nextStation is the station whose button is to be pressed next, -1 for none.
func (a *App) nextStation() int {
	for i, st := range a.s.Stations() {
		if st.Next {
			return i
		}
	}
	return -1
}

func (a *App) rightPanel() {
	a.stationStrip()
	rows := tabRows()
	a.tabBar(rows)
	a.wantTab = tabNone
	if imgui.BeginChildV("##tabbody", imgui.Vec2{}, false, 0) {
		for _, t := range rows {
			if t.name == a.tab {
				t.show(a)
			}
		}
	}
	imgui.EndChild()
}

// tabBar issues the tabs. Where they do not fit at full size their type is smaller;
// where that is not enough imgui shortens them.
func (a *App) tabBar(rows []tabRow) {
	next := a.nextStation()
	labels := make([]string, len(rows))
	width := float32(0)
	for i, t := range rows {
		labels[i] = string(t.name)
		if slices.Contains(t.stations, next) {
			labels[i] = "● " + labels[i]
		}
		width += imgui.CalcTextSize(labels[i], false, 0).X + 2*imgui.CurrentStyle().FramePadding().X + imgui.CurrentStyle().ItemInnerSpacing().X
	}
	if width > imgui.ContentRegionAvail().X {
		for i := range labels { // the small face has no larger dot
			labels[i] = strings.Replace(labels[i], "●", "•", 1)
		}
		imgui.PushFont(a.c.Fonts().Small)
		defer imgui.PopFont()
		pad := imgui.CurrentStyle().FramePadding()
		imgui.PushStyleVarVec2(imgui.StyleVarFramePadding, imgui.Vec2{X: pad.X * 0.55, Y: pad.Y})
		defer imgui.PopStyleVar()
	}
	if !imgui.BeginTabBar("##tabs") {
		return
	}
	defer imgui.EndTabBar()
	for i, t := range rows {
		flags := imgui.TabItemFlags(0)
		if a.wantTab == t.name {
			flags = imgui.TabItemFlagsSetSelected
		}
		open := imgui.BeginTabItemV(labels[i]+"###"+string(t.name), nil, flags)
		a.named("tab/"+string(t.name), true)
		a.tip(t.tip)
		if open {
			a.tab = t.name
			imgui.EndTabItem()
		}
	}
}

// stationStrip shows the way of the work, with how far it has come.
func (a *App) stationStrip() {
	p := a.c.Palette()
	short := [...]string{"Load", "Mark", "Rig", "Fly", "Bake", "Entry", "Export"}
	list := imgui.WindowDrawList()
	at := imgui.CursorScreenPos()
	w := imgui.ContentRegionAvail().X
	stations := a.s.Stations()
	step := w / float32(len(stations))
	r := a.px(5)
	imgui.PushFont(a.c.Fonts().Small)
	for i, st := range stations {
		x := at.X + step*(float32(i)+0.5)
		y := at.Y + r + a.px(1)
		col := p.Line
		switch st.State {
		case lab.Done:
			col = p.Good
		case lab.Stale:
			col = p.Warn
		}
		if st.Next {
			col = p.Accent
		}
		if i > 0 {
			list.AddLineV(imgui.Vec2{X: x - step + r*1.6, Y: y}, imgui.Vec2{X: x - r*1.6, Y: y}, imgui.PackedColorFromVec4(p.Line), a.px(1))
		}
		if st.State == lab.Blocked && !st.Next {
			list.AddCircleV(imgui.Vec2{X: x, Y: y}, r, imgui.PackedColorFromVec4(col), 16, a.px(1.2))
		} else {
			list.AddCircleFilledV(imgui.Vec2{X: x, Y: y}, r, imgui.PackedColorFromVec4(col), 16)
		}
		name := fit(short[i], step-a.px(1))
		tw := imgui.CalcTextSize(name, false, 0).X
		text := p.Dim
		if st.Next {
			text = p.Text
		}
		list.AddText(imgui.Vec2{X: x - tw/2, Y: y + r + a.px(1)}, imgui.PackedColorFromVec4(text), name)
		imgui.SetCursorScreenPos(imgui.Vec2{X: x - step/2, Y: at.Y})
		imgui.Dummy(imgui.Vec2{X: step, Y: a.px(28)})
		tip := st.Name
		if st.Reason != "" {
			tip += ": " + st.Reason
		}
		a.tip(tip)
	}
	imgui.PopFont()
	imgui.SetCursorScreenPos(imgui.Vec2{X: at.X, Y: at.Y + a.px(30)})
}
