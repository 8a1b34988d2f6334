package panels_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/lab"
	"donorlab/internal/rig"
	"donorlab/internal/ui"
	"donorlab/internal/ui/panels"
	"donorlab/internal/ui/softdraw"
)

// reveal presses a section's heading and scrolls the panel until a widget is on the
// screen.
func reveal(t *testing.T, a *panels.App, st *softdraw.Stage, name string) {
	t.Helper()
	for range 40 {
		limit := widgetNamed(t, a, "vehicle/generate").Y - 6
		if has(a, "vehicle/budget") {
			limit = widgetNamed(t, a, "vehicle/budget").Y - 6
		}
		for _, w := range a.Widgets() {
			if w.Name == name && w.Y+w.H < limit { // clear of what stands below the scrolled part
				st.Tick()
				return
			}
		}
		st.Input.MouseX, st.Input.MouseY, st.Input.MouseOutside = 1100, 330, false
		st.Input.Wheel = [2]float32{0, -3}
		st.Tick()
	}
	t.Fatalf("%q is nowhere in the panel", name)
}

// rewind scrolls the panel to its top.
func rewind(st *softdraw.Stage) {
	st.Input.MouseX, st.Input.MouseY = 1100, 330
	for range 3 {
		st.Input.Wheel = [2]float32{0, 60}
		st.Tick()
	}
	st.Tick()
}

// rightClick presses the right button on a widget.
func rightClick(t *testing.T, a *panels.App, st *softdraw.Stage, name string) {
	t.Helper()
	x, y := place(t, a, name)
	st.Move(x, y)
	st.Input.Buttons[1] = true
	st.Tick()
	st.Input.Buttons[1] = false
	st.Ticks(2)
}

// The Vehicle tab on the truck, from the parts to a rig that is generated twice;
// each step from the state that the one before left, as for a user.
func TestVehicle(t *testing.T) {
	s, a, st := onTruck(t)
	settle(t, s, st)
	shoot(t, st, "v_vehicle")

	t.Run("every figure of the recipe has a widget that sets and resets it", func(t *testing.T) {
		press(t, a, st, "vehicle/hinges") // folded, so that there is room
		st.Ticks(2)
		groups := map[string]string{lab.GroupSpin: "spin", lab.GroupWheels: "wheels", lab.GroupTrails: "trails", lab.GroupGun: "gun", lab.GroupTracks: "tracks", lab.GroupRock: "rock"}
		shown := ""
		for _, f := range lab.RecipeFields() {
			if f.Group == lab.GroupList {
				continue
			}
			if f.Group != shown {
				if shown != "" {
					rewind(st)
					press(t, a, st, "vehicle/"+groups[shown])
					st.Tick()
				}
				shown = f.Group
				press(t, a, st, "vehicle/"+groups[shown])
				st.Ticks(2)
				shoot(t, st, "v_"+groups[shown])
			}
			reveal(t, a, st, "recipe/"+f.Key)
			setsAndResets(t, s, a, st, &f)
		}
		rewind(st)
		press(t, a, st, "vehicle/"+groups[shown])
		st.Tick()
		press(t, a, st, "vehicle/hinges")
		st.Ticks(2)
	})

	t.Run("a wheel's axle is dragged, typed, and given back to the fit", func(t *testing.T) {
		wheel := named(s, "wheel_fl")
		s.Select(wheel)
		settle(t, s, st)
		h := hingeOf(t, s, wheel)
		fitted := h.FittedCenter
		if off := fitted.Sub(mgl64.Vec3{1, 0.45, 1.6}); off.Len() > 0.01 {
			t.Errorf("the front left wheel turns about %v", fitted)
		}
		press(t, a, st, "view/move")
		st.Press(ui.KeyF)
		st.Ticks(14)
		shoot(t, st, "v_wheel_gizmo")
		x, y := place(t, a, "gizmo/Z")
		st.Drag(x, y, x+30, y+10)
		moved := hingeOf(t, s, wheel)
		if d := moved.Center.Sub(fitted).Len(); !(d > 0.01) || !moved.ByHand || moved.FittedCenter != fitted {
			t.Errorf("the drag moved it by %g m, by hand %v", d, moved.ByHand)
		}
		reveal(t, a, st, "hinge/fitted")
		shoot(t, st, "v_hinge")
		w := widgetNamed(t, a, "hinge/axle")
		st.Drag(w.X+w.W*0.5, w.Y+w.H/2, w.X+w.W*0.5+40, w.Y+w.H/2)
		if got := hingeOf(t, s, wheel); got.Axle == h.Axle || math.Abs(got.Axle.Len()-1) > 1e-9 {
			t.Errorf("the axle is %v", got.Axle)
		}
		reveal(t, a, st, "hinge/flip")
		press(t, a, st, "hinge/flip")
		st.Ticks(2)
		press(t, a, st, "hinge/fitted")
		st.Ticks(2)
		got := hingeOf(t, s, wheel)
		if got.Center != fitted || got.Axle.Add(h.FittedAxle).Len() > 1e-9 {
			t.Errorf("as fitted, but the other way round: %v, %v", got.Center, got.Axle)
		}
		press(t, a, st, "hinge/flip")
		st.Ticks(2)
		if s.Work().Recipe.Override(rig.Wheel, h.N) != nil {
			t.Error("the recipe still overrides it")
		}
		press(t, a, st, "view/move")
		rewind(st)
	})

	t.Run("generate: bones, budget, up to date", func(t *testing.T) {
		press(t, a, st, "vehicle/generate")
		settle(t, s, st)
		r := s.Work().Rigged
		if r == nil || r.Changes != nil {
			t.Fatalf("the first rig: %+v", r)
		}
		wheels := 0
		for _, b := range r.Rig.Bones {
			if b.Role == rig.Wheel {
				wheels++
			}
		}
		if wheels != 4 || !has(a, "vehicle/budget") {
			t.Errorf("%d wheel bones", wheels)
		}
		if len(s.RigStale()) > 0 {
			t.Errorf("stale at once: %v", s.RigStale())
		}
		shoot(t, st, "v_rig")
	})

	t.Run("generate again: what changed is said", func(t *testing.T) {
		s.Mark(rig.Body, named(s, "wheel_fr"))
		st.Ticks(2)
		if len(s.RigStale()) != 1 {
			t.Errorf("stale: %v", s.RigStale())
		}
		shoot(t, st, "v_stale")
		press(t, a, st, "vehicle/generate")
		settle(t, s, st)
		changes := s.Work().Rigged.Changes
		if !slices.ContainsFunc(changes, func(c rig.BoneChange) bool { return c.Change == "removed" }) {
			t.Errorf("changes: %v", changes)
		}
		reveal(t, a, st, "change/0")
		shoot(t, st, "v_changes")
		rewind(st)
	})

	t.Run("the target is chosen", func(t *testing.T) {
		choice(t, a, st, "vehicle/target", "donor")
		settle(t, s, st)
		if s.Work().Recipe.Target != rig.DonorGunship || s.Work().Parts.Counts()[rig.Wheel] != 0 {
			t.Errorf("target %s, %d wheels", s.Work().Recipe.Target, s.Work().Parts.Counts()[rig.Wheel])
		}
		chord(st, ui.KeyZ)
		settle(t, s, st)
		if s.Work().Recipe.Target != rig.General || s.Work().Parts.Counts()[rig.Wheel] != 3 {
			t.Errorf("after undo: target %s, %d wheels", s.Work().Recipe.Target, s.Work().Parts.Counts()[rig.Wheel])
		}
	})

	t.Run("guides over the picture", func(t *testing.T) {
		press(t, a, st, "vehicle/orientation")
		st.Ticks(2)
		s.Select()
		st.Press(ui.KeyHome)
		for _, g := range []string{"man", "ruler", "level", "waterline"} {
			reveal(t, a, st, "vehicle/"+g)
			press(t, a, st, "vehicle/"+g)
			st.Ticks(2)
		}
		st.Ticks(14)
		shoot(t, st, "v_guides")
		if !has(a, "guide/man") || !has(a, "vehicle/waterat") {
			t.Error("no man, or no height of the waterline")
		}
		rewind(st)
	})
}

// setsAndResets changes a figure by its widget, gives it its default by a right
// click, and takes both back, a step each.
func setsAndResets(t *testing.T, s *lab.Session, a *panels.App, st *softdraw.Stage, f *lab.RecipeField) {
	t.Helper()
	name := "recipe/" + f.Key
	_, before := s.History()
	switch w := widgetNamed(t, a, name); {
	case f.Switch:
		press(t, a, st, name)
	case f.Choices != nil:
		choice(t, a, st, name, f.Choices[1])
	case f.Steps != nil:
		choice(t, a, st, name, f.Text(f.Steps[0]))
	default:
		at := float32(0.8)
		if f.Default() > (f.Min+f.Max)/2 {
			at = 0.3
		}
		st.Move(w.X+w.W*0.5, w.Y+w.H/2)
		st.Input.Buttons[0] = true
		st.Tick()
		st.Move(w.X+w.W*at, w.Y+w.H/2)
		st.Input.Buttons[0] = false
		st.Tick()
	}
	now := f.Get(s.Work().Recipe)
	if now == f.Default() || now != f.Fit(now) {
		t.Errorf("%s is still %g", f.Key, now)
	}
	rightClick(t, a, st, name)
	if got := f.Get(s.Work().Recipe); got != f.Default() {
		t.Errorf("%s: a right click gives %g, the default is %g", f.Key, got, f.Default())
	}
	if _, done := s.History(); done != before+2 {
		t.Errorf("%s: a change and its reset are %d steps", f.Key, done-before)
	}
	s.Undo()
	if got := f.Get(s.Work().Recipe); got != now {
		t.Errorf("%s: undo of the reset gives %g, want %g", f.Key, got, now)
	}
	s.Undo()
	if got := f.Get(s.Work().Recipe); got != f.Default() {
		t.Errorf("%s: undo of the change gives %g", f.Key, got)
	}
	st.Tick()
}

func hingeOf(t *testing.T, s *lab.Session, part int) rig.Hinge {
	t.Helper()
	list := s.Hinges()
	i := slices.IndexFunc(list, func(h rig.Hinge) bool { return slices.Contains(h.Parts, part) })
	if i < 0 {
		t.Fatalf("part %d turns about nothing; there are %d hinges", part, len(list))
	}
	return list[i]
}

// Recipes of the model's folder are listed, the newest first, and one is loaded by
// a click; Reload takes the saved one again.
func TestRecipeFiles(t *testing.T) {
	s, a, st := onTruck(t)
	settle(t, s, st)
	if err := s.SaveRecipe(""); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Dir(s.Doc().Ref)
	other := filepath.Join(dir, "lorry.recipe.json")
	if err := os.WriteFile(other, []byte(`{"version":1,"target":"general","frames":42}`), 0o644); err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-time.Hour)
	if err := os.Chtimes(other, old, old); err != nil {
		t.Fatal(err)
	}
	list := lab.RecipeFiles(s.Doc().Ref)
	if len(list) != 2 || filepath.Base(list[0].Path) != "truck.recipe.json" || list[1].Path != other {
		t.Errorf("listed: %v", list)
	}
	reveal(t, a, st, "vehicle/recipe")
	press(t, a, st, "vehicle/recipe")
	st.Ticks(2)
	reveal(t, a, st, "vehicle/recipes")
	press(t, a, st, "vehicle/recipes")
	st.Ticks(2)
	shoot(t, st, "v_recipes")
	press(t, a, st, "vehicle/recipes/lorry.recipe.json")
	settle(t, s, st)
	if s.Work().Recipe.Frames != 42 {
		t.Errorf("the recipe has %d frames", s.Work().Recipe.Frames)
	}
	reveal(t, a, st, "vehicle/reloadrecipe")
	press(t, a, st, "vehicle/reloadrecipe")
	settle(t, s, st)
	if s.Work().Recipe.Frames != 15 {
		t.Errorf("reloaded, it has %d frames", s.Work().Recipe.Frames)
	}
}

// The tank inside the truck's hull is found; Show goes there, Fix ignores it and is
// undone.
func TestFix(t *testing.T) {
	s, a, st := onTruck(t)
	settle(t, s, st)
	tank := named(s, "tank")
	if v := s.Work().Parts.Parts[tank].Visibility; v != rig.Interior {
		t.Fatalf("the tank is %s", v)
	}
	at := slices.IndexFunc(s.Findings(), func(f rig.Finding) bool { return f.Repair != nil && slices.Contains(f.Parts, tank) })
	if at < 0 {
		t.Fatalf("no fix for the tank: %v", s.Findings())
	}
	reveal(t, a, st, fmt.Sprintf("fix/rig/%d", at))
	shoot(t, st, "v_fix")
	press(t, a, st, fmt.Sprintf("finding/rig/%d", at))
	st.Ticks(2)
	if !slices.Contains(s.Selected(), tank) {
		t.Errorf("Show selected %v", s.Selected())
	}
	press(t, a, st, fmt.Sprintf("fix/rig/%d", at))
	settle(t, s, st)
	if got := s.Work().Parts.Parts[tank].Role; got != rig.Ignore {
		t.Errorf("after Fix the tank is %s", got)
	}
	if slices.ContainsFunc(s.Findings(), func(f rig.Finding) bool { return f.Repair != nil && slices.Contains(f.Parts, tank) }) {
		t.Error("the finding is still there")
	}
	chord(st, ui.KeyZ)
	st.Ticks(2)
	if s.Work().Parts.Parts[tank].Role == rig.Ignore {
		t.Error("undo left it ignored")
	}

	// Marks count for the mirror image while Mirror is ticked.
	press(t, a, st, "parts/mirror")
	s.Mark(rig.Edgecase, named(s, "wheel_fl"))
	for name, want := range map[string]rig.Role{"wheel_fl": rig.Edgecase, "wheel_fr": rig.Edgecase, "wheel_bl": rig.Wheel, "wheel_br": rig.Wheel} {
		if got := s.Work().Parts.Parts[named(s, name)].Role; got != want {
			t.Errorf("mirrored marks: %s is %s, want %s", name, got, want)
		}
	}
}
