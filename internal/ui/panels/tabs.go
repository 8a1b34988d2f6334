package panels

import (
	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/lab"
)

// tab is one of the right side's stations.
type tab uint8

const (
	tabNone tab = iota
	tabVehicle
	tabAnimation
	tabFactory
	tabInstruments
)

var tabs = []struct {
	id       tab
	name     string
	tip      string
	stations []int // lab stations that are worked at here
}{
	{tabVehicle, "Vehicle", "Vehicle Lab: parts, roles, Generate rig", []int{lab.StationLoad, lab.StationMark, lab.StationGenerate}},
	{tabAnimation, "Animation", "Animation Lab: the donor's channels, the contract, baking", []int{lab.StationFly, lab.StationBake}},
	{tabFactory, "Factory", "Model Factory: the registry entry and Export pack", []int{lab.StationEntry, lab.StationExport}},
	{tabInstruments, "Instruments", "The picture, the pose stack, rest dump, channel decoder", nil},
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
	next := a.nextStation()
	if imgui.BeginTabBar("##tabs") {
		for _, t := range tabs {
			label := t.name
			for _, st := range t.stations {
				if st == next {
					label = "● " + t.name
				}
			}
			flags := imgui.TabItemFlags(0)
			if a.wantTab == t.id {
				flags = imgui.TabItemFlagsSetSelected
			}
			open := imgui.BeginTabItemV(label+"###"+t.name, nil, flags)
			a.named("tab/"+t.name, true)
			a.tip(t.tip)
			if open {
				a.tab = t.id
				imgui.EndTabItem()
			}
		}
		imgui.EndTabBar()
	}
	a.wantTab = tabNone
	if imgui.BeginChildV("##tabbody", imgui.Vec2{}, false, 0) {
		switch a.tab {
		case tabVehicle:
			a.vehicle.show(a)
		case tabAnimation:
			a.animationTab()
		case tabFactory:
			a.factory.show(a)
		case tabInstruments:
			a.instr.show(a)
		}
	}
	imgui.EndChild()
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
		name := short[i]
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
