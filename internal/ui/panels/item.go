package panels

import (
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/scene"
	"donorlab/internal/ui"
)

// Widget is something on the screen that can be clicked, by a stable name:
// what tests and automation steer by instead of pixels.
type Widget struct {
	Name    string  `json:"name"` // "vehicle/generate"
	X       float32 `json:"x"`    // pixels, of the upper left corner
	Y       float32 `json:"y"`
	W       float32 `json:"w"`
	H       float32 `json:"h"`
	Enabled bool    `json:"enabled"`
	Value   string  `json:"value"` // what it shows, of dials
}

// Widgets returns what the last Frame showed, in drawing order.
func (a *App) Widgets() []Widget { return a.widgets }

// named records the item that was just issued.
func (a *App) named(name string, enabled bool) {
	if !imgui.IsItemVisible() {
		return
	}
	lo, hi := imgui.ItemRectMin(), imgui.ItemRectMax()
	a.widgets = append(a.widgets, Widget{name, lo.X, lo.Y, hi.X - lo.X, hi.Y - lo.Y, enabled, ""})
}

// valued records the item that was just issued with what it shows.
func (a *App) valued(name, value string) {
	if a.named(name, true); len(a.widgets) > 0 && a.widgets[len(a.widgets)-1].Name == name {
		a.widgets[len(a.widgets)-1].Value = value
	}
}

// buttonLook says how a button presents itself.
type buttonLook struct {
	why    string // why it cannot be pressed; shown in grey, and the button is dead
	tip    string
	accent bool // the one thing to press next
	wide   bool // as wide as the panel
}

// button is a push button with a stable name. It is dead while look.why says so.
func (a *App) button(name, label string, look buttonLook) bool {
	p := a.c.Palette()
	size := imgui.Vec2{}
	if look.wide {
		size = imgui.Vec2{X: imgui.ContentRegionAvail().X, Y: imgui.FrameHeight() * 1.25}
	}
	colors := 0
	push := func(id imgui.StyleColorID, v imgui.Vec4) { imgui.PushStyleColor(id, v); colors++ }
	switch {
	case look.why != "":
		push(imgui.StyleColorButtonHovered, p.Frame)
		push(imgui.StyleColorButtonActive, p.Frame)
		push(imgui.StyleColorText, p.Dim)
	case look.accent:
		push(imgui.StyleColorButton, p.Accent)
		push(imgui.StyleColorButtonHovered, p.AccentHot)
		push(imgui.StyleColorButtonActive, p.AccentHot)
		push(imgui.StyleColorText, p.OnAccent)
	}
	hit := imgui.ButtonV(label+"##"+name, size)
	imgui.PopStyleColorV(colors)
	a.named(name, look.why == "")
	if look.why != "" {
		a.tip(look.why)
		return false
	}
	a.tip(look.tip)
	return hit
}

// check is a tick box with a stable name; it reports a change.
func (a *App) check(name, label string, v *bool, tip string) bool {
	hit := imgui.Checkbox(label+"##"+name, v)
	a.named(name, true)
	a.tip(tip)
	return hit
}

// tip shows a text while the last item is hovered.
func (a *App) tip(text string) {
	if text == "" || !imgui.IsItemHoveredV(imgui.HoveredFlagsAllowWhenDisabled) {
		return
	}
	imgui.BeginTooltip()
	imgui.PushTextWrapPosV(a.px(340))
	imgui.Text(text)
	imgui.PopTextWrapPos()
	imgui.EndTooltip()
}

// dim writes grey text that wraps: reasons, hints, units.
func (a *App) dim(text string) {
	a.colored(a.c.Palette().Dim, text)
}

func (a *App) dimf(format string, args ...any) { a.dim(fmt.Sprintf(format, args...)) }

// colored writes wrapping text in a colour.
func (a *App) colored(v imgui.Vec4, text string) {
	imgui.PushStyleColor(imgui.StyleColorText, v)
	imgui.PushTextWrapPos()
	imgui.Text(text)
	imgui.PopTextWrapPos()
	imgui.PopStyleColor()
}

// heading starts a section of a panel.
func (a *App) heading(text string) {
	imgui.Dummy(imgui.Vec2{Y: a.px(2)})
	imgui.PushFont(a.c.Fonts().Bold)
	imgui.Text(text)
	imgui.PopFont()
	imgui.Separator()
}

// section is a heading that folds; open says how it starts.
func (a *App) section(name, label string, open bool) bool {
	flags := imgui.TreeNodeFlags(0)
	if open {
		flags = imgui.TreeNodeFlagsDefaultOpen
	}
	pal := a.c.Palette()
	imgui.PushStyleColor(imgui.StyleColorHeader, ui.Fade(pal.Frame, 0.6))
	imgui.PushStyleColor(imgui.StyleColorHeaderHovered, pal.FrameHot)
	imgui.PushStyleColor(imgui.StyleColorHeaderActive, pal.FrameOn)
	imgui.PushFont(a.c.Fonts().Bold)
	shown := imgui.CollapsingHeaderV(label+"###"+name, flags)
	imgui.PopFont()
	imgui.PopStyleColorV(3)
	a.named(name, true)
	return shown
}

// edge gives windows a border until what it returns is called, so that what
// floats stands out from the panels, which have its colour.
func (a *App) edge() (done func()) {
	imgui.PushStyleVarFloat(imgui.StyleVarWindowBorderSize, a.px(1))
	return imgui.PopStyleVar
}

// severityColor is the colour of a finding or message.
func (a *App) severityColor(s scene.Severity) imgui.Vec4 {
	p := a.c.Palette()
	switch s {
	case scene.Error:
		return p.Bad
	case scene.Warning:
		return p.Warn
	}
	return p.Dim
}

// dot draws a filled circle of a colour in the line, as tall as the text.
func (a *App) dot(v imgui.Vec4) {
	h := imgui.TextLineHeight()
	at := imgui.CursorScreenPos()
	imgui.WindowDrawList().AddCircleFilledV(imgui.Vec2{X: at.X + h/2, Y: at.Y + h/2}, h*0.32, imgui.PackedColorFromVec4(v), 16)
	imgui.Dummy(imgui.Vec2{X: h, Y: h})
}

// mono writes text in the face for code and figures.
func (a *App) mono(text string) {
	imgui.PushFont(a.c.Fonts().Mono)
	imgui.Text(text)
	imgui.PopFont()
}

// fit shortens text to a width in pixels, with an ellipsis, so that nothing is
// cut in the middle of a letter.
func fit(text string, width float32) string {
	if imgui.CalcTextSize(text, false, 0).X <= width {
		return text
	}
	r := []rune(text)
	lo, hi := 0, len(r)
	for lo < hi {
		mid := (lo + hi + 1) / 2
		if imgui.CalcTextSize(string(r[:mid])+"…", false, 0).X <= width {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	return string(r[:lo]) + "…"
}
