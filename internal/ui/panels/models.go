package panels

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/lab"
	"donorlab/internal/ui"
)

// modelBrowser is the left side's tab of the models that lie beside the open
// one, with pictures.
type modelBrowser struct {
	of      string // the open model's ref, when the folder was last chosen
	dir     string
	folders []fileRow
	models  []fileRow
	trouble string
	read    uint64 // the session's tick when the folder was read
	filter  string
}

// rereadTicks is how often the folder is looked at again: every 2 s.
const rereadTicks = 120

// maxModels bounds what one folder shows.
const maxModels = 2000

func (b *modelBrowser) show(a *App) {
	ref := a.s.Doc().Ref
	if ref != b.of || b.dir == "" {
		b.of = ref
		dir := a.s.Settings().LastDir
		if ref != "" && !lab.IsSample(ref) {
			dir = filepath.Dir(ref)
		}
		if st, err := os.Stat(dir); dir == "" || err != nil || !st.IsDir() {
			dir, _ = os.Getwd()
		}
		b.enter(a, dir)
	} else if a.s.Tick()-b.read >= rereadTicks {
		b.enter(a, b.dir)
	}
	if a.button("models/up", "Up", buttonLook{tip: "The folder above"}) {
		b.enter(a, filepath.Dir(b.dir))
	}
	imgui.SameLine()
	imgui.AlignTextToFramePadding()
	imgui.Text(fit(filepath.Base(b.dir), imgui.ContentRegionAvail().X))
	a.named("models/dir", true)
	a.tip(b.dir)
	imgui.SetNextItemWidth(-1)
	imgui.InputTextWithHint("##mfilter", "Filter by name", &b.filter)
	a.named("models/filter", true)
	if b.trouble != "" {
		a.colored(a.c.Palette().Bad, b.trouble)
	}
	if imgui.BeginChildV("##models", imgui.Vec2{}, false, 0) {
		b.list(a)
	}
	imgui.EndChild()
}

// enter reads a folder; one that cannot be read is named, and the one before stays.
func (b *modelBrowser) enter(a *App, dir string) {
	b.read = a.s.Tick()
	rows, err := readRows(dir)
	if err != nil {
		b.trouble = trouble(dir, err)
		return
	}
	b.dir, b.trouble, b.folders, b.models = dir, "", nil, nil
	for _, r := range rows {
		switch {
		case strings.HasPrefix(r.name, "."):
		case r.dir:
			b.folders = append(b.folders, r)
		case r.kind == kindModel:
			b.models = append(b.models, r)
		}
	}
	byName := func(x, y fileRow) int { return strings.Compare(strings.ToLower(x.name), strings.ToLower(y.name)) }
	slices.SortFunc(b.folders, byName)
	slices.SortFunc(b.models, byName)
	b.models = b.models[:min(len(b.models), maxModels)]
}

// list issues folders as lines, models as a grid of pictures, and the samples.
func (b *modelBrowser) list(a *App) {
	text := strings.ToLower(b.filter)
	into := ""
	for _, f := range b.folders {
		if !strings.Contains(strings.ToLower(f.name), text) {
			continue
		}
		if imgui.Selectable(f.name + "/##mf") {
			into = f.path
		}
		a.named("models/folder/"+f.name, true)
	}
	g := newGrid(a)
	n := 0
	for i := range b.models {
		m := &b.models[i]
		if strings.Contains(strings.ToLower(m.name), text) {
			b.cell(a, &g, m, m.name, m.path == a.s.Doc().Ref)
			n++
		}
	}
	if n == 0 {
		a.dim("No models in this folder.")
	}
	a.heading("Samples")
	g = newGrid(a)
	for _, s := range lab.Samples() {
		b.cell(a, &g, &fileRow{path: s.Ref}, s.Name, s.Ref == a.s.Doc().Ref)
	}
	if into != "" {
		b.enter(a, into)
	}
}

// grid lays cells of one size out, as many in a row as there is room for.
type grid struct {
	columns, at int
	size        float32 // of a cell's width, pixels
}

func newGrid(a *App) grid {
	avail := imgui.ContentRegionAvail().X
	gap := imgui.CurrentStyle().ItemSpacing().X
	n := max(1, int((avail+gap)/(a.px(104)+gap)))
	return grid{columns: n, size: float32(math.Floor(float64((avail - gap*float32(n-1)) / float32(n))))}
}

// cell is one model: its picture, its name below; a click opens it.
func (b *modelBrowser) cell(a *App, g *grid, r *fileRow, name string, open bool) {
	if g.at%g.columns != 0 {
		imgui.SameLine()
	}
	g.at++
	p := a.c.Palette()
	line := imgui.TextLineHeight()
	at := imgui.CursorScreenPos()
	size := imgui.Vec2{X: g.size, Y: g.size + line + a.px(4)}
	if imgui.InvisibleButton("##m"+r.path, size) {
		a.openAny(r.path)
	}
	if !imgui.IsItemVisible() {
		return
	}
	a.named("model/"+name, true)
	list := imgui.WindowDrawList()
	ground := p.Frame
	if imgui.IsItemHovered() {
		ground = p.FrameHot
	}
	hi := imgui.Vec2{X: at.X + g.size, Y: at.Y + g.size}
	list.AddRectFilledV(at, hi, imgui.PackedColorFromVec4(ground), a.px(4), 0)
	tip := r.path
	t := a.s.ModelThumb(r.path, r.size, r.when)
	switch {
	case t.Image != nil:
		list.AddImage(a.pictures.use(t.Image), at, hi)
	case t.Problem != nil:
		tip += "\n" + t.Problem.Message
		b.word(a, at, g.size, strings.ToUpper(strings.TrimPrefix(filepath.Ext(name), ".")))
	default:
		b.word(a, at, g.size, "…")
	}
	if r.size > 0 {
		tip += "\n" + bytesText(r.size)
	}
	if open {
		list.AddRectV(at, hi, imgui.PackedColorFromVec4(p.Accent), a.px(4), 0, a.px(2))
	}
	text := fit(strings.TrimSuffix(name, filepath.Ext(name)), g.size)
	w := imgui.CalcTextSize(text, false, 0).X
	list.AddText(imgui.Vec2{X: at.X + (g.size-w)/2, Y: hi.Y + a.px(2)}, imgui.PackedColorFromVec4(p.Text), text)
	a.tip(tip)
}

// word stands in a cell without a picture.
func (b *modelBrowser) word(a *App, at imgui.Vec2, size float32, text string) {
	w := imgui.CalcTextSize(text, false, 0)
	imgui.WindowDrawList().AddText(imgui.Vec2{X: at.X + (size-w.X)/2, Y: at.Y + (size-w.Y)/2},
		imgui.PackedColorFromVec4(ui.Fade(a.c.Palette().Dim, 0.9)), text)
}
