package draw

import (
	"cmp"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// Colours of the overlays, linear.
var (
	axisColors   = [3]mgl32.Vec4{{0.85, 0.06, 0.07, 1}, {0.17, 0.62, 0.05, 1}, {0.05, 0.20, 0.90, 1}}
	boneColor    = mgl32.Vec4{0.62, 0.66, 0.72, 0.80}
	boneSelected = mgl32.Vec4{1, 0.45, 0.05, 0.95}
	boneEdge     = mgl32.Vec4{0.01, 0.01, 0.015, 0.85}
	gridColor    = mgl32.Vec4{0.45, 0.48, 0.52, 0.30}
	boundsColor  = mgl32.Vec4{0.95, 0.75, 0.15, 0.8}
	outlineColor = mgl32.Vec4{1, 0.42, 0.04, 1}
	hoverColor   = mgl32.Vec4{0.25, 0.62, 1, 1}
)

// overlays appends what is not the model: first what lies on the ground, then
// the blended triangles, then what is drawn on top.
func (b *scratch) overlays(items []Item, cam scene.Camera, opt Options) {
	w := opt.LineWidth
	if w == 0 {
		w = 1.5
	}
	b.flatThings(cam, opt)
	for i := range items {
		it := &items[i]
		if it.Prepared == nil {
			continue
		}
		if it.Wire {
			b.wire(int32(i), w*0.6)
		}
		if it.Normals {
			b.normals(int32(i), float32(it.Prepared.size/50), w*0.6)
		}
		for _, p := range it.Hover {
			b.outline(int32(i), p, hoverColor, w*0.8)
		}
		for _, p := range it.Outline {
			b.outline(int32(i), p, outlineColor, w*1.6)
		}
	}
	for i := range items {
		it := &items[i]
		if it.Prepared == nil {
			continue
		}
		if it.Bounds {
			b.bounds(int32(i), w*0.8)
		}
		if it.MassCenter {
			b.massCenter(int32(i), it.Prepared.size, w)
		}
		if it.Bones || it.BoneAxes || it.RestFrames {
			for c := range it.copies() {
				b.bones(it, c, b.worlds[i], w)
			}
		}
	}
	if opt.Axes {
		b.gizmo(opt, w)
	}
}

// flatThings appends the blended triangles with the ground and the water among
// them, far to near: what lies beyond the water, the water, what is on the eye's
// side of it.
func (b *scratch) flatThings(cam scene.Camera, opt Options) {
	b.sortBlended()
	eye := b.lens.eye[1]
	above := eye > opt.GroundY
	beyond := opt.Water != nil && (opt.GroundY > opt.Water.Level) != (eye > opt.Water.Level)
	if beyond || opt.Water == nil && above {
		b.groundPlane(cam, opt)
	}
	b.layBlended(false)
	if opt.Water != nil {
		b.water(cam, opt.Water)
		if !beyond && above {
			b.groundPlane(cam, opt)
		}
	}
	b.layBlended(true)
	if !beyond && !above {
		b.groundPlane(cam, opt)
	}
}

func (b *scratch) groundPlane(cam scene.Camera, opt Options) {
	if opt.Shadow && b.lens.eye[1] > opt.GroundY {
		b.shadow(opt.GroundY)
	}
	if opt.Grid {
		b.grid(cam, opt)
	}
	if opt.GridLabels {
		b.gridLabels(cam, opt)
	}
}

// gridStep is the power of ten of metres that puts some twenty lines under a
// model which fills the view.
func gridStep(cam scene.Camera) float64 {
	d := max(cam.Distance, 1e-6)
	return math.Pow(10, math.Floor(math.Log10(d/6)+0.5))
}

// grid draws ground lines about the point under the target, fading out with
// distance from it.
func (b *scratch) grid(cam scene.Camera, opt Options) {
	const half, pieces = 24, 12
	step := opt.GridStep
	if step <= 0 {
		step = gridStep(cam)
	}
	from := len(b.list.Triangles)
	cx, cz := math.Round(cam.Target[0]/step), math.Round(cam.Target[2]/step)
	if math.IsNaN(cx+cz) || math.IsInf(cx+cz, 0) {
		return
	}
	for k := -half; k <= half; k++ {
		for dir := range 2 {
			b.gridLine(cx, cz, step, k, dir, half, pieces, opt.GroundY)
		}
	}
	b.batch(Blend, unlitSurface, from)
}

func (b *scratch) gridLine(cx, cz, step float64, k, dir, half, pieces int, y float64) {
	place := func(t float64) mgl32.Vec3 {
		u, v := float64(k), t
		if dir == 1 {
			u, v = v, u
		}
		return b.lens.point(mgl64.Vec3{(cx + u) * step, y, (cz + v) * step})
	}
	n := int(cx) + k
	if dir == 1 {
		n = int(cz) + k
	}
	base, width := gridColor, float32(1)
	switch {
	case n == 0 && dir == 0: // x = 0: the Z axis
		base = axisColors[2].Mul(0.8)
		base[3], width = 0.8, 1.4
	case n == 0:
		base = axisColors[0].Mul(0.8)
		base[3], width = 0.8, 1.4
	case n%10 == 0:
		base[3], width = 0.5, 1.2
	}
	color := func(t float64) mgl32.Vec4 {
		r := math.Sqrt(float64(k*k)+t*t) / float64(half)
		f := float32(max(1-r, 0))
		c := base
		c[3] = float32(c[3] * float32(f*f))
		return c
	}
	last, lastColor := place(float64(-half)), color(float64(-half))
	for i := 1; i <= pieces; i++ {
		t := float64(-half) + float64(2*half*i)/float64(pieces)
		p, c := place(t), color(t)
		if c[3] > 0.002 || lastColor[3] > 0.002 {
			b.line(last, p, lastColor, c, width, true, 1)
		}
		last, lastColor = p, c
	}
}

// bounds draws the box, along the world's axes, of an item as it is posed.
func (b *scratch) bounds(item int32, width float32) {
	lo := mgl32.Vec3{math.MaxFloat32, math.MaxFloat32, math.MaxFloat32}
	hi := lo.Mul(-1)
	for i := range b.jobs {
		j := &b.jobs[i]
		if j.item != item {
			continue
		}
		for k := range j.verts {
			if b.code[j.first+k]&outBad != 0 {
				continue
			}
			w := b.lens.world(&b.view[j.first+k])
			for c := range w {
				lo[c], hi[c] = min(lo[c], w[c]), max(hi[c], w[c])
			}
		}
	}
	if lo[0] > hi[0] {
		return
	}
	from := len(b.list.Triangles)
	at := func(k int) mgl32.Vec3 {
		p := [3]float32(lo)
		for c := range p {
			if k>>c&1 == 1 {
				p[c] = hi[c]
			}
		}
		return b.lens.toView(&p)
	}
	for k := range 8 {
		for c := range 3 {
			if o := k | 1<<c; o != k {
				b.line(at(k), at(o), boundsColor, boundsColor, width, false, 1)
			}
		}
	}
	b.batch(Overlay, unlitSurface, from)
}

// letters are the strokes of X, Y and Z in a box of one by one, y down.
var letters = [3][][4]float32{
	{{0, 0, 1, 1}, {1, 0, 0, 1}},
	{{0, 0, 0.5, 0.5}, {1, 0, 0.5, 0.5}, {0.5, 0.5, 0.5, 1}},
	{{0, 0, 1, 0}, {1, 0, 0, 1}, {0, 1, 1, 1}},
}

// gizmo draws the world's axes in the lower left corner, far ones first.
func (b *scratch) gizmo(opt Options, width float32) {
	from := len(b.list.Triangles)
	size := max(width, 1.5) * 20
	cx, cy := size*1.7, float32(opt.Height)-size*1.7
	axes := [3]int{0, 1, 2}
	dir := [3]mgl32.Vec3{
		b.lens.direction(mgl64.Vec3{1, 0, 0}), b.lens.direction(mgl64.Vec3{0, 1, 0}), b.lens.direction(mgl64.Vec3{0, 0, 1}),
	}
	slices.SortFunc(axes[:], func(i, j int) int { return cmp.Compare(dir[j][2], dir[i][2]) })
	for _, k := range axes {
		d := dir[k]
		x, y := cx+float32(d[0]*size), cy-float32(d[1]*size)
		c := axisColors[k]
		c[3] = 0.75 - float32(0.25*d[2])
		b.strip(cx, cy, 1, c, x, y, 1, c, width*1.4)
		s := size * 0.26
		lx, ly := cx+float32(d[0]*size*1.32)-s/2, cy-float32(d[1]*size*1.32)-s/2
		for _, l := range letters[k] {
			b.strip(lx+float32(l[0]*s), ly+float32(l[1]*s), 1, c, lx+float32(l[2]*s), ly+float32(l[3]*s), 1, c, width*0.9)
		}
	}
	b.batch(Overlay, unlitSurface, from)
}
