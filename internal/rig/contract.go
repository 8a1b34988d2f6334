package rig

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/clip"
	"donorlab/internal/scene"
)

// ChannelBinding is one row of the donor table: which of the rig's bones a
// donor's channel drives, which is the one of the same index whatever its name.
type ChannelBinding struct {
	Channel   int    `json:"channel"`
	DonorBone string `json:"donorBone"`
	Bone      string `json:"bone"`      // empty where the rig has no bone of that index
	BoneIndex int    `json:"boneIndex"` // -1 for none
	// Wanted is the rig's bone that looks like the one that the channel is meant
	// for; -1 where there is none.
	Wanted int `json:"wanted"`
	// AxisErrorDeg is the angle between the axis that the channel turns the bone
	// about and the axle fitted to what the bone carries. It is absent for
	// channels that do not spin and for bones that do not look like a rotor.
	AxisErrorDeg *float64 `json:"axisErrorDeg"`
	// Backwards says that the bone turns the other way round than the donor's,
	// each seen from its own machine: where the two face is taken into account.
	Backwards bool               `json:"backwards"`
	Does      clip.ChannelMotion `json:"does"` // in the donor's bone, without the table by frame

	senseKnown bool // Backwards was measured
}

// State says how a rule, or all of them, is kept.
type State string

// The states. Of a clause, Gaps never.
const (
	Holds       State = "holds"
	Gaps        State = "holds with gaps" // no error, but a warning, or a clause that does not hold or was not measured
	Broken      State = "broken"
	NotMeasured State = "not measured" // there is nothing to tell it by
)

// Clause is one rule of the donor contract and whether the rig keeps it.
type Clause struct {
	Code  string `json:"code"`
	Text  string `json:"text"`
	Holds bool   `json:"holds"` // State is Holds
	State State  `json:"state"`
}

// ContractReport is the answer of CheckContract.
type ContractReport struct {
	OK       bool             `json:"ok"`    // no finding is an error
	State    State            `json:"state"` // Holds, Gaps or Broken
	Bindings []ChannelBinding `json:"bindings"`
	Clauses  []Clause         `json:"clauses"`
	Findings []Finding        `json:"findings"` // Parts are bone indices; gravest first
}

// CheckOptions steer CheckContract. The zero value is right for a model alone.
type CheckOptions struct {
	// Axle gives the axle of what a bone carries, unit, in model space, where the
	// caller knows it better than a fit to the bone's triangles does.
	Axle func(bone int) (axis mgl64.Vec3, ok bool)
	// Forward is where the rig faces, Rig.Forward of a generated one. Zero means
	// that it is told by where its rotors are, or not at all.
	Forward mgl64.Vec3
}

// Angles of the contract, degrees: what an axle may be off, from where the
// rotor is not just wobbling, and what counts as a rest rotation.
const (
	axleGoodDeg = 0.5
	axleBadDeg  = 5.0
	turnedDeg   = 0.05
)

// CheckContract tells how a donor's clip lands on a rig's first skin: what each
// channel drives, which clauses of the contract hold, and for each known
// failure that it finds the cause and the fix.
func CheckContract(m *scene.Model, donor *clip.Donor, opt CheckOptions) ContractReport {
	c := &checker{m: m, donor: donor, opt: opt, does: donor.Decode()}
	for i := range c.does {
		c.does[i].Frames = nil
	}
	if len(m.Skins) == 0 || len(m.Skins[0].Joints) == 0 {
		c.find(scene.Error, "NO_SKELETON", nil, "the model has no bones", "the rig was not generated, or was exported without its armature",
			"press Generate rig in the Vehicle Lab")
		return c.report()
	}
	c.bones = boneShapes(m, 0, opt)
	c.match = alignBones(c.does, donorAxes(donor, c.does), c.bones)
	c.permutation()
	c.bind()
	c.order()
	c.empty()
	c.rests()
	c.axles()
	c.weights()
	c.count()
	c.donorSide()
	c.lying()
	return c.report()
}

// checker is a check under way.
type checker struct {
	m        *scene.Model
	donor    *clip.Donor
	opt      CheckOptions
	does     []clip.ChannelMotion
	bones    []boneShape
	match    []int // by channel: the rig's bone that it is meant for, -1 for none
	extra    []int // of a permuted rig: the bones that the order left over; see permutation
	bindings []ChannelBinding
	findings []Finding
}

// bind fills in the table.
func (c *checker) bind() {
	yaw, known := c.yaw()
	for i := range c.does {
		b := ChannelBinding{Channel: i, DonorBone: c.does[i].Bone, BoneIndex: -1, Wanted: c.match[i], Does: c.does[i]}
		if i < len(c.bones) {
			bone := &c.bones[i]
			b.Bone, b.BoneIndex = bone.name, i
			if c.does[i].Spin {
				axis := spinAxis(bone.world, &c.does[i])
				if bone.hasAxle && axis.Len() > 0 {
					e := lineAngleDeg(axis, bone.axle)
					b.AxisErrorDeg = &e
				}
				b.senseKnown, b.Backwards = sense(axis, spinAxis(c.donor.World(i), &c.does[i]), yaw, known)
				b.senseKnown = b.senseKnown && b.AxisErrorDeg != nil
			}
		}
		c.bindings = append(c.bindings, b)
	}
}

// spinAxis is the axis that a channel turns a bone about in model space, along
// the right-handed sense of the turn; zero where the bone's rest is flat.
func spinAxis(world mgl64.Mat4, does *clip.ChannelMotion) mgl64.Vec3 {
	l := scene.LinearPart(world)
	turn, _ := scene.Polar(l)
	a := turn.Mul3x1(does.Axis)
	if does.DegreesPerFrame < 0 {
		a = a.Mul(-1)
	}
	// A mirrored bone shows its turn reversed.
	if l.Det() < 0 {
		a = a.Mul(-1)
	}
	return a
}

// donorAxes are the axes that the donor's own bones turn about.
func donorAxes(d *clip.Donor, does []clip.ChannelMotion) []mgl64.Vec3 {
	out := make([]mgl64.Vec3, len(does))
	for i := range does {
		out[i] = spinAxis(d.World(i), &does[i])
	}
	return out
}

// lineAngleDeg is the angle between two lines, 0..90.
func lineAngleDeg(a, b mgl64.Vec3) float64 {
	return math.Atan2(a.Cross(b).Len(), math.Abs(a.Dot(b))) * 180 / math.Pi
}

// report sorts the findings, gravest first, and says which clauses hold.
func (c *checker) report() ContractReport {
	r := ContractReport{OK: true, State: Holds, Bindings: c.bindings, Findings: []Finding{}}
	if r.Bindings == nil {
		r.Bindings = []ChannelBinding{}
	}
	for s := scene.Error; s <= scene.Info; s++ {
		for _, f := range c.findings {
			if f.Severity == s {
				r.Findings = append(r.Findings, f)
				r.OK = r.OK && s != scene.Error
			}
		}
	}
	if Worst(r.Findings) != scene.Info {
		r.State = Gaps
	}
	r.Clauses = c.clauses()
	for i := range r.Clauses {
		if r.Clauses[i].State != Holds {
			r.State = Gaps
		}
	}
	if !r.OK {
		r.State = Broken
	}
	return r
}

func (c *checker) find(s scene.Severity, code string, bones []int, message, cause, fix string) {
	c.findings = append(c.findings, Finding{Severity: s, Code: code, Message: message, Cause: cause, Fix: fix, Parts: bones})
}
