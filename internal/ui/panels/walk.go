package panels

import (
	"fmt"
	"math"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/gait"
	"donorlab/internal/lab"
	"donorlab/internal/ui"
	"donorlab/internal/ui/gizmo"
)

const tabWalk tab = "Walk"

// walkPanel is the Walk tab: a body without clips on its feet.
type walkPanel struct {
	name    string // of a preset to keep
	filter  string // of bones, for the combo of a slot
	lockMm  float64
	bake    lab.WalkOptions
	baked   bool // bake has its defaults
	wantRun bool
}

func (w *walkPanel) show(a *App) {
	if a.s.Doc().Source == nil {
		a.dim("Open a body with two legs, and it walks without a clip: whichever way it is pushed, with feet that stay where they are put.")
		if a.button("walk/sample", "Open the sample walker", buttonLook{accent: true, tip: "A mannequin that comes with the lab"}) {
			a.openModel(lab.SampleWalker)
		}
		return
	}
	w.switches(a)
	if why := a.s.WhyNoWalk(); why != "" {
		a.colored(a.c.Palette().Warn, "It stands in its bind pose: "+why+".")
		a.dim("Set the bones by hand below (Rig map), or open another body. Its stride clock and its footsteps go on all the same.")
		if a.button("walk/sample", "Open the sample walker", buttonLook{tip: "A mannequin that comes with the lab"}) {
			a.openModel(lab.SampleWalker)
			return
		}
	}
	if a.section("walk/drive", "Drive", true) {
		w.drive(a)
	}
	if a.section("walk/plots", "What it does", true) {
		w.plots(a)
	}
	if a.section("walk/prefs", "Preferences", false) {
		w.prefs(a)
	}
	if a.section("walk/presets", "Presets, A and B", false) {
		w.presets(a)
	}
	if a.section("walk/clips", "Feet of the clip, and clips of the walk", false) {
		w.clips(a)
	}
	if a.section("walk/bones", "Rig map", a.s.WhyNoWalk() != "") {
		w.bones(a)
	}
}

// switches turn walking on and off and choose the state.
func (w *walkPanel) switches(a *App) {
	on := a.s.WalkShown()
	if !on {
		if a.button("walk/start", "Walk", buttonLook{accent: true, wide: true, tip: "Puts the model on its feet in the picture, in place of its clip"}) {
			a.s.ShowWalk(true)
			a.s.Clock().Playing = true
			w.state(a, walkStates[1])
		}
		a.dim("No clip is needed. Any body with hips and two whole legs walks, runs, jumps, crouches, falls and floats.")
		return
	}
	if a.button("walk/stop", "Back to the clip", buttonLook{tip: "Ends walking: the timeline's clip is played again"}) {
		a.s.ShowWalk(false)
		return
	}
	imgui.SameLine()
	if a.button("walk/restart", "Restart", buttonLook{tip: "Back to the start, standing"}) {
		a.s.RestartWalk()
	}
	imgui.SameLine()
	if a.button("walk/step", "One tick", buttonLook{tip: "Holds the walk and goes on by 1/60 s"}) {
		a.s.TickWalk()
	}
}

// walkState is a button that brings the body into a state.
type walkState struct {
	name, tip string
	set       func(p *lab.WalkPlan, pr *gait.Preferences)
}

// steady is a plan's steady part, all else as it was.
func steady(p *lab.WalkPlan, speed, crouch float64, fly bool) {
	p.Drive, p.Speed, p.Crouch, p.Fly, p.Rise = lab.WalkSteady, speed, crouch, fly, 0
}

var walkStates = []walkState{
	{"Idle", "Stands: breath and sway", func(p *lab.WalkPlan, pr *gait.Preferences) { steady(p, 0, 0, false) }},
	{"Walk", "At the walk speed", func(p *lab.WalkPlan, pr *gait.Preferences) { steady(p, pr.WalkSpeed, 0, false) }},
	{"Run", "At the run speed", func(p *lab.WalkPlan, pr *gait.Preferences) { steady(p, pr.RunSpeed, 0, false) }},
	{"Sprint", "At the sprint speed", func(p *lab.WalkPlan, pr *gait.Preferences) { steady(p, pr.SprintSpeed, 0, false) }},
	{"Crouch", "Down, at the speed it has", func(p *lab.WalkPlan, pr *gait.Preferences) { p.Crouch = 1 - math.Round(p.Crouch) }},
	{"Jump", "Takes off as soon as it stands", nil},
	{"Float", "Noclip: hovers, or flies at the speed it has", func(p *lab.WalkPlan, pr *gait.Preferences) { p.Fly = !p.Fly }},
}

func (w *walkPanel) state(a *App, st walkState) {
	if st.set == nil {
		a.s.WalkJump()
		return
	}
	st.set(a.s.WalkPlan(), a.s.WalkPrefs())
}

// stateButtons are the states in a row that wraps.
func (w *walkPanel) stateButtons(a *App, prefix string) {
	p := a.s.WalkPlan()
	right := imgui.CursorScreenPos().X + imgui.ContentRegionAvail().X
	for i, st := range walkStates {
		if i > 0 && imgui.ItemRectMax().X+imgui.CalcTextSize(st.name, false, 0).X+a.px(18) <= right {
			imgui.SameLineV(0, a.px(3))
		}
		on := st.name == "Crouch" && p.Crouch > 0.5 || st.name == "Float" && p.Fly
		was := on
		a.tool(prefix+st.name, st.name, &on, "", st.tip)
		if on != was {
			w.state(a, st)
		}
	}
}

func (w *walkPanel) drive(a *App) {
	p, pr := a.s.WalkPlan(), a.s.WalkPrefs()
	w.stateButtons(a, "walk/state/")
	a.label("Driven", p.Drive != lab.WalkSteady)
	imgui.SetNextItemWidth(-1)
	if imgui.BeginCombo("##walk/drives", p.Drive.String()) {
		for _, d := range []lab.WalkDrive{lab.WalkSteady, lab.WalkHand, lab.WalkScript} {
			if imgui.SelectableV(d.String(), d == p.Drive, 0, imgui.Vec2{}) {
				p.Drive = d
			}
			a.named("walk/drives/"+d.String(), true)
		}
		imgui.EndCombo()
	}
	a.named("walk/drives", true)
	a.tip("Steady: the sliders below. By hand: W A S D against the camera, Shift runs, Space jumps, C crouches, N is noclip, E and Q up and down; a gamepad's left stick, triggers and A; Alt+click in the picture sends it there. Script: a strip or a take of labctl, over and over.")
	switch p.Drive {
	case lab.WalkSteady:
		a.number(dial{name: "walk/speed", label: "Speed", unit: "m/s", max: 12, def: pr.WalkSpeed, tip: "Over the ground, for a body of human size"}, &p.Speed)
		a.number(dial{name: "walk/toward", label: "Direction", unit: "°", format: "%.0f", min: -180, max: 180, tip: "Of travel against the facing: 0 ahead, 90 to its left, 180 back"}, &p.TowardDeg)
		a.number(dial{name: "walk/turn", label: "Turning", unit: "°/s", format: "%.0f", min: -180, max: 180, tip: "How fast the body turns, positive to its left"}, &p.TurnDeg)
		a.number(dial{name: "walk/crouch", label: "Crouch", max: 1, tip: "0 stands, 1 is down"}, &p.Crouch)
		if p.Fly {
			a.number(dial{name: "walk/rise", label: "Rise", unit: "m/s", min: -3, max: 3, tip: "Upward, in noclip"}, &p.Rise)
		}
	case lab.WalkHand:
		a.dim("W A S D, Shift, Space, C, N, E, Q; gamepad; Alt+click sends it there.")
		a.check("walk/strafe", "Faces away from the camera", &p.Strafe, "Steps sideways and back in place of turning to its way")
	case lab.WalkScript:
		w.script(a, p)
	}
	w.ground(a, p)
	a.label("Beside it", p.Beside != lab.BesideNothing)
	imgui.SetNextItemWidth(-1)
	if imgui.BeginCombo("##walk/beside", p.Beside.String()) {
		for _, b := range []lab.WalkBeside{lab.BesideNothing, lab.BesideClip, lab.BesidePreset} {
			if imgui.SelectableV(b.String(), b == p.Beside, 0, imgui.Vec2{}) {
				p.Beside = b
			}
			a.named("walk/beside/"+b.String(), true)
		}
		imgui.EndCombo()
	}
	a.named("walk/beside", true)
	a.tip("What goes beside it to its left: the model with the timeline's clip, or the same walk with a preset's preferences (B)")
	crowd := a.s.View().Look.Crowd > 1
	if a.check("walk/crowd", "Crowd of 100", &crowd, "A hundred walkers, each a little behind the one before; the Instruments tab has other numbers and the spacing") {
		a.s.View().Look.Crowd = 0
		if crowd {
			a.s.View().Look.Crowd = lab.MaxCrowd
		}
		a.s.FrameAll(a.view.aspect())
	}
	trails, marks := !p.Free, !p.NoMark
	a.check("walk/trail", "Camera trails", &trails, "The camera goes along; drag in the picture to look from elsewhere")
	imgui.SameLine()
	a.check("walk/behind", "and turns", &p.Behind, "It swings round behind a body that turns")
	imgui.SameLine()
	a.check("walk/marks", "Marks", &marks, "Where feet are put down: the left one's blue, the right one's orange; small ones are where a foot in the air will land")
	p.Free, p.NoMark = !trails, !marks
}

func (w *walkPanel) script(a *App, p *lab.WalkPlan) {
	names, docs := a.s.WalkScripts()
	now := p.Script
	if now == "" {
		now = names[0]
	}
	a.label("Script", false)
	imgui.SetNextItemWidth(-1)
	if imgui.BeginCombo("##walk/script", now) {
		for i, n := range names {
			if imgui.SelectableV(n, n == now, 0, imgui.Vec2{}) {
				p.Script = n
			}
			a.named("walk/script/"+n, true)
			a.tip(docs[i])
		}
		imgui.EndCombo()
	}
	a.named("walk/script", true)
	for i, n := range names {
		if n == now {
			a.dim(docs[i])
		}
	}
}

func (w *walkPanel) ground(a *App, p *lab.WalkPlan) {
	now := p.Ground
	if now == "" {
		now = lab.WalkFlat
	}
	a.label("Ground", now != lab.WalkFlat)
	imgui.SetNextItemWidth(-1)
	if imgui.BeginCombo("##walk/ground", now) {
		for _, n := range a.s.WalkGrounds() {
			if imgui.SelectableV(n, n == now, 0, imgui.Vec2{}) {
				p.Ground = n
			}
			a.named("walk/ground/"+n, true)
		}
		imgui.EndCombo()
	}
	a.named("walk/ground", true)
	a.tip("Flat, a slope of 12 degrees, stairs, or one of the tile maps; the walk begins anew")
}

// keys steer the walker while it is driven by hand.
func (w *walkPanel) keys(a *App) {
	p := a.s.WalkPlan()
	if !a.s.WalkShown() {
		return
	}
	io := imgui.CurrentIO()
	var in lab.WalkInput
	if !io.WantTextInput() && !a.open.open && !io.KeyCtrlPressed() && !io.KeySuperPressed() {
		axis := func(plus, minus ui.Key) (v float64) {
			if imgui.IsKeyDown(int(plus)) {
				v++
			}
			if imgui.IsKeyDown(int(minus)) {
				v--
			}
			return v
		}
		in.Ahead, in.Left, in.Rise = axis(ui.KeyW, ui.KeyS), axis(ui.KeyA, ui.KeyD), axis(ui.KeyE, ui.KeyQ)
		in.Run = io.KeyShiftPressed()
		in.Crouch = imgui.IsKeyDown(int(ui.KeyC))
		in.Jump = imgui.IsKeyPressedV(int(ui.KeySpace), false)
		if imgui.IsKeyPressedV(int(ui.KeyN), false) {
			p.Fly = !p.Fly
		}
	}
	pad := a.in.Pad
	in.Ahead, in.Left = in.Ahead-pad.LeftY, in.Left-pad.LeftX
	in.Rise += pad.RightTrigger - pad.LeftTrigger
	in.Run = in.Run || pad.LeftTrigger > 0.5 && !p.Fly || pad.Run
	in.Jump = in.Jump || pad.Jump
	in.Crouch = in.Crouch || pad.Crouch
	if pad.Float && !w.wantRun {
		p.Fly = !p.Fly
	}
	w.wantRun = pad.Float
	if d := math.Hypot(pad.RightX, pad.RightY); d > 0 {
		orbit(&a.s.View().Camera, -pad.RightX*2, pad.RightY*1.5)
	}
	if in.Ahead != 0 || in.Left != 0 {
		p.Drive = lab.WalkHand
	}
	if p.Drive != lab.WalkHand {
		if in.Jump {
			a.s.WalkJump()
		}
		return
	}
	a.s.SteerWalk(in)
}

// walkClick sends the walker to where the mouse is on the ground.
func (a *App) walkClick(x, y float64) {
	view := gizmo.NewView(a.s.View().Camera, a.view.w, a.view.h)
	origin, dir := view.Ray(x, y)
	level := a.s.WalkMotion().Position[1]
	if dir[1] > -1e-6 {
		return
	}
	t := (level - origin[1]) / dir[1]
	a.s.WalkTo(origin[0]+dir[0]*t, origin[2]+dir[2]*t)
}

// figures are what the walker does, in words.
func (w *walkPanel) figures(a *App, r *gait.Row) {
	name := "stands"
	switch {
	case r.Float > 0.5:
		name = "floats"
	case r.Air > 0.5:
		name = "in the air"
	case r.Moving && r.Blend.Run > 0.5:
		name = "runs"
	case r.Moving:
		name = "walks"
	}
	a.mono(fmt.Sprintf("%s  %.2f m/s  stride %.2f m", name, r.Speed, r.Stride))
	a.mono(fmt.Sprintf("steps %d  phase %.2f", r.Steps, r.Phase))
}
