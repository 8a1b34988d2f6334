package rig

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/clip"
	"donorlab/internal/scene"
)

// What the contract check knows about how rig and donor stand to each other:
// the same turn of a tail rotor looks reversed on a machine that faces the other
// way.

// yaw is the angle about up, radians, that turns the donor's front to the
// rig's; not known where the rig's rotors do not tell it and the caller did not.
func (c *checker) yaw() (angle float64, known bool) {
	mine := flat(c.opt.Forward)
	if mine.Len() < 1e-9 {
		if mine, known = c.faces(); !known {
			return 0, false
		}
	}
	theirs, ok := c.donorFaces()
	if !ok {
		theirs = front // a donor is as the game has it
	}
	return math.Atan2(mine[0], mine[2]) - math.Atan2(theirs[0], theirs[2]), true
}

// steep reports whether an axle is nearer to up than to level.
func steep(axle mgl64.Vec3) bool { return math.Abs(axle[1]) > math.Sqrt2/2*axle.Len() }

// faces tells where the rig faces by its main and tail rotor.
func (c *checker) faces() (mgl64.Vec3, bool) {
	main, tail := -1, -1
	for i := range c.does {
		w := c.match[i]
		if w < 0 || !c.does[i].Spin || !c.bones[w].hasAxle {
			continue
		}
		up := steep(spinAxis(c.donor.World(i), &c.does[i]))
		switch {
		case up && main < 0 && steep(c.bones[w].axle):
			main = w
		case !up && tail < 0 && !steep(c.bones[w].axle):
			tail = w
		}
	}
	if main < 0 || tail < 0 {
		return mgl64.Vec3{}, false
	}
	return facing(c.bones[main].world.Col(3).Vec3(), c.bones[tail].world.Col(3).Vec3(), c.bones[tail].axle)
}

// donorFaces is the same for the donor's own bones.
func (c *checker) donorFaces() (mgl64.Vec3, bool) {
	main, tail := -1, -1
	for i := range c.does {
		switch {
		case !c.does[i].Spin:
		case steep(spinAxis(c.donor.World(i), &c.does[i])):
			if main < 0 {
				main = i
			}
		case tail < 0:
			tail = i
		}
	}
	if main < 0 || tail < 0 {
		return mgl64.Vec3{}, false
	}
	return facing(c.donor.World(main).Col(3).Vec3(), c.donor.World(tail).Col(3).Vec3(), spinAxis(c.donor.World(tail), &c.does[tail]))
}

// facing is away from the tail rotor, square to its axle. It is not known where
// the tail is more beside the main rotor than behind it.
func facing(main, tail, axle mgl64.Vec3) (mgl64.Vec3, bool) {
	away := flat(main.Sub(tail))
	dir := flat(axle).Cross(mgl64.Vec3{0, 1, 0})
	if dir.Len() < 1e-6 || away.Len() < 1e-9 {
		return mgl64.Vec3{}, false
	}
	dir = dir.Normalize()
	if dir.Dot(away) < 0 {
		dir = dir.Mul(-1)
	}
	return dir, dir.Dot(away) > 0.7*away.Len()
}

// sense compares the way that a bone is turned with the donor's. Neither is told
// of axes that are too far apart, nor of level ones while it is not known where
// the rig faces.
func sense(axis, meant mgl64.Vec3, yaw float64, known bool) (told, backwards bool) {
	if axis.Len() == 0 || meant.Len() == 0 || !known && !steep(meant) {
		return false, false
	}
	if known {
		s, k := math.Sincos(yaw)
		meant = mgl64.Vec3{k*meant[0] + s*meant[2], meant[1], k*meant[2] - s*meant[0]}
	}
	if lineAngleDeg(axis, meant) > 60 {
		return false, false
	}
	return true, axis.Dot(meant) < 0
}

// lying tells of a rig without anything known about how it was made that its
// main rotor's axle is level. A generated rig's own findings say it better.
func (c *checker) lying() {
	b := lyingDisc(c.does, donorAxes(c.donor, c.does), c.bones)
	if b < 0 || c.opt.Forward.Len() > 0 {
		return
	}
	c.find(scene.Warning, "NOT_UPRIGHT", []int{b},
		fmt.Sprintf("the largest rotor, %q, turns about an axle %.0f deg off vertical: the model lies on its side or has Z up", c.bones[b].name, tiltDeg(c.bones[b].axle)),
		"+Y is up here, and the donor's main rotor turns about an upright mast",
		"labctl probe of the model that was rigged says which Orientation makes it stand; set it and press Generate rig")
}

// lyingDisc is the bone of a main rotor that lies: a donor's channel spins about
// an upright axis, no rotor does, and one is as wide as only a main rotor is. -1
// for none.
func lyingDisc(does []clip.ChannelMotion, axes []mgl64.Vec3, bones []boneShape) int {
	wanted := false
	for i := range does {
		wanted = wanted || does[i].Spin && axes[i].Len() > 0 && steep(axes[i])
	}
	best := -1
	for b := range bones {
		if s := &bones[b]; s.hasAxle {
			if steep(s.axle) {
				return -1
			}
			if s.radius > 0.25*s.modelSize && (best < 0 || s.radius > bones[best].radius) {
				best = b
			}
		}
	}
	if !wanted {
		return -1
	}
	return best
}

// empty finds rotors' channels that turn nothing. That is a gap and no error: the
// bone holds the channel's place, so that every other channel lands where it
// should, and machines without a tail rotor are meant to be so.
func (c *checker) empty() {
	for i := range c.bindings {
		b := &c.bindings[i]
		if !b.Does.Spin || b.BoneIndex < 0 || b.Wanted != b.BoneIndex || c.bones[b.BoneIndex].vertices > 0 {
			continue
		}
		c.find(scene.Warning, "EMPTY_BONE", []int{b.BoneIndex},
			fmt.Sprintf("channel %d (%s, %s) turns %q, which carries nothing: that rotor is not seen to turn", i, b.DonorBone, describe(&b.Does), b.Bone),
			"no part was marked as that rotor when the rig was made; the bone only keeps the channels' order",
			c.missingFix(i)+"; leave it if the machine has no such rotor")
	}
}

// permutation gives channels that the order left without a bone those bones that
// it left over, best first, where the rig has as many bones as the clip
// channels: the same bones in another order.
func (c *checker) permutation() {
	if len(c.bones) != len(c.does) {
		return
	}
	used := make([]bool, len(c.bones))
	var missing []int
	for i, b := range c.match {
		if b < 0 {
			missing = append(missing, i)
		} else {
			used[b] = true
		}
	}
	// An empty bone is nobody's rotor: nothing was put in another order.
	fits := func(i, b int) bool { return !c.does[i].Spin || c.bones[b].vertices > 0 }
	axes := donorAxes(c.donor, c.does)
	for len(missing) > 0 {
		at, bone, best := -1, -1, math.Inf(-1)
		for k, i := range missing {
			for b := range c.bones {
				if used[b] || !fits(i, b) {
					continue
				}
				if a := affinity(&c.does[i], axes[i], depthOf(c.does, i), &c.bones[b], lyingDisc(c.does, axes, c.bones), b); a > best {
					at, bone, best = k, b, a
				}
			}
		}
		if at < 0 {
			return
		}
		c.match[missing[at]], used[bone] = bone, true
		c.extra = append(c.extra, bone)
		missing = append(missing[:at:at], missing[at+1:]...)
	}
}
