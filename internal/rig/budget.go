package rig

// BudgetLine is what one kind of bone takes of the budget.
type BudgetLine struct {
	What  string `json:"what"` // "wheels", "track links", ...
	Bones int    `json:"bones"`
}

// Budget is what a rig's bones are used for.
type Budget struct {
	Used  int          `json:"used"`
	Most  int          `json:"most"`  // MaxBones
	Depth int          `json:"depth"` // bones in the longest chain
	Lines []BudgetLine `json:"lines"` // largest need first named: in the order of the bones
	Empty []int        `json:"empty"` // bones that no vertex follows, by index
}

// MaxDepth is the longest chain of bones that the target engine takes.
const MaxDepth = 15

// Budget says what uses the bone budget.
func (r *Rig) Budget() Budget {
	b := Budget{Used: len(r.Bones), Most: MaxBones, Lines: []BudgetLine{}, Empty: []int{}}
	at := map[string]int{}
	depth := make([]int, len(r.Bones))
	verts := r.boneVertices()
	for i, bone := range r.Bones {
		what := budgetWord(bone.Role)
		k, ok := at[what]
		if !ok {
			k = len(b.Lines)
			at[what] = k
			b.Lines = append(b.Lines, BudgetLine{What: what})
		}
		b.Lines[k].Bones++
		depth[i] = 1
		if bone.Parent >= 0 && bone.Parent < i {
			depth[i] += depth[bone.Parent]
		}
		b.Depth = max(b.Depth, depth[i])
		if verts[i] == 0 {
			b.Empty = append(b.Empty, i)
		}
	}
	return b
}

func budgetWord(r Role) string {
	switch r {
	case Default:
		return "roots"
	case Wheel:
		return "wheels"
	case Turret:
		return "turret"
	case Gun:
		return "gun"
	case Rotor, TailRotor:
		return "rotors"
	case Trail:
		return "trails"
	case Caterpillar:
		return "track links"
	}
	return "body"
}

// boneVertices counts the vertices that follow each bone by more than half.
func (r *Rig) boneVertices() []int {
	n := make([]int, len(r.Bones))
	at := map[int]int{}
	for i := range r.Bones {
		at[r.Bones[i].Node] = i
	}
	seen := map[[2]int]bool{}
	for i := range r.Model.Nodes {
		s, ok := r.Model.Nodes[i].Skin.Get()
		mesh, drawn := r.Model.Nodes[i].Mesh.Get()
		if !ok || !drawn || s >= len(r.Model.Skins) || seen[[2]int{mesh, s}] {
			continue
		}
		seen[[2]int{mesh, s}] = true
		joints := r.Model.Skins[s].Joints
		for k := range r.Model.Meshes[mesh].Primitives {
			p := &r.Model.Meshes[mesh].Primitives[k]
			for v := range p.Positions {
				if j := dominantJoint(p, uint32(v)); j >= 0 && j < len(joints) {
					if b, ok := at[joints[j]]; ok {
						n[b]++
					}
				}
			}
		}
	}
	return n
}
