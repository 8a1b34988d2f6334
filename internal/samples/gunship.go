package samples

import "github.com/go-gl/mathgl/mgl64"

// The donor gunship, metres. Its mast is upright and its tail rotor's axle
// level, as the donor rig's identity rests demand.
var (
	gunshipHub     = vec{0, 3.72, 0.55}
	gunshipTailHub = vec{0.40, 3.02, -7.62}
)

const (
	gunshipRadius     = 6.6
	gunshipTailRadius = 1.25
)

// gunship is the whole machine in model space. Labels say which bone carries
// a facet.
func gunship() *shape {
	s := newShape(matOlive, LabelBody)
	s.gunshipHull()
	s.gunshipCockpit()
	s.gunshipTail()
	left := newShape(matOlive, LabelBody)
	left.gunshipEngine()
	left.gunshipWing()
	left.gunshipGear()
	s.both(left)
	s.gunshipGun()
	s.gunshipRotors()
	return s
}

// hullRow is one section of the hull: heights and half widths of belly, side
// and deck.
type hullRow struct{ z, y0, x0, y1, x1, y2, x2, y3, x3 float64 }

func (r hullRow) ring() []vec {
	return half([]vec{{0, r.y0, r.z}, {r.x0, r.y0, r.z}, {r.x1, r.y1, r.z}, {r.x2, r.y2, r.z}, {r.x3, r.y3, r.z}, {0, r.y3, r.z}})
}

func (s *shape) gunshipHull() {
	rows := []hullRow{
		{6.30, 1.32, 0.10, 1.42, 0.17, 1.58, 0.17, 1.66, 0.10},
		{6.05, 1.12, 0.24, 1.30, 0.38, 1.66, 0.38, 1.80, 0.24},
		{5.30, 0.96, 0.34, 1.20, 0.52, 1.78, 0.52, 1.92, 0.40},
		{4.20, 0.90, 0.38, 1.18, 0.58, 1.92, 0.58, 2.02, 0.48},
		{3.00, 0.86, 0.42, 1.16, 0.64, 2.16, 0.64, 2.30, 0.52},
		{1.90, 0.84, 0.46, 1.16, 0.72, 2.40, 0.70, 2.72, 0.50},
		{0.60, 0.84, 0.46, 1.18, 0.74, 2.46, 0.72, 2.86, 0.46},
		{-0.80, 0.90, 0.44, 1.24, 0.68, 2.42, 0.62, 2.78, 0.38},
		{-2.10, 1.18, 0.32, 1.48, 0.46, 2.26, 0.40, 2.48, 0.24},
		{-3.60, 1.56, 0.20, 1.74, 0.29, 2.18, 0.26, 2.30, 0.15},
		{-5.40, 1.82, 0.14, 1.94, 0.20, 2.20, 0.18, 2.28, 0.10},
		{-7.20, 2.04, 0.09, 2.12, 0.12, 2.28, 0.11, 2.34, 0.06},
	}
	var rings [][]vec
	for _, r := range rows {
		rings = append(rings, r.ring())
	}
	n := len(rings[0])
	s.loft(rings, sweep{caps: true, paint: func(i, k int) (material, float64) {
		if strip := min(k, n-1-k); strip >= 2 && (i == 2 || i == 5 || i == 8) {
			return matSand, 1 // broad bands of the second colour
		}
		return matOlive, 1
	}})
	s.use(matFrame)
	s.cone(vec{0.16, 1.50, 6.24}, vec{0.16, 1.50, 6.95}, 0.03, 0.012, 6)
	s.slab([]vec{{0, 2.26, -3.9}, {0, 2.62, -4.1}, {0, 2.62, -4.2}, {0, 2.22, -4.4}}, vec{0.03, 0, 0})
	s.use(matPanel)
	ball := newShape(matPanel, LabelBody)
	ball.ball(0.24, 10, 6)
	s.merge(ball, mgl64.Translate3D(0, 1.24, 6.22))
	s.use(matOlive)
}

// gunshipCockpit is the two stepped canopies: opaque dark glass with frames.
func (s *shape) gunshipCockpit() {
	canopy := func(z0, z1, y0, y1, top, w float64) {
		n := (z0 - z1)
		rows := []glassRow{
			{z0, w * 0.80, y0, w * 0.70, y0 + 0.02, w * 0.4, y0 + 0.03},
			{z0 - 0.40*n, w * 0.95, y0 + 0.45*(y1-y0), w * 0.85, y0 + 0.5*(top-y0) + 0.16, w * 0.5, top},
			{z1, w, y1, w * 0.9, y1 + 0.55*(top-y1), w * 0.5, top + 0.05},
		}
		var rings [][]vec
		for _, r := range rows {
			rings = append(rings, r.bow())
		}
		s.use(matGlass)
		s.loft(rings, sweep{caps: true, hard: true})
		s.use(matFrame)
		for i, r := range rows {
			if i > 0 {
				b := r.bow()
				s.strip(b[:3], 0.06, 0.03, vec{0, 0, 1})
				s.strip(b[2:4], 0.06, 0.03, vec{0, 0, 1})
				s.strip(b[3:], 0.06, 0.03, vec{0, 0, 1})
			}
		}
		left := newShape(matFrame, LabelBody)
		left.strip([]vec{rows[0].bow()[2], rows[1].bow()[2], rows[2].bow()[2]}, 0.05, 0.03, vec{1, 0, 0})
		s.both(left)
	}
	canopy(5.35, 3.72, 1.86, 2.02, 2.42, 0.44)
	canopy(3.86, 1.92, 2.06, 2.52, 3.02, 0.52)
	s.use(matCockpit) // what keeps one from seeing through the hull
	s.box(vec{0, 2.15, 4.15}, vec{0.5, 0.3, 0.5})
	s.box(vec{0, 2.55, 2.45}, vec{0.6, 0.4, 0.5})
	s.use(matOlive)
	// Pylon under the rotor.
	s.loft([][]vec{
		half([]vec{{0, 2.6, 1.55}, {0.30, 2.6, 1.55}, {0.30, 2.95, 1.50}, {0.20, 3.05, 1.45}, {0, 3.05, 1.45}}),
		half([]vec{{0, 2.6, 0.9}, {0.42, 2.6, 0.9}, {0.36, 3.12, 0.9}, {0.24, 3.26, 0.9}, {0, 3.26, 0.9}}),
		half([]vec{{0, 2.6, 0.2}, {0.42, 2.6, 0.2}, {0.34, 3.10, 0.2}, {0.22, 3.24, 0.2}, {0, 3.24, 0.2}}),
		half([]vec{{0, 2.5, -1.6}, {0.22, 2.5, -1.6}, {0.16, 2.66, -1.6}, {0.08, 2.72, -1.6}, {0, 2.72, -1.6}}),
	}, sweep{caps: true})
}

// gunshipTail is fin, stabilator and tail bumper.
func (s *shape) gunshipTail() {
	fin := newShape(matOlive, LabelBody)
	fin.fin(finRow{2.10, -6.10, -7.55, 0.26}, finRow{2.60, -6.72, -7.85, 0.20}, finRow{3.55, -7.38, -8.20, 0.12})
	fin.use(matSand)
	fin.fin(finRow{3.54, -7.36, -8.20, 0.14}, finRow{3.64, -7.50, -8.18, 0.10})
	fin.use(matOlive)
	fin.fin(finRow{2.10, -6.80, -7.30, 0.16}, finRow{1.50, -7.10, -7.42, 0.08})
	s.merge(fin, mgl64.Ident4())
	s.use(matMetal)
	s.tone = 0.7
	s.rod(vec{0, gunshipTailHub[1], gunshipTailHub[2]}, vec{0.30, gunshipTailHub[1], gunshipTailHub[2]}, 0.10, 8)
	s.use(matOlive)
	section := func(x, lead, trail, t float64) []vec {
		c := lead - trail
		return []vec{{x, 2.20, lead}, {x, 2.20 + t/2, lead - 0.35*c}, {x, 2.20, trail}, {x, 2.20 - t/2, lead - 0.35*c}}
	}
	s.loft([][]vec{
		section(1.55, -6.02, -6.55, 0.05), section(0, -5.70, -6.55, 0.12), section(-1.55, -6.02, -6.55, 0.05),
	}, sweep{caps: true, hard: true})
}

// gunshipEngine is the left nacelle with intake and exhaust.
func (s *shape) gunshipEngine() {
	ring := func(z, k float64) []vec {
		out := make([]vec, 10)
		for i := range out {
			sin, cos := sinCosDeg(36 * float64(i))
			out[i] = vec{0.88 + 0.36*k*cos, 2.62 + 0.40*k*sin, z}
		}
		return out
	}
	s.loft([][]vec{ring(1.75, 0.62), ring(1.45, 0.92), ring(0.6, 1), ring(-0.6, 0.98), ring(-1.3, 0.72)}, sweep{caps: true, smooth: true})
	s.use(matDark)
	s.loft([][]vec{ring(1.60, 0.1), ring(1.755, 0.52), ring(1.76, 0.56)}, sweep{caps: true, smooth: true})
	s.use(matMetal)
	s.tone = 0.5
	s.cone(vec{0.90, 2.60, -1.25}, vec{1.20, 2.62, -1.95}, 0.26, 0.22, 10)
	s.use(matDark)
	s.rod(vec{1.19, 2.62, -1.90}, vec{1.205, 2.62, -1.962}, 0.19, 10)
	s.use(matOlive)
}

// gunshipWing is the left stub wing with a rocket pod and a missile rack.
func (s *shape) gunshipWing() {
	section := func(x, y, lead, trail, t float64) []vec {
		c := lead - trail
		return []vec{{x, y, lead}, {x, y + t/2, lead - 0.3*c}, {x, y, trail}, {x, y - t/2, lead - 0.3*c}}
	}
	s.loft([][]vec{section(0.55, 1.92, 1.15, -0.25, 0.20), section(2.45, 1.70, 0.80, -0.10, 0.12)}, sweep{caps: true, hard: true})
	s.use(matSand)
	s.slab([]vec{{1.35, 1.84, 0.70}, {1.35, 1.46, 0.62}, {1.35, 1.46, 0.06}, {1.35, 1.80, -0.02}}, vec{0.06, 0, 0})
	s.slab([]vec{{2.10, 1.76, 0.62}, {2.10, 1.44, 0.56}, {2.10, 1.44, 0.06}, {2.10, 1.72, -0.02}}, vec{0.06, 0, 0})
	s.use(matPanel)
	s.tone = 0.8
	s.rod(vec{1.35, 1.26, 1.15}, vec{1.35, 1.26, -0.55}, 0.22, 12)
	s.use(matDark)
	for i := range 7 {
		sin, cos := sinCosDeg(60 * float64(i))
		r := 0.125
		if i == 6 {
			r = 0
		}
		s.rod(vec{1.35 + r*cos, 1.26 + r*sin, 1.10}, vec{1.35 + r*cos, 1.26 + r*sin, 1.155}, 0.042, 6)
	}
	for _, o := range [][2]float64{{-0.13, 0}, {0.13, 0}, {-0.13, -0.24}, {0.13, -0.24}} {
		x, y := 2.10+o[0], 1.36+o[1]
		s.use(matFrame)
		s.rod(vec{x, y, 0.95}, vec{x, y, -0.55}, 0.085, 8)
		s.use(matSand)
		s.cone(vec{x, y, 0.95}, vec{x, y, 1.16}, 0.085, 0.02, 8)
	}
	s.use(matRed)
	s.box(vec{2.46, 1.70, 0.45}, vec{0.05, 0.05, 0.2})
	s.use(matOlive)
}

// gunshipGear is the left main wheel on its leg, and the left half of the nose
// wheel's fork and tyre.
func (s *shape) gunshipGear() {
	s.use(matMetal)
	s.tone = 0.6
	s.strip([]vec{{0.50, 1.20, -0.05}, {0.98, 0.42, -0.45}}, 0.12, 0.10, vec{0, 0, 1})
	s.rod(vec{0.62, 1.50, -0.62}, vec{0.96, 0.46, -0.47}, 0.045, 8)
	s.rod(vec{0.90, 0.36, -0.45}, vec{1.10, 0.36, -0.45}, 0.05, 8)
	w := wheel(0.36, 0.24, 16)
	for i := range w.faces {
		w.faces[i].label = LabelBody
	}
	s.merge(w, mgl64.Translate3D(1.12, 0.36, -0.45))
	s.strip([]vec{{0.06, 1.00, 3.55}, {0.10, 0.60, 3.52}, {0.10, 0.26, 3.40}}, 0.08, 0.04, vec{0, 0, 1})
	t := newShape(matRubber, LabelBody)
	t.lathe([]turned{{0.004, 0}, {0.004, 0.26}, {0.05, 0.24}, {0.07, 0.12}, {0.07, 0}}, 16, false, false)
	s.merge(t, mgl64.Translate3D(0, 0.26, 3.40).Mul4(toX()))
	s.use(matOlive)
}

// gunshipGun is the chin turret; for a donor it is part of the body.
func (s *shape) gunshipGun() {
	s.use(matPanel)
	s.tone = 0.7
	t := newShape(matPanel, LabelBody)
	t.tone = 0.7
	t.lathe([]turned{{0.1, 0.28}, {-0.08, 0.28}, {-0.20, 0.20}, {-0.24, 0}}, 10, false, false)
	s.merge(t, mgl64.Translate3D(0, 0.92, 4.90))
	s.use(matMetal)
	s.tone = 0.3
	s.rod(vec{0, 0.74, 4.9}, vec{0, 0.70, 6.35}, 0.04, 8)
	s.rod(vec{0, 0.725, 5.5}, vec{0, 0.735, 5.1}, 0.08, 8)
	s.use(matOlive)
}

// gunshipRotors are the four-bladed main rotor and the four-bladed tail rotor,
// the only facets that are not the body's.
func (s *shape) gunshipRotors() {
	head := newShape(matMetal, LabelMain)
	head.tone = 0.7
	head.lathe([]turned{{-0.62, 0.10}, {0.02, 0.10}}, 12, false, false)
	head.lathe([]turned{{-0.32, 0.26}, {-0.27, 0.26}}, 16, false, false)
	head.use(matFrame)
	head.lathe([]turned{{-0.10, 0.20}, {-0.06, 0.28}, {0.08, 0.28}, {0.16, 0.10}}, 12, false, false)
	arm := newShape(matFrame, LabelMain)
	arm.loft([][]vec{armRing(0.2, 0.10, 0.07), armRing(0.95, 0.10, 0.06)}, sweep{caps: true, hard: true})
	arm.use(matMetal)
	arm.rod(vec{0.14, -0.28, 0.24}, vec{0.16, -0.02, 0.50}, 0.02, 6)
	blade := mainBlade(gunshipRadius, 0.52, LabelMain)
	for i := range 4 {
		head.merge(arm, spinY(45+90*float64(i)))
		head.merge(blade, spinY(45+90*float64(i)))
	}
	s.merge(head, mgl64.Translate3D(gunshipHub[0], gunshipHub[1], gunshipHub[2]))

	tail := newShape(matFrame, LabelTail)
	hub := newShape(matFrame, LabelTail)
	hub.lathe([]turned{{-0.10, 0.09}, {0.05, 0.14}, {0.10, 0.06}}, 10, false, false)
	tail.merge(hub, toX())
	flat := func(r, w, t float64, twist float64) []vec {
		sin, cos := sinCosDeg(twist)
		var ring []vec
		for _, p := range [][2]float64{{w / 2, 0}, {0, t / 2}, {-w / 2, 0}, {0, -t / 2}} {
			ring = append(ring, vec{p[0]*sin + p[1]*cos, r, p[0]*cos - p[1]*sin})
		}
		return ring
	}
	vane := newShape(matBlade, LabelTail)
	vane.loft([][]vec{flat(0.08, 0.10, 0.08, 18), flat(0.30, 0.24, 0.04, 14), flat(1.08, 0.24, 0.03, 9), flat(gunshipTailRadius, 0.22, 0.02, 8)},
		sweep{caps: true, hard: true, paint: func(i, _ int) (material, float64) {
			if i == 2 {
				return matTip, 1
			}
			return matBlade, 1
		}})
	for i := range 4 {
		sin, cos := sinCosDeg(90 * float64(i))
		tail.merge(vane, mgl64.Mat4{1, 0, 0, 0, 0, cos, sin, 0, 0, -sin, cos, 0, 0, 0, 0, 1})
	}
	s.merge(tail, mgl64.Translate3D(gunshipTailHub[0], gunshipTailHub[1], gunshipTailHub[2]))
}
