package panels

import (
	"fmt"
	"math"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/clip"
	"donorlab/internal/lab"
	"donorlab/internal/rig"
)

// animationTab is the Animation Lab: whose clip is flown, what each of its
// channels does to which bone, whether the contract holds, and the bake.
func (a *App) animationTab() {
	w := a.s.Work()
	a.heading("Donor")
	if w.Donor == nil {
		a.dim("A donor is any GLB with a skeleton and a clip.")
	} else {
		d := w.Donor.Clip
		imgui.Text(fmt.Sprintf("%s, clip %q", w.Donor.Model.Name, d.Clip))
		a.dimf("%d channels, %.2f s, %g frames a second", d.Channels(), d.Duration, d.FPS)
		a.donorView(w.Donor)
	}
	if a.button("anim/donor", "Choose a donor…", buttonLook{tip: "Any GLB with a skeleton and a clip"}) {
		a.open.show(a, purposeDonor)
	}
	imgui.SameLine()
	if a.button("anim/sample", "Sample gunship", buttonLook{tip: "The donor that comes with the lab"}) {
		a.s.OpenDonor(lab.SampleDonor, "")
	}
	if w.Rigged == nil {
		a.dim("Generate the rig first (Vehicle): then the table below says which channel moves which bone.")
		a.channels(nil)
		return
	}
	if rep, ok := a.s.Contract(); ok {
		a.contract(rep)
	}
	a.bakeSection(w)
}

// contract shows the channel-to-bone table and what the checks found.
func (a *App) contract(rep *rig.ContractReport) {
	a.heading("Channels drive bones by index")
	a.channels(rep)
	p := a.c.Palette()
	switch {
	case rep.State == rig.Holds:
		a.colored(p.Good, "The contract holds: every channel lands where it should.")
	case rep.State == rig.Gaps:
		a.colored(p.Warn, "The contract holds, but with gaps: see the checks.")
	default:
		a.colored(p.Bad, "The contract is broken; the preview shows what the game would show.")
	}
	if !a.s.UseDonorClip() {
		if a.button("anim/use", "Fly this rig with the donor's clip", buttonLook{accent: a.nextStation() == lab.StationFly,
			tip: "Ticks “Use donor animation clip” in the Model Factory"}) {
			a.s.SetUseDonorClip(true)
		}
	}
	a.findings("contract", "Checks", rep.Findings, rep.State != rig.Holds)
}

// channels is the table of the donor's channels; without a report it shows the
// donor alone.
func (a *App) channels(rep *rig.ContractReport) {
	motions := a.s.Channels()
	if len(motions) == 0 {
		return
	}
	pal := a.c.Palette()
	if !imgui.BeginTableV("##channels", 4, imgui.TableFlagsRowBg|imgui.TableFlagsBordersInnerV, imgui.Vec2{}, 0) {
		return
	}
	imgui.TableSetupColumnV("#", imgui.TableColumnFlagsWidthFixed, a.px(16), 0)
	imgui.TableSetupColumnV("Donor bone", imgui.TableColumnFlagsWidthStretch, 1, 0)
	imgui.TableSetupColumnV("Our bone", imgui.TableColumnFlagsWidthStretch, 1, 0)
	imgui.TableSetupColumnV("What it does", imgui.TableColumnFlagsWidthStretch, 1.35, 0)
	imgui.TableHeadersRow()
	for i := range motions {
		m := &motions[i]
		imgui.TableNextRow()
		imgui.TableNextColumn()
		imgui.Text(fmt.Sprint(m.Index))
		imgui.TableNextColumn()
		imgui.Text(fit(m.Bone, imgui.ContentRegionAvail().X))
		a.tip(m.Bone)
		imgui.TableNextColumn()
		bone, tip, col := "–", "", pal.Dim
		if rep != nil && i < len(rep.Bindings) && rep.Bindings[i].BoneIndex >= 0 {
			bone, tip, col = a.binding(&rep.Bindings[i])
		}
		imgui.PushStyleColor(imgui.StyleColorText, col)
		imgui.Text(fit(bone, imgui.ContentRegionAvail().X))
		imgui.PopStyleColor()
		a.tip(tip)
		imgui.TableNextColumn()
		imgui.PushTextWrapPos()
		imgui.Text(motionText(m))
		imgui.PopTextWrapPos()
	}
	imgui.EndTable()
}

// binding is how the table shows which bone a channel drives.
func (a *App) binding(b *rig.ChannelBinding) (bone, tip string, col imgui.Vec4) {
	pal := a.c.Palette()
	bone, tip, col = b.Bone, b.Bone, pal.Text
	if e := b.AxisErrorDeg; e != nil {
		tip = fmt.Sprintf("%s: the channel's axis is %.2f° off the part's own axle", b.Bone, *e)
		if *e > 1 {
			col = pal.Bad
		}
	}
	if b.Wanted >= 0 && b.Wanted != b.BoneIndex {
		col = pal.Bad
		tip += fmt.Sprintf("\nThe channel is meant for bone %d.", b.Wanted)
	}
	return bone, tip, col
}

// motionText says in words what a channel does.
func motionText(m *clip.ChannelMotion) string {
	turn := fmt.Sprintf("%s %+.1f°/frame", axisName(m.Axis), m.DegreesPerFrame)
	bob := m.Translation.Max.Sub(m.Translation.Min).Len()
	switch m.Kind {
	case clip.Untracked:
		return "untracked"
	case clip.Turning:
		if !m.Spin {
			return fmt.Sprintf("sways %.1f°", m.SwingDeg)
		}
		return turn
	case clip.Translating:
		return fmt.Sprintf("moves %.2f m", bob)
	}
	if m.Spin {
		return turn + fmt.Sprintf(", moves %.2f m", bob)
	}
	return fmt.Sprintf("bobs %.2f m, sways %.1f°", bob, m.SwingDeg)
}

// axisName names a unit axis: X, Y, Z where it is within a degree of one.
func axisName(v [3]float64) string {
	for i, n := range []string{"X", "Y", "Z"} {
		if math.Abs(v[i]) > 0.99985 {
			return n
		}
	}
	return fmt.Sprintf("(%.2f %.2f %.2f)", v[0], v[1], v[2])
}

func (a *App) bakeSection(w *lab.Work) {
	a.heading("Bake")
	a.dim("Samples the clip that plays onto the rig, as the game will play it, and drops keys that change nothing.")
	why := a.whyNoBake()
	if a.button("anim/bake", "Bake the clip", buttonLook{why: why, accent: a.nextStation() == lab.StationBake, wide: true, tip: "Ctrl+B"}) {
		a.s.Bake()
	}
	switch {
	case why != "":
		a.dim(why)
	case a.s.BakeStale() != "":
		a.colored(a.c.Palette().Warn, "The bake is out of date: "+a.s.BakeStale())
	case w.Baked != nil:
		r := w.Baked.Report
		col := a.c.Palette().Good
		if len(w.Baked.Findings) > 0 {
			col = a.c.Palette().Warn
		}
		a.colored(col, fmt.Sprintf("%q: %d frames, %d keys, off by %.3f mm at most", w.Baked.Clip, r.Frames, r.Keys, r.MaxErrorMm))
		if len(w.Baked.Findings) > 0 {
			a.findings("bake", "What the bake found", w.Baked.Findings, true)
		}
	}
}
