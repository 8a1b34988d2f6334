package panels

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
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
	purposeCompare                   // a model to hold against the one that is open
	purposeMap                       // a map to fly over
	purposeOrders                    // orders to fly
	purposeRun                       // a recorded run
	purposeExport                    // a folder for packs
	purposeSaveRecipe                // a folder for the recipe of a sample
	purposeSaveEntry                 // a folder for the entry of a sample
	purposeSaveRig                   // a folder for the rig of a sample
	purposeDials                     // the game's config folder
	purposeSaveMap                   // a folder, or a file, for the map
	purposeSaveOrders                // for the orders
	purposeSaveRun                   // for the recorded run
	purposeSaveCSV                   // for its figures
	purposeFrames                    // a folder for its pictures
)

func (p purpose) title() string {
	return [...]string{"Open", "Choose a donor", "Compare with", "Open a map", "Open orders", "Open a recorded run", "Export into a folder", "Save the recipe in a folder", "Save the entry in a folder", "Save the rig in a folder",
		"Choose the folder with the dial files", "Save the map: a folder, or a .json file", "Save the orders: a folder, or a .json file", "Save the run: a folder, or a .json file",
		"Export the figures: a folder, or a .csv file", "Save the frames in a folder"}[p]
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
	kindJSON // of another kind
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
	case strings.HasSuffix(name, ".json"):
		return kindJSON
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
		return k != kindOther && k != kindJSON
	case purposeDonor, purposeCompare:
		return k == kindModel
	case purposeMap, purposeOrders, purposeRun:
		return k == kindJSON
	}
	return false
}

// key is the name under which the settings keep the purpose's last folder. What
// is opened goes by the newest of the recent files instead.
func (p purpose) key() string {
	return [...]string{"", "donor", "compare", "fly", "fly", "fly", "export", "save", "save", "save", "dials", "fly", "fly", "fly", "fly", "frames"}[p]
}

// openDialog is our own file chooser: the same on every system, and it needs no
// toolkit.
type openDialog struct {
	open    bool
	purpose purpose
	dir     string
	typed   string // in the path box
	filter  string
	before  string // the filter in the frame before
	rows    []fileRow
	trouble string // why the last thing could not be done
	pick    int    // row of those listed, -1 for none
	sort    column
	down    bool // sorted from large to small
	places  []place

	focus  dialogFocus
	reveal bool   // scroll to the picked row
	making bool   // the box for a new folder's name is shown
	name   string // in it
}

// dialogFocus is which text box takes the keyboard in the next frame.
type dialogFocus uint8

const (
	focusNone dialogFocus = iota
	focusPath
	focusFilter
	focusName
)

func (d *openDialog) show(a *App, p purpose) {
	*d = openDialog{open: true, purpose: p, focus: focusFilter, pick: -1, places: places(a)}
	if p.folder() {
		d.focus = focusPath
	}
	set := a.s.Settings()
	for _, dir := range []string{set.LastDirs[p.key()], set.LastDir} {
		if st, err := os.Stat(dir); dir != "" && err == nil && st.IsDir() {
			d.enter(dir)
			break
		}
	}
	if d.dir == "" {
		dir, _ := os.Getwd()
		d.enter(dir)
	}
}

// remember keeps the folder of what was chosen.
func (d *openDialog) remember(a *App, path string) {
	if lab.IsSample(path) {
		return
	}
	if !d.purpose.folder() {
		path = filepath.Dir(path)
	}
	set := a.s.Settings()
	if k := d.purpose.key(); k != "" {
		if set.LastDirs == nil {
			set.LastDirs = map[string]string{}
		}
		set.LastDirs[k] = path
		return
	}
	set.LastDir = path
}

// enter lists a folder. What cannot be read is said, and the list before stays.
func (d *openDialog) enter(dir string) {
	dir, err := filepath.Abs(dir)
	if err == nil {
		var rows []fileRow
		if rows, err = readRows(dir); err == nil {
			d.dir, d.typed, d.rows, d.trouble, d.pick, d.filter = dir, dir, rows, "", -1, ""
			d.order()
			return
		}
	}
	d.trouble = trouble(dir, err)
}

// trouble says in a sentence why a path cannot be used.
func trouble(path string, err error) string {
	switch {
	case errors.Is(err, fs.ErrPermission):
		return path + ": you have no permission for it; ask its owner, or choose another folder"
	case errors.Is(err, fs.ErrNotExist):
		return path + ": there is no such file or folder"
	case errors.Is(err, fs.ErrExist):
		return path + " is there already"
	}
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	return path + ": " + err.Error()
}

func (d *openDialog) window(a *App) {
	if !d.open {
		return
	}
	w, h := min(a.px(760), float32(a.in.Width)*0.94), min(a.px(480), float32(a.in.Height)*0.85)
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
	if a.button("dialog/up", "Up", buttonLook{tip: "The folder above (Backspace)"}) {
		d.enter(filepath.Dir(d.dir))
	}
	imgui.SameLine()
	imgui.SetNextItemWidth(-1)
	d.take(focusPath)
	if imgui.InputTextV("##path", &d.typed, imgui.InputTextFlagsEnterReturnsTrue|imgui.InputTextFlagsAutoSelectAll, nil) {
		d.goTyped(a)
	}
	a.named("dialog/path", true)
	a.tip("A folder or a file; Enter goes there")
	foot := -imgui.FrameHeightWithSpacing() - a.px(6)
	if d.trouble != "" {
		foot -= imgui.FrameHeightWithSpacing()
	}
	imgui.BeginGroup()
	if imgui.BeginChildV("##places", imgui.Vec2{X: a.px(168), Y: foot}, false, 0) {
		d.placeList(a)
	}
	imgui.EndChild()
	imgui.EndGroup()
	imgui.SameLine()
	imgui.BeginGroup()
	filtering := d.filterRow(a)
	if imgui.BeginChildV("##files", imgui.Vec2{Y: foot}, true, 0) {
		d.list(a)
	}
	imgui.EndChild()
	imgui.EndGroup()
	if filtering || !imgui.IsAnyItemActive() && imgui.IsWindowFocusedV(imgui.FocusedFlagsChildWindows) {
		d.keys(a)
	}
	if d.trouble != "" {
		imgui.PushStyleColor(imgui.StyleColorText, a.c.Palette().Bad)
		imgui.Text(fit(d.trouble, imgui.ContentRegionAvail().X))
		imgui.PopStyleColor()
		a.named("dialog/trouble", true)
		a.tip(d.trouble)
	}
	d.buttons(a)
}

// take gives the keyboard to the next item, if it is the box that was asked for.
func (d *openDialog) take(f dialogFocus) {
	if d.focus == f {
		imgui.SetKeyboardFocusHere()
		d.focus = focusNone
	}
}

func (d *openDialog) buttons(a *App) {
	if d.purpose.folder() {
		if a.button("dialog/ok", "Here", buttonLook{accent: true, tip: "Use the folder that is shown"}) {
			d.choose(a, d.dir)
		}
	} else if a.button("dialog/ok", "Open", buttonLook{accent: true}) {
		d.act(a)
	}
	imgui.SameLine()
	if a.button("dialog/cancel", "Cancel", buttonLook{tip: "Esc"}) {
		d.open = false
	}
	imgui.SameLine()
	imgui.AlignTextToFramePadding()
	a.dim(fit(d.dir, imgui.ContentRegionAvail().X))
}

// act opens the picked row; without one, what the path box names.
func (d *openDialog) act(a *App) {
	rows := d.listed(a)
	switch {
	case d.pick < 0 || d.pick >= len(rows):
		d.goTyped(a)
	case rows[d.pick].dir && !(d.purpose == purposeOpen && rows[d.pick].kind == kindPack):
		d.enter(rows[d.pick].path)
		d.focus = focusFilter
	default:
		d.choose(a, rows[d.pick].path)
	}
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
		d.trouble = trouble(path, err)
	case st.IsDir() && !(d.purpose == purposeOpen && kindOf(path) == kindPack):
		d.enter(path)
	default:
		d.choose(a, path)
	}
}

func (d *openDialog) choose(a *App, path string) {
	d.open = false
	d.remember(a, path)
	switch d.purpose {
	case purposeCompare:
		a.s.OpenCompared(path)
	case purposeDonor:
		a.s.OpenDonor(path, "")
	case purposeExport:
		a.s.ExportPack(filepath.Join(path, packFolder(a)))
	case purposeSaveRecipe:
		_ = a.s.SaveRecipe(rig.RecipePath(filepath.Join(path, a.s.Doc().Source.Name)))
	case purposeSaveEntry:
		_ = a.s.SaveEntry(pack.EntryFileName(filepath.Join(path, a.s.Doc().Source.Name)))
	case purposeMap, purposeOrders, purposeRun, purposeDials, purposeSaveMap, purposeSaveOrders, purposeSaveRun, purposeSaveCSV, purposeFrames:
		a.chooseFlight(d.purpose, path)
	case purposeSaveRig:
		_ = a.s.SaveRig(lab.SpinPath(a.s.Doc().Ref, path))
	default:
		a.openAny(path)
	}
}
