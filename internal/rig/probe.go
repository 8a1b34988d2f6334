package rig

import (
	"context"
	"encoding/hex"
	"fmt"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// ProbeOptions steer Probe. The zero value probes for the donor gunship.
type ProbeOptions struct {
	Target      Target
	StripNames  bool        // ignore all names
	Orientation Orientation // applied before anything is measured
	Scale       float64     // factor on all lengths, applied before anything is measured; 0 means 1
	SplitNodes  []int       // nodes whose mesh is split into loose pieces although it need not be
	Recipe      *Recipe     // its marks, splits and merges are kept; nil means none. Its Orientation, Scale and Target are not used.
	Interior    bool        // find out which parts are seen from outside; it takes the longest of all
	// Progress is called with the number of steps done and in all, and what is
	// being done; nil means it is not.
	Progress func(done, total int, what string)
}

// maxRows bounds the rows that one node's loose pieces make; the smallest
// pieces beyond it share one row.
const maxRows = 1000

// pieceRest is Identity.Piece of the row that holds the smallest pieces.
const pieceRest = -2

// Probe finds a model's parts, guesses their roles by shape and fits the
// rotors. It does not change the model. The error is ctx's, or a
// *scene.Problem where the model has nothing to measure.
func Probe(ctx context.Context, m *scene.Model, opt ProbeOptions) (*Parts, error) {
	progress := opt.Progress
	if progress == nil {
		progress = func(int, int, string) {}
	}
	if err := m.Check(); err != nil {
		return nil, err
	}
	nodes := meshNodes(m, opt.Orientation, opt.Scale)
	p := &Parts{Target: opt.Target, Orientation: opt.Orientation, Scale: scaleOf(opt.Scale), Source: sourceHex(m), Rigged: alreadyRigged(m)}
	p.bones = p.Rigged && jointsInUse(m, nodes) > 1
	splits, lostSplits := splitNodes(m, opt)
	pieces, err := gather(ctx, m, nodes, func(node int) bool { return p.bones && !splits[node] }, func(n int) { progress(n, len(nodes), "reading parts") })
	if err != nil {
		return nil, err
	}
	if len(pieces) == 0 {
		return nil, &scene.Problem{Code: "NO_PARTS", File: m.Source.Path, Message: "the model has no triangles to rig",
			Remedy: "open a file with meshes; a file that holds only bones or clips has no parts"}
	}
	ignored := helperNodes(m, nodes, pieces, opt.StripNames)
	use := make([]int, 0, len(pieces))
	for i := range pieces {
		if ignored[pieces[i].node] == "" {
			use = append(use, i)
		}
	}
	off := setAside(m, pieces, use, !opt.StripNames)
	kept := use[:0:0]
	for _, i := range use {
		if _, is := off[i]; !is {
			kept = append(kept, i)
		}
	}
	f := newFinder(ctx, m, pieces, kept, !opt.StripNames)
	cands, err := f.candidates(func(done, total int) { progress(done, total, "looking for rotors") })
	if err != nil {
		return nil, err
	}
	sets := f.groups(cands)
	f.decide(sets)
	f.straighten(sets)
	sets = append(sets, f.blocked(cands, sets)...)
	f.dropSpokes(sets)
	f.v = f.recognise(sets)
	if p.Target == Auto {
		p.Target = targetFor(sets)
	}
	lostMerges := p.rows(m, f, nodes, sets, splits, opt)
	p.hubs(f, sets)
	p.guess(f, sets, ignored)
	p.ignoreAside(off)
	p.figures(f)
	p.noteStrikes(sets)
	p.found = append(p.found, p.verifySeveral(f)...)
	p.edits = editsOf(opt.Recipe)
	if opt.Recipe != nil {
		p.noteUnmatched(p.Apply(opt.Recipe))
		p.noteLostEdits(lostSplits, lostMerges)
	} else {
		p.Apply(nil)
	}
	if opt.Interior {
		if err := p.seen(ctx, f, func(done, total int) { progress(done, total, "looking out from every part") }); err != nil {
			return nil, err
		}
	}
	p.measure()
	p.Findings = append(p.Findings, Verify(p)...)
	progress(1, 1, "done")
	return p, nil
}

func sourceHex(m *scene.Model) string {
	if m.Source.SHA256 == [32]byte{} {
		return ""
	}
	return hex.EncodeToString(m.Source.SHA256[:])
}

// alreadyRigged reports whether at least nine of ten vertices follow one bone
// by more than half.
func alreadyRigged(m *scene.Model) bool {
	all, held := 0, 0
	in := m.InScene()
	for i := range m.Nodes {
		mesh, ok := m.Nodes[i].Mesh.Get()
		if !ok || !in[i] {
			continue
		}
		for k := range m.Meshes[mesh].Primitives {
			p := &m.Meshes[mesh].Primitives[k]
			all += len(p.Positions)
			if m.Nodes[i].Skin == 0 {
				continue
			}
			for _, w := range p.Weights {
				if max(w[0], w[1], w[2], w[3]) > 0.5 {
					held++
				}
			}
		}
	}
	return all > 0 && 10*held >= 9*all
}

// helperNodes says of each node with a mesh why it is a helper shape; nodes
// that are none are not in the map.
func helperNodes(m *scene.Model, nodes []nodeMesh, pieces []piece, strip bool) map[int]string {
	out := map[int]string{}
	coloured := false
	for _, n := range nodes {
		mesh := &m.Meshes[m.Nodes[n.node].Mesh-1]
		for k := range mesh.Primitives {
			coloured = coloured || mesh.Primitives[k].Material != 0
		}
	}
	for _, n := range nodes {
		if why := helperReason(m, n.node, strip); why != "" {
			out[n.node] = why
		} else if why := looksLikeHelper(m, n.node, pieces); why != "" && coloured {
			out[n.node] = why
		}
	}
	if len(out) == len(nodes) { // a model of nothing but helpers is no such thing
		return map[int]string{}
	}
	return out
}

// rows makes the part list: a row a node, or a row a loose piece where a node
// holds the whole model, or a rotor beside other things, or was asked to be
// split.
func (p *Parts) rows(m *scene.Model, f *finder, nodes []nodeMesh, sets []rotorSet, split map[int]bool, opt ProbeOptions) (lost []Merge) {
	spins := map[int]int{} // piece -> set
	for g := range sets {
		if sets[g].role == Default {
			continue
		}
		for _, i := range sets[g].pieces {
			spins[i] = g
		}
	}
	byNode := map[int][]int{}
	if p.Target == General { // what moves on its own must be a row of its own
		f.v.ownRows(func(i, group int) {
			if _, ok := spins[i]; !ok {
				spins[i] = len(sets) + group
			}
		})
	}
	for i := range f.pieces {
		byNode[f.pieces[i].node] = append(byNode[f.pieces[i].node], i)
	}
	for _, n := range nodes {
		own := byNode[n.node]
		first, mixed := -1, false
		for k, i := range own {
			g, ok := spins[i]
			if !ok {
				g = -1
			}
			if k > 0 && g != first {
				mixed = true
			}
			first = g
		}
		switch {
		case len(own) == 0:
		case f.pieces[own[0]].joint >= 0: // of an already rigged model: a row a bone
			for _, i := range own {
				p.addRow(m, f, []int{i}, -1)
			}
		case len(own) > 1 && (mixed || split[n.node] || len(nodes) == 1):
			p.pieceRows(m, f, own, spins)
		default:
			p.addRow(m, f, own, -1)
		}
	}
	if opt.Recipe != nil {
		lost = p.merge(opt.Recipe.Merges)
	}
	return lost
}

func (p *Parts) pieceRows(m *scene.Model, f *finder, own []int, spins map[int]int) {
	order := append([]int(nil), own...)
	byArea(f.pieces, order)
	keep := map[int]bool{}
	for k, i := range order {
		_, spinning := spins[i]
		keep[i] = spinning || k < maxRows
	}
	var rest []int
	for _, i := range own {
		if keep[i] {
			p.addRow(m, f, []int{i}, f.pieces[i].ordinal)
		} else {
			rest = append(rest, i)
		}
	}
	if len(rest) > 0 {
		p.addRow(m, f, rest, pieceRest)
		p.Findings = append(p.Findings, Finding{Severity: scene.Info, Code: "SMALL_PIECES_TOGETHER",
			Message: fmt.Sprintf("the mesh falls into %d loose pieces; the %d smallest share one row", len(own), len(rest)),
			Parts:   []int{len(p.Parts) - 1}})
	}
}

// addRow appends a part made of the given pieces of one node.
func (p *Parts) addRow(m *scene.Model, f *finder, set []int, ordinal int) {
	node := f.pieces[set[0]].node
	q := Part{Index: len(p.Parts), Nodes: []int{node}, Hub: -1, Bounds: scene.EmptyBox(), Name: nameOf(m, node),
		Visibility: NotTested, Symmetry: 1, DominantBone: -1, Mirror: -1}
	if q.Name == "" {
		q.Name = fmt.Sprintf("node %d", node)
	}
	joint := f.pieces[set[0]].joint
	g := &geometry{whole: ordinal == -1 && joint < 0, pieces: set}
	for _, i := range set {
		s := &f.pieces[i]
		q.Vertices += s.verts
		q.Triangles += len(s.tris)
		q.Bounds = q.Bounds.Union(s.bounds)
		g.chunks = append(g.chunks, s.chunks...)
	}
	print := f.pieces[set[0]].local
	if len(set) > 1 {
		_, print = localShape(&m.Meshes[m.Nodes[node].Mesh-1], g.chunks)
	}
	q.Center, q.Size = q.Bounds.Center(), q.Bounds.Size()
	switch {
	case ordinal == pieceRest:
		q.Name += "#rest"
	case ordinal >= 0:
		q.Name += fmt.Sprintf("#%d", ordinal)
	}
	if skin, ok := m.Nodes[node].Skin.Get(); ok && joint >= 0 && joint < len(m.Skins[skin].Joints) {
		q.DominantBone = m.Skins[skin].Joints[joint]
		if q.Name = m.Nodes[q.DominantBone].Name; q.Name == "" {
			q.Name = fmt.Sprintf("bone %d", joint)
		}
	} else if q.DominantBone = dominantBone(m, node, g.chunks); q.DominantBone < 0 && g.whole {
		q.DominantBone = boneAbove(m, node)
	}
	q.ID = Identity{Source: p.Source, Path: nodePath(m, node), Primitive: -1, Piece: ordinal, Joint: joint, Fingerprint: print}
	q.geo = g
	p.Parts = append(p.Parts, q)
}

// nodePath is a node's place among its siblings, from the root down.
func nodePath(m *scene.Model, node int) []int {
	var out []int
	for {
		parent, ok := m.Nodes[node].Parent.Get()
		list := m.Roots
		if ok {
			list = m.Nodes[parent].Children
		}
		at := -1
		for k, c := range list {
			if c == node {
				at = k
			}
		}
		out = append([]int{at}, out...)
		if !ok {
			return out
		}
		node = parent
	}
}

// measure fills the bounds of all that is not ignored.
func (p *Parts) measure() {
	p.Bounds = scene.EmptyBox()
	for i := range p.Parts {
		if p.Parts[i].Role != Ignore {
			p.Bounds = p.Bounds.Union(p.Parts[i].Bounds)
		}
	}
}

func (p *Parts) noteUnmatched(marks []Mark) {
	for _, k := range marks {
		name := k.Name
		if name == "" {
			name = fmt.Sprintf("path %v", k.Part.Path)
		}
		p.Findings = append(p.Findings, Finding{Severity: scene.Warning, Code: "MARK_UNMATCHED",
			Message: fmt.Sprintf("the recipe marks %q as %s, but no part has its place or shape", name, k.Role),
			Cause:   "the model was changed or exchanged since the recipe was saved",
			Fix:     "mark the part that took its place, then save the recipe"})
	}
}

// geometry is which triangles of the source a part is.
type geometry struct {
	whole  bool // all triangles of its nodes
	pieces []int
	chunks []Chunk
}

// front is the model's own forward direction where nothing tells another.
var front = mgl64.Vec3{0, 0, 1}
