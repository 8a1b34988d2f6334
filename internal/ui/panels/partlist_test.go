package panels_test

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/lab"
	"donorlab/internal/rig"
	"donorlab/internal/scene"
	"donorlab/internal/ui"
	"donorlab/internal/ui/panels"
	"donorlab/internal/ui/softdraw"
)

// drum is a closed cylinder about X.
func drum(radius, width float32, sides int) scene.Primitive {
	var p scene.Primitive
	p.Positions = append(p.Positions, mgl32.Vec3{-width / 2}, mgl32.Vec3{width / 2})
	for i := range sides {
		s, c := math.Sincos(2 * math.Pi * float64(i) / float64(sides))
		y, z := radius*float32(c), radius*float32(s)
		p.Positions = append(p.Positions, mgl32.Vec3{-width / 2, y, z}, mgl32.Vec3{width / 2, y, z})
	}
	for i := range sides {
		a, b := uint32(2+2*i), uint32(2+2*((i+1)%sides))
		p.Indices = append(p.Indices, 0, b, a, 1, a+1, b+1, a, b, a+1, b, b+1, a+1)
	}
	return p
}

// block is a closed box about its middle.
func block(x, y, z float32) scene.Primitive {
	var p scene.Primitive
	for i := range 8 {
		p.Positions = append(p.Positions, mgl32.Vec3{x * (float32(i&1) - 0.5), y * (float32(i>>1&1) - 0.5), z * (float32(i>>2&1) - 0.5)})
	}
	for _, f := range [][4]uint32{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}} {
		p.Indices = append(p.Indices, f[0], f[1], f[2], f[0], f[2], f[3])
	}
	return p
}

// truck is a small vehicle of few triangles, facing +Z: a hull, a cab, four wheels
// and a tank within the hull.
func truck() *scene.Model {
	m := &scene.Model{Name: "truck"}
	add := func(name string, at mgl64.Vec3, p scene.Primitive) {
		n := scene.Node{Name: name, Local: scene.Identity(), Mesh: scene.Some(len(m.Meshes))}
		n.Local.T = at
		m.Roots = append(m.Roots, len(m.Nodes))
		m.Nodes = append(m.Nodes, n)
		m.Meshes = append(m.Meshes, scene.Mesh{Name: name, Primitives: []scene.Primitive{p}})
	}
	add("hull", mgl64.Vec3{0, 1, 0}, block(2, 0.8, 5))
	add("cab", mgl64.Vec3{0, 1.9, 1.6}, block(1.8, 1, 1.4))
	for _, w := range []struct {
		name string
		x, z float64
	}{{"wheel_fl", 1, 1.6}, {"wheel_fr", -1, 1.6}, {"wheel_bl", 1, -1.6}, {"wheel_br", -1, -1.6}} {
		add(w.name, mgl64.Vec3{w.x, 0.45, w.z}, drum(0.45, 0.3, 20))
	}
	add("tank", mgl64.Vec3{0, 1, -1}, block(0.6, 0.3, 0.8))
	return m
}

// onTruck is a stage with the truck, its parts found.
func onTruck(t *testing.T) (*lab.Session, *panels.App, *softdraw.Stage) {
	t.Helper()
	s, a, st := stage(t, 1280, 720, 1)
	path := filepath.Join(t.TempDir(), "truck.glb")
	if err := lab.WriteModel(path, truck()); err != nil {
		t.Fatal(err)
	}
	s.Open(path)
	if err := s.Idle(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.Clock().Playing = false
	st.Ticks(3)
	return s, a, st
}

// settle lets what was started end, and shows it.
func settle(t *testing.T, s *lab.Session, st *softdraw.Stage) {
	t.Helper()
	if err := s.Idle(t.Context()); err != nil {
		t.Fatal(err)
	}
	st.Ticks(3)
}

// listed are the parts that the list shows, by name, from the top.
func listed(s *lab.Session, a *panels.App) (names []string) {
	type row struct {
		y    float32
		name string
	}
	var rows []row
	for _, w := range a.Widgets() {
		var i int
		if n, _ := fmt.Sscanf(w.Name, "part/%d", &i); n == 1 {
			rows = append(rows, row{w.Y, s.Work().Parts.Parts[i].Name})
		}
	}
	slices.SortFunc(rows, func(a, b row) int { return int(a.y - b.y) })
	for _, r := range rows {
		names = append(names, r.name)
	}
	return names
}

func named(s *lab.Session, name string) int {
	return slices.IndexFunc(s.Work().Parts.Parts, func(p rig.Part) bool { return p.Name == name })
}

func partRow(s *lab.Session, name string) string { return fmt.Sprintf("part/%d", named(s, name)) }

// The list on the truck: sorting, filters, keys, marks, edits by hand; each from
// the state that the one before left, as for a user.
func TestPartList(t *testing.T) {
	s, a, st := onTruck(t)
	if s.Work().Recipe.Target != rig.General {
		t.Errorf("the truck's target is %s", s.Work().Recipe.Target)
	}
	file := listed(s, a)
	if len(file) != 7 || file[0] != "hull" {
		t.Fatalf("listed: %v", file)
	}
	shoot(t, st, "v_list")

	t.Run("a heading sorts, turns the order round, and lets go", func(t *testing.T) {
		st.Ticks(20)
		press(t, a, st, "parts/sort/Part")
		st.Ticks(2)
		up := listed(s, a)
		if !slices.IsSorted(up) {
			t.Errorf("by name: %v", up)
		}
		st.Ticks(20)
		press(t, a, st, "parts/sort/Part")
		st.Ticks(2)
		down := listed(s, a)
		slices.Reverse(down)
		if !slices.Equal(up, down) {
			t.Errorf("turned round: %v", down)
		}
		st.Ticks(20)
		press(t, a, st, "parts/sort/Part")
		st.Ticks(2)
		if got := listed(s, a); !slices.Equal(got, file) {
			t.Errorf("the file's order is not back: %v", got)
		}
		st.Ticks(20)
		press(t, a, st, "parts/sort/Verts")
		st.Ticks(2)
		n := 0
		for _, name := range listed(s, a) {
			v := s.Work().Parts.Parts[named(s, name)].Vertices
			if v < n {
				t.Errorf("by vertices, %s has %d after %d", name, v, n)
			}
			n = v
		}
		st.Ticks(20)
		press(t, a, st, "parts/sort/Verts")
		st.Ticks(20)
		press(t, a, st, "parts/sort/Verts")
		st.Ticks(2)
	})

	t.Run("a click goes to the part; arrows and Shift", func(t *testing.T) {
		before := s.View().Camera
		press(t, a, st, partRow(s, "cab"))
		st.Ticks(14)
		if c := s.View().Camera; c.Target == before.Target || !slices.Equal(s.Selected(), []int{named(s, "cab")}) {
			t.Errorf("selected %v, the camera looks at %v", s.Selected(), c.Target)
		}
		st.Press(ui.KeyDown)
		if got := s.Selected(); !slices.Equal(got, []int{named(s, "wheel_fl")}) {
			t.Errorf("after down: %v", got)
		}
		st.Press(ui.KeyLeftShift, ui.KeyDown)
		st.Press(ui.KeyLeftShift, ui.KeyDown)
		if got := s.Selected(); len(got) != 3 {
			t.Errorf("after Shift+down twice: %v", got)
		}
		st.Press(ui.KeyUp)
		if got := s.Selected(); !slices.Equal(got, []int{named(s, "wheel_fr")}) {
			t.Errorf("after up: %v", got)
		}
	})

	t.Run("what a mark takes out of the filter hands the selection on", func(t *testing.T) {
		press(t, a, st, "parts/role")
		st.Ticks(2)
		press(t, a, st, "parts/role/Wheel")
		st.Ticks(2)
		if got := listed(s, a); len(got) != 4 {
			t.Fatalf("wheels: %v", got)
		}
		press(t, a, st, partRow(s, "wheel_fr"))
		st.Press(ui.KeyE)
		st.Ticks(2)
		if got := listed(s, a); len(got) != 3 || slices.Contains(got, "wheel_fr") {
			t.Errorf("after the mark: %v", got)
		}
		if got := s.Selected(); !slices.Equal(got, []int{named(s, "wheel_bl")}) {
			t.Errorf("selected %v, want the next row", got)
		}
		// Two at once, and then the last one left.
		st.Input.Keys = []ui.Key{ui.KeyLeftCtrl}
		press(t, a, st, partRow(s, "wheel_fl"))
		st.Input.Keys = nil
		st.Press(ui.KeyE)
		st.Ticks(2)
		if got := s.Selected(); !slices.Equal(got, []int{named(s, "wheel_br")}) {
			t.Errorf("after two marks selected %v", got)
		}
		for range 2 {
			chord(st, ui.KeyZ)
		}
		press(t, a, st, "parts/clear")
		st.Ticks(2)
		if got := listed(s, a); !slices.Equal(got, file) {
			t.Errorf("List all: %v", got)
		}
	})

	t.Run("filters by figures", func(t *testing.T) {
		press(t, a, st, "parts/more")
		st.Ticks(2)
		shoot(t, st, "v_filters")
		// drag moves a slider from one end to a share of its width.
		drag := func(name string, from, to float32) {
			w := widgetNamed(t, a, name)
			st.Drag(w.X+w.W*from, w.Y+w.H/2, w.X+w.W*to, w.Y+w.H/2)
			st.Ticks(2)
		}
		drag("parts/minsize", 0.03, 0.75) // 1.5 m
		if got := listed(s, a); !slices.Equal(got, []string{"hull", "cab"}) {
			t.Errorf("longest side 1.5 m: %v", got)
		}
		press(t, a, st, "parts/clear")
		st.Ticks(2)
		drag("parts/above", 0.02, 0.6)
		if got := listed(s, a); !slices.Equal(got, []string{"cab"}) {
			t.Errorf("the upper part: %v", got)
		}
		press(t, a, st, "parts/clear")
		st.Ticks(2)
		drag("parts/leftof", 0.02, 0.7)
		if got := listed(s, a); !slices.Equal(got, []string{"wheel_fl", "wheel_bl"}) {
			t.Errorf("the left side: %v", got)
		}
		press(t, a, st, "parts/clear")
		st.Ticks(2)
		w := widgetNamed(t, a, "parts/minverts")
		st.Drag(w.X+3, w.Y+w.H/2, w.X+w.W*0.6, w.Y+w.H/2)
		st.Ticks(2)
		if got, n := listed(s, a), s.Work().Recipe.MinVerts; n < 37 || n > 240 || len(got) != 4 {
			t.Errorf("at least %d vertices: %v", n, got)
		}
		if len(s.RigStale()) > 0 {
			t.Errorf("a filter makes the rig stale: %v", s.RigStale())
		}
		press(t, a, st, "parts/clear")
		st.Ticks(2)
		if s.Work().Recipe.MinVerts != 1 {
			t.Error("List all left the least number of vertices")
		}
		press(t, a, st, "parts/more")
		st.Ticks(2)
	})

	t.Run("merge, take apart, hide, show", func(t *testing.T) {
		press(t, a, st, partRow(s, "wheel_fl"))
		st.Input.Keys = []ui.Key{ui.KeyLeftCtrl}
		press(t, a, st, partRow(s, "wheel_fr"))
		st.Input.Keys = nil
		st.Ticks(2)
		press(t, a, st, "parts/merge")
		settle(t, s, st)
		if n := len(s.Work().Parts.Parts); n != 6 || len(s.Selected()) == 0 {
			t.Fatalf("%d parts after merging two, selected %v", n, s.Selected())
		}
		chord(st, ui.KeyZ)
		st.Ticks(2)
		if got := listed(s, a); !slices.Equal(got, file) {
			t.Errorf("undo: %v", got)
		}
		chord(st, ui.KeyY)
		st.Ticks(2)
		press(t, a, st, "parts/merge") // now: Unmerge
		settle(t, s, st)
		if got := listed(s, a); !slices.Equal(got, file) {
			t.Errorf("taken apart: %v", got)
		}
		triangles := func() (n int) { // of the hull
			for _, tr := range st.Tick().Views[0].List.Triangles {
				if int(tr.Node) == 0 {
					n++
				}
			}
			return n
		}
		press(t, a, st, partRow(s, "hull"))
		st.Ticks(14)
		all := triangles()
		press(t, a, st, "parts/hide")
		st.Ticks(2)
		if n := triangles(); n != 0 || all == 0 || !s.Work().Parts.Parts[named(s, "hull")].Hidden {
			t.Errorf("hidden, %d of %d triangles are drawn", n, all)
		}
		press(t, a, st, "parts/showall")
		st.Ticks(2)
		if s.Work().Parts.Parts[named(s, "hull")].Hidden {
			t.Error("Show all left it hidden")
		}
	})

	t.Run("click in the picture, then a letter", func(t *testing.T) {
		st.Press(ui.KeyEscape)
		st.Press(ui.KeyHome)
		st.Ticks(14)
		x, y := place(t, a, "view")
		st.Click(x, y)
		if len(s.Selected()) != 1 {
			t.Fatalf("a click selected %v", s.Selected())
		}
		i := s.Selected()[0]
		st.Press(ui.KeyT)
		if p := s.Work().Parts.Parts[i]; p.Role != rig.Turret || !slices.Equal(s.Selected(), []int{i}) {
			t.Errorf("it is %s, selected %v", p.Role, s.Selected())
		}
		chord(st, ui.KeyZ)
		press(t, a, st, "left/nodes") // the list is not there; the letter still marks
		st.Ticks(2)
		st.Click(x, y)
		st.Press(ui.KeyT)
		if p := s.Work().Parts.Parts[i]; p.Role != rig.Turret {
			t.Errorf("without the list it is %s", p.Role)
		}
		chord(st, ui.KeyZ)
		press(t, a, st, "left/parts")
		st.Ticks(2)
	})

	t.Run("all guesses are accepted at once", func(t *testing.T) {
		s.AcceptGuesses()
		for _, p := range s.Work().Parts.Parts {
			if p.ByHand != (p.Role != rig.Default) {
				t.Errorf("%s: %s, by hand %v", p.Name, p.Role, p.ByHand)
			}
		}
		s.Undo()
		if s.Work().Parts.Parts[0].ByHand {
			t.Error("undo left the marks")
		}
	})
}
