package panels

import (
	"fmt"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/clip"
	"donorlab/internal/rig"
)

// instrumentsPanel shows what cannot be guessed: rest frames before and after
// the rebase, the channels decoded, the pose stack with its values.
type instrumentsPanel struct {
	before bool // show the rests before the rebase
	pictureState
}

func (p *instrumentsPanel) show(a *App) {
	p.picture(a)
	p.stack(a)
	p.rests(a)
	p.decoder(a)
	p.numbers(a)
}

// stack lists the stages of the pose stack with what each put in, so that
// "applied but nothing happened" can be seen.
func (p *instrumentsPanel) stack(a *App) {
	if !a.section("instr/stack", "Pose stack", true) {
		return
	}
	f := a.view.frame
	if f == nil || f.Posed == nil {
		a.dim("Nothing is shown yet.")
		return
	}
	for i, st := range f.Posed.Stages {
		col := a.c.Palette().Text
		if !st.Applied {
			col = a.c.Palette().Dim
		}
		a.colored(col, fmt.Sprintf("%d  %s: %s", i+1, st.Stage, st.Value))
		if st.Applied {
			imgui.IndentV(a.px(18))
			a.dimf("moves %d of %d nodes", st.Moved, len(f.Model.Nodes))
			imgui.UnindentV(a.px(18))
		}
	}
}

// rests is the [Rest] dump.
func (p *instrumentsPanel) rests(a *App) {
	if !a.section("instr/rest", "[Rest] frames", true) {
		return
	}
	r := a.s.Work().Rigged
	if r == nil {
		a.dim("Generate a rig, or open a model with a skeleton.")
		return
	}
	dump, which := r.Report.After, "after the rebase"
	if p.before {
		dump, which = r.Report.Before, "before the rebase"
	}
	a.check("instr/before", "Before the rebase", &p.before, "Show the rests as they were, instead of as the game gets them")
	imgui.SameLine()
	if a.button("instr/copyrest", "Copy", buttonLook{tip: "Put both dumps on the clipboard as text"}) {
		a.copyText("before\n" + r.Report.Before.Text() + "\nafter\n" + r.Report.After.Text())
	}
	if !r.Report.Changed {
		a.dim("The rests needed no change.")
	} else {
		a.dimf("rebased; the largest move of any vertex is %.2g m", r.Report.MaxVertexMove)
	}
	p.restTable(a, dump, which)
}

func (p *instrumentsPanel) restTable(a *App, dump rig.Rests, which string) {
	if !imgui.BeginTableV("##rests", 3, imgui.TableFlagsRowBg|imgui.TableFlagsBordersInnerV, imgui.Vec2{}, 0) {
		return
	}
	imgui.TableSetupColumnV("Bone", imgui.TableColumnFlagsWidthStretch, 1, 0)
	imgui.TableSetupColumnV("Local position, m", imgui.TableColumnFlagsWidthStretch, 1.25, 0)
	imgui.TableSetupColumnV("Rotation x y z w", imgui.TableColumnFlagsWidthStretch, 1.5, 0)
	imgui.TableHeadersRow()
	for _, b := range dump.Bones {
		imgui.TableNextRow()
		imgui.TableNextColumn()
		imgui.Text(fit(fmt.Sprintf("%d %s", b.Index, b.Name), imgui.ContentRegionAvail().X))
		tip := fmt.Sprintf("%s, %s\nlocal  t %.4f  r %.4f  s %.4f\nworld  t %.4f  r %.4f  s %.4f\nbind   t %.4f  r %.4f  s %.4f",
			b.Name, which, b.Local.T, b.Local.R, b.Local.S, b.World.T, b.World.R, b.World.S, b.Bind.T, b.Bind.R, b.Bind.S)
		a.tip(tip)
		imgui.TableNextColumn()
		imgui.PushFont(a.c.Fonts().Small)
		imgui.Text(figures(b.Local.T[:]))
		imgui.TableNextColumn()
		rot := "identity"
		if b.Local.R != [4]float64{0, 0, 0, 1} {
			rot = figures(b.Local.R[:])
		}
		imgui.Text(rot)
		imgui.PopFont()
		a.tip(tip)
	}
	imgui.EndTable()
}

// figures writes numbers with three decimals, whole ones without any.
func figures(v []float64) string {
	var t []string
	for _, x := range v {
		s := strings.TrimRight(strings.TrimRight(fmt.Sprintf("%.3f", x), "0"), ".")
		if s == "-0" {
			s = "0"
		}
		t = append(t, s)
	}
	return strings.Join(t, "  ")
}

// decoder is [DonorAxis]: what the donor's channels do.
func (p *instrumentsPanel) decoder(a *App) {
	if !a.section("instr/axis", "[DonorAxis] channels", true) {
		return
	}
	motions := a.s.Channels()
	if len(motions) == 0 {
		a.dim("Choose a donor in the Animation tab.")
		return
	}
	if a.button("instr/copyaxis", "Copy", buttonLook{tip: "Put the table on the clipboard as text"}) {
		a.copyText(motionTable(motions))
	}
	for i := range motions {
		m := &motions[i]
		imgui.Text(fmt.Sprintf("ch%d %s", m.Index, m.Bone))
		imgui.IndentV(a.px(18))
		a.dim(motionText(m))
		imgui.UnindentV(a.px(18))
	}
}

func motionTable(motions []clip.ChannelMotion) string {
	var b strings.Builder
	for i := range motions {
		m := &motions[i]
		fmt.Fprintf(&b, "ch%d\t%s\t%s\t%s\n", m.Index, m.Bone, m.Kind, motionText(m))
	}
	return b.String()
}

// numbers are the figures of the shown model.
func (p *instrumentsPanel) numbers(a *App) {
	f := a.view.frame
	if f == nil || !a.section("instr/numbers", "Model", false) {
		return
	}
	m := f.Whole()
	joints := 0
	for i := range m.Skins {
		joints += len(m.Skins[i].Joints)
	}
	b := m.Bounds()
	rows := [][2]string{
		{"triangles", thousands(m.TriangleCount())}, {"vertices", thousands(m.VertexCount())},
		{"nodes", thousands(len(m.Nodes))}, {"meshes", thousands(len(m.Meshes))}, {"bones", thousands(joints)},
		{"materials", thousands(len(m.Materials))}, {"images", thousands(len(m.Images))}, {"clips", thousands(len(m.Animations))},
		{"size", fmt.Sprintf("%.3f × %.3f × %.3f m", b.Size()[0], b.Size()[1], b.Size()[2])},
		{"draw list", fmt.Sprintf("%s triangles in %d batches", thousands(len(a.view.list.Triangles)), len(a.view.list.Batches))},
	}
	for _, r := range rows {
		a.label(r[0], false)
		imgui.Text(r[1])
	}
}
