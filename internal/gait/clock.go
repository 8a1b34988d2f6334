package gait

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// Left and Right index everything that there is one of on each side.
const (
	Left = iota
	Right
)

// Motion is what a pawn's body does, told once a tick. World space: +Y up, metres.
type Motion struct {
	// Position is the point on the ground under the body, or, in the air, where that
	// point would be if the body stood. The body's velocity is read from how it moves:
	// a pawn goes by where it is drawn.
	Position mgl64.Vec3
	Yaw      float64 // facing, radians: 0 looks along +Z, positive turns left

	Airborne bool // jumping or falling
	Flying   bool // noclip; goes before Airborne

	// Crouch is 0 standing to 1 crouched. CrouchAt makes it of an eye height.
	Crouch float64

	// LookAt is what the eyes are offered to look at, world space. Looks says that
	// there is something.
	LookAt mgl64.Vec3
	Looks  bool
}

// CrouchAt is how far an eye height, metres, sits between the standing eye and the
// crouched one: 0 to 1. A state without eye heights reads as standing.
func CrouchAt(eye, standing, crouched float64) float64 {
	if !(standing > crouched) || !(eye > 0) {
		return 0
	}
	return clamp((standing-eye)/(standing-crouched), 0, 1)
}

// Terrain is the ground. Height and normal (unit length, world space) at a place;
// a place without ground gives NaN, and the body's own height is taken.
type Terrain interface {
	Ground(x, z float64) (height float64, normal mgl64.Vec3)
}

// Footstep is one foot put down.
type Footstep struct {
	Foot   int        // Left or Right
	Place  mgl64.Vec3 // on the ground, world space
	Speed  float64    // of the body over the ground, m/s
	Impact float64    // downward speed of a landing, m/s; 0 for a step
	Ago    float64    // seconds before the end of the tick
}

// Legs is what a Clock needs to know of a body: world metres.
type Legs struct {
	Length float64       // of a leg; not above 0 means the preferences' stand-in at the pawn's scale
	Rest   [2]mgl64.Vec2 // where each foot stands at rest: left and ahead of the body's place
	Drawn  bool          // there are legs to see: they step home after a stop
	Behind float64       // how far behind its rest a planted foot can be reached, if that is less than the preferences say; 0 for no such limit
	Width  float64       // of a foot: feet side by side are so far apart at least
}

// Foot is one foot as the clock has it, world space. Its place is the point of
// the sole that stands below the ankle.
type Foot struct {
	Planted  bool
	Place    mgl64.Vec3 // while planted it does not change, to the last bit
	Yaw      float64    // heading of the foot, radians
	Normal   mgl64.Vec3 // of the ground under it, unit
	Height   float64    // over the ground, metres
	Swing    float64    // 0 as it lifts to 1 as it lands
	Phase    float64    // 0 planted, Stance lifted, 1 planted again
	Rest     mgl64.Vec3 // where it would stand if the body stood here
	Next     mgl64.Vec3 // where it is going; its Place while planted
	Plants   int        // times that it was put down since the start
	Lifts    int        // times that it was lifted, jumps included
	velocity mgl64.Vec3
	turn     float64 // angular velocity, rad/s
	left     float64 // seconds of the swing left, where time drives it
	lift     float64 // height of the swing's arc, metres
	settle   float64 // height left over from a plant in mid-air, metres
	rise     float64 // height over the line from lift to plant that clears the ground
	air      mgl64.Vec2
	home     bool    // it is on a step home
	from     float64 // of a stop's last step: how far through its swing the phase had it, and
	total    float64 // in how many seconds it lands
	groundAt float64 // height of the ground where it is going, eased
}

// drive says what moves the feet.
type drive uint8

const (
	standing drive = iota // feet are down, or timed: a stop's last step, a step home
	walking               // the phase
	airborne              // the body carries them
)

// Clock is a pawn's stride: phase, cadence and stride, when each foot lifts and
// where it is planted. Animation reads it and footsteps are played on it; nothing
// else keeps a phase. The zero Clock is ready; a pawn of any kind has one, and it
// is stepped whether or not anything is drawn. Step does not allocate.
type Clock struct {
	Phase   float64 // 0..1: the left foot is planted at 0, the right at 0.5
	Rate    float64 // strides a second, now
	Stride  float64 // metres a stride
	Stance  float64 // share of the stride that a foot is planted, reach included
	Speed   float64 // m/s over the ground, smoothed
	Blend   Blend
	Feet    [2]Foot
	Steps   int     // feet put down since the start
	Strides float64 // of phase since the start

	velocity  mgl64.Vec3 // smoothed, world, level
	actual    mgl64.Vec3 // over the last tick
	body      mgl64.Vec3
	yaw       float64
	yawRate   float64
	veer      float64 // rad/s that the way over the ground turns
	drive     drive
	reversed  bool
	lastPlant int
	lastBeat  int           // the same without steps home, which a hull box does not take
	stood     [2]mgl64.Vec3 // by the phase, how far each foot was ahead of its rest at the stop, world
	started   bool
	impact    float64 // downward speed of the last landing
	landed    bool    // in this tick
	flying    bool
	ahead     float64 // half a stance, metres
	reach     float64
	dir       mgl64.Vec3 // of travel, world
	spread    float64    // each foot's step outward, metres
	leg       float64
	scale     float64
	events    [32]Footstep
	count     int
}

// Footsteps are the feet put down by the last Step. The slice is the clock's own
// and good until the next.
func (c *Clock) Footsteps() []Footstep { return c.events[:c.count] }

// Moving reports whether the phase is advancing.
func (c *Clock) Moving() bool { return c.drive == walking }

// Constants of the clock that the preferences do not have.
const (
	substep      = 1.0 / 120 // longest step of the clock inside a tick, s
	fastest      = 100       // m/s at scale one beyond which a body was put somewhere and did not go there
	longest      = 0.5       // of a longer tick only this much is lived through, s; the rest is skipped
	mostEvents   = 12        // lifts and plants in one substep: more are none of a gait's
	standSpeed   = 0.05      // m/s at scale one below which a body stands
	twistLimit   = 0.9       // radians between a planted foot and the body before it lifts early
	settleTwist  = 0.6       // the same at rest before it steps home
	residualTau  = 0.04      // s in which a foot planted in mid-air comes down
	airFootTau   = 0.12      // s in which feet in the air come to their place
	lowLift      = 0.35      // share of the walk's lift that the slowest step has
	carryAt      = 0.30      // stance below which a swing begins and ends at carry of the body's speed
	carry        = 0.9
	sinkTau      = 0.05 // s in which the height of the ground ahead is taken up
	footSplit    = 0.22 // leg lengths that a running jump keeps the feet apart, each
	runNarrow    = 0.4  // share of the feet's width that a full run takes away
	reverseAngle = -0.3 // cosine of the turn of velocity that counts as setting off anew
)

// Step lives through dt seconds at whose end the body is as m says. scale is the
// pawn's size: at scale s, s times the speed is the same gait. dt not above zero
// moves the body and no time.
func (c *Clock) Step(dt float64, m *Motion, legs *Legs, scale float64, pr *Preferences, ground Terrain) {
	c.count, c.landed = 0, false
	if !(scale > 1e-9) || math.IsInf(scale, 0) {
		scale = 1
	}
	c.scale = scale
	c.leg = legs.Length
	if !(c.leg > 0) || math.IsInf(c.leg, 0) {
		c.leg = max(pr.StandInLegLength, 1e-3) * scale
	}
	to, yaw := m.Position, m.Yaw
	if !inWorld(to) {
		to = c.body
	}
	if math.IsNaN(yaw) || math.IsInf(yaw, 0) {
		yaw = c.yaw
	}
	yaw = wrap(yaw)
	if !c.started {
		c.begin(to, yaw, legs, pr, ground)
	}
	if !(dt > 0) || math.IsInf(dt, 0) {
		c.jump(to, yaw, ground)
		c.place(legs, pr)
		return
	}
	turn := wrap(yaw - c.yaw)
	move := to.Sub(c.body)
	level := math.Hypot(move[0], move[2])
	if known := math.Hypot(c.actual[0], c.actual[2]); level > 3*known*dt+2*scale && level > fastest*scale*dt {
		// Nothing that has feet goes that far: it was put there.
		c.jump(to, yaw, ground)
		move, turn = mgl64.Vec3{}, 0
	}
	was := c.actual
	c.actual = move.Mul(1 / dt)
	c.veer = veering(was, c.actual, dt, 0.3*scale)
	if v := c.actual.Len(); v > fastest*scale {
		c.actual = c.actual.Mul(fastest * scale / v)
	}
	c.yawRate = clamp(turn/dt, -100, 100)
	if dt > longest {
		skip := 1 - longest/dt
		c.jump(c.body.Add(move.Mul(skip)), c.yaw+turn*skip, ground)
		move, turn, dt = move.Mul(1-skip), turn*(1-skip), longest
	}
	n := int(math.Ceil(dt/substep - 1e-9))
	n = max(n, 1)
	from, fromYaw, over := c.body, c.yaw, c.actual
	h := dt / float64(n)
	for i := 1; i <= n; i++ {
		t := float64(i) / float64(n)
		next := from.Add(move.Mul(t))
		// A tick's move is a chord of the way: the speed goes along the arc.
		c.actual = turned(over, c.veer*dt*(t-0.5-0.5/float64(n)))
		c.substep(h, next, fromYaw+turn*t, dt*(1-t), m, legs, pr, ground)
	}
	c.actual = over
	c.body, c.yaw = to, yaw
	c.place(legs, pr)
}

// turned turns a vector to the left about up.
func turned(v mgl64.Vec3, a float64) mgl64.Vec3 {
	if a == 0 {
		return v
	}
	s, k := math.Sincos(a)
	return mgl64.Vec3{v[0]*k + v[2]*s, v[1], v[2]*k - v[0]*s}
}

// veering is how fast the way turns from one velocity to the next, rad/s.
func veering(was, is mgl64.Vec3, dt, least float64) float64 {
	if flatLen(was) < least || flatLen(is) < least {
		return 0
	}
	a := math.Atan2(was[2]*is[0]-was[0]*is[2], was[0]*is[0]+was[2]*is[2])
	if math.Abs(a) > 0.5 {
		return 0 // a new way, not a bend
	}
	return clamp(a/dt, -8, 8)
}

// begin stands the feet at rest.
func (c *Clock) begin(at mgl64.Vec3, yaw float64, legs *Legs, pr *Preferences, ground Terrain) {
	c.started, c.body, c.yaw, c.lastPlant, c.lastBeat = true, at, yaw, Right, Right
	c.tune(legs, pr)
	for i := range c.Feet {
		f := &c.Feet[i]
		f.Planted, f.Place, f.Yaw = true, c.rest(i, legs, at, yaw), yaw
		f.Place[1], f.Normal = groundAt(ground, f.Place, at[1])
		f.Next = f.Place
	}
}

// jump takes body and feet elsewhere without a step.
func (c *Clock) jump(to mgl64.Vec3, yaw float64, ground Terrain) {
	turn := wrap(yaw - c.yaw)
	if to == c.body && turn == 0 {
		return
	}
	s, k := math.Sincos(turn)
	for i := range c.Feet {
		f := &c.Feet[i]
		d := f.Place.Sub(c.body)
		f.Place = to.Add(mgl64.Vec3{d[0]*k + d[2]*s, d[1], d[2]*k - d[0]*s})
		f.Yaw += turn
		f.velocity = mgl64.Vec3{}
		if f.Planted {
			f.Place[1], f.Normal = groundAt(ground, f.Place, to[1])
		}
	}
	c.body, c.yaw = to, yaw
}

// tune works out the gait for the smoothed velocity.
func (c *Clock) tune(legs *Legs, pr *Preferences) {
	s, k := math.Sincos(c.yaw)
	forward := c.velocity[0]*s + c.velocity[2]*k
	left := c.velocity[0]*k - c.velocity[2]*s
	c.Speed = math.Hypot(forward, left)
	b := pr.blend(forward/c.scale, left/c.scale)
	c.Blend = b
	side := b.Sideways()
	if c.Speed > 1e-9*c.scale {
		c.dir = c.velocity.Mul(1 / c.Speed)
	}
	share := max(b.Forward+b.Back*pr.BackStride+side*pr.SideStride, 0.05)
	cadence := pr.cadence(c.Speed/c.scale) / share
	now := math.Hypot(c.actual[0], c.actual[2])
	c.Stride = max(now, c.Speed) / cadence
	c.Rate = 0
	if c.Stride > 0 {
		c.Rate = now / c.Stride
	}
	stride := c.Speed / cadence
	stance := clamp(lerp(pr.WalkStance, pr.RunStance, b.Run), 0.05, 0.95)
	c.reach = max(pr.StanceReach*lerp(1, pr.SideReach, side), 0.02) * c.leg
	c.ahead = min(stance*stride/2, c.reach)
	c.Stance = stance
	if stride > 0 {
		c.Stance = min(stance, (c.ahead+c.behind(legs))/stride)
	}
	// A trailing foot comes up to half a stride nearer to the leading one, or the
	// whole stance where that is shorter: so much room, and the clearance, has to be
	// between them.
	width := math.Abs(legs.Rest[Left][0] - legs.Rest[Right][0])
	across := 0.0
	if c.Speed > 1e-9*c.scale {
		across = math.Abs(left) / c.Speed
	}
	near := 1.06 * min(stride/2, 2*c.ahead) * across // a swing goes a little past its mark
	room := (pr.StepClearance*c.leg + legs.Width) * smooth(across*4) * min(1, stride/c.leg)
	c.spread = max(0, (near+room-width)/2)
	c.spread -= min(runNarrow*b.Run*b.Forward, 1) * width / 2
	if c.drive == standing {
		c.spread = 0
	}
}

// behind is how far behind its rest a foot is lifted at the latest, metres.
func (c *Clock) behind(legs *Legs) float64 {
	if legs.Behind > 0 {
		return min(c.ahead, legs.Behind)
	}
	return c.ahead
}

// rest is where a foot would stand under a body.
func (c *Clock) rest(foot int, legs *Legs, body mgl64.Vec3, yaw float64) mgl64.Vec3 {
	r := legs.Rest[foot]
	out := c.spread
	if foot == Right {
		out = -out
	}
	return body.Add(level(r[0]+out, r[1], yaw))
}

// level turns body axes, left and ahead, into the world.
func level(left, ahead, yaw float64) mgl64.Vec3 {
	s, k := math.Sincos(yaw)
	return mgl64.Vec3{left*k + ahead*s, 0, ahead*k - left*s}
}

// phase of a foot.
func (c *Clock) phase(foot int) float64 {
	p := c.Phase
	if foot == Right {
		p += 0.5
	}
	if p >= 1 {
		p--
	}
	return p
}

// setPhase makes a foot's phase p.
func (c *Clock) setPhase(foot int, p float64) {
	if foot == Right {
		p -= 0.5
	}
	p -= math.Floor(p)
	if p >= 1 {
		p = 0
	}
	c.Phase = p
}

// inWorld reports whether a place is one where a body can be: a number, and near
// enough for a foot to be told from the other.
func inWorld(v mgl64.Vec3) bool {
	return finite(v) && math.Abs(v[0]) < 1e9 && math.Abs(v[1]) < 1e9 && math.Abs(v[2]) < 1e9
}

// finite reports whether all of v are numbers.
func finite(v mgl64.Vec3) bool {
	s := v[0] - v[0] + v[1] - v[1] + v[2] - v[2]
	return s == 0
}

// groundAt is the ground's height and normal at a place, or the given height and
// level where there is none.
func groundAt(t Terrain, at mgl64.Vec3, or float64) (float64, mgl64.Vec3) {
	if t == nil {
		return or, mgl64.Vec3{0, 1, 0}
	}
	h, n := t.Ground(at[0], at[2])
	if math.IsNaN(h) || math.IsInf(h, 0) {
		return or, mgl64.Vec3{0, 1, 0}
	}
	if l := n.Len(); !finite(n) || !(l > 1e-9) || n[1] < 0.05*l {
		n = mgl64.Vec3{0, 1, 0}
	} else {
		n = n.Mul(1 / l)
	}
	return h, n
}
