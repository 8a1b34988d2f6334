package panels_test

import (
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"donorlab/internal/lab"
	"donorlab/internal/rig"
	"donorlab/internal/ui"
)

// A click on the cube's face turns the camera there within 0.2 s, exactly; a
// drag of the cube orbits.
func TestCubeTurnsTheCamera(t *testing.T) {
	s, a, st := loaded(t)
	x, y := place(t, a, "view/cube/Top")
	st.Click(x, y)
	if s.View().Camera.ElevationDeg > 89 {
		t.Error("the camera jumped")
	}
	st.Ticks(13)
	if c := s.View().Camera; c.ElevationDeg != 90 {
		t.Errorf("after 0.2 s the camera is at %v, %v", c.AzimuthDeg, c.ElevationDeg)
	}
	st.Press(ui.Key1)
	st.Ticks(13)
	x, y = place(t, a, "view/cube/Front")
	before := s.View().Camera
	st.Drag(x, y, x+60, y)
	after := s.View().Camera
	if after.AzimuthDeg == before.AzimuthDeg || after.Target != before.Target {
		t.Errorf("a drag of the cube went from %+v to %+v", before, after)
	}
}

// The keys of the picture: views, their opposites, orbit, zoom, turntable.
func TestCameraKeys(t *testing.T) {
	s, a, st := loaded(t)
	angles := func() [2]float64 { c := s.View().Camera; return [2]float64{c.AzimuthDeg, c.ElevationDeg} }
	for _, k := range []struct {
		keys []ui.Key
		want [2]float64
	}{
		{[]ui.Key{ui.Key1}, [2]float64{0, 0}},
		{[]ui.Key{ui.Key3}, [2]float64{90, 0}},
		{[]ui.Key{ui.Key7}, [2]float64{0, 90}},
		{[]ui.Key{ui.KeyLeftCtrl, ui.Key1}, [2]float64{180, 0}},
		{[]ui.Key{ui.KeyLeftCtrl, ui.Key3}, [2]float64{-90, 0}},
		{[]ui.Key{ui.KeyLeftCtrl, ui.Key7}, [2]float64{0, -90}},
	} {
		st.Press(k.keys...)
		st.Ticks(13)
		if got := angles(); got != k.want {
			t.Errorf("keys %v: %v, want %v", k.keys, got, k.want)
		}
	}
	st.Press(ui.Key1)
	st.Ticks(13)
	vx, vy := place(t, a, "view")
	st.Click(vx+200, vy+200) // the ground: the picture has the keyboard
	st.Press(ui.KeyRight)
	st.Press(ui.KeyUp)
	st.Ticks(13)
	if got := angles(); got != [2]float64{7.5, 7.5} {
		t.Errorf("after right and up: %v", got)
	}
	far := s.View().Camera.Distance
	st.Press(ui.KeyEqual)
	st.Ticks(13)
	if d := s.View().Camera.Distance; !(d < far) {
		t.Errorf("plus went from %v to %v m", far, d)
	}
	st.Press(ui.KeyF4)
	st.Ticks(30)
	if got := angles(); math.Abs(got[0]-7.5-10) > 1 {
		t.Errorf("half a second of turntable: %v", got)
	}
}

// With the trackpad setting, scrolling orbits and Ctrl+scroll zooms.
func TestScroll(t *testing.T) {
	s, a, st := loaded(t)
	x, y := place(t, a, "view")
	st.Move(x, y)
	before := s.View().Camera
	st.Input.Wheel = [2]float32{0, 1}
	st.Tick()
	if c := s.View().Camera; !(c.Distance < before.Distance) || c.AzimuthDeg != before.AzimuthDeg {
		t.Errorf("a notch away went to %+v", c)
	}
	s.Settings().ScrollOrbits = true
	before = s.View().Camera
	st.Input.Wheel = [2]float32{1, 0}
	st.Tick()
	if c := s.View().Camera; c.Distance != before.Distance || c.AzimuthDeg == before.AzimuthDeg {
		t.Errorf("with the setting a notch went to %+v", c)
	}
}

// The tool bar fits beside the cube, in further rows where it must, and the
// transport in its row, at 1280 by 720 with the type at any scale.
func TestToolsFit(t *testing.T) {
	s, a, st := loaded(t)
	for _, zoom := range []float64{0, 1.5, 2} {
		s.Settings().UIScale = zoom
		st.Ticks(4)
		k := float32(max(zoom, 1))
		view := widgetNamed(t, a, "view")
		if view.W < 639 {
			t.Errorf("at %g the picture is %v pixels wide", k, view.W)
		}
		cx, cy := place(t, a, "view/cube")
		tools := 0
		for _, w := range a.Widgets() {
			tool := strings.HasPrefix(w.Name, "view/") && !strings.HasPrefix(w.Name, "view/cube")
			if tool {
				tools++
			}
			if tool && (w.X+w.W > cx-42*k && w.Y < cy+42*k || w.X+w.W > view.X+view.W || w.Y > view.Y+40*k+float32(tools)*20*k) {
				t.Errorf("at %g %s lies from %v, %v to %v; the cube's middle is %v, %v", k, w.Name, w.X, w.Y, w.X+w.W, cx, cy)
			}
			if strings.HasPrefix(w.Name, "time/") && zoom < 2 && w.X+w.W > 1280 {
				t.Errorf("at %g %s ends at %v", k, w.Name, w.X+w.W)
			}
		}
		if tools < 7 {
			t.Errorf("at %g %d tools are seen", k, tools)
		}
	}
	shoot(t, st, "720_zoom2")
}

// Everything drawn over the model, the menu of it, and bone names; and the
// picture's cost by a clock that is passed in.
func overlays(t *testing.T, s *lab.Session) {
	a, st := opened(t, s)
	now := time.Unix(0, 0)
	a.SetClock(func() time.Time { now = now.Add(2 * time.Millisecond); return now })
	s.Generate()
	if err := s.Idle(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.Clock().Playing = false
	st.Ticks(3)
	press(t, a, st, "view/overlays")
	st.Ticks(2)
	for _, n := range []string{"names", "axes"} {
		press(t, a, st, "overlay/"+n)
	}
	if o := s.View().Overlays; !o.Names || !o.Axes {
		t.Errorf("the menu's boxes did nothing: %+v", o)
	}
	shoot(t, st, "h11_overlays")
	st.Press(ui.KeyEscape)
	press(t, a, st, "view/Bones")
	st.Ticks(2)
	shoot(t, st, "h11_names")
	if os.Getenv("LAB_SHOTS") == "" {
		return
	}
	s2, a2, st2 := stage(t, 2560, 1440, 2)
	s2.Open(lab.SampleHelicopter)
	if err := s2.Idle(t.Context()); err != nil {
		t.Fatal(err)
	}
	hubOf(t, s2, rig.TailRotor)
	st2.Ticks(3)
	press(t, a2, st2, "view/turn")
	press(t, a2, st2, "left/nodes")
	st2.Ticks(3)
	shoot(t, st2, "h11_scale2")
}

// An orbit that reaches the window's edge asks the host to hold the pointer,
// and lets go of it with the button; a click at the edge does not.
func TestOrbitGoesOnBeyondTheEdge(t *testing.T) {
	s, a, st := loaded(t)
	x, y := place(t, a, "view")
	st.Move(x, y+100)
	st.Input.Buttons[0] = true
	st.Tick()
	st.Move(x+50, y+100)
	if st.Tick().Grab {
		t.Error("the pointer is held in the middle of the window")
	}
	st.Move(1279, y+100)
	if !st.Tick().Grab {
		t.Error("the pointer is not held at the edge")
	}
	before := s.View().Camera.AzimuthDeg
	st.Move(1500, y+100)
	if out := st.Tick(); !out.Grab || s.View().Camera.AzimuthDeg == before {
		t.Errorf("beyond the edge: held %v, azimuth %v", out.Grab, s.View().Camera.AzimuthDeg)
	}
	st.Input.Buttons[0] = false
	st.Ticks(2)
	if st.Tick().Grab {
		t.Error("the pointer is held without a button")
	}
}
