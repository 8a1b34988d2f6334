package panels

import (
	"math"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/lab"
)

// recipeField issues the widget of one of the recipe's figures: a slider, a list of
// words or a tick box, with its unit, its tooltip and its default a right-click
// away. A drag is one undo step.
func (a *App) recipeField(f *lab.RecipeField, name string) {
	r := a.s.Work().Recipe
	if r == nil {
		return
	}
	now, def := f.Get(r), f.Default()
	tip := f.Tip + "\nWrites " + f.Key + " of the recipe."
	set := func(v float64, done bool) {
		a.s.SetRecipeField(f, v)
		if done {
			a.s.EndEdit()
		}
	}
	reset := func() {
		if imgui.IsItemHovered() && imgui.IsMouseClicked(1) && now != def {
			set(def, true)
		}
	}
	switch {
	case f.Switch:
		a.label(f.Label, now != def)
		on := now != 0
		if imgui.Checkbox("##"+name, &on) {
			v := 0.0
			if on {
				v = 1
			}
			set(v, true)
		}
		a.named(name, true)
		reset()
		a.tip(tip + "\nRight-click for the default.")
	case f.Choices != nil || f.Steps != nil:
		a.label(f.Label, now != def)
		imgui.SetNextItemWidth(-1)
		open := imgui.BeginCombo("##"+name, f.Text(now))
		a.named(name, true)
		reset()
		if !open {
			a.tip(tip + "\nRight-click for the default.")
			return
		}
		values := f.Steps
		for i := range f.Choices {
			values = append(values, float64(i))
		}
		for _, v := range values {
			if imgui.SelectableV(f.Text(v), v == now, 0, imgui.Vec2{}) {
				set(v, true)
			}
			a.named(name+"/"+f.Text(v), true)
		}
		imgui.EndCombo()
	default:
		v := now
		format := "%.4g"
		if f.Whole {
			format = "%.0f"
		} else if f.Unit == "°" {
			format = "%.1f"
		} else if f.Max-f.Min <= 2 {
			format = "%.2f"
		}
		changed, done := a.number(dial{name: name, label: f.Label, unit: f.Unit, format: format, min: f.Min, max: f.Max, def: def,
			tip: f.Tip, key: f.Key + " of the recipe", log: f.Whole && f.Max >= 1000 && f.Min >= 0}, &v)
		if changed && !math.IsNaN(v) {
			a.s.SetRecipeField(f, v)
		}
		if done {
			a.s.EndEdit()
		}
	}
}
