package draw

// morphed returns the job's vertices with its morph targets added, or the
// primitive's own where all weights are zero. Weights come from the item, else
// the node, else the mesh.
func (b *scratch) morphed(it *Item, j *job) []skinVertex {
	p := j.inst.prim
	targets := p.source.Targets
	slot := len(b.jobs)
	for len(b.morph) <= slot {
		b.morph = append(b.morph, nil)
	}
	if len(targets) == 0 {
		return p.verts
	}
	weights := it.weightsOf(j.inst)
	used := false
	for k := range targets {
		used = used || k < len(weights) && weights[k] != 0
	}
	if !used {
		return p.verts
	}
	out := grow(b.morph[slot], len(p.verts))
	b.morph[slot] = out
	copy(out, p.verts)
	for k := range targets {
		if k >= len(weights) || weights[k] == 0 {
			continue
		}
		w, t := weights[k], &targets[k]
		for i := range out[:min(len(out), len(t.Positions))] {
			d, v := &t.Positions[i], &out[i]
			v.p[0] += float32(w * d[0])
			v.p[1] += float32(w * d[1])
			v.p[2] += float32(w * d[2])
		}
		for i := range out[:min(len(out), len(t.Normals))] {
			d, v := &t.Normals[i], &out[i]
			v.n[0] += float32(w * d[0])
			v.n[1] += float32(w * d[1])
			v.n[2] += float32(w * d[2])
		}
	}
	return out
}

// weightsOf are an instance's morph weights: the item's, else the node's, else
// the mesh's.
func (it *Item) weightsOf(in *instance) []float32 {
	if in.node < len(it.Weights) && len(it.Weights[in.node]) > 0 {
		return it.Weights[in.node]
	}
	if w := it.Prepared.model.Nodes[in.node].Weights; len(w) > 0 {
		return w
	}
	return in.prim.weights
}
