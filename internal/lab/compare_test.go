package lab

import (
	"testing"

	"donorlab/internal/scene/draw"
)

// Two halves by one camera: the clip against rest, a stage against another, a
// model against another; the preview itself stays as it was.
func TestCompare(t *testing.T) {
	s := New(Options{ConfigDir: t.TempDir(), CacheDir: t.TempDir()})
	defer s.Close()
	var a, b, again draw.List
	if s.BuildCompared(&b, 64, 64) != nil {
		t.Error("something is compared with nothing open")
	}
	if err := s.Wait(t.Context(), s.Open(SampleDonor)); err != nil {
		t.Fatal(err)
	}
	if err := s.Idle(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.clock.Playing, s.clock.Time = false, 0.3
	fa := s.BuildList(&a, 96, 96)
	s.Compare(AgainstRest)
	fb := s.BuildCompared(&b, 96, 96)
	if fb == nil || fb.Posed.World[1] == fa.Posed.World[1] && fb.Posed.World[2] == fa.Posed.World[2] {
		t.Fatal("at rest the rotors stand as in the clip")
	}
	if a.View != b.View || a.Width != b.Width {
		t.Error("the halves have different cameras")
	}
	s.BuildList(&again, 96, 96)
	if len(again.Vertices) != len(a.Vertices) || again.Vertices[0] != a.Vertices[0] || s.clip != (ClipRef{}) || s.show != ShowAuto {
		t.Error("comparing changed the preview")
	}
	if err := s.Wait(t.Context(), s.OpenCompared(SampleHelicopter)); err != nil {
		t.Fatal(err)
	}
	fb = s.BuildCompared(&b, 96, 96)
	if with, name := s.Compared(); with != AgainstModel || fb.Model.TriangleCount() == fa.Model.TriangleCount() {
		t.Errorf("compared with %v %q", with, name)
	}
	s.Compare(AgainstSource)
	if s.side.model != nil {
		t.Error("the other model is kept although it is not shown")
	}
	if s.BuildCompared(&b, 96, 96).Show != ShowSource {
		t.Error("the other half is not the source")
	}
	s.Compare(AgainstModel)
	if m, _ := s.Status(); m.Code != "NO_COMPARE" {
		t.Error("a comparison with no model is not refused")
	}
}
