package panels

import (
	"encoding/json"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/lab"
	"donorlab/internal/ui"
)

type rect struct{ x, y, w, h float32 }

func (r rect) has(p imgui.Vec2) bool {
	return p.X >= r.x && p.X < r.x+r.w && p.Y >= r.y && p.Y < r.y+r.h
}

// layout is where the regions lie. Widths are remembered in design units, so
// that another scale keeps the proportions.
type layout struct {
	leftWidth, rightWidth float32
	hideLeft, hideRight   bool
	tab                   string // remembered
	leftTab               int

	left, center, right, timeline, status rect // pixels, of this tick
	dragging                              int  // splitter that is being dragged: 0 none, 1 left, 2 right
}

const (
	timelineHeight = 76
	statusHeight   = 27
	gap            = 3
	minSide        = 200
)

func defaultLayout() layout { return layout{leftWidth: 262, rightWidth: 360} }

// saved is the part of the layout that is remembered between runs.
type saved struct {
	Left      float32 `json:"left"`
	Right     float32 `json:"right"`
	HideLeft  bool    `json:"hideLeft,omitempty"`
	HideRight bool    `json:"hideRight,omitempty"`
	Tab       string  `json:"tab,omitempty"`     // of the right side, by name
	LeftTab   int     `json:"leftTab,omitempty"` // of the left side
}

// load takes what was remembered; a damaged entry counts as none.
func (l *layout) load(s *lab.Settings) {
	var v saved
	if json.Unmarshal(s.Layout, &v) != nil {
		return
	}
	if v.Left >= minSide && v.Left < 4000 {
		l.leftWidth = v.Left
	}
	if v.Right >= minSide && v.Right < 4000 {
		l.rightWidth = v.Right
	}
	l.hideLeft, l.hideRight = v.HideLeft, v.HideRight
	l.tab, l.leftTab = v.Tab, v.LeftTab
}

func (l *layout) store(s *lab.Settings) {
	if b, err := json.Marshal(saved{l.leftWidth, l.rightWidth, l.hideLeft, l.hideRight, l.tab, l.leftTab}); err == nil {
		s.Layout = b
	}
}

// tabs are the remembered ones, to be switched to at the start: the left one by
// its number plus one.
func (l *layout) tabs() (right tab, left int) {
	for _, t := range tabRows() {
		if string(t.name) == l.tab {
			right = t.name
		}
	}
	return right, l.leftTab + 1
}

// keepTabs remembers which tabs are shown.
func (l *layout) keepTabs(a *App) {
	name := string(a.tab)
	if name != l.tab || a.leftTab != l.leftTab {
		l.tab, l.leftTab = name, a.leftTab
		l.store(a.s.Settings())
	}
}

// arrange lays the regions out. The preview keeps at least half of the width:
// the sides give way first.
func (a *App) arrange() {
	l := &a.layout
	w, h := float32(a.in.Width), float32(a.in.Height)
	top := imgui.FrameHeight()
	g := a.px(gap)
	left, right := a.px(l.leftWidth), a.px(l.rightWidth)
	if l.hideLeft {
		left = 0
	}
	if l.hideRight {
		right = 0
	}
	if over := left + right + 2*g - w/2; over > 0 && left+right > 0 {
		share := over / (left + right)
		left -= left * share
		right -= right * share
	}
	tl, st := a.px(a.stripHeight()), a.px(statusHeight)
	mid := h - top - tl - st - 2*g
	l.left = rect{0, top, left, mid}
	l.center = rect{left, top, w - left - right, mid}
	if left > 0 {
		l.center.x += g
		l.center.w -= g
	}
	if right > 0 {
		l.center.w -= g
	}
	l.right = rect{w - right, top, right, mid}
	l.timeline = rect{0, top + mid + g, w, tl}
	l.status = rect{0, h - st, w, st}
	a.gaps(top, mid, g)
}

// gaps paints what lies between the regions.
func (a *App) gaps(top, mid, g float32) {
	l := &a.layout
	list := imgui.BackgroundDrawList()
	ground := imgui.PackedColorFromVec4(a.c.Palette().Ground)
	for _, r := range []rect{
		{l.left.w, top, l.center.x - l.left.w, mid}, {l.center.x + l.center.w, top, l.right.x - l.center.x - l.center.w, mid},
		{0, top + mid, float32(a.in.Width), g}, {0, l.timeline.y + l.timeline.h, float32(a.in.Width), l.status.y - l.timeline.y - l.timeline.h},
	} {
		if r.w > 0 && r.h > 0 {
			list.AddRectFilled(imgui.Vec2{X: r.x, Y: r.y}, imgui.Vec2{X: r.x + r.w, Y: r.y + r.h}, ground)
		}
	}
}

// splitters let the borders between the columns be dragged. They look at the
// mouse themselves: the gap belongs to no imgui window.
func (a *App) splitters() {
	l := &a.layout
	m := imgui.MousePos()
	reach := a.px(4)
	inRow := m.Y >= l.center.y && m.Y < l.center.y+l.center.h
	edges := [2]float32{l.left.x + l.left.w, l.right.x}
	for i, x := range edges {
		hidden := i == 0 && l.hideLeft || i == 1 && l.hideRight
		if hidden || !inRow || l.dragging != 0 {
			continue
		}
		if m.X > x-reach && m.X < x+reach+a.px(gap) && !imgui.IsAnyItemActive() {
			imgui.SetMouseCursor(imgui.MouseCursorResizeEW)
			if imgui.IsMouseClicked(0) {
				l.dragging = i + 1
			}
		}
	}
	if l.dragging == 0 {
		return
	}
	if !imgui.IsMouseDown(0) {
		l.dragging = 0
		l.store(a.s.Settings())
		return
	}
	imgui.SetMouseCursor(imgui.MouseCursorResizeEW)
	most := float32(a.in.Width) / a.c.Scale() / 2
	if l.dragging == 1 {
		l.leftWidth = clamp(m.X/a.c.Scale(), minSide, most)
	} else {
		l.rightWidth = clamp((float32(a.in.Width)-m.X)/a.c.Scale(), minSide, most)
	}
}

func clamp(v, lo, hi float32) float32 { return max(lo, min(v, max(lo, hi))) }

// editsText says whether Ctrl with the key belongs to the text field that is
// being typed into.
func editsText(k ui.Key) bool {
	switch k {
	case ui.KeyA, ui.KeyC, ui.KeyV, ui.KeyX, ui.KeyY, ui.KeyZ:
		return true
	}
	return false
}

// shortcuts are the keys that work anywhere but in a text field.
func (a *App) shortcuts() {
	io := imgui.CurrentIO()
	ctrl := io.KeyCtrlPressed() || io.KeySuperPressed()
	pressed := func(k ui.Key) bool { return imgui.IsKeyPressedV(int(k), false) }
	if ctrl {
		for _, c := range a.commands() {
			if io.WantTextInput() && editsText(c.key) {
				continue
			}
			if c.ctrl && c.key != ui.KeyNone && pressed(c.key) && c.shift == io.KeyShiftPressed() && c.why() == "" {
				c.run()
			}
		}
		return
	}
	if io.WantTextInput() {
		return
	}
	for _, c := range a.commands() {
		if c.key == ui.KeySpace && a.walk.jumps(a) {
			continue
		}
		if !c.ctrl && c.key != ui.KeyNone && pressed(c.key) && c.why() == "" {
			c.run()
		}
	}
}
