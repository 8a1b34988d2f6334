package rig

import (
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/house/racing"
)

// screwOf is a ship's screw: four broad, pitched blades round a boss, along Z.
func screwOf(r float64) soup {
	blade := box(0.85*r, 0.03*r, 0.5*r).moved(mgl64.HomogRotate3D(0.5, axX)).at(0.5*r, 0, 0)
	return join(cylinder(12, 0.12*r, 0.4*r), join(wheelOf(4, blade, 7)...)).aimed(axZ)
}

// addCar adds a car with four wheels, x metres to the left.
func addCar(k *kit, x float64) {
	k.add("hull", Body, join(taper(-2.2, 1.6, 0.6, 0.8, 2.2, 1.5, 0.5, 0.75), taper(-1.5, 1.3, 0.5, 1.35, 0.5, 1.4, 0.55, 1.3)).at(x, 0, 0))
	for _, c := range [4][2]float64{{.7, 1.3}, {-.7, 1.3}, {.7, -1.3}, {-.7, -1.3}} {
		k.add("w", Wheel, cylinder(14, .35, .2).aimed(axX).at(x+c[0], .35, c[1]))
	}
}

// What a tester made to break the classification: each is recognised now, and
// what only looks like it is not. Edgecase is what may be left undecided, but
// must not turn or aim.
func TestTesterVehicles(t *testing.T) {
	racing.Plain(t)
	cases := map[string]func(k *kit){
		"ship with two screws": func(k *kit) {
			k.add("hull", Body, join(box(3, 2, 30).at(0, 1, 0), box(2, 3, 6).at(0, 3.5, 0)))
			for _, s := range []float64{0.8, -0.8} {
				k.add("screw", Rotor, screwOf(0.6).at(s, 0.3, -15.3))
			}
			k.add("rudder", Body, box(.1, 1, .8).at(0, .2, -16.2))
		},
		"boat with a screw and round tables": func(k *kit) {
			k.add("hull", Body, box(3, 1, 8).at(0, .5, 0))
			for n := range 4 {
				k.add("table", Body, cylinder(20, .4, .05).at(.7*float64(1-2*(n%2)), 1.6, float64(n)-2))
			}
			k.add("screw", Rotor, screwOf(0.3).at(0, -.15, -4.2))
		},
		"biplane's broad wings": func(k *kit) {
			k.add("fuselage", Body, box(.8, .8, 5.2).at(0, 1.4, 0))
			k.add("wing", Body, box(9, .08, 1.2).at(0, .95, .9))
			k.add("wing", Edgecase, box(9, .08, 1.2).at(0, 2.4, .9))
			k.add("tail", Body, box(2.6, .05, .7).at(0, 1.45, -2.6))
			for _, s := range []float64{.8, -.8} {
				k.add("w", Wheel, cylinder(16, .3, .12).aimed(axX).at(s, .3, 1.3))
			}
			k.add("w", Wheel, cylinder(16, .12, .06).aimed(axX).at(0, .12, -2.6))
		},
		"locomotive": func(k *kit) {
			k.add("boiler", Edgecase, cylinder(20, .7, 5).aimed(axZ).at(0, 2, 1))
			k.add("cab", Body, box(2, 2, 1.8).at(0, 2.2, -2.4))
			k.add("frame", Body, box(1.2, .3, 8).at(0, 1, 0))
			for _, s := range []float64{.75, -.75} {
				for n := range 3 {
					k.add("w", Wheel, cylinder(24, .75, .15).aimed(axX).at(s, .75, 1.6*float64(n-1)))
				}
			}
		},
		"gun with level trails": func(k *kit) {
			k.add("shield", Body, box(1.6, 1, .08).at(0, 1.1, .2))
			k.add("barrel", Gun, lathe(16, [2]float64{0, -1.6}, [2]float64{.12, -1.6}, [2]float64{.07, 1.5}, [2]float64{.1, 1.7}, [2]float64{0, 1.7}).aimed(mgl64.Vec3{0, .17, 1}).at(0, 1.3, 1.2))
			for _, s := range []float64{1, -1} {
				k.add("w", Wheel, cylinder(18, .55, .18).aimed(axX).at(.8*s, .55, 0))
				k.add("trail", Trail, box(.12, .14, 3).at(0, 0, -1.5).moved(mgl64.HomogRotate3DY(-.21*s)).at(.3*s, .35, -.2))
			}
		},
	}
	for name, build := range cases {
		t.Run(name, func(t *testing.T) {
			k := newKit()
			build(k)
			p := mustProbe(t, k.m, ProbeOptions{Target: Auto, StripNames: true})
			if p.Target != General {
				t.Errorf("target %s", p.Target)
			}
			for i := range p.Parts {
				q := &p.Parts[i]
				want := k.labels[q.Nodes[0]]
				if want == Edgecase && (q.Role == Body || q.Role == Default) {
					continue
				}
				if q.Role != want {
					t.Errorf("%s is %s, want %s: %s", q.Name, q.Role, want, q.Reason)
				}
			}
			if hasFinding(p.Findings, "NO_MAIN_ROTOR") || hasFinding(p.Findings, "NO_TAIL_ROTOR") {
				t.Errorf("asks for a helicopter's rotors: %v", p.Findings)
			}
		})
	}
}

// Wheels of one mesh that were marked by hand and that the classifier did not
// take apart: said, and the repair gives each an axle of its own.
func TestWheelsTogether(t *testing.T) {
	k := newKit()
	k.add("hull", Body, box(1, .6, 4).at(0, 2, 0))
	var all []soup
	for _, c := range [4][2]float64{{.7, 1.3}, {-.7, 1.3}, {.7, -1.3}, {-.7, -1.3}} {
		all = append(all, cylinder(14, .35, .2).at(c[0], 2.4, c[1])) // drums that stand upright
	}
	k.add("rollers", Wheel, join(all...))
	k.add("keel", Body, box(.1, 1.6, 3).at(0, .8, 0))
	r := NewRecipe()
	r.Target = General
	opt := ProbeOptions{Target: General, StripNames: true}
	p := mustProbe(t, k.m, opt)
	if len(p.Parts) != 3 || p.Counts()[Wheel] != 0 {
		t.Fatalf("the trap is none any more: %d rows, %v", len(p.Parts), p.Counts())
	}
	if hasFinding(p.Findings, "WHEELS_TOGETHER") {
		t.Error("said of a part that is not marked Wheel")
	}
	r.SetMark(&p.Parts[1], Wheel)
	opt.Recipe = r
	p = mustProbe(t, k.m, opt)
	r = repairOf(t, p.Findings, "WHEELS_TOGETHER").Apply(r)
	if p.MadeFor(r) {
		t.Error("the split asks for no new probe")
	}
	opt.Recipe = r
	p = mustProbe(t, k.m, opt)
	g := mustGenerate(t, k.m, p, r, GenerateOptions{})
	if n := p.Counts()[Wheel]; n != 4 || len(g.Hinges) != 4 || hasFinding(g.Findings, "WHEELS_TOGETHER") {
		t.Errorf("%d wheels, %d hinges, findings %v", n, len(g.Hinges), g.Findings)
	}
}

// What only Probe can find is said after Generate, too, until it is mended.
func TestFoundStaysUntilMended(t *testing.T) {
	k := newKit()
	addCar(k, 0)
	addCar(k, 7)
	r := NewRecipe()
	r.Target = General
	p := mustProbe(t, k.m, ProbeOptions{Target: General, Recipe: r})
	g := mustGenerate(t, k.m, p, r, GenerateOptions{})
	r = repairOf(t, g.Findings, "SEVERAL_MODELS").Apply(r)
	if g = mustGenerate(t, k.m, p, r, GenerateOptions{}); hasFinding(g.Findings, "SEVERAL_MODELS") || len(g.Hinges) != 4 {
		t.Errorf("after its own repair: %d hinges, %v", len(g.Hinges), g.Findings)
	}
}

// A tractor's front wheels are no nuts, and a turret's long nose is part of it.
func TestNoFalseDoubts(t *testing.T) {
	k := newKit()
	k.add("hull", Body, box(1, .6, 3).at(0, 1, 0))
	for _, s := range []float64{1, -1} {
		k.add("f", Wheel, cylinder(18, .4, .2).aimed(axX).at(.6*s, .4, 1.2))
		k.add("r", Wheel, cylinder(18, .85, .45).aimed(axX).at(.75*s, .85, -1))
	}
	p := mustProbe(t, k.m, ProbeOptions{Target: General, StripNames: true})
	if p.Counts()[Wheel] != 4 || hasFinding(p.Findings, "STRAY_WHEEL") {
		t.Errorf("tractor: %d wheels, %v", p.Counts()[Wheel], p.Findings)
	}
	k = newKit()
	addCar(k, 0)
	for n := range 3 { // over the bonnet, each touching the one before
		k.add("turret", Turret, box(.8, .3, 1.4).at(0, 2, 1.4*float64(n)))
	}
	far := k.add("lonely", Turret, box(.3, .3, .3).at(0, 2, -3))
	p = mustProbe(t, k.m, ProbeOptions{Target: General})
	r := NewRecipe()
	for i := range p.Parts {
		if k.labels[p.Parts[i].Nodes[0]] == Turret {
			r.SetMark(&p.Parts[i], Turret)
		}
	}
	p.Apply(r)
	said := false
	for _, f := range Verify(p) {
		if f.Code == "TURRET_FAR" {
			said = true
			if len(f.Parts) != 1 || p.Parts[f.Parts[0]].Nodes[0] != far {
				t.Errorf("turret far: %v", f.Parts)
			}
		}
	}
	if !said {
		t.Error("the part that stands alone is not far")
	}
}
