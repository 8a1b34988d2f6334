package flight

import (
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/flight/world"
)

// State is what a pawn is doing.
type State uint8

const (
	Hover State = iota // standing in the air
	Move
	Pivot // turning on the spot before a move
)

// String returns "hover", "move" or "pivot".
func (s State) String() string {
	switch s {
	case Move:
		return "move"
	case Pivot:
		return "pivot"
	}
	return "hover"
}

// Trace is everything that one step did to one pawn, stage by stage. Places are
// world space.
type Trace struct {
	Tick  int // steps since the start
	State State

	// 1 engine
	Engine       mgl64.Vec3 // the engine's own position
	TargetYawDeg float64    // the engine's facing
	Speed        float64    // over the plane, units a second

	// 2 position, 3 combat
	Position mgl64.Vec3 // what the position offset added
	Combat   float64    // what the combat height added, units

	// 4 hug
	Hug    float64    // wanted by the districts: 0, or the drop
	Cliff  float64    // wanted by the ground ahead
	Offset float64    // added: eased towards Hug + Cliff
	Probe  mgl64.Vec3 // the lead point, on the ground there
	Radius float64    // match radius in use

	// 5 drift
	Drift mgl64.Vec3

	// 6 turn, 7 tilt, 8 gun, 9 scale
	YawDeg, BankDeg float64
	ErrorDeg        float64 // heading error that is left
	PitchDeg        float64
	GunDeg          float64
	Scale           float64

	// what is below
	Ground        float64 // below the engine's position
	GroundSource  world.GroundSource
	District      int     // on the tile below, -1 for none
	Middle        float64 // distance to that tile's centre
	Inner         float64 // radius of its inscribed circle
	ProbeDistrict int     // on the tile below the probe, -1 for none
	Top           float64 // of the highest thing below the final position
	Clearance     float64 // final position above Top; +Inf off the map

	Skyline bool // the hug wants the skyline: 0 in place of the drop
	Over    bool // a district that counts is on the tile below
	Event   Event
}

// Final returns where the pawn is after all stages.
func (t *Trace) Final() mgl64.Vec3 {
	p := t.Engine.Add(t.Position).Add(t.Drift)
	p[1] += t.Combat + t.Offset
	return p
}

// Matrix returns the model's placement in world space: scale, then pitch about
// the local X, bank about the local Z, yaw about up, then Final.
func (t *Trace) Matrix() mgl64.Mat4 {
	r := mgl64.HomogRotate3DY(mgl64.DegToRad(t.YawDeg)).
		Mul4(mgl64.HomogRotate3DZ(mgl64.DegToRad(t.BankDeg))).
		Mul4(mgl64.HomogRotate3DX(-mgl64.DegToRad(t.PitchDeg)))
	p := t.Final()
	m := mgl64.Translate3D(p[0], p[1], p[2]).Mul4(r).Mul4(mgl64.Scale3D(t.Scale, t.Scale, t.Scale))
	m[3], m[7], m[11], m[15] = 0, 0, 0, 1
	return m
}

// Stage is what one stage of the stack contributed. Fields that a stage has no
// say in are 0.
type Stage struct {
	Name     string
	Move     mgl64.Vec3 // units, world axes
	YawDeg   float64
	BankDeg  float64
	PitchDeg float64
	GunDeg   float64
	Factor   float64 // on the model's size
}

// Stages returns the contributions in their order. The moves add up to Final,
// the first being the engine's own position.
func (t *Trace) Stages() [9]Stage {
	return [9]Stage{
		{Name: "engine", Move: t.Engine, YawDeg: t.TargetYawDeg},
		{Name: "position", Move: t.Position},
		{Name: "combat", Move: mgl64.Vec3{0, t.Combat, 0}},
		{Name: "hug", Move: mgl64.Vec3{0, t.Offset, 0}},
		{Name: "drift", Move: t.Drift},
		{Name: "turn", YawDeg: -t.ErrorDeg, BankDeg: t.BankDeg},
		{Name: "tilt", PitchDeg: t.PitchDeg},
		{Name: "gun", GunDeg: t.GunDeg},
		{Name: "scale", Factor: t.Scale},
	}
}

// EventKind says what changed.
type EventKind uint8

const (
	NoEvent    EventKind = iota
	Climb                // a district came in sight: the drop is given up
	Descend              // none is in sight any more
	CliffAhead           // the ground ahead stands higher than here
	CliffPassed
	Teleport // the pawn is not where it was: everything snaps
)

// String returns the kind's word.
func (k EventKind) String() string {
	return [...]string{"none", "climb", "descend", "cliff", "cliff passed", "teleport"}[k]
}

// Event is why the hug began to climb or to sink. At most one is told a step;
// of two the districts' goes before the cliff's.
type Event struct {
	Kind     EventKind
	District int     // that decided, -1 for none in sight
	Distance float64 // of the lead point or the pawn to it (of a cliff: the step's height), units
	AtProbe  bool    // it was the lead point's, not the pawn's own place
}
