package panels

import (
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/lab"
	"donorlab/internal/ui"
)

// command is one thing that the user can do: the menus, the keys and the
// search box are all made from the same list.
type command struct {
	menu        string // "File"; "" is in the search box only
	name        string
	key         ui.Key
	ctrl, shift bool
	why         func() string // why it cannot be done now; "" if it can
	run         func()
	checked     func() bool // nil unless it is a switch
	rule        bool        // a line above it in the menu
}

// keyText is how the shortcut is written.
func (c command) keyText() string {
	if c.key == ui.KeyNone {
		return ""
	}
	t := ""
	if c.ctrl {
		t = "Ctrl+"
	}
	if c.shift {
		t += "Shift+"
	}
	return t + keyName(c.key)
}

func keyName(k ui.Key) string {
	switch {
	case k >= ui.KeyA && k <= ui.KeyZ:
		return string(rune('A' + k - ui.KeyA))
	case k >= ui.Key0 && k <= ui.Key9:
		return string(rune('0' + k - ui.Key0))
	case k >= ui.KeyF1 && k <= ui.KeyF12:
		return "F" + strings.TrimLeft(string([]rune{rune('0' + (k-ui.KeyF1+1)/10), rune('0' + (k-ui.KeyF1+1)%10)}), "0")
	}
	return map[ui.Key]string{ui.KeySpace: "Space", ui.KeyComma: ",", ui.KeyPeriod: ".", ui.KeyHome: "Home", ui.KeyTab: "Tab",
		ui.KeyEscape: "Esc", ui.KeyLeftBracket: "[", ui.KeyRightBracket: "]", ui.KeyEqual: "+", ui.KeyMinus: "−"}[k]
}

// menuNames are the menus from left to right.
var menuNames = []string{"File", "Edit", "View", "Rig", "Animate", "Fly", "Help"}

// menu issues the menu bar and, at its right end, the search box.
func (a *App) menu() {
	if !imgui.BeginMainMenuBar() {
		return
	}
	commands := a.commands()
	for _, m := range menuNames {
		open := imgui.BeginMenu(m)
		a.named("menu/"+m, true)
		if !open {
			continue
		}
		for _, c := range commands {
			if c.menu != m {
				continue
			}
			if c.rule {
				imgui.Separator()
			}
			why := c.why()
			on := c.checked != nil && c.checked()
			if imgui.MenuItemV(c.name, c.keyText(), on, why == "") {
				c.run()
			}
			a.named("menu/"+m+"/"+c.name, why == "")
			a.tip(why)
		}
		switch m {
		case "File":
			a.recentMenu()
		case "View":
			a.scaleMenu()
			a.compareMenu()
		}
		imgui.EndMenu()
	}
	imgui.EndMainMenuBar()
	a.palette.box(a, commands)
}

func (a *App) recentMenu() {
	recent := a.s.Settings().Recent
	if !imgui.BeginMenuV("Open recent", len(recent) > 0) {
		return
	}
	for _, r := range recent {
		if imgui.MenuItem(r) {
			a.openAny(r)
		}
	}
	imgui.EndMenu()
}

// palette is the box at the right of the menu bar that searches all commands. It
// is a window of its own over the bar: imgui gives no keyboard focus to a field
// within a menu bar.
type palette struct {
	text   string
	focus  bool
	active bool
	pick   int
}

func (p *palette) box(a *App, commands []command) {
	width := a.px(230)
	imgui.SetNextWindowPos(imgui.Vec2{X: float32(a.in.Width) - width - a.px(10)})
	imgui.SetNextWindowSize(imgui.Vec2{X: width, Y: imgui.FrameHeight()})
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{})
	imgui.PushStyleVarVec2(imgui.StyleVarWindowMinSize, imgui.Vec2{X: 1, Y: 1})
	if p.focus {
		imgui.SetNextWindowFocus()
	}
	imgui.BeginV("##search", nil, imgui.WindowFlagsNoDecoration|imgui.WindowFlagsNoMove|imgui.WindowFlagsNoSavedSettings)
	imgui.PopStyleVarV(2)
	p.field(a, commands, width)
	imgui.End()
}

// field is the text box with what it finds below it.
func (p *palette) field(a *App, commands []command, width float32) {
	imgui.SetNextItemWidth(width)
	if p.focus {
		imgui.SetKeyboardFocusHere()
		p.focus = false
	}
	enter := imgui.InputTextWithHintV("##palette", "Search or run   Ctrl+P", &p.text, imgui.InputTextFlagsEnterReturnsTrue, nil)
	a.named("palette", true)
	active := imgui.IsItemActive()
	lo, hi := imgui.ItemRectMin(), imgui.ItemRectMax()
	found := match(commands, p.text)
	if active || p.active {
		if imgui.IsKeyPressed(int(ui.KeyDown)) {
			p.pick++
		}
		if imgui.IsKeyPressed(int(ui.KeyUp)) {
			p.pick--
		}
		p.pick = max(0, min(p.pick, len(found)-1))
	}
	if enter && len(found) > 0 {
		p.run(found[p.pick])
	}
	if p.text != "" && (active || p.active) {
		p.list(a, found, imgui.Vec2{X: lo.X, Y: hi.Y}, width)
	} else {
		p.active = false
	}
	if imgui.IsKeyPressed(int(ui.KeyEscape)) {
		p.text, p.active = "", false
	}
}

func (p *palette) run(c command) {
	p.text, p.active, p.pick = "", false, 0
	if c.why() == "" {
		c.run()
	}
}

func (p *palette) list(a *App, found []command, at imgui.Vec2, width float32) {
	imgui.SetNextWindowPos(at)
	imgui.SetNextWindowSize(imgui.Vec2{X: width})
	imgui.BeginV("##palettelist", nil, imgui.WindowFlagsNoTitleBar|imgui.WindowFlagsNoResize|imgui.WindowFlagsNoMove|
		imgui.WindowFlagsAlwaysAutoResize|imgui.WindowFlagsNoFocusOnAppearing|imgui.WindowFlagsNoSavedSettings)
	p.active = imgui.IsWindowHovered()
	if len(found) == 0 {
		a.dim("nothing by that name")
	}
	for i, c := range found {
		label := c.name
		if c.menu != "" {
			label = c.menu + " · " + label
		}
		if why := c.why(); why != "" {
			a.dim(label + " (" + why + ")")
			continue
		}
		if imgui.SelectableV(label, i == p.pick, 0, imgui.Vec2{}) {
			p.run(c)
		}
	}
	imgui.End()
}

// match finds commands in which all letters of the text come in order, those
// with the text as a whole first.
func match(commands []command, text string) []command {
	text = strings.ToLower(strings.TrimSpace(text))
	var whole, loose []command
	for _, c := range commands {
		hay := strings.ToLower(c.menu + " " + c.name)
		switch {
		case strings.Contains(hay, text):
			whole = append(whole, c)
		case inOrder(hay, text):
			loose = append(loose, c)
		}
	}
	out := append(whole, loose...)
	if len(out) > 9 {
		out = out[:9]
	}
	return out
}

func inOrder(hay, needle string) bool {
	for _, r := range needle {
		i := strings.IndexRune(hay, r)
		if i < 0 {
			return false
		}
		hay = hay[i+len(string(r)):]
	}
	return true
}

// commands lists what can be done. It is made anew each tick: the reasons
// depend on the session.
func (a *App) commands() []command {
	always := func() string { return "" }
	needModel := func() string {
		if a.s.Doc().Source == nil && !a.s.WorldShown() {
			return "open a model first"
		}
		return ""
	}
	v, s := a.s.View(), a.s
	toggle := func(name string, k ui.Key, on *bool) command {
		return command{menu: "View", name: name, key: k, why: always, run: func() { *on = !*on }, checked: func() bool { return *on }}
	}
	look := func(name string, k ui.Key, az, el float64) command {
		return command{menu: "View", name: name, key: k, why: needModel, run: func() { a.view.lookFrom(a, az, el) }}
	}
	opposite := func(name string, k ui.Key, az, el float64) command {
		c := look(name, k, az, el)
		c.ctrl = true
		return c
	}
	list := []command{
		{menu: "File", name: "Open…", key: ui.KeyO, ctrl: true, why: always, run: func() { a.open.show(a, purposeOpen) }},
		{menu: "File", name: "Open the sample helicopter", why: always, run: func() { a.openModel(lab.SampleHelicopter) }},
		{menu: "File", name: "Load the file again", key: ui.KeyF5, why: needModel, run: func() { s.Reload() }},
		{menu: "File", name: "Load a changed file by itself", why: always, run: func() { s.Settings().SetWatch(!s.Settings().WatchOn()) }, checked: s.Settings().WatchOn},
		{menu: "File", name: "Save recipe", key: ui.KeyS, ctrl: true, why: needModel, run: a.saveRecipe, rule: true},
		{menu: "File", name: "Save entry settings", key: ui.KeyS, ctrl: true, shift: true, why: needModel, run: a.saveEntry},
		{menu: "File", name: "Save picture…", key: ui.KeyF12, why: needModel, run: a.savePicture},
		{menu: "File", name: "Export pack…", key: ui.KeyE, ctrl: true, why: a.whyNoExport, run: a.exportPack, rule: true},
		{menu: "File", name: "Quit", key: ui.KeyQ, ctrl: true, why: always, run: func() { a.quit = true }, rule: true},

		{menu: "Edit", name: a.historyName("Undo", s.UndoName()), key: ui.KeyZ, ctrl: true, why: reason(s.UndoName() != "", "nothing to undo"), run: func() { s.Undo() }},
		{menu: "Edit", name: a.historyName("Redo", s.RedoName()), key: ui.KeyY, ctrl: true, why: reason(s.RedoName() != "", "nothing to redo"), run: func() { s.Redo() }},
		{menu: "Edit", name: "Select all parts", key: ui.KeyA, ctrl: true, why: needModel, run: a.selectAll, rule: true},
		{menu: "Edit", name: "Clear the selection", key: ui.KeyEscape, why: always, run: a.escape},

		{menu: "View", name: "Frame all", key: ui.KeyHome, why: needModel, run: func() { a.view.frameAll(a) }},
		{menu: "View", name: "Frame selection", key: ui.KeyF, why: needModel, run: func() { a.view.frameSelection(a) }},
		look("Front", ui.Key1, 0, 0), look("Left side", ui.Key3, 90, 0), look("Top", ui.Key7, 0, 90),
		opposite("Back", ui.Key1, 180, 0), opposite("Right side", ui.Key3, -90, 0), opposite("Bottom", ui.Key7, 0, -90),
		{menu: "View", name: "Parallel projection", key: ui.Key5, why: always, run: func() { v.Camera.Ortho = !v.Camera.Ortho }, checked: func() bool { return v.Camera.Ortho }},
	}
	list = append(list, toggle("Turntable", ui.KeyF4, &a.view.turntable))
	flags := []command{
		toggle("Ground grid", ui.KeyNone, &v.Overlays.Grid), toggle("Bones", ui.KeyNone, &v.Overlays.Bones),
		toggle("Bone names", ui.KeyNone, &v.Overlays.Names), toggle("Bone axes", ui.KeyNone, &v.Overlays.Axes), toggle("Roles as colours", ui.KeyTab, &v.Overlays.Roles),
		toggle("Wireframe", ui.KeyNone, &v.Overlays.Wire), toggle("Bounds", ui.KeyNone, &v.Overlays.Bounds),
		toggle("Helper shapes", ui.KeyNone, &v.Helpers),
		{menu: "View", name: "Hide the left side", key: ui.KeyLeftBracket, why: always, run: func() { a.fold(&a.layout.hideLeft) }, checked: func() bool { return a.layout.hideLeft }, rule: true},
		{menu: "View", name: "Hide the right side", key: ui.KeyRightBracket, why: always, run: func() { a.fold(&a.layout.hideRight) }, checked: func() bool { return a.layout.hideRight }},
	}
	flags[0].rule = true
	flags = append(flags, a.styleCommands()...)
	rest := []command{
		{menu: "Rig", name: "Generate rig", key: ui.KeyG, ctrl: true, why: a.whyNoGenerate, run: a.generate},
		{menu: "Rig", name: "Guess the parts again", why: needModel, run: func() { s.ProbeAgain() }},
		{menu: "Rig", name: "Accept all guesses", why: reason(s.Work().Parts != nil, "the parts have not been found yet"), run: s.AcceptGuesses},
		{menu: "Animate", name: "Play or pause", key: ui.KeySpace, why: always, run: a.playOrPause},
		{menu: "Animate", name: "One frame back", key: ui.KeyComma, why: always, run: func() { a.frameStep(-1) }},
		{menu: "Animate", name: "One frame on", key: ui.KeyPeriod, why: always, run: func() { a.frameStep(1) }},
		{menu: "Animate", name: "Choose a donor…", why: always, run: func() { a.open.show(a, purposeDonor) }, rule: true},
		{menu: "Animate", name: "Bake the clip", key: ui.KeyB, ctrl: true, why: a.whyNoBake, run: func() { s.Bake() }},
		{menu: "Help", name: "First steps and keys", key: ui.KeyF1, why: always, run: func() { a.help = !a.help }},
		{menu: "Help", name: "About Donor Lab", why: always, run: func() { a.about = !a.about }, rule: true},
		{menu: "Help", name: "Messages", why: always, run: func() { a.log = !a.log }},
		{name: "Search", key: ui.KeyP, ctrl: true, why: always, run: func() { a.palette.focus = true }},
	}
	return append(append(append(append(list, flags...), rest...), a.partCommands()...), a.flyCommands()...)
}

// partCommands are the edits of the selected parts, for the Rig menu.
func (a *App) partCommands() (list []command) {
	parts := a.s.Work().Parts
	if parts == nil {
		return nil
	}
	for n, e := range a.partEdits(parts) {
		name := e.name + " the selected parts"
		if e.key == "showall" {
			name = "Show all hidden parts"
		}
		c := command{menu: "Rig", name: name, why: func() string { return e.why }, run: e.run, rule: n == 0}
		if e.key == "hide" {
			c.key = ui.KeyH
		}
		list = append(list, c)
	}
	return list
}

func reason(ok bool, why string) func() string {
	return func() string {
		if ok {
			return ""
		}
		return why
	}
}

func (a *App) historyName(verb, what string) string {
	if what == "" {
		return verb
	}
	return verb + " " + what
}

func (a *App) fold(hide *bool) {
	*hide = !*hide
	a.layout.store(a.s.Settings())
}

func (a *App) selectAll() {
	if p := a.s.Work().Parts; p != nil {
		all := make([]int, len(p.Parts))
		for i := range all {
			all[i] = i
		}
		a.s.Select(all...)
	}
}
