package draw

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// Widget shows one model in a small view of its own: in a list of assets, or
// turning in a panel. Only Prepared is needed.
type Widget struct {
	Prepared     *Prepared
	World        []mgl64.Mat4 // node to model space; nil means at rest
	Place        mgl64.Mat4   // model to world space; the zero matrix means identity
	Weights      [][]float32  // morph weights by node
	Hidden       []bool       // by node
	AzimuthDeg   float64      // at time zero; zero and ElevationDeg zero mean 40 and 15
	ElevationDeg float64
	FovYDeg      float64 // zero means 30
	Ortho        bool    // parallel projection
	SpinDeg      float64 // degrees that the view goes round in a second; zero stands still
	Backdrop     Backdrop
	Light        *Light // nil means the studio
	Shadow       bool   // contact shadow below the model
	Threads      int    // zero means GOMAXPROCS
}

// Camera returns the widget's camera, seconds after its start, for a picture of
// the size in pixels: close enough for the model to fill the picture but for a
// margin, and no closer at any other time.
func (w *Widget) Camera(width, height int, seconds float64) scene.Camera {
	cam := scene.Camera{AzimuthDeg: w.AzimuthDeg, ElevationDeg: w.ElevationDeg, FovYDeg: w.FovYDeg, Ortho: w.Ortho}
	if w.AzimuthDeg == 0 && w.ElevationDeg == 0 {
		cam.AzimuthDeg, cam.ElevationDeg = 40, 15
	}
	if w.FovYDeg == 0 {
		cam.FovYDeg = 30
	}
	var points []mgl64.Vec3
	if w.Prepared != nil {
		points = w.corners()
	}
	box := scene.EmptyBox()
	for _, p := range points {
		box = box.Add(p)
	}
	if box.Empty() {
		box = box.Add(mgl64.Vec3{-1, -1, -1}).Add(mgl64.Vec3{1, 1, 1})
		points = []mgl64.Vec3{box.Min, box.Max}
	}
	cam.Target = box.Center()
	if w.SpinDeg != 0 {
		points = sweep(points, cam.Target)
	}
	cam = fitPoints(cam, points, width, height)
	cam.AzimuthDeg = math.Remainder(cam.AzimuthDeg+w.SpinDeg*seconds, 360)
	return cam
}

// Frame fills list with the widget's picture, seconds after its start.
func (w *Widget) Frame(b *Builder, list *List, width, height int, seconds float64) {
	opt := Options{Width: width, Height: height, Light: w.Light, Backdrop: w.Backdrop, Shadow: w.Shadow, Threads: w.Threads}
	if w.Prepared == nil {
		b.Frame(list, nil, w.Camera(width, height, seconds), opt)
		return
	}
	it := Item{Prepared: w.Prepared, World: w.World, Place: w.Place, Weights: w.Weights, Hidden: w.Hidden}
	// A file with no mesh shows its skeleton.
	it.Bones = len(w.Prepared.instances) == 0
	if w.Shadow {
		low := math.Inf(1)
		for _, p := range w.corners() {
			low = min(low, p[1])
		}
		if low-low == 0 {
			opt.GroundY = low
		}
	}
	b.Frame(list, []Item{it}, w.Camera(width, height, seconds), opt)
}

// corners are the corners of the box about each primitive that is drawn, posed
// and placed; for a skinned one, of its box at each joint that it hangs on.
func (w *Widget) corners() (out []mgl64.Vec3) {
	p := w.Prepared
	m := p.model
	world := w.World
	if len(world) < len(m.Nodes) {
		world = m.World(nil, nil, p.order)
	}
	place := w.Place
	if place == (mgl64.Mat4{}) {
		place = mgl64.Ident4()
	}
	add := func(mat mgl64.Mat4, low, high, more [3]float32) {
		mat = place.Mul4(mat)
		for k := range 8 {
			c := low
			for i := range c {
				c[i] -= more[i]
				if k>>i&1 == 1 {
					c[i] = high[i] + more[i]
				}
			}
			v := mat.Mul4x1(mgl64.Vec4{float64(c[0]), float64(c[1]), float64(c[2]), 1}).Vec3()
			if s := v[0] - v[0] + (v[1] - v[1]) + (v[2] - v[2]); s == 0 {
				out = append(out, v)
			}
		}
	}
	for i := range p.instances {
		in := &p.instances[i]
		if in.node < len(w.Hidden) && w.Hidden[in.node] || !(in.prim.low[0] <= in.prim.high[0]) {
			continue
		}
		more := in.prim.morphReach(w.weightsOf(in))
		if in.skin < 0 {
			add(world[in.node], in.prim.low, in.prim.high, more)
			continue
		}
		joints := m.JointMatrices(in.skin, world)
		for k, box := range in.prim.jointBoxes() {
			if k < len(joints) && box[0][0] <= box[1][0] {
				add(joints[k], box[0], box[1], more)
			}
		}
	}
	if len(out) == 0 {
		// A skeleton alone; its last bones are stubs as long as that.
		stub := float32(p.size * 0.06)
		for _, mat := range world {
			at := mgl64.Translate3D(mat[12], mat[13], mat[14])
			add(at, [3]float32{}, [3]float32{}, [3]float32{stub, stub, stub})
		}
	}
	return out
}

// weightsOf are the morph weights that an instance is drawn with.
func (w *Widget) weightsOf(in *instance) []float32 {
	it := Item{Prepared: w.Prepared, Weights: w.Weights}
	return it.weightsOf(in)
}

// morphReach is how far morph targets may move a vertex along each axis.
func (p *prim) morphReach(weights []float32) (more [3]float32) {
	for k, t := range p.source.Targets {
		if k >= len(weights) || weights[k] == 0 {
			continue
		}
		var far [3]float32
		for _, d := range t.Positions {
			for c, x := range d {
				if x-x == 0 {
					far[c] = max(far[c], abs(x))
				}
			}
		}
		for c := range more {
			more[c] += float32(far[c] * abs(weights[k]))
		}
	}
	return more
}

// jointBoxes are the boxes of the vertices that hang on each joint, found when
// first asked for.
func (p *prim) jointBoxes() [][2][3]float32 {
	p.sides.boxOnce.Do(func() {
		inf := float32(math.Inf(1))
		boxes := make([][2][3]float32, p.joints)
		for i := range boxes {
			boxes[i] = [2][3]float32{{inf, inf, inf}, {-inf, -inf, -inf}}
		}
		for i := range p.verts {
			v := &p.verts[i]
			for k, w := range v.w {
				if w == 0 || int(v.j[k]) >= len(boxes) {
					continue
				}
				b := &boxes[v.j[k]]
				for c, x := range v.p {
					if x-x == 0 {
						b[0][c], b[1][c] = min(b[0][c], x), max(b[1][c], x)
					}
				}
			}
		}
		p.sides.boxes = boxes
	})
	return p.sides.boxes
}

// sweep replaces points by the circles on which they go round the vertical
// through a middle, sixteen points each, far enough out to contain the circle.
func sweep(points []mgl64.Vec3, mid mgl64.Vec3) []mgl64.Vec3 {
	low, high, radius := math.Inf(1), math.Inf(-1), 0.0
	for _, p := range points {
		low, high = min(low, p[1]), max(high, p[1])
		radius = max(radius, math.Hypot(p[0]-mid[0], p[2]-mid[2]))
	}
	out := make([]mgl64.Vec3, 0, 32)
	radius /= math.Cos(math.Pi / 16)
	for k := range 16 {
		s, c := math.Sincos(float64(k) * math.Pi / 8)
		for _, y := range [...]float64{low, high} {
			out = append(out, mgl64.Vec3{mid[0] + radius*s, y, mid[2] + radius*c})
		}
	}
	return out
}

// fitMargin is how much of half the picture the model takes.
const fitMargin = 0.94

// fitPoints moves a camera along its view, so that all points are just seen.
func fitPoints(cam scene.Camera, points []mgl64.Vec3, width, height int) scene.Camera {
	cam.Distance = 1
	ortho := cam.Ortho
	cam.Ortho = false
	tx, ty := halfExtent(cam, max(width, 1), max(height, 1))
	cam.Ortho = ortho
	view := cam.View()
	need := 0.0
	for _, p := range points {
		d := p.Sub(cam.Target)
		x := math.Abs(view[0]*d[0] + view[4]*d[1] + view[8]*d[2])
		y := math.Abs(view[1]*d[0] + view[5]*d[1] + view[9]*d[2])
		z := view[2]*d[0] + view[6]*d[1] + view[10]*d[2]
		side := max(x/tx, y/ty) / fitMargin
		if !ortho {
			side += z
		}
		need = max(need, side)
	}
	if !(need > 0) || math.IsInf(need, 0) {
		need = 1
	}
	cam.Distance = need
	return cam
}
