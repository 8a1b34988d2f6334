package panels

import (
	"fmt"
	"math"
	"path/filepath"

	"github.com/go-gl/mathgl/mgl64"
	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/lab"
	"donorlab/internal/rig"
)

// vehiclePanel is the Vehicle Lab: parts to rig.
type vehiclePanel struct{}

func (v *vehiclePanel) show(a *App) {
	w, d := a.s.Work(), a.s.Doc()
	if d.Source == nil {
		a.dim("Open a vehicle: its parts are found, each is given a role by its shape, and one click makes the rig.")
		return
	}
	v.roles(a, w)
	v.orientation(a, w)
	v.hubs(a, w)
	v.generate(a, w)
	if w.Rigged != nil && w.Rigged.Rig != nil {
		v.bones(a, w.Rigged.Rig)
		a.findings("rig", "Findings", w.Rigged.Rig.Findings, true)
	}
	if w.Parts != nil {
		a.findings("parts", "Doubts about the parts", w.Parts.Findings, w.Rigged == nil)
	}
	v.recipe(a, d)
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
		a.tip("Click to list only these")
	}
	if a.button("vehicle/probe", "Guess again", buttonLook{tip: "Look at all parts anew; what you marked by hand stays"}) {
		a.s.ProbeAgain()
	}
	imgui.SameLine()
	a.check("vehicle/roles", "Show as colours", &a.s.View().Overlays.Roles, "Colour every part by its role (Tab)")
}

func (v *vehiclePanel) orientation(a *App, w *lab.Work) {
	if w.Recipe == nil || !a.section("vehicle/orientation", "Orientation", w.Recipe.Orientation != rig.Orientation{}) {
		return
	}
	o := w.Recipe.Orientation
	changed, done := false, false
	for _, d := range []struct {
		dial
		v *float64
	}{
		{dial{name: "vehicle/yaw", label: "Yaw", unit: "°", format: "%.1f", min: -180, max: 180, tip: "Turns the model about the vertical, nose to its left. Yaw comes first.", key: "orientation.yawDeg of the recipe"}, &o.YawDeg},
		{dial{name: "vehicle/pitch", label: "Pitch", unit: "°", format: "%.1f", min: -90, max: 90, tip: "Then nose up.", key: "orientation.pitchDeg of the recipe"}, &o.PitchDeg},
		{dial{name: "vehicle/roll", label: "Roll", unit: "°", format: "%.1f", min: -180, max: 180, tip: "Then right side down.", key: "orientation.rollDeg of the recipe"}, &o.RollDeg},
	} {
		c, e := a.number(d.dial, d.v)
		changed, done = changed || c, done || e
	}
	if changed {
		a.s.SetOrientation(o)
	}
	if done {
		a.s.EndEdit()
	}
	a.dim("The preview turns at once; the rig takes it in at the next Generate rig.")
}

// hubs lists the rotors that were found, with the fitted figures.
func (v *vehiclePanel) hubs(a *App, w *lab.Work) {
	if w.Parts == nil || !a.section("vehicle/hubs", fmt.Sprintf("Rotors (%d)", len(w.Parts.Hubs)), true) {
		return
	}
	if len(w.Parts.Hubs) == 0 {
		a.dim("No rotor was found. Click the blades in the picture or in the list and press R (main) or L (tail).")
	}
	of := map[rig.Role]int{}
	for i := range w.Parts.Hubs {
		h := &w.Parts.Hubs[i]
		n := of[h.Role]
		of[h.Role]++
		imgui.PushIDInt(i)
		a.roleChip(h.Role, false)
		imgui.SameLine()
		imgui.Text(fmt.Sprintf("%s, %s", h.Kind, bladesText(h.Blades)))
		a.tip(h.Reason)
		imgui.SameLineV(imgui.ContentRegionAvail().X-a.px(2), 0)
		imgui.Dummy(imgui.Vec2{})
		a.dimf("axle %.1f° off %s, disc %.2f m across, %.0f%% sure", offDeg(h), axisWord(h.Role), 2*h.Radius, h.Confidence*100)
		if a.button(fmt.Sprintf("hub/%d/show", i), "Show", buttonLook{tip: "Select its parts and go there"}) {
			a.s.Select(h.Parts...)
			a.view.frameSelection(a)
		}
		imgui.SameLine()
		o := overrideOf(w.Recipe, h.Role, n)
		flip := o.Flip
		if a.check(fmt.Sprintf("hub/%d/flip", i), "Spin the other way", &flip, "Negates the axle: for a fan that spins backwards") {
			o.Flip = flip
			a.s.SetHub(o)
			a.s.EndEdit()
		}
		v.axle(a, h, o)
		imgui.PopID()
	}
}

// axle edits a hub's centre and axle by numbers, with the fitted values one
// click away.
func (v *vehiclePanel) axle(a *App, h *rig.Hub, o rig.HubOverride) {
	if !imgui.TreeNode("Centre and axle") {
		return
	}
	center, axle := [3]float64(h.Center), [3]float64(h.Axle)
	edit := func(label string, p *[3]float64, speed float32, set func(*[3]float64)) {
		f := [3]float32{float32(p[0]), float32(p[1]), float32(p[2])}
		imgui.SetNextItemWidth(-a.px(70))
		if imgui.DragFloat3V(label, &f, speed, -1e5, 1e5, "%.3f", 0) {
			set(&[3]float64{float64(f[0]), float64(f[1]), float64(f[2])})
			a.s.SetHub(o)
		}
		if imgui.IsItemDeactivatedAfterEdit() {
			a.s.EndEdit()
		}
	}
	edit("centre m", &center, 0.005, func(p *[3]float64) { o.Center = p })
	edit("axle", &axle, 0.002, func(p *[3]float64) {
		if mgl64.Vec3(*p).Len() > 1e-6 {
			o.Axle = p
		}
	})
	if o.Center != nil || o.Axle != nil {
		if a.button("hub/fitted", "Use the fitted values", buttonLook{}) {
			o.Center, o.Axle = nil, nil
			a.s.SetHub(o)
			a.s.EndEdit()
		}
	} else {
		a.dim("fitted from the shape")
	}
	imgui.TreePop()
}

// overrideOf returns the recipe's override of the n-th hub of a role.
func overrideOf(r *rig.Recipe, role rig.Role, n int) rig.HubOverride {
	if r != nil {
		for _, o := range r.HubOverrides {
			if o.Role == role && o.Hub == n {
				return o
			}
		}
	}
	return rig.HubOverride{Role: role, Hub: n}
}

func bladesText(n int) string {
	switch n {
	case 0, 1:
		return "round"
	}
	return fmt.Sprintf("%d blades", n)
}

// offDeg is the axle's angle to where a rotor of its role usually points: a
// main rotor up, a tail rotor to the side.
func offDeg(h *rig.Hub) float64 {
	ref := mgl64.Vec3{0, 1, 0}
	if h.Role == rig.TailRotor {
		ref = mgl64.Vec3{1, 0, 0}
	}
	return math.Acos(min(1, math.Abs(h.Axle.Dot(ref)))) * 180 / math.Pi
}

func axisWord(r rig.Role) string {
	if r == rig.TailRotor {
		return "sideways"
	}
	return "vertical"
}

func (v *vehiclePanel) generate(a *App, w *lab.Work) {
	imgui.Dummy(imgui.Vec2{Y: a.px(4)})
	why := a.whyNoGenerate()
	label := "Generate rig"
	stale := a.s.RigStale()
	if w.Rigged != nil && w.Rigged.Rig != nil {
		label = "Generate rig again"
	}
	next := a.nextStation() == lab.StationGenerate
	if a.button("vehicle/generate", label, buttonLook{why: why, accent: next, wide: true,
		tip: "Makes one skin with the donor's bones: Root, Body, MainRotor, TailRotor. The file you opened is never changed. Ctrl+G"}) {
		a.generate()
	}
	switch {
	case why != "":
		a.dim(why)
	case len(stale) > 0:
		for _, s := range stale {
			a.colored(a.c.Palette().Warn, "The rig is out of date: "+s)
		}
	case w.Rigged != nil && w.Rigged.Rig != nil:
		a.colored(a.c.Palette().Good, "The rig is up to date.")
	}
}

func (v *vehiclePanel) bones(a *App, r *rig.Rig) {
	if !a.section("vehicle/bones", fmt.Sprintf("Bones (%d of %d)", len(r.Bones), rig.MaxBones), true) {
		return
	}
	if imgui.BeginTableV("##bones", 3, imgui.TableFlagsRowBg, imgui.Vec2{}, 0) {
		imgui.TableSetupColumnV("#", imgui.TableColumnFlagsWidthFixed, a.px(22), 0)
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

func (v *vehiclePanel) recipe(a *App, d lab.Document) {
	if !a.section("vehicle/recipe", "Recipe", false) {
		return
	}
	a.dim("Marks, orientation and hubs, saved beside the model and used when it is opened again.")
	if !lab.IsSample(d.Ref) {
		a.dim(filepath.Base(rig.RecipePath(d.Ref)))
	}
	if a.button("vehicle/saverecipe", "Save recipe", buttonLook{why: a.whyNoSave(), tip: "Ctrl+S"}) {
		a.saveRecipe()
	}
	if why := a.whyNoSave(); why != "" {
		a.dim(why)
	}
}

// findings lists what a check has to say, each with its cause, its fix and a
// Show button where parts are concerned.
func (a *App) findings(name, title string, list []rig.Finding, open bool) {
	if len(list) == 0 || !a.section("findings/"+name, fmt.Sprintf("%s (%d)", title, len(list)), open) {
		return
	}
	for i, f := range list {
		imgui.PushIDInt(i)
		a.dot(a.severityColor(f.Severity))
		imgui.SameLineV(0, a.px(4))
		a.colored(a.c.Palette().Text, f.Message)
		imgui.IndentV(a.px(20))
		if f.Cause != "" {
			a.dim("Why: " + f.Cause)
		}
		if f.Fix != "" {
			a.dim("Do: " + f.Fix)
		}
		if name != "contract" && len(f.Parts) > 0 && a.s.Work().Parts != nil {
			if a.button(fmt.Sprintf("finding/%s/%d", name, i), "Show", buttonLook{tip: "Select these parts and go there"}) {
				a.s.Select(f.Parts...)
				a.view.frameSelection(a)
			}
		}
		imgui.UnindentV(a.px(20))
		imgui.PopID()
	}
}
