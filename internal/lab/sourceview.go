package lab

import (
	"slices"

	"donorlab/internal/rig"
	"donorlab/internal/scene"
	"donorlab/internal/scene/draw"
)

// sourceView is the source as the preview draws it: primitives that hold
// several parts (loose pieces of one mesh) are split, so that each part can be
// tinted, picked and outlined. Vertices are shared with the source.
type sourceView struct {
	source *scene.Model
	parts  *rig.Parts // by the set of parts, not their roles
	model  *scene.Model
	partOf map[draw.Part]int
}

// sourceView returns the view of what is open, made anew when Probe ran again.
func (s *Session) sourceView() *sourceView {
	c := &s.frame
	if v := c.source; v != nil && v.source == s.doc.Source && sameCut(v.parts, s.work.Parts) {
		v.parts = s.work.Parts
		return v
	}
	c.source = newSourceView(s.doc.Source, s.work.Parts)
	return c.source
}

// sameCut reports whether two sets of parts cut the model alike, so that only
// roles may differ.
func sameCut(a, b *rig.Parts) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || len(a.Parts) != len(b.Parts) {
		return false
	}
	for i := range a.Parts {
		x, y := &a.Parts[i], &b.Parts[i]
		if x.Vertices != y.Vertices || x.ID.Primitive != y.ID.Primitive || x.ID.Piece != y.ID.Piece ||
			x.ID.Joint != y.ID.Joint || x.Hidden != y.Hidden && x.Geometry() != nil || !slices.Equal(x.Nodes, y.Nodes) {
			return false
		}
	}
	return true
}

func newSourceView(m *scene.Model, parts *rig.Parts) *sourceView {
	v := &sourceView{source: m, parts: parts, model: m, partOf: map[draw.Part]int{}}
	if parts == nil {
		return v
	}
	// cuts[node][primitive] lists the parts that own some of its triangles.
	type piece struct {
		part int
		tris []uint32
	}
	cuts := map[draw.Part][]piece{}
	for i := range parts.Parts {
		p := &parts.Parts[i]
		chunks := p.Geometry()
		if chunks == nil {
			for _, n := range p.Nodes {
				if mesh, ok := m.Nodes[n].Mesh.Get(); ok {
					for k := range m.Meshes[mesh].Primitives {
						v.partOf[draw.Part{Node: n, Primitive: k}] = i
					}
				}
			}
			continue
		}
		for _, c := range chunks {
			at := draw.Part{Node: c.Node, Primitive: c.Primitive}
			cuts[at] = append(cuts[at], piece{i, c.Triangles})
		}
	}
	if len(cuts) == 0 {
		return v
	}
	out := *m
	out.Nodes = slices.Clone(m.Nodes)
	out.Meshes = slices.Clone(m.Meshes)
	v.model = &out
	for n := range m.Nodes {
		mesh, ok := m.Nodes[n].Mesh.Get()
		if !ok {
			continue
		}
		var prims []scene.Primitive
		cut := false
		for k := range m.Meshes[mesh].Primitives {
			src := &m.Meshes[mesh].Primitives[k]
			pieces := cuts[draw.Part{Node: n, Primitive: k}]
			for _, pc := range pieces {
				cut = true
				if parts.Parts[pc.part].Hidden {
					continue
				}
				p := *src
				p.Indices = make([]uint32, 0, 3*len(pc.tris))
				for _, t := range pc.tris {
					if i := int(t) * 3; i+3 <= len(src.Indices) {
						p.Indices = append(p.Indices, src.Indices[i:i+3]...)
					}
				}
				v.partOf[draw.Part{Node: n, Primitive: len(prims)}] = pc.part
				prims = append(prims, p)
			}
			if len(pieces) == 0 {
				prims = append(prims, *src)
			}
		}
		if !cut {
			continue
		}
		nm := m.Meshes[mesh]
		nm.Primitives = prims
		out.Nodes[n].Mesh = scene.Some(len(out.Meshes))
		out.Meshes = append(out.Meshes, nm)
	}
	return v
}
