package samples

import (
	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// The walker's joints, in skin order. Their names are VRM's, in words; the last
// two swing on springs.
const (
	walkHips = iota
	walkSpine
	walkChest
	walkNeck
	walkHead
	walkLeftEye
	walkRightEye
	walkLeftShoulder
	walkLeftUpperArm
	walkLeftLowerArm
	walkLeftHand
	walkRightShoulder
	walkRightUpperArm
	walkRightLowerArm
	walkRightHand
	walkLeftUpperLeg
	walkLeftLowerLeg
	walkLeftFoot
	walkLeftToes
	walkRightUpperLeg
	walkRightLowerLeg
	walkRightFoot
	walkRightToes
	walkAntenna1
	walkAntenna2
	walkJoints
)

// walkMirror is from a joint of the left side to its counterpart.
const (
	walkArmMirror = walkRightShoulder - walkLeftShoulder
	walkLegMirror = walkRightUpperLeg - walkLeftUpperLeg
)

// walkerJoints are the walker's bones with their parents and world positions,
// metres: a body of 1.74 m whose arms hang half way out.
var walkerJoints = func() [walkJoints]struct {
	name   string
	parent int
	at     vec
} {
	var j [walkJoints]struct {
		name   string
		parent int
		at     vec
	}
	set := func(i int, name string, parent int, x, y, z float64) {
		j[i].name, j[i].parent, j[i].at = name, parent, snapVec(vec{x, y, z})
	}
	set(walkHips, "Hips", -1, 0, 0.93, 0)
	set(walkSpine, "Spine", walkHips, 0, 1.04, -0.005)
	set(walkChest, "Chest", walkSpine, 0, 1.17, -0.01)
	set(walkNeck, "Neck", walkChest, 0, 1.42, -0.012)
	set(walkHead, "Head", walkNeck, 0, 1.495, -0.005)
	set(walkAntenna1, "Antenna1", walkHead, 0, 1.735, -0.03)
	set(walkAntenna2, "Antenna2", walkAntenna1, 0, 1.80, -0.035)
	for side, name := range []string{"Left", "Right"} {
		x, arm, leg := 1.0, 0, 0
		if side == 1 {
			x, arm, leg = -1, walkArmMirror, walkLegMirror
		}
		set(walkLeftEye+side, name+"Eye", walkHead, x*0.040, 1.606, 0.095)
		set(walkLeftShoulder+arm, name+"Shoulder", walkChest, x*0.05, 1.375, -0.01)
		set(walkLeftUpperArm+arm, name+"UpperArm", walkLeftShoulder+arm, x*0.195, 1.37, -0.012)
		set(walkLeftLowerArm+arm, name+"LowerArm", walkLeftUpperArm+arm, x*0.385, 1.18, -0.02)
		set(walkLeftHand+arm, name+"Hand", walkLeftLowerArm+arm, x*0.56, 1.005, -0.004)
		set(walkLeftUpperLeg+leg, name+"UpperLeg", walkHips, x*0.095, 0.885, 0)
		set(walkLeftLowerLeg+leg, name+"LowerLeg", walkLeftUpperLeg+leg, x*0.099, 0.485, 0.012)
		set(walkLeftFoot+leg, name+"Foot", walkLeftLowerLeg+leg, x*0.101, 0.085, -0.012)
		set(walkLeftToes+leg, name+"Toes", walkLeftFoot+leg, x*0.103, 0.026, 0.115)
	}
	return j
}()

// The walker's materials, in the place of the machines'.
const (
	walkShell  = matBody  // white shells
	walkAccent = matPanel // coloured shells
	walkJoint  = matDark  // joints, soles, grips
	walkFace   = matGlass // the visor
	walkLight  = matLamp  // eyes and the antenna's tip
)

func walkerPalette() []scene.Material {
	m := palette()
	set := func(k material, name string, r, g, b, metallic, roughness float32) {
		m[k] = scene.DefaultMaterial()
		m[k].Name, m[k].BaseColor = name, mgl32.Vec4{r, g, b, 1}
		m[k].Metallic, m[k].Roughness = metallic, roughness
	}
	set(walkShell, "Shell", 0.80, 0.80, 0.77, 0, 0.38)
	set(walkAccent, "Accent", 0.80, 0.205, 0.030, 0, 0.42)
	set(walkJoint, "Joint", 0.028, 0.031, 0.036, 0.1, 0.5)
	set(walkFace, "Visor", 0.012, 0.014, 0.018, 0.2, 0.12)
	set(walkLight, "Light", 0.05, 0.25, 0.28, 0, 0.4)
	m[walkLight].Emissive = mgl32.Vec3{0.12, 0.75, 0.85}
	return m
}

// Walker returns the walking sample: a mannequin of shells on 25 joints, in
// one skinned mesh, each shell on one joint. It has no clips: it is there to be
// walked. Binds are moves only, and so are rests.
func Walker() *scene.Model {
	m := &scene.Model{Name: "walker", Materials: walkerPalette()}
	skin := scene.Skin{Name: "Walker", Skeleton: scene.Some(0)}
	for i, j := range walkerJoints {
		n := scene.Node{Name: j.name, Local: at(j.at)}
		if j.parent >= 0 {
			n.Parent = scene.Some(j.parent)
			n.Local = at(j.at.Sub(walkerJoints[j.parent].at))
			m.Nodes[j.parent].Children = append(m.Nodes[j.parent].Children, i)
		} else {
			m.Roots = append(m.Roots, i)
		}
		m.Nodes = append(m.Nodes, n)
		skin.Joints = append(skin.Joints, i)
		skin.InverseBind = append(skin.InverseBind, mgl64.Translate3D(negative(j.at[0]), negative(j.at[1]), negative(j.at[2])))
	}
	m.Skins = []scene.Skin{skin}
	s := walkerShape()
	prims, labels := s.primitives()
	for i := range prims {
		p := &prims[i]
		p.UV0 = nil
		p.Joints, p.Weights = make([][4]uint16, len(p.Positions)), make([][4]float32, len(p.Positions))
		for t, l := range labels[i] {
			for _, v := range p.Indices[3*t : 3*t+3] {
				p.Joints[v], p.Weights[v] = [4]uint16{uint16(l)}, [4]float32{1}
			}
		}
	}
	m.Meshes = []scene.Mesh{{Name: "Walker", Primitives: prims}}
	m.Roots = append(m.Roots, len(m.Nodes))
	m.Nodes = append(m.Nodes, scene.Node{Name: "Walker", Local: scene.Identity(), Mesh: scene.Some(0), Skin: scene.Some(0)})
	(&maker{m: m}).dropUnused()
	return m
}

// walkerShape builds all shells in model space, labelled by joint.
func walkerShape() *shape {
	s := newShape(walkShell, walkHips)
	s.tone = 1
	walkerTrunk(s)
	walkerHead(s)
	limbs := newShape(walkShell, 0)
	limbs.tone = 1
	walkerArm(limbs)
	walkerLeg(limbs)
	first := len(s.faces)
	s.merge(limbs, mgl64.Ident4())
	s.merge(limbs, mgl64.Scale3D(-1, 1, 1))
	for i := first + len(limbs.faces); i < len(s.faces); i++ {
		f := &s.faces[i]
		switch {
		case f.label >= walkLeftUpperLeg && f.label <= walkLeftToes:
			f.label += walkLegMirror
		case f.label >= walkLeftShoulder && f.label <= walkLeftHand:
			f.label += walkArmMirror
		}
	}
	return s
}

// pen chooses joint and material.
func (s *shape) pen(joint int, m material) {
	s.label, s.mat, s.tone = Label(joint), m, 1
}

// oval is a level ring of a superellipse: half widths in x and z, its middle, and
// how square it is (2 is an ellipse).
func oval(c vec, rx, rz float64, square float64, sides int) []vec {
	ps := make([]vec, sides)
	for k := range ps {
		sin, cos := sinCosDeg(360 * float64(k) / float64(sides))
		ps[k] = c.Add(vec{rx * spow(sin, 2/square), 0, rz * spow(cos, 2/square)})
	}
	return ps
}
