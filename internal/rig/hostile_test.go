package rig

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// The axles of every hostile model: a mast four degrees out of upright, and a
// level tail.
var (
	hostileMast   = mgl64.Vec3{0, 3.2, -0.2}
	hostileTail   = mgl64.Vec3{0.35, 3.2, -7.2}
	hostileUp     = mgl64.Vec3{0, math.Cos(4 * math.Pi / 180), math.Sin(4 * math.Pi / 180)}
	hostileAcross = mgl64.Vec3{1, 0, 0}
)

// hostileBlades places one blade at each angle (degrees) about the mast, with a
// hub and a shaft.
func hostileBlades(b bladeSpec, angles ...float64) soup {
	var out soup
	for _, a := range angles {
		out = append(out, b.build().moved(mgl64.HomogRotate3DY(a*math.Pi/180))...)
	}
	return join(out, cylinder(16, 0.3, 0.2), cylinder(12, 0.08, 0.8).at(0, -0.4, 0))
}

func onMast(s soup) soup {
	return s.aimed(hostileUp).at(hostileMast[0], hostileMast[1], hostileMast[2])
}

func onTail(s soup) soup {
	return s.aimed(hostileAcross).at(hostileTail[0], hostileTail[1], hostileTail[2])
}

func mainBlade() bladeSpec {
	return bladeSpec{r0: 0.25, r1: 5.5, chord: 0.4, thick: 0.06, pitchDeg: 6, cuts: 10}
}

func tailBlade() bladeSpec {
	return bladeSpec{r0: 0.08, r1: 1, chord: 0.16, thick: 0.02, pitchDeg: 6}
}

// hostile is an airframe on skids with the given rotors, one node each.
func hostile(main, tail soup) *kit {
	k := newKit()
	k.add("hull", Body, join(taper(-1.5, 1.5, 1.6, 1.6, 1.2, 1.9, 1.9, 1.5), taper(1.2, 1.9, 1.9, 1.5, 3.4, 0.5, 0.6, 1.1)))
	k.add("boom", Body, taper(-7.2, 0.3, 0.35, 2.2, -1.5, 1.1, 1.0, 1.8))
	k.add("fin", Body, taper(-7.6, 0.12, 1.6, 2.9, -6.7, 0.16, 1.2, 2.7))
	var skids soup
	for _, x := range []float64{1.1, -1.1} {
		skids = append(skids, box(0.12, 0.12, 4).at(x, 0.06, 0.2)...)
		for _, z := range []float64{1.2, -0.8} {
			skids = append(skids, box(0.1, 0.9, 0.1).at(x, 0.5, z)...)
		}
	}
	k.add("skids", Body, skids)
	k.add("main", Rotor, onMast(main))
	k.add("tail", TailRotor, onTail(tail))
	return k
}

func plainRotors() (main, tail soup) {
	return hostileBlades(mainBlade(), 10, 100, 190, 280), join(hostileBladesTail(17, 107, 197, 287))
}

func hostileBladesTail(angles ...float64) soup {
	var out soup
	for _, a := range angles {
		out = append(out, tailBlade().build().moved(mgl64.HomogRotate3DY(a*math.Pi/180))...)
	}
	return join(out, cylinder(12, 0.1, 0.1))
}

// wantHub is one rotor that must be found.
type wantHub struct {
	role   Role
	axle   mgl64.Vec3
	center mgl64.Vec3
	radius float64
	blades int
}

func wantBoth(mainBlades, tailBlades int) []wantHub {
	return []wantHub{{Rotor, hostileUp, hostileMast, 5.5, mainBlades}, {TailRotor, hostileAcross, hostileTail, 1, tailBlades}}
}

// checkHostile probes with names and without and wants exactly these rotors.
func checkHostile(t *testing.T, m *scene.Model, want []wantHub) (named, bare *Parts) {
	t.Helper()
	var out [2]*Parts
	for n, strip := range []bool{false, true} {
		p, err := Probe(context.Background(), m, ProbeOptions{StripNames: strip})
		if err != nil {
			t.Fatal(err)
		}
		out[n] = p
		if len(p.Hubs) != len(want) {
			t.Errorf("strip %v: %d rotors, want %d", strip, len(p.Hubs), len(want))
			for i := range p.Hubs {
				t.Logf("   %s %.2f at %.2f R %.2f n %d: %s", p.Hubs[i].Role, p.Hubs[i].Confidence, p.Hubs[i].Center, p.Hubs[i].Radius, p.Hubs[i].Blades, p.Hubs[i].Reason)
			}
			continue
		}
		for i, w := range want {
			h := &p.Hubs[i]
			if h.Role != w.role || h.Blades != w.blades || math.Abs(h.Radius-w.radius) > 0.03*w.radius {
				t.Errorf("strip %v: hub %d is %s with %d blades, R %.2f; want %+v", strip, i, h.Role, h.Blades, h.Radius, w)
			}
			if d := degBetween(h.Axle, w.axle); d > 0.5 {
				t.Errorf("strip %v: %s axle off by %.2f deg", strip, w.role, d)
			}
			if d := offAxis(w.center, h.Center, h.Axle); d > 0.04 {
				t.Errorf("strip %v: %s axle passes %.3f m beside the hub", strip, w.role, d)
			}
		}
		for i := range p.Parts {
			if q := &p.Parts[i]; q.Hub < 0 && (q.Guess == Rotor || q.Guess == TailRotor) {
				t.Errorf("strip %v: %s is %s without a hub", strip, q.Name, q.Guess)
			}
		}
	}
	return out[0], out[1]
}

// Blades that are not equally spaced, hang or rise, or of which one is gone:
// one rotor about the mast, and no blade a rotor of its own.
func TestProbeBladesOfOneRotor(t *testing.T) {
	_, tail := plainRotors()
	droop, cone := mainBlade(), mainBlade()
	droop.droop, cone.coneDeg = 0.8, 10
	cases := []struct {
		name string
		main soup
		tail soup
		want []wantHub
	}{
		{"three of four blades", hostileBlades(mainBlade(), 10, 100, 190), tail, wantBoth(3, 4)},
		{"four of five blades", hostileBlades(mainBlade(), 10, 82, 154, 226), tail, wantBoth(4, 4)},
		{"two blades that hang", hostileBlades(droop, 10, 190), tail, wantBoth(2, 4)},
		{"two blades that rise", hostileBlades(cone, 10, 190), tail, wantBoth(2, 4)},
		{"scissors at the tail", hostileBlades(mainBlade(), 10, 100, 190, 280), hostileBladesTail(0, 55, 180, 235), wantBoth(4, 4)},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			checkHostile(t, hostile(c.main, c.tail).m, c.want)
		})
	}
}

// A bar that is held at an end is no rotor, wherever it is.
func TestProbeHeldBars(t *testing.T) {
	main, tail := plainRotors()
	k := hostile(main, tail)
	k.add("strut", Body, join(box(3, 0.05, 0.3).at(2.2, 2.6, -1), box(0.3, 0.4, 0.5).at(3.8, 2.6, -1)))
	k.add("strut2", Body, box(0.05, 1.4, 0.16).at(0.4, 3.0, -6.2))
	k.add("foot", Body, box(0.9, 0.1, 0.4).at(0.3, 2.25, -6.2))
	checkHostile(t, k.m, wantBoth(4, 4))
}

// Two blades that are mirror images lean as their pitch: the hub tells the
// axle, and where there is none the confidence says so.
func TestProbeMirroredBlades(t *testing.T) {
	_, tail := plainRotors()
	b := mainBlade().build()
	pair := join(b, b.moved(mgl64.Scale3D(-1, 1, 1)))
	t.Run("with a hub", func(t *testing.T) {
		checkHostile(t, hostile(join(pair, cylinder(16, 0.3, 0.2)), tail).m, wantBoth(2, 4))
	})
	t.Run("without", func(t *testing.T) {
		p, err := Probe(context.Background(), hostile(pair, tail).m, ProbeOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Hubs) != 2 || p.Hubs[0].Confidence > 0.85 || !strings.Contains(p.Hubs[0].Reason, "mirror images") {
			t.Errorf("hubs %+v", p.Hubs)
		}
	})
}

// Copies in the same place, with as many triangles or fewer, are left out and
// change nothing else.
func TestProbeCopies(t *testing.T) {
	main, tail := plainRotors()
	coarse := mainBlade()
	coarse.cuts = 3
	coarseMain := hostileBlades(coarse, 10, 100, 190, 280)
	cases := map[string]func(k *kit) int{ // how many rows are copies
		"all again": func(k *kit) int {
			n := len(k.m.Nodes)
			for i := range n {
				mesh := k.m.Meshes[i]
				k.m.Meshes = append(k.m.Meshes, mesh)
				k.m.Nodes = append(k.m.Nodes, scene.Node{Name: k.m.Nodes[i].Name + "_LOD1", Local: scene.Identity(), Mesh: scene.Some(len(k.m.Meshes) - 1)})
				k.m.Roots = append(k.m.Roots, len(k.m.Nodes)-1)
				k.labels = append(k.labels, Ignore)
			}
			return n
		},
		"the rotor, coarser": func(k *kit) int { k.add("main_LOD1", Ignore, onMast(coarseMain)); return 1 },
		"all in one": func(k *kit) int {
			one, _ := k.merged()
			k.m.Meshes = append(k.m.Meshes, one.m.Meshes[0])
			k.m.Nodes = append(k.m.Nodes, scene.Node{Name: "LOD1", Local: scene.Identity(), Mesh: scene.Some(len(k.m.Meshes) - 1)})
			k.m.Roots = append(k.m.Roots, len(k.m.Nodes)-1)
			return 1
		},
	}
	for name, add := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := hostile(main, tail)
			own := len(k.m.Nodes)
			want := add(k)
			for _, p := range pairOf(checkHostile(t, k.m, wantBoth(4, 4))) {
				checkIgnored(t, p, "LOD_COPIES", want, func(node int) bool { return node >= own })
			}
		})
	}
}

func pairOf(a, b *Parts) []*Parts { return []*Parts{a, b} }

// checkIgnored wants exactly the rows of some nodes to be Ignore, and one
// finding with the code to name them.
func checkIgnored(t *testing.T, p *Parts, code string, want int, which func(node int) bool) {
	t.Helper()
	n := 0
	for i := range p.Parts {
		q := &p.Parts[i]
		if q.Role == Ignore {
			n++
		}
		if (q.Role == Ignore) != which(q.Nodes[0]) {
			t.Errorf("%s is %s (%s)", q.Name, q.Role, q.Reason)
		}
	}
	found := 0
	for _, f := range p.Findings {
		if f.Code == code {
			found++
			if len(f.Parts) != want || f.Fix == "" {
				t.Errorf("%s names %v, want %d parts", code, f.Parts, want)
			}
		}
	}
	if n != want || found != 1 {
		t.Errorf("%d rows ignored, want %d; %d findings %s", n, want, found, code)
	}
}

// A speck far off, a ground and a sky change neither rotors nor confidence.
func TestProbeOutliers(t *testing.T) {
	main, tail := plainRotors()
	plain, _ := checkHostile(t, hostile(main, tail).m, wantBoth(4, 4))
	ball := func(r float64) soup {
		var profile [][2]float64
		for i := range 13 {
			s, c := math.Sincos(math.Pi * float64(i) / 12)
			profile = append(profile, [2]float64{r * s, -r * c})
		}
		return lathe(24, profile...)
	}
	cases := []struct {
		name, code string
		s          soup
	}{
		{"speck at 40 m", "OUTLIER_PART", box(0.1, 0.1, 0.1).at(40, 3, 10)},
		{"speck at 100 m", "OUTLIER_PART", box(0.1, 0.1, 0.1).at(50, 30, 80)},
		{"ground of 30 m", "SCENERY", box(30, 0.05, 30).at(0, -0.05, 0)},
		{"ground of 60 m", "SCENERY", soup{{{-30, 0, -30}, {30, 0, 30}, {30, 0, -30}}, {{-30, 0, -30}, {-30, 0, 30}, {30, 0, 30}}}},
		{"sky", "SCENERY", ball(5000)},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			k := hostile(main, tail)
			at := k.add("thing", Ignore, c.s)
			for _, p := range pairOf(checkHostile(t, k.m, wantBoth(4, 4))) {
				checkIgnored(t, p, c.code, 1, func(node int) bool { return node == at })
				if d := p.Bounds.Diagonal() - plain.Bounds.Diagonal(); math.Abs(d) > 1e-6 {
					t.Errorf("the model's size is %g m off", d)
				}
				for i := range p.Hubs {
					if i < len(plain.Hubs) && math.Abs(p.Hubs[i].Confidence-plain.Hubs[i].Confidence) > 0.15 {
						t.Errorf("confidence %.2f, without it %.2f", p.Hubs[i].Confidence, plain.Hubs[i].Confidence)
					}
				}
			}
		})
	}
}

// A tail rotor whose blades cut the fin is left to the user, with the reason.
func TestProbeStrikingRotor(t *testing.T) {
	main, _ := plainRotors()
	k := hostile(main, nil)
	k.m.Nodes, k.m.Meshes, k.m.Roots, k.labels = k.m.Nodes[:5], k.m.Meshes[:5], k.m.Roots[:5], k.labels[:5]
	var blades soup
	for i := range 5 {
		blades = append(blades, tailBlade().build().moved(mgl64.HomogRotate3DY(float64(i)*72*math.Pi/180+0.3))...)
	}
	c := math.Pi / 9
	k.add("tail", TailRotor, join(blades, cylinder(12, 0.1, 0.1)).aimed(mgl64.Vec3{math.Cos(c), math.Sin(c), 0}).at(0.1, 2.9, -7.2))
	p, err := Probe(context.Background(), k.m, ProbeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	q := &p.Parts[5]
	if q.Guess != Default || !strings.Contains(q.Reason, "5 blades") || !strings.Contains(q.Reason, `strike "fin"`) {
		t.Errorf("%s is %s: %s", q.Name, q.Guess, q.Reason)
	}
	if !hasFinding(p.Findings, "ROTOR_STRIKES") {
		t.Errorf("findings %v", p.Findings)
	}
}

// Names that lie do not outweigh a plain shape.
func TestProbeLyingNames(t *testing.T) {
	main, tail := plainRotors()
	k := hostile(main, tail)
	lies := []string{"rotor_housing", "boom", "fin", "skids", "Cube.012", "Wheel_tail"}
	for i, s := range lies {
		k.m.Nodes[i].Name, k.m.Meshes[i].Name = s, s
	}
	named, _ := checkHostile(t, k.m, wantBoth(4, 4))
	if q := &named.Parts[0]; q.Guess != Body || !strings.Contains(q.Reason, "name says") {
		t.Errorf("%s is %s: %s", q.Name, q.Guess, q.Reason)
	}
}

// The arms of a drone's frame are no rotor; its rotors are.
func TestProbeFrame(t *testing.T) {
	k := newKit()
	k.add("frame", Body, join(append(wheelOf(4, box(0.8, 0.05, 0.08).at(0.4, 0, 0), 45), box(0.25, 0.12, 0.25))...))
	for i := range 4 {
		a := (45 + 90*float64(i)) * math.Pi / 180
		b := bladeSpec{r0: 0.02, r1: 0.35, chord: 0.05, thick: 0.01, pitchDeg: 8}.build()
		k.add(fmt.Sprintf("p%d", i), Rotor, join(b, b.moved(mgl64.HomogRotate3DY(math.Pi)), cylinder(12, 0.04, 0.03)).at(0.8*math.Cos(a), 0.15, 0.8*math.Sin(a)))
	}
	p, err := Probe(context.Background(), k.m, ProbeOptions{StripNames: true})
	if err != nil {
		t.Fatal(err)
	}
	if q := &p.Parts[0]; len(p.Hubs) != 4 || q.Hub >= 0 {
		t.Errorf("%d rotors; frame is %s: %s", len(p.Hubs), q.Guess, q.Reason)
	}
}
