package panels

import (
	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/lab"
	"donorlab/internal/scene"
	"donorlab/internal/scene/draw"
)

// The section "Picture" of the instruments: how the preview is lit, what lies
// behind and below the model, how its alpha is drawn, how often it is there, and
// what is marked on it. None of it changes the work.

var backdropLabels = []string{"As the theme has it", "Studio", "Dark", "Light", "Transparent in saved pictures"}

var modeLabels = []string{"As in the file", "Solid", "Alpha-tested", "Transparent before water", "Transparent after water"}

var modeTips = []string{"Each material's own alpha mode", "Opaque: alpha is ignored", "Cut out where alpha is below the material's threshold",
	"Blended, and the water is drawn over it", "Blended, over the water"}

func (p *instrumentsPanel) picture(a *App) {
	if !a.section("picture", "Picture", true) {
		return
	}
	l := &a.s.View().Look
	a.number(dial{name: "picture/exposure", label: "Exposure", unit: "EV", format: "%+.1f", min: -6, max: 6,
		tip: "Brighter or darker, in stops"}, &l.Exposure)
	a.choose("picture/backdrop", "Backdrop", backdropLabels, nil, int(l.Backdrop), "What lies behind the model", func(i int) { l.Backdrop = lab.Backdrop(i) })
	a.choose("picture/mode", "Drawn as", modeLabels, modeTips, int(l.Mode), "How a game draws the whole model", func(i int) { l.Mode = draw.Mode(i) })
	p.water(a, l)
	p.crowd(a, l)
	p.marks(a, l)
	a.label("Compare with", false)
	imgui.SetNextItemWidth(-1)
	now, name := a.s.Compared()
	if now == lab.AgainstNothing {
		name = now.String()
	}
	open := imgui.BeginCombo("##picture/compare", name)
	a.named("picture/compare", true)
	a.tip("Two pictures by one camera, with a divider to drag: left what you work at, right what it is held against")
	if open {
		a.compareItems("picture/compare")
		imgui.EndCombo()
	}
	if *l != (lab.Look{}) && a.button("picture/reset", "As it was", buttonLook{tip: "The picture as the lab starts with it"}) {
		*l = lab.Look{}
	}
}

// choose is a labelled list of which one is chosen.
func (a *App) choose(name, label string, options, tips []string, now int, tip string, set func(int)) {
	a.label(label, now != 0)
	imgui.SetNextItemWidth(-1)
	open := imgui.BeginCombo("##"+name, options[now])
	a.named(name, true)
	a.tip(tip)
	if !open {
		return
	}
	for i, o := range options {
		if imgui.SelectableV(o, i == now, 0, imgui.Vec2{}) {
			set(i)
		}
		a.named(name+"/"+o, true)
		if i < len(tips) {
			a.tip(tips[i])
		}
	}
	imgui.EndCombo()
}

func (p *instrumentsPanel) water(a *App, l *lab.Look) {
	a.label("Water", l.Water)
	if a.check("picture/water", "a plane at a level", &l.Water, "A still surface, seen from above or below") && l.Water && l.WaterLevel == 0 {
		if b := a.s.Bounds(); !b.Empty() { // where it can be seen
			l.WaterLevel = b.Min[1] + b.Size()[1]*0.25
		}
	}
	if !l.Water {
		return
	}
	reach := p.reach(a)
	a.number(dial{name: "picture/level", label: "Water level", unit: "m", min: -reach, max: reach, tip: "Height of the water above the model's origin"}, &l.WaterLevel)
}

// reach is the range of heights for the water: twice the model's size, at least 1 m.
func (p *instrumentsPanel) reach(a *App) float64 {
	if f := a.view.frame; f != nil {
		if f.Model != p.reachOf {
			p.reachOf, p.reachAt = f.Model, 2*f.Model.Bounds().Diagonal()
		}
		return max(1, p.reachAt)
	}
	return 10
}

func (p *instrumentsPanel) crowd(a *App, l *lab.Look) {
	n := float64(max(l.Crowd, 1))
	if changed, _ := a.number(dial{name: "picture/crowd", label: "Copies", format: "%.0f", min: 1, max: lab.MaxCrowd, def: 1,
		tip: "How many of the model stand in the picture, on a grid; of a large model fewer are drawn"}, &n); changed {
		l.Crowd = int(n + 0.5)
		if l.Crowd == 1 {
			l.Crowd = 0
		}
	}
	if l.Crowd <= 1 {
		return
	}
	a.number(dial{name: "picture/spacing", label: "Spacing", unit: "m", min: 0, max: max(2*p.reach(a), 20), tip: "From copy to copy; 0 goes by the model's size"}, &l.Spacing)
	a.number(dial{name: "picture/spread", label: "Phase spread", min: 0, max: 1,
		tip: "How far skinned copies are apart in time, as a share of the clip: the k-th is frac(k × 0.618034) of it ahead"}, &l.Spread)
	if a.button("picture/frameall", "See them all", buttonLook{tip: "Move the camera back (Home)"}) {
		a.view.frameAll(a)
	}
}

func (p *instrumentsPanel) marks(a *App, l *lab.Look) {
	o := &a.s.View().Overlays
	a.check("picture/mass", "Centre of mass", &l.MassCenter, "Of an even filling where the model is closed, else of its skin")
	imgui.SameLine()
	a.check("picture/checker", "UV checker", &l.Checker, "A checker in place of the textures")
	a.check("picture/normals", "Normals", &o.Normals, "A short line along every vertex normal")
	imgui.SameLine()
	a.check("picture/rests", "Rest frames", &l.RestFrames, "Each joint's axes at rest, thin, joined to where the joint is now")
	joints := a.jointCount()
	why := reason(joints > 0, "the shown model has no skin")()
	if why != "" {
		a.dim("Weights: " + why)
		return
	}
	a.check("picture/heat", "Weights of a bone", &l.Heat, "Blue is 0, green a half, red 1")
	if l.Heat {
		p.heatBone(a, l)
	}
}

// jointCount is how many joints the shown model's first skin has.
func (a *App) jointCount() int {
	if f := a.view.frame; f != nil && len(f.Model.Skins) > 0 {
		return len(f.Model.Skins[0].Joints)
	}
	return 0
}

// heatBone chooses the bone whose weights are shown; selecting one in the
// picture or the list does the same.
func (p *instrumentsPanel) heatBone(a *App, l *lab.Look) {
	m := a.view.frame.Model
	name := func(j int) string { return m.Nodes[m.Skins[0].Joints[j]].Name }
	now := l.HeatBone
	if s := a.s.SelectedBone(); s >= 0 {
		now = s
	}
	if now >= a.jointCount() {
		now = 0
	}
	a.label("Bone", false)
	imgui.SetNextItemWidth(-1)
	open := imgui.BeginCombo("##picture/heatbone", name(now))
	a.named("picture/heatbone", true)
	if !open {
		return
	}
	for j := range m.Skins[0].Joints {
		imgui.PushIDInt(j)
		if imgui.SelectableV(name(j), j == now, 0, imgui.Vec2{}) {
			l.HeatBone = j
			a.s.SelectBone(-1)
		}
		a.named("picture/heatbone/"+name(j), true)
		imgui.PopID()
	}
	imgui.EndCombo()
}

// pictureState is what the section keeps between frames.
type pictureState struct {
	reachOf *scene.Model
	reachAt float64 // metres
}
