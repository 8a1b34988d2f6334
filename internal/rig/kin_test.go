package rig

import (
	"fmt"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/clip"
	"donorlab/internal/house/racing"
	"donorlab/internal/scene"
)

// spokedWheel is a wheel about Y: a round tyre, a hub, n spokes.
func spokedWheel(n int, r, width float64) soup {
	out := join(tube(48, 0.85*r, r, width), cylinder(16, 0.12*r, 0.8*width))
	spoke := box(0.75*r, 0.3*width, min(0.16*r, 1.2*r/float64(n))).at(0.48*r, 0, 0)
	for _, s := range wheelOf(n, spoke, 7) {
		out = append(out, s...)
	}
	return out
}

// markedKit lists a kit's parts, each marked by its label. The parts come
// without Probe's search for rotors, which is not what is tested and takes long
// on hundreds of equal links.
func markedKit(t testing.TB, k *kit) (*Parts, *Recipe) {
	t.Helper()
	if err := k.m.Check(); err != nil {
		t.Fatal(err)
	}
	nodes := meshNodes(k.m, Orientation{}, 1)
	pieces, err := gather(t.Context(), k.m, nodes, func(int) bool { return false }, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	all := make([]int, len(pieces))
	for i := range all {
		all[i] = i
	}
	p := &Parts{Target: General, Scale: 1, Source: sourceHex(k.m), Forward: front, Bounds: k.m.Bounds()}
	f := newFinder(t.Context(), k.m, pieces, all, false)
	f.v = &vehicle{}
	p.rows(k.m, f, nodes, nil, nil, ProbeOptions{})
	r := NewRecipe()
	r.Target = General
	for i := range p.Parts {
		r.SetMark(&p.Parts[i], k.labels[p.Parts[i].Nodes[0]])
	}
	return p, r
}

func generalRig(t testing.TB, k *kit, change func(*Recipe)) (*Rig, *Recipe) {
	t.Helper()
	p, r := markedKit(t, k)
	if change != nil {
		change(r)
	}
	return mustGenerate(t, k.m, p, r, GenerateOptions{}), r
}

// Wheels of 3 to 24 spokes, cambered and toed: axle within half a degree, hub
// within half a percent of the size, and the seam is the number of spokes.
func TestWheelTruths(t *testing.T) {
	for n := 3; n <= 24; n++ {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			axle := mgl64.Vec3{1, 0.05 * math.Sin(float64(n)), 0.04 * math.Cos(float64(n))}.Normalize()
			hub := mgl64.Vec3{0.8, 0.35, 1.1}
			k := newKit()
			k.add("hull", Body, box(1.4, 0.6, 4).at(0, 0.9, 0))
			k.add("x", Wheel, spokedWheel(n, 0.35, 0.2).aimed(axle).moved(mgl64.Translate3D(hub[0], hub[1], hub[2])))
			g, _ := generalRig(t, k, nil)
			if len(g.Hinges) != 1 || g.Hinges[0].Role != Wheel {
				t.Fatalf("hinges %+v", g.Hinges)
			}
			h := g.Hinges[0]
			if d := degBetween(h.Axle, axle); d > 0.5 || h.Axle[0] < 0 {
				t.Errorf("axle %v, %.3f deg off (%s)", h.Axle, d, h.Reason)
			}
			if d := h.Center.Sub(hub).Len(); d > 0.005*0.7 {
				t.Errorf("hub %.5f m off", d)
			}
			if math.Abs(h.Radius-0.35) > 0.005*0.35 {
				t.Errorf("radius %.5f", h.Radius)
			}
			if h.Order != n {
				t.Errorf("the seam is %d, want %d", h.Order, n)
			}
			w := g.Model.World(nil, nil, nil)[g.Bones[h.Bone].Node]
			if d := degBetween(w.Col(1).Vec3(), axle); d > 0.5 {
				t.Errorf("local Y is %.3f deg off the axle", d)
			}
		})
	}
}

// A round wheel rolls to any angle; one with a single mark only by whole turns.
func TestSeamKinds(t *testing.T) {
	seam := func(s soup) seam {
		return seamOf(s, mgl64.Vec3{}, mgl64.Vec3{0, 1, 0}, farthest(s, mgl64.Vec3{}, mgl64.Vec3{0, 1, 0}))
	}
	if s := seam(tube(64, 0.2, 0.4, 0.2)); s.order != 0 {
		t.Errorf("a ring: %+v", s)
	}
	if s := seam(join(tube(64, 0.35, 0.4, 0.2), box(0.2, 0.15, 0.15).at(0.24, 0, 0))); s.order != 1 {
		t.Errorf("a ring with one weight: %+v", s)
	}
	if s := seam(join(tube(64, 0.35, 0.4, 0.2), box(0.7, 0.1, 0.1))); s.order != 2 {
		t.Errorf("a ring with a bar: %+v", s)
	}
}

// carKit is a car with two sizes of wheels.
func carKit(front, rear float64, spokes int) *kit {
	k := newKit()
	k.add("hull", Body, taper(-2, 1.5, 0.6, 0.9, 2, 1.3, 0.4, 0.8))
	for _, s := range []float64{1, -1} {
		k.add("f", Wheel, spokedWheel(spokes, front, 0.2).aimed(mgl64.Vec3{s, 0, 0}).at(0.85*s, front, 1.3))
		k.add("r", Wheel, spokedWheel(spokes, rear, 0.3).aimed(mgl64.Vec3{s, 0, 0}).at(0.85*s, rear, -1.3))
	}
	return k
}

// turnOf measures by forward kinematics how far a node turns over a clip about
// an axle in model space.
func turnOf(t *testing.T, m *scene.Model, a *scene.Animation, node int, axle mgl64.Vec3) (deg float64) {
	t.Helper()
	n := *m
	n.Animations = []scene.Animation{*a}
	s, err := clip.NewSampler(&n, 0)
	if err != nil {
		t.Fatal(err)
	}
	pose := n.RestPose()
	var before mgl64.Mat3
	const steps = 600
	for i := range steps + 1 {
		s.Pose(float64(a.Duration())*float64(i)/steps, pose)
		w := scene.LinearPart(n.World(nil, pose, nil)[node])
		if i > 0 {
			d := w.Mul3(before.Transpose())
			deg += math.Atan2(mgl64.Vec3{d.At(2, 1) - d.At(1, 2), d.At(0, 2) - d.At(2, 0), d.At(1, 0) - d.At(0, 1)}.Dot(axle)/2, (d.Trace()-1)/2) * 180 / math.Pi
		}
		before = w
	}
	return deg
}

// Before the seam a car with two sizes of wheels rolls without slip; after it
// every wheel ends a symmetry step on, and the slip is told.
func TestRollingContact(t *testing.T) {
	k := carKit(0.31, 0.42, 5)
	g, r := generalRig(t, k, nil)
	rolls := g.Rolls(r)
	if len(rolls) != 4 {
		t.Fatalf("%d wheels", len(rolls))
	}
	speed := rolls[0].RollingDeg * rolls[0].Radius
	for _, w := range rolls {
		if math.Abs(w.RollingDeg*w.Radius/speed-1) > 1e-3 {
			t.Errorf("rim speed %.5f, want %.5f", w.RollingDeg*w.Radius, speed)
		}
		if w.Radius > 0.4 && w.RollingDeg != 360 {
			t.Errorf("the largest wheel turns by %v", w.RollingDeg)
		}
		if e := math.Remainder(w.Degrees, 72); math.Abs(e) > 1e-9 {
			t.Errorf("the seam is %v deg off a symmetry step", e)
		}
		if math.Abs(w.Degrees-w.RollingDeg) > 36 {
			t.Errorf("%v deg for %v: a nearer step was there", w.Degrees, w.RollingDeg)
		}
		if want := (w.Degrees - w.RollingDeg) * math.Pi / 180 * w.Radius; math.Abs(w.Slip-want) > 1e-12 {
			t.Errorf("slip %v, want %v", w.Slip, want)
		}
	}
	clips, findings := OwnClips(g, nil, r)
	if len(clips) != 1 || clips[0].Name != "Spin" {
		t.Fatalf("clips %v", clips)
	}
	if !hasFinding(findings, "WHEEL_SLIP") {
		t.Error("the slip is not told")
	}
	rebased, _, err := Rebase(g.Model)
	if err != nil {
		t.Fatal(err)
	}
	again, _ := OwnClips(g, rebased, r)
	for i, w := range rolls {
		h := g.Hinges[w.Hinge]
		node := g.Bones[h.Bone].Node
		for _, c := range []struct {
			m *scene.Model
			a *scene.Animation
		}{{g.Model, &clips[0]}, {rebased, &again[0]}} {
			if deg := turnOf(t, c.m, c.a, node, h.Axle); math.Abs(deg-w.Degrees) > 0.01 {
				t.Errorf("wheel %d turns by %.4f deg in the model, want %.4f", i, deg, w.Degrees)
			}
		}
		c := clips[0].Channels[i]
		if q := (mgl64.Quat{W: float64(c.Values[3]), V: mgl64.Vec3{float64(c.Values[0]), float64(c.Values[1]), float64(c.Values[2])}}); !q.ApproxEqualThreshold(g.Model.Nodes[node].Local.R, 1e-6) {
			t.Errorf("frame 0 of wheel %d is not the rest", i)
		}
		if len(c.Times) != r.Frames+1 {
			t.Errorf("%d keys for %d frames", len(c.Times), r.Frames)
		}
	}
}

// A turn that a frame cannot say gets keys between the frames.
func TestFastWheel(t *testing.T) {
	k := carKit(0.1, 0.6, 5)
	g, r := generalRig(t, k, func(r *Recipe) { r.Frames, r.Degrees = 5, -720 })
	clips, findings := OwnClips(g, nil, r)
	if !hasFinding(findings, "SPIN_TOO_FAST") {
		t.Error("not told")
	}
	for i, w := range g.Rolls(r) {
		h := g.Hinges[w.Hinge]
		if deg := turnOf(t, g.Model, &clips[0], g.Bones[h.Bone].Node, h.Axle); math.Abs(deg-w.Degrees) > 0.5 {
			t.Errorf("wheel %d turns by %.3f, want %.3f", i, deg, w.Degrees)
		}
	}
}

// Overlapping road wheels stay apart; dual tyres and hub caps are one wheel.
func TestWheelClusters(t *testing.T) {
	k := newKit()
	k.add("hull", Body, box(1, 0.6, 5).at(0, 1, 0))
	for i := range 5 {
		x := 0.7 + 0.05*float64(i%2)
		k.add("road", Wheel, cylinder(32, 0.4, 0.1).aimed(mgl64.Vec3{1, 0, 0}).at(x, 0.4, -1.2+0.55*float64(i)))
	}
	k.add("dual1", Wheel, cylinder(32, 0.4, 0.2).aimed(mgl64.Vec3{1, 0, 0}).at(-0.7, 0.4, 0))
	k.add("dual2", Wheel, cylinder(32, 0.4, 0.2).aimed(mgl64.Vec3{1, 0, 0}).at(-0.95, 0.4, 0))
	k.add("cap", Wheel, cylinder(12, 0.1, 0.05).aimed(mgl64.Vec3{1, 0, 0}).at(-1.1, 0.4, 0))
	g, _ := generalRig(t, k, nil)
	if n := len(g.Hinges); n != 6 {
		t.Fatalf("%d wheels, want 6", n)
	}
	if n := len(g.Hinges[5].Parts); n != 3 {
		t.Errorf("the dual wheel has %d parts", n)
	}
	for i, h := range g.Hinges[:5] { // the left side from the front
		if want := 1.0 - 0.55*float64(i); math.Abs(h.Center[2]-want) > 1e-3 {
			t.Errorf("Wheel_%02d is at %v, want %v", i, h.Center[2], want)
		}
	}
}

// A drum turns about its length, and an axis by hand is kept.
func TestDrumAndAxisByHand(t *testing.T) {
	k := newKit()
	k.add("hull", Body, box(1, 1, 4).at(0, 1.5, 0))
	k.add("drum", Wheel, cylinder(40, 0.5, 2.4).aimed(mgl64.Vec3{1, 0, 0}).at(0, 0.5, 1.5))
	g, _ := generalRig(t, k, nil)
	if d := degBetween(g.Hinges[0].Axle, mgl64.Vec3{1, 0, 0}); d > 0.1 {
		t.Errorf("the drum's axle is %.2f deg off: %s", d, g.Hinges[0].Reason)
	}
	for c, want := range []mgl64.Vec3{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}} {
		g, _ := generalRig(t, k, func(r *Recipe) { r.AxisChoice = c + 1 })
		if d := degBetween(g.Hinges[0].Axle, want); d > 1e-6 {
			t.Errorf("axis %d: %v", c+1, g.Hinges[0].Axle)
		}
	}
}

// howitzer is a gun with a known breech, two trails, a cradle and two wheels.
// The tube points up by elevDeg and back, if it is turned round.
func howitzer(elevDeg float64) (k *kit, breech, tip mgl64.Vec3) {
	k = newKit()
	k.add("carriage", Body, box(0.6, 0.4, 0.8).at(0, 0.8, 0))
	s, c := math.Sincos(elevDeg * math.Pi / 180)
	d := mgl64.Vec3{0, s, c}
	breech = mgl64.Vec3{0, 1.1, -0.6}
	tip = breech.Add(d.Mul(3.2))
	place := func(s soup, at float64) soup {
		return s.aimed(d).moved(mgl64.Translate3D(breech.Add(d.Mul(at)).Elem()))
	}
	k.add("tube", Gun, join(place(cylinder(32, 0.09, 2.8), 1.8), place(box(0.3, 0.4, 0.3).at(0, 0, 0.06), 0.2)))
	k.add("brake", Muzzle, place(cylinder(16, 0.14, 0.3), 3.05))
	k.add("cradle", Cradle, place(box(0.25, 1.6, 0.12).at(0, 0, 0.2), 1.2))
	for _, x := range []float64{1, -1} {
		k.add("leg", Trail, box(0.12, 0.14, 2.5).at(0, 0, -1.25).moved(mgl64.HomogRotate3DY(-x*4*math.Pi/180)).at(0.25*x, 0.6, -0.3))
		k.add("wheel", Wheel, spokedWheel(12, 0.5, 0.15).aimed(mgl64.Vec3{x, 0, 0}).at(0.7*x, 0.5, 0))
	}
	return k, breech, tip
}

func TestGunTruths(t *testing.T) {
	for _, elev := range racing.Thin([]float64{7, 0, 40}, 3) {
		k, breech, tip := howitzer(elev)
		g, r := generalRig(t, k, func(r *Recipe) { r.GunPivot, r.RecoilDist, r.GunDeployElev = 0.3, 0.2, 25 })
		f := g.kin.gun
		if f == nil {
			t.Fatal("no gun")
		}
		length := tip.Sub(breech).Len()
		if d := f.tip.Sub(tip).Len(); d > 0.005*length {
			t.Errorf("elev %v: tip %.4f m off", elev, d)
		}
		if d := f.breech.Sub(breech).Len(); d > 0.005*length {
			t.Errorf("elev %v: breech %.4f m off", elev, d)
		}
		if d := degBetween(f.tip.Sub(f.breech), tip.Sub(breech)); d > 0.5 {
			t.Errorf("elev %v: axis %.3f deg off", elev, d)
		}
		var names []string
		for _, b := range g.Bones {
			names = append(names, fmt.Sprintf("%s<%d", b.Name, b.Parent))
		}
		want := "[Root<-1 Body<0 Gun<1 RecoilArm<2 Barrel<3 Trail_00<1 Trail_01<1 Wheel_00<1 Wheel_01<1]"
		if fmt.Sprint(names) != want {
			t.Errorf("bones %v, want %v", names, want)
		}
		clips, _ := OwnClips(g, nil, r)
		if len(clips) != 3 || clips[1].Name != "Deploy" || clips[2].Name != "Recoil" {
			t.Fatalf("clips %d", len(clips))
		}
		// Deploy: the muzzle rises, the spades go outward by the dial's degrees.
		before, after := placesAt(t, g.Model, &clips[1], 0), placesAt(t, g.Model, &clips[1], clips[1].Duration())
		rel := func(w []mgl64.Mat4, node int, p mgl64.Vec3) mgl64.Vec3 {
			inv, _ := scene.InverseAffine(before[node])
			return w[node].Mul4(inv).Mul4x1(p.Vec4(1)).Vec3()
		}
		barrel := g.boneIndex("Barrel")
		if up := rel(after, barrel, tip)[1] - tip[1]; up < 0.3 {
			t.Errorf("elev %v: the muzzle rises by %.3f m", elev, up)
		}
		for _, h := range g.Hinges {
			if h.Role == Trail {
				p := rel(after, g.Bones[h.Bone].Node, h.Tip)
				if math.Abs(p[0]) < math.Abs(h.Tip[0])+1 || math.Abs(p[1]-h.Tip[1]) > 1e-5 {
					t.Errorf("the spade goes from %v to %v", h.Tip, p)
				}
				a := math.Acos(p.Sub(h.Center).Normalize().Dot(h.Tip.Sub(h.Center).Normalize())) * 180 / math.Pi
				if math.Abs(a-35) > 0.05 {
					t.Errorf("the leg spreads by %.3f deg", a)
				}
				if math.Abs(math.Abs(h.Center[0])-0.25) > 0.0125 || math.Abs(h.Center[2]+0.3) > 0.0125 {
					t.Errorf("hinge at %v", h.Center)
				}
			}
		}
		// Recoil: back by the slide, over an arc of three degrees; ends at rest.
		kick := placesAt(t, g.Model, &clips[2], 0.15*16/30)
		back := rel(kick, barrel, g.Hinges[hingeAt(g, Gun)].Center).Sub(g.Hinges[hingeAt(g, Gun)].Center)
		slide := -back.Dot(tip.Sub(breech).Normalize())
		if math.Abs(slide-0.2*length) > 0.005*length {
			t.Errorf("elev %v: the barrel slides by %.4f m, want %.4f", elev, slide, 0.2*length)
		}
		if d := degBetween(rel(kick, barrel, tip).Sub(rel(kick, barrel, breech)), tip.Sub(breech)); math.Abs(d-3) > 0.02 {
			t.Errorf("tipped by %.3f deg", d)
		}
		end := placesAt(t, g.Model, &clips[2], clips[2].Duration())
		if !end[barrel].ApproxEqualThreshold(before[barrel], 1e-5) {
			t.Error("the recoil does not end at rest")
		}
	}
}

func hingeAt(g *Rig, role Role) int {
	for i, h := range g.Hinges {
		if h.Role == role {
			return i
		}
	}
	return -1
}

func (r *Rig) boneIndex(name string) int {
	for i, b := range r.Bones {
		if b.Name == name {
			return i
		}
	}
	return -1
}

// placesAt is every node's world matrix at a time of a clip.
func placesAt(_ testing.TB, m *scene.Model, a *scene.Animation, at float64) []mgl64.Mat4 {
	n := *m
	n.Animations = []scene.Animation{*a}
	s, err := clip.NewSampler(&n, 0)
	if err != nil {
		panic(err)
	}
	pose := n.RestPose()
	s.Pose(at, pose)
	return n.World(nil, pose, nil)
}

// A turret turns about the middle of its round base, also where the bulk of it
// is behind; the gun hangs on it and points to the front.
func TestTurretTruth(t *testing.T) {
	k := newKit()
	k.add("hull", Body, box(3, 1, 6).at(0, 1, 0))
	k.add("turret", Turret, join(cylinder(40, 0.9, 0.3).at(0.1, 1.65, 0.4), box(1.6, 0.6, 2.6).at(0.1, 2.1, -0.3)))
	k.add("gun", Gun, cylinder(24, 0.08, 4).aimed(mgl64.Vec3{0, 0, 1}).at(0.1, 2.1, 2.8))
	g, _ := generalRig(t, k, nil)
	h := g.Hinges[hingeAt(g, Turret)]
	if d := h.Center.Sub(mgl64.Vec3{0.1, 1.5, 0.4}).Len(); d > 0.005*2.6 {
		t.Errorf("ring at %v (%s)", h.Center, h.Reason)
	}
	if gun := g.Bones[g.boneIndex("Gun")]; g.Bones[gun.Parent].Name != "Turret" {
		t.Errorf("the gun hangs on %s", g.Bones[gun.Parent].Name)
	}
	if tip := g.kin.gun.tip; math.Abs(tip[2]-4.8) > 0.02 {
		t.Errorf("the tip is at %v", tip)
	}
}

// Every hinge can be set by hand; what was fitted stays readable, and taking
// the override away gives it back.
func TestHingeOverrides(t *testing.T) {
	k, _, _ := howitzer(5)
	k.add("turret", Turret, cylinder(24, 0.4, 0.2).at(0, 1.05, 0))
	p, r := markedKit(t, k)
	plain := mustGenerate(t, k.m, p, r, GenerateOptions{})
	for _, h := range plain.Hinges {
		r2 := r.Clone()
		c := [3]float64(h.Center.Add(mgl64.Vec3{0.01, 0.02, 0.03}))
		a := [3]float64(h.Axle.Add(mgl64.Vec3{0.1, 0.05, 0.02}))
		r2.SetOverride(HubOverride{Role: h.Role, Hub: h.N, Center: &c, Axle: &a, Flip: true})
		b, err := r2.Encode()
		if err != nil {
			t.Fatal(err)
		}
		back, _, err := DecodeRecipe(b)
		if err != nil {
			t.Fatalf("%s: %v", h.Kind, err)
		}
		g := mustGenerate(t, k.m, p, back, GenerateOptions{})
		var got *Hinge
		for i := range g.Hinges {
			if x := &g.Hinges[i]; x.Role == h.Role && x.N == h.N {
				got = x
			} else if x.ByHand {
				t.Errorf("%s %d was set by hand too", x.Kind, x.N)
			}
		}
		if got == nil || !got.ByHand || got.FittedCenter != h.Center || got.FittedAxle != h.Axle {
			t.Fatalf("%s: %+v", h.Kind, got)
		}
		want := mgl64.Vec3(a).Normalize().Mul(-1)
		if got.Center != mgl64.Vec3(c) || got.Axle.Sub(want).Len() > 1e-12 {
			t.Errorf("%s: %v %v", h.Kind, got.Center, got.Axle)
		}
		if w := scene.Position(g.Model.World(nil, nil, nil)[g.Bones[got.Bone].Node]); w.Sub(mgl64.Vec3(c)).Len() > 1e-6 {
			t.Errorf("%s: the bone is at %v", h.Kind, w)
		}
		moved := false
		for _, d := range Diff(plain, g) {
			if d.Change != "moved" {
				t.Errorf("%s: %v", h.Kind, d)
			}
			moved = moved || d.Name == g.Bones[got.Bone].Name && math.Abs(d.Moved-math.Sqrt(0.0014)) < 1e-5
		}
		if !moved {
			t.Errorf("%s: the diff does not say that the bone moved: %v", h.Kind, Diff(plain, g))
		}
	}
	if d := Diff(plain, plain); len(d) != 0 {
		t.Errorf("a rig differs from itself: %v", d)
	}
	fitted, err := FitHinges(t.Context(), k.m, p, r)
	if err != nil || len(fitted) != len(plain.Hinges) {
		t.Fatalf("%d hinges, %v", len(fitted), err)
	}
	for i, h := range fitted {
		if h.Center != plain.Hinges[i].Center || h.Axle != plain.Hinges[i].Axle || h.Bone != plain.Hinges[i].Bone {
			t.Errorf("%s: FitHinges says %v, Generate %v", h.Kind, h, plain.Hinges[i])
		}
	}
}

// Rock loops, keeps to its amplitudes and turns RootHull only.
func TestRock(t *testing.T) {
	k := newKit()
	k.add("ship", Body, taper(-20, 4, 3, 0, 20, 2, 3, 1))
	g, r := generalRig(t, k, func(r *Recipe) {
		r.WaveEnabled, r.RockDegrees, r.RockRollCycles, r.RockPitchCycles = true, 6, 2, 3
	})
	if g.Bones[1].Name != "RootHull" || g.Bones[2].Name != "Body" || g.Bones[2].Parent != 1 {
		t.Fatalf("bones %v", g.Bones)
	}
	clips, findings := OwnClips(g, nil, r)
	if len(clips) != 1 || clips[0].Name != "Rock" || len(clips[0].Channels) != 1 {
		t.Fatalf("%d clips", len(clips))
	}
	c := clips[0].Channels[0]
	if n := len(c.Times); n != 48+1 || c.Times[n-1] != 5 {
		t.Errorf("%d keys over %v s", n, c.Times[n-1])
	}
	for i := range 4 {
		if c.Values[i] != c.Values[len(c.Values)-4+i] {
			t.Errorf("the last key is not the first")
		}
	}
	if !hasFinding(findings, "ROCK_BEGINS_OFF_REST") {
		t.Error("that frame 0 is not the rest is not told")
	}
	// Roll is right wing down about the bow (+Z), pitch is nose up, by hand at t = 1/8 of the loop:
	// roll 6 sin(90), pitch 2.4 sin(135 + 90).
	w := placesAt(t, g.Model, &clips[0], 5.0/8)[2]
	if got, want := math.Asin(w.At(1, 2))*180/math.Pi, 2.4*math.Sin(225*math.Pi/180); math.Abs(got-want) > 0.02 {
		t.Errorf("pitch %.3f, want %.3f", got, want)
	}
	if got := math.Asin(w.At(1, 0)) * 180 / math.Pi; math.Abs(got-6) > 0.05 {
		t.Errorf("roll %.3f, want 6 with the left side up", got)
	}
}
