package rig

import (
	"fmt"
	"slices"

	"donorlab/internal/clip"
)

// The contract's clauses, each judged by the table and the bones themselves as
// far as they tell, and by the findings otherwise: so that no clause holds
// beside a row of the table that shows the contrary.

// clauses says of each rule of the contract how it is kept.
func (c *checker) clauses() []Clause {
	var out []Clause
	add := func(code, text string, s State, broken ...string) {
		if len(c.bones) == 0 {
			s = Broken
		}
		for _, f := range c.findings {
			if slices.Contains(broken, f.Code) {
				s = Broken
			}
		}
		out = append(out, Clause{Code: code, Text: text, Holds: s == Holds, State: s})
	}
	add("SAME_COUNT", "the rig has a bone for every channel, and no more", Holds, "EXTRA_BONE", "EXTRA_BONE_AFTER", "MISSING_BONE", "ROOT_DROPPED")
	add("SAME_ORDER", "channel i drives the bone it is meant for", c.orderState(), "EXTRA_BONE", "MISSING_BONE", "ROOT_DROPPED", "BONE_ORDER")
	add("ROOT_STILL", "bone 0 is kept, stays still and carries nothing", c.rootState(), "ROOT_DROPPED", "ROOT_CARRIES_MESH")
	add("RESTS_IDENTITY", "no bone with bones below it has a rest rotation, and none a scale", Holds, "ANCESTOR_REST_ROTATION", "REST_SCALE")
	add("AXLES_AUTHORED", "the axis that each rotor is turned about is its axle", c.axleState(), "AXLE_NOT_AUTHORED", "STALE_RIG")
	add("SAME_SENSE", "each rotor turns the way the donor's does", c.senseState(), "ROTOR_BACKWARDS")
	add("FRAME0_REST", "frame 0 of the clip is the donor's rest", c.ifMoving(Holds), "DONOR_FRAME0_NOT_REST")
	add("ONE_BONE", "each vertex follows one bone", c.weightState(), "BLENDED_WEIGHTS")
	add("BONE_BUDGET", fmt.Sprintf("there are at most %d bones", MaxBones), Holds, "TOO_MANY_BONES")
	return out
}

// moves reports whether the donor's clip moves anything.
func (c *checker) moves() bool {
	return slices.ContainsFunc(c.does, func(d clip.ChannelMotion) bool { return d.Kind != clip.Untracked })
}

// ifMoving is s, or that nothing was measured for a donor that stands still.
func (c *checker) ifMoving(s State) State {
	if !c.moves() {
		return NotMeasured
	}
	return s
}

// worse joins the states of several rows: broken, then not measured, then holds.
func worse(a, b State) State {
	switch {
	case a == Broken || b == Broken:
		return Broken
	case a == NotMeasured || b == NotMeasured:
		return NotMeasured
	}
	return Holds
}

func (c *checker) orderState() State {
	s := c.ifMoving(Holds)
	for i := range c.bindings {
		switch b := &c.bindings[i]; {
		case b.Wanted < 0 || b.Wanted != b.BoneIndex:
			s = Broken
		case b.Does.Spin && c.bones[b.BoneIndex].vertices == 0:
			s = worse(s, NotMeasured) // there is no shape to know the bone by
		}
	}
	return s
}

func (c *checker) rootState() State {
	if len(c.bindings) == 0 || len(c.bones) == 0 {
		return Broken
	}
	switch b := &c.bindings[0]; {
	case b.Wanted != 0 || c.bones[0].vertices > 0:
		return Broken
	case b.Does.Kind != clip.Untracked:
		return NotMeasured // this donor moves its root: the rule is not its own
	}
	return c.ifMoving(Holds)
}

// axleState goes by the table's angles, also where a bone is not the one that
// its channel is meant for.
func (c *checker) axleState() State {
	s := c.ifMoving(Holds)
	for i := range c.bindings {
		b := &c.bindings[i]
		switch {
		case !b.Does.Spin:
		case b.Wanted < 0, b.Wanted != b.BoneIndex, b.AxisErrorDeg != nil && *b.AxisErrorDeg > axleGoodDeg:
			s = Broken // the rotor it is meant for is turned by another channel, or by none
		case b.AxisErrorDeg == nil:
			s = worse(s, NotMeasured)
		}
	}
	return s
}

func (c *checker) senseState() State {
	s := c.ifMoving(Holds)
	for i := range c.bindings {
		b := &c.bindings[i]
		switch {
		case !b.Does.Spin:
		case b.Wanted < 0 || b.Wanted != b.BoneIndex || !b.senseKnown:
			s = worse(s, NotMeasured)
		case b.Backwards:
			s = Broken
		}
	}
	return s
}

func (c *checker) weightState() State {
	for i := range c.bones {
		if c.bones[i].vertices > 0 {
			return Holds
		}
	}
	return NotMeasured
}
