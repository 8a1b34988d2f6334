package samples

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// The main rotor, metres.
const (
	mainRadius = 6.05
	mainChord  = 0.40
	bladeRoot  = 0.62 // where the hub's arm ends and the blade's cuff begins
)

// airfoil is a blade section of unit chord in the plane of chord (first, leading
// edge at +0.25) and thickness (second), counter-clockwise.
var airfoil = [][2]float64{
	{0.25, 0}, {0.19, 0.042}, {0.02, 0.060}, {-0.30, 0.036}, {-0.75, 0.003},
	{-0.75, -0.003}, {-0.30, -0.022}, {0.02, -0.034}, {0.19, -0.028},
}

// bladeRow is one section of a blade.
type bladeRow struct {
	r, chord, thick float64 // thick multiplies the airfoil's own thickness
	sweep, drop     float64 // metres aft and down
	twistDeg        float64 // leading edge up
}

// mainBlade is one blade along +Z, that turns counter-clockwise seen from
// above, so its leading edge is at +X. It droops and its tip is swept and tapered.
func mainBlade(radius, chord float64, l Label) *shape {
	s := newShape(matBlade, l)
	k := radius / mainRadius
	droop := func(r float64) float64 { return 0.16 * k * math.Pow(r/radius, 2) }
	rows := []bladeRow{
		{bladeRoot, chord * 0.42, 3.6, -0.03, 0, 9},
		{bladeRoot + 0.30, chord * 0.48, 2.9, -0.02, 0, 9},
		{bladeRoot + 0.75, chord * 0.98, 1.3, 0, 0, 8.5},
	}
	for _, u := range []float64{0.30, 0.45, 0.60, 0.75, 0.865} {
		rows = append(rows, bladeRow{radius * u, chord, 1, 0, 0, 10 - 9*u})
	}
	rows = append(rows,
		bladeRow{radius * 0.925, chord, 1, 0.01, 0, 1.4},
		bladeRow{radius * 0.965, chord * 0.86, 0.9, 0.09, 0.012, 1.2},
		bladeRow{radius, chord * 0.40, 0.7, 0.27, 0.06, 1})
	var rings [][]vec
	for _, r := range rows {
		rings = append(rings, r.outline(r.drop+droop(r.r)))
	}
	n := len(rows)
	s.loft(rings, sweep{caps: true, smooth: true, paint: func(i, k int) (material, float64) {
		switch {
		case i == n-4 || i == n-2: // a band and the tip
			return matTip, 1
		case (k == 0 || k == len(airfoil)-1) && i >= 3: // abrasion strip
			return matMetal, 0.7
		}
		return matBlade, 1
	}})
	return s
}

// outline places the section at radius r along +Z, leading edge at +X.
func (b bladeRow) outline(drop float64) []vec {
	sin, cos := math.Sincos(b.twistDeg * math.Pi / 180)
	ring := make([]vec, len(airfoil))
	for i, p := range airfoil {
		c, t := p[0]*b.chord, p[1]*b.chord*b.thick
		ring[i] = vec{c*cos - t*sin - b.sweep, c*sin + t*cos - drop, b.r}
	}
	return ring
}

// mainHead is all of the main rotor that turns but is no blade: mast, hub,
// arms, pitch links and swashplate. Origin at the hub, mast along +Y.
func mainHead(blades int, shaft float64, l Label) *shape {
	s := newShape(matMetal, l)
	s.lathe([]turned{{-shaft, 0.085}, {-0.10, 0.085}}, 14, false, false)
	s.tone = 0.6
	s.lathe([]turned{{-0.335, 0.12}, {-0.33, 0.285}, {-0.285, 0.285}, {-0.28, 0.12}}, 20, false, false) // swashplate
	s.tone = 1
	s.use(matFrame)
	s.lathe([]turned{{-0.13, 0.14}, {-0.10, 0.27}, {0.055, 0.27}, {0.09, 0.20}}, 2*max(blades, 5), false, false)
	s.use(matPanel)
	s.lathe([]turned{{0.07, 0.215}, {0.13, 0.20}, {0.185, 0.12}, {0.20, 0}}, 2*max(blades, 5), false, true)
	arm := newShape(matFrame, l)
	arm.loft([][]vec{armRing(0.18, 0.10, 0.075), armRing(0.45, 0.075, 0.06), armRing(0.60, 0.105, 0.065), armRing(0.86, 0.095, 0.06)}, sweep{caps: true, hard: true})
	arm.mat, arm.tone = matMetal, 0.8
	arm.rod(vec{0.02, -0.30, 0.255}, vec{0.155, -0.045, 0.48}, 0.016, 6)                  // pitch link
	arm.strip([]vec{{0.155, -0.04, 0.48}, {0.06, -0.01, 0.60}}, 0.05, 0.03, vec{0, 0, 1}) // pitch horn
	arm.rod(vec{-0.06, 0.075, 0.36}, vec{-0.06, 0.075, 0.58}, 0.030, 8)                   // damper
	for i := range blades {
		s.merge(arm, spinY(360*float64(i)/float64(blades)))
	}
	return s
}

// armRing is an eight-sided section of a hub arm at radius r.
func armRing(r, w, h float64) []vec {
	const c = 0.55
	return []vec{
		{w, h * c, r}, {w * c, h, r}, {-w * c, h, r}, {-w, h * c, r},
		{-w, -h * c, r}, {-w * c, -h, r}, {w * c, -h, r}, {w, -h * c, r},
	}
}

// spinY turns about +Y, counter-clockwise seen from above.
func spinY(deg float64) mgl64.Mat4 {
	s, c := sinCosDeg(deg)
	return mgl64.Mat4{c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, 0, 0, 0, 1}
}

// addMainRotor adds an empty node at the hub, its Y along the mast, with the
// head and each blade as children. All blades share one mesh.
func (a *assembly) addMainRotor(name string, hub, axis vec, blades int, radius, shaft, phaseDeg float64, l Label) {
	node := at(hub)
	node.R = scene.QuatFromMat3(toY(axis).Mat3())
	root := a.add(name, -1, node, nil)
	phase := scene.Identity()
	phase.R = aboutY(phaseDeg)
	nodes := []int{root, a.add(name+"_Hub", root, phase, mainHead(blades, shaft, l))}
	blade := mainBlade(radius, mainChord, l)
	for i := range blades {
		turn := scene.Identity()
		turn.R = aboutY(phaseDeg + 360*float64(i)/float64(blades))
		nodes = append(nodes, a.add(name+"_Blade_"+string(rune('1'+i)), root, turn, blade))
	}
	a.truth.Rotors = append(a.truth.Rotors, RotorTruth{Label: l, Hub: snapVec(hub), Axis: axis, Radius: radius, Blades: blades, Nodes: nodes})
}

// aboutY is a rotation about +Y, W >= 0.
func aboutY(deg float64) mgl64.Quat {
	deg = math.Mod(deg, 360)
	if deg > 180 {
		deg -= 360
	}
	s, c := sinCosDeg(deg / 2)
	return mgl64.Quat{W: c, V: vec{0, s, 0}}
}
