package lab

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/clip"
	"donorlab/internal/scene"
)

// HandDelta is what a hand did to one joint. It is composed on the sampled local
// transform in the joint's own axes, local = sampled * delta, as the rebased rig
// has them: the game's axes. On a stage whose joints have other axes it is
// carried over, so that the same bone moves the same way in the world. The zero
// HandDelta changes nothing.
type HandDelta struct {
	T mgl64.Vec3 // metres
	R mgl64.Quat // unit length; the zero quaternion is no turn
}

// Turn is R, the identity where it was not set.
func (d HandDelta) Turn() mgl64.Quat {
	if d.R == (mgl64.Quat{}) {
		return mgl64.QuatIdent()
	}
	return d.R
}

// IsZero reports whether the delta changes nothing.
func (d HandDelta) IsZero() bool {
	return d.T == mgl64.Vec3{} && d.Turn().V == mgl64.Vec3{}
}

// Moved is the delta after the joint was moved by metres in the world. frame is
// HandFrame's answer.
func (d HandDelta) Moved(frame mgl64.Mat4, move mgl64.Vec3) HandDelta {
	d.T = d.T.Add(scene.LinearPart(frame).Inv().Mul3x1(move))
	return d
}

// Turned is the delta after the joint was turned in the world about its own
// place. frame is HandFrame's answer.
func (d HandDelta) Turned(frame mgl64.Mat4, turn mgl64.Quat) HandDelta {
	d.R = carry(scene.LinearPart(frame).Inv(), turn).Mul(d.Turn()).Normalize()
	return d
}

// TurnDeg is the delta's rotation as degrees about its own X, then the turned Y,
// then the turned Z; Y is within 90 degrees of 0.
func (d HandDelta) TurnDeg() mgl64.Vec3 {
	m := d.Turn().Mat4().Mat3()
	// R = Rx*Ry*Rz; entries by row and column.
	const deg = 180 / math.Pi
	y := math.Asin(max(-1, min(1, m.At(0, 2))))
	if math.Abs(m.At(0, 2)) > 1-1e-12 { // X and Z are one axis: all of it is X's
		return mgl64.Vec3{math.Atan2(m.At(2, 1), m.At(1, 1)) * deg, y * deg, 0}
	}
	return mgl64.Vec3{math.Atan2(-m.At(1, 2), m.At(2, 2)) * deg, y * deg, math.Atan2(-m.At(0, 1), m.At(0, 0)) * deg}
}

// WithTurnDeg is the delta with the rotation that TurnDeg would answer.
func (d HandDelta) WithTurnDeg(v mgl64.Vec3) HandDelta {
	d.R = mgl64.QuatIdent()
	for k, deg := range v {
		var axis mgl64.Vec3
		axis[k] = 1
		if deg != 0 {
			d.R = d.R.Mul(mgl64.QuatRotate(deg*math.Pi/180, axis))
		}
	}
	return d
}

// carry takes a rotation over into other axes: l maps old directions to new
// ones. A mirror turns the sense round.
func carry(l mgl64.Mat3, q mgl64.Quat) mgl64.Quat {
	v := l.Mul3x1(q.V)
	if n := v.Len(); n > 0 {
		v = v.Mul(q.V.Len() / n)
	}
	if l.Det() < 0 {
		v = v.Mul(-1)
	}
	return mgl64.Quat{W: q.W, V: v}
}

// HandPose is the bones that were posed by hand, by rising joint of the first
// skin, none of them zero. It is a preview aid that undo covers and no file
// holds; a bake puts it into the clip. It must not be changed: use SetHand.
type HandPose []HandJoint

// HandJoint is one bone that was posed by hand.
type HandJoint struct {
	Joint int // of the first skin
	HandDelta
}

// Of is a joint's delta.
func (h HandPose) Of(joint int) HandDelta {
	for _, j := range h {
		if j.Joint == joint {
			return j.HandDelta
		}
	}
	return HandDelta{}
}

// with is the pose with another delta for a joint.
func (h HandPose) with(joint int, d HandDelta) HandPose {
	var out HandPose
	for _, j := range h {
		if j.Joint != joint {
			out = append(out, j)
		}
	}
	if !d.IsZero() {
		out = append(out, HandJoint{joint, d})
		slices.SortFunc(out, func(a, b HandJoint) int { return a.Joint - b.Joint })
	}
	return out
}

// kept is what stays of the pose on another rig: the joints that have the same
// name under the same number.
func (h HandPose) kept(from, to *Rigged) HandPose {
	if len(h) == 0 || from == nil || to == nil {
		return nil
	}
	var out HandPose
	old, now := boneNames(from.Rebased), boneNames(to.Rebased)
	for _, j := range h {
		if j.Joint < len(old) && j.Joint < len(now) && old[j.Joint] == now[j.Joint] {
			out = append(out, j)
		}
	}
	return out
}

// offsets are the pose on a model whose joints' axes are frames away from those
// of the rebased rig.
func (h HandPose) offsets(m *scene.Model, frames []mgl64.Mat4) []clip.Offset {
	var out []clip.Offset
	for _, j := range h {
		n := jointNode(m, j.Joint)
		if n < 0 {
			continue
		}
		o := clip.Offset{Node: n, T: j.T, R: j.Turn()}
		if frames != nil {
			c := frames[j.Joint]
			inv, ok := scene.InverseAffine(c)
			if !ok {
				continue
			}
			d := scene.Affine(o.R.Mat4().Mat3(), o.T)
			d = scene.MulAffine(&c, &d)
			o.T = scene.Position(scene.MulAffine(&d, &inv))
			o.R = carry(scene.LinearPart(c), o.R)
		}
		out = append(out, o)
	}
	return out
}

// jointFrames are, by joint, C = N^-1 * N' at rest, where N is the joint's frame
// in m without its own scale, and N' that in the rebased rig. A rebase keeps C
// the same at all times, so a delta D of the rebased rig is C*D*C^-1 on m. It is
// nil where m is the rebased rig.
func jointFrames(m, rebased *scene.Model) []mgl64.Mat4 {
	if m == rebased || len(m.Skins) == 0 {
		return nil
	}
	a, b := m.World(nil, nil, nil), rebased.World(nil, nil, nil)
	out := make([]mgl64.Mat4, len(m.Skins[0].Joints))
	for j := range out {
		out[j] = mgl64.Ident4()
		n, k := unscaled(m, a, m.RestPose(), jointNode(m, j)), unscaled(rebased, b, rebased.RestPose(), jointNode(rebased, j))
		if inv, ok := scene.InverseAffine(n); ok {
			out[j] = scene.MulAffine(&inv, &k)
		}
	}
	return out
}

// unscaled is a node's matrix to model space without its own scale.
func unscaled(m *scene.Model, world []mgl64.Mat4, pose scene.Pose, node int) mgl64.Mat4 {
	local := scene.TRS{T: pose[node].T, R: pose[node].R, S: mgl64.Vec3{1, 1, 1}}.Mat4()
	if p, ok := m.Nodes[node].Parent.Get(); ok {
		return scene.MulAffine(&world[p], &local)
	}
	return local
}

// SetHand poses a joint of the rig by hand. Calls for one joint that follow each
// other are one undo step until EndEdit. What is no joint, or not finite, is
// ignored.
func (s *Session) SetHand(joint int, d HandDelta) {
	r := s.work.Rigged
	if r == nil || jointNode(r.Rebased, joint) < 0 || !finite(d) || s.work.Hand.Of(joint) == d {
		return
	}
	h := s.work.Hand.with(joint, d)
	s.edit(fmt.Sprintf("Pose bone %d %s", joint, boneNames(r.Rebased)[joint]), fmt.Sprintf("hand %d", joint),
		func(w *Work) { w.Hand = h })
}

// ResetHand gives one joint back to the clip, or all with -1, as one undo step.
func (s *Session) ResetHand(joint int) {
	h, name := HandPose(nil), "Reset all bones"
	if joint >= 0 {
		h, name = s.work.Hand.with(joint, HandDelta{}), fmt.Sprintf("Reset bone %d", joint)
	}
	if len(h) != len(s.work.Hand) {
		s.edit(name, "", func(w *Work) { w.Hand = h })
	}
}

func finite(d HandDelta) bool {
	sum := d.T.Len() + d.Turn().Len()
	return !math.IsNaN(sum) && !math.IsInf(sum, 0)
}

// handOn is the hand pose as a stage shows it, and the rig in whose axes it is:
// none where the stage is not the work's rig.
func (s *Session) handOn(show Show, m *scene.Model) (HandPose, *scene.Model) {
	r := s.work.Rigged
	if r == nil || s.side.bare || show == ShowSource && r.Rig != nil || len(m.Skins) == 0 || len(r.Rebased.Skins) == 0 ||
		len(m.Skins[0].Joints) != len(r.Rebased.Skins[0].Joints) {
		return nil, nil
	}
	return s.work.Hand, r.Rebased
}

// WhyNoHand says why the bones of what is shown cannot be posed by hand, "" if
// they can.
func (s *Session) WhyNoHand() string {
	e := s.evaluator()
	switch {
	case e == nil:
		return "open a model first"
	case s.work.Rigged == nil:
		return "generate the rig first"
	}
	if _, rebased := s.handOn(s.resolveShow(), e.model); rebased == nil {
		return "show the rig first: the source has no such bones"
	}
	return ""
}

// HandFrame is the frame in the preview's world in which a joint's delta is
// measured, at the time of f: where the joint would be without it. ok is false
// where the shown model has no such bone that can be posed.
func (s *Session) HandFrame(f *Frame, joint int) (frame mgl64.Mat4, ok bool) {
	e := s.evaluator()
	if f == nil || e == nil || e.model != f.Model || s.WhyNoHand() != "" {
		return frame, false
	}
	n := jointNode(f.Model, joint)
	if n < 0 {
		return frame, false
	}
	d := s.work.Hand.Of(joint)
	delta, _ := scene.InverseAffine(scene.Affine(d.Turn().Mat4().Mat3(), d.T))
	frame = unscaled(f.Model, f.Posed.World, f.Posed.Pose, n)
	if c := e.handFrames(); c != nil {
		frame = scene.MulAffine(&frame, &c[joint])
	}
	frame = scene.MulAffine(&frame, &delta)
	frame = scene.MulAffine(&f.Place, &frame)
	return frame, scene.LinearPart(frame).Det() != 0
}

// BoneNow is a joint's matrix to the preview's world.
func (f *Frame) BoneNow(joint int) (mgl64.Mat4, bool) {
	n := jointNode(f.Model, joint)
	if n < 0 {
		return mgl64.Ident4(), false
	}
	return scene.MulAffine(&f.Place, &f.Posed.World[n]), true
}

// BoneMotion takes points of the preview's world from where they are at rest to
// where a joint has carried them; the identity where there is no such joint.
func (f *Frame) BoneMotion(joint int) mgl64.Mat4 {
	now, ok := f.BoneNow(joint)
	if !ok {
		return mgl64.Ident4()
	}
	rest := f.Model.World(nil, nil, nil)
	back, ok := scene.InverseAffine(scene.MulAffine(&f.Place, &rest[jointNode(f.Model, joint)]))
	if !ok {
		return mgl64.Ident4()
	}
	return scene.MulAffine(&now, &back)
}

// ChosenBone is the joint that SelectBone selected, -1 for none: unlike
// SelectedBone it does not answer for selected parts.
func (s *Session) ChosenBone() int { return s.bone - 1 }

// handFinding tells that an export holds a hand pose; nil where it does not.
func handFinding(w *Work) *scene.Problem {
	if len(w.Hand) == 0 {
		return nil
	}
	p := &scene.Problem{Severity: scene.Warning, Code: "HAND_POSE",
		Message: fmt.Sprintf("the baked clip holds the hand pose of %s", bones(len(w.Hand))),
		Remedy:  "if that was only for looking, press Reset all in the Bones tab and export again"}
	if w.Entry != nil && w.Entry.UseDonorClip {
		p.Message += "; the game plays the donor's own clip, which does not have it"
	}
	return p
}

func bones(n int) string {
	if n == 1 {
		return "1 bone"
	}
	return fmt.Sprintf("%d bones", n)
}
