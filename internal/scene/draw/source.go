package draw

// SourceTriangle says which triangle of the model has an ID within this
// Prepared, counted from 1: the node, the primitive in the node's mesh, and the
// triangle's number in it. In a list of several items the triangles of those
// before it are counted first; see Triangles. ok is false for an ID of none.
func (p *Prepared) SourceTriangle(id uint32) (node, primitive, triangle int, ok bool) {
	for i := range p.instances {
		in := &p.instances[i]
		if n := uint32(in.prim.count()); id >= in.firstID && id < in.firstID+n {
			return in.node, in.part, int(id - in.firstID), true
		}
	}
	return 0, 0, 0, false
}

// Triangles returns how many IDs the model's triangles, lines and points take.
func (p *Prepared) Triangles() int { return p.triangles }
