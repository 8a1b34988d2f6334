package clip

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// DefaultFPS is the frame rate of a donor clip whose profile does not say.
const DefaultFPS = 30.0

// Donor is a skeleton with a clip of absolute keys, whose motion can be worn by
// any rig: channel i, which is joint i of the donor's skin, drives joint i of
// the rig. What a channel does is its delta D(t) = local(0)^-1 * local(t), and a
// rig's joint is posed rest * D(t).
type Donor struct {
	Name     string   // the model's name
	Clip     string   // the clip's name
	FPS      float64  // frames a second, more than 0
	Duration float64  // seconds
	Joints   []string // names, by channel
	Parents  []int    // parent channel of each, -1 for none
	// Problems says what is odd: frame 0 that is not the rest, a clip that does
	// not close, channels of nodes that are no joints.
	Problems []scene.Problem

	m      *scene.Model
	anim   int
	nodes  []int       // node of each channel
	first  []scene.TRS // local(0) of each channel
	worlds []mgl64.Mat4
}

// DonorOptions choose what of a model is the donor. The zero value is the first
// clip and the first skin.
type DonorOptions struct {
	Clip    string   // name or number of the clip; empty means the profile's, else the first
	Skin    int      // which skin's joints are the channels
	Profile *Profile // X.donor.json, or nil
}

// NewDonor makes a donor of a model that has a clip. Its channels are the
// joints of the skin in the skin's order, or the profile's order of names;
// without a skin they are the animated nodes and their ancestors, parents
// first. The error is a *scene.Problem.
func NewDonor(m *scene.Model, opt DonorOptions) (*Donor, error) {
	name, fps := opt.Clip, 0.0
	if p := opt.Profile; p != nil {
		fps = p.FPS
		if name == "" {
			name = p.Clip
		}
	}
	if len(m.Animations) == 0 {
		return nil, &scene.Problem{Code: "DONOR_NO_CLIP", File: m.Source.Path, Message: "the donor has no clip",
			Remedy: "give a GLB with a skeleton and an animation"}
	}
	anim, err := FindAnimation(m, name)
	if err != nil {
		return nil, err
	}
	nodes := Channels(m, opt.Skin, anim)
	if p := opt.Profile; p != nil && len(p.Joints) > 0 {
		if nodes, err = orderByName(m, nodes, p.Joints); err != nil {
			return nil, err
		}
	}
	if len(nodes) == 0 {
		return nil, &scene.Problem{Code: "DONOR_NO_SKELETON", File: m.Source.Path, Message: "the donor has no joints",
			Remedy: "give a GLB with a skeleton and an animation"}
	}
	s, err := NewSampler(m, anim)
	if err != nil {
		return nil, err
	}
	if !(fps > 0) {
		fps = DefaultFPS
	}
	d := &Donor{Name: m.Name, Clip: m.Animations[anim].Name, FPS: fps, Duration: s.Duration(), m: m, anim: anim, nodes: nodes}
	d.Parents = Parents(m, nodes)
	pose := m.RestPose()
	s.Pose(0, pose)
	d.worlds = m.World(nil, nil, nil)
	for _, n := range nodes {
		d.Joints = append(d.Joints, m.Nodes[n].Name)
		d.first = append(d.first, pose[n])
	}
	d.findProblems(pose, s)
	return d, nil
}

// Channels returns the nodes that a clip's channels stand for, in order: the
// joints of the skin, or without one the nodes that the animation moves and
// their ancestors, parents first.
func Channels(m *scene.Model, skin, animation int) []int {
	if skin >= 0 && skin < len(m.Skins) {
		return append([]int(nil), m.Skins[skin].Joints...)
	}
	if animation < 0 || animation >= len(m.Animations) {
		return nil
	}
	in := make([]bool, len(m.Nodes))
	for _, c := range m.Animations[animation].Channels {
		if c.Path == scene.MorphWeights {
			continue
		}
		for n, ok := c.Node, true; ok && !in[n]; n, ok = m.Nodes[n].Parent.Get() {
			in[n] = true
		}
	}
	var out []int
	for _, n := range m.ParentsFirst() {
		if in[n] {
			out = append(out, n)
		}
	}
	return out
}

// Parents gives, for each listed node, the place in the list of its nearest
// ancestor that is in it, or -1.
func Parents(m *scene.Model, nodes []int) []int {
	place := make(map[int]int, len(nodes))
	for i, n := range nodes {
		place[n] = i
	}
	out := make([]int, len(nodes))
	for i, n := range nodes {
		out[i] = -1
		for p, ok := m.Nodes[n].Parent.Get(); ok; p, ok = m.Nodes[p].Parent.Get() {
			if k, in := place[p]; in {
				out[i] = k
				break
			}
		}
	}
	return out
}

func orderByName(m *scene.Model, nodes []int, names []string) ([]int, error) {
	out := make([]int, 0, len(names))
	for _, name := range names {
		found := -1
		for _, n := range nodes {
			if m.Nodes[n].Name == name {
				found = n
				break
			}
		}
		if found < 0 {
			return nil, &scene.Problem{Code: "DONOR_JOINT_NOT_FOUND", File: m.Source.Path,
				Message: fmt.Sprintf("the donor's profile names joint %q, which the donor has not", name),
				Remedy:  "correct the joints in the .donor.json, or leave them out to use the skin's order"}
		}
		out = append(out, found)
	}
	return out, nil
}

// Tolerances of what counts as the same transform: a hundredth of a degree, and
// of a length the share of the skeleton's size.
const (
	sameAngle = 0.01 * math.Pi / 180
	sameShare = 1e-5
)

func (d *Donor) findProblems(first scene.Pose, s *Sampler) {
	size := jointsSize(d.m, d.nodes)
	at0, atEnd := first, append(scene.Pose(nil), first...)
	s.Pose(d.Duration, atEnd)
	joint := make([]bool, len(d.m.Nodes))
	for i, n := range d.nodes {
		joint[n] = true
		ptr := fmt.Sprintf("/nodes/%d", n)
		if turn, move := difference(d.m.Nodes[n].Local, at0[n]); turn > sameAngle || move > sameShare*size {
			d.Problems = append(d.Problems, scene.Problem{Severity: scene.Warning, Code: "DONOR_FRAME0_NOT_REST", Pointer: ptr,
				Message: fmt.Sprintf("frame 0 of channel %d (%s) is not the donor's rest: it is turned %.2f deg and moved %.4g m",
					i, d.Joints[i], turn*180/math.Pi, move),
				Remedy: "the motion is taken from frame 0, so it still starts at the rig's rest; export the donor with its rest at frame 0 if it looks wrong"})
		}
		if turn, move := difference(at0[n], atEnd[n]); turn > 10*sameAngle || move > 10*sameShare*size {
			d.Problems = append(d.Problems, scene.Problem{Severity: scene.Info, Code: "DONOR_CLIP_OPEN", Pointer: ptr,
				Message: fmt.Sprintf("channel %d (%s) ends %.2f deg and %.4g m from where it starts, so a loop jumps",
					i, d.Joints[i], turn*180/math.Pi, move),
				Remedy: "add a last key that equals the first"})
		}
	}
	told := make([]bool, len(d.m.Nodes))
	for _, c := range d.m.Animations[d.anim].Channels {
		if c.Path == scene.MorphWeights || joint[c.Node] || told[c.Node] {
			continue
		}
		told[c.Node] = true
		d.Problems = append(d.Problems, scene.Problem{Severity: scene.Warning, Code: "DONOR_NODE_NOT_JOINT",
			Pointer: fmt.Sprintf("/nodes/%d", c.Node),
			Message: fmt.Sprintf("the clip moves node %q, which is not a joint, so that motion is not worn", d.m.Nodes[c.Node].Name),
			Remedy:  "rebase the donor first: it folds such nodes into the joints below"})
	}
}

// difference is the angle and the distance between two transforms; a
// difference in scale counts as a distance.
func difference(a, b scene.TRS) (turn, move float64) {
	return angleBetween(unit(a.R), unit(b.R)), max(b.T.Sub(a.T).Len(), b.S.Sub(a.S).Len())
}

// Channels is the number of channels.
func (d *Donor) Channels() int { return len(d.nodes) }

// Frames is the number of whole frames of 1/FPS from the first to the last key.
// A loop's last frame equals its first.
func (d *Donor) Frames() int { return int(math.Floor(d.Duration*d.FPS + 1e-4)) }

// Model returns the model that the donor was made from, and the clip's number
// in it.
func (d *Donor) Model() (*scene.Model, int) { return d.m, d.anim }

// Node is the donor's node behind a channel.
func (d *Donor) Node(channel int) int { return d.nodes[channel] }

// World is the donor's joint of a channel at rest, to the donor's model space.
func (d *Donor) World(channel int) mgl64.Mat4 { return d.worlds[d.nodes[channel]] }

// Delta returns D(t) of one channel, the identity for a channel that the donor
// does not have. It samples the whole clip: use Bind to play.
func (d *Donor) Delta(channel int, t float64) scene.TRS {
	if channel < 0 || channel >= len(d.nodes) {
		return scene.Identity()
	}
	pose := Sample(d.m, d.anim, t, nil)
	return Delta(d.first[channel], pose[d.nodes[channel]])
}

// Binding wears a donor's clip on one skin of a model. It does not allocate
// when it runs; one Binding is for one goroutine at a time.
type Binding struct {
	// Extra lists the skin's joints, by place in the skin, that the donor has no
	// channel for: they stay at rest.
	Extra []int
	// Lost lists the donor's channels past the skin's last joint: nobody wears them.
	Lost []int

	d     *Donor
	s     *Sampler
	pose  scene.Pose // of the donor's nodes
	wears []worn
	width int
}

// worn is one channel bound to one joint: Compose(rest, Delta(first, local)) as
// a function of the donor's local transform, worked out as far as it goes.
type worn struct {
	from, to int        // nodes of the donor and of the target
	still    bool       // no track moves it
	rest     scene.TRS  // of the target
	first    mgl64.Vec3 // donor's translation at frame 0
	turn     mgl64.Quat // rest.R * first.R^-1
	move     mgl64.Mat3 // rest.R * rest.S * (first.R * first.S)^-1
	grow     mgl64.Vec3 // rest.S / first.S
	size     mgl64.Vec3 // what stays where first.S is zero
}

func wear(first, rest scene.TRS) worn {
	w := worn{rest: rest, first: first.T}
	r, f := unit(rest.R), unit(first.R)
	w.turn = scene.MulQuat(r, scene.ConjQuat(f))
	for k := range 3 {
		if first.S[k] == 0 {
			w.size[k] = rest.S[k]
			continue
		}
		w.grow[k] = rest.S[k] / first.S[k]
	}
	w.move = scene.RotationMat3(r).Mul3(mgl64.Diag3(w.grow)).Mul3(scene.RotationMat3(f).Transpose())
	return w
}

// Bind prepares a donor's clip for the joints of a skin of m, channel i to
// joint i, whatever they are called. The error is a *scene.Problem where m has
// no such skin.
func (d *Donor) Bind(m *scene.Model, skin int) (*Binding, error) {
	if skin < 0 || skin >= len(m.Skins) {
		return nil, &scene.Problem{Code: "NO_SKELETON", File: m.Source.Path,
			Message: "the model has no skeleton that could wear the donor's clip", Remedy: "press Generate rig first"}
	}
	s, err := NewSampler(d.m, d.anim)
	if err != nil {
		return nil, err
	}
	b := &Binding{d: d, s: s, pose: d.m.RestPose(), width: len(m.Nodes)}
	moves := s.moved()
	for j, n := range m.Skins[skin].Joints {
		if j >= len(d.nodes) {
			b.Extra = append(b.Extra, j)
			continue
		}
		w := wear(d.first[j], m.Nodes[n].Local)
		w.from, w.to, w.still = d.nodes[j], n, !moves[d.nodes[j]]
		b.wears = append(b.wears, w)
	}
	for c := len(m.Skins[skin].Joints); c < len(d.nodes); c++ {
		b.Lost = append(b.Lost, c)
	}
	return b, nil
}

// Duration is the clip's length in seconds.
func (b *Binding) Duration() float64 { return b.d.Duration }

// Pose writes the posed local transform of every bound joint at time t into
// pose, which must be as long as the target's nodes; all else in it stays.
func (b *Binding) Pose(t float64, pose scene.Pose) {
	_ = pose[:b.width]
	b.s.Pose(t, b.pose)
	for i := range b.wears {
		w := &b.wears[i]
		if w.still {
			pose[w.to] = w.rest
			continue
		}
		l, p := &b.pose[w.from], &pose[w.to]
		v := mgl64.Vec3{l.T[0] - w.first[0], l.T[1] - w.first[1], l.T[2] - w.first[2]}
		m := &w.move
		p.T = mgl64.Vec3{
			w.rest.T[0] + m[0]*v[0] + m[3]*v[1] + m[6]*v[2],
			w.rest.T[1] + m[1]*v[0] + m[4]*v[1] + m[7]*v[2],
			w.rest.T[2] + m[2]*v[0] + m[5]*v[1] + m[8]*v[2],
		}
		p.R = unit(scene.MulQuat(w.turn, l.R))
		p.S = mgl64.Vec3{w.grow[0]*l.S[0] + w.size[0], w.grow[1]*l.S[1] + w.size[1], w.grow[2]*l.S[2] + w.size[2]}
	}
}

// Compose returns m's rest pose with the donor's clip at time t on the joints of
// a skin. pose is reused when it is long enough. A model without that skin stays
// at rest.
func (d *Donor) Compose(m *scene.Model, skin int, t float64, pose scene.Pose) scene.Pose {
	pose = restInto(m, pose)
	if b, err := d.Bind(m, skin); err == nil {
		b.Pose(t, pose)
	}
	return pose
}
