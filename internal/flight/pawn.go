package flight

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/flight/world"
)

// env is what all pawns of a group share during a step.
type env struct {
	w       *world.World
	survey  world.Survey
	tick    int
	timeS   float64
	set     *tuned
	script  *script
	engine  Engine
	apothem float64
}

// pawn is a pawn's whole state. It is plain data: a copy is a snapshot.
type pawn struct {
	k      int     // which copy of the squadron
	sx, sz float64 // its place in the formation

	// engine
	x, z, y      float64
	yawDeg       float64 // facing
	speed        float64
	next         int // event
	cursor, end  int // of the way
	dirX, dirZ   float64
	dirOf        int // point that dir leads to, -1 for none
	keys         bool
	forward      float64
	turnKey      float64
	still        int // steps without motion
	hold         int // steps of pivot that are left
	dx, dz       float64
	placed       bool // the altitude was set
	jumped       bool // teleported in this step
	aimX, aimZ   float64
	aiming       bool
	fireWait     int
	combat       bool
	combatShare  float64
	offset       float64
	cliff        float64
	cliffTick    int
	smX, smZ     float64
	skyline      bool
	turn         Turn
	lastX, lastZ float64
	tiltDeg      float64
	gunTick      int // steps since the shot, -1 for none
	cosYaw       float64
	sinYaw       float64
	trigDeg      float64

	trace Trace
}

func newPawn(k int, slot Point, o *Orders) pawn {
	p := pawn{k: k, sx: slot[0], sz: slot[1], gunTick: -1, dirOf: -1, cosYaw: 1, still: int(pivotStillS * Rate)}
	p.x, p.z = o.Start.X+p.sx, o.Start.Z+p.sz
	p.yawDeg = wrapDeg(o.Start.YawDeg)
	p.turn.YawDeg = p.yawDeg
	p.lastX, p.lastZ = p.x, p.z
	p.speed = o.Engine.Speed
	p.trace.District, p.trace.ProbeDistrict, p.trace.Event.District = -1, -1, -1
	return p
}

// begin fills the trace of the start, before any step.
func (p *pawn) begin(e *env) {
	t := &p.trace
	p.climb(e)
	t.Engine = mgl64.Vec3{p.x, p.y, p.z}
	t.TargetYawDeg, t.YawDeg = p.yawDeg, p.turn.YawDeg
	t.Probe = mgl64.Vec3{p.x, t.Ground, p.z}
	t.Scale = e.set.scale
	t.Radius = e.set.Hug.Radius
	if t.Radius == 0 {
		t.Radius = e.survey.Radius
	}
	p.place(e)
	p.measure(e)
}

// step moves the pawn on by DT.
func (p *pawn) step(e *env) {
	t := &p.trace
	t.Tick = e.tick
	t.Event = Event{District: -1}
	p.obey(e)
	p.move(e)
	p.climb(e)
	t.Engine = mgl64.Vec3{p.x, p.y, p.z}
	t.Speed = length(p.dx, p.dz) * Rate
	t.TargetYawDeg = p.facing(e)

	// The state of a pawn is found again by its place: one that is more than
	// matchUnits from where it was starts at its target.
	if far := length(p.x-p.lastX, p.z-p.lastZ); far > matchUnits || p.jumped {
		p.turn = Turn{YawDeg: t.TargetYawDeg}
		p.smX, p.smZ, p.tiltDeg = 0, 0, 0
		t.Event = Event{Kind: Teleport, District: -1, Distance: far}
		p.jumped = true
	}
	p.lastX, p.lastZ = p.x, p.z
	p.turn = p.turn.Toward(t.TargetYawDeg, e.set.TurnRateDeg, e.set.TurnBankDeg, DT)

	p.place(e)
	p.battle(e)
	p.hug(e)
	p.drift(e)
	t.YawDeg, t.BankDeg = p.turn.YawDeg, p.turn.BankDeg
	t.ErrorDeg = ShortestDeg(t.YawDeg, t.TargetYawDeg)
	p.tilt(e)
	p.gun(e)
	t.Scale = e.set.scale
	p.measure(e)
	p.jumped = false
}

// place is stage 2: the offset of the registry entry, once.
func (p *pawn) place(e *env) {
	o := &e.set.Position
	if p.turn.YawDeg != p.trigDeg {
		p.sinYaw, p.cosYaw = math.Sincos(mgl64.DegToRad(p.turn.YawDeg))
		p.trigDeg = p.turn.YawDeg
	}
	// Registry (right, forward, up) is (-x, z, y) here.
	lx, lz := -o[0], o[1]
	p.trace.Position = mgl64.Vec3{lx*p.cosYaw + lz*p.sinYaw, o[2], lz*p.cosYaw - lx*p.sinYaw}
}

// battle is stage 3.
func (p *pawn) battle(e *env) {
	goal := 0.0
	if p.combat {
		goal = 1
	}
	if p.combatShare != goal {
		p.combatShare = toward(p.combatShare, goal, DT/combatS)
	}
	p.trace.Combat = p.combatShare * e.set.CombatZ
}

// tilt is stage 7.
func (p *pawn) tilt(e *env) {
	goal := 0.0
	if p.trace.Speed > movingSpeed+1e-6 { // the speed is a difference of places
		goal = e.set.MoveTiltDeg
	}
	if p.tiltDeg != goal {
		p.tiltDeg = toward(p.tiltDeg, goal, tiltRateDeg*DT)
	}
	p.trace.PitchDeg = 0 // never -0
	if p.tiltDeg != 0 {
		p.trace.PitchDeg = -p.tiltDeg
	}
}

// gun is stage 8: up, held and down again, in straight lines.
func (p *pawn) gun(e *env) {
	g := &e.set.Gun
	p.trace.GunDeg = 0
	if p.gunTick < 0 {
		return
	}
	s := float64(p.gunTick) * DT
	p.gunTick++
	var share float64
	switch {
	case s < g.RiseS:
		share = s / g.RiseS
	case s <= g.RiseS+g.HoldS:
		share = 1
	case s < g.RiseS+g.HoldS+g.FallS:
		share = 1 - (s-g.RiseS-g.HoldS)/g.FallS
	default:
		p.gunTick = -1
	}
	p.trace.GunDeg = share * g.ElevDeg
}

// measure looks at what is below the pawn as it is seen.
func (p *pawn) measure(e *env) {
	t := &p.trace
	f := t.Final()
	top, ok := e.w.Top(f[0], f[2], e.timeS)
	t.Top, t.Clearance = top, math.Inf(1)
	if ok {
		t.Clearance = f[1] - top
	}
}
