package panels

import (
	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/lab"
	"donorlab/internal/rig"
)

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
