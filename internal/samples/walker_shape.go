package samples

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// walkSides is how many facets go round a shell.
const walkSides = 12

// spow is a power that keeps the sign.
func spow(x, p float64) float64 { return math.Copysign(math.Pow(math.Abs(x), p), x) }

// band is a ring of a shell: how far along (a share of the line, or a height),
// its half widths, and how far its middle is ahead.
type band struct{ along, rx, rz, ahead float64 }

// hull is a shell of level rings; along are heights, x is where its middle is.
func (s *shape) hull(x, square float64, bands ...band) {
	rings := make([][]vec, len(bands))
	for i, b := range bands {
		rings[i] = oval(vec{x, b.along, b.ahead}, b.rx, b.rz, square, walkSides)
	}
	s.loft(rings, sweep{caps: true, smooth: true})
}

// sleeve is a shell along a line; its z axis is as nearly ahead as the line allows.
func (s *shape) sleeve(a, b vec, square float64, bands ...band) {
	y := b.Sub(a).Normalize()
	z := vec{0, 0, 1}
	z = z.Sub(y.Mul(z.Dot(y))).Normalize()
	x := y.Cross(z)
	rings := make([][]vec, len(bands))
	for i, d := range bands {
		for _, p := range oval(vec{}, d.rx, d.rz, square, walkSides) {
			at := a.Add(b.Sub(a).Mul(d.along)).Add(x.Mul(p[0])).Add(z.Mul(p[2] + d.ahead))
			rings[i] = append(rings[i], at)
		}
	}
	s.loft(rings, sweep{caps: true, smooth: true})
}

// egg is an ellipsoid by its middle and half axes.
func (s *shape) egg(c, r vec, sides, rows int) {
	t := newShape(s.mat, s.label)
	t.tone = s.tone
	t.ball(1, sides, rows)
	s.merge(t, mgl64.Translate3D(c[0], c[1], c[2]).Mul4(mgl64.Scale3D(r[0], r[1], r[2])))
}

// puck is a disc with a soft rim, its axis along n.
func (s *shape) puck(c, n vec, r, thick float64) {
	t := newShape(s.mat, s.label)
	t.tone = s.tone
	t.lathe([]turned{{-thick / 2, r}, {thick * 0.2, r}, {thick * 0.42, r * 0.9}, {thick / 2, r * 0.75}}, walkSides, false, true)
	s.merge(t, placed(c, toY(n)))
}

func walkerTrunk(s *shape) {
	s.pen(walkHips, walkShell)
	s.hull(0, 2.5, band{0.822, 0.050, 0.050, 0}, band{0.832, 0.078, 0.066, 0}, band{0.862, 0.108, 0.086, -0.002}, band{0.905, 0.139, 0.102, -0.004},
		band{0.945, 0.147, 0.104, -0.004}, band{0.978, 0.140, 0.098, -0.004}, band{0.996, 0.124, 0.088, -0.004}, band{1.003, 0.100, 0.072, -0.004})
	s.pen(walkHips, walkAccent)
	s.puck(vec{0, 0.935, 0.098}, vec{0, 0.06, 1}, 0.030, 0.020)
	// The waist: bellows.
	s.pen(walkSpine, walkJoint)
	var rings []band
	for i := range 13 {
		y := 0.975 + 0.0145*float64(i)
		r := 0.104 - 0.008*float64(i%2)
		rings = append(rings, band{y, r, r * 0.76, -0.006})
	}
	s.hull(0, 2.3, rings...)
	s.pen(walkChest, walkShell)
	s.hull(0, 2.6, band{1.112, 0.084, 0.066, -0.008}, band{1.119, 0.112, 0.086, -0.008}, band{1.140, 0.132, 0.100, -0.008}, band{1.200, 0.153, 0.114, -0.006},
		band{1.270, 0.168, 0.122, -0.004}, band{1.330, 0.174, 0.118, -0.007}, band{1.380, 0.162, 0.104, -0.012}, band{1.412, 0.132, 0.086, -0.015},
		band{1.432, 0.090, 0.066, -0.015}, band{1.440, 0.056, 0.050, -0.013})
	s.pen(walkChest, walkAccent)
	s.egg(vec{0, 1.285, -0.122}, vec{0.105, 0.092, 0.040}, walkSides, 8) // the pack
	s.pen(walkChest, walkJoint)
	s.puck(vec{0, 1.295, 0.112}, vec{0, 0.03, 1}, 0.040, 0.022)
	s.pen(walkChest, walkLight)
	s.puck(vec{0, 1.2955, 0.1195}, vec{0, 0.03, 1}, 0.026, 0.016)
}

func walkerHead(s *shape) {
	s.pen(walkNeck, walkJoint)
	s.hull(0, 2, band{1.405, 0.058, 0.058, -0.012}, band{1.438, 0.050, 0.050, -0.012}, band{1.460, 0.045, 0.045, -0.010}, band{1.520, 0.045, 0.045, -0.006})
	s.pen(walkHead, walkShell)
	s.hull(0, 2.7, band{1.482, 0.048, 0.056, 0.004}, band{1.488, 0.070, 0.080, 0.006}, band{1.506, 0.092, 0.104, 0.008}, band{1.545, 0.109, 0.124, 0.006},
		band{1.600, 0.115, 0.130, 0.002}, band{1.655, 0.111, 0.126, -0.002}, band{1.700, 0.094, 0.108, -0.006}, band{1.725, 0.070, 0.082, -0.010}, band{1.737, 0.040, 0.048, -0.014}, band{1.740, 0.018, 0.022, -0.016})
	s.pen(walkHead, walkFace)
	s.egg(vec{0, 1.603, 0.080}, vec{0.096, 0.060, 0.070}, 32, 16)
	s.pen(walkHead, walkAccent)
	for _, x := range []float64{-1, 1} {
		s.puck(vec{x * 0.116, 1.598, -0.004}, vec{x, 0, 0}, 0.040, 0.030)
	}
	for i, x := range []float64{1, -1} {
		s.pen(walkLeftEye+i, walkLight)
		s.egg(vec{x * 0.040, 1.606, 0.1425}, vec{0.0150, 0.0215, 0.0085}, 10, 6)
	}
	s.pen(walkAntenna1, walkJoint)
	s.puck(vec{0, 1.738, -0.03}, vec{0, 1, -0.1}, 0.018, 0.016)
	s.cone(walkerJoints[walkAntenna1].at, walkerJoints[walkAntenna2].at, 0.0065, 0.0055, 10)
	s.pen(walkAntenna2, walkJoint)
	tip := vec{0, 1.862, -0.040}
	s.cone(walkerJoints[walkAntenna2].at, tip, 0.0055, 0.0045, 10)
	s.pen(walkAntenna2, walkLight)
	s.egg(tip, vec{0.017, 0.017, 0.017}, 10, 6)
}

// walkerArm is the left arm.
func walkerArm(s *shape) {
	up, low, hand := walkerJoints[walkLeftUpperArm].at, walkerJoints[walkLeftLowerArm].at, walkerJoints[walkLeftHand].at
	s.pen(walkLeftShoulder, walkJoint)
	s.sleeve(vec{0.10, 1.375, -0.012}, up, 2, band{0, 0.044, 0.050, 0}, band{1, 0.036, 0.040, 0})
	s.pen(walkLeftUpperArm, walkAccent)
	s.egg(up, vec{0.064, 0.064, 0.064}, walkSides, 8)
	s.pen(walkLeftUpperArm, walkShell)
	s.sleeve(up, low, 2.2, band{0.17, 0.040, 0.042, 0}, band{0.22, 0.048, 0.050, 0}, band{0.45, 0.049, 0.051, 0}, band{0.75, 0.042, 0.043, 0}, band{0.86, 0.037, 0.038, 0}, band{0.88, 0.028, 0.029, 0})
	s.pen(walkLeftLowerArm, walkJoint)
	s.egg(low, vec{0.036, 0.036, 0.036}, 12, 7)
	s.pen(walkLeftLowerArm, walkShell)
	s.sleeve(low, hand, 2.2, band{0.13, 0.028, 0.029, 0}, band{0.16, 0.038, 0.040, 0}, band{0.36, 0.045, 0.047, 0}, band{0.62, 0.040, 0.042, 0}, band{0.74, 0.037, 0.038, 0}, band{0.755, 0.032, 0.033, 0})
	s.pen(walkLeftLowerArm, walkAccent)
	s.sleeve(low, hand, 2.2, band{0.745, 0.033, 0.034, 0}, band{0.765, 0.039, 0.040, 0}, band{0.86, 0.037, 0.038, 0}, band{0.885, 0.029, 0.030, 0})
	// The hand: a palm, three fingers half closed and a thumb.
	d := hand.Sub(low).Normalize()
	in := d.Cross(vec{0, 0, 1}).Normalize() // towards the palm
	if in[0] > 0 {
		in = in.Mul(-1)
	}
	s.pen(walkLeftHand, walkJoint)
	s.egg(hand, vec{0.025, 0.025, 0.025}, 10, 6)
	s.pen(walkLeftHand, walkShell)
	s.sleeve(hand, hand.Add(d.Mul(0.085)), 2.6, band{0.10, 0.013, 0.024, 0.002}, band{0.22, 0.020, 0.036, 0.003}, band{0.70, 0.020, 0.041, 0.004}, band{1, 0.016, 0.038, 0.004})
	s.pen(walkLeftHand, walkJoint)
	for i := range 3 {
		z := 0.030 - 0.026*float64(i)
		a := hand.Add(d.Mul(0.080)).Add(vec{0, 0, z})
		b := a.Add(d.Mul(0.042)).Add(in.Mul(0.008))
		c := b.Add(d.Mul(0.026)).Add(in.Mul(0.020))
		s.sleeve(a, b, 2, band{0, 0.0115, 0.0115, 0}, band{1, 0.0105, 0.0105, 0})
		s.egg(b, vec{0.0107, 0.0107, 0.0107}, 8, 5)
		s.sleeve(b, c, 2, band{0, 0.0105, 0.0105, 0}, band{0.85, 0.0090, 0.0090, 0}, band{1, 0.0060, 0.0060, 0})
	}
	a := hand.Add(d.Mul(0.030)).Add(vec{0, 0, 0.036})
	b := a.Add(d.Mul(0.030)).Add(vec{0, 0, 0.022}).Add(in.Mul(0.008))
	s.sleeve(a, b, 2, band{0, 0.0125, 0.0125, 0}, band{1, 0.0110, 0.0110, 0})
	s.egg(b, vec{0.0112, 0.0112, 0.0112}, 8, 5)
	s.sleeve(b, b.Add(d.Mul(0.026)).Add(in.Mul(0.010)), 2, band{0, 0.0110, 0.0110, 0}, band{0.85, 0.0092, 0.0092, 0}, band{1, 0.0060, 0.0060, 0})
}

// walkerLeg is the left leg, which stands on y = 0.
func walkerLeg(s *shape) {
	hip, knee, ankle := walkerJoints[walkLeftUpperLeg].at, walkerJoints[walkLeftLowerLeg].at, walkerJoints[walkLeftFoot].at
	s.pen(walkLeftUpperLeg, walkJoint)
	s.egg(hip, vec{0.064, 0.064, 0.064}, 12, 7)
	s.pen(walkLeftUpperLeg, walkShell)
	s.sleeve(hip, knee, 2.3, band{0.045, 0.058, 0.062, 0}, band{0.085, 0.074, 0.080, 0}, band{0.22, 0.078, 0.086, 0.002}, band{0.50, 0.069, 0.076, 0.003}, band{0.78, 0.056, 0.060, 0.002}, band{0.885, 0.050, 0.053, 0}, band{0.90, 0.041, 0.043, 0})
	s.pen(walkLeftLowerLeg, walkJoint)
	s.egg(knee, vec{0.047, 0.047, 0.047}, 12, 7)
	s.pen(walkLeftLowerLeg, walkAccent)
	s.egg(knee.Add(vec{0, -0.008, 0.030}), vec{0.038, 0.050, 0.030}, 12, 7)
	s.pen(walkLeftLowerLeg, walkShell)
	s.sleeve(knee, ankle, 2.3, band{0.105, 0.040, 0.041, -0.004}, band{0.125, 0.050, 0.053, -0.004}, band{0.30, 0.056, 0.066, -0.012}, band{0.55, 0.048, 0.055, -0.009}, band{0.80, 0.039, 0.042, -0.002}, band{0.88, 0.038, 0.040, 0}, band{0.895, 0.031, 0.033, 0})
	s.pen(walkLeftFoot, walkJoint)
	s.egg(ankle, vec{0.035, 0.035, 0.037}, 11, 6)
	x := ankle[0]
	s.hull(x, 2.6, band{0, 0.041, 0.092, 0.022}, band{0.005, 0.045, 0.098, 0.022}, band{0.016, 0.047, 0.100, 0.022}, band{0.022, 0.045, 0.097, 0.022}) // sole
	s.pen(walkLeftFoot, walkAccent)
	s.hull(x, 2.4, band{0.016, 0.043, 0.095, 0.022}, band{0.024, 0.046, 0.098, 0.021}, band{0.042, 0.046, 0.094, 0.016}, band{0.062, 0.042, 0.076, 0.002}, band{0.080, 0.036, 0.054, -0.012}, band{0.090, 0.026, 0.038, -0.018})
	toe := walkerJoints[walkLeftToes].at
	s.pen(walkLeftToes, walkJoint)
	s.hull(x, 2.5, band{0, 0.041, 0.058, 0.141}, band{0.005, 0.045, 0.064, 0.141}, band{0.016, 0.047, 0.066, 0.141}, band{0.022, 0.045, 0.063, 0.141})
	s.pen(walkLeftToes, walkShell)
	s.hull(toe[0], 2.3, band{0.016, 0.043, 0.061, 0.141}, band{0.023, 0.046, 0.064, 0.141}, band{0.038, 0.045, 0.061, 0.139}, band{0.050, 0.038, 0.050, 0.134}, band{0.056, 0.026, 0.034, 0.128})
}
