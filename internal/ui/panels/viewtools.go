package panels

import (
	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/lab"
	"donorlab/internal/ui"
)

// viewTools is the row of switches over the picture, left of the cube; it goes on
// in further rows where the picture is narrow.
func (a *App) viewTools(at imgui.Vec2) {
	v := &a.view
	imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + a.px(8), Y: at.Y + a.px(8)})
	imgui.PushStyleVarVec2(imgui.StyleVarFramePadding, imgui.Vec2{X: a.px(7), Y: a.px(4)})
	defer imgui.PopStyleVar()
	v.bar = rect{x: at.X, y: at.Y}
	right := at.X + float32(a.cube().X-a.cubeReach())
	gap := func(next string) {
		hi := imgui.ItemRectMax()
		v.bar.w, v.bar.h = max(v.bar.w, hi.X-at.X+a.px(4)), max(v.bar.h, hi.Y-at.Y+a.px(4))
		if next != "" && hi.X+a.px(4+14)+imgui.CalcTextSize(next, false, 0).X <= right {
			imgui.SameLineV(0, a.px(4))
		} else if next != "" {
			imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + a.px(8), Y: hi.Y + a.px(4)})
		}
	}
	a.showChoice()
	o := &a.s.View().Overlays
	gap("Roles")
	a.toggle("view/Roles", "Roles", &o.Roles, "Colour every part by its role (Tab)")
	gap("Bones")
	a.toggle("view/Bones", "Bones", &o.Bones, "Joints and the lines between them")
	gap("Overlays")
	a.overlaysMenu()
	gap("Move")
	why := a.whyNoGizmo()
	if a.tool("view/move", "Move", &v.tools.move, why, "Arrows on what is selected; Ctrl snaps. A rotor's parts: moves its centre, writes the recipe's hub centre. A bone of a rig: poses it by hand.") {
		v.tools.turn = false
	}
	gap("Turn")
	if a.tool("view/turn", "Turn", &v.tools.turn, why, "Rings on what is selected; Ctrl snaps. A rotor's parts: tilts its axle, writes the recipe's hub axle. A bone of a rig: poses it by hand.") {
		v.tools.move = false
	}
	gap("Box")
	a.toggle("view/box", "Box", &v.boxing, "Draw a box round the parts to select. Without this switch: Ctrl+drag adds, Alt+drag selects anew.")
	gap("Frame")
	if a.button("view/frame", "Frame", buttonLook{tip: "Show the whole model (Home); F or a double click goes to the selection"}) {
		v.frameAll(a)
	}
	gap("")
}

// showChoice picks the stage that is shown.
func (a *App) showChoice() {
	chosen, actual := a.s.Shown()
	imgui.SetNextItemWidth(a.px(134))
	label := chosen.String()
	if chosen == lab.ShowAuto {
		label = "Auto: " + actual.String()
	}
	if imgui.BeginCombo("##show", fit(label, a.px(102))) {
		for _, s := range []lab.Show{lab.ShowAuto, lab.ShowSource, lab.ShowRig, lab.ShowGame} {
			if imgui.SelectableV(s.String(), s == chosen, 0, imgui.Vec2{}) {
				a.s.SetShow(s)
			}
			a.named("view/show/"+s.String(), true)
		}
		imgui.EndCombo()
	}
	a.named("view/show", true)
	a.tip("Which stage of the work is shown. “As the game shows it” is the rebased rig with the donor's channels bound by index, right or wrong.")
}

// overlaysMenu holds the helpers that are drawn with the model, and how the
// picture behaves under the hand.
func (a *App) overlaysMenu() {
	p := a.c.Palette()
	o := &a.s.View().Overlays
	v := &a.view
	imgui.PushStyleColor(imgui.StyleColorButton, ui.Fade(p.Frame, 0.85))
	if imgui.Button("Overlays##view/overlays") {
		imgui.OpenPopup("##overlaysmenu")
	}
	imgui.PopStyleColor()
	a.named("view/overlays", true)
	lo, hi := imgui.ItemRectMin(), imgui.ItemRectMax()
	a.tip("What is drawn with the model, and how the picture behaves")
	imgui.SetNextWindowPos(imgui.Vec2{X: lo.X, Y: hi.Y + a.px(3)})
	if !imgui.BeginPopupV("##overlaysmenu", imgui.WindowFlagsNoMove) {
		return
	}
	stats := !v.stats
	for _, t := range []struct {
		name, label, tip string
		on               *bool
	}{
		{"grid", "Ground grid", "In metres; every tenth line is stronger", &o.Grid},
		{"names", "Bone names", "Number and name beside each joint", &o.Names},
		{"axes", "Bone axes", "Each bone's local axes: X red, Y green, Z blue", &o.Axes},
		{"wire", "Wireframe", "Triangle edges", &o.Wire},
		{"normals", "Normals", "A short line along every vertex normal", &o.Normals},
		{"bounds", "Bounds", "The box of the whole model", &o.Bounds},
		{"helpers", "Helper shapes", "Collision helpers and parts marked Ignore", &a.s.View().Helpers},
		{"stats", "Statistics", "Figures in the corner", &stats},
	} {
		a.check("overlay/"+t.name, t.label, t.on, t.tip)
	}
	v.stats = !stats
	imgui.Separator()
	a.check("overlay/turntable", "Turntable", &v.turntable, "Turns the view slowly (F4)")
	a.check("overlay/ortho", "Parallel projection", &a.s.View().Camera.Ortho, "No perspective (5)")
	a.check("overlay/scroll", "Two fingers orbit", &a.s.Settings().ScrollOrbits, "For trackpads: scrolling orbits, Ctrl+scroll zooms")
	imgui.Separator()
	a.check("overlay/world", "Handles along the world's axes", &v.tools.world, "Move and Turn go by the world's axes instead of the hub's or bone's own")
	move, turn := a.snapSteps()
	a.stepField("overlay/snapmove", "Ctrl snaps to m", move, 0.001, 10, "%.3f", &a.s.Settings().SnapMove)
	a.stepField("overlay/snapturn", "and degrees", turn, 0.1, 90, "%.1f", &a.s.Settings().SnapTurnDeg)
	imgui.EndPopup()
}

// stepField edits a step of snapping.
func (a *App) stepField(name, label string, now float64, lo, hi float32, format string, set *float64) {
	f := float32(now)
	imgui.SetNextItemWidth(a.px(80))
	if imgui.DragFloatV(label+"##"+name, &f, lo*2, lo, hi, format, imgui.SliderFlagsAlwaysClamp) {
		*set = float64(f)
	}
	a.named(name, true)
	a.tip("Drag, or double-click to type")
}

// toggle is a button that stays down; it reports that it went down.
func (a *App) toggle(name, label string, on *bool, tip string) bool {
	return a.tool(name, label, on, "", tip)
}

// tool is a toggle that is dead, and up, while why says so.
func (a *App) tool(name, label string, on *bool, why, tip string) bool {
	p := a.c.Palette()
	n := 1
	switch {
	case why != "":
		imgui.PushStyleColor(imgui.StyleColorButton, ui.Fade(p.Frame, 0.6))
		imgui.PushStyleColor(imgui.StyleColorButtonHovered, ui.Fade(p.Frame, 0.6))
		imgui.PushStyleColor(imgui.StyleColorText, p.Dim)
		n = 3
	case *on:
		imgui.PushStyleColor(imgui.StyleColorButton, ui.Fade(p.Accent, 0.55))
		imgui.PushStyleColor(imgui.StyleColorButtonHovered, ui.Fade(p.Accent, 0.7))
		n = 2
	default:
		imgui.PushStyleColor(imgui.StyleColorButton, ui.Fade(p.Frame, 0.85))
	}
	hit := imgui.Button(label+"##"+name) && why == ""
	imgui.PopStyleColorV(n)
	a.named(name, why == "")
	if why != "" {
		a.tip(why)
	} else {
		a.tip(tip)
	}
	if hit {
		*on = !*on
	}
	return hit && *on
}
