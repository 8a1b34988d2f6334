package gait

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
)

// hull is a body without legs, human one with them, as a rig of about human size has
// them.
var (
	hull  = Legs{Rest: [2]mgl64.Vec2{{.1, 0}, {-.1, 0}}}
	human = Legs{Length: .82, Drawn: true, Behind: .45, Width: .09, Rest: [2]mgl64.Vec2{{.1, 0}, {-.1, 0}}}
)

// drive plays moves at a rate and calls each after every tick.
func play(t testing.TB, legs Legs, pr *Preferences, moves []Move, rate float64, ground Terrain, each func(c *Clock, m Motion, tick int)) *Clock {
	t.Helper()
	d := Driver{Moves: moves, Ground: ground}
	var c Clock
	m := d.Step(0)
	c.Step(0, &m, &legs, 1, pr, ground)
	n := int(math.Round(Seconds(moves) * rate))
	for i := range n {
		m := d.Step(1 / rate)
		c.Step(1/rate, &m, &legs, 1, pr, ground)
		if each != nil {
			each(&c, m, i)
		}
	}
	return &c
}

func near(t *testing.T, what string, got, want, off float64) {
	t.Helper()
	if !(math.Abs(got-want) <= off) {
		t.Errorf("%s is %.9g, not %.9g", what, got, want)
	}
}

// TestBlendWeights: by hand. Linear in angle: 30 degrees left of ahead is two thirds
// ahead and a third left.
func TestBlendWeights(t *testing.T) {
	for _, c := range []struct{ deg, f, l, b, r float64 }{
		{0, 1, 0, 0, 0}, {30, 2. / 3, 1. / 3, 0, 0}, {45, .5, .5, 0, 0}, {90, 0, 1, 0, 0}, {120, 0, 2. / 3, 1. / 3, 0},
		{180, 0, 0, 1, 0}, {-45, .5, 0, 0, .5}, {-90, 0, 0, 0, 1}, {-171, 0, 0, .9, .1},
	} {
		var b Blend
		b.direct(c.deg * degree)
		for i, w := range [][2]float64{{b.Forward, c.f}, {b.Left, c.l}, {b.Back, c.b}, {b.Right, c.r}} {
			near(t, fmt.Sprintf("weight %d at %g degrees", i, c.deg), w[0], w[1], 1e-12)
		}
	}
	pr := Defaults()
	pr.GaitEase = 0
	// 3.34 m/s is halfway from 1.6 to 5.08.
	for _, c := range []struct{ v, idle, walk, run float64 }{{0, 1, 0, 0}, {.8, .5, .5, 0}, {1.6, 0, 1, 0}, {3.34, 0, .5, .5}, {5.08, 0, 0, 1}, {20, 0, 0, 1}} {
		b := pr.speeds(c.v)
		near(t, "idle", b.Idle, c.idle, 1e-12)
		near(t, "walk", b.Walk, c.walk, 1e-12)
		near(t, "run", b.Run, c.run, 1e-12)
	}
	pr.GaitEase = 1
	near(t, "eased walk at a quarter", pr.speeds(.4).Walk, .15625, 1e-12) // 3/16 - 2/64
}

// TestSteadyGait: cadence and stride at the four speeds and the sides' shares, against
// the seed's numbers.
func TestSteadyGait(t *testing.T) {
	pr := Defaults()
	for _, c := range []struct{ speed, toward, stride, cadence float64 }{
		{1.6, 0, 1.6 / .9, .9}, {5.08, 0, 5.08 / 1.4, 1.4}, {10.16, 0, 10.16 / 1.8, 1.8}, {12, 0, 12 / 1.8, 1.8},
		{1.6, 90, .5 * 1.6 / .9, 1.8}, {1.6, 180, .8 * 1.6 / .9, .9 / .8}, {5.08, -135, .65 * 5.08 / 1.4, 1.4 / .65},
	} {
		moves := []Move{{Seconds: 12, Speed: c.speed, Toward: c.toward, At: true}}
		var at float64
		clock := play(t, human, &pr, moves, 60, nil, func(k *Clock, m Motion, i int) {
			if i == 359 {
				at = k.Strides
			}
		})
		name := fmt.Sprintf("%g m/s towards %g", c.speed, c.toward)
		near(t, name+": stride", clock.Stride, c.stride, 1e-6)
		near(t, name+": strides a second", (clock.Strides-at)/6, c.cadence, 1e-6)
	}
}

// TestPlantedIsPlanted: whatever the body does, a planted foot's place is the same to
// the last bit from plant to lift.
func TestPlantedIsPlanted(t *testing.T) {
	pr := Defaults()
	r := rand.New(rand.NewPCG(5, 6))
	for n := range 60 {
		moves := randomMoves(r)
		var last [2]Foot
		play(t, human, &pr, moves, 60, hills{}, func(c *Clock, m Motion, i int) {
			for k, f := range c.Feet {
				l := last[k]
				if i > 0 && f.Planted && l.Planted && f.Plants == l.Plants && f.Lifts == l.Lifts && (f.Place != l.Place || f.Yaw != l.Yaw) {
					t.Fatalf("%d: tick %d: foot %d slid from %v to %v", n, i, k, l.Place, f.Place)
				}
			}
			last = c.Feet
		})
	}
}

// randomMoves is a path of anything a body does.
func randomMoves(r *rand.Rand) (moves []Move) {
	for range 8 {
		m := Move{Seconds: .1 + 1.4*r.Float64(), Speed: []float64{0, 0, .5, 1.6, 3, 5, 9}[r.IntN(7)], Toward: 360 * r.Float64(),
			Jump: r.IntN(6) == 0, Crouch: float64(r.IntN(4) / 3), At: r.IntN(3) == 0}
		if r.IntN(3) == 0 {
			m.Turn = 400 * (r.Float64() - .5)
		}
		if r.IntN(9) == 0 {
			m.Fly, m.Rise = true, r.Float64()*2-.5
		}
		moves = append(moves, m)
	}
	return append(moves, Move{Seconds: 1.5})
}

// hills are smooth ground.
type hills struct{}

func (hills) Ground(x, z float64) (float64, mgl64.Vec3) {
	h := .3*math.Sin(x*.7) + .2*math.Cos(z*.9)
	return h, mgl64.Vec3{-.21 * math.Cos(x*.7), 1, .18 * math.Sin(z*.9)}.Normalize()
}

// TestStopKeepsAFootDown: stopped at any moment, from any speed and direction, at once
// or by slowing down, one foot is always down from the stop on; the foot in the air
// lands at its rest in time; and at the end both feet are within the tolerance.
func TestStopKeepsAFootDown(t *testing.T) {
	pr := Defaults()
	for _, legs := range []Legs{human, hull} {
		for _, speed := range []float64{.4, 1.6, 3, 5.08, 10.16} {
			for _, toward := range []float64{0, 90, 135, 180} {
				for k := range 12 {
					for _, at := range []bool{true, false} {
						go1 := 1.2 + float64(k)/12
						moves := []Move{{Seconds: go1, Speed: speed, Toward: toward, At: at}, {Seconds: 3, At: at}}
						stopped, air := -1, -1
						plants := 0
						name := fmt.Sprintf("%g m/s towards %g, stop at %.3f s, at once %v", speed, toward, go1, at)
						c := play(t, legs, &pr, moves, 60, nil, func(c *Clock, m Motion, i int) {
							if float64(i) < go1*60+1 || c.Moving() {
								return
							}
							if stopped < 0 {
								stopped = i
								for k := range c.Feet {
									if !c.Feet[k].Planted {
										air, plants = k, c.Feet[k].Plants
									}
								}
							}
							if !c.Feet[Left].Planted && !c.Feet[Right].Planted {
								t.Fatalf("%s: both feet in the air %d ticks after the stop", name, i-stopped)
							}
							if limit := int(math.Ceil(pr.SettleSeconds*60)) + 1; air >= 0 && c.Feet[air].Plants == plants && i-stopped > limit {
								t.Fatalf("%s: the foot in the air took longer than %g s to land", name, pr.SettleSeconds)
							}
							if air >= 0 && c.Feet[air].Plants == plants+1 && c.Feet[air].Planted {
								if d := c.Feet[air].Place.Sub(c.Feet[air].Rest).Len(); d > 1e-3 {
									t.Fatalf("%s: it landed %.4f m from its rest", name, d)
								}
								air = -1
							}
						})
						for f := range c.Feet {
							foot := &c.Feet[f]
							if d := foot.Place.Sub(foot.Rest).Len(); legs.Drawn && d > pr.SettleTolerance*legs.Length+1e-9 {
								t.Errorf("%s: foot %d is left %.3f m from its rest", name, f, d)
							}
						}
					}
				}
			}
		}
	}
}

// TestFootstepsArePlants: every plant is told as one footstep, whatever the body
// wears, does and hides.
func TestFootstepsArePlants(t *testing.T) {
	pr := Defaults()
	r := rand.New(rand.NewPCG(7, 8))
	for n := range 60 {
		moves := randomMoves(r)
		for _, legs := range []Legs{human, hull, {Length: .08, Drawn: true}, {Length: 8, Drawn: true}} {
			told := [2]int{}
			planted := [2]bool{true, true}
			c := play(t, legs, &pr, moves, []float64{30, 60, 144}[n%3], nil, func(c *Clock, m Motion, i int) {
				seen := [2]int{}
				for _, f := range c.Footsteps() {
					told[f.Foot]++
					seen[f.Foot]++
				}
				for k := range c.Feet {
					// A foot that came down since the last tick was put down: a watcher of
					// the feet alone hears no step that is not told.
					if c.Feet[k].Planted && !planted[k] && seen[k] == 0 {
						t.Fatalf("%d: tick %d: foot %d came down without a footstep", n, i, k)
					}
					planted[k] = c.Feet[k].Planted
				}
			})
			if told[Left] != c.Feet[Left].Plants || told[Right] != c.Feet[Right].Plants || told[Left]+told[Right] != c.Steps {
				t.Errorf("%d: told %v footsteps of %d and %d plants, %d steps", n, told, c.Feet[Left].Plants, c.Feet[Right].Plants, c.Steps)
			}
		}
	}
}

// TestOneBeat: while it moves, every body's feet come down at the same times.
func TestOneBeat(t *testing.T) {
	pr := Defaults()
	beat := func(legs Legs) (times []string) {
		moves := []Move{{Seconds: .5}, {Seconds: 3, Speed: 1.6}, {Seconds: 2, Speed: 5.08}, {Seconds: 2, Speed: 2, Toward: 90}}
		play(t, legs, &pr, moves, 60, nil, func(c *Clock, m Motion, i int) {
			for _, f := range c.Footsteps() {
				times = append(times, fmt.Sprintf("%d %.6f", f.Foot, float64(i+1)/60-f.Ago))
			}
		})
		return times
	}
	want := beat(hull)
	if len(want) < 15 {
		t.Fatalf("only %d footsteps", len(want))
	}
	for _, legs := range []Legs{human, {Length: .3, Drawn: true, Behind: .1}, {Length: 3, Drawn: true}} {
		if got := beat(legs); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("legs of %g m step at\n%v, the hull box at\n%v", legs.Length, got, want)
		}
	}
}

// TestOneBeatAfterAStop: whenever a body sets off again, also in the middle of a step
// home, every foot of the walk comes down when a hull box's does.
func TestOneBeatAfterAStop(t *testing.T) {
	pr := Defaults()
	for pause := .05; pause < .9; pause += .035 {
		for _, toward := range []float64{0, 90, 180, -135} {
			moves := []Move{{Seconds: 1.9 + pause/3, Speed: 3}, {Seconds: .45 + pause}, {Seconds: 2, Speed: 2, Toward: toward}}
			beat := func(legs Legs) (times []string) {
				walks, before := false, 0.0
				play(t, legs, &pr, moves, 60, nil, func(c *Clock, m Motion, i int) {
					end := float64(i+1) / 60
					if c.Moving() && !walks {
						before = end // a step home may be cut short by the start
					}
					walks = c.Moving()
					for _, f := range c.Footsteps() {
						if at := end - f.Ago; walks && at > before+1e-9 {
							times = append(times, fmt.Sprintf("%d %.6f", f.Foot, at))
						}
					}
				})
				return times
			}
			want := beat(hull)
			for _, legs := range []Legs{human, {Length: .3, Drawn: true, Behind: .1}, {Length: 3, Drawn: true}} {
				if got := beat(legs); fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("after %.3f s toward %.0f: legs of %g m step at\n%v, the hull box at\n%v", pause, toward, legs.Length, got, want)
				}
			}
		}
	}
}

// TestFeetNeverCross: the feet pass each other with the clearance between them, in all
// directions at a steady speed.
func TestFeetNeverCross(t *testing.T) {
	pr := Defaults()
	for _, speed := range []float64{.6, 1.6, 3, 5.08} {
		for deg := -180.0; deg < 180; deg += 15 {
			least := math.Inf(1)
			moves := []Move{{Seconds: 5, Speed: speed, Toward: deg, At: true}}
			play(t, human, &pr, moves, 60, nil, func(c *Clock, m Motion, i int) {
				if i < 120 {
					return
				}
				d := c.Feet[Left].Place.Sub(c.Feet[Right].Place)
				s, k := math.Sincos(m.Yaw)
				least = min(least, d[0]*k-d[2]*s)
			})
			if want := pr.StepClearance*human.Length + human.Width; least < want*.98 && math.Abs(math.Sin(deg*degree)) > .3 || least < .06 {
				t.Errorf("%g m/s towards %g: the feet come within %.3f m of each other", speed, deg, least)
			}
		}
	}
}

// TestReach: no planted foot is carried farther behind than its leg reaches.
func TestReach(t *testing.T) {
	pr := Defaults()
	for _, speed := range []float64{1.6, 5.08, 10.16} {
		worst := 0.0
		play(t, human, &pr, []Move{{Seconds: 5, Speed: speed, At: true}}, 60, nil, func(c *Clock, m Motion, i int) {
			for k := range c.Feet {
				if f := &c.Feet[k]; f.Planted {
					worst = max(worst, f.Rest.Sub(f.Place)[2])
				}
			}
		})
		if worst > human.Behind+1e-6 {
			t.Errorf("at %g m/s a foot was left %.4f m behind; the leg reaches %g", speed, worst, human.Behind)
		}
	}
}

// TestRateIndependence: the clock's feet and body after ten seconds, at three rates.
func TestClockRates(t *testing.T) {
	pr := Defaults()
	for _, toward := range []float64{0, 60, 180} {
		for _, speed := range []float64{1.6, 5.08} {
			var ends []Clock
			for _, rate := range []float64{30, 60, 144} {
				ends = append(ends, *play(t, human, &pr, []Move{{Seconds: 10, Speed: speed, Toward: toward, At: true}}, rate, nil, nil))
			}
			for _, e := range ends[1:] {
				for k := range e.Feet {
					if d := e.Feet[k].Place.Sub(ends[0].Feet[k].Place).Len(); d > .01*human.Length {
						t.Errorf("%g m/s towards %g: foot %d is %.4f m away from where 30 ticks a second have it", speed, toward, k, d)
					}
				}
			}
		}
	}
}

// TestBadMotion: no number, no time and all the time in the world.
func TestBadMotion(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	bad := []float64{nan, inf, -inf, 1e6, -1e6, 1e30, 1e300, 0}
	dts := []float64{0, -1, nan, inf, 1e-9, 1. / 60, 10, 1e6}
	r := rand.New(rand.NewPCG(1, 1))
	for n := range 300 {
		pr := Defaults()
		if n%3 == 1 {
			pr = Preferences{}
		}
		if n%3 == 2 {
			for i := range table {
				if r.IntN(4) == 0 {
					*table[i].at(&pr) = bad[r.IntN(len(bad))]
				}
			}
		}
		legs := human
		if n%5 == 1 {
			legs = Legs{Length: bad[r.IntN(len(bad))]}
		}
		var c Clock
		for range 60 {
			pick := func() float64 {
				if r.IntN(3) == 0 {
					return bad[r.IntN(len(bad))]
				}
				return r.NormFloat64() * 3
			}
			m := Motion{Position: mgl64.Vec3{pick(), pick(), pick()}, Yaw: pick(), Airborne: r.IntN(5) == 0, Flying: r.IntN(9) == 0}
			c.Step(dts[r.IntN(len(dts))], &m, &legs, 1, &pr, nil)
			if n%3 != 2 { // a preference that is no number is the caller's: it must only not hang or panic
				for k := range c.Feet {
					if !finite(c.Feet[k].Place) || math.IsNaN(c.Feet[k].Yaw) || math.IsNaN(c.Feet[k].Height) {
						t.Fatalf("%d: foot %d is at %v", n, k, c.Feet[k])
					}
				}
				if !(c.Phase >= 0 && c.Phase < 1) {
					t.Fatalf("%d: the phase is %v", n, c.Phase)
				}
			}
		}
	}
}

// TestHitch: ten seconds in one tick are no burst of footsteps.
func TestHitch(t *testing.T) {
	pr := Defaults()
	var c Clock
	m := Motion{}
	for range 120 {
		m.Position[2] += 1.6 / 60
		c.Step(1./60, &m, &human, 1, &pr, nil)
	}
	m.Position[2] += 16
	c.Step(10, &m, &human, 1, &pr, nil)
	if n := len(c.Footsteps()); n > 2 {
		t.Errorf("%d footsteps in one tick", n)
	}
	for k := range c.Feet {
		if d := c.Feet[k].Place.Sub(m.Position).Len(); d > 1 {
			t.Errorf("foot %d was left %.1f m behind", k, d)
		}
	}
}

func TestClockAllocatesNothing(t *testing.T) {
	pr := Defaults()
	d := Driver{Moves: []Move{{Seconds: 100, Speed: 3, Sweep: 3000}}}
	var c Clock
	if n := testing.AllocsPerRun(500, func() {
		m := d.Step(1. / 60)
		c.Step(1./60, &m, &human, 1, &pr, nil)
	}); n != 0 {
		t.Errorf("%v allocations a step", n)
	}
}

func TestCrouchAt(t *testing.T) {
	for _, c := range []struct{ eye, stand, low, want float64 }{{1.6, 1.6, 1, 0}, {1, 1.6, 1, 1}, {1.3, 1.6, 1, .5}, {.2, 1.6, 1, 1}, {2, 1.6, 1, 0}, {0, 1.6, 1, 0}, {1, 0, 0, 0}, {math.NaN(), 1.6, 1, 0}} {
		near(t, fmt.Sprint(c), CrouchAt(c.eye, c.stand, c.low), c.want, 1e-12)
	}
}

func TestPaceFor(t *testing.T) {
	pr := Defaults()
	for _, c := range [][2]float64{{.85, 1}, {.9, 1}, {.62, 1}, {.43, .5}, {.17, .2}, {.085, .1}, {8.5, 10}, {85, 100}, {0, 1}, {math.NaN(), 1}, {-1, 1}} {
		near(t, fmt.Sprint("the pace of ", c[0]), PaceFor(c[0], &pr), c[1], 1e-12)
	}
}
