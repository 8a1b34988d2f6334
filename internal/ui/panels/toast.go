package panels

import (
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/lab"
	"donorlab/internal/scene"
	"donorlab/internal/ui"
)

// toasts are the messages that lie over the picture's lower left corner for some
// seconds: what went wrong, and work that has ended. The log keeps all.
type toasts struct {
	heard int // how many messages of the session were looked at
	list  []toast
}

// toast is one of them.
type toast struct {
	lab.Message
	ends uint64 // the session's tick when it goes
	help bool   // a click shows the help, not the log
}

// maxToasts is how many there are at once; the oldest goes first.
const maxToasts = 3

// How long a toast stays, in ticks of 1/60 s.
const (
	toastTicks    = 5 * 60
	toastTicksBad = 9 * 60
)

// hear takes in what was said since the last frame.
func (t *toasts) hear(s *lab.Session) {
	said := s.Said()
	log := s.Log()
	for _, m := range log[len(log)-min(said-t.heard, len(log)):] {
		t.add(m, s.Tick())
	}
	t.heard = said
	kept := t.list[:0]
	for _, x := range t.list {
		if x.ends > s.Tick() {
			kept = append(kept, x)
		}
	}
	t.list = kept
}

// add makes a toast of a message that is worth one. Of what a job says when it
// has ended, only the last sentence is: those before are details.
func (t *toasts) add(m lab.Message, now uint64) {
	if m.Severity == scene.Info {
		if m.Job == "" || m.Job == "probe" {
			return
		}
		if n := len(t.list); n > 0 && t.list[n-1].Job == m.Job && t.list[n-1].Tick == m.Tick && t.list[n-1].Severity == scene.Info {
			t.list = t.list[:n-1]
		}
	}
	ticks := uint64(toastTicks)
	if m.Severity != scene.Info {
		ticks = toastTicksBad
	}
	t.list = append(t.list, toast{Message: m, ends: now + ticks})
	if n := len(t.list); n > maxToasts {
		t.list = t.list[n-maxToasts:]
	}
}

// show draws them from the corner upwards, the newest lowest. While the log is
// open they would say the same twice.
func (t *toasts) show(a *App) {
	if a.log {
		t.list = nil
		return
	}
	c := a.layout.center
	y := c.y + c.h - a.px(10)
	width := min(a.px(380), c.w*0.49)
	for i := len(t.list) - 1; i >= 0; i-- {
		top, clicked := t.list[i].draw(a, len(t.list)-1-i, c.x+a.px(10), y, width)
		y = top - a.px(6)
		if clicked && t.list[i].help {
			a.help, t.list[i].ends = true, 0
		} else if clicked {
			a.log = true
		}
	}
}

// draw puts one toast with its lower left corner at x, y, and says where its
// upper edge is.
func (t *toast) draw(a *App, i int, x, y, width float32) (top float32, clicked bool) {
	p := a.c.Palette()
	pad, bar := a.px(9), a.px(4)
	text := t.Message.Message
	if t.File != "" && t.Severity != scene.Info {
		text = t.File + ": " + text
	}
	if t.Remedy != "" {
		text += "; " + t.Remedy
	}
	height := imgui.CalcTextSize(text, false, width-2*pad-bar).Y + 2*pad
	top = y - height
	imgui.SetNextWindowPos(imgui.Vec2{X: x, Y: top})
	imgui.SetNextWindowSize(imgui.Vec2{X: width, Y: height})
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{})
	imgui.PushStyleColor(imgui.StyleColorWindowBg, ui.Fade(p.Panel, 0.96))
	imgui.BeginV(fmt.Sprintf("##toast%d", i), nil, imgui.WindowFlagsNoDecoration|imgui.WindowFlagsNoMove|imgui.WindowFlagsNoNav|
		imgui.WindowFlagsNoSavedSettings|imgui.WindowFlagsNoFocusOnAppearing)
	imgui.PopStyleColor()
	imgui.PopStyleVar()
	clicked = imgui.InvisibleButton("##open", imgui.Vec2{X: width, Y: height})
	a.named(fmt.Sprintf("toast/%d", i), true)
	if imgui.IsItemHovered() {
		t.ends = max(t.ends, a.s.Tick()+60) // it does not go while it is being read
	}
	if t.help {
		a.tip("Click for the first steps")
	} else {
		a.tip("Click for all messages")
	}
	list := imgui.WindowDrawList()
	col := p.Good
	if t.Severity != scene.Info {
		col = a.severityColor(t.Severity)
	}
	list.AddRectFilled(imgui.Vec2{X: x, Y: top}, imgui.Vec2{X: x + bar, Y: y}, imgui.PackedColorFromVec4(col))
	list.AddRectV(imgui.Vec2{X: x, Y: top}, imgui.Vec2{X: x + width, Y: y}, imgui.PackedColorFromVec4(p.Line), 0, 0, a.px(1))
	imgui.SetCursorScreenPos(imgui.Vec2{X: x + bar + pad, Y: top + pad})
	imgui.PushTextWrapPosV(width - pad)
	imgui.Text(text)
	imgui.PopTextWrapPos()
	imgui.End()
	return top, clicked
}
