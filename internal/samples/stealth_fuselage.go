package samples

import "math"

// station is one cross-section of the fuselage, left half. The outline runs
// from the keel over the chine, which is the widest line, and the shoulder to
// the edge of the deck.
type station struct {
	z                  float64
	keelY, keelX       float64
	chineY, chineX     float64
	shoulderY, shouldX float64
	deckY, deckX       float64
	floorY             float64 // where not 0: the deck is sunk to a cockpit floor
}

// fuselageStations run from the nose to the fantail's ring. Two at one z make a
// bulkhead.
var fuselageStations = []station{
	{6.98, 1.36, 0.06, 1.50, 0.17, 1.60, 0.12, 1.63, 0.06, 0},
	{6.70, 1.21, 0.14, 1.46, 0.33, 1.66, 0.24, 1.72, 0.13, 0},
	{6.20, 1.07, 0.22, 1.42, 0.50, 1.74, 0.37, 1.82, 0.22, 0},
	{5.60, 0.96, 0.30, 1.39, 0.67, 1.82, 0.49, 1.90, 0.33, 0},
	{5.42, 0.935, 0.32, 1.385, 0.715, 1.84, 0.52, 1.915, 0.36, 0},
	{5.42, 0.935, 0.32, 1.385, 0.715, 1.84, 0.52, 1.915, 0.36, 1.30},
	{4.90, 0.88, 0.37, 1.38, 0.81, 1.89, 0.58, 1.95, 0.46, 1.30},
	{4.20, 0.83, 0.42, 1.38, 0.90, 1.94, 0.65, 2.00, 0.54, 1.30},
	{3.60, 0.80, 0.45, 1.385, 0.95, 1.98, 0.70, 2.05, 0.58, 1.42},
	{2.80, 0.77, 0.47, 1.39, 1.01, 2.03, 0.75, 2.12, 0.61, 1.55},
	{2.00, 0.75, 0.48, 1.40, 1.05, 2.08, 0.79, 2.18, 0.62, 1.55},
	{2.00, 0.75, 0.48, 1.40, 1.05, 2.08, 0.79, 2.18, 0.62, 0},
	{1.20, 0.745, 0.48, 1.41, 1.06, 2.12, 0.83, 2.26, 0.62, 0},
	{0.30, 0.75, 0.47, 1.43, 1.05, 2.13, 0.84, 2.27, 0.60, 0},
	{-0.60, 0.80, 0.43, 1.47, 1.00, 2.12, 0.78, 2.24, 0.54, 0},
	{-1.50, 0.89, 0.37, 1.51, 0.90, 2.09, 0.64, 2.19, 0.44, 0},
	{-2.40, 1.00, 0.30, 1.56, 0.76, 2.04, 0.48, 2.12, 0.33, 0},
	{-3.30, 1.12, 0.23, 1.61, 0.60, 1.99, 0.35, 2.05, 0.23, 0},
	{-4.20, 1.26, 0.17, 1.66, 0.44, 1.94, 0.25, 1.99, 0.16, 0},
	{-4.86, 1.36, 0.13, 1.70, 0.32, 1.90, 0.19, 1.95, 0.11, 0},
}

// The strips of the fuselage's left half, from keel to deck: strip k lies
// between points k and k+1 of outline.
const (
	stripKeel = iota
	stripLower
	stripChine
	stripUpper
	stripEdge
	stripWall
	stripFloor
	stripCount
)

// outline returns the left half of the cross-section, keel to centre of deck.
func (s station) outline() []vec {
	const lip = 0.022 // half the height of the bevel along the chine
	in, mid := s.deckX*0.5, s.deckY
	if s.floorY != 0 {
		in, mid = s.deckX-0.05, s.floorY
	}
	return []vec{
		{0, s.keelY, s.z},
		{s.keelX, s.keelY, s.z},
		{s.chineX, s.chineY - lip, s.z},
		{s.chineX, s.chineY + lip, s.z},
		{s.shouldX, s.shoulderY, s.z},
		{s.deckX, s.deckY, s.z},
		{in, mid, s.z},
		{0, mid, s.z},
	}
}

// skinPoint is the point at share t (0..1) of a strip's width, at z.
func skinPoint(strip int, t, z float64) vec {
	st := fuselageStations
	for i := 0; i+1 < len(st); i++ {
		a, b := st[i], st[i+1]
		if z > a.z || z < b.z || a.z == b.z {
			continue
		}
		oa, ob := a.outline(), b.outline()
		u := (a.z - z) / (a.z - b.z)
		pa := oa[strip].Mul(1 - t).Add(oa[strip+1].Mul(t))
		pb := ob[strip].Mul(1 - t).Add(ob[strip+1].Mul(t))
		p := pa.Mul(1 - u).Add(pb.Mul(u))
		p[2] = z
		return p
	}
	panic("samples: no fuselage at that z")
}

// skinNormal is the outward unit normal of the skin at a point of a strip.
func skinNormal(strip int, t, z float64) vec {
	const d = 0.01
	along := skinPoint(strip, t, z-d).Sub(skinPoint(strip, t, z+d))
	up := skinPoint(strip, 1, z).Sub(skinPoint(strip, 0, z))
	return along.Cross(up).Normalize()
}

// hatch is a plate on the left skin, a little proud of it: a door or a panel.
// Its corners are at z0 and z1 on the lower edge (share t0 of the strip), moved
// by lean0 and lean1 on the upper (t1), so that its ends can slant.
type hatch struct {
	strip        int
	z0, z1       float64
	t0, t1       float64
	lean0, lean1 float64
	proud        float64 // metres; zero means 8 mm
}

// plate adds a hatch, which follows the skin over every station it crosses.
func (s *shape) plate(h hatch) {
	if h.proud == 0 {
		h.proud = 0.008
	}
	cuts := []float64{0}
	for _, st := range fuselageStations {
		if u := (h.z0 - st.z) / (h.z0 - h.z1); u > 0.02 && u < 0.98 && u > cuts[len(cuts)-1]+0.02 {
			cuts = append(cuts, u)
		}
	}
	cuts = append(cuts, 1)
	var rings [][]vec
	for _, u := range cuts {
		lo := h.z0 + (h.z1-h.z0)*u
		hi := lo + h.lean0*(1-u) + h.lean1*u
		a, b := skinPoint(h.strip, h.t0, lo), skinPoint(h.strip, h.t1, hi)
		na, nb := skinNormal(h.strip, h.t0, lo), skinNormal(h.strip, h.t1, hi)
		rings = append(rings, []vec{
			a.Sub(na.Mul(0.02)), b.Sub(nb.Mul(0.02)),
			b.Add(nb.Mul(h.proud)), a.Add(na.Mul(h.proud)),
		})
	}
	s.loft(rings, sweep{caps: true, hard: true})
}

// stealthFuselage makes the airframe without canopy, tail and gear.
func stealthFuselage() *shape {
	s := newShape(matBody, LabelBody)
	s.skin()
	left := newShape(matBody, LabelBody)
	left.doors()
	left.engine()
	left.louvres()
	s.both(left)
	s.doghouse()
	s.noseDetails()
	s.spineDetails()
	return s
}

func (s *shape) skin() {
	var rings [][]vec
	for _, st := range fuselageStations {
		rings = append(rings, half(st.outline()))
	}
	n := len(rings[0])
	s.loft(rings, sweep{caps: true, paint: func(i, k int) (material, float64) {
		strip := min(k, n-1-k)
		sunk := fuselageStations[i].floorY != 0 || fuselageStations[i+1].floorY != 0
		switch {
		case sunk && (strip == stripWall || strip == stripFloor):
			return matCockpit, 1
		case strip == stripChine:
			return matPanel, 1
		case strip == stripKeel || strip == stripLower:
			return matBody, 0.9
		}
		return matBody, 1
	}})
}

// doors are the weapon bay, gear bay and access panels of the left side.
func (s *shape) doors() {
	s.tone = 1.12
	// Weapon bay: two leaves with raked ends.
	s.plate(hatch{strip: stripLower, z0: 1.30, z1: -0.62, t0: 0.52, t1: 0.95, lean0: 0.16, lean1: -0.16})
	s.tone = 1.05
	s.plate(hatch{strip: stripLower, z0: 1.18, z1: -0.52, t0: 0.10, t1: 0.50, lean0: 0.12, lean1: -0.12})
	// Gear bay.
	s.tone = 1.08
	s.plate(hatch{strip: stripLower, z0: 2.86, z1: 1.62, t0: 0.12, t1: 0.62, lean0: 0.10, lean1: -0.10})
	// Avionics bay behind the nose, and steps under the cockpit.
	s.tone = 1.1
	s.plate(hatch{strip: stripLower, z0: 6.10, z1: 5.20, t0: 0.30, t1: 0.88, lean0: 0.08, lean1: -0.12})
	s.plate(hatch{strip: stripUpper, z0: 6.05, z1: 5.62, t0: 0.15, t1: 0.75, lean0: -0.06, lean1: 0.08})
	s.plate(hatch{strip: stripLower, z0: 4.95, z1: 3.85, t0: 0.35, t1: 0.90, lean0: 0.12, lean1: -0.12})
	s.plate(hatch{strip: stripUpper, z0: 1.75, z1: 0.75, t0: 0.10, t1: 0.62, lean0: -0.10, lean1: 0.10})
	s.plate(hatch{strip: stripUpper, z0: 0.55, z1: -0.50, t0: 0.10, t1: 0.62, lean0: -0.10, lean1: 0.10})
	s.plate(hatch{strip: stripLower, z0: -1.05, z1: -1.95, t0: 0.30, t1: 0.85, lean0: 0.10, lean1: -0.08})
	s.plate(hatch{strip: stripLower, z0: -3.00, z1: -3.70, t0: 0.25, t1: 0.85, lean0: 0.10, lean1: -0.06})
	s.tone = 1
	s.mat = matLamp // formation lights
	s.plate(hatch{strip: stripUpper, z0: 5.35, z1: 5.00, t0: 0.20, t1: 0.30, lean0: 0, lean1: 0})
	s.plate(hatch{strip: stripLower, z0: -2.20, z1: -2.62, t0: 0.62, t1: 0.72, lean0: 0, lean1: 0})
	s.mat = matDark // footholds
	for _, z := range []float64{4.62, 3.30} {
		s.plate(hatch{strip: stripUpper, z0: z, z1: z - 0.16, t0: 0.30, t1: 0.48, lean0: 0, lean1: 0, proud: 0.004})
	}
	s.mat = matBody
}

// engine is the left shoulder: an intake with a raked lip in front, a faceted
// cowl that melts into the tail boom behind.
func (s *shape) engine() {
	outline := []vec{{-0.34, -0.26, 0}, {0.14, -0.25, 0}, {0.33, -0.02, 0}, {0.13, 0.25, 0}, {-0.34, 0.31, 0}}
	ring := func(x, y, z, k, rake float64) []vec {
		r := make([]vec, len(outline))
		for i, p := range outline {
			r[i] = vec{x + p[0]*k, y + p[1]*k, z + (p[1]-0.5*p[0])*rake}
		}
		return r
	}
	s.tone = 1.06
	s.loft([][]vec{
		ring(0.74, 2.36, 1.62, 0.90, 0.45),
		ring(0.75, 2.37, 1.20, 1.04, 0.30),
		ring(0.74, 2.38, 0.40, 1.08, 0),
		ring(0.70, 2.36, -0.50, 1.00, 0),
		ring(0.60, 2.29, -1.40, 0.78, 0),
		ring(0.45, 2.18, -2.40, 0.46, 0),
		ring(0.32, 2.08, -3.10, 0.20, 0),
	}, sweep{paint: func(i, k int) (material, float64) {
		if i == 2 {
			return matBody, 1.14
		}
		return matBody, 1.0
	}})
	s.tone = 1
	// The lip turns into a dark duct that ends at the engine's face.
	s.mat = matPanel
	s.loft([][]vec{ring(0.74, 2.36, 1.60, 0.78, 0.45), ring(0.74, 2.36, 1.62, 0.90, 0.45)}, sweep{hard: true})
	s.mat = matDark
	s.loft([][]vec{ring(0.74, 2.36, 1.05, 0.62, 0), ring(0.74, 2.36, 1.60, 0.78, 0.45)}, sweep{hard: true})
	face := ring(0.74, 2.36, 1.05, 0.62, 0)
	s.polygon(face...)
	s.mat = matMetal // splitter in the intake's mouth
	s.strip([]vec{{0.55, 2.34, 1.42}, {1.00, 2.34, 1.26}}, 0.30, 0.02, vec{0, 0, 1})
	s.mat = matBody
}

// louvres are the exhaust slots along the boom's shelf: cooled gas leaves
// through slats under the shoulder.
func (s *shape) louvres() {
	s.mat = matDark
	s.plate(hatch{strip: stripUpper, z0: -1.30, z1: -3.75, t0: 0.12, t1: 0.66, lean0: -0.25, lean1: 0.30, proud: 0.004})
	s.mat = matPanel
	for i := range 11 {
		z := -1.62 - 0.2*float64(i)
		lo, hi := skinPoint(stripUpper, 0.14, z+0.10), skinPoint(stripUpper, 0.64, z-0.06)
		n := skinNormal(stripUpper, 0.4, z)
		s.strip([]vec{lo.Add(n.Mul(0.015)), hi.Add(n.Mul(0.015))}, 0.11, 0.016, n.Mul(0.55).Add(vec{0, 0, -1}))
	}
	s.mat = matBody
}

// doghouse is the fairing over the gearbox, from the canopy's back to the boom.
func (s *shape) doghouse() {
	type row struct{ z, x0, y0, x1, y1, x2, y2 float64 }
	rows := []row{
		{2.00, 0.60, 2.02, 0.47, 2.68, 0.25, 2.88},
		{1.45, 0.70, 2.06, 0.57, 2.76, 0.31, 2.99},
		{0.85, 0.72, 2.06, 0.60, 2.80, 0.35, 3.05},
		{0.25, 0.70, 2.06, 0.57, 2.76, 0.33, 3.02},
		{-0.70, 0.60, 2.04, 0.46, 2.64, 0.25, 2.89},
		{-1.90, 0.44, 2.00, 0.31, 2.43, 0.16, 2.62},
		{-3.20, 0.26, 1.94, 0.17, 2.19, 0.09, 2.31},
		{-4.40, 0.12, 1.86, 0.07, 2.03, 0.03, 2.08},
	}
	var rings [][]vec
	for _, r := range rows {
		rings = append(rings, half([]vec{{0, r.y0, r.z}, {r.x0, r.y0, r.z}, {r.x1, r.y1, r.z}, {r.x2, r.y2, r.z}, {0, r.y2, r.z}}))
	}
	s.loft(rings, sweep{caps: true, paint: func(i, k int) (material, float64) {
		if i == 1 || i == 2 {
			return matBody, 1.1
		}
		return matBody, 1
	}})
	// Collar around the mast: an eight-sided cone, leaning with it.
	collar := newShape(matBody, LabelBody)
	collar.tone = 0.86
	collar.lathe([]turned{{-0.62, 0.52}, {-0.46, 0.40}, {-0.34, 0.24}, {-0.31, 0.20}}, 8, false, false)
	s.merge(collar, placed(mainHub, toY(mastAxis)))
	left := newShape(matDark, LabelBody)
	left.strip([]vec{{0.36, 2.965, 0.20}, {0.30, 2.90, -0.55}}, 0.13, 0.03, vec{0.7, -0.6, 0}) // oil cooler
	left.strip([]vec{{0.585, 2.62, 1.35}, {0.60, 2.62, 0.90}}, 0.16, 0.03, vec{0.3, 1, 0})
	s.both(left)
}

// noseDetails are probes, the wire cutter and the landing light.
func (s *shape) noseDetails() {
	s.mat = matMetal
	left := newShape(matMetal, LabelBody)
	left.cone(vec{0.20, 1.42, 6.86}, vec{0.24, 1.40, 7.34}, 0.022, 0.010, 6)
	left.mat = matFrame
	left.slab([]vec{{0.72, 1.36, 5.30}, {0.80, 1.33, 5.16}, {0.80, 1.33, 5.02}, {0.71, 1.36, 5.02}}, vec{0, 0.02, 0})
	s.both(left)
	s.mat = matFrame
	s.slab([]vec{{0, 1.86, 6.02}, {0, 2.10, 5.90}, {0, 2.10, 5.84}, {0, 1.88, 5.74}}, vec{0.025, 0, 0})
	s.slab([]vec{{0, 1.02, 6.12}, {0, 0.86, 6.02}, {0, 0.86, 5.97}, {0, 0.97, 5.92}}, vec{0.025, 0, 0})
	s.mat = matBody
}

// spineDetails are antennas and lights along the back and the belly.
func (s *shape) spineDetails() {
	s.mat = matFrame
	s.slab([]vec{{0, 2.60, -1.75}, {0, 2.92, -2.02}, {0, 2.92, -2.14}, {0, 2.52, -2.22}}, vec{0.03, 0, 0})
	s.slab([]vec{{0, 0.76, -0.30}, {0, 0.58, -0.46}, {0, 0.58, -0.56}, {0, 0.80, -0.62}}, vec{0.03, 0, 0})
	s.slab([]vec{{0, 2.30, -3.10}, {0, 2.44, -3.26}, {0, 2.44, -3.36}, {0, 2.22, -3.52}}, vec{0.03, 0, 0})
	s.mat = matPanel
	s.merge(dome(0.13, 0.07, matPanel), placed(vec{0, 2.74, -1.35}, toY(vec{0, 1, -0.18})))
	s.mat = matRed // anti-collision light
	s.merge(dome(0.05, 0.06, matRed), placed(vec{0, 2.46, -2.62}, toY(vec{0, 1, -0.2})))
	s.merge(dome(0.05, 0.06, matRed), placed(vec{0, 0.775, 0.1}, toY(vec{0, -1, 0})))
	s.mat = matBody
}

// dome is a low cap about +Y with its foot a little under the origin.
func dome(r, h float64, m material) *shape {
	d := newShape(m, LabelBody)
	d.lathe([]turned{{-0.04, r}, {0.3 * h, r * 0.96}, {0.75 * h, r * 0.66}, {h, 0}}, 12, false, true)
	return d
}

// mainHub is where the blades' axes meet, mastAxis the mast's upward direction:
// it leans forward by mastLeanDeg.
const mastLeanDeg = 3

var (
	mainHub  = vec{0, 3.56, 0.72}
	mastAxis = leaning(mastLeanDeg)
)

// leaning is +Y leant forward by an angle.
func leaning(deg float64) vec {
	sin, cos := math.Sincos(deg * math.Pi / 180)
	return vec{0, cos, sin}
}
