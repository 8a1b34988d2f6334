package panels

import (
	"path/filepath"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/lab"
	"donorlab/internal/rig"
)

// recipeFiles are the recipes of the model's folder, read when the list is opened.
type recipeFiles struct {
	of   string // the model's file
	list []lab.RecipeFile
	open bool // the list is unfolded
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
