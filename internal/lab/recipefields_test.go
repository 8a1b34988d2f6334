package lab

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"donorlab/internal/rig"
)

// Every figure of a recipe's settings has one row, whose key is the recipe's own,
// whose range is the one that the recipe's reader keeps, and whose default lies in
// it.
func TestRecipeFields(t *testing.T) {
	rows := map[string]*RecipeField{}
	list := RecipeFields()
	for i := range list {
		f := &list[i]
		if rows[f.Key] != nil {
			t.Errorf("%s has two rows", f.Key)
		}
		rows[f.Key] = f
	}
	typ := reflect.TypeOf(rig.SpinSettings{})
	for i := range typ.NumField() {
		key, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
		f := rows[key]
		if f == nil {
			t.Errorf("%s has no row", key)
			continue
		}
		delete(rows, key)
		if d := f.Default(); f.Fit(d) != d {
			t.Errorf("%s: the default %g is not one of its values", key, d)
		}
		if f.Tip == "" || f.Label == "" {
			t.Errorf("%s says nothing", key)
		}
		for _, v := range []float64{f.Min, f.Max} {
			r := rig.NewRecipe()
			f.Set(r, v)
			if got := f.Get(r); got != v {
				t.Errorf("%s set to %g is %g", key, v, got)
			}
			var saved map[string]any
			data, err := r.Encode()
			if err != nil || json.Unmarshal(data, &saved) != nil {
				t.Fatal(err)
			}
			was, is := saved[key], any(v)
			if b, ok := was.(bool); ok {
				is = v != 0
				was = b
			}
			if was != is {
				t.Errorf("%s set to %v is saved as %v", key, is, was)
			}
			back, notes, err := rig.DecodeRecipe(data)
			if err != nil || len(notes) > 0 || f.Get(back) != v {
				t.Errorf("%s at %g comes back as %g, %v %v", key, v, f.Get(back), notes, err)
			}
		}
		if f.Switch || f.Choices != nil {
			continue
		}
		for _, v := range []float64{f.Min - 1, f.Max + 1} { // the reader's range is no wider
			r := rig.NewRecipe()
			f.Set(r, v)
			data, _ := r.Encode()
			if back, notes, err := rig.DecodeRecipe(data); err != nil || len(notes) == 0 || f.Get(back) == v {
				t.Errorf("%s at %g: read as %g without a word", key, v, f.Get(back))
			}
		}
	}
	for key := range rows {
		t.Errorf("%s is no field of the recipe's settings", key)
	}
	cells, _ := FindRecipeField("treadCellsPerLink")
	for v, want := range map[float64]float64{0: 0.25, 0.6: 0.5, 0.8: 1, 2.9: 2, 9: 4} {
		if got := cells.Fit(v); got != want {
			t.Errorf("%g cells per link become %g, want %g", v, got, want)
		}
	}
}
