package samples

import "github.com/go-gl/mathgl/mgl64"

// glassRow is one bow of the canopy, left half: where the glass stands on the
// sill, the rail half way up, the top edge.
type glassRow struct{ z, sillX, sillY, railX, railY, topX, topY float64 }

// canopyRows go from the windscreen's foot over the front seat, the step, and
// the rear seat to the gearbox fairing.
var canopyRows = []glassRow{
	{5.70, 0.305, 1.898, 0.200, 1.918, 0.090, 1.930},
	{4.92, 0.468, 1.955, 0.385, 2.230, 0.185, 2.370},
	{4.22, 0.545, 2.005, 0.455, 2.365, 0.235, 2.530},
	{3.60, 0.585, 2.055, 0.490, 2.390, 0.255, 2.570},
	{3.10, 0.602, 2.098, 0.520, 2.680, 0.280, 2.890},
	{2.50, 0.618, 2.148, 0.525, 2.740, 0.295, 2.970},
	{1.98, 0.618, 2.186, 0.480, 2.725, 0.265, 2.952},
}

// bow returns the row's full outline from the left sill over the top to the right.
func (r glassRow) bow() []vec {
	return []vec{
		{r.sillX, r.sillY, r.z}, {r.railX, r.railY, r.z}, {r.topX, r.topY, r.z},
		{-r.topX, r.topY, r.z}, {-r.railX, r.railY, r.z}, {-r.sillX, r.sillY, r.z},
	}
}

// stealthGlass is the panes: flat facets, one-sided, seen from outside.
func stealthGlass() *shape {
	s := newShape(matGlass, LabelBody)
	var bows [][]vec
	for _, r := range canopyRows {
		bows = append(bows, r.bow())
	}
	s.loft(bows, sweep{open: true, hard: true})
	b := bows[0]
	s.polygon(b[0], b[1], b[2], b[3], b[4], b[5])
	return s
}

// stealthCanopyFrame is the bows and rails that hold the panes.
func stealthCanopyFrame() *shape {
	s := newShape(matFrame, LabelBody)
	left := newShape(matFrame, LabelBody)
	line := func(pick func(glassRow) vec, w float64, across vec) {
		var l []vec
		for _, r := range canopyRows {
			l = append(l, pick(r))
		}
		left.strip(l, w, 0.028, across)
	}
	line(func(r glassRow) vec { return vec{r.sillX, r.sillY + 0.012, r.z} }, 0.085, vec{0.25, 1, 0})
	line(func(r glassRow) vec { return vec{r.topX, r.topY + 0.002, r.z} }, 0.05, vec{1, -0.5, 0})
	for i, r := range canopyRows {
		w := 0.055
		if i == 3 || i == 0 || i == len(canopyRows)-1 {
			w = 0.085
		}
		b := r.bow()
		left.strip(b[:3], w, 0.026, vec{0, 0, 1})
		if i > 0 {
			s.strip(b[2:4], w, 0.026, vec{0, 0, 1})
		}
	}
	s.both(left)
	return s
}

// stealthCockpit is what can be seen through the glass: two seats with crew,
// panels with lit screens, the coaming between the seats.
func stealthCockpit() *shape {
	s := newShape(matCockpit, LabelBody)
	seat := crewSeat()
	s.merge(seat, mgl64.Translate3D(0, 1.30, 4.30))
	s.merge(seat, mgl64.Translate3D(0, 1.58, 2.56))
	s.merge(console(), mgl64.Translate3D(0, 1.62, 5.05))
	s.merge(console(), mgl64.Translate3D(0, 1.90, 3.34))
	left := newShape(matCockpit, LabelBody)
	left.box(vec{0.42, 1.62, 4.50}, vec{0.16, 0.16, 0.90})
	left.box(vec{0.46, 1.82, 2.70}, vec{0.18, 0.16, 0.80})
	s.both(left)
	s.frustum(vec{0, 1.5, 2.10}, 0.46, 0.08, vec{0, 2.62, 2.06}, 0.28, 0.04)
	return s
}

// console is an instrument panel that faces aft, with a hood and two screens.
func console() *shape {
	s := newShape(matCockpit, LabelBody)
	s.loft([][]vec{
		{{0.36, -0.25, 0.10}, {0.34, 0.22, 0.06}, {0.24, 0.33, 0.10}, {0.22, 0.28, 0.36}, {0.32, -0.25, 0.40}},
		{{-0.36, -0.25, 0.10}, {-0.34, 0.22, 0.06}, {-0.24, 0.33, 0.10}, {-0.22, 0.28, 0.36}, {-0.32, -0.25, 0.40}},
	}, sweep{caps: true, hard: true})
	s.use(matLamp)
	for _, x := range []float64{-0.16, 0.16} {
		s.strip([]vec{{x, -0.02, 0.078}, {x, 0.16, 0.063}}, 0.20, 0.012, vec{1, 0, 0})
	}
	return s
}

// crewSeat is a seat with somebody in it, feet on the floor at y = 0.
func crewSeat() *shape {
	s := newShape(matCockpit, LabelBody)
	s.box(vec{0, 0.20, 0.02}, vec{0.46, 0.16, 0.46})
	s.strip([]vec{{0, 0.24, -0.24}, {0, 0.90, -0.38}}, 0.48, 0.12, vec{1, 0, 0})
	s.strip([]vec{{0, 0.90, -0.37}, {0, 1.10, -0.41}}, 0.28, 0.12, vec{1, 0, 0})
	s.mat, s.tone = matPanel, 0.625 // overalls
	s.frustum(vec{0, 0.28, -0.10}, 0.17, 0.12, vec{0, 0.78, -0.19}, 0.21, 0.11)
	left := newShape(matPanel, LabelBody)
	left.tone = 0.625
	left.cone(vec{0.12, 0.33, -0.04}, vec{0.15, 0.40, 0.38}, 0.09, 0.075, 6)
	left.cone(vec{0.15, 0.40, 0.38}, vec{0.15, 0.06, 0.52}, 0.075, 0.06, 6)
	left.cone(vec{0.23, 0.74, -0.18}, vec{0.27, 0.50, 0.02}, 0.065, 0.055, 6)
	left.cone(vec{0.27, 0.50, 0.02}, vec{0.17, 0.47, 0.26}, 0.055, 0.045, 6)
	s.both(left)
	s.tone = 1
	head := newShape(matPanel, LabelBody)
	head.tone = 1
	head.ball(0.145, 10, 6)
	s.merge(head, placed(vec{0, 0.97, -0.17}, mgl64.Scale3D(1, 1.05, 1.12)))
	s.use(matDark) // visor
	visor := newShape(matDark, LabelBody)
	visor.ball(0.118, 10, 6)
	s.merge(visor, placed(vec{0, 0.955, -0.10}, mgl64.Scale3D(1, 0.8, 1)))
	return s
}
