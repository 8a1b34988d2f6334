package panels

import (
	"fmt"
	"math"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/lab"
	"donorlab/internal/pack"
)

// factoryPanel is the Model Factory: the registry entry and the pack.
type factoryPanel struct {
	search string
	all    bool // show every field, not only those of a flying unit
}

// everyday are the groups that a flying unit needs; the rest shows on demand.
func everyday(group string) bool {
	for _, g := range []string{"Entry", "Runtime", "Flight character", "Placement"} {
		if strings.EqualFold(g, group) {
			return true
		}
	}
	return false
}

func (f *factoryPanel) show(a *App) {
	e := a.s.Work().Entry
	if e == nil {
		a.dim("Open a model: its registry entry is edited here, and Export pack writes it out.")
		return
	}
	on := a.s.UseDonorClip()
	if a.check("factory/useDonorClip", "Use donor animation clip", &on,
		"The game plays the donor's own clip on this rig, channel i on bone i. Ticking it also sets the usual companions: silence donor VFX on, phase spread 0.\nWrites useDonorClip.") {
		a.s.SetUseDonorClip(on)
	}
	f.export(a)
	f.issues(a, e)
	f.fields(a, e)
}

// export is the pair of buttons that end the job, and what came of them.
func (f *factoryPanel) export(a *App) {
	whyExport := a.whyNoExport()
	if a.button("factory/export", "Export pack…", buttonLook{why: whyExport, accent: a.nextStation() == lab.StationExport, wide: true,
		tip: "A folder and a .zip with pack.json, the rig with its clip, a thumbnail and a manifest. Ctrl+E"}) {
		a.exportPack()
	}
	if whyExport != "" {
		a.dim(whyExport)
	}
	if a.button("factory/save", "Save settings", buttonLook{why: a.whyNoSave(), accent: a.nextStation() == lab.StationEntry,
		tip: "Writes the entry beside the model. Ctrl+Shift+S"}) {
		a.saveEntry()
	}
	if x := a.s.Exported(); x != nil {
		if why := a.s.ExportStale(); why != "" {
			a.colored(a.c.Palette().Warn, "The export is out of date: "+why)
		} else {
			a.colored(a.c.Palette().Good, "Exported to "+x.Dir)
		}
		if a.section("factory/files", fmt.Sprintf("Files of the pack (%d)", len(x.Files)), true) {
			for _, file := range x.Files {
				imgui.Text(file.Path)
				imgui.SameLine()
				a.dimf("%s  %.12s…", bytesText(file.Bytes), file.SHA256)
			}
		}
	} else {
		a.dim("not exported yet")
	}
}

// issues is the validator's word on the entry as it is now.
func (f *factoryPanel) issues(a *App, e *pack.Entry) {
	found := a.s.ValidateEntry()
	if len(found) == 0 {
		a.colored(a.c.Palette().Good, "The validator finds nothing wrong.")
		return
	}
	for _, p := range found {
		a.dot(a.severityColor(p.Severity))
		imgui.SameLineV(0, a.px(4))
		text := p.Message
		if p.Remedy != "" {
			text += "; " + p.Remedy
		}
		a.colored(a.c.Palette().Text, text)
		a.tip(p.Pointer)
	}
}

// fields issues a widget for every field of the entry, from the field table.
func (f *factoryPanel) fields(a *App, e *pack.Entry) {
	imgui.SetNextItemWidth(-a.px(96))
	imgui.InputTextWithHint("##fields", "Search fields", &f.search)
	a.named("factory/search", true)
	imgui.SameLine()
	imgui.Checkbox("All", &f.all)
	a.named("factory/all", true)
	a.tip("Show every field of the registry, not only those of a flying unit")
	text := strings.ToLower(f.search)
	group, open := "", false
	for _, info := range pack.Fields() {
		if text == "" && !f.all && !everyday(info.Group) {
			continue
		}
		if text != "" && !strings.Contains(strings.ToLower(info.Label+" "+info.Key+" "+info.Group), text) {
			continue
		}
		if info.Group != group {
			group = info.Group
			open = a.section("group/"+group, group, text != "" || everyday(group))
		}
		if open {
			f.field(a, e, info)
		}
	}
}

// field issues one field's widget. Right-click gives the default back.
func (f *factoryPanel) field(a *App, e *pack.Entry, info pack.FieldInfo) {
	v, ok := e.Get(info.Key)
	if !ok || info.Kind == pack.AssetID {
		return
	}
	name := "field/" + info.Key
	if info.Kind == pack.Float {
		f.float(a, info, v.(float64), name)
		return
	}
	a.label(info.Label, !e.IsDefault(info.Key))
	imgui.SetNextItemWidth(-1)
	var set any
	done := false // the user let go of it: the next change is an undo step of its own
	switch x := v.(type) {
	case bool:
		done = imgui.Checkbox("##"+name, &x)
		if done {
			set = x
		}
	case int:
		set, done = f.whole(info, x, name)
	case string:
		if imgui.InputText("##"+name, &x) {
			set = x
		}
		done = imgui.IsItemDeactivatedAfterEdit()
	case pack.Vec3:
		p := [3]float32{float32(x.X), float32(x.Y), float32(x.Z)}
		if imgui.DragFloat3V("##"+name, &p, 0.01, -1e4, 1e4, "%.3f", 0) {
			set = pack.Vec3{X: float64(p[0]), Y: float64(p[1]), Z: float64(p[2])}
		}
		done = imgui.IsItemDeactivatedAfterEdit()
	}
	a.named(name, true)
	if imgui.IsItemHovered() && imgui.IsMouseClicked(1) && !e.IsDefault(info.Key) {
		a.s.Fail(a.s.ResetEntry(info.Key))
		a.s.EndEdit()
	}
	unit := ""
	if info.Unit != "" {
		unit = " (" + info.Unit + ")"
	}
	a.tip(info.Tip + unit + "\nWrites " + info.Key + ". Right-click for the default.")
	if set != nil {
		a.s.Fail(a.s.SetEntry(info.Key, set))
	}
	if done {
		a.s.EndEdit()
	}
}

func (f *factoryPanel) whole(info pack.FieldInfo, x int, name string) (set any, done bool) {
	if len(info.Options) > 0 {
		i := x - int(info.Min)
		label := fmt.Sprint(x)
		if i >= 0 && i < len(info.Options) {
			label = info.Options[i]
		}
		if imgui.BeginCombo("##"+name, label) {
			for k, o := range info.Options {
				if imgui.SelectableV(o, k == i, 0, imgui.Vec2{}) {
					set = int(info.Min) + k
				}
			}
			imgui.EndCombo()
		}
		return set, set != nil
	}
	n := int32(x)
	lo, hi := bound(info.Min, -1e6), bound(info.Max, 1e6)
	if imgui.DragIntV("##"+name, &n, 0.5, int32(lo), int32(hi), "%d", 0) {
		set = int(n)
	}
	return set, imgui.IsItemDeactivatedAfterEdit()
}

func (f *factoryPanel) float(a *App, info pack.FieldInfo, v float64, name string) {
	def, _ := info.Default.(float64)
	unit := info.Unit
	if unit == "deg" {
		unit = "°"
	}
	d := dial{name: name, label: info.Label, unit: unit, min: bound(info.Min, v-10), max: bound(info.Max, max(10, v*2)), def: def, tip: info.Tip, key: info.Key}
	changed, done := a.number(d, &v)
	if changed {
		a.s.Fail(a.s.SetEntry(info.Key, v))
	}
	if done {
		a.s.EndEdit()
	}
}

// bound is a range's end, or a stand-in where the field has none.
func bound(v, or float64) float64 {
	if math.IsInf(v, 0) || math.Abs(v) > 1e6 {
		return or
	}
	return v
}
