package draw

import (
	"math"
	"strconv"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// massColor is the mark of the centre of mass, on dark and on light.
var (
	massColor = mgl32.Vec4{1, 0.80, 0.08, 1}
	massEdge  = mgl32.Vec4{0.01, 0.01, 0.01, 0.9}
)

// mass adds up what an item draws, posed, in world space. It works on the
// frame's own vertices, so it shows what the picture shows.
func (b *scratch) mass(item int32) (m scene.Mass) {
	wide := func(i uint32) mgl64.Vec3 {
		w := b.lens.world(&b.view[i])
		return mgl64.Vec3{float64(w[0]), float64(w[1]), float64(w[2])}
	}
	for i := range b.jobs {
		j := &b.jobs[i]
		if j.item != item || j.inst.prim.topology != scene.Triangles {
			continue
		}
		idx := j.inst.prim.index
		first := uint32(j.first)
		for t := 0; t+2 < len(idx); t += 3 {
			p, q, r := first+idx[t], first+idx[t+1], first+idx[t+2]
			if (b.code[p]|b.code[q]|b.code[r])&outBad != 0 {
				continue
			}
			if j.flip {
				q, r = r, q
			}
			m.Add(wide(p), wide(q), wide(r))
		}
	}
	return m
}

// massCenter marks an item's centre of mass: a disc in four quarters, as on a
// crash-test dummy, and a plumb line each way.
func (b *scratch) massCenter(item int32, size float64, width float32) {
	m := b.mass(item)
	at, ok := m.Center()
	if !ok {
		return
	}
	rel := [3]float32{float32(at[0]), float32(at[1]), float32(at[2])}
	v := b.lens.toView(&rel)
	if b.lens.outcode(&v) != 0 {
		return
	}
	from := len(b.list.Triangles)
	x, y, _ := b.lens.project(&v)
	long := float32(size * 0.12)
	for k := range 3 {
		p, q := rel, rel
		p[k], q[k] = rel[k]-long, rel[k]+long
		b.line(b.lens.toView(&p), b.lens.toView(&q), massColor, massColor, width*0.7, false, 1)
	}
	r := max(width, 1.5) * 4.5
	const parts = 24
	mid := func(c mgl32.Vec4) uint32 { return b.flat(x, y, 1, c) }
	rim := func(k int, c mgl32.Vec4) uint32 {
		s, co := math.Sincos(2 * math.Pi * float64(k) / parts)
		return b.flat(x+snap32(float64(r)*co, 256), y+snap32(float64(r)*s, 256), 1, c)
	}
	for k := range parts {
		c := massColor
		if k/(parts/4)%2 == 0 {
			c = massEdge
			c[3] = 1
		}
		b.loose(mid(c), rim(k, c), rim(k+1, c))
	}
	for k := range parts {
		s0, c0 := math.Sincos(2 * math.Pi * float64(k) / parts)
		s1, c1 := math.Sincos(2 * math.Pi * float64(k+1) / parts)
		b.strip(x+snap32(float64(r)*c0, 256), y+snap32(float64(r)*s0, 256), 1, massEdge,
			x+snap32(float64(r)*c1, 256), y+snap32(float64(r)*s1, 256), 1, massEdge, width*0.8)
	}
	b.batch(Overlay, unlitSurface, from)
}

// digits are the strokes of 0 to 9, '-', '.', 'm' and 'k' in a box of 0.6 by 1, y down.
var digits = map[byte][][4]float32{
	'0': {{0, 0, .6, 0}, {.6, 0, .6, 1}, {.6, 1, 0, 1}, {0, 1, 0, 0}},
	'1': {{.1, .2, .35, 0}, {.35, 0, .35, 1}},
	'2': {{0, 0, .6, 0}, {.6, 0, .6, .5}, {.6, .5, 0, .5}, {0, .5, 0, 1}, {0, 1, .6, 1}},
	'3': {{0, 0, .6, 0}, {.6, 0, .6, 1}, {.6, 1, 0, 1}, {.1, .5, .6, .5}},
	'4': {{0, 0, 0, .5}, {0, .5, .6, .5}, {.6, 0, .6, 1}},
	'5': {{.6, 0, 0, 0}, {0, 0, 0, .5}, {0, .5, .6, .5}, {.6, .5, .6, 1}, {.6, 1, 0, 1}},
	'6': {{.6, 0, 0, 0}, {0, 0, 0, 1}, {0, 1, .6, 1}, {.6, 1, .6, .5}, {.6, .5, 0, .5}},
	'7': {{0, 0, .6, 0}, {.6, 0, .25, 1}},
	'8': {{0, 0, .6, 0}, {.6, 0, .6, 1}, {.6, 1, 0, 1}, {0, 1, 0, 0}, {0, .5, .6, .5}},
	'9': {{.6, .5, 0, .5}, {0, .5, 0, 0}, {0, 0, .6, 0}, {.6, 0, .6, 1}, {.6, 1, 0, 1}},
	'-': {{.1, .5, .5, .5}},
	'.': {{.2, .95, .4, .95}, {.3, .85, .3, 1.02}},
	'm': {{0, .4, 0, 1}, {0, .45, .6, .45}, {.3, .45, .3, 1}, {.6, .45, .6, 1}},
	'k': {{0, 0, 0, 1}, {.55, .4, 0, .7}, {.15, .62, .6, 1}},
}

// text draws a word at a pixel, size pixels high, at a depth.
func (b *scratch) text(word string, x, y, q, size, width float32, c mgl32.Vec4) {
	for i := range len(word) {
		for _, s := range digits[word[i]] {
			b.strip(x+float32(s[0]*size), y+float32(s[1]*size), q, c, x+float32(s[2]*size), y+float32(s[3]*size), q, c, width)
		}
		x += size * 0.85
	}
}

// gridLabels writes distances from the origin along the ground's X and Z axes,
// in metres, at lines that are five steps apart.
func (b *scratch) gridLabels(cam scene.Camera, opt Options) {
	step := opt.GridStep
	if step <= 0 {
		step = gridStep(cam)
	}
	const every, reach = 5, 20
	from := len(b.list.Triangles)
	size := max(opt.LineWidth, 1.5) * 6
	for axis := range 2 {
		mid := math.Round(cam.Target[2*axis]/(step*every)) * every
		if s := mid * step; s-s != 0 || math.Abs(mid) > 1e12 {
			continue
		}
		for k := -reach; k <= reach; k += every {
			n := mid + float64(k)
			if n == 0 && axis == 1 {
				continue // the origin is labelled once
			}
			var p mgl64.Vec3
			p[1], p[2*axis] = opt.GroundY, n*step
			v := b.lens.point(p)
			if b.lens.outcode(&v) != 0 {
				continue
			}
			x, y, q := b.lens.project(&v)
			c := axisColors[2*axis]
			if n == 0 {
				c = gridColor
			}
			f := 1 - math.Abs(float64(k))/(reach+every)
			c[3] = snap32(0.9*f, 1<<12)
			b.text(meters(n*step), x+4, y+3, b.lens.lift(q, wireBias), size, 1.1, c)
		}
	}
	b.batch(Blend, unlitSurface, from)
}

// meters is a distance as a label says it.
func meters(v float64) string {
	unit := " m"
	if math.Abs(v) >= 1000 {
		v, unit = v/1000, " km"
	}
	return strconv.FormatFloat(v, 'g', 6, 64) + unit
}
