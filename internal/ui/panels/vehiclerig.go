package panels

import (
	"fmt"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/lab"
	"donorlab/internal/rig"
	"donorlab/internal/scene"
)

// budget is a bar that shows what uses the bones that the game allows.
func (v *vehiclePanel) budget(a *App, r *rig.Rig) {
	b := a.budgetOf(r)
	p := a.c.Palette()
	at, width, height := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X, a.px(7)
	list := imgui.WindowDrawList()
	list.AddRectFilledV(at, imgui.Vec2{X: at.X + width, Y: at.Y + height}, imgui.PackedColorFromVec4(p.Frame), a.px(2), 0)
	x := at.X
	var words []string
	for _, l := range b.Lines {
		w := width * float32(l.Bones) / float32(max(b.Most, b.Used))
		red, green, blue := lab.RoleColor(budgetRole(l.What))
		col := imgui.Vec4{X: float32(red) / 255, Y: float32(green) / 255, Z: float32(blue) / 255, W: 1}
		list.AddRectFilled(imgui.Vec2{X: x, Y: at.Y}, imgui.Vec2{X: x + max(w, 1), Y: at.Y + height}, imgui.PackedColorFromVec4(col))
		x += w
		what := l.What
		if l.Bones == 1 {
			what = strings.TrimSuffix(what, "s")
		}
		words = append(words, fmt.Sprintf("%d %s", l.Bones, what))
	}
	imgui.Dummy(imgui.Vec2{X: width, Y: height})
	a.named("vehicle/budget", true)
	text := fmt.Sprintf("%d of %d bones: %s", b.Used, b.Most, strings.Join(words, ", "))
	a.tip(text + fmt.Sprintf("\nThe longest chain has %d bones, of %d that the game takes.", b.Depth, rig.MaxDepth))
	imgui.PushFont(a.c.Fonts().Small)
	a.dim(text)
	imgui.PopFont()
}

// budgetOf counts a rig's bones once.
func (a *App) budgetOf(r *rig.Rig) rig.Budget {
	if a.budget.of != r {
		a.budget.of, a.budget.is = r, r.Budget()
	}
	return a.budget.is
}

// keptBudget is the budget of the rig that was shown last.
type keptBudget struct {
	of *rig.Rig
	is rig.Budget
}

// budgetRole is the role whose colour a kind of bone has.
func budgetRole(what string) rig.Role {
	switch what {
	case "wheels":
		return rig.Wheel
	case "turret":
		return rig.Turret
	case "gun":
		return rig.Gun
	case "rotors":
		return rig.Rotor
	case "trails":
		return rig.Trail
	case "track links":
		return rig.Caterpillar
	case "body":
		return rig.Body
	}
	return rig.Default
}

// changes says what the last Generate changed of the bones.
func (v *vehiclePanel) changes(a *App, w *lab.Work) {
	if w.Rigged == nil || w.Rigged.Rig == nil || w.Rigged.Changes == nil {
		return
	}
	list := w.Rigged.Changes
	if !a.section("vehicle/changes", fmt.Sprintf("Since the rig before (%d)", len(list)), len(list) > 0) {
		return
	}
	if len(list) == 0 {
		a.dim("The bones are what they were.")
	}
	const most = 40
	for i, c := range list {
		if i == most {
			a.dimf("and %d more", len(list)-most)
			break
		}
		sign, col := "~", a.c.Palette().Warn
		switch c.Change {
		case "added":
			sign, col = "+", a.c.Palette().Good
		case "removed":
			sign, col = "−", a.c.Palette().Bad
		}
		a.colored(col, sign)
		imgui.SameLineV(0, a.px(6))
		a.colored(a.c.Palette().Text, c.String())
		a.named(fmt.Sprintf("change/%d", i), true)
		if imgui.IsItemClicked() && c.New >= 0 {
			a.s.SelectBone(c.New)
		}
	}
}

func (v *vehiclePanel) bones(a *App, r *rig.Rig) {
	if !a.section("vehicle/bones", fmt.Sprintf("Bones (%d of %d)", len(r.Bones), rig.MaxBones), false) {
		return
	}
	if imgui.BeginTableV("##bones", 3, imgui.TableFlagsRowBg, imgui.Vec2{}, 0) {
		imgui.TableSetupColumnV("#", imgui.TableColumnFlagsWidthFixed, a.px(26), 0)
		imgui.TableSetupColumnV("Bone", imgui.TableColumnFlagsWidthStretch, 0, 0)
		imgui.TableSetupColumnV("Role", imgui.TableColumnFlagsWidthFixed, a.px(96), 0)
		for _, b := range r.Bones {
			imgui.TableNextRow()
			imgui.TableNextColumn()
			imgui.Text(fmt.Sprint(b.Index))
			imgui.TableNextColumn()
			imgui.Text(b.Name)
			imgui.TableNextColumn()
			a.roleChip(b.Role, false)
		}
		imgui.EndTable()
	}
}

// findings lists what a check has to say, the gravest first: each with its cause,
// what to do, a Show button where parts are concerned, and a Fix button where the
// fix is certain.
func (a *App) findings(name, title string, list []rig.Finding, open bool) {
	if len(list) == 0 || !a.section("findings/"+name, fmt.Sprintf("%s (%d)", title, len(list)), open) {
		return
	}
	for _, sev := range []scene.Severity{scene.Error, scene.Warning, scene.Info} {
		for i := range list {
			if list[i].Severity == sev {
				a.finding(name, i, &list[i])
			}
		}
	}
}

func (a *App) finding(name string, i int, f *rig.Finding) {
	imgui.PushIDInt(i)
	defer imgui.PopID()
	a.dot(a.severityColor(f.Severity))
	a.tip(f.Severity.String() + ", " + f.Code)
	imgui.SameLineV(0, a.px(4))
	a.colored(a.c.Palette().Text, f.Message)
	imgui.IndentV(a.px(20))
	defer imgui.UnindentV(a.px(20))
	if f.Cause != "" {
		a.dim("Why: " + f.Cause)
	}
	if f.Fix != "" {
		a.dim("Do: " + f.Fix)
	}
	show := name != "contract" && len(f.Parts) > 0 && a.s.Work().Parts != nil
	if show && a.button(fmt.Sprintf("finding/%s/%d", name, i), "Show", buttonLook{tip: "Select these parts and go there"}) {
		a.s.Select(f.Parts...)
		a.view.showPart(a)
	}
	if f.Repair == nil {
		return
	}
	if show {
		imgui.SameLineV(0, a.px(4))
	}
	if a.button(fmt.Sprintf("fix/%s/%d", name, i), fit("Fix: "+f.Repair.Title, imgui.ContentRegionAvail().X-a.px(16)), buttonLook{tip: f.Repair.Title + ". It can be undone."}) {
		a.s.Repair(f.Repair)
	}
}
