package samples

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// donorJoints are the donor's bones in skin order with their world positions.
var donorJoints = [...]struct {
	name   string
	parent int
	at     vec // world, metres
}{
	JointDummyRoot: {"Dummy_Root", -1, vec{0, 0, 0}},
	JointBase:      {"Base", JointDummyRoot, vec{0, 1.75, 0.25}},
	JointHelix:     {"Helix", JointBase, gunshipHub},
	JointHelixBack: {"Helix_back", JointBase, gunshipTailHub},
}

// DonorJointPosition is the world rest position of a joint, metres.
func DonorJointPosition(joint int) mgl64.Vec3 { return snapVec(donorJoints[joint].at) }

// donorSkeleton adds the four bones and their skin: rests are moves only, binds
// the pure negative world position. It returns the joints' nodes.
func donorSkeleton(m *scene.Model) []int {
	skin := scene.Skin{Name: "Gunship", Skeleton: scene.Some(0)}
	for i, j := range donorJoints {
		n := scene.Node{Name: j.name, Local: at(j.at)}
		if j.parent >= 0 {
			n.Parent = scene.Some(j.parent)
			n.Local = at(snapVec(j.at).Sub(snapVec(donorJoints[j.parent].at)))
			m.Nodes[j.parent].Children = append(m.Nodes[j.parent].Children, i)
		} else {
			m.Roots = append(m.Roots, i)
		}
		m.Nodes = append(m.Nodes, n)
		p := snapVec(j.at)
		skin.Joints = append(skin.Joints, i)
		skin.InverseBind = append(skin.InverseBind, mgl64.Translate3D(negative(p[0]), negative(p[1]), negative(p[2])))
	}
	m.Skins = []scene.Skin{skin}
	return skin.Joints
}

// negative is -x, but 0 for 0.
func negative(x float64) float64 { return 0 - x }

// bind gives every vertex of a primitive to the one bone of its triangle.
func bind(p *scene.Primitive, labels []Label) {
	p.Joints = make([][4]uint16, len(p.Positions))
	p.Weights = make([][4]float32, len(p.Positions))
	for t, l := range labels {
		joint := uint16(JointBase)
		switch l {
		case LabelMain:
			joint = JointHelix
		case LabelTail:
			joint = JointHelixBack
		}
		for _, v := range p.Indices[3*t : 3*t+3] {
			p.Joints[v] = [4]uint16{joint}
			p.Weights[v] = [4]float32{1}
		}
	}
}

// donorClip is the loop "Fly": a key every frame, the last equal to the first.
// The rotors' angles are whole multiples of a full turn twice over, so that the
// quaternions come back to themselves and not to their negatives.
func donorClip(joints []int) scene.Animation {
	times := make([]float32, DonorFrames+1)
	for f := range times {
		times[f] = float32(float64(f) / DonorFPS)
	}
	channel := func(joint int, path scene.Path, key func(f int) []float64) scene.Channel {
		c := scene.Channel{Node: joints[joint], Path: path, Times: times}
		for f := range times {
			for _, v := range key(f % DonorFrames) {
				c.Values = append(c.Values, float32(v))
			}
		}
		return c
	}
	rest := DonorJointPosition(JointBase)
	return scene.Animation{Name: "Fly", Channels: []scene.Channel{
		channel(JointBase, scene.Translation, func(f int) []float64 {
			p := rest.Add(bobAt(f))
			return []float64{snap(p[0]), snap(p[1]), snap(p[2])}
		}),
		channel(JointBase, scene.Rotation, swayAt),
		channel(JointHelix, scene.Rotation, func(f int) []float64 {
			s, c := sinCosDeg(DonorMainDegFrame / 2 * float64(f))
			return []float64{0, s, 0, c}
		}),
		channel(JointHelixBack, scene.Rotation, func(f int) []float64 {
			s, c := sinCosDeg(DonorTailDegFrame / 2 * float64(f))
			return []float64{s, 0, 0, c}
		}),
	}}
}

// wave is sin of n periods over the loop, exactly 0 at frame 0.
func wave(f, n int) float64 {
	s, _ := sinCosDeg(360 * float64(f*n) / DonorFrames)
	return s
}

// bobAt is the hover's displacement of the body at a frame, metres.
func bobAt(f int) vec {
	return vec{0.035 * wave(f, 1), 0.085*wave(f, 1) + 0.02*wave(f, 3), 0.03 * wave(f, 2)}
}

// swayAt is the hover's rotation of the body as a quaternion x, y, z, w: a
// degree or so of pitch, yaw and roll.
func swayAt(f int) []float64 {
	half := vec{0.9 * wave(f, 2), 0.6 * wave(f, 1), 1.4 * wave(f, 1)}.Mul(math.Pi / 360)
	angle := half.Len()
	if angle == 0 {
		return []float64{0, 0, 0, 1}
	}
	sin, cos := math.Sincos(angle)
	v := half.Mul(sin / angle)
	return []float64{v[0], v[1], v[2], cos}
}
