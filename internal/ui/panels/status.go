package panels

import (
	"fmt"
	"path/filepath"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/lab"
	"donorlab/internal/scene"
)

// statusLine is the bottom row: the file, what is unsaved or stale, running
// work with Cancel, the last message, the frame rate.
func (a *App) statusLine() {
	p := a.c.Palette()
	imgui.SetCursorPos(imgui.Vec2{X: a.px(10), Y: a.px(4)})
	d := a.s.Doc()
	name := "nothing open"
	if d.Source != nil {
		name = filepath.Base(d.Ref)
		if lab.IsSample(d.Ref) {
			name = d.Ref
		}
	}
	imgui.Text(name)
	a.tip(d.Ref)
	if a.s.Unsaved() {
		imgui.SameLine()
		imgui.PushStyleColor(imgui.StyleColorText, p.Accent)
		imgui.Text("• unsaved")
		imgui.PopStyleColor()
		a.tip("Kept in a recovery file until you save (Ctrl+S saves the recipe)")
	}
	if stale := a.s.RigStale(); len(stale) > 0 {
		imgui.SameLine()
		imgui.PushStyleColor(imgui.StyleColorText, p.Warn)
		imgui.Text("• stale rig")
		imgui.PopStyleColor()
		a.tip(stale[0])
	}
	a.jobLine()
	a.lastMessage()
	fps := fmt.Sprintf("%.0f fps", a.fps)
	imgui.SameLineV(float32(a.in.Width)-imgui.CalcTextSize(fps, false, 0).X-a.px(12), 0)
	imgui.PushStyleColor(imgui.StyleColorText, p.Dim)
	imgui.Text(fps)
	imgui.PopStyleColor()
}

func (a *App) jobLine() {
	jobs := a.s.Jobs()
	if len(jobs) == 0 {
		return
	}
	pr := jobs[0].Progress()
	imgui.SameLine()
	imgui.Text(pr.String())
	if n := len(jobs) - 1; n > 0 {
		a.tip(plural(n, "more task") + " beside it")
	}
	if f := pr.Fraction(); f >= 0 {
		imgui.SameLine()
		imgui.ProgressBarV(float32(f), imgui.Vec2{X: a.px(90), Y: imgui.TextLineHeight()}, "")
	}
	imgui.SameLine()
	imgui.PushStyleVarVec2(imgui.StyleVarFramePadding, imgui.Vec2{X: a.px(6)})
	if a.button("status/cancel", "Cancel", buttonLook{}) {
		jobs[0].Cancel()
	}
	imgui.PopStyleVar()
}

// lastMessage shows the newest message; a click opens all of them.
func (a *App) lastMessage() {
	m, ok := a.s.Status()
	if !ok {
		return
	}
	imgui.SameLineV(0, a.px(18))
	room := float32(a.in.Width) - imgui.CursorPosX() - a.px(90)
	col := a.c.Palette().Text
	if m.Severity != scene.Info {
		col = a.severityColor(m.Severity)
	}
	text := m.Message
	if m.File != "" && m.Severity != scene.Info {
		text = filepath.Base(m.File) + ": " + text
	}
	if m.Remedy != "" {
		text += "; " + m.Remedy
	}
	imgui.PushStyleColor(imgui.StyleColorText, col)
	imgui.Text(fit(text, room))
	imgui.PopStyleColor()
	a.named("status/message", true)
	a.tip(m.Problem.Error() + "\nClick for all messages.")
	if imgui.IsItemClicked() {
		a.log = !a.log
	}
}

// logWindow lists all messages, newest first.
func (a *App) logWindow() {
	if !a.log {
		return
	}
	w, h := a.px(760), a.px(340)
	imgui.SetNextWindowPosV(imgui.Vec2{X: (float32(a.in.Width) - w) / 2, Y: float32(a.in.Height) - h - a.px(40)}, imgui.ConditionAppearing, imgui.Vec2{})
	imgui.SetNextWindowSizeV(imgui.Vec2{X: w, Y: h}, imgui.ConditionAppearing)
	if imgui.BeginV("Messages", &a.log, imgui.WindowFlagsNoCollapse|imgui.WindowFlagsNoSavedSettings) {
		msgs := a.s.Log()
		for i := len(msgs) - 1; i >= 0; i-- {
			m := msgs[i]
			a.dot(a.severityColor(m.Severity))
			imgui.SameLine()
			a.colored(a.c.Palette().Text, m.Problem.Error())
			a.named(fmt.Sprintf("log/%d", len(msgs)-1-i), true)
		}
		if len(msgs) == 0 {
			a.dim("nothing has been said yet")
		}
	}
	imgui.End()
}
