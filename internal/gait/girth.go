package gait

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/rig/humanoid"
	"donorlab/internal/scene"
)

// girth is how wide a body's flesh is, metres of the model: what bones alone do not
// say. Arms hang beside it and feet pass each other by it.
type girth struct {
	trunk float64    // half the trunk's width between hips and chest; 0 where there is no mesh
	foot  [2]float64 // how far the feet reach inward from the ankle
}

// measureGirth reads it from the mesh: of the vertices that hang on a bone, all but
// the outermost twentieth, so that a strap or a spike does not count.
func (r *Rig) measureGirth(m *scene.Model, bones *humanoid.Map, world []mgl64.Mat4) (g girth) {
	part := make([]int8, len(m.Nodes)) // 1 the trunk, 2 the left foot, 3 the right
	mark := func(s humanoid.Slot, as int8) {
		if n := bones.Node(s); n >= 0 {
			part[n] = as
		}
	}
	for _, s := range []humanoid.Slot{humanoid.Hips, humanoid.Spine, humanoid.Chest, humanoid.UpperChest} {
		mark(s, 1)
	}
	for side := range r.legs {
		on := humanoid.Side(side)
		if r.legs[side].footInLowLegs {
			mark(humanoid.LeftLowerLeg.On(on), int8(2+side))
		}
		mark(humanoid.LeftFoot.On(on), int8(2+side))
		mark(humanoid.LeftToes.On(on), int8(2+side))
	}
	low, high := r.legs[Left].hip[1], math.Inf(1)
	if j := r.slot[humanoid.LeftUpperArm]; j >= 0 {
		high = r.joints[j].at[1] - 0.12*r.Leg
	}
	var across [4][]float64
	inScene := m.InScene()
	for n := range m.Nodes {
		node := &m.Nodes[n]
		mesh, ok := node.Mesh.Get()
		if !ok || !inScene[n] {
			continue
		}
		var joints []int
		var places []mgl64.Mat4
		if skin, ok := node.Skin.Get(); ok {
			joints = m.Skins[skin].Joints
			places = m.JointMatrices(skin, world)
		}
		for i := range m.Meshes[mesh].Primitives {
			p := &m.Meshes[mesh].Primitives[i]
			skinned := places != nil && len(p.Weights) == len(p.Positions) && len(p.Joints) == len(p.Positions)
			for v := range p.Positions {
				owner := part[n]
				if skinned {
					best := 0
					for k := 1; k < 4; k++ {
						if p.Weights[v][k] > p.Weights[v][best] {
							best = k
						}
					}
					owner = 0
					if j := int(p.Joints[v][best]); j < len(joints) {
						owner = part[joints[j]]
					}
				}
				if owner == 0 {
					continue
				}
				at := scene.VertexPosition(p, v, world[n], places)
				switch {
				case !finite(at):
				case owner == 1 && at[1] > low && at[1] < high:
					across[1] = append(across[1], math.Abs(at[0]))
				case owner == 2 && at[1] < r.legs[Left].height:
					across[2] = append(across[2], r.legs[Left].ankle[0]-at[0])
				case owner == 3 && at[1] < r.legs[Right].height:
					across[3] = append(across[3], at[0]-r.legs[Right].ankle[0])
				}
			}
		}
	}
	g.trunk = mostOf(across[1])
	g.foot = [2]float64{mostOf(across[2]), mostOf(across[3])}
	return g
}

// mostOf is the value that a twentieth of all exceed, 0 of none.
func mostOf(x []float64) float64 {
	if len(x) == 0 {
		return 0
	}
	slices.Sort(x)
	return max(0, x[len(x)*19/20])
}
