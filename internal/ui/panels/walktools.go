package panels

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/dials"
	"donorlab/internal/gait"
	"donorlab/internal/lab"
	"donorlab/internal/rig/humanoid"
)

// prefs are the preferences, group by group, as locomotion.txt has them.
func (w *walkPanel) prefs(a *App) {
	v := a.s.Dials().Values(gait.Spec.File)
	if dir := a.s.Dials().Dir(); dir != "" {
		a.dim(gait.Spec.File + " in " + dir + ": what is set here is written there, what another program writes is taken at once.")
		if a.button("walk/memory", "Keep in memory", buttonLook{tip: "Leaves the folder: dials are no longer written"}) {
			a.s.OpenDials("")
		}
	} else {
		a.dim("Kept in memory. With a config folder they are written to " + gait.Spec.File + ", live both ways.")
		ref := a.s.Doc().Ref
		why := ""
		if ref == "" || lab.IsSample(ref) {
			why = "a sample has no folder: open a file, or choose a folder in the Flight tab"
		}
		if a.button("walk/folder", "Use the model's folder", buttonLook{why: why, tip: "Reads and writes the dial files there"}) {
			a.s.OpenDials(filepath.Dir(ref))
		}
	}
	group := ""
	open := false
	for _, f := range gait.Spec.Fields {
		if f.Group != group {
			group = f.Group
			changed := 0
			for _, g := range gait.Spec.Fields {
				if g.Group == group && v.Number(g.Key) != g.Default {
					changed++
				}
			}
			label := group
			if changed > 0 {
				label += fmt.Sprintf("  (%d changed)", changed)
			}
			open = imgui.TreeNodeV(label+"###walk/group/"+group, 0)
			a.named("walk/group/"+group, true)
			if open {
				imgui.TreePop()
			}
		}
		if open {
			w.pref(a, v, &f)
		}
	}
}

// pref is one preference.
func (w *walkPanel) pref(a *App, v *dials.Values, f *dials.Field) {
	file := gait.Spec.File
	key := gait.Spec.Prefix + f.Key + " in " + file
	now := v.Number(f.Key)
	if f.Kind == dials.Switch {
		on := now != 0
		a.label(f.Label, now != f.Default)
		if imgui.Checkbox("##walk/pref/"+f.Key, &on) {
			s := 0.0
			if on {
				s = 1
			}
			a.s.SetDialNumber(file, f.Key, s)
			a.s.EndEdit()
		}
		a.named("walk/pref/"+f.Key, true)
		a.tip(f.Tip + "\nWrites " + key + ".")
		return
	}
	unit, format := f.Unit, "%.3f"
	switch {
	case unit == "deg":
		unit, format = "°", "%.1f"
	case strings.HasPrefix(unit, "deg per"):
		unit, format = "°/leg", "%.1f"
	case strings.HasPrefix(unit, "leg lengths"):
		unit = strings.Replace(unit, "leg lengths", "legs", 1)
	case f.Max > 4:
		format = "%.2f"
	}
	changed, done := a.number(dial{name: "walk/pref/" + f.Key, label: f.Label, unit: unit, format: format, min: f.Min, max: f.Max, def: f.Default, tip: f.Tip, key: key}, &now)
	if changed && now == f.Default {
		a.s.UnsetDial(file, f.Key)
	} else if changed {
		a.s.SetDialNumber(file, f.Key, now)
	}
	if done {
		a.s.EndEdit()
	}
}

// presets keep sets of preferences.
func (w *walkPanel) presets(a *App) {
	p := a.s.WalkPlan()
	a.dim("A is what is in force. B walks beside it, the same way, with a preset.")
	if a.button("walk/keep", "Keep as", buttonLook{tip: "Keeps the preferences in force under the name to the right"}) {
		if a.s.KeepWalkPreset(w.name) == nil {
			w.name = ""
		}
	}
	imgui.SameLine()
	imgui.SetNextItemWidth(-1)
	imgui.InputTextWithHint("##walk/name", "name of a preset", &w.name)
	a.named("walk/name", true)
	for _, n := range a.s.WalkPresets() {
		imgui.AlignTextToFramePadding()
		imgui.Text(fit(n, imgui.ContentRegionAvail().X*0.45))
		a.tip(n)
		imgui.SameLine()
		imgui.SetCursorPos(imgui.Vec2{X: imgui.WindowContentRegionMin().X + (imgui.WindowContentRegionMax().X-imgui.WindowContentRegionMin().X)*0.47, Y: imgui.CursorPosY()})
		if a.button("walk/use/"+n, "Use", buttonLook{tip: "Puts it in force, as one undo step"}) {
			a.s.UseWalkPreset(n)
		}
		imgui.SameLine()
		b := p.Beside == lab.BesidePreset && (p.Preset == n || p.Preset == "" && n == "Defaults")
		was := b
		a.tool("walk/b/"+n, "B beside", &b, "", "Walks beside A, to be compared")
		if b != was {
			p.Beside, p.Preset = lab.BesideNothing, ""
			if b {
				p.Beside, p.Preset = lab.BesidePreset, n
			}
		}
		if n != "Defaults" {
			imgui.SameLine()
			if a.button("walk/drop/"+n, "×", buttonLook{tip: "Forgets it"}) {
				a.s.DropWalkPreset(n)
			}
		}
	}
}

// clips look at the feet of a clip, mend them, and make clips of the walk.
func (w *walkPanel) clips(a *App) {
	if !w.baked {
		w.bake, w.baked = lab.WalkOptions{Speed: a.s.WalkPrefs().WalkSpeed, MaxErrorMm: 0.5}, true
	}
	a.heading("Feet of the timeline's clip")
	i, name := a.s.FeetClip()
	why := ""
	if i < 0 {
		why = "choose one of the model's own clips in the timeline"
	}
	if a.button("walk/look", "Look at the feet", buttonLook{why: why, tip: "Contacts, cadence, stride, duty factor and skate"}) {
		a.s.LookAtFeet()
	}
	imgui.SameLine()
	noRig := why
	if noRig == "" && a.s.Work().Rigged == nil {
		noRig = "there is no rig to put a clip on"
	}
	if a.button("walk/lock", "Foot lock", buttonLook{why: noRig, tip: "Makes a further clip whose feet do not slide while they are down; the file is not changed"}) {
		a.s.LockFeet(w.lockMm)
	}
	if why != "" {
		a.dim(why)
	} else {
		a.dim("Clip: " + name)
	}
	a.number(dial{name: "walk/lockmm", label: "A joint moves", unit: "mm", format: "%.0f", max: 300, tip: "At most, from where the clip has it; 0 is a twelfth of the leg"}, &w.lockMm)
	if f := a.s.Feet(); f != nil {
		where := "gets along by itself"
		if f.InPlace {
			where = "walks in place"
		}
		a.mono(fmt.Sprintf("%s: %.2f m/s", where, f.Speed))
		a.mono(fmt.Sprintf("%.2f strides/s of %.2f m, duty %.2f", f.Cadence, f.Stride, f.DutyFactor))
		col := a.c.Palette().Good
		if f.SkateMm > 1 {
			col = a.c.Palette().Warn
		}
		a.colored(col, fmt.Sprintf("worst skate %.1f mm", f.SkateMm))
		for _, foot := range f.Feet {
			a.mono(fit(fmt.Sprintf("%s: %d contacts, %.1f mm", foot.Name, len(foot.Contacts), foot.SkateMm), imgui.ContentRegionAvail().X))
		}
	}
	a.heading("Bake one stride of the walk")
	b := &w.bake
	a.number(dial{name: "walk/bake/speed", label: "Speed", unit: "m/s", min: 0.1, max: 12, def: a.s.WalkPrefs().WalkSpeed, tip: "Over the ground"}, &b.Speed)
	a.number(dial{name: "walk/bake/toward", label: "Direction", unit: "°", format: "%.0f", min: -180, max: 180, tip: "Of travel against the facing"}, &b.TowardDeg)
	a.number(dial{name: "walk/bake/error", label: "Error", unit: "mm", min: 0.01, max: 5, def: 0.5, tip: "How far a vertex or a joint may be off, for fewer keys", log: true}, &b.MaxErrorMm)
	a.check("walk/bake/root", "Root motion", &b.RootMotion, "The clip gets along; else it stays in place")
	no := a.s.WhyNoWalk()
	if no == "" && a.s.Work().Rigged == nil {
		no = "there is no rig to put a clip on"
	}
	if a.button("walk/bake", "Bake walk", buttonLook{why: no, tip: "Puts one stride on the rig as a further clip, as one undo step, and plays it"}) {
		a.s.BakeWalkClip(*b)
	}
	imgui.SameLine()
	path := a.s.ClipPath()
	noFile := ""
	switch {
	case path == "":
		noFile = "a sample has no folder to write beside: open a file"
	case a.s.Work().Rigged == nil:
		noFile = "there is no rig to write"
	}
	if a.button("walk/export", "Write GLB", buttonLook{why: noFile, tip: "Writes the rig with all its clips as " + filepath.Base(path)}) {
		a.s.ExportClips(path)
	}
	if no != "" {
		a.dim("No walk to bake: " + no)
	}
}

// bones are the rig map.
func (w *walkPanel) bones(a *App) {
	b := a.s.WalkBones()
	m := a.s.Doc().Source
	p := a.c.Palette()
	if ok, why := b.Map.Walkable(); ok {
		a.colored(p.Good, fmt.Sprintf("Walks: legs of %.2f m", b.Map.Rest.LegLength))
	} else {
		a.colored(p.Warn, "Cannot walk: "+why)
	}
	if b.Map.Rest.FacingWhy != "" {
		a.dim("Which way it faces was read from: " + b.Map.Rest.FacingWhy)
	}
	for _, pr := range b.Problems {
		a.colored(a.severityColor(pr.Severity), pr.Message)
	}
	why := a.s.WhyNoSaveBones()
	if a.button("walk/savebones", "Save the bones", buttonLook{why: why, tip: "Writes what was set by hand beside the model, or where the entry's Bone map says"}) {
		_ = a.s.SaveWalkBones()
	}
	if !imgui.BeginTableV("##bones", 3, imgui.TableFlagsRowBg|imgui.TableFlagsBordersInnerV, imgui.Vec2{}, 0) {
		return
	}
	imgui.TableSetupColumnV("Bone of a body", imgui.TableColumnFlagsWidthStretch, 0.85, 0)
	imgui.TableSetupColumnV("Node", imgui.TableColumnFlagsWidthStretch, 1, 0)
	imgui.TableSetupColumnV("Matched by", imgui.TableColumnFlagsWidthStretch, 1.3, 0)
	imgui.TableHeadersRow()
	for s := range humanoid.SlotCount {
		x := &b.Map.Bones[s]
		imgui.TableNextRow()
		imgui.TableNextColumn()
		imgui.AlignTextToFramePadding()
		imgui.Text(fit(s.String(), imgui.ContentRegionAvail().X))
		a.tip(s.String())
		imgui.TableNextColumn()
		label := "–"
		if n := b.Map.Node(s); n >= 0 {
			label = m.Nodes[n].Name
		}
		imgui.SetNextItemWidth(-1)
		if imgui.BeginCombo("##bone"+s.String(), fitMiddle(label, imgui.ContentRegionAvail().X-a.px(26))) {
			w.boneChoice(a, s, b.Map.Node(s), x.How == humanoid.ByHand)
			imgui.EndCombo()
		} else {
			a.tip(label + "\nChoose another to set it by hand")
		}
		a.named("walk/bone/"+s.String(), true)
		imgui.TableNextColumn()
		imgui.AlignTextToFramePadding()
		col := p.Dim
		switch x.How {
		case humanoid.ByHand:
			col = p.Accent
		case humanoid.Missing:
			if walkNeeds(s) {
				col = p.Warn
			}
		}
		text := x.How.String()
		if x.Why != "" {
			text += ": " + x.Why
		}
		imgui.PushStyleColor(imgui.StyleColorText, col)
		imgui.PushFont(a.c.Fonts().Small)
		imgui.Text(fit(text, imgui.ContentRegionAvail().X))
		imgui.PopFont()
		imgui.PopStyleColor()
		a.tip(text)
	}
	imgui.EndTable()
}

// walkNeeds reports whether there is no walk without a bone.
func walkNeeds(s humanoid.Slot) bool {
	switch s {
	case humanoid.Hips, humanoid.LeftUpperLeg, humanoid.LeftLowerLeg, humanoid.LeftFoot,
		humanoid.RightUpperLeg, humanoid.RightLowerLeg, humanoid.RightFoot:
		return true
	}
	return false
}

// boneChoice lists the nodes that a slot may be set to.
func (w *walkPanel) boneChoice(a *App, s humanoid.Slot, now int, hand bool) {
	m := a.s.Doc().Source
	imgui.SetNextItemWidth(-1)
	imgui.InputTextWithHint("##bonefilter", "filter", &w.filter)
	if hand && imgui.SelectableV("found by itself", false, 0, imgui.Vec2{}) {
		a.s.FindWalkBone(s)
	}
	if imgui.SelectableV("none", now < 0, 0, imgui.Vec2{}) {
		a.s.SetWalkBone(s, -1)
	}
	a.named("walk/bone/"+s.String()+"/none", true)
	want := strings.ToLower(w.filter)
	for n := range m.Nodes {
		name := m.Nodes[n].Name
		if want != "" && !strings.Contains(strings.ToLower(name), want) {
			continue
		}
		if imgui.SelectableV(fmt.Sprintf("%s##%d", name, n), n == now, 0, imgui.Vec2{}) {
			a.s.SetWalkBone(s, n)
		}
		a.named(fmt.Sprintf("walk/bone/%s/%d", s, n), true)
	}
}
