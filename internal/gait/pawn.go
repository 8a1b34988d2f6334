package gait

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/clip"
	"donorlab/internal/scene"
)

// Pawn is one body that moves: its clock, and the pose that is made of it each
// tick. NewPawn makes one. Tick does not allocate; a Pawn is for one goroutine.
type Pawn struct {
	Clock Clock

	// Prefs may be changed, or pointed elsewhere, between any two ticks. Pawns may
	// share one.
	Prefs *Preferences

	// Terrain is the ground; nil is flat ground at the body's own height.
	Terrain Terrain

	// Scale is how many metres of the world a metre of the model is. Pace is the size
	// at which speeds are judged: at pace s, s times the speed is the same gait. Zero
	// means the Scale.
	Scale, Pace float64

	// Edits are deltas that a user laid over the pose, by node: each acts on the bone's
	// animated transform exactly as it acts on the rest pose. A zero rotation is none.
	Edits []Edit

	rig  *Rig
	legs Legs
	move Motion
	body body
	turn []mgl64.Quat // of each joint, from rest
	at   []mgl64.Vec3 // of each joint, body's frame
	bobs []bob        // of each spring
	look look
}

// Edit is a delta on one node's local transform; see clip.Compose.
type Edit struct {
	Node  int
	Delta scene.TRS
}

// NewPawn makes a pawn that wears a rig, or nothing that has legs where rig is nil.
// Its Prefs are the defaults, its own.
func NewPawn(rig *Rig) *Pawn {
	pr := Defaults()
	p := &Pawn{Prefs: &pr, Scale: 1, rig: rig}
	if rig != nil {
		p.turn = make([]mgl64.Quat, len(rig.joints)+len(rig.spring))
		p.at = make([]mgl64.Vec3, len(rig.joints)+len(rig.spring))
		p.bobs = make([]bob, len(rig.spring))
		p.rest()
	}
	return p
}

// Wear changes what the pawn looks like. The clock goes on.
func (p *Pawn) Wear(rig *Rig) {
	n := NewPawn(rig)
	p.rig, p.turn, p.at, p.bobs = rig, n.turn, n.at, n.bobs
	p.body.started = false
}

// Rig is what the pawn wears, or nil.
func (p *Pawn) Rig() *Rig { return p.rig }

// PaceFor is the pace for legs of a length in metres of the world: the nearest of
// 1, 2 and 5 times a power of ten to the ratio to the stand-in's legs. A body of
// about human size has pace 1, and one of ten times the size exactly ten times it.
func PaceFor(leg float64, pr *Preferences) float64 {
	x := leg / max(pr.StandInLegLength, 1e-3)
	if !(x > 0) || math.IsInf(x, 0) {
		return 1
	}
	best, off := 1.0, math.Inf(1)
	e := math.Floor(math.Log10(x))
	for _, k := range [...]float64{1, 2, 5, 10} {
		c := k * math.Pow(10, e)
		if d := math.Abs(math.Log(x / c)); d < off {
			best, off = c, d
		}
	}
	return best
}

// Tick lives through dt seconds: stride clock, animation, springs, eyes, in this
// order. It is to be called for every pawn on every tick, drawn or not.
func (p *Pawn) Tick(dt float64, m Motion) {
	if !inWorld(m.Position) {
		m.Position = p.move.Position
	}
	if math.IsNaN(m.Yaw) || math.IsInf(m.Yaw, 0) {
		m.Yaw = p.move.Yaw
	}
	m.Yaw = wrap(m.Yaw)
	m.Crouch = clamp(m.Crouch, 0, 1)
	if math.IsNaN(dt) || dt < 0 || math.IsInf(dt, 0) {
		dt = 0
	}
	scale := p.scale()
	p.legs = p.rig.standFeet(scale)
	p.legs.Behind *= 1 - crouchReach*m.Crouch
	pace := p.Pace
	if !(pace > 0) {
		pace = scale
	}
	p.Clock.Step(dt, &m, &p.legs, pace, p.Prefs, p.Terrain)
	p.move = m
	if p.rig == nil || !p.rig.Legged {
		return
	}
	dt = min(dt, longest)
	p.animate(dt, scale, pace)
	p.swingSprings(dt, scale)
}

func (p *Pawn) scale() float64 {
	if !(p.Scale > 1e-9) || math.IsInf(p.Scale, 0) {
		return 1
	}
	return p.Scale
}

// rest stands every joint as in the bind pose.
func (p *Pawn) rest() {
	for i := range p.rig.joints {
		p.turn[i], p.at[i] = mgl64.QuatIdent(), p.rig.joints[i].at
	}
	for i := range p.rig.spring {
		n := len(p.rig.joints) + i
		p.turn[n], p.at[n] = mgl64.QuatIdent(), p.rig.spring[i].at
	}
}

// Pose writes the pawn's pose: dst is the model's rest pose, or any other, of which
// the nodes that locomotion turns are overwritten. It returns dst, which is made
// where it is too short.
func (p *Pawn) Pose(dst scene.Pose) scene.Pose {
	r := p.rig
	if r == nil {
		return dst
	}
	for len(dst) < r.nodes {
		dst = append(dst, scene.Identity())
	}
	if r.Legged {
		for i := range r.joints {
			j := &r.joints[i]
			t := j.local
			if p.Prefs.Enabled {
				up := mgl64.QuatIdent()
				if j.above >= 0 {
					up = p.turn[j.above]
				}
				d := scene.MulQuat(scene.ConjQuat(up), p.turn[i])
				t.R = unitQuat(scene.MulQuat(scene.MulQuat(scene.ConjQuat(j.parent), scene.MulQuat(d, j.parent)), j.rest))
				if j.free {
					// Back to where the carrier is at rest, then into its frame.
					at := p.at[i]
					if j.above >= 0 {
						c := &r.joints[j.above]
						at = scene.RotateVec(scene.ConjQuat(up), at.Sub(p.at[j.above])).Add(c.at)
					}
					t.T = mgl64.TransformCoordinate(at, j.into)
				}
			}
			dst[j.node] = t
		}
		p.poseSprings(dst)
	}
	for _, e := range p.Edits {
		if e.Node >= 0 && e.Node < len(dst) {
			d := e.Delta
			if d.R.W == 0 && d.R.V == (mgl64.Vec3{}) {
				d.R = mgl64.QuatIdent()
			}
			dst[e.Node] = clip.Compose(dst[e.Node], d)
		}
	}
	return dst
}

// Place is the matrix from model space to the world.
func (p *Pawn) Place() mgl64.Mat4 {
	s := p.scale()
	turn := scene.RotationMat3(aboutY(p.move.Yaw)).Mul(s)
	place := scene.Affine(turn, p.move.Position)
	if p.rig == nil {
		return place
	}
	return scene.MulAffine(&place, &p.rig.toBody)
}

// world takes a point of the body's frame into the world.
func (p *Pawn) world(v mgl64.Vec3) mgl64.Vec3 {
	s := p.scale()
	return p.move.Position.Add(level(v[0]*s, v[2]*s, p.move.Yaw)).Add(mgl64.Vec3{0, v[1] * s, 0})
}
