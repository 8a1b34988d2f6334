package panels

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/lab"
)

// place is a folder that can be gone to with one click, or a sample.
type place struct {
	group string // heading above it; "" goes on with the one before
	name  string
	path  string // a folder, or a sample's ref
}

// maxRecentPlaces is how many folders of recent files are listed.
const maxRecentPlaces = 6

// places lists those that are there now.
func places(a *App) []place {
	var out []place
	seen := map[string]bool{}
	add := func(group, name, path string) bool {
		st, err := os.Stat(path)
		if path == "" || seen[path] || err != nil || !st.IsDir() {
			return false
		}
		seen[path] = true
		out = append(out, place{group, name, path})
		return true
	}
	if home, err := os.UserHomeDir(); err == nil {
		add("Places", "Home", home)
		for _, n := range []string{"Desktop", "Documents", "Downloads"} {
			add("Places", n, filepath.Join(home, n))
		}
	}
	if ref := a.s.Doc().Ref; ref != "" && !lab.IsSample(ref) {
		add("Places", "The open model's folder", filepath.Dir(ref))
	}
	if wd, err := os.Getwd(); err == nil {
		add("Places", "Current folder", wd)
		add("Places", "Computer", filepath.VolumeName(wd)+string(filepath.Separator))
	}
	n := 0
	for _, r := range a.s.Settings().Recent {
		dir := filepath.Dir(r)
		if n < maxRecentPlaces && add("Recent", filepath.Base(dir), dir) {
			n++
		}
	}
	for _, s := range lab.Samples() {
		out = append(out, place{"Samples", s.Name, s.Ref})
	}
	return out
}

func (d *openDialog) placeList(a *App) {
	group := ""
	for i, p := range d.places {
		sample := lab.IsSample(p.path)
		if sample && d.purpose.folder() {
			continue
		}
		if p.group != group {
			group = p.group
			a.dim(group)
		}
		if imgui.SelectableV(fit(p.name, imgui.ContentRegionAvail().X)+"##p"+p.path, p.path == d.dir, 0, imgui.Vec2{}) {
			if sample {
				d.choose(a, p.path)
			} else {
				d.enter(p.path)
				d.focus = focusFilter
			}
		}
		a.named("place/"+p.name, true)
		a.tip(d.places[i].path)
	}
}

// filterRow is the row above the list; it reports that the filter is being
// typed into. Enter opens what is picked or, alone, what is left.
func (d *openDialog) filterRow(a *App) bool {
	set := a.s.Settings()
	right := a.px(118)
	if d.purpose.folder() {
		right += a.px(98)
	}
	imgui.SetNextItemWidth(imgui.ContentRegionAvail().X - right)
	d.take(focusFilter)
	// The history callback keeps the arrow keys for the list.
	d.before = d.filter
	enter := imgui.InputTextWithHintV("##dfilter", "Type to filter by name", &d.filter,
		imgui.InputTextFlagsEnterReturnsTrue|imgui.InputTextFlagsCallbackHistory, func(imgui.InputTextCallbackData) int32 { return 0 })
	active := imgui.IsItemActive()
	a.named("dialog/filter", true)
	if d.filter != d.before {
		d.pick = -1
	}
	if enter {
		if d.pick < 0 && len(d.listed(a)) == 1 {
			d.pick = 0
		}
		if d.pick >= 0 {
			d.act(a)
		}
		d.focus = focusFilter
	}
	imgui.SameLine()
	a.check("dialog/hidden", "Hidden files", &set.Hidden, "List what begins with a dot, too")
	if d.purpose.folder() {
		imgui.SameLine()
		if a.button("dialog/new", "New folder", buttonLook{tip: "Makes a folder here and goes into it"}) {
			d.making, d.name, d.focus = true, "", focusName
		}
		d.newFolder(a)
	}
	return active
}

// newFolder asks for the name of a folder and makes it.
func (d *openDialog) newFolder(a *App) {
	if !d.making {
		return
	}
	imgui.SetNextItemWidth(a.px(220))
	d.take(focusName)
	enter := imgui.InputTextWithHintV("##dname", "Name of the new folder", &d.name, imgui.InputTextFlagsEnterReturnsTrue, nil)
	a.named("dialog/newname", true)
	imgui.SameLine()
	why := reasonName(d.name)
	if a.button("dialog/make", "Make it", buttonLook{why: why}) || enter && why == "" {
		path := filepath.Join(d.dir, d.name)
		if err := os.Mkdir(path, 0o777); err != nil {
			d.trouble = trouble(path, err)
			return
		}
		d.making = false
		d.enter(path)
	}
	imgui.SameLine()
	if a.button("dialog/nomake", "Leave it", buttonLook{}) {
		d.making = false
	}
}

// reasonName says why a name cannot be a folder's.
func reasonName(name string) string {
	switch {
	case strings.TrimSpace(name) == "":
		return "give it a name"
	case name == "." || name == ".." || strings.ContainsAny(name, "/\\:*?\"<>|"):
		return "a name has none of / \\ : * ? \" < > |"
	}
	return ""
}
