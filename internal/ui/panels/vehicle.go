package panels

import (
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/lab"
	"donorlab/internal/rig"
)

// vehiclePanel is the Vehicle Lab: parts to rig.
type vehiclePanel struct {
	footer  float32 // height of what stands below the scrolled part, pixels, of the tick before
	recipes recipeFiles
}

func (v *vehiclePanel) show(a *App) {
	w, d := a.s.Work(), a.s.Doc()
	if d.Source == nil {
		a.dim("Open a vehicle: its parts are found, each is given a role by its shape, and one click makes the rig.")
		return
	}
	height := max(imgui.ContentRegionAvail().Y-v.footer, a.px(40))
	if imgui.BeginChildV("##vehicle", imgui.Vec2{Y: height}, false, 0) {
		v.roles(a, w)
		v.orientation(a, w)
		v.settings(a, w)
		v.hinges(a, w)
		v.changes(a, w)
		a.findings("rig", "Findings", a.s.Findings(), true)
		if w.Rigged != nil && w.Rigged.Rig != nil {
			v.bones(a, w.Rigged.Rig)
		}
		v.rigFile(a, w)
		v.recipe(a, d)
	}
	imgui.EndChild()
	top := imgui.CursorPosY()
	v.generate(a, w)
	v.footer = imgui.CursorPosY() - top + imgui.CurrentStyle().ItemSpacing().Y
}

// targetWords are the targets as they are chosen.
var targetWords = []struct {
	target    rig.Target
	name, tip string
}{
	{rig.DonorGunship, "The donor's clip", "Four bones that the donor's channels drive by index: root, body, main rotor, tail rotor. Wheels, turrets and guns ride with the body."},
	{rig.General, "Clips of its own", "Bones for wheels, turret, gun, trails and tracks, and clips in which they move."},
	{rig.Auto, "Find out by the shape", "The donor's clip where there is a main or a tail rotor, else clips of its own."},
}

// roles counts the parts of each role; a click shows only those.
func (v *vehiclePanel) roles(a *App, w *lab.Work) {
	a.heading("Parts and roles")
	if w.Parts == nil {
		switch {
		case a.s.Busy("probe", "open"):
			a.dim("Looking for the parts …")
		case w.Rigged != nil:
			a.dim("This model came with its own skeleton: it is taken as rigged.")
		default:
			a.dim("The parts have not been looked for.")
			if a.button("vehicle/probe", "Find the parts", buttonLook{}) {
				a.s.ProbeAgain()
			}
		}
		return
	}
	v.target(a, w)
	counts := w.Parts.Counts()
	n := 0
	for _, r := range rig.Roles() {
		if counts[r] == 0 {
			continue
		}
		if n%3 != 0 {
			imgui.SameLineV(a.px(10)+float32(n%3)*a.px(112), 0)
		}
		n++
		red, green, blue := lab.RoleColor(r)
		a.dot(imgui.Vec4{X: float32(red) / 255, Y: float32(green) / 255, Z: float32(blue) / 255, W: 1})
		imgui.SameLineV(0, a.px(3))
		imgui.Text(fmt.Sprintf("%d %s", counts[r], roleShort(r)))
		if imgui.IsItemClicked() {
			a.parts.filter.role = int(r) + 1
		}
		a.named("role/"+r.String(), true)
		a.tip("Click to list only these")
	}
	if a.button("vehicle/accept", "Accept all", buttonLook{tip: "Make marks of all guesses, so that no later look guesses otherwise; what is undecided stays so"}) {
		a.s.AcceptGuesses()
	}
	imgui.SameLineV(0, a.px(4))
	if a.button("vehicle/probe", "Guess again", buttonLook{tip: "Look at all parts anew; what you marked by hand stays"}) {
		a.s.ProbeAgain()
	}
	imgui.SameLineV(0, a.px(4))
	a.check("vehicle/roles", "As colours", &a.s.View().Overlays.Roles, "Colour every part by its role (Tab)")
}

// target chooses what the rig is for.
func (v *vehiclePanel) target(a *App, w *lab.Work) {
	if w.Recipe == nil {
		return
	}
	a.label("Rig for", false)
	imgui.SetNextItemWidth(-1)
	now := ""
	for _, t := range targetWords {
		if t.target == w.Recipe.Target {
			now = t.name
		}
	}
	open := imgui.BeginCombo("##vehicle/target", now)
	a.named("vehicle/target", true)
	a.tip("What will move the rig. It decides which bones there are.\nWrites target of the recipe.")
	if !open {
		return
	}
	for _, t := range targetWords {
		if imgui.SelectableV(t.name, t.target == w.Recipe.Target, 0, imgui.Vec2{}) && t.target != w.Recipe.Target {
			a.s.SetTarget(t.target)
		}
		a.named("vehicle/target/"+t.target.String(), true)
		a.tip(t.tip)
	}
	imgui.EndCombo()
}

func (v *vehiclePanel) orientation(a *App, w *lab.Work) {
	if w.Recipe == nil || !a.section("vehicle/orientation", "Orientation and size", w.Recipe.Orientation != rig.Orientation{}) {
		return
	}
	o := w.Recipe.Orientation
	changed, done := false, false
	for _, d := range []struct {
		dial
		v *float64
	}{
		{dial{name: "vehicle/yaw", label: "Yaw", unit: "°", format: "%.1f", min: -180, max: 180, tip: "Turns the model about the vertical, nose to its left. Yaw comes first.", key: "modelRot.yawDeg of the recipe"}, &o.YawDeg},
		{dial{name: "vehicle/pitch", label: "Pitch", unit: "°", format: "%.1f", min: -90, max: 90, tip: "Then nose up.", key: "modelRot.pitchDeg of the recipe"}, &o.PitchDeg},
		{dial{name: "vehicle/roll", label: "Roll", unit: "°", format: "%.1f", min: -180, max: 180, tip: "Then right side down.", key: "modelRot.rollDeg of the recipe"}, &o.RollDeg},
	} {
		c, e := a.number(d.dial, d.v)
		changed, done = changed || c, done || e
	}
	if changed {
		a.s.SetOrientation(o)
	}
	v.scale(a, w)
	if done {
		a.s.EndEdit()
	}
	a.dim("The preview turns at once; parts are measured and the rig is made by it at the next Generate rig.")
	g := &a.view.guides
	a.check("vehicle/man", "Man, 1.85 m", &g.man, "A man beside the model, to judge its size by")
	imgui.SameLine()
	a.check("vehicle/ruler", "Rulers", &g.ruler, "Length, width and height, with ticks")
	a.check("vehicle/level", "Level line", &g.level, "A level cross through the model's middle, to lay the hull straight by")
	imgui.SameLine()
	if a.check("vehicle/waterline", "Waterline grid", &g.water, "A level grid at a height of your choice") && g.water && g.waterAt == 0 {
		if b := a.s.Bounds(); !b.Empty() {
			g.waterAt = b.Min[1] + 0.25*b.Size()[1]
		}
	}
	if g.water {
		b := a.s.Bounds()
		reach := max(b.Diagonal(), 1e-3)
		a.number(dial{name: "vehicle/waterat", label: "Waterline", unit: "m", format: figureFormat(reach), min: -reach, max: reach, def: g.waterAt,
			tip: "Height of the grid above the model's origin; it is not saved"}, &g.waterAt)
	}
	a.check("vehicle/checker", "Checker skin", &a.s.View().Look.Checker, "A checker in place of the textures, so that a plain wheel is seen to turn")
}

// scale is the factor on the file's lengths.
func (v *vehiclePanel) scale(a *App, w *lab.Work) {
	k := w.Recipe.Scale
	if k == 0 {
		k = 1
	}
	a.label("Scale", k != 1)
	f := float32(k)
	imgui.SetNextItemWidth(-1)
	if imgui.DragFloatV("##vehicle/scale", &f, float32(k)*0.01, 1e-6, 1e6, "× %.4g", imgui.SliderFlagsAlwaysClamp|imgui.SliderFlagsLogarithmic) && f > 0 {
		a.s.SetScale(float64(f))
	}
	if imgui.IsItemDeactivatedAfterEdit() {
		a.s.EndEdit()
	}
	a.named("vehicle/scale", true)
	if imgui.IsItemHovered() && imgui.IsMouseClicked(1) {
		a.s.SetScale(1)
		a.s.EndEdit()
	}
	a.tip("Factor on all of the file's lengths: 100 for a file in centimetres that was read as metres too small, 0.01 for one too large.\nWrites modelScale of the recipe.\nFrom 0.000001 to 1000000. Double-click or Ctrl+click to type, right-click for the default.")
}

func (v *vehiclePanel) generate(a *App, w *lab.Work) {
	imgui.Separator()
	why := a.whyNoGenerate()
	label := "Generate rig"
	stale := a.s.RigStale()
	has := w.Rigged != nil && w.Rigged.Rig != nil
	if has {
		label = "Generate rig again"
		v.budget(a, w.Rigged.Rig)
	}
	next := a.nextStation() == lab.StationGenerate
	tip := "Makes one skin with bones for all that moves, and looks for what is doubtful. The file you opened is never changed. Ctrl+G"
	if a.button("vehicle/generate", label, buttonLook{why: why, accent: next, wide: true, tip: tip}) {
		a.generate()
	}
	switch {
	case why != "":
		a.dim(why)
	case len(stale) > 0:
		text := "Out of date: " + stale[0]
		if n := len(stale) - 1; n > 0 {
			text += fmt.Sprintf(" (and %d more)", n)
		}
		a.colored(a.c.Palette().Warn, text)
		all := ""
		for _, s := range stale {
			all += s + "\n"
		}
		a.tip(all)
	case has:
		a.colored(a.c.Palette().Good, "The rig is up to date.")
	default:
		a.dim("Orientation, scale and all settings take effect here.")
	}
}
