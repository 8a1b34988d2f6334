package panels

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/lab"
	"donorlab/internal/pack"
	"donorlab/internal/rig"
	"donorlab/internal/ui"
)

// purpose is what a file is being chosen for.
type purpose uint8

const (
	purposeOpen       purpose = iota // a model, recipe, entry or pack
	purposeDonor                     // a donor's GLB
	purposeExport                    // a folder for packs
	purposeSaveRecipe                // a folder for the recipe of a sample
	purposeSaveEntry                 // a folder for the entry of a sample
)

func (p purpose) title() string {
	return [...]string{"Open", "Choose a donor", "Export into a folder", "Save the recipe in a folder", "Save the entry in a folder"}[p]
}

// folder says whether a folder is chosen rather than a file.
func (p purpose) folder() bool { return p >= purposeExport }

// packFolder is the name of the folder that an export makes in the one chosen.
func packFolder(a *App) string {
	if e := a.s.Work().Entry; e != nil && e.ResourceName != "" {
		return e.ResourceName + "_pack"
	}
	return "pack"
}

type fileKind uint8

const (
	kindModel fileKind = iota
	kindRecipe
	kindEntry
	kindPack
	kindOther
)

// kindOf tells by its name what a file is.
func kindOf(path string) fileKind {
	name := strings.ToLower(filepath.Base(path))
	switch {
	case strings.HasSuffix(name, ".recipe.json"):
		return kindRecipe
	case strings.HasSuffix(name, ".entry.json"):
		return kindEntry
	case name == "pack.json", strings.HasSuffix(name, ".zip"):
		return kindPack
	case lab.IsModelFile(name):
		return kindModel
	}
	if st, err := os.Stat(filepath.Join(path, "pack.json")); err == nil && !st.IsDir() {
		return kindPack
	}
	return kindOther
}

// fits says whether a file is listed for a purpose.
func (p purpose) fits(k fileKind) bool {
	switch p {
	case purposeOpen:
		return k != kindOther
	case purposeDonor:
		return k == kindModel
	}
	return false
}

// openDialog is our own file chooser: the same on every system, and it needs no
// toolkit.
type openDialog struct {
	open    bool
	purpose purpose
	dir     string
	typed   string // in the path box
	filter  string
	rows    []os.DirEntry
	trouble string
	pick    int
	fresh   bool
}

func (d *openDialog) show(a *App, p purpose) {
	*d = openDialog{open: true, purpose: p, fresh: true, pick: -1}
	dir := a.s.Settings().LastDir
	if st, err := os.Stat(dir); err != nil || !st.IsDir() {
		dir, _ = os.Getwd()
	}
	d.enter(dir)
}

// enter lists a folder: folders first, then files, by name. What cannot be read
// is said, and the list before stays.
func (d *openDialog) enter(dir string) {
	dir, err := filepath.Abs(dir)
	if err == nil {
		var rows []os.DirEntry
		if rows, err = os.ReadDir(dir); err == nil {
			slices.SortStableFunc(rows, func(x, y os.DirEntry) int {
				if x.IsDir() != y.IsDir() {
					if x.IsDir() {
						return -1
					}
					return 1
				}
				return strings.Compare(strings.ToLower(x.Name()), strings.ToLower(y.Name()))
			})
			d.dir, d.typed, d.rows, d.trouble, d.pick, d.filter = dir, dir, rows, "", -1, ""
			return
		}
	}
	d.trouble = err.Error()
}

// listed returns the rows that the purpose and the filter let through.
func (d *openDialog) listed() []os.DirEntry {
	var out []os.DirEntry
	text := strings.ToLower(d.filter)
	for _, r := range d.rows {
		if strings.HasPrefix(r.Name(), ".") || !strings.Contains(strings.ToLower(r.Name()), text) {
			continue
		}
		if r.IsDir() || isDirLink(filepath.Join(d.dir, r.Name()), r) || d.purpose.fits(kindOf(filepath.Join(d.dir, r.Name()))) {
			out = append(out, r)
		}
	}
	return out
}

func isDirLink(path string, r os.DirEntry) bool {
	if r.Type()&os.ModeSymlink == 0 {
		return false
	}
	st, err := os.Stat(path)
	return err == nil && st.IsDir()
}

func (d *openDialog) window(a *App) {
	if !d.open {
		return
	}
	w, h := min(a.px(640), float32(a.in.Width)*0.9), min(a.px(460), float32(a.in.Height)*0.85)
	imgui.SetNextWindowPosV(imgui.Vec2{X: (float32(a.in.Width) - w) / 2, Y: (float32(a.in.Height) - h) / 2.4}, imgui.ConditionAppearing, imgui.Vec2{})
	imgui.SetNextWindowSizeV(imgui.Vec2{X: w, Y: h}, imgui.ConditionAppearing)
	flags := imgui.WindowFlagsNoCollapse | imgui.WindowFlagsNoSavedSettings
	if imgui.BeginV(d.purpose.title()+"##dialog", &d.open, flags) {
		d.body(a)
	}
	imgui.End()
	if imgui.IsKeyPressedV(int(ui.KeyEscape), false) {
		d.open = false
	}
}

func (d *openDialog) body(a *App) {
	if a.button("dialog/up", "Up", buttonLook{tip: "The folder above"}) {
		d.enter(filepath.Dir(d.dir))
	}
	imgui.SameLine()
	imgui.SetNextItemWidth(-1)
	if d.fresh {
		imgui.SetKeyboardFocusHere()
		d.fresh = false
	}
	if imgui.InputTextV("##path", &d.typed, imgui.InputTextFlagsEnterReturnsTrue|imgui.InputTextFlagsAutoSelectAll, nil) {
		d.goTyped(a)
	}
	a.named("dialog/path", true)
	a.tip("A folder or a file; Enter goes there")
	imgui.SetNextItemWidth(-1)
	imgui.InputTextWithHint("##dfilter", "Filter by name", &d.filter)
	if d.trouble != "" {
		a.colored(a.c.Palette().Bad, d.trouble)
	}
	if imgui.BeginChildV("##files", imgui.Vec2{Y: -imgui.FrameHeightWithSpacing() - a.px(6)}, true, 0) {
		d.list(a)
	}
	imgui.EndChild()
	d.buttons(a)
}

func (d *openDialog) list(a *App) {
	rows := d.listed()
	if len(rows) == 0 {
		a.dim("Nothing here that can be opened: models end in .glb, .gltf, .obj, .fbx or .blend, recipes in .recipe.json, entries in .entry.json.")
	}
	into := ""
	for i, r := range rows {
		path := filepath.Join(d.dir, r.Name())
		isDir := r.IsDir() || isDirLink(path, r)
		label := r.Name()
		if isDir {
			label += "/"
		} else if info, err := r.Info(); err == nil {
			label = fmt.Sprintf("%s   %s", label, bytesText(info.Size()))
		}
		if imgui.SelectableV(fmt.Sprintf("%s##f%d", label, i), d.pick == i, 0, imgui.Vec2{}) {
			d.pick = i
			if !isDir {
				d.typed = path
			}
		}
		a.named("file/"+r.Name(), true)
		if imgui.IsItemHovered() && imgui.IsMouseDoubleClicked(0) {
			if isDir {
				into = path
			} else {
				d.choose(a, path)
			}
		}
	}
	if into != "" {
		d.enter(into)
	}
}

func (d *openDialog) buttons(a *App) {
	if d.purpose.folder() {
		if a.button("dialog/ok", "Here", buttonLook{accent: true, tip: "Use the folder that is shown"}) {
			d.choose(a, d.dir)
		}
	} else if a.button("dialog/ok", "Open", buttonLook{accent: true}) {
		rows := d.listed()
		if d.pick >= 0 && d.pick < len(rows) && rows[d.pick].IsDir() {
			d.enter(filepath.Join(d.dir, rows[d.pick].Name()))
		} else {
			d.goTyped(a)
		}
	}
	imgui.SameLine()
	if a.button("dialog/cancel", "Cancel", buttonLook{}) {
		d.open = false
	}
	imgui.SameLine()
	imgui.AlignTextToFramePadding()
	a.dim(fit(d.dir, imgui.ContentRegionAvail().X))
}

// goTyped opens what the path box names.
func (d *openDialog) goTyped(a *App) {
	path := d.typed
	if rest, ok := strings.CutPrefix(path, "~"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			path = home + rest
		}
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(d.dir, path)
	}
	st, err := os.Stat(path)
	switch {
	case err != nil && d.purpose.folder():
		d.choose(a, path) // it will be made
	case err != nil:
		d.trouble = err.Error()
	case st.IsDir() && !(d.purpose == purposeOpen && kindOf(path) == kindPack):
		d.enter(path)
	default:
		d.choose(a, path)
	}
}

func (d *openDialog) choose(a *App, path string) {
	d.open = false
	a.s.Settings().LastDir = path
	if !d.purpose.folder() {
		a.s.Settings().LastDir = filepath.Dir(path)
	}
	switch d.purpose {
	case purposeDonor:
		a.s.OpenDonor(path, "")
	case purposeExport:
		a.s.ExportPack(filepath.Join(path, packFolder(a)))
	case purposeSaveRecipe:
		_ = a.s.SaveRecipe(rig.RecipePath(filepath.Join(path, a.s.Doc().Source.Name)))
	case purposeSaveEntry:
		_ = a.s.SaveEntry(pack.EntryFileName(filepath.Join(path, a.s.Doc().Source.Name)))
	default:
		a.openAny(path)
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
