package samples

import (
	"cmp"
	"math"
	"slices"
)

// station is one cross-section of the fuselage, left half. The outline runs
// from the keel over the chine, which is the widest line, and the shoulder to
// the edge of the deck.
type station struct {
	z      float64
	line   [8]float64 // y and x of keel edge, chine, shoulder, deck edge
	floorY float64    // where not 0: the deck is sunk to a cockpit floor
}

// fuselageLines are the sections that the skin goes through, nose to tail: z,
// then y and x of keel edge, chine, shoulder and deck edge.
var fuselageLines = [][9]float64{
	{7.28, 1.47, 0.040, 1.52, 0.10, 1.565, 0.070, 1.580, 0.040},
	{6.95, 1.33, 0.110, 1.49, 0.25, 1.625, 0.180, 1.670, 0.100},
	{6.40, 1.12, 0.190, 1.44, 0.45, 1.720, 0.330, 1.790, 0.190},
	{5.60, 0.96, 0.300, 1.39, 0.67, 1.820, 0.490, 1.900, 0.330},
	{4.90, 0.88, 0.370, 1.38, 0.81, 1.890, 0.580, 1.950, 0.460},
	{4.20, 0.83, 0.420, 1.38, 0.90, 1.940, 0.650, 2.000, 0.540},
	{3.60, 0.80, 0.450, 1.385, 0.95, 1.98, 0.700, 2.050, 0.580},
	{2.80, 0.77, 0.470, 1.39, 1.01, 2.030, 0.750, 2.120, 0.610},
	{2.00, 0.75, 0.480, 1.40, 1.05, 2.080, 0.790, 2.180, 0.620},
	{1.20, 0.745, 0.48, 1.41, 1.06, 2.120, 0.830, 2.260, 0.620},
	{0.30, 0.75, 0.470, 1.43, 1.05, 2.130, 0.840, 2.270, 0.600},
	{-0.60, 0.80, 0.43, 1.47, 1.00, 2.120, 0.780, 2.240, 0.540},
	{-1.50, 0.89, 0.37, 1.51, 0.90, 2.090, 0.640, 2.190, 0.440},
	{-2.40, 1.00, 0.30, 1.56, 0.76, 2.040, 0.480, 2.120, 0.330},
	{-3.30, 1.12, 0.23, 1.61, 0.60, 1.990, 0.350, 2.050, 0.230},
	{-4.20, 1.26, 0.17, 1.66, 0.44, 1.940, 0.250, 1.990, 0.160},
	{-4.86, 1.36, 0.13, 1.70, 0.32, 1.900, 0.190, 1.950, 0.110},
}

// The cockpit is sunk between two bulkheads.
const cockpitFront, cockpitBack = 5.42, 2.00

// floorAt is the height of the cockpit's floor: the rear seat stands higher.
func floorAt(z float64) float64 {
	return 1.30 + 0.28*min(max((4.0-z)/1.1, 0), 1)
}

// sectionAt is the section at z on the smooth curve through fuselageLines
// (Catmull-Rom tangents for uneven spacing).
func sectionAt(z float64) station {
	l := fuselageLines
	i := 0
	for i+2 < len(l) && z < l[i+1][0] {
		i++
	}
	st := station{z: z}
	h := l[i+1][0] - l[i][0]
	u := (z - l[i][0]) / h
	slope := func(j, k int) float64 {
		a, b := max(j-1, 0), min(j+1, len(l)-1)
		return (l[b][k] - l[a][k]) / (l[b][0] - l[a][0])
	}
	for k := range st.line {
		p, q := l[i][k+1], l[i+1][k+1]
		m, n := slope(i, k+1)*h, slope(i+1, k+1)*h
		// Cubic Hermite form.
		st.line[k] = p + u*(m+u*(3*(q-p)-2*m-n+u*(2*(p-q)+m+n)))
	}
	return st
}

// fuselageStations are the sections that the skin is lofted through. Two at one
// z make a bulkhead.
func fuselageStations() []station {
	cuts := []float64{cockpitFront, cockpitBack}
	for i, l := range fuselageLines {
		cuts = append(cuts, l[0])
		if i > 0 && i < len(fuselageLines)-1 {
			cuts = append(cuts, (l[0]+fuselageLines[i+1][0])/2)
		}
	}
	slices.SortFunc(cuts, func(a, b float64) int { return cmp.Compare(b, a) })
	var out []station
	for _, z := range slices.Compact(cuts) {
		st := sectionAt(z)
		sunk := st
		sunk.floorY = floorAt(z)
		switch {
		case z == cockpitFront:
			out = append(out, st, sunk)
		case z == cockpitBack:
			out = append(out, sunk, st)
		case z < cockpitFront && z > cockpitBack:
			out = append(out, sunk)
		default:
			out = append(out, st)
		}
	}
	return out
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
	l := s.line
	in, mid := l[7]*0.5, l[6]
	if s.floorY != 0 {
		in, mid = l[7]-0.05, s.floorY
	}
	return []vec{
		{0, l[0], s.z},
		{l[1], l[0], s.z},
		{l[3], l[2] - lip, s.z},
		{l[3], l[2] + lip, s.z},
		{l[5], l[4], s.z},
		{l[7], l[6], s.z},
		{in, mid, s.z},
		{0, mid, s.z},
	}
}

// skinPoint is the point at share t (0..1) of a strip's width, at z.
func skinPoint(strip int, t, z float64) vec {
	o := sectionAt(z).outline()
	return o[strip].Mul(1 - t).Add(o[strip+1].Mul(t))
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
	proud        float64 // metres; zero means 12 mm
}

// plate adds a hatch, which follows the skin over every station it crosses.
func (s *shape) plate(h hatch) {
	if h.proud == 0 {
		h.proud = 0.012
	}
	cuts := []float64{0}
	for _, st := range fuselageStations() {
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
	stations := fuselageStations()
	for _, st := range stations {
		rings = append(rings, half(st.outline()))
	}
	n := len(rings[0])
	s.loft(rings, sweep{caps: true, paint: func(i, k int) (material, float64) {
		strip := min(k, n-1-k)
		sunk := stations[i].floorY != 0 || stations[i+1].floorY != 0
		switch {
		case sunk && (strip == stripWall || strip == stripFloor):
			return matCockpit, 1
		case strip == stripChine:
			return matPanel, 1
		case strip == stripKeel || strip == stripLower:
			return matBody, 0.8125
		}
		return matBody, plain
	}})
}

// doors are the weapon bay, gear bay and access panels of the left side.
func (s *shape) doors() {
	s.tone = 1
	// Weapon bay: two leaves with raked ends.
	s.plate(hatch{strip: stripLower, z0: 1.30, z1: -0.62, t0: 0.52, t1: 0.95, lean0: 0.16, lean1: -0.16})
	s.tone = 0.9375
	s.plate(hatch{strip: stripLower, z0: 1.18, z1: -0.52, t0: 0.10, t1: 0.50, lean0: 0.12, lean1: -0.12})
	// Gear bay.
	s.tone = 0.96875
	s.plate(hatch{strip: stripLower, z0: 2.86, z1: 1.62, t0: 0.12, t1: 0.62, lean0: 0.10, lean1: -0.10})
	// Avionics bay behind the nose, and steps under the cockpit.
	s.tone = 0.96875
	s.plate(hatch{strip: stripLower, z0: 6.10, z1: 5.20, t0: 0.30, t1: 0.88, lean0: 0.08, lean1: -0.12})
	s.plate(hatch{strip: stripUpper, z0: 6.05, z1: 5.62, t0: 0.15, t1: 0.75, lean0: -0.06, lean1: 0.08})
	s.plate(hatch{strip: stripLower, z0: 4.95, z1: 3.85, t0: 0.35, t1: 0.90, lean0: 0.12, lean1: -0.12})
	s.plate(hatch{strip: stripUpper, z0: 1.75, z1: 0.75, t0: 0.10, t1: 0.62, lean0: -0.10, lean1: 0.10})
	s.plate(hatch{strip: stripLower, z0: -1.05, z1: -1.95, t0: 0.30, t1: 0.85, lean0: 0.10, lean1: -0.08})
	s.plate(hatch{strip: stripLower, z0: -3.00, z1: -3.70, t0: 0.25, t1: 0.85, lean0: 0.10, lean1: -0.06})
	s.use(matLamp) // formation lights
	s.plate(hatch{strip: stripUpper, z0: 5.35, z1: 5.00, t0: 0.20, t1: 0.30, lean0: 0, lean1: 0})
	s.plate(hatch{strip: stripLower, z0: -2.20, z1: -2.62, t0: 0.62, t1: 0.72, lean0: 0, lean1: 0})
	s.use(matDark) // footholds
	for _, z := range []float64{4.62, 3.30} {
		s.plate(hatch{strip: stripUpper, z0: z, z1: z - 0.16, t0: 0.30, t1: 0.48, lean0: 0, lean1: 0, proud: 0.009})
	}
	s.use(matBody)
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
			return matBody, 0.96875
		}
		return matBody, 0.90625
	}})
	s.tone = 1
	// The lip turns into a dark duct that ends at the engine's face.
	s.use(matPanel)
	s.loft([][]vec{ring(0.74, 2.36, 1.60, 0.78, 0.45), ring(0.74, 2.36, 1.62, 0.90, 0.45)}, sweep{hard: true})
	s.use(matDark)
	s.loft([][]vec{ring(0.74, 2.36, 1.05, 0.62, 0), ring(0.74, 2.36, 1.60, 0.78, 0.45)}, sweep{hard: true})
	face := ring(0.74, 2.36, 1.05, 0.62, 0)
	s.polygon(face...)
	s.use(matMetal) // splitter in the intake's mouth
	s.strip([]vec{{0.55, 2.34, 1.42}, {1.00, 2.34, 1.26}}, 0.30, 0.02, vec{0, 0, 1})
	s.use(matBody)
}

// louvres are the exhaust slots along the boom's shelf: cooled gas leaves
// through slats under the shoulder.
func (s *shape) louvres() {
	s.use(matDark)
	s.plate(hatch{strip: stripUpper, z0: -1.30, z1: -3.75, t0: 0.12, t1: 0.66, lean0: -0.25, lean1: 0.30, proud: 0.010})
	s.use(matPanel)
	for i := range 11 {
		z := -1.62 - 0.2*float64(i)
		lo, hi := skinPoint(stripUpper, 0.14, z+0.10), skinPoint(stripUpper, 0.64, z-0.06)
		n := skinNormal(stripUpper, 0.4, z)
		s.strip([]vec{lo.Add(n.Mul(0.022)), hi.Add(n.Mul(0.022))}, 0.11, 0.016, n.Mul(0.32).Add(vec{0, 0, -1}))
	}
	s.use(matBody)
}

// doghouse is the fairing over the gearbox, from the canopy's back to the boom.
func (s *shape) doghouse() {
	type row struct{ z, x0, y0, x1, y1, x2, y2 float64 }
	rows := []row{
		{2.00, 0.60, 2.02, 0.47, 2.72, 0.26, 2.95},
		{1.45, 0.70, 2.06, 0.57, 2.78, 0.31, 3.03},
		{0.85, 0.72, 2.06, 0.60, 2.81, 0.35, 3.07},
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
			return matBody, 0.9375
		}
		return matBody, plain
	}})
	// Collar around the mast: an eight-sided cone, leaning with it.
	collar := newShape(matBody, LabelBody)
	collar.tone = 0.75
	collar.lathe([]turned{{-0.62, 0.52}, {-0.46, 0.40}, {-0.39, 0.24}, {-0.365, 0.20}}, 8, false, false)
	s.merge(collar, placed(mainHub, toY(mastAxis)))
	left := newShape(matDark, LabelBody)
	left.strip([]vec{{0.36, 2.965, 0.20}, {0.30, 2.90, -0.55}}, 0.13, 0.03, vec{0.7, -0.6, 0}) // oil cooler
	left.strip([]vec{{0.585, 2.62, 1.35}, {0.60, 2.62, 0.90}}, 0.16, 0.03, vec{0.3, 1, 0})
	s.both(left)
}

// noseDetails are probes, the wire cutter and the landing light.
func (s *shape) noseDetails() {
	s.use(matMetal)
	left := newShape(matMetal, LabelBody)
	left.cone(vec{0.22, 1.47, 6.90}, vec{0.27, 1.45, 7.42}, 0.022, 0.010, 6)
	left.use(matFrame)
	left.slab([]vec{{0.72, 1.36, 5.30}, {0.80, 1.33, 5.16}, {0.80, 1.33, 5.02}, {0.71, 1.36, 5.02}}, vec{0, 0.02, 0})
	s.both(left)
	s.use(matFrame)
	s.slab([]vec{{0, 1.86, 6.02}, {0, 2.10, 5.90}, {0, 2.10, 5.84}, {0, 1.88, 5.74}}, vec{0.025, 0, 0})
	s.slab([]vec{{0, 1.02, 6.12}, {0, 0.86, 6.02}, {0, 0.86, 5.97}, {0, 0.97, 5.92}}, vec{0.025, 0, 0})
	s.use(matBody)
}

// spineDetails are antennas and lights along the back and the belly.
func (s *shape) spineDetails() {
	s.use(matFrame)
	s.slab([]vec{{0, 2.60, -1.75}, {0, 2.92, -2.02}, {0, 2.92, -2.14}, {0, 2.52, -2.22}}, vec{0.03, 0, 0})
	s.slab([]vec{{0, 0.76, -0.30}, {0, 0.58, -0.46}, {0, 0.58, -0.56}, {0, 0.80, -0.62}}, vec{0.03, 0, 0})
	s.slab([]vec{{0, 2.30, -3.10}, {0, 2.44, -3.26}, {0, 2.44, -3.36}, {0, 2.22, -3.52}}, vec{0.03, 0, 0})
	s.use(matPanel)
	s.merge(dome(0.13, 0.07, matPanel), placed(vec{0, 2.74, -1.35}, toY(vec{0, 1, -0.18})))
	s.use(matRed) // anti-collision light
	s.merge(dome(0.05, 0.06, matRed), placed(vec{0, 2.46, -2.62}, toY(vec{0, 1, -0.2})))
	s.merge(dome(0.05, 0.06, matRed), placed(vec{0, 0.775, 0.1}, toY(vec{0, -1, 0})))
	s.use(matBody)
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
