package gait

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/clip"
	"donorlab/internal/rig/humanoid"
	"donorlab/internal/scene"
)

// Rig is a model made ready to be posed. NewRig makes one; it does not change
// afterwards, and any number of pawns may wear it.
//
// Inside, all is in the body's own frame: metres of the model, X to its left, Y up,
// Z ahead, the origin on the ground between the feet. How the bones' own axes lie
// makes no difference, since each is turned from where it is at rest.
type Rig struct {
	// Legged says that there are hips and two whole legs. Without, the pose is the
	// bind pose; Why is half a sentence for the user.
	Legged bool
	Why    string

	// Leg is the length of a leg, metres of the model; 0 without legs.
	Leg float64

	// Height is from the ground to the top of the body at rest, metres of the model.
	Height float64

	nodes  int
	toBody mgl64.Mat4 // model space to the body's frame
	joints []joint
	slot   [humanoid.SlotCount]int // joint of each slot, -1 for none
	chest  int                     // joint that carries the arms, -1 for none
	legs   [2]leg
	width  float64       // that ankles are apart when the feet beside each other touch
	behind float64       // how far behind its rest a foot can stand, at a stride's end
	feet   [2]mgl64.Vec2 // where the feet stand at rest: left, ahead
	arms   [2]arm
	eyes   bool
	spring []spring
}

// joint is one bone that is turned.
type joint struct {
	node   int
	above  int        // nearest joint above it in the tree, -1 for what never moves
	body   int        // joint that carries it on a body, -1 for the hips
	at     mgl64.Vec3 // at rest
	parent mgl64.Quat // orientation at rest of the node that its local transform is in
	rest   mgl64.Quat // its local rotation at rest
	local  scene.TRS
	free   bool       // its place has to be set, too: the tree does not carry it as a body would
	into   mgl64.Mat4 // body's frame at rest to that node's, for a free one
}

// leg is one leg at rest, in the body's frame.
type leg struct {
	limb          clip.Limb
	hip, ankle    mgl64.Vec3
	height        float64 // of the ankle over the sole
	ball, heel    float64 // how far the ball is ahead of the ankle, and the heel behind
	bend          float64 // height over the sole of the joint of the toes; 0 without one
	upper, lower  int     // joints
	foot, toes    int     // joints, -1 for none
	straightDrop  float64 // hip joint over the ankle at rest
	footInLowLegs bool
}

// arm is one arm at rest, in the body's frame.
type arm struct {
	shoulder, upper, lower, hand int        // joints, -1 for none
	in                           float64    // radians that a bent forearm turns inward at most, so that the hands do not meet
	out                          float64    // radians from the side that it hangs at least
	free                         float64    // 1 where a bent forearm has room to turn in, 0 where the trunk is in its way
	straight                     mgl64.Quat // turns the forearm at rest into line with the upper arm
	dir                          mgl64.Vec3 // of the upper arm at rest, unit
}

// NewRig prepares a model by the map of its bones. It never fails: a model that
// cannot walk stands in its bind pose, and Why says so. marked are nodes that
// swing on springs besides those whose names say so.
func NewRig(m *scene.Model, bones *humanoid.Map, marked ...int) *Rig {
	r := &Rig{nodes: len(m.Nodes), chest: -1, toBody: mgl64.Ident4()}
	for i := range r.slot {
		r.slot[i] = -1
	}
	if ok, why := bones.Walkable(); !ok {
		r.Why = why
		return r
	}
	rest := &bones.Rest
	axes := mgl64.Mat3FromRows(rest.Left, rest.Up, rest.Forward)
	between := rest.Legs[Left].Sole.Add(rest.Legs[Right].Sole).Mul(0.5)
	if !finite(rest.Left) || !finite(rest.Up) || !finite(rest.Forward) || !finite(between) || math.Abs(axes.Det()-1) > 1e-3 {
		r.Why = "its rest pose has places that are no numbers"
		return r
	}
	between = between.Add(rest.Up.Mul(rest.Ground - between.Dot(rest.Up)))
	r.toBody = scene.Affine(axes, axes.Mul3x1(between).Mul(-1))
	r.Leg, r.Height = rest.LegLength, rest.Height
	world := m.World(nil, nil, nil)
	for i := range world {
		world[i] = scene.MulAffine(&r.toBody, &world[i])
	}
	if !r.measureLegs(bones) {
		r.Why = "a leg has a bone without length"
		return r
	}
	r.collect(m, bones, world)
	g := r.measureGirth(m, bones, world)
	r.measureArms(bones, g.trunk)
	r.standApart(g)
	r.findSprings(m, bones, world, marked)
	for _, j := range r.joints {
		if !finite(j.at) || !finiteQuat(j.parent) || !finiteQuat(j.rest) {
			*r = Rig{nodes: r.nodes, chest: -1, toBody: mgl64.Ident4(), Why: "its rest pose has places that are no numbers"}
			return r
		}
	}
	r.Legged = true
	return r
}

// measureLegs takes the legs over into the body's frame. Feet stand about under
// their hips, side by side: a rest pose with legs apart is no way to walk.
func (r *Rig) measureLegs(bones *humanoid.Map) bool {
	var wide, ahead, hips float64
	for side := range r.legs {
		from := &bones.Rest.Legs[side]
		l := &r.legs[side]
		l.hip = mgl64.TransformCoordinate(from.Hip, r.toBody)
		l.ankle = mgl64.TransformCoordinate(from.Ankle, r.toBody)
		if from.FootInShin {
			l.ankle = mgl64.TransformCoordinate(from.Sole, r.toBody) // the shin ends on the ground
		}
		knee := mgl64.TransformCoordinate(from.Knee, r.toBody)
		var ok bool
		if l.limb, ok = clip.NewLimb(l.hip, knee, l.ankle, mgl64.Vec3{0, 0, 1}); !ok {
			return false
		}
		l.limb.Soft = legSoft
		l.height = clamp(from.AnkleHeight, 0, 0.4*r.Leg)
		ball := mgl64.TransformCoordinate(from.Ball, r.toBody)
		l.ball = clamp(ball[2]-l.ankle[2], 0.06*r.Leg, 0.35*r.Leg)
		if bones.Node(humanoid.LeftToes.On(humanoid.Side(side))) >= 0 {
			l.bend = clamp(ball[1]-l.ankle[1]+l.height, 0, l.height)
		}
		l.heel = clamp(from.Heel, 0.02*r.Leg, 0.15*r.Leg)
		if from.FootInShin {
			l.height, l.ball, l.heel, l.bend = 0, 0, 0, 0
		}
		l.straightDrop = l.hip[1] - l.ankle[1]
		l.footInLowLegs = from.FootInShin
		wide += math.Abs(mgl64.TransformCoordinate(from.Sole, r.toBody)[0]) / 2
		ahead += l.ankle[2] / 2
		hips += math.Abs(l.hip[0]) / 2
	}
	r.behind = r.stretch()
	wide = clamp(wide, 0.7*hips, 1.1*hips)
	r.feet = [2]mgl64.Vec2{{wide, ahead}, {-wide, ahead}}
	return true
}

// stretch is how far behind its rest a foot on its toes is reached from hips that
// have come down as far as a long step takes them.
func (r *Rig) stretch() float64 {
	far := math.Inf(1)
	for i := range r.legs {
		l := &r.legs[i]
		a := l.rolled(peelMost)
		y := l.straightDrop + l.height - stretchDrop*r.Leg - a[1]
		reach := peelReach * l.limb.Length()
		far = min(far, a[2]+math.Sqrt(max(0, reach*reach-y*y)))
	}
	return clamp(far/(1+hipLead), 0.3*r.Leg, r.Leg)
}

// collect lists the joints, carriers first.
func (r *Rig) collect(m *scene.Model, bones *humanoid.Map, world []mgl64.Mat4) {
	of := make([]int, len(m.Nodes)) // joint of each node, -1 for none
	for i := range of {
		of[i] = -1
	}
	slotOf := map[int]humanoid.Slot{}
	for s := range humanoid.SlotCount {
		if n := bones.Node(s); n >= 0 && n < len(m.Nodes) {
			if _, taken := slotOf[n]; !taken && m.Nodes[n].Matrix == nil {
				slotOf[n] = s
			}
		}
	}
	// The body's order, not the tree's: what carries a bone is what carries it on a
	// body, also where the file hangs feet on the root.
	for s := range humanoid.SlotCount {
		n := bones.Node(s)
		if n < 0 || n >= len(m.Nodes) || slotOf[n] != s || m.Nodes[n].Matrix != nil {
			continue
		}
		r.slot[s] = len(r.joints)
		of[n] = len(r.joints)
		r.joints = append(r.joints, r.newJoint(m, n, world))
	}
	for i := range r.joints {
		j := &r.joints[i]
		j.above = carrier(m, j.node, of)
	}
	for s := range humanoid.SlotCount {
		i := r.slot[s]
		if i < 0 {
			continue
		}
		j := &r.joints[i]
		if c, ok := bones.Carrier(s); ok && r.slot[c] >= 0 {
			j.body = r.slot[c]
		}
		j.free = j.body < 0 || bones.Bones[s].Detached || j.above != j.body
	}
	for _, s := range []humanoid.Slot{humanoid.UpperChest, humanoid.Chest, humanoid.Spine, humanoid.Hips} {
		if r.slot[s] >= 0 {
			r.chest = r.slot[s]
			break
		}
	}
	for side := range r.legs {
		l := &r.legs[side]
		on := humanoid.Side(side)
		l.upper, l.lower = r.slot[humanoid.LeftUpperLeg.On(on)], r.slot[humanoid.LeftLowerLeg.On(on)]
		l.foot, l.toes = r.slot[humanoid.LeftFoot.On(on)], r.slot[humanoid.LeftToes.On(on)]
	}
	r.eyes = r.slot[humanoid.LeftEye] >= 0 || r.slot[humanoid.RightEye] >= 0
}

// newJoint measures a node as a joint.
func (r *Rig) newJoint(m *scene.Model, node int, world []mgl64.Mat4) joint {
	j := joint{node: node, above: -1, body: -1, at: scene.Position(world[node]), local: m.Nodes[node].Local, parent: mgl64.QuatIdent()}
	if j.local.R.Len() < 1e-9 {
		j.local.R = mgl64.QuatIdent()
	}
	j.rest = j.local.R.Normalize()
	frame := r.toBody
	if p, ok := m.Nodes[node].Parent.Get(); ok {
		frame = world[p]
	}
	j.parent = orientation(frame)
	j.into, _ = scene.InverseAffine(frame)
	return j
}

// orientation is the rotation by which turns pass through a frame: its nearest
// rotation, or that of its mirror image, which turns pass through alike.
func orientation(m mgl64.Mat4) mgl64.Quat {
	l := scene.LinearPart(m)
	if l.Det() < 0 {
		l = l.Mul(-1)
	}
	q, _ := scene.Polar(l)
	return scene.QuatFromMat3(q)
}

// carrier is the nearest joint above a node in the tree.
func carrier(m *scene.Model, node int, of []int) int {
	for range m.Nodes {
		p, ok := m.Nodes[node].Parent.Get()
		if !ok {
			return -1
		}
		if of[p] >= 0 {
			return of[p]
		}
		node = p
	}
	return -1
}

// standApart sets how near the feet come to each other, and widens a stance in
// which they would overlap.
func (r *Rig) standApart(g girth) {
	r.width = clamp(g.foot[Left]+g.foot[Right], footWidth*r.Leg, 0.5*r.Leg)
	for i := range r.feet {
		r.feet[i][0] = math.Copysign(max(math.Abs(r.feet[i][0]), r.width*0.52), r.feet[i][0])
	}
}

// measureArms reads how the arms are held at rest: a T, an A, or hanging. trunk is
// half the trunk's width.
func (r *Rig) measureArms(bones *humanoid.Map, trunk float64) {
	for side := range r.arms {
		on := humanoid.Side(side)
		a := &r.arms[side]
		a.shoulder, a.upper = r.slot[humanoid.LeftShoulder.On(on)], r.slot[humanoid.LeftUpperArm.On(on)]
		a.lower, a.hand = r.slot[humanoid.LeftLowerArm.On(on)], r.slot[humanoid.LeftHand.On(on)]
		a.straight = mgl64.QuatIdent()
		if a.upper < 0 {
			continue
		}
		tip := a.lower
		if tip < 0 {
			tip = a.hand
		}
		if tip < 0 {
			a.upper = -1 // no telling where it points
			continue
		}
		dir := r.joints[tip].at.Sub(r.joints[a.upper].at)
		if dir.Len() < 1e-6*r.Leg {
			a.upper = -1
			continue
		}
		a.dir = dir.Normalize()
		long, fore := dir.Len(), dir.Len()
		if a.lower >= 0 && a.hand >= 0 {
			if f := r.joints[a.hand].at.Sub(r.joints[a.lower].at); f.Len() > 1e-6*r.Leg {
				a.straight = arcTo(f.Normalize(), a.dir)
				fore = f.Len()
				long += fore
			}
		}
		// How far out the arm has to hang for the wrist to be clear of the trunk.
		room := trunk + wristRoom*r.Leg - math.Abs(r.joints[a.upper].at[0])
		a.in = math.Asin(clamp((math.Abs(r.joints[a.upper].at[0])-handRoom*r.Leg)/fore, 0, 0.6))
		a.out = math.Asin(clamp(room/long, 0, 0.6))
		a.free = clamp(1-room/(0.12*r.Leg), 0, 1)
	}
}

// StandFeet are where the feet stand at rest, metres left and ahead of the body's
// place, and the length of a leg, for a pawn drawn at a scale.
func (r *Rig) standFeet(scale float64) Legs {
	if r == nil || !r.Legged {
		return Legs{Rest: [2]mgl64.Vec2{{0.1 * scale, 0}, {-0.1 * scale, 0}}}
	}
	return Legs{Length: r.Leg * scale, Drawn: true, Behind: r.behind * scale, Width: r.width * scale, Rest: [2]mgl64.Vec2{r.feet[0].Mul(scale), r.feet[1].Mul(scale)}}
}

func finiteQuat(q mgl64.Quat) bool {
	s := q.W - q.W
	return s == 0 && finite(q.V)
}
