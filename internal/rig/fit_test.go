package rig

import (
	"fmt"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/house/racing"
)

// Rotors of every blade count, tilted, coned, drooped, with a mast as tall as
// the radius, with one blade cut into forty times the triangles, with a pitch
// link on one side: the axle is the true one within half a degree, and the hub
// lies on it.
func TestFitAxleOnRotors(t *testing.T) {
	racing.Plain(t)
	type kind struct {
		name string
		make func(n int) soup
	}
	plain := bladeSpec{r0: 0.6, r1: 6, chord: 0.45, thick: 0.06, pitchDeg: 6}
	rotor := func(n int, b bladeSpec) soup {
		return join(append(wheelOf(n, b.build(), 17), cylinder(24, 0.65, 0.3))...)
	}
	kinds := []kind{
		{"plain", func(n int) soup { return rotor(n, plain) }},
		{"flat blades", func(n int) soup { b := plain; b.pitchDeg = 0; return rotor(n, b) }},
		{"coned", func(n int) soup { b := plain; b.coneDeg = 6; return rotor(n, b) }},
		{"drooped", func(n int) soup { b := plain; b.droop = 0.7; return rotor(n, b) }},
		{"mast", func(n int) soup { return join(rotor(n, plain), cylinder(20, 0.2, 6).at(0, -3, 0)) }},
		{"dense blade", func(n int) soup {
			b := plain
			b.cuts = 400
			s := wheelOf(n, plain.build(), 17)
			s[0] = b.build().moved(mgl64.HomogRotate3DY(17 * math.Pi / 180))
			return join(append(s, cylinder(24, 0.65, 0.3))...)
		}},
		{"link on one side", func(n int) soup { return join(rotor(n, plain), box(0.1, 0.8, 0.1).at(0.8, -0.5, 0.2)) }},
		{"blades leading", func(n int) soup { b := plain; b.offset = 0.3; return rotor(n, b) }},
	}
	for _, k := range kinds {
		for n := 2; n <= 10; n++ {
			for _, tilt := range []mgl64.Vec3{{0.1, 1, -0.07}, {1, 0.35, 0}} {
				axle := tilt.Normalize()
				s := k.make(n).aimed(axle).at(3, -2, 8)
				fit, ok := FitAxle(trisOf(s))
				name := fmt.Sprintf("%s, %d blades, axle %.2f", k.name, n, axle)
				if !ok {
					t.Fatalf("%s: no fit", name)
				}
				if d := degBetween(fit.Axle, axle); d > 0.5 {
					t.Errorf("%s: axle off by %.2f deg (%+v)", name, d, fit)
				}
				if d := offAxis(fit.Center, mgl64.Vec3{3, -2, 8}, axle); d > 0.01*6 {
					t.Errorf("%s: centre %.3f m beside the axle", name, d)
				}
				if fit.Order != n {
					t.Errorf("%s: order %d", name, fit.Order)
				}
				if fit.Contrast < 0.5 {
					t.Errorf("%s: contrast %.2f", name, fit.Contrast)
				}
			}
		}
	}
}
