package panels

import (
	"fmt"

	"donorlab/internal/lab"
	"donorlab/internal/rig"
)

// settingGroups are the foldouts of the recipe's figures, each with the roles that
// it is about.
var settingGroups = []struct {
	name, group string
	roles       []rig.Role
	none        string // said where no part has such a role
}{
	{"spin", lab.GroupSpin, nil, ""},
	{"wheels", lab.GroupWheels, []rig.Role{rig.Wheel}, "No part is marked Wheel: mark wheels with W."},
	{"trails", lab.GroupTrails, []rig.Role{rig.Trail, rig.Gun}, "No part is marked Trail or Gun: trails are under “more…” below the list, guns are marked with G."},
	{"gun", lab.GroupGun, []rig.Role{rig.Gun}, "No part is marked Gun: mark the barrel with G, its tip as Muzzle under “more…”."},
	{"tracks", lab.GroupTracks, []rig.Role{rig.Caterpillar}, "No part is marked Track: mark the links with C."},
	{"rock", lab.GroupRock, nil, ""},
}

// settings are the foldouts of the recipe's figures.
func (v *vehiclePanel) settings(a *App, w *lab.Work) {
	if w.Recipe == nil || w.Parts == nil {
		return
	}
	fields := lab.RecipeFields()
	counts := w.Parts.Counts()
	for _, g := range settingGroups {
		n, changed := 0, false
		for _, r := range g.roles {
			n += counts[r]
		}
		for i := range fields {
			f := &fields[i]
			changed = changed || f.Group == g.group && f.Get(w.Recipe) != f.Default()
		}
		label := g.group
		if n > 0 {
			label += fmt.Sprintf(" (%d)", n)
		}
		if changed {
			label += " •"
		}
		if !a.section("vehicle/"+g.name, label, false) {
			continue
		}
		switch {
		case g.roles != nil && n == 0:
			a.dim(g.none)
		case w.Recipe.Target == rig.DonorGunship && g.group != lab.GroupSpin:
			a.dim("The donor's clip does not move these: choose “Clips of its own” above to use them.")
		}
		for i := range fields {
			if f := &fields[i]; f.Group == g.group {
				a.recipeField(f, "recipe/"+f.Key)
			}
		}
	}
}
