package lab

import (
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// keyTimes is the last answer of KeyTimes.
type keyTimes struct {
	anim  *scene.Animation
	node  int
	times []float64
}

// KeyTimes returns when the clip that plays has keys, seconds, rising: those of
// one joint of the shown model's first skin, or of all nodes where joint is
// negative. It is nil at rest. The answer must not be changed.
func (s *Session) KeyTimes(joint int) []float64 {
	e := s.evaluator()
	if e == nil || e.base == nil {
		return nil
	}
	m, anim := e.model, (*scene.Animation)(nil)
	switch {
	case e.sampler != nil:
		anim = &m.Animations[e.own]
	case s.work.Donor != nil: // channel i of the donor drives joint i
		m = s.work.Donor.Model
		for i := range m.Animations {
			if m.Animations[i].Name == s.work.Donor.Clip.Clip {
				anim = &m.Animations[i]
				break
			}
		}
		if anim == nil && len(m.Animations) > 0 {
			anim = &m.Animations[0]
		}
	}
	if anim == nil {
		return nil
	}
	node := -1
	if joint >= 0 {
		if node = jointNode(m, joint); node < 0 {
			return nil
		}
	}
	k := &s.frame.keys
	if k.anim == anim && k.node == node {
		return k.times
	}
	*k = keyTimes{anim: anim, node: node}
	for i := range anim.Channels {
		if c := &anim.Channels[i]; node < 0 || c.Node == node {
			for _, t := range c.Times {
				k.times = append(k.times, float64(t))
			}
		}
	}
	slices.Sort(k.times)
	k.times = slices.Compact(k.times)
	return k.times
}

// Joint is one bone of the shown model, as it is posed.
type Joint struct {
	Index int // in the first skin
	Node  int
	Name  string
	At    mgl64.Vec3 // world space, metres
}

// Joints returns the bones of the first skin of what the frame shows.
func (f *Frame) Joints() []Joint {
	if len(f.Model.Skins) == 0 {
		return nil
	}
	out := make([]Joint, 0, len(f.Model.Skins[0].Joints))
	for i, n := range f.Model.Skins[0].Joints {
		at := f.Place.Mul4x1(scene.Position(f.Posed.World[n]).Vec4(1)).Vec3()
		out = append(out, Joint{Index: i, Node: n, Name: f.Model.Nodes[n].Name, At: at})
	}
	return out
}
