package panels

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"
	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/lab"
	"donorlab/internal/scene"
	"donorlab/internal/ui/gizmo"
)

// heldBone is a bone as it was grabbed.
type heldBone struct {
	joint int        // -1 for none
	frame mgl64.Mat4 // in which its delta is measured, world space
	delta lab.HandDelta
}

// dragged is the bone's delta after what a drag did.
func (b *heldBone) dragged(h gizmo.Handle, c gizmo.Change) lab.HandDelta {
	if h.Turns() {
		return b.delta.Turned(b.frame, c.Turn)
	}
	return b.delta.Moved(b.frame, c.Move)
}

// chosenBone is the bone that was clicked, where it can be posed by hand.
func (a *App) chosenBone() (heldBone, bool) {
	b := heldBone{joint: a.s.ChosenBone()}
	if b.joint < 0 {
		return b, false
	}
	var ok bool
	b.frame, ok = a.s.HandFrame(a.view.frame, b.joint)
	b.delta = a.s.Work().Hand.Of(b.joint)
	return b, ok
}

// boneGizmo is the gizmo of the chosen bone, where the bone is now.
func (a *App) boneGizmo() (gizmo.Gizmo, heldBone, bool) {
	t := &a.view.tools
	b, ok := a.chosenBone()
	if !ok || !t.move && !t.turn {
		return gizmo.Gizmo{}, b, false
	}
	now, _ := a.view.frame.BoneNow(b.joint)
	g := a.newGizmo()
	g.Origin = scene.Position(now)
	if !t.world {
		g.Axes = upright(scene.LinearPart(now))
	}
	return g, b, true
}

// upright makes a bone's axes orthonormal and right-handed; the zero matrix, the
// world's axes, where they are flat.
func upright(m mgl64.Mat3) mgl64.Mat3 {
	x := m.Col(0)
	y := m.Col(1)
	if x.Len() < 1e-12 {
		return mgl64.Mat3{}
	}
	x = x.Normalize()
	y = y.Sub(x.Mul(y.Dot(x)))
	if y.Len() < 1e-12 {
		return mgl64.Mat3{}
	}
	y = y.Normalize()
	return mgl64.Mat3FromCols(x, y, x.Cross(y))
}

// handFields are the chosen bone's figures, under the list of bones.
func (a *App) handFields(m *scene.Model) {
	a.heading("Pose by hand")
	hand, joint := a.s.Work().Hand, a.s.ChosenBone()
	why := a.s.WhyNoHand()
	switch {
	case why != "":
		a.dim("To pose bones by hand, " + why + ".")
	case joint < 0 || joint >= len(m.Skins[0].Joints):
		a.dim("Click a bone, then use Move or Turn over the picture, or type figures here. What it does comes on top of the clip; a bake keeps it, nothing else does.")
	default:
		a.handFigures(joint, hand.Of(joint), m)
	}
	none := ""
	if hand.Of(joint).IsZero() {
		none = "this bone is not posed by hand"
	}
	if a.button("hand/reset", "Reset", buttonLook{why: none, tip: "Give this bone back to the clip"}) {
		a.s.ResetHand(joint)
	}
	imgui.SameLine()
	none = ""
	if len(hand) == 0 {
		none = "no bone is posed by hand"
	}
	if a.button("hand/resetall", "Reset all", buttonLook{why: none, tip: "Give all bones back to the clip"}) {
		a.s.ResetHand(-1)
	}
	imgui.SameLine()
	a.dim(plural(len(hand), "bone") + " posed")
}

// handFigures are three angles and three lengths.
func (a *App) handFigures(joint int, d lab.HandDelta, m *scene.Model) {
	a.colored(a.c.Palette().Text, fmt.Sprintf("%d  %s", joint, m.Nodes[m.Skins[0].Joints[joint]].Name))
	turn := d.TurnDeg()
	reach := math.Max(1, math.Ceil(a.reach(m)/4))
	for k, axis := range [...]string{"X", "Y", "Z"} {
		if math.Abs(turn[k]) < 1e-6 { // rounding
			turn[k] = 0
		}
		most := 180.0
		if k == 1 {
			most = 90
		}
		changed, done := a.number(dial{name: "hand/turn" + axis, label: "Turn " + axis, unit: "°", format: "%.1f", min: -most, max: most,
			tip: "About the bone's own " + axis + ". X first, then the turned Y, then the turned Z."}, &turn[k])
		if changed {
			a.s.SetHand(joint, d.WithTurnDeg(turn))
		}
		if done {
			a.s.EndEdit()
		}
	}
	for k, axis := range [...]string{"X", "Y", "Z"} {
		changed, done := a.number(dial{name: "hand/move" + axis, label: "Move " + axis, unit: "m", format: "%.3f", min: -reach, max: reach,
			tip: "Along the bone's own " + axis + ", as the clip has turned it."}, &d.T[k])
		if changed {
			a.s.SetHand(joint, d)
		}
		if done {
			a.s.EndEdit()
		}
	}
}

// reach is the model's size, metres; a slider goes to a quarter of it.
func (a *App) reach(m *scene.Model) float64 {
	h := &a.handReach
	if h.of != m {
		h.of, h.size = m, m.Bounds().Diagonal()
	}
	return h.size
}

// modelSize keeps a model's diagonal, metres: it takes a walk over all vertices.
type modelSize struct {
	of   *scene.Model
	size float64
}
