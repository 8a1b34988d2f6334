package panels

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/ui"
)

// fileRow is one file or folder of the list.
type fileRow struct {
	name string
	path string
	dir  bool // or a link to one
	kind fileKind
	size int64
	when time.Time // last changed
}

// column is what the list is sorted by.
type column uint8

const (
	fileName column = iota
	fileSize
	fileDate
)

// readRows lists a folder in no order. What goes away meanwhile is left out.
func readRows(dir string) ([]fileRow, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	rows := make([]fileRow, 0, len(entries))
	for _, e := range entries {
		r := fileRow{name: e.Name(), path: filepath.Join(dir, e.Name()), dir: e.IsDir()}
		info, err := e.Info()
		if e.Type()&os.ModeSymlink != 0 {
			info, err = os.Stat(r.path)
		}
		if err != nil {
			continue
		}
		r.dir, r.size, r.when = info.IsDir(), info.Size(), info.ModTime()
		r.kind = kindOf(r.path)
		rows = append(rows, r)
	}
	return rows, nil
}

// order sorts the rows: folders first, then by the chosen column.
func (d *openDialog) order() {
	byNames := func(x, y fileRow) int {
		return cmp.Or(strings.Compare(strings.ToLower(x.name), strings.ToLower(y.name)), strings.Compare(x.name, y.name))
	}
	slices.SortFunc(d.rows, func(x, y fileRow) int {
		if x.dir != y.dir {
			if x.dir {
				return -1
			}
			return 1
		}
		c := 0
		switch d.sort {
		case fileSize:
			c = cmp.Compare(x.size, y.size)
		case fileDate:
			c = x.when.Compare(y.when)
		}
		if c == 0 {
			c = byNames(x, y)
		}
		if d.down {
			return -c
		}
		return c
	})
	d.pick = -1
}

// listed returns the rows that the purpose and the filter let through.
func (d *openDialog) listed(a *App) []fileRow {
	var out []fileRow
	text := strings.ToLower(d.filter)
	for _, r := range d.rows {
		if !a.s.Settings().Hidden && strings.HasPrefix(r.name, ".") || !strings.Contains(strings.ToLower(r.name), text) {
			continue
		}
		if r.dir || d.purpose.fits(r.kind) {
			out = append(out, r)
		}
	}
	return out
}

// maxListed bounds what one frame draws.
const maxListed = 1000

func (d *openDialog) list(a *App) {
	rows := d.listed(a)
	if len(rows) == 0 {
		a.dim(d.nothing())
		return
	}
	if !imgui.BeginTableV("##table", 3, imgui.TableFlagsRowBg, imgui.Vec2{}, 0) {
		return
	}
	imgui.TableSetupColumnV("Name", imgui.TableColumnFlagsWidthStretch, 1, 0)
	imgui.TableSetupColumnV("Size", imgui.TableColumnFlagsWidthFixed, a.px(74), 0)
	imgui.TableSetupColumnV("Changed", imgui.TableColumnFlagsWidthFixed, a.px(120), 0)
	imgui.TableNextRow()
	d.header(a, fileName, "Name", "name")
	d.header(a, fileSize, "Size", "size")
	d.header(a, fileDate, "Changed", "date")
	var into *fileRow
	for i := range rows[:min(len(rows), maxListed)] {
		if d.row(a, i, &rows[i]) {
			into = &rows[i]
		}
	}
	imgui.EndTable()
	if n := len(rows) - maxListed; n > 0 {
		a.dimf("and %s more: type a part of the name", thousands(n))
	}
	if into != nil {
		d.act(a)
	}
}

// nothing says why the list is empty.
func (d *openDialog) nothing() string {
	switch {
	case d.filter != "":
		return "Nothing here has that in its name."
	case d.purpose.folder():
		return "No folders here. Press Here to use this one, or New folder."
	}
	return "Nothing here that can be opened: models end in .glb, .gltf, .obj, .fbx or .blend, recipes in .recipe.json, entries in .entry.json."
}

// header is a column's title; a click sorts by it, another the other way round.
func (d *openDialog) header(a *App, c column, title, name string) {
	imgui.TableNextColumn()
	if d.sort == c {
		title += map[bool]string{false: "  ↑", true: "  ↓"}[d.down]
	}
	imgui.PushStyleColor(imgui.StyleColorText, a.c.Palette().Dim)
	if imgui.SelectableV(title+"##h"+name, false, 0, imgui.Vec2{}) {
		d.down = d.sort == c && !d.down
		d.sort = c
		d.order()
	}
	imgui.PopStyleColor()
	a.named("dialog/sort/"+name, true)
}

// row issues one file or folder and reports a double click.
func (d *openDialog) row(a *App, i int, r *fileRow) bool {
	imgui.TableNextRow()
	imgui.TableNextColumn()
	label := r.name
	if r.dir {
		label += "/"
	}
	if imgui.SelectableV(fmt.Sprintf("%s##f%d", label, i), d.pick == i, imgui.SelectableFlagsSpanAllColumns, imgui.Vec2{}) {
		d.pick = i
		if !r.dir {
			d.typed = r.path
		}
	}
	a.named("file/"+r.name, true)
	if d.reveal && d.pick == i {
		imgui.SetScrollHereY(0.5)
		d.reveal = false
	}
	twice := imgui.IsItemHovered() && imgui.IsMouseDoubleClicked(0)
	if twice {
		d.pick = i
	}
	imgui.TableNextColumn()
	if !r.dir {
		a.dim(bytesText(r.size))
	}
	imgui.TableNextColumn()
	a.dim(r.when.Local().Format("2006-01-02 15:04"))
	return twice
}

// keys are those of the list: arrows pick, Enter opens, Backspace goes up while
// the filter is empty.
func (d *openDialog) keys(a *App) {
	rows := min(len(d.listed(a)), maxListed)
	move := func(to int) {
		d.pick = max(0, min(to, rows-1))
		d.reveal = true
		if r := d.listed(a); d.pick < len(r) && !r[d.pick].dir {
			d.typed = r[d.pick].path
		}
	}
	const page = 12
	switch {
	case rows == 0:
	case imgui.IsKeyPressed(int(ui.KeyDown)):
		move(d.pick + 1)
	case imgui.IsKeyPressed(int(ui.KeyUp)):
		move(d.pick - 1)
	case imgui.IsKeyPressed(int(ui.KeyPageDown)):
		move(d.pick + page)
	case imgui.IsKeyPressed(int(ui.KeyPageUp)):
		move(d.pick - page)
	}
	if imgui.IsKeyPressedV(int(ui.KeyBackspace), false) && d.before == "" {
		d.enter(filepath.Dir(d.dir))
		d.focus = focusFilter
	}
}

func bytesText(n int64) string {
	switch {
	case n >= 1<<20:
		return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
	case n >= 1<<10:
		return fmt.Sprintf("%.0f KiB", float64(n)/(1<<10))
	}
	return fmt.Sprintf("%d B", n)
}
