package rig

import (
	"context"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// Hinge is what one bone turns about: a rotor's or wheel's axle, a turret's
// ring, a gun's trunnions, a trail leg's pin. All figures are in model space
// after the rig's orientation, metres.
type Hinge struct {
	Role   Role       `json:"role"` // Rotor, TailRotor, Wheel, Turret, Gun or Trail
	N      int        `json:"n"`    // n-th hinge of that role, from 0: HubOverride.Hub
	Kind   string     `json:"kind"` // in words: "main rotor", "wheel", "sprocket", "idler", "turret", "gun", "trail"
	Bone   int        `json:"bone"` // in Rig.Bones; -1 before Generate
	Parts  []int      `json:"parts"`
	Center mgl64.Vec3 `json:"center"` // on the axle, as used
	Axle   mgl64.Vec3 `json:"axle"`   // unit, as used; a positive turn about it is the role's own positive

	// The fitted figures stay readable where a hand has set others: giving an
	// override without Center and Axle goes back to them.
	FittedCenter mgl64.Vec3 `json:"fittedCenter"`
	FittedAxle   mgl64.Vec3 `json:"fittedAxle"`
	ByHand       bool       `json:"byHand"` // an override changed Center, Axle or its sign

	Radius     float64 `json:"radius"`     // farthest corner from the fitted axle, metres; a gun's or trail's length
	Order      int     `json:"order"`      // of its rotational symmetry; 0: round, 1: none
	Confidence float64 `json:"confidence"` // 0..1
	Reason     string  `json:"reason"`

	// Tip is the end away from the hinge: a gun's muzzle, the spade of a trail.
	// The zero vector means that the role has none.
	Tip mgl64.Vec3 `json:"tip"`
}

// HingedRoles lists the roles whose parts turn about a hinge that HubOverride
// can set.
func HingedRoles() []Role { return []Role{Wheel, Turret, Gun, Rotor, TailRotor, Trail} }

// Hinged reports whether parts of this role turn about a hinge of their own.
func (r Role) Hinged() bool {
	for _, h := range HingedRoles() {
		if r == h {
			return true
		}
	}
	return false
}

// FitHinges fits what Generate would hang its bones on, without making a rig:
// for gizmos before the first Generate. The arguments are Generate's. For the
// donor gunship only rotors, turret and gun have hinges.
func FitHinges(ctx context.Context, m *scene.Model, parts *Parts, recipe *Recipe) ([]Hinge, error) {
	if err := checkParts(m, parts); err != nil {
		return nil, err
	}
	g := newGenerator(m, parts, recipe, GenerateOptions{})
	if err := g.fit(ctx); err != nil {
		return nil, err
	}
	if g.keepsBones() {
		if _, err := g.generateSource(ctx); err != nil {
			return nil, err
		}
		return g.hinges, nil
	}
	g.plan()
	return g.hinges, nil
}

// hingeOf is a rotor's hinge.
func hingeOf(h *Hub) Hinge {
	return Hinge{Role: h.Role, Kind: h.Kind, Bone: -1, Parts: h.Parts, Center: h.Center, Axle: h.Axle, FittedCenter: h.Center, FittedAxle: h.Axle,
		Radius: h.Radius, Order: h.Blades, Confidence: h.Confidence, Reason: h.Reason}
}

// overrideHinge puts the recipe's figures in place of the fitted ones.
func (g *generator) overrideHinge(h *Hinge) {
	if g.recipe == nil {
		return
	}
	o := g.recipe.Override(h.Role, h.N)
	if o == nil {
		return
	}
	if o.Center != nil {
		h.Center = mgl64.Vec3(*o.Center)
	}
	if o.Axle != nil {
		if a := mgl64.Vec3(*o.Axle); a.Len() > 0 {
			h.Axle = a.Normalize()
		}
	}
	if o.Flip {
		h.Axle = h.Axle.Mul(-1)
	}
	h.ByHand = true
	h.Reason += "; set by hand"
}
