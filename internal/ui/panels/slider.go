package panels

import (
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"
)

// dial describes one number that can be set: its name in plain words, unit,
// range and default. Every slider of the lab is one of these, so that all
// behave alike: drag, double-click or Ctrl+click to type, right-click for the
// default, a mark where the value is not the default.
type dial struct {
	name     string // stable, for tests: "vehicle/yaw"
	label    string // plain words
	unit     string // "°", "m", "u/s"; may be empty
	format   string // of the number; "" means %.2f
	min, max float64
	def      float64
	tip      string // what it does
	key      string // registry or dial key that it writes; "" for none
	log      bool   // the slider is finer where the values are small
}

// number issues the dial and reports a change; done reports that the user let
// it go, which ends the undo step.
func (a *App) number(d dial, v *float64) (changed, done bool) {
	format := d.format
	if format == "" {
		format = "%.2f"
	}
	if d.unit == "°" {
		format += "°"
	} else if d.unit != "" {
		format += " " + d.unit
	}
	a.label(d.label, *v != d.def)
	f := float32(*v)
	imgui.SetNextItemWidth(-1)
	flags := imgui.SliderFlagsAlwaysClamp
	if d.log {
		flags |= imgui.SliderFlagsLogarithmic
	}
	if imgui.SliderFloatV("##"+d.name, &f, float32(d.min), float32(d.max), format, flags) {
		*v = float64(f)
		changed = true
	}
	done = imgui.IsItemDeactivatedAfterEdit()
	a.named(d.name, true)
	if imgui.IsItemHovered() && imgui.IsMouseClicked(1) && *v != d.def {
		*v, changed, done = d.def, true, true
	}
	tip := d.tip
	if d.key != "" {
		tip += "\nWrites " + d.key + "."
	}
	tip += fmt.Sprintf("\nFrom "+format+" to "+format+".", d.min, d.max)
	tip += "\nDouble-click or Ctrl+click to type, right-click for the default."
	a.tip(tip)
	return changed, done
}

// labelWidth is the share of a panel that names take.
const labelWidth = 0.42

// label writes the name of a value and puts the cursor where its widget
// begins. A changed value is marked.
func (a *App) label(text string, changed bool) {
	p := a.c.Palette()
	avail := imgui.ContentRegionAvail().X
	x := imgui.CursorPosX()
	imgui.AlignTextToFramePadding()
	short := fit(text, avail*labelWidth-a.px(12))
	if changed {
		imgui.PushStyleColor(imgui.StyleColorText, p.Accent)
		imgui.Text(short)
		imgui.PopStyleColor()
	} else {
		imgui.Text(short)
	}
	imgui.SameLine()
	imgui.SetCursorPos(imgui.Vec2{X: x + avail*labelWidth, Y: imgui.CursorPosY()})
}
