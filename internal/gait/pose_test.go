package gait_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/gait"
	"donorlab/internal/house/corpus"
	"donorlab/internal/rig/humanoid"
	"donorlab/internal/scene"
)

// wearer is a model with its bones and rig.
type wearer struct {
	name  string
	m     *scene.Model
	bones humanoid.Map
	rig   *gait.Rig
	order []int
}

func wear(t testing.TB, name string, m *scene.Model) *wearer {
	t.Helper()
	w := &wearer{name: name, m: m, order: m.ParentsFirst()}
	w.bones, _ = humanoid.Find(m, humanoid.MainSkin(m), nil)
	w.rig = gait.NewRig(m, &w.bones)
	return w
}

// wearers are the made bodies, and those of the corpus where it is there.
func wearers(t testing.TB) (all []*wearer) {
	all = append(all,
		wear(t, "plain", makeBody(bodyOptions{})),
		wear(t, "twisted below an armature", makeBody(bodyOptions{twist: true, armature: true})),
		wear(t, "facing elsewhere, twisted", makeBody(bodyOptions{twist: true, face: 2})))
	for _, w := range all {
		if !w.rig.Legged {
			t.Fatalf("%s: %s", w.name, w.rig.Why)
		}
	}
	if dir, ok := corpus.Find("humanoids"); ok {
		files, _ := filepath.Glob(filepath.Join(dir, "*.glb"))
		for _, f := range files {
			m, _ := load(t, f)
			w := wear(t, strings.TrimSuffix(filepath.Base(f), ".glb"), m)
			if w.rig.Legged {
				all = append(all, w)
			}
		}
	}
	return all
}

func (w *wearer) pawn() *gait.Pawn {
	p := gait.NewPawn(w.rig)
	p.Pace = gait.PaceFor(w.rig.Leg, p.Prefs)
	return p
}

// world is the pose as a drawing of it has it: node to world.
func (w *wearer) world(p *gait.Pawn) []mgl64.Mat4 {
	world := w.m.World(nil, p.Pose(w.m.RestPose()), w.order)
	place := p.Place()
	for i := range world {
		world[i] = place.Mul4(world[i])
	}
	return world
}

func (w *wearer) node(s humanoid.Slot) int { return w.bones.Node(s) }

// slope is a plane that rises along Z by its tangent.
type slope float64

func (s slope) Ground(x, z float64) (float64, mgl64.Vec3) {
	return z * float64(s), mgl64.Vec3{0, 1, -float64(s)}.Normalize()
}

// TestPlantedFeetDoNotSlide: under 0.1 mm in the drawn pose.
func TestPlantedFeetDoNotSlide(t *testing.T) {
	cases := []struct {
		name   string
		moves  []gait.Move
		ground gait.Terrain
	}{
		{"idle", []gait.Move{{Seconds: 4}}, nil},
		{"walk", []gait.Move{{Seconds: 4, Speed: 1.6}}, nil},
		{"run", []gait.Move{{Seconds: 3, Speed: 5.08}}, nil},
		{"sprint", []gait.Move{{Seconds: 3, Speed: 10.16}}, nil},
		{"all ways", []gait.Move{{Seconds: 8, Speed: 1.6, Sweep: 360}}, nil},
		{"run all ways", []gait.Move{{Seconds: 6, Speed: 5.08, Sweep: 360}}, nil},
		{"turning", []gait.Move{{Seconds: 4, Speed: 1.6, Turn: 500}, {Seconds: 3, Speed: 4, Turn: -400}}, nil},
		{"turning on the spot", []gait.Move{{Seconds: 3, Turn: 500}}, nil},
		{"changing speed", []gait.Move{{Seconds: 1, Speed: 1}, {Seconds: 1, Speed: 6}, {Seconds: 1, Speed: 2}, {Seconds: 1}, {Seconds: 1, Speed: 9}, {Seconds: 2}}, nil},
		{"uphill", []gait.Move{{Seconds: 4, Speed: 1.6}}, slope(.35)},
		{"downhill", []gait.Move{{Seconds: 4, Speed: 1.6, Toward: 180}, {Seconds: 2, Speed: 4, Toward: 180}}, slope(.35)},
		{"across a slope", []gait.Move{{Seconds: 4, Speed: 1.6, Toward: 90}}, slope(.35)},
		{"crouched", []gait.Move{{Seconds: 1, Crouch: 1}, {Seconds: 3, Speed: 1.6, Crouch: 1}, {Seconds: 1}}, nil},
		{"jumping", []gait.Move{{Seconds: .5}, {Seconds: 1.5, Jump: true}, {Seconds: 1, Speed: 5}, {Seconds: 2, Speed: 5, Jump: true}}, nil},
		{"floating down", []gait.Move{{Seconds: 1.5, Fly: true, Rise: 1}, {Seconds: 2}}, nil},
	}
	for _, w := range wearers(t) {
		for _, c := range cases {
			if got := w.slides(c.moves, c.ground) / w.pawn().Pace; got > 1e-4 {
				t.Errorf("%s, %s: a planted foot slid %.3f mm", w.name, c.name, got*1000)
			}
		}
	}
}

// TestMirror: what is done to the left gives the mirror image of what is done to the
// right.
func TestMirror(t *testing.T) {
	w := wear(t, "plain", makeBody(bodyOptions{}))
	r := rand.New(rand.NewPCG(3, 9))
	for n := range 12 {
		moves, mirrored := []gait.Move{{Seconds: .3}}, []gait.Move{{Seconds: .3}}
		for range 5 {
			// Never straight ahead: there the first foot is the clock's choice.
			m := gait.Move{Seconds: .4 + r.Float64(), Speed: 5 * r.Float64(), Toward: 20 + 140*r.Float64(), Turn: 60 * r.NormFloat64(), Crouch: r.Float64()}
			if r.IntN(2) == 0 {
				m.Toward = -m.Toward
			}
			moves = append(moves, m)
			m.Toward, m.Turn = -m.Toward, -m.Turn
			mirrored = append(mirrored, m)
		}
		a, b := w.pawn(), w.pawn()
		da, db := gait.Driver{Moves: moves}, gait.Driver{Moves: mirrored}
		a.Tick(0, da.Step(0))
		b.Tick(0, db.Step(0))
		a.Prefs.SwayAmount, b.Prefs.SwayAmount = 0, 0 // the sway begins to one side
		for i := 0; !da.Done(); i++ {
			a.Tick(1./60, da.Step(1./60))
			b.Tick(1./60, db.Step(1./60))
			wa, wb := w.world(a), w.world(b)
			for s := range humanoid.SlotCount {
				on := humanoid.Left
				if s.On(humanoid.Left) == s && s.On(humanoid.Right) != s {
					on = humanoid.Right
				}
				pa := scene.Position(wa[w.node(s)])
				pb := scene.Position(wb[w.node(s.On(on))])
				pb[0] = -pb[0]
				if d := pa.Sub(pb).Len(); d > .012 {
					t.Fatalf("%d: tick %d: %v is %.4f m from its mirror image", n, i, s, d)
				}
			}
		}
	}
}

// TestScale: a body of a tenth or of ten times the size walks the same in leg lengths.
func TestScale(t *testing.T) {
	moves := []gait.Move{{Seconds: .3}, {Seconds: 2, Speed: 1.6}, {Seconds: 1.5, Speed: 5, Toward: 60}, {Seconds: 1, Jump: true, Speed: 2}, {Seconds: 1}}
	one := wear(t, "one", makeBody(bodyOptions{}))
	run := func(w *wearer) (all []mgl64.Vec3) {
		p := w.pawn()
		d := gait.Driver{Moves: moves, Pace: p.Pace}
		p.Tick(0, d.Step(0))
		for !d.Done() {
			p.Tick(1./60, d.Step(1./60))
			world := w.world(p)
			for s := range humanoid.SlotCount {
				all = append(all, scene.Position(world[w.node(s)]).Mul(1/w.rig.Leg))
			}
		}
		return all
	}
	want := run(one)
	for _, k := range []float64{.1, 10, 100} {
		got := run(wear(t, fmt.Sprint(k), makeBody(bodyOptions{scale: k})))
		if len(got) != len(want) {
			t.Fatal("not as long")
		}
		worst := 0.0
		for i := range got {
			worst = max(worst, got[i].Sub(want[i]).Len())
		}
		if worst > 1e-6 {
			t.Errorf("at %g times the size the body is up to %.2g leg lengths elsewhere", k, worst)
		}
	}
}

// TestRates: at 30, 60 and 144 ticks a second the body is within 1 % of its leg after
// ten seconds.
func TestRates(t *testing.T) {
	w := wear(t, "plain", makeBody(bodyOptions{}))
	for _, c := range []struct {
		name  string
		moves []gait.Move
	}{
		{"walk", []gait.Move{{Seconds: 10, Speed: 1.6, At: true}}},
		{"run", []gait.Move{{Seconds: 10, Speed: 5.08, At: true}}},
		{"sideways", []gait.Move{{Seconds: 10, Speed: 2, Toward: 90, At: true}}},
		{"turning", []gait.Move{{Seconds: 10, Speed: 1.6, Turn: 600, At: true}}},
		{"start, run, stop", []gait.Move{{Seconds: 2, At: true}, {Seconds: 5, Speed: 4, At: true}, {Seconds: 3, At: true}}},
	} {
		var first []mgl64.Mat4
		for _, rate := range []float64{60, 30, 144} {
			p := w.pawn()
			d := gait.Driver{Moves: c.moves}
			p.Tick(0, d.Step(0))
			for i := 0; i < int(10*rate+.5); i++ {
				p.Tick(1/rate, d.Step(1/rate))
			}
			world := w.world(p)
			if first == nil {
				first = world
				continue
			}
			at := scene.Position(world[w.node(humanoid.Hips)])
			for s := range humanoid.SlotCount {
				d := scene.Position(world[w.node(s)]).Sub(scene.Position(first[w.node(s)]))
				if l := d.Len(); l > .01*w.rig.Leg {
					t.Errorf("%s at %g Hz: %v is %.2f %% of a leg away from where 60 Hz have it (body at %.3f)", c.name, rate, s, 100*l/w.rig.Leg, at)
				}
			}
		}
	}
}

// TestBlendIsContinuous: the runs at 15 degree steps at one phase: each pose is near
// its neighbours, and no step is much longer than the mean.
func TestBlendIsContinuous(t *testing.T) {
	w := wear(t, "plain", makeBody(bodyOptions{}))
	pr := gait.Defaults()
	var last []mgl64.Mat4
	for _, s := range gait.Strips(&pr) {
		if !strings.HasPrefix(s.Name, "blend_run_") {
			continue
		}
		p := w.pawn()
		frames := 0
		if err := s.Play(p, func(k gait.Tick) error {
			if k.Frame < 0 {
				return nil
			}
			frames++
			if math.Abs(p.Clock.Phase-s.Phase) > 1e-6 {
				t.Errorf("%s is taken at phase %.4f", s.Name, p.Clock.Phase)
			}
			world := w.m.World(nil, p.Pose(w.m.RestPose()), nil)
			if last != nil {
				for n := range world {
					if d := scene.Position(world[n]).Sub(scene.Position(last[n])).Len(); d > .27*w.rig.Leg {
						t.Errorf("%s: %s is %.2f leg lengths from where 15 degrees less have it", s.Name, w.m.Nodes[n].Name, d/w.rig.Leg)
					}
				}
			}
			last = world
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if frames != 1 {
			t.Errorf("%s has %d frames", s.Name, frames)
		}
	}
}

// TestNoPop: in all takes, no joint turns or moves against its parent faster than a
// body does.
func TestNoPop(t *testing.T) {
	pr := gait.Defaults()
	for _, w := range wearers(t)[:3] {
		takes := gait.Takes(&pr)
		for _, take := range append(takes[:len(takes)-1], gait.Take{Name: "fall", Moves: []gait.Move{{Seconds: 1.5, Fly: true, Rise: 9}, {Seconds: 3}}},
			gait.Take{Name: "stops", Moves: []gait.Move{{Seconds: .7, Speed: 5, At: true}, {Seconds: .8, At: true}, {Seconds: .6, Speed: 5, At: true}, {Seconds: 1, At: true}, {Seconds: .3, Speed: 2, Toward: 180, At: true}, {Seconds: 1, At: true}}}) {
			p := w.pawn()
			d := gait.Driver{Moves: take.Moves, Pace: p.Pace}
			p.Tick(0, d.Step(0))
			last := append(scene.Pose(nil), p.Pose(w.m.RestPose())...)
			worst, where, when := 0.0, "", 0.0
			for i := 0; !d.Done(); i++ {
				p.Tick(1./60, d.Step(1./60))
				pose := p.Pose(w.m.RestPose())
				for n := range pose {
					dot := math.Abs(pose[n].R.Dot(last[n].R))
					if a := 2 * math.Acos(min(dot, 1)) * 60 * 180 / math.Pi; a > worst {
						worst, where, when = a, w.m.Nodes[n].Name, float64(i)/60
					}
				}
				last = append(last[:0], pose...)
			}
			t.Logf("%s, %s: fastest %s, %.0f deg/s at %.2f s", w.name, take.Name, where, worst, when)
			if worst > 2200 { // the knee of a sprinter whose heel is drawn up turns at 1,900
				t.Errorf("%s, %s: %s turns at %.0f degrees a second at %.2f s", w.name, take.Name, where, worst, when)
			}
		}
	}
}

// TestKneesAndElbows: in all strips no knee is behind the line from hip to ankle and no
// foot above its hip.
func TestKneesBendForward(t *testing.T) {
	pr := gait.Defaults()
	for _, w := range wearers(t) {
		rest := &w.bones.Rest
		for _, s := range gait.Strips(&pr) {
			p := w.pawn()
			if err := s.Play(p, func(k gait.Tick) error {
				world := w.m.World(nil, p.Pose(w.m.RestPose()), w.order)
				for _, side := range []humanoid.Side{0, 1} {
					foot := w.node(humanoid.LeftFoot.On(side))
					if foot < 0 {
						continue
					}
					hip := scene.Position(world[w.node(humanoid.LeftUpperLeg.On(side))])
					knee := scene.Position(world[w.node(humanoid.LeftLowerLeg.On(side))])
					ankle := scene.Position(world[foot])
					line := ankle.Sub(hip)
					if line.Dot(rest.Up) > -.1*w.rig.Leg {
						return fmt.Errorf("%v foot is %.2f leg lengths below its hip", side, -line.Dot(rest.Up)/w.rig.Leg)
					}
					across := knee.Sub(hip)
					across = across.Sub(line.Mul(across.Dot(line) / line.Dot(line)))
					if f := across.Dot(rest.Forward); f < -.03*w.rig.Leg {
						return fmt.Errorf("at %.2f s the %v knee is %.3f leg lengths behind", k.Time, side, -f/w.rig.Leg)
					}
				}
				return nil
			}); err != nil {
				t.Errorf("%s, %s: %v", w.name, s.Name, err)
			}
		}
	}
}

// TestBadRigs: bones missing, of no length, no numbers: a word, and a finite pose.
func TestBadRigs(t *testing.T) {
	nan := math.NaN()
	r := rand.New(rand.NewPCG(2, 2))
	for n := range 60 {
		m := makeBody(bodyOptions{twist: n%2 == 0})
		for range 1 + r.IntN(4) {
			k := &m.Nodes[r.IntN(len(m.Nodes))]
			switch r.IntN(6) {
			case 0:
				k.Name = "?"
			case 1:
				k.Local.T = mgl64.Vec3{}
			case 2:
				k.Local.T[r.IntN(3)] = nan
			case 3:
				k.Local.R = mgl64.Quat{}
			case 4:
				k.Local.S = mgl64.Vec3{}
			case 5:
				k.Local.S = mgl64.Vec3{-1, 1, 1}
			}
		}
		w := wear(t, "broken", m)
		if w.rig.Legged == (w.rig.Why != "") {
			t.Errorf("%d: legged %v, and why not: %q", n, w.rig.Legged, w.rig.Why)
		}
		p := w.pawn()
		rest := m.RestPose()
		for i := range 100 {
			mo := gait.Motion{Position: mgl64.Vec3{0, 0, 1e6 * float64(i%3)}, Yaw: float64(i)}
			if i < 50 {
				mo.Position[2] = float64(i) * .04
			}
			mo.Airborne = i%17 == 3
			p.Tick([]float64{1. / 60, 0, 10, 1. / 60, 1. / 30}[i%5], mo)
			for k, tr := range p.Pose(m.RestPose()) {
				if bad(tr) && !bad(rest[k]) {
					t.Fatalf("%d: tick %d: %s is %v", n, i, m.Nodes[k].Name, tr)
				}
			}
		}
	}
}

func bad(t scene.TRS) bool {
	s := t.T[0] + t.T[1] + t.T[2] + t.R.W + t.R.V[0] + t.R.V[1] + t.R.V[2]
	return math.IsNaN(s) || math.IsInf(s, 0)
}

// TestEdits: a delta acts on the posed bone as on the rest pose, and disabled the
// bind pose stands while the clock goes on.
func TestEditsAndDisabled(t *testing.T) {
	w := wear(t, "plain", makeBody(bodyOptions{twist: true}))
	p, q := w.pawn(), w.pawn()
	n := w.node(humanoid.Head)
	delta := scene.TRS{R: mgl64.QuatRotate(.3, mgl64.Vec3{0, 1, 0}), S: mgl64.Vec3{1, 1, 1}}
	q.Edits = []gait.Edit{{Node: n, Delta: delta}}
	off := w.pawn()
	off.Prefs.Enabled = false
	d := gait.Driver{Moves: []gait.Move{{Seconds: 2, Speed: 2}}}
	for range 100 {
		mo := d.Step(1. / 60)
		p.Tick(1./60, mo)
		q.Tick(1./60, mo)
		off.Tick(1./60, mo)
	}
	a, b := p.Pose(w.m.RestPose()), q.Pose(w.m.RestPose())
	want := a[n].R.Mul(delta.R)
	if math.Abs(want.Dot(b[n].R)) < 1-1e-12 {
		t.Errorf("the edited head is at %v, not at %v", b[n].R, want)
	}
	for k, tr := range off.Pose(w.m.RestPose()) {
		if tr != w.m.Nodes[k].Local {
			t.Errorf("disabled, %s is not at rest", w.m.Nodes[k].Name)
		}
	}
	if off.Clock.Steps != p.Clock.Steps || off.Clock.Steps == 0 {
		t.Errorf("disabled, the clock made %d steps; enabled %d", off.Clock.Steps, p.Clock.Steps)
	}
}

func TestTickAllocatesNothing(t *testing.T) {
	w := wear(t, "plain", makeBody(bodyOptions{}))
	p := w.pawn()
	d := gait.Driver{Moves: []gait.Move{{Seconds: 100, Speed: 3, Sweep: 3000}}}
	pose := w.m.RestPose()
	if n := testing.AllocsPerRun(300, func() {
		p.Tick(1./60, d.Step(1./60))
		pose = p.Pose(pose)
	}); n != 0 {
		t.Errorf("%v allocations a tick", n)
	}
}

// BenchmarkThousand is a tick of 1,000 walkers with their poses, on one core.
func BenchmarkThousand(b *testing.B) {
	w := wear(b, "plain", makeBody(bodyOptions{}))
	pose := w.m.RestPose()
	var pawns []*gait.Pawn
	var drivers []gait.Driver
	for i := range 1000 {
		pawns = append(pawns, w.pawn())
		drivers = append(drivers, gait.Driver{Moves: []gait.Move{{Seconds: 1e6, Speed: float64(i%10) * .6, Toward: float64(i)}}})
	}
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		for i, p := range pawns {
			p.Tick(1./60, drivers[i].Step(1./60))
			pose = p.Pose(pose)
		}
	}
}
