package contacts_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/clip"
	"donorlab/internal/gait/contacts"
	"donorlab/internal/scene"
)

// walk is a made walk whose contacts are known: foot 0 is put down at time 0,
// foot 1 half a stride later.
type walk struct {
	speed, cadence, duty float64
	strides              float64 // how many the clip holds
	root                 bool    // the body moves; else the ground would
	slip                 float64 // share of the speed by which feet slide back while they are down
	drift                float64 // m/s that the feet slide to the left meanwhile
	noise                float64 // metres, on every key of a foot's place
	fps                  float64
	scale                float64 // of the whole model
}

const thigh, shin, hipHeight = .43, .42, .9 // the ankle is .08 over the sole

// foot returns where a foot's ankle is, relative to the level place of the hips.
func (w walk) foot(k int, t float64) mgl64.Vec3 {
	phase := t*w.cadence - .5*float64(k)
	phase -= math.Floor(phase)
	reach := w.speed * w.duty / w.cadence // way of the body in one stance
	x := .1 - .2*float64(k)
	if phase < w.duty {
		u := phase / w.duty
		return mgl64.Vec3{x + w.drift*(u-.5)*w.duty/w.cadence, .08, reach * (1 + w.slip) * (.5 - u)}
	}
	u := (phase - w.duty) / (1 - w.duty)
	e := u * u * (3 - 2*u)
	up := math.Sin(math.Pi * u)
	return mgl64.Vec3{x - w.drift*(e-.5)*w.duty/w.cadence, .08 + .1*up*up, reach * (1 + w.slip) * (e - .5)}
}

// model builds the body and its clip.
func (w walk) model(t testing.TB) *scene.Model {
	t.Helper()
	if w.scale == 0 {
		w.scale = 1
	}
	if w.fps == 0 {
		w.fps = 60
	}
	names := []string{"Hips", "Spine", "Chest", "Head"}
	at := map[string]mgl64.Vec3{"Hips": {0, 1, 0}, "Spine": {0, 1.15, 0}, "Chest": {0, 1.3, 0}, "Head": {0, 1.6, 0}}
	parent := map[string]string{"Spine": "Hips", "Chest": "Spine", "Head": "Chest"}
	for k, s := range []string{"Left", "Right"} {
		x := .1 - .2*float64(k)
		knee := math.Sqrt(shin*shin - .01*.01)
		names = append(names, s+"UpLeg", s+"Leg", s+"Foot", s+"Toe")
		at[s+"UpLeg"], at[s+"Leg"], at[s+"Foot"], at[s+"Toe"] = mgl64.Vec3{x, hipHeight, 0}, mgl64.Vec3{x, .08 + knee, .01}, mgl64.Vec3{x, .08, 0}, mgl64.Vec3{x, 0, .15}
		parent[s+"UpLeg"], parent[s+"Leg"], parent[s+"Foot"], parent[s+"Toe"] = "Hips", s+"UpLeg", s+"Leg", s+"Foot"
	}
	m := &scene.Model{Nodes: []scene.Node{{Name: "Armature", Local: scene.Identity()}}, Roots: []int{0}, Skins: []scene.Skin{{}}}
	m.Nodes[0].Local.S = mgl64.Vec3{w.scale, w.scale, w.scale}
	index := map[string]int{"": 0}
	for _, n := range names {
		l := scene.Identity()
		l.T = at[n].Sub(at[parent[n]])
		i, p := len(m.Nodes), index[parent[n]]
		m.Nodes = append(m.Nodes, scene.Node{Name: n, Local: l, Parent: scene.Some(p)})
		m.Nodes[p].Children = append(m.Nodes[p].Children, i)
		m.Skins[0].Joints = append(m.Skins[0].Joints, i)
		m.Skins[0].InverseBind = append(m.Skins[0].InverseBind, mgl64.Ident4())
		index[n] = i
	}
	r := rand.New(rand.NewPCG(1, 2))
	frames := int(math.Round(w.strides / w.cadence * w.fps))
	a := scene.Animation{Name: "walk"}
	put := func(node int, path scene.Path, times []float32, values []float32) {
		a.Channels = append(a.Channels, scene.Channel{Node: node, Path: path, Times: times, Values: values})
	}
	var times, hips []float32
	rot := map[int][]float32{}
	for f := range frames + 1 {
		now := w.strides / w.cadence * float64(f) / float64(frames)
		times = append(times, float32(now))
		body := mgl64.Vec3{0, -.2, 0} // knees bent, so that every foot is within reach
		if w.root {
			body[2] = w.speed * now
		}
		hips = append(hips, 0, float32(1+body[1]), float32(body[2]))
		for k, s := range []string{"Left", "Right"} {
			u, l, e := at[s+"UpLeg"], at[s+"Leg"], at[s+"Foot"]
			limb, ok := clip.NewLimb(u, l, e, mgl64.Vec3{0, 0, 1})
			if !ok {
				t.Fatal("no limb")
			}
			target := w.foot(k, now).Add(mgl64.Vec3{0, 0, body[2]})
			if w.noise > 0 {
				for c := range 3 {
					target[c] += w.noise * r.NormFloat64()
				}
			}
			got := limb.Solve(u.Add(body), target, mgl64.Vec3{0, 0, 1})
			if got.Miss > 1e-6 && w.noise == 0 {
				t.Fatalf("the made walk is out of reach by %g", got.Miss)
			}
			q := [3]mgl64.Quat{got.UpperTurn, got.UpperTurn.Conjugate().Mul(got.LowerTurn), got.LowerTurn.Conjugate()}
			for c, n := range []string{"UpLeg", "Leg", "Foot"} {
				x := q[c]
				rot[index[s+n]] = append(rot[index[s+n]], float32(x.V[0]), float32(x.V[1]), float32(x.V[2]), float32(x.W))
			}
		}
	}
	put(index["Hips"], scene.Translation, times, hips)
	for _, n := range names {
		if v := rot[index[n]]; v != nil {
			put(index[n], scene.Rotation, times, v)
		}
	}
	m.Animations = []scene.Animation{a}
	if err := m.Check(); err != nil {
		t.Fatal(err)
	}
	return m
}

func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s is %.5g, want %.5g within %.2g", what, got, want, tol)
	}
}

func TestKnownWalk(t *testing.T) {
	for name, w := range map[string]walk{
		"in place, a loop of one stride": {speed: 1.3, cadence: .9, duty: .62, strides: 1},
		"in place, a loop of two":        {speed: 1.3, cadence: .9, duty: .62, strides: 2},
		"root motion":                    {speed: 1.3, cadence: .9, duty: .62, strides: 3, root: true},
		"part of a stride over":          {speed: 1.2, cadence: .8, duty: .6, strides: 3.3, root: true},
		"in place, no loop":              {speed: 1.2, cadence: .8, duty: .6, strides: 3.3},
		"a run":                          {speed: 3, cadence: 1.4, duty: .3, strides: 1},
		"slow":                           {speed: .4, cadence: .6, duty: .7, strides: 1},
		"backwards":                      {speed: -.9, cadence: .8, duty: .65, strides: 1},
		"a tenth the size":               {speed: 1.3, cadence: .9, duty: .62, strides: 1, scale: .1},
		"ten times, with root motion":    {speed: 1.3, cadence: .9, duty: .62, strides: 2, scale: 10, root: true},
		"24 frames a second":             {speed: 1.3, cadence: .9, duty: .62, strides: 1, fps: 24},
	} {
		t.Run(name, func(t *testing.T) {
			m := w.model(t)
			r, err := contacts.Analyse(m, 0, contacts.Options{})
			if err != nil {
				t.Fatal(err)
			}
			scale := 1.0
			if w.scale > 0 {
				scale = w.scale
			}
			frame := 1 / 60.0
			if w.fps > 0 {
				frame = 1 / w.fps
			}
			near(t, "cadence", r.Cadence, w.cadence, .01*w.cadence)
			near(t, "stride", r.Stride, math.Abs(w.speed)/w.cadence*scale, .01*math.Abs(w.speed)/w.cadence*scale)
			near(t, "speed", r.Speed, math.Abs(w.speed)*scale, .01*math.Abs(w.speed)*scale)
			if r.InPlace == w.root {
				t.Error("in place", r.InPlace, r.GroundVelocity)
			}
			near(t, "skate mm", r.SkateMm, 0, 2*scale) // linear keys of turning legs cut the corners between frames
			if w.fps == 0 && r.SkateMm > 1*scale {
				t.Error("skate mm", r.SkateMm)
			}
			whole := w.strides == math.Trunc(w.strides)
			if r.Loops != whole {
				t.Error("loops", r.Loops)
			}
			for k, f := range r.Feet {
				if whole {
					near(t, "duty factor", f.DutyFactor, w.duty, 2*frame*w.cadence)
				}
				if len(f.Contacts) < int(w.strides) {
					t.Errorf("foot %d: %d contacts", k, len(f.Contacts))
				}
				for _, c := range f.Contacts {
					// The nearest known plant and lift.
					plant := (math.Round(c.From*w.cadence-.5*float64(k)) + .5*float64(k)) / w.cadence
					lift := plant + w.duty/w.cadence
					if c.From > 2*frame {
						near(t, "plant", c.From, plant, frame+1/240.)
					}
					if c.To < r.Duration-2*frame || whole && !w.root {
						near(t, "lift", c.To, lift, frame+1/240.) // and half a sample
					}
				}
			}
		})
	}
}

// TestKnownSkate: what slides is told in millimetres.
func TestKnownSkate(t *testing.T) {
	base := walk{speed: 1.2, cadence: .9, duty: .62, strides: 2, root: true}
	for _, slip := range []float64{.02, .05, .1} {
		w := base
		w.slip = slip
		r, err := contacts.Analyse(w.model(t), 0, contacts.Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := slip * w.speed * w.duty / w.cadence * 1000
		near(t, "skate mm", r.SkateMm, want, .06*want+1) // the first and last sample are left out
	}
	w := base
	w.drift, w.root, w.strides = .06, false, 1
	r, err := contacts.Analyse(w.model(t), 0, contacts.Options{})
	if err != nil {
		t.Fatal(err)
	}
	// Sliding to one side on a treadmill: both feet do, so it is the ground's way.
	near(t, "ground to the left", r.GroundVelocity[0], .06, .002)
	near(t, "skate mm", r.SkateMm, 0, 1)
}

func TestNoise(t *testing.T) {
	for _, noise := range []float64{.0005, .001, .002} {
		for _, root := range []bool{false, true} {
			w := walk{speed: 1.2, cadence: .9, duty: .62, strides: 4, root: root, noise: noise, fps: 30}
			r, err := contacts.Analyse(w.model(t), 0, contacts.Options{})
			if err != nil {
				t.Fatal(err)
			}
			near(t, "cadence", r.Cadence, .9, .03)
			near(t, "stride", r.Stride, 1.2/.9, .05)
			near(t, "duty", r.DutyFactor, .62, .09)
			for _, f := range r.Feet {
				if len(f.Contacts) < 4 || len(f.Contacts) > 5 {
					t.Errorf("noise %g: %d contacts %v", noise, len(f.Contacts), f.Contacts)
				}
			}
		}
	}
}

func TestLock(t *testing.T) {
	for name, w := range map[string]walk{
		"root motion":      {speed: 1.1, cadence: .9, duty: .62, strides: 2, root: true, slip: .06},
		"sideways":         {speed: 1.1, cadence: .9, duty: .62, strides: 2, root: true, drift: .08},
		"in place":         {speed: 1.1, cadence: .9, duty: .62, strides: 1, noise: .001, fps: 30},
		"large":            {speed: 1.1, cadence: .9, duty: .62, strides: 2, root: true, slip: .06, scale: 10},
		"nothing to mend":  {speed: 1.1, cadence: .9, duty: .62, strides: 2, root: true},
		"more than it may": {speed: 1.1, cadence: .9, duty: .62, strides: 2, root: true, slip: .25},
	} {
		t.Run(name, func(t *testing.T) {
			m := w.model(t)
			scale := max(w.scale, 1)
			out, rep, err := contacts.Lock(m, 0, contacts.LockOptions{MaxMoveMm: 40 * scale})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("skate %.2f -> %.2f mm, moved %.2f of %.2f", rep.Before, rep.After, rep.MaxMoveMm, rep.LimitMm)
			if rep.MaxMoveMm > rep.LimitMm {
				t.Errorf("a joint moved %.2f mm, more than %.2f", rep.MaxMoveMm, rep.LimitMm)
			}
			if name == "more than it may" {
				if rep.After >= rep.Before || rep.After < 5 {
					t.Errorf("skate %.2f -> %.2f", rep.Before, rep.After)
				}
			} else if rep.After > 1*scale {
				t.Errorf("skate is still %.2f mm", rep.After)
			}
			// Measured from outside: every joint, at every sixtieth of a second.
			moved := furthest(t, m, out)
			if moved*1000 > rep.MaxMoveMm+.5*scale {
				t.Errorf("a joint moved %.2f mm, told were %.2f", moved*1000, rep.MaxMoveMm)
			}
			if err := clip.WithClips(m, out).Check(); err != nil {
				t.Error(err)
			}
			if _, err := contacts.Analyse(clip.WithClips(m, out), 0, contacts.Options{}); err != nil {
				t.Error(err)
			}
		})
	}
}

func furthest(t *testing.T, m *scene.Model, out scene.Animation) float64 {
	t.Helper()
	worst := 0.0
	for s := 0.0; s < m.Animations[0].Duration(); s += 1. / 60 {
		a := m.World(nil, clip.Sample(m, 0, s, nil), nil)
		b := m.World(nil, clip.Sample(clip.WithClips(m, out), 0, s, nil), nil)
		for n := range a {
			worst = max(worst, scene.Position(a[n]).Sub(scene.Position(b[n])).Len())
		}
	}
	return worst
}
