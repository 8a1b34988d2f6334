package lab

import (
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/clip"
	"donorlab/internal/rig"
	"donorlab/internal/scene"
)

// Inspection says what is in a model.
type Inspection struct {
	File       string          `json:"file"`
	SHA256     string          `json:"sha256"`
	Bytes      int64           `json:"bytes"`
	Triangles  int             `json:"triangles"`
	Vertices   int             `json:"vertices"`
	Nodes      int             `json:"nodes"`
	Meshes     int             `json:"meshes"`
	Materials  int             `json:"materials"`
	Textures   int             `json:"textures"`
	Images     int             `json:"images"`
	Skins      []SkinInfo      `json:"skins"`
	Animations []ClipInfo      `json:"animations"`
	Bounds     *BoxInfo        `json:"bounds"` // of all that is drawn, at rest; null for nothing
	Warnings   []scene.Problem `json:"warnings"`
}

// SkinInfo describes a skin.
type SkinInfo struct {
	Name   string `json:"name"`
	Joints int    `json:"joints"`
}

// ClipInfo describes a clip.
type ClipInfo struct {
	Name     string  `json:"name"`
	Duration float64 `json:"duration"` // seconds
	Channels int     `json:"channels"`
}

// BoxInfo is a box, metres.
type BoxInfo struct {
	Min mgl64.Vec3 `json:"min"`
	Max mgl64.Vec3 `json:"max"`
}

// Inspect counts what is in a model.
func Inspect(m *scene.Model) Inspection {
	r := Inspection{
		File: m.Source.Path, SHA256: sourceSHA(m), Bytes: m.Source.Bytes,
		Triangles: m.TriangleCount(), Vertices: m.VertexCount(), Nodes: len(m.Nodes), Meshes: len(m.Meshes),
		Materials: len(m.Materials), Textures: len(m.Textures), Images: len(m.Images),
		Skins: []SkinInfo{}, Animations: []ClipInfo{}, Warnings: append([]scene.Problem{}, m.Warnings...),
	}
	if r.File == "" {
		r.File = m.Name
	}
	for i := range m.Skins {
		r.Skins = append(r.Skins, SkinInfo{m.Skins[i].Name, len(m.Skins[i].Joints)})
	}
	for i := range m.Animations {
		a := &m.Animations[i]
		r.Animations = append(r.Animations, ClipInfo{a.Name, a.Duration(), len(a.Channels)})
	}
	if b := m.Bounds(); !b.Empty() {
		r.Bounds = &BoxInfo{b.Min, b.Max}
	}
	return r
}

// PoseReport is every node's place at one time.
type PoseReport struct {
	Clip  string     `json:"clip"` // "" for rest
	Time  float64    `json:"time"`
	Nodes []NodePose `json:"nodes"` // in the file's order
}

// NodePose is one node's matrix to model space, column-major.
type NodePose struct {
	Index int        `json:"index"`
	Name  string     `json:"name"`
	World mgl64.Mat4 `json:"world"`
}

// Pose evaluates a model at t seconds of a clip.
func Pose(m *scene.Model, c ClipRef, t float64) (PoseReport, error) {
	e, err := NewEvaluator(m, c, nil)
	if err != nil {
		return PoseReport{}, err
	}
	r := PoseReport{Time: t, Nodes: []NodePose{}}
	if c.Kind == ClipOwn {
		r.Clip = m.Animations[c.Index].Name
	}
	for i, w := range e.At(t).World {
		r.Nodes = append(r.Nodes, NodePose{i, m.Nodes[i].Name, w})
	}
	return r, nil
}

// FindClip finds one of a model's own clips by name or number.
func FindClip(m *scene.Model, name string) (ClipRef, error) {
	i, err := clip.FindAnimation(m, name)
	if err != nil {
		return ClipRef{}, withFile(m.Source.Path, err)
	}
	return ClipRef{Kind: ClipOwn, Index: i}, nil
}

// ProbeReport is Probe's answer as labctl prints it.
type ProbeReport struct {
	File        string        `json:"file"`
	Parts       []PartInfo    `json:"parts"`
	Hubs        []HubInfo     `json:"hubs"`
	Orientation any           `json:"orientation"`
	Target      rig.Target    `json:"target"`
	Forward     mgl64.Vec3    `json:"forward"`
	ForwardWhy  string        `json:"forwardWhy"`
	Rigged      bool          `json:"rigged"`
	Findings    []rig.Finding `json:"findings"`
}

// PartInfo is one part.
type PartInfo struct {
	Index      int         `json:"index"`
	Name       string      `json:"name"`
	Nodes      []int       `json:"nodes"`
	Vertices   int         `json:"vertices"`
	Triangles  int         `json:"triangles"`
	Role       rig.Role    `json:"role"`
	ByHand     bool        `json:"byHand"`
	Confidence float64     `json:"confidence"`
	Reason     string      `json:"reason"`
	Center     mgl64.Vec3  `json:"center"`
	Size       mgl64.Vec3  `json:"size"`
	Axis       *mgl64.Vec3 `json:"axis"` // null for parts that do not turn
	Hub        int         `json:"hub"`  // -1 for none
	Helper     bool        `json:"helper"`
	Kind       string      `json:"kind"`       // what it was taken for, in words; empty for nothing
	Visibility string      `json:"visibility"` // "external", "interior" or "not tested"
	Mirror     int         `json:"mirror"`     // the part that is its mirror image, -1 for none
	Bone       int         `json:"bone"`       // node of the joint that holds most of it, -1 for none
	Thinness   float64     `json:"thinness"`   // 0 sheet or rod to 1 ball
	Symmetry   int         `json:"symmetry"`   // order about its axis: 0 round, 1 none
}

// HubInfo is one fitted rotor.
type HubInfo struct {
	Role       rig.Role   `json:"role"`
	Kind       string     `json:"kind"`
	Parts      []int      `json:"parts"`
	Center     mgl64.Vec3 `json:"center"`
	Axle       mgl64.Vec3 `json:"axle"`
	Radius     float64    `json:"radius"`
	Blades     int        `json:"blades"`
	Confidence float64    `json:"confidence"`
	Reason     string     `json:"reason"`
	Fit        rig.Fit    `json:"fit"`
}

// ReportParts puts parts into the shape that labctl prints.
func ReportParts(p *rig.Parts) ProbeReport {
	r := ProbeReport{Parts: []PartInfo{}, Hubs: ReportHubs(p.Hubs), Orientation: p.Orientation, Target: p.Target,
		Forward: p.Forward, ForwardWhy: p.ForwardWhy, Rigged: p.Rigged, Findings: append([]rig.Finding{}, p.Findings...)}
	for i := range p.Parts {
		q := &p.Parts[i]
		r.Parts = append(r.Parts, PartInfo{q.Index, q.Name, q.Nodes, q.Vertices, q.Triangles, q.Role, q.ByHand, q.Confidence,
			q.Reason, q.Center, q.Size, q.Axis, q.Hub, q.Helper, q.Kind, q.Visibility.String(), q.Mirror, q.DominantBone, q.Thinness, q.Symmetry})
	}
	return r
}

// ReportHubs puts hubs into the shape that labctl prints.
func ReportHubs(hubs []rig.Hub) []HubInfo {
	out := []HubInfo{}
	for _, h := range hubs {
		out = append(out, HubInfo{h.Role, h.Kind, h.Parts, h.Center, h.Axle, h.Radius, h.Blades, h.Confidence, h.Reason, h.Fit})
	}
	return out
}

// RigReport is Generate's answer as labctl prints it.
type RigReport struct {
	File      string        `json:"file"`
	Out       string        `json:"out"` // the rigged model
	Target    rig.Target    `json:"target"`
	Bones     []rig.Bone    `json:"bones"`
	Hubs      []HubInfo     `json:"hubs"`
	Triangles int           `json:"triangles"`
	Budget    rig.Budget    `json:"budget"`
	Hinges    []rig.Hinge   `json:"hinges"`
	Findings  []rig.Finding `json:"findings"`
}

// ReportRig puts a rig into the shape that labctl prints.
func ReportRig(r *rig.Rig) RigReport {
	return RigReport{Bones: append([]rig.Bone{}, r.Bones...), Hubs: ReportHubs(r.Hubs), Triangles: r.Triangles, Budget: r.Budget(),
		Hinges: append([]rig.Hinge{}, r.Hinges...), Findings: append([]rig.Finding{}, r.Findings...)}
}
