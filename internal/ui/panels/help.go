package panels

import (
	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/ui"
)

// firstSteps is the way through the lab.
var firstSteps = []string{
	"1  Drop a model on the window. Its parts are found and each is given a role by its shape.",
	"2  Look at the colours (Tab). Wrong? Click the part, press its letter: R main rotor, L tail rotor, W wheel, T turret, G gun, C track, B body, I ignore.",
	"3  Generate rig (Ctrl+G). What is doubtful is listed; Show goes there, Fix mends it. The file you opened is never changed.",
	"4  A helicopter: Model Factory, tick Use donor animation clip, and watch the rotors turn in their own discs. Anything else plays its own clips: wheels roll, tracks run.",
	"5  Export pack (Ctrl+E).",
}

// handHelp says what the mouse and the keys do where no menu tells.
var handHelp = []string{
	"Drag: orbit.  Shift+drag, middle or right drag: pan.  Wheel: zoom.  Arrow keys, + and −: the same, after a click into the picture.",
	"Click: select a part; Ctrl+click: add or take away; double-click: go there; Esc: clear.  Ctrl+drag: a box that adds, Alt+drag or the Box button: a box that selects anew; it takes what is seen.",
	"Cube in the corner: click a face, an edge or a corner to look from there; drag it to orbit.",
	"List of parts: a click goes there, arrow keys go on, Shift and Ctrl select more; a letter marks and goes on to the next. A column's head sorts, its right-click chooses columns; More filters by figures.",
	"Move and Turn over the picture: handles on centre and axle of what the selected parts turn about; Ctrl snaps, Esc takes the drag back. The Vehicle tab takes figures, and gives the fitted ones back.",
	"On a rig, click a bone (or the Bones tab): Move and Turn pose it by hand on top of the clip; the Bones tab takes figures and resets. A bake keeps the pose, nothing else does.",
	"Walk tab: W A S D drive the body against the camera, Shift runs, Space jumps, C crouches, N is noclip with E up and Q down; Alt+click sends it there. Gamepad: left stick walks, right stick looks, A jumps, B crouches, Y is noclip, left shoulder runs.",
	"Timeline: drag to scrub; drag the ends of the bright bar, or Shift+drag, for a loop range; right-click for the whole clip.",
	"Comparison (View, Compare with): drag the line between the two pictures.",
	"Any number: drag, double-click or Ctrl+click to type, right-click for the default.",
	"Open dialog: typing filters; arrow keys choose, Enter opens, Backspace goes up.",
}

// flightHelp is the same for the world.
var flightHelp = []string{
	"World (Flight tab): click: fly there; Shift+click: then there; W A S D or arrows: fly by hand, after a click into the picture; drag: orbit; Shift+drag or right drag: pan, which lets go of the unit; F or Home: trail it again; Space: fly or hold; comma and full stop: single steps.",
	"World page of the Flight tab: drag paints, with Ctrl lowers; a click places a district or a tile, with Ctrl removes it, Alt+click takes over a district's name. Place page: arrows on the unit move the entry's offset, Ctrl snaps, Esc takes the drag back.",
	"Dials of the Flight tab: drag, or double-click to type; right-click hands back: the key is taken out of the file.",
}

// helpWindow says what to do first and lists the keys.
func (a *App) helpWindow() {
	if !a.help {
		return
	}
	w, h := min(a.px(760), float32(a.in.Width)*0.9), min(a.px(660), float32(a.in.Height)*0.92)
	imgui.SetNextWindowPosV(imgui.Vec2{X: (float32(a.in.Width) - w) / 2, Y: (float32(a.in.Height) - h) / 2}, imgui.ConditionAppearing, imgui.Vec2{})
	imgui.SetNextWindowSizeV(imgui.Vec2{X: w, Y: h}, imgui.ConditionAppearing)
	if imgui.BeginV("First steps and keys", &a.help, imgui.WindowFlagsNoCollapse|imgui.WindowFlagsNoSavedSettings) {
		a.heading("From a model to a pack")
		for _, t := range firstSteps {
			a.colored(a.c.Palette().Text, t)
		}
		a.heading("Under the hand")
		for _, t := range handHelp {
			a.dim(t)
		}
		a.keyTable()
		a.heading("In the world")
		for _, t := range flightHelp {
			a.dim(t)
		}
	}
	imgui.End()
	if imgui.IsKeyPressedV(int(ui.KeyEscape), false) {
		a.help = false
	}
}

// keyTable lists the keys of all commands, menu by menu, from the very list that
// the keys work by.
func (a *App) keyTable() {
	commands := a.commands()
	for _, m := range append(append([]string{}, menuNames...), "") {
		title := m
		if m == "" {
			title = "Anywhere"
		}
		first := true
		for _, c := range commands {
			if c.menu != m || c.keyText() == "" {
				continue
			}
			if first {
				a.heading("Keys: " + title)
				if !imgui.BeginTableV("##keys"+title, 2, imgui.TableFlagsRowBg, imgui.Vec2{}, 0) {
					return
				}
				imgui.TableSetupColumnV("", imgui.TableColumnFlagsWidthFixed, a.px(120), 0)
				imgui.TableSetupColumnV("", imgui.TableColumnFlagsWidthStretch, 0, 0)
				first = false
			}
			imgui.TableNextRow()
			imgui.TableNextColumn()
			imgui.Text(c.keyText())
			imgui.TableNextColumn()
			imgui.Text(c.name)
			a.named("help/"+c.name, true)
		}
		if !first {
			imgui.EndTable()
		}
	}
}
