package panels

import (
	"fmt"
	"math"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/lab"
	"donorlab/internal/ui"
)

// style is the look of the window as the settings have it.
func (a *App) style() ui.Style {
	set := a.s.Settings()
	return ui.Style{Light: set.Light(), Zoom: float32(set.Zoom())}
}

// zooms are the scales that the menu offers, per cent.
var zooms = []int{75, 100, 125, 150, 175, 200}

func (a *App) zoomPercent() int { return int(math.Round(a.s.Settings().Zoom() * 100)) }

func (a *App) setZoom(percent int) {
	a.s.Settings().UIScale = float64(percent) / 100
	if percent == 100 {
		a.s.Settings().UIScale = 0
	}
}

// stepZoom goes to the next scale up (1) or down (-1).
func (a *App) stepZoom(by int) {
	now := a.zoomPercent()
	to := now
	for _, z := range zooms {
		if by > 0 && z > now {
			to = z
			break
		}
		if by < 0 && z < now {
			to = z
		}
	}
	a.setZoom(to)
}

// styleCommands are the window's look, for the View menu.
func (a *App) styleCommands() []command {
	set := a.s.Settings()
	always := func() string { return "" }
	theme := func() {
		if set.Light() {
			set.Theme = "dark"
		} else {
			set.Theme = "light"
		}
	}
	now := a.zoomPercent()
	return []command{
		{menu: "View", name: "Light theme", why: always, run: theme, checked: set.Light, rule: true},
		{menu: "View", name: "Larger type", key: ui.KeyEqual, ctrl: true, why: reason(now < 200, "it is at its largest"), run: func() { a.stepZoom(1) }},
		{menu: "View", name: "Smaller type", key: ui.KeyMinus, ctrl: true, why: reason(now > 75, "it is at its smallest"), run: func() { a.stepZoom(-1) }},
		{menu: "View", name: "Type at the monitor's scale", key: ui.Key0, ctrl: true, why: reason(now != 100, "it is already"), run: func() { a.setZoom(100) }},
	}
}

// scaleMenu offers the scales by their figures.
func (a *App) scaleMenu() {
	open := imgui.BeginMenu("Scale")
	a.named("menu/View/Scale", true)
	if !open {
		return
	}
	for _, z := range zooms {
		if imgui.MenuItemV(fmt.Sprintf("%d %%", z), "", z == a.zoomPercent(), true) {
			a.setZoom(z)
		}
		a.named(fmt.Sprintf("menu/View/Scale/%d", z), true)
	}
	imgui.EndMenu()
}

// viewPalette is the theme for what is written over the picture: by what lies
// behind it, not by the panels.
func (a *App) viewPalette() ui.Palette {
	light := a.s.Settings().Light()
	switch a.s.View().Look.Backdrop {
	case lab.BackdropLight:
		light = true
	case lab.BackdropDark, lab.BackdropStudio, lab.BackdropClear:
		light = false
	}
	if light {
		return ui.Light()
	}
	return ui.Dark()
}
