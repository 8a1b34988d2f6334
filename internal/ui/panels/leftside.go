package panels

import "github.com/inkyblackness/imgui-go/v4"

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
