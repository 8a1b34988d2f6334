package gizmo_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
	"donorlab/internal/ui/gizmo"
)

const width, height = 640, 480

// situation is a random camera and a gizmo that it sees.
func situation(r *rand.Rand) (gizmo.View, gizmo.Gizmo) {
	g := gizmo.Gizmo{Origin: mgl64.Vec3{r.NormFloat64() * 3, r.NormFloat64() * 3, r.NormFloat64() * 3}}
	if r.IntN(2) == 0 {
		q := mgl64.Quat{W: r.NormFloat64(), V: mgl64.Vec3{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}}.Normalize()
		g.Axes = q.Mat4().Mat3()
	}
	cam := scene.Camera{Target: g.Origin.Add(mgl64.Vec3{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}), AzimuthDeg: r.Float64() * 360,
		ElevationDeg: r.Float64()*180 - 90, Distance: 6 + r.Float64()*20, Ortho: r.IntN(3) == 0}
	return gizmo.NewView(cam, width, height), g
}

func axisOf(g *gizmo.Gizmo, k int) mgl64.Vec3 {
	if g.Axes == (mgl64.Mat3{}) {
		var a mgl64.Vec3
		a[k] = 1
		return a
	}
	return g.Axes.Col(k)
}

func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

// A thing that is dragged along an axis stays on it and is drawn at the foot of
// the perpendicular from the mouse to the axis' picture; back at the start it is
// exactly where it was.
func TestAxisDrag(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 3000 {
		v, g := situation(r)
		k := n % 3
		h := gizmo.AxisX + gizmo.Handle(k)
		if g.Strength(&v, h) < 0.5 {
			continue
		}
		a := axisOf(&g, k)
		ox, oy, _ := v.Pixel(g.Origin)
		d := g.Grab(&v, h, ox, oy)
		c := d.To(&v, ox+r.NormFloat64()*20, oy+r.NormFloat64()*20, gizmo.Snap{})
		if off := c.Move.Sub(a.Mul(c.Move.Dot(a))).Len(); off > 1e-9*(1+c.Move.Len()) {
			t.Fatalf("case %d: %v m off the axis", n, off)
		}
		// Mouse on the axis' own picture: the thing is drawn right under it.
		want := r.NormFloat64() * 0.5
		x, y, ok := v.Pixel(g.Origin.Add(a.Mul(want)))
		if !ok {
			continue
		}
		c = d.To(&v, x, y, gizmo.Snap{})
		near(t, "the way along the axis", c.Along[k], want, 1e-6*(1+math.Abs(want)))
		// And from beside it: at the foot.
		x2, y2, _ := v.Pixel(g.Origin.Add(a.Mul(want * 0.5)))
		dx, dy := x-ox, y-oy
		if l := math.Hypot(dx, dy); l > 3 {
			c = d.To(&v, x2-dy/l*40, y2+dx/l*40, gizmo.Snap{})
			near(t, "the way from beside the axis", c.Along[k], want*0.5, 1e-6*(1+math.Abs(want)))
		}
		if c := d.To(&v, ox, oy, gizmo.Snap{}); c.Move != (mgl64.Vec3{}) {
			t.Fatalf("case %d: back at the start it is off by %v", n, c.Move)
		}
	}
}

// What is dragged in a plane or the screen is drawn under the mouse, with the
// offset it was grabbed at, and stays in its plane.
func TestPlaneDrag(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for n := range 3000 {
		v, g := situation(r)
		h := gizmo.PlaneYZ + gizmo.Handle(n%4)
		if g.Strength(&v, h) < 0.9 {
			continue
		}
		ox, oy, _ := v.Pixel(g.Origin)
		d := g.Grab(&v, h, ox, oy)
		x, y := ox+r.NormFloat64()*15, oy+r.NormFloat64()*15
		c := d.To(&v, x, y, gizmo.Snap{})
		px, py, ok := v.Pixel(c.Point(g.Origin, g.Origin))
		if !ok || math.Hypot(px-x, py-y) > 1e-6 {
			t.Fatalf("case %d, %v: drawn at %v, %v; the mouse is at %v, %v", n, h, px, py, x, y)
		}
		if k := h.Axis(); k >= 0 {
			near(t, "the way out of the plane", c.Along[k], 0, 1e-9*(1+c.Move.Len()))
		}
		if c := d.To(&v, ox, oy, gizmo.Snap{}); c.Move.Len() > 1e-12 {
			t.Fatalf("case %d: back at the start it is off by %v", n, c.Move)
		}
	}
}

// The point of a ring that was grabbed keeps its direction from the middle
// under the mouse, and comes back.
func TestRingDrag(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	tried := 0
	for n := range 4000 {
		v, g := situation(r)
		g.Mode = gizmo.Rotate
		k := n % 3
		h := gizmo.RingX + gizmo.Handle(k)
		axle := axisOf(&g, k)
		ox, oy, _ := v.Pixel(g.Origin)
		_, sight := v.Ray(ox, oy)
		if math.Abs(axle.Dot(sight)) < 0.4 {
			continue
		}
		tried++
		a, b := axisOf(&g, (k+1)%3), axisOf(&g, (k+2)%3)
		rim := func(t float64) mgl64.Vec3 {
			return g.Origin.Add(a.Mul(0.5 * math.Cos(t))).Add(b.Mul(0.5 * math.Sin(t)))
		}
		from, by := r.Float64()*2*math.Pi, (r.Float64()-0.5)*2.9*math.Pi/1.5
		x, y, _ := v.Pixel(rim(from))
		d := g.Grab(&v, h, x, y)
		var c gizmo.Change
		for i := 1; i <= 8; i++ {
			x, y, _ = v.Pixel(rim(from + by*float64(i)/8))
			c = d.To(&v, x, y, gizmo.Snap{})
		}
		near(t, "the angle", c.Angle, by, 1e-7)
		p := c.Point(rim(from), g.Origin)
		if px, py, _ := v.Pixel(p); math.Hypot(px-x, py-y) > 1e-5 {
			t.Fatalf("case %d: the grabbed point is drawn at %v, %v; the mouse is at %v, %v", n, px, py, x, y)
		}
		x, y, _ = v.Pixel(rim(from))
		c = d.To(&v, x, y, gizmo.Snap{})
		c = d.To(&v, x, y, gizmo.Snap{})
		near(t, "the angle back at the start", math.Remainder(c.Angle, 2*math.Pi), 0, 1e-9)
	}
	if tried < 1000 {
		t.Fatalf("only %d rings were tried", tried)
	}
}

// Twice round is two turns in the read-out.
func TestRingCountsTurns(t *testing.T) {
	v := gizmo.NewView(scene.Camera{ElevationDeg: 90, Distance: 10}, width, height)
	g := gizmo.Gizmo{Mode: gizmo.Rotate}
	x, y, _ := v.Pixel(mgl64.Vec3{1, 0, 0})
	d := g.Grab(&v, gizmo.RingY, x, y)
	var c gizmo.Change
	for i := range 81 {
		a := float64(i) / 40 * 2 * math.Pi
		x, y, _ := v.Pixel(mgl64.Vec3{math.Cos(a), 0, -math.Sin(a)}) // counter-clockwise from above
		c = d.To(&v, x, y, gizmo.Snap{})
	}
	near(t, "the angle", c.Angle, 4*math.Pi, 1e-9)
	if got := d.Text(c); got != "Y +720.0°" {
		t.Errorf("read-out %q", got)
	}
}

// A ring seen from its edge is turned along its picture: a radius of pixels is a
// radian, and the rim's front goes with the mouse.
func TestRingFromItsEdge(t *testing.T) {
	v := gizmo.NewView(scene.Camera{Distance: 10}, width, height) // from +Z
	g := gizmo.Gizmo{Mode: gizmo.Rotate, Size: 80}
	d := g.Grab(&v, gizmo.RingY, width/2, height/2)
	c := d.To(&v, width/2+80, height/2+3, gizmo.Snap{})
	near(t, "the angle", c.Angle, 1, 1e-9)
	if front := c.Turn.Rotate(mgl64.Vec3{0, 0, 1}); front[0] <= 0 {
		t.Errorf("the rim's front went to %v, the mouse to +X", front)
	}
}

// An axis that points at the viewer, a plane from its edge and a mouse beyond
// the horizon give finite, bounded answers that change little with a pixel.
func TestDegenerateViewsAreStable(t *testing.T) {
	for _, ortho := range []bool{false, true} {
		for _, az := range []float64{0, 0.01, 1, 3, 6.5, 8, 12, 45, 89.9, 90} {
			v := gizmo.NewView(scene.Camera{Distance: 10, AzimuthDeg: az, Ortho: ortho}, width, height)
			for _, mode := range []gizmo.Mode{gizmo.Translate, gizmo.Rotate} {
				g := gizmo.Gizmo{Mode: mode}
				for h := gizmo.AxisX; h <= gizmo.RingView; h++ {
					if h.Turns() != (mode == gizmo.Rotate) {
						continue
					}
					d := g.Grab(&v, h, width/2, height/2)
					for x := -200.0; x <= width+200; x += 40 {
						for y := -200.0; y <= height+200; y += 40 {
							c := d.To(&v, x, y, gizmo.Snap{})
							if l := c.Move.Len(); !(l < 1000) || math.IsNaN(c.Angle) {
								t.Fatalf("azimuth %v, %d at %v, %v: moved %v, turned %v", az, h, x, y, c.Move, c.Angle)
							}
						}
					}
				}
			}
		}
	}
}

// The axis drag grows with the mouse all along the axis' picture, also beyond
// its vanishing point.
func TestAxisDragIsMonotonic(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for n := range 500 {
		v, g := situation(r)
		h := gizmo.AxisX + gizmo.Handle(n%3)
		if g.Strength(&v, h) < 0.2 {
			continue
		}
		a := axisOf(&g, n%3)
		ox, oy, _ := v.Pixel(g.Origin)
		x, y, ok := v.Pixel(g.Origin.Add(a.Mul(1e-3)))
		if !ok {
			continue
		}
		dx, dy := x-ox, y-oy
		l := math.Hypot(dx, dy)
		d := g.Grab(&v, h, ox, oy)
		last := math.Inf(-1)
		for s := -3000.0; s <= 3000; s += 50 {
			c := d.To(&v, ox+dx/l*s, oy+dy/l*s, gizmo.Snap{})
			if c.Along[n%3] < last-1e-9 {
				t.Fatalf("case %d: at %v pixels it is at %v m, before at %v", n, s, c.Along[n%3], last)
			}
			last = c.Along[n%3]
		}
	}
}

func TestSnap(t *testing.T) {
	v := gizmo.NewView(scene.Camera{Distance: 10, AzimuthDeg: 30, ElevationDeg: 20}, width, height)
	g := gizmo.Gizmo{Origin: mgl64.Vec3{0.03, 0.04, 0.05}}
	ox, oy, _ := v.Pixel(g.Origin)
	for h := gizmo.AxisX; h <= gizmo.PlaneXY; h++ {
		c := g.Grab(&v, h, ox, oy).To(&v, ox+37, oy-21, gizmo.Snap{Move: 0.1})
		for k, a := range c.Along {
			near(t, "the rest of a step", math.Remainder(a, 0.1), 0, 1e-9)
			if h == gizmo.AxisX && (k == 0) != (math.Abs(a) > 0.05) {
				t.Errorf("along %d: %v", k, a)
			}
		}
	}
	g.Mode = gizmo.Rotate
	x, y, _ := v.Pixel(g.Origin.Add(mgl64.Vec3{0.5, 0, 0}))
	c := g.Grab(&v, gizmo.RingY, x, y).To(&v, x+13, y-33, gizmo.Snap{Turn: 5 * math.Pi / 180})
	near(t, "the rest of 5 degrees", math.Remainder(c.Angle*180/math.Pi, 5), 0, 1e-9)
	if c.Angle == 0 {
		t.Error("it did not turn")
	}
}

// Each handle is found where it is drawn, whatever the camera; the gizmo is
// about as large on the screen near and far.
func TestPickFindsWhatIsDrawn(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	found := map[gizmo.Handle]int{}
	for range 400 {
		v, g := situation(r)
		for _, g.Mode = range []gizmo.Mode{gizmo.Translate, gizmo.Rotate} {
			ox, oy, ok := v.Pixel(g.Origin)
			if !ok {
				continue
			}
			reach := 0.0
			for _, s := range g.Shapes(&v) {
				for _, p := range s.Points {
					reach = math.Max(reach, math.Hypot(p[0]-ox, p[1]-oy))
				}
				if s.Strength < 0.9 || s.Fill && s.Handle != gizmo.Center {
					continue
				}
				m := s.Points[len(s.Points)/2]
				if s.Handle == gizmo.Center {
					m = [2]float64{ox, oy}
				}
				if got := g.Pick(&v, m[0], m[1]); got == s.Handle {
					found[got]++
				} else {
					found[gizmo.None]++ // another handle's line may cross there
				}
			}
			if reach < 60 || reach > 150 {
				t.Fatalf("the gizmo reaches %v pixels", reach)
			}
			if got := g.Pick(&v, ox+200, oy+200); got != gizmo.None {
				t.Fatalf("%d is found 280 pixels away", got)
			}
		}
	}
	for _, h := range []gizmo.Handle{gizmo.AxisX, gizmo.AxisY, gizmo.AxisZ, gizmo.Center, gizmo.RingX, gizmo.RingY, gizmo.RingZ, gizmo.RingView} {
		if found[h] < 100 {
			t.Errorf("handle %d was found %d times", h, found[h])
		}
	}
	if all := found[gizmo.None]; all > 600 {
		t.Errorf("%d times something else was found", all)
	}
}

// An arrow that points at the viewer is neither drawn nor found; so is one that
// is hidden.
func TestUselessHandlesAreHidden(t *testing.T) {
	v := gizmo.NewView(scene.Camera{Distance: 10}, width, height)
	g := gizmo.Gizmo{Hide: [3]bool{true, false, false}}
	for _, s := range g.Shapes(&v) {
		if s.Handle == gizmo.AxisZ || s.Handle == gizmo.AxisX || s.Handle == gizmo.PlaneZX || s.Handle == gizmo.PlaneXY {
			t.Errorf("handle %d is drawn", s.Handle)
		}
	}
	behind := gizmo.Gizmo{Origin: mgl64.Vec3{0, 0, 50}}
	if s := behind.Shapes(&v); s != nil {
		t.Errorf("behind the viewer %d shapes are drawn", len(s))
	}
}

// The cube's front, seen from the front, is the whole cube; the model's left is
// on the viewer's right.
func TestCubeFromTheFront(t *testing.T) {
	v := gizmo.NewView(scene.Camera{Distance: 10}, width, height)
	c := gizmo.Cube{X: 100, Y: 100, Size: 30}
	for _, q := range []struct {
		x, y float64
		want gizmo.Side
		name string
	}{
		{100, 100, gizmo.Side{0, 0, 1}, "Front"},
		{127, 100, gizmo.Side{1, 0, 1}, "Front left"},
		{100, 73, gizmo.Side{0, 1, 1}, "Top front"},
		{73, 127, gizmo.Side{-1, -1, 1}, "Bottom front right"},
	} {
		got, ok := c.Pick(&v, q.x, q.y)
		if !ok || got != q.want || got.Name() != q.name {
			t.Errorf("at %v, %v: %v %q, want %v %q", q.x, q.y, got, got.Name(), q.want, q.name)
		}
	}
	if _, ok := c.Pick(&v, 140, 100); ok {
		t.Error("the cube is hit beside it")
	}
}

// Looking at a side by its own angles brings that side to the middle.
func TestCubeSidesAndAngles(t *testing.T) {
	for x := -1; x <= 1; x++ {
		for y := -1; y <= 1; y++ {
			for z := -1; z <= 1; z++ {
				s := gizmo.Side{x, y, z}
				if s == (gizmo.Side{}) {
					continue
				}
				az, el := s.Angles(10)
				cam := scene.Camera{Distance: 1, AzimuthDeg: az, ElevationDeg: el}
				dir := cam.Eye().Normalize()
				want := mgl64.Vec3{float64(x), float64(y), float64(z)}.Normalize()
				if dir.Sub(want).Len() > 1e-9 {
					t.Errorf("%v: the eye is at %v, want %v", s, dir, want)
				}
				v := gizmo.NewView(cam, width, height)
				c := gizmo.Cube{X: 50, Y: 50, Size: 30}
				if got, ok := c.Pick(&v, 50.01, 50.02); !ok || got != s {
					t.Errorf("%v: %v is in the middle", s, got)
				}
				if len(c.Highlight(&v, s)) == 0 {
					t.Errorf("%v: nothing to highlight", s)
				}
			}
		}
	}
}

// Letters stay on their face and can be read: the first is left of the last.
func TestCubeLetters(t *testing.T) {
	v := gizmo.NewView(scene.Camera{Distance: 1, AzimuthDeg: 30, ElevationDeg: 25}, width, height)
	c := gizmo.Cube{X: 50, Y: 50, Size: 30}
	faces := c.Faces(&v)
	if len(faces) != 3 {
		t.Fatalf("%d faces are seen", len(faces))
	}
	names := ""
	for _, f := range faces {
		names += f.Side.Name() + " "
		lines := f.Strokes()
		if len(lines) < 6 {
			t.Errorf("%s: %d strokes", f.Side.Name(), len(lines))
		}
		for _, l := range lines {
			if got, ok := c.Pick(&v, l[0], l[1]); !ok {
				t.Errorf("%s: a letter is off the cube", f.Side.Name())
			} else if d := got[0]*f.Side[0] + got[1]*f.Side[1] + got[2]*f.Side[2]; d != 1 {
				t.Errorf("%s: a letter is on %v", f.Side.Name(), got)
			}
		}
		if lines[0][0] >= lines[len(lines)-1][0] {
			t.Errorf("%s: the letters run backwards", f.Side.Name())
		}
	}
	for _, want := range []string{"Front", "Left", "Top"} {
		if !strings.Contains(names, want) {
			t.Errorf("from the front left above, %q are seen", names)
		}
	}
}

// A glide ends exactly at its end and goes the short way round.
func TestGlide(t *testing.T) {
	from := scene.Camera{AzimuthDeg: 170, ElevationDeg: 10, Distance: 4}
	to := scene.Camera{AzimuthDeg: -170, ElevationDeg: 0, Distance: 8, Target: mgl64.Vec3{1, 2, 3}}
	g := gizmo.NewGlide(from, to, 12)
	last, n := 170.0-360, 0
	var c scene.Camera
	for g.Active() {
		c = g.Next()
		n++
		if c.AzimuthDeg < last || c.AzimuthDeg > -170 || c.Distance < 4-1e-9 || c.Distance > 8+1e-9 {
			t.Errorf("step %d: %+v", n, c)
		}
		last = c.AzimuthDeg
	}
	if n != 12 || c != to {
		t.Errorf("after %d steps it is at %+v", n, c)
	}
}

func BenchmarkPick(b *testing.B) {
	v, g := situation(rand.New(rand.NewPCG(1, 1)))
	g.Mode = gizmo.Rotate
	for b.Loop() {
		g.Pick(&v, 300, 200)
	}
}
