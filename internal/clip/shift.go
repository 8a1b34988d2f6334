package clip

import (
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// Offset is a constant rigid delta that is composed on the sampled local
// transform of one node, in the node's own axes: T(t) * R(t) * [T, R] * S(t).
// Where the node's scale is 1 that is local = sampled * delta.
type Offset struct {
	Node int
	T    mgl64.Vec3 // in the units of the node's parent: metres on a rebased rig
	R    mgl64.Quat // unit length
}

// Apply returns the local transform with the offset.
func (o *Offset) Apply(p scene.TRS) scene.TRS {
	return scene.TRS{T: p.T.Add(p.R.Rotate(o.T)), R: p.R.Mul(o.R), S: p.S}
}

// shifted is a source with offsets on top of it.
type shifted struct {
	src     Source // nil is the rest
	m       *scene.Model
	offsets []Offset
}

// Shift returns src on m with offsets composed on it: the one way in which they
// get into a preview and into a bake. A nil src is the rest pose, which lasts
// 0 s. No offsets give src itself.
func Shift(m *scene.Model, src Source, offsets []Offset) Source {
	if len(offsets) == 0 {
		return src
	}
	return &shifted{src: src, m: m, offsets: slices.Clone(offsets)}
}

// Duration in seconds.
func (s *shifted) Duration() float64 {
	if s.src == nil {
		return 0
	}
	return s.src.Duration()
}

// Pose writes what moves at time t. The nodes with offsets start from the rest,
// so that a pose that is used again does not gather offset on offset.
func (s *shifted) Pose(t float64, pose scene.Pose) {
	for i := range s.offsets {
		n := s.offsets[i].Node
		pose[n] = s.m.Nodes[n].Local
	}
	if s.src != nil {
		s.src.Pose(t, pose)
	}
	for i := range s.offsets {
		o := &s.offsets[i]
		pose[o.Node] = o.Apply(pose[o.Node])
	}
}

func (s *shifted) keyTimes(limit int) []float64 {
	if k, ok := s.src.(keyed); ok {
		return k.keyTimes(limit)
	}
	return nil
}
