package samples

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// The fantail, metres. The fan's axle is level but for its cant: it rises to
// the left by fanCantDeg, and ring, fin and stators are canted with it.
const (
	fanCantDeg   = 20
	fanRadius    = 0.70
	ductRadius   = 0.725
	shroudRadius = 1.12
)

var (
	fanHub  = vec{0, 1.76, -5.72}
	fanAxle = vec{math.Cos(fanCantDeg * math.Pi / 180), math.Sin(fanCantDeg * math.Pi / 180), 0}
)

// fanFrame takes the fan's own space to model space: X the axle, Y the in-disc
// direction nearest up, Z forward.
func fanFrame() mgl64.Mat4 {
	up := vec{-fanAxle[1], fanAxle[0], 0}
	return placed(fanHub, mgl64.Mat3FromCols(fanAxle, up, vec{0, 0, 1}).Mat4())
}

// stealthTail is the ring with its stators, the fins and the stabilator.
func stealthTail() *shape {
	s := newShape(matBody, LabelBody)
	canted := newShape(matBody, LabelBody)
	canted.shroud()
	canted.stators()
	canted.fins()
	s.merge(canted, fanFrame())
	s.stabilator()
	return s
}

// shroud is a ring about X with a bell-mouthed duct and a twelve-sided rim.
func (s *shape) shroud() {
	const sides, corners = 48, 12
	profile := []turned{ // along X, out
		{0.255, 0.815}, {0.235, 0.745}, {0.12, ductRadius}, {-0.12, ductRadius},
		{-0.235, 0.745}, {-0.255, 0.815}, {-0.19, 1}, {-0.055, 1.1}, {0.055, 1.1}, {0.19, 1},
	}
	var rings [][]vec
	for i := range sides {
		deg := 360 * float64(i) / sides
		sin, cos := sinCosDeg(deg)
		// The rim is a polygon with corners; the duct stays round.
		half := 180.0 / corners
		off := math.Mod(deg+half, 2*half) - half
		rim := math.Cos(half*math.Pi/180) / math.Cos(off*math.Pi/180)
		ring := make([]vec, len(profile))
		for k, p := range profile {
			r := p.out
			if r >= 1 {
				r = (r - 0.92) / 0.18 * (shroudRadius*rim - 0.94) // the rim's share of the wall
				r = 0.94 + r
			}
			ring[k] = vec{p.along, r * cos, r * sin}
		}
		rings = append(rings, ring)
	}
	s.loft(rings, sweep{loop: true, paint: func(i, k int) (material, float64) {
		switch {
		case k >= 1 && k <= 3:
			return matFrame, 1
		case k == 0 || k == 4:
			return matPanel, 1
		case k == 7:
			return matPanel, 0.9
		}
		return matBody, plain
	}})
}

// stators hold the fan's gearbox in the ring, behind the blades.
func (s *shape) stators() {
	s.mat, s.tone = matPanel, 0.8
	axis := toX()
	pod := newShape(matPanel, LabelBody)
	pod.tone = 0.8
	pod.lathe([]turned{{-0.34, 0}, {-0.30, 0.10}, {-0.20, 0.16}, {-0.075, 0.17}}, 16, false, true)
	s.merge(pod, axis)
	vane := newShape(matFrame, LabelBody)
	vane.loft([][]vec{vaneRing(0.10, 0.06), vaneRing(0.745, 0.045)}, sweep{caps: true, hard: true})
	for i := range 3 {
		sin, cos := sinCosDeg(90 + 120*float64(i))
		turn := mgl64.Mat4{1, 0, 0, 0, 0, cos, sin, 0, 0, -sin, cos, 0, 0, 0, 0, 1}
		s.merge(vane, turn)
	}
	s.use(matBody)
}

// vaneRing is a stator's section at radius r along +Y.
func vaneRing(r, h float64) []vec {
	return []vec{{-0.07, r, 0}, {-0.13, r, h}, {-0.24, r, 0}, {-0.13, r, -h}}
}

// toX turns +Y to +X, for things made by lathe.
func toX() mgl64.Mat4 { return mgl64.Mat3FromCols(vec{0, -1, 0}, vec{1, 0, 0}, vec{0, 0, 1}).Mat4() }

// finRow is a section of a fin: at height y, chord from lead to trail, thickness.
type finRow struct{ y, lead, trail, thick float64 }

// ring is a six-sided diamond of the row, in the plane of X (thickness) and Z.
func (f finRow) ring() []vec {
	c, t := f.lead-f.trail, f.thick/2
	return []vec{
		{0, f.y, f.lead}, {t, f.y, f.lead - 0.30*c}, {t * 0.8, f.y, f.lead - 0.62*c},
		{0, f.y, f.trail}, {-t * 0.8, f.y, f.lead - 0.62*c}, {-t, f.y, f.lead - 0.30*c},
	}
}

func (s *shape) fin(rows ...finRow) {
	var rings [][]vec
	for _, r := range rows {
		rings = append(rings, r.ring())
	}
	s.loft(rings, sweep{caps: true, hard: true})
}

// fins are the dorsal fin that carries the stabilator and the ventral bumper,
// in the fan's own space (Z is measured from the hub).
func (s *shape) fins() {
	s.tone = 0.9375
	s.fin(finRow{0.86, 0.74, -0.86, 0.30}, finRow{1.16, 0.48, -0.90, 0.20}, finRow{1.86, -0.14, -1.02, 0.13})
	s.fin(finRow{-0.90, 0.36, -0.70, 0.24}, finRow{-1.34, -0.02, -0.66, 0.10})
	s.use(matPanel)
	s.fin(finRow{-1.33, 0.00, -0.66, 0.12}, finRow{-1.37, -0.06, -0.64, 0.09})
	s.use(matBody)
}

// finTop is where the stabilator sits, model space.
func finTop() vec { return fanFrame().Mul4x1(vec{0, 1.86, -0.56}.Vec4(1)).Vec3() }

// stabilator is the level tailplane across the top of the fin.
func (s *shape) stabilator() {
	c := finTop()
	const span = 1.62
	section := func(x, y, lead, trail, t float64) []vec {
		ch := lead - trail
		return []vec{
			{x, y, lead}, {x, y + t/2, lead - 0.32*ch}, {x, y + t*0.4, lead - 0.66*ch},
			{x, y, trail}, {x, y - t*0.4, lead - 0.66*ch}, {x, y - t/2, lead - 0.32*ch},
		}
	}
	t := newShape(matBody, LabelBody)
	t.tone = 0.9375
	t.loft([][]vec{
		section(span, -0.03, -0.06, -0.42, 0.04),
		section(span-0.10, -0.03, 0.10, -0.44, 0.055),
		section(0.22, 0.01, 0.46, -0.46, 0.11),
		section(-0.22, 0.01, 0.46, -0.46, 0.11),
		section(-span+0.10, -0.03, 0.10, -0.44, 0.055),
		section(-span, -0.03, -0.06, -0.42, 0.04),
	}, sweep{caps: true, hard: true})
	t.tone = 1
	t.use(matPanel) // bullet where fin and plane meet
	t.loft([][]vec{
		bullet(0.56, 0.02), bullet(0.40, 0.085), bullet(-0.36, 0.085), bullet(-0.56, 0.03),
	}, sweep{caps: true, hard: true})
	for _, side := range []float64{1, -1} {
		t.use(matRed)
		if side < 0 {
			t.use(matGreen)
		}
		t.box(vec{side * (span + 0.005), -0.03, -0.22}, vec{0.05, 0.035, 0.16})
	}
	t.use(matLamp)
	t.box(vec{0, 0.0, -0.575}, vec{0.05, 0.04, 0.04})
	s.merge(t, mgl64.Translate3D(c[0], c[1], c[2]))
}

func bullet(z, r float64) []vec {
	ring := make([]vec, 8)
	for i := range ring {
		sin, cos := sinCosDeg(22.5 + 45*float64(i))
		ring[i] = vec{r * cos, r * sin, z}
	}
	return ring
}

// fanBlades are the fan's blades, joined, about X. Their chord is set at an
// angle to the disc, coarser at the root.
func fanBlades(blades int) *shape {
	s := newShape(matBlade, LabelTail)
	blade := newShape(matBlade, LabelTail)
	row := func(r, chord, t, pitchDeg float64) []vec {
		sin, cos := sinCosDeg(pitchDeg)
		var ring []vec
		for _, p := range [][2]float64{{0.5, 0}, {0.18, 0.5}, {-0.2, 0.36}, {-0.5, 0}, {-0.2, -0.36}, {0.18, -0.5}} {
			c, n := p[0]*chord, p[1]*t
			ring = append(ring, vec{c*sin + n*cos, r, c*cos - n*sin})
		}
		return ring
	}
	blade.loft([][]vec{
		row(0.17, 0.10, 0.05, 38), row(0.26, 0.155, 0.034, 34), row(0.46, 0.165, 0.026, 26), row(0.655, 0.150, 0.018, 20), row(fanRadius, 0.145, 0.016, 18),
	}, sweep{caps: true, paint: func(i, k int) (material, float64) {
		if i == 3 {
			return matTip, 1
		}
		return matPanel, 0.5
	}})
	for i := range blades {
		sin, cos := sinCosDeg(360 * float64(i) / float64(blades))
		s.merge(blade, mgl64.Mat4{1, 0, 0, 0, 0, cos, sin, 0, 0, -sin, cos, 0, 0, 0, 0, 1})
	}
	return s
}

// fanHead is the fan's hub with its spinner, about X.
func fanHead() *shape {
	s := newShape(matFrame, LabelTail)
	t := newShape(matFrame, LabelTail)
	t.lathe([]turned{{-0.07, 0.15}, {-0.065, 0.185}, {0.07, 0.185}, {0.12, 0.15}, {0.17, 0.08}, {0.185, 0}}, 20, false, true)
	s.merge(t, toX())
	return s
}

// addFan adds hub and blades as two nodes at the fan's hub, X along its axle.
func (a *assembly) addFan(blades int) {
	node := at(fanHub)
	half := fanCantDeg * math.Pi / 360
	node.R = mgl64.Quat{W: math.Cos(half), V: vec{0, 0, math.Sin(half)}}
	hub := a.add("TailFan_Hub", -1, node, fanHead())
	fan := a.add("TailFan_Blades", -1, node, fanBlades(blades))
	a.truth.Rotors = append(a.truth.Rotors, RotorTruth{
		Label: LabelTail, Hub: snapVec(fanHub), Axis: fanAxle, Radius: fanRadius, Blades: blades, Nodes: []int{hub, fan},
	})
}
