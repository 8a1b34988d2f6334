package draw

import (
	"cmp"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// chunk is how many vertices or triangles one task takes: enough to hide the
// cost of handing it out, few enough for the posed vertices to stay in cache.
const chunk = 1024

// job is one instance in the frame that is being made.
type job struct {
	inst    *instance
	item    int32
	copy    int32 // which of the item's places
	mode    Mode
	surface *Surface
	kind    Kind
	mat     mat34 // where mats is empty
	mats    []mat34
	matAt   int // first of mats in scratch.mats, -1 for none
	matN    int
	flips   []bool // by joint: its matrix mirrors; nil when none does
	flipAt  int
	uneven  bool   // some joint scales unevenly or shears
	flip    bool   // the node's matrix mirrors
	colors  []Tint // by joint, what a vertex's colour becomes; nil when all are alike
	colorAt int
	color   mgl32.Vec4
	tint    Tint
	heat    int          // joint whose weights are shown, -1 for none of this job's, -2 where none are
	verts   []skinVertex // the primitive's own, or morphed
	first   int          // first vertex in the list
	back    int          // first of the copies that face backwards, -1 for none
	slot    int          // first triangle slot
	firstID uint32
}

// task is a run of vertices or triangles of one job.
type task struct {
	job, from, to int
	kept, clipped int // triangles: how many were written
}

// far is one blended triangle on its way through the sort.
type farTriangle struct {
	after bool // over the water
	depth float32
	tri   Triangle
	job   int32
}

// scratch is what a Builder keeps between frames.
type scratch struct {
	lens    lens
	list    *List
	items   []Item // of the frame under way
	jobs    []job
	vtasks  []task
	ttasks  []task
	view    []mgl32.Vec3 // view-space position by vertex of the list
	code    []uint8
	rel     []mgl32.Vec3 // world position relative to the eye, by vertex; only where keepRel
	keepRel bool
	slots   []Triangle
	clips   []Triangle // to be clipped, in the same slots
	mats    []mat34
	flips   []bool
	colors  []Tint
	world   []mgl64.Mat4
	worlds  [][]mgl64.Mat4 // by item, model to world applied and snapped
	morph   [][]skinVertex // by job
	blended []farTriangle
	lit     []lit

	bone     []int  // nodes that an item shows as bones
	isBone   []bool // by node
	boneList []bone
	rest     []mgl64.Mat4
	poly     clipper
	lines    lineBuffer
	ground   shadowMap

	stage   int
	next    atomic.Int64
	wait    sync.WaitGroup
	worker  func()
	buffers []posedBuffer
	slotIDs atomic.Int64
}

type posedBuffer [chunk]posed

func (b *scratch) frame(list *List, items []Item, cam scene.Camera, opt Options) {
	list.header(cam, opt)
	if opt.Width <= 0 || opt.Height <= 0 {
		return
	}
	b.list, b.items = list, items
	b.lens = newLens(cam, opt.Width, opt.Height)
	b.lens.fill(&list.View)
	b.keepRel = opt.Shadow && b.lens.eye[1] > opt.GroundY
	b.collect(items)
	b.lamps(items, opt)
	b.reserve()
	b.run(stageVertices, len(b.vtasks), opt.Threads)
	b.run(stageTriangles, len(b.ttasks), opt.Threads)
	b.gather(opt)
	b.overlays(items, cam, opt)
	b.list, b.items = nil, nil
}

func (l *List) header(cam scene.Camera, opt Options) {
	l.Width, l.Height, l.Ortho = max(opt.Width, 0), max(opt.Height, 0), cam.Ortho
	l.Vertices, l.Triangles, l.Batches = l.Vertices[:0], l.Triangles[:0], l.Batches[:0]
	if opt.Light != nil {
		l.Light = *opt.Light
	} else {
		l.Light = Studio(cam)
	}
	if opt.Background != nil {
		l.Background = *opt.Background
	} else {
		l.Background = opt.Backdrop.colors()
	}
	l.Clear = opt.Backdrop == BackdropClear
	l.Lamps = l.Lamps[:0]
	if e := opt.Exposure; e != 0 && e-e == 0 {
		if l.Light.Exposure == 0 {
			l.Light.Exposure = 1
		}
		l.Light.Exposure = snapFloat(float64(l.Light.Exposure) * math.Exp2(min(max(opt.Exposure, -32), 32)))
	}
}

// collect makes the frame's jobs, in drawing order, with their matrices.
func (b *scratch) collect(items []Item) {
	b.jobs, b.mats, b.flips, b.colors = b.jobs[:0], b.mats[:0], b.flips[:0], b.colors[:0]
	b.poseNodes(items)
	for kind := Opaque; kind <= Blend; kind++ {
		for _, skinned := range [...]bool{false, true} {
			b.collectKind(items, kind, skinned)
		}
	}
	for i := range b.jobs {
		j := &b.jobs[i]
		if j.matAt >= 0 {
			j.mats = b.mats[j.matAt : j.matAt+j.matN]
		}
		if j.flipAt >= 0 {
			j.flips = b.flips[j.flipAt : j.flipAt+j.matN]
		}
		if j.colorAt >= 0 {
			j.colors = b.colors[j.colorAt : j.colorAt+j.matN]
		}
	}
}

// collectKind adds the jobs of one kind, of models with a skin or of those
// without. The copies of a primitive follow each other, so that they make one batch.
func (b *scratch) collectKind(items []Item, kind Kind, skinned bool) {
	id := uint32(0)
	for i := range items {
		it := &items[i]
		p := it.Prepared
		if p == nil {
			continue
		}
		id += uint32(p.triangles)
		if skinned != (len(p.model.Skins) > 0) {
			continue
		}
		for k := range p.instances {
			in := &p.instances[k]
			if it.shown(in.prim) != kind || in.node < len(it.Hidden) && it.Hidden[in.node] {
				continue
			}
			for c := range it.copies() {
				b.addJob(it, int32(i), c, in, kind, id-uint32(p.triangles))
			}
		}
	}
}

// shown is the kind that a primitive is drawn as.
func (it *Item) shown(p *prim) Kind {
	switch {
	case it.Clay || it.Checker || it.HeatNode != 0 || p.topology != scene.Triangles:
		return Opaque
	case it.Mode == ModeSolid:
		return Opaque
	case it.Mode == ModeAlphaThreshold:
		return Mask
	case it.Mode == ModeTransparentBeforeWater, it.Mode == ModeTransparentAfterWater:
		return Blend
	}
	return p.kind
}

// copies is how many times the item is drawn.
func (it *Item) copies() int {
	if it.Places == nil {
		return 1
	}
	return len(it.Places)
}

// place is the placement of a copy.
func (it *Item) place(copy int) mgl64.Mat4 {
	m := it.Place
	if it.Places != nil {
		m = it.Places[copy]
	}
	if m == (mgl64.Mat4{}) {
		return mgl64.Ident4()
	}
	return m
}

// placed applies a copy's placement to a model-space matrix and snaps it.
func (it *Item) placed(copy int, m mgl64.Mat4) mgl64.Mat4 {
	m = snapAffine(m, it.Prepared.size)
	if p := it.place(copy); p != mgl64.Ident4() {
		m = snapAffine(p.Mul4(m), it.Prepared.size)
	}
	return m
}

// poseNodes works out every item's node matrices in world space, snapped.
func (b *scratch) poseNodes(items []Item) {
	for len(b.worlds) < len(items) {
		b.worlds = append(b.worlds, nil)
	}
	for i := range items {
		it := &items[i]
		if it.Prepared == nil {
			continue
		}
		m := it.Prepared.model
		src := it.World
		if len(src) < len(m.Nodes) {
			b.world = m.World(b.world, nil, it.Prepared.order)
			src = b.world
		}
		w := b.worlds[i]
		if cap(w) < len(m.Nodes) {
			w = make([]mgl64.Mat4, len(m.Nodes))
		}
		b.worlds[i] = w[:len(m.Nodes)]
		copy(b.worlds[i], src)
	}
}

func (b *scratch) addJob(it *Item, item int32, copy int, in *instance, kind Kind, id uint32) {
	p := in.prim
	j := job{inst: in, item: item, copy: int32(copy), kind: kind, mode: it.Mode, surface: p.surface, color: p.base, verts: p.verts,
		matAt: -1, flipAt: -1, colorAt: -1, back: -1, heat: noHeat, firstID: id + in.firstID}
	heat, heated := it.HeatNode.Get()
	switch {
	case it.Clay || heated:
		j.surface, j.color = claySurface, clayColor
	case it.Checker:
		j.surface, j.color = checkerSurface(), mgl32.Vec4{1, 1, 1, 1}
	}
	if heated {
		j.heat = p.heatJoint(it.Prepared.model, in, heat)
	}
	if t, ok := it.PartTint[Part{in.node, in.part}]; ok {
		j.tint = t
	} else if in.node < len(it.NodeTint) {
		j.tint = it.NodeTint[in.node]
	}
	world := b.worlds[item]
	if in.skin < 0 {
		m := it.placed(copy, world[in.node])
		j.mat = layOut(&m, b.lens.eye)
		j.flip = determinant(&m) < 0
		if !b.keepRel && !it.Bounds && !it.MassCenter && p.source.Targets == nil && b.lens.misses(p, &j.mat) {
			return
		}
	} else {
		b.addJoints(it, copy, &j, world)
	}
	if (j.tint[3] != 0 || j.colorAt >= 0) && j.surface == p.surface {
		j.surface = p.plain // tints need the room for colours
	}
	j.verts = b.morphed(it, &j)
	b.jobs = append(b.jobs, j)
}

// addJoints appends the job's joint matrices, and what its vertices' colours
// become joint by joint where tints differ.
func (b *scratch) addJoints(it *Item, copy int, j *job, world []mgl64.Mat4) {
	in := j.inst
	s := &it.Prepared.model.Skins[in.skin]
	n := max(len(s.Joints), in.prim.joints, 1)
	j.matAt, j.matN = len(b.mats), n
	mirrored := false
	first := len(b.flips)
	for k := range n {
		var m mgl64.Mat4
		if k < len(s.Joints) {
			m = world[s.Joints[k]]
			if k < len(s.InverseBind) {
				m = m.Mul4(s.InverseBind[k])
			}
			m = it.placed(copy, m)
			j.uneven = j.uneven || !keepsAngles(&m)
			b.mats = append(b.mats, layOut(&m, b.lens.eye))
		} else {
			// A joint that the skin lacks adds nothing, as in scene.VertexPosition.
			b.mats = append(b.mats, mat34{})
		}
		neg := determinant(&m) < 0
		mirrored = mirrored || neg
		b.flips = append(b.flips, neg)
	}
	if mirrored {
		j.flipAt = first
	} else {
		b.flips = b.flips[:first]
	}
	if it.NodeTint == nil || j.tint[3] != 0 && len(it.PartTint) > 0 {
		return
	}
	j.colorAt = len(b.colors)
	for k := range n {
		t := j.tint
		if k < len(s.Joints) && s.Joints[k] < len(it.NodeTint) && it.NodeTint[s.Joints[k]][3] != 0 {
			t = it.NodeTint[s.Joints[k]]
		}
		b.colors = append(b.colors, t)
	}
}

func mixTint(c mgl32.Vec4, t Tint) mgl32.Vec4 {
	if t[3] == 0 {
		return c
	}
	for k := range 3 {
		c[k] += float32((t[k] - c[k]) * t[3])
	}
	return c
}

// reserve lays the jobs' vertices and triangles out and cuts them into tasks.
func (b *scratch) reserve() {
	b.vtasks, b.ttasks = b.vtasks[:0], b.ttasks[:0]
	verts, tris := 0, 0
	for i := range b.jobs {
		j := &b.jobs[i]
		n := len(j.verts)
		j.first, j.slot = verts, tris
		verts += n
		if j.inst.prim.twoSided {
			j.back = verts
			verts += n
		}
		for f := 0; f < n; f += chunk {
			b.vtasks = append(b.vtasks, task{job: i, from: f, to: min(f+chunk, n)})
		}
		if j.inst.prim.topology != scene.Triangles {
			continue
		}
		n = len(j.inst.prim.index) / 3
		tris += n
		for f := 0; f < n; f += chunk {
			b.ttasks = append(b.ttasks, task{job: i, from: f, to: min(f+chunk, n)})
		}
	}
	b.list.Vertices = grow(b.list.Vertices, verts)
	b.view = grow(b.view, verts)
	b.code = grow(b.code, verts)
	if b.keepRel {
		b.rel = grow(b.rel, verts)
	}
	b.slots = grow(b.slots, tris)
	b.clips = grow(b.clips, tris)
}

// grow returns s with length n, its memory reused where it is large enough.
func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/8)
	}
	return s[:n]
}

// gather puts the triangles that are left into the list, kind by kind.
func (b *scratch) gather(opt Options) {
	l := b.list
	b.blended = b.blended[:0]
	at := 0
	for i := range b.jobs {
		j := &b.jobs[i]
		from := len(l.Triangles)
		for at < len(b.ttasks) && b.ttasks[at].job == i {
			t := &b.ttasks[at]
			l.Triangles = append(l.Triangles, b.slots[j.slot+t.from:][:t.kept]...)
			for k := range t.clipped {
				b.clip(b.clips[j.slot+t.from+k])
			}
			at++
		}
		b.linePrimitive(j)
		if j.kind == Blend {
			for _, t := range l.Triangles[from:] {
				d := b.view[t.A][2] + b.view[t.B][2] + b.view[t.C][2]
				b.blended = append(b.blended, farTriangle{b.afterWater(j, &t, opt), d, t, int32(i)})
			}
			l.Triangles = l.Triangles[:from]
			continue
		}
		b.batch(j.kind, j.surface, from)
	}
}

// batch closes the run of triangles that starts at from.
func (b *scratch) batch(kind Kind, s *Surface, from int) {
	l := b.list
	n := len(l.Triangles) - from
	if n == 0 {
		return
	}
	if k := len(l.Batches) - 1; k >= 0 {
		if last := &l.Batches[k]; last.Kind == kind && last.Surface == s && last.First+last.Count == from {
			last.Count += n
			return
		}
	}
	l.Batches = append(l.Batches, Batch{Kind: kind, Surface: s, First: from, Count: n})
}

// sortBlended puts the blended triangles in drawing order: before the water,
// after it, each far to near.
func (b *scratch) sortBlended() {
	slices.SortFunc(b.blended, func(x, y farTriangle) int {
		if x.after != y.after {
			if y.after {
				return -1
			}
			return 1
		}
		if c := cmp.Compare(y.depth, x.depth); c != 0 {
			return c
		}
		if c := cmp.Compare(x.tri.ID, y.tri.ID); c != 0 {
			return c
		}
		return cmp.Compare(x.tri.Copy, y.tri.Copy)
	})
}

// layBlended appends the sorted triangles of one side of the water.
func (b *scratch) layBlended(after bool) {
	l := b.list
	for i := range b.blended {
		if b.blended[i].after != after {
			continue
		}
		from := len(l.Triangles)
		l.Triangles = append(l.Triangles, b.blended[i].tri)
		b.batch(Blend, b.jobs[b.blended[i].job].surface, from)
	}
}
