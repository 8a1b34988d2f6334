package panels

import (
	"fmt"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/rig"
)

// What is below the list of parts: why the selected part is taken for what it is,
// the letters, and the edits by hand.

// partTip says all about a part.
func partTip(parts *rig.Parts, p *rig.Part) string {
	t := fmt.Sprintf("%s\n%s vertices, %.3g × %.3g × %.3g m, middle at %.3g, %.3g, %.3g m", p.Name, thousands(p.Vertices),
		p.Size[0], p.Size[1], p.Size[2], p.Center[0], p.Center[1], p.Center[2])
	if p.Reason != "" {
		t += fmt.Sprintf("\nGuessed %s, %.0f%% sure: %s", p.Guess, p.Confidence*100, p.Reason)
	}
	if p.ByHand {
		t += fmt.Sprintf("\nMarked %s by hand.", p.Role)
	}
	if p.Mirror >= 0 && p.Mirror < len(parts.Parts) {
		t += "\nMirror image: " + parts.Parts[p.Mirror].Name
	}
	if p.Visibility == rig.Interior {
		t += "\nCannot be seen from outside."
	}
	if p.Merged {
		t += "\nMerged by hand."
	}
	if p.Hidden {
		t += "\nHidden in the lab; it is rigged and exported all the same."
	}
	return t
}

// detail tells of the selection in two lines.
func (l *partList) detail(a *App, parts *rig.Parts) {
	imgui.PushFont(a.c.Fonts().Small)
	defer imgui.PopFont()
	if imgui.BeginChildV("##detail", imgui.Vec2{Y: imgui.TextLineHeight()*2 + a.px(5)}, false, imgui.WindowFlagsNoInputs) {
		a.dim(l.detailText(a, parts))
	}
	imgui.EndChild()
}

func (l *partList) detailText(a *App, parts *rig.Parts) string {
	sel := a.s.Selected()
	switch len(sel) {
	case 0:
		return "Click a part, here or in the picture; then its letter marks it. Ctrl and Shift select more."
	case 1:
		p := &parts.Parts[sel[0]]
		if p.ByHand {
			return fmt.Sprintf("Marked %s by hand. Guess: %s, %s", p.Role, p.Guess, p.Reason)
		}
		return fmt.Sprintf("%s, %.0f%% sure: %s", p.Role, p.Confidence*100, p.Reason)
	}
	verts := 0
	var n [32]int
	for _, i := range sel {
		verts += parts.Parts[i].Vertices
		n[parts.Parts[i].Role]++
	}
	var words []string
	for _, r := range rig.Roles() {
		if n[r] > 0 {
			words = append(words, fmt.Sprintf("%d %s", n[r], r))
		}
	}
	return fmt.Sprintf("%d parts, %s vertices: %s", len(sel), thousands(verts), strings.Join(words, ", "))
}

// legendRoles are the roles with a letter, the commonest first.
var legendRoles = []rig.Role{rig.Rotor, rig.TailRotor, rig.Body, rig.Wheel, rig.Turret, rig.Gun, rig.Caterpillar, rig.Ignore, rig.Edgecase, rig.Default}

// letterless are the roles that have no letter; they are chosen from a list.
var letterless = []rig.Role{rig.Trail, rig.Muzzle, rig.Cradle}

// legend says which letter marks what, and how many there are; each is a button,
// too.
func (l *partList) legend(a *App) {
	imgui.PushFont(a.c.Fonts().Small)
	imgui.PushStyleVarVec2(imgui.StyleVarItemSpacing, imgui.Vec2{X: a.px(3), Y: a.px(3)})
	imgui.PushStyleVarVec2(imgui.StyleVarFramePadding, imgui.Vec2{X: a.px(4), Y: a.px(1)})
	right := imgui.WindowPos().X + imgui.WindowContentRegionMax().X
	why := ""
	if len(a.s.Selected()) == 0 {
		why = "select a part first, here or in the picture"
	}
	counts := a.s.Work().Parts.Counts()
	for n, r := range legendRoles {
		label := fmt.Sprintf("%c %s", r.Letter(), roleShort(r))
		if n > 0 {
			a.flow(right, label)
		}
		tip := fmt.Sprintf("Mark the selection as %s, key %c. There %s.", r, r.Letter(), isAre(counts[r]))
		if a.button("mark/"+r.String(), label, buttonLook{why: why, tip: tip}) {
			l.mark(a, r)
		}
	}
	a.flow(right, "more…")
	if a.button("mark/more", "more…", buttonLook{why: why, tip: "Roles without a letter"}) {
		imgui.OpenPopup("##moreroles")
	}
	if imgui.BeginPopup("##moreroles") {
		for _, r := range letterless {
			if imgui.Selectable(fmt.Sprintf("%s (%d)", r, counts[r])) {
				l.mark(a, r)
			}
			a.named("mark/"+r.String(), true)
		}
		if imgui.Selectable("As it was guessed") {
			a.s.Unmark(a.s.Selected()...)
		}
		a.named("mark/unmark", true)
		imgui.EndPopup()
	}
	imgui.PopStyleVarV(2)
	imgui.PopFont()
}

// flow goes on in the line where a button of that label has room left of right,
// else in the next one.
func (a *App) flow(right float32, label string) {
	imgui.SameLine()
	if imgui.CursorScreenPos().X+imgui.CalcTextSize(label, false, 0).X+a.px(8) > right {
		imgui.Dummy(imgui.Vec2{})
	}
}

func isAre(n int) string {
	if n == 1 {
		return "is 1"
	}
	return fmt.Sprintf("are %d", n)
}

// editRow hides, splits and merges the selection.
func (l *partList) editRow(a *App, parts *rig.Parts) {
	imgui.PushFont(a.c.Fonts().Small)
	imgui.PushStyleVarVec2(imgui.StyleVarItemSpacing, imgui.Vec2{X: a.px(3), Y: a.px(3)})
	imgui.PushStyleVarVec2(imgui.StyleVarFramePadding, imgui.Vec2{X: a.px(4), Y: a.px(1)})
	defer func() {
		imgui.PopStyleVarV(2)
		imgui.PopFont()
	}()
	right := imgui.WindowPos().X + imgui.WindowContentRegionMax().X
	for n, e := range a.partEdits(parts) {
		if n > 0 {
			a.flow(right, e.name)
		}
		if a.button("parts/"+e.key, e.name, buttonLook{why: e.why, tip: e.tip}) {
			e.run()
		}
	}
	r := a.s.Work().Recipe
	if r == nil {
		return
	}
	a.flow(right, "Mirror   ")
	on := r.MirrorMarks
	if a.check("parts/mirror", "Mirror", &on, "A mark counts for the part's mirror image on the other side, too.\nWrites mirrorMarks of the recipe.") {
		a.s.EditRecipe("Mirror marks", "", func(r *rig.Recipe) { r.MirrorMarks = on })
	}
}

// partEdit is something that is done to the selected parts.
type partEdit struct {
	key, name, tip, why string
	run                 func()
}

// partEdits are what the list's last line offers, and the Rig menu.
func (a *App) partEdits(parts *rig.Parts) []partEdit {
	sel := a.s.Selected()
	none := ""
	if len(sel) == 0 {
		none = "select a part first, here or in the picture"
	}
	all := func(is func(*rig.Part) bool) bool {
		for _, i := range sel {
			if !is(&parts.Parts[i]) {
				return false
			}
		}
		return len(sel) > 0
	}
	hide := partEdit{"hide", "Hide", "Hide it in the lab, to see what is behind; it is rigged and exported all the same (H)", none, func() { a.s.HideParts(true, sel...) }}
	if all(func(p *rig.Part) bool { return p.Hidden }) {
		hide.name, hide.tip, hide.run = "Show", "Show it again (H)", func() { a.s.HideParts(false, sel...) }
	}
	split := partEdit{"split", "Split", "List the loose pieces of its mesh one by one", none, func() { a.s.SplitParts(true, sel...) }}
	if all(func(p *rig.Part) bool { return p.ID.Piece != -1 }) {
		split.name, split.tip, split.run = "Unsplit", "Make the mesh one part again", func() { a.s.SplitParts(false, sel...) }
	}
	merge := partEdit{"merge", "Merge", "Make one part of the selected ones", none, func() { a.s.MergeParts(sel...) }}
	switch {
	case all(func(p *rig.Part) bool { return p.Merged }):
		merge.name, merge.tip, merge.run = "Unmerge", "Take apart what was merged", func() { a.s.UnmergeParts(sel...) }
	case len(sel) == 1:
		merge.why = "select two parts or more"
	}
	out := []partEdit{hide, split, merge}
	if n := a.s.HiddenParts(); len(n) > 0 {
		out = append(out, partEdit{"showall", fmt.Sprintf("Show %d", len(n)), "Show all parts that were hidden by hand", "", func() { a.s.HideParts(false, n...) }})
	}
	return out
}
