package panels

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/flight/world"
)

// brushTool is what the hand does to the map.
type brushTool int

const (
	brushNone brushTool = iota // it gives orders
	brushPaint
	brushSet
	brushDistrict
	brushTiles
)

var brushNames = []string{"Orders", "Raise", "Set", "District", "Tiles"}

var brushTips = []string{
	"A click gives orders, as on the Fly page",
	"Paint: raises the ground, or lowers it with Ctrl",
	"Paint: brings tiles to one height; Ctrl+click takes the height of a tile",
	"A click places the district that is named below; Ctrl+click takes it away; Alt+click takes over a tile's name",
	"A click adds a tile at the map's edge; Ctrl+click takes one away",
}

// brush is how the map is painted. The zero brush gives orders.
type brush struct {
	tool    brushTool
	radius  float64 // steps of tiles
	amount  float64 // units a dab; 0 means 0.25
	height  float64 // units
	name    string
	appearS float64

	last  world.Hex // of the stroke
	any   bool      // last counts
	ticks int       // since the last dab
}

// painting says whether the hand changes the map.
func (p *flightPanel) painting() bool { return p.page == flyWorld && p.brush.tool != brushNone }

func (b *brush) begin() { b.any, b.ticks = false, 0 }

// reach is how many steps of tiles the brush takes in.
func (b *brush) reach() int {
	if b.tool == brushPaint || b.tool == brushSet {
		return int(b.radius)
	}
	return 0
}

func (b *brush) hint() string {
	return map[brushTool]string{
		brushPaint:    "Drag: raise   Ctrl+drag: lower   Shift+drag, right drag: pan",
		brushSet:      "Drag: set the height   Ctrl+click: take a tile's height",
		brushDistrict: "Click: place   Ctrl+click: remove   Alt+click: take over the name",
		brushTiles:    "Click beside the map: add a tile   Ctrl+click: remove one",
	}[b.tool]
}

// dabTicks is how long a brush that stands still waits before it paints again.
const dabTicks = 8

// paint does one dab of a stroke where the mouse is. The strokes of a press are one
// undo step.
func (p *flightPanel) paint(a *App) {
	b := &p.brush
	b.ticks++
	if !p.under.ok {
		return
	}
	at := p.under.tile
	moved := !b.any || at != b.last
	if !moved && (b.tool != brushPaint || b.ticks < dabTicks) {
		return
	}
	b.last, b.any, b.ticks = at, true, 0
	io := imgui.CurrentIO()
	ctrl := io.KeyCtrlPressed()
	edit := func(name string, change func(*world.Map) (*world.Map, error)) {
		_ = a.s.EditMap(name, name, change) // the session has said why, if it is refused
	}
	m := a.s.Map()
	tile, there := m.TileAt(at)
	_, built := m.DistrictAt(at)
	switch b.tool {
	case brushPaint:
		by := b.step()
		if ctrl {
			by = -by
		}
		edit("Paint heights", func(m *world.Map) (*world.Map, error) { return m.PaintHeight(at, b.reach(), by) })
	case brushSet:
		if ctrl {
			if there {
				b.height = tile.Height
			}
			return
		}
		edit("Set heights", func(m *world.Map) (*world.Map, error) { return m.SetHeight(at, b.reach(), b.height) })
	case brushDistrict:
		switch d, ok := m.DistrictAt(at); {
		case io.KeyAltPressed() && ok:
			b.name, b.appearS = d.Name, d.AppearS
		case ctrl && built:
			edit("Remove a district", func(m *world.Map) (*world.Map, error) { return m.RemoveDistrict(at) })
		case !ctrl && there && b.name != "":
			edit("Place a district", func(m *world.Map) (*world.Map, error) { return m.PlaceDistrict(at, b.name, b.appearS) })
		}
	case brushTiles:
		switch {
		case ctrl && there:
			edit("Remove a tile", func(m *world.Map) (*world.Map, error) { return m.RemoveTile(at) })
		case !ctrl && !there:
			edit("Add a tile", func(m *world.Map) (*world.Map, error) { return m.AddTile(at, b.height) })
		}
	}
}

func (b *brush) step() float64 {
	if b.amount == 0 {
		return 0.25
	}
	return b.amount
}

// worldPage edits the map.
func (p *flightPanel) worldPage(a *App) {
	p.maps(a)
	why := ""
	if !a.s.MapUnsaved() {
		why = "nothing was changed since it was opened or saved"
	}
	if a.button("world/save", "Save", buttonLook{why: why, tip: "Writes the map file; a shipped map asks where to"}) {
		p.saveMap(a)
	}
	imgui.SameLineV(0, a.px(4))
	if a.button("world/saveas", "Save as…", buttonLook{}) {
		a.open.show(a, purposeSaveMap)
	}
	imgui.SameLineV(0, a.px(4))
	undo := ""
	if a.s.UndoName() == "" {
		undo = "nothing to undo"
	}
	if a.button("world/undo", "Undo", buttonLook{why: undo, tip: "Ctrl+Z: " + a.s.UndoName()}) {
		a.s.Undo()
	}
	a.heading("What the hand does")
	b := &p.brush
	at := int(b.tool)
	if a.segments("world/tool", brushNames, brushTips, &at) {
		b.tool = brushTool(at)
		a.s.FlyView().Free = a.s.FlyView().Free || b.tool != brushNone // the ground is to stay under the brush
		if b.name == "" {
			b.name = "Extension_Base_CityCenter"
		}
	}
	a.dim(brushTips[b.tool])
	switch b.tool {
	case brushPaint, brushSet:
		a.number(dial{name: "world/radius", label: "Brush", unit: "tiles", format: "%.0f", max: 8, def: 0, tip: "How many tiles about the one under the mouse"}, &b.radius)
		b.radius = math.Round(b.radius)
		if b.tool == brushPaint {
			v := b.step()
			if changed, _ := a.number(dial{name: "world/amount", label: "Strength", unit: "units", min: 0.05, max: 3, def: 0.25, tip: "How much a dab raises or lowers the middle; less towards the brush's rim"}, &v); changed {
				b.amount = v
			}
		} else {
			a.number(dial{name: "world/height", label: "Height", unit: "units", min: -4, max: 20, def: 0, tip: "Of the tiles' centres; below the water level it is water"}, &b.height)
		}
	case brushDistrict:
		p.districtFields(a)
	case brushTiles:
		a.number(dial{name: "world/height", label: "Height", unit: "units", min: -4, max: 20, def: 0, tip: "Of a tile that is added"}, &b.height)
	}
	p.mapFigures(a)
	p.districtList(a)
}

// commonDistricts are definition names of each kind.
var commonDistricts = []string{"Extension_Base_CityCenter", "Extension_Base_Food", "Extension_Base_Money", "Extension_Base_Industry", "Extension_Base_Science", "Extension_Base_Harbour", "Exploitation", "Ruin"}

func (p *flightPanel) districtFields(a *App) {
	b := &p.brush
	words := slices.Clone(commonDistricts)
	for _, n := range a.s.World().Names() {
		if !slices.Contains(words, n) {
			words = append(words, n)
		}
	}
	if i := a.combo("world/kind", "Kind", shortDistrict(b.name), words, "Names that are on this map, and common ones. Extension_* carries buildings; Exploitation and Ruin are flat."); i >= 0 {
		b.name = words[i]
	}
	a.label("Definition name", false)
	imgui.SetNextItemWidth(-1)
	imgui.InputText("##world/name", &b.name)
	a.named("world/name", true)
	a.tip("Any name that the game has; what begins with Extension_ carries buildings")
	a.number(dial{name: "world/appear", label: "Streams in after", unit: "s", format: "%.0f", max: 60, tip: "When the game reports it; 0 is from the start"}, &b.appearS)
}

// mapFigures are the map's own figures.
func (p *flightPanel) mapFigures(a *App) {
	m, f := a.s.Map(), a.s.Flight()
	a.heading("The map")
	a.dimf("%s of %g units, water at %g, cliffs from a step of %g; %s.", plural(len(m.Tiles), "tile"), m.TileRadius, m.WaterLevel, m.CliffStep, plural(len(m.Districts), "district"))
	sv := f.Survey()
	text := fmt.Sprintf("Scanned at %.0f s: %s seen, tile spacing %.2f (%s), match radius %.2f.", sv.TimeS, plural(sv.Districts, "district"), sv.Spacing, sv.Source, f.Radius())
	if sv.Source == world.SpacingGrid && sv.Measured > 0 {
		text += fmt.Sprintf(" The game would measure %.2f.", sv.Measured)
	}
	a.dim(text)
}

// districtList lists what stands on the map; a name is edited in place.
func (p *flightPanel) districtList(a *App) {
	m := a.s.Map()
	if !a.section("world/districts", fmt.Sprintf("Districts (%d)", len(m.Districts)), false) {
		return
	}
	const most = 60
	for i, d := range m.Districts[:min(most, len(m.Districts))] {
		id := fmt.Sprintf("world/d%d", i)
		imgui.PushID(id)
		a.mono(fmt.Sprintf("%3d,%3d", d.Q, d.R))
		imgui.SameLine()
		name := d.Name
		imgui.SetNextItemWidth(imgui.ContentRegionAvail().X - a.px(30))
		if imgui.InputTextV("##n", &name, imgui.InputTextFlagsEnterReturnsTrue, nil) && name != d.Name {
			_ = a.s.EditMap("Name a district", "", func(m *world.Map) (*world.Map, error) { return m.NameDistrict(d.Hex, strings.TrimSpace(name)) })
		}
		a.named(id, true)
		a.tip("Enter takes the name over")
		imgui.SameLineV(0, a.px(4))
		if a.button(id+"/x", "×", buttonLook{tip: "Remove it"}) {
			_ = a.s.EditMap("Remove a district", "", func(m *world.Map) (*world.Map, error) { return m.RemoveDistrict(d.Hex) })
		}
		imgui.PopID()
	}
	if n := len(m.Districts) - most; n > 0 {
		a.dimf("and %s; the District brush reaches all", plural(n, "more"))
	}
}
