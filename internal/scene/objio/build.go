package objio

import (
	"fmt"
	"math"
	"slices"

	"donorlab/internal/scene"

	"github.com/go-gl/mathgl/mgl32"
)

// earWork is how many tests ear clipping may make in a load: a file of honest
// polygons needs some ten thousand, a hostile one could ask for days.
const earWork = 2e9

// builder turns batches into meshes, object by object.
type builder struct {
	l    *loader
	poly polygon
	ring []mgl32.Vec3

	// Smoothed normals, one for each position and smoothing group of the object.
	smoothAt []int32 // first slot of a position plus one
	slots    []slot

	// The primitive's vertices by position.
	vertexAt []int32 // first vertex of a position plus one
	chain    []link
	seen     []int32 // positions in use, to clear vertexAt
	flats    int64
	dropped  int
}

// slot is the sum of the faces round a position in one smoothing group.
type slot struct {
	v, next int32
	group   uint32
	sum     [3]float64
}

// link tells the vertices on one position apart.
type link struct {
	t, next int32
	normal  int64 // see normalID
}

// build makes nodes and meshes of all that was read.
func (l *loader) build() *scene.Problem {
	g := &l.geo
	n := int64(len(g.pos))
	if !l.mem.take(8 * n) {
		return tooMuch(0)
	}
	b := &builder{l: l, smoothAt: make([]int32, n), vertexAt: make([]int32, n)}
	b.poly.work = earWork
	if g.bright > 1 {
		l.once("OBJ_COLORS", "", 0, "the vertex colours go beyond 1; they are taken as bytes from 0 to 255", "")
	}
	// Batches stand in the order of their first element; an object's own are
	// brought together.
	order := make([]int, len(g.batches))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return int(g.batches[i].key.object) - int(g.batches[j].key.object) })
	for len(order) > 0 {
		k := 1
		for k < len(order) && g.batches[order[k]].key.object == g.batches[order[0]].key.object {
			k++
		}
		if p := b.object(order[:k]); p != nil {
			return p
		}
		order = order[k:]
		if p := l.cancelled(); p != nil {
			return p
		}
	}
	if b.dropped > 0 {
		l.warn("OBJ_DEGENERATE", "", 0, fmt.Sprintf("%d triangles name a vertex twice; they are left out", b.dropped), "")
	}
	drop(&l.mem, &g.pos)
	drop(&l.mem, &g.uv)
	drop(&l.mem, &g.normals)
	drop(&l.mem, &g.colors)
	l.mem.give(8 * n)
	return nil
}

// object makes the nodes of one object from its batches.
func (b *builder) object(batches []int) *scene.Problem {
	g := &b.l.geo
	for _, i := range batches {
		if p := b.check(&g.batches[i]); p != nil {
			return p
		}
	}
	if p := b.smoothNormals(batches); p != nil {
		return p
	}
	var groups []int32
	meshes := map[int32]*scene.Mesh{}
	for _, i := range batches {
		t := &g.batches[i]
		prim, p := b.primitive(t)
		if p != nil {
			return p
		}
		drop(&b.l.mem, &t.corners)
		drop(&b.l.mem, &t.elems)
		if prim == nil {
			continue
		}
		m := meshes[t.key.group]
		if m == nil {
			m = &scene.Mesh{}
			meshes[t.key.group] = m
			groups = append(groups, t.key.group)
		}
		if t.key.material >= 0 {
			u := &b.l.lib.used[t.key.material]
			u.count++
		} else {
			b.l.lib.bare = true
		}
		// The number of the use; dress turns it into the material's own.
		prim.Material = scene.Index(t.key.material + 1)
		m.Primitives = append(m.Primitives, *prim)
	}
	for _, s := range b.slots {
		b.smoothAt[s.v] = 0
	}
	drop(&b.l.mem, &b.slots)
	b.nodes(g.objects[g.batches[batches[0]].key.object].name, groups, meshes)
	return nil
}

// nodes adds one node for each group: below a node for the object where there
// are several.
func (b *builder) nodes(object string, groups []int32, meshes map[int32]*scene.Mesh) {
	m := b.l.m
	var parent scene.Index
	if object != "" && len(groups) > 1 {
		m.Roots = append(m.Roots, len(m.Nodes))
		m.Nodes = append(m.Nodes, scene.Node{Name: object, Local: scene.Identity()})
		parent = scene.Some(len(m.Nodes) - 1)
	}
	for _, gr := range groups {
		name := b.l.geo.groups[gr]
		switch {
		case object != "" && (name == "" || len(groups) == 1):
			name = object
		case name == "":
			name = m.Name
		}
		i := len(m.Nodes)
		mesh := meshes[gr]
		mesh.Name = name
		m.Nodes = append(m.Nodes, scene.Node{Name: name, Parent: parent, Local: scene.Identity(), Mesh: scene.Some(len(m.Meshes))})
		m.Meshes = append(m.Meshes, *mesh)
		if p, ok := parent.Get(); ok {
			m.Nodes[p].Children = append(m.Nodes[p].Children, i)
		} else {
			m.Roots = append(m.Roots, i)
		}
	}
}

// check holds the references that lay ahead when they were read against what
// came in the end.
func (b *builder) check(t *batch) *scene.Problem {
	g := &b.l.geo
	for _, e := range t.elems {
		for _, c := range t.corners[e.start : e.start+e.n] {
			switch {
			case int(c.v) >= len(g.pos):
				return outOfRange(int(e.line), "vertex", int64(c.v)+1, len(g.pos))
			case int(c.t) >= len(g.uv):
				return outOfRange(int(e.line), "texture coordinate", int64(c.t)+1, len(g.uv))
			case int(c.n) >= len(g.normals):
				return outOfRange(int(e.line), "normal", int64(c.n)+1, len(g.normals))
			}
		}
	}
	return nil
}

// wants reports whether a corner has no normal of the file's.
func (b *builder) wants(c corner) bool {
	return c.n < 0 || b.l.geo.normals[c.n] == (mgl32.Vec3{})
}

// smoothNormals adds up, for each position and smoothing group of an object,
// the area-weighted normals of the faces round it.
func (b *builder) smoothNormals(batches []int) *scene.Problem {
	g := &b.l.geo
	for _, i := range batches {
		t := &g.batches[i]
		if t.key.kind != scene.Triangles {
			continue
		}
		for _, e := range t.elems {
			if e.smooth == 0 {
				continue
			}
			corners := t.corners[e.start : e.start+e.n]
			if !slices.ContainsFunc(corners, b.wants) {
				continue
			}
			n := newell(b.corners(corners))
			for _, c := range corners {
				s := b.slot(c.v, e.smooth)
				if s < 0 {
					if !push(&b.l.mem, &b.slots, slot{v: c.v, group: e.smooth, next: b.smoothAt[c.v]}) {
						return tooMuch(int(e.line))
					}
					s = len(b.slots) - 1
					b.smoothAt[c.v] = int32(s + 1)
				}
				for k := range 3 {
					b.slots[s].sum[k] += n[k]
				}
			}
		}
	}
	return nil
}

// slot finds a position's slot of a smoothing group, -1 for none.
func (b *builder) slot(v int32, group uint32) int {
	for i := b.smoothAt[v]; i > 0; i = b.slots[i-1].next {
		if b.slots[i-1].group == group {
			return int(i - 1)
		}
	}
	return -1
}

// corners returns the positions of a face's corners; valid until the next call.
func (b *builder) corners(list []corner) []mgl32.Vec3 {
	b.ring = b.ring[:0]
	for _, c := range list {
		b.ring = append(b.ring, b.l.geo.pos[c.v])
	}
	return b.ring
}

// primitive makes the vertices and indices of a batch; nil for one in which
// nothing is left.
func (b *builder) primitive(t *batch) (*scene.Primitive, *scene.Problem) {
	p := &scene.Primitive{Topology: t.key.kind}
	w := &writer{b: b, p: p, kind: t.key.kind}
	for _, c := range t.corners {
		w.hasUV = w.hasUV || c.t >= 0
	}
	for i := range t.elems {
		if i&0xFFFF == 0 {
			if q := b.l.cancelled(); q != nil {
				return nil, q
			}
		}
		e := &t.elems[i]
		corners := t.corners[e.start : e.start+e.n]
		var ok bool
		switch t.key.kind {
		case scene.Triangles:
			var q *scene.Problem
			if q = w.face(e, corners); q != nil {
				return nil, q
			}
			continue
		case scene.Lines:
			ok = w.polyline(corners)
		default:
			ok = w.points(corners)
		}
		if !ok {
			return nil, tooMuch(int(e.line))
		}
	}
	for _, v := range b.seen {
		b.vertexAt[v] = 0
	}
	drop(&b.l.mem, &b.seen)
	drop(&b.l.mem, &b.chain)
	if len(p.Indices) == 0 {
		return nil, nil
	}
	mem := &b.l.mem
	p.Indices, p.Positions, p.Normals = trim(mem, p.Indices), trim(mem, p.Positions), trim(mem, p.Normals)
	p.UV0, p.Colors = trim(mem, p.UV0), trim(mem, p.Colors)
	p.MadeNormals = w.made && !w.own
	if !w.colored {
		p.Colors = nil
	}
	return p, nil
}

// writer fills one primitive.
type writer struct {
	b       *builder
	p       *scene.Primitive
	kind    scene.Topology
	hasUV   bool
	colored bool // some vertex has a colour that is not white
	made    bool // some normal is that of a face
	own     bool // some normal is the file's, or comes of its smoothing groups
}

// face triangulates one face.
func (w *writer) face(e *element, corners []corner) *scene.Problem {
	b := w.b
	ring := b.corners(corners)
	n := newell(ring)
	tris, ok := b.poly.triangulate(ring, n)
	if !ok {
		return problem("LIMIT_POLYGON", int(e.line), "the polygons up to here would take too long to cut into triangles", "triangulate the model in the modelling program before the export")
	}
	if b.poly.tangled {
		b.l.warn("OBJ_POLYGON_TANGLED", "", int(e.line), "the face crosses itself; its triangles may overlap", "triangulate the face in the modelling program")
	}
	flat := unit(n)
	if flat == (mgl32.Vec3{}) {
		flat = mgl32.Vec3{0, 1, 0} // a face without area is never seen
	}
	b.flats++
	for _, t := range tris {
		if corners[t[0]].v == corners[t[1]].v || corners[t[1]].v == corners[t[2]].v || corners[t[2]].v == corners[t[0]].v {
			b.dropped++
			continue
		}
		for _, k := range t {
			c := corners[k]
			id, normal := w.normal(c, e, flat)
			if !w.emit(c, id, normal) {
				return tooMuch(int(e.line))
			}
		}
	}
	return nil
}

// normal chooses a corner's normal: the file's, its smoothing group's, or the
// face's own. The id is equal for corners that share one.
func (w *writer) normal(c corner, e *element, flat mgl32.Vec3) (id int64, n mgl32.Vec3) {
	b := w.b
	if !b.wants(c) {
		w.own = true
		return int64(c.n), b.l.geo.normals[c.n]
	}
	if e.smooth != 0 {
		if s := b.slot(c.v, e.smooth); s >= 0 {
			if u := unit(b.slots[s].sum); u != (mgl32.Vec3{}) {
				w.own = true
				return 1<<40 + int64(s), u
			}
		}
	}
	w.made = true
	return 1<<41 + b.flats, flat
}

func (w *writer) polyline(corners []corner) bool {
	for i := 1; i < len(corners); i++ {
		if !w.emit(corners[i-1], 0, mgl32.Vec3{}) || !w.emit(corners[i], 0, mgl32.Vec3{}) {
			return false
		}
	}
	return true
}

func (w *writer) points(corners []corner) bool {
	for _, c := range corners {
		if !w.emit(c, 0, mgl32.Vec3{}) {
			return false
		}
	}
	return true
}

// emit adds an index, and a vertex where none is alike yet.
func (w *writer) emit(c corner, id int64, normal mgl32.Vec3) bool {
	b, mem := w.b, &w.b.l.mem
	for i := b.vertexAt[c.v]; i > 0; i = b.chain[i-1].next {
		if k := &b.chain[i-1]; k.t == c.t && k.normal == id {
			return push(mem, &w.p.Indices, uint32(i-1))
		}
	}
	if b.vertexAt[c.v] == 0 && !push(mem, &b.seen, c.v) {
		return false
	}
	if !push(mem, &b.chain, link{t: c.t, next: b.vertexAt[c.v], normal: id}) {
		return false
	}
	b.vertexAt[c.v] = int32(len(b.chain))
	return w.vertex(c, normal) && push(mem, &w.p.Indices, uint32(len(b.chain)-1))
}

// vertex adds a vertex. OBJ counts v from the bottom of the picture, glTF from
// its top.
func (w *writer) vertex(c corner, normal mgl32.Vec3) bool {
	g, mem, p := &w.b.l.geo, &w.b.l.mem, w.p
	if !push(mem, &p.Positions, g.pos[c.v]) {
		return false
	}
	if w.kind == scene.Triangles && !push(mem, &p.Normals, normal) {
		return false
	}
	if w.hasUV {
		uv := mgl32.Vec2{0, 1}
		if c.t >= 0 {
			uv = g.uv[c.t]
			uv[1] = float32(1 - float64(uv[1]))
		}
		if !push(mem, &p.UV0, uv) {
			return false
		}
	}
	if g.colors == nil {
		return true
	}
	color := g.colors[c.v]
	w.colored = w.colored || color != mgl32.Vec4{1, 1, 1, 1}
	return push(mem, &p.Colors, linear(color, g.bright > 1))
}

// linear turns a vertex colour, which programs write as sRGB, into linear light.
// Alpha is linear already.
func linear(c mgl32.Vec4, bytes bool) mgl32.Vec4 {
	for k := range 4 {
		v := float64(c[k])
		if bytes && (k < 3 || v > 1) {
			v /= 255
		}
		v = min(max(v, 0), 1)
		if k < 3 {
			if v <= 0.04045 {
				v /= 12.92
			} else {
				v = math.Pow((v+0.055)/1.055, 2.4)
			}
		}
		c[k] = float32(v)
	}
	return c
}
