package clip_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/clip"
)

// forward is the limb's end under two turns, from the places at rest alone: the
// judge of Solve, which shares no formula with it.
func forward(root, mid, end, at mgl64.Vec3, p clip.LimbPose) (knee, ankle mgl64.Vec3) {
	knee = at.Add(p.UpperTurn.Rotate(mid.Sub(root)))
	return knee, knee.Add(p.LowerTurn.Rotate(end.Sub(mid)))
}

func random(r *rand.Rand) mgl64.Vec3 {
	return mgl64.Vec3{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
}

func TestLimbReachesWhatItCan(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 5000 {
		scale := math.Pow(10, 4*r.Float64()-2)
		root := random(r).Mul(scale)
		mid := root.Add(random(r).Mul(scale))
		end := mid.Add(random(r).Mul(scale))
		pole := random(r)
		l, ok := clip.NewLimb(root, mid, end, pole)
		if !ok {
			t.Fatalf("%d: refused", n)
		}
		low, high := math.Abs(l.Upper-l.Lower), l.Length()
		at := random(r).Mul(scale)
		dir := random(r).Normalize()
		d := low + (high-low)*r.Float64()
		target := at.Add(dir.Mul(d))
		p := l.Solve(at, target, pole)
		knee, ankle := forward(root, mid, end, at, p)
		if e := ankle.Sub(target).Len(); e > 1e-5*high || p.Miss > 1e-5*high {
			t.Fatalf("%d: the end is %g of the length from a target at %g of the reach; Miss says %g", n, e/high, d/high, p.Miss/high)
		}
		if e := knee.Sub(p.Mid).Len() + ankle.Sub(p.End).Len(); e > 1e-9*high {
			t.Fatalf("%d: Mid and End are %g of the length from where the turns put them", n, e/high)
		}
		// The knee lies on the pole's side of the line, and in its plane.
		off := knee.Sub(at)
		if off.Sub(dir.Mul(off.Dot(dir))).Dot(pole) < -1e-9*high {
			t.Fatalf("%d: the knee points away from the pole", n)
		}
		if side := off.Dot(dir.Cross(pole).Normalize()); math.Abs(side) > 1e-9*high {
			t.Fatalf("%d: the knee is %g of the length out of the plane", n, side/high)
		}
	}
}

// TestLimbAtRest: aimed at where it stands, a limb turns nothing.
func TestLimbAtRest(t *testing.T) {
	// A planar limb cannot keep a sideways lean of the knee: it lies in the pole's
	// plane.
	root, mid, end := mgl64.Vec3{.1, .9, 0}, mgl64.Vec3{.1, .5, .03}, mgl64.Vec3{.1, .08, -.02}
	pole := mgl64.Vec3{0, 0, 1}
	l, _ := clip.NewLimb(root, mid, end, pole)
	p := l.Solve(root, end, pole)
	for i, q := range []mgl64.Quat{p.UpperTurn, p.LowerTurn} {
		if a := 2 * q.V.Len(); a > 1e-9 {
			t.Errorf("bone %d turned by %g radians", i, a)
		}
	}
}

// TestLimbStraightens: pulled out slowly through its full length, neither bone
// snaps, and the limb ends straight towards the target.
func TestLimbStraightens(t *testing.T) {
	root, mid, end := mgl64.Vec3{0, 1, 0}, mgl64.Vec3{0, .55, .02}, mgl64.Vec3{0, .1, 0}
	pole := mgl64.Vec3{0, 0, 1}
	for _, soft := range []float64{0, 0.02, 0.05} {
		l, _ := clip.NewLimb(root, mid, end, pole)
		l.Soft = soft
		var last clip.LimbPose
		worst := 0.0
		const step = 1e-4
		for i := 0; ; i++ {
			d := 0.8 + float64(i)*step
			if d > 1.2 {
				break
			}
			target := root.Add(mgl64.Vec3{0.1, -1, 0.2}.Normalize().Mul(d * l.Length()))
			p := l.Solve(root, target, pole)
			if p.Mid.Sub(root).Len() > l.Upper*(1+1e-9) {
				t.Fatal("a bone was stretched")
			}
			if p.Mid[2] < -0.3 {
				t.Fatal("the knee went behind")
			}
			if i > 0 {
				worst = max(worst, p.Mid.Sub(last.Mid).Len())
			}
			last = p
		}
		straight := l.Length() - last.End.Sub(root).Len()
		if soft == 0 && straight > 1e-12 {
			t.Errorf("without Soft the limb beyond its reach is %g short of straight", straight)
		}
		// A knee's speed grows without end towards straight: from a step before it,
		// sqrt(2 * 1e-4 * length * ...) is a jump of some 6 mm. Soft bounds it.
		limit := 0.02
		if soft > 0 {
			limit = 3 * step / soft * 0.2 * 5
		}
		if worst > limit {
			t.Errorf("soft %g: the knee jumped by %g m for a step of %g m", soft, worst, step)
		}
	}
}

// TestLimbNeverFlips: the target goes all round and through the root's height;
// with a pole made from a hinge, neighbours in target are neighbours in pose.
func TestLimbNeverFlips(t *testing.T) {
	root, mid, end := mgl64.Vec3{0, 1, 0}, mgl64.Vec3{0, .55, .02}, mgl64.Vec3{0, .1, 0}
	l, _ := clip.NewLimb(root, mid, end, mgl64.Vec3{0, 0, 1})
	hinge := mgl64.Vec3{1, 0, 0}
	var last clip.LimbPose
	for i := range 7201 {
		a := float64(i) / 10 * math.Pi / 180
		dir := mgl64.Vec3{0, -math.Cos(a), math.Sin(a)}
		p := l.Solve(root, root.Add(dir.Mul(.6)), dir.Cross(hinge))
		if i > 0 {
			for _, q := range [][2]mgl64.Quat{{last.UpperTurn, p.UpperTurn}, {last.LowerTurn, p.LowerTurn}} {
				if dot := math.Abs(q[0].Dot(q[1])); dot < math.Cos(0.3*math.Pi/180) {
					t.Fatalf("at %g degrees a bone jumped by %g degrees", a*180/math.Pi, 2*math.Acos(dot)*180/math.Pi)
				}
			}
		}
		last = p
	}
}

func TestLimbBadInput(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	at := func(x, y, z float64) mgl64.Vec3 { return mgl64.Vec3{x, y, z} }
	for _, c := range [][3]mgl64.Vec3{
		{at(0, 1, 0), at(0, 1, 0), at(0, 0, 0)},
		{at(0, 1, 0), at(0, 0, 0), at(0, 0, 0)},
		{at(0, 0, 0), at(0, 0, 0), at(0, 0, 0)},
		{at(nan, 1, 0), at(0, .5, 0), at(0, 0, 0)},
		{at(0, inf, 0), at(0, .5, 0), at(0, 0, 0)},
	} {
		if _, ok := clip.NewLimb(c[0], c[1], c[2], at(0, 0, 1)); ok {
			t.Errorf("%v was taken as a limb", c)
		}
	}
	for _, pole := range []mgl64.Vec3{{}, {0, -1, 0}, {nan, 0, 0}, {1e300, 0, 1e300}, {0, 0, 1}} {
		l, ok := clip.NewLimb(at(0, 1, 0), at(0, .5, 0), at(0, 0, 0), pole)
		if !ok {
			t.Fatalf("pole %v: a sound limb was refused", pole)
		}
		for _, target := range []mgl64.Vec3{at(0, 1, 0), at(0, 0, 0), at(0, 2, 0), at(nan, 0, 0), at(inf, 0, 0), at(1e200, 0, 0), at(1e-300, 1, 0), at(0, .4, .2)} {
			p := l.Solve(at(0, 1, 0), target, pole)
			for _, x := range []float64{p.Mid[0], p.Mid[1], p.Mid[2], p.End[0], p.End[1], p.End[2], p.UpperTurn.W, p.LowerTurn.W, p.UpperTurn.V[0], p.LowerTurn.V[2]} {
				if math.IsNaN(x) || math.IsInf(x, 0) {
					t.Fatalf("pole %v, target %v: %+v", pole, target, p)
				}
			}
			if p.UpperTurn.Len() < .999 || p.LowerTurn.Len() < .999 {
				t.Fatalf("pole %v, target %v: a turn that is none: %+v", pole, target, p)
			}
		}
	}
}

func TestLimbSolveAllocatesNothing(t *testing.T) {
	l, _ := clip.NewLimb(mgl64.Vec3{0, 1, 0}, mgl64.Vec3{0, .5, .01}, mgl64.Vec3{0, 0, 0}, mgl64.Vec3{0, 0, 1})
	var sum float64
	if n := testing.AllocsPerRun(100, func() {
		p := l.Solve(mgl64.Vec3{0, 1, 0}, mgl64.Vec3{.1, .2, .3}, mgl64.Vec3{0, 0, 1})
		sum += p.Miss
	}); n != 0 {
		t.Errorf("%v allocations a solve", n)
	}
}

func BenchmarkLimbSolve(b *testing.B) {
	l, _ := clip.NewLimb(mgl64.Vec3{0, 1, 0}, mgl64.Vec3{0, .5, .01}, mgl64.Vec3{0, 0, 0}, mgl64.Vec3{0, 0, 1})
	var sum float64
	b.ReportAllocs()
	for i := range b.N {
		p := l.Solve(mgl64.Vec3{0, 1, 0}, mgl64.Vec3{.1, .2, .001 * float64(i&255)}, mgl64.Vec3{0, 0, 1})
		sum += p.Miss
	}
	_ = sum
}
