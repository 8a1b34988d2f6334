package rig

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// heliSpec describes a helicopter that tests build: what unseen models may
// look like. The zero value of most fields is the plain choice.
type heliSpec struct {
	name       string
	main, tail int     // blades
	layout     string  // "", coaxial, tandem, notar
	tailKind   string  // "", fan, side
	cantDeg    float64 // of the tail's axle, out of level
	mastDeg    float64 // the mast leans forward
	skids      bool
	bar        bool // stabiliser bar across a two-blade rotor
	droop      float64
	cone       float64
	pitch      float64
	joined     bool // all of one rotor is one node
	blur       bool // a disc instead of blades
	dense      bool // one blade has many more triangles
	mast       bool // a shaft in the rotor's node
	stubWings  bool
	noHub      bool
	stator     bool
	chordShare float64 // chord over radius of the main blades; zero means 0.07
}

// truthHub is where a rotor really is.
type truthHub struct {
	role   Role
	center mgl64.Vec3
	axle   mgl64.Vec3
}

func (h heliSpec) build() (*kit, []truthHub) {
	k := newKit()
	// Fuselage 10 m long, boom to the rear, fin.
	k.add("hull", Body, join(taper(-1.5, 1.5, 1.6, 1.6, 1.2, 1.9, 1.9, 1.5), taper(1.2, 1.9, 1.9, 1.5, 3.4, 0.5, 0.6, 1.1)))
	boom := taper(-7.2, 0.3, 0.35, 2.2, -1.5, 1.1, 1.0, 1.8)
	fin := taper(-7.6, 0.12, 1.6, 2.9, -6.7, 0.16, 1.2, 2.7)
	if h.layout == "tandem" {
		boom = taper(-6.2, 1.5, 2.6, 2.1, -1.5, 1.5, 1.6, 1.6)
		fin = taper(-6.0, 0.4, 1.4, 3.6, -5.0, 0.5, 1.4, 3.5)
	}
	k.add("boom", Body, boom)
	k.add("fin", Body, fin)
	k.add("stab", Body, box(2.6, 0.08, 0.5).at(0, 2.25, -6.2))
	k.add("canopy", Body, taper(1.0, 1.5, 1.0, 2.0, 2.8, 0.6, 0.5, 1.4))
	if h.skids {
		k.add("skid.l", Body, cylinder(10, 0.06, 4.2).aimed(mgl64.Vec3{0, 0, 1}).at(1.1, 0.06, 0.2))
		k.add("skid.r", Body, cylinder(10, 0.06, 4.2).aimed(mgl64.Vec3{0, 0, 1}).at(-1.1, 0.06, 0.2))
		k.add("cross.f", Body, box(2.2, 0.08, 0.08).at(0, 0.35, 1.2))
		k.add("cross.b", Body, box(2.2, 0.08, 0.08).at(0, 0.35, -1))
	} else {
		for i, x := range [][2]float64{{0.9, 1.4}, {-0.9, 1.4}, {0.9, -1.2}, {-0.9, -1.2}} {
			k.add(fmt.Sprintf("wheel%d", i), Wheel, cylinder(18, 0.32, 0.2).aimed(mgl64.Vec3{1, 0, 0}).at(x[0], 0.32, x[1]))
		}
	}
	if h.stubWings {
		k.add("wing.l", Body, box(1.6, 0.1, 0.7).at(1.75, 1.6, 0))
		k.add("wing.r", Body, box(1.6, 0.1, 0.7).at(-1.75, 1.6, 0))
		for i, x := range []float64{2.3, -2.3} {
			k.add(fmt.Sprintf("pod%d", i), Body, cylinder(16, 0.22, 1.4).aimed(mgl64.Vec3{0, 0, 1}).at(x, 1.35, 0.1))
		}
	}
	k.add("gun", Body, cylinder(10, 0.05, 1.3).aimed(mgl64.Vec3{0, 0, 1}).at(0, 0.6, 3.2))
	k.add("exhaust", Body, cylinder(16, 0.2, 0.6).aimed(mgl64.Vec3{0, 0, 1}).at(0.5, 2.6, -1.6))
	lean := h.mastDeg * math.Pi / 180
	mast := mgl64.Vec3{0, math.Cos(lean), math.Sin(lean)}
	var truth []truthHub
	put := func(name string, c mgl64.Vec3, r float64, n int, axle mgl64.Vec3, role Role, phase float64) {
		h.rotor(k, name, c, r, n, axle, role, phase)
		truth = append(truth, truthHub{role, c, axle})
	}
	switch h.layout {
	case "coaxial":
		k.add("mast", Edgecase, cylinder(12, 0.12, 2.0).at(0, 3.1, -0.2))
		put("lower", mgl64.Vec3{0, 3.2, -0.2}, 5.2, h.main, mast, Rotor, 0)
		put("upper", mgl64.Vec3{0, 4.3, -0.2}, 5.2, h.main, mast, Rotor, 25)
	case "tandem":
		k.add("mast", Edgecase, cylinder(12, 0.12, 0.8).at(0, 2.8, 1.4))
		put("front", mgl64.Vec3{0, 3.2, 1.4}, 4.4, h.main, mast, Rotor, 0)
		put("rear", mgl64.Vec3{0, 4.5, -5.4}, 4.4, h.main, mast, Rotor, 60)
	default:
		k.add("mast", Edgecase, cylinder(12, 0.12, 0.8).aimed(mast).at(0, 2.75, -0.2))
		put("main", mgl64.Vec3{0, 3.2, -0.2}, 5.5, h.main, mast, Rotor, 10)
	}
	cant := h.cantDeg * math.Pi / 180
	axle := mgl64.Vec3{math.Cos(cant), math.Sin(cant), 0}
	switch {
	case h.layout != "":
	case h.tailKind == "fan":
		c := mgl64.Vec3{0, 2.6, -8.2}
		k.add("ring", Body, tube(32, 0.78, 1.0, 0.4).aimed(axle).at(c[0], c[1], c[2]))
		if h.stator {
			for i, s := range wheelOf(3, box(0.8, 0.04, 0.06).at(0.4, -0.18, 0), 15) {
				k.add(fmt.Sprintf("vane%d", i), Body, s.aimed(axle).at(c[0], c[1], c[2]))
			}
		}
		put("fan", c, 0.75, h.tail, axle, TailRotor, 5)
	default:
		c := mgl64.Vec3{0.35, 3.2, -7.2}
		k.add("shaft", Body, cylinder(10, 0.06, 0.4).aimed(mgl64.Vec3{1, 0, 0}).at(0.15, 3.2, -7.2))
		put("tail", c, 1.0, h.tail, axle, TailRotor, 35)
	}
	return k, truth
}

func (h heliSpec) rotor(k *kit, name string, c mgl64.Vec3, r float64, n int, axle mgl64.Vec3, role Role, phase float64) {
	share := h.chordShare
	if share == 0 {
		share = 0.07
	}
	b := bladeSpec{r0: 0.08 * r, r1: r, chord: share * r, thick: 0.012 * r, pitchDeg: h.pitch, coneDeg: h.cone, droop: h.droop}
	if role == TailRotor {
		b.chord, b.droop, b.coneDeg = 0.2*r, 0, 0
		if n > 5 {
			b.chord, b.pitchDeg = 1.6*r/float64(n), 25
			b.r0 = 0.25 * r
		}
	}
	place := func(s soup) soup { return s.aimed(axle).at(c[0], c[1], c[2]) }
	if h.blur && role == Rotor {
		k.add(name+".disc", role, place(lathe(40, [2]float64{0, 0}, [2]float64{r, 0})))
		return
	}
	blades := wheelOf(n, b.build(), phase)
	if h.dense {
		d := b
		d.cuts = 120
		blades[0] = wheelOf(n, d.build(), phase)[0]
	}
	hubR := 0.1 * r
	if n > 5 {
		hubR = 0.3 * r
	}
	hub := cylinder(16, hubR, 0.05*r)
	var bar soup
	if h.bar && role == Rotor {
		bar = join(box(0.05, 0.05, 0.5*r).at(0, 0.06*r, 0), box(0.12, 0.1, 0.2).at(0, 0.06*r, 0.25*r), box(0.12, 0.1, 0.2).at(0, 0.06*r, -0.25*r)).
			moved(mgl64.HomogRotate3DY(phase * math.Pi / 180))
	}
	if h.mast && role == Rotor {
		shaft := cylinder(12, 0.03*r, 0.3*r).at(0, -0.15*r, 0)
		if h.joined {
			hub = join(hub, shaft)
		} else {
			k.add(name+".shaft", Edgecase, place(shaft))
		}
	}
	if h.joined {
		parts := append(blades, bar)
		if !h.noHub {
			parts = append(parts, hub)
		}
		k.add(name, role, place(join(parts...)))
		return
	}
	for i, s := range blades {
		k.add(fmt.Sprintf("%s.blade%d", name, i), role, place(s))
	}
	if !h.noHub {
		k.add(name+".hub", role, place(hub))
	}
	if bar != nil {
		k.add(name+".bar", role, place(bar))
	}
}

func heliSpecs() []heliSpec {
	return []heliSpec{
		{name: "two blades, skids", main: 2, tail: 2, skids: true, pitch: 5},
		{name: "two flat blades, joined, no hub", main: 2, tail: 2, skids: true, joined: true, noHub: true},
		{name: "two blades with bar", main: 2, tail: 2, skids: true, bar: true, pitch: 6},
		{name: "two blades with bar, joined", main: 2, tail: 2, skids: true, bar: true, joined: true},
		{name: "three blades, canted", main: 3, tail: 3, cantDeg: 12, pitch: 4},
		{name: "four drooping", main: 4, tail: 4, droop: 0.5, stubWings: true},
		{name: "four drooping, joined", main: 4, tail: 4, droop: 0.5, stubWings: true, joined: true},
		{name: "five, fan canted 20", main: 5, tail: 10, tailKind: "fan", cantDeg: 20, cone: 2, pitch: 5},
		{name: "five, fan, joined, mast", main: 5, tail: 11, tailKind: "fan", cantDeg: -15, joined: true, mast: true},
		{name: "five, fan with stator", main: 5, tail: 8, tailKind: "fan", stator: true, pitch: 5},
		{name: "six, leaning mast", main: 6, tail: 4, mastDeg: 6},
		{name: "seven, cone", main: 7, tail: 5, cone: 5, joined: true},
		{name: "coaxial three", main: 3, layout: "coaxial", pitch: 5},
		{name: "coaxial two, joined", main: 2, layout: "coaxial", joined: true, pitch: 5},
		{name: "tandem three", main: 3, layout: "tandem", pitch: 5},
		{name: "tandem three, joined", main: 3, layout: "tandem", joined: true},
		{name: "notar", main: 5, layout: "notar"},
		{name: "blur disc", main: 4, tail: 4, blur: true},
		{name: "one dense blade", main: 4, tail: 2, dense: true},
		{name: "one dense blade, joined", main: 5, tail: 3, dense: true, joined: true},
		{name: "stub wings, two blades", main: 2, tail: 4, stubWings: true, pitch: 7},
		{name: "broad blades", main: 3, tail: 3, chordShare: 0.14},
	}
}

// placing is one way in which a model may come out of a modelling program.
type placing struct {
	name string
	t    scene.TRS
}

func placings() []placing {
	id := scene.Identity()
	with := func(f func(t *scene.TRS)) scene.TRS { t := id; f(&t); return t }
	return []placing{
		{"as built", id},
		{"facing +X", with(func(t *scene.TRS) { t.R = mgl64.QuatRotate(math.Pi/2, mgl64.Vec3{0, 1, 0}) })},
		{"turned 217 deg", with(func(t *scene.TRS) { t.R = mgl64.QuatRotate(217*math.Pi/180, mgl64.Vec3{0, 1, 0}) })},
		{"far off", with(func(t *scene.TRS) { t.T = mgl64.Vec3{1e4, -300, 8e3} })},
		{"1 %", with(func(t *scene.TRS) { t.S = mgl64.Vec3{0.01, 0.01, 0.01} })},
		{"100 times", with(func(t *scene.TRS) { t.S = mgl64.Vec3{100, 100, 100} })},
		{"mirrored", with(func(t *scene.TRS) { t.S = mgl64.Vec3{-1, 1, 1} })},
	}
}

// Every helicopter, in every place, in parts and as one mesh: the rotors and
// nothing else are rotors, and their axles are the true ones.
func TestProbeHelicopters(t *testing.T) {
	for n, h := range heliSpecs() {
		t.Run(h.name, func(t *testing.T) {
			t.Parallel()
			k, truth := h.build()
			all := placings()
			for i, pl := range all {
				// As built, and one of the other places: over all machines each comes up often.
				if i != 0 && i != 1+n%6 {
					continue
				}
				checkHeli(t, pl.name, k.under(pl.t), nil, truth, pl.t)
				if i > 0 {
					one, roles := k.merged()
					checkHeli(t, pl.name+", merged", one.under(pl.t), roles, truth, pl.t)
				}
			}
		})
	}
}

// checkHeli probes a kit without names and compares with the truth. triRoles
// are the triangles' true roles where everything is one mesh.
func checkHeli(t *testing.T, what string, k *kit, triRoles []Role, truth []truthHub, place scene.TRS) {
	t.Helper()
	p, err := Probe(context.Background(), k.m, ProbeOptions{StripNames: true})
	if err != nil {
		t.Fatal(err)
	}
	for i := range p.Parts {
		q := &p.Parts[i]
		want := k.labels[q.Nodes[0]]
		if triRoles != nil {
			want = triRoles[q.geo.chunks[0].Triangles[0]]
		}
		if want != Rotor && want != TailRotor {
			want = Body
		}
		if want0 := k.labels[q.Nodes[0]]; want0 == Edgecase || triRoles != nil && triRoles[q.geo.chunks[0].Triangles[0]] == Edgecase {
			continue // a round mast may turn or not: nobody sees it
		}
		if got := q.Role; got != want && !(want == Body && got == Default) {
			t.Errorf("%s: %s is %s (%.2f: %s), want %s", what, q.Name, got, q.Confidence, q.Reason, want)
		}
	}
	l := place.Mat4()
	size := sizeOf(p.Bounds)
	for _, w := range truth {
		c := l.Mul4x1(w.center.Vec4(1)).Vec3()
		a := scene.LinearPart(l).Mul3x1(w.axle).Normalize()
		best, at := math.Inf(1), -1
		for n := range p.Hubs {
			if d := p.Hubs[n].Center.Sub(c).Len(); p.Hubs[n].Role == w.role && d < best {
				best, at = d, n
			}
		}
		if at < 0 {
			t.Errorf("%s: no hub for the %s at %.2f", what, w.role, c)
			continue
		}
		hub := &p.Hubs[at]
		if d := degBetween(hub.Axle, a); d > 0.5 {
			t.Errorf("%s: %s axle off by %.2f deg", what, w.role, d)
		}
		if d := offAxis(c, hub.Center, hub.Axle); d > 0.004*size {
			t.Errorf("%s: %s hub %.4f of the size beside the axle", what, w.role, d/size)
		}
	}
	if len(p.Hubs) != len(truth) {
		t.Errorf("%s: %d hubs, want %d", what, len(p.Hubs), len(truth))
	}
}
