package rig

import (
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/house/racing"
)

// Machines that the fleet does not have, in parts and as one mesh: all wheels and
// nothing but wheels are wheels, and nothing is a rotor that is none.
func TestOddWheels(t *testing.T) {
	racing.Plain(t)
	w := func(r, wd, x, z float64, n int) soup { return cylinder(n, r, wd).aimed(axX).at(x, r, z) }
	hull := func(k *kit) {
		k.add("hull", Body, join(taper(-2.2, 1.6, 0.6, 0.8, 2.2, 1.5, 0.5, 0.75), taper(-1.5, 1.3, 0.5, 1.35, 0.5, 1.4, 0.55, 1.3)))
	}
	cases := map[string]func(k *kit){
		"four in one node": func(k *kit) {
			hull(k)
			k.add("wheels", Wheel, join(w(.35, .2, .7, 1.3, 14), w(.35, .2, -.7, 1.3, 14), w(.35, .2, .7, -1.3, 14), w(.35, .2, -.7, -1.3, 14)))
		},
		"pairs with axle": func(k *kit) {
			hull(k)
			for _, z := range []float64{1.3, -1.3} {
				k.add("pair", Wheel, join(w(.35, .2, .7, z, 14), w(.35, .2, -.7, z, 14)))
				k.add("axle", Edgecase, cylinder(8, .05, 1.3).aimed(axX).at(0, .35, z))
			}
		},
		"steered": func(k *kit) {
			hull(k)
			k.add("w", Wheel, w(.35, .2, .7, -1.3, 14))
			k.add("w", Wheel, w(.35, .2, -.7, -1.3, 14))
			for _, s := range []float64{.7, -.7} {
				k.add("w", Wheel, cylinder(14, .35, .2).aimed(mgl64.Vec3{.9, 0, .42}).at(s, .35, 1.3))
			}
		},
		"six sides": func(k *kit) {
			hull(k)
			for _, s := range []float64{.7, -.7} {
				k.add("w", Wheel, w(.35, .2, s, -1.3, 6))
				k.add("w", Wheel, w(.35, .2, s, 1.3, 6))
			}
		},
		"flaps below": func(k *kit) {
			hull(k)
			for _, s := range []float64{.7, -.7} {
				k.add("w", Wheel, w(.35, .2, s, -1.3, 16))
				k.add("w", Wheel, w(.35, .2, s, 1.3, 16))
				k.add("flap", Body, box(.2, .5, .02).at(s, .22, -1.75))
			}
		},
		"wagon": func(k *kit) {
			k.add("hull", Body, box(1.2, .6, 3).at(0, 1.1, 0))
			for _, s := range []float64{.8, -.8} {
				for n, z := range []float64{1.1, -1} {
					r := .45 + .25*float64(n)
					k.add("w", Wheel, join(tube(20, .85*r, r, .08), join(wheelOf(10, box(r*.85, .04, .05).at(r*.43, 0, 0), 0)...), cylinder(10, .12, .15)).aimed(axX).at(s, r, z))
				}
			}
			k.add("pole", Body, cylinder(8, .04, 2).aimed(axZ).at(0, .7, 2.4))
		},
		"bicycle": func(k *kit) {
			for _, z := range []float64{.55, -.55} {
				k.add("w", Wheel, join(tube(24, .31, .34, .03), join(wheelOf(12, box(.3, .004, .004).at(.16, 0, 0), 0)...), cylinder(8, .03, .08)).aimed(axX).at(0, .34, z))
			}
			k.add("frame", Body, join(box(.04, .04, .7).at(0, .8, .05), box(.04, .6, .04).at(0, .6, -.2), box(.04, .5, .04).at(0, .6, .45)))
			k.add("bar", Body, cylinder(8, .015, .6).aimed(axX).at(0, 1, .4))
			k.add("crank", Body, cylinder(16, .09, .02).aimed(axX).at(.04, .3, 0))
		},
		"jet in flight": func(k *kit) {
			k.add("hull", Body, cylinder(16, 1, 14).aimed(axZ).at(0, 5, 0))
			for _, s := range []float64{1, -1} {
				k.add("wing", Body, box(7, .2, 2).at(s*4, 4.6, 0))
				k.add("engine", Body, tube(18, .5, .6, 2.5).aimed(axZ).at(s*3, 3.9, 1))
				k.add("stab", Body, box(2.5, .1, 1).at(s*1.4, 5.3, -6.5))
			}
			k.add("fin", Body, box(.1, 2.5, 1.5).at(0, 7, -6.4))
		},
		"taildragger": func(k *kit) {
			k.add("hull", Body, taper(-5, .3, .4, 1.3, 2, 1, 1.2, 1.6))
			k.add("wing", Body, box(10, .15, 1.5).at(0, 2.2, .6))
			k.add("fin", Body, box(.1, 1.3, .9).at(0, 2, -4.7))
			k.add("prop", Rotor, join(append(wheelOf(2, bladeSpec{r0: .1, r1: 1, chord: .16, thick: .03, pitchDeg: 30}.build(), 20), cylinder(12, .15, .2))...).aimed(axZ).at(0, 1.6, 2.15))
			for _, s := range []float64{.9, -.9} {
				k.add("w", Wheel, w(.35, .15, s, 1.2, 16))
			}
			k.add("tail", Wheel, cylinder(12, .12, .06).aimed(axX).at(0, .75, -4.6))
		},
		"roller": func(k *kit) {
			k.add("hull", Body, join(box(1.4, 1, 2.5).at(0, 1.2, -.5), box(1.2, .9, 1).at(0, 2, -.8)))
			k.add("drum", Wheel, w(.6, 1.6, 0, 1.6, 24))
			for _, s := range []float64{.7, -.7} {
				k.add("w", Wheel, w(.65, .4, s, -1.2, 20))
			}
		},
		"tricycle": func(k *kit) {
			k.add("hull", Body, taper(-1, .8, .4, .7, 1, .3, .3, .7))
			k.add("w", Wheel, w(.3, .1, 0, 1.1, 16))
			for _, s := range []float64{.5, -.5} {
				k.add("w", Wheel, w(.3, .1, s, -.8, 16))
			}
		},
		"trailer": func(k *kit) {
			k.add("tank", Body, cylinder(24, 1, 6).aimed(axZ).at(0, 1.7, 0))
			k.add("frame", Body, box(1, .2, 7).at(0, .7, 0))
			for _, s := range []float64{1, -1} {
				for _, z := range []float64{-1.5, -2.6} {
					k.add("w", Wheel, w(.5, .3, s, z, 18))
				}
			}
			k.add("leg", Body, box(.1, .7, .1).at(0, .35, 2.5))
		},
	}
	for name, f := range cases {
		t.Run(name, func(t *testing.T) {
			for _, mode := range []string{"parts", "merged"} {
				k := newKit()
				f(k)
				kk, tri := k, []Role(nil)
				if mode == "merged" {
					kk, tri = k.merged()
				}
				p := mustProbe(t, kk.m, ProbeOptions{StripNames: true, Target: General})
				one := judgeRows(p, func(n, _, x int) Role {
					if tri != nil {
						return tri[x]
					}
					return k.labels[n]
				}, func(q *Part, want Role) {
					if want == Wheel || q.Guess == Wheel || q.Guess == Rotor || q.Guess == TailRotor {
						t.Logf("%s: %s is %s (%.2f, %s), want %s: %s", mode, q.Name, q.Guess, q.Confidence, q.Kind, want, q.Reason)
					}
				})
				if one.missed[Wheel]+one.wrong[Wheel]+one.wrong[Rotor]+one.wrong[TailRotor]+one.wrong[Gun] > 0 {
					t.Errorf("%s\n%s", mode, one.table())
				}
			}
		})
	}
}
