package rig

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// spoked is a wheel with a tyre and spokes, axle +Y.
func spoked(r float64, n int) soup {
	return join(append(wheelOf(n, box(0.85*r, 0.06, 0.08).at(0.45*r, 0, 0), 0), tube(24, 0.82*r, r, 0.18), cylinder(12, 0.12*r, 0.2))...)
}

// Things that repeat themselves about an axle and are no rotors, beside rotors
// that must still be found.
func TestProbeTraps(t *testing.T) {
	x, z := mgl64.Vec3{1, 0, 0}, mgl64.Vec3{0, 0, 1}
	add := func(k *kit, name string, s soup) { k.add(name, Body, s) }
	cases := []struct {
		name  string
		build func() (*kit, [2]int) // rotors and propellers, tail rotors
	}{
		{"car with spoked wheels and a steering wheel", func() (*kit, [2]int) {
			k := newKit()
			add(k, "hull", join(box(1.8, 0.6, 4.4).at(0, 0.6, 0), taper(-1.2, 1.6, 0.5, 1.15, 0.8, 1.4, 0.5, 1.1)))
			for i, c := range [][2]float64{{0.85, 1.4}, {-0.85, 1.4}, {0.85, -1.4}, {-0.85, -1.4}} {
				add(k, fmt.Sprintf("w%d", i), spoked(0.35, 5).aimed(x).at(c[0], 0.35, c[1]))
			}
			add(k, "steer", join(tube(20, 0.15, 0.18, 0.03), join(wheelOf(3, box(0.15, 0.02, 0.03).at(0.08, 0, 0), 0)...)).aimed(mgl64.Vec3{0, 0.5, -1}).at(0.4, 1.0, 0.5))
			return k, [2]int{}
		}},
		{"tank with round hatches", func() (*kit, [2]int) {
			k := newKit()
			add(k, "hull", taper(-3, 3, 1, 0.9, 3, 3, 0.8, 0.8))
			add(k, "turret", taper(-1.2, 2, 0.7, 1.8, 1.4, 1.6, 0.6, 1.7))
			add(k, "barrel", cylinder(16, 0.08, 4).aimed(z).at(0, 1.75, 3.2))
			add(k, "hatch", cylinder(20, 0.35, 0.05).at(0.4, 2.2, -0.2))
			add(k, "sheet", lathe(20, [2]float64{0, 0}, [2]float64{0.5, 0}).at(-0.4, 2.2, -0.2))
			for i := range 10 {
				add(k, fmt.Sprintf("road%d", i), cylinder(16, 0.35, 0.3).aimed(x).at(1.3-2.6*float64(i%2), 0.35, 2.2-float64(i/2)))
			}
			return k, [2]int{}
		}},
		{"high-winged aeroplane with a T-tail", func() (*kit, [2]int) {
			k := newKit()
			add(k, "hull", taper(-5, 0.3, 0.4, 1.6, 2, 1.1, 1.3, 1.4))
			add(k, "wing", box(10, 0.15, 1.5).at(0, 2.15, 0.2))
			add(k, "fin", box(0.12, 1.6, 1).at(0, 2.4, -4.6))
			add(k, "tailplane", box(3.4, 0.1, 0.8).at(0, 3.2, -4.6))
			add(k, "prop", join(append(wheelOf(2, bladeSpec{r0: 0.1, r1: 1, chord: 0.16, thick: 0.03, pitchDeg: 30}.build(), 20), lathe(16, [2]float64{0.15, -0.1}, [2]float64{0.12, 0.1}, [2]float64{0, 0.25}))...).aimed(z).at(0, 1.4, 2.2))
			for i, c := range [][2]float64{{0.9, 0.6}, {-0.9, 0.6}, {0, -4}} {
				add(k, fmt.Sprintf("w%d", i), cylinder(16, 0.25, 0.15).aimed(x).at(c[0], 0.25, c[1]))
			}
			return k, [2]int{1, 0}
		}},
		{"twin-engined aeroplane", func() (*kit, [2]int) {
			k := newKit()
			add(k, "hull", taper(-6, 0.4, 0.5, 1.8, 4, 1.0, 1.2, 1.4))
			add(k, "wing.l", taper(-0.8, 0.1, 0.1, 1.3, 0.8, 0.1, 0.1, 1.3).moved(mgl64.Scale3D(50, 1, 1)).at(3.5, 0, 0))
			add(k, "wing.r", taper(-0.8, 0.1, 0.1, 1.3, 0.8, 0.1, 0.1, 1.3).moved(mgl64.Scale3D(50, 1, 1)).at(-3.5, 0, 0))
			add(k, "fin", taper(-6, 0.1, 1.4, 2.6, -5, 0.1, 0.8, 2.2))
			add(k, "stab", box(3.6, 0.1, 0.7).at(0, 1.9, -5.4))
			for i, c := range []float64{2.2, -2.2} {
				add(k, fmt.Sprintf("nacelle%d", i), cylinder(16, 0.35, 2).aimed(z).at(c, 1.3, 0.6))
				add(k, fmt.Sprintf("prop%d", i), join(append(wheelOf(3, bladeSpec{r0: 0.1, r1: 1.1, chord: 0.2, thick: 0.03, pitchDeg: 30}.build(), 20), cylinder(12, 0.15, 0.2))...).aimed(z).at(c, 1.3, 1.8))
			}
			return k, [2]int{2, 0}
		}},
		{"helicopter with finned missiles and spoked wheels", func() (*kit, [2]int) {
			k, _ := heliSpec{main: 4, tail: 4, stubWings: true, skids: true}.build()
			for i, c := range []float64{2.2, 1.8, -1.8, -2.2} {
				add(k, fmt.Sprintf("missile%d", i), cylinder(12, 0.08, 1.4).aimed(z).at(c, 0.95, 0))
				for n, f := range wheelOf(4, box(0.18, 0.25, 0.015).at(0.16, 0, 0), 45) {
					add(k, fmt.Sprintf("fin%d.%d", i, n), f.aimed(z).at(c, 0.95, -0.5))
				}
			}
			for i, c := range []float64{0.9, -0.9} {
				add(k, fmt.Sprintf("w%d", i), spoked(0.35, 6).aimed(x).at(c, 0.35, -1))
			}
			return k, [2]int{1, 1}
		}},
		{"rotor and hull in one mesh beside other parts", func() (*kit, [2]int) {
			k, _ := heliSpec{main: 4, tail: 4, skids: true}.build()
			one, _ := k.merged()
			one.add("door", Body, box(0.05, 0.9, 0.8).at(0.95, 1.4, 0.6))
			one.add("seat", Body, box(0.4, 0.5, 0.4).at(0.3, 1.3, 0.4))
			return one, [2]int{1, 1}
		}},
		{"helicopter with a round radome over the mast and a lamp", func() (*kit, [2]int) {
			k, _ := heliSpec{main: 3, tail: 2, pitch: 5}.build()
			k.add("radome", Edgecase, lathe(20, [2]float64{0, 0.5}, [2]float64{0.3, 0.35}, [2]float64{0.4, 0.2}, [2]float64{0.3, 0.05}, [2]float64{0, 0}).at(0, 3.4, -0.2))
			add(k, "lamp", lathe(16, [2]float64{0.2, -0.1}, [2]float64{0.25, 0.1}, [2]float64{0, 0.12}).at(0, 0.4, 2))
			return k, [2]int{1, 1}
		}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			k, want := c.build()
			turned := scene.Identity()
			turned.R = mgl64.QuatRotate(100*math.Pi/180, mgl64.Vec3{0, 1, 0})
			one, _ := k.merged()
			for what, m := range map[string]*scene.Model{"built": k.m, "turned": k.under(turned).m, "merged": one.m} {
				p, err := Probe(context.Background(), m, ProbeOptions{StripNames: true})
				if err != nil {
					t.Fatal(err)
				}
				var got [2]int
				for i := range p.Hubs {
					got[btoi(p.Hubs[i].Role == TailRotor)]++
				}
				if got != want {
					t.Errorf("%s: %v rotors, want %v", what, got, want)
					for i := range p.Hubs {
						h := &p.Hubs[i]
						t.Logf("   %s %s %.2f R %.2f n %d %v %s: %s", h.Role, h.Kind, h.Confidence, h.Radius, h.Blades, h.Parts, p.Parts[h.Parts[0]].Name, h.Reason)
					}
				}
				for i := range p.Parts {
					if q := &p.Parts[i]; q.Guess == Default {
						t.Logf("%s: undecided %s: %s", what, q.Name, q.Reason)
					}
				}
			}
		})
	}
}
