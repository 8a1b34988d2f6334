package panels

import (
	"os"
	"path/filepath"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/lab"
	"donorlab/internal/rig"
)

// recipeFiles are the recipes of the model's folder, read when the list is opened.
type recipeFiles struct {
	of   string // the model's file
	list []lab.RecipeFile
	open bool        // the list is unfolded
	sure *lab.Rigged // a rig whose file is to be replaced: the next press does it
}

// rigFile saves the rig as a file of its own. A file that is there is replaced at
// the second press only.
func (v *vehiclePanel) rigFile(a *App, w *lab.Work) {
	if !a.section("vehicle/rigfile", "Rig file", false) {
		return
	}
	a.dim("The rig as a .glb for other programs and for labctl. A pack for the game is made in the Factory.")
	path := a.s.RigPath()
	why := ""
	if w.Rigged == nil || w.Rigged.Rig == nil {
		why = "there is no rig yet: press Generate rig"
	}
	stale := a.s.RigFileStale()
	label := "Save rig"
	exists := false
	if path != "" {
		_, err := os.Stat(path)
		exists = err == nil
		label = "Save " + filepath.Base(path)
	}
	if exists && v.recipes.sure == w.Rigged && w.Rigged != nil {
		label = "Replace " + filepath.Base(path) + "?"
	}
	if a.button("vehicle/saverig", fit(label, imgui.ContentRegionAvail().X-a.px(16)), buttonLook{why: why, tip: path}) {
		switch {
		case path == "":
			a.open.show(a, purposeSaveRig)
		case exists && v.recipes.sure != w.Rigged:
			v.recipes.sure = w.Rigged
		default:
			_ = a.s.SaveRig("") // the session has said why, if it failed
			v.recipes.sure = nil
		}
	}
	switch {
	case why != "":
		a.dim(why)
	case stale != "":
		a.colored(a.c.Palette().Warn, "The file is out of date: "+stale+".")
	case a.s.HasRigFile():
		a.colored(a.c.Palette().Good, "The file is up to date.")
	case exists && v.recipes.sure != nil:
		a.dim("A file of that name is there. Press again to replace it.")
	}
}

// recipe saves and loads the recipe.
func (v *vehiclePanel) recipe(a *App, d lab.Document) {
	if !a.section("vehicle/recipe", "Recipe", false) {
		return
	}
	a.dim("Marks, orientation, axles and settings, saved beside the model and used when it is opened again.")
	v.chooseRecipe(a, d)
	if a.button("vehicle/saverecipe", "Save recipe", buttonLook{why: a.whyNoSave(), tip: "Ctrl+S"}) {
		a.saveRecipe()
	}
	imgui.SameLineV(0, a.px(4))
	path, _ := a.s.SavePath()
	why := a.whyNoSave()
	if why == "" && path == "" {
		why = "a sample has no recipe beside it"
	}
	if a.button("vehicle/reloadrecipe", "Reload", buttonLook{why: why, tip: "Load the recipe that lies beside the model again; what you changed since can be got back with undo"}) {
		a.s.OpenRecipe(path)
	}
	if path != "" {
		a.dim(filepath.Base(rig.RecipePath(d.Ref)))
	}
}

// chooseRecipe lists the recipes of the model's folder, the newest first.
func (v *vehiclePanel) chooseRecipe(a *App, d lab.Document) {
	r := &v.recipes
	imgui.SetNextItemWidth(-1)
	open := imgui.BeginCombo("##vehicle/recipes", "Edit existing …")
	a.named("vehicle/recipes", true)
	if !open {
		r.open = false
		a.tip("The recipes in the model's folder, newest first; one of another model marks what looks alike")
		return
	}
	defer imgui.EndCombo()
	if !r.open || r.of != d.Ref {
		*r = recipeFiles{of: d.Ref, open: true, list: lab.RecipeFiles(d.Ref)}
	}
	if len(r.list) == 0 {
		a.dim("There is no recipe in this folder yet.")
	}
	for _, f := range r.list {
		name := filepath.Base(f.Path)
		if imgui.Selectable(f.When.Local().Format("2 Jan 2006 15:04") + "   " + name) {
			a.s.OpenRecipe(f.Path)
		}
		a.named("vehicle/recipes/"+name, true)
		a.tip(f.Path)
	}
}
