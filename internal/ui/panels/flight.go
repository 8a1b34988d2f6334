package panels

import (
	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/flight"
	"donorlab/internal/lab"
	"donorlab/internal/ui"
	"donorlab/internal/ui/gizmo"
)

// tabFlight is the tab of worlds, flights and their dials.
const tabFlight tab = "Flight"

// flyPage is one of the Flight tab's pages.
type flyPage int

const (
	flyOrders flyPage = iota
	flyDials
	flyNumbers
	flyWorld
	flyPlace
)

// flyPages are their names on the row of buttons.
var flyPages = []string{"Fly", "Dials", "Numbers", "World", "Place"}

var flyPageTips = []string{
	"Map, orders, squadron, ghost, camera, recording",
	"Dial files of the game, live: turn ease, terrain hug, rotor trim, battle turn",
	"What each stage adds right now, and the log of why it climbed and sank",
	"Paint heights, place districts, add and remove tiles",
	"Where the model sits on its tile, by numbers or by handles in the picture",
}

// flightPanel is the state of the Flight tab, of the strip below the picture and
// of the hand in the world. None of it is undoable.
type flightPanel struct {
	page   flyPage
	was    bool // the tab was shown in the tick before
	pin    bool // the world stays while other tabs are shown
	narrow bool // the strip has no plots
	window int  // of plotWindows

	click clickKind
	speed heldSpeed
	keyed bool // the picture has the keyboard: letters fly
	trims trimDraft
	lists map[string]string // lists that are being typed, by file and key
	all   bool              // the dials of all kinds of units are shown

	brush brush
	drag  placeDrag
	under tileUnder
}

// clickKind says what a click on the ground orders.
type clickKind int

const (
	clickMove clickKind = iota
	clickTeleport
	clickFire
)

var clickNames = []string{"Fly there", "Teleport", "Fire at"}

// heldSpeed is the speed that the slider shows, units a second, of a flight.
type heldSpeed struct {
	of *flight.Flight
	v  float64
}

// follow shows the world with the tab, and puts the model back with the others.
func (p *flightPanel) follow(a *App) {
	on := a.tab == tabFlight
	if on == p.was {
		return
	}
	p.was = on
	if on || !p.pin {
		a.s.ShowWorld(on)
	}
}

// show issues the tab.
func (p *flightPanel) show(a *App) {
	at := int(p.page)
	if a.segments("fly/page", flyPages, flyPageTips, &at) {
		p.page = flyPage(at)
	}
	if a.s.Flight() == nil {
		a.dim("There is no world to fly over. Choose a map.")
		p.maps(a)
		return
	}
	if !a.s.WorldShown() && a.button("fly/show", "Show the world", buttonLook{accent: true, wide: true}) {
		a.s.ShowWorld(true)
	}
	// A child per page, so that each keeps its own place of scrolling.
	if imgui.BeginChildV("##fly"+flyPages[p.page], imgui.Vec2{}, false, 0) {
		switch p.page {
		case flyOrders:
			p.ordersPage(a)
		case flyDials:
			p.dialsPage(a)
		case flyNumbers:
			p.numbersPage(a)
		case flyWorld:
			p.worldPage(a)
		case flyPlace:
			p.placePage(a)
		}
	}
	imgui.EndChild()
}

// segments is a row of buttons of which one is down; it reports a change.
func (a *App) segments(name string, labels, tips []string, at *int) bool {
	p := a.c.Palette()
	gap := a.px(3)
	w := (imgui.ContentRegionAvail().X - gap*float32(len(labels)-1)) / float32(len(labels))
	imgui.PushStyleVarVec2(imgui.StyleVarFramePadding, imgui.Vec2{X: a.px(2), Y: a.px(4)})
	hit := false
	for i, l := range labels {
		if i > 0 {
			imgui.SameLineV(0, gap)
		}
		if i == *at {
			imgui.PushStyleColor(imgui.StyleColorButton, ui.Fade(p.Accent, 0.55))
			imgui.PushStyleColor(imgui.StyleColorButtonHovered, ui.Fade(p.Accent, 0.7))
		}
		down := imgui.ButtonV(fit(l, w-a.px(4))+"##"+name+l, imgui.Vec2{X: w, Y: imgui.FrameHeight()})
		if i == *at {
			imgui.PopStyleColorV(2)
		}
		a.named(name+"/"+l, true)
		if i < len(tips) {
			a.tip(tips[i])
		}
		if down && i != *at {
			*at, hit = i, true
		}
	}
	imgui.PopStyleVar()
	return hit
}

// combo is a list of words with a stable name; picked is the index that was chosen,
// -1 for none. An empty word is a line.
func (a *App) combo(name, label, now string, words []string, tip string) (picked int) {
	picked = -1
	a.label(label, false)
	imgui.SetNextItemWidth(-1)
	open := imgui.BeginCombo("##"+name, now)
	a.named(name, true)
	if !open {
		a.tip(tip)
		return picked
	}
	for i, w := range words {
		if w == "" {
			imgui.Separator()
			continue
		}
		if imgui.SelectableV(w, w == now, 0, imgui.Vec2{}) {
			picked = i
		}
		a.named(name+"/"+w, true)
	}
	imgui.EndCombo()
	return picked
}

// flyCommands are the Fly menu.
func (a *App) flyCommands() []command {
	always := func() string { return "" }
	s, p := a.s, &a.flight
	shown := func() string {
		if !s.WorldShown() {
			return "show the world first (F6)"
		}
		return ""
	}
	world := func() {
		s.ShowWorld(!s.WorldShown())
		if s.WorldShown() {
			p.was = true // it stays, whichever tab is shown
			a.showTab(tabFlight)
		}
	}
	list := []command{
		{menu: "Fly", name: "Show the world", key: ui.KeyF6, why: always, run: world, checked: s.WorldShown},
		{menu: "Fly", name: "Keep the world with other tabs", why: always, run: func() { p.pin = !p.pin }, checked: func() bool { return p.pin }},
		{menu: "Fly", name: "Fly or hold", why: shown, run: func() { s.PlayFlight(!s.Flying()) }, checked: s.Flying, rule: true},
		{menu: "Fly", name: "Fly the orders anew", key: ui.KeyF7, why: shown, run: s.RestartFlight},
		{menu: "Fly", name: "Replay from the start", key: ui.KeyF8, why: shown, run: p.replay(a)},
		{menu: "Fly", name: "Trail the unit", key: ui.KeyF9, why: shown, run: func() { p.trail(a, s.FlyView().Free) }, checked: func() bool { return !s.FlyView().Free }, rule: true},
		{menu: "Fly", name: "Plots below the picture", key: ui.KeyF10, why: shown, run: func() { p.narrow = !p.narrow }, checked: func() bool { return !p.narrow }},
	}
	for g := lab.GhostNone; g <= lab.GhostKept; g++ {
		list = append(list, command{menu: "Fly", name: "Beside it: " + g.String(), why: shown, rule: g == lab.GhostNone,
			run: func() { s.SetGhost(g) }, checked: func() bool { _, k := s.Ghost(); return k == g }})
	}
	list = append(list,
		command{menu: "Fly", name: "Open a map…", why: always, run: func() { a.open.show(a, purposeMap) }, rule: true},
		command{menu: "Fly", name: "Save the map…", why: always, run: func() { p.saveMap(a) }},
		command{menu: "Fly", name: "Open orders…", why: always, run: func() { a.open.show(a, purposeOrders) }},
		command{menu: "Fly", name: "Open a recorded run…", why: always, run: func() { a.open.show(a, purposeRun) }, rule: true},
		command{menu: "Fly", name: "Save the run…", why: shown, run: func() { a.open.show(a, purposeSaveRun) }},
		command{menu: "Fly", name: "Export the run as CSV…", why: shown, run: func() { a.open.show(a, purposeSaveCSV) }},
		command{menu: "Fly", name: "Choose the dials' folder…", why: always, run: func() { a.open.show(a, purposeDials) }, rule: true},
	)
	return list
}

// trail lets the camera fly behind the unit, or leaves it where it is.
func (p *flightPanel) trail(a *App, on bool) {
	a.s.FlyView().Free = !on
	a.view.glide = gizmo.Glide{}
	if on {
		a.s.FrameAll(a.view.aspect())
	}
}
