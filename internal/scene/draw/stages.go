package draw

import (
	"runtime"

	"github.com/go-gl/mathgl/mgl32"
)

const (
	stageVertices = iota
	stageTriangles
)

// run does a stage's tasks on several threads. Every task writes only places of
// its own, so the result does not depend on who does what.
func (b *scratch) run(stage, tasks, threads int) {
	if threads <= 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	threads = max(min(threads, tasks), 1)
	if len(b.buffers) < threads {
		b.buffers = make([]posedBuffer, threads)
	}
	b.stage = stage
	b.next.Store(0)
	b.slotIDs.Store(0)
	if threads == 1 {
		b.work()
		return
	}
	if b.worker == nil {
		b.worker = func() { defer b.wait.Done(); b.work() }
	}
	b.wait.Add(threads)
	for range threads - 1 {
		go b.worker()
	}
	b.worker()
	b.wait.Wait()
}

func (b *scratch) work() {
	buf := &b.buffers[b.slotIDs.Add(1)-1]
	for {
		i := int(b.next.Add(1) - 1)
		if b.stage == stageVertices {
			if i >= len(b.vtasks) {
				return
			}
			b.doVertices(&b.vtasks[i], buf)
		} else {
			if i >= len(b.ttasks) {
				return
			}
			b.doTriangles(&b.ttasks[i])
		}
	}
}

// doVertices poses, colours and projects a run of vertices.
func (b *scratch) doVertices(t *task, buf *posedBuffer) {
	j := &b.jobs[t.job]
	src := j.verts[t.from:t.to]
	dst := buf[:len(src)]
	switch {
	case j.mats == nil:
		poseRigid(dst, src, &j.mat)
	case j.uneven:
		poseSkinnedAny(dst, src, j.mats)
	default:
		poseSkinned(dst, src, j.mats)
	}
	at := j.first + t.from
	out := b.list.Vertices[at:][:len(src)]
	view := b.view[at:][:len(src)]
	code := b.code[at:][:len(src)]
	if b.keepRel {
		for i := range dst {
			b.rel[at+i] = dst[i].p
		}
	}
	p := j.inst.prim
	l := &b.lens
	col := mixTint(j.color, j.tint)
	perVertex := p.colors != nil || j.colors != nil || j.heat != noHeat
	for i := range dst {
		d, o := &dst[i], &out[i]
		v := l.toView(&d.p)
		c := l.outcode(&v)
		view[i], code[i] = v, c
		q := float32(1)
		if c&(outNear|outBad) == 0 {
			o.X, o.Y, o.Q = l.project(&v)
			if !l.ortho {
				q = o.Q
			}
		} else {
			// Never drawn as it stands; attributes are kept as they are for the clipper.
			o.X, o.Y, o.Q = 0, 0, 1
		}
		if p.uv != nil {
			uv := &p.uv[t.from+i]
			o.U, o.V = float32(uv[0]*q), float32(uv[1]*q)
		} else {
			o.U, o.V = 0, 0
		}
		k := col
		if perVertex {
			k = j.vertexColor(t.from + i)
		}
		o.R, o.G, o.B, o.A = float32(k[0]*q), float32(k[1]*q), float32(k[2]*q), float32(k[3]*q)
		n := &d.n
		s := float32(n[0]*n[0]) + float32(n[1]*n[1]) + float32(n[2]*n[2])
		if s > 1e-30 && s < 1e30 {
			q = float32(q * rsqrt(s))
		}
		o.NX, o.NY, o.NZ = float32(n[0]*q), float32(n[1]*q), float32(n[2]*q)
	}
	if j.surface.Carry != CarryColor {
		j.carry(out, t.from, l.ortho)
	}
	if j.back < 0 {
		return
	}
	at = j.back + t.from
	copy(b.view[at:], view)
	copy(b.code[at:], code)
	back := b.list.Vertices[at:][:len(out)]
	for i := range out {
		back[i] = out[i]
		back[i].NX, back[i].NY, back[i].NZ = -out[i].NX, -out[i].NY, -out[i].NZ
	}
}

func (j *job) vertexColor(i int) mgl32.Vec4 {
	p := j.inst.prim
	if j.heat != noHeat {
		return heatColor(j.heatOf(i))
	}
	c := j.color
	if p.colors != nil && (j.surface == p.surface || j.surface == p.plain) {
		v := &p.colors[i]
		for k := range c {
			c[k] = float32(c[k] * v[k])
		}
	}
	t := j.tint
	if j.colors != nil {
		t = j.colors[p.dominant[i]]
	}
	return mixTint(c, t)
}

// doTriangles culls a run of triangles and writes what is left to its slots.
func (b *scratch) doTriangles(t *task) {
	j := &b.jobs[t.job]
	p := j.inst.prim
	vs := b.list.Vertices[j.first:][:len(j.verts)]
	code := b.code[j.first:][:len(j.verts)]
	idx := p.index[3*t.from : 3*t.to]
	slots := b.slots[j.slot+t.from : j.slot+t.to]
	clips := b.clips[j.slot+t.from : j.slot+t.to]
	kept, clipped := 0, 0
	first := uint32(j.first)
	for k := 0; k+2 < len(idx); k += 3 {
		ia, ib, ic := idx[k], idx[k+1], idx[k+2]
		ca, cb, cc := code[ia], code[ib], code[ic]
		if ca&cb&cc&outFrustum != 0 || (ca|cb|cc)&outBad != 0 {
			continue
		}
		tri := Triangle{A: first + ia, B: first + ib, C: first + ic, Node: int32(j.inst.node), Part: int32(j.inst.part),
			Item: j.item, Copy: j.copy, ID: j.firstID + uint32(t.from+k/3)}
		flip := j.flip
		if j.flips != nil {
			flip = j.flips[p.dominant[ia]]
		}
		if (ca|cb|cc)&(outNear|outGuard) != 0 {
			if b.facesAway(ia+first, ib+first, ic+first) != flip {
				if j.back < 0 {
					continue
				}
				tri.toBack(j)
			}
			clips[clipped] = tri
			clipped++
			continue
		}
		va, vb, vc := &vs[ia], &vs[ib], &vs[ic]
		area := float32((vb.X-va.X)*(vc.Y-va.Y)) - float32((vc.X-va.X)*(vb.Y-va.Y))
		if area == 0 {
			continue
		}
		// y runs down, so a front face has negative area.
		if (area > 0) != flip {
			if j.back < 0 {
				continue
			}
			tri.toBack(j)
		}
		slots[kept] = tri
		kept++
	}
	t.kept, t.clipped = kept, clipped
}

// toBack moves the triangle to the copies of its vertices whose normals point the other way.
func (t *Triangle) toBack(j *job) {
	d := uint32(j.back - j.first)
	t.A, t.B, t.C = t.A+d, t.B+d, t.C+d
}

// facesAway says which side of a triangle the eye sees, also where a corner is
// behind the eye.
func (b *scratch) facesAway(ia, ib, ic uint32) bool {
	va, vb, vc := &b.view[ia], &b.view[ib], &b.view[ic]
	e, f := vb.Sub(*va), vc.Sub(*va)
	n := mgl32.Vec3{
		float32(e[1]*f[2]) - float32(e[2]*f[1]),
		float32(e[2]*f[0]) - float32(e[0]*f[2]),
		float32(e[0]*f[1]) - float32(e[1]*f[0]),
	}
	// Right, up, ahead is a left-handed frame: the sign turns round.
	if b.lens.ortho {
		return n[2] < 0
	}
	return dot(&n, va) < 0
}
