package rig

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"donorlab/internal/scene"
)

// scaleOf is a scale with 0 read as 1.
func scaleOf(s float64) float64 {
	if s == 0 {
		return 1
	}
	return s
}

// MadeFor reports whether the parts are what a probe with this recipe would
// list: the same orientation, scale, target, splits and merges. Marks do not
// count; Apply puts them into effect. It is false for nil parts.
func (p *Parts) MadeFor(r *Recipe) bool {
	return p != nil && p.Orientation == r.Orientation && scaleOf(p.Scale) == scaleOf(r.Scale) &&
		(p.Target == r.Target || r.Target == Auto) && p.edits == editsOf(r)
}

// editsOf tells one set of splits and merges from another.
func editsOf(r *Recipe) string {
	if r == nil || len(r.Splits)+len(r.Merges) == 0 {
		return ""
	}
	var b bytes.Buffer
	if err := json.NewEncoder(&b).Encode(struct {
		S []Identity
		M []Merge
	}{r.Splits, r.Merges}); err != nil {
		return err.Error()
	}
	return b.String()
}

// targetFor is what Auto stands for.
func targetFor(sets []rotorSet) Target {
	mains, tails := 0, 0
	for g := range sets {
		tails += btoi(sets[g].role == TailRotor)
		mains += btoi(sets[g].role == Rotor && sets[g].kind == "main rotor")
	}
	if tails > 0 || mains == 1 || mains == 2 {
		return DonorGunship
	}
	return General // also a drone: no donor has a channel for each of its rotors
}

// jointsInUse counts the joints that any vertex follows most, up to two.
func jointsInUse(m *scene.Model, nodes []nodeMesh) int {
	type joint struct {
		skin scene.Index
		n    int
	}
	seen := map[joint]bool{}
	for _, nm := range nodes {
		n := &m.Nodes[nm.node]
		if n.Skin == 0 {
			continue
		}
		for k := range m.Meshes[n.Mesh-1].Primitives {
			p := &m.Meshes[n.Mesh-1].Primitives[k]
			for v := range p.Positions {
				if j := dominantJoint(p, uint32(v)); j >= 0 {
					if seen[joint{n.Skin, j}] = true; len(seen) > 1 {
						return 2
					}
				}
			}
		}
	}
	return len(seen)
}

// splitNodes are the nodes to be split by hand; lost are splits whose node is
// not there or draws nothing.
func splitNodes(m *scene.Model, opt ProbeOptions) (split map[int]bool, lost []Identity) {
	split = map[int]bool{}
	for _, n := range opt.SplitNodes {
		split[n] = true
	}
	if opt.Recipe == nil {
		return split, nil
	}
	for _, id := range opt.Recipe.Splits {
		if n := nodeAt(m, id.Path); n >= 0 && m.Nodes[n].Mesh != 0 {
			split[n] = true
		} else {
			lost = append(lost, id)
		}
	}
	return split, lost
}

// nodeAt is the node at a path as nodePath writes it, -1 for none.
func nodeAt(m *scene.Model, path []int) int {
	list, at := m.Roots, -1
	for _, k := range path {
		if k < 0 || k >= len(list) {
			return -1
		}
		at = list[k]
		list = m.Nodes[at].Children
	}
	return at
}

// merge makes the rows of each merge one, and returns the merges of which fewer
// than two rows were found. A part is found as a mark finds it.
func (p *Parts) merge(merges []Merge) (lost []Merge) {
	gone := make([]bool, len(p.Parts))
	taken := make([]bool, len(p.Parts))
	for _, g := range merges {
		var rows []int
		for _, id := range g.Parts {
			k := Mark{Part: id}
			at := p.findExact(k, taken)
			if at < 0 {
				at = p.findByShape(k, taken)
			}
			if at >= 0 {
				taken[at] = true
				rows = append(rows, at)
			}
		}
		if len(rows) < len(g.Parts) {
			lost = append(lost, g)
		}
		if len(rows) < 2 {
			continue
		}
		slices.Sort(rows)
		p.mergeRows(rows, g.Name)
		for _, i := range rows[1:] {
			gone[i] = true
		}
	}
	to := make([]int, len(p.Parts)) // new index of each row
	keep := p.Parts[:0]
	for i := range p.Parts {
		if to[i] = len(keep); !gone[i] {
			q := p.Parts[i]
			q.Index = len(keep)
			keep = append(keep, q)
		}
	}
	p.Parts = keep
	for n := range p.Findings {
		for k, i := range p.Findings[n].Parts {
			p.Findings[n].Parts[k] = min(to[i], len(keep)-1)
		}
	}
	return lost
}

// mergeRows pours rows, rising, into the first of them.
func (p *Parts) mergeRows(rows []int, name string) {
	q := &p.Parts[rows[0]]
	g := &geometry{whole: q.geo.whole, pieces: slices.Clone(q.geo.pieces), chunks: slices.Clone(q.geo.chunks)}
	q.Nodes = slices.Clone(q.Nodes)
	for _, i := range rows[1:] {
		o := &p.Parts[i]
		for _, n := range o.Nodes {
			if !slices.Contains(q.Nodes, n) {
				q.Nodes = append(q.Nodes, n)
			}
		}
		q.Vertices += o.Vertices
		q.Triangles += o.Triangles
		q.Bounds = q.Bounds.Union(o.Bounds)
		g.whole = g.whole && o.geo.whole
		g.pieces = append(g.pieces, o.geo.pieces...)
		g.chunks = append(g.chunks, o.geo.chunks...)
		if o.DominantBone != q.DominantBone {
			q.DominantBone = -1
		}
	}
	if name != "" {
		q.Name = name
	}
	q.Center, q.Size, q.Merged, q.geo = q.Bounds.Center(), q.Bounds.Size(), true, g
}

// noteLostEdits says which splits and merges of the recipe found nothing.
func (p *Parts) noteLostEdits(splits []Identity, merges []Merge) {
	for _, id := range splits {
		p.Findings = append(p.Findings, Finding{Severity: scene.Warning, Code: "SPLIT_UNMATCHED",
			Message: fmt.Sprintf("the recipe splits the mesh at path %v, but there is none", id.Path),
			Cause:   "the model was changed or exchanged since the recipe was saved", Fix: "split the part that took its place"})
	}
	for _, g := range merges {
		p.Findings = append(p.Findings, Finding{Severity: scene.Warning, Code: "MERGE_UNMATCHED",
			Message: fmt.Sprintf("the recipe merges %d parts as %q, but not all of them are there", len(g.Parts), g.Name),
			Cause:   "the model was changed or exchanged since the recipe was saved", Fix: "merge the parts anew"})
	}
}

// dominantBone is the node of the joint that holds most vertices of some
// triangles, -1 for none.
func dominantBone(m *scene.Model, node int, chunks []Chunk) int {
	skin, ok := m.Nodes[node].Skin.Get()
	if !ok {
		return -1
	}
	joints := m.Skins[skin].Joints
	held := make([]int, len(joints))
	best := -1
	for _, c := range chunks {
		p := &m.Meshes[m.Nodes[c.Node].Mesh-1].Primitives[c.Primitive]
		for _, t := range c.Triangles {
			if j := dominantJoint(p, p.Indices[3*t]); j >= 0 && j < len(joints) {
				held[j]++
			}
		}
	}
	for j, n := range held {
		if n > 0 && (best < 0 || n > held[best]) {
			best = j
		}
	}
	if best < 0 {
		return -1
	}
	return joints[best]
}

// boneAbove is the nearest node at or above one that is a joint of a skin, -1
// for none: what a rigid attachment follows.
func boneAbove(m *scene.Model, node int) int {
	for {
		for s := range m.Skins {
			if slices.Contains(m.Skins[s].Joints, node) {
				return node
			}
		}
		p, ok := m.Nodes[node].Parent.Get()
		if !ok {
			return -1
		}
		node = p
	}
}
