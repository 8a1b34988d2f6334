package contacts

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/clip"
	"donorlab/internal/scene"
)

// LockOptions say how sliding feet are held. The zero value mends with the
// defaults.
type LockOptions struct {
	Options
	Name string // the new clip's name; empty means the old one's and " locked"
	// MaxMoveMm is how far any joint may be moved from where the clip has it; a
	// foot that would need more is held as well as that allows. Zero means a
	// twelfth of the leg's length, negative no limit.
	MaxMoveMm float64
	// BlendSeconds is how long before and after a contact a correction eases in
	// and out, where the next contact leaves the time; zero means 0.15.
	BlendSeconds float64
}

// LockReport says what a foot lock did.
type LockReport struct {
	Before     float64    `json:"skateBeforeMm"` // the worst skate of all contacts
	After      float64    `json:"skateAfterMm"`  // the same, of the new clip over the same contacts
	MaxMoveMm  float64    `json:"maxMoveMm"`     // the furthest that any joint was moved
	LimitMm    float64    `json:"limitMm"`       // the bound that was kept; 0 for none
	Keys       int        `json:"keys"`          // of the channels that were replaced
	Feet       []LockFoot `json:"feet"`
	Unlockable []string   `json:"unlockable,omitempty"` // feet without a limb of two bones, left as they were
}

// LockFoot is what the lock did to one foot.
type LockFoot struct {
	Node      int     `json:"node"`
	Before    float64 `json:"skateBeforeMm"`
	After     float64 `json:"skateAfterMm"`
	MaxMoveMm float64 `json:"maxMoveMm"`
	Held      float64 `json:"held"` // share of the correction that the bound allowed, 1 for all
}

const (
	defaultBlend = .15
	moveShare    = 1. / 12
)

// Lock returns a clip in which no foot slides while it is down. In each contact
// that Analyse finds, the foot is carried along with the ground: its level
// sliding is taken out by moving the ankle, the turning of a flat foot about the
// upright by turning it back. Correction is spread so that it is least on the
// whole of the contact, eases in and out between contacts, and is put into the
// clip with a two-bone solve, the knee kept in the plane where the clip has it. All
// else in the clip stays as it is; heights are not changed.
//
// The result has linear keys at the sampling rate for the bones of the limbs and
// shares all other channels with the old clip. The error is a *scene.Problem.
func Lock(m *scene.Model, animation int, opt LockOptions) (scene.Animation, LockReport, error) {
	b, tr, err := look(m, animation, opt.Options)
	if err != nil {
		return scene.Animation{}, LockReport{}, err
	}
	tr.detect()
	var rep LockReport
	l := &locker{body: b, trace: tr, blend: opt.BlendSeconds, keys: &m.Animations[animation]}
	if !(l.blend > 0) {
		l.blend = defaultBlend
	}
	if l.src, err = clip.NewSampler(m, animation); err != nil {
		return scene.Animation{}, rep, err
	}
	rep.LimitMm = opt.MaxMoveMm
	if rep.LimitMm == 0 {
		rep.LimitMm = b.feet[0].size * moveShare * 1000
	}
	l.limit = rep.LimitMm / 1000
	if rep.LimitMm < 0 || math.IsNaN(rep.LimitMm) {
		rep.LimitMm, l.limit = 0, math.Inf(1)
	}
	l.pose()
	for i := range b.feet {
		f := LockFoot{Node: b.feet[i].node, Held: 1}
		for _, c := range tr.feet[i].down {
			f.Before = max(f.Before, tr.skate(i, c)*1000)
		}
		if f.Before > 0 {
			if b.feet[i].leg.upper < 0 || b.feet[i].leg.end < 0 && !l.shinFoot(i) {
				rep.Unlockable = append(rep.Unlockable, b.m.Nodes[f.Node].Name)
			} else {
				f.MaxMoveMm, f.Held = l.hold(i)
			}
		}
		rep.MaxMoveMm = max(rep.MaxMoveMm, f.MaxMoveMm)
		rep.Before = max(rep.Before, f.Before)
		rep.Feet = append(rep.Feet, f)
	}
	out := l.animation(&m.Animations[animation], opt.Name, &rep)
	if err := l.measure(out, &rep); err != nil {
		return scene.Animation{}, rep, err
	}
	return out, rep, nil
}

// locker is a lock under way.
type locker struct {
	*body
	*trace
	src   *clip.Sampler
	keys  *scene.Animation
	blend float64
	limit float64
	poses []scene.Pose // of the trace's samples, as the clip has them
	times []float64    // of the new keys: those samples and the clip's own keys
	made  []scene.Pose // at those times, as they become
	done  map[int]bool // nodes whose channels are replaced
	moved map[int]bool // of those, the ones that move as well as turn
}

func (l *locker) pose() {
	l.done, l.moved = map[int]bool{}, map[int]bool{}
	at := func(t float64) scene.Pose {
		p := l.m.RestPose()
		l.src.Pose(t, p)
		return p
	}
	for s := range l.n + 1 {
		l.poses = append(l.poses, at(l.time(s)))
		l.times = append(l.times, l.time(s))
	}
	// Between two samples a key of the clip may be a corner.
	for i := range l.keys.Channels {
		for _, t := range l.keys.Channels[i].Times {
			if t := float64(t); t > 0 && t < l.duration && len(l.times) < 4*maxSamples {
				l.times = append(l.times, t)
			}
		}
		slices.Sort(l.times)
		l.times = slices.CompactFunc(l.times, func(a, b float64) bool { return math.Abs(b-a) < l.dt/50 })
	}
	for _, t := range l.times {
		l.made = append(l.made, at(t))
	}
}

// shinFoot gives a limb whose foot is part of the lower bone its ankle: the
// middle of the sole.
func (l *locker) shinFoot(i int) bool {
	f := &l.body.feet[i]
	return f.leg.lower >= 0 && f.leg.upper >= 0 && f.node == f.leg.lower
}

// fixed is what a foot needs at one sample: a level move, and a turn about the
// upright through the place where it stands.
type fixed struct {
	move mgl64.Vec3
	turn float64 // radians
}

// hold corrects one foot at every sample, and returns how far a joint moved at
// most and which share of the correction was made.
func (l *locker) hold(i int) (movedMm, share float64) {
	want := l.corrections(i)
	share = 1
	var poses []scene.Pose
	for range 12 {
		var far float64
		poses, far = l.apply(i, want, share)
		movedMm = far * 1000
		if far <= l.limit {
			break
		}
		share *= min(.95, .98*l.limit/far)
	}
	if movedMm > l.limit*1000 { // never past the bound
		return 0, 0
	}
	l.made = poses
	leg := l.body.feet[i].leg
	for _, n := range [3]int{leg.upper, leg.lower, leg.end} {
		if n >= 0 {
			l.done[n] = true
		}
	}
	if leg.loose {
		l.moved[leg.end] = true
	}
	return movedMm, share
}

// corrections works out what one foot needs at every sample.
func (l *locker) corrections(i int) []fixed {
	out := make([]fixed, l.n+1)
	set := make([]bool, l.n+1)
	for _, c := range l.trace.feet[i].down {
		fx := l.contact(i, c)
		for k, f := range fx {
			s := c.a + k
			if !l.loops && s > l.n {
				break
			}
			out[s%l.n], set[s%l.n] = f, true
			if s == l.n {
				out[s], set[s] = f, true
			}
		}
	}
	l.bridge(out, set)
	return out
}

// contact returns the corrections during one contact: the sliding that has
// summed up, taken from its mean, so that the foot is moved as little as may be.
func (l *locker) contact(i int, c span) []fixed {
	pts := l.at[i]
	n := c.b - c.a + 1
	out := make([]fixed, n)
	heading := func(s int, a, b int) float64 {
		d := l.over(pts[b], s).Sub(l.over(pts[a], s))
		x, z := l.flatAxes()
		return math.Atan2(d.Dot(x), d.Dot(z))
	}
	// Turning first: of the two points furthest apart that are down together.
	turn := 0.0
	for k := 1; k < n; k++ {
		a, b := l.widest(i, c.a+k-1, c.a+k)
		if a >= 0 {
			turn -= wrap(heading(c.a+k, a, b) - heading(c.a+k-1, a, b))
		}
		out[k].turn = turn
	}
	meanTurn := 0.0
	for k := range out {
		meanTurn += out[k].turn / float64(n)
	}
	for k := range out {
		out[k].turn -= meanTurn
	}
	// Then sliding, of a point that is down, as it slides with the turn.
	place := func(k, p int) mgl64.Vec3 { // over the moving ground, the ankle taken as the axis
		return l.turned(i, c.a+k, p, out[k].turn)
	}
	var sum mgl64.Vec3
	for k := 1; k < n; k++ {
		if p := l.standing(i, c.a+k-1, c.a+k); p >= 0 {
			sum = sum.Sub(place(k, p).Sub(place(k-1, p)))
		}
		out[k].move = sum
	}
	var mean mgl64.Vec3
	for k := range out {
		mean = mean.Add(out[k].move.Mul(1 / float64(n)))
	}
	for k := range out {
		out[k].move = out[k].move.Sub(mean)
	}
	return out
}

// turned is a point's level place over the ground with its foot turned about the
// ankle.
func (l *locker) turned(i, s, p int, angle float64) mgl64.Vec3 {
	at := l.place(l.at[i][p], s)
	pivot := l.ankle(i, s)
	q := mgl64.QuatRotate(angle, l.trace.up)
	return l.level(pivot.Add(q.Rotate(at.Sub(pivot)))).Sub(l.ground.Mul(l.time(s)))
}

// ankle is the foot's joint at a sample of the clip as it is, past the ends of a
// loop as well.
func (l *locker) ankle(i, s int) mgl64.Vec3 {
	turns := 0
	if l.loops {
		turns = int(math.Floor(float64(s) / float64(l.n)))
	}
	s = max(0, min(s-turns*l.n, l.n))
	w := l.worldOf(l.poses[s], l.body.feet[i].node)
	return scene.Position(w).Add(l.net.Mul(float64(turns)))
}

// worldOf is one node's matrix in a pose.
func (l *locker) worldOf(pose scene.Pose, node int) mgl64.Mat4 {
	w := l.local(pose, node)
	for p, ok := l.m.Nodes[node].Parent.Get(); ok; p, ok = l.m.Nodes[p].Parent.Get() {
		w = l.local(pose, p).Mul4(w)
	}
	return w
}

func (l *locker) local(pose scene.Pose, node int) mgl64.Mat4 {
	if x := l.m.Nodes[node].Matrix; x != nil {
		return *x
	}
	return pose[node].Mat4()
}

// flatAxes are two level directions, so that a turn from the second to the first
// is a turn about the upright.
func (l *locker) flatAxes() (x, z mgl64.Vec3) {
	x = mgl64.Vec3{1, 0, 0}
	if math.Abs(l.trace.up[0]) > .5 {
		x = mgl64.Vec3{0, 0, 1}
	}
	x = l.level(x).Normalize()
	return x, x.Cross(l.trace.up).Normalize()
}

func wrap(a float64) float64 { return math.Remainder(a, 2*math.Pi) }

// widest returns the two points furthest apart that are down from sample s to
// t, -1 for fewer than two.
func (l *locker) widest(i, s, t int) (int, int) {
	a, b, far := -1, -1, .05*l.size[i]
	for p := range l.at[i] {
		if !l.isDown(i, p, s, t) {
			continue
		}
		for q := p + 1; q < len(l.at[i]); q++ {
			if d := l.level(l.place(l.at[i][q], s).Sub(l.place(l.at[i][p], s))).Len(); d > far && l.isDown(i, q, s, t) {
				a, b, far = p, q, d
			}
		}
	}
	return a, b
}

// bridge fills the samples between contacts: from one correction to the next
// where they are near in time, else out to none and in again.
func (l *locker) bridge(out []fixed, set []bool) {
	n := l.n
	if !slices.Contains(set, true) {
		return
	}
	ease := func(u float64) float64 { u = max(0, min(1, u)); return u * u * (3 - 2*u) }
	find := func(s, step int) (int, bool) { // distance to the next sample that is set
		for d := 0; d <= n; d++ {
			t := s + d*step
			if !l.loops && (t < 0 || t > n) {
				return 0, false
			}
			if set[((t%n)+n)%n] && (l.loops || t < n || set[n]) {
				return d, true
			}
		}
		return 0, false
	}
	at := func(t int) fixed {
		if l.loops {
			t = ((t % n) + n) % n
		}
		return out[t]
	}
	full := append([]fixed(nil), out...)
	for s := range n + 1 {
		if set[s] || l.loops && s == n {
			continue
		}
		back, okB := find(s, -1)
		next, okN := find(s, 1)
		var f fixed
		mix := func(g fixed, w float64) {
			f.move = f.move.Add(g.move.Mul(w))
			f.turn += g.turn * w
		}
		width := l.blend / l.dt
		switch {
		case okB && okN && float64(back+next) <= 2*width:
			u := ease(float64(back) / float64(back+next))
			mix(at(s-back), 1-u)
			mix(at(s+next), u)
		default:
			if okB {
				mix(at(s-back), 1-ease(float64(back)/width))
			}
			if okN {
				mix(at(s+next), 1-ease(float64(next)/width))
			}
		}
		full[s] = f
	}
	copy(out, full)
	if l.loops {
		out[n] = out[0]
	}
}

// need is the correction at any time.
func (l *locker) need(want []fixed, t float64) fixed {
	u := max(0, min(t/l.dt, float64(l.n)))
	s := min(int(u), l.n-1)
	u -= float64(s)
	a, b := want[s], want[s+1]
	return fixed{a.move.Mul(1 - u).Add(b.move.Mul(u)), a.turn*(1-u) + b.turn*u}
}

// apply solves the limb at every time with a share of the corrections, and
// returns the new poses and the furthest that a joint moved.
func (l *locker) apply(i int, want []fixed, share float64) ([]scene.Pose, float64) {
	leg := l.body.feet[i].leg
	out := make([]scene.Pose, len(l.made))
	far := 0.0
	for s, pose := range l.made {
		out[s] = pose
		f := l.need(want, l.times[s])
		if f.move.Len() < 1e-9*l.size[i] && math.Abs(f.turn) < 1e-9 {
			continue
		}
		out[s] = append(scene.Pose(nil), pose...)
		up, low := l.worldOf(pose, leg.upper), l.worldOf(pose, leg.lower)
		hip, knee := scene.Position(up), scene.Position(low)
		ankle, end := knee, mgl64.Mat4{}
		sole := make([]mgl64.Vec3, 0, 4)
		for _, p := range l.body.feet[i].points {
			sole = append(sole, l.worldOf(pose, p.node).Mul4x1(p.local.Vec4(1)).Vec3())
		}
		if leg.end >= 0 {
			end = l.worldOf(pose, leg.end)
			ankle = scene.Position(end)
		} else { // the foot is part of the shin: its sole's middle is what is held
			ankle = mgl64.Vec3{}
			for _, p := range sole {
				ankle = ankle.Add(p.Mul(1 / float64(len(sole))))
			}
		}
		pole := knee.Sub(hip)
		if d := ankle.Sub(hip); d.Len() > 0 {
			pole = pole.Sub(d.Mul(pole.Dot(d) / d.Dot(d)))
		}
		if pole.Len() < 1e-3*l.size[i] {
			pole = mgl64.Vec3{}
		}
		limb, ok := clip.NewLimb(hip, knee, ankle, pole)
		if !ok {
			continue
		}
		got := limb.Solve(hip, ankle.Add(f.move.Mul(share)), pole)
		upX := about(got.UpperTurn, hip, hip)
		lowX := about(got.LowerTurn, knee, got.Mid)
		l.set(out[s], pose, leg.upper, upX.Mul4(up), l.parent(pose, leg.upper))
		l.set(out[s], pose, leg.lower, lowX.Mul4(low), upX.Mul4(l.parent(pose, leg.lower)))
		far = max(far, got.Mid.Sub(knee).Len(), got.End.Sub(ankle).Len())
		if leg.end < 0 {
			continue
		}
		turn := mgl64.QuatRotate(f.turn*share, l.trace.up)
		over := lowX.Mul4(l.parent(pose, leg.end))
		if leg.loose {
			over = l.parent(pose, leg.end)
		}
		l.set(out[s], pose, leg.end, about(turn, ankle, got.End).Mul4(end), over)
		for _, p := range sole {
			far = max(far, got.End.Add(turn.Rotate(p.Sub(ankle))).Sub(p).Len())
		}
	}
	return out, far
}

// about is the rigid move that turns about from and carries it to to.
func about(q mgl64.Quat, from, to mgl64.Vec3) mgl64.Mat4 {
	r := scene.RotationMat3(q)
	return scene.Affine(r, to.Sub(r.Mul3x1(from)))
}

// parent is the matrix of a node's parent as the clip has it.
func (l *locker) parent(pose scene.Pose, node int) mgl64.Mat4 {
	if p, ok := l.m.Nodes[node].Parent.Get(); ok {
		return l.worldOf(pose, p)
	}
	return mgl64.Ident4()
}

// set gives a node the local transform that puts it at world below parent.
func (l *locker) set(out, pose scene.Pose, node int, world, parent mgl64.Mat4) {
	inv, ok := scene.InverseAffine(parent)
	if !ok || l.m.Nodes[node].Matrix != nil {
		return
	}
	t, _ := scene.Decompose(scene.MulAffine(&inv, &world))
	q := t.R
	if q.Dot(pose[node].R) < 0 {
		q = mgl64.Quat{W: -q.W, V: q.V.Mul(-1)}
	}
	out[node].R, out[node].T = q, t.T
}

// animation copies the clip and replaces the channels of the limbs.
func (l *locker) animation(old *scene.Animation, name string, rep *LockReport) scene.Animation {
	if name == "" {
		name = old.Name + " locked"
	}
	out := scene.Animation{Name: name, Extras: old.Extras}
	had := map[[2]int]bool{}
	for k := range old.Channels {
		c := old.Channels[k]
		at := [2]int{c.Node, int(c.Path)}
		if l.replaces(c.Node, c.Path) {
			had[at] = true
			c = l.channel(c.Node, c.Path, rep)
		}
		out.Channels = append(out.Channels, c)
	}
	for _, n := range l.order {
		for _, path := range [2]scene.Path{scene.Translation, scene.Rotation} {
			if l.replaces(n, path) && !had[[2]int{n, int(path)}] {
				out.Channels = append(out.Channels, l.channel(n, path, rep))
			}
		}
	}
	return out
}

func (l *locker) replaces(node int, path scene.Path) bool {
	return l.done[node] && path == scene.Rotation || l.moved[node] && path == scene.Translation
}

func (l *locker) channel(node int, path scene.Path, rep *LockReport) scene.Channel {
	c := scene.Channel{Node: node, Path: path}
	var last mgl64.Quat
	for s := range l.made {
		c.Times = append(c.Times, float32(l.times[s]))
		p := l.made[s][node]
		if path == scene.Translation {
			c.Values = append(c.Values, float32(p.T[0]), float32(p.T[1]), float32(p.T[2]))
			continue
		}
		q := p.R
		if s > 0 && q.Dot(last) < 0 {
			q = mgl64.Quat{W: -q.W, V: q.V.Mul(-1)}
		}
		last = q
		c.Values = append(c.Values, float32(q.V[0]), float32(q.V[1]), float32(q.V[2]), float32(q.W))
	}
	rep.Keys += len(c.Times)
	return c
}

// measure traces the new clip and tells what is left of the skate, over the
// contacts and the ground of the old one.
func (l *locker) measure(out scene.Animation, rep *LockReport) error {
	s, err := clip.NewSampler(clip.WithClips(l.m, out), 0)
	if err != nil {
		return fmt.Errorf("the locked clip: %w", err)
	}
	now := newTrace(l.body, s, l.n)
	now.loops, now.net, now.ground, now.wide, now.floor, now.feet = l.loops, l.net, l.ground, l.wide, l.floor, l.trace.feet
	for i := range rep.Feet {
		for _, c := range now.feet[i].down {
			rep.Feet[i].After = max(rep.Feet[i].After, now.skate(i, c)*1000)
		}
		rep.After = max(rep.After, rep.Feet[i].After)
	}
	return nil
}
