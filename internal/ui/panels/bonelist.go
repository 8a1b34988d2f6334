package panels

import (
	"fmt"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/lab"
	"donorlab/internal/rig"
)

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
