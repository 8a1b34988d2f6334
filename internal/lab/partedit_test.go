package lab

import (
	"math"
	"path/filepath"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/rig"
)

// onToy is a session with toy boxes, their parts found.
func onToy(t *testing.T, boxes ...string) *Session {
	t.Helper()
	file := filepath.Join(t.TempDir(), "toy.glb")
	if err := WriteModel(file, toy(nil, boxes...)); err != nil {
		t.Fatal(err)
	}
	s := New(Options{ConfigDir: t.TempDir(), CacheDir: t.TempDir()})
	t.Cleanup(func() { s.Close() })
	s.Open(file)
	idle(t, s)
	return s
}

func idle(t *testing.T, s *Session) {
	t.Helper()
	if err := s.Idle(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// Merging is one undo step of recipe and parts; marks made while the parts were
// being found stay; the selection and the rig's bones follow their parts.
func TestMergeParts(t *testing.T) {
	s := onToy(t, "hull", "door", "mast", "rudder")
	s.EditRecipe("general", "", func(r *rig.Recipe) { r.Target = rig.General })
	s.Mark(rig.Turret, partNamed(s, "mast"))
	if err := s.Wait(t.Context(), s.Generate()); err != nil {
		t.Fatal(err)
	}
	turret := slices.IndexFunc(s.Bones(), func(b rig.Bone) bool { return b.Role == rig.Turret })
	if turret < 0 || !slices.Equal(s.Bones()[turret].Parts, []int{partNamed(s, "mast")}) {
		t.Fatalf("bones: %+v", s.Bones())
	}
	s.Select(partNamed(s, "mast"))
	s.MergeParts(partNamed(s, "hull"), partNamed(s, "door"))
	s.Mark(rig.Edgecase, partNamed(s, "rudder")) // before the parts are there
	idle(t, s)
	w := s.Work()
	if len(w.Parts.Parts) != 3 || !w.Parts.Parts[partNamed(s, "hull")].Merged {
		t.Fatalf("%d parts", len(w.Parts.Parts))
	}
	if p := w.Parts.Parts[partNamed(s, "rudder")]; p.Role != rig.Edgecase || !p.ByHand {
		t.Errorf("the mark made meanwhile: %s", p.Role)
	}
	if !slices.Equal(s.Selected(), []int{partNamed(s, "mast")}) {
		t.Errorf("selected %v", s.Selected())
	}
	if b := s.Bones()[turret]; !slices.Equal(b.Parts, []int{partNamed(s, "mast")}) {
		t.Errorf("the turret's bone has the parts %v, the mast is %d", b.Parts, partNamed(s, "mast"))
	}
	if why := s.RigStale(); len(why) == 0 {
		t.Error("the rig is not stale")
	}
	s.SelectBone(turret)
	if !slices.Equal(s.Selected(), []int{partNamed(s, "mast")}) {
		t.Errorf("the bone selects %v", s.Selected())
	}
	s.Select(partNamed(s, "hull"))
	s.Undo()
	if n := len(s.Work().Parts.Parts); n != 4 || len(s.Work().Recipe.Merges) != 0 {
		t.Errorf("after undo %d parts, %d merges", n, len(s.Work().Recipe.Merges))
	}
	for _, i := range s.Selected() {
		if n := s.Work().Parts.Parts[i].Name; n != "hull" && n != "door" {
			t.Errorf("after undo %s is selected", n)
		}
	}
	if s.MergeParts(partNamed(s, "hull")).Err() == nil {
		t.Error("one part was merged")
	}
}

// A repair of the scale measures the parts anew, as one step; one of marks needs
// no more than the marks. Both are undone.
func TestRepair(t *testing.T) {
	s := onToy(t, "hull", "door")
	size := s.Work().Parts.Parts[0].Size
	_, steps := s.History()
	s.Repair(&rig.Repair{Title: "Ten times larger", Scale: 10})
	idle(t, s)
	if got := s.Work().Parts.Parts[0].Size; got.Sub(size.Mul(10)).Len() > 1e-6 || s.Work().Recipe.Scale != 10 {
		t.Errorf("from %v to %v at scale %g", size, got, s.Work().Recipe.Scale)
	}
	if b := s.Bounds(); math.Abs(b.Size()[1]-10) > 1e-6 { // a toy's boxes are 1 m high
		t.Errorf("the preview shows %v", b.Size())
	}
	if names, done := s.History(); done != steps+1 || names[done-1] != "Ten times larger" {
		t.Errorf("steps: %v", names)
	}
	s.Undo()
	if got := s.Work().Parts.Parts[0].Size; got != size {
		t.Errorf("after undo %v", got)
	}
	p := &s.Work().Parts.Parts[1]
	s.Repair(&rig.Repair{Title: "Ignore", Marks: []rig.Mark{{Part: p.ID, Name: p.Name, Role: rig.Ignore}}})
	if got := s.Work().Parts.Parts[1]; got.Role != rig.Ignore || s.Busy() {
		t.Errorf("the role is %s, busy %v", got.Role, s.Busy())
	}
	s.Undo()
	if got := s.Work().Parts.Parts[1]; got.Role == rig.Ignore {
		t.Error("undo left the mark")
	}
}

// Hinges follow marks and settings by themselves; what is set by hand lies over
// the fit at once, and an axle turned round is the fitted one negated.
func TestHinges(t *testing.T) {
	s := onToy(t, "hull", "mast")
	s.EditRecipe("general", "", func(r *rig.Recipe) { r.Target = rig.General })
	step := func() {
		t.Helper()
		s.Step()
		idle(t, s)
	}
	s.Mark(rig.Turret, partNamed(s, "mast"))
	step()
	list := s.Hinges()
	if len(list) != 1 || list[0].Role != rig.Turret || list[0].ByHand {
		t.Fatalf("hinges: %+v", list)
	}
	if up := list[0].Axle.Dot(mgl64.Vec3{0, 1, 0}); math.Abs(up-1) > 1e-6 {
		t.Errorf("the turret turns about %v", list[0].Axle)
	}
	c := [3]float64{1, 2, 3}
	s.SetHub(rig.HubOverride{Role: rig.Turret, Center: &c, Flip: true})
	now := s.Hinges()[0]
	if now.Center != mgl64.Vec3(c) || now.Axle.Add(list[0].Axle).Len() > 1e-9 || !now.ByHand || now.FittedCenter != list[0].Center {
		t.Errorf("by hand: %+v", now)
	}
	if err := s.Wait(t.Context(), s.Generate()); err != nil {
		t.Fatal(err)
	}
	step()
	if g := s.Work().Rigged.Rig.Hinges[0]; g.Center != now.Center || g.Axle.Sub(now.Axle).Len() > 1e-9 {
		t.Errorf("Generate has %v about %v, the window %v about %v", g.Center, g.Axle, now.Center, now.Axle)
	}
	s.Mark(rig.Body, partNamed(s, "mast"))
	step()
	if got := s.Hinges(); len(got) != 0 {
		t.Errorf("with nothing that turns: %+v", got)
	}
}
