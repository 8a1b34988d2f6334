package panels_test

import (
	"testing"

	"donorlab/internal/lab"
	"donorlab/internal/scene/draw"
	"donorlab/internal/ui"
)

// Everything in the section "Picture" reaches the preview's list, and "As it
// was" takes all of it back.
func TestPicturePanel(t *testing.T) {
	s, a, st := gunship(t)
	press(t, a, st, "tab/Instruments")
	st.Ticks(20)
	l := &s.View().Look
	choice(t, a, st, "picture/backdrop", "Dark")
	choice(t, a, st, "picture/mode", "Transparent after water")
	if l.Backdrop != lab.BackdropDark || l.Mode != draw.ModeTransparentAfterWater {
		t.Fatalf("chosen: %+v", *l)
	}
	choice(t, a, st, "picture/mode", "As in the file")
	w := widgetNamed(t, a, "picture/exposure")
	st.Drag(w.X+w.W*0.5, w.Y+w.H/2, w.X+w.W*0.6, w.Y+w.H/2)
	if l.Exposure < 0.5 || l.Exposure > 2 {
		t.Errorf("a drag by a tenth of -6..6 gave %g EV", l.Exposure)
	}
	press(t, a, st, "picture/water")
	st.Ticks(2)
	b := s.Bounds()
	if !l.Water || l.WaterLevel <= b.Min[1] || l.WaterLevel >= b.Max[1] || !has(a, "picture/level") {
		t.Errorf("the water is at %g m of %g to %g", l.WaterLevel, b.Min[1], b.Max[1])
	}
	w = widgetNamed(t, a, "picture/crowd")
	st.Drag(w.X+2, w.Y+w.H/2, w.X+w.W*0.07, w.Y+w.H/2)
	if l.Crowd < 2 || l.Crowd > 9 {
		t.Errorf("%d copies", l.Crowd)
	}
	l.Spread = 1
	st.Ticks(2)
	press(t, a, st, "picture/frameall")
	st.Ticks(16)
	shoot(t, st, "720_picture_crowd")
	l.Crowd = 0
	st.Ticks(2)
	press(t, a, st, "picture/heat")
	st.Ticks(3)
	choice(t, a, st, "picture/heatbone", s.Doc().Source.Nodes[s.Doc().Source.Skins[0].Joints[1]].Name)
	if !l.Heat || l.HeatBone != 1 {
		t.Errorf("heat %v of bone %d", l.Heat, l.HeatBone)
	}
	l.Water = false
	st.Ticks(2)
	press(t, a, st, "picture/mass")
	press(t, a, st, "picture/rests")
	if !l.MassCenter || !l.RestFrames {
		t.Errorf("the marks are %+v", *l)
	}
	st.Press(ui.KeyHome)
	st.Ticks(16)
	shoot(t, st, "720_picture_heat")
	press(t, a, st, "picture/reset")
	if *l != (lab.Look{}) {
		t.Errorf("after reset: %+v", *l)
	}
}

// The split picture: B is drawn right of the divider, which can be dragged; what
// is B's cannot be picked; the camera is one.
func TestCompareView(t *testing.T) {
	s, a, st := gunship(t)
	press(t, a, st, "tab/Instruments")
	st.Ticks(20)
	if out := st.Tick(); len(out.Views) != 1 {
		t.Fatalf("%d views without a comparison", len(out.Views))
	}
	choice(t, a, st, "picture/compare", "The rest pose")
	out := st.Tick()
	if len(out.Views) != 2 || out.Views[0].List.View != out.Views[1].List.View {
		t.Fatalf("%d views, or they have two cameras", len(out.Views))
	}
	shoot(t, st, "720_compare_rest")
	view := widgetNamed(t, a, "view")
	x, y := place(t, a, "view/divider")
	if x < view.X+view.W*0.49 || x > view.X+view.W*0.51 {
		t.Errorf("the divider is at %g", x)
	}
	az := s.View().Camera.AzimuthDeg
	st.Drag(x, y, view.X+view.W*0.25, y)
	st.Ticks(2)
	if x, _ = place(t, a, "view/divider"); x < view.X+view.W*0.24 || x > view.X+view.W*0.26 {
		t.Errorf("dragged to a quarter, the divider is at %g of %g", x-view.X, view.W)
	}
	if s.View().Camera.AzimuthDeg != az {
		t.Error("dragging the divider turned the camera")
	}
	s.Select()
	st.Click(view.X+view.W/2, view.Y+view.H/2)
	st.Ticks(2)
	if s.SelectedBone() >= 0 || len(s.Selected()) > 0 {
		t.Error("something was picked in B's half")
	}
	if err := s.Wait(t.Context(), s.OpenCompared(lab.SampleHelicopter)); err != nil {
		t.Fatal(err)
	}
	st.Ticks(3)
	shoot(t, st, "720_compare_model")
	choice(t, a, st, "picture/compare", "Nothing")
	if out := st.Tick(); len(out.Views) != 1 {
		t.Error("the comparison does not end")
	}
}
