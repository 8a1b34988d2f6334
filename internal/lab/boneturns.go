package lab

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/dials"
	"donorlab/internal/scene"
)

// GunTurn is how a shot raises the gun bone: the bone of a rig that is named Gun,
// else the first whose name holds "gun".
type GunTurn struct {
	On   bool    // the entry raises a gun
	Axis int     // the bone's local X, Y, Z: 0, 1, 2
	Deg  float64 // positive raises the muzzle
}

// turnStage is the stage after the base pose and the hand pose: what the game
// itself turns at run time. No bake and no file keeps it.
type turnStage struct {
	trims []dials.Trim
	gun   GunTurn

	// made of the above for one model and one set of axes
	made    bool
	turns   []turn
	gunNode int // -1 for none
	gunName string
	gunTurn func(deg float64) mgl64.Quat
}

// turn is a trim on one node; node is -1 where no bone has the name.
type turn struct {
	node int
	by   mgl64.Quat
	text string
}

// SetTrims turns bones by the rotor trim, each about the bone's own axis as the
// rebased rig has it, like SetHand.
func (e *Evaluator) SetTrims(t []dials.Trim) {
	if !slices.Equal(e.turn.trims, t) {
		e.turn.trims, e.turn.made = slices.Clone(t), false
	}
}

// SetGun raises the gun bone; the zero GunTurn gives it back to the clip.
func (e *Evaluator) SetGun(g GunTurn) {
	if g.On != e.turn.gun.On || g.Axis != e.turn.gun.Axis {
		e.turn.made = false
	}
	e.turn.gun = g
}

// findBone is the joint of a name: the one that has it, else the first whose
// name holds it, in any case; -1 for none. The game takes part of a name, too.
func findBone(names []string, name string) int {
	if i := slices.Index(names, name); i >= 0 {
		return i
	}
	return slices.IndexFunc(names, func(n string) bool {
		return strings.Contains(strings.ToLower(n), strings.ToLower(name))
	})
}

// axisIn is a joint's own axis of the rebased rig, in the axes that the joint has
// in the shown model; frames are the evaluator's handFrames.
func axisIn(frames []mgl64.Mat4, joint, axis int) (turned func(deg float64) mgl64.Quat) {
	var a mgl64.Vec3
	a[min(max(axis, 0), 2)] = 1
	return func(deg float64) mgl64.Quat {
		q := mgl64.QuatRotate(mgl64.DegToRad(deg), a)
		if frames != nil {
			q = carry(scene.LinearPart(frames[joint]), q)
		}
		return q
	}
}

// make works out which nodes are turned about what.
func (s *turnStage) make(e *Evaluator) {
	s.made, s.turns, s.gunNode, s.gunName = true, s.turns[:0], -1, ""
	names, frames := boneNames(e.model), e.handFrames()
	for _, t := range s.trims {
		j := findBone(names, t.Bone)
		x := turn{node: jointNode(e.model, j), text: fmt.Sprintf("%s: no such bone", t.Key())}
		if x.node >= 0 {
			x.by = axisIn(frames, j, t.Axis)(t.Deg)
			x.text = fmt.Sprintf("%s %s deg about %s", names[j], dials.FormatNumber(t.Deg), "XYZ"[t.Axis:t.Axis+1])
		}
		s.turns = append(s.turns, x)
	}
	if !s.gun.On {
		return
	}
	j := findBone(names, "Gun")
	if s.gunNode = jointNode(e.model, j); s.gunNode < 0 {
		return
	}
	turned := axisIn(frames, j, s.gun.Axis)
	// The sense is such that what points forward comes up.
	world := e.model.World(nil, nil, nil)
	axis := scene.LinearPart(unscaled(e.model, world, e.rest, s.gunNode)).Mul3x1(turned(90).V)
	sense := 1.0
	if axis.Cross(mgl64.Vec3{0, 0, 1})[1] < 0 {
		sense = -1
	}
	s.gunName, s.gunTurn = names[j], func(deg float64) mgl64.Quat { return turned(sense * deg) }
}

// put turns the bones of a pose.
func (s *turnStage) put(e *Evaluator, p *Posed) {
	if len(s.trims) == 0 && !s.gun.On {
		return
	}
	if !s.made {
		s.make(e)
	}
	if len(s.turns) > 0 {
		row := StageValue{Stage: "Rotor trim", Applied: true}
		var text []string
		for i := range s.turns {
			x := &s.turns[i]
			text = append(text, x.text)
			if x.node >= 0 {
				p.Pose[x.node].R = p.Pose[x.node].R.Mul(x.by)
				row.Moved++
			}
		}
		row.Value = strings.Join(text, "; ")
		p.Stages = append(p.Stages, row)
	}
	if !s.gun.On {
		return
	}
	row := StageValue{Stage: "Gun elevation", Applied: true, Value: "the rig has no bone with Gun in its name"}
	if s.gunNode >= 0 {
		row.Value = fmt.Sprintf("%s %.1f deg about %s", s.gunName, s.gun.Deg, "XYZ"[min(max(s.gun.Axis, 0), 2):][:1])
		if s.gun.Deg != 0 && !math.IsNaN(s.gun.Deg) {
			p.Pose[s.gunNode].R = p.Pose[s.gunNode].R.Mul(s.gunTurn(s.gun.Deg))
			row.Moved = 1
		}
	}
	p.Stages = append(p.Stages, row)
}

// trimsOn are the trims of the dial file as a stage of the work shows them: the
// source and the bare side of a comparison have none.
func (s *Session) trimsOn(show Show) []dials.Trim {
	if show == ShowSource || s.side.bare || s.dialling.folder == nil {
		return nil
	}
	return s.dialling.folder.Values(dials.RotorTrimFile).Trims()
}
