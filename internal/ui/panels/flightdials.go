package panels

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/dials"
	"donorlab/internal/flight"
	"donorlab/internal/lab"
)

// trimDraft is a rotor trim that is being put together.
type trimDraft struct {
	bone string
	axis int
}

// dialsPage is the dial files, live, and which value is in force.
func (p *flightPanel) dialsPage(a *App) {
	p.folder(a)
	p.rules(a)
	feel := a.s.Feel()
	for _, st := range a.s.Dials().States() {
		if st.Values == nil {
			continue
		}
		switch st.File {
		case dials.TurnEaseFile, dials.HugTerrainFile, dials.BattleTurnFile, dials.RotorTrimFile:
			p.dialFile(a, &st, feel)
		}
	}
	p.fromEntry(a, feel)
	p.beyond(a)
}

// folder chooses where the dial files are.
func (p *flightPanel) folder(a *App) {
	dir := a.s.Dials().Dir()
	now := "in memory only"
	if dir != "" {
		now = dir
	}
	a.label("Config folder", false)
	if a.button("dials/folder", fitMiddle(now, imgui.ContentRegionAvail().X-a.px(20)), buttonLook{tip: "Where the game keeps its dial files: BepInEx/config. It need not exist yet. Lab and game can run beside each other on the same files.\n" + dir}) {
		a.open.show(a, purposeDials)
	}
	if dir == "" {
		return
	}
	missing := false
	for _, st := range a.s.Dials().States() {
		missing = missing || !st.There
	}
	if missing && a.button("dials/ship", "Write the commented files to begin with", buttonLook{tip: "Writes those of the files that are not there yet, the walkers' too, with the values that the lab ships; none is written over"}) {
		_ = a.s.ShipDials()
	}
}

// rules are the unit's category and the order in which dials and entry count.
func (p *flightPanel) rules(a *App) {
	c, why := a.s.Category()
	words := []string{"By the rig"}
	for _, k := range dials.Categories() {
		words = append(words, k.String())
	}
	if i := a.combo("dials/category", "Kind of unit", c.String()+" ("+why+")", words, "By which dials the unit turns. "+why+"."); i == 0 {
		a.s.SetCategory(dials.NoCategory, true)
	} else if i > 0 {
		a.s.SetCategory(dials.Categories()[i-1], false)
	}
	r := a.s.Settings().Flight.Rules()
	order := []string{"Dials before the entry", "Entry, kind, all (newer)"}
	at := 0
	if r.ModelFirst {
		at = 1
	}
	if i := a.combo("dials/rule", "Turn ease goes by", order[at], order, "By default a dial that is not zero wins over the model's entry. The newer plugin asks the entry first, then the dial of the kind, then the one for all."); i >= 0 {
		r.ModelFirst = i == 1
		a.s.SetFlightRules(r)
	}
}

// dialFile issues the dials of one file.
func (p *flightPanel) dialFile(a *App, st *dials.State, feel *lab.FlyFeel) {
	spec := st.Values.Spec()
	title, _, _ := strings.Cut(spec.Title, ":")
	open := a.section("dials/"+st.File, strings.ToUpper(title[:1])+title[1:], st.File == dials.TurnEaseFile || st.File == dials.HugTerrainFile)
	a.tip(st.Path + "\n" + spec.Title)
	p.problems(a, st)
	if !open {
		return
	}
	p.small(a, p.fileText(st))
	if spec.Trims > 0 {
		p.trimRows(a, st)
		return
	}
	c, _ := a.s.Category()
	hidden := 0
	for i := range spec.Fields {
		f := &spec.Fields[i]
		if !p.all && !forKind(f.Key, c) {
			hidden++
			continue
		}
		p.dialRow(a, st, f, effectiveOf(feel, f.Key))
	}
	if hidden > 0 || p.all && st.File == dials.TurnEaseFile {
		a.check("dials/all", "Dials of the other kinds of units", &p.all, "They do nothing to this unit")
	}
}

// fileText says what is known of a file in a line.
func (p *flightPanel) fileText(st *dials.State) string {
	switch {
	case st.Path == st.File:
		return st.File + ", kept in memory: choose a folder to write it"
	case st.Unsaved:
		return st.File + ", being written"
	case !st.There:
		return st.File + " is not there yet; moving a slider writes it"
	}
	return st.File
}

// problems lists the lines of a file that were not understood.
func (p *flightPanel) problems(a *App, st *dials.State) {
	for i, pr := range st.Problems {
		if i == 6 {
			a.dimf("and %s", plural(len(st.Problems)-i, "more"))
			break
		}
		a.dot(a.severityColor(pr.Severity))
		imgui.SameLineV(0, a.px(4))
		text := pr.Message
		if pr.Pointer != "" {
			text = pr.Pointer + ": " + text
		}
		a.colored(a.c.Palette().Text, text)
		a.named(fmt.Sprintf("dials/%s/problem%d", st.File, i), true)
		a.tip(pr.Remedy)
	}
}

// small writes a line in the small face, in grey.
func (p *flightPanel) small(a *App, text string) {
	imgui.PushFont(a.c.Fonts().Small)
	a.dim(text)
	imgui.PopFont()
}

// forKind says whether a key of the turn ease does anything to a kind of unit.
func forKind(key string, c dials.Category) bool {
	switch key {
	case "human", "land", "turret", "hover", "ship":
		return key == c.String()
	case "hoverbank":
		return c == dials.Hover
	case "shipbank":
		return c == dials.Ship
	case "pivot":
		return c != dials.Hover && c != dials.Plane
	}
	return true
}

// effectiveOf is the value in force that a key has a say in, nil for none.
func effectiveOf(f *lab.FlyFeel, key string) *dials.Effective {
	switch key {
	case "rate", "human", "land", "turret", "hover", "ship":
		return &f.TurnRate
	case "bank", "hoverbank", "shipbank":
		return &f.TurnBank
	case "pivot":
		return &f.Pivot
	case "drop":
		return &f.HugDrop
	case "radius":
		return &f.HugRadius
	case "lookahead":
		return &f.HugLookahead
	case "ease":
		return &f.HugEase
	case "cliff":
		return &f.HugCliff
	case "only":
		return &f.HugOnly
	case "skip":
		return &f.HugSkip
	}
	return nil
}

// shortUnit is a unit as sliders show it.
func shortUnit(u string) string {
	switch u {
	case "deg":
		return "°"
	case "deg/s":
		return "°/s"
	case "units/s":
		return "u/s"
	case "x":
		return "×"
	}
	return u
}

// dialRow is one dial: its widget, and below it what is in force, from where, and
// over what.
func (p *flightPanel) dialRow(a *App, st *dials.State, f *dials.Field, eff *dials.Effective) {
	v := st.Values
	name := "dial/" + f.Key
	set := func(text string) { a.s.Fail(a.s.SetDial(st.File, f.Key, text)) }
	a.label(f.Label, v.IsSet(f.Key))
	imgui.SetNextItemWidth(-1)
	ranges := ""
	switch f.Kind {
	case dials.Switch:
		on := v.On(f.Key)
		if imgui.Checkbox("##"+name, &on) {
			set(map[bool]string{true: "1", false: "0"}[on])
			a.s.EndEdit()
		}
	case dials.List:
		p.listField(a, st, f, name)
	default:
		lo, hi := f.Min, f.Max
		format := "%.2f"
		if hi-lo > 100 {
			format = "%.0f"
		} else if hi-lo > 30 {
			format = "%.1f"
		}
		format += " " + shortUnit(f.Unit)
		x := float32(v.Number(f.Key))
		if imgui.SliderFloatV("##"+name, &x, float32(lo), float32(hi), format, imgui.SliderFlagsAlwaysClamp) {
			step := 1000.0 // what the eye can tell
			set(dials.FormatNumber(math.Round(float64(x)*step) / step))
		}
		if imgui.IsItemDeactivatedAfterEdit() {
			a.s.EndEdit()
		}
		ranges = fmt.Sprintf("\nFrom %g to %g %s.", lo, hi, f.Unit)
	}
	a.valued(name, v.Text(f.Key))
	if imgui.IsItemHovered() && imgui.IsMouseClicked(1) && v.IsSet(f.Key) {
		a.s.Fail(a.s.UnsetDial(st.File, f.Key))
		a.s.EndEdit()
		delete(p.lists, st.File+f.Key)
	}
	a.tip(f.Tip + "\nWrites " + f.Key + " in " + st.File + "." + ranges + "\nDouble-click or Ctrl+click to type, right-click hands it back: the key is taken out of the file.")
	if eff != nil {
		p.origin(a, name, st.File+" "+f.Key, eff)
	}
}

// listField is a list of words, written when it is left.
func (p *flightPanel) listField(a *App, st *dials.State, f *dials.Field, name string) {
	id := st.File + f.Key
	text, typing := p.lists[id]
	if !typing {
		text = dials.FormatList(st.Values.List(f.Key))
	}
	changed := imgui.InputText("##"+name, &text)
	if imgui.IsItemActive() || changed {
		if p.lists == nil {
			p.lists = map[string]string{}
		}
		p.lists[id] = text
	}
	if imgui.IsItemDeactivatedAfterEdit() {
		a.s.Fail(a.s.SetDial(st.File, f.Key, text))
		a.s.EndEdit()
	}
	if !imgui.IsItemActive() {
		delete(p.lists, id)
	}
}

// sourceText is a value with where it comes from.
func sourceText(s dials.Source, unit string) string {
	from := s.From
	if s.Origin == dials.FromDial || s.Origin == dials.FromDefault {
		file, key, ok := strings.Cut(from, " ")
		if ok {
			from = "from " + file + ": " + key
		}
	}
	switch s.Origin {
	case dials.FromModel:
		from = "from the " + from
	case dials.FromUnit:
		from = "from the " + from
	case dials.FromEngine:
		return "the game's own: " + from
	}
	if s.Words != nil || unit == "" {
		return dials.FormatList(s.Words) + " " + from
	}
	return fmt.Sprintf("%.4g %s %s", s.Num, shortUnit(unit), from)
}

// origin writes below a dial what is in force, and what that overrides.
func (p *flightPanel) origin(a *App, name, own string, e *dials.Effective) {
	isList := e.Words != nil || strings.HasPrefix(e.Name, "hugOnly") || strings.HasPrefix(e.Name, "hugSkip")
	unit := e.Unit
	if !isList && unit == "" {
		unit = "x"
	}
	text := sourceText(e.Source, unit)
	mine := strings.HasPrefix(e.From, own) && (e.From == own || strings.HasPrefix(e.From, own+" "))
	if mine {
		text = "• in force " + strings.TrimSpace(text[strings.Index(text, "from"):])
	} else {
		text = "in force: " + text
	}
	var over []string
	for _, o := range e.Overrides {
		over = append(over, sourceText(o, unit))
	}
	if mine && len(over) > 0 {
		text += "; over " + over[0]
	}
	imgui.PushFont(a.c.Fonts().Small)
	col := a.c.Palette().Dim
	if mine {
		col = a.c.Palette().Good
	}
	a.colored(col, text)
	imgui.PopFont()
	a.named(name+"/origin", true)
	a.tip("In force: " + sourceText(e.Source, unit) + strings.Join(append([]string{""}, over...), "\nover "))
}

// trimRows are the constant tilts of bones.
func (p *flightPanel) trimRows(a *App, st *dials.State) {
	spec := st.Values.Spec()
	trims := st.Values.Trims()
	for _, t := range trims {
		x := float32(t.Deg)
		name := "dial/" + t.Key()
		a.label(t.Bone+", "+string("XYZ"[t.Axis]), true)
		imgui.SetNextItemWidth(imgui.ContentRegionAvail().X - a.px(30))
		if imgui.SliderFloatV("##"+name, &x, -45, 45, "%.1f°", 0) {
			a.s.Fail(a.s.SetDialNumber(st.File, t.Key(), math.Round(float64(x)*100)/100))
		}
		if imgui.IsItemDeactivatedAfterEdit() {
			a.s.EndEdit()
		}
		a.named(name, true)
		out := imgui.IsItemHovered() && imgui.IsMouseClicked(1)
		a.tip(fmt.Sprintf("Turns every bone whose name holds %q about its own %c, all the time.\nWrites %s in %s; right-click takes it out.", t.Bone, "XYZ"[t.Axis], t.Key(), st.File))
		imgui.SameLineV(0, a.px(4))
		if a.button(name+"/x", "×", buttonLook{tip: "Take it out"}) || out {
			a.s.Fail(a.s.UnsetDial(st.File, t.Key()))
			a.s.EndEdit()
		}
	}
	if len(trims) >= spec.Trims {
		a.dimf("The game reads %d of them at most.", spec.Trims)
		return
	}
	d := &p.trims
	imgui.SetNextItemWidth(imgui.ContentRegionAvail().X * 0.5)
	open := imgui.BeginCombo("##trimbone", map[bool]string{true: "Bone…", false: d.bone}[d.bone == ""])
	a.named("trim/bone", true)
	if open {
		for _, b := range a.boneNamesOf() {
			if imgui.SelectableV(b, b == d.bone, 0, imgui.Vec2{}) {
				d.bone = b
			}
			a.named("trim/bone/"+b, true)
		}
		imgui.EndCombo()
	}
	imgui.SameLineV(0, a.px(4))
	imgui.SetNextItemWidth(a.px(50))
	open = imgui.BeginCombo("##trimaxis", string("XYZ"[d.axis]))
	a.named("trim/axis", true)
	if open {
		for i := range 3 {
			if imgui.SelectableV(string("XYZ"[i]), i == d.axis, 0, imgui.Vec2{}) {
				d.axis = i
			}
		}
		imgui.EndCombo()
	}
	imgui.SameLineV(0, a.px(4))
	why := ""
	if d.bone == "" {
		why = "choose a bone; without any, generate the rig first"
	}
	if a.button("trim/add", "Add", buttonLook{why: why, tip: "A line of its own in " + st.File}) {
		a.s.Fail(a.s.SetDialNumber(st.File, dials.Trim{Bone: d.bone, Axis: d.axis}.Key(), 0))
		a.s.EndEdit()
	}
}

// boneNamesOf are the names of the bones that are shown.
func (a *App) boneNamesOf() (names []string) {
	f := a.view.frame
	if f == nil || f.Model == nil {
		return nil
	}
	for _, s := range f.Model.Skins {
		for _, j := range s.Joints {
			if n := f.Model.Nodes[j].Name; n != "" && !slices.Contains(names, n) {
				names = append(names, n)
			}
		}
	}
	return names
}

// fromEntry are the values that only the entry gives.
func (p *flightPanel) fromEntry(a *App, feel *lab.FlyFeel) {
	if !a.section("dials/entry", "The entry's own", false) {
		return
	}
	for _, k := range []struct {
		key    string
		lo, hi float64
	}{{"turnRate", 0, 720}, {"turnBank", -45, 45}, {"hugDrop", -10, 0}, {"hugLookahead", 0, 10}, {"combatZ", -5, 10}, {"moveTilt", 0, 30}, {"gunElevMax", -30, 60}} {
		p.entryNumber(a, k.key, k.lo, k.hi)
	}
}

// beyond are the lab's own additions to the game's rules, all off at first.
func (p *flightPanel) beyond(a *App) {
	b := a.s.Settings().Flight.Beyond
	title := "Beyond the game (off)"
	if b != (flight.Beyond{}) {
		title = "Beyond the game (on)"
	}
	if !a.section("dials/beyond", title, false) {
		return
	}
	a.tip("The lab's own; the game does not do these. The flight here is then not the game's.")
	was := b
	number := func(name, label, unit, format string, lo, hi float64, tip string, v *float64) {
		a.number(dial{name: "beyond/" + name, label: label, unit: unit, format: format, min: lo, max: hi, tip: tip}, v)
	}
	number("seconds", "Look-ahead by time", "s", "%.2f", 0, 3, "Looks ahead by time too and takes the highest of several samples; 0.52 s clears any speed", &b.LookaheadS)
	n := float64(b.Samples)
	number("samples", "Samples at least", "", "%.0f", 0, 32, "0 means 5; more are taken where they would lie too far apart to see every tile", &n)
	b.Samples = int(math.Round(n))
	a.check("beyond/rise", "Rise at once, sink at half the ease", &b.FastRise, "Cliffs are looked at every step (RecoilEngine#3387)")
	a.check("beyond/tile", "Match by the tile's edge", &b.WholeTile, "Corners count, too: they lie outside the game's match radius")
	number("radius", "Turn radius", "units", "%.1f", 0, 20, "Smallest radius of the flown path; 0 lets it have corners", &b.TurnRadius)
	number("wind", "Wind", "u/s", "%.1f", 0, 15, "The nose is turned into it", &b.WindSpeed)
	number("winddeg", "Wind blows towards", "°", "%.0f", -180, 180, "0 is forward, +z; positive is to the left", &b.WindDeg)
	number("drift", "Hover drift", "units", "%.2f", 0, 2, "How far a hovering unit strays, and gusts push; the same each time", &b.Drift)
	if b != was {
		_ = a.s.SetBeyond(b) // the session has said why, if it is refused
	}
	r := a.s.Settings().Flight.Rules()
	if a.check("beyond/permodel", "Hug radius, ease and lists of each model", &r.PerModelHug, "What the game cannot say by model yet: the values below are this unit's own") {
		a.s.SetFlightRules(r)
	}
	if !r.PerModelHug {
		return
	}
	l := a.s.UnitLink()
	c1, _ := a.number(dial{name: "beyond/hugradius", label: "Its tile radius", unit: "units", min: 0, max: 50, tip: "0 leaves it to the dial file"}, &l.HugRadius)
	c2, _ := a.number(dial{name: "beyond/hugease", label: "Its climb rate", unit: "u/s", min: 0, max: 50, tip: "0 leaves it to the dial file"}, &l.HugEase)
	if c1 || c2 {
		a.s.SetUnitLink(l)
	}
}
