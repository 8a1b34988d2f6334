package gait_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/gait"
	"donorlab/internal/rig/humanoid"
	"donorlab/internal/scene"
)

// tailed is a body with a tail of three bones behind the hips.
func tailed(t testing.TB) *wearer {
	m := makeBody(bodyOptions{twist: true})
	hips := 0
	for i := range m.Nodes {
		if m.Nodes[i].Name == "Hips" {
			hips = i
		}
	}
	world := m.World(nil, nil, nil)
	up, from := hips, world[hips]
	for i := range 3 {
		at := scene.TRS{T: mgl64.Vec3{0, .93, -.15 - .2*float64(i)}, R: mgl64.QuatIdent(), S: mgl64.Vec3{1, 1, 1}}.Mat4()
		inv, _ := scene.InverseAffine(from)
		local, _ := scene.Decompose(inv.Mul4(at))
		n := len(m.Nodes)
		m.Nodes = append(m.Nodes, scene.Node{Name: fmt.Sprintf("Tail_%d", i+1), Parent: scene.Some(up), Local: local})
		m.Nodes[up].Children = append(m.Nodes[up].Children, n)
		m.Skins[0].Joints = append(m.Skins[0].Joints, n)
		bind, _ := scene.InverseAffine(at)
		m.Skins[0].InverseBind = append(m.Skins[0].InverseBind, bind)
		up, from = n, at
	}
	w := wear(t, "tailed", m)
	if !w.rig.Legged {
		t.Fatal(w.rig.Why)
	}
	return w
}

func (w *wearer) named(name string) int {
	for i := range w.m.Nodes {
		if w.m.Nodes[i].Name == name {
			return i
		}
	}
	return -1
}

// TestSpringsSwing: the tail lags as the body sets off, comes to rest again, is the same
// at any frame rate, and whole after any tick.
func TestSpringsSwing(t *testing.T) {
	w := tailed(t)
	tip := w.named("Tail_3")
	run := func(rate float64) (lag, end mgl64.Vec3) {
		p := w.pawn()
		d := gait.Driver{Moves: []gait.Move{{Seconds: 1, At: true}, {Seconds: 1, Speed: 4, At: true}, {Seconds: 3, At: true}}}
		p.Tick(0, d.Step(0))
		for i := 1; i <= int(5*rate); i++ {
			p.Tick(1/rate, d.Step(1/rate))
			at := scene.Position(w.world(p)[tip]).Sub(scene.Position(w.world(p)[w.node(humanoid.Hips)]))
			if i == int(1.1*rate) {
				lag = at
			}
			end = at
		}
		return lag, end
	}
	lag, end := run(60)
	if d := end.Sub(lag).Len(); d < .05 {
		t.Errorf("the tail's tip is %.3f m from where it rests as the body sets off: it does not lag", d)
	}
	for _, rate := range []float64{30, 120} {
		l, e := run(rate)
		if d := l.Sub(lag).Len(); d > .05 {
			t.Errorf("at %g Hz the tail's tip is %.3f m from where 60 Hz have it", rate, d)
		}
		if d := e.Sub(end).Len(); d > .005 {
			t.Errorf("at %g Hz it comes to rest %.3f m from where 60 Hz have it", rate, d)
		}
	}
	p := w.pawn()
	m := gait.Motion{}
	for i := range 200 {
		m.Position[2] += []float64{.1, 0, 30, -5, 1e5}[i%5]
		m.Yaw += float64(i % 3)
		p.Tick([]float64{1. / 60, 10, 0, 1e-6, .4}[i%5], m)
		for _, tr := range p.Pose(w.m.RestPose()) {
			if bad(tr) {
				t.Fatalf("tick %d: %v", i, tr)
			}
		}
	}
}

// TestLookAt: the head turns to what is offered, within its limits, and not round.
func TestLookAt(t *testing.T) {
	w := wear(t, "plain", makeBody(bodyOptions{twist: true}))
	rest := w.m.World(nil, nil, nil)
	for _, c := range []struct{ deg, want, off float64 }{{0, 0, 3}, {40, 30, 4}, {-40, -30, 4}, {80, 60, 4}, {110, 62, 4}, {170, 0, 3}, {-150, 0, 3}} {
		p := w.pawn()
		a := c.deg * math.Pi / 180
		m := gait.Motion{Looks: true, LookAt: mgl64.Vec3{3 * math.Sin(a), 1.65, 3 * math.Cos(a)}}
		for range 200 {
			p.Tick(1./60, m)
		}
		world := w.world(p)
		face := func(n int) float64 { // where the bone's rest forward points, degrees to the left
			v := scene.LinearPart(world[n]).Mul3(scene.LinearPart(rest[n]).Inv()).Mul3x1(mgl64.Vec3{0, 0, 1})
			return math.Atan2(v[0], v[2]) * 180 / math.Pi
		}
		if got := face(w.node(humanoid.Head)); math.Abs(got-c.want) > c.off {
			t.Errorf("asked to look %g degrees to the left, the head looks %.1f, not %g", c.deg, got, c.want)
		}
		if eye := face(w.node(humanoid.LeftEye)); math.Abs(c.deg) < 80 && math.Abs(eye-c.deg) > 4 {
			t.Errorf("asked to look %g degrees to the left, the eye looks %.1f", c.deg, eye)
		}
	}
}

// TestFlail: a fall flails after its delay and stops after the landing; a jump never
// does.
func TestFlail(t *testing.T) {
	w := wear(t, "plain", makeBody(bodyOptions{}))
	most := func(moves []gait.Move) (most, first float64) {
		p := w.pawn()
		d := gait.Driver{Moves: moves}
		first = -1
		falling := 0.0
		for i := 0; !d.Done(); i++ {
			m := d.Step(1. / 60)
			p.Tick(1./60, m)
			if m.Airborne {
				falling += 1. / 60
			}
			r := p.Trace(0)
			if most = max(most, r.Flail); r.Flail > 0 && first < 0 {
				first = falling
			}
		}
		if r := p.Trace(0); r.Flail > 0 {
			t.Error("standing, it still flails")
		}
		return most, first
	}
	if f, _ := most([]gait.Move{{Seconds: .3}, {Seconds: 2, Jump: true}}); f != 0 {
		t.Errorf("an ordinary jump flails by %.2f", f)
	}
	f, first := most([]gait.Move{{Seconds: 2, Fly: true, Rise: 8}, {Seconds: 4}})
	if f < .99 {
		t.Errorf("a long fall flails by %.2f only", f)
	}
	if first < .3 {
		t.Errorf("the flail begins %.2f s into the fall", first)
	}
}

// stairs rise by 0.2 m each 0.6 m along Z.
type stairs struct{}

func (stairs) Ground(x, z float64) (float64, mgl64.Vec3) {
	return .2 * math.Floor(max(z, 0)/.6), mgl64.Vec3{0, 1, 0}
}

// TestTerrain: planted soles are on the ground, feet in the air not in it, on stairs,
// slopes and hills; the pelvis does not jump at a stair.
func TestTerrain(t *testing.T) {
	w := wear(t, "plain", makeBody(bodyOptions{}))
	foot := [2]contacts{w.contacts(0), w.contacts(1)}
	for _, c := range []struct {
		name   string
		ground gait.Terrain
		moves  []gait.Move
	}{
		{"up a slope", slope(.3), []gait.Move{{Seconds: 4, Speed: 1.4}}},
		{"up stairs", stairs{}, []gait.Move{{Seconds: 5, Speed: 1.2}, {Seconds: 1}}},
		{"down stairs", stairs{}, []gait.Move{{Seconds: 3, Speed: 1.6}, {Seconds: 3, Speed: 1.4, Toward: 180}, {Seconds: 1}}},
		{"across hills", bumps{}, []gait.Move{{Seconds: 8, Speed: 1.6, Sweep: 360}}},
	} {
		p := w.pawn()
		p.Terrain = c.ground
		d := gait.Driver{Moves: c.moves, Ground: c.ground}
		p.Tick(0, d.Step(0))
		var last float64
		for i := 0; !d.Done(); i++ {
			p.Tick(1./60, d.Step(1./60))
			world := w.world(p)
			for s := range foot {
				f := &p.Clock.Feet[s]
				if f.Planted {
					if g, _ := c.ground.Ground(f.Place[0], f.Place[2]); math.Abs(g-f.Place[1]) > 1e-9 {
						t.Fatalf("%s: tick %d: foot %d is planted %.3f m off the ground", c.name, i, s, f.Place[1]-g)
					}
				}
				// The sole of the drawn foot, at the ankle's foot point.
				heel, ball := foot[s].heel, foot[s].ball[len(foot[s].ball)-1]
				at := mgl64.TransformCoordinate(heel.at, world[heel.node]).Add(mgl64.TransformCoordinate(ball.at, world[ball.node])).Mul(.5)
				g, _ := c.ground.Ground(f.Place[0], f.Place[2])
				if low := at[1] - g; low < -.06 {
					t.Errorf("%s: tick %d: foot %d is %.3f m in the ground (swing %.2f)", c.name, i, s, -low, f.Swing)
				}
			}
			h := scene.Position(world[w.node(humanoid.Hips)])[1]
			if i > 0 && math.Abs(h-last) > .1 { // half a stair, which the body itself climbs in one tick
				t.Errorf("%s: tick %d: the hips jumped by %.3f m", c.name, i, h-last)
			}
			last = h
		}
	}
}

// bumps are hills of a metre or two.
type bumps struct{}

func (bumps) Ground(x, z float64) (float64, mgl64.Vec3) {
	return .15*math.Sin(x*1.1) + .1*math.Cos(z*1.3), mgl64.Vec3{-.165 * math.Cos(x*1.1), 1, .13 * math.Sin(z*1.3)}.Normalize()
}

// TestTwice: two lives of one strip write the same bytes.
func TestTwice(t *testing.T) {
	w := wear(t, "plain", makeBody(bodyOptions{}))
	pr := gait.Defaults()
	live := func() (out []byte) {
		for _, s := range gait.Strips(&pr) {
			p := w.pawn()
			if err := s.Play(p, func(k gait.Tick) error {
				r := p.Trace(k.Time)
				out = append(r.Append(out), '\n')
				return nil
			}); err != nil {
				t.Fatal(err)
			}
		}
		return out
	}
	if a, b := live(), live(); string(a) != string(b) {
		t.Error("two lives differ")
	}
}

// TestStripsTakeTheirPictures: each strip takes as many pictures as it says, and steady
// ones at their phases.
func TestStripsTakeTheirPictures(t *testing.T) {
	w := wear(t, "plain", makeBody(bodyOptions{}))
	pr := gait.Defaults()
	names := map[string]bool{}
	for _, s := range gait.Strips(&pr) {
		if names[s.Name] {
			t.Errorf("%s is there twice", s.Name)
		}
		names[s.Name] = true
		want := s.Frames
		if len(s.Times) > 0 {
			want = len(s.Times)
		}
		p := w.pawn()
		frames := 0
		if err := s.Play(p, func(k gait.Tick) error {
			if k.Frame != -1 && k.Frame != frames {
				t.Errorf("%s: picture %d after %d", s.Name, k.Frame, frames)
			}
			if k.Frame >= 0 {
				frames++
				if len(s.Times) == 0 {
					off := p.Clock.Phase - s.Phase - float64(k.Frame)/float64(s.Frames)
					if off -= math.Floor(off); off > p.Clock.Rate/60+1e-9 && off < 1-1e-9 {
						t.Errorf("%s: picture %d is taken %.3f of a stride late", s.Name, k.Frame, off)
					}
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if frames != want {
			t.Errorf("%s took %d pictures, not %d", s.Name, frames, want)
		}
	}
	for _, n := range []string{"idle", "walk_forward", "walk_backRight", "run_left", "sprint_forward", "blend_run_000", "blend_run_090", "startStop", "jump", "jumpRun", "crouchJump", "crouch", "crouch_walk", "floatStill", "floatMove"} {
		if !names[n] {
			t.Errorf("there is no strip %s", n)
		}
	}
}

// TestHips: at a steady walk the hips go up and down by an eighth of a leg at most, and
// nothing but a crouch brings them down by more than two fifths.
func TestHips(t *testing.T) {
	pr := gait.Defaults()
	for _, w := range wearers(t) {
		rest := w.bones.Bones[humanoid.Hips].Pos.Dot(w.bones.Rest.Up)
		for _, s := range gait.Strips(&pr) {
			if strings.HasPrefix(s.Name, "crouch") {
				continue
			}
			p := w.pawn()
			low, high := math.Inf(1), math.Inf(-1)
			if err := s.Play(p, func(gait.Tick) error {
				world := w.m.World(nil, p.Pose(w.m.RestPose()), w.order)
				h := (scene.Position(world[w.node(humanoid.Hips)]).Dot(w.bones.Rest.Up) - rest) / w.rig.Leg
				low, high = min(low, h), max(high, h)
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			if s.Name == "walk_forward" && high-low > .12 {
				t.Errorf("%s, %s: the hips go up and down by %.2f leg lengths", w.name, s.Name, high-low)
			}
			if low < -.4 {
				t.Errorf("%s, %s: the hips come down by %.2f leg lengths", w.name, s.Name, -low)
			}
		}
	}
}

// TestTakes: each has its frames at any rate, looks at the camera, and the showcase is
// all of them.
func TestTakes(t *testing.T) {
	w := wear(t, "plain", makeBody(bodyOptions{}))
	pr := gait.Defaults()
	takes := gait.Takes(&pr)
	var names []string
	sum := 0.0
	for _, k := range takes {
		names = append(names, k.Name)
		if k.Name != "showcase" {
			sum += gait.Seconds(k.Moves)
		} else if got := gait.Seconds(k.Moves); got < sum {
			t.Errorf("the showcase is %.1f s long, all takes %.1f s", got, sum)
		}
		for _, fps := range []int{0, 30} {
			frames := 0
			p := w.pawn()
			if err := k.Play(p, fps, func(m gait.Motion) mgl64.Vec3 { return m.Position.Add(mgl64.Vec3{0, 1.5, 4}) }, func(x gait.Tick) error {
				if x.Frame != frames || x.Motion.Looks != k.Looks {
					t.Fatalf("%s: frame %d is numbered %d, looks %v", k.Name, frames, x.Frame, x.Motion.Looks)
				}
				frames++
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			if want := k.Frames(fps); frames != want || want < 90 {
				t.Errorf("%s has %d frames, not %d", k.Name, frames, want)
			}
		}
	}
	if got := strings.Join(names, " "); got != "idle walk strafe run startStop jump noclip showcase" {
		t.Errorf("the takes are %s", got)
	}
}
