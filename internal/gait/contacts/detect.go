package contacts

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/clip"
	"donorlab/internal/scene"
)

// Tolerances, in leg lengths and leg lengths a second. They are ours: a foot
// that a person would call planted stays within them in clips made by hand and
// captured, at 24 frames a second and more.
const (
	lowTol    = .03  // over its own floor a point may be down
	flatTol   = .006 // over its floor a point lies on the ground, whatever the rest of the foot does
	restSpan  = .15  // over a point's lowest, where it may stand
	floorTol  = .14  // over the ground a point's floor may be, for it to be one that touches at all
	coreShare = .6   // of the ground's speed, plus coreSpeed: surely down below that
	coreSpeed = .35  //
	looseFrom = .35  // of the ground's speed, along its way: down, in a clip that never keeps to it
	looseTo   = 2.2
	endShare  = .1   // the same for the ends of a contact
	endSpeed  = .15  //
	stillTol  = .04  // a ground slower than that stands still
	loopTol   = .03  // a loop closes within that
	loopShare = .12  // or within that share of how far its feet get
	shakes    = .002 // of the leg: noise of the keys that asks for a wider window
	fillGap   = .04  // seconds: a shorter break is none
	lowGap    = .13  // seconds: nor is one of that length in which the foot is not lifted
	leastDown = .035 // seconds: a shorter contact is none
)

// span is a run of samples, both ends included. b may be past the last sample in
// a loop.
type span struct{ a, b int }

func (s span) whole(n int) bool { return s.b-s.a >= n-1 }

// steps is what was detected of one foot.
type steps struct {
	down   []span
	points [][]span // of each point of the sole
}

// trace is the motion of all feet through a clip: n samples, evenly over it. In
// a loop sample n is sample 0, moved by net.
type trace struct {
	duration, dt float64
	n            int
	up           mgl64.Vec3
	size         []float64        // of each foot
	at           [][][]mgl64.Vec3 // foot, point, sample: n+1 of them
	net          mgl64.Vec3       // level way of the body from the first to the last sample
	loops        bool
	wide         int // half the window of velocities, samples
	ground       mgl64.Vec3
	floor        [][]float64 // the height at which each point stands
	feet         []steps
}

func newTrace(b *body, src clip.Source, n int) *trace {
	tr := &trace{duration: src.Duration(), n: n, up: b.up}
	tr.dt = tr.duration / float64(n)
	tr.at = make([][][]mgl64.Vec3, len(b.feet))
	for i := range b.feet {
		tr.size = append(tr.size, b.feet[i].size)
		tr.at[i] = make([][]mgl64.Vec3, len(b.feet[i].points))
		for k := range tr.at[i] {
			tr.at[i][k] = make([]mgl64.Vec3, n+1)
		}
	}
	pose := b.m.RestPose()
	var world []mgl64.Mat4
	root := make([]mgl64.Vec3, 0, 2)
	for s := range n + 1 {
		src.Pose(float64(s)*tr.dt, pose)
		world = b.m.World(world, pose, b.order)
		for i := range b.feet {
			for k, p := range b.feet[i].points {
				tr.at[i][k][s] = world[p.node].Mul4x1(p.local.Vec4(1)).Vec3()
			}
		}
		if b.root >= 0 && (s == 0 || s == n) {
			root = append(root, scene.Position(world[b.root]))
		}
	}
	tr.close(root)
	return tr
}

// close finds how far the clip gets, and whether it ends as it began.
func (tr *trace) close(root []mgl64.Vec3) {
	var sum mgl64.Vec3
	count := 0.0
	for i := range tr.at {
		for _, p := range tr.at[i] {
			sum = sum.Add(p[tr.n].Sub(p[0]))
			count++
		}
	}
	tr.net = tr.level(sum.Mul(1 / count))
	size := tr.size[0]
	tr.loops = true
	for i := range tr.at {
		for _, p := range tr.at[i] {
			far := 0.0 // how far the point gets at all: hand-made loops close as well as their makers cared to
			for s := range p {
				far = max(far, p[s].Sub(p[0]).Sub(tr.net.Mul(float64(s)/float64(tr.n))).Len())
			}
			tr.loops = tr.loops && p[tr.n].Sub(p[0]).Sub(tr.net).Len() < max(loopTol*size, loopShare*far)
		}
	}
	if len(root) == 2 {
		way := tr.level(root[1].Sub(root[0]))
		// A root that stays behind is one that has no root motion of its own.
		tr.loops = tr.loops && (way.Sub(tr.net).Len() < 2*loopTol*size || way.Len() < 1e-3*size)
		if !tr.loops {
			tr.net = way
		}
	}
	if tr.net.Len() < .02*size {
		tr.net = mgl64.Vec3{}
	}
}

// finite reports whether every foot has a place at every sample.
func (tr *trace) finite() bool {
	sum := 0.0
	for i := range tr.at {
		for _, p := range tr.at[i] {
			for _, v := range p {
				sum += math.Abs(v[0]) + math.Abs(v[1]) + math.Abs(v[2])
			}
		}
	}
	return sum < math.MaxFloat64 // NaN is not
}

func (tr *trace) level(v mgl64.Vec3) mgl64.Vec3 { return v.Sub(tr.up.Mul(v.Dot(tr.up))) }
func (tr *trace) time(i int) float64            { return float64(i) * tr.dt }

// place is a point at any sample, past the ends of a loop as well.
func (tr *trace) place(p []mgl64.Vec3, i int) mgl64.Vec3 {
	if !tr.loops {
		return p[max(0, min(i, tr.n))]
	}
	turns := math.Floor(float64(i) / float64(tr.n))
	return p[i-int(turns)*tr.n].Add(tr.net.Mul(turns))
}

// over is a point's level place on the moving ground.
func (tr *trace) over(p []mgl64.Vec3, i int) mgl64.Vec3 {
	return tr.level(tr.place(p, i)).Sub(tr.ground.Mul(tr.time(i)))
}

// velocity by the difference across tr.wide samples to either side.
func (tr *trace) velocity(p []mgl64.Vec3, i int) mgl64.Vec3 {
	a, b := i-tr.wide, i+tr.wide
	if !tr.loops {
		a, b = max(0, a), min(tr.n, b)
	}
	return tr.place(p, b).Sub(tr.place(p, a)).Mul(1 / (float64(b-a) * tr.dt))
}

// detect finds the ground's motion and every foot's contacts.
func (tr *trace) detect() {
	tr.chooseWindow()
	floors, touches := tr.floors()
	tr.floor = floors
	tr.findGround(floors, touches)
	tr.feet = make([]steps, len(tr.at))
	for i := range tr.at {
		st := &tr.feet[i]
		st.points = make([][]span, len(tr.at[i]))
		union, low := make([]bool, tr.n), make([]bool, tr.n)
		for k := range tr.at[i] {
			if !touches[i][k] {
				continue
			}
			down := tr.pointDown(i, k, floors[i][k])
			for s := range low {
				low[s] = low[s] || tr.at[i][k][s].Dot(tr.up) < floors[i][k]+lowTol*tr.size[i]
			}
			st.points[k] = tr.spans(down, nil)
			for _, s := range st.points[k] {
				for j := s.a; j <= s.b; j++ {
					union[j%tr.n] = true
				}
			}
		}
		st.down = tr.spans(union, low)
	}
}

// chooseWindow takes the narrowest window for velocities that the noise of the
// heights allows: one sample in smooth motion, a thirtieth of a second to
// either side where the keys shake.
func (tr *trace) chooseWindow() {
	tr.wide = 1
	step := max(1, int(math.Round(1/(30*tr.dt))))
	var d []float64
	for i := range tr.at {
		for _, p := range tr.at[i] {
			for s := step; s+step <= tr.n; s++ {
				d = append(d, math.Abs(p[s+step].Add(p[s-step]).Sub(p[s].Mul(2)).Dot(tr.up)))
			}
		}
	}
	// Of a foot that is down the second difference is noise alone, and a quarter of
	// all samples surely are. Of white noise it is sqrt(6) as wide as the noise, and
	// its lower quartile lies at 0.319 of its width.
	if noise := quantile(d, .25) / .78; noise > shakes*tr.size[0] {
		tr.wide = step
	}
}

// floors returns the height at which each point is down, and whether it is one
// that touches the ground at all.
func (tr *trace) floors() (floor [][]float64, touches [][]bool) {
	ground := math.Inf(1)
	h := make([]float64, tr.n)
	for i := range tr.at {
		floor = append(floor, make([]float64, len(tr.at[i])))
		touches = append(touches, make([]bool, len(tr.at[i])))
		for k, p := range tr.at[i] {
			for s := range h {
				h[s] = p[s].Dot(tr.up)
			}
			floor[i][k] = rests(h, lowTol*tr.size[i], restSpan*tr.size[i])
			ground = min(ground, floor[i][k])
		}
	}
	for i := range floor {
		for k, f := range floor[i] {
			touches[i][k] = f < ground+floorTol*tr.size[i]
		}
	}
	return floor, touches
}

// findGround estimates the ground's velocity: that of most points while they
// are low and do not rise or fall.
func (tr *trace) findGround(floor [][]float64, touches [][]bool) {
	var v []mgl64.Vec3
	for i := range tr.at {
		for k, p := range tr.at[i] {
			if !touches[i][k] {
				continue
			}
			for s := range tr.n {
				if p[s].Dot(tr.up) > floor[i][k]+lowTol*tr.size[i] {
					continue
				}
				if w := tr.velocity(p, s); math.Abs(w.Dot(tr.up)) < .5*tr.size[i] {
					v = append(v, tr.level(w))
				}
			}
		}
	}
	if len(v) == 0 {
		return
	}
	var g mgl64.Vec3
	x := make([]float64, len(v))
	for c := range g {
		for i := range v {
			x[i] = v[i][c]
		}
		g[c] = quantile(x, .5)
	}
	for _, share := range [...]float64{.25, .15, .1, .06, .04, .03, .03} { // the mean of those that agree, ever closer
		var sum mgl64.Vec3
		n := 0.0
		within := share*g.Len() + share/3*tr.size[0]
		for _, w := range v {
			if w.Sub(g).Len() < within {
				sum = sum.Add(w)
				n++
			}
		}
		if n == 0 {
			break
		}
		g = sum.Mul(1 / n)
	}
	// Of a clip that gets somewhere the ground stands still: what its feet do is
	// skate.
	if g.Len() > stillTol*tr.size[0] && tr.net.Len() < 2*g.Len()*tr.duration {
		tr.ground = g
	}
}

// pointDown marks the samples at which a point is on the ground: low, and about
// as fast as the ground. How fast that is, is learned from the middle of its own
// contacts, so that a foot that slides still counts as down.
func (tr *trace) pointDown(foot, k int, floor float64) []bool {
	p, size := tr.at[foot][k], tr.size[foot]
	speed := make([]float64, tr.n)
	core := coreShare*tr.ground.Len() + coreSpeed*size
	var sure []float64
	for s := range tr.n {
		speed[s] = tr.velocity(p, s).Sub(tr.ground).Len()
		if p[s].Dot(tr.up) > floor+lowTol*size {
			speed[s] = math.Inf(1)
		}
		if speed[s] < core {
			sure = append(sure, speed[s])
		}
	}
	limit := max(endShare*tr.ground.Len()+endSpeed*size, 4*quantile(sure, .5))
	loose := limit > core && tr.ground.Len() > 0
	down := make([]bool, tr.n)
	for s := range down {
		down[s] = speed[s] < min(limit, core)
		if loose && !down[s] && !math.IsInf(speed[s], 1) {
			// A foot that never keeps to the ground's speed counts as long as it goes its way.
			with := tr.velocity(p, s).Dot(tr.ground) / tr.ground.Dot(tr.ground)
			down[s] = with > looseFrom && with < looseTo
		}
	}
	return down
}

// spans gathers marked samples into runs, fills short breaks, also longer ones
// through which low holds, and drops short runs. In a loop a run may go over the
// end.
func (tr *trace) spans(down, low []bool) []span {
	n := tr.n
	var out []span
	for s := 0; s < n; s++ {
		if down[s] && (s == 0 || !down[s-1]) {
			out = append(out, span{s, s})
		}
		if down[s] {
			out[len(out)-1].b = s
		}
	}
	none := func(a, b int) bool { // whether the samples between a and b are no break
		if b-a-1 <= int(math.Round(fillGap/tr.dt)) {
			return true
		}
		if low == nil || b-a-1 > int(math.Round(lowGap/tr.dt)) {
			return false
		}
		for s := a + 1; s < b; s++ {
			if !low[s%n] {
				return false
			}
		}
		return true
	}
	for i := 1; i < len(out); {
		if none(out[i-1].b, out[i].a) {
			out[i-1].b = out[i].b
			out = slices.Delete(out, i, i+1)
		} else {
			i++
		}
	}
	if k := len(out) - 1; tr.loops && k >= 0 && none(out[k].b, out[0].a+n) {
		if k == 0 {
			out[0] = span{0, n - 1}
		} else {
			out[k].b = out[0].b + n
			out = out[1:]
		}
	}
	least := leastDown / tr.dt
	return slices.DeleteFunc(out, func(s span) bool { return float64(s.b-s.a+1) < least })
}

// skate is how far, in metres, a foot slides while it is down, from where it was
// put down: the sliding, summed up, of the point that it stands on, from heel to
// toe as the foot rolls, or more if another point of the sole slides further
// while it lies on the ground, as in a turn on the spot. The first and the last
// sample of a contact are left out: there it is being put down or lifted.
func (tr *trace) skate(foot int, c span) float64 {
	a, b := c.a+1, c.b-1
	if c.whole(tr.n) {
		a, b = c.a, c.b
	}
	worst := 0.0
	var sum mgl64.Vec3
	for s := a + 1; s <= b; s++ {
		if p := tr.standing(foot, s-1, s); p >= 0 {
			sum = sum.Add(tr.over(tr.at[foot][p], s).Sub(tr.over(tr.at[foot][p], s-1)))
			worst = max(worst, sum.Len())
		}
	}
	for k, p := range tr.at[foot] {
		from, on := mgl64.Vec3{}, false
		for s := a; s <= b; s++ {
			h := tr.place(p, s).Dot(tr.up) - tr.floor[foot][k]
			if math.Abs(h) > flatTol*tr.size[foot] || !tr.isDown(foot, k, s-1, s+1) {
				on = false
				continue
			}
			at := tr.over(p, s)
			if !on {
				from, on = at, true
			}
			worst = max(worst, at.Sub(from).Len())
		}
	}
	return worst
}

// isDown reports whether a point is down at both of two neighbouring samples.
func (tr *trace) isDown(i, p, s, t int) bool {
	for _, sp := range tr.feet[i].points[p] {
		for _, d := range [3]int{0, tr.n, -tr.n} {
			if s+d >= sp.a && t+d <= sp.b {
				return true
			}
			if !tr.loops {
				break
			}
		}
	}
	return false
}

// standing returns the point that the foot stands on from sample s to t: of those
// that are down the one nearest to where it stands; where none is (a break that
// counts as part of the contact) the nearest of all.
func (tr *trace) standing(i, s, t int) int {
	best, low, down := -1, math.Inf(1), false
	for p := range tr.at[i] {
		d := tr.isDown(i, p, s, t)
		if h := math.Abs(tr.place(tr.at[i][p], s).Dot(tr.up) - tr.floor[i][p]); d && !down || d == down && h < low-1e-9*tr.size[i] {
			best, low, down = p, h, d
		}
	}
	return best
}

// stand is where on the ground a foot is during a contact: the mean of its points
// that are down.
func (tr *trace) stand(foot int, c span) mgl64.Vec3 {
	var sum mgl64.Vec3
	n := 0.0
	for k := range tr.at[foot] {
		mid := (c.a + c.b) / 2
		sum = sum.Add(tr.over(tr.at[foot][k], mid))
		n++
	}
	return sum.Mul(1 / n)
}

// rests returns the height at which a point stays longest, within width, of those
// up to span over its lowest: a sole that rolls or drags dips below the ground
// that it stands on.
func rests(h []float64, width, span float64) float64 {
	s := slices.Clone(h)
	slices.Sort(s)
	low := s[len(s)/20]
	best, from := 0, 0
	for i, j := 0, 0; i < len(s) && s[i] <= low+span; i++ {
		for j < len(s) && s[j] <= s[i]+width {
			j++
		}
		if j-i > best {
			best, from = j-i, i
		}
	}
	return s[from+best/2]
}

// quantile returns the value below which a share q of v lies; 0 for none.
func quantile(v []float64, q float64) float64 {
	if len(v) == 0 {
		return 0
	}
	s := slices.Clone(v)
	slices.Sort(s)
	return s[int(q*float64(len(s)-1)+.5)]
}
